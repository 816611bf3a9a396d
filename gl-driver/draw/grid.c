/* SPDX-License-Identifier: MIT */
/*
 * Compute: the workgroups of a grid, one after the other, x first. The waves of a workgroup run in lockstep up to each barrier
 * (nvp4c_workgroup_run()). On the USC waves are always full, and the program disables invocations beyond the end of the
 * workgroup; on AGX these do not exist. A workgroup may have fewer invocations on the machine than in GL
 * (facts.workgroup_invocations), each of which does the work of several.
 */
#include "gl-driver/shader/shader.h"

#include <stdlib.h>
#include <string.h>

struct grid {
   const struct grid_info *info;
   struct bindings b;
   struct kernel *kernel;
   struct nvp4c_wave *wave[NVP4C_WORKGROUP_WAVES];
   unsigned num_waves, invocations; /* of a workgroup */
};

/* Sets the inputs of a wave that depend on its position in the workgroup, or on the workgroup. */
static void place_wave(const struct grid *g, unsigned n)
{
   const struct runner *r = g->kernel->runner[n];
   const uint32_t *size = g->info->workgroup;

   for (unsigned i = 0; i < nvp4c_result_num_reflections(r->code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r->code->result, i);
      if (e->binding != NVP4C_BIND_SYSTEM || !r->place[i])
         continue;
      for (uint32_t l = 0, at = n * LANES; l < LANES; l++, at++) {
         const uint32_t place[3] = {at % size[0], at / size[0] % size[1], at / size[0] / size[1]};
         if (e->index == NVP4C_SYSTEM_THREAD_INDEX && !r->code->agx)
            r->place[i][l] = at;
         else if (e->index == NVP4C_SYSTEM_THREAD_ID && e->component < 3)
            r->place[i][l] = place[e->component];
      }
   }
   if (r->code->agx)
      *nvp4c_wave_registers(r->wave, "sr53").value = n;
}

static void place_workgroup(const struct grid *g, const uint32_t workgroup[3])
{
   const struct code *code = g->kernel->code;

   for (unsigned i = 0; i < nvp4c_result_num_reflections(code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(code->result, i);
      for (unsigned n = 0;
           n < g->num_waves && e->binding == NVP4C_BIND_SYSTEM && e->index == NVP4C_SYSTEM_WORKGROUP_ID && e->component < 3;
           n++)
         if (g->kernel->runner[n]->place[i])
            *g->kernel->runner[n]->place[i] = workgroup[e->component];
   }
}

/* Sets the registers that the waves of a workgroup share (USC). */
static void share(const struct grid *g, struct runner *r)
{
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r->code->result); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r->code->result, i);
      if (e->location.reg != NVP4C_REG_COEFFICIENT)
         continue;
      if (e->binding == NVP4C_BIND_WORKGROUP_MEMORY)
         nvp4c_wave_share(r->wave, &e->location, g->b.workgroup->shared, g->b.workgroup->shared_bytes / 4);
      else if (e->binding == NVP4C_BIND_BARRIER_WORDS)
         nvp4c_wave_share(r->wave, &e->location, g->b.workgroup->barrier, BARRIER_WORDS);
   }
}

static bool make_waves(struct grid *g)
{
   for (unsigned n = 0; n < g->num_waves; n++) {
      struct runner *r = pipeline_runner(&g->kernel->runner[n], g->kernel->code, NULL);
      if (!r)
         return false;
      runner_bind(r, &g->b);
      share(g, r);
      place_wave(g, n);
      g->wave[n] = r->wave;
   }
   return true;
}

/* False if a wave faulted or ran for too long. */
static bool run_workgroup(const struct grid *g, const uint32_t workgroup[3])
{
   memset(g->b.workgroup->shared, 0, g->b.workgroup->shared_bytes);
   memset(g->b.workgroup->barrier, 0, sizeof g->b.workgroup->barrier);
   place_workgroup(g, workgroup);
   for (unsigned n = 0; n < g->num_waves; n++) {
      const unsigned left = g->invocations - n * LANES;
      nvp4c_wave_start(g->wave[n], left < LANES && g->kernel->code->agx ? (1u << left) - 1 : UINT32_MAX, 0);
   }
   const uint64_t most = work_most(g->b.work) / g->num_waves + 1;
   const enum nvp4c_wave_status status = nvp4c_workgroup_run(g->wave, g->num_waves, most < MAX_STEPS ? most : MAX_STEPS);
   uint64_t steps = 0;
   for (unsigned n = 0; n < g->num_waves; n++)
      steps += nvp4c_get_wave_state(g->wave[n]).steps;
   if (status == NVP4C_WAVE_DONE)
      return work_add(g->b.work, steps);
   for (unsigned n = 0; n < g->num_waves; n++)
      if (nvp4c_get_wave_state(g->wave[n]).status != NVP4C_WAVE_DONE) {
         runner_report(g->kernel->runner[n]);
         break;
      }
   return false;
}

void run_grid(struct context *c, const struct grid_info *info)
{
   struct grid g = {.info = info, .kernel = kernel_get(c)};
   struct workgroup_memory memory = {.shared = NULL};
   bool ok = g.kernel != NULL;

   if (!ok)
      return;
   memory.shared_bytes = g.kernel->key.shared_bytes ? g.kernel->key.shared_bytes : MAX_SHARED_BYTES;
   memory.shared = calloc(1, memory.shared_bytes + 4);
   g.b = (struct bindings){
       .context = c, .stage = STAGE_COMPUTE, .code = g.kernel->code, .grid = info, .workgroup = &memory, .work = &c->work};
   g.invocations = g.kernel->code->facts.workgroup_invocations;
   if (!g.invocations) /* the program does not declare the size */
      g.invocations = info->workgroup[0] * info->workgroup[1] * info->workgroup[2];
   g.num_waves = (g.invocations + LANES - 1) / LANES;
   ok = memory.shared && bindings_init(&g.b) && make_waves(&g);
   for (uint32_t z = 0; ok && z < info->grid[2]; z++)
      for (uint32_t y = 0; ok && y < info->grid[1]; y++)
         for (uint32_t x = 0; ok && x < info->grid[0]; x++)
            ok = run_workgroup(&g, (uint32_t[3]){x, y, z});
   for (unsigned n = 0; n < g.num_waves; n++)
      if (g.kernel->runner[n])
         g.kernel->runner[n]->bindings = NULL;
   bindings_finish(&g.b);
   free(memory.shared);
}
