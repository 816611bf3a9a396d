/* SPDX-License-Identifier: MIT */
/* Arena, unwinding and diagnostics: see ctx.h. */
#include "util/ctx.h"
#include "util/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_MIN 16384u
#define CHUNK_MAX (1u << 20)
#define ALIGN 16u
/* Blocks from here on have a chunk of their own, which is resized or freed when they are. */
#define LARGE ((size_t)65536)
/* From this size on, it is worth a look whether a block that was given back will do. */
#define REUSE_MIN 512u

struct util_chunk {
   struct util_chunk *next, *prev; /* older, newer */
   size_t size;                    /* with this header */
   uint32_t serial;
};
#define HEAD ((sizeof(struct util_chunk) + ALIGN - 1) & ~(size_t)(ALIGN - 1))

const struct diag_info diag_info[DIAG_COUNT] = {
#define DIAG(id, kebab, severity, section, text) {kebab, severity, section, text},
#include "util/diag.def"
#undef DIAG
};

static void *default_alloc(void *user, void *ptr, size_t size)
{
   (void)user;
   if (size == 0) {
      free(ptr);
      return NULL;
   }
   return realloc(ptr, size);
}

void util_ctx_init(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit)
{
   memset(ctx, 0, sizeof *ctx);
   ctx->arena.alloc = alloc && alloc->fn ? *alloc : (struct util_alloc){default_alloc, NULL};
   ctx->arena.limit = limit;
   ctx->diags_tail = &ctx->diags;
   ctx->muted = DIAG_COUNT;
}

void util_ctx_finish(struct util_ctx *ctx)
{
   struct util_chunk *c = ctx->arena.chunks;

   while (c) {
      struct util_chunk *next = c->next;
      ctx->arena.alloc.fn(ctx->arena.alloc.user, c, 0);
      c = next;
   }
   memset(&ctx->arena, 0, sizeof ctx->arena);
   ctx->diags = NULL;
   ctx->diags_tail = &ctx->diags;
}

_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status)
{
   ctx->status = status;
   longjmp(ctx->unwind, 1);
}

_Noreturn void util_bug(struct util_ctx *ctx, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   util_vdiag(ctx, DIAG_ID_internal, UTIL_NO_SPAN, fmt, ap);
   va_end(ap);
   util_fail(ctx, UTIL_INTERNAL);
}

static size_t round_up(struct util_ctx *ctx, size_t size)
{
   if (size > SIZE_MAX / 4)
      util_fail(ctx, UTIL_LIMIT);
   /* Nothing takes a unit as well: the result is never NULL, and no two are the same. */
   return size ? (size + ALIGN - 1) & ~(size_t)(ALIGN - 1) : ALIGN;
}

static void check_limit(struct util_ctx *ctx, size_t more)
{
   if (ctx->arena.limit && (more > ctx->arena.limit || ctx->arena.total > ctx->arena.limit - more))
      util_fail(ctx, UTIL_LIMIT);
}

/* size: with the header. */
static struct util_chunk *new_chunk(struct util_ctx *ctx, size_t size, bool zeroed)
{
   struct util_arena *a = &ctx->arena;
   struct util_chunk *c;

   check_limit(ctx, size);
   /* What malloc takes fresh from the system is zero without a look at it. */
   c = zeroed && a->alloc.fn == default_alloc ? calloc(1, size) : a->alloc.fn(a->alloc.user, NULL, size);
   if (!c)
      util_fail(ctx, UTIL_LIMIT);
   c->next = a->chunks;
   c->prev = NULL;
   c->size = size;
   c->serial = ++a->serial;
   if (c->next)
      c->next->prev = c;
   a->chunks = c;
   a->total += size;
   return c;
}

static void free_chunk(struct util_arena *a, struct util_chunk *c)
{
   *(c->prev ? &c->prev->next : &a->chunks) = c->next;
   if (c->next)
      c->next->prev = c->prev;
   a->total -= c->size;
   a->alloc.fn(a->alloc.user, c, 0);
}

/* Sizes are rounded up from here on. */

