/* SPDX-License-Identifier: MIT */
/* Large amounts of data between stages: inputs of geometry programs in memory, stream output of many outputs. */
#include "gl-driver/pipe/query.h"
#include "gl-driver/tests/scene.h"

#include <stdio.h>
#include <stdlib.h>

/* A text, made line by line. */
struct text {
   char s[16384];
   size_t length;
};
#define LINE(t, ...) ((t)->length += (size_t)snprintf((t)->s + (t)->length, sizeof(t)->s - (t)->length, __VA_ARGS__))

/* A position and `count` generic outputs: the value of the vertex, plus a constant for each. */
static void many_outputs(struct text *t, unsigned count)
{
   LINE(t, "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\n");
   for (unsigned i = 0; i < count; i++)
      LINE(t, "DCL OUT[%u], GENERIC[%u]\n", 1 + i, i);
   for (unsigned i = 0; i < count; i++)
      LINE(t, "IMM[%u] FLT32 {%u.0, %u.25, %u.5, %u.75}\n", i, i, i, i, i);
   LINE(t, "0: MOV OUT[0], IN[0]\n");
   for (unsigned i = 0; i < count; i++)
      LINE(t, "%u: ADD OUT[%u], IN[1], IMM[%u]\n", 1 + i, 1 + i, i);
   LINE(t, "%u: END\n", 1 + count);
}

/* Triangles of 3 * 4 * 24 components: each emitted vertex has the sum of one output over the three vertices. */
START_TEST(inputs_in_memory)
{
   enum { OUTPUTS = 24 };
   struct text vertex = {.length = 0}, geometry = {.length = 0};
   struct scene s;

   if (scene_target == NVP4C_TARGET_AGX) /* AGX does not have geometry programs */
      return;
   many_outputs(&vertex, OUTPUTS);
   LINE(&geometry,
        "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 64\n"
        "PROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\n");
   for (unsigned i = 0; i < OUTPUTS; i++)
      LINE(&geometry, "DCL IN[][%u], GENERIC[%u]\n", 1 + i, i);
   LINE(&geometry, "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL TEMP[0..1]\n"
                   "IMM[0] FLT32 {0.0625, 0.0, 0.0, 0.0}\nIMM[1] UINT32 {0, 0, 0, 0}\n0: MOV TEMP[0], IN[0][0]\n");
   unsigned at = 1;
   for (unsigned i = 0; i < OUTPUTS; i++) { /* each a pixel further to the right */
      LINE(&geometry, "%u: MOV OUT[0], TEMP[0]\n%u: ADD TEMP[1], IN[0][%u], IN[1][%u]\n", at, at + 1, 1 + i, 1 + i);
      LINE(&geometry, "%u: ADD OUT[1], TEMP[1], IN[2][%u]\n%u: EMIT IMM[1].xxxx\n", at + 2, 1 + i, at + 3);
      LINE(&geometry, "%u: ADD TEMP[0].x, TEMP[0], IMM[0].xxxx\n", at + 4);
      at += 5;
   }
   LINE(&geometry, "%u: END\n", at);
   scene_begin(&s, 32, 1, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_VERTEX]);
   s.c.shader[STAGE_VERTEX] = scene_shader(STAGE_VERTEX, vertex.s);
   s.c.shader[STAGE_GEOMETRY] = scene_shader(STAGE_GEOMETRY, geometry.s);
   scene_draw(&s, PIPE_PRIM_TRIANGLES,
              (struct scene_vertex[]){scene_at(&s, 0.5f, 0.5f, 0.5f, 100), scene_at(&s, 0, 0, 0.5f, 200),
                                      scene_at(&s, 0, 0, 0.5f, 400)},
              3);
   for (unsigned i = 0; i < OUTPUTS; i++) {
      float f[4];
      memcpy(f, scene_pixel(&s, i, 0), sizeof f);
      for (unsigned n = 0; n < 4; n++)
         ck_assert_float_eq(f[n], 700 + 3 * ((float)i + (float)n / 4));
   }
   shader_free(s.c.shader[STAGE_GEOMETRY]);
   scene_end(&s);
}
END_TEST

