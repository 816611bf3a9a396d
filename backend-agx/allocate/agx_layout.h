/* SPDX-License-Identifier: MIT */
/* Turns a machine program with registers into bytes. */
#ifndef AGX_LAYOUT_H
#define AGX_LAYOUT_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/mir/agx_mir.h"
#include "codegen/allocate.h"

/* Fills the code of *out, whose stage must be set, and the statistics about it. */
void agx_layout(struct agx_mir *c, const struct cg_assignment *a, struct agx_program *out);

#endif
