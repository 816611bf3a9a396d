/* SPDX-License-Identifier: MIT */
/*
 * Tests the unpacking of vertex attributes (passes/lower/key_attribs.c) and mem_decode(). The expected values are those of
 * OpenGL 4.6, computed in double precision from the name of a format: 2.3.5 for normalised numbers (c / (2^b - 1), and
 * max(c / (2^(b-1) - 1), -1)), 2.3.4 for floats of 16, 11 and 10 bits and for fixed-point numbers, 10.3.8 for components that
 * an attribute does not have. A channel of up to 16 bits takes all its values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/interp.h"
#include "nvp4c.h"
#include "passes/lower/key.h"
#include "semantics/memory/format.h"
#include "tests/unit/common/irtext.h"
#include "util/rng.h"

#define ATTRIB 3
#define OTHER 4 /* its words must not matter */

/* ---- the expected values */

/* The channels of a format, read from its name, in which the first letter has the lowest bits. */
struct layout {
   unsigned channels, bits[4];
   char letter[4];
   const char *kind;
};

static struct layout layout_of(const char *name)
{
   struct layout l = {0};
   char *end;

   for (; *name && *name != '_'; name = end) {
      l.letter[l.channels] = *name;
      l.bits[l.channels++] = (unsigned)strtoul(name + 1, &end, 10);
   }
   l.kind = name + 1;
   if (l.bits[0] == 64) /* a pair of words, and no other components */
      l = (struct layout){.channels = 4, .bits = {32, 32, 0, 0}, .letter = {'R', 'G', '0', '0'}, .kind = "UINT"};
   return l;
}

/* A float with 5 bits of exponent. */
static double small_float(uint32_t v, unsigned fraction_bits, bool is_signed)
{
   const unsigned exponent = v >> fraction_bits & 31;
   const double fraction = (double)(v & ((1u << fraction_bits) - 1)) / (1u << fraction_bits);
   const double sign = is_signed && v >> (fraction_bits + 5) & 1 ? -1 : 1;

   if (exponent == 31)
      return fraction ? NAN : sign * INFINITY;
   return sign * (exponent ? ldexp(1 + fraction, (int)exponent - 15) : ldexp(fraction, -14));
}

struct expected {
   bool is_integer;
   uint32_t integer;
   double number;
};

static struct expected decoded(const char *kind, unsigned bits, uint32_t v)
{
   const double range = ldexp(1, (int)bits), most = range / 2 - 1;
   const double c = (double)v >= range / 2 ? (double)v - range : (double)v; /* as a signed number */
   const bool is_float = !strcmp(kind, "FLOAT");
   struct expected e = {.is_integer = true};

   if (!strcmp(kind, "UINT") || (is_float && bits == 32)) /* bit for bit */
      e.integer = v;
   else if (!strcmp(kind, "SINT"))
      e.integer = (uint32_t)(int32_t)c;
   else
      e = (struct expected){.number = is_float                   ? small_float(v, bits == 16 ? 10 : bits - 5, bits == 16)
                                      : !strcmp(kind, "UNORM")   ? (double)v / (range - 1)
                                      : !strcmp(kind, "SNORM")   ? (c / most < -1 ? -1 : c / most)
                                      : !strcmp(kind, "USCALED") ? (double)v
                                      : !strcmp(kind, "SSCALED") ? c
                                                                 : c / 65536};
   return e;
}

/* The source of component c: the number of a channel, or -1 for 0 and -2 for 1. */
static int source_of(const struct layout *l, unsigned c)
{
   for (unsigned k = 0; k < l->channels; k++) {
      const char letter = l->letter[k];
      if (letter == "RGBA"[c] || letter == 'I' || (letter == 'L' && c < 3))
         return (int)k;
   }
   return c == 3 && !(l->channels == 4 && l->letter[3] == '0') ? -2 : -1;
}

/* Is the f32 the expected value? Each of the two steps of a normalised number, the factor and the product, may be off by a unit
   in the last place. Numbers at the ends of the range, integers and floats are exact if an f32 has them. */
static bool is_right(const struct expected *e, uint32_t got)
{
   const double v = num_f(got);

   if (e->is_integer)
      return got == e->integer;
   if (isnan(e->number) || isinf(e->number) || e->number == 0 || fabs(e->number) == 1)
      return isnan(e->number) ? num_isnan(got) : v == e->number;
   return fabs(v - e->number) <= 3 * 0x1p-23 * fabs(e->number);
}

