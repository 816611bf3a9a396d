/* SPDX-License-Identifier: MIT */
/* Opcodes with their modifiers (NV_gpu_program4 2.X.4.1, Tables X.13 to X.15), which begin an instruction. */
#include "frontend/nv/check/nv_check.h"

/* --- suffixes and modifiers --- */

/* The suffixes and modifiers of an instruction with their places. Some rules of 2.X.4.1 concern several of them together. */
struct mods {
   enum nv_type type;
   bool cc, sat, ssat, hi, s24, u24, ntc;
   int8_t cc_reg; /* the condition code that is updated, or -1 */
   struct util_span type_at, sat_at, special_at;
};

static void report_duplicate(struct nv_parser *p, struct util_span s)
{
   nv_error(p, DIAG_ID_duplicate_modifier, s, "modifier \"%.*s\" repeats or contradicts an earlier one", NV_STR(p, s));
}

static void report_unsupported(struct nv_parser *p, const struct nv_op_info *info, struct util_span s)
{
   nv_error(p, DIAG_ID_bad_modifier, s, "%s does not take the modifier \"%.*s\"", info->name, NV_STR(p, s));
}

static void type_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, enum nv_type type,
                          struct mods *m)
{
   if (!(info->types & (type == NV_TYPE_F ? NV_TYPES_F : NV_TYPES_I))) {
      report_unsupported(p, info, s);
      if (info->stages & 1u << NV_VERTEX) /* the instruction's section lists its data types */
         nv_cite(p, util_printf(p->ctx, "NV_gpu_program4 2.X.8 %s", info->name), NULL, NULL);
      else
         nv_cite(p, "2.X.8.Z", NULL, NULL);
   } else if (m->type) {
      report_duplicate(p, s);
   } else {
      m->type = type;
      m->type_at = s;
   }
}

static void cc_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, int8_t reg, struct mods *m)
{
   if (!info->cc) {
      report_unsupported(p, info, s);
   } else if (m->cc) {
      report_duplicate(p, s);
   } else {
      m->cc = true;
      m->cc_reg = reg;
   }
}

static void sat_modifier(struct nv_parser *p, struct util_span s, bool sat, struct mods *m)
{
   if (m->sat || m->ssat) {
      report_duplicate(p, s);
   } else {
      m->sat = sat;
      m->ssat = !sat;
      m->sat_at = s;
   }
}

static void ntc_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, struct mods *m)
{
   if (info->in[0] == NV_FMT_NONE || info->in[0] == NV_FMT_C)
      report_unsupported(p, info, s);
   else if (m->ntc)
      report_duplicate(p, s);
   m->ntc = true;
}

/* HI, S24 and U24 of MUL */
static void mul_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, struct mods *m)
{
   if (strcmp(info->name, "MUL") != 0) {
      report_unsupported(p, info, s);
   } else if (m->hi || m->s24 || m->u24) {
      report_duplicate(p, s);
   } else {
      m->hi = nv_is(p, s, "HI");
      m->s24 = nv_is(p, s, "S24");
      m->u24 = nv_is(p, s, "U24");
      m->special_at = s;
   }
}

static void report_unknown(struct nv_parser *p, struct util_span s)
{
   static const char *const names[] = {"CC", "CC0", "CC1", "SAT", "SSAT", "NTC", "HI", "S24", "U24"};
   const char *hint = nv_hint_words(p, s, names, sizeof names / sizeof names[0]);

   nv_error(p, DIAG_ID_unknown_modifier, s, "unknown modifier \"%.*s\"%s", NV_STR(p, s), hint);
   if (!*hint)
      util_note(p->ctx, s, "expected one of F, S, U, CC, CC0, CC1, SAT, SSAT and NTC; for MUL also HI, S24 and U24");
}

static void one_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, struct mods *m)
{
   if (nv_is(p, s, "F"))
      type_modifier(p, info, s, NV_TYPE_F, m);
   else if (nv_is(p, s, "S"))
      type_modifier(p, info, s, NV_TYPE_S, m);
   else if (nv_is(p, s, "U"))
      type_modifier(p, info, s, NV_TYPE_U, m);
   else if (nv_is(p, s, "CC") || nv_is(p, s, "CC0") || nv_is(p, s, "CC1"))
      cc_modifier(p, info, s, nv_is(p, s, "CC1"), m);
   else if (nv_is(p, s, "SAT") || nv_is(p, s, "SSAT"))
      sat_modifier(p, s, nv_is(p, s, "SAT"), m);
   else if (nv_is(p, s, "NTC"))
      ntc_modifier(p, info, s, m);
   else if (nv_is(p, s, "HI") || nv_is(p, s, "S24") || nv_is(p, s, "U24"))
      mul_modifier(p, info, s, m);
   else
      report_unknown(p, s);
}

/* The suffixes of the opcode, which come before the modifiers. */
static struct mods read_suffixes(struct nv_parser *p, const struct nv_op_info *info, const struct nv_raw_op *op)
{
   struct mods m = {.cc = op->cc, .cc_reg = op->cc ? (int8_t)op->cc_reg : -1, .sat = op->sat, .ssat = op->ssat,
                    .sat_at = op->span, .type_at = op->span};

