/* SPDX-License-Identifier: MIT */
/* Tests the software texture unit. Sizes are those of the table in sampler.c. TEX_FETCH reads texels, and the expected filtered
   results are computed from them by the rules of OpenGL in plain floating point. */
#include "semantics/sampler.h"
#include "tests/unit/common/suite.h"
#include "semantics/exec.h"
#include "util/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct exec_sampler sampler = {.seed = 7};
static const num_m model = &num_model_usc_rtz;

/* An assertion of check writes a record each time; this macro is cheap enough for millions of assertions. */
#define TRUE_MSG(cond, ...)                                                                                                    \
   do {                                                                                                                        \
      if (!(cond))                                                                                                             \
         ck_abort_msg(__VA_ARGS__);                                                                                            \
   } while (0)

static void run(const struct exec_tex *t, exec_lanes out[4])
{
   exec_sampler_fn((void *)(uintptr_t)&sampler, model, t, out);
}

/* Fetches a texel; `layer` is for arrays. */
static void fetch_at(unsigned unit, enum exec_tex_target target, int level, int layer, const int at[3], float texel[4])
{
   struct exec_tex t = {.op = TEX_FETCH, .target = target, .unit = unit, .active = 1};
   exec_lanes out[4];

   for (unsigned k = 0; k < 3; k++)
      t.coord[k][0] = (uint32_t)at[k];
   t.layer[0] = (uint32_t)layer;
   t.lod[0] = (uint32_t)level;
   run(&t, out);
   for (int c = 0; c < 4; c++)
      texel[c] = num_f(out[c][0]);
}

/* A filtered access of lane 0 at an explicit level. `at` has s, t, r and the reference value. */
static void sample_at(unsigned unit, enum exec_tex_target target, float lod, float layer, const float at[4], float texel[4])
{
   struct exec_tex x = {.op = TEX_LOD, .target = target, .unit = unit, .active = 1};
   exec_lanes out[4];

   for (unsigned k = 0; k < 3; k++)
      x.coord[k][0] = num_u(at[k]);
   x.layer[0] = num_u(layer);
   x.lod[0] = num_u(lod);
   x.ref[0] = num_u(at[3]);
   run(&x, out);
   for (int c = 0; c < 4; c++)
      texel[c] = num_f(out[c][0]);
}

static void same(const float a[4], const float b[4], const char *what, int where)
{
   for (int c = 0; c < 4; c++)
      TRUE_MSG(a[c] == b[c], "%s %d: channel %d: %g, want %g", what, where, c, a[c], b[c]);
}

START_TEST(tables)
{
   ck_assert_str_eq(exec_tex_op_name[TEX_GRAD], "grad");
   for (int i = 0; i < TEX_TARGET_COUNT; i++) {
      const char *n = exec_tex_target_name[i];
      ck_assert_int_eq(exec_tex_info[i].shadow, strstr(n, "SHADOW") != NULL);
      ck_assert_int_eq(exec_tex_info[i].array, strstr(n, "ARRAY") != NULL);
      unsigned coords = strstr(n, "3D") || strstr(n, "CUBE") ? 3 : strstr(n, "2D") || strstr(n, "RECT") ? 2 : 1;
      ck_assert_uint_eq(exec_tex_info[i].coords, coords);
   }
}
END_TEST

