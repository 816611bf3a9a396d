/* SPDX-License-Identifier: MIT */
/*
 * Routings of selects (usc_routing.h). All placements of the operands on the lines are tried, and usc_check() decides whether
 * they are legal. Minimum, maximum, comparisons with results 0 and ~0 or 0 and 1.0, and tests into P0 are special cases.
 */
#include "backend-usc/mir/usc_routing.h"

#include "backend-usc/isa/usc_build.h"
#include "semantics/num.h"

static bool is_same(struct usc_opd a, struct usc_opd b)
{
   return usc_same_reg(a, b) && a.mod == b.mod && a.elem == b.elem;
}

bool usc_special_constant(struct usc_opd o, uint32_t *bits)
{
   return o.bank == USC_SPECIAL && !o.idx && !o.mod && usc_constant_bits(o.index, bits);
}

/* Is the operand a constant of pck, which FT2 can carry? */
static bool is_pack_constant(struct usc_opd v)
{
   uint32_t bits;
   return usc_special_constant(v, &bits) && (bits == 0 || bits == NUM_ONE);
}

enum usc_tst_op usc_test_exchanged(enum usc_tst_op op)
{
   switch (op) {
   case USC_TST_G: return USC_TST_L;
   case USC_TST_L: return USC_TST_G;
   case USC_TST_GE: return USC_TST_LE;
   case USC_TST_LE: return USC_TST_GE;
   default: return op;
   }
}

bool usc_place_external(struct usc_group *g, unsigned used, struct usc_opd v)
{
   static const uint8_t order[6] = {1, 2, 4, 5, 0, 3};
   const unsigned ok = usc_opd_slots(v);
   for (unsigned k = 0; k < 6; k++)
      if (used >> order[k] & 1 && usc_same_reg(g->src[order[k]], v)) {
         g->is0 = order[k];
         return true;
      }
   for (unsigned k = 0; k < 6; k++)
      if (ok >> order[k] & 1 && !(used >> order[k] & 1)) {
         g->src[order[k]] = v;
         g->is0 = order[k];
         return true;
      }
   return false;
}

/* ---- one routing --------------------------------------------------------------------------------------------------------- */

struct routing {
   struct usc_opd line[4]; /* values on FT0 FT1 FT2 FTE; NONE if free */
   int left, right, t, f;  /* lines of the operands of the test and of the arms */
};

/* Can the free line carry v? */
static bool can_carry(int line, struct usc_opd v)
{
   switch (line) {
   case USC_FT0: return usc_opd_slots(v) & 1;
   case USC_FT1: return usc_opd_slots(v) & 8;
   case USC_FT2: return is_pack_constant(v);
   default: return !v.mod && !v.elem;
   }
}

/* Puts v on one of the lines in the mask `allowed`, which carries it already or is free; returns the line or -1. */
static int place(struct routing *w, struct usc_opd v, unsigned allowed)
{
   static const uint8_t order[4] = {USC_FT2, USC_FT0, USC_FTE, USC_FT1};
   for (int l = 0; l < 4; l++)
      if (allowed >> l & 1 && w->line[l].bank && is_same(w->line[l], v))
         return l;
   for (int k = 0; k < 4; k++) {
      const int l = order[k];
      if (allowed >> l & 1 && !w->line[l].bank && can_carry(l, v)) {
         w->line[l] = v;
         return l;
      }
   }
   return -1;
}

/* Puts v on this line; false if the line cannot carry it or carries another value. */
static bool put(struct routing *w, int line, struct usc_opd v)
{
   if (w->line[line].bank)
      return is_same(w->line[line], v);
   if (!can_carry(line, v))
      return false;
   w->line[line] = v;
   return true;
}

