/* SPDX-License-Identifier: MIT */
/*
 * Tests the machine of include/nvp4c_machine.h with nothing but the public headers and the installed archive. `machine DIR`
 * runs the programs of the folder on inputs by name (nvp4c_execute) and on a machine that it fills by reflection, and compares
 * the results. It also tests waves in lockstep and in threads, memory, faults, invalid code and workgroups. It prints
 * "N passed, N failed".
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c_machine.h"
#include "nvp4c_run.h"

static unsigned passed, failed;

static void check(int ok, const char *what, const char *of)
{
   passed += ok != 0;
   failed += !ok;
   if (!ok)
      printf("FAIL %s: %s\n", of, what);
}

static uint32_t bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}
static float number(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

/* Computes the value of a component of an input or parameter from its numbers. All values are multiples of 1/8. */
static float value(unsigned kind, unsigned index, unsigned component)
{
   return (float)(int)((kind * 37 + index * 11 + component * 5) % 29) * 0.125f + 0.25f;
}

/* ---- programs against the reference */

static const char *white(void *user, const struct nvp4c_texture_access *x, uint32_t (*result)[NVP4C_LANES])
{
   (void)user;
   for (unsigned c = 0; c < x->components; c++)
      for (unsigned l = 0; l < NVP4C_LANES; l++)
         result[c][l] = bits(1);
   return x->dimensions == 2 && x->coordinate[1] ? NULL : "not the access that the programs have";
}

static struct nvp4c_result *compile(const char *text, size_t len, enum nvp4c_target target)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.output.reflection = 1;
   o.ffp = NVP4C_FFP_STRICT;
   return nvp4c_compile(text, len, &o);
}

/* Sets the registers by reflection. The planes of coefficients are constant: they have C alone, and 1 for W. */
static void fill(struct nvp4c_wave *t, const struct nvp4c_result *r)
{
   const int agx = nvp4c_result_target(r) == NVP4C_TARGET_AGX;
   nvp4c_wave_registers(t, agx ? "cf0" : "cf2").value[agx ? 2 : 0] = bits(1); /* the W plane, if no input is there */
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
      const struct nvp4c_registers at = nvp4c_wave_location(t, &f->location);
      if (f->kind == NVP4C_INPUT && f->location.reg == NVP4C_REG_COEFFICIENT)
         at.value[2] = bits(value(f->binding, f->index, f->component));
      else if (f->kind == NVP4C_INPUT)
         for (unsigned l = 0; l < NVP4C_LANES; l++)
            at.value[l] = bits(value(f->binding, f->index, f->component));
      else if (f->kind == NVP4C_PARAM)
         *at.value = bits(value(f->binding, f->index, f->component));
      else if (f->kind == NVP4C_CONSTANT)
         *at.value = f->value;
   }
   for (unsigned l = 0; l < NVP4C_LANES && !agx; l++) /* the position has no entry */
      nvp4c_wave_registers(t, "sr97").value[l] = nvp4c_wave_registers(t, "sr100").value[l] = bits(0.5f);
}

/* Describes the same values by name. */
static void describe(const struct nvp4c_result *r, char *text, size_t size)
{
   size_t n = 0;
   char name[128];

   text[0] = 0;
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
      if (f->kind != NVP4C_INPUT && f->kind != NVP4C_PARAM)
         continue;
      nvp4c_reflection_name(f, name, sizeof name);
      n += (size_t)snprintf(text + n, size - n, "%s = %.9g\n", name, (double)value(f->binding, f->index, f->component));
   }
}

/* Reads the bits after "NAME.c = N 0x" in the results of nvp4c_execute(), in the order of components; returns their number. */
static unsigned results(const struct nvp4c_result *r, uint32_t *v, unsigned max)
{
   size_t len;
   const char *p = nvp4c_result_listing(r, &len);
   unsigned n = 0;

   while (p && n < max && (p = strstr(p, " 0x"))) {
      v[n++] = (uint32_t)strtoul(p + 3, NULL, 16);
      p += 3;
   }
   return n;
}

/* Reads the output registers of lane 0 in the order of reflection and returns their number. */
static unsigned outputs(struct nvp4c_wave *t, const struct nvp4c_result *r, uint32_t *v, unsigned max)
{
   unsigned n = 0;

   for (unsigned i = 0; i < nvp4c_result_num_reflections(r) && n < max; i++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
      if (f->kind == NVP4C_OUTPUT)
         v[n++] = *nvp4c_wave_location(t, &f->location).value;
   }
   return n;
}

