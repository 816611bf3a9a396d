/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: instructions on vectors of floats, in the operation order of docs/semantics-nv.md. See fe_vector.h.
 */
#include "frontend/common/fe_vector.h"

typedef struct ir_src src; /* shorter signatures below */

static src fadd(struct fe_lower *f, src a, src b) { return fe_op2(f, IR_fadd, a, b); }
static src fmul(struct fe_lower *f, src a, src b) { return fe_mul(f, a, b); }
static src fmad(struct fe_lower *f, src a, src b, src c) { return fe_mad(f, a, b, c); }
static src flt(struct fe_lower *f, src a, src b) { return fe_op2(f, IR_flt, a, b); }

static bool wants(const struct fe_vector *v, unsigned c) { return v->mask >> c & 1; }

/* The first n components of an operand. */
static void load_n(struct fe_vector *v, unsigned operand, unsigned n, src out[4])
{
   for (unsigned c = 0; c < n; c++)
      out[c] = fe_load(v, operand, c);
}

src fe_dot(struct fe_lower *f, const src *a, const src *b, unsigned n)
{
   src d = fmul(f, a[0], b[0]);

   for (unsigned i = 1; i < n; i++)
      d = fmad(f, a[i], b[i], d);
   return d;
}

static src dot_operands(struct fe_vector *v, unsigned n)
{
   src a[4], b[4];

   load_n(v, 0, n, a);
   load_n(v, 1, n, b);
   return fe_dot(v->f, a, b, n);
}

void fe_dp(struct fe_vector *v, unsigned n) { fe_replicate(v, dot_operands(v, n)); }

void fe_dp2a(struct fe_vector *v)
{
   src d = dot_operands(v, 2);

   fe_replicate(v, fadd(v->f, d, fe_load(v, 2, 0)));
}

void fe_dph(struct fe_vector *v)
{
   src d = dot_operands(v, 3);

   fe_replicate(v, fadd(v->f, d, fe_load(v, 1, 3)));
}

void fe_dst(struct fe_vector *v)
{
   src y[3];

   if (wants(v, 0))
      v->r[0] = fe_imm(v->f, FE_ONE);
   if (wants(v, 1)) {
      fe_load_each(v, 1, 2, y);
      v->r[1] = fmul(v->f, y[0], y[1]);
   }
   if (wants(v, 2))
      v->r[2] = fe_load(v, 0, 2);
   if (wants(v, 3))
      v->r[3] = fe_load(v, 1, 3);
}

static src power(struct fe_lower *f, src base, src exponent)
{
   return fe_op1(f, IR_fexp2, fmul(f, exponent, fe_op1(f, IR_flog2, base)));
}

void fe_pow(struct fe_vector *v)
{
   src x[3];

   fe_load_each(v, 0, 2, x);
   fe_replicate(v, power(v->f, x[0], x[1]));
}

void fe_scs(struct fe_vector *v)
{
   src a = fe_load(v, 0, 0);

   if (wants(v, 0))
      v->r[0] = fe_op1(v->f, IR_fcos, a);
   if (wants(v, 1))
      v->r[1] = fe_op1(v->f, IR_fsin, a);
   if (v->mask & 12)
      v->r[2] = v->r[3] = fe_imm(v->f, 0);
}

void fe_exp(struct fe_vector *v)
{
   src a = fe_load(v, 0, 0), whole = {0};

   if (v->mask & 3)
      whole = fe_op1(v->f, IR_ffloor, a);
   if (wants(v, 0))
      v->r[0] = fe_op1(v->f, IR_fexp2, whole);
   if (wants(v, 1))
      v->r[1] = fadd(v->f, a, ir_neg(whole));
   if (wants(v, 2))
      v->r[2] = fe_op1(v->f, IR_fexp2, a);
   if (wants(v, 3))
      v->r[3] = fe_imm(v->f, FE_ONE);
}

/* The exponent and the mantissa are taken out of the bits as integers; 0 and denormals, infinity and NaN are special cases. */
void fe_log(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a = fe_op1(f, IR_mov, ir_abs(fe_load(v, 0, 0))), one = fe_imm(f, FE_ONE), minus_inf, exponent, zero, nan, x, t;

   if (wants(v, 3))
      v->r[3] = one;
   if (!(v->mask & 7))
      return;
   minus_inf = fe_imm(f, FE_INFINITY | FE_SIGN);
   exponent = fe_op2(f, IR_ushr, a, fe_imm(f, 23));
   zero = fe_op2(f, IR_ieq, exponent, fe_imm(f, 0));
   nan = fe_op2(f, IR_ult, fe_imm(f, FE_INFINITY), a);
   if (wants(v, 0)) {
      x = fe_op1(f, IR_i2f, fe_op2(f, IR_isub, exponent, fe_imm(f, 127)));
      t = fe_op2(f, IR_ieq, exponent, fe_imm(f, 255));
      x = fe_sel(f, t, a, x); /* infinity and NaN stay unchanged */
      v->r[0] = fe_sel(f, zero, minus_inf, x);
   }
   if (wants(v, 1)) {
      x = fe_op2(f, IR_iand, a, fe_imm(f, 0x007fffffu));
      x = fe_op2(f, IR_ior, x, one);
      v->r[1] = fe_sel(f, zero, one, fe_sel(f, nan, a, x));
   }
   if (wants(v, 2)) {
      x = fe_op1(f, IR_flog2, a);
      v->r[2] = fe_sel(f, zero, minus_inf, fe_sel(f, nan, a, x));
   }
}

