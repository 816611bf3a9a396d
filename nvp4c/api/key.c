/* SPDX-License-Identifier: MIT */
/* Checks the pipeline key, and converts it for the passes and the target. */
#include <string.h>

#include "semantics/memory/memory.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/report/varying.h"

_Static_assert((int)NVP4C_MAX_ATTRIBS == (int)TARGET_NUM_ATTRIBS && MEM_ALL_FORMAT_COUNT <= UINT8_MAX,
               "a number of a format has eight bits");
_Static_assert((int)NVP4C_IMAGE_UNITS == (int)MEM_UNITS, "the key has the images of the memory model");
_Static_assert((int)TARGET_F32 == (int)NVP4C_FRT_F32 && (int)TARGET_F16 == (int)NVP4C_FRT_F16 &&
                  (int)TARGET_RGBA8 == (int)NVP4C_FRT_RGBA8 &&
                  sizeof((struct nvp4c_key){0}.frt) == TARGET_NUM_COLORS && (int)NVP4C_COLORS == TARGET_NUM_COLORS,
               "formats have the numbers of the public header");

/* Is every word of the map below 256 and used once? The components of a varying take consecutive words. */
static bool is_good_map(const struct nvp4c_key *k)
{
   bool taken[256] = {false};

   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS && k->varying_map; i++) {
      const unsigned from = k->varying[i].address, n = (unsigned)__builtin_popcount(k->varying[i].mask);

      if (k->varying[i].mask > 15 || from + n > 256)
         return false;
      for (unsigned w = from; w < from + n; w++) {
         if (taken[w])
            return false;
         taken[w] = true;
      }
   }
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS && k->varying_map; i++) {
      const struct nvp4c_varying *v = &k->varying[i];

      if (v->tail && (!(v->mask & 1) || taken[v->tail]))
         return false;
      taken[v->tail] |= v->tail != 0;
   }
   return true;
}

static bool is_good_blend(const struct nvp4c_blend *b)
{
   return b->equation <= NVP4C_BLEND_MAX && b->source <= NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA &&
          b->target <= NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA;
}

/* Can a target have the format? Those of memory alone have channels of 64 bits, or a single component for several. */
static bool is_color_format(const struct nvp4c_key_color *c)
{
   if (c->format >= MEM_FORMAT_COUNT || c->format == MEM_R64_UINT || c->format == MEM_R64_SINT)
      return false;
   const struct mem_format_info *f = &mem_format_info[c->format];
   return c->srgb <= 1 && (!c->srgb || (f->kind == MEM_UNORM && f->bits[0] == 8));
}

static const char *color_error(const struct nvp4c_key *k)
{
   for (unsigned i = 0; i < NVP4C_COLORS; i++) {
      const struct nvp4c_key_color *c = &k->color[i];
      if (!is_color_format(c))
         return "-fcolor (key.color.format)";
      if (c->place > NVP4C_PLACE_TILE + 6 || c->word > 7)
         return "-fcolor (key.color.place)";
      if (c->keep > 15)
         return "-fcolor (key.color.keep)";
      if (c->blends > 1 || !is_good_blend(&c->color) || !is_good_blend(&c->alpha))
         return "-fblend (key.color.blends)";
   }
   if (k->logic_op > NVP4C_LOGIC_SET)
      return "-flogic-op (key.logic_op)";
   if (k->dual_source > 1)
      return "-fdual-source (key.dual_source)";
   return k->reserved[0] || k->reserved[1] ? "(key.reserved)" : NULL;
}

/* The attribute ends in its fourth word, because its words are the components of an input slot. */
static bool is_good_attrib(const struct nvp4c_key_attrib *a)
{
   return a->format < MEM_ALL_FORMAT_COUNT && a->placed <= 1 && a->byte <= 3 && (a->format || !a->byte) &&
          a->byte + mem_format_info[a->format].bytes <= 16;
}

