/* SPDX-License-Identifier: MIT */
/* Tests token streams in the library: nvp4c_compile_tgsi_tokens() and its errors. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

#define FOLDER "tests/tgsi/tokens/"

/* Reads the words of a file of hexadecimal numbers. */
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

/* Mesa's token stream of a text compiles to the same code as the text. */
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
      struct nvp4c_result *a = nvp4c_compile(text, len, NULL),
                          *b = nvp4c_compile_tgsi_tokens(words, n, NVP4C_LANG_TGSI_22_3, NULL);
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

/* Compiles a stream. It must be accepted if `id` is NULL, or rejected with this id at this word. */
static void expect(const uint32_t *words, size_t n, enum nvp4c_language layout, const char *id, unsigned word,
                   const char *message)
{
   const enum nvp4c_status status = !id ? NVP4C_OK : strcmp(id, "bad-option") ? NVP4C_REJECTED : NVP4C_USAGE;
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

/* FRAG, DCL OUT[0], COLOR; MOV OUT[0], OUT[0]; END in both layouts: each word is changed to a forbidden value. */
START_TEST(wrong_words)
{
   static const uint32_t good[] = {0x702, 4, 0x002f3030, 0, 1, 0x00a01022, 0xf3, 0x39000003, 0x00075002};
   static const struct {
      unsigned at, word;
      uint32_t value;
      const char *message;
   } t[] = {
       {0, 1, 0x702 + 1, "the header has 3 words"},
       {0, 1, 0x802, "announces 8 words, but 7 follow"},
       {1, 1, 9, "invalid stage 9"},
       {1, 1, 0x14, "bits 0x10 of a word"},
       {2, 3, 0x002f3035, "invalid kind of token 5"},
       {2, 3, 0x002f3000, "a token has 0 words"},
       {2, 3, 0x002f3ff0, "a token has 255 words, but only 7 are left"},
       {2, 3, 0x002f3040, "the size field of a token is 4 words, but it has 3"},
       {2, 3, 0x002ff030, "invalid register file 15"},
       {2, 3, 0x802f3030, "bits 0x80000000"},
       {4, 3, 99, "invalid semantic 99"},
       {5, 6, 0x00a011f2, "a token has 31 words"},
       {5, 6, 0x00a01002, "the size field of a token is 0 words, but it has 3"},
       {5, 6, 0x00201022, "MOV: 1 results and 0 sources"},
       {5, 6, 0x01a01022, "MOV: 1 results and 3 sources"},
       {6, 6, 0x100000f3, "bits 0x10000000"},
       {8, 9, 0x000fc002, "invalid instruction 252"},
   };

   expect(good, 9, NVP4C_LANG_TGSI_22_3, NULL, 0, NULL);
   expect(good, 9, NVP4C_LANG_TGSI_26_2, NULL, 0, NULL);
   for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
      uint32_t words[9];
      memcpy(words, good, sizeof words);
      words[t[k].at] = t[k].value;
      expect(words, 9, NVP4C_LANG_TGSI_22_3, "bad-tokens", t[k].word, t[k].message);
      expect(words, 9, NVP4C_LANG_TGSI_26_2, "bad-tokens", t[k].word, t[k].message);
   }
   for (size_t n = 0; n < 9; n++)
      expect(good, n, NVP4C_LANG_TGSI_22_3, "bad-tokens", 1, "");
}
END_TEST

/* Number 17 is TEX_LZ in 22.3 and nothing in 26.2: FRAG, DCL IN[0], GENERIC[0], PERSPECTIVE; DCL OUT[0], COLOR; DCL SAMP[0];
   TEX_LZ OUT[0], IN[0], SAMP[0], 2D; END, as tgsi_text_translate() of 22.3.6 makes it. */
