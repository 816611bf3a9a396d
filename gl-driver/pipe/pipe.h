/* SPDX-License-Identifier: MIT */
/*
 * The state of a Gallium context, as Mesa's virgl driver sends it, and the resources that it refers to. The protocol writes it,
 * and drawing reads it. Numbers without an enumeration here are those of Gallium (p_defines.h of Mesa), which pipe_enums.h
 * names; formats have the numbers of the virgl protocol (format.def).
 *
 * Everything belongs to one connection, which one thread serves. Drawing uses more threads within a call (draw/tiles.c).
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
 * The storage of a buffer or texture: one level after the other, rows in the order of y, without padding. Blocks of compressed
 * formats count as texels. Samples of a texel are adjacent.
 */
struct resource {
   uint32_t handle;
   unsigned references; /* by its handle, and by each view, surface, binding and target */
   unsigned target;     /* PIPE_BUFFER, PIPE_TEXTURE_2D ... */
   unsigned format, bind;
   unsigned width, height, depth, array_size, last_level, samples;
   struct {
      size_t offset, row, layer; /* in bytes: of the level; from row to row; from layer (or slice of depth, or face) to layer */
   } level[MAX_LEVELS];
   uint8_t *data;
   size_t size;
   void *shared; /* the client's mapping of shared_size bytes, which only transfers use, or NULL */
   size_t shared_size;
   void (*release)(struct resource *r); /* unmaps `shared`, or NULL */
   size_t *account; /* the number of bytes of the client, which includes this resource's while it exists, or NULL */
};

/* Size of a level: max(1, n >> level) in each dimension of the target. */
unsigned resource_width(const struct resource *r, unsigned level);
unsigned resource_height(const struct resource *r, unsigned level);
/* Slices of depth, layers, or faces of cubes. */
unsigned resource_layers(const struct resource *r, unsigned level);
/* The first byte of a texel, or of its block. The texel must exist. */
uint8_t *resource_texel(const struct resource *r, unsigned level, unsigned x, unsigned y, unsigned layer, unsigned sample);
struct resource *resource_ref(struct resource *r); /* accepts NULL */
void resource_unref(struct resource *r);

/* ---- formats (format.c, from format.def) */

enum format_class { FORMAT_FLOAT, FORMAT_SINT, FORMAT_UINT, FORMAT_DEPTH }; /* FLOAT includes normalised and scaled formats */
struct format_info {
   const char *name;
   uint8_t bytes, block_width, block_height; /* of a block */
   enum format_class class;
   bool srgb, depth, stencil, alpha; /* alpha: the format stores it */
   bool unorm, snorm;                /* range of colours: 0..1, -1..1 */
};
/* NULL if the format does not exist. */
const struct format_info *format_info(unsigned format);
/*
 * Reads a texel as four words: f32, or integers for integer formats. Missing components are 0, 0, 0, 1 in the class of the
 * format. x and y locate the texel in its block. sRGB is converted to linear.
 */
void format_read(unsigned format, const uint8_t *block, unsigned x, unsigned y, uint32_t value[4]);
/* The inverse, by the rules of GL (round to nearest, clamp), with linear converted to sRGB. Only for uncompressed formats. */
void format_write(unsigned format, uint8_t *texel, const uint32_t value[4]);
/* A depth as the integer that the depth buffer compares and stores (Z24: z * (2^24 - 1)), or as the bits of an f32; unsigned
   comparison of these has the order of the depths. */
uint32_t format_depth_bits(unsigned format,
                           float z); /* 0..1 */
uint32_t format_read_depth(unsigned format, const uint8_t *texel); /* the same integer */
void format_write_depth(unsigned format, uint8_t *texel, uint32_t bits);
uint8_t format_read_stencil(unsigned format, const uint8_t *texel);
void format_write_stencil(unsigned format, uint8_t *texel, uint8_t stencil);

/* ---- state objects, as CREATE_OBJECT describes them */

