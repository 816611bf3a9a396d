/* SPDX-License-Identifier: MIT */
/* The state of the assembler and its lexer (usc_lex.c): blanks, numbers, registers, operands. */
#ifndef USC_LEX_H
#define USC_LEX_H

#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_text.h"

enum usc_tok_kind { TOK_NONE, TOK_NUM, TOK_OFFSET, TOK_REG, TOK_FT, TOK_FTT, TOK_W, TOK_INVERT, TOK_P0, TOK_DRC, TOK_AT, TOK_NAME,
                    TOK_FLOAT, TOK_SOPOP, TOK_Z };
enum { FT_E = 6 }; /* fte, behind ft0..ft5 */
#define MAX_OPERANDS 20

struct usc_tok {
   enum usc_tok_kind kind;
   struct usc_opd o;  /* TOK_REG */
   uint32_t num;      /* number, bits of a float, ft, w, drc, group number, enum usc_sop op */
   bool negative;
   int pin;           /* -1 = none */
   uint8_t mask;      /* .e0 .e1 ... as bits */
   bool enone;
   bool f16, u8, clamp, oneminus; /* of sums of products; f16 also of complex ops, tests and itrsmp */
   char out;                      /* 'j' or 'k': .joutX, .koutX */
   uint8_t out_sel;
   const char *at;    /* for errors and names */
   size_t len;
};

/* One assembly: the group being built and what is known of it so far. */
struct usc_as {
   struct util_ctx *ctx;
   const char *text, *p, *end;
   struct usc_group g;
   struct usc_found f;
   bool started;          /* kind is known */
   bool src_given;
   bool has_ext;
   struct usc_opd ext;
   int ext_pin;
   unsigned declared;
   int iss;               /* -1 = none given */
   unsigned form[3], src_count[2];
   bool movc5;            /* movc in the document's form: what it does not take comes from the selects */
   const char *label;     /* branch to a name */
   size_t label_len;
   const char *stmt; /* the statement being read */
   const char *src_at[6], *dst_at[2], *op_at[USC_GROUP_UNITS]; /* where they were named, for messages */
   const char *err, *err_at;
};

/* First error counts; returns false. */
bool usc_as_bad(struct usc_as *a, const char *at, const char *text);
static inline bool usc_is_ident(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '%';
}
static inline bool usc_is_digit(char c) { return c >= '0' && c <= '9'; }
void usc_as_blanks(struct usc_as *a);
bool usc_as_eat(struct usc_as *a, char c);
bool usc_as_number(struct usc_as *a, uint32_t *v);
bool usc_as_reg(struct usc_as *a, struct usc_opd *o);
bool usc_as_word_is(const struct usc_as *a, const char *s); /* upper case is the same */
/* A line break, and the " : " that some listings have in front of a continued line. */
void usc_as_continuation(struct usc_as *a);
bool usc_as_operand(struct usc_as *a, struct usc_tok *t);
bool usc_as_attr_number(struct usc_as *a, uint32_t *v); /* a number behind blanks */
/* Condition and attributes in front of the first statement. */
bool usc_as_head(struct usc_as *a);

/* What the statements of all files share (usc_asm.c, usc_asm_place.c). Each returns false after usc_as_bad(). */
bool usc_as_place(struct usc_as *a, const struct usc_tok *tok, unsigned slot, bool mods);
/* A slot by the order of preference; `same`: slots that may hold the register already. */
bool usc_as_place_free(struct usc_as *a, const struct usc_tok *t, const uint8_t *order, const uint8_t *same, unsigned *slot);
/* A feed-through or the external register as a USC_FTn code. mods: where its modifiers go, NULL if it has none. */
bool usc_as_select_mods(struct usc_as *a, const struct usc_tok *tok, uint8_t *out, uint8_t *mods);
bool usc_as_select(struct usc_as *a, const struct usc_tok *t, uint8_t *out);
bool usc_as_dest(struct usc_as *a, const struct usc_tok *t, unsigned n);
bool usc_as_kind(struct usc_as *a, enum usc_kind kind, const char *at);
bool usc_as_unit(struct usc_as *a, enum usc_group_unit unit, enum usc_op op, const char *at);
bool usc_as_suffixes(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t len, const char *at);
unsigned usc_as_format(const char *name, size_t n); /* 32: none */
bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t rest_len,
                   const struct usc_tok *t, unsigned n, const char *at);
bool usc_as_op(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
/* Statements by mnemonic (usc_asm_p2.c, usc_asm_sop.c). */
bool usc_as_pck(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
bool usc_as_tst(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
bool usc_as_mov(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
bool usc_as_movc(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
bool usc_as_sop(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n);
/* Other names and operand orders to ours. m has room for cap bytes. */
void usc_as_normalise(char *m, size_t *len, size_t cap, struct usc_tok *t, unsigned *n);

#endif
