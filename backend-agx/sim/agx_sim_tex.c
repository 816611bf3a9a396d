/* SPDX-License-Identifier: MIT */
/* Texture accesses of the simulator: collects the registers of an instruction by their meaning for the texture unit (struct
   machine_texture). */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

/* An access and the storage of its words. */
struct access {
   struct machine_texture x;
   exec_lanes coord[3], layer, sample, lod, gradient[6], reference, offset;
   exec_lanes texture, sampler; /* the number of the state, or the offset in the heap */
   exec_lanes out[4];
};

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

/* Reads the coordinates. The sample and layer follow them in the low and high half of a register, or one of them in the low
   half. */
static bool read_coordinates(struct agx_wave *t, const struct agx_instr *in, struct access *a)
{
   const struct agx_ref *r = &in->ref[AGX_A];
   const unsigned dim = in->f[AGX_F_DIM] & 15, count = agx_operand_count(in, AGX_A);
   const struct agx_dim_info *info = &agx_dim_info[dim];
   const bool samples = dim == AGX_DIM_2D_MS || dim == AGX_DIM_2D_MS_ARRAY, layer = info->layer && !in->f[AGX_F_QUERY];
   exec_lanes w[4];

   if (!info->coords)
      return agx_sim_fault(t, "an undocumented texture dimension");
   if (r->kind != AGX_REG32)
      return agx_sim_fault(t, "16-bit coordinates, whose order is undocumented");
   for (unsigned k = 0; k < count && k < 4; k++)
      memcpy(w[k], t->reg.r[(r->value / 2 + k) % AGX_REGS], sizeof w[k]);
   a->x.dimensions = dim == AGX_DIM_2D_MS ? 2 : info->coords;
   for (unsigned k = 0; k < a->x.dimensions; k++) {
      memcpy(a->coord[k], w[k], sizeof w[k]);
      a->x.coordinate[k] = a->coord[k];
   }
   for (unsigned l = 0; l < EXEC_LANES && (samples || layer); l++) {
      const uint32_t both = w[a->x.dimensions][l];
      a->sample[l] = both & 0xffff;
      a->layer[l] = samples ? both >> 16 : both & 0xffff;
   }
   a->x.sample = samples ? a->sample : NULL;
   a->x.layer = layer ? a->layer : NULL;
   a->x.layer_bits = layer;
   return true;
}

/* Bias and level are f16, or 16-bit integers in fetches. */
static void read_level(struct agx_wave *t, const struct agx_instr *in, struct access *a)
{
   const struct agx_ref *r = &in->ref[AGX_B];
   exec_lanes buf;

   if (a->x.integer)
      memcpy(a->lod, agx_sim_int(t, r, buf), sizeof buf);
   else
      memcpy(a->lod, agx_sim_float(t, r, buf), sizeof buf);
   a->x.level = a->lod;
}

static bool read_lod(struct agx_wave *t, const struct agx_instr *in, struct access *a)
{
   const struct agx_ref *r = &in->ref[AGX_B];
   const bool derives = t->kind == AGX_PART_FRAGMENT || t->kind == AGX_PART_MAIN || t->kind == AGX_PART_ANY;

   switch (in->f[AGX_F_LOD]) {
   case AGX_LOD_AUTO:
      if (!derives || a->x.integer || a->x.gather) { /* level 0 */
         a->x.level_from = MACHINE_LEVEL_EXPLICIT;
         a->x.level = a->lod;
      }
      return true;
   case AGX_LOD_BIAS:
      a->x.level_from = derives ? MACHINE_LEVEL_BIAS : MACHINE_LEVEL_EXPLICIT;
      read_level(t, in, a);
      return !a->x.integer || agx_sim_fault(t, "a fetch with a bias");
   case AGX_LOD_LEVEL:
      a->x.level_from = MACHINE_LEVEL_EXPLICIT;
      read_level(t, in, a);
      return true;
   case AGX_LOD_GRAD:
      if (agx_dim_info[in->f[AGX_F_DIM] & 15].gradient > 3 || in->f[AGX_F_DIM] == AGX_DIM_CUBE ||
          in->f[AGX_F_DIM] == AGX_DIM_CUBE_ARRAY)
         return agx_sim_fault(t, "gradients of a cube map, which do not work");
      a->x.level_from = MACHINE_LEVEL_GRADIENTS;
      for (unsigned k = 0; k < agx_operand_count(in, AGX_B) && k < 6; k++) {
         memcpy(a->gradient[k], t->reg.r[(r->value / 2 + k) % AGX_REGS], sizeof(exec_lanes));
         *(k & 1 ? &a->x.ddy[k / 2] : &a->x.ddx[k / 2]) = a->gradient[k];
      }
      return !a->x.integer || agx_sim_fault(t, "a fetch with gradients");
   default: return agx_sim_fault(t, "a minimum level, which the simulator does not support");
   }
}