static void program(const char *dir, const char *name, enum nvp4c_target target)
{
   static char text[65536], inputs[65536];
   char path[512];
   uint32_t want[64] = {0}, got[64] = {0};
   const uint8_t texel[4] = {255, 255, 255, 255};
   const struct nvp4c_image images[2] = {{0, 1, 1, texel}, {1, 1, 1, texel}};
   const struct nvp4c_callbacks callbacks = {.size = sizeof callbacks, .sample = white};

   snprintf(path, sizeof path, "%s/%s", dir, name);
   FILE *f = fopen(path, "rb");
   const size_t len = f ? fread(text, 1, sizeof text, f) : 0;
   if (f)
      fclose(f);
   struct nvp4c_result *r = compile(text, len, target);
   check(nvp4c_result_status(r) == NVP4C_OK, "compiles", name);
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, NULL);
   struct nvp4c_wave *t = nvp4c_wave_create(m);
   check(t != NULL, "decodes", name);
   nvp4c_wave_set_callbacks(t, &callbacks);
   fill(t, r);
   nvp4c_wave_start(t, 0xffffffff, 0);
   check(nvp4c_wave_run(&t, 1, 100000) == NVP4C_WAVE_DONE, "ends", name);
   describe(r, inputs, sizeof inputs);
   const struct nvp4c_run run = {
       .size = sizeof run, .inputs = inputs, .inputs_length = strlen(inputs), .images = images, .num_images = 2};
   struct nvp4c_options o; /* with the arithmetic of the target */
   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   struct nvp4c_result *reference = nvp4c_execute(text, len, &run, &o);
   check(nvp4c_result_status(reference) == NVP4C_OK,
         nvp4c_result_num_diagnostics(reference) ? nvp4c_result_diagnostic(reference, 0)->message : "reference", name);
   const unsigned n = results(reference, want, 64), k = outputs(t, r, got, 64);
   check(n && n == k && !memcmp(want, got, n * sizeof *want), "the results are those of the reference", name);
   for (unsigned i = 0; i < n && i < k; i++)
      if (want[i] != got[i])
         printf("   word %u: %08x (%g), reference %08x (%g)\n", i, got[i], (double)number(got[i]), want[i],
                (double)number(want[i]));
   nvp4c_result_free(reference);
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
   nvp4c_result_free(r);
}

/* ---- assembly */

static struct nvp4c_machine *assemble(const char *text, enum nvp4c_target target)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   struct nvp4c_result *r = nvp4c_assemble(text, strlen(text), &o);
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, NULL);
   check(nvp4c_result_status(r) == NVP4C_OK,
         nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "assembles", text);
   nvp4c_result_free(r);
   return m;
}

/* Computes r1 = r1 * sh0 + 1, r0 times. */
static const char loop[] = "0 :\n mbyp ft0, c0\n mov r3, ft0;\n"
                           "1 :\n fmad ft0, sh0, r1, c64\n mov r1, ft0;\n"
                           "2 :\n umadd32 ft0, r0, c1, c143, _\n mov r0, ft0;\n"
                           "3 :\n mbyp ft0, r0\n tstgz.s32 ftt, p0, ft0\n"
                           "4 : if (p0)\n br @1\n"
                           "5 : .end\n mbyp ft0, r1\n mov r2, ft0;\n";

static void set_up(struct nvp4c_wave *t, unsigned k)
{
   *nvp4c_wave_registers(t, "sh0").value = bits(0.5f);
   for (unsigned l = 0; l < NVP4C_LANES; l++) {
      nvp4c_wave_registers(t, "r0").value[l] = k + 1;
      nvp4c_wave_registers(t, "r1").value[l] = bits((float)(l + k));
   }
   nvp4c_wave_start(t, 0xffffffff, 0);
}

static int is_right(struct nvp4c_wave *t, unsigned k)
{
   const uint32_t *r2 = nvp4c_wave_registers(t, "r2").value;
   int ok = nvp4c_get_wave_state(t).status == NVP4C_WAVE_DONE;

   for (unsigned l = 0; l < NVP4C_LANES; l++) {
      float x = (float)(l + k);
      for (unsigned i = 0; i <= k; i++)
         x = x * 0.5f + 1;
      ok &= r2[l] == bits(x);
   }
   return ok;
}

