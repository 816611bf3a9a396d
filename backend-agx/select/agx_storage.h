/* SPDX-License-Identifier: MIT */
/*
 * Read-write memory, fences and barriers (docs/abi-agx.md, "Memory").
 *
 * An access that is out of range does not branch. A load reads the first word of the object, and a select replaces it with 0. A
 * store or an atomic operation goes to a page of the device that is never read, or in shared memory to the word after it.
 */
#ifndef AGX_STORAGE_H
#define AGX_STORAGE_H

#include "backend-agx/select/operand/agx_operand.h"

/* Notes how needed instructions of the program use memory. */
void agx_note_storage(struct agx_selection *c);
/* Reserve uniforms for the object or image that an instruction accesses, if any: its address, and other words of the driver.
   Call these before constants take uniforms. */
void agx_reserve_object(struct agx_selection *c, const struct ir_instr *i);
void agx_place_object_words(struct agx_selection *c, const struct ir_instr *i);
/* Selects a load, store, atomic operation, query, fence or barrier. */
void agx_access_storage(struct agx_selection *c, const struct ir_instr *i);

#endif
