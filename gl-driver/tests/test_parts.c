/* SPDX-License-Identifier: MIT */
/* AGX: prologs and epilogs of the GL driver around a few instructions as a main part. Expected values are computed from the
   formats by hand. */
#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/shader/parts.h"
#include "tests/unit/common/suite.h"

#include "nvp4c_machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY UINT64_C(0x100000000)
#define ONE 0x3f800000u

static uint8_t memory[256];

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t value[NVP4C_LANES])
{
   uint32_t bad = 0;
   (void)user;
   for (unsigned l = 0; l < NVP4C_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (address[l] - MEMORY < sizeof memory)
         memcpy(&value[l], memory + (address[l] - MEMORY), 4);
      else
         bad |= 1u << l;
   }
   return bad;
}

static float as_float(uint32_t bits)
{
   float f;
   memcpy(&f, &bits, 4);
   return f;
}
static uint32_t as_bits(float f)
{
   uint32_t bits;
   memcpy(&bits, &f, 4);
   return bits;
}

/* The machine for a text, and a wave. */
struct program {
   struct nvp4c_machine *machine;
   struct nvp4c_wave *wave;
};
static struct program assembled(char *text, size_t length)
{
   struct program p;
   struct nvp4c_options o;
   size_t n;

   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   struct nvp4c_result *r = nvp4c_assemble(text, length, &o);
   if (nvp4c_result_status(r) != NVP4C_OK)
      ck_abort_msg("%s\n%s", nvp4c_result_diagnostic(r, 0)->message, text);
   const void *code = nvp4c_result_code(r, &n);
   p.machine = nvp4c_machine_create(code, n, &o);
   p.wave = nvp4c_wave_create(p.machine);
   const struct nvp4c_callbacks callbacks = {.size = sizeof callbacks, .load = load};
   nvp4c_wave_set_callbacks(p.wave, &callbacks);
   nvp4c_result_free(r);
   free(text);
   return p;
}
static void run(struct program *p)
{
   nvp4c_wave_start(p->wave, 1, 0);
   if (nvp4c_wave_run(&p->wave, 1, 10000) != NVP4C_WAVE_DONE)
      ck_abort_msg("%s", nvp4c_get_wave_state(p->wave).fault);
}
static void done(struct program *p)
{
   nvp4c_wave_free(p->wave);
   nvp4c_machine_free(p->machine);
}

/* ---- prologs */

/* The inputs of a prolog; `last` is the number of the last element, `first` the first instance. */
struct inputs {
   uint32_t vertex, instance, last, first;
};

/* Fetches the words of one attribute. */
static void fetch(const struct element_state *e, unsigned mask, const struct inputs *in, uint32_t word[4])
{
   const struct attribute a = {.element = 0, .mask = (uint8_t)mask};
   char *text = NULL;
   size_t length = 0;
   FILE *f = open_memstream(&text, &length);

   vertex_prolog(f, e, &a, 1);
   for (unsigned k = 0; k < 4; k++)
      if (mask >> k & 1)
         fprintf(f, "st_var r%u, %u\n", 8 + k, k);
   fprintf(f, "st_var_final r5, 4\nstop\n");
   fclose(f);
   struct program p = assembled(text, length);
   uint32_t *u = nvp4c_wave_registers(p.wave, "u0").value;
   u[0] = (uint32_t)MEMORY;
   u[1] = MEMORY >> 32;
   u[2] = in->last;
   u[4] = in->first;
   *nvp4c_wave_registers(p.wave, "r5").value = in->vertex;
   *nvp4c_wave_registers(p.wave, "r6").value = in->instance;
   for (unsigned k = 0; k < 24; k++) { /* undefined at entry */
      static const uint8_t defined[] = {5, 6};
      char name[8];
      snprintf(name, sizeof name, "r%u", k);
      if (k != defined[0] && k != defined[1])
         *nvp4c_wave_registers(p.wave, name).value = 0xdeadbeef;
   }
   run(&p);
   const uint32_t *out = nvp4c_wave_registers(p.wave, "word0").value;
   for (unsigned k = 0; k < 4; k++)
      word[k] = mask >> k & 1 ? out[k * NVP4C_LANES] : 0;
   ck_assert_uint_eq(out[4 * NVP4C_LANES], in->vertex);
   done(&p);
}

