/* SPDX-License-Identifier: MIT */
/* Lowering of any language: the outputs of the program, which are IR arrays until they are passed to the IR. See fe_lower.h. */
#include "frontend/common/fe_lower.h"

void fe_outputs_join(struct fe_lower *f, const bool *join)
{
   for (uint32_t s = 0; s < SLOT_COUNT; s++)
      f->out.range[s] = (struct fe_slot_range){s, 1};
   if (!memchr(join, true, SLOT_COUNT * sizeof *join)) /* most programs */
      return;
   for (uint32_t s = 0, n; s < SLOT_COUNT; s += n) {
      for (n = 1; join[s + n]; n++)
         ;
      for (uint32_t k = s; k < s + n; k++)
         f->out.range[k] = (struct fe_slot_range){s, n};
   }
}

/* The IR array of a component of a slot, which is element slot - first of it. */
static uint32_t output_array(struct fe_lower *f, unsigned slot, unsigned comp)
{
   struct fe_slot_range r = f->out.range[slot];
   uint32_t *array = &f->out.array[r.first][comp];

   if (*array == FE_NONE) {
      char name[36] = "out.";

      io_slot_name((enum io_slot)r.first, name + 4, sizeof name - 4);
      *array = ir_array_component(f->s, r.length, util_strndup(f->ctx, name, strlen(name)), comp);
   }
   return *array;
}

struct ir_src fe_output_load(struct fe_lower *f, unsigned slot, unsigned comp)
{
   return fe_array_load(f, output_array(f, slot, comp), (struct fe_index){slot - f->out.range[slot].first, {0}});
}

struct fe_index fe_output_index(struct fe_lower *f, unsigned slot, uint32_t length, struct fe_index i)
{
   if (i.reg.val && length != f->out.range[slot].length) {
      i = fe_index_sum(f, i);
      i.reg = fe_clamp_index(f, i.reg, length);
   }
   return i;
}

void fe_output_store_if(struct fe_lower *f, unsigned slot, struct fe_index i, unsigned comp, struct ir_src test,
                        struct ir_src v)
{
   /* Only slots that are indexed with a register certainly share an array, so a constant index selects the slot itself. */
   if (!i.reg.val) {
      slot += i.constant;
      i.constant = 0;
   }
   i.constant += slot - f->out.range[slot].first;
   fe_array_store_if(f, output_array(f, slot, comp), i, test, v);
}

void fe_outputs_emit(struct fe_lower *f)
{
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; f->out.written[s] && c < 4; c++)
         if (f->out.written[s] >> c & 1) {
            struct ir_src v = fe_output_load(f, s, c);

            ir_emit(&f->b, IR_store_output, 32, 1, &v, (uint32_t[4]){s, c});
         }
}
