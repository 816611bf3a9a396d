/* SPDX-License-Identifier: MIT */
/* --bisect and --reduce: input and output of nvp4c/triage. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"
#include "nvp4c/triage/triage.h"

#define TASKS 32 /* waves of verification, without -verify-sim and -test */

struct output {
   const struct cli *o;
   const struct nvp4c_options *opt;
   struct sink dump;
};

/* Output of a compile: the printed IR, or the machine code or its text. */
static void take_output(void *user, const struct nvp4c_result *r, struct triage_text *out)
{
   struct output *w = user;
   struct sink code = {0};

   if (!w->dump.len)
      collect_output(&code, w->o, w->opt, r);
   triage_add(out, w->dump.len ? w->dump.data : code.data ? code.data : "", w->dump.len ? w->dump.len : code.len);
   w->dump.len = 0;
   free(code.data);
}

/* Prints the errors of a program that cannot be compiled and returns its status, or NVP4C_OK. */
static enum nvp4c_status find_own_errors(const struct cli *o, const struct nvp4c_options *opt, const struct triage_job *job)
{
   struct nvp4c_options plain = *opt;

   plain.verify.waves = 0;
   plain.verify.each = 0;
   plain.inspect.print = NULL;
   plain.syntax_only |= o->test && o->tool == TOOL_REDUCE; /* the test may not be about compiling */
   struct nvp4c_result *r = nvp4c_compile(job->text, job->len, &plain);
   enum nvp4c_status status = r ? nvp4c_result_status(r) : NVP4C_OK; /* without memory, the next compile ends the program */

   if (status == NVP4C_MISMATCH || status == NVP4C_INTERNAL)
      status = NVP4C_OK;
   if (status != NVP4C_OK)
      print_diagnostics(r, NULL, &(struct input_text){job->name, job->text, job->len, 0}, NULL, o);
   nvp4c_result_free(r);
   return status;
}

int run_triage(const struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   struct output w = {.o = o, .opt = opt};
   struct names inputs = {0}, outputs = {0};
   struct triage_text found = {0};
   struct triage_job job = {.name = strcmp(o->inputs[0], "-") ? o->inputs[0] : "<stdin>",
                            .options = opt,
                            .command = o->test,
                            .output = take_output,
                            .user = &w,
                            .progress = isatty(2)};

   add_name(&inputs, o->inputs[0]);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   add_name(&outputs, o->output);
   check_outputs(&inputs, &outputs);
   char *text = read_all(o->inputs[0], &job.len);
   skip_byte_order_mark(text, &job.len);
   job.text = text;
   set_output_options(o, opt);
   opt->inspect.print = sink_add;
   opt->inspect.user = &w.dump;
   opt->inspect.print_before = opt->inspect.print_after = opt->inspect.print_changed = NULL;
   /* -verify-sim compares source and IR. For IR input, -verify-each=exec compares the IR before and after passes. */
   if (!o->test && !opt->verify.waves && job.len >= 8 && !memcmp(text, "nvp4c-ir", 8))
      opt->verify.each = 2;
   if (!o->test && !opt->verify.waves)
      opt->verify.waves = TASKS;
   enum nvp4c_status status = find_own_errors(o, opt, &job);
   if (status == NVP4C_OK)
      status = o->tool == TOOL_BISECT ? triage_bisect(&job, &found) : triage_reduce(&job, &found, stderr);
   if (found.len)
      write_output(o->output, found.data, found.len);
   free(found.data);
   free(w.dump.data);
   free(inputs.name);
   free(outputs.name);
   free(text);
   return interrupted() ? 128 + interrupted() : (int)status; /* as the shell does for a signal */
}
