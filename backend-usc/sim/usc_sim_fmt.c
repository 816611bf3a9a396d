/* SPDX-License-Identifier: MIT */
/*
 * Packing, unpacking and tests of single values. The document names the formats but not their arithmetic, so this is the usual
 * meaning: without .scale a component is an integer, with it unsigned normalised [0,1] or signed [-1,1] (assumed[pack]; the
 * public compiler uses u8888.scale for 8-bit normalised colours). Rounding is to nearest even unless .roundzero is set
 * (observed: the public compiler sets it for truncating conversions only). Components that a pack does not write are 0
 * (assumed[pack]; values of 16 bits and colours of one value rely on it).
 *
 * Assumed[rare-formats]: the first component of the name is in the low bits (observed for u8888); "O" is a signed value
 * in offset binary; "OGL" with .scale is OpenGL's older signed rule (2c + 1) / (2^n - 1); F11 and F10 have no sign, five bits
 * of exponent, and a fraction; SE9995 is OpenGL's shared exponent; 2F10F10F10 is three F10 below two bits; stencil
 * bits are integers even with .scale; F32MASK copies its word like F32.
 */
#include "backend-usc/sim/usc_sim_priv.h"

enum comp_kind { COMP_U, COMP_S, COMP_O, COMP_OGL, COMP_F16, COMP_SMALL, COMP_STENCIL, COMP_WORD, COMP_SHARED };
struct comp {
   uint8_t pos, width, kind;
};

/* Gets the place and kind of component comp of a format. Returns false if the format has no such component. */
static bool layout(unsigned fmt, unsigned comp, struct comp *c)
{
   static const struct {
      uint8_t fmt, n;
      struct comp c[6];
   } table[] = {
       {USC_FMT_U8888, 4, {{0, 8, COMP_U}, {8, 8, COMP_U}, {16, 8, COMP_U}, {24, 8, COMP_U}}},
       {USC_FMT_S8888, 4, {{0, 8, COMP_S}, {8, 8, COMP_S}, {16, 8, COMP_S}, {24, 8, COMP_S}}},
       {USC_FMT_O8888, 4, {{0, 8, COMP_O}, {8, 8, COMP_O}, {16, 8, COMP_O}, {24, 8, COMP_O}}},
       {USC_FMT_S8888OGL, 4, {{0, 8, COMP_OGL}, {8, 8, COMP_OGL}, {16, 8, COMP_OGL}, {24, 8, COMP_OGL}}},
       {USC_FMT_U1616, 2, {{0, 16, COMP_U}, {16, 16, COMP_U}}},
       {USC_FMT_S1616, 2, {{0, 16, COMP_S}, {16, 16, COMP_S}}},
       {USC_FMT_O1616, 2, {{0, 16, COMP_O}, {16, 16, COMP_O}}},
       {USC_FMT_S1616OGL, 2, {{0, 16, COMP_OGL}, {16, 16, COMP_OGL}}},
       {USC_FMT_F16F16, 2, {{0, 16, COMP_F16}, {16, 16, COMP_F16}}},
       {USC_FMT_U1010102, 4, {{0, 10, COMP_U}, {10, 10, COMP_U}, {20, 10, COMP_U}, {30, 2, COMP_U}}},
       {USC_FMT_S1010102, 4, {{0, 10, COMP_S}, {10, 10, COMP_S}, {20, 10, COMP_S}, {30, 2, COMP_S}}},
       {USC_FMT_U111110, 3, {{0, 11, COMP_U}, {11, 11, COMP_U}, {22, 10, COMP_U}}},
       {USC_FMT_S111110, 3, {{0, 11, COMP_S}, {11, 11, COMP_S}, {22, 10, COMP_S}}},
       {USC_FMT_F111110, 3, {{0, 11, COMP_SMALL}, {11, 11, COMP_SMALL}, {22, 10, COMP_SMALL}}},
       {USC_FMT_2F10F10F10, 4, {{0, 10, COMP_SMALL}, {10, 10, COMP_SMALL}, {20, 10, COMP_SMALL}, {30, 2, COMP_U}}},
       {USC_FMT_SE9995, 3, {{0, 9, COMP_SHARED}, {9, 9, COMP_SHARED}, {18, 9, COMP_SHARED}}},
       {USC_FMT_U565U565,
        6,
        {{0, 5, COMP_U}, {5, 6, COMP_U}, {11, 5, COMP_U}, {16, 5, COMP_U}, {21, 6, COMP_U}, {27, 5, COMP_U}}},
       {USC_FMT_D24S8, 2, {{0, 24, COMP_U}, {24, 8, COMP_STENCIL}}},
       {USC_FMT_S8D24, 2, {{0, 8, COMP_STENCIL}, {8, 24, COMP_U}}},
       {USC_FMT_U32, 1, {{0, 32, COMP_U}}},
       {USC_FMT_S32, 1, {{0, 32, COMP_S}}},
       {USC_FMT_F32, 1, {{0, 32, COMP_WORD}}},
       {USC_FMT_F32MASK, 1, {{0, 32, COMP_WORD}}},
   };
   for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
      if (table[i].fmt != fmt)
         continue;
      if (comp >= table[i].n)
         return false;
      *c = table[i].c[comp];
      return true;
   }
   return false;
}

