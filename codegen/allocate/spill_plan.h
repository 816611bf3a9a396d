/* SPDX-License-Identifier: MIT */
/*
 * Decides what to keep in memory where the pressure exceeds the registers. Works on the abstract program of liveness.h and
 * ra.h.
 *
 * The method is that of Braun and Hack ("Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009). One walk
 * over the blocks tracks the set W of units that are in registers. An instruction adds the units that it reads (with a load if
 * they are not in W) and those that it writes. When W gets too large, the units with the farthest next uses leave it. So a
 * value is in a register around its uses and in memory between them: its live range is split on demand. A unit that leaves W is
 * stored, unless memory already has its value. Values that can be recomputed from constant inputs are recomputed instead of
 * loaded (rematerialisation), and never stored.
 *
 * At a join, W begins with the units that are in registers on all edges, then those on some edges, nearest next use first. A
 * loop begins with the units that it reads, and with others where the pressure inside leaves room; values that the loop does
 * not use stay in memory around it. Code on an edge stores and loads the differences. Next uses are distances in the order of
 * the blocks: the next read after a point in its loop, then the next one from the start of the loop on, then, much farther, the
 * same in the surrounding loops.
 *
 * A value has one word of memory, its *home*. Registers that copies connect (a phi and its sources) share a home if they are
 * never live at one time, so a copy between two of them that are in memory costs nothing, however many edges lead to the phi.
 * Homes whose lives do not overlap share a word.
 *
 * A value that the walk would store at many places is stored where it is written instead, and a value that many edges into a
 * block would load is not in W at its start: the walk is repeated with these decisions. So the code on edges does not multiply
 * with their number.
 *
 * An access to memory may need units besides the value (access). Units that leave W are then stored at the last place in their
 * block with enough free units, and where a unit is loaded, the same number of units more leaves W.
 *
 * If the room is large, a unit that will be stored soon anyway is stored together with one whose home is adjacent, because the
 * machine may move several words in one access.
 *
 * Inactive lanes keep their registers and their memory, so the program is that of a single lane. Code on an edge is in the
 * block where the edge begins. If that block has another edge, other lanes execute the code, too. It may only store then, which
 * does not affect them, and W after the edge is a subset of W before it.
 *
 * Units of W have *nodes*: a new one at each definition, load and start of a block. Nodes are joined if control flow makes them
 * one value, or if they are operands of one instruction that need consecutive units. Each set of joined nodes becomes a new
 * virtual register.
 */
#ifndef CODEGEN_ALLOCATE_SPILL_PLAN_H
#define CODEGEN_ALLOCATE_SPILL_PLAN_H

#include "codegen/allocate/ra.h"

/* Copies: parallel copies of single units, see copies[]. Wait: of a counter; its refs are reads of the registers to keep
   alive up to it. Edge: the place of code for the outgoing edges of a block; each block has one, after everything that
   accesses registers. */
enum cg_spill_kind { CG_SPILL_OPERATION, CG_SPILL_COPIES, CG_SPILL_WAIT, CG_SPILL_EDGE };
#define CG_SPILL_NO_COUNTER UINT8_MAX
struct cg_spill_instr {
   uint8_t kind;
   uint8_t counter; /* of the wait, or of the request that it starts, whose registers are in use up to the wait */
   bool early;      /* it writes results while it still reads sources */
   bool remat;      /* it may be repeated at each read of its results if nothing else writes them */
   uint32_t first_copy, num_copies;
};
#define CG_SPILL_EXTERNAL 0x80000000u /* sources from here on are not units */
struct cg_spill_copy {
   uint32_t dst, src; /* units, numbered across all registers */
};

struct cg_spill_problem {
   const struct cg_ra_problem *ra; /* refs without CG_RA_EARLY; hints are ignored */
   const struct cg_spill_instr *instrs;
   const struct cg_spill_copy *copies;
   const uint32_t *edge, *body; /* by block: its edge instruction, and its first instruction that may have code before it */
   unsigned room;               /* maximum number of units in registers at one time */
   unsigned access;             /* units to keep free at memory accesses where possible */
   const uint8_t *less;         /* by instruction: by how much the room is smaller there, or NULL */
   bool all;                    /* keeps everything in memory whenever possible */
};

#define CG_SPILL_NONE UINT32_MAX
enum cg_spill_action_kind {
   CG_SPILL_STORE, /* node to word */
   CG_SPILL_LOAD,  /* word to node */
   CG_SPILL_REMAT, /* repeats the instruction that defines unit `arg`; the node gets that result */
   CG_SPILL_MOVE,  /* node = the external source `arg` */
   CG_SPILL_COPY,  /* one of the parallel copies: node = node or external source `arg` */
};
struct cg_spill_action {
   uint8_t kind;
   uint32_t node, arg; /* for stores and loads a word */
   uint32_t next;      /* the next action at the same place */
};
enum cg_spill_place { CG_SPILL_BEFORE, CG_SPILL_AT, CG_SPILL_AFTER, CG_SPILL_PLACES };

struct cg_spill_plan {
   struct cg_spill_action *actions;
   uint32_t num_actions, cap_actions;
   uint32_t *first; /* by CG_SPILL_PLACES * instruction + place, or CG_SPILL_NONE. Copies use AT, as one parallel copy */
   uint32_t *ref_first; /* by ref: its first entry in ref_node[] */
   uint32_t *ref_node;  /* by ref and unit: node */
   uint8_t *dropped;    /* by instruction: removed because each use rematerialises its results */
   /* by node: its register, and its unit of that register */
   uint32_t *node_reg;
   uint8_t *node_off;
   uint32_t num_nodes;
   struct cg_spill_reg {
      uint8_t size, off; /* number of units; the first unit that it has of the old register */
      uint32_t reg;      /* the old register, or CG_SPILL_NONE for a temporary of spill code */
   } *regs;
   uint32_t num_regs;
   uint32_t words; /* number of memory words */
   unsigned most;  /* maximum number of units in registers at one time; exceeds the room if an instruction or requests in
                      flight need them */
   const uint32_t *unit_first, *unit_reg; /* by old register: its first unit; by unit: its register */
   const uint32_t *remat;                 /* by unit: the instruction that rematerialises it */
};

/* Deterministic. */
void cg_spill_plan(const struct cg_spill_problem *q, struct cg_spill_plan *plan);

#endif
