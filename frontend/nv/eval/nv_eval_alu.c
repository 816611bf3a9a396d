/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: what each instruction computes, section 2.X.8 in the operation order of docs/semantics-nv.md.
 *
 * Only the components that the write mask selects are computed, and only in the lanes that execute. nv_eval_reads says which operand
 * components a result component depends on; loads and taint follow from it.
 */
#include "frontend/nv/eval/nv_eval.h"

/* ------------------------------------------------------------------------------------------------------------ dependencies */

void nv_eval_reads(const struct nv_instr *in, unsigned c, unsigned m[3])
{
   static const uint8_t lit[4] = {0, 1, 11, 0}; /* 1, x, x y w, 1 */
   static const uint8_t xpd[4] = {6, 5, 3, 0};
   const struct nv_op_info *info = &nv_op_info[in->op];
   for (unsigned i = 0; i < 3; i++)
      m[i] = info->in[i] == NV_FMT_NONE ? 0 : info->in[i] == NV_FMT_S ? 1 : 1u << c;
   switch (in->op) {
   case NV_OP_DP2A:
      m[2] = 1;
      /* fall through */
   case NV_OP_DP2:
      m[0] = m[1] = 3;
      break;
   case NV_OP_DP3:
      m[0] = m[1] = 7;
      break;
   case NV_OP_DP4:
      m[0] = m[1] = 15;
      break;
   case NV_OP_DPH:
      m[0] = 7;
      m[1] = 15;
      break;
   case NV_OP_DST:
      m[0] = c == 1 || c == 2 ? 1u << c : 0;
      m[1] = c == 1 || c == 3 ? 1u << c : 0;
      break;
   case NV_OP_LIT:
      m[0] = lit[c];
      break;
   case NV_OP_NRM:
      m[0] = c < 3 ? 7 : 0;
      break;
   case NV_OP_RFL:
      m[0] = m[1] = c < 3 ? 7 : 0;
      break;
   case NV_OP_SCS:
      m[0] = c < 2;
      break;
   case NV_OP_EXP:
   case NV_OP_LOG:
      m[0] = c < 3;
      break;
   case NV_OP_ARL: /* scalar in the plain language: all components of the operand are the one that was named */
      break;
   case NV_OP_ARA:
      m[0] = c & 1 ? 10 : 5;
      break;
   case NV_OP_X2D:
      m[0] = c & 1 ? 2 : 1;
      m[1] = 3;
      m[2] = c & 1 ? 12 : 3;
      break;
   case NV_OP_XPD:
      m[0] = m[1] = xpd[c];
      break;
   case NV_OP_STR:
   case NV_OP_SFL:
      m[0] = m[1] = 0;
      break;
   case NV_OP_PK2H:
   case NV_OP_PK2US:
      m[0] = 3;
      break;
   case NV_OP_PK4B:
   case NV_OP_PK4UB:
      m[0] = 15;
      break;
   case NV_OP_SWZ:
      m[0] = in->swz.sel[c] <= NV_SEL_W ? 1u << in->swz.sel[c] : 0;
      break;
   }
}

static void taint_result(struct nv_eval *e, const struct nv_instr *in)
{
   for (unsigned c = 0; c < 4; c++) {
      unsigned m[3];
      e->res.taint[c] = 0;
      if (!e->tainting || !(in->dst.mask >> c & 1))
         continue;
      nv_eval_reads(in, c, m);
      for (unsigned i = 0; i < 3; i++)
         for (unsigned k = 0; k < 4; k++)
            if (m[i] >> k & 1)
               e->res.taint[c] |= e->src[i].taint[k];
   }
}

/* ------------------------------------------------------------------------------------------------------- integer arithmetic */

static uint32_t int_abs(uint32_t x)
{
   return x & NV_SIGN ? 0u - x : x;
}

/* Signed order as unsigned order. */
static uint32_t bias(uint32_t x)
{
   return x ^ NV_SIGN;
}

static uint32_t mul_hi(enum nv_type type, uint32_t a, uint32_t b)
{
   uint32_t hi = (uint32_t)((uint64_t)a * b >> 32);
   if (type == NV_TYPE_S) {
      hi -= a & NV_SIGN ? b : 0;
      hi -= b & NV_SIGN ? a : 0;
   }
   return hi;
}

