/* SPDX-License-Identifier: MIT */
/* AGX: the memory of attributes for a prolog, and the uniforms with its addresses (parts.h). */
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/parts.h"
#include "gl-driver/shader/runner.h"

#include <string.h>

#define NOTHING MAX_VERTEX_ELEMENTS /* replaces a buffer without elements, and is all zeros */
#define CONVERTED_BYTES 16

/* The memory of the first element of an attribute, and the number of the last element. NULL if there is no element. */
static const struct resource *elements_of(const struct context *c, unsigned element, uint64_t *first, uint32_t *last)
{
   const struct vertex_elements *v = c->elements;
   if (element >= v->count || v->element[element].buffer >= MAX_VERTEX_BUFFERS)
      return NULL;
   const struct resource *r = c->vertex_buffer[v->element[element].buffer].resource;
   const unsigned stride = c->vertex_buffer[v->element[element].buffer].stride;
   const struct format_info *f = format_info(v->element[element].format);
   *first = (uint64_t)c->vertex_buffer[v->element[element].buffer].offset + v->element[element].offset;
   if (!r || !f || r->target != PIPE_BUFFER || *first + f->bytes > r->size)
      return NULL;
   const uint64_t more = stride ? (r->size - *first - f->bytes) / stride : UINT32_MAX;
   *last = more < UINT32_MAX ? (uint32_t)more : UINT32_MAX;
   return r;
}

unsigned prolog_uniforms(const struct bindings *b, uint32_t word[MAX_LOW])
{
   const struct parts *p = b->parts;
   const unsigned n = p->num_attributes;

   for (unsigned a = 0; a < n; a++) {
      const unsigned element = p->attribute[a].element;
      uint64_t first = 0;
      uint32_t last = 0;
      const bool there = elements_of(b->context, element, &first, &last) != NULL;
      const uint64_t at = !there ? ATTRIBUTE_ADDRESS(NOTHING)
                                 : ATTRIBUTE_ADDRESS(element) + (p->around.element[element].converted ? 0 : first);
      word[2 * a] = (uint32_t)at;
      word[2 * a + 1] = (uint32_t)(at >> 32);
      word[2 * n + a] = last;
   }
   word[3 * n] = b->info->indexed ? (uint32_t)b->info->index_bias : b->info->start;
   word[3 * n + 1] = b->info->start_instance;
   word[3 * n + 2] = b->info->draw_id & 0xffff;
   return 3 * n + 3;
}

/* A word of a converted row of a buffer. It is computed by each read. */
static bool converted_word(const struct context *c, unsigned element, uint64_t at, uint32_t *value)
{
   uint64_t first;
   uint32_t last, row[4];
   const struct resource *r = elements_of(c, element, &first, &last);

   if (!r || at / CONVERTED_BYTES > last)
      return false;
   format_read(c->elements->element[element].format,
               r->data + first + at / CONVERTED_BYTES * c->vertex_buffer[c->elements->element[element].buffer].stride, 0, 0,
               row);
   *value = row[at / 4 % 4];
   return true;
}

bool attribute_word(const struct bindings *b, uint64_t address, uint32_t *value)
{
   const struct context *c = b->context;
   const unsigned element = (unsigned)((address - ATTRIBUTE_ADDRESS(0)) / (ATTRIBUTE_ADDRESS(1) - ATTRIBUTE_ADDRESS(0)));
   const uint64_t at = address - ATTRIBUTE_ADDRESS(element);
   uint64_t first;
   uint32_t last;

   *value = 0;
   if (element == NOTHING)
      return at < CONVERTED_BYTES;
   if (element > NOTHING || !b->parts)
      return false;
   if (b->parts->around.element[element].converted)
      return converted_word(c, element, at, value);
   const struct resource *r = elements_of(c, element, &first, &last);
   if (!r || at >= r->size)
      return false;
   memcpy(value, r->data + at, r->size - at < 4 ? r->size - at : 4);
   return true;
}
