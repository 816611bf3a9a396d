/* SPDX-License-Identifier: MIT */
/* GLSL programs in a GL, and the TGSI that its driver was handed for them: softpipe prints it (SOFTPIPE_DEBUG=vs,gs,fs). */
#ifndef TESTS_ORACLE_GLSL_H
#define TESTS_ORACLE_GLSL_H

#include "tests/oracle/gl.h"

struct oracle_glsl {
   GLuint program;
   char *printed; /* what was written to the standard error since oracle_glsl_begin() */
   int saved;
   char error[1200];
};

/* Compiles, links and uses a program; geometry may be NULL. From then on the standard error of the process is caught. false
   with p->error; end it in any case. */
bool oracle_glsl_begin(struct oracle_gl *gl, struct oracle_glsl *p, const char *vertex, const char *geometry,
                       const char *fragment);
/* Gives the standard error back and sets `printed`. */
void oracle_glsl_caught(struct oracle_glsl *p);
/* The last TGSI program of a stage ("VERT", "GEOM", "FRAG") in what was printed, to be freed; NULL: there is none. */
char *oracle_glsl_tgsi(const struct oracle_glsl *p, const char *stage);
void oracle_glsl_end(struct oracle_gl *gl, struct oracle_glsl *p);

#endif
