/* SPDX-License-Identifier: MIT */
/*
 * A group to canonical text (docs/usc-encoding.md, "text"). Operands of most operations follow the SYN rows of usc_isa.def;
 * those of the P2 units, of sums of products and the declarations of W0 and W1 are printed by functions of their own.
 */
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/text/usc_text.h"

#include <string.h>

struct printer {
   struct util_buf *b;
   const struct usc_group *g;
   const struct usc_found *f;
   bool pins;
   bool first; /* no statement yet */
   const char *sep;
};

static void puts_buf(struct util_buf *b, const char *s)
{
   util_buf_add(b, s, strlen(s));
}

static void print_reg(struct util_buf *b, struct usc_opd o)
{
   static const char *const bank[USC_NUM_BANKS] = {"_", "", "r", "vi", "cf", "sh", "cfa", "idx", "o", "dc", "%"};
   uint32_t bits;
   if (o.bank >= USC_NUM_BANKS || o.bank == USC_NONE) {
      puts_buf(b, "_");
      return;
   }
   if (o.idx && usc_opd_dim(o) > 1) { /* as the document writes it */
      util_buf_printf(b, "%s%u[idx%u, %u]", bank[o.bank], (unsigned)o.index, usc_opd_idx(o), usc_opd_dim(o));
      return;
   }
   if (o.idx) {
      util_buf_printf(b, "%s[idx%u+%u]", bank[o.bank], usc_opd_idx(o), (unsigned)o.index);
      return;
   }
   if (o.bank != USC_SPECIAL) {
      util_buf_printf(b, "%s%u", bank[o.bank], (unsigned)o.index);
      return;
   }
   const unsigned n = o.index;
   if (usc_constant_bits(n, &bits))
      util_buf_printf(b, "c%u", n);
   else if (n >= 32 && n < 36)
      util_buf_printf(b, "o%u", n - 32);
   else if (n >= 164 && n < 168)
      util_buf_printf(b, "o%u", n - 160);
   else if (n >= 36 && n < 44)
      util_buf_printf(b, "i%u", n - 36);
   else
      util_buf_printf(b, "sr%u", n);
}

static void print_mods(struct util_buf *b, unsigned mod)
{
   if (mod & USC_MOD_FLR)
      puts_buf(b, ".flr");
   if (mod & USC_MOD_ABS)
      puts_buf(b, ".abs");
   if (mod & USC_MOD_NEG)
      puts_buf(b, ".neg");
}

/* A source slot; an unused one reads as c0. */
static void print_slot(struct printer *p, unsigned slot, bool mods)
{
   struct usc_opd o = p->g->src[slot];
   if (!o.bank)
      o.bank = USC_SPECIAL, o.index = 0;
   print_reg(p->b, o);
   if (p->pins)
      util_buf_printf(p->b, "@s%u", slot);
   if (!mods)
      return;
   const enum usc_op op = (enum usc_op)p->g->op[slot < 3 ? USC_P0 : USC_P1];
   if (o.mod & USC_MOD_F16)
      util_buf_printf(p->b, ".f16.e%u", o.elem);
   else if (usc_op_has_member(op, (enum usc_member)(USC_M_A_ELEM + slot % 3)) && !(usc_op_info[op].flags & USC_F_COMPLEX))
      util_buf_printf(p->b, ".e%u", o.elem);
   print_mods(p->b, o.mod);
}

/* What a select (USC_FTn) chooses: the feed-through line, or for FTE the register on it. */
static void print_select(struct printer *p, unsigned ft)
{
   if (ft != USC_FTE)
      util_buf_printf(p->b, "ft%u", ft);
   else if (usc_op_info[p->g->op[USC_P0]].flags & USC_F_HI)
      puts_buf(p->b, "fte");
   else
      print_slot(p, p->g->is0, false);
}

static void stmt(struct printer *p)
{
   if (!p->first)
      puts_buf(p->b, p->sep);
   p->first = false;
}

