/* SPDX-License-Identifier: MIT */
/*
 * Instructions: operands, results, conditions (NV_gpu_program4 2.X.4, Table X.16; ARB_vertex_program 2.14.4). Every function files
 * its own errors and goes on, so that one run reports each wrong operand of an instruction.
 */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

static void finish(struct nv_parser *p, const struct nv_instr *ins, struct util_span target)
{
   UTIL_PUSH(p->ctx, p->prog->instrs, p->prog->num_instrs, p->prog->cap_instrs, *ins);
   nv_flow_instr(p, p->prog->num_instrs - 1, target);
   p->op_done = true;
}

/* --- components --- */

int nv_component(char c, unsigned *set)
{
   static const char letters[] = "xyzwrgba";
   const char *at = c ? strchr(letters, c) : NULL;

   if (!at)
      return -1;
   *set |= at - letters < 4 ? 1u : 2u;
   return (int)((at - letters) % 4);
}

/* rgba belongs to fragment programs in the older languages. */
static bool letters_fit(struct nv_parser *p, struct util_span s, unsigned set, enum diag_id id)
{
   if (!(set & 2) || !nv_has(p, NV_D_VP))
      return true;
   nv_error(p, id, s, "\"%.*s\": vertex programs name components xyzw", NV_STR(p, s));
   return false;
}

static bool swizzle(struct nv_parser *p, struct util_span s, uint8_t swz[4])
{
   unsigned set = 0;

   if (s.len != 1 && s.len != 4) {
      nv_error(p, DIAG_ID_bad_swizzle, s, "\"%.*s\" is no swizzle: it takes one or four components", NV_STR(p, s));
      return false;
   }
   for (unsigned i = 0; i < 4; i++) {
      int c = nv_component(p->text[s.off + (s.len == 4 ? i : 0)], &set);

      if (c < 0) {
         nv_error(p, DIAG_ID_bad_swizzle, s, "\"%.*s\" is no swizzle", NV_STR(p, s));
         return false;
      }
      swz[i] = (uint8_t)c;
   }
   if (set == 3) {
      nv_error(p, DIAG_ID_mixed_swizzle, s, "\"%.*s\" mixes xyzw and rgba", NV_STR(p, s));
      return false;
   }
   return letters_fit(p, s, set, DIAG_ID_bad_swizzle);
}

static uint8_t write_mask(struct nv_parser *p, struct util_span s)
{
   unsigned set = 0, mask = 0;
   int last = -1;

   for (uint32_t i = 0; i < s.len; i++) {
      int c = nv_component(p->text[s.off + i], &set);

      if (c <= last) {
         nv_error(p, DIAG_ID_bad_write_mask, s, "\"%.*s\" is no write mask: components of xyzw or rgba in order", NV_STR(p, s));
         return 15;
      }
      last = c;
      mask |= 1u << c;
   }
   if (set == 3) {
      nv_error(p, DIAG_ID_mixed_write_mask, s, "\"%.*s\" mixes xyzw and rgba", NV_STR(p, s));
      return 15;
   }
   if (!letters_fit(p, s, set, DIAG_ID_bad_write_mask))
      return 15;
   return (uint8_t)mask;
}

bool nv_ext_swizzle(struct nv_parser *p, struct util_span word, uint8_t *sel)
{
   unsigned set = 0;
   int c = word.len == 1 ? nv_component(p->text[word.off], &set) : -1;

   *sel = NV_SEL_0;
   p->swz_set |= set;
   if (c >= 0 && nv_arb(p) && (p->swz_set == 3 || (set == 2 && nv_has(p, NV_D_VP)))) {
      if (set == 2 && nv_has(p, NV_D_VP))
         nv_error(p, DIAG_ID_bad_extended_swizzle, word, "\"%.*s\": vertex programs name components xyzw", NV_STR(p, word));
      else
         nv_error(p, DIAG_ID_mixed_swizzle, word, "the selectors mix xyzw and rgba");
      return false;
   }
   if (nv_is(p, word, "0") || nv_is(p, word, "1")) {
      *sel = p->text[word.off] == '0' ? NV_SEL_0 : NV_SEL_1;
   } else if (c >= 0) {
      *sel = (uint8_t)(NV_SEL_X + c);
   } else {
      nv_error(p, DIAG_ID_bad_extended_swizzle, word, "expected 0, 1 or a component, found \"%.*s\"", NV_STR(p, word));
      return false;
   }
   return true;
}