struct blend_target {
   bool enable;
   uint8_t rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst;
   uint8_t mask; /* bit 0 for red, and so on */
};
struct blend {
   bool independent, logicop_enable, dither, alpha_to_coverage, alpha_to_one;
   uint8_t logicop;
   struct blend_target target[MAX_COLORS]; /* all are filled, even if they are not independent */
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
      uint8_t key_format; /* as nvp4c_attrib_format() numbers it; 0 if programs get four converted words */
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

/* A range of a storage buffer. */
struct shader_buffer {
   struct resource *resource; /* NULL if nothing is bound */
   unsigned offset, size;
};

/* An image: layers of a level, or a range of a buffer. */
struct image {
   struct resource *resource; /* NULL if nothing is bound */
   unsigned format;
   uint8_t key_format;        /* as nvp4c_image_format() numbers it; 0 if programs cannot use it */
   unsigned level, first_layer, last_layer; /* of textures */
   unsigned offset, size;                   /* of buffers */
};

struct so_target {
   struct resource *resource;
   unsigned offset, size;
   unsigned written; /* bytes since capturing started */
   bool bound;       /* it has been bound before */
};

struct query {
   unsigned type, index;
   struct resource *resource;
   unsigned offset;
   bool active;
   uint64_t value, start; /* the counter, and its value at the start for clocks */
   struct query *next;    /* in the context's list of active queries */
};

/* A shader as the client created it. It is compiled by the first draw that uses it (shader/shader.h). */
struct stream_output {
   uint8_t reg, component, components, buffer, stream;
   uint16_t offset; /* in words of the vertex */
};
struct shader_source {
   unsigned stage;
   uint32_t shared_bytes; /* compute: shared memory of a workgroup */
   const char *text; /* TGSI; the caller keeps it while the shader exists */
   size_t length;
   unsigned num_outputs;
   struct stream_output output[MAX_SO_OUTPUTS];
   unsigned stride[MAX_SO_TARGETS]; /* in words */
};
struct shader; /* shader/shader.c */
struct shader *shader_create(const struct shader_source *source);
void shader_free(struct shader *s);

/* ---- the context of a GL context (a sub-context of the protocol). A NULL pointer means that nothing is bound. */

struct constant_buffer {
   const uint8_t *data; /* NULL if nothing is bound */
   size_t size;
   struct resource *resource; /* the buffer object that holds `data`; NULL if the context owns `data` */
};

#define MAX_VERTICES (1u << 24) /* of an instance; also the most instances */
#define MAX_ALL_VERTICES (UINT64_C(1) << 32) /* of all instances; also the most invocations of a grid */
struct draw_info {
   unsigned mode; /* PIPE_PRIM_* */
   unsigned start, count;
   bool indexed;
   int index_bias;
   unsigned instances, start_instance;
   bool restart;
   uint32_t restart_index;
   unsigned draw_id;
   const struct so_target *count_from; /* if not NULL, the draw has the vertices that were written there */
};

/* Workgroups of a compute program. */
#define MAX_WORKGROUP 1024u /* invocations of a workgroup, in total and in each direction */
#define MAX_GRID 65535u /* workgroups in each direction */
struct grid_info {
   uint32_t workgroup[3], grid[3]; /* invocations of a workgroup, workgroups */
};

/*
 * The limit of work for one command: a draw with all its instances, all draws of an indirect one, or a grid. Threads add the
 * steps that they did. Beyond the limit, or when the result is not wanted any more, the rest of the command is skipped.
 */
/* instruction groups, and other work that takes as long: ten seconds of one core */
#define MAX_COMMAND_STEPS (UINT64_C(1) << 28)
struct work_limit {
   uint64_t most; /* steps; 0 means MAX_COMMAND_STEPS */
   _Atomic uint64_t steps;
   _Atomic bool over;
   bool (*is_unwanted)(void *user); /* any thread calls it now and then; NULL if the result is always wanted */
   void *user;
};
void work_begin(struct work_limit *w, uint64_t most);
/* Adds steps. False if the command must end. */
bool work_add(struct work_limit *w, uint64_t steps);
static inline uint64_t work_most(const struct work_limit *w) { return w->most ? w->most : MAX_COMMAND_STEPS; }

struct viewport {
   float scale[3], translate[3];
};

struct scissor {
   uint16_t x0, y0, x1, y1; /* x1 and y1 are exclusive */
};

struct vertex_buffer {
   struct resource *resource;
   unsigned stride, offset;
};

struct index_buffer {
   struct resource *resource;
   unsigned size, offset; /* size: bytes of an index; the offset includes the first index of the draw */
};

struct nvp4c_reflection;
struct nvp4c_result;
struct nvp4c_wave;
struct context {
   struct work_limit work; /* of the current command */
   const struct driver *driver; /* options of this run (driver.h) */

