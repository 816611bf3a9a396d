/* SPDX-License-Identifier: MIT */
/* Puts operations into units of the group, and operands into its source slots, selects and destinations. */
#include "backend-usc/text/usc_asm.h"

bool usc_as_kind(struct usc_as *a, enum usc_kind kind)
{
   if (a->started && a->g.kind != kind)
      return usc_as_bad_stmt(a, "main, bitwise and control ops do not share a group");
   a->g.kind = (uint8_t)kind;
   a->started = true;
   return true;
}

bool usc_as_unit(struct usc_as *a, enum usc_group_unit unit, enum usc_op op, const char *at)
{
   if (a->g.op[unit])
      return usc_as_bad(a, at, "two ops in one unit of the group");
   a->g.op[unit] = (uint8_t)op;
   a->op_at[unit] = a->stmt;
   return true;
}

/* Replaces a number by the special constant of that value. */
static bool resolve_constant(struct usc_as *a, const struct usc_tok *in, struct usc_tok *out)
{
   *out = *in;
   if (in->kind != TOK_NUM && in->kind != TOK_FLOAT && in->kind != TOK_OFFSET)
      return true;
   const uint32_t sign = in->kind == TOK_FLOAT && in->negative ? 0x80000000u : 0;
   int n = usc_find_constant(in->kind == TOK_OFFSET && in->negative ? 0u - in->num : in->num | sign);
   if (n < 0 && sign) {
      n = usc_find_constant(in->num);
      out->o.mod ^= USC_MOD_NEG;
   }
   if (n < 0)
      return usc_as_bad(a, in->at, "no special constant has this value");
   const uint8_t mod = out->o.mod;
   out->kind = TOK_REG;
   out->o = usc_c((uint32_t)n);
   out->o.mod = mod;
   return true;
}

bool usc_as_element(struct usc_as *a, const struct usc_tok *t, uint8_t *elem)
{
   *elem = (uint8_t)(t->mask ? __builtin_ctz(t->mask) : 0);
   return !(t->mask & (t->mask - 1)) || usc_as_bad(a, t->at, "one element expected");
}

bool usc_as_place(struct usc_as *a, const struct usc_tok *tok, unsigned slot, bool mods)
{
   struct usc_opd *s = &a->g.src[slot];
   struct usc_tok copy, *t = &copy;
   if (tok->kind == TOK_NONE)
      return true;
   if (!resolve_constant(a, tok, &copy))
      return false;
   if (t->kind != TOK_REG)
      return usc_as_bad(a, t->at, "register expected");
   if (t->pin >= 0 && (unsigned)t->pin != slot)
      return usc_as_bad(a, t->at, "this operand has a fixed slot");
   if ((!mods && (t->o.mod || t->mask || t->f16)) || t->u8 || t->clamp || t->oneminus || t->out)
      return usc_as_bad(a, t->at, "this operand cannot have this modifier");
   if (t->f16)
      t->o.mod |= USC_MOD_F16;
   if (s->bank && !usc_same_reg(*s, t->o))
      return usc_as_bad(a, t->at, "the source slot holds another register");
   if (!s->bank) {
      *s = t->o;
      s->mod = s->elem = 0;
   }
   if (!a->src_at[slot] || t->o.mod || t->mask)
      a->src_at[slot] = t->at;
   s->mod |= t->o.mod;
   return !t->mask || usc_as_element(a, t, &s->elem);
}

bool usc_as_place_free(struct usc_as *a, const struct usc_tok *t, const uint8_t *order, const uint8_t *same, unsigned *slot)
{
   const unsigned can = usc_opd_slots(t->o);
   if (t->kind != TOK_REG)
      return usc_as_bad(a, t->at, "register expected");
   if (t->pin >= 0) {
      *slot = (unsigned)t->pin;
      return usc_as_place(a, t, *slot, false);
   }
   for (; same && *same != 0xff; same++) {
      if (a->g.src[*same].bank && usc_same_reg(a->g.src[*same], t->o)) {
         *slot = *same;
         return true;
      }
   }
   for (; *order != 0xff; order++) {
      struct usc_opd *s = &a->g.src[*order];
      if ((!s->bank && (can >> *order & 1)) || (!same && s->bank && usc_same_reg(*s, t->o))) {
         *slot = *order;
         return usc_as_place(a, t, *slot, false);
      }
   }
   return usc_as_bad(a, t->at, "no source slot can hold this operand");
}

bool usc_as_select(struct usc_as *a, const struct usc_tok *tok, uint8_t *out, uint8_t *mods)
{
   struct usc_tok copy, *t = &copy;
   if (!resolve_constant(a, tok, &copy))
      return false;
   if (t->o.mod && !mods)
      return usc_as_bad(a, t->at, "an external source has no modifiers");
   if (mods)
      *mods = t->o.mod;
   if (t->kind == TOK_FT && t->num < 3) {
      *out = (uint8_t)t->num;
      return true;
   }
   if (t->kind == TOK_FT && t->num == FT_E) {
      *out = USC_FTE;
      return true;
   }
   if (t->kind != TOK_REG)
      return usc_as_bad(a, t->at, "feed-through or register expected");
   *out = USC_FTE;
   if (a->has_ext && !usc_same_reg(a->ext, t->o))
      return usc_as_bad(a, t->at, "two different external sources in one group");
   if (t->pin >= 0) {
      if (a->ext_pin >= 0 && a->ext_pin != t->pin)
         return usc_as_bad(a, t->at, "two slots for the external source");
      a->ext_pin = t->pin;
   }
   a->has_ext = true;
   a->ext = t->o;
   a->ext.mod = a->ext.elem = 0;
   return true;
}

bool usc_as_dest(struct usc_as *a, const struct usc_tok *t, unsigned n)
{
   if (t->kind == TOK_NONE || (t->kind == TOK_W && t->num == n))
      return true;
   if (t->kind != TOK_REG || t->pin >= 0 || t->o.mod)
      return usc_as_bad(a, t->at, "destination register expected");
   if (a->g.dst[n].bank && !usc_same_reg(a->g.dst[n], t->o))
      return usc_as_bad(a, t->at, "the output already has a destination");
   a->g.dst[n] = t->o;
   a->dst_at[n] = t->at;
   if (t->f16) { /* the result is an f16 in one or both halves of the destination */
      a->g.dst[n].mod = USC_MOD_F16;
      a->g.dst[n].elem = t->mask;
   }
   return true;
}
