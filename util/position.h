/* SPDX-License-Identifier: MIT */
/* Positions in the source text (position.c). */
#ifndef UTIL_POSITION_H
#define UTIL_POSITION_H

#include <stdint.h>

struct util_ctx;

/* A piece of source text: 0-based byte offset and length. Line and column are derived from the text when printed. */
struct util_span {
   uint32_t off, len;
};

/* Several pieces, the most important first. */
struct util_origin {
   struct util_span span;
   struct util_origin *next;
};

#define UTIL_NO_SPAN ((struct util_span){UINT32_MAX, 0})

/* The span from the start of a to the end of b. */
static inline struct util_span util_span_join(struct util_span a, struct util_span b)
{
   return (struct util_span){a.off, b.off + b.len - a.off};
}

/* The 1-based line and byte column of an offset of ctx->text. A line ends at LF, CR or CR LF. Takes logarithmic time after
   the first call. With ctx->word_size, returns the number of the word and the byte in it. */
void util_line_col(struct util_ctx *ctx, uint32_t off, uint32_t *line, uint32_t *col);

#endif
