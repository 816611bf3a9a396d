/* SPDX-License-Identifier: MIT */
/*
 * --link: compiles consecutive stages, links them, and compiles them again with the varying map. The table goes to standard
 * output or to the file of -o; -S and -c write each program to a file that is named after it.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/cli/cli.h"

/* Prints the option that compiles the producer of a link with its map. */
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
      if (k->varying[v].tail)
         sink_printf(s, "+%u", k->varying[v].tail);
      comma = ",";
   }
   sink_printf(s, "\n");
}

/* Prints a line for each entry: name, word of the producer, register of the consumer, interpolation or vertex, remarks. */
static void print_table(struct sink *s, const struct nvp4c_result *link, bool fragment)
{
   static const char *const interp[] = {
       "smooth", "flat", "noperspective", "centroid", "noperspective_centroid", "sample", "noperspective_sample"};
   const struct nvp4c_link_entry *e;
   char at[40];

   for (unsigned i = 0; (e = nvp4c_get_link_entry(link, i)); i++) {
      sink_printf(s, "%s.%c ", e->name, "xyzw"[e->component]);
      if (e->address >= 0)
         sink_printf(s, e->tail >= 0 ? "vo%d+%d" : "vo%d", e->address, e->tail);
      else
         sink_printf(s, "-");
      nvp4c_location_text(&e->location, at, sizeof at);
      if (at[0] && fragment)
         sink_printf(s, " %s %s", at, interp[e->interpolation]);
      else if (at[0])
         sink_printf(s, " %s vertex %u", at, e->vertex);
      else
         sink_printf(s, " - %s", e->read ? "machine" : "dropped");
      sink_printf(s, "%s\n",
                  e->source == NVP4C_LINK_NOBODY       ? " unwritten"
                  : e->source == NVP4C_LINK_RASTERISER ? " fixed"
                                                       : "");
   }
}

/* Writes the machine code or text of a program to its own file. */
static void write_program(const struct cli *o, const char *name, const struct nvp4c_result *r)
{
   struct sink out = {0};
   size_t n;

   if (o->mode == MODE_CODE) {
      const uint8_t *code = nvp4c_result_object(r, &n);
      if (!code)
         code = nvp4c_result_code(r, &n);
      format_code(&out, o->format, code, n);
   } else {
      const char *text = nvp4c_result_listing(r, &n);
      sink_add(&out, text, text ? n : 0);
   }
   write_output(name, out.data, out.len);
   free(out.data);
}

struct programs {
   const struct cli *o;
   const struct nvp4c_options *opt;
   char *text[MAX_LINKED];
   size_t len[MAX_LINKED], skipped[MAX_LINKED];
   char *name[MAX_LINKED]; /* names of the outputs, or NULL */
   struct nvp4c_result *r[MAX_LINKED];
   bool unsaid[MAX_LINKED]; /* rejected without a map, with messages that are not printed */
   struct sink table;
};

static int out_of_memory(void)
{
   console_error("out-of-memory", NULL, "out of memory");
   return NVP4C_LIMIT;
}

static void print_messages(struct programs *p, unsigned k)
{
   print_diagnostics(p->r[k], NULL, &(struct input_text){p->o->inputs[k], p->text[k], p->len[k], p->skipped[k]}, NULL, p->o);
}

/* Compiles program k, and replaces its result. Returns the status. */
static int compile(struct programs *p, unsigned k, const struct nvp4c_options *opt)
{
   struct nvp4c_options one = *opt;

   one.debug.lines = p->o->lines > 0 || (!p->o->lines && opt->output.object);
   one.debug.source = p->o->inputs[k];
   nvp4c_result_free(p->r[k]);
   p->r[k] = nvp4c_compile(p->text[k], p->len[k], &one);
   return p->r[k] ? (int)nvp4c_result_status(p->r[k]) : out_of_memory();
}

/*
 * Compiles all programs without maps. Only the last one is final; the others are compiled again, and verified then. The
 * messages of a rejected program are not printed yet, because its outputs may fit with a map.
 */
static int compile_all(struct programs *p)
{
   const struct cli *o = p->o;
   int status = NVP4C_OK;

   for (unsigned k = 0; k < o->num_inputs; k++) {
      const bool last = k + 1 == o->num_inputs;
      struct nvp4c_options opt = *p->opt;
      opt.verify.waves = last ? p->opt->verify.waves : 0;
      opt.output.object = o->mode == MODE_CODE && o->format == FORMAT_ELF;
      opt.output.reflection = 1; /* for linking */
      opt.output.listing = last && o->mode == MODE_TEXT;
      p->text[k] = read_all(o->inputs[k], &p->len[k]);
      p->skipped[k] = skip_byte_order_mark(p->text[k], &p->len[k]);
      const int one = compile(p, k, &opt);
      if (!p->r[k])
         return one;
      p->unsaid[k] = !last && one == NVP4C_UNSUPPORTED && nvp4c_result_stage(p->r[k]) != NVP4C_STAGE_ANY;
      if (p->unsaid[k])
         continue;
      print_messages(p, k);
      if (one != NVP4C_OK)
         status = one;
   }
   return status;
}

