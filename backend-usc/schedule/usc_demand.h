/* SPDX-License-Identifier: MIT */
/* Between the files that describe the problem of the lower bound: usc_need.c, usc_need_io.c. */
#ifndef USC_DEMAND_H
#define USC_DEMAND_H

#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/select/usc_io.h"
#include "codegen/bound.h"

enum usc_demand_unit {
   DEMAND_NONE,
   DEMAND_P,
   DEMAND_P0,
   DEMAND_ALONE,
   DEMAND_TST,
   DEMAND_PCK,
   DEMAND_LOGIC,
   DEMAND_SHIFT,
   DEMAND_CODE,
   DEMAND_REQUEST, /* ALONE, with a wait before the reader */
};

/* A value, over the whole program. */
struct usc_demand_fact {
   uint32_t block;                /* that defines it */
   uint32_t line;                 /* readers on feed-through lines, in that block */
   uint16_t stores;               /* pixel outputs in that block */
   bool reg;                      /* somebody reads it from a register */
   bool output;                   /* vertex output in that block */
   uint32_t moved;                /* uniform: 1 + the block in which it is counted as moved to a temporary */
   uint32_t indexed, index_node;  /* 1 + the block in which an index register was made of it, and by which node */
   const struct ir_instr *reader; /* one of them */
   uint32_t index_seen;           /* 1 + the block in which it is an index */
   uint32_t node;                 /* 1 + the node of its definition, in the current block */
   uint8_t kind;                  /* enum usc_demand_unit of that node */
};

struct usc_demand {
   struct usc_selection *c;
   const struct usc_inputs *in;
   struct usc_demand_fact *f;
   uint32_t block;
   struct cg_bound b;
   uint32_t logic, shift; /* bitwise groups of their own; shifts that a chain may take */
   struct usc_demand_direct {
      uint32_t node, addr, reg;
   } * direct;                              /* outputs of vertex inputs */
   uint32_t num_direct, cap_direct, passed; /* passed: the same in geometry programs, counted */
   bool stores;                             /* to memory */
   struct {
      uint32_t above; /* requests in a row before it */
      bool request;
   } * level; /* by node */
   uint32_t cap_level;
   uint32_t request[SLOT_COUNT * INTERP_COUNT]; /* by run of inputs: 1 + node */
   struct usc_requests requests;                 /* to textures */
};

struct usc_demand_operand {
   const struct ir_src *src;
   bool line, arm; /* read on a feed-through line; arm of a select, not compared */
};
#define MAX_OPERANDS 24

void usc_bound_source(struct usc_selection *c);

const struct ir_value *usc_demand_alias(const struct ir_value *v);
unsigned usc_demand_operands(const struct usc_demand *s, const struct ir_instr *i, struct usc_demand_operand *o);
unsigned usc_demand_cond_operands(const struct usc_demand *s, const struct ir_src *cond, struct usc_demand_operand *o);
const struct usc_demand_fact *usc_demand_made_here(const struct usc_demand *s, const struct ir_value *v);
void usc_demand_read_all(struct usc_demand *s, uint32_t node, enum usc_demand_unit kind, const struct usc_demand_operand *o, unsigned n);
uint32_t usc_demand_new_node(struct usc_demand *s, enum usc_demand_unit kind);
void usc_demand_depends(struct usc_demand *s, uint32_t from, enum usc_demand_unit kind, uint32_t to, enum usc_demand_unit reader,
                     bool line);
uint32_t usc_demand_move(struct usc_demand *s);
void usc_demand_define(struct usc_demand *s, const struct ir_value *val, uint32_t v, enum usc_demand_unit kind);
uint32_t usc_demand_test(struct usc_demand *s, const struct ir_instr *i, const struct usc_demand_operand *o, unsigned n,
                      bool materialised);
void usc_demand_array(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_load_input(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_load_param(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_load_buffer(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_texture(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_store_output(struct usc_demand *s, const struct ir_instr *i);
void usc_demand_finish(struct usc_demand *s, uint32_t *tail);

#endif
