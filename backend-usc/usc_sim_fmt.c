/* SPDX-License-Identifier: MIT */
/*
 * Packing, unpacking and tests of single values. The document names the formats but not their arithmetic; what is here follows
 * the usual meaning: without .scale the component is an integer, with it unsigned normalised [0,1] or signed [-1,1] (assumed;
 * the public compiler uses u8888.scale for 8-bit normalised colours). Rounding is to nearest even unless .roundzero (observed:
 * the public compiler sets it for truncating conversions only). Formats without a public use are not simulated.
 */
#include "backend-usc/usc_sim_priv.h"

/* Bits of component comp of a format: false if there is no such component. */
static bool layout(unsigned fmt, unsigned comp, unsigned *pos, unsigned *width, bool *is_signed)
{
   *is_signed = fmt == USC_FMT_S8888 || fmt == USC_FMT_S1616 || fmt == USC_FMT_S1010102 || fmt == USC_FMT_S32;
   switch (fmt) {
   case USC_FMT_U8888:
   case USC_FMT_S8888:
      *pos = 8 * comp;
      *width = 8;
      return comp < 4;
   case USC_FMT_U1616:
   case USC_FMT_S1616:
   case USC_FMT_F16F16:
      *pos = 16 * comp;
      *width = 16;
      return comp < 2;
   case USC_FMT_U1010102:
   case USC_FMT_S1010102:
      *pos = 10 * comp;
      *width = comp == 3 ? 2 : 10;
      return comp < 4;
   case USC_FMT_U32:
   case USC_FMT_S32:
   case USC_FMT_F32:
      *pos = 0;
      *width = 32;
      return comp == 0;
   default: return false;
   }
}

static uint32_t float_of(uint32_t n)
{
   return num_u((float)n);
} /* n < 2^24: exact */

/* Rounded integer of a float, clamped to the field. */
static uint32_t to_field(num_m m, uint32_t v, unsigned width, bool is_signed, bool rtz)
{
   const uint32_t r = rtz ? v : num_fround(m, v);
   if (width == 32)
      return is_signed ? num_f2i(m, r) : num_f2u(m, r);
   const int32_t max = is_signed ? (int32_t)(1u << (width - 1)) - 1 : (int32_t)((1u << width) - 1);
   const int32_t min = is_signed ? -max - 1 : 0;
   if (num_isnan(r))
      return 0;
   const float f = num_f(r);
   const int32_t n = f >= (float)max ? max : f <= (float)min ? min : (int32_t)f;
   return (uint32_t)n & ((1u << width) - 1);
}

bool usc_sim_pack(num_m m, unsigned fmt, bool scale, bool rtz, unsigned comp, unsigned samples, uint32_t value, uint32_t *word)
{
   unsigned pos, width;
   bool is_signed;
   if (fmt == USC_FMT_CONST0 || fmt == USC_FMT_CONST1) {
      *word = fmt == USC_FMT_CONST1 ? NUM_ONE : 0;
      return comp == 0;
   }
   if (fmt == USC_FMT_COV) { /* n ones for coverage n / samples (observed use: 1.0 gives the full mask) */
      const uint32_t n = num_f2u(m, num_fround(m, num_fmul(m, num_fsat(m, value), float_of(samples))));
      *word = n >= 32 ? UINT32_MAX : (1u << n) - 1;
      return comp == 0;
   }
   if (!layout(fmt, comp, &pos, &width, &is_signed))
      return false;
   if (fmt == USC_FMT_F32) {
      *word = value;
      return true;
   }
   uint32_t bits;
   if (fmt == USC_FMT_F16F16) {
      if (rtz)
         return false;
      bits = num_f2h(m, value);
   } else if (scale && width < 32) {
      const uint32_t top = is_signed ? (1u << (width - 1)) - 1 : (1u << width) - 1;
      const uint32_t v = num_fmul(m, is_signed ? num_fssat(m, value) : num_fsat(m, value), float_of(top));
      bits = to_field(m, v, width, is_signed, rtz);
   } else {
      bits = to_field(m, value, width, is_signed, rtz);
   }
   *word |= width < 32 ? bits << pos : bits;
   return true;
}

bool usc_sim_unpack(num_m m, unsigned fmt, bool scale, unsigned comp, uint32_t word, uint32_t *value)
{
   unsigned pos, width;
   bool is_signed;
   if (!layout(fmt, comp, &pos, &width, &is_signed))
      return false;
   if (fmt == USC_FMT_F32) {
      *value = word;
      return true;
   }
   if (width == 32) {
      *value = is_signed ? num_i2f(m, word) : num_u2f(m, word); /* .roundzero: the model's conversion rounds to nearest */
      return true;
   }
   uint32_t bits = word >> pos & ((1u << width) - 1);
   if (fmt == USC_FMT_F16F16) {
      *value = num_h2f(m, (uint16_t)bits);
      return true;
   }
   if (is_signed && bits >> (width - 1))
      bits |= ~((1u << width) - 1);
   *value = is_signed ? num_i2f(m, bits) : num_u2f(m, bits);
   if (scale) {
      const uint32_t top = is_signed ? (1u << (width - 1)) - 1 : (1u << width) - 1;
      /* correctly rounded quotient: a table value, not an instruction */
      const uint32_t q = num_u(num_f(*value) / (float)top);
      *value = is_signed ? num_fssat(m, q) : q;
   }
   return true;
}

bool usc_sim_test(num_m m, unsigned op, unsigned type, unsigned elem, uint32_t a, uint32_t b, bool carry)
{
   bool lt, eq, gt;
   if (op == USC_TST_C)
      return carry;
   if (op <= USC_TST_GEZ)
      b = 0;
   if (type == USC_T_F32) {
      lt = num_flt(m, a, b);
      gt = num_flt(m, b, a);
      eq = num_feq(m, a, b);
   } else {
      int64_t x, y;
      switch (type) {
      case USC_T_U16:
         x = (uint16_t)(a >> 16 * (elem & 1));
         y = (uint16_t)(b >> 16 * (elem & 1));
         break;
      case USC_T_S16:
         x = (uint16_t)(a >> 16 * (elem & 1));
         y = (uint16_t)(b >> 16 * (elem & 1));
         x = (x ^ 0x8000) - 0x8000;
         y = (y ^ 0x8000) - 0x8000;
         break;
      case USC_T_U8:
         x = (uint8_t)(a >> 8 * elem);
         y = (uint8_t)(b >> 8 * elem);
         break;
      case USC_T_S8:
         x = (uint8_t)(a >> 8 * elem);
         y = (uint8_t)(b >> 8 * elem);
         x = (x ^ 0x80) - 0x80;
         y = (y ^ 0x80) - 0x80;
         break;
      case USC_T_U32:
         x = a;
         y = b;
         break;
      default:
         x = (int64_t)(a ^ SIM_SIGN) - (int64_t)SIM_SIGN;
         y = (int64_t)(b ^ SIM_SIGN) - (int64_t)SIM_SIGN;
         break;
      }
      lt = x < y;
      gt = x > y;
      eq = x == y;
   }
   switch (op) {
   case USC_TST_Z:
   case USC_TST_E: return eq;
   case USC_TST_GZ:
   case USC_TST_G: return gt;
   case USC_TST_GEZ:
   case USC_TST_GE: return gt || eq;
   case USC_TST_NE: return !eq; /* true with NaN */
   case USC_TST_L: return lt;
   default: return lt || eq;
   }
}
