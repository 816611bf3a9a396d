/* SPDX-License-Identifier: MIT */
/* Texture accesses, shared by all machines: see texture.h. */
#include "codegen/sim/texture.h"

#include <string.h>

uint32_t cg_texture_ask(const struct exec_wave *exec, enum exec_tex_op op, enum exec_tex_target target, unsigned unit,
                        unsigned word)
{
   struct exec_tex x;
   exec_lanes res[4];

   if (!exec->tex)
      return 0;
   memset(&x, 0, sizeof x);
   memset(res, 0, sizeof res);
   x.op = op;
   x.target = target;
   x.unit = unit;
   x.active = x.quad_valid = 1;
   exec->tex(exec->tex_user, exec->num, &x, res);
   return res[word][0];
}

void cg_texture_copy(const uint32_t *word, exec_lanes out)
{
   if (word)
      memcpy(out, word, sizeof(exec_lanes));
}

void cg_texture_access(const struct machine_texture *s, const struct cg_texture *t, unsigned coords, struct exec_tex *x)
{
   static const enum exec_tex_op ops[] = {[MACHINE_LEVEL_IMPLICIT] = TEX_SAMPLE,
                                          [MACHINE_LEVEL_BIAS] = TEX_BIAS,
                                          [MACHINE_LEVEL_EXPLICIT] = TEX_LOD,
                                          [MACHINE_LEVEL_GRADIENTS] = TEX_GRAD};

   x->op = ops[s->level_from];
   x->target = t->target;
   x->unit = t->unit;
   x->sampler = t->sampler_unit + 1;
   x->active = s->lanes;
   x->quad_valid = s->running;
   for (unsigned k = 0; k < coords; k++) {
      cg_texture_copy(s->coordinate[k], x->coord[k]);
      cg_texture_copy(s->ddx[k], x->ddx[k]);
      cg_texture_copy(s->ddy[k], x->ddy[k]);
      x->offset[k] = s->offset[k];
   }
}
