/* SPDX-License-Identifier: MIT */
/*
 * What the messages of any front end share. "Did you mean", on top of util/similar.h: a hint is the end of a message, "" or ";
 * did you mean \"word\"?". All searches of a compile share one budget, which bounds their time; when it is used up, hints are
 * "".
 */
#ifndef FRONTEND_FE_HINT_H
#define FRONTEND_FE_HINT_H

#include "util/ctx.h"
#include "util/similar.h"
#include "util/table.h"

struct fe_hints {
   struct util_ctx *ctx;
   uint32_t budget; /* units of util/similar.h that remain */
};

void fe_hints_init(struct fe_hints *h, struct util_ctx *ctx);
/* Begin a search for words like `word`; util_similar_try then takes the candidates. */
void fe_similar(struct fe_hints *h, struct util_similar *s, const char *word, size_t len);
/* The hint that a search gives; the same with more letters behind the word. */
const char *fe_hint(const struct fe_hints *h, const struct util_similar *s);
const char *fe_hint_with(const struct fe_hints *h, const struct util_similar *s, const char *tail, size_t len);
/* The hint for one of n words. */
const char *fe_hint_words(struct fe_hints *h, const char *word, size_t len, const char *const *words, size_t n);

/* An error of a program that had errors_before when the front end began; too many of them end the compile. */
void fe_error(struct util_ctx *ctx, unsigned errors_before, enum diag_id id, struct util_span span, const char *fmt, va_list ap);
/* "the character \"$\"", or as a byte. */
const char *fe_character(struct util_ctx *ctx, char c);
/* "expected a, b or c"; "" of no words. */
const char *fe_expected(struct util_ctx *ctx, const char *const *words, unsigned n);

#endif
