/* SPDX-License-Identifier: MIT */
/*
 * Random programs whose instances access the same few words, in ifs, loops and between barriers: the evaluator, the lowering,
 * each pass alone and the pipelines leave the same in memory. All accesses of a task are in the order of the program, those of one instruction in the order of its instances, so a pass that
 * changes the order of two of them, or how often one is executed, is found, although the programs are full of races.
 */
#include <stdarg.h>
#include <stdio.h>

#include "tests/unit/memory/tgsi_world.h"
#include "util/rng.h"

static const char head[] = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nDCL SV[0], THREAD_ID\nDCL BUFFER[0..1]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\nDCL MEMORY[0], SHARED\n"
                           "DCL MEMORY[1], PRIVATE\nDCL CONST[0]\nDCL TEMP[0..9]\nDCL ADDR[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {28, 60, 7, 5}\nMOV TEMP[0], SV[0].xxxx\n"
                           "MOV TEMP[1], SV[0].xxxx\nUADD TEMP[2], TEMP[0], IMM[1]\nXOR TEMP[3], TEMP[0], IMM[1]\n";
/* What registers hold is seen in memory. */
static const char tail[] = "UMUL TEMP[9].x, SV[0], IMM[1].wwww\nATOMXOR TEMP[8].x, BUFFER[1], IMM[0].xxxx, TEMP[0]\nATOMXOR TEMP[8].x, BUFFER[1], IMM[1].xxxx, TEMP[1].yyyy\n"
                           "ATOMXOR TEMP[8].x, BUFFER[0], IMM[0].xxxx, TEMP[2].zzzz\nATOMUADD TEMP[8].x, BUFFER[0], IMM[1].xxxx, TEMP[3]\nEND\n";

struct making {
   struct util_rng rng;
   char text[32768];
   size_t n;
   int budget;
};

