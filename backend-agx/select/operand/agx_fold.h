/* SPDX-License-Identifier: MIT */
/*
 * Operations that become part of what reads their results:
 *
 *    a + (b << n), n from 1 to 4      one addition
 *    (a >> n) & ones                  one extraction
 *    (a << n) | (b >> (32 - n))       one extraction of 32 bits from 64
 *    a | (b << n)                     if a has no bits there: one addition for n from 1 to 4, else one insertion
 *    (a & ~(ones << n)) | (b << n),   one insertion, n from 5 on; without a into 0
 *       with b & ones, or b << n & ones << n
 *    a & ~b, ~(a | b), ...            one operation by its truth table
 *    float of (a & 255), (a >> 24),   a conversion of a byte, behind a shift by 8 that the second and the fourth byte share
 *       (a >> 8 & 255)
 *    a + constant < 0                 a comparison of a with a constant, which is an operand here
 *    f32 of f16                       an operand of 16 bits of sums, products and others
 *    f16 of a sum or product          the sum or product, with a result of 16 bits
 *    a pair of such f16 numbers       each is computed in its half of the word
 *    a >> 16, a & 0xffff              an operand of 16 bits, where the operation that reads it extends that by zeros
 *    the f16 numbers in a word        likewise
 */
#ifndef AGX_FOLD_H
#define AGX_FOLD_H

#include "backend-agx/select/operand/agx_operand.h"

/* A field of a word: `bits` low ones, 0 for all, shifted left by `at`. */
struct agx_bitfield {
   unsigned at, bits;
   const struct ir_src *of; /* what has its bits in the low ones */
};
/* An "or" (or what is the same there) that puts a field into a word that has no other bits in its place. */
struct agx_insertion {
   struct agx_bitfield field;
   const struct ir_src *into;
   bool masked; /* the operation absorbs the mask that takes the bits away */
   unsigned k;  /* the source that is the field */
};

/* The operation that i does itself instead of reading its result as source k; NULL: there is none. */
const struct ir_instr *agx_absorbed(const struct agx_selection *c, const struct ir_instr *i, unsigned k);
/* Is it (a & ones) << n or a << n & ones << n, of which the inner operation is absorbed, or a << n? */
bool agx_is_field(const struct agx_selection *c, const struct ir_instr *i, struct agx_bitfield *f);
bool agx_is_insertion(const struct agx_selection *c, const struct ir_instr *i, struct agx_insertion *in);
/* Is a comparison that absorbs its first source one of *a with the constant of these bits? */
bool agx_compares_sum(const struct agx_selection *c, const struct ir_instr *i, const struct ir_src **a, uint32_t *bits);
/* May source k of i be of 16 bits, which are extended by zeros? */
bool agx_takes_half(const struct ir_instr *i, unsigned k);
/* Is the result half of a word? The source is that word, *high says which half. */
bool agx_is_half(const struct ir_instr *i, const struct ir_src **word, unsigned *high);

#endif
