/* SPDX-License-Identifier: MIT */
/*
 * Tests the reference semantics of memory: formats, addresses of texels, bounds, atomic operations, groups of waves. The
 * expected values follow from docs/semantics.md, "Memory". The test reads the layout of a format from its name, in which the
 * first letter has the lowest bits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"
#include "tests/unit/common/suite.h"

#define NUM(a) (sizeof(a) / sizeof *(a))
#define NAN_BITS 0x7fc12345u
#define MINUS_ONE 0xbf800000u

/* ---- formats */

static num_m model(unsigned k)
{
   static const struct num_model *const models[] = {&num_model_ieee, &num_model_usc_rtz, &num_model_usc_rne, &num_model_agx};

   return models[k];
}
#define MODELS 4

/* The channels of a format, read from its name: the number of bits and the letter of each, and the kind of all. */
struct layout {
   unsigned channels, bits[4], kind;
   char letter[4];
};

static struct layout layout_of(const char *name)
{
   static const struct {
      const char *word;
      unsigned kind;
   } kinds[] = {{"_FLOAT", MEM_FLOAT}, {"_UNORM", MEM_UNORM}, {"_SNORM", MEM_SNORM}, {"_UINT", MEM_UINT}, {"_SINT", MEM_SINT}};
   struct layout l = {0};
   char *end;

   for (; *name && *name != '_'; name = end) {
      l.letter[l.channels] = *name;
      l.bits[l.channels++] = (unsigned)strtoul(name + 1, &end, 10);
   }
   for (size_t k = 0; k < NUM(kinds); k++)
      if (!strcmp(name, kinds[k].word))
         l.kind = kinds[k].kind;
   if (l.bits[0] == 64) /* a pair of words, whatever the sign */
      l = (struct layout){.channels = 2, .bits = {32, 32}, .kind = MEM_UINT, .letter = {'R', 'G'}};
   return l;
}

static uint32_t ones(unsigned bits) { return bits == 32 ? UINT32_MAX : (1u << bits) - 1; }

/* Returns the component that a channel stores, or 4 if it stores none. */
static unsigned component(char letter)
{
   return letter == 'G' ? 1 : letter == 'B' ? 2 : letter == 'A' ? 3 : letter == 'X' ? 4 : 0;
}

/* Does component c of a loaded value come from the channel? */
static bool gives(char letter, unsigned c)
{
   return letter == 'I' || (letter == 'L' && c < 3) || (letter != 'L' && c == component(letter));
}

