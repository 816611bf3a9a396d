/* SPDX-License-Identifier: MIT */
/* Tests the reflection as a driver reads it: state items, textures, ranges, facts, and the counts of GL's queries. The
   documents give the expected counts of their own examples. */
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "nvp4c/report/state.h"
#include "tests/unit/common/bad_memory.h"
#include "tests/unit/common/suite.h"

static struct nvp4c_result *compile_with(const char *text, const struct nvp4c_key *key)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   o.diagnostics.no_warnings = 1;
   if (key)
      o.key = *key;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s\n%s",
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "?", text);
   return r;
}
static struct nvp4c_result *compile(const char *text) { return compile_with(text, NULL); }

/* Returns the first entry of the binding, or NULL if there is none. */
static const struct nvp4c_reflection *find(const struct nvp4c_result *r, enum nvp4c_binding binding)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++)
      if (nvp4c_result_reflection(r, i)->binding == binding)
         return nvp4c_result_reflection(r, i);
   return NULL;
}

/* ---- state */

static const struct {
   const char *text;
   struct nvp4c_state state;
   unsigned index;
} states[] = {
   {"material.ambient", {NVP4C_STATE_MATERIAL, NVP4C_MEMBER_AMBIENT, 0, 0, 0}, 0},
   {"material.back.shininess", {NVP4C_STATE_MATERIAL, NVP4C_MEMBER_SHININESS, 1, 0, 0}, 0},
   {"material.front.emission", {NVP4C_STATE_MATERIAL, NVP4C_MEMBER_EMISSION, 0, 0, 0}, 0},
   {"light[3].diffuse", {NVP4C_STATE_LIGHT, NVP4C_MEMBER_DIFFUSE, 0, 0, 0}, 3},
   {"light[7].spot.direction", {NVP4C_STATE_LIGHT, NVP4C_MEMBER_SPOT_DIRECTION, 0, 0, 0}, 7},
   {"light[0].half", {NVP4C_STATE_LIGHT, NVP4C_MEMBER_HALF, 0, 0, 0}, 0},
   {"light[1].attenuation", {NVP4C_STATE_LIGHT, NVP4C_MEMBER_ATTENUATION, 0, 0, 0}, 1},
   {"light[1].position", {NVP4C_STATE_LIGHT, NVP4C_MEMBER_POSITION, 0, 0, 0}, 1},
   {"lightmodel.ambient", {NVP4C_STATE_LIGHTMODEL, NVP4C_MEMBER_AMBIENT, 0, 0, 0}, 0},
   {"lightmodel.back.scenecolor", {NVP4C_STATE_LIGHTMODEL, NVP4C_MEMBER_SCENECOLOR, 1, 0, 0}, 0},
   {"lightmodel.scenecolor", {NVP4C_STATE_LIGHTMODEL, NVP4C_MEMBER_SCENECOLOR, 0, 0, 0}, 0},
   {"lightprod[2].back.specular", {NVP4C_STATE_LIGHTPROD, NVP4C_MEMBER_SPECULAR, 1, 0, 0}, 2},
   {"fog.color", {NVP4C_STATE_FOG, NVP4C_MEMBER_COLOR, 0, 0, 0}, 0},
   {"fog.params", {NVP4C_STATE_FOG, NVP4C_MEMBER_PARAMS, 0, 0, 0}, 0},
   {"texgen.eye.s", {NVP4C_STATE_TEXGEN, NVP4C_MEMBER_EYE_S, 0, 0, 0}, 0},
   {"texgen[5].object.q", {NVP4C_STATE_TEXGEN, NVP4C_MEMBER_OBJECT_Q, 0, 0, 0}, 5},
   {"clip[4].plane", {NVP4C_STATE_CLIP, NVP4C_MEMBER_PLANE, 0, 0, 0}, 4},
   {"point.size", {NVP4C_STATE_POINT, NVP4C_MEMBER_SIZE, 0, 0, 0}, 0},
   {"point.attenuation", {NVP4C_STATE_POINT, NVP4C_MEMBER_ATTENUATION, 0, 0, 0}, 0},
   {"texenv[6].color", {NVP4C_STATE_TEXENV, NVP4C_MEMBER_COLOR, 0, 0, 0}, 6},
   {"depth.range", {NVP4C_STATE_DEPTH, NVP4C_MEMBER_RANGE, 0, 0, 0}, 0},
   {"matrix.modelview.row[2]", {NVP4C_STATE_MODELVIEW, 0, 0, 0, 2}, 0},
   {"matrix.modelview[9].inverse.row[0]", {NVP4C_STATE_MODELVIEW, 0, 0, NVP4C_MATRIX_INVERSE, 0}, 9},
   {"matrix.projection.transpose.row[3]", {NVP4C_STATE_PROJECTION, 0, 0, NVP4C_MATRIX_TRANSPOSE, 3}, 0},
   {"matrix.mvp.invtrans.row[1]", {NVP4C_STATE_MVP, 0, 0, NVP4C_MATRIX_INVTRANS, 1}, 0},
   {"matrix.texture[7].row[0]", {NVP4C_STATE_TEXTURE_MATRIX, 0, 0, 0, 0}, 7},
   {"matrix.program[4].row[3]", {NVP4C_STATE_PROGRAM_MATRIX, 0, 0, 0, 3}, 4},
};

