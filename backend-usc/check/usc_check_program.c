/* SPDX-License-Identifier: MIT */
/*
 * Checks rules between groups along every path of control flow. Sets of facts flow through the groups until nothing changes.
 * Sources of the rules: docs/usc-encoding.md, "validity".
 */
#include "backend-usc/check/usc_check_program.h"

#include <string.h>

/* A set of temporaries. */
struct temps {
   uint64_t w[4];
};

/* Facts before a group: those of any path to it, except that `covers` has those of every path. */
struct flow {
   bool reached, wrote, fed, in_flight; /* a pixel output was written, a feedback was given, a feedback was not waited for */
   bool tracks;                         /* the sets below are not all empty */
   struct temps target[2], source[2];   /* by counter: written and read by requests in flight */
   struct temps covers;                 /* they hold values derived from a coverage mask */
};

struct checker {
   const struct usc_prog *p;
   const uint32_t *offsets;
   const struct usc_core_limits *limits; /* or NULL */
   uint32_t *entry;   /* by group: 1 + its index in `flow` if a branch or the end of a run leads there */
   struct flow *flow; /* by entry */
   bool changed;      /* new facts reached a group that this visit has passed */
};

static bool has(const struct temps *t, uint32_t n)
{
   return t->w[n >> 6 & 3] >> (n & 63) & 1;
}

/* Adds n registers to the set, or removes them. */
static void set_registers(struct temps *t, struct usc_opd o, unsigned n, bool in)
{
   for (uint32_t k = o.index; o.bank == USC_TEMP && !o.idx && k < o.index + n && k < USC_NUM_TEMPS; k++)
      if (in)
         t->w[k >> 6] |= UINT64_C(1) << (k & 63);
      else
         t->w[k >> 6] &= ~(UINT64_C(1) << (k & 63));
}

/* True if one of n registers is in one of the two sets. */
static bool has_any(const struct temps t[2], struct usc_opd o, unsigned n)
{
   bool any = false;
   for (uint32_t k = o.index; o.bank == USC_TEMP && !o.idx && k < o.index + n && k < USC_NUM_TEMPS; k++)
      any |= has(&t[0], k) || has(&t[1], k);
   return any;
}

/* True if the group uses a register that a request in flight writes, or writes one that it reads. */
static bool is_too_early(const struct flow *f, const struct usc_group *g)
{
   struct usc_opd first = usc_none();
   unsigned n = 0, s = 0;
   bool early = false;
   for (unsigned reads = usc_group_reads(g); reads >> s; s++)
      early |= reads >> s & 1 && has_any(f->target, g->src[s], usc_group_src_words(g, s));
   for (unsigned k = 0; k < 2; k++)
      early |= has_any(f->target, g->dst[k], 1) || has_any(f->source, g->dst[k], 1);
   if (usc_group_async_dest(g, &first, &n))
      early |= has_any(f->target, first, n) || has_any(f->source, first, n);
   return early;
}

/* True if the group names a word of a pixel that the core lacks. */
static bool exceeds_pixel(const struct usc_core_limits *limits, const struct usc_group *g)
{
   bool exceeds = false;
   for (unsigned s = 0; s < 6; s++)
      exceeds |= usc_opd_pixel_word(g->src[s]) >= limits->pixel_words;
   for (unsigned k = 0; k < 2; k++)
      exceeds |= usc_opd_pixel_word(g->dst[k]) >= limits->pixel_words;
   return exceeds;
}

/* True if the group can neither break one of these rules nor change the facts. */
static bool is_irrelevant(const struct flow *f, const struct usc_group *g)
{
   return !f->tracks && g->kind != USC_CONTROL && !(g->kind == USC_MAIN && g->op[USC_BE]) && !g->end &&
          !usc_opd_is_pixel(g->dst[0]) && !usc_opd_is_pixel(g->dst[1]);
}

