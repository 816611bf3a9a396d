/* SPDX-License-Identifier: MIT */
/*
 * The report as records of bytes, for object files: docs/object.md. A section has a header of three 32-bit words, the number of
 * the format, the bytes of a record and how many there are, and then the records. Numbers are little endian. Names are offsets
 * in a section of strings that end with 0; offset 0 is no name.
 */
#ifndef NVP4C_RECORD_H
#define NVP4C_RECORD_H

#include "nvp4c/report/reflect.h"
#include "util/buf.h"

#define RECORD_FORMAT 4

enum record_section { RECORD_ENTRIES, RECORD_TEXTURES, RECORD_FACTS, RECORD_STATS, RECORD_NUM_SECTIONS };

/* Writes a section to the end of b; names go to the end of `names`, which begins with a 0. */
void record_write(struct util_buf *b, struct util_buf *names, const struct report *r, enum record_section section);
/* Reads a section into the report, whose memory is that of ctx. False: it is not in this format, or has a value that no record
   has. */
struct record_bytes {
   const uint8_t *data;
   size_t len;
};
bool record_read(struct util_ctx *ctx, struct record_bytes in, struct record_bytes names, struct report *r,
                 enum record_section section);

#endif
