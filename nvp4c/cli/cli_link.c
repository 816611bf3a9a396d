/* SPDX-License-Identifier: MIT */
/*
 * --link: programs that follow each other, compiled, linked and compiled again with the map. The table goes to standard output (-o);
 * -S and -c write each program to a file of its own name.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

/* The option that compiles the first program of a link with its map. */
static void print_map(struct sink *s, const struct nvp4c_key *k)
{
   const char *comma = "";

   sink_printf(s, "-fvarying-map=");
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      if (!k->varying[v].mask)
         continue;
      sink_printf(s, "%s%s.", comma, nvp4c_varying_name(v));
      for (unsigned c = 0; c < 4; c++)
         if (k->varying[v].mask >> c & 1)
            sink_printf(s, "%c", "xyzw"[c]);
      sink_printf(s, ":%u", k->varying[v].address);
      comma = ",";
   }
   sink_printf(s, "\n");
}

/* name, place where it is written, place where it is read, how, remarks */
static void print_table(struct sink *s, const struct nvp4c_result *link, bool fragment)
{
   static const char *const interp[] = {"smooth", "flat", "noperspective", "centroid", "noperspective_centroid"};
   const struct nvp4c_link_entry *e;

   for (unsigned i = 0; (e = nvp4c_link_entry(link, i)); i++) {
      sink_printf(s, "%s.%c ", e->name, "xyzw"[e->component]);
      if (e->address >= 0)
         sink_printf(s, "vo%d", e->address);
      else
         sink_printf(s, "-");
      if (e->location[0] && fragment)
         sink_printf(s, " %s %s", e->location, interp[e->interpolation]);
      else if (e->location[0])
         sink_printf(s, " %s vertex %u", e->location, e->vertex);
      else
         sink_printf(s, " - %s", e->read ? "machine" : "dropped");
      sink_printf(s, "%s\n", e->source == NVP4C_LINK_NOBODY ? " unwritten" : e->source == NVP4C_LINK_RASTERISER ? " fixed" : "");
   }
}

/* a.vp goes to a.s; beside an a.fp to a.vp.s. */
static char *program_name(const struct cli *o, unsigned k)
{
   const char *suffix = o->mode == MODE_CODE ? ".o" : ".s", *base = strrchr(o->inputs[k], '/');
   char *name = output_name(o->inputs[k], suffix);
   bool twice = false;

   for (unsigned i = 0; i < o->num_inputs; i++) {
      char *other = output_name(o->inputs[i], suffix);
      twice |= i != k && !strcmp(name, other);
      free(other);
   }
   if (twice) {
      base = base ? base + 1 : o->inputs[k];
      name = xrealloc(name, strlen(base) + strlen(suffix) + 1);
      strcpy(name, base);
      strcat(name, suffix);
   }
   return name;
}

/* The machine code or text of a program to its own file. */
static void write_program(const struct cli *o, unsigned k, const struct nvp4c_result *r)
{
   struct sink out = {0};
   size_t n;
   char *name = program_name(o, k);

   if (o->mode == MODE_CODE) {
      const uint8_t *code = nvp4c_result_object(r, &n);
      if (!code)
         code = nvp4c_result_code(r, &n);
      format_code(&out, o->format, code, n);
   } else {
      const char *text = nvp4c_result_listing(r, &n);
      sink_add(&out, text, text ? n : 0);
   }
   write_all(name, out.data, out.len);
   free(out.data);
   free(name);
}

/* What has no place in the output of a link is refused, not forgotten. */
static void refuse_others(const struct cli *o, const struct nvp4c_options *opt)
{
   const struct {
      const char *name;
      bool given;
   } others[] = {
      {"-fsyntax-only", opt->syntax_only},
      {"-dump-ir", opt->inspect.dump_ir},
      {"-dump-cfg", opt->inspect.dump_cfg},
      {"-print-before", opt->inspect.print_before},
      {"-print-after", opt->inspect.print_after},
      {"-print-changed", opt->inspect.print_changed},
      {"-stop-after", opt->passes.stop_after},
      {"-stats", o->stats},
      {"-reflect", o->reflect},
      {"-time-passes", o->timing},
      {"-report", o->report},
      {"-MD", o->deps},
      {"-save-temps", o->save_temps},
   };

   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      if (others[i].given)
         usage_error("%s does not go with --link", others[i].name);
}

int link_files(const struct cli *o, const struct nvp4c_options *opt)
{
   enum { MAX = sizeof o->inputs / sizeof o->inputs[0] };
   struct nvp4c_result *r[MAX] = {NULL}, *link;
   char *text[MAX] = {NULL};
   size_t len[MAX];
   struct sink table = {0};
   int status = NVP4C_OK;

   if (o->num_inputs < 2)
      usage_error("--link takes two or three programs%s", "");
   refuse_others(o, opt);
   for (unsigned i = 0; i < o->num_inputs; i++) {
      struct nvp4c_options one = *opt;
      one.verify.tasks = 0; /* what is written in the end is what is verified */
      one.output.object = o->mode == MODE_CODE && o->format == FORMAT_ELF;
      one.output.listing = i + 1 == o->num_inputs && o->mode == MODE_TEXT;
      if (i + 1 == o->num_inputs)
         one.verify.tasks = opt->verify.tasks;
      text[i] = read_all(o->inputs[i], &len[i]);
      r[i] = nvp4c_compile(text[i], len[i], &one);
      if (!r[i])
         goto memory;
      print_diagnostics(r[i], o->inputs[i], text[i], len[i], o);
      if (nvp4c_result_status(r[i]) != NVP4C_OK)
         status = (int)nvp4c_result_status(r[i]);
   }
   for (unsigned i = 0; i + 1 < o->num_inputs && status == NVP4C_OK; i++) {
      struct nvp4c_options mapped = *opt;
      link = nvp4c_link(r[i], r[i + 1], opt);
      if (!link)
         goto memory;
      print_diagnostics(link, o->inputs[i + 1], NULL, 0, o);
      status = (int)nvp4c_result_status(link);
      if (nvp4c_link_key(link, &mapped.key)) {
         sink_printf(&table, "# %s -> %s: %llu words\n", o->inputs[i], o->inputs[i + 1],
                     (unsigned long long)nvp4c_result_stat(link, 0).value);
         print_map(&table, &mapped.key);
         print_table(&table, link, nvp4c_result_stage(r[i + 1]) == NVP4C_STAGE_FRAGMENT);
         nvp4c_result_free(r[i]);
         mapped.output.listing = o->mode == MODE_TEXT;
         mapped.output.object = o->mode == MODE_CODE && o->format == FORMAT_ELF;
         mapped.diagnostics.no_warnings = 1; /* they were printed */
         r[i] = nvp4c_compile(text[i], len[i], &mapped);
         if (!r[i])
            goto memory;
         print_diagnostics(r[i], o->inputs[i], text[i], len[i], o);
         status = (int)nvp4c_result_status(r[i]);
      }
      nvp4c_result_free(link);
   }
   if (status == NVP4C_OK) {
      for (unsigned i = 0; i < o->num_inputs && o->mode != MODE_DEFAULT; i++)
         write_program(o, i, r[i]);
      write_all(o->output, table.data, table.len);
   }
   goto out;
memory:
   fprintf(stderr, "nvp4c: error: out of memory\n");
   status = NVP4C_LIMIT;
out:
   for (unsigned i = 0; i < o->num_inputs; i++) {
      nvp4c_result_free(r[i]);
      free(text[i]);
   }
   free(table.data);
   return status;
}
