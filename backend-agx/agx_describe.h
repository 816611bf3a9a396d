/* SPDX-License-Identifier: MIT */
#ifndef AGX_DESCRIBE_H
#define AGX_DESCRIBE_H

#include "backend-agx/isa/agx_program.h"
#include "codegen/report/report.h"

/* Makes the report of the main part of a program, with the analyses. */
struct target_report *agx_describe(struct util_ctx *ctx, const struct agx_program *p);

#endif
