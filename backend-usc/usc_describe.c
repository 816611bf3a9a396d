/* SPDX-License-Identifier: MIT */
/* Describes the groups of a program for its report: units, registers, requests, and the paths of lanes (docs/usc-encoding.md).
 */
#include "backend-usc/usc_describe.h"

#include "backend-usc/check/usc_forms.h"
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/isa/usc_core.h"
#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/text/usc_text.h"

#include <string.h>

/* Units of a kind of group start at UNITS * kind. */
static const struct report_unit units[] = {
    {"p0", "phase 0: float, integer and complex operations", "main"},
    {"p1", "phase 1: a second float operation", "main"},
    {"pck", "phase 2: conversion and packing", "main"},
    {"tst", "phase 2: test", "main"},
    {"mov", "phase 2: select", "main"},
    {"backend", "backend: memory, textures, iteration, outputs", "main"},
    {"mask", "bitwise phase 0: mask", "bitwise"},
    {"shift1", "bitwise phase 0: first shift", "bitwise"},
    {"count", "bitwise phase 0: counts of bits", "bitwise"},
    {"logic", "bitwise phase 1: logic operation", "bitwise"},
    {"shift2", "bitwise phase 2: second shift", "bitwise"},
    {"test", "bitwise phase 2: test", "bitwise"},
    {"control", "branches, execution masks, waits", "control"},
};
enum { NUM_UNITS = sizeof units / sizeof units[0] };

static const struct report_cost costs[] = {
#define COST(name, value, provenance, text) {#name, value, REPORT_##provenance, text},
#include "backend-usc/schedule/usc_cost.def"
};
/* Numbers of the rows. */
enum {
#define COST(name, value, provenance, text) NUMBER_##name,
#include "backend-usc/schedule/usc_cost.def"
   NUM_COSTS
};

/* ---- registers */

struct describer {
   const struct usc_program *p;
   struct target_report *r;
};

/* Adds n registers of an operand. One that is indexed may be any element of its array. */
static void add_registers(const struct describer *d, struct report_set *set, struct usc_opd o, uint32_t n)
{
   const struct usc_pinned *a = &d->p->pinned;

   if (o.bank != USC_TEMP)
      return;
   if (!o.idx) {
      report_include(set, o.index, n);
      return;
   }
   for (uint32_t k = 0; k < a->num; k++)
      if (o.index >= a->base && o.index - a->base < a->num && a->array[k] == a->array[o.index - a->base])
         report_include(set, a->base + k, 1);
}

static void find_registers(const struct describer *d, const struct usc_group *g, struct report_row *row)
{
   const unsigned dma = usc_group_dma_slots(g);
   struct usc_opd first;
   unsigned n;

   for (unsigned s = 0; s < 6; s++) {
      add_registers(d, &row->reads, g->src[s], usc_group_src_count(g, s));
      if (dma >> s & 1)
         add_registers(d, &row->holds, g->src[s], usc_group_src_words(g, s));
   }
   for (unsigned k = 0; k < 2; k++) {
      add_registers(d, &row->writes, g->dst[k], usc_rpt(g));
      row->keeps |= g->dst[k].bank == USC_TEMP && g->dst[k].idx;
   }
   if (usc_group_async_dest(g, &first, &n)) {
      add_registers(d, &row->writes, first, n);
      add_registers(d, &row->holds, first, n);
   }
   row->keeps |= g->cc == USC_CC_P0 || g->cc == USC_CC_NOTP0;
   row->always = g->cc == USC_CC_IGNOREPE;
}

/* ---- units */

static void find_units(const struct describer *d, uint32_t k, struct report_row *row)
{
   const struct usc_group *g = &d->p->prog.g[k];
   const uint32_t first = USC_GROUP_UNITS * (uint32_t)g->kind, n = g->kind == USC_CONTROL ? 1 : USC_GROUP_UNITS;
   struct report_use *uses = UTIL_ARRAY(d->r->ctx, struct report_use, USC_GROUP_UNITS);
   struct report_gap *gaps = UTIL_ARRAY(d->r->ctx, struct report_gap, USC_GROUP_UNITS);

   for (uint32_t u = 0; u < n; u++)
      if (g->op[u])
         uses[row->num_uses++] = (struct report_use){first + u, usc_issue_slots(g), usc_op_info[g->op[u]].name};
      else if (k < d->p->num_stalls)
         gaps[row->num_gaps++] = (struct report_gap){first + u, d->p->stalls[k][u]};
   row->uses = uses;
   row->gaps = gaps;
}

