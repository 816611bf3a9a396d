/* SPDX-License-Identifier: MIT */
/* See report_json.h. */
#include "nvp4c/json/report_json.h"

#include "codegen/report/report.h"
#include "ir/text.h"

#include <string.h>

static const char *const provenances[] = {"documented", "observed", "assumed"};

static void put_optional(struct json *j, const char *name, uint32_t v)
{
   if (v == REPORT_NONE)
      json_null(j, name);
   else
      json_number(j, name, v);
}

static void put_numbers(struct json *j, const char *name, const uint32_t *v, uint32_t n)
{
   json_begin(j, name, '[');
   for (uint32_t k = 0; k < n; k++)
      json_number(j, NULL, v[k]);
   json_end(j, ']');
}

/* ---- texts */

/* Calls put for each line of a text. Lines end at LF, CR or CR LF. */
static void put_text_lines(struct json *j, const char *text, size_t len)
{
   for (size_t at = 0; at < len;) {
      size_t n = 0;
      while (at + n < len && text[at + n] != '\n' && text[at + n] != '\r')
         n++;
      json_bytes(j, NULL, text + at, n);
      at += n;
      at += at + 1 < len && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
   }
}

static void note_line(void *user, const struct util_buf *b, struct util_span span)
{
   struct report_text *t = user;
   uint32_t column;

   /* the line that was noted last, and others without a source line */
   for (size_t at = t->text.len; at < b->len; at++) {
      if (b->data[at] != '\n')
         continue;
      UTIL_PUSH(b->ctx, t->lines, t->num_lines, t->cap_lines, t->next);
      t->next = 0;
   }
   t->text.len = b->len;
   t->next = 0;
   if (span.off != UTIL_NO_SPAN.off && b->ctx->text)
      util_line_col(b->ctx, span.off, &t->next, &column);
}

void report_print_ir(struct util_ctx *ctx, struct report_text *t, const struct ir_shader *s)
{
   struct util_buf b;

   memset(t, 0, sizeof *t);
   util_buf_init(&b, ctx);
   ir_print_noting(&b, s, note_line, t);
   note_line(t, &b, UTIL_NO_SPAN);
   t->text = b;
}

static void put_ir(struct json *j, const struct report_text *t)
{
   const char *s = t->text.data, *end = s + t->text.len;

   json_begin(j, "ir", '[');
   for (uint32_t k = 0; s < end; k++) {
      const char *nl = memchr(s, '\n', (size_t)(end - s));
      const size_t n = nl ? (size_t)(nl - s) : (size_t)(end - s);
      json_begin(j, NULL, '{');
      json_bytes(j, "text", s, n);
      put_numbers(j, "lines", &t->lines[k], k < t->num_lines && t->lines[k]);
      json_end(j, '}');
      s += n + 1;
   }
   json_end(j, ']');
}

/* ---- the model of the machine */

static void put_model(struct json *j, const struct target_report *r)
{
   json_begin(j, "costs", '[');
   for (uint32_t k = 0; k < r->num_costs; k++) {
      json_begin(j, NULL, '{');
      json_string(j, "id", r->costs[k].id);
      json_number(j, "value", r->costs[k].value);
      json_string(j, "provenance", provenances[r->costs[k].provenance]);
      json_string(j, "text", r->costs[k].text);
      json_end(j, '}');
   }
   json_end(j, ']');
   json_begin(j, "units", '[');
   for (uint32_t k = 0; k < r->num_units; k++) {
      json_begin(j, NULL, '{');
      json_string(j, "id", r->units[k].id);
      json_string(j, "name", r->units[k].name);
      json_string(j, "kind", r->units[k].kind);
      json_end(j, '}');
   }
   json_end(j, ']');
   json_begin(j, "reasons", '[');
   for (uint32_t k = 0; k < r->num_reasons; k++) {
      json_begin(j, NULL, '{');
      json_string(j, "id", r->reasons[k].id);
      json_string(j, "text", r->reasons[k].text);
      json_end(j, '}');
   }
   json_end(j, ']');
}

