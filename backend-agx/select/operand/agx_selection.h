/* SPDX-License-Identifier: MIT */
/*
 * The state of instruction selection. Each of these layers uses only those above it:
 *
 *    agx_mir.h        instructions on virtual registers
 *    agx_operand.h    constants, uniforms, and values of the IR as operands
 *    agx_vector.h     operands of several registers
 *    agx_fold.h       operations that become part of others
 *    agx_cond.h       conditions of selects, kills and branches
 *    agx_io.h         inputs, parameters and outputs: which exist, where the ABI puts them, how they are accessed
 *    agx_vertex.h     results of vertex programs
 *    agx_flow.h       ifs and loops
 *    agx_texture.h    texture accesses
 *    agx_memory.h     indexed parameters, buffers, arrays and pixels of render targets
 *    agx_storage.h    read-write memory
 *    agx_int64.h      64-bit sums and products
 *    agx_sequence.h   operations that need several instructions
 *    agx_operation.h  one instruction of the IR, by a table of operations
 *    agx_select.h     the steps of selection in order
 */
#ifndef AGX_SELECTION_H
#define AGX_SELECTION_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/mir/agx_mir.h"
#include "backend-agx/mir/agx_options.h"
#include "ir/ir.h"
#include "util/table.h"

/* Bits of ir_instr.tmp. */
enum agx_need {
   AGX_NEEDED = 1,  /* a result of the program depends on the instruction */
   AGX_AS_VALUE = 2 /* a condition that is needed in a register, not only as part of what tests it */
};

/* What selection made of a value of the IR. */
enum agx_value_kind { AGX_VALUE_NONE, AGX_VALUE_CONST, AGX_VALUE_OPERAND };
struct agx_value {
   uint8_t kind;           /* enum agx_value_kind */
   uint32_t bits;          /* AGX_VALUE_CONST */
   struct agx_ref operand; /* AGX_VALUE_OPERAND: a uniform or virtual register */
   uint32_t shifted;       /* 1 + the unit that holds the value shifted right by 8, or 0 if none does */
   uint32_t home;          /* the block that computes it */
};

/* The reads of a value of the IR. */
struct agx_use {
   uint32_t count; /* sources that read it */
   bool needed;    /* a needed instruction reads it */
   bool all_bits;  /* a needed instruction reads more than its low 16 bits */
};

/* Components of an input slot that are read with one interpolation. */
struct agx_input {
   uint8_t mask;     /* components that the program reads */
   uint16_t where;   /* vertex: half of component 0; fragment: coefficient register of the lowest component in mask */
   uint32_t unit[4]; /* 1 + the virtual unit of each component once it is loaded */
   uint32_t home;    /* the block that loads it, which dominates all that read it; CG_NONE while unknown */
};

struct agx_inputs {
   struct agx_input *list;
   uint32_t num, cap;
   uint16_t of[SLOT_COUNT][INTERP_COUNT]; /* 1 + index in the list, or 0 if not read; vertex inputs have interpolation 0 */
};

struct agx_output {
   uint8_t mask;            /* components that the program writes */
   uint16_t where;          /* fragment: half of component 0; vertex: its word */
   struct agx_ref value[4]; /* the last value stored, or the register that keeps it */
   uint8_t kept;            /* components stored before the last block, which a register keeps until the end */
};

#define AGX_NO_UNIFORM UINT32_MAX

/* The uniform registers. A main part and its preamble share them. */
struct agx_uniforms {
   struct agx_uniform *list;
   uint32_t num, cap;
   struct util_map constants; /* bits to half */
   struct util_map params;    /* entry * 4 + component to half, or to AGX_NO_UNIFORM */
   unsigned draw;             /* vertex: the half with the first vertex, after the words of the attributes */
   bool far_params;           /* there are too many parameters for the registers, so some stay in memory */
   unsigned next;             /* the first free half */
   uint32_t num_fixed;        /* entries of the list whose place the ABI fixes, before ours */
};

/* Words that a preamble computes for its main part. */
struct agx_results {
   uint32_t half;        /* uniform of the first word */
   struct agx_ref *word; /* what the preamble stores in each word; kind 0 while unknown */
   uint32_t num;
};

/* Textures for the reflection, of both parts. */
struct agx_textures {
   struct agx_texture *list;
   uint32_t num, cap;
};

/* What is known in the current block only. */
struct agx_in_block {
   uint32_t first_reg;                       /* the first register created for the block */
   struct util_map stored;                   /* vertex: bits of a stored constant to the unit that holds it */
   struct util_map computed;                 /* what was computed from a source to the unit that holds it */
   const struct ir_instr *barrier;           /* the last barrier */
   bool fenced;                              /* it needed no fence */
   bool waited;                              /* for earlier fragments of the pixel, before a load of the tile */
   const struct ir_instr *tested;            /* the last store or atomic operation at a tested constant address */
   struct agx_ref tested_base, tested_index; /* its operands */
};

struct agx_selection {
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct agx_options *opt;
   struct agx_mir *mir;
   struct agx_program *out;
   struct agx_selection *preamble; /* of a main part: the selection of its preamble, or NULL if it has none */
   struct agx_uniforms *uniforms;  /* these three are shared with the preamble */
   struct agx_results *results;
   struct agx_textures *textures;

   struct agx_value *val; /* by id of the IR value */
   struct agx_use *use;   /* by id of the IR value */
   struct agx_inputs in;
   struct agx_output result[SLOT_COUNT];
   bool kills;
   bool stores;                  /* the program changes memory of the device */
   bool fences;                  /* it has fences or barriers */
   struct agx_ref alive;         /* with early tests: the mask of samples that are not killed; kind 0 if there are no kills */
   struct agx_instr *last_store; /* vertex: the last store of an output so far */
   struct agx_array *arrays;     /* agx_memory.c */
   struct agx_flow *flow;        /* agx_flow.c */
   struct agx_pairs *pairs;      /* agx_int64.c */
   struct agx_vectors *vectors;  /* agx_vector.c */

   uint32_t block;        /* the block being filled */
   struct util_span span; /* of the instruction being selected */
   struct agx_in_block in_block;
};

#endif
