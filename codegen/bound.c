/* SPDX-License-Identifier: MIT */
/* Lower bounds on the length of a schedule: see bound.h. */
#include "codegen/bound.h"

#include <string.h>

void cg_bound_init(struct cg_bound *b, struct util_ctx *ctx, const uint8_t *capacity, unsigned num_resources)
{
   *b = (struct cg_bound){.ctx = ctx, .capacity = capacity, .num_resources = num_resources};
   UTIL_CHECK(ctx, num_resources <= CG_BOUND_RESOURCES);
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

/* heap[0..n) has the node with the longest tail, which is due first, on top. */
static void heap_push(const struct cg_bound *b, uint32_t *heap, uint32_t n, uint32_t v)
{
   uint32_t i = n;
   while (i && b->nodes[heap[(i - 1) / 2]].tail < b->nodes[v].tail) {
      heap[i] = heap[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   heap[i] = v;
}

/* Restores the order of heap[0..n) after another node was put on top. */
static void heap_sift(const struct cg_bound *b, uint32_t *heap, uint32_t n)
{
   uint32_t i = 0, v = heap[0];
   for (;;) {
      uint32_t k = 2 * i + 1;
      if (k >= n)
         break;
      if (k + 1 < n && b->nodes[heap[k + 1]].tail > b->nodes[heap[k]].tail)
         k++;
      if (b->nodes[heap[k]].tail <= b->nodes[v].tail)
         break;
      heap[i] = heap[k];
      i = k;
   }
   heap[i] = v;
}

/* Slots that the demands on resource r alone ask for, or `bound` if that is more. */
static uint32_t relax(struct cg_bound *b, unsigned r, uint32_t bound)
{
   const uint32_t *list = b->by_release, n = b->num_nodes;
   uint32_t *heap = b->heap, in_heap = 0, at = 0, slot = 0;
   unsigned units = 0;
   for (uint32_t k = 0; k < n && units <= b->capacity[r]; k++)
      units += b->nodes[k].demand[r];
   if (units <= b->capacity[r]) /* no node ever waits for the resource */
      return bound;
   while (at < n || in_heap) {
      if (!in_heap && slot < b->nodes[list[at]].release)
         slot = b->nodes[list[at]].release;
      for (; at < n && b->nodes[list[at]].release <= slot; at++) {
         const uint32_t v = list[at];
         if (!b->nodes[v].demand[r])
            continue;
         b->remaining[v] = b->nodes[v].demand[r];
         heap_push(b, heap, in_heap++, v);
      }
      for (unsigned idle = b->capacity[r]; idle && in_heap; idle--) {
         const uint32_t v = heap[0];
         if (slot + 1 + b->nodes[v].tail > bound)
            bound = slot + 1 + b->nodes[v].tail;
         if (--b->remaining[v])
            continue;
         heap[0] = heap[--in_heap];
         if (in_heap)
            heap_sift(b, heap, in_heap);
      }
      slot++;
   }
   return bound;
}

/* ---- the bound ----------------------------------------------------------------------------------------------------------- */

static void make_room(struct cg_bound *b, uint32_t latest)
{
   if (b->num_nodes > b->cap_work) {
      b->cap_work = b->num_nodes > 2 * b->cap_work ? b->num_nodes : 2 * b->cap_work;
      b->by_release = UTIL_ARRAY(b->ctx, uint32_t, b->cap_work);
      b->heap = UTIL_ARRAY(b->ctx, uint32_t, b->cap_work);
      b->remaining = UTIL_ARRAY(b->ctx, uint8_t, b->cap_work);
   }
   if (latest + 2 > b->cap_count) {
      b->cap_count = latest + 2 > 2 * b->cap_count ? latest + 2 : 2 * b->cap_count;
      b->count = UTIL_ARRAY(b->ctx, uint32_t, b->cap_count);
   }
}

/* Counting sort: release times are at most the number of nodes times the largest latency. */
static void sort_by_release(struct cg_bound *b, uint32_t latest)
{
   make_room(b, latest);
   memset(b->count, 0, (latest + 2) * sizeof *b->count);
   for (uint32_t k = 0; k < b->num_nodes; k++)
      b->count[b->nodes[k].release + 1]++;
   for (uint32_t k = 1; k <= latest; k++)
      b->count[k] += b->count[k - 1];
   for (uint32_t k = 0; k < b->num_nodes; k++)
      b->by_release[b->count[b->nodes[k].release]++] = k;
}

uint32_t cg_bound_solve_released(struct cg_bound *b)
{
   uint32_t bound = 0, latest = 0;
   if (!b->num_nodes)
      return 0;
   for (uint32_t k = 0; k < b->num_nodes; k++) {
      const struct cg_bound_node *n = &b->nodes[k];
      if (n->release + n->tail + 1 > bound)
         bound = n->release + n->tail + 1;
      if (n->release > latest)
         latest = n->release;
   }
   sort_by_release(b, latest);
   for (unsigned r = 0; r < b->num_resources; r++)
      bound = relax(b, r, bound);
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
   return cg_bound_solve_released(b);
}