#define F(...) {__VA_ARGS__}, false
#define I(...) {__VA_ARGS__}, true

START_TEST(formats)
{
   static const struct {
      unsigned format;
      uint8_t bytes[16];
      double want[4];
      bool integer;
   } rows[] = {
       {31, {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 0, 0, 0, 0x41}, F(1, -2, 0.5, 8)},
       {29, {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0}, F(1, -2, 0, 1)},
       {94, {0, 0x3c, 0, 0xc0, 0xff, 0x7b, 0, 0x38}, F(1, -2, 65504, 0.5)},
       {93, {0, 0x3c, 0, 0xc0, 0xff, 0x7b, 0, 0x38}, F(1, -2, 65504, 1)},
       {67, {0, 51, 255, 102}, F(0, 0.2, 1, 0.4)},
       {66, {0, 51, 255, 102}, F(0, 0.2, 1, 1)},
       {1, {0, 51, 255, 102}, F(1, 0.2, 0, 0.4)},
       {77, {127, 0x80, 0x81, 0xc0}, F(1, -1, -1, -64.0 / 127)},
       {51, {0, 0, 0xff, 0xff, 0x33, 0x33, 0x66, 0x66}, F(0, 1, 0.2, 0.4)},
       {59, {0xff, 0x7f, 0, 0x80, 1, 0x80, 0, 0xc0}, F(1, -1, -1, -16384.0 / 32767)},
       {35, {255, 255, 255, 255, 0, 0, 0, 0x80, 0, 0, 0, 0x40, 0, 0, 0, 0}, F(1, 0.5, 0.25, 0)},
       {43, {255, 255, 255, 0x7f, 0, 0, 0, 0x80, 0, 0, 0, 0x40, 0, 0, 0, 0xc0}, F(1, -1, 0.5, -0.5)},
       {72, {0, 1, 200, 255}, F(0, 1, 200, 255)},
       {85, {0, 1, 200, 255}, F(0, 1, -56, -1)},
       {55, {0, 0, 1, 0, 0, 0x80, 255, 255}, F(0, 1, 32768, 65535)},
       {63, {0, 0, 1, 0, 0, 0x80, 255, 255}, F(0, 1, -32768, -1)},
       {39, {255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0x80, 0, 1, 0, 0}, F(4294967296.0, 1, 2147483648.0, 256)},
       {47, {255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0x80, 0, 1, 0, 0}, F(-1, 1, -2147483648.0, 256)},
       {90, {0, 0, 1, 0, 0, 0x80, 0, 0, 0, 0x80, 255, 255, 1, 0, 0, 0}, F(1, 0.5, -0.5, 1.0 / 65536)},
       {180, {0, 1, 200, 255}, I(0, 1, 200, 255)},
       {184, {0, 1, 200, 255}, I(0, 1, -56, -1)},
       {179, {0, 1, 200, 255}, I(0, 1, 200, 1)},
       {188, {0, 0, 1, 0, 0, 0x80, 255, 255}, I(0, 1, 32768, 65535)},
       {192, {0, 0, 1, 0, 0, 0x80, 255, 255}, I(0, 1, -32768, -1)},
       {198, {255, 255, 255, 255, 1, 0, 0, 0}, I(-1, 1, 0, 1)},
       /* words of 10, 10, 10 and 2 bits: 0x3ff | 0x155 << 10 | 0 << 20 | 1 << 30; 0x1ff | 0x200 << 10 | 0x3ff << 20 | 3 <<
          30 */
       {8, {0xff, 0x57, 0x05, 0x40}, F(1, 341.0 / 1023, 0, 1.0 / 3)},
       {131, {0xff, 0x57, 0x05, 0x40}, F(0, 341.0 / 1023, 1, 1.0 / 3)},
       {123, {0xff, 0x57, 0x05, 0x40}, F(1023, 341, 0, 1)},
       {253, {0xff, 0x57, 0x05, 0x40}, I(1023, 341, 0, 1)},
       {173, {0xff, 0x01, 0xf8, 0xff}, F(1, -1, -1.0 / 511, -1)},
       {172, {0xff, 0x01, 0xf8, 0xff}, F(511, -512, -1, -1)},
       {175, {0xff, 0x01, 0xf8, 0xff}, F(-1, -512, 511, -1)},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
      for (unsigned mask = 1; mask < 16; mask++) {
         unsigned bytes;
         uint32_t word[4];
         ck_assert_msg(prolog_knows(rows[i].format, &bytes), "format %u", rows[i].format);
         const struct element_state e = {.format = rows[i].format, .stride = 16};
         memset(memory, 0xa5, sizeof memory);
         memcpy(memory + 48, rows[i].bytes, 16);
         fetch(&e, mask, &(struct inputs){3, 0, 15, 0}, word);
         for (unsigned k = 0; k < 4; k++) {
            const double want = rows[i].want[k], got = rows[i].integer ? (double)(int32_t)word[k] : (double)as_float(word[k]);
            if (mask >> k & 1 && !(fabs(got - want) <= 1e-7 * fabs(want)))
               ck_abort_msg("format %u, mask %u, component %u: %.9g, expected %.9g", rows[i].format, mask, k, got, want);
         }
      }
}
END_TEST

/* Formats without loads, which the driver converts to rows of four words. */
START_TEST(converted)
{
   static const unsigned none[] = {24, 27, 7, 124};
   const struct element_state e = {.format = 27, .converted = true};
   const uint32_t row[4] = {1, 2, 3, 4};
   uint32_t word[4];
   unsigned bytes;

   for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
      ck_assert(!prolog_knows(none[i], &bytes));
   memcpy(memory + 32, row, sizeof row);
   fetch(&e, 15, &(struct inputs){2, 0, 15, 0}, word);
   ck_assert_mem_eq(word, row, sizeof row);
}
END_TEST

/* Each byte of memory has its position as value, so a format of one integer byte shows which one is read. */
START_TEST(places)
{
   static const struct {
      uint32_t stride, divisor;
      struct inputs in;
      uint32_t want;
   } rows[] = {
       /* an element after the last is element 0 */
       {3, 0, {5, 9, 40, 0}, 15},
       {3, 0, {40, 9, 40, 0}, 120},
       {3, 0, {41, 9, 40, 0}, 0},
       {0, 0, {5, 9, 40, 0}, 0},
       {3, 0, {UINT32_MAX, 9, 40, 0}, 0},
       {3, 1, {5, 9, 40, 0}, 27},
       {3, 1, {5, 9, 40, 2}, 33},
       {3, 2, {5, 9, 40, 0}, 12},
       {3, 3, {5, 9, 40, 0}, 9},
       {3, 3, {5, 8, 40, 0}, 6},
       {3, 7, {5, 48, 40, 1}, 21},
       {3, 7, {5, 49, 40, 1}, 24},
       {1, 1000, {5, 2999, 40, 0}, 2},
       {1, 1000, {5, 3000, 40, 0}, 3},
       {1, UINT32_MAX, {5, 3000, 40, 7}, 7},
       {1, 1000000007, {5, 2000000013, 40, 0}, 1},
       {1, 1000000007, {5, 2000000014, 40, 0}, 2},
   };
   for (unsigned i = 0; i < sizeof memory; i++)
      memory[i] = (uint8_t)i;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct element_state e = {.format = 177, .stride = rows[i].stride, .divisor = rows[i].divisor};
      uint32_t word[4];
      fetch(&e, 1, &rows[i].in, word);
      if (word[0] != rows[i].want)
         ck_abort_msg("row %u: byte %u, expected %u", i, word[0], rows[i].want);
   }
   const struct element_state far = {.format = 31, .stride = 300};
   uint32_t word[4];
   fetch(&far, 1, &(struct inputs){0, 0, 0, 0}, word); /* a stride beyond immediates */
   ck_assert_uint_eq(word[0], 0x03020100);
}
END_TEST

