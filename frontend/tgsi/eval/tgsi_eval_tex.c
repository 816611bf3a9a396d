/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: textures (docs/semantics-tgsi.md, "Textures"). This file sorts the lanes of the sources into
 * coordinates, layer, reference, level and offsets. The callback of the wave performs the access.
 */
#include "frontend/tgsi/eval/tgsi_eval.h"

#define NONE 255
#define SECOND 4 /* the reference of SHADOWCUBEARRAY is in the second source */

/* The lanes of the first source. Coordinates are the first lanes. */
static const struct {
   uint8_t target, layer, ref, level;
} targets[TGSI_TARGET_COUNT] = {
   [TGSI_TARGET_BUFFER] = {TEX_BUFFER, NONE, NONE, NONE},
   [TGSI_TARGET_1D] = {TEX_1D, NONE, NONE, 3},
   [TGSI_TARGET_2D] = {TEX_2D, NONE, NONE, 3},
   [TGSI_TARGET_3D] = {TEX_3D, NONE, NONE, 3},
   [TGSI_TARGET_CUBE] = {TEX_CUBE, NONE, NONE, 3},
   [TGSI_TARGET_RECT] = {TEX_RECT, NONE, NONE, 3},
   [TGSI_TARGET_SHADOW1D] = {TEX_SHADOW1D, NONE, 2, 3},
   [TGSI_TARGET_SHADOW2D] = {TEX_SHADOW2D, NONE, 2, 3},
   [TGSI_TARGET_SHADOWRECT] = {TEX_SHADOWRECT, NONE, 2, 3},
   [TGSI_TARGET_1D_ARRAY] = {TEX_ARRAY1D, 1, NONE, 3},
   [TGSI_TARGET_2D_ARRAY] = {TEX_ARRAY2D, 2, NONE, 3},
   [TGSI_TARGET_SHADOW1D_ARRAY] = {TEX_SHADOWARRAY1D, 1, 2, 3},
   [TGSI_TARGET_SHADOW2D_ARRAY] = {TEX_SHADOWARRAY2D, 2, 3, NONE},
   [TGSI_TARGET_SHADOWCUBE] = {TEX_SHADOWCUBE, NONE, 3, NONE},
   [TGSI_TARGET_2D_MSAA] = {TEX_2DMS, NONE, NONE, 3},
   [TGSI_TARGET_2D_ARRAY_MSAA] = {TEX_ARRAY2DMS, 2, NONE, 3},
   [TGSI_TARGET_CUBE_ARRAY] = {TEX_ARRAYCUBE, 3, NONE, NONE},
   [TGSI_TARGET_SHADOWCUBE_ARRAY] = {TEX_SHADOWARRAYCUBE, 3, SECOND, NONE},
};

/* A target without and with comparison. */
static const uint8_t comparisons[][2] = {
    {TEX_1D, TEX_SHADOW1D},
    {TEX_2D, TEX_SHADOW2D},
    {TEX_RECT, TEX_SHADOWRECT},
    {TEX_CUBE, TEX_SHADOWCUBE},
    {TEX_ARRAY1D, TEX_SHADOWARRAY1D},
    {TEX_ARRAY2D, TEX_SHADOWARRAY2D},
    {TEX_ARRAYCUBE, TEX_SHADOWARRAYCUBE},
};

static uint8_t with_comparison(uint8_t target, bool compare)
{
   for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
      if (target == comparisons[i][!compare])
         return comparisons[i][compare];
   return target;
}

/* How instructions access textures: the access, the source that is the sampler or view, the source whose lane x is bias, level
   or sample (OWN: a lane of the first source). */
