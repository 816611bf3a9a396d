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

#include "util/ctx.h"

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
};

#define CG_LIVE_END UINT32_MAX
/* Units of a register, or of a phi web, that are live from one point to another. */
struct cg_live_range {
   uint32_t start, end; /* points, both included */
   uint32_t mask;       /* units of the register */
   uint32_t next;       /* the next later range, CG_LIVE_END = none */
};

struct cg_liveness {
   uint32_t num_points;
   struct cg_live_range *ranges;
   uint32_t num_ranges, cap_ranges;
   uint32_t *head;   /* by register: its first range, CG_LIVE_END = it is never live */
   uint64_t *weight; /* by register: references, each counted 8 times for each loop around it (up to 8 loops) */
   uint64_t *length; /* by register: points at which it is live, times units */
};

/* About linear in references and live ranges. */
void cg_live_find(const struct cg_live_program *p, struct cg_liveness *l);

/* By point: how many units more than at the point before are live; num_points + 2 entries. Registers whose byte in `ignored` is
   not 0 do not count; NULL = all count. The sum of the first n + 1 entries is the pressure at point n. */
int32_t *cg_live_changes(struct util_ctx *ctx, const struct cg_liveness *l, uint32_t num_regs, const uint8_t *ignored);
/* The highest pressure. */
unsigned cg_live_max_pressure(const struct cg_liveness *l, const int32_t *changes);

#endif
