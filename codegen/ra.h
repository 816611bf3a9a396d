/* SPDX-License-Identifier: MIT */
/*
 * Register allocation and parallel copies, shared by the backends. Knows neither the IR nor a machine.
 *
 * The caller describes its program abstractly: virtual registers of one or more consecutive units (USC: one unit = one 32-bit
 * temporary; AGX: one unit = one 16-bit half), blocks in structured order, and for every instruction the parts of registers that
 * it reads and writes. It need not be SSA: phis are expressed as several definitions of one register.
 *
 * Model of time: instruction i reads at point 2i and writes at point 2i+1, so a source that dies may share its units with a
 * result, unless that result is marked RA_EARLY (written while sources are still read). Liveness is per unit: a result of four
 * of which two are dead blocks only two. Writes under a lane mask need no care: a lane that does not run keeps its registers,
 * therefore ordinary liveness along the lanes' own paths is enough.
 *
 * Method: exact intervals with holes; occupancy is a bitmap over points x units with summaries per 64 points, so a query for
 * all free places of an interval costs (length/64 + 128) words. Order: fixed, unspillable, tuples by size, then by start.
 * Cost is about linear: O(refs + live ranges + occupied points / 64).
 */
#ifndef CODEGEN_RA_H
#define CODEGEN_RA_H

#include "util/ctx.h"

#define RA_MAX_UNITS 256
#define RA_MAX_TUPLE 32
#define RA_NO_BLOCK UINT32_MAX

struct ra_reg {
   uint8_t size;  /* units, 1..RA_MAX_TUPLE */
   uint8_t align; /* base is a multiple; power of two, 0 = 1 */
   bool no_spill; /* made by spill code, or too short for spilling to help */
   int16_t fixed; /* base that it must have, -1 = free */
   /* results */
   int16_t base; /* -1 if it is never referenced or not assigned */
   bool spill;   /* the caller must rewrite it through memory and try again */
};

enum { RA_USE = 0, RA_DEF = 1, RA_EARLY = 2 }; /* RA_DEF | RA_EARLY: must not share with this instruction's sources */
struct ra_ref {
   uint32_t reg;
   uint8_t off, size; /* units of the register that are read or written */
   uint8_t flags;
};
struct ra_instr {
   uint32_t first, num; /* in refs[] */
};
struct ra_block {
   uint32_t first, num; /* in instrs[]; the blocks cover instrs[] in order */
   uint32_t succ[2];    /* RA_NO_BLOCK = none */
   uint8_t depth;       /* loop nesting, for spill costs */
};
/* It would save a copy if base(b) = base(a) + delta. */
struct ra_hint {
   uint32_t a, b;
   int16_t delta;
   uint16_t weight;
};

struct ra_problem {
   struct util_ctx *ctx;
   unsigned num_units;                   /* at most RA_MAX_UNITS */
   uint64_t reserved[RA_MAX_UNITS / 64]; /* units that only fixed registers may have */
   struct ra_reg *regs;
   uint32_t num_regs;
   const struct ra_ref *refs;
   uint32_t num_refs;
   const struct ra_instr *instrs;
   uint32_t num_instrs;
   const struct ra_block *blocks;
   uint32_t num_blocks;
   const struct ra_hint *hints;
   uint32_t num_hints;
   bool coalesce; /* what copies connect gets one place where it can (ra_web.c), not only where it turns out to be free */
   /* results */
   unsigned max_units;    /* one more than the highest unit used */
   unsigned max_pressure; /* most units live at one point */
   uint32_t num_spills;   /* registers newly marked `spill` */
   uint32_t bad_instr;    /* ra_check: the instruction that its message is about, UINT32_MAX = none */
};

enum ra_result {
   RA_OK,         /* every referenced register has a base */
   RA_SPILL,      /* regs[].spill says what to rewrite; at least one */
   RA_IMPOSSIBLE, /* unspillable registers alone do not fit */
};
/* Deterministic. Each RA_SPILL marks at least one spillable register, so a caller whose spill code uses only no_spill registers
   terminates. */
enum ra_result ra_allocate(struct ra_problem *p);

/*
 * The checker: replays an assignment over the register file and knows no liveness. Every unit holds "unit o of register r" or
 * nothing; joins keep what all predecessors agree on; every read must find what it names, and every register be where `fixed` and
 * `align` want it. NULL if right, else what is wrong.
 * Registers may be read before they are written only if `allow_undef`.
 */
const char *ra_check(struct ra_problem *p, bool allow_undef);

/* ---- parallel copies (parcopy.c) ----------------------------------------------------------------------------------------- */

/* One of several simultaneous copies of `size` consecutive units. A source at or above PARCOPY_EXTERNAL is not a register
   (a constant, a uniform): such copies come last. Destinations must not overlap. */
#define PARCOPY_EXTERNAL 0x8000u
struct parcopy {
   uint32_t dst, src;
   uint8_t size;
};
enum parcopy_kind { PARCOPY_MOVE, PARCOPY_SWAP };
struct parcopy_step {
   uint8_t kind, size;
   uint32_t dst, src;
};
/*
 * Sequence the copies: fills *out (arena) with moves, and swaps for what forms cycles; returns their number. Copies of several
 * units stay whole if they can. Linear.
 */
uint32_t parcopy_sequence(struct util_ctx *ctx, const struct parcopy *c, uint32_t n, struct parcopy_step **out);

#endif
