/* SPDX-License-Identifier: MIT */
/*
 * Long-running checks: soak [-minutes M] [-jobs J] [-only NAME] [-programs N] [-seed S] [-step N] [-kind NAME] [-target
 * usc|agx] [FILE...]
 *
 * Each of J processes runs these jobs in turn, or only one of them with -only:
 *
 *    gen        compiles each generated program at one level, most often at -O2, and verifies it by execution, for every
 *               sixth program also after each pass. On the USC every third program is a geometry program. Every sixth program
 *               has many early exits from loops and subroutines; with -kind exits all have them
 *    stress     does the same under settings that make the code generator spill, wait and schedule in unusual ways. The
 *               compiler may refuse an instruction with more operands than there are temporaries
 *    isa        sends random legal groups of the USC through encoder, decoder and text, and random bytes through the
 *               decoder: a million of each
 *    edits      deletes, doubles, swaps and replaces tokens of the programs in the files (tests/stress/edits.c): 300,000 edits
 *    schedules  compiles each program in the files under every setting of "stress" and then with 1000 random legal
 *               schedules, and verifies each
 *    bounds     compiles the programs in the files in every way of tests/stress/bounds.c, and 100,000 chains of operations on
 *               parameters; a lower bound above the number of groups is an internal error
 *    prefix     truncates each file after every byte, or after every N bytes (-step N)
 *    growth     compiles programs of many kinds in sizes that double (tests/growth), up to 65,536 instructions, and compares
 *               their time and memory with bounds. -programs N: compiles up to N instructions, and compares only figures that
 *               are the same on every machine. -kind NAME: only this kind
 *    tgsi       compiles 20,000 (-programs N) generated TGSI programs at -O0 to -O2 and under a setting of "stress", and
 *               verifies each
 *    passes     compiles 500 (-programs N) of the programs in the files, each once without each optional optimisation and once
 *               with that one alone, with -ffp=fast, and verifies each
 *    wide       runs every 64-bit operation of frontend/int64 on 10 million (-programs N) random operands in the interpreter of
 *               the IR and compares it with the host. -kind NAME: only this operation
 *
 * With -target agx, "gen", "stress", "schedules" and "tgsi" compile for AGX and skip programs that AGX does not support.
 *
 * "gen" and "stress" together take M minutes; the other jobs run to their end. With -programs N, "gen" stops after N programs,
 * "stress" runs a quarter of them, and no other job runs (make check does this). With -only, -programs N limits "isa" to N
 * groups, "edits" to N edits, "schedules" to N schedules for each program, and "bounds" to N chains and 3 ways for each program
 * in the files. Prints "N passed, N failed", and on a terminal how far each job is ("growth" prints a line for each kind).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c.h"
#include "tests/stress/bounds.h"
#include "tests/stress/edits.h"
#include "tests/stress/meter.h"
#include "tests/gen/gen.h"
#include "tests/growth/growth.h"
#include "tests/unit/backend-usc/usc_cover.h"
#include "tests/unit/backend-usc/usc_random.h"
#include "tests/unit/common/wide_ops.h"
#include "util/ctx.h"

static double now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum nvp4c_target target = NVP4C_TARGET_USC;

struct tally {
   unsigned passed, failed, budget, refused;
   uint64_t compared, tainted;
};

struct setting {
   const char *text; /* as on the command line */
   int level;
   unsigned temps;
   bool spill_all, one_op, random_schedule;
   bool each; /* also executed after each pass */
   const char *disable; /* disabled passes, with -ffp=fast and a default pipeline key; or NULL */
};

/*
 * Returns true if an instruction was refused because it needs more than `temps` registers. On the USC only texture
 * instructions may: their coordinates, gradients and results. On AGX these, and inputs of four components, are vectors at
 * multiples of four registers, in addition to those that the ABI reserves, so up to 16 may be too few.
 */
static bool too_many_operands(const struct nvp4c_result *r, unsigned temps, const char *text, size_t len)
{
   const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);
   unsigned demand, have;

   if (!temps || temps > 16 || nvp4c_result_status(r) != NVP4C_UNSUPPORTED || !d || d->offset >= len ||
       sscanf(d->message, "this instruction needs %u temporaries, there are %u", &demand, &have) != 2)
      return false;
   const bool texture = text[d->offset] == 'T';
   return target == NVP4C_TARGET_AGX ? have <= 16 && (texture || demand > 4)
                                     : texture && temps < 16 && have == temps && demand > temps;
}

