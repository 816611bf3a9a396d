/* SPDX-License-Identifier: MIT */
/* A draw from its beginning to its end: draw.h names the parts. */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/driver.h"
#include "gl-driver/pipe/pipe_enums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum primitive_kind kind_of(unsigned mode)
{
   switch (mode) {
   case PIPE_PRIM_POINTS: return KIND_POINTS;
   case PIPE_PRIM_LINES:
   case PIPE_PRIM_LINE_LOOP:
   case PIPE_PRIM_LINE_STRIP:
   case PIPE_PRIM_LINES_ADJACENCY:
   case PIPE_PRIM_LINE_STRIP_ADJACENCY: return KIND_LINES;
   default: return KIND_TRIANGLES;
   }
}

/* Limits the window to the part that the surface has. */
static void limit_to(const struct surface *s, unsigned *width, unsigned *height)
{
   if (!s->resource)
      return;
   const unsigned w = resource_width(s->resource, s->level), h = resource_height(s->resource, s->level);
   *width = *width < w ? *width : w;
   *height = *height < h ? *height : h;
}

/* Buffers with different numbers of samples are treated as if they had one. */
static unsigned num_samples(const struct context *c)
{
   const struct resource *depth = c->depth.resource;
   unsigned n = c->fb_samples <= MAX_SAMPLES && c->driver->samples > 1 && !(depth && depth->samples != c->fb_samples)
                    ? c->fb_samples
                    : 1;

   for (unsigned i = 0; i < c->num_colors; i++)
      n = c->color[i].resource && c->color[i].resource->samples != n ? 1 : n;
   return n;
}

static void find_target(struct draw *d)
{
   const struct context *c = d->c;

   d->width = c->fb_width;
   d->height = c->fb_height;
   for (unsigned i = 0; i < c->num_colors; i++)
      limit_to(&c->color[i], &d->width, &d->height);
   limit_to(&c->depth, &d->width, &d->height);
   d->samples = num_samples(c);
   d->tiles_x = (d->width + TILE_SIZE - 1) / TILE_SIZE;
   d->tiles_y = (d->height + TILE_SIZE - 1) / TILE_SIZE;
   use_viewport(d, 0);
   if (c->depth.resource)
      d->depth_unit = depth_unit(c->depth.format);
}

/* Draws one instance. */
static void draw_instance(struct draw *d)
{
   uint32_t *index = NULL;

   bool ok = fetch_indices(d, &index) && (!d->count || shade_vertices(d, index, d->count));
   unsigned count = d->count, mode = d->info->mode;
   d->primitive_id = 0;
   if (ok && count && d->pipeline->geometry) {
      d->gathers = true;
      d->inputs.count = 0;
      assemble(d, index, count, mode);
      d->gathers = false;
      free(index);
      index = NULL;
      ok = shade_geometry(d, &index, &count);
      mode = geometry_mode(d);
      d->primitive_id = 0;
   }
   d->failed |= !ok;
   if (ok && count) {
      assemble(d, index, count, mode);
      draw_tiles(d);
   }
   free(d->vertices.data);
   d->vertices.data = NULL;
   free(index);
}

static struct bindings bindings_of(struct draw *d, unsigned stage, const struct code *code, const struct parts *parts)
{
   return (struct bindings){.context = d->c,
                            .stage = stage,
                            .code = code,
                            .parts = parts,
                            .info = d->info,
                            .height = d->height,
                            .in_middle = !d->pipeline->at_sample,
                            .work = &d->c->work};
}

bool draw_vbo(struct context *c, const struct draw_info *info)
{
   struct draw d = {.c = c, .info = info, .kind = rasterised_kind(c, kind_of(info->mode))};
   uint64_t passed = 0;

   d.pipeline = pipeline_get(c, d.kind);
   if (!d.pipeline)
      return false;
   const struct code *const codes[] = {d.pipeline->vertex, d.pipeline->geometry, d.pipeline->fragment};
   d.threads = c->driver->threads;
   for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
      if (codes[i] && codes[i]->memory)
         d.threads = 1;
   find_target(&d);
   d.bin = calloc((size_t)d.tiles_x * d.tiles_y + 1, sizeof *d.bin);
   d.vertex = bindings_of(&d, STAGE_VERTEX, d.pipeline->vertex, d.pipeline->vertex_parts);
   d.fragment = bindings_of(&d, STAGE_FRAGMENT, d.pipeline->fragment, d.pipeline->fragment_parts);
   d.geometry = bindings_of(&d, STAGE_GEOMETRY, d.pipeline->geometry, NULL);
   bool ok = d.bin && bindings_init(&d.vertex) && (!d.fragment.code || bindings_init(&d.fragment)) &&
             (!d.geometry.code || bindings_init(&d.geometry));
   d.discards = !d.pipeline->fragment || c->rasterizer->discard;
   pipeline_unbind(d.pipeline);
   for (d.instance = 0; ok && d.instance < info->instances && !d.failed && work_add(&c->work, 0); d.instance++)
      draw_instance(&d);
   pipeline_unbind(d.pipeline);
   for (unsigned i = 0; i < MAX_THREADS; i++)
      passed += d.passed[i];
   if (passed)
      query_add_samples(c, passed);
   for (unsigned s = 0; s < MAX_STREAMS; s++)
      query_add_primitives(c, s, d.stream[s].generated, d.stream[s].written, d.stream[s].overflow);
   for (unsigned i = 0; d.bin && i < d.tiles_x * d.tiles_y; i++)
      free(d.bin[i].primitive);
   free(d.bin);
   free(d.primitive);
   arena_free(&d.arena);
   free(d.inputs.vertex);
   bindings_finish(&d.vertex);
   bindings_finish(&d.geometry);
   bindings_finish(&d.fragment);
   return ok && !d.failed && work_add(&c->work, 0);
}
