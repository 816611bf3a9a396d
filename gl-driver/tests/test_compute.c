/* SPDX-License-Identifier: MIT */
/* Read-write memory and compute programs: programs access the objects of a context, in draws and in grids. */
#include "gl-driver/tests/scene.h"

#include <stdio.h>

static struct resource *buffer_of(unsigned words)
{
   return scene_resource(PIPE_BUFFER, FORMAT_BYTE, 4 * words, 1);
}

/* A range of a buffer from a byte to its end. */
static struct shader_buffer from(struct resource *r, unsigned offset)
{
   return (struct shader_buffer){.resource = r, .offset = offset, .size = (unsigned)r->size - offset};
}

static uint32_t word(const struct resource *r, unsigned n)
{
   uint32_t w;

   memcpy(&w, r->data + 4 * (size_t)n, 4);
   return w;
}

struct compute {
   struct driver driver;
   struct context c;
};

static void begin(struct compute *k, const char *text, uint32_t shared_bytes)
{
   const struct shader_source source = {
       .stage = STAGE_COMPUTE, .text = text, .length = strlen(text), .shared_bytes = shared_bytes};

   memset(k, 0, sizeof *k);
   k->driver = (struct driver){.target = scene_target, .opt_level = 2, .threads = 1};
   k->c.driver = &k->driver;
   k->c.shader[STAGE_COMPUTE] = shader_create(&source);
}

/* 40 invocations are two waves, the second of which is not full. Each invocation shares its number and reads that of the
   invocation at the other end of the workgroup, which is in another wave: 39 - i + 100 * (x + 3 * y) + 10000 * (workgroups in a
   row of the grid), where i is the number of the invocation. Workgroups are counted. */
