/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean": finds the word of a list that is most similar to an unknown one. The distance of two words is the number of
 * edits: letters that are left out, inserted, changed or swapped with their neighbour. Upper and lower case are the same; no
 * edit adds, removes or changes a digit, because R5 is not a misspelt R6, unless `digits` is set. Words of up to four letters may have one edit, longer
 * ones a third of their letters. Of equally similar words the first is taken, so the result depends on the order of the
 * candidates only.
 *
 * A budget, shared by all searches of a compile, bounds their time: when it is used up, nothing is found any more.
 */
#ifndef UTIL_SIMILAR_H
#define UTIL_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTIL_SIMILAR_MAX 40 /* letters; longer words are similar to no other */

struct util_similar {
   const char *word;
   size_t len;
   unsigned limit; /* the most edits that a better candidate may have */
   bool digits;    /* they are letters like all others: for names like gx6250. Set it after util_similar_begin() */
   uint32_t *budget;
   const char *best; /* NULL: none */
   size_t best_len;
};

void util_similar_begin(struct util_similar *s, const char *word, size_t len, uint32_t *budget);
/* The candidate must stay valid until the result is read. */
void util_similar_try(struct util_similar *s, const char *candidate, size_t len);

#endif
