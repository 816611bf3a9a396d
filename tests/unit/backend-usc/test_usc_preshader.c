/* SPDX-License-Identifier: MIT */
/*
 * Pre-shaders from the driver's point of view: bytes, inputs, runs. A program with a pre-shader computes the same as without
 * one on the same parameters, bit for bit. Invalid bytes do no harm.
 */
#include <fenv.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c_machine.h"
#include "nvp4c/preshader/preshader.h"
#include "tests/unit/common/bad_memory.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

/* Each has work for a pre-shader. */
static const char *const programs[] = {
    "!!NVvp4.0\nTEMP a, b;\nMUL a, program.local[0], program.local[1];\nDP3 b.x, program.local[2], program.local[2];\nRSQ b.x, "
    "b.x;\n"
    "SIN b.w, program.env[3].x;\nMUL a, a, b.w;\nMUL result.color, vertex.color, a;\nMAD result.texcoord[0], vertex.position, "
    "b.x, a;\n"
    "MOV result.position, vertex.position;\nEND\n",
    /* a computed index, a literal among the parameters, conditions */
    "!!NVvp4.0\nPARAM k[4] = { program.local[1..2], { 0.25, -0.0, 3, 1e-40 }, program.env[7] };\nINT TEMP i;\nTEMP a;\n"
    "FLR.S i, program.local[0].x;\nMOV.F a, k[i.x + 1];\nSLT a.x, a.y, program.local[0].w;\nMAX a.z, a.z, program.local[3].x;\n"
    "MUL result.color, vertex.color, a;\nMUL result.texcoord[1], vertex.position, a.yzxw;\nMOV result.position, "
    "vertex.position;\nEND\n",
    /* integers; saturation; the state of GL */
    "!!NVvp4.0\nINT TEMP i;\nTEMP a;\nMUL.S i, program.local[0], program.local[1];\nSHL.S i.y, i.y, program.local[2].x;\nDIV.S "
    "i.z, i.z, program.local[2].y;\n"
    "AND.S i.w, i.x, i.w;\nI2F a, i;\nADD.SAT a.x, a.x, state.light[0].diffuse.x;\nPOW a.y, state.fog.params.x, "
    "program.local[3].y;\n"
    "MUL result.color, vertex.color, a;\nMOV result.position, vertex.position;\nEND\n",
    "!!NVvp4.0\nSHORT TEMP h;\nMUL h, program.local[0], program.local[1];\nEX2 h.w, program.local[2].w;\nMUL result.color, "
    "vertex.color, h;\n"
    "MOV result.position, vertex.position;\nEND\n",
};
#define NUM_PROGRAMS (sizeof programs / sizeof programs[0])

static struct nvp4c_options options(enum nvp4c_preshader_mode mode, const char *cpu)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.preshader = mode;
   o.cpu = cpu;
   o.fshort = 16;
   o.output.reflection = 1;
   return o;
}

static struct nvp4c_result *compile(const char *text, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), o);

   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s",
                 nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   return r;
}

static struct nvp4c_preshader *preshader_of(const struct nvp4c_result *r, const struct nvp4c_options *o)
{
   size_t len;
   const void *bytes = nvp4c_result_preshader(r, &len);

   ck_assert_ptr_nonnull(bytes);
   struct nvp4c_preshader *p = nvp4c_preshader_create(bytes, len, o);
   ck_assert_int_eq(nvp4c_result_status(nvp4c_preshader_result(p)), NVP4C_OK);
   return p;
}

/* ---- parameters and inputs that depend on their bindings */

static uint32_t made_up(uint64_t seed, unsigned what, unsigned index, unsigned component)
{
   static const uint32_t special[] = {0, 0x80000000u, 0x3f800000u, 0x7f800000u, 0xff800000u, 0x7fc00001u,
                                      1, 0x00800000u, 0x7f7fffffu, 3,           UINT32_MAX};
   struct util_rng r;

   util_rng_init(&r, seed * 4096 + what * 1024 + index * 4 + component);
   if (util_rng_chance(&r, 1, 4))
      return special[util_rng_below(&r, sizeof special / sizeof special[0])];
   const float f = (float)((int)util_rng_below(&r, 20000) - 10000) / 1024;
   uint32_t bits;
   memcpy(&bits, &f, 4);
   return bits;
}

