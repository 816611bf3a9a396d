/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic under a number model. The reference evaluator, constant folding, the IR interpreter and both simulators use only
 * these functions for arithmetic, so that "equal" has one meaning (docs/semantics.md).
 *
 * Values are bit patterns: f32 in uint32_t, f16 in uint16_t. The only function of the host's libm in use is sqrt, because IEEE
 * defines every bit of it. Contraction is off (-ffp-contract=off). The floating-point environment must be the default one
 * (round to nearest, denormals kept): semantics/fpenv.h.
 */
#ifndef SEMANTICS_NUM_H
#define SEMANTICS_NUM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum num_round {
   NUM_ROUND_NEAREST, /* ties to even; overflow gives infinity */
   NUM_ROUND_ZERO,    /* towards zero; overflow gives the largest finite number */
};

enum num_minmax {
   NUM_MINMAX_SELECT, /* min(a,b) = a < b ? a : b, max(a,b) = a > b ? a : b, so b if either is a NaN (Rogue's tst + movc). A
                         tie gives b: zeros compare equal. The documents write MIN as a > b ? b : a: docs/semantics.md. */
   NUM_MINMAX_NUMBER, /* the same, but a if b is a NaN, so a number wins over a NaN (AGX fcmpsel ltn, gtn) */
};

enum num_shift {
   NUM_SHIFT_MASK,  /* count modulo 32 */
   NUM_SHIFT_CLAMP, /* counts of 32 and more shift everything out (arithmetic right: sign) */
   NUM_SHIFT_MASK7, /* count modulo 128, then as NUM_SHIFT_CLAMP */
};

/* The instruction sequence of the machine for sine and cosine; functions below are its parts. */
enum num_sine {
   NUM_SINE_FRED,  /* Rogue: num_fred_a, num_fred_b, num_fsinc */
   NUM_SINE_TURNS, /* AGX: whole turns removed in f32, num_sin_pt_1, num_sin_pt_2 */
};

/* Properties of arithmetic that differ between targets. num.c cites the source of each one. */
struct num_model {
   const char *name;
   enum num_round round;    /* of sums, products and fmad; other operations round alike in all models */
   bool mad_fused;          /* fmad rounds once */
   bool flush_in, flush_out; /* f32 denormals become same-signed zeros at the inputs / the result of arithmetic */
   bool flush16_in, flush16_out;
   enum num_minmax minmax;
   enum num_shift shift;
   enum num_sine sine;
   bool lod16;        /* textures read bias and level as f16 */
   bool f2i_saturate; /* conversions out of range give the nearest end, NaN gives 0; else INT_MIN / 0xffffffff for all */
   uint32_t noise_seed; /* 0 for none; else results of approximate operations (rcp rsq exp2 log2 sin cos) move by at most
                           their bound */
};
extern const struct num_model num_model_usc_rtz, num_model_usc_rne, num_model_agx, num_model_ieee;

static inline float num_f(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}
static inline uint32_t num_u(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}
static inline double num_d(uint64_t u)
{
   double d;
   memcpy(&d, &u, 8);
   return d;
}
static inline uint64_t num_ud(double d)
{
   uint64_t u;
   memcpy(&u, &d, 8);
   return u;
}
#define NUM_ONE 0x3f800000u
#define NUM_NAN 0x7fc00000u
static inline bool num_isnan(uint32_t a) { return (a & 0x7fffffffu) > 0x7f800000u; }
static inline bool num_isdenorm(uint32_t a) { return (a & 0x7f800000u) == 0 && (a & 0x007fffffu); }

typedef const struct num_model *num_m;

/* The value of a denormal f32 as an operand and as a result. All functions below apply this. */
static inline uint32_t num_flush_in(num_m m, uint32_t a)
{
   return m->flush_in && (a & 0x7f800000u) == 0 ? a & 0x80000000u : a;
}
static inline uint32_t num_flush_out(num_m m, uint32_t r)
{
   return m->flush_out && (r & 0x7f800000u) == 0 ? r & 0x80000000u : r;
}

/* f32 arithmetic. NaN results are NUM_NAN, except that fmin and fmax copy an operand. */
uint32_t num_fadd(num_m m, uint32_t a, uint32_t b);
uint32_t num_fmul(num_m m, uint32_t a, uint32_t b);
uint32_t num_fmad(num_m m, uint32_t a, uint32_t b, uint32_t c); /* a*b+c as the target's mad computes it */
uint32_t num_fpart(num_m m, uint32_t n); /* 1/n: the float near it whose product with n as a float is 1 */
uint32_t num_fmin(num_m m, uint32_t a, uint32_t b);
uint32_t num_fmax(num_m m, uint32_t a, uint32_t b);
uint32_t num_ffloor(num_m m, uint32_t a);
uint32_t num_fceil(num_m m, uint32_t a);
uint32_t num_ftrunc(num_m m, uint32_t a);
uint32_t num_fround(num_m m, uint32_t a); /* nearest, ties to even */
uint32_t num_fsat(num_m m, uint32_t a);   /* [0,1], NaN -> 0 */
uint32_t num_fssat(num_m m, uint32_t a);  /* [-1,1], NaN -> 0 */
/* Comparisons give 0 or 1. They are false with a NaN operand, except fne, which is true. */
uint32_t num_flt(num_m m, uint32_t a, uint32_t b);
uint32_t num_fge(num_m m, uint32_t a, uint32_t b);
uint32_t num_feq(num_m m, uint32_t a, uint32_t b);
uint32_t num_fne(num_m m, uint32_t a, uint32_t b);
/* One definition for all targets, see num_math.c and docs/semantics.md. Apart from special cases, rcp and rsq are correctly
   rounded, and exp2 and log2 are within 0.5001 ulp. */
