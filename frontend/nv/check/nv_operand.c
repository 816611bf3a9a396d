/* SPDX-License-Identifier: MIT */
/*
 * Operands and results (NV_gpu_program4 2.X.4.2 and 2.X.4.3, ARB_vertex_program 2.14.4). Every function reports its own errors
 * and continues, so that a run reports each wrong operand of an instruction.
 */
#include "frontend/nv/check/nv_check.h"

/* --- operands --- */

/* The component of a mask with exactly one component; otherwise -1. */
static int single_component(uint8_t mask)
{
   return mask == 1 ? 0 : mask == 2 ? 1 : mask == 4 ? 2 : mask == 8 ? 3 : -1;
}

enum form {
   FORM_VECTOR,
   FORM_SCALAR,
   FORM_PLAIN,  /* without sign and swizzle: instOperandVNS of the grammar */
   FORM_ADDRESS /* an address register: instOperandAddrVNS */
};

static bool writes_address(unsigned op)
{
   return nv_op_info[op].suffixes == NV_SFX_ADDR || op == NV_OP_POPA;
}

/* The forms of an instruction's vector operands and of its scalar operands. */
static void forms_of(const struct nv_parser *p, unsigned op, enum form *vector, enum form *scalar)
{
   *vector = op == NV_OP_SWZ                        ? FORM_PLAIN
             : op == NV_OP_ARA || op == NV_OP_PUSHA ? FORM_ADDRESS
             : op != NV_OP_ARL                      ? FORM_VECTOR
             : nv_has(p, NV_D_VP2)                  ? FORM_VECTOR
                                                    : FORM_SCALAR;
   *scalar = *vector == FORM_VECTOR && op != NV_OP_ARL ? FORM_SCALAR : *vector;
}

/* Rules that only the older languages have. v is NULL for a constant. */
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

/* An operand that names a variable. */
static bool variable_operand(struct nv_parser *p, const struct nv_raw *raw, enum form form, bool ntc, struct nv_operand *out,
                             struct util_span *suffix)
{
   struct nv_place place;

   if (!nv_resolve(p, raw->path, NV_BIND_OPERAND, ntc, &place))
      return false;
   *suffix = place.suffix;
   struct nv_var *v = &p->prog->vars[place.var];
   if (nv_arb(p) && !older_operand(p, raw, v, form, place.name))
      return false;
   nv_type_check(p, place.var, (enum nv_type)out->type, ntc, place.name);
   if (v->cls == NV_ATTRIB)
      nv_use_attrib(p, place.var, place.name);
   v->read = true;
   out->index = place.index;
   out->vertex = place.vertex;
   out->var = place.var;
   return true;
}

/* A number or vector, which is a parameter without a name. */
static bool constant_operand(struct nv_parser *p, const struct nv_raw *raw, enum form form, struct nv_operand *out)
{
   uint32_t value[4];

   if (nv_arb(p) && !older_operand(p, raw, NULL, form, raw->span))
      return false;
   if (raw->kind == NV_RAW_NUMBER && raw->suffix.len && nv_has(p, NV_D_VP2 | NV_D_FPO)) {
      nv_error(p, DIAG_ID_scalar_suffix, raw->suffix, "a bare number has no components in programs with NV options");
      return false;
   }
   if (!nv_constant_vector(p, raw, (enum nv_type)out->type, raw->neg, value))
      return false;
   out->var = nv_implicit_param(p, nv_const_entry(p, value, false, raw->span), raw->span);
   p->prog->vars[out->var].read = true;
   return true;
}

/*
 * A scalar operand without a component. The grammar requires one, but compilers of the time let programs omit it, so we accept
 * the unambiguous cases: a constant with one component, and an instruction that writes one component. Programs in the older
 * languages do not omit it; only a bare number in a program with NV options has no component.
 */
static void implied_component(struct nv_parser *p, const struct nv_raw *raw, uint8_t mask, struct nv_operand *out)
{
   int comp = raw->kind != NV_RAW_PATH && raw->nums.count == 1 ? 0 : single_component(mask);

   if (nv_arb(p))
      comp = raw->kind == NV_RAW_NUMBER && nv_has(p, NV_D_VP2 | NV_D_FPO) ? 0 : -1;
   if (comp < 0)
      nv_error(p, DIAG_ID_scalar_component, raw->span, "a scalar operand needs a component, like .x");
   else
      memset(out->swz, comp, 4);
   out->implied = raw->kind != NV_RAW_NUMBER;
   p->noted.implied |= out->implied;
}

