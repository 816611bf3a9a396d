/* SPDX-License-Identifier: MIT */
/*
 * Tests programs in which many values live across many exits. They are loops and subroutines that change T temporaries of four
 * components, with B conditional exits between the changes. Code and scratch memory must be linear in the size of the text for
 * every kind of exit.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

struct text {
   char *s;
   size_t len, cap;
};

static void put(struct text *t, const char *fmt, ...)
{
   va_list ap;
   if (t->cap - t->len < 200) {
      t->cap = 2 * t->cap + 4096;
      t->s = realloc(t->s, t->cap);
   }
   va_start(ap, fmt);
   t->len += (size_t)vsnprintf(t->s + t->len, 200, fmt, ap);
   va_end(ap);
}

enum change { SUM, PAIR, MIXED, NUMBER, PARAMETER, UNDER_CONDITION };

/* Upper limits of the groups for 100 temporaries and 100 exits at every level. MIXED computes 400 values before the loop that
   cannot be rematerialised, and about 150 of them are spilled one after the other. A single spill takes an address, a store and
   a wait; neighbouring spills share them. */
#define MOST_GROUPS 4000
#define MOST_GROUPS_TOGETHER 3400

static const struct shape {
   const char *name, *before, *exit, *after; /* the text around the changes, and the text of one exit */
   bool subroutine;
   enum change change;
} shapes[] = {
   {"BRK", "REP;", "BRK (NE.x);", "ENDREP;", false, SUM},
   {"BRK, pairs", "REP;", "BRK (NE.x);", "ENDREP;", false, PAIR},
   {"BRK, mixed", "REP 10;", "BRK (NE.x);", "ENDREP;", false, MIXED},
   {"BRK, counted", "REP 5;", "BRK (NE.x);", "ENDREP;", false, SUM},
   {"CONT", "REP 5;", "CONT (NE.x);", "ENDREP;", false, SUM},
   {"RET", "", "RET (NE.x);", "RET;", true, SUM},
   {"RET in a loop", "REP 5;", "RET (NE.x);", "ENDREP;\nRET;", true, SUM},
   {"BRK in two loops", "REP 2;\nREP 3;", "BRK (NE.x);", "ENDREP;\nADD R0, R0, c[1];\nENDREP;", false, SUM},
   {"BRK and IF", "REP 5;", "BRK (NE.x);", "ENDREP;", false, UNDER_CONDITION},
   {"BRK, numbers", "REP 5;", "BRK (NE.x);", "ENDREP;", false, NUMBER},
   {"RET, parameters", "", "RET (NE.x);", "RET;", true, PARAMETER},
};
#define NUM_SHAPES (sizeof shapes / sizeof *shapes)

static void put_change(struct text *t, enum change change, unsigned k, unsigned temps)
{
   switch (change) {
   case PAIR: put(t, "ADD R%u, R%u, R%u;\n", k, k, (7 * k + 1) % temps); break;
   case MIXED: put(t, "ADD R%u, R%u, R%u;\n", k, k, (k * k + 97) % temps); break;
   case SUM: put(t, "ADD R%u, R%u, c[%u];\n", k, k, k % 4); break;
   case NUMBER: put(t, "MOV R%u, {%u.5, 1.25, 2.75, %u.75};\n", k, k + 1, k); break;
   case PARAMETER: put(t, "MOV R%u, c[%u];\n", k, k % 4); break;
   case UNDER_CONDITION:
      put(t, "SGT.CC CC.x, R%u.y, c[%u].z;\nIF NE.x;\nADD R%u, R%u, c[%u];\nENDIF;\n", k, k % 4, k, k, k % 4);
      break;
   }
}

static char *program(const struct shape *s, unsigned temps, unsigned exits)
{
   struct text t = {0};
   const unsigned most = temps > exits ? temps : exits;
   put(&t, "!!NVvp4.0\nTEMP CC;\nPARAM c[4] = { program.local[0..3] };\n");
   for (unsigned k = 0; k < temps; k++)
      put(&t, "TEMP R%u;\n", k);
   for (unsigned pass = s->subroutine ? 0 : 1; pass < 2; pass++) {
      put(&t, pass ? "main:\n" : "sub:\n");
      for (unsigned k = 0; pass && k < temps; k++)
         if (s->change == MIXED)
            put(&t, "ADD R%u, vertex.attrib[%u], {%u.5, %u.25, %u, 1};\n", k, k % 16, k + 1, k, k);
         else
            put(&t, "MOV R%u, vertex.attrib[%u];\n", k, k % 16);
      if (pass && s->subroutine) {
         put(&t, "CAL sub;\n");
         continue;
      }
      put(&t, "%s\n", s->before);
      for (unsigned k = 0, n = 0; k < most; k++) {
         if (k < temps)
            put_change(&t, s->change, k, temps);
         for (; n * most < (k + 1) * exits && n < exits; n++)
            put(&t, "SGT.CC CC.x, R%u.x, c[%u].y;\n%s\n", k % temps, n % 4, s->exit);
      }
      put(&t, "%s\n", s->after);
   }
   for (unsigned k = 1; k < temps; k++)
      put(&t, "ADD R0, R0, R%u;\n", k);
   put(&t, "MOV result.position, R0;\nEND\n");
   return t.s;
}

