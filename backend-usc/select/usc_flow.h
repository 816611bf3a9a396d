/* SPDX-License-Identifier: MIT */
/* Control flow: ifs, loops and the mask counter. */
#ifndef USC_FLOW_H
#define USC_FLOW_H

#include "backend-usc/select/operand/usc_selection.h"

/* Makes registers for phis and the edges of the machine program. Call before the first block. */
void usc_flow_init(struct usc_selection *c);
/* Emit what a block needs at its start, where ifs and loops end or continue, and at its end. Blocks must come in order. */
void usc_begin_block(struct usc_selection *c, const struct ir_block *b);
void usc_end_block(struct usc_selection *c, const struct ir_block *b);

#endif
