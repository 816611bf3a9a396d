/* SPDX-License-Identifier: MIT */
/* Texture requests. */
#ifndef USC_TEXTURE_H
#define USC_TEXTURE_H

#include "backend-usc/select/operand/usc_selection.h"

/* Replaces the oldest entry by one for a request with a used result. Sets *found if its data words are those of another
   request. */
struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found);
/* Is the source a data word of the request as it is, not part of one, computed to one, or used after the request? */
bool usc_is_data_word(const struct usc_selection *c, const struct ir_instr *i, unsigned src);
/* Does the access iterate its coordinates itself, as an itrsmp? Fields of 8 bits may still forbid that. */
bool usc_is_itrsmp(const struct usc_selection *c, const struct ir_instr *i);
/* Is the result a comparison of the reference value with what the request gives? */
bool usc_compares_depth(const struct ir_instr *i);
void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i);

#endif
