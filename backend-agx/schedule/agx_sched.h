/* SPDX-License-Identifier: MIT */
/* Orders of the selected instructions, on virtual registers. The driver (agx_compile.c) chooses one after allocation. */
#ifndef AGX_SCHED_H
#define AGX_SCHED_H

#include "backend-agx/mir/agx_mir.h"

enum agx_order {
   AGX_ORDER_SOURCE, /* as selected */
   AGX_ORDER_FAST,   /* longest latencies first */
   AGX_ORDER_FEW,    /* few registers, otherwise as selected */
   AGX_ORDER_RANDOM, /* for tests: the limit of agx_schedule() is its seed */
   AGX_NUM_ORDERS
};

/* Finds the accesses of all instructions in all blocks, for several schedules. */
const struct agx_touched *agx_touch(const struct agx_mir *code);
/* Fills body[], by block, with the instructions of the bodies of code in this order. `limit` is the number of halves that
   may be live at one time if AGX_ORDER_FAST has a choice. With `strict`, returns false without an order if that is too few.
   `touched` is the result of agx_touch(), or NULL. */
bool agx_schedule(const struct agx_mir *code, const struct agx_touched *touched, enum agx_order order, uint32_t limit,
                  bool strict, struct cg_list *body);
/* Returns by virtual unit whether several blocks use it. */
uint8_t *agx_shared_units(const struct agx_mir *code);
/* The slots that the bodies take if each instruction waits for its operands. */
uint32_t agx_span(const struct agx_mir *code);

#endif
