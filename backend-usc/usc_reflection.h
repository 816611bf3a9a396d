/* SPDX-License-Identifier: MIT */
/* Reflection of a compiled USC program, in the form that all targets share (codegen/target.h). */
#ifndef USC_REFLECTION_H
#define USC_REFLECTION_H

#include "backend-usc/isa/usc_program.h"
#include "codegen/target.h"

/* Adds the locations of inputs, outputs, parameters and other words of the driver. */
void usc_reflect_bindings(struct util_ctx *ctx, const struct ir_shader *s, const struct usc_reflect *f,
                          struct target_output *out);
void usc_reflect_facts(const struct usc_program *p, struct target_facts *facts);
struct target_counts usc_native_limits(unsigned cpu);

#endif