/* More outputs than a vertex has words: captured and read ones have words. */
START_TEST(capture_of_many)
{
   struct text vertex = {.length = 0};
   struct scene s;
   struct so_target t = {.resource = scene_resource(PIPE_BUFFER, FORMAT_BYTE, 128, 1), .size = 128};

   many_outputs(&vertex, 32);
   const struct shader_source source = {
       .stage = STAGE_VERTEX,
       .text = vertex.s,
       .length = vertex.length,
       .num_outputs = 2,
       .output = {{.reg = 32, .components = 4}, {.reg = 1, .component = 1, .components = 2, .offset = 4}},
       .stride = {6}};
   scene_begin(&s, 4, 1, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_VERTEX]);
   s.c.shader[STAGE_VERTEX] = shader_create(&source);
   s.c.so[0] = &t;
   s.c.num_so = 1;
   scene_draw(&s, PIPE_PRIM_POINTS,
              (struct scene_vertex[]){scene_at(&s, 1.5f, 0.5f, 0.5f, 1), scene_at(&s, 2.5f, 0.5f, 0.5f, 7)}, 2);
   ck_assert_uint_eq(t.written, 48);
   for (unsigned v = 0; v < 2; v++) {
      const float value = v ? 7 : 1;
      float f[6], pixel[4];
      memcpy(f, t.resource->data + 24 * v, sizeof f);
      memcpy(pixel, scene_pixel(&s, 1 + v, 0), sizeof pixel);
      for (unsigned n = 0; n < 4; n++) {
         ck_assert_float_eq(f[n], value + 31 + (float)n / 4);
         ck_assert_float_eq(pixel[n], value + (float)n / 4);
      }
      ck_assert_float_eq(f[4], value + 0.25f);
      ck_assert_float_eq(f[5], value + 0.5f);
   }
   resource_unref(t.resource);
   scene_end(&s);
}
END_TEST

/* The captured triangles of a fan keep their provoking vertex: the second one of (0, i, i + 1), or the third. */
START_TEST(captured_fan)
{
   static const float want[2][6] = {{3, 1, 2, 4, 1, 3}, {2, 3, 1, 3, 4, 1}};
   const struct shader_source source = {.stage = STAGE_VERTEX,
                                        .text = scene_vertex,
                                        .length = strlen(scene_vertex),
                                        .num_outputs = 1,
                                        .output = {{.reg = 1, .components = 1}},
                                        .stride = {1}};

   for (unsigned first = 0; first < 2; first++) {
      struct scene s;
      struct so_target t = {.resource = scene_resource(PIPE_BUFFER, FORMAT_BYTE, 64, 1), .size = 64};
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      shader_free(s.c.shader[STAGE_VERTEX]);
      s.c.shader[STAGE_VERTEX] = shader_create(&source);
      s.c.so[0] = &t;
      s.c.num_so = 1;
      s.rasterizer.flatshade_first = first;
      scene_draw(&s, PIPE_PRIM_TRIANGLE_FAN,
                 (struct scene_vertex[]){scene_at(&s, 0, 0, 0.5f, 1), scene_at(&s, 4, 0, 0.5f, 2), scene_at(&s, 4, 4, 0.5f, 3),
                                         scene_at(&s, 0, 4, 0.5f, 4)},
                 4);
      ck_assert_uint_eq(t.written, 24);
      for (unsigned i = 0; i < 6; i++) {
         float f, last = want[0][i / 3 * 3 + (i + 1) % 3]; /* with the last vertex: the triangle as it is */
         memcpy(&f, t.resource->data + 4 * i, sizeof f);
         ck_assert_float_eq(f, first ? want[1][i] : last);
      }
      resource_unref(t.resource);
      scene_end(&s);
   }
}
END_TEST

/* A geometry program selects the viewport of a point, which the fragment program reads, and a layer, which has no effect in a
   framebuffer without layers and is 0 there. */
