/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean": finds the word of a list that is most similar to an unknown one. The distance of two words is the number of
 * edits: letters that are removed, inserted, changed or swapped with their neighbour. Case is ignored. No edit affects a digit,
 * because R5 is not a misspelt R6, unless `digits` is set. Words of up to four letters may have one edit, longer ones a third
 * of their letters. The first of equally similar words wins, so the result depends only on the order of the candidates.
 *
 * A budget, shared by all searches of a compile, bounds their time. Searches find nothing once it is used up.
 */
#ifndef UTIL_SIMILAR_H
#define UTIL_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTIL_SIMILAR_MAX 40 /* longest word that is compared */

struct util_similar {
   const char *word;
   size_t len;
   unsigned limit; /* the most edits that allow a candidate to win */
   bool digits;    /* digits are treated like letters, for names like gx6250; set after util_similar_begin() */
   uint32_t *budget;
   const char *best; /* may be NULL */
   size_t best_len;
};

void util_similar_begin(struct util_similar *s, const char *word, size_t len, uint32_t *budget);
/* The candidate must stay valid until the result is read. */
void util_similar_try(struct util_similar *s, const char *candidate, size_t len);

#endif
