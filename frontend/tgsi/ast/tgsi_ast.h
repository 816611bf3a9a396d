/* SPDX-License-Identifier: MIT */
/*
 * The syntax tree of a TGSI program. Readers of text (parse/) and token streams (tokens/) build it. tgsi_check() checks all
 * rules on it and adds facts that follow from them, and the evaluator, the lowering and the printers read it. Nothing in it has
 * been lowered: registers have four lanes, and swizzles and masks are those of the program.
 *
 * The program is a few flat arrays in the order of the source. An instruction's operands are consecutive elements of
 * `operands`: results, then sources, then texel offsets. Parts that few operands have (registers as indices, dimensions with a
 * register) are in `relatives`.
 *
 * A span is a range of bytes of the text or of the token stream.
 */
#ifndef FRONTEND_TGSI_AST_H
#define FRONTEND_TGSI_AST_H

#include "util/ctx.h"
#include "util/buf.h"
#include "frontend/common/counts.h"
#include "semantics/exec.h"
#include "semantics/memory/format.h"
#include "semantics/slots.h"

/* ---- words: tgsi_ops.def, tgsi_words.def */

enum tgsi_op {
#define TGSI_OP(name, ...) TGSI_OP_##name,
#include "frontend/tgsi/ast/tgsi_ops.def"
#undef TGSI_OP
   TGSI_OP_COUNT
};

/* How the lanes of results and sources belong together. Lanes are those after the swizzle. */
enum tgsi_kind {
   TGSI_COMP,       /* a lane of the result from the same lane of each source */
   TGSI_SCALAR,     /* all lanes from lane x of each source */
   TGSI_DOT,        /* the same in all lanes, from several lanes of the sources */
   TGSI_VECTOR,     /* as the document of the instruction says */
   TGSI_PAIR,       /* 64 bits: lanes xy from lanes xy, zw from zw */
   TGSI_PAIR_COUNT, /* the same; the last source has 32 bits: lane x for xy, lane z for zw */
   TGSI_PAIR_TEST,  /* the test of xy to lane x, or to y if the mask has no x; that of zw to z, or to w if it has no z */
   TGSI_FRACEXP,    /* DFRACEXP: the fraction in lanes xy, the exponent in the x of the second result; from the source's xy */
   TGSI_WIDEN,      /* xy from lane x, zw from lane y */
   TGSI_NARROW,     /* the first lane of the mask from xy, the second from zw */
   TGSI_TEX,        /* a texture through a sampler, with a target after the sources */
   TGSI_VIEW,       /* a texture through a sampler view, whose declaration has the target */
   TGSI_INTERP,     /* an input at another position in the pixel */
   TGSI_FLOW, TGSI_EFFECT,
   TGSI_VOTE,       /* by component, over all invocations that execute it */
   TGSI_MEMORY
};

/* Stages in a mask. */
enum { TGSI_VERT = 1, TGSI_FRAG = 2, TGSI_GEOM = 4, TGSI_COMP_STAGE = 8, TGSI_TESS = 48, TGSI_ALL = 63 };

enum tgsi_op_flags {
   TGSI_MULTIPLIES = 1, /* it multiplies floats, so LEGACY_MATH_RULES applies */
   TGSI_DERIVATIVE = 2, /* of its coordinates, over the quad (in fragment programs) */
   TGSI_ADDRESS = 4,    /* its result is usually an address register */
   TGSI_HAS_LABEL = 8,  /* the label after it is its target; labels of other instructions have no meaning */
   TGSI_LATER = 16,     /* not supported by this version: the program is parsed and then rejected as unsupported */
   TGSI_ONLY_22_3 = 32  /* token streams of 26.2 do not have it */
};
/* TGSI_DOT, TGSI_VECTOR: a flag with the lanes of the sources that are read. Without the flag all are. */
#define TGSI_LANES(a, b, d) ((a) << 8 | (b) << 12 | (d) << 16)

struct tgsi_op_info {
   const char *name, *types;
   uint32_t flags;
   uint8_t kind, documents, stages;
   uint8_t num_dst, num_src; /* results and sources in `types` */
   bool optional;            /* the last source is optional in the text */
};
extern const struct tgsi_op_info tgsi_op_info[TGSI_OP_COUNT];
/* The numbers of results and sources. Sets *optional if the last source is optional in the text. */
static inline unsigned tgsi_num_dst(enum tgsi_op op) { return tgsi_op_info[op].num_dst; }
static inline unsigned tgsi_num_src(enum tgsi_op op, bool *optional)
{
   *optional = tgsi_op_info[op].optional;
   return tgsi_op_info[op].num_src;
}
/* The letter of result n, of source n, in `types`. */
static inline char tgsi_dst_type(enum tgsi_op op, unsigned n) { return tgsi_op_info[op].types[n]; }
static inline char tgsi_src_type(enum tgsi_op op, unsigned n) { return tgsi_op_info[op].types[tgsi_num_dst(op) + 1 + n]; }

