/* SPDX-License-Identifier: MIT */
/*
 * Products in another order, where that takes fewer instructions.
 *
 *    %3 = fmul %a, %s                           %6 = fmul %a, %x
 *    %4 = fmul %b, %s                     ->    %7 = fmad %b, %y, %6
 *    %6 = fmul %3, %x                           %8 = fmul %7, %s
 *    %8 = fmad %4, %y, %6
 *
 * That is the dot product of a vector that is scaled for it alone. Inexact: other values are rounded, and those that are far from 1 may
 * leave the range of numbers, so any %s is for -ffp=fast. Where %s is 1 / |(a, b)| the squares of %a and %b are in that range, or the
 * vector is none of length 1, and the sum is to %6 as |(a, b)| is to 1: it overflows only if %x or %y are above 2^63, more than GL
 * asks for (version 2.1, 2.1.1: 2^32), and what vanishes is below 2^-62. Neither saturated nor invariant instructions are taken apart, nor
 * values with other readers or of other blocks. Linear.
 */
#include "passes/pass.h"

#include "ir/divergence.h"
#include "ir/match.h"
#include "ir/uses.h"

struct reassociation {
   struct ir_shader *s;
   uint32_t *uses;
   uint32_t num_old; /* values that the program had at the start */
   bool any; /* with any factor, not only the reciprocal of a length */
   bool preshader; /* the program gets one */
   struct ir_divergence varies; /* once there is a factor to take out */
   bool progress;
};

/* The instruction that computes the source in the block, if nothing else reads its result and it may be taken apart. */
static struct ir_instr *part(const struct reassociation *r, const struct ir_block *b, const struct ir_src *src, enum ir_op op)
{
   struct ir_instr *d = src->val->def;

   return d->op == op && d->block == b && src->val->id < r->num_old && ir_used_once(r->uses, src->val) && !d->sat && !d->invariant &&
          !src->abs ? d : NULL;
}

/* ---- a common factor of a sum of products -------------------------------------------------------------------------------- */

#define MAX_TERMS 8

struct term {
   struct ir_instr *i;       /* fmul or fmad: i->src[0] * i->src[1] (+ the other terms) */
   struct ir_instr *half[2]; /* by source: the product that it reads, if it may be taken apart */
};

/* Does the term have the factor in source k? *of gets the source of that product that it is. */
static bool has_factor(const struct term *t, unsigned k, const struct ir_src *factor, unsigned *of)
{
   for (*of = 0; t->half[k] && *of < 2; ++*of)
      if (ir_same_src(&t->half[k]->src[*of], factor))
         return true;
   return false;
}

static bool find_factor(const struct term *t, const struct ir_src *factor, unsigned *k, unsigned *of)
{
   for (*k = 0; *k < 2; ++*k)
      if (has_factor(t, *k, factor, of))
         return true;
   return false;
}

static bool is_common(const struct term *t, unsigned n, const struct ir_src *factor)
{
   unsigned k, of;

   for (unsigned q = 0; q < n; q++)
      if (!find_factor(&t[q], factor, &k, &of))
         return false;
   return true;
}

/* Of the terms x * x of the sum, which is its own magnitude: does one have this value? */
static bool is_squared(const struct ir_src *sum, const struct ir_value *x)
{
   for (unsigned n = 0; n < MAX_TERMS && !sum->neg; n++) {
      const struct ir_instr *i = sum->val->def;
      if ((i->op != IR_fmad && i->op != IR_fmul) || i->sat || !ir_same_src(&i->src[0], &i->src[1]))
         return false;
      if (i->src[0].val == x)
         return true;
      if (i->op == IR_fmul)
         return false;
      sum = &i->src[2];
   }
   return false;
}

/* Is the factor 1 / |v|, and each product that of an element of v? */
static bool is_reciprocal_length(const struct term *t, unsigned n, const struct ir_src *factor)
{
   const struct ir_instr *root = factor->val->def;
   unsigned k, of;

   if (root->op != IR_frsq || root->sat)
      return false;
   for (unsigned q = 0; q < n; q++) {
      find_factor(&t[q], factor, &k, &of);
      if (!is_squared(&root->src[0], t[q].half[k]->src[!of].val))
         return false;
   }
   return true;
}

