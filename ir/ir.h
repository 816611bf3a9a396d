/* SPDX-License-Identifier: MIT */
/*
 * The types of the IR: scalar SSA with structured control flow. Ops are the rows of ops.def; everything that a pass needs to
 * know about an op comes from there through ir_op_info[]. What works on these types has headers of its own:
 *
 *   build.h        making and changing instructions       cfg.h          predecessors, dominators, loops
 *   match.h        recognising constants and shapes       uses.h         how often each value is read
 *   divergence.h   where the lanes of a wave agree        text.h         the text form, both ways
 *   interp.h       evaluation of one op, execution of a program
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
 * A merge or exit block may have no predecessor. It is then unreachable and holds no instructions but its terminator, which is
 * neither IF nor LOOP (ir_remove_unreachable establishes that). Unreachable blocks do not count as predecessors.
 * Every edge but CONTINUE goes forward in the array, so the lanes of a wave reconverge if those in the block with the smallest
 * number always run first. Lanes that take a CONTINUE wait until no lane is in the body of the loop any more, and start its
 * next iteration together. Phis stand first in a block and have one source for each predecessor, in the order of block->preds.
 * The only critical edges are those of an IF without else arm, which reaches its merge block directly.
 *
 * Values of width 1 are 0 or 1. Values of width 16 and 32 are bit patterns without a type. A value is defined once. The float
 * modifiers of a source flip or clear the top bit of a value of 16 or 32 bits; abs is applied first.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include "util/ctx.h"
#include "semantics/exec.h"
#include "semantics/num.h"
#include "semantics/slots.h"

/* ---- ops */

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
   IR_F_MEMORY = 1 << 9,
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
/* The words for the values of an attribute, by its name in ops.def; NULL: it is a number, or has a form of its own. */
const char *const *ir_attr_words(const char *name, size_t len, unsigned *count);
/* Kind letter of source n: 'b', 'h', 'w' or 'X'. */
static inline char ir_src_kind(enum ir_op op, unsigned n)
{
   const struct ir_op_info *info = &ir_op_info[op];
   return info->src[info->max_src == IR_ANY_SRC ? 0 : n];
}
/* Does source n take float modifiers? */
static inline bool ir_src_float(enum ir_op op, unsigned n)
{
   return ir_op_info[op].mods[0] && ir_op_info[op].mods[n] == 'f';
}
/* Width that a kind letter stands for; 0 for X, which is any width. */
static inline unsigned ir_kind_width(char kind)
{
   return kind == 'b' ? 1 : kind == 'h' ? 16 : kind == 'w' ? 32 : 0;
}
static inline uint32_t ir_width_mask(unsigned width)
{
   return width >= 32 ? UINT32_MAX : (1u << width) - 1;
}

#define IR_MAX_DST 4

/* ---- values, instructions, blocks */

struct ir_instr;
struct ir_block;

struct ir_value {
   struct ir_instr *def;
   uint32_t id;   /* dense, unique in the shader */
   uint8_t width; /* 1, 16, 32 */
   uint8_t res;   /* which result of def */
};

/* 10 bytes: there are two for each instruction, and big programs are bound by memory. */
struct __attribute__((packed, aligned(2))) ir_src {
   struct ir_value *val;
   bool neg, abs; /* float modifiers, abs first; only where the row allows */
};

enum ir_sat { IR_SAT_NONE, IR_SAT_01, IR_SAT_11 };

/* What a walk that looks for some ops reads comes first: it is in one cache line of two. */
struct ir_instr {
   struct ir_instr *next;
   struct ir_src *src; /* nsrc of them */
   uint32_t nsrc;
   uint8_t op;     /* enum ir_op */
   uint8_t ndst;
   uint8_t sat;    /* enum ir_sat, applied to a float result */
   bool invariant; /* position depends on it: no inexact rewrite */
   uint32_t attr[4];
   uint32_t tmp; /* scratch of the running pass */
   struct util_span span; /* the source instruction it came from */
   struct ir_instr *prev;
   struct ir_block *block; /* beside the values, from which most come that ask for it */
   struct ir_value dst[][1]; /* ndst of them: dst[n] is a pointer */
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
   uint32_t tmp;          /* scratch of the running pass */
};

