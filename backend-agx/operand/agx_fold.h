/* SPDX-License-Identifier: MIT */
/*
 * Integer operations that become part of what reads their results:
 *
 *    a + (b << n), n from 1 to 4      one addition
 *    (a >> n) & ones                  one extraction
 *    (a << n) | (b >> (32 - n))       one extraction of 32 bits from 64
 *    float of (a & 255), (a >> 24),   a conversion of a byte, behind a shift by 8 that the second and the fourth byte share
 *       (a >> 8 & 255)
 *    a >> 16, a & 0xffff              an operand of 16 bits, where the operation that reads it extends that by zeros
 */
#ifndef AGX_FOLD_H
#define AGX_FOLD_H

#include "backend-agx/operand/agx_operand.h"

/* The operation that i does itself instead of reading its result as source k; NULL: there is none. */
const struct ir_instr *agx_absorbed(const struct agx_selection *c, const struct ir_instr *i, unsigned k);
/* May source k of i be of 16 bits, which are extended by zeros? */
bool agx_takes_half(const struct ir_instr *i, unsigned k);
/* Is the result half of a word? The source is that word, *high says which half. */
bool agx_is_half(const struct ir_instr *i, const struct ir_src **word, unsigned *high);

#endif
