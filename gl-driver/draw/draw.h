/* SPDX-License-Identifier: MIT */
/*
 * The steps of a draw, in the order in which its data passes them:
 *
 *    fetch.c      reads indices and attributes from buffers
 *    vertices.c   runs the vertex program for each vertex that is used
 *    assemble.c   assembles vertices to primitives
 *    geometry.c   runs the geometry program on them, whose results are assembled again
 *    stream.c     writes primitives to buffers
 *    clip.c       clips to the view volume
 *    setup.c      computes edges and coefficients of triangles, lines and points, and sorts them into tiles
 *    smooth.c     ... and the coverage of smooth lines and points
 *    tiles.c      finds the pixels of a tile that a primitive covers
 *    shade.c      ... and runs the fragment program on quads of them
 *    depth.c      ... tests depth and stencil
 *    output.c     ... blends
 *    tile.c       ... moves pixels to and from the tile of AGX, whose fragment programs blend
 *    grid.c       runs compute programs, outside of draws
 *
 * Threads work on tiles in parallel, and on the primitives of a tile in order, so the picture does not depend on the number of
 * threads. The first row of a window in memory is the top one.
 */
#ifndef GL_DRIVER_DRAW_H
#define GL_DRIVER_DRAW_H

#include "gl-driver/draw/arena.h"
#include "gl-driver/shader/shader.h"

#define TILE_SIZE 64
#define SUB_BITS 8 /* fraction of a pixel in the coordinates that decide coverage */
#define SUB_ONE (1 << SUB_BITS)
#define MAX_STREAMS 4 /* vertex streams of a geometry program; all but the first only go to buffers */

/* The same vertex in all primitives that share it. */
struct vertices {
   uint32_t *data; /* `words` for each vertex */
   unsigned words, count;
};

/* Primitives for a geometry program: the vertices of one after those of the other. */
struct inputs {
   const uint32_t **vertex;
   unsigned count, capacity;
};

struct edge {
   int64_t a, b, c; /* inside: a * x + b * y + c >= 0, with x and y in fractions of a pixel */
};

/* A smooth line or point, in pixels. */
struct smooth {
   bool is_on;
   double middle[2], direction[2];
   double along, across; /* distances from the middle to the ends and to the sides; for a point its radius */
   double length;        /* distance to the ends for the computation of coverage */
   double nearness[2];   /* 1 / w of the ends of a line */
};

/* A primitive to be rasterised. The triangles of a clipped polygon share their coefficients. */
struct primitive {
   enum primitive_kind kind;
   bool back;
   unsigned layer;
   int x0, y0, x1, y1;          /* bounds of its pixels; x1 and y1 are exclusive */
   struct edge edge[3];         /* triangles */
   int32_t from[2], to[2];      /* lines: their ends, in fractions of a pixel */
   int width;                   /* lines: pixels across */
   struct smooth smooth;        /* lines and points */
   unsigned stipple;            /* lines: fragments of the stipple pattern before this line */
   const uint32_t *coefficient; /* for registers of the fragment program */
   double z[3];                 /* plane of depth at (x - origin) */
   double origin[2];            /* pixel coordinates where planes are zero */
   float z_min, z_max;          /* limits that depth is clamped to */
};

struct bin {
   uint32_t *primitive;
   unsigned count, capacity;
};

struct draw {
   struct context *c;
   const struct draw_info *info;
   struct pipeline *pipeline;
   struct bindings vertex, geometry, fragment;
   enum primitive_kind kind; /* of what is rasterised */
   unsigned instance;
   unsigned count;
   struct vertices vertices;
   bool gathers; /* primitives go to the geometry program */
   struct inputs inputs;
   uint32_t primitive_id;
   unsigned stipple;

   /* The target */
   unsigned width, height; /* of the pixels that may be written, which begin at 0 */
   unsigned tiles_x, tiles_y;
   unsigned samples; /* per pixel */
   int scissor[4]; /* x0, y0, x1, y1 */
   struct viewport viewport;

   /* Primitives that are set up but not yet drawn */
   struct arena arena;
   struct primitive *primitive;
   unsigned num_primitives, max_primitives;
   struct bin *bin;
   double depth_unit;            /* the smallest difference in the depth buffer, or 0 for float formats */
   uint64_t passed[MAX_THREADS]; /* number of samples that passed the tests */
   bool discards;                /* nothing is rasterised */
   struct {
      uint64_t generated, written; /* primitives that were assembled, and those written to buffers */
      bool overflow;
   } stream[MAX_STREAMS];
   unsigned threads; /* that work on the draw: one if programs write memory */
   bool failed; /* out of memory: the rest of the draw is skipped */

