/* SPDX-License-Identifier: MIT */
/* The checker of whole USC programs. It runs on every compile after layout, and uses the tables of the ISA alone. */
#ifndef USC_CHECK_PROGRAM_H
#define USC_CHECK_PROGRAM_H

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_core.h"

/*
 * Checks the rules between the groups of a program along every path: the feedback to the ISP, waits, coverage masks, output
 * addresses, words of a pixel. Branches name groups or, with `offsets` as usc_layout() returns them, bytes. `limits` is NULL
 * to ignore those of the core. Returns USC_V_OK, or the violation of the group whose number is stored in *bad. Paths after a
 * branch to a computed address are not checked.
 */
enum usc_violation usc_check_prog(struct util_ctx *ctx, const struct usc_prog *p, const uint32_t *offsets,
                                  const struct usc_core_limits *limits, uint32_t *bad);

#endif
