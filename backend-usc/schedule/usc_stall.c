/* SPDX-License-Identifier: MIT */
/*
 * Why units of groups do nothing, and the report that says so.
 *
 * After a block is scheduled, by whatever scheduler, its groups are gone through once more: what was ready at each, and what kept
 * it out of the unit. The reasons travel with the instruction to the final group. Only when asked for; linear, since no more than
 * 4 * SCHED_WINDOW ready instructions that have something for a unit are looked at for each group, the longest ready first.
 */
#include "backend-usc/schedule/usc_sched.h"

#include <string.h>

static const struct {
   const char *name, *text;
} whys[USC_NUM_STALLS - USC_NUM_VIOLATIONS] = {
#define W(id, text) {#id, text},
    USC_STALLS(W)
#undef W
};

const char *usc_stall_text(unsigned why)
{
   return why < USC_NUM_VIOLATIONS ? usc_violation_text((enum usc_violation)why)
          : why < USC_NUM_STALLS  ? whys[why - USC_NUM_VIOLATIONS].text
                                : "?";
}
const char *usc_stall_name(unsigned why)
{
   return why < USC_NUM_VIOLATIONS ? usc_violation_name((enum usc_violation)why)
          : why < USC_NUM_STALLS  ? whys[why - USC_NUM_VIOLATIONS].name
                                : "?";
}

/* ---- reasons ------------------------------------------------------------------------------------------------------------- */

/* Units that are filled in a group which the instruction shares: mask of 1 << enum usc_group_unit. */
static unsigned wants(const struct usc_group *g)
{
   const unsigned closed = usc_closed(g);
   unsigned m = 0;
   if (g->kind != USC_MAIN || (closed && closed != USC_STALL_W_PORTS))
      return 0;
   for (unsigned u = USC_PCK; u < USC_GROUP_UNITS; u++)
      m |= (unsigned)(g->op[u] != 0) << u;
   return m | 1u << USC_P0 | 1u << USC_P1; /* one of the two operations of a pair is in either */
}

/* What holds of every unit of the group, whatever was ready; 0 = that depends. */
static unsigned general(const struct usc_group *g, unsigned unit)
{
   if (g->kind == USC_BITWISE)
      return unit < USC_GROUP_UNITS ? USC_STALL_CHAIN : USC_STALL_BITWISE;
   unsigned why = usc_closed(g);
   return why == USC_STALL_W_PORTS ? 0 : why;
}

/* Ready instructions that have an operation for a unit, the longest ready first; those issued since are dropped on the way. */
struct waiting {
   uint32_t *next, head, tail;
};

static void enqueue(struct waiting w[USC_GROUP_UNITS], uint32_t v, unsigned want)
{
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
      if (!(want >> u & 1))
         continue;
      *(w[u].tail == UINT32_MAX ? &w[u].head : &w[u].next[w[u].tail]) = v;
      w[u].next[v] = UINT32_MAX;
      w[u].tail = v;
   }
}

/* The first of the list from `at` on that is not issued. */
static uint32_t skip_issued(const struct usc_sched *s, struct waiting *w, uint32_t last, uint32_t at)
{
   while (at != UINT32_MAX && s->g.n[at].issued)
      at = w->next[at];
   *(last == UINT32_MAX ? &w->head : &w->next[last]) = at;
   if (at == UINT32_MAX)
      w->tail = last;
   return at;
}

void usc_find_stalls(struct usc_sched *s)
{
   struct util_ctx *ctx = s->c->p.ctx;
   uint32_t left[USC_GROUP_UNITS] = {0};
   uint8_t *want = UTIL_ARRAY(ctx, uint8_t, s->num);
   struct waiting ready[USC_GROUP_UNITS];
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
      ready[u] = (struct waiting){UTIL_ARRAY(ctx, uint32_t, s->num), UINT32_MAX, UINT32_MAX};
   for (uint32_t v = 0; v < s->num; v++) {
      want[v] = (uint8_t)wants(&s->n[v].i->g);
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
         left[u] += want[v] >> u & 1;
      s->g.n[v].preds = s->g.n[v].deps[0];
      s->g.n[v].issued = false;
      if (!s->g.n[v].preds)
         enqueue(ready, v, want[v]);
   }
   for (uint32_t k = 0; k < s->nbest; k++) {
      const uint32_t pair[2] = {s->best[k].v, s->best[k].w};
      struct usc_group g = s->n[pair[0]].i->g;
      uint16_t *why = UTIL_ARRAY(ctx, uint16_t, USC_GROUP_UNITS);
      if (pair[1] != UINT32_MAX)
         usc_merge(&s->n[pair[0]].i->g, &s->n[pair[1]].i->g, &g);
      for (unsigned j = 0; j < 2 && pair[j] != UINT32_MAX; j++) {
         s->g.n[pair[j]].issued = true;
         for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
            left[u] -= want[pair[j]] >> u & 1;
      }
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
         if (g.op[u])
            continue;
         why[u] = (uint16_t)general(&g, u);
         if (why[u])
            continue;
         why[u] = left[u] ? USC_STALL_NOT_READY : USC_STALL_NONE_LEFT;
         uint32_t last = UINT32_MAX, v = skip_issued(s, &ready[u], last, ready[u].head);
         for (unsigned looked = 0; v != UINT32_MAX && looked < 4 * SCHED_WINDOW && why[u] != USC_STALL_ELSEWHERE; looked++) {
            unsigned r = usc_merge_stall(&g, &s->n[v].i->g);
            if (!r)
               why[u] = USC_STALL_ELSEWHERE;
            else if (why[u] == USC_STALL_NOT_READY)
               why[u] = (uint16_t)r;
            last = v;
            v = skip_issued(s, &ready[u], last, ready[u].next[last]);
         }
      }
      s->n[pair[0]].i->stalls = why;
      for (unsigned j = 0; j < 2 && pair[j] != UINT32_MAX; j++)
         for (uint32_t e = s->g.n[pair[j]].first[0]; e != UINT32_MAX; e = s->g.e[e].next[0]) {
            const uint32_t v = s->g.e[e].end[0];
            if (!--s->g.n[v].preds && !s->g.n[v].issued)
               enqueue(ready, v, want[v]);
         }
   }
}