/* Stores one component and returns the bits of the channel. */
static unsigned stored(unsigned kind, unsigned bits, uint32_t from[12], uint32_t to[12])
{
   const uint32_t most = ones(bits), half = bits == 1 ? 0 : 1u << (bits - 1); /* a tie goes to the even number */
   const uint32_t unorm[][2] = {{0, 0},        {NUM_ONE, most},    {0x40000000, most}, {MINUS_ONE, 0},
                                {NAN_BITS, 0}, {0x3f000000, bits == 1 ? 0 : half}, {0x7f800000, most}, {0xff800000, 0}};
   /* half of an odd number ends in .5, and the even one of its neighbours is the one above it, or 0 */
   const uint32_t snorm[][2] = {{0, 0},
                                {NUM_ONE, most >> 1},
                                {0x40000000, most >> 1},
                                {MINUS_ONE, most - (most >> 1) + 1},
                                {0xc0000000, most - (most >> 1) + 1},
                                {NAN_BITS, 0},
                                {0x3f000000, half >> 1},
                                {0x7f800000, most >> 1}};
   const uint32_t uint[][2] = {
       {0, 0}, {1, 1}, {most, most}, {UINT32_MAX, most}, {bits == 32 ? 7 : most + 1, bits == 32 ? 7 : most}};
   const uint32_t sint[][2] = {{0, 0},
                               {UINT32_MAX, most},
                               {half - 1, half - 1},
                               {0x7fffffff, half - 1},
                               {0x80000000, half},
                               {0 - half, half},
                               {bits == 32 ? 7 : half, bits == 32 ? 7 : half - 1},
                               {bits == 32 ? 7 : 0 - half - 1, bits == 32 ? 7 : half}};
   const uint32_t f32[][2] = {
       {NAN_BITS, NAN_BITS}, {1, 1}, {0x80000000, 0x80000000}, {0xff800000, 0xff800000}, {NUM_ONE, NUM_ONE}};
   const uint32_t f16[][2] = {{NUM_ONE, 0x3c00},    {0xc0000000, 0xc000}, {0x47800000, 0x7c00},
                              {0x3fffe000, 0x3fff}, {0x3fffefff, 0x3fff}, {0xff800000, 0xfc00}};
   /* 11 bits: f16 without its sign and 4 bits of its fraction; 10: 5 bits. 2 - 2^-10 is cut off, not rounded. */
   const unsigned cut = bits < 15 ? 15 - bits : 0;
   const uint32_t small[][2] = {{NUM_ONE, 0x3c00u >> cut},    {MINUS_ONE, 0},  {NAN_BITS, 0},
                                {0x7f800000, 0x7c00u >> cut}, {0xff800000, 0}, {0x3fffe000, 0x3fffu >> cut},
                                {0x47800000, 0x7c00u >> cut}};
   const struct {
      const uint32_t(*row)[2];
      unsigned count;
   } tables[] = {{bits == 32 ? f32 : bits == 16 ? f16 : small, bits == 32 ? NUM(f32) : bits == 16 ? NUM(f16) : NUM(small)},
                 {unorm, NUM(unorm)}, {snorm, NUM(snorm)}, {uint, NUM(uint)}, {sint, NUM(sint)}};

   for (unsigned k = 0; k < tables[kind].count; k++) {
      from[k] = tables[kind].row[k][0];
      to[k] = tables[kind].row[k][1];
   }
   return tables[kind].count;
}

#define IMAGE(format, target) &(struct mem_image){&o, format, target}

START_TEST(stores)
{
   unsigned tested = 0;

   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++) {
      const struct layout l = layout_of(mem_format_name[f]);

      for (unsigned k = 0, at = 0; k < l.channels; at += l.bits[k++])
         for (unsigned m = 0; m < MODELS; m++) {
            uint32_t from[12], to[12], value[4], texel[4];
            const unsigned n = component(l.letter[k]) == 4 ? 0 : stored(l.kind, l.bits[k], from, to);

            for (unsigned row = 0; row < n; row++) {
               memset(value, 0, sizeof value);
               value[component(l.letter[k])] = from[row];
               mem_encode(model(m), (enum mem_format)f, value, texel);
               const uint32_t got = texel[at / 32] >> at % 32 & ones(l.bits[k]);
               ck_assert_msg(got == to[row], "%s, channel %u: %#x is stored as %#x, not %#x", mem_format_name[f], k, from[row],
                             got, to[row]);
               tested++;
               /* all bits of other channels are 0 */
               texel[at / 32] &= ~(ones(l.bits[k]) << at % 32);
               ck_assert_msg(!(texel[0] | texel[1] | texel[2] | texel[3]), "%s, channel %u: others are changed",
                             mem_format_name[f], k);
            }
         }
   }
   ck_assert_uint_gt(tested, 4000);
}
END_TEST

/* Is v close to 1 / n, and is its product with n 1? Where products are truncated, v may be the float above 1 / n. */
static bool is_part(num_m m, uint32_t v, uint32_t n)
{
   const double f = (double)num_f(v);

   return f > (1 - 0x1p-23) / n && f < (1 + 0x1p-22) / n && num_fmul(m, v, num_u((float)n)) == NUM_ONE;
}