START_TEST(sizes)
{
   static const struct {
      unsigned unit;
      enum exec_tex_target target;
      unsigned level;
      uint32_t size[3];
   } row[] = {
       {0, TEX_1D, 0, {16, 0, 0}},     {0, TEX_1D, 4, {1, 0, 0}},      {0, TEX_1D, 5, {0, 0, 0}},
       {1, TEX_2D, 0, {32, 16, 0}},    {1, TEX_2D, 5, {1, 1, 0}},      {1, TEX_2D, 6, {0, 0, 0}},
       {3, TEX_3D, 0, {24, 20, 6}},    {3, TEX_3D, 1, {12, 10, 3}},    {3, TEX_3D, 3, {3, 2, 1}},
       {6, TEX_CUBE, 1, {16, 16, 0}},  {3, TEX_RECT, 0, {24, 20, 0}},  {3, TEX_RECT, 1, {0, 0, 0}},
       {2, TEX_ARRAY1D, 1, {4, 2, 0}}, {1, TEX_ARRAY2D, 2, {8, 4, 5}}, {1, TEX_SHADOWARRAY2D, 0, {32, 16, 5}},
       {4, TEX_BUFFER, 0, {64, 0, 0}}, {4, TEX_BUFFER, 1, {64, 0, 0}}, {1, TEX_2D, 0xffffffff, {0, 0, 0}},
   };
   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      uint32_t size[3];
      struct exec_tex t = {.op = TEX_SIZE, .target = row[i].target, .unit = row[i].unit, .active = 1u << 9};
      exec_lanes out[4];
      exec_sampler_size(&sampler, row[i].unit, row[i].target, row[i].level, size);
      t.lod[9] = row[i].level;
      run(&t, out);
      for (int k = 0; k < 3; k++) {
         TRUE_MSG(size[k] == row[i].size[k], "row %u: size[%d] = %u", i, k, size[k]);
         ck_assert_uint_eq(out[k][9], size[k]);
      }
      ck_assert_uint_eq(out[3][9], 0);
   }
}
END_TEST

START_TEST(contents)
{
   /* channels are multiples of 1/64 in [0,1] and use nearly all of these values; levels, units and layers differ */
   unsigned seen[65] = {0}, equal = 0;
   float a[4], b[4];
   for (int i = 0; i < 32; i++) {
      for (int j = 0; j < 16; j++) {
         fetch_at(1, TEX_ARRAY2D, 0, 2, (int[3]){i, j, 0}, a);
         for (int c = 0; c < 4; c++) {
            float n = a[c] * 64;
            ck_assert(n >= 0 && n <= 64 && n == floorf(n));
            seen[(int)n]++;
         }
         fetch_at(1, TEX_ARRAY2D, 0, 3, (int[3]){i, j, 0}, b);
         equal += memcmp(a, b, sizeof a) == 0;
         fetch_at(6, TEX_ARRAY2D, 0, 2, (int[3]){i, j, 0}, b);
         equal += memcmp(a, b, sizeof a) == 0;
      }
   }
   for (int i = 0; i <= 64; i++)
      ck_assert_uint_gt(seen[i], 8); /* 31 on average */
   ck_assert_uint_eq(equal, 0);
}
END_TEST

START_TEST(fetch_range)
{
   static const float zero[4] = {0};
   float a[4], b[4];
   /* TXF is undefined out of range; here it returns 0, but layers are clamped */
   fetch_at(1, TEX_2D, 0, 0, (int[3]){-1, 0, 0}, a);
   same(a, zero, "left", 0);
   fetch_at(1, TEX_2D, 0, 0, (int[3]){0, 16, 0}, a);
   same(a, zero, "below", 0);
   fetch_at(1, TEX_2D, 6, 0, (int[3]){0, 0, 0}, a);
   same(a, zero, "level", 6);
   fetch_at(1, TEX_2D, -1, 0, (int[3]){0, 0, 0}, a);
   same(a, zero, "level", -1);
   fetch_at(1, TEX_ARRAY2D, 0, 5, (int[3]){0, 0, 0}, a);
   fetch_at(1, TEX_ARRAY2D, 0, 4, (int[3]){0, 0, 0}, b);
   same(a, b, "layer", 5);
   fetch_at(1, TEX_ARRAY2D, 0, -1, (int[3]){0, 0, 0}, a);
   fetch_at(1, TEX_ARRAY2D, 0, 0, (int[3]){0, 0, 0}, b);
   same(a, b, "layer", -1);
   fetch_at(1, TEX_CUBE, 0, 0, (int[3]){0, 0, 0}, a);
   same(a, zero, "cube", 0);
   fetch_at(1, TEX_SHADOW2D, 0, 0, (int[3]){0, 0, 0}, a);
   same(a, zero, "shadow", 0);
   /* BUFFER has no level (Table X.18) */
   fetch_at(4, TEX_BUFFER, 0, 0, (int[3]){63, 0, 0}, a);
   fetch_at(4, TEX_BUFFER, 9, 0, (int[3]){63, 0, 0}, b);
   same(b, a, "buffer", 9);
   fetch_at(4, TEX_BUFFER, 0, 0, (int[3]){64, 0, 0}, a);
   same(a, zero, "buffer", 64);
   /* offsets add, without overflow */
   struct exec_tex t = {.op = TEX_FETCH, .target = TEX_2D, .unit = 1, .active = 3, .offset = {-2, 1, 0}};
   exec_lanes out[4];
   t.coord[0][0] = 9;
   t.coord[1][0] = 4;
   t.coord[0][1] = 0x80000000u;
   run(&t, out);
   fetch_at(1, TEX_2D, 0, 0, (int[3]){7, 5, 0}, a);
   ck_assert(num_f(out[2][0]) == a[2]);
   ck_assert_uint_eq(out[2][1], 0);
}
END_TEST

