/* SPDX-License-Identifier: MIT */
/*
 * Tests each TGSI instruction that accesses memory, on each target and format of images and on each kind of words, inside and
 * outside, in the evaluator and as machine code of both targets. This file computes the expected values from docs/semantics.md
 * and docs/semantics-tgsi.md, "Memory", and from the names of formats. From semantics/ it uses nothing but the lists of names.
 *
 * Every pair of format and image target is compiled for both machines at one of three levels, and 2D at each of them. With
 * "all" after the command, every pair is compiled at all levels.
 */
#include <math.h>
#include <stdio.h>

#include "tests/unit/memory/world_machine.h"
#include "util/rng.h"

#define LANES EXEC_LANES
#define NUM(a) (sizeof(a) / sizeof *(a))

static bool all_levels;

/* ---- numbers */

/* Rounds d, which is exact, as the machine rounds products. */
static float rounded(double d, bool to_nearest)
{
   const float f = (float)d;

   return to_nearest || fabs((double)f) <= fabs(d) ? f : nextafterf(f, 0);
}

static float as_float(uint32_t bits) { return num_f(bits); }
static uint32_t as_bits(float f) { return num_u(f); }

/* Returns the float nearest to 1/n that gives 1 when it is multiplied by n. */
static float part(uint32_t n, bool to_nearest)
{
   float f = (float)(1.0 / n);

   while (rounded((double)f * n, to_nearest) < 1)
      f = nextafterf(f, 2);
   return f;
}

/* Rounds to nearest even. Values from 65520 on become infinity, and NaN becomes 0x7e00. */
static uint32_t half_of(uint32_t bits)
{
   const float f = as_float(bits);
   const uint32_t sign = bits >> 16 & 0x8000;
   const double a = fabs((double)f);

   if (isnan(f))
      return 0x7e00;
   if (a >= 65520)
      return sign | 0x7c00;
   int e = -14;
   while (a >= ldexp(2, e))
      e++;
   const double units = nearbyint(ldexp(a, 10 - e)); /* of 2^(e - 10); below 1024 without the hidden bit, at e = -14 */
   return sign | ((uint32_t)(e + 14) * 1024 + (uint32_t)units);
}

static uint32_t of_half(uint32_t h)
{
   const uint32_t e = h >> 10 & 31, m = h & 1023;
   const double a = e ? ldexp(1024 + m, (int)e - 25) : ldexp(m, -24);

   if (e == 31)
      return m ? 0x7fc00000 : (h & 0x8000) << 16 | 0x7f800000;
   return as_bits((float)(h & 0x8000 ? -a : a));
}

/* ---- formats by their names, which have letters and bits of the channels from the lowest bits on, then the kind */

enum kind { FLOATS, UNORMS, SNORMS, UINTS, SINTS };
struct format {
   unsigned channels, bits[4], bytes;
   char letter[4];
   enum kind kind;
};

static struct format format_of(const char *name)
{
   static const char *const kinds[] = {"_FLOAT", "_UNORM", "_SNORM", "_UINT", "_SINT"};
   struct format f = {0};
   unsigned bits = 0;

   for (; *name != '_'; f.channels++) {
      f.letter[f.channels] = *name++;
      f.bits[f.channels] = (unsigned)strtoul(name, (char **)&name, 10);
      bits += f.bits[f.channels];
   }
   f.bytes = bits / 8;
   while (strcmp(name, kinds[f.kind]))
      ck_assert_uint_lt(++f.kind, NUM(kinds));
   return f;
}

static bool is_word(const struct format *f) { return f->channels == 1 && f->bits[0] == 32; }
static bool is_integer(const struct format *f) { return f->kind == UINTS || f->kind == SINTS; }
static uint32_t ones(unsigned bits) { return bits == 32 ? UINT32_MAX : (1u << bits) - 1; }

