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
      if (!d->keeps)
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

/* Prepares a draw, whose context and info are set. False if it cannot be drawn. */
static bool prepare(struct draw *d)
{
   struct context *c = d->c;

   d->kind = rasterised_kind(c, kind_of(d->info->mode));
   d->pipeline = pipeline_get(c, d->kind);
   if (!d->pipeline)
      return false;
   const struct code *const codes[] = {d->pipeline->vertex, d->pipeline->geometry, d->pipeline->fragment};
   d->threads = c->driver->threads;
   for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
      if (codes[i] && codes[i]->memory)
         d->threads = 1;
   find_target(d);
   d->area = (struct draw_area){.x1 = (int)d->width, .y1 = (int)d->height, .step = 1};
   d->bin = calloc((size_t)d->tiles_x * d->tiles_y + 1, sizeof *d->bin);
   d->vertex = bindings_of(d, STAGE_VERTEX, d->pipeline->vertex, d->pipeline->vertex_parts);
   d->fragment = bindings_of(d, STAGE_FRAGMENT, d->pipeline->fragment, d->pipeline->fragment_parts);
   d->geometry = bindings_of(d, STAGE_GEOMETRY, d->pipeline->geometry, NULL);
   d->discards = !d->pipeline->fragment || c->rasterizer->discard;
   pipeline_unbind(d->pipeline);
   return d->bin && bindings_init(&d->vertex) && (!d->fragment.code || bindings_init(&d->fragment)) &&
          (!d->geometry.code || bindings_init(&d->geometry));
}

static void draw_instances(struct draw *d)
{
   for (d->instance = 0; d->instance < d->info->instances && !d->failed && work_add(&d->c->work, 0); d->instance++)
      draw_instance(d);
}

/* Counts what was drawn, and frees all but the draw itself. */
static void finish(struct draw *d)
{
   uint64_t passed = 0;

   if (!d->pipeline)
      return;
   pipeline_unbind(d->pipeline);
   for (unsigned i = 0; i < MAX_THREADS; i++)
      passed += d->passed[i];
   if (passed)
      query_add_samples(d->c, passed);
   for (unsigned s = 0; s < MAX_STREAMS; s++)
      query_add_primitives(d->c, s, d->stream[s].generated, d->stream[s].written, d->stream[s].overflow);
   for (unsigned i = 0; d->bin && i < d->tiles_x * d->tiles_y; i++)
      free(d->bin[i].primitive);
   free(d->bin);
   free(d->primitive);
   arena_free(&d->arena);
   free(d->inputs.vertex);
   bindings_finish(&d->vertex);
   bindings_finish(&d->geometry);
   bindings_finish(&d->fragment);
}

bool draw_vbo(struct context *c, const struct draw_info *info)
{
   struct draw d = {.c = c, .info = info};
   const bool ok = prepare(&d);

   if (ok)
      draw_instances(&d);
   finish(&d);
   return ok && !d.failed && work_add(&c->work, 0);
}

/* ---- drawing in areas */

/* A draw with its own copy of the caller's structure. */
struct kept {
   struct draw draw;
   struct draw_info info;
};

struct draw *draw_begin(struct context *c, const struct draw_info *info)
{
   struct kept *k = calloc(1, sizeof *k);

   if (!k)
      return NULL;
   k->info = *info;
   k->draw.c = c;
   k->draw.info = &k->info;
   k->draw.keeps = true;
   bool ok = prepare(&k->draw);
   if (ok)
      draw_instances(&k->draw);
   ok = ok && !k->draw.failed && work_add(&c->work, 0);
   if (ok)
      return &k->draw;
   draw_end(&k->draw);
   return NULL;
}

bool draw_area(struct draw *d, const struct draw_area *area)
{
   d->area = *area;
   draw_tiles(d);
   return !d->failed && work_add(&d->c->work, 0);
}

void draw_end(struct draw *d)
{
   if (!d)
      return;
   finish(d);
   free(d); /* the first member of its struct kept */
}

bool draw_find(struct draw *d, int x, int y, struct draw_invocation *i)
{
   struct found found = {.x = x, .y = y};
   const struct draw_area quad = {x & ~1, y & ~1, (x & ~1) + 2, (y & ~1) + 2, 1, 0};
   struct shader_thread t = {.d = d, .count = 1};
   uint32_t covered;

   d->found = &found;
   draw_area(d, &quad);
   d->found = NULL;
   t.p = found.wrote_for ? found.wrote_for : found.ran_for;
   t.quad[0] = found.wrote_for ? found.wrote : found.ran;
   if (!t.p || !shade_begin(&t))
      return false;
   shade_place(&t, &covered);
   const struct parts *parts = d->pipeline->fragment_parts;
   *i = (struct draw_invocation){.wave = t.runner->wave,
                                 .lane = (unsigned)(x & 1) | (unsigned)(y & 1) << 1,
                                 .valid = 15,
                                 .helpers = 15 & ~covered,
                                 .code = d->pipeline->fragment->result,
                                 .first_byte = parts ? parts->main_at : 0};
   nvp4c_wave_start(i->wave, i->valid, i->helpers);
   return true;
}
