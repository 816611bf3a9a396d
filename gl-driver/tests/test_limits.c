/* SPDX-License-Identifier: MIT */
/* Illegal requests, and numbers at the ends of their ranges: the server goes on. With the sanitizers (BUILD=asan), no access is
   outside of its object. */
#define _GNU_SOURCE
#include "gl-driver/tests/client.h"

/* A texture of RGBA8 with one level. */
static void texture(struct session *s, uint32_t handle, uint32_t target, uint32_t w, uint32_t h, uint32_t layers)
{
   ADD(s, 11, 12, handle, target, 67, 0xa, w, h, 1, layers, 0, 0, 0);
}

/* Draws instances of the triangle of session_draw(). */
static void draw_triangles(struct session *s, uint32_t instances)
{
   COMMAND(s, 8, 0, 0, 3, 4, 0, instances, 0, 0, 0, 0, 0, 2, 0);
}

/* Draws to the first texture of a session and reads it back as words. */
static void read_back(struct client *c, uint32_t words[64])
{
   session_transfer(&c->s, 0, 1, 8, 8);
   flush(c);
   uint8_t *first = receive_mapping(c, 256), *second = receive_mapping(c, 256), *buffer = receive_mapping(c, 48);
   settle(c);
   memcpy(words, first, 256);
   munmap(first, 256);
   munmap(second, 256);
   munmap(buffer, 48);
}

/* The colour of session_draw() in the pixels that it covers. */
#define DRAWN 0xff996633u

static void begin_drawing_with(struct client *c, const struct driver *driver)
{
   open_client_of(c, driver);
   session_framebuffer(&c->s);
   session_draw(&c->s);
   session_begin(&c->s);
   COMMAND(&c->s, 7, 0, 4, 0, 0, 0, 0, 0, 0, 0);
}

static void begin_drawing(struct client *c)
{
   begin_drawing_with(c, NULL);
}

/* A buffer is one row whatever its height and samples are said to be, so a copy cannot leave it. */
START_TEST(buffer_with_samples)
{
   struct client c;

   open_client(&c);
   ADD(&c.s, 11, 12, 9, 0, 64, 0x10, 1 << 30, 8, 1, 1, 0, 0x80000000u, 0);
   ADD(&c.s, 11, 12, 10, 0, 64, 0x10, 64, 1, 1, 1, 0, 0, 0);
   session_begin(&c.s);
   COMMAND(&c.s, 17, 0, 9, 0, 0, 7, 0, 9, 0, 1 << 20, 0, 0, 1 << 20, 1, 1);
   COMMAND(&c.s, 17, 0, 10, 0, 0, 1, 0, 10, 0, 0, 0, 0, 64, 1, 1);
   session_end(&c.s);
   settle(&c);
   finish(&c);
}
END_TEST

/* The neighbours in a seamless cube are found by its width, so faces must be squares, in a cube and in a view of layers as a
   cube. */
START_TEST(cube_of_rectangles)
{
   static const struct {
      uint32_t target, width, height, view, want;
   } t[] = {{4, 1024, 1, 0, 0xff000000u} /* the texture does not exist: black */,
            {7, 1024, 1, 4, 0xff000000u},
            {3, 8, 8, 4, 0xff000000u},
            {7, 8, 8, 255, 0xff000000u},
            {7, 8, 8, 4, 0}};

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
      struct client c;
      uint32_t words[64];
      begin_drawing(&c);
      session_end(&c.s);
      texture(&c.s, 9, t[i].target, t[i].width, t[i].height, 6);
      session_begin(&c.s);
      COMMAND(&c.s, 1, 6, 110, 9, 67 | t[i].view << 24, 5 << 16, 0, 0 | 1 << 3 | 2 << 6 | 3 << 9); /* view */
      COMMAND(&c.s, 1, 7, 111, 1 << 9 | 2 << 11 | 1 << 13 | 1 << 19, 0, 0, 0, 0, 0, 0, 0); /* sampler: linear, seamless */
      COMMAND(&c.s, 10, 0, 1, 0, 110);
      COMMAND(&c.s, 18, 0, 1, 0, 111);
      session_shader(&c.s, 112, 1,
                     "FRAG\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], CUBE, FLOAT\n"
                     "IMM[0] FLT32 { 1.0, 0.999999, 0.5, 1.0 }\n  0: TEX OUT[0], IMM[0], SAMP[0], CUBE\n  1: END\n");
      COMMAND(&c.s, 31, 0, 112, 1);
      draw_triangles(&c.s, 1);
      session_end(&c.s);
      read_back(&c, words);
      ck_assert_uint_eq(words[0], t[i].want);
      finish(&c);
   }
}
END_TEST

