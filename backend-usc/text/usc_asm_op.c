/* SPDX-License-Identifier: MIT */
/* Reads a statement as an operation: mnemonic, suffixes, and the operands by the OP and OPERAND rows of usc_isa.def. */
#include "backend-usc/text/usc_asm.h"

/* ---- suffixes ------------------------------------------------------------------------------------------------------------ */

/* Spellings of the document's listings and of other tools. */
static const struct usc_suffix suffix_alias[] = {
    {"f32", USC_M_f16, 0},
    {"rndzero", USC_M_pck_rtz, 1},
    {"ppld", USC_M_pplod, 1},
    {"ppl0d", USC_M_pplod, 1},
    {"gradients", USC_M_lodm, USC_LODM_GRADIENT},
    {"rawdata", USC_M_sbmode, 1},
    {"coeffs", USC_M_sbmode, 2},
    /* the name of this bit depends on the format */
    {"scale", USC_M_upk_scale, 1},
    {"roundzero", USC_M_upk_scale, 1},
    {"rndzero", USC_M_upk_scale, 1},
};

/* True if the text starts with this name, followed by its end or a dot. */
static bool starts_with(const char *text, const char *name)
{
   const size_t n = strlen(name);
   return strncmp(text, name, n) == 0 && (!text[n] || text[n] == '.');
}

/* The longest suffix of the operation that the text starts with, or NULL. */
static const struct usc_suffix *find_suffix(const struct usc_suffix *list, unsigned num, enum usc_op op, const char *text)
{
   const struct usc_suffix *best = NULL;
   for (const struct usc_suffix *s = list; s < list + num; s++)
      if (usc_op_has_member(op, (enum usc_member)s->member) && starts_with(text, s->text) &&
          (!best || strlen(s->text) > strlen(best->text)))
         best = s;
   return best;
}

/* Reads a suffix without a row. Returns its length, or 0. */
static size_t special_suffix(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *s)
{
   if (strncmp(s, "ext", 3) == 0 && cg_lex_is_digit(s[3]) && (!s[4] || s[4] == '.')) {
      a->f.ext[unit] = (uint8_t)(s[3] - '0');
      return 4;
   }
   if (op == USC_OP_NOP && strcmp(s, "end") == 0)
      return a->g.end = 1, 3;
   if (op == USC_OP_F16SOP_U8 && starts_with(s, "zabs"))
      return a->g.sop.zabs = 1, 4;
   if (op == USC_OP_F16SOP_U8 && starts_with(s, "zclamp"))
      return a->g.sop.zclamp = 1, 6;
   return 0;
}

static bool read_suffixes(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *text)
{
   for (size_t n; *text; text += n + 1) {
      const struct usc_suffix *s = find_suffix(usc_suffix, usc_num_suffixes, op, text + 1);
      if (!s)
         s = find_suffix(suffix_alias, sizeof suffix_alias / sizeof *suffix_alias, op, text + 1);
      if (s)
         usc_member_set(&a->g, (enum usc_member)s->member, unit, s->value, 0);
      n = s ? strlen(s->text) : special_suffix(a, op, unit, text + 1);
      if (!n)
         return usc_as_bad_stmt(a, "unknown suffix");
   }
   return true;
}

