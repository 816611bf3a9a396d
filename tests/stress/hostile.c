/* SPDX-License-Identifier: MIT */
/*
 * Tests that arbitrary input bytes lead to an error with a location and status 1, 5 or 7, and never to a crash. The sanitizers
 * (BUILD=asan) find more. hostile [-quick] [FILE...] truncates and mutates the files, by default those of examples/,
 * tests/arb/ and tests/tgsi/. hostile -mutants N SEED FILE... runs N mutants of the texts of TGSI programs and N of their
 * tokens.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/hostile.h"

unsigned hostile_runs, hostile_failures;

void *failing_alloc(void *user, void *ptr, size_t size)
{
   struct budget *b = user;

   if (size == 0) {
      free(ptr);
      return NULL;
   }
   if (b->left == 0)
      return NULL;
   if (b->left > 0)
      b->left--;
   return realloc(ptr, size);
}

bool is_located(const struct nvp4c_result *r, size_t len)
{
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      if (d->offset != SIZE_MAX && (d->offset > len || d->length > len - d->offset || d->line == 0))
         return false;
   }
   return true;
}

void feed(const char *what, const char *text, size_t len, int expect, const struct nvp4c_options *options)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.diagnostics.max_errors = 20;
   opt.verify.each = 1;
   opt.preshader = NVP4C_PRESHADER_CALLER;
   if (options)
      opt = *options;
   /* An allocation of exactly this size, so that sanitizers find reads past the end. */
   char *copy = malloc(len ? len : 1);
   memcpy(copy, text, len);
   struct nvp4c_result *r = nvp4c_compile(copy, len, &opt);
   hostile_runs++;
   if (!r) {
      if (opt.memory.alloc == NULL) {
         printf("FAIL %s: no result\n", what);
         hostile_failures++;
      }
      free(copy);
      return;
   }
   enum nvp4c_status st = nvp4c_result_status(r);
   bool ok =
       expect < 0 ? st == NVP4C_OK || st == NVP4C_REJECTED || st == NVP4C_LIMIT || st == NVP4C_UNSUPPORTED : (int)st == expect;
   bool located = st == NVP4C_OK || st == NVP4C_LIMIT;
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      located |= d->offset != SIZE_MAX;
      if (!d->id[0] || !d->message[0])
         ok = false;
   }
   ok = ok && is_located(r, len);
   if (st != NVP4C_OK && nvp4c_result_num_diagnostics(r) == 0 && !(opt.memory.alloc && st == NVP4C_LIMIT))
      ok = false;
   if (!ok || !located) {
      printf("FAIL %s: status %d%s\n", what, (int)st, located ? "" : ", without a location");
      for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r) && i < 3; i++)
         printf("   %s [%s]\n", nvp4c_result_diagnostic(r, i)->message, nvp4c_result_diagnostic(r, i)->id);
      hostile_failures++;
   }
   nvp4c_result_free(r);
   free(copy);
}

/* Assembles a text. */
static void feed_assembly(const char *what, const char *text, size_t len, enum nvp4c_target target)
{
   struct nvp4c_options opt;
   char *copy = malloc(len ? len : 1);

   nvp4c_options_init(&opt, sizeof opt);
   opt.target = target;
   memcpy(copy, text, len);
   struct nvp4c_result *r = nvp4c_assemble(copy, len, &opt);
   hostile_runs++;
   if (!r || !is_located(r, len)) {
      printf("FAIL %s, %zu bytes: a location outside of the text\n", what, len);
      hostile_failures++;
   }
   nvp4c_result_free(r);
   free(copy);
}

static uint64_t rng = 88172645463325252u;
uint32_t hostile_random(void)
{
   rng ^= rng << 13;
   rng ^= rng >> 7;
   rng ^= rng << 17;
   return (uint32_t)(rng >> 16);
}

void hostile_seed(uint64_t seed)
{
   rng ^= seed * 0x9e3779b97f4a7c15u;
}

