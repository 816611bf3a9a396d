/* SPDX-License-Identifier: MIT */
/*
 * The driver's half of the AGX ABI. Texture accesses are compared with the texture unit itself. Programs that violate
 * docs/abi-agx.md are reported, each next to one that conforms. The programs are written by hand, without the code generator.
 */
#include "backend-agx/isa/agx_format.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-agx/text/agx_text.h"
#include "semantics/sampler.h"
#include "tests/unit/common/suite.h"
#include "util/ctx.h"

#include <stdio.h>
#include <string.h>

static struct util_ctx ctx;
static struct exec_sampler sampler = {.seed = 5};
static uint32_t in_values[1][SLOT_COUNT][4][EXEC_LANES], out_values[SLOT_COUNT][4][EXEC_LANES];

/* The components of a flat input are in r40..r43 and, as f16, r44l..r45h; the result is a colour in r4..r7. */
#define BEGIN                                                                                                                  \
   "ldcf r20_r21_r22, cf0\nmov r40, r22\nldcf r20_r21_r22, cf1\nmov r41, r22\nldcf r20_r21_r22, cf2\nmov r42, r22\n"           \
   "ldcf r20_r21_r22, cf3\nmov r43, r22\nfadd32 r44l, r42, -0.0\nfadd32 r44h, r43, -0.0\n"
#define SAMPLE "texture_sample 0, "
#define LOAD "texture_load 0, "
#define TO "r4_r5_r6_r7, "
#define ALL "none, xyzw, " TO
#define END "\nwait 0\n"

enum values { FLOATS, INTEGERS };

struct row {
   const char *code;
   struct agx_texture texture;
   struct agx_uniform uniform[2]; /* kind AGX_UNI_CONST with half 0 means none */
   enum values values;
   enum exec_tex_op op; /* the same for the texture unit, with coordinates and so on from the inputs: */
   uint8_t lod, layer, ref; /* 1 + component, or 0 if there is none */
   bool gradients, outside; /* dx, dy are components 2 and 3, 3 and 2; the position is not that of a texel */
   uint8_t gather, shadow; /* shadow: only x is compared */
   const char *fault;
};
#define F(text) .fault = text
#define OK(o) .op = o
#define TEX(u, t) .texture = {.unit = u, .sampler_unit = u, .target = t}
/* the layer of r42 (unit 1: five of them) in the low half of r42 */
#define CLAMP "convert f_to_u32, r46, r42, rte\nicmpsel ult, r42, r46, 4, r46, 4\n"