/* ---- epilogs */

struct output {
   struct surroundings around;
   struct colors colors;
   struct tile_target target[MAX_COLORS];
   uint32_t color[MAX_COLORS][4], constant[4], tile[16];
   unsigned r3;
   unsigned killed;
};

static struct output output_of(unsigned format)
{
   struct output o = {.around.target[0] = {.format = format, .blend.mask = 15}, .colors.mask[0] = 15};
   return o;
}

/* Runs the epilog after `head`, on a pixel with one sample. */
static struct program end(struct output *o, const char *head)
{
   char *text = NULL;
   size_t length = 0;
   FILE *f = open_memstream(&text, &length);

   place_targets(&o->around, &o->colors, o->target);
   fputs(head, f);
   fragment_epilog(f, &o->around, &o->colors, o->target);
   fragment_end(f, &o->around, &o->colors, 0);
   fclose(f);
   struct program p = assembled(text, length);
   uint32_t *r = nvp4c_wave_registers(p.wave, "r0").value, *u = nvp4c_wave_registers(p.wave, "u0").value;
   for (unsigned k = 0; k < 64; k++)
      r[k * NVP4C_LANES] = 0xdeadbeef;
   r[2 * NVP4C_LANES] = as_bits(0.25f);
   r[3 * NVP4C_LANES] = o->r3;
   for (unsigned i = 0; i < MAX_COLORS; i++)
      for (unsigned k = 0; k < 4; k++)
         if (o->colors.mask[i] >> k & 1)
            r[(4 + 4 * i + k) * NVP4C_LANES] = o->color[i][k];
   memcpy(u + 2, o->constant, sizeof o->constant);
   uint32_t *tile = nvp4c_wave_registers(p.wave, "tile0").value;
   for (unsigned k = 0; k < 16; k++)
      tile[k * NVP4C_LANES] = o->tile[k];
   run(&p);
   for (unsigned k = 0; k < 16; k++)
      o->tile[k] = tile[k * NVP4C_LANES];
   return p;
}
static void end_and_free(struct output *o)
{
   struct program p = end(o, "");
   done(&p);
}