static void check_loads(num_m m, enum mem_format f, const struct layout *l, unsigned k, unsigned at)
{
   const char *name = mem_format_name[f];
   const uint32_t most = ones(l->bits[k]), half = 1u << (l->bits[k] - 1),
                  one = l->kind == MEM_UINT || l->kind == MEM_SINT ? 1 : NUM_ONE;
   uint32_t raw[5] = {0, most, half, half - 1, 1}, want[5] = {0, most, half, half - 1, 1};

   if (l->kind == MEM_UNORM)
      want[1] = NUM_ONE;
   else if (l->kind == MEM_SNORM)
      raw[1] = half + 1, want[1] = want[2] = MINUS_ONE, want[3] = NUM_ONE;
   else if (l->kind == MEM_SINT)
      want[1] = UINT32_MAX, want[2] = 0 - half;
   else if (l->kind == MEM_FLOAT && l->bits[k] < 32) {
      const unsigned shift = l->bits[k] == 16 ? 0 : 15 - l->bits[k];
      raw[1] = 0x3c00u >> shift, want[1] = NUM_ONE;
      raw[2] = 0x7c00u >> shift, want[2] = 0x7f800000;
      raw[3] = 0x4000u >> shift, want[3] = 0x40000000;
   }
   for (unsigned row = 0; row < (l->bits[k] == 1 ? 2 : 5); row++) { /* a single bit has no middle */
      uint32_t texel[4] = {0}, value[4];

      texel[at / 32] = raw[row] << at % 32;
      mem_decode(m, f, texel, value);
      for (unsigned c = 0; c < 4; c++) {
         bool other = false;

         for (unsigned o = 0; o < l->channels; o++)
            other |= gives(l->letter[o], c);
         if (!gives(l->letter[k], c)) { /* of another channel, or of none */
            const bool alpha = c == 3 && !other && strncmp(name, "R64", 3) != 0;
            ck_assert_msg(value[c] == (alpha ? one : 0), "%s: component %u is %#x", name, c, value[c]);
         } else if ((l->kind == MEM_UNORM && row >= 2) || (l->kind == MEM_SNORM && row == 4)) {
            const bool bit = l->bits[k] == 1 && value[c] == (raw[row] ? NUM_ONE : 0);
            const bool part = row == 4 && is_part(m, value[c], l->kind == MEM_UNORM ? most : most >> 1);
            /* the middle is a half and a half of the least step */
            ck_assert_msg(bit || part || (row < 4 && num_f(value[c]) > 0.3f && num_f(value[c]) < 0.7f), "%s: %#x loads as %#x", name,
                          raw[row], value[c]);
         } else if (l->kind != MEM_FLOAT || l->bits[k] == 32 || row < 4) {
            ck_assert_msg(value[c] == want[row], "%s: %#x loads as %#x, not %#x", name, raw[row], value[c], want[row]);
         }
      }
   }
}

START_TEST(loads)
{
   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++) {
      const struct layout l = layout_of(mem_format_name[f]);

      for (unsigned k = 0, at = 0; k < l.channels; at += l.bits[k++])
         for (unsigned m = 0; m < MODELS && l.letter[k] != 'X'; m++)
            check_loads(model(m), (enum mem_format)f, &l, k, at);
   }
   /* a NaN of 16 bits is one of 32 */
   uint32_t value[4];
   mem_decode(&num_model_ieee, MEM_R16_FLOAT, (uint32_t[4]){0x7e01}, value);
   ck_assert(num_isnan(value[0]));
   mem_decode(&num_model_ieee, MEM_R32_FLOAT, (uint32_t[4]){NAN_BITS}, value);
   ck_assert_uint_eq(value[0], NAN_BITS);
   /* 128/255: 128 times 0x3b808081, exactly */
   mem_decode(&num_model_ieee, MEM_R8_UNORM, (uint32_t[4]){128}, value);
   ck_assert_uint_eq(value[0], 0x3f008081);
}
END_TEST

/* ---- texels */

static uint32_t words[256];

