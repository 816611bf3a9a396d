/* SPDX-License-Identifier: MIT */
/*
 * The memory of a compile (arena.c): everything is allocated from one arena, in the context, and freed with it as a whole.
 * Blocks can also be given back one by one, for other blocks. All functions leave through util_fail with UTIL_LIMIT when memory
 * is used up.
 */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct util_ctx;

/* User allocation hooks: realloc semantics (ptr NULL = new, size 0 = free); returns NULL when out of memory. */
struct util_alloc {
   void *(*fn)(void *user, void *ptr, size_t size);
   void *user;
};

/* What the hooks are asked for: several small blocks, or a large one. */
struct util_chunk {
   struct util_chunk *next, *prev; /* older, newer */
   size_t size;                    /* with this header; the arena uses that much of it */
   size_t room;                    /* what the hook gave: more, if the chunk was in a store before */
   uint32_t serial;
};

/*
 * Chunks that arenas left and that later ones take, one after the other, in place of calling the hook. An arena asks for the same chunks
 * with a store as without, and counts the same bytes. All arenas of a store have its hook.
 */
#define UTIL_STORE_BINS 128 /* four for each power of two */
struct util_store {
   struct util_alloc alloc;
   struct util_chunk *bin[UTIL_STORE_BINS]; /* by room; the newest first */
   size_t total, keep;        /* bytes in it, and how many there may be */
};

#define UTIL_ARENA_FREE 24

struct util_arena {
   struct util_alloc alloc;
   struct util_store *store;  /* NULL: none */
   struct util_chunk *chunks; /* newest first */
   uint32_t serial;           /* of the newest chunk */
   uint8_t *cur, *end;
   size_t total, limit; /* bytes taken from the hooks; limit 0 = none */
   /* Blocks that were given back, to be used again; if there are too many, the largest of them. */
   struct util_free {
      uint8_t *p;
      size_t size;
   } free[UTIL_ARENA_FREE];
   uint32_t num_free;
};

/* Gives all memory of the arena to its store, or back to the hook. */
void util_arena_finish(struct util_arena *a);
/* Gives all memory of a store back. */
void util_store_finish(struct util_store *s);

/* Zeroed memory, aligned to 16 bytes, valid until util_ctx_finish; never NULL. */
void *util_alloc(struct util_ctx *ctx, size_t size);
void *util_alloc_array(struct util_ctx *ctx, size_t n, size_t size); /* overflow-checked */
/* Resizes the block at ptr (NULL: none), which was asked for with old_size bytes. New bytes are not zeroed. */
void *util_resize(struct util_ctx *ctx, void *ptr, size_t old_size, size_t size);
/* Gives the block back. */
void util_discard(struct util_ctx *ctx, void *ptr, size_t size);
/* Gives back all that was allocated since the copy `mark` of ctx->arena was made. Nothing allocated since may be in use. */
void util_arena_release(struct util_ctx *ctx, const struct util_arena *mark);
char *util_strndup(struct util_ctx *ctx, const char *s, size_t n);
char *util_printf(struct util_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *util_vprintf(struct util_ctx *ctx, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
#define UTIL_NEW(ctx, type) ((type *)util_alloc(ctx, sizeof(type)))
#define UTIL_ARRAY(ctx, type, n) ((type *)util_alloc_array(ctx, n, sizeof(type)))

/* Growable array in the arena: UTIL_PUSH(ctx, ptr, count, capacity, value). Elements from `count` on are not zeroed. */
void *util_grow(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap);
#define UTIL_PUSH(ctx, ptr, n, cap, ...)                                                                                       \
   do {                                                                                                                        \
      if ((n) == (cap))                                                                                                        \
         (ptr) = util_grow(ctx, ptr, sizeof *(ptr), n, &(cap));                                                                \
      (ptr)[(n)++] = __VA_ARGS__;                                                                                              \
   } while (0)
/* No more elements come: gives the rest of a large array back. */
void *util_fit(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap);
#define UTIL_FIT(ctx, ptr, n, cap) ((ptr) = util_fit(ctx, ptr, sizeof *(ptr), n, &(cap)))

#endif