START_TEST(state_items)
{
   for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
      char text[300], name[200], again[200];
      snprintf(text, sizeof text, "!!NVvp4.0\nMOV result.position, state.%s;\nEND\n", states[i].text);
      if (states[i].state.item == NVP4C_STATE_TEXENV || states[i].state.item == NVP4C_STATE_DEPTH)
         snprintf(text, sizeof text, "!!NVfp4.0\nMOV result.color, state.%s;\nEND\n", states[i].text);
      struct nvp4c_result *r = compile(text);
      const struct nvp4c_reflection *e = find(r, NVP4C_BIND_STATE);
      ck_assert_msg(e && !memcmp(&e->state, &states[i].state, sizeof e->state) && e->index == states[i].index, "%s",
                    states[i].text);
      ck_assert_ptr_null(e->name);
      ck_assert_int_eq(e->kind, NVP4C_PARAM);
      /* the text of the item parses as the same item */
      unsigned index;
      nvp4c_reflection_name(e, name, sizeof name);
      name[strlen(name) - 2] = 0; /* the component */
      const struct nvp4c_state s = state_of(name, &index);
      ck_assert_msg(!memcmp(&s, &e->state, sizeof s) && index == e->index, "%s", name);
      state_text(s, index, again, sizeof again);
      ck_assert_str_eq(again, name);
      nvp4c_result_free(r);
   }
   /* no items */
   static const char *const others[] = {"",
                                        "state",
                                        "state.light",
                                        "state.light[0",
                                        "state.light[x].diffuse",
                                        "state.matrix.mvp",
                                        "state.matrix.mvp.row[4]",
                                        "state.matrix.mvp.row[0].x",
                                        "state.x[1]",
                                        "state.fog.colour",
                                        "state.lights[0].diffuse"};
   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
      unsigned index = 1;
      const struct nvp4c_state s = state_of(others[i], &index);
      ck_assert_msg(s.item == NVP4C_STATE_OTHER && !index, "%s", others[i]);
   }
}
END_TEST

/* ---- counts */

