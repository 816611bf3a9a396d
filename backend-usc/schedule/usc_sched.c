/* SPDX-License-Identifier: MIT */
/*
 * The list scheduler: pairs independent operations, on virtual registers, one block at a time. Graph and readiness are those of
 * codegen/sched.h, where a slot is a group; legality is usc_check() alone (usc_peep.c merges); the cost is the number of groups.
 * About linear: it looks at no more than SCHED_WINDOW ready instructions for each group.
 */
#include "backend-usc/schedule/usc_sched.h"

#include <string.h>

/* ---- the list scheduler -------------------------------------------------------------------------------------------------- */

static void note_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct usc_sched *s = user;
   UTIL_PUSH(s->c->p.ctx, s->refs, s->nrefs, s->cap_refs, (struct usc_ref){unit, (uint16_t)n, write});
}

static void count_left(struct usc_sched *s, const struct usc_ref *f)
{
   for (unsigned k = 0; !f->write && k < f->n && f->unit + k < s->c->p.num_units; k++) {
      uint32_t r = f->unit + k;
      if (s->left_stamp[r] != s->left_base)
         s->left_stamp[r] = s->left_base, s->left[r] = 0;
      s->left[r]++;
   }
}

/* Counts registers from nothing, for a schedule that is to be made or looked at. */
static void start_pressure(struct usc_sched *s)
{
   s->left_base++;
   for (uint32_t k = 0; k < s->nrefs; k++)
      count_left(s, &s->refs[k]);
   s->held[0] = s->held[1] = 0;
   s->epoch[0]++, s->epoch[1]++;
}

static unsigned counter_of(const struct usc_sched *s, uint32_t v)
{
   return s->n[v].i->g.op[USC_BE] == USC_OP_SMP;
}