/* Reads the format, which is the first suffix of pck and unpck, and moves *suffixes after it. */
static bool read_format(struct usc_as *a, enum usc_op op, const char **suffixes)
{
   static const struct {
      const char *text;
      uint8_t fmt;
   } alias[] = {{"zero", USC_FMT_CONST0},
                {"one", USC_FMT_CONST1},
                {"coveragemask", USC_FMT_COV},
                {"2f102f10f10", USC_FMT_2F10F10F10},
                {"f32_mask", USC_FMT_F32MASK}};
   const char *name = *suffixes + 1;
   unsigned f = 0;
   if (!**suffixes)
      return usc_as_bad_stmt(a, "format missing");
   if (op == USC_OP_PCK && starts_with(name, "prog")) {
      a->g.pck_prog = 1;
   } else {
      while (f < 32 && !(usc_fmt_name[f] && starts_with(name, usc_fmt_name[f])))
         f++;
      for (unsigned i = 0; i < sizeof alias / sizeof *alias; i++)
         if (starts_with(name, alias[i].text))
            f = alias[i].fmt;
      if (f == 32)
         return usc_as_bad_stmt(a, "unknown format");
   }
   *(op == USC_OP_PCK ? &a->g.pck_fmt : &a->g.upk_fmt) = (uint8_t)f;
   *suffixes = name + strcspn(name, ".");
   return true;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static bool read_word(struct usc_as *a, const struct usc_operand *o, enum usc_group_unit unit, const struct usc_tok *t)
{
   const char *first = o->words, *second = strchr(first, ' ');
   const size_t n = strcspn(first, " ");
   const char *word = t->word ? t->word : "";
   if (t->kind == TOK_FT && t->num < 2 && *first == 'w') /* the document's listings say ft0 */
      word = t->num ? "w1" : "w0";
   const bool is_second = second && strcmp(word, second + 1) == 0;
   if (!is_second && (strncmp(word, first, n) != 0 || word[n]))
      return usc_as_bad(a, t->at,
                        util_printf(a->ctx, "%.*s%s%s expected", (int)n, first, second ? " or" : "", second ? second : ""));
   if (o->member != USC_M_NONE)
      usc_member_set(&a->g, (enum usc_member)o->member, unit, is_second, 0);
   return true;
}

static bool read_slot(struct usc_as *a, const struct usc_operand *o, enum usc_group_unit unit, const char *w,
                      const struct usc_tok *t)
{
   const struct usc_group *g = &a->g;
   if ((t->kind == TOK_NONE && w[1] != '?') || (t->kind == TOK_NUM && *w == 'B' && g->op[unit] == USC_OP_BM_BYP))
      return usc_as_bad(a, t->at, "register expected"); /* byp of a number is the operation with an immediate */
   if (g->op[unit] == USC_OP_FRED && t->kind == TOK_NUM && !g->red_part && !g->red_iter)
      return true; /* a listing of the document names an operand that part A does not read */
   return usc_as_place(a, t, o->extra, false);
}

static bool read_select(struct usc_as *a, const struct usc_operand *o, enum usc_group_unit unit, const char *w,
                        const struct usc_tok *t)
{
   const bool has_mods = o->extra != USC_M_NONE && a->g.op[unit] != USC_OP_TOF64;
   uint8_t select, mods = 0;
   if (t->kind == TOK_NONE && w[1] == '?')
      return true;
   if (o->member == USC_M_NONE && t->kind == TOK_FT && (t->num != FT_E || o->style == USC_S_EXTERNAL))
      return usc_as_bad(a, t->at, "register expected");
   if (!usc_as_select(a, t, &select, has_mods ? &mods : NULL))
      return false;
   if (has_mods)
      usc_member_set(&a->g, (enum usc_member)o->extra, unit, mods, 0);
   if (o->member != USC_M_NONE)
      usc_member_set(&a->g, (enum usc_member)o->member, unit, select, 0);
   return true;
}

static bool read_tested(struct usc_as *a, const struct usc_operand *o, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   uint8_t select, elem;
   if (!usc_as_element(a, t, &elem) || !usc_as_select(a, t, &select, NULL))
      return false;
   if (!o->extra)
      g->tst_elem = elem;
   else if (elem != g->tst_elem && (t->mask || t->f16))
      g->tst_rhs = (uint8_t)(elem + 1);
   if (t->f16)
      g->tst_f16 |= (uint8_t)(1u << o->extra);
   if (select != USC_FTE && select != (o->extra ? USC_FT1 : USC_FT0))
      return usc_as_bad(a, t->at, "the operands of a test are ft0, ft1 or the external source");
   *(o->extra ? &g->is2 : &g->is1) = select == USC_FTE;
   return true;
}

static bool read_dest(struct usc_as *a, const struct usc_operand *o, enum usc_group_unit unit, const struct usc_tok *t)
{
   if (o->member == USC_M_mov_mask)
      a->g.mov_mask = t->enone ? 0 : t->mask ? t->mask : 0xf;
   return (o->extra && a->g.op[unit] == USC_OP_FRED && t->kind == TOK_FT) || usc_as_dest(a, t, o->extra);
}

/* Reads the target of a branch: the number or name of a group, or a byte offset. */
static bool read_branch(struct usc_as *a, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
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
}

static bool read_number(struct usc_as *a, enum usc_group_unit unit, const char *w, const struct usc_tok *t)
{
   const enum usc_member m = usc_word_member(w);
   const uint32_t v = t->kind == TOK_P0 && m == USC_M_pcnd ? USC_PCND_P0 : t->num;
   if ((t->kind != TOK_NUM && v == t->num) || v > 255)
      return usc_as_bad(a, t->at, "small number expected");
   usc_member_set(&a->g, m, unit, v, 0);
   return true;
}

static bool read_register(struct usc_as *a, const struct usc_operand *o, const char *w, const struct usc_tok *t)
{
   const bool may_be_missing = *w == '!';
   const unsigned step = o->extra == USC_TEMP ? 1 : 4;
   if (t->kind == TOK_NONE && may_be_missing)
      return true;
   if (t->kind != TOK_REG || t->o.bank != o->extra || t->o.index % step || t->o.index > 256 - step ||
       (t->o.idx && o->member == USC_M_NONE))
      return usc_as_bad(
          a, t->at, util_printf(a->ctx, "%s%s expected", o->words, step > 1 ? " with a number that is a multiple of 4" : ""));
   a->g.f16 |= step == 1 && t->f16;
   usc_member_set(&a->g, usc_word_member(w), USC_CTRL, t->o.index / step + may_be_missing, 0);
   if (o->member != USC_M_NONE)
      usc_member_set(&a->g, (enum usc_member)o->member, USC_CTRL, t->o.idx, 0);
   return true;
}

/* Reads an operand without a fixed slot. */
static bool read_free(struct usc_as *a, enum usc_group_unit unit, const char *w, const struct usc_tok *t)
{
   unsigned slot = 0;
   if (t->kind == TOK_NONE && w[1] == 'c')
      return true;
   if (!usc_as_place_free(a, t, usc_choice((enum usc_op)a->g.op[unit], w[1]), NULL, &slot))
      return false;
   usc_member_set(&a->g, (enum usc_member)(USC_M_sel_a + (w[1] - 'a')), unit, slot, 0);
   return true;
}

static bool read_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, const struct usc_tok *t)
{
   const struct usc_operand *o = &usc_operand[(unsigned char)*w];
   switch ((enum usc_style)o->style) {
   case USC_S_WORD: return read_word(a, o, unit, t);
   case USC_S_LINE: return (t->kind == TOK_FT && t->num == unit) || usc_as_bad(a, t->at, "ft0 or ft1 expected");
   case USC_S_SOURCE: return usc_as_place(a, t, (unit == USC_P1 ? 3u : 0u) + o->extra, true);
   case USC_S_SLOT: return read_slot(a, o, unit, w, t);
   case USC_S_COUNTED: a->g.csrc = t->kind == TOK_FT && t->num == 2; return a->g.csrc || usc_as_place(a, t, o->extra, false);
   case USC_S_FREE: return read_free(a, unit, w, t);
   case USC_S_SELECT:
   case USC_S_EXTERNAL: return read_select(a, o, unit, w, t);
   case USC_S_TESTED: return read_tested(a, o, t);
   case USC_S_DEST: return read_dest(a, o, unit, t);
   case USC_S_NUMBER: return read_number(a, unit, w, t);
   case USC_S_IMMEDIATE: a->g.imm = t->num; return t->kind == TOK_NUM || usc_as_bad(a, t->at, "number expected");
   case USC_S_BRANCH: return read_branch(a, t);
   case USC_S_REGISTER: return read_register(a, o, w, t);
   default: return usc_as_sop_operand(a, o, w, t);
   }
}

