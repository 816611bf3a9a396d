/* SPDX-License-Identifier: MIT */
/* The sampler of the GL driver: wrap modes, filters, levels, borders and cube maps of GL 2.1, 3.8.7 to 3.8.9, computed by
   hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/resource.h"
#include "gl-driver/pipe/words.h"
#include "include/nvp4c_machine.h"
#include "tests/unit/common/suite.h"

#define RGBA32F 31
#define R32F 28
#define RGBA8 67
#define Z32F 18

/* Creates a texture whose texels are 100 * level + 1000 * layer + 10 * y + x in red. */
static struct resource *make(unsigned target, unsigned w, unsigned h, unsigned d, unsigned layers, unsigned last_level)
{
   const struct resource_template t = {1, target, R32F, 8, w, h, d, layers, last_level, 0};
   struct resource *r = resource_create(&t);

   ck_assert_ptr_nonnull(r);
   for (unsigned l = 0; l <= last_level; l++)
      for (unsigned z = 0; z < resource_layers(r, l); z++)
         for (unsigned y = 0; y < resource_height(r, l); y++)
            for (unsigned x = 0; x < resource_width(r, l); x++) {
               float v = (float)(100 * l + 1000 * z + 10 * y + x);
               memcpy(resource_texel(r, l, x, y, z, 0), &v, sizeof v);
            }
   return r;
}

static struct sampler_view view_of(struct resource *r)
{
   return (struct sampler_view){.resource = r,
                                .format = r->format,
                                .target = r->target,
                                .last_layer = resource_layers(r, 0) - 1,
                                .last_level = r->last_level,
                                .swizzle = {0, 1, 2, 3}};
}

static const struct sampler nearest = {
    .mip_filter = PIPE_TEX_MIPFILTER_NONE, .min_lod = -1000, .max_lod = 1000, .border = {0xc2280000}};

static uint64_t texels_read; /* by anisotropic filters */

/* Samples one lane. `place` has the coordinates and the explicit level. The border is -42. */
static float sample_at(const struct sampler_view *v, const struct sampler *s, unsigned dimensions, const float place[4])
{
   uint32_t at[3][32] = {{bits_of(place[0])}, {bits_of(place[1])}, {bits_of(place[2])}}, lod[32] = {bits_of(place[3])},
            result[4][32];
   struct nvp4c_texture_access a = {.lanes = 1,
                                    .dimensions = dimensions,
                                    .components = 4,
                                    .level_from = NVP4C_LEVEL_EXPLICIT,
                                    .coordinate = {at[0], at[1], at[2]},
                                    .level = lod};
   float f;

   ck_assert_ptr_null(texture_sample(v, s, &a, result, &texels_read));
   memcpy(&f, &result[0][0], sizeof f);
   return f;
}

/*
 * Columns of 0 and 1, which are one half in the upper levels. A pixel is one texel wide and eight high, so the level is 3
 * without anisotropy. With it the level is 0, and the ellipse 65 u^2 + 2 v^2 < 130 has 17 texels in the column of the position
 * and 11 in each column next to it. With weights e^(-2 q), where q goes from 0 in the middle to 1 at the edge, the first column
 * has 9.756 of the sum 15.917.
 */
