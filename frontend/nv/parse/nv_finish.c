/* SPDX-License-Identifier: MIT */
/*
 * Rules that need the whole program. An error that depends on the whole text is reported at its end: ARB_vertex_program 2.14.1.
 */
#include "frontend/nv/parse/nv_parse.h"

/* The rules of NV_geometry_program4 2.X.7 and 2.14.6.4. */
static void finish_geometry(struct nv_parser *p)
{
   static const char *const names[] = {"PRIMITIVE_IN", "PRIMITIVE_OUT", "VERTICES_OUT"};
   static const enum diag_id ids[] = {DIAG_ID_missing_primitive_in, DIAG_ID_missing_primitive_out,
                                      DIAG_ID_missing_vertices_out};
   uint32_t components = 0;
   /* If errors were reported, a missing declaration may be one of them. */
   bool clean = p->ctx->num_errors == p->errors_before;

   for (unsigned i = 0; i < NV_DECL_COUNT; i++)
      if (clean && !p->decl.have[i])
         nv_error(p, ids[i], (struct util_span){p->len, 0}, "the geometry program has no %s declaration", names[i]);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         components += p->bind.result_mask[s] >> c & 1;
   if (p->decl.have[NV_DECL_VERTICES_OUT] && p->prog->vertices_out <= p->lim.geometry_vertices &&
       (uint64_t)p->prog->vertices_out * components > p->lim.total_output_components)
      nv_error(p, DIAG_ID_too_many_output_components, p->decl.vertices_out,
               "%u vertices of %u components each are more than the %u components that a geometry program may write (%s)",
               p->prog->vertices_out, components, p->lim.total_output_components,
               nv_limit_option[NV_LIM_total_output_components]);
}

/*
 * A binding in an instruction has the interpolation modifiers of the declaration of the same binding, or none. Both colours
 * need the same modifiers, also in such bindings: NV_fragment_program4 2.X.3.1.
 */
static void finish_interpolation(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;

   for (uint32_t i = 0; i < prog->num_vars; i++) {
      struct nv_var *v = &prog->vars[i];
      uint32_t other = SLOT_COLOR + SLOT_COLOR_LAST - v->slot;

      if (v->name || v->cls != NV_ATTRIB)
         continue;
      if (p->bind.interp[v->slot].declared) {
         v->interp = (enum io_interp)p->bind.interp[v->slot].interp;
      } else if (v->slot >= SLOT_COLOR && v->slot <= SLOT_COLOR_LAST && p->bind.interp[other].declared &&
                 p->bind.interp[other].interp != v->interp) {
         nv_error(p, DIAG_ID_interp_color_mismatch, v->span,
                  "primary and secondary colour need the same interpolation modifiers");
         util_note(p->ctx, p->bind.interp[other].span, "the other colour is declared here");
      }
   }
}

void nv_finish(struct nv_parser *p, struct util_span end)
{
   nv_flow_finish(p, end);
   if (p->prog->stage == NV_GEOMETRY)
      finish_geometry(p);
   nv_resource_finish(p);
   if (p->prog->stage == NV_FRAGMENT)
      finish_interpolation(p);
   /* If a test has muted a check, the tree may break rules that the warnings rely on. */
   if (p->ctx->num_errors == p->errors_before && p->ctx->muted == DIAG_COUNT)
      nv_warn(p, end);
}