static const char exchange[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\nPROPERTY CS_FIXED_BLOCK_HEIGHT 5\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
    "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL SV[2], GRID_SIZE\nDCL BUFFER[1]\nDCL HWATOMIC[2][0]\nDCL MEMORY[0], "
    "SHARED\nDCL TEMP[0..3]\n"
    "IMM[0] UINT32 {8, 4, 156, 3}\nIMM[1] UINT32 {40, 100, 10000, 1}\nIMM[2] UINT32 {0, 0, 0, 0}\n"
    "UMAD TEMP[0].x, SV[0].yyyy, IMM[0].xxxx, SV[0].xxxx\nUMUL TEMP[0].y, TEMP[0].xxxx, IMM[0].yyyy\nSTORE MEMORY[0].x, "
    "TEMP[0].yyyy, TEMP[0].xxxx\n"
    "USEQ TEMP[3].x, TEMP[0].xxxx, IMM[2].xxxx\nUIF TEMP[3].xxxx\nATOMUADD TEMP[3].y, HWATOMIC[2][0], IMM[2].xxxx, "
    "IMM[1].wwww\nENDIF\n"
    "BARRIER\n"
    "INEG TEMP[1].x, TEMP[0].yyyy\nUADD TEMP[1].x, IMM[0].zzzz, TEMP[1].xxxx\nLOAD TEMP[2].x, MEMORY[0], TEMP[1].xxxx\n"
    "UMAD TEMP[1].y, SV[1].yyyy, IMM[0].wwww, SV[1].xxxx\nUMAD TEMP[2].x, TEMP[1].yyyy, IMM[1].yyyy, TEMP[2].xxxx\n"
    "UMAD TEMP[2].x, SV[2].xxxx, IMM[1].zzzz, TEMP[2].xxxx\n"
    "UMAD TEMP[1].z, TEMP[1].yyyy, IMM[1].xxxx, TEMP[0].xxxx\nUMUL TEMP[1].z, TEMP[1].zzzz, IMM[0].yyyy\nSTORE BUFFER[1].x, "
    "TEMP[1].zzzz, TEMP[2].xxxx\nEND\n";

START_TEST(workgroups)
{
   static const uint32_t shared[] = {160, 8192}; /* registers and memory of the USC */
   const struct grid_info info = {{8, 5, 1}, {3, 2, 1}};

   for (unsigned n = 0; n < 2; n++) {
      struct compute k;
      struct resource *out = buffer_of(244), *counters = buffer_of(2);
      begin(&k, exchange, shared[n]);
      k.c.buffers[STAGE_COMPUTE][1] = from(out, 8); /* the last two words of the last workgroup are beyond its end */
      k.c.buffers[STAGE_COMPUTE][1].size = 4 * 238;
      k.c.counters[2] = from(counters, 4);
      run_grid(&k.c, &info);
      run_grid(&k.c, &info);
      ck_assert(word(counters, 0) == 0 && word(counters, 1) == 12);
      for (unsigned i = 0; i < 238; i++)
         ck_assert_uint_eq(word(out, 2 + i), 39 - i % 40 + 100 * (i / 40) + 30000);
      ck_assert(!word(out, 0) && !word(out, 1) && !word(out, 240) && !word(out, 241));
      shader_free(k.c.shader[STAGE_COMPUTE]);
      resource_unref(out);
      resource_unref(counters);
   }
}
END_TEST

/* 961 invocations, which are 512 on the USC: the number that the invocation at the other end shares, 960 - i, and 1000 times
   the number of the workgroup. */
START_TEST(large_workgroups)
{
   static const char text[] =
       "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 31\nPROPERTY CS_FIXED_BLOCK_HEIGHT 31\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
       "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL BUFFER[0]\nDCL MEMORY[0], SHARED\nDCL TEMP[0..1]\nIMM[0] UINT32 {31, 4, "
       "3840, 3844}\n"
       "IMM[1] UINT32 {1000, 0, 0, 0}\n"
       "UMAD TEMP[0].x, SV[0].yyyy, IMM[0].xxxx, SV[0].xxxx\nUMUL TEMP[0].y, TEMP[0].xxxx, IMM[0].yyyy\n"
       "STORE MEMORY[0].x, TEMP[0].yyyy, TEMP[0].xxxx\nBARRIER\nUADD TEMP[0].z, IMM[0].zzzz, -TEMP[0].yyyy\n"
       "LOAD TEMP[1].x, MEMORY[0], TEMP[0].zzzz\nUMAD TEMP[1].x, SV[1].xxxx, IMM[1].xxxx, TEMP[1].xxxx\n"
       "UMAD TEMP[0].y, SV[1].xxxx, IMM[0].wwww, TEMP[0].yyyy\nSTORE BUFFER[0].x, TEMP[0].yyyy, TEMP[1].xxxx\nEND\n";

   for (unsigned n = 0; n < 2; n++) { /* registers and memory of the USC */
      struct compute k;
      struct resource *out = buffer_of(2 * 961);
      begin(&k, text, n ? 8192 : 3844);
      k.c.buffers[STAGE_COMPUTE][0] = from(out, 0);
      run_grid(&k.c, &(struct grid_info){{31, 31, 1}, {2, 1, 1}});
      for (unsigned i = 0; i < 2 * 961; i++)
         ck_assert_uint_eq(word(out, i), 960 - i % 961 + 1000 * (i / 961));
      shader_free(k.c.shader[STAGE_COMPUTE]);
      resource_unref(out);
   }
}
END_TEST

/* Copies a texel of image 0 to the mirrored column of image 1, and writes the size of image 0 and the bytes of the buffer to
   the buffer. The formats are those of the images. */
static const char mirror[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nDCL SV[0], BLOCK_ID\nDCL IMAGE[0], 2D_ARRAY, PIPE_FORMAT_NONE\nDCL IMAGE[1], "
    "2D_ARRAY, PIPE_FORMAT_NONE, WR\n"
    "DCL BUFFER[0]\nDCL TEMP[0..3]\nIMM[0] UINT32 {4, 0, 16, 0}\n"
    "LOAD TEMP[0], IMAGE[0], SV[0], 2D_ARRAY\nMOV TEMP[1], SV[0]\nINEG TEMP[1].x, SV[0].xxxx\nUADD TEMP[1].x, TEMP[1].xxxx, "
    "IMM[0].xxxx\n"
    "STORE IMAGE[1], TEMP[1], TEMP[0], 2D_ARRAY\nRESQ TEMP[2], IMAGE[0], 2D_ARRAY\nSTORE BUFFER[0].xyzw, IMM[0].yyyy, TEMP[2]\n"
    "RESQ TEMP[3].x, BUFFER[0]\nSTORE BUFFER[0].x, IMM[0].zzzz, TEMP[3].xxxx\nEND\n";

/* Layers 1 and 2 of level 1, of 5 x 3 texels. With formats of one byte they begin at unaligned places. */
START_TEST(images)
{
   static const struct {
      unsigned format, bytes;
   } formats[] = {
       {177, 1} /* R8_UINT */, {67, 4} /* R8G8B8A8_UNORM */, {28, 4} /* R32_FLOAT */, {31, 16} /* R32G32B32A32_FLOAT */};

   for (unsigned n = 0; n < sizeof formats / sizeof *formats; n++) {
      const unsigned bytes = formats[n].bytes;
      struct compute k;
      struct resource *r[2], *out = buffer_of(5);
      begin(&k, mirror, 0);
      ck_assert_uint_eq(format_info(formats[n].format)->bytes, bytes);
      for (unsigned i = 0; i < 2; i++) {
         r[i] = resource_create(&(struct resource_template){.handle = 1,
                                                            .target = PIPE_TEXTURE_2D_ARRAY,
                                                            .format = formats[n].format,
                                                            .width = 10,
                                                            .height = 6,
                                                            .depth = 1,
                                                            .array_size = 3,
                                                            .last_level = 1});
         unsigned number = 0;
         while (strcmp(nvp4c_image_format(number), format_info(formats[n].format)->name))
            number++;
         k.c.images[STAGE_COMPUTE][i] = (struct image){.resource = r[i],
                                                       .format = formats[n].format,
                                                       .key_format = (uint8_t)number,
                                                       .level = 1,
                                                       .first_layer = 1,
                                                       .last_layer = 2};
      }
      for (size_t i = 0; i < r[0]->size; i++)
         r[0]->data[i] = (uint8_t)(i % 120 + 1); /* no float of these is a denormal or a NaN */
      k.c.buffers[STAGE_COMPUTE][0] = from(out, 0);
      run_grid(&k.c, &(struct grid_info){{1, 1, 1}, {6, 4, 3}}); /* some of these texels do not exist */
      for (unsigned z = 0; z < 3; z++)
         for (unsigned y = 0; y < 3; y++)
            for (unsigned x = 0; x < 5; x++) {
               const uint8_t *to = resource_texel(r[1], 1, 4 - x, y, z, 0), *of = resource_texel(r[0], 1, x, y, z, 0);
               for (unsigned b = 0; b < bytes; b++)
                  ck_assert_msg(to[b] == (z ? of[b] : 0), "format %u, texel %u %u %u, byte %u: %u, not %u", formats[n].format,
                                x, y, z, b, to[b], of[b]);
            }
      ck_assert(word(out, 0) == 5 && word(out, 1) == 3 && word(out, 2) == 2 && word(out, 3) == 0 && word(out, 4) == 20);
      shader_free(k.c.shader[STAGE_COMPUTE]);
      resource_unref(r[0]);
      resource_unref(r[1]);
      resource_unref(out);
   }
}
END_TEST

/* Texels of a range of a buffer, and a unit without a binding. */
START_TEST(image_of_buffer)
{
   static const char text[] =
       "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nDCL SV[0], BLOCK_ID\nDCL IMAGE[0], BUFFER, PIPE_FORMAT_R32_UINT, WR\nDCL "
       "IMAGE[3], BUFFER, PIPE_FORMAT_R32_UINT, WR\n"
       "DCL TEMP[0..1]\nIMM[0] UINT32 {5, 0, 0, 0}\nATOMUADD TEMP[0].x, IMAGE[0], SV[0], IMM[0], BUFFER, PIPE_FORMAT_R32_UINT\n"
       "ATOMUADD TEMP[1].x, IMAGE[3], SV[0], IMM[0], BUFFER, PIPE_FORMAT_R32_UINT\nSTORE IMAGE[3], SV[0], IMM[0], BUFFER, "
       "PIPE_FORMAT_R32_UINT\nEND\n";
   struct compute k;
   struct resource *r = buffer_of(8);

   begin(&k, text, 0);
   k.c.images[STAGE_COMPUTE][0] = (struct image){.resource = r, .format = 193 /* R32_UINT */, .offset = 8, .size = 16};
   run_grid(&k.c, &(struct grid_info){{1, 1, 1}, {9, 1, 1}});
   for (unsigned i = 0; i < 8; i++)
      ck_assert_uint_eq(word(r, i), i >= 2 && i < 6 ? 5 : 0);
   shader_free(k.c.shader[STAGE_COMPUTE]);
   resource_unref(r);
}
END_TEST

/* The buffer counts the fragments that run; helpers, which run for the derivative, and killed fragments do not count. */
static const char count[] = "FRAG\n%sDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL "
                            "BUFFER[0]\nDCL TEMP[0..1]\n"
                            "IMM[0] UINT32 {0, 1, 0, 0}\nIMM[1] FLT32 {-2.0, 0.0, 0.0, 0.0}\nDDX TEMP[1], IN[0]\n%s"
                            "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\nADD OUT[0], IN[0], TEMP[1]\nEND\n";

START_TEST(fragments)
{
   /* 7 x 5 pixels, which two triangles cover once. Two columns are killed, as x - 2 is below 0. With a depth of 0 all fragments
      are hidden, but the program runs, unless it has early tests. */
   static const struct {
      const char *property, *kill;
      float depth;
      unsigned want;
      bool seen;
   } t[] = {{"", "", 0.5f, 35, true},
            {"", "ADD TEMP[0], IN[1], IMM[1].xxxx\nKILL_IF TEMP[0].xxxx\n", 0.5f, 25, true},
            {"", "", 0, 35, false},
            {"PROPERTY FS_EARLY_DEPTH_STENCIL 1\n", "", 0, 0, false},
            {"PROPERTY FS_EARLY_DEPTH_STENCIL 1\n", "", 0.5f, 35, true},
            {"PROPERTY FS_EARLY_DEPTH_STENCIL 1\n", "ADD TEMP[0], IN[1], IMM[1].xxxx\nKILL_IF TEMP[0].xxxx\n", 0.5f, 25, true},
            {"PROPERTY FS_EARLY_DEPTH_STENCIL 1\n", "ADD TEMP[0], IN[1], IMM[1].xxxx\nKILL_IF TEMP[0].xxxx\n", 0, 0, false}};

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
      char text[1024];
      struct scene s;
      struct resource *r = buffer_of(1);
      snprintf(text, sizeof text, count, t[i].property, t[i].kill);
      scene_begin(&s, 7, 5, FORMAT_RGBA32F);
      shader_free(s.c.shader[STAGE_FRAGMENT]);
      s.c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, text);
      s.dsa = (struct depth_stencil_alpha){.depth_enable = true, .depth_func = PIPE_FUNC_LESS};
      for (unsigned n = 0; n < 35; n++)
         format_write_depth(FORMAT_Z24S8, s.c.depth.resource->data + 4 * (size_t)n,
                            format_depth_bits(FORMAT_Z24S8, t[i].depth));
      s.c.buffers[STAGE_FRAGMENT][0] = from(r, 0);
      scene_fill(&s, 0.25f, (float[4]){1, 1, 1, 1});
      ck_assert_msg(word(r, 0) == t[i].want, "case %u: %u", i, word(r, 0));
      for (unsigned n = 0; n < 35; n++) {
         const bool seen = t[i].seen && (!*t[i].kill || n % 7 >= 2);
         ck_assert_msg(word(s.c.color[0].resource, 4 * n) == (seen ? 0x3f800000u : 0), "case %u: pixel %u", i, n);
      }
      scene_end(&s);
      resource_unref(r);
   }
}
END_TEST