/* ---- summary */

static uint64_t stat_of(const struct target_output *out, const char *name)
{
   for (uint32_t k = 0; k < out->num_stats; k++)
      if (!strcmp(out->stats[k].name, name))
         return out->stats[k].value;
   return 0;
}

static void put_paths(struct json *j, const struct report_paths *p)
{
   json_number(j, "total", p->total);
   json_number(j, "shortest", p->shortest);
   put_optional(j, "longest", p->longest);
}

/* Appends the ids of the assumed costs of a mask. */
static void put_assumed_costs(struct json *j, const char *name, const struct target_report *r, uint32_t mask)
{
   json_begin(j, name, '[');
   for (uint32_t k = 0; k < r->num_costs; k++)
      if (mask >> k & 1 && r->costs[k].provenance == REPORT_ASSUMED)
         json_string(j, NULL, r->costs[k].id);
   json_end(j, ']');
}

static void put_assumed(struct json *j, const struct target_report *r, const char *figure, uint32_t mask)
{
   uint32_t assumed = 0;

   for (uint32_t k = 0; k < r->num_costs; k++)
      assumed |= (uint32_t)(r->costs[k].provenance == REPORT_ASSUMED) << k;
   if (!(mask & assumed))
      return;
   json_begin(j, NULL, '{');
   json_string(j, "figure", figure);
   put_assumed_costs(j, "costs", r, mask);
   json_end(j, '}');
}

/* The figures that depend on assumed costs, by their places in the document. A time of 0 does not depend on any. */
static void put_assumed_figures(struct json *j, const struct target_report *r)
{
   const struct report_dependence *on = &r->depends;
   const bool loops = r->time.longest == REPORT_NONE, executed = r->num_rows && r->rows[0].executed >= 0;
   uint32_t start = 0, done = 0;

   for (uint32_t k = 0; k < r->num_rows; k++) {
      const struct report_row *row = &r->rows[k];
      start |= row->start ? on->issue | on->wait : 0;
      if (row->counter)
         done |= report_latency_mask(row) | (row->start ? on->issue : 0);
   }
   json_begin(j, "assumed", '[');
   put_assumed(j, r, "summary.total", r->time.total ? on->issue : 0);
   put_assumed(j, r, "summary.shortest", r->time.shortest ? on->issue : 0);
   put_assumed(j, r, "summary.longest", r->time.longest && !loops ? on->issue : 0);
   put_assumed(j, r, "summary.elapsed", r->elapsed ? on->issue | on->wait : 0);
   put_assumed(j, r, "summary.units", on->busy);
   put_assumed(j, r, "rows.start", start);
   put_assumed(j, r, "rows.cost", on->issue);
   put_assumed(j, r, "rows.latency", on->latency);
   put_assumed(j, r, "rows.used.busy", on->busy);
   put_assumed(j, r, "rows.request.done", done);
   put_assumed(j, r, "lines.cost", on->issue);
   put_assumed(j, r, "lines.executed", executed ? on->issue : 0);
   json_end(j, ']');
}

static void put_premises(struct json *j, const struct target_report *r)
{
   json_begin(j, "assumptions", '[');
   for (uint32_t k = 0; k < r->num_premises; k++) {
      json_begin(j, NULL, '{');
      json_string(j, "id", r->premises[k].id);
      json_string(j, "text", r->premises[k].text);
      json_number(j, "first", r->premises[k].first);
      json_number(j, "rows", r->premises[k].rows);
      json_end(j, '}');
   }
   json_end(j, ']');
}

