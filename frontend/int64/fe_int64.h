/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: 64-bit integers and doubles (IEEE binary64) as sequences of 32-bit IR ops. A 64-bit value is a pair
 * of 32-bit values; IR ops, passes and targets do not know it. All sequences are integer ops and exact conversions of integers,
 * so the results are the same on every machine, whatever rounding and denormals it has for its own floats. They contain no
 * branches: a special case is a select.
 *
 * Integers wrap. Doubles are rounded to nearest, ties to even. Denormals, infinities and the signs of zeros are kept. A
 * computed NaN is FE_F64_NAN. Copies (moves, selections, minimum and maximum, negation and absolute value) keep the bits of a
 * NaN.
 *
 * An operand must have no source modifiers. Sequences shrink with constant operands, because the passes fold the parts that
 * depend only on constants.
 */
#ifndef FRONTEND_INT64_FE_INT64_H
#define FRONTEND_INT64_FE_INT64_H

#include "frontend/common/fe_lower.h"

#define FE_F64_NAN 0x7ff8000000000000u
#define FE_F64_ONE 0x3ff0000000000000u

struct fe_int64 {
   struct ir_src lo, hi;
};

/* ---- any 64 bits (int64_int.c) */

struct fe_int64 fe_int64_imm(struct fe_lower *f, uint64_t bits);
struct fe_int64 fe_int64_sel(struct fe_lower *f, struct ir_src test, struct fe_int64 yes, struct fe_int64 no);

/* ---- integers: i64 signed, u64 unsigned, or the same for both (int64_int.c). Comparisons give a value of width 1. */

struct fe_int64 fe_u64_add(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_u64_sub(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_u64_mul(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_i64_neg(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_i64_abs(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_i64_sign(struct fe_lower *f, struct fe_int64 a); /* -1, 0 or 1 */
struct ir_src fe_u64_eq(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_u64_ne(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_u64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_u64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_i64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_i64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_u64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_u64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_i64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_i64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
/* Shifts by a 32-bit count modulo 64. */
struct fe_int64 fe_u64_shl(struct fe_lower *f, struct fe_int64 a, struct ir_src count);
struct fe_int64 fe_u64_shr(struct fe_lower *f, struct fe_int64 a, struct ir_src count);
struct fe_int64 fe_i64_shr(struct fe_lower *f, struct fe_int64 a, struct ir_src count);
/* Division rounds towards zero; the remainder has the sign of the dividend. For a divisor of 0 the signed quotient is 0 and the
   other results are ~0. INT64_MIN / -1 is INT64_MIN with remainder 0. (int64_div.c) */
struct fe_int64 fe_u64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_u64_mod(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_i64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_i64_mod(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);

/* ---- doubles: arithmetic (double.c, double_fma.c, double_root.c) */

struct fe_int64 fe_f64_add(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_sub(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_mul(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_fma(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b, struct fe_int64 c); /* one rounding */
struct fe_int64 fe_f64_mad(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b,
                           struct fe_int64 c); /* a product, then a sum */
struct fe_int64 fe_f64_div(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_rcp(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_sqrt(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_rsq(struct fe_lower *f,
                          struct fe_int64 a); /* correctly rounded; infinite for zeros, with their sign; NaN below zero */

/* ---- doubles: the rest (double_round.c) */

struct fe_int64 fe_f64_abs(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_neg(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_sign(struct fe_lower *f, struct fe_int64 a); /* -1, 1, or +0 for zeros and NaN */
/* min: lt(a, b) ? a : b; max: lt(b, a) ? a : b; but a if b is a NaN. The result is an operand, bit for bit, and only a NaN if
   both operands are. */
struct fe_int64 fe_f64_min(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_max(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
/* Comparisons give a value of width 1. Except for ne they are false if an operand is a NaN. */
struct ir_src fe_f64_eq(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_f64_ne(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_f64_lt(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct ir_src fe_f64_ge(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b);
struct fe_int64 fe_f64_trunc(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_ceil(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_floor(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_round(struct fe_lower *f, struct fe_int64 a); /* half to even */
struct fe_int64 fe_f64_frac(struct fe_lower *f, struct fe_int64 a);  /* a - floor(a) */
struct fe_int64 fe_f64_ldexp(struct fe_lower *f, struct fe_int64 a, struct ir_src count); /* rounded once; any signed count */
/* The fraction in [1/2, 1) with the sign, and the exponent. Zeros, infinities and NaN are their own fraction, with exponent
   0. */
struct fe_int64 fe_f64_frexp(struct fe_lower *f, struct fe_int64 a, struct ir_src *exponent);
struct fe_int64 fe_f64_saturate(struct fe_lower *f, struct fe_int64 a); /* to [0,1]; NaN and -0 become +0 */

/*
 * ---- conversions (int64_convert.c). Conversions to integers round towards zero; numbers out of range give the nearest
 * integer, NaN gives 0. Those to f32 and double round to nearest even. f32 denormals are kept, whatever the machine does with
 * them.
 */
struct fe_int64 fe_i64_from_i32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_u64_from_u32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_i64_from_f32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_u64_from_f32(struct fe_lower *f, struct ir_src a);
struct ir_src fe_f32_from_i64(struct fe_lower *f, struct fe_int64 a);
struct ir_src fe_f32_from_u64(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_from_f32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_f64_from_i32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_f64_from_u32(struct fe_lower *f, struct ir_src a);
struct fe_int64 fe_f64_from_i64(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_f64_from_u64(struct fe_lower *f, struct fe_int64 a);
struct ir_src fe_f32_from_f64(struct fe_lower *f, struct fe_int64 a);
struct ir_src fe_i32_from_f64(struct fe_lower *f, struct fe_int64 a);
struct ir_src fe_u32_from_f64(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_i64_from_f64(struct fe_lower *f, struct fe_int64 a);
struct fe_int64 fe_u64_from_f64(struct fe_lower *f, struct fe_int64 a);

#endif
