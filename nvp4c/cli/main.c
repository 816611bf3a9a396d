/* SPDX-License-Identifier: MIT */
/* The command line: one input, one result. See cli.h for its parts. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

static void print_facts(const struct nvp4c_result *r, const struct cli *o, const struct nvp4c_options *opt)
{
   FILE *out = stderr;

   /* Facts go to standard output when the code does not. */
   if (o->output && strcmp(o->output, "-"))
      out = stdout;
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++)
      /* -fsched=both asks for two of them */
      if (o->stats || !strncmp(nvp4c_result_stat(r, i).name, "groups_", 7))
         fprintf(out, "%s: %llu\n", nvp4c_result_stat(r, i).name, (unsigned long long)nvp4c_result_stat(r, i).value);
   if (o->reflect) {
      static const char *const kinds[] = {"input", "output", "param", "constant", "texture", "buffer", "scratch"};
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
         const struct nvp4c_reflection *f = nvp4c_result_reflection(r, i);
         fprintf(out, "%s %s.%c %s", kinds[f->kind], f->name, "xyzw"[f->component & 3], f->location);
         if (f->kind == NVP4C_CONSTANT || f->kind == NVP4C_SCRATCH)
            fprintf(out, " 0x%08x", f->value);
         fprintf(out, "\n");
      }
   }
   if (o->timing) {
      struct nvp4c_timing t = nvp4c_result_timing(r);
      fprintf(out, "parse_us: %.1f\nlower_us: %.1f\npasses_us: %.1f\ncodegen_us: %.1f\nverify_us: %.1f\n", t.parse / 1e3,
              t.lower / 1e3, t.passes / 1e3, t.codegen / 1e3, t.verify / 1e3);
   }
   if (opt->verify.tasks && nvp4c_result_status(r) == NVP4C_OK) {
      struct nvp4c_verify v = nvp4c_result_verify(r);
      fprintf(out, "verify-sim: %u tasks of 32: source = IR in %u, IR = machine code in %u, no verdict (budget) in %u; ", v.tasks,
              v.source_legs, v.code_legs, v.budget);
      fprintf(out, "%llu components compared, %llu undefined\n", (unsigned long long)v.compared, (unsigned long long)v.tainted);
   }
}

/* -save-temps: the final IR and the assembly, of compiles of their own. What is wrong with the program the one for the output says. */
static void save_temps(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len)
{
   static const char *const suffix[] = {".ir", ".s"};

   for (int k = 0; k < 2; k++) {
      struct nvp4c_options one = *opt;
      struct sink ir = {0};
      size_t n;

      one.inspect.dump_ir = !k && !opt->passes.stop_after; /* which writes it itself, as it is then */
      one.inspect.dump_cfg = 0;
      one.output.listing = k;
      one.verify.tasks = 0;
      one.inspect.print_before = one.inspect.print_after = one.inspect.print_changed = NULL;
      one.inspect.user = &ir;
      struct nvp4c_result *r = nvp4c_compile(text, len, &one);
      const char *listing = r ? nvp4c_result_listing(r, &n) : NULL;
      if (k ? listing != NULL : r && nvp4c_result_status(r) == NVP4C_OK && !one.syntax_only) {
         char *name = output_name(strcmp(o->input, "-") ? o->input : "stdin", suffix[k]);
         write_all(name, k ? listing : ir.data, k ? n : ir.len);
         free(name);
      }
      nvp4c_result_free(r);
      free(ir.data);
   }
}

