/* SPDX-License-Identifier: MIT */
/* Parallel copies of a machine program: made at the end of a block from the phis behind its edge, and brought into an order. */
#ifndef CODEGEN_COPIES_H
#define CODEGEN_COPIES_H

#include "codegen/allocate.h"
#include "codegen/allocate/parcopy.h"
#include "ir/ir.h"

/* Where the values of phis are; `user` is an argument of cg_edge_copies(). */
struct cg_phi_operands {
   /* its first unit, or the operand that holds it (CG_EXTERNAL + n; n + 1 and so on for its other units) */
   uint32_t (*source)(void *user, const struct ir_value *v);
   /* first unit of the register of a phi, CG_NONE = nothing reads it */
   uint32_t (*result)(void *user, const struct ir_value *v);
};

/*
 * Where the copies along many edges would read one value that cannot have the place of the phi (a constant, an input, a value that other
 * phis of the block have too), reads a move of it instead, which is made once in front of these edges and can. Adds moves to the IR, whose
 * predecessors are up to date; returns the number of the first value that is one.
 */
uint32_t cg_share_copies(struct ir_shader *s);

/*
 * Makes i (zeroed) the parallel copies of the phis of block `to` along the edge from block `from`, in the order of the
 * phis; a source of several units gives as many copies. False: there is nothing to copy.
 */
bool cg_edge_copies(struct cg_program *p, const struct ir_block *from, const struct ir_block *to, const struct cg_phi_operands *o,
                    void *user, struct cg_instr *i);

/*
 * The moves and swaps that make the parallel copies of i (CG_COPIES) on physical units; returns their number. A copy into a
 * register that is never referenced is left out. A source that is no register becomes CG_PARCOPY_EXTERNAL + the number of its
 * copy in i->copies.
 *
 * runs: copies that follow each other in i->copies, into consecutive units of one register and from consecutive units of one
 * register, stay one step of several units where the order allows; so do those from consecutive numbers of operands that are no
 * registers.
 */
uint32_t cg_sequence_copies(struct cg_program *p, const struct cg_assignment *a, const struct cg_instr *i, bool runs,
                            struct cg_parcopy_step **out);

#endif