START_TEST(anisotropy)
{
   struct resource *r = make(PIPE_TEXTURE_2D, 64, 64, 1, 1, 6);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;
   uint32_t at[2][32] = {{bits_of(31.5f / 64)}, {bits_of(32.5f / 64)}}, zero[32] = {0}, result[4][32];
   uint32_t across[32] = {bits_of(1 / 64.f)}, down[32] = {bits_of(8 / 64.f)};
   const struct nvp4c_texture_access a = {.lanes = 1,
                                          .dimensions = 2,
                                          .components = 4,
                                          .level_from = NVP4C_LEVEL_GRADIENTS,
                                          .coordinate = {at[0], at[1]},
                                          .ddx = {across, zero},
                                          .ddy = {zero, down}};

   for (unsigned l = 0; l <= 6; l++)
      for (unsigned y = 0; y < resource_height(r, l); y++)
         for (unsigned x = 0; x < resource_width(r, l); x++) {
            const float texel = l ? 0.5f : (float)(x & 1);
            memcpy(resource_texel(r, l, x, y, 0, 0), &texel, sizeof texel);
         }
   s.mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
   s.min_filter = s.mag_filter = PIPE_TEX_FILTER_LINEAR;
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq(float_of(result[0][0]), 0.5f);
   s.max_anisotropy = 16;
   texels_read = 0;
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq_tol(float_of(result[0][0]), 0.61294f, 1e-4f);
   ck_assert_uint_eq(texels_read, 17 + 2 * 11);
   s.max_anisotropy = 2; /* the level is log2(8 / 2) */
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq_tol(float_of(result[0][0]), 0.5f, 1e-6f);
   s.max_anisotropy = 16; /* an infinite change uses the filter of GL: the last level */
   down[0] = bits_of(1e30f);
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq(float_of(result[0][0]), 0.5f);
   s.min_lod = s.max_lod = 0; /* ... with a linear filter here, between two columns and in one */
   at[0][0] = bits_of(32.f / 64);
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq(float_of(result[0][0]), 0.5f);
   at[0][0] = bits_of(31.5f / 64);
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq(float_of(result[0][0]), 1);
   resource_unref(r);
}
END_TEST

/*
 * At one texel per pixel, 2 u^2 + 2 v^2 < 4, the next texels on the diagonals lie on the edge. All nine count, also if the
 * interpolated position is slightly off the middle of the texel.
 */
START_TEST(anisotropy_at_one_texel_a_pixel)
{
   static const float beside[] = {0, 1e-5f, -1e-5f, 1e-4f, -1e-4f};
   struct resource *r = make(PIPE_TEXTURE_2D, 64, 64, 1, 1, 6);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;
   uint32_t at[2][32], zero[32] = {0}, one[32] = {bits_of(1 / 64.f)}, result[4][32];
   const struct nvp4c_texture_access a = {.lanes = 1,
                                          .dimensions = 2,
                                          .components = 4,
                                          .level_from = NVP4C_LEVEL_GRADIENTS,
                                          .coordinate = {at[0], at[1]},
                                          .ddx = {one, zero},
                                          .ddy = {zero, one}};

   s.mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
   s.min_filter = s.mag_filter = PIPE_TEX_FILTER_LINEAR;
   s.max_anisotropy = 16;
   for (unsigned i = 0; i < 25; i++) {
      at[0][0] = bits_of((31.5f + beside[i % 5]) / 64);
      at[1][0] = bits_of((12.5f + beside[i / 5]) / 64);
      texels_read = 0;
      ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
      ck_assert_uint_eq(texels_read, 9);
   }
   resource_unref(r);
}
END_TEST

/*
 * Queries of the level. A pixel is eight texels wide, so the level is log2(8) = 3; the sampler allows 2.5. A query returns the
 * used and the computed level. Words 3 to 6 of `info` are the integer parts of the used level and of the computed one plus 128,
 * then their fractions in 256ths, each as n/255.
 */
START_TEST(levels_that_are_asked_for)
{
   static const float want[7] = {0, 0, 0, 2 / 255.f, 131 / 255.f, 128 / 255.f, 0};
   struct resource *r = make(PIPE_TEXTURE_2D, 64, 64, 1, 1, 6);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;
   uint32_t at[2][32] = {{bits_of(0.5f)}, {bits_of(0.5f)}}, zero[32] = {0}, across[32] = {bits_of(8 / 64.f)}, result[7][32];
   struct nvp4c_texture_access a = {.lanes = 1,
                                    .dimensions = 2,
                                    .components = 2,
                                    .level_from = NVP4C_LEVEL_GRADIENTS,
                                    .coordinate = {at[0], at[1]},
                                    .ddx = {across, zero},
                                    .ddy = {zero, zero},
                                    .query = 1};

   s.mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
   s.max_lod = 2.5f;
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   ck_assert_float_eq(float_of(result[0][0]), 2.5f);
   ck_assert_float_eq(float_of(result[1][0]), 3);
   a.query = 0;
   a.info = 1;
   a.components = 7;
   ck_assert_ptr_null(texture_sample(&v, &s, &a, result, &texels_read));
   for (unsigned i = 0; i < 7; i++)
      ck_assert_float_eq(float_of(result[i][0]), want[i]);
   resource_unref(r);
}
END_TEST

