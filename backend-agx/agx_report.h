/* SPDX-License-Identifier: MIT */
#ifndef AGX_REPORT_H
#define AGX_REPORT_H

#include "backend-agx/isa/agx_program.h"
#include "codegen/target.h"

/* Appends the listing of the main part with the cost of each instruction and the live registers as comments, then the sums by
   unit and by source line. */
void agx_report(struct util_ctx *ctx, const struct agx_program *p, struct target_output *out);

#endif
