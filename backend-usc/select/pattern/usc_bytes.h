/* SPDX-License-Identifier: MIT */
/* Colours that are bytes before they are floats: their words are assembled from the bytes. */
#ifndef USC_BYTES_H
#define USC_BYTES_H

#include "backend-usc/select/operand/usc_selection.h"

/* Finds these colours. Call before usc_combine_scan(). */
void usc_bytes_scan(struct usc_selection *c);
/* Emits the word of colour target t. */
void usc_bytes_emit(struct usc_selection *c, unsigned t, struct usc_opd dst);
/* The number of groups that it takes. */
unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t);
/* The source that is packed once and multiplied, or NULL. */
const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t);

#endif
