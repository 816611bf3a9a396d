/* SPDX-License-Identifier: MIT */
/* Render targets in the tile, as the main part of a fragment program sees them. Stores are the epilog's. */
#ifndef AGX_TILE_H
#define AGX_TILE_H

#include "backend-agx/select/operand/agx_selection.h"

/* True for the words of a pixel (SLOT_TARGET). */
bool agx_is_target(unsigned slot);
/* The words that a pixel of render target n has. */
unsigned agx_target_words(const struct agx_options *opt, unsigned n);
/* Lists the targets that the program reads or writes or the key names. All inputs and outputs must be known. */
void agx_place_targets(struct agx_selection *c);
/* Loads the words of the mask of a target, for the samples that the invocation shades. */
void agx_load_target(struct agx_selection *c, struct agx_input *in, unsigned target);

#endif
