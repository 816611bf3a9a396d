/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds: no program whose operations take the units of their rows in usc_cost.def has fewer groups.
 *
 * The bound of a block counts the scalar operations of its IR, not what selection made of them (usc_need.c): a clumsy sequence
 * shows as distance. A relaxed problem is solved for each resource of a group alone
 * (P0 and P1, P0, test, pack, backend, the two W ports): operations are released when their operands can be there at the earliest,
 * are due so that the longest chain behind them still fits, and take one unit of the resource; the earliest due date first is
 * optimal for that (Rim and Jain, "Lower-bound performance estimation for the high-level synthesis scheduling problem", 1994;
 * the greedy rule for unit times: Jackson 1955). Release times are refined by the same argument on what comes before an
 * operation (Langevin and Cerny, "A recursive technique for computing lower-bound performance of schedules", 1996). The largest
 * of the results is the bound.
 */
#include "backend-usc/schedule/usc_sched.h"

#include <string.h>

/* ---- the relaxed problem ------------------------------------------------------------------------------------------------- */

static const uint8_t capacity[USC_NUM_UNITS] = {
    [USC_UNIT_P] = 2, [USC_UNIT_P0] = 1, [USC_UNIT_TST] = 1, [USC_UNIT_PCK] = 1, [USC_UNIT_BE] = 1, [USC_UNIT_W] = 2};

uint32_t usc_bound_node(struct usc_bound *b)
{
   UTIL_PUSH(b->ctx, b->n, b->num, b->cap, (struct usc_bound_node){{0}, 0, 0});
   return b->num - 1;
}

uint32_t usc_bound_alone(struct usc_bound *b)
{
   uint32_t v = usc_bound_node(b);
   memcpy(b->n[v].use, capacity, sizeof capacity);
   return v;
}

void usc_bound_edge(struct usc_bound *b, uint32_t from, uint32_t to, unsigned lat)
{
   if (from != to)
      UTIL_PUSH(b->ctx, b->e, b->num_e, b->cap_e, (struct usc_bound_edge){from, to, lat});
}

static void sift(const struct usc_bound *b, uint32_t *heap, uint32_t n, uint32_t i)
{
   uint32_t v = heap[i];
   for (;;) {
      uint32_t k = 2 * i + 1;
      if (k >= n)
         break;
      if (k + 1 < n && b->n[heap[k + 1]].tail > b->n[heap[k]].tail)
         k++;
      if (b->n[heap[k]].tail <= b->n[v].tail)
         break;
      heap[i] = heap[k];
      i = k;
   }
   heap[i] = v;
}

/*
 * Groups that the operations list[0..n), sorted by release, need of one resource, at least `need`: earliest due date first. An
 * operation may take several units of it, one after the other.
 */
static uint32_t relax(struct usc_bound *b, const uint32_t *list, uint32_t n, enum usc_unit u, uint32_t need)
{
   uint32_t *heap = b->heap, nheap = 0, at = 0, t = 0, free = 0;
   unsigned left = 0; /* units that the top still takes */
   unsigned units = 0;
   for (uint32_t k = 0; k < n && units <= capacity[u]; k++)
      units += b->n[k].use[u];
   if (units <= capacity[u]) /* nobody ever waits for it */
      return need;
   while (at < n || nheap) {
      if (!nheap && t < b->n[list[at]].est)
         t = b->n[list[at]].est;
      for (; at < n && b->n[list[at]].est <= t; at++) {
         uint32_t i = nheap, v = list[at];
         if (!b->n[v].use[u])
            continue;
         /* The top that is under way stays on top: it was due first among those that could start with it. */
         b->left[v] = b->n[v].use[u];
         nheap++;
         while (i && b->n[heap[(i - 1) / 2]].tail < b->n[v].tail) {
            heap[i] = heap[(i - 1) / 2];
            i = (i - 1) / 2;
         }
         heap[i] = v;
      }
      for (free = capacity[u]; free && nheap; free--) {
         uint32_t v = heap[0];
         if (t + 1 + b->n[v].tail > need)
            need = t + 1 + b->n[v].tail;
         left = --b->left[v];
         if (left)
            continue;
         heap[0] = heap[--nheap];
         if (nheap)
            sift(b, heap, nheap, 0);
      }
      t++;
   }
   return need;
}

/* Room for the lists of a problem of this size; kept from one to the next. */
static void make_room(struct usc_bound *b, uint32_t latest)
{
   if (b->num > b->cap_work) {
      b->cap_work = b->num > 2 * b->cap_work ? b->num : 2 * b->cap_work;
      b->list = UTIL_ARRAY(b->ctx, uint32_t, b->cap_work);
      b->heap = UTIL_ARRAY(b->ctx, uint32_t, b->cap_work);
      b->left = UTIL_ARRAY(b->ctx, uint8_t, b->cap_work);
   }
   if (latest + 2 > b->cap_count) {
      b->cap_count = latest + 2 > 2 * b->cap_count ? latest + 2 : 2 * b->cap_count;
      b->count = UTIL_ARRAY(b->ctx, uint32_t, b->cap_count);
   }
   memset(b->count, 0, (latest + 2) * sizeof *b->count);
}

