/* SPDX-License-Identifier: MIT */
/*
 * The printer: groups as canonical text (docs/usc-encoding.md, "text"), by the OP, OPERAND, MNEMONIC and SUFFIX rows of
 * usc_isa.def. The declarations of W0 and W1 follow the operations.
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

static void put_text(struct util_buf *b, const char *s)
{
   util_buf_add(b, s, strlen(s));
}

static void print_reg(struct util_buf *b, struct usc_opd o)
{
   static const char *const bank[USC_NUM_BANKS] = {"_", "", "r", "vi", "cf", "sh", "cfa", "idx", "o", "dc", "%"};
   uint32_t bits;
   if (o.bank >= USC_NUM_BANKS || o.bank == USC_NONE) {
      put_text(b, "_");
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
      put_text(b, ".flr");
   if (mod & USC_MOD_ABS)
      put_text(b, ".abs");
   if (mod & USC_MOD_NEG)
      put_text(b, ".neg");
}

/* Prints a source slot; an unused one is c0. */
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

static void print_slot_if(struct printer *p, bool used, unsigned slot)
{
   if (used)
      print_slot(p, slot, false);
   else
      put_text(p->b, "_");
}

/* Prints the feed-through line of a USC_FTn code, or for FTE the register on it. */
static void print_select(struct printer *p, unsigned ft)
{
   if (ft != USC_FTE)
      util_buf_printf(p->b, "ft%u", ft);
   else if (usc_op_info[p->g->op[USC_P0]].flags & USC_F_HI)
      put_text(p->b, "fte");
   else
      print_slot(p, p->g->is0, false);
}

