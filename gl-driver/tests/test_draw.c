/* SPDX-License-Identifier: MIT */
/* Coverage and inputs of the GL driver's drawing: GL 3.3, 2.10 to 2.20. */
#include "gl-driver/tests/scene.h"

#include <math.h>
#include <stdio.h>

static unsigned sum(const struct scene *s)
{
   unsigned n = 0;
   for (unsigned y = 0; y < s->height; y++)
      for (unsigned x = 0; x < s->width; x++)
         n += *scene_pixel(s, x, y);
   return n;
}

static void clear(struct scene *s)
{
   memset(s->c.color[0].resource->data, 0, s->c.color[0].resource->size);
}

/* The fragments of each pixel, as rows of digits. */
static void expect(const struct scene *s, const char *const *rows)
{
   for (unsigned y = 0; y < s->height; y++) {
      char row[65];
      for (unsigned x = 0; x < s->width; x++)
         row[x] = (char)(*scene_pixel(s, x, y) + '0');
      row[s->width] = 0;
      ck_assert_str_eq(row, rows[y]);
   }
}

/* ---- triangles */

START_TEST(edges)
{
   static const char *const first[] = {"11111110", "11111100", "11111000", "11110000",
                                       "11100000", "11000000", "10000000", "00000000"};
   struct scene s;
   scene_begin(&s, 8, 8, FORMAT_RGBA8);
   scene_count(&s);
   const struct scene_vertex a = scene_at(&s, 0, 0, 0.5f, SCENE_ONE), b = scene_at(&s, 8, 0, 0.5f, SCENE_ONE),
                             c = scene_at(&s, 0, 8, 0.5f, SCENE_ONE), d = scene_at(&s, 8, 8, 0.5f, SCENE_ONE);
   scene_draw(&s, PIPE_PRIM_TRIANGLES, (struct scene_vertex[]){a, b, c}, 3);
   expect(&s, first); /* middles on the slope belong to the triangle to the right */
   scene_draw(&s, PIPE_PRIM_TRIANGLES, (struct scene_vertex[]){b, c, d}, 3);
   ck_assert_uint_eq(sum(&s), 64);
   clear(&s);
   scene_draw(&s, PIPE_PRIM_TRIANGLES, (struct scene_vertex[]){a, c, b}, 3);
   expect(&s, first); /* the other orientation */
   scene_end(&s);
}
END_TEST

/* Horizontal edges through the middles of rows 2 and 4, where either the upper or the lower one is inside. */
START_TEST(edge_rule)
{
   for (unsigned bottom = 0; bottom < 2; bottom++) {
      struct scene s;
      scene_begin(&s, 4, 8, FORMAT_RGBA8);
      scene_count(&s);
      s.rasterizer.bottom_edge_rule = bottom;
      scene_draw(&s, PIPE_PRIM_TRIANGLE_STRIP,
                 (struct scene_vertex[]){scene_at(&s, 1.5f, 2.5f, 0.5f, SCENE_ONE), scene_at(&s, 3.5f, 2.5f, 0.5f, SCENE_ONE),
                                         scene_at(&s, 1.5f, 4.5f, 0.5f, SCENE_ONE), scene_at(&s, 3.5f, 4.5f, 0.5f, SCENE_ONE)},
                 4);
      static const char *const rows[2][8] = {{"0000", "0000", "0110", "0110", "0000", "0000", "0000", "0000"},
                                             {"0000", "0000", "0000", "0110", "0110", "0000", "0000", "0000"}};
      expect(&s, rows[bottom]);
      scene_end(&s);
   }
}
END_TEST

static uint32_t random_bits(uint64_t *state)
{
   *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
   return (uint32_t)(*state >> 33);
}

