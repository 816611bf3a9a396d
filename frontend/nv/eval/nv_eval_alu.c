/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: the instructions that are expressions in nv_ops.def (section 2.X.8). Each row becomes a function
 * that computes e->res from e->src.
 *
 * Only the components in the write mask are computed, and only in the lanes that execute. nv_reads() gives the operand
 * components that a component of the result depends on: these are loaded, and their taint is inherited.
 */
#include "frontend/nv/eval/nv_eval.h"

#define F_2 0x40000000u       /* 2.0 */
#define F_127 0x42fe0000u     /* 127.0 */
#define F_128 0x43000000u     /* 128.0 */
#define F_128_127 0x3f810204u /* 128/127 */
#define F_2P64 0x5f800000u    /* 2^64 */
#define F_2M64 0x1f800000u    /* 2^-64 */
#define F_BELOW_1 0x3f7fffffu /* the largest number below 1 */
#define F_LIT_MAX 0x42ffffffu /* 128 - epsilon */

/* Parts of expressions: see nv_ops.def. */
#define A(i) (e->src[0].v[i][l])
#define B(i) (e->src[1].v[i][l])
#define D(i) (e->src[2].v[i][l])
#define X A(c)
#define Y B(c)
#define Z D(c)
#define VA ((const uint32_t[4]){A(0), A(1), A(2), A(3)})
#define VB ((const uint32_t[4]){B(0), B(1), B(2), B(3)})
#define FLIP(a) ((a) ^ NV_SIGN)
#define ORDER(a) ((a) ^ NV_SIGN) /* maps signed integers to unsigned ones in the same order */
#define NEGATED(i) nv_eval_outer_neg(&in->src[i])

/* ---------------------------------------------------------------------------------------------------------- one component */

static uint32_t dot2(num_m m, const uint32_t a[4], const uint32_t b[4])
{
   return num_fmad(m, a[1], b[1], num_fmul(m, a[0], b[0]));
}

static uint32_t dot3(num_m m, const uint32_t a[4], const uint32_t b[4])
{
   return num_fmad(m, a[2], b[2], dot2(m, a, b));
}

/*
 * RCC: the sign bit of the reciprocal selects the range, so 1/inf = +0 becomes 2^-64, and -0 becomes -2^-64. A comparison with
 * 0 would put underflowed numbers into the other range.
 */
static uint32_t clamped_rcp(num_m m, uint32_t a)
{
   uint32_t r = num_frcp(m, a);
   if (r & NV_SIGN)
      return num_fmin(m, num_fmax(m, r, F_2P64 | NV_SIGN), F_2M64 | NV_SIGN);
   return num_fmax(m, num_fmin(m, r, F_2P64), F_2M64);
}

/* FRC: "always in the range [0.0, 1.0)", even if the rounded difference is 1.0 or NaN. */
static uint32_t fraction(num_m m, uint32_t a)
{
   return num_fmin(m, num_fadd(m, a, num_ffloor(m, a) ^ NV_SIGN), F_BELOW_1);
}

static uint32_t lit_z(num_m m, uint32_t x, uint32_t y, uint32_t w)
{
   uint32_t tx = num_flt(m, x, 0) ? 0 : x, ty = num_flt(m, y, 0) ? 0 : y, tw = w;
   if (num_flt(m, w, F_LIT_MAX | NV_SIGN))
      tw = F_LIT_MAX | NV_SIGN;
   else if (num_flt(m, F_LIT_MAX, w))
      tw = F_LIT_MAX;
   if (!num_flt(m, 0, tx))
      return 0;
   /* 0^0 is 1. */
   return num_feq(m, tw, 0) ? NUM_ONE : num_fexp2(m, num_fmul(m, tw, num_flog2(m, ty)));
}

/* EXP: 2^floor(x), x - floor(x), 2^x, 1. */
static uint32_t exp_component(num_m m, unsigned c, uint32_t x)
{
   uint32_t whole = num_ffloor(m, x);
   switch (c) {
   case 0: return num_fexp2(m, whole);
   case 1: return num_fadd(m, x, whole ^ NV_SIGN);
   case 2: return num_fexp2(m, x);
   default: return NUM_ONE;
   }
}

