/* SPDX-License-Identifier: MIT */
/*
 * The select: dst = test(a, b) ? t : f in one group where the wiring allows.
 *
 * The test sees its left side on FT0 or FTE and its right side on FT1 or FTE; the arms may come from FT0, FT1, FTE, and FT2 as
 * the constants 0 and 1.0 of pck. All placements are tried and the cheapest legal one is taken: a free P1 can be shared with
 * another operation later. What does not fit goes through a boolean: two groups. Minimum, maximum, comparisons to 0/~0 or
 * 0/1.0 and tests into P0 are all special cases.
 */
#include "backend-usc/select/usc_isel.h"

void usc_emit(struct usc_selection *c, struct usc_group g)
{
   usc_push(c->m, &c->m->p.blocks[c->cur].body, g);
}

bool usc_is_moved(const struct usc_selection *c, struct usc_opd o)
{
   return o.bank == USC_SHARED && !o.idx && !o.mod && o.index < c->moved.cap && c->moved.stamp[o.index] == c->cur + 1;
}

struct usc_opd usc_to_temp(struct usc_selection *c, struct usc_opd o)
{
   /* Shared registers and constants that were moved in this block already are reused. */
   bool share = o.bank == USC_SHARED && !o.idx && !o.mod;
   if (share) {
      while (c->moved.cap <= o.index) {
         uint32_t old = c->moved.cap, cap = old;
         c->moved.stamp = util_grow(c->ctx, c->moved.stamp, sizeof *c->moved.stamp, old, &cap);
         uint32_t cap2 = old;
         c->moved.unit = util_grow(c->ctx, c->moved.unit, sizeof *c->moved.unit, old, &cap2);
         c->moved.cap = cap < cap2 ? cap : cap2;
         for (uint32_t k = old; k < c->moved.cap; k++)
            c->moved.stamp[k] = 0;
      }
      if (c->moved.stamp[o.index] == c->cur + 1)
         return usc_v(c->moved.unit[o.index]);
   }
   uint32_t u = cg_reg_new(&c->m->p, 1);
   usc_emit(c, usc_g_mov(usc_v(u), o));
   if (share) {
      c->moved.stamp[o.index] = c->cur + 1;
      c->moved.unit[o.index] = u;
   }
   return usc_v(u);
}

static bool same(struct usc_opd a, struct usc_opd b)
{
   return usc_same_reg(a, b) && a.mod == b.mod && a.elem == b.elem;
}

static bool constant_of(struct usc_opd o, uint32_t *bits)
{
   return o.bank == USC_SPECIAL && !o.idx && !o.mod && usc_constant_bits(o.index, bits);
}

static enum usc_tst_op swapped(enum usc_tst_op op)
{
   switch (op) {
   case USC_TST_G: return USC_TST_L;
   case USC_TST_L: return USC_TST_G;
   case USC_TST_GE: return USC_TST_LE;
   case USC_TST_LE: return USC_TST_GE;
   default: return op;
   }
}

struct wiring {
   struct usc_opd line[4]; /* FT0 FT1 FT2 FTE: the value on it */
};

/* Put v on a line that has it or is free; -1 if there is none. allowed: mask of lines. */
static int place(struct wiring *w, struct usc_opd v, unsigned allowed)
{
   uint32_t bits;
   for (int l = 0; l < 4; l++)
      if (allowed >> l & 1 && w->line[l].bank && same(w->line[l], v))
         return l;
   if (allowed >> USC_FT2 & 1 && !w->line[USC_FT2].bank && constant_of(v, &bits) && (bits == 0 || bits == NUM_ONE)) {
      w->line[USC_FT2] = v;
      return USC_FT2;
   }
   static const uint8_t order[3] = {USC_FT0, USC_FTE, USC_FT1};
   for (int k = 0; k < 3; k++) {
      int l = order[k];
      if (!(allowed >> l & 1) || w->line[l].bank || (l == USC_FTE && (v.mod || v.elem)))
         continue;
      if (l == USC_FT0 && !(usc_opd_slots(v) & 1))
         continue;
      if (l == USC_FT1 && !(usc_opd_slots(v) & 8))
         continue;
      w->line[l] = v;
      return l;
   }
   return -1;
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

/* The group of one wiring, or an illegal one. */
static bool build(struct usc_group *g, const struct wiring *w, struct usc_opd dst, bool p0, enum usc_tst_op op,
                  enum usc_tst_type type, int la, int lb, int lt, int lf)
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
      constant_of(w->line[USC_FT2], &bits);
      g->op[USC_PCK] = USC_OP_PCK;
      g->pck_fmt = bits ? USC_FMT_CONST1 : USC_FMT_CONST0;
   }
   if (w->line[USC_FTE].bank && !usc_place_external(g, usc_group_reads(g), w->line[USC_FTE]))
      return false;
   g->op[USC_TST] = USC_OP_TST;
   g->tst_op = (uint8_t)op;
   g->tst_type = (uint8_t)type;
   g->tst_pwen = p0;
   g->is1 = la == USC_FTE;
   g->is2 = lb == USC_FTE;
   if (dst.bank) {
      g->op[USC_MOV] = USC_OP_MOVC;
      g->mov_w0 = (uint8_t)lt;
      g->is4 = (uint8_t)lf;
      g->dst[0] = dst;
   }
   return usc_check(g) == USC_V_OK;
}

