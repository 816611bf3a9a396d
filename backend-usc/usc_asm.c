/* SPDX-License-Identifier: MIT */
/*
 * Text to groups: the inverse of usc_print.c, driven by the same SYN and SUFFIX rows. A statement is a mnemonic with suffixes
 * and operands; statements end at a newline or ';'; '#' starts a comment. Slots that the text leaves open are inferred at the
 * end of the group in a fixed order (docs/usc-encoding.md "slot inference"). Every group is checked for legality.
 *
 * Cost: linear in the text; the only lookups are in the op table, whose size is constant.
 */
#include "backend-usc/usc_lex.h"

#include <stdlib.h>
#include <string.h>

/* ---- placing operands ---------------------------------------------------------------------------------------------------- */

static bool place(struct usc_as *a, const struct usc_tok *t, unsigned slot, bool mods)
{
   struct usc_opd *s = &a->g.src[slot];
   if (t->kind == TOK_NONE)
      return true;
   if (t->kind != TOK_REG)
      return usc_as_bad(a, t->at, "register expected");
   if (t->pin >= 0 && (unsigned)t->pin != slot)
      return usc_as_bad(a, t->at, "this operand has a fixed slot");
   if (!mods && (t->o.mod || t->mask))
      return usc_as_bad(a, t->at, "no modifiers here");
   if (s->bank && !usc_same_reg(*s, t->o))
      return usc_as_bad(a, t->at, "the source slot holds another register");
   if (!s->bank) {
      *s = t->o;
      s->mod = s->elem = 0;
   }
   s->mod |= t->o.mod;
   if (t->mask) {
      unsigned e = 0;
      while (!(t->mask >> e & 1))
         e++;
      if (t->mask != 1u << e)
         return usc_as_bad(a, t->at, "one element expected");
      s->elem = (uint8_t)e;
   }
   return true;
}

static bool place_free(struct usc_as *a, const struct usc_tok *t, const uint8_t *order, const uint8_t *same, unsigned *slot)
{
   const unsigned can = usc_opd_slots(t->o);
   if (t->kind != TOK_REG)
      return usc_as_bad(a, t->at, "register expected");
   if (t->pin >= 0) {
      *slot = (unsigned)t->pin;
      return place(a, t, *slot, false);
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
         return place(a, t, *slot, false);
      }
   }
   return usc_as_bad(a, t->at, "no source slot can hold this operand");
}

