/* SPDX-License-Identifier: MIT */
/* Lexer of USC assembly. */
#include "backend-usc/text/usc_lex.h"

#include <stddef.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

const struct cg_lex_language usc_language = {
    .chars =
        {
            CG_LEX_LETTERS_DIGITS,
            ['_'] = CG_LEX_NAME,
            ['%'] = CG_LEX_NAME,
            [' '] = CG_LEX_BLANK,
            ['\t'] = CG_LEX_BLANK,
            ['\r'] = CG_LEX_BLANK,
            ['{'] = CG_LEX_BLANK,
            ['}'] = CG_LEX_BLANK,
            ['#'] = CG_LEX_COMMENT,
            ['\n'] = CG_LEX_END,
            [';'] = CG_LEX_END,
        },
    .any_case = true,
    .bases = "xX",
    .max_digits = 30,
};

bool usc_lex_number(struct cg_lex *lx, uint32_t *v)
{
   const char *at = lx->p;
   switch (cg_lex_integer(lx, v)) {
   case CG_LEX_NUMBER: return true;
   case CG_LEX_LARGE_NUMBER: return cg_lex_error(lx, at, "number too large");
   default: return cg_lex_error(lx, at, "number expected");
   }
}

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

/* Parts of the special bank with their own names. */
enum { BANK_CONSTANT = USC_NUM_BANKS, BANK_SYSTEM, BANK_INTERNAL, BANK_REVERSED, BANK_OUTPUT };

static bool is_special(uint32_t bank)
{
   return bank >= USC_NUM_BANKS;
}

static bool read_index(struct cg_lex *lx, uint32_t *v)
{
   cg_lex_blanks(lx);
   return usc_lex_number(lx, v);
}

/* Reads bankOFF[idxN + offset, dimension] after its '['. first is OFF, or 0; start is the place of the register. */
static bool read_indexed(struct cg_lex *lx, const struct cg_lex_bank *bank, uint32_t first, bool has_first, const char *start,
                         struct usc_opd *o)
{
   uint32_t which, off = 0, dim = 1, log = 0;
   char x[4];
   cg_lex_blanks(lx);
   if (cg_lex_letters(lx, x, sizeof x) != 3 || strcmp(x, "idx") != 0)
      return cg_lex_error(lx, lx->p, "idx0 or idx1 expected");
   if (!usc_lex_number(lx, &which) || (cg_lex_eat(lx, '+') && !read_index(lx, &off)) ||
       (cg_lex_eat(lx, ',') && !read_index(lx, &dim)))
      return false;
   if (!cg_lex_eat(lx, ']'))
      return cg_lex_error(lx, lx->p, "']' expected");
   if (which > 1 || off > 255 || first > 255 || off + first > 255)
      return cg_lex_error(lx, start, "index out of range");
   off += first;
   while (log < 4 && 1u << log < dim)
      log++;
   if (dim != 1u << log) /* documented: 1, 2, 4, 8 or 16 */
      return cg_lex_error(lx, start, "no such dimension");
   if (is_special(bank->bank) && bank->bank != BANK_OUTPUT)
      return cg_lex_error(lx, start, "this bank cannot be indexed");
   if (bank->bank == USC_IDX) { /* the older spelling idx[idxN+0] of idxN */
      *o = usc_idx(which);
      return (off == 0 && !log && !has_first) || cg_lex_error(lx, start, "index registers have no offset");
   }
   *o = usc_at(bank->bank == BANK_OUTPUT ? USC_PIXOUT : (enum usc_bank)bank->bank, which, off);
   o->idx |= (uint8_t)(log << 2);
   return true;
}

static struct usc_opd direct_reg(uint32_t bank, uint32_t n)
{
   switch (bank) {
   case BANK_INTERNAL: return usc_i(n);
   case BANK_REVERSED: return usc_i(7 - (n & 7));
   case BANK_OUTPUT: return usc_o(n);
   default: return usc_opd(is_special(bank) ? USC_SPECIAL : (enum usc_bank)bank, n);
   }
}