static bool try_all(struct usc_group *best, struct usc_opd dst, bool p0, enum usc_tst_op op, enum usc_tst_type type,
                    struct usc_opd a, struct usc_opd b, struct usc_opd t, struct usc_opd f)
{
   int best_cost = INT32_MAX;
   for (int swap = 0; swap < (b.bank ? 2 : 1); swap++) {
      for (int la = 0; la < 2; la++) {    /* left: FT0, FTE */
         for (int lb = 0; lb < 2; lb++) { /* right: FT1, FTE */
            struct wiring w = {{{0}}};
            struct usc_opd l = swap ? b : a, r = swap ? a : b;
            int pa = la ? USC_FTE : USC_FT0, pb = lb ? USC_FTE : USC_FT1, pt = 0, pf = 0;
            if (place(&w, l, 1u << pa) != pa)
               continue;
            if (b.bank ? place(&w, r, 1u << pb) != pb : lb)
               continue;
            if (dst.bank) {
               pt = place(&w, t, 15);
               if (pt < 0)
                  continue;
               pf = place(&w, f, 15);
               if (pf < 0)
                  continue;
            }
            if (!w.line[USC_FT0].bank) { /* P1 alone does not exist */
               if (w.line[USC_FT1].bank)
                  continue;
            }
            int cost = (w.line[USC_FT1].bank ? 8 : 0) + (w.line[USC_FT2].bank ? 1 : 0) + swap +
                       (w.line[USC_FT0].bank == USC_VIRTUAL ? 0 : 2);
            if (cost >= best_cost)
               continue;
            struct usc_group g;
            if (!build(&g, &w, dst, p0, swap ? swapped(op) : op, type, pa, pb, pt, pf))
               continue;
            best_cost = cost;
            *best = g;
         }
      }
   }
   return best_cost != INT32_MAX;
}

/* ---- wiring a select again ----------------------------------------------------------------------------------------------- */

static bool put(struct wiring *w, int line, struct usc_opd v)
{
   uint32_t bits;
   if (w->line[line].bank)
      return same(w->line[line], v);
   switch (line) {
   case USC_FT0:
      if (!(usc_opd_slots(v) & 1))
         return false;
      break;
   case USC_FT1:
      if (!(usc_opd_slots(v) & 8))
         return false;
      break;
   case USC_FT2:
      if (!constant_of(v, &bits) || (bits != 0 && bits != NUM_ONE))
         return false;
      break;
   default:
      if (v.mod || v.elem)
         return false;
   }
   w->line[line] = v;
   return true;
}

