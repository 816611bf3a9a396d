/* SPDX-License-Identifier: MIT */
/* Opcodes with their suffixes and modifiers (NV_gpu_program4 2.X.4.1, Tables X.13 to X.15): how an instruction begins. */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

/* Suffixes of Table X.15 in their order: [RHX] (C, C0 or C1) (_SAT or _SSAT). False if something is left over. */
static bool suffixes(const char *s, size_t len, struct nv_raw_op *out)
{
   static const char *const sat[] = {"_SAT", "_SSAT"};

   if (len && (*s == 'R' || *s == 'H' || *s == 'X')) {
      out->r = *s == 'R';
      out->h = *s == 'H';
      out->x = *s == 'X';
      s++, len--;
   }
   if (len && *s == 'C') {
      out->cc = true;
      s++, len--;
      if (len && (*s == '0' || *s == '1')) {
         out->cc_reg = (uint8_t)(*s - '0');
         out->cc_digit = true;
         s++, len--;
      }
   }
   for (unsigned i = 0; i < 2; i++) {
      if (len == strlen(sat[i]) && memcmp(s, sat[i], len) == 0) {
         out->sat = i == 0;
         out->ssat = i == 1;
         return true;
      }
   }
   return len == 0;
}

/* Only suffixes, but not in the order that is required. */
static bool jumbled(const char *s, size_t len)
{
   static const char *const any[] = {"_SSAT", "_SAT", "C0", "C1", "C", "R", "H"};

   for (unsigned i = 0; len && i < sizeof any / sizeof any[0]; i++) {
      size_t n = strlen(any[i]);
      if (len >= n && memcmp(s, any[i], n) == 0) {
         s += n;
         len -= n;
         i = UINT32_MAX; /* from the start */
      }
   }
   return len == 0;
}

void nv_op_index_init(struct nv_op_index *x)
{
   memset(x->first, NV_OP_COUNT, sizeof x->first);
   for (unsigned op = NV_OP_COUNT; op-- > 0;) {
      uint8_t *first = &x->first[nv_op_info[op].name[0] - 'A'];
      x->next[op] = *first;
      *first = (uint8_t)op;
   }
}

/*
 * The instruction that a word spells: the longest name whose suffixes fit. In an older language one that the dialect allows comes
 * first, so that a word which is none there still says what it would be elsewhere.
 */
bool nv_classify_op(const struct nv_parser *p, const char *s, size_t len, struct nv_raw_op *out, bool *wrong_order)
{
   size_t best = 0;
   bool best_allowed = false;

   if (!len || *s < 'A' || *s > 'Z')
      return false;
   for (unsigned op = p->ops.first[*s - 'A']; op < NV_OP_COUNT; op = p->ops.next[op]) {
      const char *name = nv_op_info[op].name;
      const size_t n = strlen(name);

      if (n > len || memcmp(name, s, n) != 0)
         continue;
      struct nv_raw_op o = {.op = (uint8_t)op};
      if (suffixes(s + n, len - n, &o)) {
         bool allowed = nv_arb(p) ? nv_arb_op_allowed(p->prog->dialect, &o) : nv_op_info[op].stages && !o.x;

         if (!nv_arb(p) && !allowed)
            continue;
         if (allowed > best_allowed || (allowed == best_allowed && n > best)) {
            *out = o;
            best = n;
            best_allowed = allowed;
         }
      } else {
         *wrong_order |= jumbled(s + n, len - n);
      }
   }
   return best != 0;
}

/* Modifiers that are given, with the place of each: the rules of 2.X.4.1 need to see them together. */
struct mods {
   enum nv_type type;
   bool cc, sat, ssat, hi, s24, u24, ntc;
   struct util_span type_at, sat_at, special_at;
};

static void twice(struct nv_parser *p, struct util_span s)
{
   nv_error(p, DIAG_ID_duplicate_modifier, s, "a second modifier of the same kind: \"%.*s\"", NV_STR(p, s));
}

static void unsupported_mod(struct nv_parser *p, const struct nv_op_info *info, struct util_span s)
{
   nv_error(p, DIAG_ID_bad_modifier, s, "%s does not take the modifier \"%.*s\"", info->name, NV_STR(p, s));
}

static void one_modifier(struct nv_parser *p, const struct nv_op_info *info, struct util_span s, struct mods *m,
                         struct nv_instr *ins)
{
   enum nv_type type = nv_is(p, s, "F")   ? NV_TYPE_F
                       : nv_is(p, s, "S") ? NV_TYPE_S
                       : nv_is(p, s, "U") ? NV_TYPE_U
                                          : NV_TYPE_NONE;
   bool cc1 = nv_is(p, s, "CC1"), cc = cc1 || nv_is(p, s, "CC") || nv_is(p, s, "CC0");
   bool ssat = nv_is(p, s, "SSAT"), sat = nv_is(p, s, "SAT");
   bool hi = nv_is(p, s, "HI"), s24 = nv_is(p, s, "S24"), u24 = nv_is(p, s, "U24");