static uint32_t value_of(const struct nvp4c_reflection *e, uint64_t seed)
{
   return e->binding == NVP4C_BIND_LITERAL
              ? e->value
              : made_up(seed, (unsigned)e->binding & 3, e->index + 8u * e->state.item, e->component);
}

static uint32_t *run_preshader(const struct nvp4c_preshader *p, uint64_t seed)
{
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);
   uint32_t *input = calloc(info.num_inputs + 1u, 4), *work = malloc(4 * ((size_t)info.work_words + 1)),
            *result = calloc(info.num_results + 1u, 4);

   memset(work, 0xa5, 4 * ((size_t)info.work_words + 1));
   result[info.num_results] = work[info.work_words] = 0x12345678;
   for (unsigned i = 0; i < info.num_inputs; i++) {
      ck_assert_int_eq(nvp4c_preshader_input(p, i)->location.reg, NVP4C_REG_NONE);
      input[i] = value_of(nvp4c_preshader_input(p, i), seed);
   }
   nvp4c_preshader_run(p, input, result, work);
   ck_assert_uint_eq(result[info.num_results], 0x12345678); /* it writes only its own words */
   ck_assert_uint_eq(work[info.work_words], 0x12345678);
   free(input);
   free(work);
   return result;
}

/* The outputs of a vertex program by varying: out[varying][component][lane]. */
typedef uint32_t outputs[NVP4C_NUM_VARYINGS][4][NVP4C_LANES];

static void run_code(const struct nvp4c_result *r, const struct nvp4c_options *o, const uint32_t *words, uint64_t seed,
                     outputs out)
{
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, o);
   struct nvp4c_wave *t = nvp4c_wave_create(m);

   ck_assert_ptr_nonnull(t);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      const struct nvp4c_registers to = nvp4c_wave_location(t, &e->location);
      for (unsigned l = 0; l < to.lanes && e->kind == NVP4C_INPUT; l++)
         to.value[l] = made_up(seed, 3, 64 + 4 * e->index + l, e->component);
      if (e->kind == NVP4C_PARAM || e->kind == NVP4C_CONSTANT)
         to.value[0] = e->binding == NVP4C_BIND_PRESHADER ? words[4 * e->index + e->component] : value_of(e, seed);
   }
   nvp4c_wave_start(t, UINT32_MAX, 0);
   ck_assert_int_eq(nvp4c_wave_run(&t, 1, 10000), NVP4C_WAVE_DONE);
   memset(out, 0, sizeof(outputs));
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      if (e->kind == NVP4C_OUTPUT)
         memcpy(out[e->index][e->component], nvp4c_wave_location(t, &e->location).value, 4 * NVP4C_LANES);
   }
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
}

/* NaNs are equal: docs/semantics.md. */
static bool equal(uint32_t a, uint32_t b)
{
   return a == b || ((a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000);
}

/* Compiles the program with both options and runs it on some inputs. The code with a pre-shader is shorter and computes the
   same. Returns its facts. */
static struct nvp4c_facts compare(const char *text, const struct nvp4c_options *o, const struct nvp4c_options *none,
                                  uint64_t seeds)
{
   static outputs with, without;
   struct nvp4c_result *a = compile(text, o), *b = compile(text, none);
   struct nvp4c_preshader *p = preshader_of(a, o);
   const struct nvp4c_facts facts = nvp4c_result_facts(a);
   size_t short_code, long_code;

   nvp4c_result_code(a, &short_code);
   nvp4c_result_code(b, &long_code);
   ck_assert_uint_lt(short_code, long_code);
   for (uint64_t seed = 1; seed <= seeds; seed++) {
      uint32_t *words = run_preshader(p, seed);
      run_code(a, o, words, seed, with);
      run_code(b, none, NULL, seed, without);
      for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < NVP4C_LANES; l++)
               ck_assert_msg(equal(with[v][c][l], without[v][c][l]),
                             "seed %u: %s.%c of lane %u is %08x with a pre-shader, %08x without:\n%s", (unsigned)seed,
                             nvp4c_varying_name(v), "xyzw"[c], l, (unsigned)with[v][c][l], (unsigned)without[v][c][l], text);
      free(words);
   }
   nvp4c_preshader_free(p);
   nvp4c_result_free(a);
   nvp4c_result_free(b);
   return facts;
}

