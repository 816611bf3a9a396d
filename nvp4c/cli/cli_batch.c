/* SPDX-License-Identifier: MIT */
/*
 * --batch LIST: compiles the files that are named in the list, one per line, in several threads. Lines that start with # are
 * comments. Output comes in the order of the list, and statistics are preceded by the name of the file. The exit status is that
 * of the first file that fails.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

#define MAX_JOBS 256
#define AHEAD 64 /* most files that may be compiled before they are printed */

struct program {
   const char *name;
   char *output; /* file of the code or its text, or NULL */
   char *text;
   size_t len, skipped;
   struct sink dump; /* printed IR */
   struct nvp4c_result *r;
   int error; /* errno of reading it */
   bool done;
};

struct batch {
   const struct cli *o;
   const struct nvp4c_options *opt;
   struct program *programs;
   unsigned num;
   pthread_mutex_t lock;
   pthread_cond_t changed;
   unsigned next, printed; /* guarded by the lock, like `done` of programs */
};

static void compile(struct batch *b, struct program *p)
{
   struct nvp4c_options opt = *b->opt;

   opt.inspect.print = sink_add;
   opt.inspect.user = &p->dump;
   opt.debug.source = p->name;
   p->r = nvp4c_compile(p->text, p->len, &opt);
}

static void *work(void *user)
{
   struct batch *b = user;

   pthread_mutex_lock(&b->lock);
   while (b->next < b->num) {
      if (b->next >= b->printed + AHEAD) {
         pthread_cond_wait(&b->changed, &b->lock);
         continue;
      }
      struct program *p = &b->programs[b->next++];
      pthread_mutex_unlock(&b->lock);
      p->text = try_read(p->name, &p->len);
      p->error = errno;
      if (p->text) {
         p->skipped = skip_byte_order_mark(p->text, &p->len);
         compile(b, p);
      }
      pthread_mutex_lock(&b->lock);
      p->done = true;
      pthread_cond_broadcast(&b->changed);
   }
   pthread_mutex_unlock(&b->lock);
   return NULL;
}

/* Prints the messages and facts of a finished program. Returns its status. */
static int report(const struct batch *b, struct program *p)
{
   const struct cli *o = b->o;
   struct sink out = {0};

   if (!p->text) {
      return read_error(p->name, p->error);
   }
   if (!p->r) {
      console_error("out-of-memory", p->name, "out of memory");
      return NVP4C_LIMIT;
   }
   print_diagnostics(p->r, NULL, &(struct input_text){p->name, p->text, p->len, p->skipped}, NULL, o);
   const int status = (int)nvp4c_result_status(p->r);
   if (p->dump.len)
      write_output(NULL, p->dump.data, p->dump.len);
   else if (p->output)
      collect_output(&out, o, b->opt, p->r);
   if (out.len)
      write_output(p->output, out.data, out.len);
   for (unsigned i = 0; o->stats && i < nvp4c_result_num_stats(p->r); i++)
      printf("%s %s: %llu\n", p->name, nvp4c_result_stat(p->r, i).name, (unsigned long long)nvp4c_result_stat(p->r, i).value);
   if (nvp4c_result_verify(p->r).waves && status == NVP4C_OK) {
      printf("%s ", p->name);
      print_verification(stdout, nvp4c_result_verify(p->r));
   }
   free(out.data);
   return status;
}

static void free_program(struct program *p)
{
   nvp4c_result_free(p->r);
   free(p->text);
   free(p->dump.data);
   free(p->output);
}

