/* SPDX-License-Identifier: MIT */
/*
 * Internal interface of the generators. A program is a tree of statements. The language writes the text of each statement
 * (struct gen_syntax). The other parts are common to all languages: the choice of statements and the nesting of blocks
 * (flow.c), coverage (coverage.c), texts (build.c) and equivalent trees (equivalent.c).
 */
#ifndef TESTS_GENERATE_PRIV_H
#define TESTS_GENERATE_PRIV_H

#include "tests/generate/generate.h"
#include "util/rng.h"

/* ---- coverage */

/* The source of an operand or the destination of a result. */
enum gen_kind {
   GEN_TEMP,
   GEN_ARRAY,
   GEN_ARRAY_RELATIVE,
   GEN_INPUT,
   GEN_INPUT_RELATIVE,
   GEN_PARAM,
   GEN_PARAM_RELATIVE,
   GEN_LITERAL,
   GEN_LITERAL_RELATIVE,
   GEN_SYSTEM,
   GEN_STATE,
   GEN_BUFFER_WORD,
   GEN_ADDRESS,
   GEN_READ_OUTPUT,
   GEN_OBJECT,
   GEN_OBJECT_RELATIVE,
   GEN_TEST,
   GEN_TO_TEMP,
   GEN_TO_ARRAY,
   GEN_TO_ARRAY_RELATIVE,
   GEN_TO_OUTPUT,
   GEN_TO_OUTPUT_RELATIVE,
   GEN_TO_ADDRESS,
   GEN_TO_OTHER,
   GEN_KINDS
};
enum gen_modifier {
   GEN_PLAIN,
   GEN_NEG,
   GEN_ABS,
   GEN_NEG_ABS,
   GEN_SWIZZLED,
   GEN_SAT,
   GEN_SSAT,
   GEN_CC0,
   GEN_CC1,
   GEN_TESTED,
   GEN_SHORT,
   GEN_SIGNED,
   GEN_UNSIGNED,
   GEN_WORD,
   GEN_TEXEL_OFFSET,
   GEN_FORMAT,
   GEN_MODIFIERS
};
/* Contexts of a statement, which may have several at once. */
enum gen_context {
   GEN_TOP,
   GEN_IN_IF,
   GEN_IN_ELSE,
   GEN_IN_LOOP,
   GEN_IN_NESTED,
   GEN_IN_SWITCH,
   GEN_IN_SUB,
   GEN_AFTER_KILL,
   GEN_CONTEXTS
};

/* A generated instruction, with bits for its kinds, modifiers and contexts. */
struct gen_shot {
   unsigned op, stage, mask;
   uint32_t kinds, modifiers, contexts;
};
/* The possible values for an instruction. If it has no stages, it is not generated. */
struct gen_possible {
   uint32_t kinds, modifiers, contexts;
   uint16_t masks; /* a bit for each mask */
   uint8_t stages;
};
void gen_coverage_hit(struct gen_coverage *c, enum gen_language language, const struct gen_shot *s, unsigned before);
enum gen_axis { GEN_BY_OP, GEN_BY_KIND, GEN_BY_MODIFIER, GEN_BY_MASK, GEN_BY_CONTEXT, GEN_AXES };
/* Returns how often the instruction was generated with that value of the axis, or after instruction n for GEN_BY_OP. */
uint32_t gen_coverage_count(const struct gen_coverage *c, enum gen_language language, unsigned op, enum gen_axis axis,
                            unsigned n);

/* ---- statements */

/* Registers and other objects that statements read and write, as bits of a set. */
enum {
   GEN_SET_ARRAYS = 400,
   GEN_SET_ADDRESS = 420,
   GEN_SET_CC = 440,
   GEN_SET_OUTPUT = 444,
   GEN_SET_MEMORY,
   GEN_SET_EFFECT,
   GEN_SET_BITS = 448
};
struct gen_set {
   uint64_t w[GEN_SET_BITS / 64];
};

