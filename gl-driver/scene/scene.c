/* SPDX-License-Identifier: MIT */
/* A scene (scene.h): checks the programs, and prepares a context of its own. */
#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/scene/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKERS 8
#define CHECKER_SIZE 32

/* ---- programs */

/* Keeps the first message of a draw. */
static void report(void *user, const char *message)
{
   struct scene *s = user;

   pthread_mutex_lock(&s->lock);
   if (!s->faulted)
      snprintf(s->message, sizeof s->message, "%s", message);
   s->faulted = true;
   pthread_mutex_unlock(&s->lock);
}

static bool is_supported(struct scene *s, const struct nvp4c_result *r, const char *which)
{
   static const char *const target[] = {"one-dimensional", "two-dimensional", "three-dimensional", "cube",
                                        "two-dimensional", "buffer"};

   for (unsigned i = 0; i < nvp4c_result_num_textures(r); i++) {
      const struct nvp4c_texture *t = nvp4c_result_texture(r, i);
      if (t->unit >= SCENE_TEXTURES)
         return scene_fail(s, NVP4C_UNSUPPORTED, "%s program: a scene has %d textures", which, SCENE_TEXTURES);
      if ((t->target != NVP4C_TEX_2D && t->target != NVP4C_TEX_RECT) || t->array || t->shadow || t->integer || t->multisampled)
         return scene_fail(s, NVP4C_UNSUPPORTED,
                           "%s program: texture %u is %s%s%s%s%s, but those of a scene are two-dimensional", which, t->unit,
                           target[t->target], t->array ? ", has layers" : "", t->shadow ? ", compares" : "",
                           t->integer ? ", has integers" : "", t->multisampled ? ", has samples" : "");
   }
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const enum nvp4c_binding b = nvp4c_result_reflection(r, i)->binding;
      if (b == NVP4C_BIND_STORAGE || b == NVP4C_BIND_COUNTERS || b == NVP4C_BIND_TEXELS || b == NVP4C_BIND_GLOBAL)
         return scene_fail(s, NVP4C_UNSUPPORTED, "%s program: a scene has no read-write memory", which);
   }
   return true;
}

/* Copies the texts, which the driver wants to end with a NUL. */
static bool copy_programs(struct scene *s)
{
   for (unsigned i = 0; i < 2; i++) {
      struct scene_text *p = &s->setup.program[i];
      char *copy = s->text[i] = malloc(p->length + 1);
      if (!copy)
         return scene_fail(s, NVP4C_LIMIT, "out of memory");
      memcpy(copy, p->text, p->length);
      copy[p->length] = 0;
      p->text = copy;
   }
   return true;
}

/* Compiles a program alone, for its messages. */
static bool check_program(struct scene *s, unsigned number)
{
   const struct scene_text *p = &s->setup.program[number];
   struct nvp4c_result *r = nvp4c_compile(p->text, p->length, &s->options);

   if (!r)
      return scene_fail(s, NVP4C_LIMIT, "out of memory");
   s->result[number] = r;
   const enum nvp4c_stage stage = nvp4c_result_stage(r);
   const enum nvp4c_status status = nvp4c_result_status(r);
   /* Outputs of a vertex program that do not fit may not be read. */
   if (status != NVP4C_OK && !(status == NVP4C_UNSUPPORTED && stage == NVP4C_STAGE_VERTEX))
      return scene_fail(s, status, "%s", "");
   if (stage != NVP4C_STAGE_VERTEX && stage != NVP4C_STAGE_FRAGMENT)
      return scene_fail(s, NVP4C_UNSUPPORTED, "a scene has a vertex and a fragment program, but no %s program",
                        nvp4c_enum_name(NVP4C_ENUM_STAGE, stage));
   s->number[stage == NVP4C_STAGE_VERTEX ? STAGE_VERTEX : STAGE_FRAGMENT] = number;
   return is_supported(s, r, stage == NVP4C_STAGE_VERTEX ? "vertex" : "fragment");
}

static bool check_programs(struct scene *s)
{
   if (!check_program(s, SCENE_FIRST) || !check_program(s, SCENE_SECOND))
      return false;
   const enum nvp4c_stage stage = nvp4c_result_stage(s->result[SCENE_FIRST]);
   if (stage == nvp4c_result_stage(s->result[SCENE_SECOND]))
      return scene_fail(s, NVP4C_REJECTED, "both programs are %s programs", nvp4c_enum_name(NVP4C_ENUM_STAGE, stage));
   const struct nvp4c_result *vertex = s->result[s->number[STAGE_VERTEX]];
   if (nvp4c_result_status(vertex) != NVP4C_OK)
      return true;
   s->result[SCENE_LINK] = nvp4c_link(vertex, s->result[s->number[STAGE_FRAGMENT]], &s->options);
   if (!s->result[SCENE_LINK])
      return scene_fail(s, NVP4C_LIMIT, "out of memory");
   const enum nvp4c_status status = nvp4c_result_status(s->result[SCENE_LINK]);
   return status == NVP4C_OK || scene_fail(s, status, "%s", "");
}

