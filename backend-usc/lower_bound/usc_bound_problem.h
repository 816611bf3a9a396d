/* SPDX-License-Identifier: MIT */
/*
 * The lower bound problem of a block, made of the IR: nodes with resource demands for codegen/bound.h, and facts about the
 * values between them. usc_bound_problem.c is the lower layer; usc_bound_io.c adds operations that read or write something
 * other than values, and usc_lower_bound.c visits the program.
 */
#ifndef USC_BOUND_PROBLEM_H
#define USC_BOUND_PROBLEM_H

#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/pattern/usc_combine.h"
#include "codegen/bound.h"
#include "ir/cfg.h"
#include "util/table.h"

/* Facts about a value of the IR. Those about its readers are collected from the whole program before blocks are visited. */
struct usc_bound_fact {
   uint32_t block;                /* the block that defines it */
   uint32_t lines;                /* readers on feed-through lines, in that block */
   uint16_t stores;               /* pixel outputs in that block */
   bool reg;                      /* some reader needs a register */
   bool output;                   /* vertex output in that block */
   const struct ir_instr *reader; /* one of the readers */
   uint32_t last_read;            /* 1 + the last block with a reader other than a phi, or 0 */
   uint32_t index_seen;           /* 1 + the block in which it is an index */
   /* While the blocks are visited. */
   uint32_t indexed;    /* 1 + the block in which an index register was loaded with it */
   uint32_t index_node; /* the node of that load */
   uint32_t node;       /* 1 + the node that defines it in the current block */
   uint8_t unit;        /* enum usc_unit of that node */
};

struct usc_lower_bound {
   struct usc_selection *c;
   const struct usc_inputs *in;
   struct usc_bound_fact *facts; /* by IR value id */
   struct usc_requests requests; /* to textures */
   /* The current block. */
   uint32_t block;
   struct cg_bound problem;
   struct usc_bound_node {
      uint32_t requests_before; /* on the longest chain that leads to it */
      bool request;
      bool choice; /* stands for a choice between P0 and a move (usc_bound_uniform.c) */
   } *node; /* by node */
   uint32_t cap_node;
   uint32_t test;    /* the node of the test for selects that are moves under its result */
   uint32_t itrsmps; /* nodes of USC_UNIT_ITRSMP: each may be one of the waits */
   struct usc_bound_direct {
      uint32_t node, address, reg;
   } *direct; /* outputs that are vertex inputs */
   uint32_t num_direct, cap_direct;
   struct usc_bound_direct passed; /* geometry programs: the last output of the vertex that is an input */
   uint32_t run;                   /* outputs that a repeated group writes with it, or 0 */
   bool stores;                    /* the block stores to memory */
   bool unread;                    /* a result of the block is read only by instructions without readers */
   struct ir_dom dom;
   struct util_map moved; /* 1 + the last block in which something may move the uniform (usc_bound_uniform.c) */
   uint32_t iteration[SLOT_COUNT * INTERP_COUNT]; /* by run of inputs: 1 + the node of its request */
};

struct usc_bound_operand {
   const struct ir_src *src;
   bool line; /* read on a feed-through line */
   bool arm;  /* an arm of a select, not compared */
};
#define USC_BOUND_OPERANDS 24 /* at most; phis, which may have more, are not nodes */

/* ---- facts and operands -------------------------------------------------------------------------------------------------- */

void usc_bound_collect_facts(struct usc_lower_bound *s);
/* The value that moves without modifiers give another name. */
const struct ir_value *usc_bound_alias_of(const struct ir_value *v);
/* Unit k of the pattern that selection chose for the instruction, or of the row of its op in usc_ops.def; USC_UNIT_NONE after
   the last. */
enum usc_unit usc_bound_unit_of(const struct usc_lower_bound *s, const struct ir_instr *i, unsigned k);
/* Does it store a component of an f32 colour, and not to a temporary that is kept for the feedback to the ISP or for a tile
   buffer? */
bool usc_bound_is_pixel_output(const struct usc_lower_bound *s, const struct ir_instr *i);
/* Does the operation need a node? It needs none without readers, or if every reader does it itself. */
bool usc_bound_is_live(const struct usc_lower_bound *s, const struct ir_instr *i);
/* Finds the operands of an operation, a condition, or the branch that ends a block, and returns their number. An operation that
   its readers do themselves is replaced by its operands. */
