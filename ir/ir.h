/* SPDX-License-Identifier: MIT */
/*
 * The IR: scalar SSA with structured control flow. Ops are the rows of ops.def; everything that can be known of an op comes
 * from there through ir_op_info[].
 *
 * Control flow. A function is an array of blocks in structured order, which is also program order: the arms of an if and the
 * body of a loop are contiguous ranges behind the block that opens them, in front of the block where they end. The terminators:
 *
 *   JUMP  -> succ[0]                     to the merge block of the if that ends here, or to the next block
 *   IF    cond, succ[0] then, succ[1]    succ[1] is the else arm, or the merge block if there is none; `merge` follows the arms
 *   LOOP  -> succ[0]                     enters a loop: succ[0] is its header (the next block), `merge` its exit block, behind
 *                                        the body
 *   BREAK -> succ[0]                     to the exit (merge) block of an enclosing loop, not only the innermost
 *   CONTINUE -> succ[0]                  to the header of an enclosing loop; the natural end of a body is a CONTINUE too
 *   RETURN                               ends the function; legal in the last block only (earlier returns are BREAKs out of a
 *                                        loop around the body that never continues)
 *
 * A merge or exit block may have no predecessor: it is unreachable and holds no instructions but its terminator, which is
 * neither IF nor LOOP (ir_remove_unreachable makes it so). Unreachable blocks do not count as predecessors.
 * Every edge but CONTINUE goes forward in the array, so the lanes of a task reconverge by "the smallest block number runs";
 * lanes that take a CONTINUE wait until none is left in the body of the loop, and start its next iteration together.
 * Phis stand first in a block, one source a predecessor in the order of block->preds. There are no critical edges to care for
 * beyond what this structure allows: an IF without else reaches its merge block directly.
 *
 * Width-1 values are 0 or 1. Values of width 16 and 32 are bit patterns without a type. A value is defined once. Float
 * modifiers flip or clear the top bit of a value of 16 or 32 bits; abs comes first.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include "util/buf.h"
#include "util/ctx.h"
#include "model/exec.h"
#include "model/num.h"
#include "model/slots.h"

enum ir_op {
#define OP(name, dst, src, mods, attrs, flags, exact, expr) IR_##name,
#include "ir/ops.def"
#undef OP
   IR_OP_COUNT
};

enum ir_flags {
   IR_F_PURE = 1 << 0,
   IR_F_COMM = 1 << 1,
   IR_F_CONVERGENT = 1 << 2,
   IR_F_READ = 1 << 3,
   IR_F_WRITE = 1 << 4,
   IR_F_LOAD = 1 << 5,
   IR_F_OUTPUT = 1 << 6,
   IR_F_FRES = 1 << 7,
   IR_F_APPROX = 1 << 8,
};
enum ir_exact { IR_EXACT_ALL, IR_EXACT_MODEL };

struct ir_op_info {
   const char *name, *dst, *src, *mods, *attrs;
   uint16_t flags; /* enum ir_flags */
   uint8_t exact;
   uint8_t num_attrs;
   uint8_t num_dst;          /* fixed */
   uint8_t min_src, max_src; /* max IR_ANY_SRC = any number */
   bool has_eval;            /* the row has a semantics expression */
};
#define IR_ANY_SRC 255
extern const struct ir_op_info ir_op_info[IR_OP_COUNT];
/* Kind letter of source n ('b', 'h', 'w', 'X'), whether it takes float modifiers, and the width of a letter (0 for X). */
static inline char ir_src_kind(enum ir_op op, unsigned n)
{
   const struct ir_op_info *info = &ir_op_info[op];
   return info->src[info->max_src == IR_ANY_SRC ? 0 : n];
}
static inline bool ir_src_float(enum ir_op op, unsigned n)
{
   return ir_op_info[op].mods[0] && ir_op_info[op].mods[n] == 'f';
}
static inline unsigned ir_kind_width(char kind)
{
   return kind == 'b' ? 1 : kind == 'h' ? 16 : kind == 'w' ? 32 : 0;
}
static inline uint32_t ir_width_mask(unsigned width)
{
   return width >= 32 ? UINT32_MAX : (1u << width) - 1;
}

#define IR_MAX_DST 4

struct ir_instr;
struct ir_block;

struct ir_value {
   struct ir_instr *def;
   uint32_t id;   /* dense, unique in the shader */
   uint8_t width; /* 1, 16, 32 */
   uint8_t res;   /* which result of def */
};

struct ir_src {
   struct ir_value *val;
   bool neg, abs; /* float modifiers, abs first; only where the row allows */
};

enum ir_sat { IR_SAT_NONE, IR_SAT_01, IR_SAT_11 };

