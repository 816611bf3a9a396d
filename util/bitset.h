/* SPDX-License-Identifier: MIT */
/*
 * Dense sets of small numbers, in the arena of a context. The size is fixed at creation; binary operations want equal sizes.
 * Bits past the size are always 0, so that counting and comparing need no mask. Operations that data-flow loops use return
 * whether the left set changed. An index must be in range, which is not checked.
 */
#ifndef UTIL_BITSET_H
#define UTIL_BITSET_H

#include "util/ctx.h"

#include <string.h>

struct util_bitset {
   uint64_t *word;
   uint32_t size; /* in bits */
};

static inline uint32_t util_bitset_words(uint32_t size)
{
   return size / 64 + (size % 64 != 0);
}

/* Empty set of the numbers 0 .. size-1. */
static inline struct util_bitset util_bitset_new(struct util_ctx *ctx, uint32_t size)
{
   return (struct util_bitset){UTIL_ARRAY(ctx, uint64_t, util_bitset_words(size)), size};
}

static inline void util_bitset_set(struct util_bitset s, uint32_t i)
{
   s.word[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void util_bitset_clear(struct util_bitset s, uint32_t i)
{
   s.word[i / 64] &= ~((uint64_t)1 << (i % 64));
}

static inline bool util_bitset_test(struct util_bitset s, uint32_t i)
{
   return s.word[i / 64] >> (i % 64) & 1;
}

/* Returns whether it was already there. */
static inline bool util_bitset_test_set(struct util_bitset s, uint32_t i)
{
   bool was = util_bitset_test(s, i);

   util_bitset_set(s, i);
   return was;
}

static inline void util_bitset_zero(struct util_bitset s)
{
   if (s.size)
      memset(s.word, 0, util_bitset_words(s.size) * sizeof *s.word);
}

static inline void util_bitset_fill(struct util_bitset s)
{
   if (!s.size)
      return;
   memset(s.word, 0xff, util_bitset_words(s.size) * sizeof *s.word);
   if (s.size % 64)
      s.word[s.size / 64] = ((uint64_t)1 << (s.size % 64)) - 1;
}

static inline void util_bitset_copy(struct util_bitset d, struct util_bitset s)
{
   if (d.size)
      memcpy(d.word, s.word, util_bitset_words(d.size) * sizeof *d.word);
}

/* d |= s */
static inline bool util_bitset_or(struct util_bitset d, struct util_bitset s)
{
   uint64_t changed = 0;

   for (uint32_t i = 0, n = util_bitset_words(d.size); i < n; i++) {
      changed |= s.word[i] & ~d.word[i];
      d.word[i] |= s.word[i];
   }
   return changed != 0;
}

/* d &= s */
static inline bool util_bitset_and(struct util_bitset d, struct util_bitset s)
{
   uint64_t changed = 0;

   for (uint32_t i = 0, n = util_bitset_words(d.size); i < n; i++) {
      changed |= d.word[i] & ~s.word[i];
      d.word[i] &= s.word[i];
   }
   return changed != 0;
}

/* d &= ~s */
static inline bool util_bitset_andnot(struct util_bitset d, struct util_bitset s)
{
   uint64_t changed = 0;

   for (uint32_t i = 0, n = util_bitset_words(d.size); i < n; i++) {
      changed |= d.word[i] & s.word[i];
      d.word[i] &= ~s.word[i];
   }
   return changed != 0;
}

/* d |= a & ~b: the transfer function of liveness */
static inline bool util_bitset_or_andnot(struct util_bitset d, struct util_bitset a, struct util_bitset b)
{
   uint64_t changed = 0;

   for (uint32_t i = 0, n = util_bitset_words(d.size); i < n; i++) {
      uint64_t v = a.word[i] & ~b.word[i];

      changed |= v & ~d.word[i];
      d.word[i] |= v;
   }
   return changed != 0;
}

static inline bool util_bitset_equal(struct util_bitset a, struct util_bitset b)
{
   return a.size == b.size && (!a.size || memcmp(a.word, b.word, util_bitset_words(a.size) * sizeof *a.word) == 0);
}

static inline bool util_bitset_empty(struct util_bitset s)
{
   for (uint32_t i = 0, n = util_bitset_words(s.size); i < n; i++)
      if (s.word[i])
         return false;
   return true;
}

static inline uint32_t util_bitset_count(struct util_bitset s)
{
   uint32_t c = 0;

   for (uint32_t i = 0, n = util_bitset_words(s.size); i < n; i++)
      c += (uint32_t)__builtin_popcountll(s.word[i]);
   return c;
}

/* Smallest member >= from; s.size if there is none. */
static inline uint32_t util_bitset_next(struct util_bitset s, uint32_t from)
{
   if (from >= s.size)
      return s.size;
   uint32_t w = from / 64, n = util_bitset_words(s.size);
   uint64_t v = s.word[w] >> (from % 64) << (from % 64);

   while (!v) {
      if (++w == n)
         return s.size;
      v = s.word[w];
   }
   return w * 64 + (uint32_t)__builtin_ctzll(v);
}

/* for each member, ascending; the body may clear members and set later ones */
#define UTIL_BITSET_FOREACH(i, s) for (uint32_t i = util_bitset_next(s, 0); i < (s).size; i = util_bitset_next(s, i + 1))

#endif
