/* SPDX-License-Identifier: MIT */
/* Machine code that can be changed, and which changes leave it computing the same: for agx_mutants. */
#ifndef AGX_SAME_H
#define AGX_SAME_H

#include "backend-agx/isa/agx.h"
#include "backend-agx/isa/agx_program.h"
#include "util/ctx.h"

struct mutable_code {
   struct agx_instr *in;
   uint32_t *at, *target; /* byte; number of the instruction that a jump goes to */
   bool *dropped;
   uint32_t n;
   unsigned halves; /* that the program declares */
};

/* false: it cannot be decoded. */
bool mutable_read(struct util_ctx *ctx, const uint8_t *code, size_t len, struct mutable_code *c);
void mutable_copy(struct util_ctx *ctx, const struct mutable_code *from, struct mutable_code *to);
/* NULL: an instruction has no bytes. */
const uint8_t *mutable_write(struct util_ctx *ctx, const struct mutable_code *c, size_t *len);

/*
 * Does the change of instruction pc compute the same? True only for reasons that hold for all inputs: no value that it writes is read, with and
 * without the change; or the operands that differ hold the same value.
 */
bool is_same(struct util_ctx *ctx, const struct agx_program *p, const struct mutable_code *good, const struct agx_program *q,
             const struct mutable_code *c, uint32_t pc);

#endif