/* A feed-through or the external register: a USC_FTn code. */
static bool select_of(struct usc_as *a, const struct usc_tok *t, uint8_t *out)
{
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
   if (t->o.mod)
      return usc_as_bad(a, t->at, "an external source has no modifiers");
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

static bool dest_of(struct usc_as *a, const struct usc_tok *t, unsigned n)
{
   if (t->kind == TOK_NONE || (t->kind == TOK_W && t->num == n))
      return true;
   if (t->kind != TOK_REG || t->pin >= 0 || t->o.mod)
      return usc_as_bad(a, t->at, "destination register expected");
   if (a->g.dst[n].bank)
      return usc_as_bad(a, t->at, "the output has a destination already");
   a->g.dst[n] = t->o;
   return true;
}

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

static bool set_kind(struct usc_as *a, enum usc_kind kind, const char *at)
{
   if (a->started && a->g.kind != kind)
      return usc_as_bad(a, at, "main, bitwise and control ops do not share a group");
   a->g.kind = (uint8_t)kind;
   a->started = true;
   return true;
}

static bool take_unit(struct usc_as *a, enum usc_slot slot, enum usc_op op, const char *at)
{
   if (a->g.op[slot])
      return usc_as_bad(a, at, "two ops in one unit of the group");
   a->g.op[slot] = (uint8_t)op;
   return true;
}

/* Suffixes of an op: rest is ".a.b.c" or empty. */
static bool suffixes(struct usc_as *a, enum usc_op op, enum usc_slot slot, const char *rest, size_t len, const char *at)
{
   while (len) {
      int best = -1;
      size_t best_len = 0;
      for (unsigned i = 0; i < usc_num_suffixes; i++) {
         const size_t n = strlen(usc_suffix[i].text);
         if (n + 1 > len || n <= best_len || strncmp(rest + 1, usc_suffix[i].text, n) != 0 ||
             (n + 1 < len && rest[n + 1] != '.') || !usc_op_has_member(op, (enum usc_member)usc_suffix[i].member))
            continue;
         best = (int)i;
         best_len = n;
      }
      if (best >= 0) {
         usc_member_set(&a->g, (enum usc_member)usc_suffix[best].member, slot, usc_suffix[best].value, 0);
      } else if (len >= 5 && strncmp(rest + 1, "ext", 3) == 0 && usc_is_digit(rest[4]) && (len == 5 || rest[5] == '.')) {
         a->f.ext[slot] = (uint8_t)(rest[4] - '0');
         best_len = 4;
      } else if (len >= 9 && strncmp(rest + 1, "rndzero", 7) == 0 && op == USC_OP_PCK) {
         a->g.pck_rtz = 1;
         best_len = 7;
      } else {
         return usc_as_bad(a, at, "unknown suffix");
      }
      rest += best_len + 1;
      len -= best_len + 1;
   }
   return true;
}

static bool ditr_coeff(struct usc_as *a, const struct usc_tok *t, uint8_t *number4, uint8_t *idx)
{
   if (t->kind != TOK_REG || t->o.bank != USC_COEFF || t->o.index % 4 || t->o.index > 252)
      return usc_as_bad(a, t->at, "coefficient with a number that is a multiple of 4 expected");
   *number4 = (uint8_t)(t->o.index / 4);
   *idx = t->o.idx;
   return true;
}

/* One operand by its SYN word; '@' words are done in a second pass because they take what slots are left. */
static bool fixed_operand(struct usc_as *a, enum usc_slot slot, const char *w, size_t len, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   const unsigned base = slot == USC_P1 && g->kind == USC_MAIN ? 3 : 0;
   uint8_t sel;
   switch (*w) {
   case 'T': return (t->kind == TOK_FT && t->num == (base ? 1u : 0u)) || usc_as_bad(a, t->at, "ft0 or ft1 expected");
   case 'a':
   case 'b':
   case 'c': return place(a, t, base + (unsigned)(*w - 'a'), true);
   case 'A':
   case 'B':
   case 'C':
   case 'D':
   case 'E':
   case 'F':
      if (t->kind == TOK_NONE && len < 2)
         return usc_as_bad(a, t->at, "register expected");
      return place(a, t, (unsigned)(*w - 'A'), false);
   case 'X': return t->kind == TOK_REG ? select_of(a, t, &sel) : usc_as_bad(a, t->at, "register expected");
   case 'W': return dest_of(a, t, 0);
   case 'V': return dest_of(a, t, 1);
   case 'w': g->w1 = (uint8_t)t->num; return t->kind == TOK_W || usc_as_bad(a, t->at, "w0 or w1 expected");
   case 'K':
      g->cin = t->kind == TOK_P0;
      return t->kind == TOK_P0 || t->kind == TOK_NONE || usc_as_bad(a, t->at, "p0 or _ expected");
   case 'P':
      *(g->op[slot] == USC_OP_FRED ? &g->red_pwen : &g->vis_pwen) = t->kind == TOK_P0;
      return t->kind == TOK_P0 || t->kind == TOK_NONE || usc_as_bad(a, t->at, "p0 or _ expected");
   case 'p': return t->kind == TOK_P0 || usc_as_bad(a, t->at, "p0 expected");
   case 'd': g->drc = (uint8_t)t->num; return t->kind == TOK_DRC || usc_as_bad(a, t->at, "drc0 or drc1 expected");
   case 'm':
      g->mska = t->kind == TOK_FT && t->num == 1;
      return g->mska || t->kind == TOK_NONE || usc_as_bad(a, t->at, "ft1 or _ expected");
   case 'n':
      g->mskb = t->kind == TOK_INVERT;
      return g->mskb || t->kind == TOK_NONE || usc_as_bad(a, t->at, "ft1.invert or _ expected");
   case 's': g->csrc = t->kind == TOK_FT && t->num == 2; return g->csrc || place(a, t, 2, false);
   case 't':
      g->tsrc = t->num == 3;
      return (t->kind == TOK_FT && (t->num == 3 || t->num == 5)) || usc_as_bad(a, t->at, "ft3 or ft5 expected");
   case 'x': g->imm = t->num; return t->kind == TOK_NUM || usc_as_bad(a, t->at, "number expected");
   case 'o':
      if (t->kind == TOK_AT || t->kind == TOK_NAME) {
         g->has_label = 1;
         g->label = t->num;
         if (t->kind == TOK_NAME) {
            a->label = t->at;
            a->label_len = t->len;
         }
         return true;
      }
      if (t->kind != TOK_NUM && t->kind != TOK_OFFSET)
         return usc_as_bad(a, t->at, "branch offset expected");
      if (t->kind == TOK_OFFSET && t->num > 0x7fffffffu + t->negative)
         return usc_as_bad(a, t->at, "branch offset out of range");
      g->target = (int32_t)(t->negative ? 0u - t->num : t->num);
      return true;
   case '#':
   case '?':
      if (t->kind != TOK_NUM || t->num > 255)
         return usc_as_bad(a, t->at, "small number expected");
      usc_member_set(g, usc_member_find(w + 1, len - 1), slot, t->num, 0);
      return true;
   case 'r':
      g->it_dest = (uint8_t)t->o.index;
      return (t->kind == TOK_REG && t->o.bank == USC_TEMP && !t->o.idx && t->o.index < 256) ||
             usc_as_bad(a, t->at, "temporary expected");
   case 'k': return ditr_coeff(a, t, &g->it_coeff, &g->it_cidx);
   case 'l': return ditr_coeff(a, t, &g->it_wcoeff, &g->it_widx);
   default:
      return (t->kind == TOK_FT && t->num == (unsigned)(*w - '0')) || usc_as_bad(a, t->at, "another feed-through expected");
   }
}

static bool try_op(struct usc_as *a, enum usc_op op, enum usc_slot slot, const char *rest, size_t rest_len,
                   const struct usc_tok *t, unsigned n, const char *at)
{
   struct usc_group *g = &a->g;
   if (!set_kind(a, (enum usc_kind)usc_op_info[op].kind, at) || !take_unit(a, slot, op, at))
      return false;
   if (op == USC_OP_UNPCK) {
      size_t k = 0;
      while (1 + k < rest_len && rest[1 + k] != '.')
         k++;
      unsigned f = 0;
      while (f < 32 && (!usc_fmt_name[f] || strncmp(usc_fmt_name[f], rest + 1, k) != 0 || usc_fmt_name[f][k]))
         f++;
      if (rest_len < 2 || f == 32)
         return usc_as_bad(a, at, "unknown format");
      g->upk_fmt = (uint8_t)f;
      rest += 1 + k;
      rest_len -= 1 + k;
      if ((rest_len == 6 && strncmp(rest, ".scale", 6) == 0) || (rest_len == 10 && strncmp(rest, ".roundzero", 10) == 0)) {
         g->upk_scale = 1;
         rest_len = 0;
      }
   }
   if (op == USC_OP_NOP && rest_len == 4 && strncmp(rest, ".end", 4) == 0) {
      g->end = 1;
      rest_len = 0;
   }
   if (!suffixes(a, op, slot, rest, rest_len, at))
      return false;
   for (unsigned pass = 0; pass < 2; pass++) {
      unsigned i = 0;
      for (const char *s = usc_syntax[op]; s && *s;) {
         const size_t len = strcspn(s, " ");
         if (i >= n) {
            /* what may be left out at the end: a carry, an optional number */
            if (*s != 'K' && *s != '?')
               return usc_as_bad(a, at, "operand missing");
         } else if (*s == '@') {
            uint8_t *sel = s[1] == 'a' ? &g->sel_a : s[1] == 'b' ? &g->sel_b : s[1] == 'c' ? &g->sel_c : &g->sel_d;
            unsigned found = 0;
            if (pass && t[i].kind == TOK_NONE && s[1] == 'c')
               ;
            else if (pass) {
               if (!place_free(a, &t[i], usc_choice(op, s[1]), NULL, &found))
                  return false;
               *sel = (uint8_t)found;
            } else if (t[i].kind != TOK_REG && !(s[1] == 'c' && t[i].kind == TOK_NONE)) {
               return usc_as_bad(a, t[i].at, "register expected");
            }
         } else if (!pass && !fixed_operand(a, slot, s, len, &t[i])) {
            return false;
         }
         i++;
         s += len;
         s += *s == ' ';
      }
      if (i < n)
         return usc_as_bad(a, t[i].at, "too many operands");
   }
   return true;
}

static bool stmt_pck(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   size_t k = 4, e = 4;
   if (!set_kind(a, USC_MAIN, m) || !take_unit(a, USC_PCK, USC_OP_PCK, m))
      return false;
   if (len < 5)
      return usc_as_bad(a, m, "format missing");
   while (e < len && m[e] != '.')
      e++;
   k = e - 4;
   if (k == 4 && strncmp(m + 4, "prog", 4) == 0) {
      g->pck_prog = 1;
   } else {
      unsigned f = 0;
      while (f < 32 && (!usc_fmt_name[f] || strncmp(usc_fmt_name[f], m + 4, k) != 0 || usc_fmt_name[f][k]))
         f++;
      if (k == 4 && strncmp(m + 4, "zero", 4) == 0)
         f = USC_FMT_CONST0;
      if (k == 3 && strncmp(m + 4, "one", 3) == 0)
         f = USC_FMT_CONST1;
      if (f == 32)
         return usc_as_bad(a, m, "unknown format");
      g->pck_fmt = (uint8_t)f;
   }
   if (!suffixes(a, USC_OP_PCK, USC_PCK, m + e, len - e, m))
      return false;
   if (n < 1 || t[0].kind != TOK_FT || t[0].num != 2)
      return usc_as_bad(a, m, "ft2 expected");
   const unsigned want = g->pck_prog ? 3 : g->pck_fmt >= USC_FMT_CONST0 ? 1 : 2;
   if (n != want)
      return usc_as_bad(a, m, "wrong number of operands");
   uint8_t dummy;
   return (n < 2 || select_of(a, &t[1], &g->is3)) && (n < 3 || select_of(a, &t[2], &dummy));
}

static bool stmt_tst(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   size_t e = 3, ty;
   if (!set_kind(a, USC_MAIN, m) || !take_unit(a, USC_TST, USC_OP_TST, m))
      return false;
   while (e < len && m[e] != '.')
      e++;
   unsigned op = 0, type = 0;
   while (op < USC_NUM_TST_OPS && (strlen(usc_tst_op_name[op]) != e - 3 || strncmp(usc_tst_op_name[op], m + 3, e - 3) != 0))
      op++;
   if (op == USC_NUM_TST_OPS)
      return usc_as_bad(a, m, "unknown test");
   ty = e + (e < len);
   e = ty;
   while (e < len && m[e] != '.')
      e++;
   while (type < USC_NUM_TST_TYPES &&
          (strlen(usc_tst_type_name[type]) != e - ty || strncmp(usc_tst_type_name[type], m + ty, e - ty) != 0))
      type++;
   if (type == USC_NUM_TST_TYPES && e > ty)
      return usc_as_bad(a, m, "unknown type of a test");
   g->tst_op = (uint8_t)op;
   g->tst_type = (uint8_t)(e > ty ? type : 0);
   if (!suffixes(a, USC_OP_TST, USC_TST, m + e, len - e, m))
      return false;
   if (n < 1 || t[0].kind != TOK_FTT)
      return usc_as_bad(a, m, "ftt expected");
   unsigned i = 1;
   const unsigned want = op == USC_TST_C ? 0 : op < USC_TST_C ? 1 : 2;
   if (n == want + 2) {
      g->tst_pwen = t[i].kind == TOK_P0;
      if (t[i].kind != TOK_P0 && t[i].kind != TOK_NONE)
         return usc_as_bad(a, t[i].at, "p0 or _ expected");
      i++;
   } else if (n != want + 1) {
      return usc_as_bad(a, m, "wrong number of operands");
   }
   for (unsigned k = 0; k < want; k++, i++) {
      uint8_t sel;
      if (t[i].mask) {
         unsigned el = 0;
         while (!(t[i].mask >> el & 1))
            el++;
         g->tst_elem = (uint8_t)el;
      }
      if (!select_of(a, &t[i], &sel))
         return false;
      if (sel != USC_FTE && sel != (k ? USC_FT1 : USC_FT0))
         return usc_as_bad(a, t[i].at, "a test looks at ft0 and ft1, or at the external source");
      *(k ? &g->is2 : &g->is1) = sel == USC_FTE;
   }
   return true;
}

static bool stmt_movc(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   if (!set_kind(a, USC_MAIN, m) || !take_unit(a, USC_MOV, USC_OP_MOVC, m) ||
       !suffixes(a, USC_OP_MOVC, USC_MOV, m + 4, len - 4, m))
      return false;
   if (n != 7 || t[2].kind != TOK_FTT)
      return usc_as_bad(a, m, "movc takes D, D1, ftt, T0, T1, F0, F1");
   g->mov_mask = t[0].enone ? 0 : t[0].mask ? t[0].mask : 0xf;
   return dest_of(a, &t[0], 0) && dest_of(a, &t[1], 1) && select_of(a, &t[3], &g->mov_w0) &&
          (t[4].kind == TOK_NONE || select_of(a, &t[4], &g->mov_w1)) && select_of(a, &t[5], &g->is4) &&
          (t[6].kind == TOK_NONE || select_of(a, &t[6], &g->is5));
}

/* mov: P2 if the destination has a mask, else the declaration of W0, then W1. */
static bool stmt_mov(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   struct usc_group *g = &a->g;
   if (n >= 2 && (t[0].mask || t[0].enone)) {
      if (!set_kind(a, USC_MAIN, m) || !take_unit(a, USC_MOV, USC_OP_MOV, m) ||
          !suffixes(a, USC_OP_MOV, USC_MOV, m + 3, len - 3, m))
         return false;
      g->mov_mask = t[0].mask;
      if (!dest_of(a, &t[0], 0))
         return false;
      if (n == 6)
         return dest_of(a, &t[1], 1) && select_of(a, &t[2], &g->mov_w0) && select_of(a, &t[3], &g->mov_w1) &&
                select_of(a, &t[4], &g->is4) && select_of(a, &t[5], &g->is5);
      if (n > 3)
         return usc_as_bad(a, m, "wrong number of operands");
      return select_of(a, &t[1], &g->mov_w0) && (n < 3 || select_of(a, &t[2], &g->is4));
   }
   if (n != 2 || len != 3)
      return usc_as_bad(a, m, "a declaration takes a register and a feed-through");
   if (t[0].kind == TOK_FT) { /* the document's spelling of a bypass */
      if (t[0].num == 0)
         return try_op(a, USC_OP_MBYP, USC_P0, m + 3, 0, t, n, m);
      if (t[0].num == 1)
         return try_op(a, USC_OP_MBYP, USC_P1, m + 3, 0, t, n, m);
      return usc_as_bad(a, t[0].at, "destination register expected");
   }
   if (a->started && g->kind == USC_BITWISE) {
      const unsigned last = g->op[USC_SHIFT2] || g->op[USC_TEST] ? 5 : g->op[USC_LOGIC] ? 4 : 1;
      if (t[1].kind != TOK_FT || (t[1].num != 3 && t[1].num != last))
         return usc_as_bad(a, t[1].at, "W0 comes from the last stage, W1 from ft3");
      return dest_of(a, &t[0], t[1].num == 3);
   }
   if (!set_kind(a, USC_MAIN, m))
      return false;
   if (a->declared > 1)
      return usc_as_bad(a, m, "a group has two outputs");
   const unsigned w = a->declared++;
   return dest_of(a, &t[0], w) && select_of(a, &t[1], w ? &g->is5 : &g->is4);
}

static bool run_op(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   /* the longest op name that is a prefix of the mnemonic at a dot; of several with one name, the first whose operands fit */
   size_t best = 0;
   unsigned dim = 0;
   char name[160];
   if (len >= sizeof name)
      return usc_as_bad(a, m, "unknown mnemonic");
   memcpy(name, m, len);
   name[len] = 0;
   const char *rest = m + len;
   bool link = false, abs = false;
   if (len >= 5 && strncmp(name, "smp", 3) == 0 && name[3] >= '1' && name[3] <= '3' && name[4] == 'd') {
      dim = (unsigned)(name[3] - '0');
      best = 3;
      rest = m + 5;
   } else {
      const size_t head = strcspn(name, ".");
      if ((head == 2 || head == 3) && name[0] == 'b' && (name[1] == 'r' || name[1] == 'a') && (head == 2 || name[2] == 'l')) {
         link = head == 3;
         abs = name[1] == 'a';
         name[1] = 'r';
         best = 2;
         rest = m + head;
         memcpy(name, "br", 2);
      }
   }
   if (!best) {
      for (unsigned op = 1; op < USC_NUM_OPS; op++) {
         const size_t k = strlen(usc_op_info[op].name);
         if (usc_syntax[op] && k > best && k <= len && strncmp(name, usc_op_info[op].name, k) == 0 &&
             (k == len || name[k] == '.'))
            best = k;
      }
      rest = m + best;
   }
   if (!best)
      return usc_as_bad(a, m, "unknown mnemonic");
   name[best] = 0;
   const struct usc_as saved = *a;
   struct usc_as first = saved;
   bool tried = false;
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      if (!usc_syntax[op] || strcmp(usc_op_info[op].name, name) != 0)
         continue;
      enum usc_slot slot = (enum usc_slot)usc_op_info[op].slot;
      if (slot == USC_P0 && (usc_op_info[op].flags & USC_F_P1) && n && t[0].kind == TOK_FT && t[0].num == 1)
         slot = USC_P1;
      *a = saved;
      a->g.dim = (uint8_t)(dim ? dim : saved.g.dim);
      a->g.link |= link;
      a->g.abs |= abs;
      if (try_op(a, (enum usc_op)op, slot, rest, (size_t)(m + len - rest), t, n, m))
         return true;
      if (!tried)
         first = *a;
      tried = true;
   }
   *a = first;
   return false;
}