/* A grid of triangles with random inner vertices covers every pixel once, also where it extends beyond the window. */
START_TEST(meshes)
{
   enum { GRID = 6, SIZE = 96 };
   uint64_t state = 1;
   for (unsigned round = 0; round < 12; round++) {
      struct scene s;
      struct scene_vertex grid[GRID + 1][GRID + 1], v[GRID * GRID * 6];
      const float beyond = round % 3 ? 0 : 40;
      unsigned n = 0;
      scene_begin(&s, SIZE, SIZE, FORMAT_RGBA8);
      scene_count(&s);
      s.rasterizer.bottom_edge_rule = round & 1;
      s.driver.threads = 2;
      for (unsigned j = 0; j <= GRID; j++)
         for (unsigned i = 0; i <= GRID; i++) {
            const float step = (SIZE + 2 * beyond) / GRID, jitter = step / 3;
            float x = step * (float)i - beyond, y = step * (float)j - beyond;
            if (i && i < GRID && j && j < GRID) {
               x += jitter * ((float)(random_bits(&state) & 0xffff) / 32768 - 1);
               y += jitter * ((float)(random_bits(&state) & 0xffff) / 32768 - 1);
            }
            grid[j][i] = scene_at(&s, x, y, 0.5f, SCENE_ONE);
         }
      for (unsigned j = 0; j < GRID; j++)
         for (unsigned i = 0; i < GRID; i++) {
            const struct scene_vertex *q[4] = {&grid[j][i], &grid[j][i + 1], &grid[j + 1][i], &grid[j + 1][i + 1]};
            static const uint8_t split[2][6] = {{0, 1, 2, 2, 1, 3}, {0, 1, 3, 0, 2, 3}};
            const uint8_t *order = split[random_bits(&state) & 1];
            for (unsigned k = 0; k < 6; k++)
               v[n++] = *q[order[k]];
         }
      scene_draw(&s, PIPE_PRIM_TRIANGLES, v, n);
      for (unsigned y = 0; y < SIZE; y++)
         for (unsigned x = 0; x < SIZE; x++)
            if (*scene_pixel(&s, x, y) != 1)
               ck_abort_msg("round %u: pixel %u %u has %u fragments", round, x, y, *scene_pixel(&s, x, y));
      scene_end(&s);
   }
}
END_TEST

/* Every mode covers the square of its vertices once. */
START_TEST(modes)
{
   static const struct {
      unsigned mode, count;
      uint8_t order[12];
   } rows[] = {
       {PIPE_PRIM_TRIANGLES, 6, {0, 1, 2, 2, 1, 3}},
       {PIPE_PRIM_TRIANGLE_STRIP, 4, {0, 1, 2, 3}},
       {PIPE_PRIM_TRIANGLE_FAN, 4, {0, 1, 3, 2}},
       {PIPE_PRIM_QUADS, 4, {0, 1, 3, 2}},
       {PIPE_PRIM_QUAD_STRIP, 4, {0, 1, 2, 3}},
       {PIPE_PRIM_POLYGON, 4, {0, 1, 3, 2}},
       {PIPE_PRIM_TRIANGLES_ADJACENCY, 12, {0, 3, 1, 3, 2, 3, 2, 0, 1, 0, 3, 0}},
       {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, 8, {0, 0, 1, 0, 2, 0, 3, 0}},
   };
   for (unsigned i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
      struct scene s;
      struct scene_vertex v[12];
      scene_begin(&s, 8, 8, FORMAT_RGBA8);
      scene_count(&s);
      s.rasterizer.flatshade_first = i & 1;
      s.rasterizer.cull = PIPE_FACE_BACK;
      for (unsigned k = 0; k < rows[i / 2].count; k++) {
         const unsigned corner = rows[i / 2].order[k];
         v[k] = scene_at(&s, corner & 1 ? 8 : 0, corner & 2 ? 8 : 0, 0.5f, SCENE_ONE);
      }
      scene_draw(&s, rows[i / 2].mode, v, rows[i / 2].count);
      const unsigned front = sum(&s);
      s.rasterizer.cull = PIPE_FACE_FRONT;
      scene_draw(&s, rows[i / 2].mode, v, rows[i / 2].count);
      if (sum(&s) != 64 ||
          (rows[i / 2].mode != PIPE_PRIM_TRIANGLES_ADJACENCY && front % 64)) /* all triangles have the same orientation */
         ck_abort_msg("mode %u: %u fragments, %u of the front", rows[i / 2].mode, sum(&s), front);
      scene_end(&s);
   }
}
END_TEST

