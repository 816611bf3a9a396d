/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic of all lanes: see lanes.h. Nothing in a loop is a branch; every choice is made by masks.
 *
 * Rounding towards zero is cutting off bits. Where doubles hold the exact result, or (a sum of doubles) it is cut to a double first, the
 * bits of the double that an f32 does not have are cleared: cutting twice is cutting once.
 */
#include "model/lanes.h"

#define SIGN 0x80000000u
#define INF 0x7f800000u
#define N EXEC_LANES

const uint32_t lanes_bit[EXEC_LANES] = {
#define BIT4(n) 1u << (n), 2u << (n), 4u << (n), 8u << (n)
   BIT4(0), BIT4(4), BIT4(8), BIT4(12), BIT4(16), BIT4(20), BIT4(24), BIT4(28),
};

/* All ones or nothing. */
static inline uint32_t mask32(bool b) { return 0u - (uint32_t)b; }
static inline uint32_t pick(uint32_t mask, uint32_t a, uint32_t b) { return (a & mask) | (b & ~mask); }

/* ---- masks and moves */

uint32_t lanes_mask(const uint32_t *v)
{
   uint32_t r = 0;

   for (unsigned l = 0; l < N; l++)
      r |= mask32(v[l] != 0) & lanes_bit[l];
   return r;
}

void lanes_select(uint32_t mask, const uint32_t *restrict a, uint32_t *restrict d)
{
   for (unsigned l = 0; l < N; l++)
      d[l] = pick(mask32((mask & lanes_bit[l]) != 0), a[l], d[l]);
}

void lanes_choose(uint32_t mask, const uint32_t *a, const uint32_t *b, uint32_t *restrict d)
{
   for (unsigned l = 0; l < N; l++)
      d[l] = pick(mask32((mask & lanes_bit[l]) != 0), a[l], b[l]);
}

void lanes_splat(uint32_t v, uint32_t *restrict d)
{
   for (unsigned l = 0; l < N; l++)
      d[l] = v;
}

void lanes_sign(uint32_t keep, uint32_t flip, const uint32_t *restrict a, uint32_t *restrict d)
{
   for (unsigned l = 0; l < N; l++)
      d[l] = (a[l] & keep) ^ flip;
}

/* ---- models that flush denormals and fuse multiply-adds, which both targets do */

static inline uint32_t flush(uint32_t a) { return a & (SIGN | mask32((a & INF) != 0)); }
/* Flushed, with the canonical NaN. */
static inline uint32_t finish(uint32_t r)
{
   const uint32_t nan = mask32((r & ~SIGN) > INF);

   return pick(nan, NUM_NAN, flush(r));
}
static inline uint64_t bits_of(double d)
{
   uint64_t u;
   memcpy(&u, &d, 8);
   return u;
}
static inline double double_of(uint64_t u)
{
   double d;
   memcpy(&d, &u, 8);
   return d;
}

/* The sum of two doubles, and its error, which is exact (Knuth, TAOCP 2, 4.2.2 theorem B) or, where the sum is infinite, NaN. */
static inline double sum(double p, double c, double *error)
{
   const double s = p + c, t = s - p;

   *error = (p - (s - t)) + (c - t);
   return s;
}

/*
 * Both work on the sum s of two products of two f32 at most, and its error e. Their product tells whether the exact sum is beyond s or
 * before it; it neither overflows nor becomes 0, since the exponents of s and e are between -300 and 300.
 */
/* The exact sum cut to a double. */
static inline double cut_sum(double s, double e)
{
   return double_of(bits_of(s) - (s * e < 0 ? UINT64_C(1) : 0));
}
/* Rounded to odd: num.c says why that is enough for an f32 in any rounding. */
static inline double odd_sum(double s, double e)
{
   const uint64_t u = bits_of(s), even = ~u & 1;
   return double_of(u + (s * e > 0 ? even : 0) - (s * e < 0 ? even : 0));
}

