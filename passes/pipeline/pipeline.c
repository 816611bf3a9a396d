/* SPDX-License-Identifier: MIT */
/* See pipeline.h. */
#include "passes/pipeline/pipeline.h"

/* Bits of the simplifying passes, which are among the first 32. ALL has all of them. */
#define BIT(id) (1u << PASS_ID_##id)
enum phase { FIRST, SIMPLIFY, LOOPS, ONCE, LOWER, LAST, SPLIT };
enum {
   ALL = 0
#define PASS(id, name, flags, phase, enables, description) | (phase == SIMPLIFY ? 1 << PASS_ID_##id : 0)
#include "passes/pass.def"
};
#define PASS(id, name, flags, phase, enables, description)                                                                     \
   _Static_assert(phase != SIMPLIFY || PASS_ID_##id < 32, "a pass that simplifies has a bit");
#include "passes/pass.def"

const struct pass_info pass_info[PASS_COUNT] = {
#define PASS(id, name, flags, phase, enables, description) {name, pass_##id, NULL, description, flags},
#define CONTEXT_PASS(id, name, flags, phase, enables, description) {name, NULL, pass_##id, description, flags},
#include "passes/pass.def"
};
static const uint8_t phase_of[PASS_COUNT] = {
#define PASS(id, name, flags, phase, enables, description) phase,
#include "passes/pass.def"
};
static const unsigned enables_of[PASS_COUNT] = {
#define PASS(id, name, flags, phase, enables, description) enables,
#include "passes/pass.def"
};

const struct pass_info *pass_find(const char *name, size_t len)
{
   for (unsigned k = 0; k < PASS_COUNT; k++)
      if (strlen(pass_info[k].name) == len && memcmp(pass_info[k].name, name, len) == 0)
         return &pass_info[k];
   return NULL;
}

struct pipeline {
   struct ir_shader *s;
   const struct pass_options *opt;
   struct pass_context context;
   unsigned due; /* bits of simplifying passes that may find something */
};

static struct pipeline begin(struct ir_shader *s, const struct pass_options *opt)
{
   const struct pass_context context = {
       .costs = opt->costs, .resident = opt->resident, .most_invocations = opt->most_invocations, .rule_uses = opt->rule_uses};

   return (struct pipeline){s, opt, context, ALL};
}

static bool run_pass(struct pipeline *pipeline, enum pass_id id, bool *skipped)
{
   struct ir_shader *s = pipeline->s;
   const struct pass_options *opt = pipeline->opt;
   const struct pass_info *p = &pass_info[id];

   *skipped = true;
   if ((p->flags & PASS_INEXACT) && (opt->exact_only || (opt->ffp == PASS_FFP_STRICT && !(p->flags & PASS_REQUIRED))))
      return false;
   if ((p->flags & PASS_FAST) && opt->ffp != PASS_FFP_FAST)
      return false;
   if (opt->before && !opt->before(opt->user, p, s) && !(p->flags & PASS_REQUIRED))
      return false;
   *skipped = false;
   util_work(s->ctx, (uint64_t)s->num_values + s->num_blocks);
   bool progress = p->run ? p->run(s) : p->run_in(s, &pipeline->context);
   if (opt->after)
      opt->after(opt->user, p, s, progress);
   return progress;
}

bool pass_run(struct ir_shader *s, const struct pass_options *opt, enum pass_id id)
{
   struct pipeline p = begin(s, opt);
   bool skipped;

   return run_pass(&p, id, &skipped);
}

static bool run(struct pipeline *p, enum pass_id id)
{
   bool skipped, progress = run_pass(p, id, &skipped);

   if (!skipped && phase_of[id] == SIMPLIFY)
      p->due &= ~(1u << id);
   if (progress) /* dce does not make new constants, only fewer readers */
      p->due |= enables_of[id] & ~(id == PASS_ID_dce && !p->context.had_multiple_uses ? BIT(const_fold) : 0);
   return progress;
}

/* The first pass of a phase from `id` on, or PASS_COUNT. The rows of a phase are adjacent in pass.def. */
static unsigned next_in_phase(enum phase phase, unsigned id)
{
   while (id < PASS_COUNT && phase_of[id] != phase)
      id++;
   return id;
}

/*
 * Runs the simplifying passes once at level 1, and at level 2 until none of them finds anything, in at most four rounds,
 * because later rounds find next to nothing. If the compile is late, runs them once, without if-conversion. True if a fixed
 * point was reached.
 */
static bool simplify_from(struct pipeline *p, enum pass_id begin)
{
   const unsigned first = next_in_phase(SIMPLIFY, 0), num = (unsigned)__builtin_popcount(ALL);
   const unsigned max = p->opt->opt_level >= 2 && !util_is_late(p->s->ctx) ? 4 * num : num;
   unsigned idle = 0; /* number of consecutive passes that changed nothing */

   for (unsigned k = 0; k < max && idle < num; k++) {
      const enum pass_id id = (enum pass_id)(first + (k + begin - first) % num);
      const bool wanted = p->due >> id & 1 && !(id == PASS_ID_if_convert && util_is_late(p->s->ctx));
      idle = wanted && run(p, id) ? 0 : idle + 1;
   }
   return idle == num;
}

static bool simplify(struct pipeline *p)
{
   return simplify_from(p, (enum pass_id)next_in_phase(SIMPLIFY, 0));
}

/*
 * Runs each pass of the phase once; true if one changed something. Ifs whose conditions turn out to be known are removed at
 * once, so that later passes need not walk through unreachable code.
 */
static bool run_phase(struct pipeline *p, enum phase phase)
{
   bool progress = false;

   for (unsigned id = 0; (id = next_in_phase(phase, id)) < PASS_COUNT; id++)
      if (run(p, (enum pass_id)id)) {
         progress = true;
         if (id == PASS_ID_conditions)
            run(p, PASS_ID_simplify_cfg);
      }
   return progress;
}

static bool lower(struct pipeline *p)
{
   static const uint8_t lowering[] = {
#define LOWERING(id, name, flags, description) PASS_ID_lower_##id,
#include "passes/lowering.def"
   };
   bool progress = (p->opt->resident || p->opt->most_invocations) && run(p, PASS_ID_coarsen);

   if (progress)
      run(p, PASS_ID_ssa);
   for (unsigned k = 0; k < PASS_NUM_LOWERINGS; k++)
      if (p->opt->lower >> k & 1)
         progress |= run(p, lowering[k]);
   return progress;
}

/* Promotes more arrays, because folding makes more indices constant. `fixed` is the result of the last simplification, which
   is returned if nothing changes. */
static bool promote_arrays(struct pipeline *p, bool fixed)
{
   for (int round = 0; round < 4 && p->s->num_arrays && run_phase(p, FIRST); round++)
      fixed = simplify(p);
   return fixed;
}

/*
 * Runs the last phase and simplifies its results: mostly common subexpressions, and folding runs once. `due` is true if the
 * program needs simplification anyway. Rules of real numbers often enable each other once dead code is gone, so they run in
 * several rounds.
 */
static void finish(struct pipeline *p, bool due)
{
   const int max = p->opt->ffp == PASS_FFP_FAST && p->opt->opt_level >= 2 && !util_is_late(p->s->ctx) ? 4 : 1;

   for (int round = 0; round < max && (run_phase(p, LAST) || due); round++) {
      simplify_from(p, PASS_ID_cse);
      due = false;
   }
}

void pass_run_pipeline(struct ir_shader *s, const struct pass_options *opt)
{
   struct pipeline p = begin(s, opt);
   bool optimise = opt->opt_level > 0 && !opt->listed, fixed = false, skipped;

   run_phase(&p, FIRST);
   if (optimise) {
      fixed = simplify(&p);
      fixed = promote_arrays(&p, fixed);
      for (int round = 0; round < 3 && !util_is_late(s->ctx) && run_phase(&p, LOOPS); round++)
         fixed = promote_arrays(&p, simplify(&p));
      if (!util_is_late(s->ctx) && run_phase(&p, ONCE))
         fixed = promote_arrays(&p, simplify(&p));
   }
   for (unsigned k = 0; opt->listed && k < opt->num_list; k++)
      run_pass(&p, opt->list[k], &skipped);
   const bool lowered = lower(&p);
   if (optimise)
      finish(&p, lowered || !fixed);
   if (optimise && opt->costs && !util_is_late(s->ctx) && run_phase(&p, SPLIT))
      simplify(&p);
   ir_scratch_free(s);
}
