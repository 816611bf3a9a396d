/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as input lead to a located error and status 1, 5 or 7, never to a crash. To be run under the sanitizers, too
 * (BUILD=asan). hostile [-quick] [FILE...]: the files (default: those of examples/, tests/arb/ and
 * tests/tgsi/) are truncated and mutated. hostile -mutants N SEED FILE...: N mutants of the texts of TGSI programs and N of their tokens.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "nvp4c_machine.h"
#include "nvp4c_run.h"
#include "nvp4c/preshader/preshader.h"

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

/* Do all places of messages lie within the text? */
static bool placed(const struct nvp4c_result *r, size_t len)
{
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      if (d->offset != SIZE_MAX && (d->offset > len || d->length > len - d->offset || d->line == 0))
         return false;
   }
   return true;
}

/* expect: the status; -1: any of ok, 1, 5, 7. */
static void feed(const char *what, const char *text, size_t len, int expect, const struct nvp4c_options *options)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.diagnostics.max_errors = 20;
   opt.verify.each = 1;
   opt.preshader = NVP4C_PRESHADER_CALLER;
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
      located |= d->offset != SIZE_MAX;
      if (!d->id[0] || !d->message[0])
         ok = false;
   }
   ok = ok && placed(r, len);
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

/* The same for assembly text. */
static void feed_assembly(const char *what, const char *text, size_t len, enum nvp4c_target target)
{
   struct nvp4c_options opt;
   char *copy = malloc(len ? len : 1);

   nvp4c_options_init(&opt, sizeof opt);
   opt.target = target;
   memcpy(copy, text, len);
   struct nvp4c_result *r = nvp4c_assemble(copy, len, &opt);
   runs++;
   if (!r || !placed(r, len)) {
      printf("FAIL %s, %zu bytes: a place outside of the text\n", what, len);
      failures++;
   }
   nvp4c_result_free(r);
   free(copy);
}

