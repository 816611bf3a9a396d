/* SPDX-License-Identifier: MIT */
/*
 * See agx_facts.h. The comparison of two values has one of a few outcomes. A condition is a set of outcomes, and the facts
 * about a pair are the set of outcomes that are still possible. Pairs are normalized, so that `0 < -x` and `x >= 0` ask about
 * the same pair.
 *
 * A fact about x and one constant also says something about x and another constant, because the outcomes of both are ranges of
 * x. Floats compare on the machine as real numbers do: -0 equals 0, and numbers are in order (num_flt, num_feq). The number
 * model decides whether denormals are 0, so nothing is concluded across a denormal constant; for all other constants a
 * denormal x is in the same range either way.
 */
#include "tests/agx-proof/agx_facts.h"

#include "util/rng.h"

#include <string.h>

/* Outcomes for floats: less, equal, greater; one or both are NaN. For integers: the signed order, then the unsigned one. */
enum { LT = 1, EQ = 2, GT = 4, NAN_A = 8, NAN_B = 16, NAN_BOTH = 32, FLOATS = 63 };
enum { SAME = 1, LESS_LESS = 2, LESS_MORE = 4, MORE_LESS = 8, MORE_MORE = 16, INTS = 31 };
/* Kinds of pairs: of floats, of integers, of either with a constant, and whether a float is NaN (outcomes NAN_A and EQ). */
enum { K_FLOAT, K_INT, K_FLOAT_CONST, K_INT_CONST, K_NAN };

#define MOST_DEPTH 6

/* ---- terms --------------------------------------------------------------------------------------------------------------- */

static struct term *place_of(const struct terms *t, uint64_t id)
{
   uint64_t at = util_mix64(id) % t->size;

   while (t->t[at].id && t->t[at].id != id)
      at = (at + 1) % t->size;
   return &t->t[at];
}

void terms_clear(struct terms *t)
{
   if (t->size)
      memset(t->t, 0, t->size * sizeof *t->t);
   t->n = 0;
}

const struct term *terms_find(const struct terms *t, uint64_t id)
{
   const struct term *p = t->size ? place_of(t, id) : NULL;

   return p && p->id ? p : NULL;
}

struct term *terms_make(struct terms *t, uint64_t id)
{
   if (2 * t->n >= t->size) {
      struct terms bigger = {.ctx = t->ctx, .n = t->n, .size = t->size ? 2 * t->size : 1024};
      bigger.t = UTIL_ARRAY(t->ctx, struct term, bigger.size);
      for (uint32_t k = 0; k < t->size; k++)
         if (t->t[k].id)
            *place_of(&bigger, t->t[k].id) = t->t[k];
      *t = bigger;
   }
   struct term *p = place_of(t, id);
   t->n += !p->id;
   p->id = id;
   return p;
}

uint64_t terms_float(const struct terms *t, uint64_t id)
{
   const struct term *term = terms_find(t, id);

   return term && term->alias ? term->alias : id;
}

/* ---- ranges -------------------------------------------------------------------------------------------------------------- */

struct range {
   int64_t first, last;
};

#define INFINITE 0x7f800000

/* Maps floats other than NaN to integers in the same order; neighbours are consecutive. */
static int64_t order_of(uint32_t bits)
{
   const int64_t magnitude = bits & 0x7fffffff;

   return bits >> 31 ? -magnitude : magnitude;
}

static struct range floats(unsigned outcome, uint32_t c)
{
   const int64_t k = order_of(c);

   return outcome == LT   ? (struct range){-INFINITE, k - 1}
          : outcome == EQ ? (struct range){k, k}
                          : (struct range){k + 1, INFINITE};
}

/* The range of x as an unsigned number. */
static struct range ints(unsigned outcome, uint32_t c)
{
   const bool negative = c >> 31;

   switch (outcome) {
   case SAME: return (struct range){c, c};
   case LESS_LESS: return (struct range){negative ? 0x80000000 : 0, (int64_t)c - 1};
   case MORE_MORE: return (struct range){(int64_t)c + 1, negative ? 0xffffffff : 0x7fffffff};
   case LESS_MORE: return negative ? (struct range){1, 0} : (struct range){0x80000000, 0xffffffff};
   default: return negative ? (struct range){0, 0x7fffffff} : (struct range){1, 0};
   }
}

static bool can_order(uint32_t c)
{
   return !(c << 1) || ((c & INFINITE) && !num_isnan(c));
}

/* The outcomes of a comparison with constant `to` that are possible if x is in a range of the outcomes `of` with constant
   `from`. All of them are possible if `of` is the full set. */