/* The nearest filter close to an edge of texels: less than half of 1/4096 away counts as the edge, and belongs to the texel
   after it. */
START_TEST(nearest_beside_an_edge)
{
   struct resource *r = make(PIPE_TEXTURE_2D, 8, 8, 1, 1, 0);
   struct sampler_view v = view_of(r);

   ck_assert_float_eq(sample_at(&v, &nearest, 2, (float[4]){(3 - 1 / 600.f) / 8, 0.5f / 8, 0, 0}), 2);
   ck_assert_float_eq(sample_at(&v, &nearest, 2, (float[4]){(3 - 1 / 4000.f) / 8, 0.5f / 8, 0, 0}), 2);
   ck_assert_float_eq(sample_at(&v, &nearest, 2, (float[4]){(3 - 1 / 16384.f) / 8, 0.5f / 8, 0, 0}), 3);
   ck_assert_float_eq(sample_at(&v, &nearest, 2, (float[4]){(3 + 1 / 16384.f) / 8, 0.5f / 8, 0, 0}), 3);
   resource_unref(r);
}
END_TEST

/* Texels of a row of four, 0 1 2 3, at coordinates of -1.125, -0.625, -0.125, 0.125, 0.375, 0.9375, 1.125, 1.625. */
START_TEST(wrap_nearest)
{
   static const float at[8] = {-1.125f, -0.625f, -0.125f, 0.125f, 0.375f, 0.9375f, 1.125f, 1.625f};
   static const float B = -42;
   static const float expected[8][8] = {
       [PIPE_TEX_WRAP_REPEAT] = {3, 1, 3, 0, 1, 3, 0, 2},
       [PIPE_TEX_WRAP_CLAMP] = {0, 0, 0, 0, 1, 3, 3, 3},
       [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = {0, 0, 0, 0, 1, 3, 3, 3},
       [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = {B, B, B, 0, 1, 3, B, B},
       [PIPE_TEX_WRAP_MIRROR_REPEAT] = {3, 2, 0, 0, 1, 3, 3, 1},
       [PIPE_TEX_WRAP_MIRROR_CLAMP] = {3, 2, 0, 0, 1, 3, 3, 3},
       [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = {3, 2, 0, 0, 1, 3, 3, 3},
       [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER] = {B, 2, 0, 0, 1, 3, B, B},
   };
   struct resource *r = make(PIPE_TEXTURE_1D, 4, 1, 1, 1, 0);
   struct sampler_view v = view_of(r);

   for (unsigned w = 0; w < 8; w++) {
      struct sampler s = nearest;
      s.wrap[0] = (uint8_t)w;
      for (unsigned i = 0; i < 8; i++)
         ck_assert_msg(sample_at(&v, &s, 1, (float[4]){at[i], 0, 0, 0}) == expected[w][i], "mode %u at %g: %g", w,
                       (double)at[i], (double)sample_at(&v, &s, 1, (float[4]){at[i], 0, 0, 0}));
   }
   resource_unref(r);
}
END_TEST

/* Between texels: at 0 (the left edge), 0.25 (between 0 and 1), 0.3125 (a quarter on), 1 (the right edge). */
START_TEST(wrap_linear)
{
   static const float at[4] = {0, 0.25f, 0.3125f, 1};
   static const float expected[8][4] = {
       [PIPE_TEX_WRAP_REPEAT] = {1.5f, 0.5f, 0.75f, 1.5f},
       [PIPE_TEX_WRAP_CLAMP] = {-21, 0.5f, 0.75f, -19.5f}, /* half of the border */
       [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = {0, 0.5f, 0.75f, 3},
       [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = {-21, 0.5f, 0.75f, -19.5f},
       [PIPE_TEX_WRAP_MIRROR_REPEAT] = {0, 0.5f, 0.75f, 3},
       [PIPE_TEX_WRAP_MIRROR_CLAMP] = {0, 0.5f, 0.75f, -19.5f},
       [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = {0, 0.5f, 0.75f, 3},
       [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER] = {0, 0.5f, 0.75f, -19.5f},
   };
   struct resource *r = make(PIPE_TEXTURE_1D, 4, 1, 1, 1, 0);
   struct sampler_view v = view_of(r);

   for (unsigned w = 0; w < 8; w++) {
      struct sampler s = nearest;
      s.wrap[0] = (uint8_t)w;
      s.mag_filter = PIPE_TEX_FILTER_LINEAR;
      for (unsigned i = 0; i < 4; i++)
         ck_assert_msg(sample_at(&v, &s, 1, (float[4]){at[i], 0, 0, 0}) == expected[w][i], "mode %u at %g: %g", w,
                       (double)at[i], (double)sample_at(&v, &s, 1, (float[4]){at[i], 0, 0, 0}));
   }
   resource_unref(r);
}
END_TEST

START_TEST(dimensions)
{
   struct resource *r = make(PIPE_TEXTURE_3D, 4, 4, 4, 1, 0);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;

   ck_assert_float_eq(sample_at(&v, &s, 3, (float[4]){0.3f, 0.6f, 0.9f, 0}), 3021);
   s.mag_filter = PIPE_TEX_FILTER_LINEAR;
   ck_assert_float_eq(sample_at(&v, &s, 3, (float[4]){0.5f, 0.5f, 0.5f, 0}), 1516.5f); /* between 1 and 2 in each */
   resource_unref(r);
   r = make(PIPE_TEXTURE_2D, 4, 4, 1, 1, 0);
   v = view_of(r);
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0.5f, 0.375f, 0, 0}), 11.5f);
   v.swizzle[0] = PIPE_SWIZZLE_1;
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0.5f, 0.375f, 0, 0}), 1);
   resource_unref(r);
}
END_TEST

