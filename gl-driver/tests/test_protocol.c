/* SPDX-License-Identifier: MIT */
/*
 * The protocol of the GL driver, with a client at the other end of a socket pair that creates resources, clears, draws, copies
 * and reads back. It sends what Mesa 22.3 sends (virgl_vtest_socket.c, virgl_encode.c of Mesa).
 */
#define _GNU_SOURCE
#include "gl-driver/shader/code.h"
#include "gl-driver/protocol/protocol.h"
#include "gl-driver/tests/client.h"

static void expect_color(const uint8_t *texel, unsigned r, unsigned g, unsigned b, unsigned a)
{
   ck_assert_msg(texel[0] == r && texel[1] == g && texel[2] == b && texel[3] == a, "%u %u %u %u", texel[0], texel[1], texel[2],
                 texel[3]);
}

START_TEST(clear_and_read)
{
   struct client c;

   open_client(&c);
   session_framebuffer(&c.s);
   flush(&c);
   uint8_t *first = receive_mapping(&c, 256), *second = receive_mapping(&c, 256);
   session_begin(&c.s);
   COMMAND(&c.s, 7, 0, 4, bits_of(0.2f), bits_of(0.4f), bits_of(0.6f), bits_of(1), 0, 0, 0);
   session_end(&c.s);
   session_transfer(&c.s, 0, 1, 8, 8);
   settle(&c);
   for (unsigned i = 0; i < 64; i++)
      expect_color(first + 4 * i, 51, 102, 153, 255);
   /* Uploads data, copies it to the right half of the lower rows, and blits it upside down */
   for (unsigned i = 0; i < 256; i++)
      second[i] = (uint8_t)i;
   session_transfer(&c.s, 1, 2, 8, 8);
   session_begin(&c.s);
   COMMAND(&c.s, 17, 0, 1, 0, 4, 0, 0, 2, 0, 0, 0, 0, 4, 2, 1);
   session_end(&c.s);
   session_transfer(&c.s, 0, 1, 8, 8);
   settle(&c);
   expect_color(first + 4 * 3, 51, 102, 153, 255);
   expect_color(first + 4 * 4, 0, 1, 2, 3);
   expect_color(first + 32 + 4 * 7, 32 + 12, 32 + 13, 32 + 14, 32 + 15);
   expect_color(first + 64 + 4 * 4, 51, 102, 153, 255);
   session_begin(&c.s);
   COMMAND(&c.s, 16, 0, 15, 0, 0, 1, 0, 67, 0, 8, 0, 8, (uint32_t)-8, 1, 2, 0, 67, 0, 0, 0, 8, 8, 1);
   session_end(&c.s);
   session_transfer(&c.s, 0, 1, 8, 8);
   settle(&c);
   expect_color(first, 224, 225, 226, 227);
   expect_color(first + 7 * 32, 0, 1, 2, 3);
   munmap(first, 256);
   munmap(second, 256);
   finish(&c);
}
END_TEST

START_TEST(draw_and_count)
{
   struct client c;
   uint32_t query[4];

   open_client(&c);
   session_framebuffer(&c.s);
   session_buffer(&c.s, 4, 16); /* of the query */
   session_draw(&c.s);
   session_transfer(&c.s, 0, 1, 8, 8);
   flush(&c);
   uint8_t *first = receive_mapping(&c, 256), *second = receive_mapping(&c, 256), *result = receive_mapping(&c, 16),
           *buffer = receive_mapping(&c, 48);
   settle(&c);
   for (unsigned i = 0; i < 64; i++)
      expect_color(first + 4 * i, 51, 102, 153, 255);
   memcpy(query, result, sizeof query);
   ck_assert(query[0] == 1 && query[1] == 8 && query[2] == 64 && query[3] == 0);
   munmap(first, 256);
   munmap(second, 256);
   munmap(result, 16);
   munmap(buffer, 48);
   finish(&c);
}
END_TEST

