/* SPDX-License-Identifier: MIT */
/*
 * State of Gallium that becomes machine code (nvp4c_key), and the stages between vertices and pixels: geometry programs, stream
 * output, clip planes, sprites, provoking vertices.
 */
#include "gl-driver/tests/scene.h"

static const float white[4] = {1, 1, 1, 1};

static unsigned drawn(const struct scene *s)
{
   unsigned n = 0;
   for (unsigned y = 0; y < s->height; y++)
      for (unsigned x = 0; x < s->width; x++)
         n += *scene_pixel(s, x, y) != 0;
   return n;
}

static float word(const struct scene *s, unsigned x, unsigned y, unsigned n)
{
   float f;
   memcpy(&f, scene_pixel(s, x, y) + 4 * n, sizeof f);
   return f;
}

static void replace(struct scene *s, unsigned stage, const char *text)
{
   shader_free(s->c.shader[stage]);
   s->c.shader[stage] = scene_shader(stage, text);
}

/* Alphas 0.25, 0.5 and 0.75 against 0.5. */
START_TEST(alpha_test)
{
   static const uint8_t pass[8] = {
       [PIPE_FUNC_LESS] = 1,     [PIPE_FUNC_EQUAL] = 2,  [PIPE_FUNC_LEQUAL] = 3, [PIPE_FUNC_GREATER] = 4,
       [PIPE_FUNC_NOTEQUAL] = 5, [PIPE_FUNC_GEQUAL] = 6, [PIPE_FUNC_ALWAYS] = 7};
   struct scene s;
   scene_begin(&s, 4, 4, FORMAT_RGBA8);
   s.dsa.alpha_enable = true;
   s.dsa.alpha_ref = 0.5f;
   for (unsigned func = 0; func < 8; func++)
      for (unsigned k = 0; k < 3; k++) {
         memset(s.c.color[0].resource->data, 0, s.c.color[0].resource->size);
         s.dsa.alpha_func = (uint8_t)func;
         scene_fill(&s, 0.5f, (float[4]){1, 1, 1, 0.25f + 0.25f * (float)k});
         ck_assert_uint_eq(drawn(&s), pass[func] >> k & 1 ? 16 : 0);
      }
   scene_end(&s);
}
END_TEST

START_TEST(clamped)
{
   for (unsigned clamp = 0; clamp < 2; clamp++) {
      struct scene s;
      scene_begin(&s, 4, 4, FORMAT_RGBA32F);
      s.rasterizer.clamp_fragment_color = clamp;
      scene_fill(&s, 0.5f, (float[4]){-1, 2, 0.5f, 8});
      ck_assert_float_eq(word(&s, 1, 1, 0), clamp ? 0 : -1);
      ck_assert_float_eq(word(&s, 1, 1, 1), clamp ? 1 : 2);
      ck_assert_float_eq(word(&s, 1, 1, 2), 0.5f);
      ck_assert_float_eq(word(&s, 1, 1, 3), clamp ? 1 : 8);
      scene_end(&s);
   }
}
END_TEST

