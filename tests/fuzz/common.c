/* SPDX-License-Identifier: MIT */
/* Helpers of all fuzz targets: see fuzz.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/preshader/preshader.h"
#include "nvp4c/report/sha256.h"
#include "tests/fuzz/fuzz.h"

const struct fuzz_target fuzz_targets[] = {
#define FUZZ(name, form, tables, room, runs) {#name, fuzz_##name, FUZZ_##form, tables, room},
#include "tests/fuzz/targets.def"
#undef FUZZ
    {NULL, NULL, FUZZ_BYTES, 0, 0},
};

const struct fuzz_target *fuzz_find(const char *name)
{
   for (const struct fuzz_target *t = fuzz_targets; t->name; t++)
      if (name && !strcmp(t->name, name))
         return t;
   return NULL;
}

_Noreturn void fuzz_fail(const char *what, const char *file, int line)
{
   fflush(stdout);
   fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
   abort();
}

uint32_t fuzz_hash(const uint8_t *data, size_t size)
{
   uint32_t h = 2166136261u;

   for (size_t i = 0; i < size; i++)
      h = (h ^ data[i]) * 16777619u;
   return h ^ h >> 15;
}

struct nvp4c_options fuzz_options(uint32_t hash)
{
   static struct nvp4c_context *context;
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   if (!context)
      context = nvp4c_context_new(NULL);
   o.context = hash % 16 ? context : NULL;
   o.memory.limit = (size_t)1 << 27;
   o.budget.work = 300000;
   o.budget.code_size = 1 << 18;
   o.diagnostics.max_errors = 20;
   return o;
}

static void check_diagnostics(const struct nvp4c_result *r, size_t size)
{
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);

      FUZZ_REQUIRE(d->id[0] && d->message[0]);
      FUZZ_REQUIRE(d->offset == SIZE_MAX || (d->offset <= size && d->length <= size - d->offset && d->line));
   }
}

void fuzz_check_result(const struct nvp4c_result *r, size_t size, unsigned more)
{
   const unsigned usual =
       FUZZ_STATUS(NVP4C_OK) | FUZZ_STATUS(NVP4C_REJECTED) | FUZZ_STATUS(NVP4C_LIMIT) | FUZZ_STATUS(NVP4C_UNSUPPORTED);

   FUZZ_REQUIRE(r != NULL);
   const enum nvp4c_status s = nvp4c_result_status(r);
   if (!((usual | more) >> s & 1)) {
      for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++)
         fprintf(stderr, "   %s [%s]\n", nvp4c_result_diagnostic(r, i)->message, nvp4c_result_diagnostic(r, i)->id);
      fprintf(stderr, "status %d\n", (int)s);
   }
   FUZZ_REQUIRE((usual | more) >> s & 1);
   FUZZ_REQUIRE(s == NVP4C_OK || nvp4c_result_num_diagnostics(r));
   check_diagnostics(r, size);
}

/* ---- printed output */

enum { PRINT_ROOM = 1 << 20 };

static void print(void *user, const char *text, size_t length)
{
   struct fuzz_print *p = user;

   p->whole &= length <= PRINT_ROOM - p->length;
   if (p->whole) {
      memcpy(p->text + p->length, text, length);
      p->length += length;
   }
}

void fuzz_print_into(struct fuzz_print *p, unsigned buffer, struct nvp4c_options *o)
{
   static char room[2][PRINT_ROOM];

   *p = (struct fuzz_print){.text = room[buffer], .whole = true};
   o->inspect.print = print;
   o->inspect.user = p;
}

/* ---- hashes */

void fuzz_hash_object(uint8_t *object, size_t size)
{
   /* The hash is in the second note of docs/object.md: after the head of the note come 264 bytes of contents, and the last 32
      of them are the hash. */
   static const uint8_t head[] = {6, 0, 0, 0, 8, 1, 0, 0, 2, 0, 0, 0, 'n', 'v', 'p', '4', 'c', 0, 0, 0};
   enum { NOTE = 264, HASH = 32 };

   for (size_t at = 0; at + sizeof head + NOTE <= size; at += 4)
      if (!memcmp(object + at, head, sizeof head)) {
         uint8_t *hash = object + at + sizeof head + NOTE - HASH;
         struct sha256 h;

         memset(hash, 0, HASH);
         sha256_init(&h);
         sha256_add(&h, object, size);
         sha256_end(&h, hash);
         return;
      }
}

void fuzz_hash_preshader(uint8_t *bytes, size_t size)
{
   const uint32_t magic = PRESHADER_MAGIC, fingerprint = preshader_fingerprint();

   if (size < PRESHADER_HASHED + 4)
      return;
   for (unsigned i = 0; i < 4; i++) {
      bytes[i] = (uint8_t)(magic >> 8 * i);
      bytes[PRESHADER_HASHED + i] = (uint8_t)(fingerprint >> 8 * i);
   }
   preshader_hash(bytes, size, bytes + 4);
}