struct ir_instr {
   uint8_t op;     /* enum ir_op */
   uint8_t sat;    /* enum ir_sat, applied to a float result */
   bool invariant; /* position depends on it: no inexact rewrite */
   uint8_t mark;   /* of dead code elimination; 0 elsewhere */
   uint8_t ndst;
   uint32_t nsrc;
   uint32_t attr[4];
   struct util_span span; /* the source instruction it came from */
   uint32_t tmp;          /* scratch of the running pass */
   struct ir_src *src;    /* nsrc of them */
   struct ir_block *block;
   struct ir_instr *prev, *next;
   struct ir_value *dst[]; /* ndst of them */
};

enum ir_term { IR_TERM_NONE, IR_TERM_JUMP, IR_TERM_IF, IR_TERM_LOOP, IR_TERM_BREAK, IR_TERM_CONTINUE, IR_TERM_RETURN };

struct ir_block {
   uint32_t index; /* in func->blocks */
   struct ir_instr *first, *last;
   uint8_t term;       /* enum ir_term */
   struct ir_src cond; /* IF; width 1, no modifiers */
   struct ir_block *succ[2];
   struct ir_block *merge;  /* IF, LOOP */
   struct ir_block **preds; /* by ir_cfg_update, in array order of the predecessors */
   uint32_t num_preds, cap_preds;
   struct util_span span; /* of the terminator */
   uint32_t tmp;
};

/* A variable that is not SSA: a temporary, a relatively addressed array, a result register before it is stored. */
struct ir_array {
   uint32_t length; /* scalars, at least 1 */
   uint8_t width;
   const char *name; /* for the text form; may be NULL */
};

enum ir_stage { IR_STAGE_VERTEX, IR_STAGE_FRAGMENT, IR_STAGE_GEOMETRY, IR_STAGE_COMPUTE };
extern const char *const ir_stage_name[4];

#define IR_NUM_SCRATCH 6

/* Memory of instructions alone: all passes walk through it. */
struct ir_pool {
   struct ir_chunk *chunks; /* newest first */
   uint8_t *at, *end;
   size_t total;
};

struct ir_shader {
   struct util_ctx *ctx;
   enum ir_stage stage;
   num_m num; /* of the target; folding and interpretation use it */
   uint32_t num_values;

   struct ir_block **blocks;
   uint32_t num_blocks, cap_blocks;
   struct ir_array *arrays;
   uint32_t num_arrays, cap_arrays;
   struct io_param *params;
   uint32_t num_params, cap_params;
   uint32_t num_source_ops; /* instructions of the source, for -stats */
   struct ir_pool pool;
   uint32_t ops[IR_OP_COUNT / 32 + 1]; /* bits: ops that some instruction has or had */
   /* geometry */
   uint8_t prim_in, prim_out; /* points, lines, lines adjacency, triangles, triangles adjacency; line strip, triangle strip */
   uint32_t vertices_out;
   struct {
      void *p;
      size_t cap;
   } scratch[IR_NUM_SCRATCH];
};

/* Limits on hostile text; valid programs stay far below. */
#define IR_MAX_ARRAY_SCALARS (1u << 20) /* of all arrays together */
#define IR_MAX_VALUES (1u << 22)        /* value numbers in the text form */

/* tex: attr[3] packs the offsets as three signed bytes; the sources that each texop and target have. */
static inline uint32_t ir_tex_offset(int u, int v, int w)
{
   return (uint32_t)(uint8_t)u | (uint32_t)(uint8_t)v << 8 | (uint32_t)(uint8_t)w << 16;
}
struct ir_tex_srcs {
   int8_t coord, layer, ref, lod, ddx, ddy; /* index of the first source, -1 = none */
   uint8_t num_coords, total;
};
static inline int ir_tex_offset_get(uint32_t attr, unsigned n)
{
   return (int)(((attr >> 8 * n & 0xff) ^ 0x80) - 0x80);
}
/* Order: coordinates, layer, reference, bias or level, ddx, ddy. FETCH: integer coordinates, layer, level; SIZE: level. A
   BUFFER has no level. */
struct ir_tex_srcs ir_tex_srcs(enum exec_tex_op op, enum exec_tex_target target);

/* ---- building (builder.c). Nothing here fails but by leaving through util_fail. */
struct ir_shader *ir_shader_new(struct util_ctx *ctx, enum ir_stage stage, num_m num);
struct ir_block *ir_block_new(struct ir_shader *s);            /* not yet in the order */
void ir_block_append(struct ir_shader *s, struct ir_block *b); /* next in structured order */
uint32_t ir_array_new(struct ir_shader *s, uint32_t length, unsigned width, const char *name);

