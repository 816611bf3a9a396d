/* SPDX-License-Identifier: MIT */
/*
 * Tests programs with more constants and parameters than shared registers. Execution verifies them with integers, so that each
 * constant and parameter affects the result. The locations in the reflection are checked as well.
 */
#include "nvp4c.h"
#include "tests/unit/common/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
   char *p;
   size_t len, cap;
};

__attribute__((format(printf, 2, 3))) static void say(struct text *t, const char *fmt, ...)
{
   va_list ap;

   if (t->cap - t->len < 256) {
      t->cap = t->cap ? 2 * t->cap : 4096;
      t->p = realloc(t->p, t->cap);
      ck_assert(t->p != NULL);
   }
   va_start(ap, fmt);
   t->len += (size_t)vsnprintf(t->p + t->len, t->cap - t->len, fmt, ap);
   va_end(ap);
}

/* Each of the four words changes R[d]. */
static void mix(struct text *t, unsigned k, const char *fmt, ...)
{
   char operand[128];
   va_list ap;

   va_start(ap, fmt);
   vsnprintf(operand, sizeof operand, fmt, ap);
   va_end(ap);
   say(t, "XOR.U R%u, R%u, %s;\nMAD.U R%u, R%u, 5, R%u;\n", k & 1, k & 1, operand, k & 1, k & 1, ~k & 1);
}

static unsigned bits_of(unsigned k) { return (k + 1) * 2654435761u | 1; }

enum { CONSTANTS = 1, PARAMETERS = 2, ARRAYS = 4, BRANCHES = 8 };

/* Makes a program with n words of each kind. An array has n words and is read 32 times at indices spread over it, half of them
   below the offset. */
static struct text program(unsigned n, unsigned what)
{
   struct text t = {0};
   const unsigned vectors = n / 4;

   say(&t,
       "!!NVfp4.0\nUINT TEMP R0, R1, i;\nPARAM p[] = { program.local[0..%u] };\nPARAM q[] = { program.env[0..%u] };\n"
       "FLAT UINT ATTRIB a = fragment.attrib[0];\nFLAT UINT ATTRIB b = fragment.attrib[1];\nMOV.U R0, a;\nMOV.U R1, b;\nAND.U "
       "i, a, 4095;\n",
       vectors - 1, vectors - 1);
   for (unsigned k = 0; k < vectors; k++) {
      if (what & BRANCHES && k % 64 == 0)
         say(&t, "AND.U.CC i.w, R0.x, 3;\nIF NE.w;\n");
      if (what & CONSTANTS)
         mix(&t, k, "{%u, %u, %u, %u}", bits_of(4 * k), bits_of(4 * k + 1), bits_of(4 * k + 2), bits_of(4 * k + 3));
      if (what & PARAMETERS)
         mix(&t, k, "p[%u]", (k * 7 + 3) % vectors);
      if (what & BRANCHES && (k % 64 == 63 || k + 1 == vectors))
         say(&t, "ENDIF;\n");
   }
   for (unsigned k = 0; what & ARRAYS && k < 32; k++) {
      mix(&t, k, "q[i.%c + %u]", "xyz"[k % 3], k * vectors / 32);
      say(&t, "AND.U i.%c, R%u.y, 255;\n", "xyz"[k % 3], k & 1);
      if (k & 2) /* a negative index, from an offset on */
         say(&t, "SUB.U i.%c, i.%c, 255;\n", "xyz"[k % 3], "xyz"[k % 3]);
   }
   say(&t, "XOR.U R0, R0, R1;\nMOV.U result.color, R0;\nEND\n");
   return t;
}

static struct nvp4c_result *compile(const struct text *t, struct nvp4c_options *o)
{
   static const struct nvp4c_limit limits[] = {
      {"max-program-parameters", 100000}, {"max-program-local-parameters", 100000}, {"max-program-env-parameters", 100000}};

   o->limits = limits;
   o->num_limits = 3;
   o->diagnostics.no_warnings = 1;
   o->verify.waves = 2;
   return nvp4c_compile(t->p, t->len, o);
}

static void verified(unsigned n, unsigned what, struct nvp4c_options o)
{
   struct text t = program(n, what);
   struct nvp4c_result *r = compile(&t, &o);
   const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
   const struct nvp4c_verify v = nvp4c_result_verify(r);

   ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%u words of %u, -O%d: status %d: %s", n, what, o.opt_level,
                 (int)nvp4c_result_status(r), d ? d->message : "");
   ck_assert_msg(v.code_comparisons == 2 && v.source_comparisons == 2, "%u words of %u: no verdict", n, what);
   nvp4c_result_free(r);
   free(t.p);
}

