/* SPDX-License-Identifier: MIT */
/* Target-independent core of the list scheduler: see sched.h. */
#include "codegen/sched.h"

/* ---- dependences */

void cg_sched_init(struct cg_sched *g, struct util_ctx *ctx, uint32_t num_resources)
{
   *g = (struct cg_sched){.ctx = ctx};
   g->resources = UTIL_ARRAY(ctx, struct cg_sched_resource, num_resources);
}

#define USUAL_EDGES 2 /* of a node: edges, readers */

void cg_sched_begin(struct cg_sched *g, uint32_t num)
{
   g->base++;
   g->num = num;
   g->ne = g->nrd = 0;
   if (num > g->cap_n) {
      util_discard(g->ctx, g->n, g->cap_n * sizeof *g->n);
      g->cap_n = num > 2 * g->cap_n ? num : 2 * g->cap_n;
      g->n = util_resize(g->ctx, NULL, 0, g->cap_n * sizeof *g->n);
   }
   if (USUAL_EDGES * num > g->cap_e) {
      util_discard(g->ctx, g->e, g->cap_e * sizeof *g->e);
      util_discard(g->ctx, g->rd, g->cap_rd * sizeof *g->rd);
      g->cap_e = g->cap_rd = USUAL_EDGES * num;
      g->e = util_resize(g->ctx, NULL, 0, g->cap_e * sizeof *g->e);
      g->rd = util_resize(g->ctx, NULL, 0, g->cap_rd * sizeof *g->rd);
   }
   for (uint32_t i = 0; i < num; i++)
      g->n[i] = (struct cg_sched_node){.first = {CG_SCHED_NONE, CG_SCHED_NONE}};
}

static inline void add_edge(struct cg_sched *g, uint32_t from, uint32_t to, unsigned lat)
{
   if (from == to)
      return;
   UTIL_PUSH(g->ctx, g->e, g->ne, g->cap_e,
             (struct cg_sched_dep){{to, from}, {g->n[from].first[0], g->n[to].first[1]}, (uint8_t)lat});
   g->n[from].first[0] = g->n[to].first[1] = g->ne - 1;
}

static inline struct cg_sched_resource *fresh(struct cg_sched *g, uint32_t r)
{
   if (g->resources[r].stamp != g->base)
      g->resources[r] = (struct cg_sched_resource){CG_SCHED_NONE, CG_SCHED_NONE, g->base};
   return &g->resources[r];
}

void cg_sched_read(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n)
{
   for (uint32_t k = 0; k < n; k++) {
      struct cg_sched_resource *r = fresh(g, res + k);
      if (r->writer != CG_SCHED_NONE)
         add_edge(g, r->writer, node, g->n[r->writer].raw);
      if (r->read_head != CG_SCHED_NONE && g->rd[r->read_head].node == node)
         continue;
      UTIL_PUSH(g->ctx, g->rd, g->nrd, g->cap_rd, (struct cg_sched_reader){node, r->read_head});
      r->read_head = g->nrd - 1;
   }
}

void cg_sched_write(struct cg_sched *g, uint32_t node, uint32_t res, uint32_t n)
{
   for (uint32_t k = 0; k < n; k++) {
      struct cg_sched_resource *r = fresh(g, res + k);
      for (uint32_t q = r->read_head; q != CG_SCHED_NONE; q = g->rd[q].next)
         add_edge(g, g->rd[q].node, node, g->n[g->rd[q].node].war);
      if (r->writer != CG_SCHED_NONE)
         add_edge(g, r->writer, node, g->n[r->writer].waw);
      r->writer = node;
      r->read_head = CG_SCHED_NONE;
   }
}

uint32_t cg_sched_writer(const struct cg_sched *g, uint32_t res)
{
   return g->resources[res].stamp == g->base ? g->resources[res].writer : CG_SCHED_NONE;
}

void cg_sched_after_readers(struct cg_sched *g, uint32_t res, uint32_t node, unsigned lat)
{
   if (g->resources[res].stamp != g->base)
      return;
   for (uint32_t q = g->resources[res].read_head; q != CG_SCHED_NONE; q = g->rd[q].next)
      if (g->rd[q].node < node)
         add_edge(g, g->rd[q].node, node, lat);
}

#define MANY_READERS 2048

void cg_sched_end(struct cg_sched *g)
{
   if (g->cap_rd < MANY_READERS)
      return;
   g->e = util_resize(g->ctx, g->e, g->cap_e * sizeof *g->e, g->ne * sizeof *g->e);
   g->cap_e = g->ne;
   util_discard(g->ctx, g->rd, g->cap_rd * sizeof *g->rd);
   g->rd = NULL;
   g->cap_rd = 0;
}

/* ---- ready nodes */

