/* SPDX-License-Identifier: MIT */
/*
 * Memory that programs change, fences and barriers (docs/abi-agx.md, "Memory").
 *
 * A word that is out of range is not branched around: a load takes the first word of the object and a select 0 instead, a store
 * or an atomic operation of the device goes to a page that nobody reads, one of the memory of the block to a word behind it.
 */
#ifndef AGX_STORAGE_H
#define AGX_STORAGE_H

#include "backend-agx/select/operand/agx_operand.h"

/* What needed instructions of the program do with memory. */
void agx_note_storage(struct agx_selection *c);
/* Before constants take uniforms: for the object, or the image, that the instruction is about, if it is, that of its address,
   and those of other words of the driver. */
void agx_reserve_object(struct agx_selection *c, const struct ir_instr *i);
void agx_place_object_words(struct agx_selection *c, const struct ir_instr *i);
/* A load, store, atomic operation or question; a fence, a barrier. */
void agx_access_storage(struct agx_selection *c, const struct ir_instr *i);

#endif
