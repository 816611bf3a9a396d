/* SPDX-License-Identifier: MIT */
/*
 * Formats of memory and of the tile: conversions between registers and the bits of an element, or of a word that several
 * components share. Numbers are computed as doubles and rounded once to the size of the register.
 */
#include "backend-agx/sim/agx_sim_priv.h"

#include <math.h>

static uint32_t to_register(num_m m, bool wide, double x)
{
   const uint32_t f = num_u((float)x);
   return wide ? f : num_f2h(m, f);
}

static double of_register(num_m m, bool wide, uint32_t v)
{
   return (double)num_f(wide ? num_flush_in(m, v) : num_h2f(m, (uint16_t)v));
}

/* ---- the sRGB curve: powers from roots by Newton's iteration, in doubles, so that all hosts agree ------------------------ */

static double root(double x, unsigned n)
{
   double r = 1;

   if (x <= 0)
      return 0;
   for (unsigned i = 0; i < 200; i++) {
      double p = 1;
      for (unsigned k = 1; k < n; k++)
         p *= r;
      const double next = r + (x / p - r) / n;
      if (next == r)
         break;
      r = next;
   }
   return r;
}

static double srgb_decode(double x)
{
   if (x <= 0.04045)
      return x / 12.92;
   const double y = (x + 0.055) / 1.055;
   return y * y * root(y * y, 5); /* y^2.4 */
}

static double srgb_encode(double x)
{
   return x <= 0.0031308 ? 12.92 * x : 1.055 * sqrt(sqrt(root(x * x * x * x * x, 3))) - 0.055; /* x^(5/12) */
}

/* ---- small floats -------------------------------------------------------------------------------------------------------- */

/* An unsigned float with 5 exponent bits, as in f16, and `man` mantissa bits. */
static double small_float(uint32_t bits, unsigned man)
{
   const uint32_t e = bits >> man & 31, f = bits & ((1u << man) - 1);

   if (e == 31)
      return f ? NAN : INFINITY;
   return ldexp((double)(e ? f | 1u << man : f), (e ? (int)e : 1) - 15 - (int)man);
}

/* x as an integer, rounded to nearest even or down. x is neither negative nor large. */
static uint32_t round_to_integer(double x, bool rtz)
{
   return (uint32_t)(rtz ? floor(x) : rint(x));
}

static uint32_t to_small_float(double x, unsigned man, bool rtz)
{
   int e;

   if (isnan(x))
      return 31u << man | 1;
   if (x <= 0)
      return 0;
   if (isinf(x))
      return 31u << man;
   frexp(x, &e); /* x = m * 2^e, m in [0.5,1) */
   const int from = e + 14 < 1 ? 1 : e + 14;
   const uint32_t f = round_to_integer(ldexp(x, 15 + (int)man - from), rtz); /* with the leading one of a normal number */
   const uint32_t r = f + ((uint32_t)(from - 1) << man), most = 31u << man;
   return r < most ? r : rtz ? most - 1 : most;
}

/* EXT_texture_shared_exponent: 9 bits each and an exponent of 5 bits. */
static uint32_t to_shared_exponent(const double v[3], bool rtz)
{
   const double most = 65408;
   double x[3], max = 0;
   int e = 0;

   for (unsigned k = 0; k < 3; k++) {
      x[k] = v[k] > 0 ? (v[k] < most ? v[k] : most) : 0; /* 0 for NaN */
      max = x[k] > max ? x[k] : max;
   }
   if (max > 0)
      frexp(max, &e);
   e = max > 0 && e + 15 > 0 ? e + 15 : 0;
   if (round_to_integer(ldexp(max, 24 - e), rtz) == 512)
      e++;
   uint32_t word = (uint32_t)e << 27;
   for (unsigned k = 0; k < 3; k++)
      word |= round_to_integer(ldexp(x[k], 24 - e), rtz) << 9 * k;
   return word;
}

