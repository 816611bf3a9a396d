/* SPDX-License-Identifier: MIT */
/* Draws, prints and resets the options of a compile: see state.def and differential.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/differential.h"

/* ---- stages and targets of a row */

enum {
   NO_STAGE = 0,
   VERTEX = 1u << NVP4C_STAGE_VERTEX,
   FRAGMENT = 1u << NVP4C_STAGE_FRAGMENT,
   GEOMETRY = 1u << NVP4C_STAGE_GEOMETRY,
   COMPUTE = 1u << NVP4C_STAGE_COMPUTE,
   SENDS = VERTEX | GEOMETRY,
   ALL = VERTEX | FRAGMENT | GEOMETRY | COMPUTE,
   USC = 1u << NVP4C_TARGET_USC,
   AGX = 1u << NVP4C_TARGET_AGX,
};

/* These structures have the members of the rows, in their order, to check that every member has a row. */
#define KEY(member, name, stages, targets, percent, draw, print) __typeof__(((struct nvp4c_key *)0)->member) member;
struct key_rows {
#include "tests/differential/state.def"
};
_Static_assert(sizeof(struct key_rows) == sizeof(struct nvp4c_key), "a member of struct nvp4c_key has no row in state.def");
#define KEY(member, name, stages, targets, percent, draw, print)                                                               \
   _Static_assert(offsetof(struct key_rows, member) == offsetof(struct nvp4c_key, member),                                     \
                  "rows of state.def are in another order");
#include "tests/differential/state.def"
#define NOT(member) __typeof__(((struct nvp4c_options *)0)->member) member;
struct option_rows {
#include "tests/differential/state.def"
};
_Static_assert(sizeof(struct option_rows) == sizeof(struct nvp4c_options),
               "a member of struct nvp4c_options is not in state.def");

/* ---- drawing a member, which `to` points to */

struct draw {
   struct util_rng *rng;
   struct setting *s;
   const struct program *p;
};

static unsigned below(struct draw *d, unsigned n) { return util_rng_below(d->rng, n); }
static bool chance(struct draw *d, unsigned percent) { return util_rng_chance(d->rng, percent, 100); }
static bool is_agx(const struct draw *d) { return d->s->o.target == NVP4C_TARGET_AGX; }

static void draw_flag(struct draw *d, void *to)
{
   (void)d;
   *(uint8_t *)to = 1;
}
static void draw_on(struct draw *d, void *to)
{
   (void)d;
   *(int *)to = 1;
}
static void draw_mask(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)below(d, 256); }
static void draw_formats(struct draw *d, void *to)
{
   uint8_t *f = to;
   const bool same = chance(d, 40);

   if (!is_agx(d) && chance(d, 50))
      return;
   for (unsigned i = 0, tile = 0; i < 8; i++) {
      static const uint8_t bytes[] = {16, 8, 4};
      f[i] = i && same ? f[0] : (uint8_t)below(d, 3);
      /* The tile of AGX has 64 bytes for each sample. */
      if (is_agx(d) && tile + bytes[f[i]] + 4 * (7 - i) > 64)
         f[i] = NVP4C_FRT_RGBA8;
      tile += bytes[f[i]];
   }
}
static void draw_samples(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)(1u << below(d, is_agx(d) ? 3 : 4)); }
static void draw_point_size(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)(1 + below(d, 2)); }
static void draw_compare(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)(1 + below(d, 8)); }
static void draw_coverage(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)(1 + below(d, 3)); }
static void draw_scratch_base(struct draw *d, void *to)
{
   *(uint32_t *)to = below(d, 4) ? 1 + below(d, 63) : 64 + below(d, 900);
}
static void draw_scratch_stride(struct draw *d, void *to)
{
   (void)d;
   *(uint32_t *)to = 1u << 18; /* the limit of budget.scratch; less may be too little */
}
static void draw_shared(struct draw *d, void *to) { *(uint32_t *)to = 4 * (4096 + below(d, is_agx(d) ? 4096 : 12288)); }

