/* SPDX-License-Identifier: MIT */
/* Runs the vertex program once for each vertex of a draw, in waves of 32. */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/driver.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shading {
   struct draw *d;
   const uint32_t *vertex; /* numbers of the vertices */
   atomic_bool failed;
};

/* The value of an input other than an attribute for a vertex. */
static uint32_t system_input(const struct draw *d, const struct nvp4c_reflection *e, uint32_t vertex)
{
   const uint32_t base = d->info->indexed ? (uint32_t)d->info->index_bias : d->info->start;

   if (e->binding == NVP4C_BIND_VERTEX_ID)
      return vertex;
   if (e->binding == NVP4C_BIND_INSTANCE)
      return d->instance;
   switch (e->index) {
   case NVP4C_SYSTEM_VERTEX_ID_ZERO: return vertex - base;
   case NVP4C_SYSTEM_BASE_VERTEX: return base;
   case NVP4C_SYSTEM_BASE_INSTANCE: return d->info->start_instance;
   default: return d->info->draw_id;
   }
}

static void set_inputs(const struct draw *d, const struct runner *r, const uint32_t *vertex, unsigned count)
{
   const struct nvp4c_result *result = r->code->result;
   const unsigned n = nvp4c_result_num_reflections(result);
   uint32_t value[LANES][4];
   if (r->vertex) { /* the AGX prolog does the rest */
      memcpy(r->vertex, vertex, count * sizeof *vertex);
      for (unsigned l = 0; l < count; l++)
         r->instance[l] = d->instance;
      return;
   }
   unsigned fetched = UINT32_MAX; /* the attribute in `value`: its components follow each other */

   for (unsigned i = 0; i < n; i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(result, i);
      if (e->kind != NVP4C_INPUT || !r->place[i])
         continue;
      const bool attribute = e->binding == NVP4C_BIND_ATTRIB;
      for (unsigned l = 0; l < count && attribute && e->index != fetched; l++) {
         const struct fetch at = {vertex[l], d->instance, d->info->start_instance};
         if (e->value) /* the program unpacks it */
            fetch_words(d->c, e->index, &at, value[l]);
         else
            fetch_attribute(d->c, e->index, &at, value[l]);
      }
      if (attribute)
         fetched = e->index;
      for (unsigned l = 0; l < count; l++)
         r->place[i][l] = attribute ? value[l][e->component & 3] : system_input(d, e, vertex[l]);
   }
}

static void shade_wave(void *user, unsigned part, unsigned thread)
{
   struct shading *s = user;
   struct draw *d = s->d;
   struct runner *r = pipeline_runner(&d->pipeline->vertex_runner[thread], d->pipeline->vertex, d->pipeline->vertex_parts);
   const unsigned first = part * LANES, count = d->vertices.count - first < LANES ? d->vertices.count - first : LANES;

   if (!r) {
      s->failed = true;
      return;
   }
   if (r->bindings != &d->vertex)
      runner_bind(r, &d->vertex);
   set_inputs(d, r, s->vertex + first, count);
   if (!runner_run(r, count == LANES ? UINT32_MAX : (1u << count) - 1, 0))
      return;
   const uint32_t *out = r->out;
   for (unsigned l = 0; l < count; l++)
      for (unsigned w = 0; w < d->vertices.words; w++)
         d->vertices.data[(size_t)(first + l) * d->vertices.words + w] = out[w * LANES + l];
}

/* Finds the place of a vertex by its number: in an array if the numbers are close to each other, otherwise by a hash. */
struct vertex_set {
   uint32_t *slot; /* 1 + the place among the unique vertices */
   uint32_t *unique;
   unsigned count, mask;
   uint32_t first;
   bool direct;
};

static uint32_t place_of(struct vertex_set *s, uint32_t vertex)
{
   uint32_t at = s->direct ? vertex - s->first : (vertex * 2654435761u) & s->mask;

   while (s->slot[at] && s->unique[s->slot[at] - 1] != vertex)
      at = (at + 1) & s->mask;
   if (!s->slot[at]) {
      s->unique[s->count++] = vertex;
      s->slot[at] = s->count;
   }
   return s->slot[at] - 1;
}

static bool find_unique(struct vertex_set *s, uint32_t *index, unsigned count)
{
   uint32_t first = UINT32_MAX, last = 0;
   size_t slots = 64;

   for (unsigned i = 0; i < count; i++)
      if (index[i] != RESTART) {
         first = index[i] < first ? index[i] : first;
         last = index[i] > last ? index[i] : last;
      }
   s->first = first;
   s->direct = last >= first && last - first < 4 * (size_t)count + 64;
   while (slots < (s->direct ? (size_t)(last - first) + 1 : 2 * (size_t)count))
      slots *= 2;
   s->mask = (unsigned)(slots - 1);
   s->slot = calloc(slots, sizeof *s->slot);
   s->unique = malloc(((size_t)count + 1) * sizeof *s->unique);
   if (!s->slot || !s->unique)
      return false;
   for (unsigned i = 0; i < count; i++)
      if (index[i] != RESTART)
         index[i] = place_of(s, index[i]);
   return true;
}

bool shade_vertices(struct draw *d, uint32_t *index, unsigned count)
{
   struct vertex_set s = {0};
   struct shading shading = {.d = d};
   bool ok = find_unique(&s, index, count);

   /* The position is always there, at least as zeros. */
   d->vertices.words = d->pipeline->vertex->out_words > 4 ? d->pipeline->vertex->out_words : 4;
   d->vertices.count = s.count;
   d->vertices.data = ok ? malloc(((size_t)s.count * d->vertices.words + 1) * sizeof *d->vertices.data) : NULL;
   shading.vertex = s.unique;
   if (d->vertices.data) {
      memset(d->vertices.data, 0, (size_t)s.count * d->vertices.words * sizeof *d->vertices.data);
      pool_run(d->threads, (s.count + LANES - 1) / LANES, shade_wave, &shading);
   }
   free(s.slot);
   free(s.unique);
   return d->vertices.data && !shading.failed;
}