/* Stream output that pauses and resumes. The client only binds the target again. */
START_TEST(resumed_capture)
{
   static const char text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n";
   uint32_t words[64] = {0};
   struct client c;

   open_client(&c);
   session_framebuffer(&c.s);
   session_buffer(&c.s, 4, 16);
   session_draw(&c.s);
   session_buffer(&c.s, 5, 128);
   session_begin(&c.s);
   memcpy(words, text, sizeof text);
   ADD(&c.s, 1 | 4 << 8 | (11 + (sizeof text + 3) / 4) << 16, 120, 0, sizeof text, 100, 1, 4, 0, 0, 0, 4 << 10,
       0); /* captures OUT[0] */
   session_add(&c.s, (sizeof text + 3) / 4, words);
   COMMAND(&c.s, 31, 0, 120, 0);
   COMMAND(&c.s, 1, 10, 121, 5, 0, 128);
   for (unsigned i = 0; i < 2; i++) {
      COMMAND(&c.s, 25, 0, 0, 121);
      COMMAND(&c.s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
      COMMAND(&c.s, 25, 0, 0);
   }
   session_end(&c.s);
   session_transfer(&c.s, 0, 5, 128, 1);
   flush(&c);
   const size_t size[5] = {256, 256, 16, 48, 128};
   void *map[5];
   for (unsigned i = 0; i < 5; i++)
      map[i] = receive_mapping(&c, size[i]);
   settle(&c);
   float f[32];
   memcpy(f, map[4], sizeof f);
   for (unsigned i = 0; i < 24; i++)
      ck_assert_float_eq(f[i], ((const float[]){-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1})[i % 12]);
   ck_assert_float_eq(f[24], 0);
   for (unsigned i = 0; i < 5; i++)
      munmap(map[i], size[i]);
   finish(&c);
}
END_TEST

/* Boxes outside of the texture, offsets outside of the mapping, unknown objects and commands: they have no effect, and the next
   message is executed. */
START_TEST(nonsense)
{
   struct client c;

   open_client(&c);
   session_framebuffer(&c.s);
   flush(&c);
   uint8_t *first = receive_mapping(&c, 256), *second = receive_mapping(&c, 256);
   memset(first, 7, 256);
   ADD(&c.s, 10, 13, 1, 0, 4, 4, 0, 8, 8, 1, 256, 0);
   ADD(&c.s, 10, 13, 1, 0, 0, 0, 0, 8, 8, 1, 256, 4);
   ADD(&c.s, 10, 13, 1, 0, 0, 0, 0, 8, 8, 1, 256, 0xffffffff);
   ADD(&c.s, 10, 13, 1, 3, 0, 0, 0, 1, 1, 1, 4, 0);
   ADD(&c.s, 10, 13, 9, 0, 0, 0, 0, 1, 1, 1, 4, 0);
   ADD(&c.s, 10, 13, 1, 0, 0, 0, 0, 0xffffffff, 1, 1, 4, 0);
   session_begin(&c.s);
   COMMAND(&c.s, 200, 0, 1, 2, 3);
   COMMAND(&c.s, 7, 0, 4);                        /* a clear that is too short */
   COMMAND(&c.s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0); /* a draw without state */
   COMMAND(&c.s, 5, 0, 1, 0, 55);                 /* a surface that does not exist */
   COMMAND(&c.s, 7, 0, 4, 0, 0, 0, 0, 0, 0, 0);
   COMMAND(&c.s, 17, 0, 1, 0, 4, 0, 0, 2, 0, 0, 0, 0, 5, 2, 1); /* a copy beyond the edge */
   ADD(&c.s, 8 | 0xffffu << 16);                  /* a command that extends beyond its message */
   session_end(&c.s);
   settle(&c);
   for (unsigned i = 0; i < 256; i++)
      ck_assert_uint_eq(first[i], 7);
   munmap(first, 256);
   munmap(second, 256);
   finish(&c);
}
END_TEST

/* A resource lives as long as a surface refers to it. */
START_TEST(early_unref)
{
   struct client c;

   open_client(&c);
   session_framebuffer(&c.s);
   ADD(&c.s, 1, 3, 1);
   session_begin(&c.s);
   COMMAND(&c.s, 7, 0, 4, 0, 0, 0, 0, 0, 0, 0);
   COMMAND(&c.s, 3, 8, 100);
   COMMAND(&c.s, 7, 0, 4, 0, 0, 0, 0, 0, 0, 0);
   COMMAND(&c.s, 30, 0, 1);
   session_end(&c.s);
   flush(&c);
   munmap(receive_mapping(&c, 256), 256);
   munmap(receive_mapping(&c, 256), 256);
   settle(&c);
   finish(&c);
}
END_TEST

/* --replace: another program is used if it is for the same stage. */
START_TEST(replaced_shader)
{
   struct replacement r = {
       .file = "test", .text = "!!NVfp4.0\nMOV result.color, {1, 0, 1, 1};\nEND\n", .stage = NVP4C_STAGE_FRAGMENT};
   const struct driver driver = {.opt_level = 2, .threads = 1, .gl_version = 21, .replacements = &r, .num_replacements = 1};
   struct client c;

   r.length = strlen(r.text);
   for (unsigned k = 0; k < 2; k++) {
      const char *text = k ? session_vertex_text : session_fragment_text;
      shader_hash(text, strlen(text), r.hash);
      r.used = false;
      open_client_of(&c, &driver);
      session_framebuffer(&c.s);
      session_draw(&c.s);
      session_transfer(&c.s, 0, 1, 8, 8);
      flush(&c);
      uint8_t *first = receive_mapping(&c, 256), *second = receive_mapping(&c, 256), *buffer = receive_mapping(&c, 48);
      settle(&c);
      if (k)
         expect_color(first, 51, 102, 153, 255);
      else
         expect_color(first, 255, 0, 255, 255);
      munmap(first, 256);
      munmap(second, 256);
      munmap(buffer, 48);
      finish(&c);
      ck_assert(r.used);
   }
}
END_TEST

/* The capabilities for read-write memory: none before OpenGL 3.1, then at least the minimums of OpenGL 4.3 (tables 23.62 to
   23.77 of 4.6). */
START_TEST(caps_of_memory)
{
   static const struct {
      unsigned first, count; /* words, by their places in struct virgl_caps_v2 of Mesa */
      uint32_t least;
   } rows[] = {{108, 2, 8} /* buffers: fragment and compute programs, others */,
               {110, 2, 8} /* images */,
               {113, 1, 1024},
               {114, 1, 32768},
               {115, 3, 65535} /* grid */,
               {118, 2, 1024},
               {120, 1, 64} /* workgroup */,
               {124, 1, 8},
               {125, 3, 8} /* counters of vertex, fragment and geometry programs */,
               {130, 1, 8} /* of compute programs */,
               {131, 3, 1},
               {136, 1, 8} /* their buffers */,
               {137, 1, 8},
               {138, 1, 1}};

   for (unsigned version = 21; version <= 33; version += version == 21 ? 10 : 2) {
      uint32_t caps[CAPS_V2_WORDS];
      caps_fill(caps, &(struct driver){.target = version == 31 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC, .gl_version = version});
      ck_assert_uint_eq(caps[98] >> 6 & 3, version == 21 ? 0 : 3); /* barriers, compute programs */
      for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
         for (unsigned n = 0; n < rows[i].count; n++)
            ck_assert_msg(version == 21 ? !caps[rows[i].first + n] : caps[rows[i].first + n] >= rows[i].least, "%u: word %u",
                          version, rows[i].first + n);
   }
}
END_TEST

SUITE_MAIN("protocol", 30, NULL, NULL, clear_and_read, draw_and_count, resumed_capture, nonsense, early_unref, replaced_shader,
           caps_of_memory)
