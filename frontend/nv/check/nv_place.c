/* SPDX-License-Identifier: MIT */
/*
 * Resolves the path of an operand or result to a variable, declared or implicit, and its indices, which are constants or use a
 * register (NV_gpu_program4 2.X.4.2, ARB_vertex_program 2.14.4.2, NV_fragment_program2 3.11.3.1).
 */
#include "frontend/nv/check/nv_check.h"

#include <stdarg.h>

/*
 * Reports a use that the declaration of a variable does not allow. The declaration may be the mistake, so each kind of misuse
 * is reported once for each variable.
 */
__attribute__((cold, format(printf, 5, 6))) static void report_misuse(struct nv_parser *p, uint32_t var, enum diag_id id,
                                                                      struct util_span at, const char *fmt, ...)
{
   static const enum diag_id kinds[] = {DIAG_ID_not_an_array, DIAG_ID_array_index_missing, DIAG_ID_vertex_index_missing,
                                        DIAG_ID_not_writable, DIAG_ID_not_readable,        DIAG_ID_type_mismatch};
   unsigned bit = 0;
   va_list ap;

   p->ctx->explained = NULL;
   while (kinds[bit] != id)
      bit++;
   if (p->names.notes[var].misused >> bit & 1)
      return;
   va_start(ap, fmt);
   fe_error(p->ctx, p->errors_before, id, at, fmt, ap);
   va_end(ap);
   p->names.notes[var].misused |= (uint8_t)((p->ctx->explained != NULL) << bit);
   nv_note_declared(p, var);
}

void nv_type_error(struct nv_parser *p, uint32_t var, enum nv_type type, struct util_span span)
{
   static const char *const names[] = {"", "FLOAT", "INT", "UINT"};

   report_misuse(p, var, DIAG_ID_type_mismatch, span, "\"%.*s\" is declared as %s but used as %s", NV_STR(p, span),
                 names[p->prog->vars[var].type], names[type]);
}

static bool constant_element(struct nv_parser *p, struct util_span number, uint32_t length, const char *what, uint32_t *element)
{
   *element = nv_uint(p, number);
   if (*element < length)
      return true;
   nv_error(p, DIAG_ID_index_out_of_bounds, number, "%s %.*s is out of bounds: there are %u", what, NV_STR(p, number), length);
   return false;
}

/* The innermost open LOOP block, or NV_NONE. */
static uint32_t innermost_indexed(const struct nv_parser *p)
{
   return p->flow.num_blocks ? p->flow.blocks[p->flow.num_blocks - 1].indexed : NV_NONE;
}

/* A0, which is the index of the innermost LOOP block around the operand. */
static bool loop_index(struct nv_parser *p, const struct nv_seg *s, uint32_t *var)
{
   uint32_t loop = innermost_indexed(p);

   if (!nv_is(p, s->reg, "A0")) {
      nv_error(p, DIAG_ID_address_needed, s->reg, "an index must be a number or A0.x");
      return false;
   }
   if (loop == NV_NONE) {
      nv_error(p, DIAG_ID_loop_index, s->reg, "A0 is only defined in a LOOP block");
      return false;
   }
   *var = p->prog->instrs[p->flow.blocks[loop].start].index_var;
   return true;
}

static bool address_register(struct nv_parser *p, const struct nv_seg *s, uint32_t *var)
{
   if (nv_reserved(p, s->reg)) {
      nv_error(p, DIAG_ID_address_needed, s->reg, "the register of a relative index must be declared with ADDRESS");
      return false;
   }
   *var = nv_lookup_or_error(p, s->reg);
   if (p->names.notes[*var].broken)
      return false;
   if (!p->prog->vars[*var].address) {
      nv_error(p, DIAG_ID_address_needed, s->reg, "\"%.*s\" is not an address register", NV_STR(p, s->reg));
      nv_note_declared(p, *var);
      return false;
   }
   return true;
}

/*
 * The older languages index with address registers: the plain language with component x, NV_vertex_program2 with any component,
 * NV_fragment_program2 with A0.x only.
 */
static bool older_address(struct nv_parser *p, const struct nv_seg *s, struct nv_index *out)
{
   unsigned set = 0;
   int c = s->reg_comp.len == 1 ? nv_component(p->text[s->reg_comp.off], &set) : -1;
   uint32_t var;

   if (s->has_elem) {
      nv_error(p, DIAG_ID_not_an_array, s->elem, "\"%.*s\" is not an array", NV_STR(p, s->reg));
      return false;
   }
   if (!(nv_has(p, NV_D_FP) ? loop_index(p, s, &var) : address_register(p, s, &var)))
      return false;
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
      if (nv_has(p, NV_D_FP))
         nv_error(p, DIAG_ID_address_offset, s->a, "the offset must be +0 to %u", limit);
      else
         nv_error(p, DIAG_ID_address_offset, s->a, "the offset must be +-0 to %u (%s)", limit,
                  nv_limit_option[NV_LIM_address_offset]);
      return false;
   }
   out->offset = s->neg ? -(int32_t)offset : (int32_t)offset;
   return true;
}

