/* SPDX-License-Identifier: MIT */
/* The rows of usc_isa.def as data: header fields, operand forms, members and text. */
#ifndef USC_TABLES_H
#define USC_TABLES_H

#include "backend-usc/isa/usc_group.h"

#include <stddef.h>

/* Reads a bit field of up to 32 bits, little-endian, from at most 5 bytes. */
static inline uint32_t usc_bits_get(const uint8_t *p, unsigned pos, unsigned width)
{
   uint64_t v = 0;
   for (unsigned i = pos / 8; i <= (pos + width - 1) / 8; i++)
      v |= (uint64_t)p[i] << (8 * (i - pos / 8));
   return (uint32_t)((v >> (pos & 7)) & ((UINT64_C(1) << width) - 1));
}
/* The value as a bit field of the first 8 bytes of an operation or item. The second function writes it into bytes. */
static inline uint64_t usc_bits_at(unsigned pos, unsigned width, uint32_t value)
{
   return ((uint64_t)value & ((UINT64_C(1) << width) - 1)) << pos;
}
static inline void usc_bits_or(uint8_t *p, unsigned pos, unsigned width, uint32_t value)
{
   uint64_t v = ((uint64_t)value & ((UINT64_C(1) << width) - 1)) << (pos & 7);
   for (unsigned i = pos / 8; i <= (pos + width - 1) / 8; i++)
      p[i] |= (uint8_t)(v >> (8 * (i - pos / 8)));
}

enum usc_hdr {
#define HDR(name, byte, hi, lo) USC_H_##name,
#include "backend-usc/isa/usc_isa.def"
#undef HDR
   USC_NUM_HDR
};
struct usc_hdr_field {
   uint8_t pos, width;
};
extern const struct usc_hdr_field usc_hdr_field[USC_NUM_HDR];
/* The internal selects. */
struct usc_iss_field {
   uint8_t pos, width, member;
};
#define USC_NUM_ISS 5
extern const struct usc_iss_field usc_iss_field[USC_NUM_ISS];

enum { USC_ALU_MAIN = 0, USC_ALU_BITWISE = 2, USC_ALU_CONTROL = 3 };

/* Units in the order of their bytes, with the last phase first. The bitwise units of a phase share a byte; the mask unit is
   last because of its immediate. */
extern const uint8_t usc_main_order[6], usc_bit_order[6];
static inline bool usc_has_own_byte(enum usc_group_unit u) { return u == USC_SHIFT2 || u == USC_LOGIC || u == USC_MASK; }

/* Raw numbers of an item: bank and index of its three operands, and the code of IS0. */
enum usc_raw { USC_RAW_BA, USC_RAW_A, USC_RAW_BB, USC_RAW_B, USC_RAW_BC, USC_RAW_C, USC_RAW_MUX, USC_NUM_RAW };
struct usc_form {
   uint8_t is_dst, operands, bytes;
   const struct usc_row *rows; /* CONST and FIELD rows, whose member is an enum usc_raw */
};
enum usc_form_id {
#define FORM(id, group, operands, bytes, ...) USC_FORM_##id,
#include "backend-usc/isa/usc_isa.def"
#undef FORM
   USC_NUM_FORMS
};
#define USC_FIRST_DST_FORM USC_FORM_D_1B6
extern const struct usc_form usc_form[USC_NUM_FORMS];
/* The raw numbers of an item packed in one word: banks and the mux have 3 bits, indices 11. usc_form_cover[] has the bits that
   a form can hold as such a word. */
enum { USC_AT_BA = 0, USC_AT_BB = 3, USC_AT_BC = 6, USC_AT_MUX = 9, USC_AT_A = 12, USC_AT_B = 23, USC_AT_C = 34 };
_Static_assert(USC_AT_BC - USC_AT_BB == USC_AT_BB && USC_AT_C - USC_AT_B == USC_AT_B - USC_AT_A, "operands have equal steps");
extern const uint64_t usc_form_cover[USC_NUM_FORMS];
extern const uint8_t usc_is0_mux[6]; /* the mux code of each slot */

/* Gets the raw bank and index of an operand, which are 0 without an operand; a virtual register is the temporary with the
   widest form. Returns false if the operand has none. */
bool usc_raw_of(struct usc_opd o, uint32_t *bank, uint32_t *index);
/* Gets the operand of a raw bank and index. Returns false if there is none. */
bool usc_opd_of_raw(unsigned bank, unsigned index, struct usc_opd *o);
/* The first form that holds the packed raw numbers, or -1. */
int usc_form_for(bool is_dst, bool upper, unsigned operands, uint64_t raw);
bool usc_form_fits(enum usc_form_id f, bool upper, uint64_t raw);

