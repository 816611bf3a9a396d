/* SPDX-License-Identifier: MIT */
/*
 * AGX2 instructions as data: the decoded form of what the table agx_isa.def describes.
 *
 * One struct holds every instruction: up to five operands (`ref`) and the number fields of its shape. Instruction selection
 * builds the same struct with virtual operands; only registers, uniforms and immediates can be encoded.
 */
#ifndef AGX_H
#define AGX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGX_MAX_LEN 12   /* bytes of the longest instruction of the machine */
#define AGX_HALVES 256   /* 16-bit halves of the register file of a thread */
#define AGX_UNIFORMS 512 /* 16-bit halves of the uniform file */
#define AGX_CF_COUNT 256 /* coefficient registers of a fragment program */
#define AGX_UVS_WORDS 256 /* 32-bit words of the output buffer of a vertex program */

enum agx_kind {
   AGX_NONE,
   AGX_REG16, /* value: half index 2N (rNl) or 2N+1 (rNh) */
   AGX_REG32, /* value: even half index */
   AGX_REG64, /* value: even half index of the first register of a pair */
   AGX_UNIFORM16,
   AGX_UNIFORM32, /* value: even half index */
   AGX_IMM,       /* integer, 0..255 */
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

enum agx_refs { AGX_D, AGX_A, AGX_B, AGX_C, AGX_Y, AGX_NUM_REFS };
enum agx_field {
   AGX_F_SAT,
   AGX_F_IMM, /* immediate, special register, jump distance, truth table, conversion, mask of wait_pix, tile offset */
   AGX_F_KILL,
   AGX_F_COND, /* bit 3: inverted (control flow only) */
   AGX_F_NEST,
   AGX_F_SHIFT,
   AGX_F_MASK, /* bfi family: number of bits, 0 = all; st_tile: components */
   AGX_F_ROUND,
   AGX_F_INTERP,
   AGX_F_FORMAT,
   AGX_NUM_FIELDS
};

enum agx_op {
#define SHAPE(s)
#define FIELD(...)
#define END(s)
#define OP(id, ...) AGX_OP_##id,
#include "backend-agx/isa/agx_isa.def"
#undef SHAPE
#undef FIELD
#undef END
#undef OP
   AGX_NUM_OPS
};

struct agx_instr {
   uint16_t op;
   uint8_t len; /* bytes; set by decoding and encoding */
   struct agx_ref ref[AGX_NUM_REFS];
   uint32_t f[AGX_NUM_FIELDS];
};

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
/* Conversions (AGX_F_IMM of convert) and their rounding (AGX_F_ROUND). */
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
/* Special registers that the compiler reads. */
enum { AGX_SR_BACKFACING = 62, AGX_SR_ACTIVE = 63, AGX_SR_PIXEL_X = 80, AGX_SR_PIXEL_Y = 81 };

/* ---- the table ---- */

enum agx_row_kind {
   AGX_K_END,
   AGX_K_NUM,
   AGX_K_DST, AGX_K_DST16, AGX_K_DST32, AGX_K_DST64,   /* p2: hint bit, size bit */
   AGX_K_SRCF,                                         /* 4-bit type; immediates are minifloats */
   AGX_K_SRCI, AGX_K_SRCI64,                           /* 4-bit type; integer immediates; with pairs */
   AGX_K_SRCH,                                         /* 3-bit type of 16-bit float ops */
   AGX_K_SRCX,                                         /* 3-bit type: size of D, raw bits */
   AGX_K_MODF, AGX_K_MODSX,                            /* modifiers of the operand in the column `name` */
   AGX_K_VEC, AGX_K_VEC3, AGX_K_VECM,                  /* p2: size; p3: count (0 = 4), count of triples, mask of components */
   AGX_K_REG32,
   AGX_K_IMMREG, AGX_K_REGIMM,                         /* p2: 1 = immediate; 1 = 16-bit register */
   AGX_K_CF,                                           /* coefficient register; p2 if any: 1 = indexed by a 16-bit register */
   AGX_K_SAMPLE,                                       /* p3: interpolation mode, which says whether p0 is there */
};
enum agx_style {
   AGX_S_NONE,
   AGX_S_REF, AGX_S_MOD, AGX_S_SAMPLE,
   AGX_S_DEC, AGX_S_BIN, AGX_S_SR, AGX_S_PC, AGX_S_XYZW,
   AGX_S_SAT, AGX_S_LSL, AGX_S_BITS, /* optional: suffix of the mnemonic, "lsl n", "mask 0x..." */
   AGX_S_R0L, AGX_S_R0L_DEC,         /* the counter is named, then the value */
   AGX_S_ICC, AGX_S_FCC, AGX_S_R0L_ICC, AGX_S_R0L_FCC, AGX_S_CONV, AGX_S_ROUND, AGX_S_FMT, /* names */
};
/* What a row rests on, see agx_isa.def. */
enum agx_provenance { AGX_PROVENANCE_DOCUMENTED, AGX_PROVENANCE_OBSERVED, AGX_PROVENANCE_ASSUMED };
/* Unit and issue cost (Mesa, agx_performance.c): float and simple integer operations share one sum, the complex unit has
   another. */
enum agx_unit { AGX_U_NONE, AGX_U_F1, AGX_U_SCIB1, AGX_U_SCIB2, AGX_U_IC2, AGX_U_IC3, AGX_U_IC4 };

struct agx_row {
   uint8_t kind, style, name, provenance; /* name: enum agx_refs or enum agx_field by kind */
   struct {
      int8_t pos;
      uint8_t width;
   } p[4];
};
struct agx_info {
   const char *name;
   uint16_t row; /* first of agx_rows */
   uint8_t short_len, long_len;
   int8_t l_bit;
   uint8_t unit, provenance;
   uint64_t mask, bits;
};
extern const struct agx_row agx_rows[];
extern const struct agx_info agx_info[AGX_NUM_OPS];

/* ---- functions ---- */

/* The bytes of an instruction, in the short form if there is one. Returns NULL, or a static text that says why it cannot be
   encoded. */
const char *agx_encode(const struct agx_instr *in, uint8_t out[AGX_MAX_LEN], unsigned *len);
/* Decodes one instruction. Returns NULL, or a static text that says why it is none. Never reads past len. */
const char *agx_decode(const uint8_t *code, size_t len, struct agx_instr *out);

/* Minifloats s eee ffff (docs/agx-encoding.md); f32 holds all exactly. agx_minifloat_from_f32() returns -1 if the bits are
   none of the 256. */
uint32_t agx_minifloat_to_f32(uint8_t v);
int agx_minifloat_from_f32(uint32_t bits);

/* The name of a field value in the text, by style; NULL if there is none. */
const char *agx_value_name(enum agx_style style, uint32_t value);

#endif
