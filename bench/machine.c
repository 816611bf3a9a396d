/* SPDX-License-Identifier: MIT */
/*
 * Measures the speed of a machine (include/nvp4c_machine.h) on the bench shaders. A lane-instruction is one operation of a
 * group (of any of its units: a multiply-add, a test, a texture access, a wait) executed for one active invocation; struct
 * nvp4c_wave_state counts them. The figure is lane-instructions per second of processor time on one core, with 32 invocations
 * in a wave. The callbacks do next to nothing, and the time excludes the setting of inputs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "nvp4c_machine.h"

static uint32_t bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}

/* All texels are equal. */
static const char *sample(void *user, const struct nvp4c_texture_access *x, uint32_t (*result)[NVP4C_LANES])
{
   (void)user;
   for (unsigned c = 0; c < x->components; c++)
      for (unsigned l = 0; l < NVP4C_LANES; l++)
         result[c][l] = bits(0.5f);
   return NULL;
}

/* Sets all inputs and parameters to ordinary numbers. */
static void fill(struct nvp4c_wave *t, const struct nvp4c_result *r)
{
   for (unsigned n = 0; n < 2; n++) {
      const struct nvp4c_registers place = nvp4c_wave_registers(t, n ? "sr100" : "sr97"), in = nvp4c_wave_registers(t, "vi0");
      for (unsigned l = 0; l < NVP4C_LANES; l++)
         place.value[l] = bits((float)(n ? l / 2 % 2 : l % 2) + 0.5f);
      for (unsigned k = 0; k < in.count * NVP4C_LANES; k++)
         in.value[k] = bits(0.1f + 0.07f * (float)(k % 11));
   }
   const struct nvp4c_registers plane = nvp4c_wave_registers(t, "cf0"), shared = nvp4c_wave_registers(t, "sh0");
   for (unsigned k = 0; k < plane.count; k++)
      plane.value[k] = bits(0.1f + 0.37f * (float)(k % 7));
   for (unsigned k = 0; k < shared.count; k++)
      shared.value[k] = bits(0.2f + 0.31f * (float)(k % 5));
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
      if (f->kind == NVP4C_CONSTANT)
         *nvp4c_wave_location(t, &f->location).value = f->value;
   }
}

/* Returns the lane-instructions per microsecond of a shader, or 0 if it does not run. */
static double speed(const char *text, size_t len)
{
   struct nvp4c_options opt;
   struct nvp4c_wave_state state = {0};

   nvp4c_options_init(&opt, sizeof opt);
   opt.output.reflection = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, NULL);
   struct nvp4c_wave *t = nvp4c_wave_create(m);
   const struct nvp4c_callbacks callbacks = {.size = sizeof callbacks, .sample = sample};
   double best = 0;
   if (t) {
      nvp4c_wave_set_callbacks(t, &callbacks);
      fill(t, r);
      for (int k = 0; k < 5; k++) {
         uint64_t n = 0;
         double a = bench_now(), us;
         do {
            nvp4c_wave_start(t, ~0u, 0);
            nvp4c_wave_run(&t, 1, 100000);
            state = nvp4c_get_wave_state(t);
            n += state.lane_instructions;
            us = bench_now() - a;
         } while (us < 40000 && state.status == NVP4C_WAVE_DONE);
         best = (double)n / us > best ? (double)n / us : best;
      }
   }
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
   nvp4c_result_free(r);
   return state.status == NVP4C_WAVE_DONE ? best : 0;
}

int bench_machine(const char *dir)
{
   static const char *const shaders[] = {"vs_mvp.vp",      "vs_tnl.vp",       "vs_mad16_in.vp", "fs_pass.fp",
                                         "fs_modulate.fp", "fs_phong2tex.fp", "fs_loop64.fp",   "fs_inthash.fp"};
   int ok = 1;

   printf("\nrunning machine code, gx6250: million lane-instructions per second on one core\n");
   for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
      char path[512];
      size_t len;
      snprintf(path, sizeof path, "%s/shaders/%s", dir, shaders[i]);
      char *text = bench_read(path, &len);
      const double s = text ? speed(text, len) : 0;
      if (s > 0)
         printf("%-18s %8.1f\n", shaders[i], s);
      else
         printf("FAIL %s does not run\n", path);
      ok &= s > 0;
      free(text);
   }
   return ok;
}
