/* SPDX-License-Identifier: MIT */
/* This test reads object files by the offsets of the ELF specification, independently of the writer's code. Broken files must
   be rejected or read without a crash. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

static const char text[] = "!!NVfp4.0\nMAD result.color, fragment.color, program.local[1], 0.123;\nEND\n";

static struct nvp4c_result *object(struct nvp4c_options *o)
{
   nvp4c_options_init(o, sizeof *o);
   o->output.object = 1;
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   return r;
}

/* Finds a section by name. It works only on little-endian hosts, and the test does not call it on others. */
static const uint8_t *section(const uint8_t *file, const char *name, size_t *len)
{
   Elf64_Ehdr h;
   Elf64_Shdr s, strings;
   memcpy(&h, file, sizeof h);
   memcpy(&strings, file + h.e_shoff + h.e_shstrndx * sizeof s, sizeof s);
   for (unsigned i = 0; i < h.e_shnum; i++) {
      memcpy(&s, file + h.e_shoff + i * sizeof s, sizeof s);
      if (!strcmp((const char *)file + strings.sh_offset + s.sh_name, name)) {
         *len = s.sh_size;
         return file + s.sh_offset;
      }
   }
   ck_abort_msg("no section %s", name);
   return NULL;
}

START_TEST(contents)
{
   struct nvp4c_options o;
   struct nvp4c_result *r = object(&o), *plain;
   const union {
      uint16_t word;
      uint8_t byte[2];
   } order = {1};
   size_t len, code_len, n;
   const uint8_t *file = nvp4c_result_object(r, &len), *code = nvp4c_result_code(r, &code_len), *s;
   ck_assert_ptr_nonnull(file);
   ck_assert_mem_eq(file, ELFMAG, SELFMAG);
   if (order.byte[0]) {
      s = section(file, ".text", &n);
      ck_assert_uint_eq(n, code_len);
      ck_assert_mem_eq(s, code, n);
      ck_assert_uint_eq((size_t)(s - file) % 16, 0);
      /* 0.123 is the only uploaded constant. The reflection has its register, and its bits are 0x3dfbe76d. */
      s = section(file, ".nvp4c.const", &n);
      ck_assert_uint_eq(n, 8);
      const struct nvp4c_reflection *f = NULL;
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r) && (!f || f->kind != NVP4C_CONSTANT); i++)
         f = nvp4c_result_reflection(r, i);
      ck_assert(f && f->kind == NVP4C_CONSTANT);
      uint32_t words[2];
      memcpy(words, s, 8);
      ck_assert_uint_eq(words[0], f->location.number);
      ck_assert_uint_eq(words[1], 0x3dfbe76d);
      /* records of 52 bytes: an input that is varying 1, component x, in coefficient 4 */
      s = section(file, ".nvp4c.reflect", &n);
      uint32_t head[3];
      memcpy(head, s, sizeof head);
      ck_assert_uint_eq(head[0], 6); /* the format */
      ck_assert_uint_eq(head[1], 52);
      ck_assert_uint_eq(head[2], nvp4c_result_num_reflections(r));
      ck_assert_uint_eq(n, 12 + 52 * head[2]);
      ck_assert_uint_eq(s[12], NVP4C_INPUT);
      ck_assert_uint_eq(s[13], NVP4C_BIND_VARYING);
      ck_assert_uint_eq(s[14], 0);
      memcpy(head, s + 16, 4);
      ck_assert_uint_eq(head[0], 1);
      ck_assert_uint_eq(s[24], NVP4C_REG_COEFFICIENT);
      memcpy(head, s + 28, 4);
      ck_assert_uint_eq(head[0], 4);
      s = section(file, ".note.nvp4c", &n);
      ck_assert_str_eq((const char *)s + 20, NVP4C_VERSION " usc gx6250 fragment");
   }
   /* An object disassembles like the code in it. */
   o.output.listing = 1;
   struct nvp4c_result *a = nvp4c_disassemble(file, len, &o), *b = nvp4c_disassemble(code, code_len, &o);
   ck_assert_int_eq(nvp4c_result_status(a), NVP4C_OK);
   const char *x = nvp4c_result_listing(a, &n), *y = nvp4c_result_listing(b, &code_len);
   ck_assert_uint_eq(n, code_len);
   ck_assert_mem_eq(x, y, n);
   nvp4c_result_free(a);
   nvp4c_result_free(b);
   /* Without a request for an object there is none. */
   o.output.object = 0;
   plain = nvp4c_compile(text, sizeof text - 1, &o);
   ck_assert_ptr_null(nvp4c_result_object(plain, &n));
   ck_assert_uint_eq(n, 0);
   nvp4c_result_free(plain);
   nvp4c_result_free(r);
}
END_TEST

static void refused_or_read(const uint8_t *file, size_t len)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.listing = 1;
   uint8_t *copy = malloc(len ? len : 1); /* of exactly this size, so that a sanitizer sees every access outside */
   memcpy(copy, file, len);
   struct nvp4c_result *r = nvp4c_disassemble(copy, len, &o);
   enum nvp4c_status s = nvp4c_result_status(r);
   ck_assert_msg(s == NVP4C_OK || s == NVP4C_REJECTED, "status %d", (int)s);
   nvp4c_result_free(r);
   free(copy);
}

