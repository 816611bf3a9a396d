/* SPDX-License-Identifier: MIT */
/*
 * The top of the parser, from the bottom: rules about the whole program (nv_resource.c, nv_warn.c, nv_finish.c), ends of
 * statements (nv_recover.c), the lexer (nv.l), the token filter (nv_token.c, nv_token.h), the grammar (nv.y), the entry
 * (nv_parse.c).
 */
#ifndef FRONTEND_NV_PARSE_H
#define FRONTEND_NV_PARSE_H

#include "frontend/nv/check/nv_check.h"

/* nv_resource.c: the counts that GL queries, and limits of the older languages on them */
void nv_resource_finish(struct nv_parser *p);
/* nv_warn.c: warnings about a program without errors; `end` is its END */
void nv_warn(struct nv_parser *p, struct util_span end);
/* nv_finish.c: all rules about the whole program */
void nv_finish(struct nv_parser *p, struct util_span end);
/* nv_recover.c: the end of a statement, and of one with a syntax error */
void nv_statement_end(struct nv_parser *p);
void nv_statement_recover(struct nv_parser *p);

#endif
