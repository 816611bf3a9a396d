/* SPDX-License-Identifier: MIT */
/* Selection of texture accesses: see agx_texture.h. */
#include "backend-agx/select/agx_texture.h"

#include "backend-agx/select/operand/agx_vector.h"

#define NO_TEXEL 0xfff0u /* a coordinate outside every texture */
#define HALF 0x3f000000u

/* The parts of an access. */
struct access {
   const struct ir_instr *i;
   struct ir_tex_srcs at;
   const struct exec_tex_info *info;
   enum exec_tex_op op;
   enum exec_tex_target target;
   uint32_t unit, sampler;
   bool fetch, shadow, array, integer;
};

static struct access access_of(const struct ir_instr *i)
{
   const enum exec_tex_op op = (enum exec_tex_op)i->attr[0];
   const enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   const struct exec_tex_info *info = &exec_tex_info[target];

   return (struct access){
       .i = i,
       .at = ir_tex_srcs(op, target),
       .info = info,
       .op = op,
       .target = target,
       .unit = ir_tex_unit(i->attr[2]),
       .sampler = ir_tex_sampler(i->attr[2]),
       .fetch = op == TEX_FETCH,
       .shadow = info->shadow && op != TEX_FETCH && op != TEX_LEVEL,
       .integer = (i->attr[3] & IR_TEX_INTEGER) != 0,
       .array = info->array && op != TEX_LEVEL, /* all layers have the same level */
   };
}

bool agx_is_bindless(const struct ir_instr *i)
{
   const enum exec_tex_op op = (enum exec_tex_op)i->attr[0];
   return !(exec_tex_is_query(op) && op != TEX_LEVEL) && ir_tex_unit(i->attr[2]) >= AGX_TEX_STATES;
}

/* Can one texture have both targets? Comparison does not make a difference. */
static bool has_same_shape(enum exec_tex_target a, enum exec_tex_target b)
{
   return a == b ||
          (exec_tex_info[a].shadow ? exec_tex_info[a].plain : a) == (exec_tex_info[b].shadow ? exec_tex_info[b].plain : b);
}

/* All accesses of a program share the state of a texture. It has one dimension and one format, which is either float or
   integer. */
static void check_kind(struct agx_selection *c, const struct access *a)
{
   const bool texels = !exec_tex_is_query(a->op);

   for (uint32_t k = 0; k < c->textures->num; k++) {
      const struct agx_texture *t = &c->textures->list[k];

      if (t->unit != a->unit)
         continue;
      if (!has_same_shape((enum exec_tex_target)t->target, a->target)) {
         util_diag(c->ctx, DIAG_ID_unsupported_target, a->i->span,
                   "texture %u is accessed as %s and as %s: AGX supports one target per texture", a->unit,
                   exec_tex_target_name[t->target], exec_tex_target_name[a->target]);
         return;
      }
      if (texels && t->texels && t->integer != a->integer) {
         util_diag(c->ctx, DIAG_ID_unsupported_target, a->i->span,
                   "texture %u is read as float and as integer: AGX supports one type per texture", a->unit);
         return;
      }
   }
}

static void note_texture(struct agx_selection *c, const struct access *a)
{
   const bool texels = !exec_tex_is_query(a->op);

   check_kind(c, a);
   for (uint32_t k = 0; k < c->textures->num; k++)
      if (c->textures->list[k].unit == a->unit && c->textures->list[k].sampler_unit == a->sampler &&
          c->textures->list[k].target == a->target) {
         c->textures->list[k].integer |= a->integer;
         c->textures->list[k].texels |= texels;
         c->textures->list[k].fetched |= a->fetch;
         return;
      }
   UTIL_PUSH(c->ctx, c->textures->list, c->textures->num, c->textures->cap,
             (struct agx_texture){(uint8_t)a->unit, (uint8_t)a->sampler, (uint8_t)a->target, a->integer, texels, a->fetch});
}

/* ---- queries ------------------------------------------------------------------------------------------------------------- */