static const struct row rows[] = {
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), OK(TEX_SAMPLE)},
    {SAMPLE ALL "ts1, ss3, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), F("does not declare together")},
    {SAMPLE ALL "ts2, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), F("does not declare together")},
    {SAMPLE ALL "ts1, ss6, tex_2d, r40_r41, auto_lod, 0" END, .texture = {.unit = 1, .sampler_unit = 5, .target = TEX_2D},
     OK(TEX_SAMPLE)},
    {SAMPLE ALL "ts1, ss0, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D),
     F("a filtered access with the sampler for fetches")},
    {SAMPLE ALL "ts17, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(17, TEX_2D), F("that the driver does not fill")},
    {"mov_imm r47, 480, 0b0\nmov r48l, u10l\n" SAMPLE ALL "u0_u1, r47, r48l, tex_2d, r40_r41, auto_lod, 0" END, TEX(20, TEX_2D),
     .uniform = {{AGX_UNI_SAMPLER, 0, 20, 20}}, OK(TEX_SAMPLE)},
    {"mov_imm r47, 481, 0b0\nmov r48l, u10l\n" SAMPLE ALL "u0_u1, r47, r48l, tex_2d, r40_r41, auto_lod, 0" END, TEX(20, TEX_2D),
     .uniform = {{AGX_UNI_SAMPLER, 0, 20, 20}}, F("not in the heap")},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod_bias, r44l" END, TEX(1, TEX_2D), OK(TEX_BIAS), .lod = 1 + 2},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, lod_min, r44h" END, TEX(1, TEX_2D), OK(TEX_LOD), .lod = 1 + 3},
    {"mov r48, r42\nmov r49, r43\nmov r50, r43\nmov r51, r42\n" SAMPLE ALL
     "ts1, ss2, tex_2d, r40_r41, lod_grad, r48_r49_r50_r51" END,
     TEX(1, TEX_2D), OK(TEX_GRAD), .gradients = true},
    {SAMPLE ALL "ts1, ss2, tex_3d, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_3D), OK(TEX_SAMPLE)},
    {SAMPLE ALL "ts1, ss2, tex_cube, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_CUBE), OK(TEX_SAMPLE)},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_CUBE),
     F("the dimension of the access differs from that of the texture")},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_RECT), OK(TEX_SAMPLE)},
    {"mov_imm r41, 1056964608, 0b0\n" SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_1D), OK(TEX_SAMPLE)},
    {"mov_imm r41, 0, 0b0\n" SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_1D),
     F("y of a 1D texture is not the constant 0.5, or 0 in a fetch")},
    {CLAMP SAMPLE ALL "ts1, ss2, tex_2d_array, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_ARRAY2D), OK(TEX_SAMPLE),
     .layer = 1 + 2},
    {"mov_imm r42, 5, 0b0\n" SAMPLE ALL "ts1, ss2, tex_2d_array, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_ARRAY2D),
     F("a layer that the texture does not have")},
    {SAMPLE "none, xy, r4_r5, ts1, ss2, tex_2d_array, r40_r41, auto_lod, 0, query_lod" END, TEX(1, TEX_ARRAY2D), OK(TEX_LEVEL)},
    {CLAMP SAMPLE ALL "ts1, ss2, tex_2d_array, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_2D),
     F("a layer of a texture that is not an array")},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_ARRAY2D),
     F("an array texture is accessed without a layer")},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0, r43" END, TEX(1, TEX_SHADOW2D), OK(TEX_SAMPLE), .ref = 1 + 3,
     .shadow = 1},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_SHADOW2D),
     F("a shadow texture is accessed without a comparison value")},
    {SAMPLE "gather_b, xyzw, " TO "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), OK(TEX_GATHER), .gather = 2},
    {SAMPLE "gather_r, xyzw, " TO "ts1, ss2, tex_2d, r40_r41, auto_lod, 0, r43" END, TEX(1, TEX_SHADOW2D), OK(TEX_GATHER),
     .ref = 1 + 3},
    {LOAD ALL "ts1, ss0, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), .values = INTEGERS, OK(TEX_FETCH)},
    {LOAD ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2D), .values = INTEGERS, F("a sampler that filters")},
    {"mov r46l, r43l\n" LOAD ALL "ts1, ss0, tex_2d, r40_r41, lod_min, r46l" END, TEX(1, TEX_2D), .values = INTEGERS,
     OK(TEX_FETCH), .lod = 1 + 3},
    {"mov_imm r46l, 40\n" LOAD ALL "ts1, ss0, tex_2d, r40_r41, lod_min, r46l" END, TEX(1, TEX_2D), .values = INTEGERS,
     F("a fetch from a level")},
    {"mov_imm r46l, 40\nmov_imm r40, 65520, 0b0\n" LOAD ALL "ts1, ss0, tex_2d, r40_r41, lod_min, r46l" END, TEX(1, TEX_2D),
     .values = INTEGERS, OK(TEX_FETCH), .outside = true}, /* 0 */
    {"and r42, r42, 3\n" LOAD ALL "ts1, ss0, tex_2d_array, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_ARRAY2D),
     .values = INTEGERS, OK(TEX_FETCH), .layer = 1 + 2},
    {"and r42, r42, 1\n" LOAD ALL "ts1, ss0, tex_2d_ms, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_2DMS), .values = INTEGERS,
     OK(TEX_FETCH), .lod = 1 + 2},
    {"mov_imm r42, 9, 0b0\n" LOAD ALL "ts1, ss0, tex_2d_ms, r40_r41_r42, auto_lod, 0" END, TEX(1, TEX_2DMS), .values = INTEGERS,
     F("a fetch of a sample")},
    {LOAD ALL "ts1, ss0, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_2DMS), .values = INTEGERS,
     F("a sample number and a multisample texture require each other")},
    /* a buffer of 32 texels; reads beyond it return -1, -1 */
    {"mov_imm r41, 0, 0b0\nicmpsel ult, r46, r40, u10, r40, r43\nmov_imm r47, 4294967295, 0b0\nicmpsel ult, r41, r40, u10, "
     "r41, r47\nicmpsel ult, r40, r40, u10, r40, r47\n" LOAD ALL "ts1, ss0, tex_2d, r40_r41, auto_lod, 0" END,
     TEX(1, TEX_BUFFER), .uniform = {{AGX_UNI_TEX_SIZE, 0, 20, 1}}, .values = INTEGERS, OK(TEX_FETCH)},
    {"mov_imm r41, 0, 0b0\nmov_imm r40, 5000, 0b0\n" LOAD ALL "ts1, ss0, tex_2d, r40_r41, auto_lod, 0" END, TEX(1, TEX_BUFFER),
     .values = INTEGERS, F("a texel after the end of a buffer, in its last row")},
    {SAMPLE ALL "ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END,
     .texture = {.unit = 1, .sampler_unit = 1, .target = TEX_2D, .integer = true}, OK(TEX_SAMPLE)},
    {SAMPLE "none, x, r4l, ts1, ss2, tex_2d, r40_r41, auto_lod, 0" END,
     .texture = {.unit = 1, .sampler_unit = 1, .target = TEX_2D, .integer = true}, F("integers in 16-bit registers")},
};

