/* SPDX-License-Identifier: MIT */
/*
 * Compares what machine code draws with what OpenGL defines (blend_gl.h).
 *
 *    blend_prove pairs STEP SEED     every STEP-th pair of equation and factors, for colour and for alpha, in every format
 *    blend_prove states COUNT SEED   random states: formats, masks, logic operations, several targets, samples, tests, places;
 *                                    each on four cores
 *
 * Integer formats, logic operations and kept components are compared exactly; others within one step of the format of the
 * target, and sRGB within two. The pixel lies in the stored format of the target: memory is converted to that before the
 * program and from that after it, as the pixel back end does (docs/abi-usc.md, "Colour targets").
 */
#include "tests/blend-proof/blend_gl.h"
#include "tests/blend-proof/blend_run.h"
#include "util/rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUM(a) (sizeof(a) / sizeof *(a))
enum { NUM_EQUATIONS = NVP4C_BLEND_MAX + 1, NUM_FACTORS = NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA + 1 };
enum { PAIRS = NUM_EQUATIONS * NUM_FACTORS * NUM_FACTORS };

static struct util_rng rng;
static unsigned below(unsigned n)
{
   return util_rng_below(&rng, n);
}
static bool chance(unsigned percent)
{
   return util_rng_chance(&rng, percent, 100);
}

static const char *const cores[] = {"gx6250", "bxs-4-64", "axe-1-16m", "g6110"};

/* ---- formats: a number of nvp4c_image_format(), and whether it is sRGB */

struct target_format {
   unsigned number;
   struct gl_format f, stored;
};
static struct target_format formats[100];
static unsigned num_formats;

/* The stored formats that differ from the target's (docs/abi-usc.md). */
static const char *stored_name(const char *name, bool srgb)
{
   static const char *const rows[][2] = {
       {"B8G8R8A8_UNORM", "R8G8B8A8_UNORM"},        {"A8R8G8B8_UNORM", "R8G8B8A8_UNORM"},
       {"B5G5R5A1_UNORM", "R8G8B8A8_UNORM"},        {"B4G4R4A4_UNORM", "R8G8B8A8_UNORM"},
       {"B5G6R5_UNORM", "R8G8B8X8_UNORM"},          {"B5G5R5X1_UNORM", "R8G8B8X8_UNORM"},
       {"B8G8R8X8_UNORM", "R8G8B8X8_UNORM"},        {"R10G10B10A2_UNORM", "R16G16B16A16_FLOAT"},
       {"B10G10R10A2_UNORM", "R16G16B16A16_FLOAT"}, {"B10G10R10A2_UINT", "R10G10B10A2_UINT"},
       {"R11G11B10_FLOAT", "R16G16B16X16_FLOAT"},
   };

   for (unsigned k = 0; k < NUM(rows) && !srgb; k++)
      if (!strcmp(rows[k][0], name))
         return rows[k][1];
   return srgb ? "R16G16B16A16_FLOAT" : name;
}

/* Luminance and intensity are not formats of render targets in a core profile, and 64 bits are for memory. */
static bool is_target(const char *name)
{
   return *name != 'L' && *name != 'I' && strncmp(name, "R64", 3) != 0;
}

static void list_formats(void)
{
   for (unsigned n = 1; nvp4c_image_format(n); n++)
      for (unsigned srgb = 0; srgb < 2; srgb++) {
         const char *name = nvp4c_image_format(n);
         if (!is_target(name))
            continue;
         const struct gl_format f = gl_format_of(name, srgb);
         if (srgb && (f.kind != GL_UNORM || f.bits[0] != 8))
            continue;
         formats[num_formats++] = (struct target_format){n, f, gl_format_of(stored_name(name, srgb), false)};
      }
}

/* ---- numbers */

static double as_double(uint32_t bits)
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

