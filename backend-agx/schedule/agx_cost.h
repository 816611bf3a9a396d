/* SPDX-License-Identifier: MIT */
/* What instructions cost (docs/agx-encoding.md, "Cost"). */
#ifndef AGX_COST_H
#define AGX_COST_H

#include "backend-agx/isa/agx.h"

/* Issue cost by enum agx_unit; the complex unit takes twice that. */
static inline unsigned agx_unit_cost(unsigned unit)
{
   static const uint8_t cost[] = {
       [AGX_U_F1] = 1, [AGX_U_SCIB1] = 1, [AGX_U_SCIB2] = 2, [AGX_U_IC2] = 2, [AGX_U_IC3] = 3, [AGX_U_IC4] = 4};
   return cost[unit];
}

/* Slots until a result can be read. Assumed: as long as its unit is taken, 1 for what counts nothing. */
static inline unsigned agx_latency(unsigned op)
{
   const unsigned unit = agx_info[op].unit, cost = agx_unit_cost(unit);

   return unit >= AGX_U_IC2 ? 2 * cost : cost ? cost : 1;
}

#endif
