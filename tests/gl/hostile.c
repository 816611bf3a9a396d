/* SPDX-License-Identifier: MIT */
/*
 * Any bytes of a client lead to the end of its connection at worst. hostile [N [SEED]]: N sessions that draw, with words changed, left out,
 * repeated or cut off. To be run under the sanitizers (BUILD=asan), too.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "examples/gl-driver/pipe/driver.h"
#include "examples/gl-driver/pipe/words.h"
#include "examples/gl-driver/protocol/server.h"
#include "tests/gl/session.h"

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return (uint32_t)(state >> 33) % n;
}

/* A session with a little of everything. */
static void build(struct session *s)
{
   s->length = 0;
   session_open(s);
   session_framebuffer(s);
   session_buffer(s, 4, 16);
   session_draw(s);
   session_begin(s);
   COMMAND(s, 1, 6, 110, 2, 67, 0, 0, 0 | 1 << 3 | 2 << 6 | 3 << 9);              /* view */
   COMMAND(s, 1, 7, 111, 1 << 9 | 2 << 11, 0, 0, bits_of(1000), 0, 0, 0, 0); /* sampler */
   COMMAND(s, 10, 0, 1, 0, 110);
   COMMAND(s, 18, 0, 1, 0, 111);
   session_shader(s, 112, 1, "FRAG\nDCL OUT[0], COLOR\nDCL IN[0], POSITION, LINEAR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
                             "IMM[0] FLT32 { 0.125, 0.0, 0.0, 1.0 }\n  0: MUL TEMP[0], IN[0], IMM[0].xxxx\n  1: TEX OUT[0], TEMP[0], SAMP[0], 2D\n  2: END\n");
   COMMAND(s, 31, 0, 112, 1);
   COMMAND(s, 8, 0, 0, 3, 5, 0, 1, 0, 0, 0, 0, 0, 2, 0);
   COMMAND(s, 11, 0, 3, 2, 0);
   COMMAND(s, 8, 0, 0, 6, 4, 1, 2, 0, 0, 1, 5, 0, 9, 0);
   COMMAND(s, 15, 0, 0, 1 | 1 << 16, 5 | 5 << 16);
   COMMAND(s, 16, 0, 15 | 1 << 8, 0, 0, 1, 0, 67, 0, 8, 0, 8, (uint32_t)-8, 1, 2, 0, 67, 0, 0, 0, 3, 5, 1);
   COMMAND(s, 17, 0, 1, 0, 4, 0, 0, 2, 0, 0, 0, 0, 4, 2, 1);
   COMMAND(s, 43, 0, 1, 0, 0, 0, 0, 1, 1, 0, 4, 4, 1, 16, 1);
   COMMAND(s, 1, 10, 113, 3, 0, 48);
   COMMAND(s, 25, 0, 0, 113);
   COMMAND(s, 26, 0, 107, 0, 0);
   COMMAND(s, 27, 0, 0, 1, 0, 32, 3);
   COMMAND(s, 7, 0, 7, 0, 0, 0, 0, 0, 0x3ff00000, 0);
   COMMAND(s, 3, 7, 111);
   COMMAND(s, 3, 4, 112);
   session_end(s);
   session_transfer(s, 1, 2, 8, 8);
   session_transfer(s, 0, 1, 8, 8);
   ADD(s, 1, 3, 2);
   ADD(s, 2, 7, 0, 1);
   session_begin(s);
   COMMAND(s, 30, 0, 1);
   session_end(s);
}

/* The numbers that break things; large ones that only take long (counts of vertices, sizes of textures) are left out. */
static uint32_t odd_word(uint32_t old)
{
   static const uint32_t odd[] = {0, 1, 2, 3, 7, 8, 16, 255, 256, 1000, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

   switch (random_below(4)) {
   case 0: return odd[random_below(9)];
   case 1: return old ^ 1u << random_below(32);
   case 2: return old + random_below(9) - 4;
   default: return odd[random_below(sizeof odd / sizeof odd[0])];
   }
}

/* May the word be large? Words 2 and 5 of draws are counts of vertices and of instances. */
static void mutate(struct session *s)
{
   for (unsigned n = 1 + random_below(4); n && s->length; n--) {
      unsigned at = random_below(s->length), count = 1 + random_below(8);
      switch (random_below(8)) {
      case 0: /* left out */
         count = count < s->length - at ? count : s->length - at;
         memmove(s->word + at, s->word + at + count, (s->length - at - count) * 4);
         s->length -= count;
         break;
      case 1: /* repeated */
         if (s->length + count <= SESSION_ROOM && at + count <= s->length) {
            memmove(s->word + at + count, s->word + at, (s->length - at) * 4);
            s->length += count;
         }
         break;
      case 2: s->length = at + 1; break;
      default: s->word[at] = odd_word(s->word[at]); break;
      }
   }
   /* Draws of billions of vertices are legal. */
   for (unsigned i = 0; i + 12 < s->length; i++)
      if ((s->word[i] & 0xff) == 8 && s->word[i] >> 16 >= 12 && s->word[i] >> 16 < 64) {
         s->word[i + 2] &= 0xff;
         s->word[i + 5] &= 0xf;
      }
}

/* The last words that the server sent: the answer to the last BUSY_WAIT, if it came so far. */
static int heard_all(int fd)
{
   uint8_t last[12] = {0}, byte;
   const uint32_t reply[3] = {1, 7, 0};

   while (recv(fd, &byte, 1, MSG_DONTWAIT) == 1) {
      memmove(last, last + 1, sizeof last - 1);
      last[sizeof last - 1] = byte;
   }
   return !memcmp(last, reply, sizeof last);
}

/* Everything is in the socket before the server begins, and replies that nobody reads end the connection. whole: it is to come to its end. */
static int feed(const struct session *s, enum nvp4c_target target, int whole)
{
   const struct driver driver = {.target = target, .opt_level = 1, .threads = 1, .gl_version = target == NVP4C_TARGET_AGX ? 31 : 33};
   const struct timeval soon = {0, 20000};
   int pair[2], size = 1 << 20;

   if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
      return 0;
   setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
   setsockopt(pair[1], SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon);
   int good = send(pair[0], s->word, s->length * 4, MSG_DONTWAIT) == (ssize_t)s->length * 4;
   shutdown(pair[0], SHUT_WR);
   serve_connection(pair[1], &driver);
   if (whole && !heard_all(pair[0])) {
      printf("the session without mistakes ends early\n");
      good = 0;
   }
   close(pair[0]);
   close(pair[1]);
   return good;
}

int main(int argc, char **argv)
{
   static struct session s;
   unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000, good = 0;

   state = 0x9e3779b97f4a7c15u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 1) * 7919;
   for (unsigned i = 0; i < n; i++) {
      build(&s);
      if (s.length > SESSION_ROOM)
         return EXIT_FAILURE;
      if (i > 1) /* one without mistakes for each target */
         mutate(&s);
      good += feed(&s, i & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC, i < 2) != 0;
   }
   printf("%u sessions with mistakes\n", good);
   return good == n ? EXIT_SUCCESS : EXIT_FAILURE;
}