static bool read_states(struct agx_wave *t, const struct agx_instr *in, uint32_t lanes, struct access *a)
{
   const struct agx_ref *tex = &in->ref[AGX_T], *smp = &in->ref[AGX_S];
   exec_lanes buf;

   memcpy(a->texture, agx_sim_int(t, tex, buf), sizeof buf);
   memcpy(a->sampler, agx_sim_int(t, smp, buf), sizeof buf);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && ((tex->kind != AGX_REG32 && a->texture[l] >= AGX_STATES) || a->sampler[l] >= AGX_STATES))
         return agx_sim_fault(t, "a texture or sampler state that does not exist");
   return true;
}

static void read_extra(struct agx_wave *t, const struct agx_instr *in, struct access *a)
{
   unsigned reg = in->ref[AGX_C].value / 2;

   if (in->f[AGX_F_SHADOW]) {
      memcpy(a->reference, t->reg.r[reg++ % AGX_REGS], sizeof a->reference);
      a->x.reference = a->reference;
   }
   if (in->f[AGX_F_OFFSET])
      memcpy(a->offset, t->reg.r[reg % AGX_REGS], sizeof a->offset);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      a->offset[l] &= 0xfff; /* three fields of 4 bits */
}

/* ---- the access ---------------------------------------------------------------------------------------------------------- */

/* Lanes with the same texture, sampler and offsets share one access. */
static const char *sample_all(struct agx_wave *t, const struct agx_instr *in, struct access *a, uint32_t lanes)
{
   const struct agx_ref *u = &in->ref[AGX_U];
   const char *fault = NULL;
   exec_lanes out[4];

   for (uint32_t rest = lanes; rest && !fault; rest &= ~a->x.lanes) {
      const unsigned lead = (unsigned)__builtin_ctz(rest);
      const uint32_t heap[4] = {a->texture[lead], u->kind == AGX_UNIFORM64 ? t->reg.u[u->value / 2] : 0,
                                u->kind == AGX_UNIFORM64 ? t->reg.u[u->value / 2 + 1] : 0, 1};
      a->x.lanes = 0;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (rest >> l & 1 && a->texture[l] == a->texture[lead] && a->sampler[l] == a->sampler[lead] &&
             a->offset[l] == a->offset[lead])
            a->x.lanes |= 1u << l;
      a->x.image = in->ref[AGX_T].kind == AGX_REG32 ? heap : t->reg.ts[a->texture[lead]];
      a->x.sampler = t->reg.ss[a->sampler[lead]];
      for (unsigned k = 0; k < 3; k++)
         a->x.offset[k] = (int8_t)((int)(a->offset[lead] >> 4 * k & 15) - (a->offset[lead] >> 4 * k & 8 ? 16 : 0));
      memset(out, 0, sizeof out);
      fault = t->env.sample(t->env.user, t->num, &a->x, out);
      for (unsigned k = 0; k < 4 && !fault; k++)
         lanes_select(a->x.lanes, out[k], a->out[k]);
   }
   return fault;
}

/* Writes the components in the mask, packed; the registers after them become garbage. A residency result is 0 if the texel
   is resident. */
static void write_results(struct agx_wave *t, const struct agx_instr *in, struct access *a, uint32_t lanes)
{
   const unsigned count = agx_operand_count(in, AGX_D);
   unsigned from = 0;
   exec_lanes v;

   for (unsigned k = 0; k < count; k++) {
      const struct agx_ref d = agx_sim_component(&in->ref[AGX_D], k);
      while (from < 4 && !(in->f[AGX_F_MASK] >> from & 1) && !in->f[AGX_F_SPARSE])
         from++;
      if (from < 4) {
         agx_sim_write_float(t, &d, lanes, a->out[from++]);
      } else {
         lanes_splat(k == 4 && in->f[AGX_F_SPARSE] ? 0 : SIM_GARBAGE, v);
         agx_sim_write(t, &d, lanes, v);
      }
   }
}

bool agx_sim_texture(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   struct access a;

   memset(&a, 0, sizeof a);
   a.x.running = lanes;
   a.x.integer = in->op == AGX_OP_texture_load;
   a.x.query = in->f[AGX_F_QUERY];
   a.x.components = a.x.query ? 2 : 4;
   a.x.gather = in->f[AGX_F_GATHER] ? in->f[AGX_F_GATHER] / 2 + 1 : 0;
   a.x.half = in->ref[AGX_D].kind == AGX_REG16;
   if (a.x.query && in->f[AGX_F_MASK] > 3)
      return agx_sim_fault(t, "a query of the level with more than two components");
   if (!read_coordinates(t, in, &a) || !read_lod(t, in, &a) || !read_states(t, in, lanes, &a))
      return false;
   read_extra(t, in, &a);
   if (!t->env.sample)
      return agx_sim_fault(t, "a texture access without textures");
   const char *fault = sample_all(t, in, &a, lanes);
   if (fault)
      return agx_sim_fault(t, fault);
   write_results(t, in, &a, lanes);
   return true;
}
