/* SPDX-License-Identifier: MIT */
/* See format.h. Every step is an operation of the number model, in the order that docs/semantics.md gives. */
#include "semantics/memory/format.h"

const struct mem_format_info mem_format_info[MEM_ALL_FORMAT_COUNT] = {
   {MEM_UINT, {0}, 0, "----", "oooo"},
#define FORMAT(name, kind, b0, b1, b2, b3, store, load)                                                                        \
   {MEM_##kind, {b0, b1, b2, b3}, ((b0) + (b1) + (b2) + (b3)) / 8, store, load},
#include "semantics/memory/format.def"
#undef FORMAT
#define VERTEX_FORMAT(name, kind, b0, b1, b2, b3, load)                                                                        \
   {MEM_##kind, {b0, b1, b2, b3}, ((b0) + (b1) + (b2) + (b3)) / 8, "----", load},
#include "semantics/memory/format.def"
#undef VERTEX_FORMAT
};

const char *const mem_format_name[MEM_ALL_FORMAT_COUNT] = {
   "NONE",
#define FORMAT(name, kind, b0, b1, b2, b3, store, load) #name,
#include "semantics/memory/format.def"
#undef FORMAT
#define VERTEX_FORMAT(name, kind, b0, b1, b2, b3, load) #name,
#include "semantics/memory/format.def"
#undef VERTEX_FORMAT
};

#define FORMAT(name, kind, b0, b1, b2, b3, store, load)                                                                        \
   _Static_assert(((b0) + (b1) + (b2) + (b3)) % 8 == 0 && !(((b0) + (b1) + (b2) + (b3)) & ((b0) + (b1) + (b2) + (b3)-1)),      \
                  "bits of " #name);
#include "semantics/memory/format.def"
#undef FORMAT

#define FIXED_UNIT 0x37800000u /* 2^-16 */

static uint32_t mask_below(unsigned bits) { return bits >= 32 ? UINT32_MAX : (1u << bits) - 1; }

static uint32_t decode(num_m m, unsigned kind, unsigned bits, uint32_t v)
{
   const uint32_t sign = 1u << (bits - 1), extended = v & sign ? v | ~mask_below(bits) : v;

   switch (kind) {
   case MEM_FLOAT: /* formats of fewer bits are the high bits of an f16 without its sign */
      return bits == 32 ? v : num_h2f(m, (uint16_t)(bits == 16 ? v : v << (15 - bits)));
   case MEM_UNORM: return num_fmul(m, num_u2f(m, v), num_fpart(m, mask_below(bits)));
   case MEM_SNORM: /* the smallest integer also means -1.0 */
      return num_fmul(m, num_i2f(m, extended == (uint32_t)0 - sign ? extended + 1 : extended),
                      num_fpart(m, mask_below(bits - 1)));
   case MEM_USCALED: return num_u2f(m, v);
   case MEM_SSCALED: return num_i2f(m, extended);
   case MEM_FIXED: return num_fmul(m, num_i2f(m, extended), FIXED_UNIT);
   case MEM_SINT: return extended;
   default: return v;
   }
}

static uint32_t clamp_signed(uint32_t v, uint32_t least, uint32_t most)
{
   return (int32_t)v < (int32_t)least ? least : (int32_t)v > (int32_t)most ? most : v;
}

static uint32_t encode(num_m m, unsigned kind, unsigned bits, uint32_t v)
{
   const uint32_t most = mask_below(bits - 1);

   switch (kind) {
   case MEM_FLOAT:
      if (bits >= 16)
         return bits == 32 ? v : num_f2h(m, v);
      return (uint32_t)num_f2h(m, num_fmax(m, v, 0)) >> (15 - bits); /* rounds towards zero */
   case MEM_UNORM: return num_f2u(m, num_fround(m, num_fmul(m, num_fsat(m, v), num_u2f(m, mask_below(bits)))));
   case MEM_SNORM: return num_f2i(m, num_fround(m, num_fmul(m, num_fssat(m, v), num_u2f(m, most)))) & mask_below(bits);
   case MEM_SINT: return clamp_signed(v, ~most, most) & mask_below(bits);
   default: return v > mask_below(bits) ? mask_below(bits) : v;
   }
}

void mem_decode(num_m m, enum mem_format format, const uint32_t texel[4], uint32_t value[4])
{
   const struct mem_format_info *f = &mem_format_info[format];
   uint32_t channel[4] = {0};

   for (unsigned k = 0, at = 0; k < 4 && f->bits[k]; at += f->bits[k++])
      channel[k] = decode(m, f->kind, f->bits[k], texel[at / 32] >> at % 32 & mask_below(f->bits[k]));
   for (unsigned c = 0; c < 4; c++)
      value[c] = f->load[c] == 'o' ? 0 : f->load[c] == 'i' ? mem_format_one(f) : channel[f->load[c] - '0'];
}

void mem_encode(num_m m, enum mem_format format, const uint32_t value[4], uint32_t texel[4])
{
   static const char components[] = "xyzw";
   const struct mem_format_info *f = &mem_format_info[format];

   memset(texel, 0, 4 * sizeof *texel);
   for (unsigned k = 0, at = 0; k < 4 && f->bits[k]; at += f->bits[k++])
      if (f->store[k] != '-')
         texel[at / 32] |= encode(m, f->kind, f->bits[k], value[strchr(components, f->store[k]) - components]) << at % 32;
}
