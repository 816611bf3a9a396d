/* SPDX-License-Identifier: MIT */
/*
 * What to keep in memory, where pressure exceeds the registers. Works on the abstract program of liveness.h and ra.h.
 *
 * The method is that of Braun and Hack ("Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009). One walk over the
 * blocks follows the set W of the units that are in registers. An instruction makes the units that it reads enter W (a load, unless they
 * are there), and what it writes; where W gets too large, the units whose next use is farthest leave it. So a value is in a register
 * around its uses and in memory between them: its live range is split by demand. A unit that leaves W is stored, unless memory has its
 * value. What can be made anew from what never changes is loaded by making it (rematerialisation), and never stored.
 *
 * Where edges meet, W begins with what is in registers on all edges, then with what is there on some, the nearest next use first. A loop
 * begins with the units that it reads, and with others where the pressure inside leaves room: what the loop does not use is in memory
 * around it. Code on an edge stores and loads what differs. Next uses are distances in the order of the blocks: the next read behind a
 * point in its loop, then the next one from the start of the loop on, then, much farther, the same in the loops around that.
 *
 * A value has one word of memory, its *home*, and registers that copies connect (a phi and its sources) have one home together if they
 * are never live at one time. A copy between two of them that are in memory is therefore nothing, however many edges lead to the phi.
 * Homes whose lives do not meet share a word (spill_home.c).
 *
 * A value that the walk would store at many places is stored where it is written instead, and what would be loaded on many edges into a
 * block is not in W at its start: the walk is repeated with these decisions. So code on edges does not multiply with their number.
 *
 * An access to memory may need units beside the value (access). What leaves W is then stored at the last place in its block where there
 * were so many, and where something is loaded as much more leaves W.
 *
 * What is stored soon anyway, and has a home beside that of a unit that is stored, is stored with it if the room is large: the machine may
 * move several words in one access.
 *
 * Lanes that do not run keep their registers and their memory, so the program is that of a single lane. Code on an edge stands in the
 * block where the edge begins. If the edge is not the only one out of that block, other lanes run that code too: it may only store then,
 * which changes nothing for them, and W behind the edge is a part of W in front of it.
 *
 * Units of W have *nodes*: a new one at each definition, load and start of a block; those that are one value by the flow of control, or
 * operands of one instruction that have to stand side by side, are joined, and each set of joined nodes is a new virtual register.
 */
#ifndef CODEGEN_SPILL_PLAN_H
#define CODEGEN_SPILL_PLAN_H

#include "codegen/allocate/ra.h"

/* Copies: parallel copies of single units, see copies[]. Wait: of a counter; its refs are reads of what must stay alive up to it. Edge:
   no instruction; the place of code for edges out of a block. Each block has one, behind all that reads or writes registers. */
enum cg_spill_kind { CG_SPILL_OPERATION, CG_SPILL_COPIES, CG_SPILL_WAIT, CG_SPILL_EDGE };
#define CG_SPILL_NO_COUNTER UINT8_MAX
struct cg_spill_instr {
   uint8_t kind;
   uint8_t counter; /* of the wait, or of the request that it starts: its registers are in use up to the wait */
   bool early;      /* it writes results while it still reads */
   bool remat;      /* it may be repeated wherever its results are read, if nothing else writes them */
   uint32_t first_copy, num_copies;
};
#define CG_SPILL_EXTERNAL 0x80000000u /* sources from here on are no units */
struct cg_spill_copy {
   uint32_t dst, src; /* units, numbered through all registers */
};

struct cg_spill_problem {
   const struct cg_ra_problem *ra; /* refs without CG_RA_EARLY; its hints are not looked at */
   const struct cg_spill_instr *instrs;
   const struct cg_spill_copy *copies;
   const uint32_t *edge, *body; /* by block: its edge instruction, its first one that may have code before it */
   unsigned room;               /* units that may be in registers at one time */
   unsigned access;             /* units that are to be free where memory is accessed, where that can be */
   const uint8_t *less;         /* by instruction: so many fewer at that one; NULL = none */
   bool all;                    /* everything is in memory whenever it can be */
};

#define CG_SPILL_NONE UINT32_MAX
enum cg_spill_action_kind {
   CG_SPILL_STORE, /* node to word */
   CG_SPILL_LOAD,  /* word to node */
   CG_SPILL_REMAT, /* the instruction that makes unit `arg` again; the node gets that result */
   CG_SPILL_MOVE,  /* node = the external source `arg` */
   CG_SPILL_COPY,  /* of the parallel copies: node = node or external source `arg` */
};
struct cg_spill_action {
   uint8_t kind;
   uint32_t node, arg; /* stores and loads: a word */
   uint32_t next;      /* action at the same place */
};
enum cg_spill_place { CG_SPILL_BEFORE, CG_SPILL_AT, CG_SPILL_BEHIND, CG_SPILL_PLACES };

struct cg_spill_plan {
   struct cg_spill_action *actions;
   uint32_t num_actions, cap_actions;
   uint32_t *first; /* by CG_SPILL_PLACES * instruction + place; CG_SPILL_NONE = nothing. Copies have AT, as one parallel copy */
   uint32_t *ref_first; /* by ref: its first entry in ref_node[] */
   uint32_t *ref_node;  /* by ref and unit: node */
   uint8_t *dropped;    /* by instruction: nothing reads its results, which are made where they are read */
   /* by node: the register that it belongs to, and the unit of that register */
   uint32_t *node_reg;
   uint8_t *node_off;
   uint32_t num_nodes;
   struct cg_spill_reg {
      uint8_t size, off; /* units; the first one of the old register that it has */
      uint32_t reg;      /* the old register, CG_SPILL_NONE = a temporary of spill code */
   } *regs;
   uint32_t num_regs;
   uint32_t words; /* of memory */
   unsigned most;  /* units in registers at one time: more than there is room for if an instruction needs them, or requests in flight */
   const uint32_t *unit_first, *unit_reg; /* by old register: its first unit; by unit: its register */
   const uint32_t *remat;                 /* by unit: the instruction that makes it again */
};

/* Deterministic. */
void cg_spill_plan(const struct cg_spill_problem *q, struct cg_spill_plan *plan);

#endif