int main(int argc, char **argv)
{
   struct nvp4c_options opt;
   struct cli o = {0};
   struct lists lists = {0};
   struct sink dump = {0}, out = {0};
   int status;

   nvp4c_options_init(&opt);
   opt.diagnostics.max_errors = 20;
   parse_args(argc, argv, &o, &opt, &lists);
   if (o.tool == TOOL_HELP || o.tool == TOOL_HELP_DIAGNOSTICS || o.tool == TOOL_VERSION) {
      if (o.tool == TOOL_HELP)
         help();
      else if (o.tool == TOOL_HELP_DIAGNOSTICS)
         help_diagnostics();
      else
         printf("nvp4c %s\n", NVP4C_VERSION);
      return fflush(stdout) || ferror(stdout) ? NVP4C_IO : NVP4C_OK;
   }
   if (!o.num_inputs)
      usage_error("no input%s", "");
   if (o.tool == TOOL_LINK) {
      status = link_files(&o, &opt);
      free_lists(&lists);
      return status;
   }
   if (o.num_inputs > 1)
      usage_error("more than one input: '%s'", o.inputs[1]);
   o.input = o.inputs[0];
   const bool as_code = o.tool == TOOL_AS && o.mode != MODE_TEXT;
   bool binary = (o.mode == MODE_CODE && (o.format == FORMAT_RAW || o.format == FORMAT_ELF)) || (as_code && o.format != FORMAT_C && o.format != FORMAT_HEX);
   bool to_stdout = o.output ? !strcmp(o.output, "-") : (o.mode != MODE_CODE && !as_code);
   if (binary && to_stdout && isatty(1))
      usage_error("machine code is not written to a terminal%s", "");

   size_t len;
   char *text = read_all(o.input, &len);
   opt.output.analyze = o.report ? 2 : o.stats;
   opt.output.listing = o.mode != MODE_CODE && !as_code;
   opt.output.object = o.mode == MODE_CODE && o.format == FORMAT_ELF;
   size_t task_len = 0;
   char *task = NULL;
   if (o.tool == TOOL_SIM)
      task = o.task ? read_all(o.task, &task_len) : task_lines(text, task_len = len);
   else if (o.task)
      usage_error("-task is for --sim%s", "");
   if ((o.tool == TOOL_DIS || o.tool == TOOL_SIM) && o.format == FORMAT_HEX)
      text = read_hex(o.input, text, &len);
   opt.inspect.print = sink_add;
   opt.inspect.user = &dump;

   if (o.save_temps && o.tool == TOOL_COMPILE)
      save_temps(&o, &opt, text, len);
   struct nvp4c_result *r = o.tool == TOOL_AS    ? nvp4c_assemble(text, len, &opt)
                            : o.tool == TOOL_DIS ? nvp4c_disassemble(text, len, &opt)
                            : o.tool == TOOL_SIM ? nvp4c_simulate(text, len, o.format != FORMAT_HEX && looks_like_text(text, len), task,
                                                                  task_len, &opt)
                                                 : nvp4c_compile(text, len, &opt);
   if (!r) {
      fprintf(stderr, "nvp4c: error: out of memory\n");
      return NVP4C_LIMIT;
   }
   print_diagnostics(r, strcmp(o.input, "-") ? o.input : "<stdin>", text, len, &o);

   status = (int)nvp4c_result_status(r);
   size_t n;
   const char *data;
   char *name = NULL;
   if (dump.len) {
      sink_add(&out, dump.data, dump.len);
   } else if (o.tool == TOOL_SIM ? nvp4c_result_listing(r, &n) != NULL : status == NVP4C_OK && !opt.syntax_only) {
      if (o.tool != TOOL_SIM && (o.mode == MODE_CODE || as_code)) {
         data = nvp4c_result_object(r, &n);
         if (!data)
            data = nvp4c_result_code(r, &n);
         format_code(&out, o.format, (const uint8_t *)data, n);
      } else if ((data = nvp4c_result_listing(r, &n))) {
         sink_add(&out, data, n);
      }
   }
   if (!o.output && o.tool != TOOL_SIM && (o.mode == MODE_CODE || as_code) && status == NVP4C_OK && !dump.len) {
      name = output_name(o.input, ".o");
      o.output = name;
   }
   if (out.len || (status == NVP4C_OK && o.output && !opt.syntax_only))
      write_all(o.output, out.data, out.len);
   if (status == NVP4C_OK && o.deps)
      write_dependencies(&o, &lists, o.output ? o.output : "-");
   print_facts(r, &o, &opt);
   if (fflush(stdout) || ferror(stdout))
      status = NVP4C_IO;

   nvp4c_result_free(r);
   free_lists(&lists);
   free(dump.data);
   free(out.data);
   free(name);
   free(task);
   free(text);
   return status;
}
