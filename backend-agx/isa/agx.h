/* SPDX-License-Identifier: MIT */
/*
 * AGX2 instructions as data: the decoded form of what the table agx_isa.def describes.
 *
 * One struct holds every instruction: up to eight operands (`ref`) and the number fields of its shape. Instruction selection
 * builds the same struct with virtual operands; only registers, uniforms and immediates can be encoded.
 */
#ifndef AGX_H
#define AGX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGX_MAX_LEN 12   /* bytes of the longest instruction of the machine */
#define AGX_HALVES 256   /* 16-bit halves of the register file of a thread */
/* The half of the first attribute register. r5 and r6 before it are always loaded, declared or not (Mesa declares 13
   halves). */
#define AGX_FIRST_ATTRIBUTE 16
#define AGX_UNIFORMS 512 /* 16-bit halves of the uniform file */
#define AGX_CF_COUNT 256 /* coefficient registers of a fragment program */
#define AGX_UVS_WORDS 256 /* 32-bit words of the output buffer of a vertex program */
#define AGX_SLOTS 2       /* wait slots */
#define AGX_MAX_PENDING 8 /* operations that may be outstanding in a slot (Mesa) */
#define AGX_CODE_ALIGN 128 /* bytes: where programs start (Mesa) */
#define AGX_TRAPS 8       /* traps after the stop of a program (Mesa) */
#define AGX_MIN_VERTEX_HALVES 13 /* the least that a vertex program declares, since r5 and r6 are preloaded (Mesa) */

enum agx_kind {
   AGX_NONE,
   AGX_REG16, /* value: half index 2N (rNl) or 2N+1 (rNh) */
   AGX_REG32, /* value: even half index */
   AGX_REG64, /* value: even half index of the first register of a pair */
   AGX_UNIFORM16,
   AGX_UNIFORM32, /* value: even half index */
   AGX_UNIFORM64,
   AGX_IMM,       /* integer; also the number of a coefficient or state register. Signed values have as many bits as their
                     field */
   AGX_MINIFLOAT, /* value: the 8 bits */
   AGX_VIRT16, /* virtual registers, never encoded; value: a virtual unit of the machine program, which is a half */
   AGX_VIRT32,
   AGX_VIRT64,
};

enum { AGX_ABS = 1, AGX_NEG = 2, AGX_SX = 4 }; /* neg after abs; sx: sign-extend (integer ops) */
enum { AGX_PLAIN = 1, AGX_CACHE = 2, AGX_DISCARD = 3 };

struct agx_ref {
   uint8_t kind;
   uint8_t mods;
   uint8_t hint;  /* registers: AGX_PLAIN, AGX_CACHE; sources AGX_DISCARD too. 0 reads as AGX_PLAIN */
   uint8_t count; /* registers of a vector operand; 0 reads as 1 */
   uint32_t value;
};

/* 16-bit halves of a register or uniform operand, 0 of others. */
static inline unsigned agx_ref_halves(const struct agx_ref *r)
{
   static const uint8_t size[] = {
       [AGX_REG16] = 1,     [AGX_REG32] = 2,  [AGX_REG64] = 4,  [AGX_UNIFORM16] = 1, [AGX_UNIFORM32] = 2,
       [AGX_UNIFORM64] = 4, [AGX_VIRT16] = 1, [AGX_VIRT32] = 2, [AGX_VIRT64] = 4};
   return size[r->kind] * (r->count ? r->count : 1u);
}

/* Operands: D is written, the others are read. Memory: A base, B index, C data; textures: A coordinates, B LOD, C compare value
   and offset, U heap, T texture, S sampler. */
