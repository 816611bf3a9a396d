/* SPDX-License-Identifier: MIT */
/*
 * Parallel copies in the walk of spill_plan.h. A copy whose two sides are in memory with one home costs nothing. The others are
 * done in this order: from registers to memory or through a temporary, from register to register (as one parallel copy), from
 * memory to registers. A home that one copy writes while another one still has to read it gets its value last; until then the
 * value waits in a word of its own.
 */
#include "codegen/allocate/spill_priv.h"

#include <stdlib.h>

/* One copy, with the state of its source before all copies. */
struct copy {
   uint32_t dst, src, src_node, origin;
   bool in_register, valid; /* the source: it is in W; its home holds the value */
   bool same_home;
   bool to_register;
   uint32_t node;    /* of the result */
   uint32_t transit; /* the word where the value waits, or NONE */
};

struct copies {
   struct copy *c;
   uint32_t n;
};

static void read_copies(struct spill_walk *s, uint32_t i, struct copies *l)
{
   const struct cg_spill_instr *x = &s->q->instrs[i];
   l->c = UTIL_ARRAY(s->ctx, struct copy, (size_t)x->num_copies + 1);
   for (uint32_t k = 0; k < x->num_copies; k++) {
      const struct cg_spill_copy *q = &s->q->copies[x->first_copy + k];
      struct copy *c = &l->c[l->n];
      if (!cg_spill_live_at(s->f, q->dst, 2 * i + 2))
         continue;
      *c = (struct copy){.dst = q->dst, .src = q->src, .transit = NONE, .origin = q->dst};
      if (q->src < CG_SPILL_EXTERNAL) {
         c->in_register = s->at[q->src] != 0;
         c->same_home = s->f->home[q->src] == s->f->home[q->dst];
         c->valid = c->in_register ? s->unit[q->src].valid : s->f->remat[q->src] == NONE;
         c->src_node = s->unit[q->src].node;
         if (c->same_home && c->in_register)
            c->origin = s->unit[q->src].origin;
      }
      l->n++;
   }
}

/* Removes results and sources whose life ends here from W. */
static void drop_old(struct spill_walk *s, uint32_t i)
{
   const struct cg_spill_instr *x = &s->q->instrs[i];
   for (uint32_t k = 0; k < x->num_copies; k++) {
      const struct cg_spill_copy *q = &s->q->copies[x->first_copy + k];
      if (s->at[q->dst])
         cg_spill_leave(s, q->dst);
      if (q->src < CG_SPILL_EXTERNAL && s->at[q->src] && !s->unit[q->src].pins && !cg_spill_live_at(s->f, q->src, 2 * i + 2))
         cg_spill_leave(s, q->src);
   }
}

/* A candidate for a register after the copies: a result, or a unit of W that they leave unchanged. */
struct wish {
   uint64_t next_use;
   uint32_t unit;
   struct copy *copy; /* NULL for a unit of W */
};

static int compare_wishes(const void *a, const void *b)
{
   const struct wish *x = a, *y = b;
   if (x->next_use != y->next_use)
      return x->next_use < y->next_use ? -1 : 1;
   return x->unit < y->unit ? -1 : x->unit > y->unit;
}

#define FEW 16

/* Moves the `more` candidates with the farthest next uses to the end, in order. */
static void split(struct wish *w, uint32_t n, uint32_t more)
{
   if (more > FEW) {
      qsort(w, n, sizeof *w, compare_wishes);
      return;
   }
   for (; more; more--, n--) {
      uint32_t most = 0;
      for (uint32_t k = 1; k < n; k++)
         if (compare_wishes(&w[k], &w[most]) > 0)
            most = k;
      const struct wish last = w[n - 1];
      w[n - 1] = w[most];
      w[most] = last;
   }
}

/* Gives the registers to the nearest next uses. */
static void choose(struct spill_walk *s, uint32_t i, struct copies *l)
{
   const size_t size = (size_t)l->n + s->num_w + 1;
   struct wish *w = UTIL_ARRAY(s->ctx, struct wish, size);
   uint32_t n = 0, taken = 0;
   for (uint32_t k = 0; k < l->n; k++) {
      struct copy *c = &l->c[k];
      const struct cg_ra_reg *r = &s->q->ra->regs[s->f->unit_reg[c->dst]];
      if (r->no_spill || r->fixed >= 0)
         c->to_register = true, taken++;
      else if (!s->q->all && (c->in_register || !c->same_home)) /* otherwise it can stay in memory at no cost */
         w[n++] = (struct wish){0, c->dst, c};
   }
   for (uint32_t k = 0; k < s->num_w; k++)
      if (cg_spill_may_leave(s, s->w[k]))
         w[n++] = (struct wish){0, s->w[k], NULL};
      else
         taken++;
   const uint32_t room = cg_spill_room(s, i), fit = room > taken ? room - taken : 0, more = n > fit ? n - fit : 0;
   for (uint32_t k = 0; more && k < n; k++)
      w[k].next_use = w[k].copy ? cg_spill_next_use(s->f, w[k].unit, i) : cg_spill_use_of(s, w[k].unit, i);
   split(w, n, more);
   for (uint32_t k = 0; k < n; k++) {
      if (w[k].copy) {
         w[k].copy->to_register = k < n - more;
      } else if (k >= n - more) {
         if (cg_spill_only_in_register(s, w[k].unit))
            cg_spill_store(s, i, CG_SPILL_BEFORE, w[k].unit);
         cg_spill_leave(s, w[k].unit);
      }
   }
   util_discard(s->ctx, w, size * sizeof *w);
}

