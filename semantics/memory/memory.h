/* SPDX-License-Identifier: MIT */
/*
 * Read-write memory as the reference evaluator and the IR interpreter see it: buffers and atomic counters by byte, images by
 * texel, and the shared memory of a workgroup. docs/semantics.md, "Memory", is the definition.
 *
 * An object is an array of words. The two low bits of a byte address are ignored. Words outside of an object read as 0 and are
 * not written. An image has one level; its texels follow each other: samples, then x, y, layers. Tiled images:
 * passes/lower/pass_lower_images.c.
 */
#ifndef SEMANTICS_MEMORY_MEMORY_H
#define SEMANTICS_MEMORY_MEMORY_H

#include "semantics/exec.h"
#include "semantics/memory/format.h"

enum mem_space {
   MEM_BUFFER,
   MEM_COUNTER, /* buffers of atomic counters, numbered separately */
   MEM_IMAGE,
   MEM_GLOBAL,  /* the whole memory of the device, as one object */
   MEM_SHARED,  /* shared memory of the workgroup */
   MEM_SPACE_COUNT
};
extern const char *const mem_space_name[MEM_SPACE_COUNT];
#define MEM_SHARED_BYTES 32768 /* default size of a workgroup's shared memory: the minimum of GL (4.6, table 23.77,
                                  MAX_COMPUTE_SHARED_MEMORY_SIZE) */
#define MEM_UNITS 32 /* greatest number of buffers, counters and images of a program */

enum mem_atomic {
   MEM_ADD, MEM_FADD, MEM_XCHG, MEM_CAS, MEM_AND, MEM_OR, MEM_XOR, MEM_UMIN, MEM_UMAX, MEM_IMIN, MEM_IMAX,
   MEM_INC, /* old >= a ? 0 : old + 1 */
   MEM_DEC, /* old == 0 || old > a ? a : old - 1 */
   MEM_ATOMIC_COUNT
};
extern const char *const mem_atomic_name[MEM_ATOMIC_COUNT];

/* How a load may use a cache that does not see the stores of other invocations: only COHERENT and VOLATILE accesses, and those
   under a lock, need to bypass it. */
enum mem_cache { MEM_CACHED, MEM_BYPASS, MEM_CACHE_COUNT };
extern const char *const mem_cache_name[MEM_CACHE_COUNT];

/* Operations of a wave on a lock. */
enum mem_mutex { MEM_MUTEX_RELEASE, MEM_MUTEX_SLEEP, MEM_MUTEX_WAKEUP, MEM_MUTEX_LOCK, MEM_MUTEX_COUNT };
extern const char *const mem_mutex_name[MEM_MUTEX_COUNT];
enum { MEM_LOCK_ATOMIC, MEM_LOCK_BARRIER, MEM_LOCKS }; /* the locks */

/* Parts of the shared memory of a workgroup: the memory that the program declares, and the words that its waves use to
   synchronize. */
enum { MEM_SHARED_PROGRAM, MEM_SHARED_BARRIER, MEM_SHARED_UNITS };
#define MEM_BARRIER_BYTES 16
#define MEM_NEAR_BYTES 4096 /* shared memory of at most this size may live in registers that the waves of a workgroup share */

/* Words by which a driver describes an image to code that computes addresses of texels. */
enum mem_image_word {
   MEM_IMAGE_WIDTH, MEM_IMAGE_HEIGHT, MEM_IMAGE_DEPTH, /* depth or layers; 1 where the target lacks the dimension */
   MEM_IMAGE_SAMPLES,
   MEM_IMAGE_ROW, MEM_IMAGE_LAYER, /* bytes from one row to the next, and from one layer or slice to the next */
   MEM_IMAGE_TILED,                /* of tiled images: mem_image_tiling() */
   MEM_IMAGE_WORDS
};

struct mem_shadow;
struct mem_race;
struct mem_object {
   uint32_t *data;   /* NULL for an absent object, whose loads give 0 */
   uint32_t bytes;   /* for an image a multiple of 4, so the word of its last texels is complete */
   uint8_t target;   /* enum exec_tex_target */
   uint8_t format;   /* enum mem_format */
   uint32_t size[3]; /* width, height, depth or layers (the faces of a cube are layers); 1 where the target lacks the
                        dimension */
   uint32_t samples; /* at least 1 */
   struct mem_shadow *shadow; /* race.h; NULL unless races are detected */
   bool tiled;        /* its texels are in the order that `tiling`, the word MEM_IMAGE_TILED, describes. Sizes are rounded up
                         to powers of two if any bits are interleaved, those of a 3D image always and to at least 4 */
   uint32_t tiling;
};
struct exec_memory {
   struct mem_object of[MEM_SPACE_COUNT][MEM_UNITS];
   bool tainted; /* evaluators: the contents depend on something undefined */
   bool others;  /* evaluators: other workgroups change the contents wherever the program has a fence (mem_fence) */
   bool fenced;  /* evaluators: the program has executed a fence */
   uint32_t wakeups; /* number of times that waves of the workgroup have woken others */
   bool stops;   /* interpreter: a wave yields to the others of its workgroup at each lock and unlock */
   struct mem_race *race; /* race.h; NULL unless races are detected */
};

