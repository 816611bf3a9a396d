/* SPDX-License-Identifier: MIT */
/* The dependence graph of a block that is being scheduled: see usc_graph.h. */
#include "backend-usc/schedule/usc_graph.h"

#include <string.h>

#include "util/rng.h"

/* Finds the copies of each unit along the edges of the program. */
static void list_copies(struct usc_graph *g)
{
   struct cg_program *p = &g->c->p;
   uint32_t cap = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (uint32_t i = 0; i < p->blocks[b].tail.n; i++) {
         const struct cg_instr *q = p->blocks[b].tail.i[i];
         for (uint32_t k = 0; q->kind == CG_COPIES && k < q->num_copies; k++) {
            if (q->copies[k].src >= CG_EXTERNAL)
               continue;
            if (!g->copies.of)
               g->copies.of = UTIL_ARRAY(p->ctx, uint32_t, p->num_units);
            const struct usc_copy_of copy = {q->copies[k].dst, g->copies.of[q->copies[k].src]};
            UTIL_PUSH(p->ctx, g->copies.list, g->copies.num, cap, copy);
            g->copies.of[q->copies[k].src] = g->copies.num;
         }
      }
}

void usc_graph_init(struct usc_graph *g, struct usc_mir *c)
{
   *g = (struct usc_graph){.c = c, .merges.before = c->num_shapes};
   cg_sched_init(&g->dag, c->p.ctx, c->p.num_units + USC_NUM_RES);
   cg_bound_init(&g->problem, c->p.ctx, usc_issue_capacity, USC_NUM_ISSUE);
   list_copies(g);
}

/* ---- merges -------------------------------------------------------------------------------------------------------------- */

/*
 * The operations of two groups and the kinds of their operands decide whether the groups merge: the number of a virtual
 * register does not matter, and of the number of a uniform only how many bits it has. So nodes have shapes, their groups
 * without these numbers, and the result for two shapes holds for all their nodes, in other blocks too. Where registers are
 * compared with each other the result is that of the nodes: an external operand shares the source slot of an equal one, and two
 * results do not go to one register.
 */
struct usc_known_merge {
   uint32_t v, w; /* shapes, counted from 1, or NODES + nodes, or 0 in an empty entry */
   enum usc_merge_mode mode;
};
#define NODES 0x80000000u
#define MAX_KNOWN 2048u /* entries; queries that repeat do so soon */

/* A polynomial of the words, mixed once at the end. */
static uint32_t hash_of(const struct usc_group *g)
{
   const uint64_t factor = 0x9e3779b97f4a7c15u;
   uint64_t h = 0, word[2], rest[2] = {0};
   for (size_t k = 0; k < sizeof *g / sizeof word; k++) {
      memcpy(word, (const uint8_t *)g + k * sizeof word, sizeof word);
      h = ((h + word[0]) * factor + word[1]) * factor;
   }
   memcpy(rest, (const uint8_t *)g + sizeof *g / sizeof word * sizeof word, sizeof *g % sizeof word);
   h = ((h + rest[0]) * factor + rest[1]) * factor;
   return (uint32_t)((h ^ h >> 32) * factor >> 32);
}

static void grow_slots(struct usc_graph *g)
{
   struct usc_merges *m = &g->merges;
   util_discard(g->c->p.ctx, m->slots, m->num_slots * sizeof *m->slots);
   m->num_slots = m->num_slots ? 2 * m->num_slots : 64;
   m->slots = UTIL_ARRAY(g->c->p.ctx, uint32_t, m->num_slots);
   for (uint32_t k = 0; k < m->num_shapes; k++) {
      uint32_t at = hash_of(&m->shapes[k]) & (m->num_slots - 1);
      while (m->slots[at])
         at = (at + 1) & (m->num_slots - 1);
      m->slots[at] = k + 1;
   }
}

/* The number with all bits set up to the highest one of n. */
static uint32_t set_below(uint32_t n)
{
   for (unsigned k = 1; k < 32; k *= 2)
      n |= n >> k;
   return n;
}

