/* SPDX-License-Identifier: MIT */
/* What goes from stage to stage where there is much of it: inputs of geometry programs in memory, stream output of many outputs. */
#include "tests/gl/scene.h"

#include <stdio.h>
#include <stdlib.h>

/* A text, line by line. */
struct text {
   char s[16384];
   size_t length;
};
#define LINE(t, ...) ((t)->length += (size_t)snprintf((t)->s + (t)->length, sizeof(t)->s - (t)->length, __VA_ARGS__))

/* A position, and so many generic outputs: the value of the vertex, with a constant added to each. */
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

   if (scene_target == NVP4C_TARGET_AGX) /* it has no geometry programs */
      return;
   many_outputs(&vertex, OUTPUTS);
   LINE(&geometry, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 64\n"
                   "PROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\n");
   for (unsigned i = 0; i < OUTPUTS; i++)
      LINE(&geometry, "DCL IN[][%u], GENERIC[%u]\n", 1 + i, i);
   LINE(&geometry, "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL TEMP[0..1]\n"
                   "IMM[0] FLT32 {0.0625, 0.0, 0.0, 0.0}\nIMM[1] UINT32 {0, 0, 0, 0}\n0: MOV TEMP[0], IN[0][0]\n");
   unsigned at = 1;
   for (unsigned i = 0; i < OUTPUTS; i++) { /* a pixel further to the right each */
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
              (struct scene_vertex[]){scene_at(&s, 0.5f, 0.5f, 0.5f, 100), scene_at(&s, 0, 0, 0.5f, 200), scene_at(&s, 0, 0, 0.5f, 400)}, 3);
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

/* More outputs than a vertex has words for: those that are captured and those that are read have some. */
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
   scene_draw(&s, PIPE_PRIM_POINTS, (struct scene_vertex[]){scene_at(&s, 1.5f, 0.5f, 0.5f, 1), scene_at(&s, 2.5f, 0.5f, 0.5f, 7)}, 2);
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

int main(void)
{
   const TTest *const tests[] = {inputs_in_memory, capture_of_many};

   return scene_run("stages of the GL driver", tests, sizeof tests / sizeof *tests);
}
