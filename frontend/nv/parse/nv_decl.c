/* SPDX-License-Identifier: MIT */
/*
 * Options, declarations and variables: names, modifiers, arrays and their initializers, constants
 * (NV_gpu_program4 2.X.3, 2.X.6, 2.X.7). A wrong declaration still establishes its name, as a "broken" variable about which no
 * more is said: one mistake, one message.
 */
#include "frontend/nv/parse/nv_parse.h"

#include <string.h>

uint32_t nv_new_var(struct nv_parser *p, const struct nv_var *v, bool broken)
{
   UTIL_PUSH(p->ctx, p->prog->vars, p->prog->num_vars, p->prog->cap_vars, *v);
   UTIL_PUSH(p->ctx, p->notes, p->num_notes, p->cap_notes, (struct nv_var_note){.broken = broken});
   return p->prog->num_vars - 1;
}

uint32_t nv_lookup(const struct nv_parser *p, struct util_span name)
{
   return (uint32_t)(uintptr_t)util_table_get(&p->symbols, p->text + name.off, name.len) - 1;
}

static void said_twice(struct nv_parser *p, struct util_span name, uint32_t old)
{
   if (p->notes[old].broken)
      return;
   nv_error(p, DIAG_ID_redeclared, name, "\"%.*s\" is declared already", NV_STR(p, name));
   nv_note_declared(p, old);
   /* It is not known which of the two is meant where the name is used, nor what name the second was to have. */
   if (p->ctx->explained) {
      p->notes[old].broken = true;
      p->nameless++;
   }
}

static void establish(struct nv_parser *p, struct util_span name, const struct nv_var *v, bool broken)
{
   if (nv_reserved_name(p, name)) {
      nv_error(p, DIAG_ID_reserved_name, name, "\"%.*s\" is a reserved word", NV_STR(p, name));
      p->nameless += p->ctx->explained != NULL; /* the name that it was to have is not known */
      return;
   }
   if (nv_has(p, NV_D_FP2) && nv_is(p, name, "A0")) {
      nv_error(p, DIAG_ID_redeclared, name, "\"A0\" is the index of LOOP blocks");
      return;
   }
   uint32_t old = nv_lookup(p, name);
   if (old != NV_NONE) {
      said_twice(p, name, old);
      return;
   }
   struct nv_var var = *v;
   var.name = util_strndup(p->ctx, p->text + name.off, name.len);
   var.span = name;
   uint32_t index = nv_new_var(p, &var, broken);
   p->notes[index].size = p->size_ignored;
   p->notes[index].integer = p->integer;
   util_table_set(&p->symbols, p->text + name.off, name.len, (void *)(uintptr_t)(index + 1));
}

void nv_establish_broken(struct nv_parser *p, struct util_span name)
{
   struct nv_var v = {.cls = NV_TEMP, .length = 1, .vertex = NV_NONE};

   if (!nv_reserved_name(p, name) && nv_lookup(p, name) == NV_NONE && !(nv_has(p, NV_D_FP2) && nv_is(p, name, "A0")))
      establish(p, name, &v, true);
}

uint32_t nv_lookup_or_error(struct nv_parser *p, struct util_span name)
{
   uint32_t var = nv_lookup(p, name);

   if (var != NV_NONE)
      return var;
   const char *hint = nv_hint_variable(p, name);

   if (p->nameless && !*hint)
      p->nameless--; /* it may be the name that is missing in a declaration */
   else
      nv_error(p, DIAG_ID_undeclared, name, "\"%.*s\" is not declared%s", NV_STR(p, name), hint);
   /* Even what could not be declared, like a keyword, is from now on a variable about which no more is said. */
   var = nv_new_var(p, &(struct nv_var){.cls = NV_TEMP, .length = 1, .vertex = NV_NONE, .span = name}, true);
   util_table_set(&p->symbols, p->text + name.off, name.len, (void *)(uintptr_t)(var + 1));
   return var;
}

/* --- options and declarations of the stage --- */

#define FIELD(name) (offsetof(struct nv_program, name) + 1)

