/* SPDX-License-Identifier: MIT */
/*
 * The algebraic rules: rules.def as a table of patterns, and what applies a row to an instruction (rules.c).
 * tests/unit/base/test_rules.c proves each row with the same table.
 */
#ifndef PASSES_RULES_H
#define PASSES_RULES_H

#include "passes/rules/fold.h"

enum pass_rule_kind {
   RULE_VAR,   /* any source; the same bits wherever the variable stands again */
   RULE_CONST, /* any constant, the same wherever it stands again */
   RULE_BITS,  /* the constant with these bits */
   RULE_FLOAT, /* the float constant */
   RULE_ONES,  /* the constant with all bits set, of any width */
   RULE_NEG,   /* the negation of src[0]: a source that reads it so, or what is known to be it */
   RULE_ABS,   /* a source that reads the magnitude of src[0] */
   RULE_IS,    /* src[1], and the variable src[0] is what is read */
   RULE_OP,    /* the result of an operation */
};

/* A term; a pattern on the left, what is made on the right. */
struct pass_rule_node {
   uint8_t kind, op, sat;
   bool once;          /* matches an operation of the block of its reader which nothing else reads */
   bool chosen;        /* matches an operation of one bit that selects of its block alone read, as their condition */
   uint8_t index;      /* of a variable or constant; attr[0] of an operation */
   uint32_t bits;
   float value;
   const struct pass_rule_node *src[3];
};

/* When a rule may be used. */
enum pass_rule_when {
   RULE_EXACT, /* always: it keeps every bit under every number model, or those that the guard names */
   RULE_GL,    /* -ffp=gl and fast: numbers are the same within the tolerance, NaN and the sign of a zero need not be */
   RULE_FAST,  /* -ffp=fast only: within the tolerance where nothing overflows, and nothing is infinite or a NaN */
   PASS_RULE_WHENS
};

#define RULE_MAX_VARS 4
#define RULE_MAX_CONSTS 4

struct pass_rule_match {
   struct fold *f;
   const struct ir_instr *root;
   struct ir_src var[RULE_MAX_VARS]; /* val NULL: not bound */
   uint32_t bits[RULE_MAX_CONSTS];
   uint8_t width[RULE_MAX_CONSTS]; /* 0: not bound */
   bool any_order;                   /* minima and maxima commute */
   unsigned swaps, num_comm, max_comm; /* which operations that commute are read the other way round: a bit each */
};

/* What a left side needs of the first three sources of an instruction, or what they have: few rules are left that have to be
   tried. */
enum {
   PASS_RULE_SAME = 1 << 0, /* two read one value, or constants */
   PASS_RULE_NEG = 1 << 1,  /* one is negated */
   PASS_RULE_NEGS = 1 << 2, /* two are */
   PASS_RULE_ANY =
       1 << 3, /* what all have, for a left side that needs nothing else but perhaps one negation, which is nothing rare */
};
struct pass_rule_features {
   uint32_t classes; /* of the ops that they read, a bit each */
   uint16_t more;
};
#define PASS_RULE_CLASS(op) (UINT32_C(1) << ((op) & 31))
static inline struct pass_rule_features pass_rule_features(const struct ir_instr *i)
{
   const struct ir_src *s = i->src;
   const uint32_t n = i->nsrc < 3 ? i->nsrc : 3;
   struct pass_rule_features r = {0, PASS_RULE_ANY};
   unsigned negs = 0, consts = 0;

   for (uint32_t k = 0; k < n; k++) {
      const unsigned op = s[k].val->def->op;
      r.classes |= PASS_RULE_CLASS(op);
      negs += s[k].neg;
      consts += op == IR_const;
   }
   if (consts > 1 || (n > 1 && s[0].val == s[1].val) || (n > 2 && (s[2].val == s[0].val || s[2].val == s[1].val)))
      r.more |= PASS_RULE_SAME;
   if (negs)
      r.more |= negs > 1 ? PASS_RULE_NEG | PASS_RULE_NEGS : PASS_RULE_NEG;
   return r;
}

struct pass_rule {
   const char *name;
   uint8_t when; /* enum pass_rule_when */
   float tolerance; /* of the largest magnitude that is computed on the way, in units of 2^-24, or -1: none of finite numbers;
                       GL and FAST */
   const struct pass_rule_features *needs; /* of the instruction, for the left side */
   const struct pass_rule_node *left, *right;
   bool (*guard)(const struct pass_rule_match *m);
};

enum {
#define RULE(name, when, tolerance, left, right, guard, why) PASS_RULE_##name,
#include "passes/rules/rules.def"
#undef RULE
   PASS_NUM_RULES
};
extern const struct pass_rule pass_rule[PASS_NUM_RULES];

/* Applies the rule to the instruction, if it matches. */
bool pass_rule_try(struct fold *f, const struct pass_rule *r, struct ir_instr *i);
/* The rules that rewrite an op. */
struct pass_rule_list {
   struct pass_rule_features some; /* what the rules need: an instruction that has nothing of it matches none */
   uint16_t first;                 /* 1 + the number of the rule; 0: there is none */
};
/* By op. */
const struct pass_rule_list *pass_rule_lists(struct util_ctx *ctx, struct pass_context *context, enum pass_rule_when when);
bool pass_rules_try(struct fold *f, struct ir_instr *i, const struct pass_rule_features *has);

/* Applies the first rule of f->rules that matches. has: pass_rule_features(i). */
static inline bool pass_rules_apply(struct fold *f, struct ir_instr *i, const struct pass_rule_features *has)
{
   const struct pass_rule_features *some = &f->rules[i->op].some;

   return (has->classes & some->classes || has->more & some->more & ~PASS_RULE_NEG) && pass_rules_try(f, i, has);
}

#endif
