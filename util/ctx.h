/* SPDX-License-Identifier: MIT */
/*
 * The context of one compile: memory, diagnostics and the one way out.
 *
 * Everything that a compile allocates lives in one arena that is freed as a whole. An error that makes it impossible to go on
 * (out of memory, a limit, an internal inconsistency) leaves through util_fail(), a longjmp to the one setjmp in the caller
 * of the room (the façade, a tool or a test). Nothing between may own a resource outside the arena.
 *
 * Thread safety: a context belongs to one thread at a time; there is no global state.
 */
#ifndef UTIL_CTX_H
#define UTIL_CTX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Verdict of a compile or a tool; the numbers are the exit codes of the command line and those of enum nvp4c_status. */
enum util_status {
   UTIL_OK = 0,
   UTIL_REJECTED = 1,    /* the program breaks a rule of its language */
   UTIL_USAGE = 2,       /* wrong options */
   UTIL_IO = 3,          /* a file could not be read or written */
   UTIL_INTERNAL = 4,    /* a bug of ours */
   UTIL_LIMIT = 5,       /* out of memory, too deep, too big, too slow */
   UTIL_MISMATCH = 6,    /* a comparison failed */
   UTIL_UNSUPPORTED = 7, /* legal, but not supported by this version or target */
};

/* User allocation hooks: realloc semantics (ptr NULL = new, size 0 = free); returns NULL when out of memory. */
struct util_alloc {
   void *(*fn)(void *user, void *ptr, size_t size);
   void *user;
};

struct util_chunk;

#define UTIL_ARENA_FREE 24

struct util_arena {
   struct util_alloc alloc;
   struct util_chunk *chunks; /* newest first */
   uint32_t serial;           /* of the newest chunk */
   uint8_t *cur, *end;
   size_t total, limit; /* bytes taken from the hooks; limit 0 = none */
   /* Blocks that were given back, for others: the largest, if there are too many. */
   struct util_free {
      uint8_t *p;
      size_t size;
   } free[UTIL_ARENA_FREE];
   uint32_t num_free;
};

/* A piece of source text: 0-based byte offset and length. Line and column are derived from the text when printed. */
struct util_span {
   uint32_t off, len;
};

#define UTIL_NO_SPAN ((struct util_span){UINT32_MAX, 0})

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
   const char *section; /* document and section of the rule, "" if ours */
   const char *text;    /* one line for the documentation */
};
extern const struct diag_info diag_info[DIAG_COUNT];

struct util_diag {
   enum diag_id id;             /* of a note that explains an error or warning: theirs; it follows them */
   enum diag_severity severity; /* as filed: -Werror may have raised it */
   struct util_span span;       /* UTIL_NO_SPAN when there is no place */
   uint32_t line, column;       /* 1-based, in bytes; 0 without a place */
   const char *message;         /* in the arena */
   struct util_diag *next;
};

struct util_ctx {
   struct util_arena arena;
   jmp_buf unwind;
   bool unwind_set;
   enum util_status status; /* worst so far */

   const char *text; /* source text for line/column; not NUL-terminated */
   size_t text_len;

   const char *lines_of; /* the text that line_start is about */
   uint32_t *line_start; /* offset of each line, ascending */
   uint32_t num_lines;

   struct util_diag *diags, **diags_tail;
   struct util_diag *explained; /* what util_note() adds to; NULL when the last diagnostic was not filed */
   unsigned num_errors, num_warnings;
   unsigned max_errors; /* stop (unwind) at the next one after that many; 0 = no bound */
   bool werror, no_warnings;
   uint8_t disabled[DIAG_COUNT], as_error[DIAG_COUNT]; /* -Wno-id, -Werror=id */
   enum diag_id muted; /* for tests: nothing is filed under this id, as if its check were compiled out; DIAG_COUNT = none */
};

/* alloc may be NULL: malloc. limit in bytes, 0 = none. */
void util_ctx_init(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit);
void util_ctx_finish(struct util_ctx *ctx); /* frees all that was allocated from it */

/* Leave the compile: sets status and longjmps. The caller that set `unwind` reads ctx->status. */
_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status);
/* An inconsistency of ours: files an internal-error diagnostic with the text and leaves with UTIL_INTERNAL. */
_Noreturn void util_bug(struct util_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define UTIL_CHECK(ctx, cond)                                                                                                  \
   do {                                                                                                                        \
      if (!(cond))                                                                                                             \
         util_bug(ctx, "%s:%d: %s", __FILE__, __LINE__, #cond);                                                                \
   } while (0)

/* Zeroed memory, aligned to 16 bytes, valid until util_ctx_finish; never NULL (leaves with UTIL_LIMIT instead). */
void *util_alloc(struct util_ctx *ctx, size_t size);
/* Give back all that was allocated since the copy `mark` of ctx->arena was made. Nothing allocated since may be in use. */
void util_arena_release(struct util_ctx *ctx, const struct util_arena *mark);
void *util_alloc_array(struct util_ctx *ctx, size_t n, size_t size); /* overflow-checked */
/* The block (NULL: none) of old_size bytes, as it was asked for, with another size. What is new is not zeroed. */
void *util_resize(struct util_ctx *ctx, void *ptr, size_t old_size, size_t size);
/* The block is not needed any more. */
void util_discard(struct util_ctx *ctx, void *ptr, size_t size);
char *util_strndup(struct util_ctx *ctx, const char *s, size_t n);
char *util_printf(struct util_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define UTIL_NEW(ctx, type) ((type *)util_alloc(ctx, sizeof(type)))
#define UTIL_ARRAY(ctx, type, n) ((type *)util_alloc_array(ctx, n, sizeof(type)))

/* Growable array in the arena: UTIL_PUSH(ctx, ptr, count, capacity, value). Elements behind `count` are not zeroed. */
void *util_grow(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap);
#define UTIL_PUSH(ctx, ptr, n, cap, ...)                                                                                       \
   do {                                                                                                                        \
      if ((n) == (cap))                                                                                                        \
         (ptr) = util_grow(ctx, ptr, sizeof *(ptr), n, &(cap));                                                                \
      (ptr)[(n)++] = __VA_ARGS__;                                                                                              \
   } while (0)

/*
 * File a diagnostic. Severity comes from the table (and -W options); an error makes ctx->status UTIL_REJECTED, a limit
 * UTIL_LIMIT, an unsupported feature UTIL_UNSUPPORTED. A rejection outweighs "unsupported". Returns unless max_errors is passed.
 * Texts are one line without a full stop; a word of the program stands in double quotes.
 */
void util_diag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));
void util_vdiag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, va_list ap);
/* A note that explains the diagnostic filed last, often at another place; dropped if that one was not filed (-w, -Wno-id). */
void util_note(struct util_ctx *ctx, struct util_span span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* -W names to ids; DIAG_COUNT if there is none. */
enum diag_id diag_find(const char *name, size_t len);
/* 1-based line and byte column of an offset of ctx->text; a line ends at LF, CR or CR LF. Logarithmic but for the first call. */
void util_line_col(struct util_ctx *ctx, uint32_t off, uint32_t *line, uint32_t *col);

#endif