static const struct option {
   const char *name;
   uint8_t stages, dialects; /* bit per enum nv_stage; of the header */
   uint8_t brings;           /* dialects */
   size_t field;             /* of struct nv_program, + 1; 0: none */
} options[] = {
#define ALL (NV_D_NV4 | NV_D_ARB)
   {"ARB_position_invariant", 1u << NV_VERTEX, ALL, 0, FIELD(opt_position_invariant)},
   {"NV_vertex_program2", 1u << NV_VERTEX, NV_D_VP, NV_D_VP2, 0},
   {"NV_vertex_program3", 1u << NV_VERTEX, NV_D_VP, NV_D_VP2 | NV_D_VP3, 0},
   {"NV_fragment_program", 1u << NV_FRAGMENT, NV_D_FP, NV_D_FPO, 0},
   {"NV_fragment_program2", 1u << NV_FRAGMENT, NV_D_FP, NV_D_FPO | NV_D_FP2, 0},
   /* Vertex programs: NV_vertex_program3, "Dependencies on ARB_fragment_program_shadow". */
   {"ARB_fragment_program_shadow", 1u << NV_VERTEX | 1u << NV_FRAGMENT, NV_D_ARB, 0, FIELD(opt_shadow)},
   {"ARB_fragment_program_shadow", 1u << NV_FRAGMENT, NV_D_NV4, 0, 0}, /* the language does so without it */
   {"ARB_fog_exp", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_fog_exp)},
   {"ARB_fog_exp2", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_fog_exp2)},
   {"ARB_fog_linear", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_fog_linear)},
   {"ARB_precision_hint_fastest", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_precision_fastest)},
   {"ARB_precision_hint_nicest", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_precision_nicest)},
   {"ARB_draw_buffers", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_draw_buffers)},
   {"ATI_draw_buffers", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_draw_buffers)},
   {"ARB_fragment_coord_origin_upper_left", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_origin_upper_left)},
   {"ARB_fragment_coord_pixel_center_integer", 1u << NV_FRAGMENT, ALL, 0, FIELD(opt_pixel_center_integer)},
#undef ALL
};

static bool has_option(const struct nv_parser *p, const struct option *o)
{
   return (o->stages >> p->prog->stage & 1) && nv_has(p, o->dialects);
}

static bool apply_option(struct nv_parser *p, const char *name, size_t len)
{
   for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
      const struct option *o = &options[i];

      if (has_option(p, o) && strlen(o->name) == len && memcmp(o->name, name, len) == 0) {
         p->prog->dialect |= o->brings;
         p->asked |= o->brings;
         if (o->field)
            *(bool *)((char *)p->prog + o->field - 1) = true;
         return true;
      }
   }
   return false;
}

bool nv_option_apply(struct nv_parser *p, struct util_span name)
{
   return apply_option(p, p->text + name.off, name.len);
}

void nv_option_any(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   if (nv_arb(p))
      prog->dialect |= prog->stage == NV_VERTEX ? NV_D_VP2 | NV_D_VP3 : NV_D_FPO | NV_D_FP2;
   prog->opt_draw_buffers = prog->opt_shadow = true;
}

void nv_option(struct nv_parser *p, struct util_span keyword, struct util_span name)
{
   struct nv_program *prog = p->prog;
   bool had_fog = nv_has_fog(p), had_precision = prog->opt_precision_fastest || prog->opt_precision_nicest;

   if ((p->seen_statement || p->seen_declaration) && !p->option_order_said) {
      nv_error(p, DIAG_ID_option_order, keyword, "options stand in front of everything else");
      p->option_order_said = true;
   }
   if (!nv_option_apply(p, name)) {
      struct util_similar s;

      nv_similar(p, &s, name);
      for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
         if (has_option(p, &options[i]))
            util_similar_try(&s, options[i].name, strlen(options[i].name));
      bool older = !nv_arb(p) && name.len > 3 && memcmp(p->text + name.off, "NV_", 3) == 0;

      nv_error(p, DIAG_ID_unknown_option, name, "unknown option \"%.*s\" for this kind of program%s", NV_STR(p, name),
               older ? "; the language is what options bring to the older ones" : nv_hint(p, &s));
      if (s.best)
         apply_option(p, s.best, s.best_len); /* the rest of the program will want it */
      else if (p->ctx->explained)
         nv_option_any(p);
   } else if (had_fog && prog->opt_fog_exp + prog->opt_fog_exp2 + prog->opt_fog_linear > 1) {
      nv_error(p, DIAG_ID_fog_options, name, "only one fog option may be given");
   } else if (had_precision && prog->opt_precision_fastest && prog->opt_precision_nicest) {
      nv_error(p, DIAG_ID_precision_hints, name, "only one precision hint may be given");
   }
}

