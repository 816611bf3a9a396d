/* SPDX-License-Identifier: MIT */
/* The compiler: from text to machine code, with verification, execution and parsed programs. */
#include <string.h>

#include "ir/text.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/preshader/preshader.h"
#include "nvp4c/verify/execute.h"
#include "nvp4c/verify/verify.h"
#include "passes/lower/preshader.h"

struct nvp4c_program {
   struct kept_job kept;
   const char *text; /* NULL if parsing ended before the text was copied */
   size_t len;
   struct frontend_source source; /* the tree is NULL if the program has to be parsed again */
   struct nvp4c_options opt; /* language, stage and limits of the parse */
};

struct compile {
   struct job *r;
   struct frontend_source source;
   struct pass_key key;
   num_m num;
   struct ir_shader *s;
   void *program; /* machine program, made by target->compile */
   struct preshader *pre; /* read back from the published bytes; NULL if the CPU has none to run */
   bool shared;   /* the source belongs to a struct nvp4c_program */
};

static void check_ir(struct job *r, struct ir_shader *s, const char *where)
{
   const char *err = ir_validate(s);

   if (err)
      util_bug(&r->ctx, "invalid IR %s: %s", where, err);
}

/* Does the header of the program agree with the language of the options? */
static bool check_language(struct job *r, const struct frontend_ops *wanted, const char *text, size_t len)
{
   const struct frontend_ops *found = registry_frontend(NVP4C_LANG_AUTO, text, len);
   uint32_t word = 0;

   if (found == wanted || found->sniff(text, len) != FRONTEND_SURE)
      return true;
   while (word < len && word < 32 && text[word] > ' ')
      word++;
   util_diag(&r->ctx, DIAG_ID_wrong_language, (struct util_span){0, word}, "expected a program in %s, but this one is in %s",
             wanted->name, found->name);
   return false;
}

/* Does the program have the stage of the options? */
static bool check_stage(struct job *r, const struct frontend_source *src)
{
   static const char *const kind[] = {"vertex", "fragment", "geometry", "compute"};
   struct util_span header;
   enum ir_stage stage, wanted;

   if (!src->ops->stage)
      return true;
   stage = src->ops->stage(src->tree, &header);
   r->o.stage = (enum nvp4c_stage)(stage + 1);
   if (r->opt.stage == NVP4C_STAGE_ANY)
      return true;
   wanted = (enum ir_stage)(r->opt.stage - NVP4C_STAGE_VERTEX);
   if (stage == wanted)
      return true;
   util_diag(&r->ctx, DIAG_ID_wrong_stage, header, "this is a %s program, but a %s program is expected", kind[stage],
             kind[wanted]);
   if (src->ops->stage_section)
      util_cite(&r->ctx, src->ops->stage_section(src->tree, wanted));
   return false;
}

/* Returns false if there is nothing to compile. */
static bool parse(struct compile *c, const char *text, size_t len)
{
   struct job *r = c->r;

   options_check_limits(r);
   if (len >= UINT32_MAX / 2) {
      util_diag(&r->ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "the input is larger than 2 GiB");
      return false;
   }
   r->frontend = c->source.ops = registry_frontend(r->opt.language, text, len);
   c->source.fshort = r->opt.fshort;
   r->ctx.word_size = r->frontend->word_size;
   if (r->opt.language != NVP4C_LANG_AUTO && !check_language(r, r->frontend, text, len))
      return false;
   util_work(&r->ctx, len / 4);
   const uint64_t start = pipeline_now();
   c->source.tree = c->source.ops->parse(&r->ctx, text, len, options_limits(r, c->source.ops));
   r->o.time.parse = pipeline_now() - start;
   return c->source.tree && check_stage(r, &c->source);
}

static void reflect_source(struct job *r, const struct frontend_source *src)
{
   struct frontend_counts n;
   struct frontend_declared declared = {0};

   if (src->ops->count) {
      src->ops->count(src->tree, &n);
      r->o.report.facts.source = reflect_source_counts(&n);
   }
   if (src->ops->declared)
      src->ops->declared(src->tree, &declared);
   r->o.report.facts.declared = reflect_declared(&declared);
}

