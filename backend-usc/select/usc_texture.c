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
             (struct usc_reflect_tex){(uint16_t)unit, (uint8_t)target, USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG});
   return &c->r->tex[c->r->num_tex - 1];
}

/* max(1, size >> level) of each dimension; 0 for a level that does not exist. */
static void emit_texsize(struct usc_selection *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], i->attr[1]);
   if (t->size == USC_NO_REG)
      t->size = usc_shared_block(c->m, USC_SH_TEXSIZE, i->attr[2], 4, 4);
   uint32_t size = t->size;
   const unsigned dims = usc_size_dims(i->attr[1]);
   struct usc_opd lod = at.lod >= 0 ? usc_int_src(c, &i->src[at.lod]) : usc_c(0), levels = usc_sh(size + 3);
   for (unsigned k = 0; k < i->ndst; k++) {
      struct usc_opd *v = &c->val[i->dst[k]->id];
      if (!c->uses[i->dst[k]->id])
         continue;
      if (i->attr[0] == TEX_LEVELS || k >= dims + info->array) {
         *v = i->attr[0] == TEX_LEVELS && !k ? levels : usc_c(0);
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

/* Are the data words of two requests the same values, in the same places? The layer may be in them as an address. */
static bool same_data(const struct ir_instr *a, const struct ir_instr *b)
{
   const struct ir_tex_srcs s = ir_tex_srcs((enum exec_tex_op)a->attr[0], (enum exec_tex_target)a->attr[1]);
   const struct ir_tex_srcs t = ir_tex_srcs((enum exec_tex_op)b->attr[0], (enum exec_tex_target)b->attr[1]);
   const bool buffer = a->attr[1] == TEX_BUFFER || b->attr[1] == TEX_BUFFER, array = exec_tex_info[a->attr[1]].array;
   if ((buffer || array) && (a->attr[1] != b->attr[1] || (array && a->attr[2] != b->attr[2])))
      return false;
   if (a->nsrc != b->nsrc || (a->attr[3] ^ b->attr[3]) & IR_TEX_OFFSETS || s.num_coords != t.num_coords || s.coord != t.coord ||
       s.layer != t.layer || s.ref != t.ref || s.lod != t.lod || s.ddx != t.ddx || s.ddy != t.ddy)
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

/* What one access consists of, as the machine has it. */
struct access {
   const struct ir_instr *i;
   struct ir_tex_srcs at;
   const struct usc_reflect_tex *t;
   bool array, shadow; /* of the target */
   bool integer;       /* integer coordinates */
   bool override;      /* the address of the layer takes the place of that in the image state */
};

static struct access access_of(const struct usc_selection *c, const struct ir_instr *i, const struct usc_reflect_tex *t)
{
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   return (struct access){
      .i = i,
      .at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]),
      .t = t,
      .array = info->array,
      .shadow = info->shadow && i->attr[0] != TEX_FETCH,
      .integer = i->attr[1] == TEX_BUFFER && (c->opt->features & USC_HAS_INTLOOKUP),
      .override = info->array && !(c->opt->features & USC_HAS_ARRAYTEX),
   };
}

/* A texel of a buffer is one of an image of rows of 8192 texels. */
static void buffer_coordinates(struct usc_selection *c, const struct access *a, struct usc_opd w[2])
{
   const struct ir_src *x = &a->i->src[a->at.coord];
   uint32_t bits;
   if (usc_constant_src(x, &bits)) {
      const uint32_t at[2] = {bits % USC_BUFFER_ROW, bits / USC_BUFFER_ROW};
      for (unsigned k = 0; k < 2; k++)
         w[k] = usc_const(c->m, a->integer ? at[k] : num_u2f(c->s->num, at[k]));
      return;
   }
   const struct usc_opd v = usc_int_src(c, x), column = usc_temp(c), row = usc_temp(c);
   usc_emit(c, usc_g_logic(USC_OP_AND, column, v, usc_const(c->m, USC_BUFFER_ROW - 1)));
   usc_emit(c, usc_g_shift(USC_OP_SHR, row, v, usc_c(USC_BUFFER_SHIFT)));
   w[0] = column;
   w[1] = row;
   for (unsigned k = 0; k < 2 && !a->integer; k++) {
      w[k] = usc_temp(c);
      usc_emit(c, usc_g_unpck(USC_FMT_U32, false, 0, w[k], k ? row : column));
   }
}

/*
 * The 64-bit address of the layer, in two temporaries: layers lie one behind the other. The layer, a float, is clamped to those that exist,
 * so that the conversion stays in its range, and rounded to the nearest integer.
 */
static void layer_address(struct usc_selection *c, const struct access *a, struct usc_opd w[2])
{
   const uint32_t sh = a->t->layers;
   const struct usc_opd layer = usc_int_src(c, &a->i->src[a->at.layer]), low = usc_temp(c), in = usc_temp(c), n = usc_temp(c);
   usc_emit_pick(c, low, USC_TST_G, USC_T_F32, layer, usc_c(0));
   usc_emit_pick(c, in, USC_TST_L, USC_T_F32, low, usc_sh(sh + 3));
   usc_emit_pack(c, USC_FMT_U32, false, false, n, in);
   w[0] = usc_temp(c);
   w[1] = usc_temp(c);
   usc_emit(c, usc_g_madd64(false, w[0], w[1], usc_sh(sh + 2), n, usc_sh(sh), usc_sh(sh + 1)));
}

/* The words of the request in order, except for those of the address. */
static unsigned position_words(struct usc_selection *c, const struct access *a, struct usc_opd *w)
{
   const struct ir_instr *i = a->i;
   const struct ir_tex_srcs at = a->at;
   unsigned n = 0;
   if (i->attr[1] == TEX_BUFFER) {
      buffer_coordinates(c, a, w);
      return 2;
   }
   for (unsigned k = 0; k < at.num_coords; k++)
      w[n++] = usc_int_src(c, &i->src[at.coord + (int)k]);
   if (a->array && !a->override)
      w[n++] = usc_int_src(c, &i->src[at.layer]);
   if (at.lod >= 0)
      w[n++] = usc_int_src(c, &i->src[at.lod]);
   else if (a->override && at.ddx < 0)
      w[n++] = usc_c(0); /* a bias, because the address stands behind a level */
   for (unsigned k = 0; at.ddx >= 0 && k < at.num_coords; k++) {
      w[n++] = usc_int_src(c, &i->src[at.ddx + (int)k]);
      w[n++] = usc_int_src(c, &i->src[at.ddy + (int)k]);
   }
   return n;
}

/* Data words: coordinates, layer, level or gradients interleaved, address, lookup word (docs/abi-usc.md). Returns the first. */
static uint32_t data_words(struct usc_selection *c, const struct access *a)
{
   struct usc_opd w[18];
   unsigned n = position_words(c, a, w);
   if (a->override) {
      layer_address(c, a, w + n);
      n += 2;
   }
   const uint32_t off = offset_word(a->i->attr[3]);
   if (off)
      w[n++] = usc_const(c->m, off);
   return consecutive(c, w, n);
}

/* Modes of the access by operation and target. */
static void set_modes(struct usc_group *g, const struct access *a)
{
   const struct ir_instr *i = a->i;
   const enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   switch (i->attr[0]) {
   case TEX_BIAS: g->lodm = USC_LODM_BIAS, g->pplod = 1; break;
   case TEX_FETCH:
      g->integer = a->integer;
      g->nncoords = !a->integer;
      if (a->at.lod < 0)
         break;
      /* fallthrough */
   case TEX_LOD: g->lodm = USC_LODM_REPLACE, g->pplod = 1; break;
   case TEX_GRAD: g->lodm = USC_LODM_GRADIENT; break;
   default:
      if (a->override)
         g->lodm = USC_LODM_BIAS, g->pplod = 1;
      break;
   }
   if (target == TEX_RECT || target == TEX_SHADOWRECT)
      g->nncoords = 1;
   if (target == TEX_BUFFER)
      g->dim = 2;
   g->fcnorm = a->shadow || !(i->attr[3] & IR_TEX_INTEGER);
   g->array = a->array && !a->override;
   g->tao = a->override;
   g->soo = (i->attr[3] & IR_TEX_OFFSETS) != 0;
}

/*
 * The comparison of a depth with the reference value, which is clamped to 0..1. The driver gives the result for each of the three cases. Of
 * two numbers that are not ordered, the one for a greater reference counts.
 */
static void compare_depth(struct usc_selection *c, const struct access *a, uint32_t depth)
{
   const uint32_t sh = a->t->compare;
   const struct usc_opd ref = usc_temp(c), less = usc_temp(c), unequal = usc_temp(c), result = usc_temp(c);
   usc_emit_fadd(c, ref, usc_int_src(c, &a->i->src[a->at.ref]), usc_c(0), true);
   usc_emit_fadd(c, less, usc_v(depth), usc_neg(ref), false); /* above 0 where the reference value is less */
   usc_emit_select(c, unequal, USC_TST_GZ, USC_T_F32, less, usc_none(), usc_sh(sh), usc_sh(sh + 2));
   usc_emit_select(c, result, USC_TST_Z, USC_T_F32, less, usc_none(), usc_sh(sh + 1), unequal);
   for (unsigned k = 0; k < 3; k++)
      c->val[a->i->dst[k]->id] = result;
   c->val[a->i->dst[3]->id] = usc_c(USC_C_ONE);
}

/* Registers of the states and other words that the access reads. */
static void assign_states(struct usc_selection *c, const struct access *a, struct usc_reflect_tex *t)
{
   const struct ir_instr *i = a->i;
   if (t->image == USC_NO_REG)
      t->image = usc_shared_block(c->m, USC_SH_IMAGE, i->attr[2], 4, 4);
   if (i->attr[0] == TEX_FETCH) {
      if (c->r->fetch_sampler == USC_NO_REG)
         c->r->fetch_sampler = usc_shared_block(c->m, USC_SH_FETCH, 0, 4, 4);
   } else if (t->sampler == USC_NO_REG) {
      t->sampler = usc_shared_block(c->m, USC_SH_SAMPLER, i->attr[2], 4, 4);
   }
   if (a->override && t->layers == USC_NO_REG)
      t->layers = usc_shared_block(c->m, USC_SH_LAYERS, i->attr[2], 4, 1);
   if (a->shadow && t->compare == USC_NO_REG)
      t->compare = usc_shared_block(c->m, USC_SH_COMPARE, i->attr[2], 3, 1);
}

/* How many of the channels are read. */
static unsigned channels(const struct usc_selection *c, const struct ir_instr *i, bool shadow)
{
   unsigned chan = 0;
   for (unsigned k = 0; k < i->ndst; k++)
      if (c->uses[i->dst[k]->id])
         chan = k + 1;
   return shadow && chan ? 1 : chan;
}

void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i)
{
   if (i->attr[0] == TEX_SIZE || i->attr[0] == TEX_LEVELS) {
      emit_texsize(c, i);
      return;
   }
   if (i->attr[0] > TEX_SIZE || exec_tex_info[i->attr[1]].samples) {
      usc_unsupported(c->m, i->span, util_printf(c->ctx, "the texture access %s of a texture %s is not supported on USC",
                                                 exec_tex_op_name[i->attr[0]], exec_tex_target_name[i->attr[1]]));
      return;
   }
   if ((i->attr[0] == TEX_FETCH && i->attr[1] != TEX_BUFFER && !(i->attr[3] & IR_TEX_FLOAT_COORDS)) ||
       (i->attr[0] == TEX_GRAD && exec_tex_is_cube((enum exec_tex_target)i->attr[1]))) {
      usc_unsupported(c->m, i->span, "a texture access that is to be lowered");
      return;
   }
   const unsigned chan = channels(c, i, exec_tex_info[i->attr[1]].shadow && i->attr[0] != TEX_FETCH);
   if (!chan)
      return;
   bool found;
   struct usc_data *cached = usc_find_data(&c->requests, i, &found);
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], i->attr[1]);
   const struct access a = access_of(c, i, t);
   assign_states(c, &a, t);
   if ((c->opt->features & USC_HAS_ITRSMP) && c->s->stage == IR_STAGE_FRAGMENT && usc_is_iterated(c, i) && emit_itrsmp(c, i, t, chan))
      return;
   if (!found || cached->unit == USC_NO_REG || c->m->tight || c->opt->sched == USC_SCHED_NONE)
      cached->unit = data_words(c, &a);
   const uint32_t d = cg_reg_new(&c->m->p, chan), sampler = i->attr[0] == TEX_FETCH ? c->r->fetch_sampler : t->sampler;
   struct usc_group g = usc_g_smp(1, usc_v(d), usc_sh(t->image), usc_v(cached->unit), usc_sh(sampler), a.at.num_coords, chan);
   set_modes(&g, &a);
   usc_emit(c, g);
   if (a.shadow) {
      compare_depth(c, &a, d);
      return;
   }
   for (unsigned k = 0; k < chan; k++)
      c->val[i->dst[k]->id] = usc_v(d + k);
}
