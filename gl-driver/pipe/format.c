/* SPDX-License-Identifier: MIT */
/* Converts texels between memory and numbers, by the table of format.def. */
#include <math.h>
#include <string.h>

#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/resource.h"
#include "gl-driver/pipe/words.h"

struct format {
   struct format_info info;
   enum block_layout layout;
   enum channel_type type;
   uint8_t bits[4], first_bit[4];
   char component[5]; /* sources of r, g, b, a: x y z w 0 1 */
   const char *use;
   int8_t depth, stencil; /* channels, or -1 */
};

#define CLASS_UNORM FORMAT_FLOAT
#define CLASS_SNORM FORMAT_FLOAT
#define CLASS_USCALED FORMAT_FLOAT
#define CLASS_SSCALED FORMAT_FLOAT
#define CLASS_FLOAT FORMAT_FLOAT
#define CLASS_FIXED FORMAT_FLOAT
#define CLASS_SRGB FORMAT_FLOAT
#define CLASS_UINT FORMAT_UINT
#define CLASS_SINT FORMAT_SINT
#define CHANNELS(type_, a, b, c, d, swizzle) \
   .type = type_, .bits = {a, b, c, d}, .first_bit = {0, a, (a) + (b), (a) + (b) + (c)}, .component = swizzle
#define BYTES(a, b, c, d) (((a) + (b) + (c) + (d)) / 8)
#define PLAIN(number, name_, type_, a, b, c, d, swizzle, use_) \
   [number] = {{#name_, BYTES(a, b, c, d), 1, 1, CLASS_##type_, type_ == SRGB, false, false, (swizzle)[3] != '1', \
                type_ == UNORM || type_ == SRGB, type_ == SNORM}, \
               .layout = LAYOUT_PLAIN, CHANNELS(type_, a, b, c, d, swizzle), .use = use_, .depth = -1, .stencil = -1},
#define DEPTH(number, name_, type_, a, b, c, d, swizzle, depth_, stencil_)                                                     \
   [number] = {{#name_, BYTES(a, b, c, d), 1, 1, depth_ >= 0 ? FORMAT_DEPTH : FORMAT_UINT, false, depth_ >= 0, stencil_ >= 0,  \
                false, false, false},                                                                                          \
               .layout = LAYOUT_PLAIN,                                                                                         \
               CHANNELS(type_, a, b, c, d, swizzle),                                                                           \
               .use = "sd",                                                                                                    \
               .depth = depth_,                                                                                                \
               .stencil = stencil_},
