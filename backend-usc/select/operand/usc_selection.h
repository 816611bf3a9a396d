/* SPDX-License-Identifier: MIT */
/*
 * The state of selection. It lives until the lower bound has been computed from it.
 *
 * Layers; each uses only those above it:
 *    usc_mir.h       instructions of the machine program, shared registers, constants
 *    operand/        operands of IR values, sums and products
 *    pattern/        groups for several IR operations: chains of integer operations, f16, colours of bytes
 *    usc_cond.h, usc_memory.h, usc_storage.h, usc_input.h, usc_texture.h, usc_output.h
 *                    conditions; what programs read and write, by the ABI of docs/abi-usc.md
 *    usc_operation.h one IR instruction, by its row of usc_ops.def
 *    usc_flow.h      control flow
 *    usc_select.h    the steps of selection in order
 */
#ifndef USC_SELECTION_H
#define USC_SELECTION_H

#include "backend-usc/mir/usc_mir.h"

/* ---- what the program reads and writes, found before selection ----------------------------------------------------------- */

/* Instructions that several analyses visit, in program order. They are freed once registers are assigned. */
struct usc_scan_lists {
   const struct ir_instr **io; /* loads of inputs and stores of outputs; freed after analysis */
   uint32_t num_io, cap_io;
   const struct ir_instr **ops; /* selects, kills, texture and array accesses */
   uint32_t num_ops, cap_ops;
   uint32_t *reads; /* by IR value id: reads by instructions and terminators; NULL if no array is loaded */
};

/* Components of an input slot that are read with one interpolation. */
struct usc_slot_use {
   uint16_t id;          /* slot * INTERP_COUNT + interpolation */
   uint8_t mask;
   bool alone;           /* only itrsmp texture accesses read it */
   bool sat;             /* its iteration saturates to [0,1] */
   uint32_t block;       /* the only block that reads it, or USC_NO_REG */
   uint32_t unit, min;   /* virtual unit of the lowest component once iterated; that component */
   uint32_t run;         /* id of the first input that the same request iterates */
   uint32_t comp_reg[4]; /* vi register, or first coefficient */
};

/* Content of an index register: an IR index, clamped and scaled. */
struct usc_index {
   uint32_t block;               /* 1 + the block in which the content is known, or 0 */
   uint32_t value;               /* IR value id of the index */
   uint32_t entry, first, count; /* clamp(index + entry, first, first + count - 1); not clamped if count is 0 */
   bool array;                   /* counts registers of an array, else shared registers */
};

/* Components of an input that one request divides by a component of another input. */
struct usc_quotient {
   uint32_t slot, interp, mask; /* the dividend */
   uint32_t by, by_comp;        /* slot and component of the divisor */
   uint32_t num, block;         /* products with the reciprocal that become this request, 0 if none does; their block */
   uint32_t unit;               /* of the lowest component, once iterated */
};

/*
 * Selects with the same condition become one test and moves under its result: mov d, f; p0 = condition; if (p0) mov d, t. The
 * first moves, of the kept arms, disappear where coalescing computes the arm in the register of the result.
 */
struct usc_choices {
   const struct ir_instr *first, *last; /* neighbours, all selected at the place of the last one */
   unsigned kept;                       /* source that is in the result before the test: 1 or 2 */
};

/*
 * An index from which several elements of a parameter array are read: those at index + lo .. index + hi. One index register
 * serves all of them. It is clamped to -hi .. count - 1 - lo, so that every element in range can be reached. Reads out of
 * range get copies of the first or last entry beside the array ("guards"), as if each read had its own clamp.
 */
struct usc_span {
   uint32_t first, count; /* entries of the array; count is 0 if there are several arrays or none */
   int32_t lo, hi;
   uint32_t reads;
};

/* A parameter array that is indexed. */
struct usc_indexed {
   uint32_t count; /* entries; 0 if no array begins here */
   uint8_t guards; /* copies of its first entry before it, and of its last one after it */
   bool mixed;     /* another array shares some of its entries */
};