/* --- condition codes --- */

/* Table X.16: the names, with 0 or 1 appended or not. */
static const char *const rule_names[NV_CC_COUNT] = {"EQ",  "GE", "GT",  "LE", "LT",  "NE", "FL",  "TR", "NAN",
                                                    "LEG", "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF"};

static bool cc_rule(const struct nv_parser *p, struct util_span s, uint8_t *rule, uint8_t *reg)
{
   *reg = 0;
   if (s.len > 2 && (p->text[s.off + s.len - 1] == '0' || p->text[s.off + s.len - 1] == '1')) {
      s.len--;
      *reg = (uint8_t)(p->text[s.off + s.len] - '0');
   }
   for (unsigned i = 0; i < NV_CC_COUNT; i++) {
      if (nv_is(p, s, rule_names[i])) {
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
   const char *hint = nv_hint_words(p, rule, rule_names, nv_arb(p) ? NV_CC_TR + 1 : NV_CC_COUNT);

   nv_error(p, DIAG_ID_bad_condition, rule, "\"%.*s\" is no condition%s", NV_STR(p, rule), hint);
   if (nv_lookup(p, rule) != NV_NONE && !nv_arb(p))
      util_note(p->ctx, rule, "values are tested through a condition code, which an instruction with CC sets: MOV.CC");
   else if (!*hint)
      util_note(p->ctx, rule, "it is one of EQ, GE, GT, LE, LT, NE, FL%s",
                nv_arb(p) ? " and TR" : ", TR, NAN, LEG, CF, NCF, OF, NOF, AB, BLE, SF and NSF, with 0 or 1 behind it or not");
   p->rest_said = p->recovering = true; /* it may be the beginning of an expression */
   return cc;
}

static struct nv_cc_test cc_test(struct nv_parser *p, const struct nv_raw_cc *raw)
{
   struct nv_cc_test t = {.swz = {0, 1, 2, 3}};

   if (!raw || !raw->present)
      return t;
   t.present = true;
   t.rule = raw->code;
   t.reg = raw->reg;
   if (raw->known && raw->suffix.len)
      swizzle(p, raw->suffix, t.swz);
   return t;
}

/* --- operands and results --- */

static int single_lane(uint8_t mask)
{
   return mask == 1 ? 0 : mask == 2 ? 1 : mask == 4 ? 2 : mask == 8 ? 3 : -1;
}

enum form {
   FORM_VECTOR,
   FORM_SCALAR,
   FORM_PLAIN /* no sign, no swizzle: instOperandVNS */,
   FORM_ADDRESS /* instOperandAddrVNS */
};

static bool writes_address(unsigned op)
{
   return nv_op_info[op].suffixes == NV_SFX_ADDR || op == NV_OP_POPA;
}

static enum form form_of(const struct nv_parser *p, unsigned op, enum nv_format f)
{
   switch (op) {
   case NV_OP_SWZ: return FORM_PLAIN;
   case NV_OP_ARA:
   case NV_OP_PUSHA: return FORM_ADDRESS;
   case NV_OP_ARL: return nv_has(p, NV_D_VP2) ? FORM_VECTOR : FORM_SCALAR;
   default: return f == NV_FMT_S ? FORM_SCALAR : FORM_VECTOR;
   }
}

/* What operands of the older languages may not have; false after an error. */
static bool older_operand(struct nv_parser *p, const struct nv_raw *raw, const struct nv_var *v, enum form form,
                          struct util_span name)
{
   const char *bar = memchr(p->text + raw->span.off, '|', raw->span.len);

   if (raw->abs && bar && !nv_has(p, NV_D_VP2 | NV_D_FPO)) {
      nv_needs_option(p, (struct util_span){(uint32_t)(bar - p->text), 1}, NV_D_VP2 | NV_D_FPO, "an absolute value");
      return false;
   }
   if (v && v->address && form != FORM_ADDRESS) {
      nv_error(p, DIAG_ID_address_operand, name, "the address register \"%.*s\" cannot be an operand here", NV_STR(p, name));
      return false;
   }
   if (form == FORM_ADDRESS && !(v && v->address)) {
      nv_error(p, DIAG_ID_address_needed, v ? name : raw->span, "the operand must be an address register");
      return false;
   }
   return true;
}

/* One operand, read with `type`; a scalar one ends up with four equal components. `mask` is the write mask of the result. */
static void operand(struct nv_parser *p, const struct nv_raw *raw, enum nv_type type, enum form form, uint8_t mask, bool ntc,
                    struct nv_operand *out)
{
   struct util_span suffix = raw->suffix;
   struct nv_place place = {.var = 0};

   *out = (struct nv_operand){.kind = NV_OPND_VAR,
                              .type = (uint8_t)type,
                              .swz = {0, 1, 2, 3},
                              .neg = raw->neg,
                              .abs = raw->abs,
                              .abs_neg = raw->abs_neg,
                              .span = raw->span};
   if (raw->kind == NV_RAW_PATH) {
      if (!nv_resolve(p, raw->path, NV_BIND_OPERAND, ntc, &place))
         return;
      suffix = place.suffix;
      struct nv_var *v = &p->prog->vars[place.var];
      if (nv_arb(p) && !older_operand(p, raw, v, form, place.name))
         return;
      nv_type_agrees(p, place.var, type, ntc, place.name);
      if (v->cls == NV_ATTRIB)
         nv_use_attrib(p, place.var, place.name);
      v->read = true;
      out->index = place.index;
      out->vertex = place.vertex;
   } else {
      uint32_t value[4];

      if (nv_arb(p) && !older_operand(p, raw, NULL, form, raw->span))
         return;
      if (raw->kind == NV_RAW_NUMBER && suffix.len && nv_has(p, NV_D_VP2 | NV_D_FPO)) {
         nv_error(p, DIAG_ID_scalar_suffix, suffix, "a bare number has no components in programs with NV options");
         return;
      }
      if (!nv_constant_vector(p, raw, type, raw->neg, value))
         return;
      place.var = nv_implicit_param(p, nv_const_entry(p, value, false, raw->span), raw->span);
      p->prog->vars[place.var].read = true;
   }
   out->var = place.var;
   if (form == FORM_ADDRESS && (raw->has_sign || suffix.len)) {
      nv_error(p, DIAG_ID_address_swizzle, raw->has_sign ? raw->span : suffix,
               "an address register takes neither sign nor swizzle here");
      return;
   }
   if (form == FORM_PLAIN && (raw->has_sign || suffix.len)) {
      nv_error(p, DIAG_ID_swz_operand, raw->has_sign ? raw->span : suffix, "the operand of SWZ takes neither sign nor swizzle");
      return;
   }
   if ((suffix.len && !swizzle(p, suffix, out->swz)) || form != FORM_SCALAR)
      return;
   if (suffix.len > 1) {
      nv_error(p, DIAG_ID_scalar_component, suffix, "a scalar operand takes one component, not \"%.*s\"", NV_STR(p, suffix));
   } else if (suffix.len == 0) {
      /*
       * The grammar requires a component here. Like real compilers' output we also take none where there is no doubt: a
       * constant of one component, or the lane of a result that is one component.
       */
      int lane = raw->kind != NV_RAW_PATH && raw->nums.count == 1 ? 0 : single_lane(mask);

      /* The older compilers of real programs did not; there only a bare number with NV options has no component. */
      if (nv_arb(p))
         lane = raw->kind == NV_RAW_NUMBER && nv_has(p, NV_D_VP2 | NV_D_FPO) ? 0 : -1;

      if (lane < 0)
         nv_error(p, DIAG_ID_scalar_component, (struct util_span){raw->span.off, raw->span.len},
                  "a scalar operand needs a component, like .x");
      else
         memset(out->swz, lane, 4);
   }
}

/* Count the components of results that are written: 2.X.3.5. */
static void result_components(struct nv_parser *p, const struct nv_var *v, const struct nv_instr *ins)
{
   if (nv_arb(p))
      return;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++)
      for (unsigned c = 0; c < 4; c++)
         p->num_result_components += (ins->dst.mask & ~p->result_mask[s]) >> c & 1;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++)
      p->result_mask[s] |= ins->dst.mask;
   if (p->num_result_components > p->lim.result_components && !p->result_components_said) {
      p->result_components_said = true;
      nv_error(p, DIAG_ID_result_components, ins->dst.span, "the program writes more than %u components of results",
               p->lim.result_components);
   }
}

