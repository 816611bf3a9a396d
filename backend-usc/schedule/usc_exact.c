/* SPDX-License-Identifier: MIT */
/*
 * The exact scheduler: finds a schedule of the selected operations of a block with the fewest groups and waits, or the best
 * within a budget of search nodes. It shares legality with the list scheduler (usc_merge(), so usc_check()), not the search.
 * The budget counts nodes, not time, so the result is the same everywhere.
 *
 * Since the next group satisfies every dependence, the set of finished nodes and the set of requests in flight describe a
 * partial schedule. The search is depth-first branch and bound over groups in order, with limited discrepancy (Harvey and
 * Ginsberg, "Limited discrepancy search", 1995): first along the priorities, then with few deviations from them, then with any
 * number. It cuts off:
 *
 *   - a state that was reached before with the same number of groups or fewer;
 *   - a state whose remaining nodes need too many groups: for every q, the nodes with a tail of at least q fill groups by twos,
 *     except two that cannot be a group (two hosts; two operations for P0), and q groups follow them;
 *   - a group that another ready node could join: its later group stays legal without that node;
 *   - all other moves if a ready node has no possible partner left: it delays nothing to issue it now. This holds for requests
 *     too, unless the block stores to memory, since stores wait for requests.
 */
#include "backend-usc/schedule/usc_exact.h"

#include "util/rng.h"

#include <string.h>

/* Budgets, in nodes of the search, for a block and for a program. */
#define BLOCK_BUDGET 20000
#define PROGRAM_BUDGET 1000000

#define MAX_NODES 256
#define WORDS (MAX_NODES / 64)
#define TABLE 8192 /* states remembered */

struct set {
   uint64_t w[WORDS];
};

struct state {
   struct set done, in_flight; /* in_flight: requests before their wait */
   uint32_t cost;              /* groups and waits */
};

struct exact {
   struct usc_graph *g;
   struct usc_order *order; /* the best so far */
   uint32_t n, words;
   /* by node: sets of nodes */
   struct set before[MAX_NODES];   /* must be in earlier groups */
   struct set no_later[MAX_NODES]; /* must be in earlier groups or in the same */
   struct set awaited[MAX_NODES];  /* requests that must have been waited for */
   struct set partners[MAX_NODES]; /* may share a group with it */
   struct set of_counter[2], stores; /* requests of each counter; stores */
   uint16_t tail[MAX_NODES];         /* lower limit of the groups after its own */
   uint16_t max_tail;
   uint8_t kind[MAX_NODES]; /* enum kind, while a node remains that may share its group */
   bool request[MAX_NODES], store[MAX_NODES], load[MAX_NODES];
   /* search */
   uint64_t budget;
   uint32_t best, stop; /* groups and waits of the best schedule, and a lower bound of these */
   struct usc_pair path[MAX_NODES];
   uint32_t depth;
   bool cut; /* some continuation was not followed */
   struct seen { /* from here on kept from block to block */
      struct set done, in_flight;
      uint32_t cost, generation;
   } * table; /* by a hash of the state */
   uint32_t generation;
};

/* ---- sets ---------------------------------------------------------------------------------------------------------------- */

static inline bool contains(const struct set *s, uint32_t v)
{
   return s->w[v >> 6] >> (v & 63) & 1;
}
static inline void add(struct set *s, uint32_t v)
{
   s->w[v >> 6] |= (uint64_t)1 << (v & 63);
}

static bool is_subset(const struct exact *x, const struct set *a, const struct set *b)
{
   for (uint32_t k = 0; k < x->words; k++)
      if (a->w[k] & ~b->w[k])
         return false;
   return true;
}
static bool intersect(const struct exact *x, const struct set *a, const struct set *b)
{
   for (uint32_t k = 0; k < x->words; k++)
      if (a->w[k] & b->w[k])
         return true;
   return false;
}

/* ---- states -------------------------------------------------------------------------------------------------------------- */

/* Is there no remaining node that can share a group with v? */
static inline bool is_alone(const struct exact *x, const struct state *t, uint32_t v)
{
   return is_subset(x, &x->partners[v], &t->done);
}

/* May v be in the next group, together with node `with` if that is not UINT32_MAX? */
static bool is_ready(const struct exact *x, const struct state *t, uint32_t v, uint32_t with)
{
   if (!is_subset(x, &x->before[v], &t->done) || intersect(x, &x->awaited[v], &t->in_flight))
      return false;
   for (uint32_t k = 0; k < x->words; k++) {
      uint64_t open = x->no_later[v].w[k] & ~t->done.w[k];
      if (with >> 6 == k && with != UINT32_MAX)
         open &= ~((uint64_t)1 << (with & 63));
      if (open)
         return false;
   }
   if (x->store[v] && intersect(x, &t->in_flight, &x->of_counter[0])) /* memory does not keep requests in order (usc_wait.c) */
      return false;
   return !(x->load[v] && intersect(x, &t->in_flight, &x->stores));
}

