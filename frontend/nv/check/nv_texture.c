/* SPDX-License-Identifier: MIT */
/* Texture accesses: unit, target and texel offsets (NV_gpu_program4 2.X.4.4, ARB_fragment_program 3.11.6). */
#include "frontend/nv/check/nv_check.h"

static bool texture_unit(struct nv_parser *p, struct nv_list path, uint32_t *unit)
{
   const struct nv_seg *seg = &p->stmt.segs[path.first];

   *unit = 0;
   if (!nv_is(p, seg[0].span, "texture")) {
      nv_error(p, DIAG_ID_bad_texture, seg[0].span, "expected texture[n], found \"%.*s\"%s", NV_STR(p, seg[0].span),
               nv_hint_words(p, seg[0].span, &(const char *){"texture"}, 1));
      nv_establish_broken(p, seg[0].span); /* its declaration may have had a syntax error */
      return false;
   }
   if (path.count == 1)
      return true;
   if (path.count > 2 || seg[1].kind != NV_SEG_INDEX) {
      const struct nv_seg *s = seg[1].kind == NV_SEG_INDEX ? &seg[2] : &seg[1];
      struct util_span at = s->kind == NV_SEG_NAME    ? s->span
                            : s->kind == NV_SEG_REL   ? s->reg
                            : s->kind == NV_SEG_RANGE ? s->span
                                                      : s->open;

      nv_error(p, DIAG_ID_bad_texture, at, "expected texture[n] with a constant n");
      return false;
   }
   *unit = nv_uint(p, seg[1].a);
   if (*unit >= p->lim.texture_units) {
      nv_error(p, DIAG_ID_texture_unit_range, seg[1].a, "texture unit %.*s does not exist: there are %u (%s)",
               NV_STR(p, seg[1].a), p->lim.texture_units, nv_limit_option[NV_LIM_texture_units]);
      return false;
   }
   return true;
}

static void texel_offsets(struct nv_parser *p, const struct nv_raw_tex *tex, struct nv_instr *ins)
{
   enum exec_tex_target t = ins->tex.target;

   if (nv_arb(p) && tex->offsets.count) {
      nv_error(p, DIAG_ID_not_in_language, tex->offsets.span, "this language does not have texel offsets");
      return;
   }
   unsigned allowed = t == TEX_CUBE || t == TEX_SHADOWCUBE || t == TEX_BUFFER ? 0 : exec_tex_info[t].coords;

   for (uint32_t i = 0; i < tex->offsets.count; i++) {
      const struct nv_num *n = &p->stmt.nums[tex->offsets.first + i];
      uint32_t v = nv_uint(p, n->span);

      if (i >= 3) {
         nv_error(p, DIAG_ID_too_many_offsets, n->span, "a texel offset has at most three components");
         return;
      }
      if (v > (n->neg ? p->lim.min_texel_offset : p->lim.max_texel_offset)) {
         nv_error(p, DIAG_ID_offset_range, n->span, "texel offsets must be -%u to %u (%s)", p->lim.min_texel_offset,
                  p->lim.max_texel_offset, nv_limit_option[n->neg ? NV_LIM_min_texel_offset : NV_LIM_max_texel_offset]);
         return;
      }
      if (v && i >= allowed) {
         nv_error(p,
                  allowed           ? DIAG_ID_offset_target
                  : t == TEX_BUFFER ? DIAG_ID_offset_buffer
                                    : DIAG_ID_offset_cube,
                  n->span, "component %u of the texel offset must be 0 for the target %s", i, exec_tex_target_name[t]);
         return;
      }
      ins->tex.offset[i] = (int8_t)(n->neg ? -(int)v : (int)v);
   }
}

