/* SPDX-License-Identifier: MIT */
/*
 * Instructions: operands, results, conditions (NV_gpu_program4 2.X.4, Table X.16; ARB_vertex_program 2.14.4). Every function files
 * its own errors and goes on, so that one run reports each wrong operand of an instruction.
 */
#include "frontend/nv_parse.h"

#include <string.h>

static void finish(struct nv_parser *p, const struct nv_instr *ins, struct util_span target)
{
   UTIL_PUSH(p->ctx, p->prog->instrs, p->prog->num_instrs, p->prog->cap_instrs, *ins);
   nv_flow_instr(p, p->prog->num_instrs - 1, target);
   p->op_done = true;
}

/* --- components --- */

/* Component of a letter; *set gets 1 for xyzw, 2 for rgba. -1 if it is none. */
static int component(char c, unsigned *set)
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
      int c = component(p->text[s.off + (s.len == 4 ? i : 0)], &set);

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
      int c = component(p->text[s.off + i], &set);

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
   int c = word.len == 1 ? component(p->text[word.off], &set) : -1;

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

/* --- variables and indices --- */

/* A use that a variable is not declared for. The declaration may be what is wrong: said once a variable and kind of misuse. */
__attribute__((format(printf, 5, 6))) static void misused(struct nv_parser *p, uint32_t var, enum diag_id id, struct util_span at,
                                                          const char *fmt, ...)
{
   static const enum diag_id kinds[] = {DIAG_ID_not_an_array, DIAG_ID_array_index_missing, DIAG_ID_vertex_index_missing,
                                        DIAG_ID_not_writable, DIAG_ID_not_readable,        DIAG_ID_type_mismatch};
   unsigned bit = 0;
   va_list ap;

   p->ctx->explained = NULL;
   while (kinds[bit] != id)
      bit++;
   if (p->notes[var].misused >> bit & 1)
      return;
   va_start(ap, fmt);
   nv_verror(p, id, at, fmt, ap);
   va_end(ap);
   p->notes[var].misused |= (uint8_t)((p->ctx->explained != NULL) << bit);
   nv_note_declared(p, var);
}

static bool type_agrees(struct nv_parser *p, uint32_t var, enum nv_type type, bool ntc, struct util_span span)
{
   const struct nv_var *v = &p->prog->vars[var];
   static const char *const names[] = {"", "FLOAT", "INT", "UINT"};

   if (v->type == NV_TYPE_NONE || type == NV_TYPE_NONE || v->type == type || ntc)
      return true;
   misused(p, var, DIAG_ID_type_mismatch, span, "\"%.*s\" is declared as %s but used as %s", NV_STR(p, span), names[v->type],
            names[type]);
   return false;
}

static bool constant_element(struct nv_parser *p, struct util_span number, uint32_t length, const char *what)
{
   if (nv_uint(p, number) < length)
      return true;
   nv_error(p, DIAG_ID_index_out_of_bounds, number, "%s %.*s is out of bounds: there are %u", what, NV_STR(p, number), length);
   return false;
}

/*
 * The older languages index with address registers: one component in the plain language, any with NV_vertex_program2; in
 * NV_fragment_program2 only A0.x, the index of the innermost LOOP, which the text stands in.
 */
