/* SPDX-License-Identifier: MIT */
/* Read-write memory: storage buffers, images and the memory of a workgroup. */
#ifndef USC_STORAGE_H
#define USC_STORAGE_H

#include "backend-usc/select/operand/usc_selection.h"

/* Notes what the instruction accesses. */
void usc_scan_storage(struct usc_selection *c, const struct ir_instr *i);
/* Upper limit of the shared registers that its accesses need. */
uint32_t usc_count_storage_registers(const struct usc_selection *c);
/* Assigns coefficients, after those of the inputs, to the memory of the workgroup. */
void usc_assign_storage(struct usc_selection *c);
/* Does the access go through an index register? */
bool usc_storage_uses_index(const struct usc_selection *c, const struct ir_instr *i);
/* Computes the address of the memory of the workgroup before the program. */
void usc_compute_storage_address(struct usc_selection *c);
void usc_load_memory(struct usc_selection *c, const struct ir_instr *i);
void usc_store_memory(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_atomic(struct usc_selection *c, const struct ir_instr *i);
void usc_load_memory_size(struct usc_selection *c, const struct ir_instr *i);
void usc_load_image_word(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_fence(struct usc_selection *c, const struct ir_instr *i);
void usc_emit_mutex(struct usc_selection *c, const struct ir_instr *i);

#endif
