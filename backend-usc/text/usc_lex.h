/* SPDX-License-Identifier: MIT */
/* Lexer of USC assembly, for the assembler and the wave text of the simulator. */
#ifndef USC_LEX_H
#define USC_LEX_H

#include "backend-usc/isa/usc_group.h"
#include "codegen/lex.h"

extern const struct cg_lex_language usc_language;

enum usc_tok_kind {
   TOK_NONE,   /* _ */
   TOK_NUM,    /* a number without a sign; num */
   TOK_OFFSET, /* a number with a sign; num, negative */
   TOK_FLOAT,  /* a decimal fraction or infinity; num: its bits without the sign, negative */
   TOK_REG,    /* a register; o */
   TOK_FT,     /* a feed-through line; num: 0..5, FT_E */
   TOK_FTT,
   TOK_W,      /* an output; num: 0, 1 */
   TOK_INVERT, /* ft1.invert */
   TOK_P0,
   TOK_DRC,    /* a request counter; num: 0, 1 */
   TOK_AT,     /* @number of a group; num */
   TOK_NAME,   /* @name of a label; at, len */
   TOK_SOPOP,  /* an operation of a sum of products; num */
   TOK_Z,
};
enum { FT_E = 6 }; /* fte, after ft0..ft5 */

struct usc_tok {
   enum usc_tok_kind kind;
   struct usc_opd o;
   uint32_t num;
   const char *word;              /* the keyword, or NULL */
   bool negative;
   int pin;                       /* @sN: the source slot in the text, or -1 */
   uint8_t mask;                  /* .e0 .e1 ... as bits */
   bool enone;
   bool f16, u8, clamp, oneminus; /* in sums of products; f16 also in complex operations, tests and itrsmp */
   char out;                      /* 'j' or 'k': .joutX, .koutX */
   uint8_t out_sel;
   const char *at;                /* its place in the text */
   size_t len;
};

/* These return false after cg_lex_error(). */
bool usc_lex_number(struct cg_lex *lx, uint32_t *v);
bool usc_lex_reg(struct cg_lex *lx, struct usc_opd *o);
bool usc_lex_operand(struct cg_lex *lx, struct usc_tok *t);

#endif