static bool create_shader(struct scene *s, unsigned stage)
{
   const struct scene_text *p = &s->setup.program[s->number[stage]];
   const struct shader_source source = {.stage = stage, .text = p->text, .length = p->length};

   s->c.shader[stage] = shader_create(&source);
   return s->c.shader[stage] || scene_fail(s, NVP4C_LIMIT, "out of memory");
}

/* ---- the context */

static struct resource *create_resource(unsigned target, unsigned format, unsigned width, unsigned height)
{
   return resource_create(&(struct resource_template){
       .handle = 1, .target = target, .format = format, .width = width, .height = height, .depth = 1, .array_size = 1});
}

static void init_state(struct scene *s)
{
   const unsigned width = s->setup.width, height = s->setup.height;

   s->driver = (struct driver){.target = s->options.target,
                               .cpu = s->options.cpu,
                               .opt_level = s->options.opt_level,
                               .threads = s->setup.threads,
                               .max_steps = UINT64_MAX,
                               .wave_steps = s->setup.wave_steps,
                               .options = &s->options,
                               .keep_colors = true, /* the code is that of the listing */
                               .report = report,
                               .report_user = s};
   for (unsigned i = 0; i < MAX_COLORS; i++)
      s->blend.target[i].mask = 15;
   s->rasterizer =
       (struct rasterizer){.half_pixel_center = true, .depth_clip = true, .front_ccw = false, .point_size = 1, .line_width = 1};
   s->dsa = (struct depth_stencil_alpha){.depth_enable = true, .depth_write = true, .depth_func = PIPE_FUNC_LESS};
   s->c.driver = &s->driver;
   s->c.blend = &s->blend;
   s->c.rasterizer = &s->rasterizer;
   s->c.dsa = &s->dsa;
   s->c.elements = &s->elements;
   s->c.num_colors = 1;
   s->c.fb_width = width;
   s->c.fb_height = height;
   s->c.fb_layers = s->c.fb_samples = 1;
   s->c.sample_mask = UINT32_MAX;
   s->c.bottom_first = true;
   s->c.viewport[0].scale[0] = s->c.viewport[0].translate[0] = (float)width / 2;
   s->c.viewport[0].scale[1] = s->c.viewport[0].translate[1] = (float)height / 2;
   s->c.viewport[0].scale[2] = s->c.viewport[0].translate[2] = 0.5f;
   s->c.parameter = scene_parameter;
   s->c.parameter_user = s;
}

static bool create_targets(struct scene *s)
{
   struct resource *color = create_resource(PIPE_TEXTURE_2D, FORMAT_RGBA8, s->setup.width, s->setup.height),
                   *depth = create_resource(PIPE_TEXTURE_2D, FORMAT_Z24S8, s->setup.width, s->setup.height);

   s->c.color[0] = (struct surface){.resource = color, .format = FORMAT_RGBA8};
   s->c.depth = (struct surface){.resource = depth, .format = FORMAT_Z24S8};
   s->c.vertex_buffer[ATTRIBUTE_BUFFER].resource = create_resource(PIPE_BUFFER, FORMAT_BYTE, sizeof s->attribute, 1);
   return (color && depth && s->c.vertex_buffer[ATTRIBUTE_BUFFER].resource) || scene_fail(s, NVP4C_LIMIT, "out of memory");
}

static bool create_checkerboard(struct scene *s)
{
   enum { SIZE = CHECKERS * CHECKER_SIZE };

   s->checkerboard = create_resource(PIPE_TEXTURE_2D, FORMAT_RGBA8, SIZE, SIZE);
   for (unsigned y = 0; s->checkerboard && y < SIZE; y++)
      for (unsigned x = 0; x < SIZE; x++)
         memcpy(resource_texel(s->checkerboard, 0, x, y, 0, 0),
                (x / CHECKER_SIZE + y / CHECKER_SIZE) & 1 ? (const uint8_t[]){96, 96, 96, 255}
                                                          : (const uint8_t[]){255, 255, 255, 255},
                4);
   return s->checkerboard || scene_fail(s, NVP4C_LIMIT, "out of memory");
}

struct scene *scene_create(const struct scene_setup *setup)
{
   struct scene *s = calloc(1, sizeof *s);

   if (!s)
      return NULL;
   s->setup = *setup;
   pthread_mutex_init(&s->lock, NULL);
   nvp4c_options_init(&s->options, sizeof s->options);
   if (setup->options)
      s->options = *setup->options;
   memset(&s->options.key, 0, sizeof s->options.key);
   s->options.key.color_buffers = 1;
   s->options.inspect = (struct nvp4c_inspect_options){0};
   s->options.trace = (struct nvp4c_trace_options){0};
   s->options.passes.stop_after = NULL;
   s->options.verify.waves = 0;
   s->options.syntax_only = 0;
   s->options.monolithic.on = 0;
   s->options.output = (struct nvp4c_output_options){.reflection = 1};
   s->options.preshader = NVP4C_PRESHADER_CALLER;
   s->options.language = NVP4C_LANG_AUTO;
   s->options.stage = NVP4C_STAGE_ANY;
   if (!setup->width || !setup->height || setup->width > SCENE_MAX_SIZE || setup->height > SCENE_MAX_SIZE)
      scene_fail(s, NVP4C_USAGE, "a picture has from 1 to %d pixels in each direction", SCENE_MAX_SIZE);
   else if (copy_programs(s) && check_programs(s) && create_targets(s) && create_checkerboard(s)) {
      init_state(s);
      s->ready = create_shader(s, STAGE_VERTEX) && create_shader(s, STAGE_FRAGMENT);
      scene_set_inputs(s, "", 0);
   }
   return s;
}