/* The components of a varying are consecutive. The varyings come in any order, sometimes with unused words between them. */
static void draw_varyings(struct draw *d, void *to)
{
   static const uint8_t often[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 22, 23, 24, 25, 26, 27, 87, 88, 90, 92};
   struct nvp4c_varying *v = d->s->o.key.varying;
   const unsigned gap = chance(d, 20), keep = 30 + below(d, 70), words = 60;
   unsigned at = 4;

   *(uint8_t *)to = 1;
   v[0] = (struct nvp4c_varying){.mask = 15};
   for (unsigned k = 0, from = below(d, sizeof often); k < sizeof often && at + 4 < words; k++) {
      const unsigned n = often[(from + 7 * k) % sizeof often]; /* 7 and the number of elements have no common divisor */
      if (!chance(d, keep))
         continue;
      v[n].mask = (uint8_t)(chance(d, 60) ? 15 : 1 + below(d, 15));
      v[n].address = (uint8_t)at;
      if (!is_agx(d) && v[n].mask & 1 && chance(d, 15))
         v[n].tail = (uint8_t)(words + 4 + k); /* after all varyings, and below the 128 words of a vertex */
      const unsigned run = 32 - (unsigned)__builtin_clz(v[n].mask) - (unsigned)__builtin_ctz(v[n].mask);
      at += (is_agx(d) ? run : (unsigned)__builtin_popcount(v[n].mask)) + (gap ? below(d, 3) : 0);
   }
}

static bool has_word(const struct draw *d, const char *word) { return strstr(d->p->text, word) != NULL; }

static void draw_textures(struct draw *d, void *to)
{
   struct nvp4c_key *k = &d->s->o.key;

   (void)to;
   for (unsigned u = 0; u < 8 && (has_word(d, "texture[") || has_word(d, "SAMP")); u++) {
      if (chance(d, 40))
         k->tex[u].compare = (uint8_t)below(d, 9);
      for (unsigned c = 0, any = chance(d, 60); c < 4; c++)
         if (any && chance(d, 60))
            k->tex[u].swizzle[c] = (uint8_t)below(d, 7);
   }
}

static void draw_images(struct draw *d, void *to)
{
   struct nvp4c_key *k = &d->s->o.key;
   unsigned formats = 0;

   (void)to;
   while (nvp4c_image_format(formats))
      formats++;
   for (unsigned u = 0; u < 8 && has_word(d, "IMAGE["); u++) {
      if (chance(d, 70))
         k->image[u].format = (uint8_t)below(d, formats);
      k->image[u].tiled = chance(d, 40);
   }
}

/* Can a render target have the format? Objects of 64 bits are for memory only. */
static bool is_color_format(unsigned f) { return f && strncmp(nvp4c_image_format(f), "R64", 3) != 0; }

/* Formats that have an sRGB form: four or fewer normalised channels of eight bits, here those that all programs of GL have. */
static bool has_srgb(unsigned f)
{
   return !strcmp(nvp4c_image_format(f), "R8G8B8A8_UNORM") || !strcmp(nvp4c_image_format(f), "B8G8R8A8_UNORM");
}

static struct nvp4c_blend draw_blend(struct draw *d)
{
   return (struct nvp4c_blend){.equation = (uint8_t)(chance(d, 60) ? NVP4C_BLEND_ADD : below(d, NVP4C_BLEND_MAX + 1)),
                               .source = (uint8_t)below(d, NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA + 1),
                               .target = (uint8_t)below(d, NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA + 1)};
}

/* Some of the targets, in formats that are the same or differ. A given place is a tile buffer or the output registers, from the
   first of four words on that every core has. */
