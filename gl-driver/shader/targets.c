/* SPDX-License-Identifier: MIT */
/*
 * Colour targets of fragment programs for the USC, which blend, mask and pack pixels themselves: the key of the draw, and the
 * words of pixels in the registers and tile buffers of a wave. The conversion between these words and the texels in memory is
 * what the load and store units of the tile do.
 */
#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/shader.h"

#include <stdio.h>
#include <string.h>

#define MAX_FORMATS 512

/* ---- formats */

/* The number of a format of ours, or 0. */
static unsigned format_named(const char *name)
{
   for (unsigned n = 1; n < MAX_FORMATS; n++) {
      const struct format_info *f = format_info(n);
      if (f && f->name && !strcmp(f->name, name))
         return n;
   }
   return 0;
}

/* The format that the program packs for a target: the same one, or else one with four channels that have its values. */
static unsigned packed_format(unsigned format, bool *srgb)
{
   static const char *const types[] = {[UNORM] = "UNORM", [SNORM] = "SNORM", [UINT] = "UINT",
                                       [SINT] = "SINT",   [FLOAT] = "FLOAT", [SRGB] = "UNORM"};
   const struct format_info *f = format_info(format);
   struct format_channels c;
   char name[64];

   snprintf(name, sizeof name, "%s", f->name);
   *srgb = f->srgb;
   if (f->srgb)
      memcpy(strstr(name, "_SRGB"), "_UNORM", sizeof "_UNORM");
   const unsigned same = format_number(nvp4c_image_format, name);
   if (same || !format_channels(format, &c))
      return same;
   const unsigned bits = c.bits[0] <= 8 ? 8 : c.bits[0] <= 16 ? 16 : 32;
   snprintf(name, sizeof name, "R%uG%uB%uA%u_%s", bits, bits, bits, bits, types[c.type]);
   return format_number(nvp4c_image_format, name);
}

/* ---- the key */

static uint8_t factor_of(unsigned pipe)
{
   switch (pipe) {
   case PIPE_BLENDFACTOR_ONE: return NVP4C_FACTOR_ONE;
   case PIPE_BLENDFACTOR_SRC_COLOR: return NVP4C_FACTOR_SOURCE_COLOR;
   case PIPE_BLENDFACTOR_SRC_ALPHA: return NVP4C_FACTOR_SOURCE_ALPHA;
   case PIPE_BLENDFACTOR_DST_ALPHA: return NVP4C_FACTOR_TARGET_ALPHA;
   case PIPE_BLENDFACTOR_DST_COLOR: return NVP4C_FACTOR_TARGET_COLOR;
   case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE: return NVP4C_FACTOR_ALPHA_SATURATE;
   case PIPE_BLENDFACTOR_CONST_COLOR: return NVP4C_FACTOR_CONSTANT_COLOR;
   case PIPE_BLENDFACTOR_CONST_ALPHA: return NVP4C_FACTOR_CONSTANT_ALPHA;
   case PIPE_BLENDFACTOR_SRC1_COLOR: return NVP4C_FACTOR_SECOND_COLOR;
   case PIPE_BLENDFACTOR_SRC1_ALPHA: return NVP4C_FACTOR_SECOND_ALPHA;
   case PIPE_BLENDFACTOR_INV_SRC_COLOR: return NVP4C_FACTOR_ONE_MINUS_SOURCE_COLOR;
   case PIPE_BLENDFACTOR_INV_SRC_ALPHA: return NVP4C_FACTOR_ONE_MINUS_SOURCE_ALPHA;
   case PIPE_BLENDFACTOR_INV_DST_ALPHA: return NVP4C_FACTOR_ONE_MINUS_TARGET_ALPHA;
   case PIPE_BLENDFACTOR_INV_DST_COLOR: return NVP4C_FACTOR_ONE_MINUS_TARGET_COLOR;
   case PIPE_BLENDFACTOR_INV_CONST_COLOR: return NVP4C_FACTOR_ONE_MINUS_CONSTANT_COLOR;
   case PIPE_BLENDFACTOR_INV_CONST_ALPHA: return NVP4C_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
   case PIPE_BLENDFACTOR_INV_SRC1_COLOR: return NVP4C_FACTOR_ONE_MINUS_SECOND_COLOR;
   case PIPE_BLENDFACTOR_INV_SRC1_ALPHA: return NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA;
   default: return NVP4C_FACTOR_ZERO;
   }
}