/* Registers: bankN, bank[idxN+off], bankOFF[idxN, dimension], idxN, %N, and SC_n as in the document's chapter on registers. */
bool usc_lex_reg(struct cg_lex *lx, struct usc_opd *o)
{
   static const struct cg_lex_bank banks[] = {
       {"r", USC_TEMP, 4096},        {"vi", USC_VTX, 4096},     {"cf", USC_COEFF, 4096},    {"cfa", USC_COEFFA, 4096},
       {"sh", USC_SHARED, 4096},     {"c", BANK_CONSTANT, 160}, {"sr", BANK_SYSTEM, 256},   {"i", BANK_INTERNAL, 8},
       {"o", BANK_OUTPUT, 8},        {"dc", USC_DC, 0},         {"sl", BANK_REVERSED, 8},   {"si", BANK_REVERSED, 8},
       {"idx", USC_IDX, 2},          {"po", BANK_OUTPUT, 8},    {"sc", BANK_CONSTANT, 160}, {"coeff", USC_COEFF, 4096},
       {"shared", USC_SHARED, 4096}, {"vtxin", USC_VTX, 4096},  {"pixout", BANK_OUTPUT, 8},
   };
   const char *start = lx->p;
   uint32_t n = 0, bits;
   if (cg_lex_at(lx, 0, '%')) {
      lx->p++;
      if (!usc_lex_number(lx, &n))
         return false;
      *o = usc_v(n);
      return true;
   }
   const struct cg_lex_bank *bank = cg_lex_bank(lx, banks, COUNT(banks));
   if (!bank)
      return cg_lex_error(lx, start, "unknown operand");
   if (cg_lex_at(lx, 0, '_') && cg_lex_at_digit(lx, 1))
      lx->p++;
   const bool has_number = cg_lex_at_digit(lx, 0);
   if (has_number && !usc_lex_number(lx, &n))
      return false;
   if (cg_lex_at(lx, 0, '[')) {
      lx->p++;
      return read_indexed(lx, bank, n, has_number, start, o);
   }
   if (!has_number)
      return cg_lex_error(lx, lx->p, "number expected");
   *o = direct_reg(bank->bank, n);
   const bool constant = usc_constant_bits(n, &bits);
   const bool ok = n < bank->count && (bank->bank == BANK_CONSTANT ? constant : bank->bank != BANK_SYSTEM || !constant);
   return ok || cg_lex_error(lx, start, "no such register");
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

/* Reads a modifier after its dot. Returns false if there is none. */
static bool read_modifier(struct cg_lex *lx, struct usc_tok *t)
{
   enum { OPERAND, FLAG, RESULT, ELEMENT };
   static const struct cg_lex_keyword words[] = {
       {"neg", OPERAND, USC_MOD_NEG},
       {"abs", OPERAND, USC_MOD_ABS},
       {"flr", OPERAND, USC_MOD_FLR},
       {"enone", FLAG, offsetof(struct usc_tok, enone)},
       {"f16", FLAG, offsetof(struct usc_tok, f16)},
       {"u8", FLAG, offsetof(struct usc_tok, u8)},
       {"clamp", FLAG, offsetof(struct usc_tok, clamp)},
       {"oneminus", FLAG, offsetof(struct usc_tok, oneminus)},
       {"joutj", RESULT, 0},
       {"jouta", RESULT, 1},
       {"joutb", RESULT, 2},
       {"joutjc", RESULT, 3},
       {"koutk", RESULT, 4},
       {"koutc", RESULT, 5},
       {"koutd", RESULT, 6},
       {"koutkc", RESULT, 7},
       {"e0", ELEMENT, 1},
       {"e1", ELEMENT, 2},
       {"e2", ELEMENT, 4},
       {"e3", ELEMENT, 8},
   };
   if (t->kind == TOK_FT && t->num == 1 && cg_lex_eat_word(lx, "invert")) {
      t->kind = TOK_INVERT;
      t->word = "ft1.invert";
      return true;
   }
   const struct cg_lex_keyword *w = cg_lex_keyword(lx, words, COUNT(words));
   if (!w)
      return false;
   switch (w->kind) {
   case OPERAND: t->o.mod = (uint8_t)(w->value == USC_MOD_NEG ? t->o.mod ^ w->value : t->o.mod | w->value); break;
   case FLAG: *(bool *)((char *)t + w->value) = true; break;
   case RESULT: /* the fourth of each is the first with a clamp */
      t->out = w->value & 4 ? 'k' : 'j';
      t->out_sel = (w->value & 3) == 3 ? 0 : (uint8_t)(w->value & 3);
      t->clamp |= (w->value & 3) == 3;
      break;
   default: t->mask |= (uint8_t)w->value; break;
   }
   return true;
}

/* An integer or a decimal fraction, with or without a sign. */
static bool read_number(struct cg_lex *lx, struct usc_tok *t)
{
   const char c = *lx->p;
   t->kind = cg_lex_is_digit(c) ? TOK_NUM : TOK_OFFSET;
   lx->p += !cg_lex_is_digit(c);
   t->negative = c == '-';
   if (cg_lex_eat_word(lx, "inf")) {
      t->kind = TOK_FLOAT;
      t->num = 0x7f800000u;
      return true;
   }
   if (!cg_lex_at_decimal(lx))
      return usc_lex_number(lx, &t->num);
   /* The number has to be a special constant; their decimal forms are not affected by the double rounding of numbers with too
      many digits for a double. */
   struct cg_lex_decimal d;
   t->kind = TOK_FLOAT;
   if (!cg_lex_decimal(lx, &d))
      return cg_lex_error(lx, lx->p, "number too long");
   const float f = (float)(d.digits / d.scale);
   memcpy(&t->num, &f, sizeof t->num);
   return true;
}

/* Reads the number or the name of a group after '@'. */
static bool read_target(struct cg_lex *lx, struct usc_tok *t)
{
   if (cg_lex_at_digit(lx, 0)) {
      t->kind = TOK_AT;
      return usc_lex_number(lx, &t->num);
   }
   t->kind = TOK_NAME;
   t->at = lx->p;
   t->len = cg_lex_name(lx);
   return true;
}

/* Reads an operand that is not a keyword. */
static bool read_other_operand(struct cg_lex *lx, struct usc_tok *t)
{
   const char c = *lx->p;
   if (cg_lex_is_digit(c) || c == '+' || c == '-')
      return read_number(lx, t);
   if (c == '@') {
      lx->p++;
      return read_target(lx, t);
   }
   if (c == '!') { /* the condition of a cnd operation */
      lx->p++;
      if (!cg_lex_word(lx, "p0"))
         return cg_lex_error(lx, lx->p, "p0 expected");
      t->kind = TOK_NUM;
      t->num = USC_PCND_NOTP0;
      return true;
   }
   t->kind = TOK_REG;
   return usc_lex_reg(lx, &t->o);
}

bool usc_lex_operand(struct cg_lex *lx, struct usc_tok *t)
{
   static const struct cg_lex_keyword words[] = {
       {"ft0", TOK_FT, 0},
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
       {"inf", TOK_FLOAT, 0x7f800000u},
   };
   memset(t, 0, sizeof *t);
   t->pin = -1;
   cg_lex_blanks(lx);
   t->at = lx->p;
   if (lx->p >= lx->end)
      return cg_lex_error(lx, lx->p, "operand expected");
   const struct cg_lex_keyword *w = cg_lex_keyword(lx, words, COUNT(words));
   if (w) {
      t->kind = (enum usc_tok_kind)w->kind;
      t->num = w->value;
      t->word = w->text;
   } else if (!read_other_operand(lx, t)) {
      return false;
   }
   if (t->kind == TOK_REG && cg_lex_at(lx, 0, '@') && cg_lex_at(lx, 1, 's')) {
      uint32_t n;
      lx->p += 2;
      if (!usc_lex_number(lx, &n))
         return false;
      if (n > 5)
         return cg_lex_error(lx, t->at, "there are six source slots");
      t->pin = (int)n;
   }
   while (lx->end - lx->p > 1 && *lx->p == '.' && usc_language.chars[(unsigned char)lx->p[1]] & CG_LEX_NAME) {
      const char *at = lx->p++;
      if (!read_modifier(lx, t))
         return cg_lex_error(lx, at, "unknown operand modifier");
   }
   return true;
}