static void expect_tile(struct output *o, unsigned format, const uint32_t tile[4])
{
   end_and_free(o);
   for (unsigned k = 0; k < 4; k++)
      if (o->tile[k] != tile[k])
         ck_abort_msg("format %u, word %u: %08x, expected %08x", format, k, o->tile[k], tile[k]);
}

START_TEST(stores)
{
   static const struct {
      unsigned format;
      float color[4];
      uint32_t tile[4];
   } rows[] = {
       {67, {0, 0.2f, 1, 2}, {0xffff3300}},
       {1, {0, 0.2f, 1, 2}, {0xffff3300}}, /* r g b a in the tile, whatever the order in memory */
       {64, {0.2f, 1, 1, 1}, {0x33}},
       {65, {0.2f, 1, 1, 1}, {0xff33}},
       {77, {1, -1, -2, 0.5f}, {0x4081817f}},
       {51, {0, 1, 0.2f, 0.4f}, {0xffff0000, 0x66663333}},
       {59, {1, -1, 0, 2}, {0x80017fff, 0x7fff0000}},
       {94, {1, -2, 0.5f, 65504}, {0xc0003c00, 0x7bff3800}},
       {7, {1, 0.5f, 0, 1}, {0x38003c00}}, /* 5 and 6 bits do not have a format in the tile */
       {31, {1, -2, 0.5f, 8}, {0x3f800000, 0xc0000000, 0x3f000000, 0x41000000}},
       {8, {1, 0, 1, 1.0f / 3}, {0x7ff003ff}},
       {124, {1, 0.5f, 2, 1}, {0x3c0 | 0x380 << 11 | 0x200u << 22}},
       {104, {0, 1, 0.5f, 0.2f}, {0x33bcff00}},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct output o = output_of(rows[i].format);
      for (unsigned k = 0; k < 4; k++)
         o.color[0][k] = as_bits(rows[i].color[k]);
      expect_tile(&o, rows[i].format, rows[i].tile);
   }
}
END_TEST

