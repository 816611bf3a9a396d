/* SPDX-License-Identifier: MIT */
/* Selection of texture requests: their data words and results (docs/abi-usc.md). */
#include "backend-usc/select/usc_texture.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_input.h"

#include <string.h>

#define NUM_255 0x437f0000u    /* 255.0 */
#define NUM_256TH 0x3b800000u  /* 2^-8 */
#define NO_TEXEL 0xc7800000u   /* -65536.0: outside of all textures, with any offset */

/* The reflection entry of the units and the target, added if needed. */
static struct usc_reflect_tex *tex_of(struct usc_selection *c, const struct ir_instr *i)
{
   const unsigned unit = ir_tex_unit(i->attr[2]), sampler = ir_tex_sampler(i->attr[2]);
   for (uint32_t k = 0; k < c->r->num_tex; k++)
      if (c->r->tex[k].unit == unit && c->r->tex[k].sampler_unit == sampler && c->r->tex[k].target == i->attr[1])
         return &c->r->tex[k];
   UTIL_PUSH(c->ctx, c->r->tex, c->r->num_tex, c->r->cap_tex,
             (struct usc_reflect_tex){(uint16_t)unit, (uint16_t)sampler, (uint8_t)i->attr[1], USC_NO_REG, USC_NO_REG,
                                      USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG});
   return &c->r->tex[c->r->num_tex - 1];
}

/* Assigns four shared registers to *reg unless it has some. */
static void assign_state(struct usc_selection *c, uint32_t *reg, enum usc_sh_kind kind, uint32_t unit)
{
   if (*reg == USC_NO_REG)
      *reg = usc_add_shareds(c->m, kind, unit, 4, 4);
}

/* max(1, size >> level) of each dimension, or 0 for a level that does not exist. */
static void emit_size_query(struct usc_selection *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   struct usc_reflect_tex *t = tex_of(c, i);
   assign_state(c, &t->size, USC_SH_TEXSIZE, t->unit);
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
      usc_emit_select(c, (struct usc_choice){*v, lod, levels, w, usc_c(0), USC_TST_L, USC_T_U32});
   }
}

void usc_coalesce(struct usc_selection *c, uint32_t from, uint32_t to)
{
   if (from >= c->coalesced.cap) {
      uint32_t cap = c->coalesced.cap, n = c->m->p.num_units;
      uint32_t *unit = UTIL_ARRAY(c->ctx, uint32_t, 2 * (size_t)n);
      if (cap)
         memcpy(unit, c->coalesced.unit, cap * sizeof *unit);
      c->coalesced.unit = unit;
      c->coalesced.cap = 2 * n;
   }
   c->coalesced.unit[from] = to + 1;
}

static uint32_t rename_unit(void *user, uint32_t unit)
{
   return usc_coalesced_unit(user, unit);
}

static void rename_units(struct usc_selection *c, const struct cg_list *l)
{
   for (uint32_t k = 0; k < l->n; k++) {
      struct usc_instr *i = usc_instr_at(l, k);
      usc_map_units(&i->g, rename_unit, c);
      for (uint32_t q = 0; i->base.kind == CG_COPIES && q < i->base.num_copies; q++)
         if (i->base.copies[q].src < CG_EXTERNAL)
            i->base.copies[q].src = usc_coalesced_unit(c, i->base.copies[q].src);
   }
}

void usc_rename_coalesced(struct usc_selection *c, struct cg_block *b)
{
   for (unsigned k = 0; k < CG_NUM_LISTS; k++)
      rename_units(c, cg_list_of(b, k));
}

/* Computes a value of this block in unit `to`, where all its readers find it, instead of copying it there; false if that is not
   possible. */
static bool compute_in_place(struct usc_selection *c, struct usc_opd v, uint32_t to)
{
   if (v.bank != USC_VIRTUAL || v.mod || v.elem || c->m->p.unit_reg[v.index] < c->block_regs ||
       c->m->p.regs[c->m->p.unit_reg[v.index]].size != 1 || c->opt->sched == USC_SCHED_NONE)
      return false;
   usc_coalesce(c, v.index, to);
   return true;
}

