/* SPDX-License-Identifier: MIT */
/*
 * What a driver for PowerVR Rogue has to know about programs: prints the fields of the program data of Mesa's driver (struct
 * pco_data; docs/abi-usc.md, "The program data of the public driver") for a vertex and a fragment program, which it links, or
 * for one program alone.
 *
 *    cc rogue.c $(pkg-config --cflags --libs nvp4c) && ./a.out lit.vp lit.fp
 *    ./a.out mcpu=bxs-4-64 reduction.tgsi
 */
#include <nvp4c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SHARED 1024 /* shared registers of a wave */
#define SET 4           /* registers of a coefficient set */

static void fail(const char *file, const char *what)
{
   fprintf(stderr, "%s: %s\n", file, what);
   exit(1);
}

static struct nvp4c_result *compile(const char *file, const struct nvp4c_options *o)
{
   static char text[1 << 20];
   FILE *f = fopen(file, "rb");

   if (!f)
      fail(file, "cannot be read");
   const size_t length = fread(text, 1, sizeof text, f);
   fclose(f);
   struct nvp4c_result *r = nvp4c_compile(text, length, o);
   if (!r || nvp4c_result_status(r) != NVP4C_OK)
      fail(file, r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "out of memory");
   return r;
}

static int is_shared(const struct nvp4c_reflection *e)
{
   return e->location.reg == NVP4C_REG_SHARED && e->location.number < MAX_SHARED;
}

/* One buffer in the order of the shared registers, which one DMA of the descriptor program (DOUTD) copies: the driver fills it
   with the words that are printed here. */
static void print_staging(const struct nvp4c_result *r)
{
   const struct nvp4c_reflection *word[MAX_SHARED] = {0};
   const uint32_t count = nvp4c_result_facts(r).shared_registers;
   char name[128];

   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++)
      if (is_shared(nvp4c_result_reflection(r, i)))
         word[nvp4c_result_reflection(r, i)->location.number] = nvp4c_result_reflection(r, i);
   for (uint32_t n = 0; n < count && n < MAX_SHARED; n++) {
      if (word[n] && word[n]->binding == NVP4C_BIND_LITERAL)
         printf("  sh%u = 0x%08x\n", (unsigned)n, (unsigned)word[n]->value);
      else if (word[n]) {
         nvp4c_reflection_name(word[n], name, sizeof name);
         printf("  sh%u = %s\n", (unsigned)n, name);
      } else
         printf("  sh%u unused\n", (unsigned)n);
   }
}

/* First register and number of registers of consecutive entries of a kind and binding: pco_range by index. */
static void print_ranges(const struct nvp4c_result *r, const char *field, enum nvp4c_reflect_kind kind,
                         enum nvp4c_binding binding, unsigned size)
{
   for (unsigned index = 0; index < NVP4C_NUM_VARYINGS; index++) {
      unsigned first = UINT32_MAX, last = 0;
      char location[64] = "";
      for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
         const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
         const unsigned n = e->location.number;
         if (e->kind != kind || e->binding != binding || e->index != index || e->location.reg == NVP4C_REG_SPECIAL ||
             e->location.reg == NVP4C_REG_NONE)
            continue;
         if (n < first) {
            first = n;
            nvp4c_location_text(&e->location, location, sizeof location);
         }
         last = n > last ? n : last;
      }
      if (first != UINT32_MAX)
         printf("%s[%u] = %s, count %u\n", field, index, location, last - first + size);
   }
}

static unsigned count_bits(unsigned mask)
{
   unsigned n = 0;

   for (; mask; mask &= mask - 1)
      n++;
   return n;
}

/* common: the fields of all stages. */
static void print_common(const struct nvp4c_result *r)
{
   const struct nvp4c_facts f = nvp4c_result_facts(r);
   const enum nvp4c_stage stage = nvp4c_result_stage(r);
   size_t bytes;

   nvp4c_result_code(r, &bytes);
   printf("binary = %u bytes\nentry_offset = 0\n", (unsigned)bytes);
   printf("temps = %u\n", (unsigned)f.temporaries);
   printf("vtxins = %u\n", stage == NVP4C_STAGE_FRAGMENT ? 0 : (unsigned)f.input_registers);
   printf("coeffs = %u\n", stage == NVP4C_STAGE_FRAGMENT ? (unsigned)f.input_registers : (unsigned)f.coefficients);
   printf("shareds = %u\n", (unsigned)f.shared_registers);
   printf("scratch = %u bytes\n", (unsigned)f.scratch_bytes);
   printf("uses = {.atomics = %d, .barriers = %d, .side_effects = %d}\n", f.uses_atomics, f.uses_barriers, f.side_effects);
   print_staging(r);
}

static void print_vertex(const struct nvp4c_result *r)
{
   const struct nvp4c_facts f = nvp4c_result_facts(r);
   const unsigned culls = f.declared.culls & f.clip_distances;

   print_ranges(r, "vs.attribs", NVP4C_INPUT, NVP4C_BIND_ATTRIB, 1);
   print_ranges(r, "vs.varyings", NVP4C_OUTPUT, NVP4C_BIND_VARYING, 1);
   printf("vs.vtxouts = %u\n", (unsigned)f.vertex_words);
   printf("vs.clip_count = %u, vs.cull_count = %u\n", count_bits(f.clip_distances & ~culls), count_bits(culls));
}