/* Gives one of four programs a random pipeline key and an optional feature of some core. */
static void some_key(struct nvp4c_options *o, uint64_t seed)
{
   static const char *const attr[4] = {NULL, "+ditr", "+itrsmp,+cndlt,+depthsat", "+ditr,+itrsmp,+cndlt,+carryp1"};
   const uint32_t bits = (uint32_t)(seed * 0x9e3779b97f4a7c15u >> 32);

   if (bits & 3)
      return;
   o->attr = target == NVP4C_TARGET_USC ? attr[bits >> 2 & 3] : NULL;
   o->key.flat_shading = bits >> 4 & 1;
   o->key.two_side = bits >> 5 & 1;
   o->key.clip_z = bits >> 6 & 1;
   o->key.clip_planes = (uint8_t)(bits >> 8);
   o->key.color_buffers = (uint8_t)(bits >> 12);
   o->key.point_size = (uint8_t)((bits >> 16) % 3);
   o->key.samples =
       (uint8_t)(1u << (target == NVP4C_TARGET_AGX ? (bits >> 18 & 3) % 3 : bits >> 18 & 3)); /* AGX has at most 4 samples */
   o->key.alpha_test = (uint8_t)(bits >> 23 & 1 ? (bits >> 24) % 9 : 0);
   o->key.clamp_colors = bits >> 27 & 1;
   o->key.alpha_to_one = !(bits >> 28 & 3);
   o->key.stipple = !(bits >> 30 & 3);
   o->key.coverage = bits >> 25 & 3;
   o->key.robust_off = bits >> 20 & 1;
   o->key.scratch_base = bits >> 21 & 1 ? bits >> 26 : 0;
   for (unsigned u = 0; u < 8; u++) {
      o->key.tex[u].compare = (uint8_t)((bits >> (u + 4)) % 9);
      o->key.tex[u].swizzle[u % 4] = (uint8_t)((bits >> (u + 9)) % 7);
   }
}

/* True if the result was refused because AGX does not support geometry programs. */
static bool target_lacks(const struct nvp4c_result *r)
{
   const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, 0);

   return target == NVP4C_TARGET_AGX && nvp4c_result_status(r) == NVP4C_UNSUPPORTED && d &&
          strstr(d->message, "geometry programs");
}

static bool one(uint64_t seed, const char *text, size_t len, const struct setting *s, unsigned waves, struct tally *t)
{
   struct nvp4c_options opt;
   /* Covers every format. The widest is most frequent, because with it more than two colour targets are in memory. */
   static const uint8_t frt[4] = {NVP4C_FRT_F32, NVP4C_FRT_F16, NVP4C_FRT_F32, NVP4C_FRT_RGBA8};

   nvp4c_options_init(&opt, sizeof opt);
   opt.target = target;
   opt.opt_level = s->level;
   opt.diagnostics.no_warnings = 1;
   opt.verify.waves = waves;
   opt.verify.seed = seed;
   opt.verify.each = s->each ? 2 : seed % 16 == 0;
   opt.stress.max_temps = s->temps;
   opt.stress.spill_all = s->spill_all;
   opt.stress.one_op_per_group = s->one_op;
   opt.stress.sched_seed = s->random_schedule ? (uint32_t)(seed * 2654435761u) | 1 : 0;
   memset(opt.key.frt, frt[(uint32_t)(seed * 2654435761u) >> 30], sizeof opt.key.frt);
   if (s->disable) {
      opt.passes.disable = s->disable;
      opt.ffp = NVP4C_FFP_FAST;
   } else {
      some_key(&opt, seed);
   }
   opt.stress_preshader = (seed >> 1 & 3) == 1;
   opt.preshader = seed >> 2 & 1 ? NVP4C_PRESHADER_CALLER : NVP4C_PRESHADER_MACHINE;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   if (!r)
      return false;
   struct nvp4c_verify v = nvp4c_result_verify(r);
   const bool no_verdict = nvp4c_result_status(r) == NVP4C_LIMIT && v.budget == waves;
   bool ok = (nvp4c_result_status(r) == NVP4C_OK || no_verdict) && v.waves == waves &&
             v.source_comparisons >= v.code_comparisons && v.code_comparisons + v.budget == waves;
   if (!ok && (target_lacks(r) || too_many_operands(r, s->temps, text, len))) {
      t->refused++;
      ok = true;
   }
   if (!ok) {
      printf("FAIL seed %llu %s (schedule seed %u, frt %u): status %d\n", (unsigned long long)seed, s->text,
             (unsigned)opt.stress.sched_seed, opt.key.frt[0], (int)nvp4c_result_status(r));
      for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r) && i < 3; i++)
         printf("   %u: %s [%s]\n", nvp4c_result_diagnostic(r, i)->line, nvp4c_result_diagnostic(r, i)->message,
                nvp4c_result_diagnostic(r, i)->id);
   }
   t->compared += v.compared;
   t->tainted += v.tainted;
   t->budget += v.budget;
   nvp4c_result_free(r);
   return ok;
}

