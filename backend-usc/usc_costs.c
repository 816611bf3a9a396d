/* SPDX-License-Identifier: MIT */
/*
 * Costs of the USC for the pass that extracts a pre-shader; instructions have the default costs of the pass. The CPU runs the
 * pre-shader. So it cannot access textures, and does not read buffers, which the GPU may write. Its approximations differ from
 * those of the machine (same_machine), so positions do not use them.
 *
 * Results of the pre-shader occupy shared registers that the program itself does not need. Registers above 255 cost little
 * more: an index register is loaded once per block. A parameter in memory costs more than a result saves, so results must not
 * displace parameters.
 */
#include "backend-usc/usc_costs.h"

#define SIMPLE 2      /* cost of a simple instruction, see struct preshader_costs */
#define MOST 960      /* registers to use, of the 1024 that a wave has on each core */
#define CONSTANTS 512 /* limit on constants, whose count includes duplicates and constants that need no register */
#define TEXTURE 16    /* registers of a texture unit: states, size, layers, comparison */
#define OTHERS 8      /* registers of tile buffers and scratch memory */

/* Upper limit of the shared registers that the program itself needs. */
static uint32_t count_needed(const struct ir_shader *s)
{
   bool *param = UTIL_ARRAY(s->ctx, bool, 4 * (size_t)s->num_params + 1);
   uint32_t n = OTHERS, units = 0, buffers = 0, consts = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         const uint32_t first = i->nsrc ? i->attr[2] : i->attr[0], count = i->nsrc ? i->attr[3] : 1;
         for (uint32_t e = first; i->op == IR_load_param && e - first < count && e < s->num_params; e++)
            for (unsigned c = 0; c < 4; c++) {
               /* All components of an array are present. */
               const bool reads = (c == i->attr[1] || i->nsrc) && !param[4 * (size_t)e + c];
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
   const uint32_t n = count_needed(s);

   return n < MOST ? 2 * (MOST - n) : 0;
}

const struct preshader_costs usc_costs = {
   .move = SIMPLE,
   .half = 0,
   .bit = SIMPLE,
   .max_halves = max_halves,
};