static const struct {
   const char *text;
   struct nvp4c_counts counts; /* address registers and the like last */
} counted[] = {
    /* the three examples of ARB_fragment_program, issue 24: 1, 2 and 3 indirections */
    {"!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n", {1, 1, 0, 1, 0, 0, 1, 0}},
    {"!!ARBfp1.0\nTEMP myColor;\nMUL myColor, fragment.texcoord[0], fragment.texcoord[1];\nTEX result.color, myColor, "
     "texture[0], 2D;\nEND\n",
     {2, 1, 1, 2, 1, 0, 2, 0}},
    {"!!ARBfp1.0\nTEMP myColor1, myColor2;\nTEX myColor1, fragment.texcoord[0], texture[0], 2D;\nMUL myColor1, myColor1, "
     "myColor1;\n"
     "TEX myColor2, fragment.texcoord[1], texture[1], 2D;\nTEX myColor2, myColor1, texture[2], 2D;\nTEX result.color, "
     "myColor2, texture[3], 2D;\nEND\n",
     {5, 1, 4, 3, 2, 0, 2, 0}},
    /* the grammar has KIL among the texture instructions; an unused temporary is declared and therefore counts */
    {"!!ARBfp1.0\nTEMP a, b;\nKIL fragment.color;\nMOV result.color, 1;\nEND\n", {2, 1, 1, 1, 2, 1, 1, 0}},
    /* the example of ARB_vertex_program 2.14.3.7: the four constants of arr1, {0,1,2,3} and {4,3,2,1} */
    {"!!ARBvp1.0\nPARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };\nPARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, "
     "{0,1,2,3} };\n"
     "PARAM x = {4,3,2,1};\nPARAM y = {1,2,3,4};\nPARAM z = 4;\nPARAM r = {4,3,2,1};\nADDRESS A;\nTEMP t;\n"
     "ARL A.x, vertex.attrib[1].x;\nMOV t, arr1[A.x];\nADD t, t, arr2[2];\nADD t, t, x;\nADD t, t, y;\nADD t, t, z;\nADD t, t, "
     "r;\n"
     "MOV result.position, t;\nEND\n",
     {8, 8, 0, 1, 1, 6, 1, 1}},
    /* control flow is not ALU work; each element of an array of temporaries counts; state that is bound twice counts once */
    {"!!NVfp4.0\nTEMP t[3];\nTEMP u;\nMOV.CC u, state.fog.color;\nIF GT.x;\nMOV u, state.fog.color;\nENDIF;\nMOV result.color, "
     "u;\nEND\n",
     {5, 3, 0, 1, 4, 1, 0, 0}},
    /* TGSI counts the declarations. This is the third example above; END is an instruction that computes nothing */
    {"FRAG\nDCL IN[0..1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0..3]\nDCL SVIEW[0..3], 2D, FLOAT\nDCL "
     "TEMP[0..1]\nDCL CONST[0][0..6]\n"
     "DCL ADDR[0]\nIMM[0] FLT32 {1, 2, 3, 4}\n"
     "TEX TEMP[0], IN[0], SAMP[0], 2D\nMUL TEMP[0], TEMP[0], TEMP[0]\nTEX TEMP[1], IN[1], SAMP[1], 2D\nTEX TEMP[1], TEMP[0], "
     "SAMP[2], 2D\n"
     "TEX OUT[0], TEMP[1], SAMP[3], 2D\nEND\n",
     {6, 1, 4, 3, 2, 8, 2, 1}},
    /* a computed index may name any register, so each counts both as written before and as written here */
    {"FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0..3]\nDCL "
     "ADDR[0]\n"
     "ARL ADDR[0].x, IN[0]\nTEX TEMP[0], IN[0], SAMP[0], 2D\nTEX TEMP[1], TEMP[ADDR[0].x], SAMP[0], 2D\nTEX TEMP[2], TEMP[0], "
     "SAMP[0], 2D\n"
     "MOV TEMP[ADDR[0].x], IN[0]\nTEX TEMP[3], IN[0], SAMP[0], 2D\nADD OUT[0], TEMP[2], TEMP[3]\nEND\n",
     {8, 3, 4, 3, 4, 0, 1, 1}},
};

START_TEST(source_counts)
{
   for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
      struct nvp4c_result *r = compile(counted[i].text);
      const struct nvp4c_facts f = nvp4c_result_facts(r);
      const uint32_t *got = &f.source.instructions, *want = &counted[i].counts.instructions;
      for (unsigned k = 0; k < 8; k++)
         ck_assert_msg(got[k] == want[k], "count %u is %u, expected %u:\n%s", k, got[k], want[k], counted[i].text);
      ck_assert_int_eq(f.under_native_limits, 1);
      nvp4c_result_free(r);
   }
}
END_TEST

/* A program with more parameters than shared registers exceeds the native limits. */
START_TEST(over_limits)
{
   static char text[40000];
   size_t n = (size_t)sprintf(text, "!!NVvp4.0\nTEMP t;\nMOV t, vertex.position;\n");
   for (unsigned i = 0; i < 300; i++)
      n += (size_t)sprintf(text + n, "MAD t, t, t, program.local[%u];\n", i);
   sprintf(text + n, "MOV result.position, t;\nEND\n");
   struct nvp4c_result *r = compile(text);
   const struct nvp4c_facts f = nvp4c_result_facts(r);
   ck_assert_uint_eq(f.source.parameters, 300);
   ck_assert_uint_ge(f.native.parameters, 1200); /* and constants, if the code has any */
   ck_assert_int_eq(f.under_native_limits, 0);
   ck_assert_uint_gt(f.param_bytes, 0);
   nvp4c_result_free(r);
}
END_TEST

/* ---- textures */

