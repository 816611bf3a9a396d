/* SPDX-License-Identifier: MIT */
/* The costs by which pass_preshader.c cuts a pre-shader off a program. struct ir_preshader is in ir/ir.h. */
#ifndef PASSES_LOWER_PRESHADER_H
#define PASSES_LOWER_PRESHADER_H

#include "ir/ir.h"

/*
 * The costs of a machine. All are in one unit, which the machine chooses, for one run of the program by a wave.
 */
struct preshader_costs {
   /* The cost of an instruction of the program. It is 0 if the reader of the result does its work, too, or if it vanishes. If
      NULL, this and reads_param are those of preshader_plain_costs, where a simple instruction costs 2. */
   unsigned (*instr)(const struct ir_instr *i);
   /* True if the instruction can read a parameter as its source n without a move. */
   bool (*reads_param)(const struct ir_instr *i, unsigned n);
   /* The maximum size of the results of the pre-shader, in units of 16 bits: the space left by parameters and by the machine's
      own use. */
   uint32_t (*max_halves)(const struct ir_shader *s);
   unsigned move;       /* of a result to a register, once for all readers that cannot read parameters */
   unsigned half, bit;  /* of unpack2h, of the comparison that makes a bit */
   bool textures;       /* the pre-shader can access textures */
   bool buffers;        /* the pre-shader can read buffers */
   bool same_machine;   /* it runs on the machine of the program, so both have the same approximations and positions may use
                           them */
};

/* The costs that pass_preshader() uses if the target has none (preshader_costs.c). A simple operation costs 2. */
extern const struct preshader_costs preshader_plain_costs;

#endif