static float draw_number(const struct gl_format *f)
{
   static const float edges[] = {0, -0.0f, 1,     -1,         0.5f,         -0.5f,    0.25f, 1.5f, -0.25f,
                                 2, -3,    1e-3f, 1.0f / 255, 254.0f / 255, 0.99999f, 1e-7f, 7};
   const float unit = (float)(util_rng_below(&rng, 1u << 20) / 1048575.0);

   if (chance(25))
      return edges[below(NUM(edges))];
   if (f->kind == GL_FLOAT)
      return ldexpf(unit - 0.3f, (int)below(13) - 6);
   if (chance(3))
      return below(2) ? INFINITY : -INFINITY;
   return chance(40) ? (float)(below(256) / 255.0) : chance(30) ? 3 * unit - 1.5f : unit;
}

static uint32_t draw_raw(const struct gl_format *f, unsigned c)
{
   const unsigned bits = gl_bits(f, c);
   const uint32_t most = bits == 32 ? UINT32_MAX : (1u << bits) - 1;

   if (!bits)
      return 0;
   if (f->kind == GL_FLOAT)
      return gl_nearest(f, c, draw_number(f));
   return chance(20) ? 0 : chance(20) ? most : chance(10) ? (most >> 1) + below(2) : below(65536) * 65537u & most;
}

static uint32_t draw_integer(unsigned bits)
{
   static const uint32_t edges[] = {0,    1, 127, 128,        255,      256,       32767, 32768, 65535,   65536,  1023,
                                    1024, 3, 4,   UINT32_MAX, 1u << 31, INT32_MAX, -128u, -129u, -32768u, -32769u};
   const uint32_t any = below(1u << 16) << 16 | below(1u << 16);

   return chance(40) ? edges[below(NUM(edges))] : chance(70) ? any >> (32 - (bits ? bits : 32)) : any;
}

/* ---- a state */

struct state {
   struct nvp4c_key key;
   const struct target_format *format[BLEND_TARGETS];
   unsigned targets; /* mask of the colours that the program writes */
   int level;
   const char *core;
};

static unsigned done; /* states */
static uint64_t lanes_compared, refused;
static double worst, worst_srgb; /* steps between a result and the exact one */
static unsigned failures;

static void print_state(const struct state *s)
{
   printf("   %s -O%d, writes %#x:", s->core, s->level, s->targets);
   for (unsigned t = 0; t < BLEND_TARGETS; t++) {
      const struct nvp4c_key_color *c = &s->key.color[t];
      if (!c->format)
         continue;
      printf(" -fcolor=%u:%s%s,keep=%x,place=%u[%u]", t, nvp4c_image_format(c->format), c->srgb ? ",srgb" : "", c->keep,
             c->place, c->word);
      if (c->blends)
         printf(" -fblend=%u:%s,%s,%s,%s,%s,%s", t, nvp4c_enum_name(NVP4C_ENUM_BLEND_EQUATION, c->color.equation),
                nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, c->color.source),
                nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, c->color.target),
                nvp4c_enum_name(NVP4C_ENUM_BLEND_EQUATION, c->alpha.equation),
                nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, c->alpha.source),
                nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, c->alpha.target));
   }
   printf(" logic=%u dual=%u samples=%u alpha-test=%u coverage=%u alpha-to-one=%u clamp=%u\n", s->key.logic_op,
          s->key.dual_source, s->key.samples, s->key.alpha_test, s->key.coverage, s->key.alpha_to_one, s->key.clamp_colors);
}

static void fail(const struct state *s, const char *what)
{
   if (failures++ < 20) {
      printf("%s\n", what);
      print_state(s);
   }
}

/* ---- one wave in a state */

/* The pixels before, in the formats of the targets. */
static uint32_t before[BLEND_TARGETS][4][BLEND_LANES];

