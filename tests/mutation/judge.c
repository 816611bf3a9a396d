/* SPDX-License-Identifier: MIT */
/*
 * Runs the tests that judge mutants by execution or by a checker. This program contains the compiler with all mutants in it
 * (mutant.h).
 *
 * judge TESTS BASE
 * judge UNITS BASE MUTANT SECONDS...
 *
 * The first form runs each test on the compiler without mutants. It writes to BASE how each test ended, its CPU time and the
 * mutants that it reached.
 *
 * The second form runs on each mutant the tests that reach it: first the unit tests in UNITS (names with commas between them),
 * then the others, quickest first. It stops when a test ends in another way than BASE says, or when the CPU seconds are spent.
 * It writes one line for each mutant:
 *
 *    MUTANT killed KIND TEST    execution: results differ; checker: the compiler's own checks, or a unit test with outside
 *                               values; refused: an error that BASE does not have; crash; hang
 *    MUTANT survived N TESTS    ran all tests that reach it, or as many as fit
 *    MUTANT unreached
 *
 * Mutant -1 is the program itself, built with a changed table; every test counts as reaching it.
 *
 * TESTS has a line for each test:
 *    generated SEED      a program of tests/differential with its options
 *    command WORDS...    the compiler's command line; its exit status, and if a word is "-run" or "--run", its output
 *    unit NAME [CASE ARGUMENTS...]  a unit test
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/differential/source.h"
#include "tests/mutation/mutant.h"

int nvp4c_mutant;
unsigned char *nvp4c_reached;

int command_main(int argc, char **argv); /* main() of nvp4c/cli/main.c */
struct unit {
   const char *name;
   int (*run)(int argc, char **argv);
};
extern const struct unit units[]; /* written by build.py; the last entry is NULL */

enum { MAX_TESTS = 20000, MAX_WORDS = 60, SIGNATURE = 160 };
enum result { SAME, EXECUTION, CHECKER, REFUSED_IT, CRASH, HANG };
static const char *const result_names[] = {"same", "execution", "checker", "refused", "crash", "hang"};

/* How a test ended: its status, as on the command line, and a description. */
struct end {
   int status;
   char signature[SIGNATURE];
};
struct test {
   char *line;
   struct end base;
   double seconds;
   unsigned char *reached; /* by mutant; NULL if unknown */
   bool first;
};

static struct test tests[MAX_TESTS];
static unsigned num_tests;

/* Shared memory in which a child reports to its parent. */
static struct shared {
   unsigned at, ran;       /* index of the current test, and number of tests so far */
   enum result result;
   struct end end;
   unsigned char reached[MAX_MUTANTS];
} *shared;

static double cpu_seconds(int who)
{
   struct rusage u;

   getrusage(who, &u);
   return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void set_timer(double seconds)
{
   const struct itimerval t = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};

   setitimer(ITIMER_PROF, &t, NULL);
}

/* ---- one test in this process */

static void run_generated(const char *seed, struct end *e)
{
   static struct program p;
   static struct twin twin; /* not used */
   static struct setting s;
   const struct plan plan = {.languages = 7, .targets = 3, .level = -1, .waves = 3};
   const uint64_t number = strtoull(seed, NULL, 0);
   enum nvp4c_target target = util_mix64(number ^ 0x7a67) & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   struct verdict v;

   if (!source_program(&plan, number, target, &p, &twin))
      return;
   if (p.stage == NVP4C_STAGE_GEOMETRY)
      target = NVP4C_TARGET_USC;
   state_draw(&plan, &s, &p, target);
   judge(&v, &p, &s, NULL);
   e->status = v.outcome == FOUND && v.status == NVP4C_OK ? NVP4C_INTERNAL : (int)v.status;
   snprintf(e->signature, sizeof e->signature, "%s", v.signature);
}

static uint64_t hash_of(int fd)
{
   unsigned char data[4096];
   uint64_t h = 1469598103934665603u;
   ssize_t n;

   lseek(fd, 0, SEEK_SET);
   while ((n = read(fd, data, sizeof data)) > 0)
      for (ssize_t k = 0; k < n; k++)
         h = (h ^ data[k]) * 1099511628211u;
   return h;
}

