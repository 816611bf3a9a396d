/* SPDX-License-Identifier: MIT */
/* See epilog.h. */
#include "frontend/common/epilog.h"

#include "ir/build.h"

static struct ir_shader *lower(struct util_ctx *ctx, void *tree, num_m num, unsigned fshort)
{
   const unsigned *colors = tree;
   struct ir_shader *s = ir_shader_new(ctx, IR_STAGE_FRAGMENT, num);
   struct ir_block *b = ir_block_new(s);

   (void)fshort;
   s->epilog = (uint8_t)*colors;
   ir_block_append(s, b);
   b->term = IR_TERM_RETURN;
   struct ir_builder at = ir_at_end(s, b);
   for (unsigned n = 0; n < 8; n++)
      for (unsigned c = 0; c < 4 && *colors >> n & 1; c++) {
         const uint32_t in[4] = {SLOT_FRAG_COLOR + n, c, INTERP_FLAT}, out[4] = {SLOT_FRAG_COLOR + n, c};
         const struct ir_src v = ir_use(ir_emit(&at, IR_load_input, 32, 0, NULL, in)->dst[0]);
         ir_emit(&at, IR_store_output, 32, 1, &v, out);
      }
   return s;
}

const struct frontend_ops epilog_frontend = {.name = "epilog", .lower = lower};
