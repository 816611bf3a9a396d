/* SPDX-License-Identifier: MIT */
/*
 * Objects: ELF64, little endian, relocatable, machine EM_NONE (neither GPU has a number). Sections:
 *
 *    .text           the machine code; the symbol `main` stands for all of it
 *    .nvp4c.const    constants to upload: pairs of 32-bit words, the number of the register and the bits
 *    .nvp4c.reflect  where everything else is: strings as -reflect prints them
 *    .nvp4c.stats    strings as -stats prints them
 *    .debug_line     with options.debug.lines: the lines of the source that the code comes from (report/lines.h)
 *    .note.nvp4c     version, target, cpu and, where it is known, the stage: a note of type 1 named nvp4c
 */
#ifndef NVP4C_ELF_H
#define NVP4C_ELF_H

#include "codegen/target.h"

/* A compiled or assembled program. */
struct elf_program {
   const struct target_output *out;
   const char *target, *cpu;
   const char *stage; /* NULL: not known */
   const char *source; /* name of the source of the lines in `out` */
};
void elf_write(struct util_ctx *ctx, const struct elf_program *p, struct util_buf *file);
/* Does the file begin like an ELF file? */
bool elf_is(const uint8_t *file, size_t len);
/* A section by its name; false if the file is broken or has none. */
bool elf_section(const uint8_t *file, size_t len, const char *name, const uint8_t **data, size_t *size);
/* The code of an object; false if it has none, or if its header points outside of the file. */
bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len);

#endif