/* Do the requests have the same kinds of data words? For textures with samples the image state decides. */
static bool have_same_words(const struct ir_instr *a, const struct ir_instr *b)
{
   const struct exec_tex_info *x = &exec_tex_info[a->attr[1]], *y = &exec_tex_info[b->attr[1]];
   const bool image = x->samples || x->array || y->array;
   return (a->attr[0] == TEX_GATHER) == (b->attr[0] == TEX_GATHER) && (a->attr[0] == TEX_LEVEL) == (b->attr[0] == TEX_LEVEL) &&
          x->samples == y->samples && !((a->attr[3] ^ b->attr[3]) & (IR_TEX_OFFSETS | IR_TEX_MOVED)) &&
          (!image || a->attr[2] == b->attr[2]);
}

/* Are the data words of two requests the same? They may contain the layer as an address. */
static bool have_same_data(const struct ir_instr *a, const struct ir_instr *b)
{
   const struct ir_tex_srcs s = ir_tex_srcs((enum exec_tex_op)a->attr[0], (enum exec_tex_target)a->attr[1]);
   const struct ir_tex_srcs t = ir_tex_srcs((enum exec_tex_op)b->attr[0], (enum exec_tex_target)b->attr[1]);
   const bool buffer = a->attr[1] == TEX_BUFFER || b->attr[1] == TEX_BUFFER, array = exec_tex_info[a->attr[1]].array;
   if ((buffer || array) && a->attr[1] != b->attr[1])
      return false;
   if (a->nsrc != b->nsrc || !have_same_words(a, b) || s.num_coords != t.num_coords || s.coord != t.coord ||
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
      if (r->last[k].i && r->last[k].i->block == i->block && have_same_data(r->last[k].i, i)) {
         *found = true;
         unit = r->last[k].unit;
      }
   *to = (struct usc_data){i, unit};
   return to;
}

/* Iterates coordinates for this access alone, because its itrsmp cannot be encoded. */
static void iterate_coordinates(struct usc_selection *c, const struct ir_instr *i, struct usc_slot_use *u)
{
   const uint32_t unit = u->unit;
   u->unit = USC_NO_REG;
   for (unsigned m = 0; m < exec_tex_info[i->attr[1]].coords; m++)
      usc_load_input(c, i->src[m].val->def);
   u->unit = unit;
}

/*
 * Emits one instruction for iteration and access. Returns false if a register number is above 252, which its fields cannot
 * hold; then the access needs an ordinary request.
 */
static bool emit_itrsmp(struct usc_selection *c, const struct ir_instr *i, const struct usc_reflect_tex *t, unsigned chan)
{
   const unsigned n = exec_tex_info[i->attr[1]].coords;
   const struct ir_instr *first = i->src[0].val->def;
   const enum io_interp k = usc_interp(c, first);
   struct usc_slot_use *u = usc_coordinates(c, i);
   const uint32_t coeff = u->comp_reg[first->attr[1] & 3];
   const bool persp = usc_has_perspective(k);
   if (coeff > 252 || t->image > 252 || t->sampler > 252) {
      iterate_coordinates(c, i, u);
      return false;
   }
   const uint32_t d = cg_reg_new(&c->m->p, chan);
   struct usc_group g = usc_g_itrsmp(usc_g_ditr(1, usc_none(), coeff, persp ? c->r->w_coeff : 0, persp, 0), usc_v(d),
                                     t->image, t->sampler, n, chan);
   g.mode = (uint8_t)usc_iteration_mode(c, k);
   g.count = g.mode > 1 ? (uint8_t)n : 0; /* needed only because the high bit of the mode follows it */
   g.nncoords = i->attr[1] == TEX_RECT;
   usc_emit(c, g);
   for (unsigned m = 0; m < chan; m++)
      c->val[i->dst[m]->id] = usc_v(d + m);
   return true;
}

/* Makes the words consecutive, by coalescing or moves if needed; returns the first unit. */
static uint32_t make_consecutive(struct usc_selection *c, struct usc_opd *w, unsigned n)
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
      if (!compute_in_place(c, w[k], data + k))
         usc_emit(c, usc_g_mov(usc_v(data + k), w[k]));
   }
   return data;
}

