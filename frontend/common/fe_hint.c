/* SPDX-License-Identifier: MIT */
/* See fe_hint.h. */
#include "frontend/common/fe_hint.h"

#include <string.h>

/* enough for about 100 misspelt names in a program with 1000 names */
#define HINT_BUDGET 1000000
/* More errors would not be read, and the limit bounds the time to find their lines. */
#define MAX_ERRORS 1000

void fe_hints_init(struct fe_hints *h, struct util_ctx *ctx)
{
   h->ctx = ctx;
   h->budget = HINT_BUDGET;
}

void fe_similar(struct fe_hints *h, struct util_similar *s, const char *word, size_t len)
{
   util_similar_begin(s, word, len, &h->budget);
}

const char *fe_hint_with(const struct fe_hints *h, const struct util_similar *s, const char *tail, size_t len)
{
   return s->best ? util_printf(h->ctx, "; did you mean \"%.*s%.*s\"?", (int)s->best_len, s->best, (int)len, tail) : "";
}

const char *fe_hint(const struct fe_hints *h, const struct util_similar *s) { return fe_hint_with(h, s, "", 0); }

const char *fe_hint_words(struct fe_hints *h, const char *word, size_t len, const char *const *words, size_t n)
{
   struct util_similar s;

   fe_similar(h, &s, word, len);
   for (size_t i = 0; i < n; i++)
      util_similar_try(&s, words[i], strlen(words[i]));
   return fe_hint(h, &s);
}

void fe_error(struct util_ctx *ctx, unsigned errors_before, enum diag_id id, struct util_span span, const char *fmt, va_list ap)
{
   if (ctx->num_errors - errors_before >= MAX_ERRORS) {
      util_diag(ctx, DIAG_ID_too_many_errors, span, "more than %d errors", MAX_ERRORS);
      util_fail(ctx, ctx->status);
   }
   util_vdiag(ctx, id, span, fmt, ap);
}

const char *fe_character(struct util_ctx *ctx, char c)
{
   return c > ' ' && c < 127 ? util_printf(ctx, "the character \"%c\"", c)
                             : util_printf(ctx, "the byte 0x%02x", (unsigned char)c);
}

const char *fe_expected(struct util_ctx *ctx, const char *const *words, unsigned n)
{
   const char *text = n ? util_printf(ctx, "expected %s", words[0]) : "";

   for (unsigned i = 1; i < n; i++)
      text = util_printf(ctx, "%s%s%s", text, i + 1 < n ? ", " : " or ", words[i]);
   return text;
}