START_TEST(textures)
{
   static const char text[] = "!!NVfp4.0\nOPTION ARB_fragment_program_shadow;\nTEMP r, s;\nINT TEMP i;\n"
                              "TEX r, fragment.texcoord[0], texture[9], SHADOW2D;\n"
                              "TEX s, fragment.texcoord[0], texture[2], ARRAY2D;\nADD r, r, s;\n"
                              "FLR.S i, fragment.texcoord[1];\nTXF s, i, texture[4], BUFFER;\nADD r, r, s;\n"
                              "TXQ i, i.x, texture[1], 3D;\nI2F s, i;\nADD r, r, s;\n"
                              "TEX s, fragment.texcoord[0], texture[7], CUBE;\n" /* dead */
                              "MOV result.color, r;\nEND\n";
   static const struct nvp4c_texture want[] = {
      {1, NVP4C_TEX_3D, 0, 0, 0, 0, 0, 1, 0},
      {2, NVP4C_TEX_2D, 1, 0, 0, 1, 0, 0, 0},
      {4, NVP4C_TEX_BUFFER, 0, 0, 0, 0, 1, 0, 0},
      {9, NVP4C_TEX_2D, 0, 1, 0, 1, 0, 0, 0},
   };
   struct nvp4c_key key = {.samples = 1};
   for (unsigned by_program = 0; by_program < 2; by_program++) {
      key.tex[9].compare = by_program ? NVP4C_COMPARE_LESS : NVP4C_COMPARE_SAMPLER;
      struct nvp4c_result *r = compile_with(text, &key);
      ck_assert_uint_eq(nvp4c_result_num_textures(r), 4);
      for (unsigned i = 0; i < 4; i++)
         ck_assert_msg(!memcmp(nvp4c_result_texture(r, i), &want[i], sizeof want[i]), "texture %u", i);
      nvp4c_result_free(r);
   }
}
END_TEST

/* ---- ranges and facts */

START_TEST(ranges)
{
   struct nvp4c_result *r =
       compile("!!NVvp4.0\nPARAM a[6] = { program.local[10..15] };\nPARAM one = program.env[3];\nINT TEMP i;\nTEMP t;\n"
               "MOV.S i.x, vertex.attrib[1].x;\nMOV t, a[i.x];\nADD t, t, one;\nMOV result.position, t;\nEND\n");
   const struct nvp4c_reflection *local = find(r, NVP4C_BIND_LOCAL), *env = find(r, NVP4C_BIND_ENV);
   ck_assert(local && local->index == 10 && local->array_count == 6 && local->entry == local->array_first);
   ck_assert(env && env->index == 3 && !env->array_count);
   /* the elements follow each other */
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->binding == NVP4C_BIND_LOCAL)
         ck_assert_uint_eq(e->location.number, local->location.number + 4 * (e->entry - e->array_first) + e->component);
   }
   nvp4c_result_free(r);
   r = compile("!!NVvp4.0\nBUFFER4 b[] = { program.buffer[2][3..9] };\nINT TEMP i;\nTEMP t;\nMOV.S i.x, vertex.attrib[1].x;\n"
               "MOV t, b[i.x];\nMOV result.position, t;\nEND\n");
   const struct nvp4c_reflection *b = find(r, NVP4C_BIND_BUFFER);
   ck_assert(b && b->index == 2 && b->array_first == 12 && b->array_count == 28);
   nvp4c_result_free(r);
}
END_TEST

