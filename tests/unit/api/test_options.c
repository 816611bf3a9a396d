/* SPDX-License-Identifier: MIT */
/* Tests options by name and text: the members that they set, errors, and the memory of their texts. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/bad_memory.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

static struct nvp4c_options opt;
static char message[300];

static void begin(void) { nvp4c_options_init(&opt, sizeof opt); }
static void end(void) { nvp4c_options_clear(&opt); }

static void set(const char *name, const char *value)
{
   ck_assert_msg(nvp4c_options_set(&opt, name, value, message, sizeof message) == NVP4C_OK, "%s %s: %s", name,
                 value ? value : "(none)", message);
   ck_assert_str_eq(message, "");
}

/* One option of each kind, and each one with a syntax of its own. The values are those of the public headers. */
START_TEST(members)
{
   set("target", "agx");
   ck_assert_int_eq(opt.target, NVP4C_TARGET_AGX);
   set("x", "arb");
   ck_assert_int_eq(opt.language, NVP4C_LANG_ARB);
   set("O", "3");
   ck_assert_int_eq(opt.opt_level, 3);
   set("O0", NULL);
   ck_assert_int_eq(opt.opt_level, 0);
   set("verify-each", "exec");
   ck_assert_int_eq(opt.verify.each, 2);
   set("verify-each", "");
   ck_assert_int_eq(opt.verify.each, 1);
   set("fsched", "fast");
   ck_assert_int_eq(opt.sched, NVP4C_SCHED_FAST);
   set("falpha-test", "never");
   ck_assert_int_eq(opt.key.alpha_test, NVP4C_COMPARE_NEVER);
   set("fcoverage", "alpha,mask");
   ck_assert_int_eq(opt.key.coverage, NVP4C_COVERAGE_ALPHA | NVP4C_COVERAGE_MASK);
   set("fpreshader", "caller");
   ck_assert_int_eq(opt.preshader, NVP4C_PRESHADER_CALLER);
   set("fno-preshader", NULL);
   ck_assert_int_eq(opt.preshader, NVP4C_PRESHADER_NONE);
   set("fsamples", "010"); /* octal */
   ck_assert_int_eq(opt.key.samples, 8);
   set("sim-noise", "0xFFFFFFFF");
   ck_assert_uint_eq(opt.verify.noise, UINT32_MAX);
   set("limit-work", "18446744073709551615");
   ck_assert(opt.budget.work == UINT64_MAX);
   set("mcpu", "g13g");
   ck_assert_str_eq(opt.cpu, "g13g");
   set("mcpu", "g13x");
   ck_assert_str_eq(opt.cpu, "g13x");
   set("fshort", "16");
   ck_assert_uint_eq(opt.fshort, 16);
   set("opt-bisect-limit", "7");
   ck_assert_int_eq(opt.passes.bisect_limit, 7);
   set("verify-sim", "64,seed=5");
   ck_assert_uint_eq(opt.verify.waves, 64);
   ck_assert(opt.verify.seed == 5);
   set("output.listing", "1");
   ck_assert_int_eq(opt.output.listing, 1);
   set("verify.seed", "9");
   ck_assert(opt.verify.seed == 9);
   set("debug.source", "a.fp");
   ck_assert_str_eq(opt.debug.source, "a.fp");
}
END_TEST

