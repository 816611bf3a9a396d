/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language to IR: the state that all front ends share, and functions that create values, independent of the
 * language. Related headers:
 *
 *   fe_flow.h     blocks, structured if and loop, inlined calls
 *   fe_vector.h   instructions on vectors of four floats that are a sequence of IR ops: dot products, LIT, LRP, packing ...
 *
 * A front end embeds struct fe_lower in its own state, calls fe_lower_begin, emits the program in the order of its execution,
 * and calls fe_lower_end. It sets b.span before each source instruction; everything that is emitted gets that span.
 *
 * Nothing that is emitted here is SSA: a component of a register is an IR array of one element (longer if registers are indexed
 * with a register), and pass_ssa turns arrays into values. The value cache takes most of that work off the pass: as long as
 * control does not leave a block, it knows what each array of one element holds.
 *
 * C leaves the order in which the arguments of a call are evaluated to the compiler. Functions that emit instructions must
 * therefore not occur twice among the arguments of one call: name one of the values first (scripts/structure/order.awk checks
 * that).
 */
#ifndef FRONTEND_FE_LOWER_H
#define FRONTEND_FE_LOWER_H

#include "ir/build.h"

#define FE_NONE UINT32_MAX

/* Bits of some floats. */
#define FE_ONE 0x3f800000u
#define FE_TWO 0x40000000u
#define FE_MINUS_ONE 0xbf800000u
#define FE_INFINITY 0x7f800000u
#define FE_SIGN 0x80000000u

/*
 * The element of an IR array, parameter list or buffer: constant + reg, which wraps. reg.val is NULL for a constant index.
 */
struct fe_index {
   uint32_t constant;
   struct ir_src reg;
};

/* The value cache: values known within one block. Entries of other blocks are invalid. */
enum { FE_CACHED_LOADS = 64 };
struct fe_cached_array {
   struct ir_block *block;
   struct ir_value *value;
   struct util_span span; /* of the store */
   bool stored;           /* the array gets the value when the block ends */
};
struct fe_cache {
   /* By hash (of the bits; of entry or slot, and component): the last value that was created. */
   struct ir_value *constant[32], *param[FE_CACHED_LOADS], *input[FE_CACHED_LOADS];
   struct fe_cached_array *array;            /* by IR array; only arrays of one element are cached */
   uint32_t num_arrays, cap_arrays;
   uint32_t *stored; /* arrays with a pending store, in the order of their first stores */
   uint32_t num_stored, cap_stored;
};

/* The open blocks and calls of the source (fe_flow.h). */
enum fe_frame_kind { FE_FRAME_IF, FE_FRAME_LOOP, FE_FRAME_SWITCH, FE_FRAME_SUB };
struct fe_frame {
   uint8_t kind;
   bool merge_reached;         /* some edge leads to `merge` */
   struct ir_block *other;     /* IF: the else arm, which is not in the block order yet; LOOP: the header; SWITCH: the end of
                                  the open section's guard, NULL before the first section */
   struct ir_block *merge;     /* IF: where the arms meet; LOOP, SWITCH: its exit; SUB: the exit of the loop around its body,
                                  or NULL */
   struct ir_src run;          /* SWITCH: true in invocations that execute the open section */
   struct ir_block *call_test; /* SUB: the merge block of the IF around the call, or NULL */
   uint32_t sub, return_to;    /* SUB: the front end's numbers of the subroutine and of the position after the call */
   uint32_t outer;             /* LOOP, SWITCH: the next outer frame of these kinds; SUB: the next outer SUB */
};
struct fe_flow {
   struct fe_frame *frames;
   uint32_t num_frames, cap_frames;
   uint32_t loop, sub; /* the innermost frame of this kind (a switch counts as a loop), or FE_NONE */
   uint32_t depth;     /* open subroutines, including the main program */
   bool reachable;     /* control can reach the position of the builder */
};

/* The outputs of the running program: an IR array for each component of a slot or of a range of slots. */
struct fe_outputs {
   uint8_t written[SLOT_COUNT]; /* components that the program writes anywhere, set by the front end: bit 0 = x */
   uint32_t array[SLOT_COUNT][4]; /* by the first slot of a range; FE_NONE before its first use */
   struct fe_slot_range {
      uint32_t first, length;
   } range[SLOT_COUNT]; /* the range that a slot belongs to */
};

struct fe_lower {
   struct util_ctx *ctx;
   struct ir_shader *s;
   struct ir_builder b;
   struct fe_flow flow;
   struct fe_cache cache;
   struct fe_outputs out;
   /* Values from this number on belong to the source instruction that is being lowered, and nothing else reads them. The
      front end sets it to s->num_values before each instruction. */
   uint32_t first_value;
   uint32_t visits; /* number of lowered source instructions, counted again at each inlined call */
   bool failed;     /* lowering has failed with a diagnostic */
   bool zero_wins; /* a product with a factor 0 is 0 (fe_mul, fe_mad); set by the front end for each instruction */
};

/* Begins the first block of the shader; the second function ends it with a RETURN. f is zeroed. */
void fe_lower_begin(struct fe_lower *f, struct util_ctx *ctx, struct ir_shader *s);
void fe_lower_end(struct fe_lower *f);

/* ---- values (fe_value.c) */

