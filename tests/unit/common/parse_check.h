/* SPDX-License-Identifier: MIT */
/* For tests of the parser: tables of programs that it must reject, accept, or parse to a given AST. */
#ifndef TESTS_UNIT_PARSE_CHECK_H
#define TESTS_UNIT_PARSE_CHECK_H

#include "frontend/nv/ast/nv_ast.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

struct parse_outcome {
   bool tree;
   unsigned errors, warnings;
   bool placed; /* all locations are within the text */
   enum util_status status;
   enum diag_id id; /* of the first error */
   struct util_span span;
   char message[300];
   char warned[40]; /* id of the first warning */
   char *print;     /* the printed AST, to be freed, or NULL */
};

/* Both parse an exact copy on the heap, so that sanitizers find a read past the end. The NV parser does not print. */
struct parse_outcome parse_text(const char *text, size_t len, const struct nv_limits *limits);
/* `muted` is a disabled check, or DIAG_COUNT. With `numbers`, numbers of instructions are printed. */
struct parse_outcome tgsi_text(const char *text, size_t len, enum diag_id muted, bool numbers);

/* "@" in the source marks the location of the diagnostic, and is removed before parsing; by default the location is the end. */
struct parse_reject {
   const char *id, *source;
};

struct parse_tree {
   const char *source, *want; /* a piece of the dump */
};

/* Returns the number of failing rows, and prints the expected and the actual result of each to stderr. A row of rejects has
   exactly one diagnostic, and the status of a rejected program, or of an unsupported one if the id begins with
   "unsupported-". */
unsigned parse_check_rejects(const struct parse_reject *rows, size_t n);
unsigned parse_check_accepts(const char *const *rows, size_t n);
unsigned parse_check_trees(const struct parse_tree *rows, size_t n);

/* Defines the test name_rejects for the table name_rows. */
#define PARSE_REJECT_TEST(name)                                                                                                \
   START_TEST(name##_rejects)                                                                                                  \
   {                                                                                                                           \
      ck_assert_uint_eq(parse_check_rejects(name##_rows, sizeof name##_rows / sizeof name##_rows[0]), 0);                      \
   }                                                                                                                           \
   END_TEST

#endif
