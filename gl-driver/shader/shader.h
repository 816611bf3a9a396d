/* SPDX-License-Identifier: MIT */
/*
 * Shaders of the client, and the pipelines of draws: code of each stage for the state of the draw, linked by nvp4c_link().
 * pipe.h declares shader_create() and shader_free().
 */
#ifndef GL_DRIVER_SHADER_H
#define GL_DRIVER_SHADER_H

#include "gl-driver/shader/runner.h"

#define MAX_THREADS 32

/* A component of a varying that the fragment program reads. */
struct varying {
   uint8_t number, component;
   uint8_t word;    /* of a vertex; NO_WORD without a producer */
   bool rasteriser; /* produced by the rasteriser */
   enum nvp4c_interpolation interpolation;
   uint16_t coefficient; /* register of its set */
};

struct pipeline {
   const struct code *vertex, *geometry, *fragment; /* NULL for geometry or fragment programs that are missing */
   const struct code *last;                         /* the last of vertex and geometry programs */
   struct varying *varying;
   unsigned num_varyings;
   uint16_t stored[MAX_COLORS]; /* by target: the format of its words in the wave, or 0 if the program writes floats */
   bool at_sample; /* multisampling: inputs of the fragment program are at the shaded sample, not in the middle of the pixel */
   struct parts *vertex_parts, *fragment_parts; /* AGX only, otherwise NULL */
   /* Waves of each thread, created by its first use. */
   struct runner *vertex_runner[MAX_THREADS], *geometry_runner[MAX_THREADS], *fragment_runner[MAX_THREADS];
   bool made;
   struct pipeline_key *key;
   struct pipeline *next;
};

/* A compute program for a state of the context, with all waves of a workgroup. */
#define MAX_SHARED_BYTES 32768u
struct kernel {
   struct nvp4c_key key;
   const struct code *code;
   struct runner *runner[NVP4C_WORKGROUP_WAVES];
};
/* The kernel of the bound compute shader, which owns it. NULL if it cannot be created. */
struct kernel *kernel_get(const struct context *c);

enum primitive_kind { KIND_POINTS, KIND_LINES, KIND_TRIANGLES };

/* The pipeline of the bound shaders for the bound state and this kind of rasterised primitives. The vertex shader owns it. NULL
   if it cannot be created. */
struct pipeline *pipeline_get(const struct context *c, enum primitive_kind kind);
/* outputs.c: the meaning of a text's output registers. */
#define MAX_OUTPUT_REGISTERS 80
struct shader_outputs {
   uint8_t varying[MAX_OUTPUT_REGISTERS]; /* or NO_WORD */
   bool clip[MAX_OUTPUT_REGISTERS];       /* its components are separate varyings */
};
void shader_read_outputs(const char *text, size_t length, struct shader_outputs *o);
/* Adds the components of varyings for stream output. */
void captured_outputs(const struct shader_outputs *o, const struct shader_source *source, uint8_t mask[NUM_VARYINGS]);
/* The word of a vertex with a component of a register, or NO_WORD. */
unsigned output_word(const struct shader_outputs *o, const struct code *code, unsigned reg, unsigned component);

/* idiom.c: the text with Mesa's workarounds replaced by TGSI that it cannot write. NULL if there is no memory. */
char *replace_idioms(const char *text, size_t length, size_t *made);

const struct shader_source *shader_source(const struct shader *s);
unsigned shader_output_word(const struct shader *s, const struct code *code, unsigned reg, unsigned component);
/* The kind of primitives that are rasterised: that of the geometry shader, if there is one. */
enum primitive_kind rasterised_kind(const struct context *c, enum primitive_kind kind);
/* True if smooth lines or points are drawn. Pixels with several samples are never smooth. */
bool draws_smooth(const struct context *c, enum primitive_kind kind);
/* Called before and after a draw: removes the words of draws from the runners. */
void pipeline_unbind(struct pipeline *p);
/* targets.c: colour targets that the program blends and packs. Sets their state in a key. */
void target_key(const struct context *c, struct nvp4c_key *k);
/* The format of the words of a target's pixel in a wave, or 0 if the key does not have the target. */
unsigned target_format(const struct nvp4c_key *key, unsigned n);
/* Writes the pixel of a lane to the words of target n in that format, and stores words to a texel. */
void target_load(const struct runner *r, unsigned n, unsigned stored, unsigned format, const uint8_t *texel, unsigned lane);
void target_store(unsigned stored, unsigned format, uint8_t *texel, const uint32_t word[4]);
/* The runner of a slot, created if necessary. NULL if there is no memory. */
struct runner *pipeline_runner(struct runner **slot, const struct code *code, const struct parts *parts);

#endif