START_TEST(key)
{
   set("frt", "rgba8,f16");
   for (unsigned i = 0; i < 8; i++)
      ck_assert_int_eq(opt.key.frt[i], i ? NVP4C_FRT_F16 : NVP4C_FRT_RGBA8);
   set("ftex", "3:compare=less,swizzle=xx01");
   ck_assert_int_eq(opt.key.tex[3].compare, NVP4C_COMPARE_LESS);
   const uint8_t swizzle[4] = {NVP4C_SWIZZLE_X, NVP4C_SWIZZLE_X, NVP4C_SWIZZLE_0, NVP4C_SWIZZLE_1};
   ck_assert(!memcmp(opt.key.tex[3].swizzle, swizzle, 4));
   set("fimage", "31:R8G8B8A8_UNORM,tiled");
   ck_assert_str_eq(nvp4c_image_format(opt.key.image[31].format), "R8G8B8A8_UNORM");
   ck_assert_int_eq(opt.key.image[31].tiled, 1);
   set("fcolor", "7:B8G8R8A8_UNORM,srgb,tile6[3],keep=xw");
   const struct nvp4c_key_color *c = &opt.key.color[7];
   ck_assert_str_eq(nvp4c_image_format(c->format), "B8G8R8A8_UNORM");
   ck_assert_int_eq(c->srgb, 1);
   ck_assert_int_eq(c->place, NVP4C_PLACE_TILE + 6);
   ck_assert_int_eq(c->word, 3);
   ck_assert_int_eq(c->keep, 9);
   set("fcolor", "7:o5,keep=");
   ck_assert_int_eq(c->place, NVP4C_PLACE_OUTPUT);
   ck_assert_int_eq(c->word, 5);
   ck_assert_int_eq(c->keep, 0);
   set("fblend", "7:subtract,one,source-alpha,max,zero,second-color");
   ck_assert_int_eq(c->blends, 1);
   ck_assert_int_eq(c->color.equation, NVP4C_BLEND_SUBTRACT);
   ck_assert_int_eq(c->color.target, NVP4C_FACTOR_SOURCE_ALPHA);
   ck_assert_int_eq(c->alpha.equation, NVP4C_BLEND_MAX);
   ck_assert_int_eq(c->alpha.target, NVP4C_FACTOR_SECOND_COLOR);
   set("fblend", "7:add,one,constant-alpha");
   ck_assert(!memcmp(&c->color, &c->alpha, sizeof c->alpha));
   set("fattrib", "2:u8normx3,stride=16,divisor=4294967295");
   const struct nvp4c_attribute *a = &opt.monolithic.attrib[2];
   ck_assert_int_eq(a->format, NVP4C_ATTRIB_U8NORM);
   ck_assert_int_eq(a->components, 3);
   ck_assert_int_eq(a->stride, 16);
   ck_assert_uint_eq(a->divisor, UINT32_MAX);
   const struct nvp4c_key_attrib *k = &opt.key.attrib[2];
   ck_assert_str_eq(nvp4c_attrib_format(k->format), "R8G8B8_UNORM"); /* the same format by its other name */
   ck_assert_int_eq(k->placed, 0);
   set("fattrib", "2:B10G10R10A2_SSCALED,word=255,byte=3");
   ck_assert_str_eq(nvp4c_attrib_format(k->format), "B10G10R10A2_SSCALED");
   ck_assert_int_eq(k->placed, 1);
   ck_assert_int_eq(k->word, 255);
   ck_assert_int_eq(k->byte, 3);
   set("fattrib", "0:word=0");
   ck_assert_int_eq(opt.key.attrib[0].placed, 1);
   ck_assert_int_eq(opt.key.attrib[0].format, 0);
   set("fattrib", "0:rgb10a2norm");
   ck_assert_str_eq(nvp4c_attrib_format(opt.key.attrib[0].format), "R10G10B10A2_UNORM");
   set("fvarying-map", "position:0,tex0.xz:4");
   ck_assert_int_eq(opt.key.varying_map, 1);
   ck_assert_int_eq(opt.key.varying[0].mask, 15);
   ck_assert_int_eq(opt.key.varying[15].mask, 5);
   ck_assert_int_eq(opt.key.varying[15].address, 4);
   ck_assert_int_eq(opt.key.varying[15].tail, 0);
   set("fvarying-map", "clip0.x:4+9,clip1.x:5+0x0a");
   ck_assert_int_eq(opt.key.varying[7].tail, 9);
   ck_assert_int_eq(opt.key.varying[8].tail, 10);
   set("fvarying-map", "tex1:0"); /* replaces the map */
   ck_assert_int_eq(opt.key.varying[0].mask, 0);
   ck_assert_int_eq(opt.key.varying[16].mask, 15);
}
END_TEST