/* The words of a vertex by their interpolation. Centroid and sample inputs are iterated as smooth ones are. */
static void print_varyings(const struct nvp4c_result *link)
{
   unsigned smooth = 0, flat = 0, npc = 0;
   unsigned char counted[256] = {0};

   for (unsigned i = 0; i < nvp4c_link_num_entries(link); i++) {
      const struct nvp4c_link_entry *e = nvp4c_get_link_entry(link, i);
      /* The position, words for the fixed functions, and words that were counted already are left out. */
      if (e->address < SET || e->location.reg != NVP4C_REG_COEFFICIENT || counted[e->address & 255]++)
         continue;
      switch (e->interpolation) {
      case NVP4C_FLAT: flat++; break;
      case NVP4C_NOPERSPECTIVE:
      case NVP4C_NOPERSPECTIVE_CENTROID:
      case NVP4C_NOPERSPECTIVE_SAMPLE: npc++; break;
      default: smooth++;
      }
   }
   printf("vs.f32_smooth = %u, vs.f32_flat = %u, vs.f32_npc = %u\n", smooth, flat, npc);
}

static void print_fragment(const struct nvp4c_result *r)
{
   const struct nvp4c_facts f = nvp4c_result_facts(r);

   print_ranges(r, "fs.varyings", NVP4C_INPUT, NVP4C_BIND_VARYING, SET);
   print_ranges(r, "fs.outputs", NVP4C_OUTPUT, NVP4C_BIND_COLOR, 1);
   /* z and w of the position have planes of their own; perspective needs the plane of w too. */
   printf("fs.uses = {.w = %d, .z = %d, .fbfetch = %d, .depth_feedback = %d, .discard = %d, .early_frag = %d, "
          ".sample_shading = %d}\n",
          f.w_coefficient != UINT32_MAX || (f.reads_position & 8) != 0, (f.reads_position & 4) != 0, f.reads_colors != 0,
          f.pass_type == NVP4C_PASS_DEPTH_FEEDBACK, f.uses_kill, f.declared.early_tests, f.per_sample);
   printf("pass type = %s\n", nvp4c_enum_name(NVP4C_ENUM_PASS_TYPE, f.pass_type));
   if (f.w_coefficient != UINT32_MAX)
      printf("1/w in coefficient set %u\n", (unsigned)f.w_coefficient);
}

static void print_compute(const struct nvp4c_result *r)
{
   printf("workgroup = %u invocations\n", (unsigned)nvp4c_result_facts(r).workgroup_invocations);
   for (unsigned i = 0; i < nvp4c_result_num_reflections(r); i++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(r, i);
      char name[128], location[64];
      if (e->kind != NVP4C_INPUT && e->location.reg != NVP4C_REG_COEFFICIENT)
         continue; /* inputs, and words that a workgroup shares */
      nvp4c_reflection_name(e, name, sizeof name);
      nvp4c_location_text(&e->location, location, sizeof location);
      printf("  %s = %s\n", location, name);
   }
}

static void print_program(const char *file, const struct nvp4c_result *r, const struct nvp4c_result *link)
{
   const enum nvp4c_stage stage = nvp4c_result_stage(r);

   printf("%s: %s program\n", file, nvp4c_enum_name(NVP4C_ENUM_STAGE, stage));
   print_common(r);
   switch (stage) {
   case NVP4C_STAGE_VERTEX: print_vertex(r); break;
   case NVP4C_STAGE_FRAGMENT: print_fragment(r); break;
   case NVP4C_STAGE_COMPUTE: print_compute(r); break;
   default: fail(file, "the public driver has no programs of this stage");
   }
   if (link)
      print_varyings(link);
}

int main(int argc, char **argv)
{
   struct nvp4c_options o;
   char message[200];
   int i = 1;

   nvp4c_options_init(&o, sizeof o);
   for (char *value; i < argc && (value = strchr(argv[i], '=')); i++) {
      *value++ = 0;
      if (nvp4c_options_set(&o, argv[i], value, message, sizeof message) != NVP4C_OK)
         fail(argv[i], message);
   }
   if (i == argc || argc - i > 2)
      fail(argv[0], "give one program, or a vertex and a fragment program");
   o.output.reflection = 1;
   struct nvp4c_result *first = compile(argv[i], &o), *second = NULL, *link = NULL;
   if (argc - i == 2) {
      second = compile(argv[i + 1], &o);
      link = nvp4c_link(first, second, &o);
      if (!link)
         fail(argv[i], "out of memory");
      if (!nvp4c_link_key(link, &o.key)) /* the vertex program is compiled again, for the places of its outputs */
         fail(argv[i], nvp4c_result_num_diagnostics(link) ? nvp4c_result_diagnostic(link, 0)->message : "cannot be linked");
      nvp4c_result_free(first);
      first = compile(argv[i], &o);
   }
   print_program(argv[i], first, link);
   if (second)
      print_program(argv[i + 1], second, NULL);
   nvp4c_result_free(link);
   nvp4c_result_free(second);
   nvp4c_result_free(first);
   nvp4c_options_clear(&o);
   return 0;
}
