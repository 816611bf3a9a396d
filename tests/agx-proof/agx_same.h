/* SPDX-License-Identifier: MIT */
/* Machine code that can be changed, and a test for changes that leave its results the same, for agx_mutants. */
#ifndef AGX_SAME_H
#define AGX_SAME_H

#include "backend-agx/isa/agx.h"
#include "backend-agx/isa/agx_program.h"
#include "ir/ir.h"
#include "tests/agx-proof/agx_inputs.h"
#include "util/ctx.h"

struct mutable_code {
   struct agx_instr *in;
   uint32_t *at, *target; /* byte offset; index of the instruction that a jump goes to */
   bool *dropped;
   uint8_t *flip; /* 1 + the bit of the instruction that is inverted, or 0 */
   uint32_t n;
   unsigned halves; /* halves of registers that the program declares */
};

/* Returns false if the code cannot be decoded. */
bool mutable_read(struct util_ctx *ctx, const uint8_t *code, size_t len, struct mutable_code *c);
void mutable_copy(struct util_ctx *ctx, const struct mutable_code *from, struct mutable_code *to);
/* Returns NULL if an instruction has no encoding. */
const uint8_t *mutable_write(struct util_ctx *ctx, const struct mutable_code *c, size_t *len);

/*
 * Judges the change of instruction pc from *good to *c:
 *    MUTANT_SAME     a proof shows that the program computes the same for all inputs (agx_prove.h)
 *    MUTANT_ASLEEP   in every wave it changes the state of the machine as the original instruction does
 *    MUTANT_ACTS     in some wave it changes the state differently, or that is unknown
 */
enum mutant_act { MUTANT_SAME, MUTANT_ASLEEP, MUTANT_ACTS };
enum mutant_act mutant_act(struct util_ctx *ctx, const struct ir_shader *s, struct directed *inputs,
                           const struct agx_program *p, const struct mutable_code *good, const struct agx_program *q,
                           const struct mutable_code *c, uint32_t pc, unsigned waves);

#endif
