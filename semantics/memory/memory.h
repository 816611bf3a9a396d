/* SPDX-License-Identifier: MIT */
/*
 * Memory that programs load from and store to, as the reference evaluator and the IR interpreter see it: buffers and counters by byte,
 * images by texel, and the shared memory of a group. docs/semantics.md, "Memory", is the definition.
 *
 * An object is words. A byte address has its two low bits ignored. What lies outside of an object is read as 0 and not written, word by
 * word. An image has one level; its texels follow each other: samples, then x, y, layers. Tiled ones: passes/lower/pass_lower_images.c.
 */
#ifndef MODEL_MEMORY_MEMORY_H
#define MODEL_MEMORY_MEMORY_H

#include "semantics/exec.h"
#include "semantics/memory/format.h"

enum mem_space {
   MEM_BUFFER,
   MEM_COUNTER, /* buffers of atomic counters, with numbers of their own */
   MEM_IMAGE,
   MEM_GLOBAL,  /* memory of the whole device, one object */
   MEM_SHARED,  /* of the group */
   MEM_SPACE_COUNT
};
extern const char *const mem_space_name[MEM_SPACE_COUNT];
#define MEM_SHARED_BYTES 32768 /* that a block shares, if nobody says it: what GL has at least (4.6, table 23.77, MAX_COMPUTE_SHARED_MEMORY_SIZE) */
#define MEM_UNITS 32 /* buffers, counters, images of a program */

enum mem_atomic {
   MEM_ADD, MEM_FADD, MEM_XCHG, MEM_CAS, MEM_AND, MEM_OR, MEM_XOR, MEM_UMIN, MEM_UMAX, MEM_IMIN, MEM_IMAX,
   MEM_INC, /* old >= a ? 0 : old + 1 */
   MEM_DEC, /* old == 0 || old > a ? a : old - 1 */
   MEM_ATOMIC_COUNT
};
extern const char *const mem_atomic_name[MEM_ATOMIC_COUNT];

/* What a task does with a lock. */
enum mem_mutex { MEM_MUTEX_RELEASE, MEM_MUTEX_SLEEP, MEM_MUTEX_WAKEUP, MEM_MUTEX_LOCK, MEM_MUTEX_COUNT };
extern const char *const mem_mutex_name[MEM_MUTEX_COUNT];
enum { MEM_LOCK_ATOMIC, MEM_LOCK_BARRIER, MEM_LOCKS }; /* numbers of locks */

/* Of the shared memory of a block: what the program declares, and the words by which its tasks wait for each other. */
enum { MEM_SHARED_PROGRAM, MEM_SHARED_BARRIER, MEM_SHARED_UNITS };
#define MEM_BARRIER_BYTES 16
#define MEM_NEAR_BYTES 4096 /* a memory of the block up to here may lie in registers that its tasks share */

/* What a driver says of an image to code that computes addresses of texels. */
enum mem_image_word {
   MEM_IMAGE_WIDTH, MEM_IMAGE_HEIGHT, MEM_IMAGE_DEPTH, /* or layers; 1 where the target has no such dimension */
   MEM_IMAGE_SAMPLES,
   MEM_IMAGE_ROW, MEM_IMAGE_LAYER, /* bytes from a row to the next one, from a layer or slice to the next one */
   MEM_IMAGE_TILED,                /* not 0: how many bits of x and y are interleaved in the number of a texel within its layer */
   MEM_IMAGE_WORDS
};

struct mem_shadow;
struct mem_race;
struct mem_object {
   uint32_t *data;   /* NULL: there is none; loads give 0 */
   uint32_t bytes;   /* of an image a multiple of 4: the word of its last texels is all there */
   /* images */
   uint8_t target;   /* enum exec_tex_target */
   uint8_t format;   /* enum mem_format */
   uint32_t size[3]; /* width, height, depth or layers (the faces of a cube are layers); 1 where the target has no such dimension */
   uint32_t samples; /* at least 1 */
   struct mem_shadow *shadow; /* race.h; NULL: nobody looks for races */
   /* Texels of a layer are tiled, in so many low bits of each coordinate: 0 where one of the sizes is 1. Else a layer has the next powers of two as sizes. */
   bool tiled;
   uint32_t tile_bits;
};
struct exec_memory {
   struct mem_object of[MEM_SPACE_COUNT][MEM_UNITS];
   bool tainted; /* the evaluator: what is in it depends on something undefined */
   bool others;  /* evaluators: other blocks change it wherever the program has a fence (mem_fence) */
   bool fenced;  /* evaluators: it has one, and came to it */
   uint32_t wakeups; /* tasks of the block have woken others so many times */
   bool stops;   /* the interpreter: a task lets the others of its block go on wherever it locks and releases */
   struct mem_race *race; /* race.h; NULL: nobody looks for races */
};

/* NULL: there is no memory, or no such unit. All functions below take that for an object without memory. */
static inline struct mem_object *mem_object(struct exec_memory *m, enum mem_space space, unsigned unit)
{
   return m && unit < MEM_UNITS ? &m->of[space][unit] : NULL;
}

uint32_t mem_load(const struct mem_object *o, uint32_t byte);
void mem_store(struct mem_object *o, uint32_t byte, uint32_t value);
/* The low bytes of a value, 1, 2 or 4, at an address of which the bits below that are ignored. */
void mem_store_low(struct mem_object *o, uint32_t byte, unsigned bytes, uint32_t value);
/* What an operation leaves in memory where `old` was. CAS: a is what it compares with, b the new value. */
uint32_t mem_atomic_value(num_m m, enum mem_atomic op, uint32_t old, uint32_t a, uint32_t b);
/* Returns what was there. */
uint32_t mem_atomic(num_m m, enum mem_atomic op, struct mem_object *o, uint32_t byte, uint32_t a, uint32_t b);

/* What others may have done to the spaces (a bit each) when a task executes a fence of them, if there are others: words have moved, and some have
   changed. Accesses that come to stand on another side of the fence find, or leave, something else. */
void mem_fence(struct exec_task *t, uint32_t lanes, uint32_t spaces);

/* How many coordinates a target takes, the layer included; the sample, which comes behind them, is not. */
unsigned mem_coordinates(enum exec_tex_target target);
/* The byte at which a texel of `format` (MEM_NONE: that of the object) begins: rows and layers have the bytes that the object's own format gives them, so a
   wider texel may reach into the next row, or beyond the end. at: coordinates, then the sample. False: no byte of it is in the image. */
bool mem_texel(const struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4], uint32_t *byte);
/* A texel that is outside loads as one whose channels are 0, and is not stored. */
void mem_image_load(num_m m, const struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4],
                    uint32_t value[4]);
void mem_image_store(num_m m, struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4],
                     const uint32_t value[4]);
/* Word k of the texel alone. Instances of a task store the first words of their texels, then the second ones: texels that are wider than those of the image
   overlap. */
void mem_image_store_word(num_m m, struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4],
                          const uint32_t value[4], unsigned k);
/* Returns what was there. Texels that are not one channel of 32 bits are not changed and give 0, like those outside; change false: no texel is. */
uint32_t mem_image_atomic(num_m m, enum mem_atomic op, struct mem_object *o, enum mem_format format, enum exec_tex_target target,
                          const uint32_t at[4], const uint32_t value[2], bool change);
/* Width, height, layers or depth, samples; 0 where the target has none. Cube arrays: cubes. */
void mem_image_size(const struct mem_object *o, enum exec_tex_target target, uint32_t size[4]);

/* A word of what a driver says; 0 where there is no image. */
uint32_t mem_image_word(const struct mem_object *o, enum mem_image_word word);

#endif