enum gen_node_kind { GEN_STATEMENT, GEN_BLOCK };
struct gen_node {
   enum gen_node_kind kind;
   bool fixed;                  /* it keeps its place among its neighbours */
   const char *head, *middle,
       *tail; /* the text; with a block `head` opens it, `middle` is between both parts, `tail` closes it; or NULL */
   struct gen_node *body, *other, *next;
   const char *once[3]; /* for loops that can be peeled: text around the first iteration, and the head of the rest; or NULL */
   unsigned peel_skip;          /* statements at the beginning of the body that `once` contains */
   struct gen_set reads, writes; /* sets of a statement */
};
struct gen_list {
   struct gen_node *first, **end;
};

struct gen_text {
   char *data;
   size_t len, cap;
   bool failed;
};
void gen_write(struct gen_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void gen_add(struct gen_text *t, const char *s, size_t len);

/* ---- the program */

enum { GEN_MAX_SUBS = 4, GEN_MAX_DEPTH = 6 };

struct gen_loop {
   unsigned depth;      /* number of open loops around it, which selects its counter */
   unsigned count;      /* maximum number of iterations */
   unsigned form;       /* meaning depends on the language */
   bool may_continue;   /* the loop still ends if it has a CONT */
   bool counted;
   const char *tail;
};

/* The texts between the arms of an if, after both arms, and after an if without ELSE. */
struct gen_if {
   const char *middle, *tail, *single_tail;
};

struct gen;
/* A language. Text is written to g->line, which gen_statement() or the caller takes. */
struct gen_syntax {
   size_t size;                                        /* size of the structure that begins with struct gen */
   void (*setup)(struct gen *g);                       /* chooses registers, objects, instructions */
   void (*begin)(struct gen *g);                       /* writes statements at the beginning of the main program */
   void (*end)(struct gen *g);                         /* writes the results at its end */
   void (*instruction)(struct gen *g);                 /* writes one statement */
   bool (*open_if)(struct gen *g, struct gen_if *i);   /* writes the head; true if all invocations branch alike */
   void (*open_loop)(struct gen *g, struct gen_loop *l,
                     struct gen_node *n); /* writes statements before it, the head, once[], l->tail */
   void (*top_of_loop)(struct gen *g, const struct gen_loop *l, struct gen_node *n);
   void (*bottom_of_loop)(struct gen *g, const struct gen_loop *l);
   void (*open_switch)(struct gen *g);                 /* NULL if the language has no SWITCH */
   void (*section)(struct gen *g, bool is_default);
   void (*end_section)(struct gen *g, bool leaves);
   const char *(*end_switch)(struct gen *g);
   void (*call)(struct gen *g, unsigned sub);
   bool (*leave)(struct gen *g);                       /* writes a statement that leaves a loop or routine, or returns false */
   void (*text)(struct gen *g, const struct gen_list *routines, struct gen_text *out); /* writes the whole program */
};
extern const struct gen_syntax gen_nv_syntax, gen_tgsi_syntax;

struct gen_renaming {
   const unsigned *map; /* a permutation of temporaries, or NULL */
   unsigned count;
   bool is_impossible; /* an operand may read any temporary, so renaming them or writing dead ones would change the program */
};

struct gen {
   const struct gen_syntax *syntax;
   struct util_rng rng;
   const struct gen_request *request;
   enum gen_language language;
   int stage;
   uint64_t off;            /* features left out */
   struct gen_coverage *coverage;
   struct gen_shot shot;    /* the instruction that is being written */
   unsigned before;         /* the instruction before it */
   struct gen_text line;
   struct gen_set reads, writes;
   struct gen_list *into;   /* the list that statements are appended to */
   struct gen_list routine[1 + GEN_MAX_SUBS];
   unsigned num_subs, in_sub; /* in_sub: number of the routine being written, 0 for main */
   bool sub_done[1 + GEN_MAX_SUBS];
   uint32_t contexts;
   unsigned depth, loops, switches;
   bool loop_continues;     /* CONT is allowed in the innermost loop */
   bool breaks_switch;      /* BRK leaves a SWITCH */
   bool uniform;            /* all invocations execute here and in the rest of the block */
   bool ended;              /* some invocations may have ended */
   struct gen_node *loop;   /* the innermost loop, or NULL */
   bool dead;               /* statements write only registers that are never read */
   unsigned statements, wanted, limit; /* written so far; minimum in the main part; where a routine is complete */
   unsigned flow;           /* percent of the usual number of blocks */
   uint8_t favour[GEN_KINDS]; /* factor on the weight of each operand kind in this program */
   uint64_t weight, cost, sub_cost[1 + GEN_MAX_SUBS], emits, sub_emits[1 + GEN_MAX_SUBS]; /* upper limits on executions */
   unsigned labels;
   struct gen_chunk *chunks; /* allocated memory */
   struct gen_renaming temporaries;
};

#define put(g, ...) gen_write(&(g)->line, __VA_ARGS__)

static inline unsigned below(struct gen *g, unsigned n) { return util_rng_below(&g->rng, n); }
static inline bool chance(struct gen *g, unsigned percent) { return util_rng_below(&g->rng, 100) < percent; }
#define has(g, name) (!((g)->off >> GEN_WITH_##name & 1))

/* build.c */
void *gen_alloc(struct gen *g, size_t size);
const char *gen_copy(struct gen *g, const char *text, size_t len);
const char *gen_format(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *gen_take(struct gen *g);                     /* returns the text of g->line and empties it */
struct gen_node *gen_append(struct gen *g, enum gen_node_kind kind); /* g->line becomes its head */
void gen_hit(struct gen *g);                              /* counts the instruction of g->shot as written */
void gen_instruction_done(struct gen *g, bool fixed);    /* makes the line a statement with the sets and shot of g */
void gen_print_list(const struct gen *g, const struct gen_node *n, struct gen_text *out);
unsigned gen_count_lines(const struct gen_node *n);
void gen_free_chunks(struct gen *g);
static inline void gen_bit(struct gen_set *s, unsigned bit) { s->w[bit / 64] |= 1ull << bit % 64; }
bool gen_sets_meet(const struct gen_set *a, const struct gen_set *b);

/* choose.c: random choices, steered by coverage. */
unsigned gen_choose_op(struct gen *g, const uint16_t *ops, unsigned n);
unsigned gen_choose_bit(struct gen *g, uint32_t options, enum gen_axis axis, const uint8_t *weights);
/* Returns a length for an array. Short arrays become registers, long ones memory. */
unsigned gen_length(struct gen *g);
unsigned gen_choose_mask(struct gen *g, uint16_t options);
bool gen_choose_modifier(struct gen *g, enum gen_modifier m, unsigned percent);
void gen_note_kind(struct gen *g, enum gen_kind k);
void gen_note_modifier(struct gen *g, enum gen_modifier m);
uint32_t gen_word(struct gen *g);                         /* returns an integer constant, often a special one */
void gen_put_float(struct gen *g, bool sign);             /* writes the text of a float */

/* flow.c */
void gen_block(struct gen *g, unsigned statements);
void gen_build(struct gen *g);

/* The languages */
void gen_nv_possible(enum gen_language language, unsigned op, struct gen_possible *p);
void gen_tgsi_possible(unsigned op, struct gen_possible *p);
const char *gen_nv_name(unsigned op);
const char *gen_tgsi_name(unsigned op);
unsigned gen_num_ops(enum gen_language language);

/* program.c */
bool gen_start(struct gen **g, const struct gen_request *r, enum gen_language language);
void gen_finish(struct gen *g);
void gen_text_of(struct gen *g, struct gen_text *out);
void gen_transform(struct gen *g, enum gen_equivalence how);

#endif
