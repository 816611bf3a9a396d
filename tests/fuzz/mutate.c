/* SPDX-License-Identifier: MIT */
/* See mutate.h. */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/mutate.h"

/* The built-in byte mutations of libFuzzer. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

struct edit {
   uint8_t *data;
   size_t size, room;
   uint64_t random;
};

static uint32_t below(struct edit *e, size_t n)
{
   e->random ^= e->random << 13;
   e->random ^= e->random >> 7;
   e->random ^= e->random << 17;
   return n ? (uint32_t)((e->random >> 20) % n) : 0;
}

/* Replaces `old` bytes at `at` by n bytes from outside the input. Does nothing if there is no room. */
static void replace(struct edit *e, size_t at, size_t old, const void *bytes, size_t n)
{
   if (e->size - old + n > e->room)
      return;
   memmove(e->data + at + n, e->data + at + old, e->size - at - old);
   memcpy(e->data + at, bytes, n);
   e->size += n - old;
}

/* Inserts a copy of a piece of the input at another place. */
static void copy(struct edit *e, size_t from, size_t n, size_t at)
{
   uint8_t piece[512];

   n = n < sizeof piece ? n : sizeof piece;
   memcpy(piece, e->data + from, n);
   replace(e, at, 0, piece, n);
}

/* ---- texts */