START_TEST(broken)
{
   struct nvp4c_options o;
   struct nvp4c_result *r = object(&o);
   size_t len;
   const uint8_t *file = nvp4c_result_object(r, &len);
   uint8_t *copy = malloc(len);
   for (size_t n = 0; n < len; n++)
      refused_or_read(file, n);
   for (size_t at = 0; at < len; at++)
      for (unsigned bit = 0; bit < 8; bit += 7) {
         memcpy(copy, file, len);
         copy[at] ^= (uint8_t)(1u << bit);
         refused_or_read(copy, len);
      }
   /* numbers whose sums overflow */
   for (size_t at = 0; at + 8 <= len; at += 8) {
      memcpy(copy, file, len);
      memset(copy + at, 0xff, 8);
      refused_or_read(copy, len);
   }
   free(copy);
   nvp4c_result_free(r);
}
END_TEST

/* A half-precision sum has no public encoding: with or without a listing there is no code that an object could hold. */
START_TEST(no_code)
{
   static const char half[] = "!!NVfp4.0\nSHORT TEMP a;\nADD a, fragment.color, fragment.texcoord[0];\nMUL a, a, a;\n"
                              "MOV result.color, a;\nEND\n";
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.fshort = 16;
   o.attr = "+f16sop";
   o.output.object = 1;
   for (o.output.listing = 0; o.output.listing < 2; o.output.listing++) {
      struct nvp4c_result *r = nvp4c_compile(half, sizeof half - 1, &o);
      size_t len;
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_UNSUPPORTED);
      ck_assert_ptr_null(nvp4c_result_object(r, &len));
      nvp4c_result_free(r);
   }
}
END_TEST

/* An object keeps the results of a pre-shader as parameters. A texture that only the pre-shader samples belongs to the
   program. */
START_TEST(preshader)
{
   static const char lit[] =
       "!!NVfp4.0\nTEMP t, u;\nMUL t, program.local[0], program.env[1].w;\nTXL u, program.local[0], texture[3], 2D;\n"
       "MUL result.color, t, fragment.color;\nADD result.color.w, u.x, u.y;\nEND\n";
   struct nvp4c_options o;
   unsigned words = 0;
   size_t len;

   nvp4c_options_init(&o, sizeof o);
   o.output.object = 1;
   o.stress_preshader = 1;
   struct nvp4c_result *r = nvp4c_compile(lit, sizeof lit - 1, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   const uint8_t *file = nvp4c_result_object(r, &len);
   struct nvp4c_result *l = nvp4c_load(file, len, NULL);
   ck_assert_int_eq(nvp4c_result_status(l), NVP4C_OK);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(l); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(l, i);
      ck_assert(e->kind != NVP4C_TEXTURE);
      if (e->kind != NVP4C_PARAM)
         continue;
      ck_assert_int_eq(e->binding, NVP4C_BIND_PRESHADER);
      words |= 1u << (4 * e->index + e->component);
   }
   ck_assert_uint_eq(words, 0xf); /* three products, whose x, y, z the program reads, and the sum */
   ck_assert_uint_eq(nvp4c_result_num_textures(r), 1);
   ck_assert_uint_eq(nvp4c_result_texture(r, 0)->unit, 3);
   ck_assert_int_eq(nvp4c_result_texture(r, 0)->sampled, 1);
   nvp4c_result_free(l);
   nvp4c_result_free(r);
}
END_TEST

/* The preamble of an AGX program is a section of its object; programs without one have no section. */
START_TEST(preamble)
{
   static const char lit[] =
       "!!NVfp4.0\nTEMP t;\nMUL t, program.local[0], program.env[1].w;\nMUL result.color, t, fragment.color;\nEND\n";
   struct nvp4c_options o;
   int bound = 0;
   size_t len, n, m;

   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.output.object = 1;
   struct nvp4c_result *r = nvp4c_compile(lit, sizeof lit - 1, &o);
   const void *file = nvp4c_result_object(r, &len), *code = nvp4c_result_preamble(r, &n);
   ck_assert_ptr_nonnull(code);
   struct nvp4c_result *l = nvp4c_load(file, len, NULL);
   const void *loaded = nvp4c_result_preamble(l, &m);
   ck_assert_uint_eq(m, n);
   ck_assert_mem_eq(loaded, code, n);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(l); i++) /* only the preamble reads it */
      bound |= nvp4c_result_reflection(l, i)->binding == NVP4C_BIND_ENV;
   ck_assert(bound);
   nvp4c_result_free(l);
   nvp4c_result_free(r);
   for (unsigned k = 0; k < 3; k++) { /* -O0; -disable-pass=preshader; USC */
      o.opt_level = k ? 2 : 0;
      o.passes.disable = k == 1 ? "preshader" : NULL;
      o.target = k == 2 ? NVP4C_TARGET_USC : NVP4C_TARGET_AGX;
      r = nvp4c_compile(lit, sizeof lit - 1, &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
      ck_assert_ptr_null(nvp4c_result_preamble(r, &n));
      l = nvp4c_load(nvp4c_result_object(r, &len), len, NULL);
      ck_assert_ptr_null(nvp4c_result_preamble(l, &n));
      ck_assert_uint_eq(n, 0);
      nvp4c_result_free(l);
      nvp4c_result_free(r);
   }
}
END_TEST

SUITE_MAIN("object", 60, NULL, NULL, contents, broken, no_code, preshader, preamble)
