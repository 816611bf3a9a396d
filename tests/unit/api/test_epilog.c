/* SPDX-License-Identifier: MIT */
/*
 * Colour epilogs of the USC: the bytes of a main part and of an epilog are a program, whose results are those of the program
 * that blends itself (docs/abi-usc.md, "Epilogs"). -verify-sim compares the joined program with the source; the tests here join
 * the bytes as a driver does.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

/* Colours 0 and 2 from parameters. */
static const char program[] = "!!NVfp4.0\nOPTION ARB_draw_buffers;\nTEMP t;\nMUL t, program.local[0], program.local[1];\n"
                              "ADD result.color[0], t, program.local[2].yxwz;\nMAD result.color[2], t, t, program.local[2];\n"
                              "END\n";

static struct nvp4c_options opt;
static char message[300];

static void begin(void) { nvp4c_options_init(&opt, sizeof opt); }
static void end(void) { nvp4c_options_clear(&opt); }

static void set(const char *name, const char *value)
{
   ck_assert_msg(nvp4c_options_set(&opt, name, value, message, sizeof message) == NVP4C_OK, "%s: %s", name, message);
}

static struct nvp4c_result *good(struct nvp4c_result *r)
{
   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s",
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   return r;
}

static struct nvp4c_result *compile(const char *text) { return good(nvp4c_compile(text, strlen(text), &opt)); }

/* The epilog of the options for a main part. */
static struct nvp4c_result *epilog_of(const struct nvp4c_result *main)
{
   const struct nvp4c_facts f = nvp4c_result_facts(main);
   const struct nvp4c_key key = opt.key;

   opt.key.color_epilog = 0;
   opt.key.epilog = (uint8_t)f.colors;
   opt.key.epilog_shared = f.shared_registers;
   struct nvp4c_result *r = good(nvp4c_compile_epilog(&opt));
   opt.key = key;
   return r;
}

struct bytes {
   unsigned char at[8192];
   size_t n;
};

static void add(struct bytes *b, const struct nvp4c_result *r)
{
   size_t n;
   const void *code = nvp4c_result_code(r, &n);

   ck_assert_ptr_nonnull(code);
   ck_assert_uint_le(b->n + n, sizeof b->at);
   memcpy(b->at + b->n, code, n);
   b->n += n;
}

struct text {
   char at[8192];
   size_t n;
};

static void print(struct text *t, const char *format, ...)
{
   va_list args;

   va_start(args, format);
   t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
   va_end(args);
   ck_assert_uint_lt(t->n, sizeof t->at);
}

/* Sets the shared registers of a result: a parameter has a value that depends on its name alone. */
static void set_shareds(struct text *t, const struct nvp4c_result *r, unsigned seed)
{
   for (unsigned k = 0; k < nvp4c_result_num_reflections(r); k++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, k);
      char name[64];
      uint32_t hash = 2166136261u + seed;
      if (e->location.reg != NVP4C_REG_SHARED)
         continue;
      nvp4c_reflection_name(e, name, sizeof name);
      for (const char *c = name; *c; c++)
         hash = (hash ^ (unsigned char)*c) * 16777619u;
      if (e->kind == NVP4C_CONSTANT)
         print(t, "sh%u = 0x%x\n", e->location.number, e->value);
      else
         print(t, "sh%u = %g\n", e->location.number, (double)(hash >> 20) / 2048.0 - 0.75);
   }
}

/* Runs code on the pixel in o0..o7; the result has the pixel afterwards. */
static void run(const struct bytes *code, struct text *task, struct text *out)
{
   size_t n;

   for (unsigned o = 0; o < 8; o++)
      print(task, "o%u = 0x%x\n", o, 0x40713c25u * (o + 1));
   print(task, "print o0 o1 o2 o3 o4 o5 o6 o7\n");
   struct nvp4c_result *r = good(nvp4c_simulate(code->at, code->n, 0, task->at, task->n, &opt));
   print(out, "%s", nvp4c_result_listing(r, &n));
   nvp4c_result_free(r);
}

static unsigned count(const char *text, const char *what)
{
   unsigned n = 0;

   for (const char *at = text; (at = strstr(at, what)); at++)
      n++;
   return n;
}

/* One .end, in the last group of the joined program. */
static void check_end(const struct bytes *code)
{
   size_t n;
   struct nvp4c_result *r = good(nvp4c_disassemble(code->at, code->n, &opt));
   const char *text = nvp4c_result_listing(r, &n), *last = strstr(text, ".end");

   ck_assert_uint_eq(count(text, ".end"), 1);
   ck_assert_uint_eq(count(last, " :"), 0);
   nvp4c_result_free(r);
}