const char *key_error(const struct nvp4c_key *k)
{
   for (unsigned i = 0; i < 8; i++)
      if (k->frt[i] > NVP4C_FRT_RGBA8)
         return "-frt (key.frt)";
   if (k->samples & (k->samples - 1))
      return "-fsamples (key.samples)";
   if (!is_good_map(k))
      return "-fvarying-map (key.varying)";
   for (unsigned i = 0; i < NVP4C_TEX_UNITS; i++) {
      if (k->tex[i].compare > NVP4C_COMPARE_ALWAYS)
         return "-ftex (key.tex.compare)";
      for (unsigned c = 0; c < 4; c++)
         if (k->tex[i].swizzle[c] > NVP4C_SWIZZLE_1)
            return "-ftex (key.tex.swizzle)";
   }
   for (unsigned i = 0; i < NVP4C_IMAGE_UNITS; i++)
      if (k->image[i].format >= MEM_FORMAT_COUNT || k->image[i].tiled > 1)
         return "-fimage (key.image)";
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++)
      if (!is_good_attrib(&k->attrib[i]))
         return "-fattrib (key.attrib)";
   if (k->shared_bytes % 4 || k->shared_bytes > 1u << 20)
      return "-fshared-memory (key.shared_bytes)";
   if (k->scratch_stride % 4 || k->scratch_stride > 1u << 24)
      return "-fscratch-stride (key.scratch_stride)";
   return color_error(k);
}

void key_for_passes(const struct nvp4c_key *k, const struct frontend_source *source, const struct target_ops *target,
                    struct pass_key *p)
{
   struct frontend_declared declared = {0};

   if (source->ops->declared)
      source->ops->declared(source->tree, &declared);
   *p = (struct pass_key){
      .state = *k,
      .flat_colors = k->flat_shading ? 3 & (uint8_t)~declared.fixed_colors : 0,
      .clip = (uint8_t)(source->ops->clip ? source->ops->clip(source->tree) : IO_CLIP_POSITION),
   };
   if (!declared.broadcasts)
      p->state.color_buffers = 0;
   if (!target->unpacks_attributes)
      memset(p->state.attrib, 0, sizeof p->state.attrib);
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++)
      p->keep[varying_slot(i)] = k->varying[i].mask;
}

void key_for_target(const struct nvp4c_key *k, struct target_key *t)
{
   memset(t, 0, sizeof *t);
   for (unsigned i = 0; i < TARGET_NUM_COLORS; i++) {
      const struct key_color c = key_color_format(k, i);
      t->color[i] = (struct target_color){
         .format = c.words                                ? TARGET_WORDS
                   : c.stored == MEM_R8G8B8A8_UNORM       ? TARGET_RGBA8
                   : c.stored == MEM_R16G16B16A16_FLOAT   ? TARGET_F16
                                                          : TARGET_F32,
         .words = (uint8_t)mem_format_words(&mem_format_info[c.stored]),
         .bound = c.bound && !(i == 1 && k->dual_source),
         .place = k->color[i].place,
         .word = k->color[i].word,
      };
   }
   t->samples = k->samples ? k->samples : 1;
   t->sample_shading = k->sample_shading;
   t->state_point_size = k->point_size == NVP4C_POINT_SIZE_STATE;
   t->no_clamp = k->robust_off;
   t->scratch_base = k->scratch_base;
   t->scratch_stride = k->scratch_stride;
   t->use_varying_map = k->varying_map;
   for (unsigned i = 0; i < TARGET_NUM_ATTRIBS; i++) {
      const struct nvp4c_key_attrib *a = &k->attrib[i];
      const unsigned words = a->format ? (a->byte + mem_format_info[a->format].bytes + 3u) / 4 : 4;
      t->attrib[i] = (struct target_attribute){a->format, a->byte, a->placed, a->word, (uint8_t)words};
   }
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++)
      t->varying[varying_slot(i)] = (struct target_varying){k->varying[i].address, k->varying[i].mask, k->varying[i].tail};
}

