/* SPDX-License-Identifier: MIT */
/* The costs of instructions (docs/agx-encoding.md, "Cost"). */
#ifndef AGX_COST_H
#define AGX_COST_H

#include "backend-agx/isa/agx.h"

/* Slots until a result can be read. Assumed: as long as its unit is busy, 1 for instructions without a cost, and Mesa's cost
   of a texture for those that wait for memory. */
#define AGX_MEMORY_LATENCY 50
static inline unsigned agx_latency(unsigned op)
{
   if (agx_info[op].flags & AGX_ASYNC)
      return AGX_MEMORY_LATENCY;
   const struct agx_unit_info *unit = &agx_unit_info[agx_info[op].unit];

   return unit->complex ? 2 * unit->cost : unit->cost ? unit->cost : 1;
}

#endif