static void issue(const struct exact *x, struct state *t, uint32_t v)
{
   add(&t->done, v);
   if (x->request[v])
      add(&t->in_flight, v);
}

static void wait_for(const struct exact *x, struct state *t, unsigned counter)
{
   for (uint32_t k = 0; k < x->words; k++)
      t->in_flight.w[k] &= ~x->of_counter[counter].w[k];
   t->cost++;
}

/* Nodes by their possible partners: none that remains; a pairable operation (a host that is full in P0); any single operation
   (an open host); a pairable operation or an open host (an operation for P0 only); all except those without partners. */
enum kind { ALONE, HOST, OPEN, P0_ONLY, PAIRABLE, NUM_KINDS };

/* The groups that so many nodes of each kind take: two nodes share a group only if their kinds allow it. */
static inline uint32_t packed(const uint32_t num[NUM_KINDS])
{
   const uint32_t apart = num[HOST] + (num[OPEN] > num[P0_ONLY] ? num[OPEN] : num[P0_ONLY]),
                  by_twos = (num[HOST] + num[OPEN] + num[P0_ONLY] + num[PAIRABLE] + 1) / 2;
   return num[ALONE] + (apart > by_twos ? apart : by_twos);
}

/* A lower bound of the groups and waits for the remaining nodes. */
static uint32_t remaining_bound(const struct exact *x, const struct state *t)
{
   uint16_t nodes[MAX_NODES + 1][NUM_KINDS]; /* by tail */
   uint32_t max = 0, bound = 0, waits = 0;
   bool any[2] = {false, false}; /* by counter: some requests remain */
   memset(nodes, 0, (x->max_tail + 1u) * sizeof *nodes);
   for (uint32_t v = 0; v < x->n; v++) {
      if (contains(&t->done, v))
         continue;
      uint32_t q = x->tail[v];
      nodes[q][is_alone(x, t, v) ? ALONE : x->kind[v]]++;
      if (q > max)
         max = q;
      if (x->request[v])
         any[contains(&x->of_counter[1], v)] = true;
   }
   for (unsigned d = 0; d < 2; d++)
      waits += any[d] || intersect(x, &t->in_flight, &x->of_counter[d]);
   uint32_t num[NUM_KINDS] = {0}, groups = 0;
   for (uint32_t q = max + 1; q-- > 0;) {
      for (unsigned k = 0; k < NUM_KINDS; k++)
         num[k] += nodes[q][k];
      groups = packed(num);
      if (groups && groups + q > bound)
         bound = groups + q;
   }
   return groups + waits > bound ? groups + waits : bound;
}

/* Was the state reached before with the same number of groups or fewer? Remembers it. */
static bool was_seen(struct exact *x, const struct state *t)
{
   uint64_t h = 0x9e3779b97f4a7c15u;
   for (uint32_t k = 0; k < x->words; k++)
      h = util_mix64(h ^ t->done.w[k]) + util_mix64(h + t->in_flight.w[k]);
   struct seen *e = &x->table[h % TABLE];
   if (e->generation == x->generation && !memcmp(&e->done, &t->done, sizeof e->done) &&
       !memcmp(&e->in_flight, &t->in_flight, sizeof e->in_flight) && e->cost <= t->cost)
      return true;
   *e = (struct seen){t->done, t->in_flight, t->cost, x->generation};
   return false;
}

/* ---- moves --------------------------------------------------------------------------------------------------------------- */

struct move {
   uint16_t v, w; /* nodes of the next group, where w may be NONE; or w is WAIT, for the requests of counter v */
   uint32_t rank;
};
#define NONE UINT16_MAX
#define WAIT (UINT16_MAX - 1)
#define MAX_MOVES 96

/* The ready node with the longest tail that can be issued alone at no cost, or UINT32_MAX. */
static uint32_t forced_node(const struct exact *x, const struct state *t, const uint16_t *ready, uint32_t n)
{
   const bool stores = intersect(x, &x->stores, &x->stores);
   uint32_t forced = UINT32_MAX;
   for (uint32_t k = 0; k < n; k++) {
      const uint32_t v = ready[k];
      if (is_alone(x, t, v) && !(x->request[v] && stores) && (forced == UINT32_MAX || x->tail[v] > x->tail[forced]))
         forced = v;
   }
   return forced;
}

