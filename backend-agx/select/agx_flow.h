/* SPDX-License-Identifier: MIT */
/*
 * Control flow (docs/agx-encoding.md, "Control flow").
 *
 * A lane runs while its counter r0l is 0. Each if and loop around a block has *levels*: its end subtracts that many from the
 * counter of a waiting lane. An if has one level: lanes of the other arm wait at 1. A loop has one level, at which lanes wait
 * that
 * have left it. If blocks in the middle of its body continue, it has two: lanes that wait for the next iteration are then at 1,
 * and lanes that have left at 2. A lane that leaves a loop also adds the levels of everything between it and the loop.
 */
#ifndef AGX_FLOW_H
#define AGX_FLOW_H

#include "backend-agx/select/operand/agx_operand.h"

/* Call this once the blocks exist. */
void agx_flow_init(struct agx_selection *c);
/* Emit the control flow before and after the instructions of a block. */
void agx_begin_block(struct agx_selection *c, const struct ir_block *b);
void agx_end_block(struct agx_selection *c, const struct ir_block *b);

#endif
