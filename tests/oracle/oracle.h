/* SPDX-License-Identifier: MIT */
/* The state that the parts of the oracle share: the GL, the counts, and the comparison of two numbers. */
#ifndef TESTS_ORACLE_ORACLE_H
#define TESTS_ORACLE_ORACLE_H

#include "tests/oracle/gl.h"
#include "tests/oracle/ours.h"
#include "tests/oracle/textures.h"

struct oracle {
   struct oracle_gl gl;
   unsigned passed, failed, skipped;
   bool verbose, quiet; /* quiet: no tables */
};

/* The largest difference so far between a result of the GL and ours: in units of 2^-23 of a scale, and absolute. */
struct oracle_error {
   double ulp, abs;
   uint64_t compared;
};
/* Zeros of either sign are equal, and so are NaNs. A NaN or infinity against anything else is an infinite error. */
void oracle_compare(struct oracle_error *e, uint32_t ours, uint32_t gl, double scale);

/* Counts a failure and prints a line about it. */
void oracle_fail(struct oracle *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Prints a line of a table, unless quiet. */
void oracle_table(const struct oracle *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void oracle_instructions(struct oracle *o, const char *only);
void oracle_texturing(struct oracle *o, const char *only);
/* Returns the description of a known fault of the GL, where another GL agrees with our results, or NULL. Such a case is shown
   and counted as skipped. */
const char *oracle_fault_of_gl(const struct oracle *o, enum exec_tex_target target, bool linear);

struct oracle_totals {
   unsigned agree, differ, refused, both_refuse, only_we_refuse, not_shown, undecided, no_code;
   uint64_t compared, open, special;
};
/* Runs one program in the GL and at our levels, and prints the differences. */
void oracle_program(struct oracle *o, const char *name, const char *text, size_t len, struct oracle_totals *t);
void oracle_totals(const char *name, const struct oracle_totals *t);
void oracle_generated(struct oracle *o, unsigned count);
/* Shows which files (until NULL), and which of `edits` edits of them (tests/stress/edits.h), only one side accepts. */
void oracle_accept(struct oracle *o, unsigned edits, uint64_t seed, char **files);
/* Runs the programs of a folder, or one file. */
void oracle_programs(struct oracle *o, const char *path);
/* Writes the answers of a GL with GL_NV_gpu_program4 to a file of the folder. Returns an exit status. */
int oracle_record(const char *folder);

#endif
