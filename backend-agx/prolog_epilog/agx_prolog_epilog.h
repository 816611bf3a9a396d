/* SPDX-License-Identifier: MIT */
/*
 * What a driver puts around a main part: a vertex prolog, which fetches attributes, a fragment prolog and a fragment epilog,
 * which stores to the tile. They are made as text, as a driver may make its own (docs/abi-agx.md, "Whole programs"), and keep
 * to the ABI: whatever main part they are put around knows nothing of them.
 */
#ifndef AGX_PROLOG_EPILOG_H
#define AGX_PROLOG_EPILOG_H

#include "backend-agx/isa/agx_program.h"
#include "util/buf.h"
#include "util/ctx.h"

struct agx_surroundings {
   const struct agx_fetch *fetch; /* by attribute */
   const uint8_t *format;         /* by render target: enum agx_tile_format */
   unsigned samples;              /* of a pixel */
   bool api_mask;                 /* what the API's sample mask does not let through is killed */
};
/* The main part of *p becomes a whole program, where its outputs say which targets there are. False after a diagnostic. */
bool agx_make_whole(struct util_ctx *ctx, const struct agx_surroundings *s, struct agx_program *p);

#endif