/*
 * A double cut to the numbers that an f32 has: zero below the least normal one, the largest above that, but an infinity stays. What
 * is left has 24 bits and the range of an f32, so that its conversion is exact.
 */
static inline double cut(double exact)
{
   const uint64_t sign = bits_of(exact) & UINT64_C(1) << 63, low = (UINT64_C(1) << 29) - 1;
   const double mag = double_of((bits_of(exact) ^ sign) & ~low);
   const double normal = mag < 0x1p-126 ? 0 : mag;
   const double top = mag < (double)__builtin_inff() ? 0x1.fffffep127 : (double)__builtin_inff();
   const double kept = normal > top ? top : normal; /* a NaN stays, too */

   return double_of(bits_of(kept) | sign);
}

#define FLOATS(a) num_f(flush(a))
#define KERNEL(name, expr)                                                                                                     \
   static void name(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *restrict d)                    \
   {                                                                                                                           \
      (void)m, (void)b, (void)c;                                                                                               \
      for (unsigned l = 0; l < N; l++)                                                                                         \
         d[l] = (expr);                                                                                                        \
   }
/* By way of doubles: the loop leaves them in r[], and this makes f32 of them. */
#define KERNEL_WIDE(name, statement)                                                                                           \
   static void name(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *restrict d)                    \
   {                                                                                                                           \
      double r[N];                                                                                                             \
      (void)m, (void)b, (void)c;                                                                                               \
      for (unsigned l = 0; l < N; l++)                                                                                         \
         statement;                                                                                                            \
      for (unsigned l = 0; l < N; l++)                                                                                         \
         d[l] = finish(num_u((float)r[l]));                                                                                    \
   }
#define KERNEL_SUM(name, x, y, result) KERNEL_WIDE(name, { double e; const double s = sum(x, y, &e); r[l] = result; })
#define A FLOATS(a[l])
#define B FLOATS(b[l])
#define C FLOATS(c[l])

KERNEL(fadd_nearest, finish(num_u(A + B)))
KERNEL(fmul_nearest, finish(num_u(A * B)))
KERNEL_WIDE(fmul_zero, r[l] = cut((double)A * (double)B))
KERNEL_SUM(fadd_zero, (double)A, (double)B, cut(cut_sum(s, e)))
KERNEL_SUM(fmad_zero, (double)A * (double)B, (double)C, cut(cut_sum(s, e)))
KERNEL_SUM(fmad_nearest, (double)A * (double)B, (double)C, odd_sum(s, e))
KERNEL(flt_flushed, mask32(A < B))
KERNEL(feq_flushed, mask32(A == B))
/* Zero for negative numbers and NaN; else as unsigned integers the smaller of it and 1. */
static inline uint32_t saturate(uint32_t a)
{
   const uint32_t top = pick(mask32(a > NUM_ONE), NUM_ONE, flush(a));

   return top & mask32(a <= INF);
}
KERNEL(fsat_flushed, saturate(a[l]))

/* ---- any model */

KERNEL(fadd_any, num_fadd(m, a[l], b[l]))
KERNEL(fmul_any, num_fmul(m, a[l], b[l]))
KERNEL(fmad_any, num_fmad(m, a[l], b[l], c[l]))
KERNEL(flt_any, mask32(num_flt(m, a[l], b[l])))
KERNEL(feq_any, mask32(num_feq(m, a[l], b[l])))
KERNEL(fsat_any, num_fsat(m, a[l]))

const struct lanes_ops *lanes_ops_of(num_m m)
{
   static const struct lanes_ops nearest = {fadd_nearest, fmul_nearest, fmad_nearest, flt_flushed, feq_flushed, fsat_flushed},
                                 zero = {fadd_zero, fmul_zero, fmad_zero, flt_flushed, feq_flushed, fsat_flushed},
                                 any = {fadd_any, fmul_any, fmad_any, flt_any, feq_any, fsat_any};

   if (!m->flush_in || !m->flush_out || !m->mad_fused)
      return &any;
   return m->round == NUM_ROUND_ZERO ? &zero : &nearest;
}