uint32_t num_frcp(num_m m, uint32_t a);
uint32_t num_frsq(num_m m, uint32_t a);
uint32_t num_fexp2(num_m m, uint32_t a);
uint32_t num_flog2(num_m m, uint32_t a);
/* Component c of LOG of x >= 0: the exponent, the mantissa in [1,2), the logarithm, 1.0. Denormals count as 0. */
uint32_t num_log_lane(num_m m, unsigned c, uint32_t x);
/* Sine and cosine follow the instruction sequence of the model (enum num_sine). Its parts are here so that the simulated
   instructions and the IR ops are the same code. Rogue: r = reduce(x); the result is sinc(r)*r if sinc sets its flag, else
   sinc(r). */
uint32_t num_fsin(num_m m, uint32_t a);
uint32_t num_fcos(num_m m, uint32_t a);
/* fred part A returns W1, which part B needs in S3. Part B returns W0, the reduced argument in [-1,1]. is_cos selects
   cosine. The iteration number has no effect. */
uint32_t num_fred_a(num_m m, bool is_cos, unsigned iter, uint32_t x);
uint32_t num_fred_b(num_m m, bool is_cos, unsigned iter, uint32_t x, uint32_t part_a);
uint32_t num_fsinc(num_m m, uint32_t r, bool *mul_by_arg);
/* AGX: t = x * NUM_TURNS, or for the cosine x * NUM_TURNS + 0.25 fused; q = 4 * (t - floor(t)), in [0,4]; s = sin_pt_1(q),
   in [-1,1]; the result is s * sin_pt_2(s). */
#define NUM_TURNS 0x3e22f983u /* 1 / (2 pi) */
uint32_t num_sin_pt_1(num_m m, uint32_t q);
uint32_t num_sin_pt_2(num_m m, uint32_t s);

uint32_t num_f2i(num_m m, uint32_t a); /* round toward zero */
uint32_t num_f2u(num_m m, uint32_t a);
uint32_t num_i2f(num_m m, uint32_t a); /* nearest even */
uint32_t num_u2f(num_m m, uint32_t a);
uint16_t num_f2h(num_m m, uint32_t a); /* nearest even, overflow to infinity */
uint32_t num_h2f(num_m m, uint16_t a);
/* a*b + c of f16, rounded once. Sums and products of two f16 equal rounded f32 ones, because 24 bits are 2 * 11 + 2. */
uint16_t num_hmad(num_m m, uint16_t a, uint16_t b, uint16_t c);

/* 32-bit integers. */
uint32_t num_shl(num_m m, uint32_t a, uint32_t n);
uint32_t num_ushr(num_m m, uint32_t a, uint32_t n);
uint32_t num_ishr(num_m m, uint32_t a, uint32_t n);
/* Division by zero gives 0xffffffff and remainder by zero gives the dividend (docs/semantics.md); INT_MIN / -1 wraps. */
uint32_t num_udiv(num_m m, uint32_t a, uint32_t b);
uint32_t num_idiv(num_m m, uint32_t a, uint32_t b);
uint32_t num_umod(num_m m, uint32_t a, uint32_t b);
uint32_t num_imod(num_m m, uint32_t a, uint32_t b); /* sign as NV's MOD defines it: see num.c */

/* Bit fields: `bits` & 63 bits of a from bit offset & 31 on, cut off at bit 31. */
uint32_t num_ubfe(uint32_t a, uint32_t offset, uint32_t bits);
uint32_t num_ibfe(uint32_t a, uint32_t offset, uint32_t bits);
uint32_t num_brev(uint32_t a);
uint32_t num_interleave(uint32_t even, uint32_t odd); /* of their low 16 bits */
uint32_t num_popc(uint32_t a);
uint32_t num_msb(uint32_t a); /* number of the highest set bit, or UINT32_MAX */

/* Equality for verification. Integers and copies compare bit for bit. For floats NaN = NaN, and a denormal equals the
   same-signed zero where the model flushes. */
bool num_equal_float(num_m m, uint32_t a, uint32_t b);

#endif