enum tgsi_file_use {
   TGSI_USE_READ = 1,
   TGSI_USE_WRITE = 2,
   TGSI_USE_INDIRECT = 4,
   TGSI_USE_DIMENSION = 8,
   TGSI_USE_MEMORY = 16
};

enum tgsi_file {
#define TGSI_FILE(id, name, use) TGSI_FILE_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_FILE
   TGSI_FILE_COUNT
};
enum tgsi_semantic {
#define TGSI_SEMANTIC(id, name, slot, lanes, count, in, out, sv) TGSI_SEMANTIC_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_SEMANTIC
   TGSI_SEMANTIC_COUNT /* none */
};
enum tgsi_target {
#define TGSI_TARGET(id, name, other, coords, array, shadow, samples) TGSI_TARGET_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_TARGET
   TGSI_TARGET_COUNT
};
enum tgsi_interp {
#define TGSI_INTERP(id, name) TGSI_INTERP_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_INTERP
   TGSI_INTERP_COUNT
};
enum tgsi_location {
#define TGSI_LOCATION(id, name) TGSI_LOCATION_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_LOCATION
   TGSI_LOCATION_COUNT
};
enum tgsi_property {
#define TGSI_PROPERTY(id, name, values, stages) TGSI_PROPERTY_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_PROPERTY
   TGSI_PROPERTY_COUNT
};
/* Bit n of the masks of stages is stage n. */
enum tgsi_stage {
#define TGSI_STAGE(id, name) TGSI_STAGE_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_STAGE
   TGSI_STAGE_COUNT
};
enum tgsi_return {
#define TGSI_RETURN(id, name) TGSI_RETURN_##id,
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_RETURN
   TGSI_RETURN_COUNT
};

extern const struct tgsi_file_info {
   const char *name;
   uint8_t use;
} tgsi_file_info[TGSI_FILE_COUNT];
extern const struct tgsi_semantic_info {
   const char *name, *lanes;
   uint8_t slot, count, in, out, sv; /* in, out and sv are masks of stages; slot is SLOT_COUNT if there is none */
} tgsi_semantic_info[TGSI_SEMANTIC_COUNT];
extern const struct tgsi_target_info {
   const char *name, *other;
   uint8_t coords;
   bool array, shadow, samples;
} tgsi_target_info[TGSI_TARGET_COUNT];
extern const struct tgsi_property_info {
   const char *name, *values;
   uint8_t stages;
} tgsi_property_info[TGSI_PROPERTY_COUNT];
extern const char *const tgsi_interp_name[TGSI_INTERP_COUNT], *const tgsi_location_name[TGSI_LOCATION_COUNT],
                                                                  *const tgsi_stage_name[TGSI_STAGE_COUNT],
                                                                      *const tgsi_return_name[TGSI_RETURN_COUNT],
                                                                          *const tgsi_format_name[MEM_FORMAT_COUNT];

enum tgsi_imm_type { TGSI_FLT32, TGSI_UINT32, TGSI_INT32, TGSI_FLT64, TGSI_UINT64, TGSI_INT64, TGSI_IMM_TYPES };
extern const char *const tgsi_imm_name[TGSI_IMM_TYPES];

/* ---- the program */

#define TGSI_NONE UINT32_MAX

/* Kinds of MEMORY. */
enum tgsi_memory { TGSI_GLOBAL, TGSI_SHARED, TGSI_PRIVATE, TGSI_INPUT, TGSI_MEMORY_COUNT };

/* A register that is part of an index: ADDR[0].x of TEMP[ADDR[0].x+3]. */
struct tgsi_relative {
   uint8_t file; /* enum tgsi_file; any that can be read */
   uint8_t comp;
   int32_t index;
   uint32_t array_id; /* the (1) after TEMP[ADDR[0].x+3](1), which limits the indexed register; 0 without a limit */
};

struct tgsi_operand {
   uint8_t file;          /* enum tgsi_file */
   uint8_t mask;          /* results: bit 0 = x */
   uint8_t swz[4];        /* sources: lane of the register for each lane; texel offsets use three */
   bool abs : 1, neg : 1; /* sources; abs acts first */
   bool has_dimension : 1; /* the text has two indices */
   int32_t index;         /* the last index, or the offset from its register */
   int32_t dimension;     /* the first of two indices: vertex of an input, constant buffer; 0 if there is one index */
   uint32_t rel, dim_rel; /* element of program->relatives, or TGSI_NONE if the index is constant */
   uint32_t decl;         /* tgsi_check: the declaration of a register with a constant index; otherwise TGSI_NONE */
   struct util_span span;
};