static void draw_wave(const struct state *s, struct blend_wave *w)
{
   bool in_tile = false;

   for (unsigned t = 0; t < BLEND_TARGETS; t++)
      in_tile |= s->format[t] && s->key.color[t].place >= NVP4C_PLACE_TILE;
   memset(w, 0, sizeof *w);
   for (unsigned l = 0; l < BLEND_LANES; l++)
      w->samples[l] = s->key.samples > 1 && !in_tile ? l % s->key.samples : 0; /* the machine has one sample in tile buffers */
   for (unsigned t = 0; t < BLEND_TARGETS; t++) {
      const struct target_format *f = s->format[t] && !(t == 1 && s->key.dual_source) ? s->format[t] : s->format[0];
      for (unsigned l = 0; l < BLEND_LANES; l++)
         for (unsigned c = 0; c < 4; c++) {
            const unsigned bits = gl_bits(&f->f, c);
            w->color[t][c][l] = gl_is_integer(&f->f) ? draw_integer(bits) : as_bits(draw_number(&f->f));
         }
      f = s->format[t];
      for (unsigned l = 0; l < BLEND_LANES && f; l++) {
         uint32_t raw[4], stored[4], word[4];
         for (unsigned c = 0; c < 4; c++) {
            before[t][c][l] = raw[c] = draw_raw(&f->f, c);
            stored[c] = !strcmp(stored_name(nvp4c_image_format(f->number), f->f.srgb), nvp4c_image_format(f->number)) ||
                                gl_is_integer(&f->f)
                            ? raw[c]
                        : gl_bits(&f->stored, c) ? gl_nearest(&f->stored, c, gl_value(&f->f, c, raw[c]))
                                                 : 0;
         }
         gl_pack(&f->stored, stored, word);
         for (unsigned n = 0; n < 4; n++)
            w->word[t][n][l] = word[n];
      }
      w->words[t] = f ? f->stored.words : 0;
   }
   for (unsigned c = 0; c < 4; c++)
      w->constant[c] = draw_number(&s->format[0]->f);
   w->alpha = (float)(below(5) / 4.0);
   w->mask = below(256);
}

/* The fragment after 17.3.1 and the alpha test. Returns false if it is discarded. */
static bool test_fragment(const struct state *s, const struct blend_wave *w, unsigned l, double color[BLEND_TARGETS][4])
{
   const unsigned samples = s->key.samples ? s->key.samples : 1;
   bool kept = true;

   for (unsigned t = 0; t < BLEND_TARGETS; t++)
      for (unsigned c = 0; c < 4; c++) {
         color[t][c] = as_double(w->color[t][c][l]);
         if (s->key.clamp_colors)
            color[t][c] = color[t][c] > 0 ? fmin(color[t][c], 1) : 0;
      }
   if (samples > 1 && s->key.coverage & NVP4C_COVERAGE_ALPHA)
      kept &= color[0][3] >= (w->samples[l] + 1) / (double)samples;
   if (samples > 1 && s->key.coverage & NVP4C_COVERAGE_MASK)
      kept &= w->mask >> w->samples[l] & 1;
   for (unsigned t = 0; t < BLEND_TARGETS && s->key.alpha_to_one; t++)
      color[t][3] = 1;
   const double a = color[0][3], r = w->alpha;
   switch (s->key.alpha_test) {
   case NVP4C_COMPARE_NEVER: return false;
   case NVP4C_COMPARE_LESS: return kept && a < r;
   case NVP4C_COMPARE_EQUAL: return kept && a == r;
   case NVP4C_COMPARE_LEQUAL: return kept && a <= r;
   case NVP4C_COMPARE_GREATER: return kept && a > r;
   case NVP4C_COMPARE_NOTEQUAL: return kept && a != r;
   case NVP4C_COMPARE_GEQUAL: return kept && a >= r;
   default: return kept;
   }
}

