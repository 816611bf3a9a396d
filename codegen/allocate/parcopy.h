/* SPDX-License-Identifier: MIT */
/* Parallel copies: simultaneous copies between registers, put into a sequence (parcopy.c). */
#ifndef CODEGEN_PARCOPY_H
#define CODEGEN_PARCOPY_H

#include "util/ctx.h"

/* One of several simultaneous copies of `size` consecutive units. A source at or above CG_PARCOPY_EXTERNAL is not a register
   (a constant, a uniform): such copies come last. Destinations must not overlap. */
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
 * Sequence the copies: fills *out (arena) with moves, and swaps for what forms cycles; returns their number. Copies of several
 * units stay whole if they can. Linear.
 */
uint32_t cg_parcopy_sequence(struct util_ctx *ctx, const struct cg_parcopy *c, uint32_t n, struct cg_parcopy_step **out);

#endif
