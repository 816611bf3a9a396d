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

void target_add_input(struct util_ctx *ctx, struct target_output *out, struct target_input input)
{
   UTIL_PUSH(ctx, out->inputs, out->num_inputs, out->cap_inputs, input);
}

const char *target_slot_name(struct util_ctx *ctx, unsigned slot)
{
   char name[32];

   return util_printf(ctx, "%s", io_slot_name((enum io_slot)slot, name, sizeof name));
}

const char *target_param_name(struct util_ctx *ctx, const struct io_param *p)
{
   switch (p->cls) {
   case PARAM_ENV: return util_printf(ctx, "program.env[%u]", p->index);
   case PARAM_LOCAL: return util_printf(ctx, "program.local[%u]", p->index);
   case PARAM_STATE: return p->state;
   default: return "constant";
   }
}
