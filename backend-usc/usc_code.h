/* SPDX-License-Identifier: MIT */
/* The code of a program after allocation: bytes, checks, statistics. */
#ifndef USC_CODE_H
#define USC_CODE_H

#include "backend-usc/mir/usc_mir.h"

/* Lays the groups out and encodes them. Reports groups that are illegal as an error of the compiler. */
void usc_code_encode(struct util_ctx *ctx, const struct usc_options *opt, struct usc_program *out);
/* Fills the statistics, and with options.bound the blocks. Call after usc_code_encode(). */
void usc_code_count(const struct usc_mir *c, struct usc_program *out);

#endif
