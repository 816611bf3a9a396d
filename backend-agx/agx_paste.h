/* SPDX-License-Identifier: MIT */
/* The way back from a pre-shader that cannot become a preamble. */
#ifndef AGX_PASTE_H
#define AGX_PASTE_H

#include "ir/ir.h"

/* Puts the pre-shader, which the program has, in front of the program, which computes its results itself then. Its words are
   read no more. */
void agx_paste_preshader(struct ir_shader *s);

#endif
