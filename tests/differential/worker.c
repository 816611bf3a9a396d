/* SPDX-License-Identifier: MIT */
/*
 * Processes that run programs. Each process keeps its current program in shared memory, so that the program survives if the
 * process dies of a crash, of a sanitizer's report, or of a hang, which a timer of CPU time ends. Such a finding is reduced in
 * a process that forks another one for each try. All other findings are reduced by the process that found them.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/differential/source.h"
#include "tests/generate/generate.h"

double now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu_time(void)
{
   struct timespec t;

   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The current work of a process. */
struct slot {
   struct program program;
   struct twin twin;
   struct setting setting;
   _Atomic bool compiling;
   pid_t worker;
};

struct shared {
   _Atomic uint64_t next; /* seed */
   struct verdict verdict; /* verdict of a guarded try */
   struct slot slot[];
};

struct pool {
   const struct plan *plan;
   struct report *report;
   struct shared *shared;
   struct nvp4c_context *context;
   timer_t timer;
};

enum { REDUCE_SECONDS = 40 };

/* ---- one program */

static void arm(const struct pool *pool, double seconds)
{
   const struct itimerspec t = {.it_value = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)}};

   timer_settime(pool->timer, 0, &t, NULL);
}

static bool make_timer(struct pool *pool)
{
   struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU};

   return !timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &pool->timer);
}

static void judge_timed(void *user, struct verdict *v, const struct program *p, const struct setting *s)
{
   struct pool *pool = user;

   arm(pool, pool->plan->slow);
   judge(v, p, s, pool->context);
   arm(pool, 0);
}

/* A try of a reduction that keeps the slot up to date. */
struct retry {
   struct pool *pool;
   struct slot *slot;
};

static void judge_again(void *user, struct verdict *v, const struct program *p, const struct setting *s)
{
   struct retry *r = user;

   r->slot->program.length = p->length;
   r->slot->program.stage = p->stage;
   memmove(r->slot->program.text, p->text, p->length + 1);
   setting_copy(&r->slot->setting, s);
   judge_timed(r->pool, v, p, s);
}

/* Does the program of the slot fail with these options as it did? */
struct question {
   judge_fn judge;
   void *user;
   const struct program *p;
   const struct verdict *v;
};

static bool still_fails(void *user, const struct setting *s)
{
   const struct question *q = user;
   struct verdict v;

   q->judge(q->user, &v, q->p, s);
   return v.outcome == FOUND && !strcmp(v.signature, q->v->signature);
}

/* Counts a finding, and reduces it unless its group has many. */
static void found(struct pool *pool, const struct slot *slot, struct verdict *v, judge_fn test, void *user)
{
   struct program *p = malloc(sizeof *p);
   struct setting *s = malloc(sizeof *s);
   const struct verdict first = *v;
   struct question question = {test, user, p, v};

   if (p && s) {
      *p = slot->program;
      setting_copy(s, &slot->setting);
      /* This file remains if the process dies while it reduces. */
      report_write(pool->plan, &first, p, s, false);
      const bool is_new = report_is_new(pool->report, pool->plan, v, p, s, still_fails, &question);
      if (is_new)
         reduce(v, p, s, test, user, REDUCE_SECONDS);
      const bool shown = is_new && report_found(pool->report, pool->plan, v, p, s);
      if (!shown || strcmp(first.signature, v->signature))
         report_forget(pool->plan, &first, p, s);
      if (shown)
         report_write(pool->plan, v, p, s, true);
   }
   free(p);
   free(s);
}

/* Returns the target of a seed. */
static enum nvp4c_target target_of(const struct plan *plan, uint64_t seed)
{
   const unsigned both = 1u << NVP4C_TARGET_USC | 1u << NVP4C_TARGET_AGX;

   if (plan->targets == both)
      return util_mix64(seed ^ 0x7a67) & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   return plan->targets >> NVP4C_TARGET_AGX & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
}

/* Counts two equivalent programs with different results. Neither fails alone, so the pair is not reduced. */
static void found_pair(struct pool *pool, struct slot *slot, struct verdict *v, const struct verdict *twin)
{
   v->outcome = FOUND;
   snprintf(v->signature, sizeof v->signature, "equivalent-%s", slot->twin.how);
   snprintf(v->message, sizeof v->message, "an equivalent program (%s) has other results", slot->twin.how);
   if (!report_found(pool->report, pool->plan, v, &slot->program, &slot->setting))
      return;
   report_write(pool->plan, v, &slot->program, &slot->setting, true);
   struct verdict other = *twin;
   snprintf(other.signature, sizeof other.signature, "equivalent-%s-twin", slot->twin.how);
   snprintf(other.message, sizeof other.message, "%s", v->message);
   report_write(pool->plan, &other, &slot->twin.program, &slot->setting, true);
}

