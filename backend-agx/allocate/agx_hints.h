/* SPDX-License-Identifier: MIT */
/*
 * Hints for the register cache. The last use of a value discards it, and values that an arithmetic operation of the block reads
 * again are cached (observed: Mesa, agx_opt_register_cache.c). A discarded value is lost for waiting lanes as well, so nothing
 * is
 * discarded while lanes wait.
 */
#ifndef AGX_HINTS_H
#define AGX_HINTS_H

#include "backend-agx/mir/agx_mir.h"
#include "codegen/copies.h"

/* A set of halves of the register file. */
struct agx_halves {
   uint64_t w[AGX_HALVES / 64];
};

/* Returns by block the halves whose values are read after it. */
struct agx_halves *agx_live_after(const struct agx_mir *c, const struct cg_assignment *a);
/* Sets the hints of the last instructions of a block, on registers of the machine. `live` is the set of halves read after
   them; `all_run` says that no lane waits. */
void agx_set_hints(struct agx_instr *in, uint32_t n, struct agx_halves live, bool all_run);

#endif