static void add(struct making *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(struct making *m, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   m->n += (size_t)vsnprintf(m->text + m->n, sizeof m->text - m->n, fmt, ap);
   va_end(ap);
   ck_assert_uint_lt(m->n, sizeof m->text);
}

static unsigned below(struct making *m, unsigned n) { return util_rng_below(&m->rng, n); }

static const char *value(struct making *m)
{
   static const char *const values[] = {"TEMP[0]", "TEMP[1].yxwz", "TEMP[2]", "-TEMP[3]", "TEMP[3].wwww", "IMM[1]", "SV[0].xxxx", "CONST[0]"};
   return values[below(m, 8)];
}

static void access_memory(struct making *m)
{
   static const char *const objects[] = {"BUFFER[0]", "BUFFER[1]", "MEMORY[0]", "MEMORY[1]", "IMAGE[0]", "BUFFER[ADDR[0].x]"};
   static const char *const atomics[] = {"UADD", "XCHG", "AND", "OR", "XOR", "UMIN", "UMAX", "INC_WRAP"};
   const char *object = objects[below(m, 6)], *mask = below(m, 2) ? ".x" : ".yz";

   add(m, "AND TEMP[7], %s, %s\n", value(m), strncmp(object, "IMAGE", 5) ? "IMM[1].xxxx" : "IMM[0].yyyy");
   add(m, "AND ADDR[0].x, %s, IMM[0].yyyy\n", value(m));
   if (below(m, 3) == 0)
      add(m, "LOAD TEMP[%u]%s, %s, TEMP[7]\n", below(m, 4), mask, object);
   else if (below(m, 2))
      add(m, "STORE %s%s, TEMP[7], %s\n", object, mask, value(m));
   else
      add(m, "ATOM%s TEMP[%u].%c, %s, TEMP[7], %s\n", atomics[below(m, 8)], below(m, 4), "xyzw"[below(m, 4)], object, value(m));
}

static void body(struct making *m, unsigned depth, bool together);

/* together: all instances execute it. */
static void statement(struct making *m, unsigned depth, bool together)
{
   static const char *const alu[] = {"UADD", "XOR", "UMUL", "AND", "UMAX"};
   const unsigned kind = below(m, 12);

   m->budget--;
   if (kind < 6) {
      access_memory(m);
   } else if (kind < 8) {
      add(m, "%s TEMP[%u], %s, %s\n", alu[below(m, 5)], below(m, 4), value(m), value(m));
   } else if (kind < 10 && depth < 4) {
      const bool uniform = below(m, 3) == 0;

      add(m, uniform ? "AND TEMP[7].x, CONST[0], IMM[0].%c\nUIF TEMP[7].xxxx\n" : "AND TEMP[7].x, TEMP[1], IMM[0].%c\nUIF TEMP[7].xxxx\n", "yzw"[below(m, 3)]);
      body(m, depth + 1, together && uniform);
      if (below(m, 2)) {
         add(m, "ELSE\n");
         body(m, depth + 1, together && uniform);
      }
      add(m, "ENDIF\n");
      if (below(m, 2)) { /* once more on the same condition */
         add(m, "UIF TEMP[7].xxxx\n");
         access_memory(m);
         add(m, "ELSE\n");
         access_memory(m);
         add(m, "ENDIF\n");
      }
   } else if (kind == 10 && depth < 3) {
      const bool counted = below(m, 2);

      add(m, "MOV TEMP[%u].x, IMM[0].xxxx\nBGNLOOP\nUSGE TEMP[8].x, TEMP[%u], %s\nUIF TEMP[8].xxxx\nBRK\nENDIF\n", 4 + depth, 4 + depth, counted ? "IMM[0].wwww" : "TEMP[9].xxxx");
      body(m, depth + 1, together && counted);
      add(m, "UADD TEMP[%u].x, TEMP[%u], IMM[0].yyyy\nENDLOOP\n", 4 + depth, 4 + depth);
   } else {
      add(m, together ? "BARRIER\n" : "MEMBAR IMM[1].xxxx\n");
   }
}

static void body(struct making *m, unsigned depth, bool together)
{
   for (unsigned k = 1 + below(m, 4); k && m->budget > 0; k--)
      statement(m, depth, together);
}

static const char *make(struct making *m, uint64_t seed)
{
   util_rng_init(&m->rng, seed);
   m->n = 0;
   m->budget = 40;
   add(m, "%sAND TEMP[9], SV[0].xxxx, IMM[0].wwww\n", head);
   while (m->budget > 0)
      statement(m, 0, true);
   add(m, "%s", tail);
   return m->text;
}

static void run(struct world *w, struct ir_shader *s, bool evaluate, const char *what, uint64_t seed)
{
   static const uint32_t two[3] = {2, 2, 1};

   memset(w, 0, sizeof *w);
   for (unsigned n = 0; n < 2; n++)
      world_words(w, MEM_BUFFER, n, 48);
   world_words(w, MEM_SHARED, MEM_SHARED_PROGRAM, 48);
   world_words(w, MEM_SHARED, MEM_SHARED_BARRIER, MEM_BARRIER_BYTES);
   world_image(w, 0, TEX_2D, MEM_R32_UINT, two, 1);
   w->param[0][0] = (uint32_t)seed;
   w->param[0][1] = 3;
   for (unsigned k = 0; k < 12; k++)
      w->word[MEM_BUFFER][0][k] = w->word[MEM_SHARED][0][k] = 77 * k + 5;
   const enum exec_status status = evaluate ? world_evaluate(w, s) : world_run(w, s);
   memset(w->word[MEM_SHARED][MEM_SHARED_BARRIER], 0, MEM_BARRIER_BYTES); /* what lower-blocks makes of barriers counts there */
   ck_assert_msg(status == EXEC_DONE, "%s, seed %u: %s", what, (unsigned)seed, status == EXEC_FAULT ? w->fault : "it does not end");
}

static void check_same(const struct world *a, const struct world *b, const char *what, uint64_t seed, const char *text)
{
   if (!memcmp(a->word, b->word, sizeof a->word))
      return;
   fprintf(stderr, "%s", text); /* too long for a message */
   ck_abort_msg("%s changes what seed %u leaves in memory", what, (unsigned)seed);
}

START_TEST(passes_keep_the_order)
{
   static struct world before, after;
   static struct making m;
   unsigned changed = 0;

   for (uint64_t seed = 0; seed < 150; seed++) {
      const char *text = make(&m, seed);

      struct ir_shader *lowered = world_compile(text, &num_model_ieee, 0);

      run(&before, lowered, true, "the evaluator", seed);
      run(&after, lowered, false, "no pass", seed);
      check_same(&before, &after, "the lowering", seed, text);
      changed += before.word[MEM_BUFFER][1][0] != 0;
      for (unsigned n = 0; n < 2u + PASS_COUNT; n++) {
         const enum pass_id list[3] = {PASS_ID_ssa, PASS_ID_copy_prop, (enum pass_id)(n < 2 ? 0 : n - 2)};
         const struct pass_options one = {.opt_level = 2, .ffp = PASS_FFP_GL, .listed = true, .list = list, .num_list = 3}, all = {.opt_level = (int)n + 1, .ffp = PASS_FFP_GL};
         const char *name = n < 2 ? "the pipeline" : pass_info[n - 2].name;
         struct ir_shader *s = world_lower(text, &num_model_ieee);

         pass_run_pipeline(s, n < 2 ? &all : &one);
         check_valid(s, name, seed);
         run(&after, s, false, name, seed);
         check_same(&before, &after, name, seed, text);
      }
   }
   ck_assert_uint_gt(changed, 100);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("memory_passes");
   TCase *c = tcase_create("memory_passes");

   tcase_add_checked_fixture(c, setup, teardown);
   tcase_set_timeout(c, 300);
   tcase_add_test(c, passes_keep_the_order);
   suite_add_tcase(s, c);
   return suite_run(s);
}
