/* SPDX-License-Identifier: MIT */
/*
 * The state of a Gallium context, as Mesa's virgl driver sends it, and the resources that it refers to. The protocol fills it,
 * drawing reads it. Enumerations without a type of their own here have the numbers of Gallium (p_defines.h of Mesa), which
 * pipe_enums.h names; formats have the numbers of the virgl protocol (format.def).
 *
 * Everything belongs to one connection, which is served by one thread; drawing uses more threads inside of a call
 * (draw/tiles.h).
 */
#ifndef PIPE_H
#define PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STAGE_VERTEX, STAGE_FRAGMENT, STAGE_GEOMETRY, DRAW_STAGES, STAGE_COMPUTE = DRAW_STAGES, NUM_STAGES };
enum {
   MAX_COLORS = 8,
   MAX_LEVELS = 16,
   MAX_VIEWPORTS = 16,
   MAX_VERTEX_BUFFERS = 32,
   MAX_VERTEX_ELEMENTS = 32,
   MAX_SAMPLERS = 32,
   MAX_CONSTANT_BUFFERS = 32,
   MAX_SHADER_BUFFERS = 16,
   MAX_COUNTER_BUFFERS = 8,
   MAX_IMAGES = 16,
   MAX_SO_TARGETS = 4,
   MAX_SO_OUTPUTS = 64,
   MAX_CLIP_PLANES = 8,
};

/* ---- resources (resource.c) */

/*
 * Storage of a buffer or texture: levels one after the other, rows from the one with the smallest y on, no padding. Blocks of
 * compressed formats count as texels. Samples of a texel follow each other.
 */
struct resource {
   uint32_t handle;
   unsigned references; /* the handle itself, and every view, surface, binding and target */
   unsigned target;     /* PIPE_BUFFER, PIPE_TEXTURE_2D ... */
   unsigned format, bind;
   unsigned width, height, depth, array_size, last_level, samples;
   struct {
      size_t offset, row, layer; /* bytes: of the level; from row to row; from layer (or slice of depth, or face) to layer */
   } level[MAX_LEVELS];
   uint8_t *data;
   size_t size;
   void *shared; /* the client's mapping of shared_size bytes, which only transfers touch; NULL: it has none */
   size_t shared_size;
   void (*release)(struct resource *r); /* gives the mapping back; NULL: there is none */
   size_t *account; /* the bytes that its client has, which count its own as long as it exists; NULL: nobody counts */
};

/* Of the level: max(1, n >> level) where the target has that dimension. */
unsigned resource_width(const struct resource *r, unsigned level);
unsigned resource_height(const struct resource *r, unsigned level);
/* Slices of depth, layers, or faces of cubes. */
unsigned resource_layers(const struct resource *r, unsigned level);
/* The first byte of a texel (of the block that it is in). The place must exist. */
uint8_t *resource_texel(const struct resource *r, unsigned level, unsigned x, unsigned y, unsigned layer, unsigned sample);
struct resource *resource_ref(struct resource *r); /* NULL is NULL */
void resource_unref(struct resource *r);

/* ---- formats (format.c, from format.def) */

enum format_class { FORMAT_FLOAT, FORMAT_SINT, FORMAT_UINT, FORMAT_DEPTH }; /* FLOAT: also the normalised and scaled ones */
struct format_info {
   const char *name;
   uint8_t bytes, block_width, block_height; /* of a block */
   enum format_class class;
   bool srgb, depth, stencil, alpha; /* alpha: it is stored */
   bool unorm, snorm;                /* colours are 0..1, -1..1 */
};
/* NULL: there is no such format. */
const struct format_info *format_info(unsigned format);
/*
 * A texel as four words: f32, or integers of formats of integers. Components that the format does not have are 0, 0, 0, 1 (of
 * its class). x, y: the texel in the block. sRGB is made linear.
 */
void format_read(unsigned format, const uint8_t *block, unsigned x, unsigned y, uint32_t value[4]);
/* The other way, by the rules of the GL (round to nearest, clamp); makes sRGB of linear. Formats without compression only. */
void format_write(unsigned format, uint8_t *texel, const uint32_t value[4]);
/* Depth as the format holds it, widened to f32 (Z24: z / (2^24 - 1)); the integer that the depth buffer compares and stores. */
uint32_t format_depth_bits(unsigned format,
                           float z); /* of z in 0..1: what the buffer would hold; order-preserving as unsigned */
uint32_t format_read_depth(unsigned format, const uint8_t *texel); /* in the same form */
void format_write_depth(unsigned format, uint8_t *texel, uint32_t bits);
uint8_t format_read_stencil(unsigned format, const uint8_t *texel);
void format_write_stencil(unsigned format, uint8_t *texel, uint8_t stencil);