/* Prints the programs in order when they are finished. Returns the status of the batch. */
static int print_all(struct batch *b)
{
   const bool progress = isatty(2);
   int status = NVP4C_OK;
   unsigned failed = 0;

   for (unsigned i = 0; i < b->num; i++) {
      struct program *p = &b->programs[i];
      pthread_mutex_lock(&b->lock);
      while (!p->done)
         pthread_cond_wait(&b->changed, &b->lock);
      b->printed = i + 1;
      pthread_cond_broadcast(&b->changed);
      pthread_mutex_unlock(&b->lock);
      if (progress)
         fprintf(stderr, "\r\033[K");
      const int one = report(b, p);
      failed += one != NVP4C_OK;
      status = status == NVP4C_OK ? one : status;
      free_program(p);
      if (progress)
         fprintf(stderr, "%u of %u, %u failed: %s", i + 1, b->num, failed, p->name);
   }
   if (progress)
      fprintf(stderr, "\r\033[K");
   if (console_format() == MESSAGES_TEXT)
      fprintf(stderr, "nvp4c: %u programs, %u failed\n", b->num, failed);
   return status;
}

/* Splits the list into names. */
static void read_list(struct batch *b, char *list, size_t len)
{
   unsigned cap = 0;

   for (char *line = list, *next; line; line = next) {
      next = memchr(line, '\n', (size_t)(list + len - line));
      char *end = next ? next++ : list + len;
      while (end > line && (end[-1] == ' ' || end[-1] == '\r' || end[-1] == '\t'))
         end--;
      *end = 0;
      if (!*line || *line == '#')
         continue;
      if (b->num == cap) {
         cap = cap ? 2 * cap : 64;
         b->programs = xrealloc(b->programs, cap * sizeof *b->programs);
      }
      b->programs[b->num++] = (struct program){.name = line};
   }
}

/* Names the outputs, and checks that they are neither inputs nor the same file. */
static void plan_outputs(struct batch *b, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};

   add_name(&inputs, b->o->inputs[0]);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   for (unsigned i = 0; i < b->num; i++) {
      struct program *p = &b->programs[i];
      add_name(&inputs, p->name);
      if (b->o->mode != MODE_DEFAULT)
         add_name(&outputs, p->output = output_name(p->name, b->o->mode == MODE_CODE ? code_suffix(b->o) : ".s"));
   }
   check_outputs(&inputs, &outputs);
   free(inputs.name);
   free(outputs.name);
}

static unsigned number_of_jobs(const char *text)
{
   char *end;
   const unsigned long n = text ? strtoul(text, &end, 10) : 1;

   if (text && (!*text || *end || n < 1 || n > MAX_JOBS))
      usage_error("-j: '%s' is not a number from 1 to 256", text);
   return (unsigned)n;
}

int batch_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   struct batch b = {.o = o, .opt = opt};
   const unsigned jobs = number_of_jobs(o->jobs);
   pthread_t thread[MAX_JOBS];
   unsigned started = 0;
   size_t len;

   if (o->output || o->deps || o->save_temps || o->reflect || o->timing)
      usage_error("%s cannot be used with --batch", o->output       ? "-o"
                                                 : o->deps       ? "-MD"
                                                 : o->save_temps ? "-save-temps"
                                                 : o->reflect    ? "-reflect"
                                                                 : "-time-passes");
   if (o->stats == FACTS_JSON)
      usage_error("-stats=json cannot be used with --batch");
   set_output_options(o, opt);
   opt->output.listing = o->mode == MODE_TEXT;
   char *list = read_all(o->inputs[0], &len);
   skip_byte_order_mark(list, &len);
   if (!looks_like_text(list, len))
      usage_error("'%s' is not a list of files", o->inputs[0]);
   list = xrealloc(list, len + 1);
   read_list(&b, list, len);
   plan_outputs(&b, l);
   pthread_mutex_init(&b.lock, NULL);
   pthread_cond_init(&b.changed, NULL);
   while (started < jobs && !pthread_create(&thread[started], NULL, work, &b))
      started++;
   if (!started) {
      console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "cannot start a thread: %s", strerror(errno));
   }
   const int status = print_all(&b);
   for (unsigned k = 0; k < started; k++)
      pthread_join(thread[k], NULL);
   pthread_mutex_destroy(&b.lock);
   pthread_cond_destroy(&b.changed);
   free(b.programs);
   free(list);
   return status;
}