static uint32_t float_of(uint32_t n)
{
   return num_u((float)n);
} /* n < 2^24: exact */

/* Rounds a float to an integer, clamped to the field. */
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

/* Converts to a float without sign, with a 5-bit exponent of bias 15 and `bits` of fraction. Negative numbers become 0. */
static uint32_t to_small(uint32_t v, unsigned bits, bool rtz)
{
   const uint32_t inf = 31u << bits;
   if (num_isnan(v))
      return inf | 1;
   if (v & SIM_SIGN)
      return 0;
   if (v == 0x7f800000)
      return inf;
   const int exp = (int)(v >> 23) - 127;
   const uint32_t mant = (v & 0x7fffff) | (exp > -127 ? 0x800000u : 0);
   const unsigned shift = 23 - bits + (exp < -14 ? (unsigned)(-14 - exp) : 0);
   if (shift > 31)
      return 0;
   uint32_t q = mant >> shift;
   const uint32_t rest = mant & ((1u << shift) - 1), half = 1u << (shift - 1);
   if (!rtz && (rest > half || (rest == half && q & 1)))
      q++;
   const uint32_t r = exp < -14 ? q : ((uint32_t)(exp + 15) << bits) + q - (1u << bits);
   return r < inf ? r : rtz ? inf - 1 : inf;
}

static uint32_t from_small(uint32_t v, unsigned bits)
{
   const uint32_t exp = v >> bits, frac = v & ((1u << bits) - 1);
   if (exp == 31)
      return frac ? NUM_NAN : 0x7f800000;
   if (exp)
      return (exp + 112) << 23 | frac << (23 - bits);
   return num_u((float)frac * num_f((113 - bits) << 23)); /* times 2^(-14 - bits): exact */
}

/* Converts to f16, rounded towards zero. */
static uint16_t to_f16_rtz(num_m m, uint32_t v)
{
   const uint16_t h = num_f2h(m, v);
   const uint32_t back = num_h2f(m, h) & ~SIM_SIGN;
   return !num_isnan(v) && back > (v & ~SIM_SIGN) ? (uint16_t)(h - 1) : h;
}

/* Adds a component to a word with a shared exponent: all components get the largest exponent. */
static uint32_t shared_join(uint32_t word, unsigned comp, uint32_t value)
{
   uint32_t c[3] = {0, 0, 0};
   const uint32_t max = 0x477f8000; /* 511/512 * 2^16 */
   const int old = (int)(word >> 27) - 24;
   for (unsigned i = 0; i < comp; i++)
      c[i] = num_u((float)(word >> 9 * i & 511) * num_f((uint32_t)(127 + old) << 23));
   c[comp] = num_isnan(value) || value & SIM_SIGN ? 0 : value > max ? max : value;
   uint32_t top = c[0] > c[1] ? c[0] : c[1];
   top = c[2] > top ? c[2] : top;
   int exp = (int)(top >> 23) - 127;
   exp = (exp < -16 ? -16 : exp) + 16;
   for (;; exp++) {
      uint32_t out = (uint32_t)exp << 27, over = 0;
      for (unsigned i = 0; i <= comp; i++) {
         const uint32_t n = (uint32_t)((double)num_f(c[i]) * (double)num_f((uint32_t)(127 + 24 - exp) << 23) + 0.5);
         over |= n >> 9;
         out |= (n & 511) << 9 * i;
      }
      if (!over)
         return out;
   }
}

bool usc_sim_pack(num_m m, unsigned pack, unsigned comp, unsigned samples, uint32_t value, uint32_t *word)
{
   const unsigned fmt = pack & 31;
   const bool scale = pack & USC_PACK_SCALE, rtz = pack & USC_PACK_RTZ;
   struct comp c;
   if (fmt == USC_FMT_CONST0 || fmt == USC_FMT_CONST1) {
      *word = fmt == USC_FMT_CONST1 ? NUM_ONE : 0;
      return comp == 0;
   }
   if (fmt == USC_FMT_COV) { /* a coverage of n / samples gives n ones (observed use: 1.0 gives the full mask) */
      const uint32_t n = num_f2u(m, num_fround(m, num_fmul(m, num_fsat(m, value), float_of(samples))));
      *word = n >= 32 ? UINT32_MAX : (1u << n) - 1;
      return comp == 0;
   }
   if (!layout(fmt, comp, &c))
      return false;
   const bool is_signed = c.kind == COMP_S || c.kind == COMP_O || c.kind == COMP_OGL;
   uint32_t bits;
   switch (c.kind) {
   case COMP_WORD: *word = value; return true;
   case COMP_SHARED: *word = shared_join(*word, comp, value); return true;
   case COMP_F16: bits = rtz ? to_f16_rtz(m, value) : num_f2h(m, value); break;
   case COMP_SMALL: bits = to_small(value, c.width - 5u, rtz); break;
   default:
      if (scale && c.width < 32 && c.kind != COMP_STENCIL) {
         const uint32_t top = is_signed ? (1u << (c.width - 1)) - 1 : (1u << c.width) - 1;
         uint32_t v = is_signed ? num_fssat(m, value) : num_fsat(m, value);
         if (c.kind == COMP_OGL) { /* ((2^n - 1) v - 1) / 2 */
            v = num_fmad(m, v, float_of((1u << c.width) - 1), 0xbf800000);
            v = num_fmul(m, v, 0x3f000000);
         } else {
            v = num_fmul(m, v, float_of(top));
         }
         bits = to_field(m, v, c.width, is_signed, rtz);
      } else {
         bits = to_field(m, value, c.width, is_signed, rtz);
      }
      if (c.kind == COMP_O)
         bits ^= 1u << (c.width - 1);
      break;
   }
   *word |= c.width < 32 ? bits << c.pos : bits;
   return true;
}

