/* SPDX-License-Identifier: MIT */
/*
 * The code generator of AGX2: turns IR into a main part with its reflection. The ABI is docs/abi-agx.md.
 *
 * It accepts vertex, fragment and compute programs. Features that docs/abi-agx.md leaves out give a located diagnostic
 * `unsupported-target`; nothing is dropped.
 */
#ifndef AGX_COMPILE_H
#define AGX_COMPILE_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/mir/agx_options.h"
#include "ir/ir.h"
#include "util/buf.h"

/* Returns 0, or a status after diagnostics. Everything in *out lives in the arena of ctx. Overwrites the IR's scratch
   fields. */
int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out);

/* Prints a listing of the code. */
void agx_program_print(const struct agx_program *p, struct util_buf *out);

#endif
