/* SPDX-License-Identifier: MIT */
/* Words in the options: limits, warnings, cores, features, passes; and the request to the target. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "passes/pipeline/pipeline.h"
#include "util/similar.h"

_Static_assert((int)TARGET_SCHED_LEVEL == (int)NVP4C_SCHED_LEVEL && (int)TARGET_SCHED_FAST == (int)NVP4C_SCHED_FAST &&
                  (int)TARGET_SCHED_EXACT == (int)NVP4C_SCHED_EXACT && (int)TARGET_SCHED_BOTH == (int)NVP4C_SCHED_BOTH,
               "schedulers have the same numbers as in the public header");

uint64_t options_max_steps(const struct nvp4c_options *o)
{
   return o->budget.work ? o->budget.work : 160000000;
}

static _Noreturn void fail_usage(struct job *r, const char *what, const char *value)
{
   util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "%s '%s'", what, value);
   util_fail(&r->ctx, UTIL_USAGE);
}

/* ---- unknown words */

/* Returns candidate i, or NULL after the last one. */
typedef const char *(*candidate_fn)(const struct job *r, unsigned i);

static const char *warning_name(const struct job *r, unsigned i)
{
   (void)r;
   for (unsigned id = 0; id < DIAG_COUNT; id++)
      if (diag_info[id].severity <= DIAG_WARNING && !i--)
         return diag_info[id].name;
   return NULL;
}
static const char *limit_name(const struct job *r, unsigned i)
{
   (void)r;
   return nvp4c_limit_name(i, NULL);
}
static const char *cpu_name(const struct job *r, unsigned i) { return r->o.target->cpus[i]; }
static const char *attr_name(const struct job *r, unsigned i) { return r->o.target->attrs ? r->o.target->attrs[i].name : NULL; }
static const char *pass_name(const struct job *r, unsigned i)
{
   (void)r;
   return i < PASS_COUNT ? pass_info[i].name : NULL;
}

#define SIMILAR_BUDGET 100000 /* units of util/similar.h */

/* Words of options are alike in many letters, and a wrong guess is worse than none: no edit of two letters, one of up to seven,
   and at most a quarter of the letters of longer words. */
static void begin_similar(struct util_similar *s, const char *word, size_t len, uint32_t *budget)
{
   util_similar_begin(s, word, len, budget);
   s->limit = len < 3 ? 0 : len < 8 ? 1 : (unsigned)len / 4;
}

const char *nvp4c_similar(const char *word, const char *const *words, unsigned n)
{
   uint32_t budget = SIMILAR_BUDGET;
   struct util_similar s;

   begin_similar(&s, word, strlen(word), &budget);
   for (unsigned i = 0; i < n; i++)
      util_similar_try(&s, words[i], strlen(words[i]));
   return s.best;
}

/* Reports an unknown word. `what` begins the message, and `name` is a prefix of the words. The message suggests a similar word,
   or lists all words if they are few. */
static _Noreturn void fail_unknown_word(struct job *r, const char *what, const char *name, const char *word, size_t len,
                                   candidate_fn candidate)
{
   uint32_t budget = SIMILAR_BUDGET;
   struct util_similar s;
   struct util_buf b;
   const char *c;
   unsigned n = 0;

   begin_similar(&s, word, len, &budget);
   s.digits = true;
   for (; (c = candidate(r, n)); n++)
      util_similar_try(&s, c, strlen(c));
   util_buf_init(&b, &r->ctx);
   util_buf_printf(&b, "%s '%s%.*s'", what, name, (int)len, word);
   if (s.best)
      util_buf_printf(&b, "; did you mean '%s%.*s'?", name, (int)s.best_len, s.best);
   for (unsigned i = 0; !s.best && n <= 20 && (c = candidate(r, i)); i++)
      util_buf_printf(&b, "%s%s", i ? ", " : "; expected one of ", c);
   util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "%.*s", (int)b.len, (const char *)b.data);
   util_fail(&r->ctx, UTIL_USAGE);
}

/* ---- limits */

/* Index of a limit of a language, or num_limits. */
static unsigned find_limit(const struct frontend_ops *f, const char *name)
{
   unsigned k = 0;

   while (k < f->num_limits && strcmp(f->limits[k].name, name))
      k++;
   return k;
}

/* Does one of the first `end` languages have this limit? */
static bool is_known_limit(const char *name, unsigned end)
{
   const struct frontend_ops *f;

   for (unsigned i = 0; i < end && (f = registry_frontend_at(i)); i++)
      if (find_limit(f, name) < f->num_limits)
         return true;
   return false;
}

