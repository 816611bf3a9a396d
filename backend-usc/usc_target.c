/* SPDX-License-Identifier: MIT */
/* The Rogue USC as a target (codegen/target.h): options from a request, statistics, running, assembling. */
#include <string.h>

#include "backend-usc/check/usc_check_program.h"
#include "backend-usc/check/usc_forms.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/sim/usc_run.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/text/usc_text.h"
#include "backend-usc/usc_compile.h"
#include "backend-usc/usc_describe.h"
#include "backend-usc/usc_costs.h"
#include "backend-usc/usc_reflection.h"

_Static_assert((int)TARGET_F32 == (int)USC_FRT_F32 && (int)TARGET_F16 == (int)USC_FRT_F16 &&
                   (int)TARGET_RGBA8 == (int)USC_FRT_RGBA8 && (int)TARGET_WORDS == (int)USC_FRT_WORDS,
               "formats have the numbers of the request");

/* ---- statistics */

/* Adds statistics such as "empty_not_ready: n", the number of units that are empty for a stall reason, without control
   groups. */
static void count_stalls(struct util_ctx *ctx, const struct usc_program *p, struct target_output *out)
{
   uint32_t count[USC_NUM_STALLS] = {0};

   for (uint32_t k = 0; k < p->prog.n && k < p->num_stalls; k++)
      for (unsigned u = 0; u < USC_GROUP_UNITS && p->prog.g[k].kind != USC_CONTROL; u++)
         if (!p->prog.g[k].op[u] && p->stalls[k][u] < USC_NUM_STALLS)
            count[p->stalls[k][u]]++;
   for (unsigned w = 1; w < USC_NUM_STALLS; w++) {
      if (!count[w])
         continue;
      char *name = util_printf(ctx, "empty_%s", usc_stall_name(w));
      for (char *c = name; *c; c++)
         *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
      target_add_stat(ctx, out, name, count[w]);
   }
}

static void add_stats(struct util_ctx *ctx, const struct usc_options *opt, const struct usc_program *p,
                      struct target_output *out)
{
   const struct usc_stats *st = &p->stats;
   const bool both = opt->sched == USC_SCHED_BOTH;
   const struct {
      const char *name;
      uint32_t value;
      bool computed;
   } stats[] = {
      {"groups", st->groups, true},
      {"groups_fast", st->groups_fast, both},
      {"groups_exact", st->groups_exact, both},
      {"issue_slots", st->issue_slots, true},
      {"lower_bound", st->lower_bound, opt->bound},
      {"blocks", st->blocks, true},
      {"blocks_optimal", st->blocks_optimal, opt->bound},
      {"bytes", st->bytes, true},
      {"temps", st->temps, true},
      {"spill_bytes", st->spill_bytes, true},
      {"spill_loads", st->spill_loads, true},
      {"spill_stores", st->spill_stores, true},
      {"const_uploads", st->const_uploads, true},
   };

   for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
      if (stats[i].computed)
         target_add_stat(ctx, out, stats[i].name, stats[i].value);
   if (opt->stalls)
      count_stalls(ctx, p, out);
   if (p->reflect.stage == USC_STAGE_GEOMETRY)
      target_add_stat(ctx, out, "vertices_out", p->reflect.vertices_out);
}

/* ---- compiling */

static enum usc_sched_mode sched_mode(const struct target_request *q)
{
   if (q->stress.one_op_per_group || (!q->opt_level && q->sched == TARGET_SCHED_LEVEL))
      return USC_SCHED_NONE;
   switch (q->sched) {
   case TARGET_SCHED_LEVEL: return q->opt_level >= 3 ? USC_SCHED_EXACT : USC_SCHED_FAST;
   case TARGET_SCHED_FAST: return USC_SCHED_FAST;
   case TARGET_SCHED_EXACT: return USC_SCHED_EXACT;
   default: return USC_SCHED_BOTH;
   }
}