/* True if the text omits this operand before the token, which is NULL at the end. */
static bool is_left_out(char letter, const struct usc_tok *t)
{
   return letter == '?'   ? !t || t->kind != TOK_NUM
          : letter == 'R' ? !t || (t->kind != TOK_P0 && t->kind != TOK_NONE)
                          : (letter == 'K' || letter == '!') && !t;
}

/* Reads operands with fixed slots in the first pass; in the second the others, which need the remaining slots. */
static bool read_operands(struct usc_as *a, enum usc_group_unit unit, const struct usc_stmt *s, bool second)
{
   const enum usc_op op = (enum usc_op)a->g.op[unit];
   const unsigned form = usc_operand_form(&a->g, op, s->n ? s->n : 1);
   const struct usc_tok *t = s->t, *end = s->t + s->n;
   const char *w = usc_operands(op, form);
   a->movc5 |= op == USC_OP_MOVC && form;
   for (; *w && *w != '|'; w += usc_word_len(w), w += *w == ' ') {
      const uint8_t style = usc_operand[(unsigned char)*w].style;
      if (is_left_out(*w, t < end ? t : NULL))
         continue;
      if (t == end)
         return usc_as_bad_stmt(a, "operand missing");
      if (style == USC_S_FREE && t->kind != TOK_REG && !(w[1] == 'c' && t->kind == TOK_NONE))
         return usc_as_bad(a, t->at, "register expected");
      if ((style == USC_S_FREE || style == USC_S_FACTOR) == second && !read_operand(a, unit, w, t))
         return false;
      t++;
   }
   return t == end || usc_as_bad(a, t->at, "too many operands");
}

