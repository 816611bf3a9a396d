/* SPDX-License-Identifier: MIT */
/* Parallel copies of a machine program: creates them at the end of a block for the phis of its successor, and orders them. */
#ifndef CODEGEN_COPIES_H
#define CODEGEN_COPIES_H

#include "codegen/allocate.h"
#include "codegen/allocate/parcopy.h"
#include "ir/ir.h"

/* The operands of phis; `user` is an argument of cg_edge_copies(). */
struct cg_phi_operands {
   /* the first unit of the value, or the operand that holds it (CG_EXTERNAL + n, with n + 1 and so on for its other units) */
   uint32_t (*source)(void *user, const struct ir_value *v);
   /* the first unit of the register of a phi, or CG_NONE if nothing reads it */
   uint32_t (*result)(void *user, const struct ir_value *v);
};

/*
 * Shares copies along many edges. If they would read one value that cannot have the place of the phi (a constant, an input, or
 * a value that other phis of the block read), they read a move of it instead, which dominates these edges and can have that
 * place. Adds the moves to the IR, in which predecessors must be up to date. Returns the number of the first value that is such
 * a move.
 */
uint32_t cg_share_copies(struct ir_shader *s);

/*
 * Fills i (zeroed) with the parallel copies for the phis of block `to` along the edge from block `from`, in the order of the
 * phis. A source of several units gives one copy per unit. False if there is nothing to copy.
 */
bool cg_edge_copies(struct cg_program *p, const struct ir_block *from, const struct ir_block *to,
                    const struct cg_phi_operands *o, void *user, struct cg_instr *i);

/*
 * Sequences the parallel copies of i (CG_COPIES) into moves and swaps of physical units, and returns their number. Copies into
 * registers that are never referenced are left out. A source that is not a register becomes CG_PARCOPY_EXTERNAL + the number of
 * its copy in i->copies.
 *
 * With `runs`, consecutive copies between consecutive units of one register each stay one step of several units where the order
 * allows, and so do consecutive operands that are not registers.
 */
uint32_t cg_sequence_copies(struct cg_program *p, const struct cg_assignment *a, const struct cg_instr *i, bool runs,
                            struct cg_parcopy_step **out);

#endif
