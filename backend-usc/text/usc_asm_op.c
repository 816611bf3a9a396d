/* SPDX-License-Identifier: MIT */
/*
 * Statements whose operands a SYN row of usc_isa.def lists: the operation by its mnemonic, its suffixes, its operands.
 */
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

/* Other spellings of a suffix, as the document's listings and other tools have them: the length that was taken, or 0. */
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

bool usc_as_suffixes(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t len)
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
      } else if (len >= 5 && strncmp(rest + 1, "ext", 3) == 0 && cg_lex_is_digit(rest[4]) && (len == 5 || rest[5] == '.')) {
         a->f.ext[unit] = (uint8_t)(rest[4] - '0');
         best_len = 4;
      } else {
         return usc_as_bad_stmt(a, "unknown suffix");
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

/* A source: SYN words a b c, A..F, X, y, z, s. */
static bool source_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, size_t len, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   const unsigned base = unit == USC_P1 && g->kind == USC_MAIN ? 3 : 0;
   uint8_t sel;
   switch (*w) {
   case 'a':
   case 'b':
   case 'c': return usc_as_place(a, t, base + (unsigned)(*w - 'a'), true);
   case 'X':
      return t->kind == TOK_FT ? usc_as_bad(a, t->at, "register expected") : usc_as_select_mods(a, t, &sel, &g->fte_mod);
   case 'y': return usc_as_select_mods(a, t, &g->is3, g->op[USC_PCK] == USC_OP_TOF64 ? NULL : &g->is3_mod);
   case 'z':
      return (t->kind == TOK_FT && t->num != FT_E) ? usc_as_bad(a, t->at, "register expected")
                                                   : usc_as_select_mods(a, t, &sel, &g->fte_mod);
   case 's': g->csrc = t->kind == TOK_FT && t->num == 2; return g->csrc || usc_as_place(a, t, 2, false);
   default: /* A..F */
      if ((t->kind == TOK_NONE && len < 2) ||
          (t->kind == TOK_NUM && *w == 'B' && g->op[unit] == USC_OP_BM_BYP && g->kind == USC_BITWISE))
         return usc_as_bad(a, t->at, "register expected"); /* byp of a number is the form with an immediate */
      if (g->op[unit] == USC_OP_FRED && t->kind == TOK_NUM && !g->red_part && !g->red_iter)
         return true; /* the document's listing names what part A does not read */
      return usc_as_place(a, t, (unsigned)(*w - 'A'), false);
   }
}

/* A line of the group or a fixed word: SYN words T, w, K, P, p, d, m, n, t, 0..5. */
static bool line_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   const unsigned phase = unit == USC_P1 && g->kind == USC_MAIN;
   switch (*w) {
   case 'T': return (t->kind == TOK_FT && t->num == phase) || usc_as_bad(a, t->at, "ft0 or ft1 expected");
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
   case 't':
      g->tsrc = t->num == 3;
      return (t->kind == TOK_FT && (t->num == 3 || t->num == 5)) || usc_as_bad(a, t->at, "ft3 or ft5 expected");
   default:
      return (t->kind == TOK_FT && t->num == (unsigned)(*w - '0')) || usc_as_bad(a, t->at, "another feed-through expected");
   }
}

/* The target of a branch: a group by its number or name, or a byte offset. */
static bool branch_operand(struct usc_as *a, const struct usc_tok *t)
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

/* A number that is a member: #name or ?name. */
static bool member_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, size_t len, const struct usc_tok *t)
{
   const enum usc_member m = usc_member_find(w + 1, len - 1);
   const uint32_t v = t->kind == TOK_P0 && m == USC_M_pcnd ? USC_PCND_P0 : t->num;
   if ((t->kind != TOK_NUM && v == t->num) || v > 255)
      return usc_as_bad(a, t->at, "small number expected");
   usc_member_set(&a->g, m, unit, v, 0);
   return true;
}

static bool temporary(struct usc_as *a, const struct usc_tok *t)
{
   a->g.it_dest = (uint8_t)t->o.index;
   a->g.f16 |= t->f16;
   return (t->kind == TOK_REG && t->o.bank == USC_TEMP && !t->o.idx && t->o.index < 256) ||
          usc_as_bad(a, t->at, "temporary expected");
}

