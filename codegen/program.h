/* SPDX-License-Identifier: MIT */
/*
 * The machine program between selection and layout: blocks of instructions on virtual registers, the same for every machine.
 *
 * A virtual register is one or more consecutive *virtual units* (USC: 32 bits; AGX: 16). An operand names a unit, so a
 * component of a tuple is an ordinary operand. A machine's own instruction has struct cg_instr as its first member; what it
 * reads and writes is known through the operand visitor of struct cg_machine alone.
 *
 * A block has three lists. `head` makes lanes run again that wait for the block, `body` is what the scheduler may reorder,
 * and `tail` ends the block: a test, the copies along its edges, changes of the lane mask, a branch. Heads and tails keep
 * their order.
 */
#ifndef CODEGEN_PROGRAM_H
#define CODEGEN_PROGRAM_H

#include "codegen/allocate/ra.h"
#include "util/ctx.h"

#define CG_NONE UINT32_MAX

/* One of several copies that happen at one time. src: a virtual unit, or CG_EXTERNAL + a number by which the machine finds an
   operand that is no virtual register (a constant, a uniform), or a unit of it. */
#define CG_EXTERNAL 0x80000000u
struct cg_copy {
   uint32_t dst, src;
};

/* Consecutive units that stay alive. */
struct cg_range {
   uint32_t unit;
   uint8_t n;
};

enum cg_kind {
   CG_OPERATION, /* an instruction of the machine */
   CG_COPIES,    /* parallel copies, along an edge or for spilling */
   CG_BRANCH,    /* a branch to `label` */
};

struct cg_instr {
   uint8_t kind; /* enum cg_kind */
   bool removed; /* merged into another one, and to be taken out of its list */
   uint16_t shape; /* for the machine while a block is scheduled: a number of what merges alike; 0: not known */
   union {
      uint32_t num_copies; /* CG_COPIES */
      uint32_t label;      /* CG_BRANCH: cg_label() */
      uint32_t num_keep;   /* CG_OPERATION */
   };
   union {
      struct cg_copy *copies;
      /* Of a wait: registers of the requests that it ends, which stay alive up to here. Of a pseudo instruction of the machine:
         what its operand visitor says. */
      struct cg_range *keep;
   };
   struct util_span span; /* the part of the source text that it comes from */
};

struct cg_list {
   struct cg_instr **i;
   uint32_t n, cap;
};

struct cg_block {
   struct cg_list head, body, tail;
   uint32_t succ[2]; /* blocks, CG_NONE = none */
   uint32_t depth;   /* number of loops around it */
   /* Under which lanes take the edge out of it, a number of the machine; 0 = all that run. Its lists have nothing else then. */
   uint8_t condition;
};

#define CG_NUM_LISTS 3
static inline struct cg_list *cg_list_of(struct cg_block *b, unsigned k)
{
   return k == 0 ? &b->head : k == 1 ? &b->body : &b->tail;
}

struct cg_reg {
   uint32_t unit;     /* first virtual unit */
   uint8_t size;      /* units */
   uint8_t align : 7; /* its first physical unit is a multiple of that; 0 = 1 */
   bool no_spill : 1; /* a spill temporary, or too short for spilling to help */
   int16_t fixed;     /* first physical unit that it must have + 1, 0 = any */
};

struct cg_program;

/* Called for each run of `count` units or machine resources (numbered from num_units up) that an instruction reads or
   writes. */
typedef void (*cg_ref_fn)(void *user, uint32_t unit, unsigned count, bool write);

/* An asynchronous request reads and writes registers up to a wait for its counter, which ends all requests of that counter. */
#define CG_MAX_COUNTERS 8
#define CG_NO_COUNTER UINT8_MAX
/* CG_NO_MEMORY: its order among loads and stores is free. CG_FENCE: no request, all others have to end first. CG_EFFECT: nothing but a wait for
   all tells its end, the machine keeps its order. */
