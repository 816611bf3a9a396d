/* SPDX-License-Identifier: MIT */
/*
 * Textures of programs: the words of their state (docs/abi-usc.md, "Shared registers", "Texture accesses"), and the conversion
 * of accesses of the machine to those of the sampler. The first word of a state is 1 + the number of the unit.
 */
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/words.h"
#include "gl-driver/shader/texture.h"

#include <math.h>
#include <string.h>

#define FETCH_SAMPLER 0xfe7c0000u  /* first word of the sampler of texel fetches */
#define GATHER_SAMPLER 0x6a700000u /* ... of a gather's sampler, without the number */
#define LAYER_ADDRESS(unit) ((uint64_t)((unit) + 1) << 36)
#define LAYER_BYTES 0x100u
#define BUFFER_ROW 8192 /* texels in a row of the image of a buffer */

static const struct sampler_view *view_of(const struct bindings *b, unsigned unit)
{
   const struct sampler_view *v = unit < MAX_SAMPLERS ? b->context->views[b->stage][unit] : NULL;
   return v && v->resource ? v : NULL;
}

static unsigned num_layers(const struct sampler_view *v)
{
   const unsigned layers = v->last_layer - v->first_layer + 1;
   return v->target == PIPE_TEXTURE_CUBE_ARRAY ? layers / 6 : layers;
}

static uint32_t size_word(const struct bindings *b, unsigned unit, unsigned word)
{
   const struct sampler_view *v = view_of(b, unit);
   uint32_t size[4] = {0};

   if (!v)
      return 0;
   const struct resource *r = v->resource;
   size[0] = v->target == PIPE_BUFFER ? v->last_element - v->first_element + 1 : resource_width(r, v->first_level);
   size[1] = v->target == PIPE_TEXTURE_1D_ARRAY                         ? num_layers(v)
             : v->target == PIPE_BUFFER || v->target == PIPE_TEXTURE_1D ? 0
                                                                        : resource_height(r, v->first_level);
   if (v->target == PIPE_TEXTURE_3D)
      size[2] = resource_layers(r, v->first_level);
   else if (v->target == PIPE_TEXTURE_2D_ARRAY || v->target == PIPE_TEXTURE_CUBE_ARRAY)
      size[2] = num_layers(v);
   size[3] = v->target == PIPE_BUFFER ? 1 : v->last_level - v->first_level + 1;
   return size[word & 3];
}

static uint32_t layer_word(const struct bindings *b, unsigned unit, unsigned word)
{
   const struct sampler_view *v = view_of(b, unit);

   switch (word) {
   case 0:
   case 1: return (uint32_t)(LAYER_ADDRESS(unit) >> 32 * word);
   case 2: return LAYER_BYTES;
   default: return v && num_layers(v) ? bits_of((float)(num_layers(v) - 1)) : 0;
   }
}

static uint32_t compare_word(const struct bindings *b, unsigned unit, unsigned word)
{
   const struct sampler *s = unit < MAX_SAMPLERS ? b->context->samplers[b->stage][unit] : NULL;
   return compare_outcome(s ? s->compare_func : 0, word) ? bits_of(1) : 0;
}

uint32_t texture_word(const struct bindings *b, const struct nvp4c_reflection *e)
{
   const unsigned word = e->component;
   const struct sampler_view *v = view_of(b, e->index);

   switch (e->binding) {
   case NVP4C_BIND_IMAGE:
      if (word == 1)
         return v && v->resource->samples > 1 ? (uint32_t)__builtin_ctz(v->resource->samples) << 30 : 0;
      return word ? 0 : e->index + 1;
   case NVP4C_BIND_SAMPLER: return word ? 0 : e->index + 1;
   case NVP4C_BIND_FETCH_SAMPLER: return word ? 0 : FETCH_SAMPLER;
   case NVP4C_BIND_GATHER_SAMPLER: return word ? 0 : GATHER_SAMPLER + e->index + 1;
   case NVP4C_BIND_SIZE: return size_word(b, e->index, word);
   case NVP4C_BIND_LAYERS: return layer_word(b, e->index, word);
   case NVP4C_BIND_COMPARE: return compare_word(b, e->index, word);
   case NVP4C_BIND_SAMPLES: return v && v->resource->samples ? v->resource->samples : 1;
   default: return 0;
   }
}

/* ---- accesses */

static const char *find_layers(struct access *x, unsigned unit)
{
   for (unsigned l = 0; l < LANES; l++) {
      const uint64_t from = ((uint64_t)x->a.address[1][l] << 32 | x->a.address[0][l]) - LAYER_ADDRESS(unit);
      if (x->a.lanes >> l & 1 && from % LAYER_BYTES)
         return "an address outside of all layers";
      x->layer[l] = bits_of((float)(uint32_t)(from / LAYER_BYTES));
   }
   x->a.layer = x->layer;
   x->a.address[0] = x->a.address[1] = NULL;
   return NULL;
}

const char *texture_access(const struct bindings *b, const struct nvp4c_texture_access *access, uint32_t (*result)[LANES])
{
   struct access x = {.a = *access};
   const unsigned unit = access->image[0] - 1, word = access->sampler[0];
   const unsigned sampler = word - (word >= GATHER_SAMPLER ? GATHER_SAMPLER : 0) - 1;
   const struct sampler_view *v = view_of(b, unit);
   const bool fetch = b->code->agx ? !word : word == FETCH_SAMPLER;
   const struct nvp4c_texture *t = unit < NVP4C_TEX_UNITS ? b->code->texture[unit] : NULL;
   const struct sampler *s = !fetch && sampler < MAX_SAMPLERS ? b->context->samplers[b->stage][sampler] : NULL;
   const char *fault = NULL;

   for (unsigned k = 0; k < access->components; k++)
      memset(result[k], 0, sizeof *result);
   if (!t)
      return "a texture access without the state of a texture";
   if (!v || (!fetch && !s)) {
      for (unsigned l = 0; l < LANES && access->components >= 4 && !access->info && !access->taps; l++)
         result[3][l] = access->raw ? 1 : bits_of(1); /* unbound textures are black */
      return NULL;
   }
   if (access->address[0])
      fault = find_layers(&x, unit);
   if (t->target == NVP4C_TEX_BUFFER && access->coordinate[1] && !b->code->agx) {
      for (unsigned l = 0; l < LANES; l++)
         x.place[0][l] =
             bits_of(float_of(access->coordinate[0][l]) + BUFFER_ROW * float_of(access->coordinate[1][l]));
      x.a.coordinate[0] = x.place[0];
      x.a.coordinate[1] = NULL;
      x.a.dimensions = 1;
   }
   if (b->stage != STAGE_FRAGMENT && access->level_from == NVP4C_LEVEL_IMPLICIT) {
      x.a.level_from = NVP4C_LEVEL_EXPLICIT;
      x.a.level = x.level;
   }
   if (t->shadow || (s && s->compare)) { /* the program compares, and swizzles after that (texture_key()) */
      x.view = *v;
      for (unsigned k = 0; k < 4; k++)
         x.view.swizzle[k] = (uint8_t)k;
      v = &x.view;
   }
   if (b->code->agx)
      fault = texture_access_agx(&x, t, v, s, result);
   else if (!fault)
      fault = texture_sample(v, s, &x.a, result, &x.texels);
   work_add(b->work, x.texels); /* each takes about as long as a step; the runner notices the limit */
   return fault;
}
