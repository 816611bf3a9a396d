/* SPDX-License-Identifier: MIT */
/* Machine code that can be changed, and which changes leave it computing the same: for agx_mutants. */
#ifndef AGX_SAME_H
#define AGX_SAME_H

#include "backend-agx/isa/agx.h"
#include "backend-agx/isa/agx_program.h"
#include "ir/ir.h"
#include "tests/agx-proof/agx_inputs.h"
#include "util/ctx.h"

struct mutable_code {
   struct agx_instr *in;
   uint32_t *at, *target; /* byte; number of the instruction that a jump goes to */
   bool *dropped;
   uint8_t *flip; /* 1 + the bit of the instruction that is the other way round, 0: none */
   uint32_t n;
   unsigned halves; /* that the program declares */
};

/* false: it cannot be decoded. */
bool mutable_read(struct util_ctx *ctx, const uint8_t *code, size_t len, struct mutable_code *c);
void mutable_copy(struct util_ctx *ctx, const struct mutable_code *from, struct mutable_code *to);
/* NULL: an instruction has no bytes. */
const uint8_t *mutable_write(struct util_ctx *ctx, const struct mutable_code *c, size_t *len);

/*
 * What is known of the change of instruction pc of *good to what *c has there:
 *    MUTANT_SAME     a proof says that the program computes the same for all inputs (agx_prove.h)
 *    MUTANT_ASLEEP   in none of the waves it has another effect on the state of the machine than the instruction in its place
 *    MUTANT_ACTS     it has one in some of them, or that is not known
 */
enum mutant_act { MUTANT_SAME, MUTANT_ASLEEP, MUTANT_ACTS };
enum mutant_act mutant_act(struct util_ctx *ctx, const struct ir_shader *s, struct directed *inputs,
                           const struct agx_program *p, const struct mutable_code *good, const struct agx_program *q,
                           const struct mutable_code *c, uint32_t pc, unsigned waves);

#endif