static uint32_t load_channel(enum kind kind, unsigned bits, uint32_t v, bool to_nearest)
{
   const int64_t sign = (int64_t)1 << (bits - 1), extended = (int64_t)(v ^ (uint32_t)sign) - sign;

   switch (kind) {
   case FLOATS: return bits == 32 ? v : of_half(bits == 16 ? v : v << (15 - bits));
   case UNORMS: return as_bits(rounded((double)v * part(ones(bits), to_nearest), to_nearest));
   case SNORMS:
      return as_bits(
          rounded((double)(extended == -sign ? extended + 1 : extended) * part(ones(bits - 1), to_nearest), to_nearest));
   case SINTS: return (uint32_t)extended;
   default: return v;
   }
}

static uint32_t store_channel(enum kind kind, unsigned bits, uint32_t v, bool to_nearest)
{
   const float f = as_float(v), most = (float)ones(bits), half = (float)ones(bits - 1);
   const int32_t n = (int32_t)v, end = (int32_t)ones(bits - 1);

   switch (kind) {
   case FLOATS:
      if (bits == 32)
         return v;
      return bits == 16 ? half_of(v) : f > 0 ? half_of(v) >> (15 - bits) : 0;
   case UNORMS: return f > 0 ? (uint32_t)nearbyint(rounded((double)(f < 1 ? f : 1) * most, to_nearest)) : 0;
   case SNORMS:
      return isnan(f) ? 0
                      : (uint32_t)(int32_t)nearbyint(rounded((double)(f < -1  ? -1
                                                                      : f > 1 ? 1
                                                                              : f) *
                                                                 half,
                                                             to_nearest)) &
                            ones(bits);
   case SINTS: return (uint32_t)(n < -end - 1 ? -end - 1 : n > end ? end : n) & ones(bits);
   default: return v < ones(bits) ? v : ones(bits);
   }
}

/* Loads the texel that begins at byte `at` of these words. */
static void load_texel(const struct format *f, const uint32_t *data, size_t at, uint32_t value[4], bool to_nearest)
{
   uint64_t bit = 8 * at;

   value[0] = value[1] = value[2] = 0;
   value[3] = is_integer(f) ? 1 : as_bits(1);
   if (f->bits[0] == 64) { /* a pair of words; z and w are the second pair, which it lacks */
      memcpy(value, (uint32_t[4]){data[at / 4], data[at / 4 + 1], 0, 0}, 16);
      return;
   }
   for (unsigned k = 0; k < f->channels; bit += f->bits[k++]) {
      const uint32_t v = load_channel(f->kind, f->bits[k], data[bit / 32] >> bit % 32 & ones(f->bits[k]), to_nearest);

      switch (f->letter[k]) {
      case 'R': value[0] = v; break;
      case 'G': value[1] = v; break;
      case 'B': value[2] = v; break;
      case 'A': value[3] = v; break;
      case 'I': value[3] = v; /* fall through */
      case 'L': value[0] = value[1] = value[2] = v; break;
      default: ck_assert_int_eq(f->letter[k], 'X');
      }
   }
}

static void store_texel(const struct format *f, uint32_t *data, size_t at, const uint32_t value[4], bool to_nearest)
{
   static const char letters[] = "RGBALIX";
   static const unsigned component[] = {0, 1, 2, 3, 0, 0};
   uint64_t bit = 8 * at;

   if (f->bits[0] == 64) {
      memcpy(data + at / 4, value, 8);
      return;
   }
   for (unsigned k = 0; k < f->channels; bit += f->bits[k++]) {
      const uint32_t mask = ones(f->bits[k]) << bit % 32;
      const uint32_t v =
          f->letter[k] == 'X'
              ? 0
              : store_channel(f->kind, f->bits[k], value[component[strchr(letters, f->letter[k]) - letters]], to_nearest);

      data[bit / 32] = (data[bit / 32] & ~mask) | (v << bit % 32 & mask);
   }
}

/* ---- targets */