static struct usc_options make_options(const struct target_request *q)
{
   const struct target_key *key = &q->key;
   struct usc_options opt = usc_default_options();

   opt.core = (enum usc_core)q->cpu;
   opt.features = q->features;
   opt.sched = sched_mode(q);
   for (unsigned i = 0; i < TARGET_NUM_COLORS; i++)
      opt.frt[i] = (enum usc_frt)key->color[i].format;
   for (unsigned i = 0; i < TARGET_NUM_COLORS; i++) {
      const struct target_color *t = &key->color[i];
      opt.target[i] = (struct usc_target_place){t->words, t->bound, t->place, t->word};
   }
   opt.samples = key->samples;
   opt.sample_shading = key->sample_shading;
   opt.per_sample = key->per_sample;
   opt.early_tests = key->early_tests;
   opt.no_clamp = key->no_clamp;
   opt.scratch_base = key->scratch_base;
   opt.scratch_stride = key->scratch_stride;
   opt.use_varying_map = key->use_varying_map;
   for (unsigned i = 0; i < SLOT_COUNT; i++)
      opt.varying[i] = (struct usc_varying){key->varying[i].address, key->varying[i].mask, key->varying[i].tail};
   for (unsigned i = 0; i < TARGET_NUM_ATTRIBS; i++) {
      const struct target_attribute *a = &key->attrib[i];
      opt.attrib[i] = (struct usc_attribute){a->format, a->byte, a->placed, a->word, a->words};
   }
   opt.stalls = q->analysis != TARGET_ANALYSE_NOTHING;
   opt.origins = q->lines;
   opt.verify = q->check;
   opt.last = q->last;
   opt.bound = opt.stalls || opt.verify; /* to check it */
   opt.max_temps = q->stress.max_temps;
   opt.spill_all = q->stress.spill_all;
   opt.random_seed = q->stress.sched_seed;
   return opt;
}

/* Prints each group below the lines of the source that it comes from. `offsets` of their bytes may be NULL. */
static void print_program(struct util_ctx *ctx, const struct usc_prog *p, const uint32_t *offsets, struct target_output *out)
{
   uint32_t next = 0;

   util_buf_init(&out->listing, ctx);
   for (uint32_t i = 0; i < p->n; i++) {
      target_print_lines(ctx, &out->listing, out, offsets ? offsets[i] : i, &next);
      usc_print_group(ctx, &out->listing, p, i);
   }
   out->has_listing = true;
}

static void print_compiled(struct util_ctx *ctx, const struct target_request *q, const struct usc_program *p,
                           struct target_output *out)
{
   if (q->analysis == TARGET_ANALYSE_LISTING) {
      util_buf_init(&out->listing, ctx);
      usc_print_report(ctx, &out->listing, p, out);
      out->has_listing = true;
   } else {
      print_program(ctx, &p->prog, p->code ? p->offsets : NULL, out);
   }
   if (out->listing.len && out->listing.data[out->listing.len - 1] != '\n')
      util_buf_byte(&out->listing, '\n');
}

static void *compile(struct util_ctx *ctx, const struct target_request *q, struct ir_shader *s, struct target_output *out)
{
   const struct usc_options opt = make_options(q);
   struct usc_program *p = UTIL_NEW(ctx, struct usc_program);

   if (!usc_compile(ctx, s, &opt, p))
      return NULL;
   if (!p->code && (!q->listing || q->object)) {
      util_diag(ctx, DIAG_ID_usc_no_encoding, UTIL_NO_SPAN, "group %u: %s", p->no_bytes,
                usc_no_encoding_text(ctx, &p->prog.g[p->no_bytes]));
      return NULL;
   }
   if (!target_within_limits(ctx, q, p->code_len, p->reflect.scratch_bytes))
      return NULL;
   out->code = p->code;
   out->code_len = p->code_len;
   for (uint32_t k = 0; k < p->num_origins; k++)
      target_add_lines(ctx, out, p->code ? p->offsets[k] : k, &p->origins[k]);
   if (q->lines && q->check && (q->report || q->analysis == TARGET_ANALYSE_LISTING))
      p->executed = UTIL_ARRAY(ctx, uint64_t, (size_t)p->prog.n + 1);
   if (q->listing)
      print_compiled(ctx, q, p, out);
   add_stats(ctx, &opt, p, out);
   usc_reflect_facts(p, &out->facts);
   if (q->reflection)
      usc_reflect_bindings(ctx, s, &p->reflect, out);
   return p;
}

