/* SPDX-License-Identifier: MIT */
/*
 * Textures in the harness: the words that the driver keeps in shared registers, and the texture unit. It follows the modes of
 * the instruction and docs/abi-usc.md, not the intention of the compiler. An access that the machine would not execute as
 * programs expect is a fault.
 */
#include "backend-usc/isa/usc_core.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/sim/usc_sim_priv.h"
#include "codegen/sim/texture.h"

#include <math.h>
#include <string.h>

#define FETCH_SAMPLER 0xfe7c0000u /* first word of the state of the sampler of texel fetches */
#define GATHER_SAMPLER 0x6a700000u /* first word of the state of a sampler of gathers, with the number of the texture */
/* Address of the layers of texture k; its low word carries into the high one. */
#define LAYER_ADDR(k) ((uint64_t)((k) + 1) << 36 | 0xffffff00u)
#define LAYER_STRIDE 0x01000040u
#define NOT_A_TEXEL 0xbad00badu

/* A dimension of level 0 of a texture, or its number of levels (word 3), from the texture unit of the wave. */
static uint32_t texture_size(const struct usc_harness *h, const struct usc_reflect_tex *t, unsigned word)
{
   return cg_texture_ask(h->exec, word == 3 ? TEX_LEVELS : TEX_SIZE, (enum exec_tex_target)t->target, t->unit, word % 3);
}

static uint32_t num_layers(const struct usc_harness *h, const struct usc_reflect_tex *t)
{
   const struct exec_tex_info *info = &exec_tex_info[t->target];
   return info->array ? texture_size(h, t, exec_tex_dims((enum exec_tex_target)t->target)) : 1;
}

static uint32_t layer_word(const struct usc_harness *h, uint32_t k, unsigned word)
{
   const uint32_t last = num_layers(h, &h->prog->reflect.tex[k]) - 1;
   switch (word) {
   case 0: return (uint32_t)LAYER_ADDR(k);
   case 1: return (uint32_t)(LAYER_ADDR(k) >> 32);
   case 2: return LAYER_STRIDE;
   default: return num_u((float)last);
   }
}

/* Level of the image that is level 0 of texture k. */
static unsigned base_level(uint32_t k) { return (3 * k + 1) % 8; }

/* The first word of the state is the number of the texture plus 1; the others have the fields that programs read. */
static uint32_t image_word(const struct usc_harness *h, uint32_t k, unsigned word)
{
   const struct usc_reflect_tex *t = &h->prog->reflect.tex[k];
   uint32_t samples;
   switch (word) {
   case 0: return k + 1;
   case 1:
      samples = cg_texture_ask(h->exec, TEX_SAMPLES, (enum exec_tex_target)t->target, t->unit, 0);
      return samples ? (uint32_t)__builtin_ctz(samples) << 30 : 0; /* a buffer has no samples */
   case 3: return (uint32_t)base_level(k) << 28;
   default: return 0;
   }
}

uint32_t usc_harness_tex_word(const struct usc_harness *h, uint32_t n)
{
   const struct usc_reflect *r = &h->prog->reflect;
   const struct usc_reflect_sh *s = &r->sh[n];
   if (s->kind == USC_SH_FETCH)
      return s->b ? 0 : FETCH_SAMPLER;
   for (uint32_t k = 0; k < r->num_tex; k++) {
      const struct usc_reflect_tex *t = &r->tex[k];
      const uint32_t first = n - s->b;
      if (s->kind == USC_SH_IMAGE && t->image == first)
         return image_word(h, k, s->b);
      if (s->kind == USC_SH_SAMPLER && t->sampler == first)
         return s->b ? 0 : k + 1;
      if (s->kind == USC_SH_GATHER && t->gather == first)
         return s->b ? 0 : GATHER_SAMPLER + k + 1;
      if (s->kind == USC_SH_TEXSIZE && t->size == first)
         return texture_size(h, t, s->b);
      if (s->kind == USC_SH_LAYERS && t->layers == first)
         return layer_word(h, k, s->b);
      if (s->kind == USC_SH_COMPARE && t->compare == first)
         return s->b < 2 ? NUM_ONE : 0; /* less than or equal */
   }
   return 0;
}

/* ---- accesses ------------------------------------------------------------------------------------------------------------ */