/* The parts of an access. */
struct access {
   const struct ir_instr *i;
   struct ir_tex_srcs at;
   const struct usc_reflect_tex *t;
   bool array, shadow, samples; /* of the target */
   bool integer;       /* integer coordinates */
   bool override;      /* the address of the layer replaces that in the image state */
};

bool usc_compares_depth(const struct ir_instr *i)
{
   return exec_tex_info[i->attr[1]].shadow && i->attr[0] != TEX_FETCH && i->attr[0] != TEX_LEVEL;
}

static struct access access_of(const struct usc_selection *c, const struct ir_instr *i, const struct usc_reflect_tex *t)
{
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   return (struct access){
      .i = i,
      .at = ir_tex_srcs((enum exec_tex_op)i->attr[0], (enum exec_tex_target)i->attr[1]),
      .t = t,
      .array = info->array && i->attr[0] != TEX_LEVEL, /* all layers have the same level */
      .shadow = usc_compares_depth(i),
      .samples = info->samples,
      .integer = i->attr[1] == TEX_BUFFER && (c->opt->features & USC_HAS_INTLOOKUP),
      .override = info->array && i->attr[0] != TEX_LEVEL && !(c->opt->features & USC_HAS_ARRAYTEX),
   };
}

bool usc_is_data_word(const struct usc_selection *c, const struct ir_instr *i, unsigned src)
{
   const struct access a = access_of(c, i, NULL);
   const int k = (int)src;
   return k != a.at.ref && !(k == a.at.layer && (!a.array || a.override)) && !(k == a.at.lod && a.samples) &&
          !(src + 1 == i->nsrc && i->attr[3] & IR_TEX_MOVED);
}

bool usc_is_itrsmp(const struct usc_selection *c, const struct ir_instr *i)
{
   return c->s->stage == IR_STAGE_FRAGMENT && usc_is_iterated(c, i) && usc_coordinates(c, i)->alone;
}

/* A buffer is an image with rows of 8192 texels. */
static void compute_buffer_coordinates(struct usc_selection *c, const struct access *a, struct usc_opd w[2])
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
 * Computes the 64-bit address of a layer in two temporaries; layers follow each other in memory. The number, a float, is
 * clamped to existing layers, so that the conversion cannot overflow, and rounded to the nearest integer.
 */
static void compute_layer_address(struct usc_selection *c, const struct access *a, struct usc_opd w[2])
{
   const uint32_t sh = a->t->layers;
   const struct usc_opd layer = usc_int_src(c, &a->i->src[a->at.layer]), low = usc_temp(c), in = usc_temp(c), n = usc_temp(c);
   usc_emit_pick(c, low, USC_TST_G, USC_T_F32, layer, usc_c(0));
   usc_emit_pick(c, in, USC_TST_L, USC_T_F32, low, usc_sh(sh + 3));
   usc_emit_pack(c, USC_FMT_U32, USC_PACK_NEAREST, n, in);
   w[0] = usc_temp(c);
   w[1] = usc_temp(c);
   usc_emit(c, usc_g_umadd64(w[0], w[1], usc_sh(sh + 2), n, usc_sh(sh), usc_sh(sh + 1)));
}

/* The number of samples of a texel, from the image state (observed: tex.cl, usclib_tex_state_samples). */
static struct usc_opd num_samples(struct usc_selection *c, const struct usc_reflect_tex *t)
{
   const struct usc_opd log = usc_temp(c), n = usc_temp(c);
   usc_emit(c, usc_g_shift(USC_OP_SHR, log, usc_to_temp(c, usc_sh(t->image + 1)), usc_c(30)));
   usc_emit(c, usc_g_shift(USC_OP_LSL2, n, usc_to_temp(c, usc_c(1)), log));
   return n;
}

