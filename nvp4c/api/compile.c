/* SPDX-License-Identifier: MIT */
/* The compiler: text to machine code, with everything that the options ask for on the way. */
#include <time.h>

#include "ir/build.h"
#include "ir/text.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/report/reflect.h"
#include "nvp4c/verify/verify.h"

struct compile {
   struct nvp4c_result *r;
   struct frontend_source source;
   struct pass_key key;
   num_m num;
   struct ir_shader *s;
   void *program; /* of target->compile */
};

static uint64_t now_ns(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void check_ir(struct nvp4c_result *r, struct ir_shader *s, const char *where)
{
   const char *err = ir_validate(s);

   if (err)
      util_bug(&r->ctx, "invalid IR %s: %s", where, err);
}

/* Is the program in the language that the caller says it is in? */
static bool right_language(struct nvp4c_result *r, const struct frontend_ops *wanted, const char *text, size_t len)
{
   const struct frontend_ops *found = registry_frontend(NVP4C_LANG_AUTO, text, len);
   uint32_t word = 0;

   if (found == wanted || found->sniff(text, len) != FRONTEND_SURE)
      return true;
   while (word < len && word < 32 && text[word] > ' ')
      word++;
   util_diag(&r->ctx, DIAG_ID_wrong_language, (struct util_span){0, word}, "a program in %s is expected, this one is in %s",
             wanted->name, found->name);
   return false;
}

/* Is the program of the stage that the caller has a place for? */
static bool right_stage(struct nvp4c_result *r, const struct frontend_source *src)
{
   static const char *const kind[] = {"vertex", "fragment", "geometry"};
   struct util_span header;
   enum ir_stage stage, wanted;

   if (!src->ops->stage)
      return true;
   stage = src->ops->stage(src->tree, &header);
   r->stage = (enum nvp4c_stage)(stage + 1);
   if (r->opt.stage == NVP4C_STAGE_ANY)
      return true;
   wanted = (enum ir_stage)(r->opt.stage - NVP4C_STAGE_VERTEX);
   if (stage == wanted)
      return true;
   util_diag(&r->ctx, DIAG_ID_wrong_stage, header, "this is a %s program, and a %s program is expected", kind[stage], kind[wanted]);
   if (src->ops->stage_section)
      util_cite(&r->ctx, src->ops->stage_section(src->tree, wanted));
   return false;
}

/* false: there is nothing to compile. */
static bool parse(struct compile *c, const char *text, size_t len)
{
   struct nvp4c_result *r = c->r;

   options_check_limits(r);
   if (len >= UINT32_MAX / 2) {
      util_diag(&r->ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "the input has more than 2 GiB");
      return false;
   }
   r->frontend = c->source.ops = registry_frontend(r->opt.language, text, len);
   c->source.fshort = r->opt.fshort;
   if (r->opt.language != NVP4C_LANG_AUTO && !right_language(r, r->frontend, text, len))
      return false;
   util_work(&r->ctx, len / 4);
   const uint64_t start = now_ns();
   c->source.tree = c->source.ops->parse(&r->ctx, text, len, options_limits(r, c->source.ops));
   r->time.parse = now_ns() - start;
   return c->source.tree && right_stage(r, &c->source) && !r->opt.syntax_only;
}

/* false after a diagnostic. */
static bool lower(struct compile *c)
{
   struct nvp4c_result *r = c->r;
   const struct frontend_source *src = &c->source;
   const uint64_t start = now_ns();

   c->s = src->ops->lower(&r->ctx, src->tree, c->num, src->fshort);
   r->time.lower = now_ns() - start;
   if (src->ops->release && !r->opt.verify.tasks && r->opt.verify.each < 2)
      src->ops->release(&r->ctx, src->tree);
   if (!c->s)
      return false;
   r->stage = (enum nvp4c_stage)(c->s->stage + 1);
   if (r->opt.verify.each)
      check_ir(r, c->s, "after lowering");
   return true;
}

static void run_passes(struct compile *c)
{
   struct nvp4c_result *r = c->r;
   const uint64_t start = now_ns();

   pass_key_apply(c->s, &c->key);
   pipeline_run(r, c->s, &c->source, false);
   r->time.passes = now_ns() - start;
   if (r->opt.verify.each || r->opt.verify.tasks)
      check_ir(r, c->s, "after the passes");
}

/* What the program reads and writes in the end, for nvp4c_link. */
static void note_io(struct nvp4c_result *r, const struct ir_shader *s)
{
   struct result_io *io = &r->io;

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

/* false after a diagnostic. */
static bool generate_code(struct compile *c)
{
   struct nvp4c_result *r = c->r;
   const uint64_t start = now_ns();
   struct target_request request;

   note_io(r, c->s);
   options_request(r, &request);
   c->program = r->target->compile(&r->ctx, &request, c->s, &r->out);
   r->time.codegen = now_ns() - start;
   if (!c->program)
      return false;
   target_add_stat(&r->ctx, &r->out, "source_ops", c->s->num_source_ops);
   target_add_stat(&r->ctx, &r->out, "steps", r->ctx.steps);
   r->reflections = reflect_bindings(&r->ctx, &r->out);
   r->num_reflections = r->out.num_bindings;
   if (r->opt.output.object)
      result_write_object(r, ir_stage_name[r->io.stage]);
   return true;
}

static void verify(struct compile *c)
{
   struct nvp4c_result *r = c->r;
   const struct frontend_source *src = &c->source;
   const uint64_t start = now_ns();
   struct verify_job job = {
      .source = src,
      .final = c->s,
      .target = r->target,
      .program = c->program,
      .key = &c->key,
      .unclamped = r->opt.key.robust_off,
      .tasks = r->opt.verify.tasks,
      .seed = r->opt.verify.seed,
   };

   r->ctx.max_steps = UINT64_MAX; /* what the compile itself takes is counted */
   ir_unpack(c->s);

   if (frontend_executes(src)) {
      job.exact = src->ops->lower(&r->ctx, src->tree, c->num, src->fshort);
      pass_key_apply(job.exact, &c->key);
      pipeline_run(r, job.exact, src, true);
      check_ir(r, job.exact, "after the exact passes");
   }
   verify_run(&r->ctx, &job, &r->verify);
   r->time.verify = now_ns() - start;
}

static void do_compile(struct nvp4c_result *r, const char *text, size_t len)
{
   const struct nvp4c_options *o = &r->opt;
   const bool only_ir = o->inspect.dump_ir || o->inspect.dump_cfg || o->passes.stop_after;
   struct compile c = {.r = r, .num = options_num(r)};

   if (!parse(&c, text, len))
      return;
   key_for_passes(&o->key, &c.source, &c.key);
   if (!lower(&c))
      return;
   run_passes(&c);
   if (!only_ir || o->verify.tasks) {
      if (!generate_code(&c))
         return;
      if (o->verify.tasks)
         verify(&c);
   }
   pipeline_print(r, c.s);
}

struct nvp4c_result *nvp4c_compile(const char *text, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_compile, text, len, options);
}