START_TEST(places)
{
   static const struct {
      enum exec_tex_target target;
      uint32_t size[3], samples, at[4];
      int64_t index; /* of the texel; -1: it is outside */
   } table[] = {
       {TEX_1D, {8, 1, 1}, 1, {7, 99, 99, 99}, 7},
       {TEX_1D, {8, 1, 1}, 1, {8}, -1},
       {TEX_1D, {8, 1, 1}, 1, {UINT32_MAX}, -1},
       {TEX_BUFFER, {8, 1, 1}, 1, {3, 99, 99, 99}, 3},
       {TEX_BUFFER, {8, 1, 1}, 1, {8}, -1},
       {TEX_2D, {3, 4, 1}, 1, {2, 3, 99, 99}, 3 * 3 + 2},
       {TEX_2D, {3, 4, 1}, 1, {3, 0}, -1},
       {TEX_2D, {3, 4, 1}, 1, {0, 4}, -1},
       {TEX_RECT, {3, 4, 1}, 1, {1, 2, 99, 99}, 2 * 3 + 1},
       {TEX_RECT, {3, 4, 1}, 1, {3, 1}, -1},
       {TEX_3D, {2, 3, 4}, 1, {1, 2, 3, 99}, (3 * 3 + 2) * 2 + 1},
       {TEX_3D, {2, 3, 4}, 1, {1, 2, 4}, -1},
       {TEX_3D, {2, 3, 4}, 1, {1, 3, 0}, -1},
       {TEX_CUBE, {2, 2, 6}, 1, {1, 1, 5, 99}, (5 * 2 + 1) * 2 + 1},
       {TEX_CUBE, {2, 2, 6}, 1, {1, 1, 6}, -1},
       {TEX_ARRAY1D, {4, 1, 3}, 1, {3, 2, 99, 99}, 2 * 4 + 3},
       {TEX_ARRAY1D, {4, 1, 3}, 1, {3, 3}, -1},
       {TEX_ARRAY1D, {4, 1, 3}, 1, {4, 0}, -1},
       {TEX_ARRAY2D, {2, 3, 4}, 1, {1, 0, 3, 99}, 3 * 3 * 2 + 1},
       {TEX_ARRAY2D, {2, 3, 4}, 1, {1, 0, 4}, -1},
       {TEX_ARRAYCUBE, {1, 1, 12}, 1, {0, 0, 11, 99}, 11},
       {TEX_ARRAYCUBE, {1, 1, 12}, 1, {0, 0, 12}, -1},
       {TEX_ARRAYCUBE, {1, 1, 12}, 1, {1, 0, 0}, -1},
       {TEX_2DMS, {2, 2, 1}, 4, {1, 0, 3, 99}, 1 * 4 + 3},
       {TEX_2DMS, {2, 2, 1}, 4, {1, 0, 4}, -1},
       {TEX_2DMS, {2, 2, 1}, 4, {2, 0, 0}, -1},
       {TEX_ARRAY2DMS, {2, 2, 2}, 2, {1, 1, 1, 1}, ((1 * 2 + 1) * 2 + 1) * 2 + 1},
       {TEX_ARRAY2DMS, {2, 2, 2}, 2, {1, 1, 1, 2}, -1},
       {TEX_ARRAY2DMS, {2, 2, 2}, 2, {1, 1, 2, 1}, -1},
   };
   static const enum mem_format formats[] = {MEM_R8_UINT, MEM_R16_UINT, MEM_R32_UINT, MEM_R32G32_UINT, MEM_R32G32B32A32_UINT};

   for (size_t k = 0; k < NUM(table); k++)
      for (size_t f = 0; f < NUM(formats); f++) {
         struct mem_object o = {.data = words,
                                .bytes = sizeof words,
                                .target = (uint8_t)table[k].target,
                                .format = (uint8_t)formats[f],
                                .samples = table[k].samples};
         const uint32_t bytes = 1u << f;
         uint32_t byte = 12345;

         memcpy(o.size, table[k].size, sizeof o.size);
         for (unsigned own = 0; own < 2; own++) {
            const bool inside = mem_texel(&o, own ? MEM_NONE : formats[f], table[k].target, table[k].at, &byte);
            ck_assert_msg(inside == (table[k].index >= 0), "row %zu", k);
            if (inside)
               ck_assert_uint_eq(byte, bytes * (uint32_t)table[k].index);
         }
         /* the first word of the texel is outside */
         o.bytes = table[k].index >= 0 ? bytes * (uint32_t)table[k].index / 4 * 4 : 0;
         ck_assert(!mem_texel(&o, formats[f], table[k].target, table[k].at, &byte));
      }
   struct mem_object none = {.bytes = 64, .format = MEM_R32_UINT, .size = {4, 4, 1}, .samples = 1};
   uint32_t byte;
   ck_assert(!mem_texel(&none, MEM_NONE, TEX_2D, (uint32_t[4]){0}, &byte));
   ck_assert(!mem_texel(NULL, MEM_R32_UINT, TEX_2D, (uint32_t[4]){0}, &byte));
}
END_TEST

