/* SPDX-License-Identifier: MIT */
/* What the files of the façade share. */
#ifndef NVP4C_INTERNAL_H
#define NVP4C_INTERNAL_H

#include "nvp4c.h"

#include "frontend/nv/tree/nv_ast.h"
#include "ir/ir.h"
#include "passes/prepare/key.h"
#include "passes/pass.h"
#include "util/buf.h"
#include "util/ctx.h"

/* What linking knows of a compiled program. */
struct result_io {
   bool known, mapped; /* compiled; with a map already */
   enum ir_stage stage;
   uint8_t reads[SLOT_COUNT], writes[SLOT_COUNT]; /* components */
   struct result_input {
      uint8_t slot, comp, interp, vertex;
      const char *location;
   } *inputs;
   uint32_t num_inputs, cap_inputs;
};

struct nvp4c_result {
   struct util_ctx ctx; /* owns everything that follows */
   struct nvp4c_options opt;
   uint32_t features; /* of the cpu, with options.attr */
   uint8_t *code;
   size_t code_len;
   struct util_buf listing, object;
   bool has_listing, has_object;
   struct nvp4c_diagnostic *diags;
   unsigned num_diags;
   struct nvp4c_stat *stats;
   uint32_t num_stats, cap_stats;
   struct nvp4c_reflection *refl;
   uint32_t num_refl, cap_refl;
   struct nvp4c_timing time;
   struct nvp4c_verify verify;
   struct result_io io;
   struct link_map *link; /* of nvp4c_link */
};

/* Machine code of one target behind one set of functions, so that the driver knows no target by name. */
struct target_ops {
   const char *name;
   num_m num;
   const char *const *cpus; /* NULL-terminated, the default first */
   /* by cpu: a bit for each of attrs, which ends with NULL; both NULL if there are no features */
   const uint32_t *cpu_features;
   const char *const *attrs;
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
   bool links; /* heeds the map of varyings */
   void (*simulate)(struct nvp4c_result *r, const void *program, size_t len, bool is_text, const char *task, size_t task_len);
};
extern const struct target_ops usc_target, agx_target;

void result_stat(struct nvp4c_result *r, const char *name, uint64_t value);
void result_reflect(struct nvp4c_result *r, enum nvp4c_reflect_kind kind, const char *name, const char *location,
                    unsigned component, uint32_t value);

/* A component that a program reads from the one before it, and where. */
void result_input(struct nvp4c_result *r, unsigned slot, unsigned comp, unsigned interp, unsigned vertex, const char *location);

/* Runs work() on a new result: the one place with a setjmp. */
typedef void (*result_work_fn)(struct nvp4c_result *r, const char *text, size_t len);
struct nvp4c_result *result_run(result_work_fn work, const char *text, size_t len, const struct nvp4c_options *options);
/* The caller's options, which may be of an older and shorter kind or NULL, over the defaults. */
void options_copy(struct nvp4c_options *o, const struct nvp4c_options *options);
const struct target_ops *target_find(enum nvp4c_target t);

/* pipeline.c: the name of no pass in an option, or NULL; the passes; the final IR as the options want to see it */
const char *pipeline_bad_pass(const struct nvp4c_options *o);
void pipeline_run(struct nvp4c_result *r, const struct target_ops *t, struct ir_shader *s, const struct nv_program *ast, bool exact);
void pipeline_print(struct nvp4c_result *r, const struct ir_shader *s);

/* key.c: what is wrong with a key, or NULL; the part that changes what programs compute; numbers of varyings and slots */
const char *key_error(const struct nvp4c_key *k);
void key_for_passes(const struct nvp4c_key *k, struct pass_key *p);
unsigned varying_slot(unsigned varying);
unsigned slot_varying(unsigned slot); /* NVP4C_NUM_VARYINGS: it is none */

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
