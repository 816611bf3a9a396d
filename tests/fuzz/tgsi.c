/* SPDX-License-Identifier: MIT */
/* Reads TGSI as text and as token streams, up to the checked program. An accepted program is printed in one of the three forms,
   and reading that must give the same program. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

/* Reads a program and prints it as form `to` into that buffer. Returns the status. */
static enum nvp4c_status translate(const void *data, size_t size, enum nvp4c_language from, enum nvp4c_language to,
                                   unsigned buffer, struct fuzz_print *p)
{
   struct nvp4c_options o = fuzz_options(size ? 1 : 0);

   o.language = from;
   o.inspect.dump_source = to;
   fuzz_print_into(p, buffer, &o);
   struct nvp4c_result *r = nvp4c_compile(data, size, &o);
   fuzz_check_result(r, size, 0);
   const enum nvp4c_status s = nvp4c_result_status(r);
   nvp4c_result_free(r);
   return s;
}

/*
 * Writes the program of buffer 0 in a form that its hash selects, and reads it again; the second writing must be the same as
 * the first. Token streams cannot say that an image has no format, so texts may differ once. A layout may not support a
 * program (UNSUPPORTED), and a longer text may exceed a limit.
 */
static void round_trip(const struct fuzz_print *text)
{
   static const enum nvp4c_language forms[] = {NVP4C_LANG_TGSI, NVP4C_LANG_TGSI_22_3, NVP4C_LANG_TGSI_26_2};

   static char kept[1 << 16], back[1 << 16];
   const unsigned which = fuzz_hash((const uint8_t *)text->text, text->length) % (sizeof forms / sizeof *forms);
   const enum nvp4c_language form = forms[which];
   struct fuzz_print p;

   const enum nvp4c_status s = translate(text->text, text->length, NVP4C_LANG_TGSI, form, 1, &p);
   FUZZ_REQUIRE(s == NVP4C_OK || (s == NVP4C_UNSUPPORTED && which) || s == NVP4C_LIMIT);
   const size_t n = p.length;
   if (s != NVP4C_OK || n > sizeof kept)
      return;
   memcpy(kept, p.text, n);
   const enum nvp4c_status read = translate(kept, n, form, NVP4C_LANG_TGSI, 1, &p);
   FUZZ_REQUIRE(read == NVP4C_OK || read == NVP4C_LIMIT);
   const size_t back_n = p.length;
   if (read != NVP4C_OK || back_n > sizeof back)
      return;
   memcpy(back, p.text, back_n);
   const enum nvp4c_status again = translate(back, back_n, NVP4C_LANG_TGSI, form, 1, &p);
   FUZZ_REQUIRE(again == NVP4C_LIMIT || (again == NVP4C_OK && p.length == n && !memcmp(p.text, kept, n)));
}

void fuzz_tgsi(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   struct fuzz_print p;

   o.language = NVP4C_LANG_TGSI;
   o.inspect.dump_source = NVP4C_LANG_TGSI;
   fuzz_print_into(&p, 0, &o);
   struct nvp4c_result *r = nvp4c_compile((const char *)data, size, &o);
   fuzz_check_result(r, size, 0);
   if (nvp4c_result_status(r) == NVP4C_OK && p.whole)
      round_trip(&p);
   nvp4c_result_free(r);
}

/* The first word selects the layout. */
void fuzz_tokens(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   static uint32_t words[2048 / 4];
   struct fuzz_print p;
   const size_t n = size < sizeof words ? size / 4 : sizeof words / 4;

   if (n < 1)
      return;
   memcpy(words, data + 4, (n - 1) * 4);
   o.inspect.dump_source = NVP4C_LANG_TGSI;
   fuzz_print_into(&p, 0, &o);
   struct nvp4c_result *r =
       nvp4c_compile_tgsi_tokens(words, n - 1, data[0] & 1 ? NVP4C_LANG_TGSI_26_2 : NVP4C_LANG_TGSI_22_3, &o);
   fuzz_check_result(r, (n - 1) * 4, 0);
   if (nvp4c_result_status(r) == NVP4C_OK && p.whole)
      round_trip(&p);
   nvp4c_result_free(r);
}
