/* SPDX-License-Identifier: MIT */
/* The stages of the code generator in order: selection, peepholes, schedule, registers, bytes, statistics. */
#include "backend-usc/usc_compile.h"

#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/lower_bound/usc_lower_bound.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/select/pattern/usc_f16.h"
#include "backend-usc/select/usc_select.h"
#include "backend-usc/usc_attempt.h"
#include "backend-usc/usc_code.h"
#include "codegen/copies.h"
#include "ir/build.h"
#include "ir/cfg.h"

struct usc_options usc_default_options(void)
{
   struct usc_options opt = {.features = usc_core_features[0], .sched = USC_SCHED_FAST, .samples = 1};
   for (unsigned t = 0; t < 8; t++)
      opt.target[t].words = 4;
   return opt;
}

/* From the IR to groups without bytes. */
static bool generate(struct usc_mir *c)
{
   struct usc_selection *sel = UTIL_NEW(c->p.ctx, struct usc_selection);
   usc_select(sel, c);
   if (c->opt->bound && !c->failed)
      usc_bound_compute(sel);
   usc_select_finish(sel);
   util_discard(c->p.ctx, sel, sizeof *sel);
   if (c->failed || c->needs_far)
      return false;
   if (ir_is_big(c->s) || c->opt->verify) /* so that every program that is verified tests it */
      ir_pack(c->s);
   if (c->opt->features & USC_HAS_F16SOP && c->opt->sched != USC_SCHED_NONE)
      usc_f16_pairs(c);
   usc_peephole(c);
   usc_schedule(c);
   if (c->opt->bound)
      usc_bound_before_allocation(c);
   const bool ok = usc_allocate(c);
   if (c->opt->bound && ok)
      usc_bound_after_allocation(c);
   usc_discard_instrs(c);
   return ok;
}

/* The better of both schedules, with bytes and statistics. `fast` may be NULL. */
static void finish(struct util_ctx *ctx, const struct usc_options *opt, struct usc_attempt *exact, struct usc_attempt *fast,
                   struct usc_program *out)
{
   const bool is_fast = fast && usc_attempt_is_better(fast, exact);
   const struct usc_attempt *best = is_fast ? fast : exact;
   struct usc_attempt *other = is_fast ? exact : fast;
   *out = best->out;
   usc_code_encode(ctx, opt, out);
   usc_code_count(&best->c, out);
   if (other && opt->sched == USC_SCHED_BOTH) {
      usc_code_encode(ctx, opt, &other->out);
      *(is_fast ? &out->stats.groups_exact : &out->stats.groups_fast) = other->out.prog.n;
   }
}

bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out)
{
   if (s->stage == IR_STAGE_PRE) {
      /* the header names the stage */
      util_diag(ctx, DIAG_ID_usc_unsupported, (struct util_span){0, 9}, "%s programs are not supported on USC",
                ir_stage_name[s->stage]);
      return false;
   }
   const unsigned samples = usc_core_limits(opt->core)->samples;
   if (s->stage == IR_STAGE_FRAGMENT && opt->samples > samples) {
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN, "a pixel has %u samples (key.samples); %s supports at most %u",
                opt->samples, usc_core_name(opt->core), samples);
      return false;
   }
   ir_cfg_update(s);
   const struct usc_source source = {s, cg_share_copies(s), generate};
   struct usc_attempt *exact = usc_attempt_make(ctx, &source, opt);
   if (!exact)
      return false;
   finish(ctx, opt, exact, usc_attempt_make_fast(ctx, &source, opt, exact), out);
   if (!opt->last)
      ir_unpack(s);
   return true;
}