static bool is_geometry(uint64_t seed)
{
   return target == NVP4C_TARGET_USC && seed % 3 == 2;
}

/* Of 32 seeds, 20 select -O2, 8 -O0, 3 -O1, and 1 -O3, which takes longest. */
static bool gen_one(uint64_t seed, const char *text, size_t len, struct tally *t)
{
   static const struct setting settings[] = {{.text = "-O0"},
                                             {.text = "-O1", .level = 1},
                                             {.text = "-O2", .level = 2},
                                             {.text = "-O3", .level = 3},
                                             {.text = "-O2 -verify-each=exec", .level = 2, .each = true}};
   const uint32_t bits = (uint32_t)(seed * 0xbf58476d1ce4e5b9u >> 32), any = bits & 31;

   return one(seed, text, len, &settings[(bits >> 8) % 6 == 0 ? 4 : any < 20 ? 2 : any < 28 ? 0 : any < 31 ? 1 : 3], 3, t);
}

static const struct setting stress[] = {
   {.text = "-O2 -max-temps=8", .level = 2, .temps = 8},
   {.text = "-O2 -max-temps=12", .level = 2, .temps = 12},
   {.text = "-O2 -max-temps=16", .level = 2, .temps = 16},
   {.text = "-O2 -max-temps=24", .level = 2, .temps = 24},
   {.text = "-O0 -max-temps=12", .temps = 12},
   {.text = "-O2 -spill-all", .level = 2, .spill_all = true},
   {.text = "-O1 -spill-all -max-temps=24", .level = 1, .temps = 24, .spill_all = true},
   {.text = "-O2 -one-op-per-group", .level = 2, .one_op = true},
   {.text = "-O2 -sched-seed", .level = 2, .random_schedule = true},
   {.text = "-O1 -sched-seed -max-temps=40", .level = 1, .temps = 40, .random_schedule = true},
   {.text = "-O2 -sched-seed -spill-all", .level = 2, .spill_all = true, .random_schedule = true},
};
enum { NUM_STRESS = sizeof stress / sizeof *stress };

static bool stress_one(uint64_t seed, const char *text, size_t len, struct tally *t)
{
   bool ok = true;

   for (unsigned i = 0; i < 3; i++) /* three settings for each program, and others for the next */
      ok = one(seed, text, len, &stress[(seed * 7 + i) % NUM_STRESS], 3, t) && ok;
   return ok;
}

/* The command line of soak. */
struct run {
   const struct job *only; /* or NULL for all jobs */
   double minutes, until;  /* until: the time at which the job ends */
   unsigned processes, programs;
   uint64_t seed;
   size_t step;
   const char *kind; /* a kind of growth, an operation of wide, or "exits"; NULL for all */
};

