/* SPDX-License-Identifier: MIT */
/* Lines and columns of offsets into the source text: see position.h. */
#include "util/ctx.h"

static void find_lines(struct util_ctx *ctx)
{
   const char *t = ctx->text;
   size_t len = ctx->text_len < UINT32_MAX ? ctx->text_len : UINT32_MAX - 1;
   uint32_t cap = 0;

   ctx->lines_of = t;
   ctx->line_start = NULL;
   ctx->num_lines = 0;
   UTIL_PUSH(ctx, ctx->line_start, ctx->num_lines, cap, 0);
   for (size_t i = 0; i < len; i++)
      if (t[i] == '\n' || (t[i] == '\r' && !(i + 1 < len && t[i + 1] == '\n')))
         UTIL_PUSH(ctx, ctx->line_start, ctx->num_lines, cap, (uint32_t)(i + 1));
}

void util_line_col(struct util_ctx *ctx, uint32_t off, uint32_t *line, uint32_t *col)
{
   if (ctx->word_size) {
      *line = off / ctx->word_size + 1;
      *col = off % ctx->word_size + 1;
      return;
   }
   if (ctx->lines_of != ctx->text)
      find_lines(ctx);
   uint32_t lo = 0, hi = ctx->num_lines; /* the line is in lo .. hi - 1 */

   if (off > ctx->text_len)
      off = (uint32_t)ctx->text_len;
   while (hi - lo > 1) {
      uint32_t mid = lo + (hi - lo) / 2;

      if (ctx->line_start[mid] <= off)
         lo = mid;
      else
         hi = mid;
   }
   *line = lo + 1;
   *col = off - ctx->line_start[lo] + 1;
}