#define OWN 254
static const struct shape {
   uint8_t access, unit, level;
   uint8_t ref;    /* SAMPLE_C: the source whose lane x is the reference */
   uint8_t slopes; /* the first source with derivatives, or 0 */
} shapes[TGSI_OP_COUNT] = {
#define SHAPE_VALUE NO_SHAPE
#define SHAPE_CALL NO_SHAPE
#define SHAPE_TEXTURE(name, ...) [TGSI_OP_##name] = {__VA_ARGS__},
#define SHAPE_ATOMIC NO_SHAPE
#define NO_SHAPE(...)
#define TGSI_OP(name, kind, types, documents, stages, flags, number, lowering, how, ...) SHAPE_##how(name, __VA_ARGS__)
#include "frontend/tgsi/ast/tgsi_ops.def"
};

/* An access, with values by invocation that struct exec_tex has only once. */
struct access {
   struct exec_tex t;
   exec_lanes unit, sampler, component;
   bool has_sampler;
   struct tgsi_reg offset[4];
   unsigned num_offsets;
   uint32_t taint, coord_taint; /* of everything that is read; of the coordinates */
};

/* Loads lanes of a source. */
static const struct tgsi_reg *load_lanes(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a, unsigned n,
                                         unsigned mask)
{
   tgsi_eval_source(e, in, n, mask);
   for (unsigned c = 0; c < 4; c++)
      a->taint |= mask >> c & 1 ? e->src[n].taint[c] : 0;
   return &e->src[n];
}

static bool is_integer(const struct tgsi_eval *e, uint32_t unit)
{
   for (uint32_t i = 0; i < e->p->num_decls; i++) {
      const struct tgsi_decl *d = &e->p->decls[i];
      if (d->file == TGSI_FILE_SVIEW && d->first <= unit && unit <= d->last)
         return d->type[0] == TGSI_RETURN_SINT || d->type[0] == TGSI_RETURN_UINT;
   }
   return false;
}

/* ------------------------------------------------------------------------------------------------------ parts of an access */

static void find_unit(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   if (!tgsi_eval_index(e, tgsi_src(e->p, in, shapes[in->op].unit), a->unit, &a->taint))
      for (unsigned l = 1; l < EXEC_LANES; l++)
         a->unit[l] = a->unit[0];
   /* A view is followed by its sampler. */
   a->has_sampler = tgsi_op_info[in->op].kind == TGSI_VIEW && in->num_src > shapes[in->op].unit + 1u &&
                    tgsi_src(e->p, in, shapes[in->op].unit + 1u)->file == TGSI_FILE_SAMP;
   if (a->has_sampler && !tgsi_eval_index(e, tgsi_src(e->p, in, shapes[in->op].unit + 1u), a->sampler, &a->taint))
      for (unsigned l = 1; l < EXEC_LANES; l++)
         a->sampler[l] = a->sampler[0];
}

static void find_coordinates(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   const unsigned count = exec_tex_info[targets[in->target].target].coords, layer = targets[in->target].layer;
   const bool projects = in->op == TGSI_OP_TXP;
   const unsigned mask = ((1u << count) - 1) | (layer == NONE ? 0 : 1u << layer) | (projects ? 8 : 0);
   const struct tgsi_reg *s = load_lanes(e, in, a, 0, mask);

   for (unsigned c = 0; c < 4; c++)
      a->coord_taint |= mask >> c & 1 && c != layer ? s->taint[c] : 0;
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const uint32_t q = projects ? num_frcp(e->num, s->v[3][l]) : 0;
      for (unsigned c = 0; c < count; c++)
         a->t.coord[c][l] = projects ? num_fmul(e->num, s->v[c][l], q) : s->v[c][l];
      a->t.layer[l] = layer == NONE ? 0 : s->v[layer][l];
   }
}