enum { TGSI_COHERENT = 1, TGSI_RESTRICT = 2, TGSI_VOLATILE = 4 };
struct tgsi_instr {
   uint16_t op;         /* enum tgsi_op */
   uint8_t num_dst, num_src, num_offsets;
   bool sat : 1, sat_signed : 1; /* _SAT, _SATNV */
   bool precise : 1;
   bool has_label : 1;
   bool has_target : 1;
   bool predicated : 1, pred_neg : 1; /* (PRED[0].xxxx) before the opcode */
   uint8_t target;      /* enum tgsi_target; sampler views: that of the declaration, by tgsi_check */
   uint8_t memory;      /* bit n: word n of COHERENT RESTRICT VOLATILE STREAM_CACHE_POLICY (TGSI_COHERENT ..) */
   uint8_t pred_swz[4];
   uint32_t pred;       /* register number */
   uint32_t label;      /* as written: the number of an instruction */
   uint32_t format;     /* image format: enum mem_format, or TGSI_NONE */
   uint32_t operand;    /* the first one in program->operands */
   /*
    * tgsi_check: the index of a related instruction:
    *   IF, UIF, IFC           the ELSE, or the ENDIF if there is none
    *   ELSE                   the ENDIF
    *   ENDIF                  the IF
    *   BGNLOOP, BGNFOR, REP   the end of the loop, which has the index of its start
    *   BRK, BREAKC, CONT      the loop, or the SWITCH that BRK leaves
    *   SWITCH                 the first CASE or DEFAULT, or the ENDSWITCH
    *   CASE, DEFAULT          the next CASE, DEFAULT or ENDSWITCH
    *   ENDSWITCH              the SWITCH
    *   CAL, CALLNZ            the BGNSUB, or the first instruction of the subroutine
    *   others                 TGSI_NONE
    */
   uint32_t other;
   uint32_t sub;        /* tgsi_check: the subroutine that holds it, element of program->subs */
   struct util_span span, op_span;
};

/* DCL: registers first .. last of a file. */
struct tgsi_decl {
   uint8_t file;
   uint8_t mask;            /* of use: bit 0 = x; 15 if the text has none */
   bool has_dimension;      /* CONST[2][0..3]; also with per_vertex: IN[][0] or IN[3][0] */
   bool per_vertex;
   bool local, invariant, has_semantic, has_interp, has_stream;
   uint32_t dimension;
   uint32_t first, last;
   uint32_t array_id;       /* 0 if it is not an array */
   uint8_t semantic;        /* enum tgsi_semantic; TGSI_SEMANTIC_COUNT if the text has none, and it follows from the index */
   uint32_t semantic_index;
   uint8_t stream[4];
   uint8_t interp, location; /* enum tgsi_interp, enum tgsi_location */
   uint8_t wrap;            /* CYLWRAP: lanes */
   uint8_t target;          /* SVIEW, RES, IMAGE */
   uint8_t type[4];         /* SVIEW: enum tgsi_return by lane */
   uint32_t format;         /* IMAGE: as in tgsi_instr */
   bool writable, raw, atomic;
   uint8_t memory;          /* MEMORY: enum tgsi_memory */
   uint32_t slot;           /* tgsi_check: IN, OUT, SV: enum io_slot of `first`, before those of the others; or SLOT_COUNT */
   struct util_span span;
};

struct tgsi_imm {
   uint8_t type; /* enum tgsi_imm_type */
   uint32_t value[4]; /* bits; 64-bit types: two values, the low word first */
   struct util_span span;
};

/* The main program is subroutine 0: instructions 0 .. end-1. */
struct tgsi_sub {
   uint32_t first, end; /* from BGNSUB to after ENDSUB */
   bool recursive;
   bool early_return;   /* it has a RET that is not its last instruction */
};

/* A statement before the instructions. The items have the order of the source, for printing. */
struct tgsi_item {
   uint8_t what; /* 0 declaration, 1 immediate, 2 property */
   uint32_t index;
};

struct tgsi_property_value {
   bool set;
   uint32_t value;
   struct util_span span;
};

struct tgsi_program {
   enum tgsi_stage stage;
   struct util_span stage_span;
   struct tgsi_decl *decls;
   uint32_t num_decls, cap_decls;
   struct tgsi_imm *imms;
   uint32_t num_imms, cap_imms;
   struct tgsi_instr *instrs;
   uint32_t num_instrs, cap_instrs;
   struct tgsi_operand *operands;
   uint32_t num_operands, cap_operands;
   struct tgsi_relative *relatives;
   uint32_t num_relatives, cap_relatives;
   struct tgsi_sub *subs;
   uint32_t num_subs, cap_subs;
   struct tgsi_item *items;
   uint32_t num_items, cap_items;
   struct tgsi_property_value property[TGSI_PROPERTY_COUNT];

   bool incomplete; /* statements with errors were left out, so tgsi_check does not report what may be missing */
   struct util_span end; /* where the program ends */

