/* SPDX-License-Identifier: MIT */
/*
 * Declarations shared by the files of nvp4c/api.
 *
 * The folders of nvp4c/, lowest first. Each includes only the folders before it and the modules below nvp4c/.
 *
 *    report/    results in the form that callers read: reflection, diagnostics, object files
 *    json/      the writer of JSON, the report as JSON, differences of texts
 *    preshader/ pre-shaders as bytes: writer, reader and interpreter
 *    verify/    executes source, IR and machine code on the same inputs and compares the outputs
 *    api/       the functions of include/nvp4c.h
 *    triage/, cli/  the command line, which includes only the public headers and nvp4c/options.def
 *
 * The files of api/, lowest first:
 *
 *    registry.c   lists of languages, machines, cores and passes
 *    key.c        checks the pipeline key and converts it for the passes and the machine
 *    pipeline.c   runs the passes, with the printing and checking that the options ask for
 *    check.c      defaults, sizes and ranges of the options
 *    options.c    limits, warnings, cores and features of the options, and the request to a machine
 *    options_text.c  options by name and text
 *    cache_key.c  hash of everything that decides a result
 *    result.c     accessors of a result
 *    report.c     collects the report of a compile
 *    job.c        jobs, with the one setjmp; contexts; results made from jobs
 *    compile.c    compiler, parsed programs and execution
 *    tools.c      assembler, disassembler, simulator and loader
 *    link.c       linker
 *    result_json.c  results and links as JSON
 *    preshader.c  pre-shaders of include/nvp4c.h
 *    machine.c    machines and waves of include/nvp4c_machine.h
 *
 * A job holds everything that a call works with. At its end, the outcome is copied to a result in one block, and the memory of
 * the job is freed or kept in the caller's context.
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
#include "passes/pipeline/pipeline.h"
#include "util/buf.h"
#include "util/ctx.h"

/* Facts for linking a compiled program. The locations of its inputs are in its report. */
struct result_io {
   bool known;     /* the program has machine code */
   bool mapped;    /* the key had a varying map */
   bool reflected; /* the report has bindings */
   enum ir_stage stage;
   uint8_t reads[SLOT_COUNT], writes[SLOT_COUNT]; /* masks of components */
};

/* Result of nvp4c_link(). */
struct link_map {
   struct nvp4c_varying varying[NVP4C_NUM_VARYINGS];
   struct nvp4c_link_entry *entries;
   uint32_t num, cap;
   bool fragment; /* the consumer is a fragment program */
};

/* Outcome of a call. In a job, the pointers refer to the job's memory; in a result, to the block of the result. */
struct outcome {
   enum nvp4c_status status;
   enum nvp4c_stage stage;          /* of the program; NVP4C_STAGE_ANY until it is known */
   const struct target_ops *target; /* set when the options have been checked */
   enum nvp4c_target target_number;
   unsigned cpu;                    /* index in target->cpus */
   uint32_t features;               /* of the core, changed by options.attr */
   const void *code, *preamble, *preshader, *object;
   const char *listing;
   size_t code_len, preamble_len, preshader_len, object_len, listing_len;
   const char *document; /* members of the JSON report, or NULL */
   size_t document_len;
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
   void *block; /* everything that `o` points to, or NULL */
};

struct job {
   struct util_ctx ctx; /* owns the memory of the other members */
   struct util_alloc alloc; /* for the result */
   struct nvp4c_context *context;
   const char *bad_options; /* error in their size or context, or NULL */
   struct nvp4c_options opt;
   const struct frontend_ops *frontend; /* language of the text, or NULL until it is known */
   struct target_output out;
   struct nvp4c_pass_run *pass_runs;
   uint32_t num_pass_runs, cap_pass_runs;
   const uint8_t *preshader; /* as bytes, or NULL */
   size_t preshader_len;
   struct util_buf object;
   bool has_object;
   struct report_job *report; /* what a report needs of the compile, or NULL */
   bool simulated; /* the listing is the output of the simulator */
   const struct nvp4c_run *run; /* argument of nvp4c_execute(), or NULL */
   void *kept; /* memory of job_keep(), or NULL if the job ends with the call */
   struct outcome o;
};

/* First member of objects that keep the memory of their job. */
struct kept_job {
   struct nvp4c_result *result;
   struct util_alloc alloc;
   struct util_arena arena; /* owns the rest of the object */
   uint64_t steps;          /* steps that the job took */
};

/* check.c */
/* Copies the caller's options, which may be shorter, longer or NULL, over the defaults. Returns NULL, or a message if their
   size is wrong. */
