/* SPDX-License-Identifier: MIT */
/*
 * Objects: ELF64, little endian, relocatable, machine EM_NONE (neither GPU has a number). Sections:
 *
 *    .text           the machine code; the symbol `main` stands for all of it
 *    .nvp4c.const    what has to be uploaded as it is: pairs of 32-bit words, register and bits
 *    .nvp4c.reflect  where everything else lives: strings as -reflect prints them
 *    .nvp4c.stats    strings as -stats prints them
 *    .note.nvp4c     version, target, cpu and stage, a note of type 1 named nvp4c
 */
#ifndef NVP4C_ELF_H
#define NVP4C_ELF_H

#include "nvp4c/api/internal.h"

void elf_write(struct nvp4c_result *r, struct util_buf *out);
/* Does it begin like an ELF file? */
bool elf_is(const uint8_t *file, size_t len);
/* The code of an object; false if there is none in it, or what stands in it points outside. */
bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len);

#endif
