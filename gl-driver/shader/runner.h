/* SPDX-License-Identifier: MIT */
/*
 * Running machine code for a draw: what the state of the context puts into the registers and the memory of a program, and waves
 * that keep these.
 */
#ifndef GL_DRIVER_RUNNER_H
#define GL_DRIVER_RUNNER_H

#include "gl-driver/pipe/pipe.h"
#include "gl-driver/shader/parts.h"

#define LANES NVP4C_LANES
#define RUNNER_TILES 8 /* tile buffers, of 8 words a pixel */

/* Memory of a block of a compute program, which begins as zeros: what it shares, a word for what is out of range (AGX), and its
   barrier's. */
#define BARRIER_WORDS 4
struct block_memory {
   uint32_t shared_bytes; /* a multiple of 4 */
   uint32_t *shared, barrier[BARRIER_WORDS];
};

/* What a draw gives to a program: a word for each entry of its reflection that wants one. */
struct bindings {
   const struct context *context;
   unsigned stage;
   const struct code *code;
   const struct parts *parts;    /* of AGX; else NULL */
   const struct draw_info *info;
   unsigned height;              /* of the target */
   bool in_middle;               /* all samples are told of the middle of the pixel */
   const struct grid_info *grid; /* of compute programs; else NULL */
   struct block_memory *block;   /* ... what the waves of a block have in common */
   struct work_limit *work;      /* that the steps count for */
   /* what follows is made */
   uint32_t *word;    /* by number of the reflection */
   uint32_t *uniform; /* of AGX: all uniforms behind the preamble; NULL: there is none */
   unsigned num_uniforms;
   uint32_t low[MAX_LOW]; /* of AGX: the uniforms of prolog and epilog, from first_low on */
   unsigned first_low, num_low;
};
/* false: no memory. */
bool bindings_init(struct bindings *b);
void bindings_finish(struct bindings *b);

/* A component of a colour that a fragment program writes: its words, of invocation 0, and how far that of the next invocation
   is. */
struct color_word {
   const uint32_t *word;
   uint8_t target, component, stride;
};

/* A wave of a program, of one thread. */
struct runner {
   const struct code *code;
   struct nvp4c_wave *wave;
   const struct bindings *bindings; /* those whose words the wave has */
   uint32_t *parameters, *scratch;  /* memory of the program */
   uint32_t **place; /* by number of the reflection: the register, or the word of memory of invocation 0; NULL: none */
   uint32_t tile[RUNNER_TILES][8 * LANES];
   uint32_t *out;                                                               /* words of a vertex */
   uint32_t *vertex, *instance;                                                   /* AGX: registers of vertex programs, ... */
   uint32_t *pixels;                                                            /* ... and the tile, 16 words a pixel */
   uint32_t *coefficient, *x, *y, *back_face, *depth;                           /* registers of fragment programs */
   uint32_t *sample_x, *sample_y, *sample;                                      /* ... of several samples on USC, ... */
   uint32_t *samples, *places, *killed;                                         /* ... on AGX, ... */
   uint32_t *covered, *centroid[2]; /* ... on both; depth has a word for each on AGX */
   struct color_word color[4 * MAX_COLORS];                                     /* what fragment programs write */
   unsigned num_colors;
   void (*emit)(void *user, struct runner *r, uint32_t lanes, unsigned stream); /* geometry programs; NULL: nobody listens */
   void (*cut)(void *user, struct runner *r, uint32_t lanes, unsigned stream);
   void *user;
};
struct runner *runner_create(const struct code *code, const struct parts *parts);
void runner_free(struct runner *r);
/* Puts the words of a draw in their places. */
void runner_bind(struct runner *r, const struct bindings *b);
/* Runs the program; false: it faulted, or it or the whole command went on for too long. */
bool runner_run(struct runner *r, uint32_t valid, uint32_t helpers);
#define MAX_STEPS 20000000     /* of a wave: groups of instructions */
#define STEPS_AT_ONCE (1 << 20) /* after which the limit of the command is looked at */
/* Says on stderr why it did not come to its end. */
void runner_report(const struct runner *r);

/* Words of the coefficients of a fragment program, and the first one of a set. */
unsigned num_coefficients(const struct code *code);
unsigned coefficient_word(const struct code *code, unsigned set);

/* Memory that programs change (memory.c): words of the reflection; accesses at the addresses that are theirs. */
#define OBJECT_ADDRESS(n) (UINT64_C(1) << 45 | (uint64_t)(n) << 33)
#define AGX_LOCAL 0xf1 /* the highest byte of the addresses of the memory of a block */
uint32_t memory_word(const struct bindings *b, const struct nvp4c_reflection *e);
bool memory_is_at(uint64_t address);
void memory_load(const struct bindings *b, uint64_t address, uint32_t *value);
void memory_store(const struct bindings *b, uint64_t address, unsigned bytes, uint32_t value);

/* Words of textures and samplers (texture.c): those of the reflection, and the accesses of programs. */
uint32_t texture_word(const struct bindings *b, const struct nvp4c_reflection *e);
const char *texture_access(const struct bindings *b, const struct nvp4c_texture_access *access, uint32_t (*result)[LANES]);

#endif