START_TEST(versions)
{
   static const uint32_t words[] = {0xf02,      4, 0x006f2040, 0,      2,    5,          0x002f3030, 0,         1,
                                    0x000f5020, 0, 0x11211042, 0x5002, 0xf3, 0x39000002, 0x39000005, 0x00075002};

   expect(words, 17, NVP4C_LANG_TGSI_22_3, NULL, 0, NULL);
   expect(words, 17, NVP4C_LANG_TGSI_26_2, "bad-tokens", 12, "invalid instruction 17 in tokens of 26.2");
}
END_TEST

/* The layout must be one of the token stream layouts, and a stream may have more words than its header says. */
START_TEST(arguments)
{
   static const uint32_t good[] = {0x702, 4, 0x002f3030, 0, 1, 0x00a01022, 0xf3, 0x39000003, 0x00075002, 0xffffffff, 0};

   expect(good, 11, NVP4C_LANG_TGSI_22_3, NULL, 0, NULL);
   expect(good, 9, NVP4C_LANG_TGSI, "bad-option", 0, "layout");
   expect(NULL, 0, NVP4C_LANG_TGSI_22_3, "bad-tokens", 1, "unexpected end of the stream; expected a header");
}
END_TEST

/* ---- every bit of a stream, alone and with each of the four above it */

struct output {
   char *data;
   size_t len;
};

static void take(void *user, const char *text, size_t len)
{
   struct output *o = user;

   o->data = realloc(o->data, o->len + len + 1);
   memcpy(o->data + o->len, text, len);
   o->len += len;
   o->data[o->len] = 0;
}

static struct nvp4c_options options_for(struct output *o, enum nvp4c_language to)
{
   struct nvp4c_options options;

   nvp4c_options_init(&options, sizeof options);
   options.opt_level = 0;
   options.verify.each = 1;
   options.inspect.dump_source = to;
   options.inspect.print = take;
   options.inspect.user = o;
   return options;
}

static enum nvp4c_status status_of(struct nvp4c_result *r)
{
   const enum nvp4c_status status = nvp4c_result_status(r);

   nvp4c_result_free(r);
   return status;
}

/* A program from tokens can be expressed as text: it stays the same when it is written as text and read again. It also
   compiles. */
static bool accepted(const uint32_t *words, size_t n, const char *what)
{
   struct output text = {0}, again = {0}, none = {0};
   struct nvp4c_options options = options_for(&text, NVP4C_LANG_TGSI);
   const enum nvp4c_status status = status_of(nvp4c_compile_tgsi_tokens(words, n, NVP4C_LANG_TGSI_26_2, &options));
   const bool ok = status == NVP4C_OK;

   ck_assert_msg(ok || status == NVP4C_REJECTED || status == NVP4C_UNSUPPORTED, "%s: status %d", what, (int)status);
   if (ok) {
      options = options_for(&again, NVP4C_LANG_TGSI);
      const enum nvp4c_status second = status_of(nvp4c_compile(text.data, text.len, &options));
      ck_assert_msg(second == NVP4C_OK, "%s: status %d of\n%s", what, (int)second, text.data);
      ck_assert_msg(again.len == text.len && !memcmp(again.data, text.data, text.len), "%s:\n%s\n%s", what, text.data,
                    again.data);
      options = options_for(&none, NVP4C_LANG_AUTO);
      const enum nvp4c_status code = status_of(nvp4c_compile_tgsi_tokens(words, n, NVP4C_LANG_TGSI_26_2, &options));
      ck_assert_msg(code == NVP4C_OK || code == NVP4C_UNSUPPORTED || code == NVP4C_LIMIT, "%s: status %d of\n%s", what,
                    (int)code, text.data);
   }
   free(text.data);
   free(again.data);
   free(none.data);
   return ok;
}

