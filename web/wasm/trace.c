/* SPDX-License-Identifier: MIT */
/* Steps the program of a pixel, and small helpers with which JavaScript reads results. */
#include <string.h>

#include "web/wasm/scene.h"

/* The nearest primitive that covers a pixel, or NULL. */
static const struct primitive *primitive_at(const struct scene *s, int x, int y)
{
   const unsigned pixel = (unsigned)(x & 1) | (unsigned)(y & 1) << 1;
   const struct primitive *best = NULL;
   double near = 0;

   for (unsigned i = 0; i < s->num_primitives; i++) {
      const struct primitive *p = &s->primitive[i];
      const double z = p->z[0] * (x + 0.5) + p->z[1] * (y + 0.5) + p->z[2];
      if (primitive_covers(p, x & ~1, y & ~1) >> pixel & 1 && (!best || z < near)) {
         best = p;
         near = z;
      }
   }
   return best;
}

/* Starts the wave of the quad with a pixel, y from the bottom. Returns the lane of the pixel, or -1 if nothing covers it. After
   it, masks[0] has the lanes and masks[1] the helpers. */
WEB_EXPORT int trace_begin(struct scene *s, int x, int y, uint32_t masks[2])
{
   struct batch b = {.primitive = primitive_at(s, x, y), .count = 1, .x = {x & ~1}, .y = {y & ~1}};

   if (!b.primitive)
      return -1;
   b.covered[0] = (uint8_t)primitive_covers(b.primitive, b.x[0], b.y[0]);
   batch_place(s, &b, &masks[0], &masks[1]);
   nvp4c_wave_start(s->fragment->wave, masks[0], masks[1]);
   return (x & 1) | (y & 1) << 1;
}

/* Runs one step. Returns enum nvp4c_wave_status: NVP4C_WAVE_BUDGET if the program goes on. */
WEB_EXPORT int trace_step(struct scene *s)
{
   const int status = (int)nvp4c_wave_run(&s->fragment->wave, 1, 1);

   if (status == NVP4C_WAVE_FAULT)
      stage_explain(s->fragment, 0);
   return status;
}

/* Byte offset of the next step, the mask of discarded lanes, and the number of steps so far. */
WEB_EXPORT void trace_state(const struct scene *s, uint32_t state[3])
{
   const struct nvp4c_wave_state w = nvp4c_get_wave_state(s->fragment->wave);

   state[0] = (uint32_t)w.offset;
   state[1] = w.killed;
   state[2] = (uint32_t)w.steps;
}

/* Registers from a location on: out[0] is the address of their values, out[1] their number and out[2] that of their lanes. */
WEB_EXPORT void trace_registers(const struct scene *s, const char *location, uint32_t out[3])
{
   const struct nvp4c_registers r = nvp4c_wave_registers(s->fragment->wave, location);

   out[0] = (uint32_t)(uintptr_t)r.value;
   out[1] = r.count;
   out[2] = r.lanes;
}

/* ---- results */

WEB_EXPORT unsigned web_options_size(void)
{
   return sizeof(struct nvp4c_options);
}

/* Kind, binding, index, component, interpolation and value of an entry of the reflection. */
static void put_entry(const struct nvp4c_reflection *e, uint32_t out[6])
{
   const uint32_t words[6] = {(uint32_t)e->kind, (uint32_t)e->binding,       e->index,
                              e->component,      (uint32_t)e->interpolation, e->value};
   memcpy(out, words, sizeof words);
}
WEB_EXPORT void web_entry(const struct nvp4c_result *r, unsigned i, uint32_t out[6])
{
   put_entry(nvp4c_result_reflection(r, i), out);
}
/* The words of an input of the pre-shader, and its name. */
WEB_EXPORT size_t web_preshader_input(const struct nvp4c_preshader *p, unsigned i, uint32_t out[6], char *name, size_t size)
{
   const struct nvp4c_reflection *e = nvp4c_preshader_input(p, i);

   if (!e)
      return 0;
   put_entry(e, out);
   return nvp4c_reflection_name(e, name, size);
}
WEB_EXPORT size_t web_entry_name(const struct nvp4c_result *r, unsigned i, char *name, size_t size)
{
   return nvp4c_reflection_name(nvp4c_result_reflection(r, i), name, size);
}
/* Unit and target (enum nvp4c_tex_target) of a texture. Returns 0 after the last one. */
WEB_EXPORT int web_texture(const struct nvp4c_result *r, unsigned i, uint32_t out[2])
{
   const struct nvp4c_texture *t = nvp4c_result_texture(r, i);

   if (!t)
      return 0;
   out[0] = t->unit;
   out[1] = (uint32_t)t->target;
   return 1;
}
/* A diagnostic: severity, id, offset, length, line, column, message and section; texts are addresses. */
WEB_EXPORT void web_diagnostic(const struct nvp4c_result *r, unsigned i, uint32_t out[8])
{
   const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
   const uint32_t words[8] = {(uint32_t)d->severity,
                              (uint32_t)(uintptr_t)d->id,
                              (uint32_t)d->offset,
                              (uint32_t)d->length,
                              d->line,
                              d->column,
                              (uint32_t)(uintptr_t)d->message,
                              (uint32_t)(uintptr_t)d->section};
   memcpy(out, words, sizeof words);
}
/* Nanoseconds of a whole compile. */
WEB_EXPORT double web_nanoseconds(const struct nvp4c_result *r)
{
   const struct nvp4c_timing t = nvp4c_result_timing(r);
   return (double)(t.parse + t.lower + t.passes + t.codegen);
}
