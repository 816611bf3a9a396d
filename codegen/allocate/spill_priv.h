/* SPDX-License-Identifier: MIT */
/* Internal interface between the files that plan spilling: see spill_plan.h. */
#ifndef CODEGEN_ALLOCATE_SPILL_PRIV_H
#define CODEGEN_ALLOCATE_SPILL_PRIV_H

#include "codegen/allocate/spill_plan.h"

#define NONE CG_SPILL_NONE

struct spill_interval {
   uint32_t start, end; /* points, both inclusive */
};

struct spill_loop {
   uint32_t header, last;  /* blocks */
   uint32_t first, end;    /* instructions, end excluded */
   uint32_t parent, depth; /* NONE for no parent */
   uint32_t *reads;        /* units that are live at its start and read inside, in the order of their first reads */
   uint32_t num_reads, cap_reads;
   unsigned pressure; /* maximum pressure inside */
   unsigned through;  /* number of units that are live at its start and not read inside */
};

/* Facts about the program, for the walks. */
struct spill_facts {
   const struct cg_spill_problem *q;
   struct util_ctx *ctx;
   uint32_t num_units;
   uint32_t *unit_first, *unit_reg; /* by register: its first unit; by unit: its register */
   uint32_t *live_first;            /* by unit: its first entry in live[] */
   struct spill_interval *live;
   uint32_t *live_last;             /* by unit: the last result of cg_spill_live_at() */
   struct cg_liveness liveness;     /* only the part that cg_live_beside() needs */
   uint8_t *stays;                  /* by unit: it cannot be spilled */
   uint32_t *home; /* by unit */
   uint32_t num_homes;
   /* Homes of one group have consecutive numbers and get consecutive words. By group: its first home, and the interval in
      which one of its homes is live. */
   uint32_t *group_home, num_groups;
   struct spill_interval *group_life;
   int32_t *pressure;                /* by point: number of live units */
   uint32_t *use_first, *uses;       /* by home: the instructions that read it, ascending */
   uint32_t *remat;                  /* by unit: the instruction that rematerialises it */
   uint32_t *def_first, *defs;       /* by unit: the instructions that write it, ascending */
   uint32_t *block_of;               /* by instruction */
   struct spill_loop *loops;
   uint32_t num_loops, cap_loops;
   uint32_t *loop_of, *header_of; /* by block: the innermost loop around it, and the loop that it begins, or NONE */
   uint32_t *pred_first, *preds;  /* by block */
};

void cg_spill_find_facts(const struct cg_spill_problem *q, struct spill_facts *f);
bool cg_spill_live_at(const struct spill_facts *f, uint32_t unit, uint32_t point);
/* True if the unit is live at the start of the block. */
static inline bool cg_spill_live_in(const struct spill_facts *f, uint32_t unit, uint32_t block)
{
   return cg_spill_live_at(f, unit, 2 * f->q->ra->blocks[block].first);
}
/* The next use of a unit after instruction i, as an instruction number in a program whose loops are unrolled. */
uint64_t cg_spill_next_use(const struct spill_facts *f, uint32_t unit, uint32_t i);
bool cg_spill_written_in(const struct spill_facts *f, uint32_t unit, uint32_t first, uint32_t end);

/* ---- a walk (spill_plan.c; spill_walk.c has the functions that its parts share) ------------------------------------------ */

/* A unit of W at a block boundary. */
struct spill_entry {
   uint32_t unit, node, origin;
   bool valid;
};
struct spill_state {
   struct spill_entry *e;
   uint32_t n, cap;
};
struct spill_units {
   uint32_t *u, n, cap;
};
struct spill_block {
   struct spill_state entry, exit; /* spill_edge.c says how long they have entries */
   struct spill_units loaded;      /* units that its incoming edges load */
   struct spill_units banned;      /* learned from earlier walks: units that are not in W at its start */
   uint32_t limit;                 /* learned: maximum number of units in W at its start */
   uint8_t waiting;                /* edges to blocks that have not begun */
};

struct spill_unit {
   uint32_t node;
   uint32_t origin;   /* the unit that was written originally; copies that share its home pass its value on */
   uint64_t next_use; /* cached by cg_spill_use_of(); valid while it lies ahead */
   uint32_t locked;   /* 1 + the instruction that needs it */
   uint32_t since;    /* instruction after which the register holds the value */
   uint8_t pins;      /* number of requests in flight that use it */
   bool valid;        /* its home holds its value */
};
struct spill_pin {
   uint32_t unit;
   uint8_t counter;
};
struct spill_node {
   uint32_t parent, unit; /* nodes form a union-find structure; the unit is NONE for a temporary of spill code */
};