static int wrap_ref(unsigned unit, int i, int n)
{
   switch (unit / 2 % 3) {
   case 0: return ((i % n) + n) % n;
   case 1: return i < 0 ? 0 : i >= n ? n - 1 : i;
   default: i = ((i % (2 * n)) + 2 * n) % (2 * n); return i < n ? i : 2 * n - 1 - i;
   }
}

/* For all units, and all texels from two periods before to two after, both filters return the texel at its centre. */
START_TEST(centres_and_wrap)
{
   for (unsigned unit = 0; unit < 12; unit++) {
      for (unsigned level = 0; level < 3; level++) {
         uint32_t size[3];
         exec_sampler_size(&sampler, unit, TEX_2D, level, size);
         int w = (int)size[0], h = (int)size[1];
         for (int i = -2 * w; i < 3 * w; i++) {
            int j = (i * 7) % (2 * h);
            float a[4], b[4], s = (float)(i + 0.5) / (float)w, t = (float)(j + 0.5) / (float)h;
            /* quotients by other divisors than powers of two are inexact, so they use the nearest filter only, and not at the
               boundary */
            if ((w & (w - 1)) || (h & (h - 1))) {
               if (unit & 1)
                  continue;
            }
            sample_at(unit, TEX_2D, (float)level, 0, (float[4]){s, t, 0, 0}, a);
            fetch_at(unit, TEX_2D, (int)level, 0, (int[3]){wrap_ref(unit, i, w), wrap_ref(unit, j, h), 0}, b);
            same(a, b, "texel", i);
         }
      }
   }
}
END_TEST

START_TEST(linear)
{
   /* unit 1 is 32 x 16, linear, repeat; the sample is a quarter of the way from texel 3 to 4, and three quarters from 5 to 6 */
   float a[4], p[2][2][4], want[4];
   sample_at(1, TEX_2D, 0, 0, (float[4]){3.75f / 32, 6.25f / 16, 0, 0}, a);
   for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
         fetch_at(1, TEX_2D, 0, 0, (int[3]){3 + i, 5 + j, 0}, p[i][j]);
   for (int c = 0; c < 4; c++)
      want[c] = (p[0][0][c] * 0.25f + p[0][1][c] * 0.75f) * 0.75f + (p[1][0][c] * 0.25f + p[1][1][c] * 0.75f) * 0.25f;
   same(a, want, "bilinear", 0);
   /* across the edge: half of the last column and half of the first */
   sample_at(1, TEX_2D, 0, 0, (float[4]){0, 0.5f / 16, 0, 0}, a);
   fetch_at(1, TEX_2D, 0, 0, (int[3]){31, 0, 0}, p[0][0]);
   fetch_at(1, TEX_2D, 0, 0, (int[3]){0, 0, 0}, p[0][1]);
   for (int c = 0; c < 4; c++)
      want[c] = (p[0][0][c] + p[0][1][c]) / 2;
   same(a, want, "edge", 0);
   /* between levels: 3/8 of level 1 and 5/8 of level 0; s = 0.75/16 is centre 0.25 past a texel of level 1 and 1.5 of
      level 0 */
   float l0[4], l1[4];
   sample_at(1, TEX_2D, 0, 0, (float[4]){1.5f / 32, 1.5f / 16, 0, 0}, l0);
   sample_at(1, TEX_2D, 1, 0, (float[4]){1.5f / 32, 1.5f / 16, 0, 0}, l1);
   sample_at(1, TEX_2D, 0.375f, 0, (float[4]){1.5f / 32, 1.5f / 16, 0, 0}, a);
   for (int c = 0; c < 4; c++)
      want[c] = l0[c] * 0.625f + l1[c] * 0.375f;
   same(a, want, "trilinear", 0);
   /* unit 5 is linear, mirrored, 3D 12 x 48 x 5: the middle of eight texels of level 2 (3 x 12 x 1, so k wraps onto itself) */
   float sum[4] = {0};
   sample_at(5, TEX_3D, 2, 0, (float[4]){2.0f / 3, 6.0f / 12, 0.25f, 0}, a);
   for (int t = 0; t < 4; t++) {
      fetch_at(5, TEX_3D, 2, 0, (int[3]){1 + (t & 1), 5 + (t >> 1), 0}, p[0][0]);
      for (int c = 0; c < 4; c++)
         sum[c] += p[0][0][c];
   }
   /* 2/3 in f32 is above the middle by less than 1/256 texel, which is truncated */
   for (int c = 0; c < 4; c++)
      want[c] = sum[c] / 4;
   same(a, want, "3D", 0);
}
END_TEST