/* A wrong option changes nothing, and the message names the option and the value. */
static const struct {
   const char *name, *value, *message;
} errors[] = {
   {"targte", "agx", "unknown option 'targte'; did you mean 'target'?"},
   {"", "O3", "unknown option ''"},
   {"qqqqqqqqqq", NULL, "unknown option 'qqqqqqqqqq'"},
   {"target", "cpu", "-target: 'cpu' is not one of usc|agx"},
   {"target", NULL, "-target needs a value"},
   {"spill-all", "yes", "-spill-all takes no value: 'yes'"},
   {"fsamples", "9", "-fsamples: '9' is not a number from 0 to 8"},
   {"fsamples", "", "-fsamples: '' is not a number from 0 to 8"},
   {"fsamples", "-1", "-fsamples: '-1' is not a number from 0 to 8"},
   {"fsamples", "09", "-fsamples: '09' is not a number from 0 to 8"},
   {"fsamples", "0x", "-fsamples: '0x' is not a number from 0 to 8"},
   {"fsamples", "4 ", "-fsamples: '4 ' is not a number from 0 to 8"},
   {"sim-noise", "4294967296", "-sim-noise: '4294967296' is not a number from 0 to 4294967295"},
   {"limit-work", "18446744073709551616",
    "-limit-work: '18446744073709551616' is not a number from 0 to 18446744073709551615"},
   {"output.analyze", "3", "output.analyze: '3' is not a number from 0 to 2"},
   {"frt", "f32,f8", "-frt: 'f8' is not one of f32|f16|rgba8"},
   {"frt", "f32,f32,f32,f32,f32,f32,f32,f32,f32", "-frt: more than eight targets in 'f32,f32,f32,f32,f32,f32,f32,f32,f32'"},
   {"ftex", "compare=less", "-ftex: 'compare=less' is not UNIT:..."},
   {"ftex", "32:compare=less", "-ftex: '32' is not a number from 0 to 31"},
   {"ftex", "0:compare=less,swizzle=xyzq", "-ftex: a swizzle has the letters xyzw01: '0:compare=less,swizzle=xyzq'"},
   {"ftex", "0:filter=1", "-ftex: '0:filter=1' is not UNIT:compare=FUNCTION,swizzle=xyzw"},
   {"fcolor", "8:R8_UNORM", "-fcolor: '8' is not a number from 0 to 7"},
   {"fcolor", "0:RGB", "-fcolor: unknown format in '0:RGB'"},
   {"fcolor", "0:o8", "-fcolor: '8' is not a number from 0 to 7"},
   {"fcolor", "0:tile7[0]", "-fcolor: '7' is not a number from 0 to 6"},
   {"fcolor", "0:tile0", "-fcolor: 'tile0' is not oWORD or tileT[WORD]"},
   {"fcolor", "0:keep=r", "-fcolor: components have the letters xyzw: '0:keep=r'"},
   {"fblend", "0:mul,one,one", "-fblend: 'mul' is not one of add|subtract|reverse-subtract|min|max"},
   {"fblend", "0:add,one,zero,add,one,zero,one",
    "-fblend: '0:add,one,zero,add,one,zero,one' is not N:EQUATION,SOURCE,TARGET, or with three more for alpha"},
   {"fimage", "0:RGB", "-fimage: unknown image format in '0:RGB'"},
   {"fcolor", "0:srgb,RGB", "-fcolor: unknown format in '0:srgb,RGB'"},
   {"fcolor", "8:R8_UNORM", "-fcolor: '8' is not a number from 0 to 7"},
   {"fcolor", "0:o8", "-fcolor: '8' is not a number from 0 to 7"},
   {"fcolor", "0:tile7[0]", "-fcolor: '7' is not a number from 0 to 6"},
   {"fcolor", "0:tile", "-fcolor: 'tile' is not oWORD or tileT[WORD]"},
   {"fcolor", "0:keep=xq", "-fcolor: components have the letters xyzw: '0:keep=xq'"},
   {"fblend", "0:add,one,one,add,one,one,one",
    "-fblend: '0:add,one,one,add,one,one,one' is not N:EQUATION,SOURCE,TARGET, or with three more for alpha"},
   {"fattrib", "0:f32x5", "-fattrib: '5' is not a number from 0 to 4"},
   {"fattrib", "0:f64", "-fattrib: 'f64' is not one of "
                        "f32|f16|u8norm|s8norm|u16norm|s16norm|u8|s8|u16|s16|i32|u8f|s8f|u16f|s16f|u32f|s32f|fixed|"
                        "rgb10a2norm"},
   {"fattrib", "0:R8_RGB", "-fattrib: 'R8_RGB' is not one of "
                           "f32|f16|u8norm|s8norm|u16norm|s16norm|u8|s8|u16|s16|i32|u8f|s8f|u16f|s16f|u32f|s32f|fixed|"
                           "rgb10a2norm"},
   {"fattrib", "0:rgb10a2normx3", "-fattrib: the format 'rgb10a2normx3' has four components"},
   {"fattrib", "0:f32,byte=4", "-fattrib: '4' is not a number from 0 to 3"},
   {"fattrib", "0:f32,word=256", "-fattrib: '256' is not a number from 0 to 255"},
   {"fvarying-map", "tex0:0,tex0:4", "-fvarying-map: the varying at 'tex0:4' already has an address"},
   {"fvarying-map", "tex0.:0", "-fvarying-map: 'tex0.:0' is not NAME.xyzw:WORD"},
   {"fvarying-map", "texx:0", "-fvarying-map: unknown varying at 'texx:0'"},
   {"verify-sim", "1,sed=2", "-verify-sim: '1,sed=2' is not N[,seed=S]"},
   {"fshort", "8", "-fshort: '8' is not one of 32|16"},
   {"opt-bisect-limit", "2147483648", "-opt-bisect-limit: '2147483648' is not a number from 0 to 2147483647"},
   {"limit-max-x", NULL, "-limit-max-x needs a value"},
   {"limit-max-x", "many", "-limit-max-x: 'many' is not a number from 0 to 4294967295"},
   {"Wno-unused", "x", "-Wno-unused takes no value: 'x'"},
   {"W", NULL, "-W needs a value"},
};

