/* SPDX-License-Identifier: MIT */
/*
 * Folding: operations that become part of the instruction that reads their result.
 *
 *    a + (b << n), n from 1 to 4      one addition
 *    (a >> n) & ones                  one extraction
 *    (a << n) | (b >> (32 - n))       one extraction of 32 bits from 64
 *    a | (b << n)                     if a has no bits there: one addition for n from 1 to 4, else one insertion
 *    (a & ~(ones << n)) | (b << n),   one insertion for n from 5 on; without a, an insertion into 0
 *       with b & ones, or b << n & ones << n
 *    a & ~b, ~(a | b), ...            one operation by its truth table
 *    float of (a & 255), (a >> 24),   a conversion of a byte; the second and the fourth byte share a shift by 8
 *       (a >> 8 & 255)
 *    a + constant < 0                 a comparison of a with a constant operand
 *    f32 of f16                       a 16-bit operand of sums, products and some other operations
 *    f16 of a sum or product          a sum or product with a 16-bit result
 *    a pair of such f16 numbers       each is computed in its half of the word
 *    a >> 16, a & 0xffff              a 16-bit operand, if the operation that reads it extends it with zeros
 *    the f16 numbers in a word        16-bit operands
 */
#ifndef AGX_FOLD_H
#define AGX_FOLD_H

#include "backend-agx/select/operand/agx_operand.h"

/* A field of a word: the `bits` low bits of a source, or all of them if `bits` is 0, shifted left by `at`. */
struct agx_bitfield {
   unsigned at, bits;
   const struct ir_src *of; /* the source */
};
/* An "or", or an equivalent operation, that puts a field into a word with zeros in its place. */
struct agx_insertion {
   struct agx_bitfield field;
   const struct ir_src *into;
   bool masked; /* the operation absorbs the mask that clears the field in the word */
   unsigned k;  /* the index of the source that is the field */
};

/* Returns the operation that i computes itself instead of reading its result as source k, or NULL if there is none. */
const struct ir_instr *agx_absorbed(const struct agx_selection *c, const struct ir_instr *i, unsigned k);
/* Is i a << n, or one of (a & ones) << n and a << n & ones << n that absorbs its inner operation? */
bool agx_is_field(const struct agx_selection *c, const struct ir_instr *i, struct agx_bitfield *f);
bool agx_is_insertion(const struct agx_selection *c, const struct ir_instr *i, struct agx_insertion *in);
/* Does the comparison absorb the sum that is its first source? If so, it compares *a with the constant *bits. */
bool agx_compares_sum(const struct agx_selection *c, const struct ir_instr *i, const struct ir_src **a, uint32_t *bits);
/* Can source k of i have 16 bits, extended with zeros? */
bool agx_takes_half(const struct ir_instr *i, unsigned k);
/* Is the result one half of a word? Sets *word to the word, and *high to 1 if the half is the high one. */
bool agx_is_half(const struct ir_instr *i, const struct ir_src **word, unsigned *high);

#endif
