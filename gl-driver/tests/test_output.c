/* SPDX-License-Identifier: MIT */
/* Tests and blending after the fragment program: GL 3.3, 4.1. Expected values are computed from the tables of the document. */
#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/query.h"
#include "gl-driver/tests/scene.h"

#include <stdio.h>

#define FORMAT_Z32F 18
#define FORMAT_RGB10A2 8

static const float white[4] = {1, 1, 1, 1};

static void expect_color(const struct scene *s, const uint8_t want[4], const char *what, unsigned n)
{
   const uint8_t *p = scene_pixel(s, 1, 1);
   if (memcmp(p, want, 4))
      ck_abort_msg("%s %u: %u %u %u %u, expected %u %u %u %u", what, n, p[0], p[1], p[2], p[3], want[0], want[1], want[2],
                   want[3]);
}

START_TEST(depth)
{
   /* the depths of 0.25, 0.5, 0.75 that pass against 0.5 */
   static const uint8_t pass[8] = {
       [PIPE_FUNC_NEVER] = 0,   [PIPE_FUNC_LESS] = 1,     [PIPE_FUNC_EQUAL] = 2,  [PIPE_FUNC_LEQUAL] = 3,
       [PIPE_FUNC_GREATER] = 4, [PIPE_FUNC_NOTEQUAL] = 5, [PIPE_FUNC_GEQUAL] = 6, [PIPE_FUNC_ALWAYS] = 7};
   for (unsigned func = 0; func < 8; func++)
      for (unsigned k = 0; k < 3; k++) {
         struct scene s;
         struct query q = {.type = PIPE_QUERY_OCCLUSION_COUNTER};
         const float z = 0.25f + 0.25f * (float)k;
         const bool passes = pass[func] >> k & 1;
         scene_begin(&s, 4, 4, FORMAT_RGBA8);
         s.dsa = (struct depth_stencil_alpha){.depth_enable = true, .depth_write = true, .depth_func = PIPE_FUNC_ALWAYS};
         scene_fill(&s, 0.5f, (float[4]){0, 0, 0, 0});
         s.dsa.depth_func = (uint8_t)func;
         query_begin(&s.c, &q);
         scene_fill(&s, z, white);
         query_end(&s.c, &q);
         ck_assert_uint_eq(*scene_pixel(&s, 1, 1), passes ? 255 : 0);
         ck_assert_uint_eq(q.value, passes ? 16 : 0);
         ck_assert_uint_eq(format_read_depth(FORMAT_Z24S8, resource_texel(s.c.depth.resource, 0, 1, 1, 0, 0)),
                           format_depth_bits(FORMAT_Z24S8, passes ? z : 0.5f));
         scene_end(&s);
      }
}
END_TEST

static uint8_t stencil_after(uint8_t before, unsigned op, uint8_t reference, uint8_t mask, bool back)
{
   struct scene s;
   scene_begin(&s, 4, 4, FORMAT_RGBA8);
   for (unsigned y = 0; y < 4; y++)
      for (unsigned x = 0; x < 4; x++)
         format_write_stencil(FORMAT_Z24S8, resource_texel(s.c.depth.resource, 0, x, y, 0, 0), before);
   s.dsa.stencil[0] = (struct stencil_face){.enable = true, .func = PIPE_FUNC_ALWAYS, .value_mask = 255, .write_mask = 255};
   s.dsa.stencil[1] = (struct stencil_face){.enable = true, .func = PIPE_FUNC_ALWAYS, .value_mask = 255, .write_mask = 255};
   s.dsa.stencil[back].zpass = (uint8_t)op;
   s.dsa.stencil[back].write_mask = mask;
   s.c.stencil_ref[back] = reference;
   s.rasterizer.front_ccw = back; /* the strip is clockwise if the first row is the top one */
   scene_fill(&s, 0.5f, white);
   const uint8_t after = format_read_stencil(FORMAT_Z24S8, resource_texel(s.c.depth.resource, 0, 1, 1, 0, 0));
   scene_end(&s);
   return after;
}