/* ---- running */

static bool is_packed(const struct usc_reflect_output *o)
{
   return o->slot >= SLOT_FRAG_COLOR && o->slot <= SLOT_FRAG_COLOR_LAST && !usc_frt_is_whole((enum usc_frt)o->frt);
}

static struct target_report *describe(struct util_ctx *ctx, const void *program)
{
   return usc_describe(ctx, program);
}

/* Prints the report again, with the counts of the runs. */
static void report(struct util_ctx *ctx, const void *program, struct target_output *out)
{
   const struct usc_program *p = program;

   if (!p->executed || !p->executed[p->prog.n])
      return;
   util_buf_init(&out->listing, ctx);
   usc_print_report(ctx, &out->listing, p, out);
}

/* A program to run. */
struct decoded {
   const struct usc_program *program;
   const struct usc_sim_code *code;
};

static const void *decode(struct util_ctx *ctx, const void *program)
{
   const struct usc_program *p = program;
   struct decoded *d = UTIL_NEW(ctx, struct decoded);

   d->program = p;
   d->code = usc_harness_code(ctx, p);
   return d;
}

/* Packed colours are compared as words of the target, in x and y of their slot. */
static enum exec_status run(struct util_ctx *ctx, const void *decoded, struct exec_wave *wave)
{
   const struct decoded *d = decoded;
   const struct usc_program *p = d->program;
   struct usc_wave *t;
   enum exec_status st = usc_wave_run(ctx, p, d->code, wave, &t);

   if (st != EXEC_DONE)
      return st;
   usc_wave_results(t, p, wave);
   if (wave->fault)
      return EXEC_FAULT;
   for (uint32_t i = 0; i < p->reflect.num_outputs; i++) {
      const struct usc_reflect_output *o = &p->reflect.outputs[i];
      if (!is_packed(o))
         continue;
      exec_lanes *out = wave->out[o->slot];
      memset(out, 0, 4 * sizeof *out);
      for (unsigned w = 0; w < usc_packed_words((enum usc_frt)o->frt); w++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out[w][l] = usc_output_word(t, o->reg + w, l);
   }
   return st;
}

static void quantise(const void *program, struct exec_wave *wave, uint8_t mask[SLOT_COUNT])
{
   const struct usc_program *p = program;

   if (p->reflect.isp.drops_depth)
      mask[SLOT_FRAG_DEPTH] = 0;
   if (p->reflect.isp.masks && !p->reflect.num_outputs) /* nothing shows which invocations are killed; they are helpers, too */
      wave->killed = 0;
   for (uint32_t i = 0; i < p->reflect.num_outputs; i++) {
      const struct usc_reflect_output *o = &p->reflect.outputs[i];
      if (p->reflect.stage == USC_STAGE_FRAGMENT && o->slot == SLOT_FRAG_DEPTH) /* clamped for the ISP */
         for (unsigned l = 0; l < EXEC_LANES; l++)
            wave->out[o->slot][2][l] = num_fsat(wave->num, wave->out[o->slot][2][l]);
      if (!is_packed(o))
         continue;
      exec_lanes *out = wave->out[o->slot];
      uint32_t *taint = wave->out_taint[o->slot], all = taint[0] | taint[1] | taint[2] | taint[3];
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t color[4], words[4] = {0};
         for (unsigned c = 0; c < 4; c++)
            color[c] = mask[o->slot] >> c & 1 ? out[c][l] : 0;
         usc_pack_expected(wave->num, (enum usc_frt)o->frt, color, words);
         for (unsigned c = 0; c < 4; c++)
            out[c][l] = words[c];
      }
      taint[0] = taint[1] = all;
      mask[o->slot] = o->frt == USC_FRT_F16 ? 0x33 : 0x11;
   }
}