   if (type) {
      if (!(info->types & (type == NV_TYPE_F ? NV_TYPES_F : NV_TYPES_I))) {
         unsupported_mod(p, info, s);
      } else if (m->type) {
         twice(p, s);
      } else {
         m->type = type;
         m->type_at = s;
      }
   } else if (cc) {
      if (!info->cc) {
         unsupported_mod(p, info, s);
      } else if (m->cc) {
         twice(p, s);
      } else {
         m->cc = true;
         ins->cc_update = cc1;
      }
   } else if (sat || ssat) {
      if (m->sat || m->ssat) {
         twice(p, s);
      } else {
         m->sat = sat;
         m->ssat = ssat;
         m->sat_at = s;
      }
   } else if (nv_is(p, s, "NTC")) {
      if (info->in[0] == NV_FMT_NONE || info->in[0] == NV_FMT_C)
         unsupported_mod(p, info, s);
      else if (m->ntc)
         twice(p, s);
      m->ntc = true;
   } else if (hi || s24 || u24) {
      if (strcmp(info->name, "MUL") != 0) {
         unsupported_mod(p, info, s);
      } else if (m->hi || m->s24 || m->u24) {
         twice(p, s);
      } else {
         m->hi = hi;
         m->s24 = s24;
         m->u24 = u24;
         m->special_at = s;
      }
   } else {
      static const char *const names[] = {"CC", "CC0", "CC1", "SAT", "SSAT", "NTC", "HI", "S24", "U24"};

      const char *hint = nv_hint_words(p, s, names, sizeof names / sizeof names[0]);

      nv_error(p, DIAG_ID_unknown_modifier, s, "unknown modifier \"%.*s\"%s", NV_STR(p, s), hint);
      if (!*hint)
         util_note(p->ctx, s, "it is one of F, S, U, CC, CC0, CC1, SAT, SSAT and NTC; for MUL also HI, S24 and U24");
   }
}

/* Some options take instructions of the limit for themselves: 2.X.6 of the vertex and fragment documents. */
static uint32_t max_instructions(const struct nv_parser *p)
{
   const struct nv_program *prog = p->prog;
   uint32_t less = prog->opt_position_invariant || prog->opt_fog_exp2 ? 4
                   : prog->opt_fog_exp                                ? 3
                   : prog->opt_fog_linear                             ? 2
                                                                      : 0;

   return p->lim.instructions > less ? p->lim.instructions - less : 0;
}

struct nv_instr nv_instr_begin(struct nv_parser *p, const struct nv_raw_op *op, struct util_span span)
{
   const struct nv_op_info *info = &nv_op_info[op->op];
   struct nv_instr ins = {
       .op = op->op, .cc_update = -1, .other = NV_NONE, .callee = NV_NONE, .span = span, .op_span = op->span};
   struct mods m = {.cc = op->cc, .sat = op->sat, .ssat = op->ssat, .sat_at = op->span, .type_at = op->span};

   p->seen_statement = true;
   ins.sub = p->prog->num_subs - 1;
   ins.index_var = NV_NONE;
   if (!nv_arb(p) && !(info->stages >> p->prog->stage & 1))
      nv_error(p, DIAG_ID_wrong_stage_opcode, op->span, "%s is not available in this kind of program", info->name);
   if (op->r || op->h || op->x) {
      m.type = NV_TYPE_F;
      if (!nv_arb(p) && (!(info->types & NV_TYPES_F) || (op->h && !info->half)))
         nv_error(p, DIAG_ID_bad_modifier, op->span, "%s does not take the suffix %c", info->name, op->r ? 'R' : 'H');
   }
   ins.half = op->h;
   ins.fixed = op->x;
   if (op->cc) {
      ins.cc_update = (int8_t)op->cc_reg;
      if (!info->cc)
         nv_error(p, DIAG_ID_bad_modifier, op->span, "%s does not take the suffix C", info->name);
   }
   if (nv_arb(p) && p->num_mods)
      nv_error(p, DIAG_ID_not_in_language, p->mods[0], "this language does not have instruction modifiers with a dot");
   unsigned errors = p->ctx->num_errors;
   for (uint32_t i = 0; !nv_arb(p) && i < p->num_mods; i++)
      one_modifier(p, info, p->mods[i], &m, &ins);
   if (p->ctx->num_errors != errors)
      m.ntc = true; /* the type may be wrong: do not check operands against it */

   ins.type = m.type ? m.type : info->default_type;
   if (m.s24 || m.u24) {
      if (m.type)
         nv_error(p, DIAG_ID_mul24_type, m.type_at.off > m.special_at.off ? m.type_at : m.special_at,
                  "S24 and U24 imply the data type; none may be given");
      ins.type = m.s24 ? NV_TYPE_S : NV_TYPE_U;
      ins.mul24 = true;
   }
   if (m.hi) {
      if (m.type != NV_TYPE_S && m.type != NV_TYPE_U)
         nv_error(p, DIAG_ID_mul_hi_type, m.special_at, "HI needs the data type S or U");
      ins.hi = true;
   }
   if (m.sat || m.ssat) {
      /* Table X.13 allows clamping per instruction, 2.X.4.1 only where the result is a float. */
      if (!info->sat)
         nv_error(p, DIAG_ID_bad_modifier, m.sat_at, "%s does not clamp its result", info->name);
      else if (nv_format_type((enum nv_format)info->out, (enum nv_type)ins.type) != NV_TYPE_F)
         nv_error(p, DIAG_ID_saturate_integer, m.sat_at, "only floating-point results can be clamped");
      ins.sat = m.sat ? NV_SAT_01 : NV_SAT_11;
   }
   ins.ntc = m.ntc;
   if (p->prog->num_instrs >= max_instructions(p) && !p->instrs_said) {
      enum diag_id id = p->prog->num_instrs >= p->lim.instructions ? DIAG_ID_too_many_instructions
                        : nv_has_fog(p)                            ? DIAG_ID_fog_instructions
                                                                   : DIAG_ID_invariant_instructions;

      nv_error(p, id, op->span, "the program has more than %u instructions", max_instructions(p));
      p->instrs_said = true;
   }
   return ins;
}