/* Appends the groups of v with each possible partner, or without partners that of v alone. Returns the number of moves. */
static uint32_t add_groups(const struct exact *x, const struct state *t, uint32_t v, struct move *m, uint32_t num)
{
   bool joined = false;
   for (uint32_t q = 0; q < x->words; q++)
      for (uint64_t b = x->partners[v].w[q] & ~t->done.w[q]; b; b &= b - 1) {
         const uint32_t w = 64 * q + (uint32_t)__builtin_ctzll(b);
         const bool same = is_ready(x, t, w, UINT32_MAX);
         if (!same && !is_ready(x, t, w, v))
            continue;
         joined = true;
         if ((same && w < v) || num == MAX_MOVES)
            continue; /* the pair is a move of w */
         const uint32_t a = x->tail[v], c = x->tail[w];
         m[num++] = (struct move){(uint16_t)v, (uint16_t)w, (a > c ? a : c) * 1024 + (a > c ? c : a) + 1};
      }
   if (!joined && num < MAX_MOVES)
      m[num++] = (struct move){(uint16_t)v, NONE, x->tail[v] * 1024u};
   return num;
}

/* The groups and waits that may come next, the most promising first, or a single one if no other can be better. */
static uint32_t find_moves(const struct exact *x, const struct state *t, struct move *m)
{
   uint16_t ready[MAX_NODES];
   uint32_t n = 0, num = 0;
   for (uint32_t v = 0; v < x->n; v++)
      if (!contains(&t->done, v) && is_ready(x, t, v, UINT32_MAX))
         ready[n++] = (uint16_t)v;
   const uint32_t forced = forced_node(x, t, ready, n);
   if (forced != UINT32_MAX) {
      m[0] = (struct move){(uint16_t)forced, NONE, 0};
      return 1;
   }
   for (uint32_t k = 0; k < n; k++)
      num = add_groups(x, t, ready[k], m, num);
   for (unsigned d = 0; d < 2; d++)
      if (intersect(x, &t->in_flight, &x->of_counter[d]) && num < MAX_MOVES)
         m[num++] = (struct move){(uint16_t)d, WAIT, 0};
   for (uint32_t k = 1; k < num; k++) { /* stable: ties in the order of the source */
      struct move c = m[k];
      uint32_t q = k;
      for (; q && m[q - 1].rank < c.rank; q--)
         m[q] = m[q - 1];
      m[q] = c;
   }
   return num;
}

static void apply(struct exact *x, struct state *t, const struct move *m)
{
   if (m->w == WAIT) {
      wait_for(x, t, m->v);
      return;
   }
   issue(x, t, m->v);
   if (m->w != NONE)
      issue(x, t, m->w);
   x->path[x->depth++] = (struct usc_pair){m->v, m->w == NONE ? CG_SCHED_NONE : m->w, USC_APART};
   t->cost++;
}

/* ---- the search ---------------------------------------------------------------------------------------------------------- */

static bool is_complete(const struct exact *x, const struct state *t)
{
   for (uint32_t v = 0; v < x->n; v++)
      if (!contains(&t->done, v))
         return false;
   return true;
}

/* Keeps the path, on which all nodes are done, if it is better than the best so far. */
static void note_complete(struct exact *x, const struct state *t)
{
   uint32_t cost = t->cost;
   for (unsigned d = 0; d < 2; d++)
      cost += intersect(x, &t->in_flight, &x->of_counter[d]);
   if (cost >= x->best)
      return;
   x->best = cost;
   memcpy(x->order->pairs, x->path, x->depth * sizeof *x->path);
   x->order->n = x->depth;
}

/* Follows the continuations of the state. Move k of a list, counted from 0, uses k deviations. */
static void search(struct exact *x, struct state t, uint32_t deviations)
{
   const uint32_t depth = x->depth;
   for (;;) {
      if (!x->budget || x->best <= x->stop) {
         x->cut = true;
         break;
      }
      x->budget--;
      if (is_complete(x, &t)) {
         note_complete(x, &t);
         break;
      }
      if (t.cost + remaining_bound(x, &t) >= x->best || was_seen(x, &t))
         break;
      struct move m[MAX_MOVES];
      uint32_t n = find_moves(x, &t, m);
      if (n > 1 + deviations) {
         x->cut = true;
         n = 1 + deviations;
      }
      if (n == MAX_MOVES)
         x->cut = true;
      if (n == 1) { /* without a recursion */
         apply(x, &t, &m[0]);
         continue;
      }
      for (uint32_t k = 0; k < n; k++) {
         struct state next = t;
         const uint32_t at = x->depth;
         apply(x, &next, &m[k]);
         search(x, next, deviations - k);
         x->depth = at;
      }
      break;
   }
   x->depth = depth;
}

