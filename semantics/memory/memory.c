/* SPDX-License-Identifier: MIT */
/* See memory.h. */
#include "semantics/memory/memory.h"
#include "semantics/memory/race.h"

const char *const mem_space_name[MEM_SPACE_COUNT] = {"buffer", "counter", "image", "global", "shared"};
const char *const mem_atomic_name[MEM_ATOMIC_COUNT] = {"add", "fadd", "xchg", "cas", "and", "or", "xor",
                                                       "umin", "umax", "imin", "imax", "inc", "dec"};

const char *const mem_cache_name[MEM_CACHE_COUNT] = {"cached", "bypass"};
const char *const mem_mutex_name[MEM_MUTEX_COUNT] = {"release", "sleep", "wakeup", "lock"};

static uint32_t *word_at(const struct mem_object *o, uint32_t byte)
{
   return o && o->data && byte / 4 < o->bytes / 4 ? &o->data[byte / 4] : NULL;
}

/* The word of an access to `bytes` of it, reported to the race detector. */
static uint32_t *access_word(const struct mem_object *o, enum mem_access how, uint32_t byte, unsigned bytes)
{
   uint32_t *w = word_at(o, byte);

   if (w && o->shadow)
      mem_race_access(o->shadow, how, byte & ~(bytes - 1), bytes, NULL, 0);
   return w;
}

uint32_t mem_load(const struct mem_object *o, uint32_t byte)
{
   const uint32_t *w = access_word(o, MEM_LOADS, byte, 4);

   return w ? *w : 0;
}

void mem_store(struct mem_object *o, uint32_t byte, uint32_t value)
{
   uint32_t *w = access_word(o, MEM_STORES, byte, 4);

   if (w)
      *w = value;
}

void mem_store_low(struct mem_object *o, uint32_t byte, unsigned bytes, uint32_t value)
{
   uint32_t *w = access_word(o, MEM_STORES, byte, bytes);
   const unsigned shift = 8 * (byte & (4 - bytes));
   const uint32_t mask = (bytes < 4 ? (1u << 8 * bytes) - 1 : UINT32_MAX) << shift;

   if (w)
      *w = (*w & ~mask) | (value << shift & mask);
}

uint32_t mem_atomic_value(num_m m, enum mem_atomic op, uint32_t old, uint32_t a, uint32_t b)
{
   switch (op) {
   case MEM_ADD: return old + a;
   case MEM_FADD: return num_fadd(m, old, a);
   case MEM_XCHG: return a;
   case MEM_CAS: return old == a ? b : old;
   case MEM_AND: return old & a;
   case MEM_OR: return old | a;
   case MEM_XOR: return old ^ a;
   case MEM_UMIN: return old < a ? old : a;
   case MEM_UMAX: return old > a ? old : a;
   case MEM_IMIN: return (int32_t)old < (int32_t)a ? old : a;
   case MEM_IMAX: return (int32_t)old > (int32_t)a ? old : a;
   case MEM_INC: return old >= a ? 0 : old + 1;
   case MEM_DEC: return old == 0 || old > a ? a : old - 1;
   case MEM_ATOMIC_COUNT: break;
   }
   return old;
}

uint32_t mem_atomic(num_m m, enum mem_atomic op, struct mem_object *o, uint32_t byte, uint32_t a, uint32_t b)
{
   uint32_t *w = access_word(o, MEM_ATOMIC, byte, 4);
   const uint32_t old = w ? *w : 0;

   if (w)
      *w = mem_atomic_value(m, op, old, a, b);
   return old;
}

/* ---- images */

/* A rotation alone leaves plausible values in non-uniform memory. The sum changes memory whose words are all equal, however
   many fences execute. */
static void disturb(struct mem_object *o)
{
   const uint32_t words = o->data ? o->bytes / 4 : 0, first = words ? o->data[0] : 0;

   for (uint32_t k = 0; k < words; k++)
      o->data[k] = (k + 1 < words ? o->data[k + 1] : first) + 5;
}

void mem_fence(struct exec_wave *t, uint32_t lanes, uint32_t spaces)
{
   struct exec_memory *m = t->memory;

   if (!m || !spaces || !(lanes & t->valid & ~t->helper & ~t->killed))
      return;
   m->fenced = true;
   for (unsigned space = 0; space < MEM_SPACE_COUNT && m->others; space++)
      for (unsigned unit = 0; unit < MEM_UNITS && spaces >> space & 1; unit++)
         if (space != MEM_SHARED || unit == MEM_SHARED_PROGRAM)
            disturb(&m->of[space][unit]);
}

unsigned mem_coordinates(enum exec_tex_target target)
{
   /* The faces of a cube are its layers; a cube array has six per cube. */
   return exec_tex_is_cube(target) ? 3 : exec_tex_info[target].coords + exec_tex_info[target].array;
}

static bool has_bricks(const struct mem_object *o)
{
   return o->tiled && o->target == TEX_3D;
}