/* Texels that are accessed with another format still lie in the rows and layers of the image (docs/semantics.md, "Memory"). */
START_TEST(other_formats)
{
   struct mem_object o = {.data = words, .bytes = 3 * 2 * 5 * 4, .format = MEM_R32_UINT, .size = {5, 2, 3}, .samples = 1};
   uint32_t byte, value[4];

   for (uint32_t k = 0; k < NUM(words); k++)
      words[k] = 100 + k;
   ck_assert(mem_texel(&o, MEM_R8_UINT, TEX_3D, (uint32_t[4]){3, 1, 2}, &byte));
   ck_assert_uint_eq(byte, 2 * 40 + 20 + 3);
   ck_assert(mem_texel(&o, MEM_R32G32_UINT, TEX_3D, (uint32_t[4]){3, 1, 1}, &byte));
   ck_assert_uint_eq(byte, 40 + 20 + 8 * 3);
   ck_assert(mem_texel(&o, MEM_R32_UINT, TEX_ARRAY1D, (uint32_t[4]){3, 2}, &byte)); /* a layer is that of the image */
   ck_assert_uint_eq(byte, 2 * 40 + 12);
   ck_assert(!mem_texel(&o, MEM_R32G32B32A32_UINT, TEX_3D, (uint32_t[4]){3, 1, 2}, &byte));
   /* if a texel begins in the last word, its other words are outside */
   mem_image_load(&num_model_ieee, IMAGE(MEM_R32G32B32A32_UINT, TEX_3D), (uint32_t[4]){1, 1, 2}, value);
   ck_assert(value[0] == 129 && !value[1] && !value[2] && !value[3]);
   mem_image_store(&num_model_ieee, IMAGE(MEM_R32G32B32A32_UINT, TEX_3D), (uint32_t[4]){1, 1, 2}, (uint32_t[4]){1, 2, 3, 4});
   ck_assert(words[28] == 128 && words[29] == 1 && words[30] == 130);
}
END_TEST

START_TEST(small_texels)
{
   struct mem_object o = {.data = words, .bytes = 16, .format = MEM_R8_UINT, .size = {16, 1, 1}, .samples = 1};
   uint32_t value[4];

   memset(words, 0xee, sizeof words);
   mem_image_store(&num_model_ieee, IMAGE(MEM_NONE, TEX_1D), (uint32_t[4]){5}, (uint32_t[4]){0x12, 1, 2, 3});
   ck_assert_uint_eq(words[1], 0xeeee12ee);
   mem_image_load(&num_model_ieee, IMAGE(MEM_NONE, TEX_1D), (uint32_t[4]){5}, value);
   ck_assert(value[0] == 0x12 && value[1] == 0 && value[2] == 0 && value[3] == 1);
   mem_image_store(&num_model_ieee, IMAGE(MEM_R16_SINT, TEX_1D), (uint32_t[4]){1}, (uint32_t[4]){(uint32_t)-2});
   ck_assert_uint_eq(words[0], 0xfffeeeee);
   mem_image_store(&num_model_ieee, IMAGE(MEM_R32G32_UINT, TEX_1D), (uint32_t[4]){1}, (uint32_t[4]){7, 8, 9, 10});
   ck_assert(words[2] == 7 && words[3] == 8 && words[4] == 0xeeeeeeee);
   /* outside: nothing is stored, and the channel is 0; the format has no alpha */
   mem_image_store(&num_model_ieee, IMAGE(MEM_NONE, TEX_1D), (uint32_t[4]){16}, (uint32_t[4]){1});
   ck_assert_uint_eq(words[4], 0xeeeeeeee);
   mem_image_load(&num_model_ieee, IMAGE(MEM_NONE, TEX_1D), (uint32_t[4]){16}, value);
   ck_assert(!(value[0] | value[1] | value[2]) && value[3] == 1);
}
END_TEST