/* Each vertex is shaded once, and counts in the buffer of its stage. */
START_TEST(vertices)
{
   static const char text[] = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL SV[0], VERTEXID\nDCL OUT[0], POSITION\nDCL OUT[1], "
                              "GENERIC[0]\nDCL BUFFER[0]\nDCL TEMP[0..1]\n"
                              "IMM[0] UINT32 {2, 1, 0, 0}\nSHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\nATOMUADD TEMP[1].x, "
                              "BUFFER[0], TEMP[0].xxxx, IMM[0].yyyy\n"
                              "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\nEND\n";
   struct scene s;
   struct resource *r = buffer_of(4), *other = buffer_of(4);

   scene_begin(&s, 4, 4, FORMAT_RGBA32F);
   shader_free(s.c.shader[STAGE_VERTEX]);
   s.c.shader[STAGE_VERTEX] = scene_shader(STAGE_VERTEX, text);
   s.c.buffers[STAGE_VERTEX][0] = from(r, 0);
   s.c.buffers[STAGE_FRAGMENT][0] = from(other, 0);
   scene_fill(&s, 0.5f, (float[4]){1, 1, 1, 1});
   for (unsigned i = 0; i < 4; i++)
      ck_assert(word(r, i) == 1 && word(other, i) == 0);
   scene_end(&s);
   resource_unref(r);
   resource_unref(other);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {workgroups, large_workgroups, images, image_of_buffer, fragments, vertices};
   return scene_run("compute", tests, sizeof tests / sizeof *tests);
}
