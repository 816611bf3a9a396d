/* SPDX-License-Identifier: MIT */
/*
 * What the walk of constant folding knows, and the ways in which it changes an instruction (fold.c). pass_const_fold.c walks;
 * rules.c applies the rows of rules.def.
 */
#ifndef PASSES_FOLD_H
#define PASSES_FOLD_H

#include "passes/pass.h"

#include "passes/rules/relation.h"

struct fold {
   struct ir_shader *s;
   struct pass_context *context;
   const struct pass_rule_list *rules; /* that the walk applies, by op */
   struct ir_src *to; /* by value: what its readers read instead, without modifiers; val NULL = itself. NULL: of all values */
   uint32_t *uses;       /* by value: reads, counted when they are first asked for (NULL before); rewrites only add to them */
   uint32_t *choices;    /* by value: selects of its block whose condition it is, and that rules may turn round; likewise */
   uint32_t num_old;     /* values that the program had at the start */
   struct pass_relation *rel; /* by tmp of the definition, which is 0 where no relation was found */
   uint32_t num_rel, cap_rel;
};

/* Is there one read of the value? False for values that the pass made. */
bool fold_used_once(struct fold *f, const struct ir_value *v);
/* Is it read by selects of its block alone, as their condition, which either is one or may all be turned round (rule
   sel_below)? One of them asks. */
bool fold_only_chooses(struct fold *f, const struct ir_value *v);
void fold_note_use(struct fold *f, const struct ir_value *v);

/* The instruction becomes a constant, another operation, or is replaced by what its readers read instead. Each returns true. */
bool fold_to_const(struct ir_instr *i, uint32_t bits);
bool fold_to_op(struct fold *f, struct ir_instr *i, enum ir_op op, unsigned nsrc, struct ir_src a, struct ir_src b);
bool fold_to_value(struct fold *f, struct ir_instr *i, struct ir_src src);
bool fold_to_sel(struct fold *f, struct ir_instr *i, struct ir_src cond, struct ir_src t, struct ir_src e);

/* A constant in front of the instruction. */
struct ir_src fold_const(struct fold *f, struct ir_instr *before, unsigned width, uint32_t bits);

#endif
