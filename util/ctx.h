/* SPDX-License-Identifier: MIT */
/*
 * The context of one compile: memory, diagnostics and the one way out.
 *
 * Everything that a compile allocates lives in one arena that is freed as a whole. An error that makes it impossible to go on
 * (out of memory, a limit, an internal inconsistency) leaves through util_fail(), a longjmp to the one setjmp of the outermost
 * caller (the façade, a tool or a test). No function between them may own a resource outside the arena.
 *
 * Thread safety: a context belongs to one thread at a time; there is no global state.
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

/* Verdict of a compile or a tool; the numbers are the exit codes of the command line and those of enum nvp4c_status. */
enum util_status {
   UTIL_OK = 0,
   UTIL_REJECTED = 1,    /* the program breaks a rule of its language */
   UTIL_USAGE = 2,       /* wrong options */
   UTIL_IO = 3,          /* a file could not be read or written */
   UTIL_INTERNAL = 4,    /* a bug in the compiler */
   UTIL_LIMIT = 5,       /* out of memory, too deep, too big, too slow */
   UTIL_MISMATCH = 6,    /* a comparison failed */
   UTIL_UNSUPPORTED = 7, /* legal, but not supported by this version or target */
   UTIL_CANCELLED = 8,   /* the caller wants no more of it */
};

struct util_ctx {
   struct util_arena arena;
   jmp_buf unwind;
   bool unwind_set;
   enum util_status status; /* worst so far */

   const char *text; /* source text for line/column; not NUL-terminated */
   size_t text_len;

   unsigned word_size; /* 0: the text has lines; else it is words of so many bytes, whose numbers stand for lines */

   const char *lines_of; /* the text that line_start is about */
   uint32_t *line_start; /* offset of each line, ascending */
   uint32_t num_lines;

   uint64_t steps, max_steps; /* of work, see util_work() */
   uint64_t alarm;            /* steps from which on util_alarm() is called: the limit, or the next question to `cancel` */
   int (*cancel)(void *user); /* NULL: nobody cancels; else not 0 leaves the compile with UTIL_CANCELLED */
   void *cancel_user;

   struct util_diag *diags, **diags_tail;
   struct util_diag *explained; /* the diagnostic that util_note() explains; NULL if the last one was not filed */
   unsigned num_errors, num_warnings;
   unsigned max_errors; /* errors to file; one more leaves the compile. 0 = no bound */
   bool werror, no_warnings;
   uint8_t disabled[DIAG_COUNT], as_error[DIAG_COUNT]; /* -Wno-id, -Werror=id */
   enum diag_id muted; /* for tests: nothing is filed under this id, as if its check did not exist; DIAG_COUNT = none */
};

/* alloc may be NULL: malloc. limit in bytes, 0 = none. What counts the steps, and ctx->cancel, may be set afterwards. */
void util_ctx_init(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit);
void util_ctx_finish(struct util_ctx *ctx); /* frees all that was allocated from it */
/* The hook that is used if the caller gives none: malloc, realloc and free. */
void *util_malloc_hook(void *user, void *ptr, size_t size);

/*
 * Counts steps of work; leaves the compile when there are more than max_steps. A step stands for some ten nanoseconds, but is counted,
 * not measured: the same program takes the same number of steps on every machine. Whatever a program can make much work of
 * counts: text, instructions that are made or looked at, attempts of the scheduler, ranges of registers. What certainly follows may
 * count before it is done, so that a compile which will not end within the limit ends early.
 */
void util_alarm(struct util_ctx *ctx);
/* From now on there may be so many in all. */
void util_set_max_steps(struct util_ctx *ctx, uint64_t max_steps);
static inline void util_work(struct util_ctx *ctx, uint64_t steps)
{
   ctx->steps += steps;
   if (ctx->steps > ctx->alarm)
      util_alarm(ctx);
}
/* Is half of the work done? Then whatever only makes the code better is left out. */
static inline bool util_is_late(const struct util_ctx *ctx)
{
   return ctx->steps > ctx->max_steps / 2;
}

/* Leave the compile: sets status and longjmps. The caller that set `unwind` reads ctx->status. */
_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status);

#endif
