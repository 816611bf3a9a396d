/* SPDX-License-Identifier: MIT */
/*
 * The tile of AGX, which the hardware loads with pixels of the targets before fragment programs and stores to memory after
 * them. This one holds the pixels of one wave at a time. Formats of the tile have the bits of the formats in memory.
 */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/format.h"

#include <string.h>

#define MOST 16 /* bytes of a pixel of a target */

/* True if channels of 8 bits are copied unchanged. */
static bool is_bytes(const struct tile_target *t, unsigned format, struct format_channels *c)
{
   return t->bytes == 1 && format_channels(format, c);
}

static void to_tile(const struct tile_target *t, unsigned format, const uint8_t *texel, uint8_t pixel[MOST])
{
   struct format_channels c;
   uint32_t value[4];

   if (is_bytes(t, format, &c)) {
      for (unsigned i = 0; i < t->components; i++)
         pixel[i] = c.component[i] >= 'w' ? texel[(c.component[i] - 'x') & 3] : 0;
      return;
   }
   format_read(format, texel, 0, 0, value);
   format_write(t->format, pixel, value);
}

static void of_tile(const struct tile_target *t, unsigned format, uint8_t *texel, const uint8_t pixel[MOST])
{
   struct format_channels c;
   uint32_t value[4];

   if (is_bytes(t, format, &c)) {
      for (unsigned i = t->components; i-- > 0;) /* luminance comes from red */
         if (c.component[i] >= 'w')
            texel[(c.component[i] - 'x') & 3] = pixel[i];
      return;
   }
   format_read(t->format, pixel, 0, 0, value);
   format_write(format, texel, value);
}

/* The texel of a target at a sample of the lane's pixel, or NULL if the target does not have it. */
static uint8_t *texel_at(const struct shader_thread *t, unsigned target, const struct quad *q, unsigned lane, unsigned sample)
{
   const struct surface *s = &t->d->c->color[target];

   if (!s->resource || t->p->layer > s->last_layer - s->first_layer)
      return NULL;
   return resource_texel(s->resource, s->level, (unsigned)q->x + (lane & 1), (unsigned)q->y + (lane >> 1 & 1),
                         s->first_layer + t->p->layer, sample);
}

/* Copies words of a target to the tile or back. Targets with small components may share a word. */
static void move(const struct runner *r, const struct tile_target *t, unsigned lane, unsigned sample, uint8_t pixel[MOST],
                 bool in)
{
   const unsigned bytes = t->bytes * t->components;

   for (unsigned k = 0; k < bytes; k++) {
      uint32_t *word = &r->pixels[(TILE_WORDS * sample + (t->offset + k) / 4) * LANES + lane];
      const unsigned shift = 8 * ((t->offset + k) & 3);
      if (in)
         *word = (*word & ~(UINT32_C(255) << shift)) | (uint32_t)pixel[k] << shift;
      else
         pixel[k] = (uint8_t)(*word >> shift);
   }
}

static void move_quad(const struct shader_thread *t, unsigned q, unsigned samples, bool in)
{
   const struct parts *p = t->d->pipeline->fragment_parts;

   for (unsigned i = 0; p && i < MAX_COLORS; i++) {
      const struct tile_target *target = &p->target[i];
      if (!target->here || !target->stores || (in && !target->loads))
         continue;
      for (unsigned left = samples; left; left &= left - 1) {
         const unsigned n = (unsigned)__builtin_ctz(left) / 4, sample = (unsigned)__builtin_ctz(left) % 4;
         uint8_t pixel[MOST] = {0}, *texel = texel_at(t, i, &t->quad[q], n, sample);
         if (!texel)
            continue;
         if (in)
            to_tile(target, t->d->c->color[i].format, texel, pixel);
         move(t->runner, target, 4 * q + n, sample, pixel, in);
         if (!in)
            of_tile(target, t->d->c->color[i].format, texel, pixel);
      }
   }
}

void tile_load(const struct shader_thread *t, unsigned q)
{
   move_quad(t, q, t->quad[q].samples, true);
}

void tile_store(const struct shader_thread *t, unsigned q, unsigned samples)
{
   move_quad(t, q, samples, false);
}

void tile_words(const struct shader_thread *t, unsigned target, unsigned lane, unsigned sample, uint32_t word[4])
{
   const struct tile_target *at = &t->d->pipeline->fragment_parts->target[target];

   for (unsigned k = 0; k < 4; k++)
      word[k] = t->runner->pixels[(TILE_WORDS * sample + at->offset / 4u + k) * LANES + lane];
}
