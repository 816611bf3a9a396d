/* SPDX-License-Identifier: MIT */
/* Between the files of the generator: see gen.c. */
#ifndef TESTS_GEN_GEN_PRIV_H
#define TESTS_GEN_GEN_PRIV_H

#include "tests/gen/gen.h"

#include "frontend/nv/ast/nv_ast.h"
#include "util/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SUBS 4
#define UNITS 4

/* The sources of values; the first three are enum nv_type. */
enum pool { FLOAT = NV_TYPE_F, INT = NV_TYPE_S, UINT = NV_TYPE_U, APPROX, POOL_COUNT };
static const char pool_letter[POOL_COUNT] = {[FLOAT] = 'f', [INT] = 'i', [UINT] = 'u', [APPROX] = 'a'};

struct gen {
   struct util_rng rng;
   struct gen_text *out;
   bool fragment, diverged;   /* diverged: lanes may have ended before here */
   unsigned vertices;         /* of the input primitive of a geometry program, otherwise 0 */
   unsigned temps[POOL_COUNT]; /* variables f0.. i0.. u0.. a0.. */
   unsigned array_len[POOL_COUNT]; /* length of the TEMP arrays tf, ti, tu */
   unsigned param_len[POOL_COUNT]; /* of the PARAM arrays pf, pi, pu */
   enum exec_tex_target target[UNITS];
   unsigned num_subs, counters;
   uint64_t sub_cost[MAX_SUBS], sub_emits[MAX_SUBS];
   uint64_t cost, emits;      /* of the current routine: upper limits of its steps and vertices so far */
   uint64_t weight;           /* product of the counts of the open loops */
   unsigned depth, loops;     /* open blocks; open loops */
   bool in_sub;
   unsigned callable;         /* subroutines that may be called from here: 0..callable-1 */
   bool buffer, kil;
   bool exits;                /* many values live over many exits of loops and routines */
   bool no_cont;              /* the open loop counts at its end */
};

#define put(g, ...) gen_put((g)->out, __VA_ARGS__)

static inline unsigned below(struct gen *g, unsigned n)
{
   return util_rng_below(&g->rng, n);
}

static inline bool chance(struct gen *g, unsigned percent)
{
   return below(g, 100) < percent;
}

/* C leaves the order of arguments open, so at most one argument of a call draws a number. */
static inline void put_below(struct gen *g, unsigned n)
{
   put(g, "%u", below(g, n));
}

static inline void put_one(struct gen *g, const char *letters)
{
   put(g, "%c", letters[below(g, (unsigned)strlen(letters))]);
}

static inline void indent(struct gen *g)
{
   for (unsigned i = 0; i < g->depth; i++)
      put(g, " ");
}

/* gen_operand.c */
void gen_vector(struct gen *g, enum pool type);
bool gen_variable(struct gen *g, enum pool type, bool approx, bool constants);
void gen_operand(struct gen *g, enum pool type, bool approx, bool scalar);
void gen_condition(struct gen *g);
void gen_optional_condition(struct gen *g, unsigned percent);
void gen_result(struct gen *g, enum pool pool);

#endif
