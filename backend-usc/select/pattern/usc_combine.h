/* SPDX-License-Identifier: MIT */
/*
 * Chains of integer operations that one group computes. A scan before selection decides where; the operation that a chain ends
 * in emits it.
 */
#ifndef USC_COMBINE_H
#define USC_COMBINE_H

#include "backend-usc/select/operand/usc_selection.h"

void usc_combine_scan(struct usc_selection *c); /* call after usc_bytes_scan() */
/* The groups of an instruction that the scan chose; false: it chose another way. */
bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst);
/* P0 = cond by one bitwise group; false: it is no such condition. */
bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond);
/* The word that a conversion reads a byte or half of, or NULL if it reads its operand. Call after usc_combine_scan(). */
const struct ir_src *usc_unpacked_word(const struct usc_selection *c, const struct ir_instr *i);

#endif