static void begin_statement(struct printer *p)
{
   if (!p->first)
      put_text(p->b, p->sep);
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
      put_text(p->b, none);
   if (p->g->dst[n].mod & USC_MOD_F16) {
      put_text(p->b, ".f16");
      for (unsigned i = 0; i < 2; i++)
         if (p->g->dst[n].elem >> i & 1)
            util_buf_printf(p->b, ".e%u", i);
   }
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

/* Prints a register whose number is a member: in units of 4 unless it is a temporary, and plus 1 if it is optional. */
static void print_register(struct printer *p, const struct usc_operand *o, char letter, uint32_t v)
{
   const unsigned idx = o->member == USC_M_NONE ? 0 : usc_member_get(p->g, (enum usc_member)o->member, USC_CTRL);
   struct usc_opd reg = usc_opd((enum usc_bank)o->extra, (v - (letter == '!')) * (o->extra == USC_TEMP ? 1 : 4));
   reg.idx = (uint8_t)(idx <= 2 ? idx : 0);
   print_reg(p->b, letter == '!' && !v ? usc_none() : reg);
}

/* Prints an operand of a test, with its element unless that is the default. */
static void print_tested(struct printer *p, unsigned n)
{
   const struct usc_group *g = p->g;
   const bool f16 = g->tst_f16 >> n & 1;
   print_select(p, (n ? g->is2 : g->is1) ? USC_FTE : n ? USC_FT1 : USC_FT0);
   if (f16)
      put_text(p->b, ".f16");
   if (f16 || (n ? g->tst_rhs : g->tst_elem))
      util_buf_printf(p->b, ".e%u", n && g->tst_rhs ? g->tst_rhs - 1u : g->tst_elem);
}

/* Prints the destination of mov, always with a mask, or of movc. */
static void print_masked_dst(struct printer *p, const char *w)
{
   const unsigned mask = p->g->mov_mask;
   print_dst(p, 0, "w0");
   if (!mask)
      put_text(p->b, ".enone");
   for (unsigned i = 0; i < 4; i++)
      if (mask >> i & 1 && (w[1] != '?' || mask != 0xf))
         util_buf_printf(p->b, ".e%u", i);
}

static void print_sum(struct printer *p, unsigned k)
{
   static const char *const out[2][3] = {{"joutj", "jouta", "joutb"}, {"koutk", "koutc", "koutd"}};
   const struct usc_sop *q = &p->g->sop;
   print_dst(p, k && q->wide, k && q->wide ? "w1" : "w0");
   if (!q->wide)
      util_buf_printf(p->b, "%s.e%u", q->u8 ? ".u8" : "", k ? q->kelem : q->jelem);
   util_buf_printf(p->b, ".%s%s", out[k][(k ? q->kout : q->jout) % 3], q->clamp >> k & 1 ? ".clamp" : "");
}

static void print_mad(struct printer *p, unsigned i)
{
   const struct usc_sop *q = &p->g->sop;
   const bool w1 = !q->u8 && i >= 2;
   print_dst(p, w1, w1 ? "w1" : "w0");
   util_buf_printf(p->b, "%s.e%u%s", q->u8 ? ".u8" : ".f16", q->u8 ? i : i & 1, q->clamp >> i & 1 ? ".clamp" : "");
}

static void print_factor(struct printer *p, unsigned i)
{
   const struct usc_sop_arg a = p->g->sop.arg[i];
   const bool typed = p->g->sop.u8 || usc_sop_args(p->g) == 12;
   if (a.slot == USC_SOP_ZERO || a.slot == USC_SOP_Z)
      put_text(p->b, a.slot == USC_SOP_Z ? "z" : "0");
   else
      print_slot(p, a.slot, false);
   if (a.type)
      util_buf_printf(p->b, "%s.e%u", a.type == USC_SOP_U8 ? ".u8" : typed ? ".f16" : "", a.elem);
   print_mods(p->b, (a.flr ? USC_MOD_FLR : 0u) | (a.abs ? USC_MOD_ABS : 0u));
   util_buf_printf(p->b, "%s%s%s", a.clamp ? ".clamp" : "", a.oneminus ? ".oneminus" : "", a.neg ? ".neg" : "");
}

static void print_operand(struct printer *p, enum usc_group_unit unit, const char *w)
{
   static const char *const sop_op[USC_NUM_SOP_OPS] = {"add", "sub", "min", "max", "rsub"};
   const struct usc_operand *o = &usc_operand[(unsigned char)*w];
   const struct usc_group *g = p->g;
   const enum usc_member m = usc_word_member(w);
   const uint32_t v = m == USC_M_NONE ? 0 : usc_member_get(g, m, unit);
   const unsigned number = (unsigned)(w[1] - '0');
   switch ((enum usc_style)o->style) {
   case USC_S_WORD: {
      const char *second = strchr(o->words, ' ');
      util_buf_printf(p->b, "%.*s", v ? 99 : (int)strcspn(o->words, " "), v ? second + 1 : o->words);
      break;
   }
   case USC_S_LINE: util_buf_printf(p->b, "ft%u", unit); break;
   case USC_S_SOURCE: print_slot(p, (unit == USC_P1 ? 3u : 0u) + o->extra, true); break;
   case USC_S_SLOT: print_slot_if(p, w[1] != '?' || g->src[o->extra].bank, o->extra); break;
   case USC_S_COUNTED:
      if (v)
         put_text(p->b, o->words);
      else
         print_slot(p, o->extra, false);
      break;
   case USC_S_FREE:
      /* only tiled stores have a mask */
      print_slot_if(p, w[1] != 'c' || g->tiled, usc_member_get(g, (enum usc_member)(USC_M_sel_a + (w[1] - 'a')), unit) % 6);
      break;
   case USC_S_SELECT:
   case USC_S_EXTERNAL:
      if (w[1] == '?' && !v && !usc_group_reads_w(g, 1))
         put_text(p->b, "_");
      else if (o->style == USC_S_EXTERNAL)
         print_slot(p, g->is0, false);
      else
         print_select(p, m == USC_M_NONE ? USC_FTE : v);
      if (o->extra != USC_M_NONE)
         print_mods(p->b, usc_member_get(g, (enum usc_member)o->extra, unit));
      break;
   case USC_S_TESTED: print_tested(p, o->extra); break;
   case USC_S_DEST:
      if (m == USC_M_mov_mask)
         print_masked_dst(p, w);
      else
         print_dst(p, o->extra, *o->words == 'w' && !usc_group_reads_w(g, 1) ? "_" : o->words);
      break;
   case USC_S_NUMBER: util_buf_printf(p->b, "%u", (unsigned)v); break;
   case USC_S_IMMEDIATE: util_buf_printf(p->b, g->kind == USC_BITWISE ? "0x%x" : "%u", (unsigned)g->imm); break;
   case USC_S_BRANCH: print_branch(p); break;
   case USC_S_REGISTER: print_register(p, o, *w, v); break;
   case USC_S_SUM: print_sum(p, number); break;
   case USC_S_MAD: print_mad(p, number); break;
   case USC_S_FACTOR: print_factor(p, number); break;
   case USC_S_SUM_OP: put_text(p->b, sop_op[(o->extra ? g->sop.kop : g->sop.jop) % USC_NUM_SOP_OPS]); break;
   case USC_S_MOVED:
      if (g->op[USC_MOV])
         print_dst(p, 1, o->words);
      else
         put_text(p->b, "_");
      break;
   case USC_S_MOVE_FROM: print_slot_if(p, g->op[USC_MOV], o->extra); break;
   case USC_S_NONE: break;
   }
}

static const char *mnemonic_of(const struct usc_group *g, enum usc_group_unit unit)
{
   for (const struct usc_mnemonic *m = usc_mnemonic; m < usc_mnemonic + usc_num_mnemonics; m++)
      if (m->op == g->op[unit] && usc_member_get(g, (enum usc_member)m->member[0], unit) == m->value[0] &&
          (m->member[1] == USC_M_NONE || usc_member_get(g, (enum usc_member)m->member[1], unit) == m->value[1]))
         return m->text;
   return usc_op_info[g->op[unit]].name;
}

static void print_op(struct printer *p, enum usc_group_unit unit)
{
   const struct usc_group *g = p->g;
   const enum usc_op op = (enum usc_op)g->op[unit];
   begin_statement(p);
   put_text(p->b, mnemonic_of(g, unit));
   if (op == USC_OP_NOP && g->end)
      put_text(p->b, ".end");
   if (usc_op_info[op].flags & USC_F_SOP)
      util_buf_printf(p->b, "%s%s", g->sop.zabs ? ".zabs" : "", g->sop.zclamp ? ".zclamp" : "");
   if (op == USC_OP_UNPCK || op == USC_OP_PCK) {
      const unsigned fmt = op == USC_OP_PCK ? g->pck_fmt : g->upk_fmt;
      util_buf_printf(p->b, ".%s", op == USC_OP_PCK && g->pck_prog ? "prog" : usc_fmt_name[fmt] ? usc_fmt_name[fmt] : "?");
      if (op == USC_OP_UNPCK && g->upk_scale) /* the meaning of this bit depends on the format */
         put_text(p->b, fmt == USC_FMT_U32 || fmt == USC_FMT_S32 ? ".roundzero" : ".scale");
   }
   print_suffixes(p, unit);
   const char *sep = " ";
   for (const char *w = usc_operands(op, usc_operand_form(g, op, 0)); *w && *w != '|'; w += usc_word_len(w), w += *w == ' ') {
      if ((*w == '?' && !usc_member_get(g, usc_word_member(w), unit)) ||
          (*w == '!' && !g->it_forced && (!g->it_raster || usc_word_member(w) == USC_M_it_forced)))
         continue;
      put_text(p->b, sep);
      sep = ", ";
      print_operand(p, unit, w);
   }
   if (g->kind == USC_MAIN && unit == USC_BE)
      put_text(p->b, ";");
}

static void print_declaration(struct printer *p, unsigned n, unsigned select)
{
   begin_statement(p);
   put_text(p->b, "mov ");
   print_dst(p, n, n ? "w1" : "w0");
   put_text(p->b, ", ");
   print_select(p, select);
   put_text(p->b, ";");
}

static void print_main(struct printer *p)
{
   const struct usc_group *g = p->g;
   const bool has_sop = usc_op_info[g->op[USC_P0]].flags & USC_F_SOP; /* prints its move as an operand */
   for (unsigned unit = USC_P0; unit <= USC_BE; unit++)
      if (g->op[unit] && !(unit == USC_MOV && has_sop))
         print_op(p, (enum usc_group_unit)unit);
   if (g->op[USC_MOV] == USC_OP_MOV || g->op[USC_MOV] == USC_OP_MOVC)
      return;
   const unsigned driven = usc_driven(g);
   const bool w0 = !(driven & 1) && usc_group_reads_w(g, 0), w1 = !(driven & 2) && usc_group_reads_w(g, 1);
   if (w0 || (w1 && !(driven & 1)))
      print_declaration(p, 0, g->is4);
   if (w1)
      print_declaration(p, 1, g->is5);
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
      begin_statement(p);
      put_text(p->b, "mov ");
      print_reg(p->b, n.dst[i]);
      util_buf_printf(p->b, ", ft%c;", i ? '3' : n.op[USC_SHIFT2] ? '5' : n.op[USC_LOGIC] ? '4' : '1');
   }
   p->g = old;
}

