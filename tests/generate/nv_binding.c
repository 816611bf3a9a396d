/* SPDX-License-Identifier: MIT */
/* Writes names of attributes, results and driver state, from the rows of nv_io.def and nv_state.def. */
#include "tests/generate/nv.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define G(v) (&(v)->g)

/* ---- attributes and results */

enum { ATTRIB_ROW, RESULT_ROW };
enum { INDEX_NONE, INDEX_OPT, INDEX_REQ };

#define V 1
#define F 2
#define G_ 4
#define AV 8
#define AV2 16
#define AF 32
#define AF2 64
#define SYSTEM 1
#define CONVENTIONAL 2

static const struct row {
   uint8_t kinds, what, index, flags;
   const char *head, *names;
   size_t limit;
} rows[] = {
#undef G
#define G G_
#define A 0
#define C CONVENTIONAL
#define I 0
#define L 0
#define S SYSTEM
#define R 0
#define X 0
#define W 0
#define NV_IO(kinds, what, head, names, slot, index, limit, flags)                                                             \
   {kinds, what##_ROW, INDEX_##index, flags, head, names, offsetof(struct nv_limits, limit)},
#include "frontend/nv/ast/nv_io.def"
};
#define G(v) (&(v)->g)

static unsigned kind_of(const struct nv_gen *v)
{
   if (!v->arb)
      return v->g.stage == GEN_VERTEX ? 1 : v->g.stage == GEN_FRAGMENT ? 2 : 4;
   return v->g.stage == GEN_VERTEX ? 8u | (nv_gen_has(v, NV_D_VP2) ? 16 : 0) : 32u | (nv_gen_has(v, NV_D_FP2) ? 64 : 0);
}

const char *nv_gen_binding(struct nv_gen *v, enum nv_binding kind, bool *per_vertex)
{
   struct gen *g = G(v);
   const struct row *r = &rows[below(g, sizeof rows / sizeof rows[0])];
   const bool result = kind == NV_BIND_OUTPUT, conventional = g->request->seed & 1;
   unsigned limit = *(const uint32_t *)((const char *)&nv_default_limits + r->limit);

   if (!(r->kinds & kind_of(v)) || (r->what == RESULT_ROW) != result ||
       (!result && (r->flags & SYSTEM) != (kind == NV_BIND_SYSTEM ? SYSTEM : 0)))
      return NULL;
   /* A vertex program may bind either the generic or the conventional attribute of a number, so each program uses one sort. */
   if (g->stage == GEN_VERTEX && r->what == ATTRIB_ROW && !(r->flags & SYSTEM) && !(r->flags & CONVENTIONAL) == conventional)
      return NULL;
   if (limit == 0)
      return NULL;
   limit = limit > 8 ? 8 : limit;
   *per_vertex = r->what == ATTRIB_ROW && v->vertices && !strcmp(r->head, "vertex");
   const char *const head = *per_vertex ? "" : r->head;
   const char *const dot = *per_vertex ? "" : ".";
   if (r->index == INDEX_NONE || (r->index == INDEX_OPT && chance(g, 40)))
      return gen_format(g, "%s%s%s", head, dot, r->names);
   return gen_format(g, "%s%s%s[%u]", head, dot, r->names, below(g, limit));
}

/* ---- state */

#define N 1
#undef V
#undef F
#define V 2
#define F 4
static const struct {
   uint8_t languages;
   const char *pattern;
} states[] = {
#define NV_STATE(languages, pattern) {languages, pattern},
#include "frontend/nv/ast/nv_state.def"
#undef NV_STATE
};
#undef N
#undef V
#undef F

static unsigned limit_of(const struct nv_gen *v, char letter)
{
   switch (letter) {
   case 'v': return v->arb ? 1 : 4;
   case 'a': return 4;
   default: return 8;
   }
}

/* Writes one element between points. It is a name, one of several names, a name with an index, or a word in angle brackets. */
static void element(struct nv_gen *v, const char *s, size_t len, struct gen_text *out)
{
   static const char *const mods[] = {"inverse", "transpose", "invtrans"};
   struct gen *g = G(v);
   const char *index = memchr(s, '[', len);
   size_t name = index ? (size_t)(index - s) : len;
   unsigned words = 1;

   if (*s == '<') {
      if (!strncmp(s, "<face>", 6) && chance(g, 60))
         gen_write(out, ".%s", chance(g, 50) ? "front" : "back");
      else if (!strncmp(s, "<mod>", 5) && chance(g, 60))
         gen_write(out, ".%s", mods[below(g, 3)]);
      else if (!strncmp(s, "<row>", 5))
         gen_write(out, ".row[%u]", below(g, 4));
      return;
   }
   for (size_t i = 0; i < name; i++)
      words += s[i] == '|';
   for (unsigned k = below(g, words); k > 0; k--) {
      const char *next = (const char *)memchr(s, '|', name) + 1;

      name -= (size_t)(next - s);
      s = next;
   }
   const char *bar = memchr(s, '|', name);
   gen_write(out, ".%.*s", (int)(bar ? (size_t)(bar - s) : name), s);
   if (index && !(index[2] == '?' && chance(g, 40)))
      gen_write(out, "[%u]", below(g, limit_of(v, index[1])));
}

const char *nv_gen_state(struct nv_gen *v)
{
   struct gen *g = G(v);
   const unsigned mine = !v->arb ? 1 : g->stage == GEN_VERTEX ? 2 : 4;
   struct gen_text out = {0};
   unsigned n;

   do
      n = below(g, sizeof states / sizeof states[0]);
   while (!(states[n].languages & mine));
   gen_write(&out, "state");
   for (const char *s = states[n].pattern; *s;) {
      const size_t len = strcspn(s, ".");

      element(v, s, len, &out);
      s += len + (s[len] == '.');
   }
   const char *text = gen_copy(g, out.data, out.len);
   free(out.data);
   return text;
}