/* Registers that v opens less those it ends. A request holds what it reads up to its wait, which comes before the first reader. */
static int pressure_of(struct usc_sched *s, uint32_t v, bool commit)
{
   const struct usc_ref *f = s->refs + s->n[v].refs, *end = f + s->n[v].num;
   int opens = 0, ends = 0;
   for (; f < end; f++)
      for (unsigned k = 0; k < f->n && f->unit + k < s->c->p.num_units; k++) {
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
   if (!s->requests)
      return opens - ends;
   bool waits[2] = {false, false};
   for (uint32_t e = s->g.n[v].first[1]; e != SCHED_NONE; e = s->g.e[e].next[1]) {
      const uint32_t p = s->g.e[e].end[1];
      if (s->n[p].request && s->n[p].sent == s->epoch[counter_of(s, p)])
         waits[counter_of(s, p)] = true;
   }
   for (unsigned d = 0; d < 2; d++)
      if (waits[d]) {
         ends += s->held[d];
         if (commit)
            s->held[d] = 0, s->epoch[d]++;
      }
   if (!s->n[v].request)
      return opens - ends;
   if (commit) {
      s->n[v].sent = s->epoch[counter_of(s, v)];
      s->held[counter_of(s, v)] += ends;
   }
   return opens;
}

static void issue(struct usc_sched *s, uint32_t v)
{
   sched_issue(&s->g, v);
   if (!s->g.back)
      s->live += pressure_of(s, v, true);
}

/* Nodes and edges of the instructions of `body`, in block b. */
static void build_block(struct usc_sched *s, uint32_t b, const struct cg_list *body)
{
   struct usc_code *c = s->c;
   s->block = b;
   s->num = body->n;
   sched_begin(&s->g, s->num);
   s->requests = 0;
   s->nrefs = 0;
   s->memo_size = 0;
   if (s->num > s->cap_n) {
      s->cap_n = s->num > 2 * s->cap_n ? s->num : 2 * s->cap_n;
      s->n = UTIL_ARRAY(c->p.ctx, struct usc_node, s->cap_n);
      s->out = UTIL_ARRAY(c->p.ctx, struct usc_pair, s->cap_n);
      s->best = UTIL_ARRAY(c->p.ctx, struct usc_pair, s->cap_n);
   }
   for (uint32_t i = 0; i < s->num; i++) {
      struct usc_instr *in = usc_instr_of(body->i[i]);
      struct usc_node *n = &s->n[i];
      *n = (struct usc_node){.i = in, .refs = s->nrefs};
      const bool drc = usc_group_is_drc(&in->g, NULL);
      s->g.n[i].raw = (uint8_t)usc_latency(&in->g);
      s->g.n[i].war = drc; /* it still reads later: then who overwrites its sources cannot share its group */
      s->g.n[i].waw = 1;
      n->request = drc && in->g.op[USC_BE] != USC_OP_ATST && in->g.op[USC_BE] != USC_OP_DEPTHF;
      s->requests += n->request;
      n->pairable = usc_is_pairable(&in->g);
      n->open = usc_is_open(&in->g);
      usc_refs(c, in, note_ref, s);
      n->num = s->nrefs - n->refs;
      for (const struct usc_ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
         if (!f->write)
            sched_read(&s->g, i, f->unit, f->n);
      for (const struct usc_ref *f = s->refs + n->refs; f < s->refs + s->nrefs; f++)
         if (f->write)
            sched_write(&s->g, i, f->unit, f->n);
   }
   /* What a phi will take over is computed after the last read of the phi, where the source has it so: they share a register. */
   const struct cg_list *tail = &c->p.blocks[b].tail;
   for (uint32_t i = 0; i < tail->n; i++)
      for (uint32_t k = 0; tail->i[i]->kind == CG_COPIES && k < tail->i[i]->num_copies; k++) {
         const struct cg_copy *q = &tail->i[i]->copies[k];
         const uint32_t w = q->src < CG_EXTERNAL ? sched_writer(&s->g, q->src) : SCHED_NONE;
         if (w != SCHED_NONE)
            sched_after_readers(&s->g, q->dst, w, 0);
      }
   s->bound = usc_bound_body(s);
}

static struct usc_instr *host(const struct usc_sched *s, uint32_t v)
{
   return s->n[v].i;
}

static enum usc_merge_mode can_join(struct usc_sched *s, uint32_t v, uint32_t w)
{
   struct usc_group merged;
   if (!s->n[v].pairable && !s->n[w].pairable && !s->n[v].open && !s->n[w].open)
      return USC_APART;
   if (!s->memo_size)
      return usc_merge(&host(s, v)->g, &host(s, w)->g, &merged);
   struct usc_verdict *m = &s->memo[(v * 31 + w) & (s->memo_size - 1)];
   if (m->v != v + 1 || m->w != w)
      *m = (struct usc_verdict){v + 1, w, usc_merge(&host(s, v)->g, &host(s, w)->g, &merged)};
   return m->mode;
}

/* For blocks that are scheduled more than once. */
static void remember(struct usc_sched *s)
{
   s->memo_size = 64;
   while (s->memo_size < 4 * s->num)
      s->memo_size *= 2;
   if (s->memo_size > s->cap_memo) {
      s->cap_memo = s->memo_size;
      s->memo = UTIL_ARRAY(s->c->p.ctx, struct usc_verdict, s->cap_memo);
   } else {
      memset(s->memo, 0, s->memo_size * sizeof *s->memo);
   }
}

/* Most registers that a schedule keeps alive. */
static int32_t peak_of(struct usc_sched *s, const struct usc_pair *p, uint32_t n)
{
   int32_t live = 0, peak = 0;
   start_pressure(s);
   for (uint32_t k = 0; k < n; k++) {
      live += pressure_of(s, p[k].v, true);
      if (p[k].w != UINT32_MAX)
         live += pressure_of(s, p[k].w, true);
      if (live > peak)
         peak = live;
   }
   return peak;
}

/* What ends most lives of what is ready: its place in the window. */
static uint32_t least_pressure(struct usc_sched *s)
{
   uint32_t first = 0;
   int best = INT32_MAX;
   for (uint32_t k = 0; k < s->g.nwin; k++) {
      const int d = pressure_of(s, s->g.win[k], false);
      if (d < best)
         best = d, first = k;
   }
   return first;
}

/* The first of what is ready that stays within so many registers, else, if nothing is worth waiting for, what ends most lives.
   UINT32_MAX: time has passed. */
static uint32_t first_within(struct usc_sched *s, int32_t limit)
{
   for (uint32_t k = 0; k < s->g.nwin; k++) {
      const int d = pressure_of(s, s->g.win[k], false);
      if (d <= 0 || s->live + d <= limit)
         return k;
   }
   return sched_skip(&s->g) ? UINT32_MAX : least_pressure(s);
}

/*
 * One list schedule of the block into s->out; the groups of the body stay as they are. boost: how much sooner than its
 * height says a group with room for a partner is wanted (those that write outputs come last by height, when no operation is left
 * to join them). hosts: a single operation rather joins such a group than another single one. back: from the end, which suits
 * blocks that end in many outputs: each takes an operation along before those run out. limit: registers alive above which what needs
 * more of them is put off, while results are on their way that may end some.
 */
static void schedule_block(struct usc_sched *s, uint32_t boost, bool hosts, bool back, int32_t limit)
{
   s->nout = 0;
   s->live = s->peak = 0;
   for (uint32_t i = 0; i < s->num; i++)
      s->g.n[i].floor = boost && usc_has_room(&s->n[i].i->g) ? boost : 0;
   sched_start(&s->g, back);
   start_pressure(s);
   for (uint32_t i = 0; i < s->num && s->rng; i++) {
      uint32_t p = (i * 2654435761u) ^ s->rng;
      p ^= p >> 15;
      s->g.n[i].key = ~(p * 0x85ebca6bu);
   }
   for (uint32_t i = 0; i < s->num && limit < INT32_MAX; i++) /* source order opens few registers */
      s->g.n[i].key = ~i;
   sched_seed(&s->g);

   for (uint32_t done = 0; done < s->num;) {
      sched_wake(&s->g);
      const uint32_t *cand = s->g.win;
      /* The first: highest, or, when registers run short, what ends most lives. */
      uint32_t first = 0;
      if (limit < INT32_MAX && (first = first_within(s, limit)) == UINT32_MAX)
         continue;
      if (limit == INT32_MAX && s->live > USC_COST_REGISTERS && !s->rng)
         first = least_pressure(s);
      const uint32_t nc = s->g.nwin;
      uint32_t partner = UINT32_MAX;
      enum usc_merge_mode mode = USC_APART;
      /* A single operation without a partner may wait while another group that nobody can join is there. */
      for (unsigned pass = hosts && s->n[cand[first]].pairable ? 0 : 1; pass < 2 && partner == UINT32_MAX; pass++)
         for (uint32_t k = 0; k < nc && partner == UINT32_MAX; k++)
            if (k != first && (pass || !s->n[cand[k]].pairable) && (mode = can_join(s, cand[first], cand[k])) &&
                (limit == INT32_MAX || s->live + pressure_of(s, cand[k], false) <= limit))
               partner = k;
      if (partner == UINT32_MAX && s->live <= USC_COST_REGISTERS && s->n[cand[first]].pairable) {
         for (uint32_t k = 0; k < nc; k++)
            if (k != first && !s->n[cand[k]].pairable && s->g.n[cand[k]].height + 4 >= s->g.n[cand[first]].height) {
               first = k;
               for (uint32_t q = 0; q < nc && partner == UINT32_MAX; q++)
                  if (q != first && (mode = can_join(s, cand[first], cand[q])))
                     partner = q;
               break;
            }
      }
      uint32_t v = cand[first], w = partner == UINT32_MAX ? UINT32_MAX : cand[partner];
      if (w != UINT32_MAX) { /* what v makes ready does not come in between */
         sched_take(&s->g, w);
      }
      issue(s, v);
      done++;
      if (w == UINT32_MAX && !s->rng && s->n[v].pairable) {
         /* What overwrites its sources may join it. */
         for (uint32_t e = s->g.n[v].first[s->g.back]; e != UINT32_MAX && w == UINT32_MAX; e = s->g.e[e].next[s->g.back]) {
            const uint32_t t = s->g.e[e].end[s->g.back];
            const struct sched_node *n = &s->g.n[t];
            if (!s->g.e[e].lat && !n->preds && !n->issued && n->ready_at <= s->g.time && (mode = can_join(s, v, t)))
               w = t;
         }
      }
      if (w != UINT32_MAX) {
         issue(s, w);
         done++;
      }
      if (s->live > s->peak)
         s->peak = s->live;
      s->out[s->nout++] = (struct usc_pair){v, w, w == UINT32_MAX ? USC_APART : mode};
      sched_retire(&s->g, v);
      if (w != UINT32_MAX)
         sched_retire(&s->g, w);
      s->g.time++;
      sched_release(&s->g, v);
      if (w != UINT32_MAX)
         sched_release(&s->g, w);
   }
   if (!back)
      return;
   for (uint32_t k = 0; k < s->nout / 2; k++) {
      struct usc_pair p = s->out[k];
      s->out[k] = s->out[s->nout - 1 - k];
      s->out[s->nout - 1 - k] = p;
   }
   s->peak = peak_of(s, s->out, s->nout);
}

uint32_t usc_waits(struct usc_sched *s, const struct usc_pair *p, uint32_t n)
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
         const struct usc_node *v = &s->n[pair[j]];
         if (!v->request)
            continue;
         const unsigned d = v->i->g.op[USC_BE] == USC_OP_SMP;
         busy[d] = true;
         stores |= v->i->g.op[USC_BE] == USC_OP_ST;
         for (uint32_t e = s->g.n[pair[j]].first[0]; e != UINT32_MAX; e = s->g.e[e].next[0])
            s->n[s->g.e[e].end[0]].needs[d] = epoch[d];
      }
   }
   return waits + busy[0] + busy[1];
}

