/* SPDX-License-Identifier: MIT */
/*
 * Lowering, arithmetic: 2.X.8 of NV_gpu_program4 in the operation order of docs/semantics-nv.md. Only the components that the
 * write mask asks for are computed, and what a scalar instruction replicates is computed once.
 *
 * Instructions that are one IR op a component are rows of `simple`; the rest are functions of a few lines.
 *
 * C leaves the order in which the arguments of a call are evaluated to the compiler. So at most one argument of a call makes
 * instructions (a constant is one); others are named before, in the order of the operands.
 */
#include "frontend/nv/lower/nv_lower.h"

#define ONE 0x3f800000u
#define TWO 0x40000000u
#define MINUS_ONE 0xbf800000u
#define INFINITY_BITS 0x7f800000u

typedef struct ir_src src; /* shorter signatures below */

/* Results of one instruction. */
struct out {
   src r[4], of[4], cf[4];
};

static src op1(struct nv_lower *l, enum ir_op op, src a) { return nv_op(l, op, 1, a, a, a); }
static src op2(struct nv_lower *l, enum ir_op op, src a, src b) { return nv_op(l, op, 2, a, b, b); }
static src op3(struct nv_lower *l, enum ir_op op, src a, src b, src c) { return nv_op(l, op, 3, a, b, c); }
static src fadd(struct nv_lower *l, src a, src b) { return op2(l, IR_fadd, a, b); }
static src fmul(struct nv_lower *l, src a, src b) { return op2(l, IR_fmul, a, b); }
static src fmad(struct nv_lower *l, src a, src b, src c) { return op3(l, IR_fmad, a, b, c); }
static src sel(struct nv_lower *l, src t, src a, src b) { return op3(l, IR_sel, t, a, b); }
static src flt(struct nv_lower *l, src a, src b) { return op2(l, IR_flt, a, b); }
static src imm(struct nv_lower *l, uint32_t bits) { return nv_f(l, bits); }

/*
 * The value limited to [0,1] or [-1,1]. A result flag of the op that makes the value is free; a copy takes a canonicalising move.
 * Only values that this instruction computed for its result come with a float op behind them, so nothing else sees the flag.
 */
struct ir_src nv_saturate(struct nv_lower *l, struct ir_src v, enum nv_sat sat)
{
   enum ir_sat s = sat == NV_SAT_01 ? IR_SAT_01 : IR_SAT_11;
   struct ir_instr *def = v.val->def;

   if (!v.neg && !v.abs && (ir_op_info[def->op].flags & IR_F_FRES) && def->sat == IR_SAT_NONE && v.val->id >= l->first_value) {
      def->sat = (uint8_t)s;
      return v;
   }
   v = op1(l, IR_fcanon, v);
   v.val->def->sat = (uint8_t)s;
   return v;
}

/* a.x*b.x, then a mad for each further component. */
struct ir_src nv_dot(struct nv_lower *l, const struct ir_src *a, const struct ir_src *b, unsigned n)
{
   src d = fmul(l, a[0], b[0]);

   for (unsigned i = 1; i < n; i++)
      d = fmad(l, a[i], b[i], d);
   return d;
}

static void load_n(struct nv_lower *l, unsigned i, unsigned n, src v[4])
{
   for (unsigned c = 0; c < n; c++)
      v[c] = nv_load(l, i, c);
}

/* Component c of the first n operands, in their order. */
static void load_each(struct nv_lower *l, unsigned c, unsigned n, src v[3])
{
   for (unsigned i = 0; i < n; i++)
      v[i] = nv_load(l, i, c);
}

static void replicate(struct out *o, src v)
{
   for (unsigned c = 0; c < 4; c++)
      o->r[c] = v;
}

/* ---- one op a component */

struct simple_row {
   uint8_t form;      /* how operands become sources */
   uint8_t f, s, u;   /* IR op by type; 0 (mov) = none */
};
enum { F_NONE, F_1, F_2, F_2_SWAPPED, F_3, F_SCALAR, F_VECSCA, F_SET, F_SET_SWAPPED, F_ROUND };

