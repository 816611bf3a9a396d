/* SPDX-License-Identifier: MIT */
/* Memory, texts and statements for the generators. */
#include "tests/generate/generate_priv.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory, which is all freed at once */

#define CHUNK (64u << 10)

struct gen_chunk {
   struct gen_chunk *next;
   size_t used, size;
   _Alignas(16) char data[];
};

void *gen_alloc(struct gen *g, size_t size)
{
   struct gen_chunk *c = g->chunks;

   size = (size + 15) & ~(size_t)15;
   if (!c || c->used + size > c->size) {
      const size_t room = size > CHUNK ? size : CHUNK;

      c = malloc(sizeof *c + room);
      if (!c)
         abort(); /* a test program cannot go on without memory */
      *c = (struct gen_chunk){.next = g->chunks, .size = room};
      g->chunks = c;
   }
   void *p = c->data + c->used;
   c->used += size;
   memset(p, 0, size);
   return p;
}

void gen_free_chunks(struct gen *g)
{
   while (g->chunks) {
      struct gen_chunk *next = g->chunks->next;

      free(g->chunks);
      g->chunks = next;
   }
}

/* ---- texts */

static bool room(struct gen_text *t, size_t len)
{
   if (t->cap > t->len + len)
      return true;
   const size_t cap = 2 * t->cap + len + 1024;
   char *data = realloc(t->data, cap);

   if (!data) {
      t->failed = true;
      return false;
   }
   t->data = data;
   t->cap = cap;
   return true;
}

void gen_add(struct gen_text *t, const char *s, size_t len)
{
   if (!room(t, len))
      return;
   memcpy(t->data + t->len, s, len);
   t->len += len;
   t->data[t->len] = 0;
}

void gen_write(struct gen_text *t, const char *fmt, ...)
{
   va_list ap;

   if (!room(t, 256))
      return;
   va_start(ap, fmt);
   const size_t n = (size_t)vsnprintf(t->data + t->len, t->cap - t->len, fmt, ap);
   va_end(ap);
   if (n >= t->cap - t->len) {
      if (!room(t, n))
         return;
      va_start(ap, fmt);
      vsnprintf(t->data + t->len, t->cap - t->len, fmt, ap);
      va_end(ap);
   }
   t->len += n;
}

const char *gen_copy(struct gen *g, const char *text, size_t len)
{
   char *p = gen_alloc(g, len + 1);

   memcpy(p, text, len);
   return p;
}

const char *gen_format(struct gen *g, const char *fmt, ...)
{
   char s[200];
   va_list ap;

   va_start(ap, fmt);
   vsnprintf(s, sizeof s, fmt, ap);
   va_end(ap);
   return gen_copy(g, s, strlen(s));
}

const char *gen_take(struct gen *g)
{
   const char *s = gen_copy(g, g->line.data ? g->line.data : "", g->line.len);

   g->line.len = 0;
   return s;
}

/* ---- statements */

struct gen_node *gen_append(struct gen *g, enum gen_node_kind kind)
{
   struct gen_node *n = gen_alloc(g, sizeof *n);

   n->kind = kind;
   n->head = gen_take(g);
   n->reads = g->reads;
   n->writes = g->writes;
   g->reads = g->writes = (struct gen_set){{0}};
   *g->into->end = n;
   g->into->end = &n->next;
   return n;
}

void gen_hit(struct gen *g)
{
   g->statements++;
   g->cost += g->weight;
   g->shot.contexts = g->contexts ? g->contexts : 1u << GEN_TOP;
   g->shot.stage = (unsigned)g->stage;
   if (!(g->shot.modifiers))
      g->shot.modifiers = 1u << GEN_PLAIN;
   if (g->coverage && !g->dead)
      gen_coverage_hit(g->coverage, g->language, &g->shot, g->before);
   g->before = g->shot.op;
   g->shot = (struct gen_shot){0};
}

void gen_instruction_done(struct gen *g, bool fixed)
{
   struct gen_node *n = gen_append(g, GEN_STATEMENT);

   n->fixed = fixed;
   gen_hit(g);
}

bool gen_sets_meet(const struct gen_set *a, const struct gen_set *b)
{
   uint64_t meet = 0;

   for (unsigned i = 0; i < sizeof a->w / sizeof a->w[0]; i++)
      meet |= a->w[i] & b->w[i];
   return meet != 0;
}

unsigned gen_count_lines(const struct gen_node *n)
{
   unsigned lines = 0;

   for (; n; n = n->next) {
      const char *const texts[] = {n->head, n->middle, n->tail};

      for (unsigned k = 0; k < 3; k++)
         for (const char *s = texts[k]; s && *s; s++)
            lines += *s == '\n';
      lines += gen_count_lines(n->body) + gen_count_lines(n->other);
   }
   return lines;
}

/* Copies a text with other numbers for its temporaries, which are named "r" or "TEMP[" and a number. A range ("..") belongs to
   a declaration. */
static void put_renamed(const struct gen *g, const char *s, struct gen_text *out)
{
   const char *const before = g->language == GEN_TGSI ? "TEMP[" : "r";
   const size_t len = strlen(before);
   const char *from = s, *at = s;

   while ((at = strstr(at, before)) != NULL) {
      char *end;
      const bool word =
          at > s && ((at[-1] >= 'a' && at[-1] <= 'z') || (at[-1] >= '0' && at[-1] <= '9') || at[-1] == '_' || at[-1] == '.');

      at += len;
      if (*at < '0' || *at > '9' || (word && g->language != GEN_TGSI))
         continue;
      const unsigned long n = strtoul(at, &end, 10);
      if (n >= g->temporaries.count || *end == '.' + (g->language == GEN_TGSI ? 0 : 128))
         continue;
      gen_add(out, from, (size_t)(at - from));
      gen_write(out, "%u", g->temporaries.map[n]);
      from = at = end;
   }
   gen_add(out, from, strlen(from));
}

static void put_text(const struct gen *g, const char *s, struct gen_text *out)
{
   if (!s)
      return;
   if (g->temporaries.map)
      put_renamed(g, s, out);
   else
      gen_add(out, s, strlen(s));
}

void gen_print_list(const struct gen *g, const struct gen_node *n, struct gen_text *out)
{
   for (; n; n = n->next) {
      put_text(g, n->head, out);
      gen_print_list(g, n->body, out);
      put_text(g, n->middle, out);
      gen_print_list(g, n->other, out);
      put_text(g, n->tail, out);
   }
}