void nv_declaration(struct nv_parser *p, struct util_span keyword, struct util_span arg)
{
   static const struct {
      const char *name;
      uint8_t value;
      bool in, out;
   } prims[] = {
       {"POINTS", NV_PRIM_POINTS, true, true},
       {"LINES", NV_PRIM_LINES, true, false},
       {"LINES_ADJACENCY", NV_PRIM_LINES_ADJACENCY, true, false},
       {"TRIANGLES", NV_PRIM_TRIANGLES, true, false},
       {"TRIANGLES_ADJACENCY", NV_PRIM_TRIANGLES_ADJACENCY, true, false},
       {"LINE_STRIP", NV_PRIM_LINE_STRIP, false, true},
       {"TRIANGLE_STRIP", NV_PRIM_TRIANGLE_STRIP, false, true},
   };
   static const enum diag_id twice[] = {DIAG_ID_duplicate_primitive_in, DIAG_ID_duplicate_primitive_out,
                                        DIAG_ID_duplicate_vertices_out};
   unsigned which = nv_is(p, keyword, "PRIMITIVE_IN")    ? NV_DECL_PRIM_IN
                    : nv_is(p, keyword, "PRIMITIVE_OUT") ? NV_DECL_PRIM_OUT
                                                         : NV_DECL_VERTICES_OUT;

   if (p->prog->stage != NV_GEOMETRY) {
      nv_error(p, DIAG_ID_wrong_stage_declaration, keyword, "%.*s is a declaration of geometry programs", NV_STR(p, keyword));
      return;
   }
   if (p->seen_statement)
      nv_error(p, DIAG_ID_declaration_order, keyword, "%.*s must stand in front of all statements", NV_STR(p, keyword));
   p->seen_declaration = true;
   if (p->have_decl[which]) {
      nv_error(p, twice[which], keyword, "%.*s is given twice", NV_STR(p, keyword));
      util_note(p->ctx, p->decl_span[which], "the first is here");
      return;
   }
   p->have_decl[which] = true;
   p->decl_span[which] = keyword;
   if (which == NV_DECL_VERTICES_OUT) {
      p->prog->vertices_out = nv_uint(p, arg);
      p->vertices_out_span = arg;
      if (p->prog->vertices_out == 0)
         nv_error(p, DIAG_ID_vertices_out_zero, arg, "a geometry program needs room for a vertex");
      else if (p->prog->vertices_out > p->lim.geometry_vertices)
         nv_error(p, DIAG_ID_vertices_out_range, arg, "the number of vertices must be 1 to %u", p->lim.geometry_vertices);
      return;
   }
   for (size_t i = 0; i < sizeof prims / sizeof prims[0]; i++) {
      if ((which == NV_DECL_PRIM_IN ? prims[i].in : prims[i].out) && nv_is(p, arg, prims[i].name)) {
         *(which == NV_DECL_PRIM_IN ? &p->prog->prim_in : &p->prog->prim_out) = prims[i].value;
         return;
      }
   }
   struct util_similar s;

   nv_similar(p, &s, arg);
   for (size_t i = 0; i < sizeof prims / sizeof prims[0]; i++)
      if (which == NV_DECL_PRIM_IN ? prims[i].in : prims[i].out)
         util_similar_try(&s, prims[i].name, strlen(prims[i].name));
   nv_error(p, which == NV_DECL_PRIM_IN ? DIAG_ID_bad_primitive_in : DIAG_ID_bad_primitive_out, arg,
            "\"%.*s\" is no primitive that %.*s takes%s", NV_STR(p, arg), NV_STR(p, keyword), nv_hint(p, &s));
   if (!s.best)
      util_note(p->ctx, keyword, "it takes %s",
                which == NV_DECL_PRIM_IN ? "POINTS, LINES, LINES_ADJACENCY, TRIANGLES or TRIANGLES_ADJACENCY" : "POINTS, LINE_STRIP or TRIANGLE_STRIP");
   p->have_decl[which] = which != NV_DECL_PRIM_IN; /* an unknown input primitive: do not check vertex numbers against it */
}

