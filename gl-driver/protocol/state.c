/* SPDX-License-Identifier: MIT */
/* Commands that bind objects and set values of a context. */
#include <stdlib.h>
#include <string.h>

#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/protocol/protocol.h"
#include "nvp4c.h"

/* Replaces one reference by another. */
static void rebind(struct resource **place, struct resource *r)
{
   resource_ref(r);
   resource_unref(*place);
   *place = r;
}

static void rebind_surface(struct surface *place, const struct surface *s)
{
   static const struct surface none;
   struct resource *old = place->resource;

   *place = s ? *s : none;
   resource_ref(place->resource);
   resource_unref(old);
}

void set_viewport(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;

   for (unsigned i = 0, slot = m->word[0]; 1 + 6 * (i + 1) <= m->length && slot < MAX_VIEWPORTS; i++, slot++) {
      memcpy(x->viewport[slot].scale, m->word + 1 + 6 * i, sizeof x->viewport[slot].scale);
      memcpy(x->viewport[slot].translate, m->word + 4 + 6 * i, sizeof x->viewport[slot].translate);
   }
}

void set_scissor(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;

   for (unsigned i = 0, slot = m->word[0]; 1 + 2 * (i + 1) <= m->length && slot < MAX_VIEWPORTS; i++, slot++) {
      const uint32_t *w = m->word + 1 + 2 * i;
      x->scissor[slot].x0 = (uint16_t)w[0];
      x->scissor[slot].y0 = (uint16_t)(w[0] >> 16);
      x->scissor[slot].x1 = (uint16_t)w[1];
      x->scissor[slot].y1 = (uint16_t)(w[1] >> 16);
   }
}

/* ---- the framebuffer, whose size is the smallest of its surfaces */

static void shrink(struct context *x, const struct surface *s, bool *any)
{
   if (!s->resource)
      return;
   unsigned w = resource_width(s->resource, s->level), h = resource_height(s->resource, s->level),
            layers = s->last_layer - s->first_layer + 1;
   x->fb_width = *any && x->fb_width < w ? x->fb_width : w;
   x->fb_height = *any && x->fb_height < h ? x->fb_height : h;
   x->fb_layers = *any && x->fb_layers < layers ? x->fb_layers : layers;
   x->fb_samples = s->resource->samples;
   *any = true;
}

void set_framebuffer(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;
   unsigned n = m->word[0];
   bool any = false;
   struct object *o;

   if (n > MAX_COLORS || n > m->length - 2) {
      complain(c, "invalid framebuffer of %u colour buffers", n);
      return;
   }
   for (unsigned i = 0; i < MAX_COLORS; i++) {
      o = i < n ? find_object(c->current, m->word[2 + i], OBJECT_SURFACE) : NULL;
      rebind_surface(&x->color[i], o ? &o->as.surface : NULL);
   }
   o = find_object(c->current, m->word[1], OBJECT_SURFACE);
   rebind_surface(&x->depth, o ? &o->as.surface : NULL);
   x->num_colors = n;
   x->fb_width = x->fb_height = x->fb_layers = 0;
   x->fb_samples = 1;
   for (unsigned i = 0; i < n; i++)
      shrink(x, &x->color[i], &any);
   shrink(x, &x->depth, &any);
}

void set_framebuffer_size(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;
   bool any = x->depth.resource != NULL;

   for (unsigned i = 0; i < x->num_colors; i++)
      any = any || x->color[i].resource;
   if (any)
      return;
   x->fb_width = m->word[0] & 0xffff;
   x->fb_height = m->word[0] >> 16;
   x->fb_layers = m->word[1] & 0xffff;
   x->fb_samples = 1;
}

/* ---- buffers */

void set_vertex_buffers(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;

   for (unsigned i = 0; i < MAX_VERTEX_BUFFERS; i++) {
      bool there = 3 * (i + 1) <= m->length;
      const uint32_t *w = m->word + 3 * i;
      rebind(&x->vertex_buffer[i].resource, there ? find_resource(c, w[2]) : NULL);
      x->vertex_buffer[i].stride = there ? w[0] : 0;
      x->vertex_buffer[i].offset = there ? w[1] : 0;
   }
}

void set_index_buffer(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;

   rebind(&x->index.resource, m->length >= 3 ? find_resource(c, m->word[0]) : NULL);
   x->index.size = m->length >= 3 ? m->word[1] : 0;
   x->index.offset = m->length >= 3 ? m->word[2] : 0;
}

