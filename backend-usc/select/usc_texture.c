/* SPDX-License-Identifier: MIT */
/* Selection of texture requests: their data words and results (docs/abi-usc.md). */
#include "backend-usc/select/usc_emit.h"

#include <string.h>

/* The entry of a texture unit and target in the reflection. */
static struct usc_reflect_tex *tex_of(struct usc_selection *c, unsigned unit, unsigned target)
{
   for (uint32_t k = 0; k < c->r->num_tex; k++)
      if (c->r->tex[k].unit == unit && c->r->tex[k].target == target)
         return &c->r->tex[k];
   UTIL_PUSH(c->ctx, c->r->tex, c->r->num_tex, c->r->cap_tex,
             (struct usc_reflect_tex){(uint16_t)unit, (uint8_t)target, USC_NO_REG, USC_NO_REG, USC_NO_REG});
   return &c->r->tex[c->r->num_tex - 1];
}

/* max(1, size >> level) of each dimension; 0 for a level that does not exist. */
static void emit_texsize(struct usc_selection *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs(TEX_SIZE, (enum exec_tex_target)i->attr[1]);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], i->attr[1]);
   if (t->size == USC_NO_REG)
      t->size = usc_shared_block(c->m, USC_SH_TEXSIZE, i->attr[2], 4, 4);
   uint32_t size = t->size;
   unsigned dims = info->coords;
   if (i->attr[1] == TEX_CUBE || i->attr[1] == TEX_SHADOWCUBE)
      dims = 2;
   struct usc_opd lod = at.lod >= 0 ? usc_int_src(c, &i->src[at.lod]) : usc_c(0), levels = usc_sh(size + 3);
   for (unsigned k = 0; k < i->ndst; k++) {
      struct usc_opd *v = &c->val[i->dst[k]->id];
      if (!c->uses[i->dst[k]->id])
         continue;
      if (k >= dims + info->array) {
         *v = usc_c(0);
         continue;
      }
      struct usc_opd w = usc_sh(size + k);
      if (k < dims) {
         struct usc_opd sh = usc_temp(c), m = usc_temp(c);
         usc_emit(c, usc_g_shift(USC_OP_SHR, sh, w, usc_in_slot(c, lod, 4)));
         usc_emit_pick(c, m, USC_TST_G, USC_T_U32, sh, usc_c(1));
         w = m;
      }
      *v = usc_temp(c);
      usc_emit_select(c, *v, USC_TST_L, USC_T_U32, lod, levels, w, usc_c(0));
   }
}

/* Coalesces: instead of being copied, a value of this block is computed in unit `to` and lives there for all of its readers. */
static bool coalesce(struct usc_selection *c, struct usc_opd v, uint32_t to)
{
   if (v.bank != USC_VIRTUAL || v.mod || v.elem || c->m->p.unit_reg[v.index] < c->block_regs ||
       c->m->p.regs[c->m->p.unit_reg[v.index]].size != 1 || c->opt->sched == USC_SCHED_NONE)
      return false;
   if (v.index >= c->coalesced.cap) {
      uint32_t cap = c->coalesced.cap, n = c->m->p.num_units;
      uint32_t *unit = UTIL_ARRAY(c->ctx, uint32_t, 2 * (size_t)n);
      if (cap)
         memcpy(unit, c->coalesced.unit, cap * sizeof *unit);
      c->coalesced.unit = unit;
      c->coalesced.cap = 2 * n;
   }
   c->coalesced.unit[v.index] = to + 1;
   return true;
}

/* Are the data words of two requests the same values, in the same places? */
static bool same_data(const struct ir_instr *a, const struct ir_instr *b)
{
   const struct ir_tex_srcs s = ir_tex_srcs((enum exec_tex_op)a->attr[0], (enum exec_tex_target)a->attr[1]);
   const struct ir_tex_srcs t = ir_tex_srcs((enum exec_tex_op)b->attr[0], (enum exec_tex_target)b->attr[1]);
   if (a->nsrc != b->nsrc || a->attr[3] != b->attr[3] || s.num_coords != t.num_coords || s.coord != t.coord || s.layer != t.layer ||
       s.ref != t.ref || s.lod != t.lod || s.ddx != t.ddx || s.ddy != t.ddy)
      return false;
   for (unsigned k = 0; k < a->nsrc; k++)
      if (!ir_same_src(&a->src[k], &b->src[k]))
         return false;
   return true;
}

