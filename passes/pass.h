/* SPDX-License-Identifier: MIT */
/*
 * Passes over the IR. A pass is a function `bool pass_NAME(struct ir_shader *)`, which returns whether it changed anything,
 * with a row in pass.def and a file of its own in opt/; a lowering has its row in lowering.def and its file in lower/.
 * pipeline/pipeline.h runs them.
 *
 * Exact passes keep every bit of every output under the number model of the shader. Inexact passes do not; they never change
 * instructions with the invariant bit. -ffp=strict runs the same pipeline without the inexact passes.
 */
#ifndef PASSES_PASS_H
#define PASSES_PASS_H

#include "ir/build.h"

enum pass_flags {
   PASS_EXACT = 1 << 0,
   PASS_INEXACT = 1 << 1,
   PASS_FAST = 1 << 3,     /* runs with -ffp=fast only */
   PASS_REQUIRED = 1 << 2, /* the backends rely on it: runs at every level and cannot be disabled */
};

enum pass_id {
#define PASS(id, name, flags, phase, enables, description) PASS_ID_##id,
#include "passes/pass.def"
   PASS_COUNT
};

/* The state that the passes of one run of the pipeline share besides the program. */
struct pass_context {
   const struct preshader_costs *costs; /* of the target, or NULL if it wants no pre-shader */
   uint32_t resident;                   /* number of invocations of a workgroup that can wait at a barrier, or 0 for any
                                           number */
   uint32_t most_invocations;           /* number of invocations of a workgroup that the machine runs, or 0 for any number */
   uint32_t *rule_uses;                 /* by algebraic rule: number of its uses, or NULL if they are not counted */
   struct pass_rule_index *rule_index;  /* NULL until a pass looks for a rule */
   bool had_multiple_uses; /* the last folding left values alone because they had several uses; with fewer it may find more */
};

#define PASS(id, name, flags, phase, enables, description) bool pass_##id(struct ir_shader *s);
#define CONTEXT_PASS(id, name, flags, phase, enables, description)                                                             \
   bool pass_##id(struct ir_shader *s, struct pass_context *context);
#include "passes/pass.def"

#endif
