/* SPDX-License-Identifier: MIT */
/* See usc_pixel.h. */
#include "backend-usc/select/operand/usc_pixel.h"

#include "backend-usc/select/operand/usc_operand.h"

bool usc_is_target(unsigned slot)
{
   return slot >= SLOT_TARGET && slot <= SLOT_TARGET_LAST;
}

uint8_t usc_color_mask(const struct usc_selection *c, unsigned t)
{
   return c->in->out_mask[SLOT_FRAG_COLOR + t];
}

bool usc_is_in_tile_buffer(const struct usc_selection *c, unsigned t)
{
   return c->color.reg[t] >= USC_TILE_WORDS;
}

/* ---- places */

/*
 * Assigns words to a colour target (usc_reflect_output.reg), which must not be split: the place of the key, or by first fit, in
 * the output registers, then in the tile buffers (observed: the public driver, pvr_arch_mrt.c, pvr_alloc_mrt).
 */
static void place_color(struct usc_selection *c, unsigned t)
{
   const struct usc_target_place *p = &c->opt->target[t];
   const unsigned first = p->place == USC_PLACE_ANY ? 0 : p->place - USC_PLACE_OUTPUT;
   const unsigned last = p->place == USC_PLACE_ANY ? USC_NUM_TILES : first;
   for (unsigned k = first; k <= last; k++)
      for (unsigned at = p->place == USC_PLACE_ANY ? 0 : p->word; at < USC_TILE_WORDS; at++) {
         if (usc_core_take_words(c->opt->core, &c->color.used[k], at, p->words)) {
            c->color.reg[t] = k * USC_TILE_WORDS + at;
            c->r->pixel.num_tiles = k > c->r->pixel.num_tiles ? (uint8_t)k : c->r->pixel.num_tiles;
            return;
         }
         if (p->place != USC_PLACE_ANY)
            break;
      }
   usc_unsupported(c->m, UTIL_NO_SPAN,
                   util_printf(c->ctx, "colour target %u of %u words cannot be at word %u of %s on %s", t, p->words, p->word,
                               first ? "that tile buffer" : "the output registers", usc_core_name(c->opt->core)));
}

/* Places the targets that the key names or that the program reads or writes, those with a given place first. */
static void place_colors(struct usc_selection *c)
{
   for (unsigned any = 0; any < 2; any++)
      for (unsigned t = 0; t < 8; t++)
         if ((c->opt->target[t].bound || c->color.read[t] || usc_color_mask(c, t)) &&
             (c->opt->target[t].place == USC_PLACE_ANY) == any)
            place_color(c, t);
}

/* Finds the words of targets that the program reads. */
static void scan_targets(struct usc_selection *c)
{
   bool any = false;
   for (unsigned t = 0; t < 8; t++)
      any |= ir_may_use_slot(c->s, SLOT_TARGET + t);
   if (!any)
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_load_input && usc_is_target(i->attr[0]) && c->uses[i->dst[0]->id])
            c->color.read[i->attr[0] - SLOT_TARGET] |= (uint8_t)(1u << (i->attr[1] & 3));
}

static void reflect_targets(struct usc_selection *c)
{
   for (unsigned t = 0; t < 8; t++) {
      c->r->pixel.target[t] = (struct usc_reflect_target){c->color.read[t], c->color.reg[t]};
      c->r->isp.reads_target |= c->color.read[t] || (c->opt->target[t].bound && !usc_color_mask(c, t));
   }
}

void usc_place_targets(struct usc_selection *c)
{
   scan_targets(c);
   place_colors(c);
   reflect_targets(c);
}

/* ---- words */

uint32_t usc_tile_address(struct usc_selection *c, unsigned tile, unsigned n, bool load)
{
   if (!c->color.tile_sh[tile])
      c->color.tile_sh[tile] = usc_add_shareds(c->m, USC_SH_TILE, tile, 2, 2) + 1;
   const struct usc_opd lo = usc_sh(c->color.tile_sh[tile] - 1), hi = usc_to_temp(c, usc_sh(c->color.tile_sh[tile]));
   const unsigned low = load ? USC_SR_TILED_LD_COMP0 : USC_SR_TILED_ST_COMP0,
                  high = load ? USC_SR_TILED_LD_COMP4 : USC_SR_TILED_ST_COMP4;
   const uint32_t a = cg_reg_new(&c->m->p, 2);
   struct usc_group g = usc_g_alu(USC_OP_SADD6432, usc_v(a), lo, hi, usc_sr(n < 4 ? low + n : high + n - 4));
   g.dst[1] = usc_v(a + 1);
   g.is5 = USC_FTE;
   g.olchk = 1;
   usc_emit(c, g);
   return a;
}

struct usc_opd usc_load_target(struct usc_selection *c, unsigned t, unsigned comp)
{
   const unsigned n = c->color.reg[t] + comp;
   if (!usc_is_in_tile_buffer(c, t))
      return usc_o(n);
   const uint32_t a = usc_tile_address(c, n / USC_TILE_WORDS - 1, n % USC_TILE_WORDS, true);
   const struct usc_opd v = usc_temp(c);
   usc_emit(c, usc_g_ld(0, v, usc_v(a), 1));
   return v;
}

/* The valid mask has a bit for each covered sample of the pixel. An invocation for one sample is not a helper if the bit of its
   sample is set. */
void usc_emit_covered(struct usc_selection *c, struct usc_opd dst)
{
   const bool of_sample = c->opt->per_sample && c->opt->samples > 1;
   const struct usc_opd mask = of_sample ? usc_temp(c) : dst, bit = of_sample ? usc_temp(c) : dst;
   usc_emit(c, usc_g_savmsk(USC_MSK_VM, mask));
   if (!of_sample)
      return;
   const struct usc_opd one = usc_to_temp(c, usc_c(1)), sample = usc_to_temp(c, usc_sr(USC_SR_SAMPLE));
   usc_emit(c, usc_g_shift(USC_OP_LSL2, bit, one, sample));
   usc_emit(c, usc_g_logic(USC_OP_AND, dst, mask, bit));
}
