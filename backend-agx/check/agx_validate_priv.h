/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the validator share. */
#ifndef AGX_VALIDATE_PRIV_H
#define AGX_VALIDATE_PRIV_H

#include "backend-agx/check/agx_access.h"
#include "backend-agx/check/agx_validate.h"

#define AGX_NOWHERE UINT32_MAX

/* The facts at an instruction about a path that a lane may take. */
struct agx_lane_fact {
   uint64_t defined[AGX_HALVES / 64];
   uint64_t stored[AGX_UNIFORMS / 64];
   uint8_t waited; /* bits of wait_pix */
   /* Facts that may hold. */
   uint8_t samples; /* enum agx_samples */
   uint8_t final;   /* 1: the last output is stored; 2: it is not */
   bool tile, any;  /* something is stored to the tile; to the output buffer */
};
enum agx_samples { AGX_S_TESTED = 1, AGX_S_OPEN = 2, AGX_S_KILLED = 4 };

struct agx_code_map {
   struct util_ctx *ctx;
   const struct agx_contract *k;
   struct agx_instr *in;
   struct agx_touch *touch;
   uint32_t *at;     /* byte of each; at[n] is the end */
   uint32_t *target; /* the instruction that a jump goes to, or n for the end */
   uint32_t n;
   uint32_t body;     /* number of instructions before the traps */
   uint32_t flags;    /* of all instructions */
   bool *waiting;     /* by instruction: lanes may wait there */
   int32_t *deepest;  /* by instruction: the highest counter of a lane there, or -1 if no lane ever gets there */
   uint64_t *counters; /* by instruction: the counters of waiting lanes as bits; bit 63 stands for 63 and above */
   bool *reached;
   enum agx_violation found;
   uint32_t found_at; /* the instruction of the finding */
   int found_half;
};

bool agx_find(struct agx_code_map *m, enum agx_violation v, uint32_t pc, int half); /* keeps the first; returns false */

/* Each fills the facts that the next ones need. They return false after a violation. */
bool agx_map_code(struct agx_code_map *m, const uint8_t *code, size_t len);
bool agx_check_instructions(struct agx_code_map *m);
bool agx_check_lanes(struct agx_code_map *m);
bool agx_check_nesting(struct agx_code_map *m);
bool agx_check_group(struct agx_code_map *m);
bool agx_check_hints(struct agx_code_map *m);

static inline void agx_set_bits(uint64_t *set, unsigned first, unsigned n, unsigned size)
{
   for (unsigned k = first; k < first + n && k < size; k++)
      set[k / 64] |= UINT64_C(1) << k % 64;
}
static inline bool agx_has_bit(const uint64_t *set, unsigned k)
{
   return set[k / 64] >> k % 64 & 1;
}
/* The first bit that is set in a but not in b, or -1. */
static inline int agx_first_without(const uint64_t *a, const uint64_t *b, unsigned words)
{
   for (unsigned k = 0; k < words; k++)
      if (a[k] & ~b[k])
         return (int)(64 * k) + __builtin_ctzll(a[k] & ~b[k]);
   return -1;
}
static inline int agx_first_common(const uint64_t *a, const uint64_t *b, unsigned words)
{
   for (unsigned k = 0; k < words; k++)
      if (a[k] & b[k])
         return (int)(64 * k) + __builtin_ctzll(a[k] & b[k]);
   return -1;
}

#endif