#define SHARED(number, name_, layout_, use_)                                                                                   \
   [number] = {{#name_, 4, 1, 1, FORMAT_FLOAT, false, false, false, false, false, false},                                      \
               .layout = LAYOUT_##layout_,                                                                                     \
               .use = use_,                                                                                                    \
               .depth = -1,                                                                                                    \
               .stencil = -1},
#define BLOCK(number, name_, layout_, bytes_, srgb_, alpha_)                                                                   \
   [number] = {{#name_, bytes_, 4, 4, FORMAT_FLOAT, srgb_, false, false, alpha_, false, false},                                \
               .layout = LAYOUT_##layout_,                                                                                     \
               .use = "s",                                                                                                     \
               .depth = -1,                                                                                                    \
               .stencil = -1},

static const struct format formats[] = {
#include "gl-driver/pipe/format.def"
};

#define NUM_FORMATS (sizeof formats / sizeof formats[0])

const struct format_info *format_info(unsigned number)
{
   return number < NUM_FORMATS && formats[number].info.bytes ? &formats[number].info : NULL;
}

bool format_may(unsigned number, char use) { return format_info(number) && strchr(formats[number].use, use); }

bool format_channels(unsigned number, struct format_channels *out)
{
   const struct format *f = &formats[number];

   if (!format_info(number) || f->layout != LAYOUT_PLAIN)
      return false;
   *out = (struct format_channels){.type = f->type, .component = f->component};
   for (unsigned i = 0; i < 4; i++) {
      out->bits[i] = f->bits[i];
      out->first_bit[i] = f->first_bit[i];
   }
   return true;
}

/* ---- channels */

static uint64_t channel_load(const uint8_t *texel, unsigned first, unsigned bits)
{
   uint64_t v = 0;

   if (bits == 8 && !(first & 7))
      return texel[first / 8];
   for (unsigned i = 0; i * 8 < (first & 7) + bits; i++)
      v |= (uint64_t)texel[first / 8 + i] << 8 * i;
   v >>= first & 7;
   return bits == 64 ? v : v & (((uint64_t)1 << bits) - 1);
}

static void channel_store(uint8_t *texel, unsigned first, unsigned bits, uint64_t v)
{
   uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;

   v = (v & mask) << (first & 7);
   mask <<= first & 7;
   for (unsigned i = 0; i * 8 < (first & 7) + bits; i++)
      texel[first / 8 + i] = (uint8_t)((texel[first / 8 + i] & ~(mask >> 8 * i)) | v >> 8 * i);
}

static int64_t sign_extended(uint64_t v, unsigned bits)
{
   return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

unsigned format_number(const char *(*name_of)(unsigned n), const char *name)
{
   const char *of;

   for (unsigned n = 1; (of = name_of(n)); n++)
      if (!strcmp(of, name))
         return n;
   return 0;
}

/* GL 3.0, 4.1.8 */
double format_linear_of_srgb(double v) { return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4); }
double format_srgb_of_linear(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055; }

static double float_load(uint64_t v, unsigned bits)
{
   double d;

   if (bits == 32)
      return (double)float_of((uint32_t)v);
   if (bits == 16)
      return small_float_value((uint32_t)v, 10, true);
   memcpy(&d, &v, sizeof d);
   return d;
}

/* Normalised numbers of up to this many bits are converted in single precision, as in GPUs and softpipe, so that a value half
   way between two of them is rounded in the same direction. Each of them survives a round trip. */
#define SINGLE_BITS 16

/* A channel, as the word that a program reads. */
static uint32_t channel_read(const struct format *f, unsigned channel, bool srgb, const uint8_t *texel)
{
   unsigned bits = f->bits[channel];
   uint64_t v = channel_load(texel, f->first_bit[channel], bits);
   double d;

   switch (f->type) {
   case UINT: return (uint32_t)v;
   case SINT: return (uint32_t)sign_extended(v, bits);
   case UNORM:
      if (bits <= SINGLE_BITS)
         return bits_of((float)v * (1 / (float)((1u << bits) - 1)));
      return bits_of((double)v / (double)(((uint64_t)1 << bits) - 1));
   case SRGB:
      d = (double)v / (double)(((uint64_t)1 << bits) - 1);
      return bits_of(srgb ? format_linear_of_srgb(d) : d);
   case SNORM:
      d = (double)sign_extended(v, bits) / (double)(((uint64_t)1 << (bits - 1)) - 1);
      return bits_of(d < -1 ? -1 : d);
   case USCALED: return bits_of((double)v);
   case SSCALED: return bits_of((double)sign_extended(v, bits));
   case FIXED: return bits_of((double)sign_extended(v, bits) / 65536);
   case FLOAT: return bits == 32 ? (uint32_t)v : bits_of(float_load(v, bits));
   }
   return 0;
}

/* NaN becomes the lower bound. */
static double clamp(double v, double low, double high) { return v > low ? v < high ? v : high : low; }

static uint64_t channel_bits(const struct format *f, unsigned bits, bool srgb, uint32_t word)
{
   double v = (double)float_of(word), most = (double)(((uint64_t)1 << (bits - 1)) - 1), all = 2 * most + 1;

   switch (f->type) {
   case UINT: return bits < 32 && word >> bits ? ((uint64_t)1 << bits) - 1 : word;
   case SINT: return (uint64_t)(int64_t)clamp((int32_t)word, -most - 1, most);
   case UNORM:
      if (bits <= SINGLE_BITS)
         return (uint64_t)lrintf((float)clamp(v, 0, 1) * (float)all);
      return (uint64_t)floor(clamp(v, 0, 1) * all + 0.5);
   case SRGB: v = clamp(v, 0, 1); return (uint64_t)floor((srgb ? format_srgb_of_linear(v) : v) * all + 0.5);
   case SNORM: return (uint64_t)(int64_t)floor(clamp(isnan(v) ? 0 : v, -1, 1) * most + 0.5);
   case USCALED: return (uint64_t)clamp(v, 0, all);
   case SSCALED: return (uint64_t)(int64_t)clamp(v, -most - 1, most);
   case FIXED: return (uint64_t)(int64_t)floor(clamp(v * 65536, -most - 1, most) + 0.5);
   case FLOAT: break;
   }
   if (bits == 16)
      return small_float_bits(v, 10, true);
   if (bits == 32)
      return word;
   uint64_t d;
   memcpy(&d, &v, sizeof d);
   return d;
}

/* ---- texels */

static unsigned channel_of(char component) { return (unsigned)(component - 'x') & 3; }

/* True for four normalised bytes, the format of most textures and targets, which need no loop over bits. */
static bool is_bytes(const struct format *f)
{
   return f->type == UNORM && f->info.bytes == 4 && f->bits[0] == 8 && f->bits[3] == 8;
}

void format_read(unsigned number, const uint8_t *block, unsigned x, unsigned y, uint32_t value[4])
{
   const struct format *f = &formats[number];
   uint32_t one = f->info.class == FORMAT_SINT || f->info.class == FORMAT_UINT ? 1 : 0x3f800000;

   if (f->layout != LAYOUT_PLAIN) {
      double v[4];
      block_read(f->layout, block, x % f->info.block_width, y % f->info.block_height, f->info.alpha, v);
      for (unsigned i = 0; i < 4; i++)
         value[i] = bits_of(f->info.srgb && i < 3 ? format_linear_of_srgb(v[i]) : v[i]);
      return;
   }
   if (is_bytes(f)) {
      for (unsigned i = 0; i < 4; i++)
         value[i] = f->component[i] < 'w' ? f->component[i] == '1' ? one : 0
                                          : bits_of((float)block[channel_of(f->component[i])] * (1 / 255.0f));
      return;
   }
   for (unsigned i = 0; i < 4; i++) {
      char c = f->component[i];
      value[i] = c == '0' ? 0 : c == '1' ? one : channel_read(f, channel_of(c), i < 3, block);
   }
}

void format_write(unsigned number, uint8_t *texel, const uint32_t value[4])
{
   const struct format *f = &formats[number];
   bool written[4] = {false};

   if (f->layout == LAYOUT_R11G11B10) {
      uint32_t v = small_float_bits((double)float_of(value[0]), 6, false) |
                   small_float_bits((double)float_of(value[1]), 6, false) << 11 |
                   small_float_bits((double)float_of(value[2]), 5, false) << 22;
      channel_store(texel, 0, 32, v);
   } else if (f->layout == LAYOUT_R9G9B9E5) {
      double v[3] = {(double)float_of(value[0]), (double)float_of(value[1]), (double)float_of(value[2])};
      channel_store(texel, 0, 32, shared_exponent_bits(v));
   }
   if (f->layout != LAYOUT_PLAIN)
      return;
   for (unsigned i = 0; i < 4 && is_bytes(f); i++)
      if (f->component[i] >= 'w')
         texel[channel_of(f->component[i])] = (uint8_t)lrintf((float)clamp((double)float_of(value[i]), 0, 1) * 255.0f);
   for (unsigned i = 0; i < 4 && !is_bytes(f); i++) {
      unsigned channel = channel_of(f->component[i]);
      if (f->component[i] < 'w' || written[channel])
         continue; /* a constant, or luminance that red has written */
      channel_store(texel, f->first_bit[channel], f->bits[channel], channel_bits(f, f->bits[channel], i < 3, value[i]));
      written[channel] = true;
   }
}

/* ---- depth and stencil */

uint32_t format_depth_bits(unsigned number, float z)
{
   const struct format *f = &formats[number];

   if (f->depth < 0)
      return 0;
   return (uint32_t)channel_bits(f, f->bits[f->depth], false, bits_of(clamp(z, 0, 1)));
}

uint32_t format_read_depth(unsigned number, const uint8_t *texel)
{
   const struct format *f = &formats[number];

   return f->depth < 0 ? 0 : (uint32_t)channel_load(texel, f->first_bit[f->depth], f->bits[f->depth]);
}

void format_write_depth(unsigned number, uint8_t *texel, uint32_t bits)
{
   const struct format *f = &formats[number];

   if (f->depth >= 0)
      channel_store(texel, f->first_bit[f->depth], f->bits[f->depth], bits);
}

uint8_t format_read_stencil(unsigned number, const uint8_t *texel)
{
   const struct format *f = &formats[number];

   return f->stencil < 0 ? 0 : (uint8_t)channel_load(texel, f->first_bit[f->stencil], 8);
}

void format_write_stencil(unsigned number, uint8_t *texel, uint8_t stencil)
{
   const struct format *f = &formats[number];

   if (f->stencil >= 0)
      channel_store(texel, f->first_bit[f->stencil], 8, stencil);
}