static bool statement(struct usc_as *a)
{
   struct usc_tok t[MAX_OPERANDS];
   unsigned n = 0;
   usc_as_blanks(a);
   const char *at = a->p;
   char m[160];
   size_t len = 0;
   while (a->p < a->end && (usc_is_ident(*a->p) || *a->p == '.')) {
      if (len + 1 >= sizeof m)
         return usc_as_bad(a, at, "unknown mnemonic");
      char c = *a->p++;
      m[len++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
   }
   m[len] = 0;
   if (!len)
      return usc_as_bad(a, at, "statement expected");
   usc_as_blanks(a);
   while (a->p < a->end && *a->p != '\n' && *a->p != ';') {
      if (n == MAX_OPERANDS)
         return usc_as_bad(a, a->p, "too many operands");
      if (!usc_as_operand(a, &t[n++]))
         return false;
      usc_as_blanks(a);
      if (a->p < a->end && *a->p == ',') {
         a->p++;
         usc_as_blanks(a);
      } else if (a->p < a->end && *a->p != '\n' && *a->p != ';') {
         return usc_as_bad(a, a->p, "',' expected");
      }
   }
   /* aliases of the document and of other tools */
   static const char *const alias[][2] = {{"mul", "fmul"}, {"mad", "fmad"}, {"add", "fadd"}, {"upck", "unpck"}};
   const size_t head = strcspn(m, ".");
   for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++) {
      if (strlen(alias[i][0]) == head && strncmp(m, alias[i][0], head) == 0 && len + 2 < sizeof m) {
         const size_t k = strlen(alias[i][1]);
         memmove(m + k, m + head, len - head + 1);
         memcpy(m, alias[i][1], k);
         len += k - head;
         break;
      }
   }
   if (head == 4 && strncmp(m, "fsub", 4) == 0 && n == 3) { /* a - b = -b + a */
      struct usc_tok x = t[1];
      memcpy(m, "fadd", 4);
      t[1] = t[2];
      t[2] = x;
      t[1].o.mod ^= USC_MOD_NEG;
   }
   bool ok;
   if (head == 3 && strncmp(m, "mov", 3) == 0)
      ok = stmt_mov(a, m, len, t, n);
   else if (head == 4 && strncmp(m, "movc", 4) == 0)
      ok = stmt_movc(a, m, len, t, n);
   else if (head == 3 && strncmp(m, "pck", 3) == 0)
      ok = stmt_pck(a, m, len, t, n);
   else if (head > 3 && strncmp(m, "tst", 3) == 0)
      ok = stmt_tst(a, m, len, t, n);
   else
      ok = run_op(a, m, len, t, n);
   if (!ok && (uintptr_t)a->err_at - (uintptr_t)m < sizeof m) /* it points into the copy of the mnemonic */
      a->err_at = at;
   return ok;
}

