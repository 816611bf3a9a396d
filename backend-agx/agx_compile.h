/* SPDX-License-Identifier: MIT */
/*
 * From IR to an AGX2 main part (docs/abi-agx.md), and the reflection that a driver or a verifier needs to run it.
 *
 * This version takes straight-line vertex and fragment programs without textures. What it does not have is a located diagnostic
 * `unsupported-target`; nothing is dropped.
 */
#ifndef AGX_COMPILE_H
#define AGX_COMPILE_H

#include "backend-agx/isa/agx_program.h"
#include "ir/ir.h"
#include "util/buf.h"

struct agx_options {
   bool inline_constants; /* constants as instructions: no uniform is taken for them */
   bool schedule;         /* other orders of the instructions are tried */
};

/* 0, or a status after diagnostics. Everything in *out lives in the arena of ctx. The IR's scratch fields are overwritten. */
int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out);

/* Listing of the code. */
void agx_program_print(const struct agx_program *p, struct util_buf *out);

#endif
