/* SPDX-License-Identifier: MIT */
/*
 * Costs of a machine like Apple's: the ratios are those by which Mesa's driver chooses its preambles (alu_cost,
 * instr_cost and rewrite_cost of src/asahi/compiler/agx_nir_opt_preamble.c), for this IR. Differences: all readers that need a
 * register, including phis and texture coordinates, cost one move together; a value of one bit is restored by a comparison with
 * 0.
 */
#include "passes/lower/preshader.h"

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
   case IR_f2i_near:
   case IR_f2u_near: return 8 * SIMPLE;
   case IR_frcp: return 6 * SIMPLE;
   case IR_frsq:
   case IR_imulhi:
   case IR_umulhi: return 8 * SIMPLE;
   case IR_fsin:
   case IR_fcos: return 17 * SIMPLE / 2;
   case IR_idiv:
   case IR_udiv:
   case IR_imod:
   case IR_umod: return 30 * SIMPLE;
   case IR_load_param: return i->nsrc ? 10 * SIMPLE : 0;
   case IR_load_buffer: return 10 * SIMPLE;
   case IR_tex: return 20 * SIMPLE;
   default: return SIMPLE;
   }
}

/* Arithmetic instructions read uniforms. */
static bool reads_param(const struct ir_instr *i, unsigned n)
{
   (void)n;
   return ir_op_info[i->op].has_eval || i->op == IR_unpack2h;
}

static uint32_t max_halves(const struct ir_shader *s)
{
   (void)s;
   return 480;
}

const struct preshader_costs preshader_plain_costs = {
   .instr = cost,
   .reads_param = reads_param,
   .move = SIMPLE,
   .half = 0,
   .bit = SIMPLE,
   .max_halves = max_halves,
   .textures = true,
   .buffers = true,
   .same_machine = true,
};