static void bind_endless_program(struct session *s)
{
   session_shader(s, 112, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0]\nDCL TEMP[0]\n  0: MOV TEMP[0], CONST[0]\n  1: BGNLOOP\n"
                  "  2: ADD TEMP[0], TEMP[0], CONST[0]\n  3: ENDLOOP\n  4: MOV OUT[0], TEMP[0]\n  5: END\n");
   COMMAND(s, 31, 0, 112, 1);
}

/* Requests of a client are not executed any more after it has ended: a thousand draws of a second each. */
START_TEST(client_that_left)
{
   struct client c;
   uint32_t words[64];

   begin_drawing(&c);
   session_end(&c.s);
   read_back(&c, words);
   session_begin(&c.s);
   bind_endless_program(&c.s);
   for (unsigned i = 0; i < 1000; i++)
      draw_triangles(&c.s, 1);
   session_end(&c.s);
   flush(&c);
   finish(&c);
}
END_TEST

/* Storage is counted, and returned. */
START_TEST(memory_of_a_client)
{
   struct client c;
   uint32_t words[64];

   begin_drawing(&c);
   session_end(&c.s);
   for (unsigned round = 0; round < 3; round++) {
      for (unsigned i = 0; i < 64; i++)
         texture(&c.s, 1000 + i, 2, 8192, 8192, 1); /* 256 MiB each, which are not touched */
      session_begin(&c.s);
      COMMAND(&c.s, 1, 8, 200, 1000, 67, 0, 0); /* the first exists, the last does not */
      COMMAND(&c.s, 1, 8, 201, 1063, 67, 0, 0);
      COMMAND(&c.s, 5, 0, 1, 0, 201);
      draw_triangles(&c.s, 1);
      COMMAND(&c.s, 3, 8, 200);
      session_end(&c.s);
      for (unsigned i = 0; i < 64; i++)
         ADD(&c.s, 1, 3, 1000 + i);
   }
   session_begin(&c.s);
   COMMAND(&c.s, 5, 0, 1, 0, 100);
   for (unsigned i = 0; i < 4096 && c.s.length + 64 < SESSION_ROOM; i++)
      COMMAND(&c.s, 29, 0, 1000 + i);
   session_end(&c.s);
   texture(&c.s, 1000, 2, 8192, 8192, 1);
   session_begin(&c.s);
   COMMAND(&c.s, 28, 0, 1);
   COMMAND(&c.s, 1, 8, 202, 1000, 67, 0, 0);
   COMMAND(&c.s, 5, 0, 1, 0, 202);
   COMMAND(&c.s, 4, 0, 0, bits_of(4), bits_of(4), bits_of(0.5f), bits_of(4), bits_of(4), bits_of(0.5f));
   draw_triangles(&c.s, 1);
   COMMAND(&c.s, 17, 0, 1, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 8, 8, 1); /* draws there go to the first texture */
   session_end(&c.s);
   read_back(&c, words);
   ck_assert_uint_eq(words[0], DRAWN);
   finish(&c);
}
END_TEST

/* Ends the session, in which all pixels must be that word. */
static void finish_with(struct client *c, uint32_t word)
{
   uint32_t words[64];

   session_end(&c->s);
   read_back(c, words);
   for (unsigned i = 0; i < 64; i++)
      ck_assert_uint_eq(words[i], word);
   finish(c);
}