static unsigned form_bytes(unsigned form_plus_1)
{
   return form_plus_1 ? usc_form[form_plus_1 - 1].bytes : 0;
}

/* Attributes that fix the choices of the assembler: internal selects, source slots, forms. */
static void print_pins(struct printer *p)
{
   const struct usc_group *g = p->g;
   const struct usc_found *f = p->f;
   unsigned count[2];
   if (g->kind == USC_MAIN) {
      uint8_t iss = 0;
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         usc_bits_or(&iss, usc_iss_field[i].pos, usc_iss_field[i].width,
                     usc_member_get(g, (enum usc_member)usc_iss_field[i].member, USC_P0));
      util_buf_printf(p->b, ".iss(0x%02x)", iss);
   }
   usc_source_counts(g, &count[0], &count[1]);
   if (f->form_lo)
      count[0] = usc_form[f->form_lo - 1].operands;
   if (f->form_hi)
      count[1] = usc_form[f->form_hi - 1].operands;
   for (unsigned half = 0; count[0] && half < 2; half++) {
      put_text(p->b, half ? " |" : ".src(");
      for (unsigned i = 0; i < count[half]; i++) {
         const struct usc_opd o = g->src[3 * half + i];
         put_text(p->b, half || i ? " " : "");
         print_reg(p->b, o.bank ? o : usc_c(0));
      }
   }
   if (count[0] && g->kind == USC_MAIN)
      util_buf_printf(p->b, " | is0=s%u", g->is0);
   if (count[0])
      put_text(p->b, ")");
   if (f->form_lo || f->form_hi || f->form_dst)
      util_buf_printf(p->b, ".form(%u,%u,%u)", form_bytes(f->form_lo), form_bytes(f->form_hi), form_bytes(f->form_dst));
}

