/* SPDX-License-Identifier: MIT */
/*
 * Reorders products to save instructions.
 *
 *    %3 = fmul %a, %s                           %6 = fmul %a, %x
 *    %4 = fmul %b, %s                     ->    %7 = fmad %b, %y, %6
 *    %6 = fmul %3, %x                           %8 = fmul %7, %s
 *    %8 = fmad %4, %y, %6
 *
 * The example is a dot product of a vector that is scaled only for this product. Inexact: other intermediate values are
 * rounded, and values far from 1 may leave the range of floats, so an arbitrary %s needs -ffp=fast. If %s is 1 / |(a, b)|, the
 * squares of %a and %b are in range (otherwise the vector would not get length 1), and the sum is |(a, b)| times the result: it
 * overflows only if %x or %y is above 2^63, beyond the range that GL requires (version 2.1, 2.1.1: 2^32), and only results
 * below 2^-62 vanish. Saturated and invariant instructions are not split, nor are values with other readers or of other blocks.
 * Linear.
 */
#include "passes/pass.h"

#include "ir/divergence.h"
#include "ir/match.h"
#include "ir/uses.h"

struct reassociation {
   struct ir_shader *s;
   uint32_t *uses;
   uint32_t num_old; /* number of values at the start of the pass */
   bool any; /* any factor is allowed, not only the reciprocal of a length */
   bool preshader; /* the program gets a pre-shader */
   struct ir_divergence varies; /* computed when there is a factor to take out */
   bool progress;
};

/* The instruction of the block that computes the source, if nothing else reads its result and it may be split, else NULL. */
static struct ir_instr *splittable_def(const struct reassociation *r, const struct ir_block *b, const struct ir_src *src,
                                       enum ir_op op)
{
   struct ir_instr *d = src->val->def;

   return d->op == op && d->block == b && src->val->id < r->num_old && ir_used_once(r->uses, src->val) && !d->sat &&
                  !d->invariant && !src->abs
              ? d
              : NULL;
}

/* ---- a common factor of a sum of products -------------------------------------------------------------------------------- */

#define MAX_TERMS 8

struct term {
   struct ir_instr *i;       /* fmul or fmad: i->src[0] * i->src[1] (+ the other terms) */
   struct ir_instr *half[2]; /* by source: the product that it reads, if that may be split */
};

/* True if source k of the term is a product with the factor. *of gets the factor's position in that product. */
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

/* True if one of the terms x * x of the sum, a squared length, has this x. */
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

/* True if the factor is 1 / |v| and each product multiplies it by an element of v. */
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

/* True if the source is draw-uniform except for the last bits of an approximation. */
static bool is_draw_uniform(const struct reassociation *r, const struct ir_src *src, uint32_t reader)
{
   const struct ir_instr *d = src->val->def;

   return src->val->id < r->num_old && (ir_src_is_uniform(&r->varies, src, reader) ||
                                        (d->nsrc == 1 && d->op != IR_phi && ir_src_is_uniform(&r->varies, &d->src[0], reader)));
}

/* True for draw-uniform products, which are computed once for each draw if there is a pre-shader. */
static bool are_draw_uniform(struct reassociation *r, const struct term *t, unsigned n, const struct ir_src *factor)
{
   unsigned k, of;

   if (!r->preshader)
      return false;
   if (!r->varies.varies)
      r->varies = ir_divergence_find(r->s);
   for (unsigned q = 0; q < n; q++) {
      find_factor(&t[q], factor, &k, &of);
      const struct ir_instr *product = t[q].half[k];
      if (!is_draw_uniform(r, &product->src[0], product->block->index) ||
          !is_draw_uniform(r, &product->src[1], product->block->index))
         return false;
   }
   return true;
}

static bool is_worth(struct reassociation *r, const struct term *t, unsigned n, const struct ir_src *factor)
{
   return is_common(t, n, factor) && (r->any || is_reciprocal_length(t, n, factor)) && !are_draw_uniform(r, t, n, factor);
}

/* Computes the sum without the factor before its last instruction, which becomes the product with the factor. */
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
         t[n].half[k] = splittable_def(r, b, &i->src[k], IR_fmul);
      if (t[n].half[0] == t[n].half[1])
         t[n].half[1] = NULL;
      if (!t[n].half[0] && !t[n].half[1])
         return;
      n++;
      if (i->op == IR_fmul)
         break;
      struct ir_src *rest = &i->src[2];
      i = splittable_def(r, b, rest, IR_fmad);
      if (!i && !rest->neg)
         i = splittable_def(r, b, rest, IR_fmul);
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
      for (struct ir_instr *i = b->last; i; i = ir_prev(i)) /* start with the last instruction of a sum */
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
