/* SPDX-License-Identifier: MIT */
/*
 * The list scheduler: pairs independent operations, on virtual registers, one block at a time. Legality is usc_check() alone
 * (usc_peep.c merges); the cost is the number of groups. About linear: it looks at no more than WINDOW ready instructions for
 * each group.
 */
#include "backend-usc/usc_cg.h"

#include <string.h>

#define WINDOW 24
/* Above this many live registers the scheduler prefers what ends lives. Fewer registers let more tasks run (assumed). */
#define PRESSURE_SOFT 40

/* ---- the list scheduler -------------------------------------------------------------------------------------------------- */

struct edge {
   uint32_t to, next;
   uint8_t lat; /* 0: may share a group (the reads come first) */
};
struct node {
   struct cg_ins *i;
   uint32_t succ;  /* first edge */
   uint32_t preds; /* not yet satisfied */
   uint32_t height;
   uint32_t ready_at;
   int16_t delta; /* registers that it opens less those it certainly ends */
   bool issued;
};
struct reader {
   uint32_t node, next;
};
struct sched {
   struct cg *c;
   struct node *n;
   uint32_t num;
   struct edge *e;
   uint32_t ne, cap_e;
   /* by unit and resource */
   uint32_t *writer, *stamp, *read_head;
   struct reader *rd;
   uint32_t nrd, cap_rd;
   uint32_t block, cur, stamp_base; /* a number of its own for every run */
   /* remaining reads by unit, for pressure */
   uint32_t *left, *left_stamp;
   uint8_t *live_out;
   uint32_t *heap, nheap;
   uint32_t *wait, nwait;
   uint32_t time;
   int32_t live, peak;
   uint32_t rng;
};

static unsigned latency(const struct cg_ins *i)
{
   unsigned drc;
   if (!usc_group_is_drc(&i->g, &drc))
      return 1;
   return i->g.op[USC_BE] == USC_OP_SMP ? 24 : i->g.op[USC_BE] == USC_OP_LD ? 24 : 6;
}

static void add_edge(struct sched *s, uint32_t from, uint32_t to, unsigned lat)
{
   if (from == to)
      return;
   UTIL_PUSH(s->c->ctx, s->e, s->ne, s->cap_e, (struct edge){to, s->n[from].succ, (uint8_t)lat});
   s->n[from].succ = s->ne - 1;
   s->n[to].preds++;
}

static void fresh(struct sched *s, uint32_t r)
{
   if (s->stamp[r] != s->stamp_base) {
      s->stamp[r] = s->stamp_base;
      s->writer[r] = UINT32_MAX;
      s->read_head[r] = UINT32_MAX;
   }
}

static void dag_read(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; !write && k < n; k++) {
      uint32_t r = unit + k;
      fresh(s, r);
      if (s->writer[r] != UINT32_MAX && s->writer[r] != s->cur)
         add_edge(s, s->writer[r], s->cur, latency(s->n[s->writer[r]].i));
      if (s->read_head[r] != UINT32_MAX && s->rd[s->read_head[r]].node == s->cur)
         continue;
      UTIL_PUSH(s->c->ctx, s->rd, s->nrd, s->cap_rd, (struct reader){s->cur, s->read_head[r]});
      s->read_head[r] = s->nrd - 1;
   }
}

static void dag_write(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; write && k < n; k++) {
      uint32_t r = unit + k;
      fresh(s, r);
      /* An asynchronous reader still reads later: then the writer cannot share its group. */
      for (uint32_t q = s->read_head[r]; q != UINT32_MAX; q = s->rd[q].next)
         if (s->rd[q].node != s->cur)
            add_edge(s, s->rd[q].node, s->cur, usc_group_is_drc(&s->n[s->rd[q].node].i->g, NULL) ? 1 : 0);
      if (s->writer[r] != UINT32_MAX && s->writer[r] != s->cur)
         add_edge(s, s->writer[r], s->cur, 1);
      s->writer[r] = s->cur;
      s->read_head[r] = UINT32_MAX;
   }
}

static void count_left(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; !write && k < n && unit + k < s->c->num_units; k++) {
      if (s->left_stamp[unit + k] != s->stamp_base)
         s->left_stamp[unit + k] = s->stamp_base, s->left[unit + k] = 0;
      s->left[unit + k]++;
   }
}

/* Higher first; ties by source order, so the result is deterministic. */
static bool before(const struct sched *s, uint32_t a, uint32_t b)
{
   const struct node *x = &s->n[a], *y = &s->n[b];
   if (s->rng) {
      uint32_t p = (a * 2654435761u) ^ s->rng, q = (b * 2654435761u) ^ s->rng;
      p ^= p >> 15, q ^= q >> 15;
      return p * 0x85ebca6bu < q * 0x85ebca6bu;
   }
   if (x->height != y->height)
      return x->height > y->height;
   return a < b;
}

