/* SPDX-License-Identifier: MIT */
/*
 * Compiles and verifies generated programs; main.c has the options. For each seed
 *
 *    source.c   makes a program, sometimes with an equivalent one
 *    state.c    draws the options that it is compiled with: level, stress, state of the pipeline; state.def is the table
 *    link.c     gives some programs the varying map of a link with a generated consumer
 *    judge.c    compiles it through the public header, with verification, and gives a verdict
 *    reduce.c   reduces a program that failed, and its options
 *    report.c   counts, groups findings by signature, writes them to files
 *    worker.c   runs all of this in processes; a crash or hang of one is a finding, too
 *
 * The seed and the arguments determine everything, except with -steer: then a program also depends on the programs before it.
 */
#ifndef TESTS_DIFFERENTIAL_H
#define TESTS_DIFFERENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvp4c.h"
#include "util/rng.h"

/* ---- text that grows; the caller frees data, which ends with a NUL */

struct text {
   char *data;
   size_t len, cap;
};
void text_add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- programs */

enum language { LANGUAGE_NV, LANGUAGE_ARB, LANGUAGE_TGSI, NUM_LANGUAGES };
extern const char *const language_names[NUM_LANGUAGES];

enum { MAX_PROGRAM = 1 << 18 };
struct program {
   enum language language;
   enum nvp4c_stage stage;
   uint64_t seed;
   bool spliced; /* the program may break a rule of its language */
   size_t length;
   char text[MAX_PROGRAM]; /* ends with a NUL */
};
/* A program with the same results as another one. */
struct twin {
   struct program program; /* its length is 0 if there is none */
   const char *how;
};

/* ---- settings: the options of a compile, with the strings that they point to, and the arguments of main.c */

struct setting {
   struct nvp4c_options o;
   char attr[128], disable[512];
};

void setting_copy(struct setting *to, const struct setting *from);

/* The arguments of the program. */
struct plan {
   unsigned languages, targets; /* masks */
   int level;                   /* -1 to draw it */
   bool no_stress, no_state;
   unsigned min_statements, waves;
   const char *only; /* names of the rows to draw, separated by commas, or NULL for all rows */
   const char *out;
   struct gen_coverage *coverage;  /* steers the generators, or NULL */
   const char *const *texts;       /* programs to splice */
   unsigned num_texts;
   unsigned keep;    /* number of findings to show for each group */
   double slow;      /* seconds of CPU time after which a compile counts as a hang */
   uint64_t seed, count;
   double until;     /* value of now() at which to stop, or 0 to stop at `count` */
};

/* Draws a setting for the program. */
void state_draw(const struct plan *plan, struct setting *s, const struct program *p, enum nvp4c_target target);
/* Gives the setting of a vertex or geometry program the varying map of a link with a generated program, if there is one. */
void link_draw(struct setting *s, const struct program *p, struct nvp4c_context *context);
/* state_num_rows is the number of rows. state_reset() resets the members of row k to their initial values, and returns false if
   they had them already. */
extern const unsigned state_num_rows; /* at most 64 */
bool state_reset(struct setting *s, unsigned k);
/* Does the same for one element of an array, such as a texture unit or a varying. Also returns false past the last element,
   STATE_PARTS. */
enum { STATE_PARTS = 300 };
bool state_reset_part(struct setting *s, unsigned k);
/* Prints the differences from the defaults as options of the command line, or as a comment where there is no option. */
void state_print(const struct setting *s, struct text *t);
/* state_used() returns a bit for each row that differs, except target and level; the other function gives their names. */
uint64_t state_used(const struct setting *s);
void state_names(uint64_t rows, struct text *t);
/* Is there a row of this name? */
bool state_has_row(const char *name, size_t len);

/* ---- verdicts */

enum outcome { PASSED, REFUSED, NO_VERDICT, FOUND };
struct verdict {
   enum outcome outcome;
   enum nvp4c_status status;
   uint64_t compared, tainted;
   uint64_t digest;        /* of the results */
   bool complete;          /* the digest covers all results */
   struct nvp4c_timing timing;
   uint64_t verify_seed;   /* seed of the wave that differs, or 0 if the message names none */
   char signature[160];    /* findings and refusals are grouped by it */
   char message[480];
};
void judge(struct verdict *v, const struct program *p, const struct setting *s, struct nvp4c_context *context);
/* Makes a signature of the words of a message that do not depend on the program. */
void make_signature(char *out, size_t size, const char *id, const char *message);

/* ---- reducing: `p` and `s` become smaller as long as `test` gives the verdict's signature */

typedef void (*judge_fn)(void *user, struct verdict *v, const struct program *p, const struct setting *s);
void reduce(struct verdict *v, struct program *p, struct setting *s, judge_fn test, void *user, double seconds);

/* ---- counts, in memory that all processes share */

void *shared_memory(size_t size); /* exits if there is no memory */
struct report;
struct report *report_start(void);
void report_count(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                  enum nvp4c_target target, double seconds);
/*
 * The findings of a group have the same signature and, after reduction, need the same rows. `fails` compiles the program with
 * other options. Returns true if the finding may belong to a new group, or to one with few findings; then the caller reduces
 * it, and report_found() counts it. Otherwise the finding has been counted: without the rows of a known group it does not fail.
 */
typedef bool (*fails_fn)(void *user, const struct setting *s);
bool report_is_new(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                   const struct setting *s, fails_fn fails, void *user);
/* Counts a reduced finding. Returns true if it is one of the first of its group, which are shown. */
bool report_found(struct report *r, const struct plan *plan, const struct verdict *v, const struct program *p,
                  const struct setting *s);
/* Prints the finding and writes it to a file, which it overwrites. */
void report_write(const struct plan *plan, const struct verdict *v, const struct program *p, const struct setting *s,
                  bool print);
/* Removes that file. */
void report_forget(const struct plan *plan, const struct verdict *v, const struct program *p, const struct setting *s);
/* Load the numbers of an earlier run, or save them for a later one, with the next seed. */
void report_load(struct report *r, const char *file, uint64_t *next);
void report_save(const struct report *r, const char *file, uint64_t next);
/* Prints the report. Returns the exit status. */
int report_end(const struct report *r, double seconds, unsigned jobs);
uint64_t report_programs(const struct report *r);

/* ---- processes */

double now(void);
/* With `steer`, the plan gets a coverage table that all processes share. Its numbers are printed and saved in
   RESUME.coverage. */
int workers_run(struct plan *plan, unsigned jobs, const char *resume, bool steer);

#endif