/* The best schedule becomes the body. */
static void apply(struct usc_sched *s, struct cg_list *body)
{
   for (uint32_t k = 0; k < s->nbest; k++) {
      struct usc_instr *i = host(s, s->best[k].v);
      struct usc_group merged;
      if (s->best[k].w != UINT32_MAX) {
         const struct usc_group *w = &host(s, s->best[k].w)->g;
         if (s->best[k].mode)
            usc_merge_as(s->best[k].mode, &i->g, w, &merged);
         else
            UTIL_CHECK(s->c->p.ctx, usc_merge(&i->g, w, &merged));
         i->g = merged;
      }
      body->i[k] = &i->base;
   }
   body->n = s->nbest;
}

/* Registers that are read in one block after another one wrote them last. An instruction's reads come before its writes. */
static void mark_live(void *user, uint32_t unit, unsigned n, bool write)
{
   struct usc_sched *s = user;
   for (unsigned k = 0; k < n && unit + k < s->c->p.num_units; k++) {
      uint32_t r = unit + k;
      if (write)
         s->left_stamp[r] = s->block + 1;
      else if (s->left_stamp[r] && s->left_stamp[r] != s->block + 1)
         s->live_out[r] = 1;
   }
}

/* What was just scheduled is the best. */
static void keep(struct usc_sched *s)
{
   struct usc_pair *p = s->best;
   s->best = s->out;
   s->nbest = s->nout;
   s->out = p;
}

