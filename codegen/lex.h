/* SPDX-License-Identifier: MIT */
/*
 * Lexer of assembly text: what the assemblers of all machines and the task texts of their simulators have in common. It reads
 * between a cursor and the end of the text and nowhere else, and keeps the first error with its place. A language says which
 * characters mean what; what a word or a register stands for is known to its machine only.
 *
 * Functions that take something return true and move the cursor behind it, or return false. Unless they say otherwise they
 * start at the cursor itself: where blanks are allowed in front, the caller skips them with cg_lex_blanks().
 */
#ifndef CODEGEN_LEX_H
#define CODEGEN_LEX_H

#include "util/ctx.h"

#include <string.h>

enum cg_lex_char {
   CG_LEX_BLANK = 1,   /* between tokens */
   CG_LEX_COMMENT = 2, /* starts a comment, which goes to the end of the line */
   CG_LEX_END = 4,     /* ends a statement */
   CG_LEX_NAME = 8,    /* part of a name, as letters and digits are */
};

struct cg_lex_language {
   uint8_t chars[256];   /* of each character: mask of enum cg_lex_char; starts with CG_LEX_LETTERS_DIGITS */
   bool any_case;        /* upper case is the same as lower case in words and registers */
   const char *bases;    /* letters that select the base of an integer behind a 0: 'x' and 'X' hexadecimal, 'b' binary */
   bool lone_base;       /* "0x" is an integer without digits even as the last two characters of the text */
   unsigned max_digits;  /* of a decimal fraction, on both sides of the point; 0 = no bound */
   unsigned max_places;  /* behind the point; 0 = no bound */
   unsigned max_integer; /* value in front of the point; 0 = no bound */
   bool lone_point;      /* the point needs no digit behind it */
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
   const char *text, *p, *end; /* p: the cursor */
   const char *err, *err_at;   /* the first error, NULL if there is none */
};

static inline struct cg_lex cg_lex_start(const struct cg_lex_language *language, const char *text, size_t len)
{
   return (struct cg_lex){.language = language, .text = text, .p = text, .end = text + len};
}

/* Notes an error at a place; the first one counts. Always returns false. */
bool cg_lex_error(struct cg_lex *lx, const char *at, const char *message);
/* Files the error as a diagnostic of one character. */
void cg_lex_report(struct util_ctx *ctx, const struct cg_lex *lx, enum diag_id id);

/* ---- characters ---------------------------------------------------------------------------------------------------------- */

static inline bool cg_lex_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline char cg_lex_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
/* Kinds of the character at the cursor, 0 at the end of the text. */
static inline unsigned cg_lex_kind(const struct cg_lex *lx)
{
   return lx->p < lx->end ? lx->language->chars[(unsigned char)*lx->p] : 0;
}
/* Is the character k places behind the cursor this one? A digit? */
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
/* Behind blanks: does the statement end here, or the text? */
bool cg_lex_at_end(struct cg_lex *lx);
/* Skips the ends of statements and blanks, up to the next statement. false at the end of the text. */
bool cg_lex_next_statement(struct cg_lex *lx);
/* The place where the statement at the cursor ends or a comment starts; the cursor goes there. */
const char *cg_lex_statement_end(struct cg_lex *lx);

/* ---- words --------------------------------------------------------------------------------------------------------------- */

/* Takes this character, with blanks in front. */
static inline bool cg_lex_eat(struct cg_lex *lx, char c)
{
   cg_lex_blanks(lx);
   if (!cg_lex_at(lx, 0, c))
      return false;
   lx->p++;
   return true;
}
/* Takes these characters, with blanks in front, whatever follows them. */
bool cg_lex_eat_text(struct cg_lex *lx, const char *text);
/* Is this word (in lower case) at the cursor? What follows it is not part of a name. */
bool cg_lex_is_word(const struct cg_lex *lx, const char *word);
/* Takes this word, without or with blanks in front. */
bool cg_lex_eat_word(struct cg_lex *lx, const char *word);
bool cg_lex_word(struct cg_lex *lx, const char *word);
/* Copies the letters at the cursor to out[], at most size - 1 and in lower case if case does not matter; a digit ends them.
   Returns their number. */
size_t cg_lex_letters(struct cg_lex *lx, char *out, size_t size);
/* Takes a name; returns its length, 0 if there is none. */
static inline size_t cg_lex_name(struct cg_lex *lx)
{
   const char *start = lx->p;
   while (cg_lex_kind(lx) & CG_LEX_NAME)
      lx->p++;
   return (size_t)(lx->p - start);
}

/* Keywords: the row of the word at the cursor, NULL if it is none of them. */
struct cg_lex_keyword {
   const char *text;
   uint32_t kind, value; /* what it stands for, as the caller says */
};
const struct cg_lex_keyword *cg_lex_keyword(struct cg_lex *lx, const struct cg_lex_keyword *table, size_t num);

/* ---- numbers ------------------------------------------------------------------------------------------------------------- */

enum cg_lex_number { CG_LEX_NUMBER, CG_LEX_NO_NUMBER, CG_LEX_LARGE_NUMBER };
/* Takes an unsigned integer of 32 bits. If it is too large, or has no digits, the cursor stays at the digit that is one too
   many, or where the first digit should be. */
enum cg_lex_number cg_lex_integer(struct cg_lex *lx, uint32_t *value);

/* Is a decimal fraction at the cursor: digits, a point, a digit? */
bool cg_lex_at_decimal(const struct cg_lex *lx);
/* Takes a decimal number; the value is digits / 10^places. false if it has more digits than the language allows: the cursor
   stays at the first that is too many. */
struct cg_lex_decimal {
   double digits, scale; /* scale = 10^places */
   unsigned places;
};
bool cg_lex_decimal(struct cg_lex *lx, struct cg_lex_decimal *d);

/* ---- registers ----------------------------------------------------------------------------------------------------------- */

/* A bank of registers NAME0 .. NAME(count - 1). */
struct cg_lex_bank {
   const char *name;
   uint32_t bank, count; /* bank: as the caller numbers them */
};
/* The bank that the letters at the cursor name; what follows is up to the caller. NULL: none, and the cursor has not moved. */
const struct cg_lex_bank *cg_lex_bank(struct cg_lex *lx, const struct cg_lex_bank *table, size_t num);

#endif