/* NULL if the memory or the unit does not exist. All functions below treat NULL as an object without memory. */
static inline struct mem_object *mem_object(struct exec_memory *m, enum mem_space space, unsigned unit)
{
   return m && unit < MEM_UNITS ? &m->of[space][unit] : NULL;
}

uint32_t mem_load(const struct mem_object *o, uint32_t byte);
void mem_store(struct mem_object *o, uint32_t byte, uint32_t value);
/* Stores the low 1, 2 or 4 bytes of a value at an address that is rounded down to that size. */
void mem_store_low(struct mem_object *o, uint32_t byte, unsigned bytes, uint32_t value);
/* The new value of memory that held `old`. CAS compares with a and stores b. */
uint32_t mem_atomic_value(num_m m, enum mem_atomic op, uint32_t old, uint32_t a, uint32_t b);
/* Returns the old value. */
uint32_t mem_atomic(num_m m, enum mem_atomic op, struct mem_object *o, uint32_t byte, uint32_t a, uint32_t b);

/* The effect of a fence on the spaces (a bit each) if the memory has other users: words move, and some change. An access
   that the compiler moved across the fence then gives another result. */
void mem_fence(struct exec_wave *t, uint32_t lanes, uint32_t spaces);

/* The number of coordinates of a target, including the layer but not the sample, which follows them. */
unsigned mem_coordinates(enum exec_tex_target target);
/* The byte at which a texel of `format` (MEM_NONE for the object's own) begins. The object's own format determines the size
   of rows and layers, so a wider texel may extend into the next row or past the end. `at` holds coordinates, then the
   sample. False if the texel lies completely outside of the image. */
bool mem_texel(const struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4],
               uint32_t *byte);
/* An image as an instruction accesses it. */
struct mem_image {
   struct mem_object *object;
   enum mem_format format; /* MEM_NONE for the object's own */
   enum exec_tex_target target;
};
/* A texel outside of the image loads as channels of 0 and is not stored. */
void mem_image_load(num_m m, const struct mem_image *image, const uint32_t at[4], uint32_t value[4]);
void mem_image_store(num_m m, const struct mem_image *image, const uint32_t at[4], const uint32_t value[4]);
/* Stores only word k of the texel. The invocations of a wave store the first words of their texels, then the second ones,
   because texels wider than those of the image overlap. */
void mem_image_store_word(num_m m, const struct mem_image *image, const uint32_t at[4], const uint32_t value[4], unsigned k);
/* Returns the old value. Texels outside of the image, and formats other than one channel of 32 bits, give 0 and do not
   change. With `change` false the texel keeps its value. */
uint32_t mem_image_atomic(num_m m, enum mem_atomic op, const struct mem_image *image, const uint32_t at[4],
                          const uint32_t value[2], bool change);
/* Width, height, layers or depth, samples; 0 where the target lacks one. Cube arrays count cubes. */
void mem_image_size(const struct mem_object *o, enum exec_tex_target target, uint32_t size[4]);

/*
 * The word MEM_IMAGE_TILED of a tiled image. Of 2D images and layers it is the number of low bits of x and y that are
 * interleaved, as many as both sizes have when they are powers of two.
 *
 * Of 3D images it is about the coordinates x / 4, y / 4, z / 4 of a brick of 4 x 4 x 4 texels: bits 4..0 are the number of low
 * bits of all three that are interleaved, bits 12..8 the number of the bits after those that are interleaved in pairs, because
 * one coordinate has no more. The first of a pair is y, or x if bit 16 is set; the second one is x, or z if bit 17 is set.
 */
#define MEM_TILING_FIRST_X (1u << 16)
#define MEM_TILING_SECOND_Z (1u << 17)
uint32_t mem_image_tiling(enum exec_tex_target target, const uint32_t size[3]);
/* Sets the order of texels and the number of bytes of an image that has the other members. */
void mem_image_lay_out(struct mem_object *o, bool tiled);
/* A word of the driver's description of an image, or 0 without an image. */
uint32_t mem_image_word(const struct mem_object *o, enum mem_image_word word);

#endif
