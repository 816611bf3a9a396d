/* SPDX-License-Identifier: MIT */
/* Between the files that describe the problem of the lower bound: usc_need.c, usc_need_io.c. */
#ifndef USC_DEMAND_H
#define USC_DEMAND_H

#include "backend-usc/schedule/usc_sched.h"

enum cg_need_unit {
   NEED_NONE,
   NEED_P,
   NEED_P0,
   NEED_ALONE,
   NEED_TST,
   NEED_PCK,
   NEED_LOGIC,
   NEED_SHIFT,
   NEED_CODE,
   NEED_REQUEST, /* ALONE, with a wait before the reader */
};

/* A value, over the whole program. */
struct cg_need_fact {
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
   uint8_t kind;                  /* enum cg_need_unit of that node */
};

struct cg_need {
   struct cg *c;
   const struct cg_inputs *in;
   struct cg_need_fact *f;
   uint32_t block;
   struct cg_bound b;
   uint32_t logic, shift; /* bitwise groups of their own; shifts that a chain may take */
   struct cg_need_direct {
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
   struct cg_requests requests;                 /* to textures */
};

struct cg_need_operand {
   const struct ir_src *src;
   bool line, arm; /* read on a feed-through line; arm of a select, not compared */
};
#define MAX_OPERANDS 24

const struct ir_value *cg_need_alias(const struct ir_value *v);
unsigned cg_need_operands(const struct cg_need *s, const struct ir_instr *i, struct cg_need_operand *o);
unsigned cg_need_cond_operands(const struct cg_need *s, const struct ir_src *cond, struct cg_need_operand *o);
const struct cg_need_fact *cg_need_made_here(const struct cg_need *s, const struct ir_value *v);
void cg_need_read_all(struct cg_need *s, uint32_t node, enum cg_need_unit kind, const struct cg_need_operand *o, unsigned n);
uint32_t cg_need_new_node(struct cg_need *s, enum cg_need_unit kind);
void cg_need_depends(struct cg_need *s, uint32_t from, enum cg_need_unit kind, uint32_t to, enum cg_need_unit reader,
                     bool line);
uint32_t cg_need_move(struct cg_need *s);
void cg_need_define(struct cg_need *s, const struct ir_value *val, uint32_t v, enum cg_need_unit kind);
uint32_t cg_need_test(struct cg_need *s, const struct ir_instr *i, const struct cg_need_operand *o, unsigned n,
                      bool materialised);
void cg_need_array(struct cg_need *s, const struct ir_instr *i);
void cg_need_load_input(struct cg_need *s, const struct ir_instr *i);
void cg_need_load_param(struct cg_need *s, const struct ir_instr *i);
void cg_need_load_buffer(struct cg_need *s, const struct ir_instr *i);
void cg_need_texture(struct cg_need *s, const struct ir_instr *i);
void cg_need_store_output(struct cg_need *s, const struct ir_instr *i);
void cg_need_finish(struct cg_need *s, uint32_t *tail);

#endif