/* Number of bits of a coordinate below the size. */
static uint32_t bits_of(uint32_t size)
{
   uint32_t n = 0;

   while (n < 31 && 1u << n < size)
      n++;
   return n;
}

/* The allocated size of the image along coordinate c. */
static uint32_t stride_of(const struct mem_object *o, unsigned c)
{
   if (has_bricks(o))
      return o->size[c] > 4 ? 1u << bits_of(o->size[c]) : 4;
   return !o->tiling || c > 1 ? o->size[c] : 1u << bits_of(o->size[c]);
}

static uint32_t least(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

uint32_t mem_image_tiling(enum exec_tex_target target, const uint32_t size[3])
{
   uint32_t n[3];

   for (unsigned c = 0; c < 3; c++)
      n[c] = bits_of(target == TEX_3D ? (size[c] + 3) / 4 : size[c]);
   if (target != TEX_3D)
      return least(n[0], n[1]);
   const uint32_t all = least(least(n[0], n[1]), n[2]);
   if (n[1] == all)
      return all | (least(n[0], n[2]) - all) << 8 | MEM_TILING_FIRST_X | MEM_TILING_SECOND_Z;
   return n[0] == all ? all | (least(n[1], n[2]) - all) << 8 | MEM_TILING_SECOND_Z : all | (least(n[0], n[1]) - all) << 8;
}

/* The index of a texel within a tiled layer. */
static uint32_t tiled_index(uint32_t x, uint32_t y, uint32_t tiling)
{
   const uint32_t bits = tiling & 31;
   uint32_t n = 0;

   for (uint32_t k = 0; k < bits && k < 16; k++)
      n |= (y >> k & 1) << 2 * k | (x >> k & 1) << (2 * k + 1);
   return n | (x >> bits | y >> bits) << (2 * bits & 31);
}

/* The index of a texel within a 3D image. */
static uint32_t brick_index(const uint32_t at[3], uint32_t tiling)
{
   const uint32_t all = tiling & 31, pairs = tiling >> 8 & 31;
   const uint32_t x = at[0] / 4, y = at[1] / 4, z = at[2] / 4;
   const uint32_t first = tiling & MEM_TILING_FIRST_X ? x : y, second = tiling & MEM_TILING_SECOND_Z ? z : x;
   uint32_t brick = 0, n = 0;

   for (uint32_t k = 0; k < all; k++, n += 3)
      brick |= ((y >> k & 1) | (x >> k & 1) << 1 | (z >> k & 1) << 2) << n;
   for (uint32_t k = all; k < all + pairs; k++, n += 2)
      brick |= ((first >> k & 1) | (second >> k & 1) << 1) << n;
   brick |= (x >> (all + pairs) | y >> (all + pairs) | z >> (all + pairs)) << n;
   return brick * 64 + at[2] % 4 * 16 + tiled_index(at[0] % 4, at[1] % 4, 2);
}

static enum mem_format texel_format(const struct mem_object *o, enum mem_format format)
{
   return format ? format : o ? (enum mem_format)o->format : MEM_NONE;
}

bool mem_texel(const struct mem_object *o, enum mem_format format, enum exec_tex_target target, const uint32_t at[4],
               uint32_t *byte)
{
   const unsigned n = mem_coordinates(target), bytes = mem_format_info[texel_format(o, format)].bytes,
                  layer = target == TEX_ARRAY1D ? 1 : 2;
   const bool samples = exec_tex_info[target].samples;

   if (!o)
      return false;
   /* The layer of a 1D array is its second coordinate but its third size. */
   for (unsigned c = 0; c < n; c++)
      if (at[c] >= o->size[c == layer ? 2 : c])
         return false;
   if (samples && at[n] >= o->samples)
      return false;
   const bool rows = n > 1 && layer == 2, tiled = o->tiled && rows;
   uint64_t place = tiled && target == TEX_3D ? brick_index(at, o->tiling)
                    : tiled                   ? tiled_index(at[0], at[1], o->tiling)
                                              : at[0];
   place = (samples ? place * o->samples + at[n] : place) * bytes;
   if (rows && !tiled)
      place += (uint64_t)at[1] * mem_image_word(o, MEM_IMAGE_ROW);
   if (n > layer && !(tiled && target == TEX_3D))
      place += (uint64_t)at[layer] * mem_image_word(o, MEM_IMAGE_LAYER);
   place &= ~(uint64_t)(bytes < 4 ? bytes - 1 : 3);
   *byte = (uint32_t)place;
   return o->data && bytes && place / 4 < o->bytes / 4;
}

/* Loads the bits of a texel of at most 4 words. Words past the end of the object are 0; a texel smaller than a word is part
   of one. */
static void load_texel(const struct mem_object *o, uint32_t byte, unsigned bytes, uint32_t texel[4])
{
   memset(texel, 0, 4 * sizeof *texel);
   for (unsigned k = 0; k < (bytes + 3) / 4 && byte / 4 + k < o->bytes / 4; k++)
      texel[k] = o->data[byte / 4 + k];
   if (bytes < 4)
      texel[0] = texel[0] >> 8 * (byte % 4) & ((1u << 8 * bytes) - 1);
}

static void store_word(struct mem_object *o, uint32_t byte, unsigned bytes, const uint32_t texel[4], unsigned k)
{
   if (k < bytes / 4 && byte / 4 + k < o->bytes / 4)
      o->data[byte / 4 + k] = texel[k];
   if (bytes < 4 && !k) {
      const uint32_t mask = ((1u << 8 * bytes) - 1) << 8 * (byte % 4);
      o->data[byte / 4] = (o->data[byte / 4] & ~mask) | (texel[0] << 8 * (byte % 4) & mask);
   }
}

/* mem_texel() for an access that the race detector sees. */
static bool access_texel(const struct mem_image *i, enum mem_access how, const uint32_t at[4], uint32_t *byte)
{
   if (!mem_texel(i->object, i->format, i->target, at, byte))
      return false;
   if (i->object->shadow)
      mem_race_access(i->object->shadow, how, *byte, mem_format_info[texel_format(i->object, i->format)].bytes, at,
                      mem_coordinates(i->target) + exec_tex_info[i->target].samples);
   return true;
}

void mem_image_load(num_m m, const struct mem_image *i, const uint32_t at[4], uint32_t value[4])
{
   const enum mem_format f = texel_format(i->object, i->format);
   uint32_t texel[4] = {0}, byte;

   if (access_texel(i, MEM_LOADS, at, &byte))
      load_texel(i->object, byte, mem_format_info[f].bytes, texel);
   mem_decode(m, f, texel, value);
}

void mem_image_store_word(num_m m, const struct mem_image *i, const uint32_t at[4], const uint32_t value[4], unsigned k)
{
   const enum mem_format f = texel_format(i->object, i->format);
   uint32_t texel[4], byte;

   if (k ? 4 * k >= mem_format_info[f].bytes || !mem_texel(i->object, f, i->target, at, &byte)
         : !access_texel(i, MEM_STORES, at, &byte))
      return;
   mem_encode(m, f, value, texel);
   store_word(i->object, byte, mem_format_info[f].bytes, texel, k);
}

void mem_image_store(num_m m, const struct mem_image *i, const uint32_t at[4], const uint32_t value[4])
{
   for (unsigned k = 0; k < 4; k++)
      mem_image_store_word(m, i, at, value, k);
}

uint32_t mem_image_atomic(num_m m, enum mem_atomic op, const struct mem_image *i, const uint32_t at[4], const uint32_t value[2],
                          bool change)
{
   const enum mem_format f = texel_format(i->object, i->format);
   uint32_t byte;

   if (!mem_format_is_word(&mem_format_info[f]) || !access_texel(i, change ? MEM_ATOMIC : MEM_LOADS, at, &byte))
      return 0;
   uint32_t *word = &i->object->data[byte / 4];
   const uint32_t old = *word;
   if (change)
      *word = mem_atomic_value(m, op, old, value[0], value[1]);
   return old;
}

void mem_image_size(const struct mem_object *o, enum exec_tex_target target, uint32_t size[4])
{
   const struct exec_tex_info *info = &exec_tex_info[target];
   const bool cube = exec_tex_is_cube(target);

   memset(size, 0, 4 * sizeof *size);
   if (!o)
      return;
   size[0] = o->size[0];
   size[1] = target == TEX_ARRAY1D ? o->size[2] : cube || info->coords > 1 ? o->size[1] : 0;
   size[2] = target == TEX_ARRAYCUBE                                                ? o->size[2] / 6
             : target == TEX_ARRAY2D || target == TEX_ARRAY2DMS || target == TEX_3D ? o->size[2]
                                                                                    : 0;
   size[3] = info->samples ? o->samples : 0;
}

void mem_image_lay_out(struct mem_object *o, bool tiled)
{
   o->tiled = tiled;
   o->tiling = tiled ? mem_image_tiling((enum exec_tex_target)o->target, o->size) : 0;
   o->bytes = (mem_image_word(o, MEM_IMAGE_LAYER) * stride_of(o, 2) + 3) & ~3u;
}

uint32_t mem_image_word(const struct mem_object *o, enum mem_image_word word)
{
   if (!o)
      return 0;
   const uint32_t row = stride_of(o, 0) * o->samples * mem_format_info[o->format].bytes;
   switch (word) {
   case MEM_IMAGE_SAMPLES: return o->samples;
   case MEM_IMAGE_ROW: return row;
   case MEM_IMAGE_LAYER: return row * stride_of(o, 1);
   case MEM_IMAGE_TILED: return o->tiling;
   default: return o->size[word];
   }
}