/* Returns false after a diagnostic. */
static bool lower(struct compile *c)
{
   struct job *r = c->r;
   const struct frontend_source *src = &c->source;
   const uint64_t start = pipeline_now();

   c->s = src->ops->lower(&r->ctx, src->tree, c->num, src->fshort);
   r->o.time.lower = pipeline_now() - start;
   if (src->ops->release && !c->shared && !r->run && !r->opt.verify.waves && r->opt.verify.each < 2)
      src->ops->release(&r->ctx, src->tree);
   if (!c->s)
      return false;
   r->o.stage = (enum nvp4c_stage)(c->s->stage + 1);
   if (r->opt.verify.each)
      check_ir(r, c->s, "after lowering");
   return true;
}

/* Does a fragment program run once per sample, because of the program, its key or the core? */
static bool runs_per_sample(const struct compile *c)
{
   const struct target_ops *t = c->r->o.target;
   const bool can_run_per_pixel = !t->pixel_rate || c->r->o.features & t->pixel_rate;

   return pass_key_per_sample(c->s, &c->key.state) ||
          (c->s->stage == IR_STAGE_FRAGMENT && c->key.state.samples > 1 && !can_run_per_pixel);
}

static void run_passes(struct compile *c)
{
   struct job *r = c->r;
   const uint64_t start = pipeline_now();

   if (r->opt.output.reflection || r->opt.output.object)
      reflect_textures(&r->ctx, &r->o.report, c->s);
   c->key.state.sample_shading = runs_per_sample(c);
   pass_key_apply(c->s, &c->key);
   pipeline_run(r, c->s, &c->source, &c->key, false);
   r->o.time.passes = pipeline_now() - start;
   if (r->opt.verify.each || r->opt.verify.waves)
      check_ir(r, c->s, "after the passes");
}

/* Records what the final program reads and writes, for nvp4c_link(). */
static void note_io(struct job *r, const struct ir_shader *s)
{
   struct result_io *io = &r->o.io;

   io->known = true;
   io->mapped = r->opt.key.varying_map;
   io->stage = s->stage;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_load_input)
            io->reads[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
         else if (i->op == IR_store_output)
            io->writes[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
      }
}

/*
 * Fewest steps per value that a code generator takes for selection, scheduling and registers. They are counted in advance, so
 * that a program that is too large fails before it uses the memory.
 */
#define STEPS_OF_VALUE 54

/* Publishes the pre-shader that is left to the CPU as bytes, and reads them back for executions. */
static void make_preshader(struct compile *c)
{
   struct job *r = c->r;
   const struct preshader_costs *costs = r->o.target->costs;
   struct util_buf b;

   if (!c->s->pre.shader || (costs && costs->same_machine) || !preshader_write(&r->ctx, c->s, &b))
      return;
   r->preshader = (const uint8_t *)b.data;
   r->preshader_len = b.len;
   c->pre = UTIL_NEW(&r->ctx, struct preshader);
   const char *bad = preshader_read_own(&r->ctx, r->preshader, r->preshader_len, c->pre);
   if (bad)
      util_bug(&r->ctx, "%s", bad);
   r->out.once = util_printf(&r->ctx, "a pre-shader of %u operations, which reads %u words and uploads %u",
                             (unsigned)c->pre->num_instrs, (unsigned)c->pre->num_inputs, (unsigned)c->pre->num_results);
}

static void add_preshader_stats(struct compile *c)
{
   if (!c->pre)
      return;
   target_add_stat(&c->r->ctx, &c->r->out, "preshader_ops", c->pre->num_instrs);
   target_add_stat(&c->r->ctx, &c->r->out, "preshader_inputs", c->pre->num_inputs);
   target_add_stat(&c->r->ctx, &c->r->out, "preshader_uploads", c->pre->num_results);
}

