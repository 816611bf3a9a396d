/* SPDX-License-Identifier: MIT */
/* Numbers of a source text. Short decimals need one rounded division; all others use big integers of bounded size. */
#include "frontend/common/fe_number.h"

#include "semantics/num.h"

#include <stdbool.h>
#include <string.h>

/* A binary format: its significant bits, and the exponents of the smallest and the largest normal number. */
struct format {
   int bits, min, max;
   int many, few; /* numbers with this many digits before the point are infinity, or 0 */
};
static const struct format binary32 = {24, -126, 127, 40, -46}, binary64 = {53, -1022, 1023, 310, -326};

/*
 * The number of significant digits that are used. Later digits become a single 1 if any of them is nonzero. The result stays
 * correct, because the midpoint of two binary64 numbers has at most 767 significant digits.
 */
#define MAX_DIGITS 800
/* large enough for both 10^(325 + MAX_DIGITS) and a shifted number of 800 digits */
#define LIMBS 160

struct big {
   unsigned used;
   uint32_t limb[LIMBS]; /* least significant first; `used` of them, the last of which is not 0 */
};

static void big_set(struct big *b, uint32_t v)
{
   b->used = v != 0;
   b->limb[0] = v;
}

static void big_mul_add(struct big *b, uint32_t mul, uint32_t add)
{
   uint64_t carry = add;

   for (unsigned i = 0; i < b->used; i++) {
      carry += (uint64_t)b->limb[i] * mul;
      b->limb[i] = (uint32_t)carry;
      carry >>= 32;
   }
   if (carry && b->used < LIMBS)
      b->limb[b->used++] = (uint32_t)carry;
}

static unsigned big_bits(const struct big *b)
{
   unsigned n = 0;

   if (!b->used)
      return 0;
   while (n < 32 && b->limb[b->used - 1] >> n)
      n++;
   return (b->used - 1) * 32 + n;
}

static void big_shl(struct big *b, unsigned n)
{
   const unsigned limbs = n / 32, bits = n % 32;

   if (!b->used)
      return;
   for (unsigned i = b->used + limbs + 1; i-- > limbs;) {
      const uint64_t lo = i - limbs < b->used ? b->limb[i - limbs] : 0, below = i > limbs ? b->limb[i - limbs - 1] : 0;

      if (i < LIMBS)
         b->limb[i] = (uint32_t)((lo << 32 | below) >> (32 - bits));
   }
   for (unsigned i = 0; i < limbs && i < LIMBS; i++)
      b->limb[i] = 0;
   b->used = b->used + limbs + 1 < LIMBS ? b->used + limbs + 1 : LIMBS;
   while (b->used && !b->limb[b->used - 1])
      b->used--;
}

static int big_cmp(const struct big *a, const struct big *b)
{
   if (a->used != b->used)
      return a->used < b->used ? -1 : 1;
   for (unsigned i = a->used; i-- > 0;)
      if (a->limb[i] != b->limb[i])
         return a->limb[i] < b->limb[i] ? -1 : 1;
   return 0;
}

/* a -= b, which is not larger */
static void big_sub(struct big *a, const struct big *b)
{
   uint64_t borrow = 0;

   for (unsigned i = 0; i < a->used; i++) {
      uint64_t d = (uint64_t)a->limb[i] - (i < b->used ? b->limb[i] : 0) - borrow;
      a->limb[i] = (uint32_t)d;
      borrow = d >> 63;
   }
   while (a->used && !a->limb[a->used - 1])
      a->used--;
}

static uint64_t infinity(const struct format *f) { return (uint64_t)(2 * f->max + 1) << (f->bits - 1); }

/* The bits of the number in this format nearest to num / den * 2^scale; den is not 0. Destroys num and den. */
static uint64_t ratio(const struct format *f, struct big *num, struct big *den, int scale)
{
   if (big_bits(num) == 0)
      return 0;

   /* Scale so that 1 <= num / den < 2; the value is then (num / den) * 2^e. */
   int e = (int)big_bits(num) - (int)big_bits(den);

   if (e >= 0)
      big_shl(den, (unsigned)e);
   else
      big_shl(num, (unsigned)-e);
   if (big_cmp(num, den) < 0) {
      e--;
      big_shl(num, 1);
   }
   e += scale;
   if (e > f->max)
      return infinity(f);
   if (e < f->min - f->bits)
      return 0;

   /* Compute one bit of the quotient at a time. A denormal has fewer bits, the smallest ones none. */
   const int bits = e >= f->min ? f->bits : f->bits - (f->min - e);
   uint64_t q = 0;

   for (int i = 0; i < bits; i++) {
      q <<= 1;
      if (big_cmp(num, den) >= 0) {
         big_sub(num, den);
         q |= 1;
      }
      big_shl(num, 1);
   }
   /* The remainder is num / den / 2, in units of the last bit: round to nearest, ties to even. */
   const int c = big_cmp(num, den);
   if (c > 0 || (c == 0 && (q & 1)))
      q++;
   /* If rounding up overflows the mantissa, the carry increments the exponent. */
   return e >= f->min ? ((uint64_t)(e - f->min) << (f->bits - 1)) + q : q;
}

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10); }