/* An access, and its form for the texture unit of the wave. */
struct access {
   const struct usc_harness *h;
   const struct machine_texture *s;
   uint32_t number; /* number of the texture */
   const struct usc_reflect_tex *t;
   bool fetch;   /* uses the sampler of texel fetches */
   bool gather;  /* uses a sampler of gathers */
   uint32_t bad; /* lanes whose address is not that of a layer */
   struct exec_tex x;
};

/* Checks modes that no core, or not this core, supports. */
static const char *check_modes(const struct access *a)
{
   const struct machine_texture *s = a->s;
   const uint32_t features = a->h->prog->features;
   const bool rect = a->x.target == TEX_RECT, buffer = a->x.target == TEX_BUFFER,
              samples = exec_tex_info[a->x.target].samples;
   if (s->reference)
      return "a comparison by the texture unit: the place of the reference value is unknown";
   if (s->layer && !(features & USC_HAS_ARRAYTEX))
      return "the layer of an array texture on a core without array textures";
   if (s->integer && !(features & USC_HAS_INTLOOKUP))
      return "integer coordinates on a core without integer lookups";
   if (s->integer && s->level_from != MACHINE_LEVEL_IMPLICIT)
      return "integer coordinates are not clamped if there is a level";
   if (s->integer && !a->fetch)
      return "integer coordinates with a sampler that filters";
   if (s->dimensions != (buffer ? 2 : exec_tex_info[a->x.target].coords))
      return "a texture access with a wrong dimension";
   if (!s->integer && s->texels != (a->fetch || rect))
      return "coordinates in texels outside of fetches and rectangles, or others in these";
   if (a->fetch && !rect && !buffer && !samples && s->level_from != MACHINE_LEVEL_EXPLICIT)
      return "a texel fetch without a level";
   if (samples && (!a->fetch || !s->sample || s->level_from == MACHINE_LEVEL_EXPLICIT))
      return "a multisample texture needs fetches with the number of a sample and without a level";
   if (s->sample && !samples)
      return "the number of a sample of a texture without multiple samples";
   if (s->taps != a->gather || (s->taps && s->info))
      return "the texels of a filter need the sampler of gathers, which is for them alone";
   if (s->taps && s->level_from != MACHINE_LEVEL_EXPLICIT)
      return "texels of a filter of several levels";
   if (s->info && (a->fetch || s->level_from != MACHINE_LEVEL_IMPLICIT))
      return "the level of an access that does not compute one";
   return NULL;
}

/* Rounds down to an integer, which is limited to its range; NaN gives 0. */
static uint32_t floor_of(uint32_t bits)
{
   const double x = floor((double)num_f(bits));
   return num_isnan(bits) ? 0 : x <= INT32_MIN ? (uint32_t)INT32_MIN : x >= INT32_MAX ? INT32_MAX : (uint32_t)(int32_t)x;
}

/* Converts coordinates and level of a fetch to integers. */
static void to_texel(struct access *a)
{
   struct exec_tex *x = &a->x;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned k = 0; k < a->s->dimensions && !a->s->integer; k++)
         x->coord[k][l] = floor_of(x->coord[k][l]);
      x->lod[l] = a->s->sample ? a->s->sample[l] : floor_of(num_u(num_f(x->lod[l]) + 0.5f));
      if (x->target == TEX_BUFFER)
         x->coord[0][l] += USC_BUFFER_ROW * x->coord[1][l];
   }
   x->op = TEX_FETCH;
}

/* Finds the layers that have the addresses. */
static void layer_of_address(struct access *a)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint64_t from = ((uint64_t)a->s->address[1][l] << 32 | a->s->address[0][l]) - LAYER_ADDR(a->number),
                     n = from / LAYER_STRIDE;
      if (from % LAYER_STRIDE || n >= num_layers(a->h, a->t))
         a->bad |= 1u << l;
      else
         a->x.layer[l] = a->fetch ? (uint32_t)n : num_u((float)n);
   }
}

static void read_words(struct access *a)
{
   const struct machine_texture *s = a->s;
   struct exec_tex *x = &a->x;
   cg_texture_copy(s->level, x->lod);
   cg_texture_copy(s->layer, x->layer);
   for (unsigned l = 0; l < EXEC_LANES && s->layer && a->fetch; l++)
      x->layer[l] = floor_of(num_u(num_f(x->layer[l]) + 0.5f));
   if (s->address[0])
      layer_of_address(a);
}