START_TEST(facts)
{
   struct nvp4c_result *r = compile(
       "!!NVfp4.0\nKIL fragment.color;\nMOV result.depth.z, fragment.position.x;\nMOV result.color, fragment.facing.x;\nEND\n");
   struct nvp4c_facts f = nvp4c_result_facts(r);
   ck_assert(f.uses_kill && f.writes_depth && f.reads_facing && !f.early_tests && f.reads_position == 1 && f.colors == 1);
   nvp4c_result_free(r);
   r = compile("!!NVfp4.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], fragment.color;\nMOV result.color[5], "
               "fragment.position.yzzw;\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(!f.uses_kill && !f.writes_depth && f.early_tests && f.reads_position == 14 && f.colors == 0x21);
   nvp4c_result_free(r);
   r = compile("!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.pointsize.x, 2;\nMOV result.clip[3].x, "
               "vertex.attrib[2];\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(f.writes_point_size && !f.writes_layer && f.clip_distances == 8 && !f.early_tests && f.vertex_words == 6);
   nvp4c_result_free(r);
   r = compile("!!NVgp4.0\nPRIMITIVE_IN LINES_ADJACENCY;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 7;\nMOV result.position, "
               "vertex[2].position;\n"
               "MOV result.layer.x, 1;\nEMIT;\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(f.primitive_in == 4 && f.primitive_out == 5 && f.vertices_out == 7 && f.writes_layer);
   const struct nvp4c_reflection *e = find(r, NVP4C_BIND_VARYING);
   ck_assert(e && e->kind == NVP4C_INPUT && e->dimension == 2 && !e->index);
   nvp4c_result_free(r);
   /* packed colours have bits of words */
   struct nvp4c_key key = {.frt = {NVP4C_FRT_F16}};
   r = compile_with("!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", &key);
   unsigned seen = 0;
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      e = nvp4c_result_reflection(r, i);
      if (e->binding != NVP4C_BIND_COLOR)
         continue;
      ck_assert(e->location.reg == NVP4C_REG_OUTPUT && e->location.number == e->component / 2 &&
                e->location.first_bit == 16 * (e->component & 1) && e->location.num_bits == 16 &&
                e->location.format == NVP4C_FRT_F16);
      seen++;
   }
   ck_assert_uint_eq(seen, 4);
   nvp4c_result_free(r);
}
END_TEST

/* Tests the properties, including those that a driver finds nowhere else. */
START_TEST(declared)
{
   struct nvp4c_result *r = compile(
       "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
       "PROPERTY GS_MAX_OUTPUT_VERTICES 3\nPROPERTY GS_INVOCATIONS 4\nPROPERTY NUM_CLIPDIST_ENABLED 2\n"
       "PROPERTY NUM_CULLDIST_ENABLED 1\nDCL IN[][0], POSITION\nDCL SV[0], INVOCATIONID\nDCL OUT[0], POSITION\n"
       "DCL OUT[1].xy, CLIPDIST\nDCL OUT[2].x, CULLDIST\nDCL TEMP[0]\nIMM[0] INT32 {0, 0, 0, 0}\nI2F TEMP[0], SV[0].xxxx\n"
       "ADD OUT[0], IN[1][0], TEMP[0]\nMOV OUT[1].xy, TEMP[0]\nMOV OUT[2].x, TEMP[0]\nEMIT IMM[0].xxxx\nEND\n");
   struct nvp4c_facts f = nvp4c_result_facts(r);
   ck_assert(f.declared.invocations == 4 && f.vertices_out == 3 && f.clip_distances == 7 && f.declared.culls == 4 &&
             !f.declared.uniforms);
   const struct nvp4c_reflection *e = find(r, NVP4C_BIND_SYSTEM);
   char name[40];
   ck_assert(e && e->kind == NVP4C_INPUT && e->index == NVP4C_SYSTEM_INVOCATION && e->location.reg == NVP4C_REG_VERTEX_IN);
   nvp4c_reflection_name(e, name, sizeof name);
   ck_assert_str_eq(name, "invocation.x");
   nvp4c_result_free(r);
   r = compile(
       "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nPROPERTY FS_DEPTH_LAYOUT 2\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nPROPERTY "
       "FS_POST_DEPTH_COVERAGE 1\n"
       "PROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY VS_WINDOW_SPACE_POSITION 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL "
       "OUT[0], COLOR\n"
       "DCL SAMP[0]\nDCL SVIEW[0], 2D_MSAA, UINT\nDCL CONST[0][2..3]\nDCL CONST[0][5..8]\nDCL CONST[1][0..30]\nDCL TEMP[0]\n"
       "TXF TEMP[0], IN[0], SAMP[0], 2D_MSAA\nADD OUT[0], TEMP[0], CONST[0][2]\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(f.declared.broadcasts && f.declared.depth_layout == NVP4C_DEPTH_GREATER && f.declared.early_tests &&
             f.declared.post_depth_coverage);
   ck_assert(!f.declared.upper_left && !f.declared.window_position && f.declared.uniforms == 9 && !f.declared.invocations &&
             !f.uses_derivatives);
   ck_assert(nvp4c_result_num_textures(r) == 1 && nvp4c_result_texture(r, 0)->multisampled &&
             nvp4c_result_texture(r, 0)->integer);
   nvp4c_result_free(r);
   r = compile("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nTEX OUT[0], "
               "IN[0], SAMP[0], 2D\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(f.declared.upper_left && !f.declared.broadcasts && !f.declared.depth_layout && f.uses_derivatives);
   ck_assert(!nvp4c_result_texture(r, 0)->multisampled);
   nvp4c_result_free(r);
   r = compile("VERT\nPROPERTY VS_WINDOW_SPACE_POSITION 1\nPROPERTY LAYER_VIEWPORT_RELATIVE 1\nDCL IN[0]\nDCL OUT[0], "
               "POSITION\nMOV OUT[0], IN[0]\nEND\n");
   f = nvp4c_result_facts(r);
   ck_assert(f.declared.window_position && f.declared.relative_layer && !f.uses_derivatives);
   nvp4c_result_free(r);
   /* older languages */
   r = compile("!!ARBfp1.0\nOPTION ARB_fragment_coord_origin_upper_left;\nMOV result.color, fragment.position;\nEND\n");
   ck_assert(nvp4c_result_facts(r).declared.upper_left);
   nvp4c_result_free(r);
   r = compile("!!NVfp4.0\nDDX result.color, fragment.position;\nEND\n");
   ck_assert(!nvp4c_result_facts(r).declared.upper_left && nvp4c_result_facts(r).uses_derivatives);
   nvp4c_result_free(r);
   r = compile("!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nMOV result.position, "
               "vertex[0].position;\nEMIT;\nEND\n");
   ck_assert_uint_eq(nvp4c_result_facts(r).declared.invocations, 1);
   nvp4c_result_free(r);
}
END_TEST

/* The documents follow the rules of snprintf, and need memory only for the inputs of the pre-shader. tests/api/reflect.py
   checks what they say. */
START_TEST(json)
{
   static const char text[] = "!!NVfp4.0\nPARAM a = program.local[0];\nTEMP t;\nRCP t, a.x;\nMUL t, t.x, a;\n"
                              "MUL result.color, t, fragment.color;\nEND\n";
   struct bad_memory memory = {.first = ALWAYS, .times = ALWAYS};
   struct nvp4c_options opt;
   char all[20000], part[100];

   nvp4c_options_init(&opt, sizeof opt);
   opt.output.reflection = 1;
   opt.preshader = NVP4C_PRESHADER_CALLER;
   opt.memory.alloc = bad_memory_alloc;
   opt.memory.user = &memory;
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &opt);
   size_t len;
   ck_assert_ptr_nonnull(nvp4c_result_preshader(r, &len));

   len = nvp4c_result_json(r, NVP4C_JSON_FACTS, "a<b", NULL, 0);
   ck_assert(len > 1000 && len < sizeof all);
   ck_assert_uint_eq(nvp4c_result_json(r, NVP4C_JSON_FACTS, "a<b", all, sizeof all), len);
   ck_assert_uint_eq(strlen(all), len);
   ck_assert_ptr_nonnull(strstr(all, "\"schema\": \"nvp4c-facts-1\""));
   ck_assert_ptr_nonnull(strstr(all, "\"file\": \"a\\u003cb\""));
   ck_assert_ptr_nonnull(strstr(all, "\"preshader\": {"));
   ck_assert_uint_eq(nvp4c_result_json(r, NVP4C_JSON_FACTS, "a<b", part, sizeof part), len);
   ck_assert_uint_eq(strlen(part), sizeof part - 1);
   ck_assert(!memcmp(part, all, sizeof part - 1));
   nvp4c_result_json(r, NVP4C_JSON_STATS, NULL, all, sizeof all);
   ck_assert_ptr_null(strstr(all, "\"file\""));
   ck_assert_ptr_null(strstr(all, "\"bindings\""));

   ck_assert_uint_eq(nvp4c_result_json(r, (enum nvp4c_json)NVP4C_JSON_REPORT + 1, NULL, all, sizeof all), 0);
   ck_assert_str_eq(all, "");
   memory.first = 0;
   ck_assert_uint_eq(nvp4c_result_json(r, NVP4C_JSON_REFLECTION, NULL, part, sizeof part), 0);
   ck_assert_str_eq(part, "");
   ck_assert_uint_gt(nvp4c_result_json(r, NVP4C_JSON_STATS, NULL, NULL, 0), 0);
   ck_assert_uint_eq(nvp4c_link_json(r, "a", "b", part, sizeof part), 0); /* not a link */
   nvp4c_result_free(r);
   ck_assert_int_eq(memory.live, 0);
}
END_TEST

/* ---- uniforms of AGX */

#define STORE_AND(text, value)                                                                                                 \
   "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL BUFFER[3]\nIMM[0] UINT32 {0, 4, 8, 12}\nDCL "             \
   "TEMP[0]\n" text "STORE BUFFER[3].x, IMM[0].yyyy, IN[0].xxxx\nMOV OUT[0], " value "\nEND\n"
#define STORAGE "storage[3].low storage[3].high storage[3].bytes "

/* What each program reads from uniforms (docs/abi-agx.md), in any order. Uniforms of 16 bits end in /16. The constants are left
   out where the program has none of its own. */
static const struct {
   const char *text;
   int whole, samples;
   enum { MASK = 1, SHADING = 2 } per_sample; /* bits: the API's sample mask, sample shading */
   const char *uniforms;
} uniforms[] = {
    {"!!NVfp4.0\nMUL result.color, fragment.texcoord[0], 0.123456;\nEND\n", 0, 1, 0, "constant.x=3dfcd680 "},
    {"!!NVfp4.0\nPARAM p[8] = {program.local[0..7]};\nINT TEMP i;\nTEMP t;\nFLR.S i, fragment.texcoord[1];\n"
     "ADD t, program.env[5].y, p[i.x];\nMOV result.color, t;\nEND\n",
     0, 1, 0, "program.env[5].y parameters.address.low parameters.address.high "},
    {"!!NVfp4.0\nBUFFER4 b[] = {program.buffer[2][3..9]};\nINT TEMP i;\nFLR.S i, fragment.texcoord[1];\nMOV result.color, "
     "b[i.x];\nEND\n",
     0, 1, 0, "program.buffer[2].address.low program.buffer[2].address.high program.buffer[2].address.words "},
    /* The texture heap of fragment programs is u0 and u1. */
    {"!!NVfp4.0\nTEX result.color, fragment.texcoord[0], texture[20], 2D;\nEND\n", 0, 1, 0, "texture[20].sampler.x/16 "},
    {"!!NVvp4.0\nTEX result.position, vertex.attrib[0], texture[20], 2D;\nEND\n", 0, 1, 0,
     "textures.address.low textures.address.high texture[20].sampler.x/16 "},
    {"!!NVfp4.0\nINT TEMP i;\nFLR.S i, fragment.texcoord[1];\nTXQ i.xy, i.x, texture[1], 2D;\nI2F result.color, i.x;\nEND\n", 0,
     1, 0, "texture[1].size.x texture[1].size.w "},
    {"FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D_MSAA, FLOAT\nDCL TEMP[0]\nTXQS TEMP[0], SAMP[0], 2D_MSAA\n"
     "I2F OUT[0], TEMP[0].xxxx\nEND\n",
     0, 1, 0, "texture[0].samples.x "},
    /* Without the epilog the program may not know whether it runs the tests of depth and stencil. */
    {STORE_AND("", "IN[0]"), 0, 1, 0, STORAGE "depth.tests.x/16 "},
    {STORE_AND("", "IN[0]"), 1, 4, MASK, STORAGE "sample.mask.x/16 "},
    {"!!NVfp4.0\nMOV result.color, fragment.position.xyxy;\nEND\n", 1, 4, SHADING, "sample.places.x "},
    /* Attributes of whole programs are arrays; the words of the draw follow. */
    {"VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL SV[0], BASEVERTEX\nDCL SV[1], BASEINSTANCE\nDCL SV[2], DRAWID\nDCL TEMP[0]\n"
     "I2F TEMP[0].x, SV[0].xxxx\nI2F TEMP[0].y, SV[1].xxxx\nI2F TEMP[0].z, SV[2].xxxx\nMOV TEMP[0].w, IN[0].wwww\n"
     "MOV OUT[0], TEMP[0]\nEND\n",
     1, 1, 0, "vattr0.low vattr0.high vattr0.last basevertex.x baseinstance.x drawid.x/16 "},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], GRID_SIZE\nDCL BUFFER[3]\nIMM[0] UINT32 {0, 4, 8, 12}\n"
     "STORE BUFFER[3].x, IMM[0].xxxx, SV[0].yyyy\nEND\n",
     0, 1, 0, STORAGE "gridsize.y "},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], THREAD_ID\nDCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
     "STORE IMAGE[1], SV[0], SV[0], 2D, PIPE_FORMAT_R32_UINT\nEND\n",
     0, 1, 0, "image[1].texels.low image[1].texels.high image[1].texels.bytes image[1].width image[1].height image[1].row "},
};

