/* SPDX-License-Identifier: MIT */
/* The dependence graph of a block that is being scheduled: see usc_graph.h. */
#include "backend-usc/schedule/usc_graph.h"

#include <string.h>

void usc_graph_init(struct usc_graph *g, struct usc_code *c)
{
   *g = (struct usc_graph){.c = c};
   cg_sched_init(&g->dag, c->p.ctx, c->p.num_units + USC_NUM_RES);
   cg_bound_init(&g->problem, c->p.ctx, usc_issue_capacity, USC_NUM_ISSUE);
}

/* ---- nodes and edges ----------------------------------------------------------------------------------------------------- */

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct usc_graph *g = user;
   UTIL_PUSH(g->c->p.ctx, g->refs, g->num_refs, g->cap_refs, (struct usc_ref){unit, (uint16_t)n, write});
}

static void add_node(struct usc_graph *g, uint32_t v, struct usc_instr *i)
{
   struct usc_node *n = &g->n[v];
   *n = (struct usc_node){.i = i, .first_ref = g->num_refs};
   const bool drc = usc_group_is_drc(&i->g, NULL);
   g->dag.n[v].raw = (uint8_t)usc_latency(&i->g);
   g->dag.n[v].war = drc; /* a request reads its sources after it was issued: what overwrites them cannot share its group */
   g->dag.n[v].waw = 1;
   n->request = drc;
   n->feedback = usc_group_feeds_back(&i->g);
   g->requests += n->request;
   n->pairable = usc_is_pairable(&i->g);
   n->open = usc_is_open(&i->g);
   usc_refs(g->c, i, note_ref, g);
   n->num_refs = g->num_refs - n->first_ref;
   const struct usc_ref *first = g->refs + n->first_ref, *end = g->refs + g->num_refs;
   for (const struct usc_ref *f = first; f < end; f++)
      if (!f->write)
         cg_sched_read(&g->dag, v, f->unit, f->n);
   for (const struct usc_ref *f = first; f < end; f++)
      if (f->write)
         cg_sched_write(&g->dag, v, f->unit, f->n);
}

/* A phi and the value that it takes over along an edge can share a register if the value is computed after the last read of the
   phi. Where the source has that order, edges keep it. */
static void keep_phis_apart(struct usc_graph *g)
{
   const struct cg_list *tail = &g->c->p.blocks[g->block].tail;
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->num_copies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         const uint32_t w = q->src < CG_EXTERNAL ? cg_sched_writer(&g->dag, q->src) : CG_SCHED_NONE;
         if (w != CG_SCHED_NONE)
            cg_sched_after_readers(&g->dag, q->dst, w, 0);
      }
}

void usc_graph_build(struct usc_graph *g, uint32_t b, const struct cg_list *body)
{
   g->block = b;
   g->num = body->n;
   g->requests = g->num_refs = g->cache.size = 0;
   cg_sched_begin(&g->dag, g->num);
   if (g->num > g->cap) {
      util_discard(g->c->p.ctx, g->n, g->cap * sizeof *g->n);
      g->cap = g->num > 2 * g->cap ? g->num : 2 * g->cap;
      g->n = UTIL_ARRAY(g->c->p.ctx, struct usc_node, g->cap);
   }
   for (uint32_t v = 0; v < g->num; v++)
      add_node(g, v, usc_instr_at(body, v));
   keep_phis_apart(g);
   g->bound = 0;
   if (g->c->opt->bound || !util_is_late(g->c->p.ctx)) /* of large programs there is one schedule */
      g->bound = usc_bound_body(g);
}

/* ---- merges -------------------------------------------------------------------------------------------------------------- */

/* The result of usc_merge() for two nodes. */
struct usc_cached_merge {
   uint32_t v, w; /* v + 1 and w; 0: the entry is empty */
   enum usc_merge_mode mode;
};

void usc_graph_cache_merges(struct usc_graph *g)
{
   struct usc_merge_cache *k = &g->cache;
   k->size = 64;
   while (k->size < 4 * g->num)
      k->size *= 2;
   if (k->size > k->cap) {
      k->cap = k->size;
      k->entries = UTIL_ARRAY(g->c->p.ctx, struct usc_cached_merge, k->cap);
   } else {
      memset(k->entries, 0, k->size * sizeof *k->entries);
   }
}

enum usc_merge_mode usc_graph_merge(struct usc_graph *g, uint32_t v, uint32_t w)
{
   struct usc_group merged;
   if (!g->n[v].pairable && !g->n[w].pairable && !g->n[v].open && !g->n[w].open)
      return USC_APART;
   if (!g->cache.size)
      return usc_merge(&g->n[v].i->g, &g->n[w].i->g, &merged);
   struct usc_cached_merge *m = &g->cache.entries[(v * 31 + w) & (g->cache.size - 1)];
   if (m->v != v + 1 || m->w != w)
      *m = (struct usc_cached_merge){v + 1, w, usc_merge(&g->n[v].i->g, &g->n[w].i->g, &merged)};
   return m->mode;
}

/* ---- waits --------------------------------------------------------------------------------------------------------------- */

/* The state of the two counters while the groups of an order are visited. */
struct counters {
   uint32_t epoch[2];
   bool busy[2];
   bool stores; /* a store is in flight */
   uint32_t waits;
};

/* Counts the waits before a node: for requests whose results it reads; and since memory keeps no order between requests, before
   a store for all requests of counter 0 in flight, and before a load for stores. */
static void wait_before(struct counters *k, const struct usc_node *n)
{
   const unsigned be = n->request ? n->i->g.op[USC_BE] : 0;
   for (unsigned d = 0; d < 2; d++) {
      const bool memory = d == 0 && (be == USC_OP_ST || (be == USC_OP_LD && k->stores));
      if (!k->busy[d] || (n->needs[d] != k->epoch[d] && !memory))
         continue;
      k->busy[d] = false;
      k->stores = k->stores && d;
      k->epoch[d]++;
      k->waits++;
   }
}

/* Request v is issued: all nodes that depend on it must wait for the end of the current epoch. */
static void start_request(struct usc_graph *g, struct counters *k, uint32_t v)
{
   const unsigned d = usc_counter_of(&g->n[v]);
   k->busy[d] = true;
   k->stores |= g->n[v].i->g.op[USC_BE] == USC_OP_ST;
   for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE; e = g->dag.e[e].next[0])
      if (usc_edge_waits(g, v, e))
         g->n[g->dag.e[e].end[0]].needs[d] = k->epoch[d];
}

uint32_t usc_count_waits(struct usc_graph *g, const struct usc_order *o)
{
   struct counters k = {.epoch = {1, 1}};
   if (!g->requests)
      return 0;
   for (uint32_t v = 0; v < g->num; v++)
      g->n[v].needs[0] = g->n[v].needs[1] = 0;
   for (uint32_t p = 0; p < o->n; p++) {
      const uint32_t v = o->pairs[p].v, w = o->pairs[p].w;
      wait_before(&k, &g->n[v]);
      if (w != CG_SCHED_NONE)
         wait_before(&k, &g->n[w]);
      if (g->n[v].request)
         start_request(g, &k, v);
      if (w != CG_SCHED_NONE && g->n[w].request)
         start_request(g, &k, w);
   }
   return k.waits + k.busy[0] + k.busy[1];
}
