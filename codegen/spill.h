/* SPDX-License-Identifier: MIT */
/*
 * Spilling: values without a register are kept for a part of their life in scratch memory of the invocation.
 * allocate/spill_plan.h describes how they are chosen; this module applies the plan to a machine program.
 *
 * All instructions are copied, so that the program can be restored and spilled in another way. Virtual registers are new: a
 * value that is in memory for some time has different registers before and after it. Values that can be recomputed as cheaply
 * as loaded (rematerialisation) need no memory at all.
 *
 * Code on an edge is in the tail of the block where the edge begins, under the predicate of the edge: in other lanes the
 * registers are not free there.
 */
#ifndef CODEGEN_SPILL_H
#define CODEGEN_SPILL_H

#include "codegen/program.h"

/* The position where instructions are inserted. */
struct cg_insertion {
   struct cg_program *p;
   struct cg_list *out;   /* new instructions are appended here */
   struct util_span span; /* of the adjacent instruction */
   unsigned condition;    /* target-specific predicate of the new instructions, or 0 for all running lanes */
};

/* How a machine spills. Registers that its instructions need are no_spill and keep their numbers. */
struct cg_spill_machine {
   unsigned max_words; /* maximum of one access */
   uint32_t reach;     /* maximum number of scratch words; 0 for any number */
   unsigned (*registers)(const struct cg_program *p); /* The number of units that accesses need besides the values. NULL if
                                                         they need none. */
   unsigned access; /* the same number if accesses may use different units but none needs more */
   /* Called before the first instruction is inserted and after the last one. `memory`: there are accesses; `reserved`: those
      of accesses share the same units. May be NULL. */
   void (*begin)(struct cg_program *p, bool memory, bool reserved);
   void (*finish)(struct cg_program *p);
   /* Moves n words between consecutive units and scratch memory, and waits for the end of the access. */
   void (*load)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   void (*store)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   /* A CG_COPIES of one copy. With a predicate, it does not read the old value of its destination in other lanes. */
   void (*copy)(const struct cg_insertion *at, uint32_t dst, uint32_t src);
   /* True if this instruction, the only one that writes its whole register, may be repeated wherever the register is read. */
   bool (*can_remat)(const struct cg_instr *i);
   /* Recomputes n components of the result of i, starting with `from`, in consecutive units. */
   void (*remat)(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n);
   /* The predicate under which parallel copies execute. */
   unsigned (*condition)(const struct cg_instr *i);
   /* The counter that an instruction waits for, or CG_NO_COUNTER if it is not a wait. */
   uint8_t (*wait_counter)(const struct cg_instr *i);
   /* Replaces each virtual unit u of the operands by unit(user, u). The instruction is not a parallel copy. */
   void (*replace)(struct cg_instr *i, uint32_t (*unit)(void *user, uint32_t u), void *user);
};

struct cg_spill_result {
   uint32_t words;         /* scratch words in use, including those of spilled values */
   uint32_t loads, stores; /* words that instructions of the program move */
   bool too_far;           /* accesses cannot reach all the words; the program is unchanged */
   uint64_t cost;          /* of the moved words: each surrounding loop multiplies it by eight */
   unsigned most;          /* maximum number of units in registers at one time, without those of spill code */
   void *instrs;           /* the instructions that were copied */
   size_t size;            /* their size in bytes */
   /* by instruction, without those that finish() inserts first: the original one; the edge of each block counts as one */
   uint32_t *origin;
   uint32_t num_origins, cap_origins;
};

/* The program before it was spilled. */
struct cg_spill_saved {
   struct cg_list *lists; /* by block and list */
   uint32_t num_regs, num_units;
   struct cg_ra_hint *hints;
   uint32_t num_hints, cap_hints;
};
void cg_spill_save(struct cg_program *p, struct cg_spill_saved *saved);
void cg_spill_restore(struct cg_program *p, const struct cg_spill_saved *saved, struct cg_spill_result *result);

/* The maximum number of units in registers at one time. */
struct cg_spill_room {
   unsigned units; /* with 0, every value that can be spilled is in memory between instructions */
   uint8_t *less;  /* by instruction, counted as in `origin`: by how much the room is smaller there, or NULL */
   bool reserved;  /* the registers of accesses are outside of the room, otherwise within it */
};

/* Rewrites the program so that the units in registers, without those that spill code needs, do not exceed the room. `words` is
   the number of scratch words already in use. */
void cg_spill(struct cg_program *p, const struct cg_spill_machine *m, const struct cg_spill_room *room, uint32_t words,
              struct cg_spill_result *result);

#endif