/* Runs waves that need different numbers of steps. While all of them run, each has taken the same number of steps. */
static void lockstep(const struct nvp4c_machine *m)
{
   struct nvp4c_wave *t[5];
   int ok = 1, together = 1;

   for (unsigned k = 0; k < 5; k++) {
      t[k] = nvp4c_wave_create(m);
      set_up(t[k], k);
   }
   for (unsigned round = 0; round < 6; round++) {
      ok &= nvp4c_wave_run(t, 5, 3) == (round < 1                                          ? NVP4C_WAVE_BUDGET
                                        : nvp4c_get_wave_state(t[4]).status == NVP4C_WAVE_DONE ? NVP4C_WAVE_DONE
                                                                                           : NVP4C_WAVE_BUDGET);
      for (unsigned k = 0; k < 5; k++)
         together &= nvp4c_get_wave_state(t[k]).status == NVP4C_WAVE_DONE ||
                     nvp4c_get_wave_state(t[k]).steps == 3 * (round + 1);
   }
   check(ok, "a run says whether all have ended", "lockstep");
   check(together, "waves that run have taken as many steps as each other", "lockstep");
   check(nvp4c_wave_run(t, 5, 1000) == NVP4C_WAVE_DONE, "they end", "lockstep");
   for (unsigned k = 0; k < 5; k++) {
      check(is_right(t[k], k), "results", "lockstep");
      check(nvp4c_get_wave_state(t[k]).steps == 2 + 4 * (k + 1), "steps", "lockstep");
      /* no lane satisfies the condition of the last branch */
      check(nvp4c_get_wave_state(t[k]).lane_instructions == 32 * (2 + 5 * (k + 1) - 1), "lane-instructions", "lockstep");
      nvp4c_wave_free(t[k]);
   }
}

struct thread {
   const struct nvp4c_machine *m;
   unsigned k;
   int ok;
};
static void *work(void *arg)
{
   struct thread *w = arg;
   struct nvp4c_wave *t = nvp4c_wave_create(w->m);

   w->ok = 1;
   for (unsigned i = 0; i < 300; i++) {
      const unsigned k = (w->k + i) % 7;
      set_up(t, k);
      w->ok &= nvp4c_wave_run(&t, 1, 1000) == NVP4C_WAVE_DONE && is_right(t, k);
   }
   nvp4c_wave_free(t);
   return NULL;
}

static void threads(const struct nvp4c_machine *m)
{
   pthread_t id[8];
   struct thread w[8];

   for (unsigned k = 0; k < 8; k++) {
      w[k] = (struct thread){m, k, 0};
      pthread_create(&id[k], NULL, work, &w[k]);
   }
   for (unsigned k = 0; k < 8; k++) {
      pthread_join(id[k], NULL);
      check(w[k].ok, "results", "threads");
   }
}

/* ---- memory and faults */

static uint32_t memory[64];

static uint32_t load(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t v[NVP4C_LANES])
{
   uint32_t bad = 0;
   (void)user;
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      if (lanes >> l & 1 && address[l] / 4 < 64)
         v[l] = memory[address[l] / 4];
      else if (lanes >> l & 1)
         bad |= 1u << l;
   return bad;
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                      const uint32_t v[NVP4C_LANES])
{
   uint32_t bad = 0;
   (void)user;
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      if (lanes >> l & 1 && address[l] / 4 < 64 && bytes == 4)
         memory[address[l] / 4] = v[l];
      else if (lanes >> l & 1)
         bad |= 1u << l;
   return bad;
}

static void access_memory(void)
{
   struct nvp4c_machine *m =
       assemble("0 :\n ld.slc1 r4, drc0, 2, r0;\n1 :\n wdf drc0\n2 :\n umadd32 ft0, r5, c2, c0, _\n mov r6, ft0;\n"
                "3 :\n st.slc1 r6, 2, drc0, 1, r0, _;\n4 :\n wdf drc0\n5 :\n nop.end\n",
                NVP4C_TARGET_USC);
   struct nvp4c_wave *t = nvp4c_wave_create(m);
   const struct nvp4c_callbacks c = {.size = sizeof c, .load = load, .store = store},
                                none = {.size = offsetof(struct nvp4c_callbacks, load)};

   for (unsigned k = 0; k < 64; k++)
      memory[k] = k;
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      nvp4c_wave_registers(t, "r0").value[l] = 8 * l;
   nvp4c_wave_set_callbacks(t, &c);
   nvp4c_wave_start(t, 0xff, 0);
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_DONE, "ends", "memory");
   check(memory[0] == 2 && memory[14] == 30 && memory[16] == 16, "words are loaded and stored, by lanes that exist", "memory");
   nvp4c_wave_registers(t, "r0").value[3] = 4096;
   nvp4c_wave_start(t, 0xff, 0);
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_FAULT && strstr(nvp4c_get_wave_state(t).fault, "without memory"),
         "an address without memory", "memory");
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_FAULT, "a fault stays", "memory");
   nvp4c_wave_set_callbacks(t, &none); /* the structure of an older caller */
   nvp4c_wave_start(t, 0xff, 0);
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_FAULT && !strcmp(nvp4c_get_wave_state(t).fault, "no memory"), "no callback",
         "memory");
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
}