static void heap_push(struct cg_sched *g, uint32_t v)
{
   uint32_t i = g->nheap++;

   while (i && cg_sched_before(g, v, g->heap[(i - 1) / 2])) {
      g->heap[i] = g->heap[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   g->heap[i] = v;
}

static uint32_t heap_pop(struct cg_sched *g)
{
   uint32_t top = g->heap[0], v = g->heap[--g->nheap], i = 0;

   for (;;) {
      uint32_t k = 2 * i + 1;
      if (k >= g->nheap)
         break;
      if (k + 1 < g->nheap && cg_sched_before(g, g->heap[k + 1], g->heap[k]))
         k++;
      if (!cg_sched_before(g, g->heap[k], v))
         break;
      g->heap[i] = g->heap[k];
      i = k;
   }
   if (g->nheap)
      g->heap[i] = v;
   return top;
}

static void ready_push(struct cg_sched *g, uint32_t v)
{
   if (g->nwin == CG_SCHED_WINDOW) {
      uint32_t last = g->win[CG_SCHED_WINDOW - 1];
      if (!cg_sched_before(g, v, last)) {
         heap_push(g, v);
         return;
      }
      heap_push(g, last);
      g->nwin--;
   }
   uint32_t k = g->nwin++;
   for (; k && cg_sched_before(g, v, g->win[k - 1]); k--)
      g->win[k] = g->win[k - 1];
   g->win[k] = v;
}

static void ready_remove(struct cg_sched *g, uint32_t v)
{
   uint32_t k = 0;

   while (k < g->nwin && g->win[k] != v)
      k++;
   if (k == g->nwin) /* it is in the heap, and is skipped at the top */
      return;
   for (g->nwin--; k < g->nwin; k++)
      g->win[k] = g->win[k + 1];
   while (g->nheap && g->nwin < CG_SCHED_WINDOW) {
      uint32_t t = heap_pop(g);
      if (!g->n[t].issued)
         g->win[g->nwin++] = t;
   }
}

static inline void satisfied(struct cg_sched *g, uint32_t v)
{
   if (--g->n[v].preds)
      return;
   if (g->n[v].ready_at > g->time)
      g->wait[g->nwait++] = v;
   else
      ready_push(g, v);
}

void cg_sched_start(struct cg_sched *g, bool back)
{
   if (g->cap_heap < g->cap_n) {
      util_discard(g->ctx, g->heap, g->cap_heap * sizeof *g->heap);
      util_discard(g->ctx, g->wait, g->cap_heap * sizeof *g->wait);
      g->cap_heap = g->cap_n;
      g->heap = util_resize(g->ctx, NULL, 0, g->cap_heap * sizeof *g->heap);
      g->wait = util_resize(g->ctx, NULL, 0, g->cap_heap * sizeof *g->wait);
   }
   g->nwin = g->nheap = g->nwait = 0;
   g->time = 0;
   g->back = back;
   for (uint32_t at = g->num; at-- > 0;) {
      struct cg_sched_node *n = &g->n[back ? g->num - 1 - at : at];
      uint32_t h = n->floor ? n->floor : 1;
      for (uint32_t e = n->first[back]; e != CG_SCHED_NONE; e = g->e[e].next[back]) {
         struct cg_sched_node *end = &g->n[g->e[e].end[back]]; /* later than n, so it has been visited */
         end->preds++;
         if (end->height + g->e[e].lat > h)
            h = end->height + g->e[e].lat;
      }
      n->height = n->key = h;
      n->preds = 0;
      n->ready_at = 0;
      n->issued = false;
   }
}

void cg_sched_seed(struct cg_sched *g)
{
   for (uint32_t i = 0; i < g->num; i++)
      if (!g->n[i].preds)
         ready_push(g, i);
}

static void wake(struct cg_sched *g)
{
   uint32_t n = 0;

   for (uint32_t k = 0; k < g->nwait; k++) {
      if (g->n[g->wait[k]].ready_at <= g->time)
         ready_push(g, g->wait[k]);
      else
         g->wait[n++] = g->wait[k];
   }
   g->nwait = n;
}

bool cg_sched_skip(struct cg_sched *g)
{
   uint32_t at = UINT32_MAX;

   for (uint32_t k = 0; k < g->nwait; k++)
      if (g->n[g->wait[k]].ready_at < at)
         at = g->n[g->wait[k]].ready_at;
   if (!g->nwait)
      return false;
   g->time = at > g->time ? at : g->time;
   wake(g);
   return true;
}

void cg_sched_wake(struct cg_sched *g)
{
   if (g->nwait)
      wake(g);
   if (!g->nwin)
      UTIL_CHECK(g->ctx, cg_sched_skip(g));
}

void cg_sched_take(struct cg_sched *g, uint32_t node)
{
   g->n[node].issued = true;
   ready_remove(g, node);
}

void cg_sched_issue(struct cg_sched *g, uint32_t node)
{
   cg_sched_take(g, node);
   for (uint32_t e = g->n[node].first[g->back]; e != CG_SCHED_NONE; e = g->e[e].next[g->back])
      if (!g->e[e].lat)
         satisfied(g, g->e[e].end[g->back]);
}

void cg_sched_retire(struct cg_sched *g, uint32_t node)
{
   for (uint32_t e = g->n[node].first[g->back]; e != CG_SCHED_NONE; e = g->e[e].next[g->back]) {
      uint32_t at = g->time + g->e[e].lat;
      if (g->e[e].lat && g->n[g->e[e].end[g->back]].ready_at < at)
         g->n[g->e[e].end[g->back]].ready_at = at;
   }
}

void cg_sched_release(struct cg_sched *g, uint32_t node)
{
   for (uint32_t e = g->n[node].first[g->back]; e != CG_SCHED_NONE; e = g->e[e].next[g->back])
      if (g->e[e].lat)
         satisfied(g, g->e[e].end[g->back]);
}
