/* SPDX-License-Identifier: MIT */
/* Translation of a machine's texture access to the texture unit of a wave, shared by the simulated drivers of all machines. */
#ifndef CODEGEN_SIM_TEXTURE_H
#define CODEGEN_SIM_TEXTURE_H

#include "codegen/machine.h"

/* A texture as the program declares it. */
struct cg_texture {
   enum exec_tex_target target;
   unsigned unit, sampler_unit;
};

/* A property of a texture: a word of the result of `op`, or 0 without a texture unit. */
uint32_t cg_texture_ask(const struct exec_wave *exec, enum exec_tex_op op, enum exec_tex_target target, unsigned unit,
                        unsigned word);
/* Fills x (zeroed) with the operation, lanes, and the first `coords` coordinates. The machine adds layer, level and the
   rest. */
void cg_texture_access(const struct machine_texture *s, const struct cg_texture *t, unsigned coords, struct exec_tex *x);
/* Copies a word unless it is NULL. */
void cg_texture_copy(const uint32_t *word, exec_lanes out);

#endif