/* ---- the tests */

static const char *const cpus[] = {"gx6250", "bxs-4-64"}; /* the first rounds towards zero, the second to nearest */

START_TEST(same_results)
{
   const char *text = programs[_i / 2];

   for (uint32_t noise = 0; noise < 3; noise++) {
      struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, cpus[_i % 2]),
                           none = options(NVP4C_PRESHADER_NONE, cpus[_i % 2]);
      o.verify.noise = none.verify.noise = noise;
      compare(text, &o, &none, 40);
   }
}
END_TEST

/* More results than nearby registers, and more than all registers: the program keeps the values that it reads, and none of them
   goes to memory. */
START_TEST(room)
{
   static const unsigned terms[] = {40, 80, 300};
   const unsigned n = terms[_i];
   char *text = malloc(256 + 120 * (size_t)n), *end = text;

   end += sprintf(end, "!!NVvp4.0\nTEMP a, b;\nMOV b, vertex.position;\n");
   for (unsigned k = 0; k < n; k++)
      end +=
          sprintf(end, "MAD a, program.local[0], %u.0, program.local[1];\nRCP a.x, a.x;\nMAD b, b, a, vertex.color;\n", k + 2);
   sprintf(end, "MOV result.color, b;\nMOV result.position, vertex.position;\nEND\n");
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL), none = options(NVP4C_PRESHADER_NONE, NULL);
   const struct nvp4c_facts facts = compare(text, &o, &none, 3);
   ck_assert_uint_eq(facts.param_bytes, 0);
   ck_assert_uint_le(facts.shared_registers, 1024);
   ck_assert(n == 40 || facts.shared_registers > 256);
   free(text);
}
END_TEST

/* Noise changes the results. The floating-point environment of the caller changes none, and is preserved. */
START_TEST(environment)
{
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, "bxs-4-64"), noisy = o;
   struct nvp4c_result *r = compile(programs[0], &o);

   noisy.verify.noise = 5;
   struct nvp4c_preshader *p = preshader_of(r, NULL), *q = preshader_of(r, &noisy);
   const size_t n = 4 * (size_t)nvp4c_get_preshader_info(p).num_results;
   bool moved = false;
   for (uint64_t seed = 1; seed < 10; seed++) {
      uint32_t *a = run_preshader(p, seed), *c = run_preshader(q, seed);
      fesetround(FE_UPWARD);
      uint32_t *b = run_preshader(p, seed);
      ck_assert_int_eq(fegetround(), FE_UPWARD);
      fesetround(FE_TONEAREST);
      ck_assert_mem_eq(a, b, n);
      moved |= memcmp(a, c, n) != 0;
      free(a);
      free(b);
      free(c);
   }
   ck_assert(moved);
   nvp4c_preshader_free(p);
   nvp4c_preshader_free(q);
   nvp4c_result_free(r);
}
END_TEST

struct thread {
   const struct nvp4c_preshader *p;
   uint64_t seed;
   bool same;
};

