/* SPDX-License-Identifier: MIT */
/*
 * The memory of a compile (arena.c): everything is allocated from one arena, which belongs to the context and is freed as a
 * whole. A block can also be freed alone, for reuse by other blocks. All functions leave through util_fail with UTIL_LIMIT when
 * they run out of memory.
 */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct util_ctx;

/* User allocation hooks: realloc semantics (a NULL ptr allocates, size 0 frees); returns NULL when out of memory. */
struct util_alloc {
   void *(*fn)(void *user, void *ptr, size_t size);
   void *user;
};

/* A piece of memory from the hook: several small blocks, or one large one. */
struct util_chunk {
   struct util_chunk *next, *prev; /* the older chunk, the newer one */
   size_t size;                    /* with this header; the part that the arena uses */
   size_t room;                    /* the size that the hook returned; larger than `size` if the chunk comes from a store */
   uint32_t serial;
};

/*
 * Chunks of finished arenas that later ones reuse instead of calling the hook. An arena requests the same chunks and counts the
 * same bytes with or without a store. All arenas of a store use its hook.
 */
#define UTIL_STORE_BINS 128 /* four for each power of two */
struct util_store {
   struct util_alloc alloc;
   struct util_chunk *bin[UTIL_STORE_BINS]; /* by capacity; newest first */
   size_t total, keep;        /* bytes in the store, and their limit */
};

#define UTIL_ARENA_FREE 24

struct util_arena {
   struct util_alloc alloc;
   struct util_store *store;  /* may be NULL */
   struct util_chunk *chunks; /* newest first */
   uint32_t serial;           /* number of the newest chunk */
   uint8_t *cur, *end;
   size_t total, limit; /* bytes from the hooks, and their limit or 0 */
   /* Freed blocks for reuse. If there are more than fit here, only the largest are kept. */
   struct util_free {
      uint8_t *p;
      size_t size;
   } free[UTIL_ARENA_FREE];
   uint32_t num_free;
};

/* Returns all memory of the arena to its store or to the hook. */
void util_arena_finish(struct util_arena *a);
/* Returns all memory of a store to the hook. */
void util_store_finish(struct util_store *s);

/* Zeroed memory, aligned to 16 bytes, valid until util_ctx_finish; never NULL. */
void *util_alloc(struct util_ctx *ctx, size_t size);
void *util_alloc_array(struct util_ctx *ctx, size_t n, size_t size); /* overflow-checked */
/* Resizes the block at ptr (or NULL), whose size is old_size. New bytes are not zeroed. */
void *util_resize(struct util_ctx *ctx, void *ptr, size_t old_size, size_t size);
/* Frees one block. */
void util_discard(struct util_ctx *ctx, void *ptr, size_t size);
/* Frees everything that was allocated since the copy `mark` of ctx->arena was made. None of it may be in use. */
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
/* Frees the unused capacity of a large array that does not grow any more. */
void *util_fit(struct util_ctx *ctx, void *ptr, size_t elem, uint32_t count, uint32_t *cap);
#define UTIL_FIT(ctx, ptr, n, cap) ((ptr) = util_fit(ctx, ptr, sizeof *(ptr), n, &(cap)))

#endif
