/* SPDX-License-Identifier: MIT */
/*
 * Tests the library as a driver embeds it: contexts, programs that are parsed once, objects that are loaded again,
 * cancelling, wrong options, failing allocations and threads. The programs are real ones, and every way of compiling a program
 * must give the same result.
 */
#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "nvp4c/report/sha256.h"
#include "tests/unit/common/bad_memory.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

/* ---- programs */

#define MAX_PROGRAMS 4096
static struct {
   char name[300];
   char *text;
   size_t len;
} programs[MAX_PROGRAMS];
static unsigned num_programs;

static void read_program(const char *dir, const char *file)
{
   snprintf(programs[num_programs].name, sizeof programs[0].name, "%s%s%s", file[0] == '/' ? "" : dir,
            file[0] == '/' ? "" : "/", file);
   programs[num_programs].text = file_read(programs[num_programs].name, &programs[num_programs].len);
   num_programs += programs[num_programs].text != NULL;
}

static int is_source(const struct dirent *e)
{
   const char *dot = strrchr(e->d_name, '.');
   return dot && (!strcmp(dot, ".vp") || !strcmp(dot, ".fp"));
}

static void read_programs(void)
{
   static const char *const dirs[] = {"examples", "bench/shaders"};

   for (unsigned k = 0; k < 2; k++) {
      struct dirent **list;
      const int n = scandir(dirs[k], &list, is_source, alphasort);
      for (int i = 0; i < n && num_programs < MAX_PROGRAMS - 4; i++) {
         read_program(dirs[k], list[i]->d_name);
         free(list[i]);
      }
      if (n >= 0)
         free(list);
   }
   read_program("tests/nv", "179-pass-triangles.gp");
   read_program("tests/nv", "165-texture-targets.fp");
   read_program("tests/nv", "geom-textures-buffers.gp");
}

static struct nvp4c_options defaults(void)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = o.output.object = 1;
   return o;
}

/* ---- comparison */

static void same_entries(const struct nvp4c_result *a, const struct nvp4c_result *b, const char *what)
{
   ck_assert_msg(nvp4c_result_num_reflections(a) == nvp4c_result_num_reflections(b), "%s: reflections", what);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(a); i++) {
      char x[200], y[200];
      const struct nvp4c_reflection *p = nvp4c_result_reflection(a, i), *q = nvp4c_result_reflection(b, i);
      ck_assert_msg(p->kind == q->kind && p->binding == q->binding && p->index == q->index && p->dimension == q->dimension &&
                        p->component == q->component && p->interpolation == q->interpolation && p->entry == q->entry &&
                        p->array_first == q->array_first && p->array_count == q->array_count && p->value == q->value &&
                        !memcmp(&p->state, &q->state, sizeof p->state),
                    "%s: reflection %u", what, i);
      nvp4c_reflection_name(p, x, sizeof x), nvp4c_reflection_name(q, y, sizeof y);
      ck_assert_str_eq(x, y);
      nvp4c_location_text(&p->location, x, sizeof x), nvp4c_location_text(&q->location, y, sizeof y);
      ck_assert_str_eq(x, y);
      ck_assert_msg(p->location.first_bit == q->location.first_bit && p->location.num_bits == q->location.num_bits,
                    "%s: bits %u", what, i);
   }
   ck_assert_msg(nvp4c_result_num_textures(a) == nvp4c_result_num_textures(b), "%s: textures", what);
   for (unsigned i = 0; i < nvp4c_result_num_textures(a); i++)
      ck_assert_msg(!memcmp(nvp4c_result_texture(a, i), nvp4c_result_texture(b, i), sizeof(struct nvp4c_texture)),
                    "%s: texture %u", what, i);
}