enum agx_refs { AGX_D, AGX_A, AGX_B, AGX_C, AGX_Y, AGX_U, AGX_T, AGX_S, AGX_NUM_REFS };
/* Number fields of an instruction, of at most 8 bits except for IMM. */
enum agx_field {
   AGX_F_SAT,
   AGX_F_KILL, /* ends helper threads */
   AGX_F_COND, /* bit 3: inverted (not in selects) */
   AGX_F_NEST,
   AGX_F_SHIFT,
   AGX_F_MASK, /* bfi family: number of bits, 0 = all; else components */
   AGX_F_ROUND,
   AGX_F_INTERP,
   AGX_F_FORMAT,
   AGX_F_SLOT,
   AGX_F_EXT, /* 1: the index is zero-extended, not sign-extended */
   AGX_F_COHERENT,
   AGX_F_OP, /* of atomics, reductions and scans */
   AGX_F_DIM,
   AGX_F_LOD,
   AGX_F_GATHER,
   AGX_F_SHADOW, /* C starts with a comparison value */
   AGX_F_OFFSET, /* C ends with an offset */
   AGX_F_QUERY,  /* the result is the LOD, clamped and unclamped; coordinates have no layer */
   AGX_F_SPARSE,
   AGX_F_RTZ,
   AGX_F_EXPLICIT,
   AGX_F_FORWARD, /* the result goes to the texture access that follows */
   AGX_F_ELIDE,   /* no barrier between interpolations: their destinations differ */
   AGX_F_AUX,     /* unknown meaning */
   AGX_NUM_FIELDS,
   AGX_F_IMM = AGX_NUM_FIELDS, /* immediate, special register, jump distance, truth table, conversion, mask of wait_pix, tile
                                  offset */
};

enum agx_op {
#define OP(id, ...) AGX_OP_##id,
#include "backend-agx/isa/agx_isa.def"
   AGX_NUM_OPS
};

struct agx_instr {
   uint16_t op;
   uint8_t len;  /* bytes; set by decoding and encoding */
   uint8_t form; /* enum agx_form_choice: the form of the bytes if it is not the encoder's default */
   struct agx_ref ref[AGX_NUM_REFS];
   uint32_t imm; /* AGX_F_IMM */
   uint8_t f[AGX_NUM_FIELDS];
};
static inline uint32_t agx_field_get(const struct agx_instr *in, unsigned field)
{
   return field == AGX_F_IMM ? in->imm : in->f[field];
}
/* False if the number is too large for any instruction. */
static inline bool agx_field_set(struct agx_instr *in, unsigned field, uint32_t v)
{
   if (field == AGX_F_IMM)
      in->imm = v;
   else
      in->f[field] = (uint8_t)v;
   return agx_field_get(in, field) == v;
}