static void draw_colors(struct draw *d, void *to)
{
   struct nvp4c_key_color *c = to;
   const unsigned num = 1 + below(d, 3), first = below(d, 8);
   const bool given = chance(d, 30), same = chance(d, 40);
   unsigned formats = 0, one = 0;

   while (nvp4c_image_format(formats))
      formats++;
   for (unsigned n = 0; n < NVP4C_COLORS; n++) {
      if (!chance(d, n < num ? 80 : 15))
         continue;
      do
         c[n].format = (uint8_t)(same && one ? one : chance(d, 15) ? 0 : below(d, formats));
      while (c[n].format && !is_color_format(c[n].format));
      one = c[n].format;
      c[n].srgb = c[n].format && has_srgb(c[n].format) && chance(d, 40);
      c[n].place = (uint8_t)(given && chance(d, 60) ? NVP4C_PLACE_OUTPUT + (first + n) % 8 : NVP4C_PLACE_ANY);
      c[n].keep = (uint8_t)(chance(d, 30) ? below(d, 16) : 0);
      c[n].blends = chance(d, 60);
      if (c[n].blends) {
         c[n].color = draw_blend(d);
         c[n].alpha = chance(d, 50) ? c[n].color : draw_blend(d);
      }
   }
}
static void draw_logic_op(struct draw *d, void *to) { *(uint8_t *)to = (uint8_t)(1 + below(d, NVP4C_LOGIC_SET)); }

/* Attributes with formats. Some have places, in words that several of them share. */
static void draw_attribs(struct draw *d, void *to)
{
   struct nvp4c_key_attrib *a = to;
   const unsigned places = below(d, 3) * 50, words = 8 + below(d, 60);
   unsigned formats = 0;

   while (nvp4c_attrib_format(formats))
      formats++;
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++) {
      if (chance(d, 70))
         a[i].format = (uint8_t)below(d, formats);
      /* The longest formats begin with a word. */
      if (a[i].format && chance(d, 40) && !strstr(nvp4c_attrib_format(a[i].format), "A32"))
         a[i].byte = (uint8_t)below(d, 4);
      if (chance(d, places)) {
         a[i].placed = 1;
         a[i].word = (uint8_t)below(d, words);
      }
   }
}

static void draw_level(struct draw *d, void *to)
{
   static const uint8_t levels[] = {0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 3};

   *(int *)to = levels[below(d, sizeof levels)];
}
static void draw_cpu(struct draw *d, void *to)
{
   unsigned n = 0;

   while (nvp4c_cpu_name(d->s->o.target, n))
      n++;
   *(const char **)to = nvp4c_cpu_name(d->s->o.target, below(d, n));
}
static void draw_attr(struct draw *d, void *to)
{
   const char *name;

   for (unsigned n = 0; (name = nvp4c_attr_name(d->s->o.target, n, NULL)); n++)
      /* Without an encoding there is no code to run. */
      if (chance(d, 30) && strcmp(name, "f16sop"))
         snprintf(d->s->attr + strlen(d->s->attr), sizeof d->s->attr - strlen(d->s->attr), "%s%c%s", *d->s->attr ? "," : "",
                  "+-"[below(d, 2)], name);
   *(const char **)to = *d->s->attr ? d->s->attr : NULL;
}
static void draw_sched(struct draw *d, void *to) { *(enum nvp4c_sched *)to = (enum nvp4c_sched)(1 + below(d, 3)); }
static void draw_ffp(struct draw *d, void *to) { *(enum nvp4c_ffp *)to = chance(d, 50) ? NVP4C_FFP_STRICT : NVP4C_FFP_FAST; }
static void draw_fshort(struct draw *d, void *to)
{
   (void)d;
   *(unsigned *)to = 16;
}
static void draw_preshader(struct draw *d, void *to)
{
   *(enum nvp4c_preshader_mode *)to = chance(d, 50) ? NVP4C_PRESHADER_MACHINE : NVP4C_PRESHADER_NONE;
}
static void draw_output(struct draw *d, void *to)
{
   (void)to;
   d->s->o.output.listing = chance(d, 50);
   d->s->o.output.object = chance(d, 50);
   d->s->o.output.analyze = (int)below(d, 3);
   d->s->o.output.reflection = chance(d, 50);
}
static void draw_disable(struct draw *d, void *to)
{
   const unsigned each = chance(d, 50) ? 8 : 60;
   const char *name;
   int optional;

   for (unsigned n = 0; (name = nvp4c_pass_name(n, &optional)); n++)
      if (optional && chance(d, each) && strlen(d->s->disable) + strlen(name) + 2 < sizeof d->s->disable)
         sprintf(d->s->disable + strlen(d->s->disable), "%s%s", *d->s->disable ? "," : "", name);
   *(const char **)to = *d->s->disable ? d->s->disable : NULL;
}
static void draw_bisect(struct draw *d, void *to) { *(int *)to = (int)below(d, 40); }
static void draw_each(struct draw *d, void *to) { *(int *)to = chance(d, 80) ? 2 : 1; }
static void draw_noise(struct draw *d, void *to) { *(uint32_t *)to = 1 + below(d, 1000); }
/* AGX uses vectors at multiples of four in addition to the registers of the ABI. */
static void draw_temps(struct draw *d, void *to) { *(unsigned *)to = is_agx(d) ? 18 + below(d, 40) : 10 + below(d, 40); }
static void draw_sched_seed(struct draw *d, void *to) { *(uint32_t *)to = 1 + below(d, 100000); }
static void draw_monolithic(struct draw *d, void *to)
{
   (void)to;
   d->s->o.monolithic.on = 1;
   d->s->o.monolithic.api_sample_mask = d->p->stage == NVP4C_STAGE_FRAGMENT && chance(d, 30);
   for (unsigned i = 0; i < 8 && d->p->stage == NVP4C_STAGE_VERTEX; i++)
      if (chance(d, 30))
         d->s->o.monolithic.attrib[i] = (struct nvp4c_attribute){.format = (uint8_t)below(d, NVP4C_ATTRIB_RGB10A2NORM),
                                                                 .components = (uint8_t)(1 + below(d, 4)),
                                                                 .divisor = chance(d, 20) ? 1 + below(d, 3) : 0};
}

