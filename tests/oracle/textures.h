/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ORACLE_TEXTURES_H
#define TESTS_ORACLE_TEXTURES_H

#include "tests/oracle/gl.h"
#include "model/exec.h"

/* Whether the ARB languages have the target. */
bool oracle_texture_possible(enum exec_tex_target target);
/* The textures are the same all the time. */
#define ORACLE_TEXTURE_SEED 1
/* Bind what model/sampler.c holds for unit and target; made at the first use. false on a GL error. */
bool oracle_texture(struct oracle_gl *gl, unsigned unit, enum exec_tex_target target);

#endif
