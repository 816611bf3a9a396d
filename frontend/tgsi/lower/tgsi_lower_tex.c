/* SPDX-License-Identifier: MIT */
/*
 * Lowering of textures: the lanes and sources that are coordinates, layer, reference value, bias and level
 * (docs/semantics-tgsi.md, "Textures"). Only fragment programs have derivatives; other programs sample level 0.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

enum exec_tex_target tgsi_ir_target(unsigned target)
{
   static const uint8_t map[TGSI_TARGET_COUNT] = {
      [TGSI_TARGET_BUFFER] = TEX_BUFFER, [TGSI_TARGET_1D] = TEX_1D, [TGSI_TARGET_2D] = TEX_2D, [TGSI_TARGET_3D] = TEX_3D,
      [TGSI_TARGET_CUBE] = TEX_CUBE, [TGSI_TARGET_RECT] = TEX_RECT, [TGSI_TARGET_SHADOW1D] = TEX_SHADOW1D,
      [TGSI_TARGET_SHADOW2D] = TEX_SHADOW2D, [TGSI_TARGET_SHADOWRECT] = TEX_SHADOWRECT, [TGSI_TARGET_1D_ARRAY] = TEX_ARRAY1D,
      [TGSI_TARGET_2D_ARRAY] = TEX_ARRAY2D, [TGSI_TARGET_SHADOW1D_ARRAY] = TEX_SHADOWARRAY1D,
      [TGSI_TARGET_SHADOW2D_ARRAY] = TEX_SHADOWARRAY2D, [TGSI_TARGET_SHADOWCUBE] = TEX_SHADOWCUBE,
      [TGSI_TARGET_2D_MSAA] = TEX_2DMS, [TGSI_TARGET_2D_ARRAY_MSAA] = TEX_ARRAY2DMS,
      [TGSI_TARGET_CUBE_ARRAY] = TEX_ARRAYCUBE, [TGSI_TARGET_SHADOWCUBE_ARRAY] = TEX_SHADOWARRAYCUBE,
      [TGSI_TARGET_UNKNOWN] = TEX_TARGET_COUNT};

   return (enum exec_tex_target)map[target];
}

/* Maps a target to the one with, or without, a reference value. */
static unsigned with_reference(unsigned target, bool reference)
{
   static const uint8_t pair[][2] = {{TEX_1D, TEX_SHADOW1D},
                                     {TEX_2D, TEX_SHADOW2D},
                                     {TEX_RECT, TEX_SHADOWRECT},
                                     {TEX_CUBE, TEX_SHADOWCUBE},
                                     {TEX_ARRAY1D, TEX_SHADOWARRAY1D},
                                     {TEX_ARRAY2D, TEX_SHADOWARRAY2D},
                                     {TEX_ARRAYCUBE, TEX_SHADOWARRAYCUBE}};

   for (unsigned k = 0; k < sizeof pair / sizeof pair[0]; k++)
      if (target == pair[k][!reference])
         return pair[k][reference];
   return target;
}

/* The operands of an access. The int members are sources of the instruction, or -1. */
struct access {
   enum exec_tex_op op;
   enum exec_tex_target target;
   struct tgsi_units texture, sampler; /* count 0 of sampler: the number of the texture */
   struct ir_src offsets;   /* packed into a word, if they are not constants */
   bool integer;        /* the result consists of integers */
   int ref, ref_lane;   /* the reference value */
   int lod, lod_lane;   /* bias or level, which is 0 without a source */
   int ddx;             /* the first of two */
   unsigned component;  /* the component to gather */
   struct ir_src any_component; /* the same if it is not a constant */
};

/* Finds the reference value of an instruction with a sampler: after coordinates and layer, in z or w. */
static void find_reference(const struct tgsi_instr *in, struct access *a)
{
   const struct exec_tex_info *info = &exec_tex_info[a->target];
   const unsigned used = info->coords + info->array;

   a->ref = info->shadow ? 0 : -1;
   a->ref_lane = used >= 3 ? 3 : 2;
   if (in->op == TGSI_OP_SAMPLE_C || in->op == TGSI_OP_SAMPLE_C_LZ) {
      a->ref = 3;
      a->ref_lane = 0;
   } else if (a->target == TEX_SHADOWARRAYCUBE) { /* the first source has no lane left */
      a->ref = 1;
      a->ref_lane = in->op == TGSI_OP_TXB2 || in->op == TGSI_OP_TXL2;
   }
}

