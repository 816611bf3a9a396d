/* SPDX-License-Identifier: MIT */
/* Programs with one mistake each: see edits.c. */
#ifndef TESTS_EDITS_H
#define TESTS_EDITS_H

#include <stddef.h>
#include <stdint.h>

#define EDITS_MAX_MESSAGES 5

struct edits_tally {
   unsigned passed, failed;
   unsigned rejected;
   uint64_t messages;                           /* messages of all rejected edits */
   unsigned of[EDITS_MAX_MESSAGES + 2];         /* number of edits by message count; the last entry counts all higher ones */
};

/* A program with a mistake in it. */
struct edit {
   const char *file, *kind, *token; /* descriptions of the edit, the token and the file */
   uint32_t at, token_len;
   char *text; /* the edited text; the caller frees it */
   size_t len;
};

/* Adds the program in a file. Returns 1 if the compiler accepts it. A rejected program is used by edits_prefixes() only. A file
   that cannot be read, or is in an unsupported language, is ignored. */
int edits_add(const char *file);
unsigned edits_programs(void); /* number of accepted programs */
const char *edits_program(unsigned n, size_t *len, const char **file);
/* Makes the edit with that number. */
void edits_make(uint64_t number, struct edit *e);
/* Compiles that edit, checks the diagnostics and prints any error. */
void edits_one(uint64_t number, struct edits_tally *t);
/* Does the same for the first 0, step, 2 step, ... bytes of the programs first, first + every, ... */
void edits_prefixes(unsigned first, unsigned every, size_t step, struct edits_tally *t);
void edits_print(const struct edits_tally *t);

#endif
