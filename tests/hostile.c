/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as input: a located error and status 1, 5 or 7, never a crash. Run under the sanitizers too (BUILD=asan).
 * hostile [-quick] [FILE...]: the files (default: those of examples/ and tests/arb/) are cut and mutated.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"

static unsigned runs, failures;

struct budget {
   long left; /* calls to the hook that succeed; -1 = all */
};

static void *failing_alloc(void *user, void *ptr, size_t size)
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

/* expect: -1 any of ok, 1, 5, 7; else that status. */
static void feed(const char *what, const char *text, size_t len, int expect, const struct nvp4c_options *options)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt);
   opt.diagnostics.max_errors = 20;
   opt.verify.each = 1;
   if (options)
      opt = *options;
   /* Exactly as many bytes as the input has, so that a read past the end is seen. */
   char *copy = malloc(len ? len : 1);
   memcpy(copy, text, len);
   struct nvp4c_result *r = nvp4c_compile(copy, len, &opt);
   runs++;
   if (!r) {
      if (opt.memory.alloc == NULL) {
         printf("FAIL %s: no result\n", what);
         failures++;
      }
      free(copy);
      return;
   }
   enum nvp4c_status st = nvp4c_result_status(r);
   bool ok = expect < 0 ? st == NVP4C_OK || st == NVP4C_REJECTED || st == NVP4C_LIMIT || st == NVP4C_UNSUPPORTED : (int)st == expect;
   bool located = st == NVP4C_OK || st == NVP4C_LIMIT;
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      if (d->offset != SIZE_MAX) {
         located = true;
         if (d->offset > len || d->line == 0)
            ok = false;
      }
      if (!d->id[0] || !d->message[0])
         ok = false;
   }
   if (st != NVP4C_OK && nvp4c_result_num_diagnostics(r) == 0 && !(opt.memory.alloc && st == NVP4C_LIMIT))
      ok = false;
   if (!ok || !located) {
      printf("FAIL %s: status %d%s\n", what, (int)st, located ? "" : ", no place");
      for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r) && i < 3; i++)
         printf("   %s [%s]\n", nvp4c_result_diagnostic(r, i)->message, nvp4c_result_diagnostic(r, i)->id);
      failures++;
   }
   nvp4c_result_free(r);
   free(copy);
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

static uint64_t rng = 88172645463325252u;
static uint32_t rnd(void)
{
   rng ^= rng << 13;
   rng ^= rng >> 7;
   rng ^= rng << 17;
   return (uint32_t)(rng >> 16);
}

static void mutate(const char *name, const char *text, size_t len, unsigned step, unsigned tries)
{
   char what[300];

   for (size_t n = 0; n <= len; n += n < 64 ? 1 : step) {
      snprintf(what, sizeof what, "%s cut at %zu", name, n);
      feed(what, text, n, -1, NULL);
   }
   char *copy = malloc(len + 16);
   for (unsigned i = 0; i < tries; i++) {
      static const char junk[] = "(){}[].,;:|+-=0123456789xyzwrgbaEIFDNR#!$_ \n\t\0\377";
      memcpy(copy, text, len);
      size_t n = len, at = rnd() % (len ? len : 1), m = 1 + rnd() % 8;
      switch (rnd() % 4) {
      case 0: copy[at] = junk[rnd() % (sizeof junk - 1)]; break;
      case 1: /* drop */
         m = at + m > len ? len - at : m;
         memmove(copy + at, copy + at + m, len - at - m);
         n = len - m;
         break;
      case 2: /* double */
         m = at + m > len ? len - at : m;
         memmove(copy + at + m, copy + at, len - at);
         n = len + m;
         break;
      default: copy[at] = (char)rnd(); break;
      }
      snprintf(what, sizeof what, "%s mutation %u", name, i);
      feed(what, copy, n, -1, NULL);
   }
   free(copy);

   /* Out of memory at every point where the arena asks for more, in all parts of the library. */
   for (unsigned way = 0; way < 4; way++)
      for (long k = 0; k < 40; k += way == 3 ? 7 : 1) { /* runs take long */
         struct budget b = {k};
         struct nvp4c_options opt;
         nvp4c_options_init(&opt);
         opt.memory.alloc = failing_alloc;
         opt.memory.user = &b;
         opt.output.listing = way == 1;
         opt.output.analyze = way == 1 ? 2 : 0;
         opt.stress.spill_all = way == 2;
         opt.cpu = way == 2 ? "bxs-4-64" : NULL;
         opt.opt_level = way == 3 ? 3 : 2;
         opt.output.object = opt.verify.tasks = way == 3;
         snprintf(what, sizeof what, "%s out of memory at %ld, way %u", name, k, way);
         feed(what, text, len, -1, &opt);
      }
}

