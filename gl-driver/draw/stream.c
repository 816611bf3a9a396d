/* SPDX-License-Identifier: MIT */
/* Stream output (GL 3.3, 2.17): writes the vertices of primitives to buffers in the order of assembly. A primitive that does
   not fit is not written. */
#include "gl-driver/draw/draw.h"

#include <string.h>

/* The mask of the buffers of a stream. Buffers with only gaps belong to the first one. */
static unsigned buffers_of(const struct shader_source *s, unsigned stream)
{
   unsigned mine = 0, others = 0;

   for (unsigned i = 0; i < s->num_outputs; i++)
      *(s->output[i].stream == stream ? &mine : &others) |= 1u << s->output[i].buffer;
   return stream ? mine : ~others;
}

/* True if `count` vertices fit in all buffers that the shader writes. */
static bool has_room(const struct context *c, const struct shader_source *s, unsigned buffers, unsigned count)
{
   for (unsigned i = 0; i < s->num_outputs; i++) {
      const unsigned b = s->output[i].buffer;
      const struct so_target *t = b < c->num_so ? c->so[b] : NULL;
      if (!t || !t->resource || !(buffers >> b & 1))
         continue;
      const uint64_t end = (uint64_t)t->written + (uint64_t)count * s->stride[b] * 4;
      if (end > t->size || t->offset + end > t->resource->size)
         return false;
   }
   return true;
}

static void write_vertex(const struct draw *d, unsigned stream, const struct shader_source *s, const struct shader *shader,
                         const uint32_t *v)
{
   for (unsigned i = 0; i < s->num_outputs; i++) {
      const struct stream_output *o = &s->output[i];
      const struct so_target *t = o->buffer < d->c->num_so ? d->c->so[o->buffer] : NULL;
      for (unsigned k = 0; k < o->components && t && t->resource && o->stream == stream; k++) {
         const unsigned word = shader_output_word(shader, d->pipeline->last, o->reg, o->component + k);
         const uint32_t value = word != NO_WORD ? v[word] : 0;
         const uint64_t at = t->offset + (uint64_t)t->written + 4 * ((uint64_t)o->offset + k);
         if (at + 4 <= t->resource->size)
            memcpy(t->resource->data + at, &value, 4);
      }
   }
}

void stream_out(struct draw *d, unsigned stream, const uint32_t *const *v, unsigned count)
{
   const struct shader *shader = d->c->shader[STAGE_GEOMETRY] ? d->c->shader[STAGE_GEOMETRY] : d->c->shader[STAGE_VERTEX];
   const struct shader_source *s = shader_source(shader);

   const unsigned buffers = buffers_of(s, stream);

   d->stream[stream].generated++;
   if (!d->c->num_so || !s->num_outputs)
      return;
   if (!has_room(d->c, s, buffers, count)) {
      d->stream[stream].overflow = true;
      return;
   }
   for (unsigned k = 0; k < count; k++) {
      write_vertex(d, stream, s, shader, v[k]);
      for (unsigned b = 0; b < d->c->num_so; b++)
         if (d->c->so[b] && buffers >> b & 1)
            d->c->so[b]->written += 4 * s->stride[b];
   }
   d->stream[stream].written++;
}