static void heap_push(struct sched *s, uint32_t v)
{
   uint32_t i = s->nheap++;
   while (i && before(s, v, s->heap[(i - 1) / 2])) {
      s->heap[i] = s->heap[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   s->heap[i] = v;
}

static uint32_t heap_pop(struct sched *s)
{
   uint32_t top = s->heap[0], v = s->heap[--s->nheap], i = 0;
   for (;;) {
      uint32_t k = 2 * i + 1;
      if (k >= s->nheap)
         break;
      if (k + 1 < s->nheap && before(s, s->heap[k + 1], s->heap[k]))
         k++;
      if (!before(s, s->heap[k], v))
         break;
      s->heap[i] = s->heap[k];
      i = k;
   }
   if (s->nheap)
      s->heap[i] = v;
   return top;
}

static void satisfied(struct sched *s, uint32_t v)
{
   if (--s->n[v].preds)
      return;
   if (s->n[v].ready_at > s->time)
      s->wait[s->nwait++] = v;
   else
      heap_push(s, v);
}

struct pressure {
   struct sched *s;
   int opens, ends;
   bool commit;
};
static void pressure_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct pressure *p = user;
   struct sched *s = p->s;
   for (unsigned k = 0; k < n && unit + k < s->c->num_units; k++) {
      uint32_t r = unit + k;
      if (write) {
         p->opens++;
      } else if (s->left_stamp[r] == s->stamp_base && s->left[r]) {
         if (p->commit)
            s->left[r]--;
         if (s->left[r] == (p->commit ? 0u : 1u) && !s->live_out[r])
            p->ends++;
      }
   }
}
static int pressure_of(struct sched *s, uint32_t v, bool commit)
{
   struct pressure p = {s, 0, 0, commit};
   cg_refs(s->c, s->n[v].i, pressure_ref, &p);
   return p.opens - p.ends;
}

static void issue(struct sched *s, uint32_t v)
{
   s->n[v].issued = true;
   s->live += pressure_of(s, v, true);
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next)
      if (!s->e[e].lat)
         satisfied(s, s->e[e].to);
}

static void retire(struct sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next) {
      if (!s->e[e].lat)
         continue;
      uint32_t at = s->time + s->e[e].lat;
      if (s->n[s->e[e].to].ready_at < at)
         s->n[s->e[e].to].ready_at = at;
   }
}

static void retire_ready(struct sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next)
      if (s->e[e].lat)
         satisfied(s, s->e[e].to);
}

static void wake(struct sched *s)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < s->nwait; k++) {
      if (s->n[s->wait[k]].ready_at <= s->time)
         heap_push(s, s->wait[k]);
      else
         s->wait[n++] = s->wait[k];
   }
   s->nwait = n;
}

static uint32_t bound_of_block(struct sched *s);

/*
 * One list schedule of block b into *result; the groups of the body itself stay as they are. boost: how much sooner than its
 * height says a group with room for a partner is wanted (those that write outputs come last by height, when no operation is left
 * to join them). hosts: a single operation rather joins such a group than another single one.
 */
