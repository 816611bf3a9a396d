/* SPDX-License-Identifier: MIT */
/* Programs with one mistake in them: see edits.c. */
#ifndef TESTS_EDITS_H
#define TESTS_EDITS_H

#include <stddef.h>
#include <stdint.h>

#define EDITS_MAX_MESSAGES 5

struct edits_tally {
   unsigned passed, failed;
   unsigned rejected;
   uint64_t messages;                           /* of those that are rejected */
   unsigned of[EDITS_MAX_MESSAGES + 2];         /* edits by their number of messages; the last: more */
};

/* A program with a mistake in it. */
struct edit {
   const char *file, *kind, *token; /* the edit, the token and the file */
   uint32_t at, token_len;
   char *text; /* the result, to be freed */
   size_t len;
};

/*
 * Adds the program in a file. Returns 1 if the compiler accepts it. A program that it rejects is for edits_prefixes() only; one
 * that cannot be read, or is in a language that is not supported, is ignored.
 */
int edits_add(const char *file);
unsigned edits_programs(void); /* the accepted ones */
const char *edits_program(unsigned n, size_t *len, const char **file);
/* The edit of that number. */
void edits_make(uint64_t number, struct edit *e);
/* Compiles that edit and checks the diagnostics. Prints what is wrong. */
void edits_one(uint64_t number, struct edits_tally *t);
/* The same for the first 0, step, 2 step, ... bytes of the programs first, first + every, ... */
void edits_prefixes(unsigned first, unsigned every, size_t step, struct edits_tally *t);
void edits_print(const struct edits_tally *t);

#endif
