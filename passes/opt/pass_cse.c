/* SPDX-License-Identifier: MIT */
/*
 * Common subexpressions: global value numbering.
 *
 *    %3 = fadd %1, %2; ... %7 = fadd %2, %1        uses of %7 read %3
 *
 * An instruction is merged with an equal one that dominates it. Equal means: op, sources with modifiers (sorted where the op
 * commutes), attributes and saturation. Constants and loads, which are cheap to rematerialise, are merged only within a block,
 * so that no register holds them across the program; instructions that read equal ones from two blocks still count as equal.
 * Convergent ops are merged only within a block, because they must not run for another set of lanes. If either has the
 * invariant bit, the remaining instruction gets it. Scoped hash table along the dominator tree: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "util/rng.h"

struct entry {
   struct ir_instr *instr;
   uint32_t hash, next; /* number of the next entry in the bucket, plus 1 */
};

/* Numbers values so that equal constants and loads of different blocks have one number. */
struct numbering {
   struct ir_shader *s;
   uint32_t *back; /* by value: its distance to the first equal value, 0 if it is the first */
   struct plain {
      struct ir_instr *last; /* the last equal instruction so far, NULL if the entry is free */
      uint32_t number, hash; /* of the first equal instruction */
   } *plain; /* hash table of constants and loads; most programs have few different ones */
   uint32_t num, size;
};

static uint64_t src_key(const struct numbering *n, const struct ir_src *s)
{
   const uint32_t id = s->val->id;

   return (uint64_t)(id - n->back[id]) << 2 | (uint64_t)s->neg << 1 | s->abs;
}

static uint64_t plain_key(const struct ir_instr *i)
{
   uint64_t h = i->op | (uint64_t)i->dst[0]->width << 8;

   for (unsigned k = 0; k < ir_op_info[i->op].num_attrs; k++)
      h = util_blend64(h, i->attr[k]);
   return util_mix64(h);
}

/* Finds the entry of a constant or load. With i NULL finds a free entry, for an entry that moves to a larger table. */
static struct plain *find_plain(const struct numbering *n, const struct ir_instr *i, uint32_t key)
{
   uint32_t at = key & (n->size - 1);

   while (n->plain[at].last && !(i && n->plain[at].hash == key && ir_same_operation(n->plain[at].last, i)))
      at = (at + 1) & (n->size - 1);
   return &n->plain[at];
}

static void grow_plain(struct numbering *n)
{
   struct plain *old = n->plain;
   const uint32_t size = n->size;

   n->size = size ? 2 * size : n->s->num_values < 64 ? 64 : 128;
   n->plain = UTIL_ARRAY(n->s->ctx, struct plain, n->size);
   for (uint32_t k = 0; k < size; k++)
      if (old[k].last)
         *find_plain(n, NULL, old[k].hash) = old[k];
   util_discard(n->s->ctx, old, size * sizeof *old);
}

/* Numbers a constant or load like the first equal one. Returns an equal one of the same block, or NULL if this is the first in
   its block. */
static struct ir_instr *number_plain(struct numbering *n, struct ir_instr *i)
{
   if (2 * n->num >= n->size)
      grow_plain(n);
   const uint32_t key = (uint32_t)plain_key(i);
   struct plain *p = find_plain(n, i, key);
   struct ir_instr *same = p->last;
   if (!same) {
      p->number = i->dst[0]->id;
      p->hash = key;
      n->num++;
   }
   n->back[i->dst[0]->id] = i->dst[0]->id - p->number;
   if (same && same->block == i->block)
      return same;
   p->last = i;
   return NULL;
}

/* flags of ops that are merged only within a block */
#define BY_BLOCK (IR_F_LOAD | IR_F_CONVERGENT)

/* *newest gets the largest number among the sources. */
static uint32_t hash_instr(const struct numbering *n, const struct ir_instr *i, uint32_t *newest)
{
   const struct ir_op_info *info = &ir_op_info[i->op];
   uint64_t h = i->op | (uint64_t)i->sat << 8 | (uint64_t)i->dst[0]->width << 16, last = 0;

   /* Ops that are merged only within a block do not share buckets with those of other blocks. */
   if (info->flags & BY_BLOCK)
      h = util_blend64(h, i->block->index + 1);
   for (unsigned k = 0; k < info->num_attrs; k++)
      h = util_blend64(h, i->attr[k]);
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const uint64_t key = src_key(n, &i->src[k]);
      last = key > last ? key : last;
      h = util_blend64(h, key);
   }
   *newest = (uint32_t)(last >> 2);
   return (uint32_t)util_mix64(h);
}

