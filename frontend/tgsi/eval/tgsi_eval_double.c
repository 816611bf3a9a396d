/* SPDX-License-Identifier: MIT */
/* 64-bit arithmetic: see tgsi_eval_double.h. */
#include "frontend/tgsi/eval/tgsi_eval_double.h"

#include "semantics/num.h"

#include <math.h>

#define INF64 UINT64_C(0x7ff0000000000000)
#define MANTISSA64 ((UINT64_C(1) << 52) - 1)

/* The bits of a result, with one NaN for all. */
static uint64_t bits(double d) { return isnan(d) ? TGSI_NAN64 : num_ud(d); }

bool tgsi_d_isnan(uint64_t a) { return (a & ~TGSI_SIGN64) > INF64; }
bool tgsi_d_lt(uint64_t a, uint64_t b) { return num_d(a) < num_d(b); }
bool tgsi_d_eq(uint64_t a, uint64_t b) { return num_d(a) == num_d(b); }
uint64_t tgsi_d_add(uint64_t a, uint64_t b) { return bits(num_d(a) + num_d(b)); }
uint64_t tgsi_d_mul(uint64_t a, uint64_t b) { return bits(num_d(a) * num_d(b)); }
uint64_t tgsi_d_fma(uint64_t a, uint64_t b, uint64_t c) { return bits(fma(num_d(a), num_d(b), num_d(c))); }
uint64_t tgsi_d_div(uint64_t a, uint64_t b) { return bits(num_d(a) / num_d(b)); }
uint64_t tgsi_d_sqrt(uint64_t a) { return bits(sqrt(num_d(a))); }

/* The product of two numbers: high and low half. */
static void product(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
   const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
   const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);

   *low = a * b;
   *high = a1 * b1 + (middle >> 32) + (other >> 32);
}

/* y * y * m <= 2^160, for y below 2^55 and m below 2^54: tests whether y is at most 2^80 / sqrt(m). */
static bool at_most_rsqrt(uint64_t y, uint64_t m)
{
   uint64_t h, l, t1, t0, u1, u0;

   product(y, y, &h, &l);
   product(l, m, &t1, &t0);
   product(h, m, &u1, &u0);
   const uint64_t w1 = t1 + u0, w2 = u1 + (w1 < t1);
   return w2 < UINT64_C(1) << 32 || (w2 == UINT64_C(1) << 32 && !w1 && !t0);
}

/*
 * a = m * 2^e with an even e and m from 2^52 to 2^54, so 1/sqrt(a) = 2^(-e/2) / sqrt(m). The integer part of 2^80 / sqrt(m) has
 * 54 bits, one more than a double; the last bit decides the rounding. A tie is impossible: 1/sqrt(m) would then be rational
 * with an odd numerator above 1, whose square divides a power of two.
 */
uint64_t tgsi_d_rsqrt(uint64_t a)
{
   if (tgsi_d_isnan(a) || (a >> 63 && a << 1))
      return TGSI_NAN64;
   if (!(a << 1))
      return a | INF64;
   if (a == INF64)
      return 0;
   uint64_t m = a & MANTISSA64;
   int e = (int)(a >> 52) - 1075;
   if (e == -1075) {
      for (e++; !(m >> 52); e--)
         m <<= 1;
   } else {
      m |= MANTISSA64 + 1;
   }
   if (e & 1) {
      m <<= 1;
      e--;
   }
   uint64_t y = (uint64_t)(0x1p80 / sqrt((double)m));
   while (!at_most_rsqrt(y, m))
      y--;
   while (at_most_rsqrt(y + 1, m))
      y++;
   y = (y >> 1) + (y & 1); /* 2^53 carries into the exponent below */
   return ((uint64_t)(-79 - e / 2 + 1075 - 1) << 52) + y;
}

uint64_t tgsi_d_min(uint64_t a, uint64_t b) { return tgsi_d_isnan(b) || tgsi_d_lt(a, b) ? a : b; }
uint64_t tgsi_d_max(uint64_t a, uint64_t b) { return tgsi_d_isnan(b) || tgsi_d_lt(b, a) ? a : b; }

