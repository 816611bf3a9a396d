/* SPDX-License-Identifier: MIT */
/*
 * Patterns: chains of operations that one group computes. A scan before selection decides where; the operation that a chain
 * ends in emits it.
 */
#ifndef USC_COMBINE_H
#define USC_COMBINE_H

#include "backend-usc/select/operand/usc_selection.h"

/* The units of a group, for the resource demand of an operation: see usc_ops.def. */
enum usc_unit {
   USC_UNIT_NONE,
   USC_UNIT_P,
   USC_UNIT_P0,
   USC_UNIT_ALONE,
   USC_UNIT_TST,
   USC_UNIT_PCK,
   USC_UNIT_CODE,
   USC_UNIT_REQUEST, /* ALONE, with a wait before the reader */
   USC_UNIT_ITRSMP,  /* ALONE, a request that can wait itself */
};

/* What the group of a pattern takes: the unit, and the sources that it reads. */
#define USC_PATTERN_READS 9
struct usc_pattern_match {
   enum usc_unit unit;
   unsigned num_reads;
   const struct ir_src *read[USC_PATTERN_READS];
};

/* Decides which operations are combined. Call after usc_bytes_scan(). */
void usc_combine_scan(struct usc_selection *c);
/* Emits the groups of an instruction that the scan combined; false if it is selected by itself. */
bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst);
/* P0 = cond by one bitwise group; false if the scan did not choose that. */
bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond);
/* The match of the instruction; false if it is selected by itself. Call after usc_combine_scan(). */
bool usc_match_pattern(struct usc_selection *c, const struct ir_instr *i, struct usc_pattern_match *m);
/* The match of usc_combine_test(). */
bool usc_match_test(struct usc_selection *c, const struct ir_value *cond, struct usc_pattern_match *m);

#endif
