/* SPDX-License-Identifier: MIT */
/*
 * Reciprocal, reciprocal square root, exp2, log2, sine and cosine: one definition each for all executors, made of IEEE double
 * operations in a fixed order, so that the same input gives the same bits on every host. The special cases are those that the
 * PowerVR instruction set reference lists for FRCP, FRSQ, FLOG, FEXP, FSINC; the bounds are stated at the functions, measured
 * by tests/unit/base/test_num.c and repeated in docs/semantics.md.
 */
#include "semantics/num.h"

#include "util/rng.h"

#include <math.h>

#define INF 0x7f800000u
#define SIGN 0x80000000u
#define MANTISSA 0x007fffffu

enum math_op { MATH_RCP = 1, MATH_RSQ, MATH_EXP2, MATH_LOG2, MATH_SINC };

/* A value that an implementation within one ulp might return. Zeros, denormals, infinities, NaN and powers of two stay as
   they are. */
static uint32_t with_noise(num_m m, enum math_op op, uint32_t a, uint32_t r)
{
   if ((r & INF) == 0 || (r & INF) == INF || (r & MANTISSA) == 0)
      return r;
   uint32_t h = util_mix32(util_mix32(m->noise_seed * 8u + (uint32_t)op) ^ a) >> 16;
   uint32_t d = h * 3 >> 16; /* 0, 1, 2 */

   if (d == 2 && (r & ~SIGN) == 0x7f7fffffu)
      d = 0;
   return r + d - 1;
}

static inline uint32_t finish(num_m m, enum math_op op, uint32_t a, float r)
{
   uint32_t u = num_flush_out(m, num_u(r));

   return m->noise_seed ? with_noise(m, op, a, u) : u;
}

/* Correctly rounded: an IEEE division. */
uint32_t num_frcp(num_m m, uint32_t a)
{
   a = num_flush_in(m, a);
   if (num_isnan(a))
      return NUM_NAN;
   if (!(a & ~SIGN))
      return a | INF;
   return finish(m, MATH_RCP, a, 1.0f / num_f(a));
}

/*
 * Correctly rounded, though it rounds three times: the test checks all 2^24 mantissas of two neighbouring exponents (the others
 * repeat them) and finds that the double result, two roundings away from the exact one, never falls on the wrong side.
 */
uint32_t num_frsq(num_m m, uint32_t a)
{
   a = num_flush_in(m, a);
   if (num_isnan(a))
      return NUM_NAN;
   if (!(a & ~SIGN))
      return a | INF;
   if (a & SIGN)
      return NUM_NAN;
   if (a == INF)
      return 0;
   return finish(m, MATH_RSQ, a, (float)(1.0 / sqrt((double)num_f(a))));
}

/*
 * 2^n * e^(f ln 2), n the nearest integer, |f| <= 1/2, by the Taylor polynomial of degree 10: its remainder is below
 * (ln2/2)^11 / 11! = 2.2e-13 of the result, 4e-6 f32 ulp. Error bound 0.5001 ulp; exact for integers.
 */
uint32_t num_fexp2(num_m m, uint32_t a)
{
   a = num_flush_in(m, a);
   if (num_isnan(a))
      return NUM_NAN;
   double x = num_f(a);
   if (x >= 128)
      return INF;
   if (x <= -150) /* half the smallest denormal, a tie: to even */
      return 0;

   int n = (int)(x < 0 ? x - 0.5 : x + 0.5);
   double t = (x - n) * 0.69314718055994530942;
   static const double c[] = {1 / 3628800.0, 1 / 362880.0, 1 / 40320.0, 1 / 5040.0, 1 / 720.0,
                              1 / 120.0,     1 / 24.0,     1 / 6.0,     0.5,        1};
   double p = c[0];
   for (unsigned i = 1; i < sizeof c / sizeof c[0]; i++)
      p = p * t + c[i];
   p = p * t + 1;

   return finish(m, MATH_EXP2, a, (float)(p * num_d((uint64_t)(n + 1023) << 52)));
}

/*
 * e + log2(k), k in [sqrt 1/2, sqrt 2), log2(k) = 2/ln2 * atanh(s), s = (k-1)/(k+1), |s| < 0.1716, by the series to s^15: the
 * remainder is below s^16/17 / (1 - s^2) = 4e-14 of log2(k). Error bound 0.5001 ulp; exact for powers of two.
 */