/* Coordinates are x, then y and the layer (or z) if the target has them, then the sample. `size` is the answer of RESQ. */
static const struct target {
   const char *name;
   enum exec_tex_target target;
   bool y, layer, sample;
   uint32_t size[4]; /* width, height, layers or depth, samples; 1 where there is none */
   uint32_t query[4];
} targets[] = {
   {"BUFFER", TEX_BUFFER, false, false, false, {21, 1, 1, 1}, {21, 0, 0, 0}},
   {"1D", TEX_1D, false, false, false, {13, 1, 1, 1}, {13, 0, 0, 0}},
   {"2D", TEX_2D, true, false, false, {5, 4, 1, 1}, {5, 4, 0, 0}},
   {"RECT", TEX_RECT, true, false, false, {3, 7, 1, 1}, {3, 7, 0, 0}},
   {"3D", TEX_3D, true, true, false, {3, 2, 4, 1}, {3, 2, 4, 0}},
   {"CUBE", TEX_CUBE, true, true, false, {2, 2, 6, 1}, {2, 2, 0, 0}},
   {"1D_ARRAY", TEX_ARRAY1D, false, true, false, {6, 1, 3, 1}, {6, 3, 0, 0}},
   {"2D_ARRAY", TEX_ARRAY2D, true, true, false, {3, 3, 2, 1}, {3, 3, 2, 0}},
   {"CUBEARRAY", TEX_ARRAYCUBE, true, true, false, {2, 2, 12, 1}, {2, 2, 2, 0}},
   {"2D_MSAA", TEX_2DMS, true, false, true, {3, 2, 1, 4}, {3, 2, 0, 4}},
   {"2D_ARRAY_MSAA", TEX_ARRAY2DMS, true, true, true, {2, 3, 2, 2}, {2, 3, 2, 2}},
};

/* Returns the number of the texel at the address of an invocation, or -1 if it is outside. */
static int place_of(const struct target *t, const uint32_t at[4])
{
   const uint32_t y = t->y ? at[1] : 0, layer = t->layer ? at[1 + t->y] : 0, sample = t->sample ? at[3] : 0;

   if (at[0] >= t->size[0] || y >= t->size[1] || layer >= t->size[2] || sample >= t->size[3])
      return -1;
   return (int)(((layer * t->size[1] + y) * t->size[0] + at[0]) * t->size[3] + sample);
}

static unsigned texels_of(const struct target *t) { return t->size[0] * t->size[1] * t->size[2] * t->size[3]; }

/* ---- buffers of the programs: 0 and 1 take results, two times eight words an invocation; 2 has addresses, 3 values */

static uint32_t address[LANES][4], value[LANES][4], wanted[LANES][16];

/* Every fifth address is out of range by one or by much, in one coordinate or in one that the target does not have. */
static void make_addresses(const struct target *t, struct util_rng *r)
{
   static const uint32_t far[] = {0x80000000u, 0xffffffffu, 0x40000000u, 0x10000u};
   const uint32_t size[4] = {t->size[0],
                             t->y       ? t->size[1]
                             : t->layer ? t->size[2]
                                        : 1,
                             t->y && t->layer ? t->size[2] : 1, t->size[3]};

   for (unsigned l = 0; l < LANES; l++) {
      for (unsigned c = 0; c < 4; c++)
         address[l][c] = l == 0 ? 0 : l == 1 ? size[c] - 1 : util_rng_below(r, size[c]);
      if (l % 5 == 4)
         address[l][l / 5 % 4] = l & 1 ? size[l / 5 % 4] : far[util_rng_below(r, 4)];
   }
}

static void make_values(const struct format *f, struct util_rng *r)
{
   static const uint32_t floats[] = {0,           0x80000000u,
                                     0x3f800000u, 0xbf800000u,
                                     0x7f800000u, 0xff800000u,
                                     0x7fc00000u, 0x477fefffu /* below 65520 */,
                                     0x477ff000u, 0x33000000u /* 2^-25 */,
                                     0x33000001u, 0x387fe000u,
                                     0x3f000000u, 0xbf7fffffu,
                                     0x3f7fffffu, 0x7f7fffffu};
   static const uint32_t integers[] = {0,      1,       0x7f,        0x80,        0xff,        0x100,       0x7fff,      0x8000,
                                       0xffff, 0x10000, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0xffffff80u, 0xffff8000u, 3};

   for (unsigned l = 0; l < LANES; l++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t special = util_rng_below(r, 16);

         if (util_rng_chance(r, 1, 3))
            value[l][c] = is_integer(f) ? integers[special] : floats[special];
         else
            value[l][c] =
                is_integer(f)
                    ? util_rng_u32(r) >> util_rng_below(r, 32)
                    : as_bits((float)((int)util_rng_below(r, 1 << 20) - (1 << 19)) / (1 << (15 + util_rng_below(r, 5))));
      }
}