/* ---- lines and points */

START_TEST(lines)
{
   static const struct {
      float x0, y0, x1, y1;
      const char *rows[8];
   } cases[] = {
       {1.5f,
        2.5f,
        6.5f,
        2.5f,
        {"00000000", "00000000", "01111100", "00000000", "00000000", "00000000", "00000000", "00000000"}},
       {6.5f,
        2.5f,
        1.5f,
        2.5f,
        {"00000000", "00000000", "00111110", "00000000", "00000000", "00000000", "00000000", "00000000"}},
       {2.5f,
        1.5f,
        2.5f,
        5.5f,
        {"00000000", "00100000", "00100000", "00100000", "00100000", "00000000", "00000000", "00000000"}},
       {1.5f,
        1.5f,
        5.5f,
        5.5f,
        {"00000000", "01000000", "00100000", "00010000", "00001000", "00000000", "00000000", "00000000"}},
       /* it begins in the diamond of a pixel after its middle, and ends in the diamond of another before its middle */
       {1.75f,
        2.5f,
        4.25f,
        2.5f,
        {"00000000", "00000000", "01110000", "00000000", "00000000", "00000000", "00000000", "00000000"}},
       /* ... and outside of the diamonds */
       {1.75f,
        2.875f,
        4.25f,
        2.875f,
        {"00000000", "00000000", "00110000", "00000000", "00000000", "00000000", "00000000", "00000000"}},
       /* it does not leave its diamond */
       {3.375f,
        3.5f,
        3.625f,
        3.5f,
        {"00000000", "00000000", "00000000", "00000000", "00000000", "00000000", "00000000", "00000000"}},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct scene s;
      scene_begin(&s, 8, 8, FORMAT_RGBA8);
      scene_count(&s);
      scene_draw(&s, PIPE_PRIM_LINES,
                 (struct scene_vertex[]){scene_at(&s, cases[i].x0, cases[i].y0, 0.5f, SCENE_ONE),
                                         scene_at(&s, cases[i].x1, cases[i].y1, 0.5f, SCENE_ONE)},
                 2);
      expect(&s, cases[i].rows);
      scene_end(&s);
   }
}
END_TEST

START_TEST(wide_and_stippled)
{
   static const char *const wide[] = {"00000000", "01111100", "01111100", "01111100",
                                      "00000000", "00000000", "00000000", "00000000"};
   static const char *const stippled[] = {"00000000", "00000000", "00000000", "00000000",
                                          "11001100", "00000000", "00000000", "00000000"};
   struct scene s;
   scene_begin(&s, 8, 8, FORMAT_RGBA8);
   scene_count(&s);
   s.rasterizer.line_width = 3;
   scene_draw(&s, PIPE_PRIM_LINES,
              (struct scene_vertex[]){scene_at(&s, 1.5f, 2.5f, 0.5f, SCENE_ONE), scene_at(&s, 6.5f, 2.5f, 0.5f, SCENE_ONE)}, 2);
   expect(&s, wide);
   clear(&s);
   s.rasterizer.line_width = 1;
   s.rasterizer.line_stipple = true;
   s.rasterizer.stipple_factor = 1; /* each bit twice */
   s.rasterizer.stipple_pattern = 0x5555;
   scene_draw(&s, PIPE_PRIM_LINES,
              (struct scene_vertex[]){scene_at(&s, 0, 4.5f, 0.5f, SCENE_ONE), scene_at(&s, 8, 4.5f, 0.5f, SCENE_ONE)}, 2);
   expect(&s, stippled);
   scene_end(&s);
}
END_TEST