static void print_suffixes(struct printer *p, enum usc_group_unit unit)
{
   const enum usc_op op = (enum usc_op)p->g->op[unit];
   for (unsigned i = 0; i < usc_num_suffixes; i++)
      if (usc_op_has_member(op, (enum usc_member)usc_suffix[i].member) &&
          usc_member_get(p->g, (enum usc_member)usc_suffix[i].member, unit) == usc_suffix[i].value)
         util_buf_printf(p->b, ".%s", usc_suffix[i].text);
   if (p->f->ext[unit])
      util_buf_printf(p->b, ".ext%u", p->f->ext[unit]);
}

static void print_dst(struct printer *p, unsigned n, const char *none)
{
   if (p->g->dst[n].bank)
      print_reg(p->b, p->g->dst[n]);
   else
      puts_buf(p->b, none);
   if (p->g->dst[n].mod & USC_MOD_F16) {
      puts_buf(p->b, ".f16");
      for (unsigned i = 0; i < 2; i++)
         if (p->g->dst[n].elem >> i & 1)
            util_buf_printf(p->b, ".e%u", i);
   }
}

static void print_ditr_coeff(struct printer *p, unsigned number, unsigned idx)
{
   if (idx == 1 || idx == 2)
      util_buf_printf(p->b, "cf[idx%u+%u]", idx - 1, 4 * number);
   else
      util_buf_printf(p->b, "cf%u", 4 * number);
}

static void print_branch(struct printer *p)
{
   const struct usc_group *g = p->g;
   if (g->has_label)
      util_buf_printf(p->b, "@%u", (unsigned)g->label);
   else if (g->abs)
      util_buf_printf(p->b, "0x%x", (unsigned)(uint32_t)g->target);
   else if (g->target < 0)
      util_buf_printf(p->b, "-%u", 0u - (unsigned)g->target);
   else
      util_buf_printf(p->b, "+%u", (unsigned)g->target);
}

static bool selects_mask(const struct usc_group *g, char selector)
{
   return selector != 'c' || g->tiled; /* st: only tiled stores have a mask */
}

static void print_operand(struct printer *p, enum usc_group_unit unit, const char *w, size_t len)
{
   const struct usc_group *g = p->g;
   const unsigned base = unit == USC_P1 && g->kind == USC_MAIN ? 3 : 0;
   struct util_buf *b = p->b;
   switch (*w) {
   case 'T': util_buf_printf(b, "ft%u", unit == USC_P1 ? 1u : 0u); break;
   case 'a':
   case 'b':
   case 'c': print_slot(p, base + (unsigned)(*w - 'a'), true); break;
   case 'A':
   case 'B':
   case 'C':
   case 'D':
   case 'E':
   case 'F':
      if (len == 2 && !g->src[*w - 'A'].bank)
         puts_buf(b, "_");
      else
         print_slot(p, (unsigned)(*w - 'A'), false);
      break;
   case 'X':
      print_slot(p, g->is0, false);
      print_mods(b, g->fte_mod);
      break;
   case 'y':
      print_select(p, g->is3);
      print_mods(b, g->is3_mod);
      break;
   case 'z':
      print_select(p, USC_FTE);
      print_mods(b, g->fte_mod);
      break;
   case 'W': print_dst(p, 0, "_"); break;
   case 'V': print_dst(p, 1, "_"); break;
   case 'w': util_buf_printf(b, "w%u", g->op[USC_BE] == USC_OP_DEPTHF ? 0u : g->w1); break;
   case 'K': puts_buf(b, g->cin ? "p0" : "_"); break;
   case 'P': puts_buf(b, (unit == USC_P0 ? g->red_pwen : g->vis_pwen) ? "p0" : "_"); break;
   case 'p': puts_buf(b, "p0"); break;
   case 'd': util_buf_printf(b, "drc%u", g->drc); break;
   case 'm': puts_buf(b, g->mska ? "ft1" : "_"); break;
   case 'n': puts_buf(b, g->mskb ? "ft1.invert" : "_"); break;
   case 's':
      if (g->csrc)
         puts_buf(b, "ft2");
      else
         print_slot(p, 2, false);
      break;
   case 't': puts_buf(b, g->tsrc ? "ft3" : "ft5"); break;
   case 'x': util_buf_printf(b, g->kind == USC_BITWISE ? "0x%x" : "%u", (unsigned)g->imm); break;
   case 'o': print_branch(p); break;
   case '@':
      if (!selects_mask(g, w[1]))
         puts_buf(b, "_");
      else
         print_slot(p, (w[1] == 'a' ? g->sel_a : w[1] == 'b' ? g->sel_b : w[1] == 'c' ? g->sel_c : g->sel_d) % 6u, false);
      break;
   case '#':
   case '?': util_buf_printf(b, "%u", (unsigned)usc_member_get(g, usc_member_find(w + 1, len - 1), unit)); break;
   case 'r': util_buf_printf(b, "r%u", g->it_dest); break;
   case 'k': print_ditr_coeff(p, g->it_coeff, g->it_cidx); break;
   case 'l': print_ditr_coeff(p, g->it_wcoeff, g->it_widx); break;
   case 'h': util_buf_printf(b, "sh%u", 4u * (w[4] == 't' ? g->it_tex : g->it_smp)); break;
   case 'H': {
      const unsigned v = w[4] == 'r' ? g->it_raster : g->it_forced;
      if (v)
         util_buf_printf(b, "sh%u", 4 * v - 4);
      else
         puts_buf(b, "_");
      break;
   }
   default: util_buf_printf(b, "ft%c", *w); break;
   }
}