/* ---- control flow */

static uint32_t target_of(const struct usc_program *p, uint32_t k)
{
   const struct usc_group *g = &p->prog.g[k];

   return g->label < p->prog.n ? g->label : p->prog.n;
}

static void find_flow(const struct usc_program *p, uint32_t k, struct report_row *row)
{
   const struct usc_group *g = &p->prog.g[k];
   const bool ends = usc_group_ends_run(g);

   if (usc_group_is_branch(g)) {
      row->flow = ends ? REPORT_JUMPS : REPORT_CHOOSES;
      row->target = target_of(p, k);
   } else if (ends) {
      row->flow = REPORT_ENDS;
   }
}

/* The value of a source of a mask operation: that of the mask counter, a constant, at most the largest counter, or -1 for any.
 */
static int value_of(const struct usc_program *p, struct usc_opd o, uint32_t counter)
{
   uint32_t bits;

   if (o.bank == USC_SPECIAL && o.index == usc_i(0).index)
      return (int)counter;
   if (o.bank == USC_SHARED && !o.idx && o.index < p->reflect.num_sh && p->reflect.sh[o.index].kind == USC_SH_CONST)
      return p->reflect.sh[o.index].a < REPORT_LEVELS ? (int)p->reflect.sh[o.index].a : REPORT_LEVELS - 1;
   return o.bank == USC_SPECIAL && usc_constant_bits(o.index, &bits) && bits < REPORT_LEVELS ? (int)bits : -1;
}

static void add_count(struct report_states *to, uint32_t row, int count)
{
   for (uint32_t c = 0; c < 8 && count < 0; c++) /* assumed: a counter from a register is that of at most seven levels */
      report_add_state(to, row, (struct report_lane){c, false});
   if (count >= 0)
      report_add_state(to, row, (struct report_lane){(uint32_t)count, false});
}

/* Is the row the branch of a loop, which depends on the predicate that the cndlt before it has set in all lanes? */
static bool ends_loop(const struct usc_program *p, uint32_t row)
{
   const struct usc_group *g = &p->prog.g[row];

   if (!row || row >= p->prog.n || !usc_group_is_branch(g) || g->bpred != USC_BPRED_CC || g->cc != USC_CC_P0 || g->link)
      return false;
   const struct usc_group *before = &p->prog.g[row - 1];
   return before->kind == USC_CONTROL && before->op[USC_CTRL] == USC_OP_CNDLT && before->cc == USC_CC_IGNOREPE;
}

/* Adds the states after a mask operation whose test holds for the lane, or does not (ISR 13). */
static void count_lane(const struct usc_program *p, struct report_states *to, uint32_t row, int s, bool holds)
{
   const struct usc_group *g = &p->prog.g[row++];
   const int adjust = g->adjust, ended = s <= adjust ? 0 : s - adjust;

   if (s < 0) {
      add_count(to, row, -1);
      return;
   }
   switch (g->op[USC_CTRL]) {
   case USC_OP_CNDST: add_count(to, row, holds && !s ? 0 : s + adjust); break;
   case USC_OP_CNDEF: add_count(to, row, !s ? adjust : holds && s == 1 ? 0 : s); break;
   case USC_OP_CNDSM: add_count(to, row, holds && !s ? value_of(p, g->src[2], (uint32_t)s) : s); break;
   case USC_OP_CNDLT: /* either a lane of the wave goes on, or the loop ends for all, and the lane is marked */
      add_count(to, row, !holds && !s ? adjust : s);
      if (!holds || s)
         report_add_state(to, row, (struct report_lane){(uint32_t)ended, ends_loop(p, row)});
      break;
   case USC_OP_CNDEND: add_count(to, row, ended); break;
   case USC_OP_CNDLPC: add_count(to, row, !s ? 2 : s == 1 ? 0 : s); break;
   case USC_OP_CNDSETL_B:
      add_count(to, row, s);
      if (!s)
         add_count(to, row, 1);
      break;
   default: add_count(to, row, s); break;
   }
}