/* What results of the older languages may not be. */
static void older_result(struct nv_parser *p, const struct nv_var *v, const struct nv_place *place, const struct nv_instr *ins)
{
   if (v->address != writes_address(ins->op)) {
      if (v->address)
         nv_error(p, DIAG_ID_address_operand, place->name, "%s cannot write the address register \"%.*s\"",
                  nv_op_info[ins->op].name, NV_STR(p, place->name));
      else
         nv_error(p, DIAG_ID_address_needed, place->name, "%s writes an address register", nv_op_info[ins->op].name);
      return;
   }
   if (v->address && !nv_has(p, NV_D_VP2) && !(place->suffix.len && ins->dst.mask == 1))
      nv_error(p, DIAG_ID_address_component, place->suffix.len ? place->suffix : place->name,
               "only x of an address register can be written in this language");
   if (ins->op == NV_OP_POPA && ins->dst.mask != 15)
      nv_error(p, DIAG_ID_popa_mask, place->suffix, "POPA writes all components");
   /* Without a mask there is nothing wrong to point at: real drivers take it. */
   if (ins->op == NV_OP_RFL && (ins->dst.mask & 8) && place->suffix.len)
      nv_error(p, DIAG_ID_rfl_mask, place->suffix, "RFL has no w component");
   if (v->cls == NV_RESULT && v->size) {
      uint8_t *size = &p->result_size[v->slot];

      if (*size && *size != v->size)
         nv_error(p, DIAG_ID_size_mismatch, place->name, "the result is also written through a variable of another size");
      *size = v->size;
   }
}

