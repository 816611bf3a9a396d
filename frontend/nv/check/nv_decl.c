/* SPDX-License-Identifier: MIT */
/* Declarations of variables: names, modifiers, sizes of arrays (NV_gpu_program4 2.X.3, ARB_vertex_program 2.14.3). */
#include "frontend/nv/check/nv_check.h"

/* --- modifiers --- */

struct interp_modifiers {
   bool flat, centroid, noperspective;
};

/* The functions below return false if the modifier is not allowed at its place. They clear *ok if it is repeated. */

static bool size_modifier(struct nv_parser *p, struct nv_var *v, struct util_span m, enum nv_size size, bool *ok)
{
   /* 2.X.3.1 supports sizes for temporaries and results. Real programs write them before all declarations, where they have no
      meaning. The grammar of NV_fragment_program_option does not allow that. */
   if (nv_arb(p) && v->cls != NV_TEMP && v->cls != NV_RESULT) {
      nv_error(p, DIAG_ID_not_in_language, m, "only temporaries and results have a size in this language");
      return false;
   }
   if (v->size) {
      nv_error(p, DIAG_ID_duplicate_size_modifier, m, "duplicate storage size in declaration");
      *ok = false;
   }
   v->size = size;
   if (!nv_arb(p) && v->cls != NV_TEMP && (v->cls != NV_RESULT || size == NV_SIZE_LONG))
      p->stmt.ignored_size = m;
   return true;
}

static bool interp_modifier(struct nv_parser *p, const struct nv_var *v, struct util_span m, struct interp_modifiers *interp,
                            bool *ok)
{
   bool *which = nv_is(p, m, "FLAT") ? &interp->flat : nv_is(p, m, "CENTROID") ? &interp->centroid : &interp->noperspective;

   if (p->prog->stage != NV_FRAGMENT) {
      nv_error(p, DIAG_ID_interp_stage, m, "%.*s is only allowed in fragment programs", NV_STR(p, m));
      return false;
   }
   if (v->cls != NV_ATTRIB) {
      nv_error(p, DIAG_ID_interp_not_attribute, m, "%.*s only applies to attributes", NV_STR(p, m));
      return false;
   }
   if (*which) {
      nv_error(p, DIAG_ID_duplicate_interp, m, "duplicate modifier %.*s", NV_STR(p, m));
      *ok = false;
   }
   *which = true;
   if (interp->flat && (interp->centroid || interp->noperspective)) {
      nv_error(p, DIAG_ID_interp_conflict, m, "FLAT cannot be combined with CENTROID or NOPERSPECTIVE");
      return false;
   }
   return true;
}

/* All modifiers of the declaration, up to the first one that is not allowed. */
static bool read_modifiers(struct nv_parser *p, struct nv_declaring *d)
{
   struct interp_modifiers interp = {false};
   struct nv_var *v = &d->v;
   bool ok = true;

   for (uint32_t i = 0; i < p->stmt.num_mods; i++) {
      struct util_span m = p->stmt.mods[i];
      enum nv_type type = nv_is(p, m, "INT")     ? NV_TYPE_S
                          : nv_is(p, m, "UINT")  ? NV_TYPE_U
                          : nv_is(p, m, "FLOAT") ? NV_TYPE_F
                                                 : NV_TYPE_NONE;
      enum nv_size size = nv_is(p, m, "SHORT") ? NV_SIZE_SHORT : nv_is(p, m, "LONG") ? NV_SIZE_LONG : NV_SIZE_DEFAULT;

      if (type) {
         if (v->type) {
            nv_error(p, DIAG_ID_duplicate_type_modifier, m, "duplicate data type in declaration");
            ok = false;
         }
         v->type = type;
         d->type_span = m;
      } else if (size) {
         if (!size_modifier(p, v, m, size, &ok))
            return false;
      } else {
         if (!interp_modifier(p, v, m, &interp, &ok))
            return false;
         d->has_interp = true;
      }
   }
   v->interp = interp.flat            ? INTERP_FLAT
               : interp.noperspective ? interp.centroid ? INTERP_NOPERSPECTIVE_CENTROID : INTERP_NOPERSPECTIVE
               : interp.centroid      ? INTERP_CENTROID
                                      : INTERP_SMOOTH;
   return ok;
}