/* The places after calls, to which a return may go. */
static void add_returns(const struct usc_program *p, struct report_states *to, struct report_lane lane)
{
   for (uint32_t k = 0; k < p->prog.n; k++)
      if (usc_group_is_branch(&p->prog.g[k]) && p->prog.g[k].link)
         report_add_state(to, k + 1, lane);
}

static void follow_lane(const void *code, uint32_t row, struct report_lane lane, struct report_states *to)
{
   const struct usc_program *p = code;
   const struct usc_group *g = &p->prog.g[row];
   const bool runs = !lane.counter;

   if (g->end) {
      report_add_state(to, p->prog.n, lane);
   } else if (ends_loop(p, row)) {
      report_add_state(to, lane.marked ? row + 1 : target_of(p, row), (struct report_lane){lane.counter, false});
   } else if (usc_group_is_branch(g)) {
      const bool all = g->bpred == USC_BPRED_CC && g->cc == USC_CC_PE,
                 none = g->bpred == USC_BPRED_ALLINST && g->cc == USC_CC_PE;
      const bool always = g->bpred == USC_BPRED_CC && g->cc == USC_CC_IGNOREPE;
      if (!always && (!all || !runs || g->link))
         report_add_state(to, row + 1, lane);
      if (!none || !runs)
         report_add_state(to, target_of(p, row), lane);
   } else if (g->kind == USC_CONTROL && (g->op[USC_CTRL] == USC_OP_LAPC || g->op[USC_CTRL] == USC_OP_BPRET)) {
      add_returns(p, to, lane);
   } else if (g->kind == USC_CONTROL && usc_op_info[g->op[USC_CTRL]].flags & USC_F_COND) {
      const int s = value_of(p, g->src[0], lane.counter);
      if (g->pcnd != USC_PCND_NEVER)
         count_lane(p, to, row, s, true);
      if (g->pcnd != USC_PCND_ALWAYS)
         count_lane(p, to, row, s, false);
   } else {
      report_add_state(to, row + 1, lane);
   }
}

/* ---- the report */

/* The statements of a group, one per line, without the number of the group. */
static const char *text_of(struct util_ctx *ctx, const struct usc_prog *p, uint32_t k)
{
   struct util_buf listed, text;

   util_buf_init(&listed, ctx);
   util_buf_init(&text, ctx);
   usc_print_group(ctx, &listed, p, k);
   const char *s = strchr(listed.data, ':');
   for (s = s ? s + 1 : listed.data; *s;) {
      const size_t blanks = strspn(s, " \n"), n = strcspn(s + blanks, "\n");
      if (text.len && n)
         util_buf_byte(&text, '\n');
      util_buf_add(&text, s + blanks, n);
      s += blanks + n;
   }
   return text.data ? text.data : "";
}

static bool is_texture(const struct usc_group *g)
{
   return (g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_SMP) || (g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_ITRSMP);
}

static void describe_row(const struct describer *d, uint32_t k)
{
   const struct usc_program *p = d->p;
   const struct usc_group *g = &p->prog.g[k];
   struct report_row *row = &d->r->rows[k];
   unsigned counter = 0;

   row->at = p->code ? p->offsets[k] : k;
   row->bytes = p->code ? p->offsets[k + 1] - p->offsets[k] : 0;
   row->text = text_of(d->r->ctx, &p->prog, k);
   row->cost = usc_issue_slots(g);
   row->latency = is_texture(g) ? USC_COST_TEXTURE : usc_latency(g);
   row->latency_cost = 1 + NUMBER_RESULT;
   if (usc_group_is_drc(g, &counter)) {
      row->counter = (uint8_t)(1 + (counter & 1));
      row->latency_cost = 1 + (row->latency == USC_COST_ITERATION ? NUMBER_ITERATION
                               : is_texture(g)                    ? NUMBER_TEXTURE
                                                                  : NUMBER_MEMORY);
      row->is_texture = is_texture(g);
   }
   counter = 0;
   if (usc_group_waits(g, &counter))
      row->waits = (uint8_t)(1u << (counter & 1));
   row->waits_after = row->waits && row->counter;
   if (p->executed && p->executed[p->prog.n])
      row->executed = (double)p->executed[k] / (double)p->executed[p->prog.n];
   find_registers(d, g, row);
   find_units(d, k, row);
   find_flow(p, k, row);
}

