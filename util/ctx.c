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
   util_set_max_steps(ctx, UINT64_MAX);
}

/* steps between two calls of ctx->cancel: some tens of microseconds */
#define CANCEL_STEPS 4096

void util_set_max_steps(struct util_ctx *ctx, uint64_t max_steps)
{
   ctx->max_steps = max_steps;
   ctx->alarm =
       ctx->cancel && ctx->steps < max_steps && max_steps - ctx->steps > CANCEL_STEPS ? ctx->steps + CANCEL_STEPS : max_steps;
}

_Noreturn void util_fail(struct util_ctx *ctx, enum util_status status)
{
   ctx->status = status;
   longjmp(ctx->unwind, 1);
}
