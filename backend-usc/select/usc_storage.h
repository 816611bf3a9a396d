/* SPDX-License-Identifier: MIT */
/* Storage buffers, images and the shared memory of a workgroup. */
#ifndef USC_STORAGE_H
#define USC_STORAGE_H

#include "backend-usc/select/operand/usc_selection.h"

void usc_scan_storage(struct usc_selection *c, const struct ir_instr *i);
/* Shared registers that it needs at most. */
uint32_t usc_storage_registers(const struct usc_selection *c);
/* Assigns coefficients, after those of the inputs, to the memory of the workgroup. */
void usc_assign_storage(struct usc_selection *c);
/* Does the access go through an index register? */
bool usc_storage_takes_index(const struct usc_selection *c, const struct ir_instr *i);
/* Computes the address of the memory of the workgroup before the program. */
void usc_start_storage(struct usc_selection *c);
void usc_mem_load(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_store(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_atomic(struct usc_selection *c, const struct ir_instr *i);
void usc_mem_size(struct usc_selection *c, const struct ir_instr *i);
void usc_image_word(struct usc_selection *c, const struct ir_instr *i);
void usc_fence(struct usc_selection *c, const struct ir_instr *i);
void usc_mutex(struct usc_selection *c, const struct ir_instr *i);

#endif