/* Level n of this texture is 100 * n everywhere, except for small numbers. */
START_TEST(levels)
{
   struct resource *r = make(PIPE_TEXTURE_2D, 8, 8, 1, 1, 3);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;
   static const struct {
      float level, nearest, linear;
   } cases[] = {{0, 0, 0},         {0.5f, 0, 50},    {0.51f, 100, 51}, {1, 100, 100},
                {1.25f, 100, 125}, {2.9f, 300, 290}, {7, 300, 300},    {-3, 0, 0}};

   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, cases[i].level}), 0);
      s.mip_filter = PIPE_TEX_MIPFILTER_NEAREST;
      ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, cases[i].level}), cases[i].nearest);
      s.mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
      ck_assert_float_eq_tol(sample_at(&v, &s, 2, (float[4]){0, 0, 0, cases[i].level}), cases[i].linear, 1e-3f);
      s.mip_filter = PIPE_TEX_MIPFILTER_NONE;
   }
   /* Limits, bias, and a view that begins at level 1 */
   s.mip_filter = PIPE_TEX_MIPFILTER_LINEAR;
   s.max_lod = 1.5f;
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, 3}), 150);
   s.min_lod = 1;
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, 0}), 100);
   s.lod_bias = 0.25f;
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, 1}), 125);
   v.first_level = 1;
   ck_assert_float_eq(sample_at(&v, &s, 2, (float[4]){0, 0, 0, 1}), 225);
   resource_unref(r);
}
END_TEST

/* A quad whose neighbours are four of eight texels apart in x: level 2; and one with a bias of -1. */
START_TEST(implicit_level)
{
   struct resource *r = make(PIPE_TEXTURE_2D, 8, 8, 1, 1, 3);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;
   uint32_t at[2][32] = {{0}}, bias[32], result[4][32];
   struct nvp4c_texture_access a = {
       .lanes = 0xf0, .dimensions = 2, .components = 1, .coordinate = {at[0], at[1]}, .level = bias};
   float f;

   s.mip_filter = PIPE_TEX_MIPFILTER_NEAREST;
   for (unsigned i = 0; i < 4; i++) {
      at[0][4 + i] = bits_of((float)(i & 1) / 2);
      at[1][4 + i] = bits_of((float)(i >> 1) / 8);
      bias[4 + i] = bits_of(-1);
   }
   for (unsigned biased = 0; biased < 2; biased++) {
      a.level_from = biased ? NVP4C_LEVEL_BIAS : NVP4C_LEVEL_IMPLICIT;
      texture_sample(&v, &s, &a, result, &texels_read);
      memcpy(&f, &result[0][4], sizeof f);
      ck_assert_float_eq(f, biased ? 100 : 200);
   }
   /* The texels in the other row are one apart. The quad has one level, that of its second row. */
   at[0][5] = bits_of(1 / 8.0f);
   a.level_from = NVP4C_LEVEL_IMPLICIT;
   texture_sample(&v, &s, &a, result, &texels_read);
   for (unsigned i = 4; i < 8; i++) {
      memcpy(&f, &result[0][i], sizeof f);
      ck_assert_float_ge(f, 200);
   }
   /* In texels of a rectangle, four apart */
   at[0][5] = at[0][7] = bits_of(4);
   at[1][6] = at[1][7] = bits_of(1);
   a.texels = 1;
   a.level_from = NVP4C_LEVEL_IMPLICIT;
   texture_sample(&v, &s, &a, result, &texels_read);
   memcpy(&f, &result[0][4], sizeof f);
   ck_assert_float_eq(f, 200);
   resource_unref(r);
}
END_TEST

