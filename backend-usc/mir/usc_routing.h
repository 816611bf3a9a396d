/* SPDX-License-Identifier: MIT */
/*
 * Routings of selects: which feed-through line of a group carries which operand. They are functions of groups alone, for
 * selection and for the peephole pass.
 */
#ifndef USC_ROUTING_H
#define USC_ROUTING_H

#include "backend-usc/isa/usc_build.h"

/*
 * Which feed-through line of a group carries which operand: functions of groups alone, for selection and for the peephole pass
 * of scheduling.
 *
 * The test sees its left side on FT0 or FTE and its right side on FT1 or FTE; the arms may come from FT0, FT1, FTE, and from
 * FT2 as the constants 0 and 1.0 of pck. P0 and P1 pass through what is on FT0 and FT1.
 */

/* dst = op(a, b) ? t : f. Without b (NONE) the operation tests a alone. Without dst the result of the test goes to P0. */
struct usc_choice {
   struct usc_opd dst, a, b, t, f;
   enum usc_tst_op op;
   enum usc_tst_type type;
};

/* Bits of an operand that is a special constant without modifiers. */
bool usc_special_constant(struct usc_opd o, uint32_t *bits);
/* The test that gives the same result with its operands exchanged. */
enum usc_tst_op usc_test_exchanged(enum usc_tst_op op);

/*
 * A source slot for the operand of the external line: one of the slots `used` (bit n: Sn) that holds the register already, else
 * a free one. Sets is0; false if no slot is left that can read the operand.
 */
bool usc_place_external(struct usc_group *g, unsigned used, struct usc_opd v);

/* The cheapest single group for the choice; false if there is none. A group that leaves P1 free can take in another operation
   later. */
bool usc_select_group(const struct usc_choice *s, struct usc_group *g);

/*
 * Other routings of a select whose lines only pass operands through, the best first; only those in which P0 or P1 carries
 * something that its unit could compute itself: soft() says so, bit 0 for P0, bit 1 for P1.
 */
#define USC_MAX_ROUTINGS 6
typedef unsigned (*usc_soft_fn)(void *user, struct usc_opd v);
unsigned usc_select_routings(const struct usc_group *g, usc_soft_fn soft, void *user, struct usc_group *out, unsigned max);

#endif