/* loaded: one of the results was loaded from an object and has no diagnostics. */
static void same(const struct nvp4c_result *a, const struct nvp4c_result *b, bool loaded, const char *what)
{
   size_t m, n;

   ck_assert_msg(a && b && nvp4c_result_status(a) == nvp4c_result_status(b) && nvp4c_result_stage(a) == nvp4c_result_stage(b),
                 "%s: status", what);
   ck_assert_msg(nvp4c_result_target(a) == nvp4c_result_target(b) && !strcmp(nvp4c_result_cpu(a), nvp4c_result_cpu(b)),
                 "%s: machine", what);
   const void *x = nvp4c_result_code(a, &m), *y = nvp4c_result_code(b, &n);
   ck_assert_msg(m == n && (!n || !memcmp(x, y, n)), "%s: code", what);
   x = nvp4c_result_object(a, &m), y = nvp4c_result_object(b, &n);
   ck_assert_msg(m == n && (!n || !memcmp(x, y, n)), "%s: object", what);
   ck_assert_msg(nvp4c_result_num_stats(a) == nvp4c_result_num_stats(b), "%s: stats", what);
   for (unsigned i = 0; i < nvp4c_result_num_stats(a); i++)
      ck_assert_msg(!strcmp(nvp4c_result_stat(a, i).name, nvp4c_result_stat(b, i).name) &&
                        nvp4c_result_stat(a, i).value == nvp4c_result_stat(b, i).value,
                    "%s: %s", what, nvp4c_result_stat(a, i).name);
   const struct nvp4c_facts f = nvp4c_result_facts(a), g = nvp4c_result_facts(b);
   ck_assert_msg(!memcmp(&f, &g, sizeof f), "%s: facts", what);
   ck_assert_msg(loaded || nvp4c_result_num_diagnostics(a) == nvp4c_result_num_diagnostics(b), "%s: diagnostics", what);
   same_entries(a, b, what);
}

/* ---- the same on every way */

START_TEST(every_way)
{
   const unsigned n = (unsigned)_i;
   struct nvp4c_options o = defaults();
   struct nvp4c_context *context = nvp4c_context_new(NULL);
   struct nvp4c_program *p = nvp4c_parse(programs[n].text, programs[n].len, &o);
   ck_assert_int_eq(nvp4c_result_status(nvp4c_program_result(p)), NVP4C_OK);
   for (unsigned level = 0; level < 4; level++) {
      o = defaults();
      o.opt_level = (int)level;
      o.key.clip_z = o.key.frt[0] = level & 1;
      o.fshort = level == 3 ? 16 : 32;
      struct nvp4c_result *want = nvp4c_compile(programs[n].text, programs[n].len, &o), *r;
      ck_assert_msg(nvp4c_result_status(want) == NVP4C_OK, "%s", programs[n].name);
      o.context = context;
      for (unsigned twice = 0; twice < 2; twice++) {
         r = nvp4c_compile(programs[n].text, programs[n].len, &o);
         same(r, want, false, programs[n].name);
         nvp4c_result_free(r);
         r = nvp4c_compile_program(p, &o);
         const struct nvp4c_facts f = nvp4c_result_facts(nvp4c_program_result(p)), g = nvp4c_result_facts(r);
         ck_assert_mem_eq(&f.source, &g.source, sizeof f.source);
         for (unsigned i = 0, warnings = nvp4c_result_num_diagnostics(r); i < warnings; i++)
            ck_assert_int_ne(nvp4c_result_diagnostic(r, i)->severity, NVP4C_ERROR);
         same(r, want, true, programs[n].name);
         nvp4c_result_free(r);
         /* another program between the two */
         nvp4c_result_free(nvp4c_compile(programs[(n + 7) % num_programs].text, programs[(n + 7) % num_programs].len, &o));
      }
      o.verify.waves = 2; /* the source is executed and lowered once more */
      r = nvp4c_compile_program(p, &o);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK && nvp4c_result_verify(r).source_comparisons, "%s: verification",
                    programs[n].name);
      nvp4c_result_free(r);
      size_t len;
      const void *object = nvp4c_result_object(want, &len);
      r = nvp4c_load(object, len, &o);
      same(r, want, true, programs[n].name);
      nvp4c_result_free(r);
      nvp4c_result_free(want);
   }
   nvp4c_program_free(p);
   nvp4c_context_free(context);
}
END_TEST