/* --- variables with an initializer --- */

/* Checks sizes and braces before the items of the initializer. */
static bool array_form(struct nv_parser *p, const struct nv_declaring *d, const struct nv_raw_size *size, bool braces,
                       const struct nv_raw *first)
{
   if (!d->array)
      return true;
   if (nv_arb(p) && d->v.cls != NV_PARAM)
      nv_error(p, DIAG_ID_array_class, size->span, "only parameters can be arrays in this language");
   else if (size->sized && d->size == 0)
      nv_error(p, DIAG_ID_array_size_zero, size->number, "the size of an array must be positive");
   else if (d->v.cls == NV_RESULT && p->prog->stage == NV_FRAGMENT)
      nv_error(p, DIAG_ID_result_array, size->span, "results of fragment programs cannot be arrays");
   else if (!braces)
      nv_error(p, DIAG_ID_array_initializer, first->span, "the initializer of an array must be in braces");
   else
      return true;
   return false;
}

/* Braces without an array: PARAM x = { 1, 2, 3, 4 } is a vector. */
static bool braced_vector(struct nv_parser *p, const struct nv_declaring *d, struct util_span name, struct nv_list items,
                          struct nv_raw *vector)
{
   const struct nv_raw *item = &p->stmt.items[items.first];

   *vector = (struct nv_raw){.kind = NV_RAW_VECTOR, .span = items.span, .nums = {item->nums.first, items.count, items.span}};
   for (uint32_t i = 0; i < items.count; i++) {
      if (d->v.cls == NV_PARAM && item[i].kind == NV_RAW_NUMBER)
         continue;
      nv_error(p, DIAG_ID_initializer_not_array, d->v.cls == NV_PARAM ? item[i].span : (struct util_span){items.span.off, 1},
               "\"%.*s\" is not declared as an array", NV_STR(p, name));
      return false;
   }
   return true;
}

/* A binding that is indexed with an address register. Each use of the variable reads the register. */
static bool indexed_binding(struct nv_parser *p, const struct nv_bound *b, const struct nv_indexed_binding **out)
{
   struct nv_indexed_binding *indexed = util_alloc(p->ctx, sizeof *indexed);
   struct nv_index unused = {.present = false};

   *indexed = (struct nv_indexed_binding){*b, p->stmt.segs[b->rel]};
   *out = indexed;
   return nv_older_relative(p, &indexed->index, &unused);
}

static enum nv_class class_of(const struct nv_parser *p, struct util_span keyword)
{
   return nv_is(p, keyword, "ATTRIB")   ? NV_ATTRIB
          : nv_is(p, keyword, "PARAM")  ? NV_PARAM
          : nv_is(p, keyword, "OUTPUT") ? NV_RESULT
                                        : NV_BUFFER;
}

void nv_declare(struct nv_parser *p, struct util_span keyword, struct util_span name, struct nv_raw_size size, bool braces,
                struct nv_list items)
{
   struct nv_declaring d = {.array = size.present, .type_span = keyword};
   struct nv_var *v = &d.v;
   const struct nv_raw *item = &p->stmt.items[items.first];
   const struct nv_indexed_binding *indexed = NULL;
   struct nv_raw vector = {.kind = NV_RAW_NONE};

   p->decl.statement = true;
   v->cls = class_of(p, keyword);
   v->buffer4 = nv_is(p, keyword, "BUFFER4");
   v->is_array = d.array;
   v->vertex = NV_NONE;
   bool ok = read_modifiers(p, &d);

   d.size = size.sized ? nv_uint(p, size.number) : 0;
   ok &= array_form(p, &d, &size, braces, item);
   if (!d.array && braces) {
      ok = ok && braced_vector(p, &d, name, items, &vector);
      item = &vector;
      items.count = 1;
   }
   for (uint32_t i = 0; ok && i < items.count; i++)
      ok = nv_initialize(p, &d, &item[i]);
   if (ok && size.sized && d.size != v->length) {
      nv_error(p, DIAG_ID_array_size_mismatch, size.number, "the array is declared with %.*s elements but has %u bindings",
               NV_STR(p, size.number), v->length);
      ok = false;
   }
   if (ok && d.first.relative)
      ok = indexed_binding(p, &d.first, &indexed);
   /* The older languages count attributes that are "bound explicitly or implicitly" (2.14.3.7, 3.11.3.6), even unread ones. */
   if (ok && v->cls == NV_ATTRIB && nv_arb(p))
      nv_count_attribs(p, v, item->span);
   if (v->length == 0)
      v->length = 1;
   nv_establish(p, name, v, !ok);
   uint32_t var = nv_lookup(p, name);
   if (ok && indexed && var != NV_NONE && p->prog->vars[var].span.off == name.off) /* otherwise the name was taken */
      p->names.notes[var].indexed = indexed;
}

