/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic of the rarer instructions, one value at a time: 8-bit and 16-bit integers, gamma, arctangent, f64, sums of
 * products, texel addresses. "documented" means the PowerVR Instruction Set Reference (ISR); behaviour that it leaves
 * open is "assumed". The only function of the host's libm is sqrt, whose result IEEE defines exactly.
 */
#include "backend-usc/sim/usc_sim_priv.h"

#include <math.h>

/* ---- 8 and 16-bit integers ----------------------------------------------------------------------------------------------- */

static int64_t short_operand(struct usc_opd o, unsigned width, bool is_signed, uint32_t v)
{
   const uint32_t mask = (1u << width) - 1;
   int64_t x = v >> width * (o.elem & (width == 8 ? 3u : 1u)) & mask;
   if (is_signed && x >> (width - 1))
      x -= (int64_t)mask + 1;
   if (o.mod & USC_MOD_ABS && x < 0)
      x = -x;
   return o.mod & USC_MOD_NEG ? -x : x;
}

/*
 * Intermediate results are exact. .sat limits the result to the type (documented for the sums); without it the result wraps to
 * its width and is extended to 32 bits by its type (assumed[short]). Modifiers apply to the element (assumed[short]).
 */
uint32_t usc_sim_short(enum usc_op op, const struct usc_opd o[3], bool sat, uint32_t a, uint32_t b, uint32_t c)
{
   const unsigned n = (unsigned)op - USC_OP_UADD8;
   const bool is_signed = n >= 6;
   const unsigned width = n / 3 & 1 ? 16 : 8, kind = n % 3; /* add, mul, mad */
   const int64_t x = short_operand(o[0], width, is_signed, a), y = short_operand(o[1], width, is_signed, b);
   const int64_t span = (int64_t)1 << width, min = is_signed ? -(span / 2) : 0, max = min + span - 1;
   int64_t r = kind == 0 ? x + y : x * y;
   if (kind == 2)
      r += short_operand(o[2], width, is_signed, c);
   if (sat)
      r = r < min ? min : r > max ? max : r;
   else
      r = (int64_t)((uint64_t)(r - min) & (uint64_t)(span - 1)) + min;
   return (uint32_t)r;
}

/* ---- transcendental ------------------------------------------------------------------------------------------------------ */

/* The sRGB curve, for which the special constants 136..140 and 156..159 are made (assumed[gamma]: the document only says "gamma
   compression"). */
uint32_t usc_sim_gcmp(num_m m, uint32_t x)
{
   if (!num_flt(m, 0x3b4d2e1c, x)) /* up to 0.0031308, and NaN */
      return num_fmul(m, x, 0x414eb852);
   const uint32_t p = num_fexp2(m, num_fmul(m, num_flog2(m, x), 0x3ed55555)); /* x^(1/2.4) */
   return num_fmad(m, p, 0x3f870a3d, 0x3d6147ae ^ SIM_SIGN);
}

uint32_t usc_sim_gexp(num_m m, uint32_t x)
{
   if (!num_flt(m, 0x3d25aee6, x)) /* up to 0.04045 */
      return num_fmul(m, x, 0x3d9e8391);
   const uint32_t base = num_fmul(m, num_fadd(m, x, 0x3d6147ae), 0x3f72a76f);
   return num_fexp2(m, num_fmul(m, num_flog2(m, base), 0x4019999a)); /* ^2.4 */
}

/*
 * atan(x) / x. Documented: undefined outside of [-1,1], +NaN for NaN, 1.0 below 0x39c00000. Two half-angle steps
 * atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))) bring the argument below 0.2 for the series. The error is below 2^-50, and the
 * result is rounded once.
 */
uint32_t usc_sim_arctanc(uint32_t x)
{
   const uint32_t mag = x & ~SIM_SIGN;
   if (num_isnan(x))
      return NUM_NAN;
   if (mag < 0x39c00000)
      return NUM_ONE;
   if (mag == 0x7f800000)
      return 0;
   const double a = num_f(mag);
   double y = a, power = 1, sum = 0;
   for (unsigned i = 0; i < 2; i++)
      y = y / (1 + sqrt(1 + y * y));
   const double y2 = y * y;
   for (unsigned k = 0; k < 14; k++) {
      sum += (k & 1 ? -power : power) / (2 * k + 1);
      power *= y2;
   }
   return num_u((float)(4 * y * sum / a));
}