/* Each text up to every byte of it: what is missing is reported at the end of the text, where there is no character. */
static void feed_cut(void)
{
   static const char ir[] = "nvp4c-ir 1\nstage fragment\nsource_ops 1\nparam 0 local 0\n"
                            "array 0 length=4 width=32 name=\"a\"\n\nblock 0:\n"
                            "   %0:32 = load_input slot=tex0 comp=0 interp=smooth\n   %1:1 = flt -|%0|, %0\n"
                            "   if %1 b1 b2 merge=b2\n"
                            "block 1:\n   store_output %0 slot=color0 comp=0\n   jump b2\nblock 2:\n   return";
   static const char usc[] = "0 : .end\n  fmad.sat ft0, sh0.neg, r1, sh2\n  mbyp ft1, c64\n"
                             "  mov w0.e0.e1.e2.e3, ft0\n  uvsw.write w0, 0;\n1: byp.imm32 ft0, ft1, c0, 0x7fffffff ; ld r0, drc0, 4, r2, _";
   static const char agx[] = "mov_imm r0, 0x3f800000\nfmadd32.sat r1, r2.neg, u3, 1.5\nst_var 1, r0\nstop";
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.language = NVP4C_LANG_IR;
   for (size_t n = 0; n < sizeof ir; n++)
      feed("IR that is cut short", ir, n, -1, &opt);
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

static uint64_t rng = 88172645463325252u;
static uint32_t rnd(void)
{
   rng ^= rng << 13;
   rng ^= rng >> 7;
   rng ^= rng << 17;
   return (uint32_t)(rng >> 16);
}

/* One change of a text; the copy has room for 8 bytes more. Returns its length. */
static size_t change_text(char *copy, const char *text, size_t len)
{
   static const char junk[] = "(){}[].,;:|+-=0123456789xyzwrgbaEIFDNR#!$_ \n\t\0\377";
   size_t at = rnd() % (len ? len : 1), m = 1 + rnd() % 8;

   memcpy(copy, text, len);
   switch (rnd() % 4) {
   case 0: copy[at] = junk[rnd() % (sizeof junk - 1)]; return len;
   case 1: /* drop */
      m = at + m > len ? len - at : m;
      memmove(copy + at, copy + at + m, len - at - m);
      return len - m;
   case 2: /* double */
      m = at + m > len ? len - at : m;
      memmove(copy + at + m, copy + at, len - at);
      return len + m;
   default: copy[at] = (char)rnd(); return len;
   }
}

static void mutate(const char *name, const char *text, size_t len, unsigned step, unsigned tries)
{
   char what[300];

   for (size_t n = 0; n <= len; n += n < 64 ? 1 : step) {
      snprintf(what, sizeof what, "%s truncated at %zu", name, n);
      feed(what, text, n, -1, NULL);
   }
   char *copy = malloc(len + 16);
   for (unsigned i = 0; i < tries; i++) {
      const size_t n = change_text(copy, text, len);
      snprintf(what, sizeof what, "%s mutation %u", name, i);
      feed(what, copy, n, -1, NULL);
   }
   free(copy);

   /* Out of memory at every point where the arena asks for more, in all parts of the library. */
   for (unsigned variant = 0; variant < 4; variant++)
      for (long k = 0; k < 40; k += variant == 3 ? 7 : 1) { /* variant 3 takes long */
         struct budget b = {k};
         struct nvp4c_options opt;
         nvp4c_options_init(&opt, sizeof opt);
         opt.memory.alloc = failing_alloc;
         opt.memory.user = &b;
         opt.output.listing = variant == 1;
         opt.output.analyze = variant == 1 ? 2 : 0;
         opt.stress.spill_all = variant == 2;
         opt.cpu = variant == 2 ? "bxs-4-64" : NULL;
         opt.opt_level = variant == 3 ? 3 : 2;
         opt.output.object = opt.verify.waves = variant == 3;
         snprintf(what, sizeof what, "%s out of memory at %ld, variant %u", name, k, variant);
         feed(what, text, len, -1, &opt);
      }
}

struct words {
   char *p;
   size_t len;
};

static void keep_words(void *user, const char *words, size_t len)
{
   struct words *w = user;

   w->p = malloc(len);
   memcpy(w->p, words, len);
   w->len = len;
}

/* The token stream of a program; none if the layout cannot say it, or the program is wrong. */
static struct words words_of(const char *text, size_t len, enum nvp4c_language layout)
{
   struct nvp4c_options opt;
   struct words w = {NULL, 0};

   nvp4c_options_init(&opt, sizeof opt);
   opt.inspect.dump_source = layout;
   opt.inspect.print = keep_words;
   opt.inspect.user = &w;
   nvp4c_result_free(nvp4c_compile(text, len, &opt));
   return w;
}

/* One change of a stream; the copy has room for a word more. Returns its length. */
static size_t change_words(char *copy, const struct words *w)
{
   const size_t at = rnd() % (w->len / 4) * 4;

   memcpy(copy, w->p, w->len);
   switch (rnd() % 5) {
   case 0: copy[at + rnd() % 4] = (char)(copy[at] ^ 1 << rnd() % 8); return w->len;
   case 1: copy[at + rnd() % 4] = (char)rnd(); return w->len;
   case 2: /* a word less */
      memmove(copy + at, copy + at + 4, w->len - at - 4);
      return w->len - 4;
   case 3: /* a word twice */
      memmove(copy + at + 4, copy + at, w->len - at);
      return w->len + 4;
   default: memcpy(copy + at, w->p + rnd() % (w->len / 4) * 4, 4); return w->len;
   }
}

/* The token streams of a program: cut anywhere, with words that are changed, left out, doubled, and made up. */
static void mutate_tokens(const char *name, const char *text, size_t len, enum nvp4c_language layout, unsigned tries)
{
   struct nvp4c_options opt;
   struct words w = words_of(text, len, layout);
   char what[300];

   if (!w.p)
      return;
   nvp4c_options_init(&opt, sizeof opt);
   opt.language = layout;
   for (size_t n = 0; n < w.len; n += n < 64 ? 1 : 4) {
      snprintf(what, sizeof what, "%s as tokens, cut at %zu", name, n);
      feed(what, w.p, n, NVP4C_REJECTED, &opt);
   }
   char *copy = malloc(w.len + 8);
   for (unsigned i = 0; i < tries; i++) {
      const size_t n = change_words(copy, &w);
      snprintf(what, sizeof what, "%s as tokens, mutation %u", name, i);
      feed(what, copy, n, -1, &opt);
   }
   free(copy);
   free(w.p);
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

/* Very long pieces of one kind. */
static void feed_long(void)
{
   static const struct {
      const char *what, *head, *unit;
      size_t n;
      const char *tail;
      int expect;
   } t[] = {
      {"1 MB of (", "", "(", 1 << 20, "", 1},
      {"1 MB of ( behind a header", "!!NVfp4.0\n", "(", 1 << 20, "", 1},
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
      {"long call chains", "!!NVvp4.0\nTEMP t;\nCAL a;\nCAL a;\nRET;\na:\n", "CAL b; \n", 60000, "RET;\nb: MOV t, 1;\nEND\n", -1},
   };

   for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
      feed_repeat(t[i].what, t[i].head, t[i].unit, t[i].n, t[i].tail, t[i].expect);
   char *nuls = calloc(1, 1 << 20);
   feed("1 MB of NULs", nuls, 1 << 20, 1, NULL);
   memcpy(nuls, "!!NVfp4.0\n", 10);
   feed("1 MB of NULs behind a header", nuls, 1 << 20, 1, NULL);
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
      size_t n = rnd() % sizeof buf;
      for (size_t k = 0; k < n; k++)
         buf[k] = (char)(i % 2 ? rnd() : ' ' + rnd() % 95);
      if (i % 3 == 0 && n > 10)
         memcpy(buf, i % 2 ? "FRAG\nMOV   " : "!!NVfp4.0\n", 10);
      feed("random bytes", buf, n, -1, NULL);
   }
}

static void mutate_file(const char *name, size_t most, unsigned step, unsigned tries)
{
   FILE *f = fopen(name, "rb");
   char *buf = malloc(most);
   size_t n = f ? fread(buf, 1, most, f) : 0;

   if (f)
      fclose(f);
   mutate(name, buf, n, step, tries);
   mutate_tokens(name, buf, n, NVP4C_LANG_TGSI_22_3, tries);
   mutate_tokens(name, buf, n, NVP4C_LANG_TGSI_26_2, tries);
   free(buf);
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
      mutate_file(path, 16384, quick ? 97 : 13, quick ? 20 : 200);
   }
   if (d)
      closedir(d);
}