/* Conditions of icmpsel and of the float compares (AGX_F_COND). */
enum { AGX_ICC_UEQ = 0, AGX_ICC_ULT = 1, AGX_ICC_UGT = 2, AGX_ICC_SEQ = 4, AGX_ICC_SLT = 5, AGX_ICC_SGT = 6 };
enum {
   AGX_FCC_EQ = 0,
   AGX_FCC_LT = 1,
   AGX_FCC_GT = 2,
   AGX_FCC_LTN = 3,
   AGX_FCC_GE = 5,
   AGX_FCC_LE = 6,
   AGX_FCC_GTN = 7
};
/* Conversions (imm of convert) and their rounding (AGX_F_ROUND). */
enum {
   AGX_CONV_U8_F = 0,
   AGX_CONV_S8_F = 1,
   AGX_CONV_F_U16 = 4,
   AGX_CONV_F_S16 = 5,
   AGX_CONV_U16_F = 6,
   AGX_CONV_S16_F = 7,
   AGX_CONV_F_U32 = 8,
   AGX_CONV_F_S32 = 9,
   AGX_CONV_U32_F = 10,
   AGX_CONV_S32_F = 11
};
enum { AGX_RTZ = 0, AGX_RTE = 1 };
enum { AGX_INTERP_CENTER, AGX_INTERP_SAMPLE, AGX_INTERP_CENTROID, AGX_INTERP_SAMPLE_REG };
/* AGX_F_LOD: how the level of a texture is determined, and the contents of B. Bias, level and minimum have 16 bits. */
enum {
   AGX_LOD_AUTO = 0,     /* an immediate 0 */
   AGX_LOD_GRAD = 4,     /* dx, dy of each component in turn */
   AGX_LOD_BIAS = 5,
   AGX_LOD_LEVEL = 6,
   AGX_LOD_GRAD_MIN = 12, /* the same, then the minimum in the low half of a register */
   AGX_LOD_BIAS_MIN = 13, /* two halves */
};
enum { AGX_GATHER_NONE = 0, AGX_GATHER_R = 1, AGX_GATHER_G = 3, AGX_GATHER_B = 5, AGX_GATHER_A = 7 };
/* AGX_F_OP of atomics; of reductions and scans. */
enum {
   AGX_ATOMIC_ADD,
   AGX_ATOMIC_SUB,
   AGX_ATOMIC_XCHG,
   AGX_ATOMIC_CMPXCHG, /* C: the new value, then the expected one (observed: agx_emit_atomic) */
   AGX_ATOMIC_UMIN,
   AGX_ATOMIC_SMIN,
   AGX_ATOMIC_UMAX,
   AGX_ATOMIC_SMAX,
   AGX_ATOMIC_AND,
   AGX_ATOMIC_OR,
   AGX_ATOMIC_XOR
};
enum {
   AGX_SIMD_AND = 0,
   AGX_SIMD_FADD = 1,
   AGX_SIMD_OR = 2,
   AGX_SIMD_FMUL = 3,
   AGX_SIMD_XOR = 4,
   AGX_SIMD_FMIN = 5,
   AGX_SIMD_FMAX = 7,
   AGX_SIMD_IADD = 16,
   AGX_SIMD_SMIN = 20,
   AGX_SIMD_SMAX = 22,
   AGX_SIMD_UMIN = 28,
   AGX_SIMD_UMAX = 30
};
/* Special registers that the compiler reads. */
enum {
   AGX_SR_BLOCK_X = 0, /* y and z follow, as below */
   AGX_SR_LAYER = 2,
   AGX_SR_BLOCK_WIDTH = 4,
   AGX_SR_SAMPLES_LOG2 = 14,
   AGX_SR_THREAD_X = 48,
   AGX_SR_THREAD_INDEX = 51,
   AGX_SR_LANE = 52,
   AGX_SR_GROUP_INDEX = 53,
   AGX_SR_COVERAGE = 60,
   AGX_SR_BACKFACING = 62,
   AGX_SR_ACTIVE = 63,
   AGX_SR_PIXEL_X = 80,
   AGX_SR_PIXEL_Y = 81,
   AGX_SR_SAMPLE_MASK = 124
};
enum agx_format {
#define FORMAT(id, value, ...) AGX_FORMAT_##id = value,
#include "backend-agx/isa/agx_value.def"
};
enum agx_dim {
#define DIM(id, value, ...) AGX_DIM_##id = value,
#include "backend-agx/isa/agx_value.def"
};

/* ---- the table ---- */