static void result(struct nv_parser *p, const struct nv_raw_dst *raw, enum nv_type type, struct nv_instr *ins)
{
   struct nv_place place;

   ins->dst = (struct nv_dst){.present = true, .mask = 15, .span = raw->span};
   if (nv_resolve(p, raw->path, NV_BIND_RESULT, ins->ntc, &place)) {
      struct nv_var *v = &p->prog->vars[place.var];

      if (!nv_arb(p))
         nv_type_agrees(p, place.var, type, ins->ntc, place.name);
      v->written = true;
      ins->dst.var = place.var;
      ins->dst.index = place.index;
      if (place.suffix.len)
         ins->dst.mask = write_mask(p, place.suffix);
      if (v->cls == NV_RESULT)
         result_components(p, v, ins);
      if (nv_arb(p))
         older_result(p, v, &place, ins);
      bool pack = ins->op == NV_OP_PK2H || ins->op == NV_OP_PK2US || ins->op == NV_OP_PK4B || ins->op == NV_OP_PK4UB;
      if (pack && v->size == NV_SIZE_SHORT)
         nv_error(p, DIAG_ID_pack_short, place.name, "%s cannot write to a variable declared as SHORT",
                  nv_op_info[ins->op].name);
   } else if (raw->path.count > 1 && p->segs[raw->path.first + raw->path.count - 1].kind == NV_SEG_NAME) {
      /* The variable is wrong, but a mask still says which lane scalar operands may mean. */
      const struct nv_seg *last = &p->segs[raw->path.first + raw->path.count - 1];
      unsigned set;
      int c = last->span.len == 1 ? nv_component(p->text[last->span.off], &set) : -1;
      if (c >= 0)
         ins->dst.mask = (uint8_t)(1u << c);
   }
   ins->dst.cc = cc_test(p, &raw->cc);
}

/* Components of its variable that an operand selects. */
static uint8_t read_mask(const struct nv_instr *ins, const struct nv_operand *o)
{
   uint8_t mask = 0;

   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = ins->op == NV_OP_SWZ ? ins->swz.sel[c] : o->swz[c];

      mask |= sel < 4 ? (uint8_t)(1u << sel) : 0;
   }
   return mask;
}

static void operands(struct nv_parser *p, const struct nv_raw *src, unsigned n, struct nv_instr *ins)
{
   const struct nv_op_info *info = &nv_op_info[ins->op];
   uint8_t mask = ins->dst.present ? ins->dst.mask : 15;

   ins->num_src = (uint8_t)n;
   for (unsigned i = 0; i < n; i++) {
      enum nv_format f = (enum nv_format)info->in[i];

      enum form form = form_of(p, ins->op, f);

      unsigned errors = p->ctx->num_errors;
      operand(p, &src[i], nv_format_type(f, (enum nv_type)ins->type), form, mask, ins->ntc, &ins->src[i]);
      if (errors == p->ctx->num_errors && p->prog->num_vars)
         nv_use_components(p, &ins->src[i], read_mask(ins, &ins->src[i]));
   }
   bool unpack = ins->op == NV_OP_UP2H || ins->op == NV_OP_UP2US || ins->op == NV_OP_UP4B || ins->op == NV_OP_UP4UB;
   if (unpack && src[0].kind == NV_RAW_PATH && p->prog->num_vars && p->prog->vars[ins->src[0].var].size == NV_SIZE_SHORT)
      nv_error(p, DIAG_ID_unpack_short, src[0].span, "%s cannot read a variable declared as SHORT", info->name);
}

