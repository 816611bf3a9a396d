/* SPDX-License-Identifier: MIT */
/* What a compiled USC program says of itself, in the form of every target (codegen/target.h). */
#ifndef USC_REFLECTION_H
#define USC_REFLECTION_H

#include "backend-usc/isa/usc_program.h"
#include "codegen/target.h"

/* Where the program expects each component, and where it puts it. */
void usc_reflect_bindings(struct util_ctx *ctx, const struct ir_shader *s, const struct usc_reflect *f,
                          struct target_output *out);
void usc_reflect_facts(const struct usc_program *p, struct target_facts *facts);
struct target_counts usc_native_limits(unsigned cpu);

#endif