START_TEST(viewports)
{
   static const char text[] =
       "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 1\n"
       "PROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL OUT[0], POSITION\nDCL OUT[1], "
       "GENERIC[0]\n"
       "DCL OUT[2], VIEWPORT_INDEX\nDCL OUT[3], LAYER\nIMM[0] UINT32 {0, 2, 0, 0}\n"
       "0: MOV OUT[0], IN[0][0]\n1: MOV OUT[1], IN[0][1]\n2: F2U OUT[2].x, IN[0][1].xxxx\n3: MOV OUT[3].x, IMM[0].yyyy\n"
       "4: EMIT IMM[0].xxxx\n5: END\n";
   static const char places[] =
       "FRAG\nDCL IN[0], VIEWPORT_INDEX, CONSTANT\nDCL IN[1], LAYER, CONSTANT\nDCL IN[2], GENERIC[0], PERSPECTIVE\n"
       "DCL OUT[0], COLOR\nU2F OUT[0].x, IN[0].xxxx\nMOV OUT[0].y, IN[2].yyyy\nU2F OUT[0].z, IN[1].xxxx\nEND\n";
   struct scene s;

   if (scene_target == NVP4C_TARGET_AGX)
      return;
   scene_begin(&s, 8, 1, FORMAT_RGBA32F);
   s.c.shader[STAGE_GEOMETRY] = scene_shader(STAGE_GEOMETRY, text);
   shader_free(s.c.shader[STAGE_FRAGMENT]);
   s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, places);
   s.rasterizer.scissor = true;
   for (unsigned i = 0; i < 4; i++) { /* a pixel each; the scissor of the last one is empty */
      s.c.viewport[i].scale[0] = s.c.viewport[i].scale[1] = s.c.viewport[i].scale[2] = 0.5f;
      s.c.viewport[i].translate[0] = 2 * (float)i + 0.5f;
      s.c.viewport[i].translate[1] = s.c.viewport[i].translate[2] = 0.5f;
      s.c.scissor[i].x1 = (uint16_t)(i < 3 ? 8 : 0);
      s.c.scissor[i].y1 = 1;
   }
   struct scene_vertex v[4];
   for (unsigned i = 0; i < 4; i++)
      v[i] = (struct scene_vertex){{0, 0, 0, 1}, {(float)i, 1, 1, 1}};
   scene_draw(&s, PIPE_PRIM_POINTS, v, 4);
   for (unsigned x = 0; x < 8; x++) {
      float f[4];
      memcpy(f, scene_pixel(&s, x, 0), sizeof f);
      ck_assert_float_eq(f[0], x % 2 == 0 && x < 6 ? (float)x / 2 : 0);
      ck_assert_float_eq(f[1], x % 2 == 0 && x < 6 ? 1 : 0);
      ck_assert_float_eq(f[2], 0);
   }
   shader_free(s.c.shader[STAGE_GEOMETRY]);
   scene_end(&s);
}
END_TEST

/* Vertices of the second stream are points, which only go to their own buffer. Each stream has its own counters. */
START_TEST(streams)
{
   if (scene_target == NVP4C_TARGET_AGX)
      return; /* AGX does not have this stage */
   static const char text[] =
       "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
       "PROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL OUT[0], POSITION\nDCL OUT[1], "
       "GENERIC[0]\n"
       "DCL OUT[2], GENERIC[1], STREAM(1, 1, 1, 1)\nIMM[0] UINT32 {0, 1, 0, 0}\nIMM[1] FLT32 {100.0, 200.0, 0.0, 0.0}\n"
       "0: ADD OUT[2], IN[0][1], IMM[1].xxxx\n1: EMIT IMM[0].yyyy\n2: MOV OUT[0], IN[0][0]\n3: MOV OUT[1], IN[0][1]\n4: EMIT "
       "IMM[0].xxxx\n"
       "5: ADD OUT[2], IN[0][1], IMM[1].yyyy\n6: EMIT IMM[0].yyyy\n7: END\n";
   const struct shader_source source = {
       .stage = STAGE_GEOMETRY,
       .text = text,
       .length = strlen(text),
       .num_outputs = 2,
       .output = {{.reg = 1, .components = 1}, {.reg = 2, .components = 1, .buffer = 1, .stream = 1}},
       .stride = {1, 1}};
   static const float want[2][4] = {{1, 2, 0, 0}, {101, 201, 102, 0}}; /* the last vertex of the second stream does not fit */
   struct so_target t[2] = {{.resource = scene_resource(PIPE_BUFFER, FORMAT_BYTE, 16, 1), .size = 16},
                            {.resource = scene_resource(PIPE_BUFFER, FORMAT_BYTE, 16, 1), .size = 12}};
   struct query q[3] = {{.type = PIPE_QUERY_PRIMITIVES_EMITTED},
                        {.type = PIPE_QUERY_PRIMITIVES_GENERATED, .index = 1},
                        {.type = PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE}};
   static const uint64_t counts[3] = {2, 4, 1};
   struct scene s;

   scene_begin(&s, 4, 1, FORMAT_RGBA32F);
   s.c.shader[STAGE_GEOMETRY] = shader_create(&source);
   for (unsigned i = 0; i < 2; i++)
      s.c.so[i] = &t[i];
   s.c.num_so = 2;
   for (unsigned i = 0; i < 3; i++)
      query_begin(&s.c, &q[i]);
   scene_draw(&s, PIPE_PRIM_POINTS,
              (struct scene_vertex[]){scene_at(&s, 1.5f, 0.5f, 0.5f, 1), scene_at(&s, 2.5f, 0.5f, 0.5f, 2)}, 2);
   for (unsigned i = 0; i < 3; i++) {
      query_end(&s.c, &q[i]);
      ck_assert_uint_eq(q[i].value, counts[i]);
   }
   for (unsigned i = 0; i < 2; i++) {
      ck_assert_uint_eq(t[i].written, i ? 12 : 8);
      ck_assert_mem_eq(t[i].resource->data, want[i], 16);
      resource_unref(t[i].resource);
   }
   float f[4];
   memcpy(f, scene_pixel(&s, 1, 0), sizeof f);
   ck_assert_float_eq(f[0], 1);
   shader_free(s.c.shader[STAGE_GEOMETRY]);
   scene_end(&s);
}
END_TEST

