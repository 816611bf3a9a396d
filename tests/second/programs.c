/* SPDX-License-Identifier: MIT */
/*
 * Compares compiled programs. Generated programs are compiled with verification, with the options that the runner of generated
 * programs draws. Each run of the simulator during the compile also runs in the interpreter: the linker replaces usc_sim_run()
 * by __wrap_usc_sim_run() for all callers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/source.h"
#include "tests/second/bridge.h"
#include "tests/second/parts.h"

enum exec_status __real_usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t);
enum exec_status __wrap_usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t);
const struct usc_sim_code *__real_usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);
const struct usc_sim_code *__wrap_usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);

enum { MAX_CODES = 16 };

static struct {
   struct bridge *bridge; /* NULL if nothing is compared */
   struct {
      const struct usc_sim_code *code;
      const uint8_t *bytes;
      size_t length;
   } known[MAX_CODES]; /* the bytes of the code that this compile has decoded */
   unsigned num_known;
   uint64_t steps, runs, without_bytes, different;
   char message[1024];
} state;

const struct usc_sim_code *__wrap_usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len)
{
   const struct usc_sim_code *c = __real_usc_sim_decode(ctx, code, len);

   if (state.num_known < MAX_CODES) {
      state.known[state.num_known].code = c;
      state.known[state.num_known].bytes = code;
      state.known[state.num_known++].length = len;
   }
   return c;
}

enum exec_status __wrap_usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t)
{
   enum bridge_end how;
   unsigned k = state.num_known;

   while (k && state.known[k - 1].code != c)
      k--;
   if (!state.bridge || !k) {
      state.without_bytes += state.bridge != NULL;
      return __real_usc_sim_run(c, t);
   }
   state.runs++;
   const enum exec_status s =
       bridge_run(state.bridge, c, state.known[k - 1].bytes, state.known[k - 1].length, t, state.steps, &how);
   if ((how == BRIDGE_DIFFERENT || how == BRIDGE_NOT_DECODED) && !state.different++)
      memcpy(state.message, bridge_message, sizeof state.message);
   return s;
}

static void print_program(const struct program *p, const struct setting *s)
{
   struct text options = {0};

   state_print(s, &options);
   printf("   options: %s\n%s\n", options.data ? options.data : "", p->text);
   free(options.data);
}

struct tally {
   uint64_t programs, compared, refused, no_verdict, found, differences;
};

static void one_program(const struct plan *plan, const struct plan_second *how, uint64_t seed, struct nvp4c_context *context,
                        struct tally *n)
{
   static struct program p;
   static struct setting s;
   static struct twin twin; /* the run makes no requests */
   struct verdict v;

   if (!source_program(plan, seed, NVP4C_TARGET_USC, &p, &twin))
      return;
   state_draw(plan, &s, &p, NVP4C_TARGET_USC);
   s.o.verify.noise = 0; /* this changes the results of the simulator only */
   state.num_known = 0;
   state.different = 0;
   const uint64_t before = state.runs;
   judge(&v, &p, &s, context);
   n->programs++;
   n->compared += state.runs != before;
   n->refused += v.outcome == REFUSED;
   n->no_verdict += v.outcome == NO_VERDICT;
   if (v.outcome == FOUND && !how->quiet)
      printf("seed %" PRIu64 ": verification: %s\n", seed, v.message);
   n->found += v.outcome == FOUND;
   if (!state.different)
      return;
   n->differences++;
   if (n->differences <= how->keep && !how->quiet) {
      printf("seed %" PRIu64 ": %s\n", seed, state.message);
      print_program(&p, &s);
   }
}

uint64_t compare_programs(const struct plan_second *how)
{
   const struct plan plan = {.languages = (1u << NUM_LANGUAGES) - 1,
                             .targets = 1u << NVP4C_TARGET_USC,
                             .level = -1,
                             .waves = 1,
                             .seed = how->seed,
                             .count = how->programs};
   struct nvp4c_context *context = nvp4c_context_new(NULL);
   struct tally n = {0};

   state.bridge = bridge_new();
   state.steps = how->steps;
   if (!state.bridge || !context) {
      printf("out of memory\n");
      return 1;
   }
   for (uint64_t k = 0; k < how->programs && !(how->first && n.differences); k++)
      one_program(&plan, how, how->seed + k, context, &n);
   if (!how->quiet) {
      printf("programs: %" PRIu64 ", %" PRIu64 " ran in both (%" PRIu64 " runs, %" PRIu64 " of code without bytes), %" PRIu64
             " not supported, %" PRIu64 " without a verdict, %" PRIu64 " found by verification, %" PRIu64 " different\n",
             n.programs, n.compared, state.runs, state.without_bytes, n.refused, n.no_verdict, n.found, n.differences);
      bridge_print();
   }
   bridge_free(state.bridge);
   state.bridge = NULL;
   nvp4c_context_free(context);
   return n.differences;
}