/* ---- the shader */

/* A variable that is not SSA: a temporary, a relatively addressed array, a result register before it is stored. */
struct ir_array {
   uint32_t length; /* scalars, at least 1 */
   uint8_t width;
   bool stays;       /* pass_ssa.c decided not to make values of it */
   char component;   /* that belongs to the name, behind a dot; 0: none */
   const char *name; /* for the text form; may be NULL */
};

/* No text begins with a pre-shader: it is part of the program that reads its results. */
enum ir_stage { IR_STAGE_VERTEX, IR_STAGE_FRAGMENT, IR_STAGE_GEOMETRY, IR_STAGE_COMPUTE, IR_STAGE_PRE };
extern const char *const ir_stage_name[5];

#define IR_NUM_SCRATCH 6

/* Instructions have memory of their own, apart from the arena, because all passes walk through them. */
struct ir_pool {
   struct ir_chunk *chunks; /* newest first */
   uint8_t *at, *end;
   size_t total;
};

/*
 * The pre-shader of a program: what the program computes from parameters, constants, buffers and textures alone, and so is the
 * same in a whole draw. One lane runs it once a draw, in front of the program, which reads its results as parameters of class
 * PARAM_PRE. Such an entry holds four words, and no relative index reaches it. A pre-shader is one block of ops without effect
 * and of store_word, one for each word; it has the parameter list of its program, but cannot read its own results. It computes
 * what the program might not have come to: its relative indices are clamped whatever the key says.
 *
 * Words hold 32 bits. The program makes a bit of a word by comparing it with 0, and a value of 16 bits with unpack2h; such
 * values are packed in twos behind the words of 32 bits.
 */
struct ir_preshader {
   struct ir_shader *shader; /* NULL: there is none */
   uint32_t halves;          /* results in units of 16 bits; of an odd number, the last word has no upper half */
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
   struct ir_preshader pre;
   struct ir_pool pool;
   struct ir_packed { /* ir_pack(); len 0: the instructions are there */
      uint8_t *data;
      size_t len, cap;
   } packed;
   uint32_t ops[IR_OP_COUNT / 32 + 1]; /* bits: ops that some instruction has or had */
   uint32_t slots[SLOT_COUNT / 32 + 1]; /* likewise the slots of inputs and outputs */
   /* geometry */
   uint8_t prim_in;  /* kind of input primitive: see exec_primitive_vertices() */
   uint8_t prim_out; /* kind of output primitive: points 0, line strip 5, triangle strip 6 */
   uint32_t vertices_out;
   uint32_t block[3]; /* compute: invocations of a block in x, y, z; 0: the grid says it */
   /* compute, not 0: invocations that the machine runs for a block, multiples of a wave; each does the work of several
      (coarsen) */
   uint32_t invocations;
   uint32_t shared_bytes; /* compute: memory that a block shares */
   struct {
      void *p;
      size_t cap;
   } scratch[IR_NUM_SCRATCH]; /* ir_scratch() */
};

/* Limits on hostile text; valid programs stay far below. */
#define IR_MAX_ARRAY_SCALARS (1u << 20) /* of all arrays together */
#define IR_MAX_VALUES (1u << 22)        /* value numbers in the text form */
#define IR_MAX_HALVES (1u << 16)        /* results of a pre-shader */