/*
 * The final addition of ADD, SUB, MAD and SAD with its flags (2.X.4.3): a negation modifier turns the addition into a
 * subtraction, so x and y come without their outermost negations nx and ny.
 */
static uint32_t add_flags(uint32_t x, bool nx, uint32_t y, bool ny, bool *of, bool *cf)
{
   uint32_t r;
   if (nx != ny) {
      uint32_t a = nx ? y : x, b = nx ? x : y;
      r = a - b;
      *of = ((a ^ b) & (a ^ r)) >> 31;
      *cf = a >= b;
   } else {
      if (nx) { /* decree: the addition of the negated operands */
         x = 0u - x;
         y = 0u - y;
      }
      r = x + y;
      *of = ((x ^ r) & (y ^ r)) >> 31;
      *cf = r < x;
   }
   return r;
}

/* ADD SUB MAD SAD on integers. */
static void int_sum(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_reg *a = &e->src[0], *b = &e->src[1], *d = &e->src[2];
   bool n[3];
   for (unsigned i = 0; i < 3; i++)
      n[i] = i < in->num_src && nv_eval_outer_neg(&in->src[i]);
   for (unsigned c = 0; c < 4; c++) {
      if (!(in->dst.mask >> c & 1))
         continue;
      NV_EACH_LANE(l, e->active)
      {
         uint32_t x = a->v[c][l], y = b->v[c][l];
         bool nx = n[0], ny = n[1], of, cf;
         switch (in->op) {
         case NV_OP_SUB:
            ny = !ny;
            break;
         case NV_OP_MAD:
            x *= y;
            nx = n[0] != n[1];
            y = d->v[c][l];
            ny = n[2];
            break;
         case NV_OP_SAD: /* the differing operands are loaded with their signs */
            x = in->type == NV_TYPE_U ? (x > y ? x - y : y - x) : int_abs(x - y);
            nx = false;
            y = d->v[c][l];
            ny = n[2];
            break;
         }
         e->res.v[c][l] = add_flags(x, nx, y, ny, &of, &cf);
         e->of[c] |= (uint32_t)of << l;
         e->cf[c] |= (uint32_t)cf << l;
      }
   }
}

/* ------------------------------------------------------------------------------------------------------------ pieces of floats */

#define F_2 0x40000000u        /* 2.0 */
#define F_127 0x42fe0000u      /* 127.0 */
#define F_128 0x43000000u      /* 128.0 */
#define F_255 0x437f0000u      /* 255.0 */
#define F_65535 0x477fff00u    /* 65535.0 */
#define F_128_127 0x3f810204u  /* 128/127 */
#define F_1_127 0x3c010204u    /* 1/127 */
#define F_1_255 0x3b808081u    /* 1/255 */
#define F_1_65535 0x37800080u  /* 1/65535 */
#define F_2P64 0x5f800000u     /* 2^64 */
#define F_2M64 0x1f800000u     /* 2^-64 */
#define F_INF 0x7f800000u      /* infinity */
#define F_LIT_MAX 0x42ffffffu  /* 128 - epsilon */

static uint32_t dot2(num_m m, const uint32_t a[4], const uint32_t b[4])
{
   return num_fmad(m, a[1], b[1], num_fmul(m, a[0], b[0]));
}

static uint32_t dot3(num_m m, const uint32_t a[4], const uint32_t b[4])
{
   return num_fmad(m, a[2], b[2], dot2(m, a, b));
}

static uint32_t clamped_rcp(num_m m, uint32_t a)
{
   uint32_t r = num_frcp(m, a);
   if (num_flt(m, 0, r))
      return num_fmax(m, num_fmin(m, r, F_2P64), F_2M64);
   return num_fmax(m, num_fmin(m, r, F_2M64 | NV_SIGN), F_2P64 | NV_SIGN);
}

