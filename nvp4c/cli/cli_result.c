/* SPDX-License-Identifier: MIT */
/* Prints the statistics, reflection and times of a result, and collects its output. */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

/* Prints a row for each pass, in the order of their first runs. */
static void print_pass_times(FILE *out, const struct nvp4c_result *r)
{
   const unsigned n = nvp4c_result_num_pass_runs(r);
   uint64_t total = 0;

   for (unsigned i = 0; i < n; i++)
      total += nvp4c_result_pass_run(r, i).nanoseconds;
   fprintf(out, "      time_us  share   runs  changed  pass\n");
   for (unsigned i = 0; i < n; i++) {
      const char *name = nvp4c_result_pass_run(r, i).name;
      unsigned first = 0, runs = 0, changed = 0;
      uint64_t time = 0;
      while (strcmp(nvp4c_result_pass_run(r, first).name, name))
         first++;
      for (unsigned k = i; first == i && k < n; k++) {
         const struct nvp4c_pass_run p = nvp4c_result_pass_run(r, k);
         if (strcmp(p.name, name))
            continue;
         runs++;
         changed += p.changed != 0;
         time += p.nanoseconds;
      }
      if (runs)
         fprintf(out, "%13.1f %5.1f%% %6u %8u  %s\n", time / 1e3, total ? 100.0 * (double)time / (double)total : 0.0, runs,
                 changed, name);
   }
   fprintf(out, "%13.1f 100.0%% %6u           total\n", total / 1e3, n);
}

static void print_timing(FILE *out, struct nvp4c_timing t)
{
   fprintf(out, "parse_us: %.1f\nlower_us: %.1f\npasses_us: %.1f\ncodegen_us: %.1f\nverify_us: %.1f\n", t.parse / 1e3,
           t.lower / 1e3, t.passes / 1e3, t.codegen / 1e3, t.verify / 1e3);
}

void print_verification(FILE *out, struct nvp4c_verify v)
{
   fprintf(out, "verify-sim: %u waves of 32: source = IR in %u, IR = machine code in %u, no verdict (budget) in %u; ", v.waves,
           v.source_comparisons, v.code_comparisons, v.budget);
   if (v.left_out)
      fprintf(out, "%u invocations not compared; ", v.left_out);
   fprintf(out, "%llu components compared, %llu undefined\n", (unsigned long long)v.compared, (unsigned long long)v.tainted);
}

void collect_report(struct sink *out, enum report_form form, const struct nvp4c_result *r, const char *file)
{
   size_t len;
   const char *listing = nvp4c_result_listing(r, &len);

   if (form == REPORT_JSON) {
      print_report_json(out, r, file);
   } else if (form == REPORT_CSV) {
      print_report_csv(out, r, file);
   } else if (form == REPORT_HTML) {
      struct sink json = {0};
      print_report_json(&json, r, file);
      html_write(out, file, (const char *const[]){json.data}, 1);
      free(json.data);
   } else if (listing) {
      sink_add(out, listing, len);
   }
}

void print_facts(const struct nvp4c_result *r, const struct cli *o)
{
   FILE *out = o->from_object || (o->output && strcmp(o->output, "-")) ? stdout : stderr;
   struct sink text = {0};

   if (o->stats == FACTS_CSV || o->reflect == FACTS_CSV)
      print_csv_header(&text, o);
   print_stats_and_reflection(&text, r, o, o->input);
   fwrite(text.data ? text.data : "", 1, text.len, out);
   free(text.data);
   if (o->report && writes_code(o)) {
      struct sink report = {0};
      if (o->report == REPORT_CSV)
         print_csv_header(&report, o);
      collect_report(&report, o->report, r, o->input);
      fwrite(report.data ? report.data : "", 1, report.len, out);
      free(report.data);
   }
   if (o->timing) {
      print_timing(out, nvp4c_result_timing(r));
      print_pass_times(out, r);
   }
   if (nvp4c_result_verify(r).waves && nvp4c_result_status(r) == NVP4C_OK)
      print_verification(out, nvp4c_result_verify(r));
}

/* ---- -v */

