/* SPDX-License-Identifier: MIT */
/* The arena of a context: see arena.h. */
#include "util/ctx.h"
#include "util/format.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_MIN 16384u
#define CHUNK_MAX (1u << 20)
#define ALIGN 16u
/* Blocks of at least this size have a chunk of their own, which is resized or freed with them. */
#define LARGE ((size_t)8208)
#define VERY_LARGE ((size_t)1 << 20)
/* From this size on, searching the free blocks pays off. */
#define REUSE_MIN 512u
/* Below this much memory, joining free blocks costs more time than it saves. */
#define JOIN_MIN ((size_t)1 << 19)
/* First capacity of a growing array of pointers: many of them never hold more than one or two. */
#define FIRST_POINTERS 2u
#define FIRST 8u
#define CLEAR_PIECE 1024u
#define CLEAR_MAX 16384u
#define HEAD ((sizeof(struct util_chunk) + ALIGN - 1) & ~(size_t)(ALIGN - 1))

/* With the address sanitizer, touching memory that was freed or not yet allocated is an error. */
#ifdef __has_feature /* Clang */
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#endif
#ifdef SANITIZED
#include <sanitizer/asan_interface.h>
#define HIDE(p, size) ASAN_POISON_MEMORY_REGION(p, size)
#define SHOW(p, size) ASAN_UNPOISON_MEMORY_REGION(p, size)
#else
#define HIDE(p, size) ((void)0)
#define SHOW(p, size) ((void)0)
#endif

static size_t round_up(struct util_ctx *ctx, size_t size)
{
   if (size > SIZE_MAX / 4)
      util_fail(ctx, UTIL_LIMIT);
   /* A block of 0 bytes takes memory, too, so that the result is never NULL and block addresses differ. */
   return size ? (size + ALIGN - 1) & ~(size_t)(ALIGN - 1) : ALIGN;
}

static void check_limit(struct util_ctx *ctx, size_t more)
{
   if (ctx->arena.limit && (more > ctx->arena.limit || ctx->arena.total > ctx->arena.limit - more))
      util_fail(ctx, UTIL_LIMIT);
}

/* ---- chunks */

/* The bin of chunks with this capacity: the two bits below the highest one choose among four. */
static unsigned bin_of(size_t room)
{
   const unsigned log = room >= 4 ? 63 - (unsigned)__builtin_clzll(room) : 2,
                  bin = 4 * (log - 2) + (unsigned)(room >> (log - 2) & 3);

   return bin < UTIL_STORE_BINS ? bin : UTIL_STORE_BINS - 1;
}

/* Takes a chunk of the store that is large enough but not much too large, or returns NULL. */
static struct util_chunk *take_stored(struct util_store *s, size_t size)
{
   const unsigned first = bin_of(size), last = bin_of(4 * size);

   for (unsigned bin = first; bin <= last; bin++) {
      struct util_chunk **p = &s->bin[bin], *c;
      /* only chunks of the first bin can be too small */
      for (unsigned tries = 8; (c = *p) && tries; p = &c->next, tries--) {
         if (c->room < size || c->room / 4 > size)
            continue;
         *p = c->next;
         s->total -= c->room;
         return c;
      }
   }
   return NULL;
}

static void drop_chunk(struct util_arena *a, struct util_chunk *c)
{
   struct util_store *s = a->store;

   SHOW(c, c->room);
   if (!s || c->room > s->keep || s->total > s->keep - c->room) {
      a->alloc.fn(a->alloc.user, c, 0);
      return;
   }
   struct util_chunk **p = &s->bin[bin_of(c->room)];
   c->next = *p;
   *p = c;
   s->total += c->room;
}

/* Clears blocks of some KB in pieces, because the one counted instruction that libraries use for this size starts slowly. */
__attribute__((noinline)) static void *clear(uint8_t *p, size_t size)
{
   const size_t piece = size <= CLEAR_MAX ? CLEAR_PIECE : size;

   for (size_t at = 0; at < size; at += piece)
      memset(p + at, 0, size - at < piece ? size - at : piece);
   return p;
}

/* Takes a chunk from the store or the hook. */
static struct util_chunk *get_chunk(struct util_arena *a, size_t size, bool zeroed)
{
   struct util_chunk *c = a->store ? take_stored(a->store, size) : NULL;

   if (!c) {
      /* Memory that comes fresh from the system is zero, so calloc need not clear it. */
      const bool fresh = zeroed && a->alloc.fn == util_malloc_hook && size > CLEAR_MAX;
      c = fresh ? calloc(1, size) : a->alloc.fn(a->alloc.user, NULL, size);
      if (!c)
         return NULL;
      c->room = size;
      zeroed &= !fresh;
   }
   if (zeroed)
      clear((uint8_t *)c + HEAD, size - HEAD);
   return c;
}

