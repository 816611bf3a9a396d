/* SPDX-License-Identifier: MIT */
/* Runs the passes that the options select, prints the IR around them, and checks it after them. */
#include <string.h>
#include <time.h>

#include "nvp4c/api/internal.h"
#include "ir/text.h"
#include "nvp4c/verify/verify_pass.h"
#include "passes/pipeline/pipeline.h"
#include "passes/lower/preshader.h"

uint64_t pipeline_now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct watch {
   struct job *r;
   int limit;     /* optimisations that may still run; -1 means all */
   bool quiet;    /* print nothing, for the exact copy of verification */
   uint64_t since; /* start time of the pass */
   bool started;  /* the pass of -start-after has run */
   bool stopped;  /* the pass of -stop-after has run */
   struct verify_pass *exec; /* of -verify-each=exec */
};

static size_t word_length(const char *s) { return strcspn(s, ","); }

static bool in_list(const char *list, const char *name)
{
   for (const char *s = list; s && *s; s += word_length(s) + (s[word_length(s)] == ','))
      if (word_length(s) == strlen(name) && !memcmp(s, name, word_length(s)))
         return true;
   return false;
}

/* First word of a list that is not the name of a pass, or NULL. */
static const char *find_bad_word(const char *list, bool may_be_all)
{
   for (const char *s = list; s && *s; s += word_length(s) + (s[word_length(s)] == ','))
      if (!pass_find(s, word_length(s)) && !(may_be_all && !strcmp(s, "all")))
         return s;
   return NULL;
}

const char *pipeline_bad_pass(const struct nvp4c_options *o, const char **option)
{
   const struct {
      const char *list;
      bool may_be_all, one_pass;
      const char *option;
   } lists[] = {
      {o->passes.disable, false, false, "-disable-pass"},
      {o->passes.list, false, false, "-passes"},
      {o->inspect.print_before, true, false, "-print-before"},
      {o->inspect.print_after, true, false, "-print-after"},
      {o->inspect.print_changed, true, false, "-print-changed"},
      {o->passes.start_after, false, true, "-start-after"},
      {o->passes.stop_after, false, true, "-stop-after"},
   };

   for (unsigned k = 0; k < sizeof lists / sizeof lists[0]; k++) {
      const char *bad = find_bad_word(lists[k].list, lists[k].may_be_all);
      *option = lists[k].option;
      if (bad)
         return bad;
   }
   for (unsigned k = 0; k < sizeof lists / sizeof lists[0]; k++) {
      *option = lists[k].option;
      if (lists[k].one_pass && lists[k].list && (!*lists[k].list || strchr(lists[k].list, ',')))
         return lists[k].list;
   }
   return NULL;
}

static void print_ir(struct job *r, const char *when, const char *pass, const struct ir_shader *s)
{
   const bool traced = when && r->opt.trace.print;
   const nvp4c_print_fn print = traced ? r->opt.trace.print : r->opt.inspect.print;
   struct util_buf b;

   if (!print)
      return;
   util_buf_init(&b, &r->ctx);
   if (when)
      util_buf_printf(&b, "# %s %s\n", when, pass);
   ir_print(&b, s);
   print(traced ? r->opt.trace.user : r->opt.inspect.user, b.data, b.len);
}

void pipeline_print(struct job *r, const struct ir_shader *s)
{
   struct util_buf b;

   if (r->opt.inspect.dump_ir)
      print_ir(r, NULL, NULL, s);
   if (r->opt.inspect.dump_cfg != 1 || !r->opt.inspect.print)
      return;
   util_buf_init(&b, &r->ctx);
   ir_print_cfg(&b, s);
   r->opt.inspect.print(r->opt.inspect.user, b.data, b.len);
}

static bool is_selected(const char *which, const char *pass)
{
   return which && (!strcmp(which, "all") || in_list(which, pass));
}

static bool before_pass(void *user, const struct pass_info *p, struct ir_shader *s)
{
   struct watch *w = user;

   if (!(p->flags & PASS_REQUIRED)) {
      if (!w->started || w->stopped || in_list(w->r->opt.passes.disable, p->name) || w->limit == 0) {
         w->started |= w->r->opt.passes.start_after && !strcmp(w->r->opt.passes.start_after, p->name);
         return false;
      }
      if (w->limit > 0)
         w->limit--;
   }
   if (!w->quiet && is_selected(w->r->opt.inspect.print_before, p->name))
      print_ir(w->r, "before", p->name, s);
   if (w->exec && !(p->flags & PASS_INEXACT))
      verify_pass_before(w->exec, s);
   if (!w->quiet)
      report_before_pass(w->r, s);
   w->since = pipeline_now();
   return true;
}

