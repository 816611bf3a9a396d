/* SPDX-License-Identifier: MIT */
/* Fuzzes the loader of objects, all accessors of a loaded result, and the functions that take one. Each object is loaded
   unchanged and with a correct hash. */
#include <stdlib.h>
#include <string.h>

#include "nvp4c_machine.h"
#include "tests/fuzz/fuzz.h"

/* Touches every byte of a text or block. */
static unsigned read_all(const void *p, size_t size)
{
   const uint8_t *b = p;
   unsigned sum = 0;

   for (size_t i = 0; b && i < size; i++)
      sum += b[i];
   return sum;
}

static unsigned read_result(const struct nvp4c_result *r)
{
   char text[64];
   size_t n = 0;
   unsigned sum = read_all(nvp4c_result_code(r, &n), n);

   sum += read_all(nvp4c_result_preamble(r, &n), n);
   sum += read_all(nvp4c_result_object(r, &n), n);
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++)
      sum += read_all(nvp4c_result_stat(r, i).name, strlen(nvp4c_result_stat(r, i).name));
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      sum += (unsigned)nvp4c_reflection_name(e, text, sizeof text);
      sum += (unsigned)nvp4c_location_text(&e->location, text, sizeof text);
   }
   for (unsigned i = 0; i < nvp4c_result_num_textures(r); i++)
      sum += nvp4c_result_texture(r, i)->unit;
   return sum + nvp4c_result_facts(r).temporaries + (unsigned)strlen(nvp4c_result_cpu(r));
}

static void load(const uint8_t *data, size_t size, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = nvp4c_load(data, size, o);

   fuzz_check_result(r, size, 0);
   if (nvp4c_result_status(r) == NVP4C_OK) {
      size_t n;
      const void *pre = nvp4c_result_preshader(r, &n);
      read_result(r);
      struct nvp4c_result *l = nvp4c_link(r, r, o); /* linked with itself: only a geometry program can follow a program of its
                                                       own stage */
      fuzz_check_result(l, 0, 0);
      nvp4c_result_free(l);
      struct nvp4c_preshader *p = pre ? nvp4c_preshader_create(pre, n, o) : NULL;
      nvp4c_preshader_free(p);
      struct nvp4c_machine *m = nvp4c_machine_of_result(r, o);
      FUZZ_REQUIRE(m != NULL);
      nvp4c_machine_free(m);
   }
   nvp4c_result_free(r);
}

void fuzz_object(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   uint8_t *copy = malloc(size + 1);

   FUZZ_REQUIRE(copy != NULL);
   memcpy(copy, data, size);
   fuzz_hash_object(copy, size);
   load(copy, size, &o);
   /* The disassembler uses the code and line table of objects and ignores the hash. */
   o.output.listing = o.debug.lines = 1;
   struct nvp4c_result *r = nvp4c_disassemble(data, size, &o);
   fuzz_check_result(r, size, 0);
   nvp4c_result_free(r);
   free(copy);
}