/* The client's workaround for absolute values gives positive zeros. */
START_TEST(absolute_value)
{
   static const char text[] = "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0]\nDCL TEMP[0]\nIMM[0] UINT32 {1, 0, 0, 0}\n"
                              "  0: MAX TEMP[0], CONST[0].xyzw, -CONST[0].xyzw\n  1: USHR TEMP[0].xyz, TEMP[0], IMM[0].yyyy\n"
                              "  2: MOV OUT[0], TEMP[0]\n  3: END\n";
   static const uint32_t constant[4] = {0x80000000u, 0, 0xc0000000u, 0x3f800000u}, want[4] = {0, 0, 0x40000000u, 0x3f800000u};
   struct scene s;

   scene_begin(&s, 1, 1, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_FRAGMENT]);
   s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, text);
   s.c.constants[STAGE_FRAGMENT][0].data = (const uint8_t *)constant;
   s.c.constants[STAGE_FRAGMENT][0].size = sizeof constant;
   scene_fill(&s, 0.5f, (const float[]){0, 0, 0, 0});
   ck_assert_mem_eq(scene_pixel(&s, 0, 0), want, sizeof want);
   scene_end(&s);
}
END_TEST

/* Draw-uniform values are computed again when constants change. */
START_TEST(constants_change)
{
   static const char text[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0][0..1]\nDCL TEMP[0]\n"
                              "  0: MUL TEMP[0], CONST[0][0], CONST[0][1]\n  1: RCP TEMP[0].w, CONST[0][1].wwww\n"
                              "  2: MUL OUT[0], IN[0], TEMP[0]\n  3: END\n";
   static const float constant[3][8] = {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 4}, {2, 2, 3, 4, 5, 6, 7, 0.5f}};
   struct scene s;

   scene_begin(&s, 1, 1, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_FRAGMENT]);
   s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, text);
   s.c.constants[STAGE_FRAGMENT][0].size = sizeof constant[0];
   for (unsigned i = 0; i < 8; i++) { /* 0 0 1 1 2 0 1 2 */
      const float *k = constant[i < 5 ? i / 2 : i - 5], want[4] = {2 * k[0] * k[4], 2 * k[1] * k[5], 2 * k[2] * k[6], 2 / k[7]};
      s.c.constants[STAGE_FRAGMENT][0].data = (const uint8_t *)k;
      scene_fill(&s, 0.5f, (const float[]){2, 2, 2, 2});
      ck_assert_mem_eq(scene_pixel(&s, 0, 0), want, sizeof want);
   }
   scene_end(&s);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {inputs_in_memory, capture_of_many, captured_fan,    viewports,
                                 streams,          absolute_value,  constants_change};

   return scene_run("stages of the GL driver", tests, sizeof tests / sizeof *tests);
}
