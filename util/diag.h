/* SPDX-License-Identifier: MIT */
/* Diagnostics: errors, warnings and notes about the program that is compiled (diag.c). They are filed in the context. */
#ifndef UTIL_DIAG_H
#define UTIL_DIAG_H

#include "util/position.h"

#include <stdarg.h>
#include <stddef.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_LIMIT, DIAG_UNSUPPORTED };

/* One id a diagnostic, from diag.def. */
enum diag_id {
#define DIAG(id, kebab, severity, section, text) DIAG_ID_##id,
#include "util/diag.def"
#undef DIAG
   DIAG_COUNT
};

struct diag_info {
   const char *name; /* kebab-case */
   enum diag_severity severity;
   const char *section; /* document and section of the rule, "" if there is none */
   const char *text;    /* one line for the documentation */
};
extern const struct diag_info diag_info[DIAG_COUNT];

struct util_diag {
   enum diag_id id;             /* of a note that explains an error or warning: theirs; it follows them */
   enum diag_severity severity; /* as filed: -Werror may have raised it */
   struct util_span span;       /* UTIL_NO_SPAN when there is no place */
   uint32_t line, column;       /* 1-based, in bytes; 0 without a place */
   const char *message;         /* in the arena */
   const char *section;         /* of the rule, if util_cite() has named it; NULL: that of the id */
   struct util_diag *next;
};

/*
 * File a diagnostic. Severity comes from the table (and -W options); an error makes ctx->status UTIL_REJECTED, a limit
 * UTIL_LIMIT, an unsupported feature UTIL_UNSUPPORTED. A rejection outweighs "unsupported". Returns unless max_errors is
 * passed. Texts are one line without a full stop; a word of the program stands in double quotes.
 */
void util_diag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));
void util_vdiag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, va_list ap);
/* A note that explains the diagnostic filed last, often at another place; dropped if that one was not filed (-w, -Wno-id). */
void util_note(struct util_ctx *ctx, struct util_span span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/*
 * The rule that the diagnostic filed last is about is not in the section that its id has, but in this one. The text must live as
 * long as the context.
 */
void util_cite(struct util_ctx *ctx, const char *section);
/* -W names to ids; DIAG_COUNT if there is none. */
enum diag_id diag_find(const char *name, size_t len);
/* An inconsistency of the compiler: files an internal-error diagnostic with the text and leaves with UTIL_INTERNAL. */
_Noreturn void util_bug(struct util_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define UTIL_CHECK(ctx, cond)                                                                                                  \
   do {                                                                                                                        \
      if (!(cond))                                                                                                             \
         util_bug(ctx, "%s:%d: %s", __FILE__, __LINE__, #cond);                                                                \
   } while (0)

#endif
