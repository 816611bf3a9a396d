/* SPDX-License-Identifier: MIT */
/* Proofs that a change of one instruction of AGX machine code changes nothing that anybody sees: for agx_mutants. */
#ifndef AGX_PROVE_H
#define AGX_PROVE_H

#include "backend-agx/isa/agx_program.h"
#include "ir/ir.h"
#include "util/ctx.h"

/*
 * True if, for all inputs, the program *q, whose instruction pc differs from that of *p or is missing
 * (`dropped`), stores and hands over what *p does. False: that could not be shown.
 */
bool agx_prove_same(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, const struct agx_program *q,
                    bool dropped, uint32_t pc);

#endif