static void after_pass(void *user, const struct pass_info *p, struct ir_shader *s, bool progress)
{
   struct watch *w = user;
   const struct nvp4c_options *o = &w->r->opt;
   const struct nvp4c_pass_run run = {p->name, pipeline_now() - w->since, (p->flags & PASS_REQUIRED) != 0, progress};

   if (!w->quiet) {
      UTIL_PUSH(&w->r->ctx, w->r->pass_runs, w->r->num_pass_runs, w->r->cap_pass_runs, run);
      report_after_pass(w->r, p, s, progress);
   }
   if (o->verify.each) {
      const char *err = ir_validate(s);
      if (err)
         util_bug(&w->r->ctx, "invalid IR after pass %s: %s", p->name, err);
   }
   if (w->exec && progress && !(p->flags & PASS_INEXACT)) {
      const char *difference = verify_pass_after(w->exec, s);
      if (difference) {
         util_diag(&w->r->ctx, DIAG_ID_verify_mismatch, UTIL_NO_SPAN, "the pass %s changed what the program computes (%s)",
                   p->name, difference);
         util_fail(&w->r->ctx, UTIL_MISMATCH);
      }
   }
   if (!w->quiet && (is_selected(o->inspect.print_after, p->name) ||
                     (progress && is_selected(o->inspect.print_changed, p->name))))
      print_ir(w->r, progress ? "after" : "unchanged after", p->name, s);
   w->started |= o->passes.start_after && !strcmp(o->passes.start_after, p->name);
   if (!w->stopped && o->passes.stop_after && !strcmp(o->passes.stop_after, p->name)) {
      w->stopped = true;
      if (!w->quiet)
         print_ir(w->r, NULL, NULL, s);
   }
}

/* Costs that decide what moves to a pre-shader, or NULL if there is none. */
static const struct preshader_costs *preshader_costs_of(const struct nvp4c_options *o, const struct target_ops *t)
{
   const bool runs_it = t->costs && t->costs->same_machine;

   if (o->stress_preshader && !runs_it)
      return &preshader_plain_costs;
   return o->preshader == NVP4C_PRESHADER_NONE || (o->preshader == NVP4C_PRESHADER_MACHINE && !runs_it) ? NULL : t->costs;
}

void pipeline_run(struct job *r, struct ir_shader *s, const struct frontend_source *source, const struct pass_key *key,
                  bool exact)
{
   const struct nvp4c_options *o = &r->opt;
   const struct target_ops *t = r->o.target;
   struct watch w = {.r = r, .limit = o->passes.bisect_limit, .quiet = exact, .started = !o->passes.start_after};
   enum pass_id *list = NULL;
   uint32_t num = 0, cap = 0;

   for (const char *n = o->passes.list; n && *n; n += word_length(n) + (n[word_length(n)] == ','))
      UTIL_PUSH(&r->ctx, list, num, cap, (enum pass_id)(pass_find(n, word_length(n)) - pass_info));
   if (o->verify.each > 1)
      w.exec = verify_pass_new(&r->ctx, source, key, o->verify.seed, s);
   const struct pass_options po = {
      .opt_level = o->opt_level,
      .exact_only = exact,
      .ffp = exact ? PASS_FFP_STRICT : (enum pass_ffp)o->ffp,
      .lower = target_lowerings(t) & ~(key->state.point_size == NVP4C_POINT_SIZE_STATE ? PASS_LOWER_point_size : 0u),
      .costs = preshader_costs_of(o, t),
      .resident = t->resident ? t->resident(r->o.cpu) : 0,
      .most_invocations = t->most_invocations,
      .user = &w,
      .before = before_pass,
      .after = after_pass,
      .list = list,
      .num_list = num,
      .listed = o->passes.list != NULL,
   };
   pass_run_pipeline(s, &po);
   const char *missed = !w.started ? o->passes.start_after : o->passes.stop_after && !w.stopped ? o->passes.stop_after : NULL;
   if (missed) {
      util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "the pass '%s' did not run", missed);
      util_fail(&r->ctx, UTIL_USAGE);
   }
}
