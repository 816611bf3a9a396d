/* SPDX-License-Identifier: MIT */
/* The bindings that a target reports, as the text that callers and object files read. */
#ifndef NVP4C_REFLECT_H
#define NVP4C_REFLECT_H

#include "codegen/target.h"
#include "nvp4c.h"

/* "sh12", "depth", "o5 (f16)", "tile0[3] (rgba8)" */
const char *reflect_location(struct util_ctx *ctx, const struct target_location *at);
/* All bindings of the output, in their order. */
struct nvp4c_reflection *reflect_bindings(struct util_ctx *ctx, const struct target_output *out);

#endif
