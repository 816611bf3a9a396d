/* SPDX-License-Identifier: MIT */
/* Making and changing IR (build.c). Nothing here fails but by leaving through util_fail. */
#ifndef IR_BUILD_H
#define IR_BUILD_H

#include "ir/ir.h"

struct ir_shader *ir_shader_new(struct util_ctx *ctx, enum ir_stage stage, num_m num);
/* An equal program in memory of its own, its pre-shader too; what passes keep for themselves is not copied. Blocks have to have their numbers. */
struct ir_shader *ir_clone(struct util_ctx *ctx, const struct ir_shader *s);
struct ir_block *ir_block_new(struct ir_shader *s);            /* not yet in the order */
void ir_block_append(struct ir_shader *s, struct ir_block *b); /* next in structured order */
uint32_t ir_array_new(struct ir_shader *s, uint32_t length, unsigned width, const char *name);
/* Of 32 bits, for component comp of what has the name. */
uint32_t ir_array_component(struct ir_shader *s, uint32_t length, const char *name, unsigned comp);

/*
 * Zeroed working memory for a pass, n * size bytes. Each number names one buffer, which all passes share, so that many passes
 * over a big program do not add up in the arena. Buffers 0 .. 3 are for passes, valid until the next pass; the others are for
 * ir/ itself.
 */
void *ir_scratch(struct ir_shader *s, unsigned buffer, size_t n, size_t size);
/* The same, not zeroed. */
void *ir_scratch_raw(struct ir_shader *s, unsigned buffer, size_t n, size_t size);
void ir_scratch_free(struct ir_shader *s); /* when the passes are over */
#define IR_SCRATCH(s, buffer, type, n) ((type *)ir_scratch(s, buffer, n, sizeof(type)))

/* A cursor: instructions go behind `after` in `block` (NULL = in front of the first). */
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

/* The general form; width is the width of X where the row has one, else ignored. Sources are copied. */
struct ir_instr *ir_emit(struct ir_builder *b, enum ir_op op, unsigned width, unsigned nsrc, const struct ir_src *src,
                         const uint32_t *attr);
/* A phi whose sources the caller fills in, all of them, before anything reads it. */
struct ir_instr *ir_emit_phi(struct ir_builder *b, unsigned width, uint32_t nsrc);
/* The usual: one result, whose width follows from the sources. */
struct ir_value *ir_op1(struct ir_builder *b, enum ir_op op, struct ir_src a0);
struct ir_value *ir_op2(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1);
struct ir_value *ir_op3(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1, struct ir_src a2);
struct ir_value *ir_const(struct ir_builder *b, unsigned width, uint32_t value);
/* A constant or load again (ir_is_leaf), with its span. */
struct ir_value *ir_copy_leaf(struct ir_builder *b, const struct ir_instr *leaf);

/* The same, with the result as a source: for expressions of several operations. Only one argument of a call may emit. */
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
/* A constant of 32 bits. */
static inline struct ir_src ir_imm(struct ir_builder *b, uint32_t value)
{
   return ir_use(ir_const(b, 32, value));
}
/* a0 op a constant of 32 bits. */
static inline struct ir_src ir_expr_imm(struct ir_builder *b, enum ir_op op, struct ir_src a0, uint32_t value)
{
   return ir_use(ir_op2(b, op, a0, ir_imm(b, value)));
}

/* An instruction with its results, which have no number yet, and room for sources; in no block. */
struct ir_instr *ir_instr_new(struct ir_shader *s, enum ir_op op, unsigned nsrc);
/* Puts an instruction that is in no block at the cursor: a new one, or one that ir_remove took out. */
void ir_insert(struct ir_builder *b, struct ir_instr *i);
void ir_remove(struct ir_instr *i); /* out of its block; the caller sees to the uses of its results */
/* Moves all instructions of b to the end of `to`. Their instr->block is left to the caller. */
void ir_append_all(struct ir_block *to, struct ir_block *b);
/* Append a source to a phi or any variadic instruction. */
void ir_add_src(struct ir_shader *s, struct ir_instr *i, struct ir_src src);
/* Adds an entry to the parameters, which the pre-shader shares, and returns its number. The list may move. */
uint32_t ir_add_param(struct ir_shader *s, struct io_param param);

/* How a block ends: with a jump; as another one does, which is to go away or to end in another way. The predecessors are left to ir_cfg_update. */
void ir_end_jump(struct ir_block *b, struct ir_block *to);
void ir_end_like(struct ir_block *b, const struct ir_block *other);
/* The same, and the other one has no end then. */
void ir_move_end(struct ir_block *to, struct ir_block *from);
/* Moves what stands behind an instruction, and how its block ends, to a new block that is in no order yet; the block of the instruction has no
   end then. Whoever splits a block at several places begins with the last one, so that each instruction moves once. */
struct ir_block *ir_split_behind(struct ir_shader *s, struct ir_instr *i);

/* Replace all uses in linear time: values are redirected by `map` (indexed by value id, entries with val NULL stay); modifiers
   compose; chains in the map are followed. Uses in conditions too. */
void ir_replace_uses(struct ir_shader *s, const struct ir_src *map);

/*
 * Moves all instructions to new memory, in the order of the program and without those that have been removed; the old memory
 * goes back to the arena first (pack.c). Value v gets the number number[v] < num_values. No pointer to an instruction may be held across
 * the call, and the bytes of ir_pack() may not be reserved.
 */
void ir_compact(struct ir_shader *s, const uint32_t *number, uint32_t num_values);

/* Values of a program that is worth compacting. In smaller ones the removed instructions cost less than copying the others. */
#define IR_COMPACT_MIN 4096
/* The same, with dense numbers in the old order for the values whose entry of `stays` is 1, of all s->num_values. */
void ir_compact_dense(struct ir_shader *s, uint32_t *stays);

/*
 * Packs all instructions into a few bytes each while nobody looks at them, and makes them again, equal but at other addresses (pack.c).
 * Values keep their numbers. Of a packed shader nothing may be used but what is no instruction; unpacking one that is not packed
 * does nothing. What was reserved for the bytes of ir_pack() before a mark of the arena stays when the arena goes back to it.
 */
void ir_pack(struct ir_shader *s);
void ir_unpack(struct ir_shader *s);
void ir_pack_reserve(struct ir_shader *s);
/* Is it worth the time? */
bool ir_is_big(const struct ir_shader *s);

/* For those two: an instruction in no block, without what it reads and writes filled in; all memory of a pool goes back. */
struct ir_instr *ir_instr_bare(struct ir_shader *s, enum ir_op op, unsigned ndst, unsigned nsrc);
void ir_pool_discard(struct ir_shader *s, const struct ir_pool *p);

#endif
