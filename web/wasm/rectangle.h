/* SPDX-License-Identifier: MIT */
/*
 * A fragment program over a rectangle, as the page of `make web` and `nvp4c --run -png` draw it. Machine code runs in the
 * simulator (nvp4c_machine.h); this is the driver around it, by the public headers alone. Meshes are drawn by gl-driver/scene
 * (mesh.c).
 *
 * The functions with WEB_EXPORT are called from JavaScript, which reads and writes the arrays that they return.
 */
#ifndef WEB_RECTANGLE_H
#define WEB_RECTANGLE_H

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

/* texture.c */
uint32_t image_word(const struct stage *s, const struct nvp4c_reflection *e);
const char *image_sample(const struct stage *s, const struct nvp4c_texture_access *a, uint32_t (*result)[LANES]);

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
