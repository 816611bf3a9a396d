/* SPDX-License-Identifier: MIT */
/* The simulator through the interface of codegen/machine.h. */
#include "backend-agx/sim/agx_sim.h"

static const void *decode(struct util_ctx *ctx, const uint8_t *code, size_t len, uint32_t features)
{
   (void)features;
   const struct agx_sim_code *c = agx_sim_decode(ctx, code, len);
   return machine_decoded(ctx, &c->at) ? c : NULL;
}

static void init(void *wave, num_m num)
{
   struct agx_wave *t = wave;
   agx_wave_init(t, num, 0, UINT64_MAX);
   t->in_group = true;
}

static void start(void *wave, uint32_t valid, uint32_t helpers)
{
   struct agx_wave *t = wave;
   agx_wave_start(t, valid, helpers);
   t->budget = UINT64_MAX;
}

static enum exec_status step(const void *decoded, void *wave)
{
   return agx_sim_step(decoded, wave);
}

static struct machine_env *env(void *wave)
{
   struct agx_wave *t = wave;
   return &t->env;
}

static struct machine_registers registers(void *wave, const char *location)
{
   struct agx_wave *t = wave;
   const struct machine_location at = machine_location(location);
   const struct machine_bank banks[] = {
      {"r", t->reg.r[0], AGX_REGS, 1, EXEC_LANES},
      {"u", t->reg.u, AGX_UNIFORMS / 2, 1, 1},
      {"cf", t->reg.cf[0], AGX_CF_COUNT, 3, 1},
      {"ts", t->reg.ts[0], AGX_STATES, 4, 1},
      {"ss", t->reg.ss[0], AGX_STATES, 4, 1},
      {"word", t->out.uvs[0], AGX_UVS_WORDS, 1, EXEC_LANES},
      {"tile", t->out.tile[0][0], AGX_MAX_SAMPLES * AGX_TILE_WORDS, 1, EXEC_LANES},
      {"depth", t->out.sample_depth[0], AGX_MAX_SAMPLES, 1, EXEC_LANES},
      {"stencil", t->out.stencil, 1, 1, EXEC_LANES},
      {"sr", t->reg.sr, AGX_SREGS, 1, 1},
      {"samples", &t->samples, 1, 1, 1},
      {"places", &t->reg.places, 1, 1, 1},
      {"covered", t->pixel.cover, 1, 1, EXEC_LANES},
      {"killed", t->pixel.killed, 1, 1, EXEC_LANES},
      {"centroid", t->reg.centroid[0], 2, 1, EXEC_LANES},
   };

   if (machine_location_in(&at, "sr")) {
      if (at.number == AGX_SR_PIXEL_X || at.number == AGX_SR_PIXEL_Y)
         return (struct machine_registers){t->reg.pixel[at.number - AGX_SR_PIXEL_X], 1, EXEC_LANES};
      if (at.number == AGX_SR_BACKFACING)
         return (struct machine_registers){t->reg.back_face, 1, EXEC_LANES};
      if (at.number - AGX_SR_THREAD_X < 3)
         return (struct machine_registers){t->reg.thread[at.number - AGX_SR_THREAD_X], 3 - (at.number - AGX_SR_THREAD_X),
                                           EXEC_LANES};
   }
   return machine_bank_registers(banks, sizeof banks / sizeof *banks, &at);
}

static void state(const void *wave, struct machine_state *out)
{
   const struct agx_wave *t = wave;
   *out = (struct machine_state){t->fault, t->fault_pc, t->pc, t->killed, t->out.depth_written, 0, t->steps, t->lane_ops};
}

const struct machine_ops agx_machine_ops = {
    .task_bytes = sizeof(struct agx_wave),
    .decode = decode,
    .init = init,
    .start = start,
    .step = step,
    .env = env,
    .registers = registers,
    .state = state,
};
