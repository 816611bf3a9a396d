/* SPDX-License-Identifier: MIT */
/* Costs for extracting a pre-shader, which the driver runs on the CPU. */
#ifndef USC_COSTS_H
#define USC_COSTS_H

#include "passes/lower/preshader.h"

extern const struct preshader_costs usc_costs;

#endif
