/* SPDX-License-Identifier: MIT */
/* Creating and changing IR (build.c). The only way to fail is util_fail. */
#ifndef IR_BUILD_H
#define IR_BUILD_H

#include "ir/ir.h"

struct ir_shader *ir_shader_new(struct util_ctx *ctx, enum ir_stage stage, num_m num);
/* Copies a program and its pre-shader into new memory; private data of passes is not copied. Blocks must be numbered
   (ir_cfg_update). */
struct ir_shader *ir_clone(struct util_ctx *ctx, const struct ir_shader *s);
struct ir_block *ir_block_new(struct ir_shader *s);            /* not in the block order yet */
void ir_block_append(struct ir_shader *s, struct ir_block *b); /* appends to the structured order */
uint32_t ir_array_new(struct ir_shader *s, uint32_t length, unsigned width, const char *name);
/* An array of 32-bit elements for component `comp` of the variable called `name`. */
uint32_t ir_array_component(struct ir_shader *s, uint32_t length, const char *name, unsigned comp);

/*
 * Zeroed working memory of n * size bytes for a pass. All passes share the numbered buffers, so memory does not add up when
 * many passes run over a big program. Buffers 0 to 3 belong to the running pass and stay valid until the next one; the others
 * belong to ir/.
 */
void *ir_scratch(struct ir_shader *s, unsigned buffer, size_t n, size_t size);
/* As ir_scratch, but not zeroed. */
void *ir_scratch_raw(struct ir_shader *s, unsigned buffer, size_t n, size_t size);
void ir_scratch_free(struct ir_shader *s); /* call after the last pass */
#define IR_SCRATCH(s, buffer, type, n) ((type *)ir_scratch(s, buffer, n, sizeof(type)))

/* A cursor: instructions are inserted after `after` in `block`, or at the start of the block if `after` is NULL. */
struct ir_builder {
   struct ir_shader *s;
   struct ir_block *block;
   struct ir_instr *after;
   struct util_span span;
   bool invariant;
};
struct ir_builder ir_at_end(struct ir_shader *s, struct ir_block *b);
struct ir_builder ir_before(struct ir_shader *s, struct ir_instr *i);
struct ir_builder ir_after(struct ir_shader *s, struct ir_instr *i);

/* The general form. `width` is the width of kind X if the op has one, else it is ignored. Sources are copied. */
struct ir_instr *ir_emit(struct ir_builder *b, enum ir_op op, unsigned width, unsigned nsrc, const struct ir_src *src,
                         const uint32_t *attr);
/* A phi. The caller must fill in all of its sources before anything reads them. */
struct ir_instr *ir_emit_phi(struct ir_builder *b, unsigned width, uint32_t nsrc);
/* Emits an op with one result, whose width follows from its sources. */
struct ir_value *ir_op1(struct ir_builder *b, enum ir_op op, struct ir_src a0);
struct ir_value *ir_op2(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1);
struct ir_value *ir_op3(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1, struct ir_src a2);
struct ir_value *ir_const(struct ir_builder *b, unsigned width, uint32_t value);
/* Emits a copy of a constant or load (ir_is_leaf), with its span. */
struct ir_value *ir_copy_leaf(struct ir_builder *b, const struct ir_instr *leaf);

/* As ir_op1 to ir_op3, but returns the result as a source, for nested expressions. At most one argument of a call may emit. */
static inline struct ir_src ir_expr1(struct ir_builder *b, enum ir_op op, struct ir_src a0)
{
   return ir_use(ir_op1(b, op, a0));
}
static inline struct ir_src ir_expr2(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1)
{
   return ir_use(ir_op2(b, op, a0, a1));
}
static inline struct ir_src ir_expr3(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1, struct ir_src a2)
{
   return ir_use(ir_op3(b, op, a0, a1, a2));
}
/* A 32-bit constant. */
static inline struct ir_src ir_imm(struct ir_builder *b, uint32_t value)
{
   return ir_use(ir_const(b, 32, value));
}
/* `a0 op constant`, with a 32-bit constant. */
static inline struct ir_src ir_expr_imm(struct ir_builder *b, enum ir_op op, struct ir_src a0, uint32_t value)
{
   return ir_use(ir_op2(b, op, a0, ir_imm(b, value)));
}

