/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: the instructions of section 2.X.8 that only exist for floats, and those that pack and unpack, in the
 * operation order of docs/semantics-nv.md and docs/semantics-arb.md.
 */
#include "frontend/nv/eval/nv_eval_lanes.h"

#define F_2 0x40000000u       /* 2.0 */
#define F_127 0x42fe0000u     /* 127.0 */
#define F_128 0x43000000u     /* 128.0 */
#define F_255 0x437f0000u     /* 255.0 */
#define F_65535 0x477fff00u   /* 65535.0 */
#define F_128_127 0x3f810204u /* 128/127 */
#define F_2P64 0x5f800000u    /* 2^64 */
#define F_2M64 0x1f800000u    /* 2^-64 */
#define F_BELOW_1 0x3f7fffffu /* the largest number below 1 */
#define F_INF 0x7f800000u     /* infinity */
#define F_LIT_MAX 0x42ffffffu /* 128 - epsilon */

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
 * RCC: the sign bit of the reciprocal chooses the range, so 1/inf = +0 goes to 2^-64 and -0 to -2^-64. A comparison with 0
 * would put what underflows into the other range.
 */
static uint32_t clamped_rcp(num_m m, uint32_t a)
{
   uint32_t r = num_frcp(m, a);
   if (r & NV_SIGN)
      return num_fmin(m, num_fmax(m, r, F_2P64 | NV_SIGN), F_2M64 | NV_SIGN);
   return num_fmax(m, num_fmin(m, r, F_2P64), F_2M64);
}

/* FRC: "always in the range [0.0, 1.0)", also where the rounded difference is 1.0, or NaN. */
static uint32_t fraction(num_m m, uint32_t a)
{
   return num_fmin(m, num_fadd(m, a, num_ffloor(m, a) ^ NV_SIGN), F_BELOW_1);
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

/* The instructions that pack limit a float to lo..1 in this way, which lets a NaN pass. */
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

/* ------------------------------------------------------------------------------------------------------------ instructions */

void nv_eval_float_scalar(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_COS: SCALAR(num_fcos(m, A(0))); break;
   case NV_OP_DP2: SCALAR(dot2(m, VA, VB)); break;
   case NV_OP_DP2A: SCALAR(num_fadd(m, dot2(m, VA, VB), D(0))); break;
   case NV_OP_DP3: SCALAR(dot3(m, VA, VB)); break;
   case NV_OP_DP4: SCALAR(num_fmad(m, A(3), B(3), dot3(m, VA, VB))); break;
   case NV_OP_DPH: SCALAR(num_fadd(m, dot3(m, VA, VB), B(3))); break;
   case NV_OP_EX2: SCALAR(num_fexp2(m, A(0))); break;
   case NV_OP_LG2: SCALAR(num_flog2(m, A(0))); break;
   case NV_OP_POW: SCALAR(num_fexp2(m, num_fmul(m, B(0), num_flog2(m, A(0))))); break;
   case NV_OP_RCC: SCALAR(clamped_rcp(m, A(0))); break;
   case NV_OP_RCP: SCALAR(num_frcp(m, A(0))); break;
   case NV_OP_RSQ: /* of the absolute value in the older languages */
      SCALAR(num_frsq(m, e->p->dialect & NV_D_ARB ? A(0) & ~NV_SIGN : A(0)));
      break;
   case NV_OP_SIN: SCALAR(num_fsin(m, A(0))); break;
   }
}

void nv_eval_float_vector(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_DST: COMPONENTS(c == 0 ? NUM_ONE : c == 1 ? num_fmul(m, X, Y) : c == 2 ? X : Y); break;
   case NV_OP_EXP: COMPONENTS(exp_component(m, c, A(0))); break;
   case NV_OP_FRC: COMPONENTS(fraction(m, X)); break;
   case NV_OP_LIT:
      COMPONENTS(c == 1 ? (num_flt(m, A(0), 0) ? 0 : A(0)) : c == 2 ? lit_z(m, A(0), A(1), A(3)) : NUM_ONE);
      break;
   case NV_OP_LOG: COMPONENTS(num_log_lane(m, c, A(0) & ~NV_SIGN)); break;
   case NV_OP_LRP: COMPONENTS(num_fmad(m, X, Y, num_fmad(m, X ^ NV_SIGN, Z, Z))); break;
   case NV_OP_NRM: COMPONENTS(c == 3 ? 0 : num_fmul(m, X, num_frsq(m, dot3(m, VA, VA)))); break;
   case NV_OP_RFL: COMPONENTS(c == 3 ? 0 : reflect(m, VA, VB, c)); break;
   case NV_OP_SCS: COMPONENTS(c == 0 ? num_fcos(m, A(0)) : c == 1 ? num_fsin(m, A(0)) : 0); break;
   case NV_OP_SSG: COMPONENTS(sign(m, X)); break;
   case NV_OP_X2D:
      COMPONENTS(c & 1 ? num_fmad(m, B(1), D(3), num_fmad(m, B(0), D(2), A(1)))
                       : num_fmad(m, B(1), D(1), num_fmad(m, B(0), D(0), A(0))));
      break;
   case NV_OP_XPD: COMPONENTS(c == 3 ? 0 : cross(m, VA, VB, c)); break;
   }
}

void nv_eval_pack(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_PK2H: SCALAR(num_f2h(m, A(0)) | (uint32_t)num_f2h(m, A(1)) << 16); break;
   case NV_OP_PK2US: SCALAR(pack_unorm(m, F_65535, 0xffff, A(0)) | pack_unorm(m, F_65535, 0xffff, A(1)) << 16); break;
   case NV_OP_PK4B:
      SCALAR(pack_snorm8(m, A(0)) | pack_snorm8(m, A(1)) << 8 | pack_snorm8(m, A(2)) << 16 | pack_snorm8(m, A(3)) << 24);
      break;
   case NV_OP_PK4UB:
      SCALAR(pack_unorm(m, F_255, 0xff, A(0)) | pack_unorm(m, F_255, 0xff, A(1)) << 8 | pack_unorm(m, F_255, 0xff, A(2)) << 16 |
             pack_unorm(m, F_255, 0xff, A(3)) << 24);
      break;
   case NV_OP_UP2H: COMPONENTS(num_h2f(m, (uint16_t)(A(0) >> 16 * (c & 1)))); break;
   case NV_OP_UP2US: COMPONENTS(num_fmul(m, num_u2f(m, A(0) >> 16 * (c & 1) & 0xffff), num_fpart(m, 65535))); break;
   case NV_OP_UP4B: COMPONENTS(num_fmul(m, num_i2f(m, (A(0) >> 8 * c & 0xff) - 128u), num_fpart(m, 127))); break;
   case NV_OP_UP4UB: COMPONENTS(num_fmul(m, num_u2f(m, A(0) >> 8 * c & 0xff), num_fpart(m, 255))); break;
   }
}
