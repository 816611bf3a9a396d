/* SPDX-License-Identifier: MIT */
/* For memory_mutants.c: facts about the accesses of a program, observed in runs. They show that some changes of the program
   have no effect. */
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

/* Filled by memory_watch() for two instructions of a program, in program order. */
struct memory_seen {
   bool executed[2];    /* some wave executed it and, for an access, inside its object */
   bool changes;        /* the first is a store of words and changed a word */
   bool
       differ; /* both are loads, the second precedes the first in its block, and they gave different words where the result is
                  used */
   bool meet;           /* both are accesses and touched the same word in some wave */
   bool shared[2];      /* another wave of the workgroup touched the same word between the same barriers, or one barrier earlier
                           or later, and one of the two changed it */
   bool shared_across;  /* the first is a barrier: one wave touched some word before it and another wave after it, and one of
                           them changed it */
   bool several;        /* some workgroup had several waves */
};
bool memory_is_used(const struct ir_shader *s, const struct ir_value *v);
void memory_watch(struct util_ctx *ctx, const struct ir_shader *s, uint32_t first, uint32_t second, struct memory_seen *seen);

#endif
