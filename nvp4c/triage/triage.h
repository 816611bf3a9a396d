/* SPDX-License-Identifier: MIT */
/*
 * --bisect and --reduce, which find the cause of a wrong compile. Like the command line, this folder includes only the public
 * headers.
 *
 * Both ask a *probe* whether a program with certain options fails in the same way as the original. Without a test, a program
 * fails if its compile ends with NVP4C_MISMATCH (verification found a difference) or NVP4C_INTERNAL (the compiler found a bug
 * of its own). A test is a command that is called with the name of a file, and the program fails if the command fails. A caller
 * in C may pass a function instead. Results are deterministic if the test is. After SIGINT, SIGTERM or SIGHUP, both end soon:
 * --reduce with the best program that it has, --bisect without a finding (console.h, interrupted()).
 */
#ifndef NVP4C_MICROSCOPE_H
#define NVP4C_MICROSCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "nvp4c.h"

/* A growing text with a NUL after its len bytes. The caller frees data. */
struct triage_text {
   char *data;
   size_t len, cap;
};
void *triage_alloc(size_t size); /* ends the program if there is not enough memory */
void triage_add(void *text, const char *data, size_t len); /* can be used as nvp4c_print_fn */
__attribute__((format(printf, 2, 3))) void triage_printf(struct triage_text *t, const char *fmt, ...);

struct triage_job {
   const char *name;   /* name of the input */
   const char *text;
   size_t len;
   const struct nvp4c_options *options;
   const char *command; /* the test; NULL if the compile itself must fail */
   bool (*fails)(void *user, const char *text,
                 size_t len); /* test of a caller in C, or NULL */
   /* --bisect with a test: appends the output of the compile to a text */
   void (*output)(void *user, const struct nvp4c_result *r, struct triage_text *out);
   void *user;          /* first argument of fails() and output() */
   bool progress;      /* print the progress to standard error */
};

/* ---- probe.c */

struct triage_probe {
   const struct triage_job *job;
   bool takes_output; /* the test gets the output of the compile instead of the program */
   enum nvp4c_status status; /* status and first error of the original, with which others must fail, too */
   char id[64];
   char folder[512], file[640];
   unsigned tries;
   char what[40]; /* for the progress: what is left, or "" */
};
/* Prepares a probe. Ends the program if the file of a test cannot be created. */
void triage_probe_begin(struct triage_probe *p, const struct triage_job *job, bool takes_output);
void triage_probe_end(struct triage_probe *p);
/* Does the program fail? The first failure decides how others must fail. */
bool triage_probe_fails(struct triage_probe *p, const char *text, size_t len, const struct nvp4c_options *options);

/* ---- bisect.c: writes its findings to `out`, and returns the exit status. */
enum nvp4c_status triage_bisect(const struct triage_job *job, struct triage_text *out);

/* ---- reduce.c: writes the smallest program that it found to `out`, and messages to `log`. */
enum nvp4c_status triage_reduce(const struct triage_job *job, struct triage_text *out, FILE *log);

#endif