/* --- constants --- */

/* A literal of a type; false after an error. `negated`: a minus stands in front of it as an operand. */
static bool constant(struct nv_parser *p, const struct nv_num *n, enum nv_type type, bool negated, uint32_t *bits)
{
   const char *s = p->text + n->span.off;
   bool overflow;

   if (type == NV_TYPE_F || type == NV_TYPE_NONE) {
      *bits = fe_float_bits(s, n->span.len) | (n->neg ? 0x80000000u : 0);
      return true;
   }
   if (n->is_float) {
      nv_error(p, DIAG_ID_float_as_integer, n->span, "a floating-point constant where an integer is needed");
      return false;
   }
   uint64_t v = fe_integer(s, n->span.len, &overflow);
   if (type == NV_TYPE_U && n->neg && v) {
      nv_error(p, DIAG_ID_negative_as_unsigned, nv_span_join(n->sign, n->span),
               "a negative constant where an unsigned integer is needed");
      return false;
   }
   /* -2147483648 is written as a negated operand as often as as a signed constant. */
   uint64_t max = type == NV_TYPE_U ? UINT32_MAX : (uint64_t)INT32_MAX + (n->neg || negated);
   if (overflow || v > max) {
      nv_error(p, DIAG_ID_integer_too_large, n->span, "the constant %.*s does not fit %s", NV_STR(p, n->span),
               type == NV_TYPE_U ? "32 unsigned bits" : "a signed 32-bit integer");
      return false;
   }
   *bits = n->neg ? 0u - (uint32_t)v : (uint32_t)v;
   return true;
}

bool nv_constant_vector(struct nv_parser *p, const struct nv_raw *raw, enum nv_type type, bool negated, uint32_t out[4])
{
   uint32_t n = raw->nums.count;

   out[1] = out[2] = 0;
   out[3] = type == NV_TYPE_S || type == NV_TYPE_U ? 1 : NUM_ONE;
   if (n > 4) {
      nv_error(p, DIAG_ID_vector_too_long, p->nums[raw->nums.first + 4].span, "a vector has at most four components");
      return false;
   }
   for (uint32_t i = 0; i < n; i++)
      if (!constant(p, &p->nums[raw->nums.first + i], type, negated, &out[i]))
         return false;
   if (raw->kind == NV_RAW_NUMBER)
      out[1] = out[2] = out[3] = out[0];
   return true;
}

/* --- variables --- */