/* Truncates texts at each byte. The error is located at the end of the text, after its last character. */
static void feed_cut(void)
{
   static const char ir[] = "nvp4c-ir 1\nstage fragment\nsource_ops 1\nparam 0 local 0\n"
                            "array 0 length=4 width=32 name=\"a\"\n\nblock 0:\n"
                            "   %0:32 = load_input slot=tex0 comp=0 interp=smooth\n   %1:1 = flt -|%0|, %0\n"
                            "   if %1 b1 b2 merge=b2\n"
                            "block 1:\n   store_output %0 slot=color0 comp=0\n   jump b2\nblock 2:\n   return";
   static const char usc[] =
       "0 : .end\n  fmad.sat ft0, sh0.neg, r1, sh2\n  mbyp ft1, c64\n"
       "  mov w0.e0.e1.e2.e3, ft0\n  uvsw.write w0, 0;\n1: byp.imm32 ft0, ft1, c0, 0x7fffffff ; ld r0, drc0, 4, r2, _";
   static const char agx[] = "mov_imm r0, 0x3f800000\nfmadd32.sat r1, r2.neg, u3, 1.5\nst_var 1, r0\nstop";
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.language = NVP4C_LANG_IR;
   for (size_t n = 0; n < sizeof ir; n++)
      feed("truncated IR", ir, n, -1, &opt);
   for (size_t n = 0; n < sizeof usc; n++)
      feed_assembly("assembly of the USC", usc, n, NVP4C_TARGET_USC);
   for (size_t n = 0; n < sizeof agx; n++)
      feed_assembly("assembly of AGX", agx, n, NVP4C_TARGET_AGX);
}

static char *repeat(const char *head, const char *unit, size_t n, const char *tail, size_t *len)
{
   size_t h = strlen(head), u = strlen(unit), t = strlen(tail);
   char *p = malloc(h + u * n + t + 1), *q = p;

   memcpy(q, head, h), q += h;
   for (size_t i = 0; i < n; i++, q += u)
      memcpy(q, unit, u);
   memcpy(q, tail, t + 1);
   *len = h + u * n + t;
   return p;
}

static void feed_repeat(const char *what, const char *head, const char *unit, size_t n, const char *tail, int expect)
{
   size_t len;
   char *p = repeat(head, unit, n, tail, &len);

   feed(what, p, len, expect, NULL);
   free(p);
}

static void feed_headers(void)
{
   static const char *const headers[] = {"!!NVfp4.0", "!!NVvp4.0", "!!NVgp4.0", "!!ARBvp1.0", "!!ARBfp1.0"};

   feed("empty", "", 0, 1, NULL);
   feed("one NUL", "\0", 1, 1, NULL);
   for (unsigned i = 0; i < sizeof headers / sizeof headers[0]; i++) {
      feed(headers[i], headers[i], strlen(headers[i]), 1, NULL);
      feed_repeat(headers[i], headers[i], "\nOPTION", 100000, "", 1);
      feed_repeat(headers[i], headers[i], "\nIF NE.x;", 20000, "\nEND\n", -1);
      feed_repeat(headers[i], headers[i], " ,;{[(", 100000, "", 1);
   }
   for (unsigned i = 0; i < 6; i++) {
      static const char *const stages[] = {"VERT", "FRAG", "GEOM", "COMP", "TESS_CTRL", "TESS_EVAL"};

      feed(stages[i], stages[i], strlen(stages[i]), 1, NULL);
      feed_repeat(stages[i], stages[i], "\nDCL", 100000, "", 1);
      feed_repeat(stages[i], stages[i], "\nBGNLOOP", 20000, "\nEND\n", 1);
      feed_repeat(stages[i], stages[i], " ,:|{[(", 100000, "", 1);
      feed_repeat(stages[i], stages[i], "\nMOV TEMP[0]", 20000, "\nEND\n", 1);
   }
   feed("NUL inside", "!!NVfp4.0\nTEMP a;\0\nEND", 22, 1, NULL);
   feed("only END missing", "!!NVfp4.0\nTEMP a;\nMOV a, 1;\n", 28, 1, NULL);
}

