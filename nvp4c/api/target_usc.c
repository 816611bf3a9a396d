/* SPDX-License-Identifier: MIT */
/* Rogue USC behind the façade. */
#include <string.h>

#include "backend-usc/usc_compile.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/sim/usc_run.h"
#include "nvp4c/api/internal.h"

static const char *const pieces[] = {"low", "high"};

/* An output word of a fragment program: "o5", "tile0[3]". */
static char *output_word(struct nvp4c_result *r, uint32_t n, const char *format)
{
   const char *open = *format ? " (" : "", *close = *format ? ")" : "";
   return n < USC_TILE_WORDS ? util_printf(&r->ctx, "o%u%s%s%s", n, open, format, close)
                             : util_printf(&r->ctx, "tile%u[%u]%s%s%s", n / USC_TILE_WORDS - 1, n % USC_TILE_WORDS, open, format, close);
}

static void reflect(struct nvp4c_result *r, const struct ir_shader *s, const struct usc_reflect *f)
{
   bool vertex = f->stage != IR_STAGE_FRAGMENT;
   char name[32];

   for (uint32_t i = 0; i < f->num_inputs; i++) {
      const struct usc_reflect_input *in = &f->inputs[i];
      char *slot = util_printf(&r->ctx, "%s", io_slot_name((enum io_slot)in->slot, name, sizeof name));
      if (f->stage == IR_STAGE_GEOMETRY && in->slot != SLOT_PRIM_ID)
         slot = util_printf(&r->ctx, "vertex[%u].%s", in->vertex, slot);
      for (unsigned c = 0; c < 4; c++)
         if ((in->mask >> c & 1) && in->reg[c] != USC_NO_REG) {
            const char *where = util_printf(&r->ctx, vertex ? "vi%u" : "cf%u", in->reg[c]);
            result_reflect(r, NVP4C_INPUT, slot, where, c, 0);
            result_input(r, in->slot, c, in->interp, in->vertex, where);
         }
   }
   if (f->reads_facing)
      result_input(r, SLOT_FACING, 0, INTERP_FLAT, 0, util_printf(&r->ctx, "sr%u", USC_SR_BACK_FACE));
   for (uint32_t i = 0; i < f->num_outputs; i++) {
      const struct usc_reflect_output *o = &f->outputs[i];
      char *slot = util_printf(&r->ctx, "%s", io_slot_name((enum io_slot)o->slot, name, sizeof name));
      bool packed = !vertex && o->frt != USC_FRT_F32;
      for (unsigned c = 0; c < 4; c++)
         if (o->mask >> c & 1)
            result_reflect(r, NVP4C_OUTPUT, slot,
                           vertex                 ? util_printf(&r->ctx, "vo%u", o->at[c])
                           : o->reg == USC_NO_REG ? "depth"
                           : packed ? output_word(r, o->reg + (o->frt == USC_FRT_F16 ? c / 2 : 0), usc_frt_name[o->frt])
                                    : output_word(r, o->reg + c, ""),
                           c, 0);
   }
   for (uint32_t i = 0; i < f->num_sh; i++) {
      const struct usc_reflect_sh *sh = &f->sh[i];
      char *where = util_printf(&r->ctx, "sh%u", i);
      switch (sh->kind) {
      case USC_SH_PARAM:
         result_reflect(r, NVP4C_PARAM, result_param_name(r, &s->params[sh->a]), where, sh->b, s->params[sh->a].value[sh->b]);
         break;
      case USC_SH_CONST: result_reflect(r, NVP4C_CONSTANT, "constant", where, 0, sh->a); break;
      case USC_SH_IMAGE: result_reflect(r, NVP4C_TEXTURE, util_printf(&r->ctx, "texture[%u].image", sh->a), where, sh->b, 0); break;
      case USC_SH_SAMPLER: result_reflect(r, NVP4C_TEXTURE, util_printf(&r->ctx, "texture[%u].sampler", sh->a), where, sh->b, 0); break;
      case USC_SH_TEXSIZE: result_reflect(r, NVP4C_TEXTURE, util_printf(&r->ctx, "texture[%u].size", sh->a), where, sh->b, 0); break;
      case USC_SH_BUFFER:
         result_reflect(r, NVP4C_BUFFER, util_printf(&r->ctx, "program.buffer[%u].address.%s", sh->a, pieces[sh->b & 1]), where, 0, 0);
         break;
      case USC_SH_TILE:
         result_reflect(r, NVP4C_BUFFER, util_printf(&r->ctx, "tile.buffer[%u].address.%s", sh->a, pieces[sh->b & 1]), where, 0, 0);
         break;
      case USC_SH_SCRATCH:
         result_reflect(r, NVP4C_SCRATCH, util_printf(&r->ctx, "scratch.%s", sh->b > 1 ? "stride" : pieces[sh->b]), where, 0,
                        f->scratch_bytes);
         break;
      }
   }
}

