/* SPDX-License-Identifier: MIT */
/* The key of the public header: its checks, what the passes see of it, and the hash over all that decides a result. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "util/sha256.h"

_Static_assert(SLOT_FACING - SLOT_POSITION + 1 == NVP4C_NUM_VARYINGS, "varyings are the slots from the position on");
_Static_assert((int)KEY_ALWAYS == (int)NVP4C_COMPARE_ALWAYS && (int)KEY_SWZ_1 == (int)NVP4C_SWIZZLE_1 &&
                  (int)KEY_POINT_NONE == (int)NVP4C_POINT_SIZE_NONE && KEY_TEX_UNITS == NVP4C_TEX_UNITS,
               "the numbers of the passes are those of the public header");

/* Nobody writes the facing: its place has the vertex id that a vertex program hands to a geometry program. */
unsigned varying_slot(unsigned varying) { return varying == NVP4C_NUM_VARYINGS - 1 ? SLOT_VERTEX_ID : SLOT_POSITION + varying; }

unsigned slot_varying(unsigned slot)
{
   return slot == SLOT_VERTEX_ID                            ? NVP4C_NUM_VARYINGS - 1
          : slot >= SLOT_POSITION && slot < SLOT_FACING ? slot - SLOT_POSITION
                                                            : NVP4C_NUM_VARYINGS;
}

static const char *const names[NVP4C_NUM_VARYINGS] = {
   "position", "col0", "col1", "bcol0", "bcol1", "fog", "psize",
   "clip0", "clip1", "clip2", "clip3", "clip4", "clip5", "clip6", "clip7",
   "tex0", "tex1", "tex2", "tex3", "tex4", "tex5", "tex6", "tex7",
   "attr0", "attr1", "attr2", "attr3", "attr4", "attr5", "attr6", "attr7", "attr8", "attr9", "attr10",
   "attr11", "attr12", "attr13", "attr14", "attr15", "attr16", "attr17", "attr18", "attr19", "attr20", "attr21",
   "attr22", "attr23", "attr24", "attr25", "attr26", "attr27", "attr28", "attr29", "attr30", "attr31",
   "primid", "layer", "vertexid",
};

const char *nvp4c_varying_name(unsigned varying) { return varying < NVP4C_NUM_VARYINGS ? names[varying] : NULL; }

/* A run of words a varying, within 256, and none twice. */
static bool good_map(const struct nvp4c_key *k)
{
   bool taken[256] = {false};

   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS && k->varying_map; i++) {
      const unsigned from = k->varying[i].address, n = (unsigned)__builtin_popcount(k->varying[i].mask);

      if (k->varying[i].mask > 15 || from + n > 256)
         return false;
      for (unsigned w = from; w < from + n; w++) {
         if (taken[w])
            return false;
         taken[w] = true;
      }
   }
   return true;
}

const char *key_error(const struct nvp4c_key *k)
{
   static const struct nvp4c_key zero;

   for (unsigned i = 0; i < 8; i++)
      if (k->frt[i] > NVP4C_FRT_RGBA8)
         return "key.frt";
   if (k->samples > 8 || (k->samples & (k->samples - 1)))
      return "key.samples";
   if (k->robust_off > 1 || k->sample_shading > 1 || k->flat_shading > 1 || k->two_side > 1 || k->clip_z > 1 || k->varying_map > 1)
      return "a flag of the key";
   if (k->point_size > NVP4C_POINT_SIZE_NONE)
      return "key.point_size";
   if (memcmp(k->reserved, zero.reserved, sizeof zero.reserved))
      return "key.reserved";
   if (!good_map(k))
      return "key.varying";
   for (unsigned i = 0; i < NVP4C_TEX_UNITS; i++) {
      if (k->tex[i].compare > NVP4C_COMPARE_ALWAYS)
         return "key.tex.compare";
      for (unsigned c = 0; c < 4; c++)
         if (k->tex[i].swizzle[c] > NVP4C_SWIZZLE_1)
            return "key.tex.swizzle";
   }
   if (k->scratch_base > 2044)
      return "key.scratch_base";
   if (k->scratch_stride % 4 || k->scratch_stride > 1u << 24)
      return "key.scratch_stride";
   return NULL;
}

