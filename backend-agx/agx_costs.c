/* SPDX-License-Identifier: MIT */
/*
 * What the pass that cuts a pre-shader off a program has to know about AGX: see agx_costs.h. The proportions are those with which
 * Mesa's driver chooses its preambles (observed: alu_cost, instr_cost and rewrite_cost of src/asahi/compiler/agx_nir_opt_preamble.c),
 * in halves of a simple instruction.
 */
#include "backend-agx/agx_costs.h"

#include "backend-agx/isa/agx.h"

enum { SIMPLE = 2 };

static unsigned cost(const struct ir_instr *i)
{
   switch (i->op) {
   case IR_const:
   case IR_undef:
   case IR_pack2h:
   case IR_unpack2h:
   case IR_h2f: return 0;
   case IR_mov: return i->src[0].neg || i->src[0].abs ? SIMPLE : 0;
   case IR_ffloor:
   case IR_fceil:
   case IR_ftrunc:
   case IR_fround:
   case IR_fexp2:
   case IR_flog2:
   case IR_imul:
   case IR_imad:
   case IR_shl:
   case IR_ushr:
   case IR_ishr:
   case IR_ubfe:
   case IR_ibfe:
   case IR_bitmask:
   case IR_brev:
   case IR_popc:
   case IR_msb:
   case IR_f2i:
   case IR_f2u:
   case IR_i2f:
   case IR_u2f: return 4 * SIMPLE;
   case IR_frcp: return 6 * SIMPLE;
   case IR_f2i_near:
   case IR_f2u_near:
   case IR_frsq:
   case IR_imulhi:
   case IR_umulhi: return 8 * SIMPLE;
   case IR_fsin:
   case IR_fcos: return 17 * SIMPLE / 2;
   case IR_load_param: return i->nsrc ? 10 * SIMPLE : 0;
   case IR_load_buffer: return 10 * SIMPLE;
   case IR_tex: return 20 * SIMPLE;
   default: return SIMPLE;
   }
}

/* Operations read uniforms. Outputs, phis and the operands of textures are registers. */
static bool reads_param(const struct ir_instr *i, unsigned n)
{
   (void)n;
   return ir_op_info[i->op].has_eval || i->op == IR_unpack2h;
}

#define OTHERS 64 /* halves for constants, sizes of textures, and what else selection asks for */
#define MOST 480

/* The ABI's halves, and those of everything that the program may read. */
static uint32_t taken(const struct ir_shader *s)
{
   bool *param = UTIL_ARRAY(s->ctx, bool, 4 * (size_t)s->num_params + 1);
   bool attribute[SLOT_VATTR_LAST + 1] = {false}, buffer[64] = {false};
   uint32_t halves = OTHERS;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_load_param) {
            const uint32_t first = i->nsrc ? i->attr[2] : i->attr[0], n = i->nsrc ? i->attr[3] : 1;
            for (uint32_t e = first; e < first + n && e < s->num_params; e++) {
               halves += param[4 * e + i->attr[1]] ? 0 : 2;
               param[4 * e + i->attr[1]] = true;
            }
         } else if (i->op == IR_load_input && s->stage == IR_STAGE_VERTEX && i->attr[0] <= SLOT_VATTR_LAST) {
            halves += attribute[i->attr[0]] ? 0 : 6;
            attribute[i->attr[0]] = true;
         } else if (i->op == IR_load_buffer) {
            halves += buffer[i->attr[0] % 64] ? 0 : 8; /* address and size */
            buffer[i->attr[0] % 64] = true;
         }
      }
   util_discard(s->ctx, param, 4 * (size_t)s->num_params + 1);
   return halves + 16;
}

static uint32_t max_halves(const struct ir_shader *s)
{
   const uint32_t n = taken(s);

   return n >= AGX_UNIFORMS ? 0 : AGX_UNIFORMS - n < MOST ? AGX_UNIFORMS - n : MOST;
}

const struct ir_costs agx_costs = {
   .instr = cost,
   .reads_param = reads_param,
   .move = SIMPLE,
   .half = 0,
   .bit = SIMPLE,
   .max_halves = max_halves,
   .textures = true,
   .same_machine = true,
};