/* Operand i of an instruction whose result is known. A scalar operand gets its component four times. */
static void check_operand(struct nv_parser *p, const struct nv_raw *raw, enum form form, struct nv_instr *ins, unsigned i)
{
   const enum nv_type type = nv_format_type((enum nv_format)nv_op_info[ins->op].in[i], (enum nv_type)ins->type);
   struct nv_operand *out = &ins->src[i];
   struct util_span suffix = raw->suffix;

   *out = (struct nv_operand){.kind = NV_OPND_VAR,
                              .type = (uint8_t)type,
                              .swz = {0, 1, 2, 3},
                              .neg = raw->neg,
                              .abs = raw->abs,
                              .abs_neg = raw->abs_neg,
                              .span = raw->span};
   if (!(raw->kind == NV_RAW_PATH ? variable_operand(p, raw, form, ins->ntc, out, &suffix)
                                  : constant_operand(p, raw, form, out)))
      return;
   if (form == FORM_ADDRESS && (raw->has_sign || suffix.len)) {
      nv_error(p, DIAG_ID_address_swizzle, raw->has_sign ? raw->span : suffix,
               "an address register takes neither sign nor swizzle here");
      if (p->stmt.op.op == NV_OP_PUSHA)
         nv_cite(p, NULL, "NV_vertex_program3 2.14.5.44", NULL);
      return;
   }
   if (form == FORM_PLAIN && (raw->has_sign || suffix.len)) {
      nv_error(p, DIAG_ID_swz_operand, raw->has_sign ? raw->span : suffix, "the operand of SWZ takes neither sign nor swizzle");
      return;
   }
   if ((suffix.len && !nv_swizzle(p, suffix, out->swz)) || form != FORM_SCALAR)
      return;
   if (suffix.len > 1)
      nv_error(p, DIAG_ID_scalar_component, suffix, "a scalar operand takes one component, not \"%.*s\"", NV_STR(p, suffix));
   else if (suffix.len == 0)
      implied_component(p, raw, ins->dst.present ? ins->dst.mask : 15, out);
}

/* --- results --- */

/* Counts the components of results that the program writes (2.X.3.5). */
static void result_components(struct nv_parser *p, const struct nv_var *v, const struct nv_instr *ins)
{
   if (nv_arb(p))
      return;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++)
      for (unsigned c = 0; c < 4; c++)
         p->bind.num_result_components += (ins->dst.mask & ~p->bind.result_mask[s]) >> c & 1;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++)
      p->bind.result_mask[s] |= ins->dst.mask;
   if (p->bind.num_result_components > p->lim.result_components && !p->reported.result_components) {
      p->reported.result_components = true;
      nv_error(p, DIAG_ID_result_components, ins->dst.span, "the program writes more than %u components of results (%s)",
               p->lim.result_components, nv_limit_option[NV_LIM_result_components]);
   }
}

/* Rules that only the older languages have. */
static void older_result(struct nv_parser *p, const struct nv_var *v, const struct nv_place *place, const struct nv_instr *ins)
{
   if (v->address != writes_address(ins->op)) {
      if (v->address)
         nv_error(p, DIAG_ID_address_operand, place->name, "%s cannot write the address register \"%.*s\"",
                  nv_op_info[ins->op].name, NV_STR(p, place->name));
      else
         nv_error(p, DIAG_ID_address_needed, place->name, "the result of %s must be an address register",
                  nv_op_info[ins->op].name);
      return;
   }
   if (v->address && !nv_has(p, NV_D_VP2) && !(place->suffix.len && ins->dst.mask == 1))
      nv_error(p, DIAG_ID_address_component, place->suffix.len ? place->suffix : place->name,
               "only x of an address register can be written in this language");
   if (ins->op == NV_OP_POPA && ins->dst.mask != 15)
      nv_error(p, DIAG_ID_popa_mask, place->suffix, "POPA writes all components");
   /* An RFL without a mask is accepted, as drivers of the time did. */
   if (ins->op == NV_OP_RFL && (ins->dst.mask & 8) && place->suffix.len)
      nv_error(p, DIAG_ID_rfl_mask, place->suffix, "RFL has no w component");
   if (v->cls == NV_RESULT && v->size) {
      uint8_t *size = &p->bind.result_size[v->slot];

      if (*size && *size != v->size)
         nv_error(p, DIAG_ID_size_mismatch, place->name, "the result is also written through a variable of another size");
      *size = v->size;
   }
}

