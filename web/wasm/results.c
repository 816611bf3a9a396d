/* SPDX-License-Identifier: MIT */
/* Small functions with which JavaScript reads results of the library. */
#include <string.h>

#include "web/wasm/rectangle.h"

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
