/* SPDX-License-Identifier: MIT */
/*
 * Liveness and register pressure of an abstract program (liveness.c), independent of the IR and the machine.
 *
 * The caller describes a program: registers of one or more consecutive units (USC: one unit = one 32-bit temporary; AGX: one
 * unit = one 16-bit half), blocks in structured order, and for each instruction the parts of registers that it reads and
 * writes. The program need not be SSA: a phi is a register with several definitions.
 *
 * Points in time: instruction i reads at point 2i and writes at point 2i+1, so a source that dies may share its units with a
 * result, unless that result is CG_RA_EARLY (written while sources are still read). Each unit has its own liveness: a result of
 * four units, two of which are never read, occupies only two. Writes under a lane mask need no special treatment: inactive
 * lanes keep their registers, so a register has to be live only along the paths of each lane.
 */
#ifndef CODEGEN_ALLOCATE_LIVENESS_H
#define CODEGEN_ALLOCATE_LIVENESS_H

#include "codegen/allocate/live_set.h"

#define CG_RA_MAX_TUPLE 32 /* maximum number of units in a register */
#define CG_RA_NO_BLOCK UINT32_MAX

/* CG_RA_DEF | CG_RA_EARLY: must not share units with the sources of this instruction */
enum { CG_RA_USE = 0, CG_RA_DEF = 1, CG_RA_EARLY = 2 };
struct cg_ra_ref {
   uint32_t reg;
   uint8_t off, size; /* units of the register */
   uint8_t flags;
};
struct cg_ra_instr {
   uint32_t first, num; /* in refs[] */
};
struct cg_ra_block {
   uint32_t first, num; /* in instrs[]; blocks cover instrs[] in order */
   uint32_t succ[2];    /* CG_RA_NO_BLOCK for none */
   uint8_t depth;       /* number of loops around it */
};

struct cg_live_program {
   struct util_ctx *ctx;
   uint32_t num_regs;
   const struct cg_ra_ref *refs;
   const struct cg_ra_instr *instrs;
   uint32_t num_instrs;
   const struct cg_ra_block *blocks;
   uint32_t num_blocks;
   unsigned most_units; /* ranges are not needed if more units are live at one time; 0 for no limit */
   uint32_t most_ranges; /* with more ranges, holes are filled: see struct cg_live_holes; 0 for no limit */
   const uint8_t *copied; /* by register: copies connect it to others, so its holes are filled only as a last resort */
};

#define CG_LIVE_END UINT32_MAX
/* A live range of units of a register or phi web. */
struct cg_live_range {
   uint32_t start, end; /* points, both inclusive */
   uint32_t mask;       /* live units of the register */
   uint32_t next;       /* the next later range, or CG_LIVE_END */
};

/*
 * Filled holes. A value that lives across many exits of a loop or switch is not live in the exit blocks, so it has a hole for
 * each of them. A range then covers a hole that consists of all blocks reachable only through the first of them, if that block
 * has one predecessor. As without filled holes, a register with a range at the start of a block thus has one at the end of each
 * predecessor.
 */
struct cg_live_holes {
   struct cg_live_sets sets;
   cg_live_set *in, *out; /* by block: truly live registers at its start and end */
   uint32_t *number;      /* by register with `crosses`: its number in the sets */
   uint8_t *crosses;      /* by register: it is live at the start of some block */
   uint32_t *units;       /* by block: number of units that have ranges but are not live */
};

struct cg_liveness {
   unsigned too_many; /* if not 0, this many units are live at some point, more than most_units; all other results are
                         missing */
   uint32_t num_points;
   struct cg_live_range *ranges;
   uint32_t num_ranges, cap_ranges;
   uint32_t *head;   /* by register: its first range, or CG_LIVE_END if it is never live */
   uint64_t *weight; /* by register: number of references; each loop around one multiplies it by 8 (up to 8 loops) */
   struct cg_live_holes *holes; /* NULL if no holes are filled */
   uint64_t *length; /* by register: number of live points times units */
};

/* The time is about linear in references and live ranges. */
void cg_live_find(const struct cg_live_program *p, struct cg_liveness *l);

void cg_live_free_holes(const struct cg_live_program *p, struct cg_liveness *l);
/* For a register with a range in the block: true if some of these units are live at its start or end. If not, the range
   covers a hole, apart from what the block itself writes. */
bool cg_live_beside(const struct cg_liveness *l, uint32_t reg, uint32_t mask, uint32_t block);
/* By point: the change in the number of live units since the previous point, with num_points + 2 entries. Registers with a
   nonzero byte in `ignored` (NULL for none) do not count. The sum of the first n + 1 entries is the pressure at point n. */
int32_t *cg_live_changes(struct util_ctx *ctx, const struct cg_liveness *l, uint32_t num_regs, const uint8_t *ignored);
/* The highest pressure. */
unsigned cg_live_max_pressure(const struct cg_liveness *l, const int32_t *changes);

#endif
