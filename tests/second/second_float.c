/* SPDX-License-Identifier: MIT */
/*
 * The number model (SEM "Number models", "Rules for all models", "Functions"). It uses the host's IEEE arithmetic in its
 * rounding modes, long doubles for functions that have a bound, and integers for exact functions.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "second.h"

#define NAN_BITS 0x7fc00000u
#define INF_BITS 0x7f800000u
#define SIGN 0x80000000u

static float value(uint32_t a)
{
   float f;
   memcpy(&f, &a, 4);
   return f;
}
static uint32_t bits(float f)
{
   uint32_t a;
   memcpy(&a, &f, 4);
   return a;
}

bool second_is_nan(uint32_t a)
{
   return (a & ~SIGN) > INF_BITS;
}

/* SEM "Rules": denormal operands and results become zeros of their sign. */
uint32_t second_flush(uint32_t a)
{
   return a & INF_BITS ? a : a & SIGN;
}

/* A result: every NaN becomes the same NaN, and denormals are flushed after rounding. */
static uint32_t result(float f)
{
   return f != f ? NAN_BITS : second_flush(bits(f));
}

/* SEM "Number models", MAD: one rounding; the volatile operands keep the operation between the two changes of the mode. */
uint32_t second_mad(bool rne, uint32_t a, uint32_t b, uint32_t c)
{
   const int before = fegetround();
   const volatile float x = value(second_flush(a)), y = value(second_flush(b)), z = value(second_flush(c));

   fesetround(rne ? FE_TONEAREST : FE_TOWARDZERO);
   const volatile float r = fmaf(x, y, z);
   fesetround(before);
   return result(r);
}
uint32_t second_add(bool rne, uint32_t a, uint32_t b)
{
   const int before = fegetround();
   const volatile float x = value(second_flush(a)), y = value(second_flush(b));

   fesetround(rne ? FE_TONEAREST : FE_TOWARDZERO);
   const volatile float r = x + y;
   fesetround(before);
   return result(r);
}
uint32_t second_mul(bool rne, uint32_t a, uint32_t b)
{
   const int before = fegetround();
   const volatile float x = value(second_flush(a)), y = value(second_flush(b));

   fesetround(rne ? FE_TONEAREST : FE_TOWARDZERO);
   const volatile float r = x * y;
   fesetround(before);
   return result(r);
}

/* ISR 5, .FLR: NaNs, infinities and zeros are preserved; SEM "Rules": denormals count as zeros. */
uint32_t second_floor(uint32_t a)
{
   if (second_is_nan(a))
      return a;
   const uint32_t f = second_flush(a);
   return bits(floorf(value(f))) | (f & SIGN && floorf(value(f)) == 0 ? SIGN : 0);
}

/* SEM "Rules", saturation to [0,1]. */
uint32_t second_saturate(uint32_t a)
{
   const float f = value(second_flush(a));

   return f != f || f <= 0 ? 0 : f >= 1 ? 0x3f800000 : bits(f);
}

int second_compare(uint32_t a, uint32_t b)
{
   const float x = value(second_flush(a)), y = value(second_flush(b));

   return x != x || y != y ? 2 : x < y ? -1 : x > y;
}

/* ISR 6, FRCP; SEM "Functions": correctly rounded, to nearest on every core. */
uint32_t second_rcp(uint32_t a)
{
   const volatile float x = value(second_flush(a)), one = 1;
   const volatile float r = one / x;

   return result(r);
}

/* True if (m * 2^e)^2 * x is below 1. m has up to 26 bits, x is mx * 2^ex with 24. The product has 76 bits. */
static bool square_below(uint64_t m, int e, uint64_t mx, int ex)
{
   const unsigned __int128 p = (unsigned __int128)m * m * mx;
   const int scale = -(2 * e + ex);

   if (scale < 0)
      return false;
   return scale > 127 || p < (unsigned __int128)1 << scale;
}

/* ISR 6, FRSQ; SEM "Functions": correctly rounded. The search for the nearest number uses integers and begins at an
   approximation. */
