/* SPDX-License-Identifier: MIT */
/*
 * Divergence analysis: values and branches that are uniform over a wave (divergence.c).
 *
 * A value is uniform if all lanes that compute it at the same time get the same bits. A branch (an if, or a loop as a whole) is
 * uniform if all lanes that reach it at the same time go the same way, so that a machine can branch instead of masking lanes.
 */
#ifndef IR_DIVERGENCE_H
#define IR_DIVERGENCE_H

#include "ir/ir.h"

struct ir_divergence {
   const struct ir_shader *s;
   uint32_t num_blocks, num_values; /* of the shader at the time of the analysis */
   /* by block that ends in IF or LOOP: 1 for an if that all running lanes take or none does, or a loop that they leave
      together */
   uint8_t *uniform_branch;
   uint8_t *varies;         /* by value: may vary where it is defined; for uses after a loop see ir_src_is_uniform() */
   uint32_t *around;        /* by block: the block that ends in the innermost IF or LOOP around it, or UINT32_MAX */
   uint32_t *loop;          /* by block: the block that ends in the innermost LOOP around it, or UINT32_MAX */
};

/* Linear except for loop phis: at most 8 walks over the program, after which all loop phis that may vary count as varying. */
struct ir_divergence ir_divergence_find(struct ir_shader *s);
void ir_divergence_free(struct ir_divergence *d);

/* True if the source, read in block `reader`, gives the same bits to all running lanes. A value that is uniform inside a loop
   may vary after it, because lanes may have left the loop in different iterations. */
bool ir_src_is_uniform(const struct ir_divergence *d, const struct ir_src *src, uint32_t reader);

/* Returns only uniform_branch. */
uint8_t *ir_uniform_branches(struct ir_shader *s);

#endif