START_TEST(integers)
{
   static const struct {
      unsigned format;
      uint32_t color[4], tile[4];
   } rows[] = {
       {180, {1, 255, 256, UINT32_MAX}, {0xffffff01}},
       {184, {1, 127, 128, (uint32_t)-1000}, {0x807f7f01}},
       {188, {1, 65535, 65536, UINT32_MAX}, {0xffff0001, 0xffffffff}},
       {192, {1, 32768, (uint32_t)-32768, (uint32_t)-32769}, {0x7fff0001, 0x80008000}},
       {196, {1, 2, 3, UINT32_MAX}, {1, 2, 3, UINT32_MAX}},
       {253, {1, 1024, 1023, 9}, {0x03ff0001, 0x000303ff}},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct output o = output_of(rows[i].format);
      memcpy(o.color[0], rows[i].color, sizeof o.color[0]);
      expect_tile(&o, rows[i].format, rows[i].tile);
   }
}
END_TEST

START_TEST(masks)
{
   struct output o = output_of(67);
   for (unsigned k = 0; k < 4; k++)
      o.color[0][k] = ONE;
   o.around.target[0].blend.mask = 5;
   o.tile[0] = 0x40302010;
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], 0x40ff20ff);
   o.around.target[0].format = 8; /* one word */
   o.tile[0] = 2u << 30 | 3 << 20 | 4 << 10 | 5;
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], 2u << 30 | 1023 << 20 | 4 << 10 | 1023);
   o.around.target[0].blend.mask = 15;
   o.around.target[0].format = 67;
   o.colors.mask[0] = 1; /* components that are not written are 0 */
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], 0xff);
}
END_TEST

/* Source 1.0 0.6 0.4 0.2, target 0.2 0.4 0.6 0.8; two sources halve the sum. */
START_TEST(blends)
{
   const float source[4] = {1, 0.6f, 0.4f, 0.2f};
   struct output o = output_of(67);
   for (unsigned k = 0; k < 4; k++) {
      o.color[0][k] = as_bits(source[k]);
      o.color[1][k] = as_bits(0.5f);
   }
   o.tile[0] = 0xcc996633;
   o.around.target[0].blend = (struct blend_target){.enable = true,
                                                    .rgb_func = PIPE_BLEND_SUBTRACT,
                                                    .rgb_src = PIPE_BLENDFACTOR_ONE,
                                                    .rgb_dst = PIPE_BLENDFACTOR_DST_ALPHA,
                                                    .alpha_func = PIPE_BLEND_MAX,
                                                    .mask = 15};
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], 0xcc0047d6); /* 1 - 0.16, 0.6 - 0.32, 0.4 - 0.48, max */
   o.tile[0] = 0xcc996633;
   o.colors.mask[1] = 15;
   o.around.target[0].blend = (struct blend_target){.enable = true,
                                                    .rgb_src = PIPE_BLENDFACTOR_SRC1_COLOR,
                                                    .rgb_dst = PIPE_BLENDFACTOR_INV_SRC1_ALPHA,
                                                    .alpha_src = PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE,
                                                    .alpha_dst = PIPE_BLENDFACTOR_CONST_ALPHA,
                                                    .mask = 15};
   o.constant[3] = as_bits(7); /* clamped to 1 */
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], 0xff808099); /* 0.6, 0.5, 0.5, 1.0 */
   o.around.target[0].format = 66;           /* the target has no alpha, so it is 1 */
   o.colors.mask[1] = 0;
   o.tile[0] = 0x00996633;
   o.around.target[0].blend = (struct blend_target){
       .enable = true, .rgb_src = PIPE_BLENDFACTOR_DST_ALPHA, .rgb_dst = PIPE_BLENDFACTOR_INV_DST_ALPHA, .mask = 15};
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0] & 0xffffff, 0x6699ff);
}
END_TEST

