/* SPDX-License-Identifier: MIT */
/*
 * Register allocation, shared by the backends. Knows neither the IR nor a machine.
 *
 * The caller describes its program abstractly (liveness.h) and says of each register what places it may have. The result is a
 * base for each register, or a set of registers to spill, which the caller rewrites through memory before it tries again.
 *
 * Method: exact intervals with holes; occupancy is a bitmap of points x units with summaries for each 64 points, so a query for
 * all free places of an interval costs (length/64 + 128) words. Order: fixed registers, unspillable ones, tuples by size, then
 * by start. Cost is about linear: O(refs + live ranges + occupied points / 64).
 */
#ifndef CODEGEN_RA_H
#define CODEGEN_RA_H

#include "codegen/allocate/liveness.h"

#define CG_RA_MAX_UNITS 256

struct cg_ra_reg {
   uint8_t size;  /* units, 1..CG_RA_MAX_TUPLE */
   uint8_t align; /* the base is a multiple of it; power of two, 0 = 1 */
   bool no_spill; /* made by spill code, or too short for spilling to help */
   int16_t fixed; /* base that it must have, -1 = free */
   /* results */
   int16_t base; /* -1 if it is never referenced or not assigned */
   bool spill;   /* the caller must rewrite it through memory and try again */
};

/* A copy that is not needed if base(b) = base(a) + delta. Without a weight: two registers, live at one time, that something would be
   gained by if they lay so. */
struct cg_ra_hint {
   uint32_t a, b;
   int16_t delta;
   uint16_t weight;
};

/* The points at which register b of a hint has the value of register a, all its units, although both are live; end 0 = none. */
struct cg_ra_same {
   uint32_t start, end;
};

/* A copy that instruction `instr` makes: unit dst_off of register dst gets what unit src_off of register src had before. */
struct cg_ra_copy {
   uint32_t instr, dst, src;
   uint8_t dst_off, src_off;
};

struct cg_ra_problem {
   struct util_ctx *ctx;
   unsigned num_units;                   /* at most CG_RA_MAX_UNITS */
   uint64_t reserved[CG_RA_MAX_UNITS / 64]; /* units that only fixed registers may have */
   struct cg_ra_reg *regs;
   uint32_t num_regs;
   const struct cg_ra_ref *refs;
   uint32_t num_refs;
   const struct cg_ra_instr *instrs;
   uint32_t num_instrs;
   const struct cg_ra_block *blocks;
   uint32_t num_blocks;
   const struct cg_ra_hint *hints;
   const struct cg_ra_same *same; /* by hint; NULL = none */
   uint32_t num_hints;
   const struct cg_ra_copy *copies; /* by instruction, ascending */
   uint32_t num_copies;
   /* registers that hints connect get one place wherever they can (phi_web.c), not only if it turns out to be free */
   bool coalesce;
   bool wanted_first; /* of registers of one size those with a hint from a register with a fixed place come first */
   bool fits_only; /* nobody asks which registers to spill */
   bool webs_only; /* there is no assignment if the webs find no place */
   uint64_t enough; /* steps of the context from which on registers are not given places in another order; 0: see MAX_ORDERS */
   /* results */
   unsigned max_units;    /* one more than the highest unit used */
   unsigned max_pressure; /* most units live at one point */
   uint32_t num_spills;   /* registers with `spill` */
   uint8_t *crowded;      /* by instruction, by the caller: a register that finds no place is live there; NULL = nobody asks */
   uint32_t bad_instr;    /* cg_ra_check: the instruction that its message is about, UINT32_MAX = none */
};

enum cg_ra_result {
   CG_RA_OK,         /* every referenced register has a base */
   CG_RA_SPILL,      /* regs[].spill says what to rewrite; at least one */
   CG_RA_IMPOSSIBLE, /* unspillable registers alone do not fit */
};
/* Deterministic. Each CG_RA_SPILL spills at least one register, so a caller whose spill code uses only no_spill registers
   terminates. */
enum cg_ra_result cg_ra_allocate(struct cg_ra_problem *p);

/*
 * The checker (ra_check.c) replays an assignment over the register file and knows no liveness. Every unit holds "unit o of
 * register r" or nothing; at a join, only what all predecessors agree on; every read must find what it names, and every
 * register must be where `fixed` and `align` want it. NULL if the assignment is right, else a message. Registers may be read
 * before they are written only if `allow_undef`.
 */
const char *cg_ra_check(struct cg_ra_problem *p, bool allow_undef);

#endif