/* Registers that source order needs, one operation a group, where that is above what costs nothing. */
static int32_t lean_limit(struct usc_sched *s)
{
   for (uint32_t v = 0; v < s->num; v++)
      s->out[v] = (struct usc_pair){v, UINT32_MAX, USC_APART};
   const int32_t peak = peak_of(s, s->out, s->num);
   return peak > USC_COST_OCCUPANCY ? peak : USC_COST_OCCUPANCY;
}

/* Are so many groups fewer worth so many registers more? */
static bool worth(uint32_t groups, int32_t regs)
{
   return (uint32_t)regs < groups * USC_COST_GROUP_SAVED;
}

/* The best of a few schedules of the block into s->best; returns its groups with waits. */
static uint32_t schedule(struct usc_sched *s, struct usc_block_schedule *block)
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
   const int32_t room = (int32_t)(s->c->opt->max_temps ? s->c->opt->max_temps : USC_NUM_TEMPS - s->c->pinned.num) * 3 / 4;
   int32_t best_peak = 0, best_over = 0;
   uint32_t best = UINT32_MAX;
   for (unsigned t = 0; t < n && (best > s->bound + (t > 1) || best_over); t++) {
      schedule_block(s, s->bound * tries[t].boost / 8, tries[t].hosts, tries[t].back, INT32_MAX);
      uint32_t cost = s->nout + usc_waits(s, s->out, s->nout);
      int32_t over = s->peak > room ? s->peak : 0;
      if (t == 0 || over < best_over || (over == best_over && (cost < best || (cost == best && s->peak < best_peak)))) {
         keep(s);
         best_peak = s->peak;
         best_over = over;
         best = cost;
      }
   }
   /* More registers than leave all tasks room, and than source order needs: they must be worth it. */
   const int32_t lean = best_peak > USC_COST_OCCUPANCY && n > 1 ? lean_limit(s) : INT32_MAX;
   if (best_peak > lean) {
      schedule_block(s, 0, true, false, lean);
      const uint32_t cost = s->nout + usc_waits(s, s->out, s->nout);
      if (s->peak < best_peak && (cost <= best || !worth(cost - best, best_peak - s->peak))) {
         keep(s);
         best_peak = s->peak;
         best_over = best_peak > room ? best_peak : 0;
         best = cost;
      }
   }
   block->fast = best;
   block->body_bound = s->bound;
   block->optimal = best <= s->bound;
   if (s->c->opt->sched >= USC_SCHED_EXACT && !block->optimal) {
      const uint32_t list = s->nbest;
      memcpy(s->out, s->best, list * sizeof *s->out);
      block->optimal = usc_exact(s, s->spent < USC_EXACT_TOTAL ? USC_EXACT_BUDGET : 0);
      const int32_t peak = peak_of(s, s->best, s->nbest), extra = peak - (best_peak > USC_COST_OCCUPANCY ? best_peak : USC_COST_OCCUPANCY);
      const uint32_t cost = s->nbest + usc_waits(s, s->best, s->nbest);
      if (peak > (best_over ? best_over : room) || (extra > 0 && !worth(best - cost, extra))) {
         memcpy(s->best, s->out, list * sizeof *s->out);
         block->optimal = block->optimal && cost == best;
         s->nbest = list;
      }
   }
   block->exact = s->nbest + usc_waits(s, s->best, s->nbest);
   return block->exact;
}

