/* SPDX-License-Identifier: MIT */
/* Internal header of the assembler: its state and functions. */
#ifndef USC_ASM_H
#define USC_ASM_H

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_lex.h"

/* State of the assembly of a group: the group, notes on its encoding, and its open choices. */
struct usc_as {
   struct util_ctx *ctx;
   struct cg_lex lx;
   struct usc_group g;
   struct usc_found f;
   bool started;                   /* the kind of the group is known */
   bool src_given;                 /* .src(...) names the source slots */
   bool has_ext;                   /* an operand is the external source: */
   struct usc_opd ext;             /* its register */
   int ext_pin;                    /* its slot, or -1 for any */
   unsigned declared;              /* number of outputs declared so far */
   int iss;                        /* .iss(byte), or -1 */
   unsigned form[3], src_count[2]; /* .form(...) and the number of sources in each half of .src(...) */
   bool movc5;                     /* a movc in the document's form, whose last operands come from the selects */
   const char *label;              /* label that the group branches to */
   size_t label_len;
   const char *stmt;               /* the current statement */
   const char *src_at[6], *dst_at[2], *op_at[USC_GROUP_UNITS]; /* place of each in the text, for messages */
};

/* A statement as written. */
#define USC_MAX_OPERANDS 20
struct usc_stmt {
   char mnemonic[160]; /* with suffixes, in lower case */
   struct usc_tok t[USC_MAX_OPERANDS];
   unsigned n;
};

/* All functions below return false after cg_lex_error(). */

/* Errors at a place and at the current statement. */
static inline bool usc_as_bad(struct usc_as *a, const char *at, const char *text) { return cg_lex_error(&a->lx, at, text); }
static inline bool usc_as_bad_stmt(struct usc_as *a, const char *text) { return cg_lex_error(&a->lx, a->stmt, text); }

/* Reads condition and attributes before the first statement (usc_asm_head.c). */
bool usc_as_head(struct usc_as *a);

/* ---- operations in units, operands in source slots and destinations (usc_asm_place.c) ------------------------------------ */

/* Sets the kind of the group. */
bool usc_as_kind(struct usc_as *a, enum usc_kind kind);
/* Puts the operation into the unit; an error is reported at `at`. */
bool usc_as_unit(struct usc_as *a, enum usc_group_unit unit, enum usc_op op, const char *at);

/* Gets the number of the element of an operand, 0 if it has none; two are an error. */
bool usc_as_element(struct usc_as *a, const struct usc_tok *t, uint8_t *elem);
bool usc_as_place(struct usc_as *a, const struct usc_tok *tok, unsigned slot, bool mods);
/* Places an operand in the first suitable slot of `order`, or in one of `same` that holds its register already. */
bool usc_as_place_free(struct usc_as *a, const struct usc_tok *t, const uint8_t *order, const uint8_t *same, unsigned *slot);
/* Gets the USC_FTn code of a feed-through line or the external register. Without `mods` modifiers are an error. */
bool usc_as_select(struct usc_as *a, const struct usc_tok *tok, uint8_t *out, uint8_t *mods);
bool usc_as_dest(struct usc_as *a, const struct usc_tok *t, unsigned n);

/* ---- operations (usc_asm_op.c) ------------------------------------------------------------------------------------------- */

/* Reads the statement as this operation in this unit. */
bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *suffixes, const struct usc_stmt *s);
/* Reads the statement as the operation of its mnemonic. */
bool usc_as_op(struct usc_as *a, struct usc_stmt *s);

/* ---- sums of products (usc_asm_sop.c) ------------------------------------------------------------------------------------ */

/* Reads an operand by its row and word. Factors come after the other operands, whose slots are fixed. */
bool usc_as_sop_operand(struct usc_as *a, const struct usc_operand *o, const char *w, const struct usc_tok *t);
/* Reads a sop line of the document's listing of f16sop. */
bool usc_as_sop(struct usc_as *a, const struct usc_stmt *s);

/* ---- other spellings (usc_asm_spelling.c) -------------------------------------------------------------------------------- */

/* Reads mov, which is one of several operations or the declaration of an output. */
bool usc_as_mov(struct usc_as *a, struct usc_stmt *s);
/* Replaces mnemonics and operand orders of the document's listings and of other tools by ours. */
void usc_as_normalise(struct usc_stmt *s);

#endif
