/* SPDX-License-Identifier: MIT */
/* The textures of semantics/sampler.c in a GL (textures.c). */
#ifndef TESTS_ORACLE_TEXTURES_H
#define TESTS_ORACLE_TEXTURES_H

#include "tests/oracle/gl.h"
#include "semantics/exec.h"

/* Do the ARB languages have the target? */
/* The textures never change. */
#define ORACLE_TEXTURE_SEED 1
/* Binds the texture that semantics/sampler.c has for unit and target, and makes it at the first use. Returns false on a GL
   error. */
bool oracle_texture(struct oracle_gl *gl, unsigned unit, enum exec_tex_target target);

#endif
