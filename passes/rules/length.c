/* SPDX-License-Identifier: MIT */
/*
 * Vectors of length 1:
 *
 *    v * (1 / |v|)              a vector that was normalised
 *    n * (2 * (n . l)) - l      the reflection of a vector of length 1 at another one
 *
 * In real numbers, which -ffp=fast assumes, the square of such a length is 1. So a vector that is normalised twice, or
 * reflected and then normalised, as often in shaders, needs no second root.
 */
#include "passes/rules/length.h"

#include "ir/match.h"

#define MAX_TERMS 4

/* The products x[k] * y[k] of a sum. */
struct sum {
   struct ir_src x[MAX_TERMS], y[MAX_TERMS];
   unsigned n;
};

static bool is_plain(const struct ir_instr *i)
{
   return !i->sat && !i->invariant;
}

static bool sum_of(const struct ir_instr *i, struct sum *s)
{
   for (s->n = 0; s->n < MAX_TERMS && (i->op == IR_fmad || i->op == IR_fmul) && is_plain(i);) {
      s->x[s->n] = i->src[0];
      s->y[s->n++] = i->src[1];
      if (i->op == IR_fmul)
         return s->n > 1;
      if (i->src[2].neg || i->src[2].abs)
         return false;
      i = i->src[2].val->def;
   }
   return false;
}

/* True for a sum of squares. */
static bool is_of_squares(const struct sum *s)
{
   for (unsigned k = 0; k < s->n; k++)
      if (s->x[k].val != s->y[k].val || s->x[k].neg != s->y[k].neg || s->x[k].abs != s->y[k].abs)
         return false;
   return s->n > 1;
}

/* True if each of the n values is in the list once. */
static bool is_same_set(const struct ir_value *const *v, const struct ir_src *list, unsigned n)
{
   unsigned found = 0;

   for (unsigned k = 0; k < n; k++)
      for (unsigned q = 0; q < n; q++)
         if (list[q].val == v[k] && !(found >> q & 1)) {
            found |= 1u << q;
            break;
         }
   return found == (1u << n) - 1;
}

/* True if the values are a vector times the reciprocal of its length. */
static bool is_normalised(const struct ir_value *const *v, unsigned n)
{
   const struct ir_value *of[MAX_TERMS];
   const struct ir_value *scale = NULL;
   struct sum square;

   for (unsigned k = 0; k < n; k++) {
      const struct ir_instr *d = v[k]->def;
      if (d->op != IR_fmul || !is_plain(d))
         return false;
      const unsigned at = d->src[1].val->def->op == IR_frsq;
      if (d->src[at].val->def->op != IR_frsq || (scale && d->src[at].val != scale))
         return false;
      scale = d->src[at].val;
      of[k] = d->src[!at].val;
   }
   const struct ir_instr *root = scale->def;
   return is_plain(root) && !root->src[0].neg && sum_of(root->src[0].val->def, &square) && square.n == n &&
          is_of_squares(&square) && is_same_set(of, square.x, n);
}

/* True for 1, which a factor times its reciprocal leaves. */
static bool is_one(const struct ir_src *s)
{
   const struct ir_instr *d = s->val->def;

   return ir_src_is(s, NUM_ONE) || (d->op == IR_frcp && !s->neg && is_plain(d) && ir_src_is(&d->src[0], NUM_ONE));
}

/* The value h if v = 2 * h, or NULL. */
static const struct ir_value *half_of(const struct ir_value *v)
{
   const struct ir_instr *d = v->def;

   for (unsigned k = 0; d->op == IR_fmul && is_plain(d) && k < 2; k++)
      if (is_one(&d->src[k]) && !d->src[!k].neg && !d->src[!k].abs)
         return half_of(d->src[!k].val);
   for (unsigned k = 0; d->op == IR_fmul && is_plain(d) && k < 2; k++)
      if (ir_src_is(&d->src[k], num_u(2.0f)) && !d->src[!k].neg && !d->src[!k].abs)
         return d->src[!k].val;
   if (d->op == IR_fadd && is_plain(d) && d->src[0].val == d->src[1].val && !d->src[0].neg && !d->src[1].neg &&
       !d->src[0].abs && !d->src[1].abs)
      return d->src[0].val;
   return NULL;
}

/* True if the value is the dot product of both vectors. */
static bool is_product(const struct ir_value *v, const struct ir_value *const *a, const struct ir_value *const *b, unsigned n)
{
   struct sum s;
   unsigned found = 0;

   if (!sum_of(v->def, &s) || s.n != n)
      return false;
   for (unsigned k = 0; k < n; k++) {
      if (s.x[k].neg || s.y[k].neg || s.x[k].abs || s.y[k].abs)
         return false;
      for (unsigned q = 0; q < n; q++)
         if ((s.x[k].val == a[q] && s.y[k].val == b[q]) || (s.x[k].val == b[q] && s.y[k].val == a[q]))
            found |= 1u << q;
   }
   return found == (1u << n) - 1;
}

/* True if the values are the reflection. `at` is the source with the factor. */
static bool is_reflected_by(const struct ir_value *const *v, unsigned n, unsigned at)
{
   const struct ir_value *normal[MAX_TERMS], *light[MAX_TERMS], *factor = v[0]->def->src[at].val;
   const bool sign = v[0]->def->src[2].neg;

   for (unsigned k = 0; k < n; k++) {
      const struct ir_instr *d = v[k]->def;
      if (d->op != IR_fmad || !is_plain(d) || d->src[0].abs || d->src[1].abs || d->src[2].abs)
         return false;
      const unsigned f = d->src[at].val == factor ? at : !at;
      if (d->src[f].val != factor || d->src[2].neg != sign || (d->src[0].neg ^ d->src[1].neg) == sign)
         return false;
      normal[k] = d->src[!f].val;
      light[k] = d->src[2].val;
   }
   const struct ir_value *product = half_of(factor);
   return product && is_product(product, normal, light, n) && is_normalised(normal, n) && is_normalised(light, n);
}

bool pass_is_unit_square(const struct ir_instr *i)
{
   const struct ir_value *v[MAX_TERMS];
   struct sum square;

   if (i->op != IR_fmad || !sum_of(i, &square) || !is_of_squares(&square))
      return false;
   for (unsigned k = 0; k < square.n; k++)
      v[k] = square.x[k].val;
   return is_normalised(v, square.n) ||
          (v[0]->def->op == IR_fmad && (is_reflected_by(v, square.n, 0) || is_reflected_by(v, square.n, 1)));
}