enum agx_row_kind {
#define KIND(id, ...) AGX_K_##id,
#include "backend-agx/isa/agx_isa.def"
   AGX_NUM_KINDS
};
enum agx_style {
   AGX_S_NONE, /* shown elsewhere */
   AGX_S_REF, AGX_S_OPTREF, AGX_S_MOD, AGX_S_SAMPLE, AGX_S_LOD, AGX_S_EXTRA,
   AGX_S_DEC, AGX_S_SDEC, AGX_S_BIN, AGX_S_SR, AGX_S_PC, AGX_S_XYZW,
   AGX_S_SAT, AGX_S_LSL2, AGX_S_LSL4, AGX_S_BITS, AGX_S_OPT, AGX_S_FLAG, /* optional: suffix of the mnemonic, "lsl n" with a
                                                     bound, "mask 0x...", a number, the name of the field */
   AGX_S_COH,                                                            /* optional name */
   AGX_S_ICC, AGX_S_FCC, AGX_S_CONV, AGX_S_ROUND, AGX_S_FMT, AGX_S_EXT, AGX_S_GATHER, AGX_S_LODMODE, AGX_S_ATOMIC, AGX_S_SIMD,
   AGX_S_DIM, /* names */
};
/* The source of a row, see agx_isa.def. */
enum agx_source {
   AGX_FROM_M = 1,
   AGX_FROM_X = 2,
   AGX_FROM_A = 4,
   AGX_FROM_MX = AGX_FROM_M | AGX_FROM_X,
   AGX_FROM_XA = AGX_FROM_X | AGX_FROM_A,
   AGX_FROM_MXA = AGX_FROM_M | AGX_FROM_X | AGX_FROM_A
};

enum agx_unit {
#define UNIT(id, ...) AGX_U_##id,
#include "backend-agx/isa/agx_isa.def"
   AGX_NUM_UNITS
};
/* Unit and issue cost. Simple operations are added up separately from complex ones. */
struct agx_unit_info {
   const char *name;
   bool complex;
   uint8_t latency, cost; /* cycles until the result can be read; until the next operation can start */
};
extern const struct agx_unit_info agx_unit_info[AGX_NUM_UNITS];

/* What an operation may not be reordered with, besides accesses to its registers. */
enum agx_ordering {
   AGX_ORD_NONE,
   AGX_ORD_COVERAGE, /* others of this order */
   AGX_ORD_LOAD,     /* stores, atomics */
   AGX_ORD_STORE,    /* loads, stores, atomics; it stays before any later sample_mask or zs_emit */
   AGX_ORD_ATOMIC,   /* the same */
   AGX_ORD_BARRIER,  /* anything except NONE */
   AGX_ORD_OUTPUT,   /* the last output, and instructions that end lanes */
   AGX_ORD_LAST,     /* outputs: it is the last one */
   AGX_ORD_FIRST,    /* it must be the first instruction of its block */
   AGX_ORD_FIXED,    /* it keeps its place in the control flow */
   AGX_ORD_SREG,     /* by special register: agx_order_of() */
};
enum agx_flag {
   AGX_ASYNC = 1 << 0,  /* its result or effect is available after a `wait` for its slot; it reads its operands at issue */
   AGX_STATE = 1 << 1,     /* the result may differ the next time */
   AGX_EFFECT = 1 << 2,    /* it does more than write D, so it stays even if D is never read */
   AGX_CROSS = 1 << 3,  /* it reads registers of other lanes */
   AGX_EXEC = 1 << 4,      /* all lanes execute it; it updates r0l, and then lanes run whose r0l is 0 */
   AGX_JUMP = 1 << 5,      /* it may jump */
   AGX_END = 1 << 6,    /* nothing runs after it */
   AGX_LINK = 1 << 7,   /* it writes r1 */
   AGX_DRAIN = 1 << 8,  /* nothing may be outstanding in either slot */
   AGX_SEXT = 1 << 9,   /* a 16-bit A is sign-extended; elsewhere 16-bit integer sources are zero-extended */
   AGX_FRAGMENT = 1 << 10, /* in fragment programs only */
   AGX_VERTEX = 1 << 11,
   AGX_PREAMBLE = 1 << 12,
   AGX_PIX_1 = 1 << 13, /* a wait_pix with this bit of the mask has to precede it */
   AGX_PIX_4 = 1 << 14,
   AGX_PIX_8 = 1 << 15,
};