/* A draw with parameters in a buffer is skipped if they are outside of it. */
START_TEST(indirect_draws)
{
   for (unsigned inside = 0; inside < 2; inside++) {
      struct client c;
      begin_drawing(&c);
      session_end(&c.s);
      ADD(&c.s, 11, 12, 9, 0, 64, 0x10, 20, 1, 1, 1, 0, 0, 0);
      session_begin(&c.s);
      COMMAND(&c.s, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 20, 1, 1, 3, 1, 0, 0, 0); /* INLINE_WRITE: 3 vertices, 1 instance */
      COMMAND(&c.s, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9, inside ? 0 : 8, 0, 1, 0, 0); /* DRAW */
      COMMAND(&c.s, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9, 0xfffffff0u, 0xffffffffu, 0xffffffffu, 0, 0);
      COMMAND(&c.s, 8, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9, 4, 0, 1, 0, 0); /* of indices: a word too few */
      COMMAND(&c.s, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 99, 0, 0, 1, 0, 0);
      finish_with(&c, inside ? DRAWN : 0);
   }
}
END_TEST

/* Stores a colour to the texel of each workgroup, and counts the workgroups. */
static void bind_painter(struct session *s)
{
   session_shader(s, 130, 5,
                  "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nDCL SV[0], BLOCK_ID\nDCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, "
                  "WR\nDCL BUFFER[0]\n"
                  "DCL TEMP[0]\nIMM[0] FLT32 {0.2, 0.4, 0.6, 1.0}\nIMM[1] UINT32 {0, 1, 4294967292, 0}\n"
                  "STORE IMAGE[0], SV[0], IMM[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\nATOMUADD TEMP[0].x, BUFFER[0], IMM[1].xxxx, "
                  "IMM[1].yyyy\n"
                  "STORE BUFFER[0].x, IMM[1].zzzz, IMM[1].yyyy\nEND\n");
   COMMAND(s, 31, 0, 130, 5);
}

/* Images that do not exist are not bound, and stores of the grid have no effect. The second time, the last one is valid. */
START_TEST(bad_images)
{
   static const uint32_t bad[][5] = {/* format, access, layers, level, handle */
                                     {67, 2, 0, 0, 99},  {67, 2, 0, 5, 1}, {67, 2, 1u << 16, 0, 1},    {67, 2, 3, 0, 1},
                                     {9999, 2, 0, 0, 1}, {31, 2, 0, 0, 1}, {67, 2, 49, 0xffffffff, 3}, {105, 2, 0, 0, 1}};

   for (unsigned good = 0; good < 2; good++) {
      struct client c;
      begin_drawing(&c);
      bind_painter(&c.s);
      for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
         COMMAND(&c.s, 35, 0, 5, 0, bad[i][0], bad[i][1], bad[i][2], bad[i][3], bad[i][4]);
         COMMAND(&c.s, 37, 0, 1, 1, 1, 8, 8, 1, 0, 0);
      }
      COMMAND(&c.s, 35, 0, 9, 0, 67, 2, 0, 0, 1);           /* invalid stage */
      COMMAND(&c.s, 35, 0, 5, 0xffffffffu, 67, 2, 0, 0, 1); /* slot */
      COMMAND(&c.s, 35, 0, 5);
      if (good)
         COMMAND(&c.s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
      COMMAND(&c.s, 37, 0, 1, 1, 1, 9, 8, 1, 0, 0);
      finish_with(&c, good ? DRAWN : 0);
   }
}
END_TEST

