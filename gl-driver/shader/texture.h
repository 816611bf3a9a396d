/* SPDX-License-Identifier: MIT */
/* An access to a texture between the machine and the sampler. */
#ifndef GL_DRIVER_TEXTURE_H
#define GL_DRIVER_TEXTURE_H

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/runner.h"

#include <string.h>

/* An access, with its words converted for the sampler. */
struct access {
   struct nvp4c_texture_access a;
   uint32_t layer[LANES], level[LANES], place[3][LANES];
   struct sampler_view view;
   uint64_t texels; /* read by anisotropic filters */
};

/* The result of `reference FUNC texel` if the reference is less (0), equal (1) or greater (2). */
static inline bool compare_outcome(unsigned func, unsigned relation)
{
   static const uint8_t outcome[8] = {
       /* bit 0: less, 1: equal, 2: greater */
       [PIPE_FUNC_NEVER] = 0,   [PIPE_FUNC_LESS] = 1,     [PIPE_FUNC_EQUAL] = 2,  [PIPE_FUNC_LEQUAL] = 3,
       [PIPE_FUNC_GREATER] = 4, [PIPE_FUNC_NOTEQUAL] = 5, [PIPE_FUNC_GEQUAL] = 6, [PIPE_FUNC_ALWAYS] = 7};
   return relation < 3 && outcome[func & 7] >> relation & 1;
}

/* texture_agx.c */
const char *texture_access_agx(struct access *x, const struct nvp4c_texture *t, const struct sampler_view *v,
                               const struct sampler *s, uint32_t (*result)[LANES]);

#endif
