/* SPDX-License-Identifier: MIT */
#ifndef USC_DESCRIBE_H
#define USC_DESCRIBE_H

#include "backend-usc/isa/usc_program.h"
#include "codegen/report/report.h"

/* Makes the report of a program, with the analyses. Empty units have reasons with options.stalls, blocks bounds with
   options.bound. */
struct target_report *usc_describe(struct util_ctx *ctx, const struct usc_program *p);

#endif