/* ---- comparison by the texture unit */

/* All texels are 0.5. The first word of the sampler selects whether the comparison is `less`. */
static const char *shadow(void *user, const struct nvp4c_texture_access *x, uint32_t (*result)[NVP4C_LANES])
{
   (void)user;
   if (!x->reference)
      return "no reference value";
   for (unsigned c = 0; c < x->components; c++)
      for (unsigned l = 0; l < NVP4C_LANES; l++)
         result[c][l] = bits((x->sampler[0] ? number(x->reference[l]) < 0.5f : number(x->reference[l]) >= 0.5f) ? 1 : 0);
   return NULL;
}

static void comparison(void)
{
   static const struct {
      const char *text, *fault;
      unsigned reference; /* register of the value, after the coordinates and the projector */
   } row[] = {
      {"0 :\n smp2d.fcnorm.comparison drc0, sh0, r0, sh4, _, r8, 4;\n1 :\n wdf drc0\n2 :\n nop.end\n", NULL, 2},
      {"0 :\n smp2d.proj.fcnorm.comparison drc0, sh0, r0, sh4, _, r8, 4;\n1 :\n wdf drc0\n2 :\n nop.end\n", NULL, 3},
      {"0 :\n smp2d.fcnorm.pplod.replace.comparison drc0, sh0, r0, sh4, _, r8, 4;\n1 :\n wdf drc0\n2 :\n nop.end\n", NULL, 2},
      {"0 :\n smp2d.fcnorm drc0, sh0, r0, sh4, _, r8, 4;\n1 :\n wdf drc0\n2 :\n nop.end\n", "no reference value", 2},
   };
   const struct nvp4c_callbacks c = {.size = sizeof c, .sample = shadow};

   for (size_t k = 0; k < sizeof row / sizeof *row; k++)
      for (uint32_t less = 0; less < 2; less++) {
         struct nvp4c_machine *m = assemble(row[k].text, NVP4C_TARGET_USC);
         struct nvp4c_wave *t = nvp4c_wave_create(m);
         char name[8];
         int right = 1;
         nvp4c_wave_set_callbacks(t, &c);
         snprintf(name, sizeof name, "r%u", row[k].reference);
         *nvp4c_wave_registers(t, "sh4").value = less;
         for (unsigned l = 0; l < NVP4C_LANES; l++)
            nvp4c_wave_registers(t, name).value[l] = bits((float)l / 32);
         nvp4c_wave_start(t, 0xffffffff, 0);
         const enum nvp4c_wave_status status = nvp4c_wave_run(&t, 1, 100);
         for (unsigned l = 0; l < NVP4C_LANES; l++)
            right &= nvp4c_wave_registers(t, "r11").value[l] == bits((l < 16) == less ? 1 : 0);
         if (row[k].fault)
            check(status == NVP4C_WAVE_FAULT && !strcmp(nvp4c_get_wave_state(t).fault, row[k].fault), "no comparison", row[k].text);
         else
            check(status == NVP4C_WAVE_DONE && right, "the callback compares", row[k].text);
         nvp4c_wave_free(t);
         nvp4c_machine_free(m);
      }
}

/* The assembler rejects a missing wait, so this changes the wait of correct code to the other counter. The byte of the wait is
   the last one in which the programs differ. */
static struct nvp4c_machine *missing_wait(void)
{
   static const char *const text[2] = {
       "0 :\n ld.slc1 r4, drc0, 1, r0;\n1 :\n wdf drc0\n2 : .end\n mbyp ft0, r4\n mov r2, ft0;\n",
       "0 :\n ld.slc1 r4, drc1, 1, r0;\n1 :\n wdf drc1\n2 : .end\n mbyp ft0, r4\n mov r2, ft0;\n"};
   struct nvp4c_result *r[2];
   uint8_t code[64] = {0};
   size_t len = 0, last = 0;