static void schedule_block(struct sched *s, uint32_t b, uint32_t boost, bool hosts, struct cg_list *result)
{
   struct cg *c = s->c;
   struct cg_list *body = &c->blocks[b].body;
   s->block = b;
   s->stamp_base += 2;
   s->num = body->n;
   s->ne = s->nrd = s->nheap = s->nwait = 0;
   s->time = 0;
   s->live = s->peak = 0;
   if (!s->num)
      return;
   s->n = UTIL_ARRAY(c->ctx, struct node, s->num);
   s->heap = UTIL_ARRAY(c->ctx, uint32_t, s->num + 1);
   s->wait = UTIL_ARRAY(c->ctx, uint32_t, s->num + 1);
   for (uint32_t i = 0; i < s->num; i++) {
      s->n[i] = (struct node){.i = body->i[i], .succ = UINT32_MAX};
      s->cur = i;
      cg_refs(c, body->i[i], dag_read, s);
      cg_refs(c, body->i[i], dag_write, s);
      cg_refs(c, body->i[i], count_left, s);
   }
   /* What a phi will take over is computed after the last read of the phi, where the source has it so: they share a register. */
   const struct cg_list *tail = &c->blocks[b].tail;
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->ncopies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         if (q->src.bank != USC_VIRTUAL || s->stamp[q->src.index] != s->stamp_base || s->stamp[q->dst] != s->stamp_base)
            continue;
         uint32_t w = s->writer[q->src.index];
         for (uint32_t r = s->read_head[q->dst]; w != UINT32_MAX && r != UINT32_MAX; r = s->rd[r].next)
            if (s->rd[r].node < w)
               add_edge(s, s->rd[r].node, w, 0);
      }
   for (uint32_t i = s->num; i-- > 0;) {
      uint32_t h = 1;
      for (uint32_t e = s->n[i].succ; e != UINT32_MAX; e = s->e[e].next)
         if (s->n[s->e[e].to].height + s->e[e].lat > h)
            h = s->n[s->e[e].to].height + s->e[e].lat;
      if (boost && cg_has_room(&s->n[i].i->g) && h < boost)
         h = boost;
      s->n[i].height = h;
   }
   c->blocks[b].lower_bound = bound_of_block(s);
   for (uint32_t i = 0; i < s->num; i++)
      if (!s->n[i].preds)
         heap_push(s, i);

   struct cg_list out = {0};
   uint32_t done = 0, cand[WINDOW];
   while (done < s->num) {
      wake(s);
      if (!s->nheap) { /* nothing but results under way: take who waits least */
         uint32_t best = 0;
         for (uint32_t k = 1; k < s->nwait; k++)
            if (s->n[s->wait[k]].ready_at < s->n[s->wait[best]].ready_at ||
                (s->n[s->wait[k]].ready_at == s->n[s->wait[best]].ready_at && before(s, s->wait[k], s->wait[best])))
               best = k;
         UTIL_CHECK(c->ctx, s->nwait);
         uint32_t drc_time = s->n[s->wait[best]].ready_at;
         s->time = drc_time;
         wake(s);
      }
      uint32_t nc = 0;
      while (s->nheap && nc < WINDOW)
         cand[nc++] = heap_pop(s);
      /* The first: highest, or, when registers run short, what ends most lives. */
      uint32_t first = 0;
      if (s->live > PRESSURE_SOFT && !s->rng) {
         int best = INT32_MAX;
         for (uint32_t k = 0; k < nc; k++) {
            int d = pressure_of(s, cand[k], false);
            if (d < best)
               best = d, first = k;
         }
      }
      struct usc_group merged;
      uint32_t partner = UINT32_MAX;
      /* A single operation without a partner may wait while another group that nobody can join is there. */
      for (unsigned pass = hosts && cg_is_pairable(&s->n[cand[first]].i->g) ? 0 : 1; pass < 2 && partner == UINT32_MAX; pass++)
         for (uint32_t k = 0; k < nc && partner == UINT32_MAX; k++)
            if (k != first && (pass || !cg_is_pairable(&s->n[cand[k]].i->g)) &&
                cg_merge(&s->n[cand[first]].i->g, &s->n[cand[k]].i->g, &merged))
               partner = k;
      if (partner == UINT32_MAX && s->live <= PRESSURE_SOFT && cg_is_pairable(&s->n[cand[first]].i->g)) {
         for (uint32_t k = 0; k < nc; k++)
            if (k != first && !cg_is_pairable(&s->n[cand[k]].i->g) && s->n[cand[k]].height + 4 >= s->n[cand[first]].height) {
               first = k;
               for (uint32_t q = 0; q < nc && partner == UINT32_MAX; q++)
                  if (q != first && cg_merge(&s->n[cand[first]].i->g, &s->n[cand[q]].i->g, &merged))
                     partner = q;
               break;
            }
      }
      uint32_t v = cand[first], w = partner == UINT32_MAX ? UINT32_MAX : cand[partner];
      for (uint32_t k = 0; k < nc; k++)
         if (k != first && k != partner)
            heap_push(s, cand[k]);
      issue(s, v);
      done++;
      if (w == UINT32_MAX && !s->rng && cg_is_pairable(&s->n[v].i->g)) {
         /* What overwrites its sources may join it. */
         for (uint32_t e = s->n[v].succ; e != UINT32_MAX; e = s->e[e].next) {
            uint32_t t = s->e[e].to;
            if (s->e[e].lat || s->n[t].preds || s->n[t].issued || s->n[t].ready_at > s->time)
               continue;
            if (cg_merge(&s->n[v].i->g, &s->n[t].i->g, &merged)) {
               w = t;
               for (uint32_t k = 0; k < s->nheap; k++)
                  if (s->heap[k] == t) { /* out of the heap */
                     s->n[t].height = UINT32_MAX;
                     while (k && before(s, t, s->heap[(k - 1) / 2])) {
                        s->heap[k] = s->heap[(k - 1) / 2];
                        k = (k - 1) / 2;
                     }
                     s->heap[k] = t;
                     heap_pop(s);
                     break;
                  }
               break;
            }
         }
      }
      struct cg_ins *i = s->n[v].i;
      if (w != UINT32_MAX) {
         issue(s, w);
         done++;
         struct cg_ins *both = UTIL_NEW(c->ctx, struct cg_ins);
         *both = *i;
         both->g = merged;
         i = both;
      }
      if (s->live > s->peak)
         s->peak = s->live;
      cg_push(c, &out, i);
      retire(s, v);
      if (w != UINT32_MAX)
         retire(s, w);
      s->time++;
      retire_ready(s, v);
      if (w != UINT32_MAX)
         retire_ready(s, w);
   }
   *result = out;
}