/*
 * A level of half the size has means of four texels, every fourth of which is half way between two values. Softpipe decides by
 * the rounding of the converted texels, of the mixes in x and then in y, and of the product with 255. The blit does the same in
 * all cases that can be compared.
 */
START_TEST(halved)
{
   const struct resource_template t = {1, PIPE_TEXTURE_2D, RGBA8, 8, 256, 256, 1, 1, 1, 0};
   struct resource *r = resource_create(&t);
   const struct blit b = {.mask = PIPE_MASK_RGBA,
                          .linear = true,
                          .to = {r, 1, RGBA8, 0, 0, 0, 128, 128, 1},
                          .from = {r, 0, RGBA8, 0, 0, 0, 256, 256, 1}};
   uint32_t random = 1;
   unsigned ties = 0;

   for (unsigned i = 0; i < 256 * 256 * 4; i++) {
      random = random * 1664525 + 1013904223;
      r->data[i] = (uint8_t)(random >> 24);
   }
   blit(&b);
   for (unsigned y = 0; y < 128; y++)
      for (unsigned x = 0; x < 128; x++) {
         const uint8_t *p[2] = {resource_texel(r, 0, 2 * x, 2 * y, 0, 0), resource_texel(r, 0, 2 * x, 2 * y + 1, 0, 0)};
         const uint8_t *got = resource_texel(r, 1, x, y, 0, 0);
         for (unsigned c = 0; c < 4; c++) {
            float row[2];
            for (unsigned k = 0; k < 2; k++) {
               const float from = (float)p[k][c] * (1.0f / 255.0f), to = (float)p[k][c + 4] * (1.0f / 255.0f);
               row[k] = from + (to - from) * 0.5f;
            }
            const float mean = row[0] + (row[1] - row[0]) * 0.5f;
            ck_assert_int_eq(got[c], lrintf(mean * 255.0f));
            const unsigned sum = p[0][c] + p[0][c + 4] + p[1][c] + p[1][c + 4];
            ck_assert_int_le(abs(4 * (int)got[c] - (int)sum), 2);
            ties += sum % 4 == 2;
         }
      }
   ck_assert_uint_gt(ties, 10000);
   resource_unref(r);
}
END_TEST

