/* SPDX-License-Identifier: MIT */
/*
 * Control flow (docs/agx-encoding.md, "Control flow").
 *
 * A lane runs while its counter r0l is 0. Each if and loop around a block has *levels*: what its end takes from the counter of
 * a lane that waits. An if has one: lanes of the other arm wait at 1. A loop has one, at which lanes wait that have left it; if
 * blocks in the middle of its body go back, it has two, for lanes that wait for the next iteration stand at 1 then and those
 * that have left at 2. A lane that leaves a loop gets, on top, the levels of everything between it and the loop.
 */
#ifndef AGX_FLOW_H
#define AGX_FLOW_H

#include "backend-agx/select/operand/agx_operand.h"

/* Once the blocks are made. */
void agx_flow_init(struct agx_selection *c);
/* What stands in front of and behind the instructions of a block. */
void agx_begin_block(struct agx_selection *c, const struct ir_block *b);
void agx_end_block(struct agx_selection *c, const struct ir_block *b);

#endif
