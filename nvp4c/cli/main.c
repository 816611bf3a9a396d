/* SPDX-License-Identifier: MIT */
/* The command line. cli.h lists its parts. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

/* Do the options ask for IR or source instead of machine code? */
static bool writes_ir(const struct nvp4c_options *opt)
{
   return opt->inspect.dump_source || opt->inspect.dump_ir || opt->inspect.dump_cfg || opt->passes.stop_after;
}

static bool is_file(const char *name) { return name && strcmp(name, "-"); }

#define NUM_TEMPS 2
static const char *const temp_suffix[NUM_TEMPS] = {".ir", ".s"};

/* Without a text, compiles the epilog of the key. */
static struct nvp4c_result *compile_text(const char *text, size_t len, const struct nvp4c_options *opt)
{
   return text ? nvp4c_compile(text, len, opt) : nvp4c_compile_epilog(opt);
}

/*
 * -save-temps: compiles again and writes the final IR (k = 0) or the assembly (k = 1). The diagnostics are not printed, because
 * the compile for the output prints the same ones.
 */
static void save_temp(const char *name, unsigned k, const struct nvp4c_options *opt, const char *text, size_t len)
{
   struct nvp4c_options one = *opt;
   struct sink ir = {0};
   size_t n;

   one.inspect.dump_ir = !k && !opt->passes.stop_after; /* stop_after prints the IR itself */
   one.inspect.dump_cfg = 0;
   one.inspect.dump_source = NVP4C_LANG_AUTO;
   one.output.listing = (int)k;
   one.verify.waves = 0;
   one.inspect.print_before = one.inspect.print_after = one.inspect.print_changed = NULL;
   one.inspect.user = &ir;
   struct nvp4c_result *r = compile_text(text, len, &one);
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
      usage_error("refusing to write machine code to a terminal");
   if (o->run_png && !strcmp(o->run_png, "-") && isatty(1))
      usage_error("refusing to write a picture to a terminal");
}

/* Reads the task of --sim. Returns NULL for other tools. */
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
   case TOOL_SIM:
      return nvp4c_simulate(text, len, o->format != FORMAT_HEX && o->format != FORMAT_C && looks_like_text(text, len), task,
                            task_len, opt);
   case TOOL_RUN: return run_program(o, opt, text, len);
   default: return o->from_object ? nvp4c_load(text, len, opt) : compile_text(text, len, opt);
   }
}

/* Names of all outputs; NULL for standard output or no output. */
struct outputs {
   const char *main, *rule;
   char *made_main, *made_rule, *temps[NUM_TEMPS];
};