/* Modifiers of a declaration into the variable; false after an error. */
static bool modifiers(struct nv_parser *p, struct nv_var *v, struct util_span *type_span, bool *has_interp)
{
   bool flat = false, centroid = false, noperspective = false, ok = true;

   *has_interp = false;
   for (uint32_t i = 0; i < p->num_mods; i++) {
      struct util_span m = p->mods[i];
      enum nv_type type = nv_is(p, m, "INT")     ? NV_TYPE_S
                          : nv_is(p, m, "UINT")  ? NV_TYPE_U
                          : nv_is(p, m, "FLOAT") ? NV_TYPE_F
                                                 : NV_TYPE_NONE;
      enum nv_size size = nv_is(p, m, "SHORT") ? NV_SIZE_SHORT : nv_is(p, m, "LONG") ? NV_SIZE_LONG : NV_SIZE_DEFAULT;

      if (type) {
         if (v->type) {
            nv_error(p, DIAG_ID_duplicate_type_modifier, m, "a second data type in one declaration");
            ok = false;
         }
         v->type = type;
         *type_span = m;
      } else if (size) {
         /* 2.X.3.1 supports sizes for temporaries and results; real programs put them anywhere, where they mean nothing.
            The grammar of NV_fragment_program_option has them nowhere else. */
         if (nv_arb(p) && v->cls != NV_TEMP && v->cls != NV_RESULT) {
            nv_error(p, DIAG_ID_not_in_language, m, "only temporaries and results have a size in this language");
            return false;
         }
         if (v->size) {
            nv_error(p, DIAG_ID_duplicate_size_modifier, m, "a second storage size in one declaration");
            ok = false;
         }
         v->size = size;
         if (!nv_arb(p) && v->cls != NV_TEMP && (v->cls != NV_RESULT || size == NV_SIZE_LONG))
            p->size_ignored = m;
      } else {
         bool *which = nv_is(p, m, "FLAT") ? &flat : nv_is(p, m, "CENTROID") ? &centroid : &noperspective;

         if (p->prog->stage != NV_FRAGMENT) {
            nv_error(p, DIAG_ID_interp_stage, m, "%.*s is a modifier of fragment programs", NV_STR(p, m));
            return false;
         }
         if (v->cls != NV_ATTRIB) {
            nv_error(p, DIAG_ID_interp_not_attribute, m, "%.*s only applies to attributes", NV_STR(p, m));
            return false;
         }
         if (*which) {
            nv_error(p, DIAG_ID_duplicate_interp, m, "%.*s is given twice", NV_STR(p, m));
            ok = false;
         }
         *which = *has_interp = true;
         if (flat && (centroid || noperspective)) {
            nv_error(p, DIAG_ID_interp_conflict, m, "FLAT excludes CENTROID and NOPERSPECTIVE");
            return false;
         }
      }
   }
   v->interp = flat            ? INTERP_FLAT
               : noperspective ? centroid ? INTERP_NOPERSPECTIVE_CENTROID : INTERP_NOPERSPECTIVE
               : centroid      ? INTERP_CENTROID
                               : INTERP_SMOOTH;
   return ok;
}

/* The rules of NV_fragment_program4 2.X.3.1 on one binding. */
static bool interpolation(struct nv_parser *p, struct nv_var *v, const struct nv_bound *b, struct util_span type_span,
                          bool has_interp, bool first)
{
   if (has_interp && !nv_io_interpolated(b->row)) {
      nv_error(p, DIAG_ID_interp_binding, b->span, "interpolation modifiers do not apply to %.*s", NV_STR(p, b->span));
      return false;
   }
   if (first && (v->type == NV_TYPE_S || v->type == NV_TYPE_U) && v->interp != INTERP_FLAT && b->slot != SLOT_PRIM_ID) {
      nv_error(p, DIAG_ID_integer_not_flat, type_span, "an integer attribute of a fragment program must be FLAT");
      return false;
   }
   if (!nv_io_interpolated(b->row)) {
      if (nv_io_flat(b->row))
         v->interp = INTERP_FLAT;
      return true;
   }
   for (uint32_t s = b->slot; s < b->slot + b->count; s++) {
      bool color = s >= SLOT_COLOR && s <= SLOT_COLOR_LAST;
      uint32_t other = color ? SLOT_COLOR + SLOT_COLOR_LAST - s : s;

      if (p->slot_interp[s].declared && p->slot_interp[s].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_mismatch, b->span, "%.*s is declared with different interpolation modifiers elsewhere",
                  NV_STR(p, b->span));
         util_note(p->ctx, p->slot_interp[s].span, "the other declaration is here");
         return false;
      }
      if (p->slot_interp[other].declared && p->slot_interp[other].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_color_mismatch, b->span,
                  "primary and secondary colour need the same interpolation modifiers");
         util_note(p->ctx, p->slot_interp[other].span, "the other colour is declared here");
         return false;
      }
      p->slot_interp[s].declared = 1;
      p->slot_interp[s].span = b->span;
      p->slot_interp[s].interp = (uint8_t)v->interp;
   }
   return true;
}