static bool in_word(uint8_t c)
{
   return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Finds a token near a random place: a word or number, or a single other character. */
static size_t token(struct edit *e, size_t *length)
{
   size_t at = below(e, e->size), end = at;

   while (at && in_word(e->data[at]) && in_word(e->data[at - 1]))
      at--;
   end = at + 1;
   while (end < e->size && in_word(e->data[at]) && in_word(e->data[end]))
      end++;
   *length = end - at;
   return at;
}

/* Finds the line around a place, with its line end. */
static size_t line(const uint8_t *data, size_t size, size_t at, size_t *length)
{
   size_t end = at;

   while (at && data[at - 1] != '\n')
      at--;
   while (end < size && data[end] != '\n')
      end++;
   *length = end - at + (end < size);
   return at;
}

/* Replaces the digits at or after a place, which may be part of a word, by a number from a list or by a neighbour of the old
   number. */
static void change_number(struct edit *e, size_t at)
{
   static const char *const numbers[] = {
       "0",     "1",     "2",          "3",          "4",          "7",          "8",
       "15",    "16",    "31",         "32",         "63",         "64",         "127",
       "128",   "255",   "256",        "1023",       "1024",       "4095",       "4096",
       "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "0.5",
       "1e10",  "1e-40", "1e99",       "0x80000000", "0x7f800000", "0xffffffff", "18446744073709551616"};
   const char *n = numbers[below(e, sizeof numbers / sizeof *numbers)];
   char neighbour[24];
   size_t end;

   while (at < e->size && !(e->data[at] >= '0' && e->data[at] <= '9'))
      at++;
   for (end = at; end < e->size && e->data[end] >= '0' && e->data[end] <= '9'; end++)
      ;
   if (end - at < 10 && end > at && below(e, 2)) {
      unsigned long v = 0;
      for (size_t k = at; k < end; k++)
         v = 10 * v + (unsigned long)(e->data[k] - '0');
      const unsigned step = below(e, 4);
      snprintf(neighbour, sizeof neighbour, "%lu", step == 0 && v ? v - 1 : step == 1 ? 2 * v : v + 1);
      n = neighbour;
   }
   replace(e, at, end - at, n, strlen(n));
}

static void put_word(struct edit *e, const struct fuzz_target *t, size_t at, size_t old)
{
   const char *word = fuzz_word(t->tables, below(e, UINT32_MAX));

   if (word)
      replace(e, at, old, word, strlen(word));
}

static void change_text(struct edit *e, const struct fuzz_target *t)
{
   static const char marks[] = ".,;:[](){}|+-=<>!#@*/ \n";
   size_t n, other_n;
   const size_t at = token(e, &n), other = token(e, &other_n);

   switch (below(e, 13)) {
   case 0:
   case 1: put_word(e, t, at, n); break;
   case 2: put_word(e, t, at, 0); break;
   case 3: replace(e, at, n, "", 0); break;
   case 4: /* replaces a token by another one */
   case 5: {
      uint8_t piece[64];
      const size_t m = other_n < sizeof piece ? other_n : sizeof piece;
      memcpy(piece, e->data + other, m);
      replace(e, at, n, piece, m);
      break;
   }
   case 6:
   case 7: change_number(e, at); break;
   case 8: e->data[at] = (uint8_t)marks[below(e, sizeof marks - 1)]; break;
   case 9: { /* copies a line to another place */
      const size_t from = line(e->data, e->size, at, &n), to = line(e->data, e->size, other, &other_n);
      copy(e, from, n, to);
      break;
   }
   case 10: {
      const size_t from = line(e->data, e->size, at, &n);
      replace(e, from, n, "", 0);
      break;
   }
   case 11: copy(e, at, 1 + below(e, e->size - at < 40 ? e->size - at : 40), other); break;
   default: e->data[at] ^= (uint8_t)(1u << below(e, 8)); break;
   }
}

/* ---- streams of words */

static uint32_t odd_word(struct edit *e, uint32_t old)
{
   static const uint32_t odd[] = {0,       1,          2,          3,          4,          0xff,       0x100,     0xffff,
                                  0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x3f800000, 0x7fc00000};

   switch (below(e, 6)) {
   case 0: return odd[below(e, sizeof odd / sizeof *odd)];
   case 1: return old + below(e, 5) - 2;
   case 2: return old ^ 1u << below(e, 32);
   case 3: return (old & ~(0xffu << 8 * (old & 3))) | below(e, 256) << 8 * (old & 3);
   case 4: return below(e, 64);
   default: return old << 16 | old >> 16;
   }
}

static void change_words(struct edit *e)
{
   const size_t words = e->size / 4;

   if (!words)
      return;
   const size_t at = 4 * (size_t)below(e, words), other = 4 * (size_t)below(e, words), left = (e->size - at) / 4;
   const size_t n = 4 * (1 + (size_t)below(e, left < 8 ? left : 8));
   uint32_t w;

   switch (below(e, 8)) {
   case 0: replace(e, at, n, "", 0); break;
   case 1: copy(e, at, n, other); break;
   case 2: memmove(e->data + at, e->data + other, 4); break;
   case 3: e->data[at + below(e, 4)] = (uint8_t)below(e, 256); break;
   default:
      memcpy(&w, e->data + at, 4);
      w = odd_word(e, w);
      memcpy(e->data + at, &w, 4);
   }
}

size_t fuzz_mutate(const struct fuzz_target *t, uint8_t *data, size_t size, size_t room, unsigned seed)
{
   struct edit e = {data, size < room ? size : room, room, 0x9e3779b97f4a7c15u * (seed + 1u)};
   const unsigned own = t->form == FUZZ_BYTES ? 2 : 7; /* of 8 mutations; the rest are libFuzzer's */

   for (unsigned k = 1 + below(&e, 4); k; k--) {
      if (e.size < 4 || below(&e, 8) >= own)
         e.size = LLVMFuzzerMutate(e.data, e.size, e.room);
      else if (t->form == FUZZ_TEXT)
         change_text(&e, t);
      else
         change_words(&e);
   }
   return e.size;
}

size_t fuzz_cross(const struct fuzz_target *t, const struct fuzz_parent parents[2], uint8_t *out, size_t room, unsigned seed)
{
   const struct fuzz_parent *a = &parents[0], *b = &parents[1];
   struct edit e = {out, a->size < room ? a->size : room, room, 0x9e3779b97f4a7c15u * (seed + 1u)};

   memcpy(out, a->data, e.size);
   if (!b->size)
      return e.size;
   for (unsigned k = 1 + below(&e, 3); k; k--) {
      size_t n = 0, at = 0, from = below(&e, b->size);
      if (t->form == FUZZ_TEXT) {
         from = line(b->data, b->size, from, &n);
         at = e.size ? line(e.data, e.size, below(&e, e.size), &(size_t){0}) : 0;
      } else {
         from = t->form == FUZZ_WORDS ? from & ~(size_t)3 : from;
         n = 1 + below(&e, b->size - from < 64 ? b->size - from : 64);
         n = t->form == FUZZ_WORDS ? (n + 3) & ~(size_t)3 : n;
         n = n < b->size - from ? n : b->size - from;
         at = below(&e, e.size + 1);
         at = t->form == FUZZ_WORDS ? at & ~(size_t)3 : at;
      }
      replace(&e, at, below(&e, 2) && n <= e.size - at ? n : 0, b->data + from, n);
   }
   return e.size;
}
