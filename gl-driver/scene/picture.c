/* SPDX-License-Identifier: MIT */
/* Draws the pictures of a scene (scene.h), as a whole or in areas. */
#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/scene/private.h"

#include <string.h>

static void init_elements(struct scene *s)
{
   static const struct {
      unsigned attribute;
      size_t offset;
   } of_mesh[] = {{0, offsetof(struct mesh_vertex, position)},
                  {2, offsetof(struct mesh_vertex, normal)},
                  {3, offsetof(struct mesh_vertex, color)},
                  {8, offsetof(struct mesh_vertex, texcoord)}};

   s->elements.count = MAX_VERTEX_ELEMENTS;
   for (unsigned i = 0; i < MAX_VERTEX_ELEMENTS; i++) {
      s->elements.element[i].format = FORMAT_RGBA32F;
      s->elements.element[i].buffer = ATTRIBUTE_BUFFER;
      s->elements.element[i].offset = 16 * i;
   }
   for (unsigned i = 0; i < sizeof of_mesh / sizeof *of_mesh; i++)
      if (!(s->given_attributes >> of_mesh[i].attribute & 1)) {
         s->elements.element[of_mesh[i].attribute].buffer = VERTEX_BUFFER;
         s->elements.element[of_mesh[i].attribute].offset = (unsigned)of_mesh[i].offset;
      }
}

/* Binds the textures that a program uses. */
static void bind_textures(struct scene *s, unsigned stage)
{
   const struct nvp4c_result *r = s->result[s->number[stage]];

   for (unsigned i = 0; i < nvp4c_result_num_textures(r); i++) {
      const struct nvp4c_texture *t = nvp4c_result_texture(r, i);
      const bool rect = t->target == NVP4C_TEX_RECT;
      const uint8_t wrap = rect ? PIPE_TEX_WRAP_CLAMP_TO_EDGE : PIPE_TEX_WRAP_REPEAT;
      s->sampler[stage][t->unit] = (struct sampler){.wrap = {wrap, wrap, wrap},
                                                    .min_filter = PIPE_TEX_FILTER_LINEAR,
                                                    .mag_filter = PIPE_TEX_FILTER_LINEAR,
                                                    .mip_filter = PIPE_TEX_MIPFILTER_NONE};
      s->view[stage][t->unit] = (struct sampler_view){.resource = s->texture[t->unit] ? s->texture[t->unit] : s->checkerboard,
                                                      .format = FORMAT_RGBA8,
                                                      .target = rect ? PIPE_TEXTURE_RECT : PIPE_TEXTURE_2D,
                                                      .swizzle = {0, 1, 2, 3}};
      s->c.views[stage][t->unit] = &s->view[stage][t->unit];
      s->c.samplers[stage][t->unit] = &s->sampler[stage][t->unit];
   }
}

static void bind(struct scene *s)
{
   uint32_t color[4];

   scene_place_camera(s);
   init_elements(s);
   memcpy(s->c.vertex_buffer[ATTRIBUTE_BUFFER].resource->data, s->attribute, sizeof s->attribute);
   for (unsigned stage = 0; stage < SCENE_STAGES; stage++) {
      bind_textures(s, stage);
      for (unsigned b = 0; b < MAX_CONSTANT_BUFFERS; b++)
         s->c.constants[stage][b] = (struct constant_buffer){.data = (const uint8_t *)s->inputs[stage].buffer[b],
                                                             .size = 4 * s->inputs[stage].words[b]};
   }
   for (unsigned k = 0; k < 4; k++)
      color[k] = bits_of(s->clear[k]);
   clear_framebuffer(&s->c, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, color, 1, 0);
}

/* Binds everything for a picture. False after an error. */
static bool begin(struct scene *s)
{
   if (!scene_begin(s))
      return false;
   if (!s->has_inputs)
      return scene_fail(s, NVP4C_REJECTED, "the inputs of the scene are wrong");
   if (!s->num_indices || !s->c.index.resource)
      return scene_fail(s, NVP4C_USAGE, "the scene has no mesh");
   bind(s);
   s->faulted = false;
   return true;
}

/* Sets the status after a draw, which is `ok` if nothing was left out. */
static bool finish(struct scene *s, bool ok)
{
   if (!ok && !s->faulted)
      return scene_fail(s, NVP4C_LIMIT, "there is no memory for the draw, or its programs cannot be compiled");
   s->status = ok && !s->faulted ? NVP4C_OK : NVP4C_REJECTED;
   return s->status == NVP4C_OK;
}

/* The triangles from an index on, as many as a draw may have. */
static struct draw_info triangles(struct scene *s, size_t first)
{
   const size_t most = MAX_VERTICES / 3 * 3, left = s->num_indices - first;

