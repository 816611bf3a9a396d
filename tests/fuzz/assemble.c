/* SPDX-License-Identifier: MIT */
/* Fuzzes the assemblers and disassemblers. The text of assembled code must assemble to the same code, and so must the text of
   any bytes that are legal code. A disassembler also shows code that the machine would not run; the assembler refuses it. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

static struct nvp4c_options options_for(enum nvp4c_target target, uint32_t hash)
{
   struct nvp4c_options o = fuzz_options(hash);

   o.target = target;
   /* With a listing the assembler may omit the code, because some instructions have no public encoding. */
   o.output.listing = !(hash >> 4 & 7);
   return o;
}

/* If p is at a note that the USC assembler generates anew for the end of the program and its alignment, returns the length of
   the note; else 0. */
static size_t end_note(const char *p, const char *end)
{
   static const char *const notes[] = {".end", ".long", ".pad("};

   for (unsigned i = 0; i < 3; i++) {
      size_t n = strlen(notes[i]);
      if ((size_t)(end - p) < n || memcmp(p, notes[i], n))
         continue;
      while (i == 2 && p + n < end && p[n - 1] != ')')
         n++;
      return n;
   }
   return 0;
}

/* Moves p to the next significant character of a listing, past blanks, line ends and end notes. */
static const char *skip(const char *p, const char *end)
{
   for (size_t n; p < end; p += n) {
      n = *p == ' ' || *p == '\n' || *p == ';' || *p == '#' ? 1 : end_note(p, end);
      if (!n)
         break;
   }
   return p;
}

/* Do two listings show the same groups? The assembler may insert a nop before the last group; then only the number of groups is
   compared. */
static bool same_groups(const char *a, size_t a_size, const char *b, size_t b_size)
{
   const char *a_end = a + a_size, *b_end = b + b_size;

   for (const char *p = a, *q = b;; p++, q++) {
      p = skip(p, a_end);
      q = skip(q, b_end);
      if (p == a_end && q == b_end)
         return true;
      if (p == a_end || q == b_end || *p != *q)
         break;
   }
   unsigned groups = 0;
   for (size_t i = 0; i < a_size || i < b_size; i++)
      groups += (i < b_size && b[i] == ':') - (i < a_size && a[i] == ':');
   return groups == 1;
}

/* Assembles the listing of a result, which must give the same code. With `bytes` the code is identical; otherwise the assembler
   may end the program differently, and only the groups are compared. With `must` the assembler has to accept the listing. */
static void assemble_listing(const struct nvp4c_result *r, const void *code, size_t code_size, struct nvp4c_options *o,
                             bool bytes, bool must)
{
   size_t text_size, n, shown_size;
   const char *text = nvp4c_result_listing(r, &text_size);

   FUZZ_REQUIRE(text != NULL);
   o->output.listing = 0;
   struct nvp4c_result *again = nvp4c_assemble(text, text_size, o);
   fuzz_check_result(again, text_size, 0);
   const enum nvp4c_status s = nvp4c_result_status(again);
   FUZZ_REQUIRE(s == NVP4C_OK || s == NVP4C_LIMIT || !must);
   const void *made = s == NVP4C_OK ? nvp4c_result_code(again, &n) : NULL;
   FUZZ_REQUIRE(s != NVP4C_OK || made);
   if (made && (bytes || o->target == NVP4C_TARGET_AGX)) {
      FUZZ_REQUIRE(n == code_size && !memcmp(made, code, code_size));
   } else if (made) {
      struct nvp4c_result *shown = nvp4c_disassemble(made, n, o);
      fuzz_check_result(shown, n, 0);
      FUZZ_REQUIRE(nvp4c_result_status(shown) == NVP4C_OK);
      const char *other = nvp4c_result_listing(shown, &shown_size);
      FUZZ_REQUIRE(same_groups(text, text_size, other, shown_size));
      assemble_listing(shown, made, n, o, true, true);
      nvp4c_result_free(shown);
   }
   nvp4c_result_free(again);
}

static void assemble(const uint8_t *data, size_t size, enum nvp4c_target target)
{
   struct nvp4c_options o = options_for(target, fuzz_hash(data, size));
   struct nvp4c_result *r = nvp4c_assemble((const char *)data, size, &o);
   size_t code_size;

   fuzz_check_result(r, size, 0);
   const void *code = nvp4c_result_status(r) == NVP4C_OK ? nvp4c_result_code(r, &code_size) : NULL;
   if (code) {
      struct nvp4c_result *shown = nvp4c_disassemble(code, code_size, &o);
      fuzz_check_result(shown, code_size, 0);
      FUZZ_REQUIRE(nvp4c_result_status(shown) == NVP4C_OK);
      assemble_listing(shown, code, code_size, &o, true, true);
      nvp4c_result_free(shown);
   }
   nvp4c_result_free(r);
}

static void disassemble(const uint8_t *data, size_t size, enum nvp4c_target target)
{
   struct nvp4c_options o = options_for(target, fuzz_hash(data, size));
   struct nvp4c_result *r = nvp4c_disassemble(data, size, &o);

   fuzz_check_result(r, size, 0);
   /* The target is the one named in the object. */
   if (nvp4c_result_status(r) == NVP4C_OK && !(size > 4 && !memcmp(data, "\177ELF", 4)))
      assemble_listing(r, data, size, &o, false, false);
   nvp4c_result_free(r);
}

void fuzz_asm_usc(const uint8_t *data, size_t size)
{
   assemble(data, size, NVP4C_TARGET_USC);
}
void fuzz_asm_agx(const uint8_t *data, size_t size)
{
   assemble(data, size, NVP4C_TARGET_AGX);
}
void fuzz_dis_usc(const uint8_t *data, size_t size)
{
   disassemble(data, size, NVP4C_TARGET_USC);
}
void fuzz_dis_agx(const uint8_t *data, size_t size)
{
   disassemble(data, size, NVP4C_TARGET_AGX);
}
