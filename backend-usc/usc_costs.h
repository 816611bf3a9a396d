/* SPDX-License-Identifier: MIT */
/* By what a pre-shader, which the driver runs on the CPU, is cut off a program. */
#ifndef USC_COSTS_H
#define USC_COSTS_H

#include "passes/lower/preshader.h"

extern const struct preshader_costs usc_costs;

#endif
