/* SPDX-License-Identifier: MIT */
/*
 * Compiles two programs, separated by a line "----", links them, and compiles them again with the map of the link. The map
 * must write each word once, and the objects of the two programs must link alike. The hash of the input sets the
 * pipeline key.
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"

static const uint8_t *split(const uint8_t *data, size_t size)
{
   for (size_t i = 0; i + 6 <= size; i++)
      if (!memcmp(data + i, "\n----\n", 6))
         return data + i;
   return NULL;
}

static struct nvp4c_result *load(const struct nvp4c_result *r, const struct nvp4c_options *o)
{
   size_t n;
   const void *object = nvp4c_result_object(r, &n);

   return object ? nvp4c_load(object, n, o) : NULL;
}

static void compare_loaded(const struct nvp4c_result *link, const struct nvp4c_result *producer,
                           const struct nvp4c_result *consumer, const struct nvp4c_options *o)
{
   struct nvp4c_result *p = load(producer, o), *c = load(consumer, o), *again = p && c ? nvp4c_link(p, c, o) : NULL;

   if (again) {
      FUZZ_REQUIRE(nvp4c_result_status(p) == NVP4C_OK && nvp4c_result_status(c) == NVP4C_OK);
      FUZZ_REQUIRE(nvp4c_result_status(again) == nvp4c_result_status(link));
      FUZZ_REQUIRE(nvp4c_link_num_entries(again) == nvp4c_link_num_entries(link));
   }
   nvp4c_result_free(again);
   nvp4c_result_free(p);
   nvp4c_result_free(c);
}

/* Checks that each word of the map is written once. */
static void check_words(const struct nvp4c_result *link)
{
   uint8_t used[256] = {0};

   for (unsigned i = 0; i < nvp4c_link_num_entries(link); i++) {
      const struct nvp4c_link_entry *e = nvp4c_get_link_entry(link, i);
      FUZZ_REQUIRE(e->component < 4 && e->address < 256 && e->varying < NVP4C_NUM_VARYINGS);
      const struct nvp4c_link_entry *before = i ? nvp4c_get_link_entry(link, i - 1) : NULL;
      const bool same = before && before->varying == e->varying && before->component == e->component;
      if (e->address < 0 || same) /* the same component read with another interpolation or of another vertex */
         continue;
      FUZZ_REQUIRE(!used[e->address]++);
   }
}

void fuzz_link(const uint8_t *data, size_t size)
{
   const uint8_t *at = split(data, size);
   const uint32_t h = fuzz_hash(data, size);
   struct nvp4c_options o = fuzz_options(h >> 8);

   if (!at)
      return;
   o.target = h & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   o.opt_level = (int)(h >> 1 & 1);
   o.output.object = h >> 2 & 1;
   o.output.reflection = o.check_code = 1;
   o.key.two_side = h >> 4 & 1;
   o.key.flat_shading = h >> 5 & 1;
   o.key.clip_planes = h >> 6 & 1 ? (uint8_t)(h >> 24) : 0;
   o.key.point_coord = h >> 7 & 1 ? (uint8_t)(h >> 16) : 0;
   const char *texts[2] = {(const char *)data, (const char *)at + 6};
   const size_t length[2] = {(size_t)(at - data), size - (size_t)(at - data) - 6};
   struct nvp4c_result *first = nvp4c_compile(texts[0], length[0], &o), *second = nvp4c_compile(texts[1], length[1], &o);
   fuzz_check_result(first, length[0], 0);
   fuzz_check_result(second, length[1], 0);
   struct nvp4c_result *link = nvp4c_link(first, second, &o);
   fuzz_check_result(link, size, 0);
   struct nvp4c_options mapped = o;
   if (nvp4c_result_status(link) == NVP4C_OK)
      check_words(link);
   if (nvp4c_result_status(link) == NVP4C_OK && nvp4c_link_key(link, &mapped.key)) {
      struct nvp4c_result *r = nvp4c_compile(texts[0], length[0], &mapped);
      fuzz_check_result(r, length[0], 0);
      nvp4c_result_free(r);
      compare_loaded(link, first, second, &o);
   }
   nvp4c_result_free(link);
   nvp4c_result_free(first);
   nvp4c_result_free(second);
}