enum cg_memory { CG_NO_MEMORY, CG_LOAD, CG_STORE, CG_FENCE, CG_EFFECT };
struct cg_request {
   uint8_t counter; /* CG_NO_COUNTER: the instruction starts no request */
   uint8_t memory;  /* enum cg_memory */
};

/* What codegen/ has to know of a machine. */
struct cg_machine {
   /* The operand visitor: all that the instruction reads, then all that it writes. */
   void (*refs)(const struct cg_program *p, const struct cg_instr *i, cg_ref_fn fn, void *user);
   /* The instruction writes results while it still reads sources: they cannot share registers. NULL: no instruction does. */
   bool (*early_writes)(const struct cg_instr *i);
   /* The asynchronous request that the instruction starts. NULL: no instruction starts one. */
   struct cg_request (*request)(const struct cg_instr *i);
};

struct cg_program {
   struct util_ctx *ctx;
   const struct cg_machine *machine;
   struct cg_block *blocks;
   uint32_t num_blocks;
   struct cg_reg *regs;
   uint32_t num_regs, cap_regs;
   uint32_t *unit_reg; /* register of a virtual unit */
   uint32_t num_units, cap_units;
   struct cg_ra_hint *hints; /* instructions of the machine that need no code if two registers get one place */
   uint32_t num_hints, cap_hints;
   size_t instr_size; /* of the structure of which struct cg_instr is the first member */
   /* Where in it is the list of other parts of the source text, whose work the instruction does too (struct util_origin *); 0: nobody asks. */
   size_t origins_at;
};

static inline struct cg_request cg_request_of(const struct cg_program *p, const struct cg_instr *i)
{
   return p->machine->request ? p->machine->request(i) : (struct cg_request){CG_NO_COUNTER, CG_NO_MEMORY};
}

/* Where a branch may enter a block: at its head, or behind that. A label is an entry of a block. */
enum cg_entry { CG_AT_HEAD, CG_AT_BODY, CG_NUM_ENTRIES };
static inline uint32_t cg_label(enum cg_entry e, uint32_t block)
{
   return block * CG_NUM_ENTRIES + e;
}

/* num_blocks empty blocks without edges. Everything lives in the arena of ctx. */
void cg_program_init(struct cg_program *p, struct util_ctx *ctx, const struct cg_machine *machine, size_t instr_size, uint32_t num_blocks);
/* A new virtual register of that many units; returns the first. */
uint32_t cg_reg_new(struct cg_program *p, unsigned size);
/* Puts an instruction at the end of a list. */
void cg_push(struct cg_program *p, struct cg_list *l, struct cg_instr *i);
/* Of a hint inside of `depth` loops: eight times as much for each. */
static inline uint16_t cg_hint_weight(unsigned depth)
{
   return (uint16_t)(1u << (depth > 3 ? 9 : 3 * depth));
}
/* What the instruction comes from: its span, and the others. */
struct util_origin cg_origin(const struct cg_program *p, const struct cg_instr *i);
void cg_set_origin(const struct cg_program *p, struct cg_instr *i, struct util_origin o);
/* What comes from *o comes from the same as `from`, too. */
void cg_add_origin(struct cg_program *p, struct util_origin *o, const struct cg_instr *from);
/* Instruction `into` does the work of `from`, too, which goes. */
void cg_join_origin(struct cg_program *p, struct cg_instr *into, const struct cg_instr *from);
/* Makes one of the spans that the instruction comes from the main one. */
void cg_put_origin_first(struct cg_program *p, struct cg_instr *i, struct util_span span);
/* Tells register allocation that an instruction, inside of `depth` loops, needs no code if unit dst is assigned to the place of
   unit src. */
void cg_hint(struct cg_program *p, uint32_t dst, uint32_t src, unsigned depth);
/* Tells it that something is gained if unit b lies right behind unit a. */
void cg_neighbours(struct cg_program *p, uint32_t a, uint32_t b);
/* Instruction n of the program, counted through all lists in order; NULL past the end. */
struct cg_instr *cg_instr_at(struct cg_program *p, uint32_t n);

#endif