static void compare(const char *const (*options)[2])
{
   for (unsigned k = 0; options[k][0]; k++)
      set(options[k][0], options[k][1]);
   opt.output.reflection = 1;
   opt.verify.waves = 4;
   struct nvp4c_result *inside = compile(program);
   opt.key.color_epilog = 1;
   struct nvp4c_result *main = compile(program);
   opt.verify.waves = 0;
   struct nvp4c_result *epilog = epilog_of(main);
   struct bytes whole = {.n = 0}, joined = {.n = 0};
   add(&whole, inside);
   add(&joined, main);
   ck_assert_uint_eq(joined.n % 8, 0); /* the alignment of the last group counts from the start of the program */
   add(&joined, epilog);
   check_end(&joined);
   for (unsigned seed = 0; seed < 20; seed++) {
      struct text a = {.n = 0}, b = {.n = 0}, got = {.n = 0}, want = {.n = 0};
      set_shareds(&a, inside, seed);
      run(&whole, &a, &want);
      set_shareds(&b, main, seed);
      set_shareds(&b, epilog, seed);
      run(&joined, &b, &got);
      ck_assert_str_eq(got.at, want.at);
   }
   nvp4c_result_free(inside);
   nvp4c_result_free(main);
   nvp4c_result_free(epilog);
}

/* Without inexact rewrites, which may join a product of the program with a sum of blending, the bits are the same. */
START_TEST(same_bits)
{
   static const char *const keys[][4][2] = {
      {{"ffp", "strict"}, {"frt", "rgba8"}},
      {{"ffp", "strict"}, {"fcolor", "0:R8G8B8A8_UNORM"}, {"fblend", "0:add,source-alpha,one-minus-source-alpha"}},
      {{"ffp", "strict"}, {"fcolor", "2:R16G16_SNORM,keep=y"}, {"fblend", "2:subtract,constant-color,one-minus-target-alpha"}},
      {{"ffp", "strict"}, {"frt", "rgba8"}, {"flogic-op", "xor"}},
      {{"ffp", "strict"}, {"O", "0"}, {"fcolor", "0:R16G16B16A16_FLOAT"}, {"fblend", "0:add,target-color,one,max,one,one"}},
   };

   for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++) {
      const char *options[5][2] = {{NULL}};
      memcpy(options, keys[k], sizeof keys[k]);
      compare(options);
      nvp4c_options_clear(&opt);
      nvp4c_options_init(&opt, sizeof opt);
   }
}
END_TEST

/* The places of the contract: four temporaries for each written colour, in the order of the colours. An epilog that only packs
   a colour to bytes is one group, which reads them there. */
START_TEST(places)
{
   static const struct {
      unsigned color, component, number;
   } of[] = {{0, 0, 0}, {0, 3, 3}, {2, 0, 4}, {2, 2, 6}, {2, 3, 7}};
   uint64_t groups;

   opt.key.color_epilog = 1;
   opt.output.reflection = 1;
   struct nvp4c_result *main = compile(program);
   unsigned found = 0;
   for (unsigned k = 0; k < nvp4c_result_num_reflections(main); k++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(main, k);
      for (unsigned n = 0; n < sizeof of / sizeof *of && e->kind == NVP4C_OUTPUT; n++)
         if (e->binding == NVP4C_BIND_COLOR && e->index == of[n].color && e->component == of[n].component) {
            ck_assert_int_eq(e->location.reg, NVP4C_REG_GPR);
            ck_assert_uint_eq(e->location.number, of[n].number);
            found++;
         }
   }
   ck_assert_uint_eq(found, sizeof of / sizeof *of);
   ck_assert_uint_ge(nvp4c_result_facts(main).temporaries, 8);
   nvp4c_result_free(main);

   opt.key = (struct nvp4c_key){.frt = {NVP4C_FRT_RGBA8}, .epilog = 1, .epilog_shared = 12};
   struct nvp4c_result *epilog = good(nvp4c_compile_epilog(&opt));
   ck_assert(nvp4c_result_stat_value(epilog, "groups", &groups) && groups == 1);
   nvp4c_result_free(epilog);

   /* The constant of blending is the first thing in the shared registers of the epilog. */
   set("fblend", "0:add,constant-color,zero");
   epilog = good(nvp4c_compile_epilog(&opt));
   ck_assert_uint_ge(nvp4c_result_facts(epilog).shared_registers, 16);
   for (unsigned k = 0; k < nvp4c_result_num_reflections(epilog); k++)
      if (nvp4c_result_reflection(epilog, k)->location.reg == NVP4C_REG_SHARED)
         ck_assert_uint_ge(nvp4c_result_reflection(epilog, k)->location.number, 12);
   nvp4c_result_free(epilog);
}
END_TEST