/* Grids that are empty or too large do not run, nor do those with a size outside of the given buffer. */
START_TEST(bad_grids)
{
   static const uint32_t bad[][8] = {{0, 1, 1, 8, 8, 1, 0, 0},
                                     {1, 1, 1, 8, 0, 1, 0, 0},
                                     {2048, 1, 1, 8, 8, 1, 0, 0},
                                     {1024, 2, 1, 8, 8, 1, 0, 0},
                                     {1, 1, 1, 65536, 1, 1, 0, 0},
                                     {1, 1, 1, 65535, 65535, 65535, 0, 0},
                                     {1024, 1, 1, 65535, 65535, 1, 0, 0},
                                     {0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0, 0},
                                     {1, 1, 1, 0, 0, 0, 99, 0},
                                     {1, 1, 1, 0, 0, 0, 9, 4},
                                     {1, 1, 1, 0, 0, 0, 9, 0xfffffffcu},
                                     {1, 1, 1, 8, 8, 1, 1, 0}};

   for (unsigned good = 0; good < 2; good++) {
      struct client c;
      begin_drawing(&c);
      COMMAND(&c.s, 37, 0, 1, 1, 1, 8, 8, 1, 0, 0); /* without a program */
      bind_painter(&c.s);
      COMMAND(&c.s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
      session_end(&c.s);
      ADD(&c.s, 11, 12, 9, 0, 64, 0x10, 12, 1, 1, 1, 0, 0, 0);
      session_begin(&c.s);
      COMMAND(&c.s, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 12, 1, 1, 8, 8, 1); /* INLINE_WRITE */
      for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
         COMMAND(&c.s, 37, 0, bad[i][0], bad[i][1], bad[i][2], bad[i][3], bad[i][4], bad[i][5], bad[i][6], bad[i][7]);
      if (good)
         COMMAND(&c.s, 37, 0, 1, 1, 1, 0, 0, 0, 9, 0);
      finish_with(&c, good ? DRAWN : 0);
   }
}
END_TEST

/* Bindings keep an object after its handle is gone, and release it with the context. Ranges end where buffers end. */
START_TEST(bound_memory)
{
   struct client c;

   begin_drawing(&c);
   bind_painter(&c.s);
   session_end(&c.s);
   ADD(&c.s, 11, 12, 9, 0, 64, 0x10, 12, 1, 1, 1, 0, 0, 0);
   session_begin(&c.s);
   COMMAND(&c.s, 34, 0, 5, 0, 8, 0xffffffffu, 9, 0xfffffff0u, 16, 9, 0, 4, 99);
   COMMAND(&c.s, 34, 0, 5, 0xfffffff0u, 0, 4, 9);
   COMMAND(&c.s, 34, 0, 7, 0, 0, 4, 9);
   COMMAND(&c.s, 40, 0, 0, 0, 0xffffffffu, 9, 12, 4, 9, 0, 4, 1);
   COMMAND(&c.s, 40, 0, 0xffffffffu, 0, 4, 9);
   COMMAND(&c.s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
   COMMAND(&c.s, 35, 0, 5, 1, 177, 2, 8, 0xffffffffu, 9);
   session_end(&c.s);
   ADD(&c.s, 1, 3, 9);
   session_begin(&c.s);
   COMMAND(&c.s, 37, 0, 1, 1, 1, 8, 8, 1, 0, 0);
   COMMAND(&c.s, 36, 0, 0xffffffffu); /* MEMORY_BARRIER */
   finish_with(&c, DRAWN);
}
END_TEST

/* A driver with a limit of steps between those of grids of 8 and of 64 workgroups. */
static const struct driver little = {.opt_level = 2, .threads = 1, .gl_version = 21, .max_steps = 600};

static void wide_lines(struct session *s)
{
   static const float widths[] = {1e9f, 3e38f, -1, 0};

   for (unsigned i = 0; i < 4; i++) {
      COMMAND(s, 1, 2, 120 + i, 1u << 1 | 1u << 29, bits_of(1), 0, 0, bits_of(widths[i]), 0, 0, 0);
      COMMAND(s, 2, 2, 120 + i);
      COMMAND(s, 8, 0, 0, 3, 2, 0, 1, 0, 0, 0, 0, 0, 2, 0); /* a loop of lines */
   }
}

/* The 64-bit address of an element may wrap around to the last bytes below 2^64. */
static void element_before_its_buffer(struct session *s)
{
   COMMAND(s, 1, 5, 120, 0xffffffffu, 1, 0, 31); /* one row for each instance */
   COMMAND(s, 2, 5, 120);
   COMMAND(s, 6, 0, 0xffffffffu, 0, 3);
   COMMAND(s, 8, 0, 0, 3, 4, 0, 2, 0, 0xffffffffu, 0, 0, 0, 2, 0);
}

static void huge_draws(struct session *s)
{
   static const uint32_t counts[][2] = {{0xffffffff, 1}, {3, 0xffffffff}, {0x1000000, 0x1000000}, {0xfffffffd, 0xffffffff}};

   for (unsigned i = 0; i < 4; i++)
      COMMAND(s, 8, 0, 0, counts[i][0], 4, 0, counts[i][1], 0, 0, 0, 0, 0, 2, 0);
}

/* A program without an end is stopped, and the rest of its draw is skipped. */
static void endless_program(struct session *s)
{
   bind_endless_program(s);
   draw_triangles(s, 100000);
   COMMAND(s, 31, 0, 102, 1);
   draw_triangles(s, 1);
}

/* A grid with an endless program is stopped as a whole. */
static void endless_grid(struct session *s)
{
   session_shader(s, 131, 5,
                  "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL CONST[0]\nDCL TEMP[0]\nDCL BUFFER[0]\nBGNLOOP\nLOAD TEMP[0], "
                  "BUFFER[0], CONST[0].xxxx\n"
                  "BARRIER\nENDLOOP\nSTORE BUFFER[0].x, TEMP[0].xxxx, TEMP[0]\nEND\n");
   COMMAND(s, 31, 0, 131, 5);
   COMMAND(s, 37, 0, 64, 1, 1, 60000, 60000, 1, 0, 0);
   bind_painter(s);
   COMMAND(s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
   COMMAND(s, 37, 0, 1, 1, 1, 8, 8, 1, 0, 0);
}

/* The rest of a grid that takes too long is skipped. */
static void large_grid(struct session *s)
{
   bind_painter(s);
   COMMAND(s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
   COMMAND(s, 37, 0, 1, 1, 1, 8, 8, 1, 0, 0);
}

/* Commands between two draws, and the first and the last pixel after them. */
static const struct {
   void (*commands)(struct session *s);
   const struct driver *driver;
   uint32_t first, last;
} sessions[] = {
    {wide_lines, NULL, DRAWN, DRAWN},      {element_before_its_buffer, NULL, 0, 0}, {huge_draws, NULL, 0, 0},
    {endless_program, NULL, DRAWN, DRAWN}, {endless_grid, NULL, DRAWN, DRAWN},      {large_grid, &little, DRAWN, 0},
};

START_TEST(session_of_table)
{
   struct client c;
   uint32_t words[64];

   begin_drawing_with(&c, sessions[_i].driver);
   sessions[_i].commands(&c.s);
   session_end(&c.s);
   read_back(&c, words);
   ck_assert_uint_eq(words[0], sessions[_i].first);
   ck_assert_uint_eq(words[63], sessions[_i].last);
   finish(&c);
}
END_TEST

/* Each command has its own limit: two draws are cut short, and a grid is not. */
START_TEST(limit_of_each_command)
{
   struct client c;
   uint32_t words[64];

   begin_drawing_with(&c, &little);
   for (unsigned i = 0; i < 2; i++)
      draw_triangles(&c.s, 1000);
   COMMAND(&c.s, 7, 0, 4, 0, 0, 0, 0, 0, 0, 0);
   bind_painter(&c.s);
   COMMAND(&c.s, 35, 0, 5, 0, 67, 2, 0, 0, 1);
   COMMAND(&c.s, 37, 0, 1, 1, 1, 8, 1, 1, 0, 0);
   session_end(&c.s);
   read_back(&c, words);
   for (unsigned x = 0; x < 8; x++)
      ck_assert_uint_eq(words[x], DRAWN);
   finish(&c);
}
END_TEST

/* A single draw ends with its client, too: 100,000 instances with a loop of a second each, which the driver allows. */
START_TEST(client_that_left_a_draw)
{
   static const struct driver patient = {.opt_level = 2, .threads = 1, .gl_version = 21, .max_steps = UINT64_MAX};
   struct client c;
   uint32_t words[64];

   begin_drawing_with(&c, &patient);
   session_end(&c.s);
   read_back(&c, words);
   session_begin(&c.s);
   session_shader(
       &c.s, 112, 1,
       "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nIMM[0] UINT32 {0, 1, 300000, 0}\n  0: MOV TEMP[0], IMM[0].xxxx\n  1: BGNLOOP\n"
       "  2: UADD TEMP[0], TEMP[0], IMM[0].yyyy\n  3: USGE TEMP[0].y, TEMP[0].xxxx, IMM[0].zzzz\n  4: UIF TEMP[0].yyyy\n  5: "
       "BRK\n  6: ENDIF\n"
       "  7: ENDLOOP\n  8: MOV OUT[0], TEMP[0]\n  9: END\n");
   COMMAND(&c.s, 31, 0, 112, 1);
   draw_triangles(&c.s, 100000);
   session_end(&c.s);
   flush(&c);
   finish(&c);
}
END_TEST

/* Blits end with their client as well: 700 of 2048 x 2048 pixels, a third of a second each. */
START_TEST(client_that_left_blits)
{
   struct client c;
   uint32_t words[64];

   begin_drawing(&c);
   session_end(&c.s);
   read_back(&c, words);
   texture(&c.s, 20, 2, 2048, 2048, 1);
   texture(&c.s, 21, 2, 2048, 2048, 1);
   session_begin(&c.s);
   for (unsigned i = 0; i < 700; i++) /* linear, one pixel less on each side */
      COMMAND(&c.s, 16, 0, 15 | 1 << 8, 0, 0, 20, 0, 67, 1, 1, 0, 2046, 2046, 1, 21, 0, 67, 0, 0, 0, 2048, 2048, 1);
   session_end(&c.s);
   flush(&c);
   finish(&c);
}
END_TEST

/* The rest of a blit that takes too long is skipped: of 64 rows of 64 pixels, those within 600 steps are there. */
START_TEST(large_blit)
{
   struct client c;
   uint32_t words[64];

   begin_drawing_with(&c, &little);
   session_end(&c.s);
   texture(&c.s, 20, 2, 64, 64, 1);
   session_begin(&c.s);
   draw_triangles(&c.s, 1);
   COMMAND(&c.s, 16, 0, 15 | 1 << 8, 0, 0, 20, 0, 67, 0, 0, 0, 64, 64, 1, 1, 0, 67, 0, 0, 0, 8, 8, 1);
   COMMAND(&c.s, 17, 0, 1, 0, 0, 0, 0, 20, 0, 0, 0, 0, 4, 4, 1);
   COMMAND(&c.s, 17, 0, 1, 0, 4, 4, 0, 20, 0, 60, 60, 0, 4, 4, 1);
   session_end(&c.s);
   read_back(&c, words);
   ck_assert_uint_eq(words[0], DRAWN);
   ck_assert_uint_eq(words[63], 0);
   finish(&c);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {buffer_with_samples,
                                 cube_of_rectangles,
                                 client_that_left,
                                 memory_of_a_client,
                                 indirect_draws,
                                 bad_images,
                                 bad_grids,
                                 bound_memory,
                                 limit_of_each_command,
                                 client_that_left_a_draw,
                                 client_that_left_blits,
                                 large_blit};
   Suite *s = suite_create("limits");
   TCase *t = tcase_create("limits");

   tcase_set_timeout(t, 60);
   for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
      tcase_add_test(t, tests[i]);
   tcase_add_loop_test(t, session_of_table, 0, sizeof sessions / sizeof *sessions);
   suite_add_tcase(s, t);
   return suite_run(s);
}
