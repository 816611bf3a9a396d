/* SPDX-License-Identifier: MIT */
/*
 * The lexer (nv.l), and the token filter between it and the grammar. The lexer does not classify words: only the first word of
 * a statement can be an opcode or a keyword, so a variable may be called MOV or TEMP, as the document allows. The filter knows
 * where a statement begins, and turns its first word into a token. In error recovery it also decides where the next statement
 * begins.
 */
#ifndef FRONTEND_NV_TOKEN_H
#define FRONTEND_NV_TOKEN_H

#include "frontend/nv/parse/nv_parse.h"

#include "frontend/nv/parse/nv.tab.h"

/* Kinds of tokens that the grammar does not have. */
enum { NV_BAD_CHARACTER = -1, NV_HEX_NUMBER = -2 };

/* nv.l: all tokens of the text after the header */
void nv_scan(struct nv_parser *p, uint32_t header);

/* nv_token.c: the next token for the grammar, if a flag of struct nv_tokens is set or the grammar does not know its kind */
int nv_special_token(struct nv_parser *p, NV_YYLTYPE *loc);
/* The next token for the grammar. */
static inline int nv_yylex(NV_YYSTYPE *val, NV_YYLTYPE *loc, struct nv_parser *p)
{
   struct nv_tokens *t = &p->tok;
   const struct nv_tok *next = &t->list[t->next];

   (void)val;
   if (t->at_start || t->ended || t->insert_semicolon || p->stmt.recovering || next->kind <= 0)
      return nv_special_token(p, loc);
   t->next++;
   if (next->kind == ';' || next->kind == ':')
      t->at_start = true;
   *loc = next->span;
   return next->kind;
}
/*
 * Decides whether a word in a statement with a syntax error begins the next statement, because a semicolon is missing. It does
 * if it is an END without text after it, or if it is at the start of a line and can begin a statement.
 */
bool nv_token_begins_statement(struct nv_parser *p, struct util_span word);
/* Delivers the last token again, as the first of a statement, after a semicolon. */
void nv_token_replay(struct nv_parser *p);

#endif
