/* SPDX-License-Identifier: MIT */
/* The simulator as codegen/machine.h wants it. */
#include "backend-usc/sim/usc_sim.h"
#include "util/ctx.h"

#include <string.h>

static const void *decode(struct util_ctx *ctx, const uint8_t *code, size_t len)
{
   const struct usc_sim_code *c = usc_sim_decode(ctx, code, len);
   if (!c->error)
      return c;
   util_diag(ctx, DIAG_ID_usc_bad_code, UTIL_NO_SPAN, "byte %u: %s", (unsigned)c->error_at, c->error);
   return NULL;
}

static void init(void *task, num_m num)
{
   struct usc_task *t = task;
   usc_task_set_num(t, num);
}

static void start(void *task, uint32_t valid, uint32_t helpers)
{
   struct usc_task *t = task;
   usc_task_start(t, valid, helpers);
   t->budget = UINT64_MAX;
}

static enum exec_status step(const void *decoded, void *task)
{
   return usc_sim_step(decoded, task);
}

static struct machine_env *env(void *task)
{
   struct usc_task *t = task;
   return &t->env;
}

static struct machine_registers special(struct usc_task *t, uint32_t n)
{
   const struct {
      uint32_t first, count;
      uint32_t *value;
   } own[] = {{32, 4, t->reg.o[0]},        {164, 4, t->reg.o[4]},       {36, 8, t->reg.i[0]}, {USC_SR_X_P, 1, t->reg.x}, {USC_SR_X_S, 1, t->reg.xs},
              {USC_SR_Y_P, 1, t->reg.y}, {USC_SR_Y_S, 1, t->reg.ys}, {USC_SR_BACK_FACE, 1, t->reg.back_face},
              {USC_SR_SAMPLE, 1, t->reg.sample}};
   for (unsigned k = 0; k < sizeof own / sizeof *own; k++)
      if (n - own[k].first < own[k].count)
         return (struct machine_registers){own[k].value + EXEC_LANES * (n - own[k].first), own[k].count - (n - own[k].first), EXEC_LANES};
   return n < 256 ? (struct machine_registers){&t->reg.sr[n], 1, 1} : (struct machine_registers){0};
}

static struct machine_registers registers(void *task, const char *location)
{
   struct usc_task *t = task;
   const struct {
      const char *name;
      uint32_t *value;
      uint32_t count, lanes;
   } banks[] = {{"r", t->reg.r[0], USC_NUM_TEMPS, EXEC_LANES}, {"vi", t->reg.vi[0], USC_NUM_TEMPS, EXEC_LANES},
                {"o", t->reg.o[0], 8, EXEC_LANES},             {"vo", t->out.vo[0], USC_NUM_VO, EXEC_LANES},
                {"i", t->reg.i[0], 8, EXEC_LANES},             {"idx", t->reg.idx[0], 2, EXEC_LANES},
                {"sh", t->reg.sh, USC_NUM_SHARED, 1},          {"cf", t->reg.cf, USC_NUM_CF, 1},
                {"cfa", t->reg.cfa, USC_NUM_CF, 1},            {"depth", t->out.depth, 1, EXEC_LANES}};
   const size_t letters = strspn(location, "abcdefghijklmnopqrstuvwxyz");
   uint32_t n = 0;
   for (const char *p = location + letters; *p; p++) {
      if (*p < '0' || *p > '9' || n > 100000)
         return (struct machine_registers){0};
      n = 10 * n + (uint32_t)(*p - '0');
   }
   if (letters == 2 && !memcmp(location, "sr", 2))
      return special(t, n);
   for (unsigned k = 0; k < sizeof banks / sizeof *banks; k++)
      if (strlen(banks[k].name) == letters && !memcmp(banks[k].name, location, letters) && n < banks[k].count)
         return (struct machine_registers){banks[k].value + banks[k].lanes * (size_t)n, banks[k].count - n, banks[k].lanes};
   return (struct machine_registers){0};
}

static void state(const void *task, struct machine_state *out)
{
   const struct usc_task *t = task;
   *out = (struct machine_state){t->fault, t->fault_pc, t->killed, t->out.depth_written, t->groups, t->lane_ops};
}

const struct machine_ops usc_machine_ops = {
   .task_bytes = sizeof(struct usc_task),
   .decode = decode,
   .init = init,
   .start = start,
   .step = step,
   .env = env,
   .registers = registers,
   .state = state,
};
