/* SPDX-License-Identifier: MIT */
/*
 * The algebraic rules: rules.def as a table of patterns, and the functions that apply a row to an instruction (rules.c).
 * tests/unit/base/test_rules.c proves each row with the same table.
 */
#ifndef PASSES_RULES_RULES_H
#define PASSES_RULES_RULES_H

#include "passes/rules/fold.h"

enum pass_rule_kind {
   RULE_VAR,   /* any source, but the same bits at each occurrence of the variable */
   RULE_CONST, /* any constant, but the same at each occurrence */
   RULE_BITS,  /* the constant with these bits */
   RULE_FLOAT, /* the float constant */
   RULE_ONES,  /* the constant with all bits set, of any width */
   RULE_NEG,   /* the negation of src[0]: a source with that modifier, or a value known to equal it */
   RULE_ABS,   /* the magnitude of src[0]: a source with that modifier */
   RULE_IS,    /* src[1]; the variable src[0] is bound to the source */
   RULE_OP,    /* the result of an operation */
};

/* A term: a pattern on the left side, an expression to build on the right side. */
struct pass_rule_node {
   uint8_t kind, op, sat;
   bool once;          /* matches an operation in the block of its only reader */
   bool chosen;        /* matches an operation of one bit that only selects of its block read, as their condition */
   uint8_t index;      /* of a variable or constant; attr[0] of an operation */
   uint32_t bits;
   float value;
   const struct pass_rule_node *src[3];
};

/* When a rule may be used. */
enum pass_rule_when {
   RULE_EXACT, /* always: keeps every bit under every number model that the guard admits */
   RULE_GL,    /* -ffp=gl and fast: keeps numbers within the tolerance, but not NaN or the sign of a zero */
   RULE_FAST,  /* -ffp=fast only: keeps numbers within the tolerance if there is no overflow, infinity or NaN */
   PASS_RULE_WHENS
};

#define RULE_MAX_VARS 4
#define RULE_MAX_CONSTS 4

struct pass_rule_match {
   struct fold *f;
   const struct ir_instr *root;
   struct ir_src var[RULE_MAX_VARS]; /* val is NULL if not bound */
   uint32_t bits[RULE_MAX_CONSTS];
   uint8_t width[RULE_MAX_CONSTS]; /* 0 if not bound */
   bool any_order;                 /* minima and maxima commute */
   unsigned swaps, num_comm, max_comm; /* mask of the commutative operations matched in reverse order; how many there are, and
                                          at most */
};

/* Properties of the first three sources of an instruction, or those that a left side needs. They exclude most rules. */
enum {
   PASS_RULE_SAME = 1 << 0, /* two read one value or constants */
   PASS_RULE_NEG = 1 << 1,  /* one is negated */
   PASS_RULE_NEGS = 1 << 2, /* two are negated */
   PASS_RULE_ANY = 1 << 3,  /* every instruction has it, for a left side that needs at most one negation, which is common */
};
struct pass_rule_features {
   uint32_t classes; /* mask of the classes of the ops that they read */
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
   float tolerance; /* for GL and FAST, in units of 2^-24 of the largest intermediate magnitude; -1 if finite numbers stay the
                       same */
   const struct pass_rule_features *needs; /* features that the left side needs */
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

/* Applies the rule to the instruction if it matches. */
bool pass_rule_try(struct fold *f, const struct pass_rule *r, struct ir_instr *i);
/* The rules that rewrite an op. */
struct pass_rule_list {
   struct pass_rule_features some; /* features of which an instruction needs at least one to match */
   uint16_t first;                 /* 1 + the number of the first rule, or 0 if there is none */
};
/* Returns the lists by op. */
const struct pass_rule_list *pass_rule_lists(struct util_ctx *ctx, struct pass_context *context, enum pass_rule_when when);
bool pass_rules_try(struct fold *f, struct ir_instr *i, const struct pass_rule_features *has);

/* Applies the first rule of f->rules that matches. `has` is pass_rule_features(i). */
static inline bool pass_rules_apply(struct fold *f, struct ir_instr *i, const struct pass_rule_features *has)
{
   const struct pass_rule_features *some = &f->rules[i->op].some;

   return (has->classes & some->classes || has->more & some->more & ~PASS_RULE_NEG) && pass_rules_try(f, i, has);
}

#endif