START_TEST(stencil)
{
   static const struct {
      uint8_t before, op, reference, mask, after;
   } rows[] = {
       {200, PIPE_STENCIL_OP_KEEP, 7, 255, 200},     {200, PIPE_STENCIL_OP_ZERO, 7, 255, 0},
       {200, PIPE_STENCIL_OP_REPLACE, 7, 255, 7},    {200, PIPE_STENCIL_OP_REPLACE, 7, 15, 199},
       {200, PIPE_STENCIL_OP_INCR, 7, 255, 201},     {255, PIPE_STENCIL_OP_INCR, 7, 255, 255},
       {255, PIPE_STENCIL_OP_INCR_WRAP, 7, 255, 0},  {0, PIPE_STENCIL_OP_DECR, 7, 255, 0},
       {0, PIPE_STENCIL_OP_DECR_WRAP, 7, 255, 255},  {200, PIPE_STENCIL_OP_DECR, 7, 255, 199},
       {0xca, PIPE_STENCIL_OP_INVERT, 7, 255, 0x35},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
      for (unsigned back = 0; back < 2; back++) {
         const uint8_t after = stencil_after(rows[i].before, rows[i].op, rows[i].reference, rows[i].mask, back);
         if (after != rows[i].after)
            ck_abort_msg("row %u, face %u: %u, expected %u", i, back, after, rows[i].after);
      }
}
END_TEST

/* The three stencil operations: the stencil test fails, the depth test fails, both pass. */
START_TEST(stencil_outcome)
{
   for (unsigned k = 0; k < 3; k++) {
      struct scene s;
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      s.dsa.depth_enable = true;
      s.dsa.depth_func = k == 1 ? PIPE_FUNC_NEVER : PIPE_FUNC_ALWAYS;
      s.dsa.stencil[0] = (struct stencil_face){.enable = true,
                                               .func = k ? PIPE_FUNC_EQUAL : PIPE_FUNC_LESS,
                                               .value_mask = 0xf0,
                                               .write_mask = 255,
                                               .fail = PIPE_STENCIL_OP_INCR,
                                               .zfail = PIPE_STENCIL_OP_REPLACE,
                                               .zpass = PIPE_STENCIL_OP_INVERT};
      s.c.stencil_ref[0] = 9;
      scene_fill(&s, 0.5f, white);
      const uint8_t after = format_read_stencil(FORMAT_Z24S8, resource_texel(s.c.depth.resource, 0, 1, 1, 0, 0));
      ck_assert_uint_eq(after, k == 0 ? 1 : k == 1 ? 9 : 255);
      ck_assert_uint_eq(*scene_pixel(&s, 1, 1), k == 2 ? 255 : 0);
      scene_end(&s);
   }
}
END_TEST

/* Source 1.0 0.6 0.4 0.2, target 0.2 0.4 0.6 0.8, constant 0.4 0.2 1.0 0.6. */
static void begin_blend(struct scene *s)
{
   static const float constant[4] = {0.4f, 0.2f, 1, 0.6f};
   scene_begin(s, 4, 4, FORMAT_RGBA8);
   scene_fill(s, 0.5f, (float[4]){0.2f, 0.4f, 0.6f, 0.8f});
   memcpy(s->c.blend_color, constant, sizeof constant);
   s->blend.target[0].enable = true;
   s->blend.target[0].rgb_src = s->blend.target[0].alpha_src = PIPE_BLENDFACTOR_ONE;
   s->blend.target[0].rgb_dst = s->blend.target[0].alpha_dst = PIPE_BLENDFACTOR_ZERO;
}
static void end_blend(struct scene *s, const uint8_t want[4], const char *what, unsigned n)
{
   scene_fill(s, 0.5f, (float[4]){1, 0.6f, 0.4f, 0.2f});
   expect_color(s, want, what, n);
   scene_end(s);
}

START_TEST(factors)
{
   static const struct {
      uint8_t factor, color[4];
   } rows[] = {
       {PIPE_BLENDFACTOR_ONE, {255, 153, 102, 51}},
       {PIPE_BLENDFACTOR_SRC_COLOR, {255, 92, 41, 10}},
       {PIPE_BLENDFACTOR_SRC_ALPHA, {51, 31, 20, 10}},
       {PIPE_BLENDFACTOR_DST_ALPHA, {204, 122, 82, 41}},
       {PIPE_BLENDFACTOR_DST_COLOR, {51, 61, 61, 41}},
       {PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE, {51, 31, 20, 51}},
       {PIPE_BLENDFACTOR_CONST_COLOR, {102, 31, 102, 31}},
       {PIPE_BLENDFACTOR_CONST_ALPHA, {153, 92, 61, 31}},
       {PIPE_BLENDFACTOR_ZERO, {0, 0, 0, 0}},
       {PIPE_BLENDFACTOR_INV_SRC_COLOR, {0, 61, 61, 41}},
       {PIPE_BLENDFACTOR_INV_SRC_ALPHA, {204, 122, 82, 41}},
       {PIPE_BLENDFACTOR_INV_DST_ALPHA, {51, 31, 20, 10}},
       {PIPE_BLENDFACTOR_INV_DST_COLOR, {204, 92, 41, 10}},
       {PIPE_BLENDFACTOR_INV_CONST_COLOR, {153, 122, 0, 20}},
       {PIPE_BLENDFACTOR_INV_CONST_ALPHA, {102, 61, 41, 20}},
   };
   /* the same factors on the target */
   static const struct {
      uint8_t factor, color[4];
   } targets[] = {
       {PIPE_BLENDFACTOR_ONE, {51, 102, 153, 204}},
       {PIPE_BLENDFACTOR_SRC_ALPHA, {10, 20, 31, 41}},
       {PIPE_BLENDFACTOR_INV_SRC_ALPHA, {41, 82, 122, 163}},
       {PIPE_BLENDFACTOR_SRC_COLOR, {51, 61, 61, 41}},
   };
   struct scene s;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      begin_blend(&s);
      s.blend.target[0].rgb_src = s.blend.target[0].alpha_src = rows[i].factor;
      end_blend(&s, rows[i].color, "factor of the source", rows[i].factor);
   }
   for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++) {
      begin_blend(&s);
      s.blend.target[0].rgb_src = s.blend.target[0].alpha_src = PIPE_BLENDFACTOR_ZERO;
      s.blend.target[0].rgb_dst = s.blend.target[0].alpha_dst = targets[i].factor;
      end_blend(&s, targets[i].color, "factor of the target", targets[i].factor);
   }
}
END_TEST