   for (unsigned k = 0; k < 2; k++) {
      r[k] = nvp4c_assemble(text[k], strlen(text[k]), NULL);
      const uint8_t *bytes = nvp4c_result_code(r[k], &len);
      for (size_t i = 0; i < len && i < sizeof code; i++) {
         last = k && bytes[i] != code[i] ? i : last;
         code[i] = k ? code[i] : bytes[i];
      }
   }
   code[last] = ((const uint8_t *)nvp4c_result_code(r[1], &len))[last];
   nvp4c_result_free(r[0]);
   nvp4c_result_free(r[1]);
   return nvp4c_machine_create(code, len, NULL);
}

static void faults(void)
{
   struct nvp4c_machine *m = missing_wait();
   struct nvp4c_wave *t = nvp4c_wave_create(m);
   const struct nvp4c_callbacks c = {.size = sizeof c, .load = load};

   nvp4c_wave_set_callbacks(t, &c);
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_DONE && !nvp4c_get_wave_state(t).steps,
         "a wave that was not started does nothing", "faults");
   nvp4c_wave_start(t, 1, 0);
   check(nvp4c_wave_run(&t, 1, 0) == NVP4C_WAVE_BUDGET, "no steps", "faults");
   check(nvp4c_wave_run(&t, 1, 100) == NVP4C_WAVE_FAULT && strstr(nvp4c_get_wave_state(t).fault, "before the wdf"),
         "a missing wait", "faults");
   check(nvp4c_get_wave_state(t).fault_offset > 0, "the place of the fault", "faults");
   check(!nvp4c_wave_registers(t, "r248").value && !nvp4c_wave_registers(t, "zz0").value &&
             !nvp4c_wave_registers(t, "r1x").value,
         "registers that are none", "faults");
   check(nvp4c_wave_registers(t, "r247").count == 1 && nvp4c_wave_registers(t, "sh0").lanes == 1 &&
             nvp4c_wave_registers(t, "sr97").lanes == 32,
         "counts of registers", "faults");
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
}

/* The offset of the next step. The first two of three groups have the same length. */
static void places(void)
{
   static const char text[] = "0 :\n fmul ft0, r0, r1\n mov r2, ft0;\n1 :\n fmul ft0, r0, r1\n mov r2, ft0;\n"
                              "2 : .end\n fmul ft0, r0, r1\n mov r2, ft0;\n";
   struct nvp4c_result *r = nvp4c_assemble(text, strlen(text), NULL);
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, NULL);
   struct nvp4c_wave *t = nvp4c_wave_create(m);

   nvp4c_wave_start(t, 1, 0);
   check(!nvp4c_get_wave_state(t).offset, "a wave starts at byte 0", "places");
   nvp4c_wave_run(&t, 1, 1);
   const size_t first = nvp4c_get_wave_state(t).offset;
   nvp4c_wave_run(&t, 1, 1);
   check(first && nvp4c_get_wave_state(t).offset == 2 * first, "the place of the next step", "places");
   nvp4c_wave_free(t);
   nvp4c_machine_free(m);
   nvp4c_result_free(r);
}

/* ---- AGX */

/* A preamble doubles u2 into u4, which the main program adds to r1, a step at a time. */
static void preamble(void)
{
   struct nvp4c_machine *pre = assemble("fadd32 r2, u2, u2\nuniform_store xy, r2l_r2h, 8\nstop\n", NVP4C_TARGET_AGX);
   struct nvp4c_machine *m = assemble("fadd32 r1, r1, u4\nst_var_final r1, 3\nstop\n", NVP4C_TARGET_AGX);
   struct nvp4c_wave *before = nvp4c_wave_create(pre), *t = nvp4c_wave_create(m);
   const struct nvp4c_registers u = nvp4c_wave_registers(before, "u0");
   unsigned steps = 1;
   int right = 1;

   u.value[2] = bits(1.5f);
   nvp4c_wave_start(before, 1, 0);
   check(nvp4c_wave_run(&before, 1, 100) == NVP4C_WAVE_DONE && u.value[4] == bits(3), "a preamble", "AGX");
   memcpy(nvp4c_wave_registers(t, "u0").value, u.value, u.count * sizeof *u.value);
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      nvp4c_wave_registers(t, "r1").value[l] = bits((float)l);
   nvp4c_wave_start(t, 0xffffffff, 0);
   while (nvp4c_wave_run(&t, 1, 1) == NVP4C_WAVE_BUDGET)
      steps++;
   for (unsigned l = 0; l < NVP4C_LANES; l++)
      right &= nvp4c_wave_registers(t, "word3").value[l] == bits((float)l + 3);
   check(right && steps == 3 && nvp4c_get_wave_state(t).steps == 3, "the program after it, step by step", "AGX");
   check(u.count == 256 && u.lanes == 1 && nvp4c_wave_registers(t, "cf255").count == 3 &&
             nvp4c_wave_registers(t, "r127").lanes == 32 && !nvp4c_wave_registers(t, "r128").value &&
             !nvp4c_wave_registers(t, "vi0").value,
         "counts of registers", "AGX");
   nvp4c_wave_free(before);
   nvp4c_wave_free(t);
   nvp4c_machine_free(pre);
   nvp4c_machine_free(m);
}

