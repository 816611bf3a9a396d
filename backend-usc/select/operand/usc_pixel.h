/* SPDX-License-Identifier: MIT */
/* Places of the colour targets of a fragment program, and the words of a pixel before it (SLOT_TARGET). */
#ifndef USC_PIXEL_H
#define USC_PIXEL_H

#include "backend-usc/select/operand/usc_selection.h"

/* True for the words of a colour target. */
bool usc_is_target(unsigned slot);
/* Components of the colour target that the program stores. */
uint8_t usc_color_mask(const struct usc_selection *c, unsigned t);
bool usc_is_in_tile_buffer(const struct usc_selection *c, unsigned t);
/* Finds the words that the program reads, and gives all targets their places. */
void usc_place_targets(struct usc_selection *c);
/* Computes the address of word n of the pixel in a tile buffer, for a load or a store, in two temporaries. Returns the
   first. */
uint32_t usc_tile_address(struct usc_selection *c, unsigned tile, unsigned n, bool load);
/* The operand of a word of a colour target before the fragment. */
struct usc_opd usc_load_target(struct usc_selection *c, unsigned t, unsigned comp);
/* dst = 0 in helpers, else not 0. */
void usc_emit_covered(struct usc_selection *c, struct usc_opd dst);

#endif
