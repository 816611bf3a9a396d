/* SPDX-License-Identifier: MIT */
/*
 * Costs on the USC for the pass that splits off a pre-shader. Instructions have the default costs of the pass. The CPU runs the
 * pre-shader, so it cannot access textures, and does not read buffers, which the GPU may write. Its approximations differ from
 * those of the machine (same_machine), so a position takes none of them.
 *
 * Results take shared registers that the program itself does not read. Those above 255 cost next to nothing, an index register
 * once a block. A parameter in memory would cost more than a result saves, so no result may move one there.
 */
#include "backend-usc/usc_costs.h"

#define SIMPLE 2     /* of a simple instruction, see struct preshader_costs */
#define MOST 960     /* registers, of the 1024 that a wave of every core has */
#define CONSTANTS 512 /* upper limit; the count includes duplicates and constants without a register */
#define TEXTURE 16   /* registers of a texture unit: states, size, layers, comparison */
#define OTHERS 8     /* tile buffers, scratch memory */

/* Upper limit on the shared registers that the program itself reads. */
static uint32_t taken(const struct ir_shader *s)
{
   bool *param = UTIL_ARRAY(s->ctx, bool, 4 * (size_t)s->num_params + 1);
   uint32_t n = OTHERS, units = 0, buffers = 0, consts = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         const uint32_t first = i->nsrc ? i->attr[2] : i->attr[0], count = i->nsrc ? i->attr[3] : 1;
         for (uint32_t e = first; i->op == IR_load_param && e - first < count && e < s->num_params; e++)
            for (unsigned c = 0; c < 4; c++) {
               const bool reads = (c == i->attr[1] || i->nsrc) && !param[4 * (size_t)e + c]; /* an array is shared as a whole */
               n += reads;
               param[4 * (size_t)e + c] |= reads;
            }
         consts += i->op == IR_const;
         if (i->op == IR_tex)
            units |= 1u << (ir_tex_unit(i->attr[2]) & 31);
         else if (i->op == IR_load_buffer)
            buffers |= 1u << (i->attr[0] & 31);
      }
   util_discard(s->ctx, param, 4 * (size_t)s->num_params + 1);
   return n + (consts < CONSTANTS ? consts : CONSTANTS) + TEXTURE * (uint32_t)__builtin_popcount(units) +
          2 * (uint32_t)__builtin_popcount(buffers);
}

static uint32_t max_halves(const struct ir_shader *s)
{
   const uint32_t n = taken(s);

   return n < MOST ? 2 * (MOST - n) : 0;
}

const struct preshader_costs usc_costs = {
   .move = SIMPLE,
   .half = 0,
   .bit = SIMPLE,
   .max_halves = max_halves,
};
