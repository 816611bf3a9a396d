/* SPDX-License-Identifier: MIT */
/* Tables that several parts of the NV front end read. */
#include "frontend/nv/tree/nv_ast.h"

#include <string.h>

const struct nv_op_info nv_op_info[NV_OP_COUNT] = {
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, dialects, suffixes)                        \
   {#name, shape, types, defty, cc, sat, half, out, {in0, in1, in2}, stages, dialects, suffixes,                               \
    (in0 != NV_FMT_NONE) + (in1 != NV_FMT_NONE) + (in2 != NV_FMT_NONE)},
#include "frontend/nv/tree/nv_ops.def"
#undef NV_OP
};

const char *const nv_cc_name[NV_CC_COUNT] = {"EQ",  "GE", "GT",  "LE", "LT",  "NE", "FL",  "TR", "NAN",
                                             "LEG", "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF"};

const struct nv_limits nv_default_limits = {
#define NV_LIMIT(field, name, value) .field = value,
#include "frontend/nv/tree/nv_limits.def"
#undef NV_LIMIT
};

const char *nv_section(const char *section, const char *text, size_t len)
{
   static const struct {
      const char *nv, *arb[2];
   } rows[] = {
#define SECTION(nv, vertex, fragment) {nv, {vertex, fragment}},
#include "frontend/nv/tree/nv_section.def"
#undef SECTION
   };
   const bool vertex = len >= 7 && !memcmp(text, "!!ARBvp", 7), fragment = len >= 7 && !memcmp(text, "!!ARBfp", 7);

   for (size_t i = 0; i < sizeof rows / sizeof rows[0] && (vertex || fragment); i++)
      if (!strcmp(rows[i].nv, section))
         return rows[i].arb[fragment];
   return section;
}
