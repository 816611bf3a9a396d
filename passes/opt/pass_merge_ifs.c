/* SPDX-License-Identifier: MIT */
/*
 * Merges consecutive ifs on one condition into one.
 *
 *    b0: if %c b1 b2 merge=b2                          b0: if %c b1 b4 merge=b4
 *    b1: %1 = fadd ...                                 b1: %1 = fadd ...; jump b3
 *    b2: %2 = phi %0, %1; if %c b3 b4 merge=b4   ->    b3: %3 = fmul %1, %4; jump b4
 *    b3: %3 = fmul %2, %4                              b4: %5 = phi %0, %3
 *    b4: %5 = phi %2, %3
 *
 * Both ifs may have else arms, and the second one may test the complement. The arms of the first one must reach its merge
 * block, so that the same lanes come to both. Code between them moves to before the first if, or to after the second one if it
 * reads phis of the first. It must be pure; the same lanes run it, so convergent operations may move too. The phis between them
 * move to after the second if; its arms read the chosen values directly. The order in which the lanes of a wave access memory
 * stays. Exact. Sources in arms are checked once; each merge costs a walk over the blocks, so the number of merges in a run is
 * bounded.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

#define MAX_MERGES 64

struct merging {
   struct ir_shader *s;
   struct ir_block *h, *m1, *m2; /* the first if, its merge block (which is the second if), and the second one's merge block */
   /* Block ranges [from, to) of the arms, indexed by 0 if the condition of the first if holds, 1 if not. */
   struct region {
      uint32_t from, to;
   } first[2], second[2];
   bool swapped; /* the second if tests the complement */
};

static bool is_empty(const struct region *r)
{
   return r->from == r->to;
}

static void arms_of(const struct ir_block *b, struct region arm[2])
{
   arm[0] = (struct region){b->succ[0]->index, b->succ[1]->index};
   arm[1] = (struct region){b->succ[1]->index, b->merge->index};
}

/* True if every lane that enters the arm reaches the merge block. */
static bool stays_inside(const struct ir_shader *s, const struct region *r, const struct ir_block *merge)
{
   for (uint32_t k = r->from; k < r->to; k++) {
      const struct ir_block *b = s->blocks[k];
      if ((b->term == IR_TERM_BREAK && b->succ[0]->index >= r->to) ||
          (b->term == IR_TERM_CONTINUE && b->succ[0]->index < r->from) || b->term == IR_TERM_RETURN ||
          b->term == IR_TERM_NONE || !ir_reachable(b))
         return false;
   }
   return is_empty(r) || (s->blocks[r->to - 1]->term == IR_TERM_JUMP && s->blocks[r->to - 1]->succ[0] == merge);
}

static bool has_memory(const struct ir_shader *s, const struct region *r)
{
   for (uint32_t k = r->from; k < r->to; k++)
      ir_foreach_instr (s->blocks[k], i)
         if (ir_op_info[i->op].flags & IR_F_MEMORY)
            return true;
   return false;
}

/* True if lanes would access memory before others that access it first now, because an arm of the second if moves ahead of the
   opposite arm of the first. */
static bool reorders_memory(const struct merging *g)
{
   if (!has_memory(g->s, &g->second[g->swapped]))
      return false;
   return has_memory(g->s, &g->first[1]) || (g->swapped && has_memory(g->s, &g->second[0]));
}

static bool is_second(struct merging *g, const struct ir_block *m1)
{
   const struct ir_src *a = &g->h->cond, *b = &m1->cond;

   if (m1->term != IR_TERM_IF)
      return false;
   g->swapped = a->val != b->val;
   return !g->swapped || ir_complement(a, b);
}

/* ---- code between the ifs: tmp 0 moves to before the first if, tmp 1 to after the second */

static bool reads_mark(const struct ir_instr *i, const struct ir_block *b)
{
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (i->src[k].val->def->block == b && i->src[k].val->def->tmp)
         return true;
   return false;
}

static bool can_move_between(const struct merging *g)
{
   ir_foreach_instr (g->m1, i) {
      i->tmp = i->op == IR_phi || reads_mark(i, g->m1);
      if (i->op != IR_phi && !(ir_op_info[i->op].flags & IR_F_PURE))
         return false;
   }
   /* The arms of the second if, and its phis, must not read anything that moves after the second if, except phis. */
   for (unsigned a = 0; a < 2; a++)
      for (uint32_t k = g->second[a].from; k < g->second[a].to; k++) {
         const struct ir_block *b = g->s->blocks[k];
         ir_foreach_instr (b, i)
            for (uint32_t n = 0; n < i->nsrc; n++) {
               const struct ir_instr *d = i->src[n].val->def;
               if (d->block == g->m1 && d->op != IR_phi && d->tmp)
                  return false;
            }
         if (b->term == IR_TERM_IF && b->cond.val->def->block == g->m1 && b->cond.val->def->tmp)
            return false;
      }
   ir_foreach_phi (g->m2, i)
      for (uint32_t n = 0; n < i->nsrc; n++) {
         const struct ir_instr *d = i->src[n].val->def;
         if (d->block == g->m1 && d->op != IR_phi && d->tmp)
            return false;
      }
   return true;
}

/* ---- the change */

/* The value of a phi of m1 for lanes that took this path. */
static struct ir_value *value_on_path(const struct merging *g, struct ir_value *v, unsigned way)
{
   const struct ir_instr *d = v->def;

