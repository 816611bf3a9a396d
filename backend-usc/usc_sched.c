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
/* Something that an instruction reads or writes: n consecutive units or resources. */
struct ref {
   uint32_t unit;
   uint16_t n;
   bool write;
};
struct node {
   struct cg_ins *i;
   uint32_t succ;      /* first edge */
   uint32_t refs, num; /* in sched.refs */
   uint32_t all_preds;
   uint32_t preds; /* not yet satisfied */
   uint32_t height;
   uint32_t ready_at;
   uint8_t lat; /* of its results */
   bool drc, pairable, issued;
};
struct reader {
   uint32_t node, next;
};
/* Group k of a schedule: node v, and w with it (UINT32_MAX: nothing). */
struct pair {
   uint32_t v, w;
};
/* Whether w can join v, as found out before. */
struct verdict {
   uint32_t v, w; /* v: plus 1 */
   bool ok;
};
struct sched {
   struct cg *c;
   struct node *n;
   uint32_t num, cap_n;
   struct edge *e;
   uint32_t ne, cap_e;
   struct ref *refs;
   uint32_t nrefs, cap_refs;
   /* by unit and resource */
   uint32_t *writer, *stamp, *read_head;
   struct reader *rd;
   uint32_t nrd, cap_rd;
   uint32_t block, stamp_base; /* a number of its own for every block */
   /* remaining reads by unit, for pressure */
   uint32_t *left, *left_stamp, left_base;
   uint8_t *live_out;
   /* what is ready: the first WINDOW in order, the others in a heap, which may hold some that are issued */
   uint32_t win[WINDOW], nwin;
   uint32_t *heap, nheap;
   uint32_t *wait, nwait;
   struct verdict *memo; /* by a hash of the pair; a block is scheduled several times */
   uint32_t memo_size, cap_memo;
   struct pair *out, *best; /* schedules: the current and the best so far */
   uint32_t nout, nbest;
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
   s->n[to].all_preds++;
}

static void fresh(struct sched *s, uint32_t r)
{
   if (s->stamp[r] != s->stamp_base) {
      s->stamp[r] = s->stamp_base;
      s->writer[r] = UINT32_MAX;
      s->read_head[r] = UINT32_MAX;
   }
}

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct sched *s = user;
   UTIL_PUSH(s->c->ctx, s->refs, s->nrefs, s->cap_refs, (struct ref){unit, (uint16_t)n, write});
}

static void dag_read(struct sched *s, uint32_t cur, uint32_t r)
{
   fresh(s, r);
   if (s->writer[r] != UINT32_MAX && s->writer[r] != cur)
      add_edge(s, s->writer[r], cur, s->n[s->writer[r]].lat);
   if (s->read_head[r] != UINT32_MAX && s->rd[s->read_head[r]].node == cur)
      return;
   UTIL_PUSH(s->c->ctx, s->rd, s->nrd, s->cap_rd, (struct reader){cur, s->read_head[r]});
   s->read_head[r] = s->nrd - 1;
}

static void dag_write(struct sched *s, uint32_t cur, uint32_t r)
{
   fresh(s, r);
   /* An asynchronous reader still reads later: then the writer cannot share its group. */
   for (uint32_t q = s->read_head[r]; q != UINT32_MAX; q = s->rd[q].next)
      if (s->rd[q].node != cur)
         add_edge(s, s->rd[q].node, cur, s->n[s->rd[q].node].drc);
   if (s->writer[r] != UINT32_MAX && s->writer[r] != cur)
      add_edge(s, s->writer[r], cur, 1);
   s->writer[r] = cur;
   s->read_head[r] = UINT32_MAX;
}