void usc_note_stalls(struct usc_code *c, const struct usc_instr *i)
{
   struct usc_program *out = c->out;
   while (c->opt->stalls && out->num_stalls < out->prog.n) {
      const struct usc_group *g = &out->prog.g[out->num_stalls];
      struct {
         uint16_t unit[USC_GROUP_UNITS];
      } row;
      for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
         unsigned why = general(g, u);
         if (i && i->stalls && !g->op[u] && i->stalls[u])
            row.unit[u] = i->stalls[u];
         else if (why)
            row.unit[u] = (uint16_t)why;
         else
            row.unit[u] = c->opt->sched == USC_SCHED_NONE ? USC_STALL_PLAIN
                          : i && i->stalls                   ? USC_STALL_NONE_LEFT
                          : i                             ? USC_STALL_OUTSIDE
                                                          : USC_STALL_COPY;
         if (g->op[u])
            row.unit[u] = 0;
      }
      __typeof__(row) *rows = (void *)out->stalls;
      UTIL_PUSH(c->p.ctx, rows, out->num_stalls, out->cap_stalls, row);
      out->stalls = (void *)rows;
   }
}

/* ---- the report ---------------------------------------------------------------------------------------------------------- */

static const char *const unit_name[2][USC_GROUP_UNITS] = {{"p0", "p1", "pck", "tst", "mov", "backend"},
                                                        {"mask", "shift1", "count", "logic", "shift2", "test"}};

static void empty_units(struct util_buf *b, const struct usc_group *g, const uint16_t *why)
{
   unsigned done = 0;
   if (g->kind == USC_CONTROL)
      return; /* has no units */
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
      if (g->op[u] || done >> u & 1)
         continue;
      util_buf_printf(b, "       # empty");
      for (unsigned q = u; q < USC_GROUP_UNITS; q++)
         if (!g->op[q] && why[q] == why[u]) {
            util_buf_printf(b, " %s", unit_name[g->kind == USC_BITWISE][q]);
            done |= 1u << q;
         }
      util_buf_printf(b, ": %s\n", usc_stall_text(why[u]));
   }
}

/* Slots with what the waits cost, every block once. */
static uint32_t estimate(const struct usc_prog *p)
{
   uint32_t t = 0, due[2] = {0, 0};
   for (uint32_t k = 0; k < p->n; k++) {
      const struct usc_group *g = &p->g[k];
      unsigned drc;
      if (usc_group_is_drc(g, &drc)) {
         uint32_t at = t + usc_latency(g);
         if (at > due[drc & 1])
            due[drc & 1] = at;
      }
      if (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_WDF && due[g->drc & 1] > t)
         t = due[g->drc & 1];
      t += USC_COST_SLOT * (g->rpt > 1 ? g->rpt : 1u);
   }
   return t;
}

void usc_print_report(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p)
{
   static const char *const provenance_name[] = {"documented", "observed", "assumed"};
   const struct usc_stats *st = &p->stats;
   static const uint16_t none[USC_GROUP_UNITS] = {0};
   uint32_t block = 0;
   util_buf_printf(b, "# %u groups, at least %u; %u issue slots; with the latencies assumed below %u slots, every block once\n",
                   st->groups, st->lower_bound, st->issue_slots, estimate(&p->prog));
#define COST(name, value, provenance, text)                                                                                    \
   util_buf_printf(b, "# %s = %u (%s): %s\n", #name, (unsigned)(value), provenance_name[USC_##provenance], text);
#include "backend-usc/schedule/usc_cost.def"
   for (uint32_t k = 0; k < p->prog.n; k++) {
      struct usc_prog one = {.g = &p->prog.g[k], .n = 1};
      for (; p->blocks && block < st->blocks && p->blocks[block].first == k; block++) {
         const struct usc_block *q = &p->blocks[block];
         util_buf_printf(b, "# block %u: %u groups, at least %u", block, q->groups, q->bound);
         if (q->body_groups)
            util_buf_printf(b, "; scheduled part %u, list schedule %u, at least %u%s", q->body_groups, q->body_fast,
                            q->body_bound, q->optimal ? ", proved" : "");
         util_buf_printf(b, "\n");
      }
      usc_print_group(ctx, b, &p->prog, k);
      util_buf_printf(b, "       # %u bytes, slots: %u\n", p->code ? p->offsets[k + 1] - p->offsets[k] : 0,
                      USC_COST_SLOT * (unsigned)(one.g->rpt > 1 ? one.g->rpt : 1));
      empty_units(b, one.g, k < p->num_stalls ? p->stalls[k] : none);
   }
}