static bool is_hex(const char *s, size_t len) { return len > 2 && s[0] == '0' && (s[1] | 32) == 'x'; }

uint64_t fe_integer(const char *s, size_t len, bool *overflow)
{
   uint64_t v = 0;
   const unsigned base = is_hex(s, len) ? 16 : 10;

   *overflow = false;
   for (size_t i = base == 16 ? 2 : 0; i < len; i++) {
      const unsigned d = digit(s[i]);

      if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, d, &v)) {
         *overflow = true;
         return UINT64_MAX;
      }
   }
   return v;
}

static int64_t exponent(const char *s, size_t len)
{
   bool neg = len && *s == '-';
   int64_t e = 0;

   for (size_t i = len && (*s == '-' || *s == '+'); i < len; i++)
      if (e < 1000000000000)
         e = e * 10 + (s[i] - '0');
   return neg ? -e : e;
}

/*
 * Hexadecimal digits, with a point and a binary exponent where the language allows them. After the first 256 bits it only
 * matters whether any digit is nonzero.
 */
static uint64_t hex_to_format(const struct format *f, const char *s, size_t len)
{
   struct big num, den;
   bool point = false, more = false;
   int64_t scale = 0;
   size_t i;

   big_set(&num, 0);
   big_set(&den, 1);
   for (i = 2; i < len && (s[i] | 32) != 'p'; i++) {
      if (s[i] == '.') {
         point = true;
         continue;
      }
      if (big_bits(&num) > 256) {
         more |= s[i] != '0';
         scale += point ? 0 : 4;
         continue;
      }
      big_mul_add(&num, 16, digit(s[i]));
      scale -= point ? 4 : 0;
   }
   if (i < len)
      scale += exponent(s + i + 1, len - i - 1);
   if (more) {
      big_mul_add(&num, 16, 1);
      scale -= 4;
   }
   return ratio(f, &num, &den, scale > 4000 ? 4000 : scale < -4000 ? -4000 : (int)scale);
}

/* A decimal as digits * 10^exp10. */
struct decimal {
   struct big digits;
   uint64_t small;      /* equal to `digits` if there are at most 18 */
   unsigned num_digits; /* significant digits */
   int64_t exp10;
};

static void read_decimal(const char *s, size_t len, struct decimal *d)
{
   bool point = false, more = false;
   size_t i;

   d->small = d->num_digits = 0;
   d->exp10 = 0;
   big_set(&d->digits, 0);
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

/* Converts a decimal that is not short. */
static uint64_t decimal_to_format(const struct format *f, struct decimal *d)
{
   struct big den;

   big_set(&den, 1);
   if (d->num_digits == 0 || (int64_t)d->num_digits + d->exp10 < f->few)
      return 0;
   if ((int64_t)d->num_digits + d->exp10 > f->many)
      return infinity(f);
   for (; d->exp10 > 0; d->exp10--)
      big_mul_add(&d->digits, 10, 0);
   for (; d->exp10 < 0; d->exp10++)
      big_mul_add(&den, 10, 0);
   return ratio(f, &d->digits, &den, 0);
}

/* Both operands of the double operations below are exact. */
static const double pow10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double scaled(const struct decimal *d)
{
   return d->exp10 < 0 ? (double)d->small / pow10[-d->exp10] : (double)d->small * pow10[d->exp10];
}

uint32_t fe_float_bits(const char *s, size_t len)
{
   struct decimal d;

   if (is_hex(s, len))
      return (uint32_t)hex_to_format(&binary32, s, len);
   read_decimal(s, len, &d);
   /* Rounding the result again, from 53 to 24 bits, changes nothing. */
   if (d.num_digits <= 18 && d.small < 1u << 24 && d.exp10 >= -10 && d.exp10 <= 10)
      return num_u((float)scaled(&d));
   return (uint32_t)decimal_to_format(&binary32, &d);
}

uint64_t fe_double_bits(const char *s, size_t len)
{
   struct decimal d;

   if (is_hex(s, len))
      return hex_to_format(&binary64, s, len);
   read_decimal(s, len, &d);
   if (d.num_digits <= 18 && d.small < 1ull << 53 && d.exp10 >= -22 && d.exp10 <= 22) {
      const double v = scaled(&d);
      uint64_t bits;

      memcpy(&bits, &v, sizeof bits);
      return bits;
   }
   return decimal_to_format(&binary64, &d);
}