START_TEST(levels)
{
   float a[4], b[4];
   /* unit 0, nearest: level = ceil(lod + 1/2) - 1, so 0.5 is still level 0 */
   static const struct {
      float lod;
      int level;
   } row[] = {{-3, 0}, {0, 0}, {0.5f, 0}, {0.51f, 1}, {1.5f, 1}, {2.75f, 3}, {50, 4}, {INFINITY, 4}, {-INFINITY, 0}, {NAN, 0}};
   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      sample_at(0, TEX_2D, row[i].lod, 0, (float[4]){0.7f, 0.3f, 0, 0}, a);
      int n = 16 >> row[i].level;
      fetch_at(0, TEX_2D, row[i].level, 0, (int[3]){(int)(0.7f * (float)n), (int)(0.3f * (float)n), 0}, b);
      same(a, b, "row", (int)i);
   }
}
END_TEST

/* Under a model that rounds levels to f16, a level half way between two f16 numbers becomes the even one. */
START_TEST(levels_of_16_bits)
{
   struct exec_tex x = {.op = TEX_LOD, .target = TEX_2D, .unit = 1, .active = 7};
   exec_lanes exact[4], rounded[4];

   for (unsigned l = 0; l < 3; l++) {
      x.coord[0][l] = x.coord[1][l] = num_u(0.3f);
      x.lod[l] = num_u(4 + (float)l / 512);
   }
   run(&x, exact);
   exec_sampler_fn((void *)(uintptr_t)&sampler, &num_model_agx, &x, rounded);
   for (unsigned c = 0; c < 4; c++) {
      ck_assert_uint_eq(rounded[c][0], exact[c][0]);
      ck_assert_uint_eq(rounded[c][1], exact[c][0]);
      ck_assert_uint_eq(rounded[c][2], exact[c][2]);
   }
   ck_assert(exact[0][1] != exact[0][0] || exact[1][1] != exact[1][0] || exact[2][1] != exact[2][0]);
}
END_TEST