   if (d->op != IR_phi || d->block != g->m1)
      return v;
   /* Predecessors are in array order: the if itself if there is no else arm, or the then arm. */
   return d->src[is_empty(&g->first[1]) ? !way : way].val;
}

static void choose_in_arms(const struct merging *g)
{
   for (unsigned a = 0; a < 2; a++)
      for (uint32_t k = g->second[a].from; k < g->second[a].to; k++) {
         struct ir_block *b = g->s->blocks[k];
         ir_foreach_instr (b, i)
            for (uint32_t n = 0; n < i->nsrc; n++)
               i->src[n].val = value_on_path(g, i->src[n].val, a ^ g->swapped);
         if (b->term == IR_TERM_IF)
            b->cond.val = value_on_path(g, b->cond.val, a ^ g->swapped);
      }
}

/* Gives the phis of m2 their new predecessors and appends those of m1. With edge_first the if has no else arm, and its edge
   comes first. */
static void merge_phis(const struct merging *g, bool edge_first)
{
   const bool old_edge_first = is_empty(&g->second[1]);
   struct ir_block *m1 = g->m1, *m2 = g->m2;
   struct ir_builder b = {.s = g->s, .block = m2};

   ir_foreach_phi (m2, i) {
      struct ir_src way[2];
      for (unsigned a = 0; a < 2; a++) {
         const struct ir_src *src = &i->src[old_edge_first ? !a : a];
         way[a ^ g->swapped] = ir_use(value_on_path(g, src->val, a ^ g->swapped));
      }
      i->src[edge_first ? 1 : 0] = way[0];
      i->src[edge_first ? 0 : 1] = way[1];
      b.after = i;
   }
   while (m1->first && m1->first->op == IR_phi) {
      struct ir_instr *phi = m1->first;
      const struct ir_src yes = ir_use(value_on_path(g, phi->dst[0], 0)), no = ir_use(value_on_path(g, phi->dst[0], 1));
      ir_remove(phi);
      phi->src[edge_first ? 1 : 0] = yes;
      phi->src[edge_first ? 0 : 1] = no;
      ir_insert(&b, phi);
   }
}

static void move_between(const struct merging *g)
{
   struct ir_builder up = ir_at_end(g->s, g->h), down = {.s = g->s, .block = g->m2};

   ir_foreach_phi (g->m2, i)
      down.after = i;
   ir_foreach_instr_safe (g->m1, i) {
      const bool below = i->tmp;
      ir_remove(i);
      ir_insert(below ? &down : &up, i);
   }
}

/* Appends the blocks of a region to the list, and redirects the jump at its end to `next`. */
static void append_region(struct ir_shader *s, const struct region *r, struct ir_block **list, uint32_t *n,
                          struct ir_block *next)
{
   if (is_empty(r))
      return;
   for (uint32_t k = r->from; k < r->to; k++)
      list[(*n)++] = s->blocks[k];
   list[*n - 1]->succ[0] = next;
}

static struct ir_block *entry(const struct merging *g, const struct region *r, struct ir_block *otherwise)
{
   return is_empty(r) ? otherwise : g->s->blocks[r->from];
}

static void rearrange(struct merging *g)
{
   struct ir_shader *s = g->s;
   const struct region *then2 = &g->second[g->swapped], *else2 = &g->second[!g->swapped];
   const uint32_t from = g->first[0].from, to = g->m2->index;
   struct ir_block **list = UTIL_ARRAY(s->ctx, struct ir_block *, to - from);
   struct ir_block *other = entry(g, &g->first[1], entry(g, else2, g->m2));
   uint32_t n = 0;

   merge_phis(g, other == g->m2);
   move_between(g);
   append_region(s, &g->first[0], list, &n, entry(g, then2, g->m2));
   append_region(s, then2, list, &n, g->m2);
   append_region(s, &g->first[1], list, &n, entry(g, else2, g->m2));
   append_region(s, else2, list, &n, g->m2);
   memcpy(&s->blocks[from], list, n * sizeof *list);
   memmove(&s->blocks[from + n], &s->blocks[to], (s->num_blocks - to) * sizeof *list);
   s->num_blocks -= to - from - n;
   g->h->succ[1] = other;
   g->h->merge = g->m2;
   ir_cfg_update(s);
   util_discard(s->ctx, list, (to - from) * sizeof *list);
}

static bool merge(struct ir_shader *s, struct ir_block *h)
{
   struct merging g = {.s = s, .h = h, .m1 = h->merge, .m2 = h->merge->merge};

   if (!ir_reachable(g.m1) || !is_second(&g, g.m1) || !ir_reachable(g.m2))
      return false;
   arms_of(h, g.first);
   arms_of(g.m1, g.second);
   for (unsigned a = 0; a < 2; a++)
      if (!stays_inside(s, &g.first[a], g.m1) || !stays_inside(s, &g.second[a], g.m2))
         return false;
   if (is_empty(&g.first[0]) || reorders_memory(&g) || !can_move_between(&g))
      return false;
   choose_in_arms(&g);
   rearrange(&g);
   return true;
}

bool pass_merge_ifs(struct ir_shader *s)
{
   unsigned merges = 0;

   if (s->num_blocks < 5)
      return false;
   for (uint32_t k = s->num_blocks; k-- > 0;)
      while (k < s->num_blocks && merges < MAX_MERGES && s->blocks[k]->term == IR_TERM_IF && ir_reachable(s->blocks[k]) &&
             merge(s, s->blocks[k]))
         merges++;
   return merges;
}
