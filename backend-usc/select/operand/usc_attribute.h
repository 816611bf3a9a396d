/* SPDX-License-Identifier: MIT */
/* Registers of vertex attributes whose places the key has: the driver copies their words there, so no other input may be in
   them. */
#ifndef USC_ATTRIBUTE_H
#define USC_ATTRIBUTE_H

#include "backend-usc/select/operand/usc_selection.h"

/* Does the key have the place of the slot? */
bool usc_has_place(const struct usc_selection *c, unsigned slot);
/* Takes the next input register that no attribute with a place has. */
uint32_t usc_next_input(struct usc_selection *c);
/* The number of registers up to the last one of these attributes. */
uint32_t usc_end_of_attributes(const struct usc_selection *c);

#endif