static uint32_t sign(num_m m, uint32_t a)
{
   return num_flt(m, 0, a) ? NUM_ONE : num_flt(m, a, 0) ? NUM_ONE | NV_SIGN : 0;
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

/* EXP: 2^floor(x), the fraction, 2^x, 1. */
static uint32_t exp_component(num_m m, unsigned c, uint32_t x)
{
   uint32_t whole = num_ffloor(m, x);
   switch (c) {
   case 0:
      return num_fexp2(m, whole);
   case 1:
      return num_fadd(m, x, whole ^ NV_SIGN);
   case 2:
      return num_fexp2(m, x);
   default:
      return NUM_ONE;
   }
}

/* LOG of x >= 0: exponent, mantissa in [1,2), logarithm, 1. Denormals count as 0. */
static uint32_t log_component(num_m m, unsigned c, uint32_t x)
{
   uint32_t exponent = x >> 23;
   if (c == 3)
      return NUM_ONE;
   if (exponent == 0)
      return c == 1 ? NUM_ONE : F_INF | NV_SIGN;
   if (num_isnan(x))
      return x;
   if (c == 2)
      return num_flog2(m, x);
   if (c == 1)
      return (x & 0x007fffffu) | NUM_ONE;
   return exponent == 255 ? F_INF : num_i2f(m, exponent - 127u);
}

/* A float in lo..1 to a field of the pack instructions. */
static uint32_t clamp_to_one(num_m m, uint32_t lo, uint32_t a)
{
   return num_flt(m, a, lo) ? lo : num_flt(m, NUM_ONE, a) ? NUM_ONE : a;
}

static uint32_t pack_unorm(num_m m, uint32_t scale, uint32_t max, uint32_t a)
{
   return num_f2u(m, num_fround(m, num_fmul(m, scale, clamp_to_one(m, 0, a)))) & max;
}

static uint32_t pack_snorm8(num_m m, uint32_t a)
{
   uint32_t c = clamp_to_one(m, F_128_127 | NV_SIGN, a);
   return num_f2u(m, num_fround(m, num_fmad(m, F_127, c, F_128))) & 0xff;
}

/* -------------------------------------------------------------------------------------------------- lane loops and the switch */

/* expr for each selected component c and lane l: X Y Z are that component of the operands, A(i) B(i) D(i) any component. */
#define COMPONENTS(expr)                                                                                                       \
   do {                                                                                                                        \
      for (unsigned c = 0; c < 4; c++) {                                                                                       \
         if (!(mask >> c & 1))                                                                                                 \
            continue;                                                                                                          \
         NV_EACH_LANE(l, active)                                                                                               \
         {                                                                                                                     \
            r->v[c][l] = (expr);                                                                                               \
         }                                                                                                                     \
      }                                                                                                                        \
   } while (0)
/* expr once a lane, replicated. */
#define SCALAR(expr)                                                                                                           \
   NV_EACH_LANE(l, active)                                                                                                     \
   {                                                                                                                           \
      uint32_t value = (expr);                                                                                                 \
      for (unsigned c = 0; c < 4; c++)                                                                                         \
         r->v[c][l] = value;                                                                                                   \
   }
/* As COMPONENTS, by type. */
#define TYPED(f, s, u)                                                                                                         \
   do {                                                                                                                        \
      if (type == NV_TYPE_F)                                                                                                   \
         COMPONENTS(f);                                                                                                        \
      else if (type == NV_TYPE_S)                                                                                              \
         COMPONENTS(s);                                                                                                        \
      else                                                                                                                     \
         COMPONENTS(u);                                                                                                        \
   } while (0)
#define A(i) (e->src[0].v[i][l])
#define B(i) (e->src[1].v[i][l])
#define D(i) (e->src[2].v[i][l])
#define X A(c)
#define Y B(c)
#define Z D(c)
/* Vectors of one lane. */
#define VA ((const uint32_t[4]){A(0), A(1), A(2), A(3)})
#define VB ((const uint32_t[4]){B(0), B(1), B(2), B(3)})
/* The value of a "set on" instruction. */
#define TRUTH(t) ((t) ? yes : 0)

static void alu_float(struct nv_eval *e, const struct nv_instr *in)
{
   const num_m m = e->num;
   const uint32_t active = e->active;
   const unsigned mask = in->dst.mask;
   struct nv_reg *r = &e->res;
   switch (in->op) {
   case NV_OP_COS:
      SCALAR(num_fcos(m, A(0)));
      break;
   case NV_OP_DP2:
      SCALAR(dot2(m, VA, VB));
      break;
   case NV_OP_DP2A:
      SCALAR(num_fadd(m, dot2(m, VA, VB), D(0)));
      break;
   case NV_OP_DP3:
      SCALAR(dot3(m, VA, VB));
      break;
   case NV_OP_DP4:
      SCALAR(num_fmad(m, A(3), B(3), dot3(m, VA, VB)));
      break;
   case NV_OP_DPH:
      SCALAR(num_fadd(m, dot3(m, VA, VB), B(3)));
      break;
   case NV_OP_DST:
      COMPONENTS(c == 0 ? NUM_ONE : c == 1 ? num_fmul(m, X, Y) : c == 2 ? X : Y);
      break;
   case NV_OP_EX2:
      SCALAR(num_fexp2(m, A(0)));
      break;
   case NV_OP_FRC:
      COMPONENTS(num_fadd(m, X, num_ffloor(m, X) ^ NV_SIGN));
      break;
   case NV_OP_LG2:
      SCALAR(num_flog2(m, A(0)));
      break;
   case NV_OP_LIT:
      COMPONENTS(c == 1 ? (num_flt(m, A(0), 0) ? 0 : A(0)) : c == 2 ? lit_z(m, A(0), A(1), A(3)) : NUM_ONE);
      break;
   case NV_OP_LRP:
      COMPONENTS(num_fmad(m, X, Y, num_fmad(m, X ^ NV_SIGN, Z, Z)));
      break;
   case NV_OP_NRM:
      COMPONENTS(c == 3 ? 0 : num_fmul(m, X, num_frsq(m, dot3(m, VA, VA))));
      break;
   case NV_OP_POW:
      SCALAR(num_fexp2(m, num_fmul(m, B(0), num_flog2(m, A(0)))));
      break;
   case NV_OP_RCC:
      SCALAR(clamped_rcp(m, A(0)));
      break;
   case NV_OP_RCP:
      SCALAR(num_frcp(m, A(0)));
      break;
   case NV_OP_RFL:
      COMPONENTS(c == 3 ? 0
                        : num_fmad(m, num_fmul(m, num_fmul(m, F_2, dot3(m, VA, VB)), num_frcp(m, dot3(m, VA, VA))), X, Y ^ NV_SIGN));
      break;
   case NV_OP_RSQ: /* of the absolute value in the older languages */
      SCALAR(num_frsq(m, e->p->dialect & NV_D_ARB ? A(0) & ~NV_SIGN : A(0)));
      break;
   case NV_OP_EXP:
      COMPONENTS(exp_component(m, c, A(0)));
      break;
   case NV_OP_LOG:
      COMPONENTS(log_component(m, c, A(0) & ~NV_SIGN));
      break;
   case NV_OP_SCS:
      COMPONENTS(c == 0 ? num_fcos(m, A(0)) : c == 1 ? num_fsin(m, A(0)) : 0);
      break;
   case NV_OP_SIN:
      SCALAR(num_fsin(m, A(0)));
      break;
   case NV_OP_SSG:
      COMPONENTS(sign(m, X));
      break;
   case NV_OP_X2D:
      COMPONENTS(c & 1 ? num_fmad(m, B(1), D(3), num_fmad(m, B(0), D(2), A(1)))
                       : num_fmad(m, B(1), D(1), num_fmad(m, B(0), D(0), A(0))));
      break;
   case NV_OP_XPD:
      for (unsigned c = 0; c < 4; c++) {
         static const uint8_t next[3] = {1, 2, 0};
         unsigned i = c < 3 ? next[c] : 0, j = next[i];
         NV_EACH_LANE(l, active)
         {
            r->v[c][l] = c == 3 ? 0 : num_fmad(m, A(i), B(j), num_fmul(m, A(j), B(i)) ^ NV_SIGN);
         }
      }
      break;
   case NV_OP_SWZ:
      for (unsigned c = 0; c < 4; c++) {
         unsigned sel = in->swz.sel[c];
         uint32_t flip = in->swz.neg[c] ? NV_SIGN : 0;
         NV_EACH_LANE(l, active)
         {
            r->v[c][l] = (sel <= NV_SEL_W ? A(sel) : sel == NV_SEL_1 ? NUM_ONE : 0) ^ flip;
         }
      }
      break;
   }
}

static void alu_pack(struct nv_eval *e, const struct nv_instr *in)
{
   const num_m m = e->num;
   const uint32_t active = e->active;
   const unsigned mask = in->dst.mask;
   struct nv_reg *r = &e->res;
   switch (in->op) {
   case NV_OP_PK2H:
      SCALAR(num_f2h(m, A(0)) | (uint32_t)num_f2h(m, A(1)) << 16);
      break;
   case NV_OP_PK2US:
      SCALAR(pack_unorm(m, F_65535, 0xffff, A(0)) | pack_unorm(m, F_65535, 0xffff, A(1)) << 16);
      break;
   case NV_OP_PK4B:
      SCALAR(pack_snorm8(m, A(0)) | pack_snorm8(m, A(1)) << 8 | pack_snorm8(m, A(2)) << 16 | pack_snorm8(m, A(3)) << 24);
      break;
   case NV_OP_PK4UB:
      SCALAR(pack_unorm(m, F_255, 0xff, A(0)) | pack_unorm(m, F_255, 0xff, A(1)) << 8 | pack_unorm(m, F_255, 0xff, A(2)) << 16 |
             pack_unorm(m, F_255, 0xff, A(3)) << 24);
      break;
   case NV_OP_UP2H:
      COMPONENTS(num_h2f(m, (uint16_t)(A(0) >> 16 * (c & 1))));
      break;
   case NV_OP_UP2US:
      COMPONENTS(num_fmul(m, num_u2f(m, A(0) >> 16 * (c & 1) & 0xffff), F_1_65535));
      break;
   case NV_OP_UP4B:
      COMPONENTS(num_fmul(m, num_i2f(m, (A(0) >> 8 * c & 0xff) - 128u), F_1_127));
      break;
   case NV_OP_UP4UB:
      COMPONENTS(num_fmul(m, num_u2f(m, A(0) >> 8 * c & 0xff), F_1_255));
      break;
   }
}

/* The difference between each lane's neighbours in its row or column of the quad; undefined where one does not execute. */
static void derivative(struct nv_eval *e, const struct nv_instr *in)
{
   unsigned by = in->op == NV_OP_DDX ? 1 : 2;
   for (unsigned c = 0; c < 4; c++) {
      if (!(in->dst.mask >> c & 1))
         continue;
      const uint32_t *v = e->src[0].v[c];
      NV_EACH_LANE(l, e->active)
      {
         e->res.v[c][l] = num_fadd(e->num, v[l | by], v[l & ~by] ^ NV_SIGN);
      }
      uint32_t bad = e->src[0].taint[c] | e->lane_taint | ~e->active | e->apart;
      e->res.taint[c] = (bad | nv_quad_swap(bad, by)) & e->active;
      e->tainting |= e->res.taint[c] != 0;
   }
}

void nv_eval_alu(struct nv_eval *e, const struct nv_instr *in)
{
   const num_m m = e->num;
   const uint32_t active = e->active;
   const unsigned mask = in->dst.mask;
   const enum nv_type type = in->type;
   const uint32_t yes = type == NV_TYPE_F ? NUM_ONE : UINT32_MAX;
   struct nv_reg *r = &e->res;
   const bool sum = in->op == NV_OP_ADD || in->op == NV_OP_SUB || in->op == NV_OP_MAD || in->op == NV_OP_SAD;
   const bool int_add = sum && type != NV_TYPE_F;

   unsigned need[3] = {0, 0, 0};
   for (unsigned c = 0; c < 4; c++) {
      unsigned one[3];
      if (!(mask >> c & 1))
         continue;
      nv_eval_reads(in, c, one);
      for (unsigned i = 0; i < 3; i++)
         need[i] |= one[i];
   }
   for (unsigned i = 0; i < in->num_src; i++) {
      /* Integer sums take the outermost negation into the addition, but the operands of SAD's difference are plain. */
      bool below = int_add && !(in->op == NV_OP_SAD && i < 2);
      nv_eval_load(e, &in->src[i], need[i], below, &e->src[i]);
   }
   memset(e->of, 0, sizeof e->of);
   memset(e->cf, 0, sizeof e->cf);
   taint_result(e, in);
   if (int_add) {
      int_sum(e, in);
      return;
   }

   switch (in->op) {
   case NV_OP_ABS:
      TYPED(X & ~NV_SIGN, int_abs(X), X);
      break;
   case NV_OP_ADD:
      COMPONENTS(num_fadd(m, X, Y));
      break;
   case NV_OP_SUB:
      COMPONENTS(num_fadd(m, X, Y ^ NV_SIGN));
      break;
   case NV_OP_MAD:
      COMPONENTS(num_fmad(m, X, Y, Z));
      break;
   case NV_OP_AND:
      COMPONENTS(X & Y);
      break;
   case NV_OP_OR:
      COMPONENTS(X | Y);
      break;
   case NV_OP_XOR:
      COMPONENTS(X ^ Y);
      break;
   case NV_OP_NOT:
      COMPONENTS(~X);
      break;
   case NV_OP_MOV:
      COMPONENTS(X);
      break;
   case NV_OP_CEIL:
      TYPED(num_fceil(m, X), num_f2i(m, num_fceil(m, X)), num_f2u(m, num_fceil(m, X)));
      break;
   case NV_OP_ARL:
      COMPONENTS(num_f2i(m, num_ffloor(m, X)));
      break;
   case NV_OP_ARR:
      COMPONENTS(num_f2i(m, num_fround(m, X)));
      break;
   case NV_OP_ARA:
      COMPONENTS(c & 1 ? A(1) + A(3) : A(0) + A(2));
      break;
   case NV_OP_FLR:
      TYPED(num_ffloor(m, X), num_f2i(m, num_ffloor(m, X)), num_f2u(m, num_ffloor(m, X)));
      break;
   case NV_OP_ROUND:
      TYPED(num_fround(m, X), num_f2i(m, num_fround(m, X)), num_f2u(m, num_fround(m, X)));
      break;
   case NV_OP_TRUNC:
      TYPED(num_ftrunc(m, X), num_f2i(m, num_ftrunc(m, X)), num_f2u(m, num_ftrunc(m, X)));
      break;
   case NV_OP_CMP:
      TYPED(num_flt(m, X, 0) ? Y : Z, X & NV_SIGN ? Y : Z, Z);
      break;
   case NV_OP_DIV:
      TYPED(num_fmul(m, X, num_frcp(m, B(0))), num_idiv(m, X, B(0)), num_udiv(m, X, B(0)));
      break;
   case NV_OP_MOD:
      TYPED(0, num_imod(m, X, B(0)), num_umod(m, X, B(0)));
      break;
   case NV_OP_I2F:
      TYPED(0, num_i2f(m, X), num_u2f(m, X));
      break;
   case NV_OP_MAX:
      TYPED(num_fmax(m, X, Y), bias(X) > bias(Y) ? X : Y, X > Y ? X : Y);
      break;
   case NV_OP_MIN:
      TYPED(num_fmin(m, Y, X) /* a > b ? b : a */, bias(X) > bias(Y) ? Y : X, X > Y ? Y : X);
      break;
   case NV_OP_MUL:
      if (in->hi)
         COMPONENTS(mul_hi(type, X, Y));
      else
         TYPED(num_fmul(m, X, Y), X * Y, X * Y);
      break;
   case NV_OP_SHL:
      COMPONENTS(num_shl(m, X, B(0)));
      break;
   case NV_OP_SHR:
      TYPED(0, num_ishr(m, X, B(0)), num_ushr(m, X, B(0)));
      break;
   case NV_OP_SEQ:
      TYPED(TRUTH(num_feq(m, X, Y)), TRUTH(X == Y), TRUTH(X == Y));
      break;
   case NV_OP_SNE:
      TYPED(TRUTH(num_fne(m, X, Y)), TRUTH(X != Y), TRUTH(X != Y));
      break;
   case NV_OP_SLT:
      TYPED(TRUTH(num_flt(m, X, Y)), TRUTH(bias(X) < bias(Y)), TRUTH(X < Y));
      break;
   case NV_OP_SGE:
      TYPED(TRUTH(num_fge(m, X, Y)), TRUTH(bias(X) >= bias(Y)), TRUTH(X >= Y));
      break;
   case NV_OP_SGT:
      TYPED(TRUTH(num_flt(m, Y, X)), TRUTH(bias(X) > bias(Y)), TRUTH(X > Y));
      break;
   case NV_OP_SLE:
      TYPED(TRUTH(num_fge(m, Y, X)), TRUTH(bias(X) <= bias(Y)), TRUTH(X <= Y));
      break;
   case NV_OP_STR:
      COMPONENTS(yes);
      break;
   case NV_OP_SFL:
      COMPONENTS(0);
      break;
   case NV_OP_DDX:
   case NV_OP_DDY:
      derivative(e, in);
      break;
   default:
      if (in->op >= NV_OP_PK2H && in->op <= NV_OP_PK4UB)
         alu_pack(e, in);
      else if (in->op >= NV_OP_UP2H && in->op <= NV_OP_UP4UB)
         alu_pack(e, in);
      else
         alu_float(e, in);
   }
}