static void isa_job(const struct run *r, unsigned process, struct tally *t)
{
   const unsigned count = ((r->programs ? r->programs : 1000000) + r->processes - 1) / r->processes;
   struct usc_cover *cover = calloc(1, sizeof *cover);
   struct util_ctx ctx;
   struct util_buf holes;
   unsigned points;
   uint32_t seed = (uint32_t)((r->seed + process) * 2654435761u) | 1;
   unsigned groups = 0, bytes = 0;

   meter_expect(count);
   while (cover && (groups < count || bytes < count) && t->failed <= 20) {
      const unsigned before = groups < bytes ? groups : bytes;
      util_ctx_init(&ctx, NULL, 0);
      for (unsigned k = 0; k < 1000; k++) {
         const char *wrong = NULL;
         bool hit;
         struct usc_group g = usc_random_group(&seed);
         const enum usc_violation v = usc_check(&g);
         if (groups < count && (v == USC_V_OK || v == USC_V_NO_ENCODING)) {
            uint8_t code[32];
            unsigned len;
            wrong = usc_random_check(&ctx, &seed, &g, groups % 16 == 0, code, &len);
            groups += v == USC_V_OK; /* only groups with an encoding count */
            usc_cover_add(cover, &g, code, len);
         }
         if (!wrong && bytes < count) {
            wrong = usc_random_bytes_check(&ctx, &seed, &hit);
            bytes++;
         }
         t->passed += !wrong;
         t->failed += wrong != NULL;
         if (wrong)
            printf("FAIL isa: %s\n", wrong);
      }
      meter_add((groups < bytes ? groups : bytes) - before);
      util_ctx_finish(&ctx);
   }
   if (!cover)
      return;
   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&holes, &ctx);
   const unsigned n = usc_cover_holes(cover, &holes, &points);
   printf("isa: %u random groups, %u random byte strings; %u rows, fields and forms of the tables, %u never generated\n",
          groups, bytes, points, n);
   if (n && count >= 100000) { /* a smaller run need not cover everything */
      printf("FAIL isa: never generated:\n%s", holes.data);
      t->failed++;
   }
   util_ctx_finish(&ctx);
   free(cover);
}

/* How many of `count` steps are those of a process, which takes each r->processes-th one. */
static uint64_t share(const struct run *r, unsigned process, uint64_t count)
{
   return count > process ? (count - process - 1) / r->processes + 1 : 0;
}

static void edits_job(const struct run *r, unsigned process, struct tally *t)
{
   const unsigned count = ((r->programs ? r->programs : 300000) + r->processes - 1) / r->processes;
   struct edits_tally e = {0};

   meter_expect(count);
   for (unsigned n = 0; n < count && e.failed <= 20; n++) {
      edits_one((r->seed + process) * 1000000007u + n, &e);
      meter_add(1);
   }
   edits_print(&e);
   t->passed += e.passed;
   t->failed += e.failed;
}

/* Runs the programs of this process under every setting once, then with random schedules, each with its own inputs. */
static void schedules_job(const struct run *r, unsigned process, struct tally *t)
{
   static const struct setting random_schedule = {.text = "-O2 -sched-seed", .level = 2, .random_schedule = true};
   const unsigned schedules = r->programs ? r->programs : 1000;
   unsigned programs = 0;

   meter_expect(share(r, process, edits_programs()) * (NUM_STRESS + schedules));
   for (unsigned p = process; p < edits_programs() && t->failed <= 20; p += r->processes, programs++) {
      const char *file;
      size_t len;
      const char *text = edits_program(p, &len, &file);
      for (unsigned k = 0; k < NUM_STRESS + schedules && t->failed <= 20; k++) {
         bool ok = one(r->seed + k, text, len, k < NUM_STRESS ? &stress[k] : &random_schedule, k < NUM_STRESS ? 3 : 1, t);
         if (!ok)
            printf("   in %s\n", file);
         t->passed += ok;
         t->failed += !ok;
         meter_add(1);
      }
   }
   printf("schedules: %u programs, %u settings and %u random schedules each\n", programs, (unsigned)NUM_STRESS, schedules);
}

static void bounds_job(const struct run *r, unsigned process, struct tally *t)
{
   const unsigned chains = r->programs ? r->programs : 100000;
   struct bounds_tally b = {0};

   meter_expect(share(r, process, edits_programs()) + share(r, process, chains));
   for (unsigned p = process; p < edits_programs() && b.failed <= 20; p += r->processes) {
      const char *file;
      size_t len;
      const char *text = edits_program(p, &len, &file);
      bounds_program(text, len, file, p * 3, r->programs ? 3 : bounds_ways(), &b);
      meter_add(1);
   }
   for (unsigned n = process; n < chains && b.failed <= 20; n += r->processes) {
      bounds_chain(r->seed + n, &b);
      meter_add(1);
   }
   printf("bounds: %llu groups, at least %llu\n", (unsigned long long)b.groups, (unsigned long long)b.bounds);
   t->passed += b.passed;
   t->failed += b.failed;
   t->refused += b.refused;
}