#define AGX_PIECES 5
struct agx_row {
   uint8_t kind, style, name, source; /* name: enum agx_refs or enum agx_field by kind */
   struct {
      uint8_t pos, width; /* width 0: no piece */
   } p[AGX_PIECES];
};
struct agx_info {
   const char *name;
   uint16_t row; /* first of agx_rows */
   uint8_t short_len, long_len, l_bit; /* l_bit 0: one length */
   bool always_long;                   /* the encoder takes the long form even if the short one would do */
   uint8_t unit, order, source;
   uint16_t flags; /* enum agx_flag */
   uint64_t mask, bits;
};
extern const struct agx_row agx_rows[];
extern const struct agx_info agx_info[AGX_NUM_OPS];
/* Kinds with the same packing. Encoder and decoder have a function for each group. The first group is not an operand; R0L to
   SRC are the operands of arithmetic. */
enum agx_kind_group {
   AGX_G_FIELD, AGX_G_R0L, AGX_G_DST, AGX_G_SRC, AGX_G_VECTOR, AGX_G_SMALL, AGX_G_ADDRESS, AGX_G_OTHER,
   AGX_NUM_GROUPS
};
/* The operands that a kind accepts, as a mask of 1 << enum agx_kind, as text and as a message. */
struct agx_kind_info {
   uint8_t group;
   uint16_t takes;
   const char *text, *expected;
};
extern const struct agx_kind_info agx_kind_info[AGX_NUM_KINDS];

struct agx_format_info {
   uint8_t bytes, packed; /* per element; components of a packed word, or 0 if each component is an element */
};
struct agx_dim_info {
   uint8_t coords, gradient; /* components; a sample number without a layer counts as coordinate */
   bool layer;               /* one more register, which a sample number shares */
};
extern const struct agx_format_info agx_format_info[16]; /* bytes 0: no format */
extern const struct agx_dim_info agx_dim_info[16];       /* coords 0: none */

/* ---- functions ---- */

enum agx_form_choice { AGX_FORM_USUAL, AGX_FORM_SHORT, AGX_FORM_LONG };

/* Encodes an instruction, in the short form if possible. Returns NULL, or static text with the reason for a failure. */
const char *agx_encode(const struct agx_instr *in, uint8_t out[AGX_MAX_LEN], unsigned *len);
/* The same without bytes. *fault, unless fault is NULL, gets the row of the wrong operand or field, or NULL if there is
   none. */
const char *agx_check(const struct agx_instr *in, const struct agx_row **fault);
/* Decodes one instruction. Returns NULL, or static text that says why the bytes are not an instruction. Never reads past
   len. Encoding the result gives the same bytes. */
const char *agx_decode(const uint8_t *code, size_t len, struct agx_instr *out);

/* The row of an operand, or NULL if the operation lacks it. */
const struct agx_row *agx_operand_row(unsigned op, enum agx_refs ref);
/* Can this operand be of this kind? */
bool agx_takes(unsigned op, enum agx_refs ref, enum agx_kind kind);
/* The number of registers of its size that an operand has, by operation and number fields; for a result, those overwritten. */
unsigned agx_operand_count(const struct agx_instr *in, enum agx_refs ref);
/* The order of this instruction; never AGX_ORD_SREG. */
enum agx_ordering agx_order_of(const struct agx_instr *in);

/* The number of threads that run with this many halves each; 0 if there are too many halves. */
unsigned agx_occupancy(unsigned halves);
/* The maximum number of halves with which this many threads run. */
unsigned agx_halves_for(unsigned threads);

/* Minifloats s eee ffff (docs/agx-encoding.md). f32 represents all exactly. agx_minifloat_from_f32() returns -1 if the bits
   are not one of the 256 values. */
uint32_t agx_minifloat_to_f32(uint8_t v);
int agx_minifloat_from_f32(uint32_t bits);

/* The name of a field value in the text, by style; NULL if there is none. */
const char *agx_value_name(enum agx_style style, uint32_t value);
/* The name of a special register, or NULL. */
const char *agx_sreg_name(uint32_t number);
/* The name of a number field, in the text of AGX_S_FLAG. */
const char *agx_field_name(enum agx_field field);

#endif