/* --- other variables --- */

/* Arrays of temporaries must have a size. */
static bool temp_size(struct nv_parser *p, const struct nv_raw_size *size, struct nv_var *v)
{
   if (nv_arb(p)) {
      nv_error(p, DIAG_ID_array_class, size->span, "only parameters can be arrays in this language");
      return false;
   }
   if (!size->sized) {
      nv_error(p, DIAG_ID_array_size_missing, size->span, "an array of temporaries needs a size");
      return false;
   }
   v->length = nv_uint(p, size->number);
   if (v->length == 0) {
      nv_error(p, DIAG_ID_array_size_zero, size->number, "the size of an array must be positive");
      v->length = 1;
      return false;
   }
   return true;
}

void nv_declare_temp(struct nv_parser *p, struct util_span name, struct nv_raw_size size)
{
   struct nv_declaring d = {.v = {.cls = NV_TEMP, .length = 1, .is_array = size.present, .vertex = NV_NONE}};
   struct nv_var *v = &d.v;
   bool ok = read_modifiers(p, &d);
   uint32_t limit = p->lim.temporaries;

   if (!ok)
      p->stmt.num_mods = 0; /* later names of the statement repeat no errors */
   p->decl.statement = true;
   if (size.present)
      ok &= temp_size(p, &size, v);
   if (nv_has_fog(p))
      limit = limit ? limit - 1 : 0;
   if (p->bind.num_temporaries > limit || v->length > limit - p->bind.num_temporaries) {
      bool fog = v->length <= p->lim.temporaries - p->bind.num_temporaries;

      if (!p->reported.temporaries)
         nv_error(p, fog ? DIAG_ID_fog_temporaries : DIAG_ID_too_many_temporaries, name,
                  "the program declares more than %u temporaries (%s)", limit, nv_limit_option[NV_LIM_temporaries]);
      p->reported.temporaries = true;
      ok = false;
      v->length = 1;
   } else {
      p->bind.num_temporaries += v->length;
   }
   nv_establish(p, name, v, !ok);
}

/* ARB_vertex_program 2.14.3.5 */
void nv_declare_address(struct nv_parser *p, struct util_span name)
{
   struct nv_var v = {.cls = NV_TEMP, .type = NV_TYPE_S, .address = true, .length = 1, .vertex = NV_NONE};

   p->decl.statement = true;
   if (p->bind.num_addresses++ == p->lim.address_registers)
      nv_error(p, DIAG_ID_too_many_addresses, name, "the program declares more than %u address registers (%s)",
               p->lim.address_registers, nv_limit_option[NV_LIM_address_registers]);
   nv_establish(p, name, &v, false);
}

void nv_declare_alias(struct nv_parser *p, struct util_span name, struct nv_list old)
{
   const struct nv_seg *seg = &p->stmt.segs[old.first];

   p->decl.statement = true;
   if (nv_reserved(p, seg[0].span)) {
      nv_error(p, DIAG_ID_undeclared, seg[0].span, "\"%.*s\" is a binding; an alias must name a variable",
               NV_STR(p, old.span));
      nv_cite_alias(p);
      nv_establish_broken(p, name);
      return;
   }
   if (old.count > 1) {
      nv_error(p, DIAG_ID_syntax_error, seg[1].open, "an alias names a whole variable; expected \";\" after \"%.*s\"",
               NV_STR(p, seg[0].span));
      nv_establish_broken(p, name);
      return;
   }
   const unsigned errors = p->ctx->num_errors;
   uint32_t var = nv_lookup_or_error(p, seg[0].span);
   if (p->ctx->num_errors != errors)
      nv_cite_alias(p);
   nv_establish_alias(p, name, var);
}
