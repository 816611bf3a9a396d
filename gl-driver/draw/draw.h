/* SPDX-License-Identifier: MIT */
/*
 * The parts of a draw, in the order in which its data goes through them:
 *
 *    fetch.c      indices and attributes from buffers
 *    vertices.c   the vertex program over all vertices that are used
 *    assemble.c   primitives of vertices
 *    geometry.c   the geometry program over these, whose results are assembled again
 *    stream.c     primitives to buffers
 *    clip.c       what is outside of the view volume is cut off
 *    setup.c      triangles, lines and points get their coefficients, and go to the tiles that they touch
 *    smooth.c     ... of smooth lines and points which part of each pixel
 *    tiles.c      every tile: which pixels a primitive covers
 *    shade.c      ... quads of them through the fragment program
 *    depth.c      ... depth and stencil tests
 *    output.c     ... blending
 *    tile.c       ... AGX: the tile, where the fragment program has blended
 *    grid.c       not of a draw: compute programs
 *
 * Tiles are worked on in parallel, the primitives of a tile one after the other, so a picture does not depend on the number of
 * threads. Window coordinates have the first row of the memory on top.
 */
#ifndef GL_DRIVER_DRAW_H
#define GL_DRIVER_DRAW_H

#include "gl-driver/draw/arena.h"
#include "gl-driver/shader/shader.h"

#define TILE_SIZE 64
#define SUB_BITS 8 /* of a pixel in the coordinates that decide about coverage */
#define SUB_ONE (1 << SUB_BITS)
#define MAX_STREAMS 4 /* of vertices of a geometry program; all but the first only go to buffers */

/* The same vertex for all primitives that have it. */
struct vertices {
   uint32_t *data; /* `words` of each */
   unsigned words, count;
};

/* Primitives for a geometry program: the vertices of each behind each other. */
struct inputs {
   const uint32_t **vertex;
   unsigned count, capacity;
};

struct edge {
   int64_t a, b, c; /* inside: a * x + b * y + c >= 0, x and y in parts of a pixel */
};

/* A smooth line or point, in pixels. */
struct smooth {
   bool is_on;
   double middle[2], direction[2];
   double along, across; /* from the middle to the ends, to the sides; of a point the radius */
   double length;        /* ... to the ends as the coverage counts it */
   double nearness[2];   /* of the ends of a line: 1 / w */
};

/* What is rasterised. Triangles of a polygon that clipping has made share their coefficients. */
struct primitive {
   enum primitive_kind kind;
   bool back;
   unsigned layer;
   int x0, y0, x1, y1;          /* pixels that it can cover; x1, y1 are outside */
   struct edge edge[3];         /* triangles */
   int32_t from[2], to[2];      /* lines: the ends, in parts of a pixel */
   int width;                   /* lines: pixels across */
   struct smooth smooth;        /* lines and points */
   unsigned stipple;            /* lines: fragments of the stipple that were before this one */
   const uint32_t *coefficient; /* registers of the fragment program */
   double z[3];                 /* depth: plane at (x - origin) */
   double origin[2];            /* pixel coordinates: planes are zero there */
   float z_min, z_max;          /* depth is clamped to these */
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
   enum primitive_kind kind; /* what is rasterised */
   unsigned instance;
   unsigned count;
   struct vertices vertices;
   bool gathers; /* assembly is for the geometry program */
   struct inputs inputs;
   uint32_t primitive_id;
   unsigned stipple;

   /* the target */
   unsigned width, height; /* pixels that may be written begin at 0 */
   unsigned tiles_x, tiles_y;
   unsigned samples; /* of a pixel */
   int scissor[4]; /* x0, y0, x1, y1 */
   struct {
      float scale[3], translate[3];
   } viewport;

   /* what was set up and not yet drawn */
   struct arena arena;
   struct primitive *primitive;
   unsigned num_primitives, max_primitives;
   struct bin *bin;
   double depth_unit;            /* the smallest difference that the depth buffer has; of float formats 0 */
   uint64_t passed[MAX_THREADS]; /* samples that passed the tests */
   bool discards;                /* nothing is rasterised */
   struct {
      uint64_t generated, written; /* primitives: of assembly, to buffers */
      bool overflow;
   } stream[MAX_STREAMS];
   unsigned threads; /* that work on it: one, if programs change memory */
   bool failed; /* no memory: the rest is left out */
};

/* In place of the number of a vertex: a primitive ends here. */
#define RESTART UINT32_MAX

/* fetch.c */
bool fetch_indices(struct draw *d, uint32_t **index);
/* Four words of an attribute of the vertex with this number. */
void fetch_attribute(const struct context *c, unsigned element, uint32_t vertex, unsigned instance, unsigned start_instance,
                     uint32_t value[4]);

/* vertices.c: shades the vertices, and makes `index` numbers of them. */
bool shade_vertices(struct draw *d, uint32_t *index, unsigned count);

/* assemble.c */
void assemble(struct draw *d, const uint32_t *index, unsigned count, unsigned mode);

/* geometry.c: a primitive for the program; runs it, and makes its results the vertices of the draw; what they are. */
void geometry_add(struct draw *d, const uint32_t *const *v, unsigned count);
bool shade_geometry(struct draw *d, uint32_t **index, unsigned *count);
unsigned geometry_mode(const struct draw *d);

