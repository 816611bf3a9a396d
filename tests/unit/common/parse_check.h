/* SPDX-License-Identifier: MIT */
/* For tests of the parser: tables of programs that it must reject, accept, or turn into a certain tree. */
#ifndef TESTS_UNIT_PARSE_CHECK_H
#define TESTS_UNIT_PARSE_CHECK_H

#include "frontend/nv/tree/nv_ast.h"

struct parse_outcome {
   unsigned errors; /* warnings and notes do not count */
   enum util_status status;
   struct util_diag first; /* its message holds until the next call */
   char dump[8192];        /* the tree as nv_print prints it */
   bool tree;
};

/* Parses an exact copy on the heap, so that a read past the end shows up under a sanitizer. */
struct parse_outcome parse_text(const char *text, size_t len, const struct nv_limits *limits);

/* "@" in the source is the place of the diagnostic and is removed before parsing; without it the place is the end. */
struct parse_reject {
   const char *id, *source;
};

struct parse_tree {
   const char *source, *want; /* a piece of the dump */
};

/* The number of rows that fail; the expected and the actual result of each are printed to stderr. A row of rejects has
   exactly one diagnostic, and the status of a rejected program; with an id that begins with "unsupported-", that of an
   unsupported one. */
unsigned parse_check_rejects(const struct parse_reject *rows, size_t n);
unsigned parse_check_accepts(const char *const *rows, size_t n);
unsigned parse_check_trees(const struct parse_tree *rows, size_t n);

/* A test called name_rejects of the table name_rows. */
#define PARSE_REJECT_TEST(name)                                                                                                \
   START_TEST(name##_rejects)                                                                                                  \
   {                                                                                                                           \
      ck_assert_uint_eq(parse_check_rejects(name##_rows, sizeof name##_rows / sizeof name##_rows[0]), 0);                      \
   }                                                                                                                           \
   END_TEST

#endif