/* Checks the rules that depend on earlier groups. */
static enum usc_violation check_in_flow(const struct checker *c, const struct flow *f, const struct usc_group *g)
{
   const unsigned be = g->kind == USC_MAIN ? g->op[USC_BE] : 0;
   if (f->tracks && is_too_early(f, g))
      return USC_V_REQUEST_WAIT;
   if (usc_group_feeds_back(g) && f->fed)
      return USC_V_SECOND_FEEDBACK;
   if (usc_group_feeds_back(g) && f->wrote)
      return USC_V_EARLY_OUTPUT;
   if ((usc_group_is_pixel_output(g) && f->in_flight) || (g->end && (f->in_flight || usc_group_feeds_back(g))))
      return USC_V_FEEDBACK_WAIT;
   if ((be == USC_OP_ST || be == USC_OP_ST_R) && g->tiled) {
      const struct usc_opd mask = g->src[g->sel_c % 6];
      uint32_t bits;
      if ((mask.bank == USC_TEMP && !mask.idx && !has(&f->covers, mask.index)) || mask.bank == USC_SHARED ||
          mask.bank == USC_COEFF || (mask.bank == USC_SPECIAL && usc_constant_bits(mask.index, &bits)))
         return USC_V_COVERAGE;
   }
   if ((be == USC_OP_UVSW_WRITE || be == USC_OP_UVSW_WRITE_EMIT_ENDTASK) && c->limits &&
       g->addr + usc_rpt(g) > c->limits->vertex_words)
      return USC_V_OUTPUT_ADDRESS;
   return USC_V_OK;
}

static bool is_empty(const struct temps *t)
{
   return !(t->w[0] | t->w[1] | t->w[2] | t->w[3]);
}

/* Updates `covers` with the results of the group. */
static void update_covers(struct flow *f, const struct usc_group *g, bool covers)
{
   for (unsigned s = 0, reads = usc_group_reads(g); reads >> s; s++)
      covers |= reads >> s & 1 && g->src[s].bank == USC_TEMP && !g->src[s].idx && g->src[s].index < USC_NUM_TEMPS &&
                has(&f->covers, g->src[s].index);
   for (unsigned k = 0; k < 2; k++)
      set_registers(&f->covers, g->dst[k], 1, covers);
}

/* Updates the facts after the group. */
static void update_flow(struct flow *f, const struct usc_group *g)
{
   const unsigned be = g->kind == USC_MAIN ? g->op[USC_BE] : 0, dma = usc_group_dma_slots(g);
   struct usc_opd first = usc_none();
   unsigned drc = 0, n = 0;
   if (be == USC_OP_SAVMSK || !is_empty(&f->covers))
      update_covers(f, g, be == USC_OP_SAVMSK);
   if (usc_group_async_dest(g, &first, &n))
      set_registers(&f->covers, first, n, be == USC_OP_LD || be == USC_OP_LD_R); /* memory may hold a mask */
   if (usc_group_is_drc(g, &drc)) {
      set_registers(&f->target[drc & 1], first, n, true);
      for (unsigned s = 0; s < 6; s++)
         if (dma >> s & 1)
            set_registers(&f->source[drc & 1], g->src[s], usc_group_src_words(g, s), true);
   }
   f->wrote |= usc_group_is_pixel_output(g);
   if (usc_group_feeds_back(g))
      f->fed = f->in_flight = true;
   if (usc_group_waits(g, &drc)) {
      memset(&f->target[drc], 0, sizeof f->target[0]);
      memset(&f->source[drc], 0, sizeof f->source[0]);
      f->in_flight &= drc != 0;
   }
   f->tracks = !is_empty(&f->covers);
   for (unsigned d = 0; d < 2; d++)
      f->tracks |= !is_empty(&f->target[d]) || !is_empty(&f->source[d]);
}