START_TEST(functions)
{
   static const uint8_t want[5][4] = {[PIPE_BLEND_ADD] = {255, 255, 255, 255},
                                      [PIPE_BLEND_SUBTRACT] = {204, 51, 0, 0},
                                      [PIPE_BLEND_REVERSE_SUBTRACT] = {0, 0, 51, 153},
                                      [PIPE_BLEND_MIN] = {51, 102, 102, 51},
                                      [PIPE_BLEND_MAX] = {255, 153, 153, 204}};
   for (unsigned i = 0; i < 5; i++) {
      struct scene s;
      begin_blend(&s);
      s.blend.target[0].rgb_dst = s.blend.target[0].alpha_dst = PIPE_BLENDFACTOR_ONE;
      s.blend.target[0].rgb_func = s.blend.target[0].alpha_func = (uint8_t)i;
      end_blend(&s, want[i], "function", i);
   }
}
END_TEST

START_TEST(logic_and_masks)
{
   /* for source 11001010 and target 10101100 */
   static const uint8_t want[16] = {0, 17, 36, 53, 66, 83, 102, 119, 136, 153, 172, 189, 202, 219, 238, 255};
   struct scene s;
   for (unsigned i = 0; i < 16; i++) {
      const uint8_t color[4] = {want[i], want[i], want[i], want[i]};
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      scene_fill(&s, 0.5f, (float[4]){172.0f / 255, 172.0f / 255, 172.0f / 255, 172.0f / 255});
      s.blend.logicop_enable = true;
      s.blend.logicop = (uint8_t)i;
      scene_fill(&s, 0.5f, (float[4]){202.0f / 255, 202.0f / 255, 202.0f / 255, 202.0f / 255});
      expect_color(&s, color, "logic operation", i);
      scene_end(&s);
   }
   for (unsigned mask = 0; mask < 16; mask++) {
      const uint8_t color[4] = {mask & 1 ? 255 : 0, mask & 2 ? 255 : 0, mask & 4 ? 255 : 0, mask & 8 ? 255 : 0};
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      s.blend.target[0].mask = (uint8_t)mask;
      scene_fill(&s, 0.5f, white);
      expect_color(&s, color, "mask", mask);
      scene_end(&s);
   }
}
END_TEST

/* ---- several samples */