/* Removes a binding. */
static void unbind_constants(struct subcontext *s, unsigned stage, unsigned slot)
{
   struct constant_buffer *b = &s->context.constants[stage][slot];

   if (s->constants[stage][slot])
      *s->account -= b->size;
   rebind(&b->resource, NULL);
   b->data = NULL;
   b->size = 0;
   free(s->constants[stage][slot]);
   s->constants[stage][slot] = NULL;
}

void set_constants(struct connection *c, const struct command *m)
{
   unsigned stage = stage_of_word(m->word[0]), slot = m->word[1];
   size_t size = (size_t)(m->length - 2) * 4;

   if (stage >= NUM_STAGES || slot >= MAX_CONSTANT_BUFFERS)
      return;
   struct constant_buffer *b = &c->current->context.constants[stage][slot];
   uint8_t **own = &c->current->constants[stage][slot];
   if (!size || b->size != size || !*own) {
      unbind_constants(c->current, stage, slot);
      if (!size || !charge(c->current->account, size))
         return;
      if (!(*own = malloc(size))) {
         *c->current->account -= size;
         return;
      }
   }
   memcpy(*own, m->word + 2, size);
   b->data = *own;
   b->size = size;
}

void set_uniform_buffer(struct connection *c, const struct command *m)
{
   unsigned stage = stage_of_word(m->word[0]), slot = m->word[1], offset = m->word[2], length = m->word[3];
   struct resource *r = find_resource(c, m->word[4]);

   if (stage >= NUM_STAGES || slot >= MAX_CONSTANT_BUFFERS)
      return;
   unbind_constants(c->current, stage, slot);
   if (!r || r->target != PIPE_BUFFER || offset >= r->size)
      return;
   struct constant_buffer *b = &c->current->context.constants[stage][slot];
   rebind(&b->resource, r);
   b->data = r->data + offset;
   b->size = length < r->size - offset ? length : r->size - offset;
}

/* ---- read-write memory */

/* Three words for each slot: offset, bytes, handle. */
static void set_buffers(struct connection *c, struct shader_buffer *buffers, unsigned num, unsigned slot, const uint32_t *w,
                        unsigned length)
{
   for (; length >= 3 && slot < num; w += 3, length -= 3, slot++) {
      struct resource *r = find_resource(c, w[2]);
      const bool there = r && r->target == PIPE_BUFFER && w[0] < r->size;
      rebind(&buffers[slot].resource, there ? r : NULL);
      buffers[slot].offset = there ? w[0] : 0;
      buffers[slot].size = !there ? 0 : w[1] < r->size - w[0] ? w[1] : (unsigned)(r->size - w[0]);
   }
}

void set_shader_buffers(struct connection *c, const struct command *m)
{
   const unsigned stage = stage_of_word(m->word[0]);

   if (stage < NUM_STAGES)
      set_buffers(c, c->current->context.buffers[stage], MAX_SHADER_BUFFERS, m->word[1], m->word + 2, m->length - 2);
}

void set_counter_buffers(struct connection *c, const struct command *m)
{
   set_buffers(c, c->current->context.counters, MAX_COUNTER_BUFFERS, m->word[0], m->word + 1, m->length - 1);
}

/* The number of a format in keys of programs. */
static uint8_t key_format(unsigned format)
{
   return (uint8_t)format_number(nvp4c_image_format, format_info(format)->name);
}

/* Format, access, then the first and last layer and the level of a texture, or offset and bytes of a buffer, then the handle.
   False if the image is invalid. */
static bool read_image(const struct connection *c, const uint32_t *w, struct image *i)
{
   struct resource *r = find_resource(c, w[4]);

   *i = (struct image){.resource = r, .format = w[0]};
   if (!r || !formats_agree(r, w[0]) || format_info(w[0])->block_width > 1)
      return false;
   i->key_format = key_format(w[0]);
   if (r->target == PIPE_BUFFER) {
      i->offset = w[2];
      i->size = w[2] < r->size && w[3] > r->size - w[2] ? (unsigned)(r->size - w[2]) : w[3];
      return w[2] < r->size;
   }
   i->first_layer = w[2] & 0xffff;
   i->last_layer = w[2] >> 16;
   i->level = w[3] & 0xff;
   return i->level <= r->last_level && i->first_layer <= i->last_layer && i->last_layer < resource_layers(r, i->level);
}