/* Compiles very long texts, each with one repeated construct. */
static void feed_long(void)
{
   static const struct {
      const char *what, *head, *unit;
      size_t n;
      const char *tail;
      int expect;
   } t[] = {
       {"1 MB of (", "", "(", 1 << 20, "", 1},
       {"1 MB of ( after a header", "!!NVfp4.0\n", "(", 1 << 20, "", 1},
       {"1 MB of blanks", "!!NVvp4.0\n", " ", 1 << 20, "", 1},
       {"1 MB comment", "!!NVvp4.0\n#", "x", 1 << 20, "", 1},
       {"1 MB identifier", "!!NVvp4.0\nTEMP ", "x", 1 << 20, ";\nEND\n", -1},
       {"1 MB number", "!!NVvp4.0\nTEMP a;\nMOV a, ", "9", 1 << 20, ";\nEND\n", -1},
       {"1 MB of minus", "!!NVvp4.0\nTEMP a;\nMOV a, ", "-", 1 << 20, "1;\nEND\n", 1},
       {"1 MB of braces", "!!NVvp4.0\nPARAM a = ", "{", 1 << 20, ";\nEND\n", 1},
       {"100,000 errors", "!!NVvp4.0\n", "MOV b, c;\n", 100000, "END\n", 1},
       {"10,000 nested IFs", "!!NVvp4.0\nTEMP a;\n", "IF NE.x;\n", 10000, "END\n", -1},
       {"10,000 nested REPs", "!!NVvp4.0\nTEMP a;\n", "REP 2;\n", 10000, "END\n", -1},
       {"10,000 unmatched ENDIFs", "!!NVvp4.0\n", "ENDIF;\n", 10000, "END\n", 1},
       {"100,000 labels", "!!NVvp4.0\n", "a:\n", 100000, "END\n", 1},
       {"1 MB number of a register", "FRAG\nDCL TEMP[", "9", 1 << 20, "]\nEND\n", 1},
       {"1 MB number of an immediate", "FRAG\nIMM FLT32 {", "9", 1 << 20, ", 0, 0, 0}\nEND\n", 0},
       {"1 MB number of a double", "FRAG\nIMM FLT64 {0.", "9", 1 << 20, ", 0}\nEND\n", 0},
       {"1 MB word", "FRAG\n", "x", 1 << 20, "\nEND\n", 1},
       {"100,000 operands", "FRAG\nDCL TEMP[0]\nMOV TEMP[0]", ", TEMP[0]", 100000, "\nEND\n", 1},
       {"100,000 declarations", "FRAG\n", "DCL TEMP[0]\n", 100000, "END\n", 1},
       {"100,000 wide declarations", "FRAG\n", "DCL TEMP[0..65535]\n", 100000, "END\n", 1},
       {"100,000 TGSI errors", "FRAG\nDCL TEMP[0]\n", "MOV TEMP[0], TENP[0]\n", 100000, "END\n", 1},
       {"10,000 nested TGSI IFs", "FRAG\nDCL TEMP[0]\n", "IF TEMP[0].x\n", 10000, "END\n", 1},
       {"10,000 calls", "FRAG\nDCL TEMP[0]\n", "CAL :10001\n", 10000, "END\nBGNSUB\nENDSUB\n", -1},
       {"1 MB of TGSI blanks", "FRAG\n", " ", 1 << 20, "END", 0},
       {"long call chains", "!!NVvp4.0\nTEMP t;\nCAL a;\nCAL a;\nRET;\na:\n", "CAL b; \n", 60000, "RET;\nb: MOV t, 1;\nEND\n",
        -1},
   };

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
      feed_repeat(t[i].what, t[i].head, t[i].unit, t[i].n, t[i].tail, t[i].expect);
   char *nuls = calloc(1, 1 << 20);
   feed("1 MB of NULs", nuls, 1 << 20, 1, NULL);
   memcpy(nuls, "!!NVfp4.0\n", 10);
   feed("1 MB of NULs after a header", nuls, 1 << 20, 1, NULL);
   free(nuls);
}