/* ---- state objects; each is as CREATE_OBJECT says */

struct blend_target {
   bool enable;
   uint8_t rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst;
   uint8_t mask; /* bit 0: red ... */
};
struct blend {
   bool independent, logicop_enable, dither, alpha_to_coverage, alpha_to_one;
   uint8_t logicop;
   struct blend_target target[MAX_COLORS]; /* filled for all, whether independent or not */
};

struct rasterizer {
   bool flatshade, depth_clip, clip_halfz, discard, flatshade_first, two_side, sprite_lower_left, point_quad, scissor,
       front_ccw, clamp_vertex_color, clamp_fragment_color, offset_line, offset_point, offset_tri, poly_smooth, poly_stipple,
       point_smooth, point_size_per_vertex, multisample, line_smooth, line_stipple, line_last_pixel, half_pixel_center,
       bottom_edge_rule, per_sample;
   uint8_t cull;                  /* bit 0: front, bit 1: back */
   uint8_t fill_front, fill_back; /* PIPE_POLYGON_MODE_* */
   float point_size, line_width, offset_units, offset_scale, offset_clamp;
   uint32_t sprite_coord_enable;
   uint16_t stipple_pattern;
   uint8_t stipple_factor, clip_planes;
};

struct stencil_face {
   bool enable;
   uint8_t func, fail, zpass, zfail, value_mask, write_mask;
};
struct depth_stencil_alpha {
   bool depth_enable, depth_write, alpha_enable;
   uint8_t depth_func, alpha_func;
   struct stencil_face stencil[2];
   float alpha_ref;
};

struct vertex_elements {
   unsigned count;
   struct {
      unsigned offset, divisor, buffer, format;
   } element[MAX_VERTEX_ELEMENTS];
};

struct sampler {
   uint8_t wrap[3], min_filter, mip_filter, mag_filter, compare_func, max_anisotropy;
   bool compare, seamless;
   float lod_bias, min_lod, max_lod;
   uint32_t border[4];
};

struct sampler_view {
   struct resource *resource;
   unsigned format, target;
   unsigned first_layer, last_layer, first_level, last_level; /* of textures */
   unsigned first_element, last_element;                      /* of buffers */
   uint8_t swizzle[4];
};

struct surface {
   struct resource *resource;
   unsigned format, level, first_layer, last_layer;
};

/* A part of a buffer that programs change. */
struct shader_buffer {
   struct resource *resource; /* NULL: nothing is bound */
   unsigned offset, size;
};

/* Texels that programs change: layers of a level, or a part of a buffer. */
struct image {
   struct resource *resource; /* NULL: nothing is bound */
   unsigned format;
   uint8_t key_format;        /* the same as nvp4c_image_format() has it; 0: no program knows it */
   unsigned level, first_layer, last_layer; /* of textures */
   unsigned offset, size;                   /* of buffers */
};

struct so_target {
   struct resource *resource;
   unsigned offset, size;
   unsigned written; /* bytes since capturing began */
   bool bound;       /* it was bound before */
};

struct query {
   unsigned type, index;
   struct resource *resource;
   unsigned offset;
   bool active;
   uint64_t value, start; /* what is counted; clocks: the first reading */
   struct query *next;    /* of the active ones of the context */
};

/* A shader as the client made it; compiled when it is first drawn with (shader/shader.h). */
struct stream_output {
   uint8_t reg, component, components, buffer, stream;
   uint16_t offset; /* in words of the vertex */
};
struct shader_source {
   unsigned stage;
   uint32_t shared_bytes; /* compute: memory of a block */
   const char *text; /* TGSI; belongs to the caller, who keeps it as long as the shader exists */
   size_t length;
   unsigned num_outputs;
   struct stream_output output[MAX_SO_OUTPUTS];
   unsigned stride[MAX_SO_TARGETS]; /* in words */
};
struct shader; /* shader/shader.c */
struct shader *shader_create(const struct shader_source *source);
void shader_free(struct shader *s);

/* ---- the context of a GL context (a sub-context of the protocol). Pointers: NULL, nothing is bound. */

struct constant_buffer {
   const uint8_t *data; /* NULL: nothing is bound */
   size_t size;
   struct resource *resource; /* of a buffer object, which holds data; NULL: data belongs to the context */
};

#define MAX_VERTICES (1u << 24) /* of an instance; instances */
#define MAX_ALL_VERTICES (UINT64_C(1) << 32) /* of all instances; instances of a grid */
struct draw_info {
   unsigned mode; /* PIPE_PRIM_* */
   unsigned start, count;
   bool indexed;
   int index_bias;
   unsigned instances, start_instance;
   bool restart;
   uint32_t restart_index;
   unsigned draw_id;
   const struct so_target *count_from; /* not NULL: the vertices that were written there */
};

