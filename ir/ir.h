/* SPDX-License-Identifier: MIT */
/*
 * The types of the IR: scalar SSA with structured control flow. Ops are the rows of ops.def; all facts about an op
 * come from there through ir_op_info[]. Functions on these types are in other headers:
 *
 *   build.h        creates and changes instructions       cfg.h          predecessors, dominators, loops
 *   match.h        recognises constants and shapes        uses.h         number of uses of each value
 *   divergence.h   values that are uniform in a wave      text.h         parser and printer of the text form
 *   interp.h       evaluates an op, executes a program
 *
 * Control flow. A function is an array of blocks in structured order, which is also program order: the arms of an if and the
 * body of a loop are contiguous ranges after the block that opens them and before the block where they end. The terminators:
 *
 *   JUMP  -> succ[0]                     to the merge block of the if that ends here, or to the next block
 *   IF    cond, succ[0] then, succ[1]    succ[1] is the else arm, or the merge block if there is none; `merge` follows the arms
 *   LOOP  -> succ[0]                     enters a loop: succ[0] is its header (the next block), `merge` its exit block, after
 *                                        the body
 *   BREAK -> succ[0]                     to the exit (merge) block of an enclosing loop, not only the innermost
 *   CONTINUE -> succ[0]                  to the header of an enclosing loop; the natural end of a body is a CONTINUE too
 *   RETURN                               ends the function; legal in the last block only (earlier returns are BREAKs out of a
 *                                        loop around the body that never continues)
 *
 * A merge or exit block may have no predecessor. It is then unreachable and holds only its terminator, which is neither IF
 * nor LOOP (ir_remove_unreachable ensures this). Unreachable blocks do not count as predecessors.
 * Every edge except CONTINUE goes forward in the array, so the lanes of a wave reconverge if those in the block with the
 * smallest number always run first. Lanes that take a CONTINUE wait until all lanes have left the body of the loop, and start
 * its next iteration together. Phis stand first in a block and have one source for each predecessor, in the order of
 * block->preds. The only critical edges are those of an IF without else arm, which reaches its merge block directly.
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
   uint8_t min_src, max_src; /* max_src is IR_ANY_SRC for any number */
   bool has_eval;            /* the row has a semantics expression */
};
#define IR_ANY_SRC 255
extern const struct ir_op_info ir_op_info[IR_OP_COUNT];
/* The words for the values of an attribute, by its name in ops.def, or NULL if it is a number or has a form of its own. */
const char *const *ir_attr_words(const char *name, size_t len, unsigned *count);
/* Kind letter of source n: 'b', 'h', 'w' or 'X'. */
static inline char ir_src_kind(enum ir_op op, unsigned n)
{
   const struct ir_op_info *info = &ir_op_info[op];
   return info->src[info->max_src == IR_ANY_SRC ? 0 : n];
}
/* True if source n may have float modifiers. */
static inline bool ir_src_float(enum ir_op op, unsigned n)
{
   return ir_op_info[op].mods[0] && ir_op_info[op].mods[n] == 'f';
}
/* The width of a kind letter; 0 for X, which is any width. */
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
   uint8_t res;   /* its index among the results of def */
};

/* 10 bytes, because there are about two per instruction, and big programs are bound by memory. */
struct __attribute__((packed, aligned(2))) ir_src {
   struct ir_value *val;
   bool neg, abs; /* float modifiers, abs first; only where the row allows */
};

enum ir_sat { IR_SAT_NONE, IR_SAT_01, IR_SAT_11 };

/* The members that a search for some ops reads come first, in one of two cache lines. */
struct ir_instr {
   struct ir_instr *next;
   struct ir_src *src; /* nsrc sources */
   uint32_t nsrc;
   uint8_t op;     /* enum ir_op */
   uint8_t ndst;
   uint8_t sat;    /* enum ir_sat, applied to a float result */
   bool invariant; /* position depends on it, so inexact passes do not change it */
   uint32_t attr[4];
   uint32_t tmp; /* scratch of the running pass */
   struct util_span span; /* the source instruction that it implements */
   struct ir_instr *prev;
   struct ir_block *block; /* next to the results, through which it is usually read */
   struct ir_value dst[][1]; /* ndst results; dst[n] is a pointer */
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
   bool stays;       /* pass_ssa.c decided not to promote it */
   char component;   /* follows the name after a dot, or 0 */
   const char *name; /* for the text form; may be NULL */
};

