/* SPDX-License-Identifier: MIT */
/* Tests which fields of the pipeline key change the code and the cache key, and tests SHA-256, which makes it. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "nvp4c/report/sha256.h"
#include "tests/unit/common/suite.h"

static void digest(const char *text, const struct nvp4c_options *o, uint8_t out[32])
{
   nvp4c_cache_key(text, strlen(text), o, out);
}

/* The cache keys that were made of one text. All of them must differ. */
#define MAX_DIGESTS 90
static const char digested[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
static uint8_t seen[MAX_DIGESTS][32];
static unsigned num_seen;

static void see(const struct nvp4c_options *o)
{
   ck_assert_uint_lt(num_seen, MAX_DIGESTS);
   digest(digested, o, seen[num_seen++]);
}
/* The defaults with one member changed. */
#define WITH(...)                                                                                                              \
   do {                                                                                                                        \
      struct nvp4c_options o;                                                                                                  \
      nvp4c_options_init(&o, sizeof o);                                                                                        \
      __VA_ARGS__;                                                                                                             \
      see(&o);                                                                                                                 \
   } while (0)

static void see_options(void)
{
   static const struct nvp4c_limit limits[] = {{"max-program-if-depth", 3}};
   static const char *const warnings[] = {"no-unwritten-read"};
   WITH(o.target = NVP4C_TARGET_AGX);
   WITH(o.language = NVP4C_LANG_NV);
   WITH(o.inspect.dump_source = NVP4C_LANG_TGSI);
   WITH(o.cpu = "bxs-4-64");
   WITH(o.attr = "+ditr");
   WITH(o.opt_level = 3);
   WITH(o.sched = NVP4C_SCHED_BOTH);
   WITH(o.ffp = NVP4C_FFP_STRICT);
   WITH(o.fshort = 16);
   WITH(o.limits = limits, o.num_limits = 1);
   WITH(o.syntax_only = 1);
   WITH(o.diagnostics.max_errors = 3);
   WITH(o.diagnostics.werror = 1);
   WITH(o.diagnostics.no_warnings = 1);
   WITH(o.diagnostics.warnings = warnings, o.diagnostics.num_warnings = 1);
   WITH(o.check_code = 1);
   WITH(o.output.analyze = 1);
   WITH(o.output.listing = 1);
   WITH(o.output.object = 1);
   WITH(o.output.reflection = 1);
   WITH(o.inspect.dump_ir = 1);
   WITH(o.inspect.print_before = "dce");
   WITH(o.inspect.print_after = "dce");
   WITH(o.passes.disable = "dce");
   WITH(o.inspect.print_changed = "dce");
   WITH(o.passes.list = "dce");
   WITH(o.passes.start_after = "dce");
   WITH(o.passes.stop_after = "dce");
   WITH(o.inspect.dump_cfg = 1);
   WITH(o.passes.bisect_limit = 1);
   WITH(o.verify.each = 1);
   WITH(o.verify.waves = 1);
   WITH(o.verify.seed = 2);
   WITH(o.verify.noise = 1);
   WITH(o.stress.max_temps = 20);
   WITH(o.stress.one_op_per_group = 1);
   WITH(o.stress.spill_all = 1);
   WITH(o.stress.sched_seed = 1);
   WITH(o.stress_preshader = 1);
   WITH(o.preshader = NVP4C_PRESHADER_CALLER);
   WITH(o.preshader = NVP4C_PRESHADER_NONE);
   WITH(o.monolithic.on = 1);
   WITH(o.monolithic.api_sample_mask = 1);
   WITH(o.monolithic.attrib[3].format = NVP4C_ATTRIB_F16);
   WITH(o.monolithic.attrib[3].components = 2);
   WITH(o.monolithic.attrib[3].stride = 8);
   WITH(o.monolithic.attrib[3].divisor = 2);
   WITH(o.budget.work = 1000000);
   WITH(o.budget.code_size = 1000000);
   WITH(o.budget.scratch = 1000000);
   WITH(o.debug.lines = 1);
   WITH(o.debug.source = "a.fp");
   WITH(o.stage = NVP4C_STAGE_FRAGMENT);
}

static void see_state(void)
{
   WITH(o.key.frt[0] = NVP4C_FRT_F16);
   WITH(o.key.frt[7] = NVP4C_FRT_F16);
   WITH(o.key.robust_off = 1);
   WITH(o.key.samples = 4);
   WITH(o.key.sample_shading = 1);
   WITH(o.key.flat_shading = 1);
   WITH(o.key.two_side = 1);
   WITH(o.key.clip_planes = 1);
   WITH(o.key.clip_z = 1);
   WITH(o.key.point_size = 1);
   WITH(o.key.point_coord = 1);
   WITH(o.key.color_buffers = 3);
   WITH(o.key.alpha_test = NVP4C_COMPARE_LESS);
   WITH(o.key.clamp_colors = 1);
   WITH(o.key.alpha_to_one = 1);
   WITH(o.key.stipple = 1);
   WITH(o.key.coverage = NVP4C_COVERAGE_ALPHA);
   WITH(o.key.coverage = NVP4C_COVERAGE_MASK);
   WITH(o.key.varying_map = 1);
   WITH(o.key.varying[5].address = 1);
   WITH(o.key.varying[57].mask = 1);
   WITH(o.key.varying[7].tail = 1);
   WITH(o.key.tex[31].compare = NVP4C_COMPARE_LESS);
   WITH(o.key.tex[0].swizzle[3] = NVP4C_SWIZZLE_1);
   WITH(o.key.image[31].format = 1);
   WITH(o.key.image[0].tiled = 1);
   WITH(o.key.shared_bytes = 4096);
   WITH(o.key.front_face = NVP4C_FRONT_FACE_WORD);
   WITH(o.key.attrib[31].format = 1);
   WITH(o.key.attrib[31].placed = 1);
   WITH(o.key.attrib[0].word = 1);
   WITH(o.key.attrib[0].byte = 1);
   WITH(o.key.scratch_base = 8);
   WITH(o.key.scratch_stride = 64);
}
#undef WITH

/* Each member of the options and each field of the key changes the cache key. */
START_TEST(cache_keys)
{
   struct nvp4c_options o;
   uint8_t again[32];
   nvp4c_options_init(&o, sizeof o);
   see(&o);
   digest(digested, NULL, again);
   ck_assert_mem_eq(again, seen[0], 32);
   see_options();
   see_state();
   nvp4c_cache_key(digested, sizeof digested - 2, &o, seen[num_seen++]); /* a byte less of the text */
   for (unsigned i = 0; i < num_seen; i++)
      for (unsigned k = 0; k < i; k++)
         ck_assert_msg(memcmp(seen[i], seen[k], 32), "%u and %u have one key", i, k);
   /* The allocator and the addresses of equal names do not change the cache key. */
   char cpu[] = "bxs-4-64";
   o.cpu = cpu;
   digest(digested, &o, again);
   o.memory.limit = 1 << 20;
   o.cpu = "bxs-4-64";
   uint8_t same[32];
   digest(digested, &o, same);
   ck_assert_mem_eq(again, same, 32);
   bool found = false;
   for (unsigned i = 0; i < num_seen; i++)
      found |= !memcmp(again, seen[i], 32);
   ck_assert(found);
}
END_TEST

START_TEST(bad_keys)
{
   static const char text[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
   struct nvp4c_key k[18];
   memset(k, 0, sizeof k);
   k[0].frt[7] = NVP4C_FRT_RGBA8 + 1;
   k[1].samples = 3;
   k[2].samples = 16;
   k[3].point_size = NVP4C_POINT_SIZE_NONE + 1;
   k[4].coverage = 4;
   k[5].varying_map = 1;
   k[5].varying[3] = (struct nvp4c_varying){253, 15, 0};
   k[6].tex[1].compare = NVP4C_COMPARE_ALWAYS + 1;
   k[7].tex[1].swizzle[2] = NVP4C_SWIZZLE_1 + 1;
   k[8].scratch_base = 2045;
   k[9].scratch_stride = 6;
   k[10].two_side = 2;
   k[11].varying_map = 1;
   k[11].varying[0].mask = 16;
   k[12].alpha_test = NVP4C_COMPARE_ALWAYS + 1;
   k[13].stipple = 2;
   for (size_t i = 14; i < 17; i++) {
      k[i].varying_map = 1;
      k[i].varying[8] = (struct nvp4c_varying){7, 1, 0};
   }
   k[14].varying[7] = (struct nvp4c_varying){4, 1, 7}; /* the word of another varying */
   k[15].varying[7] = (struct nvp4c_varying){4, 2, 8}; /* without x */
   k[16].varying[7] = (struct nvp4c_varying){4, 1, 4};
   k[17].front_face = NVP4C_FRONT_FACE_WORD + 1;
   for (size_t i = 0; i < sizeof k / sizeof k[0]; i++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.key = k[i];
      struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_USAGE, "key %zu", i);
      nvp4c_result_free(r);
   }
}
END_TEST

/* Each field of the key changes the code of a program that depends on it, and scratch_base the location in the reflection. */
START_TEST(keys_change_code)
{
   static const struct {
      const char *text;
      struct nvp4c_key key;
   } t[] = {
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.frt = {NVP4C_FRT_RGBA8}}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.flat_shading = 1}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.two_side = 1}},
       {"!!NVfp4.0\nMOV result.color, fragment.facing;\nEND\n", {.front_face = NVP4C_FRONT_FACE_WORD}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.alpha_test = NVP4C_COMPARE_LESS}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.clamp_colors = 1}},
       {"!!NVvp4.0\nMOV result.color, vertex.color;\nEND\n", {.clamp_colors = 1}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.alpha_to_one = 1}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.stipple = 1}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.samples = 2, .coverage = NVP4C_COVERAGE_ALPHA}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.samples = 2, .coverage = NVP4C_COVERAGE_MASK}},
       {"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", {.sample_shading = 1}},
       {"!!NVfp4.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], fragment.color;\nMOV result.color[1], fragment.color;\nMOV "
        "result.color[2], fragment.color;\nEND\n",
        {.samples = 4}},
       {"!!NVfp4.0\nPARAM a[] = {program.local[0..7]};\nINT TEMP i;\nMOV.S i.x, fragment.attrib[0];\nMOV result.color, "
        "a[i.x];\nEND\n",
        {.robust_off = 1}},
       {"!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[3], SHADOW2D;\nMOV result.color, t;\nEND\n",
        {.tex[3].compare = NVP4C_COMPARE_LESS}},
       {"!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[3], 2D;\nMOV result.color, t;\nEND\n",
        {.tex[3].swizzle = {NVP4C_SWIZZLE_Y, NVP4C_SWIZZLE_0}}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n", {.clip_planes = 1}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n", {.clip_z = 1}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n", {.point_size = NVP4C_POINT_SIZE_STATE}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.pointsize.x, vertex.attrib[1];\nEND\n",
        {.point_size = NVP4C_POINT_SIZE_NONE}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n", {.varying_map = 1, .varying[0] = {8, 15}}},
       {"!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[0].x, vertex.attrib[1];\nEND\n",
        {.varying_map = 1, .varying[0] = {0, 15}, .varying[7] = {4, 1, 5}}},
       {"!!NVvp4.0\nTEMP a[80];\nINT TEMP i;\nMOV.S i.x, vertex.attrib[1];\nMOV a[i.x], vertex.position;\nMOV result.position, "
        "a[3];\nEND\n",
        {.scratch_base = 40}},
       {"!!NVvp4.0\nTEMP a[80];\nINT TEMP i;\nMOV.S i.x, vertex.attrib[1];\nMOV a[i.x], vertex.position;\nMOV result.position, "
        "a[3];\nEND\n",
        {.scratch_stride = 4096}},
   };
   for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.output.reflection = 1;
      struct nvp4c_result *a = nvp4c_compile(t[i].text, strlen(t[i].text), &o);
      o.key = t[i].key;
      o.verify.waves = o.key.robust_off ? 0 : 8; /* indices out of range have no verdict */
      struct nvp4c_result *b = nvp4c_compile(t[i].text, strlen(t[i].text), &o);
      ck_assert_msg(nvp4c_result_status(a) == NVP4C_OK && nvp4c_result_status(b) == NVP4C_OK, "program %zu: %s", i,
                    nvp4c_result_num_diagnostics(b) ? nvp4c_result_diagnostic(b, 0)->message : "");
      size_t n, m;
      const void *x = nvp4c_result_code(a, &n), *y = nvp4c_result_code(b, &m);
      ck_assert_msg(n != m || memcmp(x, y, n), "key %zu changes nothing", i);
      if (t[i].key.scratch_base) {
         const struct nvp4c_reflection *f;
         bool low = false;
         for (unsigned k = 0; (f = nvp4c_result_reflection(b, k)); k++)
            low |= f->binding == NVP4C_BIND_SCRATCH && !f->component && f->location.reg == NVP4C_REG_SHARED &&
                   f->location.number == 40;
         ck_assert(low);
      }
      nvp4c_result_free(a);
      nvp4c_result_free(b);
   }
   /* A stride that is too small is an error. */
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.key.scratch_stride = 16;
   const char *big = t[sizeof t / sizeof t[0] - 1].text;
   struct nvp4c_result *r = nvp4c_compile(big, strlen(big), &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_UNSUPPORTED);
   nvp4c_result_free(r);
}
END_TEST

/* The examples of FIPS 180-4 (one block, two blocks), and the empty message. */
START_TEST(sha256)
{
   static const struct {
      const char *text, *hex;
   } t[] = {
       {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
       {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
       {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
   };
   for (size_t i = 0; i < sizeof t / sizeof t[0]; i++)
      for (size_t step = 1; step < 70; step += 23) {
         struct sha256 h;
         uint8_t d[32];
         char hex[65];
         sha256_init(&h);
         for (size_t at = 0, n = strlen(t[i].text); at < n; at += step)
            sha256_add(&h, t[i].text + at, n - at < step ? n - at : step);
         sha256_end(&h, d);
         for (unsigned k = 0; k < 32; k++)
            snprintf(hex + 2 * k, 3, "%02x", d[k]);
         ck_assert_str_eq(hex, t[i].hex);
      }
}
END_TEST

SUITE_MAIN("cache_key", 60, NULL, NULL, cache_keys, bad_keys, keys_change_code, sha256)
