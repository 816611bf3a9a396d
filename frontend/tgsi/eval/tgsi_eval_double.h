/* SPDX-License-Identifier: MIT */
/*
 * Doubles and 64-bit integers, as bits. Sums, products, quotients, square roots and fused multiply-adds are those of the host,
 * for which IEEE 754 defines every bit in the default environment (semantics/fpenv.h). All other functions use integers. A
 * computed NaN is TGSI_NAN64.
 */
#ifndef FRONTEND_TGSI_EVAL_DOUBLE_H
#define FRONTEND_TGSI_EVAL_DOUBLE_H

#include <stdbool.h>
#include <stdint.h>

#define TGSI_SIGN64 (UINT64_C(1) << 63)
#define TGSI_NAN64 UINT64_C(0x7ff8000000000000)
#define TGSI_ONE64 UINT64_C(0x3ff0000000000000)

enum tgsi_round { TGSI_TRUNC, TGSI_FLOOR, TGSI_CEIL, TGSI_EVEN };

bool tgsi_d_isnan(uint64_t a);
bool tgsi_d_lt(uint64_t a, uint64_t b);
bool tgsi_d_eq(uint64_t a, uint64_t b);
uint64_t tgsi_d_add(uint64_t a, uint64_t b);
uint64_t tgsi_d_mul(uint64_t a, uint64_t b);
uint64_t tgsi_d_fma(uint64_t a, uint64_t b, uint64_t c);
uint64_t tgsi_d_div(uint64_t a, uint64_t b);
uint64_t tgsi_d_sqrt(uint64_t a);
uint64_t tgsi_d_rsqrt(uint64_t a);
uint64_t tgsi_d_min(uint64_t a, uint64_t b); /* prefers a number to a NaN, and the second of two equal operands */
uint64_t tgsi_d_max(uint64_t a, uint64_t b);
uint64_t tgsi_d_round(uint64_t a, enum tgsi_round mode);
uint64_t tgsi_d_sign(uint64_t a);
uint64_t tgsi_d_saturate(uint64_t a, bool with_sign);
uint64_t tgsi_d_scale(uint64_t a, uint32_t exponent); /* a * 2^exponent, an int */
uint64_t tgsi_d_fraction(uint64_t a, uint32_t *exponent); /* frexp */

/* Conversions. Those to integers round towards zero and saturate; NaN gives 0. */
uint64_t tgsi_d_of_float(uint32_t a);
uint64_t tgsi_d_of_int(uint64_t a);
uint64_t tgsi_d_of_unsigned(uint64_t a);
uint32_t tgsi_float_of_d(uint64_t a);
uint32_t tgsi_float_of_int(uint64_t a);
uint32_t tgsi_float_of_unsigned(uint64_t a);
/* To integers of 32 or 64 bits. */
uint64_t tgsi_int_of_d(uint64_t a, unsigned bits);
uint64_t tgsi_unsigned_of_d(uint64_t a, unsigned bits);

uint64_t tgsi_i64_div(uint64_t a, uint64_t b); /* 0 if b is 0 */
uint64_t tgsi_i64_mod(uint64_t a, uint64_t b); /* ~0 if b is 0 */
uint64_t tgsi_i64_shr(uint64_t a, uint32_t count);

/* Maps signed integers to unsigned ones in the same order. */
static inline uint64_t tgsi_i64_order(uint64_t a) { return a ^ TGSI_SIGN64; }

#endif
