/* SPDX-License-Identifier: MIT */
/*
 * A made-up machine for the tests of codegen/, and its interpreter. It has one lane, a predicate, two counters of asynchronous
 * requests, memory of 16 words and scratch memory. The interpreter runs a program on virtual registers, or on the physical ones
 * of an assignment.
 *
 * A request behaves in the worst permitted way: its results are garbage up to its wait, and it reads its sources only then. An
 * instruction that touches a result or writes a source before the wait is a violation. So is a store while anything is in
 * flight on its counter, a load while a store is in flight, and a request in flight at the end of a body.
 */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H

#include "codegen/allocate.h"

#define TOY_COUNTERS 2
#define TOY_MEMORY 16
#define TOY_MAX_WORDS 2 /* scratch words that one access moves */

enum toy_op {
   TOY_SET,   /* dst = imm */
   TOY_MIX,   /* dst = 31 * src0 + src1 + imm; conditional: if the predicate is set */
   TOY_HALVE, /* dst = src0 / 2 */
   TOY_PAIR,  /* dst[k] = src0[k] + imm for n units, one after the other: writes results while it still reads */
   TOY_TEST,  /* predicate = bit 0 of src0 */
   TOY_OUT,   /* src0 goes into the trace */
   TOY_FETCH, /* request: dst[k] = a function of src0, imm and k for n units */
   TOY_LOAD,  /* request: dst = memory[imm] */
   TOY_STORE, /* request: memory[imm] = src0 */
   TOY_WAIT,  /* for all requests of the counter */
   TOY_GET,   /* n units from scratch memory, word imm on; conditional */
   TOY_PUT,   /* n units to scratch memory; conditional */
   TOY_JUMP,  /* CG_BRANCH; conditional: if the predicate is set */
   TOY_NOTHING,
};
#define TOY_NO_UNIT UINT32_MAX

struct toy_instr {
   struct cg_instr base;
   uint8_t op, n, counter;
   bool conditional; /* also of CG_COPIES */
   uint32_t dst, src[2], imm;
   bool executed; /* by some toy_run() */
};

struct toy_program {
   struct cg_program p;
   bool runs; /* copies of consecutive units go together: see cg_sequence_copies() */
};

extern const struct cg_machine toy_machine;

/* Appends an instruction to the program. A request with an odd imm belongs to counter 1, the others to 0; but all requests to
   memory belong to 0. */
struct toy_instr *toy_add(struct cg_program *p, struct cg_list *l, enum toy_op op, uint32_t dst, uint32_t src0, uint32_t src1,
                          uint32_t imm);
/* Like toy_add(), with runs of n units. */
struct toy_instr *toy_add_run(struct cg_program *p, struct cg_list *l, enum toy_op op, uint32_t dst, uint32_t src0, unsigned n,
                              uint32_t imm);
struct toy_instr *toy_copies(struct cg_program *p, struct cg_list *l, const struct cg_copy *c, uint32_t n);
struct toy_instr *toy_jump(struct cg_program *p, struct cg_list *l, uint32_t label, bool conditional);
extern const struct cg_spill_machine toy_spill_machine;
void toy_insert_waits(struct cg_program *p, bool after_each);

struct toy_result {
   uint64_t trace; /* of the output values */
   unsigned outputs, violations;
   bool endless;
};
/* a is NULL for virtual registers. With sync, requests complete at once, as before waits are inserted. */
struct toy_result toy_run(struct cg_program *p, const struct cg_assignment *a, bool sync);

#endif