   s->c.index.offset = (unsigned)(4 * first);
   return (struct draw_info){
       .mode = PIPE_PRIM_TRIANGLES, .count = (unsigned)(left < most ? left : most), .indexed = true, .instances = 1};
}

bool scene_draw(struct scene *s, uint8_t *rgba)
{
   const unsigned width = s->setup.width, height = s->setup.height;
   bool ok = true;

   if (!begin(s))
      return false;
   for (size_t first = 0; first < s->num_indices && ok && !s->faulted;) {
      const struct draw_info info = triangles(s, first);
      work_begin(&s->c.work, s->driver.max_steps);
      ok = draw_vbo(&s->c, &info);
      first += info.count;
   }
   for (unsigned y = 0; y < height; y++)
      memcpy(rgba + (size_t)4 * width * y, scene_pixel(s, 0, height - 1 - y), (size_t)4 * width);
   return finish(s, ok);
}

/* ---- areas */

bool scene_begin_picture(struct scene *s)
{
   if (!begin(s))
      return false;
   const struct draw_info info = triangles(s, 0);
   if (info.count < s->num_indices)
      return scene_fail(s, NVP4C_LIMIT, "a mesh that is drawn in areas has at most %u indices", info.count);
   work_begin(&s->c.work, s->driver.max_steps);
   s->draw = draw_begin(&s->c, &info);
   const bool ok = finish(s, s->draw != NULL);
   if (!ok)
      scene_end_picture(s);
   return ok;
}

static bool has_picture(struct scene *s)
{
   return s->draw || scene_fail(s, NVP4C_USAGE, "no picture was begun");
}

bool scene_draw_area(struct scene *s, const struct scene_area *a)
{
   if (!has_picture(s))
      return false;
   const unsigned x1 = a->x1 < s->setup.width ? a->x1 : s->setup.width, y1 = a->y1 < s->setup.height ? a->y1 : s->setup.height;
   const struct draw_area area = {
       (int)(a->x0 < x1 ? a->x0 : x1), (int)(a->y0 < y1 ? a->y0 : y1), (int)x1, (int)y1, a->step, a->last};

   work_begin(&s->c.work, s->driver.max_steps);
   return finish(s, draw_area(s->draw, &area));
}

uint8_t *scene_pixel(const struct scene *s, unsigned x, unsigned y)
{
   return resource_texel(s->c.color[0].resource, 0, x, y, 0, 0);
}

static uint8_t *depth_at(const struct scene *s, unsigned x, unsigned y)
{
   return resource_texel(s->c.depth.resource, 0, x, y, 0, 0);
}

bool scene_is_covered(const struct scene *s, unsigned x, unsigned y)
{
   uint8_t clear[4] = {0};

   format_write_depth(FORMAT_Z24S8, clear, format_depth_bits(FORMAT_Z24S8, 1));
   return memcmp(depth_at(s, x, y), clear, sizeof clear) != 0;
}

/* The pixels of a quad, those outside of the picture excepted. */
struct saved {
   uint8_t color[4][4], depth[4][4];
};
static void save_quad(const struct scene *s, unsigned x, unsigned y, struct saved *saved, bool restore)
{
   for (unsigned n = 0; n < 4; n++) {
      const unsigned px = (x & ~1u) + (n & 1), py = (y & ~1u) + (n >> 1);
      if (px >= s->setup.width || py >= s->setup.height)
         continue;
      uint8_t *color = scene_pixel(s, px, py), *depth = depth_at(s, px, py);
      memcpy(restore ? color : saved->color[n], restore ? saved->color[n] : color, 4);
      memcpy(restore ? depth : saved->depth[n], restore ? saved->depth[n] : depth, 4);
   }
}

bool scene_find(struct scene *s, unsigned x, unsigned y, struct scene_invocation *found)
{
   struct draw_invocation i;
   struct saved before, clear = {0};
   uint32_t color[4];

   if (!has_picture(s) || x >= s->setup.width || y >= s->setup.height)
      return false;
   for (unsigned k = 0; k < 4; k++)
      color[k] = bits_of(s->clear[k]);
   for (unsigned n = 0; n < 4; n++) {
      format_write(FORMAT_RGBA8, clear.color[n], color);
      format_write_depth(FORMAT_Z24S8, clear.depth[n], format_depth_bits(FORMAT_Z24S8, 1));
   }
   save_quad(s, x, y, &before, false);
   save_quad(s, x, y, &clear, true);
   work_begin(&s->c.work, s->driver.max_steps);
   const bool ok = draw_find(s->draw, (int)x, (int)y, &i);
   save_quad(s, x, y, &before, true);
   if (ok)
      *found = (struct scene_invocation){i.wave, i.lane, i.valid, i.helpers, i.code, i.first_byte};
   return ok;
}
