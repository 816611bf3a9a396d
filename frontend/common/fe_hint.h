/* SPDX-License-Identifier: MIT */
/*
 * Messages that all front ends share. "Did you mean" hints, based on util/similar.h, end a message: "" or "; did you mean
 * \"word\"?". All searches of a compile share one budget, which bounds their time; hints are "" once it is used up.
 */
#ifndef FRONTEND_FE_HINT_H
#define FRONTEND_FE_HINT_H

#include "util/ctx.h"
#include "util/similar.h"
#include "util/table.h"

struct fe_hints {
   struct util_ctx *ctx;
   uint32_t budget; /* remaining units of util/similar.h */
};

void fe_hints_init(struct fe_hints *h, struct util_ctx *ctx);
/* Begins a search for words similar to `word`; util_similar_try then adds the candidates. */
void fe_similar(struct fe_hints *h, struct util_similar *s, const char *word, size_t len);
/* The hint of a search; the second function appends letters to the word. */
const char *fe_hint(const struct fe_hints *h, const struct util_similar *s);
const char *fe_hint_with(const struct fe_hints *h, const struct util_similar *s, const char *tail, size_t len);
/* The hint for one of n words. */
const char *fe_hint_words(struct fe_hints *h, const char *word, size_t len, const char *const *words, size_t n);

/* Files an error of a program. `errors_before` is the number of errors before the front end began; too many errors end the
   compile. */
void fe_error(struct util_ctx *ctx, unsigned errors_before, enum diag_id id, struct util_span span, const char *fmt,
              va_list ap);
/* "the character \"$\"", or as a byte. */
const char *fe_character(struct util_ctx *ctx, char c);
/* "expected a, b or c", or "" for an empty list. */
const char *fe_expected(struct util_ctx *ctx, const char *const *words, unsigned n);

#endif
