/* SPDX-License-Identifier: MIT */
/* Implements codegen/machine.h with the simulator. */
#include "backend-usc/sim/usc_sim.h"

static const void *decode(struct util_ctx *ctx, const uint8_t *code, size_t len, uint32_t features)
{
   const struct usc_sim_code *c = usc_sim_restrict(ctx, usc_sim_decode(ctx, code, len), features);
   return machine_decoded(ctx, &c->at) ? c : NULL;
}

static void init(void *wave, num_m num)
{
   struct usc_wave *t = wave;
   usc_wave_set_num(t, num);
}

static void start(void *wave, uint32_t valid, uint32_t helpers)
{
   struct usc_wave *t = wave;
   usc_wave_start(t, valid, helpers);
   t->budget = UINT64_MAX;
}

static enum exec_status step(const void *decoded, void *wave)
{
   return usc_sim_step(decoded, wave);
}

static struct machine_env *env(void *wave)
{
   struct usc_wave *t = wave;
   return &t->env;
}

static struct machine_registers special(struct usc_wave *t, uint32_t n)
{
   const struct {
      uint32_t first, count;
      uint32_t *value;
   } own[] = {{32, 4, t->reg.o[0]},
              {164, 4, t->reg.o[4]},
              {36, 8, t->reg.i[0]},
              {USC_SR_X_P, 1, t->reg.x},
              {USC_SR_X_S, 1, t->reg.xs},
              {USC_SR_Y_P, 1, t->reg.y},
              {USC_SR_Y_S, 1, t->reg.ys},
              {USC_SR_BACK_FACE, 1, t->reg.back_face},
              {USC_SR_SAMPLE, 1, t->reg.sample}};
   for (unsigned k = 0; k < sizeof own / sizeof *own; k++)
      if (n - own[k].first < own[k].count)
         return (struct machine_registers){own[k].value + EXEC_LANES * (n - own[k].first), own[k].count - (n - own[k].first),
                                           EXEC_LANES};
   return n < 256 ? (struct machine_registers){&t->reg.sr[n], 1, 1} : (struct machine_registers){0};
}

static struct machine_registers registers(void *wave, const char *location)
{
   struct usc_wave *t = wave;
   const struct machine_location at = machine_location(location);
   const struct machine_bank banks[] = {
      {"r", t->reg.r[0], USC_NUM_TEMPS, 1, EXEC_LANES},
      {"vi", t->reg.vi[0], USC_NUM_TEMPS, 1, EXEC_LANES},
      {"o", t->reg.o[0], 8, 1, EXEC_LANES},
      {"vo", t->out.vo[0], USC_NUM_VO, 1, EXEC_LANES},
      {"i", t->reg.i[0], 8, 1, EXEC_LANES},
      {"idx", t->reg.idx[0], 2, 1, EXEC_LANES},
      {"sh", t->reg.sh, USC_NUM_SHARED, 1, 1},
      {"cf", t->reg.cf, USC_NUM_CF, 1, 1},
      {"cfa", t->reg.cfa, USC_NUM_CF, 1, 1},
      {"depth", t->out.depth, 1, 1, EXEC_LANES},
      {"covered", t->in_pixel, 1, 1, EXEC_LANES},
      {"centroid", t->reg.centroid[0], 2, 1, EXEC_LANES},
   };

   if (machine_location_in(&at, "sr"))
      return special(t, at.number);
   return machine_bank_registers(banks, sizeof banks / sizeof *banks, &at);
}

/* Shares coefficients, in an entry that has them already or in a free one. */
static bool share(void *wave, const char *location, uint32_t *words, unsigned count)
{
   struct usc_wave *t = wave;
   const struct machine_location at = machine_location(location);

   if (!machine_location_in(&at, "cf") || at.number >= USC_NUM_CF || count > USC_NUM_CF - at.number)
      return false;
   for (unsigned k = 0; k < sizeof t->reg.block / sizeof *t->reg.block; k++)
      if (!t->reg.block[k].count || t->reg.block[k].first == at.number) {
         t->reg.block[k] = (struct usc_shared_cf){at.number, count, words};
         return true;
      }
   return false;
}

static void state(const void *wave, struct machine_state *out)
{
   const struct usc_wave *t = wave;
   *out = (struct machine_state){t->fault, t->fault_pc, t->flow.pc, t->killed, t->out.depth_written, t->out.pixel_lanes,
                                 t->groups, t->lane_ops};
}

const struct machine_ops usc_machine_ops = {
   .task_bytes = sizeof(struct usc_wave),
   .decode = decode,
   .init = init,
   .start = start,
   .step = step,
   .env = env,
   .registers = registers,
   .share = share,
   .state = state,
};