static void expect_alpha(const struct scene *s, const unsigned rows[8][8])
{
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         const uint8_t *pixel = scene_pixel(s, x, y);
         ck_assert_msg(abs(pixel[3] - (int)rows[y][x]) <= 1, "%u, %u: alpha %u", x, y, pixel[3]);
         ck_assert_uint_eq(pixel[0], rows[y][x] ? 255 : 0);
      }
}

/*
 * Alpha is multiplied by the covered part. A line from 2 to 6 between two rows is half a pixel from the middles of both, and
 * extends half a pixel beyond its ends. For a point with radius 2 the part is (1 - d^2) / (1 - 1/4), with d in radii: (3,3)
 * 7/6, (2,3) 1/2, (2,2) 0.
 */
START_TEST(smooth)
{
   static const unsigned line[8][8] = {[3] = {0, 0, 128, 128, 128, 128}, [4] = {0, 0, 128, 128, 128, 128}};
   static const unsigned point[8][8] = {[2] = {0, 0, 0, 128, 128},
                                        [3] = {0, 0, 128, 255, 255, 128},
                                        [4] = {0, 0, 128, 255, 255, 128},
                                        [5] = {0, 0, 0, 128, 128}};
   struct scene s;
   scene_begin(&s, 8, 8, FORMAT_RGBA8);
   s.rasterizer.line_smooth = s.rasterizer.point_smooth = true;
   scene_draw(&s, PIPE_PRIM_LINES, (struct scene_vertex[]){scene_at(&s, 2, 4, 0.5f, 1), scene_at(&s, 6, 4, 0.5f, 1)}, 2);
   expect_alpha(&s, line);
   clear(&s);
   s.rasterizer.point_size = 4;
   scene_draw(&s, PIPE_PRIM_POINTS, (struct scene_vertex[]){scene_at(&s, 4, 4, 0.5f, 1)}, 1);
   expect_alpha(&s, point);
   clear(&s);
   s.rasterizer.line_width = 2; /* 1.5 pixels to each side: the middle row is covered, and half of the rows next to it */
   s.rasterizer.line_stipple = true;
   s.rasterizer.stipple_pattern = 0x5555;
   scene_draw(&s, PIPE_PRIM_LINES, (struct scene_vertex[]){scene_at(&s, 2, 4.5f, 0.5f, 1), scene_at(&s, 6, 4.5f, 0.5f, 1)}, 2);
   expect_alpha(&s, (const unsigned[8][8]){[3] = {0, 0, 128, 0, 128}, [4] = {0, 0, 255, 0, 255}, [5] = {0, 0, 128, 0, 128}});
   scene_end(&s);
}
END_TEST

START_TEST(points)
{
   static const struct {
      float x, y, size;
      bool square;
      const char *rows[8];
   } cases[] = {
       {3.2f, 4.7f, 1, false, {"00000000", "00000000", "00000000", "00000000", "00010000", "00000000", "00000000", "00000000"}},
       {3.2f, 4.7f, 3, false, {"00000000", "00000000", "00000000", "00111000", "00111000", "00111000", "00000000", "00000000"}},
       {3.2f, 4.7f, 2, false, {"00000000", "00000000", "00000000", "00000000", "00110000", "00110000", "00000000", "00000000"}},
       {3.5f, 4.5f, 2, true, {"00000000", "00000000", "00000000", "00110000", "00110000", "00000000", "00000000", "00000000"}},
       {3.0f, 4.0f, 4, true, {"00000000", "00000000", "01111000", "01111000", "01111000", "01111000", "00000000", "00000000"}},
       {0.5f, 0.5f, 3, true, {"11000000", "11000000", "00000000", "00000000", "00000000", "00000000", "00000000", "00000000"}},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct scene s;
      scene_begin(&s, 8, 8, FORMAT_RGBA8);
      scene_count(&s);
      s.rasterizer.point_size = cases[i].size;
      s.rasterizer.point_quad = cases[i].square;
      const struct scene_vertex v = scene_at(&s, cases[i].x, cases[i].y, 0.5f, SCENE_ONE);
      scene_draw(&s, PIPE_PRIM_POINTS, &v, 1);
      expect(&s, cases[i].rows);
      scene_end(&s);
   }
}
END_TEST