static void put_summary(struct json *j, const struct report_document *d)
{
   const struct target_report *r = d->code;

   json_begin(j, "summary", '{');
   json_number(j, "rows", r->num_rows);
   json_number(j, "bytes", d->out->code_len);
   put_optional(j, "lower_bound", r->bound);
   put_paths(j, &r->time);
   json_number(j, "elapsed", r->elapsed);
   json_begin(j, "units", '[');
   for (uint32_t u = 0; u < r->num_units; u++) {
      if (!r->unit_time[u].total)
         continue;
      json_begin(j, NULL, '{');
      json_number(j, "unit", u);
      put_paths(j, &r->unit_time[u]);
      json_end(j, '}');
   }
   json_end(j, ']');
   put_optional(j, "limit", r->limit);
   json_number(j, "registers", r->registers);
   json_number(j, "peak", r->peak);
   json_number(j, "constants", r->constants);
   json_number(j, "textures", r->textures);
   json_number(j, "spill_bytes", stat_of(d->out, "spill_bytes"));
   put_assumed_costs(j, "assumptions", r, r->depends.issue | r->depends.busy | r->depends.latency);
   json_end(j, '}');
}

/* ---- rows */

static void put_set(struct json *j, const char *name, const struct report_set *s)
{
   json_begin(j, name, '[');
   for (uint32_t n = 0; n < REPORT_REGISTERS; n++)
      if (report_has(s, n))
         json_number(j, NULL, n);
   json_end(j, ']');
}

static void put_code(struct json *j, const struct report_row *row, const uint8_t *code)
{
   static const char digits[] = "0123456789abcdef";
   char text[2 * 64 + 1];
   uint32_t n = 0;

   for (uint32_t k = 0; code && k < row->bytes && k < 64; k++) {
      text[n++] = digits[code[row->at + k] >> 4];
      text[n++] = digits[code[row->at + k] & 15];
   }
   text[n] = 0;
   json_string(j, "code", text);
}

static void put_units(struct json *j, const struct report_row *row)
{
   json_begin(j, "used", '[');
   for (uint32_t k = 0; k < row->num_uses; k++) {
      json_begin(j, NULL, '{');
      json_number(j, "unit", row->uses[k].unit);
      json_string(j, "op", row->uses[k].op);
      json_number(j, "busy", row->uses[k].busy);
      json_end(j, '}');
   }
   json_end(j, ']');
   json_begin(j, "empty", '[');
   for (uint32_t k = 0; k < row->num_gaps; k++) {
      json_begin(j, NULL, '{');
      json_number(j, "unit", row->gaps[k].unit);
      json_number(j, "reason", row->gaps[k].reason);
      json_end(j, '}');
   }
   json_end(j, ']');
}

/* Source lines by row, as ranges of target_output.lines. */
struct row_lines {
   uint32_t first, num; /* without entries for code that has no line */
};

static struct row_lines *find_row_lines(const struct report_document *d)
{
   struct row_lines *of = UTIL_ARRAY(d->ctx, struct row_lines, (size_t)d->code->num_rows + 1);

   for (uint32_t row = 0, k = 0; row < d->code->num_rows; row++) {
      for (; k < d->out->num_lines && d->out->lines[k].at < d->code->rows[row].at; k++)
         ;
      of[row].first = k;
      while (k < d->out->num_lines && d->out->lines[k].at == d->code->rows[row].at)
         of[row].num += d->out->lines[k++].line != 0;
   }
   return of;
}

static void put_row_lines(struct json *j, const struct report_document *d, struct row_lines of)
{
   json_begin(j, "lines", '[');
   for (uint32_t k = 0; k < of.num; k++)
      json_number(j, NULL, d->out->lines[of.first + k].line);
   json_end(j, ']');
}

