/* SPDX-License-Identifier: MIT */
/*
 * Text tests: runner [-j N] [-update] [-default OPTIONS]... [-also OPTIONS] NVP4C FILE...
 *
 * A test is the input of one or more runs of the compiler. Its comment lines give the options and the expected results:
 *
 *    # RUN: options          a run; each such line is one run. Without any, the runs are those of -default.
 *    # EXIT: n               the exit status of all runs (0 by default)
 *    # ERROR: id@offset      the id of a diagnostic that must be reported, at that byte offset of the file if there is one;
 *                            with EXIT 1, 5 or 7
 *    # EXPECT:               the lines that follow, each after "# ", are the standard output of the last run
 *    # MESSAGES:             the same for the standard error, where FILE stands for the name of the test
 *
 * -also adds options to each run that makes IR, for checks that do not change the output.
 * -update rewrites the EXPECT and MESSAGES blocks with the actual output. Prints "N passed, N failed".
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_RUNS 16

struct test {
   const char *file;
   char *text;
   size_t len;
   char *runs[MAX_RUNS];
   unsigned num_runs;
   int exit;
   char *error;  /* "id@offset" or "id" */
   struct block {
      const char *head;
      char *lines; /* NULL if there are none */
      size_t at;   /* offset in the text, after the line that begins it */
   } blocks[2];    /* standard output, standard error */
};

static char *slurp(const char *file, size_t *len)
{
   FILE *f = fopen(file, "rb");
   char *buf = NULL;
   size_t n = 0, cap = 0, got;

   if (!f)
      return NULL;
   do {
      if (n + 65536 > cap)
         buf = realloc(buf, cap = cap * 2 + 131072);
      got = fread(buf + n, 1, cap - n - 1, f);
      n += got;
   } while (got);
   fclose(f);
   buf[n] = 0;
   *len = n;
   return buf;
}

static void parse(struct test *t, const char *const *defaults, unsigned num_defaults)
{
   char *line = t->text, *next;
   struct block *in = NULL;
   size_t en = 0;

   t->exit = 0;
   t->blocks[0].head = "# EXPECT:";
   t->blocks[1].head = "# MESSAGES:";
   for (; line && *line; line = next) {
      size_t n = strcspn(line, "\n");
      next = line[n] ? line + n + 1 : NULL;
      bool head = false;
      for (unsigned b = 0; b < 2; b++) {
         if (n == strlen(t->blocks[b].head) && !strncmp(line, t->blocks[b].head, n)) {
            in = &t->blocks[b];
            in->lines = calloc(1, t->len + 1);
            in->at = (size_t)(line - t->text) + n + 1;
            en = 0;
            head = true;
         }
      }
      if (head)
         continue;
      if (in) {
         if (line[0] == '#' && (n == 1 || line[1] == ' ')) {
            size_t skip = n == 1 ? 1 : 2;
            memcpy(in->lines + en, line + skip, n - skip);
            en += n - skip;
            in->lines[en++] = '\n';
            in->lines[en] = 0;
            continue;
         }
         in = NULL;
      }
      if (n > 7 && !strncmp(line, "# RUN: ", 7) && t->num_runs < MAX_RUNS)
         t->runs[t->num_runs++] = strndup(line + 7, n - 7);
      else if (!strncmp(line, "# EXIT: ", 8))
         t->exit = atoi(line + 8);
      else if (n > 9 && !strncmp(line, "# ERROR: ", 9))
         t->error = strndup(line + 9, n - 9);
   }
   if (!t->num_runs)
      for (unsigned i = 0; i < num_defaults; i++)
         t->runs[t->num_runs++] = strdup(defaults[i]);
}

/* Returns the text with FILE in place of the name. */
static char *without_name(const char *text, const char *name)
{
   size_t n = strlen(name);
   char *copy = calloc(1, (text ? strlen(text) : 0) * 4 + 1), *out = copy;

   for (const char *s = text; s && *s;) {
      if (!strncmp(s, name, n)) {
         memcpy(out, "FILE", 4);
         out += 4;
         s += n;
      } else {
         *out++ = *s++;
      }
   }
   return copy;
}

/* Replaces the lines of a block, in the file and in the text. */
static void rewrite(struct test *t, const struct block *block, const char *lines)
{
   FILE *f = fopen(t->file, "wb");

   if (!f)
      return;
   fwrite(t->text, 1, block->at, f);
   for (const char *l = lines; l && *l;) {
      size_t n = strcspn(l, "\n");
      fprintf(f, n ? "# %.*s\n" : "#%.*s\n", (int)n, l);
      l += n + (l[n] == '\n');
   }
   /* what follows the old block */
   char *rest = t->text + block->at;
   while (*rest == '#' && (rest[1] == ' ' || rest[1] == '\n') && strncmp(rest, "# EXPECT:\n", 10) &&
          strncmp(rest, "# MESSAGES:\n", 12))
      rest += strcspn(rest, "\n") + 1;
   fputs(rest, f);
   fclose(f);
   free(t->text);
   t->text = slurp(t->file, &t->len);
}

/* Does a run with these options make IR? */
static bool makes_ir(const char *options)
{
   static const char *const others[] = {"--as", "--dis", "--sim", "--help", "--version", "-help", "-h ", "-fsyntax-only"};

   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      if (strstr(options, others[i]))
         return false;
   return true;
}

