/* SPDX-License-Identifier: MIT */
/* Cutting a pre-shader off a program: pass_preshader.c. struct ir_preshader is in ir/ir.h. */
#ifndef PASSES_PRESHADER_H
#define PASSES_PRESHADER_H

#include "ir/ir.h"

/*
 * What a machine says to the pass that cuts a pre-shader off a program (passes/lower/pass_preshader.c). All costs are in the
 * same unit, which the machine chooses, for one run of the program by a wave.
 */
struct preshader_costs {
   /* Of an instruction of the program. 0: it is free, because what reads its result does it, too, or because nothing is left of
      it. NULL: this and reads_param are those of preshader_plain_costs, where a simple instruction costs 2. */
   unsigned (*instr)(const struct ir_instr *i);
   /* Can the instruction read a parameter as its source n, without a move? */
   bool (*reads_param)(const struct ir_instr *i, unsigned n);
   /* Results that the pre-shader of the program may have, in units of 16 bits: what parameters and the machine's own use
      leave. */
   uint32_t (*max_halves)(const struct ir_shader *s);
   unsigned move;       /* of a result to a register, for all readers that cannot read parameters */
   unsigned half, bit;  /* of unpack2h, of the comparison that makes a bit */
   bool textures;       /* the pre-shader can access textures */
   bool buffers;        /* ... and read buffers */
   bool same_machine;   /* it runs on the machine of the program: both have the same approximations, so that positions may use
                           them */
};

/* What pass_preshader() goes by if the target says nothing (preshader_costs.c). Simple operations cost 2. */
extern const struct preshader_costs preshader_plain_costs;

#endif
