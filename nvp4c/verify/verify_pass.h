/* SPDX-License-Identifier: MIT */
/*
 * -verify-each=exec: executes the IR before and after a pass on the same random inputs and compares. A run of the evaluator on
 * the same inputs finds the values that the documents leave undefined, which are not compared. IR whose source cannot be
 * executed has no evaluator; it is not compared if it computes derivatives in divergent control flow.
 */
#ifndef NVP4C_VERIFY_PASS_H
#define NVP4C_VERIFY_PASS_H

#include "frontend/common/frontend.h"
#include "ir/ir.h"
#include "passes/lower/key.h"

struct verify_pass;
/* Prepares the check of passes over s, the lowered source with the key applied. */
struct verify_pass *verify_pass_new(struct util_ctx *ctx, const struct frontend_source *source, const struct pass_key *key,
                                    uint64_t seed, const struct ir_shader *s);
void verify_pass_before(struct verify_pass *v, const struct ir_shader *s);
/* Returns NULL, or how the IR differs from that before the pass. */
const char *verify_pass_after(struct verify_pass *v, struct ir_shader *s);

#endif