/* Runs in a child process, because the command line ends with exit() and a unit test changes global variables. */
static void run_child(char **words, unsigned num, struct end *e)
{
   bool by_output = false;
   int status;

   for (unsigned k = 1; k < num; k++)
      by_output |= !strcmp(words[k], "-run") || !strcmp(words[k], "--run");
   FILE *out = by_output ? tmpfile() : NULL;
   fflush(NULL);
   const pid_t pid = fork();
   if (!pid) {
      const int null = open("/dev/null", O_WRONLY);
      dup2(out ? fileno(out) : null, STDOUT_FILENO);
      dup2(null, STDERR_FILENO);
      set_timer(60); /* limits the test without mutants; the rlimits of the parent also apply */
      if (strcmp(words[0], "unit")) {
         words[0] = (char *)"nvp4c";
         exit(command_main((int)num, words));
      }
      setenv("CK_FORK", "no", 1);
      if (num > 2)
         setenv("CK_RUN_CASE", words[2], 1);
      const unsigned at = num > 2 ? 2 : 1; /* the arguments follow the case */
      for (const struct unit *u = units; u->name; u++)
         if (!strcmp(u->name, words[1]))
            exit(u->run((int)(num - at), words + at) ? NVP4C_INTERNAL : 0);
      _exit(99);
   }
   while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
      ;
   e->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
   if (out) {
      snprintf(e->signature, sizeof e->signature, "%016llx", (unsigned long long)hash_of(fileno(out)));
      fclose(out);
   }
}

static void run_test(const struct test *t, struct end *e)
{
   char *line = strdup(t->line), *words[MAX_WORDS], *save = NULL;
   unsigned num = 0;

   memset(e, 0, sizeof *e);
   for (char *w = strtok_r(line, " ", &save); w && num < MAX_WORDS - 1; w = strtok_r(NULL, " ", &save))
      words[num++] = w;
   words[num] = NULL;
   if (!strcmp(words[0], "generated"))
      run_generated(words[1], e);
   else
      run_child(words, num, e);
   free(line);
}

/* ---- the compiler without mutants */

static void write_base(const char *file)
{
   FILE *out = fopen(file, "w");

   if (!out) {
      perror(file);
      exit(3);
   }
   for (unsigned k = 0; k < num_tests; k++) {
      memset(shared->reached, 0, sizeof shared->reached);
      const double start = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
      run_test(&tests[k], &tests[k].base);
      const double seconds = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN) - start;
      fprintf(out, "%s\n%d %.4f %s\n", tests[k].line, tests[k].base.status, seconds, tests[k].base.signature);
      for (unsigned n = 1; n < MAX_MUTANTS; n++)
         if (shared->reached[n])
            fprintf(out, "%u ", n);
      fputc('\n', out);
   }
   if (fclose(out))
      exit(3);
}

/* ---- mutants */

static enum result compare(const struct end *base, const struct end *now)
{
   if (base->status == now->status)
      return !strcmp(base->signature, now->signature)                  ? SAME
             : now->status == NVP4C_INTERNAL                           ? CHECKER
             : now->status == NVP4C_MISMATCH || now->status == NVP4C_OK ? EXECUTION
                                                                       : REFUSED_IT;
   switch (now->status) {
   case NVP4C_MISMATCH: return EXECUTION;
   case NVP4C_INTERNAL: return CHECKER;
   case -SIGPROF:
   case -SIGXCPU:
   case -SIGKILL: return HANG;
   default: return now->status < 0 ? CRASH : REFUSED_IT;
   }
}

/* Is the test one of the unit tests in `units`? */
static bool is_first(const struct test *t, const char *units)
{
   if (strncmp(t->line, "unit ", 5))
      return false;
   const char *name = t->line + 5;
   const size_t n = strcspn(name, " ");
   for (const char *u = units; *u; u += strcspn(u, ","), u += *u == ',')
      if (strcspn(u, ",") == n && !strncmp(u, name, n))
         return true;
   return false;
}