static bool older_address(struct nv_parser *p, const struct nv_seg *s, struct nv_index *out)
{
   unsigned set = 0;
   int c = s->reg_comp.len == 1 ? component(p->text[s->reg_comp.off], &set) : -1;
   uint32_t var;

   if (s->has_elem) {
      nv_error(p, DIAG_ID_not_an_array, s->elem, "\"%.*s\" is not an array", NV_STR(p, s->reg));
      return false;
   }
   if (nv_has(p, NV_D_FP)) {
      uint32_t loop = p->num_blocks ? p->blocks[p->num_blocks - 1].indexed : NV_NONE;

      if (!nv_is(p, s->reg, "A0")) {
         nv_error(p, DIAG_ID_address_needed, s->reg, "an index is a number or A0.x");
         return false;
      }
      if (loop == NV_NONE) {
         nv_error(p, DIAG_ID_loop_index, s->reg, "A0 outside of a LOOP block");
         return false;
      }
      var = p->prog->instrs[p->blocks[loop].start].index_var;
   } else {
      if (nv_reserved(p, s->reg)) {
         nv_error(p, DIAG_ID_address_needed, s->reg, "the register of a relative index must be declared with ADDRESS");
         return false;
      }
      var = nv_lookup_or_error(p, s->reg);
      if (p->notes[var].broken)
         return false;
      if (!p->prog->vars[var].address) {
         nv_error(p, DIAG_ID_address_needed, s->reg, "\"%.*s\" is no address register", NV_STR(p, s->reg));
         nv_note_declared(p, var);
         return false;
      }
   }
   if (c < 0 || set == 2) {
      nv_error(p, DIAG_ID_bad_address, s->reg_comp, "a relative index needs one component of its register");
      return false;
   }
   if (c > 0 && !nv_has(p, NV_D_VP2)) {
      nv_error(p, DIAG_ID_address_component, s->reg_comp, "only x of an address register can be used in this language");
      return false;
   }
   p->prog->vars[var].read = true;
   out->relative = true;
   out->reg = var;
   out->comp = (uint8_t)c;
   return true;
}

bool nv_older_relative(struct nv_parser *p, const struct nv_seg *s, struct nv_index *out)
{
   uint32_t offset = s->a.len ? nv_uint(p, s->a) : 0, limit = nv_has(p, NV_D_FP) ? 9 : p->lim.address_offset;

   out->present = true;
   if (!older_address(p, s, out))
      return false;
   if (offset > limit || (s->neg && nv_has(p, NV_D_FP))) {
      nv_error(p, DIAG_ID_address_offset, s->a, "the offset must be %s0 to %u", nv_has(p, NV_D_FP) ? "+" : "+-", limit);
      return false;
   }
   out->offset = s->neg ? -(int32_t)offset : (int32_t)offset;
   return true;
}

/* The register of a relative index: 2.X.4.2 reads it like a scalar integer operand. */
static bool address(struct nv_parser *p, const struct nv_seg *s, bool ntc, struct nv_index *out)
{
   struct nv_program *prog = p->prog;
   unsigned set = 0;

   if (nv_reserved(p, s->reg)) {
      nv_error(p, DIAG_ID_bad_address, s->reg, "the register of a relative index must be a variable that is declared");
      return false;
   }
   uint32_t var = nv_lookup_or_error(p, s->reg);
   if (p->notes[var].broken)
      return false;
   struct nv_var *v = &prog->vars[var];
   if (v->cls == NV_RESULT) {
      misused(p, var, DIAG_ID_not_readable, s->reg, "the result \"%.*s\" cannot be read", NV_STR(p, s->reg));
      return false;
   }
   if (v->per_vertex || v->is_array != s->has_elem) {
      if (s->has_elem)
         misused(p, var, DIAG_ID_not_an_array, s->elem, "\"%.*s\" is not an array", NV_STR(p, s->reg));
      else
         misused(p, var, DIAG_ID_array_index_missing, s->reg, "the array \"%.*s\" needs an index", NV_STR(p, s->reg));
      return false;
   }
   if (s->has_elem && !constant_element(p, s->elem, v->length, "element"))
      return false;
   int c = s->reg_comp.len == 1 ? component(p->text[s->reg_comp.off], &set) : -1;
   if (c < 0) {
      nv_error(p, DIAG_ID_bad_address, s->reg_comp, "a relative index needs one component of its register");
      return false;
   }
   if (v->type == NV_TYPE_F && !ntc) {
      misused(p, var, DIAG_ID_type_mismatch, s->reg, "\"%.*s\" is declared as FLOAT but used as an index", NV_STR(p, s->reg));
      return false;
   }
   if (v->cls == NV_ATTRIB) {
      nv_use_attrib(p, var, s->reg);
      nv_use_components(p, &(struct nv_operand){.var = var, .span = s->reg}, (uint8_t)(1u << c));
   }
   v->read = true;
   out->relative = true;
   out->reg = var;
   out->reg_element = s->has_elem ? nv_uint(p, s->elem) : 0;
   out->comp = (uint8_t)c;
   return true;
}

