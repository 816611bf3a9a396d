/* SPDX-License-Identifier: MIT */
/*
 * Tests that one mistake leads to few messages. A token of a correct program is deleted, doubled, swapped with the next one or
 * replaced by another one of the program; or the program is truncated. If the compiler rejects the result, it must give a
 * location and report at most EDITS_MAX_MESSAGES errors, without a cascade of messages about the consequences. (After some
 * edits the program is still correct.)
 *
 * The text is split into tokens by a few rules here, independent of the compiler's scanner.
 */
#include "tests/stress/edits.h"
#include "tests/stress/meter.h"

#include "nvp4c.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 4096

struct program {
   const char *file;
   char *text;
   size_t len;
   uint32_t *tokens; /* offset, length */
   uint32_t num_tokens;
   bool correct; /* the compiler accepts it unedited; only such programs are edited */
};

static struct program programs[MAX_PROGRAMS];
static unsigned num_programs;
static const struct program *editable[MAX_PROGRAMS];
static unsigned num_editable;

static bool word(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static void split(struct program *p)
{
   p->tokens = malloc((p->len + 1) * 2 * sizeof *p->tokens);
   for (size_t i = 0; i < p->len;) {
      size_t n = 1;

      if (p->text[i] == '#') {
         while (i < p->len && p->text[i] != '\n')
            i++;
         continue;
      }
      if (strchr(" \t\r\n", p->text[i])) {
         i++;
         continue;
      }
      if (i == 0 && p->text[0] == '!') { /* the header */
         while (n < p->len && p->text[n] > ' ')
            n++;
      } else if (word(p->text[i])) {
         bool digit = p->text[i] >= '0' && p->text[i] <= '9';
         while (i + n < p->len && (word(p->text[i + n]) || (digit && p->text[i + n] == '.' && p->text[i + n + 1] != '.')))
            n++;
      } else if (p->text[i] == '.' && p->text[i + 1] == '.') {
         n = 2;
      }
      p->tokens[2 * p->num_tokens] = (uint32_t)i;
      p->tokens[2 * p->num_tokens++ + 1] = (uint32_t)n;
      i += n;
   }
}

static struct nvp4c_result *check(const char *text, size_t len)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.syntax_only = 1;
   return nvp4c_compile(text, len, &opt);
}

int edits_add(const char *file)
{
   FILE *f = fopen(file, "rb");
   struct program p = {.file = file};
   size_t cap = 0, got;

   if (!f || num_programs == MAX_PROGRAMS)
      return 0;
   do {
      p.text = realloc(p.text, cap += 65536);
      got = fread(p.text + p.len, 1, cap - p.len - 1, f);
      p.len += got;
   } while (got);
   fclose(f);
   p.text[p.len] = 0;
   struct nvp4c_result *r = check(p.text, p.len);
   enum nvp4c_status st = r ? nvp4c_result_status(r) : NVP4C_INTERNAL;
   nvp4c_result_free(r);
   if (st != NVP4C_OK && st != NVP4C_REJECTED) {
      free(p.text);
      return 0;
   }
   p.correct = st == NVP4C_OK;
   split(&p);
   if (p.correct)
      editable[num_editable++] = &programs[num_programs];
   programs[num_programs++] = p;
   return p.correct;
}

const char *edits_program(unsigned n, size_t *len, const char **file)
{
   *len = editable[n]->len;
   *file = editable[n]->file;
   return editable[n]->text;
}

unsigned edits_programs(void)
{
   return num_editable;
}

static uint64_t random_bits(uint64_t *state)
{
   uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */

   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
   z = (z ^ z >> 27) * 0x94d049bb133111ebu;
   return z ^ z >> 31;
}

enum { DELETE, DOUBLE, SWAP, REPLACE, NUM_KINDS };

static size_t add(char *out, size_t at, const char *s, size_t n)
{
   memcpy(out + at, s, n);
   return at + n;
}

