/* SPDX-License-Identifier: MIT */
/*
 * The exact scheduler: the fewest groups that the selected operations of a block can be put into, waits for requests included,
 * or the best found within a budget of search nodes. Same legality as the list scheduler (usc_merge, so usc_check), a search of its
 * own; the budget counts nodes, not time, so the result is the same everywhere.
 *
 * Since every dependence is satisfied by the next group, a partial schedule is told by the set of what is done and the requests
 * under way. Depth-first branch and bound over groups, in order, with limited discrepancy (Harvey and Ginsberg, "Limited
 * discrepancy search", 1995): first what the priorities say, then few, then any number of deviations. What is cut off:
 *
 *   - a state that was reached before with as few groups;
 *   - a state whose remaining operations need too many: for every length q of the chain behind, those with at least that much
 *     behind them fill groups by twos (hosts, which take at most one single operation, by themselves), and q groups follow;
 *   - a group that another operation could join: taking that operation out of its later group leaves a legal group;
 *   - an operation that nothing left can join is issued at once: moving it forward delays nothing. So is a request, unless the
 *     block stores to memory, since stores wait for requests.
 */
#include "backend-usc/schedule/usc_sched.h"

#include "util/rng.h"

#include <string.h>

#define MAX_NODES 256
#define WORDS (MAX_NODES / 64)
#define TABLE 8192 /* states remembered */

struct set {
   uint64_t w[WORDS];
};

struct state {
   struct set done, pend; /* pend: requests without their wait */
   uint32_t cost;
};

struct exact {
   struct usc_sched *s;
   uint32_t n, words;
   struct set before[MAX_NODES];   /* must be in earlier groups */
   struct set beside[MAX_NODES];   /* in earlier groups or in the same */
   struct set requests[MAX_NODES]; /* must have been waited for */
   struct set partner[MAX_NODES];  /* may share a group */
   struct set drc[2], stores;
   uint16_t tail[MAX_NODES]; /* groups behind it at least */
   uint16_t max_tail;
   bool host[MAX_NODES], request[MAX_NODES], store[MAX_NODES], load[MAX_NODES];
   /* search */
   uint64_t budget;
   uint32_t best, stop; /* groups of the best schedule; good enough */
   struct usc_pair path[MAX_NODES];
   uint32_t depth;
   struct slot { /* from here on kept from block to block */
      struct set done, pend;
      uint32_t cost, generation;
   } * table;
   uint32_t generation;
   bool cut; /* something was not followed */
};

static inline bool has(const struct set *s, uint32_t v)
{
   return s->w[v >> 6] >> (v & 63) & 1;
}
static inline void add(struct set *s, uint32_t v)
{
   s->w[v >> 6] |= (uint64_t)1 << (v & 63);
}

static bool inside(const struct exact *x, const struct set *a, const struct set *b)
{
   for (uint32_t k = 0; k < x->words; k++)
      if (a->w[k] & ~b->w[k])
         return false;
   return true;
}
static bool meets(const struct exact *x, const struct set *a, const struct set *b)
{
   for (uint32_t k = 0; k < x->words; k++)
      if (a->w[k] & b->w[k])
         return true;
   return false;
}

/* Is v ready, `with` in the same group (UINT32_MAX: alone)? */
static bool ready(const struct exact *x, const struct state *t, uint32_t v, uint32_t with)
{
   if (!inside(x, &x->before[v], &t->done) || meets(x, &x->requests[v], &t->pend))
      return false;
   for (uint32_t k = 0; k < x->words; k++) {
      uint64_t open = x->beside[v].w[k] & ~t->done.w[k];
      if (with >> 6 == k && with != UINT32_MAX)
         open &= ~((uint64_t)1 << (with & 63));
      if (open)
         return false;
   }
   if (x->store[v] && meets(x, &t->pend, &x->drc[0])) /* memory keeps no order between requests (usc_wait.c) */
      return false;
   return !(x->load[v] && meets(x, &t->pend, &x->stores));
}

