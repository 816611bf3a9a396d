/* SPDX-License-Identifier: MIT */
#ifndef AGX_REPORT_H
#define AGX_REPORT_H

#include "codegen/target.h"

/* Appends the listing with the cost of each instruction as comments, then the sums by unit and by source line. */
void agx_report(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out);

#endif