struct usc_data *usc_find_data(struct usc_requests *r, const struct ir_instr *i, bool *found)
{
   struct usc_data *to = &r->last[r->n++ % USC_NUM_REQUESTS];
   uint32_t unit = USC_NO_REG;
   *found = false;
   for (unsigned k = 0; k < USC_NUM_REQUESTS && !*found; k++)
      if (r->last[k].i && r->last[k].i->block == i->block && same_data(r->last[k].i, i)) {
         *found = true;
         unit = r->last[k].unit;
      }
   *to = (struct usc_data){i, unit};
   return to;
}

/* Coordinates of an itrsmp that cannot be encoded are iterated; for this access alone if nothing else reads them. */
static void iterate_coordinates(struct usc_selection *c, const struct ir_instr *i, struct usc_slot_use *u)
{
   const uint32_t unit = u->unit;
   u->unit = u->alone ? USC_NO_REG : unit;
   for (unsigned m = 0; m < exec_tex_info[i->attr[1]].coords; m++)
      if (!c->val[i->src[m].val->id].bank || u->alone)
         usc_load_input(c, i->src[m].val->def);
   u->unit = unit;
}

/*
 * One instruction for iteration and access. Its fields hold numbers up to 252; beyond, false comes back and the access has to be an
 * ordinary one.
 */
static bool emit_itrsmp(struct usc_selection *c, const struct ir_instr *i, const struct usc_reflect_tex *t, unsigned chan)
{
   const unsigned n = exec_tex_info[i->attr[1]].coords;
   const struct ir_instr *first = i->src[0].val->def;
   const enum io_interp k = usc_interp(c, first);
   struct usc_slot_use *u = &c->in->in[first->attr[0]][k];
   const uint32_t coeff = u->comp_reg[first->attr[1] & 3];
   const bool persp = usc_has_perspective(k);
   if (coeff > 252 || t->image > 252 || t->sampler > 252) {
      iterate_coordinates(c, i, u);
      return false;
   }
   const uint32_t d = cg_reg_new(&c->m->p, chan);
   struct usc_group g = usc_g_itrsmp(1, usc_v(d), coeff, persp ? c->r->w_coeff : 0, persp, t->image, t->sampler, n, chan);
   g.mode = (uint8_t)usc_iteration_mode(c, k);
   g.count = g.mode > 1 ? (uint8_t)n : 0; /* without it the coordinates of the dimension; the mode's high bit stands behind it */
   g.nncoords = i->attr[1] == TEX_RECT;
   usc_emit(c, g);
   for (unsigned m = 0; m < chan; m++)
      c->val[i->dst[m]->id] = usc_v(d + m);
   return true;
}

/* Puts the words into consecutive registers, if they are not; returns the first. */
static uint32_t consecutive(struct usc_selection *c, struct usc_opd *w, unsigned n)
{
   bool block = true;
   for (unsigned k = 0; k < n; k++)
      if (w[k].bank == USC_VIRTUAL)
         w[k].index = usc_coalesced_unit(c, w[k].index);
   for (unsigned k = 0; k < n; k++)
      block = block && w[k].bank == USC_VIRTUAL && w[k].index == w[0].index + k &&
              c->m->p.unit_reg[w[k].index] == c->m->p.unit_reg[w[0].index];
   if (block)
      return w[0].index;
   const uint32_t data = cg_reg_new(&c->m->p, n);
   for (unsigned k = 0; k < n; k++) {
      for (unsigned q = 0; q < k; q++)
         if (w[k].bank == USC_VIRTUAL && usc_same_reg(w[k], w[q]))
            w[k].index = data + q;
      if (!coalesce(c, w[k], data + k))
         usc_emit(c, usc_g_mov(usc_v(data + k), w[k]));
   }
   return data;
}