/* ---- operations ---------------------------------------------------------------------------------------------------------- */

bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *suffixes, const struct usc_stmt *s)
{
   const bool has_format = op == USC_OP_PCK || op == USC_OP_UNPCK;
   return usc_as_kind(a, (enum usc_kind)usc_op_info[op].kind) && usc_as_unit(a, unit, op, a->stmt) &&
          (!has_format || read_format(a, op, &suffixes)) && read_suffixes(a, op, unit, suffixes) &&
          read_operands(a, unit, s, false) && read_operands(a, unit, s, true);
}

/* The mnemonic of an operation that has only one, or NULL. */
static const char *plain_name(unsigned op)
{
   for (unsigned i = 0; i < usc_num_mnemonics; i++)
      if (usc_mnemonic[i].op == op)
         return NULL;
   return usc_op_info[op].name;
}

/* The longest mnemonic that the text starts with, or "". *row gets its row, or NULL if it has none. */
static const char *find_mnemonic(const char *text, const struct usc_mnemonic **row)
{
   const char *best = "";
   *row = NULL;
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      const char *name = plain_name(op);
      if (name && starts_with(text, name) && strlen(name) > strlen(best))
         best = name;
   }
   for (unsigned i = 0; i < usc_num_mnemonics; i++)
      if (starts_with(text, usc_mnemonic[i].text)) {
         *row = &usc_mnemonic[i];
         best = usc_mnemonic[i].text;
      }
   return best;
}

/* The unit of an operation. It is P1 if its first operand is ft1, or for a complex operation if P0 is in use (optional cores).
 */
static enum usc_group_unit unit_of(const struct usc_as *a, unsigned op, const struct usc_stmt *s)
{
   const enum usc_group_unit unit = (enum usc_group_unit)usc_op_info[op].unit;
   const unsigned flags = usc_op_info[op].flags;
   if (unit == USC_P0 && (((flags & USC_F_P1) && s->n && s->t[0].kind == TOK_FT && s->t[0].num == 1) ||
                          ((flags & USC_F_COMPLEX) && a->started && a->g.kind == USC_MAIN && a->g.op[USC_P0])))
      return USC_P1;
   return unit;
}

/* Selects the first operation of that name whose operands fit, or reports the error of the first one. */
bool usc_as_op(struct usc_as *a, struct usc_stmt *s)
{
   const struct usc_mnemonic *row;
   const char *name = find_mnemonic(s->mnemonic, &row), *suffixes = s->mnemonic + strlen(name);
   const struct usc_as saved = *a;
   struct usc_as first = saved;
   bool tried = false;
   if (!*name)
      return usc_as_bad_stmt(a, "unknown mnemonic");
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      if (row ? op != row->op : strcmp(usc_op_info[op].name, name) != 0)
         continue;
      *a = saved;
      for (unsigned i = 0; row && i < 2 && row->member[i] != USC_M_NONE; i++)
         usc_member_set(&a->g, (enum usc_member)row->member[i], USC_P0, row->value[i], 0);
      if (usc_as_try_op(a, (enum usc_op)op, unit_of(&saved, op, s), suffixes, s))
         return true;
      if (!tried)
         first = *a;
      tried = true;
   }
   *a = first;
   return false;
}
