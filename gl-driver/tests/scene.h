/* SPDX-License-Identifier: MIT */
/* A context of the GL driver for drawing without a client: a colour target, a depth buffer, a vertex buffer, two shaders. */
#ifndef TESTS_GL_SCENE_H
#define TESTS_GL_SCENE_H

#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/query.h"
#include "gl-driver/pipe/resource.h"
#include "tests/unit/common/suite.h"

#include <string.h>

#define FORMAT_RGBA8 67
#define FORMAT_RGBA32F 31
#define FORMAT_Z24S8 19

static const char scene_vertex[] = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                                   "0: MOV OUT[0], IN[0]\n1: MOV OUT[1], IN[1]\n2: END\n";
static const char scene_fragment[] =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n0: MOV OUT[0], IN[0]\n1: END\n";

/* The machine of the tests, which a fixture selects. */
static enum nvp4c_target scene_target = NVP4C_TARGET_USC;
static inline void scene_on_agx(void)
{
   scene_target = NVP4C_TARGET_AGX;
}

/* Position in clip coordinates, and a value. */
struct scene_vertex {
   float position[4], value[4];
};

struct scene {
   struct driver driver;
   struct blend blend;
   struct rasterizer rasterizer;
   struct depth_stencil_alpha dsa;
   struct vertex_elements elements;
   struct context c;
   unsigned width, height;
};

static inline struct resource *scene_resource(unsigned target, unsigned format, unsigned width, unsigned height)
{
   return resource_create(&(struct resource_template){
       .handle = 1, .target = target, .format = format, .width = width, .height = height, .depth = 1, .array_size = 1});
}

static inline struct shader *scene_shader(unsigned stage, const char *text)
{
   const struct shader_source s = {.stage = stage, .text = text, .length = strlen(text)};
   return shader_create(&s);
}

static inline void scene_begin(struct scene *s, unsigned width, unsigned height, unsigned format)
{
   memset(s, 0, sizeof *s);
   s->driver = (struct driver){.target = scene_target, .opt_level = 2, .threads = 1};
   s->width = width;
   s->height = height;
   for (unsigned i = 0; i < MAX_COLORS; i++)
      s->blend.target[i].mask = 15;
   s->rasterizer = (struct rasterizer){.half_pixel_center = true, .depth_clip = true, .point_size = 1, .line_width = 1};
   s->elements.count = 2;
   for (unsigned i = 0; i < 2; i++) {
      s->elements.element[i].offset = 16 * i;
      s->elements.element[i].format = FORMAT_RGBA32F;
   }
   s->c.driver = &s->driver;
   s->c.blend = &s->blend;
   s->c.rasterizer = &s->rasterizer;
   s->c.dsa = &s->dsa;
   s->c.elements = &s->elements;
   s->c.num_colors = 1;
   s->c.color[0] = (struct surface){.resource = scene_resource(PIPE_TEXTURE_2D, format, width, height), .format = format};
   s->c.depth =
       (struct surface){.resource = scene_resource(PIPE_TEXTURE_2D, FORMAT_Z24S8, width, height), .format = FORMAT_Z24S8};
   s->c.fb_width = width;
   s->c.fb_height = height;
   s->c.fb_layers = s->c.fb_samples = 1;
   s->c.sample_mask = UINT32_MAX;
   s->c.viewport[0].scale[0] = s->c.viewport[0].translate[0] = (float)width / 2;
   s->c.viewport[0].scale[1] = s->c.viewport[0].translate[1] = (float)height / 2;
   s->c.viewport[0].scale[2] = s->c.viewport[0].translate[2] = 0.5f;
   s->c.shader[STAGE_VERTEX] = scene_shader(STAGE_VERTEX, scene_vertex);
   s->c.shader[STAGE_FRAGMENT] = scene_shader(STAGE_FRAGMENT, scene_fragment);
}

static inline void scene_end(struct scene *s)
{
   shader_free(s->c.shader[STAGE_VERTEX]);
   shader_free(s->c.shader[STAGE_FRAGMENT]);
   resource_unref(s->c.color[0].resource);
   resource_unref(s->c.depth.resource);
   resource_unref(s->c.vertex_buffer[0].resource);
}

static inline void scene_draw(struct scene *s, unsigned mode, const struct scene_vertex *v, unsigned count)
{
   const struct draw_info info = {.mode = mode, .count = count, .instances = 1};
   struct resource *r = scene_resource(PIPE_BUFFER, FORMAT_BYTE, count * (unsigned)sizeof *v, 1);

   memcpy(r->data, v, count * sizeof *v);
   resource_unref(s->c.vertex_buffer[0].resource);
   s->c.vertex_buffer[0].resource = r;
   s->c.vertex_buffer[0].stride = sizeof *v;
   draw_vbo(&s->c, &info);
}

/* A vertex at a position of the window in pixels. */
static inline struct scene_vertex scene_at(const struct scene *s, float x, float y, float z, float value)
{
   return (struct scene_vertex){{2 * x / (float)s->width - 1, 2 * y / (float)s->height - 1, 2 * z - 1, 1},
                                {value, value, value, value}};
}

/* Draws on the whole window at a depth. */
static inline void scene_fill(struct scene *s, float z, const float color[4])
{
   struct scene_vertex v[4];

   for (unsigned i = 0; i < 4; i++) {
      v[i] = scene_at(s, i & 1 ? (float)s->width : 0, i & 2 ? (float)s->height : 0, z, 0);
      memcpy(v[i].value, color, sizeof v[i].value);
   }
   scene_draw(s, PIPE_PRIM_TRIANGLE_STRIP, v, 4);
}

static inline const uint8_t *scene_pixel(const struct scene *s, unsigned x, unsigned y)
{
   return resource_texel(s->c.color[0].resource, 0, x, y, 0, 0);
}

/* Makes each fragment of value 1/255 add 1 to the bytes of its pixel. */
static inline void scene_count(struct scene *s)
{
   s->blend.target[0] = (struct blend_target){.enable = true,
                                              .rgb_src = PIPE_BLENDFACTOR_ONE,
                                              .rgb_dst = PIPE_BLENDFACTOR_ONE,
                                              .alpha_src = PIPE_BLENDFACTOR_ONE,
                                              .alpha_dst = PIPE_BLENDFACTOR_ONE,
                                              .mask = 15};
}
#define SCENE_ONE (1.0f / 255)

/* Runs the tests on both machines. */
static inline int scene_run(const char *name, const TTest *const *tests, size_t count)
{
   Suite *s = suite_create(name);

   for (unsigned agx = 0; agx < 2; agx++) {
      TCase *t = tcase_create(agx ? "agx" : "usc");
      tcase_set_timeout(t, 120);
      if (agx)
         tcase_add_checked_fixture(t, scene_on_agx, NULL);
      for (size_t i = 0; i < count; i++)
         tcase_add_test(t, tests[i]);
      suite_add_tcase(s, t);
   }
   return suite_run(s);
}

#endif