static const struct simple_row simple[NV_OP_COUNT] = {
   [NV_OP_MAX] = {F_2, IR_fmax, IR_imax, IR_umax},
   [NV_OP_MIN] = {F_2_SWAPPED, IR_fmin, IR_imin, IR_umin}, /* a > b ? b : a is fmin(b, a) */
   [NV_OP_AND] = {F_2, 0, IR_iand, IR_iand},
   [NV_OP_OR] = {F_2, 0, IR_ior, IR_ior},
   [NV_OP_XOR] = {F_2, 0, IR_ixor, IR_ixor},
   [NV_OP_NOT] = {F_1, 0, IR_inot, IR_inot},
   [NV_OP_I2F] = {F_1, 0, IR_i2f, IR_u2f},
   [NV_OP_DDX] = {F_1, IR_ddx, 0, 0},
   [NV_OP_DDY] = {F_1, IR_ddy, 0, 0},
   [NV_OP_COS] = {F_SCALAR, IR_fcos, 0, 0},
   [NV_OP_SIN] = {F_SCALAR, IR_fsin, 0, 0},
   [NV_OP_EX2] = {F_SCALAR, IR_fexp2, 0, 0},
   [NV_OP_LG2] = {F_SCALAR, IR_flog2, 0, 0},
   [NV_OP_RCP] = {F_SCALAR, IR_frcp, 0, 0},
   [NV_OP_RSQ] = {F_SCALAR, IR_frsq, 0, 0},
   [NV_OP_MOD] = {F_VECSCA, 0, IR_imod, IR_umod},
   [NV_OP_SHL] = {F_VECSCA, 0, IR_shl, IR_shl},
   [NV_OP_SHR] = {F_VECSCA, 0, IR_ishr, IR_ushr},
   [NV_OP_SEQ] = {F_SET, IR_feq, IR_ieq, IR_ieq},
   [NV_OP_SNE] = {F_SET, IR_fne, IR_ine, IR_ine},
   [NV_OP_SLT] = {F_SET, IR_flt, IR_ilt, IR_ult},
   [NV_OP_SGE] = {F_SET, IR_fge, IR_ige, IR_uge},
   [NV_OP_SGT] = {F_SET_SWAPPED, IR_flt, IR_ilt, IR_ult},
   [NV_OP_SLE] = {F_SET_SWAPPED, IR_fge, IR_ige, IR_uge},
   [NV_OP_FLR] = {F_ROUND, IR_ffloor, IR_ffloor, IR_ffloor},
   [NV_OP_CEIL] = {F_ROUND, IR_fceil, IR_fceil, IR_fceil},
   [NV_OP_ROUND] = {F_ROUND, IR_fround, IR_fround, IR_fround},
   [NV_OP_ARL] = {F_ROUND, 0, IR_ffloor, 0},
   [NV_OP_ARR] = {F_ROUND, 0, IR_fround, 0},
   [NV_OP_TRUNC] = {F_ROUND, IR_ftrunc, IR_ftrunc, IR_ftrunc},
};

static src true_value(struct nv_lower *l, enum nv_type t) { return imm(l, t == NV_TYPE_F ? ONE : 0xffffffffu); }

