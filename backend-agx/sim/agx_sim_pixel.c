/* SPDX-License-Identifier: MIT */
/* Varyings, samples and the tile buffer. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

/* ---- outputs of vertex programs ------------------------------------------------------------------------------------------ */

bool agx_sim_output(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const uint32_t *v = t->reg.r[in->ref[AGX_A].value / 2 % AGX_REGS];
   exec_lanes buf;

   if (t->out.uvs_final)
      return agx_sim_fault(t, "an output after the last one");
   if (in->op == AGX_OP_no_var && t->out.uvs_stored)
      return agx_sim_fault(t, "no_var in a program with outputs");
   if (in->op != AGX_OP_st_var) {
      t->out.uvs_final = true;
      t->out.uvs_lanes = lanes;
   }
   if (in->op == AGX_OP_no_var)
      return true;
   t->out.uvs_stored = true;
   const uint32_t *n = agx_sim_int(t, &in->ref[AGX_B], buf);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (n[l] >= AGX_UVS_WORDS)
         return agx_sim_fault(t, "an output word that does not exist");
      t->out.uvs[n[l]][l] = v[l];
   }
   return true;
}

/* ---- interpolation ------------------------------------------------------------------------------------------------------- */

/* The x or y offset from the corner of the pixel to the place where the mode interpolates. */
static float offset_in_pixel(const struct agx_wave *t, const struct agx_iteration *it, unsigned axis, unsigned l)
{
   if (it->interp == AGX_INTERP_CENTROID)
      return 0.5f + num_f(t->reg.centroid[axis][l]);
   if (it->interp == AGX_INTERP_CENTER || t->samples <= 1)
      return 0.5f;
   return (float)(t->reg.places >> (8 * (it->sample ? it->sample[l] % AGX_MAX_SAMPLES : 0) + 4 * axis) & 15) / 16;
}

/* The value of plane n at that place. */
static void evaluate_plane(const struct agx_wave *t, const struct agx_iteration *it, unsigned n, exec_lanes v)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t x = num_u((float)(t->reg.pixel[0][l] & 31) + offset_in_pixel(t, it, 0, l)),
                     y = num_u((float)(t->reg.pixel[1][l] & 31) + offset_in_pixel(t, it, 1, l));
      v[l] = num_fmad(t->num, t->reg.cf[n][0], x, num_fmad(t->num, t->reg.cf[n][1], y, t->reg.cf[n][2]));
   }
}

static bool interpolate(struct agx_wave *t, const struct agx_iteration *it, exec_lanes v)
{
   exec_lanes w;

   if (t->interpolate) {
      const char *fault = t->interpolate(t->env.user, it, v);
      return !fault || agx_sim_fault(t, fault);
   }
   if (it->interp != AGX_INTERP_CENTER && t->samples > 1 && !t->reg.places)
      return agx_sim_fault(t, "an interpolation at a sample whose position is unknown");
   evaluate_plane(t, it, it->cf, v);
   if (it->w == AGX_CF_COUNT)
      return true;
   evaluate_plane(t, it, it->w, w);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      v[l] = num_fmul(t->num, v[l], num_frcp(t->num, w[l]));
   return true;
}

/* The coefficient register, which is the same for all lanes. */
static bool coefficient(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, unsigned *n)
{
   exec_lanes buf;
   const uint32_t *v = agx_sim_int(t, r, buf);

   *n = v[lanes ? __builtin_ctz(lanes) : 0];
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && v[l] != *n)
         return agx_sim_fault(t, "lanes interpolate different coefficients, which is undocumented");
   return true;
}

bool agx_sim_iterate(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const struct agx_ref *c = &in->ref[AGX_C];
   const bool planes = in->op == AGX_OP_ldcf;
   const unsigned count = agx_operand_count(in, AGX_D), per = planes ? 3 : 1;
   struct agx_iteration it = {.w = AGX_CF_COUNT, .constant = planes, .interp = in->f[AGX_F_INTERP], .lanes = lanes};
   unsigned first;
   exec_lanes sample, v;

   if (!coefficient(t, &in->ref[AGX_A], lanes, &first))
      return false;
   if (lanes && first + count / per > AGX_CF_COUNT)
      return agx_sim_fault(t, "a coefficient register that does not exist");
   if (in->op == AGX_OP_iterproj)
      it.w = in->ref[AGX_B].value;
   if (c->kind != AGX_NONE)
      it.sample = agx_sim_int(t, c, sample);
   for (unsigned k = 0; k < count && lanes; k++) {
      const struct agx_ref d = agx_sim_component(&in->ref[AGX_D], k);
      it.cf = first + k / per;
      if (planes && (k % 3 != 2 || !t->interpolate))
         lanes_splat(t->interpolate ? SIM_GARBAGE : t->reg.cf[it.cf][k % 3], v);
      else if (!interpolate(t, &it, v))
         return false;
      agx_sim_write_float(t, &d, lanes, v);
   }
   return true;
}

