/* SPDX-License-Identifier: MIT */
/* Random programs of one block that match the left side of an algebraic rule, and their fast evaluation. */
#ifndef TESTS_UNIT_RULE_PROGRAM_H
#define TESTS_UNIT_RULE_PROGRAM_H

#include "passes/rules/rules.h"
#include "util/rng.h"

#define RULE_INPUTS 4
#define RULE_MAX_STEPS 64

/* The program computes values from the inputs, one in each step. */
struct rule_program {
   num_m num;
   unsigned num_steps, result;
   struct rule_step {
      uint8_t op, sat, nsrc, attr;
      uint8_t src[3], neg[3], abs[3], width[3];
      uint32_t mask, bits;
   } step[RULE_MAX_STEPS];
};

/* The n-th special value of f32, and the number of them. */
#define RULE_SPECIALS 36
extern const uint32_t rule_special[RULE_SPECIALS];

/*
 * Builds the left side of the rule with random operands. Variables are inputs, or values with some known bits or range; they
 * have modifiers where every use allows them. X in the names of ops is `width` bits. Returns NULL if the rule has no such form.
 * *root is set to the instruction to rewrite.
 */
struct ir_shader *rule_left_side(struct util_ctx *ctx, const struct pass_rule *r, num_m m, unsigned width, struct util_rng *rng,
                                 struct ir_instr **root);

/* The program of the block up to the value, as it is, or with the rule applied by `f`. */
void rule_compile(struct rule_program *p, const struct ir_shader *s, const struct ir_src *result);
/* Returns the result of the program. *magnitude is raised to the largest magnitude of the result or a term of a sum; it becomes
   infinite if an intermediate is infinite or a NaN. */
uint32_t rule_run(const struct rule_program *p, const uint32_t in[RULE_INPUTS], double *magnitude);
/* Does the rule compute with floats? */
bool rule_is_float(const struct pass_rule_node *n);

#endif
