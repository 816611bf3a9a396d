/* SPDX-License-Identifier: MIT */
/*
 * What the page of `make web` draws: a fragment program over a rectangle, or over a mesh whose vertices a vertex program
 * computes. Machine code runs in the simulator (nvp4c_machine.h); this is the driver around it, by the public headers alone.
 *
 * The functions with WEB_EXPORT are called from JavaScript, which reads and writes the arrays that they return.
 */
#ifndef WEB_SCENE_H
#define WEB_SCENE_H

#include <stdbool.h>
#include <string.h>

#include "nvp4c_machine.h"

#define WEB_EXPORT __attribute__((used, visibility("default")))
#define LANES NVP4C_LANES
#define NUM_IMAGES 32
#define TILES 8 /* tile buffers of USC, with 8 words for each pixel */
#define CELL 32 /* AGX: planes are relative to a cell of so many pixels squared */

struct image {
   unsigned width, height;
   uint8_t *rgba; /* rows from the top; NULL for none */
};

/* A program that runs, with the words that the driver gives to it. */
struct stage {
   const struct nvp4c_result *result; /* of the caller */
   struct nvp4c_facts facts;
   bool agx;
   unsigned num_entries;
   struct nvp4c_machine *machine, *preamble_machine;
   struct nvp4c_wave *wave;
   uint32_t *word;                       /* for each entry of the reflection */
   uint32_t **place;                     /* for each entry: its register, or its word of memory in invocation 0, or NULL */
   uint32_t *parameters, *scratch, zero; /* zero: a word of a parameter buffer */
   uint32_t tile[TILES][8 * LANES];
   struct nvp4c_preshader *preshader;
   uint32_t *preshader_words; /* inputs, results, work */
   const struct image *images;
   char error[160]; /* why a run ended early, or empty */
};
/* NULL if there is not enough memory; stage.error tells why the code cannot run. */
struct stage *stage_create(const struct nvp4c_result *result, const struct image *images);
void stage_free(struct stage *s);
/* Runs the draw-uniform parts, and writes all words to their places. False after an error. */
bool stage_bind(struct stage *s);
/* Runs the wave to its end, at most `steps` steps. False after an error. */
bool stage_run(struct stage *s, uint32_t valid, uint32_t helpers, uint64_t steps);
/* Sets the error of a wave that did not end. */
void stage_explain(struct stage *s, uint64_t steps);

/* texture.c */
uint32_t texture_word(const struct stage *s, const struct nvp4c_reflection *e);
const char *texture_sample(const struct stage *s, const struct nvp4c_texture_access *a, uint32_t (*result)[LANES]);

/* A triangle, or the rectangle, in pixels with y upwards. */
struct primitive {
   double edge[3][3]; /* a pixel is inside if edge . (x, y, 1) > 0, or >= 0 where `closed` is set; none for the rectangle */
   bool closed[3], back;
   int x0, y0, x1, y1; /* pixels that it may cover: x0 <= x < x1 */
   double z[3];        /* plane of the depth */
   float *plane;       /* three words for each entry of the fragment program's reflection, and three for 1/w */
};

struct scene {
   struct stage *fragment, *vertex; /* vertex is NULL for a rectangle */
   unsigned width, height;
   struct image image[NUM_IMAGES];
   uint64_t steps; /* limit of a wave */
   /* what is drawn */
   struct primitive *primitive;
   unsigned num_primitives;
   float *planes;
   uint32_t *corner; /* rectangle: for each entry of the reflection the bits at the bottom left, bottom right and top left */
   unsigned num_vertices, num_indices;
   float *attribute; /* mesh: four components for each of 32 attributes of each vertex */
   uint32_t *index;
   float *varying; /* mesh: four components for each varying of each vertex */
   /* the picture, with rows from the bottom */
   uint8_t *rgba;
   float *depth;
   bool opaque;
};

/* raster.c: makes the primitives. False after an error of the vertex program. */
bool scene_set_up(struct scene *s);
/* Mask of the pixels of the quad at x, y that the primitive covers. */
unsigned primitive_covers(const struct primitive *p, int x, int y);

/* Eight quads that run in one wave. */
struct batch {
   const struct primitive *primitive;
   unsigned count;
   int x[LANES / 4], y[LANES / 4];
   uint8_t covered[LANES / 4];
};
/* Sets the registers of the fragment program for a batch, and returns the masks of its lanes. */
void batch_place(struct scene *s, const struct batch *b, uint32_t *valid, uint32_t *helpers);
bool batch_run(struct scene *s, const struct batch *b);

static inline uint32_t bits_of(float f)
{
   uint32_t bits;
   memcpy(&bits, &f, sizeof bits);
   return bits;
}
static inline float float_of(uint32_t bits)
{
   float f;
   memcpy(&f, &bits, sizeof f);
   return f;
}

#endif
