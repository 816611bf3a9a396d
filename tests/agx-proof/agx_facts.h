/* SPDX-License-Identifier: MIT */
/* Derives the outcome of a comparison from the outcomes of earlier ones, for agx_prove.c. A value is a number; equal numbers
   stand for equal values. */
#ifndef AGX_FACTS_H
#define AGX_FACTS_H

#include "semantics/num.h"
#include "util/ctx.h"

#define MOST_FACTS 24
#define TERM_KIDS 12

/* A range of unsigned integers. */
struct value_range {
   uint32_t first, last;
};

/* How a value was computed. Members marked "ids" describe a whole value, those marked "halves" one half of it. */
struct term {
   uint64_t id;
   uint64_t alias; /* ids: a float that compares as this one or its negative does, or 0 */
   bool alias_negative;
   uint8_t num_floats, num_kids;
   uint64_t floats[3];      /* ids: if one of these is NaN, so is this value */
   uint64_t kid[TERM_KIDS]; /* halves: the halves that this one depends on */
   uint64_t less;           /* ids: this integer is 1 less than that value, or 0 if unknown */
   uint8_t clear;           /* ids: at least this many bits are 0 */
   uint32_t select;         /* halves: 1 + the index of a select with unknown sources, or 0 */
   uint64_t base;           /* halves: this one equals (base & and) ^ xor; 0 if unknown */
   uint16_t and, xor;
   uint16_t zeros;           /* halves: bits that are known to be 0 */
   struct value_range range; /* ids: `last` is 0 if the range is unknown */
   uint8_t axis;             /* halves and ids: 1 for the pixel position along x, 2 along y; it may have 0.5 added */
};
struct terms {
   struct util_ctx *ctx;
   struct term *t; /* by hash; id 0 marks a free entry */
   uint32_t n, size;
};
void terms_clear(struct terms *t);
const struct term *terms_find(const struct terms *t, uint64_t id);
/* Returns the term with that id for the caller to fill in; a new term is zeroed. */
struct term *terms_make(struct terms *t, uint64_t id);

/* Returns the id under which comparisons know a float. */
uint64_t terms_float(const struct terms *t, uint64_t id);

/* An operand of a comparison. */
struct fact_operand {
   uint64_t id;
   bool constant, abs, neg;
   uint32_t bits; /* constants: with modifiers applied */
   struct value_range range; /* integers of 32 bits other than constants */
};
/* A comparison with the condition code of its instruction. Bit 3 of the code inverts it. */
struct comparison {
   bool is_float;
   unsigned cc;
   struct fact_operand a, b;
};

struct fact {
   uint64_t a, b;          /* b holds the bits of a constant */
   uint8_t kind, outcomes; /* the outcomes that are possible */
};
struct facts {
   uint32_t n;
   struct fact f[MOST_FACTS];
};

/* Returns 1 if the comparison holds, 0 if it does not, and -1 if that is unknown. */
int facts_say(const struct facts *f, const struct terms *t, const struct comparison *c);
/* A value that equals a constant, compared as floats or as integers. */
struct equality {
   bool is;
   uint32_t bits;
};
/* Assumes that the comparison holds, or that it does not. Returns false if that is impossible. *equal gets the value of the
   operand that is not a constant. */
bool facts_learn(struct facts *f, const struct terms *t, const struct comparison *c, bool holds, struct equality *equal);
/* Keeps the facts that both sets have. Returns false if *f does not change. */
bool facts_meet(struct facts *f, const struct facts *other);

#endif
