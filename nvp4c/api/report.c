/* SPDX-License-Identifier: MIT */
/* Collects what the report of a compile shows besides the machine code: the final IR, the passes, the options. */
#include <string.h>

#include "codegen/report/report.h"
#include "ir/text.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/json/diff.h"
#include "nvp4c/json/report_json.h"

struct report_job {
   struct report_text ir;
   struct report_pass *passes;
   uint32_t num_passes, cap_passes;
   struct util_buf before;
   uint32_t instrs_before;
};

static uint32_t count_instrs(const struct ir_shader *s)
{
   uint32_t n = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         n++;
   return n;
}

static struct report_job *report_of(struct job *j)
{
   if (j->opt.report && !j->report)
      j->report = UTIL_NEW(&j->ctx, struct report_job);
   return j->opt.report ? j->report : NULL;
}

void report_note_ir(struct job *j, const struct ir_shader *s)
{
   struct report_job *r = report_of(j);

   if (r)
      report_print_ir(&j->ctx, &r->ir, s);
}

void report_before_pass(struct job *j, const struct ir_shader *s)
{
   struct report_job *r = report_of(j);

   if (!r || j->opt.report < 2)
      return;
   r->instrs_before = count_instrs(s);
   util_buf_init(&r->before, &j->ctx);
   ir_print(&r->before, s);
}

void report_after_pass(struct job *j, const struct pass_info *pass, const struct ir_shader *s, bool changed)
{
   struct report_job *r = report_of(j);
   struct report_pass p = {.name = pass->name, .changed = changed};
   struct util_buf now, diff;

   if (!r || j->opt.report < 2)
      return;
   p.before = r->instrs_before;
   p.after = count_instrs(s);
   if (changed) {
      util_buf_init(&now, &j->ctx);
      util_buf_init(&diff, &j->ctx);
      ir_print(&now, s);
      diff_lines(&diff, &r->before, &now);
      p.diff = diff.data;
      util_discard(&j->ctx, now.data, now.cap);
   }
   util_discard(&j->ctx, r->before.data, r->before.cap);
   UTIL_PUSH(&j->ctx, r->passes, r->num_passes, r->cap_passes, p);
}

/* ---- options */

/* Returns the option with the value of a member, or NULL if it has its default or no option of one value. */
static const char *option_word(struct util_ctx *ctx, const struct option_member *m, const struct nvp4c_options *o,
                               const struct nvp4c_options *plain)
{
   const int len = (int)strcspn(m->name, " ");
   const uint64_t v = m->kind == OPTION_STR ? 0 : options_number(o, m);

   if (m->name[0] != '-' || m->kind == OPTION_CALL)
      return NULL;
   if (m->kind == OPTION_STR) {
      const char *text = *(const char *const *)((const char *)o + m->offset);
      return text ? util_printf(ctx, "%.*s=%s", len, m->name, text) : NULL;
   }
   if (v == options_number(plain, m) || (m->kind == OPTION_SET && v != m->value))
      return NULL;
   if (m->kind == OPTION_SET)
      return util_printf(ctx, "%.*s", len, m->name);
   if (m->kind == OPTION_UINT)
      return util_printf(ctx, "%.*s=%llu", len, m->name, (unsigned long long)v);
   if (m->kind == OPTION_NAMES)
      return util_printf(ctx, "%.*s=%s", len, m->name, m->word((unsigned)v));
   const char *word = m->words;
   for (uint64_t k = m->value; k < v; k++)
      word += strcspn(word, "|") + 1;
   return util_printf(ctx, "%.*s=%.*s", len, m->name, (int)strcspn(word, "|"), word);
}

/* Does the member decide what the code is? */
static bool changes_code(const struct option_member *m)
{
   return !(m->offset >= offsetof(struct nvp4c_options, diagnostics) && m->offset < offsetof(struct nvp4c_options, passes)) &&
          !(m->offset >= offsetof(struct nvp4c_options, verify) && m->offset < offsetof(struct nvp4c_options, stress)) &&
          !(m->offset >= offsetof(struct nvp4c_options, trace) && m->offset < offsetof(struct nvp4c_options, stress_preshader));
}

static void list_options(struct job *j, struct report_document *d)
{
   const char **words = UTIL_ARRAY(&j->ctx, const char *, (size_t)num_option_members + 1);
   struct nvp4c_options plain;

   nvp4c_options_init(&plain, sizeof plain);
   for (unsigned k = 0; k < num_option_members; k++) {
      const char *word = option_word(&j->ctx, &option_members[k], &j->opt, &plain);
      if (word && changes_code(&option_members[k]))
         words[d->num_options++] = word;
   }
   d->options = words;
}

/* Prints the graph of the machine code. */
static void print_graph(struct job *j, const struct target_report *r)
{
   static const char *const stages[] = {"any", "vertex", "fragment", "geometry", "compute"};
   struct util_buf b;

   util_buf_init(&b, &j->ctx);
   report_print_cfg(&b, r, target_main_lines(&j->ctx, &j->out, r), stages[j->o.stage]);
   j->opt.inspect.print(j->opt.inspect.user, b.data, b.len);
}

void report_make(struct job *j, const void *program)
{
   const bool graph = j->opt.inspect.dump_cfg == 2 && j->opt.inspect.print;
   struct report_job *r = report_of(j);
   struct report_document d = {.ctx = &j->ctx, .out = &j->out, .language = j->frontend->name};

   if ((!r && !graph) || !j->o.target->describe)
      return;
   d.code = j->o.target->describe(&j->ctx, program);
   if (graph)
      print_graph(j, d.code);
   if (!r)
      return;
   d.ir = &r->ir;
   d.passes = r->passes;
   d.num_passes = r->num_passes;
   d.with_passes = j->opt.report > 1;
   list_options(j, &d);
   /* The members go to a document of depth 1. The first run measures them. */
   struct json measure = {.depth = 1, .first = true, .compact = true}, j2;
   report_json(&measure, &d);
   j2 = (struct json){
       .text = util_alloc(&j->ctx, measure.len + 1), .size = measure.len + 1, .depth = 1, .first = true, .compact = true};
   report_json(&j2, &d);
   j->o.document = j2.text;
   j->o.document_len = j2.len;
}