uint32_t usc_sim_sqrt(num_m m, uint32_t x)
{
   x = num_flush_in(m, x);
   if (num_isnan(x) || (x & SIM_SIGN && x != SIM_SIGN))
      return NUM_NAN;
   return num_flush_out(m, num_u(sqrtf(num_f(x))));
}

/* ---- f64 ----------------------------------------------------------------------------------------------------------------- */

uint64_t usc_sim_to_f64(num_m m, unsigned fmt, uint32_t v)
{
   double d;
   if (fmt == 0 && num_isnan(v))
      return UINT64_C(0x7ff8000000000000);
   if (fmt == 0)
      d = num_f(num_flush_in(m, v));
   else if (fmt == 1)
      d = (double)((int64_t)(v ^ SIM_SIGN) - (int64_t)SIM_SIGN);
   else
      d = v;
   return num_ud(d);
}

/* Rounds to nearest even. Integers are limited to their range; NaN gives 0 (assumed[f64], as in pck). */
uint32_t usc_sim_from_f64(num_m m, unsigned fmt, uint64_t bits)
{
   const double d = num_d(bits);
   if (d != d)
      return fmt ? 0 : NUM_NAN;
   if (fmt == 0) {
      /* halfway between the largest float and 2^128 rounds up to infinity */
      if (d >= 0x1.ffffffp127 || d <= -0x1.ffffffp127)
         return (d < 0 ? SIM_SIGN : 0) | 0x7f800000;
      return num_flush_out(m, num_u((float)d));
   }
   const double min = fmt == 1 ? -2147483648.0 : 0, max = fmt == 1 ? 2147483647.0 : 4294967295.0;
   if (d <= min || d >= max)
      return fmt == 1 ? (d < 0 ? SIM_SIGN : ~SIM_SIGN) : d <= 0 ? 0 : UINT32_MAX;
   int64_t n = (int64_t)d; /* toward zero */
   const double rest = d < 0 ? (double)n - d : d - (double)n;
   if (rest > 0.5 || (rest == 0.5 && n & 1))
      n += d < 0 ? -1 : 1;
   return (uint32_t)n;
}

/* ---- sums of products ---------------------------------------------------------------------------------------------------- */

static uint32_t round16(num_m m, uint32_t v)
{
   return num_h2f(m, num_f2h(m, v));
}

/* An operand as an f16 value in f32 (documented: f32 inputs are converted first). */
static uint32_t sop_operand(num_m m, const struct usc_sop *p, struct usc_sop_arg a, const uint32_t s[6])
{
   uint32_t v;
   if (a.slot == USC_SOP_Z) { /* documented: min(S1, 1 - S0) */
      const uint32_t s0 = round16(m, s[0]), s1 = round16(m, s[1]);
      v = num_fmin(m, s1, round16(m, num_fadd(m, NUM_ONE, s0 ^ SIM_SIGN)));
      if (p->zabs)
         v &= ~SIM_SIGN;
      if (p->zclamp)
         v = num_fsat(m, v);
   } else if (a.slot == USC_SOP_ZERO) {
      v = 0;
   } else if (a.type == USC_SOP_U8) { /* a byte is a fraction of 255 (assumed[sums-of-products]) */
      v = round16(m, num_u((float)(s[a.slot] >> 8 * a.elem & 0xff) / 255.0f));
   } else if (a.type == USC_SOP_F16) {
      v = num_h2f(m, (uint16_t)(s[a.slot] >> 16 * (a.elem & 1)));
   } else {
      v = round16(m, s[a.slot]);
   }
   if (a.flr)
      v = num_ffloor(m, v);
   if (a.abs)
      v &= ~SIM_SIGN;
   if (a.clamp)
      v = num_fsat(m, v);
   if (a.oneminus)
      v = round16(m, num_fadd(m, NUM_ONE, v ^ SIM_SIGN));
   return a.neg ? v ^ SIM_SIGN : v;
}

