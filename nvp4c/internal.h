/* SPDX-License-Identifier: MIT */
/* What the files of the façade share. */
#ifndef NVP4C_INTERNAL_H
#define NVP4C_INTERNAL_H

#include "nvp4c.h"

#include "frontend/nv_ast.h"
#include "ir/ir.h"
#include "passes/pass.h"
#include "util/buf.h"
#include "util/ctx.h"

struct nvp4c_result {
   struct util_ctx ctx; /* owns everything that follows */
   struct nvp4c_options opt;
   uint8_t *code;
   size_t code_len;
   struct util_buf listing;
   bool has_listing;
   struct nvp4c_diagnostic *diags;
   unsigned num_diags;
   struct nvp4c_stat *stats;
   uint32_t num_stats, cap_stats;
   struct nvp4c_reflection *refl;
   uint32_t num_refl, cap_refl;
   struct nvp4c_timing time;
   struct nvp4c_verify verify;
};

/* Machine code of one target behind one set of functions, so that the driver knows no target by name. */
struct target_ops {
   const char *name;
   num_m num;
   const char *const *cpus; /* NULL-terminated, the default first */
   /* Compiles; NULL after a diagnostic. The IR is what the verification compares with: it is not changed in meaning. */
   void *(*compile)(struct nvp4c_result *r, struct ir_shader *s);
   /* Runs the machine code on what the task holds; outputs as the abstract executors leave them. */
   enum exec_status (*run)(struct nvp4c_result *r, void *program, struct exec_task *task);
   /* Reference outputs as the render target formats keep them, in place, with the mask of what to compare; NULL = as they are. */
   void (*quantise)(void *program, struct exec_task *task, uint8_t mask[SLOT_COUNT]);
   const struct pass_lower *lower; /* ops that the target lacks */
   /* Text to code and listing, code to listing; NULL = the target has none. Errors are diagnostics. */
   void (*assemble)(struct nvp4c_result *r, const char *text, size_t len);
   void (*disassemble)(struct nvp4c_result *r, const uint8_t *code, size_t len);
   /* Machine code, or its text, on a task that a text describes; the listing gets the results. NULL = the target cannot. */
   void (*simulate)(struct nvp4c_result *r, const void *program, size_t len, bool is_text, const char *task, size_t task_len);
};
extern const struct target_ops usc_target, agx_target;

void result_stat(struct nvp4c_result *r, const char *name, uint64_t value);
void result_reflect(struct nvp4c_result *r, enum nvp4c_reflect_kind kind, const char *name, const char *location,
                    unsigned component, uint32_t value);

/* "program.local[3]", or the text of a state binding. */
const char *result_param_name(struct nvp4c_result *r, const struct io_param *p);

/* The model that a compile uses: the target's with the noise of the options. */
num_m result_num(struct nvp4c_result *r, num_m base);

/*
 * -verify-sim. `ast` may be NULL (IR input). `exact` is the IR of the program with inexact passes off (NULL with ast NULL), `final`
 * what was compiled. Files a diagnostic at the first difference and sets the status.
 */
void verify_run(struct nvp4c_result *r, const struct target_ops *target, const struct nv_program *ast, struct ir_shader *exact,
                struct ir_shader *final, void *program);

#endif
