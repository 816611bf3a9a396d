/* SPDX-License-Identifier: MIT */
/*
 * Shaders of the client, and the pipelines that draws make of them: code of each stage for the state of the draw, linked by
 * nvp4c_link(). shader_create() and shader_free() are declared in pipe.h.
 */
#ifndef GL_DRIVER_SHADER_H
#define GL_DRIVER_SHADER_H

#include "gl-driver/shader/runner.h"

#define MAX_THREADS 32

/* A component of a varying that the fragment program reads. */
struct varying {
   uint8_t number, component;
   uint8_t word;    /* of a vertex; NO_WORD: nobody writes it */
   bool rasteriser; /* the fixed functions make it */
   enum nvp4c_interpolation interpolation;
   uint16_t coefficient; /* register of its set */
};

struct pipeline {
   const struct code *vertex, *geometry, *fragment; /* geometry, fragment: NULL, there is none */
   const struct code *last;                         /* of vertex and geometry, the one in front of the rasteriser */
   struct varying *varying;
   unsigned num_varyings;
   bool at_sample; /* of several samples: the fragment program wants its inputs at the one that is shaded, not in the middle of
                      the pixel */
   struct parts *vertex_parts, *fragment_parts; /* of AGX; else NULL */
   /* Waves by thread; made when a thread first wants one. */
   struct runner *vertex_runner[MAX_THREADS], *geometry_runner[MAX_THREADS], *fragment_runner[MAX_THREADS];
   bool made;
   struct pipeline_key *key;
   struct pipeline *next;
};

/* A compute program for a state of the context, with a wave for each one of a block. */
#define MAX_SHARED_BYTES 32768u
struct kernel {
   struct nvp4c_key key;
   const struct code *code;
   struct runner *runner[NVP4C_WORKGROUP_WAVES];
};
/* That of the bound compute shader, which keeps it. NULL: it cannot be made. */
struct kernel *kernel_get(const struct context *c);

enum primitive_kind { KIND_POINTS, KIND_LINES, KIND_TRIANGLES };

/* The pipeline of the bound shaders for the bound state, when primitives of this kind are rasterised. NULL: it cannot be
   made. It belongs to the vertex shader. */
struct pipeline *pipeline_get(const struct context *c, enum primitive_kind kind);
/* outputs.c: what the registers of a text's outputs are. */
#define MAX_OUTPUT_REGISTERS 80
struct shader_outputs {
   uint8_t varying[MAX_OUTPUT_REGISTERS]; /* NO_WORD: none */
   bool clip[MAX_OUTPUT_REGISTERS];       /* its components are varyings of their own */
};
void shader_read_outputs(const char *text, size_t length, struct shader_outputs *o);
/* Adds the components of varyings that stream output wants. */
void captured_outputs(const struct shader_outputs *o, const struct shader_source *source, uint8_t mask[NUM_VARYINGS]);
/* The word of a vertex that has the component of a register; NO_WORD: none. */
unsigned output_word(const struct shader_outputs *o, const struct code *code, unsigned reg, unsigned component);

/* idiom.c: the text with other words for what the client has no word for; NULL: no memory. */
char *replace_idioms(const char *text, size_t length, size_t *made);

const struct shader_source *shader_source(const struct shader *s);
unsigned shader_output_word(const struct shader *s, const struct code *code, unsigned reg, unsigned component);
/* What is rasterised of these: what the geometry shader makes of them, if there is one. */
enum primitive_kind rasterised_kind(const struct context *c, enum primitive_kind kind);
/* Are there smooth lines or points among these primitives? With several samples of a pixel there are none. */
bool draws_smooth(const struct context *c, enum primitive_kind kind);
/* Before and behind a draw: no runner has the words of one. */
void pipeline_unbind(struct pipeline *p);
/* A runner of a slot above; NULL: no memory. */
struct runner *pipeline_runner(struct runner **slot, const struct code *code, const struct parts *parts);

#endif