/* An index into `length` elements or vertices. */
static bool array_index(struct nv_parser *p, const struct nv_seg *s, uint32_t length, const char *what, bool ntc,
                        struct nv_index *out)
{
   out->present = true;
   if (s->kind == NV_SEG_RANGE) {
      nv_error(p, DIAG_ID_range_outside_array, s->span, "a range is only allowed in the declaration of an array");
      return false;
   }
   if (s->kind == NV_SEG_INDEX) {
      if (!constant_element(p, s->a, length, what))
         return false;
      out->offset = (int32_t)nv_uint(p, s->a);
      return true;
   }
   if (nv_has(p, NV_D_FP)) {
      nv_error(p, DIAG_ID_relative_binding, s->reg, "parameters cannot be addressed relatively in this language");
      return false;
   }
   if (nv_has(p, NV_D_VP))
      return nv_older_relative(p, s, out);
   if (!address(p, s, ntc, out))
      return false;
   if (s->a.len) {
      uint32_t offset = nv_uint(p, s->a);

      if (offset >= length || (s->neg && offset)) {
         nv_error(p, DIAG_ID_offset_out_of_range, s->a, "the offset must be 0 to %u", length - 1);
         return false;
      }
      out->offset = (int32_t)offset;
   }
   return true;
}

/* A variable with its indices. What follows them in the path is the suffix. */
struct place {
   uint32_t var;
   struct nv_index index, vertex;
   struct util_span suffix; /* len 0: none */
   struct util_span name;   /* for messages */
};

/* Indices behind a declared name. */
static bool variable(struct nv_parser *p, struct nv_list path, bool ntc, struct place *out, uint32_t *consumed)
{
   struct nv_program *prog = p->prog;
   const struct nv_seg *seg = &p->segs[path.first];
   uint32_t var = out->var, at = 1;
   bool has;

   out->name = seg[0].span;
   if (prog->vars[var].per_vertex) {
      if (path.count <= at || seg[at].kind == NV_SEG_NAME) {
         misused(p, var, DIAG_ID_vertex_index_missing, out->name, "\"%.*s\" needs a vertex number", NV_STR(p, out->name));
         return false;
      }
      if (!array_index(p, &seg[at], nv_num_vertices(prog, p->have_decl[NV_DECL_PRIM_IN]), "vertex", ntc, &out->vertex))
         return false;
      prog->vars[var].relative |= out->vertex.relative;
      at++;
   }
   has = path.count > at && seg[at].kind != NV_SEG_NAME;
   if (prog->vars[var].is_array && !has) {
      misused(p, var, DIAG_ID_array_index_missing, out->name, "the array \"%.*s\" needs an index", NV_STR(p, out->name));
      return false;
   }
   if (!prog->vars[var].is_array && has) {
      misused(p, var, DIAG_ID_not_an_array, seg[at].open, "\"%.*s\" is not an array", NV_STR(p, out->name));
      return false;
   }
   if (has) {
      /* An array that is declared too small is said once. */
      if (p->notes[var].too_small && seg[at].kind == NV_SEG_INDEX && nv_uint(p, seg[at].a) >= prog->vars[var].length)
         return false;
      p->ctx->explained = NULL;
      if (!array_index(p, &seg[at], prog->vars[var].length, "element", ntc, &out->index)) {
         p->notes[var].too_small |= p->ctx->explained && p->ctx->explained->id == DIAG_ID_index_out_of_bounds;
         if (p->notes[var].too_small)
            nv_note_declared(p, var);
         return false;
      }
      if (out->index.relative)
         nv_use_relative(p, var, seg[at].span);
      at++;
   }
   *consumed = at;
   return true;
}

/* The name of a binding with an address register stands for it: the register is read where the name is used. */
static bool indexed_binding(struct nv_parser *p, struct nv_list path, struct place *out)
{
   const struct nv_indexed_binding *n = p->notes[out->var].indexed;
   struct util_span name = p->segs[path.first].span;

   p->prog->vars[out->var].read = p->prog->vars[out->var].written = true;
   out->name = name;
   if (nv_has(p, NV_D_FP) && !(p->num_blocks && p->blocks[p->num_blocks - 1].indexed != NV_NONE)) {
      nv_error(p, DIAG_ID_loop_index, name, "\"%.*s\" reads A0 outside of a LOOP block", NV_STR(p, name));
      return false;
   }
   if (!nv_older_relative(p, &n->index, &out->index))
      return false;
   out->var = nv_implicit_io(p, &n->b);
   p->prog->vars[out->var].relative = true;
   return true;
}