START_TEST(results)
{
   static const unsigned sizes[] = {1500, 3000, 10000};
   static const unsigned kinds[] = {CONSTANTS, PARAMETERS, ARRAYS, CONSTANTS | PARAMETERS | ARRAYS,
                                    CONSTANTS | PARAMETERS | BRANCHES};
   struct nvp4c_options o;

   for (unsigned s = 0; s < 3; s++)
      for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
         for (int level = 0; level <= 2; level += 2) {
            nvp4c_options_init(&o, sizeof o);
            o.opt_level = level;
            verified(sizes[s], kinds[k], o);
         }
}
END_TEST

START_TEST(other_settings)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   for (unsigned k = 0; nvp4c_cpu_name(NVP4C_TARGET_USC, k); k++) {
      o.cpu = nvp4c_cpu_name(NVP4C_TARGET_USC, k);
      verified(1500, CONSTANTS | PARAMETERS | ARRAYS, o);
   }
   o.cpu = NULL;
   o.key.scratch_base = 40;
   verified(1500, CONSTANTS | PARAMETERS | ARRAYS, o);
   o.stress.max_temps = 20;
   verified(1500, PARAMETERS | ARRAYS | BRANCHES, o);
   o.key.scratch_base = 0;
   o.stress.max_temps = 0;
   o.stress.sched_seed = 7;
   verified(3000, CONSTANTS | PARAMETERS | ARRAYS, o);
}
END_TEST

/* Every parameter has one location, and the locations in memory are consecutive words. */
START_TEST(places)
{
   struct text t = program(3000, CONSTANTS | PARAMETERS | ARRAYS);
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   struct nvp4c_result *r = compile(&t, &o);
   unsigned params = 0, registers = 0, words = 0, addresses = 0;
   for (unsigned k = 0; k < nvp4c_result_num_reflections(r); k++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, k);
      params += f->kind == NVP4C_PARAM;
      if (f->location.reg == NVP4C_REG_MEMORY)
         ck_assert_uint_eq(f->location.number, 4 * words++);
      else if (f->location.reg == NVP4C_REG_SHARED)
         registers += f->location.number < 2047;
      addresses += f->binding == NVP4C_BIND_PARAM_MEMORY;
   }
   ck_assert_uint_eq(params, 6000);
   ck_assert_uint_eq(addresses, 2);
   ck_assert_uint_gt(registers, 900); /* registers are used before memory */
   ck_assert_uint_gt(words, 3000);
   nvp4c_result_free(r);
   free(t.p);
}
END_TEST

/* The registers of 32 textures leave room for 800 parameters; the others are in memory. */
START_TEST(many_textures)
{
   struct nvp4c_options o;
   struct text t = {0};

   say(&t, "!!NVfp4.0\nPARAM p[250] = { program.env[0..249] };\nTEMP a, t;\n");
   for (unsigned k = 0; k < 32; k++)
      say(&t, "TEX t, fragment.attrib[%u], texture[%u], 2D;\nMAD a, a, 0.5, t;\n", k % 8, k);
   for (unsigned k = 0; k < 250; k++)
      say(&t, "MAD a, a, 0.5, p[%u];\n", k);
   say(&t, "MOV result.color, a;\nEND\n");
   nvp4c_options_init(&o, sizeof o);
   o.verify.waves = 1;
   struct nvp4c_result *r = compile(&t, &o);
   ck_assert_uint_gt(nvp4c_result_verify(r).code_comparisons, 0);
   nvp4c_result_free(r);
   free(t.p);
}
END_TEST