const char *options_copy(struct nvp4c_options *o, const struct nvp4c_options *options);
/* A row of nvp4c/options.def that sets a member of struct nvp4c_options. */
enum option_kind { OPTION_SET, OPTION_UINT, OPTION_PICK, OPTION_NAMES, OPTION_STR, OPTION_CALL };
struct option_member {
   uint16_t offset, size;
   enum option_kind kind;
   uint32_t value;                      /* the value, the largest value (UINT), or the value of the first word (PICK, NAMES) */
   const char *words;                   /* the form of an argument, or "" if there is none. PICK: words separated by bars */
   const char *(*word)(unsigned index); /* NAMES */
   const char *name;                    /* option and member */
   const char *option;                  /* name for nvp4c_options_set(): that of the option, or else of the member */
   const char *help;
   bool is_option; /* of the command line */
};
extern const struct option_member option_members[];
extern const unsigned num_option_members;
/* Value of a member that is a number. */
uint64_t options_number(const struct nvp4c_options *o, const struct option_member *m);
/* Name and option of a member with an invalid value, or NULL. */
const char *options_bad_member(const struct nvp4c_options *o);

/* options.c */
/* Checks the options, and sets the target, its features, and the warnings of the context. An error leaves with UTIL_USAGE. */
void options_apply(struct job *r);
/* Leaves with UTIL_USAGE if the options name a limit that no language has. */
void options_check_limits(struct job *r);
/* Budget of the compile in steps. */
uint64_t options_max_steps(const struct nvp4c_options *o);
/* Values of the limits of a language, for its parser. */
const uint32_t *options_limits(struct job *r, const struct frontend_ops *f);
/* Number model of the core, with the noise of the options. */
num_m options_num(struct job *r);
/* Makes the request to the target. */
void options_request(struct job *r, struct target_request *q);

/* tools.c */
/* Sets the target to that of the file if the file is an object of this version. Sets core and features, too, unless the options
   name them for this target. */
void tools_obey_object(struct job *r, const uint8_t *file, size_t len);

/* key.c */
/* Option and field of a key with an invalid value, or NULL. */
const char *key_error(const struct nvp4c_key *k);
/* The parts of the key that change what programs compute, and where they store it. */
void key_for_passes(const struct nvp4c_key *k, const struct frontend_source *source, const struct target_ops *target,
                    struct pass_key *p);
void key_for_target(const struct nvp4c_key *k, struct target_key *t);
/* Converts a number of nvp4c_attrib_format() to the format and components of struct nvp4c_attribute; false if it has none. */
bool key_fetch_format(unsigned format, uint8_t *fetch, uint8_t *components);
/* The first number of nvp4c_attrib_format() that key_fetch_format() converts to these, or 0. */
unsigned key_format_of_fetch(unsigned fetch, unsigned components);

/* pipeline.c */
/* First name in the options that is not the name of a pass, or NULL. Sets *option to the option that has it. */
const char *pipeline_bad_pass(const struct nvp4c_options *o, const char **option);
uint64_t pipeline_now(void); /* time in nanoseconds */
/* Runs the passes. With `exact`, it skips inexact passes and prints nothing, for the comparison of source and IR. */
void pipeline_run(struct job *r, struct ir_shader *s, const struct frontend_source *source, const struct pass_key *key,
                  bool exact);
/* Prints the final IR if the options ask for it. */
void pipeline_print(struct job *r, const struct ir_shader *s);

/* report.c */
/* Keeps what the report needs, if the options ask for one: the final IR before code generation, and the IR around passes. */
void report_note_ir(struct job *j, const struct ir_shader *s);
void report_before_pass(struct job *j, const struct ir_shader *s);
void report_after_pass(struct job *j, const struct pass_info *pass, const struct ir_shader *s, bool changed);
/* Makes the report of compiled code, after the runs of a verification. */
void report_make(struct job *j, const void *program);

/* job.c */
/* Makes an object of the machine code, with the report if it was compiled from a program. */
void job_write_object(struct job *j, bool compiled);
/* Runs work() in a new job and makes a result of it. Returns NULL if the first allocation fails. */
typedef void (*job_work_fn)(struct job *j, const char *text, size_t len);
struct nvp4c_result *job_run(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options);
/*
 * Runs work() in a job whose memory stays. Returns an object of `size` bytes that starts with a struct kept_job; work() sets
 * the rest at job->kept, which is zeros before. Returns NULL if the first allocation fails. The context of the options is not
 * used. job_drop() frees everything.
 */
void *job_keep(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options, size_t size);
void job_drop(void *kept);

#endif