/* Returns false after a diagnostic. */
static bool generate_code(struct compile *c)
{
   struct job *r = c->r;
   const struct nvp4c_options *o = &r->opt;
   const uint64_t start = pipeline_now();
   struct target_request request;

   util_work(&r->ctx, STEPS_OF_VALUE * (uint64_t)c->s->num_values);
   report_note_ir(r, c->s);
   note_io(r, c->s);
   options_request(r, &request);
   request.key.per_sample = c->key.state.sample_shading;
   request.key.early_tests = r->o.report.facts.declared.early_tests;
   request.last =
       !request.reflection && !request.check && !request.analysis && !r->run && !o->inspect.dump_ir && !o->inspect.dump_cfg;
   make_preshader(c);
   reflect_ir(&r->o.report, c->s, r->o.io.reads, r->o.io.writes);
   c->program = r->o.target->compile(&r->ctx, &request, c->s, &r->out);
   r->o.time.codegen = pipeline_now() - start;
   if (!c->program)
      return false;
   add_preshader_stats(c);
   target_add_stat(&r->ctx, &r->out, "source_ops", c->s->num_source_ops);
   target_add_stat(&r->ctx, &r->out, "steps", r->ctx.steps);
   const struct target_counts limits = target_limits(r->o.target, r->o.cpu);
   reflect_program(&r->ctx, &r->o.report, c->s, &r->out, &limits, c->key.state.sample_shading);
   r->o.report.facts.early_tests |= r->o.report.facts.declared.early_tests;
   r->o.io.reads[SLOT_POSITION] |= r->out.facts.position;
   reflect_used_textures(&r->o.report);
   r->o.io.reflected = request.reflection;
   if (r->opt.output.object)
      job_write_object(r, true);
   return true;
}

static void verify(struct compile *c)
{
   struct job *r = c->r;
   const struct frontend_source *src = &c->source;
   const uint64_t start = pipeline_now();
   struct verify_reads reads = {0};
   struct verify_job job = {
      .source = src,
      .final = c->s,
      .reads = &reads,
      .target = r->o.target,
      .program = c->program,
      .pre = c->pre,
      .key = &c->key,
      .unclamped = r->opt.key.robust_off,
      .whole = r->opt.monolithic.on,
      .fast = r->opt.ffp == NVP4C_FFP_FAST,
      .waves = r->opt.verify.waves,
      .seed = r->opt.verify.seed,
   };

   util_set_max_steps(&r->ctx, UINT64_MAX); /* the steps of the compile itself are counted already */

   struct ir_shader *lowered = src->ops->lower(&r->ctx, src->tree, c->num, src->fshort);
   pass_key_apply(lowered, &c->key);
   verify_note_formats(&reads, &c->key);
   verify_note_reads(&reads, lowered);
   if (frontend_executes(src)) {
      job.exact = lowered;
      pipeline_run(r, job.exact, src, &c->key, true);
      check_ir(r, job.exact, "after the exact passes");
   }
   verify_run(&r->ctx, &job, &r->o.verify);
   if (r->o.target->report && r->out.has_listing)
      r->o.target->report(&r->ctx, c->program, &r->out);
   r->o.time.verify = pipeline_now() - start;
}

/* Reports the inputs that were given, for NVP4C_RUN_NOTHING. */
static void tell_inputs(const struct execute_job *job, const struct execute_inputs *in)
{
   const struct nvp4c_run *run = job->run;
   const struct ir_shader *s = job->final;

   if (!run->input)
      return;
   for (uint32_t n = 0; n < SLOT_COUNT + s->num_params; n++) {
      const uint32_t p = n - SLOT_COUNT;
      const unsigned given = n < SLOT_COUNT ? in->given[0][n] : in->param_given[p];
      struct nvp4c_reflection e = {.kind = n < SLOT_COUNT ? NVP4C_INPUT : NVP4C_PARAM};
      if (!given)
         continue;
      if (n < SLOT_COUNT)
         reflect_slot(&e, n, s->stage);
      else
         reflect_param(&e, &s->params[p]);
      for (unsigned c = 0; c < 4; c++)
         if (given >> c & 1)
            run->input(run->user, &(struct nvp4c_input){e.binding, e.index, c, e.state,
                                                        n < SLOT_COUNT ? in->in[0][n][c] : in->param[p][c]});
   }
   for (unsigned b = 0; b < 16; b++)
      for (uint32_t w = 0; w < in->buffer_words[b]; w++)
         run->input(run->user, &(struct nvp4c_input){.binding = NVP4C_BIND_BUFFER, .index = b, .component = w,
                                                     .value = in->buffer[b][w]});
}