/* Builds the group of a routing; false if it is illegal. */
static bool build(struct usc_group *g, const struct routing *w, struct usc_opd dst, bool to_p0, enum usc_tst_op op,
                  enum usc_tst_type type)
{
   *g = usc_g(USC_MAIN);
   if (w->line[USC_FT0].bank) {
      g->op[USC_P0] = USC_OP_MBYP;
      g->src[0] = w->line[USC_FT0];
   }
   if (w->line[USC_FT1].bank) {
      g->op[USC_P1] = USC_OP_MBYP;
      g->src[3] = w->line[USC_FT1];
   }
   if (w->line[USC_FT2].bank) {
      uint32_t bits = 0;
      usc_special_constant(w->line[USC_FT2], &bits);
      g->op[USC_PCK] = USC_OP_PCK;
      g->pck_fmt = bits ? USC_FMT_CONST1 : USC_FMT_CONST0;
   }
   if (w->line[USC_FTE].bank && !usc_place_external(g, usc_group_reads(g), w->line[USC_FTE]))
      return false;
   g->op[USC_TST] = USC_OP_TST;
   g->tst_op = (uint8_t)op;
   g->tst_type = (uint8_t)type;
   g->tst_pwen = to_p0;
   g->is1 = w->left == USC_FTE;
   g->is2 = w->right == USC_FTE;
   if (dst.bank) {
      g->op[USC_MOV] = USC_OP_MOVC;
      g->mov_w0 = (uint8_t)w->t;
      g->is4 = (uint8_t)w->f;
      g->dst[0] = dst;
   }
   struct usc_group near = *g; /* usc_emit() will make far operands reachable */
   uint32_t base;
   return (usc_group_is_far(g) && !usc_group_reach(&near, 1, &base)) || usc_check(&near) == USC_V_OK;
}

/* ---- the cheapest group of a choice -------------------------------------------------------------------------------------- */

/* Places the operands of the test on the lines w->left and w->right, the arms on any line; false if that is impossible. */
static bool place_choice(struct routing *w, const struct usc_choice *s, bool swap)
{
   if (place(w, swap ? s->b : s->a, 1u << w->left) < 0)
      return false;
   if (s->b.bank ? place(w, swap ? s->a : s->b, 1u << w->right) < 0 : w->right == USC_FTE)
      return false;
   if (s->dst.bank && ((w->t = place(w, s->t, 15)) < 0 || (w->f = place(w, s->f, 15)) < 0))
      return false;
   return w->line[USC_FT0].bank || !w->line[USC_FT1].bank; /* P1 alone does not exist */
}

bool usc_select_group(const struct usc_choice *s, struct usc_group *best)
{
   int best_cost = INT32_MAX;
   for (unsigned k = 0; k < (s->b.bank ? 8u : 4u); k++) {
      const bool swap = k & 4;
      struct routing w = {.left = k & 2 ? USC_FTE : USC_FT0, .right = k & 1 ? USC_FTE : USC_FT1};
      if (!place_choice(&w, s, swap))
         continue;
      int cost = (w.line[USC_FT1].bank ? 8 : 0) + (w.line[USC_FT2].bank ? 1 : 0) + swap +
                 (w.line[USC_FT0].bank == USC_VIRTUAL ? 0 : 2);
      if (cost >= best_cost)
         continue;
      struct usc_group g;
      if (!build(&g, &w, s->dst, !s->dst.bank, swap ? usc_test_exchanged(s->op) : s->op, s->type))
         continue;
      best_cost = cost;
      *best = g;
   }
   return best_cost != INT32_MAX;
}

/* ---- other routings of a select ------------------------------------------------------------------------------------------ */

/* Is the group a select or test whose lines only pass operands through? */
static bool is_plain_select(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_TST] && !g->op[USC_BE] && g->rpt <= 1 && !g->dst[1].bank && !g->tst_elem &&
          (!g->op[USC_MOV] || g->op[USC_MOV] == USC_OP_MOVC) && (!g->op[USC_P0] || g->op[USC_P0] == USC_OP_MBYP) &&
          (!g->op[USC_P1] || g->op[USC_P1] == USC_OP_MBYP) && (!g->op[USC_PCK] || g->pck_fmt >= USC_FMT_CONST0) && !g->sat0 &&
          !g->sat1;
}