/* ---- components ---------------------------------------------------------------------------------------------------------- */

static double normalised(int32_t v, int32_t one)
{
   return v < -one ? -1 : (double)v / one;
}

uint32_t agx_sim_unpack(num_m m, unsigned format, unsigned k, bool wide, uint32_t bits)
{
   double x;

   switch (format) {
   case AGX_FORMAT_U8NORM: x = (bits & 0xff) / 255.0; break;
   case AGX_FORMAT_S8NORM: x = normalised((int8_t)(bits & 0xff), 127); break;
   case AGX_FORMAT_U16NORM: x = (bits & 0xffff) / 65535.0; break;
   case AGX_FORMAT_S16NORM: x = normalised((int16_t)(bits & 0xffff), 32767); break;
   case AGX_FORMAT_RGB10A2: x = k < 3 ? (bits >> 10 * k & 1023) / 1023.0 : (bits >> 30) / 3.0; break;
   case AGX_FORMAT_SRGBA8: x = k < 3 ? srgb_decode((bits & 0xff) / 255.0) : (bits & 0xff) / 255.0; break;
   case AGX_FORMAT_RG11B10F:
   case AGX_FORMAT_RG11B10F_RTZ: x = k < 2 ? small_float(bits >> 11 * k & 2047, 6) : small_float(bits >> 22, 5); break;
   case AGX_FORMAT_RGB9E5:
   case AGX_FORMAT_RGB9E5_RTZ: x = ldexp(bits >> 9 * k & 511, (int)(bits >> 27) - 24); break;
   default: return bits; /* raw */
   }
   return to_register(m, wide, x);
}

/* A number in [low,1] as an integer, where 1.0 is `one` and NaN is 0. */
static uint32_t to_norm(double x, double low, double one)
{
   return (uint32_t)(int32_t)rint((isnan(x) ? 0 : x < low ? low : x > 1 ? 1 : x) * one);
}

uint32_t agx_sim_pack(num_m m, unsigned format, unsigned k, bool wide, const uint32_t v[4])
{
   double x[4];

   for (unsigned i = 0; i < 4; i++)
      x[i] = of_register(m, wide, v[i]);
   switch (format) {
   case AGX_FORMAT_U8NORM: return to_norm(x[k], 0, 255);
   case AGX_FORMAT_S8NORM: return to_norm(x[k], -1, 127) & 0xff;
   case AGX_FORMAT_U16NORM: return to_norm(x[k], 0, 65535);
   case AGX_FORMAT_S16NORM: return to_norm(x[k], -1, 32767) & 0xffff;
   case AGX_FORMAT_RGB10A2:
      return to_norm(x[0], 0, 1023) | to_norm(x[1], 0, 1023) << 10 | to_norm(x[2], 0, 1023) << 20 | to_norm(x[3], 0, 3) << 30;
   case AGX_FORMAT_SRGBA8: return to_norm(k < 3 ? srgb_encode(x[k] > 0 ? x[k] < 1 ? x[k] : 1 : 0) : x[k], 0, 255);
   case AGX_FORMAT_RG11B10F:
   case AGX_FORMAT_RG11B10F_RTZ: {
      const bool rtz = format == AGX_FORMAT_RG11B10F_RTZ;
      return to_small_float(x[0], 6, rtz) | to_small_float(x[1], 6, rtz) << 11 | to_small_float(x[2], 5, rtz) << 22;
   }
   case AGX_FORMAT_RGB9E5:
   case AGX_FORMAT_RGB9E5_RTZ: return to_shared_exponent(x, format == AGX_FORMAT_RGB9E5_RTZ);
   case AGX_FORMAT_F16: return wide ? num_f2h(m, v[k]) : v[k];
   case AGX_FORMAT_I8: return v[k] & 0xff;
   case AGX_FORMAT_I16: return v[k] & 0xffff;
   default: return v[k];
   }
}