uint32_t num_flog2(num_m m, uint32_t a)
{
   a = num_flush_in(m, a);
   if (num_isnan(a))
      return NUM_NAN;
   if (!(a & ~SIGN))
      return SIGN | INF;
   if (a & SIGN)
      return NUM_NAN;
   if (a == INF)
      return INF;

   double x = num_f(a); /* f32 denormals are normal here */
   const uint64_t bits = num_ud(x);
   int e = (int)(bits >> 52) - 1023;
   double k = num_d((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
   if (k == 1)
      return num_u((float)e);
   if (k > 1.4142135623730951) {
      k *= 0.5;
      e++;
   }
   double s = (k - 1) / (k + 1), q = s * s;
   static const double c[] = {1 / 15.0, 1 / 13.0, 1 / 11.0, 1 / 9.0, 1 / 7.0, 1 / 5.0, 1 / 3.0, 1};
   double p = c[0];
   for (unsigned i = 1; i < sizeof c / sizeof c[0]; i++)
      p = p * q + c[i];
   return finish(m, MATH_LOG2, a, (float)(e + p * s * 2.8853900817779268147));
}

/*
 * Range reduction. In quarter turns y = |x| * 2/pi, plus one for the cosine, sine is odd about every even y, so with n the
 * number of half turns nearest to y/2 the reduced argument is r = (-1)^n (y - 2n), in [-1,1].
 *
 * Part A passes on y modulo one turn in units of 2^-30 quarter turns (chosen here: the document says only "data for part B").
 * Part B takes n from that and the rest from x again. All bits of y that matter are computed, for every finite x: 2/pi is held
 * to 224 bits, and a window of 96 of them is multiplied by the 24 bits of the mantissa (after Payne and Hanek, 1983). One
 * iteration is always enough, so the iteration number has no effect and the predicate "one more" is never set.
 */
static const uint32_t two_over_pi[] = {
   /* little end first; the zeros are for windows that extend past the top */
   0xfe5163ab, 0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e, 0, 0, 0, 0,
};

/* y modulo 4 in units of 2^-62, for finite x; error below one unit. */
static uint64_t quarter_turns(uint32_t x)
{
   uint32_t e = x >> 23 & 0xff, man = (x & MANTISSA) | (e ? 0x800000 : 0);
   int shift = (int)(e ? e : 1) - 150 + 94; /* |x| = man * 2^(shift - 94) */

   if (shift < 0) /* |x| < 2^-70 */
      return 0;
   unsigned low = 224 - (unsigned)shift, i = low / 32, b = low % 32;
   uint64_t w[3];
   for (unsigned k = 0; k < 3; k++)
      w[k] = (((uint64_t)two_over_pi[i + k + 1] << 32 | two_over_pi[i + k]) >> b & 0xffffffffu) * man;
   return (w[0] >> 32) + w[1] + (w[2] << 32);
}

uint32_t num_fred_a(num_m m, bool is_cos, unsigned iter, uint32_t x)
{
   (void)iter;
   x = num_flush_in(m, x);
   if ((x & INF) == INF)
      return 0;
   return (uint32_t)((quarter_turns(x) + ((uint64_t)is_cos << 62)) >> 32);
}

uint32_t num_fred_b(num_m m, bool is_cos, unsigned iter, uint32_t x, uint32_t part_a)
{
   (void)iter;
   x = num_flush_in(m, x);
   if ((x & INF) == INF)
      return NUM_NAN;
   /* The sine of a small argument keeps its precision. */
   if (!is_cos && (x & ~SIGN) < 0x3f000000u)
      return num_flush_out(m, num_u((float)(num_f(x) * 0.63661977236758134308)));

   uint64_t y = quarter_turns(x) + ((uint64_t)is_cos << 62);
   bool odd = (part_a + 0x40000000u) >> 31;
   y -= (uint64_t)odd << 63;
   bool neg = y >> 63;
   float r = (float)(neg ? 0 - y : y) * 0x1p-62f;
   if (neg != odd)
      r = -r;
   if (!is_cos && x & SIGN)
      r = -r;
   return num_flush_out(m, num_u(r));
}

/*
 * sin(r pi/2) / r by the Taylor polynomial to r^16: the remainder is below (pi/2)^18 / 19! = 2.8e-14 of pi/2. Error bound
 * 0.5001 ulp. The document: domain [-1,1], an exponent below 103 (|r| < 2^-24) gives pi/2, NaN gives NaN, and the predicate
 * says that the result still has to be multiplied by r. It does not say when this multiplication is skipped; here the predicate
 * is cleared for NaN only (assumed[sinc]). Outside of the domain, where the document leaves the result open, r counts as +-1.
 */
uint32_t num_fsinc(num_m m, uint32_t r, bool *mul_by_arg)
{
   r = num_flush_in(m, r);
   *mul_by_arg = !num_isnan(r);
   if (num_isnan(r))
      return NUM_NAN;
   if ((r & ~SIGN) < 103u << 23)
      return 0x3fc90fdb;
   double u = (r & ~SIGN) < NUM_ONE ? num_f(r & ~SIGN) : 1;
   double q = u * u * 2.4674011002723396547; /* (r pi/2)^2 */
   static const double c[] = {1 / 355687428096000.0, -1 / 1307674368000.0, 1 / 6227020800.0, -1 / 39916800.0, 1 / 362880.0,
                              -1 / 5040.0, 1 / 120.0, -1 / 6.0, 1};
   double p = c[0];
   for (unsigned i = 1; i < sizeof c / sizeof c[0]; i++)
      p = p * q + c[i];
   return finish(m, MATH_SINC, r, (float)(p * 1.5707963267948966192));
}

/*
 * The two steps of AGX's sine. The public sources state only their product: the sine of q quarter turns, q in [0,4] (applegpu;
 * agx_compile.c). Which step folds the quarters is "assumed"; it has no effect on the product.
 */
uint32_t num_sin_pt_1(num_m m, uint32_t q)
{
   q = num_flush_in(m, q);
   if (num_isnan(q))
      return NUM_NAN;
   if (q >> 31 || q <= NUM_ONE)
      return q;
   return q <= 0x40400000u ? num_fadd(m, 0x40000000u, q ^ SIGN) : num_fadd(m, q, 0xc0800000u);
}

uint32_t num_sin_pt_2(num_m m, uint32_t s)
{
   bool mul;
   return num_fsinc(m, s, &mul);
}

/* The cosine of q quarter turns is the sine of |q - 2| - 1 of them. */
static uint32_t sine_of_turns(num_m m, bool is_cos, uint32_t x)
{
   const uint32_t t = num_fmul(m, x, NUM_TURNS), q = num_fmul(m, num_fadd(m, t, num_ffloor(m, t) ^ SIGN), 0x40800000u);
   const uint32_t s = is_cos ? num_fadd(m, num_fadd(m, q, 0xc0000000u) & ~SIGN, NUM_ONE | SIGN) : num_sin_pt_1(m, q);

   return num_fmul(m, s, num_sin_pt_2(m, s));
}

static uint32_t sine(num_m m, bool is_cos, uint32_t x)
{
   bool mul;
   if (m->sine == NUM_SINE_TURNS)
      return sine_of_turns(m, is_cos, x);
   uint32_t r = num_fred_b(m, is_cos, 0, x, num_fred_a(m, is_cos, 0, x)), s = num_fsinc(m, r, &mul);

   return mul ? num_fmul(m, s, r) : s;
}

uint32_t num_fsin(num_m m, uint32_t a)
{
   return sine(m, false, a);
}

uint32_t num_fcos(num_m m, uint32_t a)
{
   return sine(m, true, a);
}

/* ---- LOG */

uint32_t num_log_lane(num_m m, unsigned c, uint32_t x)
{
   const uint32_t exponent = x >> 23;

   if (c == 3)
      return NUM_ONE;
   if (exponent == 0)
      return c == 1 ? NUM_ONE : INF | 0x80000000u;
   if (num_isnan(x))
      return x;
   if (c == 2)
      return num_flog2(m, x);
   if (c == 1)
      return (x & 0x007fffffu) | NUM_ONE;
   return exponent == 255 ? INF : num_i2f(m, exponent - 127u);
}
