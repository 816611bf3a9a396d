/* SPDX-License-Identifier: MIT */
/*
 * The code generator of AGX2: IR in, a main part with its reflection out. The ABI is docs/abi-agx.md.
 *
 * It takes vertex, fragment and compute programs. For what docs/abi-agx.md leaves out it files a located diagnostic
 * `unsupported-target`; nothing is dropped.
 */
#ifndef AGX_COMPILE_H
#define AGX_COMPILE_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/mir/agx_options.h"
#include "ir/ir.h"
#include "util/buf.h"

/* 0, or a status after diagnostics. Everything in *out lives in the arena of ctx. The IR's scratch fields are overwritten. */
int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out);

/* Listing of the code. */
void agx_program_print(const struct agx_program *p, struct util_buf *out);

#endif
