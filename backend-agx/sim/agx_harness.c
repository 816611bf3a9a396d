/* SPDX-License-Identifier: MIT */
/* Tasks of the abstract executors in the simulator: see agx_harness.h. */
#include "backend-agx/sim/agx_harness.h"

#include <string.h>

#define POISON16 0xdead /* what undefined registers hold */

static void set_register(struct agx_task *t, unsigned half, const uint32_t v[EXEC_LANES])
{
   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      t->reg[half][lane] = (uint16_t)v[lane];
      t->reg[half + 1][lane] = (uint16_t)(v[lane] >> 16);
   }
}

static void set_fragment(struct agx_task *t, const struct agx_program *p, const struct exec_task *in)
{
   uint32_t(*pos)[EXEC_LANES] = in->in[0][SLOT_POSITION];

   for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
      for (unsigned i = 0; i < 2; i++) {
         float f = num_f(pos[i][lane]);
         t->pixel[i][lane] = f >= 0 && f < 65536 ? (uint16_t)f : 0;
      }
      t->backfacing |= in->in[0][SLOT_FACING][0][lane] >> 31 << lane;
   }
   if (p->reads_w)
      memcpy(t->cf[0], pos[3], sizeof t->cf[0]);
   if (p->reads_z)
      memcpy(t->cf[p->reads_w], pos[2], sizeof t->cf[0]);
   for (uint32_t i = 0; i < p->num_inputs; i++) {
      const struct agx_io *io = &p->inputs[i];
      if (io->slot == SLOT_POSITION || io->slot == SLOT_FACING)
         continue;
      unsigned lo = (unsigned)__builtin_ctz(io->mask);
      for (unsigned c = lo; c < 4; c++) {
         if (io->mask >> c & 1)
            memcpy(t->cf[io->where + c - lo], in->in[0][io->slot][c], sizeof t->cf[0]);
      }
   }
}

void agx_task_setup(struct agx_task *t, const struct agx_program *p, const struct exec_task *in)
{
   memset(t, 0, sizeof *t);
   t->num = in->num;
   t->valid = in->valid;
   t->helper = in->helper;
   t->budget = in->budget;
   for (unsigned h = 0; h < AGX_HALVES; h++) {
      for (unsigned lane = 0; lane < EXEC_LANES; lane++)
         t->reg[h][lane] = POISON16;
   }
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      t->uniform[h] = POISON16;
   for (unsigned i = 0; i < AGX_CF_COUNT; i++) {
      for (unsigned lane = 0; lane < EXEC_LANES; lane++)
         t->cf[i][lane] = POISON16;
   }
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      uint32_t v = u->kind == AGX_UNI_CONST   ? u->value
                   : u->kind == AGX_UNI_TESTS ? 0xff
                   : u->value < in->num_params ? in->param[u->value][u->comp]
                                               : 0;
      t->uniform[u->half] = (uint16_t)v;
      if (u->kind != AGX_UNI_TESTS)
         t->uniform[u->half + 1] = (uint16_t)(v >> 16);
   }
   if (p->stage == AGX_STAGE_FRAGMENT) {
      set_fragment(t, p, in);
      return;
   }
   set_register(t, 10, in->in[0][SLOT_VERTEX_ID][0]);
   set_register(t, 12, in->in[0][SLOT_INSTANCE][0]);
   for (uint32_t i = 0; i < p->num_inputs; i++) {
      for (unsigned c = 0; c < 4; c++) {
         if (p->inputs[i].mask >> c & 1)
            set_register(t, p->inputs[i].where + 2 * c, in->in[0][p->inputs[i].slot][c]);
      }
   }
}

void agx_task_results(const struct agx_task *t, const struct agx_program *p, struct exec_task *out)
{
   uint32_t store = out->valid & ~out->helper & ~t->killed;

   for (uint32_t i = 0; i < p->num_outputs; i++) {
      const struct agx_io *io = &p->outputs[i];
      for (unsigned c = 0; c < 4; c++) {
         if (!(io->mask >> c & 1))
            continue;
         for (unsigned lane = 0; lane < EXEC_LANES; lane++) {
            unsigned half = io->where + 2 * c;
            if (!(store >> lane & 1))
               continue;
            out->out[io->slot][c][lane] = p->stage == AGX_STAGE_VERTEX
                                             ? t->uvs[io->where + c][lane]
                                             : t->reg[half][lane] | (uint32_t)t->reg[half + 1][lane] << 16;
         }
      }
   }
   out->killed |= t->killed;
   out->budget = t->budget;
}
