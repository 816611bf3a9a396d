/* SPDX-License-Identifier: MIT */
/*
 * The checked syntax tree of an assembly program. The parser builds it; the reference evaluator and the lowering read it. It
 * holds the program as it was written, with all names resolved and all rules checked: vec4 variables, swizzles, masks and
 * condition codes are not lowered. A program that breaks a rule has no tree.
 *
 * A binding that is used as an operand declares a variable without a name, one for each distinct binding. The instructions are
 * a flat array in source order; blocks are linked by instruction index.
 */
#ifndef FRONTEND_NV_AST_H
#define FRONTEND_NV_AST_H

#include "util/ctx.h"
#include "frontend/common/counts.h"
#include "semantics/exec.h"
#include "semantics/slots.h"

/* Instructions: the rows of nv_ops.def (Table X.13, the documents of the stages, and the older languages). */
enum nv_op {
#define NV_OP(name, ...) NV_OP_##name,
#include "frontend/nv/ast/nv_ops.def"
#undef NV_OP
   NV_OP_COUNT
};

/*
 * Dialects: the header and the options of a program decide which language it is written in. A program in an ARB language has
 * the bit of its header and the bit of each option that extends the language. An option that includes another one sets both
 * bits.
 */
enum {
   NV_D_NV4 = 1,  /* !!NVvp4.0 !!NVfp4.0 !!NVgp4.0 */
   NV_D_VP = 2,   /* !!ARBvp1.0 */
   NV_D_VP2 = 4,  /* OPTION NV_vertex_program2 */
   NV_D_VP3 = 8,  /* OPTION NV_vertex_program3 */
   NV_D_FP = 16,  /* !!ARBfp1.0 */
   NV_D_FPO = 32, /* OPTION NV_fragment_program */
   NV_D_FP2 = 64, /* OPTION NV_fragment_program2 */
   NV_D_ARB = NV_D_VP | NV_D_FP
};

/* The set of suffixes that an instruction takes in the older languages: see nv_opcode.c. */
enum nv_suffixes { NV_SFX_NONE, NV_SFX_RHX, NV_SFX_RH, NV_SFX_CC, NV_SFX_CMP, NV_SFX_FP2, NV_SFX_ADDR };

/* Operand shapes, named after the grammar rules of 2.X.2. */
enum nv_shape {
   NV_SHAPE_VECTOR, NV_SHAPE_SCALAR, NV_SHAPE_BINSC, NV_SHAPE_BIN, NV_SHAPE_VECSCA, NV_SHAPE_TRI, NV_SHAPE_SWZ, NV_SHAPE_TEX,
   NV_SHAPE_TXD, NV_SHAPE_BRA, NV_SHAPE_FLOWCC, NV_SHAPE_IF, NV_SHAPE_REP, NV_SHAPE_ENDFLOW, NV_SHAPE_KIL, NV_SHAPE_EMIT,
   NV_SHAPE_LOOP, NV_SHAPE_PUSHA, NV_SHAPE_POPA
};

/* Data types of instructions, operands and declared variables. */
enum nv_type { NV_TYPE_NONE, NV_TYPE_F, NV_TYPE_S, NV_TYPE_U };
enum { NV_TYPES_NONE = 0, NV_TYPES_F = 1, NV_TYPES_I = 2, NV_TYPES_FI = 3 }; /* nv_op_info.types */

/* The last columns of Table X.13: the format of a result or an operand. */
enum nv_format {
   NV_FMT_NONE, NV_FMT_V, NV_FMT_VF, NV_FMT_VS, NV_FMT_VU, /* vectors: type of the instruction, float, signed, unsigned */
   NV_FMT_S,                                               /* scalar; a result is replicated */
   NV_FMT_C, NV_FMT_VC                                     /* condition code test; vector or test */
};