unsigned usc_bound_find_operands(const struct usc_lower_bound *s, const struct ir_instr *i, struct usc_bound_operand *o);
unsigned usc_bound_find_cond_operands(const struct usc_lower_bound *s, const struct ir_src *cond, struct usc_bound_operand *o);
unsigned usc_bound_find_branch_operands(const struct usc_lower_bound *s, const struct ir_block *b, struct usc_bound_operand *o,
                                        enum usc_unit *unit);
/* The facts about a value that a node of this block defines, or NULL. */
const struct usc_bound_fact *usc_bound_made_here(const struct usc_lower_bound *s, const struct ir_value *v);

/* ---- nodes --------------------------------------------------------------------------------------------------------------- */

static inline uint8_t *usc_bound_demand_of(struct usc_lower_bound *s, uint32_t node)
{
   return s->problem.nodes[node].demand;
}
uint32_t usc_bound_new_node(struct usc_lower_bound *s, enum usc_unit unit);
/* Adds a node that moves something to a register. */
uint32_t usc_bound_add_move(struct usc_lower_bound *s);
/* Adds a node for a test or select of the operands. With `materialised` a register gets the result of a comparison, all ones or
   0. */
uint32_t usc_bound_add_test(struct usc_lower_bound *s, const struct ir_instr *i, const struct usc_bound_operand *o, unsigned n,
                            bool materialised);
/* Slots from a node to its reader, which may take the value from a feed-through line. */
unsigned usc_bound_latency_of(enum usc_unit from, enum usc_unit to, bool line);
void usc_bound_add_dependency(struct usc_lower_bound *s, uint32_t from, enum usc_unit unit, uint32_t to, enum usc_unit reader,
                              bool line);
/* Makes the node depend on those operands that this block defines. */
void usc_bound_read_all(struct usc_lower_bound *s, uint32_t node, enum usc_unit unit, const struct usc_bound_operand *o,
                        unsigned n);
/* Records that node v defines the value, and adds the W ports that it takes and the moves to further destinations. */
void usc_bound_note_result(struct usc_lower_bound *s, const struct ir_value *val, uint32_t v, enum usc_unit unit);

/* ---- usc_bound_uniform.c ------------------------------------------------------------------------------------------------- */

void usc_bound_init(struct usc_lower_bound *s);
/* Notes the uniforms that the block moves to temporaries whatever its arithmetic does. */
void usc_bound_note_moves(struct usc_lower_bound *s, const struct ir_block *b);
/* Adds the cost of the uniforms among the operands of an operation: nodes for which its own node, added later, waits. */
struct usc_bound_uniforms {
   uint32_t node[2];
   unsigned n;
};
void usc_bound_add_uniforms(struct usc_lower_bound *s, const struct ir_instr *i, struct usc_bound_uniforms *u);
/* Makes the node of the operation wait for them. */
void usc_bound_read_uniforms(struct usc_lower_bound *s, uint32_t v, const struct usc_bound_uniforms *u);
/* The bound of the problem. */
uint32_t usc_bound_solve(struct usc_lower_bound *s);

/* ---- usc_bound_copies.c -------------------------------------------------------------------------------------------------- */

/* Adds the copies of phis that the end of the block must have. */
void usc_bound_add_copies(struct usc_lower_bound *s, const struct ir_block *b);

/* ---- usc_bound_io.c ------------------------------------------------------------------------------------------------------ */

void usc_bound_add_array_access(struct usc_lower_bound *s, const struct ir_instr *i);
void usc_bound_add_input(struct usc_lower_bound *s, const struct ir_instr *i);
void usc_bound_add_param(struct usc_lower_bound *s, const struct ir_instr *i);
void usc_bound_add_buffer_load(struct usc_lower_bound *s, const struct ir_instr *i);
void usc_bound_add_texture(struct usc_lower_bound *s, const struct ir_instr *i);
void usc_bound_add_output(struct usc_lower_bound *s, const struct ir_instr *i);
/* Adds what follows the last instruction of a fragment program. */
void usc_bound_add_end(struct usc_lower_bound *s);

#endif