/* Occupancy: the waves that the unified store holds. */
static void describe_registers(struct target_report *r, const struct usc_program *p)
{
   static const uint8_t wanted[] = {2, 4, 8, 16, 32, 64};
   struct report_step *steps = UTIL_ARRAY(r->ctx, struct report_step, sizeof wanted);

   for (unsigned k = sizeof wanted; k-- > 0;) {
      const unsigned most = usc_core_wave_temps(p->core, wanted[k]);
      if (most && (!r->num_steps || steps[r->num_steps - 1].registers < most))
         steps[r->num_steps++] = (struct report_step){most, wanted[k]};
   }
   r->steps = steps;
   r->steps_provenance = REPORT_ASSUMED; /* the sizes are observed, not which waves run at once */
   r->prefix = "r";
   r->register_bits = 32;
   r->registers = p->stats.temps;
   r->constants = p->reflect.num_sh;
}

/* What the code rests on, from the forms of its groups. */
static void describe_premises(struct target_report *r, const struct usc_program *p)
{
   const struct usc_reflect *f = &p->reflect;
   const bool per_pixel = f->stage == USC_STAGE_FRAGMENT && f->pixel.samples > 1 && !f->pixel.per_sample;
   const struct usc_form_context c = {(uint8_t)f->stage, per_pixel, p->features};
   struct report_premise all[USC_NUM_PREMISES] = {0};
   struct report_premise *found = UTIL_ARRAY(r->ctx, struct report_premise, USC_NUM_PREMISES);

   for (uint32_t k = 0; k < p->prog.n; k++)
      for (uint64_t left = usc_group_premises(&p->prog.g[k], &c); left; left &= left - 1) {
         struct report_premise *a = &all[__builtin_ctzll(left)];
         a->first = a->rows++ ? a->first : k;
      }
   for (unsigned n = 0; n < USC_NUM_PREMISES; n++)
      if (all[n].rows) {
         all[n].id = usc_premise_name((enum usc_premise)n);
         all[n].text = usc_premise_text((enum usc_premise)n);
         found[r->num_premises++] = all[n];
      }
   r->premises = found;
}

static void describe_blocks(struct target_report *r, const struct usc_program *p)
{
   r->bound = p->blocks ? p->stats.lower_bound : REPORT_NONE;
   r->num_block_bounds = p->blocks ? p->stats.blocks : 0;
   r->block_bounds = UTIL_ARRAY(r->ctx, struct report_bound, (size_t)r->num_block_bounds + 1);
   for (uint32_t b = 0; b < r->num_block_bounds; b++)
      r->block_bounds[b] = (struct report_bound){p->blocks[b].first, p->blocks[b].bound};
}

struct target_report *usc_describe(struct util_ctx *ctx, const struct usc_program *p)
{
   struct target_report *r = report_new(ctx, p->prog.n);
   struct report_reason *reasons = UTIL_ARRAY(ctx, struct report_reason, USC_NUM_STALLS);
   const struct describer d = {p, r};

   for (unsigned k = 0; k < USC_NUM_STALLS; k++)
      reasons[k] = (struct report_reason){usc_stall_name(k), usc_stall_text(k)};
   r->units = units;
   r->num_units = NUM_UNITS;
   r->costs = costs;
   r->num_costs = NUM_COSTS;
   r->reasons = reasons;
   r->num_reasons = USC_NUM_STALLS;
   r->time_name = "issue slots";
   r->time_text = "a group takes one issue slot, a repeated group one for each repetition";
   r->depends.issue = r->depends.busy = 1u << NUMBER_SLOT;
   r->lanes = follow_lane;
   r->code = p;
   for (uint32_t k = 0; k < p->prog.n; k++)
      describe_row(&d, k);
   describe_registers(r, p);
   describe_premises(r, p);
   describe_blocks(r, p);
   report_analyse(r);
   return r;
}