/* The first coordinate of a fetch, moved outside of the image if the sample does not exist. */
static struct usc_opd coordinate_of_sample(struct usc_selection *c, const struct access *a, struct usc_opd x)
{
   const struct ir_src *sample = &a->i->src[a->at.lod];
   uint32_t bits;
   if (usc_constant_src(sample, &bits) && !bits)
      return x;
   const struct usc_opd to = usc_temp(c), number = usc_int_src(c, sample), end = num_samples(c, a->t);
   usc_emit_select(c, (struct usc_choice){to, number, end, x, usc_const(c->m, NO_TEXEL), USC_TST_L, USC_T_U32});
   return to;
}

/* Fills in the data words up to the address of the layer; returns their number. */
static unsigned fill_position_words(struct usc_selection *c, const struct access *a, struct usc_opd *w)
{
   const struct ir_instr *i = a->i;
   const struct ir_tex_srcs at = a->at;
   unsigned n = 0;
   if (i->attr[1] == TEX_BUFFER) {
      compute_buffer_coordinates(c, a, w);
      return 2;
   }
   for (unsigned k = 0; k < at.num_coords; k++)
      w[n++] = usc_int_src(c, &i->src[at.coord + (int)k]);
   if (a->array && !a->override)
      w[n++] = usc_int_src(c, &i->src[at.layer]);
   if (a->samples)
      w[0] = coordinate_of_sample(c, a, w[0]);
   if (at.lod >= 0 && !a->samples)
      w[n++] = usc_int_src(c, &i->src[at.lod]);
   else if (i->attr[0] == TEX_GATHER || (a->override && at.ddx < 0))
      w[n++] = usc_c(0); /* level 0; with an override a bias of 0, because a level precedes the address */
   for (unsigned k = 0; at.ddx >= 0 && k < at.num_coords; k++) {
      w[n++] = usc_int_src(c, &i->src[at.ddx + (int)k]);
      w[n++] = usc_int_src(c, &i->src[at.ddy + (int)k]);
   }
   return n;
}

static struct usc_opd emit_or(struct usc_selection *c, struct usc_opd a, struct usc_opd b)
{
   const struct usc_opd d = usc_temp(c);
   usc_emit(c, usc_g_logic(USC_OP_OR, d, a, b));
   return d;
}

/* The lookup word: offsets and the number of the sample. */
static struct usc_opd lookup_word(struct usc_selection *c, const struct access *a)
{
   const uint32_t attr = a->i->attr[3];
   uint32_t bits = exec_tex_offset_word((uint32_t)ir_tex_offset_get(attr, 0), (uint32_t)ir_tex_offset_get(attr, 1),
                                        (uint32_t)ir_tex_offset_get(attr, 2));
   uint32_t sample = 0;
   struct usc_opd w = usc_none();
   if (attr & IR_TEX_MOVED) {
      const struct usc_opd offsets = usc_int_src(c, &a->i->src[a->i->nsrc - 1]);
      w = usc_temp(c);
      usc_emit(c, usc_g_logic(USC_OP_AND, w, offsets, usc_const(c->m, 0xffff)));
   }
   if (a->samples && usc_constant_src(&a->i->src[a->at.lod], &sample)) {
      bits |= (sample & 7) << USC_LOOKUP_SAMPLE;
   } else if (a->samples) {
      const struct usc_opd n = usc_temp(c), s = usc_temp(c);
      usc_emit(c, usc_g_logic(USC_OP_AND, n, usc_int_src(c, &a->i->src[a->at.lod]), usc_c(7)));
      usc_emit(c, usc_g_shift(USC_OP_LSL2, s, n, usc_c(USC_LOOKUP_SAMPLE)));
      w = w.bank ? emit_or(c, w, s) : s;
   }
   return !w.bank ? usc_const(c->m, bits) : bits ? emit_or(c, w, usc_const(c->m, bits)) : w;
}

/* Emits the data words: coordinates, layer, level or interleaved gradients, address, lookup word (docs/abi-usc.md). Returns the
   first unit. */