START_TEST(derivatives)
{
   /* unit 0: 16 x 16. In the quad s grows by 4 texels a column and t by 2 a row: rho = 4, lambda = 2. */
   struct exec_tex t = {.op = TEX_SAMPLE, .target = TEX_2D, .unit = 0, .active = 0xf, .quad_valid = 0xf};
   exec_lanes out[4];
   float b[4];
   for (unsigned l = 0; l < 4; l++) {
      t.coord[0][l] = num_u(0.03125f + (l & 1 ? 0.25f : 0));
      t.coord[1][l] = num_u(0.53125f + (l & 2 ? 0.125f : 0));
   }
   run(&t, out);
   for (unsigned l = 0; l < 4; l++) {
      fetch_at(0, TEX_2D, 2, 0, (int[3]){l & 1, 2, 0}, b); /* 4 x 4: s 0.03 or 0.28, t 0.53 or 0.66 */
      ck_assert(num_f(out[1][l]) == b[1]);
   }
   /* bias -1: level 1; 8 x 8 */
   t.op = TEX_BIAS;
   for (unsigned l = 0; l < 4; l++)
      t.lod[l] = num_u(-1);
   run(&t, out);
   fetch_at(0, TEX_2D, 1, 0, (int[3]){2, 5, 0}, b);
   ck_assert(num_f(out[1][3]) == b[1]);
   /* a neighbour that is not defined counts as no difference: lane 2 is alone in its row, lanes 0 and 2 in their column, and
      rho = 2 */
   t.op = TEX_SAMPLE;
   t.quad_valid = 0x7;
   run(&t, out);
   fetch_at(0, TEX_2D, 1, 0, (int[3]){0, 5, 0}, b);
   ck_assert(num_f(out[1][2]) == b[1]);
   t.quad_valid = 0; /* as in a vertex program */
   run(&t, out);
   fetch_at(0, TEX_2D, 0, 0, (int[3]){4, 10, 0}, b);
   ck_assert(num_f(out[1][3]) == b[1]);
   /* explicit: ds/dy = 8 texels, lambda = 3 */
   t.op = TEX_GRAD;
   t.ddy[0][3] = num_u(-0.5f);
   run(&t, out);
   fetch_at(0, TEX_2D, 3, 0, (int[3]){0, 1, 0}, b);
   ck_assert(num_f(out[1][3]) == b[1]);
}
END_TEST

START_TEST(arrays_rect_shadow)
{
   float a[4], b[4];
   /* nearest layer, clamped; unit 0 has 3 */
   static const struct {
      float layer;
      int want;
   } row[] = {{0.49f, 0}, {0.5f, 0}, {0.51f, 1}, {1.2f, 1}, {1.5f, 2}, {2, 2}, {77, 2}, {-4, 0}, {NAN, 0}, {INFINITY, 2}};
   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      sample_at(0, TEX_ARRAY1D, 0, row[i].layer, (float[4]){0.4f, 0, 0, 0}, a);
      fetch_at(0, TEX_ARRAY1D, 0, row[i].want, (int[3]){6, 0, 0}, b);
      same(a, b, "layer", (int)i);
   }
   /* RECT coordinates are in texels and clamped in every unit; unit 8 is like unit 0 but mirrored */
   sample_at(0, TEX_RECT, 0, 0, (float[4]){5.5f, 3.9f, 0, 0}, a);
   fetch_at(0, TEX_RECT, 0, 0, (int[3]){5, 3, 0}, b);
   same(a, b, "rect", 0);
   sample_at(0, TEX_RECT, 3, 0, (float[4]){1e30f, -INFINITY, 0, 0}, a);
   fetch_at(0, TEX_RECT, 0, 0, (int[3]){15, 0, 0}, b);
   same(a, b, "rect", 1);
   /* SHADOW: R <= D gives 1, alpha is 1 */
   fetch_at(0, TEX_2D, 0, 0, (int[3]){2, 2, 0}, b);
   float depth = b[0];
   ck_assert(depth > 0 && depth < 1);
   static const float one[4] = {1, 1, 1, 1}, none[4] = {0, 0, 0, 1};
   sample_at(0, TEX_SHADOW2D, 0, 0, (float[4]){2.5f / 16, 2.5f / 16, 0, depth}, a);
   same(a, one, "shadow", 0);
   sample_at(0, TEX_SHADOW2D, 0, 0, (float[4]){2.5f / 16, 2.5f / 16, 0, nextafterf(depth, 2)}, a);
   same(a, none, "shadow", 1);
   sample_at(0, TEX_SHADOW2D, 0, 0, (float[4]){2.5f / 16, 2.5f / 16, 0, NAN}, a); /* NaN counts as 0 */
   same(a, one, "shadow", 2);
   /* linear: the result is the weight of the taps that pass; with reference 0 all pass, also off the centre */
   sample_at(1, TEX_SHADOW2D, 1.3f, 0, (float[4]){0.3f, 0.7f, 0, 0}, a);
   same(a, one, "shadow", 3);
   /* offsets move by whole texels, before wrapping (unit 0 repeats) */
   struct exec_tex t = {.op = TEX_LOD, .target = TEX_2D, .unit = 0, .active = 1, .offset = {-3, 5, 0}};
   exec_lanes out[4];
   t.coord[0][0] = num_u(1.5f / 16);
   t.coord[1][0] = num_u(14.5f / 16);
   run(&t, out);
   fetch_at(0, TEX_2D, 0, 0, (int[3]){14, 3, 0}, b);
   ck_assert(num_f(out[0][0]) == b[0]);
}
END_TEST