static void print_op(struct printer *p, enum usc_group_unit unit)
{
   const struct usc_group *g = p->g;
   const enum usc_op op = (enum usc_op)g->op[unit];
   const char *name = usc_op_info[op].name, *s = usc_op_info[op].operands;
   stmt(p);
   if (op == USC_OP_BR)
      name = g->abs ? (g->link ? "bal" : "ba") : g->link ? "brl" : "br";
   puts_buf(p->b, name);
   if (op == USC_OP_SMP || op == USC_OP_ITRSMP)
      util_buf_printf(p->b, "%ud", g->dim);
   if (op == USC_OP_NOP && g->end)
      puts_buf(p->b, ".end");
   if (op == USC_OP_UNPCK) {
      util_buf_printf(p->b, ".%s", usc_fmt_name[g->upk_fmt] ? usc_fmt_name[g->upk_fmt] : "?");
      if (g->upk_scale) /* one bit with two meanings, by format */
         puts_buf(p->b, g->upk_fmt == USC_FMT_U32 || g->upk_fmt == USC_FMT_S32 ? ".roundzero" : ".scale");
   }
   print_suffixes(p, unit);
   bool any = false;
   while (s && *s) {
      const size_t len = strcspn(s, " ");
      const bool skip = (*s == '?' && !usc_member_get(g, usc_member_find(s + 1, len - 1), unit)) ||
                        (*s == 'H' && !g->it_forced && (s[4] == 'f' || !g->it_raster));
      if (!skip) {
         puts_buf(p->b, any ? ", " : " ");
         print_operand(p, unit, s, len);
         any = true;
      }
      s += len;
      s += *s == ' ';
   }
   if (g->kind == USC_MAIN && unit == USC_BE)
      puts_buf(p->b, ";");
}

static void print_mask(struct printer *p)
{
   if (!p->g->mov_mask)
      puts_buf(p->b, ".enone");
   for (unsigned i = 0; i < 4; i++)
      if (p->g->mov_mask >> i & 1)
         util_buf_printf(p->b, ".e%u", i);
}

static void comma(struct printer *p)
{
   puts_buf(p->b, ", ");
}

static void print_sop_arg(struct printer *p, unsigned i, bool typed)
{
   const struct usc_sop_arg a = p->g->sop.arg[i];
   comma(p);
   if (a.slot == USC_SOP_ZERO)
      puts_buf(p->b, "0");
   else if (a.slot == USC_SOP_Z)
      puts_buf(p->b, "z");
   else
      print_slot(p, a.slot, false);
   if (a.type)
      util_buf_printf(p->b, "%s.e%u", a.type == USC_SOP_U8 ? ".u8" : typed ? ".f16" : "", a.elem);
   print_mods(p->b, (a.flr ? USC_MOD_FLR : 0u) | (a.abs ? USC_MOD_ABS : 0u));
   if (a.clamp)
      puts_buf(p->b, ".clamp");
   if (a.oneminus)
      puts_buf(p->b, ".oneminus");
   if (a.neg)
      puts_buf(p->b, ".neg");
}