   /* Drawing in areas */
   bool keeps; /* all primitives are kept until draw_end() */
   struct draw_area area;
   struct found *found; /* what draw_find() looks for, otherwise NULL */
};

/* A number in place of a vertex that ends a primitive. */
#define RESTART UINT32_MAX

/* fetch.c */
bool fetch_indices(struct draw *d, uint32_t **index);
struct fetch {
   uint32_t vertex;
   unsigned instance, start_instance;
};
/* Reads an attribute and converts it to four words. It is 0, 0, 0, 0 if it is not all in its buffer. */
void fetch_attribute(const struct context *c, unsigned element, const struct fetch *at, uint32_t value[4]);
/* Reads the words that have the bytes of an attribute which the program unpacks, as the DMA of the machine does. They are 0 if
   the attribute is not all in its buffer. */
void fetch_words(const struct context *c, unsigned element, const struct fetch *at, uint32_t word[4]);

/* vertices.c: shades the vertices, and replaces each index by the number of its vertex. */
bool shade_vertices(struct draw *d, uint32_t *index, unsigned count);

/* assemble.c */
void assemble(struct draw *d, const uint32_t *index, unsigned count, unsigned mode);

/* geometry.c: adds a primitive for the program; runs the program and makes its results the vertices of the draw; the kind of
   primitives that these are. */
void geometry_add(struct draw *d, const uint32_t *const *v, unsigned count);
bool shade_geometry(struct draw *d, uint32_t **index, unsigned *count);
unsigned geometry_mode(const struct draw *d);

/* stream.c: counts a primitive of a stream and writes it to the stream's buffers. */
void stream_out(struct draw *d, unsigned stream, const uint32_t *const *v, unsigned count);

/* clip.c */
#define MAX_CLIPPED (3 + 6 + MAX_CLIP_PLANES)
struct clipped {
   double position[4];
   double at; /* lines: position between the first vertex and the second */
};
/* Clips a triangle to a convex polygon, and returns its number of vertices. */
unsigned clip_triangle(const struct draw *d, const uint32_t *const v[3], struct clipped out[MAX_CLIPPED]);
/* False if nothing is left. */
bool clip_line(const struct draw *d, const uint32_t *const v[2], struct clipped out[2]);
bool clip_point(const struct draw *d, const uint32_t *v);
float vertex_word(const uint32_t *v, unsigned word);

/* setup.c: selects the viewport and scissor for the primitives that follow. */
void use_viewport(struct draw *d, unsigned n);
/* Bit n of `edges` is set if the edge from vertex n to the next one is on the boundary of the polygon. */
void setup_triangle(struct draw *d, const uint32_t *const v[3], unsigned provoking, unsigned edges);
void setup_line(struct draw *d, const uint32_t *const v[2], unsigned provoking);
void setup_point(struct draw *d, const uint32_t *v);

/* coefficients.c: registers for the fragment program, and p->z, relative to p->origin. NULL if there is no memory. */
void triangle_depth(struct draw *d, const uint32_t *const v[3], const double origin[2], double plane[3]);
const uint32_t *triangle_coefficients(struct draw *d, const uint32_t *const v[3], const uint32_t *provoking, double offset,
                                      struct primitive *p);
const uint32_t *line_coefficients(struct draw *d, const uint32_t *const v[2], const struct clipped end[2],
                                  const uint32_t *provoking, double offset, struct primitive *p);
/* The square of a point, in pixels. */
struct square {
   double middle[2], size;
};
const uint32_t *point_coefficients(struct draw *d, const uint32_t *v, const uint32_t *flat, const struct square *square,
                                   double offset, struct primitive *p);

/* smooth.c: the pixels of smooth primitives, and the covered part of a pixel, which is 0 outside of the primitive. */
void smooth_line(struct primitive *p, const double from[2], const double to[2], const double w[2], double width);
void smooth_point(struct primitive *p, const struct square *square);
double smooth_coverage(const struct primitive *p, int x, int y);