/* Compares component c of a pixel; NULL if it is right. */
static const char *compare(const struct target_format *f, const struct gl_draw *d, const uint32_t raw[4],
                           const uint32_t word[2][4], unsigned c)
{
   const bool same = f->stored.kind == f->f.kind && gl_bits(&f->stored, c) == gl_bits(&f->f, c) && !f->f.srgb;
   uint32_t stored[2][4];
   double old[4];

   for (unsigned k = 0; k < 2; k++)
      gl_unpack(&f->stored, word[k], stored[k]);
   for (unsigned k = 0; k < 4; k++)
      old[k] = gl_value(&f->stored, k, stored[0][k]);
   const struct gl_result want = gl_draw(&f->f, d, raw, old, c);
   const uint32_t got = same ? stored[1][c] : gl_nearest(&f->f, c, gl_value(&f->stored, c, stored[1][c]));
   if (d->key->keep >> c & 1 && stored[1][c] != stored[0][c])
      return "a component that is kept has changed";
   if (!want.defined)
      return NULL;
   if (want.exact)
      return got == want.raw[0] || got == want.raw[1] ? NULL : "the bits differ";
   const bool srgb = f->f.srgb && c < 3;
   const struct gl_format plain = f->f;
   const double at = f->f.kind == GL_UNORM ? got : gl_steps(&plain, c, gl_value(&plain, c, got));
   const double low = gl_steps(&plain, c, want.value - want.error), high = gl_steps(&plain, c, want.value + want.error);
   const double off = at < low ? low - at : at > high ? at - high : 0;
   double *most = srgb ? &worst_srgb : &worst;
   *most = off > *most ? off : *most;
   return off <= (srgb ? 2 : 1) && !isnan(at) ? NULL : "the value differs";
}

static void check_lane(const struct state *s, const struct blend_wave *w, const struct blend_wave *after, unsigned l)
{
   double color[BLEND_TARGETS][4];
   const bool alive = test_fragment(s, w, l, color);

   if ((after->killed >> l & 1) == alive) {
      fail(s, alive ? "a fragment is discarded" : "a fragment is not discarded");
      return;
   }
   for (unsigned t = 0; t < BLEND_TARGETS; t++) {
      const struct target_format *f = s->format[t];
      const bool drawn = s->targets >> t & 1 && !(t == 1 && s->key.dual_source);
      if (!f || !after->known[t] || (!alive && s->key.color[t].place < NVP4C_PLACE_TILE))
         continue; /* the words of a discarded fragment in output registers do not count */
      struct gl_draw d = {.key = &s->key.color[t], .logic_op = s->key.logic_op};
      uint32_t word[2][4], raw[4];
      for (unsigned c = 0; c < 4; c++) {
         d.source[c] = color[t][c];
         d.second[c] = t || !s->key.dual_source || !(s->targets & 2) ? 0 : color[1][c];
         d.constant[c] = w->constant[c];
         d.integer[c] = w->color[t][c][l];
         raw[c] = before[t][c][l];
         word[0][c] = w->word[t][c][l];
         word[1][c] = after->word[t][c][l];
      }
      lanes_compared++;
      if (!drawn || !alive) {
         if (memcmp(word[0], word[1], sizeof word[0]))
            fail(s, "a pixel that is not drawn has changed");
         continue;
      }
      for (unsigned c = 0; c < 4; c++) {
         if (!(gl_components(&f->f) >> c & 1))
            continue;
         const char *wrong = compare(f, &d, raw, (const uint32_t(*)[4])word, c);
         if (!wrong)
            continue;
         const unsigned many = failures;
         fail(s, wrong);
         if (many < 20)
            printf("   target %u component %u lane %u: source %g %g %g %g, second %g %g %g %g, constant %g %g %g %g\n"
                   "   pixel %x %x %x %x = words %08x %08x %08x %08x, got %08x %08x %08x %08x\n",
                   t, c, l, d.source[0], d.source[1], d.source[2], d.source[3], d.second[0], d.second[1], d.second[2],
                   d.second[3], d.constant[0], d.constant[1], d.constant[2], d.constant[3], raw[0], raw[1], raw[2], raw[3],
                   word[0][0], word[0][1], word[0][2], word[0][3], word[1][0], word[1][1], word[1][2], word[1][3]);
         return;
      }
   }
}

