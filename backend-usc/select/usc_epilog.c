/* SPDX-License-Identifier: MIT */
/*
 * Main parts and epilogs (docs/abi-usc.md, "Epilogs"). A main part ends before the colours are blended and packed, with the
 * colours in the first temporaries, four for each colour that it writes; the code of an epilog follows and reads them there.
 *
 *    main part   r0 = fmul ..; r1 = ..; r2 = ..; r3 = ..          registers with a fixed place, alive to the end
 *    epilog      pck.u8888 o0, r0..r3 ; end                       operands, which its allocation reserves
 */
#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/usc_output.h"

/* The colours that the main part writes. */
static unsigned written_colors(const struct usc_selection *c)
{
   unsigned colors = c->s->epilog;
   for (unsigned t = 0; t < 8 && c->opt->color_epilog; t++)
      colors |= (unsigned)(c->in->out_mask[SLOT_FRAG_COLOR + t] != 0) << t;
   return colors;
}

/* Reflects the colours that an epilog reads. */
static void reflect_colors(struct usc_selection *c)
{
   struct usc_reflect_input in[8] = {{0}};
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         const unsigned t = i->attr[0] - SLOT_FRAG_COLOR;
         if (i->op == IR_load_input && t < 8 && c->uses[i->dst[0]->id])
            in[t].mask |= (uint8_t)(1u << i->attr[1]);
      }
   for (unsigned t = 0; t < 8; t++) {
      in[t].slot = (uint8_t)(SLOT_FRAG_COLOR + t);
      in[t].interp = INTERP_FLAT;
      for (unsigned k = 0; k < 4; k++)
         in[t].reg[k] = in[t].mask >> k & 1 ? c->color.place[t] + k : USC_NO_REG;
      if (in[t].mask)
         UTIL_PUSH(c->ctx, c->r->inputs, c->r->num_inputs, c->r->cap_inputs, in[t]);
   }
}

void usc_plan_epilog(struct usc_selection *c)
{
   const unsigned colors = c->s->stage == IR_STAGE_FRAGMENT ? written_colors(c) : 0;
   c->r->isp.hands_over = colors && c->opt->color_epilog;
   c->m->num_colors = 4 * (unsigned)__builtin_popcount(colors);
   for (unsigned t = 0; t < 8; t++)
      c->color.place[t] = 4 * (unsigned)__builtin_popcount(colors & ((1u << t) - 1));
   if (c->s->epilog)
      reflect_colors(c);
   c->m->out->prog.open = c->r->isp.hands_over;
}

/* The value of a component at the end of the program; 0 if the program does not store it. */
static struct usc_opd final_color(const struct usc_selection *c, unsigned t, unsigned comp)
{
   if (c->color.val[t][comp].bank)
      return c->color.val[t][comp];
   return c->in->out_mask[SLOT_FRAG_COLOR + t] >> comp & 1 ? usc_v(c->color.unit[t] + comp) : usc_c(0);
}

void usc_hand_over(struct usc_selection *c)
{
   const struct usc_group nop = usc_g_nop(false);
   struct usc_instr *last = usc_instr_new(c->m, &nop); /* no code: it keeps the registers alive (usc_is_handover) */
   last->base.keep = UTIL_ARRAY(c->ctx, struct cg_range, c->m->num_colors + 1u);
   for (unsigned t = 0; t < 8; t++) {
      if (!c->in->out_mask[SLOT_FRAG_COLOR + t])
         continue;
      usc_set_slot_origin(c, IR_store_output, SLOT_FRAG_COLOR + t);
      for (unsigned k = 0; k < 4; k++) {
         const uint32_t unit = cg_reg_new(&c->m->p, 1);
         c->m->p.regs[c->m->p.num_regs - 1].fixed = (int16_t)(1 + c->color.place[t] + k);
         usc_emit(c, usc_g_mov(usc_v(unit), final_color(c, t, k)));
         last->base.keep[last->base.num_keep++] = (struct cg_range){unit, 1};
      }
   }
   cg_push(&c->m->p, &c->m->p.blocks[c->cur].tail, &last->base);
}
