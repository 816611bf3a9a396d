/* SPDX-License-Identifier: MIT */
/* The reference evaluator of TGSI: what inputs and system values hold, and where outputs go (docs/semantics-tgsi.md, "Inputs and outputs"). */
#include "frontend/tgsi/eval/tgsi_eval.h"

static bool by_lane(unsigned semantic) { return semantic == TGSI_SEMANTIC_CLIPDIST || semantic == TGSI_SEMANTIC_CULLDIST; }

/* Lane x of the masks of a subgroup; n: the number of the instance in it. */
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

uint32_t tgsi_eval_input(const struct tgsi_eval *e, enum tgsi_file file, uint32_t reg, uint32_t vertex, unsigned comp, unsigned lane)
{
   const struct tgsi_program *p = e->p;
   const uint32_t number = reg < p->num_regs[file] ? e->decl_of[file][reg][comp] : TGSI_NONE;

   if (number == TGSI_NONE || p->decls[number].slot >= SLOT_COUNT)
      return 0;
   const struct tgsi_decl *d = &p->decls[number];
   const uint32_t k = reg - d->first, slot = d->slot + k * (by_lane(d->semantic) ? 4 : 1) + (by_lane(d->semantic) ? comp : 0);
   const unsigned from = by_lane(d->semantic) ? 0 : comp, semantic = p->stage == TGSI_STAGE_VERT && file == TGSI_FILE_IN ? TGSI_SEMANTIC_COUNT : d->semantic;
   if (slot >= SLOT_COUNT)
      return 0;
   const uint32_t x = e->task->in[vertex][slot][from][lane];

   switch (semantic) {
   case TGSI_SEMANTIC_POSITION:
      if (p->stage == TGSI_STAGE_FRAG && comp < 2 && p->property[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER].set &&
          p->property[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER].value == 1)
         return num_fadd(e->num, x, num_u(-0.5f)); /* INTEGER: pixels are counted, not their centres */
      return x;
   case TGSI_SEMANTIC_FACE:
      if (file == TGSI_FILE_SV)
         return comp == 0 ? (num_flt(e->num, 0, x) ? UINT32_MAX : 0) : comp == 3;
      return comp == 0 ? x : comp == 3 ? NUM_ONE : 0;
   case TGSI_SEMANTIC_PSIZE: return comp == 0 ? x : comp == 3 ? NUM_ONE : 0;
   case TGSI_SEMANTIC_PCOORD: return comp < 2 ? x : comp == 3 ? NUM_ONE : 0;
   case TGSI_SEMANTIC_SAMPLEPOS: return comp < 2 ? x : 0;
   case TGSI_SEMANTIC_PRIM_ID:
   case TGSI_SEMANTIC_LAYER:
   case TGSI_SEMANTIC_VIEWPORT_INDEX:
   case TGSI_SEMANTIC_INSTANCEID:
   case TGSI_SEMANTIC_VERTEXID:
   case TGSI_SEMANTIC_VERTEXID_NOBASE:
   case TGSI_SEMANTIC_BASEVERTEX:
   case TGSI_SEMANTIC_BASEINSTANCE:
   case TGSI_SEMANTIC_DRAWID:
   case TGSI_SEMANTIC_INVOCATIONID:
   case TGSI_SEMANTIC_SAMPLEID:
   case TGSI_SEMANTIC_SAMPLEMASK:
   case TGSI_SEMANTIC_HELPER_INVOCATION:
   case TGSI_SEMANTIC_SUBGROUP_SIZE:
   case TGSI_SEMANTIC_SUBGROUP_INVOCATION: return comp == 0 ? x : 0;
   case TGSI_SEMANTIC_SUBGROUP_EQ_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_GT_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LE_MASK:
   case TGSI_SEMANTIC_SUBGROUP_LT_MASK: return comp == 0 ? subgroup_mask(semantic, x & 31) : 0;
   default: return x;
   }
}

unsigned tgsi_eval_output(const struct tgsi_eval *e, uint32_t reg, unsigned comp, unsigned *slot_comp)
{
   const uint32_t number = e->decl_of[TGSI_FILE_OUT][reg][comp];

   *slot_comp = comp;
   if (number == TGSI_NONE || e->p->decls[number].slot >= SLOT_COUNT)
      return SLOT_COUNT;
   const struct tgsi_decl *d = &e->p->decls[number];
   if (!by_lane(d->semantic))
      return d->slot + reg - d->first < SLOT_COUNT ? d->slot + reg - d->first : SLOT_COUNT;
   *slot_comp = 0;
   return d->slot + 4 * (reg - d->first) + comp < SLOT_COUNT ? d->slot + 4 * (reg - d->first) + comp : SLOT_COUNT;
}
