/* SPDX-License-Identifier: MIT */
/* Decodes a program for the simulator into steps, one per group or repetition, with all facts that are the same in every run.
   */
#include "backend-usc/check/usc_forms.h"
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* State of decoding. */
struct decoding {
   struct util_ctx *ctx;
   struct usc_step *step;
   uint32_t n, cap, groups;
};

static enum usc_fetch fetch_of(struct usc_opd o, uint32_t *bits)
{
   if (o.idx)
      return USC_FETCH_OTHER;
   switch (o.bank) {
   case USC_NONE: *bits = 0; return USC_FETCH_CONSTANT;
   case USC_SPECIAL: return usc_constant_bits(o.index, bits) ? USC_FETCH_CONSTANT : USC_FETCH_OTHER;
   case USC_TEMP: return o.index < USC_NUM_TEMPS ? USC_FETCH_TEMP : USC_FETCH_OTHER;
   case USC_VTX: return o.index < USC_NUM_TEMPS ? USC_FETCH_VTX : USC_FETCH_OTHER;
   case USC_SHARED: return USC_FETCH_SHARED;
   default: return USC_FETCH_OTHER;
   }
}

/* The group of repetition k. */
static struct usc_group repetition(const struct usc_group *g, unsigned k)
{
   struct usc_group step = *g;
   for (unsigned s = 0; s < 6; s++) {
      if (g->op[USC_P0] == USC_OP_UNPCK && s == 0)
         step.src[s].elem = (uint8_t)((g->src[s].elem + k) & 3);
      else
         step.src[s] = usc_sim_step_reg(g->src[s], k);
   }
   for (unsigned d = 0; d < 2 && !g->op[USC_PCK]; d++)
      step.dst[d] = usc_sim_step_reg(g->dst[d], k);
   step.addr = (uint8_t)(g->addr + k);
   return step;
}

static void add_step(struct decoding *d, const struct usc_group *g, struct usc_step s)
{
   s.g = usc_normal(g);
   if (s.fault) {
      UTIL_PUSH(d->ctx, d->step, d->n, d->cap, s);
      return;
   }
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++)
      s.ops += g->op[u] != USC_OP_NONE && (g->kind != USC_CONTROL || u == USC_CTRL);
   s.reads = (uint8_t)(g->kind == USC_MAIN ? usc_alu_slots(g) : usc_group_reads(g));
   s.reads_quad = usc_group_reads_quad(g);
   s.keeps =
       g->kind == USC_MAIN && (g->op[USC_BE] || usc_main_selects(g) & 1u << USC_FTE || usc_op_info[g->op[USC_MOV]].sources);
   for (unsigned k = 0; k < 6; k++)
      s.fetch[k] = (uint8_t)fetch_of(g->src[k], &s.bits[k]);
   UTIL_PUSH(d->ctx, d->step, d->n, d->cap, s);
}

/* Adds the steps of a group. place, next, target and fault of s are set; step_at of its place becomes the first repetition. */
static void add_group(struct decoding *d, const struct usc_group *g, struct usc_step s, uint32_t *step_at)
{
   const unsigned n = g->kind == USC_MAIN ? usc_rpt(g) : 1;
   *step_at = d->n + 1;
   s.group = d->groups++;
   for (unsigned k = 0; k < n; k++) {
      const struct usc_group r = k ? repetition(g, k) : *g;
      s.more = (uint8_t)(k ? 0 : n - 1);
      add_step(d, &r, s);
   }
}

const struct usc_sim_code *usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len)
{
   struct decoding d = {.ctx = ctx};
   struct usc_sim_code *c = UTIL_NEW(ctx, struct usc_sim_code);
   uint32_t *step_at = UTIL_ARRAY(ctx, uint32_t, len / 2 + 1), pc = 0;
   while (pc < len) {
      struct usc_group g;
      const unsigned bytes = usc_decode(code + pc, len - pc, &g, NULL, &c->at.error);
      if (!bytes)
         break;
      const enum usc_violation v = usc_check(&g);
      const uint32_t target = g.abs ? (uint32_t)g.target : pc + (uint32_t)g.target;
      const struct usc_step s = {.place = pc, .next = pc + bytes, .target = target, .fault = v ? usc_violation_text(v) : NULL};
      add_group(&d, &g, s, &step_at[pc >> 1]);
      pc += bytes;
   }
   c->at.error = pc < len ? c->at.error : NULL;
   c->step = d.step;
   c->num_steps = d.n;
   c->at.step_at = step_at;
   c->at.end = pc;
   c->at.shift = 1;
   return c;
}

const struct usc_sim_code *usc_sim_decode_groups(struct util_ctx *ctx, const struct usc_prog *p)
{
   struct decoding d = {.ctx = ctx};
   struct usc_sim_code *c = UTIL_NEW(ctx, struct usc_sim_code);
   uint32_t *step_at = UTIL_ARRAY(ctx, uint32_t, p->n + 1);
   for (uint32_t k = 0; k < p->n; k++) {
      const struct usc_group *g = &p->g[k];
      const enum usc_violation v = usc_check(g);
      struct usc_step s = {.place = k, .next = k + 1, .target = g->label};
      if (v && v != USC_V_NO_ENCODING)
         s.fault = usc_violation_text(v);
      else if (usc_group_is_branch(g) && !g->has_label)
         s.fault = "a branch by byte offset among decoded groups";
      add_group(&d, g, s, &step_at[k]);
   }
   c->step = d.step;
   c->num_steps = d.n;
   c->at.step_at = step_at;
   c->at.end = p->n;
   return c;
}

const struct usc_sim_code *usc_sim_restrict(struct util_ctx *ctx, const struct usc_sim_code *code, uint32_t features)
{
   struct usc_step *step = NULL;
   for (uint32_t k = 0; k < code->num_steps; k++) {
      const uint32_t missing = usc_group_features(&code->step[k].g) & ~features;
      if (!missing || code->step[k].fault)
         continue;
      if (!step) {
         step = UTIL_ARRAY(ctx, struct usc_step, code->num_steps);
         memcpy(step, code->step, sizeof *step * code->num_steps);
      }
      step[k].fault = usc_missing_feature_text(ctx, missing);
   }
   if (!step)
      return code;
   struct usc_sim_code *c = UTIL_NEW(ctx, struct usc_sim_code);
   *c = *code;
   c->step = step;
   return c;
}