static struct agx_ref size_of(struct agx_selection *c, uint32_t unit, unsigned comp)
{
   return agx_uniform(c, AGX_UNI_TEX_SIZE, comp, unit);
}

/* Is the source the constant 0? */
static bool is_zero(struct agx_selection *c, const struct ir_src *s)
{
   return agx_is_const(c, s) && !agx_const_bits(c, s);
}

static void set_result(struct agx_selection *c, const struct ir_instr *i, unsigned k, struct agx_ref r)
{
   c->val[i->dst[k]->id] = (struct agx_value){.kind = AGX_VALUE_OPERAND, .operand = r};
}
static void set_constant(struct agx_selection *c, const struct ir_instr *i, unsigned k, uint32_t bits)
{
   c->val[i->dst[k]->id] = (struct agx_value){.kind = AGX_VALUE_CONST, .bits = bits};
}

/* max(1, size >> level) of each dimension, or 0 for a level that does not exist. */
static void select_size(struct agx_selection *c, const struct access *a)
{
   const struct ir_instr *i = a->i;
   const unsigned dims = exec_tex_dims(a->target), n = dims + a->info->array;
   const bool at_level = a->at.lod >= 0 && !is_zero(c, &i->src[a->at.lod]);

   for (unsigned k = 0; k < i->ndst; k++) {
      set_constant(c, i, k, 0);
      if (k >= n || !c->use[i->dst[k]->id].needed)
         continue;
      struct agx_ref v = size_of(c, a->unit, k);
      if (at_level) {
         const struct agx_ref level = agx_reg_src(c, &i->src[a->at.lod]);
         if (k < dims) {
            const struct agx_ref s = agx_emit32(c, AGX_OP_bfeil, agx_imm(0), v, level);
            v = agx_emit_select32(c, agx_icmp(AGX_ICC_UGT, s, agx_imm(1)), s, agx_imm(1));
         }
         v = agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, level, size_of(c, a->unit, 3)), v, agx_imm(0));
      }
      set_result(c, i, k, v);
   }
}

static void select_query(struct agx_selection *c, const struct access *a)
{
   const struct ir_instr *i = a->i;

   note_texture(c, a);
   if (a->op == TEX_SIZE) {
      select_size(c, a);
      return;
   }
   for (unsigned k = 0; k < i->ndst; k++)
      set_constant(c, i, k, 0);
   if (a->op == TEX_LEVELS)
      set_result(c, i, 0, size_of(c, a->unit, 3));
   else if (a->info->samples)
      set_result(c, i, 0, agx_uniform(c, AGX_UNI_TEX_SAMPLES, 0, a->unit));
   else
      set_constant(c, i, 0, 1);
}

/* ---- coordinates --------------------------------------------------------------------------------------------------------- */

static bool has_offset(const struct access *a)
{
   return (a->i->attr[3] & (IR_TEX_OFFSETS | IR_TEX_MOVED)) != 0;
}

static int constant_offset(const struct access *a, unsigned n)
{
   return n < a->at.num_coords ? ir_tex_offset_get(a->i->attr[3], n) : 0;
}

/* The operand with texel offsets, 4 bits each. */
static struct agx_ref offset_word(struct agx_selection *c, const struct access *a)
{
   uint32_t bits = 0;

   if (!(a->i->attr[3] & IR_TEX_MOVED)) {
      for (unsigned n = 0; n < 3; n++)
         bits |= ((uint32_t)constant_offset(a, n) & 15) << 4 * n;
      return agx_imm(bits);
   }
   /* The IR packs them as fields of 6, 6 and 4 bits. */
   const struct agx_ref w = agx_reg_src(c, &a->i->src[a->i->nsrc - 1]);
   struct agx_ref word = agx_emit32(c, AGX_OP_and, w, agx_imm(15), agx_none());
   for (unsigned n = 1; n < a->at.num_coords; n++) {
      const struct agx_ref field = agx_emit32(c, AGX_OP_bfeil, agx_imm(0), w, agx_imm(6 * n)), both = agx_new32(c);
      agx_emit(c, AGX_OP_bfi, both, word, field, agx_imm(4 * n))->f[AGX_F_MASK] = 4;
      word = both;
   }
   return word;
}

