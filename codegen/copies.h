/* SPDX-License-Identifier: MIT */
/* Parallel copies of a machine program: made at the end of a block from the phis behind its edge, and brought into an order. */
#ifndef CODEGEN_COPIES_H
#define CODEGEN_COPIES_H

#include "codegen/allocate.h"

/*
 * The moves and swaps that make the parallel copies of i (CG_COPIES) on physical units; returns their number. A copy into a register
 * that is never referenced is left out. A source that is no register becomes PARCOPY_EXTERNAL + the number of its copy in i->copies.
 *
 * runs: copies that follow each other in i->copies, into consecutive units of one register and from consecutive units of one
 * register, stay one step of several units where the order allows; so do those from one operand that is no register, which is then
 * as long as the run.
 */
uint32_t cg_sequence_copies(struct cg_program *p, const struct cg_assignment *a, const struct cg_instr *i, bool runs,
                            struct parcopy_step **out);

#endif
