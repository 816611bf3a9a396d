/* SPDX-License-Identifier: MIT */
/*
 * Divergence: where all lanes of a task that run do the same (divergence.c).
 *
 * A value is uniform if all lanes that compute it at one time get the same bits. A branch (an if, or a loop as a whole) is
 * uniform if all lanes that reach it at one time go the same way, so that a machine can branch instead of masking lanes.
 */
#ifndef IR_DIVERGENCE_H
#define IR_DIVERGENCE_H

#include "ir/ir.h"

struct ir_divergence {
   const struct ir_shader *s;
   uint32_t num_blocks, num_values; /* when it was found */
   /* by block that ends in IF or LOOP: an if that all running lanes take or none; a loop that they leave together */
   uint8_t *uniform_branch;
   uint8_t *varies;         /* by value: not known to be uniform where it is defined. Behind a loop see ir_src_is_uniform(). */
   uint32_t *around;        /* by block: the block that ends in the innermost IF or LOOP around it, UINT32_MAX = none */
   uint32_t *loop;          /* by block: the same, of LOOPs */
};

/* Linear but for phis of loops: at most 8 walks over the program, after which all of those count as varying. */
struct ir_divergence ir_divergence_find(struct ir_shader *s);
void ir_divergence_free(struct ir_divergence *d);

/* Does the source, read in block `reader`, give the same bits to all running lanes? A value that is uniform inside of a loop is
   not known to be so behind it, because lanes may have left the loop in different iterations. */
bool ir_src_is_uniform(const struct ir_divergence *d, const struct ir_src *src, uint32_t reader);

/* uniform_branch alone, for callers who need no more. */
uint8_t *ir_uniform_branches(struct ir_shader *s);

#endif
