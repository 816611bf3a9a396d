/* SPDX-License-Identifier: MIT */
/*
 * What the older languages have of their own: which words their dialects know (!!ARBvp1.0 and !!ARBfp1.0 with the options
 * NV_vertex_program2, NV_vertex_program3, NV_fragment_program and NV_fragment_program2), and the rules on whole programs that
 * NV_gpu_program4 dropped (ARB_fragment_program 3.11.3.6: ALU and texture instructions, texture indirections).
 */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

/* --- words --- */

static const char *option_name(unsigned dialects)
{
   return dialects & NV_D_VP2   ? "NV_vertex_program2"
          : dialects & NV_D_VP3 ? "NV_vertex_program3"
          : dialects & NV_D_FPO ? "NV_fragment_program"
                                : "NV_fragment_program2";
}

static const char *option_for(const struct nv_parser *p, unsigned dialects)
{
   unsigned mine = p->prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2;

   return dialects & mine ? option_name(dialects & mine) : NULL;
}

/* An error that a missing option is to blame for is said once: the program goes on as if it were given. */
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
      grant(p, dialects & (p->prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2));
   } else
      nv_error(p, DIAG_ID_not_in_language, at, "this language does not have %s", what);
}

enum { S_R = 1, S_H = 2, S_X = 4, S_C = 8, S_C01 = 16, S_SAT = 32, S_SSAT = 64 };

/* Suffixes that an instruction takes: Table X.5 of NV_vertex_program2 and 3, of NV_fragment_program and _program2. */
static unsigned suffixes_of(const struct nv_op_info *info, unsigned dialect)
{
   static const uint8_t fp1[] = {
       [NV_SFX_RHX] = S_R | S_H | S_X | S_C, [NV_SFX_RH] = S_R | S_H | S_C, [NV_SFX_CC] = S_C, [NV_SFX_ADDR] = 0};
   static const uint8_t fp2[] = {[NV_SFX_RHX] = S_R | S_H | S_X | S_C,
                                 [NV_SFX_RH] = S_R | S_H | S_C,
                                 [NV_SFX_CC] = S_C,
                                 [NV_SFX_CMP] = S_C,
                                 [NV_SFX_FP2] = S_R | S_H | S_C,
                                 [NV_SFX_ADDR] = 0};
   unsigned all = 0;

   if (info->suffixes == NV_SFX_NONE)
      return 0;
   if (dialect & NV_D_VP2)
      all |= S_C;
   if (dialect & NV_D_VP3)
      all |= S_C01 | (info->suffixes == NV_SFX_ADDR ? 0 : S_SAT);
   if (dialect & NV_D_FP)
      all |= S_SAT;
   if (dialect & NV_D_FPO)
      all |= fp1[info->suffixes];
   if (dialect & NV_D_FP2)
      all |= S_SSAT | fp2[info->suffixes];
   return all;
}

static unsigned suffixes_given(const struct nv_raw_op *op)
{
   return (op->r ? S_R : 0) | (op->h ? S_H : 0) | (op->x ? S_X : 0) | (op->cc ? op->cc_digit ? S_C01 : S_C : 0) |
          (op->sat ? S_SAT : 0) | (op->ssat ? S_SSAT : 0);
}

bool nv_arb_op_allowed(unsigned dialect, const struct nv_raw_op *op)
{
   const struct nv_op_info *info = &nv_op_info[op->op];

   return (info->dialects & dialect) && !(suffixes_given(op) & ~suffixes_of(info, dialect));
}

/* A word that begins a statement but no instruction of the dialect: say why. */
void nv_arb_unknown_op(struct nv_parser *p, struct util_span s, const struct nv_raw_op *op)
{
   const struct nv_op_info *info = &nv_op_info[op->op];
   bool vertex = p->prog->stage == NV_VERTEX;
   unsigned more = vertex ? NV_D_VP | NV_D_VP2 | NV_D_VP3 : NV_D_FP | NV_D_FPO | NV_D_FP2;
   unsigned step[2] = {vertex ? NV_D_VP2 : NV_D_FPO, vertex ? NV_D_VP3 : NV_D_FP2};

   for (unsigned i = 0; i < 2; i++) {
      unsigned with = p->prog->dialect | step[0] | (i ? step[1] : 0);

      if (nv_arb_op_allowed(with, op)) {
         nv_error(p, DIAG_ID_needs_option, s, "\"%.*s\" needs the option %s", NV_STR(p, s), option_name(step[i]));
         grant(p, step[i]);
         return;
      }
   }
   if (info->dialects & more)
      nv_error(p, DIAG_ID_bad_modifier, s, "%s does not take the suffixes of \"%.*s\"", info->name, NV_STR(p, s));
   else if (info->dialects)
      nv_error(p, DIAG_ID_wrong_stage_opcode, s, "%s is not available in this kind of program", info->name);
   else
      nv_error(p, DIAG_ID_unknown_opcode, s, "unknown instruction \"%.*s\"%s", NV_STR(p, s), nv_hint_statement(p, s));
}