struct nv_op_info {
   const char *name;
   uint8_t shape, types, default_type;
   bool cc, sat, half; /* C, S, H columns */
   uint8_t out, in[3];
   uint8_t stages;             /* stages of NV_gpu_program4 that have it: 1 vertex, 2 fragment, 4 geometry */
   uint8_t dialects, suffixes; /* in the older languages: NV_D_* that have it, enum nv_suffixes */
   uint8_t num_in;
};
extern const struct nv_op_info nv_op_info[NV_OP_COUNT];

enum nv_stage { NV_VERTEX, NV_FRAGMENT, NV_GEOMETRY };

enum nv_class { NV_TEMP, NV_ATTRIB, NV_PARAM, NV_RESULT, NV_BUFFER };
enum nv_size { NV_SIZE_DEFAULT, NV_SIZE_SHORT, NV_SIZE_LONG };

struct nv_var {
   const char *name; /* NULL if a binding declares it implicitly */
   enum nv_class cls;
   enum nv_type type;
   enum nv_size size;
   bool is_array;
   uint32_t length; /* elements; 1 if it is not an array */
   struct util_span span; /* of the declaration's name */
   /*
    * The elements are:
    * NV_ATTRIB, NV_RESULT: the I/O slots slot, slot+1, ... (the bindings of an array must be consecutive).
    * NV_PARAM: the entries first, first+1, ... of program->params.
    * NV_BUFFER: vec4s (BUFFER4) or scalars (BUFFER) of parameter buffer `buffer`, from element `first`.
    * NV_TEMP: registers without a binding.
    */
   enum io_slot slot;
   enum io_interp interp;  /* fragment attributes */
   bool per_vertex;        /* geometry attributes: the first index is a vertex number, constant or relative */
   uint32_t vertex;        /* geometry attributes: the vertex if the declaration fixes it, otherwise UINT32_MAX */
   uint8_t supplied;       /* attributes: the number of components that are supplied: 1, 3, or 0 for all four */
   uint32_t default_w;     /* the value of w if it is not supplied: 1.0 or the integer 1; y and z are then 0 */
   uint32_t first;
   uint32_t buffer;
   bool buffer4;
   bool address; /* NV_TEMP: an ADDRESS variable, or the index of a LOOP: four signed integers */
   bool read, written, relative; /* some instruction reads, writes, or indexes it with a register */
};

/* An array index: a constant, or a component of a register plus an offset. */
struct nv_index {
   uint32_t reg;         /* the variable that holds the integer: any readable one */
   uint32_t reg_element; /* element of that variable if it is an array, otherwise 0 */
   int32_t offset;       /* the index itself if it is not relative */
   uint8_t comp;
   bool present, relative;
};

enum nv_operand_kind { NV_OPND_NONE, NV_OPND_VAR, NV_OPND_CC /* KIL with a test */ };

enum nv_cc_rule {
   /* Table X.16 */
   NV_CC_EQ, NV_CC_GE, NV_CC_GT, NV_CC_LE, NV_CC_LT, NV_CC_NE, NV_CC_FL, NV_CC_TR, NV_CC_NAN, NV_CC_LEG, NV_CC_CF, NV_CC_NCF,
   NV_CC_OF, NV_CC_NOF, NV_CC_AB, NV_CC_BLE, NV_CC_SF, NV_CC_NSF, NV_CC_COUNT
};
extern const char *const nv_cc_name[NV_CC_COUNT];
struct nv_cc_test {
   bool present;
   uint8_t rule, reg; /* reg: 0 or 1 */
   uint8_t swz[4];
};

struct nv_operand {
   uint8_t kind;
   uint8_t type;      /* enum nv_type that the instruction reads it with */
   uint8_t swz[4];    /* component 0..3; a scalar operand has four equal entries */
   bool implied;      /* a scalar operand without a component; `swz` has that of the result */
   bool neg, abs, abs_neg; /* minus inside the bars (or without bars), bars, minus before the bars; applied in this order */
   struct nv_cc_test cc;   /* NV_OPND_CC */
   uint32_t var;      /* index into program->vars */
   struct nv_index index;  /* array element */
   struct nv_index vertex; /* geometry attributes with per_vertex */
   struct util_span span;
};