void options_check_limits(struct job *r)
{
   for (unsigned i = 0; i < r->opt.num_limits; i++)
      if (!is_known_limit(r->opt.limits[i].name, UINT32_MAX))
         fail_unknown_word(r, "unknown limit", "-limit-", r->opt.limits[i].name, strlen(r->opt.limits[i].name), limit_name);
}

const uint32_t *options_limits(struct job *r, const struct frontend_ops *f)
{
   uint32_t *values = UTIL_ARRAY(&r->ctx, uint32_t, f->num_limits + 1u);

   for (unsigned k = 0; k < f->num_limits; k++)
      values[k] = f->limits[k].value;
   for (unsigned i = 0; i < r->opt.num_limits; i++) {
      const unsigned k = find_limit(f, r->opt.limits[i].name);
      if (k < f->num_limits)
         values[k] = r->opt.limits[i].value;
   }
   return values;
}

const char *nvp4c_limit_name(unsigned i, uint32_t *value)
{
   const struct frontend_ops *f;

   for (unsigned n = 0; (f = registry_frontend_at(n)); n++)
      for (unsigned k = 0; k < f->num_limits; k++) {
         if (is_known_limit(f->limits[k].name, n) || i--)
            continue;
         if (value)
            *value = f->limits[k].value;
         return f->limits[k].name;
      }
   return NULL;
}

/* ---- checks */

/* A word of options.diagnostics.warnings. */
struct warning_word {
   bool no, error;
   const char *name; /* id of a warning; NULL means all */
};

static struct warning_word parse_warning_word(const char *w)
{
   struct warning_word x = {.no = !strncmp(w, "no-", 3)};

   w += x.no ? 3 : 0;
   x.error = !strncmp(w, "error", 5) && (!w[5] || w[5] == '=');
   if (x.error)
      x.name = w[5] ? w + 6 : NULL;
   else
      x.name = !x.no && !strcmp(w, "all") ? NULL : w;
   return x;
}

/* Returns 0 for off, 1 for a warning, 2 for an error. */
static int warning_level(const struct nvp4c_options *o, const char *id)
{
   bool on = true, named = false, error = false, all_errors = o->diagnostics.werror;

   for (unsigned i = 0; i < o->diagnostics.num_warnings; i++) {
      const struct warning_word w = parse_warning_word(o->diagnostics.warnings[i]);
      if (!w.name) {
         all_errors = w.error ? !w.no : all_errors;
      } else if (!strcmp(w.name, id)) {
         on = w.error ? on || !w.no : !w.no;
         named |= w.error;
         error = w.error ? !w.no : error;
      }
   }
   return o->diagnostics.no_warnings || !on ? 0 : (named ? error : all_errors) ? 2 : 1;
}

int nvp4c_warning_level(const struct nvp4c_options *options, const char *id)
{
   struct nvp4c_options o;

   if (options_copy(&o, options))
      return 0;
   return warning_level(&o, id);
}

static void apply_warnings(struct job *r)
{
   const struct nvp4c_options *o = &r->opt;

   for (unsigned i = 0; i < o->diagnostics.num_warnings; i++) {
      const char *name = parse_warning_word(o->diagnostics.warnings[i]).name;
      const enum diag_id id = name ? diag_find(name, strlen(name)) : 0;
      if (name && id < DIAG_COUNT && diag_info[id].severity > DIAG_WARNING)
         fail_usage(r, "-W: this is an error, not a warning:", name);
      if (name && id == DIAG_COUNT)
         fail_unknown_word(r, "-W: unknown warning", "", name, strlen(name), warning_name);
   }
   for (unsigned id = 0;
        id < DIAG_COUNT && (o->diagnostics.num_warnings || o->diagnostics.werror || o->diagnostics.no_warnings); id++) {
      const int level = warning_level(o, diag_info[id].name);
      r->ctx.disabled[id] = level == 0;
      r->ctx.as_error[id] = level == 2;
   }
   r->ctx.no_warnings = o->diagnostics.no_warnings;
   r->ctx.max_errors = o->diagnostics.max_errors;
}

/* Index of options.cpu in the cores of the target. */
static unsigned cpu_of(struct job *r, const struct target_ops *t)
{
   const char *name = r->opt.cpu;
   unsigned cpu = 0;

   while (name && t->cpus[cpu] && strcmp(t->cpus[cpu], name))
      cpu++;
   if (!t->cpus[cpu])
      fail_unknown_word(r, "-mcpu: unknown core", "", name, strlen(name), cpu_name);
   return cpu;
}

