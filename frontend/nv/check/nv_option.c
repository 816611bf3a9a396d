/* SPDX-License-Identifier: MIT */
/*
 * Options, and declarations about the program (NV_gpu_program4 2.X.6, 2.X.7; ARB_vertex_program 2.14.4.5; ARB_fragment_program
 * 3.11.4.5).
 */
#include "frontend/nv/check/nv_check.h"

/* --- options --- */

#define FIELD(name) (offsetof(struct nv_program, name) + 1)

static const struct option {
   const char *name;
   uint8_t stages;  /* the kinds of programs that have it: a bit for each enum nv_stage */
   uint8_t headers; /* the languages that have it: the dialects of their headers */
   uint8_t brings;  /* dialects that it adds */
   size_t field;    /* offset + 1 of the flag in struct nv_program that it sets, or 0 */
} options[] = {
#define ALL (NV_D_NV4 | NV_D_ARB)
   {"ARB_position_invariant", 1u << NV_VERTEX, ALL, 0, FIELD(opt_position_invariant)},
   {"NV_vertex_program2", 1u << NV_VERTEX, NV_D_VP, NV_D_VP2, 0},
   {"NV_vertex_program3", 1u << NV_VERTEX, NV_D_VP, NV_D_VP2 | NV_D_VP3, 0},
   {"NV_fragment_program", 1u << NV_FRAGMENT, NV_D_FP, NV_D_FPO, 0},
   {"NV_fragment_program2", 1u << NV_FRAGMENT, NV_D_FP, NV_D_FPO | NV_D_FP2, 0},
   /* Vertex programs: NV_vertex_program3, "Dependencies on ARB_fragment_program_shadow". */
   {"ARB_fragment_program_shadow", 1u << NV_VERTEX | 1u << NV_FRAGMENT, NV_D_ARB, 0, FIELD(opt_shadow)},
   /* It changes nothing in NV_gpu_program4, which always has shadow targets. */
   {"ARB_fragment_program_shadow", 1u << NV_FRAGMENT, NV_D_NV4, 0, 0},
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
   return (o->stages >> p->prog->stage & 1) && nv_has(p, o->headers);
}