/* One operand by its SYN word, but for '@' words: those are done in a second pass because they take the slots that the
   others leave. */
static bool fixed_operand(struct usc_as *a, enum usc_group_unit unit, const char *w, size_t len, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   switch (*w) {
   case 'W': return usc_as_dest(a, t, 0);
   case 'V': return (g->op[unit] == USC_OP_FRED && t->kind == TOK_FT) || usc_as_dest(a, t, 1); /* ft0 there: not written */
   case 'x': g->imm = t->num; return t->kind == TOK_NUM || usc_as_bad(a, t->at, "number expected");
   case 'o': return branch_operand(a, t);
   case '#':
   case '?': return member_operand(a, unit, w, len, t);
   case 'h': return shared4(a, t, w[4] == 't' ? &g->it_tex : &g->it_smp, 0);
   case 'H': return t->kind == TOK_NONE || shared4(a, t, w[4] == 'r' ? &g->it_raster : &g->it_forced, 1);
   case 'r': return temporary(a, t);
   case 'k': return ditr_coeff(a, t, &g->it_coeff, &g->it_cidx);
   case 'l': return ditr_coeff(a, t, &g->it_wcoeff, &g->it_widx);
   default: return strchr("abcABCDEFXyzs", *w) ? source_operand(a, unit, w, len, t) : line_operand(a, unit, w, t);
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

/* unpck: the format is the first suffix, and what its bit 5 says the second. Both are taken off the suffixes. */
static bool unpack_suffixes(struct usc_as *a, const char **rest, size_t *len)
{
   size_t k = 0;
   while (1 + k < *len && (*rest)[1 + k] != '.')
      k++;
   const unsigned f = *len ? usc_as_format(*rest + 1, k) : 32;
   if (*len < 2 || f == 32)
      return usc_as_bad_stmt(a, "unknown format");
   a->g.upk_fmt = (uint8_t)f;
   *rest += 1 + k;
   *len -= 1 + k;
   if ((*len == 6 && strncmp(*rest, ".scale", 6) == 0) || (*len == 10 && strncmp(*rest, ".roundzero", 10) == 0) ||
       (*len == 8 && strncmp(*rest, ".rndzero", 8) == 0)) {
      a->g.upk_scale = 1;
      *len = 0;
   }
   return true;
}

/* An operand whose slot the text leaves open, by its SYN word @a..@d. */
static bool free_operand(struct usc_as *a, enum usc_op op, char selector, const struct usc_tok *t)
{
   struct usc_group *g = &a->g;
   unsigned slot = 0;
   if (t->kind == TOK_NONE && selector == 'c')
      return true;
   if (!usc_as_place_free(a, t, usc_choice(op, selector), NULL, &slot))
      return false;
   *(selector == 'a' ? &g->sel_a : selector == 'b' ? &g->sel_b : selector == 'c' ? &g->sel_c : &g->sel_d) = (uint8_t)slot;
   return true;
}

bool usc_as_try_op(struct usc_as *a, enum usc_op op, enum usc_group_unit unit, const char *rest, size_t rest_len,
                   const struct usc_tok *t, unsigned n)
{
   if (!usc_as_kind(a, (enum usc_kind)usc_op_info[op].kind) || !usc_as_unit(a, unit, op, a->stmt) ||
       (op == USC_OP_UNPCK && !unpack_suffixes(a, &rest, &rest_len)))
      return false;
   if (op == USC_OP_NOP && rest_len == 4 && strncmp(rest, ".end", 4) == 0) {
      a->g.end = 1;
      rest_len = 0;
   }
   if (!usc_as_suffixes(a, op, unit, rest, rest_len))
      return false;
   for (unsigned pass = 0; pass < 2; pass++) {
      unsigned i = 0;
      size_t len;
      for (const char *s = usc_op_info[op].operands; s && *s; s += len, s += *s == ' ') {
         len = strcspn(s, " ");
         if (i >= n || (*s == '?' && t[i].kind != TOK_NUM)) {
            /* what may be left out: a carry and other things at the end, an optional number anywhere */
            if (*s != 'K' && *s != '?' && *s != 'H')
               return usc_as_bad_stmt(a, "operand missing");
            continue;
         }
         if (*s != '@') {
            if (!pass && !fixed_operand(a, unit, s, len, &t[i]))
               return false;
         } else if (pass) {
            if (!free_operand(a, op, s[1], &t[i]))
               return false;
         } else if (t[i].kind != TOK_REG && !(s[1] == 'c' && t[i].kind == TOK_NONE)) {
            return usc_as_bad(a, t[i].at, "register expected");
         }
         i++;
      }
      if (i < n)
         return usc_as_bad(a, t[i].at, "too many operands");
   }
   return true;
}

/*
 * The mnemonics that are more than the name of their operation: smp1d .. smp3d, smp.2d, itrsmp2d; br, brl, ba, bal. Returns the
 * length of the name of the operation, which is in `name` then, and sets *rest behind what was taken; 0: the mnemonic is
 * another one.
 */
static size_t special_mnemonic(char *name, size_t len, size_t *rest, unsigned *dim, bool *link, bool *absolute)
{
   const size_t stem = strncmp(name, "smp", 3) == 0 ? 3 : strncmp(name, "itrsmp", 6) == 0 ? 6 : 0;
   const size_t dot = stem && name[stem] == '.'; /* "smp.2d" */
   if (stem && len >= stem + dot + 2 && name[stem + dot] >= '1' && name[stem + dot] <= '3' && name[stem + dot + 1] == 'd') {
      *dim = (unsigned)(name[stem + dot] - '0');
      *rest = stem + dot + 2;
      return stem;
   }
   const size_t head = strcspn(name, ".");
   if ((head == 2 || head == 3) && name[0] == 'b' && (name[1] == 'r' || name[1] == 'a') && (head == 2 || name[2] == 'l')) {
      *link = head == 3;
      *absolute = name[1] == 'a';
      *rest = head;
      memcpy(name, "br", 2);
      return 2;
   }
   return 0;
}

/* The length of the longest name of an operation that the mnemonic starts with, up to a dot; 0 if there is none. */
static size_t longest_name(const char *name, size_t len)
{
   size_t best = 0;
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      const size_t k = strlen(usc_op_info[op].name);
      if (usc_op_info[op].operands && k > best && k <= len && strncmp(name, usc_op_info[op].name, k) == 0 && (k == len || name[k] == '.'))
         best = k;
   }
   return best;
}

/* The unit of an operation: P1 if its first operand is ft1, or if it is a complex one behind another operation in P0
   (optional cores). */
static enum usc_group_unit unit_of(const struct usc_as *a, unsigned op, const struct usc_tok *t, unsigned n)
{
   const enum usc_group_unit unit = (enum usc_group_unit)usc_op_info[op].unit;
   const unsigned flags = usc_op_info[op].flags;
   if (unit == USC_P0 && (((flags & USC_F_P1) && n && t[0].kind == TOK_FT && t[0].num == 1) ||
                          ((flags & USC_F_COMPLEX) && a->started && a->g.kind == USC_MAIN && a->g.op[USC_P0])))
      return USC_P1;
   return unit;
}

/* Of several operations with one name, the first whose operands fit; if none does, the error of the first. */
bool usc_as_op(struct usc_as *a, const char *m, size_t len, const struct usc_tok *t, unsigned n)
{
   unsigned dim = 0;
   bool link = false, absolute = false, tried = false;
   char name[160];
   if (len >= sizeof name)
      return usc_as_bad_stmt(a, "unknown mnemonic");
   memcpy(name, m, len);
   name[len] = 0;
   size_t rest = len, best = special_mnemonic(name, len, &rest, &dim, &link, &absolute);
   if (!best)
      rest = best = longest_name(name, len);
   if (!best)
      return usc_as_bad_stmt(a, "unknown mnemonic");
   name[best] = 0;
   const struct usc_as saved = *a;
   struct usc_as first = saved;
   for (unsigned op = 1; op < USC_NUM_OPS; op++) {
      if (!usc_op_info[op].operands || strcmp(usc_op_info[op].name, name) != 0)
         continue;
      *a = saved;
      a->g.dim = (uint8_t)(dim ? dim : saved.g.dim);
      a->g.link |= link;
      a->g.abs |= absolute;
      if (usc_as_try_op(a, (enum usc_op)op, unit_of(&saved, op, t, n), m + rest, len - rest, t, n))
         return true;
      if (!tried)
         first = *a;
      tried = true;
   }
   *a = first;
   return false;
}