/* A text cannot begin with a pre-shader, which is part of the program that reads its results. */
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
 * The pre-shader of a program: its draw-uniform part, computed only from parameters, constants, buffers and textures. One lane
 * runs it once per draw before the program, which reads the results as parameters of class PARAM_PRE. Such an entry holds four
 * words and cannot be reached by a relative index. A pre-shader is one block of ops without effects and of one store_word for
 * each word. It has the parameter list of its program, but cannot read its own results. It may compute values that the program
 * would not reach, so its relative indices are always clamped.
 *
 * Words hold 32 bits. The program gets a bit from a word by comparing it with 0, and a 16-bit value with unpack2h; such values
 * are packed in pairs after the words of 32 bits.
 */
struct ir_preshader {
   struct ir_shader *shader; /* NULL if there is none */
   uint32_t halves;          /* results in units of 16 bits; if odd, the last word has no upper half */
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
   struct ir_packed { /* by ir_pack(); len is 0 while the program is not packed */
      uint8_t *data;
      size_t len, cap;
   } packed;
   uint32_t ops[IR_OP_COUNT / 32 + 1]; /* bit set of the ops that some instruction has or had */
   uint32_t slots[SLOT_COUNT / 32 + 1]; /* the same for slots of inputs and outputs */
   /* geometry */
   uint8_t prim_in;  /* kind of input primitive: see exec_primitive_vertices() */
   uint8_t prim_out; /* kind of output primitive: points 0, line strip 5, triangle strip 6 */
   uint32_t vertices_out;
   uint32_t block[3]; /* invocations of a workgroup in x, y, z, or 0 if the grid determines them */
   /* If not 0, the number of invocations that the machine runs for a workgroup, a multiple of a wave; each does the work of
      several (coarsen). */
   uint32_t invocations;
   uint32_t shared_bytes; /* shared memory of a workgroup */
   uint8_t epilog; /* an epilog: mask of the colours that it reads as inputs; else 0 */
   struct {
      void *p;
      size_t cap;
   } scratch[IR_NUM_SCRATCH]; /* ir_scratch() */
};

/* Limits on hostile text; valid programs stay far below. */
#define IR_MAX_ARRAY_SCALARS (1u << 20) /* of all arrays together */
#define IR_MAX_VALUES (1u << 22)        /* number of values in the text form */
#define IR_MAX_HALVES (1u << 16)        /* results of a pre-shader */