/* The target that a word names, or TEX_TARGET_COUNT after an error. */
static unsigned texture_target(struct nv_parser *p, struct util_span word)
{
   /* The older languages only have the first targets. */
   const unsigned count = nv_arb(p) ? TEX_SHADOWRECT + 1 : TEX_NV_TARGETS;
   unsigned t = 0;

   while (t < TEX_NV_TARGETS && !nv_is(p, word, exec_tex_target_name[t]))
      t++;
   if (nv_arb(p) && t >= TEX_SHADOW1D && t <= TEX_SHADOWRECT && !p->prog->opt_shadow) {
      nv_error(p, DIAG_ID_needs_option, word, "the target %s needs the option ARB_fragment_program_shadow",
               exec_tex_target_name[t]);
      nv_cite(p, NULL, "ARB_fragment_program_shadow 3.11.4.5.3", "ARB_fragment_program_shadow 3.11.4.5.3");
      p->prog->opt_shadow |= p->ctx->explained != NULL; /* do not report it again */
      return TEX_TARGET_COUNT;
   }
   if (t < count)
      return t;
   const char *hint = nv_hint_words(p, word, exec_tex_target_name, count);

   nv_error(p, DIAG_ID_unknown_target, word, "invalid texture target \"%.*s\"%s", NV_STR(p, word), hint);
   if (!*hint)
      util_note(p->ctx, word, "expected one of 1D, 2D, 3D, CUBE, RECT, SHADOW1D, SHADOW2D%s",
                nv_arb(p) ? " and SHADOWRECT"
                          : ", SHADOWRECT, ARRAY1D, ARRAY2D, SHADOWCUBE, SHADOWARRAY1D, SHADOWARRAY2D and BUFFER");
   return TEX_TARGET_COUNT;
}

/* Returns true if the instruction can access the target. */
static bool target_fits(struct nv_parser *p, const struct nv_instr *ins, struct util_span at)
{
   const enum exec_tex_target t = ins->tex.target;
   const char *name = nv_op_info[ins->op].name;
   bool shadow = exec_tex_info[t].shadow;

   if (ins->op == NV_OP_TXF && (shadow || t == TEX_CUBE)) {
      nv_error(p, shadow ? DIAG_ID_txf_shadow : DIAG_ID_txf_cube, at, "TXF cannot fetch from the target %s",
               exec_tex_target_name[t]);
      return false;
   }
   if ((t == TEX_SHADOWCUBE || t == TEX_SHADOWARRAY2D) &&
       (ins->op == NV_OP_TXB || ins->op == NV_OP_TXL || ins->op == NV_OP_TXP)) {
      nv_error(p, DIAG_ID_shadow_coordinates, at, "%s has no coordinate left for the target %s", name, exec_tex_target_name[t]);
      nv_cite(p,
              ins->op == NV_OP_TXB   ? "NV_gpu_program4 2.X.8 TXB"
              : ins->op == NV_OP_TXL ? "NV_gpu_program4 2.X.8 TXL"
                                     : "NV_gpu_program4 2.X.8 TXP",
              NULL, NULL);
      return false;
   }
   if (t == TEX_BUFFER && ins->op != NV_OP_TXF && ins->op != NV_OP_TXQ) {
      nv_error(p, DIAG_ID_buffer_target, at, "buffer textures can only be used by TXF and TXQ");
      return false;
   }
   return true;
}

/* A unit has the same target in the whole program. */
static bool use_unit(struct nv_parser *p, const struct nv_raw_tex *tex, const struct nv_instr *ins)
{
   const uint32_t unit = ins->tex.unit;
   enum exec_tex_target *used = &p->prog->unit_target[unit];

   if (*used != TEX_TARGET_COUNT && *used != ins->tex.target) {
      nv_error(p, DIAG_ID_target_conflict, tex->target, "texture unit %u is used with the target %s elsewhere", unit,
               exec_tex_target_name[*used]);
      util_note(p->ctx, p->bind.unit_at[unit], "the other use is here");
      return false;
   }
   if (*used != TEX_TARGET_COUNT)
      return true;
   if (p->bind.num_units++ == p->lim.vertex_texture_units && nv_arb(p) && p->prog->stage == NV_VERTEX) {
      const struct nv_seg *seg = &p->stmt.segs[tex->unit.first];

      nv_error(p, DIAG_ID_vertex_textures, tex->unit.count > 1 ? seg[1].a : seg[0].span,
               "the program uses more than %u texture image units (%s)", p->lim.vertex_texture_units,
               nv_limit_option[NV_LIM_vertex_texture_units]);
   }
   p->bind.unit_at[unit] = tex->target;
   *used = ins->tex.target;
   return true;
}

void nv_texture(struct nv_parser *p, const struct nv_raw_tex *tex, struct nv_instr *ins)
{
   uint32_t unit;
   bool unit_ok = texture_unit(p, tex->unit, &unit);
   unsigned target = texture_target(p, tex->target);

   if (target == TEX_TARGET_COUNT)
      return;
   ins->tex.unit = unit;
   ins->tex.target = (enum exec_tex_target)target;
   if (target_fits(p, ins, tex->target) && (!unit_ok || use_unit(p, tex, ins)))
      texel_offsets(p, tex, ins);
}
