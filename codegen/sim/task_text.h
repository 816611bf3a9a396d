/* SPDX-License-Identifier: MIT */
/*
 * Task texts (docs/usc-tools.md, "Tasks"): the parts that all machines share, which are statements with values, memory that
 * `mem` and similar statements name, and the output of results. The machine defines registers and other statements.
 */
#ifndef CODEGEN_SIM_TASK_TEXT_H
#define CODEGEN_SIM_TASK_TEXT_H

#include "codegen/lex.h"
#include "codegen/machine.h"
#include "util/buf.h"

#define CG_TASK_BUDGET 1000000 /* default number of steps */

/* The memory of one statement. */
struct cg_task_segment {
   const char *name; /* of the statement, repeated in the results */
   uint64_t addr;
   uint32_t words;
   uint32_t *data, *before;
};

struct cg_task_text {
   struct util_ctx *ctx;
   struct util_buf *out;
   const struct cg_lex_language *language;
   bool (*value)(struct cg_lex *lx, uint32_t *v);
   /* Reads a statement other than `mem` up to its end. */
   bool (*statement)(struct cg_task_text *x, struct cg_lex *lx);
   /* The word at this address in memory that the text does not name, or NULL. The function may be NULL. */
   uint32_t *(*word)(struct cg_task_text *x, uint64_t addr);
   uint32_t *v; /* the values of the statement: cg_task_values() */
   struct cg_task_segment *seg;
   uint32_t num_seg, cap_seg;
};

/* ---- the text ------------------------------------------------------------------------------------------------------------ */

/* False after a diagnostic. */
bool cg_task_parse(struct cg_task_text *x, const char *text, size_t len);
/* Reads values up to the end of the statement into v[]; commas between them are optional. */
bool cg_task_values(struct cg_task_text *x, struct cg_lex *lx, uint32_t *n);
/* Reads ADDRESS = WORDS after the name of the statement; addresses are relative to `base`. */
bool cg_task_memory(struct cg_task_text *x, struct cg_lex *lx, const char *name, uint64_t base);

/* ---- memory: machine_env.load and store, the user is the struct cg_task_text ------------------------------------------ */

uint32_t cg_task_load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t v[EXEC_LANES]);
uint32_t cg_task_store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes,
                       const uint32_t v[EXEC_LANES]);

/* ---- results ------------------------------------------------------------------------------------------------------------- */

/* Prints " =" and the bits of each lane from `shift` on, 16 of them with `half`; one value if it is the same in all lanes. */
void cg_task_show(struct cg_task_text *x, uint32_t mask, const uint32_t *v, unsigned shift, bool half);
/* Prints the words that differ from the text. */
void cg_task_show_memory(struct cg_task_text *x);

#endif