static void print_sop(struct printer *p)
{
   static const char *const ops[USC_NUM_SOP_OPS] = {"add", "sub", "min", "max", "rsub"}, *const out[2][3] = {
                                                                                             {"joutj", "jouta", "joutb"},
                                                                                             {"koutk", "koutc", "koutd"}};
   const struct usc_group *g = p->g;
   const struct usc_sop *q = &g->sop;
   const enum usc_op op = (enum usc_op)g->op[USC_P0];
   const bool mad = usc_sop_args(g) == 12, u8mad = op == USC_OP_F16SOP_U8MAD;
   stmt(p);
   util_buf_printf(p->b, "%s%s%s ", usc_op_info[op].name, q->zabs ? ".zabs" : "", q->zclamp ? ".zclamp" : "");
   if (mad) {
      for (unsigned i = 0; i < 4; i++) {
         if (i)
            comma(p);
         print_dst(p, !q->u8 && i >= 2, !q->u8 && i >= 2 ? "w1" : "w0");
         util_buf_printf(p->b, "%s.e%u%s", q->u8 ? ".u8" : ".f16", q->u8 ? i : i & 1, q->clamp >> i & 1 ? ".clamp" : "");
      }
   } else {
      for (unsigned k = 0; k < 2; k++) {
         if (k)
            comma(p);
         print_dst(p, k && q->wide, k && q->wide ? "w1" : "w0");
         if (!q->wide)
            util_buf_printf(p->b, "%s.e%u", q->u8 ? ".u8" : "", k ? q->kelem : q->jelem);
         util_buf_printf(p->b, ".%s%s", out[k][(k ? q->kout : q->jout) % 3], q->clamp >> k & 1 ? ".clamp" : "");
      }
   }
   if (!mad || u8mad) {
      comma(p);
      if (g->op[USC_MOV])
         print_dst(p, 1, "w1");
      else
         puts_buf(p->b, "_");
   }
   for (unsigned i = 0; i < (mad ? 12u : 8u); i++) {
      print_sop_arg(p, i, mad || q->u8);
      if (!mad && (i == 1 || i == 5))
         util_buf_printf(p->b, ", %s", ops[(i == 1 ? q->jop : q->kop) % USC_NUM_SOP_OPS]);
   }
   if (!mad || u8mad) {
      comma(p);
      if (g->op[USC_MOV])
         print_slot(p, u8mad ? 0 : 3, false);
      else
         puts_buf(p->b, "_");
   }
}

static void print_pack(struct printer *p)
{
   const struct usc_group *g = p->g;
   stmt(p);
   util_buf_printf(p->b, "pck.%s", g->pck_prog ? "prog" : usc_fmt_name[g->pck_fmt] ? usc_fmt_name[g->pck_fmt] : "?");
   print_suffixes(p, USC_PCK);
   puts_buf(p->b, " ft2");
   if (g->pck_fmt < USC_FMT_CONST0) {
      comma(p);
      print_select(p, g->is3);
   }
   if (g->pck_prog) {
      comma(p);
      print_select(p, USC_FTE);
   }
}

/* An operand of a test, with its element if that has to be named. */
static void print_tested(struct printer *p, unsigned select, bool f16, bool named, unsigned elem)
{
   comma(p);
   print_select(p, select);
   if (f16)
      puts_buf(p->b, ".f16");
   if (named || f16)
      util_buf_printf(p->b, ".e%u", elem);
}