static void lower_simple(struct nv_lower *l, const struct simple_row *row, uint8_t mask, struct out *o)
{
   enum nv_type t = l->in->type;
   enum ir_op op = (enum ir_op)(t == NV_TYPE_F ? row->f : t == NV_TYPE_S ? row->s : row->u);
   src second = {0}, yes;

   UTIL_CHECK(l->ctx, op != IR_mov);
   if (row->form == F_SCALAR) {
      src a = nv_load(l, 0, 0);

      if (l->in->op == NV_OP_RSQ && (l->p->dialect & NV_D_ARB)) /* of the absolute value */
         a = ir_abs(a);
      replicate(o, op1(l, op, a));
      return;
   }
   if (row->form == F_VECSCA)
      second = nv_load(l, 1, 0);
   for (unsigned c = 0; c < 4; c++) {
      src a, b;

      if (!(mask >> c & 1))
         continue;
      a = nv_load(l, 0, c);
      switch (row->form) {
      case F_1: o->r[c] = op1(l, op, a); break;
      case F_2: o->r[c] = op2(l, op, a, nv_load(l, 1, c)); break;
      case F_2_SWAPPED: o->r[c] = op2(l, op, nv_load(l, 1, c), a); break;
      case F_VECSCA: o->r[c] = op2(l, op, a, second); break;
      case F_SET:
      case F_SET_SWAPPED:
         b = nv_load(l, 1, c);
         a = row->form == F_SET ? op2(l, op, a, b) : op2(l, op, b, a);
         yes = true_value(l, t);
         o->r[c] = sel(l, a, yes, imm(l, 0));
         break;
      case F_ROUND:
         o->r[c] = op1(l, op, a);
         if (t != NV_TYPE_F)
            o->r[c] = op1(l, t == NV_TYPE_S ? IR_f2i : IR_f2u, o->r[c]);
         break;
      }
   }
}

/* ---- additions of integers, which set the overflow and carry flags */

/* Width 1: a and b are both negative. */
static src both_negative(struct nv_lower *l, src a, src b)
{
   a = op2(l, IR_iand, a, b);
   return op2(l, IR_ilt, a, imm(l, 0));
}

/*
 * x op y with the signs taken out of the operands. The flags are made only where some test can see them. Two minuses: the
 * addition of both negated values.
 */
static void int_add(struct nv_lower *l, unsigned c, src x, bool xneg, src y, bool yneg, struct out *o)
{
   const struct nv_instr *in = l->in;
   bool of = in->cc_update >= 0 && l->cc_read[in->cc_update][c][NV_OF];
   bool cf = in->cc_update >= 0 && l->cc_read[in->cc_update][c][NV_CF];
   src s, t;

   if (xneg && yneg) {
      x = op1(l, IR_ineg, x);
      y = op1(l, IR_ineg, y);
      xneg = yneg = false;
   } else if (xneg) {
      t = x;
      x = y;
      y = t;
   }
   if (xneg || yneg) {
      o->r[c] = op2(l, IR_isub, x, y);
      if (cf)
         o->cf[c] = op2(l, IR_uge, x, y);
      if (of) { /* signs differ and the result has not that of x */
         s = op2(l, IR_ixor, x, y);
         t = op2(l, IR_ixor, x, o->r[c]);
         o->of[c] = both_negative(l, s, t);
      }
      return;
   }
   o->r[c] = op2(l, IR_iadd, x, y);
   if (cf)
      o->cf[c] = op2(l, IR_ult, o->r[c], x);
   if (of) { /* the result has the sign of neither */
      s = op2(l, IR_ixor, x, o->r[c]);
      t = op2(l, IR_ixor, y, o->r[c]);
      o->of[c] = both_negative(l, s, t);
   }
}

static void lower_add(struct nv_lower *l, uint8_t mask, struct out *o)
{
   bool sub = l->in->op == NV_OP_SUB;

   for (unsigned c = 0; c < 4; c++) {
      if (!(mask >> c & 1))
         continue;
      if (l->in->type == NV_TYPE_F) {
         src b = nv_load(l, 1, c);

         o->r[c] = fadd(l, nv_load(l, 0, c), sub ? ir_neg(b) : b);
      } else {
         bool an, bn;
         src a = nv_load_below_neg(l, 0, c, &an), b = nv_load_below_neg(l, 1, c, &bn);

         int_add(l, c, a, an, b, bn != sub, o);
      }
   }
}

