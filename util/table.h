/* SPDX-License-Identifier: MIT */
/*
 * Maps in the arena of a context: byte strings to pointers, and 32-bit numbers to 32-bit numbers. Nothing is ever removed.
 * Both are tries over the bits of a hash, four ways a level, so there is no rehashing, and input that was made to collide
 * costs no more than a few levels: the number map hashes by a bijection (at most 16 levels), the string map by a keyed
 * 64-bit hash. Strings are visited in the order of their insertion, so that output which depends on it is the same on
 * every run.
 */
#ifndef UTIL_TABLE_H
#define UTIL_TABLE_H

#include "util/ctx.h"

struct util_table_node {
   const char *key; /* a copy, NUL-terminated behind len */
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
   struct util_table_node *piece; /* of the memory of nodes, the last: its first node has in `len` how many there are, in `next` the piece before */
   uint32_t left;                 /* nodes of it that are free */
};

void util_table_init(struct util_table *t, struct util_ctx *ctx);
/* Gives the memory of most nodes back; the copies of their keys stay. The table is empty then. */
void util_table_finish(struct util_table *t);
/* NULL if the key is absent (or was given NULL). */
void *util_table_get(const struct util_table *t, const char *key, size_t len);
/* The node of the key, inserted with value NULL if it is new; t->count tells. */
struct util_table_node *util_table_insert(struct util_table *t, const char *key, size_t len);
/* Insert or replace. Returns false if the key was there already. */
bool util_table_set(struct util_table *t, const char *key, size_t len, void *value);

struct util_map_node {
   uint32_t key, value;
   uint32_t child[4]; /* index + 1; 0 = none */
};

struct util_map {
   struct util_ctx *ctx;
   struct util_map_node *node; /* in the order of insertion */
   uint32_t count, cap;
};

void util_map_init(struct util_map *m, struct util_ctx *ctx);
bool util_map_find(const struct util_map *m, uint32_t key, uint32_t *value);
/* The value, or `otherwise` if the key is absent. */
uint32_t util_map_get(const struct util_map *m, uint32_t key, uint32_t otherwise);
/* Insert or replace. Returns false if the key was there already. */
bool util_map_set(struct util_map *m, uint32_t key, uint32_t value);

#endif