/* Is the source the same in a whole draw, but for the last bits of an approximation? */
static bool is_of_draw(const struct reassociation *r, const struct ir_src *src, uint32_t reader)
{
   const struct ir_instr *d = src->val->def;

   return src->val->id < r->num_old &&
          (ir_src_is_uniform(&r->varies, src, reader) || (d->nsrc == 1 && d->op != IR_phi && ir_src_is_uniform(&r->varies, &d->src[0], reader)));
}

/* Products that are the same in a whole draw are computed once a draw, if there is a pre-shader. */
static bool are_of_draw(struct reassociation *r, const struct term *t, unsigned n, const struct ir_src *factor)
{
   unsigned k, of;

   if (!r->preshader)
      return false;
   if (!r->varies.varies)
      r->varies = ir_divergence_find(r->s);
   for (unsigned q = 0; q < n; q++) {
      find_factor(&t[q], factor, &k, &of);
      const struct ir_instr *product = t[q].half[k];
      if (!is_of_draw(r, &product->src[0], product->block->index) || !is_of_draw(r, &product->src[1], product->block->index))
         return false;
   }
   return true;
}

static bool is_worth(struct reassociation *r, const struct term *t, unsigned n, const struct ir_src *factor)
{
   return is_common(t, n, factor) && (r->any || is_reciprocal_length(t, n, factor)) && !are_of_draw(r, t, n, factor);
}

/* The sum without the factor is computed in front of its last instruction, which becomes the product with it. */
static void take_out(struct reassociation *r, const struct term *t, unsigned n, struct ir_src factor)
{
   unsigned k, of;

   for (unsigned q = 0; q < n; q++) {
      find_factor(&t[q], &factor, &k, &of);
      struct ir_instr *product = t[q].half[k];
      t[q].i->src[k] = ir_compose(t[q].i->src[k], product->src[!of]);
      ir_remove(product);
   }
   struct ir_instr *root = t[0].i;
   struct ir_builder b = ir_before(r->s, root);
   root->src[0] = ir_use(ir_emit(&b, (enum ir_op)root->op, 32, root->nsrc, root->src, NULL)->dst[0]);
   root->src[1] = factor;
   root->op = IR_fmul;
   root->nsrc = 2;
   r->progress = true;
}

static void factor_out(struct reassociation *r, struct ir_block *b, struct ir_instr *root)
{
   struct term t[MAX_TERMS];
   unsigned n = 0;

   for (struct ir_instr *i = root; i && n < MAX_TERMS;) {
      t[n].i = i;
      for (unsigned k = 0; k < 2; k++)
         t[n].half[k] = part(r, b, &i->src[k], IR_fmul);
      if (t[n].half[0] == t[n].half[1])
         t[n].half[1] = NULL;
      if (!t[n].half[0] && !t[n].half[1])
         return;
      n++;
      if (i->op == IR_fmul)
         break;
      struct ir_src *rest = &i->src[2];
      i = part(r, b, rest, IR_fmad);
      if (!i && !rest->neg)
         i = part(r, b, rest, IR_fmul);
      if (!i || rest->neg)
         return;
   }
   if (n < 2 || t[n - 1].i->op != IR_fmul)
      return;
   for (unsigned k = 0; k < 2; k++)
      for (unsigned of = 0; t[0].half[k] && of < 2; of++)
         if (is_worth(r, t, n, &t[0].half[k]->src[of])) {
            take_out(r, t, n, t[0].half[k]->src[of]);
            return;
         }
}

static bool reassociate(struct ir_shader *s, const struct pass_context *context, bool any)
{
   struct reassociation r = {.s = s, .num_old = s->num_values, .any = any, .preshader = context->costs};

   if (!ir_may_have(s, IR_fmul) || !ir_may_have(s, IR_fmad) || (!any && !ir_may_have(s, IR_frsq)))
      return false;
   r.uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);
   ir_count_uses(s, r.uses);
   ir_foreach_block (s, b)
      for (struct ir_instr *i = b->last; i; i = ir_prev(i)) /* the last instruction of a sum first */
         if (i->op == IR_fmad && !i->invariant && i->dst[0]->id < r.num_old)
            factor_out(&r, b, i);
   if (r.varies.varies)
      ir_divergence_free(&r.varies);
   return r.progress;
}

bool pass_unit_dot(struct ir_shader *s, struct pass_context *context)
{
   return reassociate(s, context, false);
}

bool pass_reassociate(struct ir_shader *s, struct pass_context *context)
{
   return reassociate(s, context, true);
}