static void print_test(struct printer *p)
{
   const struct usc_group *g = p->g;
   stmt(p);
   util_buf_printf(p->b, "tst%s.%s", g->tst_op < USC_NUM_TST_OPS ? usc_tst_op_name[g->tst_op] : "?",
                   g->tst_type < USC_NUM_TST_TYPES ? usc_tst_type_name[g->tst_type] : "?");
   print_suffixes(p, USC_TST);
   puts_buf(p->b, " ftt, ");
   puts_buf(p->b, g->tst_pwen ? "p0" : "_");
   if (g->tst_op != USC_TST_C)
      print_tested(p, g->is1 ? USC_FTE : USC_FT0, g->tst_f16 & 1, g->tst_elem, g->tst_elem);
   if (g->tst_op > USC_TST_C)
      print_tested(p, g->is2 ? USC_FTE : USC_FT1, g->tst_f16 & 2, g->tst_rhs, g->tst_rhs ? g->tst_rhs - 1u : g->tst_elem);
}

/* W1's sources do not matter if nothing takes W1, but they are printed if they are not zero. */
static void print_mov(struct printer *p)
{
   const struct usc_group *g = p->g;
   const bool w1 = usc_group_reads_w(g, 1), six = w1 || g->mov_w1;
   stmt(p);
   puts_buf(p->b, "mov");
   print_suffixes(p, USC_MOV);
   puts_buf(p->b, " ");
   print_dst(p, 0, "w0");
   print_mask(p);
   comma(p);
   if (six) {
      print_dst(p, 1, w1 ? "w1" : "_");
      comma(p);
   }
   print_select(p, g->mov_w0);
   if (six) {
      comma(p);
      print_select(p, g->mov_w1);
   }
   if (six || g->mov_mask != 0xf) {
      comma(p);
      print_select(p, g->is4);
   }
   if (six) {
      comma(p);
      print_select(p, g->is5);
   }
}

static void print_select_or_none(struct printer *p, bool some, unsigned select)
{
   if (some)
      print_select(p, select);
   else
      puts_buf(p->b, "_");
}

static void print_movc(struct printer *p)
{
   const struct usc_group *g = p->g;
   const bool w1 = usc_group_reads_w(g, 1);
   stmt(p);
   puts_buf(p->b, "movc");
   print_suffixes(p, USC_MOV);
   puts_buf(p->b, " ");
   print_dst(p, 0, "w0");
   if (g->mov_mask != 0xf)
      print_mask(p);
   comma(p);
   print_dst(p, 1, w1 ? "w1" : "_");
   puts_buf(p->b, ", ftt, ");
   print_select(p, g->mov_w0);
   comma(p);
   print_select_or_none(p, w1 || g->mov_w1, g->mov_w1);
   comma(p);
   print_select(p, g->is4);
   comma(p);
   print_select_or_none(p, w1 || g->is5, g->is5);
}

static void print_p2(struct printer *p)
{
   const struct usc_group *g = p->g;
   if (g->op[USC_PCK] == USC_OP_PCK)
      print_pack(p);
   else if (g->op[USC_PCK])
      print_op(p, USC_PCK);
   if (g->op[USC_TST])
      print_test(p);
   if (g->op[USC_MOV] == USC_OP_MOV)
      print_mov(p);
   else if (g->op[USC_MOV] == USC_OP_MOVC)
      print_movc(p);
}

static void declare(struct printer *p, unsigned n, unsigned select)
{
   static const char *const name[2] = {"w0", "w1"};
   stmt(p);
   puts_buf(p->b, "mov ");
   print_dst(p, n, name[n]);
   comma(p);
   print_select(p, select);
   puts_buf(p->b, ";");
}

static void print_main(struct printer *p)
{
   const struct usc_group *g = p->g;
   if (usc_op_info[g->op[USC_P0]].flags & USC_F_SOP)
      print_sop(p);
   else if (g->op[USC_P0])
      print_op(p, USC_P0);
   if (g->op[USC_P1])
      print_op(p, USC_P1);
   print_p2(p);
   if (g->op[USC_BE])
      print_op(p, USC_BE);
   if (g->op[USC_MOV] == USC_OP_MOV || g->op[USC_MOV] == USC_OP_MOVC)
      return;
   const unsigned driven = usc_driven(g);
   const bool w0 = !(driven & 1) && usc_group_reads_w(g, 0), w1 = !(driven & 2) && usc_group_reads_w(g, 1);
   if (w0 || (w1 && !(driven & 1)))
      declare(p, 0, g->is4);
   if (w1)
      declare(p, 1, g->is5);
}

