/* SPDX-License-Identifier: MIT */
/* Between the files of the assembler: its state, and the steps that statements share. */
#ifndef USC_ASM_H
#define USC_ASM_H

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_lex.h"

/* One assembly: the group that is being built, and what the text says of it beyond its meaning. */
struct usc_as {
   struct util_ctx *ctx;
   struct cg_lex lx;
   struct usc_group g;
   struct usc_found f;
   bool started;                   /* the kind of the group is known */
   bool src_given;                 /* .src(...) names the source slots */
   bool has_ext;                   /* an operand of the group is the external source, ... */
   struct usc_opd ext;             /* ... this register, ... */
   int ext_pin;                    /* ... in this slot (-1 = any) */
   unsigned declared;              /* declarations of outputs so far */
   int iss;                        /* .iss(byte), -1 = not given */
   unsigned form[3], src_count[2]; /* .form(...) and the number of sources in each half of .src(...) */
   bool movc5;                     /* a movc in the document's form: what it does not name comes from the selects */
   const char *label;              /* the group branches to this name */
   size_t label_len;
   const char *stmt;               /* the statement that is being read */
   const char *src_at[6], *dst_at[2], *op_at[USC_GROUP_UNITS]; /* where each was named, for messages */
};

/* A statement as it is written. */
#define USC_MAX_OPERANDS 20
struct usc_stmt {
   char mnemonic[160]; /* with suffixes, in lower case */
   struct usc_tok t[USC_MAX_OPERANDS];
   unsigned n;
};

/* All functions below return false after cg_lex_error(). */

/* An error at a place, and at the statement that is being read. */
static inline bool usc_as_bad(struct usc_as *a, const char *at, const char *text) { return cg_lex_error(&a->lx, at, text); }
static inline bool usc_as_bad_stmt(struct usc_as *a, const char *text) { return cg_lex_error(&a->lx, a->stmt, text); }

/* Condition and attributes in front of the first statement (usc_asm_head.c). */
bool usc_as_head(struct usc_as *a);

/* ---- operations in units, operands in source slots and destinations (usc_asm_place.c) ------------------------------------ */

/* The group is of this kind. */
bool usc_as_kind(struct usc_as *a, enum usc_kind kind);
/* The unit holds this operation; an error is reported at `at`. */
bool usc_as_unit(struct usc_as *a, enum usc_group_unit unit, enum usc_op op, const char *at);

/* The one element that the operand names, as its number: 0 if it names none. */
bool usc_as_element(struct usc_as *a, const struct usc_tok *t, uint8_t *elem);
bool usc_as_place(struct usc_as *a, const struct usc_tok *tok, unsigned slot, bool mods);
/* In a slot by the order of preference; `same`: slots that may hold the register already. */
bool usc_as_place_free(struct usc_as *a, const struct usc_tok *t, const uint8_t *order, const uint8_t *same, unsigned *slot);
/* A feed-through line or the external register as a USC_FTn code. mods: where its modifiers go, NULL if it may have none. */
bool usc_as_select(struct usc_as *a, const struct usc_tok *tok, uint8_t *out, uint8_t *mods);
bool usc_as_dest(struct usc_as *a, const struct usc_tok *t, unsigned n);

/* ---- operations (usc_asm_op.c) ------------------------------------------------------------------------------------------- */

/* The statement as this operation in this unit. */
bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *suffixes, const struct usc_stmt *s);
/* The statement as the operation that its mnemonic names. */
bool usc_as_op(struct usc_as *a, struct usc_stmt *s);

/* ---- sums of products (usc_asm_sop.c) ------------------------------------------------------------------------------------ */

/* An operand by its row and word. Factors are read after the other operands, whose slots are fixed. */
bool usc_as_sop_operand(struct usc_as *a, const struct usc_operand *o, const char *w, const struct usc_tok *t);
/* sop: the lines of the document's listing for f16sop. */
bool usc_as_sop(struct usc_as *a, const struct usc_stmt *s);

/* ---- other spellings (usc_asm_p2.c) -------------------------------------------------------------------------------------- */

/* mov: one of several operations, or a declaration of an output. */
bool usc_as_mov(struct usc_as *a, struct usc_stmt *s);
/* Replaces mnemonics and orders of operands of the document's listings and of other tools by ours. */
void usc_as_normalise(struct usc_stmt *s);

#endif