/* A program that exceeds the memory limit fails in a context exactly as it fails without one. */
START_TEST(limit_in_context)
{
   struct nvp4c_options o = defaults();
   struct nvp4c_context *context = nvp4c_context_new(NULL);
   for (size_t limit = 20000; limit < 400000; limit += 9000)
      for (unsigned n = 0; n < num_programs; n += 3) {
         o.memory.limit = limit;
         o.context = NULL;
         struct nvp4c_result *a = nvp4c_compile(programs[n].text, programs[n].len, &o);
         o.context = context;
         struct nvp4c_result *b = nvp4c_compile(programs[n].text, programs[n].len, &o);
         same(a, b, false, programs[n].name);
         nvp4c_result_free(a);
         nvp4c_result_free(b);
      }
   nvp4c_context_free(context);
}
END_TEST

/* Tests programs that are rejected, and a language whose syntax trees are not shared. */
START_TEST(refused)
{
   static const char *const texts[] = {"!!NVfp4.0\nMOV result.color fragment.color;\nEND\n", "", "FRAG\n",
                                       "nvp4c-ir 1\nstage fragment\n",
                                       ("nvp4c-ir 1\nstage fragment\nsource_ops 0\n\nblock 0:\n   %0:32 = const 0x3f800000\n"
                                        "   store_output %0 slot=color0 comp=0\n   return\n")};
   for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      struct nvp4c_options o = defaults();
      struct nvp4c_program *p = nvp4c_parse(texts[i], strlen(texts[i]), &o);
      struct nvp4c_result *want = nvp4c_compile(texts[i], strlen(texts[i]), &o);
      ck_assert_int_eq(nvp4c_result_status(want) == NVP4C_OK, nvp4c_result_status(nvp4c_program_result(p)) == NVP4C_OK);
      for (unsigned k = 0; k < 2; k++) {
         struct nvp4c_result *r = nvp4c_compile_program(p, &o);
         same(r, want, false, texts[i]);
         nvp4c_result_free(r);
      }
      nvp4c_result_free(want);
      nvp4c_program_free(p);
   }
   /* Every compile uses the limit and the stage that were given for parsing, even after those options are freed. */
   char name[] = "max-program-temporaries";
   struct nvp4c_limit limit = {name, 1};
   struct nvp4c_options o = defaults();
   static const char two[] = "!!NVfp4.0\nTEMP a, b;\nMOV result.color, fragment.color;\nEND\n";
   o.limits = &limit;
   o.num_limits = 1;
   struct nvp4c_program *p = nvp4c_parse(two, sizeof two - 1, &o);
   memset(name, 'x', sizeof name - 1);
   o = defaults();
   struct nvp4c_result *r = nvp4c_compile_program(p, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_REJECTED);
   ck_assert_str_eq(nvp4c_result_diagnostic(r, 0)->id, "too-many-temporaries");
   nvp4c_result_free(r);
   nvp4c_program_free(p);
   /* With wrong options nothing is copied, the status stays, and the text may be freed. */
   char *text = malloc(sizeof two);
   memcpy(text, two, sizeof two);
   o.opt_level = 99;
   p = nvp4c_parse(text, sizeof two - 1, &o);
   free(text);
   ck_assert_int_eq(nvp4c_result_status(nvp4c_program_result(p)), NVP4C_USAGE);
   o = defaults();
   r = nvp4c_compile_program(p, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_USAGE);
   nvp4c_result_free(r);
   nvp4c_program_free(p);
}
END_TEST

/* ---- objects */

static const char vertex[] = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[1];\n"
                             "MOV result.texcoord[1], vertex.attrib[2];\nEND\n";
