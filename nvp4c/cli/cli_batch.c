/* SPDX-License-Identifier: MIT */
/*
 * Several inputs: those of the command line, or with --batch those that a list names, one per line; lines of the list that
 * start with # are comments. They are compiled in several threads. Output comes in the order of the inputs, and statistics are
 * preceded by the name of the file. The exit status is that of the first file that fails.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c/document/document.h"

#define AHEAD 64 /* most files that may be compiled before they are printed */

struct program {
   const char *name;
   const char *cpu; /* core of -mcpu=all, or NULL */
   char *output; /* file of the code or its text, or NULL */
   char *rule;   /* file of -MD, or NULL */
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
   const struct lists *l;
   struct program *programs;
   unsigned num;
   pthread_mutex_t lock;
   pthread_cond_t changed;
   unsigned next, printed; /* guarded by the lock, like `done` of programs */
};

bool wants_all_cores(const struct nvp4c_options *opt)
{
   return opt->cpu && !strcmp(opt->cpu, "all");
}

static void compile(struct batch *b, struct program *p)
{
   struct nvp4c_options opt = *b->opt;

   opt.inspect.print = sink_add;
   opt.inspect.user = &p->dump;
   opt.debug.source = p->name;
   if (p->cpu)
      opt.cpu = p->cpu;
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

/* Prints the listing with costs of -report, below the name of the file. With -S it is in the output. */
static void print_report(const struct program *p, const struct cli *o)
{
   struct sink text = {0};

   if (!o->report || o->mode == MODE_TEXT)
      return;
   collect_report(&text, o->report, p->r, p->name);
   if (text.len && o->report == REPORT_TEXT)
      printf(p->cpu ? "%s %s:\n" : "%s:\n", p->name, p->cpu);
   fwrite(text.data ? text.data : "", 1, text.len, stdout);
   free(text.data);
}

/* Prints statistics and reflection: lines that start with the name, documents of one line each, or rows of CSV. */
static void print_facts_of(const struct program *p, const struct cli *o)
{
   const char *cpu = p->cpu ? p->cpu : "", *blank = p->cpu ? " " : "";
   struct sink s = {0};

   for (unsigned i = 0; o->stats == FACTS_TEXT && i < nvp4c_result_num_stats(p->r); i++) {
      const struct nvp4c_stat stat = nvp4c_result_stat(p->r, i);
      printf("%s%s%s %s: %llu\n", p->name, blank, cpu, stat.name, (unsigned long long)stat.value);
   }
   if (o->stats <= FACTS_TEXT && o->reflect <= FACTS_TEXT)
      return;
   print_stats_and_reflection(&s, p->r, o, p->name);
   if (o->stats != FACTS_CSV && o->reflect != FACTS_CSV)
      json_to_line(&s);
   fwrite(s.data ? s.data : "", 1, s.len, stdout);
   free(s.data);
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
   if (o->verbose) {
      print_files(p->name, p->len, p->output);
      print_stages(p->r);
   }
   print_diagnostics(p->r, NULL, &(struct input_text){p->name, p->text, p->len, p->skipped}, NULL, o);
   const int status = (int)nvp4c_result_status(p->r);
   if (p->dump.len)
      write_output(NULL, p->dump.data, p->dump.len);
   else if (p->output)
      collect_output(&out, o, b->opt, p->r);
   if (out.len)
      write_output(p->output, out.data, out.len);
   if (status == NVP4C_OK && p->rule)
      write_dependencies(o, b->l, p->name, p->rule, p->output);
   print_report(p, o);
   if (status == NVP4C_OK)
      print_facts_of(p, o);
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
   free(p->rule);
}

/* Prints the programs in order when they are finished. Returns the status of the batch. */
static int print_all(struct batch *b)
{
   int status = NVP4C_OK;
   unsigned failed = 0;

   progress_begin(b->num, "programs");
   for (unsigned i = 0; i < b->num; i++) {
      struct program *p = &b->programs[i];
      pthread_mutex_lock(&b->lock);
      while (!p->done)
         pthread_cond_wait(&b->changed, &b->lock);
      b->printed = i + 1;
      pthread_cond_broadcast(&b->changed);
      pthread_mutex_unlock(&b->lock);
      progress_hide();
      const int one = report(b, p);
      failed += one != NVP4C_OK;
      status = status == NVP4C_OK ? one : status;
      free_program(p);
      progress_add(1, p->name);
   }
   progress_hide();
   if (b->o->tool == TOOL_BATCH && console_format() == MESSAGES_TEXT)
      fprintf(stderr, "nvp4c: %u programs, %u failed\n", b->num, failed);
   return status;
}

static void add_job(struct batch *b, const char *name, const char *cpu)
{
   if (!(b->num & (b->num - 1)))
      b->programs = xrealloc(b->programs, (b->num ? 2 * b->num : 1) * sizeof *b->programs);
   b->programs[b->num++] = (struct program){.name = name, .cpu = cpu};
}

/* Adds a program, for each core with -mcpu=all. */
static void add_program(struct batch *b, const char *name)
{
   const char *cpu;

   if (!wants_all_cores(b->opt))
      add_job(b, name, NULL);
   for (unsigned k = 0; wants_all_cores(b->opt) && (cpu = nvp4c_cpu_name(b->opt->target, k)); k++)
      add_job(b, name, cpu);
}

/* Splits the list into names. */
static void read_list(struct batch *b, char *list, size_t len)
{
   for (char *line = list, *next; line; line = next) {
      next = memchr(line, '\n', (size_t)(list + len - line));
      char *end = next ? next++ : list + len;
      while (end > line && (end[-1] == ' ' || end[-1] == '\r' || end[-1] == '\t'))
         end--;
      *end = 0;
      if (*line && *line != '#')
         add_program(b, line);
   }
}

static void name_program_outputs(struct batch *b)
{
   const struct cli *o = b->o;
   const char **inputs = xrealloc(NULL, b->num * sizeof *inputs);
   char **outputs = xrealloc(NULL, b->num * sizeof *outputs);

   for (unsigned i = 0; i < b->num; i++)
      inputs[i] = b->programs[i].name;
   name_outputs(o, inputs, b->num, o->output, outputs);
   for (unsigned i = 0; i < b->num; i++) {
      struct program *p = &b->programs[i];
      p->output = outputs[i];
      if (o->output && o->verbose < 2)
         make_folders(p->output);
      if (o->deps)
         p->rule = rule_name(p->name, p->output);
   }
   free(inputs);
   free(outputs);
}

/* Names the outputs, and checks that they are neither inputs nor the same file. */
static void plan_outputs(struct batch *b)
{
   struct names inputs = {0}, outputs = {0};

   if (b->o->tool == TOOL_BATCH)
      add_name(&inputs, b->o->inputs[0]);
   for (unsigned i = 0; i < b->l->num_files; i++)
      add_name(&inputs, b->l->files[i]);
   if (b->o->mode != MODE_DEFAULT && !b->opt->syntax_only)
      name_program_outputs(b);
   for (unsigned i = 0; i < b->num; i++) {
      struct program *p = &b->programs[i];
      add_name(&inputs, p->name);
      if (p->output)
         add_name(&outputs, p->output);
      if (p->rule)
         add_name(&outputs, p->rule);
   }
   check_outputs(&inputs, &outputs);
   free(inputs.name);
   free(outputs.name);
}

/* Compiles the programs in several threads. Returns the status. */
static int run(struct batch *b, struct nvp4c_options *opt)
{
   pthread_t thread[MAX_JOBS];
   unsigned started = 0;

   struct sink header = {0};

   set_output_options(b->o, opt);
   opt->output.listing &= b->o->mode == MODE_TEXT || b->o->report;
   plan_outputs(b);
   if (b->o->verbose > 1) {
      for (unsigned i = 0; i < b->num; i++) {
         print_files(b->programs[i].name, SIZE_MAX, b->programs[i].output);
         free_program(&b->programs[i]);
      }
      free(b->programs);
      return NVP4C_OK;
   }
   print_csv_header(&header, b->o);
   fwrite(header.data ? header.data : "", 1, header.len, stdout);
   free(header.data);
   pthread_mutex_init(&b->lock, NULL);
   pthread_cond_init(&b->changed, NULL);
   while (started < (b->o->jobs ? b->o->jobs : 1) && !pthread_create(&thread[started], NULL, work, b))
      started++;
   if (!started)
      console_fail(NVP4C_LIMIT, "out-of-memory", NULL, "cannot start a thread: %s", strerror(errno));
   const int status = print_all(b);
   for (unsigned k = 0; k < started; k++)
      pthread_join(thread[k], NULL);
   pthread_mutex_destroy(&b->lock);
   pthread_cond_destroy(&b->changed);
   free(b->programs);
   return status;
}

/* Refuses options whose output has no place with several programs. */
static void refuse_options(const struct cli *o, const struct nvp4c_options *opt, const char *with)
{
   const char *option = o->save_temps             ? "-save-temps"
                        : o->reflect == FACTS_TEXT ? "-reflect without =json or =csv"
                        : o->report == REPORT_HTML ? "-report=html"
                        : o->timing               ? "-time-passes"
                        : o->cache_key            ? "-cache-key"
                        : o->deps_file            ? "-MF"
                        : o->deps_target          ? "-MT"
                        : o->deps_quoted          ? "-MQ"
                                                  : NULL;

   if (option)
      usage_error("%s cannot be used with %s", option, with);
   if (wants_all_cores(opt) && o->mode != MODE_DEFAULT)
      usage_error("-mcpu=all is for statistics, reflection and reports; -S and -c need one core");
   if (o->deps && o->mode == MODE_DEFAULT)
      usage_error("-MD with %s needs -S or -c", with);
}

int batch_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   struct batch b = {.o = o, .opt = opt, .l = l};
   size_t len;

   refuse_options(o, opt, "--batch");
   if (o->output && o->mode == MODE_DEFAULT)
      usage_error("-o with --batch is the folder of the outputs, and needs -S or -c");
   char *list = read_all(o->inputs[0], &len);
   skip_byte_order_mark(list, &len);
   if (!looks_like_text(list, len))
      usage_error("'%s' is not a list of files", o->inputs[0]);
   list = xrealloc(list, len + 1);
   read_list(&b, list, len);
   const int status = run(&b, opt);
   free(list);
   return status;
}

/* Does each program have a place for its output: a file of its own, or lines with its name? */
static bool has_place_for_several(const struct cli *o, const struct nvp4c_options *opt)
{
   return o->mode != MODE_DEFAULT || opt->syntax_only || o->stats || o->reflect || o->report || opt->verify.waves;
}

int compile_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   struct batch b = {.o = o, .opt = opt, .l = l};

   refuse_options(o, opt, "several inputs");
   if (!has_place_for_several(o, opt))
      usage_error("several inputs need -c, -S or -fsyntax-only; --link compiles stages of one pipeline");
   if (o->output)
      usage_error("-o cannot be used with several inputs; --batch LIST -o FOLDER writes to a folder");
   for (unsigned i = 0; i < o->num_inputs; i++)
      add_program(&b, o->inputs[i]);
   return run(&b, opt);
}
