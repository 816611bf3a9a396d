/* SPDX-License-Identifier: MIT */
/* See reflect.h. */
#include "nvp4c/report/reflect.h"

_Static_assert((int)TARGET_INPUT == (int)NVP4C_INPUT && (int)TARGET_OUTPUT == (int)NVP4C_OUTPUT &&
                   (int)TARGET_PARAM == (int)NVP4C_PARAM && (int)TARGET_CONSTANT == (int)NVP4C_CONSTANT &&
                   (int)TARGET_TEXTURE == (int)NVP4C_TEXTURE && (int)TARGET_BUFFER == (int)NVP4C_BUFFER &&
                   (int)TARGET_SCRATCH == (int)NVP4C_SCRATCH,
               "kinds of bindings have the numbers of the public header");

const char *reflect_location(struct util_ctx *ctx, const struct target_location *at)
{
   const char *place = at->number == TARGET_NO_NUMBER    ? at->bank
                       : at->element == TARGET_NO_NUMBER ? util_printf(ctx, "%s%u", at->bank, at->number)
                                                         : util_printf(ctx, "%s%u[%u]", at->bank, at->number, at->element);

   return at->format ? util_printf(ctx, "%s (%s)", place, at->format) : place;
}

struct nvp4c_reflection *reflect_bindings(struct util_ctx *ctx, const struct target_output *out)
{
   struct nvp4c_reflection *r = UTIL_ARRAY(ctx, struct nvp4c_reflection, out->num_bindings + 1u);

   for (uint32_t i = 0; i < out->num_bindings; i++) {
      const struct target_binding *b = &out->bindings[i];
      r[i] = (struct nvp4c_reflection){
         .kind = (enum nvp4c_reflect_kind)b->kind,
         .name = b->name,
         .location = reflect_location(ctx, &b->location),
         .component = b->component,
         .value = b->value,
      };
   }
   return r;
}