/* The operands of a select, NONE for those that it does not have, and the results of soft() for them. */
struct operands {
   struct usc_opd a, b, t, f;
   unsigned soft[4];
};

/* Calls soft() for the operands; false if no unit could compute any of them, so that no routing is better than another. */
static bool find_soft(struct operands *o, usc_soft_fn soft, void *user)
{
   const struct usc_opd *const v[4] = {&o->a, &o->b, &o->t, &o->f};
   unsigned any = 0;
   for (unsigned k = 0; k < 4; k++)
      any |= o->soft[k] = v[k]->bank ? soft(user, *v[k]) : 0;
   return any != 0;
}

static unsigned soft_of(const struct operands *o, struct usc_opd v)
{
   return o->soft[is_same(v, o->a) ? 0 : is_same(v, o->b) ? 1 : is_same(v, o->t) ? 2 : 3];
}

unsigned usc_select_routings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max)
{
   if (!is_plain_select(g))
      return 0;
   struct usc_opd line[4] = {g->src[0], g->src[3], usc_c(g->pck_fmt == USC_FMT_CONST1 ? USC_C_ONE : 0), g->src[g->is0 % 6]};
   line[USC_FTE].mod = line[USC_FTE].elem = 0;
   const bool two = g->tst_op >= USC_TST_E, arms = g->op[USC_MOV];
   struct operands o = {line[g->is1 ? USC_FTE : USC_FT0], two ? line[g->is2 ? USC_FTE : USC_FT1] : usc_none(),
                        arms ? line[g->mov_w0] : usc_none(), arms ? line[g->is4] : usc_none(), {0}};
   if (!find_soft(&o, soft, user))
      return 0;
   int score[USC_MAX_ROUTINGS];
   unsigned n = 0;
   if (max > USC_MAX_ROUTINGS)
      max = USC_MAX_ROUTINGS;
   for (unsigned swap = 0; swap < (two ? 2u : 1u); swap++)
      for (unsigned k = 0; k < 64; k++) {
         struct routing w = {
             .left = k & 1 ? USC_FTE : USC_FT0, .right = k & 2 ? USC_FTE : USC_FT1, .t = k >> 2 & 3, .f = k >> 4 & 3};
         if ((!two && k & 2) || (!arms && k >> 2) || !put(&w, w.left, swap ? o.b : o.a) ||
             (two && !put(&w, w.right, swap ? o.a : o.b)) ||
             (arms && (!put(&w, w.t, o.t) || !put(&w, w.f, o.f))) || (w.line[USC_FT1].bank && !w.line[USC_FT0].bank))
            continue;
         /* An operation that can join the group counts most, then free lines, P1 before P0. */
         int s = -(int)swap - (w.line[USC_FT2].bank != 0);
         for (int l = USC_FT0; l <= USC_FT1; l++)
            if (w.line[l].bank)
               s += soft_of(&o, w.line[l]) >> l & 1 ? 16 : l == USC_FT0 ? -3 : -6;
         if (s <= 0 || (n == max && s <= score[n - 1]))
            continue;
         struct usc_group q;
         if (!build(&q, &w, g->dst[0], g->tst_pwen,
                    swap ? usc_test_exchanged((enum usc_tst_op)g->tst_op) : (enum usc_tst_op)g->tst_op,
                    (enum usc_tst_type)g->tst_type))
            continue;
         q.cc = g->cc;
         unsigned at = n < max ? n++ : n - 1;
         for (; at && score[at - 1] < s; at--) {
            score[at] = score[at - 1];
            out[at] = out[at - 1];
         }
         score[at] = s;
         out[at] = q;
      }
   return n;
}
