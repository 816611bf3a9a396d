/* SPDX-License-Identifier: MIT */
/*
 * Task texts (docs/usc-tools.md, "Tasks"), as far as they are the same for all machines: statements with values, memory that `mem` and the
 * like name, and how results are printed. Registers, and what else a statement can be, are the machine's.
 */
#ifndef CODEGEN_SIM_TASK_TEXT_H
#define CODEGEN_SIM_TASK_TEXT_H

#include "codegen/lex.h"
#include "codegen/machine.h"
#include "util/buf.h"

#define CG_TASK_BUDGET 1000000 /* steps, if the text says nothing */

/* Memory from one statement. */
struct cg_task_segment {
   const char *name; /* of the statement: results have it too */
   uint64_t addr;
   uint32_t words;
   uint32_t *data, *before;
};

struct cg_task_text {
   struct util_ctx *ctx;
   struct util_buf *out;
   const struct cg_lex_language *language;
   bool (*value)(struct cg_lex *lx, uint32_t *v);
   /* A statement, up to its end, that is not `mem`. */
   bool (*statement)(struct cg_task_text *x, struct cg_lex *lx);
   /* The word with this address if it is in memory that the text does not name, or NULL. May be NULL. */
   uint32_t *(*word)(struct cg_task_text *x, uint64_t addr);
   uint32_t *v; /* the values of the statement: cg_task_values() */
   struct cg_task_segment *seg;
   uint32_t num_seg, cap_seg;
};

/* ---- the text ------------------------------------------------------------------------------------------------------------ */

/* false after a diagnostic. */
bool cg_task_parse(struct cg_task_text *x, const char *text, size_t len);
/* Values up to the end of the statement, to v[]; a comma between them is optional. */
bool cg_task_values(struct cg_task_text *x, struct cg_lex *lx, uint32_t *n);
/* ADDRESS = WORDS behind the name of the statement; addresses count from `base`. */
bool cg_task_memory(struct cg_task_text *x, struct cg_lex *lx, const char *name, uint64_t base);

/* ---- memory: machine_env.load and store, the user is the struct cg_task_text ------------------------------------------ */

uint32_t cg_task_load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t v[EXEC_LANES]);
uint32_t cg_task_store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes, const uint32_t v[EXEC_LANES]);

/* ---- results -------------------------------------------------------------------------------------------------------------- */

/* " =" and the bits of each lane from `shift` on, half: 16 of them; one value if all lanes of the mask have the same. */
void cg_task_show(struct cg_task_text *x, uint32_t mask, const uint32_t *v, unsigned shift, bool half);
/* The words that are not as the text has them. */
void cg_task_show_memory(struct cg_task_text *x);

#endif