START_TEST(wrong)
{
   struct nvp4c_options before;

   set("frt", "f16");
   set("ftex", "0:swizzle=wzyx");
   before = opt;
   for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
      ck_assert_int_eq(nvp4c_options_set(&opt, errors[i].name, errors[i].value, message, sizeof message), NVP4C_USAGE);
      ck_assert_str_eq(message, errors[i].message);
      opt.texts = before.texts; /* nothing else may differ */
      ck_assert_msg(!memcmp(&opt, &before, sizeof opt), "%s", errors[i].message);
      char part[9];
      memset(part, '#', sizeof part);
      nvp4c_options_set(&opt, errors[i].name, errors[i].value, part, 8);
      ck_assert_int_eq(strncmp(part, errors[i].message, 7), 0);
      ck_assert_int_eq(part[7], 0);
      ck_assert_int_eq(part[8], '#');
      ck_assert_int_eq(nvp4c_options_set(&opt, errors[i].name, errors[i].value, NULL, 0), NVP4C_USAGE);
   }
}
END_TEST

/* Limits and warnings accumulate, also after the caller's own, and in a copy of the options. */
START_TEST(lists)
{
   static const char *const own[] = {"error"};
   struct nvp4c_options copy;
   char name[40], value[40];

   opt.diagnostics.warnings = own;
   opt.diagnostics.num_warnings = 1;
   for (unsigned i = 0; i < 100; i++) {
      snprintf(name, sizeof name, "limit-max-%u", i);
      snprintf(value, sizeof value, "%u", 1000 * i);
      set(name, value);
      snprintf(value, sizeof value, "no-w%u", i);
      set("W", value);
   }
   set("limit-", "max-last=5");
   set("Wall", NULL);
   copy = opt;
   set("W", "mine");
   ck_assert_int_eq(nvp4c_options_set(&copy, "W", "yours", NULL, 0), NVP4C_OK);
   ck_assert_uint_eq(opt.num_limits, 101);
   ck_assert_uint_eq(opt.diagnostics.num_warnings, 103);
   ck_assert_str_eq(opt.diagnostics.warnings[0], "error");
   for (unsigned i = 0; i < 100; i++) {
      snprintf(name, sizeof name, "max-%u", i);
      ck_assert_str_eq(opt.limits[i].name, name);
      ck_assert_uint_eq(opt.limits[i].value, 1000 * i);
      snprintf(value, sizeof value, "no-w%u", i);
      ck_assert_str_eq(opt.diagnostics.warnings[1 + i], value);
   }
   ck_assert_str_eq(opt.limits[100].name, "max-last");
   ck_assert_str_eq(opt.diagnostics.warnings[101], "all");
   ck_assert_str_eq(opt.diagnostics.warnings[102], "mine");
   ck_assert_str_eq(copy.diagnostics.warnings[102], "yours");
}
END_TEST

