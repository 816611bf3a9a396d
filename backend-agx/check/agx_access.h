/* SPDX-License-Identifier: MIT */
/* What the instructions of a program access, and where its lanes go, for the validator and for reports. */
#ifndef AGX_ACCESS_H
#define AGX_ACCESS_H

#include "backend-agx/isa/agx.h"
#include "util/ctx.h"

/* Halves as bits. */
struct agx_touch {
   uint64_t read[AGX_HALVES / 64];    /* the operation depends on them */
   uint64_t write[AGX_HALVES / 64];   /* the operation overwrites them */
   uint64_t defined[AGX_HALVES / 64]; /* those that hold a result afterwards */
   uint64_t touch[AGX_HALVES / 64];   /* all its operands, padding included */
};

struct agx_access {
   const struct agx_instr *in;
   const struct agx_touch *touch;
   const uint32_t *at;     /* byte of each; at[n] is the end */
   const uint32_t *target; /* the instruction that a jump goes to, or n for the end */
   uint32_t n;
   uint32_t body;          /* number of instructions before the traps */
};

/* Finds the accesses of code that the validator accepts. Returns false for other code. Memory comes from the arena. */
bool agx_find_accesses(struct util_ctx *ctx, const uint8_t *code, size_t len, struct agx_access *a);
bool agx_has_target(unsigned op);
/* The counter of a lane after an operation on it, if its condition has this value. */
int32_t agx_counter_after(const struct agx_instr *in, int32_t v, bool holds);

#endif
