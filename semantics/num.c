/* SPDX-License-Identifier: MIT */
/*
 * Number models, arithmetic and conversions: see num.h, and docs/semantics.md for the rules in prose.
 *
 * The host computes f32 sums, products and quotients, because IEEE 754 defines every bit of them. Results that round towards
 * zero are computed as doubles and truncated here, so that the host's rounding mode is the same for all. Nothing depends on
 * what C leaves open: excess precision (an error below), contraction (a compiler option), the dynamic environment
 * (semantics/fpenv.h), NaN payloads (made canonical here) and conversions out of range (tested before).
 */
#include "semantics/num.h"

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "the number model needs float and double operations without excess precision (x86: -mfpmath=sse)"
#endif

#define INF 0x7f800000u
#define SIGN 0x80000000u

/*
 * The source of each property: documented = by the vendor or the document that describes the hardware; observed = the public
 * driver, or an emulator that was compared with hardware, relies on it; "assumed" = chosen here without a source. The ids in
 * brackets are those of docs/usc-encoding.md, "Assumptions".
 */
/*
 * The Rogue USC. Rounding, observed: the public driver's vulkan/pvr_physical_device.c reports rounding to nearest for cores
 * with usc_alu_roundingmode_rne, and towards zero for the others; that these give the largest finite number on overflow, as
 * IEEE 754 says, is assumed[overflow]. mad_fused, observed: the public compiler uses fused multiply-adds for FMAD (pco_nir.c,
 * float_mul_add32). flush_in, flush_out, assumed[denormals]: ISR is silent, and the driver reports neither. flush16,
 * assumed[f16-denormals]: pck/unpck f16f16 keep f16 denormals. minmax, observed: min and max are tst.l / tst.g and movc in the
 * public compiler. shift, documented: ISR LSL, SHR "modulo width" (it says "greater than 32"); at 32, and for ASR, observed:
 * the public compiler passes shifts, whose count its IR takes modulo 32, to these instructions as they are (pco_trans_nir.c,
 * trans_shift). f2i_saturate, assumed[float-to-integer]: ISR documents saturation of the 8- and 16-bit integer formats of PCK,
 * not of 32.
 */
#define USC_MODEL(n, rounding)                                                                                                 \
   {.name = n,                                                                                                                 \
    .round = rounding,                                                                                                         \
    .mad_fused = true,                                                                                                         \
    .flush_in = true,                                                                                                          \
    .flush_out = true,                                                                                                         \
    .minmax = NUM_MINMAX_SELECT,                                                                                               \
    .shift = NUM_SHIFT_MASK,                                                                                                   \
    .f2i_saturate = true}
const struct num_model num_model_usc_rtz = USC_MODEL("usc-rtz", NUM_ROUND_ZERO);
const struct num_model num_model_usc_rne = USC_MODEL("usc-rne", NUM_ROUND_NEAREST);
#undef USC_MODEL

const struct num_model num_model_agx = {
   .name = "agx",
   .round = NUM_ROUND_NEAREST,   /* observed: emulator, and the public driver announces it */
   .mad_fused = true,            /* observed: emulator compared with hardware */
   .flush_in = true,             /* observed: emulator, and the public driver announces it */
   .flush_out = true,            /* observed: as flush_in */
   .flush16_in = false,          /* observed: f16 denormals are kept, also by 32-bit operations with f16 operands */
   .flush16_out = false,         /* observed */
   .minmax = NUM_MINMAX_NUMBER,  /* observed: fcmpsel ltn / gtn return the operand that is a number; zeros compare equal */
   .shift = NUM_SHIFT_MASK7,     /* observed: the low 7 bits count */
   .sine = NUM_SINE_TURNS,       /* observed: the public compiler */
   .lod16 = true,                /* observed: the public compiler and driver (nir_legalize_16bit_sampler_srcs) */
   .f2i_saturate = true,         /* "assumed": no source defines the result of convert out of range */
   .noise_seed = 0,
};

/* Plain IEEE 754 with the choices of most general-purpose processors, for tests and tools. It is not the model of a target. */
const struct num_model num_model_ieee = {
   .name = "ieee",
   .round = NUM_ROUND_NEAREST,
   .mad_fused = true,
   .minmax = NUM_MINMAX_SELECT,
   .shift = NUM_SHIFT_CLAMP,
   .f2i_saturate = true,
};

/* The last step of every operation: flushes denormals and makes NaN canonical. */
static inline uint32_t result(num_m m, uint32_t r)
{
   return num_isnan(r) ? NUM_NAN : num_flush_out(m, r);
}

/*
 * The sum of two doubles, rounded to odd: if it is inexact and the last bit of the double is 0, that bit is set in the
 * direction of the error. Rounding this to f32 in either mode gives the rounded exact sum, because 53 >= 24 + 2 (Boldo,
 * Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008), also for denormal
 * results.
 */