/* The shape of an instruction, counted from 1. The instruction keeps it for other lists. */
static uint32_t shape_of(struct usc_graph *g, struct usc_instr *i)
{
   struct usc_merges *m = &g->merges;
   if (i->base.shape > m->before)
      return i->base.shape - m->before;
   struct usc_group shape = i->g;
   for (unsigned k = 0; k < 8; k++) {
      struct usc_opd *o = k < 6 ? &shape.src[k] : &shape.dst[k - 6];
      if (o->bank == USC_VIRTUAL)
         o->index = 0;
      else if ((o->bank == USC_SHARED || o->bank == USC_COEFF) && !o->idx)
         o->index = set_below(o->index);
   }
   if (2 * m->num_shapes >= m->num_slots)
      grow_slots(g);
   uint32_t at = hash_of(&shape) & (m->num_slots - 1);
   while (m->slots[at] && memcmp(&m->shapes[m->slots[at] - 1], &shape, sizeof shape))
      at = (at + 1) & (m->num_slots - 1);
   if (!m->slots[at]) {
      UTIL_PUSH(g->c->p.ctx, m->shapes, m->num_shapes, m->cap_shapes, shape);
      m->slots[at] = m->num_shapes;
   }
   const uint32_t number = m->before + m->slots[at];
   i->base.shape = number <= UINT16_MAX ? (uint16_t)number : 0;
   if (g->c->num_shapes < number)
      g->c->num_shapes = number;
   return m->slots[at];
}

static bool same_result(const struct usc_group *a, const struct usc_group *b)
{
   return a->dst[0].bank && b->dst[0].bank && usc_same_reg(a->dst[0], b->dst[0]);
}

static void ready_for(struct usc_merges *m, struct util_ctx *ctx, uint32_t num)
{
   uint32_t size = 64;
   while (size < num && size < MAX_KNOWN)
      size *= 2;
   if (size <= m->num_known)
      return;
   util_discard(ctx, m->known, m->num_known * sizeof *m->known);
   m->known = UTIL_ARRAY(ctx, struct usc_known_merge, m->num_known = size);
}

/* The entry of two nodes, by their shapes or numbers. */
static enum usc_merge_mode merge_of(struct usc_graph *g, const struct usc_node *a, const struct usc_node *b, uint32_t x,
                                    uint32_t y)
{
   struct usc_known_merge *m = &g->merges.known[util_mix32(x * 31 + y) & (g->merges.num_known - 1)];
   struct usc_group merged;
   if (m->v != x || m->w != y)
      *m = (struct usc_known_merge){x, y, usc_merge(&a->i->g, &b->i->g, &merged)};
   else if (g->c->opt->verify)
      UTIL_CHECK(g->c->p.ctx, m->mode == usc_merge(&a->i->g, &b->i->g, &merged));
   return m->mode;
}

enum usc_merge_mode usc_graph_find_merge(struct usc_graph *g, uint32_t v, uint32_t w)
{
   const struct usc_node *const a = &g->n[v], *const b = &g->n[w];
   if ((!a->pairable && !b->pairable && !a->open && !b->open) || a->closed || b->closed)
      return USC_APART;
   if (a->external || b->external || same_result(&a->i->g, &b->i->g))
      return merge_of(g, a, b, NODES + g->merges.nodes + v, NODES + g->merges.nodes + w);
   const enum usc_merge_mode mode = merge_of(g, a, b, a->shape, b->shape);
   if (a->quick && b->quick)
      g->merges.few[a->shape - 1][b->shape - 1] = (uint8_t)(1 + mode);
   return mode;
}

/* ---- nodes and edges ----------------------------------------------------------------------------------------------------- */

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct usc_graph *g = user;
   UTIL_PUSH(g->c->p.ctx, g->refs, g->num_refs, g->cap_refs, (struct usc_ref){unit, (uint16_t)n, write});
}

/* Finds what merges of the node, which is not closed, depend on. */
static void note_merges(struct usc_graph *g, struct usc_node *n, uint32_t v)
{
   const struct usc_group *group = &n->i->g;
   const struct usc_opd *dst = &group->dst[0];
   n->pairable = usc_is_pairable(group);
   n->open = usc_is_open(group);
   n->external = usc_group_reads_fte(group);
   n->shape = shape_of(g, n->i);
   n->quick = !n->external && n->shape <= USC_FEW_SHAPES && (!dst->bank || (dst->bank == USC_VIRTUAL && !dst->idx)) &&
              !g->c->opt->verify;
   n->result = dst->bank ? dst->index : UINT32_MAX - v;
}

static void add_node(struct usc_graph *g, uint32_t v, struct usc_instr *i)
{
   struct usc_node *n = &g->n[v];
   *n = (struct usc_node){.i = i, .first_ref = g->num_refs};
   const bool drc = usc_group_is_drc(&i->g, NULL);
   g->dag.n[v].raw = (uint8_t)usc_latency(&i->g);
   g->dag.n[v].war = drc; /* a request reads its sources late: no group that overwrites them can share its group */
   g->dag.n[v].waw = 1;
   n->request = drc;
   n->feedback = usc_group_feeds_back(&i->g);
   g->requests += n->request;
   g->hosts += usc_has_room(&i->g);
   n->closed = usc_closed(&i->g) != 0;
   if (!n->closed)
      note_merges(g, n, v);
   usc_refs_inline(g->c, i, note_ref, g);
   n->num_refs = g->num_refs - n->first_ref;
   const struct usc_ref *first = g->refs + n->first_ref, *end = g->refs + g->num_refs;
   for (const struct usc_ref *f = first; f < end; f++)
      if (!f->write)
         cg_sched_read(&g->dag, v, f->unit, f->n);
   for (const struct usc_ref *f = first; f < end; f++)
      if (f->write)
         cg_sched_write(&g->dag, v, f->unit, f->n);
}