static inline struct ir_src fe_op1(struct fe_lower *f, enum ir_op op, struct ir_src a)
{
   return ir_use(ir_op1(&f->b, op, a));
}
static inline struct ir_src fe_op2(struct fe_lower *f, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return ir_use(ir_op2(&f->b, op, a, b));
}
static inline struct ir_src fe_op3(struct fe_lower *f, enum ir_op op, struct ir_src a, struct ir_src b, struct ir_src c)
{
   return ir_use(ir_op3(&f->b, op, a, b, c));
}
static inline struct ir_src fe_sel(struct fe_lower *f, struct ir_src test, struct ir_src yes, struct ir_src no)
{
   return fe_op3(f, IR_sel, test, yes, no);
}
/* A product; a product plus an addend. */
struct ir_src fe_mul(struct fe_lower *f, struct ir_src a, struct ir_src b);
struct ir_src fe_mad(struct fe_lower *f, struct ir_src a, struct ir_src b, struct ir_src c);
/* The smaller or greater operand. A number wins over a NaN, and a tie gives b. */
struct ir_src fe_min_number(struct fe_lower *f, struct ir_src a, struct ir_src b);
struct ir_src fe_max_number(struct fe_lower *f, struct ir_src a, struct ir_src b);
/* A constant of width 1. */
struct ir_src fe_bit(struct fe_lower *f, unsigned v);
/* The value with its float modifiers applied. */
static inline struct ir_src fe_mov(struct fe_lower *f, struct ir_src v)
{
   return v.neg || v.abs ? fe_op1(f, IR_mov, v) : v;
}
/* The value clamped to [0,1] or [-1,1]; NaN becomes 0. */
struct ir_src fe_saturate(struct fe_lower *f, struct ir_src v, enum ir_sat sat);
/* The lowest component of the mask with the same value as component c, so that one computation serves both. */
unsigned fe_first_same(const struct ir_src v[4], uint8_t mask, unsigned c);
/* A float rounded down to a signed integer; a float rounded to the nearest f16 and converted back. */
struct ir_src fe_floor_to_int(struct fe_lower *f, struct ir_src v);
struct ir_src fe_round_to_f16(struct fe_lower *f, struct ir_src v);
/* A signed number clamped to 0 .. n-1. */
struct ir_src fe_clamp_index(struct fe_lower *f, struct ir_src v, uint32_t n);
/* The same element with the constant added to the register, so that the result has a constant or a register, not both. */
struct fe_index fe_index_sum(struct fe_lower *f, struct fe_index i);

/* Words of a buffer. A relative index is clamped to the range before it is scaled, so that it cannot wrap into the range. */
struct fe_buffer {
   uint32_t buffer, first, length; /* elements first .. first + length - 1 may be read */
   uint32_t words;                 /* words of an element: 1 or 4 */
};
struct ir_src fe_buffer_load(struct fe_lower *f, const struct fe_buffer *b, struct fe_index i, unsigned word);

/* ---- values that the cache holds (fe_cache.c) */

/* A 32-bit constant. */
struct ir_src fe_imm(struct fe_lower *f, uint32_t bits);
/* A component of parameter entry `entry`, or of entry first + index, where the sum does not wrap and is clamped to `length`
   entries. */
struct ir_src fe_param(struct fe_lower *f, uint32_t entry, unsigned comp);
struct ir_src fe_param_relative(struct fe_lower *f, uint32_t first, uint32_t length, struct fe_index i, unsigned comp);
/* A component of an input. vertex.val is NULL except for inputs of geometry programs. */
struct ir_src fe_input(struct fe_lower *f, unsigned slot, unsigned comp, unsigned interp, struct ir_src vertex);
/* Adds an entry that holds a vector of GL state, and returns its number. */
uint32_t fe_param_add_state(struct fe_lower *f, const char *state);

/* An element of an IR array. The IR clamps a relative index to the array. */
struct ir_src fe_array_load(struct fe_lower *f, uint32_t array, struct fe_index i);
/* The known value of an array of one element, or NULL. */
static inline struct ir_value *fe_array_known(const struct fe_lower *f, uint32_t array)
{
   return array < f->cache.num_arrays && f->cache.array[array].block == f->b.block ? f->cache.array[array].value : NULL;
}
void fe_array_store(struct fe_lower *f, uint32_t array, struct fe_index i, struct ir_src v);
/* Emits the pending stores at the end of the block. Nothing reads those of the last block. */
void fe_cache_write(struct fe_lower *f);
/* Stores where `test` is true, or everywhere if test.val is NULL. */
static inline void fe_array_store_if(struct fe_lower *f, uint32_t array, struct fe_index i, struct ir_src test, struct ir_src v)
{
   if (test.val)
      v = fe_sel(f, test, v, fe_array_load(f, array, i));
   fe_array_store(f, array, i, v);
}
/*
 * Access without the cache, for counters, stacks and other state of the lowering itself: element *index, or 0 if index is NULL.
 * Use only these two functions, or never these, for a given array.
 */
struct ir_src fe_array_get(struct fe_lower *f, uint32_t array, const struct ir_src *index);
void fe_array_set(struct fe_lower *f, uint32_t array, const struct ir_src *index, struct ir_src v);

/* ---- outputs (fe_output.c) */

/* Slots that are indexed with a register share one IR array per component. join[s]: slot s shares the array of slot s - 1.
   Call this before any output is used; join has SLOT_COUNT + 1 elements. */
void fe_outputs_join(struct fe_lower *f, const bool *join);
struct ir_src fe_output_load(struct fe_lower *f, unsigned slot, unsigned comp);
/*
 * Stores to slot + i, where `test` is true if test.val is not NULL. fe_output_index prepares a relative index into `length`
 * slots from `slot` on; it clamps the index if the IR array is longer.
 */
struct fe_index fe_output_index(struct fe_lower *f, unsigned slot, uint32_t length, struct fe_index i);
void fe_output_store_if(struct fe_lower *f, unsigned slot, struct fe_index i, unsigned comp, struct ir_src test,
                        struct ir_src v);
/* Copies all written outputs to the IR, at the end of the program or at an EMIT. */
void fe_outputs_emit(struct fe_lower *f);

#endif