/* ---- samples ------------------------------------------------------------------------------------------------------------- */

/* The samples in the mask that are covered and not killed. */
static uint8_t live_samples(const struct agx_wave *t, unsigned lane, uint32_t mask)
{
   return (uint8_t)(mask & t->pixel.cover[lane] & ~t->pixel.killed[lane]);
}

bool agx_sim_is_helper(const struct agx_wave *t, unsigned lane)
{
   return t->sample_loop ? !live_samples(t, lane, 0xff) : t->helper >> lane & 1;
}

/* The samples that the program shades. */
static uint8_t shaded_samples(const struct agx_wave *t, unsigned lane)
{
   return t->sample_loop ? t->pixel.shaded[lane] : 0xff;
}

static bool touch(struct agx_wave *t, unsigned l, uint8_t samples, uint8_t tests)
{
   if (samples & ~shaded_samples(t, l))
      return agx_sim_fault(t, "a sample that is not shaded is tested or killed");
   if (samples & t->pixel.stored[l])
      return agx_sim_fault(t, "a sample is tested or killed after a store to it");
   if (tests & t->pixel.tested[l])
      return agx_sim_fault(t, "a sample is tested twice");
   if (samples & ~tests & t->pixel.tested[l])
      return agx_sim_fault(t, "a sample is killed after its test");
   t->pixel.tested[l] |= tests;
   t->pixel.killed[l] |= (uint8_t)(samples & ~tests);
   if (samples && !live_samples(t, l, shaded_samples(t, l))) {
      t->killed |= 1u << l & ~t->helper;
      t->helper |= 1u << l;
   }
   return true;
}

bool agx_sim_samples(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const struct agx_ref *b = &in->ref[AGX_B];
   const bool emits = in->op == AGX_OP_zs_emit, depth = emits && b->kind == AGX_REG32,
              stencil = emits && (b->kind == AGX_REG16 || b->count == 2);
   exec_lanes buf[2];
   const uint32_t *target = agx_sim_int(t, &in->ref[AGX_A], buf[0]), *second = agx_sim_int(t, b, buf[1]);
   const struct agx_ref below = agx_sim_component(b, depth);

   if (emits && t->kind == AGX_PART_MAIN)
      return agx_sim_fault(t, "zs_emit before the epilog");
   t->pixel.used = true;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint8_t samples = live_samples(t, l, target[l]);
      if (!touch(t, l, samples, emits ? samples : (uint8_t)(samples & second[l])))
         return false;
      if (depth)
         t->out.depth[l] = second[l];
      if (stencil)
         t->out.stencil[l] = t->reg.r[below.value / 2 % AGX_REGS][l] >> 16 * (below.value & 1) & 0xffff;
      for (unsigned k = 0; k < AGX_MAX_SAMPLES && emits; k++)
         if (samples >> k & 1) {
            t->out.sample_depth[k][l] = t->out.depth[l];
            t->out.sample_stencil[k][l] = t->out.stencil[l];
         }
   }
   t->out.depth_written |= depth ? lanes : 0;
   t->out.stencil_written |= stencil ? lanes : 0;
   return true;
}

bool agx_sim_check_samples(struct agx_wave *t, bool stopped)
{
   if (t->kind == AGX_PART_ANY && !stopped)
      return true;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint8_t samples = live_samples(t, l, shaded_samples(t, l));
      if (!((t->valid & ~t->helper) >> l & 1))
         continue;
      if (t->tests_later && samples & t->pixel.tested[l])
         return agx_sim_fault(t, "a sample is tested, and a later part tests it again");
      if (!t->tests_later && samples & ~t->pixel.tested[l])
         return agx_sim_fault(t, "a sample is neither tested nor killed");
   }
   return true;
}

/* ---- the tile buffer ----------------------------------------------------------------------------------------------------- */