/* Runs a load with and without the wait for it. The caller provides the state of a texture. */
static void agx(void)
{
   static const char *const text[2] = {"device_load 0, i32, x, r4, u0_u1, r5, unsigned\nwait 0\nmov r6, r4\nstop\n",
                                       "device_load 0, i32, x, r4, u0_u1, r5, unsigned\nmov r6, r4\nstop\n"};
   const struct nvp4c_callbacks c = {.size = sizeof c, .load = load};

   for (unsigned k = 0; k < 2; k++) {
      struct nvp4c_machine *m = assemble(text[k], NVP4C_TARGET_AGX);
      struct nvp4c_wave *t = nvp4c_wave_create(m);
      nvp4c_wave_set_callbacks(t, &c);
      nvp4c_wave_registers(t, "r5").value[3] = 7;
      memory[7] = 99;
      nvp4c_wave_start(t, 0xf, 0);
      check(!nvp4c_get_wave_state(t).offset, "a wave starts at byte 0", "AGX");
      /* a device_load has eight bytes */
      check(nvp4c_wave_run(&t, 1, 1) == NVP4C_WAVE_BUDGET && nvp4c_get_wave_state(t).offset == 8, "the place of the next step", "AGX");
      const enum nvp4c_wave_status status = nvp4c_wave_run(&t, 1, 100);
      if (k)
         check(status == NVP4C_WAVE_FAULT && strstr(nvp4c_get_wave_state(t).fault, "r4l") &&
                  nvp4c_get_wave_state(t).fault_offset == 8,
               "a missing wait", "AGX");
      else
         check(status == NVP4C_WAVE_DONE && nvp4c_wave_registers(t, "r6").value[3] == 99, "a load", "AGX");
      nvp4c_wave_free(t);
      nvp4c_machine_free(m);
   }
   preamble();
}

/* ---- invalid code */

static void refused(const void *code, size_t len, const struct nvp4c_options *o, enum nvp4c_status status, const char *what)
{
   struct nvp4c_machine *m = nvp4c_machine_create(code, len, o);
   check(nvp4c_result_status(nvp4c_machine_result(m)) == status && nvp4c_result_num_diagnostics(nvp4c_machine_result(m)) == 1,
         what, "bad code");
   check(!nvp4c_wave_create(m), "there is no wave", what);
   nvp4c_machine_free(m);
}

static void bad_code(void)
{
   static const char text[] = "!!NVfp4.0\nMUL result.color, fragment.color, program.local[1];\nEND\n";
   static const uint8_t junk[] = {0xff, 0xff, 0xff, 0xff};
   struct nvp4c_result *r = compile(text, sizeof text - 1, NVP4C_TARGET_USC);
   struct nvp4c_options o;
   size_t len;
   const uint8_t *code = nvp4c_result_code(r, &len);
   uint8_t *wrong = malloc(len);
   unsigned cut = 0;

   for (size_t n = 0; n < len; n++) { /* every prefix either decodes or is refused */
      struct nvp4c_machine *m = nvp4c_machine_create(code, n, NULL);
      cut += nvp4c_result_status(nvp4c_machine_result(m)) == NVP4C_REJECTED;
      nvp4c_machine_free(m);
   }
   check(cut > len / 2, "code that is cut short", "bad code");
   for (size_t n = 0; n < len; n++) {
      memcpy(wrong, code, len);
      wrong[n] ^= 0x5a;
      struct nvp4c_machine *m = nvp4c_machine_create(wrong, len, NULL);
      struct nvp4c_wave *t = nvp4c_wave_create(m);
      if (t) {
         nvp4c_wave_start(t, ~0u, 0);
         nvp4c_wave_run(&t, 1, 1000);
      }
      nvp4c_wave_free(t);
      nvp4c_machine_free(m);
   }
   refused(junk, sizeof junk, NULL, NVP4C_REJECTED, "bytes that are no instruction");
   refused(NULL, 0, NULL, NVP4C_REJECTED, "no code");
   refused("\177ELF", 4, NULL, NVP4C_REJECTED, "a broken object");
   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   refused(junk, sizeof junk, &o, NVP4C_REJECTED, "bytes that are no instruction of AGX");
   nvp4c_options_init(&o, sizeof o);
   o.cpu = "no-such-core";
   refused(code, len, &o, NVP4C_USAGE, "a wrong option");
   free(wrong);
   nvp4c_result_free(r);
}

