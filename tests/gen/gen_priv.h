/* SPDX-License-Identifier: MIT */
/* Internal interface of the generator: see gen.c. */
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

/* Pools of values. The first three are values of enum nv_type. */
enum pool { FLOAT = NV_TYPE_F, INT = NV_TYPE_S, UINT = NV_TYPE_U, APPROX, POOL_COUNT };
static const char pool_letter[POOL_COUNT] = {[FLOAT] = 'f', [INT] = 'i', [UINT] = 'u', [APPROX] = 'a'};

struct gen {
   struct util_rng rng;
   struct gen_text *out;
   bool fragment, diverged;   /* diverged: invocations may have ended before this place */
   unsigned vertices;         /* vertices of a geometry program's input primitive, otherwise 0 */
   unsigned temps[POOL_COUNT]; /* variables f0.. i0.. u0.. a0.. */
   unsigned array_len[POOL_COUNT]; /* length of the TEMP arrays tf, ti, tu */
   unsigned param_len[POOL_COUNT]; /* length of the PARAM arrays pf, pi, pu */
   enum exec_tex_target target[UNITS];
   unsigned num_subs, counters;
   uint64_t sub_cost[MAX_SUBS], sub_emits[MAX_SUBS];
   uint64_t cost, emits;      /* upper limits of the steps and vertices of the current routine so far */
   uint64_t weight;           /* product of the iteration counts of the open loops */
   unsigned depth, loops;     /* open blocks; open loops */
   bool in_sub;
   unsigned callable;         /* subroutines that may be called from here: 0..callable-1 */
   bool buffer, kil;
   bool exits;                /* many values live across many exits of loops and routines */
   bool no_cont;              /* the open loop counts at its end, so it has no CONT */
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

/* C does not define the order of arguments, so at most one argument of a call draws a number. */
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
