/* SPDX-License-Identifier: MIT */
/*
 * The context of one compile: memory, diagnostics and the only exit on errors.
 *
 * Everything that a compile allocates lives in one arena that is freed as a whole. A fatal error (out of memory, a limit, an
 * internal inconsistency) leaves through util_fail(), a longjmp to the one setjmp of the outermost caller (the façade, a tool
 * or a test). No function between them may own a resource outside the arena.
 *
 * Thread safety: one thread uses a context at a time; there is no global state.
 */
#ifndef UTIL_CTX_H
#define UTIL_CTX_H

#include "util/arena.h"
#include "util/diag.h"
#include "util/position.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Result of a compile or a tool. The numbers are the exit codes of the command line and those of enum nvp4c_status. */
enum util_status {
   UTIL_OK = 0,
   UTIL_REJECTED = 1,    /* the program breaks a rule of its language */
   UTIL_USAGE = 2,       /* wrong options */
   UTIL_IO = 3,          /* a file could not be read or written */
   UTIL_INTERNAL = 4,    /* a bug in the compiler */
   UTIL_LIMIT = 5,       /* out of memory, too deep, too big, too slow */
   UTIL_MISMATCH = 6,    /* a comparison failed */
   UTIL_UNSUPPORTED = 7, /* legal, but not supported by this version or target */
   UTIL_CANCELLED = 8,   /* the caller cancelled the compile */
};

struct util_ctx {
   struct util_arena arena;
   jmp_buf unwind;
   bool unwind_set;
   enum util_status status; /* the worst result so far */

   const char *text; /* source text for line/column; not NUL-terminated */
   size_t text_len;

   unsigned word_size; /* 0 for text with lines; else the input consists of words of this many bytes, and word numbers stand
                          for lines */

   const char *lines_of; /* the text that line_start belongs to */
   uint32_t *line_start; /* offset of each line, ascending */
   uint32_t num_lines;

   uint64_t steps, max_steps; /* steps of work, see util_work() */
   uint64_t alarm;            /* number of steps at which util_alarm() is called next: the limit, or the next call of
                                 `cancel` */
   int (*cancel)(void *user); /* may be NULL; a result other than 0 ends the compile with UTIL_CANCELLED */
   void *cancel_user;

   struct util_diag *diags, **diags_tail;
   struct util_diag *explained; /* the diagnostic that util_note() adds to, or NULL if the last one was suppressed */
   unsigned num_errors, num_warnings;
   unsigned max_errors; /* maximum number of errors, or 0; one more ends the compile */
   bool werror, no_warnings;
   uint8_t disabled[DIAG_COUNT], as_error[DIAG_COUNT]; /* -Wno-id, -Werror=id */
   enum diag_id muted; /* for tests: suppresses this diagnostic as if its check did not exist; DIAG_COUNT for none */
};

/* `alloc` may be NULL for malloc. `limit` is in bytes, or 0 for none. max_steps and `cancel` may be set afterwards. */
void util_ctx_init(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit);
void util_ctx_finish(struct util_ctx *ctx);
/* The default hook: malloc, realloc and free. */
void *util_malloc_hook(void *user, void *ptr, size_t size);

/*
 * Counts steps of work and ends the compile after max_steps of them. A step takes about ten nanoseconds, but it is counted, not
 * measured, so a program takes the same number of steps on every machine. Everything that a program can make expensive counts:
 * text, instructions created or visited, attempts of the scheduler, live ranges. Work that is certain to follow may count
 * early, so that a compile which cannot finish within the limit ends early.
 */
void util_alarm(struct util_ctx *ctx);
/* Changes the limit on all steps of the compile. */
void util_set_max_steps(struct util_ctx *ctx, uint64_t max_steps);
static inline void util_work(struct util_ctx *ctx, uint64_t steps)
{
   ctx->steps += steps;
   if (ctx->steps > ctx->alarm)
      util_alarm(ctx);
}
/* True once half of the budget is used; optional optimisations are then skipped. */
static inline bool util_is_late(const struct util_ctx *ctx)
{
   return ctx->steps > ctx->max_steps / 2;
}

/* Ends the compile: sets the status and longjmps. The caller that set `unwind` reads ctx->status. */
_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status);

#endif
