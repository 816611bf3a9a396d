/* SPDX-License-Identifier: MIT */
/*
 * For tests: parses and lowers a program, and compares the reference evaluator with the IR interpreter on random inputs, before
 * and after pass_ssa, under every number model. Both execute the same operations in the same order, so everything is compared
 * bit for bit, even NaNs. Optionally also compares after all exact passes, as num_equal_float does.
 */
#ifndef TESTS_UNIT_EXEC_COMPARE_H
#define TESTS_UNIT_EXEC_COMPARE_H

#include "frontend/nv/ast/nv_ast.h"
#include "nvp4c/verify/verify_inputs.h"

struct exec_compare {
   /* Inputs */
   unsigned seeds;       /* waves for each model and setting of -fshort */
   uint64_t first_seed;
   bool passes;          /* also after the exact passes of -O2 */
   bool fshort16;            /* also at -fshort=16 */
   uint64_t budget;      /* in instructions of the source; 0 means 20000 */
   /* Results, summed over calls */
   uint64_t programs, waves, budgets, compared, tainted;
   char why[2048];       /* the first error */
};

/* Returns false, with the reason in c->why, if the program is not accepted or not lowered, the IR is invalid, or results
   differ. */
bool exec_compare_text(struct exec_compare *c, const char *text, size_t len);
bool exec_compare_file(struct exec_compare *c, const char *path);

/* A program text that a test builds; the test fails if it does not fit. */
struct text {
   char s[16384];
   size_t n;
};
void text_add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
