/* SPDX-License-Identifier: MIT */
/*
 * A program as --reduce sees it, and the edits that make it smaller (reduce.c has the strategy).
 *
 * A program is a head, which stays, and items: the statements and labels of a source, without comments; the lines of an IR. An edit
 * makes other items, which are tried: they are taken if the program still fails and is smaller than before. Smaller is: fewer items;
 * as many, with fewer names in them; as many names, with fewer characters. So every strategy comes to an end.
 *
 * The edits know little of the languages. What makes no sense is no program, or does not fail.
 */
#ifndef NVP4C_REDUCE_H
#define NVP4C_REDUCE_H

#include "nvp4c/microscope/microscope.h"

struct reducer {
   struct ms_probe probe;
   bool is_ir;
   char *head; /* first line */
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
/* A copy that lives as long as the reducer. */
char *reduce_keep(struct reducer *r, const char *text, size_t len);
/* Takes these items instead, if the program is smaller and fails. */
bool reduce_try(struct reducer *r, char *const *item, unsigned num);
/* The same with the items from..from+count-1 left out, and item `at` replaced unless `by` is NULL. */
bool reduce_try_without(struct reducer *r, unsigned from, unsigned count, unsigned at, char *by);

/* The same with what these items are after the control flow of the IR is simplified, unless that cannot be. */
bool reduce_try_simplified(struct reducer *r, char *const *item, unsigned num);

/* reduce_edit.c: tries all edits of a kind; true if one was taken. */
bool reduce_blocks(struct reducer *r);       /* blocks as a whole, and what opens and closes them */
bool reduce_values(struct reducer *r);       /* a statement goes, and one of its operands is read instead of its result */
bool reduce_results(struct reducer *r);      /* a statement writes the result of the program, and what follows goes */
bool reduce_declarations(struct reducer *r); /* names of declarations */
bool reduce_operands(struct reducer *r);     /* operands, modifiers, suffixes */

#endif
