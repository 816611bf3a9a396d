/* SPDX-License-Identifier: MIT */
/*
 * Lexer of assembly text, shared by the assemblers of all machines and the wave texts of their simulators. It reads only
 * between a cursor and the end of the text, and keeps the first error with its position. A language defines the meaning of
 * characters; only the machine knows what a word or a register stands for.
 *
 * Functions that accept something return true and move the cursor after it, or return false. Unless documented otherwise they
 * start at the cursor itself; the caller skips leading blanks with cg_lex_blanks().
 */
#ifndef CODEGEN_LEX_H
#define CODEGEN_LEX_H

#include "util/ctx.h"

#include <string.h>

enum cg_lex_char {
   CG_LEX_BLANK = 1,   /* between tokens */
   CG_LEX_COMMENT = 2, /* starts a comment that extends to the end of the line */
   CG_LEX_END = 4,     /* ends a statement */
   CG_LEX_NAME = 8,    /* part of a name, like letters and digits */
};

struct cg_lex_language {
   uint8_t chars[256];   /* by character: mask of enum cg_lex_char; initialised with CG_LEX_LETTERS_DIGITS */
   bool any_case;        /* case does not matter in words and registers */
   const char *bases;    /* letters after a 0 that select the base of an integer: 'x' and 'X' hexadecimal, 'b' binary */
   bool lone_base;       /* "0x" at the very end of the text is an integer without digits, too */
   unsigned max_digits;  /* limit on the digits of a decimal fraction, on both sides of the point; 0 for none */
   unsigned max_places;  /* limit on digits after the point; 0 for none */
   unsigned max_integer; /* limit on the value before the point; 0 for none */
   bool lone_point;      /* no digit is needed after the point */
};
#define CG_LEX_N1(c) [c] = CG_LEX_NAME
#define CG_LEX_N6(a, b, c, d, e, f) CG_LEX_N1(a), CG_LEX_N1(b), CG_LEX_N1(c), CG_LEX_N1(d), CG_LEX_N1(e), CG_LEX_N1(f)
#define CG_LEX_LETTERS_DIGITS                                                                                                  \
   CG_LEX_N6('0', '1', '2', '3', '4', '5'), CG_LEX_N6('6', '7', '8', '9', 'a', 'b'), CG_LEX_N6('c', 'd', 'e', 'f', 'g', 'h'),  \
   CG_LEX_N6('i', 'j', 'k', 'l', 'm', 'n'), CG_LEX_N6('o', 'p', 'q', 'r', 's', 't'), CG_LEX_N6('u', 'v', 'w', 'x', 'y', 'z'),  \
   CG_LEX_N6('A', 'B', 'C', 'D', 'E', 'F'), CG_LEX_N6('G', 'H', 'I', 'J', 'K', 'L'), CG_LEX_N6('M', 'N', 'O', 'P', 'Q', 'R'),  \
   CG_LEX_N6('S', 'T', 'U', 'V', 'W', 'X'), CG_LEX_N1('Y'), CG_LEX_N1('Z')

struct cg_lex {
   const struct cg_lex_language *language;
   const char *text, *p, *end; /* p is the cursor */
   const char *err, *err_at;   /* the first error or NULL, and its position */
};

static inline struct cg_lex cg_lex_start(const struct cg_lex_language *language, const char *text, size_t len)
{
   return (struct cg_lex){.language = language, .text = text, .p = text, .end = text + len};
}

/* Records an error at a position unless there is one already. Always returns false. */
bool cg_lex_error(struct cg_lex *lx, const char *at, const char *message);
/* Files the error as a diagnostic whose span is one character. */
void cg_lex_report(struct util_ctx *ctx, const struct cg_lex *lx, enum diag_id id);

/* ---- characters ---------------------------------------------------------------------------------------------------------- */

static inline bool cg_lex_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline char cg_lex_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
/* The kinds of the character at the cursor, or 0 at the end of the text. */
static inline unsigned cg_lex_kind(const struct cg_lex *lx)
{
   return lx->p < lx->end ? lx->language->chars[(unsigned char)*lx->p] : 0;
}
/* True if the character k positions after the cursor is c; a digit. */
static inline bool cg_lex_at(const struct cg_lex *lx, size_t k, char c)
{
   return (size_t)(lx->end - lx->p) > k && lx->p[k] == c;
}
static inline bool cg_lex_at_digit(const struct cg_lex *lx, size_t k)
{
   return (size_t)(lx->end - lx->p) > k && cg_lex_is_digit(lx->p[k]);
}

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

