/* SPDX-License-Identifier: MIT */
/*
 * The lexer (tgsi.l), and the token filter between it and the grammar. The language does not mark the end of a statement, so
 * the filter decides which words begin the next one: those where no operand can follow, and names of instructions at the start
 * of a line, even if the statement before is incomplete.
 */
#ifndef FRONTEND_TGSI_TOKEN_H
#define FRONTEND_TGSI_TOKEN_H

#include "frontend/tgsi/parse/tgsi_parser.h"

#include "frontend/tgsi/parse/tgsi.tab.h"

/* tgsi.l: the next token; the start, with a buffer that ends with two NULs */
int tgsi_scan(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, void *scanner);
void tgsi_scan_begin(struct tgsi_parser *p, char *buf, size_t size);

/* tgsi_token.c */
/* The next token for the grammar. */
int tgsi_token(TGSI_YYSTYPE *val, TGSI_YYLTYPE *loc, struct tgsi_parser *p);
/* Skips the rest of a statement after an error. With `begins` the last token begins the next statement. */
void tgsi_token_recover(struct tgsi_parser *p, bool begins);

#endif
