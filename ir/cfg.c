/* SPDX-License-Identifier: MIT */
/*
 * Analyses of the control flow graph.
 *
 * They use two properties of the structured order: every edge except CONTINUE goes forward in the array, and a CONTINUE goes to
 * a header that dominates it. So one forward pass visits every block after its dominators, where a general graph needs
 * iteration (Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001).
 */
#include "ir/cfg.h"

#include "ir/build.h"

void ir_cfg_update(struct ir_shader *s)
{
   ir_foreach_block (s, b) {
      b->index = (uint32_t)(b_p - s->blocks);
      b->num_preds = 0;
   }
   ir_foreach_block (s, b) {
      if (!ir_reachable(b))
         continue;
      for (unsigned n = 0; n < ir_num_succs(b); n++) {
         struct ir_block *t = b->succ[n];
         UTIL_PUSH(s->ctx, t->preds, t->num_preds, t->cap_preds, b);
      }
   }
}

/* Predecessors are in array order; a loop may have very many, so search by bisection. */
uint32_t ir_pred_number(const struct ir_block *to, const struct ir_block *from)
{
   for (uint32_t lo = 0, hi = to->num_preds; lo < hi;) {
      const uint32_t k = lo + (hi - lo) / 2;

      if (to->preds[k] == from)
         return k;
      if (to->preds[k]->index < from->index)
         lo = k + 1;
      else
         hi = k;
   }
   return UINT32_MAX;
}

bool ir_only_exits(const struct ir_block *b)
{
   ir_foreach_instr (b, i)
      if (i->op != IR_const && i->op != IR_undef)
         return false;
   return b->term == IR_TERM_BREAK || b->term == IR_TERM_CONTINUE;
}

bool ir_remove_unreachable(struct ir_shader *s)
{
   bool progress = false;

   ir_cfg_update(s);
   uint32_t n = 0;
   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k];

      s->blocks[n++] = b;
      if (ir_reachable(b))
         continue;
      progress |= b->first != NULL;
      b->first = b->last = NULL;
      if (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP) {
         /* Nothing enters the construct in the middle, so all blocks up to its merge block are unreachable too. */
         progress = true;
         k = b->merge->index - 1;
         ir_end_jump(b, b->merge);
      }
   }
   s->num_blocks = n;
   if (progress)
      ir_cfg_update(s);
   return progress;
}

/*
 * Lowest common ancestors with one jump pointer for each node (Myers, "An applicative random-access stack", 1983). Each query
 * takes O(log n), so a loop with very many breaks stays cheap.
 */
struct node {
   uint32_t up, jump, depth;
};

static uint32_t common(const struct node *t, uint32_t a, uint32_t b)
{
   if (t[a].depth < t[b].depth) {
      uint32_t x = a;
      a = b;
      b = x;
   }
   while (t[a].depth > t[b].depth)
      a = t[t[a].jump].depth >= t[b].depth ? t[a].jump : t[a].up;
   while (a != b) {
      bool far = t[a].jump != t[b].jump;
      a = far ? t[a].jump : t[a].up;
      b = far ? t[b].jump : t[b].up;
   }
   return a;
}

uint32_t *ir_dominators(struct ir_shader *s)
{
   uint32_t *idom = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);
   struct node *t = UTIL_ARRAY(s->ctx, struct node, s->num_blocks);

   for (uint32_t k = 0; k < s->num_blocks; k++) {
      const struct ir_block *b = s->blocks[k];
      uint32_t d = UINT32_MAX;

      for (uint32_t n = 0; k && n < b->num_preds; n++) {
         uint32_t p = b->preds[n]->index;
         if (p < k)
            d = d == UINT32_MAX ? p : common(t, d, p);
      }
      idom[k] = d;
      if (d != UINT32_MAX) {
         const struct node *u = &t[d], *j = &t[u->jump];
         bool skip = u->depth - j->depth == j->depth - t[j->jump].depth;
         t[k] = (struct node){d, skip ? j->jump : d, u->depth + 1};
      }
   }
   util_discard(s->ctx, t, s->num_blocks * sizeof *t);
   return idom;
}