/* Skips blanks and comments. */
static inline void cg_lex_blanks(struct cg_lex *lx)
{
   for (unsigned kind; (kind = cg_lex_kind(lx)) & (CG_LEX_BLANK | CG_LEX_COMMENT);) {
      if (kind & CG_LEX_COMMENT)
         while (lx->p < lx->end && *lx->p != '\n')
            lx->p++;
      else
         lx->p++;
   }
}
/* Skips blanks; true if the statement or the text ends here. */
bool cg_lex_at_end(struct cg_lex *lx);
/* Skips blanks and ends of statements up to the next statement. False at the end of the text. */
bool cg_lex_next_statement(struct cg_lex *lx);
/* Moves the cursor to the end of its statement, or to the comment before it, and returns that position. */
const char *cg_lex_statement_end(struct cg_lex *lx);

/* ---- words --------------------------------------------------------------------------------------------------------------- */

/* Accepts a character after optional blanks. */
static inline bool cg_lex_eat(struct cg_lex *lx, char c)
{
   cg_lex_blanks(lx);
   if (!cg_lex_at(lx, 0, c))
      return false;
   lx->p++;
   return true;
}
/* Accepts these characters after optional blanks, even if a letter follows. */
bool cg_lex_eat_text(struct cg_lex *lx, const char *text);
/* True if this word (in lower case) is at the cursor and is not part of a longer name. */
bool cg_lex_is_word(const struct cg_lex *lx, const char *word);
/* Accepts a word; the second function skips blanks first. */
bool cg_lex_eat_word(struct cg_lex *lx, const char *word);
bool cg_lex_word(struct cg_lex *lx, const char *word);
/* Copies the letters at the cursor to out[] up to the first other character, at most size - 1, in lower case if case does
   not matter. Returns their number. */
size_t cg_lex_letters(struct cg_lex *lx, char *out, size_t size);
/* Accepts a name and returns its length, or 0 if there is none. */
static inline size_t cg_lex_name(struct cg_lex *lx)
{
   const char *start = lx->p;
   while (cg_lex_kind(lx) & CG_LEX_NAME)
      lx->p++;
   return (size_t)(lx->p - start);
}

/* Keywords: the row of the word at the cursor, or NULL. */
struct cg_lex_keyword {
   const char *text;
   uint32_t kind, value; /* the meaning, as the caller defines it */
};
const struct cg_lex_keyword *cg_lex_keyword(struct cg_lex *lx, const struct cg_lex_keyword *table, size_t num);

/* Compares two names like strcmp(). */
int cg_lex_compare(const char *a, size_t len_a, const char *b, size_t len_b);

/* ---- numbers ------------------------------------------------------------------------------------------------------------- */

enum cg_lex_number { CG_LEX_NUMBER, CG_LEX_NO_NUMBER, CG_LEX_LARGE_NUMBER };
/* Accepts an unsigned 32-bit integer. On an error the cursor stays at the first excess digit, or where the first digit is
   missing. */
enum cg_lex_number cg_lex_integer(struct cg_lex *lx, uint32_t *value);

/* True if a decimal fraction is at the cursor: digits, a point, a digit. */
bool cg_lex_at_decimal(const struct cg_lex *lx);
/* Accepts a decimal number; the value is digits / scale. False if it has more digits than the language allows; the cursor
   then stays at the first excess digit. */
struct cg_lex_decimal {
   double digits, scale; /* scale = 10^places */
   unsigned places;
};
bool cg_lex_decimal(struct cg_lex *lx, struct cg_lex_decimal *d);

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

/* A bank of registers NAME0 .. NAME(count - 1); `bank` is the caller's number for it. */
struct cg_lex_bank {
   const char *name;
   uint32_t bank, count;
};
/* Accepts the name of a bank; the caller reads what follows. NULL, with the cursor unmoved, if there is none. */
const struct cg_lex_bank *cg_lex_bank(struct cg_lex *lx, const struct cg_lex_bank *table, size_t num);

#endif
