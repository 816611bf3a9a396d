/* SPDX-License-Identifier: MIT */
/* The end of a statement, with or without a syntax error. */
#include "frontend/nv/parse/nv_token.h"

void nv_statement_end(struct nv_parser *p)
{
   struct nv_statement *s = &p->stmt;

   s->num_segs = s->num_nums = s->num_items = s->num_mods = 0;
   s->in_naming = s->in_option = s->has_op = s->op_done = s->recovering = s->rest_reported = false;
   s->swz_letters = 0;
   s->ignored_size = s->integer = (struct util_span){0, 0};
}

/*
 * A statement with a syntax error must not cause errors later in the program. Names that it may declare become broken
 * variables, an option that it may contain is enabled, and if it may begin or end a block, later nesting errors are not
 * reported.
 */
void nv_statement_recover(struct nv_parser *p)
{
   const struct nv_statement *s = &p->stmt;
   bool block = !s->has_op && !s->in_naming && !s->in_option, option = !s->in_option;

   for (uint32_t i = p->tok.statement; i < p->tok.next; i++) {
      const struct nv_tok *t = &p->tok.list[i];

      if (t->kind == ',' || t->kind == '=')
         block = false;
      else if (t->kind == T_IDENT && nv_option_apply(p, t->span))
         block = !(option = true);
      else if (t->kind == T_IDENT)
         nv_establish_broken(p, t->span);
   }
   if (!option)
      nv_grant_all(p);
   if (s->has_op && !s->op_done)
      nv_flow_lost(p);
   p->reported.nesting |= block;
   nv_statement_end(p);
}
