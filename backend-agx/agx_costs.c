/* SPDX-License-Identifier: MIT */
/*
 * Facts about AGX for the pass that separates the pre-shader: see agx_costs.h. Instructions have the default costs of the pass,
 * which come from Mesa's driver for this machine; there a move and a bit operation cost as much as a simple instruction
 * (observed: rewrite_cost of src/asahi/compiler/agx_nir_opt_preamble.c).
 */
#include "backend-agx/agx_costs.h"

#include "backend-agx/isa/agx.h"
#include "semantics/memory/memory.h"

#define SIMPLE 2 /* of a simple instruction, see struct preshader_costs */
#define OTHERS 64 /* halves for constants, texture sizes and other requests of selection */
#define LEAST 128 /* halves left for results if the parameters do not fit; some parameters in memory make space */
#define MOST 480

/* The halves that the ABI and all reads of the program take. *params gets the part for parameters, which may also be in
   memory. */
static uint32_t halves_taken(const struct ir_shader *s, uint32_t *params)
{
   bool *param = UTIL_ARRAY(s->ctx, bool, 4 * (size_t)s->num_params + 1);
   bool attribute[SLOT_VATTR_LAST + 1] = {false}, buffer[64] = {false}, object[MEM_SPACE_COUNT * MEM_UNITS] = {false};
   uint32_t halves = OTHERS;

   *params = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_load_param) {
            const uint32_t first = i->nsrc ? i->attr[2] : i->attr[0], n = i->nsrc ? i->attr[3] : 1;
            for (uint32_t e = first; e < first + n && e < s->num_params; e++) {
               *params += param[4 * e + i->attr[1]] ? 0 : 2;
               param[4 * e + i->attr[1]] = true;
            }
         } else if (i->op == IR_load_input && s->stage == IR_STAGE_VERTEX && i->attr[0] <= SLOT_VATTR_LAST) {
            halves += attribute[i->attr[0]] ? 0 : 6;
            attribute[i->attr[0]] = true;
         } else if (i->op == IR_load_buffer) {
            halves += buffer[i->attr[0] % 64] ? 0 : 8; /* address and size */
            buffer[i->attr[0] % 64] = true;
         } else if (i->op == IR_image_word) {
            halves += 2; /* each access may read another one */
         } else if (i->op >= IR_mem_load && i->op <= IR_mem_size) {
            const uint32_t n = (i->attr[0] * MEM_UNITS + i->attr[1]) % (MEM_SPACE_COUNT * MEM_UNITS);
            halves += object[n] ? 0 : 8; /* address, bounds and size */
            object[n] = true;
         } else if (i->op == IR_load_input && s->stage == IR_STAGE_COMPUTE && i->attr[0] > SLOT_WORKGROUP_SIZE) {
            halves += 2;
         }
      }
   util_discard(s->ctx, param, 4 * (size_t)s->num_params + 1);
   return halves + *params + 16;
}

static uint32_t max_halves(const struct ir_shader *s)
{
   uint32_t params;
   const uint32_t n = halves_taken(s, &params);

   if (n + LEAST > AGX_UNIFORMS)
      return n - params + LEAST > AGX_UNIFORMS ? 0 : LEAST;
   return AGX_UNIFORMS - n < MOST ? AGX_UNIFORMS - n : MOST;
}

const struct preshader_costs agx_costs = {
   .move = SIMPLE,
   .half = 0,
   .bit = SIMPLE,
   .max_halves = max_halves,
   .textures = true,
   .buffers = true,
   .same_machine = true,
};
