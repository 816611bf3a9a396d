/* SPDX-License-Identifier: MIT */
/*
 * The texture part of the driver's half of the ABI (docs/abi-agx.md, "Textures"): the words in uniforms, and the answers of the
 * texture unit. It follows the fields of the instruction and that page, not the intent of the compiler. An access that the
 * machine
 * would not execute as a program expects is a fault.
 */
#include "backend-agx/sim/agx_harness.h"
#include "codegen/sim/texture.h"

#include <string.h>

#define NOT_A_TEXEL 0xbad00badu
#define NO_TEXEL 0xfff0u /* the x of a fetch from a layer, level or sample that does not exist */
#define HALF 0x3f000000u /* 0.5 */

/* Asks the texture unit of the wave about a texture. */
static uint32_t query_texture(const struct agx_harness *h, const struct agx_texture *t, enum exec_tex_op op, unsigned word)
{
   return cg_texture_ask(h->exec, op, (enum exec_tex_target)t->target, t->unit, word);
}

static uint32_t layers_of(const struct agx_harness *h, const struct agx_texture *t)
{
   return query_texture(h, t, TEX_SIZE, exec_tex_dims((enum exec_tex_target)t->target));
}

uint32_t agx_harness_tex_word(const struct agx_harness *h, const struct agx_uniform *u)
{
   const struct agx_program *p = h->prog;

   for (uint32_t k = 0; k < p->num_textures; k++)
      if (p->textures[k].unit == u->value)
         return u->kind == AGX_UNI_TEX_SAMPLES ? query_texture(h, &p->textures[k], TEX_SAMPLES, 0)
                : u->comp == 3                 ? query_texture(h, &p->textures[k], TEX_LEVELS, 0)
                                               : query_texture(h, &p->textures[k], TEX_SIZE, u->comp);
   return NOT_A_TEXEL;
}

/* ---- accesses ------------------------------------------------------------------------------------------------------------ */

struct access {
   const struct agx_harness *h;
   const struct machine_texture *s;
   const struct agx_texture *t;
   struct exec_tex x;
};

/* Finds the texture by its state register or its place in the heap. */
static const char *find_texture(struct access *a, unsigned *unit)
{
   const uint32_t *w = a->s->image;

   *unit = w[3] ? w[0] / AGX_TEX_DESCRIPTOR : w[0];
   const bool in_heap = (((uint64_t)w[2] << 32) | w[1]) == AGX_HARNESS_HEAP;
   if (w[3] && (!in_heap || w[0] % AGX_TEX_DESCRIPTOR))
      return "a texture that is not in the heap";
   if (!w[3] && *unit >= AGX_TEX_STATES)
      return "a texture state register that the driver does not fill";
   return NULL;
}

/* Checks that the fields fit the texture. */
static const char *check_fields(const struct access *a)
{
   const struct machine_texture *s = a->s;
   const enum exec_tex_target target = (enum exec_tex_target)a->t->target;
   const struct exec_tex_info *info = &exec_tex_info[target];

   if (s->dimensions != (info->coords == 1 ? 2 : info->coords))
      return "the dimension of the access differs from that of the texture";
   if (!s->query && (s->layer != NULL) != info->array)
      return info->array ? "an array texture is accessed without a layer" : "a layer of a texture that is not an array";
   if ((s->sample != NULL) != info->samples)
      return "a sample number and a multisample texture require each other";
   if (info->samples && !s->integer)
      return "a multisample texture supports only fetches";
   if (target == TEX_BUFFER && !s->integer)
      return "a texture buffer supports only fetches";
   if ((s->reference != NULL) != (info->shadow && !s->integer && !s->query))
      return info->shadow ? "a shadow texture is accessed without a comparison value"
                          : "a comparison value for a texture that is not a shadow texture";
   if ((target == TEX_RECT || target == TEX_SHADOWRECT || target == TEX_BUFFER || info->samples) && s->integer)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (s->lanes >> l & 1 && s->level[l])
            return "a level of a texture without levels";
   if (s->half && a->t->integer)
      return "integers in 16-bit registers";
   return NULL;
}

static const char *find(struct access *a)
{
   const struct agx_program *p = a->h->prog;
   const uint32_t smp = a->s->sampler[0];
   unsigned unit;
   const char *fault = find_texture(a, &unit);

   if (fault)
      return fault;
   if (a->s->integer != (smp == 0))
      return smp ? "a fetch with a sampler that filters" : "a filtered access with the sampler for fetches";
   fault = "a texture and a sampler that the program does not declare together";
   for (uint32_t k = 0; k < p->num_textures && a->h->exec->tex && fault;
        k++) { /* a pair may have two targets, with and without comparison */
      const struct agx_texture *t = &p->textures[k];
      const uint32_t number = t->sampler_unit < AGX_TEX_STATES ? t->sampler_unit + 1u : AGX_HARNESS_SAMPLER(t->sampler_unit);
      if (t->unit != unit || (a->s->integer ? !t->fetched : smp != number))
         continue;
      a->t = t;
      fault = check_fields(a);
   }
   return fault;
}