static const char head[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], THREAD_ID\nDCL BUFFER[0..4]\nDCL TEMP[0..19]\nIMM[0] UINT32 {0, 16, "
    "32, 8}\n"
    "UMUL TEMP[8], SV[0].xxxx, IMM[0].yyyy\nUMUL TEMP[9], SV[0].xxxx, IMM[0].zzzz\nUADD TEMP[9].y, TEMP[9].xxxx, IMM[0].yyyy\n"
    "LOAD TEMP[6], BUFFER[2], TEMP[8]\nLOAD TEMP[7], BUFFER[3], TEMP[8]\n";
/* Results are in TEMP[0] to TEMP[3]. */
static const char tail[] =
    "STORE BUFFER[0], TEMP[9].xxxx, TEMP[0]\nSTORE BUFFER[0], TEMP[9].yyyy, TEMP[1]\nSTORE BUFFER[1], TEMP[9].xxxx, TEMP[2]\n"
    "STORE BUFFER[1], TEMP[9].yyyy, TEMP[3]\nEND\n";

static void make_world(struct world *w)
{
   memset(w, 0, sizeof *w);
   for (unsigned n = 0; n < 4; n++)
      world_words(w, MEM_BUFFER, n, sizeof w->word[0][0]);
   memcpy(w->word[MEM_BUFFER][2], address, sizeof address);
   memcpy(w->word[MEM_BUFFER][3], value, sizeof value);
}

static unsigned runs;

/* NaNs are compared bit for bit, since memory keeps their bits. */
static void run(struct world *w, const char *body, const char *what, int way)
{
   char text[8192];
   const char *declarations_end = strstr(body, "\n\n");

   /* declarations of the body, which end with an empty line, precede instructions */
   snprintf(text, sizeof text, "%.*s%.*s%s%s%s", (int)(strstr(head, "DCL SV") - head), head, (int)(declarations_end + 1 - body),
            body, strstr(head, "DCL SV"), declarations_end + 2, tail);
   ck_assert_msg(world_execute_way(w, text, &num_model_ieee, way) == EXEC_DONE, "%s, %s: %s\n%s", what, world_way_name(way),
                 w->fault, text);
   for (unsigned l = 0; l < LANES; l++)
      for (unsigned c = 0; c < 16; c++) {
         const uint32_t got = w->word[MEM_BUFFER][c / 8][8 * l + c % 8];
         ck_assert_msg(got == wanted[l][c], "%s, %s: instance %u, at %#x %#x %#x %#x, has %#x in TEMP[%u].%c, not %#x\n%s",
                       what, world_way_name(way), l, address[l][0], address[l][1], address[l][2], address[l][3], got, c / 4,
                       "xyzw"[c % 4], wanted[l][c], text);
      }
   runs++;
}

static bool to_nearest(int way) { return world_num(way, &num_model_ieee)->round == NUM_ROUND_NEAREST; }

/* Does a row run in this way? The evaluator runs all rows, and each target runs them at one level or at all. */
static bool wanted_way(int way, bool each, unsigned row)
{
   return way < 0 || (way >= WORLD_IR && (each || all_levels || (unsigned)world_level(way) == row % WORLD_LEVELS));
}

/* ---- LOAD, STORE, RESQ of texels */

static void image_of(struct world *w, unsigned unit, const struct target *t, enum mem_format format, const uint32_t *data)
{
   uint32_t *words = world_image(w, unit, t->target, format, t->size, t->size[3]);

   w->memory.of[MEM_IMAGE][unit].bytes = (texels_of(t) * format_of(mem_format_name[format]).bytes + 3) & ~3u;
   memcpy(words, data, sizeof w->word[0][0]);
}

/* If the texel is outside (`at` is negative), all channels are 0. */
static void load(const struct format *f, const uint32_t *data, int at, uint32_t out[4], int way)
{
   static const uint32_t zeros[4];

   load_texel(f, at < 0 ? zeros : data, at < 0 ? 0 : (size_t)at * f->bytes, out, to_nearest(way));
}

static void texels(const struct target *t, enum mem_format format, int way)
{
   static struct world w;
   const struct format f = format_of(mem_format_name[format]);
   uint32_t data[4 * WORLD_WORDS];
   struct util_rng r;
   char body[2048], what[64];

   util_rng_init(&r, (uint64_t)format * 100 + t->target);
   make_addresses(t, &r);
   make_values(&f, &r);
   for (unsigned k = 0; k < NUM(data); k++)
      data[k] = util_rng_u32(&r);
   make_world(&w);
   image_of(&w, 0, t, format, data);
   image_of(&w, 1, t, format, data);
   memset(wanted, 0, sizeof wanted);
   for (unsigned l = 0; l < LANES; l++) {
      load(&f, data, place_of(t, address[l]), wanted[l], way);
      memcpy(wanted[l] + 8, t->query, sizeof t->query);
   }
   for (unsigned l = 0; l < LANES; l++)
      if (place_of(t, address[l]) >= 0)
         store_texel(&f, data, (size_t)place_of(t, address[l]) * f.bytes, value[l], to_nearest(way));
   for (unsigned l = 0; l < LANES; l++)
      load(&f, data, place_of(t, address[l]), wanted[l] + 4, way);
   /* The format comes from the declaration, from after the operands, or from the memory. */
   snprintf(body, sizeof body,
            "DCL IMAGE[0], %s, PIPE_FORMAT_%s, WR\nDCL IMAGE[1], %s, PIPE_FORMAT_NONE, WR\n\nLOAD TEMP[0], IMAGE[0], TEMP[6]\n"
            "STORE IMAGE[1], TEMP[6], TEMP[7], %s, PIPE_FORMAT_%s\nLOAD TEMP[1], IMAGE[1], TEMP[6]\nRESQ TEMP[2], "
            "IMAGE[1]\nMOV TEMP[3], IMM[0].xxxx\n",
            t->name, mem_format_name[format], t->name, t->name, mem_format_name[format]);
   snprintf(what, sizeof what, "%s %s", mem_format_name[format], t->name);
   run(&w, body, what, way);
   ck_assert_msg(!memcmp(w.word[MEM_IMAGE][1], data, sizeof data), "%s, %s: what is stored differs", what, world_way_name(way));
}

START_TEST(images)
{
   const struct target *t = &targets[_i];

   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++)
      for (int way = -1; way < WORLD_WAYS; way++)
         if (wanted_way(way, t->target == TEX_2D, f + (unsigned)_i))
            texels(t, (enum mem_format)f, way);
   ck_assert_uint_ge(runs, 3 * (MEM_FORMAT_COUNT - 1));
}
END_TEST

