/* SPDX-License-Identifier: MIT */
/*
 * The list scheduler: pairs independent operations, on virtual registers, one block at a time. Legality is usc_check() alone
 * (usc_peep.c merges); the cost is the number of groups. About linear: it looks at no more than CG_WINDOW ready instructions for
 * each group.
 */
#include "backend-usc/usc_sched.h"

#include <string.h>

/* ---- the list scheduler -------------------------------------------------------------------------------------------------- */

unsigned cg_latency(const struct usc_group *g)
{
   if (!usc_group_is_drc(g, NULL))
      return CG_COST_RESULT;
   return g->op[USC_BE] == USC_OP_SMP ? CG_COST_TEXTURE : g->op[USC_BE] == USC_OP_LD ? CG_COST_MEMORY : CG_COST_ITERATION;
}

static void add_edge(struct cg_sched *s, uint32_t from, uint32_t to, unsigned lat)
{
   if (from == to)
      return;
   UTIL_PUSH(s->c->ctx, s->e, s->ne, s->cap_e,
             (struct cg_dep){{to, from}, {s->n[from].first[0], s->n[to].first[1]}, (uint8_t)lat});
   s->n[from].first[0] = s->n[to].first[1] = s->ne - 1;
   s->n[to].deps[0]++;
   s->n[from].deps[1]++;
}

static void fresh(struct cg_sched *s, uint32_t r)
{
   if (s->stamp[r] != s->stamp_base) {
      s->stamp[r] = s->stamp_base;
      s->writer[r] = UINT32_MAX;
      s->read_head[r] = UINT32_MAX;
   }
}

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct cg_sched *s = user;
   UTIL_PUSH(s->c->ctx, s->refs, s->nrefs, s->cap_refs, (struct cg_ref){unit, (uint16_t)n, write});
}

static void dag_read(struct cg_sched *s, uint32_t cur, uint32_t r)
{
   fresh(s, r);
   if (s->writer[r] != UINT32_MAX && s->writer[r] != cur)
      add_edge(s, s->writer[r], cur, s->n[s->writer[r]].lat);
   if (s->read_head[r] != UINT32_MAX && s->rd[s->read_head[r]].node == cur)
      return;
   UTIL_PUSH(s->c->ctx, s->rd, s->nrd, s->cap_rd, (struct cg_reader){cur, s->read_head[r]});
   s->read_head[r] = s->nrd - 1;
}

static void dag_write(struct cg_sched *s, uint32_t cur, uint32_t r)
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

static void count_left(struct cg_sched *s, const struct cg_ref *f)
{
   for (unsigned k = 0; !f->write && k < f->n && f->unit + k < s->c->num_units; k++) {
      uint32_t r = f->unit + k;
      if (s->left_stamp[r] != s->left_base)
         s->left_stamp[r] = s->left_base, s->left[r] = 0;
      s->left[r]++;
   }
}

/* Higher first; ties by source order, so the result is deterministic. */
static bool before(const struct cg_sched *s, uint32_t a, uint32_t b)
{
   const struct cg_node *x = &s->n[a], *y = &s->n[b];
   if (s->rng) {
      uint32_t p = (a * 2654435761u) ^ s->rng, q = (b * 2654435761u) ^ s->rng;
      p ^= p >> 15, q ^= q >> 15;
      return p * 0x85ebca6bu < q * 0x85ebca6bu;
   }
   if (x->height != y->height)
      return x->height > y->height;
   return s->back ? a > b : a < b;
}