/* ---- groups and programs ---------------------------------------------------------------------------------------------- */

static void want_form(struct usc_as *a, unsigned which, bool is_dst, unsigned operands, uint8_t *out)
{
   for (unsigned f = 0; a->form[which] && f < USC_NUM_FORMS; f++)
      if (usc_form[f].is_dst == is_dst && usc_form[f].operands == operands && usc_form[f].bytes == a->form[which])
         *out = (uint8_t)(f + 1);
}

static bool finish(struct usc_as *a, const char *at)
{
   struct usc_group *g = &a->g;
   if (a->has_ext) {
      struct usc_tok t = {.kind = TOK_REG, .o = a->ext, .pin = a->ext_pin, .at = at};
      unsigned slot = 0;
      if (a->src_given) {
         if (!usc_same_reg(g->src[g->is0], a->ext))
            return usc_as_bad(a, at, "is0 does not name the external source");
      } else {
         if (!place_free(a, &t, usc_is0_free, usc_is0_same, &slot))
            return false;
         g->is0 = (uint8_t)slot;
      }
   }
   usc_drop_fillers(g);
   if (a->iss >= 0)
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         usc_member_set(g, (enum usc_member)usc_iss_field[i].member, USC_P0,
                        (unsigned)a->iss >> usc_iss_field[i].pos & ((1u << usc_iss_field[i].width) - 1), 0);
   want_form(a, 0, false, a->src_count[0], &a->f.form_lo);
   want_form(a, 1, false, a->src_count[1], &a->f.form_hi);
   want_form(a, 2, true, (g->dst[0].bank != 0) + (g->dst[1].bank != 0), &a->f.form_dst);
   const enum usc_reason r = usc_check(g);
   return r ? usc_as_bad(a, at, usc_reason_text(r)) : true;
}