/* The bits of an element of `bytes` bytes at this byte of the sample. */
static uint32_t tile_bits(const struct agx_wave *t, unsigned lane, unsigned sample, unsigned at, unsigned bytes)
{
   const uint32_t w = t->out.tile[sample][at / 4][lane] >> 8 * (at & 3);
   return bytes == 4 ? w : w & ((1u << 8 * bytes) - 1);
}

static void set_tile_bits(struct agx_wave *t, unsigned lane, unsigned sample, unsigned at, unsigned bytes, uint32_t v)
{
   machine_put_bytes(&t->out.tile[sample][at / 4][lane], at, bytes, v);
}

struct tile_access {
   const struct agx_ref *data;
   unsigned format, mask, at, bytes, packed;
   bool wide;
};

static void store_sample(struct agx_wave *t, const struct tile_access *a, unsigned l, unsigned sample)
{
   uint32_t v[4] = {0};
   unsigned n = 0;

   for (unsigned k = 0; k < 4; k++)
      if (a->mask >> k & 1) {
         const struct agx_ref c = agx_sim_component(a->data, n++);
         v[k] = t->reg.r[c.value / 2 % AGX_REGS][l] >> 16 * (c.value & 1);
         if (!a->wide)
            v[k] &= 0xffff;
      }
   for (unsigned k = 0; k < (a->packed ? 1u : 4u); k++)
      if (a->mask >> k & 1)
         set_tile_bits(t, l, sample, a->at + k * a->bytes, a->bytes, agx_sim_pack(t->num, a->format, k, a->wide, v));
}

static void load_sample(struct agx_wave *t, const struct tile_access *a, unsigned l, unsigned sample)
{
   unsigned n = 0;
   exec_lanes v = {0};

   for (unsigned k = 0; k < 4; k++)
      if (a->mask >> k & 1) {
         const struct agx_ref c = agx_sim_component(a->data, n++);
         const uint32_t bits = tile_bits(t, l, sample, a->at + (a->packed ? 0 : k * a->bytes), a->bytes);
         v[l] = a->format == AGX_FORMAT_F16 && a->wide ? num_h2f(t->num, (uint16_t)bits)
                                                       : agx_sim_unpack(t->num, a->format, k, a->wide, bits);
         agx_sim_write(t, &c, 1u << l, v);
      }
}

static bool check_tile(struct agx_wave *t, const struct agx_instr *in, const struct tile_access *a)
{
   if (t->kind == AGX_PART_MAIN && in->op == AGX_OP_st_tile)
      return agx_sim_fault(t, "a store to the tile before the epilog");
   if (in->ref[AGX_C].kind != AGX_NONE)
      return agx_sim_fault(t, "an access to the tile of another pixel, which is undocumented");
   if (!a->mask || !a->bytes)
      return agx_sim_fault(t, "an access to the tile without components or format");
   const unsigned last = a->packed ? 1 : 32u - (unsigned)__builtin_clz(a->mask);
   if (a->at % a->bytes || a->at + last * a->bytes > 4 * AGX_TILE_WORDS)
      return agx_sim_fault(t, "a place in the tile that is unaligned or after its end");
   return true;
}

bool agx_sim_tile(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const bool loads = in->op == AGX_OP_ld_tile;
   const unsigned f = in->f[AGX_F_FORMAT] & 15;
   const struct tile_access a = {&in->ref[loads ? AGX_D : AGX_A],
                                 f,
                                 in->f[AGX_F_MASK],
                                 in->imm,
                                 agx_format_info[f].bytes,
                                 agx_format_info[f].packed,
                                 in->ref[loads ? AGX_D : AGX_A].kind == AGX_REG32};
   exec_lanes buf;
   const uint32_t *mask = agx_sim_int(t, &in->ref[AGX_B], buf);

   if (!check_tile(t, in, &a))
      return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (loads) {
         const uint32_t of = mask[l] & ((1u << AGX_MAX_SAMPLES) - 1);
         load_sample(t, &a, l, of ? (unsigned)__builtin_ctz(of) : 0);
         continue;
      }
      const uint8_t samples = t->helper >> l & 1 ? 0 : live_samples(t, l, mask[l] & 15);
      if (samples & ~shaded_samples(t, l))
         return agx_sim_fault(t, "a store to a sample that is not shaded");
      t->pixel.stored[l] |= samples;
      for (unsigned k = 0; k < AGX_MAX_SAMPLES; k++)
         if (samples >> k & 1)
            store_sample(t, &a, l, k);
   }
   return true;
}
