/* SPDX-License-Identifier: MIT */
/* Steps a wave that rectangle_find() or mesh_find() has started. */
#include "web/wasm/rectangle.h"

/* Runs one step. Returns enum nvp4c_wave_status: NVP4C_WAVE_BUDGET if the program goes on. */
WEB_EXPORT int trace_step(struct nvp4c_wave *wave)
{
   return (int)nvp4c_wave_run(&wave, 1, 1);
}

/* Byte offset of the next step, the mask of discarded lanes, the number of steps so far, and the address of the message of a
   fault. */
WEB_EXPORT void trace_state(const struct nvp4c_wave *wave, uint32_t state[4])
{
   const struct nvp4c_wave_state w = nvp4c_get_wave_state(wave);

   state[0] = (uint32_t)w.offset;
   state[1] = w.killed;
   state[2] = (uint32_t)w.steps;
   state[3] = (uint32_t)(uintptr_t)w.fault;
}

/* Registers from a location on: out[0] is the address of their values, out[1] their number and out[2] that of their lanes. */
WEB_EXPORT void trace_registers(struct nvp4c_wave *wave, const char *location, uint32_t out[3])
{
   const struct nvp4c_registers r = nvp4c_wave_registers(wave, location);

   out[0] = (uint32_t)(uintptr_t)r.value;
   out[1] = r.count;
   out[2] = r.lanes;
}