/* ---- words: places, and their names in the language */

static const struct place {
   const char *declaration, *name; /* %s: the target of texels */
   enum mem_space space;
   uint32_t bytes;  /* 0: of images, by target */
   bool own;        /* each invocation has its own, which begins as 0 */
   bool raw;        /* texels as words: x counts bytes */
} places[] = {
   {"DCL BUFFER[5]", "BUFFER[5]", MEM_BUFFER, 164, false, false},
   {"DCL BUFFER[6]", "BUFFER[TEMP[10].x+6]", MEM_BUFFER, 164, false, false}, /* the last declared buffer */
   {"DCL MEMORY[0], SHARED", "MEMORY[0]", MEM_SHARED, 256, false, false},
   {"DCL MEMORY[0], GLOBAL", "MEMORY[0]", MEM_GLOBAL, 128, false, false},
   {"DCL MEMORY[1], PRIVATE", "MEMORY[1]", MEM_SPACE_COUNT, 4096, true, false},
   {"DCL RES[5], BUFFER, RAW, WR", "RES[5]", MEM_BUFFER, 132, false, false},
   {"DCL TEMP[20]", "RES[-1]", MEM_GLOBAL, 136, false, false},
   {"DCL TEMP[20]", "RES[32766]", MEM_SHARED, 140, false, false},
   {"DCL TEMP[20]", "RES[-3]", MEM_SPACE_COUNT, 4096, true, false},
   {"DCL RES[2], %s, RAW, WR", "RES[2]", MEM_IMAGE, 0, false, true},
   {"DCL IMAGE[2], %s, PIPE_FORMAT_%s, WR", "IMAGE[2]", MEM_IMAGE, 0, false, false}, /* atomic operations alone */
   {"DCL RES[2], %s, WR", "RES[2]", MEM_IMAGE, 0, false, false},
};
enum { PLACE_RAW = 9, PLACE_IMAGE = 10 };