static void keep_free(struct util_arena *a, uint8_t *p, size_t size)
{
   uint32_t k = a->num_free;

   if (size < REUSE_MIN)
      return;
   if (k == UTIL_ARENA_FREE) {
      k = 0;
      for (uint32_t i = 1; i < UTIL_ARENA_FREE; i++)
         if (a->free[i].size < a->free[k].size)
            k = i;
      if (a->free[k].size >= size)
         return;
   } else {
      a->num_free++;
   }
   a->free[k].p = p;
   a->free[k].size = size;
}

static struct util_free drop_free(struct util_arena *a, uint32_t k)
{
   struct util_free f = a->free[k];

   a->free[k] = a->free[--a->num_free];
   return f;
}

/* From the smallest free block that is large enough; NULL if there is none. */
static void *take_free(struct util_arena *a, size_t size)
{
   uint32_t best = UTIL_ARENA_FREE;

   for (uint32_t k = 0; k < a->num_free; k++)
      if (a->free[k].size >= size && (best == UTIL_ARENA_FREE || a->free[k].size < a->free[best].size))
         best = k;
   if (best == UTIL_ARENA_FREE)
      return NULL;
   struct util_free f = drop_free(a, best);
   keep_free(a, f.p + size, f.size - size);
   return f.p;
}

/* Where small blocks are cut from next: the largest free block, or a new chunk. */
static void next_region(struct util_ctx *ctx, size_t size)
{
   struct util_arena *a = &ctx->arena;
   uint32_t best = 0;

   for (uint32_t k = 1; k < a->num_free; k++)
      if (a->free[k].size > a->free[best].size)
         best = k;
   if (a->num_free && a->free[best].size >= size && a->free[best].size >= 4 * REUSE_MIN) {
      struct util_free f = drop_free(a, best);

      keep_free(a, a->cur, (size_t)(a->end - a->cur));
      a->cur = f.p;
      a->end = f.p + f.size;
      return;
   }
   /* Chunks grow with the total, so that a compile takes few calls of the hooks, but what is left of the last one stays small. */
   size_t want = a->total / 4 > CHUNK_MIN ? a->total / 4 & ~(size_t)(ALIGN - 1) : CHUNK_MIN;

   if (want > CHUNK_MAX)
      want = CHUNK_MAX;

   if (want < size + HEAD)
      want = size + HEAD;
   if (a->limit && (want > a->limit || a->total > a->limit - want))
      want = size + HEAD;
   struct util_chunk *c = new_chunk(ctx, want, false);
   keep_free(a, a->cur, (size_t)(a->end - a->cur));
   a->cur = (uint8_t *)c + HEAD;
   a->end = (uint8_t *)c + want;
}

static void *take(struct util_ctx *ctx, size_t size, bool zeroed)
{
   struct util_arena *a = &ctx->arena;
   void *p = NULL;

   if (size >= LARGE) {
      p = (uint8_t *)new_chunk(ctx, size + HEAD, zeroed) + HEAD;
      return zeroed && a->alloc.fn != default_alloc ? memset(p, 0, size) : p;
   }
   if (size >= REUSE_MIN)
      p = take_free(a, size);
   if (!p) {
      if ((size_t)(a->end - a->cur) < size)
         next_region(ctx, size);
      p = a->cur;
      a->cur += size;
   }
   return zeroed ? memset(p, 0, size) : p;
}

void *util_alloc(struct util_ctx *ctx, size_t size)
{
   return take(ctx, round_up(ctx, size), true);
}

void util_discard(struct util_ctx *ctx, void *ptr, size_t size)
{
   struct util_arena *a = &ctx->arena;

   if (!ptr)
      return;
   size = round_up(ctx, size);
   if (size >= LARGE)
      free_chunk(a, (struct util_chunk *)((uint8_t *)ptr - HEAD));
   else if ((uint8_t *)ptr + size == a->cur)
      a->cur -= size;
   else
      keep_free(a, ptr, size);
}

