/* SPDX-License-Identifier: MIT */
/* Clearing framebuffers. */
#include <string.h>

#include "gl-driver/pipe/copy.h"
#include "gl-driver/pipe/pipe_enums.h"

/* Repeats `bytes` bytes `count` times. */
static void fill(uint8_t *to, const uint8_t *texel, unsigned bytes, size_t count)
{
   size_t filled = 1;

   if (!count)
      return;
   memcpy(to, texel, bytes);
   for (; filled < count; filled *= 2)
      memcpy(to + filled * bytes, to, (filled * 2 < count ? filled : count - filled) * bytes);
}

static void clear_color(const struct surface *s, unsigned width, unsigned height, const uint32_t color[4])
{
   const struct resource *r = s->resource;
   uint8_t texel[32] = {0};

   if (format_info(s->format)->block_width > 1)
      return;
   format_write(s->format, texel, color);
   for (unsigned z = s->first_layer; z <= s->last_layer; z++)
      for (unsigned y = 0; y < height; y++)
         fill(resource_texel(r, s->level, 0, y, z, 0), texel, format_info(s->format)->bytes, (size_t)width * r->samples);
}

static void clear_depth(const struct surface *s, unsigned width, unsigned height, unsigned buffers, double depth,
                        uint8_t stencil)
{
   const struct resource *r = s->resource;
   const struct format_info *f = format_info(s->format);
   uint32_t bits = format_depth_bits(s->format, (float)depth);

   for (unsigned z = s->first_layer; z <= s->last_layer; z++)
      for (unsigned y = 0; y < height; y++) {
         uint8_t *texel = resource_texel(r, s->level, 0, y, z, 0);
         for (size_t i = 0; i < (size_t)width * r->samples; i++, texel += f->bytes) {
            if (buffers & PIPE_CLEAR_DEPTH)
               format_write_depth(s->format, texel, bits);
            if (buffers & PIPE_CLEAR_STENCIL)
               format_write_stencil(s->format, texel, stencil);
         }
      }
}

void clear_framebuffer(struct context *c, unsigned buffers, const uint32_t color[4], double depth, uint8_t stencil)
{
   for (unsigned i = 0; i < c->num_colors; i++)
      if (c->color[i].resource && buffers & PIPE_CLEAR_COLOR0 << i)
         clear_color(&c->color[i], c->fb_width, c->fb_height, color);
   if (c->depth.resource && buffers & (PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL))
      clear_depth(&c->depth, c->fb_width, c->fb_height, buffers, depth, stencil);
}