static bool equal(const struct numbering *n, const struct ir_instr *a, const struct ir_instr *b)
{
   if (!ir_same_operation(a, b))
      return false;
   for (uint32_t k = 0; k < a->nsrc; k++)
      if (src_key(n, &a->src[k]) != src_key(n, &b->src[k]))
         return false;
   return !(ir_op_info[a->op].flags & BY_BLOCK) || a->block == b->block;
}

/*
 * Hash table of values computed in blocks that dominate the current one, without constants and loads. The bucket of an
 * instruction lies in the eighth of the table after the bucket of its newest source, so that a walk through the program also
 * walks through the table: the table of a big program fits in no cache. If all instructions have the same newest source, lists
 * are eight times as long.
 */
#define NEAR 8
struct computed {
   struct entry *entries;
   uint32_t *table, num, mask;
};

static struct computed new_computed(struct ir_shader *s)
{
   struct computed c = {.mask = 63};

   while (c.mask < s->num_values / 2)
      c.mask = 2 * c.mask + 1;
   c.table = IR_SCRATCH(s, 1, uint32_t, (size_t)c.mask + 1);
   c.entries = ir_scratch_raw(s, 2, s->num_values, sizeof(struct entry));
   return c;
}

static void forget(struct computed *c, uint32_t num)
{
   for (; c->num > num; c->num--)
      c->table[c->entries[c->num - 1].hash & c->mask] = c->entries[c->num - 1].next;
}

/* The dominating instruction that computes the same; NULL if i is the first. */
static struct ir_instr *find_computed(struct computed *c, const struct numbering *n, struct ir_instr *i)
{
   if ((ir_op_info[i->op].flags & IR_F_COMM) && src_key(n, &i->src[0]) > src_key(n, &i->src[1]) &&
       i->src[1].val->def->op != IR_const) {
      const struct ir_src x = i->src[0];
      i->src[0] = i->src[1];
      i->src[1] = x;
   }
   uint32_t newest;
   const uint32_t mixed = hash_instr(n, i, &newest), at = (newest / 2 + (mixed & c->mask / NEAR)) & c->mask,
                  h = (mixed & ~c->mask) | at;
   for (uint32_t e = c->table[at]; e; e = c->entries[e - 1].next)
      if (c->entries[e - 1].hash == h && equal(n, c->entries[e - 1].instr, i))
         return c->entries[e - 1].instr;
   c->entries[c->num] = (struct entry){i, h, c->table[at]};
   c->table[at] = ++c->num;
   return NULL;
}

bool pass_cse(struct ir_shader *s)
{
   struct numbering numbering = {.s = s};
   struct ir_dom dom = ir_dom_tree(s);
   struct ir_value **to = NULL; /* by value: the value that replaces it, or NULL; to is NULL until something is merged */
   struct computed computed = new_computed(s);
   uint32_t depth = 0;
   struct scope {
      uint32_t block, entries;
   } *scope = UTIL_ARRAY(s->ctx, struct scope, dom.num);

   numbering.back = IR_SCRATCH(s, 3, uint32_t, s->num_values);
   for (uint32_t d = 0; d < dom.num; d++) {
      struct ir_block *b = s->blocks[dom.order[d]];

      while (depth && !ir_dominates(&dom, scope[depth - 1].block, b->index))
         forget(&computed, scope[--depth].entries);
      scope[depth++] = (struct scope){b->index, computed.num};

      ir_foreach_instr_safe (b, i) {
         /* Sources were merged earlier in the walk, except those of phis over back edges, which are done at the end. */
         for (uint32_t k = 0; to && k < i->nsrc; k++)
            if (to[i->src[k].val->id])
               i->src[k].val = to[i->src[k].val->id];
         if (!i->ndst || !(ir_op_info[i->op].flags & IR_F_PURE))
            continue;
         struct ir_instr *same = ir_is_leaf(i) ? number_plain(&numbering, i) : find_computed(&computed, &numbering, i);
         if (!same)
            continue;
         if (!to)
            to = IR_SCRATCH(s, 0, struct ir_value *, s->num_values);
         same->invariant |= i->invariant;
         for (unsigned k = 0; k < i->ndst; k++)
            to[i->dst[k]->id] = same->dst[k];
         ir_remove(i);
      }
      if (b->term == IR_TERM_IF && to && to[b->cond.val->id])
         b->cond.val = to[b->cond.val->id];
   }
   util_discard(s->ctx, scope, dom.num * sizeof *scope);
   util_discard(s->ctx, numbering.plain, numbering.size * sizeof *numbering.plain);
   ir_dom_free(s, &dom);
   for (uint32_t n = 0; to && n < s->num_blocks; n++)
      if (ir_is_header(s->blocks[n]))
         ir_foreach_phi (s->blocks[n], i)
            for (uint32_t k = 0; k < i->nsrc; k++)
               if (to[i->src[k].val->id])
                  i->src[k].val = to[i->src[k].val->id];
   return to;
}
