/* SPDX-License-Identifier: MIT */
/* Conversion between words and floats with the same bits. */
#ifndef WORDS_H
#define WORDS_H

#include <stdint.h>
#include <string.h>

static inline float float_of(uint32_t bits)
{
   float f;

   memcpy(&f, &bits, sizeof f);
   return f;
}

static inline uint32_t bits_of(float f)
{
   uint32_t u;

   memcpy(&u, &f, sizeof u);
   return u;
}

#endif