unsigned usc_select_wirings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max)
{
   if (g->kind != USC_MAIN || !g->op[USC_TST] || g->op[USC_BE] || g->rpt > 1 || g->dst[1].bank || g->tst_elem ||
       (g->op[USC_MOV] && g->op[USC_MOV] != USC_OP_MOVC) || (g->op[USC_P0] && g->op[USC_P0] != USC_OP_MBYP) ||
       (g->op[USC_P1] && g->op[USC_P1] != USC_OP_MBYP) || (g->op[USC_PCK] && g->pck_fmt < USC_FMT_CONST0) || g->sat0 || g->sat1)
      return 0;
   struct usc_opd line[4] = {g->src[0], g->src[3], usc_c(g->pck_fmt == USC_FMT_CONST1 ? USC_C_ONE : 0), g->src[g->is0 % 6]};
   line[USC_FTE].mod = line[USC_FTE].elem = 0;
   const bool two = g->tst_op >= USC_TST_E, arms = g->op[USC_MOV];
   const struct usc_opd a = line[g->is1 ? USC_FTE : USC_FT0], b = two ? line[g->is2 ? USC_FTE : USC_FT1] : usc_none(),
                        t = arms ? line[g->mov_w0] : usc_none(), f = arms ? line[g->is4] : usc_none();
   int score[USC_MAX_WIRINGS];
   unsigned n = 0;
   if (max > USC_MAX_WIRINGS)
      max = USC_MAX_WIRINGS;
   for (unsigned swap = 0; swap < (two ? 2u : 1u); swap++)
      for (unsigned k = 0; k < 64; k++) {
         struct wiring w = {{{0}}};
         int la = k & 1 ? USC_FTE : USC_FT0, lb = k & 2 ? USC_FTE : USC_FT1, lt = k >> 2 & 3, lf = k >> 4 & 3;
         if ((!two && k & 2) || (!arms && k >> 2) || !put(&w, la, swap ? b : a) || (two && !put(&w, lb, swap ? a : b)) ||
             (arms && (!put(&w, lt, t) || !put(&w, lf, f))) || (w.line[USC_FT1].bank && !w.line[USC_FT0].bank))
            continue;
         /* An operation that the group takes in counts most; then free lines, P1 before P0. */
         int s = -(int)swap - (w.line[USC_FT2].bank != 0);
         for (int l = USC_FT0; l <= USC_FT1; l++)
            if (w.line[l].bank)
               s += soft(user, w.line[l]) >> l & 1 ? 16 : l == USC_FT0 ? -3 : -6;
         if (s <= 0 || (n == max && s <= score[n - 1]))
            continue;
         struct usc_group q;
         if (!build(&q, &w, g->dst[0], g->tst_pwen, swap ? swapped((enum usc_tst_op)g->tst_op) : (enum usc_tst_op)g->tst_op,
                    (enum usc_tst_type)g->tst_type, la, lb, lt, lf))
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

void usc_emit_select(struct usc_selection *c, struct usc_opd dst, bool p0, enum usc_tst_op op, enum usc_tst_type type, struct usc_opd a,
                    struct usc_opd b, struct usc_opd t, struct usc_opd f)
{
   struct usc_group g;
   uint32_t bits;
   if (b.bank && constant_of(a, &bits) && !constant_of(b, &bits)) {
      struct usc_opd s = a;
      a = b, b = s;
      op = swapped(op);
   }
   /* Comparisons with zero have a test of their own, which leaves FT1 and FTE to the arms. */
   if (b.bank && dst.bank && !p0 && constant_of(b, &bits) && (bits == 0 || (type == USC_T_F32 && bits == 0x80000000u))) {
      bool flip = false, ok = true;
      enum usc_tst_op z = USC_TST_Z;
      struct usc_opd l = a;
      bool sgn = type == USC_T_S32, flt = type == USC_T_F32;
      switch (op) {
      case USC_TST_E: break;
      case USC_TST_NE: flip = true; break;
      case USC_TST_G: z = USC_TST_GZ, ok = sgn || flt; break;
      case USC_TST_GE: z = USC_TST_GEZ, ok = sgn || flt; break;
      case USC_TST_L: z = flt ? USC_TST_GZ : USC_TST_GEZ, flip = sgn, ok = sgn || flt; break;
      case USC_TST_LE: z = flt ? USC_TST_GEZ : USC_TST_GZ, flip = sgn, ok = sgn || flt; break;
      default: ok = false; break;
      }
      if (ok && flt && (op == USC_TST_L || op == USC_TST_LE))
         l = usc_neg(l);
      if (ok && try_all(&g, dst, false, z, type, l, usc_none(), flip ? f : t, flip ? t : f)) {
         struct usc_group g2;
         /* A sign keeps the operation that computes the operand out of the group. */
         if ((!g.op[USC_P1] && l.mod == a.mod) || !try_all(&g2, dst, p0, op, type, a, b, t, f) || g2.op[USC_P1]) {
            usc_emit(c, g);
            return;
         }
      }
   }
   if (try_all(&g, dst, p0, op, type, a, b, t, f)) {
      usc_emit(c, g);
      return;
   }
   /* Two operands of the test that cannot stand side by side. */
   if (!try_all(&g, usc_none(), true, op, type, a, b, t, f)) {
      a = usc_to_temp(c, a);
      if (b.bank && !try_all(&g, usc_none(), true, op, type, a, b, t, f))
         b = usc_to_temp(c, b);
      if (try_all(&g, dst, p0, op, type, a, b, t, f)) {
         usc_emit(c, g);
         return;
      }
   }
   UTIL_CHECK(c->ctx, dst.bank);
   struct usc_opd t2 = t, f2 = f;
   uint32_t one;
   bool is_bool = constant_of(t, &bits) && bits == UINT32_MAX && constant_of(f, &one) && one == 0;
   if (is_bool) {
      a = usc_to_temp(c, a);
      if (b.bank)
         b = usc_to_temp(c, b);
      UTIL_CHECK(c->ctx, try_all(&g, dst, p0, op, type, a, b, t, f));
      usc_emit(c, g);
      return;
   }
   uint32_t cond = cg_reg_new(&c->m->p, 1);
   usc_emit_select(c, usc_v(cond), p0, op, type, a, b, usc_c(USC_C_ALL), usc_c(0));
   if (try_all(&g, dst, false, USC_TST_Z, USC_T_U32, usc_v(cond), usc_none(), f2, t2)) {
      usc_emit(c, g);
      return;
   }
   t2 = usc_to_temp(c, t2);
   if (!try_all(&g, dst, false, USC_TST_Z, USC_T_U32, usc_v(cond), usc_none(), f2, t2)) {
      f2 = usc_to_temp(c, f2);
      UTIL_CHECK(c->ctx, try_all(&g, dst, false, USC_TST_Z, USC_T_U32, usc_v(cond), usc_none(), f2, t2));
   }
   usc_emit(c, g);
}
