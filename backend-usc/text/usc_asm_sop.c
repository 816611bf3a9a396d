/* SPDX-License-Identifier: MIT */
/* Statements of sums of products: f16sop and its relatives. */
#include "backend-usc/text/usc_asm.h"

static bool sop_arg(struct usc_as *a, const struct usc_tok *tok, unsigned i)
{
   /* the slot of the move comes last; z reads S0 and S1, which take the first two registers that are named */
   static const uint8_t sop_order[] = {0, 1, 2, 4, 5, 3, 0xff}, u8mad_order[] = {1, 2, 3, 4, 5, 0, 0xff};
   const uint8_t *order = a->g.op[USC_P0] == USC_OP_F16SOP_U8MAD ? u8mad_order : sop_order;
   struct usc_sop_arg *x = &a->g.sop.arg[i];
   struct usc_tok t = *tok;
   unsigned slot;
   *x = (struct usc_sop_arg){.neg = !!(t.o.mod & USC_MOD_NEG),
                             .abs = !!(t.o.mod & USC_MOD_ABS),
                             .flr = !!(t.o.mod & USC_MOD_FLR),
                             .clamp = t.clamp,
                             .oneminus = t.oneminus};
   if (t.out || (t.u8 && t.f16))
      return usc_as_bad(a, t.at, "no such modifier here");
   if (t.mask) {
      unsigned e = 0;
      while (!(t.mask >> e & 1))
         e++;
      if (t.mask != 1u << e)
         return usc_as_bad(a, t.at, "one element expected");
      x->elem = e & 3;
   }
   x->type = t.u8 ? USC_SOP_U8 : t.f16 || t.mask ? USC_SOP_F16 : USC_SOP_F32;
   if (t.kind == TOK_Z || (t.kind == TOK_NUM && t.num == 0)) {
      x->slot = t.kind == TOK_Z ? USC_SOP_Z : USC_SOP_ZERO;
      return true;
   }
   t.o.mod = 0;
   t.f16 = t.u8 = t.clamp = t.oneminus = false;
   t.mask = 0;
   if (!usc_as_place_free(a, &t, order, NULL, &slot))
      return false;
   x->slot = slot & 7;
   return true;
}

static uint8_t first_elem(const struct usc_tok *t, unsigned otherwise)
{
   unsigned e = 0;
   while (e < 4 && !(t->mask >> e & 1))
      e++;
   return (uint8_t)(e < 4 ? e : otherwise);
}

/* The destination of the result j or k. */
static bool sop_dest(struct usc_as *a, const struct usc_tok *t, bool k)
{
   struct usc_group *g = &a->g;
   struct usc_tok plain = *t;
   plain.f16 = plain.u8 = plain.clamp = false;
   if (t->out && (t->out == 'k') != k)
      return usc_as_bad(a, t->at, k ? "koutk, koutc or koutd expected" : "joutj, jouta or joutb expected");
   *(k ? &g->sop.kout : &g->sop.jout) = t->out_sel;
   g->sop.clamp |= (uint8_t)(t->clamp ? k ? 2 : 1 : 0);
   const bool w1 = k && ((t->kind == TOK_W && t->num == 1) || (t->kind == TOK_REG && !usc_same_reg(t->o, g->dst[0])));
   if (k && w1 && !g->sop.u8)
      g->sop.wide = 1;
   *(k ? &g->sop.kelem : &g->sop.jelem) = g->sop.wide ? 0 : first_elem(t, k ? g->sop.jelem == 1 && !g->sop.u8 ? 0 : 1 : 0);
   if (g->sop.wide)
      g->sop.jelem = 0;
   return usc_as_dest(a, &plain, k && g->sop.wide);
}

static bool sop_op(struct usc_as *a, const struct usc_tok *t, uint8_t *op)
{
   *op = (uint8_t)t->num;
   return t->kind == TOK_SOPOP || usc_as_bad(a, t->at, "add, sub, min, max or rsub expected");
}

/* The move beside a sum of products: W1 from a fixed slot. */
static bool sop_mov(struct usc_as *a, const struct usc_tok *d, const struct usc_tok *s, bool u8mad)
{
   if (d->kind == TOK_NONE && s->kind == TOK_NONE)
      return true;
   return usc_as_unit(a, USC_MOV, u8mad ? USC_OP_SOPU8MADMOV : USC_OP_SOPMOV, d->at) && usc_as_dest(a, d, 1) &&
          usc_as_place(a, s, u8mad ? 0 : 3, false);
}