START_TEST(cube)
{
   /*
    * OpenGL's table of major axes. Unit 6 is 32 x 32 with 6 layers and nearest, so ARRAY2D fetches show the faces.
    * Direction with the major component 1, sc = 0.25, tc = -0.5: s = 0.625 -> texel 20, t = 0.25 -> texel 8.
    */
   static const float dir[6][3] = {
       {1, 0.5f, -0.25f},  /* +x: sc = -z, tc = -y */
       {-1, 0.5f, 0.25f},  /* -x: sc = +z, tc = -y */
       {0.25f, 1, -0.5f},  /* +y: sc = +x, tc = +z */
       {0.25f, -1, 0.5f},  /* -y: sc = +x, tc = -z */
       {0.25f, 0.5f, 1},   /* +z: sc = +x, tc = -y */
       {-0.25f, 0.5f, -1}, /* -z: sc = -x, tc = -y */
   };
   for (int f = 0; f < 6; f++) {
      for (int e = -100; e <= 100; e += 50) { /* the length does not matter */
         float a[4], b[4];
         sample_at(6, TEX_CUBE, 0, 0, (float[4]){ldexpf(dir[f][0], e), ldexpf(dir[f][1], e), ldexpf(dir[f][2], e), 0}, a);
         fetch_at(6, TEX_ARRAY2D, 0, f, (int[3]){20, 8, 0}, b);
         same(a, b, "face", f);
      }
   }
   /* derivatives: at the middle of +x, dz/dx = -1/8 gives ds = 1/16, two texels: level 1 */
   struct exec_tex t = {.op = TEX_GRAD, .target = TEX_CUBE, .unit = 6, .active = 1};
   exec_lanes out[4];
   float b[4];
   t.coord[0][0] = num_u(1);
   t.ddx[2][0] = num_u(-0.125f);
   run(&t, out);
   fetch_at(6, TEX_ARRAY2D, 1, 0, (int[3]){8, 8, 0}, b);
   ck_assert(num_f(out[0][0]) == b[0]);
   /* a derivative along the direction itself changes nothing: level 0 */
   t.ddx[2][0] = 0;
   t.ddx[0][0] = num_u(100);
   run(&t, out);
   fetch_at(6, TEX_ARRAY2D, 0, 0, (int[3]){16, 16, 0}, b);
   ck_assert(num_f(out[0][0]) == b[0]);
   /* the same away from the middle, where s changes unless both terms cancel: (1, 0, -1/2) grows by a quarter of itself */
   t.coord[2][0] = num_u(-0.5f);
   t.ddx[0][0] = num_u(0.25f);
   t.ddx[2][0] = num_u(-0.125f);
   run(&t, out);
   fetch_at(6, TEX_ARRAY2D, 0, 0, (int[3]){24, 16, 0}, b); /* s = 3/4 */
   ck_assert(num_f(out[0][0]) == b[0]);
   /* only the major axis grows by 1/4: ds = -sc/4/2 = -1/16, level 1 */
   t.ddx[2][0] = 0;
   run(&t, out);
   fetch_at(6, TEX_ARRAY2D, 1, 0, (int[3]){12, 8, 0}, b);
   ck_assert(num_f(out[0][0]) == b[0]);
}
END_TEST

/* TG4 returns four texels around a position in the order of TGSI, for every filter of the unit; shadow targets compare each of
   them. */
