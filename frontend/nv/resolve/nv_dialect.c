/* SPDX-License-Identifier: MIT */
/*
 * Errors about features that a dialect of the older languages lacks (!!ARBvp1.0 and !!ARBfp1.0 with the options
 * NV_vertex_program2, NV_vertex_program3, NV_fragment_program and NV_fragment_program2). They name the missing option.
 */
#include "frontend/nv/resolve/nv_resolve.h"

static const char *option_name(unsigned dialects)
{
   return dialects & NV_D_VP2   ? "NV_vertex_program2"
          : dialects & NV_D_VP3 ? "NV_vertex_program3"
          : dialects & NV_D_FPO ? "NV_fragment_program"
                                : "NV_fragment_program2";
}

/* Cites the section about the option. */
static void cite_option(struct nv_parser *p, unsigned dialects)
{
   nv_cite(p, NULL,
           dialects & NV_D_VP2 ? "NV_vertex_program2_option 2.14.4.5.2" : "NV_vertex_program3 2.14.4.5.3",
           dialects & NV_D_FPO ? "NV_fragment_program_option 3.11.4.5.3" : "NV_fragment_program2 3.11.4.5.3");
}

static const char *option_for(const struct nv_parser *p, unsigned dialects)
{
   unsigned mine = p->prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2;

   return dialects & mine ? option_name(dialects & mine) : NULL;
}

/* Treats the program as if the missing option were given, so that the option is reported only once. */
static void grant(struct nv_parser *p, unsigned dialects)
{
   if (!p->ctx->explained)
      return;
   if (dialects & (NV_D_VP2 | NV_D_FPO))
      p->prog->dialect |= dialects & (NV_D_VP2 | NV_D_FPO);
   else
      p->prog->dialect |= dialects & NV_D_VP3 ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2;
}

void nv_needs_option(struct nv_parser *p, struct util_span at, unsigned dialects, const char *what)
{
   const char *option = option_for(p, dialects);

   if (option) {
      nv_error(p, DIAG_ID_needs_option, at, "%s needs the option %s", what, option);
      cite_option(p, dialects);
      grant(p, dialects & (p->prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2));
   } else
      nv_error(p, DIAG_ID_not_in_language, at, "this language does not have %s", what);
}

void nv_arb_unknown_op(struct nv_parser *p, struct util_span s, const struct nv_raw_op *op)
{
   const struct nv_op_info *info = &nv_op_info[op->op];
   bool vertex = p->prog->stage == NV_VERTEX;
   unsigned related = vertex ? NV_D_VP | NV_D_VP2 | NV_D_VP3 : NV_D_FP | NV_D_FPO | NV_D_FP2;
   unsigned step[2] = {vertex ? NV_D_VP2 : NV_D_FPO, vertex ? NV_D_VP3 : NV_D_FP2};

   for (unsigned i = 0; i < 2; i++) {
      unsigned with = p->prog->dialect | step[0] | (i ? step[1] : 0);

      if (nv_arb_op_allowed(with, op)) {
         nv_error(p, DIAG_ID_needs_option, s, "\"%.*s\" needs the option %s", NV_STR(p, s), option_name(step[i]));
         cite_option(p, step[i]);
         grant(p, step[i]);
         return;
      }
   }
   if (info->dialects & related)
      nv_error(p, DIAG_ID_bad_modifier, s, "%s does not take the suffixes of \"%.*s\"", info->name, NV_STR(p, s));
   else if (info->dialects)
      nv_error(p, DIAG_ID_wrong_stage_opcode, s, "%s is not available in this kind of program", info->name);
   else
      nv_error(p, DIAG_ID_unknown_opcode, s, "unknown instruction \"%.*s\"%s", NV_STR(p, s), nv_hint_statement(p, s));
}

void nv_grant_all(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   if (nv_arb(p))
      prog->dialect |= prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2;
   prog->opt_draw_buffers = prog->opt_shadow = true;
}
