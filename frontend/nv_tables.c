/* SPDX-License-Identifier: MIT */
/* Tables of the NV frontend that several of its parts read. */
#include "frontend/nv_ast.h"

const struct nv_op_info nv_op_info[NV_OP_COUNT] = {
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, dialects, suffixes)                        \
   {#name, shape, types, defty, cc, sat, half, out, {in0, in1, in2}, stages, dialects, suffixes,                               \
    (in0 != NV_FMT_NONE) + (in1 != NV_FMT_NONE) + (in2 != NV_FMT_NONE)},
#include "frontend/nv_ops.def"
#undef NV_OP
};

const struct nv_limits nv_default_limits = {
#define NV_LIMIT(field, name, value) .field = value,
#include "frontend/nv_limits.def"
#undef NV_LIMIT
};