/* A place, with the target and the format of its texels if it has texels. */
struct row {
   const struct place *place;
   const struct target *target;
   enum mem_format format;
};

static uint32_t words[LANES][1024]; /* by invocation; words that they share are in the first row */

/* Word k after the address of an invocation, or NULL if it is outside. */
static uint32_t *word_at(const struct row *r, unsigned lane, unsigned k)
{
   const struct place *p = r->place;
   uint32_t at[4];

   if (p->space != MEM_IMAGE) {
      const uint32_t byte = (address[lane][0] + 4 * k) & ~3u;
      return byte < p->bytes ? &words[p->own ? lane : 0][byte / 4] : NULL;
   }
   memcpy(at, address[lane], sizeof at);
   at[0] = p->raw ? (at[0] >> 2) + k : at[0];
   const int n = place_of(r->target, at);
   return n < 0 ? NULL : &words[0][n];
}

/* Addresses of words: inside, at the end, after it, around the end of the address space, and with low bits set. */
static void make_word_addresses(const struct row *row, struct util_rng *r)
{
   const struct place *p = row->place;
   const uint32_t bytes = p->space == MEM_IMAGE ? 4 * row->target->size[0] : p->bytes;
   const uint32_t edges[] = {0, bytes - 4, bytes, bytes - 3, 0xfffffffcu, bytes - 12, 0x80000000u, bytes + 3};

   if (p->space == MEM_IMAGE)
      make_addresses(row->target, r);
   for (unsigned l = 0; l < LANES && (p->raw || p->space != MEM_IMAGE); l++)
      address[l][0] = l % 4 == 3 ? edges[l / 4] : util_rng_below(r, bytes < 200 ? bytes : 200);
}

static void begin(const struct row *row, struct world *w, bool floats)
{
   const struct place *p = row->place;
   struct util_rng r;

   util_rng_init(&r, (uint64_t)(p - places) * 1000 + (row->target ? row->target->target * 100u : 0) + row->format);
   make_word_addresses(row, &r);
   for (unsigned l = 0; l < LANES; l++)
      for (unsigned c = 0; c < 4; c++)
         value[l][c] = floats                      ? as_bits((float)((int)util_rng_below(&r, 64) - 32) / 4)
                       : util_rng_chance(&r, 1, 4) ? util_rng_u32(&r)
                                                   : util_rng_below(&r, 6);
   memset(words, 0, sizeof words);
   for (unsigned k = 0; k < 4 * WORLD_WORDS && !p->own; k++)
      words[0][k] = floats ? as_bits((float)util_rng_below(&r, 32) / 4) : util_rng_below(&r, 6);
   memset(wanted, 0, sizeof wanted);
   make_world(w);
   if (p->space == MEM_IMAGE) {
      image_of(w, 2, row->target, row->format, words[0]);
   } else if (!p->own) {
      const unsigned unit = p->space != MEM_BUFFER ? 0 : (unsigned)strcspn(p->declaration, "0123456789");
      struct mem_object *o = world_words(w, p->space, unit ? (unsigned)(p->declaration[unit] - '0') : 0, p->bytes);
      memcpy(o->data, words[0], sizeof w->word[0][0]);
   }
}

