/* SPDX-License-Identifier: MIT */
/* Functions of the table of instructions: see tgsi_eval_float.h. */
#include "frontend/tgsi/eval/tgsi_eval_float.h"

#define F_2 0x40000000u    /* 2.0 */
#define F_128 0x43000000u  /* 128.0 */
#define F_2P64 0x5f800000u /* 2^64 */
#define F_2M64 0x1f800000u /* 2^-64 */
#define F_INF 0x7f800000u
#define F_MAX 0x7f7fffffu
#define F_MIN 0x00800000u /* 2^-126, the least normal number */

/* ----------------------------------------------------------------------------------------------------------------- products */

static bool is_zero(num_m m, uint32_t a) { return !(num_flush_in(m, a) & ~TGSI_SIGN); }

uint32_t tgsi_f_mul(const struct tgsi_eval *e, uint32_t a, uint32_t b)
{
   return e->legacy && (is_zero(e->num, a) || is_zero(e->num, b)) ? 0 : num_fmul(e->num, a, b);
}

uint32_t tgsi_f_mad(const struct tgsi_eval *e, num_m m, uint32_t a, uint32_t b, uint32_t c)
{
   return e->legacy && (is_zero(m, a) || is_zero(m, b)) ? num_fadd(m, 0, c) : num_fmad(m, a, b, c);
}

uint32_t tgsi_f_dot(const struct tgsi_eval *e, unsigned n, const uint32_t a[4], const uint32_t b[4])
{
   uint32_t r = tgsi_f_mul(e, a[0], b[0]);

   for (unsigned i = 1; i < n; i++)
      r = tgsi_f_mad(e, e->num, a[i], b[i], r);
   return r;
}

uint32_t tgsi_f_cross(const struct tgsi_eval *e, const uint32_t a[4], const uint32_t b[4], unsigned c)
{
   const unsigned i = (c + 1) % 3, j = (c + 2) % 3;

   return tgsi_f_mad(e, e->num, a[i], b[j], tgsi_f_mul(e, a[j], b[i]) ^ TGSI_SIGN);
}

uint32_t tgsi_f_reflect(const struct tgsi_eval *e, const uint32_t a[4], const uint32_t b[4], unsigned c)
{
   const uint32_t twice = tgsi_f_mul(e, F_2, tgsi_f_dot(e, 3, a, b));

   return tgsi_f_mad(e, e->num, tgsi_f_mul(e, twice, num_frcp(e->num, tgsi_f_dot(e, 3, a, a))), a[c], b[c] ^ TGSI_SIGN);
}

uint32_t tgsi_f_lit(const struct tgsi_eval *e, uint32_t x, uint32_t y, uint32_t w)
{
   num_m m = e->num;
   const uint32_t t = tgsi_f_max(m, tgsi_f_min(m, w, F_128), F_128 | TGSI_SIGN);

   if (!num_flt(m, 0, x))
      return 0;
   return num_feq(m, t, 0) ? NUM_ONE : num_fexp2(m, tgsi_f_mul(e, t, num_flog2(m, tgsi_f_max(m, y, 0))));
}

/* ------------------------------------------------------------------------------------------------------------------- floats */

uint32_t tgsi_f_min(num_m m, uint32_t a, uint32_t b) { return num_isnan(b) || num_flt(m, a, b) ? a : b; }
uint32_t tgsi_f_max(num_m m, uint32_t a, uint32_t b) { return num_isnan(b) || num_flt(m, b, a) ? a : b; }

uint32_t tgsi_f_power(num_m m, uint32_t a, uint32_t b)
{
   return num_feq(m, b, 0) ? NUM_ONE : num_fexp2(m, num_fmul(m, b, num_flog2(m, a)));
}

/* The sign bit of the reciprocal selects the range: docs/semantics-nv.md. */
uint32_t tgsi_f_clamped_rcp(num_m m, uint32_t a)
{
   const uint32_t r = num_frcp(m, a);

   if (r & TGSI_SIGN)
      return num_fmin(m, num_fmax(m, r, F_2P64 | TGSI_SIGN), F_2M64 | TGSI_SIGN);
   return num_fmax(m, num_fmin(m, r, F_2P64), F_2M64);
}

/*
 * The number is man * 2^(e - 150) with 24 bits of man. A result below the normal numbers is computed by one product, so that it
 * rounds as products do.
 */