static bool run_one(const char *nvp4c, const char *also, struct test *t, const char *options, bool last, bool update)
{
   char out[64], err[64], cmd[2048];
   bool ok = true;

   snprintf(out, sizeof out, "/tmp/nvp4c-test-%d.out", (int)getpid());
   snprintf(err, sizeof err, "/tmp/nvp4c-test-%d.err", (int)getpid());
   snprintf(cmd, sizeof cmd, "'%s' %s %s '%s' >%s 2>%s", nvp4c, makes_ir(options) ? also : "", options, t->file, out, err);
   int st = system(cmd);
   int code = WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
   size_t on, en;
   char *o = slurp(out, &on), *e = slurp(err, &en);

   if (code != t->exit) {
      printf("FAIL %s: %s: exit status %d, not %d\n%s", t->file, options, code, t->exit, e ? e : "");
      ok = false;
   }
   if (ok && t->error) {
      char *at = strchr(t->error, '@'), want[256], tag[128];
      size_t idn = at ? (size_t)(at - t->error) : strlen(t->error);
      snprintf(tag, sizeof tag, "[%.*s]", (int)idn, t->error);
      bool found = false;
      unsigned line = 1, col = 1;
      if (at)
         for (size_t i = 0, off = (size_t)atol(at + 1); i < off && i < t->len; i++) {
            col = t->text[i] == '\n' ? 1 : col + 1;
            line += t->text[i] == '\n';
         }
      snprintf(want, sizeof want, ":%u:%u: ", line, col);
      for (char *l = e; l && *l && !found; l = strchr(l, '\n') ? strchr(l, '\n') + 1 : NULL) {
         size_t n = strcspn(l, "\n");
         char save = l[n];
         l[n] = 0;
         found = strstr(l, tag) && (!at || strstr(l, want));
         l[n] = save;
      }
      if (!found) {
         printf("FAIL %s: %s: no diagnostic %s\n%s", t->file, options, t->error, e ? e : "");
         ok = false;
      }
   }
   /* Blocks are rewritten from the end of the text on, so that offsets stay valid. */
   unsigned order = t->blocks[0].at < t->blocks[1].at;
   for (unsigned k = 0; ok && last && k < 2; k++) {
      unsigned b = k ^ order;
      char *got = b ? without_name(e, t->file) : o ? strdup(o) : NULL;

      if (t->blocks[b].lines && (!got || strcmp(got, t->blocks[b].lines))) {
         if (update)
            rewrite(t, &t->blocks[b], got);
         else
            printf("FAIL %s: %s: %s differs\n--- expected\n%s--- got\n%s---\n", t->file, options,
                   b ? "standard error" : "output", t->blocks[b].lines, got ? got : "");
         ok = update;
      }
      free(got);
   }
   free(o);
   free(e);
   unlink(out);
   unlink(err);
   return ok;
}

int main(int argc, char **argv)
{
   const char *defaults[MAX_RUNS], *also = "";
   unsigned num_defaults = 0, jobs = 1;
   bool update = false;
   int a = 1;

   for (; a < argc && argv[a][0] == '-'; a++) {
      if (!strcmp(argv[a], "-update"))
         update = true;
      else if (!strcmp(argv[a], "-j") && a + 1 < argc)
         jobs = (unsigned)atoi(argv[++a]);
      else if (!strcmp(argv[a], "-default") && a + 1 < argc && num_defaults < MAX_RUNS)
         defaults[num_defaults++] = argv[++a];
      else if (!strcmp(argv[a], "-also") && a + 1 < argc)
         also = argv[++a];
      else
         return 2;
   }
   if (a >= argc)
      return 2;
   const char *nvp4c = argv[a++];
   if (jobs < 1 || jobs > 64)
      jobs = 1;

   /* Job j takes the files j, j + jobs, ... and writes its counts into the pipe. */
   int fds[2];
   if (pipe(fds))
      return 2;
   for (unsigned j = 0; j < jobs; j++) {
      pid_t pid = fork();
      if (pid < 0)
         return 2;
      if (pid)
         continue;
      unsigned counts[2] = {0, 0};
      for (int f = a + (int)j; f < argc; f += (int)jobs) {
         struct test t = {.file = argv[f]};
         bool ok = (t.text = slurp(t.file, &t.len)) != NULL;
         if (!ok)
            printf("FAIL %s: cannot be read\n", t.file);
         else
            parse(&t, defaults, num_defaults);
         if (ok && !t.num_runs) {
            printf("FAIL %s: says nothing to run\n", t.file);
            ok = false;
         }
         for (unsigned i = 0; ok && i < t.num_runs; i++)
            ok = run_one(nvp4c, also, &t, t.runs[i], i + 1 == t.num_runs, update);
         counts[!ok]++;
      }
      fflush(stdout);
      if (write(fds[1], counts, sizeof counts) != (ssize_t)sizeof counts)
         _exit(3);
      _exit(0);
   }
   unsigned total[2] = {0, 0};
   bool broken = false;
   for (unsigned j = 0; j < jobs; j++) {
      int st;
      unsigned c[2];
      if (wait(&st) < 0 || !WIFEXITED(st) || WEXITSTATUS(st) || read(fds[0], c, sizeof c) != (ssize_t)sizeof c)
         broken = true;
      else
         total[0] += c[0], total[1] += c[1];
   }
   printf("%u passed, %u failed\n", total[0], total[1]);
   return broken || total[1] || !total[0];
}
