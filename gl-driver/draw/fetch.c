/* SPDX-License-Identifier: MIT */
/* Indices and attributes of a draw. Reads outside of a buffer give 0. */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"

#include <stdlib.h>
#include <string.h>

static uint32_t index_at(const struct context *c, unsigned n)
{
   const struct resource *r = c->index.resource;
   const uint64_t at = c->index.offset + (uint64_t)n * c->index.size;
   uint16_t two;
   uint32_t four;

   if (!r || r->target != PIPE_BUFFER || at + c->index.size > r->size)
      return 0;
   switch (c->index.size) {
   case 1: return r->data[at];
   case 2: memcpy(&two, r->data + at, 2); return two;
   case 4: memcpy(&four, r->data + at, 4); return four;
   default: return 0;
   }
}

/* The number of vertices. A draw of a stream output target has those that were written to it. */
static unsigned num_vertices(const struct draw *d)
{
   const struct draw_info *info = d->info;

   if (!info->count_from)
      return info->count;
   const unsigned stride = d->c->elements->count ? d->c->vertex_buffer[d->c->elements->element[0].buffer & 31].stride : 0;
   const unsigned count = stride ? info->count_from->written / stride : 0;
   return count < MAX_VERTICES ? count : MAX_VERTICES;
}

#define FORMAT_RGBA32_FLOAT 31 /* plain words */

bool fetch_indices(struct draw *d, uint32_t **index)
{
   const struct draw_info *info = d->info;

   d->count = num_vertices(d);
   if (info->indexed && d->c->index.resource && d->c->index.size && d->count > d->c->index.resource->size / d->c->index.size)
      d->count = (unsigned)(d->c->index.resource->size / d->c->index.size); /* all that the buffer has */
   *index = malloc(((size_t)d->count + 1) * sizeof **index);
   if (!*index)
      return false;
   for (unsigned i = 0; i < d->count; i++) {
      if (!info->indexed) {
         (*index)[i] = info->start + i;
         continue;
      }
      const uint32_t v = index_at(d->c, i);
      (*index)[i] = info->restart && v == info->restart_index ? RESTART : v + (uint32_t)info->index_bias;
   }
   return true;
}

/* The buffer of a vertex's element, or NULL if the element is not all in it. */
static const struct resource *find_element(const struct context *c, unsigned element, const struct fetch *at, uint64_t *first)
{
   const struct vertex_elements *v = c->elements;

   if (element >= v->count || v->element[element].buffer >= MAX_VERTEX_BUFFERS)
      return NULL;
   const unsigned divisor = v->element[element].divisor;
   const struct vertex_buffer *b = &c->vertex_buffer[v->element[element].buffer];
   const struct resource *r = b->resource;
   const struct format_info *f = format_info(v->element[element].format);
   const uint64_t row = divisor ? at->start_instance + (uint64_t)(at->instance / divisor) : at->vertex;
   *first = (uint64_t)b->offset + v->element[element].offset + row * b->stride;
   return !r || !f || r->target != PIPE_BUFFER || f->bytes > r->size || *first > r->size - f->bytes ? NULL : r;
}

void fetch_attribute(const struct context *c, unsigned element, const struct fetch *at, uint32_t value[4])
{
   uint64_t first;
   const struct resource *r = find_element(c, element, at, &first);

   memset(value, 0, 4 * sizeof *value);
   if (!r)
      return;
   if (c->elements->element[element].format == FORMAT_RGBA32_FLOAT)
      memcpy(value, r->data + first, 16);
   else
      format_read(c->elements->element[element].format, r->data + first, 0, 0, value);
}

void fetch_words(const struct context *c, unsigned element, const struct fetch *at, uint32_t word[4])
{
   uint64_t first;
   const struct resource *r = find_element(c, element, at, &first);

   memset(word, 0, 4 * sizeof *word);
   if (!r)
      return;
   const uint64_t from = first & ~UINT64_C(3), most = r->size - from < 16 ? r->size - from : 16;
   const uint64_t bytes = (first - from + format_info(c->elements->element[element].format)->bytes + 3) & ~UINT64_C(3);
   memcpy(word, r->data + from, bytes < most ? bytes : most);
}
