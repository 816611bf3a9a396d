/* SPDX-License-Identifier: MIT */
/* The lexer of assembly text: see lex.h. */
#include "codegen/lex.h"

bool cg_lex_error(struct cg_lex *lx, const char *at, const char *message)
{
   if (!lx->err) {
      lx->err = message;
      lx->err_at = at;
   }
   return false;
}

void cg_lex_report(struct util_ctx *ctx, const struct cg_lex *lx, enum diag_id id)
{
   util_diag(ctx, id, (struct util_span){(uint32_t)(lx->err_at - lx->text), lx->err_at < lx->end}, "%s", lx->err);
}

int cg_lex_compare(const char *a, size_t len_a, const char *b, size_t len_b)
{
   const int c = memcmp(a, b, len_a < len_b ? len_a : len_b);

   return c ? c : (len_a > len_b) - (len_a < len_b);
}

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

bool cg_lex_at_end(struct cg_lex *lx)
{
   cg_lex_blanks(lx);
   return lx->p >= lx->end || cg_lex_kind(lx) & CG_LEX_END;
}

bool cg_lex_next_statement(struct cg_lex *lx)
{
   while (cg_lex_at_end(lx)) {
      if (lx->p >= lx->end)
         return false;
      lx->p++;
   }
   return true;
}

const char *cg_lex_statement_end(struct cg_lex *lx)
{
   while (lx->p < lx->end && !(cg_lex_kind(lx) & (CG_LEX_END | CG_LEX_COMMENT)))
      lx->p++;
   return lx->p;
}

/* ---- words --------------------------------------------------------------------------------------------------------------- */

bool cg_lex_eat_text(struct cg_lex *lx, const char *text)
{
   const size_t n = strlen(text);
   cg_lex_blanks(lx);
   if ((size_t)(lx->end - lx->p) < n || memcmp(lx->p, text, n) != 0)
      return false;
   lx->p += n;
   return true;
}

/* The length of the word if it is at the cursor, else 0. */
static size_t word_length(const struct cg_lex *lx, const char *word)
{
   const char *p = lx->p;
   for (const char *w = word; *w; w++, p++)
      if (p == lx->end || (*p != *w && !(lx->language->any_case && cg_lex_lower(*p) == *w)))
         return 0;
   return p == lx->end || !(lx->language->chars[(unsigned char)*p] & CG_LEX_NAME) ? (size_t)(p - lx->p) : 0;
}

bool cg_lex_is_word(const struct cg_lex *lx, const char *word)
{
   return word_length(lx, word);
}

bool cg_lex_eat_word(struct cg_lex *lx, const char *word)
{
   const size_t n = word_length(lx, word);
   lx->p += n;
   return n;
}

bool cg_lex_word(struct cg_lex *lx, const char *word)
{
   cg_lex_blanks(lx);
   return cg_lex_eat_word(lx, word);
}

const struct cg_lex_keyword *cg_lex_keyword(struct cg_lex *lx, const struct cg_lex_keyword *table, size_t num)
{
   if (lx->p == lx->end)
      return NULL;
   const char c = *lx->p, low = lx->language->any_case ? cg_lex_lower(c) : c;
   for (size_t i = 0; i < num; i++) /* most rows already differ in the first character */
      if ((table[i].text[0] == c || table[i].text[0] == low) && cg_lex_eat_word(lx, table[i].text))
         return &table[i];
   return NULL;
}

size_t cg_lex_letters(struct cg_lex *lx, char *out, size_t size)
{
   size_t n = 0;
   for (; lx->p < lx->end && n + 1 < size; lx->p++) {
      const char c = cg_lex_lower(*lx->p);
      if (c < 'a' || c > 'z')
         break;
      out[n++] = lx->language->any_case ? c : *lx->p;
   }
   out[n] = 0;
   return n;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------------- */

static unsigned digit_value(char c)
{
   if (cg_lex_is_digit(c))
      return (unsigned)(c - '0');
   c = cg_lex_lower(c);
   return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 99;
}

enum cg_lex_number cg_lex_integer(struct cg_lex *lx, uint32_t *value)
{
   const struct cg_lex_language *l = lx->language;
   uint64_t v = 0;
   unsigned base = 10, n = 0;
   if (lx->end - lx->p >= (l->lone_base ? 2 : 3) && lx->p[0] == '0' && lx->p[1] && strchr(l->bases, lx->p[1])) {
      base = lx->p[1] == 'b' ? 2 : 16;
      lx->p += 2;
   }
   for (unsigned d; lx->p < lx->end && (d = digit_value(*lx->p)) < base; lx->p++, n++) {
      v = v * base + d;
      if (v > UINT32_MAX)
         return CG_LEX_LARGE_NUMBER;
   }
   *value = (uint32_t)v;
   return n ? CG_LEX_NUMBER : CG_LEX_NO_NUMBER;
}

bool cg_lex_at_decimal(const struct cg_lex *lx)
{
   size_t k = 0;
   while (cg_lex_at_digit(lx, k))
      k++;
   return k && cg_lex_at(lx, k, '.') && cg_lex_at_digit(lx, k + 1);
}

bool cg_lex_decimal(struct cg_lex *lx, struct cg_lex_decimal *d)
{
   const struct cg_lex_language *l = lx->language;
   unsigned digits = 0;
   bool point = false;
   *d = (struct cg_lex_decimal){.scale = 1};
   for (; cg_lex_at_digit(lx, 0) || (!point && cg_lex_at(lx, 0, '.') && (l->lone_point || cg_lex_at_digit(lx, 1))); lx->p++) {
      if (*lx->p == '.') {
         point = true;
         continue;
      }
      if ((l->max_digits && ++digits > l->max_digits) || (point && l->max_places && d->places == l->max_places))
         return false;
      d->digits = d->digits * 10 + (*lx->p - '0');
      if (point) {
         d->scale *= 10;
         d->places++;
      } else if (l->max_integer && d->digits > l->max_integer) {
         return false;
      }
   }
   return true;
}

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

const struct cg_lex_bank *cg_lex_bank(struct cg_lex *lx, const struct cg_lex_bank *table, size_t num)
{
   const char *start = lx->p;
   char name[12];
   cg_lex_letters(lx, name, sizeof name);
   for (size_t i = 0; i < num; i++)
      if (name[0] == table[i].name[0] && strcmp(name, table[i].name) == 0)
         return &table[i];
   lx->p = start;
   return NULL;
}