struct nv_dst {
   bool present;
   uint8_t mask; /* bit 0 = x */
   struct nv_cc_test cc;
   uint32_t var;
   struct nv_index index;
   struct util_span span;
};

/* Selector of SWZ. */
enum { NV_SEL_X, NV_SEL_Y, NV_SEL_Z, NV_SEL_W, NV_SEL_0, NV_SEL_1 };

enum nv_sat { NV_SAT_NONE, NV_SAT_01, NV_SAT_11 };

#define NV_NONE UINT32_MAX

struct nv_instr {
   uint8_t op;       /* enum nv_op */
   uint8_t type;     /* enum nv_type it works on; NV_TYPE_NONE for flow */
   uint8_t sat;
   int8_t cc_update; /* -1, 0, 1 */
   bool half;        /* suffix H: with -fshort=16 the result is rounded to f16 */
   bool fixed;       /* suffix X: with -fshort=16 the result is a fixed-point number from -2 to 2047/1024 */
   bool hi, mul24;   /* MUL.HI; MUL.S24 or .U24 (`type` says which) */
   bool ntc;
   uint8_t num_src;
   struct nv_cc_test cond; /* IF, where it is required; BRK CONT CAL RET, which always jump without it */
   struct nv_dst dst;
   struct nv_operand src[3];
   union {
      struct {
         uint8_t sel[4];
         bool neg[4];
      } swz; /* SWZ */
      struct {
         uint32_t unit;
         enum exec_tex_target target;
         int8_t offset[3];
      } tex; /* texture instructions */
   };
   /*
    * The index of a related instruction:
    *   IF             its ELSE, or its ENDIF if there is no ELSE
    *   ELSE           the ENDIF
    *   ENDIF          the IF
    *   REP, LOOP      the ENDREP or ENDLOOP
    *   ENDREP, ENDLOOP  the REP or LOOP
    *   BRK, CONT      the REP or LOOP that they leave or continue
    *   CAL            the first instruction of the subroutine (num_instrs if it is empty and at the end)
    *   BRA            the instruction after its label (num_instrs if there is none)
    *   others         NV_NONE
    */
   uint32_t other;
   uint32_t sub; /* the subroutine that holds the instruction: index into program->subs */
   /* LOOP: the variable that holds its index. x: the index, or 0 while it is negative; y: the index itself; z: the
      increment. */
   uint32_t index_var;
   uint32_t callee; /* CAL: the called subroutine */
   struct util_span span; /* the whole statement */
   struct util_span op_span;
};

/*
 * A subroutine: the instructions first .. end-1. The text before the first label is subroutine 0; its name is NULL and it may
 * be empty. In NV_gpu_program4 the next label ends a subroutine. In the older languages execution continues through labels: a
 * subroutine ends after the first RET that is neither conditional nor inside a block, so several subroutines may share
 * instructions.
 */
struct nv_sub {
   const char *name;
   uint32_t first, end;
   bool recursive; /* it may call itself, directly or through others */
   bool ends_program; /* older languages: its text may continue to END, which ends the program even if it was called */
   struct util_span span;
};

enum {
   NV_PRIM_POINTS, NV_PRIM_LINES, NV_PRIM_LINES_ADJACENCY, NV_PRIM_TRIANGLES, NV_PRIM_TRIANGLES_ADJACENCY, NV_PRIM_LINE_STRIP,
   NV_PRIM_TRIANGLE_STRIP
};