/* Does no target need its pixel, because of a logic operation that ignores it? */
static bool is_blind(const struct state *s)
{
   const unsigned op = s->key.logic_op;
   bool blind = op == NVP4C_LOGIC_CLEAR || op == NVP4C_LOGIC_COPY || op == NVP4C_LOGIC_COPY_INVERTED || op == NVP4C_LOGIC_SET;

   for (unsigned t = 0; t < BLEND_TARGETS; t++)
      blind &= !s->key.color[t].keep;
   return blind && !s->key.coverage;
}

static void check_state(const struct state *s)
{
   static struct blend_wave w, after;
   struct nvp4c_options o;
   const char *why;

   done++;
   draw_wave(s, &w);
   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_USC;
   o.cpu = s->core;
   o.attr = "+pixelrate"; /* without it every program runs once for each sample */
   o.opt_level = s->level;
   o.key = s->key;
   o.diagnostics.no_warnings = 1;
   after = w;
   for (unsigned t = 0; t < BLEND_TARGETS; t++)
      if (s->format[t] && strcmp(nvp4c_image_format(nvp4c_color_format(&s->key, t)),
                                 stored_name(nvp4c_image_format(s->format[t]->number), s->format[t]->f.srgb)) != 0)
         fail(s, "another stored format");
   switch (blend_run(&after, s->targets, &o, &why)) {
   case BLEND_REFUSED: refused++; return;
   case BLEND_FAILED: fail(s, why); return;
   default: break;
   }
   if (after.per_sample && is_blind(s))
      fail(s, "the program runs once for each sample without need");
   for (unsigned l = 0; l < BLEND_LANES; l++)
      check_lane(s, &w, &after, l);
}

static void set_format(struct state *s, unsigned t, const struct target_format *f)
{
   s->format[t] = f;
   s->key.color[t].format = (uint8_t)f->number;
   s->key.color[t].srgb = f->f.srgb;
}

/* ---- every pair of factors in every format */

static struct nvp4c_blend nth_pair(unsigned n)
{
   return (struct nvp4c_blend){.equation = (uint8_t)(n / NUM_FACTORS / NUM_FACTORS),
                               .source = (uint8_t)(n / NUM_FACTORS % NUM_FACTORS),
                               .target = (uint8_t)(n % NUM_FACTORS)};
}

static bool reads_second(const struct nvp4c_blend *b)
{
   return b->source >= NVP4C_FACTOR_SECOND_COLOR || b->target >= NVP4C_FACTOR_SECOND_COLOR;
}

static unsigned prove_pairs(unsigned step)
{
   unsigned pairs = 0;

   for (unsigned f = 0; f < num_formats; f++)
      for (unsigned n = f % step; n < PAIRS; n += step) {
         struct state s = {.targets = 1, .level = (int)(n % 3), .core = cores[(n / 3 + f) % NUM(cores)]};
         set_format(&s, 0, &formats[f]);
         s.key.color[0].blends = 1;
         s.key.color[0].color = nth_pair(n);
         s.key.color[0].alpha = nth_pair((773 * n + 31 * f) % PAIRS); /* 773 and PAIRS have no common divisor */
         if (reads_second(&s.key.color[0].color) || reads_second(&s.key.color[0].alpha)) {
            s.key.dual_source = 1;
            s.targets = 3;
         }
         check_state(&s);
         pairs += 2;
      }
   return pairs;
}

/* ---- random states */

