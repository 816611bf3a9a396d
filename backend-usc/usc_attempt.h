/* SPDX-License-Identifier: MIT */
/* Attempts at a program: the best code of several schedules is kept. */
#ifndef USC_ATTEMPT_H
#define USC_ATTEMPT_H

#include "backend-usc/mir/usc_mir.h"

/* The code of one schedule. */
struct usc_attempt {
   struct usc_mir c;
   struct usc_options opt;
   struct usc_program out;
};

/* The IR to compile, and the stages that compile it with the options of c; false if c failed or must be tried again. */
struct usc_source {
   struct ir_shader *s;
   uint32_t first_move; /* as usc_mir.first_move */
   bool (*generate)(struct usc_mir *c);
};

/* Generates code that fits the registers. NULL after diagnostics. */
struct usc_attempt *usc_attempt_make(struct util_ctx *ctx, const struct usc_source *source, const struct usc_options *opt);
/* Generates the code of the list schedule too, if the exact scheduler found fewer groups for a block, for these may cost
   registers and copies. NULL if there is nothing to compare. */
struct usc_attempt *usc_attempt_make_fast(struct util_ctx *ctx, const struct usc_source *source, const struct usc_options *opt,
                                          const struct usc_attempt *exact);
/* Is x better code than y? */
bool usc_attempt_is_better(const struct usc_attempt *x, const struct usc_attempt *y);

#endif