/* stream.c: counts a primitive of a stream and writes it to the stream's buffers. */
void stream_out(struct draw *d, unsigned stream, const uint32_t *const *v, unsigned count);

/* clip.c */
#define MAX_CLIPPED (3 + 6 + MAX_CLIP_PLANES)
struct clipped {
   double position[4];
   double at; /* lines: how far from the first vertex to the second */
};
/* A convex polygon, from the triangle; returns its number of vertices. */
unsigned clip_triangle(const struct draw *d, const uint32_t *const v[3], struct clipped out[MAX_CLIPPED]);
/* false: nothing is left */
bool clip_line(const struct draw *d, const uint32_t *const v[2], struct clipped out[2]);
bool clip_point(const struct draw *d, const uint32_t *v);
float vertex_word(const uint32_t *v, unsigned word);

/* setup.c: the viewport and scissor with this number are those of what is set up next. */
void use_viewport(struct draw *d, unsigned n);
/* edges: bit n, the edge from vertex n to the next one is one of the polygon's boundary */
void setup_triangle(struct draw *d, const uint32_t *const v[3], unsigned provoking, unsigned edges);
void setup_line(struct draw *d, const uint32_t *const v[2], unsigned provoking);
void setup_point(struct draw *d, const uint32_t *v);

/* coefficients.c: registers for the fragment program, and p->z, from p->origin. NULL: no memory. */
void triangle_depth(struct draw *d, const uint32_t *const v[3], const double origin[2], double plane[3]);
const uint32_t *triangle_coefficients(struct draw *d, const uint32_t *const v[3], const uint32_t *provoking, double offset,
                                      struct primitive *p);
const uint32_t *line_coefficients(struct draw *d, const uint32_t *const v[2], const struct clipped end[2],
                                  const uint32_t *provoking, double offset, struct primitive *p);
const uint32_t *point_coefficients(struct draw *d, const uint32_t *v, const uint32_t *flat, const double centre[2], double size,
                                   double offset, struct primitive *p);

/* smooth.c: the pixels of what is smooth; the covered part of one, 0 where it is none of the primitive. */
void smooth_line(struct primitive *p, const double from[2], const double to[2], const double w[2], double width);
void smooth_point(struct primitive *p, const double middle[2], double size);
double smooth_coverage(const struct primitive *p, int x, int y);

/* pool.c: threads that work on the parts of a draw. They are of the whole process; one draw has them at a time, others do
   without. Calls fn(user, part, thread) for each part < parts, from up to `threads` threads (0: one for each processor), of
   which each has a number < MAX_THREADS of its own. Parts begin in ascending order. Returns when all are done. */
void pool_run(unsigned threads, unsigned parts, void (*fn)(void *user, unsigned part, unsigned thread), void *user);

/* tiles.c: draws what was set up. */
void draw_tiles(struct draw *d);

/* shade.c: pixels of a primitive in quads on their way through the fragment program, of one thread. */
struct quad {
   int x, y;     /* of its first pixel */
   uint8_t mask; /* pixels that are covered: (0,0) (1,0) (0,1) (1,1) */
   uint8_t sample;   /* that is shaded, if the program runs once for each */
   uint16_t samples; /* that are covered, and not behind anything if tests come first: bit 4 * pixel + sample */
   uint16_t covered; /* that the primitive covers */
};
struct shader_thread {
   struct draw *d;
   unsigned thread;
   struct runner *runner;
   const struct primitive *p, *loaded; /* whose quads these are; whose coefficients the runner has */
   struct quad quad[LANES / 4];
   unsigned count;
   uint64_t passed;
};
#define MAX_SAMPLES 4
void shade_quad(struct shader_thread *t, int x, int y, unsigned samples);
/* All samples of pixels of a quad; the pixels that have one of these samples; the pixels that have this one. */
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
/* Where a sample is in its pixel, in sixteenths (pipe/pipe.h): in the middle, if multisampling is off. */
static inline unsigned sample_place(const struct draw *d, unsigned sample, unsigned axis)
{
   return d->samples > 1 && d->c->rasterizer->multisample ? sample_places(d->samples) >> (8 * sample + 4 * axis) & 15 : 8;
}
void shade_flush(struct shader_thread *t);

/* depth.c: tests pixels of a quad and updates the buffers; the mask of those that pass. z: by pixel */
unsigned depth_test(const struct draw *d, const struct primitive *p, int x, int y, unsigned mask, const float z[4],
                    unsigned sample);
bool depth_wanted(const struct context *c);
/* The smallest difference of two depths that the buffer surely resolves (r of glPolygonOffset); of float formats 0. */
double depth_unit(unsigned format);

/* tile.c: AGX: the pixels of a quad into the tile, and those of the mask back to the targets. */
void tile_load(const struct shader_thread *t, unsigned q);
void tile_store(const struct shader_thread *t, unsigned q, unsigned samples);
/* What the program has left there for a sample of a target that is raw. */
void tile_words(const struct shader_thread *t, unsigned target, unsigned lane, unsigned sample, uint32_t word[4]);

/* output.c: colour n of a pixel goes to its buffer. second: that of factors with two sources. */
void write_color(const struct draw *d, unsigned n, unsigned layer, int x, int y, unsigned sample, const uint32_t color[4],
                 const uint32_t second[4]);

#endif
