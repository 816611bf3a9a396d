/* SPDX-License-Identifier: MIT */
/*
 * Hints for the register cache: a source is discarded where its value is used last, and what an arithmetic operation of the
 * block reads again is kept (observed: Mesa, agx_opt_register_cache.c). What is discarded is lost for lanes that wait, too, so
 * nothing is where some do.
 */
#ifndef AGX_HINTS_H
#define AGX_HINTS_H

#include "backend-agx/mir/agx_mir.h"
#include "codegen/copies.h"

/* A set of halves of the register file. */
struct agx_halves {
   uint64_t w[AGX_HALVES / 64];
};

/* By block, the halves whose values are read behind it. */
struct agx_halves *agx_live_behind(const struct agx_mir *c, const struct cg_assignment *a);
/* Sets the hints of the instructions with which a block ends, on registers of the machine. live: what is read behind them;
   all_run: no lane waits. */
void agx_set_hints(struct agx_instr *in, uint32_t n, struct agx_halves live, bool all_run);

#endif
