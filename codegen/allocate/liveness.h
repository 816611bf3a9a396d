/* SPDX-License-Identifier: MIT */
/*
 * Liveness and pressure of an abstract program (liveness.c). Knows neither the IR nor a machine.
 *
 * The caller describes a program: registers of one or more consecutive units (USC: one unit = one 32-bit temporary; AGX: one
 * unit = one 16-bit half), blocks in structured order, and for each instruction the parts of registers that it reads and
 * writes. The program need not be SSA: a phi is a register with several definitions.
 *
 * Points in time: instruction i reads at point 2i and writes at point 2i+1, so a source that dies may share its units with a
 * result, unless that result is CG_RA_EARLY (written while sources are still read). Liveness is that of single units: a result
 * of four units of which two are never read occupies only two. Writes under a lane mask need no care: a lane that does not run
 * keeps its registers, so it is enough that a register is live along the paths that a lane may take.
 */
#ifndef CODEGEN_LIVENESS_H
#define CODEGEN_LIVENESS_H

#include "codegen/allocate/live_set.h"

#define CG_RA_MAX_TUPLE 32 /* units of a register */
#define CG_RA_NO_BLOCK UINT32_MAX

/* CG_RA_DEF | CG_RA_EARLY: must not share with this instruction's sources */
enum { CG_RA_USE = 0, CG_RA_DEF = 1, CG_RA_EARLY = 2 };
struct cg_ra_ref {
   uint32_t reg;
   uint8_t off, size; /* units of the register that are read or written */
   uint8_t flags;
};
struct cg_ra_instr {
   uint32_t first, num; /* in refs[] */
};
struct cg_ra_block {
   uint32_t first, num; /* in instrs[]; the blocks cover instrs[] in order */
   uint32_t succ[2];    /* CG_RA_NO_BLOCK = none */
   uint8_t depth;       /* loop nesting */
};

struct cg_live_program {
   struct util_ctx *ctx;
   uint32_t num_regs;
   const struct cg_ra_ref *refs;
   const struct cg_ra_instr *instrs;
   uint32_t num_instrs;
   const struct cg_ra_block *blocks;
   uint32_t num_blocks;
   unsigned most_units; /* where more are live at one time, nobody asks for the ranges; 0 = any number */
   uint32_t most_ranges; /* where there would be more, holes are filled: see struct cg_live_holes; 0 = any number */
   const uint8_t *copied; /* by register: it is in copies, which ask for one place; its holes are filled only if those of others do not suffice */
};

#define CG_LIVE_END UINT32_MAX
/* Units of a register, or of a phi web, that are live from one point to another. */
struct cg_live_range {
   uint32_t start, end; /* points, both included */
   uint32_t mask;       /* units of the register */
   uint32_t next;       /* the next later range, CG_LIVE_END = none */
};

/*
 * Holes that are filled. Values that live across many blocks that leave a loop or a switch are not live in those blocks, so each of them has
 * a hole for each of the blocks. A range then goes through a hole that consists of all blocks which can only be reached through the
 * first of them, if that has one predecessor. So, as without holes that are filled, a register with a range at the start of a block has one at
 * the end of each predecessor.
 */
struct cg_live_holes {
   struct cg_live_sets sets;
   cg_live_set *in, *out; /* by block: what is really live at its start and end */
   uint32_t *number;      /* by register: its number in the sets; of one with `crosses` */
   uint8_t *crosses;      /* by register: is it live at the start of some block? */
   uint32_t *units;       /* by block: how many units are not live but in ranges */
};

struct cg_liveness {
   unsigned too_many; /* not 0: so many units are live at some point, more than most_units, and nothing else was found out */
   uint32_t num_points;
   struct cg_live_range *ranges;
   uint32_t num_ranges, cap_ranges;
   uint32_t *head;   /* by register: its first range, CG_LIVE_END = it is never live */
   uint64_t *weight; /* by register: references, each counted 8 times for each loop around it (up to 8 loops) */
   struct cg_live_holes *holes; /* NULL: there are none that are filled */
   uint64_t *length; /* by register: points at which it is live, times units */
};

/* About linear in references and live ranges. */
void cg_live_find(const struct cg_live_program *p, struct cg_liveness *l);

void cg_live_free_holes(const struct cg_live_program *p, struct cg_liveness *l);
/* Are units of the register, which has a range in the block, live at its start or its end? No: the range goes through a hole, but for what the block
   itself writes. */
bool cg_live_beside(const struct cg_liveness *l, uint32_t reg, uint32_t mask, uint32_t block);
/* By point: how many units more than at the point before are live; num_points + 2 entries. Registers whose byte in `ignored` is
   not 0 do not count; NULL = all count. The sum of the first n + 1 entries is the pressure at point n. */
int32_t *cg_live_changes(struct util_ctx *ctx, const struct cg_liveness *l, uint32_t num_regs, const uint8_t *ignored);
/* The highest pressure. */
unsigned cg_live_max_pressure(const struct cg_liveness *l, const int32_t *changes);

#endif
