/* SPDX-License-Identifier: MIT */
/* Runs GLSL programs in a GL, and captures the TGSI that its driver receives: softpipe prints it (SOFTPIPE_DEBUG=vs,gs,fs). */
#ifndef TESTS_ORACLE_GLSL_H
#define TESTS_ORACLE_GLSL_H

#include "tests/oracle/gl.h"

struct oracle_glsl {
   GLuint program;
   char *printed; /* the captured standard error since oracle_glsl_begin() */
   int saved;
   char error[1200];
};

/* Compiles, links and uses a program; geometry may be NULL. From then on the standard error of the process is captured. Returns
   false with p->error. In any case oracle_glsl_end() must follow. */
bool oracle_glsl_begin(struct oracle_gl *gl, struct oracle_glsl *p, const char *vertex, const char *geometry,
                       const char *fragment);
/* Restores the standard error and sets `printed`. */
void oracle_glsl_caught(struct oracle_glsl *p);
/* Returns the last printed TGSI program of a stage ("VERT", "GEOM", "FRAG"), which the caller frees, or NULL. */
char *oracle_glsl_tgsi(const struct oracle_glsl *p, const char *stage);
void oracle_glsl_end(struct oracle_gl *gl, struct oracle_glsl *p);

#endif
