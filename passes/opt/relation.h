/* SPDX-License-Identifier: MIT */
/*
 * Conditions as sets of relations.
 *
 * Two floats x, y are in exactly one of four relations: less, equal, greater, unordered; two integers in one of three. A
 * compare is a set of them, and any combination of compares of the same pair by and, or, xor and not is a set again. The flags
 * of a condition code, SF = lt(r,0) | isnan(r) and ZF = eq(r,0) | isnan(r), and the tests of NV_gpu_program4 Table X.16 built
 * from them are such combinations, so a test becomes one compare: EQ = !SF & ZF = {equal}, NE = SF | !ZF = {less, greater,
 * unordered}, ... Flushing of denormals does not matter: it is the same in every compare of a model.
 */
#ifndef PASSES_RELATION_H
#define PASSES_RELATION_H

#include "ir/ir.h"

enum { REL_LT = 1, REL_EQ = 2, REL_GT = 4, REL_UN = 8 };

enum relation_kind {
   REL_NONE,
   REL_FLOAT,
   REL_NAN, /* REL_UN or its complement, of x alone */
   REL_SINT,
   REL_UINT,
   REL_INT, /* equality only: goes with both */
};

struct relation {
   uint8_t kind, mask;
   struct ir_src x, y;
};

/* The set that a one-bit instruction computes. rel[] are those of earlier values, by tmp of their definition; rel[0] is REL_NONE. */
struct relation relation_of(const struct relation *rel, const struct ir_instr *i);
bool relation_is_const(const struct relation *r);
/* As one compare of its operands, or of its complement; false if there is none. */
struct relation_op {
   enum ir_op op;
   struct ir_src a, b;
};
bool relation_single(const struct relation *r, bool complement, struct relation_op *op);

#endif
