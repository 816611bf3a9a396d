/* SPDX-License-Identifier: MIT */
/* The cache key: SHA-256 of everything that decides a result. The rows of nvp4c/options.def give the members of the options.
   Members whose rows have no numbers or texts (CALL) are added here; the structures among them have no padding. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
#include "nvp4c_key.h"
#pragma GCC diagnostic pop

#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/sha256.h"

_Static_assert(sizeof(struct nvp4c_attribute) == 8, "struct nvp4c_attribute has no padding");

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
   for (const struct option_member *m = option_members; m < option_members + num_option_members; m++)
      if (m->kind == OPTION_STR)
         put_text(&h, *(const char *const *)((const char *)&o + m->offset));
      else if (m->kind != OPTION_CALL && m->offset != offsetof(struct nvp4c_options, memory.limit))
         put(&h, options_number(&o, m));
   const uint64_t numbers[] = {o.fshort, (uint64_t)o.passes.bisect_limit, o.verify.waves, o.num_limits,
                               o.diagnostics.num_warnings};
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      put(&h, numbers[i]);
   sha256_add(&h, &o.key, sizeof o.key);
   sha256_add(&h, o.monolithic.attrib, sizeof o.monolithic.attrib);
   for (unsigned i = 0; i < o.num_limits; i++) {
      put_text(&h, o.limits[i].name);
      put(&h, o.limits[i].value);
   }
   for (unsigned i = 0; i < o.diagnostics.num_warnings; i++)
      put_text(&h, o.diagnostics.warnings[i]);
   sha256_end(&h, out);
   return NVP4C_OK;
}
