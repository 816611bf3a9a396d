/* SPDX-License-Identifier: MIT */
/* Functions that the parts of a walk share: nodes, actions, and the set W of units in registers. See spill_plan.h. */
#include "codegen/allocate/spill_priv.h"

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

uint32_t cg_spill_new_node(struct spill_walk *s, uint32_t unit)
{
   const uint32_t n = s->num_nodes;
   UTIL_PUSH(s->ctx, s->nodes, s->num_nodes, s->cap_nodes, (struct spill_node){n, unit});
   return n;
}

uint32_t cg_spill_find(struct spill_walk *s, uint32_t n)
{
   while (s->nodes[n].parent != n) {
      s->nodes[n].parent = s->nodes[s->nodes[n].parent].parent;
      n = s->nodes[n].parent;
   }
   return n;
}

void cg_spill_unite(struct spill_walk *s, uint32_t a, uint32_t b)
{
   a = cg_spill_find(s, a);
   b = cg_spill_find(s, b);
   if (a < b)
      s->nodes[b].parent = a;
   else
      s->nodes[a].parent = b;
}

/* ---- actions ------------------------------------------------------------------------------------------------------------- */

void cg_spill_act(struct spill_walk *s, uint32_t i, enum cg_spill_place place, enum cg_spill_action_kind kind, uint32_t node,
                  uint32_t arg)
{
   struct cg_spill_plan *p = s->plan;
   const uint32_t at = CG_SPILL_PLACES * i + place, new = p->num_actions;
   if (kind == CG_SPILL_STORE || kind == CG_SPILL_LOAD)
      s->used_home[arg] = 1;
   UTIL_PUSH(s->ctx, p->actions, p->num_actions, p->cap_actions, (struct cg_spill_action){(uint8_t)kind, node, arg, NONE});
   if (p->first[at] == NONE)
      p->first[at] = new;
   else
      p->actions[s->last[at]].next = new;
   s->last[at] = new;
}

uint64_t cg_spill_weight(const struct spill_facts *f, uint32_t block)
{
   const uint32_t l = f->loop_of[block], depth = l == NONE ? 0 : f->loops[l].depth;
   return (uint64_t)1 << 3 * (depth > 8 ? 8 : depth);
}

void cg_spill_store(struct spill_walk *s, uint32_t i, enum cg_spill_place place, uint32_t unit)
{
   struct spill_unit *u = &s->unit[unit];
   cg_spill_act(s, i, place, CG_SPILL_STORE, u->node, s->f->home[unit]);
   s->store_cost[u->origin] += cg_spill_weight(s->f, s->f->block_of[i]);
   u->valid = true;
}

void cg_spill_fetch(struct spill_walk *s, uint32_t i, enum cg_spill_place place, uint32_t unit, uint32_t node)
{
   if (s->f->remat[unit] != NONE)
      cg_spill_act(s, i, place, CG_SPILL_REMAT, node, unit);
   else
      cg_spill_act(s, i, place, CG_SPILL_LOAD, node, s->f->home[unit]);
}

/* ---- W ------------------------------------------------------------------------------------------------------------------- */

void cg_spill_enter(struct spill_walk *s, uint32_t unit, uint32_t node, bool valid)
{
   struct spill_unit *u = &s->unit[unit];
   if (!s->at[unit]) {
      s->w[s->num_w++] = unit;
      s->at[unit] = s->num_w;
   }
   u->node = node;
   u->valid = valid;
   u->origin = unit;
   u->since = s->now;
   s->plan->most = s->num_w > s->plan->most ? s->num_w : s->plan->most;
   u->next_use = 0;
}

void cg_spill_leave(struct spill_walk *s, uint32_t unit)
{
   const uint32_t hole = s->at[unit] - 1, last = s->w[--s->num_w];
   s->w[hole] = last;
   s->at[last] = hole + 1;
   s->at[unit] = 0;
}

/* Evicts the unit from W before instruction i. */
static void evict(struct spill_walk *s, uint32_t i, uint32_t unit)
{
   const bool earlier = s->quiet != NONE && s->unit[unit].since <= s->quiet;
   if (cg_spill_only_in_register(s, unit)) {
      cg_spill_store(s, earlier ? s->quiet : i, earlier ? CG_SPILL_AFTER : CG_SPILL_BEFORE, unit);
      if (s->q->access && !earlier) /* storing it where it is written is better */
         s->store_cost[s->unit[unit].origin] += cg_spill_weight(s->f, s->f->block_of[i]);
   }
   cg_spill_leave(s, unit);
}