static void *run_often(void *user)
{
   struct thread *t = user;
   const size_t n = 4 * (size_t)nvp4c_get_preshader_info(t->p).num_results;
   uint32_t *first = run_preshader(t->p, t->seed);

   t->same = true;
   for (unsigned k = 0; k < 500; k++) {
      uint32_t *again = run_preshader(t->p, t->seed);
      t->same &= !memcmp(first, again, n);
      free(again);
   }
   free(first);
   return NULL;
}

/* Threads that run the same pre-shader on their own inputs. */
START_TEST(threads)
{
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);
   struct nvp4c_result *r = compile(programs[2], &o);
   struct nvp4c_preshader *p = preshader_of(r, NULL);
   struct thread t[4];
   pthread_t id[4];

   nvp4c_result_free(r); /* the pre-shader does not need the result */
   for (unsigned i = 0; i < 4; i++) {
      t[i] = (struct thread){p, 1 + i, false};
      ck_assert_int_eq(pthread_create(&id[i], NULL, run_often, &t[i]), 0);
   }
   for (unsigned i = 0; i < 4; i++) {
      pthread_join(id[i], NULL);
      ck_assert(t[i].same);
   }
   nvp4c_preshader_free(p);
}
END_TEST

static bool has_preshader(const char *text, const struct nvp4c_options *o)
{
   struct nvp4c_result *r = compile(text, o);
   size_t len = 1;
   const bool has = nvp4c_result_preshader(r, &len) != NULL;
   bool reads = false;

   ck_assert(has == (len != 0));
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++)
      reads |= nvp4c_result_reflection(r, i)->binding == NVP4C_BIND_PRESHADER;
   ck_assert(has == reads);
   nvp4c_result_free(r);
   return has;
}

START_TEST(modes)
{
   for (unsigned k = 0; k < NUM_PROGRAMS; k++) {
      struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);
      for (int level = 0; level < 4; level++) {
         o.opt_level = level;
         ck_assert(has_preshader(programs[k], &o) == (level > 0));
      }
      o.passes.disable = "preshader";
      ck_assert(!has_preshader(programs[k], &o));
      o = options(NVP4C_PRESHADER_NONE, NULL);
      ck_assert(!has_preshader(programs[k], &o));
      nvp4c_options_init(&o, sizeof o); /* a caller that does not know of pre-shaders */
      ck_assert(!has_preshader(programs[k], &o));
      o.preshader = (enum nvp4c_preshader_mode)(NVP4C_PRESHADER_NONE + 1);
      struct nvp4c_result *r = nvp4c_compile(programs[k], strlen(programs[k]), &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_USAGE);
      nvp4c_result_free(r);
   }
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL), none = options(NVP4C_PRESHADER_NONE, NULL);
   o.target = none.target = NVP4C_TARGET_AGX;
   struct nvp4c_result *r = compile(programs[0], &o);
   size_t len;
   ck_assert_ptr_nonnull(nvp4c_result_preamble(r, &len)); /* the machine runs it */
   ck_assert_ptr_null(nvp4c_result_preshader(r, &len));
   nvp4c_result_free(r);
   r = compile(programs[0], &none);
   ck_assert_ptr_null(nvp4c_result_preamble(r, &len));
   nvp4c_result_free(r);
}
END_TEST