/* Groups, once the times of all operations are known. */
static uint32_t solve(struct usc_bound *b)
{
   uint32_t need = 0, latest = 0;
   if (!b->num)
      return 0;
   for (uint32_t k = 0; k < b->num; k++) {
      if (b->n[k].est + b->n[k].tail + 1 > need)
         need = b->n[k].est + b->n[k].tail + 1;
      if (b->n[k].est > latest)
         latest = b->n[k].est;
   }
   /* By release time: counting sort; release times are at most the number of operations, times the largest latency. */
   make_room(b, latest);
   for (uint32_t k = 0; k < b->num; k++)
      b->count[b->n[k].est + 1]++;
   for (uint32_t k = 1; k <= latest; k++)
      b->count[k] += b->count[k - 1];
   for (uint32_t k = 0; k < b->num; k++)
      b->list[b->count[b->n[k].est]++] = k;
   for (unsigned u = 0; u < USC_NUM_UNITS; u++)
      need = relax(b, b->list, b->num, (enum usc_unit)u, need);
   return need;
}

uint32_t usc_bound_solve(struct usc_bound *b)
{
   for (uint32_t k = 0; k < b->num; k++)
      b->n[k].est = b->n[k].tail = 0;
   for (uint32_t k = b->num_e; k-- > 0;) {
      const struct usc_bound_edge *e = &b->e[k];
      if (b->n[e->to].tail + e->lat > b->n[e->from].tail)
         b->n[e->from].tail = b->n[e->to].tail + e->lat;
   }
   /* Edges stand in the order of the operation they lead to. */
   for (uint32_t k = 0; k < b->num_e; k++) {
      const struct usc_bound_edge *e = &b->e[k];
      if (b->n[e->from].est + e->lat > b->n[e->to].est)
         b->n[e->to].est = b->n[e->from].est + e->lat;
   }
   return solve(b);
}

/* ---- the selected groups of a body --------------------------------------------------------------------------------------- */

uint32_t usc_bound_body(struct usc_sched *s)
{
   struct usc_bound *b = &s->problem;
   uint32_t waits = 0, *above = s->g.heap; /* requests in a row before a node */
   bool open = false, stores = false;
   b->ctx = s->c->p.ctx;
   b->num = b->num_e = 0;
   for (uint32_t v = 0; v < s->num; v++) {
      const struct usc_group *g = &s->n[v].i->g;
      above[v] = 0;
      stores |= g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_ST;
      if (usc_closed(g)) {
         usc_bound_alone(b);
         continue;
      }
      uint32_t at = usc_bound_node(b);
      uint8_t *use = b->n[at].use;
      use[USC_UNIT_P] = g->op[USC_P0] != 0;
      use[USC_UNIT_P0] = g->op[USC_P0] && !s->n[v].pairable;
      for (unsigned k = 0; k < 3 && s->n[v].pairable; k++)
         if (g->src[k].bank && !(usc_opd_slots(g->src[k]) >> (3 + k) & 1))
            use[USC_UNIT_P0] = 1;
      use[USC_UNIT_TST] = g->op[USC_TST] != 0;
      use[USC_UNIT_PCK] = g->op[USC_PCK] != 0;
      use[USC_UNIT_BE] = g->op[USC_BE] != 0;
      use[USC_UNIT_W] = g->dst[0].bank || g->op[USC_BE];
      open |= use[USC_UNIT_W];
   }
   /* The edges are those of the graph, which lead to later nodes. */
   for (uint32_t v = 0; v < s->num; v++) {
      const bool request = s->n[v].request;
      if (request && above[v] >= waits)
         waits = above[v] + 1;
      for (uint32_t e = s->g.n[v].first[0]; e != UINT32_MAX; e = s->g.e[e].next[0]) {
         const uint32_t w = s->g.e[e].end[0], at = b->n[v].est + (request ? 2 : s->g.e[e].lat != 0);
         if (at > b->n[w].est)
            b->n[w].est = at;
         if (above[v] + request > above[w])
            above[w] = above[v] + request;
      }
   }
   for (uint32_t v = s->num; v-- > 0;)
      for (uint32_t e = s->g.n[v].first[0]; e != UINT32_MAX; e = s->g.e[e].next[0]) {
         const uint32_t behind = b->n[s->g.e[e].end[0]].tail + (s->n[v].request ? 2 : s->g.e[e].lat != 0);
         if (behind > b->n[v].tail)
            b->n[v].tail = behind;
      }
   while (waits--)
      usc_bound_alone(b);
   /* The last group with an output of a vertex has nothing else to do: whatever it computed would be read later (usc_need.c). */
   if (s->c->s->stage == IR_STAGE_VERTEX && s->block + 1 == s->c->p.num_blocks && open && !stores) {
      uint32_t at = usc_bound_node(b);
      b->n[at].use[USC_UNIT_W] = 1;
   }
   return solve(b);
}