/* Compiles the equivalent program, if there is one. If it fails by itself, it replaces the first program. */
static void judge_twin(struct pool *pool, struct slot *slot, struct verdict *v)
{
   struct verdict twin;

   if (v->outcome != PASSED || !slot->twin.program.length)
      return;
   const struct program first = slot->program;
   slot->program = slot->twin.program; /* the program that is reported if this compile crashes */
   judge_timed(pool, &twin, &slot->program, &slot->setting);
   if (twin.outcome == FOUND)
      *v = twin;
   else
      slot->program = first;
   if (twin.outcome == PASSED && v->complete && twin.complete && v->digest != twin.digest)
      found_pair(pool, slot, v, &twin);
}

static void run_one(struct pool *pool, struct slot *slot, uint64_t seed)
{
   enum nvp4c_target target = target_of(pool->plan, seed);
   struct verdict v;

   if (!source_program(pool->plan, seed, target, &slot->program, &slot->twin))
      return;
   if (slot->program.stage == NVP4C_STAGE_GEOMETRY && pool->plan->targets & 1u << NVP4C_TARGET_USC)
      target = NVP4C_TARGET_USC; /* AGX has no geometry programs */
   const bool sends = slot->program.stage == NVP4C_STAGE_VERTEX || slot->program.stage == NVP4C_STAGE_GEOMETRY;
   const bool linked = sends && !pool->plan->no_state && !pool->plan->only && util_mix64(seed ^ 0x6c696e6b) % 4 == 0;
   state_draw(pool->plan, &slot->setting, &slot->program, target);
   slot->compiling = true;
   const double start = cpu_time();
   arm(pool, pool->plan->slow);
   if (linked)
      link_draw(&slot->setting, &slot->program, pool->context);
   judge_timed(pool, &v, &slot->program, &slot->setting);
   report_count(pool->report, pool->plan, &v, &slot->program, target, cpu_time() - start);
   const bool failed = v.outcome == FOUND;
   judge_twin(pool, slot, &v);
   if (v.outcome == FOUND && !failed)
      report_count(pool->report, pool->plan, &v, &slot->program, target, 0);
   if (v.outcome == FOUND && strncmp(v.signature, "equivalent-", 11))
      found(pool, slot, &v, judge_again, &(struct retry){pool, slot});
   slot->compiling = false;
}

static _Noreturn void work(struct pool *pool, struct slot *slot)
{
   const struct plan *plan = pool->plan;

   pool->context = nvp4c_context_new(NULL);
   if (!make_timer(pool))
      _exit(3);
   while (!plan->until || now() < plan->until) {
      const uint64_t seed = pool->shared->next++;
      if (plan->count && seed - plan->seed >= plan->count)
         break;
      run_one(pool, slot, seed);
   }
   nvp4c_context_free(pool->context);
   exit(0);
}

/* ---- processes that die */

static void describe_end(struct verdict *v, int status, const char *report)
{
   const char *summary = report ? strstr(report, "SUMMARY: ") : NULL;
   char text[300];

   memset(v, 0, sizeof *v);
   v->outcome = FOUND;
   if (summary)
      snprintf(text, sizeof text, "%.*s", (int)strcspn(summary + 9, "\n"), summary + 9);
   else if (report && strstr(report, "runtime error: "))
      snprintf(text, sizeof text, "%.*s", (int)strcspn(strstr(report, "runtime error: "), "\n"),
               strstr(report, "runtime error: "));
   else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
      snprintf(text, sizeof text, "it hangs");
   else if (WIFSIGNALED(status))
      snprintf(text, sizeof text, "signal %s", strsignal(WTERMSIG(status)));
   else
      snprintf(text, sizeof text, "exit status %d", WEXITSTATUS(status));
   make_signature(v->signature, sizeof v->signature, "crash", text);
   snprintf(v->message, sizeof v->message, "%s [crash]", text);
}