/* ---- text and bytes */

enum bytes { BYTES_OPTIONAL, BYTES_NEEDED };

static struct util_span span_of(const struct usc_prog *p, uint32_t group)
{
   return p->at && group < p->n ? (struct util_span){p->at[group], 1} : UTIL_NO_SPAN;
}

/* False after a diagnostic if a group needs a feature that the core of the request lacks. */
static bool has_features(struct util_ctx *ctx, const struct target_request *q, const struct usc_prog *p)
{
   uint32_t bad = 0;
   const uint32_t missing = usc_missing_features(p, q->features, &bad);

   if (missing)
      util_diag(ctx, DIAG_ID_usc_illegal_group, span_of(p, bad), "group %u: %s", bad, usc_missing_feature_text(ctx, missing));
   return !missing;
}

/*
 * Encodes assembled groups; false after a diagnostic. If a group has no public encoding and bytes are optional, the result is
 * true without code. `limits` of the core, for the rules between groups, is NULL if these are not checked.
 */
static bool assemble_bytes(struct util_ctx *ctx, struct usc_prog *p, enum bytes bytes, const struct usc_core_limits *limits,
                           struct target_output *out)
{
   struct util_buf code;
   uint32_t bad = 0, *offsets = NULL;

   util_buf_init(&code, ctx);
   enum usc_violation violation = usc_layout(ctx, p, &code, &offsets, &bad);
   const bool no_bytes = violation == USC_V_NO_ENCODING && bytes == BYTES_OPTIONAL;
   if (limits && (!violation || no_bytes))
      violation = usc_check_prog(ctx, p, offsets, limits, &bad);
   else if (no_bytes)
      violation = USC_V_OK;
   if (violation != USC_V_OK) {
      const struct util_span span = span_of(p, bad);
      if (violation == USC_V_NO_ENCODING)
         util_diag(ctx, DIAG_ID_usc_no_encoding, span, "group %u: %s", bad, usc_no_encoding_text(ctx, &p->g[bad]));
      else
         util_diag(ctx, DIAG_ID_usc_illegal_group, span, "group %u: %s", bad, usc_violation_text(violation));
      return false;
   }
   if (no_bytes)
      return true;
   out->code = (const uint8_t *)code.data;
   out->code_len = code.len;
   return true;
}

static void assemble(struct util_ctx *ctx, const struct target_request *q, const char *text, size_t len,
                     struct target_output *out)
{
   struct usc_prog p = {0};

   if (usc_assemble(ctx, text, len, &p) && has_features(ctx, q, &p) &&
       assemble_bytes(ctx, &p, q->listing ? BYTES_OPTIONAL : BYTES_NEEDED, usc_core_limits((enum usc_core)q->cpu), out) &&
       q->listing)
      print_program(ctx, &p, NULL, out);
}

/* Where the bytes of each group begin. */
static uint32_t *find_offsets(struct util_ctx *ctx, const uint8_t *code, size_t len, const struct usc_prog *p)
{
   uint32_t *offsets = UTIL_ARRAY(ctx, uint32_t, (size_t)p->n + 1);
   struct usc_group g;
   struct usc_found f;
   const char *err;

   for (uint32_t i = 0; i < p->n; i++)
      offsets[i + 1] = offsets[i] + usc_decode(code + offsets[i], len - offsets[i], &g, &f, &err);
   return offsets;
}

