/* SPDX-License-Identifier: MIT */
/* See fe_hint.h. */
#include "frontend/common/fe_hint.h"

#include <string.h>

/* Enough for some 100 misspelt names in a program with 1000 names. */
#define HINT_BUDGET 1000000

void fe_hints_init(struct fe_hints *h, struct util_ctx *ctx)
{
   h->ctx = ctx;
   h->budget = HINT_BUDGET;
}

void fe_similar(struct fe_hints *h, struct util_similar *s, const char *word, size_t len)
{
   util_similar_begin(s, word, len, &h->budget);
}

const char *fe_hint(const struct fe_hints *h, const struct util_similar *s)
{
   return s->best ? util_printf(h->ctx, "; did you mean \"%.*s\"?", (int)s->best_len, s->best) : "";
}

const char *fe_hint_words(struct fe_hints *h, const char *word, size_t len, const char *const *words, size_t n)
{
   struct util_similar s;

   fe_similar(h, &s, word, len);
   for (size_t i = 0; i < n; i++)
      util_similar_try(&s, words[i], strlen(words[i]));
   return fe_hint(h, &s);
}
