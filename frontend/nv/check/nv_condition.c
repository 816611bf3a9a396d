/* SPDX-License-Identifier: MIT */
/* Conditions: tests of a condition code (NV_gpu_program4 Table X.16). */
#include "frontend/nv/check/nv_check.h"

/* A name of Table X.16, optionally followed by the number of a condition code. False, without an error, for other words. */
static bool cc_rule(const struct nv_parser *p, struct util_span s, uint8_t *rule, uint8_t *reg)
{
   *reg = 0;
   if (s.len > 2 && (p->text[s.off + s.len - 1] == '0' || p->text[s.off + s.len - 1] == '1')) {
      s.len--;
      *reg = (uint8_t)(p->text[s.off + s.len] - '0');
   }
   for (unsigned i = 0; i < NV_CC_COUNT; i++) {
      if (nv_is(p, s, nv_cc_name[i])) {
         *rule = (uint8_t)i;
         return true;
      }
   }
   return false;
}

/* The older languages have the first eight rules; only NV_vertex_program3 has two condition codes. */
static bool older_rule(const struct nv_parser *p, struct util_span s, uint8_t rule)
{
   return rule <= NV_CC_TR && (s.len == 2 || nv_has(p, NV_D_VP3));
}

struct nv_raw_cc nv_condition(struct nv_parser *p, struct util_span rule)
{
   struct nv_raw_cc cc = {.present = true, .rule = rule, .span = rule};

   if (nv_arb(p) && !nv_has(p, NV_D_VP2 | NV_D_FPO)) {
      nv_needs_option(p, rule, NV_D_VP2 | NV_D_FPO, "a condition");
      return cc;
   }
   cc.known = cc_rule(p, rule, &cc.code, &cc.reg) && !(nv_arb(p) && !older_rule(p, rule, cc.code));
   if (cc.known)
      return cc;
   const char *hint = nv_hint_words(p, rule, nv_cc_name, nv_arb(p) ? NV_CC_TR + 1 : NV_CC_COUNT);

   nv_error(p, DIAG_ID_bad_condition, rule, "invalid condition \"%.*s\"%s", NV_STR(p, rule), hint);
   if (nv_lookup(p, rule) != NV_NONE && !nv_arb(p))
      util_note(p->ctx, rule, "a condition tests a condition code, which an instruction with CC sets, such as MOV.CC");
   else if (!*hint)
      util_note(p->ctx, rule, "expected one of EQ, GE, GT, LE, LT, NE, FL%s",
                nv_arb(p) ? " and TR" : ", TR, NAN, LEG, CF, NCF, OF, NOF, AB, BLE, SF and NSF, optionally followed by 0 or 1");
   /* The name may begin an expression, and this language has no expressions as conditions. */
   p->stmt.rest_reported = p->stmt.recovering = true;
   return cc;
}

struct nv_cc_test nv_cc_test(struct nv_parser *p, const struct nv_raw_cc *raw)
{
   struct nv_cc_test t = {.swz = {0, 1, 2, 3}};

   if (!raw || !raw->present)
      return t;
   t.present = true;
   t.rule = raw->code;
   t.reg = raw->reg;
   if (raw->known && raw->suffix.len)
      nv_swizzle(p, raw->suffix, t.swz);
   return t;
}

/* An operand is a condition if it begins with a rule's name that is not also a variable, and has at most one suffix. */
bool nv_kill_condition(struct nv_parser *p, const struct nv_raw *src, struct nv_raw_cc *cc)
{
   uint8_t rule, reg;

   if ((nv_arb(p) && !nv_has(p, NV_D_FPO)) || src->kind != NV_RAW_PATH)
      return false;
   const struct nv_seg *seg = &p->stmt.segs[src->path.first];
   if (src->has_sign || src->path.count > 2 || nv_lookup(p, seg[0].span) != NV_NONE ||
       (src->path.count == 2 && seg[1].kind != NV_SEG_NAME) || !cc_rule(p, seg[0].span, &rule, &reg))
      return false;
   *cc = nv_condition(p, seg[0].span);
   cc->span = src->span;
   if (src->path.count == 2)
      cc->suffix = seg[1].span;
   return true;
}
