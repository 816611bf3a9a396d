/* SPDX-License-Identifier: MIT */
/* Costs for separating the pre-shader of a program, which becomes its preamble. */
#ifndef AGX_COSTS_H
#define AGX_COSTS_H

#include "passes/lower/preshader.h"

extern const struct preshader_costs agx_costs;

#endif
