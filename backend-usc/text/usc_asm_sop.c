/* SPDX-License-Identifier: MIT */
/* Operands of sums of products, f16sop and the like. */
#include "backend-usc/text/usc_asm.h"

/* Reads factor or addend number i. */
static bool read_factor(struct usc_as *a, const struct usc_tok *tok, unsigned i)
{
   /* the slot of the move is last; z reads S0 and S1, the slots of the first two registers */
   static const uint8_t sop_order[] = {0, 1, 2, 4, 5, 3, 0xff}, u8mad_order[] = {1, 2, 3, 4, 5, 0, 0xff};
   const uint8_t *order = a->g.op[USC_P0] == USC_OP_F16SOP_U8MAD ? u8mad_order : sop_order;
   struct usc_sop_arg *x = &a->g.sop.arg[i];
   struct usc_tok t = {.kind = tok->kind, .o = tok->o, .num = tok->num, .pin = tok->pin, .at = tok->at};
   unsigned slot = tok->kind == TOK_Z ? USC_SOP_Z : USC_SOP_ZERO;
   uint8_t elem;
   if (tok->out || (tok->u8 && tok->f16))
      return usc_as_bad(a, tok->at, "this operand cannot have this modifier");
   t.o.mod = 0;
   if (!usc_as_element(a, tok, &elem) ||
       (tok->kind != TOK_Z && (tok->kind != TOK_NUM || tok->num) && !usc_as_place_free(a, &t, order, NULL, &slot)))
      return false;
   *x = (struct usc_sop_arg){.slot = slot & 7,
                             .elem = elem & 3,
                             .type = tok->u8                 ? USC_SOP_U8
                                     : tok->f16 || tok->mask ? USC_SOP_F16
                                                             : USC_SOP_F32,
                             .neg = !!(tok->o.mod & USC_MOD_NEG),
                             .abs = !!(tok->o.mod & USC_MOD_ABS),
                             .flr = !!(tok->o.mod & USC_MOD_FLR),
                             .clamp = tok->clamp,
                             .oneminus = tok->oneminus};
   return true;
}

/* Reads the result j or k of a sum. */
static bool read_sum(struct usc_as *a, const struct usc_tok *t, bool k)
{
   struct usc_group *g = &a->g;
   struct usc_sop *p = &g->sop;
   struct usc_tok plain = *t;
   plain.f16 = plain.u8 = plain.clamp = false;
   if (t->out && (t->out == 'k') != k)
      return usc_as_bad(a, t->at, k ? "koutk, koutc or koutd expected" : "joutj, jouta or joutb expected");
   *(k ? &p->kout : &p->jout) = t->out_sel;
   p->clamp |= (uint8_t)(t->clamp << k);
   p->wide |= k && !p->u8 && ((t->kind == TOK_W && t->num == 1) || (t->kind == TOK_REG && !usc_same_reg(t->o, g->dst[0])));
   if (p->wide)
      p->jelem = p->kelem = 0;
   else /* by default k gets the other half, or byte 1 */
      *(k ? &p->kelem : &p->jelem) = (uint8_t)(t->mask ? (unsigned)__builtin_ctz(t->mask) : k && (p->jelem != 1 || p->u8));
   return usc_as_dest(a, &plain, k && p->wide);
}

/* Reads result i of f16sop.mad or f16sop.u8mad. */
static bool read_mad(struct usc_as *a, const struct usc_tok *t, unsigned i)
{
   const bool u8 = a->g.sop.u8;
   struct usc_tok d = *t;
   if (d.out || (d.mask && (unsigned)__builtin_ctz(d.mask) != (u8 ? i : i & 1)))
      return usc_as_bad(a, d.at, "results are in order");
   a->g.sop.clamp |= (uint8_t)(d.clamp << i);
   d.f16 = false;
   return usc_as_dest(a, &d, !u8 && i >= 2);
}

static bool read_op(struct usc_as *a, const struct usc_tok *t, bool k)
{
   *(k ? &a->g.sop.kop : &a->g.sop.jop) = (uint8_t)t->num;
   return t->kind == TOK_SOPOP || usc_as_bad(a, t->at, "add, sub, min, max or rsub expected");
}

/* Adds the move to W1 to the group. */
static bool use_move(struct usc_as *a, const char *at)
{
   return a->g.op[USC_MOV] ||
          usc_as_unit(a, USC_MOV, a->g.op[USC_P0] == USC_OP_F16SOP_U8MAD ? USC_OP_SOPU8MADMOV : USC_OP_SOPMOV, at);
}

bool usc_as_sop_operand(struct usc_as *a, const struct usc_operand *o, const char *w, const struct usc_tok *t)
{
   const unsigned op = a->g.op[USC_P0], number = (unsigned)(w[1] - '0');
   a->g.sop.u8 = op == USC_OP_F16SOP_U8 || op == USC_OP_F16SOP_U8MAD;
   switch ((enum usc_style)o->style) {
   case USC_S_SUM: return read_sum(a, t, number);
   case USC_S_MAD: return read_mad(a, t, number);
   case USC_S_FACTOR: return read_factor(a, t, number);
   case USC_S_SUM_OP: return read_op(a, t, o->extra);
   case USC_S_MOVED: return t->kind == TOK_NONE || (use_move(a, t->at) && usc_as_dest(a, t, 1));
   default: return t->kind == TOK_NONE || (use_move(a, t->at) && usc_as_place(a, t, o->extra, false));
   }
}

/* j and k have a line each. */
bool usc_as_sop(struct usc_as *a, const struct usc_stmt *s)
{
   static const uint8_t at[4] = {1, 2, 4, 5};
   const bool k = s->n > 0 && s->t[0].out == 'k';
   if (!usc_as_kind(a, USC_MAIN))
      return false;
   if (s->n != 6 || !s->t[0].out)
      return usc_as_bad_stmt(a, "sop takes a result with .joutX or .koutX, two factors, an operation and two factors");
   if (k ? a->g.op[USC_P0] != USC_OP_F16SOP : !usc_as_unit(a, USC_P0, USC_OP_F16SOP, a->stmt))
      return usc_as_bad_stmt(a, "the line of k follows that of j");
   for (unsigned i = 4; !k && i < 8; i++) /* k = S0 * 0 + S0 * 0 until its line is read */
      a->g.sop.arg[i] = (struct usc_sop_arg){.slot = i & 1 ? USC_SOP_ZERO : 0};
   if (!read_sum(a, &s->t[0], k) || !read_op(a, &s->t[3], k))
      return false;
   for (unsigned i = 0; i < 4; i++)
      if (!read_factor(a, &s->t[at[i]], (k ? 4 : 0) + i))
         return false;
   return true;
}