uint32_t second_rsq(uint32_t a)
{
   a = second_flush(a);
   if (!(a & ~SIGN))
      return a | INF_BITS;
   if (a & SIGN || second_is_nan(a))
      return NAN_BITS;
   if (a == INF_BITS)
      return 0;
   const uint64_t mx = (a & 0x7fffff) | 0x800000;
   const int ex = (int)(a >> 23) - 150;
   uint32_t r = bits((float)(1 / sqrt((double)value(a)))) - 2;
   for (int k = 0; k < 5; k++, r++) { /* move up while the middle between r and the next number is below the root */
      const uint64_t m = 2 * ((r & 0x7fffff) | 0x800000) + 1;
      if (!square_below(m, (int)(r >> 23) - 151, mx, ex))
         break;
   }
   return second_flush(r);
}

/* ISR 6, FLOG. */
uint32_t second_log2(uint32_t a)
{
   a = second_flush(a);
   if (!(a & ~SIGN))
      return SIGN | INF_BITS;
   if (a & SIGN || second_is_nan(a))
      return NAN_BITS;
   return result((float)log2l((long double)value(a)));
}

/* ISR 6, FEXP; SEM "Functions": infinity from 128 on, +0 of -infinity. */
uint32_t second_exp2(uint32_t a)
{
   a = second_flush(a);
   if (second_is_nan(a))
      return NAN_BITS;
   const float x = value(a);
   return x >= 128 ? INF_BITS : x < -200 ? 0 : result((float)exp2l((long double)x));
}

/* ISR 6, FSINC; SEM "Sine and cosine on Rogue": sin(r pi/2)/r, pi/2 below 2^-24, numbers outside of [-1,1] count as +-1. */
uint32_t second_sinc(uint32_t a)
{
   if (second_is_nan(a))
      return NAN_BITS;
   if ((a & ~SIGN) < 0x33800000)
      return 0x3fc90fdb;
   const long double r = (a & ~SIGN) > 0x3f800000 ? 1 : fabsl((long double)value(a));
   return result((float)(sinl(r * 1.57079632679489661923132169163975144L) / r));
}

/* ISR 6, FARCTANC. */
uint32_t second_arctanc(uint32_t a)
{
   if (second_is_nan(a))
      return NAN_BITS;
   if ((a & ~SIGN) < 0x39c00000)
      return 0x3f800000;
   const long double x = fabsl((long double)value(a));
   return result((float)(atanl(x) / x));
}

/* ISR 6, GCMP and GEXP; UE [gamma]: the curves of sRGB, with the constants of ISR 15. */
uint32_t second_gamma(uint32_t a, bool expand)
{
   a = second_flush(a);
   if (second_is_nan(a))
      return NAN_BITS;
   const long double x = (long double)value(a);
   const long double r = expand ? (x <= 0.04045L ? x / 12.92L : powl((x + 0.055L) / 1.055L, 2.4L))
                                : (x <= 0.0031308L ? x * 12.92L : 1.055L * powl(x, 1 / 2.4L) - 0.055L);
   return result((float)r);
}

/* ---- the reduction of arguments, in integers of 416 bits */

#define LIMBS 13
static uint32_t bit_of(const uint32_t *n, int at)
{
   return at < 0 || at >= 32 * LIMBS ? 0 : n[at / 32] >> at % 32 & 1;
}
static void add_bit(uint32_t *n, int at)
{
   uint64_t carry = (uint64_t)1 << at % 32;

   for (int k = at / 32; k < LIMBS && carry; k++) {
      carry += n[k];
      n[k] = (uint32_t)carry;
      carry >>= 32;
   }
}

/* m * 2^-s for the number in n, rounded to nearest even. */
static uint32_t round_fixed(const uint32_t *n, int s)
{
   int top = 32 * LIMBS - 1;

   while (top >= 0 && !bit_of(n, top))
      top--;
   if (top < 0)
      return 0;
   uint32_t m = 0, sticky = 0;
   for (int k = 0; k < 24; k++)
      m = m << 1 | bit_of(n, top - k);
   for (int k = top - 25; k >= 0; k--)
      sticky |= bit_of(n, k);
   m += bit_of(n, top - 24) & (sticky | (m & 1));
   const int exponent = top - s + 127;
   return exponent <= 0 ? 0 : (uint32_t)(exponent << 23) + (m - 0x800000);
}