static double sum_to_odd(double p, double c)
{
   double s = p + c;
   uint64_t u = num_ud(s);

   if ((u >> 52 & 0x7ff) != 0x7ff && !(u & 1)) {
      /* The exact error of the sum (Knuth, TAOCP 2, 4.2.2 theorem B). */
      double t = s - p, e = (p - (s - t)) + (c - t);

      if (e != 0) {
         /* Of the two neighbours of the exact sum, the odd one lies beyond s on the side of e. */
         if ((e > 0) == (s > 0))
            u++;
         else
            u--;
         s = num_d(u);
      }
   }
   return s;
}

/* Rounds a double to f32 as the model says, and applies the last step. */
static inline uint32_t rounded(num_m m, double exact)
{
   const float f = (float)exact;
   uint32_t u = num_u(f);

   /* Rounding towards zero gives the nearest f32 or its predecessor: the largest f32 below infinity, zero below the least
      denormal. */
   if (m->round == NUM_ROUND_ZERO && (exact > 0 ? (double)f > exact : (double)f < exact))
      u--;
   return result(m, u);
}

uint32_t num_fadd(num_m m, uint32_t a, uint32_t b)
{
   const float x = num_f(num_flush_in(m, a)), y = num_f(num_flush_in(m, b));

   return m->round == NUM_ROUND_NEAREST ? result(m, num_u(x + y)) : rounded(m, sum_to_odd(x, y));
}

/* A double holds the product of two f32 exactly: 48 of 53 bits, exponents within range. */
uint32_t num_fmul(num_m m, uint32_t a, uint32_t b)
{
   const float x = num_f(num_flush_in(m, a)), y = num_f(num_flush_in(m, b));

   return m->round == NUM_ROUND_NEAREST ? result(m, num_u(x * y)) : rounded(m, (double)x * y);
}

/* a*b + c with one rounding. fmaf() would give the same bits, but many times slower where the host has no such instruction. */
uint32_t num_fmad(num_m m, uint32_t a, uint32_t b, uint32_t c)
{
   if (!m->mad_fused)
      return num_fadd(m, num_fmul(m, a, b), c);
   const double p = (double)num_f(num_flush_in(m, a)) * num_f(num_flush_in(m, b));
   return rounded(m, sum_to_odd(p, num_f(num_flush_in(m, c))));
}

/* Where the product truncates to below 1, the next float is above 1/n, and n times its error is still less than a unit of 1. */
uint32_t num_fpart(num_m m, uint32_t n)
{
   const float whole = (float)n;
   const uint32_t part = num_u(1 / whole);

   return part + (num_fmul(m, num_u(whole), part) < NUM_ONE);
}

/*
 * Selections compare flushed operands, but return the chosen operand bit for bit, including denormals and NaN payloads, as a
 * comparison and a move do on both targets.
 */
uint32_t num_fmin(num_m m, uint32_t a, uint32_t b)
{
   if (m->minmax == NUM_MINMAX_NUMBER && num_isnan(b))
      return a;
   return num_flt(m, a, b) ? a : b;
}

uint32_t num_fmax(num_m m, uint32_t a, uint32_t b)
{
   if (m->minmax == NUM_MINMAX_NUMBER && num_isnan(b))
      return a;
   return num_flt(m, b, a) ? a : b;
}

/* Rounding to integers works on the magnitude: an addition below the binary point carries into the exponent correctly. */
enum round_mode { ROUND_TRUNC, ROUND_FLOOR, ROUND_CEIL, ROUND_EVEN };

static uint32_t round_to_int(num_m m, uint32_t a, enum round_mode mode)
{
   a = num_flush_in(m, a);
   uint32_t sign = a & SIGN, mag = a & ~SIGN;
   int e = (int)(mag >> 23) - 127;

   if (e >= 23)
      return mag > INF ? NUM_NAN : a;
   if (e < 0) {
      bool up = mode == ROUND_FLOOR  ? sign && mag
                : mode == ROUND_CEIL ? !sign && mag
                : mode == ROUND_EVEN ? mag > 0x3f000000u
                                     : false;
      return sign | (up ? NUM_ONE : 0);
   }
   /* one = the bit of value 1; at e = 0 that is the last bit of the exponent 127 */
   uint32_t one = 1u << (23 - e), frac = one - 1;
   if ((mode == ROUND_FLOOR && sign) || (mode == ROUND_CEIL && !sign))
      mag += frac;
   else if (mode == ROUND_EVEN)
      mag += (frac >> 1) + ((mag & one) != 0);
   return sign | (mag & ~frac);
}

uint32_t num_ffloor(num_m m, uint32_t a)
{
   return round_to_int(m, a, ROUND_FLOOR);
}

