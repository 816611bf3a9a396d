/* SPDX-License-Identifier: MIT */
/*
 * Results of vertex programs: words of the output buffer in four groups. First comes the position. Varyings follow, including
 * the viewport and clip distances. The rest is for the hardware: the point size, a word with layer and viewport, and the clip
 * distances.
 */
#ifndef AGX_VERTEX_H
#define AGX_VERTEX_H

#include "backend-agx/select/operand/agx_operand.h"

/* Assigns words to the collected results. */
void agx_place_words(struct agx_selection *c);
/* Stores a result that is not kept in a register until the end. */
void agx_store_word_of(struct agx_selection *c, const struct ir_instr *i);
/* Stores the kept results and ends the program. */
void agx_finish_vertex(struct agx_selection *c);

#endif
