/* SPDX-License-Identifier: MIT */
/* Blending, logic operations and colour masks (GL 3.3, 4.1.7 to 4.1.11 and 4.2.2). */
#include "gl-driver/draw/draw.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/words.h"

#include <math.h>
#include <string.h>

struct blending {
   float source[4], second[4], target[4], constant[4];
};

/* Component n of a factor. */
static float factor_of(const struct blending *b, unsigned f, unsigned n)
{
   switch (f) {
   case PIPE_BLENDFACTOR_ONE: return 1;
   case PIPE_BLENDFACTOR_SRC_COLOR: return b->source[n];
   case PIPE_BLENDFACTOR_SRC_ALPHA: return b->source[3];
   case PIPE_BLENDFACTOR_DST_ALPHA: return b->target[3];
   case PIPE_BLENDFACTOR_DST_COLOR: return b->target[n];
   case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE: return n == 3 ? 1 : fminf(b->source[3], 1 - b->target[3]);
   case PIPE_BLENDFACTOR_CONST_COLOR: return b->constant[n];
   case PIPE_BLENDFACTOR_CONST_ALPHA: return b->constant[3];
   case PIPE_BLENDFACTOR_SRC1_COLOR: return b->second[n];
   case PIPE_BLENDFACTOR_SRC1_ALPHA: return b->second[3];
   case PIPE_BLENDFACTOR_INV_SRC1_COLOR: return 1 - b->second[n];
   case PIPE_BLENDFACTOR_INV_SRC1_ALPHA: return 1 - b->second[3];
   case PIPE_BLENDFACTOR_INV_SRC_COLOR: return 1 - b->source[n];
   case PIPE_BLENDFACTOR_INV_SRC_ALPHA: return 1 - b->source[3];
   case PIPE_BLENDFACTOR_INV_DST_ALPHA: return 1 - b->target[3];
   case PIPE_BLENDFACTOR_INV_DST_COLOR: return 1 - b->target[n];
   case PIPE_BLENDFACTOR_INV_CONST_COLOR: return 1 - b->constant[n];
   case PIPE_BLENDFACTOR_INV_CONST_ALPHA: return 1 - b->constant[3];
   default: return 0;
   }
}

static float combine(const struct blending *b, unsigned func, unsigned src, unsigned dst, unsigned n)
{
   if (func == PIPE_BLEND_MIN)
      return fminf(b->source[n], b->target[n]);
   if (func == PIPE_BLEND_MAX)
      return fmaxf(b->source[n], b->target[n]);
   const float s = b->source[n] * factor_of(b, src, n), t = b->target[n] * factor_of(b, dst, n);
   return func == PIPE_BLEND_SUBTRACT ? s - t : func == PIPE_BLEND_REVERSE_SUBTRACT ? t - s : s + t;
}

/* Clamps to the range of the format. NaN becomes the lower end. */
static float clamp(const struct format_info *f, float v)
{
   const float low = f->unorm ? 0 : -1;
   return !f->unorm && !f->snorm ? v : v >= low ? v <= 1 ? v : 1 : low;
}

static void blend(const struct draw *d, const struct blend_target *t, const struct format_info *f, const uint32_t second[4],
                  const uint32_t old[4], uint32_t color[4])
{
   struct blending b;

   for (unsigned n = 0; n < 4; n++) {
      b.source[n] = clamp(f, float_of(color[n]));
      b.second[n] = clamp(f, float_of(second[n]));
      b.target[n] = float_of(old[n]);
      b.constant[n] = clamp(f, d->c->blend_color[n]);
   }
   for (unsigned n = 0; n < 4; n++)
      color[n] = bits_of(n < 3 ? combine(&b, t->rgb_func, t->rgb_src, t->rgb_dst, n)
                            : combine(&b, t->alpha_func, t->alpha_src, t->alpha_dst, n));
}

static uint8_t logic_of(unsigned op, uint8_t s, uint8_t d)
{
   /* The bits of an operation's number are its results for each pair of destination (1) and source (2). */
   uint8_t out = 0;
   if (op & 1)
      out |= (uint8_t)(~s & ~d);
   if (op & 2)
      out |= (uint8_t)(~s & d);
   if (op & 4)
      out |= (uint8_t)(s & ~d);
   if (op & 8)
      out |= (uint8_t)(s & d);
   return out;
}

uint8_t *color_texel(const struct draw *d, unsigned n, unsigned layer, int x, int y, unsigned sample)
{
   const struct surface *s = &d->c->color[n];

   if (!s->resource || layer > s->last_layer - s->first_layer)
      return NULL;
   return resource_texel(s->resource, s->level, (unsigned)x, (unsigned)y, s->first_layer + layer, sample);
}

void write_color(const struct draw *d, unsigned n, uint8_t *texel, const uint32_t color[4], const uint32_t second[4])
{
   const struct surface *s = &d->c->color[n];
   const struct blend *state = d->c->blend;
   const struct blend_target *t = &state->target[n];
   const struct format_info *f = format_info(s->format);
   uint32_t old[4], out[4];

   if (!(t->mask & 15))
      return;
   const bool masked = (t->mask & 15) != 15, blends = t->enable && f->class == FORMAT_FLOAT && !state->logicop_enable;
   const bool logical =
       state->logicop_enable && (f->class != FORMAT_FLOAT || f->unorm || f->snorm) && !f->srgb; /* float formats have none */
   memcpy(out, color, sizeof out);
   if (masked || blends || logical)
      format_read(s->format, texel, 0, 0, old);
   if (blends) {
      blend(d, t, f, second, old, out);
   } else if (logical) {
      uint8_t mine[16];
      format_write(s->format, mine, color);
      for (unsigned k = 0; k < f->bytes && k < sizeof mine; k++)
         mine[k] = logic_of(state->logicop, mine[k], texel[k]);
      format_read(s->format, mine, 0, 0, out);
   }
   for (unsigned k = 0; k < 4 && masked; k++)
      if (!(t->mask >> k & 1))
         out[k] = old[k];
   format_write(s->format, texel, out);
}
