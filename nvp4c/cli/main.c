/* SPDX-License-Identifier: MIT */
/* The command line: one input, one result. See cli.h for its parts. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

static void print_timing(FILE *out, struct nvp4c_timing t)
{
   fprintf(out, "parse_us: %.1f\nlower_us: %.1f\npasses_us: %.1f\ncodegen_us: %.1f\nverify_us: %.1f\n", t.parse / 1e3,
           t.lower / 1e3, t.passes / 1e3, t.codegen / 1e3, t.verify / 1e3);
}

static void print_verification(FILE *out, struct nvp4c_verify v)
{
   fprintf(out, "verify-sim: %u tasks of 32: source = IR in %u, IR = machine code in %u, no verdict (budget) in %u; ", v.tasks,
           v.source_legs, v.code_legs, v.budget);
   if (v.left_out)
      fprintf(out, "%u instances are left out; ", v.left_out);
   fprintf(out, "%llu components compared, %llu undefined\n", (unsigned long long)v.compared, (unsigned long long)v.tainted);
}

/* What is known about the result. It goes to standard output if the code does not, or if there is none to write. */
static void print_facts(const struct nvp4c_result *r, const struct cli *o)
{
   FILE *out = o->from_object || (o->output && strcmp(o->output, "-")) ? stdout : stderr;
   struct sink text = {0};

   print_stats(&text, r, o);
   if (o->reflect)
      print_reflection(&text, r, o);
   fwrite(text.data ? text.data : "", 1, text.len, out);
   free(text.data);
   if (o->timing)
      print_timing(out, nvp4c_result_timing(r));
   if (nvp4c_result_verify(r).tasks && nvp4c_result_status(r) == NVP4C_OK)
      print_verification(out, nvp4c_result_verify(r));
}

/* Do the options ask for machine code, not for text? What disassembles makes text. */
static bool wants_code(const struct cli *o)
{
   return o->tool != TOOL_DIS && (o->mode == MODE_CODE || (o->tool == TOOL_AS && o->mode != MODE_TEXT));
}
/* A simulation writes its results whatever the options ask for. */
static bool writes_code(const struct cli *o) { return o->tool != TOOL_SIM && wants_code(o); }

/* Do the options ask for the IR instead of machine code? */
static bool writes_ir(const struct nvp4c_options *opt)
{
   return opt->inspect.dump_ir || opt->inspect.dump_cfg || opt->passes.stop_after;
}

static bool is_file(const char *name) { return name && strcmp(name, "-"); }

#define NUM_TEMPS 2
static const char *const temp_suffix[NUM_TEMPS] = {".ir", ".s"};

/*
 * -save-temps: writes the final IR (k = 0) or the assembly (k = 1), made by a compile of its own. Its diagnostics are not
 * printed, since the compile for the output prints the same.
 */
static void save_temp(const char *name, unsigned k, const struct nvp4c_options *opt, const char *text, size_t len)
{
   struct nvp4c_options one = *opt;
   struct sink ir = {0};
   size_t n;

   one.inspect.dump_ir = !k && !opt->passes.stop_after; /* which prints the IR itself */
   one.inspect.dump_cfg = 0;
   one.output.listing = (int)k;
   one.verify.tasks = 0;
   one.inspect.print_before = one.inspect.print_after = one.inspect.print_changed = NULL;
   one.inspect.user = &ir;
   struct nvp4c_result *r = nvp4c_compile(text, len, &one);
   const char *listing = r ? nvp4c_result_listing(r, &n) : NULL;
   if (k ? listing != NULL : r && nvp4c_result_status(r) == NVP4C_OK && !one.syntax_only)
      write_output(name, k ? listing : ir.data, k ? n : ir.len);
   nvp4c_result_free(r);
   free(ir.data);
}

static void refuse_terminal(const struct cli *o)
{
   const bool binary = wants_code(o) && o->format != FORMAT_C && o->format != FORMAT_HEX;
   const bool to_stdout = o->output ? !strcmp(o->output, "-") : !wants_code(o);

   if (binary && to_stdout && isatty(1))
      usage_error("machine code is not written to a terminal%s", "");
}