/* ---- inputs */

static float component(const struct scene *s, unsigned x, unsigned y, unsigned n)
{
   float f;
   memcpy(&f, scene_pixel(s, x, y) + 4 * n, sizeof f);
   return f;
}

/* A square whose right side is four times as far away as its left one. A value that goes from 0 to 1 along x is (t / 4) / (1 -
   t + t / 4) at the fraction t of the window's width; without perspective it is t. */
START_TEST(perspective)
{
   static const char flat[] = "FRAG\nDCL IN[0], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n";
   for (unsigned linear = 0; linear < 2; linear++) {
      struct scene s;
      struct scene_vertex v[4];
      scene_begin(&s, 64, 64, FORMAT_RGBA32F);
      if (linear) {
         shader_free(s.c.shader[STAGE_FRAGMENT]);
         s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, flat);
      }
      for (unsigned i = 0; i < 4; i++) {
         const float w = i & 1 ? 4 : 1;
         v[i] = (struct scene_vertex){{i & 1 ? w : -w, i & 2 ? w : -w, 0, w}, {i & 1 ? 1.0f : 0.0f, 1, 0, 1}};
      }
      scene_draw(&s, PIPE_PRIM_TRIANGLE_STRIP, v, 4);
      for (unsigned y = 0; y < 64; y += 9)
         for (unsigned x = 0; x < 64; x++) {
            const double t = (x + 0.5) / 64, want = linear ? t : t / 4 / (1 - t + t / 4);
            ck_assert_double_eq_tol((double)component(&s, x, y, 0), want, 1e-6);
            ck_assert_double_eq_tol((double)component(&s, x, y, 1), 1, 1e-6);
         }
      scene_end(&s);
   }
}
END_TEST

/* The position that the program reads: the row counted from the last one, plus half a pixel. */
START_TEST(place)
{
   static const char *const programs[] = {
       "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n",
       "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: "
       "END\n"};
   for (unsigned i = 0; i < 2; i++) {
      struct scene s;
      const float black[4] = {0};
      scene_begin(&s, 16, 16, FORMAT_RGBA32F);
      shader_free(s.c.shader[STAGE_FRAGMENT]);
      s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, programs[i]);
      scene_fill(&s, 0.25f, black);
      ck_assert_float_eq(component(&s, 3, 5, 0), 3.5f);
      ck_assert_float_eq(component(&s, 3, 5, 1), i ? 10.5f : 5.5f);
      ck_assert_float_eq(component(&s, 3, 5, 2), 0.25f);
      ck_assert_float_eq(component(&s, 3, 5, 3), 1);
      scene_end(&s);
   }
}
END_TEST

/* ---- threads and levels */

/* Triangles of all sizes, on top of each other, with blending, so that the picture depends on their order. */
static void draw_heap(struct scene *s, unsigned threads, int level)
{
   struct scene_vertex v[300];
   uint64_t state = 7;

   scene_begin(s, 200, 150, FORMAT_RGBA8);
   s->driver.threads = threads;
   s->driver.opt_level = level;
   s->blend.target[0] = (struct blend_target){.enable = true,
                                              .rgb_src = PIPE_BLENDFACTOR_SRC_ALPHA,
                                              .rgb_dst = PIPE_BLENDFACTOR_INV_SRC_ALPHA,
                                              .alpha_src = PIPE_BLENDFACTOR_ONE,
                                              .alpha_dst = PIPE_BLENDFACTOR_ZERO,
                                              .mask = 15};
   for (unsigned i = 0; i < 300; i++) {
      const float w = 0.25f + (float)(random_bits(&state) & 255) / 128;
      for (unsigned n = 0; n < 4; n++) {
         v[i].position[n] = n == 3 ? w : w * ((float)(random_bits(&state) & 1023) / 400 - 1.28f);
         v[i].value[n] = (float)(random_bits(&state) & 255) / 255;
      }
   }
   scene_draw(s, PIPE_PRIM_TRIANGLES, v, 300);
}