/* The register of a relative index. 2.X.4.2 treats it as a scalar integer operand. */
__attribute__((noinline)) static bool index_register(struct nv_parser *p, const struct nv_seg *s, bool ntc,
                                                     struct nv_index *out)
{
   struct nv_program *prog = p->prog;
   unsigned set = 0;

   if (nv_reserved(p, s->reg)) {
      nv_error(p, DIAG_ID_bad_address, s->reg, "the register of a relative index must be a declared variable");
      return false;
   }
   uint32_t var = nv_lookup_or_error(p, s->reg);
   if (p->names.notes[var].broken)
      return false;
   struct nv_var *v = &prog->vars[var];
   if (v->cls == NV_RESULT) {
      report_misuse(p, var, DIAG_ID_not_readable, s->reg, "the result \"%.*s\" cannot be read", NV_STR(p, s->reg));
      return false;
   }
   if (v->per_vertex || v->is_array != s->has_elem) {
      if (s->has_elem)
         report_misuse(p, var, DIAG_ID_not_an_array, s->elem, "\"%.*s\" is not an array", NV_STR(p, s->reg));
      else
         report_misuse(p, var, DIAG_ID_array_index_missing, s->reg, "the array \"%.*s\" needs an index", NV_STR(p, s->reg));
      return false;
   }
   if (s->has_elem && !constant_element(p, s->elem, v->length, "element", &out->reg_element))
      return false;
   int c = s->reg_comp.len == 1 ? nv_component(p->text[s->reg_comp.off], &set) : -1;
   if (c < 0) {
      nv_error(p, DIAG_ID_bad_address, s->reg_comp, "a relative index needs one component of its register");
      return false;
   }
   if (v->type == NV_TYPE_F && !ntc) {
      report_misuse(p, var, DIAG_ID_type_mismatch, s->reg, "\"%.*s\" is declared as FLOAT but used as an index",
                    NV_STR(p, s->reg));
      return false;
   }
   if (v->cls == NV_ATTRIB) {
      nv_use_attrib(p, var, s->reg);
      nv_use_components(p, &(struct nv_operand){.var = var, .span = s->reg}, (uint8_t)(1u << c));
   }
   v->read = true;
   out->relative = true;
   out->reg = var;
   out->comp = (uint8_t)c;
   return true;
}