int nvp4c_place_colors(unsigned target, unsigned core, struct nvp4c_key *key)
{
   const struct target_ops *t = registry_target((enum nvp4c_target)target);
   struct target_key k;

   if (!t || !t->place_colors || !nvp4c_cpu_name(target, core) || key_error(key))
      return 0;
   key_for_target(key, &k);
   if (!t->place_colors(core, k.color))
      return 0;
   for (unsigned n = 0; n < NVP4C_COLORS; n++)
      if (k.color[n].bound) {
         key->color[n].place = k.color[n].place;
         key->color[n].word = k.color[n].word;
      }
   return 1;
}

unsigned nvp4c_color_format(const struct nvp4c_key *key, unsigned n)
{
   return n < NVP4C_COLORS && !key_error(key) ? key_color_format(key, n).stored : 0;
}

/* ---- formats of attributes by their names for machines that load them */

/* The format of a component in memory, or -1 if there is none. */
static int fetch_of(unsigned kind, unsigned bits)
{
   static const int8_t of[][3] = { /* 8, 16 and 32 bits */
      [MEM_FLOAT] = {-1, NVP4C_ATTRIB_F16, NVP4C_ATTRIB_F32},
      [MEM_UNORM] = {NVP4C_ATTRIB_U8NORM, NVP4C_ATTRIB_U16NORM, -1},
      [MEM_SNORM] = {NVP4C_ATTRIB_S8NORM, NVP4C_ATTRIB_S16NORM, -1},
      [MEM_UINT] = {NVP4C_ATTRIB_U8, NVP4C_ATTRIB_U16, NVP4C_ATTRIB_I32},
      [MEM_SINT] = {NVP4C_ATTRIB_S8, NVP4C_ATTRIB_S16, NVP4C_ATTRIB_I32},
      [MEM_USCALED] = {NVP4C_ATTRIB_U8F, NVP4C_ATTRIB_U16F, NVP4C_ATTRIB_U32F},
      [MEM_SSCALED] = {NVP4C_ATTRIB_S8F, NVP4C_ATTRIB_S16F, NVP4C_ATTRIB_S32F},
      [MEM_FIXED] = {-1, -1, NVP4C_ATTRIB_FIXED},
   };

   return bits == 8 || bits == 16 || bits == 32 ? of[kind][bits / 16] : -1;
}

bool key_fetch_format(unsigned format, uint8_t *fetch, uint8_t *components)
{
   const struct mem_format_info *f = &mem_format_info[format];
   const int of = format == MEM_R10G10B10A2_UNORM ? NVP4C_ATTRIB_RGB10A2NORM : fetch_of(f->kind, f->bits[0]);
   unsigned n = 0;

   for (unsigned c = 0; c < 4; c++) {
      if (f->load[c] == (char)('0' + c))
         n = c + 1;
      else if (f->load[c] != (c == 3 ? 'i' : 'o')) /* another order, or other constants */
         return false;
   }
   if (of < 0 || !n || (n < 4 && f->bits[n])) /* a channel that is not loaded would change the distance of elements */
      return false;
   *fetch = (uint8_t)of;
   *components = (uint8_t)n;
   return true;
}

unsigned key_format_of_fetch(unsigned fetch, unsigned components)
{
   uint8_t f, n;

   for (unsigned format = 1; format < MEM_ALL_FORMAT_COUNT; format++)
      if (key_fetch_format(format, &f, &n) && f == fetch && n == (components ? components : 4))
         return format;
   return 0;
}

const char *nvp4c_attrib_format(unsigned n) { return n < MEM_ALL_FORMAT_COUNT ? mem_format_name[n] : NULL; }
const char *nvp4c_image_format(unsigned n) { return n < MEM_FORMAT_COUNT ? mem_format_name[n] : NULL; }