static void prefix_job(const struct run *r, unsigned process, struct tally *t)
{
   struct edits_tally e = {0};

   meter_expect(share(r, process, edits_programs()));
   edits_prefixes(process, r->processes, r->step, &e);
   printf("prefix: %u of %u rejected\n", e.rejected, e.passed + e.failed);
   t->passed += e.passed;
   t->failed += e.failed;
}

static void growth_job(const struct run *r, unsigned process, struct tally *t)
{
   struct growth_tally g = {0};

   growth_run(process, r->processes, r->kind, r->programs ? r->programs : 65536, !r->programs, &g);
   t->passed += g.passed;
   t->failed += g.failed;
}

/* Does the target support the program? */
static bool is_supported(const char *text, size_t len)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   opt.target = target;
   opt.diagnostics.no_warnings = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   const bool ok = !r || nvp4c_result_status(r) != NVP4C_UNSUPPORTED;
   nvp4c_result_free(r);
   return ok;
}

/* Compiles the program without each optimisation, and with each alone. */
static bool passes_one(uint64_t seed, const char *text, size_t len, struct tally *t)
{
   const char *name[64], *other;
   unsigned num = 0;
   int optional;
   bool ok = true;

   for (unsigned k = 0; num < 64 && (other = nvp4c_pass_name(k, &optional)); k++)
      if (optional)
         name[num++] = other;
   for (unsigned k = 0; k < num; k++) {
      char rest[64 * 24] = "", say[64];
      for (unsigned n = 0; n < num; n++)
         if (n != k)
            sprintf(rest + strlen(rest), "%s%s", *rest ? "," : "", name[n]);
      snprintf(say, sizeof say, "-disable-pass=%s", name[k]);
      ok = one(seed, text, len, &(struct setting){.text = say, .level = 2, .disable = name[k]}, 2, t) && ok;
      snprintf(say, sizeof say, "only %s", name[k]);
      ok = one(seed, text, len, &(struct setting){.text = say, .level = 2, .disable = rest}, 2, t) && ok;
   }
   return ok;
}

static void passes_job(const struct run *r, unsigned process, struct tally *t)
{
   const unsigned all = edits_programs(), count = r->programs ? r->programs : 500, num = count < all ? count : all;
   unsigned programs = 0;

   meter_expect(share(r, process, num));
   for (unsigned p = process; p < num && t->failed <= 20; p += r->processes) {
      struct tally first = {0};
      const char *file;
      size_t len;
      const char *text = edits_program((unsigned)((uint64_t)p * all / num), &len, &file);
      if (!is_supported(text, len)) {
         t->refused++;
         meter_add(1);
         continue;
      }
      const bool ok = passes_one(r->seed + p, text, len, &first);
      meter_add(1);
      if (!ok)
         printf("   in %s\n", file);
      t->passed += ok;
      t->failed += !ok;
      t->budget += first.budget;
      t->compared += first.compared;
      t->tainted += first.tainted;
      programs++;
   }
   printf("passes: %u programs without each optimisation, and with each alone\n", programs);
}

static void wide_job(const struct run *r, unsigned process, struct tally *t)
{
   const uint64_t count = ((r->programs ? r->programs : 10000000) + r->processes - 1) / r->processes;
   struct util_ctx ctx;
   struct util_rng rng;

   meter_expect(r->kind ? 1 : wide_num_ops);
   for (unsigned k = 0; k < wide_num_ops; k++) {
      const char *wrong;

      if (r->kind && strcmp(r->kind, wide_ops[k].name))
         continue;
      util_ctx_init(&ctx, NULL, 0);
      util_rng_init(&rng, (r->seed + process) * wide_num_ops + k);
      wrong = wide_run(&ctx, &wide_ops[k], wide_optimised(&ctx, &wide_ops[k]), &rng, count);
      t->passed += !wrong;
      t->failed += wrong != NULL;
      if (wrong)
         printf("FAIL wide: %s\n", wrong);
      util_ctx_finish(&ctx);
      meter_add(1);
   }
}

