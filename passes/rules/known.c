/* SPDX-License-Identifier: MIT */
/* See known.h. All facts hold in every number model, and for approximate results within their bounds. */
#include "passes/rules/known.h"

#include "ir/match.h"

static unsigned class_of(uint32_t v)
{
   const uint32_t mag = v & 0x7fffffffu;
   const bool neg = v >> 31;

   if (num_isnan(v))
      return KNOWN_NAN;
   if (mag == 0)
      return neg ? KNOWN_M0 : KNOWN_0;
   if (mag == NUM_ONE)
      return neg ? KNOWN_M1 : KNOWN_1;
   if (mag < NUM_ONE)
      return neg ? KNOWN_NEG : KNOWN_POS;
   return neg ? KNOWN_BELOW : KNOWN_ABOVE;
}

/* Bits 0 to 7 hold the classes in ascending order, so a negation reverses them. */
static unsigned negate_set(unsigned set)
{
   unsigned r = set & ~(unsigned)KNOWN_NAN;

   r = r >> 4 | (r & 0x0f) << 4;
   r = (r & 0xcc) >> 2 | (r & 0x33) << 2;
   r = (r & 0xaa) >> 1 | (r & 0x55) << 1;
   return r | (set & KNOWN_NAN);
}

static unsigned absolute(unsigned set)
{
   return (set & ~0xfu) | (negate_set(set & 0xf));
}

/* Arithmetic may read a denormal as zero. */
static unsigned flush_set(unsigned set)
{
   return set | (set & KNOWN_POS ? KNOWN_0 : 0) | (set & KNOWN_NEG ? KNOWN_M0 : 0);
}

/* The possible products of two magnitudes. */
static unsigned multiply_magnitudes(unsigned a, unsigned b)
{
   const unsigned one = a & b & KNOWN_1, unit = KNOWN_0 | KNOWN_POS | KNOWN_1;
   unsigned r = 0;

   if (((a | b) & KNOWN_0) && ((a | b) & KNOWN_ABOVE))
      r |= KNOWN_NAN; /* may be 0 times an infinity */
   if ((a | b) & KNOWN_0)
      r |= KNOWN_0;
   r |= one;
   if ((a & KNOWN_POS && b & unit) || (b & KNOWN_POS && a & unit))
      r |= unit;
   if ((a & KNOWN_ABOVE && b & KNOWN_POSITIVE) || (b & KNOWN_ABOVE && a & KNOWN_POSITIVE))
      r |= a & b & KNOWN_ABOVE || one ? KNOWN_1 | KNOWN_ABOVE : KNOWN_ABOVE;
   if ((a & KNOWN_ABOVE && b & KNOWN_POS) || (b & KNOWN_ABOVE && a & KNOWN_POS))
      r |= KNOWN_0 | KNOWN_POSITIVE;
   return r;
}

static unsigned product(unsigned a, unsigned b, bool square)
{
   const unsigned minus = KNOWN_NEGATIVE | KNOWN_M0, plus = KNOWN_POSITIVE | KNOWN_0;

   if (a == KNOWN_ANY && b == KNOWN_ANY && !square)
      return KNOWN_ANY;
   const unsigned mag = multiply_magnitudes(flush_set(absolute(a)), flush_set(absolute(b)));
   unsigned r = (mag | a | b) & KNOWN_NAN;

   if (square || (a & plus && b & plus) || (a & minus && b & minus))
      r |= mag & ~KNOWN_NAN;
   if (!square && ((a & plus && b & minus) || (a & minus && b & plus)))
      r |= negate_set(mag & ~KNOWN_NAN);
   return square ? r & ~(KNOWN_NAN & ~a) : r;
}

/* True if nothing is known of sums with such a term, because it may have either sign or be a NaN. */
static bool has_no_sign(unsigned set)
{
   return set & ~(unsigned)(KNOWN_POSITIVE | KNOWN_0) && set & ~(unsigned)(KNOWN_NEGATIVE | KNOWN_M0);
}

/* Sums of terms with one sign. */
static unsigned add_same_sign(unsigned a, unsigned b)
{
   const unsigned plus = KNOWN_POSITIVE | KNOWN_0, both = a | b;

   a = flush_set(a);
   b = flush_set(b);
   if (!(both & ~plus))
      return (a & b & KNOWN_0) | (both & ~KNOWN_0 ? KNOWN_POSITIVE : 0);
   if (!(negate_set(both) & ~plus))
      return (a & b & KNOWN_M0) | KNOWN_NEGATIVE;
   return KNOWN_ANY;
}