/* Field n of the word of offsets with its sign, or only its low `bits`. */
static struct agx_ref offset_field(struct agx_selection *c, const struct access *a, unsigned n, unsigned bits)
{
   const struct agx_ref w = agx_reg_src(c, &a->i->src[a->i->nsrc - 1]);
   const struct agx_ref high = agx_emit32(c, AGX_OP_bfi, agx_imm(0), w, agx_imm(32 - bits - 6 * n));

   return agx_emit32(c, AGX_OP_asr, high, agx_imm(32 - bits), agx_none());
}

/* The part of the offset of coordinate n that does not fit 4 bits, as f32; kind AGX_NONE if it is 0. */
static struct agx_ref remaining_offset(struct agx_selection *c, const struct access *a, unsigned n)
{
   if (a->op != TEX_GATHER || n > 1)
      return agx_none();
   if (!(a->i->attr[3] & IR_TEX_MOVED)) {
      const int all = constant_offset(a, n), rest = all - (((all & 15) ^ 8) - 8);
      return rest ? agx_constant(c, num_u((float)rest)) : agx_none();
   }
   const struct agx_ref all = offset_field(c, a, n, 6), low = offset_field(c, a, n, 4);
   const struct agx_ref rest = agx_emit32(c, AGX_OP_isub, all, low, agx_none()), f = agx_new32(c);
   struct agx_instr *convert = agx_emit(c, AGX_OP_convert, f, rest, agx_none(), agx_none());
   convert->imm = AGX_CONV_S32_F;
   convert->f[AGX_F_ROUND] = AGX_RTE;
   return f;
}

/* Coordinate n as a float. Offsets that do not fit 4 bits are added as a fraction of the size. */
static struct agx_ref coordinate_of(struct agx_selection *c, const struct access *a, unsigned n)
{
   const struct ir_src *s = &a->i->src[a->at.coord + (int)n];
   struct agx_ref rest = has_offset(a) ? remaining_offset(c, a, n) : agx_none();

   if (rest.kind == AGX_NONE)
      return agx_element(c, s);
   if (a->target != TEX_RECT && a->target != TEX_SHADOWRECT) {
      const struct agx_ref size = agx_new32(c);
      struct agx_instr *convert = agx_emit(c, AGX_OP_convert, size, size_of(c, a->unit, n), agx_none(), agx_none());
      convert->imm = AGX_CONV_U32_F;
      convert->f[AGX_F_ROUND] = AGX_RTE;
      rest = agx_emit32(c, AGX_OP_fmul32, rest, agx_emit32(c, AGX_OP_rcp, size, agx_none(), agx_none()), agx_none());
   }
   return agx_emit32(c, AGX_OP_fadd32, agx_float_src(c, s), rest, agx_none());
}

/* The layer as an integer, clamped to those that exist. A float rounds to the nearest one, ties to even. */
static struct agx_ref layer_of(struct agx_selection *c, const struct access *a)
{
   const struct ir_src *s = &a->i->src[a->at.layer];
   const struct agx_ref layers = size_of(c, a->unit, exec_tex_dims(a->target));
   struct agx_ref n;

   if (a->fetch) {
      const struct agx_ref asked = agx_int_src(c, s);
      n = agx_emit_select32(c, agx_icmp(AGX_ICC_SLT, asked, agx_imm(0)), agx_imm(0), asked);
   } else {
      n = agx_new32(c);
      struct agx_instr *convert = agx_emit(c, AGX_OP_convert, n, agx_reg_src(c, s), agx_none(), agx_none());
      convert->imm = AGX_CONV_F_U32;
      convert->f[AGX_F_ROUND] = AGX_RTE;
   }
   const struct agx_ref last = agx_emit32(c, AGX_OP_isub, layers, agx_imm(1), agx_none());
   return agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, n, last), n, last);
}