void edits_make(uint64_t number, struct edit *e)
{
   static const char *const names[] = {"deleted", "doubled", "swapped with the next", "replaced"};
   uint64_t state = number * 0x2545f4914f6cdd1du;
   const struct program *p = editable[random_bits(&state) % num_editable];
   unsigned kind = (unsigned)(random_bits(&state) % NUM_KINDS);
   uint32_t k = (uint32_t)(random_bits(&state) % (p->num_tokens - (kind == SWAP)));
   const uint32_t *a = &p->tokens[2 * k], *b = kind == SWAP ? a + 2 : a;
   const uint32_t *c = kind == REPLACE ? &p->tokens[2 * (random_bits(&state) % p->num_tokens)] : a;
   char *text = malloc(p->len + a[1] + c[1] + 8);
   size_t n = add(text, 0, p->text, a[0]);

   if (kind == SWAP) {
      n = add(text, n, " ", n > 0);
      n = add(text, n, p->text + b[0], b[1]);
      n = add(text, n, " ", 1);
   }
   if (kind != DELETE)
      n = add(text, n, p->text + c[0], c[1]);
   if (kind == DOUBLE) {
      n = add(text, n, " ", 1);
      n = add(text, n, p->text + a[0], a[1]);
   }
   if (kind == SWAP)
      n = add(text, n, p->text + a[0] + a[1], b[0] - a[0] - a[1]);
   n = add(text, n, p->text + b[0] + b[1], p->len - b[0] - b[1]);
   text[n] = 0;
   *e = (struct edit){p->file, names[kind], p->text + a[0], a[0], a[1], text, n};
}

/* Compiles the edited text and checks the diagnostics. */
static void judge(const struct edit *e, uint64_t number, struct edits_tally *t)
{
   struct nvp4c_result *r = check(e->text, e->len);
   unsigned errors = 0;
   bool placed = true, ok = r != NULL;

   for (unsigned i = 0; r && i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);

      errors += d->severity == NVP4C_ERROR;
      placed &= d->offset == SIZE_MAX ? d->severity != NVP4C_ERROR
                                      : d->line > 0 && d->offset <= e->len && d->length <= e->len - d->offset;
   }
   if (r && nvp4c_result_status(r) != NVP4C_OK) {
      ok = errors > 0 && errors <= EDITS_MAX_MESSAGES && placed;
      t->rejected++;
      t->messages += errors;
   }
   t->of[errors <= EDITS_MAX_MESSAGES ? errors : EDITS_MAX_MESSAGES + 1]++;
   t->passed += ok;
   t->failed += !ok;
   if (!ok || getenv("EDITS_VERBOSE")) {
      printf("%s edit %llu: %s: \"%.*s\" at byte %u %s: %u messages\n", ok ? "    " : "FAIL", (unsigned long long)number,
             e->file, (int)e->token_len, e->token, e->at, e->kind, errors);
      for (unsigned i = 0; r && i < nvp4c_result_num_diagnostics(r) && i < 12; i++)
         if (nvp4c_result_diagnostic(r, i)->severity == NVP4C_ERROR)
            printf("   %u: %s [%s]\n", nvp4c_result_diagnostic(r, i)->line, nvp4c_result_diagnostic(r, i)->message,
                   nvp4c_result_diagnostic(r, i)->id);
   }
   nvp4c_result_free(r);
}

void edits_one(uint64_t number, struct edits_tally *t)
{
   struct edit e;

   edits_make(number, &e);
   judge(&e, number, t);
   free(e.text);
}

void edits_prefixes(unsigned first, unsigned every, size_t step, struct edits_tally *t)
{
   for (unsigned i = first; i < num_programs && t->failed <= 20; i += every) {
      const struct program *p = &programs[i];

      for (size_t n = 0; n <= p->len && t->failed <= 20; n += step) {
         /* An allocation of exactly the size of the prefix, so that the sanitizers find reads past the end. */
         char *text = malloc(n ? n : 1);
         memcpy(text, p->text, n);
         judge(&(struct edit){p->file, "is where it ends", "", (uint32_t)n, 0, text, n}, n, t);
         free(text);
      }
      meter_add(1);
   }
}

void edits_print(const struct edits_tally *t)
{
   printf("%u programs, %u of %u edits rejected, %.3f messages each;", num_editable, t->rejected, t->passed + t->failed,
          t->rejected ? (double)t->messages / t->rejected : 0);
   for (unsigned i = 1; i <= EDITS_MAX_MESSAGES + 1; i++)
      printf(" %s%u: %u", i > EDITS_MAX_MESSAGES ? ">" : "", i > EDITS_MAX_MESSAGES ? i - 1 : i, t->of[i]);
   printf("\n");
}