/* All classes at or below the highest one of the set, and at or above the lowest. */
static unsigned extend_range(unsigned set)
{
   const unsigned n = set & 0xff;

   return n ? (2u << (31 - __builtin_clz(n))) - 1 : 0;
}

/*
 * The minimum of two sets: it is one of the operands, and not above the lower one of the upper ends, unless one is a NaN, which
 * makes the other one the result. Zeros compare equal to each other and may compare equal to denormals.
 */
static unsigned min_of(unsigned a, unsigned b)
{
   if ((a | b) & KNOWN_NAN)
      return a | b;
   unsigned limit = extend_range(a) & extend_range(b);
   if (limit & (KNOWN_NEG | KNOWN_M0))
      limit |= KNOWN_M0 | KNOWN_0 | KNOWN_POS; /* a tie gives either */
   return (a | b) & limit;
}

static unsigned saturated(unsigned set, enum ir_sat sat)
{
   unsigned r = flush_set(set) & ~KNOWN_NAN;

   if (sat == IR_SAT_01)
      return (r & KNOWN_UNIT) | (r & KNOWN_ABOVE ? KNOWN_1 : 0) | (set & ~(unsigned)KNOWN_POSITIVE ? KNOWN_0 : 0);
   return (r & ~(KNOWN_BELOW | KNOWN_ABOVE)) | (r & KNOWN_ABOVE ? KNOWN_1 : 0) | (r & KNOWN_BELOW ? KNOWN_M1 : 0) |
          (set & KNOWN_NAN ? KNOWN_0 : 0);
}

static unsigned of_op(num_m m, const struct ir_instr *i, unsigned depth)
{
   const struct ir_src *s = i->src;
   const unsigned finite = KNOWN_NEGATIVE | KNOWN_M0 | KNOWN_0 | KNOWN_POSITIVE, unit = KNOWN_UNIT;
   unsigned a;

   switch (i->op) {
   case IR_const: return class_of(i->attr[0]);
   case IR_undef: return KNOWN_0;
   case IR_mov: return pass_known_float(m, &s[0], depth);
   case IR_sel: return pass_known_float(m, &s[1], depth) | pass_known_float(m, &s[2], depth);
   case IR_fcanon: return flush_set(pass_known_float(m, &s[0], depth));
   case IR_fmul:
      return product(pass_known_float(m, &s[0], depth), pass_known_float(m, &s[1], depth), ir_same_src(&s[0], &s[1]));
   case IR_fadd:
      a = pass_known_float(m, &s[0], depth);
      return has_no_sign(a) ? KNOWN_ANY : add_same_sign(a, pass_known_float(m, &s[1], depth));
   case IR_fmad:
      a = pass_known_float(m, &s[2], depth);
      if (has_no_sign(a))
         return KNOWN_ANY;
      return add_same_sign(
          product(pass_known_float(m, &s[0], depth), pass_known_float(m, &s[1], depth), ir_same_src(&s[0], &s[1])), a);
   case IR_fmin: return min_of(pass_known_float(m, &s[0], depth), pass_known_float(m, &s[1], depth));
   case IR_fmax:
      a = negate_set(pass_known_float(m, &s[0], depth));
      return negate_set(min_of(a, negate_set(pass_known_float(m, &s[1], depth))));
   case IR_i2f: return finite & ~(KNOWN_M0 | KNOWN_NEG | KNOWN_POS);
   case IR_u2f: return KNOWN_0 | KNOWN_1 | KNOWN_ABOVE;
   case IR_fexp2:
      a = pass_known_float(m, &s[0], depth);
      return (a & KNOWN_NAN) | unit | (a & KNOWN_POSITIVE ? KNOWN_ABOVE : 0);
   default: return KNOWN_ANY;
   }
}

unsigned pass_known_float(num_m m, const struct ir_src *src, unsigned depth)
{
   const struct ir_instr *i = src->val->def;
   unsigned set = KNOWN_ANY;

   if (src->val->width != 32)
      return KNOWN_ANY;
   if (depth)
      set = of_op(m, i, depth - 1);
   if (i->sat)
      set = saturated(set, (enum ir_sat)i->sat);
   if (src->abs)
      set = absolute(set);
   return src->neg ? negate_set(set) : set;
}

bool pass_known_canonical(num_m m, const struct ir_src *src)
{
   const struct ir_instr *i = src->val->def;

   if ((src->neg || src->abs) && pass_known_float(m, src, 4) & KNOWN_NAN)
      return false;
   return (!m->flush_in || m->flush_out) && (ir_op_info[i->op].flags & IR_F_FRES) && i->op != IR_fmin && i->op != IR_fmax;
}
