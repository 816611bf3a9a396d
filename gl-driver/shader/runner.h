/* SPDX-License-Identifier: MIT */
/*
 * Runs machine code for a draw: the inputs in registers and memory that the state of the context gives to a program, and waves
 * that hold them.
 */
#ifndef GL_DRIVER_RUNNER_H
#define GL_DRIVER_RUNNER_H

#include "gl-driver/pipe/pipe.h"
#include "gl-driver/shader/parts.h"

#define LANES NVP4C_LANES
#define RUNNER_TILES 8 /* tile buffers, with 8 words for each pixel */

/* The memory of a workgroup, initially zero: its shared memory, a word for accesses out of range (AGX), and the barrier's
   words. */
#define BARRIER_WORDS 4
struct workgroup_memory {
   uint32_t shared_bytes; /* a multiple of 4 */
   uint32_t *shared, barrier[BARRIER_WORDS];
};

/* The inputs of a program in a draw: a word for each entry of its reflection that needs one. */
struct bindings {
   const struct context *context;
   unsigned stage;
   const struct code *code;
   const struct parts *parts;    /* AGX only, otherwise NULL */
   const struct draw_info *info;
   unsigned height;              /* of the target */
   bool in_middle;               /* all samples have the position of the middle of the pixel */
   const struct grid_info *grid; /* compute programs only, otherwise NULL */
   struct workgroup_memory *workgroup;/* ... the memory that the waves of a workgroup share */
   struct work_limit *work;      /* counts the steps */
   /* Computed by bindings_init() */
   uint32_t *word;    /* by number of the reflection */
   uint32_t *uniform; /* AGX: all uniforms after the preamble, or NULL */
   unsigned num_uniforms;
   uint32_t low[MAX_LOW]; /* AGX: the uniforms of prolog and epilog, starting at first_low */
   unsigned first_low, num_low;
};
/* False if there is no memory. */
bool bindings_init(struct bindings *b);
void bindings_finish(struct bindings *b);

/* A component of a colour of a fragment program, or a word of its pixel: the word of invocation 0, and the distance to that of
   the next invocation. */
struct color_word {
   uint32_t *word;
   uint8_t target, component, stride;
};

/* A wave of a program, for one thread. */
struct runner {
   const struct code *code;
   struct nvp4c_wave *wave;
   const struct bindings *bindings; /* whose words the wave has */
   uint32_t *parameters, *scratch;  /* memory of the program */
   uint32_t **place; /* by number of the reflection: the register, or the word of memory of invocation 0, or NULL */
   uint32_t tile[RUNNER_TILES][8 * LANES];
   uint32_t *out;                                                               /* words of a vertex */
   uint32_t *vertex, *instance;                                                   /* AGX: registers of vertex programs, ... */
   uint32_t *pixels;                                                            /* ... and the tile, 16 words a pixel */
   uint32_t *coefficient, *x, *y, *back_face, *layer, *depth;                   /* registers of fragment programs */
   uint32_t *sample_x, *sample_y, *sample;                                      /* ... of several samples on USC, ... */
   uint32_t *samples, *places, *killed;                                         /* ... on AGX, ... */
   uint32_t *covered, *centroid[2]; /* ... on both; on AGX, depth has a word for each sample */
   struct color_word color[4 * MAX_COLORS];                                     /* what fragment programs write */
   unsigned num_colors;
   struct color_word before[4 * MAX_COLORS];                                    /* words of pixels that they read, USC only */
   unsigned num_before;
   /* geometry programs: receives their vertices, or NULL */
   void (*emit)(void *user, struct runner *r, uint32_t lanes, unsigned stream);
   void (*cut)(void *user, struct runner *r, uint32_t lanes, unsigned stream);
   void *user;
};
struct runner *runner_create(const struct code *code, const struct parts *parts);
void runner_free(struct runner *r);
/* Writes the words of a draw to the wave. */
void runner_bind(struct runner *r, const struct bindings *b);
/* Runs the program. False if it faulted, or exceeded its limit or that of the command. */
bool runner_run(struct runner *r, uint32_t valid, uint32_t helpers);
#define MAX_STEPS 20000000     /* instruction groups for each wave, unless the driver sets another limit */
#define STEPS_AT_ONCE (1 << 20) /* between checks of the command's limit */
/* Reports on stderr why the program did not finish. */
void runner_report(const struct runner *r);

/* Number of words of a fragment program's coefficients, and the first word of a set. */
unsigned num_coefficients(const struct code *code);
unsigned coefficient_word(const struct code *code, unsigned set);

/* memory.c: words of the reflection for read-write memory, and accesses at its addresses. */
#define OBJECT_ADDRESS(n) (UINT64_C(1) << 45 | (uint64_t)(n) << 33)
#define AGX_LOCAL 0xf1 /* the highest byte of an address of shared memory */
uint32_t memory_word(const struct bindings *b, const struct nvp4c_reflection *e);
bool memory_is_at(uint64_t address);
void memory_load(const struct bindings *b, uint64_t address, uint32_t *value);
void memory_store(const struct bindings *b, uint64_t address, unsigned bytes, uint32_t value);

/* texture.c: words of the reflection for textures and samplers, and accesses of programs. */
uint32_t texture_word(const struct bindings *b, const struct nvp4c_reflection *e);
const char *texture_access(const struct bindings *b, const struct nvp4c_texture_access *access, uint32_t (*result)[LANES]);

#endif