static bool apply_option(struct nv_parser *p, const char *name, size_t len)
{
   for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
      const struct option *o = &options[i];

      if (has_option(p, o) && strlen(o->name) == len && memcmp(o->name, name, len) == 0) {
         p->prog->dialect |= o->brings;
         p->decl.requested |= o->brings;
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

void nv_option(struct nv_parser *p, struct util_span keyword, struct util_span name)
{
   struct nv_program *prog = p->prog;
   bool had_fog = nv_has_fog(p), had_precision = prog->opt_precision_fastest || prog->opt_precision_nicest;

   if ((p->decl.statement || p->decl.declaration) && !p->reported.option_order) {
      nv_error(p, DIAG_ID_option_order, keyword, "OPTION must come before all other statements");
      p->reported.option_order = true;
   }
   if (!nv_option_apply(p, name)) {
      struct util_similar s;

      nv_similar(p, &s, name);
      for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
         if (has_option(p, &options[i]))
            util_similar_try(&s, options[i].name, strlen(options[i].name));
      bool older = !nv_arb(p) && name.len > 3 && memcmp(p->text + name.off, "NV_", 3) == 0;

      nv_error(p, DIAG_ID_unknown_option, name, "unknown option \"%.*s\" for this kind of program%s", NV_STR(p, name),
               older ? "; this language already has what options add to the older ones" : fe_hint(&p->hints, &s));
      nv_cite(p, "2.X.6.Y", NULL, NULL);
      if (s.best)
         apply_option(p, s.best, s.best_len); /* the rest of the program probably relies on it */
      else if (p->ctx->explained)
         nv_grant_all(p);
   } else if (had_fog && prog->opt_fog_exp + prog->opt_fog_exp2 + prog->opt_fog_linear > 1) {
      nv_error(p, DIAG_ID_fog_options, name, "only one fog option may be given");
   } else if (had_precision && prog->opt_precision_fastest && prog->opt_precision_nicest) {
      nv_error(p, DIAG_ID_precision_hints, name, "only one precision hint may be given");
   }
   if (!prog->opt_with_code.len && (nv_has_fog(p) || prog->opt_position_invariant))
      prog->opt_with_code = name;
}

/* --- declarations of geometry programs --- */

static void vertices_out(struct nv_parser *p, struct util_span number)
{
   p->prog->vertices_out = nv_uint(p, number);
   p->decl.vertices_out = number;
   if (p->prog->vertices_out == 0)
      nv_error(p, DIAG_ID_vertices_out_zero, number, "the number of vertices must be at least 1");
   else if (p->prog->vertices_out > p->lim.geometry_vertices)
      nv_error(p, DIAG_ID_vertices_out_range, number, "the number of vertices must be 1 to %u (%s)", p->lim.geometry_vertices,
               nv_limit_option[NV_LIM_geometry_vertices]);
}

static void set_primitive(struct nv_parser *p, bool input, struct util_span keyword, struct util_span name)
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
   struct util_similar s;

   for (size_t i = 0; i < sizeof prims / sizeof prims[0]; i++) {
      if ((input ? prims[i].in : prims[i].out) && nv_is(p, name, prims[i].name)) {
         *(input ? &p->prog->prim_in : &p->prog->prim_out) = prims[i].value;
         return;
      }
   }
   nv_similar(p, &s, name);
   for (size_t i = 0; i < sizeof prims / sizeof prims[0]; i++)
      if (input ? prims[i].in : prims[i].out)
         util_similar_try(&s, prims[i].name, strlen(prims[i].name));
   nv_error(p, input ? DIAG_ID_bad_primitive_in : DIAG_ID_bad_primitive_out, name,
            "invalid primitive \"%.*s\" for %.*s%s", NV_STR(p, name), NV_STR(p, keyword), fe_hint(&p->hints, &s));
   if (!s.best)
      util_note(p->ctx, keyword, "expected %s",
                input ? "POINTS, LINES, LINES_ADJACENCY, TRIANGLES or TRIANGLES_ADJACENCY"
                      : "POINTS, LINE_STRIP or TRIANGLE_STRIP");
   if (input)
      p->decl.have[NV_DECL_PRIM_IN] = false; /* vertex numbers cannot be checked without the primitive */
}

void nv_declaration(struct nv_parser *p, struct util_span keyword, struct util_span arg)
{
   static const enum diag_id twice[] = {DIAG_ID_duplicate_primitive_in, DIAG_ID_duplicate_primitive_out,
                                        DIAG_ID_duplicate_vertices_out};
   unsigned which = nv_is(p, keyword, "PRIMITIVE_IN")    ? NV_DECL_PRIM_IN
                    : nv_is(p, keyword, "PRIMITIVE_OUT") ? NV_DECL_PRIM_OUT
                                                         : NV_DECL_VERTICES_OUT;

   if (p->prog->stage != NV_GEOMETRY) {
      nv_error(p, DIAG_ID_wrong_stage_declaration, keyword, "%.*s is only allowed in geometry programs", NV_STR(p, keyword));
      nv_cite(p, "2.X.7.Y", NULL, NULL);
      return;
   }
   if (p->decl.statement)
      nv_error(p, DIAG_ID_declaration_order, keyword, "%.*s must come before all statements", NV_STR(p, keyword));
   p->decl.declaration = true;
   if (p->decl.have[which]) {
      nv_error(p, twice[which], keyword, "duplicate declaration %.*s", NV_STR(p, keyword));
      util_note(p->ctx, p->decl.at[which], "previous declaration is here");
      return;
   }
   p->decl.have[which] = true;
   p->decl.at[which] = keyword;
   if (which == NV_DECL_VERTICES_OUT)
      vertices_out(p, arg);
   else
      set_primitive(p, which == NV_DECL_PRIM_IN, keyword, arg);
}