/* The machine reads a second coordinate of a 1D texture: it must be the constant centre of a texel. */
static const char *check_height(const struct access *a)
{
   const struct machine_texture *s = a->s;

   if (exec_tex_info[a->t->target].coords != 1 || a->t->target == TEX_BUFFER)
      return NULL;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (s->lanes >> l & 1 &&
          (s->coordinate[1][l] != (s->integer ? 0 : HALF) || (s->ddx[1] && (s->ddx[1][l] | s->ddy[1][l]) << 1)))
         return "y of a 1D texture is not the constant 0.5, or 0 in a fetch";
   return s->offset[1] ? "an offset in y of a 1D texture" : NULL;
}

/* Checks layer, level and sample. The program must clamp the layer, and otherwise choose a place without a texel. */
static const char *check_existence(struct access *a)
{
   const struct machine_texture *s = a->s;
   const bool array = exec_tex_info[a->t->target].array && !s->query;
   const uint32_t layers = array ? layers_of(a->h, a->t) : 1,
                  levels = s->integer ? query_texture(a->h, a->t, TEX_LEVELS, 0) : 0;
   const uint32_t samples = s->sample ? query_texture(a->h, a->t, TEX_SAMPLES, 0) : 1;

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(s->lanes >> l & 1) || (s->integer && s->coordinate[0][l] == NO_TEXEL))
         continue;
      if (array && s->layer[l] >= layers)
         return "a layer that the texture does not have";
      if (s->integer && a->t->target != TEX_BUFFER && s->level[l] >= levels && levels)
         return "a fetch from a level that the texture does not have";
      if (s->sample && s->sample[l] >= samples)
         return "a fetch of a sample that the texture does not have";
   }
   return NULL;
}

/* Finds the element of a texture buffer, in rows of AGX_TEX_BUFFER_ROW. */
static const char *buffer_place(struct access *a)
{
   const uint32_t size = query_texture(a->h, a->t, TEX_SIZE, 0);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t x = a->s->coordinate[0][l], y = a->s->coordinate[1][l];
      const uint64_t n = (uint64_t)y * AGX_TEX_BUFFER_ROW + x;
      if (!(a->s->lanes >> l & 1))
         continue;
      if (x < AGX_TEX_BUFFER_ROW && n < ((uint64_t)size + AGX_TEX_BUFFER_ROW - 1) / AGX_TEX_BUFFER_ROW * AGX_TEX_BUFFER_ROW &&
          n >= size)
         return "a texel after the end of a buffer, in its last row";
      a->x.coord[0][l] = x < AGX_TEX_BUFFER_ROW && n < size ? (uint32_t)n : UINT32_MAX;
   }
   return NULL;
}

static void read_words(struct access *a)
{
   const struct machine_texture *s = a->s;
   struct exec_tex *x = &a->x;

   cg_texture_copy(s->sample ? s->sample : s->level, x->lod);
   cg_texture_copy(s->reference, x->ref);
   for (unsigned l = 0; l < EXEC_LANES && s->layer; l++)
      x->layer[l] = s->integer ? s->layer[l] : num_u((float)s->layer[l]);
}

const char *agx_harness_sample(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES])
{
   struct access a = {.h = user, .s = s};
   const char *fault;
   exec_lanes res[4];

   if ((fault = find(&a)) || (fault = check_height(&a)) || (fault = check_existence(&a)))
      return fault;
   const struct cg_texture as = {(enum exec_tex_target)a.t->target, a.t->unit, a.t->sampler_unit};
   cg_texture_access(s, &as, exec_tex_info[a.t->target].coords, &a.x);
   if (s->query || s->gather || s->integer)
      a.x.op = s->query ? TEX_LEVEL : s->gather ? TEX_GATHER : TEX_FETCH;
   a.x.component = (uint8_t)(s->gather ? s->gather - 1 : 0);
   a.x.integer = a.t->integer;
   read_words(&a);
   if (a.t->target == TEX_BUFFER && (fault = buffer_place(&a)))
      return fault;
   memset(res, 0, sizeof res);
   a.h->exec->tex(a.h->exec->tex_user, num, &a.x, res);
   for (unsigned k = 0; k < s->components; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         out[k][l] = k && s->reference && !s->gather ? NOT_A_TEXEL : res[k][l];
   return NULL;
}