static uint32_t sop_join(num_m m, unsigned op, uint32_t x, uint32_t y)
{
   switch (op) {
   case USC_SOP_ADD: return round16(m, num_fadd(m, x, y));
   case USC_SOP_SUB: return round16(m, num_fadd(m, x, y ^ SIM_SIGN));
   case USC_SOP_RSUB: return round16(m, num_fadd(m, y, x ^ SIM_SIGN));
   case USC_SOP_MIN: return num_fmin(m, x, y);
   default: return num_fmax(m, x, y);
   }
}

static uint32_t to_u8(num_m m, uint32_t v)
{
   return num_f2u(m, num_fround(m, num_fmul(m, num_fsat(m, v), 0x437f0000))); /* 255 */
}

/* Every product and every sum is rounded to f16; a MAD is rounded once (assumed[sums-of-products]). */
void usc_sim_sop(num_m m, const struct usc_group *g, const uint32_t s[6], uint32_t *w0, uint32_t *w1)
{
   const struct usc_sop *p = &g->sop;
   const unsigned n = usc_sop_args(g);
   uint32_t v[12];
   for (unsigned i = 0; i < n; i++)
      v[i] = sop_operand(m, p, p->arg[i], s);
   if (n == 12) {
      *w0 = *w1 = 0;
      for (unsigned i = 0; i < 4; i++) {
         uint32_t r = round16(m, num_fmad(m, v[3 * i], v[3 * i + 1], v[3 * i + 2]));
         if (p->clamp >> i & 1)
            r = num_fsat(m, r);
         if (p->u8)
            *w0 |= to_u8(m, r) << 8 * i;
         else
            *(i < 2 ? w0 : w1) |= (uint32_t)num_f2h(m, r) << 16 * (i & 1);
      }
      return;
   }
   uint32_t r[2];
   for (unsigned k = 0; k < 2; k++) {
      const uint32_t *q = v + 4 * k;
      const unsigned out = k ? p->kout : p->jout;
      r[k] = out == 1 ? q[0]
             : out == 2
                 ? q[2]
                 : sop_join(m, k ? p->kop : p->jop, round16(m, num_fmul(m, q[0], q[1])), round16(m, num_fmul(m, q[2], q[3])));
      if (p->clamp >> k & 1)
         r[k] = num_fsat(m, r[k]);
   }
   if (p->wide) {
      *w0 = r[0];
      *w1 = r[1];
   } else if (p->u8) {
      *w0 = to_u8(m, r[0]) << 8 * p->jelem | to_u8(m, r[1])
                                                 << 8 * p->kelem; /* the other bytes are 0 (assumed[sums-of-products]) */
   } else {
      *w0 = (uint32_t)num_f2h(m, r[0]) << 16 * p->jelem | (uint32_t)num_f2h(m, r[1]) << 16 * p->kelem;
   }
}

/* ---- texel addresses ----------------------------------------------------------------------------------------------------- */

/*
 * gta. The document names only its operands and results: burst length, data size, address, and in P0 whether it is out of
 * bounds. Assumed[texel-address]: integer coordinates, rows without gaps, four bytes per texel, layers as third coordinate;
 * W0 = burst length | data size << 4 | address bits from 34 on << 8, W1 = address bits 33..2, the operand of st.texelmode.
 * State words as in the public driver: width - 1 at bit 34 and height - 1 at bit 48 of the first 64 bits, address >> 2 at
 * bit 16 of the second.
 */
bool usc_sim_gta(bool array, const uint32_t state[4], uint32_t u, uint32_t v, uint32_t layer, uint32_t w[2])
{
   const uint64_t lo = (uint64_t)state[1] << 32 | state[0], hi = (uint64_t)state[3] << 32 | state[2];
   const uint64_t width = (lo >> 34 & 0x3fff) + 1, height = (lo >> 48 & 0x3fff) + 1, layers = array ? (hi >> 4 & 0x7ff) + 1 : 1;
   const uint64_t base = (hi >> 16 & ((UINT64_C(1) << 38) - 1)) << 2;
   const bool out = u >= width || v >= height || (array && layer >= layers);
   const uint64_t at = base + 4 * (out ? 0 : ((array ? layer : 0) * height + v) * width + u);
   w[0] = 1 | 2 << 4 | (uint32_t)(at >> 34) << 8;
   w[1] = (uint32_t)(at >> 2);
   return out;
}