/* Reads the four texels of a filter, each with the channels of the access. */
static const char *read_taps(struct access *a, uint32_t (*out)[EXEC_LANES])
{
   static const uint8_t corner[4] = {2, 3, 1, 0}; /* results of TEX_GATHER in the order of the taps */
   const unsigned chan = a->s->components / 4;
   exec_lanes res[4];
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (a->x.active >> l & 1 && num_f(a->x.lod[l]) != 0)
         return "texels of a filter of a level other than 0";
   a->x.op = TEX_GATHER;
   for (unsigned c = 0; c < chan; c++) {
      memset(res, 0, sizeof res);
      a->x.component = (uint8_t)c;
      a->h->exec->tex(a->h->exec->tex_user, a->h->exec->num, &a->x, res);
      for (unsigned k = 0; k < 4; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out[corner[k] * chan + c][l] = a->bad >> l & 1 ? NOT_A_TEXEL : res[k][l];
   }
   return NULL;
}

/* True if the coordinates differ between the lanes of the quad that run. */
static bool changes(const struct access *a, unsigned lane)
{
   const unsigned from = lane & ~3u;
   bool change = (a->s->running >> from & 15) != 15;
   for (unsigned c = 0; c < a->s->dimensions && c < 3; c++)
      change |= num_f(a->x.coord[c][exec_quad_left(lane)]) != num_f(a->x.coord[c][exec_quad_right(lane)]) ||
                num_f(a->x.coord[c][exec_quad_top(lane)]) != num_f(a->x.coord[c][exec_quad_bottom(lane)]);
   return change;
}

/*
 * The words of .info: levels as whole numbers and 256ths, as n/255. The level that is used counts from the base level of the
 * image, the computed one from -128. The computed level is undefined where the coordinates do not change, and so are words that
 * programs do not read.
 */
static void read_info(struct access *a, uint32_t (*out)[EXEC_LANES])
{
   exec_lanes res[4] = {{0}};
   a->x.op = TEX_LEVEL;
   a->h->exec->tex(a->h->exec->tex_user, a->h->exec->num, &a->x, res);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const double used = (double)num_f(res[0][l]) + base_level(a->number), computed = (double)num_f(res[1][l]) + 128;
      const double word[4] = {floor(used), changes(a, l) ? floor(computed) : 201, 256 * (used - floor(used)),
                              256 * (computed - floor(computed))};
      for (unsigned k = 0; k < USC_SMP_INFO; k++)
         out[k][l] = k >= USC_INFO_LEVEL_USED && k < USC_INFO_LEVEL_USED + 4
                         ? num_u((float)(word[k - USC_INFO_LEVEL_USED] / 255))
                         : NOT_A_TEXEL;
   }
}

const char *usc_harness_sample(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES])
{
   const struct usc_harness *h = user;
   const struct usc_reflect *r = &h->prog->reflect;
   exec_lanes res[4];
   if (!s->image[0] || s->image[0] > r->num_tex || !h->exec->tex)
      return "a texture access without a texture";
   struct access a = {.h = h,
                      .s = s,
                      .number = s->image[0] - 1,
                      .t = &r->tex[s->image[0] - 1],
                      .fetch = s->sampler[0] == FETCH_SAMPLER,
                      .gather = s->sampler[0] == GATHER_SAMPLER + s->image[0]};
   if (!a.fetch && !a.gather && s->sampler[0] != s->image[0])
      return "a texture access with the sampler of another texture";
   const struct cg_texture as = {exec_tex_info[a.t->target].plain, a.t->unit, a.t->sampler_unit};
   cg_texture_access(s, &as, 3, &a.x);
   a.x.integer = s->raw;
   const char *fault = check_modes(&a);
   if (fault)
      return fault;
   read_words(&a);
   if (a.fetch)
      to_texel(&a);
   if (s->taps)
      return read_taps(&a, out);
   if (s->info) {
      read_info(&a, out);
      return NULL;
   }
   memset(res, 0, sizeof res);
   h->exec->tex(h->exec->tex_user, num, &a.x, res);
   for (unsigned k = 0; k < s->components && k < 4; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         out[k][l] = a.bad >> l & 1 ? NOT_A_TEXEL : res[k][l];
   return NULL;
}
