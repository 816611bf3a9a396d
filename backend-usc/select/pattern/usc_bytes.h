/* SPDX-License-Identifier: MIT */
/* Colours that are bytes before they are floats: their words are put together from the bytes. */
#ifndef USC_BYTES_H
#define USC_BYTES_H

#include "backend-usc/select/operand/usc_selection.h"

void usc_bytes_scan(struct usc_selection *c); /* before usc_combine_scan() */
/* The word of colour target t. */
void usc_bytes_emit(struct usc_selection *c, unsigned t, struct usc_opd dst);
/* How many groups that takes. */
unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t);
/* The source that is packed once and multiplied; NULL: there is none. */
const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t);

#endif
