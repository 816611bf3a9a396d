/* SPDX-License-Identifier: MIT */
/*
 * The parts that a driver puts around a main part: a vertex prolog, which fetches attributes, a fragment prolog, and a fragment
 * epilog, which stores to the tile. They are assembled from text, as a driver may do itself (docs/abi-agx.md, "Whole
 * programs"),
 * and follow the ABI: the main part does not depend on them.
 */
#ifndef AGX_PROLOG_EPILOG_H
#define AGX_PROLOG_EPILOG_H

#include "backend-agx/isa/agx_program.h"
#include "util/buf.h"
#include "util/ctx.h"

struct agx_surroundings {
   const struct agx_fetch *fetch; /* by attribute */
   unsigned samples;              /* per pixel */
   bool api_mask;                 /* the prolog kills the samples that the API's sample mask excludes */
};
/* Turns the main part *p into a whole program. */
void agx_make_whole(struct util_ctx *ctx, const struct agx_surroundings *s, struct agx_program *p);

#endif