START_TEST(logic_operations)
{
   for (unsigned op = 0; op < 16; op++)
      for (unsigned k = 0; k < 2; k++) {
         struct output o = output_of(k ? 180 : 67);
         const unsigned source = 0xcc, old = 0xaa;
         unsigned out = 0;
         for (unsigned bit = 0; bit < 8; bit++)
            out |= (op >> (2 * (source >> bit & 1) + (old >> bit & 1)) & 1) << bit;
         o.around.target[0].logical = true;
         o.around.target[0].logicop = (uint8_t)op;
         for (unsigned n = 0; n < 4; n++)
            o.color[0][n] = k ? source : as_bits((float)source / 255);
         o.tile[0] = old * 0x01010101u;
         end_and_free(&o);
         ck_assert_uint_eq(o.tile[0], out * 0x01010101u);
      }
}
END_TEST

/* Larger components come first. Colours that do not fit stay in registers. */
START_TEST(several)
{
   struct output o = output_of(67);
   o.around.target[1] = o.around.target[2] = o.around.target[0];
   o.around.target[1].format = 94;
   o.around.target[2].format = 28;
   o.colors.mask[1] = o.colors.mask[2] = 15;
   for (unsigned i = 0; i < 3; i++)
      for (unsigned k = 0; k < 4; k++)
         o.color[i][k] = ONE;
   end_and_free(&o);
   ck_assert_uint_eq(o.tile[0], ONE);
   ck_assert_uint_eq(o.tile[1], 0x3c003c00);
   ck_assert_uint_eq(o.tile[2], 0x3c003c00);
   ck_assert_uint_eq(o.tile[3], 0xffffffff);
   for (unsigned i = 0; i < 5; i++) {
      o.around.target[i] = (struct target_state){.format = 31, .blend.mask = 15};
      o.colors.mask[i] = 15;
   }
   end_and_free(&o);
   for (unsigned i = 0; i < 5; i++)
      ck_assert_uint_eq(o.target[i].here, i < 4);
   /* in a program that runs per sample, colours cannot stay in registers */
   o.around.samples = 4;
   o.colors.per_sample = true;
   memset(o.target, 0, sizeof o.target);
   ck_assert(!place_targets(&o.around, &o.colors, o.target));
}
END_TEST

START_TEST(depth_and_samples)
{
   struct output o = output_of(67);
   for (unsigned k = 0; k < 4; k++)
      o.color[0][k] = ONE;
   o.colors.depth = true;
   struct program p = end(&o, "");
   ck_assert_uint_eq(nvp4c_get_wave_state(p.wave).wrote_depth, 1);
   ck_assert_uint_eq(*nvp4c_wave_registers(p.wave, "depth").value, as_bits(0.25f));
   ck_assert_uint_eq(o.tile[0], UINT32_MAX);
   done(&p);
   /* forced early tests: r3h has the live samples */
   for (unsigned live = 0; live < 2; live++) {
      o.colors.depth = false;
      o.colors.masks = true;
      o.r3 = live << 16;
      o.tile[0] = 7;
      end_and_free(&o);
      ck_assert_uint_eq(o.tile[0], live ? UINT32_MAX : 7);
   }
   o.colors.masks = false;
   o.colors.per_sample = true;
   p = end(&o, "mov_imm r0l, 0\nmov_imm r0h, 1\n");
   ck_assert_uint_eq(o.tile[0], UINT32_MAX);
   done(&p);
}
END_TEST

int main(void)
{
   const TTest *const tests[] = {formats, converted, places,           stores,  integers,
                                 masks,   blends,    logic_operations, several, depth_and_samples};
   Suite *s = suite_create("parts of AGX programs of the GL driver");
   TCase *t = tcase_create("parts");

   tcase_set_timeout(t, 120);
   for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
      tcase_add_test(t, tests[i]);
   suite_add_tcase(s, t);
   return suite_run(s);
}