/* Groups that the rest needs at least. */
static uint32_t rest(const struct exact *x, const struct state *t)
{
   uint16_t full[MAX_NODES + 1], hosts[MAX_NODES + 1], singles[MAX_NODES + 1];
   uint32_t max = 0, need = 0, waits = 0;
   bool any[2] = {false, false};
   memset(full, 0, (x->max_tail + 1u) * sizeof *full);
   memset(hosts, 0, (x->max_tail + 1u) * sizeof *hosts);
   memset(singles, 0, (x->max_tail + 1u) * sizeof *singles);
   for (uint32_t v = 0; v < x->n; v++) {
      if (has(&t->done, v))
         continue;
      bool alone = true;
      for (uint32_t k = 0; k < x->words && alone; k++)
         alone = !(x->partner[v].w[k] & ~t->done.w[k]);
      uint32_t q = x->tail[v];
      (alone ? full : x->host[v] ? hosts : singles)[q]++;
      if (q > max)
         max = q;
      if (x->request[v])
         any[has(&x->drc[1], v)] = true;
   }
   for (unsigned d = 0; d < 2; d++)
      waits += any[d] || meets(x, &t->pend, &x->drc[d]);
   uint32_t f = 0, h = 0, s = 0;
   for (uint32_t q = max + 1; q-- > 0;) {
      f += full[q], h += hosts[q], s += singles[q];
      uint32_t groups = f + (s > h ? h + (s - h + 1) / 2 : h) + q;
      if (f + h + s && groups > need)
         need = groups;
   }
   uint32_t groups = f + (s > h ? h + (s - h + 1) / 2 : h) + waits;
   return groups > need ? groups : need;
}

/* Was the state reached before with no more groups? Remembers it. */
static bool seen(struct exact *x, const struct state *t)
{
   uint64_t h = 0x9e3779b97f4a7c15u;
   for (uint32_t k = 0; k < x->words; k++)
      h = util_mix64(h ^ t->done.w[k]) + util_mix64(h + t->pend.w[k]);
   struct slot *e = &x->table[h % TABLE];
   if (e->generation == x->generation && !memcmp(&e->done, &t->done, sizeof e->done) &&
       !memcmp(&e->pend, &t->pend, sizeof e->pend) && e->cost <= t->cost)
      return true;
   *e = (struct slot){t->done, t->pend, t->cost, x->generation};
   return false;
}

static void take(const struct exact *x, struct state *t, uint32_t v)
{
   add(&t->done, v);
   if (x->request[v])
      add(&t->pend, v);
}

static void wait_for(const struct exact *x, struct state *t, unsigned d)
{
   for (uint32_t k = 0; k < x->words; k++)
      t->pend.w[k] &= ~x->drc[d].w[k];
   t->cost++;
}

struct move {
   uint16_t v, w; /* w: NONE alone, WAIT v = counter */
   uint32_t rank;
};
#define NONE UINT16_MAX
#define WAIT (UINT16_MAX - 1)
#define MAX_MOVES 96