static unsigned across(bool is_float, unsigned of, uint32_t from, uint32_t to)
{
   unsigned r = is_float ? of & (NAN_A | NAN_B | NAN_BOTH) : 0;

   if (is_float && (!can_order(from) || !can_order(to)))
      return FLOATS;
   for (unsigned a = 1; a <= (is_float ? GT : MORE_MORE); a <<= 1)
      for (unsigned b = 1; b <= (is_float ? GT : MORE_MORE); b <<= 1) {
         const struct range x = is_float ? floats(a, from) : ints(a, from), y = is_float ? floats(b, to) : ints(b, to);
         const int64_t first = x.first > y.first ? x.first : y.first, last = x.last < y.last ? x.last : y.last;
         r |= of & a && first <= last ? b : 0;
      }
   return r;
}

/* ---- pairs --------------------------------------------------------------------------------------------------------------- */

struct pair {
   uint64_t a, b;
   uint64_t nan[2]; /* ids without modifiers; b's is 0 if it is a constant */
   uint8_t kind;
   bool swapped, abs; /* modifiers of a constant's partner */
   bool negated;      /* the sign of the constant was inverted */
   struct value_range range; /* range of the integer that is compared with a constant */
};

static uint64_t with(uint64_t id, unsigned what)
{
   return util_mix64(id + what) | UINT64_C(1) << 63;
}

/* Replaces an operand by one that compares alike. */
static void look_through(const struct terms *t, struct fact_operand *o)
{
   const struct term *term = o->constant ? NULL : terms_find(t, o->id);

   if (!term || !term->alias)
      return;
   o->id = term->alias;
   o->neg ^= !o->abs && term->alias_negative;
}

static struct pair pair_of(const struct terms *t, const struct comparison *c)
{
   struct fact_operand a = c->a, b = c->b;
   struct pair p = {.kind = c->is_float ? K_FLOAT : K_INT};

   if (c->is_float) {
      look_through(t, &a);
      look_through(t, &b);
   }
   if (a.constant) {
      const struct fact_operand o = a;
      a = b;
      b = o;
      p.swapped = true;
   }
   p.range = a.range;
   p.nan[0] = a.id;
   p.nan[1] = b.constant ? 0 : b.id;
   if (c->is_float && a.neg && (b.neg || b.constant)) { /* -a < -b if b < a */
      a.neg = b.neg = false;
      b.bits ^= b.constant ? 0x80000000 : 0;
      p.negated = b.constant;
      p.swapped = !p.swapped;
   }
   p.abs = a.abs;
   p.a = c->is_float ? with(a.id, 1 + a.abs + 2 * a.neg) : a.id;
   p.b = b.constant ? c->is_float && !(b.bits << 1) ? 0 : b.bits : c->is_float ? with(b.id, 1 + b.abs + 2 * b.neg) : b.id;
   if (b.constant)
      p.kind = c->is_float ? K_FLOAT_CONST : K_INT_CONST;
   else if (p.a > p.b) {
      p = (struct pair){.a = p.b, .b = p.a, .nan = {p.nan[1], p.nan[0]}, .kind = p.kind, .swapped = !p.swapped};
   }
   return p;
}

static unsigned exchanged(bool is_float, unsigned outcomes)
{
   static const uint8_t by[2][6] = {{0, 4, 3, 2, 1, 5}, {2, 1, 0, 4, 3, 5}};
   unsigned r = 0;

   for (unsigned k = 0; k < 6; k++)
      r |= (outcomes >> k & 1) << by[is_float][k];
   return r;
}

/* Returns the outcomes of the pair for which the condition holds. */
static unsigned truth(const struct comparison *c, const struct pair *p)
{
   static const uint8_t of_float[8] = {
       EQ, LT, GT, LT | NAN_B | NAN_BOTH, GT | NAN_B | NAN_BOTH, EQ | GT, LT | EQ, GT | NAN_B | NAN_BOTH};
   static const uint8_t of_int[8] = {SAME, LESS_LESS | MORE_LESS, LESS_MORE | MORE_MORE, MORE_LESS | MORE_MORE,
                                     SAME, LESS_LESS | LESS_MORE, MORE_LESS | MORE_MORE, MORE_LESS | MORE_MORE};
   const unsigned all = c->is_float ? FLOATS : INTS, holds = (c->is_float ? of_float : of_int)[c->cc & 7];
   const unsigned r = c->cc & 8 ? all & ~holds : holds;

   return p->swapped ? exchanged(c->is_float, r) : r;
}

static bool is_float_kind(unsigned kind)
{
   return kind == K_FLOAT || kind == K_FLOAT_CONST;
}

static const struct fact *find_fact(const struct facts *f, unsigned kind, uint64_t a, uint64_t b)
{
   for (uint32_t k = 0; k < f->n; k++)
      if (f->f[k].kind == kind && f->f[k].a == a && f->f[k].b == b)
         return &f->f[k];
   return NULL;
}

/* Returns the outcomes that agree with the facts about which side is NaN. */
static unsigned without_nan(const struct facts *f, const struct pair *p)
{
   unsigned r = FLOATS;

   for (unsigned k = 0; k < 2; k++) {
      const struct fact *nan = p->nan[k] ? find_fact(f, K_NAN, p->nan[k], 0) : NULL;
      const unsigned is = k ? NAN_B | NAN_BOTH : NAN_A | NAN_BOTH;
      r &= !nan ? FLOATS : nan->outcomes == EQ ? ~is : is;
   }
   return r;
}