static void add_uniform(const struct nvp4c_reflection *e, char *text, size_t size)
{
   char name[60];

   nvp4c_reflection_name(e, name, sizeof name);
   const size_t n = strlen(text);
   if (e->binding == NVP4C_BIND_LITERAL)
      snprintf(text + n, size - n, "%s=%08x ", name, e->value);
   else
      snprintf(text + n, size - n, "%s%s ", name, e->location.num_bits == 16 ? "/16" : "");
}

START_TEST(agx_uniforms)
{
   for (unsigned k = 0; k < sizeof uniforms / sizeof *uniforms; k++) {
      struct nvp4c_options o;
      char got[2000] = "";
      nvp4c_options_init(&o, sizeof o);
      o.target = NVP4C_TARGET_AGX;
      o.output.reflection = 1;
      o.diagnostics.no_warnings = 1;
      o.monolithic.on = uniforms[k].whole;
      o.monolithic.api_sample_mask = uniforms[k].per_sample & MASK;
      o.key.sample_shading = uniforms[k].per_sample / SHADING;
      o.key.samples = (uint8_t)uniforms[k].samples;
      struct nvp4c_result *r = nvp4c_compile(uniforms[k].text, strlen(uniforms[k].text), &o);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "row %u: %s", k, nvp4c_result_diagnostic(r, 0)->message);
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++)
         if (nvp4c_result_reflection(r, i)->location.reg == NVP4C_REG_UNIFORM &&
             (nvp4c_result_reflection(r, i)->binding != NVP4C_BIND_LITERAL || strstr(uniforms[k].uniforms, "constant")))
            add_uniform(nvp4c_result_reflection(r, i), got, sizeof got);
      ck_assert_msg(strlen(got) == strlen(uniforms[k].uniforms), "row %u: %s", k, got);
      for (const char *w = uniforms[k].uniforms; *w; w += strcspn(w, " ") + 1) {
         char word[80];
         snprintf(word, sizeof word, "%.*s ", (int)strcspn(w, " "), w);
         ck_assert_msg(strstr(got, word) != NULL, "row %u: no %sin %s", k, word, got);
      }
      nvp4c_result_free(r);
   }
}
END_TEST

