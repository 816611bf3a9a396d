/* SPDX-License-Identifier: MIT */
/* --dump: writes shaders and their code to files, named by the hash of the text. */
#include "gl-driver/shader/code.h"
#include "gl-driver/pipe/driver.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a. */
static uint64_t hash_of(const char *text, size_t length)
{
   uint64_t h = UINT64_C(0xcbf29ce484222325);

   for (size_t i = 0; i < length; i++)
      h = (h ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
   return h;
}

void shader_hash(const char *text, size_t length, char hash[17])
{
   snprintf(hash, 17, "%016" PRIx64, hash_of(text, length));
}

static FILE *create(const struct driver *d, const char *hash, const char *variant, const char *suffix)
{
   char path[4096];

   if (snprintf(path, sizeof path, "%s/%s%s%s.%s", d->dump, hash, *variant ? "-" : "", variant, suffix) >= (int)sizeof path)
      return NULL;
   FILE *f = fopen(path, "w");
   if (!f)
      fprintf(stderr, "nvp4c-gl: %s: %s\n", path, strerror(errno));
   return f;
}

static void name_variant(const struct code *c, char variant[17])
{
   for (unsigned i = 0; i < 8; i++)
      snprintf(variant + 2 * i, 3, "%02x", c->name[i]);
}

void dump_part(const struct driver *d, const struct code *c, const char *part, const char *text, size_t length)
{
   char hash[17], variant[17];

   name_variant(c, variant);
   shader_hash(text, length, hash);
   FILE *f = create(d, variant, hash, part);
   if (!f)
      return;
   fwrite(text, 1, length, f);
   fclose(f);
}

void dump_code(const struct driver *d, const char *text, size_t length, const struct code *c, const struct nvp4c_key *key)
{
   char hash[17], variant[17];
   size_t listing_length;
   FILE *f;

   shader_hash(text, length, hash);
   name_variant(c, variant);
   if ((f = create(d, hash, "", "tgsi"))) {
      fwrite(text, 1, length, f);
      fclose(f);
   }
   if (!c->result || !(f = create(d, hash, variant, "s")))
      return;
   const char *listing = nvp4c_result_listing(c->result, &listing_length);
   fprintf(f, "// status %u, key", (unsigned)nvp4c_result_status(c->result));
   for (size_t i = 0; i < sizeof *key; i++)
      if (((const uint8_t *)key)[i])
         fprintf(f, " %zu:%u", i, ((const uint8_t *)key)[i]);
   fputc('\n', f);
   for (unsigned i = 0; i < nvp4c_result_num_stats(c->result); i++)
      fprintf(f, "// %s: %" PRIu64 "\n", nvp4c_result_stat(c->result, i).name, nvp4c_result_stat(c->result, i).value);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(c->result); i++) {
      char name[256], place[64];
      nvp4c_reflection_name(nvp4c_result_reflection(c->result, i), name, sizeof name);
      nvp4c_location_text(&nvp4c_result_reflection(c->result, i)->location, place, sizeof place);
      fprintf(f, "// %s: %s\n", name, place);
   }
   if (listing)
      fwrite(listing, 1, listing_length, f);
   fclose(f);
}
