/* SPDX-License-Identifier: MIT */
/* A main part and an epilog as one program (docs/abi-usc.md, "Epilogs"). */
#ifndef USC_JOIN_H
#define USC_JOIN_H

#include "backend-usc/isa/usc_program.h"

/* The groups and bytes of the main part, then those of the epilog, with the reflection of both: parameter n of the epilog is
   parameter num_params + n. A program that breaks a rule is a bug of the compiler. */
struct usc_program *usc_join(struct util_ctx *ctx, const struct usc_program *main, const struct usc_program *epilog,
                             uint32_t num_params);

#endif