/* Lines of inputs for --run, of words that mean something and of letters; with allocations that fail. */
static void feed_inputs(unsigned tries)
{
   static const char drawn[] = "!!NVfp4.0\nPARAM c[3] = { program.local[0..2] };\nATTRIB k = fragment.color;\nBUFFER4 b[] = { program.buffer[1] };\n"
                              "TEMP t;\nMUL t, k, c[1];\nADD t, t, b[1];\nKIL t.x;\nMAD result.color, t, fragment.texcoord[2], c[0];\nEND\n";
   static const char grid[] = "COMP\nDCL SV[0], BLOCK_ID\nDCL BUFFER[0..1]\nDCL IMAGE[1], 2D, PIPE_FORMAT_R8G8_UNORM, WR\nDCL MEMORY[0], SHARED\nDCL TEMP[0]\n"
                              "LOAD TEMP[0], IMAGE[1], SV[0], 2D, PIPE_FORMAT_R8G8_UNORM\nSTORE MEMORY[0].x, SV[0].xxxx, TEMP[0].yyyy\nLOAD TEMP[0].x, BUFFER[0], SV[0].xxxx\n"
                              "STORE BUFFER[1], SV[0].xxxx, TEMP[0]\nSTORE IMAGE[1], SV[0], TEMP[0], 2D, PIPE_FORMAT_R8G8_UNORM\nEND\n";
   static const char *const words[] = {"c", "k", "b", "program.local", "program.buffer", "fragment.texcoord", "result.color", "tex2", "vertex", "[", "]", "[1]",
                                       "[2]", "[999999]", "=", "=", "=", "1", "-2.5e3", "0x3f", "3i", "inf", "-nan", "1e99999", ",", " ", ";", "\n", "|", ".xy", ".", ".", "BUFFER[1]", "IMAGE[1]", "SHARED", "BUFFER", ".size", ".bytes", "3 4"};
   char inputs[256];

   for (unsigned i = 0; i < tries; i++) {
      size_t n = 0;
      struct budget budget = {i % 4 ? -1 : (long)(rnd() % 200)};
      struct nvp4c_options o;
      while (n < sizeof inputs - 24 && rnd() % 24) {
         const char *w = words[rnd() % (sizeof words / sizeof *words)];
         if (rnd() % 16) {
            memcpy(inputs + n, w, strlen(w));
            n += strlen(w);
         } else {
            inputs[n++] = (char)rnd();
         }
      }
      const char *const text = i % 3 == 2 ? grid : drawn;
      const bool draws = text == drawn;
      const struct nvp4c_run run = {.size = sizeof run, .on = (enum nvp4c_run_on)(i / 3 % 3), .inputs = inputs, .inputs_length = n, .seed = i & 1, .width = draws ? i % 5 : 0, .height = draws ? i % 7 / 2 : 0,
                                    .grid = {draws ? 0 : i % 5}, .order = i & 2, .races = draws ? 0 : i % 11, .shared = i & 1};
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_result *r = nvp4c_execute(text, strlen(text), &run, &o);
      runs++;
      const enum nvp4c_status s = r ? nvp4c_result_status(r) : NVP4C_LIMIT;
      if ((s != NVP4C_OK && s != NVP4C_REJECTED && s != NVP4C_LIMIT && s != NVP4C_MISMATCH) ||
          (r && s == NVP4C_REJECTED && !placed(r, n > strlen(text) ? n : strlen(text)))) {
         printf("FAIL inputs %u: status %d\n", i, (int)s);
         failures++;
      }
      nvp4c_result_free(r);
   }
}