/* ---- workgroups */

/* Each of 64 invocations shares its number. It then stores the number of the invocation at the other end of the workgroup,
   which another wave has shared, plus 100 times the number of the workgroup. */
static const char exchange[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL BUFFER[0]\nDCL MEMORY[0], "
    "SHARED\nDCL TEMP[0..1]\n"
    "IMM[0] UINT32 {2, 252, 100, 0}\nSHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\nSTORE MEMORY[0].x, TEMP[0].xxxx, SV[0].xxxx\n"
    "BARRIER\nINEG TEMP[0].y, TEMP[0].xxxx\nUADD TEMP[0].y, IMM[0].yyyy, TEMP[0].yyyy\nLOAD TEMP[1].x, MEMORY[0], "
    "TEMP[0].yyyy\n"
    "UMAD TEMP[1].x, SV[1].xxxx, IMM[0].zzzz, TEMP[1].xxxx\nSTORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nEND\n";

#define BLOCK_BUFFER (UINT64_C(1) << 40)
#define BLOCK_MEMORY (UINT64_C(0xf1) << 56) /* on AGX, and in this test on the USC where it is memory */

struct block {
   uint32_t buffer[64], shared[64], barrier[4];
};

static uint32_t *block_word(struct block *b, uint64_t address)
{
   const uint64_t of_buffer = (address - BLOCK_BUFFER) / 4, of_block = (address - BLOCK_MEMORY) / 4;
   return of_buffer < 64 ? &b->buffer[of_buffer] : of_block < 64 ? &b->shared[of_block] : NULL;
}

static uint32_t load_block(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t v[NVP4C_LANES])
{
   for (unsigned l = 0; l < NVP4C_LANES; l++) {
      const uint32_t *w = lanes >> l & 1 ? block_word(user, address[l]) : NULL;
      lanes &= ~((uint32_t)(w != NULL) << l);
      v[l] = w ? *w : v[l];
   }
   return lanes;
}

static uint32_t store_block(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                            const uint32_t v[NVP4C_LANES])
{
   for (unsigned l = 0; l < NVP4C_LANES && bytes == 4; l++) {
      uint32_t *w = lanes >> l & 1 ? block_word(user, address[l]) : NULL;
      lanes &= ~((uint32_t)(w != NULL) << l);
      if (w)
         *w = v[l];
   }
   return lanes;
}

/* Writes the words of wave k of workgroup 7 to the locations in the reflection, and returns how many locations are shared. */
static unsigned set_up_block(struct nvp4c_wave *t, const struct nvp4c_result *r, struct block *b, unsigned k)
{
   const struct nvp4c_callbacks callbacks = {.size = sizeof callbacks, .user = b, .load = load_block, .store = store_block};
   unsigned shared = 0;

   nvp4c_wave_set_callbacks(t, &callbacks);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      const struct nvp4c_registers at = nvp4c_wave_location(t, &e->location);
      const uint64_t base = e->binding == NVP4C_BIND_STORAGE ? BLOCK_BUFFER : BLOCK_MEMORY;
      if (e->binding == NVP4C_BIND_SYSTEM && e->index == NVP4C_SYSTEM_WORKGROUP_ID)
         *at.value = 7;
      else if (e->binding == NVP4C_BIND_SYSTEM && at.lanes == NVP4C_LANES)
         for (unsigned l = 0; l < NVP4C_LANES; l++)
            at.value[l] = 32 * k + l;
      else if (e->kind == NVP4C_CONSTANT)
         *at.value = e->value;
      else if (e->location.reg == NVP4C_REG_COEFFICIENT)
         shared +=
             (unsigned)nvp4c_wave_share(t, &e->location, e->binding == NVP4C_BIND_WORKGROUP_MEMORY ? b->shared : b->barrier,
                                        e->binding == NVP4C_BIND_WORKGROUP_MEMORY ? 64 : 4);
      else if (at.value)
         *at.value = e->component < 2 ? (uint32_t)(base >> 32 * e->component) : 256;
   }
   return shared;
}