/* Compiles generated TGSI programs at all levels, and each under a setting of "stress". */
static void tgsi_job(const struct run *r, unsigned process, struct tally *t)
{
   static const struct setting levels[] = {
      {.text = "-O0"}, {.text = "-O1", .level = 1}, {.text = "-O2", .level = 2}};
   const unsigned count = r->programs ? r->programs : 20000;

   meter_expect(share(r, process, count));
   for (unsigned n = process; n < count && t->failed <= 20; n += r->processes) {
      const uint64_t seed = r->seed + n;
      struct gen_text g = {0};
      gen_tgsi(seed, 15 + (unsigned)(seed % 5) * 15, &g);
      bool ok = one(seed, g.data, g.len, &stress[seed % NUM_STRESS], 3, t);
      for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++)
         ok = one(seed, g.data, g.len, &levels[i], 3, t) && ok;
      t->passed += ok;
      t->failed += !ok;
      gen_free(&g);
      meter_add(1);
   }
}

static const struct job {
   const char *name;
   /* Jobs on generated programs: runs one program. With -programs and without -only, the job runs one of `every` programs. */
   bool (*one)(uint64_t seed, const char *text, size_t len, struct tally *t);
   unsigned every;
   /* Other jobs: runs the share of one process. */
   void (*run)(const struct run *r, unsigned process, struct tally *t);
   bool files; /* the job needs programs in files */
} job_table[] = {{"gen", gen_one, 1, NULL, false},          {"stress", stress_one, 4, NULL, false},
                 {"isa", NULL, 0, isa_job, false},          {"edits", NULL, 0, edits_job, true},
                 {"schedules", NULL, 0, schedules_job, true}, {"bounds", NULL, 0, bounds_job, true},
                 {"prefix", NULL, 0, prefix_job, true},
                 {"growth", NULL, 0, growth_job, false},    {"tgsi", NULL, 0, tgsi_job, false},
                 {"passes", NULL, 0, passes_job, true},     {"wide", NULL, 0, wide_job, false}};
#define NUM_JOBS (sizeof job_table / sizeof *job_table)

/* True for every sixth program, and for all with -kind exits. */
static bool has_exits(const struct run *r, uint64_t seed)
{
   return r->kind ? !strcmp(r->kind, "exits") : seed % 6 == 4;
}

/* Runs the jobs on generated programs with the seeds of this process. */
static void generated(const struct run *r, unsigned process, struct tally *t)
{
   const unsigned programs = r->programs ? (r->programs + r->processes - 1) / r->processes : 0;

   meter_begin(0, "programs");
   if (programs)
      meter_expect(programs);
   else
      meter_expect_end(r->until);
   for (uint64_t n = 0; (programs ? n < programs : now() < r->until) && t->failed <= 20; n++) {
      const uint64_t seed = r->seed + process + n * r->processes;
      struct gen_text g = {0};
      (has_exits(r, seed)  ? gen_exits
       : is_geometry(seed) ? gen_geometry
                           : gen_program)(seed, 20 + (unsigned)(seed % 5) * 20, &g);
      for (const struct job *j = job_table; j < job_table + NUM_JOBS; j++) {
         if (!j->one || (r->only ? r->only != j : programs && n % j->every))
            continue;
         bool ok = j->one(seed, g.data, g.len, t);
         t->passed += ok;
         t->failed += !ok;
      }
      gen_free(&g);
      meter_add(1);
   }
}

static void run_process(const struct run *r, unsigned process, struct tally *t)
{
   if (!r->only || r->only->one)
      generated(r, process, t);
   for (const struct job *j = job_table; j < job_table + NUM_JOBS; j++)
      if (j->run && (r->only ? r->only == j : !r->programs && (!j->files || edits_programs()))) {
         meter_begin((unsigned)(j - job_table), j->name);
         j->run(r, process, t);
      }
}

/* Returns false if there is no such job or no program for it. */
static bool find_job(struct run *r, const char *name)
{
   for (const struct job *j = job_table; j < job_table + NUM_JOBS; j++)
      if (!strcmp(j->name, name))
         r->only = j;
   if (!r->only) {
      fprintf(stderr, "soak: no job '%s'; there are:", name);
      for (const struct job *j = job_table; j < job_table + NUM_JOBS; j++)
         fprintf(stderr, " %s", j->name);
      fprintf(stderr, "\n");
      return false;
   }
   if (r->only->files && !edits_programs())
      fprintf(stderr, "soak: no files with programs\n");
   return !r->only->files || edits_programs();
}

