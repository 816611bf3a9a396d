/* SPDX-License-Identifier: MIT */
/*
 * The lexer (tgsi.l), and the token filter between it and the grammar. A statement has no end of its own, so the filter tells
 * the words that begin one from those that belong to the one before: where no operand can follow, a word begins a statement;
 * and one at the start of a line that is the name of an instruction does, whatever is missing in front of it.
 */
#ifndef FRONTEND_TGSI_TOKEN_H
#define FRONTEND_TGSI_TOKEN_H

#include "frontend/tgsi/parse/tgsi_parser.h"

#include "frontend/tgsi/parse/tgsi.tab.h"

/* tgsi.l: the next token; the start, with a buffer that ends with two NULs. */
int tgsi_scan(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, void *scanner);
void tgsi_scan_begin(struct tgsi_parser *p, char *buf, size_t size);

/* tgsi_token.c */
/* The next token for the grammar. */
int tgsi_token(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, struct tgsi_parser *p);
/* There was an error: skip the rest of the statement. begins: the last token begins the next one. */
void tgsi_token_recover(struct tgsi_parser *p, bool begins);

#endif
