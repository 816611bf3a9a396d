/* SPDX-License-Identifier: MIT */
/* A program on a task that a text describes: what nvp4c --sim does. The text is defined in docs/usc-tools.md, "tasks". */
#ifndef USC_RUN_H
#define USC_RUN_H

#include "backend-usc/isa/usc_codec.h"
#include "model/num.h"

struct usc_run {
   const uint8_t *code;        /* the program as bytes, or NULL */
   size_t code_len;
   const struct usc_prog *prog; /* the program as groups, when it has no bytes */
   const char *task;
   size_t task_len;
   num_m num;
   unsigned vertex_words; /* output words of a vertex of the core; 0: any */
};
/* Appends the registers and outputs that the task asks for, or those that changed. Errors and faults are diagnostics. */
void usc_run(struct util_ctx *ctx, const struct usc_run *job, struct util_buf *out);

#endif