START_TEST(every_bit)
{
   static const char *const texts[] = {
       "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY NEXT_SHADER VERT\nPROPERTY NUM_CLIPDIST_ENABLED 1\n"
       "DCL IN[0..1], GENERIC[3], PERSPECTIVE, CENTROID\nDCL IN[2].xy, COLOR, COLOR\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\n"
       "DCL SAMP[0..1]\nDCL SVIEW[0], 2D, FLOAT, SINT, UINT, FLOAT\nDCL CONST[0][0..2]\nDCL CONST[1][0..2]\nDCL TEMP[0]\nDCL "
       "TEMP[1..3], ARRAY(1)\n"
       "DCL ADDR[0]\nIMM[0] INT32 {1, 2, 3, 4}\nUARL ADDR[0].x, IMM[0].xxxx\n"
       "MAD_SAT TEMP[ADDR[0].x+1](1).xy, -|IN[0]|, CONST[1][ADDR[0].x+1].yyyw, CONST[ADDR[0].x][1]\n"
       "TEX TEMP[0], IN[1], SAMP[ADDR[0].x], 2D, IMM[0].xyz\nIF TEMP[0].xxxx :5\nMOV OUT[1].z, TEMP[2].xxxx\nENDIF\nADD "
       "OUT[0], TEMP[0], IN[2]\nEND\n",
       "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL IMAGE[0..1], 2D, PIPE_FORMAT_R32_UINT, WR\nDCL BUFFER[0], ATOMIC\nDCL "
       "BUFFER[1]\nDCL MEMORY[0], SHARED\n"
       "DCL HWATOMIC[1][0..2], ARRAY(1)\nDCL SV[0], THREAD_ID\nDCL TEMP[0], LOCAL\nDCL ADDR[0]\nIMM[0] UINT32 {1, 2, 3, "
       "4}\nUARL ADDR[0].x, SV[0].xxxx\n"
       "LOAD TEMP[0], IMAGE[ADDR[0].x], SV[0], COHERENT, 2D, PIPE_FORMAT_R32_SINT\nSTORE BUFFER[1].xy, IMM[0].xxxx, TEMP[0]\n"
       "ATOMUADD TEMP[0].x, HWATOMIC[1][ADDR[0].x](1), IMM[0], IMM[0].xxxx\nSTORE MEMORY[0].x, IMM[0].wwww, TEMP[0].xxxx, "
       "VOLATILE\nBARRIER\nEND\n",
       "GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_INVOCATIONS 2\nDCL IN[][0], "
       "POSITION\nDCL SV[0], INVOCATIONID\n"
       "DCL OUT[0], POSITION, STREAM(0, 1, 0, 0)\nDCL OUT[1], GENERIC[1], INVARIANT\nDCL OUT[2].x, CLIPDIST\nDCL "
       "ADDR[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nUARL ADDR[0].x, SV[0].xxxx\n"
       "MOV OUT[0], IN[ADDR[0].x][0]\nMOV OUT[1], IN[1][0]\nEMIT IMM[0].xxxx\nCAL :7\nEND\nBGNSUB\nMOV OUT[2].x, "
       "IN[0][0].xxxx\nRET\nENDSUB\n",
   };
   unsigned taken = 0, streams = 0;

   for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
      struct output o = {0};
      struct nvp4c_options options = options_for(&o, NVP4C_LANG_TGSI_26_2);
      uint32_t words[300];
      char what[80];

      ck_assert_int_eq(status_of(nvp4c_compile(texts[k], strlen(texts[k]), &options)), NVP4C_OK);
      ck_assert_uint_le(o.len, sizeof words);
      const size_t n = o.len / 4;
      memcpy(words, o.data, o.len);
      ck_assert(accepted(words, n, "unchanged"));
      for (size_t change = 0; change < 5 * 32 * n; change++) {
         const size_t word = change / 5 / 32;
         const uint32_t low = 1u << change / 5 % 32, bits = change % 5 ? low | low << change % 5 : low;
         snprintf(what, sizeof what, "stream %zu, word %zu, bits %x", k, word, bits);
         words[word] ^= bits;
         taken += accepted(words, n, what);
         words[word] ^= bits;
         streams++;
      }
      free(o.data);
   }
   ck_assert_uint_gt(streams, 25000);
   ck_assert_uint_gt(taken, 3000);
}
END_TEST

SUITE_MAIN("tgsi_tokens", 60, NULL, NULL, same_code, wrong_words, versions, arguments, every_bit)
