/* SPDX-License-Identifier: MIT */
/*
 * The line table of an object, the section .debug_line: DWARF, version 4, one sequence over all of .text, which readelf
 * --debug-dump=decodedline, llvm-dwarfdump and gdb read.
 *
 * A row says from which byte on the code comes from which line and column. A group of several operations has a row for each of
 * its lines, all at the address of the group: first the main line, which is a statement (is_stmt), behind it the others, which
 * are none. Line 0 is code that comes from no line. There is one file, the source.
 */
#ifndef NVP4C_LINES_H
#define NVP4C_LINES_H

#include "codegen/target.h"

/* Writes the lines of the output; nothing if it has none. source: the name of the file; NULL: "-". */
void lines_write(struct util_buf *b, const struct target_output *out, const char *source);
/* Enters the lines of a section into the output. false: it is broken, or has opcodes that lines_write() does not use. */
bool lines_read(struct util_ctx *ctx, const uint8_t *data, size_t size, struct target_output *out);

#endif