/* A scene with several samples per pixel. Only the two pixels in the corner are drawn. */
static void begin_samples(struct scene *s, unsigned samples, unsigned format)
{
   struct resource_template many = {
       .handle = 2, .target = PIPE_TEXTURE_2D, .width = 4, .height = 4, .depth = 1, .array_size = 1, .samples = samples};

   scene_begin(s, 4, 4, format);
   resource_unref(s->c.color[0].resource);
   many.format = format;
   s->c.color[0].resource = resource_create(&many);
   resource_unref(s->c.depth.resource);
   many.format = s->c.depth.format = FORMAT_Z32F;
   s->c.depth.resource = resource_create(&many);
   s->driver.samples = 4;
   s->c.fb_samples = samples;
   s->rasterizer.multisample = s->rasterizer.scissor = true;
   s->c.scissor[0].x1 = 2;
   s->c.scissor[0].y1 = 1;
}

/* Draws a triangle with corners at (0,0), (right,0) and above the first one. With 4 it covers both pixels, with 1 the samples 0
   and 2 of the first pixel. The interpolated value is 1, 1, 1, alpha, or the column for a gradient. */
static void draw_to(struct scene *s, float right, float alpha, bool gradient)
{
   struct scene_vertex v[3];

   for (unsigned n = 0; n < 3; n++) {
      v[n] = scene_at(s, n == 1 ? right : 0, n == 2 ? right > 1 ? 4 : 2 : 0, 0.5f, !gradient ? 1 : n == 1 ? right : 0);
      v[n].value[3] = alpha;
   }
   scene_draw(s, PIPE_PRIM_TRIANGLES, v, 3);
}

static float sample_of(const struct resource *r, unsigned column, unsigned sample)
{
   float f;
   memcpy(&f, resource_texel(r, 0, column, 0, 0, sample), sizeof f);
   return f;
}

/* A pixel of four samples: positions, the API's mask, and alpha decide which ones are drawn; a blit computes their mean. */
START_TEST(four_samples)
{
   static const struct {
      float right, alpha; /* extent of the triangle; alpha of its colour */
      uint32_t mask;
      bool by_alpha;
      unsigned want; /* samples of the first pixel */
   } t[] = {{4, 1, 15, false, 15},  {1, 1, 15, false, 5},   {4, 1, 8, false, 8},
            {4, 0.5f, 15, true, 3}, {1, 0.5f, 15, true, 1}, {4, 0.9f, 10, true, 2}};

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
      struct scene s;
      begin_samples(&s, 4, FORMAT_RGBA32F);
      s.c.sample_mask = t[i].mask;
      s.blend.alpha_to_coverage = t[i].by_alpha;
      struct query q = {.type = PIPE_QUERY_OCCLUSION_COUNTER};
      query_begin(&s.c, &q);
      draw_to(&s, t[i].right, t[i].alpha, false);
      query_end(&s.c, &q);
      const unsigned drawn = (unsigned)__builtin_popcount(t[i].want);
      ck_assert_uint_eq(q.value, t[i].right > 1 ? 2 * drawn : drawn);
      for (unsigned k = 0; k < 4; k++)
         ck_assert_float_eq(sample_of(s.c.color[0].resource, 0, k), (float)(t[i].want >> k & 1));
      struct blit b = {.mask = PIPE_MASK_RGBA,
                       .from = {.resource = s.c.color[0].resource, .format = FORMAT_RGBA32F, .w = 2, .h = 1, .d = 1}};
      b.to = b.from;
      b.to.resource = scene_resource(PIPE_TEXTURE_2D, FORMAT_RGBA32F, 2, 1);
      blit(&b);
      ck_assert_float_eq(sample_of(b.to.resource, 0, 0), (float)drawn / 4);
      resource_unref(b.to.resource);
      scene_end(&s);
   }
}
END_TEST

/* The position of interpolation. Four samples are at 6, 14, 2 and 10 sixteenths of a pixel, two at 12 and 4 (docs/abi-usc.md,
   "Samples"). */
