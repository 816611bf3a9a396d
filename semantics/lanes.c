/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on all lanes: see lanes.h. Loops contain no branches; masks make every choice.
 *
 * Rounding towards zero drops bits. Where doubles hold the exact result, or a sum that was already truncated to a double, the
 * bits that an f32 lacks are cleared; truncating twice equals truncating once.
 *
 * The arithmetic is compiled twice for architectures where only some processors have longer vectors; the processor is asked at
 * run time. Both versions give the same results, because neither contracts.
 */
#include "semantics/lanes.h"

#if defined __x86_64__ && defined __GNUC__
#define HAS_WIDE 1
#define FOR_WIDE __attribute__((target("avx2")))
#define IN_BOTH static inline __attribute__((always_inline)) /* inlined into both versions of the code */
#else
#define HAS_WIDE 0
#define FOR_WIDE
#define IN_BOTH static inline
#endif

#define SIGN 0x80000000u
#define INF 0x7f800000u
#define N EXEC_LANES

const uint32_t lanes_bit[EXEC_LANES] = {
#define BIT4(n) 1u << (n), 2u << (n), 4u << (n), 8u << (n)
   BIT4(0), BIT4(4), BIT4(8), BIT4(12), BIT4(16), BIT4(20), BIT4(24), BIT4(28),
};

/* All ones if b, else 0. */
IN_BOTH uint32_t mask32(bool b)
{
   return 0u - (uint32_t)b;
}
IN_BOTH uint32_t pick(uint32_t mask, uint32_t a, uint32_t b)
{
   return (a & mask) | (b & ~mask);
}

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

/* ---- number models that flush denormals and fuse multiply-adds, as both targets do */

IN_BOTH uint32_t flush(uint32_t a)
{
   return a & (SIGN | mask32((a & INF) != 0));
}
/* Flushes a denormal and makes NaN canonical. */
IN_BOTH uint32_t finish(uint32_t r)
{
   const uint32_t nan = mask32((r & ~SIGN) > INF);

   return pick(nan, NUM_NAN, flush(r));
}

/* Returns the sum of two doubles and its error, which is exact (Knuth, TAOCP 2, 4.2.2 theorem B), or NaN if the sum is
   infinite. */
IN_BOTH double sum(double p, double c, double *error)
{
   const double s = p + c, t = s - p;

   *error = (p - (s - t)) + (c - t);
   return s;
}

/*
 * Compares the sum s (of products of two f32 at most) with the exact sum, whose error e a double holds. The result is truncated
 * or rounded to odd; num.c says why that suffices for an f32 in any rounding. The sign of s times e tells on which side of s
 * the exact sum lies. This product neither overflows nor becomes 0, since the exponents of s and e are between -300 and 300. It
 * is NaN if s is not a number. The test uses integers, because compilers do not vectorize selections of doubles reliably.
 */
struct side {
   uint64_t before, beyond; /* 1 if the exact sum is nearer to zero than s, or farther from it */
};
IN_BOTH struct side side_of(double product)
{
   const uint64_t x = num_ud(product), mag = x & ~(UINT64_C(1) << 63);
   const uint64_t number = (0 - mag) >> 63 & ~((mag + (UINT64_C(1) << 52)) >> 63); /* neither 0 nor NaN */

   return (struct side){x >> 63 & number, ~x >> 63 & number};
}
IN_BOTH double cut_sum(double s, double e)
{
   return num_d(num_ud(s) - side_of(s * e).before);
}
IN_BOTH double odd_sum(double s, double e)
{
   const uint64_t u = num_ud(s), even = ~u & 1;
   const struct side side = side_of(s * e);

   return num_d(u + (side.beyond & even) - (side.before & even));
}

/*
 * Truncates doubles to f32 by keeping 24 bits. Values below the least normal number become zero; values above the largest
 * become the largest, except infinity. Each loop does one kind of step, because compilers vectorize such loops.
 */
IN_BOTH void cut(const double *exact, uint32_t *restrict d, unsigned n)
{
   uint64_t bits[N];
   double kept[N];
   float f[N];

   memcpy(bits, exact, n * sizeof *bits);
   for (unsigned l = 0; l < n; l++)
      bits[l] &= ~((UINT64_C(1) << 29) - 1);
   memcpy(kept, bits, n * sizeof *kept);
   for (unsigned l = 0; l < n; l++)
      f[l] = (float)kept[l];
   memcpy(d, f, n * sizeof *f);
   for (unsigned l = 0; l < n; l++) {
      const uint32_t high = (uint32_t)(bits[l] >> 32), sign = high & SIGN;
      const int32_t mag = (int32_t)(high & ~SIGN);
      const uint32_t tiny = mask32(mag < (1023 - 126) << 20), huge = mask32(mag >= (1023 + 128) << 20 && mag < 2047 << 20);
      const uint32_t u = pick(tiny, sign, pick(huge, sign | 0x7f7fffffu, d[l])),
                     nan = mask32((int32_t)(u & ~SIGN) > (int32_t)INF);
      d[l] = pick(nan, NUM_NAN, u);
   }
}

#define FLOATS(a) num_f(flush(a))
/* Defines a function for each number of lanes, so that loops have a constant length, and for each vector length. */
#define SIZES(KERNEL_OF, WIDTH, ...)                                                                                           \
   KERNEL_OF(8, WIDTH, __VA_ARGS__) KERNEL_OF(16, WIDTH, __VA_ARGS__) KERNEL_OF(32, WIDTH, __VA_ARGS__)
