/* SPDX-License-Identifier: MIT */
/* Diagnostics: errors, warnings and notes about the program that is compiled (diag.c). They are filed in the context. */
#ifndef UTIL_DIAG_H
#define UTIL_DIAG_H

#include "util/position.h"

#include <stdarg.h>
#include <stddef.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_LIMIT, DIAG_UNSUPPORTED };

/* One id per diagnostic, from diag.def. */
enum diag_id {
#define DIAG(id, kebab, severity, section, text) DIAG_ID_##id,
#include "util/diag.def"
#undef DIAG
   DIAG_COUNT
};

struct diag_info {
   const char *name; /* kebab-case */
   enum diag_severity severity;
   const char *section; /* document and section of the rule, or "" */
   const char *text;    /* one line for the documentation */
};
extern const struct diag_info diag_info[DIAG_COUNT];

struct util_diag {
   enum diag_id id;             /* a note has the id of the error or warning that it explains and follows */
   enum diag_severity severity; /* after -Werror has raised it */
   struct util_span span;       /* UTIL_NO_SPAN for no position */
   uint32_t line, column;       /* 1-based, in bytes; 0 for no position */
   const char *message;
   const char *section;         /* of the rule if util_cite() named it, else NULL for the section of the id */
   struct util_diag *next;
};

/*
 * Files a diagnostic. Its severity comes from the table and -W options. An error sets ctx->status to UTIL_REJECTED, a limit to
 * UTIL_LIMIT, an unsupported feature to UTIL_UNSUPPORTED; a rejection outweighs an unsupported feature. The function returns
 * unless max_errors is exceeded. Texts are one line without a full stop; words of the program are in double quotes.
 */
void util_diag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));
void util_vdiag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, va_list ap);
/* Adds a note to the last diagnostic, often at another position. The note is dropped if the diagnostic was suppressed (-w,
   -Wno-id). */
void util_note(struct util_ctx *ctx, struct util_span span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/*
 * Replaces the document section of the last diagnostic by this one. The text must live as long as the context.
 */
void util_cite(struct util_ctx *ctx, const char *section);
/* Finds the id of a -W name; DIAG_COUNT if unknown. */
enum diag_id diag_find(const char *name, size_t len);
/* Reports an inconsistency of the compiler as an internal error and ends the compile with UTIL_INTERNAL. */
_Noreturn void util_bug(struct util_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define UTIL_CHECK(ctx, cond)                                                                                                  \
   do {                                                                                                                        \
      if (!(cond))                                                                                                             \
         util_bug(ctx, "%s:%d: %s", __FILE__, __LINE__, #cond);                                                                \
   } while (0)

#endif