struct spill_walk {
   const struct spill_facts *f;
   const struct cg_spill_problem *q;
   struct util_ctx *ctx;
   struct cg_spill_plan *plan;
   uint8_t *eager; /* learned from earlier walks, by unit: stored where it is written */
   uint32_t *w, num_w;
   uint32_t *at; /* by unit: its position in w[] + 1 */
   uint32_t now, quiet; /* the current instruction; the last one of the block that a memory access can follow, or NONE */
   struct spill_unit *unit;
   struct spill_pin *pins;
   uint32_t num_pins, cap_pins;
   struct spill_block *blocks;
   struct spill_state *spare; /* arrays of states that are free for reuse */
   uint32_t num_spare, cap_spare;
   uint64_t *store_cost; /* by unit */
   struct spill_node *nodes;
   uint32_t num_nodes, cap_nodes;
   uint32_t *last;     /* by place: its last action, for appending */
   uint8_t *used_home; /* by home; entries from num_homes on are words for waiting values */
   uint32_t num_transit;
   /* scratch, by unit: stamps (1 + the block for which the unit is a candidate), positions in lists */
   uint32_t *mark, mark_stamp, *listed, *order, *place;
   uint32_t *home_reads; /* scratch, by home */
};

uint32_t cg_spill_new_node(struct spill_walk *s, uint32_t unit);
uint32_t cg_spill_find(struct spill_walk *s, uint32_t node); /* Finds the root of its set. */
void cg_spill_unite(struct spill_walk *s, uint32_t a, uint32_t b);
void cg_spill_act(struct spill_walk *s, uint32_t i, enum cg_spill_place place, enum cg_spill_action_kind kind, uint32_t node,
                  uint32_t arg);
void cg_spill_enter(struct spill_walk *s, uint32_t unit, uint32_t node, bool valid);
void cg_spill_leave(struct spill_walk *s, uint32_t unit);
static inline bool cg_spill_may_leave(const struct spill_walk *s, uint32_t unit)
{
   return !s->unit[unit].pins && !s->f->stays[unit];
}
/* True if only the register holds the value of this unit of W. */
static inline bool cg_spill_only_in_register(const struct spill_walk *s, uint32_t unit)
{
   return !s->unit[unit].valid && s->f->remat[unit] == NONE;
}
void cg_spill_store(struct spill_walk *s, uint32_t i, enum cg_spill_place place, uint32_t unit);
/* Brings a unit into W: loads it from its home or rematerialises it. */
void cg_spill_fetch(struct spill_walk *s, uint32_t i, enum cg_spill_place place, uint32_t unit, uint32_t node);
/* The maximum number of units in registers at instruction i. */
static inline unsigned cg_spill_room(const struct spill_walk *s, uint32_t i)
{
   const unsigned room = s->q->room, less = s->q->less ? s->q->less[i] : 0;
   return room > less ? room - less : room ? 1 : 0;
}
/* The next use of a unit of W after instruction i. */
static inline uint64_t cg_spill_use_of(struct spill_walk *s, uint32_t unit, uint32_t i)
{
   if (s->unit[unit].next_use <= i)
      s->unit[unit].next_use = cg_spill_next_use(s->f, unit, i);
   return s->unit[unit].next_use;
}
/* Makes room for n more units in W before instruction i. With `loads`, some of them come from memory. */
void cg_spill_make_room(struct spill_walk *s, uint32_t i, unsigned n, bool loads);
uint64_t cg_spill_weight(const struct spill_facts *f, uint32_t block);

/* spill_copies.c: parallel copies. */
void cg_spill_walk_copies(struct spill_walk *s, uint32_t i);
/* spill_edge.c: computes W at the start of a block with the code on its incoming edges; ends a block. */
void cg_spill_start_block(struct spill_walk *s, uint32_t b);
void cg_spill_end_block(struct spill_walk *s, uint32_t b);
/* Bans units that many edges into block b loaded from W at its start. True if there were any. */
bool cg_spill_ban(struct spill_walk *s, uint32_t b);

/* Assigns a word to each used home (flags by home); returns the number of words. */
uint32_t cg_spill_assign_words(const struct spill_facts *f, const uint8_t *used, uint32_t *word);

#endif