/* A path that must be a binding, of class `v->cls`. */
static bool item_binding(struct nv_parser *p, const struct nv_var *v, const struct nv_raw *item, bool array, struct nv_bound *b)
{
   static const char *const class_name[] = {"temporary", "attribute", "parameter", "result", "parameter buffer"};

   if (item->kind != NV_RAW_PATH) {
      nv_error(p, DIAG_ID_wrong_binding_class, item->span, "a constant cannot initialize a variable of class %s",
               class_name[v->cls]);
      return false;
   }
   struct util_span head = p->segs[item->path.first].span;
   if (!nv_reserved(p, head)) {
      nv_error(p, DIAG_ID_wrong_binding_class, head, "expected a binding, not the name \"%.*s\"", NV_STR(p, head));
      return false;
   }
   if (!nv_bind(p, item->path, array ? NV_BIND_ARRAY : NV_BIND_SINGLE, b))
      return false;
   if (b->cls != v->cls) {
      nv_error(p, DIAG_ID_wrong_binding_class, head, "a binding of class %s cannot initialize a variable of class %s",
               class_name[b->cls], class_name[v->cls]);
      return false;
   }
   if (b->consumed < item->path.count) {
      const struct nv_seg *s = &p->segs[item->path.first + b->consumed];

      nv_error(p, DIAG_ID_trailing_segment, s->kind == NV_SEG_NAME ? s->span : s->open, "nothing may follow the binding here");
      return false;
   }
   return true;
}

static bool io_item(struct nv_parser *p, struct nv_var *v, const struct nv_raw *item, bool array, struct nv_bound *first,
                    struct util_span type_span, bool has_interp)
{
   struct nv_bound b;

   if (!item_binding(p, v, item, array, &b))
      return false;
   if (array && !nv_io_arrayed(b.row)) {
      nv_error(p, DIAG_ID_array_binding, b.span, "%.*s cannot be an element of an array", NV_STR(p, b.span));
      return false;
   }
   if (v->length && (b.row != first->row || b.vertex != first->vertex)) {
      nv_error(p, DIAG_ID_array_mixed_bindings, b.span, "the bindings of an array must be of one kind");
      return false;
   }
   if (v->length && b.slot != v->slot + v->length) {
      nv_error(p, DIAG_ID_array_not_consecutive, b.span, "the bindings of an array must increase by one");
      return false;
   }
   if (p->prog->stage == NV_FRAGMENT && v->cls == NV_ATTRIB && !interpolation(p, v, &b, type_span, has_interp, v->length == 0))
      return false;
   if (v->length == 0) {
      *first = b;
      v->slot = b.slot;
      v->vertex = b.vertex;
      v->per_vertex = b.per_vertex;
      nv_io_constants(b.row, v);
   }
   v->length += b.count;
   return true;
}

static bool buffer_item(struct nv_parser *p, struct nv_var *v, const struct nv_raw *item, bool array, uint32_t declared)
{
   struct nv_bound b;
   uint32_t limit = v->buffer4 ? p->lim.buffer_size / 4 : p->lim.buffer_size;
   uint8_t kind = v->buffer4 ? 4 : 1;

   if (!item_binding(p, v, item, array, &b))
      return false;
   if (b.whole)
      b.count = declared ? declared : limit;
   if (b.first + b.count > limit) {
      nv_error(p, DIAG_ID_binding_index_range, item->span, "the buffer has %u elements", limit);
      return false;
   }
   if (v->length && b.buffer != v->buffer) {
      nv_error(p, DIAG_ID_buffer_mixed_points, item->span, "the bindings of an array must be of one buffer");
      return false;
   }
   if (v->length && b.first != v->first + v->length) {
      nv_error(p, DIAG_ID_buffer_not_consecutive, item->span, "the bindings of an array must increase by one");
      return false;
   }
   if (p->buffer_kind[b.buffer] && p->buffer_kind[b.buffer] != kind) {
      nv_error(p, DIAG_ID_buffer_kind_mix, item->span, "buffer %u is used by a BUFFER and by a BUFFER4 variable", b.buffer);
      util_note(p->ctx, p->buffer_span[b.buffer], "the other is bound here");
      return false;
   }
   if (!p->buffer_kind[b.buffer])
      p->buffer_span[b.buffer] = item->span;
   p->buffer_kind[b.buffer] = kind;
   if (v->length == 0) {
      v->buffer = b.buffer;
      v->first = b.first;
   }
   v->length += b.count;
   return true;
}

