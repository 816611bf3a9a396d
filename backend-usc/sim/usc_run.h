/* SPDX-License-Identifier: MIT */
/* Runs a program on a wave that a text describes, for nvp4c --sim. docs/usc-tools.md, "waves", defines the text. */
#ifndef USC_RUN_H
#define USC_RUN_H

#include "backend-usc/isa/usc_core.h"
#include "backend-usc/sim/usc_sim.h"

struct usc_run {
   const struct usc_sim_code *code;
   const char *task;
   size_t task_len;
   num_m num;
   const struct machine_once *once; /* code of the statement `pre`, or NULL */
   const struct usc_core_limits *limits; /* of the core */
};
/* Appends the registers and outputs that the text selects, or those that changed. Errors and faults are diagnostics. */
void usc_run(struct util_ctx *ctx, const struct usc_run *job, struct util_buf *out);

#endif