static void put_rows(struct json *j, const struct report_document *d, const struct row_lines *lines)
{
   const struct target_report *r = d->code;

   json_begin(j, "rows", '[');
   for (uint32_t k = 0; k < r->num_rows; k++) {
      const struct report_row *row = &r->rows[k];
      json_begin(j, NULL, '{');
      json_number(j, "at", row->at);
      json_number(j, "bytes", row->bytes);
      put_code(j, row, d->out->code);
      json_string(j, "text", row->text);
      json_number(j, "block", row->block);
      json_number(j, "start", row->start);
      json_number(j, "cost", row->cost);
      json_number(j, "latency", row->latency);
      json_boolean(j, "assumed", row->assumed);
      put_units(j, row);
      put_row_lines(j, d, lines[k]);
      put_set(j, "reads", &row->reads);
      put_set(j, "writes", &row->writes);
      json_number(j, "live", row->live);
      if (row->counter) {
         json_begin(j, "request", '{');
         json_number(j, "counter", row->counter - 1u);
         put_optional(j, "row", row->waiter);
         json_number(j, "done", row->done);
         json_end(j, '}');
      }
      if (row->waits)
         json_boolean(j, "wait", true);
      if (row->executed >= 0)
         json_decimal(j, "executed", row->executed);
      json_end(j, '}');
   }
   json_end(j, ']');
}

static void put_blocks(struct json *j, const struct target_report *r)
{
   static const char *const kinds[] = {"fall", "jump"};

   json_begin(j, "blocks", '[');
   for (uint32_t b = 0; b < r->num_blocks; b++) {
      const struct report_block *q = &r->blocks[b];
      json_begin(j, NULL, '{');
      json_number(j, "first", q->first);
      json_number(j, "count", q->count);
      put_optional(j, "bound", q->bound);
      json_begin(j, "next", '[');
      for (unsigned k = 0; k < 2; k++) {
         if (q->next[k] == REPORT_NONE)
            continue;
         json_begin(j, NULL, '{');
         put_optional(j, "block", q->next[k] < r->num_blocks ? q->next[k] : REPORT_NONE);
         json_string(j, "kind", kinds[k]);
         json_end(j, '}');
      }
      json_end(j, ']');
      json_end(j, '}');
   }
   json_end(j, ']');
}

/* ---- values and registers */

/* The source lines of the rows that write a value, each once. */
static void put_value_lines(struct json *j, const struct report_document *d, const struct row_lines *lines,
                            const struct report_value *v)
{
   json_begin(j, "lines", '[');
   for (uint32_t k = 0; k < v->num_writers; k++) {
      bool known = !lines[v->writers[k]].num;
      const uint32_t line = known ? 0 : d->out->lines[lines[v->writers[k]].first].line;
      for (uint32_t q = 0; q < k && !known; q++)
         known = lines[v->writers[q]].num && d->out->lines[lines[v->writers[q]].first].line == line;
      if (!known)
         json_number(j, NULL, line);
   }
   json_end(j, ']');
}

static void put_values(struct json *j, const struct report_document *d, const struct row_lines *lines)
{
   const struct target_report *r = d->code;

   json_begin(j, "values", '[');
   for (uint32_t k = 0; k < r->num_values; k++) {
      const struct report_value *v = &r->values[k];
      char name[48];
      report_register_name(r, v->reg, v->count, name, sizeof name);
      json_begin(j, NULL, '{');
      json_string(j, "name", name);
      json_number(j, "register", v->reg);
      json_number(j, "count", v->count);
      json_begin(j, "ranges", '[');
      for (uint32_t q = 0; q < v->num_ranges; q++)
         put_numbers(j, NULL, (const uint32_t[]){v->ranges[q].first, v->ranges[q].last}, 2);
      json_end(j, ']');
      put_numbers(j, "writers", v->writers, v->num_writers);
      put_numbers(j, "readers", v->readers, v->num_readers);
      put_value_lines(j, d, lines, v);
      json_end(j, '}');
   }
   json_end(j, ']');
   json_begin(j, "registers", '{');
   json_string(j, "prefix", r->prefix);
   json_number(j, "bits", r->register_bits);
   put_optional(j, "peak_row", r->num_rows ? r->peak_row : REPORT_NONE);
   json_begin(j, "peak_values", '[');
   for (uint32_t k = 0; k < r->num_values; k++)
      if (r->num_rows && report_is_live(&r->values[k], r->peak_row))
         json_number(j, NULL, k);
   json_end(j, ']');
   json_begin(j, "steps", '[');
   for (uint32_t k = 0; k < r->num_steps; k++) {
      json_begin(j, NULL, '{');
      json_number(j, "registers", r->steps[k].registers);
      json_number(j, "waves", r->steps[k].waves);
      json_end(j, '}');
   }
   json_end(j, ']');
   json_string(j, "provenance", provenances[r->steps_provenance]);
   json_end(j, '}');
}

