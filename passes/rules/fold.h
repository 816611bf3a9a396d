/* SPDX-License-Identifier: MIT */
/*
 * The state of constant folding, and the ways in which it changes an instruction (fold.c). pass_const_fold.c walks over the
 * program; rules.c applies the rows of rules.def.
 */
#ifndef PASSES_RULES_FOLD_H
#define PASSES_RULES_FOLD_H

#include "passes/pass.h"

#include "passes/rules/relation.h"

struct fold {
   struct ir_shader *s;
   struct pass_context *context;
   const struct pass_rule_list *rules; /* by op: the rules in use */
   struct ir_src *to; /* by value: the replacement for its readers, without modifiers; val is NULL if there is none. NULL
                         before the first replacement */
   uint32_t *uses;       /* by value: number of reads, or NULL before they are first needed; rewrites only increase it */
   uint32_t *choices;    /* by value: number of selects of its block with it as condition that rules may invert; NULL as for
                            uses */
   uint32_t num_old;     /* number of values of the program at the start */
   struct pass_relation *rel; /* by tmp of the definition, which is 0 if it has no known relation */
   uint32_t num_rel, cap_rel;
};

/* True if the value has one reader. False for values that the pass made. */
bool fold_used_once(struct fold *f, const struct ir_value *v);
/* True if only selects of its block read the value, as their condition, and there is one of them or all may be inverted (rule
   sel_below). The caller looks at one of these selects. */
bool fold_only_chooses(struct fold *f, const struct ir_value *v);
void fold_note_use(struct fold *f, const struct ir_value *v);

/* Turn the instruction into a constant or another operation, or replace it for its readers. All return true. */
bool fold_to_const(struct ir_instr *i, uint32_t bits);
bool fold_to_op(struct fold *f, struct ir_instr *i, enum ir_op op, unsigned nsrc, struct ir_src a, struct ir_src b);
bool fold_to_value(struct fold *f, struct ir_instr *i, struct ir_src src);
bool fold_to_sel(struct fold *f, struct ir_instr *i, struct ir_src cond, struct ir_src t, struct ir_src e);

/* Inserts a constant before the instruction. */
struct ir_src fold_const(struct fold *f, struct ir_instr *before, unsigned width, uint32_t bits);

#endif