/* A driver writes x and y of a position with one write of 64 bits to an even register. The fact counts everything that a
   workgroup has in coefficients: its positions, then its four barrier words and its memory if there is a barrier. */
START_TEST(usc_workgroup)
{
   static const struct {
      const char *code, *places;
      uint32_t coefficients;
   } rows[] = {
       {"STORE BUFFER[0].x, IMM[0].xxxx, SV[1].xxxx\n", "gridsize.x:0 ", 1},
       {"STORE BUFFER[0].x, IMM[0].xxxx, SV[1].yyyy\n", "gridsize.y:1 ", 2},
       {"STORE BUFFER[0].xy, IMM[0].xxxx, SV[1].xyyy\n", "gridsize.x:0 gridsize.y:1 ", 2},
       {"STORE BUFFER[0].xyz, IMM[0].xxxx, SV[0].xyzz\nSTORE BUFFER[0].xyz, IMM[0].yyyy, SV[1].xyzz\n",
        "blockid.x:0 blockid.y:1 blockid.z:2 gridsize.x:4 gridsize.y:5 gridsize.z:6 ", 7},
       {"STORE BUFFER[0].x, IMM[0].xxxx, SV[0].xxxx\nSTORE BUFFER[0].x, IMM[0].yyyy, SV[1].xxxx\n", "blockid.x:0 gridsize.x:2 ",
        3},
       {"STORE MEMORY[0].x, IMM[0].xxxx, IMM[0].yyyy\nBARRIER\nLOAD TEMP[0].x, MEMORY[0], IMM[0].xxxx\n"
        "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
        "", 4 + 8},
       {"STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n", "", 0},
   };
   for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
      struct nvp4c_options o;
      char text[800], got[400] = "", name[60];
      nvp4c_options_init(&o, sizeof o);
      o.output.reflection = 1;
      o.key.shared_bytes = 32;
      snprintf(text, sizeof text,
               "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], BLOCK_ID\nDCL SV[1], GRID_SIZE\nDCL BUFFER[0]\n"
               "DCL MEMORY[0], SHARED\nDCL TEMP[0]\nIMM[0] UINT32 {0, 16, 0, 0}\n%sEND\n",
               rows[k].code);
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
         const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
         if (e->kind != NVP4C_INPUT || e->location.reg != NVP4C_REG_COEFFICIENT)
            continue;
         nvp4c_reflection_name(e, name, sizeof name);
         snprintf(got + strlen(got), sizeof got - strlen(got), "%s:%u ", name, e->location.number);
      }
      ck_assert_str_eq(got, rows[k].places);
      ck_assert_uint_eq(nvp4c_result_facts(r).coefficients, rows[k].coefficients);
      nvp4c_result_free(r);
   }
}
END_TEST

/* Inputs take a set of coefficients for each component, one after another, after that of W, which perspective divides by. */
START_TEST(agx_coefficients)
{
   static const char text[] = "!!NVfp4.0\nTEMP t;\nMUL t, fragment.texcoord[0], fragment.texcoord[1].y;\nMUL result.color, t, "
                              "fragment.texcoord[4];\nEND\n";
   struct nvp4c_options o;
   unsigned seen = 0;
   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.output.reflection = 1;
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->kind == NVP4C_INPUT && e->location.number < 32)
         seen |= 1u << e->location.number;
   }
   ck_assert_uint_eq(seen, 0x3fe); /* 9 components after W */
   nvp4c_result_free(r);
}
END_TEST

SUITE_MAIN("reflection", 120, NULL, NULL, state_items, source_counts, over_limits, textures, declared, ranges, facts, json,
           agx_uniforms, usc_workgroup, agx_coefficients)