void key_for_passes(const struct nvp4c_key *k, struct pass_key *p)
{
   memset(p, 0, sizeof *p);
   p->flat_shading = k->flat_shading;
   p->two_side = k->two_side;
   p->clip_z = k->clip_z;
   p->clip_planes = k->clip_planes;
   p->point_size = k->point_size;
   for (unsigned i = 0; i < NVP4C_TEX_UNITS; i++) {
      p->tex[i].compare = k->tex[i].compare;
      memcpy(p->tex[i].swizzle, k->tex[i].swizzle, sizeof p->tex[i].swizzle);
   }
   p->drop = k->varying_map;
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++)
      p->keep[varying_slot(i)] = k->varying[i].mask;
}

/* ---- the cache key: fields one by one, so that padding and pointers are not in it */

static void put(struct util_sha256 *h, uint64_t v)
{
   uint8_t b[8];

   for (unsigned i = 0; i < 8; i++)
      b[i] = (uint8_t)(v >> 8 * i);
   util_sha256_add(h, b, sizeof b);
}

static void put_text(struct util_sha256 *h, const char *s)
{
   put(h, s ? strlen(s) + 1 : 0);
   if (s)
      util_sha256_add(h, s, strlen(s));
}

static void put_key(struct util_sha256 *h, const struct nvp4c_key *k)
{
   const uint8_t flags[] = {k->robust_off, k->samples,    k->sample_shading, k->flat_shading, k->two_side,
                            k->clip_planes, k->clip_z, k->point_size,     k->point_coord,  k->varying_map};

   util_sha256_add(h, k->frt, sizeof k->frt);
   util_sha256_add(h, flags, sizeof flags);
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++) {
      const uint8_t v[] = {k->varying[i].address, k->varying[i].mask};
      util_sha256_add(h, v, sizeof v);
   }
   for (unsigned i = 0; i < NVP4C_TEX_UNITS; i++) {
      util_sha256_add(h, &k->tex[i].compare, 1);
      util_sha256_add(h, k->tex[i].swizzle, 4);
   }
   put(h, k->scratch_base);
   put(h, k->scratch_stride);
}

void nvp4c_cache_key(const char *text, size_t len, const struct nvp4c_options *options, uint8_t out[32])
{
   struct nvp4c_options o;
   struct util_sha256 h;

   options_copy(&o, options);
   util_sha256_init(&h);
   put_text(&h, "nvp4c " NVP4C_VERSION);
   put(&h, len);
   util_sha256_add(&h, text, len);
   const uint64_t numbers[] = {
      (uint64_t)o.target, (uint64_t)o.language, (uint64_t)(unsigned)o.opt_level, (uint64_t)o.sched, (uint64_t)o.ffp, o.fshort,
      o.num_limits, (uint64_t)(o.syntax_only != 0), o.diagnostics.max_errors, (uint64_t)(o.diagnostics.werror != 0), (uint64_t)(o.diagnostics.no_warnings != 0), o.diagnostics.num_warnings,
      (uint64_t)(unsigned)o.output.analyze, (uint64_t)(o.output.listing != 0), (uint64_t)(o.output.object != 0), (uint64_t)(o.inspect.dump_ir != 0), (uint64_t)(unsigned)o.passes.bisect_limit,
      (uint64_t)(unsigned)o.verify.each, o.verify.tasks, o.verify.seed, o.verify.noise, o.stress.max_temps, (uint64_t)(o.stress.one_op_per_group != 0),
      (uint64_t)(o.stress.spill_all != 0), o.stress.sched_seed, (uint64_t)o.stage,
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
   put_key(&h, &o.key);
   for (unsigned i = 0; i < o.num_limits; i++) {
      put_text(&h, o.limits[i].name);
      put(&h, o.limits[i].value);
   }
   for (unsigned i = 0; i < o.diagnostics.num_warnings; i++)
      put_text(&h, o.diagnostics.warnings[i]);
   util_sha256_end(&h, out);
}
