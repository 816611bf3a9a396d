/* SPDX-License-Identifier: MIT */
/*
 * Tests that arbitrary bytes of a client can do no worse than end its connection. hostile [-target=usc|agx] [N [SEED
 * [FILE...]]]: N sessions that draw, with words, commands and texts of shaders changed, removed, repeated or truncated. They
 * are mutants of the built-in session and, every second time, of one of the files, which gl-driver/tests/record.py makes. The
 * sanitizers (BUILD=asan) find more.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "gl-driver/tests/feed.h"

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return (uint32_t)(state >> 33) % n;
}

/* ---- mutants */

enum { ROOM = 1 << 20, MAX_PARTS = 1 << 16, MAX_FILES = 64 };
/* The words of a session, and the places of its messages and commands. */
struct stream {
   uint32_t word[ROOM];
   unsigned length, message[MAX_PARTS], command[MAX_PARTS], num_messages, num_commands;
};

static void find_parts(struct stream *s)
{
   static const unsigned words[] = {[3] = 1, [7] = 2, [11] = 1, [12] = 11, [13] = 10, [14] = 10};

   s->num_messages = s->num_commands = 0;
   for (unsigned i = 0; i + 2 <= s->length && s->num_messages < MAX_PARTS;) {
      const uint32_t id = s->word[i + 1], given = s->word[i];
      uint64_t end = i + 2 + (uint64_t)(id == 8 ? given / 4 : id == 6 ? given : id < 15 ? words[id] : 0);
      end = end < s->length ? end : s->length;
      s->message[s->num_messages++] = i;
      for (unsigned k = i + 2; id == 6 && k < end && s->num_commands < MAX_PARTS; k += (s->word[k] >> 16) + 1)
         s->command[s->num_commands++] = k;
      i = (unsigned)end;
   }
}

static unsigned command_length(const struct stream *s, unsigned at)
{
   const unsigned n = (s->word[at] >> 16) + 1;
   return n < s->length - at ? n : s->length - at;
}

/* Changes the length of the message of commands that contains a word. */
static void resize_message(struct stream *s, unsigned at, int change)
{
   for (unsigned i = s->num_messages; i-- > 0;)
      if (s->message[i] <= at) {
         if (s->word[s->message[i] + 1] == 6)
            s->word[s->message[i]] += (uint32_t)change;
         return;
      }
}

static void leave_out(struct stream *s, unsigned at, unsigned count)
{
   count = count < s->length - at ? count : s->length - at;
   memmove(s->word + at, s->word + at + count, (size_t)(s->length - at - count) * 4);
   s->length -= count;
}

/* Inserts a copy of other words of the stream at `at`. */
static void repeat(struct stream *s, unsigned at, unsigned from, unsigned count)
{
   static uint32_t copy[1 << 16];

   if (s->length + count > ROOM || from + count > s->length || count > 1 << 16)
      return;
   memcpy(copy, s->word + from, (size_t)count * 4);
   memmove(s->word + at + count, s->word + at, (size_t)(s->length - at) * 4);
   memcpy(s->word + at, copy, (size_t)count * 4);
   s->length += count;
}

