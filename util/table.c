/* SPDX-License-Identifier: MIT */
/* Hash tries: see table.h. */
#include "util/table.h"

#include "util/rng.h"

#include <string.h>

static uint64_t rotl(uint64_t x, unsigned n)
{
   return x << n | x >> (64 - n);
}

static void sip_round(uint64_t v[4])
{
   v[0] += v[1];
   v[2] += v[3];
   v[1] = rotl(v[1], 13) ^ v[0];
   v[3] = rotl(v[3], 16) ^ v[2];
   v[0] = rotl(v[0], 32);
   v[2] += v[1];
   v[0] += v[3];
   v[1] = rotl(v[1], 17) ^ v[2];
   v[3] = rotl(v[3], 21) ^ v[0];
   v[2] = rotl(v[2], 32);
}

/*
 * SipHash-1-3 (Aumasson, Bernstein 2012) with a fixed key, because results must not change from run to run. An attacker who
 * knows the key can find strings that agree in a few leading bits, but not in all 64.
 */
static uint64_t hash_bytes(const char *s, size_t len)
{
   uint64_t v[4] = {0x736f6d6570736575u ^ 0x6e76703463000001u, 0x646f72616e646f6du ^ 0x9e3779b97f4a7c15u,
                    0x6c7967656e657261u ^ 0x6e76703463000001u, 0x7465646279746573u ^ 0x9e3779b97f4a7c15u};

   for (size_t i = 0; i <= len; i += 8) {
      uint64_t w = 0;
      size_t n = len - i < 8 ? len - i : 8;

      for (size_t k = 0; k < n; k++)
         w |= (uint64_t)(uint8_t)s[i + k] << 8 * k;
      if (n < 8)
         w |= (uint64_t)len << 56;
      v[3] ^= w;
      sip_round(v);
      v[0] ^= w;
   }
   v[2] ^= 0xff;
   for (int i = 0; i < 3; i++)
      sip_round(v);
   return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void util_table_init(struct util_table *t, struct util_ctx *ctx)
{
   *t = (struct util_table){.ctx = ctx};
}

void util_table_finish(struct util_table *t)
{
   for (struct util_table_node *p = t->piece, *next; p; p = next) {
      next = p->next;
      util_discard(t->ctx, p, p->len * sizeof *p);
   }
   util_table_init(t, t->ctx);
}

#define FEW 16 /* fewer nodes than this are allocated individually */

static struct util_table_node *node_new(struct util_table *t)
{
   if (t->count < FEW)
      return UTIL_NEW(t->ctx, struct util_table_node);
   if (!t->left) {
      const uint32_t n = t->count / 4 + FEW;
      struct util_table_node *p = UTIL_ARRAY(t->ctx, struct util_table_node, n);
      p->next = t->piece;
      p->len = n;
      t->piece = p;
      t->left = n - 1;
   }
   return &t->piece[t->left--];
}

static bool node_is(const struct util_table_node *n, uint64_t hash, const char *key, size_t len)
{
   return n->hash == hash && n->len == len && (!len || memcmp(n->key, key, len) == 0);
}

void *util_table_get(const struct util_table *t, const char *key, size_t len)
{
   uint64_t hash = hash_bytes(key, len), bits = hash;

   for (const struct util_table_node *n = t->root; n; n = n->child[bits >> 62], bits <<= 2)
      if (node_is(n, hash, key, len))
         return n->value;
   return NULL;
}

struct util_table_node *util_table_insert(struct util_table *t, const char *key, size_t len)
{
   uint64_t hash = hash_bytes(key, len), bits = hash;
   struct util_table_node **p = &t->root;

   for (; *p; p = &(*p)->child[bits >> 62], bits <<= 2)
      if (node_is(*p, hash, key, len))
         return *p;

   struct util_table_node *n = node_new(t);
   n->key = len ? util_strndup(t->ctx, key, len) : "";
   n->len = len;
   n->hash = hash;
   *p = n;
   if (t->last)
      t->last->next = n;
   else
      t->first = n;
   t->last = n;
   t->count++;
   return n;
}

bool util_table_set(struct util_table *t, const char *key, size_t len, void *value)
{
   uint32_t before = t->count;

   util_table_insert(t, key, len)->value = value;
   return t->count != before;
}

void util_map_init(struct util_map *m, struct util_ctx *ctx)
{
   *m = (struct util_map){.ctx = ctx};
}

bool util_map_find(const struct util_map *m, uint32_t key, uint32_t *value)
{
   uint32_t bits = util_mix32(key);

   for (uint32_t i = m->count != 0; i; i = m->node[i - 1].child[bits >> 30], bits <<= 2) {
      if (m->node[i - 1].key == key) {
         *value = m->node[i - 1].value;
         return true;
      }
   }
   return false;
}

uint32_t util_map_get(const struct util_map *m, uint32_t key, uint32_t otherwise)
{
   util_map_find(m, key, &otherwise);
   return otherwise;
}

bool util_map_set(struct util_map *m, uint32_t key, uint32_t value)
{
   uint32_t bits = util_mix32(key), parent = 0, way = 0;

   for (uint32_t i = m->count != 0; i; i = m->node[i - 1].child[way], bits <<= 2) {
      if (m->node[i - 1].key == key) {
         m->node[i - 1].value = value;
         return false;
      }
      parent = i;
      way = bits >> 30;
   }
   UTIL_PUSH(m->ctx, m->node, m->count, m->cap, (struct util_map_node){.key = key, .value = value});
   if (parent)
      m->node[parent - 1].child[way] = m->count;
   return true;
}

