/* SPDX-License-Identifier: MIT */
/* Names and locations of reflection entries as text. */
#include "nvp4c/report/state.h"
#include "nvp4c/report/varying.h"
#include "util/format.h"

#include <stdbool.h>

size_t nvp4c_location_text(const struct nvp4c_location *at, char *text, size_t size)
{
   static const char *const banks[] = {"",      "sh",  "vi", "cf", "sr",   "o",  "tile", "vo",
                                       "depth", "mem", "r",  "u",  "word", "ts", "ss",   "scratch"};
   static const char *const formats[] = {"", " (f16)", " (rgba8)"};
   const char *bank = (unsigned)at->reg < sizeof banks / sizeof banks[0] ? banks[at->reg] : "?";
   const char *format = (unsigned)at->format < 3 ? formats[at->format] : "";
   char none[1];

   if (!size)
      text = none; /* the caller only needs the length */
   if (at->number == UINT32_MAX)
      return (size_t)util_format(text, size, "%s", bank);
   if (at->element == UINT32_MAX)
      return (size_t)util_format(text, size, "%s%u%s", bank, at->number, format);
   return (size_t)util_format(text, size, "%s%u[%u]%s", bank, at->number, at->element, format);
}

/* Name of an entry without its component. */
static void base_name(const struct nvp4c_reflection *e, char *text, size_t size)
{
   static const char *const plain[] = {
      [NVP4C_BIND_VERTEX_ID] = "vertexid",    [NVP4C_BIND_INSTANCE] = "instance",
      [NVP4C_BIND_FACING] = "facing",         [NVP4C_BIND_DEPTH] = "depth",
      [NVP4C_BIND_LITERAL] = "constant",      [NVP4C_BIND_FETCH_SAMPLER] = "texture.fetch.sampler",
      [NVP4C_BIND_TEXTURE_HEAP] = "textures.address", [NVP4C_BIND_TESTS] = "depth.tests",
      [NVP4C_BIND_SAMPLE_MASK] = "sample.mask", [NVP4C_BIND_SAMPLE_PLACES] = "sample.places",
      [NVP4C_BIND_STENCIL] = "stencil",
      [NVP4C_BIND_GLOBAL] = "global",         [NVP4C_BIND_WORKGROUP_MEMORY] = "block.memory",
      [NVP4C_BIND_BARRIER_WORDS] = "block.barrier",
      [NVP4C_BIND_PARAM_MEMORY] = "parameters.address", [NVP4C_BIND_SCRATCH] = "scratch",
   };
   static const char *const numbered[] = {
      [NVP4C_BIND_ATTRIB] = "vattr%u",            [NVP4C_BIND_COLOR] = "color%u",
      [NVP4C_BIND_ENV] = "program.env[%u]",       [NVP4C_BIND_LOCAL] = "program.local[%u]",
      [NVP4C_BIND_IMAGE] = "texture[%u].image",   [NVP4C_BIND_SAMPLER] = "texture[%u].sampler",
      [NVP4C_BIND_SIZE] = "texture[%u].size",     [NVP4C_BIND_LAYERS] = "texture[%u].layers",
      [NVP4C_BIND_COMPARE] = "texture[%u].compare", [NVP4C_BIND_BUFFER] = "program.buffer[%u].address",
      [NVP4C_BIND_TILE_BUFFER] = "tile.buffer[%u].address", [NVP4C_BIND_UNIFORM] = "CONST[0][%u]",
      [NVP4C_BIND_GATHER_SAMPLER] = "texture[%u].gather.sampler", [NVP4C_BIND_SAMPLES] = "texture[%u].samples",
      [NVP4C_BIND_PRESHADER] = "preshader[%u]",   [NVP4C_BIND_STORAGE] = "storage[%u]",
      [NVP4C_BIND_COUNTERS] = "counters[%u]",     [NVP4C_BIND_TEXELS] = "image[%u].texels",
      [NVP4C_BIND_IMAGE_WORD] = "image[%u]",
   };
   const unsigned b = (unsigned)e->binding;

   static const char *const system[] = {"vertexid0", "basevertex", "baseinstance", "drawid", "invocation",
                                        "threadid", "threadindex", "blockid", "blocksize", "gridsize", "workdim", "userdata"};

   if (b == NVP4C_BIND_SYSTEM && e->index < sizeof system / sizeof system[0])
      util_format(text, size, "%s", system[e->index]);
   else if (b < sizeof plain / sizeof plain[0] && plain[b])
      util_format(text, size, "%s", plain[b]);
   else if (b < sizeof numbered / sizeof numbered[0] && numbered[b])
      util_format(text, size, numbered[b], e->index);
   else if (b == NVP4C_BIND_VARYING)
      util_format(text, size, "%s", nvp4c_varying_name(e->index) ? nvp4c_varying_name(e->index) : "?");
   else if (b == NVP4C_BIND_STATE)
      state_text(e->state, e->index, text, size);
   else
      util_format(text, size, "?");
}

size_t nvp4c_reflection_name(const struct nvp4c_reflection *e, char *text, size_t size)
{
   static const char *const letters[8] = {"x", "y", "z", "w"}, *const words[8] = {"low", "high", "stride", "?"};
   static const char *const object[8] = {"low", "high", "bytes", "size", "slots"};
   static const char *const image[8] = {"width", "height", "depth", "samples", "row", "layer", "tiled"};
   const bool memory = e->kind == NVP4C_BUFFER || e->kind == NVP4C_SCRATCH;
   const bool changed = e->binding >= NVP4C_BIND_STORAGE && e->binding <= NVP4C_BIND_BARRIER_WORDS;
   const char *const *names = e->binding == NVP4C_BIND_IMAGE_WORD ? image : changed ? object : memory ? words : letters;
   const char *component = names[e->component & 7];
   if (e->kind == NVP4C_BUFFER && e->component == 2 && e->binding == NVP4C_BIND_ATTRIB)
      component = "last"; /* number of the last element */
   if (e->kind == NVP4C_BUFFER && e->component == 2 && e->binding == NVP4C_BIND_BUFFER)
      component = "words";

   component = component ? component : "?";
   char base[96], vertex[24] = "", none[1];

   if (!size)
      text = none;
   base_name(e, base, sizeof base);
   if (e->kind == NVP4C_INPUT && e->location.reg == NVP4C_REG_VERTEX_IN && e->binding == NVP4C_BIND_VARYING &&
       e->index != VARYING_OF(PRIM_ID))
      util_format(vertex, sizeof vertex, "vertex[%u].", e->dimension);
   return (size_t)util_format(text, size, "%s%s.%s", vertex, e->name ? e->name : base, component);
}
