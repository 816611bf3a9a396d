/* SPDX-License-Identifier: MIT */
/* Functions on 32-bit floats and integers that expressions of tgsi_ops.def use (docs/semantics-tgsi.md). */
#ifndef FRONTEND_TGSI_EVAL_FLOAT_H
#define FRONTEND_TGSI_EVAL_FLOAT_H

#include "frontend/tgsi/eval/tgsi_eval.h"

/* Products within an instruction. If e->legacy, LEGACY_MATH_RULES applies. */
uint32_t tgsi_f_mul(const struct tgsi_eval *e, uint32_t a, uint32_t b);
uint32_t tgsi_f_mad(const struct tgsi_eval *e, num_m m, uint32_t a, uint32_t b, uint32_t c);
/* The dot product of the first n lanes. */
uint32_t tgsi_f_dot(const struct tgsi_eval *e, unsigned n, const uint32_t a[4], const uint32_t b[4]);
uint32_t tgsi_f_cross(const struct tgsi_eval *e, const uint32_t a[4], const uint32_t b[4], unsigned c);
uint32_t tgsi_f_reflect(const struct tgsi_eval *e, const uint32_t a[4], const uint32_t b[4], unsigned c);
uint32_t tgsi_f_lit(const struct tgsi_eval *e, uint32_t x, uint32_t y, uint32_t w);

uint32_t tgsi_f_min(num_m m, uint32_t a, uint32_t b);
uint32_t tgsi_f_max(num_m m, uint32_t a, uint32_t b);
uint32_t tgsi_f_power(num_m m, uint32_t a, uint32_t b);
uint32_t tgsi_f_clamped_rcp(num_m m, uint32_t a);
uint32_t tgsi_f_scale(num_m m, uint32_t a, uint32_t exponent);
uint32_t tgsi_f_exp(num_m m, unsigned c, uint32_t x);
uint32_t tgsi_f_unorm(num_m m, float scale, uint32_t a);
uint32_t tgsi_f_snorm8(num_m m, uint32_t a);
uint32_t tgsi_f_unpack_snorm8(num_m m, uint32_t field);
/* Rounds towards zero and saturates, under all models; NaN gives 0. */
uint32_t tgsi_f_to_int(uint32_t a);
uint32_t tgsi_f_to_unsigned(uint32_t a);

uint32_t tgsi_i_mul_high(uint32_t a, uint32_t b);
uint32_t tgsi_i_shr(uint32_t a, uint32_t count);
uint32_t tgsi_i_extract(uint32_t a, uint32_t offset, uint32_t width, bool with_sign);
uint32_t tgsi_i_insert(uint32_t a, uint32_t b, uint32_t offset, uint32_t width);
uint32_t tgsi_i_reverse(uint32_t a);
uint32_t tgsi_i_count(uint32_t a);
uint32_t tgsi_i_high_bit(uint32_t a); /* ~0 if no bit is set */

#endif
