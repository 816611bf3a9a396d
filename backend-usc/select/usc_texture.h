/* SPDX-License-Identifier: MIT */
/* Texture requests. */
#ifndef USC_TEXTURE_H
#define USC_TEXTURE_H

#include "backend-usc/select/operand/usc_selection.h"

/* The entry of a request that has a used result; it takes the place of the oldest one. *found: its data words are those of
   another. */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i);

#endif
