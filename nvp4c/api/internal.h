/* SPDX-License-Identifier: MIT */
/*
 * What the files of nvp4c/api share.
 *
 * The folders of nvp4c/, lowest first. Each knows only those in front of it, and what is below nvp4c/:
 *
 *    report/   what a compile found out, in the form in which callers read it: reflection, diagnostics, object files
 *    verify/   executes a program at every level on the same inputs and compares
 *    api/      the functions of include/nvp4c.h
 *    cli/      the command line; knows include/nvp4c.h and nothing else
 *
 * The files of api/, lowest first:
 *
 *    registry.c   the languages and machines
 *    key.c        the pipeline key: checks, what the passes and the machine see of it, numbers of varyings
 *    pipeline.c   runs the passes with everything that options ask for around them
 *    options.c    defaults, checks, and what follows from the options: limits, warnings, features, the request to a machine
 *    cache_key.c  the hash over everything that decides a result
 *    result.c     makes a result, which has the one setjmp, and reads it
 *    compile.c tools.c link.c   the work behind a result: compiler; assembler, disassembler and simulator; linker
 *    machine.c    include/nvp4c_machine.h: a result that holds decoded code, and its tasks
 */
#ifndef NVP4C_INTERNAL_H
#define NVP4C_INTERNAL_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "ir/ir.h"
#include "nvp4c.h"
#include "passes/prepare/key.h"
#include "util/buf.h"
#include "util/ctx.h"

/* What linking needs to know of a compiled program; the inputs with their locations are in its target_output. */
struct result_io {
   bool known;  /* it was compiled to machine code */
   bool mapped; /* with a varying map */
   enum ir_stage stage;
   uint8_t reads[SLOT_COUNT], writes[SLOT_COUNT]; /* masks of components */
};

struct nvp4c_result {
   struct util_ctx ctx; /* owns everything that follows */
   struct nvp4c_options opt;
   const struct target_ops *target;     /* of the options, once they are checked */
   const struct frontend_ops *frontend; /* of the text, once that is known */
   unsigned cpu;                        /* index in target->cpus */
   uint32_t features;                   /* of the cpu, with options.attr */

   struct target_output out;
   struct util_buf object;
   bool has_object;
   bool simulated; /* the listing is what a simulation printed */
   enum nvp4c_stage stage; /* of the program; NVP4C_STAGE_ANY: not known */
   struct nvp4c_reflection *reflections; /* out.bindings for the caller */
   unsigned num_reflections;
   const struct nvp4c_diagnostic *diagnostics;
   unsigned num_diagnostics;

   struct nvp4c_timing time;
   struct nvp4c_verify verify;
   struct result_io io;
   struct link_map *link; /* of nvp4c_link */
   /* of a machine: the code for target->machine, and the number model that it runs with */
   const void *decoded;
   num_m decoded_num;
};

/* options.c */
/* The caller's options, which may be of an older and shorter kind or NULL, over the defaults. */
void options_copy(struct nvp4c_options *o, const struct nvp4c_options *options);
/* Checks the options and sets what follows from them: the target, its features, the warnings of the context. Leaves with
   UTIL_USAGE if something is wrong with them. */
void options_apply(struct nvp4c_result *r);
/* Leaves with UTIL_USAGE if no language has a limit of some name in the options. */
void options_check_limits(struct nvp4c_result *r);
/* A value for each limit of the language, for its parser. */
/* Steps of work that the compile may take. */
uint64_t options_max_steps(const struct nvp4c_options *o);
const uint32_t *options_limits(struct nvp4c_result *r, const struct frontend_ops *f);
/* The number model that a compile uses: the target's, with the noise of the options. */
num_m options_num(struct nvp4c_result *r);
/* What the target is asked for. */
void options_request(struct nvp4c_result *r, struct target_request *q);

/* key.c */
/* The option of the command line and the field of a key that has a value which it cannot have, or NULL. */
const char *key_error(const struct nvp4c_key *k);
/* The part that changes what programs compute, and the part that changes where they keep it. */
void key_for_passes(const struct nvp4c_key *k, const struct frontend_source *source, struct pass_key *p);
void key_for_target(const struct nvp4c_key *k, struct target_key *t);
/* The slot of a varying and back; NVP4C_NUM_VARYINGS: the slot is not a varying. */
unsigned key_varying_slot(unsigned varying);
unsigned key_slot_varying(unsigned slot);

/* pipeline.c */
/* The first name in the options that is not the name of a pass, or NULL; *option: where it stands. */
const char *pipeline_bad_pass(const struct nvp4c_options *o, const char **option);
/* exact: leaves the inexact passes out and prints nothing, for the first leg of the verification. */
void pipeline_run(struct nvp4c_result *r, struct ir_shader *s, const struct frontend_source *source, bool exact);
/* Prints the final IR if the options ask for it. */
void pipeline_print(struct nvp4c_result *r, const struct ir_shader *s);

/* result.c */
/* Makes the object of the machine code. stage: that of the program, NULL if it is not known. */
void result_write_object(struct nvp4c_result *r, const char *stage);
/* Runs work() on a new result. NULL if there is no memory for one. */
typedef void (*result_work_fn)(struct nvp4c_result *r, const char *text, size_t len);
struct nvp4c_result *result_run(result_work_fn work, const char *text, size_t len, const struct nvp4c_options *options);

#endif
