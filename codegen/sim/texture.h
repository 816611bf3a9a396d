/* SPDX-License-Identifier: MIT */
/* Between an access as a machine hands it over and the texture unit of a task: what the driver's halves of all machines have in common. */
#ifndef CODEGEN_SIM_TEXTURE_H
#define CODEGEN_SIM_TEXTURE_H

#include "codegen/machine.h"

/* A texture as a program declares it. */
struct cg_texture {
   enum exec_tex_target target;
   unsigned unit, sampler_unit;
};

/* What the texture unit says about a texture: a word of the result. 0 if the task has no unit. */
uint32_t cg_texture_ask(const struct exec_task *exec, enum exec_tex_op op, enum exec_tex_target target, unsigned unit, unsigned word);
/* The access with its operation, lanes, and the words of the first `coords` coordinates; x is zeroed. Layer, level and what else there
   is are the machine's. */
void cg_texture_access(const struct machine_texture *s, const struct cg_texture *t, unsigned coords, struct exec_tex *x);
/* A word, if it is there. */
void cg_texture_copy(const uint32_t *word, exec_lanes out);

#endif
