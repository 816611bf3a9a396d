/* SPDX-License-Identifier: MIT */
/*
 * What finds the reason of a wrong compile: --bisect and --reduce. Like the command line, which drives it, it knows the public
 * header and nothing else of the project.
 *
 * Both ask a *probe* the same question again and again: does this program, compiled with these options, fail as the whole one
 * does? Without a test a program fails if its compile ends with NVP4C_MISMATCH (verification found a difference) or
 * NVP4C_INTERNAL (a bug that the compiler noticed itself). With a test, a command, it fails if the command does, whose last
 * word is the name of a file. A caller in C may test in the process. Everything is deterministic as long as the command is.
 */
#ifndef NVP4C_MICROSCOPE_H
#define NVP4C_MICROSCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "nvp4c.h"

/* A text that grows; the caller frees data. There is a NUL behind len bytes. */
struct ms_text {
   char *data;
   size_t len, cap;
};
void *ms_alloc(size_t size); /* ends the program if there is no memory */
void ms_add(void *text, const char *data, size_t len); /* an nvp4c_print_fn */
__attribute__((format(printf, 2, 3))) void ms_printf(struct ms_text *t, const char *fmt, ...);

struct ms_job {
   const char *name;   /* of the input */
   const char *text;
   size_t len;
   const struct nvp4c_options *options;
   const char *command; /* the test; NULL: the compile is the test */
   bool (*fails)(void *user, const char *text,
                 size_t len); /* the test of a caller in C, which has the options; NULL: there is none */
   /* --bisect with a test: what the compile writes to a file, into the text */
   void (*output)(void *user, const struct nvp4c_result *r, struct ms_text *out);
   void *user;          /* of fails() or output() */
   bool progress;      /* on standard error */
};

/* ---- probe.c */

struct ms_probe {
   const struct ms_job *job;
   bool takes_output; /* the file of the test has the output of the compile, not the program */
   enum nvp4c_status status; /* of the whole program, and the id of its first error: others must fail in the same way */
   char id[64];
   char folder[512], file[640];
   unsigned tries;
};
/* Ends the program if there is no place for the file of a test. */
void ms_probe_begin(struct ms_probe *p, const struct ms_job *job, bool takes_output);
void ms_probe_end(struct ms_probe *p);
/* Does it fail? The first that does says how others must. */
bool ms_probe_fails(struct ms_probe *p, const char *text, size_t len, const struct nvp4c_options *options);

/* ---- bisect.c: writes what it found to `out`. Returns the status of the program. */
enum nvp4c_status ms_bisect(const struct ms_job *job, struct ms_text *out);

/* ---- reduce.c: writes the smallest program that it found to `out`, and what it did to `log`. */
enum nvp4c_status ms_reduce(const struct ms_job *job, struct ms_text *out, FILE *log);

#endif