static void find_reference(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   const struct shape *shape = &shapes[in->op];
   unsigned lane = targets[in->target].ref, source = 0;

   if (shape->ref != NONE) {
      source = shape->ref;
      lane = 0;
   } else if (lane == SECOND) { /* in y of the source whose x is the bias or level */
      source = 1;
      lane = shape->level == 1 ? 1 : 0;
      if (shape->unit < 2) /* the instruction has no such source */
         return;
   }
   if (!exec_tex_info[a->t.target].shadow || lane == NONE)
      return;
   const struct tgsi_reg *s = load_lanes(e, in, a, source, 1u << lane);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      a->t.ref[l] = in->op == TGSI_OP_TXP ? num_fmul(e->num, s->v[lane][l], num_frcp(e->num, s->v[3][l])) : s->v[lane][l];
   }
}

static void find_level(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   const struct shape *shape = &shapes[in->op];
   const bool own = shape->level == OWN;
   unsigned lane = own ? targets[in->target].level : 0;

   if (own && shape->access == TEX_FETCH && in->target != TGSI_TARGET_BUFFER)
      lane = 3;
   if (shape->level == NONE || lane == NONE)
      return;
   const unsigned source = own ? 0 : shape->level;
   const struct tgsi_reg *s = load_lanes(e, in, a, source, 1u << lane);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      a->t.lod[l] = s->v[lane][l];
   }
}

static void find_slopes(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   const unsigned first = shapes[in->op].slopes, count = exec_tex_info[a->t.target].coords;

   if (!first)
      return;
   const struct tgsi_reg *x = load_lanes(e, in, a, first, (1u << count) - 1),
                         *y = load_lanes(e, in, a, first + 1, (1u << count) - 1);
   for (unsigned c = 0; c < count; c++) {
      memcpy(a->t.ddx[c], x->v[c], sizeof(exec_lanes));
      memcpy(a->t.ddy[c], y->v[c], sizeof(exec_lanes));
   }
}

/* The channel of a gather: from the second source, or the first lane of the sampler's swizzle. */
static void find_component(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   if (shapes[in->op].access != TEX_GATHER || exec_tex_info[a->t.target].shadow)
      return;
   const bool given = in->op == TGSI_OP_TG4 && tgsi_src(e->p, in, 1)->file != TGSI_FILE_NULL;
   const struct tgsi_reg *s = given ? load_lanes(e, in, a, 1, 1) : NULL;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      a->component[l] = (s ? s->v[0][l] : tgsi_src(e->p, in, 2)->swz[0]) & 3;
}

static void find_offsets(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   a->num_offsets = in->num_offsets < 4 ? in->num_offsets : 4;
   for (unsigned i = 0; i < a->num_offsets; i++) {
      tgsi_eval_load(e, tgsi_offset(e->p, in, i), 'I', 7, &a->offset[i]);
      for (unsigned c = 0; c < 3; c++)
         a->taint |= a->offset[i].taint[c];
   }
}

/* ------------------------------------------------------------------------------------------------------------------- access */

/* Offsets have 6 bits in the first two dimensions and 4 in the third. */
static int8_t offset_of(const struct access *a, unsigned i, unsigned c, unsigned l)
{
   const int bits = c < 2 ? 6 : 4, n = i < a->num_offsets ? (int)(a->offset[i].v[c][l] & ((1u << bits) - 1)) : 0;

   return (int8_t)(n >> (bits - 1) ? n - (1 << bits) : n);
}

/*
 * Cases in which machines differ (docs/semantics-tgsi.md): an offset beyond -8 to 7 for filtered texels, or for gathered ones
 * if the coordinate is so large that f32 loses bits of a sum; the level of detail of a coordinate that is not finite.
 */
static bool is_undefined(const struct access *a, unsigned offset, unsigned l)
{
   bool yes = false;

   for (unsigned c = 0; c < exec_tex_info[a->t.target].coords; c++) {
      const int n = offset_of(a, offset, c, l);
      const uint32_t size = a->t.coord[c][l] & ~TGSI_SIGN;

      if (a->t.op == TEX_LEVEL)
         yes |= size >= 0x7f800000u;
      else if (a->t.op != TEX_FETCH)
         yes |= (n < -8 || n > 7) && (a->t.op != TEX_GATHER || size > 0x45800000u /* 4096.0 */ || !(size & 0xfff));
   }
   return yes;
}

