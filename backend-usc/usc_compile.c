/* SPDX-License-Identifier: MIT */
/* The order of the code generator: selection, peepholes, schedule, registers, layout, statistics. */
#include "backend-usc/usc_compile.h"

#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/schedule/demand/usc_demand.h"
#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/select/usc_pattern.h"
#include "backend-usc/text/usc_text.h"

#include "ir/cfg.h"

#include <string.h>

struct usc_options usc_default_options(void)
{
   struct usc_options o;
   memset(&o, 0, sizeof o);
   o.sched = USC_SCHED_FAST;
   o.samples = 1;
   return o;
}

static bool generate(struct usc_code *c)
{
   struct usc_selection *sel = UTIL_NEW(c->p.ctx, struct usc_selection);
   usc_select(sel, c);
   if (c->opt->bound && !c->failed)
      usc_bound_source(sel);
   usc_select_finish(sel);
   util_discard(c->p.ctx, sel, sizeof *sel);
   if (c->failed)
      return false;
   if (c->opt->features & USC_HAS_F16SOP && c->opt->sched != USC_SCHED_NONE)
      usc_f16_pairs(c);
   usc_peephole(c);
   usc_schedule(c);
   return usc_allocate(c);
}

/* The code of one schedule, false after diagnostics. */
static bool make(struct usc_code *c, struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_options *plain,
                 struct usc_program *out)
{
   *plain = *opt;
   plain->sched = USC_SCHED_NONE;
   usc_code_init(c, ctx, s, opt, out);
   bool ok = generate(c);
   if (!ok && !c->failed && opt->sched != USC_SCHED_NONE) {
      /* Blocks of registers that the schedule keeps alive together did not fit: source order needs less. */
      usc_code_init(c, ctx, s, plain, out);
      ok = generate(c);
   }
   if (!ok && !c->failed) {
      /* Nor do those of all requests under way: one at a time needs least. */
      usc_code_init(c, ctx, s, plain, out);
      c->tight = true;
      ok = generate(c);
   }
   if (!ok) {
      if (!c->failed)
         util_diag(ctx, DIAG_ID_usc_unsupported, c->culprit, "this instruction needs %u temporaries, there are %u", c->culprit_demand,
                   opt->max_temps ? opt->max_temps : USC_NUM_TEMPS);
      return false;
   }
   if (out->reflect.num_sh > 2047) { /* the scratch memory came on top */
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN, "more than 2047 shared registers of parameters and constants");
      return false;
   }
   if (c->opt->scratch_stride && out->reflect.scratch_bytes > c->opt->scratch_stride) {
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN, "%u bytes of scratch memory an instance are needed, the key gives %u",
                out->reflect.scratch_bytes, c->opt->scratch_stride);
      return false;
   }
   if (c->opt->scratch_stride && out->reflect.scratch_bytes)
      out->reflect.scratch_bytes = c->opt->scratch_stride;
   for (uint32_t k = 0; k < out->reflect.num_sh; k++) /* bytes of scratch an instance, known only now */
      if (out->reflect.sh[k].kind == USC_SH_SCRATCH && out->reflect.sh[k].b == 2)
         out->reflect.sh[k].a = out->reflect.scratch_bytes;
   return true;
}

static uint32_t slots(const struct usc_prog *p)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < p->n; k++)
      n += usc_issue_slots(&p->g[k]);
   return n;
}

/* Is x better code than y? */
static bool better(const struct usc_program *x, const struct usc_program *y)
{
   if (x->stats.spill_bytes != y->stats.spill_bytes)
      return x->stats.spill_bytes < y->stats.spill_bytes;
   if (x->prog.n != y->prog.n)
      return x->prog.n < y->prog.n;
   return slots(&x->prog) < slots(&y->prog);
}

static void block_facts(const struct usc_code *c, struct usc_program *out)
{
   out->blocks = UTIL_ARRAY(c->p.ctx, struct usc_block, (size_t)c->p.num_blocks + 1);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct usc_block_schedule *k = &c->schedule[b];
      struct usc_block *q = &out->blocks[b];
      q->first = c->label_at[cg_label(CG_AT_HEAD, b)];
      q->groups = (b + 1 < c->p.num_blocks ? c->label_at[cg_label(CG_AT_HEAD, b + 1)] : out->prog.n) - q->first;
      q->bound = k->source_bound;
      q->body_bound = k->body_bound;
      q->body_fast = k->fast;
      q->body_groups = k->exact;
      q->optimal = k->optimal;
      out->stats.blocks_optimal += q->optimal || q->groups <= q->bound;
      out->stats.lower_bound += q->bound;
   }
}

bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out)
{
   struct usc_code c, c2;
   struct usc_options plain, plain2, fast = *opt;
   struct usc_program other;
   if (s->stage != IR_STAGE_VERTEX && s->stage != IR_STAGE_FRAGMENT && s->stage != IR_STAGE_GEOMETRY) {
      /* the header names the stage */
      util_diag(ctx, DIAG_ID_usc_unsupported, (struct util_span){0, 9}, "%s programs are not supported on USC",
                ir_stage_name[s->stage]);
      return false;
   }
   ir_cfg_update(s);
   if (!make(&c, ctx, s, opt, &plain, out))
      return false;
   struct usc_stats *st = &out->stats;
   st->groups_fast = st->groups_exact = out->prog.n;
   if (opt->sched >= USC_SCHED_EXACT) {
      bool found = false;
      for (uint32_t b = 0; b < c.p.num_blocks; b++)
         found |= c.schedule[b].exact < c.schedule[b].fast;
      fast.sched = USC_SCHED_FAST;
      if (found && make(&c2, ctx, s, &fast, &plain2, &other)) {
         /* Fewer groups in a block may cost registers and copies. */
         uint32_t groups[2] = {other.prog.n, out->prog.n};
         if (better(&other, out)) {
            *out = other;
            c = c2;
         }
         st->groups_fast = groups[0];
         st->groups_exact = groups[1];
      }
   }

   struct util_buf code;
   uint32_t bad = 0;
   util_buf_init(&code, ctx);
   enum usc_violation why = usc_layout(ctx, &out->prog, &code, &out->offsets, &bad);
   if (why != USC_V_OK && (why != USC_V_NO_ENCODING || !(opt->features & USC_HAS_F16SOP))) {
      struct util_buf t;
      util_buf_init(&t, ctx);
      if (bad < out->prog.n)
         usc_print(&t, &out->prog.g[bad], NULL, USC_EXPLICIT, " ; ");
      util_bug(ctx, "group %u is illegal: %s: %s", bad, usc_violation_text(why), t.data ? t.data : "");
   }
   if (why == USC_V_OK) {
      out->code = (uint8_t *)code.data;
      out->code_len = code.len;
   }
   out->no_bytes = bad;
   st->groups = out->prog.n;
   st->issue_slots = slots(&out->prog);
   st->blocks = c.p.num_blocks;
   st->bytes = (uint32_t)out->code_len;
   st->temps = out->reflect.temps;
   if (opt->bound)
      block_facts(&c, out);
   return true;
}