static void find_level(const struct tgsi_instr *in, struct access *a)
{
   const struct exec_tex_info *info = &exec_tex_info[a->target];

   a->lod = -1;
   a->lod_lane = 0;
   switch (in->op) {
   case TGSI_OP_TXB:
   case TGSI_OP_TXL:
   case TGSI_OP_TXF:
   case TGSI_OP_SAMPLE_I:
      if (a->ref != 0 || a->ref_lane != 3 || in->op == TGSI_OP_TXF || in->op == TGSI_OP_SAMPLE_I)
         a->lod = info->coords + info->array < 4 ? 0 : -1;
      a->lod_lane = 3;
      break;
   case TGSI_OP_TXB2:
   case TGSI_OP_TXL2: a->lod = 1; break;
   case TGSI_OP_SAMPLE_I_MS: a->lod = 2; break;
   case TGSI_OP_TXQ:
   case TGSI_OP_SVIEWINFO: a->lod = 0; break;
   case TGSI_OP_SAMPLE_B:
   case TGSI_OP_SAMPLE_L: a->lod = 3; break;
   default: break;
   }
}

/* Returns true if the view with the sampler's number has integer results. */
static bool is_integer(const struct tgsi_lower *l, uint32_t view)
{
   const struct tgsi_program *p = l->p;
   const uint32_t d = view < p->num_regs[TGSI_FILE_SVIEW] ? p->decl_of[TGSI_FILE_SVIEW][view] : TGSI_NONE;

   return d != TGSI_NONE && (p->decls[d].type[0] == TGSI_RETURN_SINT || p->decls[d].type[0] == TGSI_RETURN_UINT);
}

/* Offset n of the instruction as a constant, or in a->offsets if it is computed. Only dimensions of the texture have one. */
static uint32_t find_offset(struct tgsi_lower *l, const struct tgsi_instr *in, unsigned n, struct access *a)
{
   static const unsigned bits[3] = {63, 63, 15}, at[3] = {0, 6, 12};
   struct fe_lower *f = &l->fe;
   struct ir_src v[3];
   uint32_t word = 0, c = 0;
   bool constant = true;

   a->offsets = (struct ir_src){0};
   if (n >= in->num_offsets || exec_tex_is_cube(a->target) || a->target == TEX_BUFFER)
      return 0;
   const struct tgsi_operand *o = tgsi_offset(l->p, in, n);
   for (unsigned k = 0; k < exec_tex_info[a->target].coords; k++) {
      v[k] = tgsi_register_get(l, o->file, (uint32_t)o->index, o->swz[k]);
      constant &= ir_src_const(&v[k], &c);
      word |= (c & bits[k]) << at[k];
   }
   if (constant)
      return ir_tex_offset(exec_tex_offset(word, 0), exec_tex_offset(word, 1), exec_tex_offset(word, 2));
   for (unsigned k = 0; k < exec_tex_info[a->target].coords; k++) {
      const struct ir_src low = fe_op2(f, IR_iand, v[k], fe_imm(f, bits[k])),
                          moved = k ? fe_op2(f, IR_shl, low, fe_imm(f, at[k])) : low;
      a->offsets = k ? fe_op2(f, IR_ior, a->offsets, moved) : moved;
   }
   return 0;
}

/* The component that TG4 and GATHER4 gather. Without a component operand it is the first of the sampler's swizzle. Shadow
   textures have only one. */
static void find_component(struct tgsi_lower *l, const struct tgsi_instr *in, struct access *a)
{
   const struct tgsi_operand *sampler = tgsi_src(l->p, in, 2), *o = tgsi_src(l->p, in, 1);
   uint32_t bits;

   a->component = sampler->swz[0];
   if (exec_tex_info[a->target].shadow)
      a->component = 0;
   else if (in->op == TGSI_OP_TG4 && o->file != TGSI_FILE_NULL) {
      const struct ir_src v = tgsi_load(l, 1, 0);

      if (ir_src_const(&v, &bits))
         a->component = bits & 3;
      else
         a->any_component = fe_op2(&l->fe, IR_iand, v, fe_imm(&l->fe, 3));
   }
}