uint32_t num_fceil(num_m m, uint32_t a)
{
   return round_to_int(m, a, ROUND_CEIL);
}

uint32_t num_ftrunc(num_m m, uint32_t a)
{
   return round_to_int(m, a, ROUND_TRUNC);
}

uint32_t num_fround(num_m m, uint32_t a)
{
   return round_to_int(m, a, ROUND_EVEN);
}

uint32_t num_fsat(num_m m, uint32_t a)
{
   if (a & SIGN || num_isnan(a))
      return 0;
   return a > NUM_ONE ? NUM_ONE : num_flush_out(m, num_flush_in(m, a));
}

uint32_t num_fssat(num_m m, uint32_t a)
{
   if (num_isnan(a))
      return 0;
   return (a & ~SIGN) > NUM_ONE ? (a & SIGN) | NUM_ONE : num_flush_out(m, num_flush_in(m, a));
}

uint32_t num_flt(num_m m, uint32_t a, uint32_t b)
{
   return num_f(num_flush_in(m, a)) < num_f(num_flush_in(m, b));
}

uint32_t num_fge(num_m m, uint32_t a, uint32_t b)
{
   return num_f(num_flush_in(m, a)) >= num_f(num_flush_in(m, b));
}

uint32_t num_feq(num_m m, uint32_t a, uint32_t b)
{
   return num_f(num_flush_in(m, a)) == num_f(num_flush_in(m, b));
}

uint32_t num_fne(num_m m, uint32_t a, uint32_t b)
{
   return num_f(num_flush_in(m, a)) != num_f(num_flush_in(m, b));
}

uint32_t num_f2i(num_m m, uint32_t a)
{
   float f = num_f(a);

   if (f >= -0x1p31f && f < 0x1p31f)
      return (uint32_t)(int32_t)f;
   if (!m->f2i_saturate)
      return 0x80000000u;
   return num_isnan(a) ? 0 : f > 0 ? 0x7fffffffu : 0x80000000u;
}

uint32_t num_f2u(num_m m, uint32_t a)
{
   float f = num_f(a);

   if (f > -1 && f < 0x1p32f)
      return f > 0 ? (uint32_t)f : 0;
   if (!m->f2i_saturate)
      return 0xffffffffu;
   return f > 0 ? 0xffffffffu : 0;
}

/* To nearest in all models. Rogue, observed: the driver (pco/pco_trans_nir.c, trans_conv) sets .roundzero of UNPCK only for
   programs that ask for rounding towards zero. AGX, observed: the driver sets rounding to nearest in the instruction. */
uint32_t num_i2f(num_m m, uint32_t a)
{
   (void)m;
   return num_u((float)(int32_t)a);
}

uint32_t num_u2f(num_m m, uint32_t a)
{
   (void)m;
   return num_u((float)a);
}

/* To nearest in all models. Rogue, observed: in the driver (trans_conv) PCK without .roundzero is the conversion to nearest
   even. */
uint16_t num_f2h(num_m m, uint32_t a)
{
   uint32_t sign = a >> 16 & 0x8000, mag = a & ~SIGN, h;

   if (mag > INF)
      return 0x7e00;
   if (mag >= 0x477ff000) /* 65520, half way from the largest f16 to the next power of two */
      return (uint16_t)(sign | 0x7c00);
   if (mag >= 0x38800000) { /* 2^-14, the smallest normal f16 */
      h = (mag + 0xfff + (mag >> 13 & 1) - 0x38000000) >> 13;
   } else if (mag <= 0x33000000) { /* 2^-25, half the smallest f16: a tie, to even */
      h = 0;
   } else {
      /* in units of 2^-24, the smallest f16 denormal */
      uint32_t man = (mag & 0x7fffff) | 0x800000, sh = 126 - (mag >> 23), rest = man & ((1u << sh) - 1);

      h = man >> sh;
      h += rest > 1u << (sh - 1) || (rest == 1u << (sh - 1) && h & 1);
   }
   if (m->flush16_out && h < 0x400)
      h = 0;
   return (uint16_t)(sign | h);
}

/*
 * The exact product of two f16 plus a third one, rounded to odd to 53 bits and then to 24 bits, rounds to the same f16 as the
 * exact sum. These values are not denormal f32: they are multiples of 2^-48.
 */
uint16_t num_hmad(num_m m, uint16_t a, uint16_t b, uint16_t c)
{
   const double s = sum_to_odd((double)num_f(num_h2f(m, a)) * num_f(num_h2f(m, b)), num_f(num_h2f(m, c)));
   const float f = (float)s;
   uint32_t u = num_u(f);

   if (num_isnan(u) || (double)f == s)
      return num_f2h(m, u);
   if (s > 0 ? (double)f > s : (double)f < s)
      u--;
   return num_f2h(m, u | 1);
}