static void mutate_folder(const char *dir, bool quick)
{
   char path[300];
   DIR *d = opendir(dir);
   struct dirent *e;

   while (d && (e = readdir(d))) {
      if (strlen(e->d_name) < 4 || strlen(e->d_name) > 200)
         continue;
      snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
      FILE *f = fopen(path, "rb");
      char buf[16384];
      size_t n = f ? fread(buf, 1, sizeof buf, f) : 0;
      if (f)
         fclose(f);
      mutate(path, buf, n, quick ? 97 : 13, quick ? 20 : 200);
   }
   if (d)
      closedir(d);
}

int main(int argc, char **argv)
{
   bool quick = argc > 1 && !strcmp(argv[1], "-quick");
   int first = quick ? 2 : 1;
   size_t len;

   feed("empty", "", 0, 1, NULL);
   feed("one NUL", "\0", 1, 1, NULL);
   static const char *const headers[] = {"!!NVfp4.0", "!!NVvp4.0", "!!NVgp4.0", "!!ARBvp1.0", "!!ARBfp1.0"};
   for (unsigned i = 0; i < sizeof headers / sizeof headers[0]; i++) {
      feed(headers[i], headers[i], strlen(headers[i]), 1, NULL);
      feed_repeat(headers[i], headers[i], "\nOPTION", 100000, "", 1);
      feed_repeat(headers[i], headers[i], "\nIF NE.x;", 20000, "\nEND\n", -1);
      feed_repeat(headers[i], headers[i], " ,;{[(", 100000, "", 1);
   }
   feed("NUL inside", "!!NVfp4.0\nTEMP a;\0\nEND", 22, 1, NULL);
   feed("only END missing", "!!NVfp4.0\nTEMP a;\nMOV a, 1;\n", 28, 1, NULL);
   feed_repeat("1 MB of (", "", "(", 1 << 20, "", 1);
   feed_repeat("1 MB of ( behind a header", "!!NVfp4.0\n", "(", 1 << 20, "", 1);
   char *nuls = calloc(1, 1 << 20);
   feed("1 MB of NULs", nuls, 1 << 20, 1, NULL);
   memcpy(nuls, "!!NVfp4.0\n", 10);
   feed("1 MB of NULs behind a header", nuls, 1 << 20, 1, NULL);
   free(nuls);
   feed_repeat("1 MB of blanks", "!!NVvp4.0\n", " ", 1 << 20, "", 1);
   feed_repeat("1 MB comment", "!!NVvp4.0\n#", "x", 1 << 20, "", 1);
   feed_repeat("1 MB identifier", "!!NVvp4.0\nTEMP ", "x", 1 << 20, ";\nEND\n", -1);
   feed_repeat("1 MB number", "!!NVvp4.0\nTEMP a;\nMOV a, ", "9", 1 << 20, ";\nEND\n", -1);
   feed_repeat("1 MB of minus", "!!NVvp4.0\nTEMP a;\nMOV a, ", "-", 1 << 20, "1;\nEND\n", 1);
   feed_repeat("1 MB of braces", "!!NVvp4.0\nPARAM a = ", "{", 1 << 20, ";\nEND\n", 1);
   feed_repeat("100,000 errors", "!!NVvp4.0\n", "MOV b, c;\n", 100000, "END\n", 1);
   feed_repeat("10,000 nested IFs", "!!NVvp4.0\nTEMP a;\n", "IF NE.x;\n", 10000, "END\n", -1);
   size_t l1, l2;
   char *ifs = repeat("!!NVvp4.0\nTEMP a;\n", "IF NE.x;\n", 10000, "", &l1);
   char *both = repeat(ifs, "ENDIF;\n", 10000, "END\n", &l2);
   feed("10,000 nested IFs, closed", both, l2, -1, NULL);
   struct nvp4c_limit deep[] = {{"max-program-if-depth", 100000}, {"max-program-instructions", 1000000}};
   struct nvp4c_options deep_opt;
   nvp4c_options_init(&deep_opt);
   deep_opt.limits = deep;
   deep_opt.num_limits = 2;
   feed("10,000 nested IFs with the limit raised", both, l2, -1, &deep_opt);
   free(ifs);
   free(both);
   feed_repeat("10,000 nested REPs", "!!NVvp4.0\nTEMP a;\n", "REP 2;\n", 10000, "END\n", -1);
   feed_repeat("10,000 unmatched ENDIFs", "!!NVvp4.0\n", "ENDIF;\n", 10000, "END\n", 1);
   feed_repeat("100,000 labels", "!!NVvp4.0\n", "a:\n", 100000, "END\n", 1);
   feed_repeat("long call chains", "!!NVvp4.0\nTEMP t;\nCAL a;\nCAL a;\nRET;\na:\n", "CAL b; \n", 60000, "RET;\nb: MOV t, 1;\nEND\n", -1);
   {
      /* Exponential inlining: each subroutine calls the next one twice. */
      char *p = malloc(1 << 16), *q = p;
      q += sprintf(q, "!!NVvp4.0\nTEMP t;\nmain: CAL s0;\nMOV result.position, t;\nRET;\n");
      for (int i = 0; i < 30; i++)
         q += sprintf(q, "s%d: CAL s%d; CAL s%d; RET;\n", i, i + 1, i + 1);
      q += sprintf(q, "s30: ADD t, t, 1.0;\nEND\n");
      feed("2^30 calls", p, (size_t)(q - p), -1, NULL);
      free(p);
   }
   if (!quick) {
      struct nvp4c_limit many[] = {{"max-program-instructions", 10000000}};
      struct nvp4c_options big;
      nvp4c_options_init(&big);
      big.limits = many;
      big.num_limits = 1;
      big.syntax_only = 1;
      char *p = repeat("!!NVvp4.0\nTEMP a, b;\n", "MAD a.xy, b.zwxy, vertex.attrib[1], -|a|;\n", 120000, "MOV result.position, a;\nEND\n", &len);
      feed("5 MB program", p, len, 0, &big);
      feed("5 MB program, limits as they are", p, len, -1, NULL);
      free(p);
   }
   for (unsigned i = 0; i < (quick ? 300u : 3000u); i++) {
      char buf[512];
      size_t n = rnd() % sizeof buf;
      for (size_t k = 0; k < n; k++)
         buf[k] = (char)(i % 2 ? rnd() : ' ' + rnd() % 95);
      if (i % 3 == 0 && n > 10)
         memcpy(buf, "!!NVfp4.0\n", 10);
      feed("random bytes", buf, n, -1, NULL);
   }

   if (first >= argc) {
      mutate_folder("examples", quick);
      mutate_folder("tests/arb", quick);
   }
   for (int i = first; i < argc; i++) {
      FILE *f = fopen(argv[i], "rb");
      char buf[65536];
      size_t n = f ? fread(buf, 1, sizeof buf, f) : 0;
      if (f)
         fclose(f);
      mutate(argv[i], buf, n, 7, 300);
   }
   printf("%u passed, %u failed\n", runs - failures, failures);
   return failures != 0;
}
