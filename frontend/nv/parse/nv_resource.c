/* SPDX-License-Identifier: MIT */
/*
 * Counts for GL's queries about programs in the older languages, and the limits on them that NV_gpu_program4 dropped: ALU
 * instructions, texture instructions and texture indirections of fragment programs (ARB_fragment_program 3.11.3.6, 3.11.6).
 */
#include "frontend/nv/parse/nv_parse.h"

static bool is_texture(const struct nv_instr *in)
{
   enum nv_shape shape = (enum nv_shape)nv_op_info[in->op].shape;

   return shape == NV_SHAPE_TEX || shape == NV_SHAPE_TXD || in->op == NV_OP_KIL;
}

static bool is_flow(const struct nv_instr *in)
{
   return nv_op_info[in->op].suffixes == NV_SFX_NONE && nv_op_info[in->op].out == NV_FMT_NONE && in->op != NV_OP_KIL;
}

static void too_many(struct nv_parser *p, enum diag_id id, const struct nv_instr *in, const char *what, uint32_t limit,
                     enum nv_limit which)
{
   nv_error(p, id, in->op_span, "the program has more than %u %s (%s)", limit, what, nv_limit_option[which]);
}

/*
 * Texture indirections, 3.11.6: a new node of the chain starts with a texture instruction whose coordinate was written in the
 * current node, or whose result was read or written there by an ALU instruction. For each temporary, `written` is the last node
 * that wrote it, and `touched` the last node in which an ALU instruction read or wrote it.
 */
static void count_indirections(struct nv_parser *p, bool limited)
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
         if (next && ++node == p->lim.tex_indirections + 1 && limited)
            too_many(p, DIAG_ID_tex_indirections, in, "texture indirections", p->lim.tex_indirections,
                     NV_LIM_tex_indirections);
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
   p->prog->counts.indirections = node;
}

void nv_resource_finish(struct nv_parser *p)
{
   const struct nv_program *prog = p->prog;
   struct frontend_counts *n = &p->prog->counts;
   const bool limited = nv_arb(p) && prog->stage != NV_VERTEX;
   uint32_t alu_limit = p->lim.alu_instructions, less;

   less = prog->opt_fog_exp2 ? 4 : prog->opt_fog_exp ? 3 : prog->opt_fog_linear ? 2 : 0; /* 3.11.4.5.1 */
   alu_limit = alu_limit > less ? alu_limit - less : 0;
   for (uint32_t i = 0; i < prog->num_instrs; i++) {
      const struct nv_instr *in = &prog->instrs[i];

      if (is_texture(in)) {
         if (n->tex++ == p->lim.tex_instructions && limited)
            too_many(p, DIAG_ID_tex_instructions, in, "texture instructions", p->lim.tex_instructions,
                     NV_LIM_tex_instructions);
      } else if (!is_flow(in) && n->alu++ == alu_limit && limited) {
         too_many(p, n->alu > p->lim.alu_instructions ? DIAG_ID_alu_instructions : DIAG_ID_fog_instructions, in,
                  "ALU instructions", alu_limit, NV_LIM_alu_instructions);
      }
   }
   n->instructions = prog->num_instrs;
   n->temporaries = p->bind.num_temporaries;
   n->parameters = nv_num_params(p);
   n->attribs = p->bind.num_attribs;
   n->address_registers = p->bind.num_addresses;
   n->indirections = 1;
   if (n->tex)
      count_indirections(p, limited);
}
