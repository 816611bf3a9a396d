/* SPDX-License-Identifier: MIT */
/* What comparisons that went one way say of others: for agx_prove.c. A value is a number; equal numbers stand for equal
   values. */
#ifndef AGX_FACTS_H
#define AGX_FACTS_H

#include "semantics/num.h"
#include "util/ctx.h"

#define MOST_FACTS 24
#define TERM_KIDS 12

/* Of an integer without a sign. */
struct value_range {
   uint32_t first, last;
};

/* How a value was computed, where that is of use. Id: all halves of it together; others are of one half. */
struct term {
   uint64_t id;
   uint64_t alias; /* ids: a float that compares as this one does, or its negative; 0: none */
   bool alias_negative;
   uint8_t num_floats, num_kids;
   uint64_t floats[3];      /* ids: each of which would make it NaN if it were */
   uint64_t kid[TERM_KIDS]; /* halves: of what it depends on */
   uint64_t less;           /* ids: of what this integer is 1 less; 0: not known */
   uint8_t clear;           /* ids: how many bits are 0 at least */
   uint32_t select;         /* halves: 1 + the instruction, a select with unknown sources, or 0 */
   uint64_t base;           /* halves: it is (base & and) ^ xor of this one, or 0 */
   uint16_t and, xor;
   uint16_t zeros;           /* halves: bits that are known to be 0 */
   struct value_range range; /* ids: last 0: not known */
   uint8_t axis;             /* halves and ids: 1, 2: the position of the pixel along x or y, or that and a half */
};
struct terms {
   struct util_ctx *ctx;
   struct term *t; /* by hash; id 0: free */
   uint32_t n, size;
};
void terms_clear(struct terms *t);
const struct term *terms_find(const struct terms *t, uint64_t id);
/* The term of that id, for the caller to fill; all of it is 0 if it is new. */
struct term *terms_make(struct terms *t, uint64_t id);

/* The id of a float as comparisons know it. */
uint64_t terms_float(const struct terms *t, uint64_t id);

/* An operand of a comparison. */
struct fact_operand {
   uint64_t id;
   bool constant, abs, neg;
   uint32_t bits; /* constants: with modifiers applied */
   struct value_range range; /* integers of 32 bits other than constants */
};
/* A comparison, with the condition of the instruction, whose bit 3 inverts it. */
struct comparison {
   bool is_float;
   unsigned cc;
   struct fact_operand a, b;
};

struct fact {
   uint64_t a, b;          /* b: of constants the bits */
   uint8_t kind, outcomes; /* that are possible */
};
struct facts {
   uint32_t n;
   struct fact f[MOST_FACTS];
};

/* 1: it holds, 0: it does not, -1: that is not known. */
int facts_say(const struct facts *f, const struct terms *t, const struct comparison *c);
/* What is known to equal a constant, as floats or integers do, when it is compared with another one. */
struct equality {
   bool is;
   uint32_t bits;
};
/* Assumes that it holds, or does not. False if that is impossible. *equal: value of the operand other than the constant. */
bool facts_learn(struct facts *f, const struct terms *t, const struct comparison *c, bool holds, struct equality *equal);
/* Keeps what both say; false: that is all that *f has said. */
bool facts_meet(struct facts *f, const struct facts *other);

#endif
