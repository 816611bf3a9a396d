/* SPDX-License-Identifier: MIT */
/* Growable byte and text buffer in the arena of a context. A NUL always follows the `len` bytes of data. */
#ifndef UTIL_BUF_H
#define UTIL_BUF_H

#include "util/ctx.h"

struct util_buf {
   struct util_ctx *ctx;
   char *data;
   size_t len, cap;
};

void util_buf_init(struct util_buf *b, struct util_ctx *ctx);
void util_buf_add(struct util_buf *b, const void *data, size_t n);
void util_buf_byte(struct util_buf *b, uint8_t c);
/* Appends a little-endian number of `bytes` bytes. */
void util_buf_le(struct util_buf *b, uint64_t v, unsigned bytes);
static inline uint64_t util_le(const uint8_t *p, unsigned bytes)
{
   uint64_t v = 0;

   while (bytes--)
      v = v << 8 | p[bytes];
   return v;
}
void util_buf_printf(struct util_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