/* "empty_not_ready: n" and so on: units that are empty for this reason; control groups have none. */
static void count_stalls(struct nvp4c_result *r, const struct usc_program *p)
{
   uint32_t count[USC_NUM_STALLS] = {0};

   for (uint32_t k = 0; k < p->prog.n && k < p->num_stalls; k++)
      for (unsigned u = 0; u < USC_GROUP_UNITS && p->prog.g[k].kind != USC_CONTROL; u++)
         if (!p->prog.g[k].op[u] && p->stalls[k][u] < USC_NUM_STALLS)
            count[p->stalls[k][u]]++;
   for (unsigned w = 1; w < USC_NUM_STALLS; w++) {
      if (!count[w])
         continue;
      char *name = util_printf(&r->ctx, "empty_%s", usc_stall_name(w));
      for (char *c = name; *c; c++)
         *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
      result_stat(r, name, count[w]);
   }
}

static void *compile(struct nvp4c_result *r, struct ir_shader *s)
{
   struct usc_options opt = usc_default_options();
   struct usc_program *p = UTIL_NEW(&r->ctx, struct usc_program);

   opt.features = r->features;
   for (int i = 0; i < 8; i++)
      opt.frt[i] = (enum usc_frt)r->opt.key.frt[i];
   const struct nvp4c_key *key = &r->opt.key;
   opt.samples = key->samples ? key->samples : 1;
   opt.sample_shading = key->sample_shading;
   opt.no_clamp = key->robust_off;
   opt.scratch_base = key->scratch_base;
   opt.scratch_stride = key->scratch_stride;
   opt.use_varying_map = key->varying_map;
   for (unsigned i = 0; i < NVP4C_NUM_VARYINGS; i++)
      opt.varying[varying_slot(i)] = (struct usc_varying){key->varying[i].address, key->varying[i].mask};
   static const uint8_t modes[] = {USC_SCHED_FAST, USC_SCHED_FAST, USC_SCHED_EXACT, USC_SCHED_BOTH};
   if (r->opt.one_op_per_group || (!r->opt.opt_level && !r->opt.sched))
      opt.sched = USC_SCHED_NONE;
   else
      opt.sched = (enum usc_sched_mode)modes[r->opt.sched ? r->opt.sched : r->opt.opt_level >= 3 ? NVP4C_SCHED_EXACT : NVP4C_SCHED_FAST];
   opt.bound = r->opt.analyze > 0;
   opt.stalls = r->opt.analyze > 0;
   opt.max_temps = r->opt.max_temps;
   opt.spill_all = r->opt.spill_all;
   opt.random_seed = r->opt.sched_seed;
   opt.verify = r->opt.verify_sim || r->opt.verify_each;
   if (!usc_compile(&r->ctx, s, &opt, p))
      return NULL;
   if (!p->code && (!r->opt.listing || r->opt.object)) {
      util_diag(&r->ctx, DIAG_ID_usc_no_encoding, UTIL_NO_SPAN, "group %u: %s", p->no_bytes,
                usc_no_encoding_text(&r->ctx, &p->prog.g[p->no_bytes]));
      return NULL;
   }
   r->code = p->code;
   r->code_len = p->code_len;
   if (r->opt.listing) {
      util_buf_init(&r->listing, &r->ctx);
      if (r->opt.analyze > 1)
         usc_print_report(&r->ctx, &r->listing, p);
      else
         usc_print_prog(&r->ctx, &r->listing, &p->prog);
      if (r->listing.len && r->listing.data[r->listing.len - 1] != '\n')
         util_buf_byte(&r->listing, '\n');
      r->has_listing = true;
   }

   const struct usc_stats *st = &p->stats;
   const bool both = opt.sched == USC_SCHED_BOTH;
   const struct {
      const char *name;
      uint32_t value;
      bool known;
   } stats[] = {
      {"groups", st->groups, true},
      {"groups_fast", st->groups_fast, both},
      {"groups_exact", st->groups_exact, both},
      {"issue_slots", st->issue_slots, true},
      {"lower_bound", st->lower_bound, opt.bound},
      {"blocks", st->blocks, true},
      {"blocks_optimal", st->blocks_optimal, opt.bound},
      {"bytes", st->bytes, true},
      {"temps", st->temps, true},
      {"spill_bytes", st->spill_bytes, true},
      {"const_uploads", st->const_uploads, true},
   };
   for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
      if (stats[i].known)
         result_stat(r, stats[i].name, stats[i].value);
   if (opt.stalls)
      count_stalls(r, p);
   if (s->stage == IR_STAGE_GEOMETRY)
      result_stat(r, "vertices_out", p->reflect.vertices_out);
   reflect(r, s, &p->reflect);
   return p;
}

