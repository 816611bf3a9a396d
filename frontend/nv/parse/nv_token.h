/* SPDX-License-Identifier: MIT */
/*
 * The lexer (nv.l), and the token filter between it and the grammar. Words are no tokens of their own: only the first word of a
 * statement can be an opcode or a keyword, so that a variable may be called MOV or TEMP, as the document allows. The filter
 * knows where a statement begins, and turns its first word into a token. It also decides in error recovery where the next
 * statement begins.
 */
#ifndef FRONTEND_NV_TOKEN_H
#define FRONTEND_NV_TOKEN_H

#include "frontend/nv/parse/nv_parse.h"

#include "frontend/nv/parse/nv.tab.h"

/* Kinds of tokens that the grammar does not know. */
enum { NV_BAD_CHARACTER = -1, NV_HEX_NUMBER = -2 };

/* nv.l: all tokens of the text behind the header. */
void nv_scan(struct nv_parser *p, uint32_t header);

/* nv_token.c: the next token for the grammar, where a flag of struct nv_tokens holds or the grammar does not know its kind. */
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
 * A word is met in a statement with a syntax error: does the next statement begin with it, because a semicolon is missing? That
 * is assumed of an END with nothing behind it, and of a word at the start of a line that can begin a statement.
 */
bool nv_token_begins_statement(struct nv_parser *p, struct util_span word);
/* Deliver the token that was read last once more, as the first of a statement, and a semicolon in front of it. */
void nv_token_replay(struct nv_parser *p);

#endif
