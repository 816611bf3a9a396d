/* SPDX-License-Identifier: MIT */
/*
 * Results of vertex programs: words of the output buffer in four groups. The position; what is iterated, which holds viewport
 * and clip distances as well; then for the hardware the point size, a word with layer and viewport, and the clip distances.
 */
#ifndef AGX_VERTEX_H
#define AGX_VERTEX_H

#include "backend-agx/select/operand/agx_operand.h"

/* Gives the results that are collected their words. */
void agx_place_words(struct agx_selection *c);
/* A result that no register keeps up to the end. */
void agx_store_word_of(struct agx_selection *c, const struct ir_instr *i);
/* Stores what was kept, and ends the outputs and the program. */
void agx_finish_vertex(struct agx_selection *c);

#endif
