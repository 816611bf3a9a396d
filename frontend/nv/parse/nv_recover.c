/* SPDX-License-Identifier: MIT */
/* The end of a statement, with or without a syntax error. */
#include "frontend/nv/parse/nv_parse.h"

void nv_statement_end(struct nv_parser *p)
{
   struct nv_statement *s = &p->stmt;

   s->num_segs = s->num_nums = s->num_items = s->num_mods = s->num_idents = 0;
   s->in_naming = s->in_option = s->has_op = s->op_done = s->recovering = s->has_comma = s->rest_reported = false;
   s->swz_letters = 0;
   s->ignored_size = s->integer = (struct util_span){0, 0};
}

/*
 * A statement with a syntax error must not lead to more errors by what it would have done. Names that it may have declared
 * become broken variables, an option that it may have given is switched on, and if it may have begun or ended a block, errors
 * of nesting are not reported.
 */
void nv_statement_recover(struct nv_parser *p)
{
   const struct nv_statement *s = &p->stmt;
   bool block = !s->has_op && !s->in_naming && !s->in_option && !s->has_comma, option = !s->in_option;

   for (uint32_t i = 0; i < s->num_idents; i++) {
      if (nv_option_apply(p, s->idents[i]))
         block = !(option = true);
      else
         nv_establish_broken(p, s->idents[i]);
   }
   if (!option)
      nv_grant_all(p);
   if (s->has_op && !s->op_done)
      nv_flow_lost(p);
   p->reported.nesting |= block;
   nv_statement_end(p);
}
