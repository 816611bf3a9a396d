/* SPDX-License-Identifier: MIT */
/* Texture accesses of the simulator: passes the words of the instruction by their meaning to a texture unit (struct
   machine_texture). */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

/* An access with the storage of its words. */
struct access {
   struct machine_texture x;
   uint32_t image[4], sampler[4];
   exec_lanes shared_lod, sample;
   const uint32_t *lookup; /* the word of offsets and sample number, or NULL */
   exec_lanes data[USC_SMP_WORDS], out[USC_SMP_RESULTS];
   unsigned taken;
};

static const uint32_t *take(struct access *a)
{
   return a->data[a->taken < USC_SMP_WORDS - 1 ? a->taken++ : USC_SMP_WORDS - 1];
}

/* Reads four words of image state and four of sampler state in the first lane that runs. They are the same in all lanes. */
static bool read_states(struct usc_wave *t, uint32_t lanes, struct usc_opd image, struct usc_opd sampler, struct access *a)
{
   const uint32_t lead = lanes & (~lanes + 1);
   const unsigned l = (unsigned)__builtin_ctz(lead);
   for (unsigned k = 0; k < 4; k++) {
      exec_lanes v;
      if (!usc_sim_read(t, usc_sim_step_reg(image, k), lead, v))
         return false;
      a->image[k] = v[l];
      if (!usc_sim_read(t, usc_sim_step_reg(sampler, k), lead, v))
         return false;
      a->sampler[k] = v[l];
   }
   a->x.image = a->image;
   a->x.sampler = a->sampler;
   return true;
}

/* Assigns the words in their order. */
static void name_words(const struct usc_group *g, struct access *a)
{
   static const enum machine_level level[] = {
      [USC_LODM_NORMAL] = MACHINE_LEVEL_IMPLICIT, [USC_LODM_BIAS] = MACHINE_LEVEL_BIAS,
      [USC_LODM_REPLACE] = MACHINE_LEVEL_EXPLICIT, [USC_LODM_GRADIENT] = MACHINE_LEVEL_GRADIENTS};
   struct machine_texture *x = &a->x;
   x->dimensions = g->dim;
   x->level_from = level[g->lodm & 3];
   x->texels = g->nncoords;
   x->integer = g->integer;
   x->raw = !g->fcnorm;
   x->taps = g->sbmode & 1;
   x->info = g->sbmode >> 1 & 1;
   for (unsigned k = 0; k < g->dim && k < 3; k++)
      x->coordinate[k] = take(a);
   if (g->proj)
      x->projector = take(a);
   if (g->array)
      x->layer = take(a);
   if (g->comparison)
      x->reference = take(a);
   x->level = g->pplod && g->lodm != USC_LODM_GRADIENT ? take(a) : a->shared_lod;
   for (unsigned k = 0; g->lodm == USC_LODM_GRADIENT && k < g->dim && k < 3; k++) {
      x->ddx[k] = take(a);
      x->ddy[k] = take(a);
   }
   for (unsigned k = 0; g->tao && k < 2; k++)
      x->address[k] = take(a);
   a->lookup = g->soo || g->sno ? take(a) : NULL;
   for (unsigned l = 0; l < EXEC_LANES && g->sno; l++)
      a->sample[l] = a->lookup[l] >> USC_LOOKUP_SAMPLE & 7;
   x->sample = g->sno ? a->sample : NULL;
}

/* Every invocation has a word of offsets. Those with the same word share an access. */
static const char *sample_by_offset(struct usc_wave *t, struct access *a)
{
   const uint32_t all = a->x.lanes;
   const char *fault = NULL;
   exec_lanes out[USC_SMP_RESULTS];
   for (uint32_t rest = all; rest && !fault; rest &= ~a->x.lanes) {
      const uint32_t word = a->lookup[__builtin_ctz(rest)] & 0xffff;
      a->x.lanes = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         a->x.lanes |= (uint32_t)(rest >> l & 1 && (a->lookup[l] & 0xffff) == word) << l;
      for (unsigned k = 0; k < 3; k++)
         a->x.offset[k] = (int8_t)exec_tex_offset(word, k);
      memset(out, 0, sizeof(exec_lanes) * a->x.components);
      fault = t->env.sample(t->env.user, t->num, &a->x, out);
      for (unsigned k = 0; k < a->x.components && !fault; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            a->out[k][l] = a->x.lanes >> l & 1 ? out[k][l] : a->out[k][l];
   }
   a->x.lanes = all;
   return fault;
}

/* Number of texels in the results, each with all channels. */
static unsigned texels(const struct usc_group *g)
{
   return g->sbmode & 1 ? 4 : g->sbmode ? 0 : 1;
}

/* Number of values for that many registers: with `.f16` two channels of a texel share one (assumed[f16-pairs]), but other words
   do not. */
static unsigned values_of(const struct usc_group *g, unsigned registers)
{
   return g->f16 ? registers + texels(g) * (g->chan / 2u) : registers;
}

/* Packs pairs, with the first value in the low half. */
static void pack_halves(const struct usc_wave *t, const struct usc_group *g, exec_lanes *out, unsigned values)
{
   unsigned from = 0, to = 0;

   for (unsigned k = 0; k < texels(g); k++)
      for (unsigned c = 0; c < g->chan; c += 2, to++) {
         const bool pair = c + 1u < g->chan;
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t high = pair ? num_f2h(t->num, out[from + 1][l]) : 0;
            out[to][l] = num_f2h(t->num, out[from][l]) | high << 16;
         }
         from += pair ? 2 : 1;
      }
   for (; from < values; from++, to++)
      memcpy(out[to], out[from], sizeof(exec_lanes));
}

