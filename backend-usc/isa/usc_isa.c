/* SPDX-License-Identifier: MIT */
/* The tables of usc_isa.def as data: operations, operand forms, members, constants, operands. */
#include "backend-usc/isa/usc_tables.h"

#include <string.h>

#define P(byte, bit, bytes) {USC_ROW_PART, (byte)*8 + (bit), bytes, 0, 0, 0, 0},
#define K(byte, hi, lo, v) {USC_ROW_CONST, (byte)*8 + (lo), (hi) - (lo) + 1, 0, 0, 0, v},
#define F(byte, hi, lo, m, sh, k) {USC_ROW_FIELD, (byte)*8 + (lo), (hi) - (lo) + 1, USC_M_##m, sh, USC_##k, 0},
#define L(byte, n, m) {USC_ROW_FIELD, (byte)*8, (n)*8, USC_M_##m, 0, USC_U, 0},
#define H(v) {USC_ROW_CTRLOP, 0, 0, 0, 0, 0, v},
#define X(m) {USC_ROW_TEXT, 0, 0, USC_M_##m, 0, 0, 0},
#define S(byte, hi, lo, raw, sh) {USC_ROW_FIELD, (byte)*8 + (lo), (hi) - (lo) + 1, USC_RAW_##raw, sh, USC_U, 0},
#define END_ROW                                                                                                                \
   {                                                                                                                           \
      USC_ROW_END, 0, 0, 0, 0, 0, 0                                                                                            \
   }

#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...)                                             \
   static const struct usc_row rows_##id[] = {__VA_ARGS__ END_ROW};
#include "backend-usc/isa/usc_isa.def"
#undef OP
static const struct usc_row no_rows[] = {END_ROW};

const struct usc_op_info usc_op_info[USC_NUM_OPS] = {
    {"", NULL, 0, 0, 0, 0, 0, 0, no_rows},
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...)                                             \
   {text, operands, USC_##kind, USC_##unit, sources, bytes, USC_PROVENANCE_##provenance, flags, rows_##id},
#include "backend-usc/isa/usc_isa.def"
#undef OP
};