void print_setup(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l)
{
   const char *cpu = opt->cpu ? opt->cpu : nvp4c_cpu_name((unsigned)opt->target, 0);

   fprintf(stderr, "nvp4c %s\ntarget: %s, core %s\noptions:", nvp4c_version(), nvp4c_target_name((unsigned)opt->target), cpu);
   for (unsigned i = 0, input = 0; i < l->num_words; i++) {
      if (input < o->num_inputs && l->words[i] == o->inputs[input])
         input++;
      else
         fprintf(stderr, " %s", l->words[i]);
   }
   fputc('\n', stderr);
}

void print_files(const char *input, size_t len, const char *output)
{
   fprintf(stderr, "input: %s", strcmp(input, "-") ? input : "standard input");
   if (len != SIZE_MAX)
      fprintf(stderr, " (%zu bytes)", len);
   fprintf(stderr, "\noutput: %s\n", output && strcmp(output, "-") ? output : "standard output");
}

void print_stages(const struct nvp4c_result *r)
{
   static const char *const stages[] = {"", " (vertex)", " (fragment)", " (geometry)", " (compute)"};
   const struct nvp4c_timing t = nvp4c_result_timing(r);
   const unsigned runs = nvp4c_result_num_pass_runs(r);
   unsigned changed = 0;

   for (unsigned i = 0; i < runs; i++)
      changed += nvp4c_result_pass_run(r, i).changed != 0;
   fprintf(stderr, "stages:%s%s%s", t.parse ? " parse" : "", t.parse ? stages[nvp4c_result_stage(r)] : "",
           t.lower ? ", lower" : "");
   if (runs)
      fprintf(stderr, "%s %u passes (%u with changes)", t.parse ? "," : "", runs, changed);
   fprintf(stderr, "%s%s\n", t.codegen ? ", generate code" : "", nvp4c_result_verify(r).waves ? ", verify" : "");
}

bool wants_code(const struct cli *o)
{
   return o->tool != TOOL_DIS && o->tool != TOOL_RUN && (o->mode == MODE_CODE || (o->tool == TOOL_AS && o->mode != MODE_TEXT));
}
bool writes_code(const struct cli *o) { return o->tool != TOOL_SIM && wants_code(o); }

void set_output_options(const struct cli *o, struct nvp4c_options *opt)
{
   const bool document = o->report > REPORT_TEXT;

   opt->output.analyze = o->report == REPORT_TEXT ? 2 : o->stats != 0;
   opt->report = !document ? 0 : o->report_passes ? 2 : 1;
   opt->output.reflection = o->reflect != 0;
   opt->output.listing = (!wants_code(o) || o->report) && !document;
   opt->output.object = wants_code(o) && o->format == FORMAT_ELF;
   /* Objects and reports have source lines unless -g0 is given; the listing has them with -g. */
   opt->debug.lines = o->lines > 0 || (!o->lines && (opt->output.object || o->report || o->tool == TOOL_DIS));
}

int print_cache_key(const struct nvp4c_options *opt, const char *text, size_t len)
{
   uint8_t key[32];
   const enum nvp4c_status status = nvp4c_cache_key(text, len, opt, key);

   for (unsigned i = 0; i < sizeof key && status == NVP4C_OK; i++)
      printf("%02x", key[i]);
   if (status == NVP4C_OK)
      putchar('\n');
   return (int)status;
}

void collect_output(struct sink *out, const struct cli *o, const struct nvp4c_options *opt, const struct nvp4c_result *r)
{
   size_t code_len;
   const char *code;

   /* A simulation has results even if it ended with a fault. */
   if (o->from_object || (o->tool != TOOL_SIM && (nvp4c_result_status(r) != NVP4C_OK || opt->syntax_only)))
      return;
   if (writes_code(o)) {
      code = nvp4c_result_object(r, &code_len);
      if (!code)
         code = nvp4c_result_code(r, &code_len);
      format_code(out, o->format, (const uint8_t *)code, code_len);
   } else {
      if (o->report == REPORT_CSV)
         print_csv_header(out, o);
      collect_report(out, o->report, r, o->input);
   }
}