/* The registers of 30 buffers and 28 images, too; there are 1000 words of parameters and 240 of constants. */
START_TEST(many_objects)
{
   struct nvp4c_options o;
   struct text t = {0};

   say(&t, "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], THREAD_ID\nDCL CONST[0..249]\nDCL TEMP[0..2]\n");
   for (unsigned k = 0; k < 30; k++)
      say(&t, "DCL BUFFER[%u]\n", k);
   for (unsigned k = 0; k < 28; k++)
      say(&t, "DCL IMAGE[%u], 2D_ARRAY, PIPE_FORMAT_R32_UINT, WR\n", k);
   for (unsigned k = 0; k < 60; k++)
      say(&t, "IMM[%u] UINT32 {%u, %u, %u, %u}\n", k, bits_of(4 * k), bits_of(4 * k + 1), bits_of(4 * k + 2),
          bits_of(4 * k + 3));
   say(&t, "IMM[60] UINT32 {2, 5, 0, 0}\nMOV TEMP[0], SV[0]\nSHL TEMP[1].x, SV[0].xxxx, IMM[60].xxxx\n");
   for (unsigned k = 0; k < 250; k++)
      say(&t, "UMAD TEMP[0], TEMP[0], IMM[60].yyyy, CONST[%u]\n", k);
   for (unsigned k = 0; k < 60; k++)
      say(&t, "XOR TEMP[0], TEMP[0], IMM[%u]\nUMAD TEMP[0], TEMP[0], IMM[60].yyyy, SV[0]\n", k);
   for (unsigned k = 0; k < 28; k++)
      say(&t, "LOAD TEMP[2].x, IMAGE[%u], SV[0], 2D_ARRAY, PIPE_FORMAT_R32_UINT\nUADD TEMP[0].x, TEMP[0].xxxx, TEMP[2].xxxx\n",
          k);
   for (unsigned k = 0; k < 30; k++)
      say(&t, "LOAD TEMP[2], BUFFER[%u], TEMP[1].xxxx\nUMAD TEMP[0], TEMP[0], IMM[60].yyyy, TEMP[2]\n", k);
   say(&t, "STORE BUFFER[0], TEMP[1].xxxx, TEMP[0]\nEND\n");
   nvp4c_options_init(&o, sizeof o);
   o.verify.waves = 1;
   struct nvp4c_result *r = compile(&t, &o);
   ck_assert_uint_gt(nvp4c_result_verify(r).code_comparisons, 0);
   nvp4c_result_free(r);
   free(t.p);
}
END_TEST

/* Indices of scratch words take few shared registers, even if the text names many words. */
START_TEST(words_of_arrays)
{
   static const struct nvp4c_limit limit = {"max-program-temporaries", 4096};
   struct nvp4c_options o;
   struct text t = {0};

   say(&t, "!!NVfp4.0\nTEMP v[1200], t;\nINT TEMP i;\nFLR.S i.x, fragment.attrib[0];\n");
   for (unsigned k = 0; k < 1200; k++)
      say(&t, "MUL v[%u].x, fragment.attrib[%u], %u;\n", k, k % 8, k % 32);
   say(&t, "MOV t.x, v[i.x].x;\n");
   for (unsigned k = 0; k < 1200; k++)
      say(&t, "ADD t.x, t, v[%u];\n", k);
   say(&t, "MOV result.color, t.x;\nEND\n");
   for (int level = 0; level <= 2; level += 2) {
      nvp4c_options_init(&o, sizeof o);
      o.opt_level = level;
      o.verify.waves = 1;
      o.limits = &limit;
      o.num_limits = 1;
      struct nvp4c_result *r = compile(&t, &o);
      ck_assert_uint_gt(nvp4c_result_verify(r).code_comparisons, 0);
      nvp4c_result_free(r);
   }
   free(t.p);
}
END_TEST

/* The parameters that are read most often stay in registers. */
START_TEST(the_most_used_stay)
{
   struct text t = program(6000, PARAMETERS);
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   t.len -= strlen("END\n");
   for (unsigned k = 0; k < 8; k++) /* again, between writes of the registers, in blocks of their own */
      say(&t, "AND.U.CC i.w, R0.x, %u;\nIF NE.w;\nXOR.U R0, R0, p[777];\nENDIF;\n", k + 1);
   say(&t, "MOV.U result.color, R0;\nEND\n");
   struct nvp4c_result *r = compile(&t, &o);
   unsigned seen = 0;
   for (unsigned k = 0; k < nvp4c_result_num_reflections(r); k++) {
      const struct nvp4c_reflection *f = nvp4c_result_reflection(r, k);
      if (f->binding == NVP4C_BIND_LOCAL && f->index == 777) {
         ck_assert_int_ne(f->location.reg, NVP4C_REG_NONE);
         seen += f->location.reg == NVP4C_REG_SHARED;
      }
   }
   ck_assert_uint_eq(seen, 4);
   nvp4c_result_free(r);
   free(t.p);
}
END_TEST

SUITE_MAIN("parameters in memory", 300, NULL, NULL, results, other_settings, places, many_textures, many_objects,
           words_of_arrays, the_most_used_stay)