/* The task of --sim; NULL for other tools. */
static char *read_task(const struct cli *o, const char *text, size_t len, size_t *task_len)
{
   *task_len = 0;
   if (o->tool != TOOL_SIM)
      return NULL;
   if (o->task)
      return read_all(o->task, task_len);
   *task_len = len;
   return task_lines(text, len);
}

static struct nvp4c_result *run_tool(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len,
                                     const char *task, size_t task_len)
{
   switch (o->tool) {
   case TOOL_AS: return nvp4c_assemble(text, len, opt);
   case TOOL_DIS: return nvp4c_disassemble(text, len, opt);
   case TOOL_SIM: return nvp4c_simulate(text, len, o->format != FORMAT_HEX && o->format != FORMAT_C && looks_like_text(text, len), task, task_len, opt);
   case TOOL_RUN: return run_program(o, opt, text, len);
   default: return o->from_object ? nvp4c_load(text, len, opt) : nvp4c_compile(text, len, opt);
   }
}

/* Collects what the result has for the output file: the object or the code, else the listing. */
static void collect_output(struct sink *out, const struct cli *o, const struct nvp4c_options *opt, const struct nvp4c_result *r)
{
   size_t len, code_len;
   const char *listing = nvp4c_result_listing(r, &len), *code;

   /* A simulation has results also if the program ended with a fault. */
   if (o->from_object || (o->tool != TOOL_SIM && (nvp4c_result_status(r) != NVP4C_OK || opt->syntax_only)))
      return;
   if (writes_code(o)) {
      code = nvp4c_result_object(r, &code_len);
      if (!code)
         code = nvp4c_result_code(r, &code_len);
      format_code(out, o->format, (const uint8_t *)code, code_len);
   } else if (listing) {
      sink_add(out, listing, len);
   }
}

/* The names of all outputs; NULL where there is no such output, or where it goes to standard output. The names that no option
   gives are in memory of their own. */
struct outputs {
   const char *main, *rule;
   char *made_main, *made_rule, *temps[NUM_TEMPS];
};

/* Names the outputs, and makes sure that none of them is an input. */
static void plan_outputs(struct outputs *out, struct cli *o, const struct nvp4c_options *opt, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};

   *out = (struct outputs){.main = o->output};
   if (!o->output && writes_code(o) && !writes_ir(opt) && !opt->syntax_only)
      o->output = out->main = out->made_main = output_name(o->input, code_suffix(o));
   if (o->deps)
      out->rule = o->deps_file ? o->deps_file : (out->made_rule = rule_name(o, is_file(o->output) ? o->output : NULL));
   for (unsigned k = 0; k < NUM_TEMPS && o->save_temps && o->tool == TOOL_COMPILE; k++)
      out->temps[k] = output_name(o->input, temp_suffix[k]);

   add_name(&inputs, o->input);
   if (o->task)
      add_name(&inputs, o->task);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   if (!opt->syntax_only)
      add_name(&outputs, out->main);
   if (o->run_png)
      add_name(&outputs, o->run_png);
   for (unsigned i = 0; i < o->run->num_images; i++)
      add_name(&inputs, o->run->images[i]);
   if (out->rule)
      add_name(&outputs, out->rule);
   for (unsigned k = 0; k < NUM_TEMPS; k++)
      if (out->temps[k])
         add_name(&outputs, out->temps[k]);
   check_outputs(&inputs, &outputs);
   free(inputs.name);
   free(outputs.name);
}

static void free_outputs(struct outputs *out)
{
   free(out->made_main);
   free(out->made_rule);
   for (unsigned k = 0; k < NUM_TEMPS; k++)
      free(out->temps[k]);
}

/* What the IR prints on its way, before the diagnostics. */
static void print_to_stderr(void *user, const char *text, size_t n)
{
   (void)user;
   fwrite(text, 1, n, stderr);
}