bool usc_sim_unpack_rtz(num_m m, unsigned fmt, uint32_t word, uint32_t *value)
{
   if (fmt != USC_FMT_U32 && fmt != USC_FMT_S32)
      return false;
   const int64_t n = fmt == USC_FMT_U32 ? (int64_t)word : (int64_t)(word ^ SIM_SIGN) - (int64_t)SIM_SIGN;
   const uint32_t r = fmt == USC_FMT_U32 ? num_u2f(m, word) : num_i2f(m, word);
   const double got = num_f(r & ~SIM_SIGN), mag = (double)(n < 0 ? -n : n);
   *value = got > mag ? r - 1 : r;
   return true;
}

bool usc_sim_unpack(num_m m, unsigned fmt, bool scale, unsigned comp, uint32_t word, uint32_t *value)
{
   struct comp c;
   if (!layout(fmt, comp, &c))
      return false;
   const bool is_signed = c.kind == COMP_S || c.kind == COMP_O || c.kind == COMP_OGL;
   if (c.kind == COMP_WORD) {
      *value = word;
      return true;
   }
   if (c.width == 32) {
      *value = is_signed ? num_i2f(m, word) : num_u2f(m, word);
      return true;
   }
   uint32_t bits = word >> c.pos & ((1u << c.width) - 1);
   switch (c.kind) {
   case COMP_F16: *value = num_h2f(m, (uint16_t)bits); return true;
   case COMP_SMALL: *value = from_small(bits, c.width - 5u); return true;
   case COMP_SHARED: *value = num_u((float)bits * num_f((127 + (word >> 27) - 24) << 23)); return true;
   case COMP_O: bits ^= 1u << (c.width - 1); break;
   default: break;
   }
   if (is_signed && bits >> (c.width - 1))
      bits |= ~((1u << c.width) - 1);
   *value = is_signed ? num_i2f(m, bits) : num_u2f(m, bits);
   if (!scale || c.kind == COMP_STENCIL)
      return true;
   /* correctly rounded quotients, like those of a table: the machine has no instruction that divides */
   if (c.kind == COMP_OGL) {
      *value = num_u((2 * num_f(*value) + 1) / (float)((1u << c.width) - 1));
      return true;
   }
   const uint32_t top = is_signed ? (1u << (c.width - 1)) - 1 : (1u << c.width) - 1;
   const uint32_t q = num_u(num_f(*value) / (float)top);
   *value = is_signed ? num_fssat(m, q) : q;
   return true;
}

uint32_t usc_sim_element(unsigned type, unsigned elem, uint32_t v)
{
   switch (type) {
   case USC_T_U16: return (uint16_t)(v >> 16 * (elem & 1));
   case USC_T_S16: return (uint32_t)((uint16_t)(v >> 16 * (elem & 1)) ^ 0x8000) - 0x8000;
   case USC_T_U8: return (uint8_t)(v >> 8 * elem);
   case USC_T_S8: return (uint32_t)((uint8_t)(v >> 8 * elem) ^ 0x80) - 0x80;
   default: return v;
   }
}

bool usc_sim_test(num_m m, unsigned op, unsigned type, uint32_t a, uint32_t b)
{
   const bool is_signed = type == USC_T_S8 || type == USC_T_S16 || type == USC_T_S32;
   bool lt, eq, gt;
   if (op <= USC_TST_GEZ)
      b = 0;
   if (type == USC_T_F32) {
      lt = num_flt(m, a, b);
      gt = num_flt(m, b, a);
      eq = num_feq(m, a, b);
   } else {
      const uint32_t flip = is_signed ? SIM_SIGN : 0;
      lt = (a ^ flip) < (b ^ flip);
      gt = (a ^ flip) > (b ^ flip);
      eq = a == b;
   }
   switch (op) {
   case USC_TST_Z:
   case USC_TST_E: return eq;
   case USC_TST_GZ:
   case USC_TST_G: return gt;
   case USC_TST_GEZ:
   case USC_TST_GE:
   case USC_TST_MAX: return gt || eq; /* documented: LHS >= RHS */
   case USC_TST_NE: return !eq;       /* true for NaN */
   case USC_TST_L:
   case USC_TST_MIN: return lt;
   default: return lt || eq;
   }
}
