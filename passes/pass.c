/* SPDX-License-Identifier: MIT */
/* The table of passes and the pipeline. */
#include "passes/pass.h"

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

bool pass_run(struct ir_shader *s, const struct pass_options *opt, enum pass_id id)
{
   const struct pass_info *p = &pass_info[id];

   if ((p->flags & PASS_INEXACT) && (opt->exact_only || opt->ffp == PASS_FFP_STRICT))
      return false;
   if (opt->before && !opt->before(opt->user, p, s) && !(p->flags & PASS_REQUIRED))
      return false;
   bool progress = p->run(s);
   if (opt->after)
      opt->after(opt->user, p, s, progress);
   return progress;
}

/*
 * Simplification to a fixed point at level 2, once at level 1. More rounds than a few find next to nothing. True: it is reached,
 * all passes found nothing since something changed last.
 */
static bool simplify(struct ir_shader *s, const struct pass_options *opt)
{
   static const enum pass_id order[] = {PASS_ID_copy_prop, PASS_ID_const_fold, PASS_ID_cse,
                                        PASS_ID_dce, PASS_ID_if_convert, PASS_ID_flow};
   enum { N = sizeof order / sizeof *order };
   const unsigned max = opt->opt_level >= 2 ? 4 * N : N;
   unsigned idle = 0; /* passes in a row that found nothing */

   for (unsigned k = 0; k < max && idle < N; k++)
      idle = pass_run(s, opt, order[k % N]) ? 0 : idle + 1;
   return idle == N;
}

void pass_run_pipeline(struct ir_shader *s, const struct pass_options *opt)
{
   bool optimise = opt->opt_level > 0 && !opt->listed, fixed = false, lowered = false;

   pass_run(s, opt, PASS_ID_ssa);
   if (optimise) {
      fixed = simplify(s, opt);
      /* Folding makes more indexes constant, which turns more of the arrays into values. */
      for (int round = 0; round < 4 && s->num_arrays && pass_run(s, opt, PASS_ID_ssa); round++)
         fixed = simplify(s, opt);
      if (pass_run(s, opt, PASS_ID_loop_rotate))
         fixed = simplify(s, opt);
   }
   for (unsigned k = 0; opt->listed && k < opt->num_list; k++)
      pass_run(s, opt, opt->list[k]);
   if (opt->lower && opt->lower->idiv)
      lowered |= pass_run(s, opt, PASS_ID_lower_idiv);
   if (opt->lower && opt->lower->fround)
      lowered |= pass_run(s, opt, PASS_ID_lower_fround);
   if (optimise && (pass_run(s, opt, PASS_ID_contract) || lowered || !fixed))
      simplify(s, opt);
   ir_scratch_free(s);
}