static bool param_item(struct nv_parser *p, struct nv_var *v, const struct nv_raw *item, bool array)
{
   struct nv_bound b;
   uint32_t value[4], entry = 0;

   if (item->kind != NV_RAW_PATH) {
      if (!nv_constant_vector(p, item, v->type, false, value))
         return false;
      for (uint32_t i = 0; v->type == NV_TYPE_NONE && i < item->nums.count && !p->integer.len; i++)
         if (!p->nums[item->nums.first + i].is_float)
            p->integer = p->nums[item->nums.first + i].span;
      entry = nv_const_entry(p, value, array, item->span);
      b.count = 1;
   } else {
      if (!item_binding(p, v, item, array, &b))
         return false;
      if (v->length + b.count > p->lim.parameters) {
         if (!p->params_said)
            nv_error(p, DIAG_ID_too_many_parameters, item->span, "an array of more than %u parameters", p->lim.parameters);
         p->params_said = true;
         return false;
      }
      for (uint32_t k = 0; k < b.count; k++) {
         uint32_t e = nv_param_entry(p, &b, k, array, item->span);
         entry = k ? entry : e;
      }
   }
   if (v->length == 0)
      v->first = entry;
   v->length += b.count;
   return true;
}

void nv_declare(struct nv_parser *p, struct util_span keyword, struct util_span name, struct nv_raw_size size, bool braces,
                struct nv_list items)
{
   struct nv_var v = {.vertex = NV_NONE};
   struct nv_bound first = {.count = 0};
   struct util_span type_span = keyword;
   bool has_interp, array = size.present;

   p->seen_statement = true;
   v.cls = nv_is(p, keyword, "ATTRIB")   ? NV_ATTRIB
           : nv_is(p, keyword, "PARAM")  ? NV_PARAM
           : nv_is(p, keyword, "OUTPUT") ? NV_RESULT
                                         : NV_BUFFER;
   v.buffer4 = nv_is(p, keyword, "BUFFER4");
   v.is_array = array;
   bool ok = modifiers(p, &v, &type_span, &has_interp);

   const struct nv_raw *item = &p->items[items.first];
   uint32_t declared = size.sized ? nv_uint(p, size.number) : 0;
   struct nv_raw vector;

   if (array && nv_arb(p) && v.cls != NV_PARAM) {
      nv_error(p, DIAG_ID_array_class, size.span, "only parameters can be arrays in this language");
      ok = false;
   } else if (array && size.sized && declared == 0) {
      nv_error(p, DIAG_ID_array_size_zero, size.number, "the size of an array must be positive");
      ok = false;
   } else if (array && v.cls == NV_RESULT && p->prog->stage == NV_FRAGMENT) {
      nv_error(p, DIAG_ID_result_array, size.span, "results of fragment programs cannot be arrays");
      ok = false;
   } else if (array && !braces) {
      nv_error(p, DIAG_ID_array_initializer, item->span, "the initializer of an array stands in braces");
      ok = false;
   } else if (!array && braces) {
      /* PARAM x = { 1, 2, 3, 4 } is one vector. */
      vector = (struct nv_raw){
          .kind = NV_RAW_VECTOR, .span = items.span, .nums = {p->items[items.first].nums.first, items.count, items.span}};
      for (uint32_t i = 0; ok && i < items.count; i++) {
         if (v.cls != NV_PARAM || item[i].kind != NV_RAW_NUMBER) {
            nv_error(p, DIAG_ID_initializer_not_array, v.cls == NV_PARAM ? item[i].span : (struct util_span){items.span.off, 1},
                     "\"%.*s\" is not declared as an array", NV_STR(p, name));
            ok = false;
         }
      }
      item = &vector;
      items.count = 1;
   }
   for (uint32_t i = 0; ok && i < items.count; i++) {
      switch (v.cls) {
      case NV_PARAM: ok = param_item(p, &v, &item[i], array); break;
      case NV_BUFFER: ok = buffer_item(p, &v, &item[i], array, declared); break;
      default: ok = io_item(p, &v, &item[i], array, &first, type_span, has_interp); break;
      }
   }
   if (ok && size.sized && declared != v.length) {
      nv_error(p, DIAG_ID_array_size_mismatch, size.number, "the array is declared with %.*s elements but has %u bindings",
               NV_STR(p, size.number), v.length);
      ok = false;
   }
   struct nv_indexed_binding *indexed = NULL;
   if (ok && first.relative) {
      struct nv_index unused = {.present = false};

      indexed = util_alloc(p->ctx, sizeof *indexed);
      *indexed = (struct nv_indexed_binding){first, p->segs[first.rel]};
      ok = nv_older_relative(p, &indexed->index, &unused);
   }
   /* The older languages count what is "bound explicitly or implicitly" (2.14.3.7, 3.11.3.6), read or not. */
   if (ok && v.cls == NV_ATTRIB && nv_arb(p))
      nv_count_attribs(p, &v, item->span);
   if (v.length == 0)
      v.length = 1;
   establish(p, name, &v, !ok);
   uint32_t var = nv_lookup(p, name);
   if (ok && indexed && var != NV_NONE && p->prog->vars[var].span.off == name.off) /* not one of the same name */
      p->notes[var].indexed = indexed;
}

