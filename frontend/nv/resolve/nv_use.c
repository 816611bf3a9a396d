/* SPDX-License-Identifier: MIT */
/*
 * Variables without a name, which bindings in instructions declare, and totals over the uses of bindings (NV_gpu_program4
 * 2.X.3.2, 2.X.3.3, 2.X.3.5).
 */
#include "frontend/nv/resolve/nv_resolve.h"

/* --- variables without a name --- */

/*
 * Keys of p->names.implicit. Attributes and results: the slot in 16 bits, above it the vertex, a bit for results and a bit for
 * arrays. Parameters: the entry with the top bit set.
 */
uint32_t nv_implicit_io(struct nv_parser *p, const struct nv_bound *b)
{
   uint32_t key = (uint32_t)b->slot | (b->vertex == NV_NONE ? 7u : b->vertex) << 16 | (b->cls == NV_RESULT ? 1u << 20 : 0) |
                  (b->relative ? 1u << 21 : 0);
   uint32_t var = util_map_get(&p->names.implicit, key, NV_NONE);

   if (var != NV_NONE)
      return var;
   struct nv_var v = {
       .cls = b->cls,
       .is_array = b->relative,
       .length = b->relative ? b->count : 1,
       .span = b->span,
       .slot = b->slot,
       .vertex = b->vertex,
       .interp = nv_io_flat(b->row) ? INTERP_FLAT : INTERP_SMOOTH,
   };
   nv_io_constants(b->row, &v);
   var = nv_new_var(p, &v);
   util_map_set(&p->names.implicit, key, var);
   return var;
}

uint32_t nv_implicit_param(struct nv_parser *p, uint32_t entry, struct util_span span)
{
   uint32_t key = entry | 1u << 31;
   uint32_t var = util_map_get(&p->names.implicit, key, NV_NONE);

   if (var != NV_NONE)
      return var;
   struct nv_var v = {.cls = NV_PARAM, .length = 1, .span = span, .first = entry, .vertex = NV_NONE};
   var = nv_new_var(p, &v);
   util_map_set(&p->names.implicit, key, var);
   return var;
}

/* --- uses --- */

/* Values that the system generates. NV_gpu_program4 does not count them as attributes. */
static bool is_generated(const struct nv_parser *p, uint32_t s)
{
   return s == SLOT_VERTEX_ID || s == SLOT_INSTANCE || s == SLOT_PRIM_ID || s == SLOT_FACING ||
          (s == SLOT_POSITION && p->prog->stage == NV_FRAGMENT);
}

void nv_count_attribs(struct nv_parser *p, const struct nv_var *v, struct util_span span)
{
   uint32_t limit = p->lim.attribs;

   if (nv_has_fog(p))
      limit = limit ? limit - 1 : 0;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
      if ((!nv_arb(p) && is_generated(p, s)) || p->bind.attrib_used[s])
         continue;
      p->bind.attrib_used[s] = 1;
      if (++p->bind.num_attribs > limit && !p->reported.attribs) {
         p->reported.attribs = true;
         nv_error(p, p->bind.num_attribs > p->lim.attribs ? DIAG_ID_too_many_attributes : DIAG_ID_fog_attributes, span,
                  "the program %s more than %u attributes (%s)", nv_arb(p) ? "binds" : "reads", limit,
                  nv_limit_option[NV_LIM_attribs]);
      }
   }
}

/* All elements of an array count, whichever element the operand reads. */
void nv_use_attrib(struct nv_parser *p, uint32_t var, struct util_span span)
{
   if (!p->prog->vars[var].read)
      nv_count_attribs(p, &p->prog->vars[var], span);
}

/* 2.X.3.2: a component of an array counts for each element. */
void nv_use_components(struct nv_parser *p, const struct nv_operand *o, uint8_t mask)
{
   const struct nv_var *v = &p->prog->vars[o->var];

   if (v->cls != NV_ATTRIB || nv_arb(p))
      return;
   for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
      uint8_t more = is_generated(p, s) ? 0 : mask & ~p->bind.attrib_mask[s];

      p->bind.attrib_mask[s] |= more;
      p->bind.num_attrib_components += (more & 1u) + (more >> 1 & 1u) + (more >> 2 & 1u) + (more >> 3 & 1u);
   }
   if (p->bind.num_attrib_components > p->lim.attrib_components && !p->reported.attrib_components) {
      p->reported.attrib_components = true;
      nv_error(p, DIAG_ID_attribute_components, o->span, "the program reads more than %u components of attributes (%s)",
               p->lim.attrib_components, nv_limit_option[NV_LIM_attrib_components]);
   }
}

/* Relatively addressed arrays must not share bindings (2.X.3.2, 2.X.3.3, 2.X.3.5). */
void nv_use_relative(struct nv_parser *p, uint32_t var, struct util_span span)
{
   struct nv_var *v = &p->prog->vars[var];

   v->relative = true;
   if (p->names.notes[var].relative)
      return;
   p->names.notes[var].relative = true;
   if (v->cls == NV_ATTRIB || v->cls == NV_RESULT) {
      uint8_t *used = v->cls == NV_ATTRIB ? p->bind.attrib_relative : p->bind.result_relative;

      /* In geometry programs the same attribute of another vertex is a different binding. Bit 7 stands for all vertices. */
      uint8_t bits = v->vertex == NV_NONE ? 0xff : (uint8_t)(1u << v->vertex);
      uint32_t *array = v->cls == NV_ATTRIB ? p->bind.attrib_array : p->bind.result_array, other = NV_NONE;
      for (uint32_t s = v->slot; s < v->slot + v->length; s++) {
         if (used[s] & bits)
            other = array[s];
         used[s] |= bits;
         array[s] = var;
      }
      if (other != NV_NONE) {
         uint32_t vertex = p->prog->vars[other].vertex;

         nv_error(p, DIAG_ID_relative_shared, span,
                  "a binding of this array is also in another relatively addressed array");
         nv_cite(p, v->cls == NV_ATTRIB ? "NV_gpu_program4 2.X.3.2" : "NV_gpu_program4 2.X.3.5", NULL, NULL);
         /* If the vertices differ, the conflict is with an older array than this one. */
         if (vertex == v->vertex || vertex == NV_NONE || v->vertex == NV_NONE)
            nv_note_declared(p, other);
      }
   } else if (v->cls == NV_PARAM) {
      nv_params_relative(p, var, span);
   }
}