/* An index into `length` elements or vertices, which messages call `what`. */
static bool array_index(struct nv_parser *p, const struct nv_seg *s, uint32_t length, const char *what, bool ntc,
                        struct nv_index *out)
{
   out->present = true;
   if (s->kind == NV_SEG_RANGE) {
      nv_error(p, DIAG_ID_range_outside_array, s->span, "a range is only allowed in the declaration of an array");
      return false;
   }
   if (s->kind == NV_SEG_INDEX) {
      uint32_t element;

      if (!constant_element(p, s->a, length, what, &element))
         return false;
      out->offset = (int32_t)element;
      return true;
   }
   if (nv_has(p, NV_D_FP)) {
      nv_error(p, DIAG_ID_relative_binding, s->reg, "parameters cannot be addressed relatively in this language");
      return false;
   }
   if (nv_has(p, NV_D_VP))
      return nv_older_relative(p, s, out);
   if (!index_register(p, s, ntc, out))
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

/* The indices after the name of out->var. Sets *consumed to the number of segments. */
static bool resolve_variable(struct nv_parser *p, struct nv_list path, bool ntc, struct nv_place *out, uint32_t *consumed)
{
   struct nv_program *prog = p->prog;
   const struct nv_seg *seg = &p->stmt.segs[path.first];
   uint32_t var = out->var, at = 1;
   bool has;

   out->name = seg[0].span;
   if (prog->vars[var].per_vertex) {
      if (path.count <= at || seg[at].kind == NV_SEG_NAME) {
         report_misuse(p, var, DIAG_ID_vertex_index_missing, out->name, "\"%.*s\" needs a vertex number", NV_STR(p, out->name));
         return false;
      }
      if (!array_index(p, &seg[at], nv_num_vertices(p), "vertex", ntc, &out->vertex))
         return false;
      prog->vars[var].relative |= out->vertex.relative;
      at++;
   }
   has = path.count > at && seg[at].kind != NV_SEG_NAME;
   if (prog->vars[var].is_array && !has) {
      report_misuse(p, var, DIAG_ID_array_index_missing, out->name, "the array \"%.*s\" needs an index", NV_STR(p, out->name));
      return false;
   }
   if (!prog->vars[var].is_array && has) {
      report_misuse(p, var, DIAG_ID_not_an_array, seg[at].open, "\"%.*s\" is not an array", NV_STR(p, out->name));
      return false;
   }
   if (has) {
      /* Report an array that is declared too small only once. */
      if (p->names.notes[var].too_small && seg[at].kind == NV_SEG_INDEX && nv_uint(p, seg[at].a) >= prog->vars[var].length)
         return false;
      p->ctx->explained = NULL;
      if (!array_index(p, &seg[at], prog->vars[var].length, "element", ntc, &out->index)) {
         p->names.notes[var].too_small |= p->ctx->explained && p->ctx->explained->id == DIAG_ID_index_out_of_bounds;
         if (p->names.notes[var].too_small)
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

/* The variable names a binding with an address register. Each use of the variable reads the register. */
__attribute__((noinline)) static bool indexed_binding(struct nv_parser *p, struct nv_list path, struct nv_place *out)
{
   const struct nv_indexed_binding *n = p->names.notes[out->var].indexed;
   struct util_span name = p->stmt.segs[path.first].span;

   p->prog->vars[out->var].read = p->prog->vars[out->var].written = true;
   out->name = name;
   if (nv_has(p, NV_D_FP) && innermost_indexed(p) == NV_NONE) {
      nv_error(p, DIAG_ID_loop_index, name, "\"%.*s\" reads A0 outside of a LOOP block", NV_STR(p, name));
      return false;
   }
   if (!nv_older_relative(p, &n->index, &out->index))
      return false;
   out->var = nv_implicit_io(p, &n->b);
   p->prog->vars[out->var].relative = true;
   return true;
}

/* A path that begins with a reserved word is a binding, and declares a variable implicitly. */
__attribute__((noinline)) static bool implicit_variable(struct nv_parser *p, struct nv_list path, enum nv_bind_use use,
                                                        struct nv_place *out, uint32_t *consumed)
{
   struct util_span head = p->stmt.segs[path.first].span;
   struct nv_bound b;

   if (use == NV_BIND_RESULT && !nv_is(p, head, "result")) {
      nv_error(p, DIAG_ID_not_writable, path.span, "\"%.*s\" cannot be written", NV_STR(p, path.span));
      return false;
   }
   if (use == NV_BIND_OPERAND && nv_is(p, head, "result")) {
      nv_error(p, DIAG_ID_not_readable, path.span, "the result \"%.*s\" cannot be read", NV_STR(p, path.span));
      return false;
   }
   if (!nv_bind(p, path, use, &b))
      return false;
   *consumed = b.consumed;
   out->name = b.span;
   if (b.relative && !nv_older_relative(p, &p->stmt.segs[b.rel], &out->index))
      return false;
   out->var = b.cls == NV_PARAM ? nv_implicit_param(p, nv_param_entry(p, &b, 0, false, b.span), b.span) : nv_implicit_io(p, &b);
   p->prog->vars[out->var].relative |= b.relative;
   return true;
}

/* A path that begins with the name of out->var. */
static bool declared_variable(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct nv_place *out,
                              uint32_t *consumed)
{
   struct util_span name = p->stmt.segs[path.first].span;

   if (p->names.notes[out->var].broken)
      return false;
   enum nv_class cls = p->prog->vars[out->var].cls;
   if (use == NV_BIND_RESULT && cls != NV_TEMP && cls != NV_RESULT) {
      report_misuse(p, out->var, DIAG_ID_not_writable, name, "\"%.*s\" cannot be written", NV_STR(p, name));
      return false;
   }
   if (use == NV_BIND_OPERAND && cls == NV_RESULT) {
      report_misuse(p, out->var, DIAG_ID_not_readable, name, "the result \"%.*s\" cannot be read", NV_STR(p, name));
      return false;
   }
   *consumed = 1;
   return p->names.notes[out->var].indexed ? indexed_binding(p, path, out) : resolve_variable(p, path, ntc, out, consumed);
}

bool nv_resolve_path(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct nv_place *out)
{
   const struct nv_seg *seg = &p->stmt.segs[path.first];
   uint32_t at;

   const bool reserved = out->var == NV_NONE && nv_reserved(p, seg[0].span); /* variables cannot have reserved names */
   if (out->var == NV_NONE && !reserved)
      out->var = nv_lookup_or_error(p, seg[0].span);
   if (!(reserved ? implicit_variable(p, path, use, out, &at) : declared_variable(p, path, use, ntc, out, &at)))
      return false;
   if (at < path.count && seg[at].kind != NV_SEG_NAME) {
      nv_error(p, DIAG_ID_not_an_array, seg[at].open, "unexpected index");
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