/* pool.c: threads of the whole process, which one draw uses at a time, while others do without. Calls fn(user, part, thread)
   for each part < parts, from up to `threads` threads (0: one for each processor), each with a number < MAX_THREADS of its own.
   Parts begin in ascending order. Returns when all are done. */
void pool_run(unsigned threads, unsigned parts, void (*fn)(void *user, unsigned part, unsigned thread), void *user);

/* tiles.c: draws the area of the primitives that were set up; without draw.keeps, frees them. */
void draw_tiles(struct draw *d);

/* shade.c: pixels of a primitive, as quads of the fragment program of one thread. */
struct quad {
   int x, y;     /* of its first pixel */
   uint8_t mask; /* covered pixels: (0,0) (1,0) (0,1) (1,1) */
   uint8_t sample;   /* the sample that is shaded, if the program runs for each sample */
   uint16_t samples; /* covered samples that have passed the early tests, if there are any: bit 4 * pixel + sample */
   uint16_t covered; /* samples that the primitive covers */
};
struct shader_thread {
   struct draw *d;
   unsigned thread;
   struct runner *runner;
   const struct primitive *p, *loaded; /* the primitive of the quads, and the one whose coefficients the runner has */
   struct quad quad[LANES / 4];
   unsigned count;
   uint64_t passed;
};
#define MAX_SAMPLES 4
void shade_quad(struct shader_thread *t, int x, int y, unsigned samples);
/* All samples of the pixels in a mask; the pixels with the given sample; the pixels with any sample. */
static inline unsigned samples_of(const struct draw *d, unsigned mask)
{
   return ((mask & 1) | (mask & 2) << 3 | (mask & 4) << 6 | (mask & 8) << 9) * ((1u << d->samples) - 1);
}
static inline unsigned pixels_with(unsigned samples, unsigned sample)
{
   samples >>= sample;
   return (samples & 1) | (samples >> 3 & 2) | (samples >> 6 & 4) | (samples >> 9 & 8);
}
static inline unsigned pixels_of(unsigned samples)
{
   return pixels_with(samples | samples >> 1 | samples >> 2 | samples >> 3, 0);
}
/* The position of a sample in its pixel, in sixteenths (pipe/pipe.h): the middle if multisampling is off. */
static inline unsigned sample_place(const struct draw *d, unsigned sample, unsigned axis)
{
   return d->samples > 1 && d->c->rasterizer->multisample ? sample_places(d->samples) >> (8 * sample + 4 * axis) & 15 : 8;
}
void shade_flush(struct shader_thread *t);
/* A pixel, and the last quads that ran for it and that wrote it. */
struct found {
   int x, y;
   struct quad ran, wrote;
   const struct primitive *ran_for, *wrote_for; /* NULL if there are none */
};
/* Gets the runner of a thread with the words of its draw. False if there is no memory. */
bool shade_begin(struct shader_thread *t);
/* Sets the registers of the thread's runner for its quads; returns the mask of valid lanes, and that of covered ones. */
uint32_t shade_place(struct shader_thread *t, uint32_t *covered);

/* depth.c: tests pixels of a quad and updates the buffers. Returns the mask of the pixels that pass. z has a depth for each
   pixel. */
unsigned depth_test(const struct draw *d, const struct primitive *p, const struct quad *q, unsigned mask, const float z[4],
                    unsigned sample);
bool depth_wanted(const struct context *c);
/* The smallest difference of two depths that the buffer certainly resolves (r of glPolygonOffset), or 0 for float formats. */
double depth_unit(unsigned format);

/* tile.c, for AGX: loads the pixels of a quad into the tile, and stores those of a mask to the targets. */
void tile_load(const struct shader_thread *t, unsigned q);
void tile_store(const struct shader_thread *t, unsigned q, unsigned samples);
/* The words that the program left in the tile for a sample of a raw target. */
void tile_words(const struct shader_thread *t, unsigned target, unsigned lane, unsigned sample, uint32_t word[4]);

/* output.c: the texel of colour target n, or NULL if the target does not have the layer. A colour is written to it; `second` is
   the other source of blending. */
uint8_t *color_texel(const struct draw *d, unsigned n, unsigned layer, int x, int y, unsigned sample);
void write_color(const struct draw *d, unsigned n, uint8_t *texel, const uint32_t color[4], const uint32_t second[4]);

#endif