static void lower_mad(struct nv_lower *l, uint8_t mask, struct out *o)
{
   const struct nv_instr *in = l->in;

   for (unsigned c = 0; c < 4; c++) {
      bool an, bn, cn, flags;
      src a, b, d, v[3];

      if (!(mask >> c & 1))
         continue;
      flags = in->cc_update >= 0 && (l->cc_read[in->cc_update][c][NV_OF] || l->cc_read[in->cc_update][c][NV_CF]);
      if (in->type == NV_TYPE_F || !flags) {
         load_each(l, c, 3, v);
         o->r[c] = op3(l, in->type == NV_TYPE_F ? IR_fmad : IR_imad, v[0], v[1], v[2]);
         continue;
      }
      a = nv_load_below_neg(l, 0, c, &an);
      b = nv_load_below_neg(l, 1, c, &bn);
      d = nv_load_below_neg(l, 2, c, &cn);
      int_add(l, c, op2(l, IR_imul, a, b), an != bn, d, cn, o);
   }
}

static void lower_sad(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned c = 0; c < 4; c++) {
      src a, b, d, diff;
      bool neg;

      if (!(mask >> c & 1))
         continue;
      a = nv_load(l, 0, c);
      b = nv_load(l, 1, c);
      d = nv_load_below_neg(l, 2, c, &neg);
      if (l->in->type == NV_TYPE_U) {
         diff = op2(l, IR_umax, a, b);
         diff = op2(l, IR_isub, diff, op2(l, IR_umin, a, b));
      } else {
         diff = op1(l, IR_iabs, op2(l, IR_isub, a, b));
      }
      int_add(l, c, diff, false, d, neg, o);
   }
}

/* ---- copies */

static src mov(struct nv_lower *l, src v) { return v.neg || v.abs ? op1(l, IR_mov, v) : v; }

static void lower_copy(struct nv_lower *l, uint8_t mask, struct out *o)
{
   const struct nv_instr *in = l->in;

   for (unsigned c = 0; c < 4; c++) {
      src a, b;

      if (!(mask >> c & 1))
         continue;
      switch (in->op) {
      case NV_OP_MOV: o->r[c] = nv_load(l, 0, c); break;
      case NV_OP_ABS:
         a = nv_load(l, 0, c);
         if (in->type == NV_TYPE_F)
            a = ir_abs(a);
         else if (in->type == NV_TYPE_S)
            a = op1(l, IR_iabs, a);
         o->r[c] = a;
         break;
      case NV_OP_CMP:
         if (in->type == NV_TYPE_U) {
            o->r[c] = nv_load(l, 2, c);
            break;
         }
         a = nv_load(l, 0, c);
         a = op2(l, in->type == NV_TYPE_F ? IR_flt : IR_ilt, a, imm(l, 0));
         b = nv_load(l, 1, c);
         o->r[c] = sel(l, a, b, nv_load(l, 2, c));
         break;
      case NV_OP_SWZ:
         if (in->swz.sel[c] <= NV_SEL_W) {
            a = nv_load(l, 0, in->swz.sel[c]);
            o->r[c] = in->swz.neg[c] ? ir_neg(a) : a;
         } else {
            o->r[c] = imm(l, (in->swz.sel[c] == NV_SEL_1 ? ONE : 0) | (in->swz.neg[c] ? 0x80000000u : 0));
         }
         break;
      }
   }
}

/* ---- the others, one function each */

static void lower_mul(struct nv_lower *l, uint8_t mask, struct out *o)
{
   const struct nv_instr *in = l->in;
   enum ir_op op = in->type == NV_TYPE_F ? IR_fmul : !in->hi ? IR_imul : in->type == NV_TYPE_S ? IR_imulhi : IR_umulhi;

   for (unsigned c = 0; c < 4; c++) {
      src v[3];

      if (!(mask >> c & 1))
         continue;
      load_each(l, c, 2, v);
      o->r[c] = op2(l, op, v[0], v[1]);
   }
}

static void lower_div(struct nv_lower *l, uint8_t mask, struct out *o)
{
   enum nv_type t = l->in->type;
   src b = nv_load(l, 1, 0);

   if (t == NV_TYPE_F)
      b = op1(l, IR_frcp, b);
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         o->r[c] = op2(l, t == NV_TYPE_F ? IR_fmul : t == NV_TYPE_S ? IR_idiv : IR_udiv, nv_load(l, 0, c), b);
}