/* Compiles in a separate process. */
static void judge_guarded(void *user, struct verdict *v, const struct program *p, const struct setting *s)
{
   struct pool *pool = user;
   FILE *errors = tmpfile();
   char report[20000] = "";
   int status;

   fflush(NULL);
   const pid_t child = fork();
   if (!child) {
      if (errors)
         dup2(fileno(errors), STDERR_FILENO);
      if (!make_timer(pool))
         _exit(3);
      arm(pool, pool->plan->slow);
      judge(&pool->shared->verdict, p, s, NULL);
      _exit(0);
   }
   while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
   if (errors) {
      rewind(errors);
      report[fread(report, 1, sizeof report - 1, errors)] = 0;
      fclose(errors);
   }
   if (WIFEXITED(status) && !WEXITSTATUS(status))
      *v = pool->shared->verdict;
   else
      describe_end(v, status, report);
}

/* Starts a process that finds out why a worker died. */
static pid_t start_post_mortem(struct pool *pool, const struct slot *slot, int status)
{
   struct slot *copy = malloc(sizeof *copy); /* the next worker takes the slot */
   struct verdict v;

   if (!copy)
      return -1;
   copy->program = slot->program;
   setting_copy(&copy->setting, &slot->setting);
   fflush(NULL);
   const pid_t child = fork();
   if (child) {
      free(copy);
      return child;
   }
   slot = copy;
   judge_guarded(pool, &v, &slot->program, &slot->setting);
   if (v.outcome != FOUND)
      describe_end(&v, status, NULL); /* the program does not crash again */
   report_count(pool->report, pool->plan, &v, &slot->program, slot->setting.o.target, pool->plan->slow);
   found(pool, slot, &v, judge_guarded, pool);
   exit(0);
}

static void start_worker(struct pool *pool, struct slot *slot)
{
   fflush(NULL);
   slot->compiling = false;
   slot->worker = fork();
   if (!slot->worker)
      work(pool, slot);
}

/* Loads or saves the coverage table, in a file next to the numbers. */
static void keep_coverage(struct gen_coverage *c, const char *resume, bool load)
{
   char name[1024];

   if (!c || !resume)
      return;
   snprintf(name, sizeof name, "%s.coverage", resume);
   FILE *f = fopen(name, load ? "rb" : "wb");
   if (!f && !load)
      perror(name);
   if (!f)
      return;
   const size_t size = gen_coverage_size(), done = load ? fread(c, 1, size, f) : fwrite(c, 1, size, f);
   if (done != size && load) /* the file belongs to another version of the tables */
      memset(c, 0, size);
   if (fclose(f) || (done != size && !load))
      perror(name);
}

int workers_run(struct plan *plan, unsigned jobs, const char *resume, bool steer)
{
   const size_t size = sizeof(struct shared) + jobs * sizeof(struct slot);
   struct shared *shared = shared_memory(size);
   struct pool pool = {.plan = plan, .report = report_start(), .shared = shared};
   const double start = now();
   double saved = start;
   unsigned running = 0;
   int status;

   uint64_t next = plan->seed;
   if (resume)
      report_load(pool.report, resume, &next);
   if (steer)
      plan->coverage = shared_memory(gen_coverage_size());
   keep_coverage(plan->coverage, resume, true);
   shared->next = next;
   for (unsigned k = 0; k < jobs; k++, running++)
      start_worker(&pool, &shared->slot[k]);
   while (running) {
      const pid_t pid = waitpid(-1, &status, WNOHANG);
      if (resume && now() - saved > 10) {
         report_save(pool.report, resume, shared->next);
         keep_coverage(plan->coverage, resume, false);
         saved = now();
      }
      if (!pid)
         nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
      if (!pid || (pid < 0 && errno == EINTR))
         continue;
      if (pid < 0)
         break;
      running--;
      for (unsigned k = 0; k < jobs; k++) {
         struct slot *slot = &shared->slot[k];
         if (slot->worker != pid || (WIFEXITED(status) && !WEXITSTATUS(status)))
            continue;
         if (slot->compiling)
            running += start_post_mortem(&pool, slot, status) > 0;
         start_worker(&pool, slot);
         running++;
      }
   }
   if (resume) {
      const uint64_t end = plan->seed + plan->count, at = shared->next;
      report_save(pool.report, resume, plan->count && at > end ? end : at);
   }
   keep_coverage(plan->coverage, resume, false);
   if (steer)
      gen_coverage_print(plan->coverage, stdout);
   return report_end(pool.report, now() - start, jobs);
}