/*
 * No schedule has fewer groups than this: the critical path (every dependence takes a group), half of what can share a group plus
 * all of what cannot (a group takes at most one partner), one backend operation a group.
 */
static uint32_t bound_of_block(struct sched *s)
{
   uint32_t path = 0, half = 0, full = 0, be = 0, *len = UTIL_ARRAY(s->c->ctx, uint32_t, s->num);
   for (uint32_t i = s->num; i-- > 0;) {
      const struct usc_group *g = &s->n[i].i->g;
      /* A move between registers may vanish in their allocation, or in a pair. */
      bool vanishes = cg_is_plain_mov(g) && g->src[0].bank == USC_VIRTUAL && g->dst[0].bank == USC_VIRTUAL;
      uint32_t h = vanishes ? 0 : 1;
      for (uint32_t e = s->n[i].succ; e != UINT32_MAX; e = s->e[e].next)
         if (s->e[e].lat && len[s->e[e].to] + !vanishes > h)
            h = len[s->e[e].to] + !vanishes;
      len[i] = h;
      if (h > path)
         path = h;
      if (vanishes)
         continue;
      if (cg_is_pairable(g))
         half++;
      else
         full++;
      be += g->kind == USC_MAIN && g->op[USC_BE];
   }
   uint32_t groups = half > full ? full + (half - full + 1) / 2 : full;
   return path > groups ? path > be ? path : be : groups > be ? groups : be;
}

static void mark_live(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; k < n && unit + k < s->c->num_units; k++) {
      uint32_t r = unit + k;
      if (write || s->live_out[r])
         continue;
      if (s->left_stamp[r] && s->left_stamp[r] != s->block + 1)
         s->live_out[r] = 1; /* read in two blocks */
   }
}
static void mark_def(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   for (unsigned k = 0; write && k < n && unit + k < s->c->num_units; k++)
      s->left_stamp[unit + k] = s->block + 1;
}

void cg_schedule(struct cg *c)
{
   if (c->opt->sched != USC_SCHED_NONE) {
      uint32_t all = c->num_units + CG_NUM_RES;
      struct sched s = {.c = c, .rng = c->opt->random_seed};
      s.writer = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.stamp = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.read_head = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.left = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.left_stamp = UTIL_ARRAY(c->ctx, uint32_t, all);
      s.live_out = UTIL_ARRAY(c->ctx, uint8_t, all);
      /* Registers that live across blocks never end in one. */
      for (uint32_t b = 0; b < c->num_blocks; b++) {
         const struct cg_list *l[3] = {&c->blocks[b].head, &c->blocks[b].body, &c->blocks[b].tail};
         s.block = b;
         for (int k = 0; k < 3; k++)
            for (uint32_t i = 0; i < l[k]->n; i++) {
               cg_refs(c, l[k]->i[i], mark_live, &s);
               cg_refs(c, l[k]->i[i], mark_def, &s);
            }
      }
      memset(s.left_stamp, 0, all * sizeof *s.left_stamp);
      for (uint32_t b = 0; b < c->num_blocks; b++) {
         /* A few settings, the best counts; large blocks take the first. */
         static const struct {
            uint8_t boost; /* in eighths of the lower bound */
            bool hosts;
         } tries[] = {{0, true}, {0, false}, {8, true}, {5, true}, {3, true}};
         unsigned n = c->opt->random_seed || c->blocks[b].body.n > 1500 ? 1 : sizeof tries / sizeof *tries;
         struct cg_list best = {0}, cur = {0};
         int32_t best_peak = 0;
         for (unsigned t = 0; t < n; t++) {
            cur = (struct cg_list){0};
            schedule_block(&s, b, c->blocks[b].lower_bound * tries[t].boost / 8, tries[t].hosts, &cur);
            if (t == 0 || cur.n < best.n || (cur.n == best.n && s.peak < best_peak)) {
               best = cur;
               best_peak = s.peak;
            }
            if (best.n <= c->blocks[b].lower_bound)
               break;
         }
         c->blocks[b].body = best;
      }
   }
   cg_insert_waits(c);
}
