/* SPDX-License-Identifier: MIT */
/* Cutting a pre-shader off a program: pass_preshader.c. struct ir_preshader and struct ir_costs are in ir/ir.h. */
#ifndef PASSES_PRESHADER_H
#define PASSES_PRESHADER_H

#include "ir/ir.h"

/* What pass_preshader() goes by if the target says nothing (preshader_costs.c). Simple operations cost 2. */
extern const struct ir_costs preshader_plain_costs;

#endif