/* The body as it is, or another list of groups that does the same: the best schedule of any. */
static void one_block(struct usc_sched *s, uint32_t b, const struct cg_list *repeated, const struct cg_list *split)
{
   struct usc_code *c = s->c;
   struct cg_block *block = &c->p.blocks[b];
   struct usc_block_schedule *result = &c->schedule[b], of_best;
   result->optimal = true;
   if (!block->body.n)
      return;
   /* Repeated writes of inputs take a group by fours; one by one they take nothing if operations without a partner join them, so the
      body goes before them where both take as many groups. */
   const struct cg_list *const lists[] = {repeated, &block->body, split}, *built = NULL, *taken = NULL;
   of_best = *result;
   struct usc_pair *pairs = NULL;
   uint32_t cost = UINT32_MAX, num = 0;
   for (unsigned k = 0; k < 3; k++) {
      const struct cg_list *l = lists[k];
      if (!l->n || (s->rng && l != &block->body))
         continue;
      struct usc_block_schedule with = *result;
      build_block(s, b, built = l);
      const uint32_t least = s->bound + (l == split);
      if (least > cost)
         continue;
      const uint32_t now = schedule(s, &with);
      if (now + (l == split) > cost)
         continue;
      cost = now;
      taken = l;
      of_best = with;
      if (repeated->n || split->n) {
         num = s->nbest;
         pairs = UTIL_ARRAY(c->p.ctx, struct usc_pair, num);
         memcpy(pairs, s->best, num * sizeof *pairs);
      }
   }
   if (built != taken)
      build_block(s, b, taken);
   if (pairs) {
      memcpy(s->best, pairs, num * sizeof *pairs);
      s->nbest = num;
   }
   block->body = *taken;
   *result = of_best;
   if (c->opt->stalls)
      usc_find_stalls(s);
   apply(s, &block->body);
}

void usc_schedule(struct usc_code *c)
{
   if (c->opt->sched != USC_SCHED_NONE) {
      struct cg_list *repeated = UTIL_ARRAY(c->p.ctx, struct cg_list, (size_t)c->p.num_blocks + 1);
      struct cg_list *split = UTIL_ARRAY(c->p.ctx, struct cg_list, (size_t)c->p.num_blocks + 1);
      for (uint32_t b = 0; b < c->p.num_blocks && !c->opt->random_seed; b++) {
         if (c->s->stage == IR_STAGE_VERTEX)
            usc_repeat_writes(c, &c->p.blocks[b].body, &repeated[b]);
         usc_split_uniforms(c, &c->p.blocks[b].body, &split[b]);
      }
      struct util_arena mark = c->p.ctx->arena; /* nothing made from here on stays but reasons */
      uint32_t all = c->p.num_units + USC_NUM_RES;
      struct usc_sched s = {.c = c, .rng = c->opt->random_seed};
      sched_init(&s.g, c->p.ctx, all);
      cg_bound_init(&s.problem, c->p.ctx, usc_issue_capacity, USC_NUM_ISSUE);
      s.left = UTIL_ARRAY(c->p.ctx, uint32_t, all);
      s.left_stamp = UTIL_ARRAY(c->p.ctx, uint32_t, all);
      s.live_out = UTIL_ARRAY(c->p.ctx, uint8_t, all);
      /* Registers that live across blocks never end in one. */
      for (uint32_t b = 0; b < c->p.num_blocks && c->p.num_blocks > 1; b++) {
         const struct cg_list *l[3] = {&c->p.blocks[b].head, &c->p.blocks[b].body, &c->p.blocks[b].tail};
         s.block = b;
         for (int k = 0; k < 3; k++)
            for (uint32_t i = 0; i < l[k]->n; i++)
               usc_refs(c, usc_instr_of(l[k]->i[i]), mark_live, &s);
      }
      memset(s.left_stamp, 0, all * sizeof *s.left_stamp);
      for (uint32_t b = 0; b < c->p.num_blocks; b++)
         one_block(&s, b, &repeated[b], &split[b]);
      if (!c->opt->stalls)
         util_arena_release(c->p.ctx, &mark);
   }
   usc_insert_waits(c);
}