/* Names the outputs, and checks that none of them is an input. */
static void plan_outputs(struct outputs *out, struct cli *o, const struct nvp4c_options *opt, const struct lists *l)
{
   struct names inputs = {0}, outputs = {0};

   *out = (struct outputs){.main = o->output};
   if (!o->output && writes_code(o) && !writes_ir(opt) && !opt->syntax_only)
      o->output = out->main = out->made_main = output_name(o->input, code_suffix(o));
   if (o->deps)
      out->rule = o->deps_file ? o->deps_file : (out->made_rule = rule_name(o->input, is_file(o->output) ? o->output : NULL));
   for (unsigned k = 0; k < NUM_TEMPS && o->save_temps && o->tool == TOOL_COMPILE; k++)
      out->temps[k] = o->save_temps > 1 && is_file(out->main) ? name_beside(out->main, temp_suffix[k])
                                                              : output_name(o->input, temp_suffix[k]);

   add_name(&inputs, o->input);
   if (o->task)
      add_name(&inputs, o->task);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   if (!opt->syntax_only && !o->run_png)
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

/* Prints IR to standard error, before the diagnostics. */
static void print_to_stderr(void *user, const char *text, size_t n)
{
   (void)user;
   fwrite(text, 1, n, stderr);
}

/* Runs a tool on one input, or compiles an epilog, which has none, and returns the exit status. */
static int run_file(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   const bool is_epilog = !o->num_inputs;
   struct sink dump = {0}, out = {0};
   struct outputs names;
   struct extra extra;
   size_t len, task_len;

   o->input = is_epilog ? "epilog" : o->inputs[0]; /* the name of its outputs */
   refuse_terminal(o);
   plan_outputs(&names, o, opt, l);
   len = 0;
   char *text = is_epilog ? NULL : read_all(o->input, &len);
   const size_t skipped = is_epilog ? 0 : skip_byte_order_mark(text, &len);
   char *task = read_task(o, text, len, &task_len);
   if ((o->tool == TOOL_DIS || o->tool == TOOL_SIM) && (o->format == FORMAT_HEX || o->format == FORMAT_C))
      text = read_hex(o->input, text, &len);
   o->from_object = o->tool == TOOL_COMPILE && (o->stats || o->reflect) && !is_epilog && looks_like_object(text, len);
   set_output_options(o, opt);
   opt->debug.source = is_file(o->input) ? o->input : "-";
   opt->inspect.print = sink_add;
   opt->inspect.user = &dump;
   opt->trace.print = print_to_stderr;
   if (o->verbose)
      print_files(o->input, len, names.main);
   if (o->verbose > 1) {
      free(task);
      free(text);
      free_outputs(&names);
      return NVP4C_OK;
   }

   if (o->cache_key) {
      const int status = print_cache_key(opt, text ? text : "", len);
      free_outputs(&names);
      free(text);
      return status;
   }
   struct nvp4c_result *r = run_tool(o, opt, text, len, task, task_len);
   if (!r) {
      console_error("out-of-memory", NULL, "out of memory");
      return NVP4C_LIMIT;
   }
   const struct input_text in = {is_file(o->input) ? o->input : "<stdin>", text ? text : "", len, skipped};
   const struct input_text task_in = {o->task, task, task_len, 0};
   const struct input_text inputs = {"-in", o->run->inputs.data, o->run->inputs.len, 0};
   const enum nvp4c_stage stage = nvp4c_result_stage(r);
   find_unused(o, opt, l, stage == NVP4C_STAGE_ANY ? 0 : 1u << stage, &extra);
   print_diagnostics(r, &extra, &in, o->tool == TOOL_RUN ? &inputs : o->task ? &task_in : NULL, o);
   if (o->verbose)
      print_stages(r);
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
         write_dependencies(o, l, o->input, names.rule, o->output);
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

static int run_tool_of(struct cli *o, struct nvp4c_options *opt, const struct lists *l)
{
   if (o->verbose > 1 && o->tool != TOOL_COMPILE && o->tool != TOOL_BATCH)
      return NVP4C_OK;
   switch (o->tool) {
   case TOOL_LINK: return link_files(o, opt, l);
   case TOOL_BISECT:
   case TOOL_REDUCE: return run_triage(o, opt, l);
   case TOOL_BATCH: return batch_files(o, opt, l);
   case TOOL_DIFF: return diff_files(o, l);
   case TOOL_RUN:
      if (o->num_inputs == 1)
         return run_file(o, opt, l);
      refuse_terminal(o);
      return run_scene(o, opt, l);
   default:
      if (!o->num_inputs) /* an epilog */
         return run_file(o, opt, l);
      return o->num_inputs > 1 || wants_all_cores(opt) ? compile_files(o, opt, l) : run_file(o, opt, l);
   }
}

/* --link and --diff check their number themselves. */
static unsigned most_inputs(enum tool tool)
{
   return tool == TOOL_LINK || tool == TOOL_DIFF || tool == TOOL_COMPILE ? UINT_MAX : tool == TOOL_RUN ? 2 : 1;
}

static int print_information(const struct cli *o, const struct nvp4c_options *opt)
{
   switch (o->tool) {
   case TOOL_HELP: print_help((enum help_group)o->help); break;
   case TOOL_DUMP_VERSION: printf("%s\n", NVP4C_VERSION); break;
   case TOOL_DUMP_MACHINE: printf("%s\n", nvp4c_target_name(opt->target)); break;
   default: printf("nvp4c %s\n", NVP4C_VERSION); break;
   }
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
   opt.preshader = NVP4C_PRESHADER_CALLER; /* the tools run pre-shaders, and objects contain them */
   opt.diagnostics.max_errors = 20;
   parse_args(argc, argv, &o, &opt, &lists);
   if (opt.memory.limit)
      set_read_limit(opt.memory.limit);
   if (o.link)
      o.tool = TOOL_LINK;
   if (o.help)
      o.tool = TOOL_HELP;
   if (o.tool == TOOL_COMPILE && o.verbose && !o.num_inputs) /* as gcc does */
      o.tool = TOOL_VERSION;
   if (o.tool >= TOOL_HELP) {
      status = print_information(&o, &opt);
   } else if (print_help_words(&opt)) {
      status = NVP4C_OK;
   } else {
      if (!o.num_inputs && !(opt.key.epilog && o.tool == TOOL_COMPILE))
         usage_error("no input file");
      const unsigned most = most_inputs(o.tool);
      if (o.num_inputs > most)
         usage_error("more than %s: '%s'", most == 1 ? "one input" : "two inputs", o.inputs[most]);
      refuse_contradictions(&o, &lists);
      if (o.verbose)
         print_setup(&o, &opt, &lists);
      status = run_tool_of(&o, &opt, &lists);
   }
   nvp4c_options_clear(&opt);
   free_lists(&lists);
   free(o.inputs);
   free(run.inputs.data);
   return close_streams(status);
}
