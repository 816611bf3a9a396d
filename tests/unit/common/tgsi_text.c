/* SPDX-License-Identifier: MIT */
/* See tgsi_text.h. */
#include "tests/unit/common/tgsi_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void diagnostics(struct tgsi_outcome *o, const struct util_ctx *ctx, size_t len)
{
   for (const struct util_diag *d = ctx->diags; d; d = d->next) {
      o->placed &= d->span.off == UINT32_MAX || (d->span.off <= len && d->span.len <= len - d->span.off);
      if (d->severity == DIAG_WARNING && o->warnings++ == 0)
         snprintf(o->warned, sizeof o->warned, "%s", diag_info[d->id].name);
      if (d->severity == DIAG_NOTE || d->severity == DIAG_WARNING || o->errors++)
         continue;
      o->id = d->id;
      o->span = d->span;
      snprintf(o->message, sizeof o->message, "%s", d->message);
   }
}

struct tgsi_outcome tgsi_text(const char *text, size_t len, enum diag_id muted, bool numbers)
{
   struct tgsi_outcome o = {.placed = true};
   struct util_ctx ctx;
   char *copy = malloc(len ? len : 1);

   if (len)
      memcpy(copy, text, len);
   util_ctx_init(&ctx, NULL, 0);
   ctx.text = copy;
   ctx.text_len = len;
   ctx.muted = muted;
   if (!setjmp(ctx.unwind)) {
      ctx.unwind_set = true;
      struct tgsi_program *p = tgsi_parse(&ctx, copy, len, NULL);

      o.tree = p != NULL;
      if (p) {
         struct util_buf b;
         util_buf_init(&b, &ctx);
         tgsi_print(&b, p, numbers);
         o.print = strdup(b.data);
      }
   }
   diagnostics(&o, &ctx, len);
   o.status = ctx.status;
   util_ctx_finish(&ctx);
   free(copy);
   return o;
}