/* A texture buffer is a texture of rows. An element that does not exist has coordinates -1. */
static unsigned buffer_coordinates(struct agx_selection *c, const struct access *a, struct agx_ref *w)
{
   const struct agx_ref x = agx_reg_src(c, &a->i->src[a->at.coord]), size = size_of(c, a->unit, 0);
   const struct agx_ref none = agx_constant(c, UINT32_MAX), row_mask = agx_constant(c, AGX_TEX_BUFFER_ROW - 1);

   w[0] = agx_emit32(c, AGX_OP_and, x, row_mask, agx_none());
   w[1] = agx_emit32(c, AGX_OP_bfeil, agx_imm(0), x, agx_imm((uint32_t)__builtin_ctz(AGX_TEX_BUFFER_ROW)));
   for (unsigned k = 0; k < 2; k++)
      w[k] = agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, x, size), w[k], none);
   return 2;
}

/* Integer coordinate n of a fetch, offset included. */
static struct agx_ref fetch_coordinate_of(struct agx_selection *c, const struct access *a, unsigned n)
{
   const struct agx_ref x = agx_element(c, &a->i->src[a->at.coord + (int)n]);
   const int by = constant_offset(a, n);

   if (a->i->attr[3] & IR_TEX_MOVED) {
      const struct agx_ref at = agx_int_src(c, &a->i->src[a->at.coord + (int)n]);
      return agx_emit32(c, AGX_OP_iadd, at, offset_field(c, a, n, n < 2 ? 6 : 4), agx_none());
   }
   if (!by)
      return x;
   if (x.kind == AGX_IMM)
      return agx_imm(x.value + (uint32_t)by);
   return agx_emit32(c, by < 0 ? AGX_OP_isub : AGX_OP_iadd, x, agx_imm((uint32_t)(by < 0 ? -by : by)), agx_none());
}

/* The first coordinate of a fetch, replaced by one without a texel if the level or sample does not exist. */
static struct agx_ref move_if_missing(struct agx_selection *c, const struct access *a, struct agx_ref x)
{
   const struct ir_src *s = a->at.lod >= 0 ? &a->i->src[a->at.lod] : NULL;

   if (!s || is_zero(c, s))
      return x;
   const struct agx_ref end = a->info->samples ? agx_uniform(c, AGX_UNI_TEX_SAMPLES, 0, a->unit) : size_of(c, a->unit, 3);
   if (x.kind == AGX_IMM && x.value > 255)
      x = agx_constant(c, x.value);
   const struct agx_ref number = agx_int_src(c, s);
   return agx_emit_select32(c, agx_icmp(AGX_ICC_ULT, number, end), x, agx_constant(c, NO_TEXEL));
}

/* The coordinates in order, then the sample number and the layer. */
static struct agx_ref coordinates_of(struct agx_selection *c, const struct access *a)
{
   struct agx_ref w[5], last = agx_none();
   unsigned n = 0;

   if (a->target == TEX_BUFFER)
      return agx_vector(c, w, buffer_coordinates(c, a, w));
   for (unsigned k = 0; k < a->at.num_coords; k++)
      w[n++] = a->fetch ? fetch_coordinate_of(c, a, k) : coordinate_of(c, a, k);
   if (a->info->coords == 1)
      w[n++] = agx_imm(a->fetch ? 0 : HALF);
   if (a->fetch)
      w[0] = move_if_missing(c, a, w[0]);
   if (a->info->samples)
      last = agx_element(c, &a->i->src[a->at.lod]);
   if (a->array) {
      const struct agx_ref layer = layer_of(c, a);
      if (last.kind == AGX_IMM)
         last = agx_reg_src(c, &a->i->src[a->at.lod]);
      if (last.kind != AGX_NONE) {
         const struct agx_ref sample = last;
         last = agx_new32(c);
         agx_emit(c, AGX_OP_bfi, last, sample, layer, agx_imm(16));
      } else {
         last = layer;
      }
   }
   if (last.kind != AGX_NONE)
      w[n++] = last;
   return agx_vector(c, w, n);
}