void *util_resize(struct util_ctx *ctx, void *ptr, size_t old_size, size_t size)
{
   struct util_arena *a = &ctx->arena;
   size_t old = ptr ? round_up(ctx, old_size) : 0;

   size = round_up(ctx, size);
   if (ptr && old >= LARGE && size >= LARGE) {
      struct util_chunk *c = (struct util_chunk *)((uint8_t *)ptr - HEAD), *moved;

      if (size > old)
         check_limit(ctx, size - old);
      moved = a->alloc.fn(a->alloc.user, c, size + HEAD);
      if (!moved)
         util_fail(ctx, UTIL_LIMIT);
      *(moved->prev ? &moved->prev->next : &a->chunks) = moved;
      if (moved->next)
         moved->next->prev = moved;
      a->total += size - old;
      moved->size = size + HEAD;
      return (uint8_t *)moved + HEAD;
   }
   if (ptr && old < LARGE && size < LARGE && (uint8_t *)ptr + old == a->cur && size <= (size_t)(a->end - (uint8_t *)ptr)) {
      a->cur = (uint8_t *)ptr + size;
      return ptr;
   }
   void *p = take(ctx, size, false);

   if (ptr) {
      memcpy(p, ptr, old < size ? old : size);
      util_discard(ctx, ptr, old_size);
   }
   return p;
}

void util_arena_release(struct util_ctx *ctx, const struct util_arena *mark)
{
   struct util_arena *a = &ctx->arena;

   while (a->chunks && a->chunks->serial > mark->serial)
      free_chunk(a, a->chunks);
   a->cur = mark->cur;
   a->end = mark->end;
   /* What was free at the mark is free again; what was given back since may lie in chunks that are gone. */
   memcpy(a->free, mark->free, sizeof a->free);
   a->num_free = mark->num_free;
}

void *util_alloc_array(struct util_ctx *ctx, size_t n, size_t size)
{
   if (size && n > SIZE_MAX / 8 / size)
      util_fail(ctx, UTIL_LIMIT);
   return util_alloc(ctx, n * size);
}

char *util_strndup(struct util_ctx *ctx, const char *s, size_t n)
{
   char *p = util_alloc(ctx, n + 1);

   memcpy(p, s, n);
   return p;
}

static char *vprintf_arena(struct util_ctx *ctx, const char *fmt, va_list ap)
{
   struct util_arena *a = &ctx->arena;
   size_t room = (size_t)(a->end - a->cur);
   va_list ap2;

   va_copy(ap2, ap);
   int n = util_vformat((char *)a->cur, room, fmt, ap2);
   va_end(ap2);
   size_t size = (size_t)(n > 0 ? n : 0) + 1;
   bool fits = round_up(ctx, size) <= room && round_up(ctx, size) < REUSE_MIN; /* then it is taken from there */
   char *p = take(ctx, round_up(ctx, size), false);
   if (!fits || n < 0) {
      p[0] = 0;
      util_vformat(p, size, fmt, ap);
   }
   return p;
}

char *util_printf(struct util_ctx *ctx, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   char *p = vprintf_arena(ctx, fmt, ap);
   va_end(ap);
   return p;
}

void *util_grow(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap)
{
   if (*cap > UINT32_MAX / 2 || (elem && *cap > SIZE_MAX / 16 / elem))
      util_fail(ctx, UTIL_LIMIT);
   /* Large blocks are resized in place where the system can: little to spare is enough. */
   uint32_t n = *cap * elem >= LARGE ? *cap + *cap / 4 : *cap ? *cap * 2 : 8;

   (void)count;
   ptr = util_resize(ctx, ptr, *cap * elem, n * elem);
   *cap = n;
   return ptr;
}

enum diag_id diag_find(const char *name, size_t len)
{
   for (int i = 0; i < DIAG_COUNT; i++)
      if (strlen(diag_info[i].name) == len && memcmp(diag_info[i].name, name, len) == 0)
         return (enum diag_id)i;
   return DIAG_COUNT;
}