/* Returns true if the accesses of two invocations can be combined. */
static bool are_alike(const struct access *a, unsigned offset, unsigned k, unsigned l)
{
   bool same = a->unit[k] == a->unit[l] && a->sampler[k] == a->sampler[l] && a->component[k] == a->component[l];

   for (unsigned c = 0; c < 3; c++)
      same &= offset_of(a, offset, c, k) == offset_of(a, offset, c, l);
   return same;
}

/* Performs the access with offset number `offset` for all invocations. */
static void issue(struct tgsi_eval *e, struct access *a, unsigned offset, exec_lanes out[4])
{
   const bool has_integers = a->t.op != TEX_SIZE && a->t.op != TEX_LEVELS && a->t.op != TEX_SAMPLES && a->t.op != TEX_LEVEL;

   for (uint32_t rest = e->flow.active; rest; rest &= ~a->t.active) {
      unsigned first = 0;
      while (!(rest >> first & 1))
         first++;
      a->t.active = 0;
      TGSI_EACH_LANE(l, rest)
      {
         const uint32_t undefined = (uint32_t)is_undefined(a, offset, l) << l;
         a->taint |= undefined;
         a->coord_taint |= a->t.op == TEX_LEVEL ? undefined : 0;
         a->t.active |= (uint32_t)are_alike(a, offset, first, l) << l;
      }
      a->t.unit = a->unit[first];
      a->t.sampler = a->has_sampler ? a->sampler[first] + 1 : 0;
      a->t.component = (uint8_t)a->component[first];
      for (unsigned c = 0; c < 3; c++)
         a->t.offset[c] = offset_of(a, offset, c, first);
      a->t.integer = has_integers && is_integer(e, a->t.unit);
      e->wave->tex(e->wave->tex_user, e->num, &a->t, out);
   }
}

static void access_texture(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   exec_lanes out[4];

   if (!tgsi_has_access(a->t.op, a->t.target)) {
      memset(e->res.v, 0, sizeof e->res.v);
      return;
   }
   if (a->t.op == TEX_GATHER && a->num_offsets == 4) {
      for (unsigned i = 0; i < 4; i++) {
         issue(e, a, i, out);
         memcpy(e->res.v[i], out[3], sizeof out[3]); /* the texel (x0,y0) */
      }
      return;
   }
   issue(e, a, 0, e->res.v);
   if (a->t.op == TEX_SIZE && tgsi_dst(e->p, in, 0)->mask & 8) {
      a->t.op = TEX_LEVELS;
      issue(e, a, 0, out);
      memcpy(e->res.v[3], out[0], sizeof out[0]);
   }
}

/* SAMPLE_I gives 0 for a layer that does not exist. */
static void limit_layer(struct tgsi_eval *e, const struct tgsi_instr *in, struct access *a)
{
   const struct exec_tex_info *info = &exec_tex_info[a->t.target];
   exec_lanes size[4];

   if ((in->op != TGSI_OP_SAMPLE_I && in->op != TGSI_OP_SAMPLE_I_MS) || !info->array)
      return;
   a->t.op = TEX_SIZE;
   if (info->samples)
      memset(a->t.lod, 0, sizeof a->t.lod);
   issue(e, a, 0, size);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      for (unsigned c = 0; c < 4 && a->t.layer[l] >= size[info->coords][l]; c++)
         e->res.v[c][l] = 0;
   }
}

/* Applies the swizzle of the view to the result. */
static void swizzle(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   exec_lanes v[4];

   if (tgsi_op_info[in->op].kind != TGSI_VIEW || in->op == TGSI_OP_SVIEWINFO || !in->num_src)
      return;
   const struct tgsi_operand *view = tgsi_src(e->p, in, shapes[in->op].unit);
   memcpy(v, e->res.v, sizeof v);
   for (unsigned c = 0; c < 4; c++)
      memcpy(e->res.v[c], v[view->swz[c]], sizeof v[0]);
}

