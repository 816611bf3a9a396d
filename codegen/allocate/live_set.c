/* SPDX-License-Identifier: MIT */
/* Sets of live registers that share memory: see live_set.h. */
#include "codegen/allocate/live_set.h"
#include "util/bitset.h"

#define BITS 2 /* bits of a register number per level */
#define ENTRIES (1u << BITS)
#define KEEP_MIN 1024 /* with fewer nodes, freeing unused ones does not pay off */

void cg_live_sets_init(struct cg_live_sets *s, struct util_ctx *ctx, uint32_t num_regs)
{
   *s = (struct cg_live_sets){.ctx = ctx, .levels = 1};
   while (s->levels * BITS < 32 && num_regs >> (s->levels * BITS))
      s->levels++;
   UTIL_PUSH(ctx, s->nodes, s->num_nodes, s->cap_nodes, (struct cg_live_node){{0}});
}

void cg_live_sets_free(struct cg_live_sets *s)
{
   util_discard(s->ctx, s->nodes, s->cap_nodes * sizeof *s->nodes);
   s->nodes = NULL;
}

static uint32_t new_node(struct cg_live_sets *s, const struct cg_live_node *n)
{
   UTIL_PUSH(s->ctx, s->nodes, s->num_nodes, s->cap_nodes, *n);
   return s->num_nodes - 1;
}

/* The nodes to keep: by node, whether it is needed and whether it is on the lowest level. Needed nodes are renumbered in
   order. */
struct kept {
   struct util_bitset needed, lowest;
   uint32_t *before; /* by word of `needed`: number of needed nodes before it */
};

static void mark(const struct cg_live_sets *s, unsigned level, uint32_t a, const struct kept *k)
{
   if (!a || util_bitset_test(k->needed, a))
      return;
   util_bitset_set(k->needed, a);
   if (!level)
      util_bitset_set(k->lowest, a);
   for (unsigned i = 0; level && i < ENTRIES; i++)
      mark(s, level - 1, s->nodes[a].at[i], k);
}

static uint32_t new_number(const struct kept *k, uint32_t a)
{
   return k->before[a / 64] + (uint32_t)__builtin_popcountll(k->needed.word[a / 64] & (((uint64_t)1 << a % 64) - 1));
}

void cg_live_sets_keep(struct cg_live_sets *s, cg_live_set *a, cg_live_set *b, uint32_t num)
{
   const uint32_t nodes = s->num_nodes, words = util_bitset_words(nodes);
   uint32_t n = 0;

   if (nodes < KEEP_MIN)
      return;
   const struct kept k = {util_bitset_new(s->ctx, nodes), util_bitset_new(s->ctx, nodes), UTIL_ARRAY(s->ctx, uint32_t, words)};
   util_bitset_set(k.needed, 0);
   for (uint32_t i = 0; i < num; i++) {
      mark(s, s->levels - 1, a[i], &k);
      mark(s, s->levels - 1, b[i], &k);
   }
   for (uint32_t w = 0; w < words; w++) {
      k.before[w] = n;
      n += (uint32_t)__builtin_popcountll(k.needed.word[w]);
   }
   for (uint32_t i = 1; i < nodes; i++) {
      if (!util_bitset_test(k.needed, i))
         continue;
      struct cg_live_node *to = &s->nodes[new_number(&k, i)];
      *to = s->nodes[i];
      for (unsigned e = 0; !util_bitset_test(k.lowest, i) && e < ENTRIES; e++)
         to->at[e] = new_number(&k, to->at[e]);
   }
   for (uint32_t i = 0; i < num; i++) {
      a[i] = new_number(&k, a[i]);
      b[i] = new_number(&k, b[i]);
   }
   util_discard(s->ctx, k.before, words * sizeof *k.before);
   util_discard(s->ctx, k.lowest.word, words * sizeof *k.lowest.word);
   util_discard(s->ctx, k.needed.word, words * sizeof *k.needed.word);
   s->nodes = util_resize(s->ctx, s->nodes, s->cap_nodes * sizeof *s->nodes, n * sizeof *s->nodes);
   s->num_nodes = s->cap_nodes = n;
   s->looked_at += nodes - n;
}

/* `level` is the number of levels below the node. */
static uint32_t with(struct cg_live_sets *s, unsigned level, uint32_t a, uint32_t reg, uint32_t mask, uint32_t own)
{
   const unsigned k = reg >> (level * BITS) & (ENTRIES - 1);
   const uint32_t old = s->nodes[a].at[k], entry = level ? with(s, level - 1, old, reg, mask, own) : mask;
   uint32_t any = 0;

   if (entry == old)
      return a;
   struct cg_live_node n = s->nodes[a];
   n.at[k] = entry;
   for (unsigned i = 0; i < ENTRIES; i++)
      any |= n.at[i];
   if (!any)
      return 0;
   if (a < own || !a)
      return new_node(s, &n);
   s->nodes[a] = n;
   return a;
}

