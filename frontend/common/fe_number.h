/* SPDX-License-Identifier: MIT */
/*
 * Numbers of a source text, independent of libc and locale. The lexer of the language has checked the form: decimal digits, or
 * 0x and hexadecimal ones; floats may have a point and an exponent (a power of 2 after a p for hexadecimal ones). There is no
 * sign.
 */
#ifndef FRONTEND_FE_NUMBER_H
#define FRONTEND_FE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bits of the exactly nearest binary32 (ties to even) for any number of digits. Numbers that are too large give
   infinity. */
uint32_t fe_float_bits(const char *s, size_t len);
uint64_t fe_double_bits(const char *s, size_t len); /* binary64 */
/* Returns UINT64_MAX and sets *overflow if the number does not fit. */
uint64_t fe_integer(const char *s, size_t len, bool *overflow);

#endif
