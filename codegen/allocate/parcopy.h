/* SPDX-License-Identifier: MIT */
/* Sequencing of parallel (simultaneous) copies between registers (parcopy.c). */
#ifndef CODEGEN_ALLOCATE_PARCOPY_H
#define CODEGEN_ALLOCATE_PARCOPY_H

#include "util/ctx.h"

/* One of several simultaneous copies of `size` consecutive units. A source at or above CG_PARCOPY_EXTERNAL is not a register
   (a constant, a uniform); such copies come last. Destinations must not overlap. */
#define CG_PARCOPY_EXTERNAL 0x8000u
struct cg_parcopy {
   uint32_t dst, src;
   uint8_t size;
};
enum cg_parcopy_kind { CG_PARCOPY_MOVE, CG_PARCOPY_SWAP };
struct cg_parcopy_step {
   uint8_t kind, size;
   uint32_t dst, src;
};
/*
 * Fills *out (arena) with moves, and with swaps for cycles; returns their number. Copies of several units stay whole where
 * possible. Takes linear time.
 */
uint32_t cg_parcopy_sequence(struct util_ctx *ctx, const struct cg_parcopy *c, uint32_t n, struct cg_parcopy_step **out);

#endif