static bool refuse(const char *argument)
{
   fprintf(stderr,
           "soak: '%s' is no option, or has no value\n"
           "usage: soak [-minutes M] [-jobs J] [-only NAME] [-programs N] [-seed S] [-step N] [-kind NAME] [-target usc|agx] "
           "[FILE...]\n",
           argument);
   return false;
}

static bool parse_arguments(struct run *r, int argc, char **argv)
{
   const char *only = NULL;
   int a = 1;

   *r = (struct run){.minutes = 1, .processes = 2, .seed = 1, .step = 1};
   for (; a + 1 < argc && argv[a][0] == '-'; a += 2) {
      if (!strcmp(argv[a], "-minutes"))
         r->minutes = atof(argv[a + 1]);
      else if (!strcmp(argv[a], "-jobs"))
         r->processes = (unsigned)atoi(argv[a + 1]);
      else if (!strcmp(argv[a], "-programs"))
         r->programs = (unsigned)atoi(argv[a + 1]);
      else if (!strcmp(argv[a], "-seed"))
         r->seed = strtoull(argv[a + 1], NULL, 0);
      else if (!strcmp(argv[a], "-step"))
         r->step = (size_t)atoi(argv[a + 1]) ? (size_t)atoi(argv[a + 1]) : 1;
      else if (!strcmp(argv[a], "-kind"))
         r->kind = argv[a + 1];
      else if (!strcmp(argv[a], "-only"))
         only = argv[a + 1];
      else if (!strcmp(argv[a], "-target"))
         target = strcmp(argv[a + 1], "agx") ? NVP4C_TARGET_USC : NVP4C_TARGET_AGX;
      else
         return refuse(argv[a]);
   }
   for (; a < argc; a++) {
      if (argv[a][0] == '-')
         return refuse(argv[a]);
      edits_add(argv[a]);
   }
   if (r->processes < 1 || r->processes > 64)
      r->processes = 1;
   return !only || find_job(r, only);
}

/* Adds up the counts that the processes wrote into the pipe. Returns false if one of them died. */
static bool collect(const struct run *r, int fd, struct tally *sum)
{
   bool ok = true;

   for (unsigned j = 0; j < r->processes; j++) {
      struct tally t;
      int st;
      if (wait(&st) < 0 || !WIFEXITED(st) || WEXITSTATUS(st) || read(fd, &t, sizeof t) != (ssize_t)sizeof t) {
         printf("FAIL a job died\n");
         ok = false;
         continue;
      }
      sum->passed += t.passed;
      sum->failed += t.failed;
      sum->budget += t.budget;
      sum->refused += t.refused;
      sum->compared += t.compared;
      sum->tainted += t.tainted;
   }
   return ok;
}

int main(int argc, char **argv)
{
   struct run r;
   int fds[2];

   if (!parse_arguments(&r, argc, argv) || pipe(fds))
      return 2;
   setvbuf(stdout, NULL, _IOLBF, 0); /* unbuffered, so that failures in a long run show at once */
   r.until = now() + r.minutes * 60;
   meter_init();
   for (unsigned j = 0; j < r.processes; j++) {
      pid_t pid = fork();
      if (pid < 0)
         return 2;
      if (pid)
         continue;
      struct tally t = {0};
      run_process(&r, j, &t);
      fflush(stdout);
      _exit(write(fds[1], &t, sizeof t) == (ssize_t)sizeof t ? 0 : 3);
   }
   struct tally sum = {0};
   bool ok = collect(&r, fds[0], &sum);
   meter_hide();
   double share = sum.compared ? 100.0 * (double)sum.tainted / (double)(sum.compared + sum.tainted) : 0;
   printf("%llu components compared, %.3f%% undefined, %u waves without a verdict, %u compiles refused\n",
          (unsigned long long)sum.compared, share, sum.budget, sum.refused);
   if (share > 1.0) {
      printf("FAIL more than 1%% of what is compared is undefined\n");
      ok = false;
   }
   printf("%u passed, %u failed\n", sum.passed, sum.failed);
   return !ok || sum.failed || !sum.passed;
}
