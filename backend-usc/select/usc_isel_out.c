/* SPDX-License-Identifier: MIT */
/* Selection of what leaves a program: outputs of vertices, depth, colours in their formats (docs/abi-usc.md). */
#include "backend-usc/select/usc_isel.h"

unsigned usc_varying_address(const struct usc_selection *c, unsigned slot, unsigned comp)
{
   if (c->opt->use_varying_map) {
      const struct usc_varying *v = &c->opt->varying[slot];
      return v->mask >> comp & 1 ? v->address + (unsigned)__builtin_popcount(v->mask & ((1u << comp) - 1)) : USC_NO_REG;
   }
   if (slot == SLOT_VERTEX_ID) /* for geometry programs; the place of the facing, which nobody writes */
      slot = SLOT_FACING;
   return slot < SLOT_POSITION || slot > SLOT_FACING ? USC_NO_REG : 4u * (slot - SLOT_POSITION) + comp;
}

void usc_assign_outputs(struct usc_selection *c, const struct usc_inputs *in)
{
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      if (!in->out_mask[s])
         continue;
      struct usc_reflect_output ro = {.slot = (uint8_t)s, .mask = in->out_mask[s], .reg = USC_NO_REG};
      if (c->s->stage == IR_STAGE_FRAGMENT) {
         if (s >= SLOT_FRAG_COLOR && s <= SLOT_FRAG_COLOR_LAST) {
            unsigned t = s - SLOT_FRAG_COLOR;
            ro.frt = (uint8_t)c->opt->frt[t];
            ro.reg = c->color.reg[t] = usc_place_color(c, usc_frt_words[ro.frt]);
            if (usc_color_is_kept(c, t))
               c->color.unit[t] = cg_reg_new(&c->m->p, 4);
         } else if (s == SLOT_FRAG_DEPTH) {
            c->r->writes_depth = true;
         } else {
            continue;
         }
      } else {
         ro.mask = 0;
         for (unsigned k = 0; k < 4; k++)
            if ((in->out_mask[s] >> k & 1) && usc_varying_address(c, s, k) != USC_NO_REG) {
               ro.mask |= (uint8_t)(1u << k);
               ro.at[k] = (uint8_t)usc_varying_address(c, s, k);
            }
         if (!ro.mask)
            continue;
      }
      UTIL_PUSH(c->ctx, c->r->outputs, c->r->num_outputs, c->r->cap_outputs, ro);
   }
}

void usc_store_output(struct usc_selection *c, const struct ir_instr *i)
{
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   if (c->s->stage != IR_STAGE_FRAGMENT && usc_varying_address(c, slot, comp) == USC_NO_REG)
      return;
   if (slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST && c->color.bytes[slot - SLOT_FRAG_COLOR])
      return;
   struct usc_opd v = usc_int_src(c, &i->src[0]);
   if (c->s->stage == IR_STAGE_FRAGMENT) {
      if (slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST) {
         unsigned t = slot - SLOT_FRAG_COLOR;
         struct usc_opd d = usc_color_is_kept(c, t) ? usc_v(c->color.unit[t] + comp) : usc_o(c->color.reg[t] + comp);
         const bool wait = c->opt->frt[t] == USC_FRT_RGBA8 && c->opt->sched != USC_SCHED_NONE && v.bank == USC_SHARED && !v.idx &&
                           !v.mod && i->block->index + 1 == c->m->p.num_blocks;
         if (c->color.val[t][comp].bank) /* stored twice: in order */
            usc_emit(c, usc_g_mov(d, c->color.val[t][comp]));
         c->color.val[t][comp] = wait ? v : usc_none();
         if (!wait)
            usc_emit(c, usc_g_mov(d, v));
      } else if (slot == SLOT_FRAG_DEPTH && comp == 2) {
         usc_emit(c, usc_g_depthf(usc_in_slot(c, v, 0)));
      }
      return;
   }
   usc_emit(c, usc_g_uvsw(usc_varying_address(c, slot, comp), v));
}