static void lower_frc(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned c = 0; c < 4; c++) {
      src a;

      if (!(mask >> c & 1))
         continue;
      a = nv_load(l, 0, c);
      o->r[c] = fadd(l, a, ir_neg(op1(l, IR_ffloor, a)));
   }
}

/* DP2 DP2A DP3 DP4 DPH */
static void lower_dot(struct nv_lower *l, uint8_t mask, struct out *o)
{
   enum nv_op op = (enum nv_op)l->in->op;
   unsigned n = op == NV_OP_DP4 ? 4 : op == NV_OP_DP3 || op == NV_OP_DPH ? 3 : 2;
   src a[4], b[4], d;

   (void)mask;
   load_n(l, 0, n, a);
   load_n(l, 1, n, b);
   d = nv_dot(l, a, b, n);
   if (op == NV_OP_DP2A)
      d = fadd(l, d, nv_load(l, 2, 0));
   if (op == NV_OP_DPH)
      d = fadd(l, d, nv_load(l, 1, 3));
   replicate(o, d);
}

static void lower_dst(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src v[3];

   if (mask & 1)
      o->r[0] = imm(l, ONE);
   if (mask & 2) {
      load_each(l, 1, 2, v);
      o->r[1] = fmul(l, v[0], v[1]);
   }
   if (mask & 4)
      o->r[2] = nv_load(l, 0, 2);
   if (mask & 8)
      o->r[3] = nv_load(l, 1, 3);
}

static src power(struct nv_lower *l, src base, src exponent)
{
   return op1(l, IR_fexp2, fmul(l, exponent, op1(l, IR_flog2, base)));
}

static void lower_pow(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src v[3];

   (void)mask;
   load_each(l, 0, 2, v);
   replicate(o, power(l, v[0], v[1]));
}

static void lower_scs(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src a = nv_load(l, 0, 0);

   if (mask & 1)
      o->r[0] = op1(l, IR_fcos, a);
   if (mask & 2)
      o->r[1] = op1(l, IR_fsin, a);
   if (mask & 12)
      o->r[2] = o->r[3] = imm(l, 0);
}

/* v limited to low .. high. */
static src clamp(struct nv_lower *l, src v, uint32_t low, uint32_t high)
{
   v = op2(l, IR_fmin, v, imm(l, high));
   return op2(l, IR_fmax, v, imm(l, low));
}

static void lower_exp(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src a = nv_load(l, 0, 0), whole = {0};

   if (mask & 3)
      whole = op1(l, IR_ffloor, a);
   if (mask & 1)
      o->r[0] = op1(l, IR_fexp2, whole);
   if (mask & 2)
      o->r[1] = fadd(l, a, ir_neg(whole));
   if (mask & 4)
      o->r[2] = op1(l, IR_fexp2, a);
   if (mask & 8)
      o->r[3] = imm(l, ONE);
}

/* Exponent and mantissa are taken apart as integers; 0 and denormals, infinity and NaN are special. */
static void lower_log(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src a = op1(l, IR_mov, ir_abs(nv_load(l, 0, 0))), one = imm(l, ONE), minus_inf, exponent, zero, nan, v, t;

   if (mask & 8)
      o->r[3] = one;
   if (!(mask & 7))
      return;
   minus_inf = imm(l, INFINITY_BITS | 0x80000000u);
   exponent = op2(l, IR_ushr, a, imm(l, 23));
   zero = op2(l, IR_ieq, exponent, imm(l, 0));
   nan = op2(l, IR_ult, imm(l, INFINITY_BITS), a);
   if (mask & 1) {
      v = op1(l, IR_i2f, op2(l, IR_isub, exponent, imm(l, 127)));
      t = op2(l, IR_ieq, exponent, imm(l, 255));
      v = sel(l, t, a, v); /* infinity and NaN as they are */
      o->r[0] = sel(l, zero, minus_inf, v);
   }
   if (mask & 2) {
      v = op2(l, IR_iand, a, imm(l, 0x007fffffu));
      v = op2(l, IR_ior, v, one);
      o->r[1] = sel(l, zero, one, sel(l, nan, a, v));
   }
   if (mask & 4) {
      v = op1(l, IR_flog2, a);
      o->r[2] = sel(l, zero, minus_inf, sel(l, nan, a, v));
   }
}