uint32_t tgsi_f_scale(num_m m, uint32_t a, uint32_t exponent)
{
   a = num_flush_in(m, a);
   const uint32_t sign = a & TGSI_SIGN;
   uint32_t man = a & 0x7fffffu;
   int64_t e = a >> 23 & 0xff;

   if (e == 255 || !(a & ~TGSI_SIGN))
      return num_isnan(a) ? NUM_NAN : a;
   if (!e)
      for (e = 1; !(man & 0x800000u); e--)
         man <<= 1;
   man &= 0x7fffffu;
   e += exponent & TGSI_SIGN ? (int64_t)exponent - INT64_C(0x100000000) : (int64_t)exponent;
   if (e >= 255)
      return num_fmul(m, sign | F_MAX, F_2);
   if (e >= 1)
      return sign | (uint32_t)e << 23 | man;
   /* Below 2^-151 the result rounds like the square of the smallest normal number. */
   return e < -24 ? num_fmul(m, sign | F_MIN, F_MIN) : num_fmul(m, sign | 100u << 23 | man, (uint32_t)(e + 27) << 23);
}

/* EXP: 2^floor(x), x - floor(x), 2^x, 1. */
uint32_t tgsi_f_exp(num_m m, unsigned c, uint32_t x)
{
   const uint32_t whole = num_ffloor(m, x);

   return c == 0 ? num_fexp2(m, whole) : c == 1 ? num_fadd(m, x, whole ^ TGSI_SIGN) : c == 2 ? num_fexp2(m, x) : NUM_ONE;
}

uint32_t tgsi_f_unorm(num_m m, float scale, uint32_t a)
{
   return tgsi_f_to_unsigned(num_fround(m, num_fmul(m, num_u(scale), num_fsat(m, a))));
}

uint32_t tgsi_f_snorm8(num_m m, uint32_t a)
{
   return tgsi_f_to_int(num_fround(m, num_fmul(m, num_u(127.0f), num_fssat(m, a)))) & 0xff;
}

uint32_t tgsi_f_unpack_snorm8(num_m m, uint32_t field)
{
   return tgsi_f_max(m, num_fmul(m, num_i2f(m, (field ^ 0x80) - 0x80), num_fpart(m, 127)), num_u(-1.0f));
}

uint32_t tgsi_f_to_int(uint32_t a)
{
   const float f = num_f(a);

   if (f >= -0x1p31f && f < 0x1p31f)
      return (uint32_t)(int32_t)f;
   return num_isnan(a) ? 0 : f > 0 ? 0x7fffffffu : 0x80000000u;
}

uint32_t tgsi_f_to_unsigned(uint32_t a)
{
   const float f = num_f(a);

   if (f >= 0x1p32f)
      return UINT32_MAX;
   return f > 0 ? (uint32_t)f : 0;
}

/* ----------------------------------------------------------------------------------------------------------------- integers */

uint32_t tgsi_i_mul_high(uint32_t a, uint32_t b)
{
   const uint32_t high = (uint32_t)((uint64_t)a * b >> 32);

   return high - (a & TGSI_SIGN ? b : 0) - (b & TGSI_SIGN ? a : 0);
}

uint32_t tgsi_i_shr(uint32_t a, uint32_t count)
{
   count &= 31;
   return a & TGSI_SIGN ? ~(~a >> count) : a >> count;
}

uint32_t tgsi_i_extract(uint32_t a, uint32_t offset, uint32_t width, bool with_sign)
{
   offset &= 31;
   if (width == 32 && !offset)
      return a;
   width &= 31;
   if (!width)
      return 0;
   if (width + offset >= 32)
      return with_sign ? tgsi_i_shr(a, offset) : a >> offset;
   a <<= 32 - width - offset;
   return with_sign ? tgsi_i_shr(a, 32 - width) : a >> (32 - width);
}

uint32_t tgsi_i_insert(uint32_t a, uint32_t b, uint32_t offset, uint32_t width)
{
   const uint32_t mask = ((1u << (width & 31)) - 1) << (offset & 31);

   return width == 32 ? b : (b << (offset & 31) & mask) | (a & ~mask);
}

uint32_t tgsi_i_reverse(uint32_t a)
{
   uint32_t r = 0;

   for (unsigned i = 0; i < 32; i++)
      r |= (a >> i & 1) << (31 - i);
   return r;
}

uint32_t tgsi_i_count(uint32_t a)
{
   uint32_t n = 0;

   for (; a; a &= a - 1)
      n++;
   return n;
}

uint32_t tgsi_i_high_bit(uint32_t a)
{
   uint32_t i = UINT32_MAX;

   for (; a; a >>= 1)
      i++;
   return i;
}
