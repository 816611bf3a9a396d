/* SPDX-License-Identifier: MIT */
/* Small floats, shared exponents, and blocks of compressed texels. */
#include <math.h>

#include "gl-driver/pipe/format.h"

/* ---- floats */

double small_float_value(uint32_t bits, unsigned mantissa, bool is_signed)
{
   int exponent = (int)(bits >> mantissa & 31);
   double fraction = ldexp((double)(bits & ((1u << mantissa) - 1)), -(int)mantissa);
   double v = exponent == 31 ? fraction ? (double)NAN : (double)INFINITY
              : exponent     ? ldexp(1 + fraction, exponent - 15)
                             : ldexp(fraction, -14);

   return is_signed && bits >> (mantissa + 5) & 1 ? -v : v;
}

uint32_t small_float_bits(double v, unsigned mantissa, bool is_signed)
{
   uint32_t sign = is_signed && signbit(v) ? 1u << (mantissa + 5) : 0, infinite = 31u << mantissa;
   int exponent;

   if (isnan(v))
      return infinite | 1;
   if (!is_signed && v < 0)
      return 0;
   v = fabs(v);
   if (isinf(v) || v == 0)
      return isinf(v) ? sign | infinite : sign;
   frexp(v, &exponent);
   if (exponent < -13)
      exponent = -13; /* denormals have the exponent of the smallest normal number */
   /* The number in units of the last place. A carry out of the mantissa correctly goes into the exponent. */
   double units = nearbyint(ldexp(v, (int)mantissa + 1 - exponent));
   double bits = units + ldexp((double)(exponent + 13), (int)mantissa);

   if (bits >= (double)infinite)
      return is_signed ? sign | infinite : infinite - 1;
   return sign | (uint32_t)bits;
}

uint32_t shared_exponent_bits(const double rgb[3])
{
   const double most = 511.0 / 512 * 65536;
   double v[3], max = 0;
   int exponent;
   uint32_t bits = 0;

   for (unsigned i = 0; i < 3; i++) {
      v[i] = rgb[i] > 0 ? rgb[i] < most ? rgb[i] : most : 0;
      max = v[i] > max ? v[i] : max;
   }
   frexp(max, &exponent); /* max is in [2^(exponent-1), 2^exponent) */
   exponent = max == 0 || exponent < -15 ? 0 : exponent + 15;
   if (floor(ldexp(max, 24 - exponent) + 0.5) == 512)
      exponent++;
   for (unsigned i = 0; i < 3; i++)
      bits |= (uint32_t)floor(ldexp(v[i], 24 - exponent) + 0.5) << 9 * i;
   return bits | (uint32_t)exponent << 27;
}

static uint32_t word_at(const uint8_t *p, unsigned bytes)
{
   uint32_t v = 0;

   for (unsigned i = 0; i < bytes; i++)
      v |= (uint32_t)p[i] << 8 * i;
   return v;
}

/* ---- blocks of 4x4 texels */

/* One of eight numbers between two ends (EXT_texture_compression_rgtc, appendix; also alpha of DXT5). */
static double ramp_read(const uint8_t *block, unsigned texel, bool is_signed)
{
   uint64_t codes = word_at(block + 2, 4) | (uint64_t)word_at(block + 6, 2) << 32;
   unsigned code = (unsigned)(codes >> 3 * texel) & 7;
   int a = is_signed ? (int8_t)block[0] : block[0], b = is_signed ? (int8_t)block[1] : block[1];
   double scale = is_signed ? 127 : 255, low = is_signed ? -1 : 0;
   double from = a / scale < low ? low : a / scale, to = b / scale < low ? low : b / scale;

   if (code < 2)
      return code ? to : from;
   if (a > b)
      return (from * (8 - code) + to * (code - 1)) / 7;
   return code == 6 ? low : code == 7 ? 1 : (from * (6 - code) + to * (code - 1)) / 5;
}

static void color_of_565(unsigned v, double rgb[3])
{
   rgb[0] = (v >> 11 & 31) / 31.0;
   rgb[1] = (v >> 5 & 63) / 63.0;
   rgb[2] = (v & 31) / 31.0;
}

/* Colours of EXT_texture_compression_s3tc. `three`: two ends in ascending order, their mean, and black. */
static void colors_read(const uint8_t *block, unsigned texel, bool three, bool alpha, double value[4])
{
   unsigned first = word_at(block, 2), second = word_at(block + 2, 2), code = word_at(block + 4, 4) >> 2 * texel & 3;
   double a[3], b[3];

   color_of_565(first, a);
   color_of_565(second, b);
   three = three && first <= second;
   for (unsigned i = 0; i < 3; i++)
      value[i] = code == 0 ? a[i] : code == 1 ? b[i] : three ? code == 2 ? (a[i] + b[i]) / 2 : 0
                 : code == 2 ? (2 * a[i] + b[i]) / 3 : (a[i] + 2 * b[i]) / 3;
   value[3] = three && alpha && code == 3 ? 0 : 1;
}

void block_read(enum block_layout layout, const uint8_t *block, unsigned x, unsigned y, bool alpha, double value[4])
{
   unsigned texel = 4 * y + x;
   uint32_t word = word_at(block, 4);
   bool is_signed = layout == LAYOUT_RGTC1_SIGNED || layout == LAYOUT_RGTC2_SIGNED || layout == LAYOUT_LATC1_SIGNED ||
                    layout == LAYOUT_LATC2_SIGNED;

   value[0] = value[1] = value[2] = 0;
   value[3] = 1;
   switch (layout) {
   case LAYOUT_PLAIN: break;
   case LAYOUT_R11G11B10:
      value[0] = small_float_value(word & 0x7ff, 6, false);
      value[1] = small_float_value(word >> 11 & 0x7ff, 6, false);
      value[2] = small_float_value(word >> 22, 5, false);
      break;
   case LAYOUT_R9G9B9E5:
      for (unsigned i = 0; i < 3; i++)
         value[i] = ldexp((double)(word >> 9 * i & 511), (int)(word >> 27) - 24);
      break;
   case LAYOUT_DXT1: colors_read(block, texel, true, alpha, value); break;
   case LAYOUT_DXT3:
      colors_read(block + 8, texel, false, false, value);
      value[3] = (block[texel / 2] >> 4 * (texel & 1) & 15) / 15.0;
      break;
   case LAYOUT_DXT5:
      colors_read(block + 8, texel, false, false, value);
      value[3] = ramp_read(block, texel, false);
      break;
   case LAYOUT_RGTC2:
   case LAYOUT_RGTC2_SIGNED: value[1] = ramp_read(block + 8, texel, is_signed); /* fall through */
   case LAYOUT_RGTC1:
   case LAYOUT_RGTC1_SIGNED: value[0] = ramp_read(block, texel, is_signed); break;
   case LAYOUT_LATC2:
   case LAYOUT_LATC2_SIGNED: value[3] = ramp_read(block + 8, texel, is_signed); /* fall through */
   case LAYOUT_LATC1:
   case LAYOUT_LATC1_SIGNED: value[0] = value[1] = value[2] = ramp_read(block, texel, is_signed); break;
   }
}