/* Executes the program on the inputs of nvp4c_execute(). */
static void execute(struct compile *c)
{
   struct job *r = c->r;
   struct target_key key;

   if (r->run->on == NVP4C_RUN_CODE && !generate_code(c))
      return;
   key_for_target(&r->opt.key, &key);
   for (unsigned k = 0; k < TARGET_NUM_COLORS && r->o.target->epilog_packs && !r->opt.monolithic.on; k++)
      key.color[k].format = key.color[k].format == TARGET_WORDS ? TARGET_WORDS : TARGET_F32;
   struct ir_shader *lowered = c->source.ops->lower(&r->ctx, c->source.tree, c->num, c->source.fshort);
   pass_key_apply(lowered, &c->key);
   const struct execute_job job = {
      .source = &c->source,
      .final = c->s,
      .lowered = lowered,
      .target = r->o.target,
      .program = c->program,
      .pre = c->pre,
      .key = &c->key,
      .colors = key.color,
      .run = r->run,
      .tell = tell_inputs,
   };
   util_set_max_steps(&r->ctx, UINT64_MAX); /* the execution has its own limit */
   util_buf_init(&r->out.listing, &r->ctx);
   r->out.has_listing = true;
   execute_run(&r->ctx, &job, &r->out.listing);
}

/* Prints the checked program in the language of inspect.dump_source. */
static void dump_source(struct job *r, const struct frontend_source *src)
{
   const struct frontend_ops *to = registry_frontend(r->opt.inspect.dump_source, NULL, 0);
   struct util_buf b;

   util_buf_init(&b, &r->ctx);
   if (!to->write || !src->ops->family || strcmp(to->family, src->ops->family))
      util_diag(&r->ctx, DIAG_ID_untranslatable, UTIL_NO_SPAN,
                "cannot write this %s program as %s (only TGSI text and token streams can be converted)", src->ops->name,
                to->name);
   else if (to->write(&r->ctx, src->tree, &b) && r->opt.inspect.print)
      r->opt.inspect.print(r->opt.inspect.user, b.data, b.len);
}

/* Compiles the checked source as far as the options ask for. */
static void compile_source(struct compile *c)
{
   struct job *r = c->r;
   const struct nvp4c_options *o = &r->opt;
   const bool only_ir = o->inspect.dump_ir || o->inspect.dump_cfg == 1 || o->passes.stop_after;

   reflect_source(r, &c->source);
   if (o->inspect.dump_source != NVP4C_LANG_AUTO)
      dump_source(r, &c->source);
   if (o->syntax_only || o->inspect.dump_source != NVP4C_LANG_AUTO)
      return;
   key_for_passes(&o->key, &c->source, r->o.target, &c->key);
   if (!lower(c))
      return;
   run_passes(c);
   if (r->run) {
      execute(c);
      return;
   }
   if (!only_ir || o->verify.waves) {
      if (!generate_code(c))
         return;
      if (o->verify.waves)
         verify(c);
      report_make(r, c->program);
   }
   pipeline_print(r, c->s);
}

static void do_compile(struct job *r, const char *text, size_t len)
{
   struct compile c = {.r = r, .num = options_num(r)};

   if (parse(&c, text, len))
      compile_source(&c);
}

struct nvp4c_result *nvp4c_compile(const char *text, size_t len, const struct nvp4c_options *options)
{
   return job_run(do_compile, text, len, options);
}

/* ---- token streams */

struct tokens {
   const uint32_t *words;
   size_t num;
   enum nvp4c_language layout;
};

/* `args` is a struct tokens. */
static void do_compile_tokens(struct job *r, const char *args, size_t len)
{
   struct tokens t;
   struct util_buf bytes;

   (void)len;
   memcpy(&t, args, sizeof t);
   if (t.layout != NVP4C_LANG_TGSI_22_3 && t.layout != NVP4C_LANG_TGSI_26_2) {
      util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "the layout is not that of a token stream (tgsi_22_3 or tgsi_26_2)");
      r->ctx.status = UTIL_USAGE;
      return;
   }
   util_buf_init(&bytes, &r->ctx);
   for (size_t i = 0; i < t.num && i < UINT32_MAX / 8; i++)
      util_buf_le(&bytes, t.words[i], 4);
   r->opt.language = t.layout;
   r->ctx.text = bytes.data;
   r->ctx.text_len = bytes.len;
   do_compile(r, bytes.data, bytes.len);
}