static uint64_t stat_of(const struct nvp4c_result *r, const char *name)
{
   for (unsigned k = 0; k < nvp4c_result_num_stats(r); k++)
      if (!strcmp(nvp4c_result_stat(r, k).name, name))
         return nvp4c_result_stat(r, k).value;
   ck_abort_msg("no statistic %s", name);
   return 0;
}

static struct nvp4c_result *compiled(const struct shape *s, unsigned temps, unsigned exits, int level, unsigned max_temps,
                                     unsigned waves)
{
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.opt_level = level;
   o.diagnostics.no_warnings = 1;
   o.stress.max_temps = max_temps;
   o.passes.disable = "conditions"; /* the repeated comparison is an exit only in this pass */
   o.verify.waves = waves;
   char *text = program(s, temps, exits);
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_msg(r && nvp4c_result_status(r) == NVP4C_OK, "%s, %u temporaries, %u exits, -O%d: status %d: %s", s->name, temps,
                 exits, level, r ? (int)nvp4c_result_status(r) : -1,
                 r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   free(text);
   return r;
}

/* 100 temporaries have 400 components. 248 of them fit into registers; each other one takes at most one word of memory. */
START_TEST(linear)
{
   for (unsigned k = 0; k < NUM_SHAPES; k++)
      for (unsigned level = 0; level < 2; level++) {
         struct nvp4c_result *r = compiled(&shapes[k], 100, 100, 2 * (int)level, 0, 0);
         const uint64_t groups = stat_of(r, "groups"), bytes = stat_of(r, "spill_bytes");
         ck_assert_msg(groups <= (shapes[k].change == MIXED ? MOST_GROUPS_TOGETHER : MOST_GROUPS), "%s, -O%u: %u groups",
                       shapes[k].name, 2 * level, (unsigned)groups);
         ck_assert_msg(bytes <= 2048, "%s, -O%u: %u bytes of scratch memory", shapes[k].name, 2 * level, (unsigned)bytes);
         nvp4c_result_free(r);
      }
}
END_TEST

/* If nothing is spilled, an exit needs no copies, so additional exits cost only their tests. */
START_TEST(no_copies)
{
   for (unsigned k = 0; k < NUM_SHAPES; k++) {
      struct nvp4c_result *r = compiled(&shapes[k], 50, 50, 2, 0, 0), *twice = compiled(&shapes[k], 50, 100, 2, 0, 0);
      const uint64_t one = stat_of(r, "groups"), two = stat_of(twice, "groups");
      ck_assert_uint_eq(stat_of(twice, "spill_bytes"), 0);
      ck_assert_msg(two <= one + 50 * 5, "%s: %u and %u groups", shapes[k].name, (unsigned)one, (unsigned)two);
      nvp4c_result_free(r);
      nvp4c_result_free(twice);
   }
}
END_TEST

/* Code stays linear in the text even if the number of temporaries times the number of exits exceeds the text. */
START_TEST(product)
{
   for (unsigned k = 0; k < NUM_SHAPES; k++) {
      const int level = k % 2 ? 2 : 0; /* each takes seconds, or half a minute under sanitizers */
      struct nvp4c_result *r = compiled(&shapes[k], 400, 400, level, 0, 1);
      const uint64_t groups = stat_of(r, "groups");
      ck_assert_msg(groups <= 400 * 65, "%s, -O%d: %u groups", shapes[k].name, level, (unsigned)groups);
      ck_assert_uint_eq(nvp4c_result_verify(r).code_comparisons + nvp4c_result_verify(r).budget, 1);
      nvp4c_result_free(r);
   }
}
END_TEST

/* The programs match their source, even with registers for only a few of the values. */
START_TEST(execution)
{
   unsigned judged = 0;
   for (unsigned k = 0; k < NUM_SHAPES; k++)
      for (unsigned level = 0; level < 2; level++)
         for (unsigned temps = 12; temps <= 48; temps *= 2) {
            struct nvp4c_result *r = compiled(&shapes[k], 12, 9, 2 * (int)level, temps, 4);
            judged += nvp4c_result_verify(r).code_comparisons;
            ck_assert_uint_eq(nvp4c_result_verify(r).code_comparisons + nvp4c_result_verify(r).budget, 4);
            nvp4c_result_free(r);
         }
   ck_assert_uint_gt(judged, NUM_SHAPES * 2 * 3 * 3);
}
END_TEST

SUITE_MAIN("exits", 400, NULL, NULL, linear, no_copies, product, execution)