static bool find_access(struct tgsi_lower *l, const struct tgsi_instr *in, struct access *a)
{
   const bool view = tgsi_op_info[in->op].kind == TGSI_VIEW;
   const bool frag = l->p->stage == TGSI_STAGE_FRAG;
   const struct tgsi_operand *texture = NULL, *sampler = NULL;

   memset(a, 0, sizeof *a);
   if (tgsi_lowering[in->op].how != TGSI_HOW_TEXTURE)
      return false;
   a->op = (enum exec_tex_op)tgsi_lowering[in->op].op;
   for (unsigned n = 0; n < in->num_src; n++) {
      const char type = tgsi_src_type((enum tgsi_op)in->op, n);
      if (type == 'V' || (type == 'S' && !view))
         texture = tgsi_src(l->p, in, n);
      else if (type == 'S')
         sampler = tgsi_src(l->p, in, n);
   }
   if (!texture || !tgsi_lower_units(l, texture, &a->texture) || (sampler && !tgsi_lower_units(l, sampler, &a->sampler)))
      return false;
   a->target = tgsi_ir_target(in->target);
   if (a->target == TEX_TARGET_COUNT)
      return false;
   if (in->op == TGSI_OP_SAMPLE_C || in->op == TGSI_OP_SAMPLE_C_LZ)
      a->target = (enum exec_tex_target)with_reference(a->target, true);
   else if (view || a->op == TEX_FETCH)
      a->target = (enum exec_tex_target)with_reference(a->target, false);
   if (!frag && (a->op == TEX_SAMPLE || a->op == TEX_BIAS))
      a->op = TEX_LOD;
   a->integer = !exec_tex_is_query(a->op) && is_integer(l, a->texture.first);
   a->ddx = in->op == TGSI_OP_SAMPLE_D ? 3 : 1;
   find_reference(in, a);
   find_level(in, a);
   if (exec_tex_info[a->target].samples && a->op == TEX_FETCH && a->lod < 0)
      a->lod = 0; /* the sample */
   if (a->op == TEX_GATHER)
      find_component(l, in, a);
   return true;
}

/* Source k of the IR instruction. */
static struct ir_src source_of(struct tgsi_lower *l, const struct access *a, const struct ir_tex_srcs *at, unsigned k,
                               struct ir_src rcp_w)
{
   struct fe_lower *f = &l->fe;
   unsigned n = 0, lane;

   if (at->coord >= 0 && k >= (unsigned)at->coord && k < (unsigned)at->coord + at->num_coords) {
      lane = k - (unsigned)at->coord;
   } else if ((int)k == at->layer) {
      lane = exec_tex_info[a->target].coords;
   } else if ((int)k == at->ref) {
      n = (unsigned)a->ref;
      lane = (unsigned)a->ref_lane;
   } else if ((int)k == at->lod) {
      return a->lod < 0 ? fe_imm(f, 0) : fe_mov(f, tgsi_load(l, (unsigned)a->lod, (unsigned)a->lod_lane));
   } else if (at->ddy >= 0 && (int)k >= at->ddy) {
      return fe_mov(f, tgsi_load(l, (unsigned)a->ddx + 1, k - (unsigned)at->ddy));
   } else {
      return fe_mov(f, tgsi_load(l, (unsigned)a->ddx, k - (unsigned)at->ddx));
   }
   if (rcp_w.val && n == 0 && lane < 3)
      return fe_op2(f, IR_fmul, tgsi_load(l, n, lane), rcp_w);
   return fe_mov(f, tgsi_load(l, n, lane));
}

static struct ir_instr *emit(struct tgsi_lower *l, const struct access *a, struct ir_src rcp_w, uint32_t offset)
{
   const struct ir_tex_srcs at = ir_tex_srcs(a->op, a->target);
   const bool moved = a->offsets.val && !exec_tex_is_query(a->op), samples = a->sampler.count && a->op != TEX_FETCH;
   const uint32_t flags = (a->integer ? IR_TEX_INTEGER : 0) |
                          (a->op == TEX_GATHER ? a->component << IR_TEX_COMPONENT_SHIFT : 0) | (moved ? IR_TEX_MOVED : 0);
   const uint32_t units = samples ? ir_tex_units(a->texture.first, a->sampler.first) : a->texture.first;
   struct ir_src src[16] = {{0}};

   UTIL_CHECK(l->fe.ctx, at.total < 16);
   for (unsigned k = 0; k < at.total; k++)
      src[k] = source_of(l, a, &at, k, rcp_w);
   if (moved)
      src[at.total] = fe_mov(&l->fe, a->offsets);
   return ir_emit(&l->fe.b, IR_tex, 32, at.total + moved, src, (uint32_t[4]){a->op, a->target, units, offset | flags});
}