static bool raw_bytes(struct usc_as *a)
{
   uint8_t bytes[USC_MAX_GROUP_BYTES];
   unsigned n = 0;
   const char *at = a->p, *err;
   a->p += 5;
   do {
      uint32_t v;
      if (!usc_as_attr_number(a, &v) || v > 255 || n == sizeof bytes)
         return usc_as_bad(a, a->p, "byte expected");
      bytes[n++] = (uint8_t)v;
   } while (usc_as_eat(a, ','));
   if (usc_decode(bytes, n, &a->g, &a->f, &err) != n)
      return usc_as_bad(a, at, err ? err : "more than one group");
   return true;
}

/* Does a group head "N :" or a label "name:" start here? */
static bool at_group_start(struct usc_as *a)
{
   const char *s = a->p;
   while (s < a->end && usc_is_ident(*s))
      s++;
   if (s == a->p)
      return false;
   while (s < a->end && (*s == ' ' || *s == '\t'))
      s++;
   return s < a->end && *s == ':';
}

/* One group, from its attributes to the start of the next group or the end. */
static bool group(struct usc_as *a)
{
   const char *at = a->p;
   a->g = usc_g(USC_MAIN);
   memset(&a->f, 0, sizeof a->f);
   a->started = a->src_given = a->has_ext = false;
   a->ext_pin = a->iss = -1;
   a->declared = 0;
   memset(a->form, 0, sizeof a->form);
   memset(a->src_count, 0, sizeof a->src_count);
   a->label = NULL;
   if (!usc_as_head(a))
      return false;
   bool any = false;
   for (;;) {
      usc_as_blanks(a);
      while (a->p < a->end && (*a->p == '\n' || *a->p == ';')) {
         a->p++;
         usc_as_blanks(a);
      }
      if (a->p >= a->end || at_group_start(a))
         break;
      if (!any && a->end - a->p > 5 && strncmp(a->p, ".byte", 5) == 0)
         return raw_bytes(a);
      if (!any && *a->p == '.') { /* attributes on a line of their own */
         if (!usc_as_head(a))
            return false;
         continue;
      }
      if (!any)
         at = a->p;
      if (!statement(a))
         return false;
      any = true;
   }
   return finish(a, at);
}

