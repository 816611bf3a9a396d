/* SPDX-License-Identifier: MIT */
/* Lexer of the assembler: what a statement is made of, and the condition and attributes of a group. It reads between a->p and
 * a->end and nowhere else. */
#include "backend-usc/text/usc_lex.h"

#include <string.h>

bool usc_as_bad(struct usc_as *a, const char *at, const char *text)
{
   if (!a->err) {
      a->err = text;
      a->err_at = at;
   }
   return false;
}

void usc_as_blanks(struct usc_as *a)
{
   while (a->p < a->end) {
      if (*a->p == '#')
         while (a->p < a->end && *a->p != '\n')
            a->p++;
      else if (*a->p == ' ' || *a->p == '\t' || *a->p == '\r' || *a->p == '{' || *a->p == '}')
         a->p++;
      else
         break;
   }
}

void usc_as_continuation(struct usc_as *a)
{
   const char *s = a->p;
   while (s < a->end && (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n'))
      s++;
   if (s < a->end && *s == ':')
      a->p = s + 1;
   usc_as_blanks(a);
}

bool usc_as_eat(struct usc_as *a, char c)
{
   usc_as_blanks(a);
   if (a->p < a->end && *a->p == c) {
      a->p++;
      return true;
   }
   return false;
}

bool usc_as_number(struct usc_as *a, uint32_t *v)
{
   const char *s = a->p;
   uint64_t n = 0;
   const bool hex = a->end - s > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
   if (hex)
      s += 2;
   const char *digits = s;
   for (; s < a->end; s++) {
      const char c = *s;
      unsigned d;
      if (usc_is_digit(c))
         d = (unsigned)(c - '0');
      else if (hex && c >= 'a' && c <= 'f')
         d = (unsigned)(c - 'a' + 10);
      else if (hex && c >= 'A' && c <= 'F')
         d = (unsigned)(c - 'A' + 10);
      else
         break;
      n = n * (hex ? 16 : 10) + d;
      if (n > UINT32_MAX)
         return usc_as_bad(a, a->p, "number too large");
   }
   if (s == digits)
      return usc_as_bad(a, a->p, "number expected");
   a->p = s;
   *v = (uint32_t)n;
   return true;
}

/* A word of letters, in lower case; digits end it. Returns its length, at most n - 1. */
static size_t letters(struct usc_as *a, char *out, size_t n)
{
   size_t k = 0;
   while (a->p < a->end && k + 1 < n) {
      char c = *a->p;
      if (c >= 'A' && c <= 'Z')
         c = (char)(c - 'A' + 'a');
      if (!(c >= 'a' && c <= 'z'))
         break;
      out[k++] = c;
      a->p++;
   }
   out[k] = 0;
   return k;
}

/* Is what stands at a->p a float: digits with a point between them? */
static bool at_float(const struct usc_as *a)
{
   const char *s = a->p;
   while (s < a->end && usc_is_digit(*s))
      s++;
   return s > a->p && a->end - s >= 2 && *s == '.' && usc_is_digit(s[1]);
}

/*
 * A decimal fraction to f32. Only special constants can be meant, so a number with more digits than a double holds exactly is
 * rounded twice; their own decimal forms are not affected.
 */
static bool float_number(struct usc_as *a, uint32_t *bits)
{
   double v = 0, scale = 1;
   bool point = false;
   int digits = 0;
   for (; a->p < a->end && (usc_is_digit(*a->p) || (!point && *a->p == '.' && a->p + 1 < a->end && usc_is_digit(a->p[1])));
        a->p++) {
      if (*a->p == '.') {
         point = true;
         continue;
      }
      if (++digits > 30)
         return usc_as_bad(a, a->p, "number too long");
      v = v * 10 + (*a->p - '0');
      if (point)
         scale *= 10;
   }
   const float f = (float)(v / scale);
   memcpy(bits, &f, sizeof *bits);
   return true;
}

/* Registers: bankN, bank[idxN+off], bankOFF[idxN, dimension], idxN, %N. The document's chapter on registers writes SC_n. */
bool usc_as_reg(struct usc_as *a, struct usc_opd *o)
{
   static const struct {
      const char *name;
      uint8_t bank;
   } banks[] = {{"r", USC_TEMP},      {"vi", USC_VTX},        {"cf", USC_COEFF},  {"cfa", USC_COEFFA},    {"sh", USC_SHARED},
                {"c", USC_SPECIAL},   {"sr", USC_SPECIAL},    {"i", USC_SPECIAL}, {"o", USC_SPECIAL},     {"dc", USC_DC},
                {"sl", USC_SPECIAL},  {"si", USC_SPECIAL},    {"idx", USC_IDX},   {"po", USC_SPECIAL},    {"sc", USC_SPECIAL},
                {"coeff", USC_COEFF}, {"shared", USC_SHARED}, {"vtxin", USC_VTX}, {"pixout", USC_SPECIAL}};
   const char *start = a->p;
   char w[12];
   uint32_t n;
   if (a->p < a->end && *a->p == '%') {
      a->p++;
      if (!usc_as_number(a, &n))
         return false;
      *o = usc_v(n);
      return true;
   }
   letters(a, w, sizeof w);
   for (unsigned i = 0; i < sizeof banks / sizeof *banks; i++) {
      if (strcmp(w, banks[i].name) != 0)
         continue;
      bool number = false;
      if (a->end - a->p >= 2 && *a->p == '_' && usc_is_digit(a->p[1]))
         a->p++;
      n = 0;
      if (a->p < a->end && usc_is_digit(*a->p)) {
         if (!usc_as_number(a, &n))
            return false;
         number = true;
      }
      if (a->p < a->end && *a->p == '[') {
         uint32_t which, off = 0, dim = 1, log = 0;
         char x[4];
         a->p++;
         usc_as_blanks(a);
         if (letters(a, x, sizeof x) != 3 || strcmp(x, "idx") != 0)
            return usc_as_bad(a, a->p, "idx0 or idx1 expected");
         if (!usc_as_number(a, &which))
            return false;
         if (usc_as_eat(a, '+')) {
            usc_as_blanks(a);
            if (!usc_as_number(a, &off))
               return false;
         }
         if (usc_as_eat(a, ',')) {
            usc_as_blanks(a);
            if (!usc_as_number(a, &dim))
               return false;
         }
         if (!usc_as_eat(a, ']'))
            return usc_as_bad(a, a->p, "']' expected");
         if (which > 1 || off > 255 || n > 255 || off + n > 255)
            return usc_as_bad(a, start, "index out of range");
         off += n;
         while (log < 4 && 1u << log < dim)
            log++;
         if (dim != 1u << log) /* documented: 1, 2, 4, 8 or 16 */
            return usc_as_bad(a, start, "no such dimension");
         const bool out = strcmp(w, "o") == 0 || strcmp(w, "po") == 0 || strcmp(w, "pixout") == 0;
         if (banks[i].bank == USC_SPECIAL && !out)
            return usc_as_bad(a, start, "this bank cannot be indexed");
         if (banks[i].bank == USC_IDX) { /* the older spelling idx[idxN+0] of idxN */
            *o = usc_idx(which);
            return (off == 0 && !log && !number) || usc_as_bad(a, start, "index registers have no offset");
         }
         *o = usc_at(out ? USC_PIXOUT : (enum usc_bank)banks[i].bank, which, off);
         o->idx |= (uint8_t)(log << 2);
         return true;
      }
      if (!number)
         return usc_as_bad(a, a->p, "number expected");
      uint32_t bits;
      bool ok = n <= 4095;
      *o = usc_opd((enum usc_bank)banks[i].bank, n);
      if (strcmp(w, "i") == 0) {
         ok = n < 8;
         *o = usc_i(n);
      } else if (strcmp(w, "sl") == 0 || strcmp(w, "si") == 0) {
         ok = n < 8;
         *o = usc_i(7 - (n & 7));
      } else if (strcmp(w, "o") == 0 || strcmp(w, "po") == 0 || strcmp(w, "pixout") == 0) {
         ok = n < 8;
         *o = usc_o(n);
      } else if (strcmp(w, "c") == 0 || strcmp(w, "sc") == 0) {
         ok = usc_constant_bits(n, &bits);
      } else if (strcmp(w, "sr") == 0) {
         ok = n < 256 && !usc_constant_bits(n, &bits);
      } else if (banks[i].bank == USC_IDX) {
         ok = n < 2;
      } else if (banks[i].bank == USC_DC) {
         ok = false;
      }
      return ok || usc_as_bad(a, start, "no such register");
   }
   return usc_as_bad(a, start, "unknown operand");
}

static char lower(char c)
{
   return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool usc_as_word_is(const struct usc_as *a, const char *s)
{
   const char *p = a->p;
   for (; *s; s++, p++)
      if (p == a->end || lower(*p) != *s)
         return false;
   return p == a->end || !usc_is_ident(*p);
}

/* A modifier behind its dot, or false. */
static bool modifier(struct usc_as *a, struct usc_tok *t)
{
   static const struct {
      const char *text;
      uint8_t mod;
   } mods[] = {{"neg", USC_MOD_NEG}, {"abs", USC_MOD_ABS}, {"flr", USC_MOD_FLR}};
   static const char *const outs[2][5] = {{"joutj", "jouta", "joutb", "joutjc", NULL},
                                          {"koutk", "koutc", "koutd", "koutkc", NULL}};
   for (unsigned i = 0; i < 3; i++) {
      if (!usc_as_word_is(a, mods[i].text))
         continue;
      t->o.mod = (uint8_t)(i ? t->o.mod | mods[i].mod : t->o.mod ^ mods[i].mod);
      a->p += 3;
      return true;
   }
   const struct {
      const char *text;
      bool *flag;
   } flags[] = {{"enone", &t->enone}, {"f16", &t->f16}, {"u8", &t->u8}, {"clamp", &t->clamp}, {"oneminus", &t->oneminus}};
   for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
      if (!usc_as_word_is(a, flags[i].text))
         continue;
      *flags[i].flag = true;
      a->p += strlen(flags[i].text);
      return true;
   }
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; i < 4; i++)
         if (usc_as_word_is(a, outs[k][i])) {
            t->out = k ? 'k' : 'j';
            t->out_sel = i == 3 ? 0 : (uint8_t)i;
            t->clamp |= i == 3;
            a->p += strlen(outs[k][i]);
            return true;
         }
   if (usc_as_word_is(a, "invert") && t->kind == TOK_FT && t->num == 1) {
      t->kind = TOK_INVERT;
      a->p += 6;
      return true;
   }
   if (lower(*a->p) == 'e' && a->end - a->p >= 2 && a->p[1] >= '0' && a->p[1] <= '3' &&
       (a->end - a->p == 2 || !usc_is_ident(a->p[2]))) {
      t->mask |= (uint8_t)(1u << (a->p[1] - '0'));
      a->p += 2;
      return true;
   }
   return false;
}

bool usc_as_operand(struct usc_as *a, struct usc_tok *t)
{
   static const struct {
      const char *text;
      enum usc_tok_kind kind;
      unsigned num;
   } words[] = {{"ft0", TOK_FT, 0},
                {"ft1", TOK_FT, 1},
                {"ft2", TOK_FT, 2},
                {"ft3", TOK_FT, 3},
                {"ft4", TOK_FT, 4},
                {"ft5", TOK_FT, 5},
                {"fte", TOK_FT, FT_E},
                {"ftt", TOK_FTT, 0},
                {"w0", TOK_W, 0},
                {"w1", TOK_W, 1},
                {"p0", TOK_P0, 0},
                {"drc0", TOK_DRC, 0},
                {"drc1", TOK_DRC, 1},
                {"_", TOK_NONE, 0},
                {"always", TOK_NUM, 0},
                {"never", TOK_NUM, 2},
                {"add", TOK_SOPOP, USC_SOP_ADD},
                {"sub", TOK_SOPOP, USC_SOP_SUB},
                {"min", TOK_SOPOP, USC_SOP_MIN},
                {"max", TOK_SOPOP, USC_SOP_MAX},
                {"rsub", TOK_SOPOP, USC_SOP_RSUB},
                {"z", TOK_Z, 0},
                {"inf", TOK_FLOAT, 0x7f800000u}};
   memset(t, 0, sizeof *t);
   t->pin = -1;
   usc_as_blanks(a);
   t->at = a->p;
   if (a->p >= a->end)
      return usc_as_bad(a, a->p, "operand expected");
   bool word = false;
   for (unsigned i = 0; i < sizeof words / sizeof *words && !word; i++) {
      if (usc_as_word_is(a, words[i].text)) {
         a->p += strlen(words[i].text);
         t->kind = words[i].kind;
         t->num = words[i].num;
         word = true;
      }
   }
   if (!word) {
      const char c = *a->p;
      if (usc_is_digit(c) || c == '+' || c == '-') {
         t->kind = usc_is_digit(c) ? TOK_NUM : TOK_OFFSET;
         a->p += !usc_is_digit(c);
         t->negative = c == '-';
         if (usc_as_word_is(a, "inf") || at_float(a)) {
            t->kind = TOK_FLOAT;
            t->num = 0x7f800000u;
            if (usc_as_word_is(a, "inf"))
               a->p += 3;
            else if (!float_number(a, &t->num))
               return false;
         } else if (!usc_as_number(a, &t->num)) {
            return false;
         }
      } else if (c == '!') { /* a condition of a cnd op */
         a->p++;
         usc_as_blanks(a);
         if (!usc_as_word_is(a, "p0"))
            return usc_as_bad(a, a->p, "p0 expected");
         a->p += 2;
         t->kind = TOK_NUM;
         t->num = USC_PCND_NOTP0;
      } else if (c == '@') {
         a->p++;
         if (a->p < a->end && usc_is_digit(*a->p)) {
            t->kind = TOK_AT;
            if (!usc_as_number(a, &t->num))
               return false;
         } else {
            t->kind = TOK_NAME;
            t->at = a->p;
            while (a->p < a->end && usc_is_ident(*a->p))
               a->p++;
            t->len = (size_t)(a->p - t->at);
         }
      } else {
         t->kind = TOK_REG;
         if (!usc_as_reg(a, &t->o))
            return false;
      }
   }
   if (t->kind == TOK_REG && a->p + 1 < a->end && a->p[0] == '@' && a->p[1] == 's') {
      uint32_t n;
      a->p += 2;
      if (!usc_as_number(a, &n))
         return false;
      if (n > 5)
         return usc_as_bad(a, t->at, "there are six source slots");
      t->pin = (int)n;
   }
   while (a->p + 1 < a->end && *a->p == '.' && usc_is_ident(a->p[1])) {
      const char *at = a->p++;
      if (!modifier(a, t))
         return usc_as_bad(a, at, "unknown operand modifier");
   }
   return true;
}

/* ---- head of a group ----------------------------------------------------------------------------------------------------- */

bool usc_as_attr_number(struct usc_as *a, uint32_t *v)
{
   usc_as_blanks(a);
   return usc_as_number(a, v);
}

static bool attr_src(struct usc_as *a)
{
   a->src_given = true;
   for (unsigned half = 0; half < 2; half++) {
      unsigned n = 0;
      usc_as_blanks(a);
      while (a->p < a->end && *a->p != '|' && *a->p != ')') {
         if (n == 3)
            return usc_as_bad(a, a->p, "three sources in each half");
         if (!usc_as_reg(a, &a->g.src[3 * half + n++]))
            return false;
         usc_as_blanks(a);
      }
      a->src_count[half] = n;
      usc_as_eat(a, '|');
   }
   usc_as_blanks(a);
   if (usc_as_word_is(a, "is0")) {
      uint32_t n;
      a->p += 3;
      if (!usc_as_eat(a, '=') || !usc_as_eat(a, 's') || !usc_as_attr_number(a, &n))
         return usc_as_bad(a, a->p, "is0=sN expected");
      if (n > 5)
         return usc_as_bad(a, a->p, "there are six source slots");
      a->g.is0 = (uint8_t)n;
   }
   return usc_as_eat(a, ')') || usc_as_bad(a, a->p, "')' expected");
}

bool usc_as_head(struct usc_as *a)
{
   for (;;) {
      usc_as_blanks(a);
      if (a->p >= a->end)
         return true;
      if (usc_as_word_is(a, "if") || *a->p == '(') {
         const bool is_if = *a->p != '(';
         if (is_if)
            a->p += 2;
         if (!usc_as_eat(a, '('))
            return usc_as_bad(a, a->p, "'(' expected");
         usc_as_blanks(a);
         const bool neg = is_if && usc_as_eat(a, '!');
         usc_as_blanks(a);
         if (usc_as_word_is(a, is_if ? "p0" : "ignorepe"))
            a->p += is_if ? 2 : 8;
         else
            return usc_as_bad(a, a->p, "condition expected");
         if (!usc_as_eat(a, ')'))
            return usc_as_bad(a, a->p, "')' expected");
         a->g.cc = is_if ? (neg ? USC_CC_NOTP0 : USC_CC_P0) : USC_CC_IGNOREPE;
         continue;
      }
      if (*a->p != '.' || (a->end - a->p > 5 && strncmp(a->p, ".byte", 5) == 0))
         return true;
      const char *at = a->p++;
      char w[12];
      uint32_t v = 0;
      letters(a, w, sizeof w);
      if (a->p < a->end && usc_is_digit(*a->p) && !usc_as_number(a, &v))
         return false;
      const bool paren = a->p < a->end && *a->p == '(';
      if (paren)
         a->p++;
      if (strcmp(w, "end") == 0)
         a->g.end = 1;
      else if (strcmp(w, "rpt") == 0 && v >= 1 && v <= 4)
         a->g.rpt = (uint8_t)v;
      else if (strcmp(w, "atom") == 0)
         a->g.atom = 1;
      else if (strcmp(w, "long") == 0)
         a->f.long_header = 1;
      else if (strcmp(w, "olchk") == 0)
         a->g.olchk = 1;
      else if (strcmp(w, "noolchk") == 0)
         a->g.olchk = 2;
      else if (strcmp(w, "ph") == 0 && usc_as_word_is(a, "clr"))
         a->p += 3, a->f.ph0clr = 1;
      else if (strcmp(w, "iss") == 0 && paren) {
         if (!usc_as_attr_number(a, &v) || !usc_as_eat(a, ')') || v > 255)
            return usc_as_bad(a, at, "one byte expected");
         a->iss = (int)v;
      } else if (strcmp(w, "pad") == 0 && paren) {
         if (!usc_as_attr_number(a, &v) || !usc_as_eat(a, ')') || v > 15)
            return usc_as_bad(a, at, "0 to 15 words of padding");
         a->f.pad = (uint8_t)v;
      } else if (strcmp(w, "src") == 0 && paren) {
         if (!attr_src(a))
            return false;
      } else if (strcmp(w, "form") == 0 && paren) {
         for (unsigned i = 0; i < 3; i++) {
            if (i && !usc_as_eat(a, ','))
               break;
            if (!usc_as_attr_number(a, &v) || v > 6)
               return usc_as_bad(a, at, "size of an item expected");
            a->form[i] = v;
         }
         if (!usc_as_eat(a, ')'))
            return usc_as_bad(a, a->p, "')' expected");
      } else {
         return usc_as_bad(a, at, "unknown attribute");
      }
   }
}