/* Machine code with errors, and waves of it, with allocations that fail. */
static void feed_machine(unsigned tries)
{
   static const char text[] = "!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\nREP 3;\nMUL.CC t, t, fragment.color;\nBRK (LT.x);\nENDREP;\nMOV result.color, t;\nEND\n";
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, NULL);
   size_t len;
   const void *code = nvp4c_result_code(r, &len);
   uint8_t *wrong = malloc(len);

   for (unsigned i = 0; i < tries; i++) {
      struct budget budget = {i % 4 ? -1 : (long)(rnd() % 8)};
      struct nvp4c_options o;
      memcpy(wrong, code, len);
      for (unsigned k = rnd() % 4; k; k--)
         wrong[rnd() % len] = (uint8_t)rnd();
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_machine *m = nvp4c_machine_create(wrong, i % 8 ? len : rnd() % len, &o);
      struct nvp4c_wave *t = nvp4c_wave_create(m);
      if (t) {
         nvp4c_wave_start(t, rnd(), rnd());
         nvp4c_wave_run(&t, 1, 2000);
      }
      runs++;
      nvp4c_wave_free(t);
      nvp4c_machine_free(m);
   }
   free(wrong);
   nvp4c_result_free(r);
}

/* Changed bytes of a pre-shader, most of them with the hash of what they are, in little memory. */
static void feed_preshader(unsigned tries)
{
   static const char text[] = "!!NVfp4.0\nPARAM k[5] = { program.local[1..3], { 1, 2, -0.5, 3e38 }, program.env[2] };\nINT TEMP i;\nTEMP a, b;\n"
                              "FLR.S i, k[0].x;\nMOV.F a, k[i.x + 1];\nMUL b, k[i.y], -|a|;\nSIN b.x, b.x;\nMUL.S i, i, k[3];\nPK2H a.x, a;\n"
                              "MAD.SAT a, a, b, k[4];\nMUL result.color, a, fragment.color;\nEND\n";
   struct nvp4c_options o;
   size_t len;

   nvp4c_options_init(&o, sizeof o);
   o.preshader = NVP4C_PRESHADER_CALLER;
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
   const uint8_t *bytes = nvp4c_result_preshader(r, &len);
   if (!bytes) {
      printf("FAIL no pre-shader: %s\n", nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
      failures++;
   }
   for (unsigned i = 0; bytes && i < tries; i++) {
      struct budget budget = {i % 8 ? -1 : (long)(rnd() % 16)};
      const size_t n = i % 16 ? len : rnd() % (len + 1);
      uint8_t *wrong = malloc(n + 1);
      memcpy(wrong, bytes, n);
      for (unsigned k = 1 + rnd() % 4; k && n; k--)
         wrong[rnd() % n] = (uint8_t)(rnd() % 3 ? rnd() : rnd() % 4);
      memcpy(wrong, bytes, n < 4 ? n : 4);
      if (n > PRESHADER_HASHED && i % 32)
         preshader_hash(wrong, n, wrong + 4);
      nvp4c_options_init(&o, sizeof o);
      o.memory.alloc = failing_alloc;
      o.memory.user = &budget;
      struct nvp4c_preshader *p = nvp4c_preshader_create(wrong, n, &o);
      free(wrong);
      if (p) {
         const struct nvp4c_preshader_info info = nvp4c_preshader_info(p);
         uint32_t *words = malloc(4 * ((size_t)info.num_inputs + info.num_results + info.work_words) + 4);
         for (unsigned k = 0; k < info.num_inputs; k++)
            words[k] = rnd() % 2 ? rnd() : 0x3f800000u + rnd() % 0x1000000u;
         nvp4c_preshader_run(p, words, words + info.num_inputs, words + info.num_inputs + info.num_results);
         free(words);
      }
      runs++;
      nvp4c_preshader_free(p);
   }
   nvp4c_result_free(r);
}

/* So many mutants of the texts and of the token streams of the files, in turns. */
static void mutants(unsigned count, char **files, int num_files)
{
   struct nvp4c_options opt;
   struct words *w = calloc((size_t)num_files * 3, sizeof *w);
   char *copy = malloc((1 << 20) + 16), what[300];

   for (int i = 0; i < num_files; i++) {
      FILE *f = fopen(files[i], "rb");
      w[3 * i].p = malloc(16384);
      w[3 * i].len = f ? fread(w[3 * i].p, 1, 16384, f) : 0;
      if (f)
         fclose(f);
      for (int k = 1; k < 3; k++)
         w[3 * i + k] = words_of(w[3 * i].p, w[3 * i].len, k == 1 ? NVP4C_LANG_TGSI_22_3 : NVP4C_LANG_TGSI_26_2);
   }
   nvp4c_options_init(&opt, sizeof opt);
   for (unsigned n = 0, texts = 0; texts < count && failures <= 20 && (texts || n < 2 * (unsigned)num_files); n++) {
      const struct words *of = &w[3 * (n % (unsigned)num_files)];
      const int k = 1 + (int)(n / (unsigned)num_files % 2);
      const uint64_t seed = rng;
      size_t len;
      if (of[0].len && of[k].len && of[k].len < 1 << 20) {
         snprintf(what, sizeof what, "%s, text, generator %016llx", files[n % (unsigned)num_files], (unsigned long long)seed);
         len = change_text(copy, of[0].p, of[0].len);
         feed(what, copy, len, -1, NULL);
         snprintf(what, sizeof what, "%s, tokens, generator %016llx", files[n % (unsigned)num_files], (unsigned long long)seed);
         opt.language = k == 1 ? NVP4C_LANG_TGSI_22_3 : NVP4C_LANG_TGSI_26_2;
         len = change_words(copy, &of[k]);
         feed(what, copy, len, -1, &opt);
         texts++;
      }
   }
   for (int i = 0; i < 3 * num_files; i++)
      free(w[i].p);
   free(w);
   free(copy);
}

int main(int argc, char **argv)
{
   if (argc > 4 && !strcmp(argv[1], "-mutants")) {
      rng ^= strtoull(argv[3], NULL, 0) * 0x9e3779b97f4a7c15u;
      mutants((unsigned)atoi(argv[2]), argv + 4, argc - 4);
      printf("%u passed, %u failed\n", runs - failures, failures);
      return failures != 0 || !runs;
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
   printf("%u passed, %u failed\n", runs - failures, failures);
   return failures != 0;
}