/* shared_bytes decides whether the USC keeps the memory of a workgroup in registers. */
static void block(enum nvp4c_target target, uint32_t shared_bytes, unsigned shares)
{
   static struct block b;
   struct nvp4c_options o;
   struct nvp4c_wave *t[2], *many[NVP4C_WORKGROUP_WAVES + 1];
   int ok = 1;

   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.output.reflection = 1;
   o.key.shared_bytes = shared_bytes;
   struct nvp4c_result *r = nvp4c_compile(exchange, sizeof exchange - 1, &o);
   struct nvp4c_machine *m = nvp4c_machine_of_result(r, NULL);
   memset(&b, 0, sizeof b);
   for (unsigned k = 0; k < 2; k++) {
      t[k] = nvp4c_wave_create(m);
      check(set_up_block(t[k], r, &b, k) == shares, "registers of the block", "block");
      nvp4c_wave_start(t[k], UINT32_MAX, 0);
   }
   check(nvp4c_workgroup_run(t, 2, 5) == NVP4C_WAVE_BUDGET, "a wave that has taken all its steps", "block");
   memset(b.barrier, 0, sizeof b.barrier);
   for (unsigned k = 0; k < 2; k++)
      nvp4c_wave_start(t[k], UINT32_MAX, 0);
   check(nvp4c_workgroup_run(t, 2, 1000) == NVP4C_WAVE_DONE, "it ends", "block");
   for (unsigned n = 0; n < 64; n++)
      ok &= b.buffer[n] == 63 - n + 700;
   check(ok, "what another wave has shared", "block");
   for (unsigned k = 0; k < NVP4C_WORKGROUP_WAVES + 1; k++)
      many[k] = t[0];
   check(nvp4c_workgroup_run(many, NVP4C_WORKGROUP_WAVES + 1, 1) == NVP4C_WAVE_FAULT, "more waves than a block has", "block");
   check(!nvp4c_wave_share(t[0], &(struct nvp4c_location){.reg = NVP4C_REG_SHARED, .element = UINT32_MAX}, b.shared, 1),
         "registers that are no coefficients", "block");
   check(!nvp4c_wave_share(t[0], &(struct nvp4c_location){.reg = NVP4C_REG_COEFFICIENT, .number = 4095, .element = UINT32_MAX},
                           b.shared, 2),
         "registers that there are not", "block");
   for (unsigned k = 0; k < 2; k++)
      nvp4c_wave_free(t[k]);
   nvp4c_machine_free(m);
   nvp4c_result_free(r);
}

int main(int argc, char **argv)
{
   static const char *const programs[] = {"vs_mvp.vp",      "vs_tnl.vp",       "vs_mad16_in.vp", "fs_pass.fp",
                                          "fs_modulate.fp", "fs_phong2tex.fp", "fs_loop64.fp",   "fs_inthash.fp"};
   static const char *const on_agx[] = {"vs_mvp.vp", "vs_tnl.vp", "vs_mad16_in.vp", "fs_pass.fp", "fs_inthash.fp"};
   const char *dir = argc > 1 ? argv[1] : "bench/shaders";

   for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
      program(dir, programs[i], NVP4C_TARGET_USC);
   for (size_t i = 0; i < sizeof on_agx / sizeof *on_agx; i++)
      program(dir, on_agx[i], NVP4C_TARGET_AGX);
   agx();
   struct nvp4c_machine *m = assemble(loop, NVP4C_TARGET_USC);
   lockstep(m);
   threads(m);
   nvp4c_machine_free(m);
   access_memory();
   comparison();
   faults();
   places();
   bad_code();
   block(NVP4C_TARGET_USC, 256, 2);
   block(NVP4C_TARGET_USC, 8192, 1);
   block(NVP4C_TARGET_AGX, 256, 0);
   printf("%u passed, %u failed\n", passed, failed);
   return failed != 0;
}