void set_images(struct connection *c, const struct command *m)
{
   const unsigned stage = stage_of_word(m->word[0]);

   if (stage >= NUM_STAGES)
      return;
   for (unsigned n = 2, slot = m->word[1]; n + 5 <= m->length && slot < MAX_IMAGES; n += 5, slot++) {
      struct image *place = &c->current->context.images[stage][slot], i;
      struct resource *old = place->resource;
      const bool there = read_image(c, m->word + n, &i);
      if (!there && m->word[n + 4])
         complain(c, "image %u of %u is invalid", slot, m->word[n + 4]);
      *place = there ? i : (struct image){.resource = NULL};
      resource_ref(place->resource);
      resource_unref(old);
   }
}

/* ---- textures */

void set_views(struct connection *c, const struct command *m)
{
   unsigned stage = stage_of_word(m->word[0]);

   if (stage >= NUM_STAGES)
      return;
   for (unsigned i = 2, slot = m->word[1]; i < m->length && slot < MAX_SAMPLERS; i++, slot++) {
      const struct object *o = find_object(c->current, m->word[i], OBJECT_VIEW);
      c->current->context.views[stage][slot] = o ? &o->as.view : NULL;
   }
}

void set_samplers(struct connection *c, const struct command *m)
{
   unsigned stage = stage_of_word(m->word[0]);

   if (stage >= NUM_STAGES)
      return;
   for (unsigned i = 2, slot = m->word[1]; i < m->length && slot < MAX_SAMPLERS; i++, slot++) {
      const struct object *o = find_object(c->current, m->word[i], OBJECT_SAMPLER);
      c->current->context.samplers[stage][slot] = o ? &o->as.sampler : NULL;
   }
}

/* ---- other state */

/*
 * The first word should say which targets append, but Mesa always sends 0. Where capturing begins, Mesa creates a new target
 * for at least one of the buffers; where it resumes, it binds the previous ones.
 */
void set_so_targets(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;
   bool resumes = true;

   x->num_so = 0;
   for (unsigned i = 0; i < MAX_SO_TARGETS && i + 1 < m->length; i++) {
      const struct object *o = find_object(c->current, m->word[1 + i], OBJECT_SO_TARGET);
      resumes = resumes && (!o || o->as.so_target.bound);
   }
   for (unsigned i = 0; i < MAX_SO_TARGETS; i++) {
      struct object *o = i + 1 < m->length ? find_object(c->current, m->word[1 + i], OBJECT_SO_TARGET) : NULL;
      x->so[i] = o ? &o->as.so_target : NULL;
      if (!o)
         continue;
      if (!resumes && !(m->word[0] >> i & 1))
         o->as.so_target.written = 0;
      o->as.so_target.bound = true;
      x->num_so = i + 1;
   }
}

void set_values(struct connection *c, const struct command *m)
{
   struct context *x = &c->current->context;

   switch (m->number) {
   case 13:
      x->stencil_ref[0] = (uint8_t)m->word[0];
      x->stencil_ref[1] = (uint8_t)(m->word[0] >> 8);
      break;
   case 14: memcpy(x->blend_color, m->word, sizeof x->blend_color); break;
   case 22: memcpy(x->stipple, m->word, sizeof x->stipple); break;
   case 23: memcpy(x->clip_plane, m->word, sizeof x->clip_plane); break;
   case 24: x->sample_mask = m->word[0]; break;
   case 33: x->min_samples = m->word[0]; break;
   }
}

void release_state(struct subcontext *s)
{
   struct context *x = &s->context;

   for (unsigned i = 0; i < MAX_COLORS; i++)
      rebind_surface(&x->color[i], NULL);
   rebind_surface(&x->depth, NULL);
   for (unsigned i = 0; i < MAX_VERTEX_BUFFERS; i++)
      rebind(&x->vertex_buffer[i].resource, NULL);
   rebind(&x->index.resource, NULL);
   for (unsigned i = 0; i < NUM_STAGES; i++) {
      for (unsigned k = 0; k < MAX_CONSTANT_BUFFERS; k++)
         unbind_constants(s, i, k);
      for (unsigned k = 0; k < MAX_SHADER_BUFFERS; k++)
         rebind(&x->buffers[i][k].resource, NULL);
      for (unsigned k = 0; k < MAX_IMAGES; k++)
         rebind(&x->images[i][k].resource, NULL);
   }
   for (unsigned k = 0; k < MAX_COUNTER_BUFFERS; k++)
      rebind(&x->counters[k].resource, NULL);
}