/* ---- waves */

static struct ir_shader *program(num_m num)
{
   static const char text[] = "nvp4c-ir 1\nstage vertex\nsource_ops 0\nblock 0:\n"
                              "%0:32 = load_input slot=vattr3 comp=0 interp=smooth\n"
                              "%1:32 = load_input slot=vattr3 comp=1 interp=smooth\n"
                              "%2:32 = load_input slot=vattr3 comp=2 interp=smooth\n"
                              "%3:32 = load_input slot=vattr3 comp=3 interp=smooth\n"
                              "%4:32 = load_input slot=vattr4 comp=1 interp=smooth\n"
                              "store_output %0 slot=position comp=0\nstore_output %1 slot=position comp=1\n"
                              "store_output %2 slot=position comp=2\nstore_output %3 slot=position comp=3\n"
                              "store_output %4 slot=tex0 comp=0\n"
                              "return\n";
   struct ir_shader *s = ir_parse(&ctx, text, sizeof text - 1, num);

   ck_assert(s);
   return s;
}

static uint32_t ones(unsigned bits)
{
   return bits == 32 ? UINT32_MAX : (1u << bits) - 1;
}

/* Sets `bits` bits of the bytes from bit `at` on. */
static void put_bits(uint8_t bytes[20], unsigned at, unsigned bits, uint32_t v)
{
   for (unsigned b = 0; b < bits; b++)
      bytes[(at + b) / 8] = (uint8_t)((bytes[(at + b) / 8] & ~(1u << (at + b) % 8)) | (v >> b & 1) << (at + b) % 8);
}

struct wave {
   struct exec_wave t;
   uint32_t channel[4][EXEC_LANES];
};

/* A wave in which channel k has other values in each lane, and all values in 2^bits / 32 waves; channels of 32 bits have random
   values and the ends of their range. The bytes around the attribute are random. */
static struct wave *wave_of(const struct layout *l, unsigned byte, num_m num, uint32_t number)
{
   static const uint32_t ends[] = {0, 1, UINT32_MAX, 0x80000000u, 0x80000001u, 0x7fffffffu, 0xfffffffeu, 0x10000};
   static uint32_t in[1][SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES];
   struct wave *w = UTIL_NEW(&ctx, struct wave);
   struct util_rng r;

   util_rng_init(&r, number);
   w->t.num = num;
   w->t.valid = UINT32_MAX;
   w->t.budget = 10000;
   w->t.in = in;
   w->t.out = out;
   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      uint8_t bytes[20];

      for (unsigned k = 0; k < sizeof bytes; k++)
         bytes[k] = (uint8_t)util_rng_u32(&r);
      for (unsigned k = 0, at = 8 * byte; k < l->channels; at += l->bits[k++]) {
         const uint32_t n = number * EXEC_LANES + lane;
         const uint32_t v = l->bits[k] < 32 ? n * (2 * k + 1) + 37 * k : n % 8 ? util_rng_u32(&r) : ends[(n / 8 + k) % 8];

         w->channel[k][lane] = v & ones(l->bits[k]);
         put_bits(bytes, at, l->bits[k], w->channel[k][lane]);
      }
      for (unsigned k = 0; k < 4; k++) {
         memcpy(&w->t.in[0][SLOT_VATTR + ATTRIB][k][lane], bytes + 4 * k, 4);
         w->t.in[0][SLOT_VATTR + OTHER][k][lane] = 100 * k + lane;
      }
   }
   return w;
}

