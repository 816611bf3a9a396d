/* SPDX-License-Identifier: MIT */
/*
 * The state of selection. Scheduling computes the lower bound from it before it is given back.
 *
 * Layers, each uses those above it only:
 *    usc_mir.h       instructions of the machine program, shared registers, constants
 *    operand/        operands of IR values, sums and products; which line of a group carries which operand of a select
 *    pattern/        groups for more than one operation of the IR: chains of integer operations, f16, colours of bytes
 *    usc_cond.h, usc_memory.h, usc_storage.h, usc_input.h, usc_texture.h, usc_output.h
 *                    conditions; what programs read and write, by the ABI of docs/abi-usc.md
 *    usc_operation.h one instruction of the IR, by its row of usc_ops.def
 *    usc_flow.h      control flow
 *    usc_select.h    the steps of selection in order
 */
#ifndef USC_SELECTION_H
#define USC_SELECTION_H

#include "backend-usc/mir/usc_mir.h"

/* ---- what the program reads and writes, found before selection ----------------------------------------------------------- */

/* Components of an input slot that are read with one interpolation. */
struct usc_slot_use {
   uint16_t id;          /* slot * INTERP_COUNT + interpolation */
   uint8_t mask;
   bool alone;           /* nothing but texture accesses by itrsmp reads it */
   bool sat;             /* iterated with a saturation to [0,1] */
   uint32_t block;       /* the one that reads it, USC_NO_REG = several */
   uint32_t unit, min;   /* virtual unit of the lowest component once iterated; that component */
   uint32_t run;         /* id of the first of the inputs that one request iterates together */
   uint32_t comp_reg[4]; /* vi register, or first coefficient */
};

/* What an index register holds: an index of the IR, clamped and scaled. */
struct usc_index {
   uint32_t block;               /* 1 + the block in which that holds; 0 = nothing is cached */
   uint32_t value;               /* IR value id of the index */
   uint32_t entry, first, count; /* clamp(index + entry, first, first + count - 1); count 0: not clamped */
   bool array;                   /* counts registers of an array, else shared registers */
};

/* Components of an input divided by a component of another one in one request. */
struct usc_quotient {
   uint32_t slot, interp, mask; /* the dividend */
   uint32_t by, by_comp;
   uint32_t num, block;         /* readers of the reciprocal that it stands for, 0 = none; their block */
   uint32_t unit;               /* of the lowest component, once iterated */
};

/*
 * Selects on one condition that one test and moves under its result do: mov d, f; p0 = condition; if (p0) mov d, t. The moves
 * of the arms that are kept go where a register can be that of the result.
 */
struct usc_choices {
   const struct ir_instr *first, *last; /* they stand together, and are made where the last one stands */
   unsigned kept;                       /* source that is in the result before the test: 1 or 2 */
};

/*
 * An index of an array of parameters, of which several elements are read: those at index + lo to index + hi. One index register
 * does for all, clamped so that each of them that is in range is reached: index -hi .. count - 1 - lo. What they read otherwise
 * is copies of the first and the last element beside the array, which is what a clamp of each of them would give.
 */
struct usc_span {
   uint32_t first, count; /* entries of the array; count 0: several arrays, or none */
   int32_t lo, hi;
   uint32_t reads;
};

struct usc_inputs {
   struct usc_slot_use *use, unread; /* inputs that something reads, in the order of their ids; what stands for all others */
   uint32_t num_uses, cap_uses;
   const struct ir_instr **io; /* loads of inputs and stores of outputs, in the order of the program; while it is analysed */
   uint32_t num_io, cap_io;
   /* Selects, kills, texture and array accesses, in the order of the program: what several steps look for, without walks of
      their own. */
   const struct ir_instr **sought;
   uint32_t num_sought, cap_sought;
   uint32_t *reads; /* by IR value id: reads by instructions and terminators; NULL: no array is loaded */
   struct usc_params {
      uint32_t *sh;      /* by entry * 4 + component: shared register + 1 */
      uint8_t *relative; /* by entry: part of an array that is indexed */
      bool indexes;      /* some load has a computed index */
      uint32_t *loads;   /* by entry: how often it is loaded, or that at which the array begins */
      uint32_t constants; /* how many there may be at most: const, and loads of constant entries */
      uint32_t *mem;     /* by entry: its word in the memory of parameters + 1, 0 = in shared registers; NULL = all are */
      uint32_t address;  /* shared registers of the address of that memory */
      uint32_t *unit, *block; /* by entry in memory: component 0 once loaded; 1 + the block in which that holds */
      uint32_t *late, num_late, cap_late; /* entries after all others, in order */
      struct usc_span *span;   /* by IR value id: with which constant offsets it is an index */
      struct usc_indexed {
         uint32_t count;       /* entries; 0: no array begins here */
         uint8_t guards;       /* copies of its ends before and after it */
         bool mixed;           /* another array has some of its entries */
      } *indexed;              /* by first entry of an array */
      struct usc_index loaded; /* the index at which an array in memory was last read, and ... */
      uint32_t loaded_unit;    /* ... component 0 of what was there */
   } params;
   struct usc_vertices {
      uint8_t read[SLOT_COUNT][4]; /* mask of the vertices that are read by number; bit 7: some by a variable number */
      uint32_t (*reg)[SLOT_COUNT][4], stride;    /* places by vertex (usc_reflect_input.reg); registers from vertex to vertex */
      uint32_t words;                            /* of the scratch memory that inputs take */
      uint32_t block;                            /* 1 + the last block that read one by a variable number */
      struct ir_src last;                        /* that number ... */
      struct usc_opd number;                     /* ... and where it is, clamped */
   } vertices;                                   /* of geometry programs */
   struct usc_storage {
      uint32_t units[5];                         /* by space: bits of the units that are accessed */
      uint32_t address;                          /* two units with the address of the memory of the block */
      uint32_t cf[2], words[2]; /* by unit: what is in coefficients instead, from this one on; words 0: nothing */
      bool stores;
   } storage;                                    /* memory that programs change */
   uint32_t kills;                               /* kill instructions */
   const struct ir_instr *kill;                  /* the last of them */
   struct usc_place {
      uint16_t address;                          /* output word of the first component in the mask; the others follow */
      uint8_t mask;
   } place[SLOT_COUNT];                          /* of vertex and geometry programs */
   uint8_t out_mask[SLOT_COUNT];                 /* components stored at all */
   uint8_t out_late[SLOT_COUNT];                 /* components stored outside the last block: perhaps never */
};