/* One input with one of the tools; the exit status. */
static int run_file(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   struct sink dump = {0}, out = {0};
   struct outputs names;
   struct extra extra;
   size_t len, task_len;

   o->input = o->inputs[0];
   refuse_terminal(o);
   plan_outputs(&names, o, opt, l);
   char *text = read_all(o->input, &len);
   char *task = read_task(o, text, len, &task_len);
   if ((o->tool == TOOL_DIS || o->tool == TOOL_SIM) && (o->format == FORMAT_HEX || o->format == FORMAT_C))
      text = read_hex(o->input, text, &len);
   o->from_object = o->tool == TOOL_COMPILE && (o->stats || o->reflect) && looks_like_object(text, len);
   opt->output.analyze = o->report ? 2 : o->stats != 0;
   opt->output.listing = !wants_code(o);
   opt->output.object = wants_code(o) && o->format == FORMAT_ELF;
   opt->output.reflection = o->reflect != 0;
   opt->inspect.print = sink_add;
   opt->inspect.user = &dump;
   opt->trace.print = print_to_stderr;

   struct nvp4c_result *r = run_tool(o, opt, text, len, task, task_len);
   if (!r) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      return NVP4C_LIMIT;
   }
   const struct input_text in = {is_file(o->input) ? o->input : "<stdin>", text, len}, task_in = {o->task, task, task_len};
   const struct input_text inputs = {"-in", o->run->inputs.data, o->run->inputs.len};
   const enum nvp4c_stage stage = nvp4c_result_stage(r);
   find_unused(o, opt, l, stage == NVP4C_STAGE_ANY ? 0 : 1u << stage, &extra);
   print_diagnostics(r, &extra, &in, o->tool == TOOL_RUN ? &inputs : o->task ? &task_in : NULL, o);
   int status = (int)nvp4c_result_status(r);
   if (status == NVP4C_OK && extra.error)
      status = NVP4C_REJECTED;
   if (!extra.error) {
      for (unsigned k = 0; k < NUM_TEMPS; k++)
         if (names.temps[k])
            save_temp(names.temps[k], k, opt, text, len);
      if (dump.len)
         sink_add(&out, dump.data, dump.len);
      else
         collect_output(&out, o, opt, r);
      if (out.len || (status == NVP4C_OK && is_file(o->output) && !opt->syntax_only))
         write_output(o->output, out.data, out.len);
      if (status == NVP4C_OK && o->deps)
         write_dependencies(o, l, names.rule, o->output);
      print_facts(r, o);
   }

   nvp4c_result_free(r);
   free(dump.data);
   free(out.data);
   free_outputs(&names);
   free(task);
   free(text);
   return status;
}

static int print_information(enum tool tool)
{
   if (tool == TOOL_HELP)
      help();
   else if (tool == TOOL_HELP_DIAGNOSTICS)
      help_diagnostics();
   else
      printf("nvp4c %s\n", NVP4C_VERSION);
   return NVP4C_OK;
}

int main(int argc, char **argv)
{
   struct nvp4c_options opt;
   struct run_inputs run = {0};
   struct cli o = {.run = &run};
   struct lists lists = {0};
   int status;

   open_streams();
   nvp4c_options_init(&opt, sizeof opt);
   opt.diagnostics.max_errors = 20;
   parse_args(argc, argv, &o, &opt, &lists);
   if (o.link)
      o.tool = TOOL_LINK;
   if (o.tool == TOOL_HELP || o.tool == TOOL_HELP_DIAGNOSTICS || o.tool == TOOL_VERSION) {
      status = print_information(o.tool);
   } else {
      if (!o.num_inputs)
         usage_error("no input%s", "");
      if (o.num_inputs > 1 && o.tool != TOOL_LINK)
         usage_error("more than one input: '%s'", o.inputs[1]);
      refuse_contradictions(&o, &lists);
      status = o.tool == TOOL_LINK ? link_files(&o, &opt, &lists) : run_file(&o, &opt, &lists);
   }
   free_lists(&lists);
   free(run.inputs.data);
   return close_streams(status);
}
