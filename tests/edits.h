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

/* A file with programs is read once. Returns 0 if it cannot be read or holds no program of a language that is supported. */
int edits_add(const char *file);
unsigned edits_programs(void);
const char *edits_program(unsigned n, size_t *len, const char **file);
/* The edit of that number: compile and check it. Prints what is wrong. */
void edits_one(uint64_t number, struct edits_tally *t);
void edits_print(const struct edits_tally *t);

#endif