void nv_declare_temp(struct nv_parser *p, struct util_span name, struct nv_raw_size size)
{
   struct nv_var v = {.cls = NV_TEMP, .length = 1, .is_array = size.present, .vertex = NV_NONE};
   struct util_span type_span;
   bool has_interp, ok = p->num_mods == 0 || modifiers(p, &v, &type_span, &has_interp);
   if (!ok)
      p->num_mods = 0; /* said for the first name */
   uint32_t limit = p->lim.temporaries;

   p->seen_statement = true;
   if (size.present && nv_arb(p)) {
      nv_error(p, DIAG_ID_array_class, size.span, "only parameters can be arrays in this language");
      ok = false;
   } else if (size.present && !size.sized) {
      nv_error(p, DIAG_ID_array_size_missing, size.span, "an array of temporaries needs a size");
      ok = false;
   } else if (size.present) {
      v.length = nv_uint(p, size.number);
      if (v.length == 0) {
         nv_error(p, DIAG_ID_array_size_zero, size.number, "the size of an array must be positive");
         v.length = 1;
         ok = false;
      }
   }
   if (nv_has_fog(p))
      limit = limit ? limit - 1 : 0;
   if (p->num_temporaries > limit || v.length > limit - p->num_temporaries) {
      bool fog = v.length <= p->lim.temporaries - p->num_temporaries;

      if (!p->temporaries_said)
         nv_error(p, fog ? DIAG_ID_fog_temporaries : DIAG_ID_too_many_temporaries, name,
                  "the program declares more than %u temporaries", limit);
      p->temporaries_said = true;
      ok = false;
      v.length = 1;
   } else {
      p->num_temporaries += v.length;
   }
   establish(p, name, &v, !ok);
}

/* ARB_vertex_program 2.14.3.5 */
void nv_declare_address(struct nv_parser *p, struct util_span name)
{
   struct nv_var v = {.cls = NV_TEMP, .type = NV_TYPE_S, .address = true, .length = 1, .vertex = NV_NONE};

   p->seen_statement = true;
   if (p->num_addresses++ == p->lim.address_registers)
      nv_error(p, DIAG_ID_too_many_addresses, name, "the program declares more than %u address registers",
               p->lim.address_registers);
   establish(p, name, &v, false);
}

void nv_declare_alias(struct nv_parser *p, struct util_span name, struct nv_list old)
{
   const struct nv_seg *seg = &p->segs[old.first];

   p->seen_statement = true;
   if (nv_reserved(p, seg[0].span)) {
      nv_error(p, DIAG_ID_undeclared, seg[0].span, "an alias is of a variable, \"%.*s\" is a binding: declare one with it",
               NV_STR(p, old.span));
      nv_establish_broken(p, name);
      return;
   }
   if (old.count > 1) {
      nv_error(p, DIAG_ID_syntax_error, seg[1].open, "an alias is of a whole variable: expected \";\" behind \"%.*s\"",
               NV_STR(p, seg[0].span));
      nv_establish_broken(p, name);
      return;
   }
   uint32_t var = nv_lookup_or_error(p, seg[0].span);

   if (nv_reserved_name(p, name)) {
      nv_error(p, DIAG_ID_reserved_name, name, "\"%.*s\" is a reserved word", NV_STR(p, name));
   } else if (nv_lookup(p, name) != NV_NONE) {
      said_twice(p, name, nv_lookup(p, name));
   } else {
      util_table_set(&p->symbols, p->text + name.off, name.len, (void *)(uintptr_t)(var + 1));
   }
}
