/* SPDX-License-Identifier: MIT */
/*
 * -verify-each=exec: executes the IR before and after a pass on the same random inputs and compares. Values that the
 * documents leave undefined are left out: one run of the evaluator on the same inputs finds them. IR without a source that can
 * be executed has no evaluator; it is not compared if it takes derivatives where some invocations may not run.
 */
#ifndef NVP4C_VERIFY_PASS_H
#define NVP4C_VERIFY_PASS_H

#include "frontend/common/frontend.h"
#include "ir/ir.h"
#include "passes/lower/key.h"

struct verify_pass;
/* For passes over s, which is the lowered source with the key applied to it. */
struct verify_pass *verify_pass_new(struct util_ctx *ctx, const struct frontend_source *source, const struct pass_key *key,
                                    uint64_t seed, const struct ir_shader *s);
void verify_pass_before(struct verify_pass *v, const struct ir_shader *s);
/* NULL, or how the IR differs from that before the pass. */
const char *verify_pass_after(struct verify_pass *v, struct ir_shader *s);

#endif