/* ---- the state while instructions are selected --------------------------------------------------------------------------- */

/* The last texture requests and the first units of their data words: a request with the same words in the same block reads
   those. */
#define USC_NUM_REQUESTS 8
struct usc_requests {
   struct usc_data {
      const struct ir_instr *i;
      uint32_t unit; /* USC_NO_REG = none */
   } last[USC_NUM_REQUESTS];
   uint32_t n;
};

struct usc_colors {
   uint32_t reg[8];            /* first output word of each target: o0.., then tile buffers */
   uint32_t unit[8];           /* targets that are packed or stored at the end: virtual units of the components, then words */
   uint32_t row[8];            /* the units that are packed */
   struct usc_opd val[8][4];   /* what the last block stores, to be moved, packed or written at the end */
   struct usc_bytes *bytes[8]; /* targets of bytes that are put together as integers (usc_bytes.c) */
   struct usc_opd depth, depth_home; /* z of the depth result, for the feedback; the register for it before the last block */
   uint8_t in_place;           /* mask of the targets packed in place */
   uint8_t rows;               /* mask of the targets whose row of registers is packed */
   uint8_t used[1 + USC_NUM_TILES]; /* words taken in the output registers and each tile buffer */
   uint32_t tile_sh[USC_NUM_TILES]; /* shared register of the address of the tile buffer, + 1 */
};

/* How a value is computed. */
enum usc_combined {
   USC_ALONE,
   USC_COMBINED,       /* by one group together with definitions of its sources */
   USC_SECOND_WORD = 2 /* bit: by the group of the other word of the same 64 bits, which comes before it */
};

struct usc_selection {
   struct usc_mir *m; /* the program being made */
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct usc_options *opt;
   struct usc_reflect *r;
   struct usc_inputs *in;

   uint32_t cur;        /* block being filled */
   uint32_t block_regs; /* registers from here on belong to the current block, and are written once */

   /* by IR value id */
   struct usc_opd *val; /* bank NONE = not selected yet */
   uint32_t *uses;      /* reads of it */
   uint8_t
       *folded; /* a comparison or a floor that every reader does itself, a saturation that the iteration of an input does */
   uint8_t *packed;     /* nothing but packs that clamp to [0,1] reads it */
   uint8_t *combined;   /* enum usc_combined */
   const struct usc_choices **choices; /* of a select, NULL: it is one by itself; NULL: all are */
   struct usc_quotient *quotient; /* by id of a reciprocal; NULL: no fragment program */
   const struct ir_instr *
       *pair; /* the one with the other word of the same result of 64 bits, or NULL; NULL: no value has one */

   struct usc_uniform_cache {
      uint32_t *stamp, *unit, cap;
   } cached;            /* by shared register: 1 + the block in which a temporary holds its value; that temporary */
   struct usc_coalesced {
      uint32_t *unit, cap;
   } coalesced;         /* by virtual unit: 1 + the unit of a request's data words that the value is computed in instead */
   struct usc_requests requests;
   struct usc_index_registers {
      struct usc_index held[2];
      unsigned next;    /* the one to be loaded next */
      uint32_t near, near_block; /* what index register 1 holds to reach far registers; 1 + the block in which it does */
   } index;
   struct usc_arrays {
      uint32_t *at;     /* by array: first temporary, byte offset in scratch memory, or first entry of variable[] */
      bool *in_memory, *fixed; /* fixed: no index is variable, so that the elements are virtual registers */
      struct usc_variable {
         uint32_t unit;  /* USC_NO_REG: there is no access */
         uint32_t block; /* of the first access in the program */
         bool zero;      /* may be read before it is written */
      } *variable;      /* by element */
      uint32_t num_variables;
      bool *in_place;   /* by IR value id: a load whose readers read the variable itself */
      bool *kept;       /* by word of the scratch memory: its number has a shared register */
      uint32_t num_kept;
   } arrays;
   uint32_t alive;      /* virtual unit: 0 where the lane was killed; USC_NO_REG = not needed */
   struct usc_colors color;
   struct usc_flow {
      struct usc_construct *open; /* ifs and loops around the current block, innermost last (usc_flow.c) */
      uint32_t num_open, cap_open;
      uint32_t *loop_at[2]; /* by block: 1 + the place in open[] of the loop whose merge (0) or header (1) it is; 0: of none */
      struct usc_arm {
         bool inverted;  /* the sense of P0 before an arm that is only a break */
         bool pred_skip; /* arm that is only a break: its copies and cndsm are predicated */
      } *arm;            /* by block */
      uint8_t *uniform;  /* by block that ends in an if or a loop: all lanes that run go one way */
      bool mask_started; /* the mask counter was set */
   } flow;
};

#endif
