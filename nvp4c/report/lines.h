/* SPDX-License-Identifier: MIT */
/*
 * Line table of an object, section .debug_line: DWARF 4, one sequence for all of .text. readelf --debug-dump=decodedline,
 * llvm-dwarfdump and gdb can read it.
 *
 * A row gives the line and column of the code from an address on. A group with several operations has a row for each of its
 * lines, all with the address of the group: first its main line with is_stmt set, and then the others without. Code without a
 * source line has line 0. The only file is the source.
 */
#ifndef NVP4C_LINES_H
#define NVP4C_LINES_H

#include "codegen/target.h"

/* Appends the line table of the output, if it has lines. `source` is the name of the file; NULL means "-". */
void lines_write(struct util_buf *b, const struct target_output *out, const char *source);
/* Adds the lines of a section to the output. Returns false if it is damaged or has opcodes that lines_write() does not use. */
bool lines_read(struct util_ctx *ctx, const uint8_t *data, size_t size, struct target_output *out);

#endif