/* Sets r to v where choice == n. The first call, with n = 0, sets it everywhere. */
static void choose(struct fe_lower *f, struct ir_src choice, uint32_t n, const struct ir_src v[4], struct ir_src r[4])
{
   const struct ir_src t = n ? fe_op2(f, IR_ieq, choice, fe_imm(f, n)) : (struct ir_src){0};

   for (unsigned c = 0; c < 4; c++)
      r[c] = n ? fe_sel(f, t, v[c], r[c]) : v[c];
}

/* The access, for each sampler and each component that a register may select. */
static void emit_variants(struct tgsi_lower *l, const struct access *a, struct ir_src rcp_w, uint32_t offset,
                          struct ir_src r[4])
{
   const uint32_t components = a->any_component.val ? 4 : 1, samplers = a->sampler.count ? a->sampler.count : 1;
   struct ir_src of_sampler[4], of_component[4];

   for (uint32_t s = 0; s < samplers; s++) {
      for (uint32_t k = 0; k < components; k++) {
         struct access one = *a;
         struct ir_instr *tex;

         one.sampler.first += s;
         one.component = components > 1 ? k : a->component;
         tex = emit(l, &one, rcp_w, offset);
         for (unsigned c = 0; c < 4; c++)
            of_component[c] = ir_use(tex->dst[c]);
         choose(&l->fe, a->any_component, k, of_component, of_sampler);
      }
      choose(&l->fe, a->sampler.choice, s, of_sampler, r);
   }
}

/* The access, for each texture that a register may select. The textures share a target. */
static void emit_chosen(struct tgsi_lower *l, const struct access *a, struct ir_src rcp_w, uint32_t offset, struct ir_src r[4])
{
   for (uint32_t u = 0; u < a->texture.count; u++) {
      struct access one = *a;
      struct ir_src of_texture[4];

      one.texture.first += u;
      one.integer = !exec_tex_is_query(a->op) && is_integer(l, one.texture.first);
      emit_variants(l, &one, rcp_w, offset, of_texture);
      choose(&l->fe, a->texture.choice, u, of_texture, r);
   }
}

/* With four offsets, each lane is the texel with the smallest coordinates of a separate footprint. */
static void gather_with_offsets(struct tgsi_lower *l, const struct tgsi_instr *in, struct access *a, struct ir_src r[4])
{
   struct ir_src texel[4];

   for (unsigned c = 0; c < 4; c++) {
      const uint32_t offset = find_offset(l, in, c, a);

      emit_chosen(l, a, (struct ir_src){0}, offset, texel);
      r[c] = texel[3];
   }
}

/* Adds lanes that the texture unit does not return: zeros, and the number of levels. */
static void finish_query(struct tgsi_lower *l, const struct tgsi_instr *in, const struct access *a, struct ir_src r[4])
{
   struct access levels = *a;
   struct ir_src n[4];

   if (in->op == TGSI_OP_TXQ || in->op == TGSI_OP_TXQ_LZ || in->op == TGSI_OP_SVIEWINFO) {
      levels.op = TEX_LEVELS;
      if (tgsi_lower_mask(l) & 8) {
         emit_chosen(l, &levels, (struct ir_src){0}, 0, n);
         r[3] = n[0];
      }
   } else if (a->op == TEX_LEVEL || a->op == TEX_SAMPLES) {
      for (unsigned c = a->op == TEX_LEVEL ? 2 : 1; c < 4; c++)
         r[c] = fe_imm(&l->fe, 0);
   }
}

/* SAMPLE_I and SAMPLE_I_MS give 0 for a layer that does not exist, where the texture unit takes the nearest one. */
static void limit_layer(struct tgsi_lower *l, const struct tgsi_instr *in, const struct access *a, struct ir_src r[4])
{
   const struct exec_tex_info *info = &exec_tex_info[a->target];
   struct access size = *a;
   struct ir_src sizes[4];

   if ((in->op != TGSI_OP_SAMPLE_I && in->op != TGSI_OP_SAMPLE_I_MS) || !info->array)
      return;
   size.op = TEX_SIZE;
   size.lod = info->samples ? -1 : a->lod;
   emit_chosen(l, &size, (struct ir_src){0}, 0, sizes);
   const struct ir_src inside = fe_op2(&l->fe, IR_ult, fe_mov(&l->fe, tgsi_load(l, 0, info->coords)), sizes[info->coords]);

   for (unsigned c = 0; c < 4; c++)
      r[c] = fe_sel(&l->fe, inside, r[c], fe_imm(&l->fe, 0));
}