/* Keywords may not be names: ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2, and what the options add to their lists. */
bool nv_arb_keyword(const struct nv_parser *p, struct util_span name)
{
   static const char *const words[] = {"END", "OPTION", "TEMP", "ALIAS", "ATTRIB", "PARAM", "OUTPUT"};
   struct nv_raw_op op;
   bool wrong_order = false;

   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (nv_is(p, name, words[i]))
         return true;
   if (p->prog->stage == NV_VERTEX && nv_is(p, name, "ADDRESS"))
      return true;
   if (!nv_classify_op(p, p->text + name.off, name.len, &op, &wrong_order) || !nv_arb_op_allowed(p->asked, &op))
      return false;
   /* Vertex programs reserve the plain names only. */
   return p->prog->stage == NV_FRAGMENT || suffixes_given(&op) == 0;
}

/* --- resources of fragment programs --- */

static bool is_texture(const struct nv_instr *in)
{
   enum nv_shape shape = (enum nv_shape)nv_op_info[in->op].shape;

   return shape == NV_SHAPE_TEX || shape == NV_SHAPE_TXD || in->op == NV_OP_KIL;
}

static bool is_flow(const struct nv_instr *in)
{
   return nv_op_info[in->op].suffixes == NV_SFX_NONE && nv_op_info[in->op].out == NV_FMT_NONE && in->op != NV_OP_KIL;
}

static void too_many(struct nv_parser *p, enum diag_id id, const struct nv_instr *in, const char *what, uint32_t limit)
{
   nv_error(p, id, in->op_span, "the program has more than %u %s", limit, what);
}

/*
 * Texture indirections, 3.11.6: a new node of the chain starts with a texture instruction whose coordinate was written in the
 * present node, or whose result was read or written there by an ALU instruction. `written` and `touched` hold, by temporary, the
 * last node in which that happened.
 */
static void count_indirections(struct nv_parser *p)
{
   const struct nv_program *prog = p->prog;
   uint32_t *written = UTIL_ARRAY(p->ctx, uint32_t, (size_t)prog->num_vars + 1);
   uint32_t *touched = UTIL_ARRAY(p->ctx, uint32_t, (size_t)prog->num_vars + 1);
   uint32_t node = 1;

   for (uint32_t i = 0; i < prog->num_instrs; i++) {
      const struct nv_instr *in = &prog->instrs[i];
      bool dst = in->dst.present && prog->vars[in->dst.var].cls == NV_TEMP, next = false;

      if (is_texture(in)) {
         for (unsigned s = 0; s < in->num_src; s++)
            next |= in->src[s].kind == NV_OPND_VAR && written[in->src[s].var] == node;
         next |= dst && touched[in->dst.var] == node;
         if (next && ++node == p->lim.tex_indirections + 1)
            too_many(p, DIAG_ID_tex_indirections, in, "texture indirections", p->lim.tex_indirections);
      } else {
         for (unsigned s = 0; s < in->num_src; s++)
            if (in->src[s].kind == NV_OPND_VAR)
               touched[in->src[s].var] = node;
         if (dst)
            touched[in->dst.var] = node;
      }
      if (dst)
         written[in->dst.var] = node;
   }
}

void nv_arb_finish(struct nv_parser *p)
{
   const struct nv_program *prog = p->prog;
   uint32_t alu = 0, tex = 0, alu_limit = p->lim.alu_instructions, less;

   if (prog->stage == NV_VERTEX)
      return;
   less = prog->opt_fog_exp2 ? 4 : prog->opt_fog_exp ? 3 : prog->opt_fog_linear ? 2 : 0; /* 3.11.4.5.1 */
   alu_limit = alu_limit > less ? alu_limit - less : 0;
   for (uint32_t i = 0; i < prog->num_instrs; i++) {
      const struct nv_instr *in = &prog->instrs[i];

      if (is_texture(in)) {
         if (tex++ == p->lim.tex_instructions)
            too_many(p, DIAG_ID_tex_instructions, in, "texture instructions", p->lim.tex_instructions);
      } else if (!is_flow(in) && alu++ == alu_limit) {
         too_many(p, alu > p->lim.alu_instructions ? DIAG_ID_alu_instructions : DIAG_ID_fog_instructions, in,
                  "ALU instructions", alu_limit);
      }
   }
   count_indirections(p);
}