static int by_seconds(const void *a, const void *b)
{
   const struct test *x = &tests[*(const unsigned *)a], *y = &tests[*(const unsigned *)b];

   if (x->first != y->first)
      return y->first - x->first;
   return x->seconds < y->seconds ? -1 : x->seconds > y->seconds ? 1 : (x > y) - (x < y);
}

static _Noreturn void run_mutant(int mutant, const unsigned *order, unsigned num, double seconds)
{
   for (unsigned k = 0; k < num; k++) {
      const struct test *t = &tests[order[k]];
      const double used = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
      if (used + t->seconds > seconds)
         break;
      shared->at = order[k];
      nvp4c_mutant = mutant;
      set_timer(1 + 20 * t->seconds);
      /* The limit also applies to children. */
      const struct rlimit limit = {(rlim_t)(2 + 20 * t->seconds + used), RLIM_INFINITY};
      setrlimit(RLIMIT_CPU, &limit);
      run_test(t, &shared->end);
      shared->ran++;
      shared->result = compare(&t->base, &shared->end);
      if (shared->result != SAME)
         break;
   }
   _exit(0);
}

static void judge_mutant(int mutant, double seconds)
{
   unsigned order[MAX_TESTS], num = 0;
   int status;

   for (unsigned k = 0; k < num_tests; k++)
      if (mutant < 0 || (tests[k].reached && tests[k].reached[mutant]))
         order[num++] = k;
   if (!num) {
      printf("%d unreached\n", mutant);
      return;
   }
   if (mutant > 0)
      qsort(order, num, sizeof *order, by_seconds);
   memset(shared, 0, sizeof *shared);
   fflush(NULL);
   const pid_t pid = fork();
   if (!pid)
      run_mutant(mutant, order, num, seconds);
   while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
      ;
   if (WIFSIGNALED(status))
      shared->result = WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGXCPU ? HANG : CRASH;
   if (shared->result == SAME)
      printf("%d survived %u of %u\n", mutant, shared->ran, num);
   else
      printf("%d killed %s %s [%d %s]\n", mutant, result_names[shared->result], tests[shared->at].line, shared->end.status,
             shared->end.signature);
   fflush(stdout);
}

/* ---- files */

static bool read_line(FILE *in, char *line, size_t size)
{
   if (!fgets(line, (int)size, in))
      return false;
   line[strcspn(line, "\n")] = 0;
   return true;
}

static void read_tests(const char *file, bool with_base)
{
   static char line[200000];
   FILE *in = fopen(file, "r");
   int used = 0;

   if (!in) {
      perror(file);
      exit(3);
   }
   while (num_tests < MAX_TESTS && read_line(in, line, sizeof line)) {
      struct test *t = &tests[num_tests++];
      t->line = strdup(line);
      if (!with_base)
         continue;
      if (!read_line(in, line, sizeof line) || sscanf(line, "%d %lf %n", &t->base.status, &t->seconds, &used) < 2 ||
          !read_line(in, line + 1000, sizeof line - 1000))
         exit(3);
      snprintf(t->base.signature, sizeof t->base.signature, "%s", line + used);
      t->reached = calloc(MAX_MUTANTS, 1);
      for (char *s = line + 1000, *end; *s; s = end) {
         const unsigned long n = strtoul(s, &end, 10);
         if (end == s)
            break;
         if (n < MAX_MUTANTS)
            t->reached[n] = 1;
      }
   }
   fclose(in);
}

int main(int argc, char **argv)
{
   const int protection = PROT_READ | PROT_WRITE;

   shared = mmap(NULL, sizeof *shared, protection, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   if (shared == MAP_FAILED || argc < 3 || argc % 2 == 0) {
      fprintf(stderr, "usage: judge TESTS BASE, or judge UNITS BASE MUTANT SECONDS...\n");
      return 2;
   }
   nvp4c_reached = shared->reached;
   read_tests(argc == 3 ? argv[1] : argv[2], argc > 3);
   for (unsigned k = 0; argc > 3 && k < num_tests; k++)
      tests[k].first = is_first(&tests[k], argv[1]);
   if (argc == 3)
      write_base(argv[2]);
   for (int k = 3; k < argc; k += 2)
      judge_mutant(atoi(argv[k]), atof(argv[k + 1]));
   return 0;
}