cg_live_set cg_live_with(struct cg_live_sets *s, cg_live_set a, uint32_t reg, uint32_t mask, uint32_t own)
{
   return with(s, s->levels - 1, a, reg, mask, own);
}

uint32_t cg_live_mask(const struct cg_live_sets *s, cg_live_set a, uint32_t reg)
{
   for (unsigned level = s->levels; level-- > 0;)
      a = s->nodes[a].at[reg >> (level * BITS) & (ENTRIES - 1)];
   return a;
}

static uint32_t join(struct cg_live_sets *s, unsigned level, uint32_t a, uint32_t b)
{
   bool like_a = true, like_b = true;

   if (a == b || !b)
      return a;
   if (!a)
      return b;
   s->looked_at++;
   struct cg_live_node x = s->nodes[a];
   const struct cg_live_node y = s->nodes[b];
   for (unsigned k = 0; k < ENTRIES; k++) {
      const uint32_t e = level ? join(s, level - 1, x.at[k], y.at[k]) : x.at[k] | y.at[k];
      like_a &= e == x.at[k];
      like_b &= e == y.at[k];
      x.at[k] = e;
   }
   return like_a ? a : like_b ? b : new_node(s, &x);
}

cg_live_set cg_live_union(struct cg_live_sets *s, cg_live_set a, cg_live_set b)
{
   return join(s, s->levels - 1, a, b);
}

static uint32_t without(struct cg_live_sets *s, unsigned level, uint32_t a, uint32_t b)
{
   uint32_t any = 0;

   if (a == b || !a)
      return 0;
   if (!b)
      return a;
   struct cg_live_node x = s->nodes[a];
   const struct cg_live_node y = s->nodes[b];
   bool like_a = true;
   for (unsigned k = 0; k < ENTRIES; k++) {
      const uint32_t e = level ? without(s, level - 1, x.at[k], y.at[k]) : x.at[k] & ~y.at[k];
      like_a &= e == x.at[k];
      x.at[k] = e;
      any |= e;
   }
   return like_a ? a : any ? new_node(s, &x) : 0;
}

cg_live_set cg_live_without(struct cg_live_sets *s, cg_live_set a, cg_live_set b)
{
   return without(s, s->levels - 1, a, b);
}

static bool equal(const struct cg_live_sets *s, unsigned level, uint32_t a, uint32_t b, uint64_t *most)
{
   if (a == b)
      return true;
   if (!a || !b || !*most)
      return false;
   --*most;
   for (unsigned k = 0; k < ENTRIES; k++) {
      const uint32_t x = s->nodes[a].at[k], y = s->nodes[b].at[k];
      if (level ? !equal(s, level - 1, x, y, most) : x != y)
         return false;
   }
   return true;
}

bool cg_live_equal(struct cg_live_sets *s, cg_live_set a, cg_live_set b, uint64_t most)
{
   uint64_t left = most;
   const bool same = equal(s, s->levels - 1, a, b, &left);
   s->looked_at += most - left;
   return same;
}

static uint32_t count(const struct cg_live_sets *s, unsigned level, uint32_t a, uint32_t *known)
{
   for (unsigned k = 0, sum = known[a]; a && !sum && k < ENTRIES; k++) {
      const uint32_t e = s->nodes[a].at[k];
      known[a] += level ? count(s, level - 1, e, known) : (uint32_t)__builtin_popcount(e);
   }
   return known[a];
}

uint32_t cg_live_count(const struct cg_live_sets *s, cg_live_set a, uint32_t *known)
{
   return count(s, s->levels - 1, a, known);
}

struct comparison {
   const struct cg_live_sets *s;
   void (*fn)(void *user, uint32_t reg, uint32_t in_a, uint32_t in_b);
   void *user;
};

static void compare(const struct comparison *c, unsigned level, uint32_t a, uint32_t b, uint32_t first)
{
   for (unsigned k = 0; a != b && k < ENTRIES; k++) {
      const uint32_t x = c->s->nodes[a].at[k], y = c->s->nodes[b].at[k], reg = first + (k << (level * BITS));
      if (x != y && level)
         compare(c, level - 1, x, y, reg);
      else if (x != y)
         c->fn(c->user, reg, x, y);
   }
}

void cg_live_compare(const struct cg_live_sets *s, cg_live_set a, cg_live_set b,
                     void (*fn)(void *user, uint32_t reg, uint32_t in_a, uint32_t in_b), void *user)
{
   const struct comparison c = {s, fn, user};

   compare(&c, s->levels - 1, a, b, 0);
}
