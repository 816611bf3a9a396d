/* SPDX-License-Identifier: MIT */
/*
 * Runs random programs of tests/gen/gen_memory.c. Their invocations access the same few words in ifs, in loops and between
 * barriers. The evaluator, the lowered IR, each pass alone and the pipelines must leave the same memory. All accesses of a wave
 * are in program order, and the accesses of one instruction are in the order of its invocations. A pass that reorders two
 * accesses, or changes how often one is executed, is therefore found although the programs are full of races.
 */
#include <stdio.h>

#include "tests/gen/gen.h"
#include "tests/unit/memory/tgsi_world.h"

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
   memset(w->word[MEM_SHARED][MEM_SHARED_BARRIER], 0,
          MEM_BARRIER_BYTES); /* lower-workgroups turns barriers into counters there */
   ck_assert_msg(status == EXEC_DONE, "%s, seed %u: %s", what, (unsigned)seed,
                 status == EXEC_FAULT ? w->fault : "it does not end");
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
   struct gen_text program = {0};
   unsigned changed = 0;

   for (uint64_t seed = 0; seed < 150; seed++) {
      program.len = 0;
      gen_memory(seed, &program);
      const char *text = program.data;

      struct ir_shader *lowered = world_compile(text, &num_model_ieee, 0);

      run(&before, lowered, true, "the evaluator", seed);
      run(&after, lowered, false, "no pass", seed);
      check_same(&before, &after, "the lowering", seed, text);
      changed += before.word[MEM_BUFFER][1][0] != 0;
      for (unsigned n = 0; n < 2u + PASS_COUNT; n++) {
         const enum pass_id list[3] = {PASS_ID_ssa, PASS_ID_copy_prop, (enum pass_id)(n < 2 ? 0 : n - 2)};
         const struct pass_options one = {.opt_level = 2, .ffp = PASS_FFP_GL, .listed = true, .list = list, .num_list = 3},
                                   all = {.opt_level = (int)n + 1, .ffp = PASS_FFP_GL};
         const char *name = n < 2 ? "the pipeline" : pass_info[n - 2].name;
         struct ir_shader *s = world_lower(text, &num_model_ieee);

         pass_run_pipeline(s, n < 2 ? &all : &one);
         check_valid(s, name, seed);
         run(&after, s, false, name, seed);
         check_same(&before, &after, name, seed, text);
      }
   }
   gen_free(&program);
   ck_assert_uint_gt(changed, 100);
}
END_TEST

SUITE_MAIN("memory_passes", 300, setup, teardown, passes_keep_the_order)
