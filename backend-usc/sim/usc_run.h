/* SPDX-License-Identifier: MIT */
/* A program on a wave that a text describes: what nvp4c --sim does. The text is defined in docs/usc-tools.md, "waves". */
#ifndef USC_RUN_H
#define USC_RUN_H

#include "backend-usc/sim/usc_sim.h"

struct usc_run {
   const struct usc_sim_code *code;
   const char *task;
   size_t task_len;
   num_m num;
   const struct machine_once *once; /* what the statement `pre` runs; NULL: nothing */
   unsigned vertex_words; /* output words of a vertex of the core; 0: any */
};
/* Appends the registers and outputs that the wave asks for, or those that changed. Errors and faults are diagnostics. */
void usc_run(struct util_ctx *ctx, const struct usc_run *job, struct util_buf *out);

#endif