static struct nvp4c_blend blend_of(unsigned func, unsigned source, unsigned target)
{
   static const uint8_t equations[] = {[PIPE_BLEND_ADD] = NVP4C_BLEND_ADD,
                                       [PIPE_BLEND_SUBTRACT] = NVP4C_BLEND_SUBTRACT,
                                       [PIPE_BLEND_REVERSE_SUBTRACT] = NVP4C_BLEND_REVERSE_SUBTRACT,
                                       [PIPE_BLEND_MIN] = NVP4C_BLEND_MIN,
                                       [PIPE_BLEND_MAX] = NVP4C_BLEND_MAX};

   return (struct nvp4c_blend){func < sizeof equations ? equations[func] : NVP4C_BLEND_ADD, factor_of(source),
                               factor_of(target)};
}

/* The bits of Gallium's operations are results for the same pairs as those of GL's, in the opposite order. */
static uint8_t logic_of(unsigned pipe)
{
   const unsigned gl = (pipe & 1) << 3 | (pipe & 2) << 1 | (pipe & 4) >> 1 | (pipe & 8) >> 3;

   return (uint8_t)(NVP4C_LOGIC_CLEAR + gl);
}

static bool is_second(uint8_t factor) { return factor >= NVP4C_FACTOR_SECOND_COLOR; }

void target_key(const struct context *c, struct nvp4c_key *k)
{
   for (unsigned i = 0; i < c->num_colors && i < NVP4C_COLORS; i++) {
      const struct blend_target *b = &c->blend->target[i];
      struct nvp4c_key_color *t = &k->color[i];
      bool srgb;
      if (!c->color[i].resource)
         continue;
      t->format = (uint8_t)packed_format(c->color[i].format, &srgb);
      t->srgb = srgb;
      t->keep = (uint8_t)(~b->mask & 15);
      t->blends = b->enable;
      if (b->enable) {
         t->color = blend_of(b->rgb_func, b->rgb_src, b->rgb_dst);
         t->alpha = blend_of(b->alpha_func, b->alpha_src, b->alpha_dst);
      }
   }
   k->logic_op = c->blend->logicop_enable ? logic_of(c->blend->logicop) : NVP4C_LOGIC_OFF;
   const struct nvp4c_key_color *t = &k->color[0];
   k->dual_source = t->blends && !k->logic_op &&
                    (is_second(t->color.source) || is_second(t->color.target) || is_second(t->alpha.source) ||
                     is_second(t->alpha.target));
}

/* ---- words */

unsigned target_format(const struct nvp4c_key *key, unsigned n)
{
   return key->color[n].format ? format_named(nvp4c_image_format(nvp4c_color_format(key, n))) : 0;
}

void target_load(const struct runner *r, unsigned n, unsigned stored, unsigned format, const uint8_t *texel, unsigned lane)
{
   uint32_t value[4], word[4] = {0};

   format_read(format, texel, 0, 0, value);
   format_write(stored, (uint8_t *)word, value);
   for (const struct color_word *w = r->before; w < r->before + r->num_before; w++)
      if (w->target == n)
         w->word[lane * w->stride] = word[w->component];
}

void target_store(unsigned stored, unsigned format, uint8_t *texel, const uint32_t word[4])
{
   uint32_t value[4];

   format_read(stored, (const uint8_t *)word, 0, 0, value);
   format_write(format, texel, value);
}
