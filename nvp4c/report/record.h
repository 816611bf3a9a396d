/* SPDX-License-Identifier: MIT */
/*
 * The report as records in sections of an object file (docs/object.md). A section has a header of three 32-bit words (format,
 * bytes per record, number of records) and then the records. Numbers are little endian. Names are offsets in a section of
 * strings; offset 0 means that there is no name.
 */
#ifndef NVP4C_RECORD_H
#define NVP4C_RECORD_H

#include "nvp4c/report/reflect.h"
#include "util/buf.h"

#define RECORD_FORMAT 6

enum record_section { RECORD_ENTRIES, RECORD_TEXTURES, RECORD_FACTS, RECORD_STATS, RECORD_NUM_SECTIONS };

/* Appends a section to b, and its names to `names`, which starts with a 0. */
void record_write(struct util_buf *b, struct util_buf *names, const struct report *r, enum record_section section);
/* Reads a section into the report, allocated from ctx. Returns false if it has another format or an invalid value. */
struct record_bytes {
   const uint8_t *data;
   size_t len;
};
bool record_read(struct util_ctx *ctx, struct record_bytes in, struct record_bytes names, struct report *r,
                 enum record_section section);

/* Value of a member of a structure of 1, 4 or 8 bytes, and setting it. */
uint64_t record_member(const void *at, unsigned bytes);
void record_set_member(void *at, unsigned bytes, uint64_t v);

#endif