/* ---- printing a member as options of the command line */

static const char *const compares[] = {"sampler", "never",    "less",   "equal", "lequal",
                                       "greater", "notequal", "gequal", "always"};

static void print_flag(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s, (void)from;
   text_add(t, " %s", name);
}
#define print_on print_flag
#define print_robust_off print_flag
static void print_number(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%u", name, *(const uint8_t *)from);
}
static void print_word(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%u", name, (unsigned)*(const uint32_t *)from);
}
#define print_unsigned print_word
static void print_string(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%s", name, *(const char *const *)from);
}
#define print_cpu print_string
#define print_attr print_string
static void print_formats(const struct setting *s, const char *name, const void *from, struct text *t)
{
   static const char *const formats[] = {"f32", "f16", "rgba8"};

   (void)s;
   text_add(t, " %s=", name);
   for (unsigned i = 0; i < 8; i++)
      text_add(t, "%s%s", i ? "," : "", formats[((const uint8_t *)from)[i]]);
}
static void print_front_face(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s, (void)from;
   text_add(t, " %s=word", name);
}
static void print_clip_z(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s, (void)from;
   text_add(t, " %s=zero-to-w", name);
}
static void print_point_size(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%s", name, *(const uint8_t *)from == NVP4C_POINT_SIZE_STATE ? "state" : "none");
}
static void print_alpha_test(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%s", name, compares[*(const uint8_t *)from]);
}
static void print_coverage(const struct setting *s, const char *name, const void *from, struct text *t)
{
   static const char *const words[] = {"", "alpha", "mask", "alpha,mask"};

   (void)s;
   text_add(t, " %s=%s", name, words[*(const uint8_t *)from]);
}
static void print_varyings(const struct setting *s, const char *name, const void *from, struct text *t)
{
   const char *sep = "=";

   (void)from;
   text_add(t, " %s", name);
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      if (!s->o.key.varying[v].mask)
         continue;
      text_add(t, "%s%s.", sep, nvp4c_varying_name(v));
      for (unsigned c = 0; c < 4; c++)
         if (s->o.key.varying[v].mask >> c & 1)
            text_add(t, "%c", "xyzw"[c]);
      text_add(t, ":%u", s->o.key.varying[v].address);
      if (s->o.key.varying[v].tail)
         text_add(t, "+%u", s->o.key.varying[v].tail);
      sep = ",";
   }
}
static void print_textures(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   for (unsigned u = 0; u < NVP4C_TEX_UNITS; u++) {
      const uint8_t *swizzle = s->o.key.tex[u].swizzle, compare = s->o.key.tex[u].compare;
      const bool any = swizzle[0] | swizzle[1] | swizzle[2] | swizzle[3];
      if (!any && !compare)
         continue;
      text_add(t, " %s=%u:", name, u);
      if (compare)
         text_add(t, "compare=%s%s", compares[compare], any ? "," : "");
      if (any)
         text_add(t, "swizzle=");
      for (unsigned c = 0; c < 4 && any; c++)
         text_add(t, "%c", swizzle[c] ? "xyzw01"[swizzle[c] - 1] : "xyzw"[c]);
   }
}
static void print_images(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   for (unsigned u = 0; u < NVP4C_IMAGE_UNITS; u++)
      if (s->o.key.image[u].format || s->o.key.image[u].tiled)
         text_add(t, " %s=%u:%s%s", name, u, nvp4c_image_format(s->o.key.image[u].format),
                  s->o.key.image[u].tiled ? ",tiled" : "");
}
static void print_blend(const struct nvp4c_blend *b, struct text *t)
{
   text_add(t, ",%s,%s,%s", nvp4c_enum_name(NVP4C_ENUM_BLEND_EQUATION, b->equation),
            nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, b->source), nvp4c_enum_name(NVP4C_ENUM_BLEND_FACTOR, b->target));
}
static void print_colors(const struct setting *s, const char *name, const void *from, struct text *t)
{
   const struct nvp4c_key_color *color = from;

   (void)s;
   for (unsigned n = 0; n < NVP4C_COLORS; n++) {
      const struct nvp4c_key_color *c = &color[n];
      struct text words = {0};
      if (c->format)
         text_add(&words, ",%s%s", nvp4c_image_format(c->format), c->srgb ? ",srgb" : "");
      if (c->place == NVP4C_PLACE_OUTPUT)
         text_add(&words, ",o%u", c->word);
      if (c->place >= NVP4C_PLACE_TILE)
         text_add(&words, ",tile%u[%u]", (unsigned)c->place - NVP4C_PLACE_TILE, c->word);
      if (c->keep)
         text_add(&words, ",keep=%s%s%s%s", c->keep & 1 ? "x" : "", c->keep & 2 ? "y" : "", c->keep & 4 ? "z" : "",
                  c->keep & 8 ? "w" : "");
      if (words.len)
         text_add(t, " %s=%u:%s", name, n, words.data + 1);
      free(words.data);
      if (c->blends) {
         struct text blend = {0};
         print_blend(&c->color, &blend);
         print_blend(&c->alpha, &blend);
         text_add(t, " -fblend=%u:%s", n, blend.data + 1);
         free(blend.data);
      }
   }
}
static void print_logic_op(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   text_add(t, " %s=%s", name, nvp4c_enum_name(NVP4C_ENUM_LOGIC_OP, *(const uint8_t *)from));
}