/* ---- the access ---------------------------------------------------------------------------------------------------------- */

static unsigned dimension_of(const struct access *a)
{
   if (a->info->samples)
      return a->array ? AGX_DIM_2D_MS_ARRAY : AGX_DIM_2D_MS;
   if (exec_tex_is_cube(a->target))
      return a->array ? AGX_DIM_CUBE_ARRAY : AGX_DIM_CUBE;
   if (a->info->coords == 3)
      return AGX_DIM_3D;
   return a->array ? AGX_DIM_2D_ARRAY : AGX_DIM_2D;
}

static struct agx_ref gradients_of(struct agx_selection *c, const struct access *a)
{
   struct agx_ref w[6];
   unsigned n = 0;

   for (unsigned k = 0; k < a->at.num_coords; k++) {
      w[n++] = agx_element(c, &a->i->src[a->at.ddx + (int)k]);
      w[n++] = agx_element(c, &a->i->src[a->at.ddy + (int)k]);
   }
   while (n < 4)
      w[n++] = agx_imm(0);
   return agx_vector(c, w, n);
}

/* Other targets have one level, and a fetch from another level finds no texel. */
static bool has_levels(const struct access *a)
{
   return !a->info->samples && a->target != TEX_RECT && a->target != TEX_SHADOWRECT;
}

/* Sets the operand and mode for the level. */
static void set_level(struct agx_selection *c, const struct access *a, struct agx_ref *b, uint8_t *mode)
{
   const struct ir_src *s = a->at.lod >= 0 ? &a->i->src[a->at.lod] : NULL;

   *b = agx_imm(0);
   *mode = AGX_LOD_AUTO;
   if (a->op == TEX_GRAD) {
      *mode = AGX_LOD_GRAD;
      *b = gradients_of(c, a);
   } else if (a->fetch && s && has_levels(a) && !is_zero(c, s)) {
      *mode = AGX_LOD_LEVEL;
      *b = agx_half_of(agx_reg_src(c, s), 0);
   } else if (a->op == TEX_BIAS || (a->op == TEX_LOD && !(c->out->stage == AGX_STAGE_VERTEX && is_zero(c, s)))) {
      *mode = a->op == TEX_BIAS ? AGX_LOD_BIAS : AGX_LOD_LEVEL;
      *b = agx_new16(c);
      agx_emit(c, AGX_OP_fadd32, *b, agx_float_src(c, s), agx_minus_zero(), agx_none());
   }
}

static void set_states(struct agx_selection *c, const struct access *a, struct agx_ref *u, struct agx_ref *t, struct agx_ref *s)
{
   *u = agx_none();
   *t = agx_imm(a->unit);
   if (a->unit >= AGX_TEX_STATES) {
      *u = c->out->stage == AGX_STAGE_FRAGMENT ? (struct agx_ref){.kind = AGX_UNIFORM64} : agx_address(c, AGX_UNI_HEAP, 0);
      *t = agx_new32(c);
      agx_emit(c, AGX_OP_mov_imm32, *t, agx_none(), agx_none(), agx_none())->imm = AGX_TEX_DESCRIPTOR * a->unit;
   }
   *s = agx_imm(a->fetch ? 0 : a->sampler + 1);
   if (!a->fetch && a->sampler >= AGX_TEX_STATES) {
      struct agx_ref number = agx_uniform(c, AGX_UNI_SAMPLER, 0, a->sampler);
      number.kind = AGX_UNIFORM16;
      *s = agx_new16(c);
      agx_emit(c, AGX_OP_mov, *s, number, agx_none(), agx_none());
   }
}

/* The comparison value and the offset. */
static struct agx_ref extra_operand(struct agx_selection *c, const struct access *a, bool offset)
{
   struct agx_ref w[2];
   unsigned n = 0;