static void find_lines(struct util_ctx *ctx)
{
   const char *t = ctx->text;
   size_t len = ctx->text_len < UINT32_MAX ? ctx->text_len : UINT32_MAX - 1;
   uint32_t cap = 0;

   ctx->lines_of = t;
   ctx->line_start = NULL;
   ctx->num_lines = 0;
   UTIL_PUSH(ctx, ctx->line_start, ctx->num_lines, cap, 0);
   for (size_t i = 0; i < len; i++)
      if (t[i] == '\n' || (t[i] == '\r' && !(i + 1 < len && t[i + 1] == '\n')))
         UTIL_PUSH(ctx, ctx->line_start, ctx->num_lines, cap, (uint32_t)(i + 1));
}

void util_line_col(struct util_ctx *ctx, uint32_t off, uint32_t *line, uint32_t *col)
{
   if (ctx->lines_of != ctx->text)
      find_lines(ctx);
   uint32_t lo = 0, hi = ctx->num_lines; /* the line is in lo .. hi - 1 */

   if (off > ctx->text_len)
      off = (uint32_t)ctx->text_len;
   while (hi - lo > 1) {
      uint32_t mid = lo + (hi - lo) / 2;

      if (ctx->line_start[mid] <= off)
         lo = mid;
      else
         hi = mid;
   }
   *line = lo + 1;
   *col = off - ctx->line_start[lo] + 1;
}

static struct util_diag *file(struct util_ctx *ctx, enum diag_id id, enum diag_severity sev, struct util_span span, const char *fmt,
                              va_list ap)
{
   struct util_diag *d = UTIL_NEW(ctx, struct util_diag);

   d->id = id;
   d->severity = sev;
   d->span = span;
   if (span.off != UINT32_MAX && ctx->text)
      util_line_col(ctx, span.off, &d->line, &d->column);
   d->message = vprintf_arena(ctx, fmt, ap);
   *ctx->diags_tail = d;
   ctx->diags_tail = &d->next;
   return d;
}

void util_note(struct util_ctx *ctx, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   if (!ctx->explained)
      return;
   va_start(ap, fmt);
   file(ctx, ctx->explained->id, DIAG_NOTE, span, fmt, ap);
   va_end(ap);
}

void util_vdiag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, va_list ap)
{
   enum diag_severity sev = diag_info[id].severity;

   ctx->explained = NULL;
   if (id == ctx->muted)
      return;
   if (sev == DIAG_WARNING) {
      if (ctx->no_warnings || ctx->disabled[id])
         return;
      if (ctx->werror || ctx->as_error[id])
         sev = DIAG_ERROR;
   }
   if (sev >= DIAG_ERROR && id != DIAG_ID_internal && ctx->max_errors && ctx->num_errors >= ctx->max_errors && ctx->unwind_set) {
      util_diag(ctx, DIAG_ID_too_many_errors, UTIL_NO_SPAN, "more than %u error%s: the rest is not shown", ctx->max_errors,
                ctx->max_errors == 1 ? "" : "s");
      longjmp(ctx->unwind, 1);
   }
   ctx->explained = file(ctx, id, sev, span, fmt, ap);

   enum util_status status = UTIL_OK;
   switch (sev) {
   case DIAG_NOTE: return;
   case DIAG_WARNING: ctx->num_warnings++; return;
   case DIAG_ERROR: status = id == DIAG_ID_internal ? UTIL_INTERNAL : UTIL_REJECTED; break;
   case DIAG_LIMIT: status = UTIL_LIMIT; break;
   case DIAG_UNSUPPORTED: status = UTIL_UNSUPPORTED; break;
   }
   /* A rejection outweighs what this version lacks; an internal error outweighs all. */
   static const uint8_t weight[] = {[UTIL_OK] = 0, [UTIL_UNSUPPORTED] = 1, [UTIL_LIMIT] = 2, [UTIL_REJECTED] = 3, [UTIL_INTERNAL] = 4};
   if (weight[status] > weight[ctx->status <= UTIL_UNSUPPORTED ? ctx->status : UTIL_OK])
      ctx->status = status;
   ctx->num_errors++;
}

void util_diag(struct util_ctx *ctx, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   util_vdiag(ctx, id, span, fmt, ap);
   va_end(ap);
}