static void lower_ara(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned k = 0; k < 2; k++) {
      src a, b;

      if (!(mask & 5u << k))
         continue;
      a = nv_load(l, 0, k);
      b = nv_load(l, 0, k + 2);
      o->r[k] = o->r[k + 2] = op2(l, IR_iadd, a, b);
   }
}

static void lower_rcc(struct nv_lower *l, uint8_t mask, struct out *o)
{
   static const uint32_t big = 0x5f800000u, small = 0x1f800000u; /* 2^64, 2^-64 */
   src r = op1(l, IR_frcp, nv_load(l, 0, 0)), pos, neg;

   (void)mask;
   pos = clamp(l, r, small, big);
   neg = clamp(l, r, big | 0x80000000u, small | 0x80000000u);
   replicate(o, sel(l, flt(l, imm(l, 0), r), pos, neg));
}

static void lower_lit(struct nv_lower *l, uint8_t mask, struct out *o)
{
   static const uint32_t limit = 0x42ffffffu; /* 127.9999923706 */

   if (mask & 9)
      o->r[0] = o->r[3] = imm(l, ONE);
   if (mask & 6) {
      src x = nv_load(l, 0, 0), zero = imm(l, 0);

      o->r[1] = sel(l, flt(l, x, zero), zero, x);
   }
   if (mask & 4) {
      src y = nv_load(l, 0, 1), w = nv_load(l, 0, 3), m = imm(l, limit), zero = imm(l, 0), t, p;

      y = sel(l, flt(l, y, zero), zero, y);
      t = flt(l, w, ir_neg(m));
      w = sel(l, flt(l, m, w), m, w);
      w = sel(l, t, ir_neg(m), w);
      t = op2(l, IR_feq, w, zero);
      p = imm(l, ONE);
      p = sel(l, t, p, power(l, y, w));
      o->r[2] = sel(l, flt(l, zero, o->r[1]), p, zero);
   }
}

static src lerp(struct nv_lower *l, src f, src a, src b) { return fmad(l, f, a, fmad(l, ir_neg(f), b, b)); }

static void lower_lrp(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned c = 0; c < 4; c++) {
      src v[3];

      if (!(mask >> c & 1))
         continue;
      load_each(l, c, 3, v);
      o->r[c] = lerp(l, v[0], v[1], v[2]);
   }
}

static void lower_nrm(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src a[4], r;

   if (mask & 8)
      o->r[3] = imm(l, 0);
   if (!(mask & 7))
      return;
   load_n(l, 0, 3, a);
   r = op1(l, IR_frsq, nv_dot(l, a, a, 3));
   for (unsigned c = 0; c < 3; c++)
      if (mask >> c & 1)
         o->r[c] = fmul(l, a[c], r);
}

static void lower_rfl(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src a[4], b[4], t;

   if (mask & 8)
      o->r[3] = imm(l, 0);
   if (!(mask & 7))
      return;
   load_n(l, 0, 3, a);
   load_n(l, 1, 3, b);
   t = imm(l, TWO);
   t = fmul(l, t, nv_dot(l, a, b, 3));
   t = fmul(l, t, op1(l, IR_frcp, nv_dot(l, a, a, 3)));
   for (unsigned c = 0; c < 3; c++)
      if (mask >> c & 1)
         o->r[c] = fmad(l, t, a[c], ir_neg(b[c]));
}

static void lower_x2d(struct nv_lower *l, uint8_t mask, struct out *o)
{
   src x = nv_load(l, 1, 0), y = nv_load(l, 1, 1);

   for (unsigned k = 0; k < 2; k++) { /* x and z, y and w */
      src mx, my;

      if (!(mask & 5u << k))
         continue;
      mx = nv_load(l, 2, 2 * k);
      my = nv_load(l, 2, 2 * k + 1);
      o->r[k] = o->r[k + 2] = fmad(l, y, my, fmad(l, x, mx, nv_load(l, 0, k)));
   }
}

