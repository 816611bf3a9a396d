/* SPDX-License-Identifier: MIT */
/* Proves that a change of one instruction of AGX machine code has no visible effect, for agx_mutants. */
#ifndef AGX_PROVE_H
#define AGX_PROVE_H

#include "backend-agx/isa/agx_program.h"
#include "ir/ir.h"
#include "util/ctx.h"

/* Returns true if program *q is proved to store and export the same as *p for all inputs. Instruction pc of *q differs from
   that of *p, or is missing if `dropped` is set. False means that no proof was found. */
bool agx_prove_same(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, const struct agx_program *q,
                    bool dropped, uint32_t pc);

#endif