/* An instruction in no block, with room for its sources. Its results have no numbers yet. */
struct ir_instr *ir_instr_new(struct ir_shader *s, enum ir_op op, unsigned nsrc);
/* Inserts an instruction that is in no block (new, or taken out by ir_remove) at the cursor. */
void ir_insert(struct ir_builder *b, struct ir_instr *i);
void ir_remove(struct ir_instr *i); /* takes it out of its block; the caller handles the uses of its results */
/* Moves all instructions of b to the end of `to`. The caller updates their instr->block. */
void ir_append_all(struct ir_block *to, struct ir_block *b);
/* Appends a source to a phi or another variadic instruction. */
void ir_add_src(struct ir_shader *s, struct ir_instr *i, struct ir_src src);
/* Adds a parameter, which the pre-shader shares, and returns its number. The list may move. */
uint32_t ir_add_param(struct ir_shader *s, struct io_param param);

/* ir_end_jump ends a block with a jump. ir_end_like copies the terminator of another block, which the caller then removes or
   ends otherwise. Predecessors stay as they are until ir_cfg_update. */
void ir_end_jump(struct ir_block *b, struct ir_block *to);
void ir_end_like(struct ir_block *b, const struct ir_block *other);
/* As ir_end_like, but leaves the other block without a terminator. */
void ir_move_end(struct ir_block *to, struct ir_block *from);
/* Moves everything after an instruction, with the terminator, to a new block that is not in the order yet; the old block is
   left without a terminator. To split a block at several places, start with the last one, so that each instruction moves
   once. */
struct ir_block *ir_split_after(struct ir_shader *s, struct ir_instr *i);

/* Replaces all uses of values, in conditions too, in linear time. `map` is indexed by value id; values whose entry has val NULL
   stay. Modifiers compose, and chains in the map are followed. */
void ir_replace_uses(struct ir_shader *s, const struct ir_src *map);

/*
 * Moves all instructions to new memory in program order, leaves out removed ones and returns the old memory to the arena
 * (pack.c). Value v gets the number number[v] < num_values. No pointer to an instruction may be held across the call, and
 * ir_pack_reserve may not be in effect.
 */
void ir_compact(struct ir_shader *s, const uint32_t *number, uint32_t num_values);

/* Programs with fewer values are not worth compacting: copying the live instructions costs more than the removed ones. */
#define IR_COMPACT_MIN 4096
/* As ir_compact, but renumbers the values whose entry of `stays` is 1 densely, in the old order. `stays` has s->num_values
   entries. */
void ir_compact_dense(struct ir_shader *s, uint32_t *stays);

/*
 * ir_pack stores all instructions in a few bytes each while they are not needed; ir_unpack creates them again, equal but at
 * other addresses (pack.c). Values keep their numbers. A packed shader has no instructions to look at; everything else stays
 * usable. Unpacking a shader that is not packed does nothing. Memory from ir_pack_reserve, if reserved before a mark of the
 * arena, survives a reset to that mark.
 */
void ir_pack(struct ir_shader *s);
void ir_unpack(struct ir_shader *s);
void ir_pack_reserve(struct ir_shader *s);
/* True if the program is big enough that packing is worth its time. */
bool ir_is_big(const struct ir_shader *s);

/* Shared by build.c and pack.c: an instruction in no block, with the fields for sources and results still empty, and the
   release of a pool. */
struct ir_instr *ir_instr_bare(struct ir_shader *s, enum ir_op op, unsigned ndst, unsigned nsrc);
void ir_pool_discard(struct ir_shader *s, const struct ir_pool *p);

#endif
