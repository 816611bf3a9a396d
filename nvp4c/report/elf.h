/* SPDX-License-Identifier: MIT */
/*
 * Objects: ELF64, little endian, relocatable, machine EM_NONE (neither GPU has a number). docs/object.md describes the
 * sections:
 *
 *    .text           the machine code; the symbol `main` stands for all of it
 *    .nvp4c.preamble the machine code of the preamble; only programs that have one have the section
 *    .nvp4c.preshader   the pre-shader (nvp4c/preshader), likewise
 *    .nvp4c.const    constants to upload: pairs of 32-bit words, the number of the register and the bits
 *    .nvp4c.reflect .nvp4c.texture .nvp4c.facts .nvp4c.stats   records (record.h), whose names are in .nvp4c.names
 *    .debug_line     with options.debug.lines: the lines of the source that the code comes from (report/lines.h)
 *    .note.nvp4c     two notes named nvp4c. Type 1, for people: version, target, cpu and, where it is known, the stage. Type 2:
 * what a loader checks, and the hash of the file with zeros in the place of the hash
 */
#ifndef NVP4C_ELF_H
#define NVP4C_ELF_H

#include "nvp4c/report/record.h"

/* A compiled or assembled program. */
struct elf_program {
   const uint8_t *code, *preamble, *preshader; /* the latter two NULL: there is none */
   size_t code_len, preamble_len, preshader_len;
   struct report report;
   const char *target, *cpu; /* names */
   const char *stage_name;   /* NULL: not known */
   uint32_t target_number, cpu_number, features;
   enum nvp4c_stage stage;
   bool mapped; /* it was compiled with a map of varyings */
   bool compiled; /* from a program, not from assembly */
   uint8_t reads[NVP4C_NUM_VARYINGS], writes[NVP4C_NUM_VARYINGS]; /* components of each varying, for linking */
   const struct target_output *lines; /* has the lines of the source; NULL: none */
   const char *source;                /* the name of the file that they are in */
};
void elf_write(struct util_ctx *ctx, const struct elf_program *p, struct util_buf *file);
/* Does the file begin like an ELF file? */
bool elf_is(const uint8_t *file, size_t len);
#define ELF_PREAMBLE ".nvp4c.preamble"
#define ELF_PRESHADER ".nvp4c.preshader"
/* A section by its name; false if the file is broken or has none. */
bool elf_section(const uint8_t *file, size_t len, const char *name, const uint8_t **data, size_t *size);
/* The code of an object; false if it has none, or if its header points outside of the file. */
bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len);
/* The whole of an object; names are not set. The code lies in the file, the report in ctx. */
enum elf_verdict { ELF_GOOD, ELF_BAD, ELF_OTHER_VERSION, ELF_CHANGED };
enum elf_verdict elf_read(struct util_ctx *ctx, const uint8_t *file, size_t len, struct elf_program *p);

/* The machine that an object of this version says it is for, even if it has been changed since. false: it says nothing. */
struct elf_machine {
   uint32_t target_number, cpu_number, features;
};
bool elf_machine(const uint8_t *file, size_t len, struct elf_machine *m);

#endif
