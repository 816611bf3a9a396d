/* SPDX-License-Identifier: MIT */
/* Mutants of programs, as texts and as token streams. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/hostile.h"

/* Copies a text with one change, and returns its length, which grows by at most 8. */
static size_t change_text(char *copy, const char *text, size_t len)
{
   static const char junk[] = "(){}[].,;:|+-=0123456789xyzwrgbaEIFDNR#!$_ \n\t\0\377";
   size_t at = hostile_random() % (len ? len : 1), m = 1 + hostile_random() % 8;

   memcpy(copy, text, len);
   switch (hostile_random() % 4) {
   case 0: copy[at] = junk[hostile_random() % (sizeof junk - 1)]; return len;
   case 1: /* drop */
      m = at + m > len ? len - at : m;
      memmove(copy + at, copy + at + m, len - at - m);
      return len - m;
   case 2: /* double */
      m = at + m > len ? len - at : m;
      memmove(copy + at + m, copy + at, len - at);
      return len + m;
   default: copy[at] = (char)hostile_random(); return len;
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

   /* Lets each allocation of the arena fail in turn, in all parts of the library. */
   for (unsigned variant = 0; variant < 4; variant++)
      for (long k = 0; k < 40; k += variant == 3 ? 7 : 1) { /* variant 3 is slow */
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

/* Returns the token stream of a program, or NULL if the program is wrong or the layout cannot express it. */
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

/* Copies a stream with one change, and returns its length, which grows by at most a word. */
static size_t change_words(char *copy, const struct words *w)
{
   const size_t at = hostile_random() % (w->len / 4) * 4;

   memcpy(copy, w->p, w->len);
   switch (hostile_random() % 5) {
   case 0: copy[at + hostile_random() % 4] = (char)(copy[at] ^ 1 << hostile_random() % 8); return w->len;
   case 1: copy[at + hostile_random() % 4] = (char)hostile_random(); return w->len;
   case 2: /* removes a word */ memmove(copy + at, copy + at + 4, w->len - at - 4); return w->len - 4;
   case 3: /* doubles a word */ memmove(copy + at + 4, copy + at, w->len - at); return w->len + 4;
   default: memcpy(copy + at, w->p + hostile_random() % (w->len / 4) * 4, 4); return w->len;
   }
}

/* Compiles truncated token streams of a program, and streams with changed, removed, repeated and random words. */
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

void mutate_file(const char *name, size_t most, unsigned step, unsigned tries)
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

void mutate_folder(const char *dir, bool quick)
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

void feed_mutants(unsigned count, uint64_t seed, char **files, int num_files)
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
   hostile_seed(seed);
   for (unsigned n = 0, texts = 0; texts < count && hostile_failures <= 20 && (texts || n < 2 * (unsigned)num_files); n++) {
      const struct words *of = &w[3 * (n % (unsigned)num_files)];
      const int k = 1 + (int)(n / (unsigned)num_files % 2);
      size_t len;
      if (of[0].len && of[k].len && of[k].len < 1 << 20) {
         snprintf(what, sizeof what, "%s, text, mutant %u", files[n % (unsigned)num_files], texts);
         len = change_text(copy, of[0].p, of[0].len);
         feed(what, copy, len, -1, NULL);
         snprintf(what, sizeof what, "%s, tokens, mutant %u", files[n % (unsigned)num_files], texts);
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
