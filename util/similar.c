/* SPDX-License-Identifier: MIT */
/* Distances between words: see similar.h. Dynamic programming over three rows, as in the optimal string alignment distance. */
#include "util/similar.h"

#include <string.h>

#define NEVER 1000 /* edits; above any limit */

static char fold(char c)
{
   return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool digit(char c)
{
   return c >= '0' && c <= '9';
}

static unsigned min(unsigned a, unsigned b)
{
   return a < b ? a : b;
}

/* The cost of a missing or extra letter. */
static unsigned single(char c, bool fixed)
{
   return fixed && digit(c) ? NEVER : 1;
}

/* The distance if it is at most `limit`, else some larger number. With `fixed`, digits may not be edited. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m, unsigned limit, bool fixed)
{
   unsigned rows[3][UTIL_SIMILAR_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2];

   last[0] = 0;
   for (size_t j = 1; j <= m; j++)
      last[j] = last[j - 1] + single(b[j - 1], fixed);
   for (size_t i = 1; i <= n; i++) {
      unsigned least = row[0] = last[0] + single(a[i - 1], fixed);

      for (size_t j = 1; j <= m; j++) {
         char x = fold(a[i - 1]), y = fold(b[j - 1]);
         unsigned change = x == y ? 0 : fixed && digit(x) && digit(y) ? NEVER : 1;

         row[j] = min(last[j - 1] + change, min(last[j] + single(a[i - 1], fixed), row[j - 1] + single(b[j - 1], fixed)));
         if (i > 1 && j > 1 && x == fold(b[j - 2]) && y == fold(a[i - 2]) && !(fixed && digit(x) && digit(y)))
            row[j] = min(row[j], before[j - 2] + 1);
         least = min(least, row[j]);
      }
      if (least > limit)
         return least;
      unsigned *spare = before;
      before = last;
      last = row;
      row = spare;
   }
   return last[m];
}

void util_similar_begin(struct util_similar *s, const char *word, size_t len, uint32_t *budget)
{
   *s = (struct util_similar){.word = word, .len = len, .budget = budget};
   s->limit = len < 2 ? 0 : len < 5 ? 1 : (unsigned)(len + 1) / 3;
}

void util_similar_try(struct util_similar *s, const char *candidate, size_t len)
{
   size_t apart = len > s->len ? len - s->len : s->len - len;
   uint32_t cost = 1;

   if (s->len > UTIL_SIMILAR_MAX || !*s->budget)
      return;
   /* Comparing the lengths costs one unit of the budget, a full comparison one more per letter. */
   if (len <= UTIL_SIMILAR_MAX && apart <= s->limit)
      cost += (uint32_t)s->len;
   *s->budget -= *s->budget < cost ? *s->budget : cost;
   if (cost == 1 || (len == s->len && memcmp(candidate, s->word, len) == 0))
      return;
   unsigned d = distance(s->word, s->len, candidate, len, s->limit, !s->digits);
   if (d > s->limit || (s->best && d == s->limit))
      return;
   s->best = candidate;
   s->best_len = len;
   s->limit = d;
}
