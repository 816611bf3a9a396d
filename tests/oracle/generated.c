/* SPDX-License-Identifier: MIT */
/*
 * Generates random straight-line ARB programs for the comparison of whole programs. Four temporaries are written first, so
 * nothing is undefined. Arguments of fast-growing functions are brought into range, so that results stay meaningful. A vertex
 * program may read an array with an address register that stays inside it.
 */
#include <stdarg.h>
#include <stdio.h>

#include "tests/oracle/oracle.h"
#include "util/rng.h"

struct text {
   char s[8192];
   size_t n;
   struct util_rng r;
   bool vertex;
};

static void add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, fmt, ap);
   va_end(ap);
   t->n = n < 0 || t->n + (size_t)n >= sizeof t->s ? sizeof t->s - 1 : t->n + (size_t)n;
}

static unsigned below(struct text *t, unsigned n)
{
   return util_rng_below(&t->r, n);
}

static void source(struct text *t, bool scalar)
{
   static const char comp[] = "xyzw";
   const char *sign = below(t, 4) ? "" : "-";

   switch (below(t, 8)) {
   case 0: add(t, ", %s%s[%u]", sign, t->vertex ? "vertex.attrib" : "fragment.texcoord", below(t, 6)); break;
   case 1: add(t, ", %sprogram.local[%u]", sign, below(t, 8)); break;
   case 2: add(t, ", %sprogram.env[%u]", sign, below(t, 8)); break;
   case 3: add(t, ", %sstate.matrix.mvp.row[%u]", sign, below(t, 4)); break;
   case 4: add(t, ", %s{ %u.5, -%u.25, 0.%u, 1 }", sign, below(t, 4), below(t, 4), below(t, 9) + 1); break;
   default: add(t, ", %st%u", sign, below(t, 4)); break;
   }
   if (scalar)
      add(t, ".%c", comp[below(t, 4)]);
   else if (below(t, 2))
      add(t, ".%c%c%c%c", comp[below(t, 4)], comp[below(t, 4)], comp[below(t, 4)], comp[below(t, 4)]);
}

static void statement(struct text *t)
{
   static const struct {
      const char *name;
      unsigned sources, stages;
   } ops[] = {{"ABS", 1, 3}, {"ADD", 2, 3}, {"CMP", 3, 2}, {"DP3", 2, 3}, {"DP4", 2, 3}, {"DPH", 2, 3},
              {"DST", 2, 3}, {"FLR", 1, 3}, {"FRC", 1, 3}, {"LRP", 3, 2}, {"MAD", 3, 3}, {"MAX", 2, 3},
              {"MIN", 2, 3}, {"MOV", 1, 3}, {"MUL", 2, 3}, {"SGE", 2, 3}, {"SLT", 2, 3}, {"SUB", 2, 3}};
   static const char *const masks[] = {"", "", "", ".x", ".yw", ".xyz", ".w"};
   static const char *const functions[] = {"EX2", "LG2", "RCP", "RSQ", "SIN", "COS"};
   unsigned d = below(t, 4), n = sizeof ops / sizeof ops[0], k = below(t, n + 6);
   const char *sat = !t->vertex && below(t, 5) == 0 ? "_SAT" : "";

   if (k < n) {
      if (!(ops[k].stages & (t->vertex ? 1u : 2u)))
         k = 10; /* MAD */
      add(t, "%s%s t%u%s", ops[k].name, sat, d, masks[below(t, 7)]);
      for (unsigned i = 0; i < ops[k].sources; i++)
         source(t, false);
      add(t, ";\n");
   } else if (k == n) { /* the cross product leaves w undefined */
      add(t, "XPD%s t%u.xyz", sat, d);
      source(t, false);
      source(t, false);
      add(t, ";\n");
   } else if (k == n + 1) {
      add(t, "SWZ t%u, t%u, -y, 1, x, -w;\n", d, below(t, 4));
   } else if (k == n + 2) {
      add(t, "FRC s.x");
      source(t, true);
      add(t, ";\nMAD s.x, s.x, 2.0, 0.25;\nPOW t%u%s, s.x, t%u.x;\n", d, masks[below(t, 7)], below(t, 4));
      add(t, "MIN t%u, t%u, 8.0;\n", d, d);
   } else if (k == n + 3) {
      /* The document allows any value from 0 to infinity for a negative power of 0. */
      add(t, "MAX s, t%u, { -8, 0.125, 0, -8 };\nLIT t%u, s;\nMIN t%u, t%u, 8.0;\n", below(t, 4), d, d, d);
   } else if (k == n + 4 && !t->vertex) {
      static const char *const targets[] = {"2D", "1D", "CUBE", "RECT"};
      unsigned unit = below(t, 4);
      add(t, "TEX%s t%u, t%u, texture[%u], %s;\n", sat, d, below(t, 4), unit, targets[unit]);
   } else if (k == n + 4) {
      add(t, "FRC s.x");
      source(t, true);
      add(t, ";\nMUL s.x, s.x, 3.99;\nARL a.x, s.x;\nADD t%u, t%u, table[a.x + %u];\n", d, below(t, 4), below(t, 2));
   } else { /* one in 24 */
      unsigned f = below(t, t->vertex ? 4 : 6);
      add(t, "FRC s.x");
      source(t, true);
      add(t, ";\nADD s.x, s.x, 0.5;\n%s%s t%u%s, s.x;\n", functions[f], sat, d, masks[below(t, 7)]);
   }
}

static void build(struct text *t, unsigned seed, bool vertex)
{
   const char *in = vertex ? "vertex.attrib" : "fragment.texcoord";

   t->n = 0;
   t->vertex = vertex;
   util_rng_init(&t->r, seed * 2 + vertex);
   add(t, "%s\nTEMP t0, t1, t2, t3, s;\n", vertex ? "!!ARBvp1.0" : "!!ARBfp1.0");
   if (vertex)
      add(t, "ADDRESS a;\nPARAM table[6] = { program.env[8..10], state.matrix.projection.row[0..1], { 1, 2, 3, 4 } };\n");
   for (unsigned i = 0; i < 4; i++)
      add(t, "MOV t%u, %s[%u];\n", i, in, i);
   for (unsigned n = 4 + below(t, 16); n; n--)
      statement(t);
   if (vertex)
      add(t, "MOV result.position, t0;\nMOV result.texcoord[0], t1;\nMOV result.color, t2;\nMOV result.texcoord[3].xz, "
             "t3;\nEND\n");
   else if (below(t, 4) == 0)
      add(t, "KIL t3;\nMOV result.depth.z, t2.x;\nMOV result.color, t0;\nEND\n");
   else
      add(t, "ADD result.color, t0, t1;\nEND\n");
}

void oracle_generated(struct oracle *o, unsigned count)
{
   static struct text t;
   char name[64];

   for (unsigned stage = 0; stage < 2; stage++) {
      struct oracle_totals totals = {.agree = 0};
      for (unsigned i = 0; i < count; i++) {
         build(&t, i, stage == 0);
         snprintf(name, sizeof name, "generated %s program %u", stage ? "fragment" : "vertex", i);
         oracle_program(o, name, t.s, t.n, &totals);
         if (totals.not_shown + totals.only_we_refuse + totals.refused)
            printf("%s", t.s);
      }
      oracle_totals(stage ? "generated fragment programs" : "generated vertex programs", &totals);
   }
}
