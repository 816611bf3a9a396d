/* SPDX-License-Identifier: MIT */
/*
 * Conditions as sets of relations, for constant folding of logic on comparisons.
 *
 * Two floats x, y are in exactly one of four relations: less, equal, greater, unordered; two integers in one of the first
 * three. A comparison is the set of relations for which it holds, and any combination of comparisons of the same pair by and,
 * or, xor and not is such a set again. The flags of a condition code, SF = lt(r,0) | isnan(r) and ZF = eq(r,0) | isnan(r), and
 * the tests of NV_gpu_program4 Table X.16 that are built from them are such combinations, so a test becomes one comparison: EQ
 * = !SF & ZF = {equal}, NE = SF | !ZF = {less, greater, unordered}, ... Flushing of denormals makes no difference, because it
 * is the same in every comparison of a number model.
 */
#ifndef PASSES_RULES_RELATION_H
#define PASSES_RULES_RELATION_H

#include "ir/ir.h"

/* Relations of a pair, as bits of a set. */
enum { REL_LT = 1, REL_EQ = 2, REL_GT = 4, REL_UN = 8 };

/* How the pair is compared. */
enum pass_relation_kind {
   REL_NONE, /* not known to be a set of relations */
   REL_FLOAT,
   REL_NAN, /* {unordered} of x with itself, or its complement: tests x for NaN */
   REL_SINT,
   REL_UINT,
   REL_INT, /* equality only: the same for signed and unsigned numbers */
};

struct pass_relation {
   uint8_t kind, mask;
   struct ir_src x, y;
};

/* The set that a one-bit instruction computes. rel[] has the sets of earlier values, by tmp of their definition; rel[0] is
   REL_NONE. */
struct pass_relation pass_relation_of(const struct pass_relation *rel, const struct ir_instr *i);
/* True if the condition always holds or never holds. */
bool pass_relation_is_const(const struct pass_relation *r);
/* The single comparison that computes the set or its complement; false if there is none. */
struct pass_relation_op {
   enum ir_op op;
   struct ir_src a, b;
};
bool pass_relation_single(const struct pass_relation *r, bool complement, struct pass_relation_op *op);

#endif