/* The rows as masks of their members. */
#undef P
#undef K
#undef F
#undef L
#undef H
#undef X
#define P(byte, bit, bytes)
#define K(byte, hi, lo, v)
#define F(byte, hi, lo, m, sh, k) | (USC_M_##m >> 6 == WORD ? UINT64_C(1) << (USC_M_##m & 63) : 0)
#define L(byte, n, m) F(0, 0, 0, m, 0, U)
#define H(v)
#define X(m) F(0, 0, 0, m, 0, U)
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...) [USC_OP_##id] = 0 __VA_ARGS__,
const uint64_t usc_op_members[2][USC_NUM_OPS] = {
    {
#define WORD 0
#include "backend-usc/isa/usc_isa.def"
#undef WORD
    },
    {
#define WORD 1
#include "backend-usc/isa/usc_isa.def"
#undef WORD
    },
};
#undef OP

/* The number of their optional parts. */
#undef P
#undef F
#undef L
#undef X
#define P(byte, bit, bytes) + 1
#define F(byte, hi, lo, m, sh, k)
#define L(byte, n, m)
#define X(m)
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...) [USC_OP_##id] = 0 __VA_ARGS__,
static const uint8_t op_parts[USC_NUM_OPS] = {
#include "backend-usc/isa/usc_isa.def"
};
#undef OP

/* A mask of their members of the second word, without those in optional parts. */
#undef P
#undef F
#define P(byte, bit, bytes) ) | 0 * (UINT64_C(0)
#define F(byte, hi, lo, m, sh, k) | (USC_M_##m >> 6 == 1 ? UINT64_C(1) << (USC_M_##m & 63) : 0)
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...) [USC_OP_##id] = (UINT64_C(0) __VA_ARGS__),
static const uint64_t op_front[USC_NUM_OPS] = {
#include "backend-usc/isa/usc_isa.def"
};
#undef OP

/* 1 if all of their members are modifiers of float operands, low precision or saturation. */
#undef P
#undef F
#undef L
#undef X
#define P(byte, bit, bytes)
#define F(byte, hi, lo, m, sh, k)                                                                                              \
   &&(USC_M_##m == USC_M_LP || USC_M_##m == USC_M_SAT || (USC_M_##m >= USC_M_A_NEG && USC_M_##m <= USC_M_C_FLR))
#define L(byte, n, m) F(0, 0, 0, m, 0, U)
#define X(m) F(0, 0, 0, m, 0, U)
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...) [USC_OP_##id] = 1 __VA_ARGS__,
const uint8_t usc_op_is_plain[USC_NUM_OPS] = {
#include "backend-usc/isa/usc_isa.def"
};
#undef OP

/* Their constant bits. */
#undef P
#undef K
#undef F
#undef L
#undef X
#define P(byte, bit, bytes)
#define F(byte, hi, lo, m, sh, k)
#define L(byte, n, m)
#define X(m)
#define K(byte, hi, lo, v) | ((byte) < 8 ? (uint64_t)(v) << (((byte)*8 + (lo)) & 63) : 0)
#define OP(id, text, operands, kind, unit, sources, flags, bytes, provenance, ...) [USC_OP_##id] = 0 __VA_ARGS__,
const uint64_t usc_op_const[USC_NUM_OPS] = {
#include "backend-usc/isa/usc_isa.def"
};
#undef OP
#undef K
#define K(byte, hi, lo, v) {USC_ROW_CONST, (byte)*8 + (lo), (hi) - (lo) + 1, 0, 0, 0, v},

#define FORM(id, group, operands, bytes, ...) static const struct usc_row rows_##id[] = {__VA_ARGS__ END_ROW};
#include "backend-usc/isa/usc_isa.def"
#undef FORM
enum { GROUP_SRC, GROUP_DST };
const struct usc_form usc_form[USC_NUM_FORMS] = {
#define FORM(id, group, operands, bytes, ...) {GROUP_##group, operands, bytes, rows_##id},
#include "backend-usc/isa/usc_isa.def"
#undef FORM
};

#undef K
#undef S
#define K(byte, hi, lo, v)
#define S(byte, hi, lo, raw, sh) | ((UINT64_C(1) << ((hi) - (lo) + 1)) - 1) << (USC_AT_##raw + (sh))
#define FORM(id, group, operands, bytes, ...) 0 __VA_ARGS__,
const uint64_t usc_form_cover[USC_NUM_FORMS] = {
#include "backend-usc/isa/usc_isa.def"
};
#undef FORM

const struct usc_hdr_field usc_hdr_field[USC_NUM_HDR] = {
#define HDR(name, byte, hi, lo) {(byte)*8 + (lo), (hi) - (lo) + 1},
#include "backend-usc/isa/usc_isa.def"
#undef HDR
};
const struct usc_iss_field usc_iss_field[USC_NUM_ISS] = {
#define ISS(name, hi, lo) {lo, (hi) - (lo) + 1, USC_M_##name},
#include "backend-usc/isa/usc_isa.def"
#undef ISS
};

const uint8_t usc_main_order[6] = {USC_BE, USC_MOV, USC_TST, USC_PCK, USC_P1, USC_P0};
const uint8_t usc_bit_order[6] = {USC_TEST, USC_SHIFT2, USC_LOGIC, USC_COUNT, USC_SHIFT1, USC_MASK};

/* Forms without mux bits select S0 (documented). */
const uint8_t usc_is0_mux[6] = {0, 4, 5, 1, 2, 3};

const char *const usc_fmt_name[32] = {
    "u8888",    "s8888",   "o8888",   "u1616",      "s1616",    "o1616",    "u32",           "s32",           "u1010102",
    "s1010102", "u111110", "s111110", "f111110",    "se9995",   "f16f16",   "f32",           "cov",           "u565u565",
    "d24s8",    "s8d24",   "f32mask", "2f10f10f10", "s8888ogl", "s1616ogl", [30] = "const0", [31] = "const1",
};

/* ---- text tables --------------------------------------------------------------------------------------------------------- */

const struct usc_suffix usc_suffix[] = {
#define SUFFIX(text, member, value) {text, USC_M_##member, value},
#include "backend-usc/isa/usc_isa.def"
#undef SUFFIX
};
const unsigned usc_num_suffixes = sizeof usc_suffix / sizeof *usc_suffix;

const struct usc_mnemonic usc_mnemonic[] = {
#define MNEMONIC(text, op, m0, v0, m1, v1) {text, USC_OP_##op, {USC_M_##m0, USC_M_##m1}, {v0, v1}},
#include "backend-usc/isa/usc_isa.def"
#undef MNEMONIC
};
const unsigned usc_num_mnemonics = sizeof usc_mnemonic / sizeof *usc_mnemonic;

const struct usc_operand usc_operand[128] = {
#define OPERAND(letter, style, member, extra, words) [letter] = {USC_S_##style, USC_M_##member, extra, words},
#include "backend-usc/isa/usc_isa.def"
#undef OPERAND
};

size_t usc_word_len(const char *w)
{
   return strcspn(w, " |");
}

const char *usc_operands(enum usc_op op, unsigned form)
{
   const char *w = usc_op_info[op].operands;
   for (; form; form--)
      w = strchr(w, '|') + 1;
   return w;
}

static const char *const member_name[USC_M_PLAIN] = {
#define M(name) #name,
    USC_MEMBERS(M)
#undef M
};

enum usc_member usc_word_member(const char *w)
{
   const size_t len = usc_word_len(w) - 1;
   for (unsigned m = 0; len > 1 && m < USC_M_PLAIN; m++)
      if (!strncmp(member_name[m], w + 1, len) && !member_name[m][len])
         return (enum usc_member)m;
   return (enum usc_member)usc_operand[(unsigned char)*w & 127].member;
}

/* Orders of preference: for ld and st those of the vendor's compiler, as its code shows; otherwise those of the public
   compilers. */
const uint8_t usc_is0_same[7] = {0, 3, 4, 5, 1, 2, 0xff}, usc_is0_free[7] = {0, 3, 1, 4, 2, 5, 0xff};
static const uint8_t order_any[] = {0, 3, 4, 5, 1, 2, 0xff}, order_dest[] = {3, 4, 5, 0, 1, 2, 0xff},
                     order_idf[] = {0, 3, 2, 4, 5, 1, 0xff}, order_addr[] = {4, 0, 2, 5, 1, 0xff},
                     order_burst[] = {2, 0, 4, 5, 1, 0xff}, order_data[] = {3, 0, 2, 4, 5, 1, 0xff},
                     order_st_burst[] = {2, 4, 5, 1, 0xff}, order_mask[] = {5, 4, 0xff};

const uint8_t *usc_choice(enum usc_op op, char selector)
{
   switch (op) {
   case USC_OP_IDF: return order_idf;
   case USC_OP_LD:
   case USC_OP_LD_R: return selector == 'a' ? order_addr : order_burst;
   case USC_OP_ST:
   case USC_OP_ST_R:
      return selector == 'a' ? order_addr : selector == 'b' ? order_st_burst : selector == 'c' ? order_mask : order_data;
   default: return selector == 'd' ? order_dest : order_any;
   }
}

/* ---- members ------------------------------------------------------------------------------------------------------------- */

const uint8_t usc_member_offset[USC_M_PLAIN] = {
#define M(name) offsetof(struct usc_group, name),
    USC_MEMBERS(M)
#undef M
};

const struct usc_member_mod usc_member_mod[] = {
    {0, USC_MOD_NEG}, {0, USC_MOD_ABS}, {0, USC_MOD_FLR}, {0, USC_MOD_F16}, {1, USC_MOD_NEG},
    {1, USC_MOD_ABS}, {2, USC_MOD_NEG}, {2, USC_MOD_ABS}, {2, USC_MOD_FLR},
};

uint32_t usc_member_computed(const struct usc_group *g, enum usc_member m, enum usc_group_unit unit)
{
   const unsigned base = unit == USC_P1 ? 3 : 0;
   switch (m) {
   case USC_M_LP: return unit == USC_P1 ? g->lp1 : g->lp0;
   case USC_M_SAT: return unit == USC_P1 ? g->sat1 : g->sat0;
   case USC_M_A_ELEM:
   case USC_M_B_ELEM:
   case USC_M_C_ELEM: return g->src[base + m - USC_M_A_ELEM].elem;
   case USC_M_D_F16: return g->dst[0].mod || g->dst[1].mod;
   case USC_M_P2END: return !g->op[USC_PCK] && !(unit == USC_MOV && g->op[USC_TST]);
   case USC_M_IMM:
   case USC_M_SBO: return g->imm;
   case USC_M_TARGET: return (uint32_t)g->target;
   default: return usc_member_get(g, m, unit);
   }
}

void usc_member_set(struct usc_group *g, enum usc_member m, enum usc_group_unit unit, uint32_t value, unsigned shift)
{
   const unsigned base = unit == USC_P1 ? 3 : 0;
   value <<= shift;
   if (m < USC_M_PLAIN) {
      uint8_t *p = (uint8_t *)g + usc_member_offset[m];
      *p = (uint8_t)(shift ? *p | value : value);
      return;
   }
   switch (m) {
   case USC_M_LP: *(unit == USC_P1 ? &g->lp1 : &g->lp0) = (uint8_t)value; break;
   case USC_M_SAT: *(unit == USC_P1 ? &g->sat1 : &g->sat0) = (uint8_t)value; break;
   case USC_M_A_ELEM:
   case USC_M_B_ELEM:
   case USC_M_C_ELEM: {
      uint8_t *e = &g->src[base + m - USC_M_A_ELEM].elem;
      *e = (uint8_t)(shift ? *e | value : (*e & 2u) | value); /* the upper bit of the element of C is in an earlier row */
      break;
   }
   case USC_M_D_F16:
   case USC_M_P2END: break;
   case USC_M_IMM:
   case USC_M_SBO: g->imm = shift ? g->imm | value : value; break;
   case USC_M_TARGET: g->target = (int32_t)value; break;
   default:
      if (value)
         g->src[base + usc_member_mod[m - USC_M_A_NEG].operand].mod |= usc_member_mod[m - USC_M_A_NEG].mod;
      break;
   }
}

uint32_t usc_field_code(const struct usc_row *r, uint32_t value)
{
   switch (r->kind) {
   case USC_M1: value -= 1; break;
   case USC_M16: value &= 15; break;
   case USC_N: value = !value; break;
   }
   value >>= r->shift;
   return r->width < 32 ? value & ((1u << r->width) - 1) : value;
}

uint32_t usc_field_value(const struct usc_row *r, uint32_t bits)
{
   return r->kind == USC_M1 ? bits + 1 : r->kind == USC_N ? !bits : bits;
}

/* True if the bits of this field differ from those of the default, so that its optional part is needed. */
static bool needs_bits(const struct usc_row *r, uint32_t value)
{
   const uint32_t absent = usc_member_default((enum usc_member)r->member);
   if (value == absent)
      return false;
   return r->kind == USC_M16 ? value != absent : usc_field_code(r, value) != usc_field_code(r, absent);
}

/* The modifiers of P0 or P1 as a mask of members of the second word. */
static inline uint64_t modifiers_of(const struct usc_group *g, enum usc_group_unit unit)
{
   const struct usc_opd *o = &g->src[unit == USC_P1 ? 3 : 0];
   return (uint64_t)o[0].mod << (USC_M_A_NEG & 63) | (uint64_t)o[1].mod << (USC_M_B_NEG & 63) |
          (uint64_t)o[2].mod << (USC_M_C_NEG & 63) | (uint64_t)(unit == USC_P1 ? g->lp1 : g->lp0) << (USC_M_LP & 63) |
          (uint64_t)(unit == USC_P1 ? g->sat1 : g->sat0) << (USC_M_SAT & 63);
}

/* Size of an operation with optional parts, if its fields may need some of them. */
__attribute__((noinline)) static unsigned bytes_with_parts(const struct usc_group *g, enum usc_group_unit unit,
                                                           unsigned found_ext, unsigned *num_parts)
{
   const struct usc_op_info *info = &usc_op_info[g->op[unit]];
   unsigned parts = 0, need = found_ext, bytes = info->bytes;
   uint8_t width[8];
   for (const struct usc_row *r = info->rows; r->row; r++) {
      if (r->row == USC_ROW_PART)
         width[parts++ & 7] = r->width;
      else if (parts > need && r->row == USC_ROW_FIELD && needs_bits(r, usc_member_get(g, (enum usc_member)r->member, unit)))
         need = parts;
   }
   if (need > parts)
      need = parts;
   if (need == 1 && found_ext != 1 && (info->flags & USC_F_SHORT))
      need = 2; /* both parts have one flag; .ext1 leaves out the second part */
   for (unsigned k = 0; k < need && k < parts; k++)
      bytes += width[k & 7];
   *num_parts = need;
   return bytes;
}

unsigned usc_op_bytes(const struct usc_group *g, enum usc_group_unit unit, unsigned found_ext, unsigned *num_parts)
{
   const unsigned op = g->op[unit];
   if (op_parts[op] && (found_ext || !usc_op_is_plain[op] || modifiers_of(g, unit) & ~op_front[op]))
      return bytes_with_parts(g, unit, found_ext, num_parts);
   *num_parts = 0;
   return usc_op_info[op].bytes;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static const uint8_t sr_ranges[][2] = {
    /* special registers: the numbers of bank 0 that are not constants, internal registers or pixel outputs */
    {44, 63},
    {96, 127},
    {160, 163},
    {168, 255},
};

enum usc_opd_class usc_opd_class(struct usc_opd o)
{
   if (o.bank == USC_NONE)
      return USC_CLASS_NONE;
   if (o.idx)
      return USC_CLASS_UNIFORM;
   switch (o.bank) {
   case USC_VIRTUAL:
   case USC_TEMP:
   case USC_VTX: return USC_CLASS_ANY;
   case USC_SPECIAL:
      if ((o.index >= 32 && o.index < 36) || (o.index >= 164 && o.index < 168))
         return USC_CLASS_UNIFORM;
      for (unsigned i = 0; i < sizeof sr_ranges / sizeof *sr_ranges; i++)
         if (o.index >= sr_ranges[i][0] && o.index <= sr_ranges[i][1])
            return USC_CLASS_SYSTEM;
      return USC_CLASS_ANY;
   default: return USC_CLASS_UNIFORM;
   }
}

unsigned usc_special_slots(struct usc_opd o)
{
   switch (usc_opd_class(o)) {
   case USC_CLASS_UNIFORM: return 0x0d; /* S0 S2 S3 (documented: rule of two compilers) */
   case USC_CLASS_SYSTEM: return 0x16;  /* S1 S2 S4 */
   default: return 0x3f;
   }
}

/* Constants 0 to 31 are their own index; 64 to 95 and 128 to 159 are from the appendix of the document, with two misprints
   corrected. */
static const uint32_t constants_64[32] = {
    0x3f800000, 0x40000000, 0x40800000, 0x41000000, 0x41800000, 0x42000000, 0x42800000, 0x43000000, /* 2^0 .. 2^7 */
    0x43800000, 0x44000000, 0x44800000, 0x3f000000, 0x3e800000, 0x3e000000, 0x3d800000, 0x3d000000, /* .. 2^10, 2^-1 .. 2^-5 */
    0x3c800000, 0x3c000000, 0x3b800000, 0x3b000000, 0x3a800000, 0x3a000000, 0x39800000, 0x39000000, /* .. 2^-13 */
    0x38800000, 0x402df854, 0x3ebc5ab2, 0x3fb504f3, 0x3f3504f3, 0x3f490fdb, 0x3fc90fdb, 0x40490fdb,
};
static const uint32_t constants_128[32] = {
    0x3ea2f983, 0x3f22f983, 0x3fa2f983, 0x40c90fdb, 0x41490fdb, 0x41c90fdb, 0x37800000, 0x38000000,
    0x3b4d2e1c, 0x414eb852, 0x3ed55555, 0x3f870a3d, 0x3d6147ae, 0x80000000, 0x7f800000, 0xffffffff,
    0x7fff7fff, 0x3e9a209b, 0x3f317218, 0x0000007f, 0x7f7fffff, 0x4b000000, 0x4b800000, 0x3f860a92,
    0x3eaaaaab, 0x3e2aaaab, 0x40549a78, 0x3fb8aa3b, 0x3d25aee6, 0x3d9e8391, 0x3f72a76f, 0x4019999a,
};

bool usc_constant_bits(uint32_t n, uint32_t *bits)
{
   if (n < 32)
      *bits = n;
   else if (n >= 64 && n < 96)
      *bits = constants_64[n - 64];
   else if (n >= 128 && n < 160)
      *bits = constants_128[n - 128];
   else
      return false;
   return true;
}

int usc_find_constant(uint32_t bits)
{
   if (bits < 32)
      return (int)bits;
   for (int i = 0; i < 32; i++) {
      if (constants_64[i] == bits)
         return 64 + i;
      if (constants_128[i] == bits)
         return 128 + i;
   }
   return -1;
}

/* Banks by their code, indexed banks by theirs (documented; dc in one source only), and the codes of each bank. */
static const uint8_t bank_of_code[6] = {USC_SPECIAL, USC_TEMP, USC_VTX, USC_COEFF, USC_SHARED, USC_COEFFA};
static const uint8_t pointed_of_code[8] = {USC_TEMP, USC_VTX, USC_COEFF, USC_SHARED, USC_DC, USC_IDX, USC_COEFFA, USC_PIXOUT};
#define CODE_IDX 5
#define NO_CODE 0xff
static const struct {
   uint8_t direct, pointed;
} code_of_bank[USC_NUM_BANKS] = {
    [USC_NONE] = {NO_CODE, NO_CODE},
    [USC_SPECIAL] = {0, NO_CODE},
    [USC_TEMP] = {1, 0},
    [USC_VTX] = {2, 1},
    [USC_COEFF] = {3, 2},
    [USC_SHARED] = {4, 3},
    [USC_COEFFA] = {5, 6},
    [USC_IDX] = {NO_CODE, CODE_IDX},
    [USC_PIXOUT] = {NO_CODE, 7},
    [USC_DC] = {NO_CODE, 4},
    [USC_VIRTUAL] = {NO_CODE, NO_CODE},
};

bool usc_raw_of(struct usc_opd o, uint32_t *bank, uint32_t *index)
{
   unsigned code;
   *bank = 0;
   *index = 0;
   switch (o.bank) {
   case USC_NONE: return true;
   case USC_VIRTUAL:
      *bank = 1;
      *index = USC_NUM_TEMPS - 1;
      return true;
   case USC_IDX:
      if (o.index >= 2 || o.idx)
         return false;
      *bank = 6 + o.index;
      *index = CODE_IDX;
      return true;
   default: break;
   }
   if (o.bank >= USC_NUM_BANKS)
      return false;
   if (o.idx) {
      /* a dimension is also refused: its encoding is not known */
      code = code_of_bank[o.bank].pointed;
      if (o.idx > 2 || o.index > 255 || code == NO_CODE)
         return false;
      *bank = 5u + o.idx;
      *index = o.index << 3 | code;
      return true;
   }
   code = code_of_bank[o.bank].direct;
   if (o.index > (o.bank == USC_SPECIAL ? 255u : 2047u) || code == NO_CODE)
      return false;
   *bank = code;
   *index = o.index;
   return true;
}

bool usc_opd_of_raw(unsigned bank, unsigned index, struct usc_opd *o)
{
   memset(o, 0, sizeof *o);
   if (bank < 6) {
      o->bank = bank_of_code[bank];
      o->index = index;
      return bank != 0 || index < 256;
   }
   if ((index & 7) == CODE_IDX) {
      *o = usc_idx(bank - 6);
      return index >> 3 == 0;
   }
   *o = usc_at(pointed_of_code[index & 7], bank - 6, index >> 3);
   return true;
}

/* The upper item has no mux, and its third operand has a bank of 2 bits and an index of 8 bits. */
#define UPPER_COVER ~(UINT64_C(7) << USC_AT_MUX | UINT64_C(4) << USC_AT_BC | UINT64_C(0x700) << USC_AT_C)

bool usc_form_fits(enum usc_form_id f, bool upper, uint64_t raw)
{
   return !(raw & ~(upper ? usc_form_cover[f] & UPPER_COVER : usc_form_cover[f]));
}

/* Forms are sorted by their number of operands: the first form with each number. */
static const uint8_t first_form[2][5] = {
    {0, 0, USC_FORM_S_1B6_1B5, USC_FORM_S_2B7_2B7_2B6, USC_FIRST_DST_FORM},
    {USC_FIRST_DST_FORM, USC_FIRST_DST_FORM, USC_FORM_D_1B7_1B6, USC_NUM_FORMS, USC_NUM_FORMS},
};

int usc_form_for(bool is_dst, bool upper, unsigned operands, uint64_t raw)
{
   const uint64_t mask = upper ? UPPER_COVER : UINT64_MAX;
   for (int f = first_form[is_dst][operands & 3]; f < first_form[is_dst][(operands & 3) + 1]; f++)
      if (!(raw & ~(usc_form_cover[f] & mask)))
         return f;
   return -1;
}