static void print_attribs(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)s;
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++) {
      const struct nvp4c_key_attrib *a = (const struct nvp4c_key_attrib *)from + i;
      const char *sep = ":";

      if (!a->format && !a->placed)
         continue;
      text_add(t, " %s=%u", name, i);
      if (a->format)
         text_add(t, "%s%s,byte=%u", sep, nvp4c_attrib_format(a->format), a->byte);
      sep = a->format ? "," : sep;
      if (a->placed)
         text_add(t, "%sword=%u", sep, a->word);
   }
}
static void print_target(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   text_add(t, " %s=%s", name, nvp4c_target_name(s->o.target));
}
static void print_level(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   text_add(t, " %s%d", name, s->o.opt_level);
}
static void print_sched(const struct setting *s, const char *name, const void *from, struct text *t)
{
   static const char *const words[] = {"", "fast", "exact", "both"};

   (void)from;
   text_add(t, " %s=%s", name, words[s->o.sched]);
}
static void print_ffp(const struct setting *s, const char *name, const void *from, struct text *t)
{
   static const char *const words[] = {"strict", "gl", "fast"};

   (void)from;
   text_add(t, " %s=%s", name, words[s->o.ffp]);
}
static void print_preshader(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   text_add(t, " %s=%s", name, nvp4c_enum_name(NVP4C_ENUM_PRESHADER_MODE, s->o.preshader));
}
static void print_output(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)name, (void)from;
   text_add(t, " [options.output=%d,%d,%d,%d]", s->o.output.listing, s->o.output.object, s->o.output.analyze,
            s->o.output.reflection);
}
static void print_each(const struct setting *s, const char *name, const void *from, struct text *t)
{
   (void)from;
   text_add(t, " %s%s", name, s->o.verify.each > 1 ? "=exec" : "");
}
static void print_monolithic(const struct setting *s, const char *name, const void *from, struct text *t)
{
   static const char *const formats[] = {"f32", "f16", "u8norm", "s8norm", "u16norm", "s16norm", "u8", "s8", "u16", "s16",
                                         "i32", "u8f", "s8f", "u16f", "s16f", "u32f", "s32f", "fixed", "rgb10a2norm"};

   (void)from;
   text_add(t, " %s%s", name, s->o.monolithic.api_sample_mask ? " -fsample-mask" : "");
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++) {
      const struct nvp4c_attribute *a = &s->o.monolithic.attrib[i];
      if (a->components)
         text_add(t, " -fattrib=%u:%sx%u%s", i, formats[a->format], a->components, a->divisor ? "" : "");
      if (a->components && a->divisor)
         text_add(t, ",divisor=%u", (unsigned)a->divisor);
   }
}

