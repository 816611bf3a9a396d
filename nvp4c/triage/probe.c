/* SPDX-License-Identifier: MIT */
/* Decides whether a program fails: see triage.h. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c/console/console.h"
#include "nvp4c/triage/triage.h"

/* ---- memory */

void *triage_alloc(size_t size)
{
   void *p = malloc(size ? size : 1);

   if (!p) {
      console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "out of memory");
   }
   return p;
}

void triage_add(void *text, const char *data, size_t len)
{
   struct triage_text *t = text;

   if (t->cap - t->len < len + 1) {
      t->cap = 2 * (t->len + len + 1);
      char *more = triage_alloc(t->cap);
      memcpy(more, t->data ? t->data : "", t->len);
      free(t->data);
      t->data = more;
   }
   memcpy(t->data + t->len, data, len);
   t->len += len;
   t->data[t->len] = 0;
}

void triage_printf(struct triage_text *t, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   const int n = vsnprintf(NULL, 0, fmt, ap);
   va_end(ap);
   char *line = triage_alloc((size_t)n + 1);
   va_start(ap, fmt);
   vsnprintf(line, (size_t)n + 1, fmt, ap);
   va_end(ap);
   triage_add(t, line, (size_t)n);
   free(line);
}

/* ---- the file of a test */

void triage_probe_begin(struct triage_probe *p, const struct triage_job *job, bool takes_output)
{
   const char *temp = getenv("TMPDIR"), *dot = strrchr(job->name, '.');
   const size_t suffix = dot ? strspn(dot + 1, "abcdefghijklmnopqrstuvwxyz0123456789") : 0;

   *p = (struct triage_probe){.job = job, .takes_output = takes_output};
   if (!job->command)
      return;
   snprintf(p->folder, sizeof p->folder, "%s/nvp4c-XXXXXX", temp && strlen(temp) < 400 ? temp : "/tmp");
   if (!mkdtemp(p->folder))
      file_error(p->folder);
   /* The test may depend on the suffix. */
   snprintf(p->file, sizeof p->file, "%s/program%s", p->folder,
            !takes_output && suffix && !dot[1 + suffix] && suffix < 16 ? dot : "");
}

void triage_probe_end(struct triage_probe *p)
{
   if (!p->folder[0])
      return;
   unlink(p->file);
   rmdir(p->folder);
}

/* Runs a command as system() does, but a signal for this program also ends the command and what it has started. Those are a
   process group, which must not read from the terminal. */
static int run_command(const char *command)
{
   int status = 0;
   pid_t ended;

   fflush(NULL);
   const pid_t child = fork();
   if (child < 0)
      file_error("/bin/sh");
   if (!child) {
      const int nothing = open("/dev/null", O_RDONLY);
      setpgid(0, 0);
      dup2(nothing, 0);
      execl("/bin/sh", "sh", "-c", command, (char *)NULL);
      _exit(127);
   }
   setpgid(child, child); /* here too, since either process may be first */
   /* A signal may come just before a call that waits, so nothing waits for long. */
   for (struct timespec time = {.tv_nsec = 100000}; (ended = waitpid(child, &status, WNOHANG)) == 0;) {
      if (interrupted())
         kill(-child, interrupted());
      nanosleep(&time, NULL);
      time.tv_nsec = time.tv_nsec < 10000000 ? 2 * time.tv_nsec : time.tv_nsec;
   }
   return ended < 0 ? -1 : status;
}

/* Runs the test on a file with the given bytes. */
static bool test_fails(struct triage_probe *p, const char *data, size_t len)
{
   FILE *f = fopen(p->file, "wb");
   struct triage_text command = {0};

   if (!f || fwrite(data, 1, len, f) != len || fclose(f))
      file_error(p->file);
   triage_printf(&command, "%s '%s'", p->job->command, p->file);
   const int status = run_command(command.data);
   free(command.data);
   if (interrupted())
      return false;
   if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127) {
      usage_error("the test '%s' cannot be run", p->job->command);
   }
   return WEXITSTATUS(status) != 0;
}

/* ---- probing */

static const char *first_error(const struct nvp4c_result *r)
{
   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++)
      if (nvp4c_result_diagnostic(r, i)->severity == NVP4C_ERROR)
         return nvp4c_result_diagnostic(r, i)->id;
   return "";
}

static int is_cancelled(void *user)
{
   (void)user;
   return interrupted();
}

static struct nvp4c_result *compile(const char *text, size_t len, const struct nvp4c_options *options)
{
   struct nvp4c_result *r = nvp4c_compile(text, len, options);

   if (!r) {
      console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "out of memory");
   }
   return r;
}

/* Does the compile itself fail? */
static bool compile_fails(struct triage_probe *p, const struct nvp4c_result *r)
{
   const enum nvp4c_status status = nvp4c_result_status(r);

   if (status != NVP4C_MISMATCH && status != NVP4C_INTERNAL)
      return false;
   if (!p->id[0]) {
      p->status = status;
      snprintf(p->id, sizeof p->id, "%s", first_error(r));
   }
   return p->status == status && !strcmp(p->id, first_error(r));
}

bool triage_probe_fails(struct triage_probe *p, const char *text, size_t len, const struct nvp4c_options *options)
{
   struct nvp4c_options o = *options;
   struct triage_text out = {0};
   bool fails;

   if (interrupted()) /* then every program passes, so all searches end */
      return false;
   p->tries++;
   if (p->job->progress)
      progress_add(1, p->what[0] ? p->what : NULL);
   if (p->job->fails)
      return p->job->fails(p->job->user, text, len);
   o.cancel.fn = is_cancelled;
   o.diagnostics.no_warnings = 1;
   o.diagnostics.werror = 0;
   o.diagnostics.warnings = NULL;
   o.diagnostics.num_warnings = 0;
   o.syntax_only = p->job->command && !p->takes_output; /* the test only sees programs that parse */
   struct nvp4c_result *r = compile(text, len, &o);
   if (!p->job->command) {
      fails = compile_fails(p, r);
   } else if (nvp4c_result_status(r) != NVP4C_OK) {
      fails = false;
   } else if (p->takes_output) {
      p->job->output(p->job->user, r, &out);
      fails = test_fails(p, out.data ? out.data : "", out.len);
   } else {
      fails = test_fails(p, text, len);
   }
   nvp4c_result_free(r);
   free(out.data);
   return fails;
}