/* Resizes the chunk, perhaps moving it, and keeps its contents and links. */
static struct util_chunk *resize_chunk(struct util_arena *a, struct util_chunk *c, size_t size)
{
   struct util_chunk *to = a->store && c->room < size ? take_stored(a->store, size) : NULL;

   if (a->store && c->room >= size)
      return c;
   if (to) {
      const size_t room = to->room;
      memcpy(to, c, c->size < size ? c->size : size);
      to->room = room;
      drop_chunk(a, c);
   } else {
      to = a->alloc.fn(a->alloc.user, c, size);
      if (to)
         to->room = size;
   }
   return to;
}

/* size includes the header. */
static struct util_chunk *new_chunk(struct util_ctx *ctx, size_t size, bool zeroed)
{
   struct util_arena *a = &ctx->arena;
   struct util_chunk *c;

   check_limit(ctx, size);
   c = get_chunk(a, size, zeroed);
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
   drop_chunk(a, c);
}

void util_arena_finish(struct util_arena *a)
{
   while (a->chunks) {
      struct util_chunk *c = a->chunks;
      a->chunks = c->next;
      drop_chunk(a, c);
   }
   memset(a, 0, sizeof *a);
}

void util_ctx_finish(struct util_ctx *ctx)
{
   util_arena_finish(&ctx->arena);
   ctx->diags = NULL;
   ctx->diags_tail = &ctx->diags;
}

void util_store_finish(struct util_store *s)
{
   for (unsigned bin = 0; bin < UTIL_STORE_BINS; bin++)
      while (s->bin[bin]) {
         struct util_chunk *c = s->bin[bin];
         s->bin[bin] = c->next;
         s->alloc.fn(s->alloc.user, c, 0);
      }
   s->total = 0;
}

/* All sizes below are rounded up. */

/* Joins adjacent free blocks. */
__attribute__((noinline)) static void join_free(struct util_arena *a)
{
   struct util_free *f = a->free;
   uint32_t n = 0;

   for (uint32_t k = 1; k < a->num_free; k++) { /* insertion sort by address, because most are already in order */
      const struct util_free x = f[k];
      uint32_t at = k;
      for (; at && f[at - 1].p > x.p; at--)
         f[at] = f[at - 1];
      f[at] = x;
   }
   for (uint32_t k = 1; k < a->num_free; k++) {
      if (f[n].p + f[n].size == f[k].p)
         f[n].size += f[k].size;
      else
         f[++n] = f[k];
   }
   a->num_free = a->num_free ? n + 1 : 0;
}

/* Replaces the smallest free block when the list is full. */
__attribute__((noinline)) static void add_free_if_larger(struct util_arena *a, uint8_t *p, size_t size)
{
   uint32_t least = 0;

   if (a->total >= JOIN_MIN)
      join_free(a);
   if (a->num_free < UTIL_ARENA_FREE) {
      a->free[a->num_free++] = (struct util_free){p, size};
      return;
   }
   for (uint32_t k = 1; k < UTIL_ARENA_FREE; k++)
      if (a->free[k].size < a->free[least].size)
         least = k;
   if (a->free[least].size < size)
      a->free[least] = (struct util_free){p, size};
}

static inline void add_free(struct util_arena *a, uint8_t *p, size_t size)
{
   if (size < REUSE_MIN)
      return;
   if (a->num_free < UTIL_ARENA_FREE)
      a->free[a->num_free++] = (struct util_free){p, size};
   else
      add_free_if_larger(a, p, size);
}

static struct util_free remove_free(struct util_arena *a, uint32_t k)
{
   struct util_free f = a->free[k];

   a->free[k] = a->free[--a->num_free];
   return f;
}

/* Allocates from the smallest free block that is large enough, or returns NULL. */
static void *take_free(struct util_arena *a, size_t size)
{
   uint32_t best = UTIL_ARENA_FREE;

   for (uint32_t k = 0; k < a->num_free; k++)
      if (a->free[k].size >= size && (best == UTIL_ARENA_FREE || a->free[k].size < a->free[best].size))
         best = k;
   if (best == UTIL_ARENA_FREE)
      return NULL;
   struct util_free f = remove_free(a, best);
   add_free(a, f.p + size, f.size - size);
   return f.p;
}

/* Chooses the memory that small blocks are allocated from next: the largest free block, or a new chunk. */
static void next_region(struct util_ctx *ctx, size_t size)
{
   struct util_arena *a = &ctx->arena;
   uint32_t best = 0;

   if (a->total >= JOIN_MIN)
      join_free(a);
   for (uint32_t k = 1; k < a->num_free; k++)
      if (a->free[k].size > a->free[best].size)
         best = k;
   if (a->num_free && a->free[best].size >= size && a->free[best].size >= 4 * REUSE_MIN) {
      struct util_free f = remove_free(a, best);

      add_free(a, a->cur, (size_t)(a->end - a->cur));
      a->cur = f.p;
      a->end = f.p + f.size;
      return;
   }
   /* Chunks grow with the total: a compile calls the hooks rarely, and the unused rest of the last chunk stays small. */
   size_t want = a->total / 32 > CHUNK_MIN ? a->total / 32 & ~(size_t)(ALIGN - 1) : CHUNK_MIN;

   if (want > CHUNK_MAX)
      want = CHUNK_MAX;

   if (want < size + HEAD)
      want = size + HEAD;
   if (a->limit && (want > a->limit || a->total > a->limit - want))
      want = size + HEAD;
   struct util_chunk *c = new_chunk(ctx, want, false);
   add_free(a, a->cur, (size_t)(a->end - a->cur));
   a->cur = (uint8_t *)c + HEAD;
   a->end = (uint8_t *)c + want;
   HIDE(a->cur, want - HEAD);
}

