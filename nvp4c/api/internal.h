/* SPDX-License-Identifier: MIT */
/*
 * What the files of nvp4c/api share.
 *
 * The folders of nvp4c/, lowest first. Each knows only those in front of it, and what is below nvp4c/:
 *
 *    report/   what a compile found out, in the form in which callers read it: reflection, diagnostics, object files
 *    preshader/ what a driver runs once a draw: the form in which it keeps it
 *    verify/   executes a program at every level on the same inputs and compares
 *    api/      the functions of include/nvp4c.h
 *    cli/      the command line; knows include/nvp4c.h and nothing else
 *
 * The files of api/, lowest first:
 *
 *    registry.c   the languages and machines, and what there is to list of them
 *    key.c        the pipeline key: checks, what the passes and the machine see of it
 *    pipeline.c   runs the passes with everything that options ask for around them
 *    check.c      the structure of the options: defaults, sizes, values that members cannot have
 *    options.c    words in the options, and what follows from them: limits, warnings, features, the request to a machine
 *    cache_key.c  the hash over everything that decides a result
 *    result.c     what callers read of a result
 *    job.c        the life of a job, which has the one setjmp; contexts; results made of jobs
 *    compile.c tools.c link.c   the work of a job: compiler and parsed programs; assembler, disassembler, simulator and loader;
 * linker preshader.c  pre-shaders as callers have them machine.c    include/nvp4c_machine.h: a job whose memory stays, with
 * decoded code, and waves
 *
 * A job is a call at work, with everything that it needs on the way. What is to last is copied from it to a result in the end,
 * in one block, and the memory of the job is given back or stays in the context of the caller.
 */
#ifndef NVP4C_INTERNAL_H
#define NVP4C_INTERNAL_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "ir/ir.h"
#include "nvp4c.h"
#include "nvp4c_run.h"
#include "nvp4c/report/reflect.h"
#include "passes/lower/key.h"
#include "util/buf.h"
#include "util/ctx.h"

/* What linking needs to know of a compiled program; the inputs with their locations are in its report. */
struct result_io {
   bool known;     /* it was compiled to machine code */
   bool mapped;    /* with a varying map */
   bool reflected; /* the report has its bindings */
   enum ir_stage stage;
   uint8_t reads[SLOT_COUNT], writes[SLOT_COUNT]; /* masks of components */
};

/* The map of nvp4c_link. */
struct link_map {
   struct nvp4c_varying varying[NVP4C_NUM_VARYINGS];
   struct nvp4c_link_entry *entries;
   uint32_t num, cap;
};

/* What is known in the end, and what callers read. In a job the pointers are to its memory, in a result to that of the
   result. */
struct outcome {
   enum nvp4c_status status;
   enum nvp4c_stage stage;          /* of the program; NVP4C_STAGE_ANY: not known */
   const struct target_ops *target; /* of the options, once they are checked */
   enum nvp4c_target target_number;
   unsigned cpu;                    /* index in target->cpus */
   uint32_t features;               /* of the cpu, with options.attr */
   const void *code, *preamble, *preshader, *object;
   const char *listing;
   size_t code_len, preamble_len, preshader_len, object_len, listing_len;
   const struct nvp4c_diagnostic *diagnostics;
   unsigned num_diagnostics;
   struct report report;
   struct nvp4c_timing time;
   const struct nvp4c_pass_run *pass_runs;
   unsigned num_pass_runs;
   struct nvp4c_verify verify;
   struct result_io io;
   const struct link_map *link;
};

struct nvp4c_result {
   struct outcome o;
   struct util_alloc alloc;
   void *block; /* holds everything that `o` points to; NULL: nothing */
};

struct job {
   struct util_ctx ctx; /* owns everything that follows */
   struct util_alloc alloc; /* of the result */
   struct nvp4c_context *context;
   const char *bad_options; /* what is wrong with their size or the context; NULL: nothing */
   struct nvp4c_options opt;
   const struct frontend_ops *frontend; /* of the text, once that is known */
   struct target_output out;
   struct nvp4c_pass_run *pass_runs;
   uint32_t num_pass_runs, cap_pass_runs;
   const uint8_t *preshader; /* as bytes; NULL: there is none */
   size_t preshader_len;
   struct util_buf object;
   bool has_object;
   bool simulated; /* the listing is what a simulation printed */
   const struct nvp4c_run *run; /* of nvp4c_execute(); NULL: the program is not to run */
   void *kept; /* of job_keep(); NULL: the memory ends with the job */
   struct outcome o;
};