static void lower_xpd(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned c = 0; c < 3; c++) {
      src p[3], q[3];

      if (!(mask >> c & 1))
         continue;
      load_each(l, (c + 1) % 3, 2, p);
      load_each(l, (c + 2) % 3, 2, q);
      o->r[c] = fmad(l, p[0], q[1], ir_neg(fmul(l, q[0], p[1])));
   }
   if (mask & 8)
      o->r[3] = imm(l, 0);
}

static void lower_ssg(struct nv_lower *l, uint8_t mask, struct out *o)
{
   for (unsigned c = 0; c < 4; c++) {
      src a, t, n, zero;

      if (!(mask >> c & 1))
         continue;
      a = nv_load(l, 0, c);
      zero = imm(l, 0);
      t = flt(l, a, zero);
      n = sel(l, t, imm(l, MINUS_ONE), zero);
      t = flt(l, zero, a);
      o->r[c] = sel(l, t, imm(l, ONE), n);
   }
}

static void lower_str(struct nv_lower *l, uint8_t mask, struct out *o)
{
   (void)mask;
   replicate(o, l->in->op == NV_OP_STR ? true_value(l, l->in->type) : imm(l, 0));
}

/* ---- packing */

/*
 * low < a < 1 limited so that a NaN passes; then scaled, rounded, converted. Where that makes 0 of a NaN, limits of 0 and 1 are a
 * saturation. The result fits its field.
 */
static src pack_field(struct nv_lower *l, unsigned c, uint32_t low, uint32_t scale, uint32_t bias)
{
   src a = nv_load(l, 0, c), k, v;

   if (!low && l->s->num->f2i_saturate) {
      v = nv_saturate(l, a, NV_SAT_01);
   } else {
      src least = imm(l, low), below = flt(l, a, least), one = imm(l, ONE);

      v = sel(l, flt(l, one, a), one, a);
      v = sel(l, below, least, v);
   }
   k = imm(l, scale);
   v = bias ? fmad(l, k, v, imm(l, bias)) : fmul(l, k, v);
   return op1(l, IR_f2u, op1(l, IR_fround, v));
}

static void lower_pack(struct nv_lower *l, uint8_t mask, struct out *o)
{
   enum nv_op op = (enum nv_op)l->in->op;
   unsigned width = op == NV_OP_PK2US ? 16 : 8;
   src v = {0};

   (void)mask;
   if (op == NV_OP_PK2H) {
      src x = op1(l, IR_f2h, nv_load(l, 0, 0)), y = op1(l, IR_f2h, nv_load(l, 0, 1));

      replicate(o, op2(l, IR_pack2h, x, y));
      return;
   }
   for (unsigned c = 0; c < 32 / width; c++) {
      src f;

      if (op == NV_OP_PK4B)
         f = pack_field(l, c, 0xbf810204u /* -128/127 */, 0x42fe0000u /* 127 */, 0x43000000u /* 128 */);
      else
         f = pack_field(l, c, 0, op == NV_OP_PK2US ? 0x477fff00u /* 65535 */ : 0x437f0000u /* 255 */, 0);
      if ((c + 1) * width < 32 && !l->s->num->f2i_saturate) /* of a NaN */
         f = op2(l, IR_iand, f, imm(l, (1u << width) - 1));
      if (c)
         f = op2(l, IR_shl, f, imm(l, c * width));
      v = c ? op2(l, IR_ior, v, f) : f;
   }
   replicate(o, v);
}