struct nvp4c_result *nvp4c_compile_tgsi_tokens(const uint32_t *tokens, size_t num_tokens, enum nvp4c_language layout,
                                               const struct nvp4c_options *options)
{
   const struct tokens t = {tokens, num_tokens, layout};

   return job_run(do_compile_tokens, (const char *)&t, sizeof t, options);
}

/* ---- execution */

struct execution {
   const char *text;
   size_t len;
   struct nvp4c_run run;
};

/* `args` is a struct execution. */
static void do_execute(struct job *r, const char *args, size_t len)
{
   struct execution x;

   (void)len;
   memcpy(&x, args, sizeof x);
   r->ctx.text = x.text;
   r->ctx.text_len = x.len;
   r->run = &x.run;
   do_compile(r, x.text, x.len);
   r->run = NULL;
}

struct nvp4c_result *nvp4c_execute(const char *text, size_t len, const struct nvp4c_run *run,
                                   const struct nvp4c_options *options)
{
   struct execution x = {.text = text, .len = len};

   if (run)
      memcpy(&x.run, run, run->size < sizeof x.run ? run->size : sizeof x.run);
   return job_run(do_execute, (const char *)&x, sizeof x, options);
}

/* ---- parsed programs */

static void do_parse(struct job *r, const char *text, size_t len)
{
   struct nvp4c_program *p = r->kept;
   struct compile c = {.r = r};

   r->ctx.text = p->text = util_strndup(&r->ctx, text, len);
   p->len = len;
   struct nvp4c_limit *limits = UTIL_ARRAY(&r->ctx, struct nvp4c_limit, r->opt.num_limits + 1u);
   for (unsigned i = 0; i < r->opt.num_limits; i++)
      limits[i] = (struct nvp4c_limit){util_strndup(&r->ctx, r->opt.limits[i].name, strlen(r->opt.limits[i].name)),
                                       r->opt.limits[i].value};
   p->opt.language = r->opt.language;
   p->opt.stage = r->opt.stage;
   p->opt.limits = limits;
   p->opt.num_limits = r->opt.num_limits;
   if (!parse(&c, p->text, len))
      return;
   reflect_source(r, &c.source);
   if (c.source.ops->shares)
      p->source = c.source;
}

struct nvp4c_program *nvp4c_parse(const char *text, size_t len, const struct nvp4c_options *options)
{
   struct nvp4c_program *p = job_keep(do_parse, text, len, options, sizeof *p);

   if (p && p->kept.result->o.status != NVP4C_OK)
      p->source.tree = NULL;
   return p;
}

void nvp4c_program_free(struct nvp4c_program *p) { job_drop(p); }

const struct nvp4c_result *nvp4c_program_result(const struct nvp4c_program *p) { return p->kept.result; }

/* `args` is a const struct nvp4c_program. A program without a tree is parsed again. */
static void do_compile_program(struct job *r, const char *args, size_t len)
{
   const struct nvp4c_program *p;

   (void)len;
   memcpy(&p, args, sizeof p);
   if (!p->text)
      util_fail(&r->ctx, (enum util_status)p->kept.result->o.status);
   r->ctx.text = p->text;
   r->ctx.text_len = p->len;
   r->opt.language = p->opt.language;
   r->opt.stage = p->opt.stage;
   r->opt.limits = p->opt.limits;
   r->opt.num_limits = p->opt.num_limits;
   if (!p->source.tree) {
      do_compile(r, p->text, p->len);
      return;
   }
   struct compile c = {.r = r, .num = options_num(r), .source = p->source, .shared = true};
   r->frontend = p->source.ops;
   r->ctx.word_size = p->source.ops->word_size;
   c.source.fshort = r->opt.fshort;
   r->o.stage = p->kept.result->o.stage;
   util_work(&r->ctx, p->kept.steps); /* as if it had been parsed again */
   compile_source(&c);
}

struct nvp4c_result *nvp4c_compile_program(const struct nvp4c_program *p, const struct nvp4c_options *options)
{
   return job_run(do_compile_program, (const char *)&p, sizeof p, options);
}
