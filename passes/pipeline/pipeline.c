/* SPDX-License-Identifier: MIT */
/* See pipeline.h. */
#include "passes/pipeline/pipeline.h"

const struct pass_info pass_info[PASS_COUNT] = {
#define PASS(id, name, flags, description) {name, pass_##id, description, flags},
#include "passes/pass.def"
#undef PASS
};

const struct pass_info *pass_find(const char *name, size_t len)
{
   for (unsigned k = 0; k < PASS_COUNT; k++)
      if (strlen(pass_info[k].name) == len && memcmp(pass_info[k].name, name, len) == 0)
         return &pass_info[k];
   return NULL;
}

static bool run_pass(struct ir_shader *s, const struct pass_options *opt, enum pass_id id, bool *skipped)
{
   const struct pass_info *p = &pass_info[id];

   *skipped = true;
   if ((p->flags & PASS_INEXACT) && (opt->exact_only || opt->ffp == PASS_FFP_STRICT))
      return false;
   if (opt->before && !opt->before(opt->user, p, s) && !(p->flags & PASS_REQUIRED))
      return false;
   *skipped = false;
   bool progress = p->run(s);
   if (opt->after)
      opt->after(opt->user, p, s, progress);
   return progress;
}

bool pass_run(struct ir_shader *s, const struct pass_options *opt, enum pass_id id)
{
   bool skipped;

   return run_pass(s, opt, id, &skipped);
}

/*
 * By pass: the optimisations that may find something new after it has changed the program, as bits. A pair that is missing
 * cannot happen, for these reasons:
 *
 *    cse, dce -> themselves             one run finds all common subexpressions, or all dead code
 *    cse -> dce                         cse removes the instructions that it merges
 *    dce -> copy_prop, cse              removing instructions makes no moves, and no expressions equal that differed before
 *    contract -> copy_prop, dce         a multiply-add is no move, reads what its product read, and the product is removed
 *    contract -> simplify_cfg           it changes no condition and leaves no block empty that was not empty
 */
#define BIT(id) (1u << PASS_ID_##id)
#define ALL (BIT(dce) | BIT(const_fold) | BIT(copy_prop) | BIT(cse) | BIT(if_convert) | BIT(simplify_cfg))
static const unsigned enables[PASS_COUNT] = {
   [PASS_ID_ssa] = ALL,
   [PASS_ID_dce] = BIT(const_fold) | BIT(if_convert) | BIT(simplify_cfg),
   [PASS_ID_const_fold] = ALL,
   [PASS_ID_copy_prop] = ALL,
   [PASS_ID_cse] = BIT(copy_prop) | BIT(const_fold) | BIT(if_convert) | BIT(simplify_cfg),
   [PASS_ID_if_convert] = ALL,
   [PASS_ID_simplify_cfg] = ALL,
   [PASS_ID_loop_rotate] = ALL,
   [PASS_ID_contract] = BIT(const_fold) | BIT(cse) | BIT(if_convert),
   [PASS_ID_lower_idiv] = ALL,
   [PASS_ID_lower_fround] = ALL,
};

struct pipeline {
   struct ir_shader *s;
   const struct pass_options *opt;
   unsigned due; /* bits of passes that may find something */
};

static bool run(struct pipeline *p, enum pass_id id)
{
   bool skipped, progress = run_pass(p->s, p->opt, id, &skipped);

   if (!skipped)
      p->due &= ~(1u << id);
   if (progress)
      p->due |= enables[id];
   return progress;
}

/*
 * Runs the simplifying passes once at level 1, at level 2 until none of them finds anything, but at most four rounds, because
 * later rounds find next to nothing. True if such a fixed point is reached.
 */
static bool simplify(struct pipeline *p)
{
   static const enum pass_id order[] = {PASS_ID_copy_prop, PASS_ID_const_fold, PASS_ID_cse,
                                        PASS_ID_dce, PASS_ID_if_convert, PASS_ID_simplify_cfg};
   enum { N = sizeof order / sizeof *order };
   const unsigned max = p->opt->opt_level >= 2 ? 4 * N : N;
   unsigned idle = 0; /* passes in a row that changed nothing */

   for (unsigned k = 0; k < max && idle < N; k++)
      idle = p->due >> order[k % N] & 1 && run(p, order[k % N]) ? 0 : idle + 1;
   return idle == N;
}

void pass_run_pipeline(struct ir_shader *s, const struct pass_options *opt)
{
   struct pipeline p = {s, opt, ALL};
   bool optimise = opt->opt_level > 0 && !opt->listed, fixed = false, lowered = false;

   run(&p, PASS_ID_ssa);
   if (optimise) {
      fixed = simplify(&p);
      /* Folding makes more indices constant, which lets more of the arrays become values. */
      for (int round = 0; round < 4 && s->num_arrays && run(&p, PASS_ID_ssa); round++)
         fixed = simplify(&p);
      if (run(&p, PASS_ID_loop_rotate))
         fixed = simplify(&p);
   }
   for (unsigned k = 0; opt->listed && k < opt->num_list; k++)
      pass_run(s, opt, opt->list[k]);
   if (opt->lower && opt->lower->idiv)
      lowered |= run(&p, PASS_ID_lower_idiv);
   if (opt->lower && opt->lower->fround)
      lowered |= run(&p, PASS_ID_lower_fround);
   if (optimise && (run(&p, PASS_ID_contract) || lowered || !fixed))
      simplify(&p);
   ir_scratch_free(s);
}
