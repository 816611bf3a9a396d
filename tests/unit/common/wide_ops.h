/* SPDX-License-Identifier: MIT */
/*
 * The operations of frontend/int64, their counterparts on the host, and operands with special cases, for the unit test and for
 * `soak -only wide`. The host computes with its own doubles and with integers of 128 bits.
 */
#ifndef TESTS_UNIT_WIDE_OPS_H
#define TESTS_UNIT_WIDE_OPS_H

#include "frontend/int64/fe_int64.h"
#include "semantics/exec.h"
#include "util/rng.h"

#define WIDE_OPERANDS 3

struct wide_op {
   const char *name;
   /* A letter for each operand and the result, such as "DD:D". D is a double, L and M are signed and unsigned 64 bits, F is a
      float, I and U are 32 bits, B is a condition. X is an integer count in the third place of a result: the exponent of
      frexp. */
   const char *kinds;
   /* out gets the low word, the high word, and the exponent of frexp. */
   void (*build)(struct fe_lower *f, const struct fe_int64 *in, struct ir_src out[3]);
   void (*host)(const uint64_t *in, uint64_t out[2]);
};
extern const struct wide_op wide_ops[];
extern const unsigned wide_num_ops;
const struct wide_op *wide_find(const char *name);

/* Operands of an operation. Those of 32 bits are in the low half. */
struct wide_operands {
   uint64_t x[WIDE_OPERANDS];
};
/* Special value number n of a kind; returns false if there are no more. */
bool wide_special(char kind, unsigned n, uint64_t *v);
/* Random operands: classes of exponents and patterns of bits that make sums cancel, results lie halfway between two doubles, or
   results overflow or underflow. */
struct wide_operands wide_random(struct util_rng *r, const struct wide_op *op);

/* The operation as a vertex program: operand n is in attribute n, and the results are in the first output. */
struct ir_shader *wide_shader(struct util_ctx *ctx, const struct wide_op *op, num_m num);
/* The same program with a constant as operand n. */
struct ir_shader *wide_shader_constant(struct util_ctx *ctx, const struct wide_op *op, num_m num, unsigned n, uint64_t value);
/* The program of wide_shader() after all passes. */
struct ir_shader *wide_optimised(struct util_ctx *ctx, const struct wide_op *op);
/* IR operations of the program, without constants, inputs and outputs. */
unsigned wide_count(const struct ir_shader *s);
/* wide_fill() puts the operands of up to 32 lanes into the wave. wide_compare() compares `out` of the wave with the host, and
   returns NULL or the difference. */
void wide_fill(struct exec_wave *t, const struct wide_operands *x, unsigned lanes);
const char *wide_compare(struct util_ctx *ctx, const struct wide_op *op, const struct exec_wave *t,
                         const struct wide_operands *x, unsigned lanes);

/*
 * Runs n random operands of an operation through the interpreter, or all pairs of special operands if n is 0. Returns NULL, or
 * the difference.
 */
const char *wide_run(struct util_ctx *ctx, const struct wide_op *op, struct ir_shader *s, struct util_rng *r, uint64_t n);

#endif
