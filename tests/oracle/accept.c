/* SPDX-License-Identifier: MIT */
/*
 * Compares which programs the GL and our parser accept. oracle -accept [-edits COUNT] PROGRAM... gives both of them plain ARB
 * programs, and programs with one token edited (tests/stress/edits.c). Answers that differ are sorted into classes: only one
 * side rejects the program, with its id or message (without numbers and names); or both reject it on different lines. For each
 * class its size and first few members are shown. The reader has to judge them (docs/language.md); nothing here fails.
 */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "nvp4c.h"
#include "tests/stress/edits.h"

#define MAX_CLASSES 512
#define SHOWN 4

struct answer {
   bool accepted;
   size_t offset;
   unsigned line;
   char id[120];
   char message[260];
};

static struct class
{
   char name[300];
   unsigned count;
   char first[SHOWN][900];
} classes[MAX_CLASSES];
static unsigned num_classes;

static unsigned line_at(const char *text, size_t len, size_t offset)
{
   unsigned line = 1;

   for (size_t i = 0; i < offset && i < len; i++)
      line += text[i] == '\n';
   return line;
}

static struct answer ours(const char *text, size_t len)
{
   struct answer a = {.accepted = false};
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.syntax_only = 1;
   opt.diagnostics.no_warnings = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   const struct nvp4c_diagnostic *d = r ? nvp4c_result_diagnostic(r, 0) : NULL;
   a.accepted = r && nvp4c_result_status(r) == NVP4C_OK;
   if (!a.accepted && d) {
      a.offset = d->offset;
      a.line = line_at(text, len, d->offset);
      snprintf(a.id, sizeof a.id, "%s", d->id);
      snprintf(a.message, sizeof a.message, "%s", d->message);
   }
   nvp4c_result_free(r);
   return a;
}

/* "line 4, char 9: error: redeclared identifier: foo" -> "redeclared identifier" */
static void kind_of(const char *message, char *kind, size_t size)
{
   const char *s = strstr(message, "error: ");
   size_t n = 0;

   for (s = s ? s + 7 : message; *s && *s != '\n' && *s != ':' && n + 1 < size; s++)
      if (!isdigit((unsigned char)*s))
         kind[n++] = *s;
   kind[n] = 0;
}

static struct answer theirs(struct oracle *o, const char *text, size_t len)
{
   struct answer a = {.accepted = false};
   int at = 0;

   a.accepted = oracle_gl_program(&o->gl, text[5] == 'v' ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB, text, len);
   if (!a.accepted) {
      if (sscanf(o->gl.error, "offset %d: line %u", &at, &a.line) >= 1 && at >= 0)
         a.offset = (size_t)at;
      /*
       * Mesa's offset counts line ends twice, but its line number does not. Line 0 stands for a rule about the whole program.
       */
      if (!a.line)
         a.line = line_at(text, len, a.offset);
      kind_of(o->gl.error, a.id, sizeof a.id);
      snprintf(a.message, sizeof a.message, "%s", o->gl.error);
      for (char *s = a.message; *s; s++)
         if (*s == '\n')
            *s = ' ';
   }
   return a;
}

/* Writes the text around a place on one line. */
static void show_text(char *out, size_t size, const char *text, size_t len, size_t at)
{
   size_t n = 0;

   for (size_t i = at > 50 ? at - 50 : 0; i < len && i < at + 50 && n + 1 < size; i++)
      out[n++] = (char)(isprint((unsigned char)text[i]) ? text[i] : '~');
   out[n] = 0;
}

/* at: the offset to show, or SIZE_MAX for the place of the rejection. */
static bool judge(struct oracle *o, const char *what, const char *text, size_t len, size_t at)
{
   struct answer a = ours(text, len), b = theirs(o, text, len);
   char name[300], line[200];
   struct class *c = classes;

   if (a.accepted == b.accepted && (a.accepted || a.line == b.line))
      return true;
   if (a.accepted != b.accepted)
      snprintf(name, sizeof name, "only %s: %s", a.accepted ? "the GL rejects" : "we reject", a.accepted ? b.id : a.id);
   else
      snprintf(name, sizeof name, "places: %s | %s", a.id, b.id);
   while (c < classes + num_classes && strcmp(c->name, name))
      c++;
   if (c == classes + MAX_CLASSES)
      return false;
   if (c == classes + num_classes) {
      num_classes++;
      snprintf(c->name, sizeof c->name, "%s", name);
   }
   if (c->count < SHOWN) {
      show_text(line, sizeof line, text, len, at != SIZE_MAX ? at : a.accepted ? b.offset : a.offset);
      snprintf(c->first[c->count], sizeof c->first[0],
               "%s\n         ours: offset %zu (line %u): %s\n         GL: %s\n         %s", what, a.offset, a.line,
               a.accepted ? "accepted" : a.message, b.accepted ? "accepted" : b.message, line);
   }
   c->count++;
   return false;
}

static int by_count(const void *x, const void *y)
{
   const struct class *a = x, *b = y;

   return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->name, b->name);
}

static char *slurp(const char *path, size_t *len)
{
   FILE *f = fopen(path, "rb");
   char *text = malloc(1 << 20);

   *len = f ? fread(text, 1, (1 << 20) - 1, f) : 0;
   text[*len] = 0;
   if (f)
      fclose(f);
   return text;
}

void oracle_accept(struct oracle *o, unsigned edits, uint64_t seed, char **files)
{
   unsigned agree = 0, differ = 0;

   for (; *files; files++) {
      size_t len;
      char *text = slurp(*files, &len);
      if (len >= 10 && !strncmp(text, "!!ARB", 5) && !strstr(text, "NV_")) {
         bool same = judge(o, *files, text, len, SIZE_MAX);
         agree += same;
         differ += !same;
         if (edits && theirs(o, text, len).accepted)
            edits_add(*files);
      }
      free(text);
   }
   for (unsigned i = 0; i < edits && edits_programs(); i++) {
      struct edit e;
      char what[400];

      edits_make(seed * 1000000007u + i, &e);
      if (e.len >= 10 && !strncmp(e.text, "!!ARB", 5)) {
         snprintf(what, sizeof what, "%llu %s: \"%.*s\" at %u %s", (unsigned long long)(seed * 1000000007u + i), e.file,
                  (int)(e.token_len < 60 ? e.token_len : 60), e.token, e.at, e.kind);
         bool same = judge(o, what, e.text, e.len, e.at);
         agree += same;
         differ += !same;
      }
      free(e.text);
   }
   qsort(classes, num_classes, sizeof classes[0], by_count);
   for (unsigned i = 0; i < num_classes; i++) {
      printf("%u  %s\n", classes[i].count, classes[i].name);
      for (unsigned k = 0; k < SHOWN && k < classes[i].count; k++)
         printf("      %s\n", classes[i].first[k]);
   }
   printf("accept: %u answers agree, %u differ in %u classes; %u programs edited\n", agree, differ, num_classes,
          edits_programs());
}