   if (a->shadow)
      w[n++] = agx_element(c, &a->i->src[a->at.ref]);
   if (offset)
      w[n++] = offset_word(c, a);
   return n ? agx_vector(c, w, n) : agx_none();
}

/* The components of the result that are read. */
static unsigned components_read(const struct agx_selection *c, const struct access *a)
{
   unsigned mask = 0;

   for (unsigned k = 0; k < a->i->ndst; k++)
      mask |= (unsigned)c->use[a->i->dst[k]->id].needed << k;
   if (!mask)
      return 0;
   if (a->op == TEX_GATHER)
      return 15;
   if (a->op == TEX_LEVEL)
      return mask & 3;
   return a->shadow ? (mask & 7) != 0 : mask;
}

static void set_results(struct agx_selection *c, const struct access *a, struct agx_ref d, unsigned mask)
{
   const struct ir_instr *i = a->i;

   for (unsigned k = 0; k < i->ndst; k++) {
      const bool copied = a->shadow && a->op != TEX_GATHER && k;
      const unsigned from = copied ? 0 : k;
      set_constant(c, i, k, copied && k == 3 ? NUM_ONE : 0);
      if (mask >> from & 1 && !(copied && k == 3))
         set_result(c, i, k, agx_packed_element(d, mask, from));
   }
}

static void emit_access(struct agx_selection *c, const struct access *a, unsigned mask)
{
   static const uint8_t gather[4] = {AGX_GATHER_R, AGX_GATHER_G, AGX_GATHER_B, AGX_GATHER_A};
   const bool offset = has_offset(a) && !a->fetch && a->op != TEX_LEVEL;
   struct agx_instr in = {.op = a->fetch ? AGX_OP_texture_load : AGX_OP_texture_sample};

   note_texture(c, a);
   in.ref[AGX_A] = coordinates_of(c, a);
   in.ref[AGX_C] = extra_operand(c, a, offset);
   set_level(c, a, &in.ref[AGX_B], &in.f[AGX_F_LOD]);
   set_states(c, a, &in.ref[AGX_U], &in.ref[AGX_T], &in.ref[AGX_S]);
   in.ref[AGX_D] = agx_reg_new(c->mir, AGX_VIRT32, 4);
   in.f[AGX_F_DIM] = dimension_of(a);
   in.f[AGX_F_MASK] = mask;
   in.f[AGX_F_SHADOW] = a->shadow;
   in.f[AGX_F_OFFSET] = offset;
   in.f[AGX_F_QUERY] = a->op == TEX_LEVEL;
   in.f[AGX_F_GATHER] =
      a->op != TEX_GATHER ? AGX_GATHER_NONE : gather[a->shadow ? 0 : a->i->attr[3] >> IR_TEX_COMPONENT_SHIFT & 3];
   agx_push(c->mir, &c->mir->p.blocks[c->block].body, &in, c->span);
   if (a->op == TEX_SAMPLE || a->op == TEX_BIAS || a->op == TEX_LEVEL)
      c->out->quads |= c->out->stage == AGX_STAGE_FRAGMENT;
   set_results(c, a, in.ref[AGX_D], mask);
}

void agx_access_texture(struct agx_selection *c, const struct ir_instr *i)
{
   const struct access a = access_of(i);
   const unsigned mask = components_read(c, &a);

   if (exec_tex_is_query(a.op) && a.op != TEX_LEVEL) {
      select_query(c, &a);
      return;
   }
   if (a.op == TEX_GRAD && exec_tex_is_cube(a.target)) {
      agx_unsupported(c, i->span, "gradients of cube maps");
      return;
   }
   if (!mask || (a.fetch && (exec_tex_is_cube(a.target) || a.info->shadow)) || (a.target == TEX_BUFFER && !a.fetch)) {
      for (unsigned k = 0; k < i->ndst; k++) /* nothing is read, or our documents define the result as 0 */
         set_constant(c, i, k, a.shadow && k == 3 ? NUM_ONE : 0);
      return;
   }
   emit_access(c, &a, mask);
}
