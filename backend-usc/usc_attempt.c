/* SPDX-License-Identifier: MIT */
/* Attempts at a program (usc_attempt.h): code that fits the registers, and the better one of two schedules. */
#include "backend-usc/usc_attempt.h"

#include "backend-usc/isa/usc_core.h"
#include "backend-usc/schedule/usc_cost.h"
#include "ir/build.h"
#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"

/* ---- registers of compute programs --------------------------------------------------------------------------------------- */

/* The invocations of a workgroup that the machine runs, or the most that it may have if the grid says its size. */
static uint64_t invocations(const struct ir_shader *s)
{
   const uint64_t n = ir_workgroup_invocations(s);
   return n ? n : USC_MAX_WORKGROUP;
}

/* All waves of a workgroup with barriers are resident at once, which limits their number and their temporaries. (The pass
   `coarsen` gave larger workgroups to fewer invocations.) */
static void limit_workgroup(struct usc_mir *c)
{
   const struct ir_instr *barrier = NULL;
   const unsigned held = usc_core_limits(c->opt->core)->slots * USC_WAVE;
   if (c->s->stage != IR_STAGE_COMPUTE)
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_mutex && i->attr[1] == MEM_LOCK_BARRIER && !barrier)
            barrier = i;
   if (invocations(c->s) > USC_MAX_WORKGROUP) {
      util_diag(c->p.ctx, DIAG_ID_usc_unsupported, barrier ? barrier->span : UTIL_NO_SPAN,
                "a workgroup has at most %d invocations, this one has %llu", EXEC_WORKGROUP_WAVES * EXEC_LANES,
                (unsigned long long)invocations(c->s));
      c->failed = true;
   } else if (barrier && invocations(c->s) > held) {
      util_diag(c->p.ctx, DIAG_ID_usc_unsupported, barrier->span,
                "a workgroup whose size the grid chooses may have %u invocations; with barriers this core runs at most %u",
                (unsigned)invocations(c->s), held);
      c->failed = true;
   } else if (barrier) {
      c->num_temps = usc_core_workgroup_temps(c->opt->core, (unsigned)invocations(c->s));
   }
}

/* ---- which code is better ------------------------------------------------------------------------------------------------ */

#define ACCESS_COST 8 /* groups that an access of spill code costs besides its own */

static uint64_t cost_of(const struct usc_program *p)
{
   return p->prog.n + (uint64_t)ACCESS_COST * (p->stats.spill_loads + p->stats.spill_stores);
}

bool usc_attempt_is_better(const struct usc_attempt *x, const struct usc_attempt *y)
{
   const uint64_t a = cost_of(&x->out), b = cost_of(&y->out);
   return a != b ? a < b : usc_program_slots(&x->out.prog) < usc_program_slots(&y->out.prog);
}

/* ---- fewer registers ----------------------------------------------------------------------------------------------------- */

#define MANY_GROUPS 16384 /* larger code is not generated in another way if it spills */

#define MAX_BEFORE 192 /* registers before indexed parameters; a constant offset reaches those after them */

/* The first register after all shared registers that are not indexed parameters. */
static uint32_t first_after(const struct usc_mir *c)
{
   return (c->r->num_sh - c->indexed + 7) / 4 * 4;
}

/* Would all shared registers be near if indexed parameters came last? */
static bool fits_after(const struct usc_mir *c)
{
   return c->indexed && !c->opt->scratch_base && first_after(c) <= MAX_BEFORE;
}

static void report_no_registers(struct util_ctx *ctx, const struct usc_attempt *t, unsigned max_temps)
{
   util_diag(ctx, DIAG_ID_usc_unsupported, t->c.culprit, "this instruction needs %u temporaries, there are %u",
             t->c.culprit_demand, max_temps && max_temps < t->c.num_temps ? max_temps : t->c.num_temps);
   if (t->c.num_temps < usc_core_temps(t->opt.core))
      util_note(ctx, UTIL_NO_SPAN,
                "the waves of a workgroup with barriers share all temporaries, and it may have %u invocations",
                (unsigned)invocations(t->c.s));
}

