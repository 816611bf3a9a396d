/* SPDX-License-Identifier: MIT */
/*
 * Lowering, 64 bits: each operation takes a pair of words for each source and returns one (docs/semantics-tgsi.md, "64 bits"). A source or result of 32
 * bits has its word in `lo`. What is here are operations on integers and those on the bits of doubles.
 */
#include "frontend/tgsi/lower/tgsi_lower.h"

typedef struct ir_src src; /* shorter signatures below */
typedef struct tgsi_pair pair;

/* ---- parts of the operations */

static src imm(struct fe_lower *f, uint32_t v) { return fe_imm(f, v); }

static src op_imm(struct fe_lower *f, enum ir_op op, src a, uint32_t b) { return fe_op2(f, op, a, imm(f, b)); }

static pair select_pair(struct fe_lower *f, src test, pair yes, pair no)
{
   const src lo = fe_sel(f, test, yes.lo, no.lo), hi = fe_sel(f, test, yes.hi, no.hi);

   return (pair){lo, hi};
}

/* ~0 or 0 in the low word. */
static pair truth(struct fe_lower *f, src test)
{
   const src ones = imm(f, UINT32_MAX), zero = imm(f, 0);

   return (pair){fe_sel(f, test, ones, zero), zero};
}

static pair negated(struct fe_lower *f, pair a)
{
   const src lo = fe_op1(f, IR_ineg, a.lo), carry = op_imm(f, IR_ieq, a.lo, 0), no_carry = fe_op1(f, IR_inot, a.hi);

   return (pair){lo, fe_sel(f, carry, fe_op1(f, IR_ineg, a.hi), no_carry)};
}

static src equal(struct fe_lower *f, pair a, pair b)
{
   const src lo = fe_op2(f, IR_ieq, a.lo, b.lo), hi = fe_op2(f, IR_ieq, a.hi, b.hi);

   return fe_op2(f, IR_iand, lo, hi);
}

static src less(struct fe_lower *f, pair a, pair b, bool is_signed)
{
   const src hi = fe_op2(f, is_signed ? IR_ilt : IR_ult, a.hi, b.hi), same = fe_op2(f, IR_ieq, a.hi, b.hi), lo = fe_op2(f, IR_ult, a.lo, b.lo);

   return fe_op2(f, IR_ior, hi, fe_op2(f, IR_iand, same, lo));
}

/* ---- moves and signs */

pair tgsi_wide_copy(struct fe_lower *f, const pair *s) { return (void)f, s[0]; }
pair tgsi_wide_dabs(struct fe_lower *f, const pair *s) { return (pair){s[0].lo, op_imm(f, IR_iand, s[0].hi, ~FE_SIGN)}; }
pair tgsi_wide_dneg(struct fe_lower *f, const pair *s) { return (pair){s[0].lo, op_imm(f, IR_ixor, s[0].hi, FE_SIGN)}; }
pair tgsi_wide_ineg(struct fe_lower *f, const pair *s) { return negated(f, s[0]); }

pair tgsi_wide_iabs(struct fe_lower *f, const pair *s)
{
   const src below = op_imm(f, IR_ilt, s[0].hi, 0);

   return select_pair(f, below, negated(f, s[0]), s[0]);
}

pair tgsi_wide_issg(struct fe_lower *f, const pair *s)
{
   const src sign = op_imm(f, IR_ishr, s[0].hi, 31), any = fe_op2(f, IR_ior, s[0].lo, s[0].hi), one = op_imm(f, IR_umin, any, 1);

   return (pair){fe_op2(f, IR_ior, sign, one), sign};
}

/* ---- sums and products */

pair tgsi_wide_add(struct fe_lower *f, const pair *s)
{
   const src lo = fe_op2(f, IR_iadd, s[0].lo, s[1].lo), carry = fe_op2(f, IR_ult, lo, s[0].lo), hi = fe_op2(f, IR_iadd, s[0].hi, s[1].hi);

   return (pair){lo, fe_sel(f, carry, op_imm(f, IR_iadd, hi, 1), hi)};
}

pair tgsi_wide_mul(struct fe_lower *f, const pair *s)
{
   const src lo = fe_op2(f, IR_imul, s[0].lo, s[1].lo);
   src hi = fe_op2(f, IR_umulhi, s[0].lo, s[1].lo);

   hi = fe_op3(f, IR_imad, s[0].lo, s[1].hi, hi);
   return (pair){lo, fe_op3(f, IR_imad, s[0].hi, s[1].lo, hi)};
}

/* ---- comparisons */

pair tgsi_wide_imin(struct fe_lower *f, const pair *s) { return select_pair(f, less(f, s[0], s[1], true), s[0], s[1]); }
pair tgsi_wide_imax(struct fe_lower *f, const pair *s) { return select_pair(f, less(f, s[0], s[1], true), s[1], s[0]); }
pair tgsi_wide_umin(struct fe_lower *f, const pair *s) { return select_pair(f, less(f, s[0], s[1], false), s[0], s[1]); }
pair tgsi_wide_umax(struct fe_lower *f, const pair *s) { return select_pair(f, less(f, s[0], s[1], false), s[1], s[0]); }
pair tgsi_wide_seq(struct fe_lower *f, const pair *s) { return truth(f, equal(f, s[0], s[1])); }
pair tgsi_wide_sne(struct fe_lower *f, const pair *s) { return truth(f, fe_op1(f, IR_inot, equal(f, s[0], s[1]))); }
pair tgsi_wide_islt(struct fe_lower *f, const pair *s) { return truth(f, less(f, s[0], s[1], true)); }
pair tgsi_wide_isge(struct fe_lower *f, const pair *s) { return truth(f, fe_op1(f, IR_inot, less(f, s[0], s[1], true))); }
pair tgsi_wide_uslt(struct fe_lower *f, const pair *s) { return truth(f, less(f, s[0], s[1], false)); }
pair tgsi_wide_usge(struct fe_lower *f, const pair *s) { return truth(f, fe_op1(f, IR_inot, less(f, s[0], s[1], false))); }