void nv_instr_alu(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  unsigned n, struct util_span span)
{
   struct nv_instr ins = nv_instr_begin(p, op, span);

   result(p, dst, nv_format_type((enum nv_format)nv_op_info[op->op].out, (enum nv_type)ins.type), &ins);
   operands(p, src, n, &ins);
   finish(p, &ins, op->span);
}

void nv_instr_swz(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  const struct nv_raw_swz *swz, struct util_span span)
{
   struct nv_instr ins = nv_instr_begin(p, op, span);

   result(p, dst, (enum nv_type)ins.type, &ins);
   memcpy(ins.swz.sel, swz->sel, 4);
   memcpy(ins.swz.neg, swz->neg, sizeof swz->neg);
   operands(p, src, 1, &ins);
   finish(p, &ins, op->span);
}

/* --- textures and flow --- */

void nv_instr_tex(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  unsigned n, const struct nv_raw_tex *tex, struct util_span span)
{
   struct nv_instr ins = nv_instr_begin(p, op, span);

   result(p, dst, nv_format_type((enum nv_format)nv_op_info[op->op].out, (enum nv_type)ins.type), &ins);
   operands(p, src, n, &ins);
   nv_texture(p, tex, &ins);
   finish(p, &ins, op->span);
}

/* KIL takes a condition in place of an operand: a name that is no variable, with one suffix at most. */
static bool kill_condition(struct nv_parser *p, const struct nv_raw *src, struct nv_raw_cc *cc)
{
   const struct nv_seg *seg = &p->segs[src->path.first];
   uint8_t rule, reg;

   if (nv_arb(p) && !nv_has(p, NV_D_FPO))
      return false;
   if (src->kind != NV_RAW_PATH || src->has_sign || src->path.count > 2 || nv_lookup(p, seg[0].span) != NV_NONE ||
       (src->path.count == 2 && seg[1].kind != NV_SEG_NAME) || !cc_rule(p, seg[0].span, &rule, &reg))
      return false;
   *cc = nv_condition(p, seg[0].span);
   cc->span = src->span;
   if (src->path.count == 2)
      cc->suffix = seg[1].span;
   return true;
}

void nv_instr_flow(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_cc *cc, const struct nv_raw *src,
                   struct util_span target, struct util_span span)
{
   struct nv_instr ins = nv_instr_begin(p, op, span);
   struct nv_raw_cc kill;

   ins.cond = cc_test(p, cc);
   if (op->op == NV_OP_LOOP) {
      struct nv_var v = {.cls = NV_TEMP, .type = NV_TYPE_S, .address = true, .length = 1, .span = op->span, .vertex = NV_NONE};

      ins.index_var = nv_new_var(p, &v, false);
   }
   if (op->op == NV_OP_KIL && src && kill_condition(p, src, &kill)) {
      ins.num_src = 1;
      ins.src[0] = (struct nv_operand){.kind = NV_OPND_CC, .swz = {0, 1, 2, 3}, .cc = cc_test(p, &kill), .span = src->span};
   } else if (src) {
      unsigned errors = p->ctx->num_errors;

      operands(p, src, 1, &ins);
      if (nv_arb(p) && op->op != NV_OP_KIL && errors == p->ctx->num_errors && p->prog->vars[ins.src[0].var].cls != NV_PARAM)
         nv_error(p, DIAG_ID_loop_operand, src->span, "the count of %s must be a program parameter", nv_op_info[op->op].name);
   } else if (nv_arb(p) && op->op == NV_OP_REP) {
      nv_error(p, DIAG_ID_loop_operand, (struct util_span){op->span.off + op->span.len, 0}, "REP needs a count");
   }
   finish(p, &ins, target);
}

void nv_instr_stack(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                    struct util_span span)
{
   struct nv_instr ins = nv_instr_begin(p, op, span);

   if (dst) {
      result(p, dst, NV_TYPE_S, &ins);
      if (ins.dst.cc.present && ins.dst.cc.rule != NV_CC_TR)
         nv_error(p, DIAG_ID_popa_mask, dst->cc.rule, "POPA writes under no condition");
   } else {
      operands(p, src, 1, &ins);
   }
   finish(p, &ins, op->span);
}