/* The head of what callers hold of a job that is over and whose memory stays. */
struct kept_job {
   struct nvp4c_result *result;
   struct util_alloc alloc;
   struct util_arena arena; /* owns what stands behind the head */
   uint64_t steps;          /* that the job took */
};

/* check.c */
/* The caller's options, which may be of another kind or NULL, over the defaults. Returns NULL, or what is wrong with their
   size. */
const char *options_copy(struct nvp4c_options *o, const struct nvp4c_options *options);
/* A row of nvp4c/options.def that sets a member of struct nvp4c_options. */
enum option_kind { OPTION_SET, OPTION_UINT, OPTION_PICK, OPTION_NAMES, OPTION_STR, OPTION_CALL };
struct option_member {
   uint16_t offset, size;
   enum option_kind kind;
   uint32_t value;                      /* the value, the largest value (UINT), or the value of the first word (PICK) */
   const char *words;                   /* PICK: separated by bars */
   const char *(*word)(unsigned index); /* NAMES */
   const char *name;                    /* option and member */
};
extern const struct option_member option_members[];
extern const unsigned num_option_members;
/* The member as a number. It is not a text. */
uint64_t options_number(const struct nvp4c_options *o, const struct option_member *m);
/* Name of a member, with its option, that has a value which it cannot have; NULL if all are good. */
const char *options_bad_member(const struct nvp4c_options *o);

/* options.c */
/* Checks the options and sets what follows from them: the target, its features, the warnings of the context. Leaves with
   UTIL_USAGE if something is wrong with them. */
void options_apply(struct job *r);
/* Leaves with UTIL_USAGE if no language has a limit of some name in the options. */
void options_check_limits(struct job *r);
/* Steps of work that the compile may take. */
uint64_t options_max_steps(const struct nvp4c_options *o);
/* A value for each limit of the language, for its parser. */
const uint32_t *options_limits(struct job *r, const struct frontend_ops *f);
/* The number model that a compile uses: the target's, with the noise of the options. */
num_m options_num(struct job *r);
/* What the target is asked for. */
void options_request(struct job *r, struct target_request *q);

/* tools.c */
/* Takes the target from the file if that is an object of this version, whatever the options say; core and features too, unless
   the options name some of that target. */
void tools_obey_object(struct job *r, const uint8_t *file, size_t len);

/* key.c */
/* The option of the command line and the field of a key that has a value which it cannot have, or NULL. */
const char *key_error(const struct nvp4c_key *k);
/* The part that changes what programs compute, and the part that changes where they keep it. */
void key_for_passes(const struct nvp4c_key *k, const struct frontend_source *source, struct pass_key *p);
void key_for_target(const struct nvp4c_key *k, struct target_key *t);

/* pipeline.c */
/* The first name in the options that is not the name of a pass, or NULL; *option: where it stands. */
const char *pipeline_bad_pass(const struct nvp4c_options *o, const char **option);
uint64_t pipeline_now(void); /* nanoseconds */
/* exact: leaves the inexact passes out and prints nothing, for the first leg of the verification. */
void pipeline_run(struct job *r, struct ir_shader *s, const struct frontend_source *source, const struct pass_key *key,
                  bool exact);
/* Prints the final IR if the options ask for it. */
void pipeline_print(struct job *r, const struct ir_shader *s);

/* job.c */
/* Makes the object of the machine code. compiled: it comes from a program, of which the report is about. */
void job_write_object(struct job *j, bool compiled);
/* Runs work() in a new job and makes a result of it. NULL if there is no memory for one. */
typedef void (*job_work_fn)(struct job *j, const char *text, size_t len);
struct nvp4c_result *job_run(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options);
/*
 * The same in a job whose memory stays, without a context. Gives `size` bytes: a struct kept_job, and behind it zeros, which
 * work() fills in at job->kept. NULL if there is no memory for them. job_drop() frees everything.
 */
void *job_keep(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options, size_t size);
void job_drop(void *kept);

#endif