static unsigned possible(const struct facts *f, const struct pair *p)
{
   const bool is_float = is_float_kind(p->kind), constant = p->kind >= K_FLOAT_CONST;
   const uint32_t c = (uint32_t)p->b;
   unsigned r = is_float ? FLOATS : INTS;

   if (is_float && constant)
      r = num_isnan(c) ? NAN_B | NAN_BOTH : LT | EQ | GT | NAN_A;
   if (!constant && p->a == p->b)
      r = is_float ? EQ | NAN_BOTH : SAME;
   if (constant)
      r &= across(is_float, r, c, c);
   for (unsigned o = 1; p->kind == K_INT_CONST && o <= MORE_MORE; o <<= 1) {
      const struct range x = ints(o, c);
      r &= x.first > x.last || x.last < p->range.first || x.first > p->range.last ? ~o : INTS;
   }
   if (is_float && constant && p->abs)
      r &= across(true, EQ | GT | NAN_A | NAN_B | NAN_BOTH, 0, c);
   if (is_float)
      r &= without_nan(f, p);
   for (uint32_t k = 0; k < f->n; k++)
      if (f->f[k].kind == p->kind && f->f[k].a == p->a && (constant || f->f[k].b == p->b))
         r &= f->f[k].b == p->b ? f->f[k].outcomes : across(is_float, f->f[k].outcomes, (uint32_t)f->f[k].b, c);
   return r;
}

int facts_say(const struct facts *f, const struct terms *t, const struct comparison *c)
{
   const struct pair p = pair_of(t, c);
   const unsigned can = possible(f, &p), holds = truth(c, &p);

   return !(can & ~holds) ? 1 : !(can & holds) ? 0 : -1;
}

static void store(struct facts *f, unsigned kind, uint64_t a, uint64_t b, unsigned outcomes)
{
   struct fact *old = (struct fact *)(uintptr_t)find_fact(f, kind, a, b);

   if (old) {
      old->outcomes = (uint8_t)outcomes;
      return;
   }
   if (f->n == MOST_FACTS)
      memmove(f->f, f->f + 1, --f->n * sizeof *f->f);
   f->f[f->n++] = (struct fact){.a = a, .b = b, .kind = (uint8_t)kind, .outcomes = (uint8_t)outcomes};
}

/* Learns whether the float is NaN. If a sum or product is not NaN, none of its operands is. */
static void learn_nan(struct facts *f, const struct terms *t, uint64_t id, bool is, unsigned depth)
{
   const struct term *term = is ? NULL : terms_find(t, id);

   store(f, K_NAN, id, 0, is ? NAN_A : EQ);
   for (unsigned k = 0; term && depth && k < term->num_floats; k++)
      learn_nan(f, t, term->floats[k], false, depth - 1);
}

bool facts_learn(struct facts *f, const struct terms *t, const struct comparison *c, bool holds, struct equality *equal)
{
   const struct pair p = pair_of(t, c);
   const bool is_float = is_float_kind(p.kind);
   const unsigned which = truth(c, &p), can = possible(f, &p) & (holds ? which : ~which);

   if (!can)
      return false;
   for (unsigned k = 0; is_float && k < 2; k++) {
      const unsigned is = k ? NAN_B | NAN_BOTH : NAN_A | NAN_BOTH;
      if (p.nan[k] && (!(can & is) || !(can & ~is)))
         learn_nan(f, t, p.nan[k], can & is, MOST_DEPTH);
   }
   store(f, p.kind, p.a, p.b, can);
   *equal = (struct equality){0};
   for (uint32_t k = 0; k < f->n; k++) {
      struct fact *x = &f->f[k];
      if (x->kind != p.kind || x->a != p.a || p.kind < K_FLOAT_CONST)
         continue;
      x->outcomes &= x->b == p.b ? FLOATS : across(is_float, can, (uint32_t)p.b, (uint32_t)x->b);
      if (x->outcomes == (is_float ? EQ : SAME))
         *equal = (struct equality){true, (uint32_t)x->b ^ (p.negated ? 0x80000000 : 0)};
   }
   return true;
}

bool facts_meet(struct facts *f, const struct facts *other)
{
   bool changed = false;
   uint32_t n = 0;

   for (uint32_t k = 0; k < f->n; k++) {
      struct fact x = f->f[k];
      const struct fact *y = find_fact(other, x.kind, x.a, x.b);
      const unsigned both = y ? x.outcomes | y->outcomes : 0;
      const bool keep = y && (x.kind != K_NAN || x.outcomes == y->outcomes);
      changed |= !keep || both != x.outcomes;
      x.outcomes = (uint8_t)both;
      if (keep)
         f->f[n++] = x;
   }
   f->n = n;
   return changed;
}