static const char fragment[] = "!!NVfp4.0\nTEMP t;\nTXP t, fragment.texcoord[0], texture[3], 2D;\n"
                               "MAD result.color, t, state.light[2].diffuse, 0.123;\nEND\n";

START_TEST(linking_loaded)
{
   struct nvp4c_options o = defaults();
   struct nvp4c_result *v = nvp4c_compile(vertex, sizeof vertex - 1, &o), *f = nvp4c_compile(fragment, sizeof fragment - 1, &o);
   size_t m, n;
   const void *x = nvp4c_result_object(v, &m), *y = nvp4c_result_object(f, &n);
   struct nvp4c_result *lv = nvp4c_load(x, m, NULL), *lf = nvp4c_load(y, n, NULL);
   struct nvp4c_result *a = nvp4c_link(v, f, NULL), *b = nvp4c_link(lv, lf, NULL);
   struct nvp4c_key j = {0}, k = {0};
   ck_assert(nvp4c_link_key(a, &j) && nvp4c_link_key(b, &k));
   ck_assert_mem_eq(&j, &k, sizeof j);
   ck_assert_uint_eq(nvp4c_link_num_entries(a), nvp4c_link_num_entries(b));
   for (unsigned i = 0; i < nvp4c_link_num_entries(a); i++) {
      const struct nvp4c_link_entry *p = nvp4c_get_link_entry(a, i), *q = nvp4c_get_link_entry(b, i);
      ck_assert(p->varying == q->varying && p->address == q->address && p->location.number == q->location.number &&
                p->read == q->read);
   }
   /* without its reflection the second program cannot be linked; a mapped object stays mapped */
   o.output.reflection = o.output.object = 0;
   struct nvp4c_result *plain = nvp4c_compile(fragment, sizeof fragment - 1, &o), *bad = nvp4c_link(v, plain, NULL);
   ck_assert_uint_eq(nvp4c_result_num_reflections(plain), 0);
   ck_assert_int_eq(nvp4c_result_status(bad), NVP4C_REJECTED);
   ck_assert_str_eq(nvp4c_result_diagnostic(bad, 0)->message,
                    "the fragment program has no reflection (options.output.reflection)");
   o = defaults();
   o.key = j;
   struct nvp4c_result *mapped = nvp4c_compile(vertex, sizeof vertex - 1, &o);
   x = nvp4c_result_object(mapped, &m);
   struct nvp4c_result *lm = nvp4c_load(x, m, NULL), *again = nvp4c_link(lm, lf, NULL);
   ck_assert_int_eq(nvp4c_result_status(again), NVP4C_REJECTED);
   struct nvp4c_result *all[] = {v, f, lv, lf, a, b, plain, bad, mapped, lm, again};
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
      nvp4c_result_free(all[i]);
}
END_TEST

static void read_everything(const struct nvp4c_result *r)
{
   char text[300];
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      nvp4c_reflection_name(e, text, sizeof text);
      nvp4c_location_text(&e->location, text, sizeof text);
      ck_assert_uint_eq(nvp4c_reflection_name(e, NULL, 0), nvp4c_reflection_name(e, text, 5));
   }
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++)
      ck_assert_uint_lt(strlen(nvp4c_result_stat(r, i).name), 1u << 20); /* the bytes are arbitrary, but the string ends */
}

/* Loads the bytes from memory of exactly their size. */
static enum nvp4c_status load_status(const uint8_t *bytes, size_t len, char id[40])
{
   uint8_t *copy = malloc(len ? len : 1);
   memcpy(copy, bytes, len);
   struct nvp4c_result *r = nvp4c_load(copy, len, NULL);
   const enum nvp4c_status s = nvp4c_result_status(r);
   free(copy);
   snprintf(id, 40, "%s", s == NVP4C_OK ? "" : nvp4c_result_diagnostic(r, 0)->id);
   read_everything(r);
   if (s == NVP4C_OK)
      nvp4c_result_free(nvp4c_link(r, r, NULL));
   nvp4c_result_free(r);
   return s;
}