/* Parameters: counts of the analysis, places, and values that the current block has loaded. */
struct usc_params {
   uint32_t *loads;    /* by entry: number of its loads, or of those from the array that begins there */
   uint32_t constants; /* upper limit on different constants: IR_const, and loads of constant entries */
   bool indexes;       /* some load has a computed index */
   uint8_t *relative;  /* by entry: part of an array that is indexed */

   uint32_t *sh;       /* by entry * 4 + component: shared register + 1 */
   uint32_t *mem;      /* by entry: 1 + its word in parameter memory, 0 if it has shared registers; NULL if all have */
   uint32_t address;   /* shared registers with the address of parameter memory */
   uint32_t *late, num_late, cap_late; /* entries that come after all other shared registers, in order */
   struct usc_span *span;              /* by IR value id: offsets with which it is an index */
   struct usc_indexed *indexed;        /* by first entry of an array */

   uint32_t *unit, *block;  /* by entry in memory: component 0 once loaded; 1 + the block that loaded it */
   struct usc_index loaded; /* index of the last read of an array in memory */
   uint32_t loaded_unit;    /* unit of component 0 of the element that was read */
};

/* Attributes of the input primitive of a geometry program. */
struct usc_vertices {
   uint8_t read[SLOT_COUNT][4]; /* mask of the vertices that are read by number; bit 7: some by a variable number */
   uint32_t (*reg)[SLOT_COUNT][4], stride; /* by vertex: places as in usc_reflect_input.reg; registers per vertex */
   uint32_t words;                         /* scratch memory that inputs occupy */
   uint32_t block;                         /* 1 + the block for which `last` and `number` hold */
   struct ir_src last;                     /* the last variable number of a vertex */
   struct usc_opd number;                  /* its value, clamped */
};

/* Read-write memory. */
struct usc_storage {
   uint32_t units[5];        /* by space: bits of the units that are accessed */
   uint32_t address;         /* two units with the address of the memory of the workgroup */
   uint32_t cf[2], words[2]; /* by unit: first coefficient and number of the words that are in coefficients instead */
   bool stores;
};

/* Where a vertex or geometry program writes an output slot. */
struct usc_place {
   uint16_t address; /* output word of the first component in the mask; the others follow */
   uint8_t mask;
   uint8_t tail; /* another output word of x, or 0 */
};

/* What the program reads and writes. It is found before any block is selected and lives as long as struct usc_selection. */
struct usc_inputs {
   struct usc_slot_use *use, unread; /* inputs that are read, by increasing id; stands for all others */
   uint32_t num_uses, cap_uses;
   struct usc_params params;
   struct usc_vertices vertices;
   struct usc_storage storage;
   uint32_t kills;              /* kill instructions */
   const struct ir_instr *kill; /* the last kill instruction */
   struct usc_place place[SLOT_COUNT];
   uint8_t out_mask[SLOT_COUNT]; /* components that are stored */
   uint8_t out_late[SLOT_COUNT]; /* components stored outside the last block, so perhaps never */
};

/* ---- state while instructions are selected ------------------------------------------------------------------------------- */

/* By shared register: a temporary of the current block that holds its value. */
struct usc_uniform_cache {
   uint32_t *stamp, *unit, cap; /* 1 + the block in which the temporary holds the value; the temporary */
};

/* By virtual unit: 1 + the unit among a request's data words in which the value is computed instead. */
struct usc_coalesced {
   uint32_t *unit, cap;
};

/* The last texture requests and the first units of their data words. A request with the same words in the same block reuses
   those. */
#define USC_NUM_REQUESTS 8
struct usc_requests {
   struct usc_data {
      const struct ir_instr *i;
      uint32_t unit; /* or USC_NO_REG */
   } last[USC_NUM_REQUESTS];
   uint32_t n;
};

/* What the index registers hold in the current block. */
struct usc_index_registers {
   struct usc_index held[2];
   unsigned next;             /* the register to load next */
   uint32_t near, near_block; /* value of index register 1 to reach far registers; 1 + the block in which it holds */
};