/* Compiles program k with the map of its link to the next program. */
static int compile_mapped(struct programs *p, unsigned k, const struct nvp4c_result *link)
{
   const struct cli *o = p->o;
   struct nvp4c_options mapped = *p->opt;

   nvp4c_link_key(link, &mapped.key);
   const bool fragment = nvp4c_result_stage(p->r[k + 1]) == NVP4C_STAGE_FRAGMENT;
   if (o->link) {
      sink_printf(&p->table, k ? ",\n" : "[\n");
      print_link_json(&p->table, link, o->inputs[k], o->inputs[k + 1]);
   } else {
      sink_printf(&p->table, "# %s -> %s: %llu words\n", o->inputs[k], o->inputs[k + 1],
                  (unsigned long long)nvp4c_result_stat(link, 0).value);
      print_map(&p->table, &mapped.key);
      print_table(&p->table, link, fragment);
   }
   mapped.output.listing = o->mode == MODE_TEXT;
   mapped.output.object = o->mode == MODE_CODE && o->format == FORMAT_ELF;
   mapped.diagnostics.no_warnings |= !p->unsaid[k]; /* otherwise they were printed before */
   const int status = compile(p, k, &mapped);
   if (p->r[k])
      print_messages(p, k);
   return status;
}

/* Links program k to the next program, and compiles it with the map. */
static int link_next(struct programs *p, unsigned k)
{
   const struct cli *o = p->o;
   struct nvp4c_result *link = nvp4c_link(p->r[k], p->r[k + 1], p->opt);

   if (!link)
      return out_of_memory();
   print_diagnostics(link, NULL, &(struct input_text){o->inputs[k + 1], NULL, 0, 0}, NULL, o);
   int status = (int)nvp4c_result_status(link);
   if (status == NVP4C_OK)
      status = compile_mapped(p, k, link);
   nvp4c_result_free(link);
   return status;
}

/* Names the outputs, and checks that none of them is an input. */
static void plan_outputs(struct programs *p, const struct lists *l)
{
   const struct cli *o = p->o;
   struct names inputs = {0}, outputs = {0};

   for (unsigned k = 0; k < o->num_inputs; k++)
      add_name(&inputs, o->inputs[k]);
   for (unsigned i = 0; i < l->num_files; i++)
      add_name(&inputs, l->files[i]);
   add_name(&outputs, o->output);
   if (o->mode != MODE_DEFAULT)
      name_outputs(o, o->inputs, o->num_inputs, NULL, p->name);
   for (unsigned k = 0; k < o->num_inputs && o->mode != MODE_DEFAULT; k++)
      add_name(&outputs, p->name[k]);
   check_outputs(&inputs, &outputs);
   free(inputs.name);
   free(outputs.name);
}

/* Warns about options without effect. Returns NVP4C_REJECTED if a warning is an error. */
static int warn_unused(const struct programs *p, const struct lists *l)
{
   unsigned stages = 0;
   struct extra extra;

   for (unsigned k = 0; k < p->o->num_inputs; k++)
      stages |= p->r[k] && nvp4c_result_stage(p->r[k]) != NVP4C_STAGE_ANY ? 1u << nvp4c_result_stage(p->r[k]) : 0;
   find_unused(p->o, p->opt, l, stages, &extra);
   if (extra.num)
      print_diagnostics(NULL, &extra, &(struct input_text){"nvp4c", NULL, 0, 0}, NULL, p->o);
   return extra.error ? NVP4C_REJECTED : NVP4C_OK;
}

/* Prints the line of -verify-sim for each program, where statistics go. */
static void print_verifications(const struct programs *p)
{
   FILE *out = p->o->output && strcmp(p->o->output, "-") ? stdout : stderr;

   for (unsigned k = 0; k < p->o->num_inputs; k++)
      if (nvp4c_result_verify(p->r[k]).waves) {
         fprintf(out, "%s ", p->o->inputs[k]);
         print_verification(out, nvp4c_result_verify(p->r[k]));
      }
}

int link_files(struct cli *o, const struct nvp4c_options *opt, const struct lists *l)
{
   struct programs p = {.o = o, .opt = opt};

   if (o->num_inputs < 2 || o->num_inputs > MAX_LINKED)
      usage_error("--link takes two or three programs");
   plan_outputs(&p, l);
   int status = compile_all(&p);
   const int unused = warn_unused(&p, l);
   status = status == NVP4C_OK ? unused : status;
   for (unsigned k = 0; k + 1 < o->num_inputs && status == NVP4C_OK; k++)
      status = link_next(&p, k);
   if (status == NVP4C_OK) {
      for (unsigned k = 0; k < o->num_inputs && o->mode != MODE_DEFAULT; k++)
         write_program(o, p.name[k], p.r[k]);
      if (o->link)
         sink_printf(&p.table, "]\n");
      write_output(o->output, p.table.data, p.table.len);
      print_verifications(&p);
   }
   for (unsigned k = 0; k < o->num_inputs; k++) {
      nvp4c_result_free(p.r[k]);
      free(p.text[k]);
      free(p.name[k]);
   }
   free(p.table.data);
   return status;
}