static void go(const struct row *row, struct world *w, const char *instructions, int way)
{
   const struct place *p = row->place;
   char body[4096], what[100];
   const int n =
       snprintf(body, sizeof body, p->declaration, row->target ? row->target->name : "", mem_format_name[row->format]);
   snprintf(body + n, sizeof body - (size_t)n, "\n\nMOV TEMP[10], SV[0].xxxx\n%s", instructions);
   snprintf(what, sizeof what, "%s %s %s", p->name, row->target ? row->target->name : "", mem_format_name[row->format]);
   run(w, body, what, way);
   if (p->own)
      return;
   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      for (unsigned unit = 2; unit < 8; unit++) {
         const struct mem_object *o = &w->memory.of[space][unit];
         if (space == p->space && o->data && (space != MEM_BUFFER || unit > 3))
            ck_assert_msg(!memcmp(o->data, words[0], sizeof w->word[0][0]), "%s, %s: what is left in memory differs", what,
                          world_way_name(way));
      }
}

/* Tests LOAD, STORE of three lanes, LOAD of all, and the size. */
static void load_and_store(const struct row *row, int way)
{
   static struct world w;
   const struct place *p = row->place;
   char text[1024];

   begin(row, &w, false);
   for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < LANES; l++)
         wanted[l][k] = word_at(row, l, k) ? *word_at(row, l, k) : 0;
   for (unsigned k = 0; k < 4; k++) /* the first word of all invocations, then the second one */
      for (unsigned l = 0; l < LANES && k != 1; l++)
         if (word_at(row, l, k))
            *word_at(row, l, k) = value[l][k];
   for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < LANES; l++)
         wanted[l][4 + k] = word_at(row, l, k) ? *word_at(row, l, k) : 0;
   for (unsigned l = 0; l < LANES; l++)
      memcpy(wanted[l] + 8, p->space == MEM_IMAGE ? row->target->query : (uint32_t[4]){p->bytes}, 16);
   snprintf(text, sizeof text,
            "LOAD TEMP[0], %s, TEMP[6]\nSTORE %s.xzw, TEMP[6], TEMP[7]\nLOAD TEMP[1], %s, TEMP[6]\nRESQ TEMP[2], %s\nMOV "
            "TEMP[3], IMM[0].xxxx\n",
            p->name, p->name, p->name, p->name);
   go(row, &w, text, way);
}

/* ---- atomic operations */

static uint32_t add(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old + a; }
static uint32_t exchange(uint32_t old, uint32_t a, uint32_t b) { return (void)old, (void)b, a; }
static uint32_t compare(uint32_t old, uint32_t a, uint32_t b) { return old == a ? b : old; }
static uint32_t both(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old & a; }
static uint32_t either(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old | a; }
static uint32_t differ(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old ^ a; }
static uint32_t umin(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old < a ? old : a; }
static uint32_t umax(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old > a ? old : a; }
static uint32_t imin(uint32_t old, uint32_t a, uint32_t b) { return (void)b, (int32_t)old < (int32_t)a ? old : a; }
static uint32_t imax(uint32_t old, uint32_t a, uint32_t b) { return (void)b, (int32_t)old > (int32_t)a ? old : a; }
static uint32_t count_up(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old >= a ? 0 : old + 1; }
static uint32_t count_down(uint32_t old, uint32_t a, uint32_t b) { return (void)b, old == 0 || old > a ? a : old - 1; }
/* of multiples of 1/4, whose sums are exact */
static uint32_t add_floats(uint32_t old, uint32_t a, uint32_t b) { return (void)b, as_bits(as_float(old) + as_float(a)); }

struct operation {
   const char *name;
   uint32_t (*after)(uint32_t old, uint32_t a, uint32_t b);
};
static const struct operation on_integers[] = {
    {"UADD", add},  {"CAS", compare},         {"UMIN", umin},   {"INC_WRAP", count_up}, {"OR", either},
    {"IMAX", imax}, {"DEC_WRAP", count_down}, {"XOR", differ},  {"IMIN", imin},         {"UMAX", umax},
    {"AND", both},  {"XCHG", exchange},       {"CAS", compare}, {"UADD", add},
};
static const struct operation on_floats[] = {{"FADD", add_floats}, {"XCHG", exchange}, {"FADD", add_floats}};

