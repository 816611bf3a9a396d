/* SPDX-License-Identifier: MIT */
/* Control flow: ifs, loops and the mask counter. */
#ifndef USC_FLOW_H
#define USC_FLOW_H

#include "backend-usc/select/operand/usc_selection.h"

/*
 * Control flow: what the current block begins with where ifs and loops end or go on, and what it ends with. Blocks come in
 * order; before the first, usc_flow_init() makes registers for phis and the edges of the machine program.
 */
void usc_flow_init(struct usc_selection *c);
void usc_begin_block(struct usc_selection *c, const struct ir_block *b);
void usc_end_block(struct usc_selection *c, const struct ir_block *b);

#endif
