/* SPDX-License-Identifier: MIT */
/* Orders of the selected instructions, on virtual registers. The driver (agx_compile.c) takes one of them after allocation. */
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

/* What the instructions of all blocks touch, for several schedules of them. */
const struct agx_touched *agx_touch(const struct agx_mir *code);
/* Fills body[], by block, with the instructions of the bodies of code in another order, or in theirs. limit: halves of
   registers that may be live at one time where AGX_ORDER_FAST has a choice. strict: it is false, and there is no order, if they
   do not suffice. touched: as agx_touch() says, or NULL. */
bool agx_schedule(const struct agx_mir *code, const struct agx_touched *touched, enum agx_order order, uint32_t limit,
                  bool strict, struct cg_list *body);
/* Slots that the bodies take when each instruction waits for its operands. */
uint32_t agx_span(const struct agx_mir *code);

#endif