struct nv_program {
   enum nv_stage stage;
   uint8_t dialect; /* NV_D_* */
   bool jumps;      /* it has BRA, PUSHA or POPA, so that invocations have program counters and stacks instead of blocks */
   uint32_t loop_count; /* upper limit of the iterations of a LOOP or REP */
   struct nv_var *vars;
   uint32_t num_vars, cap_vars;
   struct io_param *params;
   uint32_t num_params, cap_params;
   struct nv_instr *instrs;
   uint32_t num_instrs, cap_instrs;
   struct nv_sub *subs;
   uint32_t num_subs, cap_subs;
   uint32_t entry_sub; /* the subroutine "main", or 0 */
   /* The texture target of each unit, or TEX_TARGET_COUNT if the program does not use the unit. */
   enum exec_tex_target unit_target[32];
   /* Options and declarations. */
   bool opt_position_invariant, opt_draw_buffers, opt_shadow;
   bool opt_fog_exp, opt_fog_exp2, opt_fog_linear;
   bool opt_pixel_center_integer, opt_origin_upper_left;
   bool opt_precision_fastest, opt_precision_nicest;
   struct util_span opt_with_code; /* the name of the option that adds code after the statements: fog, the position */
   uint8_t prim_in, prim_out;
   uint32_t vertices_out;
   uint32_t call_depth; /* the limit on open calls, at least 1 */
   struct frontend_counts counts;
};

/* Limits of programs (MAX_PROGRAM_*). The defaults are those of a GeForce 8. */
struct nv_limits {
#define NV_LIMIT(field, name, value) uint32_t field;
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
};
extern const struct nv_limits nv_default_limits;
/* The limits by number, in the order of the table, and the option that sets each: "-limit-max-program-instructions". */
enum nv_limit {
#define NV_LIMIT(field, name, value) NV_LIM_##field,
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
   NV_LIM_COUNT
};
extern const char *const nv_limit_option[NV_LIM_COUNT];

/* The section of the rule of a diagnostic in the documents of the language that the text is written in (nv_section.def). */
const char *nv_section(enum diag_id id, const char *text, size_t len);

/* ---- facts that several readers of a tree need (nv_facts.c) */

/* The type that a column of Table X.13 gives to an instruction of type `inherited`. */
static inline enum nv_type nv_format_type(enum nv_format f, enum nv_type inherited)
{
   return f == NV_FMT_VF ? NV_TYPE_F : f == NV_FMT_VS ? NV_TYPE_S : f == NV_FMT_VU ? NV_TYPE_U : inherited;
}
static inline enum nv_type nv_result_type(const struct nv_instr *in)
{
   return nv_format_type((enum nv_format)nv_op_info[in->op].out, (enum nv_type)in->type);
}
/* The components of each result slot that some instruction of the program writes: bit 0 = x. */
void nv_written_outputs(const struct nv_program *p, uint8_t mask[SLOT_COUNT]);
/*
 * The components of each operand (after its swizzle) that the components `of` of the result depend on. Not for texture
 * instructions.
 */
void nv_reads(const struct nv_instr *in, unsigned of, unsigned mask[3]);

/* ---- interfaces of parse, eval and lower */

/*
 * Parses and checks a text of any bytes; ctx->text must be the same text. Returns NULL after at least one diagnostic in the
 * text, whose kind ctx->status has. One run reports several errors. The tree lives in the arena of ctx.
 */
struct nv_program *nv_parse(struct util_ctx *ctx, const char *text, size_t len, const struct nv_limits *limits);

/*
 * The reference evaluator executes the pseudo-code of 2.X.8 on the tree. With `fshort` 16, writes to SHORT variables and
 * results of instructions with the suffix H are rounded. Its objects must not refer to any symbol of the lowering or the IR.
 */
struct nv_eval;
struct nv_eval *nv_eval_new(struct util_ctx *ctx, const struct nv_program *p, struct exec_wave *wave, unsigned fshort);
enum exec_status nv_eval_step(struct nv_eval *e, uint64_t steps); /* at most `steps` instructions */
enum exec_status nv_eval_run(struct util_ctx *ctx, const struct nv_program *p, struct exec_wave *wave, unsigned fshort);

/* Lowers the tree to IR. Returns NULL after a diagnostic. */
struct ir_shader;
struct ir_shader *nv_lower(struct util_ctx *ctx, const struct nv_program *p, num_m num, unsigned fshort);

#endif
