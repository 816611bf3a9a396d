/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean" for the messages of any front end, on top of util/similar.h. A hint is the end of a message: it is "" or ";
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
/* The hint that a search gives. */
const char *fe_hint(const struct fe_hints *h, const struct util_similar *s);
/* The hint for one of n words. */
const char *fe_hint_words(struct fe_hints *h, const char *word, size_t len, const char *const *words, size_t n);

#endif
