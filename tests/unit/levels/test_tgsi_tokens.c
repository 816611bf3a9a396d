/* SPDX-License-Identifier: MIT */
/* Token streams through the library: nvp4c_compile_tgsi_tokens(), and what is wrong with streams. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

#define FOLDER "tests/tgsi/tokens/"

/* The words of a file of hexadecimal numbers. */
static size_t read_words(const char *name, uint32_t words[1000])
{
   FILE *f = fopen(name, "r");
   size_t n = 0;

   ck_assert_ptr_nonnull(f);
   while (n < 1000 && fscanf(f, "%x", &words[n]) == 1)
      n++;
   fclose(f);
   return n;
}

/* The stream that Mesa makes of a text gives the code that the text gives. */
START_TEST(same_code)
{
   static const char *const names[] = {"vertex", "geometry"};

   for (unsigned k = 0; k < 2; k++) {
      char name[100];
      uint32_t words[1000];
      size_t len, code_len[2];
      snprintf(name, sizeof name, FOLDER "%s.words", names[k]);
      const size_t n = read_words(name, words);
      snprintf(name, sizeof name, FOLDER "%s.tgsi", names[k]);
      char *text = file_read(name, &len);
      struct nvp4c_result *a = nvp4c_compile(text, len, NULL), *b = nvp4c_compile_tgsi_tokens(words, n, NVP4C_LANG_TGSI_22_3, NULL);
      ck_assert_int_eq(nvp4c_result_status(a), NVP4C_OK);
      ck_assert_int_eq(nvp4c_result_status(b), NVP4C_OK);
      ck_assert_int_eq(nvp4c_result_stage(a), nvp4c_result_stage(b));
      const void *code[2] = {nvp4c_result_code(a, &code_len[0]), nvp4c_result_code(b, &code_len[1])};
      ck_assert_uint_eq(code_len[0], code_len[1]);
      ck_assert_int_eq(memcmp(code[0], code[1], code_len[0]), 0);
      nvp4c_result_free(a);
      nvp4c_result_free(b);
      free(text);
   }
}
END_TEST

static void expect(const uint32_t *words, size_t n, enum nvp4c_language layout, enum nvp4c_status status, const char *id, unsigned word,
                   const char *message)
{
   struct nvp4c_result *r = nvp4c_compile_tgsi_tokens(words, n, layout, NULL);

   ck_assert_int_eq(nvp4c_result_status(r), status);
   if (status != NVP4C_OK) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
      ck_assert_str_eq(d->id, id);
      ck_assert_uint_eq(d->line, word);
      ck_assert_msg(strstr(d->message, message) != NULL, "'%s', not '%s'", d->message, message);
   }
   nvp4c_result_free(r);
}

/* FRAG, DCL OUT[0], COLOR; MOV OUT[0], OUT[0]; END in both layouts: each word is changed to what it must not be. */
START_TEST(wrong_words)
{
   static const uint32_t good[] = {0x702, 4, 0x002f3030, 0, 1, 0x00a01022, 0xf3, 0x39000003, 0x00075002};
   static const struct {
      unsigned at, word;
      uint32_t value;
      const char *message;
   } t[] = {
      {0, 1, 0x702 + 1, "a header of 3 words"},
      {0, 1, 0x802, "8 words follow, there are 7"},
      {1, 1, 9, "9 is the number of no stage"},
      {1, 1, 0x14, "bits 0x10 of a word"},
      {2, 3, 0x002f3035, "5 is the number of no kind of token"},
      {2, 3, 0x002f3000, "a token of 0 words"},
      {2, 3, 0x002f3ff0, "a token of 255 words, where 7 are left"},
      {2, 3, 0x002f3040, "a token that says it has 4 words, and has 3"},
      {2, 3, 0x002ff030, "15 is the number of no register file"},
      {2, 3, 0x802f3030, "bits 0x80000000"},
      {4, 3, 99, "99 is the number of no semantic"},
      {5, 6, 0x00a011f2, "a token of 31 words"},
      {5, 6, 0x00a01002, "a token that says it has 0 words, and has 3"},
      {5, 6, 0x00201022, "MOV with 1 results and 0 sources"},
      {5, 6, 0x01a01022, "MOV with 1 results and 3 sources"},
      {6, 6, 0x100000f3, "bits 0x10000000"},
      {8, 9, 0x000fc002, "252 is the number of no instruction"},
   };

   expect(good, 9, NVP4C_LANG_TGSI_22_3, NVP4C_OK, NULL, 0, NULL);
   expect(good, 9, NVP4C_LANG_TGSI_26_2, NVP4C_OK, NULL, 0, NULL);
   for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
      uint32_t words[9];
      memcpy(words, good, sizeof words);
      words[t[k].at] = t[k].value;
      expect(words, 9, NVP4C_LANG_TGSI_22_3, NVP4C_REJECTED, "bad-tokens", t[k].word, t[k].message);
      expect(words, 9, NVP4C_LANG_TGSI_26_2, NVP4C_REJECTED, "bad-tokens", t[k].word, t[k].message);
   }
   for (size_t n = 0; n < 9; n++)
      expect(good, n, NVP4C_LANG_TGSI_22_3, NVP4C_REJECTED, "bad-tokens", 1, "");
}
END_TEST

/* Number 17 is TEX_LZ in 22.3 and nothing in 26.2: FRAG, DCL IN[0], GENERIC[0], PERSPECTIVE; DCL OUT[0], COLOR; DCL SAMP[0];
   TEX_LZ OUT[0], IN[0], SAMP[0], 2D; END, as tgsi_text_translate() of 22.3.6 makes it. */
START_TEST(versions)
{
   static const uint32_t words[] = {0xf02, 4, 0x006f2040, 0, 2, 5, 0x002f3030, 0, 1, 0x000f5020, 0, 0x11211042, 0x5002, 0xf3, 0x39000002, 0x39000005, 0x00075002};

   expect(words, 17, NVP4C_LANG_TGSI_22_3, NVP4C_OK, NULL, 0, NULL);
   expect(words, 17, NVP4C_LANG_TGSI_26_2, NVP4C_REJECTED, "bad-tokens", 12, "17 is the number of no instruction in 26.2");
}
END_TEST

/* The layout must be one of token streams, and there may be more words than the header says. */
START_TEST(arguments)
{
   static const uint32_t good[] = {0x702, 4, 0x002f3030, 0, 1, 0x00a01022, 0xf3, 0x39000003, 0x00075002, 0xffffffff, 0};

   expect(good, 11, NVP4C_LANG_TGSI_22_3, NVP4C_OK, NULL, 0, NULL);
   expect(good, 9, NVP4C_LANG_TGSI, NVP4C_USAGE, "bad-option", 0, "layout");
   expect(NULL, 0, NVP4C_LANG_TGSI_22_3, NVP4C_REJECTED, "bad-tokens", 1, "the stream ends where a header should be");
}
END_TEST

int main(void)
{
   Suite *s = suite_create("tgsi_tokens");
   TCase *t = tcase_create("tgsi_tokens");
   tcase_set_timeout(t, 60);
   tcase_add_test(t, same_code);
   tcase_add_test(t, wrong_words);
   tcase_add_test(t, versions);
   tcase_add_test(t, arguments);
   suite_add_tcase(s, t);
   return suite_run(s);
}