#define MAX_TOGETHER 8 /* units, and the part of the room that will not be missed until they are needed */
#define PART_OF_ROOM 16
#define NOT_FAR 32 /* in instructions */

/* By how many units, beyond n, W has to shrink before instruction i and the next ones of the block. */
static int32_t needed_soon(const struct spill_walk *s, uint32_t i, unsigned n)
{
   const struct cg_ra_block *b = &s->q->ra->blocks[s->f->block_of[i]];
   const uint32_t end = b->first + b->num, until = end < i + NOT_FAR ? end : i + NOT_FAR;
   int32_t most = 0;
   for (uint32_t q = 2 * i; q < 2 * until; q++)
      most = s->f->pressure[q] > most ? s->f->pressure[q] : most;
   const int32_t in_memory = s->f->pressure[2 * i] - (int32_t)s->num_w;
   return most - (int32_t)s->q->room - in_memory - (int32_t)n;
}

/* A unit of W with this home that only a register holds and that is not needed before `from`. */
static uint32_t find_home(struct spill_walk *s, uint32_t i, uint32_t home, uint64_t from)
{
   for (uint32_t k = 0; k < s->num_w; k++) {
      const uint32_t u = s->w[k];
      if (s->f->home[u] == home && s->unit[u].locked != i + 1 && cg_spill_may_leave(s, u) && cg_spill_only_in_register(s, u) &&
          cg_spill_use_of(s, u, i) >= from)
         return u;
   }
   return NONE;
}

/* Stores units that will be stored soon together with an adjacent one, because one access is cheaper than several. */
static void evict_neighbours(struct spill_walk *s, uint32_t i, uint32_t unit, uint64_t next_use, unsigned n)
{
   const uint32_t home = s->f->home[unit];
   const uint64_t from = next_use > NOT_FAR ? next_use - NOT_FAR : 0;
   const unsigned part = s->q->room / PART_OF_ROOM, together = part < MAX_TOGETHER ? part : MAX_TOGETHER;
   int32_t more = together > 1 ? needed_soon(s, i, n) : 0;
   bool below = true, above = true;
   for (uint32_t k = 1; more > 0 && k < together && (below || above); k++) {
      const uint32_t low = below && home >= k ? find_home(s, i, home - k, from) : NONE;
      const uint32_t high = above ? find_home(s, i, home + k, from) : NONE;
      below = low != NONE;
      above = high != NONE;
      if (below)
         evict(s, i, low), more--;
      if (above && more > 0)
         evict(s, i, high), more--;
   }
}

#define MAX_AT_ONCE 8 /* units that one scan of W finds */

struct farthest {
   uint64_t key;
   uint32_t unit;
};

/* Finds up to n units that may leave W, those with the farthest next uses first. Returns their number. */
static unsigned find_farthest(struct spill_walk *s, uint32_t i, unsigned n, struct farthest far[MAX_AT_ONCE])
{
   unsigned num = 0;
   n = n < MAX_AT_ONCE ? n : MAX_AT_ONCE;
   util_work(s->ctx, s->num_w / 4);
   for (uint32_t k = 0; k < s->num_w; k++) {
      const uint32_t u = s->w[k];
      if (s->unit[u].locked == i + 1 || !cg_spill_may_leave(s, u))
         continue;
      /* of equals, prefer one that need not be stored */
      const uint64_t key = 2 * cg_spill_use_of(s, u, i) + !cg_spill_only_in_register(s, u);
      if (num == n && key <= far[n - 1].key)
         continue;
      unsigned at = num < n ? num++ : n - 1;
      for (; at && far[at - 1].key < key; at--)
         far[at] = far[at - 1];
      far[at] = (struct farthest){key, u};
   }
   return num;
}

void cg_spill_make_room(struct spill_walk *s, uint32_t i, unsigned n, bool loads)
{
   const unsigned room = cg_spill_room(s, i);
   struct farthest far[MAX_AT_ONCE];
   n += loads ? s->q->access : 0;
   while (s->num_w + n > room) {
      const unsigned num = find_farthest(s, i, s->num_w + n - room, far);
      if (!num)
         return;
      for (unsigned k = 0; k < num && s->num_w + n > room; k++) {
         if (!s->at[far[k].unit]) /* it left as a neighbour */
            continue;
         const bool stored = cg_spill_only_in_register(s, far[k].unit);
         evict(s, i, far[k].unit);
         if (stored)
            evict_neighbours(s, i, far[k].unit, far[k].key / 2, n);
      }
   }
}
