/* SPDX-License-Identifier: MIT */
/* Analyses of the control flow graph (cfg.c). */
#ifndef IR_CFG_H
#define IR_CFG_H

#include "ir/ir.h"

void ir_cfg_update(struct ir_shader *s); /* sets indices and predecessors from the terminators */
/* Empties unreachable blocks and dissolves unreachable ifs and loops, then updates the graph. For builders that emit dead
   code. */
bool ir_remove_unreachable(struct ir_shader *s);
static inline unsigned ir_num_succs(const struct ir_block *b)
{
   return b->term == IR_TERM_IF ? 2 : b->term == IR_TERM_NONE || b->term == IR_TERM_RETURN ? 0 : 1;
}
static inline bool ir_reachable(const struct ir_block *b)
{
   return b->index == 0 || b->num_preds != 0;
}
/* True for the header of a loop that iterates. Only phis of such blocks read values that are defined later in the program. */
static inline bool ir_is_header(const struct ir_block *b)
{
   return b->num_preds && b->preds[b->num_preds - 1]->index >= b->index;
}
/* The position of `from` among the predecessors of `to`, which is also the position of the matching phi source; UINT32_MAX if
   there is none. */
uint32_t ir_pred_number(const struct ir_block *to, const struct ir_block *from);
/* True if the block only leaves a loop or starts its next iteration. It may hold constants. */
bool ir_only_exits(const struct ir_block *b);

/* Immediate dominators by block index; UINT32_MAX for the entry and for unreachable blocks. */
uint32_t *ir_dominators(struct ir_shader *s);
/* The dominator tree with O(1) queries; order[] lists the reachable blocks in preorder. */
struct ir_dom {
   uint32_t *idom, *pre, *size; /* by block: parent, preorder number, number of blocks in the subtree */
   uint32_t *order, num;
};
struct ir_dom ir_dom_tree(struct ir_shader *s);
void ir_dom_free(struct ir_shader *s, struct ir_dom *d);
static inline bool ir_dominates(const struct ir_dom *d, uint32_t a, uint32_t b)
{
   return d->pre[b] - d->pre[a] < d->size[a];
}
/* Dominance frontiers: those of block b are item[first[b]] .. item[first[b + 1] - 1]. */
struct ir_frontiers {
   uint32_t *first, *item;
};
struct ir_frontiers ir_dom_frontiers(struct ir_shader *s, const uint32_t *idom);
/* By block index, the header of the innermost loop around the block, or UINT32_MAX. If depth is not NULL, *depth
   gets the nesting depth of each block. */
uint32_t *ir_loops(struct ir_shader *s, uint32_t **depth);

#endif