static void refused(struct nvp4c_result *r, enum nvp4c_status status, const char *words)
{
   ck_assert_int_eq(nvp4c_result_status(r), status);
   ck_assert_uint_ge(nvp4c_result_num_diagnostics(r), 1);
   ck_assert_msg(strstr(nvp4c_result_diagnostic(r, 0)->message, words), "%s", nvp4c_result_diagnostic(r, 0)->message);
   nvp4c_result_free(r);
}

START_TEST(refusals)
{
   static const char early[] = "FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
                               "DCL OUT[0], COLOR\n  0: KILL_IF IN[0]\n  1: MOV OUT[0], IN[0]\n  2: END\n",
                     fetch[] = "nvp4c-ir 1\nstage fragment\nblock 0:\n   %0:32 = load_input slot=fetched0 comp=0 interp=flat\n"
                               "   store_output %0 slot=color0 comp=0\n   return\n",
                     handed[] = "nvp4c-ir 1\nstage fragment\nblock 0:\n   %0:32 = load_input slot=color0 comp=0 interp=flat\n"
                                "   store_output %0 slot=color0 comp=0\n   return\n";

   opt.key.color_epilog = 1;
   refused(nvp4c_compile(early, sizeof early - 1, &opt), NVP4C_UNSUPPORTED, "early tests");
   refused(nvp4c_compile(fetch, sizeof fetch - 1, &opt), NVP4C_UNSUPPORTED, "reads its colour targets");
   refused(nvp4c_compile(handed, sizeof handed - 1, &opt), NVP4C_REJECTED, "color0 is not an input"); /* of an epilog only */
   opt.target = NVP4C_TARGET_AGX;
   refused(nvp4c_compile(program, sizeof program - 1, &opt), NVP4C_UNSUPPORTED, "no colour epilogs");
   opt.key = (struct nvp4c_key){.epilog = 1};
   refused(nvp4c_compile_epilog(&opt), NVP4C_UNSUPPORTED, "no colour epilogs");
   opt.target = NVP4C_TARGET_USC;
   refused(nvp4c_compile(program, sizeof program - 1, &opt), NVP4C_USAGE, "nvp4c_compile_epilog");
   opt.key.epilog = 0;
   refused(nvp4c_compile_epilog(&opt), NVP4C_USAGE, "key.epilog");
   opt.key.color_epilog = opt.key.epilog = 1;
   refused(nvp4c_compile_epilog(&opt), NVP4C_USAGE, "-fcolor-epilog");
}
END_TEST

/* Kills and depth are of the main part, which waits for the feedback. Without colours there is no epilog, and the program
   ends. */
START_TEST(feedback)
{
   static const char kill[] = "!!NVfp4.0\nKIL fragment.color;\nMOV result.depth.z, fragment.texcoord[0].x;\n"
                              "MOV result.color, fragment.texcoord[0];\nEND\n",
                     only_depth[] = "!!NVfp4.0\nMOV result.depth.z, fragment.texcoord[0].x;\nEND\n";
   size_t n;

   opt.key.color_epilog = opt.output.listing = 1;
   opt.verify.waves = 4;
   set("fcolor", "0:R8G8B8A8_UNORM,tile0[0]");
   set("fblend", "0:add,source-alpha,one");
   struct nvp4c_result *r = compile(kill);
   ck_assert_uint_eq(count(nvp4c_result_listing(r, &n), ".end"), 0);
   ck_assert_uint_eq(count(nvp4c_result_listing(r, &n), "depthf"), 1);
   ck_assert_int_eq(nvp4c_result_facts(r).pass_type, NVP4C_PASS_DEPTH_FEEDBACK);
   nvp4c_result_free(r);
   r = compile(only_depth);
   ck_assert_uint_eq(count(nvp4c_result_listing(r, &n), ".end"), 1);
   nvp4c_result_free(r);
}
END_TEST

SUITE_MAIN("epilog", DEFAULT_TIMEOUT, begin, end, same_bits, places, refusals, feedback)