/* A position uses no approximate operation of the CPU, but exact ones; the rest of the program uses both. */
START_TEST(position)
{
#define BODY(where)                                                                                                            \
   "!!NVvp4.0\nTEMP a, b;\nRSQ a.x, program.local[0].x;\nRCP a.y, program.local[0].y;\nMUL b, program.local[1], "              \
   "program.local[2];\n" where "END\n"
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);

   ck_assert(!has_preshader(BODY("MUL result.position, vertex.position, a.x;\n"), &o));
   ck_assert(!has_preshader(BODY("MAD a.z, vertex.position.x, a.x, a.y;\nMOV result.position, a.z;\n"), &o));
   ck_assert(has_preshader(BODY("MUL result.position, vertex.position, b;\n"), &o));
   ck_assert(has_preshader(BODY("MUL result.color, vertex.position, a.x;\nMOV result.position, vertex.position;\n"), &o));
   /* through control flow, in a loop, through an array */
   ck_assert(!has_preshader(BODY("MOVC a.z, a.y;\nIF GT.z;\nMOV result.position, vertex.normal;\nELSE;\nMOV result.position, "
                                 "vertex.position;\nENDIF;\n"),
                            &o));
   ck_assert(!has_preshader(
       BODY("MOV b, vertex.position;\nREP 3;\nMAD b, b, a.x, vertex.position;\nENDREP;\nMOV result.position, b;\n"), &o));
   ck_assert(
       !has_preshader("!!NVvp4.0\nTEMP a, t[4];\nINT TEMP i;\nRCP a.x, program.local[0].x;\nMOV t[0], vertex.position;\nMOV "
                      "t[1], vertex.normal;\n"
                      "MOV t[2], a.x;\nMOV t[3], vertex.color;\nFLR.S i, vertex.fogcoord;\nMOV result.position, t[i.x];\nEND\n",
                      &o));
   struct nvp4c_result *r =
       compile(BODY("MUL b, b, a.y;\nMUL result.position, vertex.position, b;\nMUL result.color, vertex.color, b;\n"), &o);
   struct nvp4c_preshader *p = preshader_of(r, NULL);
   for (unsigned i = 0; i < nvp4c_get_preshader_info(p).num_inputs; i++) /* the position uses its RCP */
      ck_assert_uint_ne(nvp4c_preshader_input(p, i)->index, 0);
   nvp4c_preshader_free(p);
   nvp4c_result_free(r);
#undef BODY
}
END_TEST

/* ---- bytes */

static enum nvp4c_status feed(const uint8_t *bytes, size_t len)
{
   uint8_t *copy = malloc(len + 1); /* of the exact size, so that a read past the end is found */
   memcpy(copy, bytes, len);
   struct nvp4c_preshader *p = nvp4c_preshader_create(copy, len, NULL);
   free(copy);
   const enum nvp4c_status status = nvp4c_result_status(nvp4c_preshader_result(p));
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);

   if (status == NVP4C_OK) {
      free(run_preshader(p, 3));
   } else {
      ck_assert_int_eq(status, NVP4C_REJECTED);
      ck_assert_str_eq(nvp4c_result_diagnostic(nvp4c_preshader_result(p), 0)->id, "bad-preshader");
      ck_assert_uint_eq(info.num_inputs + info.num_results + info.work_words, 0);
      ck_assert_ptr_null(nvp4c_preshader_input(p, 0));
      nvp4c_preshader_run(p, NULL, NULL, NULL);
   }
   nvp4c_preshader_free(p);
   return status;
}

/* Truncated, extended, and with a changed bit; each also with the correct hash. */
START_TEST(any_bytes)
{
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);
   unsigned good = 0, bad = 0;
   struct util_rng rng;

   util_rng_init(&rng, 17);
   for (unsigned k = 0; k < NUM_PROGRAMS; k++) {
      struct nvp4c_result *r = compile(programs[k], &o);
      size_t len;
      const uint8_t *bytes = nvp4c_result_preshader(r, &len);
      uint8_t *b = malloc(len + 1);
      memcpy(b, bytes, len);
      b[len] = 0;
      ck_assert_int_eq(feed(b, len), NVP4C_OK);
      ck_assert_int_eq(feed(b, len + 1), NVP4C_REJECTED);
      for (size_t n = 0; n < len; n++) {
         ck_assert_int_eq(feed(b, n), NVP4C_REJECTED);
         b[n] ^= 1u << util_rng_below(&rng, 8);
         ck_assert_int_eq(feed(b, len), NVP4C_REJECTED);
         b[n] = bytes[n];
         if (n > PRESHADER_HASHED) {
            preshader_hash(b, n, b + 4);
            ck_assert_int_eq(feed(b, n), NVP4C_REJECTED);
            memcpy(b, bytes, PRESHADER_HASHED);
         }
      }
      for (unsigned i = 0; i < 6000; i++) {
         memcpy(b, bytes, len);
         for (unsigned edits = 1 + util_rng_below(&rng, 3); edits--;) {
            const size_t at = PRESHADER_HASHED + util_rng_below(&rng, (uint32_t)len - PRESHADER_HASHED);
            b[at] =
                util_rng_chance(&rng, 1, 2) ? (uint8_t)util_rng_u32(&rng) : b[at] ^ (uint8_t)(1u << util_rng_below(&rng, 8));
         }
         preshader_hash(b, len, b + 4);
         ++*(feed(b, len) == NVP4C_OK ? &good : &bad);
      }
      free(b);
      nvp4c_result_free(r);
   }
   ck_assert_uint_gt(good, 1000); /* literals, other operations */
   ck_assert_uint_gt(bad, 1000);
   ck_assert_int_eq(feed((const uint8_t *)"", 0), NVP4C_REJECTED);
}
END_TEST