static void check_wave(unsigned format, const struct layout *l, unsigned byte, const struct wave *w)
{
   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      uint32_t texel[5] = {0}, value[4];
      uint8_t bytes[20] = {0};

      for (unsigned k = 0; k < 4; k++)
         memcpy(bytes + 4 * k, &w->t.in[0][SLOT_VATTR + ATTRIB][k][lane], 4);
      memcpy(texel, bytes + byte, 16);
      mem_decode(w->t.num, (enum mem_format)format, texel, value);
      for (unsigned c = 0; c < 4; c++) {
         const int k = source_of(l, c);
         const bool integers = !strcmp(l->kind, "UINT") || !strcmp(l->kind, "SINT");
         const uint32_t one = integers ? 1 : NUM_ONE;
         const struct expected e = k < 0 ? (struct expected){.is_integer = true, .integer = k == -1 ? 0 : one}
                                         : decoded(l->kind, l->bits[k], w->channel[k][lane]);
         const uint32_t got = w->t.out[SLOT_POSITION][c][lane];

         ck_assert_msg(is_right(&e, value[c]), "mem_decode(): %s %s, component %u of %#x: %#x", mem_format_name[format],
                       w->t.num->name, c, k < 0 ? 0 : w->channel[k][lane], value[c]);
         ck_assert_msg(got == value[c] || (num_isnan(got) && num_isnan(value[c])),
                       "%s, byte %u, %s, component %u of %#x: %#x, want %#x", mem_format_name[format], byte, w->t.num->name, c,
                       k < 0 ? 0 : w->channel[k][lane], got, value[c]);
      }
      ck_assert_uint_eq(w->t.out[SLOT_TEXCOORD][0][lane], 100 + lane); /* an attribute without a format */
   }
}

static void check_format(unsigned format, unsigned byte, num_m num)
{
   const struct layout l = layout_of(mem_format_name[format]);
   struct nvp4c_key_attrib attrib[NVP4C_MAX_ATTRIBS] = {[ATTRIB] = {.format = (uint8_t)format, .byte = (uint8_t)byte}};
   unsigned most = 0;

   for (unsigned k = 0; k < l.channels; k++)
      most = l.bits[k] > most ? l.bits[k] : most;
   const uint32_t waves = byte ? 16 : most > 16 ? 32 : ((1u << most) + EXEC_LANES - 1) / EXEC_LANES;
   setup();
   struct ir_shader *s = program(num);
   pass_key_attribs(s, attrib);
   ck_assert_ptr_eq(ir_validate(s), NULL);
   for (uint32_t n = 0; n < waves; n++) {
      const struct util_arena mark = ctx.arena;
      struct wave *w = wave_of(&l, byte, num, n);

      ck_assert_int_eq(ir_interp_run(&ctx, s, &w->t), EXEC_DONE);
      check_wave(format, &l, byte, w);
      util_arena_release(&ctx, &mark);
   }
   teardown();
}

START_TEST(every_format)
{
   static const struct num_model *const models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_ieee};

   for (unsigned f = MEM_NONE + 1; f < MEM_ALL_FORMAT_COUNT; f++)
      for (unsigned m = 0; m < 3; m++)
         for (unsigned byte = 0; byte < 4 && byte + mem_format_info[f].bytes <= 16; byte++)
            check_format(f, byte, models[m]);
}
END_TEST

/* The formats that GL has for attributes: OpenGL 4.6, table 10.3 and glVertexAttribFormat(). */
START_TEST(formats_of_gl)
{
   static const char *const kinds[] = {"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "FLOAT", "FIXED"};
   static const char *const others[] = {"R11G11B10_FLOAT", "B8G8R8A8_UNORM"};
   unsigned found = 0, wanted = 2;

   for (unsigned f = 0; nvp4c_attrib_format(f); f++)
      for (unsigned o = 0; o < 2; o++)
         found += !strcmp(nvp4c_attrib_format(f), others[o]);
   for (unsigned k = 0; k < 8; k++)
      for (unsigned bits = 8; bits <= 32; bits *= 2)
         for (unsigned n = 1; n <= 4; n++) {
            char name[40] = "";

            if ((k == 6 && bits == 8) || (k == 7 && bits < 32))
               continue;
            for (unsigned c = 0; c < n; c++)
               snprintf(name + strlen(name), sizeof name - strlen(name), "%c%u", "RGBA"[c], bits);
            snprintf(name + strlen(name), sizeof name - strlen(name), "_%s", kinds[k]);
            wanted++;
            for (unsigned f = 0; nvp4c_attrib_format(f); f++)
               found += !strcmp(nvp4c_attrib_format(f), name);
         }
   for (unsigned k = 0; k < 6; k++)
      for (unsigned bgra = 0; bgra < 2; bgra++) {
         char name[40];

         snprintf(name, sizeof name, "%s_%s", bgra ? "B10G10R10A2" : "R10G10B10A2", kinds[k]);
         wanted++;
         for (unsigned f = 0; nvp4c_attrib_format(f); f++)
            found += !strcmp(nvp4c_attrib_format(f), name);
      }
   ck_assert_uint_eq(found, wanted);
}
END_TEST

SUITE_MAIN("attribs", 0, NULL, NULL, every_format, formats_of_gl)
