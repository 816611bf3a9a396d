/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean": the word of a list that is most like one that is unknown. The distance counts letters that were left out, put
 * in, changed or swapped with their neighbour; upper and lower case are the same, and a digit too many, too few or in the place of
 * another is no slip (R5 is not a misspelt R6). One edit is allowed, from five letters on a third of them. Of equally near words the first
 * wins: the result depends on the order of the candidates only.
 *
 * A budget, shared by the searches of a compile, bounds their time: when it is used up, nothing is found any more.
 */
#ifndef UTIL_SIMILAR_H
#define UTIL_SIMILAR_H

#include <stddef.h>
#include <stdint.h>

#define UTIL_SIMILAR_MAX 40 /* longer words are like no other */

struct util_similar {
   const char *word;
   size_t len;
   unsigned limit; /* edits that are still of interest */
   uint32_t *budget;
   const char *best; /* NULL: none */
   size_t best_len;
};

void util_similar_begin(struct util_similar *s, const char *word, size_t len, uint32_t *budget);
/* The candidate must stay valid until the result is read. */
void util_similar_try(struct util_similar *s, const char *candidate, size_t len);

#endif
