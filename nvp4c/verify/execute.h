/* SPDX-License-Identifier: MIT */
/*
 * Executes a program on named inputs, at one level: nvp4c_execute(). Values by name go through the names that the front end knows
 * (frontend_ops.names), those of the parameters, and those of the slots.
 */
#ifndef NVP4C_VERIFY_EXECUTE_H
#define NVP4C_VERIFY_EXECUTE_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c_run.h"
#include "nvp4c/verify/verify_inputs.h"
#include "passes/prepare/key.h"

/* Values that the caller gives, by what they belong to; masks of the components that are given. */
struct execute_inputs {
   uint32_t (*in)[SLOT_COUNT][4]; /* by vertex */
   uint8_t given[EXEC_MAX_VERTICES][SLOT_COUNT];
   uint32_t corner[2][SLOT_COUNT][4]; /* at the bottom right and the top left; `in` is at the bottom left */
   bool varies[SLOT_COUNT];
   uint32_t (*param)[4];
   uint8_t *param_given;
   uint32_t *buffer[16], buffer_words[16];
};

/* Reads lines of NAME = VALUES. false after diagnostics, whose places are in that text; ctx->text is that text from now on. */
bool execute_parse(struct util_ctx *ctx, const struct frontend_source *source, const struct ir_shader *s, const char *text, size_t len,
                   struct execute_inputs *inputs);
/* The name of an output as the program has it: "result.color" or a declared name. */
const char *execute_output_name(struct util_ctx *ctx, const struct frontend_source *source, unsigned slot);

struct preshader;

struct execute_job {
   const struct frontend_source *source;
   struct ir_shader *final;
   const struct target_ops *target;
   const void *program; /* of target->compile; NULL unless machine code is to run */
   const struct preshader *pre; /* what a driver runs for the program; NULL: what the IR has is run */
   const struct pass_key *key;
   const uint8_t *format; /* enum target_format, by render target */
   const struct nvp4c_run *run;
};
void execute_run(struct util_ctx *ctx, const struct execute_job *job, struct util_buf *out);

#endif
