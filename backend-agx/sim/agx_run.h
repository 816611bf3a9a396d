/* SPDX-License-Identifier: MIT */
/* Runs a program on a wave that a text describes, as nvp4c --sim does. docs/usc-tools.md, "Waves", defines the text. */
#ifndef AGX_RUN_H
#define AGX_RUN_H

#include "backend-agx/sim/agx_sim.h"
#include "util/buf.h"

struct agx_run {
   const struct agx_sim_code *code;
   const struct agx_sim_code *preamble; /* runs before the program, on the same uniforms; NULL if there is none */
   const char *task;
   size_t task_len;
   num_m num;
};
/* Appends the registers and outputs that the text asks for, or those that changed. Errors and faults are diagnostics. */
void agx_run(struct util_ctx *ctx, const struct agx_run *job, struct util_buf *out);

#endif