/*
 * Zeroed working memory for a pass, n * size bytes: the same bytes for every caller of a slot, so that many passes over a big
 * program do not add up in the arena. Slots 0 .. 3 are for passes, valid until the next pass; the rest is for ir/ itself.
 */
void *ir_scratch(struct ir_shader *s, unsigned slot, size_t n, size_t size);
void ir_scratch_free(struct ir_shader *s); /* when the passes are over */
#define IR_SCRATCH(s, slot, type, n) ((type *)ir_scratch(s, slot, n, sizeof(type)))
/* The same with anything in it. */
void *ir_scratch_raw(struct ir_shader *s, unsigned slot, size_t n, size_t size);

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

/* Vertices of the input primitive of a geometry program. */
static inline unsigned ir_input_vertices(const struct ir_shader *s)
{
   static const uint8_t n[] = {1, 2, 4, 3, 6};
   return s->prim_in < sizeof n ? n[s->prim_in] : EXEC_MAX_VERTICES;
}

/* The general form; width is the width of X where the row has one, else ignored. Sources are copied. */
struct ir_instr *ir_emit(struct ir_builder *b, enum ir_op op, unsigned width, unsigned nsrc, const struct ir_src *src,
                         const uint32_t *attr);
static inline struct ir_src ir_use(struct ir_value *v)
{
   return (struct ir_src){v, false, false};
}
static inline struct ir_src ir_neg(struct ir_src s)
{
   s.neg = !s.neg;
   return s;
}
static inline struct ir_src ir_abs(struct ir_src s)
{
   s.abs = true;
   s.neg = false;
   return s;
}
/* What `inner` reads, through the modifiers of both. */
static inline struct ir_src ir_compose(struct ir_src outer, struct ir_src inner)
{
   return (struct ir_src){inner.val, outer.neg != (inner.neg && !outer.abs), outer.abs || inner.abs};
}
/* Is the value a constant? Its bits. */
static inline bool ir_is_const(const struct ir_value *v, uint32_t *bits)
{
   if (!v->def || v->def->op != IR_const)
      return false;
   *bits = v->def->attr[0];
   return true;
}
/* Do both read one value through the same modifiers? */
static inline bool ir_same_src(const struct ir_src *a, const struct ir_src *b)
{
   return a->val == b->val && a->neg == b->neg && a->abs == b->abs;
}
/* A phi whose sources the caller fills in, all of them, before anybody reads it. */
struct ir_instr *ir_emit_phi(struct ir_builder *b, unsigned width, uint32_t nsrc);
/* An instruction with its results, which have no number yet, and room for sources; in no block. */
struct ir_instr *ir_instr_new(struct ir_shader *s, enum ir_op op, unsigned nsrc);
/* For who changes the op of an instruction, and for who looks for some: false means that the program has none. */
static inline void ir_note_op(struct ir_shader *s, enum ir_op op)
{
   s->ops[op / 32] |= 1u << op % 32;
}
static inline bool ir_may_have(const struct ir_shader *s, enum ir_op op)
{
   return s->ops[op / 32] >> op % 32 & 1;
}
/* An instruction that ir_remove took out, back in at the cursor. */
void ir_insert(struct ir_builder *b, struct ir_instr *i);
/* The usual: one result, widths from the sources. */
struct ir_value *ir_op1(struct ir_builder *b, enum ir_op op, struct ir_src a0);
struct ir_value *ir_op2(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1);
struct ir_value *ir_op3(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1, struct ir_src a2);
struct ir_value *ir_const(struct ir_builder *b, unsigned width, uint32_t value);
static inline struct ir_src ir_imm(struct ir_builder *b, uint32_t value)
{
   return ir_use(ir_const(b, 32, value));
}

/*
 * All instructions to new memory, in the order of the program and without what has been removed, which goes back to the arena. Values
 * get numbers by their old ones. Nobody may hold on to an instruction, and the definition of what an instruction reads has to stand in
 * front of it, but for phis.
 */
void ir_compact(struct ir_shader *s, const uint32_t *number);
void ir_remove(struct ir_instr *i); /* out of its block; uses of its results are the caller's business */
/* Append a source to a phi or any variadic instruction. */
void ir_add_src(struct ir_shader *s, struct ir_instr *i, struct ir_src src);

/* Replace all uses in linear time: values are redirected by `map` (indexed by value id, entries with val NULL stay); modifiers
   compose; chains in the map are followed. Uses in conditions too. */
void ir_replace_uses(struct ir_shader *s, const struct ir_src *map);

