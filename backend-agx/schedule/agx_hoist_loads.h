/* SPDX-License-Identifier: MIT */
/*
 * Requests (textures, memory) at earlier places of an order that is given, as far as this takes no more registers: what stands
 * between a request and the first use of its result covers its latency, and requests that follow each other have one wait.
 *
 * A texture overwrites four registers, whatever it is asked for. Those that nobody reads are free behind the wait; where they
 * would be one too many, the wait comes earlier (agx_mir_instr.awaits).
 */
#ifndef AGX_HOIST_LOADS_H
#define AGX_HOIST_LOADS_H

#include "backend-agx/mir/agx_mir.h"

/* Changes the bodies, by block, of which the instructions may be shared with other orders: one that gets a wait is copied. */
void agx_request_early(const struct agx_mir *code, struct cg_list *body);

#endif
