/* SPDX-License-Identifier: MIT */
/*
 * Numbers of the source text: the nearest binary32 (ties to even) of a decimal of any length, exactly, without libc and locale.
 * Short literals take one correctly rounded division; the rest is arithmetic on big integers of a bounded size.
 */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

/*
 * Significant digits kept. Beyond them a digit that is not zero only matters as "something more", which one trailing 1
 * expresses: the midpoint of two binary32 numbers has at most 113 significant digits.
 */
#define MAX_DIGITS 120
/* 10^(45 + MAX_DIGITS) and a shifted 120-digit number both fit. */
#define LIMBS 36

struct big {
   uint32_t limb[LIMBS]; /* little end first */
};

static void big_mul_add(struct big *b, uint32_t mul, uint32_t add)
{
   uint64_t carry = add;

   for (unsigned i = 0; i < LIMBS; i++) {
      carry += (uint64_t)b->limb[i] * mul;
      b->limb[i] = (uint32_t)carry;
      carry >>= 32;
   }
}

static unsigned big_bits(const struct big *b)
{
   for (unsigned i = LIMBS; i-- > 0;)
      for (unsigned k = 32; b->limb[i] && k-- > 0;)
         if (b->limb[i] >> k & 1)
            return i * 32 + k + 1;
   return 0;
}

static void big_shl(struct big *b, unsigned n)
{
   struct big r = {{0}};

   for (unsigned i = n / 32; i < LIMBS; i++) {
      uint64_t lo = b->limb[i - n / 32], below = i > n / 32 ? b->limb[i - n / 32 - 1] : 0;
      r.limb[i] = (uint32_t)((lo << 32 | below) >> (32 - n % 32));
   }
   *b = r;
}

static int big_cmp(const struct big *a, const struct big *b)
{
   for (unsigned i = LIMBS; i-- > 0;)
      if (a->limb[i] != b->limb[i])
         return a->limb[i] < b->limb[i] ? -1 : 1;
   return 0;
}

static void big_sub(struct big *a, const struct big *b)
{
   uint64_t borrow = 0;

   for (unsigned i = 0; i < LIMBS; i++) {
      uint64_t d = (uint64_t)a->limb[i] - b->limb[i] - borrow;
      a->limb[i] = (uint32_t)d;
      borrow = d >> 63;
   }
}

/* Bits of the nearest binary32 to num / den; den is not 0. */
static uint32_t ratio_to_float(struct big num, struct big den)
{
   if (big_bits(&num) == 0)
      return 0;

   /* Scale so that 1 <= num / den < 2; the value is then (num / den) * 2^e. */
   int e = (int)big_bits(&num) - (int)big_bits(&den);

   if (e >= 0)
      big_shl(&den, (unsigned)e);
   else
      big_shl(&num, (unsigned)-e);
   if (big_cmp(&num, &den) < 0) {
      e--;
      big_shl(&num, 1);
   }
   if (e > 127)
      return 0x7f800000u;
   if (e < -150)
      return 0;

   /* One bit of the quotient at a time; a denormal has fewer, down to none. */
   int bits = e >= -126 ? 24 : 24 - (-126 - e);
   uint32_t q = 0;

   for (int i = 0; i < bits; i++) {
      q <<= 1;
      if (big_cmp(&num, &den) >= 0) {
         big_sub(&num, &den);
         q |= 1;
      }
      big_shl(&num, 1);
   }
   /* num / den / 2 is what is left, in units of the last bit. */
   int c = big_cmp(&num, &den);
   if (c > 0 || (c == 0 && (q & 1)))
      q++;
   /* The carry of rounding up walks into the exponent by itself. */
   return e >= -126 ? ((uint32_t)(e + 126) << 23) + q : q;
}

uint64_t nv_integer(const char *s, size_t len, bool *overflow)
{
   uint64_t v = 0;
   bool hex = len > 2 && s[0] == '0' && s[1] == 'x';

   *overflow = false;
   for (size_t i = hex ? 2 : 0; i < len; i++) {
      unsigned d = s[i] <= '9' ? (unsigned)(s[i] - '0') : (unsigned)((s[i] | 32) - 'a' + 10);
      unsigned base = hex ? 16 : 10;

      if (v > (UINT64_MAX - d) / base) {
         *overflow = true;
         return UINT64_MAX;
      }
      v = v * base + d;
   }
   return v;
}

uint32_t nv_float_bits(const char *s, size_t len)
{
   struct big num = {{0}}, den = {{1}};
   uint64_t small = 0;
   unsigned digits = 0;
   int64_t exp10 = 0;
   bool point = false, more = false;
   size_t i = 0;

   if (len > 2 && s[1] == 'x') {
      for (i = 2; i < len; i++) {
         unsigned d = s[i] <= '9' ? (unsigned)(s[i] - '0') : (unsigned)((s[i] | 32) - 'a' + 10);

         if (big_bits(&num) > 140)
            return 0x7f800000u;
         big_mul_add(&num, 16, d);
      }
      return ratio_to_float(num, den);
   }

   for (; i < len && (s[i] | 32) != 'e'; i++) {
      if (s[i] == '.') {
         point = true;
         continue;
      }
      if (digits == MAX_DIGITS) {
         more |= s[i] != '0';
         exp10 += !point;
         continue;
      }
      exp10 -= point;
      if (digits || s[i] != '0') {
         digits++;
         big_mul_add(&num, 10, (uint32_t)(s[i] - '0'));
         if (digits <= 18)
            small = small * 10 + (uint64_t)(s[i] - '0');
      }
   }
   if (i < len) {
      bool neg = false;
      int64_t e = 0;

      i++;
      if (i < len && (s[i] == '-' || s[i] == '+'))
         neg = s[i++] == '-';
      for (; i < len; i++)
         if (e < 1000000000000)
            e = e * 10 + (s[i] - '0');
      exp10 += neg ? -e : e;
   }
   if (digits == 0)
      return 0;
   if (more) {
      big_mul_add(&num, 10, 1);
      digits++;
      exp10--;
   }

   /* Both operands and thus one double operation are exact enough: rounding twice is innocuous from 53 to 24 bits. */
   static const float pow10[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
   if (digits <= 18 && small < 1u << 24 && exp10 >= -10 && exp10 <= 10) {
      float v = exp10 < 0 ? (float)((double)small / (double)pow10[-exp10]) : (float)((double)small * (double)pow10[exp10]);
      return num_u(v);
   }

   if ((int64_t)digits + exp10 > 40)
      return 0x7f800000u;
   if ((int64_t)digits + exp10 < -46)
      return 0;
   for (; exp10 > 0; exp10--)
      big_mul_add(&num, 10, 0);
   for (; exp10 < 0; exp10++)
      big_mul_add(&den, 10, 0);
   return ratio_to_float(num, den);
}