/* What may stay unwritten reads 0: outputs stored only on some path, or packed together with others. */
void usc_init_outputs(struct usc_selection *c, const struct usc_inputs *in)
{
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      bool color = fs && s >= SLOT_FRAG_COLOR && s <= SLOT_FRAG_COLOR_LAST;
      bool packed = color && c->opt->frt[s - SLOT_FRAG_COLOR] != USC_FRT_F32;
      bool kept = color && usc_color_is_kept(c, s - SLOT_FRAG_COLOR);
      if (!in->out_mask[s] || (fs && !color) || (color && c->color.bytes[s - SLOT_FRAG_COLOR]))
         continue;
      unsigned want = in->out_late[s] | (packed ? 15u & ~in->out_mask[s] : 0u);
      for (unsigned k = 0; k < 4; k++) {
         if (!(want >> k & 1))
            continue;
         if (kept)
            usc_emit(c, usc_g_mov(usc_v(c->color.unit[s - SLOT_FRAG_COLOR] + k), usc_c(0)));
         else if (color)
            usc_emit(c, usc_g_mov(usc_o(c->color.reg[s - SLOT_FRAG_COLOR] + k), usc_c(0)));
         else if (usc_varying_address(c, s, k) != USC_NO_REG)
            usc_emit(c, usc_g_uvsw(usc_varying_address(c, s, k), usc_c(0)));
      }
   }
}

/* The colour of target t in a row of registers, for a repeated pack: four uniforms that follow each other, or temporaries. */
static struct usc_opd color_row(struct usc_selection *c, unsigned t)
{
   const struct usc_opd *v = c->color.val[t];
   bool row = v[0].bank != USC_NONE;
   for (unsigned k = 1; k < 4 && row; k++)
      row = v[k].bank == v[0].bank && v[k].index == v[0].index + k;
   if (row) {
      c->color.in_place |= (uint8_t)(1u << t);
      return v[0];
   }
   for (unsigned k = 0; k < 4; k++)
      if (v[k].bank)
         usc_emit(c, usc_g_mov(usc_v(c->color.unit[t] + k), v[k]));
   return usc_v(c->color.unit[t]);
}

void usc_finish(struct usc_selection *c, const struct usc_inputs *in)
{
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      struct usc_group g = usc_g_uvsw_op(c->s->stage == IR_STAGE_GEOMETRY ? USC_OP_UVSW_ENDTASK : USC_OP_UVSW_EMIT_ENDTASK);
      g.end = 1;
      usc_tail(c, g);
      return;
   }
   for (unsigned t = 0; t < 8; t++) {
      if (!in->out_mask[SLOT_FRAG_COLOR + t] || c->opt->frt[t] == USC_FRT_F32)
         continue;
      struct usc_opd src = c->color.bytes[t] ? usc_none() : color_row(c, t), dst = usc_o(c->color.reg[t]);
      if (c->color.reg[t] >= USC_TILE_WORDS) {
         dst = usc_v(cg_reg_new(&c->m->p, usc_frt_words[c->opt->frt[t]]));
         c->color.unit[t] = dst.index;
      }
      if (c->color.bytes[t]) {
         usc_bytes_emit(c, t, dst);
      } else if (c->opt->frt[t] == USC_FRT_RGBA8) {
         struct usc_group g = usc_g_pck(USC_FMT_U8888, true, false, dst, src);
         g.rpt = 4;
         usc_emit(c, g);
      } else {
         for (unsigned h = 0; h < 2; h++) {
            struct usc_group g = usc_g_pck(USC_FMT_F16F16, false, false, dst, usc_v(src.index + 2 * h));
            g.rpt = 2;
            usc_emit(c, g);
            dst = c->color.reg[t] >= USC_TILE_WORDS ? usc_v(c->color.unit[t] + 1) : usc_o(c->color.reg[t] + 1);
         }
      }
   }
   usc_store_tiles(c, in);
   if (in->kills) {
      /* Instances that do not execute the feedback form are killed (inferred from the public compiler's lowering). */
      bool inverted;
      struct usc_group g = usc_g_atst(false, usc_c(0), usc_c(0), usc_c(7));
      c->r->kills = true;
      if (c->alive == USC_NO_REG) {
         inverted = !usc_cond_to_tail(c, &in->kill->src[0]);
      } else {
         struct cg_list *l = &c->m->p.blocks[c->cur].body;
         uint32_t before = l->n;
         usc_emit_select(c, usc_none(), true, USC_TST_Z, USC_T_U32, usc_v(c->alive), usc_none(), usc_none(), usc_none());
         for (uint32_t k = before; k < l->n; k++)
            cg_push(&c->m->p, &c->m->p.blocks[c->cur].tail, l->i[k]);
         l->n = before;
         inverted = true;
      }
      g.cc = inverted ? USC_CC_NOTP0 : USC_CC_P0;
      usc_tail(c, g);
   }
}