/* ---- CFG facts (cfg.c) */
void ir_cfg_update(struct ir_shader *s); /* indices and predecessors from the terminators */
/* Empties unreachable blocks and takes unreachable ifs and loops apart, then updates. For builders that emit dead code. */
bool ir_remove_unreachable(struct ir_shader *s);
static inline unsigned ir_num_succs(const struct ir_block *b)
{
   return b->term == IR_TERM_IF ? 2 : b->term == IR_TERM_NONE || b->term == IR_TERM_RETURN ? 0 : 1;
}
static inline bool ir_reachable(const struct ir_block *b)
{
   return b->index == 0 || b->num_preds != 0;
}
/* Can it be reached from behind itself? Only phis of such blocks read what is defined later in the program. */
static inline bool ir_is_header(const struct ir_block *b)
{
   return b->num_preds && b->preds[b->num_preds - 1]->index >= b->index;
}
/* Immediate dominators by block index (UINT32_MAX for the entry and unreachable blocks). */
uint32_t *ir_dominators(struct ir_shader *s);
/* The dominator tree with O(1) queries; order[] lists the reachable blocks in preorder. */
struct ir_dom {
   uint32_t *idom, *pre, *size; /* by block: parent, preorder number, number of blocks in the subtree */
   uint32_t *order, num;
};
struct ir_dom ir_dom_tree(struct ir_shader *s);
void ir_dom_free(struct ir_shader *s, struct ir_dom *d);
static inline bool ir_dominates(const struct ir_dom *d, uint32_t a, uint32_t b)
{
   return d->pre[b] - d->pre[a] < d->size[a];
}
/* Dominance frontiers: those of block b are item[first[b]] .. item[first[b + 1] - 1]. */
struct ir_frontiers {
   uint32_t *first, *item;
};
struct ir_frontiers ir_dom_frontiers(struct ir_shader *s, const uint32_t *idom);
/* Loop header index of the innermost loop around each block, UINT32_MAX = none; *depth (may be NULL) the nesting. */
uint32_t *ir_loops(struct ir_shader *s, uint32_t **depth);

/* ---- text (print.c, parse.c). The text is complete: version line, stage, declarations, key, invariant bits. */
void ir_print(struct util_buf *b, const struct ir_shader *s);
/* Blocks and edges in the language of graphviz. */
void ir_print_cfg(struct util_buf *b, const struct ir_shader *s);
/* NULL after located diagnostics. `num` is the model of the target. */
struct ir_shader *ir_parse(struct util_ctx *ctx, const char *text, size_t len, num_m num);

/* ---- checking (validate.c): every rule of this file and of ops.def. NULL if valid, else a message in the arena. */
const char *ir_validate(struct ir_shader *s);
/* The same; *where gets the span of the instruction or terminator. */
const char *ir_check(struct ir_shader *s, struct util_span *where);

/* ---- execution (interp.c) */
struct ir_interp;
struct ir_interp *ir_interp_new(struct util_ctx *ctx, struct ir_shader *s, struct exec_task *task);
/* Runs at most `steps` blocks; EXEC_RUNNING if there is more to do. */
enum exec_status ir_interp_step(struct ir_interp *it, uint64_t steps);
enum exec_status ir_interp_run(struct util_ctx *ctx, struct ir_shader *s, struct exec_task *task);
/* One lane of a pure op with a semantics expression: the folder and the interpreter share it. src[] after modifiers; the caller
   masks the result to its width. */
uint64_t ir_eval(enum ir_op op, num_m num, const uint64_t src[3]);
/* Value v of a source after its neg/abs; saturation of a result. */
uint64_t ir_eval_mods(const struct ir_src *src, uint64_t v);
/* Does the source read a constant? The bits that it reads. */
static inline bool ir_const_src(const struct ir_src *s, uint32_t *bits)
{
   if (!ir_is_const(s->val, bits))
      return false;
   *bits = (uint32_t)ir_eval_mods(s, *bits);
   return true;
}
/* Bits that may be set in a value, from at most `depth` definitions in a row; bounds it as an unsigned number, too. */
uint32_t ir_maybe_ones(const struct ir_value *v, unsigned depth);
uint64_t ir_eval_sat(num_m num, enum ir_sat sat, uint64_t v);

#define ir_foreach_block(s, b)                                                                                                 \
   for (struct ir_block **b##_p = (s)->blocks, *b; b##_p < (s)->blocks + (s)->num_blocks && (b = *b##_p, 1); b##_p++)
#define ir_foreach_instr(b, i) for (struct ir_instr *i = (b)->first; i; i = i->next)
/* The body may remove i. */
#define ir_foreach_instr_safe(b, i) for (struct ir_instr *i = (b)->first, *i##_n; i && (i##_n = i->next, 1); i = i##_n)

#endif