/* The groups that may come next, the most promising first. One if it need not be chosen. */
static uint32_t moves(const struct exact *x, const struct state *t, struct move *m)
{
   uint16_t open[MAX_NODES];
   uint32_t n = 0, num = 0;
   for (uint32_t v = 0; v < x->n; v++)
      if (!has(&t->done, v) && ready(x, t, v, UINT32_MAX))
         open[n++] = (uint16_t)v;
   const bool stores = meets(x, &x->stores, &x->stores);
   uint32_t forced = UINT32_MAX;
   for (uint32_t k = 0; k < n; k++) {
      uint32_t v = open[k];
      bool alone = true;
      for (uint32_t q = 0; q < x->words && alone; q++)
         alone = !(x->partner[v].w[q] & ~t->done.w[q]);
      if (alone && !(x->request[v] && stores) && (forced == UINT32_MAX || x->tail[v] > x->tail[forced]))
         forced = v;
   }
   if (forced != UINT32_MAX) {
      m[0] = (struct move){(uint16_t)forced, NONE, 0};
      return 1;
   }
   for (uint32_t k = 0; k < n; k++) {
      const uint32_t v = open[k];
      bool joined = false;
      for (uint32_t q = 0; q < x->words; q++)
         for (uint64_t b = x->partner[v].w[q] & ~t->done.w[q]; b; b &= b - 1) {
            uint32_t w = 64 * q + (uint32_t)__builtin_ctzll(b);
            bool same = ready(x, t, w, UINT32_MAX);
            if (!same && !ready(x, t, w, v))
               continue;
            joined = true;
            if ((same && w < v) || num == MAX_MOVES)
               continue; /* seen from the other side */
            uint32_t a = x->tail[v], c = x->tail[w];
            m[num++] = (struct move){(uint16_t)v, (uint16_t)w, (a > c ? a : c) * 1024 + (a > c ? c : a) + 1};
         }
      if (!joined && num < MAX_MOVES)
         m[num++] = (struct move){(uint16_t)v, NONE, x->tail[v] * 1024u};
   }
   for (unsigned d = 0; d < 2; d++)
      if (meets(x, &t->pend, &x->drc[d]) && num < MAX_MOVES)
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

static void search(struct exact *x, struct state t, uint32_t deviations)
{
   const uint32_t depth = x->depth;
   for (;;) {
      if (!x->budget || x->best <= x->stop) {
         x->cut = true;
         break;
      }
      x->budget--;
      bool all = true;
      for (uint32_t v = 0; v < x->n && all; v++)
         all = has(&t.done, v);
      if (all) {
         uint32_t cost = t.cost + meets(x, &t.pend, &x->drc[0]) + meets(x, &t.pend, &x->drc[1]);
         if (cost < x->best) {
            x->best = cost;
            memcpy(x->s->best, x->path, x->depth * sizeof *x->path);
            x->s->nbest = x->depth;
         }
         break;
      }
      if (t.cost + rest(x, &t) >= x->best || seen(x, &t))
         break;
      struct move m[MAX_MOVES];
      uint32_t n = moves(x, &t, m);
      if (n > 1 + deviations) {
         x->cut = true;
         n = 1 + deviations;
      }
      if (n == MAX_MOVES)
         x->cut = true;
      /* The first is followed last, in this loop, when it is the only one; else each in a call of its own. */
      for (uint32_t k = 0; k < n; k++) {
         struct state q = t;
         uint32_t at = x->depth;
         if (m[k].w == WAIT) {
            wait_for(x, &q, m[k].v);
         } else {
            take(x, &q, m[k].v);
            if (m[k].w != NONE)
               take(x, &q, m[k].w);
            x->path[x->depth++] = (struct usc_pair){m[k].v, m[k].w == NONE ? UINT32_MAX : m[k].w, USC_APART};
            q.cost++;
         }
         if (n == 1) {
            t = q;
            break;
         }
         search(x, q, deviations - k);
         x->depth = at;
      }
      if (n != 1)
         break;
   }
   x->depth = depth;
}

static bool build(struct exact *x)
{
   struct usc_sched *s = x->s;
   struct set *reach = UTIL_ARRAY(s->c->p.ctx, struct set, x->n); /* over a path that is not one edge within a group */
   for (uint32_t v = x->n; v-- > 0;) {
      const struct usc_instr *i = s->n[v].i;
      const unsigned be = i->g.kind == USC_MAIN ? i->g.op[USC_BE] : 0;
      x->request[v] = s->n[v].request;
      x->store[v] = be == USC_OP_ST;
      x->load[v] = be == USC_OP_LD;
      x->host[v] = !s->n[v].pairable;
      if (x->request[v])
         add(&x->drc[be == USC_OP_SMP], v);
      if (x->store[v])
         add(&x->stores, v);
      for (uint32_t e = s->g.n[v].first[0]; e != UINT32_MAX; e = s->g.e[e].next[0]) {
         uint32_t w = s->g.e[e].end[0], behind = x->tail[w] + (x->request[v] ? 2u : s->g.e[e].lat != 0);
         if (s->g.e[e].lat)
            add(&x->before[w], v);
         else
            add(&x->beside[w], v);
         if (x->request[v])
            add(&x->requests[w], v);
         if (behind > x->tail[v])
            x->tail[v] = (uint16_t)behind;
         for (uint32_t k = 0; k < x->words; k++)
            reach[v].w[k] |= reach[w].w[k];
         if (s->g.e[e].lat)
            add(&reach[v], w);
         for (uint32_t q = s->g.n[w].first[0]; q != UINT32_MAX; q = s->g.e[q].next[0])
            add(&reach[v], s->g.e[q].end[0]);
      }
      if (x->tail[v] > x->max_tail)
         x->max_tail = x->tail[v];
   }
   for (uint32_t v = 0; v < x->n; v++)
      for (uint32_t w = v + 1; w < x->n; w++) {
         struct usc_group g;
         if ((!x->host[v] || !x->host[w] || s->n[v].open || s->n[w].open) && !has(&reach[v], w) && usc_merge(&s->n[v].i->g, &s->n[w].i->g, &g)) {
            add(&x->partner[v], w);
            add(&x->partner[w], v);
         }
      }
   return x->max_tail < MAX_NODES;
}

bool usc_exact(struct usc_sched *s, uint32_t budget)
{
   if (s->num > MAX_NODES || !budget)
      return false;
   struct exact *x = s->exact;
   if (x)
      memset(x, 0, offsetof(struct exact, table));
   else
      x = s->exact = UTIL_NEW(s->c->p.ctx, struct exact);
   x->s = s;
   x->n = s->num;
   x->words = (s->num + 63) / 64;
   if (!build(x))
      return false;
   struct state start = {0};
   x->best = s->nbest + usc_waits(s, s->best, s->nbest);
   x->stop = rest(x, &start);
   if (s->bound > x->stop)
      x->stop = s->bound;
   if (x->best <= x->stop)
      return true;
   if (!x->table)
      x->table = UTIL_ARRAY(s->c->p.ctx, struct slot, TABLE);
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
   s->spent += budget - (uint32_t)x->budget;
   return x->best <= x->stop;
}