/* Blocks of a compute program. */
#define MAX_BLOCK 1024u /* instances of a block, and in each direction */
#define MAX_GRID 65535u /* blocks in each direction */
struct grid_info {
   uint32_t block[3], grid[3]; /* instances of a block, blocks */
};

/*
 * What a command that draws or computes may cost: a draw of any number of instances, all draws of an indirect one, a grid.
 * Threads add what they do. Beyond the limit, or when nobody waits for the result any more, the rest of the command is left
 * out.
 */
#define MAX_COMMAND_STEPS (UINT64_C(1) << 28) /* instruction groups, and other work that takes as long: ten seconds of a core */
struct work_limit {
   uint64_t most; /* steps; 0 stands for MAX_COMMAND_STEPS */
   _Atomic uint64_t steps;
   _Atomic bool over;
   bool (*is_unwanted)(void *user); /* asked now and then, by any thread; NULL if somebody always waits */
   void *user;
};
void work_begin(struct work_limit *w, uint64_t most);
/* Adds steps. False if the command is over. */
bool work_add(struct work_limit *w, uint64_t steps);
static inline uint64_t work_most(const struct work_limit *w) { return w->most ? w->most : MAX_COMMAND_STEPS; }

struct context {
   struct work_limit work; /* of the current command */
   const struct driver *driver; /* options of this run, worker threads, caches (driver.h) */

   const struct blend *blend;
   const struct rasterizer *rasterizer;
   const struct depth_stencil_alpha *dsa;
   const struct vertex_elements *elements;
   struct shader *shader[NUM_STAGES];

   unsigned num_colors;
   struct surface color[MAX_COLORS]; /* resource NULL: none */
   struct surface depth;
   unsigned fb_width, fb_height, fb_layers, fb_samples;

   struct {
      float scale[3], translate[3];
   } viewport[MAX_VIEWPORTS];
   struct {
      uint16_t x0, y0, x1, y1; /* x1, y1 are outside */
   } scissor[MAX_VIEWPORTS];

   struct {
      struct resource *resource;
      unsigned stride, offset;
   } vertex_buffer[MAX_VERTEX_BUFFERS];
   struct {
      struct resource *resource;
      unsigned size, offset; /* bytes of an index; the offset contains the draw's start */
   } index;

   struct constant_buffer constants[NUM_STAGES][MAX_CONSTANT_BUFFERS];
   struct shader_buffer buffers[NUM_STAGES][MAX_SHADER_BUFFERS], counters[MAX_COUNTER_BUFFERS];
   struct image images[NUM_STAGES][MAX_IMAGES];
   const struct sampler_view *views[NUM_STAGES][MAX_SAMPLERS];
   const struct sampler *samplers[NUM_STAGES][MAX_SAMPLERS];

   float blend_color[4], clip_plane[MAX_CLIP_PLANES][4];
   uint8_t stencil_ref[2];
   uint32_t stipple[32], sample_mask;
   unsigned min_samples;

   struct so_target *so[MAX_SO_TARGETS];
   unsigned num_so;

   struct query *queries; /* list of the active ones, see query.h */
   struct query *condition;
   bool condition_inverted;
   unsigned condition_mode;
};

/* Places of two or four samples in a pixel, a byte each: x in the low four bits, y in the others, in sixteenths
   (docs/abi-usc.md, "Samples"). */
static inline uint32_t sample_places(unsigned samples)
{
   return samples == 2 ? 0x44cc : 0xeaa26e26;
}

/* ---- drawing (draw/draw.c). The context decides everything; framebuffer and shared objects change. */
void draw_vbo(struct context *c, const struct draw_info *info);
/* Runs the bound compute program (draw/grid.c). No size is 0; a block has at most 1024 instances. */
void run_grid(struct context *c, const struct grid_info *info);

/* ---- texturing (sampler.c): one access of a program, as nvp4c_callbacks.sample gets it. Thread-safe. Adds to `texels` how
   many anisotropic filters read. */
struct nvp4c_texture_access;
const char *texture_sample(const struct sampler_view *view, const struct sampler *state,
                           const struct nvp4c_texture_access *access, uint32_t (*result)[32], uint64_t *texels);

/* ---- counters of queries that drawing adds to, after each draw (query.c). stream: of geometry shaders. */
void query_add_samples(struct context *c, uint64_t passed);
void query_add_primitives(struct context *c, unsigned stream, uint64_t generated, uint64_t written, bool overflow);

#endif