/* Row y of the pattern has y % 3 + 1 columns from the left in every four. */
START_TEST(stipple)
{
   static const uint32_t rows[3] = {0x88888888, 0xcccccccc, 0xeeeeeeee};
   static const char *const programs[2] = {scene_fragment,
                                           "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                           "DCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n"};
   for (unsigned k = 0; k < 2; k++) {
      struct scene s;
      scene_begin(&s, 40, 37, FORMAT_RGBA8);
      replace(&s, STAGE_FRAGMENT, programs[k]);
      s.rasterizer.poly_stipple = true;
      for (unsigned y = 0; y < 32; y++)
         s.c.stipple[y] = rows[y % 3];
      scene_fill(&s, 0.5f, white);
      for (unsigned y = 0; y < 37; y++)
         for (unsigned x = 0; x < 40; x++)
            ck_assert_uint_eq(*scene_pixel(&s, x, y), x % 4 <= y % 32 % 3 ? 255 : 0);
      scene_end(&s);
   }
}
END_TEST

/* A triangle of one orientation has the front colour, one of the other the back colour. */
START_TEST(two_sides)
{
   static const char vertex[] =
       "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR[0]\nDCL OUT[2], BCOLOR[0]\n"
       "IMM[0] FLT32 {0.0, 1.0, 0.0, 1.0}\n0: MOV OUT[0], IN[0]\n1: MOV OUT[1], IN[1]\n"
       "2: MOV OUT[2], IMM[0]\n3: END\n";
   static const char fragment[] = "FRAG\nDCL IN[0], COLOR[0], COLOR\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n";
   for (unsigned k = 0; k < 4; k++) {
      struct scene s;
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      replace(&s, STAGE_VERTEX, vertex);
      replace(&s, STAGE_FRAGMENT, fragment);
      s.rasterizer.two_side = k & 1;
      s.rasterizer.front_ccw = k & 2;
      scene_fill(&s, 0.5f, (float[4]){1, 0, 0, 1});
      ck_assert_uint_eq(scene_pixel(&s, 1, 1)[0], k == 3 ? 0 : 255); /* the strip is clockwise */
      ck_assert_uint_eq(scene_pixel(&s, 1, 1)[1], k == 3 ? 255 : 0);
      scene_end(&s);
   }
}
END_TEST

/* With flat shading, the whole triangle has the value of its first or its last vertex. */
START_TEST(provoking)
{
   static const char vertex[] = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR[0]\n"
                                "0: MOV OUT[0], IN[0]\n1: MOV OUT[1], IN[1]\n2: END\n";
   static const char fragment[] = "FRAG\nDCL IN[0], COLOR[0], COLOR\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n";
   for (unsigned first = 0; first < 2; first++) {
      struct scene s;
      scene_begin(&s, 4, 4, FORMAT_RGBA32F);
      replace(&s, STAGE_VERTEX, vertex);
      replace(&s, STAGE_FRAGMENT, fragment);
      s.rasterizer.flatshade = true;
      s.rasterizer.flatshade_first = first;
      scene_draw(&s, PIPE_PRIM_TRIANGLE_STRIP,
                 (struct scene_vertex[]){scene_at(&s, 0, 0, 0.5f, 1), scene_at(&s, 4, 0, 0.5f, 2), scene_at(&s, 0, 4, 0.5f, 3),
                                         scene_at(&s, 4, 4, 0.5f, 4)},
                 4);
      ck_assert_float_eq(word(&s, 0, 0, 0), first ? 1 : 3);
      ck_assert_float_eq(word(&s, 3, 3, 0), first ? 2 : 4);
      scene_end(&s);
   }
}
END_TEST

/* A plane through the middle of the window, by the key and by the program's output. */
START_TEST(clip_planes)
{
   static const char own[] =
       "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2].x, CLIPDIST[0]\n"
       "0: MOV OUT[0], IN[0]\n1: MOV OUT[1], IN[1]\n2: MOV OUT[2].x, IN[0].xxxx\n3: END\n";
   for (unsigned k = 0; k < 3; k++) {
      struct scene s;
      scene_begin(&s, 8, 8, FORMAT_RGBA8);
      if (k == 1)
         replace(&s, STAGE_VERTEX, own);
      s.rasterizer.clip_planes = k < 2;
      s.c.clip_plane[0][0] = 1;
      scene_fill(&s, 0.5f, white);
      ck_assert_uint_eq(drawn(&s), k < 2 ? 32 : 64);
      ck_assert_uint_eq(*scene_pixel(&s, 4, 0), 255);
      ck_assert_uint_eq(*scene_pixel(&s, 3, 0), k < 2 ? 0 : 255);
      scene_end(&s);
   }
}
END_TEST

/* Coordinates of a sprite of 4 pixels go from 1/8 to 7/8 in the middles of its pixels, also as a texture coordinate that they
   replace. */
START_TEST(sprites)
{
   static const char *const fragment[] = {
       "FRAG\nDCL IN[0], PCOORD, PERSPECTIVE\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n",
       "FRAG\nDCL IN[0], TEXCOORD[2], PERSPECTIVE\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n"};
   for (unsigned k = 0; k < 4; k++) {
      const unsigned lower = k & 1;
      struct scene s;
      scene_begin(&s, 8, 8, FORMAT_RGBA32F);
      replace(&s, STAGE_FRAGMENT, fragment[k / 2]);
      s.rasterizer.sprite_coord_enable = k / 2 ? 1 << 2 : 0;
      s.rasterizer.point_size = 4;
      s.rasterizer.point_quad = true;
      s.rasterizer.sprite_lower_left = lower;
      const struct scene_vertex v = scene_at(&s, 4, 4, 0.5f, 1);
      scene_draw(&s, PIPE_PRIM_POINTS, &v, 1);
      for (unsigned y = 2; y < 6; y++)
         for (unsigned x = 2; x < 6; x++) {
            const float t = (float)y / 4 - 0.375f;
            ck_assert_float_eq_tol(word(&s, x, y, 0), (float)x / 4 - 0.375f, 1e-6f);
            ck_assert_float_eq_tol(word(&s, x, y, 1), lower ? 1 - t : t, 1e-6f);
            ck_assert_float_eq(word(&s, x, y, 2), 0);
            ck_assert_float_eq(word(&s, x, y, 3), 1);
         }
      scene_end(&s);
   }
}
END_TEST

/* Turns each point into a square of two triangles, and passes its value on. */
static const char squares[] =
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\nPROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
    "PROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
    "IMM[0] FLT32 {-0.25, 0.25, 0.0, 0.0}\nIMM[1] UINT32 {0, 0, 0, 0}\n"
    "0: ADD OUT[0], IN[0][0], IMM[0].xxzz\n1: MOV OUT[1], IN[0][1]\n2: EMIT IMM[1].xxxx\n"
    "3: ADD OUT[0], IN[0][0], IMM[0].yxzz\n4: MOV OUT[1], IN[0][1]\n5: EMIT IMM[1].xxxx\n"
    "6: ADD OUT[0], IN[0][0], IMM[0].xyzz\n7: MOV OUT[1], IN[0][1]\n8: EMIT IMM[1].xxxx\n"
    "9: ADD OUT[0], IN[0][0], IMM[0].yyzz\n10: MOV OUT[1], IN[0][1]\n11: EMIT IMM[1].xxxx\n12: ENDPRIM IMM[1].xxxx\n13: END\n";

START_TEST(geometry)
{
   struct scene s;
   struct scene_vertex v[40];

   if (scene_target == NVP4C_TARGET_AGX) /* AGX does not have geometry programs */
      return;
   scene_begin(&s, 16, 16, FORMAT_RGBA8);
   scene_count(&s);
   s.c.shader[STAGE_GEOMETRY] = scene_shader(STAGE_GEOMETRY, squares);
   for (unsigned i = 0; i < 40; i++) /* more than a wave has */
      v[i] = scene_at(&s, 4 * (float)(i % 4) + 2, 4 * (float)(i / 4 % 4) + 2, 0.5f, SCENE_ONE);
   scene_draw(&s, PIPE_PRIM_POINTS, v, 40);
   for (unsigned y = 0; y < 16; y++)
      for (unsigned x = 0; x < 16; x++)
         ck_assert_uint_eq(*scene_pixel(&s, x, y), y < 8 ? 3 : 2); /* 40 points in 16 places */
   shader_free(s.c.shader[STAGE_GEOMETRY]);
   scene_end(&s);
}
END_TEST

/* The three values of each triangle of a strip, in cyclic order. The second time, the second buffer has room for only one
   triangle. */
START_TEST(stream_output)
{
   static const float want[6] = {1, 2, 3, 3, 2, 4};
   const struct shader_source source = {
       .stage = STAGE_VERTEX,
       .text = scene_vertex,
       .length = strlen(scene_vertex),
       .num_outputs = 2,
       .output = {{.reg = 1, .components = 1}, {.reg = 0, .component = 3, .components = 1, .offset = 1}},
       .stride = {2}};
   for (unsigned round = 0; round < 2; round++) {
      struct scene s;
      struct so_target t = {.resource = scene_resource(PIPE_BUFFER, FORMAT_BYTE, 64, 1), .offset = 8, .size = round ? 40 : 48};
      struct query written = {.type = PIPE_QUERY_PRIMITIVES_EMITTED}, generated = {.type = PIPE_QUERY_PRIMITIVES_GENERATED};
      scene_begin(&s, 4, 4, FORMAT_RGBA8);
      shader_free(s.c.shader[STAGE_VERTEX]);
      s.c.shader[STAGE_VERTEX] = shader_create(&source);
      s.c.so[0] = &t;
      s.c.num_so = 1;
      s.rasterizer.discard = true;
      s.rasterizer.flatshade_first = false;
      query_begin(&s.c, &written);
      query_begin(&s.c, &generated);
      scene_draw(&s, PIPE_PRIM_TRIANGLE_STRIP,
                 (struct scene_vertex[]){scene_at(&s, 0, 0, 0.5f, 1), scene_at(&s, 4, 0, 0.5f, 2), scene_at(&s, 0, 4, 0.5f, 3),
                                         scene_at(&s, 4, 4, 0.5f, 4)},
                 4);
      query_end(&s.c, &written);
      query_end(&s.c, &generated);
      ck_assert_uint_eq(written.value, round ? 1 : 2);
      ck_assert_uint_eq(generated.value, 2);
      ck_assert_uint_eq(t.written, round ? 24 : 48);
      for (unsigned i = 0; i < (round ? 3u : 6u); i++) {
         float f[2];
         memcpy(f, t.resource->data + 8 + 8 * i, sizeof f);
         ck_assert_float_eq(f[0], want[i]);
         ck_assert_float_eq(f[1], 1);
      }
      ck_assert_uint_eq(drawn(&s), 0);
      resource_unref(t.resource);
      scene_end(&s);
   }
}
END_TEST

/* On AGX, the first vertex of a draw is not an input of each vertex but a uniform before the parameters. */
START_TEST(base_vertex)
{
   static const char text[] =
       "VERT\nDCL IN[0]\nDCL SV[0], BASEVERTEX\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL CONST[0]\n"
       "DCL TEMP[0]\n0: MOV OUT[0], IN[0]\n1: U2F TEMP[0], SV[0].xxxx\n2: ADD OUT[1], TEMP[0], CONST[0]\n3: END\n";
   static const float constant[4] = {10, 20, 30, 40};
   const struct draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .start = 3, .count = 4, .instances = 1};
   struct scene_vertex v[7];
   struct scene s;

   scene_begin(&s, 4, 4, FORMAT_RGBA32F);
   replace(&s, STAGE_VERTEX, text);
   s.c.constants[STAGE_VERTEX][0].data = (const uint8_t *)constant;
   s.c.constants[STAGE_VERTEX][0].size = sizeof constant;
   for (unsigned i = 0; i < 7; i++)
      v[i] = scene_at(&s, i < 3 || !((i - 3) & 1) ? 0 : 4, i < 3 || !((i - 3) & 2) ? 0 : 4, 0.5f, 0);
   scene_draw(&s, PIPE_PRIM_POINTS, v, 7);
   draw_vbo(&s.c, &info);
   for (unsigned n = 0; n < 4; n++)
      ck_assert_float_eq(word(&s, 1, 1, n), constant[n] + 3);
   scene_end(&s);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {alpha_test,  clamped, stipple,  two_sides,   provoking,
                                 clip_planes, sprites, geometry, base_vertex, stream_output};

   return scene_run("state of the GL driver", tests, sizeof tests / sizeof *tests);
}