/* Merges the facts of a path into those of an entry, after `from` groups of the visit. */
static void flow_to(struct checker *c, uint32_t group, uint32_t from, const struct flow *f)
{
   if (group >= c->p->n || !c->entry[group])
      return;
   struct flow *to = &c->flow[c->entry[group] - 1], was = *to;
   if (!to->reached) {
      *to = *f;
      to->reached = true;
   } else {
      to->wrote |= f->wrote;
      to->fed |= f->fed;
      to->in_flight |= f->in_flight;
      to->tracks |= f->tracks;
      for (unsigned w = 0; w < 4; w++) {
         for (unsigned d = 0; d < 2; d++) {
            to->target[d].w[w] |= f->target[d].w[w];
            to->source[d].w[w] |= f->source[d].w[w];
         }
         to->covers.w[w] &= f->covers.w[w];
      }
   }
   c->changed |= group < from && memcmp(&was, to, sizeof was) != 0;
}

/* The target of a branch, or the number of groups if it is unknown. */
static uint32_t target_of(const struct checker *c, uint32_t i)
{
   const struct usc_group *g = &c->p->g[i];
   if (g->has_label || !c->offsets)
      return g->has_label ? g->label : c->p->n;
   const int64_t byte = (g->abs ? 0 : (int64_t)c->offsets[i]) + g->target;
   uint32_t lo = 0, hi = c->p->n;
   while (lo < hi) {
      const uint32_t mid = (lo + hi) / 2;
      if (c->offsets[mid] < byte)
         lo = mid + 1;
      else
         hi = mid;
   }
   return lo < c->p->n && c->offsets[lo] == byte ? lo : c->p->n;
}

/* Numbers the entries, where runs begin: the first group, those after branches, and targets of branches. */
static uint32_t find_entries(struct checker *c)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < c->p->n; i++) {
      const bool branch = usc_group_is_branch(&c->p->g[i]);
      const uint32_t to[2] = {i ? branch ? i + 1 : c->p->n : 0, branch ? target_of(c, i) : c->p->n};
      for (unsigned k = 0; k < 2; k++)
         if (to[k] < c->p->n && !c->entry[to[k]])
            c->entry[to[k]] = ++n;
   }
   return n;
}

/* Visits all groups in order. */
static enum usc_violation visit(struct checker *c, uint32_t *bad)
{
   struct flow f = {0};
   bool runs = false;
   for (uint32_t i = 0; i < c->p->n; i++) {
      const struct usc_group *g = &c->p->g[i];
      *bad = i;
      if (c->limits && exceeds_pixel(c->limits, g))
         return USC_V_PIXEL_WORD;
      if (runs)
         flow_to(c, i, i, &f);
      if (c->entry[i]) {
         f = c->flow[c->entry[i] - 1];
         runs = f.reached;
      }
      if (!runs || is_irrelevant(&f, g))
         continue;
      const enum usc_violation v = check_in_flow(c, &f, g);
      if (v)
         return v;
      update_flow(&f, g);
      if (usc_group_is_branch(g))
         flow_to(c, target_of(c, i), i + 1, &f);
      runs = !usc_group_ends_run(g);
   }
   return USC_V_OK;
}

enum usc_violation usc_check_prog(struct util_ctx *ctx, const struct usc_prog *p, const uint32_t *offsets,
                                  const struct usc_core_limits *limits, uint32_t *bad)
{
   struct checker c = {.p = p, .offsets = offsets, .limits = limits};
   const struct flow start = {0};
   const struct util_arena mark = ctx->arena;
   enum usc_violation v = USC_V_OK;
   *bad = 0;
   c.entry = UTIL_ARRAY(ctx, uint32_t, (size_t)p->n + 1);
   c.flow = UTIL_ARRAY(ctx, struct flow, (size_t)find_entries(&c) + 1);
   flow_to(&c, 0, 0, &start);
   do {
      c.changed = false;
      v = visit(&c, bad);
   } while (c.changed && !v);
   util_arena_release(ctx, &mark);
   return v;
}
