/* SPDX-License-Identifier: MIT */
/* Lower bounds on the length of a schedule: see bound.h. */
#include "codegen/bound.h"

#include <string.h>

void cg_bound_init(struct cg_bound *b, struct util_ctx *ctx, const uint8_t *capacity, unsigned num_resources)
{
   *b = (struct cg_bound){.ctx = ctx, .capacity = capacity, .num_resources = num_resources};
   UTIL_CHECK(ctx, num_resources <= CG_BOUND_RESOURCES);
}

void cg_bound_finish(struct cg_bound *b)
{
   util_discard(b->ctx, b->nodes, b->cap_nodes * sizeof *b->nodes);
   util_discard(b->ctx, b->edges, b->cap_edges * sizeof *b->edges);
   util_discard(b->ctx, b->by_tail, b->cap_work * sizeof *b->by_tail);
   util_discard(b->ctx, b->next, b->cap_slots * sizeof *b->next);
   util_discard(b->ctx, b->left, b->cap_slots);
   cg_bound_init(b, b->ctx, b->capacity, b->num_resources);
}

void cg_bound_clear(struct cg_bound *b)
{
   b->num_nodes = b->num_edges = 0;
}

uint32_t cg_bound_add_node(struct cg_bound *b)
{
   UTIL_PUSH(b->ctx, b->nodes, b->num_nodes, b->cap_nodes, (struct cg_bound_node){{0}, 0, 0});
   return b->num_nodes - 1;
}

uint32_t cg_bound_add_full_node(struct cg_bound *b)
{
   const uint32_t v = cg_bound_add_node(b);
   memcpy(b->nodes[v].demand, b->capacity, b->num_resources);
   return v;
}

void cg_bound_add_edge(struct cg_bound *b, uint32_t from, uint32_t to, unsigned latency)
{
   if (from != to)
      UTIL_PUSH(b->ctx, b->edges, b->num_edges, b->cap_edges, (struct cg_bound_edge){from, to, latency});
}

/* ---- the relaxed problem of one resource --------------------------------------------------------------------------------- */

/* The first slot at or after `slot` with a free unit. next[] links each full slot to a later one and each other slot to
   itself. */
static uint32_t slot_with_room(uint32_t *next, uint32_t slot)
{
   while (next[slot] != slot) {
      next[slot] = next[next[slot]];
      slot = next[slot];
   }
   return slot;
}

static void make_room(struct cg_bound *b, uint32_t slots)
{
   if (slots <= b->cap_slots)
      return;
   util_discard(b->ctx, b->next, b->cap_slots * sizeof *b->next);
   util_discard(b->ctx, b->left, b->cap_slots);
   b->cap_slots = slots > 2 * b->cap_slots ? slots : 2 * b->cap_slots;
   b->next = UTIL_ARRAY(b->ctx, uint32_t, b->cap_slots);
   b->left = UTIL_ARRAY(b->ctx, uint8_t, b->cap_slots);
}

/* The number of slots that the demands on resource r alone need, or `bound` if that is more. Serves slot by slot the
   released node that is due first: each of its units goes to the first slot with room. */
static uint32_t relax(struct cg_bound *b, unsigned r, uint32_t latest, uint32_t bound)
{
   const unsigned capacity = b->capacity[r];
   uint32_t units = 0;
   for (uint32_t k = 0; k < b->num_nodes; k++)
      units += b->nodes[k].demand[r];
   if (units <= capacity) /* the resource never delays a node */
      return bound;
   const uint32_t slots = latest + units / capacity + 2;
   make_room(b, slots);
   for (uint32_t s = 0; s < slots; s++)
      b->next[s] = s, b->left[s] = (uint8_t)capacity;
   for (uint32_t k = 0; k < b->num_nodes; k++) {
      const struct cg_bound_node *n = &b->nodes[b->by_tail[k]];
      uint32_t slot = n->release;
      for (unsigned d = n->demand[r]; d; d--) {
         slot = slot_with_room(b->next, slot);
         if (!--b->left[slot])
            b->next[slot] = slot + 1;
         if (slot + 1 + n->tail > bound)
            bound = slot + 1 + n->tail;
      }
   }
   return bound;
}

/* ---- the bound ----------------------------------------------------------------------------------------------------------- */

/* Sorts by_tail by decreasing tail, so that nodes due first come first. A counting sort that reuses the memory of the slots. */
static void sort_by_tail(struct cg_bound *b, uint32_t longest)
{
   if (b->num_nodes > b->cap_work) {
      util_discard(b->ctx, b->by_tail, b->cap_work * sizeof *b->by_tail);
      b->cap_work = b->num_nodes > 2 * b->cap_work ? b->num_nodes : 2 * b->cap_work;
      b->by_tail = UTIL_ARRAY(b->ctx, uint32_t, b->cap_work);
   }
   make_room(b, longest + 2);
   uint32_t *first = b->next;
   memset(first, 0, ((size_t)longest + 2) * sizeof *first);
   for (uint32_t k = 0; k < b->num_nodes; k++)
      first[longest - b->nodes[k].tail + 1]++;
   for (uint32_t k = 1; k <= longest; k++)
      first[k] += first[k - 1];
   for (uint32_t k = 0; k < b->num_nodes; k++)
      b->by_tail[first[longest - b->nodes[k].tail]++] = k;
}

uint32_t cg_bound_solve_released(struct cg_bound *b, uint32_t enough)
{
   uint32_t bound = 0, latest = 0, longest = 0;
   if (!b->num_nodes)
      return 0;
   for (uint32_t k = 0; k < b->num_nodes; k++) {
      const struct cg_bound_node *n = &b->nodes[k];
      if (n->release + n->tail + 1 > bound)
         bound = n->release + n->tail + 1;
      if (n->release > latest)
         latest = n->release;
      if (n->tail > longest)
         longest = n->tail;
   }
   if (bound >= enough)
      return bound;
   sort_by_tail(b, longest);
   for (unsigned r = 0; r < b->num_resources && bound < enough; r++)
      bound = relax(b, r, latest, bound);
   return bound;
}

uint32_t cg_bound_solve(struct cg_bound *b)
{
   for (uint32_t k = 0; k < b->num_nodes; k++)
      b->nodes[k].release = b->nodes[k].tail = 0;
   for (uint32_t k = b->num_edges; k-- > 0;) {
      const struct cg_bound_edge *e = &b->edges[k];
      if (b->nodes[e->to].tail + e->latency > b->nodes[e->from].tail)
         b->nodes[e->from].tail = b->nodes[e->to].tail + e->latency;
   }
   for (uint32_t k = 0; k < b->num_edges; k++) {
      const struct cg_bound_edge *e = &b->edges[k];
      if (b->nodes[e->from].release + e->latency > b->nodes[e->to].release)
         b->nodes[e->to].release = b->nodes[e->from].release + e->latency;
   }
   return cg_bound_solve_released(b, UINT32_MAX);
}
