/* SPDX-License-Identifier: MIT */
/*
 * The possible classes of a float value, found from the last few operations that compute it (known.c). Infinities are in the
 * classes of numbers beyond 1. A denormal is a number between 0 and 1 here, even if comparisons treat it as zero.
 */
#ifndef PASSES_RULES_KNOWN_H
#define PASSES_RULES_KNOWN_H

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
   KNOWN_UNIT = KNOWN_0 | KNOWN_POS | KNOWN_1, /* values that a saturation to [0,1] does not change */
   KNOWN_NEGATIVE = KNOWN_BELOW | KNOWN_M1 | KNOWN_NEG,
   KNOWN_POSITIVE = KNOWN_POS | KNOWN_1 | KNOWN_ABOVE,
};

/* The possible classes of the value that the source reads, found from chains of at most `depth` definitions. */
unsigned pass_known_float(num_m m, const struct ir_src *src, unsigned depth);
/* True if fcanon would not change the value: it is flushed as in arithmetic of the model, and a NaN is the canonical one. */
bool pass_known_canonical(num_m m, const struct ir_src *src);

#endif
