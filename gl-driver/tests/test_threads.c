/* SPDX-License-Identifier: MIT */
/*
 * Sixteen clients at once in one process, which share the cache of code and the drawing threads: make threads BUILD=tsan. Each
 * gets all its replies, and the picture that a single client gets.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "gl-driver/tests/client.h"
#include "gl-driver/tests/feed.h"

enum { CLIENTS = 16, ROUNDS = 4 };

struct user {
   pthread_t thread;
   enum nvp4c_target target;
   uint32_t salt;
   bool good;
};

static struct driver driver_of(enum nvp4c_target target)
{
   return (struct driver){
       .target = target, .opt_level = 1, .threads = 4, .samples = 4, .gl_version = target == NVP4C_TARGET_AGX ? 31 : 33};
}

static void *use(void *argument)
{
   struct user *u = argument;
   const struct driver driver = driver_of(u->target);
   struct session *s = calloc(1, sizeof *s);

   u->good = s != NULL;
   for (unsigned i = 0; i < ROUNDS && s; i++) {
      s->salt = u->salt + i;
      session_everything(s);
      u->good = feed(s->word, s->length, &driver, true) && u->good;
   }
   free(s);
   return NULL;
}

START_TEST(sixteen_clients)
{
   struct user users[CLIENTS];

   for (unsigned i = 0; i < CLIENTS; i++) {
      users[i] = (struct user){.target = i & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC, .salt = 1 + 100 * (i / 4)};
      ck_assert_int_eq(pthread_create(&users[i].thread, NULL, use, &users[i]), 0);
   }
   for (unsigned i = 0; i < CLIENTS; i++) {
      pthread_join(users[i].thread, NULL);
      ck_assert_msg(users[i].good, "client %u", i);
   }
}
END_TEST

/* A window of many tiles, drawn by one thread and by four. */
static void draw_large(enum nvp4c_target target, unsigned threads, uint8_t *pixels, size_t size)
{
   const float corner[12] = {-1, -0.9f, 0, 1, 0.8f, -1, 0, 1, -0.7f, 1, 0, 1};
   struct driver driver = driver_of(target);
   struct client c;
   uint32_t bits[12];

   driver.threads = threads;
   driver.gl_version = 21; /* what open_client_of() expects */
   driver.samples = 1;
   memcpy(bits, corner, sizeof bits);
   open_client_of(&c, &driver);
   session_framebuffer(&c.s);
   session_draw(&c.s);
   session_texture(&c.s, 9, 512, 512);
   session_begin(&c.s);
   COMMAND(&c.s, 1, 8, 200, 9, 67, 0, 0);
   COMMAND(&c.s, 5, 0, 1, 0, 200);
   COMMAND(&c.s, 4, 0, 0, bits_of(256), bits_of(256), bits_of(0.5f), bits_of(256), bits_of(256), bits_of(0.5f));
   COMMAND(&c.s, 9, 0, 3, 0, 0, 0, 0, 0, 0, 0, 48, 1, 1, bits[0], bits[1], bits[2], bits[3], bits[4], bits[5], bits[6], bits[7],
           bits[8], bits[9], bits[10], bits[11]);
   session_shader(&c.s, 112, 1,
                  "FRAG\nDCL OUT[0], COLOR\nDCL IN[0], POSITION, LINEAR\nDCL TEMP[0]\nIMM[0] FLT32 { 0.01, 0.0, 0.0, 1.0 }\n"
                  "  0: MUL TEMP[0], IN[0], IMM[0].xxxx\n  1: FRC OUT[0], TEMP[0]\n  2: END\n");
   COMMAND(&c.s, 31, 0, 112, 1);
   for (unsigned i = 0; i < 3; i++)
      COMMAND(&c.s, 8, 0, 0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   session_end(&c.s);
   session_transfer(&c.s, 0, 9, 512, 512);
   flush(&c);
   munmap(receive_mapping(&c, 256), 256);
   munmap(receive_mapping(&c, 256), 256);
   munmap(receive_mapping(&c, 48), 48);
   uint8_t *window = receive_mapping(&c, size);
   settle(&c);
   memcpy(pixels, window, size);
   munmap(window, size);
   finish(&c);
}

START_TEST(any_number_of_threads)
{
   enum { SIZE = 512 * 512 * 4 };
   static uint8_t one[SIZE], many[SIZE];
   const enum nvp4c_target target = _i ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;

   draw_large(target, 1, one, SIZE);
   ck_assert_uint_ne(one[4 * (256 * 512 + 200) + 1], 0);
   for (unsigned threads = 2; threads < 8; threads += 3) {
      draw_large(target, threads, many, SIZE);
      ck_assert(!memcmp(one, many, SIZE));
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("threads");
   TCase *t = tcase_create("threads");

   tcase_set_timeout(t, 120);
   tcase_add_test(t, sixteen_clients);
   tcase_add_loop_test(t, any_number_of_threads, 0, 2);
   suite_add_tcase(s, t);
   return suite_run(s);
}