/* GL 2.1, table 3.19: the directions of the axes of each face. Faces are 1000 apart, texels of 2x2: 0 1 / 10 11. */
START_TEST(cube)
{
   static const struct {
      float x, y, z, texel;
   } cases[] = {
       {1, 0.5f, 0.5f, 0},      {1, -0.5f, -0.5f, 11},    /* +x: s = -z, t = -y */
       {-1, 0.5f, -0.5f, 1000}, {-1, -0.5f, 0.5f, 1011},  /* -x: s = z, t = -y */
       {-0.5f, 1, -0.5f, 2000}, {0.5f, 1, 0.5f, 2011},    /* +y: s = x, t = z */
       {-0.5f, -1, 0.5f, 3000}, {0.5f, -1, -0.5f, 3011},  /* -y: s = x, t = -z */
       {-0.5f, 0.5f, 1, 4000},  {0.5f, -0.5f, 1, 4011},   /* +z: s = x, t = -y */
       {0.5f, 0.5f, -1, 5000},  {-0.5f, -0.5f, -1, 5011}, /* -z: s = -x, t = -y */
   };
   struct resource *r = make(PIPE_TEXTURE_CUBE, 2, 2, 1, 6, 0);
   struct sampler_view v = view_of(r);
   struct sampler s = nearest;

   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
      ck_assert_float_eq(sample_at(&v, &s, 3, (float[4]){cases[i].x, cases[i].y, cases[i].z, 0}), cases[i].texel);
   /* The edge between +x and +z, upper half: texel 0 of +x and texel 1 of +z, half of each if the cube is seamless. */
   s.mag_filter = PIPE_TEX_FILTER_LINEAR;
   memset(s.wrap, PIPE_TEX_WRAP_CLAMP_TO_EDGE, sizeof s.wrap);
   ck_assert_float_eq(sample_at(&v, &s, 3, (float[4]){1, 0.5f, 1, 0}), 0);
   s.seamless = true;
   ck_assert_float_eq_tol(sample_at(&v, &s, 3, (float[4]){1, 0.5f, 1, 0}), (0 + 4001) / 2.0f, 1e-3f);
   /* The corner of +x, +y and +z: their mean. +x has texel 0 there, +y 11, +z 1. */
   ck_assert_float_eq_tol(sample_at(&v, &s, 3, (float[4]){1, 1, 1, 0}), (0 + 2011 + 4001) / 3.0f, 1e-2f);
   resource_unref(r);
}
END_TEST

/* Without a sampler, texels by number, and zeros outside. */
START_TEST(fetch)
{
   struct resource *r = make(PIPE_TEXTURE_2D_ARRAY, 4, 4, 1, 3, 1);
   struct sampler_view v = view_of(r);
   uint32_t at[2][32] = {{bits_of(2), bits_of(1), bits_of(4), bits_of(-1)}, {bits_of(3), bits_of(1), 0, 0}},
            layer[32] = {bits_of(1), bits_of(2)}, level[32] = {0, bits_of(1), 0, 0}, result[4][32];
   struct nvp4c_texture_access a = {.lanes = 0xf,
                                    .dimensions = 2,
                                    .components = 4,
                                    .level_from = NVP4C_LEVEL_EXPLICIT,
                                    .texels = 1,
                                    .coordinate = {at[0], at[1]},
                                    .layer = layer,
                                    .level = level};
   const uint32_t expected[4] = {bits_of(1032), bits_of(2111), 0, 0};

   texture_sample(&v, NULL, &a, result, &texels_read);
   ck_assert(!memcmp(result[0], expected, sizeof expected));
   ck_assert_uint_eq(result[3][0], bits_of(1)); /* alpha of a format without it */
   ck_assert_uint_eq(result[3][2], 0);
   resource_unref(r);
}
END_TEST

/* Blits with a linear filter compute levels of depth. */
START_TEST(depth_level)
{
   static const float depth[4] = {0.125f, 0.375f, 0.5f, 1};
   const struct resource_template t = {1, PIPE_TEXTURE_2D, Z32F, 1, 4, 1, 1, 1, 1, 0};
   struct resource *r = resource_create(&t);
   struct blit b = {
       .mask = PIPE_MASK_Z, .linear = true, .to = {r, 1, Z32F, 0, 0, 0, 2, 1, 1}, .from = {r, 0, Z32F, 0, 0, 0, 4, 1, 1}};

   for (unsigned x = 0; x < 4; x++)
      format_write_depth(Z32F, resource_texel(r, 0, x, 0, 0, 0), format_depth_bits(Z32F, depth[x]));
   blit(&b);
   ck_assert_uint_eq(format_read_depth(Z32F, resource_texel(r, 1, 0, 0, 0, 0)), format_depth_bits(Z32F, 0.25f));
   ck_assert_uint_eq(format_read_depth(Z32F, resource_texel(r, 1, 1, 0, 0, 0)), format_depth_bits(Z32F, 0.75f));
   resource_unref(r);
}
END_TEST

SUITE_MAIN("sampler", DEFAULT_TIMEOUT, NULL, NULL, anisotropy, anisotropy_at_one_texel_a_pixel, levels_that_are_asked_for,
           nearest_beside_an_edge, wrap_nearest, wrap_linear, dimensions, levels, implicit_level, halved, cube, fetch,
           depth_level)