static void count_left(struct sched *s, const struct ref *f)
{
   for (unsigned k = 0; !f->write && k < f->n && f->unit + k < s->c->num_units; k++) {
      uint32_t r = f->unit + k;
      if (s->left_stamp[r] != s->left_base)
         s->left_stamp[r] = s->left_base, s->left[r] = 0;
      s->left[r]++;
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

static void ready_push(struct sched *s, uint32_t v)
{
   if (s->nwin == WINDOW) {
      uint32_t last = s->win[WINDOW - 1];
      if (!before(s, v, last)) {
         heap_push(s, v);
         return;
      }
      heap_push(s, last);
      s->nwin--;
   }
   uint32_t k = s->nwin++;
   for (; k && before(s, v, s->win[k - 1]); k--)
      s->win[k] = s->win[k - 1];
   s->win[k] = v;
}

static void ready_remove(struct sched *s, uint32_t v)
{
   uint32_t k = 0;
   while (k < s->nwin && s->win[k] != v)
      k++;
   if (k == s->nwin) /* in the heap: left there until it comes up */
      return;
   for (s->nwin--; k < s->nwin; k++)
      s->win[k] = s->win[k + 1];
   while (s->nheap && s->nwin < WINDOW) {
      uint32_t t = heap_pop(s);
      if (!s->n[t].issued)
         s->win[s->nwin++] = t;
   }
}

static void satisfied(struct sched *s, uint32_t v)
{
   if (--s->n[v].preds)
      return;
   if (s->n[v].ready_at > s->time)
      s->wait[s->nwait++] = v;
   else
      ready_push(s, v);
}

/* Registers that v opens less those it ends. */
static int pressure_of(struct sched *s, uint32_t v, bool commit)
{
   const struct ref *f = s->refs + s->n[v].refs, *end = f + s->n[v].num;
   int opens = 0, ends = 0;
   for (; f < end; f++)
      for (unsigned k = 0; k < f->n && f->unit + k < s->c->num_units; k++) {
         uint32_t r = f->unit + k;
         if (f->write) {
            opens++;
         } else if (s->left_stamp[r] == s->left_base && s->left[r]) {
            if (commit)
               s->left[r]--;
            if (s->left[r] == (commit ? 0u : 1u) && !s->live_out[r])
               ends++;
         }
      }
   return opens - ends;
}

static void issue(struct sched *s, uint32_t v)
{
   s->n[v].issued = true;
   ready_remove(s, v);
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
         ready_push(s, s->wait[k]);
      else
         s->wait[n++] = s->wait[k];
   }
   s->nwait = n;
}

static uint32_t bound_of_block(struct sched *s);

/* Nodes and edges of block b. */
static void build_block(struct sched *s, uint32_t b)
{
   struct cg *c = s->c;
   const struct cg_list *body = &c->blocks[b].body;
   s->block = b;
   s->stamp_base++;
   s->num = body->n;
   s->ne = s->nrd = s->nrefs = 0;
   s->memo_size = 0;
   if (s->num > s->cap_n) {
      s->cap_n = s->num + s->num / 2;
      s->n = UTIL_ARRAY(c->ctx, struct node, s->cap_n);
      s->heap = UTIL_ARRAY(c->ctx, uint32_t, s->cap_n);
      s->wait = UTIL_ARRAY(c->ctx, uint32_t, s->cap_n);
      s->out = UTIL_ARRAY(c->ctx, struct pair, s->cap_n);
      s->best = UTIL_ARRAY(c->ctx, struct pair, s->cap_n);
   }
   for (uint32_t i = 0; i < s->num; i++) {
      struct cg_ins *in = body->i[i];
      struct node *n = &s->n[i];
      *n = (struct node){.i = in, .succ = UINT32_MAX, .refs = s->nrefs};
      n->lat = (uint8_t)latency(in);
      n->drc = usc_group_is_drc(&in->g, NULL);
      n->pairable = cg_is_pairable(&in->g);
      cg_refs(c, in, note_ref, s);
      n->num = s->nrefs - n->refs;
      for (const struct ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
         for (unsigned k = 0; !f->write && k < f->n; k++)
            dag_read(s, i, f->unit + k);
      for (const struct ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
         for (unsigned k = 0; f->write && k < f->n; k++)
            dag_write(s, i, f->unit + k);
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
   c->blocks[b].lower_bound = bound_of_block(s);
}

static struct cg_ins *host(const struct sched *s, uint32_t v) { return s->n[v].i; }

static bool can_join(struct sched *s, uint32_t v, uint32_t w)
{
   struct usc_group merged;
   if (!s->n[v].pairable && !s->n[w].pairable)
      return false;
   if (!s->memo_size)
      return cg_merge(&host(s, v)->g, &host(s, w)->g, &merged);
   struct verdict *m = &s->memo[(v * 31 + w) & (s->memo_size - 1)];
   if (m->v != v + 1 || m->w != w)
      *m = (struct verdict){v + 1, w, cg_merge(&host(s, v)->g, &host(s, w)->g, &merged)};
   return m->ok;
}

/* For blocks that are scheduled more than once. */
static void remember(struct sched *s)
{
   s->memo_size = 64;
   while (s->memo_size < 4 * s->num)
      s->memo_size *= 2;
   if (s->memo_size > s->cap_memo) {
      s->cap_memo = s->memo_size;
      s->memo = UTIL_ARRAY(s->c->ctx, struct verdict, s->cap_memo);
   } else {
      memset(s->memo, 0, s->memo_size * sizeof *s->memo);
   }
}

/*
 * One list schedule of the block into s->out; the groups of the body stay as they are. boost: how much sooner than its
 * height says a group with room for a partner is wanted (those that write outputs come last by height, when no operation is left
 * to join them). hosts: a single operation rather joins such a group than another single one.
 */
static void schedule_block(struct sched *s, uint32_t boost, bool hosts)
{
   s->nwin = s->nheap = s->nwait = s->nout = 0;
   s->time = 0;
   s->live = s->peak = 0;
   s->left_base++;
   for (uint32_t i = s->num; i-- > 0;) {
      struct node *n = &s->n[i];
      uint32_t h = 1;
      for (uint32_t e = n->succ; e != UINT32_MAX; e = s->e[e].next)
         if (s->n[s->e[e].to].height + s->e[e].lat > h)
            h = s->n[s->e[e].to].height + s->e[e].lat;
      if (boost && h < boost && cg_has_room(&n->i->g))
         h = boost;
      n->height = h;
      n->preds = n->all_preds;
      n->ready_at = 0;
      n->issued = false;
      for (uint32_t k = n->refs; k < n->refs + n->num; k++)
         count_left(s, &s->refs[k]);
   }
   for (uint32_t i = 0; i < s->num; i++)
      if (!s->n[i].preds)
         ready_push(s, i);

   for (uint32_t done = 0; done < s->num; s->nout++) {
      wake(s);
      if (!s->nwin) { /* nothing but results under way: take who waits least */
         uint32_t best = 0;
         for (uint32_t k = 1; k < s->nwait; k++)
            if (s->n[s->wait[k]].ready_at < s->n[s->wait[best]].ready_at ||
                (s->n[s->wait[k]].ready_at == s->n[s->wait[best]].ready_at && before(s, s->wait[k], s->wait[best])))
               best = k;
         UTIL_CHECK(s->c->ctx, s->nwait);
         s->time = s->n[s->wait[best]].ready_at;
         wake(s);
      }
      const uint32_t *cand = s->win, nc = s->nwin;
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
      uint32_t partner = UINT32_MAX;
      /* A single operation without a partner may wait while another group that nobody can join is there. */
      for (unsigned pass = hosts && s->n[cand[first]].pairable ? 0 : 1; pass < 2 && partner == UINT32_MAX; pass++)
         for (uint32_t k = 0; k < nc && partner == UINT32_MAX; k++)
            if (k != first && (pass || !s->n[cand[k]].pairable) && can_join(s, cand[first], cand[k]))
               partner = k;
      if (partner == UINT32_MAX && s->live <= PRESSURE_SOFT && s->n[cand[first]].pairable) {
         for (uint32_t k = 0; k < nc; k++)
            if (k != first && !s->n[cand[k]].pairable && s->n[cand[k]].height + 4 >= s->n[cand[first]].height) {
               first = k;
               for (uint32_t q = 0; q < nc && partner == UINT32_MAX; q++)
                  if (q != first && can_join(s, cand[first], cand[q]))
                     partner = q;
               break;
            }
      }
      uint32_t v = cand[first], w = partner == UINT32_MAX ? UINT32_MAX : cand[partner];
      if (w != UINT32_MAX) { /* what v makes ready does not come in between */
         s->n[w].issued = true;
         ready_remove(s, w);
      }
      issue(s, v);
      done++;
      if (w == UINT32_MAX && !s->rng && s->n[v].pairable) {
         /* What overwrites its sources may join it. */
         for (uint32_t e = s->n[v].succ; e != UINT32_MAX && w == UINT32_MAX; e = s->e[e].next) {
            uint32_t t = s->e[e].to;
            if (!s->e[e].lat && !s->n[t].preds && !s->n[t].issued && s->n[t].ready_at <= s->time && can_join(s, v, t))
               w = t;
         }
      }
      if (w != UINT32_MAX) {
         issue(s, w);
         done++;
      }
      if (s->live > s->peak)
         s->peak = s->live;
      s->out[s->nout] = (struct pair){v, w};
      retire(s, v);
      if (w != UINT32_MAX)
         retire(s, w);
      s->time++;
      retire_ready(s, v);
      if (w != UINT32_MAX)
         retire_ready(s, w);
   }
}

/* The best schedule becomes the body. */
static void apply(struct sched *s, struct cg_list *body)
{
   for (uint32_t k = 0; k < s->nbest; k++) {
      struct cg_ins *i = host(s, s->best[k].v);
      struct usc_group merged;
      if (s->best[k].w != UINT32_MAX) {
         UTIL_CHECK(s->c->ctx, cg_merge(&i->g, &host(s, s->best[k].w)->g, &merged));
         i->g = merged;
      }
      body->i[k] = i;
   }
   body->n = s->nbest;
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
      struct util_arena mark = c->ctx->arena; /* nothing made here stays */
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
         struct cg_list *body = &c->blocks[b].body;
         unsigned n = c->opt->random_seed || body->n > 1500 ? 1 : sizeof tries / sizeof *tries;
         int32_t best_peak = 0;
         if (!body->n)
            continue;
         build_block(&s, b);
         if (n > 1)
            remember(&s);
         for (unsigned t = 0; t < n; t++) {
            schedule_block(&s, c->blocks[b].lower_bound * tries[t].boost / 8, tries[t].hosts);
            if (t == 0 || s.nout < s.nbest || (s.nout == s.nbest && s.peak < best_peak)) {
               struct pair *p = s.best;
               s.best = s.out;
               s.nbest = s.nout;
               s.out = p;
               best_peak = s.peak;
            }
            if (s.nbest <= c->blocks[b].lower_bound)
               break;
         }
         apply(&s, body);
      }
      util_arena_release(c->ctx, &mark);
   }
   cg_insert_waits(c);
}