#define ir_foreach_block(s, b)                                                                                                 \
   for (struct ir_block **b##_p = (s)->blocks, *b; b##_p < (s)->blocks + (s)->num_blocks && (b = *b##_p, 1); b##_p++)
/*
 * The next and the previous instruction. Instructions lie in memory in program order, so ir_next() prefetches those that a walk
 * will reach soon. The prefetching of a processor stops at each page, and big programs exceed the caches; this halves the time
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
/* The phis, which precede all other instructions. */
#define ir_foreach_phi(b, i) for (struct ir_instr *i = (b)->first; i && i->op == IR_phi; i = i->next)
/* The body may remove i. */
#define ir_foreach_instr_safe(b, i) for (struct ir_instr *i = (b)->first, *i##_n; i && (i##_n = ir_next(i), 1); i = i##_n)

/* Records that the shader has an instruction of this op. Must be called when the op of an instruction changes. */
static inline void ir_note_op(struct ir_shader *s, enum ir_op op)
{
   s->ops[op / 32] |= 1u << op % 32;
}
/* False if the shader certainly has no instruction of this op, so that a search is unnecessary. */
static inline bool ir_may_have(const struct ir_shader *s, enum ir_op op)
{
   return s->ops[op / 32] >> op % 32 & 1;
}
/* The same for ops with one of the flags. */
static inline bool ir_may_have_flags(const struct ir_shader *s, unsigned flags)
{
   for (unsigned op = 0; op < IR_OP_COUNT; op++)
      if (ir_op_info[op].flags & flags && ir_may_have(s, (enum ir_op)op))
         return true;
   return false;
}

/* Records the slot that the instruction loads or stores, if any. */
static inline void ir_note_slot(struct ir_shader *s, const struct ir_instr *i)
{
   if (i->op == IR_load_input || i->op == IR_store_output)
      s->slots[i->attr[0] % SLOT_COUNT / 32] |= 1u << i->attr[0] % SLOT_COUNT % 32;
}
static inline bool ir_may_use_slot(const struct ir_shader *s, unsigned slot)
{
   return s->slots[slot / 32] >> slot % 32 & 1;
}

/* The number of invocations that the machine runs for a workgroup, or 0 if the grid determines it. */
static inline uint64_t ir_workgroup_invocations(const struct ir_shader *s)
{
   return s->invocations ? s->invocations : (uint64_t)s->block[0] * s->block[1] * s->block[2];
}

/* The number of vertices of the input primitive of a geometry program. */
static inline unsigned ir_input_vertices(const struct ir_shader *s)
{
   return exec_primitive_vertices(s->prim_in);
}

/* The index of the result word of the pre-shader in component `comp` of an entry of class PARAM_PRE. */
static inline uint32_t ir_pre_word(const struct ir_shader *s, uint32_t entry, unsigned comp)
{
   return 4 * s->params[entry].index + comp;
}
/* The number of result words. */
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
/* Replaces `outer`, which reads a copy of `inner`, by a source that reads the original with the modifiers of both. */
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

/* The entry or word that an indexed load reads, before it is clamped. An entry is signed, because the base of an index may be
   before the range of parameters; words of a buffer are counted from 0. */
static inline int64_t ir_relative_place(const struct ir_instr *i, uint32_t index)
{
   return (i->op == IR_load_param ? (int64_t)(int32_t)i->attr[0] : (int64_t)i->attr[1]) + (int32_t)index;
}

/* ---- texture instructions */

/* attr[3] of `tex` packs the offsets as three signed bytes, then the flags below. */
#define IR_TEX_OFFSETS 0xffffffu
#define IR_TEX_INTEGER (1u << 24)
#define IR_TEX_FLOAT_COORDS                                                                                                    \
   (1u << 25) /* FETCH except of a BUFFER: coordinates, layer and level, but not the sample, are f32 numbers (lower_fetch) */
#define IR_TEX_COMPONENT_SHIFT 26 /* GATHER: two bits with the component to read */
#define IR_TEX_MOVED                                                                                                           \
   (1u << 28) /* the last source is a word of offsets (exec_tex_offset()); those of the attribute are 0 */
#define IR_TEX_ALL (IR_TEX_OFFSETS | IR_TEX_INTEGER | IR_TEX_FLOAT_COORDS | 3u << IR_TEX_COMPONENT_SHIFT | IR_TEX_MOVED)
/* attr[2]: the unit of the texture, and 1 + the unit of the sampler if it differs. */
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
   int8_t coord, layer, ref, lod, ddx, ddy; /* index of the first source, or -1 */
   uint8_t num_coords, total;
};
/* The sources that a texture operation has on a target, in this order: coordinates, layer, reference, bias or level, ddx, ddy.
   FETCH has integer coordinates, layer and level (or sample, if texels have several); SIZE has the level. A BUFFER has no
   level. */
struct ir_tex_srcs ir_tex_srcs(enum exec_tex_op op, enum exec_tex_target target);

/* ---- images: the format of an access, and a flag for tiled texels, from the key (passes/lower/pass_lower_images.c) */
#define IR_IMAGE_FORMAT 0xffu
#define IR_IMAGE_TILED (1u << 8)
/* The number of sources of an access before the stored values: the coordinates and the sample. */
unsigned ir_image_coordinates(enum exec_tex_target target);

/* ---- checking (validate.c): every rule of this file and of ops.def. NULL if valid, else a message in the arena. */
const char *ir_validate(struct ir_shader *s);
/* The same; sets *where to the span of the instruction or terminator. */
const char *ir_check(struct ir_shader *s, struct util_span *where);

#endif
