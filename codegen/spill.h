/* SPDX-License-Identifier: MIT */
/*
 * Spilling: what finds no register lives in memory of the instance, its scratch words, for a part of its life. allocate/spill_plan.h
 * describes how that is chosen; here the plan is applied to a machine program.
 *
 * All instructions are copied, so that the program can be put back and spilled in another way. Virtual registers are new: a value that
 * is in memory for some time is in one register before and in another one behind. Values that can be made again at no more cost than a
 * load (rematerialisation) have no memory at all.
 *
 * Code on an edge stands in the tail of the block where the edge begins, under the condition under which lanes take it: the registers of
 * other lanes are not free there.
 */
#ifndef CODEGEN_SPILL_H
#define CODEGEN_SPILL_H

#include "codegen/program.h"

/* Where instructions are inserted. */
struct cg_insertion {
   struct cg_program *p;
   struct cg_list *out;   /* new instructions go to the end */
   struct util_span span; /* of the instruction beside them */
   unsigned condition;    /* under which they run, a number of the machine; 0 = the lanes that run at all */
};

/* How a machine spills. Registers that its instructions need are no_spill; those keep their numbers. */
struct cg_spill_machine {
   unsigned max_words; /* that one access moves */
   uint32_t reach;     /* words that there can be at most; 0: any number */
   unsigned (*registers)(const struct cg_program *p); /* units that accesses take beside the values; NULL: none */
   unsigned access; /* so many if each may take others, and there are no more than those of single accesses */
   /* Before the first instruction is inserted, and when all are. memory: there are accesses; reserved: those of them all take the same
      units. May be NULL. */
   void (*begin)(struct cg_program *p, bool memory, bool reserved);
   void (*finish)(struct cg_program *p);
   /* Moves n words between a run of units and scratch memory, and waits until that is done. */
   void (*load)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   void (*store)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   /* CG_COPIES of one copy: under a condition it does not read what the other lanes keep in its destination. */
   void (*copy)(const struct cg_insertion *at, uint32_t dst, uint32_t src);
   /* May the only instruction that writes a register, all of it, be repeated wherever that is read? */
   bool (*can_remat)(const struct cg_instr *i);
   /* Makes n components of what i makes, from component `from` on, in a run of units. */
   void (*remat)(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n);
   /* The condition under which parallel copies are made. */
   unsigned (*condition)(const struct cg_instr *i);
   /* The counter that an instruction waits for, CG_NO_COUNTER = it is no wait. */
   uint8_t (*wait_counter)(const struct cg_instr *i);
   /* Puts unit(user, u) into the place of each virtual unit u that names an operand of the instruction, which has no copies. */
   void (*replace)(struct cg_instr *i, uint32_t (*unit)(void *user, uint32_t u), void *user);
};

struct cg_spill_result {
   uint32_t words;         /* scratch words that are taken: those before, and those of spilled values */
   uint32_t loads, stores; /* words that instructions of the program move */
   bool too_far;           /* there would be more than accesses reach: nothing was rewritten */
   uint64_t cost;          /* of those: eight times as much for each loop around them */
   unsigned most;          /* units in registers at one time, without those of spill code */
   void *instrs;           /* the instructions that were copied */
   size_t size;            /* of them, in bytes */
   /* By instruction, without those that finish() puts in front: the one that it was made for. The edge of each block counts as one. */
   uint32_t *origin;
   uint32_t num_origins, cap_origins;
};

/* What a program was before it was spilled. */
struct cg_spill_saved {
   struct cg_list *lists; /* by block and list */
   uint32_t num_regs, num_units;
   struct cg_ra_hint *hints;
   uint32_t num_hints, cap_hints;
};
void cg_spill_save(struct cg_program *p, struct cg_spill_saved *saved);
void cg_spill_restore(struct cg_program *p, const struct cg_spill_saved *saved, struct cg_spill_result *result);

/* Rewrites the program so that at most `room` units are in registers at one time, besides what the code of spilling takes; 0: all that
   can be is in memory between instructions. less: by instruction (counted as in `origin`), how many fewer at that one; may be NULL.
   words: scratch words that are taken already. reserved: there are registers for accesses beside the room; else those are in it. */
void cg_spill(struct cg_program *p, const struct cg_spill_machine *m, unsigned room, const uint8_t *less, bool reserved, uint32_t words,
              struct cg_spill_result *result);

#endif
