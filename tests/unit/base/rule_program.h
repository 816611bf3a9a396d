/* SPDX-License-Identifier: MIT */
/* Programs of one block that are the left side of an algebraic rule, drawn at random, and fast evaluation of them. */
#ifndef TESTS_UNIT_RULE_PROGRAM_H
#define TESTS_UNIT_RULE_PROGRAM_H

#include "passes/rules/rules.h"
#include "util/rng.h"

#define RULE_INPUTS 4
#define RULE_MAX_STEPS 64

/* The program: values are computed from the inputs, one step each. */
struct rule_program {
   num_m num;
   unsigned num_steps, result;
   struct rule_step {
      uint8_t op, sat, nsrc, attr;
      uint8_t src[3], neg[3], abs[3], width[3];
      uint32_t mask, bits;
   } step[RULE_MAX_STEPS];
};

/* A special value of f32, in turn; how many there are. */
#define RULE_SPECIALS 36
extern const uint32_t rule_special[RULE_SPECIALS];

/*
 * The left side of the rule as random operands: variables are inputs or what has some known bits or range, with modifiers where
 * they all may have them. X of the ops is `width` bits. NULL if the rule has no such form. *root gets the instruction to
 * rewrite.
 */
struct ir_shader *rule_left_side(struct util_ctx *ctx, const struct pass_rule *r, num_m m, unsigned width, struct util_rng *rng,
                                 struct ir_instr **root);

/* The program of the block up to the value, as it is, or with the rule applied by `f`. */
void rule_compile(struct rule_program *p, const struct ir_shader *s, const struct ir_src *result);
/* Its result; *magnitude becomes the largest magnitude that a term of a sum or the result has, if it is larger; infinite if a
   result on the way is infinite or a NaN. */
uint32_t rule_run(const struct rule_program *p, const uint32_t in[RULE_INPUTS], double *magnitude);
/* Does the rule compute with floats? */
bool rule_is_float(const struct pass_rule_node *n);

#endif