static bool packed(const struct usc_reflect_output *o)
{
   return o->slot >= SLOT_FRAG_COLOR && o->slot <= SLOT_FRAG_COLOR_LAST && o->frt != USC_FRT_F32;
}

static exec_lanes *out_slot(struct exec_task *t, unsigned slot) { return t->out[slot]; }

/* Packed colours are compared as the words of the target, in x and y of their slot. */
static enum exec_status run(struct nvp4c_result *r, void *program, struct exec_task *task)
{
   const struct usc_program *p = program;
   struct usc_task *t = UTIL_NEW(&r->ctx, struct usc_task);
   struct usc_harness glue;

   usc_task_setup(&r->ctx, &glue, t, p, task);
   enum exec_status st = p->code ? usc_sim_run(p->code, p->code_len, t) : usc_sim_run_groups(&p->prog, t);
   task->fault = t->fault;
   if (st != EXEC_DONE)
      return st;
   usc_task_results(t, p, task);
   for (uint32_t i = 0; i < p->reflect.num_outputs; i++) {
      const struct usc_reflect_output *o = &p->reflect.outputs[i];
      if (!packed(o))
         continue;
      exec_lanes *out = out_slot(task, o->slot);
      memset(out, 0, 4 * sizeof *out);
      for (unsigned w = 0; w < (o->frt == USC_FRT_F16 ? 2u : 1u); w++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            out[w][l] = usc_output_word(t, o->reg + w, l);
   }
   return st;
}

static void quantise(void *program, struct exec_task *task, uint8_t mask[SLOT_COUNT])
{
   const struct usc_program *p = program;

   for (uint32_t i = 0; i < p->reflect.num_outputs; i++) {
      const struct usc_reflect_output *o = &p->reflect.outputs[i];
      if (!packed(o))
         continue;
      exec_lanes *out = out_slot(task, o->slot);
      uint32_t *taint = task->out_taint[o->slot], all = taint[0] | taint[1] | taint[2] | taint[3];
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         uint32_t color[4], words[4] = {0};
         for (unsigned c = 0; c < 4; c++)
            color[c] = mask[o->slot] >> c & 1 ? out[c][l] : 0;
         usc_pack_expected(task->num, (enum usc_frt)o->frt, color, words);
         for (unsigned c = 0; c < 4; c++)
            out[c][l] = words[c];
      }
      taint[0] = taint[1] = all;
      mask[o->slot] = o->frt == USC_FRT_F16 ? 0x33 : 0x11;
   }
}