/* The lookup word of texel offsets. */
static uint32_t offset_word(uint32_t attr)
{
   uint32_t off = 0;
   for (unsigned k = 0; k < 3; k++) {
      int o = ir_tex_offset_get(attr, k);
      off |= k < 2 ? ((uint32_t)o & 63) << (6 * k) : ((uint32_t)o & 15) << 12;
   }
   return off;
}

/* Data words: coordinates, layer, reference, level or gradients interleaved, lookup word (docs/abi-usc.md). Returns the first. */
static uint32_t data_words(struct usc_selection *c, const struct ir_instr *i, const struct ir_tex_srcs at)
{
   struct usc_opd w[18];
   unsigned n = 0;
   for (unsigned k = 0; k < at.num_coords; k++)
      w[n++] = usc_int_src(c, &i->src[at.coord + (int)k]);
   if (at.layer >= 0)
      w[n++] = usc_int_src(c, &i->src[at.layer]);
   if (at.ref >= 0)
      w[n++] = usc_int_src(c, &i->src[at.ref]);
   if (at.lod >= 0)
      w[n++] = usc_int_src(c, &i->src[at.lod]);
   for (unsigned k = 0; at.ddx >= 0 && k < at.num_coords; k++) {
      w[n++] = usc_int_src(c, &i->src[at.ddx + (int)k]);
      w[n++] = usc_int_src(c, &i->src[at.ddy + (int)k]);
   }
   const uint32_t off = offset_word(i->attr[3]);
   if (off)
      w[n++] = usc_const(c->m, off);
   return consecutive(c, w, n);
}

/* Modes of the access by operation and target. */
static void set_modes(struct usc_group *g, const struct ir_instr *i, struct ir_tex_srcs at)
{
   const enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   switch (i->attr[0]) {
   case TEX_BIAS: g->lodm = USC_LODM_BIAS, g->pplod = 1; break;
   case TEX_LOD: g->lodm = USC_LODM_REPLACE, g->pplod = 1; break;
   case TEX_FETCH:
      g->integer = g->nncoords = 1;
      if (at.lod >= 0)
         g->lodm = USC_LODM_REPLACE, g->pplod = 1;
      break;
   case TEX_GRAD: g->lodm = USC_LODM_GRADIENT; break;
   default: break;
   }
   if (target == TEX_RECT || target == TEX_SHADOWRECT)
      g->nncoords = 1;
   g->array = exec_tex_info[target].array;
   g->comparison = exec_tex_info[target].shadow && at.ref >= 0;
   g->soo = (i->attr[3] & 0xffffff) != 0;
}

void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i)
{
   const struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   unsigned chan = 0;
   if (i->attr[0] == TEX_SIZE) {
      emit_texsize(c, i);
      return;
   }
   for (unsigned k = 0; k < i->ndst; k++)
      if (c->uses[i->dst[k]->id])
         chan = k + 1;
   if (!chan)
      return;
   bool found;
   struct usc_data *cached = usc_find_data(&c->requests, i, &found);
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], i->attr[1]);
   if (t->image == USC_NO_REG) {
      t->image = usc_shared_block(c->m, USC_SH_IMAGE, i->attr[2], 4, 4);
      t->sampler = usc_shared_block(c->m, USC_SH_SAMPLER, i->attr[2], 4, 4);
   }
   if ((c->opt->features & USC_HAS_ITRSMP) && c->s->stage == IR_STAGE_FRAGMENT && usc_is_iterated(c, i) && emit_itrsmp(c, i, t, chan))
      return;
   if (!found || cached->unit == USC_NO_REG || c->m->tight || c->opt->sched == USC_SCHED_NONE)
      cached->unit = data_words(c, i, at);
   const uint32_t d = cg_reg_new(&c->m->p, chan);
   struct usc_group g = usc_g_smp(1, usc_v(d), usc_sh(t->image), usc_v(cached->unit), usc_sh(t->sampler), at.num_coords, chan);
   set_modes(&g, i, at);
   usc_emit(c, g);
   for (unsigned k = 0; k < chan; k++)
      c->val[i->dst[k]->id] = usc_v(d + k);
}
