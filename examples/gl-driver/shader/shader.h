/* SPDX-License-Identifier: MIT */
/*
 * Shaders of the client, and the pipelines that draws make of them: code of each stage for the state of the draw, linked by nvp4c_link().
 * shader_create() and shader_free() are declared in pipe.h.
 */
#ifndef GL_DRIVER_SHADER_H
#define GL_DRIVER_SHADER_H

#include "examples/gl-driver/shader/runner.h"

#define MAX_THREADS 32

/* A component of a varying that the fragment program reads. */
struct varying {
   uint8_t number, component;
   uint8_t word;       /* of a vertex; NO_WORD: nobody writes it */
   bool rasteriser;    /* the fixed functions make it */
   enum nvp4c_interpolation interpolation;
   uint16_t coefficient; /* register of its set */
};

struct pipeline {
   const struct code *vertex, *geometry, *fragment; /* geometry, fragment: NULL, there is none */
   const struct code *last; /* of vertex and geometry, the one in front of the rasteriser */
   struct varying *varying;
   unsigned num_varyings;
   bool smooth; /* some input is iterated with perspective */
   /* Tasks by thread; made when a thread first wants one. */
   struct runner *vertex_runner[MAX_THREADS], *geometry_runner[MAX_THREADS], *fragment_runner[MAX_THREADS];
   struct pipeline_key *key;
   struct pipeline *next;
};

enum primitive_kind { KIND_POINTS, KIND_LINES, KIND_TRIANGLES };

/* The pipeline of the bound shaders for the bound state, when primitives of this kind are rasterised. NULL: it cannot be made. It belongs
   to the vertex shader. */
struct pipeline *pipeline_get(const struct context *c, enum primitive_kind kind);
/* What is rasterised of these: what the geometry shader makes of them, if there is one. */
enum primitive_kind rasterised_kind(const struct context *c, enum primitive_kind kind);
/* Before and behind a draw: no runner has the words of one. */
void pipeline_unbind(struct pipeline *p);
/* A runner of a slot above; NULL: no memory. */
struct runner *pipeline_runner(struct runner **slot, const struct code *code);

#endif