#if HAS_WIDE
#define WIDTHS(KERNEL_OF, ...) SIZES(KERNEL_OF, plain, __VA_ARGS__) SIZES(KERNEL_OF, wide, __VA_ARGS__)
#else
#define WIDTHS(KERNEL_OF, ...) SIZES(KERNEL_OF, plain, __VA_ARGS__)
#endif
#define FOR_plain
#define FOR_wide FOR_WIDE
#define KERNEL_OF(n, width, name, expr)                                                                                        \
   FOR_##width static void name##_##width##_##n(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c,              \
                                                uint32_t *restrict d)                                                          \
   {                                                                                                                           \
      (void)m, (void)b, (void)c;                                                                                               \
      for (unsigned l = 0; l < (n); l++)                                                                                       \
         d[l] = (expr);                                                                                                        \
   }
#define KERNEL(...) WIDTHS(KERNEL_OF, __VA_ARGS__)
/* Computes the sum of the doubles x and y. `result` computes r[] from it and its error, and `last` converts that to f32. */
#define KERNEL_SUM_OF(n, width, name, x, y, result, last)                                                                      \
   FOR_##width static void name##_##width##_##n(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c,              \
                                                uint32_t *restrict d)                                                          \
   {                                                                                                                           \
      double r[n];                                                                                                             \
      (void)m, (void)c;                                                                                                        \
      for (unsigned l = 0; l < (n); l++) {                                                                                     \
         double e;                                                                                                             \
         const double s = sum(x, y, &e);                                                                                       \
         r[l] = result;                                                                                                        \
      }                                                                                                                        \
      last(r, d, n);                                                                                                           \
   }
#define KERNEL_SUM(...) WIDTHS(KERNEL_SUM_OF, __VA_ARGS__)
IN_BOTH void round_all(const double *r, uint32_t *restrict d, unsigned n)
{
   for (unsigned l = 0; l < n; l++)
      d[l] = finish(num_u((float)r[l]));
}
#define A FLOATS(a[l])
#define B FLOATS(b[l])
#define C FLOATS(c[l])

KERNEL(fadd_nearest, finish(num_u(A + B)))
KERNEL(fmul_nearest, finish(num_u(A * B)))
KERNEL_SUM(fmad_nearest, (double)A * (double)B, (double)C, odd_sum(s, e), round_all)
KERNEL_SUM(fadd_zero, (double)A, (double)B, cut_sum(s, e), cut)
KERNEL_SUM(fmad_zero, (double)A * (double)B, (double)C, cut_sum(s, e), cut)
#define PRODUCT_OF(n, width, name)                                                                                             \
   FOR_##width static void name##_##width##_##n(num_m m, const uint32_t *a, const uint32_t *b, const uint32_t *c,              \
                                                uint32_t *restrict d)                                                          \
   {                                                                                                                           \
      double r[n];                                                                                                             \
      (void)m, (void)c;                                                                                                        \
      for (unsigned l = 0; l < (n); l++)                                                                                       \
         r[l] = (double)A * (double)B;                                                                                         \
      cut(r, d, n);                                                                                                            \
   }
WIDTHS(PRODUCT_OF, fmul_zero)
KERNEL(flt_flushed, mask32(A < B))
KERNEL(feq_flushed, mask32(A == B))
/* Zero for negative numbers and NaN, otherwise the smaller of the operand and 1, compared as unsigned integers. */
IN_BOTH uint32_t saturate(uint32_t a)
{
   const uint32_t top = pick(mask32(a > NUM_ONE), NUM_ONE, flush(a));

   return top & mask32(a <= INF);
}
KERNEL(fsat_flushed, saturate(a[l]))

/* ---- any number model */

#define ANY(...) SIZES(KERNEL_OF, plain, __VA_ARGS__)
ANY(fadd_any, num_fadd(m, a[l], b[l]))
ANY(fmul_any, num_fmul(m, a[l], b[l]))
ANY(fmad_any, num_fmad(m, a[l], b[l], c[l]))
ANY(flt_any, mask32(num_flt(m, a[l], b[l])))
ANY(feq_any, mask32(num_feq(m, a[l], b[l])))
ANY(fsat_any, num_fsat(m, a[l]))

bool lanes_can_be_wide(void)
{
#if HAS_WIDE
   return __builtin_cpu_supports("avx2");
#else
   return false;
#endif
}

const struct lanes_ops *lanes_ops_for(bool wide, num_m m, uint32_t lanes)
{
#define OPS(n, width, model, compare)                                                                                          \
   {fadd_##model##_##width##_##n,  fmul_##model##_##width##_##n,  fmad_##model##_##width##_##n,                                \
    flt_##compare##_##width##_##n, feq_##compare##_##width##_##n, fsat_##compare##_##width##_##n},
   static const struct lanes_ops nearest[] = {WIDTHS(OPS, nearest, flushed)}, zero[] = {WIDTHS(OPS, zero, flushed)},
                                 any[] = {SIZES(OPS, plain, any, any)};
   const unsigned size = lanes >> 16 ? 2 : lanes >> 8 ? 1 : 0, last = HAS_WIDE && wide ? 3 + size : size;

   if (!m->flush_in || !m->flush_out || !m->mad_fused)
      return &any[size];
   return m->round == NUM_ROUND_ZERO ? &zero[last] : &nearest[last];
}

const struct lanes_ops *lanes_ops_of(num_m m, uint32_t lanes)
{
   return lanes_ops_for(lanes_can_be_wide(), m, lanes);
}
