/* SPDX-License-Identifier: MIT */
/* The context of one compile: see ctx.h. */
#include "util/ctx.h"

#include <stdlib.h>
#include <string.h>

void *util_malloc_hook(void *user, void *ptr, size_t size)
{
   (void)user;
   if (size == 0) {
      free(ptr);
      return NULL;
   }
   return realloc(ptr, size);
}

void util_ctx_init(struct util_ctx *ctx, const struct util_alloc *alloc, size_t limit)
{
   memset(ctx, 0, sizeof *ctx);
   ctx->arena.alloc = alloc && alloc->fn ? *alloc : (struct util_alloc){util_malloc_hook, NULL};
   ctx->arena.limit = limit;
   ctx->diags_tail = &ctx->diags;
   ctx->muted = DIAG_COUNT;
   ctx->max_steps = UINT64_MAX;
}

void util_ctx_finish(struct util_ctx *ctx)
{
   struct util_chunk *c = ctx->arena.chunks;

   while (c) {
      struct util_chunk *next = c->next;
      ctx->arena.alloc.fn(ctx->arena.alloc.user, c, 0);
      c = next;
   }
   memset(&ctx->arena, 0, sizeof ctx->arena);
   ctx->diags = NULL;
   ctx->diags_tail = &ctx->diags;
}

_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status)
{
   ctx->status = status;
   longjmp(ctx->unwind, 1);
}