static void lower_unpack(struct nv_lower *l, uint8_t mask, struct out *o)
{
   enum nv_op op = (enum nv_op)l->in->op;
   src a = mov(l, nv_load(l, 0, 0));

   if (op == NV_OP_UP2H) {
      for (unsigned k = 0; k < 2; k++)
         if (mask & 5u << k)
            o->r[k] = o->r[k + 2] =
               op1(l, IR_h2f, ir_use(ir_emit(&l->b, IR_unpack2h, 32, 1, &a, (uint32_t[4]){k})->dst[0]));
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      unsigned width = op == NV_OP_UP2US ? 16 : 8, field = c % (32 / width);
      src f = a;

      if (op == NV_OP_UP2US && c >= 2 && o->r[c - 2].val) {
         o->r[c] = o->r[c - 2];
         continue;
      }
      if (!(mask >> c & 1))
         continue;
      if (field)
         f = op2(l, IR_ushr, f, imm(l, field * width));
      if ((field + 1) * width < 32)
         f = op2(l, IR_iand, f, imm(l, (1u << width) - 1));
      if (op == NV_OP_UP4B) {
         f = op1(l, IR_i2f, op2(l, IR_isub, f, imm(l, 128)));
         o->r[c] = fmul(l, f, imm(l, 0x3c010204u /* 1/127 */));
      } else {
         f = op1(l, IR_u2f, f);
         o->r[c] = fmul(l, f, imm(l, op == NV_OP_UP2US ? 0x37800080u /* 1/65535 */ : 0x3b808081u /* 1/255 */));
      }
   }
}

typedef void (*lower_fn)(struct nv_lower *l, uint8_t mask, struct out *o);

static const lower_fn special[NV_OP_COUNT] = {
   [NV_OP_ABS] = lower_copy,     [NV_OP_ADD] = lower_add,      [NV_OP_CMP] = lower_copy,   [NV_OP_DIV] = lower_div,
   [NV_OP_DP2] = lower_dot,      [NV_OP_DP2A] = lower_dot,     [NV_OP_DP3] = lower_dot,    [NV_OP_DP4] = lower_dot,
   [NV_OP_DPH] = lower_dot,      [NV_OP_DST] = lower_dst,      [NV_OP_FRC] = lower_frc,    [NV_OP_LIT] = lower_lit,
   [NV_OP_LRP] = lower_lrp,      [NV_OP_MAD] = lower_mad,      [NV_OP_MOV] = lower_copy,   [NV_OP_MUL] = lower_mul,
   [NV_OP_NRM] = lower_nrm,      [NV_OP_PK2H] = lower_pack,    [NV_OP_PK2US] = lower_pack, [NV_OP_PK4B] = lower_pack,
   [NV_OP_PK4UB] = lower_pack,   [NV_OP_POW] = lower_pow,      [NV_OP_RCC] = lower_rcc,    [NV_OP_RFL] = lower_rfl,
   [NV_OP_SAD] = lower_sad,      [NV_OP_SCS] = lower_scs,      [NV_OP_SFL] = lower_str,    [NV_OP_SSG] = lower_ssg,
   [NV_OP_STR] = lower_str,      [NV_OP_SUB] = lower_add,      [NV_OP_SWZ] = lower_copy,   [NV_OP_UP2H] = lower_unpack,
   [NV_OP_UP2US] = lower_unpack, [NV_OP_UP4B] = lower_unpack,  [NV_OP_UP4UB] = lower_unpack, [NV_OP_X2D] = lower_x2d,
   [NV_OP_XPD] = lower_xpd,      [NV_OP_EXP] = lower_exp,      [NV_OP_LOG] = lower_log,    [NV_OP_ARA] = lower_ara,
};

void nv_lower_alu(struct nv_lower *l)
{
   const struct nv_instr *in = l->in;
   uint8_t mask = nv_lower_mask(in), fmt = nv_op_info[in->op].out;
   enum nv_type type = fmt == NV_FMT_VF ? NV_TYPE_F : fmt == NV_FMT_VS ? NV_TYPE_S : fmt == NV_FMT_VU ? NV_TYPE_U : in->type;
   struct out o = {0};

   if (simple[in->op].form)
      lower_simple(l, &simple[in->op], mask, &o);
   else if (special[in->op])
      special[in->op](l, mask, &o);
   else
      util_bug(l->ctx, "no lowering of %s", nv_op_info[in->op].name);
   nv_store(l, o.r, type, o.of, o.cf);
}