static uint32_t emit_data_words(struct usc_selection *c, const struct access *a)
{
   struct usc_opd w[18];
   unsigned n = fill_position_words(c, a, w);
   if (a->override) {
      compute_layer_address(c, a, w + n);
      n += 2;
   }
   if (a->samples || a->i->attr[3] & (IR_TEX_OFFSETS | IR_TEX_MOVED))
      w[n++] = lookup_word(c, a);
   return make_consecutive(c, w, n);
}

/* Sets the modes of the access by operation and target. */
static void set_modes(struct usc_group *g, const struct access *a)
{
   const struct ir_instr *i = a->i;
   const enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   switch (i->attr[0]) {
   case TEX_BIAS: g->lodm = USC_LODM_BIAS, g->pplod = 1; break;
   case TEX_FETCH:
      g->integer = a->integer;
      g->nncoords = !a->integer;
      if (a->samples && a->override)
         g->lodm = USC_LODM_BIAS, g->pplod = 1;
      if (a->at.lod < 0 || a->samples)
         break;
      /* fallthrough */
   case TEX_LOD: g->lodm = USC_LODM_REPLACE, g->pplod = 1; break;
   case TEX_GRAD: g->lodm = USC_LODM_GRADIENT; break;
   case TEX_GATHER: g->lodm = USC_LODM_REPLACE, g->pplod = 1, g->sbmode = USC_SB_DATA; break;
   case TEX_LEVEL: g->sbmode = USC_SB_INFO; break;
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
   g->soo = (i->attr[3] & (IR_TEX_OFFSETS | IR_TEX_MOVED)) != 0;
   g->sno = a->samples;
}

/*
 * Compares a depth with the reference value, which is clamped to 0..1. Shared registers hold the result for a reference that is
 * less, equal, or greater; unordered numbers give the last one.
 */
static struct usc_opd compare_depth(struct usc_selection *c, const struct access *a, struct usc_opd ref, uint32_t depth)
{
   const uint32_t sh = a->t->compare;
   const struct usc_opd less = usc_temp(c), unequal = usc_temp(c), result = usc_temp(c);
   usc_emit(c, usc_fadd(less, usc_v(depth), usc_neg(ref))); /* above 0 where the reference value is less */
   usc_emit_select(c, (struct usc_choice){unequal, less, usc_none(), usc_sh(sh), usc_sh(sh + 2), USC_TST_GZ, USC_T_F32});
   usc_emit_zero_select(c, result, USC_T_F32, less, usc_sh(sh + 1), unequal);
   return result;
}

static struct usc_opd clamp_reference(struct usc_selection *c, const struct access *a)
{
   const struct usc_opd ref = usc_temp(c);
   struct usc_group g = usc_fadd(ref, usc_int_src(c, &a->i->src[a->at.ref]), usc_c(0));
   g.sat0 = true;
   usc_emit(c, g);
   return ref;
}

/* Converts a word of the texture unit to an integer: it holds 255ths. */
static struct usc_opd convert_info_word(struct usc_selection *c, uint32_t word)
{
   const struct usc_opd scaled = usc_temp(c), n = usc_temp(c);
   usc_emit(c, usc_fmul(c, scaled, usc_v(word), usc_const(c->m, NUM_255)));
   usc_emit_pack(c, USC_FMT_U32, USC_PACK_NEAREST, n, scaled);
   return n;
}

/* whole + fraction / 256 as a float. */
static struct usc_opd with_fraction(struct usc_selection *c, struct usc_opd whole, struct usc_opd fraction)
{
   const struct usc_opd high = usc_temp(c), sum = usc_temp(c), number = usc_temp(c), level = usc_temp(c);
   usc_emit(c, usc_g_shift(USC_OP_LSL2, high, whole, usc_c(8)));
   usc_emit(c, usc_g_iadd(sum, high, fraction));
   usc_emit(c, usc_g_unpck(USC_FMT_S32, false, 0, number, sum));
   usc_emit(c, usc_fmul(c, level, number, usc_const(c->m, NUM_256TH)));
   return level;
}

/* The sum of the absolute derivatives of the coordinates. */
static struct usc_opd sum_of_changes(struct usc_selection *c, const struct access *a)
{
   struct usc_opd sum = usc_none();
   for (unsigned k = 0; k < 2u * a->at.num_coords; k++) {
      const struct usc_opd d = usc_temp(c), next = usc_temp(c);
      const struct usc_opd coord = usc_int_src(c, &a->i->src[a->at.coord + (int)(k / 2)]);
      usc_emit(c, usc_g_alu(k & 1 ? USC_OP_FDSYF : USC_OP_FDSXF, d, coord, usc_none(), usc_none()));
      usc_emit(c, usc_fadd(next, usc_abs(d), sum.bank ? sum : usc_c(0)));
      sum = next;
   }
   return sum;
}

/*
 * Results of a level query. The level that is used counts from the base level in the image state. If the coordinates do not
 * change, the unit computes no level, and the result is -128 (observed: pco_nir_tex.c, lower_tex_query_lod; tex.cl,
 * usclib_tex_lod_dval_post_clamp_resource_to_view_space).
 */
static void set_level_results(struct usc_selection *c, const struct access *a, uint32_t d)
{
   const struct usc_opd base = usc_temp(c), above = usc_temp(c), used = usc_temp(c);
   const struct usc_opd from = convert_info_word(c, d + USC_INFO_LEVEL_USED);
   usc_emit(c, usc_g_shift(USC_OP_SHR, base, usc_to_temp(c, usc_sh(a->t->image + 3)), usc_c(28)));
   usc_emit(c, usc_g_iadd(above, from, usc_neg(base)));
   usc_emit_pick(c, used, USC_TST_G, USC_T_S32, above, usc_c(0));
   c->val[a->i->dst[0]->id] = with_fraction(c, used, convert_info_word(c, d + USC_INFO_FRACTION_USED));
   if (c->uses[a->i->dst[1]->id]) {
      const struct usc_opd computed = usc_temp(c), whole = usc_temp(c);
      const struct usc_opd word = convert_info_word(c, d + USC_INFO_LEVEL_COMPUTED);
      usc_emit_zero_select(c, computed, USC_T_F32, sum_of_changes(c, a), usc_c(0), word);
      usc_emit(c, usc_g_iadd(whole, computed, usc_const(c->m, (uint32_t)-128)));
      c->val[a->i->dst[1]->id] = with_fraction(c, whole, convert_info_word(c, d + USC_INFO_FRACTION_COMPUTED));
   }
   c->val[a->i->dst[2]->id] = c->val[a->i->dst[3]->id] = usc_c(0);
}

/* Computes the results of an access from its words, `chan` per texel. The first texel of a gather is that with the smallest
   coordinates (observed: pco_nir_tex.c, lower_tex_gather). */
static void set_results(struct usc_selection *c, const struct access *a, uint32_t d, unsigned chan)
{
   static const uint8_t texel[4] = {2, 3, 1, 0};
   const struct ir_instr *i = a->i;
   const bool gather = i->attr[0] == TEX_GATHER;
   if (i->attr[0] == TEX_LEVEL) {
      set_level_results(c, a, d);
      return;
   }
   const struct usc_opd ref = a->shadow ? clamp_reference(c, a) : usc_none();
   for (unsigned k = 0; k < (gather ? 4 : a->shadow ? 1 : chan); k++) {
      const uint32_t word = gather ? d + texel[k] * chan + chan - 1 : d + k;
      if (!gather || c->uses[i->dst[k]->id])
         c->val[i->dst[k]->id] = a->shadow ? compare_depth(c, a, ref, word) : usc_v(word);
   }
   if (a->shadow && !gather) {
      c->val[i->dst[1]->id] = c->val[i->dst[2]->id] = c->val[i->dst[0]->id];
      c->val[i->dst[3]->id] = usc_c(USC_C_ONE);
   }
}

/* Assigns shared registers to the states and other words that the access reads. */
static void assign_states(struct usc_selection *c, const struct access *a, struct usc_reflect_tex *t)
{
   const struct ir_instr *i = a->i;
   assign_state(c, &t->image, USC_SH_IMAGE, t->unit);
   if (i->attr[0] == TEX_FETCH)
      assign_state(c, &c->r->fetch_sampler, USC_SH_FETCH, 0);
   else if (i->attr[0] == TEX_GATHER)
      assign_state(c, &t->gather, USC_SH_GATHER, t->sampler_unit);
   else
      assign_state(c, &t->sampler, USC_SH_SAMPLER, t->sampler_unit);
   if (a->override && t->layers == USC_NO_REG)
      t->layers = usc_add_shareds(c->m, USC_SH_LAYERS, t->unit, 4, 1);
   if (a->shadow && t->compare == USC_NO_REG)
      t->compare = usc_add_shareds(c->m, USC_SH_COMPARE, t->sampler_unit, 3, 1);
}

/* Number of channels to request. */
static unsigned count_channels(const struct usc_selection *c, const struct ir_instr *i, bool shadow)
{
   unsigned chan = 0, component = i->attr[3] >> IR_TEX_COMPONENT_SHIFT & 3;
   for (unsigned k = 0; k < i->ndst; k++)
      if (c->uses[i->dst[k]->id])
         chan = k + 1;
   return !chan ? 0 : shadow || i->attr[0] == TEX_LEVEL ? 1 : i->attr[0] == TEX_GATHER ? component + 1 : chan;
}

static void emit_samples_query(struct usc_selection *c, const struct ir_instr *i)
{
   const bool several = exec_tex_info[i->attr[1]].samples;
   for (unsigned k = 0; k < i->ndst; k++)
      c->val[i->dst[k]->id] = usc_c(0);
   if (!c->uses[i->dst[0]->id])
      return;
   if (!several) {
      usc_emit(c, usc_g_mov(c->val[i->dst[0]->id] = usc_temp(c), usc_c(1)));
      return;
   }
   struct usc_reflect_tex *t = tex_of(c, i);
   assign_state(c, &t->image, USC_SH_IMAGE, t->unit);
   c->val[i->dst[0]->id] = num_samples(c, t);
}

void usc_emit_tex(struct usc_selection *c, const struct ir_instr *i)
{
   if (i->attr[0] == TEX_SIZE || i->attr[0] == TEX_LEVELS) {
      emit_size_query(c, i);
      return;
   }
   if (i->attr[0] == TEX_SAMPLES) {
      emit_samples_query(c, i);
      return;
   }
   if ((i->attr[0] == TEX_FETCH && i->attr[1] != TEX_BUFFER && !(i->attr[3] & IR_TEX_FLOAT_COORDS)) ||
       (i->attr[0] == TEX_GRAD && exec_tex_is_cube((enum exec_tex_target)i->attr[1]))) {
      usc_unsupported(c->m, i->span, "this texture access should have been lowered");
      return;
   }
   const unsigned chan = count_channels(c, i, exec_tex_info[i->attr[1]].shadow && i->attr[0] != TEX_FETCH);
   if (!chan)
      return;
   bool found;
   struct usc_data *cached = usc_find_data(&c->requests, i, &found);
   struct usc_reflect_tex *t = tex_of(c, i);
   const struct access a = access_of(c, i, t);
   assign_states(c, &a, t);
   if (usc_is_itrsmp(c, i) && emit_itrsmp(c, i, t, chan))
      return;
   if (!found || cached->unit == USC_NO_REG || c->m->tight || c->opt->sched == USC_SCHED_NONE)
      cached->unit = emit_data_words(c, &a);
   const bool gather = i->attr[0] == TEX_GATHER;
   const uint32_t d = cg_reg_new(&c->m->p, gather ? 4 * chan : i->attr[0] == TEX_LEVEL ? USC_SMP_INFO : chan);
   const uint32_t sampler = i->attr[0] == TEX_FETCH ? c->r->fetch_sampler : gather ? t->gather : t->sampler;
   struct usc_group g = usc_g_smp(1, usc_v(d), usc_sh(t->image), usc_v(cached->unit), usc_sh(sampler), a.at.num_coords);
   g.chan = (uint8_t)chan;
   set_modes(&g, &a);
   usc_emit(c, g);
   set_results(c, &a, d, chan);
}