/* A phi and its value along an edge can share a register if the value is computed after the last read of the phi. If the source
   has that order, edges keep it. */
static void keep_phis_apart(struct usc_graph *g)
{
   for (uint32_t v = 0; g->copies.of && v < g->num; v++)
      for (unsigned k = 0; k < 2; k++) {
         const struct usc_opd d = g->n[v].i->g.dst[k];
         if (d.bank != USC_VIRTUAL || cg_sched_writer(&g->dag, d.index) != v)
            continue;
         for (uint32_t q = g->copies.of[d.index]; q; q = g->copies.list[q - 1].next)
            cg_sched_after_readers(&g->dag, g->copies.list[q - 1].dst, v, 0);
      }
}

#define USUAL_REFS 3 /* of a node */

void usc_graph_build(struct usc_graph *g, uint32_t b, const struct cg_list *body)
{
   g->block = b;
   g->merges.nodes += g->num; /* after the nodes of the previous graph */
   g->num = body->n;
   g->requests = g->hosts = g->num_refs = 0;
   cg_sched_begin(&g->dag, g->num);
   ready_for(&g->merges, g->c->p.ctx, g->num);
   if (g->num > g->cap) {
      util_discard(g->c->p.ctx, g->n, g->cap * sizeof *g->n);
      g->cap = g->num > 2 * g->cap ? g->num : 2 * g->cap;
      g->n = util_resize(g->c->p.ctx, NULL, 0, g->cap * sizeof *g->n);
   }
   if (USUAL_REFS * g->num > g->cap_refs) {
      util_discard(g->c->p.ctx, g->refs, g->cap_refs * sizeof *g->refs);
      g->cap_refs = USUAL_REFS * g->num;
      g->refs = util_resize(g->c->p.ctx, NULL, 0, g->cap_refs * sizeof *g->refs);
   }
   for (uint32_t v = 0; v < g->num; v++)
      add_node(g, v, usc_instr_at(body, v));
   keep_phis_apart(g);
   cg_sched_end(&g->dag);
   g->bound = 0;
}

/* ---- waits --------------------------------------------------------------------------------------------------------------- */

/* The state of the two counters while the groups of an order are visited. */
struct counters {
   uint32_t epoch[2];
   bool busy[2];
   bool stores; /* a store is in flight */
   uint32_t waits, left; /* left: requests that were not issued yet */
};

/* Counts the waits before a node: for requests whose results it reads. Since memory does not keep requests in order, a store
   also waits for all requests of counter 0 in flight, and a load for stores. */
static void wait_before(struct counters *k, const struct usc_node *n)
{
   const unsigned be = n->request ? n->i->g.op[USC_BE] : 0;
   for (unsigned d = 0; d < 2; d++) {
      const bool memory = d == 0 && (usc_group_stores(&n->i->g) || (be == USC_OP_LD && k->stores));
      if (!k->busy[d] || (n->needs[d] != k->epoch[d] && !memory))
         continue;
      k->busy[d] = false;
      k->stores = k->stores && d;
      k->epoch[d]++;
      k->waits++;
   }
}

/* Issues request v: all nodes that depend on it must wait for the end of the current epoch. */
static void start_request(struct usc_graph *g, struct counters *k, uint32_t v)
{
   const unsigned d = usc_counter_of(&g->n[v]);
   k->busy[d] = true;
   k->left--;
   k->stores |= usc_group_stores(&g->n[v].i->g);
   for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE; e = g->dag.e[e].next[0])
      if (usc_edge_waits(g, v, e))
         g->n[g->dag.e[e].end[0]].needs[d] = (uint16_t)k->epoch[d];
}

uint32_t usc_count_waits(struct usc_graph *g, const struct usc_order *o)
{
   struct counters k = {.epoch = {1, 1}, .left = g->requests};
   if (!g->requests)
      return 0;
   for (uint32_t v = 0; v < g->num; v++)
      g->n[v].needs[0] = g->n[v].needs[1] = 0;
   for (uint32_t p = 0; p < o->n && (k.left || k.busy[0] || k.busy[1]); p++) {
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
