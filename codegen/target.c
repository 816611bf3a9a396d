/* SPDX-License-Identifier: MIT */
/* Functions by which all machines fill a target_output. */
#include "codegen/target.h"

#include "codegen/report/report.h"

struct target_counts target_limits(const struct target_ops *t, unsigned cpu)
{
   const uint32_t no = UINT32_MAX;

   return t->limits ? t->limits(cpu) : (struct target_counts){no, no, no, no, no, no, no, no};
}

void target_add_stat(struct util_ctx *ctx, struct target_output *out, const char *name, uint64_t value)
{
   UTIL_PUSH(ctx, out->stats, out->num_stats, out->cap_stats, (struct target_stat){name, value});
}

void target_add_binding(struct util_ctx *ctx, struct target_output *out, struct target_binding binding)
{
   UTIL_PUSH(ctx, out->bindings, out->num_bindings, out->cap_bindings, binding);
}

void target_add_lines(struct util_ctx *ctx, struct target_output *out, uint32_t at, const struct util_origin *origin)
{
   const uint32_t first = out->num_lines;

   for (; origin && ctx->text; origin = origin->next) {
      struct target_line line = {.at = at, .main = out->num_lines == first};
      bool known = origin->span.off == UTIL_NO_SPAN.off;
      if (!known)
         util_line_col(ctx, origin->span.off, &line.line, &line.column);
      for (uint32_t k = first; k < out->num_lines; k++)
         known |= out->lines[k].line == line.line;
      if (!known)
         UTIL_PUSH(ctx, out->lines, out->num_lines, out->cap_lines, line);
   }
   if (out->num_lines == first)
      UTIL_PUSH(ctx, out->lines, out->num_lines, out->cap_lines, (struct target_line){.at = at, .main = true});
}

void target_print_source(struct util_ctx *ctx, struct util_buf *b, uint32_t line)
{
   uint32_t number, column;

   util_line_col(ctx, 0, &number, &column); /* finds the lines */
   if (!line || line > ctx->num_lines)
      return;
   const char *t = ctx->text + ctx->line_start[line - 1], *end = ctx->text + ctx->text_len;
   while (t < end && (*t == ' ' || *t == '\t'))
      t++;
   for (const char *q = t; q < end && *q != '\n' && *q != '\r'; q++)
      util_buf_byte(b, (uint8_t)((unsigned char)*q < ' ' ? ' ' : *q));
   while (b->len && b->data[b->len - 1] == ' ')
      b->data[--b->len] = 0;
}

void target_print_lines(struct util_ctx *ctx, struct util_buf *b, const struct target_output *out, uint32_t at, uint32_t *next)
{
   for (; *next < out->num_lines && out->lines[*next].at <= at; ++*next) {
      const struct target_line *l = &out->lines[*next];
      if (!l->line || l->at < at)
         continue;
      if (out->source) {
         util_buf_printf(b, "# %s:%u", out->source, l->line);
      } else {
         util_buf_printf(b, "# %u: ", l->line);
         target_print_source(ctx, b, l->line);
      }
      util_buf_byte(b, '\n');
   }
}

const uint32_t *target_main_lines(struct util_ctx *ctx, const struct target_output *out, const struct target_report *r)
{
   uint32_t *line_of = UTIL_ARRAY(ctx, uint32_t, (size_t)r->num_rows + 1);

   for (uint32_t row = 0, k = 0; row < r->num_rows; row++)
      for (; k < out->num_lines && out->lines[k].at <= r->rows[row].at; k++)
         if (out->lines[k].main && out->lines[k].at == r->rows[row].at)
            line_of[row] = out->lines[k].line;
   return line_of;
}

void target_start_simulation(struct util_ctx *ctx, const struct target_simulation *job, struct target_output *out)
{
   ctx->text = job->task;
   ctx->text_len = job->task_len;
   util_buf_init(&out->listing, ctx);
   out->has_listing = true;
}

bool target_within_limits(struct util_ctx *ctx, const struct target_request *q, size_t code, uint32_t scratch)
{
   if (code > q->max_code)
      util_diag(ctx, DIAG_ID_code_size_limit, UTIL_NO_SPAN,
                "the machine code of %zu bytes exceeds the limit of %llu bytes (-limit-code-size)", code,
                (unsigned long long)q->max_code);
   if (scratch > q->max_scratch)
      util_diag(ctx, DIAG_ID_scratch_limit, UTIL_NO_SPAN,
                "%u bytes of scratch memory per invocation exceed the limit of %llu bytes (-limit-scratch)",
                scratch, (unsigned long long)q->max_scratch);
   return code <= q->max_code && scratch <= q->max_scratch;
}