START_TEST(sizes)
{
   static const struct {
      enum exec_tex_target target;
      uint32_t size[4];
   } table[] = {
       {TEX_1D, {5, 0, 0, 0}},        {TEX_BUFFER, {5, 0, 0, 0}}, {TEX_2D, {5, 6, 0, 0}},         {TEX_RECT, {5, 6, 0, 0}},
       {TEX_3D, {5, 6, 12, 0}},       {TEX_CUBE, {5, 6, 0, 0}},   {TEX_ARRAY1D, {5, 12, 0, 0}},   {TEX_ARRAY2D, {5, 6, 12, 0}},
       {TEX_ARRAYCUBE, {5, 6, 2, 0}}, {TEX_2DMS, {5, 6, 0, 4}},   {TEX_ARRAY2DMS, {5, 6, 12, 4}},
   };
   const struct mem_object o = {.data = words, .bytes = sizeof words, .size = {5, 6, 12}, .samples = 4};
   uint32_t size[4];

   for (size_t k = 0; k < NUM(table); k++) {
      mem_image_size(&o, table[k].target, size);
      for (unsigned c = 0; c < 4; c++)
         ck_assert_msg(size[c] == table[k].size[c], "target %s, %u: %u", exec_tex_target_name[table[k].target], c, size[c]);
   }
   mem_image_size(NULL, TEX_2D, size);
   ck_assert(!(size[0] | size[1] | size[2] | size[3]));
}
END_TEST

/* ---- words, atomic operations */

START_TEST(bounds)
{
   struct mem_object o = {.data = words, .bytes = 14}; /* 3 words and a half */

   for (uint32_t k = 0; k < 8; k++)
      words[k] = 10 + k;
   for (uint32_t byte = 0; byte < 24; byte++)
      ck_assert_uint_eq(mem_load(&o, byte), byte < 12 ? 10 + byte / 4 : 0);
   ck_assert_uint_eq(mem_load(&o, UINT32_MAX), 0);
   mem_store(&o, 7, 99);
   mem_store(&o, 12, 99);
   mem_store(&o, 0xfffffffc, 99);
   ck_assert(words[0] == 10 && words[1] == 99 && words[2] == 12 && words[3] == 13);
   ck_assert_uint_eq(mem_atomic(&num_model_ieee, MEM_ADD, &o, 12, 1, 0), 0);
   ck_assert_uint_eq(words[3], 13);
   ck_assert_uint_eq(mem_atomic(&num_model_ieee, MEM_ADD, NULL, 0, 1, 0), 0);
   ck_assert_uint_eq(mem_load(NULL, 0), 0);
   mem_store(NULL, 0, 1);
   ck_assert_ptr_null(mem_object(NULL, MEM_BUFFER, 0));
}
END_TEST

START_TEST(atomics)
{
   static const struct {
      enum mem_atomic op;
      uint32_t old, a, b, left;
   } table[] = {
       {MEM_ADD, UINT32_MAX, 2, 0, 1},
       {MEM_FADD, NUM_ONE, MINUS_ONE, 0, 0},
       {MEM_FADD, NUM_ONE, NUM_ONE, 0, 0x40000000},
       {MEM_XCHG, 1, 2, 3, 2},
       {MEM_CAS, 5, 5, 9, 9},
       {MEM_CAS, 5, 4, 9, 5},
       {MEM_AND, 12, 10, 0, 8},
       {MEM_OR, 12, 10, 0, 14},
       {MEM_XOR, 12, 10, 0, 6},
       {MEM_UMIN, 1, UINT32_MAX, 0, 1},
       {MEM_UMAX, 1, UINT32_MAX, 0, UINT32_MAX},
       {MEM_IMIN, 1, UINT32_MAX, 0, UINT32_MAX},
       {MEM_IMAX, 1, UINT32_MAX, 0, 1},
       {MEM_INC, 3, 4, 0, 4},
       {MEM_INC, 4, 4, 0, 0},
       {MEM_INC, 5, 4, 0, 0},
       {MEM_INC, UINT32_MAX, UINT32_MAX, 0, 0},
       {MEM_DEC, 3, 4, 0, 2},
       {MEM_DEC, 4, 4, 0, 3},
       {MEM_DEC, 5, 4, 0, 4},
       {MEM_DEC, 0, 4, 0, 4},
   };
   uint32_t seen = 0;

   for (size_t k = 0; k < NUM(table); k++) {
      struct mem_object o = {.data = words, .bytes = 8};

      words[1] = table[k].old;
      ck_assert_uint_eq(mem_atomic(&num_model_ieee, table[k].op, &o, 5, table[k].a, table[k].b), table[k].old);
      ck_assert_msg(words[1] == table[k].left, "%s of %#x and %#x leaves %#x", mem_atomic_name[table[k].op], table[k].old,
                    table[k].a, words[1]);
      seen |= 1u << table[k].op;
   }
   ck_assert_uint_eq(seen, (1u << MEM_ATOMIC_COUNT) - 1);
}
END_TEST