static void feed_deep(void)
{
   size_t opened_len, len;
   char *opened = repeat("!!NVvp4.0\nTEMP a;\n", "IF NE.x;\n", 10000, "", &opened_len);
   char *text = repeat(opened, "ENDIF;\n", 10000, "END\n", &len);
   struct nvp4c_limit deep[] = {{"max-program-if-depth", 100000}, {"max-program-instructions", 1000000}};
   struct nvp4c_options opt;

   feed("10,000 nested IFs, closed", text, len, -1, NULL);
   nvp4c_options_init(&opt, sizeof opt);
   opt.limits = deep;
   opt.num_limits = 2;
   feed("10,000 nested IFs with the limit raised", text, len, -1, &opt);
   free(opened);
   free(text);
}

/* Exponential inlining: each subroutine calls the next one twice. */
static void feed_calls(void)
{
   char *p = malloc(1 << 16), *q = p;

   q += sprintf(q, "!!NVvp4.0\nTEMP t;\nmain: CAL s0;\nMOV result.position, t;\nRET;\n");
   for (int i = 0; i < 30; i++)
      q += sprintf(q, "s%d: CAL s%d; CAL s%d; RET;\n", i, i + 1, i + 1);
   q += sprintf(q, "s30: ADD t, t, 1.0;\nEND\n");
   feed("2^30 calls", p, (size_t)(q - p), -1, NULL);
   free(p);
}

static void feed_big(void)
{
   struct nvp4c_limit many[] = {{"max-program-instructions", 10000000}};
   struct nvp4c_options opt;
   size_t len;

   nvp4c_options_init(&opt, sizeof opt);
   opt.limits = many;
   opt.num_limits = 1;
   opt.syntax_only = 1;
   char *p = repeat("!!NVvp4.0\nTEMP a, b;\n", "MAD a.xy, b.zwxy, vertex.attrib[1], -|a|;\n", 120000,
                    "MOV result.position, a;\nEND\n", &len);
   feed("5 MB program", p, len, 0, &opt);
   feed("5 MB program, default limits", p, len, -1, NULL);
   free(p);
}

static void feed_random(unsigned tries)
{
   for (unsigned i = 0; i < tries; i++) {
      char buf[512];
      size_t n = hostile_random() % sizeof buf;
      for (size_t k = 0; k < n; k++)
         buf[k] = (char)(i % 2 ? hostile_random() : ' ' + hostile_random() % 95);
      if (i % 3 == 0 && n > 10)
         memcpy(buf, i % 2 ? "FRAG\nMOV   " : "!!NVfp4.0\n", 10);
      feed("random bytes", buf, n, -1, NULL);
   }
}

int main(int argc, char **argv)
{
   if (argc > 4 && !strcmp(argv[1], "-mutants")) {
      feed_mutants((unsigned)atoi(argv[2]), strtoull(argv[3], NULL, 0), argv + 4, argc - 4);
      printf("%u passed, %u failed\n", hostile_runs - hostile_failures, hostile_failures);
      return hostile_failures != 0 || !hostile_runs;
   }

   const bool quick = argc > 1 && !strcmp(argv[1], "-quick");
   const int first = quick ? 2 : 1;

   feed_headers();
   feed_cut();
   feed_long();
   feed_deep();
   feed_calls();
   feed_inputs(quick ? 500 : 5000);
   feed_machine(quick ? 500 : 5000);
   feed_preshader(quick ? 2000 : 50000);
   if (!quick)
      feed_big();
   feed_random(quick ? 300 : 3000);
   if (first >= argc) {
      mutate_folder("examples", quick);
      mutate_folder("tests/arb", quick);
      mutate_folder("tests/tgsi", quick);
      mutate_folder("tests/tgsi/tokens", quick);
   }
   for (int i = first; i < argc; i++)
      mutate_file(argv[i], 65536, 7, 300);
   printf("%u passed, %u failed\n", hostile_runs - hostile_failures, hostile_failures);
   return hostile_failures != 0;
}
