/* SPDX-License-Identifier: MIT */
/*
 * The machine program between selection and layout: blocks of instructions on virtual registers, in the same form for every
 * machine.
 *
 * A virtual register is one or more consecutive *virtual units* (USC: 32 bits; AGX: 16). An operand names a unit, so a
 * component of a tuple is an ordinary operand. A machine's own instruction has struct cg_instr as its first member; only the
 * operand visitor of struct cg_machine knows what it reads and writes.
 *
 * A block has three lists. `head` reactivates lanes that wait for the block, `body` is what the scheduler may reorder, and
 * `tail` ends the block with a test, the copies along its edges, changes of the lane mask and a branch. Heads and tails keep
 * their order.
 */
#ifndef CODEGEN_PROGRAM_H
#define CODEGEN_PROGRAM_H

#include "codegen/allocate/ra.h"
#include "util/ctx.h"

#define CG_NONE UINT32_MAX

/* One of several simultaneous copies. `src` is a virtual unit, or CG_EXTERNAL + a number of the machine for an operand that
   is not a virtual register (a constant, a uniform), or for one unit of it. */
#define CG_EXTERNAL 0x80000000u
struct cg_copy {
   uint32_t dst, src;
};

/* Consecutive units that an instruction keeps alive. */
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
   bool removed; /* merged into another instruction; to be removed from its list */
   uint16_t shape; /* used by the machine while it schedules a block: equal for instructions that may merge alike, 0 if
                      unknown */
   union {
      uint32_t num_copies; /* CG_COPIES */
      uint32_t label;      /* CG_BRANCH: a value of cg_label() */
      uint32_t num_keep;   /* CG_OPERATION */
   };
   union {
      struct cg_copy *copies;
      /* A wait keeps alive the registers of the requests that it ends. A pseudo instruction of the machine uses this as its
         operand visitor defines. */
      struct cg_range *keep;
   };
   struct util_span span; /* the source text that it implements */
};

struct cg_list {
   struct cg_instr **i;
   uint32_t n, cap;
};

struct cg_block {
   struct cg_list head, body, tail;
   uint32_t succ[2]; /* blocks, or CG_NONE */
   uint32_t depth;   /* number of loops around it */
   /* Target-specific predicate of the outgoing edge, or 0 for all running lanes. The lists are empty otherwise. */
   uint8_t condition;
};

#define CG_NUM_LISTS 3
static inline struct cg_list *cg_list_of(struct cg_block *b, unsigned k)
{
   return k == 0 ? &b->head : k == 1 ? &b->body : &b->tail;
}

struct cg_reg {
   uint32_t unit;     /* first virtual unit */
   uint8_t size;      /* in units */
   uint8_t align : 7; /* its first physical unit is a multiple of this; 0 means 1 */
   bool no_spill : 1; /* a spill temporary, or too short for spilling to help */
   int16_t fixed;     /* 1 + its required first physical unit, or 0 for any */
};

struct cg_program;

/* Called for each run of `count` units or machine resources (numbered from num_units on) that an instruction reads or
   writes. */
typedef void (*cg_ref_fn)(void *user, uint32_t unit, unsigned count, bool write);

/* An asynchronous request accesses its registers until a wait for its counter, which ends all requests of that counter. */
#define CG_MAX_COUNTERS 8
#define CG_NO_COUNTER UINT8_MAX
/* CG_NO_MEMORY may move among loads and stores. CG_FENCE is not a request; all others have to end before it. CG_EFFECT ends
   only at a wait for all counters, and the machine keeps its order. */
enum cg_memory { CG_NO_MEMORY, CG_LOAD, CG_STORE, CG_FENCE, CG_EFFECT };
struct cg_request {
   uint8_t counter; /* CG_NO_COUNTER if the instruction starts no request */
   uint8_t memory;  /* enum cg_memory */
};

/* The functions of a machine that codegen/ calls. */
struct cg_machine {
   /* The operand visitor: reports everything that the instruction reads, then everything that it writes. */
   void (*refs)(const struct cg_program *p, const struct cg_instr *i, cg_ref_fn fn, void *user);
   /* True if the instruction writes results while it still reads sources, so that they cannot share registers. NULL if no
      instruction does. */
   bool (*early_writes)(const struct cg_instr *i);
   /* Returns the asynchronous request that the instruction starts. NULL if no instruction starts one. */
   struct cg_request (*request)(const struct cg_instr *i);
};

struct cg_program {
   struct util_ctx *ctx;
   const struct cg_machine *machine;
   struct cg_block *blocks;
   uint32_t num_blocks;
   struct cg_reg *regs;
   uint32_t num_regs, cap_regs;
   uint32_t *unit_reg; /* by virtual unit: its register */
   uint32_t num_units, cap_units;
   struct cg_ra_hint *hints; /* instructions of the machine that need no code if two registers share a place */
   uint32_t num_hints, cap_hints;
   size_t instr_size; /* size of the structure whose first member is struct cg_instr */
   /* Offset of the list (struct util_origin *) of other source text that the instruction implements, or 0 if that is not
      recorded. */
   size_t origins_at;
};

static inline struct cg_request cg_request_of(const struct cg_program *p, const struct cg_instr *i)
{
   return p->machine->request ? p->machine->request(i) : (struct cg_request){CG_NO_COUNTER, CG_NO_MEMORY};
}

/* Where a branch may enter a block: at its head or at its body. A label is an entry of a block. */
enum cg_entry { CG_AT_HEAD, CG_AT_BODY, CG_NUM_ENTRIES };
static inline uint32_t cg_label(enum cg_entry e, uint32_t block)
{
   return block * CG_NUM_ENTRIES + e;
}

/* Creates num_blocks empty blocks without edges. Everything lives in the arena of ctx. */
void cg_program_init(struct cg_program *p, struct util_ctx *ctx, const struct cg_machine *machine, size_t instr_size,
                     uint32_t num_blocks);
/* Creates a virtual register of `size` units and returns the first. */
uint32_t cg_reg_new(struct cg_program *p, unsigned size);
/* Appends an instruction to a list. */
void cg_push(struct cg_program *p, struct cg_list *l, struct cg_instr *i);
/* Weight of a hint inside of `depth` loops: each loop multiplies it by eight. */
static inline uint16_t cg_hint_weight(unsigned depth)
{
   return (uint16_t)(1u << (depth > 3 ? 9 : 3 * depth));
}
/* Returns all source text that the instruction implements: its own span, then the others. */
struct util_origin cg_origin(const struct cg_program *p, const struct cg_instr *i);
void cg_set_origin(const struct cg_program *p, struct cg_instr *i, struct util_origin o);
/* Adds the source text of `from` to *o. */
void cg_add_origin(struct cg_program *p, struct util_origin *o, const struct cg_instr *from);
/* Instruction `into` also does the work of `from`, which is removed. */
void cg_join_origin(struct cg_program *p, struct cg_instr *into, const struct cg_instr *from);
/* Makes this span of the instruction its main one. */
void cg_put_origin_first(struct cg_program *p, struct cg_instr *i, struct util_span span);
/* Hints that an instruction inside of `depth` loops needs no code if dst and src share a place. */
void cg_hint(struct cg_program *p, uint32_t dst, uint32_t src, unsigned depth);
/* Hints that placing unit b directly after unit a saves code. */
void cg_neighbours(struct cg_program *p, uint32_t a, uint32_t b);
/* Instruction n of the program, counted through all lists in order, or NULL past the end. */
struct cg_instr *cg_instr_at(struct cg_program *p, uint32_t n);

#endif
