/* SPDX-License-Identifier: MIT */
/*
 * Passes over the IR. A pass is a function `bool pass_NAME(struct ir_shader *)`, which returns whether it changed anything,
 * with a row in pass.def and a file of its own: in opt/ if it is an optimisation, in prepare/ if the target needs it.
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
#undef PASS
   PASS_COUNT
};

#define PASS(id, name, flags, phase, enables, description) bool pass_##id(struct ir_shader *s);
#include "passes/pass.def"
#undef PASS

#endif