   /* set by tgsi_check: */
   uint32_t num_regs[TGSI_FILE_COUNT]; /* the highest declared register number plus 1; for IMM the number of immediates */
   uint32_t *decl_of[TGSI_FILE_COUNT]; /* by register of a file with one index: its declaration, or TGSI_NONE */
   bool indexed[TGSI_FILE_COUNT];      /* some operand indexes the file with a register and without an array */
   uint8_t out_written[SLOT_COUNT];    /* lanes that the program writes */
   uint8_t out_integer[SLOT_COUNT];    /* those of them that only hold integers or 64-bit numbers */
   uint8_t prim_in, prim_out;          /* geometry: as in struct ir_shader */
   uint32_t vertices_out, invocations;
   uint32_t workgroup[3];              /* compute: invocations of a workgroup in x, y and z; 0 if the grid gives them */
   struct frontend_counts counts;
};

static inline struct tgsi_operand *tgsi_dst(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned n)
{
   return &p->operands[in->operand + n];
}
static inline struct tgsi_operand *tgsi_src(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned n)
{
   return &p->operands[in->operand + in->num_dst + n];
}
static inline struct tgsi_operand *tgsi_offset(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned n)
{
   return &p->operands[in->operand + in->num_dst + in->num_src + n];
}

/* ---- tgsi_facts.c: facts that several readers of a checked tree need */

/* The lanes of source s, after its swizzle, that the instruction certainly reads. */
uint8_t tgsi_read_lanes(const struct tgsi_program *p, const struct tgsi_instr *in, unsigned s);
/* Returns true if the instruction opens a block: IF, UIF, IFC, a loop, SWITCH. */
bool tgsi_opens_block(const struct tgsi_instr *in);
/* The memory that an operand of MEMORY names, or of RES with a number that is not a resource; otherwise TGSI_MEMORY_COUNT. */
enum tgsi_memory tgsi_memory_of(const struct tgsi_program *p, const struct tgsi_operand *o);
/* The slot of a lane of a register of the declaration, or SLOT_COUNT, and the lane of the slot. Each distance has its own
   slot. */
unsigned tgsi_slot(const struct tgsi_decl *d, uint32_t reg, unsigned comp, unsigned *lane);
/* Returns true if a lane of a register of IN or SV reads 0 or 1 (*one) instead of a lane of its slot. Inputs of vertex programs
   never do, whatever their semantic. */
bool tgsi_lane_is_number(const struct tgsi_program *p, const struct tgsi_decl *d, unsigned comp, bool *one);
/* Returns true if depth and stencil tests come before the program, so that its writes of depth and stencil have no effect. */
bool tgsi_tests_early(const struct tgsi_program *p);
/* The slot and the bit of its lane for a lane of an output register. Returns false if writes to the lane have no effect. */
bool tgsi_result_slot(const struct tgsi_decl *d, uint32_t reg, unsigned lane, uint32_t *slot, unsigned *bit);
/* By slot, the lanes of results that hold anything except integers or halves of 64-bit numbers, as far as instructions and
   copies show. */
void tgsi_float_results(struct util_ctx *ctx, const struct tgsi_program *p, uint8_t floats[SLOT_COUNT]);
/* Returns true if textures of the target support the access. Others give 0: defined behaviour (docs/semantics.md). */
bool tgsi_has_access(enum exec_tex_op op, enum exec_tex_target target);
/* The number of entries of CONST[0]: up to the last declared one, or those of the memory INPUT. */
uint32_t tgsi_num_constants(const struct tgsi_program *p);

/* ---- interfaces of the folders */

/* parse/: a text of any bytes; ctx->text must be the same text. NULL after at least one diagnostic. The result is checked. */
struct tgsi_program *tgsi_parse(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits);

/* check/: records a property. Reports one that is already set. */
void tgsi_set_property(struct util_ctx *ctx, unsigned errors_before, struct tgsi_program *p, enum tgsi_property property,
                       uint32_t value, struct util_span span);

/* check/: checks the rules of a program and sets the fields that are marked "tgsi_check". Returns false after at least one
   diagnostic. */
bool tgsi_check(struct util_ctx *ctx, struct tgsi_program *p);

/* ast/: prints the program as text that tgsi_parse() reads to the same tree. `numbers`: before each instruction its number. */
void tgsi_print(struct util_buf *out, const struct tgsi_program *p, bool numbers);

/* eval/: the reference evaluator. Its objects must not refer to any symbol of the lowering or the IR. */
enum exec_status tgsi_eval_run(struct util_ctx *ctx, const struct tgsi_program *p, struct exec_wave *wave);

/* lower/: NULL after a diagnostic. */
struct ir_shader;
struct ir_shader *tgsi_lower(struct util_ctx *ctx, const struct tgsi_program *p, num_m num);

#endif