static void heap_push(struct cg_sched *s, uint32_t v)
{
   uint32_t i = s->nheap++;
   while (i && before(s, v, s->heap[(i - 1) / 2])) {
      s->heap[i] = s->heap[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   s->heap[i] = v;
}

static uint32_t heap_pop(struct cg_sched *s)
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

static void ready_push(struct cg_sched *s, uint32_t v)
{
   if (s->nwin == CG_WINDOW) {
      uint32_t last = s->win[CG_WINDOW - 1];
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

static void ready_remove(struct cg_sched *s, uint32_t v)
{
   uint32_t k = 0;
   while (k < s->nwin && s->win[k] != v)
      k++;
   if (k == s->nwin) /* in the heap: left there until it comes up */
      return;
   for (s->nwin--; k < s->nwin; k++)
      s->win[k] = s->win[k + 1];
   while (s->nheap && s->nwin < CG_WINDOW) {
      uint32_t t = heap_pop(s);
      if (!s->n[t].issued)
         s->win[s->nwin++] = t;
   }
}

static void satisfied(struct cg_sched *s, uint32_t v)
{
   if (--s->n[v].preds)
      return;
   if (s->n[v].ready_at > s->time)
      s->wait[s->nwait++] = v;
   else
      ready_push(s, v);
}

/* Registers that v opens less those it ends. */
static int pressure_of(struct cg_sched *s, uint32_t v, bool commit)
{
   const struct cg_ref *f = s->refs + s->n[v].refs, *end = f + s->n[v].num;
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

static void issue(struct cg_sched *s, uint32_t v)
{
   s->n[v].issued = true;
   ready_remove(s, v);
   if (!s->back)
      s->live += pressure_of(s, v, true);
   for (uint32_t e = s->n[v].first[s->back]; e != UINT32_MAX; e = s->e[e].next[s->back])
      if (!s->e[e].lat)
         satisfied(s, s->e[e].end[s->back]);
}

static void retire(struct cg_sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].first[s->back]; e != UINT32_MAX; e = s->e[e].next[s->back]) {
      if (!s->e[e].lat)
         continue;
      uint32_t at = s->time + s->e[e].lat;
      if (s->n[s->e[e].end[s->back]].ready_at < at)
         s->n[s->e[e].end[s->back]].ready_at = at;
   }
}

static void retire_ready(struct cg_sched *s, uint32_t v)
{
   for (uint32_t e = s->n[v].first[s->back]; e != UINT32_MAX; e = s->e[e].next[s->back])
      if (s->e[e].lat)
         satisfied(s, s->e[e].end[s->back]);
}

static void wake(struct cg_sched *s)
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

/* Nodes and edges of the instructions of `body`, in block b. */
static void build_block(struct cg_sched *s, uint32_t b, const struct cg_list *body)
{
   struct cg *c = s->c;
   s->block = b;
   s->stamp_base++;
   s->num = body->n;
   s->requests = 0;
   s->ne = s->nrd = s->nrefs = 0;
   s->memo_size = 0;
   if (s->num > s->cap_n) {
      s->cap_n = s->num + s->num / 2;
      s->n = UTIL_ARRAY(c->ctx, struct cg_node, s->cap_n);
      s->heap = UTIL_ARRAY(c->ctx, uint32_t, s->cap_n);
      s->wait = UTIL_ARRAY(c->ctx, uint32_t, s->cap_n);
      s->out = UTIL_ARRAY(c->ctx, struct cg_pair, s->cap_n);
      s->best = UTIL_ARRAY(c->ctx, struct cg_pair, s->cap_n);
   }
   for (uint32_t i = 0; i < s->num; i++) {
      struct cg_ins *in = body->i[i];
      struct cg_node *n = &s->n[i];
      *n = (struct cg_node){.i = in, .first = {UINT32_MAX, UINT32_MAX}, .refs = s->nrefs};
      n->lat = (uint8_t)cg_latency(&in->g);
      n->drc = usc_group_is_drc(&in->g, NULL);
      n->request = n->drc && in->g.op[USC_BE] != USC_OP_ATST && in->g.op[USC_BE] != USC_OP_DEPTHF;
      s->requests += n->request;
      n->pairable = cg_is_pairable(&in->g);
      cg_refs(c, in, note_ref, s);
      n->num = s->nrefs - n->refs;
      for (const struct cg_ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
         for (unsigned k = 0; !f->write && k < f->n; k++)
            dag_read(s, i, f->unit + k);
      for (const struct cg_ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
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
   s->bound = cg_bound_body(s);
}

static struct cg_ins *host(const struct cg_sched *s, uint32_t v)
{
   return s->n[v].i;
}

static bool can_join(struct cg_sched *s, uint32_t v, uint32_t w)
{
   struct usc_group merged;
   if (!s->n[v].pairable && !s->n[w].pairable)
      return false;
   if (!s->memo_size)
      return cg_merge(&host(s, v)->g, &host(s, w)->g, &merged);
   struct cg_verdict *m = &s->memo[(v * 31 + w) & (s->memo_size - 1)];
   if (m->v != v + 1 || m->w != w)
      *m = (struct cg_verdict){v + 1, w, cg_merge(&host(s, v)->g, &host(s, w)->g, &merged)};
   return m->ok;
}

/* For blocks that are scheduled more than once. */
static void remember(struct cg_sched *s)
{
   s->memo_size = 64;
   while (s->memo_size < 4 * s->num)
      s->memo_size *= 2;
   if (s->memo_size > s->cap_memo) {
      s->cap_memo = s->memo_size;
      s->memo = UTIL_ARRAY(s->c->ctx, struct cg_verdict, s->cap_memo);
   } else {
      memset(s->memo, 0, s->memo_size * sizeof *s->memo);
   }
}

/* Most registers that a schedule keeps alive. */
static int32_t peak_of(struct cg_sched *s, const struct cg_pair *p, uint32_t n)
{
   int32_t live = 0, peak = 0;
   s->left_base++;
   for (uint32_t k = 0; k < s->nrefs; k++)
      count_left(s, &s->refs[k]);
   for (uint32_t k = 0; k < n; k++) {
      live += pressure_of(s, p[k].v, true);
      if (p[k].w != UINT32_MAX)
         live += pressure_of(s, p[k].w, true);
      if (live > peak)
         peak = live;
   }
   return peak;
}

/*
 * One list schedule of the block into s->out; the groups of the body stay as they are. boost: how much sooner than its
 * height says a group with room for a partner is wanted (those that write outputs come last by height, when no operation is left
 * to join them). hosts: a single operation rather joins such a group than another single one. back: from the end, which suits
 * blocks that end in many outputs: each takes an operation along before those run out.
 */
static void schedule_block(struct cg_sched *s, uint32_t boost, bool hosts, bool back)
{
   s->nwin = s->nheap = s->nwait = s->nout = 0;
   s->time = 0;
   s->live = s->peak = 0;
   s->back = back;
   s->left_base++;
   for (uint32_t at = s->num; at-- > 0;) {
      const uint32_t i = back ? s->num - 1 - at : at;
      struct cg_node *n = &s->n[i];
      uint32_t h = 1;
      for (uint32_t e = n->first[s->back]; e != UINT32_MAX; e = s->e[e].next[s->back])
         if (s->n[s->e[e].end[s->back]].height + s->e[e].lat > h)
            h = s->n[s->e[e].end[s->back]].height + s->e[e].lat;
      if (boost && h < boost && cg_has_room(&n->i->g))
         h = boost;
      n->height = h;
      n->preds = n->deps[s->back];
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
      if (s->live > CG_COST_REGISTERS && !s->rng) {
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
      if (partner == UINT32_MAX && s->live <= CG_COST_REGISTERS && s->n[cand[first]].pairable) {
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
         for (uint32_t e = s->n[v].first[s->back]; e != UINT32_MAX && w == UINT32_MAX; e = s->e[e].next[s->back]) {
            uint32_t t = s->e[e].end[s->back];
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
      s->out[s->nout] = (struct cg_pair){v, w};
      retire(s, v);
      if (w != UINT32_MAX)
         retire(s, w);
      s->time++;
      retire_ready(s, v);
      if (w != UINT32_MAX)
         retire_ready(s, w);
   }
   if (!back)
      return;
   for (uint32_t k = 0; k < s->nout / 2; k++) {
      struct cg_pair p = s->out[k];
      s->out[k] = s->out[s->nout - 1 - k];
      s->out[s->nout - 1 - k] = p;
   }
   s->peak = peak_of(s, s->out, s->nout);
}

uint32_t cg_waits(struct cg_sched *s, const struct cg_pair *p, uint32_t n)
{
   uint32_t waits = 0, epoch[2] = {1, 1};
   bool busy[2] = {false, false}, stores = false;
   if (!s->requests)
      return 0;
   for (uint32_t v = 0; v < s->num; v++)
      s->n[v].needs[0] = s->n[v].needs[1] = 0;
   for (uint32_t k = 0; k < n; k++) {
      const uint32_t pair[2] = {p[k].v, p[k].w};
      for (unsigned j = 0; j < 2 && pair[j] != UINT32_MAX; j++) {
         const struct usc_group *g = &s->n[pair[j]].i->g;
         const unsigned be = s->n[pair[j]].request ? g->op[USC_BE] : 0;
         for (unsigned d = 0; d < 2; d++) {
            bool memory = d == 0 && (be == USC_OP_ST || (be == USC_OP_LD && stores));
            if (!busy[d] || (s->n[pair[j]].needs[d] != epoch[d] && !memory))
               continue;
            busy[d] = false;
            stores = stores && d;
            epoch[d]++;
            waits++;
         }
      }
      for (unsigned j = 0; j < 2 && pair[j] != UINT32_MAX; j++) {
         const struct cg_node *v = &s->n[pair[j]];
         if (!v->request)
            continue;
         const unsigned d = v->i->g.op[USC_BE] == USC_OP_SMP;
         busy[d] = true;
         stores |= v->i->g.op[USC_BE] == USC_OP_ST;
         for (uint32_t e = v->first[0]; e != UINT32_MAX; e = s->e[e].next[0])
            s->n[s->e[e].end[0]].needs[d] = epoch[d];
      }
   }
   return waits + busy[0] + busy[1];
}

/* The best schedule becomes the body. */
static void apply(struct cg_sched *s, struct cg_list *body)
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

static void mark_live(void *user, uint32_t unit, unsigned n, bool write)
{
   struct cg_sched *s = user;
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
   struct cg_sched *s = user;
   for (unsigned k = 0; write && k < n && unit + k < s->c->num_units; k++)
      s->left_stamp[unit + k] = s->block + 1;
}

/* The best of a few schedules of the block into s->best; returns its groups with waits. */
static uint32_t schedule(struct cg_sched *s, struct cg_block *block)
{
   /* A few settings while the bound is not met, the later ones while it is missed by more than 1; large blocks take the first. */
   static const struct {
      uint8_t boost; /* in eighths of the bound */
      bool hosts, back;
   } tries[] = {{0, true, false}, {0, true, true}, {5, true, true}, {8, true, false}};
   unsigned n = s->rng || s->num > 1500 ? 1 : sizeof tries / sizeof *tries;
   /* Whatever else it is, it should fit into the registers, some of which hold what lives through the block. */
   if (n > 1)
      remember(s);
   const int32_t room = (int32_t)(s->c->opt->max_temps ? s->c->opt->max_temps : USC_NUM_TEMPS - s->c->array_temps) * 3 / 4;
   int32_t best_peak = 0, best_over = 0;
   uint32_t best = UINT32_MAX;
   for (unsigned t = 0; t < n && (best > s->bound + (t > 1) || best_over); t++) {
      schedule_block(s, s->bound * tries[t].boost / 8, tries[t].hosts, tries[t].back);
      uint32_t cost = s->nout + cg_waits(s, s->out, s->nout);
      int32_t over = s->peak > room ? s->peak : 0;
      if (t == 0 || over < best_over || (over == best_over && (cost < best || (cost == best && s->peak < best_peak)))) {
         struct cg_pair *p = s->best;
         s->best = s->out;
         s->nbest = s->nout;
         s->out = p;
         best_peak = s->peak;
         best_over = over;
         best = cost;
      }
   }
   block->fast = best;
   block->body_bound = s->bound;
   block->optimal = best <= s->bound;
   if (s->c->opt->sched >= USC_SCHED_EXACT && !block->optimal) {
      const uint32_t list = s->nbest;
      memcpy(s->out, s->best, list * sizeof *s->out);
      block->optimal = cg_exact(s, s->spent < CG_EXACT_TOTAL ? CG_EXACT_BUDGET : 0);
      if (peak_of(s, s->best, s->nbest) > (best_over ? best_over : room)) {
         memcpy(s->best, s->out, list * sizeof *s->out);
         block->optimal = block->optimal && s->nbest == list;
         s->nbest = list;
      }
   }
   block->exact = s->nbest + cg_waits(s, s->best, s->nbest);
   return block->exact;
}

static void one_block(struct cg_sched *s, uint32_t b, const struct cg_list *repeated)
{
   struct cg *c = s->c;
   struct cg_block *block = &c->blocks[b], once;
   block->optimal = true;
   if (!block->body.n)
      return;
   if (!s->rng && repeated) {
      /* Repeated writes of inputs take a group by fours; one by one they take nothing if operations without a partner join them. */
      build_block(s, b, repeated);
      once = *block;
      uint32_t cost = schedule(s, &once), num = s->nbest;
      struct cg_pair *pairs = UTIL_ARRAY(c->ctx, struct cg_pair, num);
      memcpy(pairs, s->best, num * sizeof *pairs);
      build_block(s, b, &block->body);
      if (s->bound > cost || schedule(s, block) > cost) {
         once.body = *repeated;
         *block = once;
         build_block(s, b, repeated);
         memcpy(s->best, pairs, num * sizeof *pairs);
         s->nbest = num;
      }
   } else {
      build_block(s, b, &block->body);
      schedule(s, block);
   }
   if (c->opt->reasons)
      cg_reasons(s);
   apply(s, &block->body);
}

void cg_schedule(struct cg *c)
{
   if (c->opt->sched != USC_SCHED_NONE) {
      struct cg_list *repeated = UTIL_ARRAY(c->ctx, struct cg_list, (size_t)c->num_blocks + 1);
      for (uint32_t b = 0; b < c->num_blocks && c->s->stage == IR_STAGE_VERTEX; b++)
         cg_repeat_writes(c, &c->blocks[b].body, &repeated[b]);
      struct util_arena mark = c->ctx->arena; /* nothing made from here on stays but reasons */
      uint32_t all = c->num_units + CG_NUM_RES;
      struct cg_sched s = {.c = c, .rng = c->opt->random_seed};
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
      for (uint32_t b = 0; b < c->num_blocks; b++)
         one_block(&s, b, repeated[b].n ? &repeated[b] : NULL);
      if (!c->opt->reasons)
         util_arena_release(c->ctx, &mark);
   }
   cg_insert_waits(c);
}