/* ---- shifts: the word that is left behind a count of 32 and more, shifted by the rest */

pair tgsi_wide_shl(struct fe_lower *f, const pair *s)
{
   const src n = op_imm(f, IR_iand, s[1].lo, 31), far = op_imm(f, IR_ine, op_imm(f, IR_iand, s[1].lo, 32), 0);
   const src lo = fe_op2(f, IR_shl, s[0].lo, n), out = op_imm(f, IR_ushr, s[0].lo, 1), in = fe_op2(f, IR_ushr, out, op_imm(f, IR_ixor, n, 31));
   const src hi = fe_op2(f, IR_shl, s[0].hi, n), near = fe_op2(f, IR_ior, hi, in);

   return select_pair(f, far, (pair){imm(f, 0), lo}, (pair){lo, near});
}

static pair shift_right(struct fe_lower *f, const pair *s, bool is_signed)
{
   const src n = op_imm(f, IR_iand, s[1].lo, 31), far = op_imm(f, IR_ine, op_imm(f, IR_iand, s[1].lo, 32), 0);
   const src hi = fe_op2(f, is_signed ? IR_ishr : IR_ushr, s[0].hi, n), out = op_imm(f, IR_shl, s[0].hi, 1);
   const src in = fe_op2(f, IR_shl, out, op_imm(f, IR_ixor, n, 31)), lo = fe_op2(f, IR_ushr, s[0].lo, n), near = fe_op2(f, IR_ior, lo, in);
   const src fill = is_signed ? op_imm(f, IR_ishr, s[0].hi, 31) : imm(f, 0);

   return select_pair(f, far, (pair){hi, fill}, (pair){near, hi});
}

pair tgsi_wide_ishr(struct fe_lower *f, const pair *s) { return shift_right(f, s, true); }
pair tgsi_wide_ushr(struct fe_lower *f, const pair *s) { return shift_right(f, s, false); }

/* ---- from 32 bits */

pair tgsi_wide_i2i64(struct fe_lower *f, const pair *s) { return (pair){s[0].lo, op_imm(f, IR_ishr, s[0].lo, 31)}; }
pair tgsi_wide_u2i64(struct fe_lower *f, const pair *s) { return (pair){s[0].lo, imm(f, 0)}; }

/* ---- operands and results */

static bool is_wide(char type) { return type == 'D' || type == 'L' || type == 'M'; }

/* Source n for pair p. The swizzle selects words first; modifiers act on the 64 bits. */
static pair load_pair(struct tgsi_lower *l, unsigned n, unsigned p)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_instr *in = l->cur.in;
   const struct tgsi_operand *o = tgsi_src(l->p, in, n);
   const char type = tgsi_src_type((enum tgsi_op)in->op, n);
   const unsigned kind = tgsi_op_info[in->op].kind;
   pair v;

   if (!is_wide(type)) { /* lane x and y of what is widened, x and z of a count */
      v.lo = fe_mov(f, tgsi_load(l, n, kind == TGSI_WIDEN ? p : 2 * p));
      v.hi = imm(f, 0);
      return v;
   }
   v.lo = tgsi_load(l, n, 2 * p);
   v.hi = tgsi_load(l, n, 2 * p + 1);
   if (type == 'D') {
      if (o->abs)
         v = tgsi_wide_dabs(f, &v);
      return o->neg ? tgsi_wide_dneg(f, &v) : v;
   }
   return o->neg ? negated(f, v) : v;
}

static pair compute(struct tgsi_lower *l, tgsi_wide_fn fn, unsigned p)
{
   pair s[3];

   for (unsigned n = 0; n < l->cur.in->num_src && n < 3; n++)
      s[n] = load_pair(l, n, p);
   return fn(&l->fe, s);
}

void tgsi_lower_wide(struct tgsi_lower *l, tgsi_wide_fn fn)
{
   const struct tgsi_instr *in = l->cur.in;
   const unsigned kind = tgsi_op_info[in->op].kind;
   const uint8_t mask = tgsi_lower_mask(l);
   uint8_t lanes = 0; /* what is written */
   struct ir_src r[4] = {{0}};

   if (in->sat || in->sat_signed) {
      tgsi_unsupported(l, util_printf(l->fe.ctx, "%s_SAT", tgsi_op_info[in->op].name));
      return;
   }
   for (unsigned p = 0; p < 2; p++) {
      const unsigned of_pair = mask >> 2 * p & 3;

      if (kind == TGSI_NARROW) { /* the first lane of the mask is made of xy, the second one of zw */
         const unsigned rest = p ? mask & (mask - 1u) : mask, c = (unsigned)__builtin_ctz(rest | 16);

         if (!rest)
            continue;
         r[c] = compute(l, fn, p).lo;
         lanes |= (uint8_t)(1u << c);
      } else if (kind == TGSI_PAIR_TEST && of_pair) {
         const unsigned c = 2 * p + !(of_pair & 1);

         r[c] = compute(l, fn, p).lo;
         lanes |= (uint8_t)(1u << c);
      } else if (kind != TGSI_PAIR_TEST && of_pair) {
         const pair v = compute(l, fn, p);

         r[2 * p] = v.lo;
         r[2 * p + 1] = v.hi;
         lanes |= (uint8_t)(3u << 2 * p);
      }
   }
   tgsi_store_lanes(l, r, mask & lanes);
}
