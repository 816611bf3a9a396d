/* SPDX-License-Identifier: MIT */
/*
 * Objects: relocatable little-endian ELF64 with machine EM_NONE, because neither GPU has a number. docs/object.md describes the
 * sections:
 *
 *    .text             machine code, with the symbol `main` for all of it
 *    .nvp4c.preamble   machine code of the preamble, if there is one
 *    .nvp4c.preshader  pre-shader (nvp4c/preshader), if there is one
 *    .nvp4c.const      constants to upload, as pairs of a register number and 32 bits
 *    .nvp4c.reflect .nvp4c.texture .nvp4c.facts .nvp4c.stats   records (record.h), with their names in .nvp4c.names
 *    .debug_line       source lines (lines.h), with options.debug.lines
 *    .note.nvp4c       two notes named nvp4c. Type 1 is for people: version, target, core and stage. Type 2 is for loaders,
 *                      and has a hash of the file with zeros in place of the hash
 */
#ifndef NVP4C_ELF_H
#define NVP4C_ELF_H

#include "nvp4c/report/record.h"

/* A compiled or assembled program. */
struct elf_program {
   const uint8_t *code, *preamble, *preshader; /* the latter two may be NULL */
   size_t code_len, preamble_len, preshader_len;
   struct report report;
   const char *target, *cpu; /* names */
   const char *stage_name;   /* NULL if unknown */
   uint32_t target_number, cpu_number, features;
   enum nvp4c_stage stage;
   bool mapped; /* compiled with a varying map */
   bool compiled; /* from a program instead of assembly */
   uint8_t reads[NVP4C_NUM_VARYINGS], writes[NVP4C_NUM_VARYINGS]; /* masks of components, for linking */
   const struct target_output *lines; /* output with source lines, or NULL */
   const char *source;                /* name of the source file */
};
void elf_write(struct util_ctx *ctx, const struct elf_program *p, struct util_buf *file);
/* Does the file start with the ELF magic number? */
bool elf_is(const uint8_t *file, size_t len);
#define ELF_PREAMBLE ".nvp4c.preamble"
#define ELF_PRESHADER ".nvp4c.preshader"
/* Finds a section by name. Returns false if there is none or the file is damaged. */
bool elf_section(const uint8_t *file, size_t len, const char *name, const uint8_t **data, size_t *size);
/* Finds the machine code. Returns false if there is none or the header is damaged. */
bool elf_text(const uint8_t *file, size_t len, const uint8_t **code, size_t *code_len);
/* Reads a whole object except its names. The code stays in the file; the report is allocated from ctx. */
enum elf_verdict { ELF_GOOD, ELF_BAD, ELF_OTHER_VERSION, ELF_CHANGED };
enum elf_verdict elf_read(struct util_ctx *ctx, const uint8_t *file, size_t len, struct elf_program *p);

/* Reads the machine that an object of this version names, even if the object was changed. Returns false if it names none. */
struct elf_machine {
   uint32_t target_number, cpu_number, features;
};
bool elf_machine(const uint8_t *file, size_t len, struct elf_machine *m);

#endif
