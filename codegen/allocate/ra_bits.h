/* SPDX-License-Identifier: MIT */
/* Sets of units: see ra.h. */
#ifndef CODEGEN_ALLOCATE_RA_BITS_H
#define CODEGEN_ALLOCATE_RA_BITS_H

#include "codegen/allocate/ra.h"

#define RA_WORDS (CG_RA_MAX_UNITS / 64)

struct ra_bits {
   uint64_t w[RA_WORDS];
};

/* The units below n. */
static inline struct ra_bits ra_bits_below(unsigned n)
{
   struct ra_bits r;
   for (unsigned i = 0; i < RA_WORDS; i++)
      r.w[i] = n >= 64 * (i + 1) ? UINT64_MAX : n <= 64 * i ? 0 : ((uint64_t)1 << n % 64) - 1;
   return r;
}

static inline void ra_bits_add(struct ra_bits *a, const struct ra_bits *b)
{
   for (int i = 0; i < RA_WORDS; i++)
      a->w[i] |= b->w[i];
}

/* Moves all units up or down by n and drops those that leave the set. */
static inline struct ra_bits ra_bits_left(const struct ra_bits *a, unsigned n)
{
   struct ra_bits r;
   const unsigned words = n / 64, s = n % 64;
   for (unsigned i = 0; i < RA_WORDS; i++) {
      const uint64_t hi = i >= words ? a->w[i - words] : 0, lo = i >= words + 1 ? a->w[i - words - 1] : 0;
      r.w[i] = s ? hi << s | lo >> (64 - s) : hi;
   }
   return r;
}

static inline struct ra_bits ra_bits_right(const struct ra_bits *a, unsigned n)
{
   struct ra_bits r;
   unsigned words = n / 64, s = n % 64;
   for (unsigned i = 0; i < RA_WORDS; i++) {
      uint64_t lo = i + words < RA_WORDS ? a->w[i + words] : 0, hi = i + words + 1 < RA_WORDS ? a->w[i + words + 1] : 0;
      r.w[i] = s ? lo >> s | hi << (64 - s) : lo;
   }
   return r;
}

static inline bool ra_bits_has(const struct ra_bits *b, int n)
{
   return n >= 0 && n < CG_RA_MAX_UNITS && (b->w[n / 64] >> n % 64 & 1);
}

/* Returns -1 for the empty set. */
static inline int ra_bits_lowest(const struct ra_bits *b)
{
   for (int i = 0; i < RA_WORDS; i++)
      if (b->w[i])
         return i * 64 + __builtin_ctzll(b->w[i]);
   return -1;
}

#endif