/* Places of the IR's arrays, for the whole program. */
struct usc_arrays {
   uint32_t *at;            /* by array: first temporary, byte offset in scratch memory, or first entry of variable[] */
   bool *in_memory, *fixed; /* fixed: all indices are constant, so the elements are virtual registers */
   struct usc_variable {
      uint32_t unit;  /* or USC_NO_REG if the element is not accessed */
      uint32_t block; /* of the first access in program order */
      bool zero;      /* may be read before it is written */
   } *variable;       /* by element of the fixed arrays */
   uint32_t num_variables;
   bool *in_place; /* by IR value id: a load whose readers read the variable itself */
   bool *kept;     /* by word of scratch memory: its number has a shared register */
   uint32_t num_kept;
};

/* Colour targets and depth of a fragment program, from their assignment to the end of the program. */
struct usc_colors {
   uint32_t reg[8];            /* first output word of each target: o0.., then tile buffers */
   uint8_t read[8];            /* masks of the words that the program reads */
   uint32_t unit[8];           /* targets packed or stored at the end: virtual units of the components, then of the words */
   uint32_t row[8];            /* the units that are packed */
   struct usc_opd val[8][4];   /* what the last block stores; moved, packed or written at the end */
   struct usc_bytes *bytes[8]; /* targets of bytes that are assembled as integers (usc_bytes.c) */
   struct usc_opd depth, depth_home; /* depth for the ISP feedback; its register before the last block */
   uint8_t in_place;                 /* mask of the targets packed in place */
   uint8_t rows;                     /* mask of the targets that are packed from a row of registers */
   uint8_t used[1 + USC_NUM_TILES];  /* masks of the words occupied in the output registers and each tile buffer */
   uint32_t tile_sh[USC_NUM_TILES];  /* 1 + the shared register with the address of the tile buffer */
};

/* Control flow: facts about all blocks, and the constructs around the current one. */
struct usc_flow {
   struct usc_construct *open; /* ifs and loops around the current block, innermost last (usc_flow.c) */
   uint32_t num_open, cap_open;
   uint32_t *loop_at[2]; /* by block: 1 + the place in open[] of the loop with this merge (0) or header (1), or 0 */
   struct usc_arm {
      bool inverted;  /* the sense of P0 before an arm that is only a break */
      bool pred_skip; /* the copies and the cndsm of an arm that is only a break are predicated */
   } *arm;            /* by block */
   uint8_t *uniform;  /* by block that ends in an if or a loop: all active lanes go the same way */
   bool mask_started; /* the mask counter was set */
};

/* How a value is computed. */
enum usc_combined {
   USC_ALONE,
   USC_COMBINED,       /* by one group together with definitions of its sources */
   USC_SECOND_WORD = 2 /* bit: by the group of the other word of the same 64 bits, which comes before it */
};

struct usc_selection {
   struct usc_mir *m; /* the program under construction */
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_reflect *r;
   struct usc_inputs *in;
   struct usc_scan_lists lists;

   /* Facts about values, by IR value id, from the analysis to the end of selection. */
   size_t num_values;   /* entries of such arrays */
   struct usc_opd *val; /* where a value is; bank NONE until it is selected */
   uint32_t *uses;      /* reads of it */
   uint8_t *folded;     /* all readers do the comparison or floor themselves; the iteration of an input does the saturation */
   uint8_t *packed;     /* only packs that clamp to [0,1] read it */
   uint8_t *combined;   /* enum usc_combined */
   const struct usc_choices **choices; /* of a select, or NULL; NULL if no select has any */
   struct usc_quotient *quotient;      /* by id of a reciprocal; NULL if there are none */
   const struct ir_instr **pair;       /* the instruction with the other word of the same 64 bits, or NULL; NULL if none has */

   /* The block being selected. */
   uint32_t cur;
   uint32_t block_regs; /* registers from here on belong to the current block, and are written once */
   struct usc_uniform_cache cached;
   struct usc_requests requests;
   struct usc_index_registers index;

   /* The whole program. */
   struct usc_coalesced coalesced;
   struct usc_arrays arrays;
   uint32_t alive; /* virtual unit: 0 where the invocation was killed; USC_NO_REG if not needed */
   struct usc_colors color;
   struct usc_flow flow;
};

#endif
