/* SPDX-License-Identifier: MIT */
/*
 * The state of instruction selection. Layers, each uses those above it only:
 *
 *    agx_mir.h       instructions on virtual registers
 *    agx_operand.h    constants, uniforms, and the values of the IR as operands
 *    agx_vector.h     operands of several registers
 *    agx_fold.h       operations that become part of others
 *    agx_cond.h       conditions of selects, kills and branches
 *    agx_io.h         inputs, parameters and outputs: which there are, where the ABI puts them, how they are read and written
 *    agx_vertex.h     results of vertex programs
 *    agx_flow.h       ifs and loops
 *    agx_texture.h    accesses to textures
 *    agx_memory.h     parameters, buffers and arrays that are indexed
 *    agx_storage.h    memory that programs change
 *    agx_int64.h       sums and products of 64 bits
 *    agx_sequence.h   operations that take several instructions
 *    agx_operation.h  one instruction of the IR, by a table of its operations
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
   AGX_NEEDED = 1,  /* a result of the program depends on it */
   AGX_AS_VALUE = 2 /* a condition that is wanted in a register, not only by what compares itself */
};

/* What selection made of a value of the IR. */
enum agx_value_kind { AGX_VALUE_NONE, AGX_VALUE_CONST, AGX_VALUE_OPERAND };
struct agx_value {
   uint8_t kind;           /* enum agx_value_kind */
   uint32_t bits;          /* AGX_VALUE_CONST */
   struct agx_ref operand; /* AGX_VALUE_OPERAND: a uniform or virtual register */
   uint32_t shifted,
       home; /* 1 + the unit of the value shifted right by 8, and the block where it is computed; 0: nowhere yet */
};

/* Components of an input slot that are read with one interpolation. */
struct agx_input {
   uint8_t mask;     /* those that the program reads */
   uint16_t where;   /* of component 0: half (vertex); of the lowest component in mask: coefficient register (fragment) */
   uint32_t unit[4]; /* virtual unit of each component + 1, once it is loaded */
   uint32_t home;    /* the block where it is loaded, which dominates those that read it; CG_NONE: nothing does yet */
};

struct agx_output {
   uint8_t mask;            /* components that the program writes */
   uint16_t where;          /* of component 0: half (fragment), word (vertex) */
   struct agx_ref value[4]; /* the last value stored, or the register that keeps it */
   uint8_t kept;            /* components that are stored in other blocks than the last: a register keeps them up to the end */
};

/* An if or a loop around the block being filled. */
struct agx_construct {
   bool loop, has_continue, early_continue; /* early: some other block than the last of the body goes back */
   bool skipped;                            /* an if whose arm only leaves a loop: it has no level of its own */
   const struct ir_block *merge, *header, *other; /* other: else arm, NULL = none */
   struct agx_instr *push; /* what adds its levels to the counters of waiting lanes; NULL: nothing does */
   uint32_t levels, count; /* what its end takes from the counters of waiting lanes; that of all constructs around it too */
};

/* An array of the IR. */
struct agx_array {
   bool in_stack;
   uint8_t kind;   /* of its elements in registers: AGX_VIRT32, AGX_VIRT16 */
   uint32_t *unit; /* of each element in registers */
   uint8_t *first; /* by such an element: enum first of agx_memory.c */
   uint32_t word;  /* of the first element in the stack */
};

struct agx_flow {
   struct agx_construct *open; /* innermost last */
   uint32_t num_open, cap_open;
   bool counts; /* some instruction uses the counters of lanes */
   uint32_t *cost; /* by block: what the blocks in front of it cost a lane that runs them; one entry more than blocks */
};

#define AGX_NO_UNIFORM UINT32_MAX

struct agx_selection {
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct agx_options *opt;
   struct agx_mir *code;
   struct agx_program *out;
   uint32_t block;        /* the block being filled */
   struct util_span span; /* of the instruction being selected */
   struct agx_value *val; /* by id of the IR value */
   uint32_t *uses;        /* likewise: how many sources read it */
   bool *used, *wide;     /* likewise: a needed instruction reads it; one that wants all of its 32 bits */

   struct agx_uniforms {
      struct agx_uniform *list;
      uint32_t num, cap;
      struct util_map constants; /* bits to half */
      struct util_map params;    /* entry * 4 + component to half */
      unsigned draw;             /* vertex: the half with the first vertex, behind the words of the attributes */
      bool far_params;           /* there are too many of them: map says AGX_NO_UNIFORM */
      unsigned next;             /* the first half that is free */
      uint32_t in_front;         /* entries of the list that lie in front of ours */
   } uniforms;
   struct agx_inputs {
      struct agx_input *list;
      uint32_t num, cap;
      uint16_t of[SLOT_COUNT][INTERP_COUNT]; /* 1 + number in the list, 0: not read; vertex inputs: interpolation 0 */
   } in;
   struct agx_output result[SLOT_COUNT];
   bool kills;
   bool stores, fences; /* the program changes memory of the device; it has fences or barriers */
   struct {
      const struct ir_instr *instr;
      bool fenced; /* nothing was to be fenced for it */
   } barrier; /* the last one */
   struct {
      const struct ir_instr *instr;
      struct agx_ref base, index;
   } tested; /* the last store or atomic operation at a constant that was tested */
   struct agx_ref alive; /* early tests: the mask of the samples that no kill has taken; kind 0: no kill */
   struct agx_instr *last_store; /* vertex: the store of an output seen last */
   struct util_map
       stored; /* vertex: bits of a constant that is stored to the unit that holds it, in the block with this number */
   uint32_t stored_block;
   struct util_map computed;     /* what is computed of a source to the unit that holds it, in the block with this number */
   uint32_t computed_block;
   struct agx_selection *preamble; /* of a main part: the selection of its preamble; NULL: it has none */
   struct agx_results { /* of a pre-shader */
      uint32_t half;        /* uniform of the first word; the main part has it, too */
      struct agx_ref *word; /* by word: what the preamble stores; kind 0: not yet known */
      uint32_t num;
   } results;
   struct agx_wide { /* sums and products of 64 bits in the current block (agx_int64.h) */
      struct agx_pair {
         const struct ir_instr *high; /* the high word */
         struct agx_ref value;        /* both words, once they are computed; kind 0: not yet */
      } *list;
      uint32_t num, cap;
      struct util_map of; /* by what is computed: number in the list */
   } wide_pairs;
   struct agx_flow flow;
   struct agx_vectors {
      uint32_t *place, cap; /* by unit: 1 + the unit of a vector that has taken its place */
      uint32_t first_reg;   /* of the current block */
   } vectors;
   struct agx_array *arrays;
   struct agx_texture *textures; /* for the reflection */
   uint32_t num_textures, cap_textures;
};

#endif
