/* SPDX-License-Identifier: MIT */
/*
 * The state of the TGSI parser and its functions, from the bottom: words and numbers (tgsi_word.c, tgsi_number.c), statements
 * that become parts of the tree (tgsi_instr.c, tgsi_decl.c), the lexer (tgsi.l), the token filter (tgsi_token.c, tgsi_token.h),
 * the grammar (tgsi.y), the entry (tgsi_parse.c). Rules that do not depend on the form of the input are checked in
 * frontend/tgsi/check.
 */
#ifndef FRONTEND_TGSI_PARSER_H
#define FRONTEND_TGSI_PARSER_H

#include "frontend/common/fe_hint.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

/* An instruction with its suffixes, from its word. */
struct tgsi_raw_op {
   uint16_t op;
   bool negate; /* NEGATE: the sign of the source is inverted */
   bool sat, sat_signed, precise;
};

/* A register in an operand, in a declaration or before an immediate; or a word with an index. */
struct tgsi_raw_reg {
   uint8_t file; /* enum tgsi_file; TGSI_FILE_COUNT if the word is not a file */
   bool two;     /* two indices */
   bool bare;    /* no index */
   uint8_t word; /* length of the word that it begins with, at most 255 */
   int32_t index, dimension;
   uint32_t rel, dim_rel; /* elements of program->relatives */
   struct util_span suffix; /* the letters after the point; may be empty */
};

/* Characters around an operand. */
enum tgsi_sign { TGSI_NO_SIGN = 0, TGSI_MINUS = 1, TGSI_BARS = 2 };

/* The text between brackets. */
struct tgsi_raw_index {
   uint8_t file; /* TGSI_FILE_COUNT if there is no register */
   uint8_t comp;
   int32_t index; /* of the register */
   int32_t offset;
};

/* Registers first .. last. */
struct tgsi_raw_range {
   uint32_t first, last;
   bool empty;
};

/* A number with its sign. */
struct tgsi_raw_num {
   struct util_span span; /* without the sign */
   bool neg;
};

/* Words of instructions by a hash of their letters. */
#define TGSI_OP_TABLE 1024

/* The lexer, and the filter between it and the grammar. */
struct tgsi_tokens {
   void *scanner;
   struct util_span at; /* of the token that the lexer read last */
   uint8_t expect;      /* so many of the next words belong to the statement, even if they are names of instructions */
   bool optional;       /* the last token is an instruction that needs no operands */
   bool recovering;     /* a statement has an error, and the rest of it is skipped */
   bool skipping;       /* the first word of a statement is unknown, and the rest of it is skipped */
   bool numbered;       /* the token that was read last came after a number */
   bool replay;         /* the grammar gets the token below before the lexer reads another one */
   int token;
   struct tgsi_raw_op op;
   struct tgsi_raw_reg reg;
   struct util_span span;
};

struct tgsi_parser {
   struct util_ctx *ctx;
   const char *text;
   uint32_t len;
   unsigned errors_before;
   struct tgsi_program *prog;
   struct fe_hints hints;
   uint16_t ops[TGSI_OP_TABLE]; /* the number of the instruction, or of the alias after them, plus 1; 0 in free entries */

   struct tgsi_tokens tok;

   /* The grammar copies its values often, so they only hold pointers to registers in this ring. It uses at most a few at a
      time. */
   struct tgsi_raw_reg regs[16];
   unsigned next_reg;
   uint32_t list[4]; /* the numbers of a list, and how many there are */
   unsigned list_count;

   struct { /* the current instruction */
      struct tgsi_instr in;
      struct tgsi_raw_op op;
      unsigned want_dst, want_src;
      unsigned words; /* words that were operands */
   } stmt;
   struct tgsi_decl decl; /* the current declaration */
   unsigned refused;      /* its wrong words; the first two are reported */
   unsigned decl_returns; /* types of a sampler view that it has so far */
   bool decl_target;      /* it has a texture target */
   struct {
      struct tgsi_imm imm;
      struct util_span type;
      unsigned count;
      bool broken; /* the type is wrong */
   } imm;
   struct {
      uint8_t property; /* TGSI_PROPERTY_COUNT if it is unknown */
      unsigned values;
      uint32_t value;
   } prop;
};

static inline struct tgsi_raw_reg *tgsi_new_reg(struct tgsi_parser *p) { return &p->regs[p->next_reg++ & 15]; }

void tgsi_error(struct tgsi_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));
/* For "%.*s". */
#define TGSI_STR(p, s) (int)(s).len, (p)->text + (s).off