/* Text to groups, and to code unless something has no encoding. false after a diagnostic. */
static bool assemble_to(struct nvp4c_result *r, const char *text, size_t len, struct usc_prog *p, enum usc_violation *why)
{
   struct util_buf code;
   uint32_t bad = 0;

   *why = USC_V_OK;
   if (!usc_assemble(&r->ctx, text, len, p))
      return false;
   util_buf_init(&code, &r->ctx);
   *why = usc_layout(&r->ctx, p, &code, NULL, &bad);
   if (*why == USC_V_NO_ENCODING && r->opt.listing)
      return true;
   if (*why != USC_V_OK) {
      const struct util_span span = p->at && bad < p->n ? (struct util_span){p->at[bad], 1} : UTIL_NO_SPAN;
      if (*why == USC_V_NO_ENCODING)
         util_diag(&r->ctx, DIAG_ID_usc_no_encoding, span, "group %u: %s", bad, usc_no_encoding_text(&r->ctx, &p->g[bad]));
      else
         util_diag(&r->ctx, DIAG_ID_usc_illegal_group, span, "group %u: %s", bad, usc_violation_text(*why));
      return false;
   }
   r->code = (uint8_t *)code.data;
   r->code_len = code.len;
   return true;
}

static void assemble(struct nvp4c_result *r, const char *text, size_t len)
{
   struct usc_prog p = {0};
   enum usc_violation why;

   if (!assemble_to(r, text, len, &p, &why) || !r->opt.listing)
      return;
   util_buf_init(&r->listing, &r->ctx);
   usc_print_prog(&r->ctx, &r->listing, &p);
   r->has_listing = true;
}

static void simulate(struct nvp4c_result *r, const void *program, size_t len, bool is_text, const char *task, size_t task_len)
{
   struct usc_prog p = {0};
   struct usc_run job = {.task = task, .task_len = task_len, .num = result_num(r, &num_model_usc)};
   enum usc_violation why;

   r->opt.listing = 1;
   if (!is_text) {
      job.code = program;
      job.code_len = len;
   } else if (!assemble_to(r, program, len, &p, &why)) {
      return;
   } else if (why == USC_V_NO_ENCODING) {
      job.prog = &p;
   } else {
      job.code = r->code;
      job.code_len = r->code_len;
   }
   r->ctx.text = task;
   r->ctx.text_len = task_len;
   util_buf_init(&r->listing, &r->ctx);
   usc_run(&r->ctx, &job, &r->listing);
   r->has_listing = true;
}

static void disassemble(struct nvp4c_result *r, const uint8_t *code, size_t len)
{
   struct usc_prog p = {0};
   const char *err;
   size_t where;

   if (!usc_decode_prog(&r->ctx, code, len, &p, &err, &where)) {
      util_diag(&r->ctx, DIAG_ID_usc_bad_code, UTIL_NO_SPAN, "byte %zu: %s", where, err);
      return;
   }
   util_buf_init(&r->listing, &r->ctx);
   usc_print_prog(&r->ctx, &r->listing, &p);
   r->has_listing = true;
}

static const char *const cpus[] = {
#define CORE(id, name, features) name,
#include "backend-usc/isa/usc_core.def"
   NULL,
};
static const char *const attrs[] = {
#define FEATURE(id, name, help) name,
#include "backend-usc/isa/usc_core.def"
   NULL,
};
static const struct pass_lower lower = {.idiv = true, .fround = true};

const struct target_ops usc_target = {
   .name = "usc",
   .num = &num_model_usc,
   .cpus = cpus,
   .cpu_features = usc_core_features,
   .attrs = attrs,
   .compile = compile,
   .run = run,
   .quantise = quantise,
   .lower = &lower,
   .assemble = assemble,
   .disassemble = disassemble,
   .links = true,
   .simulate = simulate,
};