/* Every change of a byte is found. If the hash is updated to match, the object is loaded or rejected without a crash. */
START_TEST(broken_objects)
{
   struct nvp4c_options o = defaults();
   struct nvp4c_result *r = nvp4c_compile(fragment, sizeof fragment - 1, &o);
   size_t len, hash = 0;
   const uint8_t *object = nvp4c_result_object(r, &len);
   uint8_t *copy = malloc(len), digest[32], zeros[32] = {0};
   struct sha256 h;
   char id[40];
   for (size_t n = 0; n < len; n++)
      ck_assert_int_eq(load_status(object, n, id), NVP4C_REJECTED);
   /* Finds the offset of the hash: filling it with zeros gives that hash. */
   for (size_t at = 0; at + 32 <= len && !hash; at += 4) {
      sha256_init(&h);
      sha256_add(&h, object, at), sha256_add(&h, zeros, 32), sha256_add(&h, object + at + 32, len - at - 32);
      sha256_end(&h, digest);
      if (!memcmp(digest, object + at, 32))
         hash = at;
   }
   ck_assert_uint_ne(hash, 0);
   unsigned good = 0, versions = 0, hashes = 0;
   for (size_t at = 0; at < len; at++)
      for (unsigned bit = 0; bit < 8; bit += 7) {
         memcpy(copy, object, len);
         copy[at] ^= (uint8_t)(1u << bit);
         ck_assert_int_eq(load_status(copy, len, id), NVP4C_REJECTED);
         versions += !strcmp(id, "object-version");
         hashes += !strcmp(id, "object-hash");
         memset(copy + hash, 0, 32);
         sha256_init(&h);
         sha256_add(&h, copy, len);
         sha256_end(&h, copy + hash);
         good += load_status(copy, len, id) == NVP4C_OK;
      }
   ck_assert_uint_ge(versions, 2 * 20); /* 16 bytes of the version, 4 of the format */
   ck_assert_uint_gt(hashes, 2 * len / 3);
   ck_assert_uint_gt(good, 0);
   free(copy);
   nvp4c_result_free(r);
}
END_TEST

/* ---- cancelling */

static int count_down(void *user)
{
   int *left = user;
   return (*left)-- <= 0;
}

START_TEST(cancelling)
{
   struct nvp4c_options o = defaults();
   o.context = nvp4c_context_new(NULL);
   o.cancel.fn = count_down;
   unsigned cancelled = 0;
   for (unsigned n = 0; n < num_programs; n++)
      for (int after = 0;; after++) {
         int left = after;
         o.cancel.user = &left;
         struct nvp4c_result *r = nvp4c_compile(programs[n].text, programs[n].len, &o);
         const enum nvp4c_status s = nvp4c_result_status(r);
         if (s == NVP4C_CANCELLED) {
            size_t len;
            ck_assert_ptr_null(nvp4c_result_code(r, &len));
            ck_assert_int_eq(left, -1); /* the callback is not called again */
            ck_assert_str_eq(nvp4c_result_diagnostic(r, nvp4c_result_num_diagnostics(r) - 1)->id, "cancelled");
            cancelled++;
         }
         nvp4c_result_free(r);
         if (s != NVP4C_CANCELLED) {
            ck_assert_int_eq(s, NVP4C_OK);
            break;
         }
      }
   ck_assert_uint_gt(cancelled, 20);
   nvp4c_context_free(o.context);
}
END_TEST

/* ---- options */