struct ir_dom ir_dom_tree(struct ir_shader *s)
{
   uint32_t n = s->num_blocks;
   uint32_t *idom = ir_dominators(s);
   struct ir_dom d = {.idom = idom,
                      .pre = UTIL_ARRAY(s->ctx, uint32_t, n),
                      .size = UTIL_ARRAY(s->ctx, uint32_t, n),
                      .order = UTIL_ARRAY(s->ctx, uint32_t, n)};
   uint32_t *next = UTIL_ARRAY(s->ctx, uint32_t, n); /* preorder number of the next child */

   for (uint32_t k = n; k-- > 0;) {
      d.size[k]++;
      if (d.idom[k] != UINT32_MAX)
         d.size[d.idom[k]] += d.size[k];
   }
   for (uint32_t k = 0; k < n; k++) {
      if (!ir_reachable(s->blocks[k])) {
         d.size[k] = 0;
         d.pre[k] = UINT32_MAX;
         continue;
      }
      if (k) {
         d.pre[k] = next[d.idom[k]];
         next[d.idom[k]] += d.size[k];
      }
      next[k] = d.pre[k] + 1;
      d.order[d.pre[k]] = k;
      d.num++;
   }
   util_discard(s->ctx, next, n * sizeof *next);
   return d;
}

void ir_dom_free(struct ir_shader *s, struct ir_dom *d)
{
   uint32_t *const part[] = {d->order, d->size, d->pre, d->idom};

   for (unsigned k = 0; k < 4; k++)
      util_discard(s->ctx, part[k], s->num_blocks * sizeof(uint32_t));
}

struct ir_frontiers ir_dom_frontiers(struct ir_shader *s, const uint32_t *idom)
{
   struct ir_frontiers f = {.first = UTIL_ARRAY(s->ctx, uint32_t, (size_t)s->num_blocks + 1)};
   /* by block: the join added to its frontier last */
   uint32_t *fill = NULL, *last_join = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);

   /* The first round counts, the second writes. A block that already has the join has passed it on to all of its ancestors
      below the dominator. */
   for (int round = 0; round < 2; round++) {
      for (uint32_t k = 0; k < s->num_blocks; k++)
         last_join[k] = UINT32_MAX;
      for (uint32_t k = 0; k < s->num_blocks; k++) {
         const struct ir_block *b = s->blocks[k];
         for (uint32_t n = 0; b->num_preds >= 2 && n < b->num_preds; n++)
            for (uint32_t r = b->preds[n]->index; r != idom[k] && last_join[r] != k; r = idom[r]) {
               last_join[r] = k;
               if (round)
                  f.item[fill[r]++] = k;
               else
                  f.first[r + 1]++;
            }
      }
      if (!round) {
         fill = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);
         for (uint32_t k = 0; k < s->num_blocks; k++) {
            if (f.first[k + 1] > UINT32_MAX - f.first[k])
               util_fail(s->ctx, UTIL_LIMIT);
            f.first[k + 1] += f.first[k];
            fill[k] = f.first[k];
         }
         f.item = UTIL_ARRAY(s->ctx, uint32_t, f.first[s->num_blocks]);
      }
   }
   util_discard(s->ctx, fill, s->num_blocks * sizeof *fill);
   util_discard(s->ctx, last_join, s->num_blocks * sizeof *last_join);
   return f;
}

uint32_t *ir_loops(struct ir_shader *s, uint32_t **depth)
{
   uint32_t *loop = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks), *d = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);
   uint32_t *open = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks), n = 0; /* the open LOOP constructs around the current block */

   for (uint32_t k = 0; k < s->num_blocks; k++) {
      while (n && s->blocks[open[n - 1]]->merge->index <= k)
         n--;
      loop[k] = n ? s->blocks[open[n - 1]]->succ[0]->index : UINT32_MAX;
      d[k] = n;
      if (s->blocks[k]->term == IR_TERM_LOOP)
         open[n++] = k;
   }
   util_discard(s->ctx, open, s->num_blocks * sizeof *open);
   if (depth)
      *depth = d;
   return loop;
}
