/* SPDX-License-Identifier: MIT */
/*
 * Formats of pck and unpck (ENC 3.4, SEM "What is no sum or product", UE [pack], [rare-formats]). Each format is a list of
 * fields, and the first component is in the lowest bits. *exact becomes false if no document defines the order or the meaning.
 */
#include <math.h>
#include <string.h>

#include "second.h"

enum meaning { NONE, UNSIGNED, SIGNED, OFFSET, HALF, FLOAT, SMALL_FLOAT, ZERO, ONE, COVERAGE, MASK };
struct format {
   enum meaning meaning;
   uint8_t num, width[4];
   bool settled; /* UE [rare-formats] lists the formats whose order and meaning are known */
};
static const struct format formats[32] = {
    [0] = {UNSIGNED, 4, {8, 8, 8, 8}, true},
    [1] = {SIGNED, 4, {8, 8, 8, 8}, true},
    [2] = {OFFSET, 4, {8, 8, 8, 8}, false},
    [3] = {UNSIGNED, 2, {16, 16}, false},
    [4] = {SIGNED, 2, {16, 16}, false},
    [5] = {OFFSET, 2, {16, 16}, false},
    [6] = {UNSIGNED, 1, {32}, true},
    [7] = {SIGNED, 1, {32}, true},
    [8] = {UNSIGNED, 4, {10, 10, 10, 2}, false},
    [9] = {SIGNED, 4, {10, 10, 10, 2}, false},
    [10] = {UNSIGNED, 3, {11, 11, 10}, false},
    [11] = {SIGNED, 3, {11, 11, 10}, false},
    [12] = {SMALL_FLOAT, 3, {11, 11, 10}, false},
    [13] = {MASK, 3, {9, 9, 9}, false},
    [14] = {HALF, 2, {16, 16}, true},
    [15] = {FLOAT, 1, {32}, true},
    [16] = {COVERAGE, 1, {32}, false},
    [17] = {UNSIGNED, 3, {5, 6, 5}, false},
    [18] = {UNSIGNED, 2, {24, 8}, false},
    [19] = {UNSIGNED, 2, {8, 24}, false},
    [20] = {MASK, 1, {32}, false},
    [21] = {SMALL_FLOAT, 4, {10, 10, 10, 2}, false},
    [22] = {SIGNED, 4, {8, 8, 8, 8}, false},
    [23] = {SIGNED, 2, {16, 16}, false},
    [30] = {ZERO, 1, {32}, true},
    [31] = {ONE, 1, {32}, true},
};

static float value(uint32_t a)
{
   float f;
   a = second_flush(a);
   memcpy(&f, &a, 4);
   return f;
}
static uint32_t bits(float f)
{
   uint32_t a;
   memcpy(&a, &f, 4);
   return a;
}

/* SEM, table of roundings: with .scale the product rounds to nearest, then to an integer; ISR 5, .ROUNDZERO: towards zero. */
static uint32_t to_field(uint32_t a, bool is_signed, unsigned width, bool scale, bool truncate)
{
   const double high = ldexp(1, (int)width - (is_signed ? 1 : 0)) - 1, low = is_signed ? (scale ? -high : -high - 1) : 0;
   double x = (double)value(a);

   if (x != x)
      return 0;
   if (scale) {
      x = x > 1 ? 1 : x < (is_signed ? -1 : 0) ? (is_signed ? -1 : 0) : x;
      x = (double)(float)(x * high);
   }
   x = truncate ? trunc(x) : nearbyint(x);
   x = x < low ? low : x > high ? high : x;
   return is_signed ? (uint32_t)(int32_t)x : (uint32_t)x;
}

bool second_pack(unsigned format, bool scale, bool truncate, unsigned n, uint32_t v, unsigned samples, uint32_t *word,
                 bool *exact)
{
   const struct format *f = &formats[format & 31];
   unsigned at = 0;
   uint32_t field;

   if (f->meaning == NONE)
      return false;
   if (!f->settled || n >= f->num || (scale && f->width[0] == 32)) /* no document defines a normalised integer of 32 bits */
      *exact = false;
   n %= f->num;
   for (unsigned k = 0; k < n; k++)
      at += f->width[k];
   const unsigned width = f->width[n];
   switch (f->meaning) {
   case HALF:
      field = second_to_half(v);
      if (truncate && !second_is_nan(v) && second_compare(second_from_half(field) & 0x7fffffff, v & 0x7fffffff) == 1)
         field--;
      break;
   case FLOAT:
   case MASK: field = v; break;
   case SMALL_FLOAT: field = second_compare(v, 0) < 1 ? 0 : second_to_half(v) >> (15 - width); break;
   case ZERO: field = 0; break;
   case ONE: field = 0x3f800000; break;
   case COVERAGE: field = (1u << (uint32_t)nearbyint((double)value(second_saturate(v)) * samples)) - 1; break;
   default: field = to_field(v, f->meaning == SIGNED, width, scale, truncate);
   }
   const uint32_t mask = width == 32 ? UINT32_MAX : (1u << width) - 1;
   *word = (*word & ~(mask << at)) | (field & mask) << at;
   return true;
}

/* bit: .scale, or .roundzero for 32-bit integers (UE "Operations"). */
bool second_unpack(unsigned format, bool bit, unsigned n, uint32_t word, uint32_t *out, bool *exact)
{
   const struct format *f = &formats[format & 31];
   unsigned at = 0;

   if (f->meaning == NONE || f->meaning == ZERO || f->meaning == ONE || f->meaning == COVERAGE)
      return false;
   if (!f->settled || n >= f->num)
      *exact = false;
   n %= f->num;
   for (unsigned k = 0; k < n; k++)
      at += f->width[k];
   const unsigned width = f->width[n];
   const uint32_t field = width == 32 ? word : word >> at & ((1u << width) - 1);
   const bool is_signed = f->meaning == SIGNED;
   const int32_t number = (int32_t)(field << (32 - width)) >> (32 - width);
   switch (f->meaning) {
   case HALF: *out = second_from_half(field); break;
   case FLOAT:
   case MASK: *out = field; break;
   case SMALL_FLOAT: *out = second_from_half(field << (15 - width) & 0x7fff); break;
   default:
      if (width == 32) {
         *out = second_from_integer(field, is_signed);
         if (bit) { /* towards zero: no further from it than the integer */
            const double r = (double)value(*out), x = is_signed ? (double)(int32_t)field : (double)field;
            if (fabs(r) > fabs(x))
               --*out;
         }
      } else if (bit) {
         const double high = ldexp(1, (int)width - (is_signed ? 1 : 0)) - 1;
         const double q = (is_signed ? (double)number : (double)field) / high;
         *out = bits((float)(q < -1 ? -1 : q));
      } else {
         *out = second_from_integer(is_signed ? (uint32_t)number : field, is_signed);
      }
   }
   return true;
}
