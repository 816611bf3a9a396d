/* SPDX-License-Identifier: MIT */
/* Undoes the separation of a pre-shader that cannot become a preamble. */
#ifndef AGX_PASTE_H
#define AGX_PASTE_H

#include "ir/ir.h"

/* Inserts the pre-shader of the program at its start, so that the program computes those results itself. */
void agx_paste_preshader(struct ir_shader *s);

#endif
