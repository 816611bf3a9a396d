/* SPDX-License-Identifier: MIT */
/*
 * What is known of a float value from the few operations that compute it, as the set of classes that it may be in (known.c).
 * Infinities are in the classes with the numbers beyond 1. A denormal is a number between 0 and 1 here, also where
 * comparisons take it for zero.
 */
#ifndef PASSES_KNOWN_H
#define PASSES_KNOWN_H

#include "ir/ir.h"

enum {
   KNOWN_BELOW = 1 << 0, /* < -1 */
   KNOWN_M1 = 1 << 1,    /* -1 */
   KNOWN_NEG = 1 << 2,   /* between -1 and 0 */
   KNOWN_M0 = 1 << 3,    /* -0 */
   KNOWN_0 = 1 << 4,     /* +0 */
   KNOWN_POS = 1 << 5,   /* between 0 and 1 */
   KNOWN_1 = 1 << 6,     /* 1 */
   KNOWN_ABOVE = 1 << 7, /* > 1 */
   KNOWN_NAN = 1 << 8,
   KNOWN_ANY = (1 << 9) - 1,
   KNOWN_UNIT = KNOWN_0 | KNOWN_POS | KNOWN_1, /* what a saturation to [0,1] leaves as it is */
   KNOWN_NEGATIVE = KNOWN_BELOW | KNOWN_M1 | KNOWN_NEG,
   KNOWN_POSITIVE = KNOWN_POS | KNOWN_1 | KNOWN_ABOVE,
};

/* The classes that what the source reads may be in, found from at most `depth` definitions in a row. */
unsigned pass_known_float(num_m m, const struct ir_src *src, unsigned depth);
/* Is it flushed as arithmetic of the model flushes, with the one NaN that arithmetic gives? So fcanon would change nothing. */
bool pass_known_canonical(num_m m, const struct ir_src *src);

#endif
