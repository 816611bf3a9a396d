/* SPDX-License-Identifier: MIT */
/*
 * Programs of --reduce, and the edits that make them smaller. reduce.c has the strategy.
 *
 * A program is a head and a tail, which stay, and items between them: the statements and labels of a source, without comments,
 * or the lines of an IR. An edit proposes other items. They are accepted if the program still fails and is smaller: it has
 * fewer items; or as many with fewer names; or as many names with fewer characters. So every strategy ends.
 *
 * TGSI is reduced as the compiler writes it, with one statement per line. Its labels are numbers of instructions. Therefore the
 * target of a call has an item of its own, "12:", and gets its number when the program is printed (reduce_tgsi.c).
 *
 * The edits know little about the languages. An edit that makes an invalid program is rejected, because that does not fail in
 * the same way.
 */
#ifndef NVP4C_REDUCE_H
#define NVP4C_REDUCE_H

#include "nvp4c/triage/triage.h"

struct reducer {
   struct triage_probe probe;
   struct nvp4c_options options; /* options of all tries; a token stream is reduced as text */
   bool is_ir, is_tgsi;
   char *head; /* first line */
   const char *tail; /* last line, or "" */
   char **item;
   unsigned num;
   struct memory {
      struct memory *next;
   } *memory; /* all allocations */
};

/* reduce_items.c */
/* Splits the program of the job into items. Returns false if its language is not supported. */
bool reduce_begin(struct reducer *r, const struct triage_job *job);
void reduce_end(struct reducer *r);
/* Prints the program. */
void reduce_print(const struct reducer *r, char *const *item, unsigned num, struct triage_text *out);
/* Makes items of the lines of a text. */
void reduce_split_lines(struct reducer *r, const char *text);
void reduce_add_item(struct reducer *r, const char *text, size_t len);
/* Copies a text; the copy lives as long as the reducer. */
char *reduce_keep(struct reducer *r, const char *text, size_t len);
/* Replaces the items if the program is then smaller and still fails. */
bool reduce_try(struct reducer *r, char *const *item, unsigned num);
/* Tries to remove `count` items from `from` on, and to replace item `at` by `by` unless that is NULL. */
bool reduce_try_without(struct reducer *r, unsigned from, unsigned count, unsigned at, char *by);

/* Tries the items after a simplification of the control flow of the IR, if that is possible. */
bool reduce_try_simplified(struct reducer *r, char *const *item, unsigned num);

/* reduce_label.c */
/* Does the item start with this word of TGSI? */
bool reduce_is_at(const char *item, const char *op);
/* The instruction after its predicate. */
const char *reduce_unpredicated(const char *item);
/* The label at the end of a call, " :12", or NULL. Blocks are found by nesting, so labels of other instructions are ignored. */
const char *reduce_label_of(const char *item);
const char *reduce_called_label(const char *item);
/* Is this the item of a label, "12:"? */
bool reduce_is_mark(const char *item);
void reduce_print_tgsi(char *const *item, unsigned num, struct triage_text *out);

/* reduce_tgsi.c */
/* Splits the program of the job if the compiler can write it as TGSI text. Called after reduce_begin(). */
bool reduce_begin_tgsi(struct reducer *r, const struct triage_job *job);
/* Tries the edits that only TGSI has. Returns true if one was accepted. */
bool reduce_tgsi(struct reducer *r);

/* reduce_edit.c: tries all edits of a kind, and returns true if one was accepted. */
bool reduce_blocks(struct reducer *r);       /* removes blocks, or their first and last statements */
bool reduce_values(struct reducer *r);       /* removes a statement, and reads one of its operands instead of its result */
bool reduce_results(struct reducer *r);      /* writes the result of the program earlier, and removes what follows */
bool reduce_declarations(struct reducer *r); /* removes declarations */
bool reduce_operands(struct reducer *r);     /* simplifies operands, modifiers and suffixes */

#endif
