/* SPDX-License-Identifier: MIT */
/* Bytes, checks and statistics of a program (usc_code.h). */
#include "backend-usc/usc_code.h"

#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/check/usc_forms.h"
#include "backend-usc/isa/usc_core.h"
#include "backend-usc/lower_bound/usc_lower_bound.h"
#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/text/usc_text.h"

static void report_illegal_group(struct util_ctx *ctx, const struct usc_program *out, uint32_t bad,
                                 enum usc_violation violation, bool with_text)
{
   struct util_buf t;
   util_buf_init(&t, ctx);
   if (with_text && bad < out->prog.n) {
      util_buf_printf(&t, ": ");
      usc_print(&t, &out->prog.g[bad], NULL, USC_EXPLICIT, " ; ");
   }
   util_bug(ctx, "group %u is illegal: %s (%s)%s", bad, usc_violation_text(violation), usc_violation_name(violation),
            t.data ? t.data : "");
}

void usc_code_encode(struct util_ctx *ctx, const struct usc_options *opt, struct usc_program *out)
{
   struct util_buf code;
   uint32_t bad = 0;
   util_buf_init(&code, ctx);
   enum usc_violation violation = usc_layout(ctx, &out->prog, &code, &out->offsets, &bad);
   if (!violation)
      violation = usc_check_prog(ctx, &out->prog, out->offsets, usc_core_limits(opt->core), &bad);
   /* The text of a group has constants of the program, so only a compile that verifies shows it. */
   if (violation != USC_V_OK && (violation != USC_V_NO_ENCODING || !(opt->features & USC_HAS_F16SOP)))
      report_illegal_group(ctx, out, bad, violation, opt->verify);
   const uint32_t missing = usc_missing_features(&out->prog, opt->features, &bad);
   if (missing)
      util_bug(ctx, "group %u is illegal: %s", bad, usc_missing_feature_text(ctx, missing));
   if (violation == USC_V_OK) {
      out->code = (uint8_t *)code.data;
      out->code_len = code.len;
   }
   out->no_bytes = bad;
}

static void count_blocks(const struct usc_mir *c, struct usc_program *out)
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
      usc_bound_check(c->p.ctx, b, q);
   }
}

void usc_code_count(const struct usc_mir *c, struct usc_program *out)
{
   struct usc_stats *st = &out->stats;
   st->groups = st->groups_fast = st->groups_exact = out->prog.n;
   st->issue_slots = usc_program_slots(&out->prog);
   st->blocks = c->p.num_blocks;
   st->bytes = (uint32_t)out->code_len;
   st->temps = out->reflect.temps;
   out->pinned = c->pinned;
   if (c->opt->bound)
      count_blocks(c, out);
}
