/* SPDX-License-Identifier: MIT */
/*
 * Text to groups: the inverse of usc_print.c, driven by the same SYN and SUFFIX rows. A statement is a mnemonic with suffixes
 * and operands; statements end at a newline or ';'; '#' starts a comment. Slots that the text leaves open are inferred at the
 * end of the group in a fixed order (docs/usc-encoding.md "slot inference"). Every group is checked for legality.
 *
 * Cost: linear in the text; the only lookups are in the op table, whose size is constant.
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/text/usc_lex.h"

#include <stdlib.h>
#include <string.h>

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

bool usc_as_kind(struct usc_as *a, enum usc_kind kind, const char *at)
{
   if (a->started && a->g.kind != kind)
      return usc_as_bad(a, at, "main, bitwise and control ops do not share a group");
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

/* Other spellings of a suffix, of the document's listings and of other tools: the length taken, or 0. */
static size_t suffix_alias(const char *rest, size_t len, enum usc_op op, struct usc_group *g, enum usc_group_unit unit)
{
   static const struct {
      const char *text;
      uint8_t member, value;
   } alias[] = {{"f32", USC_M_f16, 0},
                {"rndzero", USC_M_pck_rtz, 1},
                {"ppld", USC_M_pplod, 1},
                {"ppl0d", USC_M_pplod, 1},
                {"gradients", USC_M_lodm, USC_LODM_GRADIENT},
                {"rawdata", USC_M_sbmode, 1},
                {"coeffs", USC_M_sbmode, 2}};
   for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++) {
      const size_t n = strlen(alias[i].text);
      if (n <= len && strncmp(rest, alias[i].text, n) == 0 && (n == len || rest[n] == '.') &&
          usc_op_has_member(op, (enum usc_member)alias[i].member)) {
         usc_member_set(g, (enum usc_member)alias[i].member, unit, alias[i].value, 0);
         return n;
      }
   }
   return 0;
}