static void atomics(const struct row *row, const struct operation *operation, unsigned num, bool floats, int way)
{
   static struct world w;
   const struct format f = format_of(mem_format_name[row->format]);
   const bool changes = row->place->raw || row->place->space != MEM_IMAGE || is_word(&f);
   char text[2048] = "MOV TEMP[3], IMM[0].xxxx\n";
   size_t n = strlen(text);

   begin(row, &w, floats);
   if (num < 4)
      n += (size_t)snprintf(text + n, sizeof text - n,
                            "MOV TEMP[0], IMM[0].xxxx\nMOV TEMP[1], IMM[0].xxxx\nMOV TEMP[2], IMM[0].xxxx\n");
   for (unsigned k = 0; k < num; k++) {
      n += (size_t)snprintf(text + n, sizeof text - n, "ATOM%s TEMP[%u].%c, %s, TEMP[6], TEMP[7].%s%s\n", operation[k].name,
                            k / 4, "xyzw"[k % 4], row -> place -> name, k % 2 ? "xxxx" : "zzzz",
                            strcmp(operation[k].name, "CAS") ? "" : ", TEMP[7].yyyy");
      for (unsigned l = 0; l < LANES; l++) {
         uint32_t *at = changes ? word_at(row, l, 0) : NULL;
         wanted[l][k] = at ? *at : 0;
         if (at)
            *at = operation[k].after(*at, value[l][k % 2 ? 0 : 2], value[l][1]);
      }
   }
   go(row, &w, text, way);
}

static void all_atomics(const struct row *row, int way)
{
   atomics(row, on_integers, NUM(on_integers), false, way);
   atomics(row, on_floats, NUM(on_floats), true, way);
}

/* ---- rows */

START_TEST(words_of_memory)
{
   for (unsigned p = 0; p < PLACE_RAW; p++)
      for (int way = -1; way < WORLD_WAYS; way++) {
         const struct row row = {&places[p], NULL, MEM_R32_UINT};

         if (!wanted_way(way, true, 0))
            continue;
         load_and_store(&row, way);
         all_atomics(&row, way);
      }
   ck_assert_uint_eq(runs, 3 * PLACE_RAW * (1 + WORLD_WAYS - WORLD_IR));
}
END_TEST

/* Tests raw resources of each target but BUFFER, which consists of words. */
START_TEST(words_of_texels)
{
   for (unsigned t = 1; t < NUM(targets); t++)
      for (int way = -1; way < WORLD_WAYS; way++) {
         const struct row row = {&places[PLACE_RAW], &targets[t], MEM_R32_UINT};

         if (!wanted_way(way, false, t))
            continue;
         load_and_store(&row, way);
         all_atomics(&row, way);
      }
}
END_TEST

/* Formats with one channel of 32 bits run on each target. Atomic operations do not change the other formats, so each of those
   runs on one target. */
START_TEST(atomic_texels)
{
   const struct target *t = &targets[_i];

   for (unsigned f = MEM_NONE + 1; f < MEM_FORMAT_COUNT; f++) {
      const struct format format = format_of(mem_format_name[f]);

      for (int way = -1; way < WORLD_WAYS; way++) {
         const struct row row = {&places[PLACE_IMAGE + (f + (unsigned)way) % 2], t, (enum mem_format)f};

         if (is_word(&format) ? wanted_way(way, f == MEM_R32_UINT, f + (unsigned)_i)
                              : (all_levels || f % NUM(targets) == (unsigned)_i) && wanted_way(way, false, f))
            all_atomics(&row, way);
      }
   }
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("memory_rows");
   TCase *c = tcase_create("memory_rows");

   all_levels = argc > 1 && !strcmp(argv[1], "all");
   tcase_add_checked_fixture(c, setup, teardown);
   tcase_set_timeout(c, 0);
   tcase_add_loop_test(c, images, 0, NUM(targets));
   tcase_add_test(c, words_of_memory);
   tcase_add_test(c, words_of_texels);
   tcase_add_loop_test(c, atomic_texels, 0, NUM(targets));
   suite_add_tcase(s, c);
   return suite_run(s);
}
