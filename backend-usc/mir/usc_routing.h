/* SPDX-License-Identifier: MIT */
/*
 * Routings of selects: which feed-through line of a group carries which operand. Selection and the peephole pass of scheduling
 * use them.
 *
 * The test reads its left side from FT0 or FTE and its right side from FT1 or FTE. The arms may come from FT0, FT1, FTE, and
 * from FT2 as the constants 0 and 1.0 of pck. P0 and P1 pass operands through to FT0 and FT1.
 */
#ifndef USC_ROUTING_H
#define USC_ROUTING_H

#include "backend-usc/isa/usc_build.h"

/* dst = op(a, b) ? t : f. If b is NONE, the test has one operand. If dst is NONE, P0 gets the result of the test. */
struct usc_choice {
   struct usc_opd dst, a, b, t, f;
   enum usc_tst_op op;
   enum usc_tst_type type;
};

/* Sets *bits if the operand is a special constant without modifiers. */
bool usc_special_constant(struct usc_opd o, uint32_t *bits);
/* The test that gives the same result with its operands exchanged. */
enum usc_tst_op usc_test_exchanged(enum usc_tst_op op);

/*
 * Places the operand of the external line in a source slot: one of the slots `used` (bit n: Sn) that reads the register
 * already, else a free one. Sets is0; returns false if no free slot can read the operand.
 */
bool usc_place_external(struct usc_group *g, unsigned used, struct usc_opd v);

/* Sets *g to the cheapest single group for the choice; false if there is none. Groups with a free P1 are cheaper, because they
   can be combined with another operation later. */
bool usc_select_group(const struct usc_choice *s, struct usc_group *g);

/*
 * Other routings of a select whose lines only pass operands through, the best first; returns their number. Only routings count
 * in which P0 or P1 carries an operand that the unit could compute itself: soft() returns bit 0 for P0, bit 1 for P1.
 */
#define USC_MAX_ROUTINGS 6
typedef unsigned (*usc_soft_fn)(void *user, struct usc_opd v);
unsigned usc_select_routings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max);

#endif