/* The variable that a path names or declares implicitly. `ntc`: do not check the types of indices. */
static bool resolve(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct place *out)
{
   const struct nv_seg *seg = &p->segs[path.first];
   uint32_t at;

   memset(out, 0, sizeof *out);
   if (nv_reserved(p, seg[0].span)) {
      struct nv_bound b;

      if (use == NV_BIND_RESULT && !nv_is(p, seg[0].span, "result")) {
         nv_error(p, DIAG_ID_not_writable, path.span, "\"%.*s\" cannot be written", NV_STR(p, path.span));
         return false;
      }
      if (use == NV_BIND_OPERAND && nv_is(p, seg[0].span, "result")) {
         nv_error(p, DIAG_ID_not_readable, path.span, "the result \"%.*s\" cannot be read", NV_STR(p, path.span));
         return false;
      }
      if (!nv_bind(p, path, use, &b))
         return false;
      at = b.consumed;
      out->name = b.span;
      if (b.relative && !nv_older_relative(p, &p->segs[b.rel], &out->index))
         return false;
      out->var =
          b.cls == NV_PARAM ? nv_implicit_param(p, nv_param_entry(p, &b, 0, false, b.span), b.span) : nv_implicit_io(p, &b);
      p->prog->vars[out->var].relative |= b.relative;
   } else {
      out->var = nv_lookup_or_error(p, seg[0].span);
      if (p->notes[out->var].broken)
         return false;
      enum nv_class cls = p->prog->vars[out->var].cls;
      if (use == NV_BIND_RESULT && cls != NV_TEMP && cls != NV_RESULT) {
         misused(p, out->var, DIAG_ID_not_writable, seg[0].span, "\"%.*s\" cannot be written", NV_STR(p, seg[0].span));
         return false;
      }
      if (use == NV_BIND_OPERAND && cls == NV_RESULT) {
         misused(p, out->var, DIAG_ID_not_readable, seg[0].span, "the result \"%.*s\" cannot be read", NV_STR(p, seg[0].span));
         return false;
      }
      if (p->notes[out->var].indexed) {
         if (!indexed_binding(p, path, out))
            return false;
         at = 1;
      } else if (!variable(p, path, ntc, out, &at)) {
         return false;
      }
   }
   if (at < path.count && seg[at].kind != NV_SEG_NAME) {
      nv_error(p, DIAG_ID_not_an_array, seg[at].open, "no index can stand here");
      return false;
   }
   if (at < path.count)
      out->suffix = seg[at++].span;
   if (at < path.count) {
      nv_error(p, DIAG_ID_trailing_segment, seg[at].kind == NV_SEG_NAME ? seg[at].span : seg[at].open,
               "nothing may follow the components");
      return false;
   }
   return true;
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
   struct place place = {.var = 0};

   *out = (struct nv_operand){.kind = NV_OPND_VAR,
                              .type = (uint8_t)type,
                              .swz = {0, 1, 2, 3},
                              .neg = raw->neg,
                              .abs = raw->abs,
                              .abs_neg = raw->abs_neg,
                              .span = raw->span};
   if (raw->kind == NV_RAW_PATH) {
      if (!resolve(p, raw->path, NV_BIND_OPERAND, ntc, &place))
         return;
      suffix = place.suffix;
      struct nv_var *v = &p->prog->vars[place.var];
      if (nv_arb(p) && !older_operand(p, raw, v, form, place.name))
         return;
      type_agrees(p, place.var, type, ntc, place.name);
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
static void older_result(struct nv_parser *p, const struct nv_var *v, const struct place *place, const struct nv_instr *ins)
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
   struct place place;

   ins->dst = (struct nv_dst){.present = true, .mask = 15, .span = raw->span};
   if (resolve(p, raw->path, NV_BIND_RESULT, ins->ntc, &place)) {
      struct nv_var *v = &p->prog->vars[place.var];

      if (!nv_arb(p))
         type_agrees(p, place.var, type, ins->ntc, place.name);
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
      int c = last->span.len == 1 ? component(p->text[last->span.off], &set) : -1;
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