/* Suffixes of an op: rest is ".a.b.c" or empty. */
bool usc_as_suffixes(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t len, const char *at)
{
   size_t alias;
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
         usc_member_set(&a->g, (enum usc_member)usc_suffix[best].member, unit, usc_suffix[best].value, 0);
      } else if ((alias = suffix_alias(rest + 1, len - 1, op, &a->g, unit)) != 0) {
         best_len = alias;
      } else if (len >= 5 && strncmp(rest + 1, "ext", 3) == 0 && usc_is_digit(rest[4]) && (len == 5 || rest[5] == '.')) {
         a->f.ext[unit] = (uint8_t)(rest[4] - '0');
         best_len = 4;
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

static bool shared4(struct usc_as *a, const struct usc_tok *t, uint8_t *number4, unsigned plus)
{
   if (t->kind != TOK_REG || t->o.bank != USC_SHARED || t->o.idx || t->o.index % 4 || t->o.index > 252)
      return usc_as_bad(a, t->at, "shared register with a number that is a multiple of 4 expected");
   *number4 = (uint8_t)(t->o.index / 4 + plus);
   return true;
}

/* One operand by its SYN word; '@' words are done in a second pass because they take what slots are left. */
static bool fixed_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, size_t len, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   const unsigned base = unit == USC_P1 && g->kind == USC_MAIN ? 3 : 0;
   uint8_t sel;
   switch (*w) {
   case 'T': return (t->kind == TOK_FT && t->num == (base ? 1u : 0u)) || usc_as_bad(a, t->at, "ft0 or ft1 expected");
   case 'a':
   case 'b':
   case 'c': return usc_as_place(a, t, base + (unsigned)(*w - 'a'), true);
   case 'A':
   case 'B':
   case 'C':
   case 'D':
   case 'E':
   case 'F':
      if ((t->kind == TOK_NONE && len < 2) ||
          (t->kind == TOK_NUM && *w == 'B' && g->op[unit] == USC_OP_BM_BYP && g->kind == USC_BITWISE))
         return usc_as_bad(a, t->at, "register expected"); /* byp of a number is the form with an immediate */
      if (g->op[unit] == USC_OP_FRED && t->kind == TOK_NUM && !g->red_part && !g->red_iter)
         return true; /* the document's listing names what part A does not read */
      return usc_as_place(a, t, (unsigned)(*w - 'A'), false);
   case 'X': return t->kind == TOK_FT ? usc_as_bad(a, t->at, "register expected") : usc_as_select_mods(a, t, &sel, &g->fte_mod);
   case 'y': return usc_as_select_mods(a, t, &g->is3, g->op[USC_PCK] == USC_OP_TOF64 ? NULL : &g->is3_mod);
   case 'z':
      return (t->kind == TOK_FT && t->num != FT_E) ? usc_as_bad(a, t->at, "register expected")
                                                   : usc_as_select_mods(a, t, &sel, &g->fte_mod);
   case 'W': return usc_as_dest(a, t, 0);
   case 'V': return (g->op[unit] == USC_OP_FRED && t->kind == TOK_FT) || usc_as_dest(a, t, 1); /* ft0 there: not written */
   case 'w': /* ft0: the spelling of the document's listings */
      g->w1 = t->num & 1;
      return t->kind == TOK_W || (t->kind == TOK_FT && t->num < 2) || usc_as_bad(a, t->at, "w0 or w1 expected");
   case 'K':
      g->cin = t->kind == TOK_P0;
      return t->kind == TOK_P0 || t->kind == TOK_NONE || usc_as_bad(a, t->at, "p0 or _ expected");
   case 'P':
      *(unit == USC_P0 ? &g->red_pwen : &g->vis_pwen) = t->kind == TOK_P0;
      return t->kind == TOK_P0 || t->kind == TOK_NONE || usc_as_bad(a, t->at, "p0 or _ expected");
   case 'p': return t->kind == TOK_P0 || usc_as_bad(a, t->at, "p0 expected");
   case 'd': g->drc = (uint8_t)t->num; return t->kind == TOK_DRC || usc_as_bad(a, t->at, "drc0 or drc1 expected");
   case 'm':
      g->mska = t->kind == TOK_FT && t->num == 1;
      return g->mska || t->kind == TOK_NONE || usc_as_bad(a, t->at, "ft1 or _ expected");
   case 'n':
      g->mskb = t->kind == TOK_INVERT;
      return g->mskb || t->kind == TOK_NONE || usc_as_bad(a, t->at, "ft1.invert or _ expected");
   case 's': g->csrc = t->kind == TOK_FT && t->num == 2; return g->csrc || usc_as_place(a, t, 2, false);
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
   case '?': {
      const enum usc_member m = usc_member_find(w + 1, len - 1);
      const uint32_t v = t->kind == TOK_P0 && m == USC_M_pcnd ? USC_PCND_P0 : t->num;
      if ((t->kind != TOK_NUM && v == t->num) || v > 255)
         return usc_as_bad(a, t->at, "small number expected");
      usc_member_set(g, m, unit, v, 0);
      return true;
   }
   case 'h': return shared4(a, t, w[4] == 't' ? &g->it_tex : &g->it_smp, 0);
   case 'H': return t->kind == TOK_NONE || shared4(a, t, w[4] == 'r' ? &g->it_raster : &g->it_forced, 1);
   case 'r':
      g->it_dest = (uint8_t)t->o.index;
      g->f16 |= t->f16;
      return (t->kind == TOK_REG && t->o.bank == USC_TEMP && !t->o.idx && t->o.index < 256) ||
             usc_as_bad(a, t->at, "temporary expected");
   case 'k': return ditr_coeff(a, t, &g->it_coeff, &g->it_cidx);
   case 'l': return ditr_coeff(a, t, &g->it_wcoeff, &g->it_widx);
   default:
      return (t->kind == TOK_FT && t->num == (unsigned)(*w - '0')) || usc_as_bad(a, t->at, "another feed-through expected");
   }
}

/* Format by its name or one of its other names; 32 if there is none. */
unsigned usc_as_format(const char *name, size_t n)
{
   static const struct {
      const char *text;
      uint8_t fmt;
   } alias[] = {{"zero", USC_FMT_CONST0},
                {"one", USC_FMT_CONST1},
                {"coveragemask", USC_FMT_COV},
                {"2f102f10f10", USC_FMT_2F10F10F10},
                {"f32_mask", USC_FMT_F32MASK}};
   for (unsigned f = 0; f < 32; f++)
      if (usc_fmt_name[f] && strncmp(usc_fmt_name[f], name, n) == 0 && !usc_fmt_name[f][n])
         return f;
   for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++)
      if (strncmp(alias[i].text, name, n) == 0 && !alias[i].text[n])
         return alias[i].fmt;
   return 32;
}

bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t rest_len,
                   const struct usc_tok *t, unsigned n, const char *at)
{
   struct usc_group *g = &a->g;
   if (!usc_as_kind(a, (enum usc_kind)usc_op_info[op].kind, at) || !usc_as_unit(a, unit, op, at))
      return false;
   if (op == USC_OP_UNPCK) {
      size_t k = 0;
      while (1 + k < rest_len && rest[1 + k] != '.')
         k++;
      const unsigned f = rest_len ? usc_as_format(rest + 1, k) : 32;
      if (rest_len < 2 || f == 32)
         return usc_as_bad(a, at, "unknown format");
      g->upk_fmt = (uint8_t)f;
      rest += 1 + k;
      rest_len -= 1 + k;
      if ((rest_len == 6 && strncmp(rest, ".scale", 6) == 0) || (rest_len == 10 && strncmp(rest, ".roundzero", 10) == 0) ||
          (rest_len == 8 && strncmp(rest, ".rndzero", 8) == 0)) {
         g->upk_scale = 1;
         rest_len = 0;
      }
   }
   if (op == USC_OP_NOP && rest_len == 4 && strncmp(rest, ".end", 4) == 0) {
      g->end = 1;
      rest_len = 0;
   }
   if (!usc_as_suffixes(a, op, unit, rest, rest_len, at))
      return false;
   for (unsigned pass = 0; pass < 2; pass++) {
      unsigned i = 0;
      for (const char *s = usc_syntax[op]; s && *s;) {
         const size_t len = strcspn(s, " ");
         if (i >= n || (*s == '?' && t[i].kind != TOK_NUM)) {
            /* what may be left out: a carry and other things at the end, an optional number anywhere */
            if (*s != 'K' && *s != '?' && *s != 'H')
               return usc_as_bad(a, at, "operand missing");
            s += len;
            s += *s == ' ';
            continue;
         } else if (*s == '@') {
            uint8_t *sel = s[1] == 'a' ? &g->sel_a : s[1] == 'b' ? &g->sel_b : s[1] == 'c' ? &g->sel_c : &g->sel_d;
            unsigned found = 0;
            if (pass && t[i].kind == TOK_NONE && s[1] == 'c')
               ;
            else if (pass) {
               if (!usc_as_place_free(a, &t[i], usc_choice(op, s[1]), NULL, &found))
                  return false;
               *sel = (uint8_t)found;
            } else if (t[i].kind != TOK_REG && !(s[1] == 'c' && t[i].kind == TOK_NONE)) {
               return usc_as_bad(a, t[i].at, "register expected");
            }
         } else if (!pass && !fixed_operand(a, unit, s, len, &t[i])) {
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

bool usc_as_op(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
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
   const size_t stem = strncmp(name, "smp", 3) == 0 ? 3 : strncmp(name, "itrsmp", 6) == 0 ? 6 : 0;
   const size_t dot = stem && name[stem] == '.'; /* "smp.2d" */
   if (stem && len >= stem + dot + 2 && name[stem + dot] >= '1' && name[stem + dot] <= '3' && name[stem + dot + 1] == 'd') {
      dim = (unsigned)(name[stem + dot] - '0');
      best = stem;
      rest = m + stem + dot + 2;
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
      enum usc_group_unit unit = (enum usc_group_unit)usc_op_info[op].unit;
      if (unit == USC_P0 && (usc_op_info[op].flags & USC_F_P1) && n && t[0].kind == TOK_FT && t[0].num == 1)
         unit = USC_P1;
      if (unit == USC_P0 && (usc_op_info[op].flags & USC_F_COMPLEX) && saved.started && saved.g.kind == USC_MAIN &&
          saved.g.op[USC_P0])
         unit = USC_P1; /* optional cores */
      *a = saved;
      a->g.dim = (uint8_t)(dim ? dim : saved.g.dim);
      a->g.link |= link;
      a->g.abs |= abs;
      if (usc_as_try_op(a, (enum usc_op)op, unit, rest, (size_t)(m + len - rest), t, n, m))
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
   const char *at = a->stmt = a->p;
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
         usc_as_continuation(a);
      } else if (a->p < a->end && *a->p != '\n' && *a->p != ';') {
         return usc_as_bad(a, a->p, "',' expected");
      }
   }
   usc_as_normalise(m, &len, sizeof m, t, &n);
   const size_t head = strcspn(m, ".");
   bool ok;
   if (head == 3 && strncmp(m, "mov", 3) == 0)
      ok = usc_as_mov(a, m, len, t, n);
   else if (head == 4 && strncmp(m, "movc", 4) == 0)
      ok = usc_as_movc(a, m, len, t, n);
   else if (head == 3 && strncmp(m, "pck", 3) == 0)
      ok = usc_as_pck(a, m, len, t, n);
   else if (head > 3 && strncmp(m, "tst", 3) == 0)
      ok = usc_as_tst(a, m, len, t, n);
   else if ((head == 6 && strncmp(m, "f16sop", 6) == 0) || (len == 3 && strncmp(m, "sop", 3) == 0))
      ok = usc_as_sop(a, m, len, t, n);
   else
      ok = usc_as_op(a, m, len, t, n);
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

/*
 * Where the text breaks rule r: the operand without which, or with a plain register instead of which, the group breaks another rule
 * or none; else the op without which it does; else the group.
 */
static const char *culprit(const struct usc_as *a, enum usc_violation r, const char *at)
{
   for (unsigned i = 0; i < 8 + USC_GROUP_UNITS; i++) {
      struct usc_group g = a->g;
      const char *here = i < 6 ? a->src_at[i] : i < 8 ? a->dst_at[i - 6] : a->op_at[i - 8];
      if (!here)
         continue;
      if (i < 6)
         g.src[i] = usc_r(0);
      else if (i < 8)
         g.dst[i - 6] = usc_none();
      else
         g.op[i - 8] = USC_OP_NONE;
      if (usc_check(&g) != r)
         return here;
   }
   return at;
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
         if (!usc_as_place_free(a, &t, usc_is0_free, usc_is0_same, &slot))
            return false;
         g->is0 = (uint8_t)slot;
      }
   }
   if (a->movc5 && !a->declared) { /* "last phase present", "second to last phase present" (ISR 3) */
      const uint8_t last = g->op[USC_PCK] ? USC_FT2 : g->op[USC_P1] ? USC_FT1 : USC_FT0;
      g->is4 = last;
      g->is5 = last == USC_FT2 && g->op[USC_P1] ? USC_FT1 : USC_FT0;
   }
   usc_drop_fillers(g);
   if (a->iss >= 0)
      for (unsigned i = 0; i < USC_NUM_ISS; i++)
         usc_member_set(g, (enum usc_member)usc_iss_field[i].member, USC_P0,
                        (unsigned)a->iss >> usc_iss_field[i].pos & ((1u << usc_iss_field[i].width) - 1), 0);
   want_form(a, 0, false, a->src_count[0], &a->f.form_lo);
   want_form(a, 1, false, a->src_count[1], &a->f.form_hi);
   want_form(a, 2, true, (g->dst[0].bank != 0) + (g->dst[1].bank != 0), &a->f.form_dst);
   const enum usc_violation r = usc_check(g);
   return r && r != USC_V_NO_ENCODING ? usc_as_bad(a, culprit(a, r, at), usc_violation_text(r)) : true;
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
   a->movc5 = false;
   memset(a->form, 0, sizeof a->form);
   memset(a->src_count, 0, sizeof a->src_count);
   memset(a->src_at, 0, sizeof a->src_at);
   memset(a->dst_at, 0, sizeof a->dst_at);
   memset(a->op_at, 0, sizeof a->op_at);
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
      if (a->p < a->end && *a->p == ':') { /* " : " in front of a line: left over from a listing */
         a->p++;
         continue;
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
   uint32_t num_labels = 0, cap_labels = 0, num_uses = 0, cap_uses = 0, cap_found = p->found ? p->found_cap : 0, cap_at = 0;
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
      usc_as_blanks(&a);
      const uint32_t at = (uint32_t)(a.p - text);
      if (!group(&a))
         break;
      uint32_t num_at = p->n;
      UTIL_PUSH(ctx, p->at, num_at, cap_at, at);
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