/* Stores the result through the swizzle of the view. */
static void store(struct tgsi_lower *l, const struct tgsi_instr *in, const struct ir_src r[4])
{
   const struct tgsi_operand *o = NULL;
   struct ir_src v[4];

   for (unsigned n = 0; n < in->num_src && !o && in->op != TGSI_OP_SVIEWINFO; n++)
      if (tgsi_src_type((enum tgsi_op)in->op, n) == 'V')
         o = tgsi_src(l->p, in, n);
   for (unsigned c = 0; c < 4; c++)
      v[c] = r[o ? o->swz[c] : c];
   tgsi_store(l, v);
}

static void store_words(struct tgsi_lower *l, const struct tgsi_instr *in, uint32_t x, uint32_t y)
{
   const uint32_t words[4] = {x, y, 0, 0};
   struct ir_src r[4];

   for (unsigned c = 0; c < 4; c++)
      r[c] = fe_imm(&l->fe, words[c]);
   store(l, in, r);
}

/* Returns true if the instruction queries the samples of the render target. */
static bool asks_target(const struct tgsi_lower *l, const struct tgsi_instr *in)
{
   return (in->op == TGSI_OP_SAMPLE_INFO || in->op == TGSI_OP_SAMPLE_POS) &&
          (!in->num_src || tgsi_src(l->p, in, 0)->file != TGSI_FILE_SVIEW);
}

/* The number of samples, or the position of one. A program that runs once for each sample sees several samples. */
static void of_target(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   const struct ir_src zero = fe_imm(f, 0), half = fe_imm(f, 0x3f000000u);
   struct ir_src n = fe_imm(f, 1), id, one, r[4] = {zero, zero, zero, zero};

   if (l->p->stage == TGSI_STAGE_FRAG)
      n = fe_input(f, SLOT_SAMPLE_ID, 2, INTERP_FLAT, (struct ir_src){0});
   r[0] = n;
   if (in->op == TGSI_OP_SAMPLE_POS) {
      id = fe_mov(f, tgsi_load(l, 1, 0));
      one = fe_op2(f, IR_ieq, n, fe_imm(f, 1));
      for (unsigned c = 0; c < 2; c++)
         r[c] = l->p->stage == TGSI_STAGE_FRAG ? fe_sel(f, one, half, tgsi_sample_place(l, id, n, c)) : half;
   }
   store(l, in, r);
}

/* Returns true if texels of the texture have one sample. */
static bool is_single(const struct tgsi_instr *in)
{
   return !tgsi_target_info[in->target].samples && in->target != TGSI_TARGET_UNKNOWN;
}

void tgsi_lower_tex(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_instr *in = l->cur.in;
   struct ir_src rcp_w = {0}, r[4];
   struct access a;

   if (asks_target(l, in)) {
      of_target(l, in);
      return;
   }
   if (in->op == TGSI_OP_SAMPLE_POS) { /* of a texture: the centre */
      store_words(l, in, 0x3f000000u, 0x3f000000u);
      return;
   }
   if (tgsi_lowering[in->op].op == TEX_SAMPLES && is_single(in)) {
      store_words(l, in, 1, 0);
      return;
   }
   if (!find_access(l, in, &a)) {
      tgsi_unsupported(l, util_printf(f->ctx, "%s %s", tgsi_op_info[in->op].name,
                                      in->target < TGSI_TARGET_COUNT ? tgsi_target_info[in->target].name : ""));
      return;
   }
   if (!tgsi_has_access(a.op, a.target)) {
      store_words(l, in, 0, 0);
      return;
   }
   if (in->op == TGSI_OP_TXP)
      rcp_w = fe_op1(f, IR_frcp, tgsi_load(l, 0, 3));
   if (in->num_offsets == 4) {
      gather_with_offsets(l, in, &a, r);
   } else {
      const uint32_t offset = find_offset(l, in, 0, &a);

      emit_chosen(l, &a, rcp_w, offset, r);
   }
   finish_query(l, in, &a, r);
   limit_layer(l, in, &a, r);
   store(l, in, r);
}