   if (op->r || op->h || op->x) {
      m.type = NV_TYPE_F;
      if (!nv_arb(p) && (!(info->types & NV_TYPES_F) || (op->h && !info->half)))
         nv_error(p, DIAG_ID_bad_modifier, op->span, "%s does not take the suffix %c", info->name, op->r ? 'R' : 'H');
   }
   if (op->cc && !info->cc)
      nv_error(p, DIAG_ID_bad_modifier, op->span, "%s does not take the suffix C", info->name);
   return m;
}

/* Sets the fields that the modifiers decide, and checks the rules about combinations of modifiers. */
static void apply_modifiers(struct nv_parser *p, const struct nv_op_info *info, const struct mods *m, struct nv_instr *ins)
{
   ins->cc_update = m->cc_reg;
   ins->ntc = m->ntc;
   ins->type = m->type ? m->type : info->default_type;
   if (m->s24 || m->u24) {
      if (m->type)
         nv_error(p, DIAG_ID_mul24_type, m->type_at.off > m->special_at.off ? m->type_at : m->special_at,
                  "S24 and U24 imply the data type; another data type is not allowed");
      ins->type = m->s24 ? NV_TYPE_S : NV_TYPE_U;
      ins->mul24 = true;
   }
   if (m->hi) {
      if (m->type != NV_TYPE_S && m->type != NV_TYPE_U)
         nv_error(p, DIAG_ID_mul_hi_type, m->special_at, "HI needs the data type S or U");
      ins->hi = true;
   }
   if (m->sat || m->ssat) {
      /* Table X.13 says which instructions may clamp; 2.X.4.1 allows it only for floating-point results. */
      if (!info->sat)
         nv_error(p, DIAG_ID_bad_modifier, m->sat_at, "%s does not clamp its result", info->name);
      else if (nv_format_type((enum nv_format)info->out, (enum nv_type)ins->type) != NV_TYPE_F)
         nv_error(p, DIAG_ID_saturate_integer, m->sat_at, "only floating-point results can be clamped");
      ins->sat = m->sat ? NV_SAT_01 : NV_SAT_11;
   }
}

/* --- the number of instructions --- */

/* Some options use instructions of the limit: 2.X.6 of the vertex and fragment documents. */
static uint32_t max_instructions(const struct nv_parser *p)
{
   const struct nv_program *prog = p->prog;
   uint32_t less = prog->opt_position_invariant || prog->opt_fog_exp2 ? 4
                   : prog->opt_fog_exp                                ? 3
                   : prog->opt_fog_linear                             ? 2
                                                                      : 0;

   return p->lim.instructions > less ? p->lim.instructions - less : 0;
}

static void count_instruction(struct nv_parser *p, struct util_span span)
{
   if (p->prog->num_instrs < max_instructions(p) || p->reported.instrs)
      return;
   enum diag_id id = p->prog->num_instrs >= p->lim.instructions ? DIAG_ID_too_many_instructions
                     : nv_has_fog(p)                            ? DIAG_ID_fog_instructions
                                                                : DIAG_ID_invariant_instructions;

   nv_error(p, id, span, "the program has more than %u instructions (%s)", max_instructions(p),
            nv_limit_option[NV_LIM_instructions]);
   p->reported.instrs = true;
}

/* The document of a kind of program describes the instructions that only this kind has. */
static void wrong_stage(struct nv_parser *p, const struct nv_raw_op *op)
{
   const struct nv_op_info *info = &nv_op_info[op->op];

   nv_error(p, DIAG_ID_wrong_stage_opcode, op->span, "%s is not available in this kind of program", info->name);
   if (info->stages == 1u << NV_FRAGMENT)
      nv_cite(p, "NV_fragment_program4 2.X.8.Z", NULL, NULL);
   else if (info->stages == 1u << NV_GEOMETRY)
      nv_cite(p, "NV_geometry_program4 2.X.8.Z", NULL, NULL);
}

struct nv_instr *nv_instr_begin(struct nv_parser *p, struct util_span span)
{
   const struct nv_raw_op *op = &p->stmt.op;
   const struct nv_op_info *info = &nv_op_info[op->op];
   struct nv_program *prog = p->prog;
   struct mods m;
   unsigned errors;

   p->decl.statement = true;
   if (prog->num_instrs == prog->cap_instrs)
      prog->instrs = util_grow(p->ctx, prog->instrs, sizeof *prog->instrs, prog->num_instrs, &prog->cap_instrs);
   struct nv_instr *ins = &prog->instrs[prog->num_instrs];
   *ins = (struct nv_instr){.op = op->op,
                            .half = op->h,
                            .fixed = op->x,
                            .other = NV_NONE,
                            .sub = prog->num_subs - 1,
                            .index_var = NV_NONE,
                            .callee = NV_NONE,
                            .span = span,
                            .op_span = op->span};
   if (!nv_arb(p) && !(info->stages >> p->prog->stage & 1))
      wrong_stage(p, op);
   m = read_suffixes(p, info, op);
   if (nv_arb(p) && p->stmt.num_mods)
      nv_error(p, DIAG_ID_not_in_language, p->stmt.mods[0], "this language does not have instruction modifiers with a dot");
   errors = p->ctx->num_errors;
   for (uint32_t i = 0; !nv_arb(p) && i < p->stmt.num_mods; i++)
      one_modifier(p, info, p->stmt.mods[i], &m);
   if (p->ctx->num_errors != errors)
      m.ntc = true; /* the type may be wrong, so do not check operands against it */
   apply_modifiers(p, info, &m, ins);
   count_instruction(p, op->span);
   return ins;
}
