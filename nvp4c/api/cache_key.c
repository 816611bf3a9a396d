/* SPDX-License-Identifier: MIT */
/* The cache key: SHA-256 over everything that decides a result, field by field, so that padding and pointers are not in it. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/sha256.h"

static void put(struct sha256 *h, uint64_t v)
{
   uint8_t b[8];

   for (unsigned i = 0; i < 8; i++)
      b[i] = (uint8_t)(v >> 8 * i);
   sha256_add(h, b, sizeof b);
}

static void put_text(struct sha256 *h, const char *s)
{
   put(h, s ? strlen(s) + 1 : 0);
   if (s)
      sha256_add(h, s, strlen(s));
}

static void put_key(struct sha256 *h, const struct nvp4c_key *k)
{
   const uint8_t flags[] = {k->robust_off, k->samples,    k->sample_shading, k->flat_shading, k->two_side,
                            k->clip_planes, k->clip_z, k->point_size,     k->point_coord,  k->varying_map,
                            k->color_buffers, k->alpha_test, k->clamp_colors, k->alpha_to_one, k->stipple, k->coverage};

   sha256_add(h, k->frt, sizeof k->frt);
   sha256_add(h, flags, sizeof flags);
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++) {
      const uint8_t v[] = {k->varying[i].address, k->varying[i].mask};
      sha256_add(h, v, sizeof v);
   }
   for (unsigned i = 0; i < NVP4C_TEX_UNITS; i++) {
      sha256_add(h, &k->tex[i].compare, 1);
      sha256_add(h, k->tex[i].swizzle, 4);
   }
   for (unsigned i = 0; i < NVP4C_IMAGE_UNITS; i++) {
      const uint8_t v[] = {k->image[i].format, k->image[i].tiled};
      sha256_add(h, v, sizeof v);
   }
   put(h, k->shared_bytes);
   put(h, k->scratch_base);
   put(h, k->scratch_stride);
}

enum nvp4c_status nvp4c_cache_key(const char *text, size_t len, const struct nvp4c_options *options, uint8_t out[32])
{
   struct nvp4c_options o;
   struct sha256 h;

   memset(out, 0, 32);
   if (options_copy(&o, options))
      return NVP4C_USAGE;
   sha256_init(&h);
   put_text(&h, "nvp4c " NVP4C_VERSION);
   put(&h, len);
   sha256_add(&h, text, len);
   const uint64_t numbers[] = {
      (uint64_t)o.target,
      (uint64_t)o.language,
      (uint64_t)(unsigned)o.opt_level,
      (uint64_t)o.sched,
      (uint64_t)o.ffp,
      o.fshort,
      o.num_limits,
      o.syntax_only != 0,
      o.diagnostics.max_errors,
      o.diagnostics.werror != 0,
      o.diagnostics.no_warnings != 0,
      o.diagnostics.num_warnings,
      (uint64_t)(unsigned)o.output.analyze,
      o.output.listing != 0,
      o.output.object != 0,
      o.output.reflection != 0,
      o.inspect.dump_ir != 0,
      (uint64_t)(unsigned)o.inspect.dump_source,
      (uint64_t)(unsigned)o.passes.bisect_limit,
      (uint64_t)(unsigned)o.verify.each,
      o.verify.waves,
      o.verify.seed,
      o.verify.noise,
      o.stress.max_temps,
      o.stress.one_op_per_group != 0,
      o.stress.spill_all != 0,
      o.stress.sched_seed,
      (uint64_t)o.stage,
      o.budget.work,
      o.budget.code_size,
      o.budget.scratch,
      o.debug.lines != 0,
      o.stress_preshader != 0,
      (uint64_t)o.preshader,
      o.monolithic.on != 0,
      o.monolithic.api_sample_mask != 0,
      o.check_code != 0,
   };
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      put(&h, numbers[i]);
   put_text(&h, o.cpu);
   put_text(&h, o.attr);
   put_text(&h, o.inspect.print_before);
   put_text(&h, o.inspect.print_after);
   put_text(&h, o.passes.disable);
   put_text(&h, o.inspect.print_changed);
   put_text(&h, o.passes.list);
   put_text(&h, o.passes.start_after);
   put_text(&h, o.passes.stop_after);
   put(&h, (uint64_t)(o.inspect.dump_cfg != 0));
   put_text(&h, o.debug.source);
   put_key(&h, &o.key);
   for (unsigned i = 0; i < NVP4C_MAX_ATTRIBS; i++) {
      const struct nvp4c_attribute *a = &o.monolithic.attrib[i];
      put(&h, (uint64_t)a->divisor << 32 | (uint64_t)a->stride << 16 | (uint64_t)a->components << 8 | a->format);
   }
   for (unsigned i = 0; i < o.num_limits; i++) {
      put_text(&h, o.limits[i].name);
      put(&h, o.limits[i].value);
   }
   for (unsigned i = 0; i < o.diagnostics.num_warnings; i++)
      put_text(&h, o.diagnostics.warnings[i]);
   sha256_end(&h, out);
   return NVP4C_OK;
}