START_TEST(same_picture)
{
   struct scene one, other;
   draw_heap(&one, 1, 2);
   ck_assert_uint_gt(sum(&one), 1000);
   for (unsigned i = 0; i < 4; i++) {
      draw_heap(&other, i < 2 ? 4 : 1, i < 2 ? 2 : i == 2 ? 0 : 1);
      ck_assert_mem_eq(one.c.color[0].resource->data, other.c.color[0].resource->data, one.c.color[0].resource->size);
      scene_end(&other);
   }
   scene_end(&one);
}
END_TEST

/*
 * Ends on the edge of a diamond. GL moves them to the left by less than any distance (2.1, 3.4.1). (22.625, 3.875) is then
 * inside, so the line leaves the diamond of the pixel (22, 3). (17.5625, 7.0625) is inside too, so a line that ends there does
 * not leave the diamond of (17, 7). (4.375, 3.875) is outside, and the line to the left does not reach the pixel (4, 3).
 */
START_TEST(ends_on_diamonds)
{
   static const struct {
      float from[2], to[2];
      unsigned pixel[2];
      bool is_drawn;
   } rows[] = {{{22.625f, 3.875f}, {15.375f, 19.1875f}, {22, 3}, true},
               {{19.5f, 20.125f}, {17.5625f, 7.0625f}, {17, 7}, false},
               {{4.375f, 3.875f}, {3, 19}, {4, 3}, false}};

   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct scene s;
      scene_begin(&s, 32, 32, FORMAT_RGBA8);
      const struct scene_vertex v[2] = {scene_at(&s, rows[i].from[0], rows[i].from[1], 0, 1),
                                        scene_at(&s, rows[i].to[0], rows[i].to[1], 0, 1)};
      scene_draw(&s, PIPE_PRIM_LINES, v, 2);
      ck_assert_uint_eq(scene_pixel(&s, rows[i].pixel[0], rows[i].pixel[1])[0], rows[i].is_drawn ? 255 : 0);
      scene_end(&s);
   }
}
END_TEST

/* ---- limits of a draw */

/*
 * Pixels count as well as instructions: a rectangle of 32 x 32 pixels is 32 waves, each of which takes at least 24 steps
 * besides its program. So at most 20000 / (32 * 24) = 26 of 100 rectangles are drawn, and enough that programs that draw much
 * do not notice it.
 */
START_TEST(cost_of_pixels)
{
   struct scene_vertex v[600];
   struct scene s;

   scene_begin(&s, 32, 32, FORMAT_RGBA8);
   scene_count(&s);
   for (unsigned i = 0; i < 600; i++) {
      const unsigned corner = i % 6 < 3 ? i % 6 : 6 - i % 6;
      v[i] = scene_at(&s, corner & 1 ? 32 : 0, corner & 2 ? 32 : 0, 0, SCENE_ONE);
   }
   work_begin(&s.c.work, 20000);
   scene_draw(&s, PIPE_PRIM_TRIANGLES, v, 600);
   ck_assert_uint_le(scene_pixel(&s, 0, 0)[0], 26);
   ck_assert_uint_ge(scene_pixel(&s, 0, 0)[0], 10);
   scene_end(&s);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {edges,  edge_rule, meshes,      modes, lines,        wide_and_stippled,
                                 smooth, points,    perspective, place, same_picture, cost_of_pixels,
                                 ends_on_diamonds};

   return scene_run("drawing of the GL driver", tests, sizeof tests / sizeof *tests);
}