static void print_bitwise(struct printer *p)
{
   const struct usc_group n = usc_normal(p->g);
   const struct usc_group *old = p->g;
   p->g = &n;
   for (unsigned s = 0; s < USC_GROUP_UNITS; s++)
      if (n.op[s])
         print_op(p, (enum usc_group_unit)s);
   for (unsigned i = 0; i < 2; i++) {
      if (!n.dst[i].bank)
         continue;
      stmt(p);
      puts_buf(p->b, "mov ");
      print_reg(p->b, n.dst[i]);
      util_buf_printf(p->b, ", ft%c;", i ? '3' : n.op[USC_SHIFT2] ? '5' : n.op[USC_LOGIC] ? '4' : '1');
   }
   p->g = old;
}

static void print_header(struct printer *p)
{
   static const char *const cond[4] = {"", "if (p0)", "(ignorepe)", "if (!p0)"};
   const struct usc_group *g = p->g;
   const struct usc_found *f = p->f;
   struct util_buf *b = p->b;
   const size_t start = b->len;
   puts_buf(b, cond[g->cc & 3]);
   const size_t after = b->len;
   struct usc_group rule = *g;
   rule.olchk = 0;
   if (after != start)
      puts_buf(b, " ");
   if (g->end && g->kind != USC_CONTROL)
      puts_buf(b, ".end");
   if (usc_rpt(g) > 1)
      util_buf_printf(b, ".rpt%u", usc_rpt(g));
   if (g->atom)
      puts_buf(b, ".atom");
   if (f->long_header)
      puts_buf(b, ".long");
   if (g->olchk && (g->olchk == 1) != usc_olchk_rule(&rule))
      puts_buf(b, g->olchk == 1 ? ".olchk" : ".noolchk");
   if (f->ph0clr)
      puts_buf(b, ".ph0clr");
   if (p->pins) {
      unsigned lower, upper;
      if (g->kind == USC_MAIN) {
         uint8_t iss = 0;
         for (unsigned i = 0; i < USC_NUM_ISS; i++)
            usc_bits_or(&iss, usc_iss_field[i].pos, usc_iss_field[i].width,
                        usc_member_get(g, (enum usc_member)usc_iss_field[i].member, USC_P0));
         util_buf_printf(b, ".iss(0x%02x)", iss);
      }
      usc_source_counts(g, &lower, &upper);
      if (f->form_lo)
         lower = usc_form[f->form_lo - 1].operands;
      if (f->form_hi)
         upper = usc_form[f->form_hi - 1].operands;
      if (lower) {
         puts_buf(b, ".src(");
         for (unsigned i = 0; i < lower; i++, puts_buf(b, " "))
            print_reg(b, g->src[i].bank ? g->src[i] : usc_c(0));
         puts_buf(b, "|");
         for (unsigned i = 0; i < upper; i++) {
            puts_buf(b, " ");
            print_reg(b, g->src[3 + i].bank ? g->src[3 + i] : usc_c(0));
         }
         if (g->kind == USC_MAIN)
            util_buf_printf(b, " | is0=s%u", g->is0);
         puts_buf(b, ")");
      }
      if (f->form_lo || f->form_hi || f->form_dst)
         util_buf_printf(b, ".form(%u,%u,%u)", f->form_lo ? usc_form[f->form_lo - 1].bytes : 0u,
                         f->form_hi ? usc_form[f->form_hi - 1].bytes : 0u, f->form_dst ? usc_form[f->form_dst - 1].bytes : 0u);
   }
   if (f->pad)
      util_buf_printf(b, ".pad(%u)", f->pad);
   if (after != start && b->len == after + 1) { /* no attribute: drop the blank */
      b->len--;
      b->data[b->len] = 0;
   }
   p->first = b->len == start;
}