/* Members by id. unit is the unit of the operation: LP, SAT and the modifiers of operands belong to P0 or P1. */
extern const uint8_t usc_member_offset[USC_M_PLAIN];
extern const struct usc_member_mod {
   uint8_t operand, mod;
} usc_member_mod[USC_M_C_FLR - USC_M_A_NEG + 1]; /* by member, from A_NEG on */
uint32_t usc_member_computed(const struct usc_group *g, enum usc_member m, enum usc_group_unit unit);
static inline uint32_t usc_member_get(const struct usc_group *g, enum usc_member m, enum usc_group_unit unit)
{
   if (m < USC_M_PLAIN)
      return ((const uint8_t *)g)[usc_member_offset[m]];
   if (m >= USC_M_A_NEG && m <= USC_M_C_FLR) {
      const struct usc_member_mod q = usc_member_mod[m - USC_M_A_NEG];
      return !!(g->src[(unit == USC_P1 ? 3 : 0) + q.operand].mod & q.mod);
   }
   return usc_member_computed(g, m, unit);
}
void usc_member_set(struct usc_group *g, enum usc_member m, enum usc_group_unit unit, uint32_t value, unsigned shift);
/* The value of a member whose optional bytes are absent. */
static inline uint32_t usc_member_default(enum usc_member m) { return m == USC_M_mov_mask ? 0xf : 0; }
uint32_t usc_field_code(const struct usc_row *r, uint32_t value);  /* member value -> bits */
uint32_t usc_field_value(const struct usc_row *r, uint32_t bits);  /* bits -> member value without its shift */

/* Size of an operation with its optional parts; at least found_ext of them are present. */
unsigned usc_op_bytes(const struct usc_group *g, enum usc_group_unit unit, unsigned found_ext, unsigned *num_parts);

/* The rows of the text by the letter of an operand; usc_isa.def explains the styles. */
enum usc_style {
   USC_S_NONE, USC_S_WORD, USC_S_LINE, USC_S_SOURCE, USC_S_SLOT, USC_S_COUNTED, USC_S_FREE, USC_S_SELECT, USC_S_EXTERNAL,
   USC_S_TESTED, USC_S_DEST, USC_S_NUMBER, USC_S_IMMEDIATE, USC_S_BRANCH, USC_S_REGISTER,
   USC_S_SUM, USC_S_MAD, USC_S_FACTOR, USC_S_SUM_OP, USC_S_MOVED, USC_S_MOVE_FROM
};
struct usc_operand {
   uint8_t style, member, extra;
   const char *words;
};
extern const struct usc_operand usc_operand[128];
/* The length of a word of operands, and the words of form n of an operation. */
size_t usc_word_len(const char *w);
const char *usc_operands(enum usc_op op, unsigned form);
/* The member that a word names, or else that of its letter; USC_M_NONE if there is none. */
enum usc_member usc_word_member(const char *w);
/* The form of pck, tst, mov or movc, which have several, with num operands in the text; num 0: the form to print. */
unsigned usc_operand_form(const struct usc_group *g, enum usc_op op, unsigned num);
/* The rows of mnemonics that say more than the operation. */
struct usc_mnemonic {
   const char *text;
   uint8_t op, member[2], value[2];
};
extern const struct usc_mnemonic usc_mnemonic[];
extern const unsigned usc_num_mnemonics;
/* The suffixes of mnemonics. */
struct usc_suffix {
   const char *text;
   uint8_t member, value;
};
extern const struct usc_suffix usc_suffix[];
extern const unsigned usc_num_suffixes;
/* Mask of the members in the rows of an operation: bit m & 63 of word m >> 6. */
extern const uint64_t usc_op_members[2][USC_NUM_OPS];
_Static_assert(USC_M_LP >= 64 && USC_M_SBO < 128, "the operand modifiers are in the second word");
static inline bool usc_op_has_member(enum usc_op op, enum usc_member m)
{
   return usc_op_members[m >> 6][op] >> (m & 63) & 1;
}
/* True for an operation whose members are all modifiers of float operands, low precision or saturation, of one bit each. */
extern const uint8_t usc_op_is_plain[USC_NUM_OPS];
/* True if, in addition, all of these are 0 in the group. */
static inline bool usc_has_no_modifiers(const struct usc_group *g, enum usc_group_unit unit)
{
   const struct usc_opd *o = &g->src[unit == USC_P1 ? 3 : 0];
   return usc_op_is_plain[g->op[unit]] &&
          !(o[0].mod | o[1].mod | o[2].mod | (unit == USC_P1 ? g->lp1 | g->sat1 : g->lp0 | g->sat0));
}
/* The constant bits of the first eight bytes of an operation, optional parts included. */
extern const uint64_t usc_op_const[USC_NUM_OPS];
/* Source slots by preference for operands without one in the text (docs/usc-encoding.md, "slot inference"). 0xff ends them. */
const uint8_t *usc_choice(enum usc_op op, char selector);
extern const uint8_t usc_is0_same[7], usc_is0_free[7];

#endif
