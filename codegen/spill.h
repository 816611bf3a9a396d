/* SPDX-License-Identifier: MIT */
/*
 * Spilling: registers that find no place live in memory of the instance, its scratch words.
 *
 * One round takes some registers, and rewrites every instruction that references them to use short-lived spill temporaries, with loads
 * before it and stores behind it. A spill temporary covers a run of consecutive components, so an instruction that reads the ends of
 * a large register needs no place for its middle. Values that can be made again at no more cost than a load (rematerialisation) have
 * no memory at all.
 *
 * An asynchronous request uses its registers up to its wait: its spill temporaries stay alive up to there, and its results are stored
 * behind the wait.
 */
#ifndef CODEGEN_SPILL_H
#define CODEGEN_SPILL_H

#include "codegen/program.h"

/* Where instructions are inserted. */
struct cg_insertion {
   struct cg_program *p;
   struct cg_list *out;   /* new instructions go to the end */
   struct util_span span; /* of the instruction that is rewritten */
   unsigned condition;    /* under which they run, a number of the machine; 0 = the lanes that run at all */
};

/* How a machine spills. */
struct cg_spill_machine {
   unsigned max_words; /* that one access moves */
   /* Moves n words between a run of units and scratch memory, and waits until that is done. */
   void (*load)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   void (*store)(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n);
   /* CG_COPIES of one copy: under a condition it does not read what the other lanes keep in its destination. */
   void (*copy)(const struct cg_insertion *at, uint32_t dst, uint32_t src);
   /* May the only instruction that writes a register, all of it, be repeated wherever that is read? */
   bool (*can_remat)(const struct cg_instr *i);
   /* Makes n components of what i makes, from component `from` on, in a run of units. */
   void (*remat)(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n);
   /* The condition under which an instruction writes its results. */
   unsigned (*condition)(const struct cg_instr *i);
   /* The counter that an instruction waits for, CG_NO_COUNTER = it is no wait. */
   uint8_t (*wait_counter)(const struct cg_instr *i);
   /* Puts unit(user, u) into the place of each virtual unit u that names an operand of the instruction, which has no copies. */
   void (*replace)(struct cg_instr *i, uint32_t (*unit)(void *user, uint32_t u), void *user);
};

/*
 * One round. spilled: by register. words: scratch words that are taken already; returns how many are taken now. Registers in memory
 * never share words. The sources and destinations of parallel copies are registers of one unit.
 */
uint32_t cg_spill_round(struct cg_program *p, const struct cg_spill_machine *m, const uint8_t *spilled, uint32_t words);

#endif