/* ---- the problem --------------------------------------------------------------------------------------------------------- */

static void add_node(struct exact *x, uint32_t v, struct set *reach)
{
   const struct usc_graph *g = x->g;
   const struct usc_instr *i = g->n[v].i;
   const unsigned be = i->g.kind == USC_MAIN ? i->g.op[USC_BE] : 0;
   x->request[v] = g->n[v].request;
   x->store[v] = usc_group_stores(&i->g);
   x->load[v] = be == USC_OP_LD;
   x->kind[v] = g->n[v].pairable ? PAIRABLE : g->n[v].open ? OPEN : usc_is_single(&i->g) ? P0_ONLY : HOST;
   if (x->request[v])
      add(&x->of_counter[be == USC_OP_SMP], v);
   if (x->store[v])
      add(&x->stores, v);
   for (uint32_t e = g->dag.n[v].first[0]; e != CG_SCHED_NONE; e = g->dag.e[e].next[0]) {
      const bool later = g->dag.e[e].lat != 0;
      const uint32_t w = g->dag.e[e].end[0], tail = x->tail[w] + (usc_edge_waits(g, v, e) ? 2u : later);
      add(later ? &x->before[w] : &x->no_later[w], v);
      if (usc_edge_waits(g, v, e))
         add(&x->awaited[w], v);
      if (tail > x->tail[v])
         x->tail[v] = (uint16_t)tail;
      for (uint32_t k = 0; k < x->words; k++)
         reach[v].w[k] |= reach[w].w[k];
      if (later)
         add(&reach[v], w);
      for (uint32_t q = g->dag.n[w].first[0]; q != CG_SCHED_NONE; q = g->dag.e[q].next[0])
         add(&reach[v], g->dag.e[q].end[0]);
   }
   if (x->tail[v] > x->max_tail)
      x->max_tail = x->tail[v];
}

/* Describes the graph; false if its longest path is too long for the tables. */
static bool build(struct exact *x)
{
   struct usc_graph *g = x->g;
   /* By node: nodes that cannot share its group, because an edge with a latency or a path of several edges leads to them. */
   struct set *reach = UTIL_ARRAY(g->c->p.ctx, struct set, x->n);
   for (uint32_t v = x->n; v-- > 0;)
      add_node(x, v, reach);
   for (uint32_t v = 0; v < x->n; v++)
      for (uint32_t w = v + 1; w < x->n; w++) {
         struct usc_group merged;
         if ((g->n[v].pairable || g->n[w].pairable || g->n[v].open || g->n[w].open) && !contains(&reach[v], w) &&
             usc_merge(&g->n[v].i->g, &g->n[w].i->g, &merged)) {
            add(&x->partners[v], w);
            add(&x->partners[w], v);
         }
      }
   return x->max_tail < MAX_NODES;
}

bool usc_exact(struct usc_exact *exact, struct usc_graph *g, struct usc_order *best)
{
   const uint32_t budget = exact->spent < PROGRAM_BUDGET ? BLOCK_BUDGET : 0;
   if (g->num > MAX_NODES || !budget)
      return false;
   struct exact *x = exact->memory;
   if (x)
      memset(x, 0, offsetof(struct exact, table));
   else
      x = exact->memory = UTIL_NEW(g->c->p.ctx, struct exact);
   x->g = g;
   x->order = best;
   x->n = g->num;
   x->words = (g->num + 63) / 64;
   if (!build(x))
      return false;
   struct state start = {0};
   x->best = best->n + usc_count_waits(g, best);
   x->stop = remaining_bound(x, &start);
   if (g->bound > x->stop)
      x->stop = g->bound;
   if (x->best <= x->stop)
      return true;
   if (!x->table)
      x->table = UTIL_ARRAY(g->c->p.ctx, struct seen, TABLE);
   x->budget = budget;
   for (uint32_t d = 0; d <= MAX_NODES && x->budget && x->best > x->stop; d = d ? 2 * d : 1) {
      x->cut = false;
      x->generation++;
      search(x, start, d);
      if (!x->cut) {
         x->stop = x->best; /* searched to the end */
         break;
      }
   }
   exact->spent += budget - (uint32_t)x->budget;
   util_work(g->c->p.ctx, 16 * (uint64_t)(budget - x->budget));
   return x->best <= x->stop;
}