static void print_header(struct printer *p)
{
   static const char *const cond[4] = {"", "if (p0)", "(ignorepe)", "if (!p0)"};
   const struct usc_group *g = p->g;
   const struct usc_found *f = p->f;
   struct util_buf *b = p->b;
   const size_t start = b->len;
   put_text(b, cond[g->cc & 3]);
   const size_t after = b->len;
   struct usc_group rule = *g;
   rule.olchk = 0;
   if (after != start)
      put_text(b, " ");
   if (g->end && g->kind != USC_CONTROL)
      put_text(b, ".end");
   if (usc_rpt(g) > 1)
      util_buf_printf(b, ".rpt%u", usc_rpt(g));
   if (g->atom)
      put_text(b, ".atom");
   if (f->long_header)
      put_text(b, ".long");
   if (g->olchk && (g->olchk == 1) != usc_olchk_rule(&rule))
      put_text(b, g->olchk == 1 ? ".olchk" : ".noolchk");
   if (f->ph0clr)
      put_text(b, ".ph0clr");
   if (p->pins)
      print_pins(p);
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

/* True if the text assembles to these bytes or, without bytes, to this group with the same source slots. */
static bool is_reproduced(struct util_ctx *ctx, const struct util_buf *b, size_t start, const struct usc_group *want,
                          const uint8_t *bytes, unsigned n)
{
   struct usc_group g, w = usc_normal(want);
   struct usc_found f;
   uint8_t out[USC_MAX_GROUP_BYTES];
   if (usc_assemble_group(ctx, b->data + start, b->len - start, &g, &f, NULL))
      return false;
   if (n)
      return usc_encode(&g, &f, out, NULL) == n && memcmp(out, bytes, n) == 0;
   usc_drop_fillers(&w);
   g = usc_normal(&g);
   return usc_group_equal(&g, &w);
}

void usc_print_exact(struct util_ctx *ctx, struct util_buf *b, const struct usc_group *g, const struct usc_found *found,
                     const char *sep)
{
   const struct usc_found none = {0};
   const size_t start = b->len;
   struct usc_group laid_out = *g; /* a branch is encoded with its byte offset */
   laid_out.has_label = 0;
   uint8_t bytes[USC_MAX_GROUP_BYTES];
   const unsigned n = usc_encode(&laid_out, found ? found : &none, bytes, NULL);
   usc_print(b, &laid_out, found, USC_PLAIN, sep);
   if (is_reproduced(ctx, b, start, &laid_out, bytes, n))
      return;
   b->len = start;
   usc_print(b, &laid_out, found, USC_EXPLICIT, sep);
   if (!n || is_reproduced(ctx, b, start, &laid_out, bytes, n))
      return;
   b->len = start;
   for (unsigned i = 0; i < n; i++)
      util_buf_printf(b, "%s 0x%02x", i ? "," : ".byte", bytes[i]);
}

void usc_print_group(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p, uint32_t i)
{
   struct usc_found f = {0};
   struct util_buf text;
   if (p->found)
      f = p->found[i];
   if (i + 2 >= p->n)
      f.pad = 0; /* usc_layout() pads the last two groups anew */
   util_buf_init(&text, ctx);
   if (p->text_only && p->g[i].has_label)
      usc_print(&text, &p->g[i], &f, USC_PLAIN, "\n       ");
   else
      usc_print_exact(ctx, &text, &p->g[i], &f, "\n       ");
   /* condition and attributes stay on the line of the number */
   const char *s = text.data;
   const bool has_head = (*s == '.' && strncmp(s, ".byte", 5) != 0) || *s == '(' || strncmp(s, "if ", 3) == 0;
   util_buf_printf(b, "%u :%s%s\n", (unsigned)i, has_head ? " " : "\n       ", s);
}

void usc_print_prog(struct util_ctx *ctx, struct util_buf *b, const struct usc_prog *p)
{
   for (uint32_t i = 0; i < p->n; i++)
      usc_print_group(ctx, b, p, i);
}