START_TEST(places_of_inputs)
{
   static const struct {
      const char *location;
      unsigned samples, min_samples;
      float right;
      float want[4]; /* in sixteenths, or 0 for a sample that is not covered */
   } t[] = {
       {"", 4, 1, 4, {8, 8, 8, 8}},
       {"", 4, 1, 1, {8, 0, 8, 0}},
       {", CENTROID", 4, 1, 4, {8, 8, 8, 8}}, /* the middle of a covered pixel, ... */
       {", CENTROID", 4, 1, 1, {4, 0, 4, 0}}, /* ... otherwise that of the covered samples */
       {", SAMPLE", 4, 1, 4, {6, 14, 2, 10}},
       {", SAMPLE", 4, 1, 1, {6, 0, 2, 0}},
       {"", 4, 4, 4, {6, 14, 2, 10}},
       {", SAMPLE", 2, 1, 4, {12, 4}},
       {", CENTROID", 2, 1, 1, {0, 4}},
       {"", 2, 2, 4, {12, 4}},
   };

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
      char text[256];
      struct scene s;
      begin_samples(&s, t[i].samples, FORMAT_RGBA32F);
      snprintf(text, sizeof text,
               "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE%s\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\n"
               "MOV OUT[0], IN[0]\nMOV OUT[1].z, IN[0]\nEND\n",
               t[i].location);
      shader_free(s.c.shader[STAGE_FRAGMENT]);
      s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, text);
      s.c.min_samples = t[i].min_samples;
      s.dsa.depth_enable = s.dsa.depth_write = true;
      s.dsa.depth_func = PIPE_FUNC_ALWAYS;
      draw_to(&s, t[i].right, 1, true);
      for (unsigned k = 0; k < t[i].samples; k++) {
         ck_assert_float_eq_tol(sample_of(s.c.color[0].resource, 0, k), t[i].want[k] / 16, 1e-6f);
         ck_assert_float_eq_tol(sample_of(s.c.depth.resource, 0, k), t[i].want[k] / 16, 1e-6f);
      }
      scene_end(&s);
   }
}
END_TEST

/* A program that runs per sample only because of a mask reads the middle of the pixel as its position. */
START_TEST(places_of_masked)
{
   struct scene s;
   begin_samples(&s, 4, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_FRAGMENT]);
   s.c.shader[STAGE_FRAGMENT] =
       scene_shader(STAGE_FRAGMENT, "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL IN[1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                    "MOV OUT[0], IN[0]\nMOV OUT[0].y, IN[1].xxxx\nEND\n");
   s.c.sample_mask = 10;
   draw_to(&s, 4, 1, true);
   for (unsigned k = 0; k < 4; k++) {
      float f[4];
      memcpy(f, resource_texel(s.c.color[0].resource, 0, 1, 0, 0, k), sizeof f);
      ck_assert_float_eq_tol(f[0], k & 1 ? 1.5f : 0, 1e-6f);
      ck_assert_float_eq_tol(f[1], k & 1 ? 1.5f : 0, 1e-6f);
   }
   scene_end(&s);
}
END_TEST

/* Each sample is blended with its own old value, and written by a logic operation, whether the program runs per pixel or per
   sample. AGX does not have the operation for ten bits, so the colours of the samples wait in the tile. */
START_TEST(blended_samples)
{
   static const unsigned formats[] = {FORMAT_RGBA32F, FORMAT_RGBA8, FORMAT_RGB10A2};

   for (unsigned i = 0; i < 6; i++) {
      struct scene s;
      const bool logical = i % 3 != 0;
      begin_samples(&s, 4, formats[i % 3]);
      s.c.sample_mask = 5; /* samples 0 and 2 hold 1 */
      draw_to(&s, 4, 1, false);
      s.c.sample_mask = UINT32_MAX;
      s.c.min_samples = i < 3 ? 1 : 4;
      s.blend.logicop_enable = logical;
      s.blend.logicop = PIPE_LOGICOP_XOR;
      s.blend.target[0].enable = !logical;
      s.blend.target[0].rgb_src = s.blend.target[0].rgb_dst = s.blend.target[0].alpha_src = s.blend.target[0].alpha_dst =
          PIPE_BLENDFACTOR_ONE;
      draw_to(&s, 4, 1, false);
      for (unsigned k = 0; k < 4; k++)
         if (logical)
            ck_assert_uint_eq(*resource_texel(s.c.color[0].resource, 0, 1, 0, 0, k), k & 1 ? 255 : 0); /* ones with ones */
         else
            ck_assert_float_eq(sample_of(s.c.color[0].resource, 1, k), k & 1 ? 1 : 2);
      scene_end(&s);
   }
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {depth,           stencil,      stencil_outcome,  factors,          functions,
                                 logic_and_masks, four_samples, places_of_inputs, places_of_masked, blended_samples};

   return scene_run("outputs of the GL driver", tests, sizeof tests / sizeof *tests);
}