uint32_t num_h2f(num_m m, uint16_t a)
{
   uint32_t sign = (uint32_t)(a & 0x8000) << 16, e = a >> 10 & 31, man = a & 0x3ff;

   if (e == 31)
      return man ? NUM_NAN : sign | INF;
   if (e)
      return sign | ((e + 112) << 23) | man << 13;
   if (m->flush16_in)
      return sign;
   return sign | num_u((float)man * 0x1p-24f); /* exact */
}

/* The shift count under the model; 32 shifts everything out. */
static inline uint32_t shift_count(num_m m, uint32_t n)
{
   if (m->shift == NUM_SHIFT_MASK)
      return n & 31;
   if (m->shift == NUM_SHIFT_MASK7)
      n &= 127;
   return n < 32 ? n : 32;
}

uint32_t num_shl(num_m m, uint32_t a, uint32_t n)
{
   n = shift_count(m, n);
   return n < 32 ? a << n : 0;
}

uint32_t num_ushr(num_m m, uint32_t a, uint32_t n)
{
   n = shift_count(m, n);
   return n < 32 ? a >> n : 0;
}

uint32_t num_ishr(num_m m, uint32_t a, uint32_t n)
{
   uint32_t ones = a >> 31 ? 0xffffffffu : 0;

   n = shift_count(m, n);
   /* Fills the vacated bits with those of `ones`, because C leaves the right shift of a negative number open. */
   return n == 0 ? a : n < 32 ? a >> n | ones << (32 - n) : ones;
}

/*
 * NV_gpu_program4, DIV: "tmp0.x / tmp1", undefined for a zero divisor. The document does not state the direction of rounding;
 * we use C's, toward zero. Division by zero gives all ones for both kinds, as a restoring divider does.
 */
uint32_t num_udiv(num_m m, uint32_t a, uint32_t b)
{
   (void)m;
   return b ? a / b : 0xffffffffu;
}

uint32_t num_umod(num_m m, uint32_t a, uint32_t b)
{
   (void)m;
   return b ? a % b : a;
}

static inline uint32_t magnitude(uint32_t a)
{
   return a >> 31 ? 0 - a : a;
}

/* INT_MIN / -1 needs no special case: the magnitude 2^31 wraps to INT_MIN. */
uint32_t num_idiv(num_m m, uint32_t a, uint32_t b)
{
   (void)m;
   if (!b)
      return 0xffffffffu;
   uint32_t q = magnitude(a) / magnitude(b);
   return (a ^ b) >> 31 ? 0 - q : q;
}

/*
 * NV_gpu_program4, MOD: undefined if the first operand is negative or the second is not positive, so the sign is ours to
 * choose. We use that of the dividend, for which a = b * (a DIV b) + (a MOD b) always holds; a zero divisor gives a.
 */
uint32_t num_imod(num_m m, uint32_t a, uint32_t b)
{
   (void)m;
   if (!b)
      return a;
   uint32_t r = magnitude(a) % magnitude(b);
   return a >> 31 ? 0 - r : r;
}

/* The width of the field within the word. */
static unsigned field_width(uint32_t offset, uint32_t bits)
{
   const unsigned left = 32 - (offset & 31);

   return (bits & 63) < left ? bits & 63 : left;
}

uint32_t num_ubfe(uint32_t a, uint32_t offset, uint32_t bits)
{
   return (uint32_t)((a >> (offset & 31)) & ((UINT64_C(1) << field_width(offset, bits)) - 1));
}

uint32_t num_ibfe(uint32_t a, uint32_t offset, uint32_t bits)
{
   const unsigned width = field_width(offset, bits);
   const uint32_t v = num_ubfe(a, offset, bits);

   return width && width < 32 && v >> (width - 1) ? v | ~((UINT32_C(1) << width) - 1) : v;
}

uint32_t num_brev(uint32_t a)
{
   uint32_t r = 0;

   for (unsigned i = 0; i < 32; i++)
      r |= (a >> i & 1) << (31 - i);
   return r;
}

uint32_t num_interleave(uint32_t even, uint32_t odd)
{
   uint32_t r = 0;

   for (unsigned i = 0; i < 16; i++)
      r |= (even >> i & 1) << 2 * i | (odd >> i & 1) << (2 * i + 1);
   return r;
}

uint32_t num_popc(uint32_t a) { return (uint32_t)__builtin_popcount(a); }
uint32_t num_msb(uint32_t a) { return a ? 31 - (uint32_t)__builtin_clz(a) : UINT32_MAX; }

bool num_equal_float(num_m m, uint32_t a, uint32_t b)
{
   if (a == b || (num_isnan(a) && num_isnan(b)))
      return true;
   if (!m->flush_in && !m->flush_out)
      return false;
   return (a & INF) == 0 && (b & INF) == 0 && (a & SIGN) == (b & SIGN);
}
