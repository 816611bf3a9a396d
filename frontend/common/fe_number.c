/* SPDX-License-Identifier: MIT */
/* Numbers of a source text. Short decimals take one rounded division; all others take big integers of a bounded size. */
#include "frontend/common/fe_number.h"

#include "model/num.h"

#include <stdbool.h>

/*
 * How many significant digits are used. All later digits are replaced by one 1 if any of them is not zero. That keeps the
 * result correct, because the midpoint of two binary32 numbers has at most 113 significant digits.
 */
#define MAX_DIGITS 120
/* Both 10^(45 + MAX_DIGITS) and a shifted number of 120 digits fit. */
#define LIMBS 36

#define INFINITY_BITS 0x7f800000u

struct big {
   uint32_t limb[LIMBS]; /* the least significant one first */
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
      return INFINITY_BITS;
   if (e < -150)
      return 0;

   /* Compute one bit of the quotient at a time. A denormal has fewer than 24 bits, the smallest ones none. */
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
   /* The remainder is num / den / 2, in units of the last bit: round to nearest, ties to even. */
   int c = big_cmp(&num, &den);
   if (c > 0 || (c == 0 && (q & 1)))
      q++;
   /* If rounding up overflows the mantissa, the carry increments the exponent. */
   return e >= -126 ? ((uint32_t)(e + 126) << 23) + q : q;
}

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10); }

static bool is_hex(const char *s, size_t len) { return len > 2 && s[0] == '0' && s[1] == 'x'; }

uint64_t fe_integer(const char *s, size_t len, bool *overflow)
{
   uint64_t v = 0;
   const unsigned base = is_hex(s, len) ? 16 : 10;

   *overflow = false;
   for (size_t i = base == 16 ? 2 : 0; i < len; i++) {
      const unsigned d = digit(s[i]);

      if (v > (UINT64_MAX - d) / base) {
         *overflow = true;
         return UINT64_MAX;
      }
      v = v * base + d;
   }
   return v;
}

static uint32_t hex_to_float(const char *s, size_t len)
{
   struct big num = {{0}}, den = {{1}};

   for (size_t i = 2; i < len; i++) {
      if (big_bits(&num) > 140)
         return INFINITY_BITS;
      big_mul_add(&num, 16, digit(s[i]));
   }
   return ratio_to_float(num, den);
}

/* A decimal as digits * 10^exp10. */
struct decimal {
   struct big digits;
   uint64_t small;      /* the same as `digits` if there are at most 18 of them */
   unsigned num_digits; /* significant ones */
   int64_t exp10;
};

static int64_t exponent(const char *s, size_t len)
{
   bool neg = len && *s == '-';
   int64_t e = 0;

   for (size_t i = len && (*s == '-' || *s == '+'); i < len; i++)
      if (e < 1000000000000)
         e = e * 10 + (s[i] - '0');
   return neg ? -e : e;
}

static void read_decimal(const char *s, size_t len, struct decimal *d)
{
   bool point = false, more = false;
   size_t i;

   for (i = 0; i < len && (s[i] | 32) != 'e'; i++) {
      if (s[i] == '.') {
         point = true;
         continue;
      }
      if (d->num_digits == MAX_DIGITS) {
         more |= s[i] != '0';
         d->exp10 += !point;
         continue;
      }
      d->exp10 -= point;
      if (d->num_digits || s[i] != '0') {
         d->num_digits++;
         big_mul_add(&d->digits, 10, (uint32_t)(s[i] - '0'));
         if (d->num_digits <= 18)
            d->small = d->small * 10 + (uint64_t)(s[i] - '0');
      }
   }
   if (i < len)
      d->exp10 += exponent(s + i + 1, len - i - 1);
   if (more) {
      big_mul_add(&d->digits, 10, 1);
      d->num_digits++;
      d->exp10--;
   }
}

uint32_t fe_float_bits(const char *s, size_t len)
{
   static const float pow10[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
   struct decimal d = {.num_digits = 0};
   struct big den = {{1}};

   if (is_hex(s, len))
      return hex_to_float(s, len);
   read_decimal(s, len, &d);
   if (d.num_digits == 0)
      return 0;
   /* Both operands of the double operation are exact, and rounding its result again, from 53 to 24 bits, changes nothing. */
   if (d.num_digits <= 18 && d.small < 1u << 24 && d.exp10 >= -10 && d.exp10 <= 10) {
      double v = (double)d.small;
      return num_u((float)(d.exp10 < 0 ? v / (double)pow10[-d.exp10] : v * (double)pow10[d.exp10]));
   }
   if ((int64_t)d.num_digits + d.exp10 > 40)
      return INFINITY_BITS;
   if ((int64_t)d.num_digits + d.exp10 < -46)
      return 0;
   for (; d.exp10 > 0; d.exp10--)
      big_mul_add(&d.digits, 10, 0);
   for (; d.exp10 < 0; d.exp10++)
      big_mul_add(&den, 10, 0);
   return ratio_to_float(d.digits, den);
}