static uint32_t reflect(num_m m, const uint32_t a[4], const uint32_t b[4], unsigned c)
{
   uint32_t t = num_fmul(m, num_fmul(m, F_2, dot3(m, a, b)), num_frcp(m, dot3(m, a, a)));
   return num_fmad(m, t, a[c], b[c] ^ NV_SIGN);
}

static uint32_t cross(num_m m, const uint32_t a[4], const uint32_t b[4], unsigned c)
{
   static const uint8_t next[3] = {1, 2, 0};
   unsigned i = next[c], j = next[i];
   return num_fmad(m, a[i], b[j], num_fmul(m, a[j], b[i]) ^ NV_SIGN);
}

/* Packing instructions clamp a float to lo..1 with comparisons that let a NaN pass. */
static uint32_t clamp_to_one(num_m m, uint32_t lo, uint32_t a)
{
   return num_flt(m, a, lo) ? lo : num_flt(m, NUM_ONE, a) ? NUM_ONE : a;
}

static uint32_t pack_unorm(num_m m, uint32_t max, uint32_t a)
{
   return num_f2u(m, num_fround(m, num_fmul(m, num_u2f(m, max), clamp_to_one(m, 0, a)))) & max;
}

static uint32_t pack_snorm8(num_m m, uint32_t a)
{
   uint32_t c = clamp_to_one(m, F_128_127 | NV_SIGN, a);
   return num_f2u(m, num_fround(m, num_fmad(m, F_127, c, F_128))) & 0xff;
}

static uint32_t int_abs(uint32_t x)
{
   return x & NV_SIGN ? 0u - x : x;
}

static uint32_t int_mul(const struct nv_instr *in, uint32_t a, uint32_t b)
{
   uint32_t hi = (uint32_t)((uint64_t)a * b >> 32);

   if (!in->hi)
      return a * b;
   if (in->type == NV_TYPE_S) {
      hi -= a & NV_SIGN ? b : 0;
      hi -= b & NV_SIGN ? a : 0;
   }
   return hi;
}

/* A term of an integer sum. `negated` is true if the value is the result of a negation. */
struct term {
   uint32_t value;
   bool negated;
};

/* x + y, and its flags in component c. If just one of the terms is negated, the flags are those of the subtraction. */
static uint32_t int_sum(struct nv_eval *e, unsigned c, unsigned l, struct term tx, struct term ty)
{
   const uint32_t x = tx.value, y = ty.value, r = x + y;
   bool of, cf;

   if (tx.negated != ty.negated) {
      const uint32_t a = tx.negated ? y : x, b = 0u - (tx.negated ? x : y);
      of = ((a ^ b) & (a ^ r)) >> 31;
      cf = a >= b;
   } else { /* if both are negated, the result is defined as the sum of the negated operands (docs/semantics-nv.md) */
      of = ((x ^ r) & (y ^ r)) >> 31;
      cf = r < x;
   }
   e->of[c] |= (uint32_t)of << l;
   e->cf[c] |= (uint32_t)cf << l;
   return r;
}

/* ------------------------------------------------------------------------------------------------- all components together */

static void swizzle(struct nv_eval *e, const struct nv_instr *in)
{
   const uint32_t active = e->flow.active;
   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = in->swz.sel[c];
      uint32_t flip = in->swz.neg[c] ? NV_SIGN : 0;
      NV_EACH_LANE(l, active)
      {
         e->res.v[c][l] = (sel <= NV_SEL_W ? A(sel) : sel == NV_SEL_1 ? NUM_ONE : 0) ^ flip;
      }
   }
}