/*
 * Generates the code as asked. If that spills, tries two more ways: source order keeps fewer values alive, and one request in
 * flight at a time the fewest. NULL after diagnostics.
 */
static struct usc_attempt *fit_registers(struct util_ctx *ctx, const struct usc_source *source, const struct usc_options *opt)
{
   enum { AS_ASKED, SOURCE_ORDER, ONE_REQUEST, NUM_FALLBACKS };
   struct usc_attempt *best = NULL, *t = NULL;
   bool far = false;
   uint32_t indexed_at = 0;
   for (unsigned fallback = AS_ASKED; fallback < NUM_FALLBACKS && !(best && best->out.prog.n > MANY_GROUPS); fallback++) {
      if (fallback == SOURCE_ORDER && opt->sched == USC_SCHED_NONE)
         continue;
      t = UTIL_NEW(ctx, struct usc_attempt);
      t->opt = *opt;
      if (fallback != AS_ASKED)
         t->opt.sched = USC_SCHED_NONE;
      ir_unpack(source->s);
      usc_mir_init(&t->c, ctx, source->s, &t->opt, &t->out);
      t->c.first_move = source->first_move;
      t->c.tight = fallback == ONE_REQUEST;
      t->c.far = far;
      t->c.indexed_at = indexed_at;
      limit_workgroup(&t->c);
      const bool ok = !t->c.failed && source->generate(&t->c);
      if (t->c.failed)
         return NULL;
      if (t->c.needs_far) {
         far = indexed_at || !fits_after(&t->c);
         indexed_at = far ? 0 : first_after(&t->c);
         fallback--;
         continue;
      }
      if (ok && (!best || usc_attempt_is_better(t, best)))
         best = t;
      if (ok && !t->out.stats.spill_loads && !t->out.stats.spill_stores)
         break;
   }
   if (!best)
      report_no_registers(ctx, t, opt->max_temps);
   return best && usc_check_shareds(&best->c) ? best : NULL; /* the scratch memory came on top */
}

/* Enters the size of the scratch memory; false after a diagnostic. */
static bool finish_scratch(struct util_ctx *ctx, uint32_t stride, struct usc_reflect *r)
{
   if (stride && r->scratch_bytes > stride) {
      util_diag(ctx, DIAG_ID_usc_unsupported, UTIL_NO_SPAN,
                "each invocation needs %u bytes of scratch memory, there are %u (-fscratch-stride)", r->scratch_bytes, stride);
      return false;
   }
   if (stride && r->scratch_bytes)
      r->scratch_bytes = stride;
   for (uint32_t k = 0; k < r->num_sh; k++)
      if (r->sh[k].kind == USC_SH_SCRATCH && r->sh[k].b == 2)
         r->sh[k].a = r->scratch_bytes;
   return true;
}

struct usc_attempt *usc_attempt_make(struct util_ctx *ctx, const struct usc_source *source, const struct usc_options *opt)
{
   struct usc_attempt *t = fit_registers(ctx, source, opt);
   return t && finish_scratch(ctx, opt->scratch_stride, &t->out.reflect) ? t : NULL;
}

struct usc_attempt *usc_attempt_make_fast(struct util_ctx *ctx, const struct usc_source *source, const struct usc_options *opt,
                                          const struct usc_attempt *exact)
{
   struct usc_options fast = *opt;
   bool fewer = false;
   for (uint32_t b = 0; b < exact->c.p.num_blocks; b++)
      fewer |= exact->c.schedule[b].exact < exact->c.schedule[b].fast;
   fast.sched = USC_SCHED_FAST;
   return opt->sched >= USC_SCHED_EXACT && fewer ? usc_attempt_make(ctx, source, &fast) : NULL;
}
