/* SPDX-License-Identifier: MIT */
/* The reference evaluator of TGSI: values of inputs and system values, and slots of outputs (docs/semantics-tgsi.md, "Inputs
   and outputs"). */
#include "frontend/tgsi/eval/tgsi_eval.h"

/* Lane x of the masks of a subgroup, for invocation n of it. */
static uint32_t subgroup_mask(unsigned semantic, uint32_t n)
{
   switch (semantic) {
   case TGSI_SEMANTIC_SUBGROUP_EQ_MASK: return 1u << n;
   case TGSI_SEMANTIC_SUBGROUP_GE_MASK: return UINT32_MAX << n;
   case TGSI_SEMANTIC_SUBGROUP_GT_MASK: return UINT32_MAX << n << 1;
   case TGSI_SEMANTIC_SUBGROUP_LE_MASK: return ~(UINT32_MAX << n << 1);
   default: return ~(UINT32_MAX << n); /* LT */
   }
}

uint32_t tgsi_eval_input(const struct tgsi_eval *e, enum tgsi_file file, uint32_t reg, uint32_t vertex, unsigned comp,
                         unsigned lane)
{
   const struct tgsi_program *p = e->p;
   const uint32_t number = reg < p->num_regs[file] ? e->decl_of[file][reg][comp] : TGSI_NONE;
   const struct tgsi_decl *d = number == TGSI_NONE ? NULL : &p->decls[number];
   unsigned from;
   bool one;

   if (!d)
      return 0;
   const unsigned slot = tgsi_slot(d, reg, comp, &from);
   if (slot == SLOT_COUNT)
      return 0;
   const bool integer = file == TGSI_FILE_SV && d->semantic == TGSI_SEMANTIC_FACE;
   if (tgsi_lane_is_number(p, d, comp, &one))
      return !one ? 0 : integer ? 1 : NUM_ONE;
   const uint32_t x = e->wave->in[vertex][slot][from][lane];
   if (file == TGSI_FILE_IN && p->stage == TGSI_STAGE_VERT)
      return x;

   switch (d->semantic) {
   case TGSI_SEMANTIC_POSITION:
      if (p->stage == TGSI_STAGE_FRAG && comp < 2 && p->property[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER].set &&
          p->property[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER].value == 1)
         return num_fadd(e->num, x, num_u(-0.5f)); /* INTEGER: the position is the number of the pixel, not its centre */
      return x;
   case TGSI_SEMANTIC_FACE: return !integer ? x : num_flt(e->num, 0, x) ? UINT32_MAX : 0;
   case TGSI_SEMANTIC_SUBGROUP_EQ_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GT_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LT_MASK: return subgroup_mask(d->semantic, x & 31);
   default: return x;
   }
}

uint32_t tgsi_eval_sample_place(const struct tgsi_eval *e, uint32_t n, uint32_t id, unsigned comp, unsigned lane)
{
   const uint32_t k = id % n, byte = e->wave->in[0][SLOT_SAMPLE_PLACES][(n + k) / 4 % 4][lane] >> 8 * (k % 4) & 255;

   return num_u((float)(comp ? byte / 16 : byte % 16) / 16.0f);
}

unsigned tgsi_eval_output(const struct tgsi_eval *e, uint32_t reg, unsigned comp, unsigned *slot_comp)
{
   const uint32_t number = e->decl_of[TGSI_FILE_OUT][reg][comp];

   *slot_comp = comp;
   return number == TGSI_NONE ? SLOT_COUNT : tgsi_slot(&e->p->decls[number], reg, comp, slot_comp);
}
