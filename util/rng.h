/* SPDX-License-Identifier: MIT */
/*
 * A small seeded generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014: SplitMix64) for
 * verification inputs and tests. The sequence of a seed is part of the product: it is the same on every host and in every
 * version.
 */
#ifndef UTIL_RNG_H
#define UTIL_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct util_rng {
   uint64_t state;
};

/* A bijection of 64 bits in which each input bit affects every output bit. */
static inline uint64_t util_mix64(uint64_t x)
{
   x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
   x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
   return x ^ (x >> 31);
}

/* Adds a word to a hash of many words; only the final hash is well mixed. */
static inline uint64_t util_blend64(uint64_t h, uint64_t word)
{
   return ((h << 23 | h >> 41) ^ word) * 0x9e3779b97f4a7c15u;
}

/* util_mix64() for 32 bits (multipliers: Wellons, "Prospecting for hash functions", 2018). */
static inline uint32_t util_mix32(uint32_t x)
{
   x = (x ^ (x >> 16)) * 0x7feb352du;
   x = (x ^ (x >> 15)) * 0x846ca68bu;
   return x ^ (x >> 16);
}

/* Seeds that differ in one bit give unrelated sequences. */
static inline void util_rng_init(struct util_rng *r, uint64_t seed)
{
   r->state = util_mix64(seed + 0x9e3779b97f4a7c15u);
}

static inline uint64_t util_rng_u64(struct util_rng *r)
{
   r->state += 0x9e3779b97f4a7c15u;
   return util_mix64(r->state);
}

static inline uint32_t util_rng_u32(struct util_rng *r)
{
   return (uint32_t)(util_rng_u64(r) >> 32);
}

/* 0 .. n-1, or 0 if n is 0. The bias is below n / 2^32, which is negligible here. */
static inline uint32_t util_rng_below(struct util_rng *r, uint32_t n)
{
   return (uint32_t)(((uint64_t)util_rng_u32(r) * n) >> 32);
}

/* True with probability num / den. */
static inline bool util_rng_chance(struct util_rng *r, uint32_t num, uint32_t den)
{
   return util_rng_below(r, den) < num;
}

/* Float in [0,1), a multiple of 2^-24. */
static inline float util_rng_float(struct util_rng *r)
{
   return (float)(util_rng_u32(r) >> 8) * 0x1p-24f;
}

#endif