START_TEST(gathers)
{
   static const int corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

   for (unsigned unit = 0; unit < 2; unit++) {
      struct exec_tex t = {
          .op = TEX_GATHER, .target = TEX_ARRAY2D, .unit = unit, .active = 1, .component = 2, .offset = {1, 0, 0}};
      const float width = unit ? 32 : 16;
      exec_lanes out[4], shadow[4];
      float a[4];

      t.coord[0][0] = num_u(4.75f / width);
      t.coord[1][0] = num_u(9.25f / 16);
      t.layer[0] = num_u(1);
      run(&t, out);
      t.target = TEX_SHADOWARRAY2D;
      t.ref[0] = num_u(0.5f);
      run(&t, shadow);
      for (int i = 0; i < 4; i++) {
         fetch_at(unit, TEX_ARRAY2D, 0, 1, (int[3]){5 + corner[i][0], 8 + corner[i][1], 0}, a);
         TRUE_MSG(num_f(out[i][0]) == a[2], "unit %u, texel %d: %g, want %g", unit, i, num_f(out[i][0]), a[2]);
         TRUE_MSG(num_f(shadow[i][0]) == (a[0] >= 0.5f), "unit %u, texel %d", unit, i);
      }
   }
}
END_TEST

/* The layer of an array of cube maps selects a whole cube; layer 0 has the faces of a cube map. */
START_TEST(cube_arrays)
{
   uint32_t size[3];
   float a[4], b[4];

   exec_sampler_size(&sampler, 3, TEX_ARRAYCUBE, 1, size);
   ck_assert_uint_eq(size[0], 12);
   ck_assert_uint_eq(size[1], 12);
   ck_assert_uint_eq(size[2], 4);
   for (int face = 0; face < 6; face++) {
      const float dir[3] = {face / 2 == 0 ? 1 - 2 * (face & 1) : 0.25f, face / 2 == 1 ? 1 - 2 * (face & 1) : -0.5f,
                            face / 2 == 2 ? 1 - 2 * (face & 1) : 0.125f};

      sample_at(3, TEX_CUBE, 0, 0, (float[4]){dir[0], dir[1], dir[2], 0}, a);
      sample_at(3, TEX_ARRAYCUBE, 0, 0, (float[4]){dir[0], dir[1], dir[2], 0}, b);
      same(b, a, "layer 0, face", face);
      sample_at(3, TEX_ARRAYCUBE, 0, 2, (float[4]){dir[0], dir[1], dir[2], 0}, b);
      TRUE_MSG(memcmp(a, b, sizeof a) != 0, "layer 2 is like layer 0, face %d", face);
      sample_at(3, TEX_ARRAYCUBE, 0, 3, (float[4]){dir[0], dir[1], dir[2], 0}, a);
      sample_at(3, TEX_ARRAYCUBE, 0, 77, (float[4]){dir[0], dir[1], dir[2], 0}, b);
      same(b, a, "the last layer, face", face);
   }
}
END_TEST

START_TEST(samples_and_levels)
{
   static const struct {
      enum exec_tex_op op;
      enum exec_tex_target target;
      unsigned unit;
      uint32_t x;
   } row[] = {{TEX_SAMPLES, TEX_2D, 1, 1}, {TEX_SAMPLES, TEX_2DMS, 1, 4}, {TEX_SAMPLES, TEX_ARRAY2DMS, 2, 8},
              {TEX_LEVELS, TEX_2D, 1, 6},  {TEX_LEVELS, TEX_RECT, 1, 1},  {TEX_LEVELS, TEX_2DMS, 1, 1}};
   static const float zero[4] = {0};
   float a[4], b[4];

   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      struct exec_tex t = {.op = row[i].op, .target = row[i].target, .unit = row[i].unit, .active = 1};
      exec_lanes out[4];

      run(&t, out);
      TRUE_MSG(out[0][0] == row[i].x, "row %u: %u", i, out[0][0]);
      ck_assert_uint_eq(out[1][0] | out[2][0] | out[3][0], 0);
   }
   /* the sample is at a point where the level differs */
   fetch_at(1, TEX_2DMS, 0, 0, (int[3]){3, 4, 0}, a);
   fetch_at(1, TEX_2D, 0, 0, (int[3]){3, 4, 0}, b);
   same(a, b, "sample", 0);
   fetch_at(1, TEX_2DMS, 3, 0, (int[3]){3, 4, 0}, b);
   TRUE_MSG(memcmp(a, b, sizeof a) != 0, "samples 0 and 3 are alike");
   fetch_at(1, TEX_2DMS, 4, 0, (int[3]){3, 4, 0}, a);
   same(a, zero, "sample", 4);
}
END_TEST