#define ir_foreach_block(s, b)                                                                                                 \
   for (struct ir_block **b##_p = (s)->blocks, *b; b##_p < (s)->blocks + (s)->num_blocks && (b = *b##_p, 1); b##_p++)
/*
 * The next and the previous one. Instructions lie in memory in the order of the program, so what a walk comes to soon is there
 * too: asked for now, because the prefetching of a processor ends with each page, and big programs fit no cache. Half the time
 * of such a walk.
 */
#define IR_AHEAD 4096
static inline struct ir_instr *ir_next(const struct ir_instr *i)
{
   __builtin_prefetch((const void *)((uintptr_t)i + IR_AHEAD));
   __builtin_prefetch((const void *)((uintptr_t)i + IR_AHEAD + 64));
   return i->next;
}
static inline struct ir_instr *ir_prev(const struct ir_instr *i)
{
   __builtin_prefetch((const void *)((uintptr_t)i - IR_AHEAD));
   __builtin_prefetch((const void *)((uintptr_t)i - IR_AHEAD + 64));
   return i->prev;
}
#define ir_foreach_instr(b, i) for (struct ir_instr *i = (b)->first; i; i = ir_next(i))
/* The phis, which stand in front of all else. */
#define ir_foreach_phi(b, i) for (struct ir_instr *i = (b)->first; i && i->op == IR_phi; i = i->next)
/* The body may remove i. */
#define ir_foreach_instr_safe(b, i) for (struct ir_instr *i = (b)->first, *i##_n; i && (i##_n = ir_next(i), 1); i = i##_n)

/* Records that the shader has an instruction of this op. Whoever changes the op of an instruction has to call it. */
static inline void ir_note_op(struct ir_shader *s, enum ir_op op)
{
   s->ops[op / 32] |= 1u << op % 32;
}
/* False if the shader certainly has no instruction of this op, so that nobody has to look for one. */
static inline bool ir_may_have(const struct ir_shader *s, enum ir_op op)
{
   return s->ops[op / 32] >> op % 32 & 1;
}
/* The same of some op with one of the flags. */
static inline bool ir_may_have_flags(const struct ir_shader *s, unsigned flags)
{
   for (unsigned op = 0; op < IR_OP_COUNT; op++)
      if (ir_op_info[op].flags & flags && ir_may_have(s, (enum ir_op)op))
         return true;
   return false;
}

/* The same of the slot that an instruction loads or stores, if it does. */
static inline void ir_note_slot(struct ir_shader *s, const struct ir_instr *i)
{
   if (i->op == IR_load_input || i->op == IR_store_output)
      s->slots[i->attr[0] % SLOT_COUNT / 32] |= 1u << i->attr[0] % SLOT_COUNT % 32;
}
static inline bool ir_may_use_slot(const struct ir_shader *s, unsigned slot)
{
   return s->slots[slot / 32] >> slot % 32 & 1;
}

/* Invocations that the machine runs for a block; 0: the grid says it. */
static inline uint64_t ir_workgroup_invocations(const struct ir_shader *s)
{
   return s->invocations ? s->invocations : (uint64_t)s->block[0] * s->block[1] * s->block[2];
}

/* Vertices of the input primitive of a geometry program. */
static inline unsigned ir_input_vertices(const struct ir_shader *s)
{
   return exec_primitive_vertices(s->prim_in);
}

/* The word of the results of the pre-shader that component `comp` of an entry of class PARAM_PRE is. */
static inline uint32_t ir_pre_word(const struct ir_shader *s, uint32_t entry, unsigned comp)
{
   return 4 * s->params[entry].index + comp;
}
/* How many words there are. */
static inline uint32_t ir_pre_words(const struct ir_preshader *p)
{
   return (p->halves + 1) / 2;
}

/* ---- sources */

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
/* What `inner` reads, through the modifiers of both: `outer` is a source that reads a copy of `inner`. */
static inline struct ir_src ir_compose(struct ir_src outer, struct ir_src inner)
{
   return (struct ir_src){inner.val, outer.neg != (inner.neg && !outer.abs), outer.abs || inner.abs};
}
/* The bits that the source reads when its value is v. */
static inline uint32_t ir_eval_mods(const struct ir_src *src, uint32_t v)
{
   const uint32_t top = 1u << (src->val->width - 1);

   if (src->abs)
      v &= ~top;
   return src->neg ? v ^ top : v;
}

/* ---- relative indices */

/* The entry or word that a load with an index takes, before it is clamped. A program may count from in front of a range of
   parameters, so an entry is a signed number; the words of a buffer are counted from 0. */
static inline int64_t ir_relative_place(const struct ir_instr *i, uint32_t index)
{
   return (i->op == IR_load_param ? (int64_t)(int32_t)i->attr[0] : (int64_t)i->attr[1]) + (int32_t)index;
}

/* ---- texture instructions */

/* tex: attr[3] packs the offsets as three signed bytes, then whether results are integers, and so on. */
#define IR_TEX_OFFSETS 0xffffffu
#define IR_TEX_INTEGER (1u << 24)
#define IR_TEX_FLOAT_COORDS                                                                                                    \
   (1u << 25) /* FETCH, not of a BUFFER: coordinates, layer and level, but not the sample, are f32 numbers (lower_fetch) */
#define IR_TEX_COMPONENT_SHIFT 26 /* GATHER: two bits, the component of the four texels */
#define IR_TEX_MOVED                                                                                                           \
   (1u << 28) /* one more source, the last: a word of offsets (exec_tex_offset()); those of the attribute are 0 */
#define IR_TEX_ALL (IR_TEX_OFFSETS | IR_TEX_INTEGER | IR_TEX_FLOAT_COORDS | 3u << IR_TEX_COMPONENT_SHIFT | IR_TEX_MOVED)
/* attr[2]: the unit of the texture, and 1 + that of the sampler if it is another one. */
#define IR_TEX_SAMPLER_SHIFT 8
static inline uint32_t ir_tex_unit(uint32_t attr) { return attr & 0xff; }
static inline uint32_t ir_tex_sampler(uint32_t attr)
{
   return attr >> IR_TEX_SAMPLER_SHIFT ? (attr >> IR_TEX_SAMPLER_SHIFT) - 1 : attr;
}
static inline uint32_t ir_tex_units(uint32_t texture, uint32_t sampler)
{
   return texture | (sampler == texture ? 0 : (sampler + 1) << IR_TEX_SAMPLER_SHIFT);
}
static inline uint32_t ir_tex_offset(int u, int v, int w)
{
   return (uint32_t)(uint8_t)u | (uint32_t)(uint8_t)v << 8 | (uint32_t)(uint8_t)w << 16;
}
static inline int ir_tex_offset_get(uint32_t attr, unsigned n)
{
   return (int)(((attr >> 8 * n & 0xff) ^ 0x80) - 0x80);
}
struct ir_tex_srcs {
   int8_t coord, layer, ref, lod, ddx, ddy; /* index of the first source, -1 = none */
   uint8_t num_coords, total;
};
/* The sources that a texture operation has on a target, in this order: coordinates, layer, reference, bias or level, ddx, ddy.
   FETCH has integer coordinates, layer and level (the sample, where texels have several); SIZE has the level. A BUFFER has no
   level. */
struct ir_tex_srcs ir_tex_srcs(enum exec_tex_op op, enum exec_tex_target target);

/* ---- images: the format of an access, and that the key says texels are tiled (passes/lower/pass_lower_images.c) */
#define IR_IMAGE_FORMAT 0xffu
#define IR_IMAGE_TILED (1u << 8)
/* How many sources an access has in front of what it stores: the coordinates, and the sample. */
unsigned ir_image_coordinates(enum exec_tex_target target);

/* ---- checking (validate.c): every rule of this file and of ops.def. NULL if valid, else a message in the arena. */
const char *ir_validate(struct ir_shader *s);
/* The same; *where gets the span of the instruction or terminator. */
const char *ir_check(struct ir_shader *s, struct util_span *where);

#endif