/* Each packing or unpacking instruction states the rule in its own section. */
__attribute__((format(printf, 4, 0))) static void short_error(struct nv_parser *p, enum diag_id id, struct util_span at,
                                                              const char *fmt, unsigned op)
{
   static const struct {
      uint8_t op;
      const char *section[2];
   } rows[] = {
#define OP(name, number) {NV_OP_##name, {"NV_gpu_program4 2.X.8 " #name, "NV_fragment_program_option 3.11.5." #number}}
      OP(PK2H, 32), OP(PK2US, 33), OP(PK4B, 34), OP(PK4UB, 35), OP(UP2H, 43), OP(UP2US, 44), OP(UP4B, 45), OP(UP4UB, 46),
#undef OP
   };
   unsigned i = 0;

   nv_error(p, id, at, fmt, nv_op_info[op].name);
   while (rows[i].op != op)
      i++;
   nv_cite(p, rows[i].section[0], NULL, rows[i].section[1]);
}

void nv_result(struct nv_parser *p, const struct nv_raw_dst *raw, enum nv_type type, struct nv_instr *ins)
{
   struct nv_place place;

   ins->dst = (struct nv_dst){.present = true, .mask = 15, .span = raw->span};
   if (nv_resolve(p, raw->path, NV_BIND_RESULT, ins->ntc, &place)) {
      struct nv_var *v = &p->prog->vars[place.var];

      if (!nv_arb(p))
         nv_type_check(p, place.var, type, ins->ntc, place.name);
      v->written = true;
      ins->dst.var = place.var;
      ins->dst.index = place.index;
      if (place.suffix.len)
         ins->dst.mask = nv_write_mask(p, place.suffix);
      if (v->cls == NV_RESULT)
         result_components(p, v, ins);
      if (nv_arb(p))
         older_result(p, v, &place, ins);
      bool pack = ins->op == NV_OP_PK2H || ins->op == NV_OP_PK2US || ins->op == NV_OP_PK4B || ins->op == NV_OP_PK4UB;
      if (pack && v->size == NV_SIZE_SHORT)
         short_error(p, DIAG_ID_pack_short, place.name, "%s cannot write to a variable declared as SHORT", ins->op);
   } else if (raw->path.count > 1 && p->stmt.segs[raw->path.first + raw->path.count - 1].kind == NV_SEG_NAME) {
      /* The variable is wrong, but scalar operands without a component still need the mask. */
      const struct nv_seg *last = &p->stmt.segs[raw->path.first + raw->path.count - 1];
      unsigned set = 0;
      int c = last->span.len == 1 ? nv_component(p->text[last->span.off], &set) : -1;
      if (c >= 0)
         ins->dst.mask = (uint8_t)(1u << c);
   }
   ins->dst.cc = nv_cc_test(p, &raw->cc);
}

/* --- all operands of an instruction --- */

/* The components of the variable that an operand selects. */
static uint8_t read_mask(const struct nv_instr *ins, const struct nv_operand *o)
{
   uint8_t mask = 0;

   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = ins->op == NV_OP_SWZ ? ins->swz.sel[c] : o->swz[c];

      mask |= sel < 4 ? (uint8_t)(1u << sel) : 0;
   }
   return mask;
}

void nv_operands(struct nv_parser *p, const struct nv_raw *src, unsigned n, struct nv_instr *ins)
{
   const struct nv_op_info *info = &nv_op_info[ins->op];
   enum form vector, scalar;

   ins->num_src = (uint8_t)n;
   forms_of(p, ins->op, &vector, &scalar);
   for (unsigned i = 0; i < n; i++) {
      const unsigned errors = p->ctx->num_errors;

      check_operand(p, &src[i], info->in[i] == NV_FMT_S ? scalar : vector, ins, i);
      if (errors == p->ctx->num_errors && p->prog->num_vars && p->prog->vars[ins->src[i].var].cls == NV_ATTRIB)
         nv_use_components(p, &ins->src[i], read_mask(ins, &ins->src[i]));
   }
   bool unpack = ins->op == NV_OP_UP2H || ins->op == NV_OP_UP2US || ins->op == NV_OP_UP4B || ins->op == NV_OP_UP4UB;
   if (unpack && src[0].kind == NV_RAW_PATH && p->prog->num_vars && p->prog->vars[ins->src[0].var].size == NV_SIZE_SHORT)
      short_error(p, DIAG_ID_unpack_short, src[0].span, "%s cannot read a variable declared as SHORT", ins->op);
}