static void fill(struct tgsi_eval *e, uint32_t x, uint32_t y)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      e->res.v[0][l] = x;
      e->res.v[1][l] = y;
      e->res.v[2][l] = e->res.v[3][l] = 0;
   }
}

void tgsi_eval_tex(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct shape *shape = &shapes[in->op];
   const bool fragment = e->p->stage == TGSI_STAGE_FRAG, view = tgsi_op_info[in->op].kind == TGSI_VIEW;
   /* SAMPLE_INFO of the render target. */
   const bool no_texture =
       shape->access == TEX_SAMPLES && (!in->num_src || (view && tgsi_src(e->p, in, 0)->file != TGSI_FILE_SVIEW));
   struct access a;

   memset(&a, 0, sizeof a);
   a.taint = e->lane_taint;
   a.coord_taint = e->lane_taint | ~e->flow.active | e->flow.diverged;
   a.t.op = shape->access == TEX_SAMPLE && !fragment ? TEX_LOD
            : shape->access == TEX_BIAS && !fragment ? TEX_LOD
                                                     : (enum exec_tex_op)shape->access;
   a.t.target = (enum exec_tex_target)targets[in->target].target;
   if (shape->access == TEX_FETCH || view)
      a.t.target = (enum exec_tex_target)with_comparison((uint8_t)a.t.target, shape->ref != NONE);
   a.t.quad_valid = e->flow.active;
   memset(e->res.taint, 0, sizeof e->res.taint);
   if (shape->access == TEX_OP_COUNT ||
       no_texture) { /* SAMPLE_POS and SAMPLE_INFO: only the render target may have several samples */
      const bool position = shape->access == TEX_OP_COUNT,
                 of_texture = position && tgsi_src(e->p, in, 0)->file == TGSI_FILE_SVIEW;
      fill(e, position ? num_u(0.5f) : 1, position ? num_u(0.5f) : 0);
      if (position && !of_texture)
         tgsi_eval_source(e, in, 1, 1);
      for (unsigned l = 0; l < EXEC_LANES && fragment && !of_texture; l++) {
         const uint32_t n = e->wave->in[0][SLOT_SAMPLE_ID][2][l];
         for (unsigned c = 0; c < 2 && position && n > 1; c++)
            e->res.v[c][l] = tgsi_eval_sample_place(e, n, e->src[1].v[0][l], c, l);
         if (!position && n > 1)
            e->res.v[0][l] = n;
      }
   } else if (!e->wave->tex) {
      tgsi_eval_fault(e, "a texture access in a wave without textures");
      return;
   } else {
      find_unit(e, in, &a);
      if (a.t.op != TEX_SIZE && a.t.op != TEX_SAMPLES) {
         find_coordinates(e, in, &a);
         find_reference(e, in, &a);
         find_slopes(e, in, &a);
         find_component(e, in, &a);
         find_offsets(e, in, &a);
      }
      find_level(e, in, &a);
      access_texture(e, in, &a);
      limit_layer(e, in, &a);
      /* An implicit derivative also reads the coordinates of both neighbours in the quad. */
      if (shape->access == a.t.op && (a.t.op == TEX_SAMPLE || a.t.op == TEX_BIAS || a.t.op == TEX_LEVEL))
         a.taint |= a.coord_taint | exec_quad_swap(a.coord_taint, 1) | exec_quad_swap(a.coord_taint, 2);
      a.taint &= e->flow.active;
      e->tainting |= a.taint != 0;
      for (unsigned c = 0; c < 4; c++)
         e->res.taint[c] = a.taint;
   }
   swizzle(e, in);
   tgsi_eval_write(e, in, 0, tgsi_dst(e->p, in, 0)->mask);
}