START_TEST(image_atomics)
{
   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++) {
      const struct layout l = layout_of(mem_format_name[f]);
      const bool takes = l.channels == 1 && l.bits[0] == 32;
      struct mem_object o = {.data = words, .bytes = sizeof words, .format = (uint8_t)f, .size = {4, 4, 1}, .samples = 1};

      for (unsigned own = 0; own < 2; own++) {
         for (unsigned k = 0; k < 64; k++)
            words[k] = 50;
         const enum mem_format format = own ? MEM_NONE : (enum mem_format)f;
         ck_assert_uint_eq(
             mem_image_atomic(&num_model_ieee, MEM_ADD, IMAGE(format, TEX_2D), (uint32_t[4]){1, 1}, (uint32_t[2]){3}, false),
             takes ? 50 : 0);
         ck_assert_uint_eq(words[5], 50);
         ck_assert_uint_eq(
             mem_image_atomic(&num_model_ieee, MEM_CAS, IMAGE(format, TEX_2D), (uint32_t[4]){1, 1}, (uint32_t[2]){50, 3}, true),
             takes ? 50 : 0);
         for (unsigned k = 0; k < 64; k++)
            ck_assert_msg(words[k] == (takes && k == 5 ? 3 : 50), "%s: word %u is %u", mem_format_name[f], k, words[k]);
      }
   }
}
END_TEST

/* ---- groups */

/* Each wave runs to two barriers; the log records which waves run between them. */
struct log {
   unsigned runs[EXEC_WORKGROUP_WAVES], count, order[200];
   enum exec_status last; /* of wave 2, the second time */
};

static enum exec_status step(void *user, unsigned wave)
{
   struct log *l = user;

   l->order[l->count++] = wave;
   l->runs[wave]++;
   if (wave == 2 && l->runs[wave] == 2 && l->last != EXEC_DONE)
      return l->last;
   return l->runs[wave] < 3 ? EXEC_BARRIER : EXEC_DONE;
}

START_TEST(groups)
{
   unsigned others = 0, wave;

   for (uint64_t seed = 0; seed < 8; seed++) {
      struct log l = {.last = EXEC_DONE};

      ck_assert_int_eq(exec_group_run(5, seed, step, &l, &wave), EXEC_DONE);
      ck_assert_uint_eq(l.count, 15);
      for (unsigned round = 0; round < 3; round++) {
         unsigned mask = 0;

         for (unsigned k = 0; k < 5; k++) {
            mask |= 1u << l.order[5 * round + k];
            others += l.order[5 * round + k] != k;
            if (!seed)
               ck_assert_uint_eq(l.order[5 * round + k], k);
         }
         ck_assert_uint_eq(mask, 31); /* all of them to the barrier, then all of them on */
      }
   }
   ck_assert_uint_gt(others, 0);
   struct log l = {.last = EXEC_FAULT};
   ck_assert_int_eq(exec_group_run(5, 0, step, &l, &wave), EXEC_FAULT);
   ck_assert_uint_eq(wave, 2);
   uint32_t place[3];
   exec_group_place((const uint32_t[3]){3, 4, 5}, 3 * 4 * 2 + 3 * 1 + 2, place);
   ck_assert(place[0] == 2 && place[1] == 1 && place[2] == 2);
}
END_TEST

SUITE_MAIN("memory", DEFAULT_TIMEOUT, NULL, NULL, stores, loads, places, other_formats, small_texels, sizes, bounds, atomics,
           image_atomics, groups)
