/* SPDX-License-Identifier: MIT */
/* Random AGX2 instructions from the rows of the table. */
#ifndef AGX_RANDOM_H
#define AGX_RANDOM_H

#include "backend-agx/isa/agx.h"

uint32_t agx_rng(uint32_t *seed);
/* A random instruction of this operation; it need not be legal. */
struct agx_instr agx_random_instr(uint32_t *seed, unsigned op);

#endif
