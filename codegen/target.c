/* SPDX-License-Identifier: MIT */
/* What every machine does to fill a target_output. */
#include "codegen/target.h"

void target_add_stat(struct util_ctx *ctx, struct target_output *out, const char *name, uint64_t value)
{
   UTIL_PUSH(ctx, out->stats, out->num_stats, out->cap_stats, (struct target_stat){name, value});
}

void target_add_binding(struct util_ctx *ctx, struct target_output *out, struct target_binding binding)
{
   UTIL_PUSH(ctx, out->bindings, out->num_bindings, out->cap_bindings, binding);
}

bool target_within_limits(struct util_ctx *ctx, const struct target_request *q, size_t code, uint32_t scratch)
{
   if (code > q->max_code)
      util_diag(ctx, DIAG_ID_code_size_limit, UTIL_NO_SPAN, "the code takes %zu bytes, of which %llu are allowed; -limit-code-size=N allows more",
                code, (unsigned long long)q->max_code);
   if (scratch > q->max_scratch)
      util_diag(ctx, DIAG_ID_scratch_limit, UTIL_NO_SPAN,
                "an instance needs %u bytes of scratch memory, of which %llu are allowed; -limit-scratch=N allows more", scratch,
                (unsigned long long)q->max_scratch);
   return code <= q->max_code && scratch <= q->max_scratch;
}