void usc_print(struct util_buf *b, const struct usc_group *g, const struct usc_found *found, enum usc_level level,
               const char *sep)
{
   const struct usc_found none = {0};
   struct printer p = {b, g, found ? found : &none, level == USC_EXPLICIT, true, sep};
   print_header(&p);
   switch (g->kind) {
   case USC_MAIN: print_main(&p); break;
   case USC_BITWISE: print_bitwise(&p); break;
   default: print_op(&p, USC_CTRL); break;
   }
}

/* Does this text assemble to these bytes? */
static bool reproduces(struct util_ctx *ctx, const char *text, size_t len, const uint8_t *bytes, unsigned n)
{
   struct usc_group g;
   struct usc_found f;
   uint8_t out[USC_MAX_GROUP_BYTES];
   return usc_assemble_group(ctx, text, len, &g, &f, NULL, NULL) && usc_encode(&g, &f, out, NULL) == n &&
          memcmp(out, bytes, n) == 0;
}

/* Does this text assemble to this group, with the same source slots? */
static bool same_group(struct util_ctx *ctx, const char *text, size_t len, const struct usc_group *want)
{
   struct usc_group g, w = usc_normal(want);
   struct usc_found f;
   usc_drop_fillers(&w);
   if (!usc_assemble_group(ctx, text, len, &g, &f, NULL, NULL))
      return false;
   g = usc_normal(&g);
   return usc_group_equal(&g, &w);
}

void usc_print_exact(struct util_ctx *ctx, struct util_buf *b, const struct usc_group *g, const struct usc_found *found,
                     const char *sep)
{
   const struct usc_found none = {0};
   const size_t start = b->len;
   struct usc_group laid_out = *g; /* the bytes of a branch hold its byte offset */
   laid_out.has_label = 0;
   g = &laid_out;
   uint8_t bytes[USC_MAX_GROUP_BYTES];
   const unsigned n = usc_encode(g, found ? found : &none, bytes, NULL);
   usc_print(b, g, found, USC_PLAIN, sep);
   if (!n) { /* there are no bytes: the text has to give the same group */
      const struct usc_found plain = {0};
      if (same_group(ctx, b->data + start, b->len - start, g))
         return;
      b->len = start;
      usc_print(b, g, found ? found : &plain, USC_EXPLICIT, sep);
      return;
   }
   if (reproduces(ctx, b->data + start, b->len - start, bytes, n))
      return;
   b->len = start;
   usc_print(b, g, found, USC_EXPLICIT, sep);
   if (reproduces(ctx, b->data + start, b->len - start, bytes, n))
      return;
   b->len = start;
   puts_buf(b, ".byte");
   for (unsigned i = 0; i < n; i++)
      util_buf_printf(b, "%s 0x%02x", i ? "," : "", bytes[i]);
}

void usc_print_group(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p, uint32_t i)
{
   struct usc_found f = {0};
   if (p->found)
      f = p->found[i];
   if (i + 2 >= p->n)
      f.pad = 0; /* usc_layout() pads the last two groups anew */
   util_buf_printf(b, "%u :", (unsigned)i);
   const size_t head = b->len;
   if (p->text_only && p->g[i].has_label)
      usc_print(b, &p->g[i], &f, USC_PLAIN, "\n       ");
   else
      usc_print_exact(ctx, b, &p->g[i], &f, "\n       ");
   /* condition and attributes stay on the line of the number */
   const char c = b->data[head];
   const bool attrs =
       (c == '.' && strncmp(b->data + head, ".byte", 5) != 0) || c == '(' || strncmp(b->data + head, "if ", 3) == 0;
   const char *gap = attrs ? " " : "\n       ";
   const size_t n = b->len - head, k = strlen(gap);
   util_buf_add(b, gap, k); /* makes room */
   memmove(b->data + head + k, b->data + head, n);
   memcpy(b->data + head, gap, k);
   puts_buf(b, "\n");
}

void usc_print_prog(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p)
{
   for (uint32_t i = 0; i < p->n; i++)
      usc_print_group(ctx, b, p, i);
}