static const uint8_t *assemble(const char *text, size_t *len)
{
   struct util_buf code;

   util_buf_init(&code, &ctx);
   agx_assemble_text(&ctx, text, strlen(text), &code, NULL);
   ck_assert_msg(ctx.status == UTIL_OK, "%s: %s", text, ctx.diags ? ctx.diags->message : "?");
   *len = code.len;
   return (const uint8_t *)code.data;
}

static struct exec_wave new_wave(enum values values)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         in_values[0][SLOT_TEXCOORD][c][l] = values == INTEGERS
                                                 ? (l * (c + 3) + c) % (c == 3 ? 4 : 23)
                                                 : num_u((float)((l * (2 * c + 3)) % 17) * 0.21f - (c < 2) * 0.5f);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      in_values[0][SLOT_POSITION][0][l] = num_u((float)(l & 1) + 8.5f);
      in_values[0][SLOT_POSITION][1][l] = num_u((float)(l >> 1) + 0.5f);
      in_values[0][SLOT_SAMPLE_ID][0][l] = 3;
      in_values[0][SLOT_SAMPLE_MASK][0][l] = 15;
   }
   memset(out_values, 0, sizeof out_values);
   return (struct exec_wave){.num = &num_model_agx,
                             .valid = UINT32_MAX,
                             .budget = 1000,
                             .in = in_values,
                             .tex = exec_sampler_fn,
                             .tex_user = &sampler,
                             .out = out_values};
}

/* The same access, made by the texture unit itself. */
static void expect(const struct row *row, exec_lanes want[4])
{
   struct exec_tex x;
   uint32_t(*in)[EXEC_LANES] = in_values[0][SLOT_TEXCOORD];

   memset(&x, 0, sizeof x);
   memset(want, 0, 4 * sizeof *want);
   x.op = row->op;
   x.target = (enum exec_tex_target)row->texture.target;
   x.unit = row->texture.unit;
   x.sampler = row->texture.sampler_unit + 1u;
   x.component = row->gather;
   x.integer = row->texture.integer;
   x.active = x.quad_valid = UINT32_MAX;
   for (unsigned k = 0; k < 3; k++)
      memcpy(x.coord[k], in[k], sizeof(exec_lanes));
   if (row->lod)
      memcpy(x.lod, in[row->lod - 1], sizeof(exec_lanes));
   if (row->layer)
      memcpy(x.layer, in[row->layer - 1], sizeof(exec_lanes));
   if (row->ref)
      memcpy(x.ref, in[row->ref - 1], sizeof(exec_lanes));
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (row->outside)
         x.coord[0][l] = 0xfff0;
      if (row->texture.target == TEX_2DMS)
         x.lod[l] &= 1;
      if (row->texture.target == TEX_ARRAY2D && row->values == INTEGERS)
         x.layer[l] &= 3;
      for (unsigned k = 0; k < 2 && row->gradients; k++) {
         x.ddx[k][l] = in[k ? 3 : 2][l];
         x.ddy[k][l] = in[k ? 2 : 3][l];
      }
   }
   exec_sampler_fn(&sampler, &num_model_agx, &x, want);
}