/* The slow path of take() below. */
__attribute__((noinline)) static void *find(struct util_ctx *ctx, size_t size, bool zeroed)
{
   struct util_arena *a = &ctx->arena;
   void *p = NULL;

   if (size >= LARGE)
      return (uint8_t *)new_chunk(ctx, size + HEAD, zeroed) + HEAD;
   if (size >= REUSE_MIN)
      p = take_free(a, size);
   if (!p) {
      if ((size_t)(a->end - a->cur) < size)
         next_region(ctx, size);
      p = a->cur;
      a->cur += size;
   }
   SHOW(p, size);
   if (!zeroed)
      return p;
   return size > CLEAR_PIECE ? clear(p, size) : memset(p, 0, size);
}

static inline void *take(struct util_ctx *ctx, size_t size, bool zeroed)
{
   struct util_arena *a = &ctx->arena;
   void *p = a->cur;

   if (size >= REUSE_MIN || (size_t)(a->end - a->cur) < size)
      return find(ctx, size, zeroed);
   a->cur += size; /* the common case */
   SHOW(p, size);
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
   if (size < LARGE)
      HIDE(ptr, size);
   if (size >= LARGE)
      free_chunk(a, (struct util_chunk *)((uint8_t *)ptr - HEAD));
   else if ((uint8_t *)ptr + size == a->cur)
      a->cur -= size;
   else
      add_free(a, ptr, size);
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
      moved = resize_chunk(a, c, size + HEAD);
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
      HIDE(ptr, old);
      SHOW(ptr, size);
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
   HIDE(a->cur, (size_t)(a->end - a->cur));
   for (uint32_t k = 0; k < mark->num_free; k++)
      HIDE(mark->free[k].p, mark->free[k].size);
   /* Blocks that were free at the mark are free again. Blocks freed since then may lie in chunks that are gone. */
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

char *util_vprintf(struct util_ctx *ctx, const char *fmt, va_list ap)
{
   struct util_arena *a = &ctx->arena;
   size_t room = (size_t)(a->end - a->cur);
   va_list ap2;

   va_copy(ap2, ap);
   SHOW(a->cur, room);
   int n = util_vformat((char *)a->cur, room, fmt, ap2);
   HIDE(a->cur, room);
   va_end(ap2);
   size_t size = (size_t)(n > 0 ? n : 0) + 1;
   bool fits = round_up(ctx, size) <= room && round_up(ctx, size) < REUSE_MIN; /* so take() below returns that memory */
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
   char *p = util_vprintf(ctx, fmt, ap);
   va_end(ap);
   return p;
}

#ifdef NVP4C_CHECKS
#define MOVES 40 /* up to this size, each added element moves the array */

/* With this check, pointers into a growing array are always wrong after it grows, instead of rarely. */
static void *move(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t *cap)
{
   void *to = util_alloc_array(ctx, *cap + 1u, elem);

   if (*cap) {
      memcpy(to, ptr, *cap * elem);
      memset(ptr, 0xdb, *cap * elem);
      util_discard(ctx, ptr, *cap * elem);
   }
   ++*cap;
   return to;
}
#endif

void *util_grow(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap)
{
   if (*cap > UINT32_MAX / 2 || elem > UINT32_MAX || (uint64_t)*cap * elem > SIZE_MAX / 16)
      util_fail(ctx, UTIL_LIMIT);
#ifdef NVP4C_CHECKS
   if (*cap < MOVES && count == *cap)
      return move(ctx, ptr, elem, cap);
#endif
   /* The system often resizes large blocks in place, so they grow by a quarter and very large ones by an eighth. */
   const size_t size = *cap * elem;
   uint32_t n = size >= VERY_LARGE       ? *cap + *cap / 8
                : size >= LARGE          ? *cap + *cap / 4
                : *cap                   ? *cap * 2
                : elem == sizeof(void *) ? FIRST_POINTERS
                                         : FIRST;

   (void)count;
   ptr = util_resize(ctx, ptr, *cap * elem, n * elem);
   *cap = n;
   return ptr;
}

void *util_fit(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap)
{
   if (*cap * elem < LARGE)
      return ptr;
   ptr = util_resize(ctx, ptr, *cap * elem, count * elem);
   *cap = count;
   return ptr;
}