/* Every allocation may fail, and all memory is freed. */
START_TEST(memory)
{
   for (long first = 0;; first++) {
      struct bad_memory bad = {.first = first, .times = 1};
      struct nvp4c_options o;
      unsigned failed = 0;

      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = bad_memory_alloc;
      o.memory.user = &bad;
      for (unsigned i = 0; i < 10; i++) {
         const enum nvp4c_status a = nvp4c_options_set(&o, "mcpu", "gx6250", message, sizeof message);
         ck_assert_str_eq(message, a ? "out of memory" : "");
         const enum nvp4c_status b = nvp4c_options_set(&o, "limit-max-x", "5", NULL, 0);
         const enum nvp4c_status c = nvp4c_options_set(&o, "W", "all", NULL, 0);
         failed += (a == NVP4C_LIMIT) + (b == NVP4C_LIMIT) + (c == NVP4C_LIMIT);
         ck_assert(!(a | b | c) || (a | b | c) == NVP4C_LIMIT);
      }
      ck_assert_uint_ge(o.num_limits + o.diagnostics.num_warnings, 20 - failed);
      nvp4c_options_clear(&o);
      ck_assert_int_eq(bad.live, 0);
      ck_assert_ptr_null(o.cpu);
      ck_assert_ptr_null(o.limits);
      ck_assert_int_eq(o.opt_level, 2);
      if (!failed) {
         ck_assert_int_gt(first, 30); /* as many as texts */
         return;
      }
      ck_assert_uint_eq(failed, 1);
   }
}
END_TEST

/* Random values of all options: the message is empty exactly if the option was set, and a wrong value changes nothing. */
START_TEST(random_values)
{
   static const char letters[] = "0123456789xyzw:,=.|+-faltex f32f16u8normtiledcompare=lessswizzle=stride=divisor=position.tex0:";
   struct util_rng r = {.state = 1};
   struct nvp4c_options before;
   unsigned ok = 0, num = 0;

   while (nvp4c_option_name(num, NULL))
      num++;
   for (unsigned i = 0; i < 20000; i++) {
      char value[40] = "";
      for (unsigned n = util_rng_below(&r, 4); n; n--) { /* pieces of the letters */
         const unsigned at = util_rng_below(&r, sizeof letters - 1);
         snprintf(value + strlen(value), sizeof value - strlen(value), "%.*s", (int)util_rng_below(&r, 9), letters + at);
      }
      const char *name = nvp4c_option_name(util_rng_below(&r, num), NULL);
      before = opt;
      const enum nvp4c_status status = nvp4c_options_set(&opt, name, value, message, sizeof message);
      ck_assert_msg(status == (message[0] ? NVP4C_USAGE : NVP4C_OK), "%s %s: %s", name, value, message);
      before.texts = opt.texts;
      ck_assert_msg(!status || !memcmp(&opt, &before, sizeof opt), "%s %s", name, value);
      ok += !status;
   }
   ck_assert_uint_gt(ok, 3000);
   ck_assert_uint_lt(ok, 17000);
}
END_TEST