   const struct blend *blend;
   const struct rasterizer *rasterizer;
   const struct depth_stencil_alpha *dsa;
   const struct vertex_elements *elements;
   struct shader *shader[NUM_STAGES];

   unsigned num_colors;
   struct surface color[MAX_COLORS]; /* resource is NULL for an empty slot */
   struct surface depth;
   unsigned fb_width, fb_height, fb_layers, fb_samples;

   bool bottom_first; /* row 0 of the targets is the bottom one, otherwise the top one */
   struct viewport viewport[MAX_VIEWPORTS];
   struct scissor scissor[MAX_VIEWPORTS];

   struct vertex_buffer vertex_buffer[MAX_VERTEX_BUFFERS];
   struct index_buffer index;

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

   /* Sets a word of an input of programs, and returns true; or returns false for those that the driver knows. Any thread calls
      it. NULL if the constant buffers have all parameters. */
   bool (*parameter)(void *user, unsigned stage, const struct nvp4c_reflection *e, uint32_t *word);
   void *parameter_user;

   struct query *queries; /* list of the active ones (query.h) */
   struct query *condition;
   bool condition_inverted;
   unsigned condition_mode;
};

/* Positions of two or four samples in a pixel, a byte each: x in the low four bits, y in the high ones, in sixteenths
   (docs/abi-usc.md, "Samples"). */
static inline uint32_t sample_places(unsigned samples)
{
   return samples == 2 ? 0x44cc : 0xeaa26e26;
}

/* ---- drawing (draw/draw.c): the context has all inputs; the framebuffer and shared objects change. */
/* False if a program cannot be compiled, there is no memory, or the limit of work is reached. */
bool draw_vbo(struct context *c, const struct draw_info *info);
/* Part of a window: pixels x0 <= x < x1, y0 <= y < y1. Of the quads of pixels in it, those whose column and row are both
   multiples of `step`, without those that are multiples of `last`. */
struct draw_area {
   int x0, y0, x1, y1;
   unsigned step, last; /* powers of two; 1 and 0 are all quads */
};
/*
 * The same draw in areas: draw_begin() runs the vertex program and keeps the primitives, then each pixel is drawn once, in any
 * order of areas, and draw_end() frees the draw. The state of the context stays the same in between. An area is false like
 * draw_vbo(); draw_begin() returns NULL.
 */
struct draw;
struct draw *draw_begin(struct context *c, const struct draw_info *info);
bool draw_area(struct draw *d, const struct draw_area *area);
void draw_end(struct draw *d);
/*
 * The invocation of the fragment program that decides a pixel: the last one that writes the pixel, or that runs for it. Its
 * wave is ready for nvp4c_wave_run(), and belongs to the draw, which must not draw before it is done. To find it the pixel
 * and its quad are drawn again, so they need the values before the draw, and have those after it in the end. False if there
 * is none.
 */
struct draw_invocation {
   struct nvp4c_wave *wave; /* lanes 0 to 3 are the quad of the pixel */
   unsigned lane;
   uint32_t valid, helpers;          /* masks of lanes */
   const struct nvp4c_result *code;  /* of the program */
   size_t first_byte;                /* of this code in that of the wave, which on AGX has parts around it */
};
bool draw_find(struct draw *d, int x, int y, struct draw_invocation *invocation);
/* Runs the bound compute program (draw/grid.c). All sizes are above 0; a workgroup has at most 1024 invocations. */
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