/* "sop" with one result is how the document's listing prints it: one line for j, one for k. */
bool usc_as_sop(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   struct usc_sop *p = &g->sop;
   enum usc_op op = USC_OP_F16SOP;
   if (!usc_as_kind(a, USC_MAIN))
      return false;
   if (len == 3) {
      const bool k = n > 0 && t[0].out == 'k';
      if (n != 6 || !t[0].out)
         return usc_as_bad_stmt(a, "sop takes a result with .joutX or .koutX, two factors, an operation and two factors");
      if ((k && g->op[USC_P0] != USC_OP_F16SOP) || (!k && !usc_as_unit(a, USC_P0, USC_OP_F16SOP, a->stmt)))
         return usc_as_bad_stmt(a, "the line of k follows that of j");
      if (!k) /* until the line of k comes: k = S0 * 0 + S0 * 0 */
         for (unsigned i = 4; i < 8; i++)
            p->arg[i] = (struct usc_sop_arg){.slot = i & 1 ? USC_SOP_ZERO : 0};
      if (!sop_dest(a, &t[0], k) || !sop_op(a, &t[3], k ? &p->kop : &p->jop))
         return false;
      static const uint8_t at[4] = {1, 2, 4, 5};
      for (unsigned i = 0; i < 4; i++)
         if (!sop_arg(a, &t[at[i]], (k ? 4 : 0) + i))
            return false;
      return true;
   }
   while (op <= USC_OP_F16SOP_U8MAD && (strlen(usc_op_info[op].name) != len || strncmp(usc_op_info[op].name, m, len) != 0)) {
      const size_t k = strlen(usc_op_info[op].name);
      if (op == USC_OP_F16SOP_U8 && len > k && strncmp(usc_op_info[op].name, m, k) == 0 && m[k] == '.')
         break; /* .zabs .zclamp */
      op++;
   }
   if (op > USC_OP_F16SOP_U8MAD)
      return usc_as_bad_stmt(a, "unknown mnemonic");
   if (!usc_as_unit(a, USC_P0, op, a->stmt))
      return false;
   for (size_t k = strlen(usc_op_info[op].name); k < len;) {
      const size_t e = k + 1 + strcspn(m + k + 1, ".");
      if (e - k == 5 && strncmp(m + k, ".zabs", 5) == 0)
         p->zabs = 1;
      else if (e - k == 7 && strncmp(m + k, ".zclamp", 7) == 0)
         p->zclamp = 1;
      else
         return usc_as_bad_stmt(a, "unknown suffix");
      k = e;
   }
   const bool mad = op == USC_OP_F16SOP_MAD || op == USC_OP_F16SOP_U8MAD;
   p->u8 = op == USC_OP_F16SOP_U8 || op == USC_OP_F16SOP_U8MAD;
   if (n != (mad ? p->u8 ? 18u : 16u : 14u))
      return usc_as_bad_stmt(a, "wrong number of operands");
   if (!mad) {
      static const uint8_t at[8] = {3, 4, 6, 7, 8, 9, 11, 12};
      if (!sop_dest(a, &t[0], false) || !sop_dest(a, &t[1], true) || !sop_mov(a, &t[2], &t[13], false) ||
          !sop_op(a, &t[5], &p->jop) || !sop_op(a, &t[10], &p->kop))
         return false;
      for (unsigned i = 0; i < 8; i++)
         if (!sop_arg(a, &t[at[i]], i))
            return false;
      return true;
   }
   for (unsigned i = 0; i < 4; i++) {
      struct usc_tok d = t[i];
      const unsigned w = !p->u8 && i >= 2;
      if (d.out || (d.mask && first_elem(&d, 0) != (p->u8 ? i : i & 1)))
         return usc_as_bad(a, d.at, "results are in order");
      p->clamp |= (uint8_t)(d.clamp << i);
      d.f16 = false;
      if (!usc_as_dest(a, &d, w))
         return false;
   }
   if (p->u8 && !sop_mov(a, &t[4], &t[17], true))
      return false;
   for (unsigned i = 0; i < 12; i++)
      if (!sop_arg(a, &t[(p->u8 ? 5 : 4) + i], i))
         return false;
   return true;
}