/* The rounded difference of a small negative number and its floor is 1.0, but a fraction must be below 1. */
void fe_frc(struct fe_vector *v)
{
   for (unsigned c = 0; c < 4; c++) {
      src a;

      if (!wants(v, c))
         continue;
      a = fe_load(v, 0, c);
      a = fadd(v->f, a, ir_neg(fe_op1(v->f, IR_ffloor, a)));
      v->r[c] = fe_op2(v->f, IR_fmin, a, fe_imm(v->f, 0x3f7fffffu));
   }
}

/* Clamps the magnitude of the reciprocal to 2^-64 .. 2^64 and keeps its sign bit. */
void fe_rcc(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src r = fe_op1(f, IR_frcp, fe_load(v, 0, 0)), x;

   x = fe_op2(f, IR_fmin, ir_abs(r), fe_imm(f, 0x5f800000u));
   x = fe_op2(f, IR_fmax, x, fe_imm(f, 0x1f800000u));
   fe_replicate(v, fe_op2(f, IR_ior, x, fe_op2(f, IR_iand, r, fe_imm(f, FE_SIGN))));
}

void fe_lit(struct fe_vector *v)
{
   static const uint32_t limit = 0x42ffffffu; /* 127.9999923706 */
   struct fe_lower *f = v->f;

   if (v->mask & 9)
      v->r[0] = v->r[3] = fe_imm(f, FE_ONE);
   if (v->mask & 6) {
      src x = fe_load(v, 0, 0), zero = fe_imm(f, 0);

      v->r[1] = fe_sel(f, flt(f, x, zero), zero, x);
   }
   if (wants(v, 2)) {
      src y = fe_load(v, 0, 1), w = fe_load(v, 0, 3), m = fe_imm(f, limit), zero = fe_imm(f, 0), t, p;

      y = fe_sel(f, flt(f, y, zero), zero, y);
      t = flt(f, w, ir_neg(m));
      w = fe_sel(f, flt(f, m, w), m, w);
      w = fe_sel(f, t, ir_neg(m), w);
      t = fe_op2(f, IR_feq, w, zero);
      p = fe_imm(f, FE_ONE);
      p = fe_sel(f, t, p, power(f, y, w));
      v->r[2] = fe_sel(f, flt(f, zero, v->r[1]), p, zero);
   }
}

void fe_lrp(struct fe_vector *v)
{
   for (unsigned c = 0; c < 4; c++) {
      src x[3];

      if (!wants(v, c))
         continue;
      fe_load_each(v, c, 3, x);
      v->r[c] = fmad(v->f, x[0], x[1], fmad(v->f, ir_neg(x[0]), x[2], x[2]));
   }
}

void fe_nrm(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a[4], r;

   if (wants(v, 3))
      v->r[3] = fe_imm(f, 0);
   if (!(v->mask & 7))
      return;
   load_n(v, 0, 3, a);
   r = fe_op1(f, IR_frsq, fe_dot(f, a, a, 3));
   for (unsigned c = 0; c < 3; c++)
      if (wants(v, c))
         v->r[c] = fmul(f, a[c], r);
}

void fe_rfl(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src a[4], b[4], t;

   if (wants(v, 3))
      v->r[3] = fe_imm(f, 0);
   if (!(v->mask & 7))
      return;
   load_n(v, 0, 3, a);
   load_n(v, 1, 3, b);
   t = fe_imm(f, FE_TWO);
   t = fmul(f, t, fe_dot(f, a, b, 3));
   t = fmul(f, t, fe_op1(f, IR_frcp, fe_dot(f, a, a, 3)));
   for (unsigned c = 0; c < 3; c++)
      if (wants(v, c))
         v->r[c] = fmad(f, t, a[c], ir_neg(b[c]));
}

void fe_x2d(struct fe_vector *v)
{
   struct fe_lower *f = v->f;
   src x = fe_load(v, 1, 0), y = fe_load(v, 1, 1);

   for (unsigned k = 0; k < 2; k++) { /* first x and z, then y and w */
      src mx, my;

      if (!(v->mask & 5u << k))
         continue;
      mx = fe_load(v, 2, 2 * k);
      my = fe_load(v, 2, 2 * k + 1);
      v->r[k] = v->r[k + 2] = fmad(f, y, my, fmad(f, x, mx, fe_load(v, 0, k)));
   }
}

void fe_xpd(struct fe_vector *v)
{
   for (unsigned c = 0; c < 3; c++) {
      src p[3], q[3];

      if (!wants(v, c))
         continue;
      fe_load_each(v, (c + 1) % 3, 2, p);
      fe_load_each(v, (c + 2) % 3, 2, q);
      v->r[c] = fmad(v->f, p[0], q[1], ir_neg(fmul(v->f, q[0], p[1])));
   }
   if (wants(v, 3))
      v->r[3] = fe_imm(v->f, 0);
}

void fe_ssg(struct fe_vector *v)
{
   struct fe_lower *f = v->f;

   for (unsigned c = 0; c < 4; c++) {
      src a, t, n, zero;

      if (!wants(v, c))
         continue;
      a = fe_load(v, 0, c);
      zero = fe_imm(f, 0);
      t = flt(f, a, zero);
      n = fe_sel(f, t, fe_imm(f, FE_MINUS_ONE), zero);
      t = flt(f, zero, a);
      v->r[c] = fe_sel(f, t, fe_imm(f, FE_ONE), n);
   }
}
