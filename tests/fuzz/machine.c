/* SPDX-License-Identifier: MIT */
/* Runs machine code in a simulator (nvp4c_machine_create()). The first byte selects the target, and the second is the seed of
   the registers. If the code can be decoded, it runs for some steps, with memory that returns arbitrary data. */
#include <string.h>

#include "nvp4c_machine.h"
#include "tests/fuzz/fuzz.h"

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t value[NVP4C_LANES])
{
   (void)user;
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      if (lanes >> l & 1)
         value[l] = (uint32_t)(address[l] * 0x9e3779b9u);
   return address[0] % 16 == 13 ? lanes & 1 : 0;
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                      const uint32_t value[NVP4C_LANES])
{
   (void)user, (void)address, (void)value;
   FUZZ_REQUIRE(bytes == 1 || bytes == 2 || bytes == 4);
   return address[0] % 16 == 13 ? lanes & 1 : 0;
}

static const char *sample(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[NVP4C_LANES])
{
   (void)user;
   for (unsigned c = 0; c < access->components; c++)
      for (unsigned l = 0; l < NVP4C_LANES; l++)
         result[c][l] = 0x3f000000u + (c << 20) + l;
   return NULL;
}

static void emit(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream)
{
   (void)user, (void)wave, (void)lanes, (void)stream;
}

static const struct nvp4c_callbacks callbacks = {
    .size = sizeof callbacks, .load = load, .store = store, .sample = sample, .emit = emit, .end_primitive = emit};

static void fill(struct nvp4c_wave *t, const char *location, uint32_t seed)
{
   const struct nvp4c_registers r = nvp4c_wave_registers(t, location);

   for (unsigned i = 0; r.value && i < r.count * r.lanes && i < 256; i++) {
      seed = seed * 1664525u + 1013904223u;
      r.value[i] = seed >> 30 ? seed >> 8 & 0x3f : 0x3f800000u ^ seed >> 9;
   }
}

void fuzz_machine(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   struct nvp4c_wave_state s;

   if (size < 2)
      return;
   o.target = data[0] & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   struct nvp4c_machine *m = nvp4c_machine_create(data + 2, size - 2, &o);
   FUZZ_REQUIRE(m != NULL);
   fuzz_check_result(nvp4c_machine_result(m), size, 0);
   struct nvp4c_wave *t = nvp4c_wave_create(m);
   FUZZ_REQUIRE(t || nvp4c_result_status(nvp4c_machine_result(m)) != NVP4C_OK);
   if (t) {
      nvp4c_wave_set_callbacks(t, &callbacks);
      static const char *const banks[] = {"r0", "sh0", "vi0", "cf0", "u0"};
      for (unsigned i = 0; i < sizeof banks / sizeof *banks; i++)
         fill(t, banks[i], data[1] + i);
      nvp4c_wave_start(t, data[0] & 2 ? UINT32_MAX : 0x0000fff7u, data[0] & 4 ? 0x2u : 0);
      nvp4c_wave_run(&t, 1, 100);
      s = nvp4c_get_wave_state(t);
      FUZZ_REQUIRE(s.status == NVP4C_WAVE_FAULT ? s.fault != NULL : !s.fault);
   }
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
}
