/* SPDX-License-Identifier: MIT */
/* By what a pre-shader, which becomes the preamble, is cut off a program. */
#ifndef AGX_COSTS_H
#define AGX_COSTS_H

#include "passes/lower/preshader.h"

extern const struct preshader_costs agx_costs;

#endif