/* ---- the table */

struct row {
   const char *name;
   size_t at, size;
   unsigned stages, targets, percent;
   void (*draw)(struct draw *d, void *to);
   void (*print)(const struct setting *s, const char *name, const void *from, struct text *t);
};
#define draw_NONE NULL
#define print_NONE NULL

static const struct row rows[] = {
#define OPT(member, name, stages, targets, percent, draw, print)                                                               \
   {name,                                                                                                                      \
    offsetof(struct nvp4c_options, member),                                                                                    \
    sizeof(((struct nvp4c_options *)0)->member),                                                                               \
    stages,                                                                                                                    \
    targets,                                                                                                                   \
    percent,                                                                                                                   \
    draw_##draw,                                                                                                               \
    print_##print},
#define KEY(member, name, stages, targets, percent, draw, print) OPT(key.member, name, stages, targets, percent, draw, print)
#include "tests/differential/state.def"
};
const unsigned state_num_rows = sizeof rows / sizeof rows[0];
_Static_assert(sizeof rows / sizeof rows[0] <= 64, "a row has a bit of 64");

/* Gives a setting its initial values. */
static void begin(struct setting *s, enum nvp4c_target target)
{
   memset(s, 0, sizeof *s);
   nvp4c_options_init(&s->o, sizeof s->o);
   s->o.target = target;
   s->o.diagnostics.no_warnings = 1;
   s->o.preshader = NVP4C_PRESHADER_CALLER; /* as on the command line */
}

void setting_copy(struct setting *to, const struct setting *from)
{
   *to = *from;
   to->o.attr = from->o.attr ? to->attr : NULL;
   to->o.passes.disable = from->o.passes.disable ? to->disable : NULL;
}

static bool is_named(const char *list, const char *name)
{
   for (const char *at = list; (at = strstr(at, name)); at++)
      if ((at == list || at[-1] == ',') && (!at[strlen(name)] || at[strlen(name)] == ','))
         return true;
   return false;
}

bool state_has_row(const char *name, size_t len)
{
   for (unsigned k = 0; k < state_num_rows; k++)
      if (rows[k].name && strlen(rows[k].name) == len && !memcmp(rows[k].name, name, len))
         return true;
   return false;
}

void state_draw(const struct plan *plan, struct setting *s, const struct program *p, enum nvp4c_target target)
{
   struct util_rng rng;
   struct draw d = {&rng, s, p};
   unsigned swarm;

   util_rng_init(&rng, p->seed ^ 0x5ca1ab1e00000000u);
   begin(s, target);
   s->o.verify.waves = plan->waves;
   s->o.verify.seed = p->seed;
   swarm = 1 + below(&d, 4); /* this many of four rows may be drawn */
   for (unsigned k = 0; k < state_num_rows; k++) {
      const struct row *r = &rows[k];
      const bool is_key = r->at >= offsetof(struct nvp4c_options, key) &&
                          r->at < offsetof(struct nvp4c_options, key) + sizeof(struct nvp4c_key);
      const bool is_stress = r->at >= offsetof(struct nvp4c_options, stress) &&
                             r->at < offsetof(struct nvp4c_options, stress) + sizeof s->o.stress;
      const bool on = below(&d, 4) < swarm || r->percent == 100, hit = chance(&d, r->percent);

      if (!r->draw || !on || !hit || !(r->stages & 1u << p->stage) || !(r->targets >> target & 1))
         continue;
      if (plan->only ? !is_named(plan->only, r->name) : (is_key && plan->no_state) || (is_stress && plan->no_stress))
         continue;
      r->draw(&d, (char *)&s->o + r->at);
   }
   if (plan->level >= 0)
      s->o.opt_level = plan->level;
   if (s->o.verify.each > 1 && p->length > 20000)
      s->o.verify.each = 1;
}

static bool is_reset(const struct setting *s, const struct setting *first, unsigned k)
{
   return !memcmp((const char *)&s->o + rows[k].at, (const char *)&first->o + rows[k].at, rows[k].size);
}

bool state_reset(struct setting *s, unsigned k)
{
   struct setting first;

   begin(&first, s->o.target);
   if (!rows[k].print || is_reset(s, &first, k) || rows[k].stages == NO_STAGE)
      return false;
   memcpy((char *)&s->o + rows[k].at, (const char *)&first.o + rows[k].at, rows[k].size);
   return true;
}

uint64_t state_used(const struct setting *s)
{
   struct setting first;
   uint64_t used = 0;

   begin(&first, s->o.target);
   for (unsigned k = 0; k < state_num_rows; k++)
      if (rows[k].print && !is_reset(s, &first, k) && rows[k].at != offsetof(struct nvp4c_options, opt_level))
         used |= (uint64_t)1 << k;
   return used;
}

void state_names(uint64_t used, struct text *t)
{
   for (unsigned k = 0; k < state_num_rows; k++)
      if (used >> k & 1)
         text_add(t, " %s", rows[k].name);
}

/* Array members; their elements may be removed one by one. */
static const struct part {
   size_t at, size, count;
} parts[] = {
#define PART(member) {offsetof(struct nvp4c_options, member), sizeof(((struct nvp4c_options *)0)->member[0]), \
                      sizeof(((struct nvp4c_options *)0)->member) / sizeof(((struct nvp4c_options *)0)->member[0])}
   PART(key.frt), PART(key.varying), PART(key.tex), PART(key.image), PART(key.color), PART(key.attrib), PART(monolithic.attrib),
};

bool state_reset_part(struct setting *s, unsigned k)
{
   static const char zero[64];
   const struct part *p = parts;

   while (p < parts + sizeof parts / sizeof parts[0] && k >= p->count)
      k -= (unsigned)p++->count;
   if (p == parts + sizeof parts / sizeof parts[0])
      return false;
   char *at = (char *)&s->o + p->at + k * p->size;
   if (p->size > sizeof zero || !memcmp(at, zero, p->size))
      return false;
   memset(at, 0, p->size);
   return true;
}

void state_print(const struct setting *s, struct text *t)
{
   struct setting first;

   begin(&first, NVP4C_TARGET_USC);
   for (unsigned k = 0; k < state_num_rows; k++)
      if (rows[k].print && !is_reset(s, &first, k))
         rows[k].print(s, rows[k].name, (const char *)&s->o + rows[k].at, t);
   text_add(t, " -verify-sim=%u,seed=%llu", s->o.verify.waves, (unsigned long long)s->o.verify.seed);
}
