/* SPDX-License-Identifier: MIT */
/*
 * Selection of what only geometry programs have: attributes by vertex, EMIT and ENDPRIM. The ABI is docs/abi-usc.md.
 *
 * Attributes that some instruction reads with a variable vertex number come first, all vertices of the primitive in blocks of one
 * size: vi[idxN + component] with idxN = vertex * size. Behind them is what is read by number only, packed.
 */
#include "backend-usc/select/usc_isel.h"

#include <string.h>

#define ANY_VERTEX 0x80

/* The vertex that an instruction reads, clamped; false if only execution tells. */
static bool fixed_vertex(const struct usc_selection *c, const struct ir_instr *i, unsigned *vertex)
{
   *vertex = 0;
   if (!i->nsrc)
      return true;
   const struct ir_instr *d = i->src[0].val->def;
   if (!d || (d->op != IR_const && d->op != IR_undef))
      return false;
   int32_t n = (int32_t)(uint32_t)ir_eval_mods(&i->src[0], d->op == IR_const ? d->attr[0] : 0);
   unsigned num = ir_input_vertices(c->s);
   *vertex = n < 0 ? 0 : n < (int32_t)num ? (unsigned)n : num - 1;
   return true;
}

void usc_scan_geometry(struct usc_selection *c, struct usc_inputs *in)
{
   struct ir_shader *s = c->s;
   uint8_t stored[SLOT_COUNT], fresh[SLOT_COUNT]; /* in the block; since its last vertex */
   ir_foreach_block (s, b) {
      memset(stored, 0, sizeof stored);
      memset(fresh, 0, sizeof fresh);
      ir_foreach_instr (b, i) {
         unsigned v, slot = i->attr[0], comp = i->attr[1] & 3;
         if (i->op == IR_load_input && slot < SLOT_COUNT)
            in->vertices[slot][comp] |= fixed_vertex(c, i, &v) ? (uint8_t)(1u << v) : ANY_VERTEX;
         else if (i->op == IR_store_output && slot < SLOT_COUNT)
            stored[slot] |= (uint8_t)(1u << comp), fresh[slot] |= (uint8_t)(1u << comp);
         /* What a vertex leaves to stores elsewhere, or to none, starts as 0; and has to stay behind the vertex before. */
         for (unsigned k = 0; i->op == IR_emit && k < SLOT_COUNT; k++) {
            in->out_late[k] |= in->out_mask[k] & (uint8_t)~stored[k];
            c->r->keeps_outputs |= (in->out_mask[k] & ~fresh[k]) != 0;
            fresh[k] = 0;
         }
      }
   }
}

void usc_assign_vertices(struct usc_selection *c, struct usc_inputs *in)
{
   struct usc_reflect *r = c->r;
   unsigned num = ir_input_vertices(c->s);
   in->vertex_reg = util_alloc_array(c->ctx, EXEC_MAX_VERTICES, sizeof *in->vertex_reg);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned k = 0; k < 4; k++)
         in->vertex_stride += in->vertices[s][k] & ANY_VERTEX ? 1 : 0;
   for (unsigned pass = 0; pass < 2; pass++) /* with a variable number, by number */
      for (unsigned v = 0; v < num; v++)
         for (unsigned s = 0; s < SLOT_COUNT; s++) {
            struct usc_reflect_input ri = {.slot = (uint8_t)s, .interp = INTERP_SMOOTH, .vertex = (uint8_t)v};
            for (unsigned k = 0; k < 4; k++) {
               bool any = in->vertices[s][k] & ANY_VERTEX;
               ri.reg[k] = USC_NO_REG;
               if (pass ? any || !(in->vertices[s][k] >> v & 1) : !any)
                  continue;
               in->vertex_reg[v][s][k] = ri.reg[k] = r->num_vi++;
               ri.mask |= (uint8_t)(1u << k);
            }
            if (ri.mask)
               UTIL_PUSH(c->ctx, r->inputs, r->num_inputs, r->cap_inputs, ri);
         }
}

/* Is v known to lie in 0 .. n-1? The clamp that lowering leaves: imin(imax(x, 0), n - 1). */
static bool in_range(const struct ir_value *v, unsigned n)
{
   const struct ir_instr *min = v->def, *max;
   if (!min || min->op != IR_imin || min->src[0].neg || min->src[0].abs)
      return false;
   const struct ir_instr *hi = min->src[1].val->def;
   if (!hi || hi->op != IR_const || min->src[1].neg || min->src[1].abs || hi->attr[0] >= n)
      return false;
   max = min->src[0].val->def;
   if (!max || max->op != IR_imax || max->src[1].neg || max->src[1].abs)
      return false;
   const struct ir_instr *lo = max->src[1].val->def;
   return lo && lo->op == IR_const && lo->attr[0] <= INT32_MAX;
}

void usc_load_vertex(struct usc_selection *c, struct usc_inputs *in, const struct ir_instr *i)
{
   unsigned v, slot = i->attr[0], comp = i->attr[1] & 3, num = ir_input_vertices(c->s);
   struct usc_opd *val = &c->val[i->dst[0]->id];
   if (slot >= SLOT_COUNT) {
      *val = usc_c(0);
      return;
   }
   if (fixed_vertex(c, i, &v)) {
      *val = usc_vi(in->vertex_reg[v][slot][comp]);
      return;
   }
   bool plain = !i->src[0].neg && !i->src[0].abs, load;
   struct usc_index k = {.block = plain ? c->cur + 1 : 0, .value = i->src[0].val->id, .entry = USC_IDX_VERTEX};
   unsigned r = usc_use_index(c, &k, &load);
   if (load) {
      struct usc_opd n = usc_int_src(c, &i->src[0]);
      if (!plain || !in_range(i->src[0].val, num))
         n = usc_clamped(c, n, 0, 0, num);
      if (in->vertex_stride == 1)
         usc_emit(c, usc_g_mov(usc_idx(r), n));
      else
         usc_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(r), n, usc_in_slot(c, usc_const(c->m, in->vertex_stride), 1), usc_c(0)));
   }
   *val = usc_temp(c);
   usc_emit(c, usc_g_mov(*val, usc_at(USC_VTX, r, in->vertex_reg[0][slot][comp])));
}

void usc_emit_vertex(struct usc_selection *c, const struct ir_instr *i)
{
   usc_emit(c, usc_g_uvsw_op(i->op == IR_emit ? USC_OP_UVSW_EMIT : USC_OP_UVSW_CUT));
}