static void start(struct usc_as *a, struct util_ctx *ctx, const char *text, size_t len)
{
   memset(a, 0, sizeof *a);
   a->ctx = ctx;
   a->text = a->p = text;
   a->end = text + len;
}

bool usc_assemble_group(struct util_ctx *ctx, const char *text, size_t len, struct usc_group *g, struct usc_found *found,
                        const char **err, size_t *where)
{
   struct usc_as a;
   start(&a, ctx, text, len);
   usc_as_blanks(&a);
   while (a.p < a.end && *a.p == '\n') {
      a.p++;
      usc_as_blanks(&a);
   }
   bool ok = group(&a);
   if (ok && a.label)
      ok = usc_as_bad(&a, a.label, "a single group knows no labels");
   if (ok && a.p < a.end)
      ok = usc_as_bad(&a, a.p, "more than one group");
   *g = a.g;
   if (found)
      *found = a.f;
   if (err)
      *err = ok ? NULL : a.err;
   if (where)
      *where = ok ? 0 : (size_t)(a.err_at - text);
   return ok;
}

struct name {
   const char *s;
   size_t len;
   uint32_t group;
};

static int by_name(const void *x, const void *y)
{
   const struct name *a = x, *b = y;
   const size_t n = a->len < b->len ? a->len : b->len;
   const int c = memcmp(a->s, b->s, n);
   return c ? c : (a->len > b->len) - (a->len < b->len);
}

