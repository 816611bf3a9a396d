/* SPDX-License-Identifier: MIT */
/* The head of a group: condition and attributes before the first statement, in any order. */
#include "backend-usc/text/usc_asm.h"

#include <stddef.h>

static bool read_number(struct cg_lex *lx, uint32_t *v)
{
   cg_lex_blanks(lx);
   return usc_lex_number(lx, v);
}

/* if (p0), if (!p0), (ignorepe) */
static bool read_condition(struct usc_as *a)
{
   struct cg_lex *lx = &a->lx;
   const bool is_if = cg_lex_eat_word(lx, "if");
   if (!cg_lex_eat(lx, '('))
      return cg_lex_error(lx, lx->p, "'(' expected");
   cg_lex_blanks(lx);
   const bool neg = is_if && cg_lex_eat(lx, '!');
   if (!cg_lex_word(lx, is_if ? "p0" : "ignorepe"))
      return cg_lex_error(lx, lx->p, "condition expected");
   if (!cg_lex_eat(lx, ')'))
      return cg_lex_error(lx, lx->p, "')' expected");
   a->g.cc = is_if ? (neg ? USC_CC_NOTP0 : USC_CC_P0) : USC_CC_IGNOREPE;
   return true;
}

/* .src(S0 S1 S2 | S3 S4 S5 | is0=sN), after the first parenthesis. */
static bool read_sources(struct usc_as *a)
{
   struct cg_lex *lx = &a->lx;
   a->src_given = true;
   for (unsigned half = 0; half < 2; half++) {
      unsigned n = 0;
      cg_lex_blanks(lx);
      while (lx->p < lx->end && *lx->p != '|' && *lx->p != ')') {
         if (n == 3)
            return cg_lex_error(lx, lx->p, "three sources in each half");
         if (!usc_lex_reg(lx, &a->g.src[3 * half + n++]))
            return false;
         cg_lex_blanks(lx);
      }
      a->src_count[half] = n;
      cg_lex_eat(lx, '|');
   }
   if (cg_lex_word(lx, "is0")) {
      uint32_t n;
      if (!cg_lex_eat(lx, '=') || !cg_lex_eat(lx, 's') || !read_number(lx, &n))
         return cg_lex_error(lx, lx->p, "is0=sN expected");
      if (n > 5)
         return cg_lex_error(lx, lx->p, "there are six source slots");
      a->g.is0 = (uint8_t)n;
   }
   return cg_lex_eat(lx, ')') || cg_lex_error(lx, lx->p, "')' expected");
}

/* .form(lower,upper,destination) with sizes in bytes, after the first parenthesis. */
static bool read_forms(struct usc_as *a, const char *at)
{
   struct cg_lex *lx = &a->lx;
   for (unsigned i = 0; i < 3; i++) {
      uint32_t v;
      if (i && !cg_lex_eat(lx, ','))
         break;
      if (!read_number(lx, &v) || v > 6)
         return cg_lex_error(lx, at, "size of an item expected");
      a->form[i] = v;
   }
   return cg_lex_eat(lx, ')') || cg_lex_error(lx, lx->p, "')' expected");
}

/* Reads a number up to max and the closing parenthesis. */
static bool read_argument(struct cg_lex *lx, const char *at, uint32_t max, uint32_t *v, const char *message)
{
   return (read_number(lx, v) && cg_lex_eat(lx, ')') && *v <= max) || cg_lex_error(lx, at, message);
}

static bool read_attribute(struct usc_as *a)
{
   static const struct {
      const char *name;
      size_t member;
      uint8_t value;
   } flags[] = {{"end", offsetof(struct usc_as, g.end), 1},
                {"atom", offsetof(struct usc_as, g.atom), 1},
                {"long", offsetof(struct usc_as, f.long_header), 1},
                {"olchk", offsetof(struct usc_as, g.olchk), 1},
                {"noolchk", offsetof(struct usc_as, g.olchk), 2}};
   struct cg_lex *lx = &a->lx;
   const char *at = lx->p++;
   char name[12];
   uint32_t v = 0;
   cg_lex_letters(lx, name, sizeof name);
   if (cg_lex_at_digit(lx, 0) && !usc_lex_number(lx, &v))
      return false;
   const bool paren = cg_lex_at(lx, 0, '(');
   lx->p += paren;
   for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
      if (strcmp(name, flags[i].name) == 0) {
         *((uint8_t *)a + flags[i].member) = flags[i].value;
         return true;
      }
   if (strcmp(name, "rpt") == 0 && v >= 1 && v <= 4) {
      a->g.rpt = (uint8_t)v;
   } else if (strcmp(name, "ph") == 0 && cg_lex_eat_word(lx, "clr")) { /* .ph0clr */
      a->f.ph0clr = 1;
   } else if (strcmp(name, "iss") == 0 && paren) {
      if (!read_argument(lx, at, 255, &v, "one byte expected"))
         return false;
      a->iss = (int)v;
   } else if (strcmp(name, "pad") == 0 && paren) {
      if (!read_argument(lx, at, 15, &v, "0 to 15 words of padding"))
         return false;
      a->f.pad = (uint8_t)v;
   } else if (strcmp(name, "src") == 0 && paren) {
      return read_sources(a);
   } else if (strcmp(name, "form") == 0 && paren) {
      return read_forms(a, at);
   } else {
      return cg_lex_error(lx, at, "unknown attribute");
   }
   return true;
}

bool usc_as_head(struct usc_as *a)
{
   struct cg_lex *lx = &a->lx;
   for (;;) {
      cg_lex_blanks(lx);
      if (lx->p >= lx->end)
         return true;
      if (*lx->p == '(' || cg_lex_is_word(lx, "if")) {
         if (!read_condition(a))
            return false;
      } else if (*lx->p == '.' && !(lx->end - lx->p > 5 && strncmp(lx->p, ".byte", 5) == 0)) {
         if (!read_attribute(a))
            return false;
      } else {
         return true;
      }
   }
}