/*
 * SEM "Sine and cosine on Rogue": y = |x| 2/pi (+ 1 for the cosine) in quarter turns, 2/pi to 224 bits; n is the number of half
 * turns nearest to y/2, and r = (-1)^n (y - 2n), for the sine times the sign of x. Part A passes on y modulo 4 in units of
 * 2^-30.
 */
uint32_t second_reduce(uint32_t a, bool cosine, uint32_t *data)
{
   static const uint32_t two_over_pi[7] = {0xfe5163ab, 0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e};
   uint32_t y[LIMBS] = {0}, d[LIMBS] = {0};

   a = second_flush(a);
   *data = 0;
   if ((a & ~SIGN) >= INF_BITS)
      return NAN_BITS;
   const uint32_t m = a & INF_BITS ? (a & 0x7fffff) | 0x800000 : 0;
   const int s = 374 - (int)(a >> 23 & 255); /* y has s fraction bits */
   uint64_t carry = 0;
   for (int k = 0; k < 7; k++) {
      carry += (uint64_t)m * two_over_pi[k];
      y[k] = (uint32_t)carry;
      carry >>= 32;
   }
   y[7] = (uint32_t)carry;
   if (cosine)
      add_bit(y, s);
   for (int k = 0; k < 32; k++)
      *data |= bit_of(y, s - 30 + k) << k;
   add_bit(y, s); /* y + 1: its bits from s + 1 on are n, those below are y - 2n + 1 */
   const bool odd = bit_of(y, s + 1), positive = bit_of(y, s);
   for (int k = 0; k < s; k++)
      d[k / 32] |= bit_of(y, k) << k % 32;
   if (!positive) { /* d - 2^s: the magnitude is 2^s - d */
      uint32_t zero = 0;
      for (int k = 0; k < LIMBS; k++) {
         zero |= d[k];
         d[k] = ~d[k];
      }
      add_bit(d, 0);
      for (int k = s; k < 32 * LIMBS; k++)
         d[k / 32] &= ~((uint32_t)1 << k % 32);
      if (!zero)
         add_bit(d, s);
   }
   const uint32_t r = round_fixed(d, s);
   const bool negative = positive == odd && r;
   return (r | (negative ? SIGN : 0)) ^ (cosine ? 0 : a & SIGN);
}

/* ---- conversions */

/* SEM "Number models": numbers beyond the range become the nearest end, NaN becomes 0; towards zero or to nearest even. */
uint32_t second_to_integer(uint32_t a, bool is_signed, bool truncate)
{
   const double x = (double)value(second_flush(a));
   const double low = is_signed ? -2147483648.0 : 0, high = is_signed ? 2147483647.0 : 4294967295.0;
   const double r = truncate ? trunc(x) : nearbyint(x);

   if (r != r)
      return 0;
   const double c = r < low ? low : r > high ? high : r;
   return is_signed ? (uint32_t)(int32_t)c : (uint32_t)c;
}
uint32_t second_from_integer(uint32_t a, bool is_signed)
{
   return bits(is_signed ? (float)(int32_t)a : (float)a);
}

/* SEM "Rules": rounded once to nearest; infinity from 65520 on, NaN 0x7e00, denormals of f16 are kept. */
uint32_t second_to_half(uint32_t a)
{
   const uint32_t sign = a >> 16 & 0x8000;
   const double x = fabs((double)value(second_flush(a)));

   if (x != x)
      return 0x7e00;
   if (x >= 65520)
      return sign | 0x7c00;
   int e;
   frexp(x, &e); /* x < 2^e */
   const int unit = x == 0 || e < -13 ? -24 : e - 11;
   const uint32_t m = (uint32_t)nearbyint(ldexp(x, -unit)); /* 0 .. 2048 units */
   return sign | (unit == -24 ? m : (uint32_t)((e + 13) << 10) + m);
}
uint32_t second_from_half(uint32_t h)
{
   const uint32_t sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 1023;

   if (e == 31)
      return m ? NAN_BITS : sign | INF_BITS;
   return sign | bits(e ? ldexpf((float)(m | 1024), (int)e - 25) : ldexpf((float)m, -24));
}