/* tgsi_word.c: words, which are case-insensitive */
bool tgsi_is(const struct tgsi_parser *p, struct util_span word, const char *name);
void tgsi_op_table_init(struct tgsi_parser *p);
/* Returns false if the word is not an instruction with suffixes. */
bool tgsi_find_op(const struct tgsi_parser *p, struct util_span word, struct tgsi_raw_op *op);
/* The number of the word, or the number of words if there is no such word. */
enum tgsi_file tgsi_find_file(const char *word, size_t len);
enum tgsi_semantic tgsi_find_semantic(const struct tgsi_parser *p, struct util_span word);
enum tgsi_target tgsi_find_target(const struct tgsi_parser *p, struct util_span word);
enum tgsi_property tgsi_find_property(const struct tgsi_parser *p, struct util_span word);
uint32_t tgsi_find_format(const struct tgsi_parser *p, struct util_span word); /* or TGSI_NONE */
/* Searches n names. */
unsigned tgsi_find(const struct tgsi_parser *p, struct util_span word, const char *const *names, unsigned n);
/* The value of a property by its name, or UINT32_MAX if it has no such value. */
uint32_t tgsi_find_value(const struct tgsi_parser *p, enum tgsi_property property, struct util_span word);
/* Hints for unknown words. */
const char *tgsi_hint_op(struct tgsi_parser *p, struct util_span word);
const char *tgsi_hint_file(struct tgsi_parser *p, struct util_span word);
const char *tgsi_hint_target(struct tgsi_parser *p, struct util_span word);
const char *tgsi_hint_property(struct tgsi_parser *p, struct util_span word);
const char *tgsi_hint_value(struct tgsi_parser *p, enum tgsi_property property, struct util_span word);

/* tgsi_number.c */
/* An index below 2^31. Reports a larger one and returns 0. */
int32_t tgsi_index(struct tgsi_parser *p, struct util_span number, bool neg);
uint32_t tgsi_uint(struct tgsi_parser *p, struct util_span number);
/* The registers that the letters of the suffix select. False after an error. */
bool tgsi_swizzle(struct tgsi_parser *p, struct util_span letters, unsigned count, uint8_t swz[4]);
bool tgsi_mask(struct tgsi_parser *p, struct util_span letters, uint8_t *mask);
bool tgsi_component(struct tgsi_parser *p, struct util_span letters, uint8_t *comp);
/* Reads a register with constant indices, and its letters, at the start of the text. Returns its length, or 0 if there is none.
   A NUL ends the text; off is the offset of the text. */
uint32_t tgsi_register(struct tgsi_parser *p, const char *text, uint32_t off, struct tgsi_raw_reg **reg);
/* A register that is part of an index. */
struct tgsi_raw_index tgsi_base(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, struct util_span span);
/* The number in a token of blanks, digits and signs. */
uint32_t tgsi_array_number(struct tgsi_parser *p, struct util_span token);
/* One or two words of an immediate. */
void tgsi_immediate_value(struct tgsi_parser *p, enum tgsi_imm_type type, struct tgsi_raw_num num, bool is_word,
                          uint32_t value[2]);

/* tgsi_instr.c */
void tgsi_instr_begin(struct tgsi_parser *p, const struct tgsi_raw_op *op, struct util_span span);
void tgsi_instr_predicate(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, bool neg, struct util_span span);
/* signs: a sum of enum tgsi_sign. */
void tgsi_instr_operand(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, unsigned signs, struct util_span span);
void tgsi_instr_label(struct tgsi_parser *p, struct util_span number);
void tgsi_instr_end(struct tgsi_parser *p, struct util_span span);
uint32_t tgsi_relative(struct tgsi_parser *p, const struct tgsi_raw_index *index, uint32_t array_id);

/* tgsi_decl.c */
void tgsi_decl_begin(struct tgsi_parser *p, enum tgsi_file file, struct tgsi_raw_range range, struct util_span suffix,
                     struct util_span span);
void tgsi_decl_dimension(struct tgsi_parser *p, struct tgsi_raw_range dimension);
void tgsi_decl_word(struct tgsi_parser *p, const struct tgsi_raw_reg *word, struct util_span span);
void tgsi_decl_array(struct tgsi_parser *p, struct util_span word, struct util_span number);
void tgsi_decl_stream(struct tgsi_parser *p, struct util_span word);
void tgsi_decl_end(struct tgsi_parser *p, struct util_span span);
void tgsi_imm_begin(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, struct util_span at, struct util_span type);
void tgsi_imm_number(struct tgsi_parser *p, struct tgsi_raw_num num, bool is_word);
void tgsi_imm_end(struct tgsi_parser *p, struct util_span span);
void tgsi_prop_begin(struct tgsi_parser *p, struct util_span name);
void tgsi_prop_value(struct tgsi_parser *p, struct util_span value, bool is_word);
void tgsi_prop_end(struct tgsi_parser *p, struct util_span span);

#endif