static void refuse(struct nvp4c_options *o, const char *word)
{
   struct nvp4c_result *r = nvp4c_compile(vertex, sizeof vertex - 1, o);
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_USAGE, "%s: status %d", word, (int)nvp4c_result_status(r));
   ck_assert_uint_eq(nvp4c_result_num_diagnostics(r), 1);
   ck_assert_msg(strstr(nvp4c_result_diagnostic(r, 0)->message, word) != NULL, "%s: %s", word,
                 nvp4c_result_diagnostic(r, 0)->message);
   nvp4c_result_free(r);
}
#define WRONG(member, value)                                                                                                   \
   do {                                                                                                                        \
      struct nvp4c_options o = defaults();                                                                                     \
      o.member = value;                                                                                                        \
      refuse(&o, #member);                                                                                                     \
   } while (0)

static void use_again(void *user, const char *text, size_t len)
{
   const struct nvp4c_options *o = user;
   struct nvp4c_options again = defaults();
   (void)text, (void)len;
   again.context = o->context;
   refuse(&again, "the context is in use");
}

START_TEST(wrong_options)
{
   WRONG(size, 0);
   WRONG(size, 7);
   WRONG(language, (enum nvp4c_language)99);
   WRONG(language, (enum nvp4c_language)-1);
   WRONG(stage, (enum nvp4c_stage)5);
   WRONG(target, (enum nvp4c_target)2);
   WRONG(syntax_only, 2);
   WRONG(opt_level, 4);
   WRONG(opt_level, -1);
   WRONG(sched, (enum nvp4c_sched)4);
   WRONG(ffp, (enum nvp4c_ffp)3);
   WRONG(fshort, 24);
   WRONG(num_limits, 1);
   WRONG(diagnostics.werror, -1);
   WRONG(diagnostics.no_warnings, 3);
   WRONG(output.listing, 2);
   WRONG(output.object, 2);
   WRONG(output.analyze, 3);
   WRONG(output.reflection, 2);
   WRONG(inspect.dump_ir, 2);
   WRONG(inspect.dump_cfg, 3);
   WRONG(passes.bisect_limit, -2);
   WRONG(verify.each, 3);
   WRONG(stress.one_op_per_group, 2);
   WRONG(stress.spill_all, 2);
   WRONG(stress_preshader, 2);
   WRONG(monolithic.on, 2);
   WRONG(monolithic.api_sample_mask, 2);
   for (unsigned k = 0; k < 2; k++) {
      struct nvp4c_options o = defaults();
      if (k)
         o.monolithic.attrib[0].components = 5;
      else
         o.monolithic.attrib[31].format = NVP4C_ATTRIB_RGB10A2NORM + 1;
      refuse(&o, "monolithic.attrib");
   }
   struct nvp4c_options o = defaults();
   o.key.frt[0] = 3;
   refuse(&o, "key.frt");
   o = defaults();
   o.diagnostics.num_warnings = 1;
   refuse(&o, "diagnostics.warnings");
   /* A newer caller must set the members that this library does not know to 0. */
   struct {
      struct nvp4c_options o;
      uint64_t more[3];
   } newer;
   memset(&newer, 0xff, sizeof newer);
   nvp4c_options_init(&newer.o, sizeof newer);
   ck_assert_uint_eq(newer.more[2], 0);
   struct nvp4c_result *r = nvp4c_compile(vertex, sizeof vertex - 1, &newer.o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   nvp4c_result_free(r);
   newer.more[2] = (uint64_t)1 << 63;
   refuse(&newer.o, "options.size");
   uint8_t key[32], none[32] = {0};
   ck_assert_int_eq(nvp4c_cache_key(vertex, sizeof vertex - 1, &newer.o, key), NVP4C_USAGE);
   ck_assert_mem_eq(key, none, 32);
   ck_assert_ptr_null(nvp4c_context_new(&newer.o));
   struct nvp4c_program *p = nvp4c_parse(vertex, sizeof vertex - 1, &newer.o);
   ck_assert_int_eq(nvp4c_result_status(nvp4c_program_result(p)), NVP4C_USAGE);
   nvp4c_program_free(p);
   /* For an older caller nothing is written after the end of its structure. */
   memset(&newer, 0x5a, sizeof newer);
   nvp4c_options_init(&newer.o, offsetof(struct nvp4c_options, memory));
   ck_assert_uint_eq(newer.o.memory.limit, (size_t)0x5a5a5a5a5a5a5a5au);
   /* a context in use */
   o = defaults();
   o.context = nvp4c_context_new(NULL);
   o.inspect.dump_ir = 1;
   o.inspect.print = use_again;
   o.inspect.user = &o;
   r = nvp4c_compile(vertex, sizeof vertex - 1, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   nvp4c_result_free(r);
   nvp4c_context_free(o.context);
}
END_TEST

/* ---- queries */

START_TEST(listed)
{
   struct nvp4c_core core;
   unsigned cores = 0, passes = 0, required = 0;
   int optional;
   ck_assert_str_eq(nvp4c_version(), NVP4C_VERSION);
   for (unsigned t = 0; nvp4c_target_name(t); t++)
      for (unsigned i = 0; nvp4c_get_core(t, i, &core); i++, cores++) {
         ck_assert_str_eq(core.name, nvp4c_cpu_name(t, i));
         ck_assert(core.native.temporaries && core.native.parameters && core.native.attribs);
         for (unsigned k = 0; k < 32; k++)
            ck_assert(!(core.features >> k & 1) || nvp4c_attr_name(t, k, NULL));
      }
   ck_assert_uint_eq(cores, 11);
   for (const char *name; (name = nvp4c_pass_name(passes, &optional)); passes++) {
      required += !optional;
      ck_assert_msg(*nvp4c_pass_help(passes) && !strchr(nvp4c_pass_help(passes), '\n'), "%s", name);
      struct nvp4c_options o = defaults();
      o.passes.disable = name;
      struct nvp4c_result *r = nvp4c_compile(vertex, sizeof vertex - 1, &o);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", name);
      nvp4c_result_free(r);
   }
   ck_assert(required && required < passes);
   ck_assert_ptr_null(nvp4c_pass_name(passes, NULL));
   ck_assert_ptr_null(nvp4c_pass_help(passes));
}
END_TEST

/* ---- memory that fails */

/* Makes all the new calls one after the other and returns how many of them failed. */
static unsigned use_library(struct bad_memory *m, unsigned n)
{
   struct nvp4c_options o = defaults();
   unsigned failed = 0;
   o.memory.alloc = bad_memory_alloc;
   o.memory.user = m;
   o.context = nvp4c_context_new(&o);
   failed += !o.context;
   struct nvp4c_program *p = nvp4c_parse(programs[n].text, programs[n].len, &o);
   struct nvp4c_result *r[5] = {p ? nvp4c_compile_program(p, &o) : NULL};
   size_t len = 0;
   const void *object = r[0] ? nvp4c_result_object(r[0], &len) : NULL;
   r[1] = object ? nvp4c_load(object, len, &o) : NULL;
   r[2] = nvp4c_compile(vertex, sizeof vertex - 1, &o);
   r[3] = r[1] && r[2] ? nvp4c_link(r[2], r[1], &o) : NULL;
   failed += !p || nvp4c_result_status(nvp4c_program_result(p)) != NVP4C_OK;
   const bool follows = r[3] && nvp4c_result_stage(r[1]) != NVP4C_STAGE_VERTEX;
   for (unsigned k = 0; k < 4; k++) {
      const enum nvp4c_status s = r[k] ? nvp4c_result_status(r[k]) : NVP4C_LIMIT;
      failed += k == 3 && !follows ? s == NVP4C_LIMIT : s != NVP4C_OK;
      ck_assert_msg(s == NVP4C_OK || s == NVP4C_LIMIT || (k == 3 && s == NVP4C_REJECTED), "%s: call %u, status %d",
                    programs[n].name, k, (int)s);
      nvp4c_result_free(r[k]);
   }
   nvp4c_program_free(p);
   nvp4c_context_free(o.context);
   return failed;
}

START_TEST(failing_memory)
{
   const unsigned n = (unsigned)_i;
   struct bad_memory m = {.first = ALWAYS};
   ck_assert_uint_eq(use_library(&m, n), 0);
   ck_assert_int_eq(m.live, 0);
   const long calls = m.calls;
   for (long k = 0; k < calls; k++)
      for (unsigned all = 0; all < 2; all++) {
         m = (struct bad_memory){.first = k, .times = all ? ALWAYS : 1};
         ck_assert_msg(use_library(&m, n) > 0, "%s: allocation %ld of %ld, no error", programs[n].name, k, calls);
         ck_assert_msg(!m.live, "%s: allocation %ld of %ld, memory is lost", programs[n].name, k, calls);
      }
}
END_TEST

/* ---- threads */

#define THREADS 16
static struct nvp4c_program *shared[MAX_PROGRAMS];
static struct nvp4c_result *wanted[MAX_PROGRAMS];

static void *thread(void *arg)
{
   const unsigned id = *(const unsigned *)arg;
   struct nvp4c_options o = defaults();
   o.context = nvp4c_context_new(NULL);
   unsigned different = 0;
   for (unsigned i = 0; i < num_programs; i++) {
      const unsigned n = (i + id * 3) % num_programs;
      struct nvp4c_result *r =
          i & 1 ? nvp4c_compile_program(shared[n], &o) : nvp4c_compile(programs[n].text, programs[n].len, &o);
      size_t len, want;
      const void *a = nvp4c_result_object(r, &len), *b = nvp4c_result_object(wanted[n], &want);
      different += len != want || memcmp(a, b, len);
      nvp4c_result_free(r);
   }
   nvp4c_context_free(o.context);
   return different ? arg : NULL;
}

START_TEST(threads)
{
   struct nvp4c_options o = defaults();
   pthread_t t[THREADS];
   unsigned id[THREADS];
   for (unsigned n = 0; n < num_programs; n++) {
      shared[n] = nvp4c_parse(programs[n].text, programs[n].len, &o);
      wanted[n] = nvp4c_compile_program(shared[n], &o);
   }
   for (unsigned i = 0; i < THREADS; i++) {
      id[i] = i;
      ck_assert_int_eq(pthread_create(&t[i], NULL, thread, &id[i]), 0);
   }
   for (unsigned i = 0; i < THREADS; i++) {
      void *bad;
      pthread_join(t[i], &bad);
      ck_assert_msg(!bad, "thread %u made something else", i);
   }
   for (unsigned n = 0; n < num_programs; n++) {
      nvp4c_result_free(wanted[n]);
      nvp4c_program_free(shared[n]);
   }
}
END_TEST

/* With arguments, only the thread test runs, on the given files. */
int main(int argc, char **argv)
{
   Suite *s = suite_create("embed");
   TCase *t = tcase_create("embed");
   tcase_set_timeout(t, argc > 1 ? 7200 : 600);
   suite_add_tcase(s, t);
   for (int i = 1; i < argc && num_programs < MAX_PROGRAMS; i++)
      read_program(".", argv[i]);
   if (argc > 1) {
      tcase_add_test(t, threads);
      return suite_run(s);
   }
   read_programs();
   tcase_add_loop_test(t, every_way, 0, (int)num_programs);
   tcase_add_test(t, limit_in_context);
   tcase_add_test(t, refused);
   tcase_add_test(t, linking_loaded);
   tcase_add_test(t, broken_objects);
   tcase_add_test(t, cancelling);
   tcase_add_test(t, wrong_options);
   tcase_add_test(t, listed);
   tcase_add_loop_test(t, failing_memory, 0, num_programs < 20 ? (int)num_programs : 20);
   tcase_add_test(t, threads);
   return num_programs < 20 ? EXIT_FAILURE : suite_run(s);
}