static void draw_state(struct state *s)
{
   const unsigned most = chance(40) ? 1 : chance(80) ? 3 : 8;
   const bool same = chance(30);
   bool integers = false;

   *s = (struct state){.level = (int)below(3)};
   for (unsigned t = 0; t < most; t++) {
      struct nvp4c_key_color *c = &s->key.color[t];
      if (t && chance(25))
         continue;
      set_format(s, t, same && t ? s->format[0] : &formats[below(num_formats)]);
      integers |= gl_is_integer(&s->format[t]->f);
      c->keep = (uint8_t)(chance(40) ? below(16) : 0);
      c->blends = chance(60);
      c->color = nth_pair(below(PAIRS));
      c->alpha = chance(30) ? c->color : nth_pair(below(PAIRS));
      s->targets |= (unsigned)(!t || chance(85)) << t;
   }
   s->key.logic_op = (uint8_t)(chance(20) ? below(NVP4C_LOGIC_SET + 1) : 0);
   s->key.dual_source = chance(25);
   if (s->key.dual_source && chance(90))
      s->targets |= 2;
   s->key.samples = (uint8_t)(chance(40) ? 1u << below(4) : 0);
   if (gl_is_integer(&s->format[0]->f))
      return;
   s->key.alpha_test = (uint8_t)(chance(25) ? below(NVP4C_COMPARE_ALWAYS + 1) : 0);
   s->key.coverage = (uint8_t)(chance(40) ? below(4) : 0);
   s->key.alpha_to_one = !integers && chance(20);
   s->key.clamp_colors = !integers && chance(15);
}

/* Can a GL program and its state ask for this? */
static bool is_in_gl(const struct state *s)
{
   const unsigned others = s->targets & ~(s->key.dual_source ? 3u : 1u);

   if (s->key.dual_source && (others || !(s->targets & 2)))
      return false; /* MAX_DUAL_SOURCE_DRAW_BUFFERS is 1, and an unwritten second colour is undefined */
   for (unsigned t = 0; t < BLEND_TARGETS; t++) {
      const struct nvp4c_key_color *c = &s->key.color[t];
      if (!s->format[t])
         continue;
      const char *name = nvp4c_image_format(c->format);
      if (c->blends && (t || !s->key.dual_source) && (reads_second(&c->color) || reads_second(&c->alpha)))
         return false;
      if (!(s->targets >> t & 1) || !strncmp(name, "A8R8", 4) || (strchr(name, 'X') && strcmp(name, "B8G8R8X8_UNORM")))
         return false; /* an unwritten colour is undefined; formats that GL does not name */
   }
   return true;
}

static bool place(struct state *s, unsigned core)
{
   unsigned index = 0;

   s->core = cores[core];
   while (strcmp(nvp4c_cpu_name(NVP4C_TARGET_USC, index), s->core))
      index++;
   return nvp4c_place_colors(NVP4C_TARGET_USC, index, &s->key);
}

int main(int argc, char **argv)
{
   const unsigned count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
   unsigned outside = 0;

   if (argc != 4 || !count || (strcmp(argv[1], "pairs") && strcmp(argv[1], "states"))) {
      fprintf(stderr, "blend_prove pairs STEP SEED | blend_prove states COUNT SEED\n");
      return 2;
   }
   util_rng_init(&rng, strtoull(argv[3], NULL, 10));
   list_formats();
   if (!strcmp(argv[1], "pairs")) {
      printf("%u pairs in %u formats", prove_pairs(count), num_formats);
   } else {
      for (unsigned n = 0; n < count; n++) {
         struct state s;
         draw_state(&s);
         outside += !is_in_gl(&s);
         const bool given = chance(50);
         for (unsigned core = 0; core < NUM(cores); core++) {
            s.core = cores[core];
            if (s.key.samples == 8 && core) /* only the first one has as many */
               s.key.samples = 4;
            if (given && !place(&s, core))
               fail(&s, "the targets have no places");
            check_state(&s);
         }
      }
      printf("%u states on %zu cores, %u of them beyond GL", count, NUM(cores), outside);
   }
   printf(", %" PRIu64 " pixels, %" PRIu64 " refused; at most %.3f steps of a format off, sRGB %.3f\n", lanes_compared, refused,
          worst, worst_srgb);
   printf("%u passed, %u failed\n", done > failures ? done - failures : 0, failures + (unsigned)refused);
   return failures || refused;
}