bool usc_assemble(struct util_ctx *ctx, const char *text, size_t len, struct usc_prog *p)
{
   struct usc_as a;
   uint32_t *numbers = NULL, num_numbers = 0, cap_numbers = 0;
   struct name *labels = NULL, *uses = NULL;
   uint32_t num_labels = 0, cap_labels = 0, num_uses = 0, cap_uses = 0, cap_found = p->found ? p->found_cap : 0;
   start(&a, ctx, text, len);
   for (;;) {
      usc_as_blanks(&a);
      while (a.p < a.end && (*a.p == '\n' || *a.p == ';')) {
         a.p++;
         usc_as_blanks(&a);
      }
      if (a.p >= a.end)
         break;
      uint32_t num = p->n;
      if (at_group_start(&a)) {
         const char *s = a.p;
         if (!usc_is_digit(*s)) {
            while (usc_is_ident(*a.p))
               a.p++;
            UTIL_PUSH(ctx, labels, num_labels, cap_labels, (struct name){s, (size_t)(a.p - s), p->n});
            usc_as_eat(&a, ':');
            continue;
         }
         if (!usc_as_number(&a, &num))
            break;
         if (!usc_as_eat(&a, ':') || (num_numbers && num <= numbers[num_numbers - 1])) {
            usc_as_bad(&a, s, "group numbers must increase");
            break;
         }
      }
      if (!group(&a))
         break;
      UTIL_PUSH(ctx, numbers, num_numbers, cap_numbers, num);
      if (a.label)
         UTIL_PUSH(ctx, uses, num_uses, cap_uses, (struct name){a.label, a.label_len, p->n});
      uint32_t n = p->n;
      UTIL_PUSH(ctx, p->found, n, cap_found, a.f);
      p->found_cap = cap_found;
      UTIL_PUSH(ctx, p->g, p->n, p->cap, a.g);
   }
   /* group numbers and names to indices */
   for (uint32_t i = 0; i < p->n && !a.err; i++) {
      if (!p->g[i].has_label)
         continue;
      uint32_t lo = 0, hi = num_numbers;
      while (lo < hi) {
         const uint32_t mid = lo + (hi - lo) / 2;
         if (numbers[mid] < p->g[i].label)
            lo = mid + 1;
         else
            hi = mid;
      }
      if (lo < num_numbers && numbers[lo] == p->g[i].label)
         p->g[i].label = lo;
      else if (num_numbers && p->g[i].label == numbers[num_numbers - 1] + 1)
         p->g[i].label = num_numbers;
      else if (p->g[i].label)
         usc_as_bad(&a, text, "branch to a group that is not there");
   }
   if (num_labels)
      qsort(labels, num_labels, sizeof *labels, by_name);
   for (uint32_t u = 0; u < num_uses && !a.err; u++) {
      const struct name *l = num_labels ? bsearch(&uses[u], labels, num_labels, sizeof *labels, by_name) : NULL;
      if (!l)
         usc_as_bad(&a, uses[u].s, "unknown label");
      else
         p->g[uses[u].group].label = l->group;
   }
   if (!a.err)
      return true;
   util_diag(ctx, DIAG_ID_asm_syntax, (struct util_span){(uint32_t)(a.err_at - text), 1}, "%s", a.err);
   return false;
}
