/* SPDX-License-Identifier: MIT */
/* What instruction selection hands to register allocation and emission. */
#ifndef AGX_PRIV_H
#define AGX_PRIV_H

#include "backend-agx/agx_compile.h"
#include "backend-agx/isa/agx.h"

struct agx_vreg {
   uint8_t size, align; /* in halves */
   int16_t fixed;       /* half index, -1 = free */
};

/* A value that must be in a fixed register at the end of the part. */
struct agx_export {
   uint16_t half; /* destination; 32 bits */
   struct agx_ref src; /* virtual, uniform or immediate */
   uint32_t bits;      /* of an immediate */
};

struct agx_code {
   struct agx_instr *instr;
   uint32_t num, cap;
   struct agx_vreg *vreg;
   uint32_t num_vregs, cap_vregs;
   uint32_t *entry; /* virtual registers that hold something at entry: vertex inputs */
   uint32_t num_entry, cap_entry;
   struct agx_export *export;
   uint32_t num_exports, cap_exports;
};

/* Fills code and the reflection of out. Errors are diagnostics. */
void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_code *code,
                struct agx_program *out);

/* Issue cost by enum agx_unit; the complex unit takes twice that (docs/agx-encoding.md, "Cost"). */
static inline unsigned agx_unit_cost(unsigned unit)
{
   static const uint8_t cost[] = {[AGX_U_F1] = 1, [AGX_U_SCIB1] = 1, [AGX_U_SCIB2] = 2,
                                  [AGX_U_IC2] = 2, [AGX_U_IC3] = 3, [AGX_U_IC4] = 4};
   return cost[unit];
}

/* Slots until a result can be read. Assumed: as long as its unit is taken, 1 for what counts nothing. */
static inline unsigned agx_latency(unsigned op)
{
   unsigned unit = agx_info[op].unit, cost = agx_unit_cost(unit);

   return unit >= AGX_U_IC2 ? 2 * cost : cost ? cost : 1;
}

/* agx_sched.c: the instructions of code in another order. limit: halves that may be alive at once if there is a choice. */
enum agx_order {
   AGX_ORDER_SOURCE,
   AGX_ORDER_FAST, /* longest latencies first */
   AGX_ORDER_FEW,  /* few registers, otherwise as in the source */
   AGX_NUM_ORDERS
};
void agx_schedule(struct util_ctx *ctx, const struct agx_code *code, enum agx_order how, uint32_t limit, struct agx_code *out);
/* Slots that the instructions take when each waits for its operands. */
uint32_t agx_span(struct util_ctx *ctx, const struct agx_code *code);

static inline uint32_t agx_virt(uint32_t vreg, uint32_t off) { return vreg | off << AGX_VIRT_BITS; }

static inline bool agx_is_virt(unsigned kind) { return kind >= AGX_VIRT16 && kind <= AGX_VIRT64; }

static inline unsigned agx_virt_halves(const struct agx_ref *r)
{
   return (r->kind == AGX_VIRT16 ? 1u : r->kind == AGX_VIRT32 ? 2u : 4u) * (r->count ? r->count : 1);
}

#endif
