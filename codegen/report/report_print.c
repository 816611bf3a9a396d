/* SPDX-License-Identifier: MIT */
/* Parts of a report as text. */
#include "codegen/report/report.h"

static void print_paths(struct util_buf *b, const char *name, const struct report_paths *p)
{
   util_buf_printf(b, "# %-16s %8u %9u ", name, p->total, p->shortest);
   if (p->longest == REPORT_NONE)
      util_buf_printf(b, "    loop\n");
   else
      util_buf_printf(b, "%8u\n", p->longest);
}

/* The source lines of the rows that write the value, each once. */
static void print_value_lines(struct util_buf *b, const struct report_value *v, const uint32_t *line_of)
{
   unsigned printed = 0;

   for (uint32_t k = 0; k < v->num_writers; k++) {
      bool known = !line_of[v->writers[k]];
      for (uint32_t q = 0; q < k && !known; q++)
         known = line_of[v->writers[q]] == line_of[v->writers[k]];
      if (!known)
         util_buf_printf(b, "%s%u", printed++ ? ", " : " from line ", line_of[v->writers[k]]);
   }
   if (!v->num_writers)
      util_buf_printf(b, " from the start");
}

void report_print_summary(struct util_buf *b, const struct target_report *r, const uint32_t *line_of, const char *row)
{
   util_buf_printf(b, "# %-16s    total  shortest  longest path\n", r->time_name);
   print_paths(b, "all", &r->time);
   for (uint32_t u = 0; u < r->num_units; u++)
      if (r->unit_time[u].total)
         print_paths(b, r->units[u].id, &r->unit_time[u]);
   if (r->limit != REPORT_NONE)
      util_buf_printf(b, "# the busiest unit is %s\n", r->units[r->limit].id);
   util_buf_printf(b, "# %u registers of %u bits; at most %u are live, at %s %u:\n", r->registers, r->register_bits, r->peak,
                   row, r->peak_row);
   for (uint32_t k = 0; k < r->num_values; k++) {
      char name[48];
      if (!report_is_live(&r->values[k], r->peak_row))
         continue;
      report_register_name(r, r->values[k].reg, r->values[k].count, name, sizeof name);
      util_buf_printf(b, "#    %s", name);
      print_value_lines(b, &r->values[k], line_of);
      util_buf_byte(b, '\n');
   }
}

/* Prints text in a label of dot, in which newlines end a line that is aligned to the left. */
static void print_label(struct util_buf *b, const char *s)
{
   for (; *s; s++)
      if (*s == '\n')
         util_buf_printf(b, "\\l");
      else if (*s == '"' || *s == '\\')
         util_buf_printf(b, "\\%c", *s);
      else
         util_buf_byte(b, (uint8_t)*s);
   util_buf_printf(b, "\\l");
}

void report_print_cfg(struct util_buf *b, const struct target_report *r, const uint32_t *line_of, const char *name)
{
   util_buf_printf(b, "digraph %s {\n   node [shape=box, fontname=monospace];\n   end [shape=oval];\n", name);
   for (uint32_t k = 0; k < r->num_blocks; k++) {
      const struct report_block *q = &r->blocks[k];
      util_buf_printf(b, "   b%u [label=\"", k);
      for (uint32_t row = q->first; row < q->first + q->count; row++) {
         if (line_of[row])
            util_buf_printf(b, "%u (line %u): ", row, line_of[row]);
         else
            util_buf_printf(b, "%u: ", row);
         print_label(b, r->rows[row].text);
      }
      util_buf_printf(b, "\"];\n");
      for (unsigned n = 0; n < 2; n++) {
         if (q->next[n] == REPORT_NONE)
            continue;
         if (q->next[n] == r->num_blocks)
            util_buf_printf(b, "   b%u -> end", k);
         else
            util_buf_printf(b, "   b%u -> b%u", k, q->next[n]);
         util_buf_printf(b, n ? " [label=\"jump\"];\n" : ";\n");
      }
   }
   util_buf_printf(b, "}\n");
}