START_TEST(textures)
{
   const struct row *row = &rows[_i];
   static const struct agx_io inputs[] = {{SLOT_TEXCOORD, INTERP_FLAT, 15, 0}}, outputs[] = {{SLOT_FRAG_COLOR, 0, 15, 8}};
   struct agx_texture texture = row->texture;
   struct agx_program p = {.stage = AGX_STAGE_FRAGMENT,
                           .inputs = inputs,
                           .num_inputs = 1,
                           .outputs = outputs,
                           .num_outputs = 1,
                           .num_cf = 4,
                           .textures = &texture,
                           .num_textures = 1,
                           .uniforms = row->uniform,
                           .num_uniforms = row->uniform[0].half != 0};
   char text[2048];
   exec_lanes want[4];

   texture.fetched = true;
   util_ctx_init(&ctx, NULL, 0);
   snprintf(text, sizeof text, "%s%s", BEGIN, row->code);
   p.code = assemble(text, &p.len);
   struct exec_wave t = new_wave(row->values);
   const enum exec_status st = agx_harness_run(&ctx, agx_harness_decode(&ctx, &p), &t);
   if (row->fault) {
      ck_assert_msg(st == EXEC_FAULT && strstr(t.fault, row->fault), "%s: expected %s, got %s", row->code, row->fault,
                    t.fault ? t.fault : "no fault");
   } else {
      ck_assert_msg(st == EXEC_DONE, "%s: %s", row->code, t.fault ? t.fault : "?");
      expect(row, want);
      for (unsigned c = 0; c < (row->op == TEX_LEVEL ? 2 : row->shadow ? 1 : 4); c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            ck_assert_msg(want[c][l] == out_values[SLOT_FRAG_COLOR][c][l], "%s component %u lane %u: %08x, expected %08x",
                          row->code, c, l, out_values[SLOT_FRAG_COLOR][c][l], want[c][l]);
   }
   util_ctx_finish(&ctx);
}
END_TEST

/* ---- interpolation, parts, preambles ------------------------------------------------------------------------------------- */

static const struct {
   const char *code, *preamble, *fault;
   uint8_t stage, interp;
   bool w;
   uint8_t samples; /* samples that are shaded one by one */
} others[] = {
    {"iterproj r4_r5_r6_r7, cf1, cf0, center\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_SMOOTH, true, 0},
    {"iter r4_r5_r6_r7, cf1, center\n", NULL, "an input is interpolated with the wrong perspective mode", AGX_STAGE_FRAGMENT,
     INTERP_SMOOTH, true, 0},
    {"iterproj r4_r5_r6_r7, cf1, cf0, centroid\n", NULL, "an input is interpolated at the wrong place in the pixel",
     AGX_STAGE_FRAGMENT, INTERP_SMOOTH, true, 0},
    {"iterproj r4_r5_r6_r7, cf1, cf0, centroid\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_CENTROID, true, 0},
    {"iterproj r4_r5_r6_r7, cf1, cf2, center\n", NULL, "a division by a coefficient other than W", AGX_STAGE_FRAGMENT,
     INTERP_SMOOTH, true, 0},
    {"iter r4_r5_r6_r7, cf0, center\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    {"iterproj r4_r5_r6_r7, cf0, cf0, center\n", NULL, "an input is interpolated with the wrong perspective mode",
     AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    {"iter r4_r5_r6_r7, cf0, 0, sample\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE_SAMPLE, false, 0},
    {"iter r4_r5_r6_r7, cf0, 1, sample\n", NULL, "an input is interpolated at a sample that is not shaded", AGX_STAGE_FRAGMENT,
     INTERP_NOPERSPECTIVE_SAMPLE, false, 0},
    {"ldcf r8_r9_r10, cf0\nmov r4, r10\nldcf r8_r9_r10, cf1\nmov r5, r10\nldcf r8_r9_r10, cf2\nmov r6, r10\nldcf r8_r9_r10, "
     "cf3\nmov r7, r10\n",
     NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_FLAT, false, 0},
    {"iter r4_r5_r6_r7, cf0, center\n", NULL, "a flat input is interpolated", AGX_STAGE_FRAGMENT, INTERP_FLAT, false, 0},
    {"ldcf r8_r9_r10, cf0\n", NULL, "ldcf reads an input that is not flat", AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    {"iter r4_r5_r6_r7, cf5, center\n", NULL, "that the driver does not fill", AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false,
     0},
    {"iter r4_r5_r6_r7, cf0, 3, sample\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE_SAMPLE, false, 4},
    {"iter r4_r5_r6_r7, cf0, 0, sample\n", NULL, "an input is interpolated at a sample that is not shaded", AGX_STAGE_FRAGMENT,
     INTERP_NOPERSPECTIVE_SAMPLE, false, 4},
    {"ffs r8, r0h\niter r4_r5_r6_r7, cf0, r8l, sample\n", NULL, NULL, AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE_SAMPLE, false,
     4},
    {"iter r4_r5_r6_r7, cf0, center\nmov_imm r0h, 1\n", NULL, "is not preserved", AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE,
     false, 4},
    /* the preamble writes u10, and its words are the input here */
    {"iter r4_r5_r6_r7, cf0, center\nfadd32 r4, r4, u10\n", "mov_imm r2, 0, 0b0\nuniform_store xy, r2l_r2h, 20\nstop\n", NULL,
     AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    {"iter r4_r5_r6_r7, cf0, center\n", "mov_imm r2, 0, 0b0\nuniform_store xy, r2l_r2h, 22\nstop\n",
     "a uniform that is not its own", AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    {"iter r4_r5_r6_r7, cf0, center\n", "mov_imm r2, 0, 0b0\nuniform_store xy, r2l_r2h, 20\n",
     "byte 14 of the preamble: the program ends without stop", AGX_STAGE_FRAGMENT, INTERP_NOPERSPECTIVE, false, 0},
    /* r5 is the number of the vertex, r8.. the attribute */
    {"st_var r8, 0\nst_var r9, 1\nst_var r10, 2\nst_var_final r11, 3\nstop\n", NULL, NULL, AGX_STAGE_VERTEX, 0, false, 0},
    {"st_var r8, 0\nst_var r9, 1\nst_var r10, 2\nst_var_final r11, 3\n", NULL, "ends without stop", AGX_STAGE_VERTEX, 0, false,
     0},
    {"st_var r8, 0\nst_var r9, 1\nst_var r10, 2\nst_var r11, 3\nstop\n", NULL, "before the last output", AGX_STAGE_VERTEX, 0,
     false, 0},
};

START_TEST(programs)
{
   const bool fs = others[_i].stage == AGX_STAGE_FRAGMENT;
   const unsigned slot = fs ? SLOT_TEXCOORD : SLOT_VATTR, result = fs ? SLOT_FRAG_COLOR : SLOT_POSITION;
   const struct agx_io in = {(uint16_t)slot, others[_i].interp, 15, fs ? others[_i].w : 16},
                       out = {(uint16_t)result, 0, 15, fs ? 8 : 0};
   const struct agx_uniform own = {AGX_UNI_PREAMBLE, 0, 20, 0};
   struct agx_program p = {.stage = others[_i].stage,
                           .inputs = &in,
                           .num_inputs = 1,
                           .outputs = &out,
                           .num_outputs = 1,
                           .num_cf = fs ? 5 : 0,
                           .shaded_samples = others[_i].samples,
                           .mask_half = 1,
                           .reads_w = others[_i].w,
                           .uniforms = &own,
                           .num_uniforms = 1};

   util_ctx_init(&ctx, NULL, 0);
   p.code = assemble(others[_i].code, &p.len);
   if (others[_i].preamble)
      p.preamble = assemble(others[_i].preamble, &p.preamble_len);
   struct exec_wave t = new_wave(FLOATS);
   memcpy(in_values[0][SLOT_VATTR], in_values[0][SLOT_TEXCOORD], sizeof in_values[0][0]);
   const enum exec_status st = agx_harness_run(&ctx, agx_harness_decode(&ctx, &p), &t);
   if (others[_i].fault)
      ck_assert_msg(st == EXEC_FAULT && strstr(t.fault, others[_i].fault), "%s: expected %s, got %s", others[_i].code,
                    others[_i].fault, t.fault ? t.fault : "none");
   else
      ck_assert_msg(st == EXEC_DONE && !memcmp(out_values[result], in_values[0][slot], sizeof out_values[0]), "%s: %s",
                    others[_i].code, t.fault ? t.fault : "wrong");
   util_ctx_finish(&ctx);
}
END_TEST

/* ---- the tile: target 0 has its word at 0 and is written, target 1 has two words from 4 on, then there is nothing */

static const struct {
   const char *code, *fault;
   bool whole;
   uint8_t samples; /* samples that are shaded one by one */
   bool differs;    /* the result is not word y of target 1 */
} tiles[] = {
    {"wait_pix 8\nld_tile r4_r5, i32, xy, 4, 255\nwait_pix 4\nst_tile r5, i32, x, 0, 255\nstop\n", NULL, true, 0, false},
    {"wait_pix 8\nld_tile r4_r5, i32, xy, 4, 255\nwait_pix 4\nst_tile r4, i32, x, 0, 255\nstop\n", NULL, true, 0, true},
    {"ld_tile r4_r5, i32, xy, 4, 255\nwait_pix 12\nst_tile r5, i32, x, 0, 255\nstop\n", "without wait_pix 8", true, 0, false},
    {"wait_pix 12\nst_tile r4, i32, x, 4, 255\nstop\n", "outside the targets that the program writes", true, 0, false},
    {"wait_pix 12\nst_tile r4, i32, x, 12, 255\nstop\n", "outside the targets that the program writes", true, 0, false},
    {"wait_pix 8\nld_tile r4, i32, y, 4, 255\n", NULL, false, 0, false},
    {"wait_pix 8\nld_tile r4, i32, y, 4, r0h\n", NULL, false, 4, false},
    /* the lowest sample of the pixel, not the one that the invocation shades */
    {"wait_pix 8\nld_tile r4, i32, y, 4, 255\n", NULL, false, 4, true},
};

START_TEST(pixels)
{
   static const struct agx_io in = {SLOT_TARGET + 1, INTERP_FLAT, 3, AGX_CF_COUNT}, out = {SLOT_FRAG_COLOR, 0, 1, 8};
   struct agx_program p = {.stage = AGX_STAGE_FRAGMENT,
                           .inputs = &in,
                           .num_inputs = 1,
                           .outputs = &out,
                           .num_outputs = 1,
                           .whole = tiles[_i].whole,
                           .samples = 1,
                           .shaded_samples = tiles[_i].samples,
                           .mask_half = 1,
                           .target = {{AGX_TILE_RAW, 4, true}, {AGX_TILE_RAW, 8, true}, {AGX_TILE_RAW, 4, false}}};

   util_ctx_init(&ctx, NULL, 0);
   p.code = assemble(tiles[_i].code, &p.len);
   struct exec_wave t = new_wave(FLOATS);
   for (unsigned c = 0; c < 2; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         in_values[0][SLOT_TARGET + 1][c][l] = 0x1000 * c + l;
   const enum exec_status st = agx_harness_run(&ctx, agx_harness_decode(&ctx, &p), &t);
   const bool same = !memcmp(out_values[SLOT_FRAG_COLOR][0], in_values[0][SLOT_TARGET + 1][1], sizeof(exec_lanes));
   if (tiles[_i].fault)
      ck_assert_msg(st == EXEC_FAULT && strstr(t.fault, tiles[_i].fault), "%s: expected %s, got %s", tiles[_i].code,
                    tiles[_i].fault, t.fault ? t.fault : "none");
   else
      ck_assert_msg(st == EXEC_DONE && same == !tiles[_i].differs, "%s: %s", tiles[_i].code, t.fault ? t.fault : "wrong");
   util_ctx_finish(&ctx);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("agx_harness");
   TCase *t = tcase_create("all");

   tcase_add_loop_test(t, textures, 0, sizeof rows / sizeof *rows);
   tcase_add_loop_test(t, programs, 0, sizeof others / sizeof *others);
   tcase_add_loop_test(t, pixels, 0, sizeof tiles / sizeof *tiles);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}
