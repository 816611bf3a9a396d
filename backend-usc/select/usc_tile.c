/* SPDX-License-Identifier: MIT */
/*
 * Colour targets beyond the pixel output registers: tile buffers in memory, each with eight words a pixel like o0..o7.
 *
 * The address of a word is the buffer's base plus the special register tiled_st_comp of the word, which gives the place of the
 * instance's pixel (observed: the public driver's compiler; docs/abi-usc.md). What a target gets is kept in temporaries and
 * stored once, at the end, under a coverage mask that leaves out what was killed.
 */
#include "backend-usc/select/usc_isel.h"

/* First fit: the output registers are place 0, then come the tile buffers. No target lies in two of them. */
uint32_t usc_place_color(struct usc_selection *c, unsigned words)
{
   unsigned k = 0;
   while (k < USC_NUM_TILES && c->color.used[k] + words > USC_TILE_WORDS)
      k++;
   UTIL_CHECK(c->ctx, k <= USC_NUM_TILES);
   uint32_t at = k * USC_TILE_WORDS + c->color.used[k];
   c->color.used[k] = (uint8_t)(c->color.used[k] + words);
   return at;
}

static struct usc_opd tile_component(unsigned n)
{
   return usc_sr(n < 4 ? USC_SR_TILED_ST_COMP0 + n : USC_SR_TILED_ST_COMP4 + n - 4);
}

/* Bit n covers sample n (observed). */
static struct usc_opd coverage(struct usc_selection *c, const struct usc_inputs *in)
{
   struct usc_opd all = usc_const(c->m, (1u << c->opt->samples) - 1), mask;
   if (all.bank == USC_SHARED)
      all = usc_to_temp(c, all);
   if (!in->kills)
      return all;
   mask = usc_temp(c);
   if (c->alive == USC_NO_REG)
      usc_emit_cond(c, &in->kill->src[0], mask, usc_c(0), all);
   else
      usc_emit(c, usc_g_logic(USC_OP_AND, mask, usc_v(c->alive), all));
   return mask;
}

void usc_store_tiles(struct usc_selection *c, const struct usc_inputs *in)
{
   struct usc_opd mask = usc_none();
   for (unsigned t = 0; t < 8; t++) {
      if (!in->out_mask[SLOT_FRAG_COLOR + t] || c->color.reg[t] < USC_TILE_WORDS)
         continue;
      if (c->opt->sample_shading && c->opt->samples > 1) {
         usc_unsupported(c->m, UTIL_NO_SPAN, "tile buffers of several samples in a program that runs once a sample");
         return;
      }
      if (!mask.bank)
         mask = coverage(c, in);
      unsigned tile = c->color.reg[t] / USC_TILE_WORDS - 1, first = c->color.reg[t] % USC_TILE_WORDS;
      if (!c->color.tile_sh[tile])
         c->color.tile_sh[tile] = usc_shared_block(c->m, USC_SH_TILE, tile, 2, 2) + 1;
      struct usc_opd lo = usc_sh(c->color.tile_sh[tile] - 1), hi = usc_to_temp(c, usc_sh(c->color.tile_sh[tile]));
      unsigned words =
          c->opt->frt[t] == USC_FRT_F32 ? in->out_mask[SLOT_FRAG_COLOR + t] : (1u << usc_frt_words[c->opt->frt[t]]) - 1;
      for (unsigned k = 0; words >> k; k++) {
         if (!(words >> k & 1))
            continue;
         uint32_t a = cg_reg_new(&c->m->p, 2);
         struct usc_group g = usc_g_alu(USC_OP_SADD6432, usc_v(a), lo, hi, tile_component(first + k));
         g.dst[1] = usc_v(a + 1);
         g.is5 = USC_FTE;
         g.olchk = 1;
         usc_emit(c, g);
         usc_emit(c, usc_g_st_tiled(0, usc_v(c->color.unit[t] + k), usc_v(a), mask, 1));
      }
   }
}
