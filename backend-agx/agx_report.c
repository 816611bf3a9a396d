/* SPDX-License-Identifier: MIT */
/* The report of a program: the cost of each instruction and of each source line, by the costs of docs/agx-encoding.md. */
#include "backend-agx/agx_report.h"

#include "backend-agx/agx_describe.h"
#include "backend-agx/text/agx_text.h"

struct line_cost {
   uint32_t instructions, issue[2]; /* issue cycles of simple and of complex operations */
};

/* Prints the sums of the instructions of each line. */
static void print_lines(struct util_ctx *ctx, const struct target_report *r, const uint32_t *line_of, struct util_buf *b)
{
   uint32_t last = 0;

   for (uint32_t k = 0; k < r->num_rows; k++)
      last = line_of[k] > last ? line_of[k] : last;
   struct line_cost *cost = UTIL_ARRAY(ctx, struct line_cost, (size_t)last + 1);
   for (uint32_t k = 0; k < r->num_rows; k++) {
      struct line_cost *c = &cost[line_of[k]];
      c->instructions++;
      for (uint32_t u = 0; u < r->rows[k].num_uses; u++)
         if (r->rows[k].uses[u].unit < 2)
            c->issue[r->rows[k].uses[u].unit] += r->rows[k].uses[u].busy;
   }
   util_buf_printf(b, "# line  instructions  simple  complex\n");
   for (uint32_t line = 1; line <= last; line++) {
      const struct line_cost *c = &cost[line];
      if (!c->instructions)
         continue;
      util_buf_printf(b, "# %4u  %12u  %6u  %7u  ", line, c->instructions, c->issue[0], c->issue[1]);
      target_print_source(ctx, b, line);
      util_buf_byte(b, '\n');
   }
}

void agx_report(struct util_ctx *ctx, const struct agx_program *p, struct target_output *out)
{
   const struct target_report *r = agx_describe(ctx, p);
   struct util_buf *b = &out->listing;
   uint32_t next = 0;

   const uint32_t *line_of = target_main_lines(ctx, out, r);
   report_print_summary(b, r, line_of, "instruction");
   for (size_t pc = 0, k = 0; pc < p->len; k++) {
      target_print_lines(ctx, b, out, (uint32_t)pc, &next);
      pc += agx_disassemble_one(p->code, p->len, pc, b);
      if (k >= r->num_rows)
         continue; /* a trap after the end */
      const struct report_row *row = &r->rows[k];
      const struct report_use *use = &row->uses[row->num_uses - 1];
      util_buf_printf(b, "        # ");
      if (use->busy)
         util_buf_printf(b, "%s: busy %u, result after %u; ", r->units[use->unit].name, use->busy, row->latency);
      else if (row->counter)
         util_buf_printf(b, "result after %u; ", row->latency);
      util_buf_printf(b, "live: %u\n", row->live);
   }
   if (out->num_lines)
      print_lines(ctx, r, line_of, b);
}
