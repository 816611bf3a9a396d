/* SPDX-License-Identifier: MIT */
/* Dense sets of small numbers, in the arena of a context. The size is fixed at creation. An index must be in range, which is
   not checked. */
#ifndef UTIL_BITSET_H
#define UTIL_BITSET_H

#include "util/ctx.h"

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

#endif
