/* SPDX-License-Identifier: MIT */
/*
 * A program as --reduce sees it, and the edits that make it smaller (reduce.c has the strategy).
 *
 * A program is a head and a tail, which stay, and items: the statements and labels of a source, without comments; the lines of
 * an IR. An edit makes other items, which are tried: they are taken if the program still fails and is smaller than before.
 * Smaller is: fewer items; as many, with fewer names in them; as many names, with fewer characters. So every strategy comes to
 * an end.
 *
 * TGSI is reduced in the form in which the compiler itself writes it, a statement a line. Its labels count instructions, so
 * what a call names has an item of its own, "12:", and gets its number only when the program is printed (reduce_tgsi.c).
 *
 * The edits know little of the languages. What makes no sense is no program, or does not fail.
 */
#ifndef NVP4C_REDUCE_H
#define NVP4C_REDUCE_H

#include "nvp4c/triage/triage.h"

struct reducer {
   struct ms_probe probe;
   struct nvp4c_options options; /* of all tries: a token stream is reduced as text */
   bool is_ir, is_tgsi;
   char *head; /* first line */
   const char *tail; /* last line, or "" */
   char **item;
   unsigned num;
   struct memory {
      struct memory *next;
   } *memory; /* everything that was made on the way */
};

/* reduce_items.c */
/* Splits the program of the job. false: it is in no language that has items. */
bool reduce_begin(struct reducer *r, const struct ms_job *job);
void reduce_end(struct reducer *r);
/* The program as text. */
void reduce_print(const struct reducer *r, char *const *item, unsigned num, struct ms_text *out);
/* The lines of a text become items. */
void reduce_split_lines(struct reducer *r, const char *text);
void reduce_add_item(struct reducer *r, const char *text, size_t len);
/* A copy that lives as long as the reducer. */
char *reduce_keep(struct reducer *r, const char *text, size_t len);
/* Takes these items instead, if the program is smaller and fails. */
bool reduce_try(struct reducer *r, char *const *item, unsigned num);
/* The same with the items from..from+count-1 left out, and item `at` replaced unless `by` is NULL. */
bool reduce_try_without(struct reducer *r, unsigned from, unsigned count, unsigned at, char *by);

/* The same with what these items are after the control flow of the IR is simplified, unless that cannot be. */
bool reduce_try_simplified(struct reducer *r, char *const *item, unsigned num);

/* reduce_label.c */
/* Does the item begin with this word of TGSI? */
bool reduce_is_at(const char *item, const char *op);
/* The instruction behind its predicate. */
const char *reduce_unpredicated(const char *item);
/* The label that an instruction ends with, " :12"; that of one that calls: blocks are found by nesting, so other labels mean
   nothing. NULL: none. */
const char *reduce_label_of(const char *item);
const char *reduce_called_label(const char *item);
/* Is it the item of what a label names, "12:"? */
bool reduce_is_mark(const char *item);
void reduce_print_tgsi(char *const *item, unsigned num, struct ms_text *out);

/* reduce_tgsi.c */
/* Splits the program of the job, if it is one that the compiler can write as TGSI text. After reduce_begin(). */
bool reduce_begin_tgsi(struct reducer *r, const struct ms_job *job);
/* Edits that only TGSI has: one is tried at each place; true if it was taken. */
bool reduce_tgsi(struct reducer *r);

/* reduce_edit.c: tries all edits of a kind; true if one was taken. */
bool reduce_blocks(struct reducer *r);       /* blocks as a whole, and what opens and closes them */
bool reduce_values(struct reducer *r);       /* a statement goes, and one of its operands is read instead of its result */
bool reduce_results(struct reducer *r);      /* a statement writes the result of the program, and what follows goes */
bool reduce_declarations(struct reducer *r); /* names of declarations */
bool reduce_operands(struct reducer *r);     /* operands, modifiers, suffixes */

#endif
