/* SPDX-License-Identifier: MIT */
/* Tables that several parts of the NV front end read. */
#include "frontend/nv/ast/nv_ast.h"

#include <string.h>

const struct nv_op_info nv_op_info[NV_OP_COUNT] = {
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, dialects, suffixes, ...) \
   {#name, NV_SHAPE_##shape, NV_TYPES_##types, NV_TYPE_##defty, cc, sat, half, NV_FMT_##out, \
    {NV_FMT_##in0, NV_FMT_##in1, NV_FMT_##in2}, stages, dialects, NV_SFX_##suffixes, \
    (NV_FMT_##in0 != NV_FMT_NONE) + (NV_FMT_##in1 != NV_FMT_NONE) + (NV_FMT_##in2 != NV_FMT_NONE)},
#include "frontend/nv/ast/nv_ops.def"
#undef NV_OP
};

const char *const nv_cc_name[NV_CC_COUNT] = {"EQ",  "GE", "GT",  "LE", "LT",  "NE", "FL",  "TR", "NAN",
                                             "LEG", "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF"};

const struct nv_limits nv_default_limits = {
#define NV_LIMIT(field, name, value) .field = value,
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
};

const char *const nv_limit_option[NV_LIM_COUNT] = {
#define NV_LIMIT(field, name, value) "-limit-" name,
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
};

const char *nv_section(enum diag_id id, const char *text, size_t len)
{
   static const struct {
      enum diag_id id;       /* rows with an id come first; other rows, with `nv`, are for all ids whose section is `nv` */
      const char *nv, *arb[2];
   } rows[] = {
#define RULE(id, vertex, fragment) {DIAG_ID_##id, NULL, {vertex, fragment}},
#define SECTION(nv, vertex, fragment) {DIAG_COUNT, nv, {vertex, fragment}},
#include "frontend/nv/ast/nv_section.def"
#undef SECTION
#undef RULE
   };
   /* NV_gpu_program4 leaves the limits of resources to the older documents. */
   const bool limit = !strncmp(diag_info[id].section, "ARB_vertex_program ", 19);
   const bool vertex = len >= 7 && !memcmp(text, "!!ARBvp", 7);
   const bool fragment = len >= 7 && (!memcmp(text, "!!ARBfp", 7) || (limit && !memcmp(text, "!!NVfp4", 7)));

   for (size_t i = 0; i < sizeof rows / sizeof rows[0] && (vertex || fragment); i++)
      if (rows[i].id == id || (rows[i].nv && !strcmp(rows[i].nv, diag_info[id].section)))
         return rows[i].arb[fragment];
   return diag_info[id].section;
}
