/* SPDX-License-Identifier: MIT */
/* For tests/memory-proof/memory_mutants.c: what runs of a program show of its accesses, from which follows that some changes of
   it compute the same. */
#ifndef TESTS_MEMORY_SAME_H
#define TESTS_MEMORY_SAME_H

#include "ir/ir.h"
#include "semantics/memory/memory.h"

static inline bool memory_is_order(const struct ir_instr *i)
{
   return i->op == IR_fence || i->op == IR_barrier || i->op == IR_mutex;
}
static inline bool memory_is_load(const struct ir_instr *i) { return i->op == IR_mem_load || i->op == IR_image_load; }
static inline bool memory_is_store(const struct ir_instr *i)
{
   return i->op == IR_mem_store || i->op == IR_mem_store_low || i->op == IR_image_store;
}
static inline bool memory_is_atomic(const struct ir_instr *i) { return i->op == IR_mem_atomic || i->op == IR_image_atomic; }
static inline bool memory_is_access(const struct ir_instr *i)
{
   return memory_is_load(i) || memory_is_store(i) || memory_is_atomic(i);
}
static inline bool memory_is_image(const struct ir_instr *i)
{
   return i->op == IR_image_load || i->op == IR_image_store || i->op == IR_image_atomic;
}
static inline unsigned memory_space(const struct ir_instr *i) { return memory_is_image(i) ? MEM_IMAGE : i->attr[0]; }
static inline unsigned memory_unit(const struct ir_instr *i) { return memory_is_image(i) ? i->attr[0] : i->attr[1]; }
static inline bool memory_same_object(const struct ir_instr *a, const struct ir_instr *b)
{
   return memory_space(a) == memory_space(b) && memory_unit(a) == memory_unit(b);
}

/* Made of a program by memory_watch(), with the numbers of two instructions in the order of the program. */
struct memory_seen {
   bool executed[2];    /* one of the two was, in some wave; of an access: and it was inside of its object */
   bool changes;        /* the first one is a store of words, and some word was another one before */
   bool
       differ; /* both are loads, the second one before the first in its block, and of what is used they gave different words */
   bool meet;           /* both are accesses, and in some wave they touched a word that is the same */
   bool shared[2];      /* what it touched some other wave of the block touched, too, a barrier before, after the next one, or
                           between the same      ones, and one of the two changed it */
   bool shared_across;  /* the first one is a barrier: some word was touched by one wave before it and by another one after it,
                           and changed */
   bool several;        /* some block had several waves */
};
bool memory_is_used(const struct ir_shader *s, const struct ir_value *v);
void memory_watch(struct util_ctx *ctx, const struct ir_shader *s, uint32_t first, uint32_t second, struct memory_seen *seen);

#endif