/* True if the copy reads the home of its source. */
static bool reads_home(const struct spill_walk *s, const struct copy *c)
{
   return c->src < CG_SPILL_EXTERNAL && !c->in_register && s->f->remat[c->src] == NONE && (c->to_register || !c->same_home);
}

/* Loads the value of the source into a temporary. */
static uint32_t fetch_source(struct spill_walk *s, uint32_t i, enum cg_spill_place place, const struct copy *c)
{
   if (c->in_register)
      return c->src_node;
   const uint32_t node = cg_spill_new_node(s, NONE);
   if (c->src >= CG_SPILL_EXTERNAL)
      cg_spill_act(s, i, place, CG_SPILL_MOVE, node, c->src);
   else if (s->f->remat[c->src] != NONE)
      cg_spill_act(s, i, place, CG_SPILL_REMAT, node, c->src);
   else
      cg_spill_act(s, i, place, CG_SPILL_LOAD, node, s->f->home[c->src]);
   return node;
}

static void store_result(struct spill_walk *s, uint32_t i, struct copy *c, uint32_t *num_transit)
{
   const uint32_t home = s->f->home[c->dst];
   if (c->same_home && c->valid)
      return;
   const uint32_t node = fetch_source(s, i, CG_SPILL_BEFORE, c);
   uint32_t to = home;
   if (s->home_reads[home])
      to = c->transit = s->f->num_homes + (*num_transit)++;
   cg_spill_act(s, i, CG_SPILL_BEFORE, CG_SPILL_STORE, node, to);
   if (c->src < CG_SPILL_EXTERNAL && c->in_register)
      s->store_cost[c->same_home ? c->origin : c->dst] += cg_spill_weight(s->f, s->f->block_of[i]);
}

static void emit(struct spill_walk *s, uint32_t i, struct copies *l)
{
   uint32_t num_transit = 0;
   for (uint32_t k = 0; k < l->n; k++)
      if (reads_home(s, &l->c[k]))
         s->home_reads[s->f->home[l->c[k].src]]++;
   for (uint32_t k = 0; k < l->n; k++)
      if (!l->c[k].to_register)
         store_result(s, i, &l->c[k], &num_transit);
   for (uint32_t k = 0; k < l->n; k++) {
      struct copy *c = &l->c[k];
      if (!c->to_register)
         continue;
      c->node = cg_spill_new_node(s, c->dst);
      if (c->src >= CG_SPILL_EXTERNAL || c->in_register)
         cg_spill_act(s, i, CG_SPILL_AT, CG_SPILL_COPY, c->node, c->src >= CG_SPILL_EXTERNAL ? c->src : c->src_node);
      else
         cg_spill_fetch(s, i, CG_SPILL_AFTER, c->src, c->node);
   }
   for (uint32_t k = 0; k < l->n; k++)
      if (l->c[k].transit != NONE) {
         const uint32_t node = cg_spill_new_node(s, NONE);
         cg_spill_act(s, i, CG_SPILL_AFTER, CG_SPILL_LOAD, node, l->c[k].transit);
         cg_spill_act(s, i, CG_SPILL_AFTER, CG_SPILL_STORE, node, s->f->home[l->c[k].dst]);
      }
   for (uint32_t k = 0; k < l->n; k++)
      if (reads_home(s, &l->c[k]))
         s->home_reads[s->f->home[l->c[k].src]]--;
   s->num_transit = num_transit > s->num_transit ? num_transit : s->num_transit;
}

void cg_spill_walk_copies(struct spill_walk *s, uint32_t i)
{
   struct copies l = {0};
   read_copies(s, i, &l);
   drop_old(s, i);
   choose(s, i, &l);
   emit(s, i, &l);
   for (uint32_t k = 0; k < l.n; k++) {
      const struct copy *c = &l.c[k];
      if (!c->to_register)
         continue;
      cg_spill_enter(s, c->dst, c->node, c->same_home && c->valid);
      s->unit[c->dst].origin = c->origin;
   }
   util_discard(s->ctx, l.c, ((size_t)s->q->instrs[i].num_copies + 1) * sizeof *l.c);
}
