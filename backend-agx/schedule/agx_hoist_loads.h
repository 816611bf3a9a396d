/* SPDX-License-Identifier: MIT */
/*
 * Hoists requests (textures, memory) ahead of their uses in a given order, as far as this needs no more registers. The
 * instructions between a request and the first use of its result hide its latency, and adjacent requests share a wait.
 *
 * A texture access overwrites four registers, however many components are read. The unread ones are free after the wait. If
 * they
 * would be too many, the wait comes earlier (agx_mir_instr.awaits).
 */
#ifndef AGX_HOIST_LOADS_H
#define AGX_HOIST_LOADS_H

#include "backend-agx/mir/agx_mir.h"

/* Changes the bodies, by block. They may share instructions with other orders, so an instruction that gets a wait is copied. */
void agx_hoist_loads(const struct agx_mir *code, struct cg_list *body);

#endif
