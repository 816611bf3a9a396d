/* SPDX-License-Identifier: MIT */
#include "util/buf.h"
#include "util/format.h"

#include <stdio.h>
#include <string.h>

static void reserve(struct util_buf *b, size_t n)
{
   if (b->cap - b->len > n)
      return;
   size_t cap = b->cap ? b->cap * 2 : 256;
   while (cap - b->len <= n)
      cap *= 2;
   b->data = util_resize(b->ctx, b->data, b->cap, cap);
   b->cap = cap;
}

void util_buf_init(struct util_buf *b, struct util_ctx *ctx)
{
   *b = (struct util_buf){.ctx = ctx, .data = util_alloc(ctx, 256), .cap = 256};
}

void util_buf_add(struct util_buf *b, const void *data, size_t n)
{
   reserve(b, n);
   memcpy(b->data + b->len, data, n);
   b->len += n;
   b->data[b->len] = 0;
}

void util_buf_byte(struct util_buf *b, uint8_t c)
{
   util_buf_add(b, &c, 1);
}

void util_buf_le(struct util_buf *b, uint64_t v, unsigned bytes)
{
   reserve(b, bytes);
   char *p = b->data + b->len;
   for (unsigned k = 0; k < bytes; k++, v >>= 8)
      p[k] = (char)(uint8_t)v;
   p[bytes] = 0;
   b->len += bytes;
}

void util_buf_printf(struct util_buf *b, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   int n = util_vformat(b->data + b->len, b->cap - b->len, fmt, ap);
   va_end(ap);
   if (n < 0)
      return;
   if ((size_t)n >= b->cap - b->len) {
      reserve(b, (size_t)n);
      va_start(ap, fmt);
      util_vformat(b->data + b->len, b->cap - b->len, fmt, ap);
      va_end(ap);
   }
   b->len += (size_t)n;
}