static void disassemble(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out)
{
   struct usc_prog p = {0};
   const char *err;
   size_t where;

   if (usc_decode_prog(ctx, code, len, &p, &err, &where))
      print_program(ctx, &p, out->num_lines ? find_offsets(ctx, code, len, &p) : NULL, out);
   else
      util_diag(ctx, DIAG_ID_bad_code, UTIL_NO_SPAN, "byte %zu: %s", where, err);
}

static void simulate(struct util_ctx *ctx, const struct target_request *q, const struct target_simulation *job,
                     struct target_output *out)
{
   struct usc_prog p = {0};
   struct usc_run run = {.task = job->task,
                         .task_len = job->task_len,
                         .num = q->num,
                         .once = job->once,
                         .limits = usc_core_limits((enum usc_core)q->cpu)};

   /* The run finds violations of rules between groups. */
   if (job->is_text && !(usc_assemble(ctx, job->program, job->len, &p) && has_features(ctx, q, &p) &&
                         assemble_bytes(ctx, &p, BYTES_OPTIONAL, NULL, out)))
      return;
   if (!job->is_text)
      run.code = usc_sim_decode(ctx, job->program, job->len);
   else
      run.code = out->code ? usc_sim_decode(ctx, out->code, out->code_len) : usc_sim_decode_groups(ctx, &p);
   run.code = usc_sim_restrict(ctx, run.code, q->features);
   target_start_simulation(ctx, job, out);
   usc_run(ctx, &run, &out->listing);
}

/* ---- the table */

static num_m num(uint32_t features) { return features & USC_HAS_RNE ? &num_model_usc_rne : &num_model_usc_rtz; }

static const char *const cpus[] = {
#define CORE(id, name, features, ...) name,
#include "backend-usc/isa/usc_core.def"
   NULL,
};
static const uint16_t vertex_words[] = {
#define CORE(id, name, features, samples, vertex_words, ...) vertex_words,
#include "backend-usc/isa/usc_core.def"
};
static const struct target_attr attrs[] = {
#define FEATURE(id, name, help) {name, help},
#include "backend-usc/isa/usc_core.def"
   {NULL, NULL},
};

/* As the public driver does (observed: pvr_arch_mrt.c, pvr_alloc_mrt): first fit, in the order of the targets. */
static bool place_colors(unsigned cpu, struct target_color color[TARGET_NUM_COLORS])
{
   uint8_t used[1 + USC_NUM_TILES] = {0};

   for (unsigned t = 0; t < TARGET_NUM_COLORS; t++) {
      bool found = !color[t].bound;
      for (unsigned at = 0; at < USC_TILE_WORDS * (1 + USC_NUM_TILES) && !found; at++) {
         found = usc_core_take_words((enum usc_core)cpu, &used[at / USC_TILE_WORDS], at % USC_TILE_WORDS, color[t].words);
         color[t].place = (uint8_t)(USC_PLACE_OUTPUT + at / USC_TILE_WORDS);
         color[t].word = at % USC_TILE_WORDS;
      }
      if (!found)
         return false;
   }
   return true;
}

static unsigned resident(unsigned cpu)
{
   return usc_core_max_workgroup((enum usc_core)cpu);
}

const struct target_ops usc_target = {
   .name = "usc",
   .num = num,
   .cpus = cpus,
   .cpu_features = usc_core_features,
   .attrs = attrs,
   .pixel_rate = USC_HAS_PIXELRATE,
   .costs = &usc_costs,
   .native = PASS_LOWER_point_size | PASS_LOWER_atomics,
   .resident = resident,
   .most_invocations = USC_MAX_WORKGROUP,
   .unpacks_attributes = true,
   .vertex_words = vertex_words,
   .place_colors = place_colors,
   .limits = usc_native_limits,
   .compile = compile,
   .decode = decode,
   .run = run,
   .describe = describe,
   .report = report,
   .quantise = quantise,
   .assemble = assemble,
   .disassemble = disassemble,
   .simulate = simulate,
   .machine = &usc_machine_ops,
};
