/* SPDX-License-Identifier: MIT */
/*
 * Maps in the arena of a context: byte strings to pointers, and 32-bit numbers to 32-bit numbers. Entries cannot be removed.
 * Both are tries over the bits of a hash, with four children per level, so they never rehash, and colliding input costs only a
 * few levels: the number map hashes by a bijection (at most 16 levels), the string map by a keyed 64-bit hash. Strings are
 * visited in the order of insertion, so that output which depends on it is the same in every run.
 */
#ifndef UTIL_TABLE_H
#define UTIL_TABLE_H

#include "util/ctx.h"

struct util_table_node {
   const char *key; /* a copy, followed by a NUL */
   size_t len;
   void *value;
   struct util_table_node *next; /* in the order of insertion */
   uint64_t hash;
   struct util_table_node *child[4];
};

struct util_table {
   struct util_ctx *ctx;
   struct util_table_node *root, *first, *last;
   uint32_t count;
   struct util_table_node *piece; /* the last piece of memory for nodes; its first node holds the size of the piece in `len`
                                     and the previous piece in `next` */
   uint32_t left;                 /* free nodes of the piece */
};

void util_table_init(struct util_table *t, struct util_ctx *ctx);
/* Empties the table and frees the memory of most nodes; copies of their keys stay. */
void util_table_finish(struct util_table *t);
/* Returns NULL if the key is absent or maps to NULL. */
void *util_table_get(const struct util_table *t, const char *key, size_t len);
/* Returns the node of the key, which is inserted with value NULL if it is new; t->count tells. */
struct util_table_node *util_table_insert(struct util_table *t, const char *key, size_t len);
/* Inserts or replaces. Returns false if the key was present. */
bool util_table_set(struct util_table *t, const char *key, size_t len, void *value);

struct util_map_node {
   uint32_t key, value;
   uint32_t child[4]; /* index + 1, or 0 for none */
};

struct util_map {
   struct util_ctx *ctx;
   struct util_map_node *node; /* in the order of insertion */
   uint32_t count, cap;
};

void util_map_init(struct util_map *m, struct util_ctx *ctx);
bool util_map_find(const struct util_map *m, uint32_t key, uint32_t *value);
/* Returns the value, or `otherwise` if the key is absent. */
uint32_t util_map_get(const struct util_map *m, uint32_t key, uint32_t otherwise);
/* Inserts or replaces. Returns false if the key was present. */
bool util_map_set(struct util_map *m, uint32_t key, uint32_t value);

#endif