/* Performs the access and writes its results. */
static bool access_texture(struct usc_wave *t, const struct usc_group *g, struct access *a, struct usc_opd first,
                           uint32_t lanes)
{
   const unsigned registers = a->x.components;

   a->x.components = values_of(g, registers);
   name_words(g, a);
   a->x.words = (const uint32_t(*)[EXEC_LANES])a->data;
   memset(a->out, 0, sizeof(exec_lanes) * a->x.components);
   const char *fault = !usc_texture_modes_fit(g) ? usc_violation_text(USC_V_TEXTURE)
                       : g->soo                   ? sample_by_offset(t, a)
                                                  : t->env.sample(t->env.user, t->num, &a->x, a->out);
   if (fault)
      return usc_sim_fault(t, fault);
   if (g->f16)
      pack_halves(t, g, a->out, a->x.components);
   for (unsigned k = 0; k < registers; k++)
      if (!usc_sim_write(t, usc_sim_step_reg(first, k), lanes, a->out[k]))
         return false;
   return true;
}

/* Initialises *a. Fails if the wave has no texture unit or the access has too many words. */
static bool start(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, unsigned words, unsigned results,
                  struct access *a)
{
   if (!t->env.sample)
      return usc_sim_fault(t, "no textures");
   if (words > USC_SMP_WORDS || values_of(g, results) > USC_SMP_RESULTS)
      return usc_sim_fault(t, "a texture access with too many words");
   memset(&a->x, 0, sizeof a->x);
   memset(a->data, 0, sizeof a->data);
   memset(a->shared_lod, 0, sizeof a->shared_lod);
   memset(a->sample, 0, sizeof a->sample);
   a->taken = 0;
   a->x.lanes = a->x.running = lanes;
   a->x.num_words = words;
   a->x.components = results;
   return true;
}

bool usc_sim_sample(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   struct access a;
   struct usc_opd first = {0};
   unsigned results = 0;
   if (!usc_group_async_dest(g, &first, &results))
      results = 0;
   const unsigned words = usc_group_src_count(g, 1);
   if (!start(t, g, lanes, words, results, &a))
      return false;
   if (!lanes)
      return true;
   if (!read_states(t, lanes, g->src[0], g->src[2], &a))
      return false;
   for (unsigned k = 0; k < words; k++)
      if (!usc_sim_read(t, usc_sim_step_reg(g->src[1], k), lanes, a.data[k]))
         return false;
   if (usc_group_reads(g) & 8 && !usc_sim_read(t, g->src[3], lanes, a.shared_lod))
      return false;
   return access_texture(t, g, &a, first, lanes) && usc_sim_in_flight(t, g->drc, g->src[1], words, lanes, false) &&
          usc_sim_in_flight(t, g->drc, first, results, lanes, true);
}

/* A texture access with iterated coordinates. Without a count there is one per dimension, and the projector. */
bool usc_sim_itrsmp(struct usc_wave *t, const struct usc_group *g, uint32_t lanes)
{
   struct access a;
   struct usc_iteration it = {usc_cf(4u * g->it_coeff),
                              usc_cf(4u * g->it_wcoeff),
                              g->it_persp,
                              g->count ? g->count : g->dim + (unsigned)g->proj,
                              g->bsat,
                              g->mode};
   const unsigned results = g->f16 ? (g->chan + 1u) / 2 : g->chan;
   it.coeff.idx = g->it_cidx;
   it.w_coeff.idx = g->it_widx;
   if (!start(t, g, lanes, it.count, results, &a))
      return false;
   if (!lanes)
      return true;
   return usc_sim_iterate(t, &it, lanes, a.data) && read_states(t, lanes, usc_sh(4u * g->it_tex), usc_sh(4u * g->it_smp), &a) &&
          access_texture(t, g, &a, usc_r(g->it_dest), lanes) &&
          usc_sim_in_flight(t, g->drc, usc_r(g->it_dest), results, lanes, true);
}