/* Every listed name can be set, with the first word of its form or with a number. Names occur once. */
START_TEST(list)
{
   const char *name, *help;
   unsigned n = 0;

   for (; (name = nvp4c_option_name(n, &help)); n++) {
      char form[200], text[4];
      const size_t len = nvp4c_option_form(n, form, sizeof form);

      ck_assert(len < sizeof form && len == strlen(form));
      ck_assert_uint_eq(nvp4c_option_form(n, text, sizeof text), len);
      ck_assert(!strncmp(text, form, 3));
      ck_assert_uint_eq(nvp4c_option_form(n, NULL, 0), len);
      ck_assert_uint_gt(strlen(help), 10);
      for (unsigned k = 0; k < n; k++)
         ck_assert_msg(strcmp(nvp4c_option_name(k, NULL), name), "%s", name);
      form[strcspn(form, "|[")] = 0;
      const bool special = !strcmp(name, "ftex") || !strcmp(name, "fcolor") || !strcmp(name, "fblend") ||
                           !strcmp(name, "flogic-op") || !strcmp(name, "fattrib") || !strcmp(name, "fimage") ||
                           !strcmp(name, "fvarying-map") || !strcmp(name, "limit-");
      const bool number = !form[0] || strchr(form, '=') || (form[0] >= 'A' && form[0] <= 'Z' && strcmp(form, "ID"));
      if (!special)
         set(name, !len ? NULL : number ? "1" : form);
   }
   ck_assert_uint_gt(n, 70);
   ck_assert_ptr_null(nvp4c_option_name(n, NULL));
   ck_assert_uint_eq(nvp4c_option_form(n, message, sizeof message), 0);
   for (n = 0; strcmp(nvp4c_option_name(n, NULL), "target"); n++)
      ;
   nvp4c_option_form(n, message, sizeof message);
   ck_assert_str_eq(message, "usc|agx");
}
END_TEST

/* The options of a caller with an older header are shorter, and end after `texts`. */
START_TEST(sizes)
{
   opt.size = offsetof(struct nvp4c_options, texts);
   ck_assert_int_eq(nvp4c_options_set(&opt, "target", "agx", message, sizeof message), NVP4C_USAGE);
   ck_assert_ptr_nonnull(strstr(message, "options.size is wrong"));
   opt.size = sizeof opt;
   struct {
      struct nvp4c_options o;
      char newer[8];
   } longer;
   nvp4c_options_init(&longer.o, sizeof longer);
   ck_assert_int_eq(nvp4c_options_set(&longer.o, "target", "agx", message, sizeof message), NVP4C_OK);
   ck_assert_uint_eq(longer.o.size, sizeof longer);
   longer.newer[3] = 1;
   ck_assert_int_eq(nvp4c_options_set(&longer.o, "target", "usc", message, sizeof message), NVP4C_USAGE);
   ck_assert_int_eq(longer.o.target, NVP4C_TARGET_AGX);
   longer.newer[3] = 0;
   nvp4c_options_clear(&longer.o);
   ck_assert_uint_eq(longer.o.size, sizeof longer);
}
END_TEST

SUITE_MAIN("options", 60, begin, end, members, key, wrong, random_values, lists, memory, list, sizes)