/* ---- source lines */

struct line_cost {
   uint32_t rows, cost, shared;
   double executed;
};

static void put_lines(struct json *j, const struct report_document *d, const struct row_lines *lines)
{
   const struct target_report *r = d->code;
   uint32_t last = 0;

   for (uint32_t k = 0; k < d->out->num_lines; k++)
      last = d->out->lines[k].line > last ? d->out->lines[k].line : last;
   struct line_cost *of = UTIL_ARRAY(d->ctx, struct line_cost, (size_t)last + 1);
   for (uint32_t row = 0; row < r->num_rows; row++) {
      const struct target_line *l = d->out->lines ? &d->out->lines[lines[row].first] : NULL;
      struct line_cost *main = &of[lines[row].num ? l[0].line : 0];
      main->rows++;
      main->cost += r->rows[row].cost;
      main->executed += r->rows[row].executed * r->rows[row].cost;
      for (uint32_t k = 1; k < lines[row].num; k++)
         of[l[k].line].shared++;
   }
   json_begin(j, "lines", '[');
   for (uint32_t line = 0; line <= last; line++) {
      if (!of[line].rows && !of[line].shared)
         continue;
      json_begin(j, NULL, '{');
      json_number(j, "line", line);
      json_number(j, "rows", of[line].rows);
      json_number(j, "cost", of[line].cost);
      json_number(j, "shared", of[line].shared);
      if (r->num_rows && r->rows[0].executed >= 0)
         json_decimal(j, "executed", of[line].executed);
      json_end(j, '}');
   }
   json_end(j, ']');
}

static void put_passes(struct json *j, const struct report_document *d)
{
   json_begin(j, "passes", '[');
   for (uint32_t k = 0; k < d->num_passes; k++) {
      const struct report_pass *p = &d->passes[k];
      json_begin(j, NULL, '{');
      json_string(j, "name", p->name);
      json_boolean(j, "changed", p->changed);
      json_number(j, "before", p->before);
      json_number(j, "after", p->after);
      if (p->diff) {
         json_begin(j, "diff", '[');
         put_text_lines(j, p->diff, strlen(p->diff));
         json_end(j, ']');
      }
      json_end(j, '}');
   }
   json_end(j, ']');
}

void report_json(struct json *j, const struct report_document *d)
{
   const struct target_report *r = d->code;
   const struct row_lines *lines = find_row_lines(d);

   json_string(j, "language", d->language);
   json_begin(j, "options", '[');
   for (uint32_t k = 0; k < d->num_options; k++)
      json_string(j, NULL, d->options[k]);
   json_end(j, ']');
   json_begin(j, "time", '{');
   json_string(j, "name", r->time_name);
   json_string(j, "text", r->time_text);
   json_end(j, '}');
   put_summary(j, d);
   put_assumed_figures(j, r);
   put_premises(j, d->code);
   put_model(j, r);
   json_begin(j, "source", '[');
   if (d->ctx->text && !d->ctx->word_size)
      put_text_lines(j, d->ctx->text, d->ctx->text_len);
   json_end(j, ']');
   put_ir(j, d->ir);
   put_rows(j, d, lines);
   put_blocks(j, r);
   put_values(j, d, lines);
   put_lines(j, d, lines);
   if (d->with_passes)
      put_passes(j, d);
   json_begin(j, "stats", '{');
   for (uint32_t k = 0; k < d->out->num_stats; k++)
      json_number(j, d->out->stats[k].name, d->out->stats[k].value);
   json_end(j, '}');
}