/* Features of the core, changed by "+a,-b" of options.attr. */
static uint32_t features_of(struct job *r, const struct target_ops *t)
{
   const struct nvp4c_options *o = &r->opt;
   uint32_t features = t->cpu_features ? t->cpu_features[r->o.cpu] : 0;

   for (const char *s = o->attr; s && *s;) {
      const size_t n = strcspn(s, ",");
      unsigned k = 0;
      while (t->attrs && t->attrs[k].name && (strlen(t->attrs[k].name) + 1 != n || memcmp(t->attrs[k].name, s + 1, n - 1)))
         k++;
      if (*s != '+' && *s != '-')
         fail_usage(r, "-mattr: expected +NAME or -NAME in", s);
      if (!t->attrs || !t->attrs[k].name)
         fail_unknown_word(r, "-mattr: unknown feature", "", s + 1, n - 1, attr_name);
      features = *s == '+' ? features | 1u << k : features & ~(1u << k);
      s += n + (s[n] == ',');
   }
   return features;
}

void options_apply(struct job *r)
{
   const struct nvp4c_options *o = &r->opt;
   const char *bad = options_bad_member(o);

   if (bad) {
      util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "invalid value of %s", bad);
      util_fail(&r->ctx, UTIL_USAGE);
   }
   apply_warnings(r);
   r->o.target = registry_target(o->target);
   r->o.target_number = o->target;
   r->o.cpu = cpu_of(r, r->o.target);
   r->o.features = features_of(r, r->o.target);
   const char *option, *pass = pipeline_bad_pass(o, &option);
   if (pass && pass_find(pass, strcspn(pass, ",")))
      fail_usage(r, util_printf(&r->ctx, "%s takes one pass, not", option), pass);
   if (pass)
      fail_unknown_word(r, util_printf(&r->ctx, "%s: unknown pass", option), "", pass, strcspn(pass, ","), pass_name);
}

/* ---- the request to the target */

num_m options_num(struct job *r)
{
   const num_m core = r->o.target->num(r->o.features);

   if (!r->opt.verify.noise)
      return core;
   struct num_model *m = UTIL_NEW(&r->ctx, struct num_model);
   *m = *core;
   m->noise_seed = r->opt.verify.noise;
   return m;
}

static bool must_check_code(const struct nvp4c_options *o)
{
#ifdef NVP4C_CHECKS
   (void)o;
   return true;
#else
   return o->check_code || !o->opt_level || o->verify.waves || o->verify.each;
#endif
}

void options_request(struct job *r, struct target_request *q)
{
   const struct nvp4c_options *o = &r->opt;

   *q = (struct target_request){
      .num = options_num(r),
      .opt_level = (unsigned)o->opt_level,
      .sched = (enum target_sched)o->sched,
      .cpu = r->o.cpu,
      .features = r->o.features,
      .listing = o->output.listing,
      .object = o->output.object,
      .lines = o->debug.lines || o->report || o->inspect.dump_cfg == 2,
      .report = o->report,
      .reflection = o->output.reflection || o->output.object,
      .check = o->verify.waves || o->verify.each,
      .check_code = must_check_code(o),
      .analysis = o->output.analyze > 1   ? TARGET_ANALYSE_LISTING
                  : o->output.analyze > 0 || o->report || o->inspect.dump_cfg == 2 ? TARGET_ANALYSE_STATS
                                          : TARGET_ANALYSE_NOTHING,
      .max_code = o->budget.code_size ? o->budget.code_size : 1 << 24,
      .max_scratch = o->budget.scratch ? o->budget.scratch : 1 << 18,
      .stress = {o->stress.max_temps, o->stress.one_op_per_group, o->stress.spill_all, o->stress.sched_seed},
   };
   key_for_target(&o->key, &q->key);
   q->key.whole = o->monolithic.on;
   q->key.api_mask = o->monolithic.on && o->monolithic.api_sample_mask;
   for (unsigned k = 0; k < TARGET_NUM_ATTRIBS; k++) {
      const struct nvp4c_attribute *a = &o->monolithic.attrib[k];
      struct target_fetch *f = &q->key.fetch[k];
      *f = (struct target_fetch){a->format, a->components, a->stride, a->divisor};
      if (o->key.attrib[k].format && !key_fetch_format(o->key.attrib[k].format, &f->format, &f->components))
         f->format = TARGET_NO_FETCH;
   }
}
