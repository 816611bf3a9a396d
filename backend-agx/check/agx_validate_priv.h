/* SPDX-License-Identifier: MIT */
/* Between the files of the validator. */
#ifndef AGX_VALIDATE_PRIV_H
#define AGX_VALIDATE_PRIV_H

#include "backend-agx/check/agx_validate.h"

#define AGX_NOWHERE UINT32_MAX

struct agx_touch {
   uint64_t read[AGX_HALVES / 64];  /* that the operation takes into account */
   uint64_t write[AGX_HALVES / 64]; /* that it overwrites */
   uint64_t defined[AGX_HALVES / 64]; /* of which hold a result then */
   uint64_t touch[AGX_HALVES / 64]; /* all of its operands, padding included */
};

/* A path that a lane may be on: what is known about it at an instruction. */
struct agx_lane_fact {
   uint64_t defined[AGX_HALVES / 64];
   uint64_t stored[AGX_UNIFORMS / 64];
   uint8_t waited; /* bits of wait_pix */
   /* what may be */
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
   uint32_t *at;     /* byte of each; at[n]: the end */
   uint32_t *target; /* number of the instruction that a jump goes to; n: behind the last */
   uint32_t n;
   uint32_t body;     /* instructions without the traps at the end */
   uint32_t flags;    /* of all */
   bool *waiting;     /* by instruction: lanes may wait there */
   int32_t *deepest;  /* the highest counter of a lane that waits there; -1: no lane is ever there */
   uint64_t *counters; /* of lanes that wait there, by bit; 63 and above are one */
   bool *reached;
   enum agx_violation found;
   uint32_t found_at; /* instruction */
   int found_half;
};

bool agx_find(struct agx_code_map *m, enum agx_violation v, uint32_t pc, int half); /* keeps the first; false */

/* Each fills what the next ones need; false after a violation. */
bool agx_map_code(struct agx_code_map *m, const uint8_t *code, size_t len);
bool agx_check_instructions(struct agx_code_map *m);
bool agx_check_lanes(struct agx_code_map *m);
bool agx_check_nesting(struct agx_code_map *m);
bool agx_check_group(struct agx_code_map *m);
bool agx_check_hints(struct agx_code_map *m);

bool agx_has_target(unsigned op);
/* The counter of a lane behind an operation on it if the condition is that. */
int32_t agx_counter_after(const struct agx_instr *in, int32_t v, bool holds);

static inline void agx_set_bits(uint64_t *set, unsigned first, unsigned n, unsigned size)
{
   for (unsigned k = first; k < first + n && k < size; k++)
      set[k / 64] |= UINT64_C(1) << k % 64;
}
static inline bool agx_has_bit(const uint64_t *set, unsigned k)
{
   return set[k / 64] >> k % 64 & 1;
}
/* The first bit of a that b does not have; -1: none. */
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