void scene_free(struct scene *s)
{
   if (!s)
      return;
   scene_end_picture(s);
   for (unsigned stage = 0; stage < SCENE_STAGES; stage++) {
      shader_free(s->c.shader[stage]);
      scene_free_inputs(&s->inputs[stage]);
   }
   resource_unref(s->c.color[0].resource);
   resource_unref(s->c.depth.resource);
   resource_unref(s->c.vertex_buffer[VERTEX_BUFFER].resource);
   resource_unref(s->c.vertex_buffer[ATTRIBUTE_BUFFER].resource);
   resource_unref(s->c.index.resource);
   resource_unref(s->checkerboard);
   for (unsigned i = 0; i < SCENE_TEXTURES; i++)
      resource_unref(s->texture[i]);
   free(s->text[0]);
   free(s->text[1]);
   for (unsigned i = 0; i < SCENE_PARTS; i++)
      nvp4c_result_free(s->result[i]);
   pthread_mutex_destroy(&s->lock);
   free(s);
}

/* ---- what is drawn */

/* Finds the sphere around the box of a mesh. */
static void find_bounds(struct scene *s, const struct mesh *m)
{
   double low[3] = {0}, high[3] = {0};

   for (size_t i = 0; i < m->num_vertices; i++)
      for (unsigned k = 0; k < 3; k++) {
         const double v = (double)m->vertices[i].position[k];
         low[k] = !i || v < low[k] ? v : low[k];
         high[k] = !i || v > high[k] ? v : high[k];
      }
   s->radius = 0;
   for (unsigned k = 0; k < 3; k++)
      s->middle[k] = (low[k] + high[k]) / 2;
   for (size_t i = 0; i < m->num_vertices; i++) {
      double square = 0;
      for (unsigned k = 0; k < 3; k++) {
         const double d = (double)m->vertices[i].position[k] - s->middle[k];
         square += d * d;
      }
      s->radius = fmax(s->radius, sqrt(square));
   }
   s->flat = low[2] == high[2];
}

bool scene_set_mesh(struct scene *s, const struct mesh *m)
{
   if (!scene_begin(s))
      return false;
   const size_t vertices = m->num_vertices * sizeof *m->vertices, indices = m->num_indices * sizeof *m->indices;
   const bool fits = m->num_vertices <= MESH_MAX_VERTICES && m->num_indices <= MESH_MAX_INDICES && vertices && indices;
   struct resource *v = fits ? create_resource(PIPE_BUFFER, FORMAT_BYTE, (unsigned)vertices, 1) : NULL,
                   *i = fits ? create_resource(PIPE_BUFFER, FORMAT_BYTE, (unsigned)indices, 1) : NULL;

   resource_unref(s->c.vertex_buffer[VERTEX_BUFFER].resource);
   resource_unref(s->c.index.resource);
   s->c.vertex_buffer[VERTEX_BUFFER] = (struct vertex_buffer){v, sizeof *m->vertices, 0};
   s->c.index = (struct index_buffer){i, sizeof *m->indices, 0};
   s->num_indices = m->num_indices;
   if (!v || !i)
      return scene_fail(s, NVP4C_LIMIT, "no memory for the mesh");
   memcpy(v->data, m->vertices, vertices);
   memcpy(i->data, m->indices, indices);
   find_bounds(s, m);
   return true;
}

bool scene_set_texture(struct scene *s, unsigned unit, unsigned width, unsigned height, const uint8_t *rgba)
{
   if (!scene_begin(s))
      return false;
   if (unit >= SCENE_TEXTURES)
      return scene_fail(s, NVP4C_USAGE, "texture %u does not exist; a scene has %d", unit, SCENE_TEXTURES);
   struct resource *r = create_resource(PIPE_TEXTURE_2D, FORMAT_RGBA8, width, height);
   resource_unref(s->texture[unit]);
   s->texture[unit] = r;
   if (!r)
      return scene_fail(s, NVP4C_LIMIT, "texture %u: an image of %ux%u texels is too large", unit, width, height);
   for (unsigned y = 0; y < height; y++)
      memcpy(resource_texel(r, 0, 0, height - 1 - y, 0, 0), rgba + (size_t)4 * width * y, (size_t)4 * width);
   return true;
}

void scene_set_clear(struct scene *s, const float color[4])
{
   scene_end_picture(s);
   memcpy(s->clear, color, sizeof s->clear);
}
