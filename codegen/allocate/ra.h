/* SPDX-License-Identifier: MIT */
/*
 * Register allocation, shared by the backends and independent of the IR and the machine.
 *
 * The caller describes its program abstractly (liveness.h), with the places that each register may have. The result is a base
 * for each register, or a set of registers to spill, which the caller rewrites through memory before it tries again.
 *
 * Method: exact live intervals with holes. Occupancy is a bitmap of points x units with summaries for each 64 points, so a
 * query for all free places of an interval costs (length/64 + 128) words. Order: fixed registers, unspillable ones, tuples by
 * size, then by start. The cost is about linear: O(refs + live ranges + occupied points / 64).
 */
#ifndef CODEGEN_ALLOCATE_RA_H
#define CODEGEN_ALLOCATE_RA_H

#include "codegen/allocate/liveness.h"

#define CG_RA_MAX_UNITS 256

struct cg_ra_reg {
   uint8_t size;  /* units, 1..CG_RA_MAX_TUPLE */
   uint8_t align; /* the base is a multiple of this power of two; 0 means 1 */
   bool no_spill; /* created by spill code, or too short for spilling to help */
   int16_t fixed; /* its required base, or -1 */
   int16_t base; /* result: the base, or -1 if never referenced or not assigned */
   bool spill;   /* result: the caller must rewrite it through memory and try again */
};

/* A copy that is unnecessary if base(b) = base(a) + delta. With weight 0: two registers that are live together and would
   benefit from this distance. */
struct cg_ra_hint {
   uint32_t a, b;
   int16_t delta;
   uint16_t weight;
};

/* The points at which register b of a hint holds the whole value of register a although both are live; end is 0 if there are
   none. */
struct cg_ra_same {
   uint32_t start, end;
};

/* A copy that instruction `instr` makes: unit dst_off of register dst gets the previous value of unit src_off of register
   src. */
struct cg_ra_copy {
   uint32_t instr, dst, src;
   uint8_t dst_off, src_off;
};

struct cg_ra_problem {
   struct util_ctx *ctx;
   unsigned num_units;                   /* at most CG_RA_MAX_UNITS */
   uint64_t reserved[CG_RA_MAX_UNITS / 64]; /* units for fixed registers only */
   struct cg_ra_reg *regs;
   uint32_t num_regs;
   const struct cg_ra_ref *refs;
   uint32_t num_refs;
   const struct cg_ra_instr *instrs;
   uint32_t num_instrs;
   const struct cg_ra_block *blocks;
   uint32_t num_blocks;
   const struct cg_ra_hint *hints;
   const struct cg_ra_same *same; /* by hint, or NULL */
   uint32_t num_hints;
   const struct cg_ra_copy *copies; /* by instruction, ascending */
   uint32_t num_copies;
   /* hinted registers get one place wherever possible (phi_web.c), not only if it happens to be free */
   bool coalesce;
   bool wanted_first; /* of equally large registers, those with a hint from a register with a fixed place come first */
   bool fits_only; /* the registers to spill are not needed */
   bool webs_only; /* the allocation fails if webs cannot be placed */
   uint64_t enough; /* number of steps of the context after which no other order is tried; 0 for the limit MAX_ORDERS only */
   unsigned max_units;    /* result: one more than the highest unit used */
   unsigned max_pressure; /* result: maximum number of units live at one point */
   uint32_t num_spills;   /* result: number of registers with `spill` */
   uint8_t *crowded;      /* result, by instruction, in memory of the caller or NULL: a register without a place is live
                             there */
   uint32_t bad_instr;    /* cg_ra_check: the instruction that its message refers to, or UINT32_MAX */
};

enum cg_ra_result {
   CG_RA_OK,         /* every referenced register has a base */
   CG_RA_SPILL,      /* regs[].spill says what to rewrite; at least one */
   CG_RA_IMPOSSIBLE, /* unspillable registers alone do not fit */
};
/* Deterministic. Each CG_RA_SPILL spills at least one register, so a caller terminates if its spill code uses only no_spill
   registers. */
enum cg_ra_result cg_ra_allocate(struct cg_ra_problem *p);

/*
 * The checker (ra_check.c) replays an assignment on the register file without knowing liveness. Every unit holds "unit o of
 * register r" or nothing, and at a join only what all predecessors agree on. Every read must find the unit that it names, and
 * every register must satisfy `fixed` and `align`. Returns NULL if the assignment is right, else a message. Registers may be
 * read before they are written only with `allow_undef`.
 */
const char *cg_ra_check(struct cg_ra_problem *p, bool allow_undef);

#endif