START_TEST(no_memory)
{
   struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);
   struct nvp4c_result *r = compile(programs[0], &o);
   size_t len;
   const void *bytes = nvp4c_result_preshader(r, &len);
   bool done = false;

   for (long left = 0; !done; left++) {
      struct bad_memory m = {.first = left, .times = ALWAYS};
      o.memory.alloc = bad_memory_alloc;
      o.memory.user = &m;
      struct nvp4c_preshader *p = nvp4c_preshader_create(bytes, len, &o);
      done = p && nvp4c_result_status(nvp4c_preshader_result(p)) == NVP4C_OK;
      if (p && !done)
         ck_assert_int_eq(nvp4c_result_status(nvp4c_preshader_result(p)), NVP4C_LIMIT);
      nvp4c_preshader_free(p);
      ck_assert_int_eq(m.live, 0);
      ck_assert_int_lt(left, 100);
   }
   nvp4c_result_free(r);
}
END_TEST

/* Objects keep the bytes, and parsing once gives the same. */
START_TEST(kept)
{
   for (unsigned k = 0; k < NUM_PROGRAMS; k++) {
      struct nvp4c_options o = options(NVP4C_PRESHADER_CALLER, NULL);
      o.output.object = 1;
      struct nvp4c_program *program = nvp4c_parse(programs[k], strlen(programs[k]), &o);
      struct nvp4c_result *r = compile(programs[k], &o), *again = nvp4c_compile_program(program, &o);
      size_t len, n, m;
      const void *bytes = nvp4c_result_preshader(r, &len), *file = nvp4c_result_object(r, &n);
      struct nvp4c_result *l = nvp4c_load(file, n, NULL);
      ck_assert_int_eq(nvp4c_result_status(l), NVP4C_OK);
      const void *loaded = nvp4c_result_preshader(l, &m);
      ck_assert_uint_eq(m, len);
      ck_assert_mem_eq(loaded, bytes, len);
      loaded = nvp4c_result_preshader(again, &m);
      ck_assert_uint_eq(m, len);
      ck_assert_mem_eq(loaded, bytes, len);
      nvp4c_result_free(l);
      nvp4c_result_free(again);
      nvp4c_program_free(program);
      nvp4c_result_free(r);
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("usc-preshader");
   TCase *t = tcase_create("usc-preshader");
   tcase_set_timeout(t, 120);
   tcase_add_loop_test(t, same_results, 0, 2 * NUM_PROGRAMS);
   tcase_add_loop_test(t, room, 0, 3);
   tcase_add_test(t, environment);
   tcase_add_test(t, threads);
   tcase_add_test(t, modes);
   tcase_add_test(t, position);
   tcase_add_test(t, any_bytes);
   tcase_add_test(t, no_memory);
   tcase_add_test(t, kept);
   suite_add_tcase(s, t);
   return suite_run(s);
}
