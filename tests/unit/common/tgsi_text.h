/* SPDX-License-Identifier: MIT */
/* For tests of TGSI: parses a text and keeps what is said about it. */
#ifndef TESTS_UNIT_TGSI_TEXT_H
#define TESTS_UNIT_TGSI_TEXT_H

#include "frontend/tgsi/tree/tgsi_ast.h"

struct tgsi_outcome {
   bool tree;
   unsigned errors, warnings;
   bool placed; /* all places are within the text */
   enum util_status status;
   enum diag_id id; /* of the first error */
   struct util_span span;
   char message[300];
   char warned[40]; /* id of the first warning */
   char *print;     /* the tree as tgsi_print prints it, to be freed; NULL: none */
};

/* Parses an exact copy on the heap, so that a read past the end shows up under a sanitizer. muted: a check that is switched off; DIAG_COUNT. */
struct tgsi_outcome tgsi_text(const char *text, size_t len, enum diag_id muted, bool numbers);

#endif