/* Works on the magnitude: an addition below the binary point carries into the exponent correctly. */
uint64_t tgsi_d_round(uint64_t a, enum tgsi_round mode)
{
   const uint64_t sign = a & TGSI_SIGN64;
   uint64_t mag = a & ~TGSI_SIGN64;
   const int e = (int)(mag >> 52) - 1023;
   const bool away = (mode == TGSI_FLOOR && sign) || (mode == TGSI_CEIL && !sign);

   if (mag > INF64)
      return TGSI_NAN64;
   if (e >= 52)
      return a;
   if (e < 0)
      return sign | (mode == TGSI_EVEN ? mag > UINT64_C(0x3fe0000000000000) : away && mag ? 1u : 0u) * TGSI_ONE64;
   const uint64_t one = UINT64_C(1) << (52 - e), part = one - 1;
   if (away)
      mag += part;
   else if (mode == TGSI_EVEN)
      mag += (part >> 1) + ((mag & one) != 0); /* at e = 0 the bit of value 1 is the last one of the exponent 1023 */
   return sign | (mag & ~part);
}

uint64_t tgsi_d_sign(uint64_t a)
{
   return tgsi_d_isnan(a) || !(a << 1) ? 0 : (a & TGSI_SIGN64) | TGSI_ONE64;
}

uint64_t tgsi_d_saturate(uint64_t a, bool with_sign)
{
   if (tgsi_d_isnan(a) || (!with_sign && a >> 63))
      return 0;
   return (a & ~TGSI_SIGN64) > TGSI_ONE64 ? (a & TGSI_SIGN64) | TGSI_ONE64 : a;
}

/*
 * Multiplies by powers of two in steps. Downwards the steps before the last leave 2^53 to go, so that the number stays normal
 * and only the last step rounds.
 */
uint64_t tgsi_d_scale(uint64_t a, uint32_t exponent)
{
   int64_t n = exponent >> 31 ? (int64_t)exponent - INT64_C(0x100000000) : (int64_t)exponent;
   double d = num_d(a);

   n = n > 3000 ? 3000 : n < -3000 ? -3000 : n;
   for (; n > 1000; n -= 1000)
      d *= 0x1p1000;
   for (; n < -960; n += 907)
      d *= 0x1p-960 * 0x1p53;
   return bits(d * num_d((uint64_t)(n + 1023) << 52));
}

uint64_t tgsi_d_fraction(uint64_t a, uint32_t *exponent)
{
   *exponent = 0;
   if ((a & INF64) == INF64 || !(a << 1))
      return a;
   int e = 0;
   if (!(a & INF64)) {
      a = bits(num_d(a) * 0x1p64);
      e = -64;
   }
   *exponent = (uint32_t)(e + (int)((a & INF64) >> 52) - 1022);
   return (a & ~INF64) | UINT64_C(0x3fe0000000000000);
}

uint64_t tgsi_d_of_float(uint32_t a) { return bits((double)num_f(a)); }
uint64_t tgsi_d_of_int(uint64_t a) { return bits((double)(int64_t)a); }
uint64_t tgsi_d_of_unsigned(uint64_t a) { return bits((double)a); }

uint32_t tgsi_float_of_d(uint64_t a)
{
   return tgsi_d_isnan(a) ? NUM_NAN : num_u((float)num_d(a));
}

uint32_t tgsi_float_of_int(uint64_t a) { return num_u((float)(int64_t)a); }
uint32_t tgsi_float_of_unsigned(uint64_t a) { return num_u((float)a); }

uint64_t tgsi_int_of_d(uint64_t a, unsigned n)
{
   const double d = num_d(a), end = n == 32 ? 0x1p31 : 0x1p63;
   const uint64_t last = (UINT64_C(1) << (n - 1)) - 1;

   if (tgsi_d_isnan(a))
      return 0;
   return d >= end ? last : d <= -end ? 0 - last - 1 : (uint64_t)(int64_t)d;
}

uint64_t tgsi_unsigned_of_d(uint64_t a, unsigned n)
{
   const double d = num_d(a), end = n == 32 ? 0x1p32 : 0x1p64;

   if (tgsi_d_isnan(a) || d <= 0)
      return 0;
   return d >= end ? (n == 32 ? UINT32_MAX : UINT64_MAX) : (uint64_t)d;
}

static uint64_t magnitude(uint64_t a) { return a >> 63 ? 0 - a : a; }

/* INT64_MIN / -1 needs no special case: the magnitude 2^63 wraps to INT64_MIN. */
uint64_t tgsi_i64_div(uint64_t a, uint64_t b)
{
   if (!b)
      return 0;
   const uint64_t q = magnitude(a) / magnitude(b);
   return (a ^ b) >> 63 ? 0 - q : q;
}

uint64_t tgsi_i64_mod(uint64_t a, uint64_t b)
{
   if (!b)
      return UINT64_MAX;
   const uint64_t r = magnitude(a) % magnitude(b);
   return a >> 63 ? 0 - r : r;
}

uint64_t tgsi_i64_shr(uint64_t a, uint32_t count)
{
   count &= 63;
   return count && a >> 63 ? ~(~a >> count) : a >> count;
}
