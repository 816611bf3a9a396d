/* SPDX-License-Identifier: MIT */
/*
 * Render targets in the tile.
 *
 * A pixel is read as 32-bit integers whatever the format of its target, so that its bits arrive as they are:
 *
 *    load_input %1 slot=target0 comp=0      =>    wait_pix 8
 *                                                 ld_tile r4, i32, x, 0, 255
 *
 * The wait is for earlier fragments of the pixel (observed: Mesa, agx_compile.c, agx_emit_local_load_pixel). It stands before
 * the first load of each block, because a lane that jumps over a wait has not waited.
 */
#include "backend-agx/select/agx_tile.h"

#include "backend-agx/isa/agx_format.h"
#include "backend-agx/select/operand/agx_operand.h"

bool agx_is_target(unsigned slot)
{
   return slot >= SLOT_TARGET && slot <= SLOT_TARGET_LAST;
}

unsigned agx_target_words(const struct agx_options *opt, unsigned n)
{
   const enum agx_tile_format format = (enum agx_tile_format)opt->color[n].format;

   return format == AGX_TILE_RAW ? opt->color[n].words : agx_tile_bytes(format);
}

/* The most bytes per sample in the tile (observed: agx_tilebuffer.c; agx-review row 18). */
static unsigned most_bytes(unsigned samples)
{
   return samples > 2 ? 24 : samples == 2 ? 56 : 64;
}

void agx_place_targets(struct agx_selection *c)
{
   bool reads = false;

   for (unsigned n = 0; n < AGX_TARGETS; n++) {
      const bool read = c->in.of[SLOT_TARGET + n][INTERP_FLAT];
      reads |= read;
      c->out->target[n] = (struct agx_target){
         .format = c->opt->color[n].format,
         .bytes = (uint8_t)(4 * agx_target_words(c->opt, n)),
         .is_there = read || c->opt->color[n].bound || c->result[SLOT_FRAG_COLOR + n].mask,
      };
   }
   const unsigned bytes = agx_tile_offset(c->out, AGX_TARGETS), most = most_bytes(c->opt->samples);
   if ((c->opt->whole || reads) && bytes > most)
      util_diag(c->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN,
                "render targets of %u bytes per sample: the tile of AGX holds at most %u", bytes, most);
}

void agx_load_target(struct agx_selection *c, struct agx_input *in, unsigned target)
{
   const unsigned n = (unsigned)__builtin_popcount(in->mask);
   const struct agx_ref d = agx_reg_new(c->mir, AGX_VIRT32, n),
                        samples = c->mir->mask_half ? agx_shaded_sample(c) : agx_imm(255);

   if (!c->in_block.waited)
      agx_emit(c, AGX_OP_wait_pix, agx_none(), agx_none(), agx_none(), agx_none())->imm = 8;
   c->in_block.waited = true;
   struct agx_instr *load = agx_emit(c, AGX_OP_ld_tile, d, agx_none(), samples, agx_none());
   load->imm = agx_tile_offset(c->out, target);
   load->f[AGX_F_FORMAT] = AGX_FORMAT_I32;
   load->f[AGX_F_MASK] = in->mask;
   for (unsigned w = 0; w < 4; w++)
      if (in->mask >> w & 1)
         in->unit[w] = agx_packed_element(d, in->mask, w).value + 1;
}