/* Numbers that are likely to break things. */
static uint32_t odd_word(uint32_t old)
{
   static const uint32_t odd[] = {0,          1,          2,          3,          7,          8,
                                  16,         255,        256,        1000,       0x7fff,     0xffff,
                                  0x10000,    0x3f800000, 0x7f800000, 0x7fc00000, 0xff800000, 0x7f7fffff,
                                  0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

   switch (random_below(4)) {
   case 0: return odd[random_below(9)];
   case 1: return old ^ 1u << random_below(32);
   case 2: return old + random_below(9) - 4;
   default: return odd[random_below(sizeof odd / sizeof odd[0])];
   }
}

/* Changes the text of a shader: other digits and letters, and lines that are removed, repeated, or replaced by built-in
   ones. */
static void change_text(struct stream *s, unsigned at)
{
   static const char *const lines[] = {
      "DCL TEMP[0..65535]\n",           "DCL CONST[0..4095]\n",       "IF TEMP[0].xxxx\n",
      "BGNLOOP\n",                      "DCL IN[][79], GENERIC[63]\n", "EMIT IMM[0].xxxx\n",
      "STORE BUFFER[31].x, IMM[0].xxxx, IMM[0]\n", "DCL IMAGE[0..31], 3D, PIPE_FORMAT_NONE, WR\n", "BARRIER\n",
      "ATOMUADD TEMP[0], HWATOMIC[0][0], IMM[0], IMM[0]\n", "PROPERTY CS_FIXED_BLOCK_WIDTH 1024\n",
      "DCL OUT[79], GENERIC[255]\n",    "TEX OUT[0], IN[0], SAMP[31], SHADOWCUBE_ARRAY\n",
      "DCL CONST[31][0..65535]\n",      "PROPERTY GS_MAX_OUTPUT_VERTICES 4294967295\n", "PROPERTY GS_INVOCATIONS 4294967295\n",
      "MOV OUT[4294967295], IN[0]\n",   "DCL SAMP[0..31]\n",          "DCL OUT[1], LAYER\n",
      "IMM[0] UINT32 { 4294967295, 1, 2, 3 }\n", "DCL SVIEW[0], BUFFER, UINT\n"};
   char *text = (char *)(s->word + at + 6);
   const unsigned bytes = command_length(s, at) > 6 ? (command_length(s, at) - 6) * 4 : 0;

   for (unsigned n = 1 + random_below(3); n && bytes > 64; n--) {
      const unsigned place = random_below(bytes - 1), other = random_below(bytes - 1), count = random_below(32);
      const char *line = lines[random_below(sizeof lines / sizeof lines[0])];
      char *end = memchr(text + place, '\n', bytes - place);
      switch (random_below(4)) {
      case 0:
         if (text[place] >= '0' && text[place] <= '9')
            text[place] = (char)('0' + random_below(10));
         else
            n++; /* once more */
         break;
      case 1: text[place] = (char)random_below(128); break;
      case 2:
         if (place + count < bytes && other + count < bytes)
            memmove(text + place, text + other, count);
         break;
      default: /* overwrites what follows this line */
         if (end && (size_t)(text + bytes - end) > strlen(line) + 1)
            memcpy(end + 1, line, strlen(line));
         break;
      }
      if (!random_below(64))
         break;
   }
}

static void change_command(struct stream *s)
{
   const unsigned at = s->command[random_below(s->num_commands)], length = command_length(s, at);
   const unsigned other = s->command[random_below(s->num_commands)];

   switch (random_below(8)) {
   case 0:
      leave_out(s, at, length);
      resize_message(s, at, -(int)length);
      break;
   case 1:
      repeat(s, at, other, command_length(s, other));
      resize_message(s, at, (int)command_length(s, other));
      break;
   case 2: s->word[at] = odd_word(s->word[at]); break;
   case 3: /* a handle, perhaps */
      if (length > 1)
         s->word[at + 1 + random_below(length - 1)] = s->word[other + (command_length(s, other) > 1)];
      break;
   default:
      if ((s->word[at] & 0xffff) == (1 | 4 << 8))
         change_text(s, at);
      else if (length > 1)
         s->word[at + 1 + random_below(length - 1)] = odd_word(s->word[at + 1]);
   }
}

static void change_words(struct stream *s)
{
   const unsigned at = random_below(s->length), count = 1 + random_below(8);

   switch (random_below(8)) {
   case 0: leave_out(s, at, count); break;
   case 1: repeat(s, at, random_below(s->length), count); break;
   case 2:
      if (!random_below(4))
         s->length = at + 1;
      break;
   default: s->word[at] = odd_word(s->word[at]); break;
   }
}

static void mutate(struct stream *s)
{
   for (unsigned n = 1 + random_below(6); n && s->length; n--) {
      find_parts(s);
      if (random_below(8) && s->num_commands) {
         change_command(s);
      } else if (random_below(2) && s->num_messages) { /* of a message: the sizes of a resource */
         const unsigned at = s->message[random_below(s->num_messages)], k = at + random_below(13);
         if (k < s->length)
            s->word[k] = odd_word(s->word[k]);
      } else {
         change_words(s);
      }
   }
   /* Draws of millions of vertices are legal but slow, and so are hundreds of lines and points in a window of any size. */
   for (unsigned i = 0; i + 12 < s->length; i++)
      if ((s->word[i] & 0xff) == 8 && s->word[i] >> 16 >= 12 && s->word[i] >> 16 < 64) {
         s->word[i + 2] &= s->word[i + 2] > 1 << 24 ? UINT32_MAX : 0xfff;
         s->word[i + 5] &= s->word[i + 5] > 1 << 24 ? UINT32_MAX : 0xf;
      }
   /* The same for thousands of workgroups. */
   for (unsigned i = 0; i + 8 < s->length; i++)
      if ((s->word[i] & 0xff) == 37 && s->word[i] >> 16 >= 8 && s->word[i] >> 16 < 64)
         for (unsigned k = 4; k < 7; k++)
            s->word[i + k] &= s->word[i + k] > 65535 ? UINT32_MAX : 0xf;
}

/* ---- runs */

static struct stream files[MAX_FILES], mutant;

static int read_file(struct stream *s, const char *name)
{
   FILE *f = fopen(name, "rb");

   if (!f)
      return 0;
   s->length = (unsigned)fread(s->word, 4, ROOM / 2, f);
   fclose(f);
   return s->length > 0;
}

static void begin_with(const struct stream *s, const struct session *own)
{
   mutant.length = s ? s->length : own->length;
   memcpy(mutant.word, s ? s->word : own->word, (size_t)mutant.length * 4);
}

int main(int argc, char **argv)
{
   static struct session own;
   int target = -1; /* both, in turn */
   unsigned num_files = 0, good = 0;

   if (argc > 1 && !strncmp(argv[1], "-target=", 8)) {
      target = strcmp(argv[1] + 8, "agx") ? NVP4C_TARGET_USC : NVP4C_TARGET_AGX;
      argv++, argc--;
   }
   const unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000;
   state = 0x9e3779b97f4a7c15u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 1) * 7919;
   for (int i = 3; i < argc && num_files < MAX_FILES; i++)
      if (!read_file(&files[num_files++], argv[i])) {
         printf("%s cannot be read\n", argv[i]);
         return EXIT_FAILURE;
      }
   session_everything(&own);
   if (own.length > SESSION_ROOM)
      return EXIT_FAILURE;
   for (unsigned i = 0; i < n; i++) {
      const enum nvp4c_target t = target < 0 ? i & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC : (enum nvp4c_target)target;
      begin_with(num_files && i & 2 ? &files[random_below(num_files)] : NULL, &own);
      if (i > 1) /* the first one for each target has no mistakes */
         mutate(&mutant);
      alarm(120); /* far longer than any session */
      const struct driver driver = {
          .target = t, .opt_level = 1, .threads = 1, .samples = 4, .gl_version = t == NVP4C_TARGET_AGX ? 31 : 33};
      good += feed(mutant.word, mutant.length, &driver, i < 2);
   }
   printf("%u passed, %u failed\n", good, n - good);
   return good == n ? EXIT_SUCCESS : EXIT_FAILURE;
}