/* Expected levels: y is the level as computed, and x is the level as used, which is whole with the nearest filter and exists in
   the texture. */
START_TEST(level_queries)
{
   static const struct {
      unsigned unit;
      float step, x, y; /* step: texels of level 0 per pixel */
   } row[] = {{1, 2, 1, 1},         {1, 0.5f, 0, -1}, {1, 1024, 5, 10},
              {0, 2, 1, 1},         {0, 0.5f, 0, -1}, {1, 3, 1.5859375f, 1.5859375f},
              {0, 3, 2, 1.5859375f}};

   for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
      struct exec_tex t = {.op = TEX_LEVEL, .target = TEX_2D, .unit = row[i].unit, .active = 1, .quad_valid = 15};
      exec_lanes out[4];

      t.coord[0][1] = t.coord[0][3] = num_u(row[i].step / (row[i].unit ? 32 : 16));
      run(&t, out);
      TRUE_MSG(num_f(out[0][0]) == row[i].x && num_f(out[1][0]) == row[i].y, "row %u: %g %g", i, num_f(out[0][0]),
               num_f(out[1][0]));
   }
}
END_TEST

/* All inputs are special values. Results stay in [0,1], inactive lanes do not change, and the same call gives the same bits. */
START_TEST(hostile)
{
   static const uint32_t odd[] = {0,          0x80000000, 1,          0x007fffff, 0x7f800000,
                                  0xff800000, 0x7fc00000, 0xffffffff, 0x7f7fffff, 0xff7fffff,
                                  0x3f800000, 0x4b800000, 0xcf000000, 0x7fffffff, 0x00800000};
   struct util_rng r;
   util_rng_init(&r, 5);
   for (int n = 0; n < 30000; n++) {
      struct exec_tex t = {0};
      t.op = (enum exec_tex_op)util_rng_below(&r, TEX_OP_COUNT);
      t.target = (enum exec_tex_target)util_rng_below(&r, TEX_TARGET_COUNT);
      t.unit = util_rng_chance(&r, 1, 10) ? util_rng_u32(&r) : util_rng_below(&r, 32);
      t.active = util_rng_u32(&r) & util_rng_u32(&r) & util_rng_u32(&r);
      t.quad_valid = util_rng_u32(&r) | util_rng_u32(&r);
      uint32_t *words = t.coord[0], count = (uint32_t)((sizeof t - offsetof(struct exec_tex, coord)) / 4);
      for (uint32_t i = 0; i < count; i++)
         words[i] = util_rng_chance(&r, 1, 3)   ? odd[util_rng_below(&r, sizeof odd / sizeof odd[0])]
                    : util_rng_chance(&r, 1, 2) ? num_u((util_rng_float(&r) - 0.5f) * 8)
                                                : util_rng_u32(&r);
      for (int i = 0; i < 3; i++)
         t.offset[i] = (int8_t)util_rng_u32(&r);
      exec_lanes a[4], b[4];
      memset(a, 0xee, sizeof a);
      memset(b, 0xee, sizeof b);
      run(&t, a);
      exec_sampler_fn((void *)(uintptr_t)&sampler, &num_model_ieee, &t, b); /* the model makes no difference */
      TRUE_MSG(memcmp(a, b, sizeof a) == 0, "round %d", n);
      for (unsigned l = 0; l < 32; l++)
         for (int c = 0; c < 4; c++) {
            float v = num_f(a[c][l]);
            if (!(t.active >> l & 1))
               TRUE_MSG(a[c][l] == 0xeeeeeeee, "lane %u", l);
            else if (t.op <= TEX_FETCH || t.op == TEX_GATHER)
               TRUE_MSG(v >= 0 && v <= 1, "%g", v);
         }
   }
}
END_TEST

SUITE_MAIN("sampler", 60, NULL, NULL, tables, sizes, gathers, cube_arrays, samples_and_levels, level_queries, contents,
           fetch_range, centres_and_wrap, linear, levels, levels_of_16_bits, derivatives, arrays_rect_shadow, cube, hostile)