/* The difference between neighbours in the row or column of the quad. It is undefined if one of them does not execute. */
static void derivative(struct nv_eval *e, const struct nv_instr *in, unsigned by)
{
   for (unsigned c = 0; c < 4; c++) {
      if (!(in->dst.mask >> c & 1))
         continue;
      const uint32_t *v = e->src[0].v[c];
      NV_EACH_LANE(l, e->flow.active)
      {
         e->res.v[c][l] = num_fadd(e->num, v[l | by], v[l & ~by] ^ NV_SIGN);
      }
      uint32_t bad = e->src[0].taint[c] | e->lane_taint | ~e->flow.active | e->flow.diverged;
      e->res.taint[c] = (bad | exec_quad_swap(bad, by)) & e->flow.active;
      e->tainting |= e->res.taint[c] != 0;
   }
}

/* ------------------------------------------------------------------------------------------------ the functions of the rows */

/* `active` and `mask` are local copies because the compiler cannot know that stores of results do not change them. */
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, dialects, suffixes, ir, evaluation) \
   static void op_##name(struct nv_eval *e, const struct nv_instr *in)                                                         \
   {                                                                                                                           \
      const num_m m = e->num;                                                                                                  \
      const uint32_t active = e->flow.active;                                                                                  \
      const unsigned mask = in->dst.mask;                                                                                      \
      const enum nv_type type = (enum nv_type)in->type;                                                                        \
      struct nv_reg *r = &e->res;                                                                                              \
      (void)m, (void)active, (void)mask, (void)type, (void)r;                                                                  \
      evaluation;                                                                                                              \
   }
#define EACH(expr)                                                                                                             \
   for (unsigned c = 0; c < 4; c++)                                                                                            \
      if (mask >> c & 1)                                                                                                       \
         NV_EACH_LANE(l, active) r->v[c][l] = (expr)
#define ALL(expr)                                                                                                              \
   NV_EACH_LANE(l, active)                                                                                                     \
   {                                                                                                                           \
      const uint32_t value = (expr);                                                                                           \
      r->v[0][l] = r->v[1][l] = r->v[2][l] = r->v[3][l] = value;                                                               \
   }
#define BY_TYPE(f, s, u)                                                                                                       \
   if (type == NV_TYPE_F) {                                                                                                    \
      EACH(f);                                                                                                                 \
   } else if (type == NV_TYPE_S) {                                                                                             \
      EACH(s);                                                                                                                 \
   } else {                                                                                                                    \
      EACH(u);                                                                                                                 \
   }
#define SET(f, s, u) BY_TYPE((f) ? NUM_ONE : 0, (s) ? UINT32_MAX : 0, (u) ? UINT32_MAX : 0)
#define SUM(f, x, y) BY_TYPE(f, int_sum(e, c, l, x, y), int_sum(e, c, l, x, y))
#define TERM(value, negated) ((struct term){value, negated})
#define DO(statement) statement
#define OWN
#include "frontend/nv/ast/nv_ops.def"
#undef NV_OP

static void (*const compute[NV_OP_COUNT])(struct nv_eval *e, const struct nv_instr *in) = {
#define NV_OP(name, ...) [NV_OP_##name] = op_##name,
#include "frontend/nv/ast/nv_ops.def"
};

static void taint_result(struct nv_eval *e, const struct nv_instr *in)
{
   for (unsigned c = 0; c < 4; c++) {
      unsigned reads[3];
      e->res.taint[c] = 0;
      if (!e->tainting || !(in->dst.mask >> c & 1))
         continue;
      nv_reads(in, 1u << c, reads);
      for (unsigned i = 0; i < 3; i++)
         for (unsigned k = 0; k < 4; k++)
            if (reads[i] >> k & 1)
               e->res.taint[c] |= e->src[i].taint[k];
   }
}

void nv_eval_alu(struct nv_eval *e, const struct nv_instr *in)
{
   unsigned read[3];

   nv_reads(in, in->dst.mask, read);
   for (unsigned i = 0; i < in->num_src; i++)
      nv_eval_load(e, &in->src[i], read[i], &e->src[i]);
   memset(e->of, 0, sizeof e->of);
   memset(e->cf, 0, sizeof e->cf);
   taint_result(e, in);
   compute[in->op](e, in);
}
