/* SPDX-License-Identifier: MIT */
/* The report of a program: the cost of each instruction and of each source line, by the costs of docs/agx-encoding.md. */
#include "backend-agx/text/agx_report.h"

#include "backend-agx/text/agx_text.h"

#include <stdlib.h>

struct cost {
   uint32_t line, instructions, issue[2]; /* issue cycles of simple and of complex operations */
};

static void add(struct cost *c, const struct agx_unit_info *unit)
{
   c->instructions++;
   c->issue[0] += unit->complex ? 1 : unit->cost;
   c->issue[1] += unit->complex ? 2u * unit->cost : 0;
}

/* Returns the source line of the code at a byte, or 0 if it has none. *next is the first entry that may come later. */
static uint32_t line_at(const struct target_output *out, size_t pc, uint32_t *next, uint32_t last)
{
   for (; *next < out->num_lines && out->lines[*next].at <= pc; ++*next)
      if (out->lines[*next].main)
         last = out->lines[*next].line;
   return last;
}

static int by_line(const void *a, const void *b)
{
   const uint32_t x = ((const struct cost *)a)->line, y = ((const struct cost *)b)->line;

   return x < y ? -1 : x > y;
}

/* Prints the sums of each line for the costs of n instructions. */
static void print_lines(struct util_ctx *ctx, struct cost *c, uint32_t n, struct util_buf *b)
{
   qsort(c, n, sizeof *c, by_line);
   util_buf_printf(b, "# line  instructions  simple  complex\n");
   for (uint32_t k = 0; k < n;) {
      struct cost sum = c[k++];
      for (; k < n && c[k].line == sum.line; k++) {
         sum.instructions++;
         sum.issue[0] += c[k].issue[0];
         sum.issue[1] += c[k].issue[1];
      }
      if (!sum.line)
         continue;
      util_buf_printf(b, "# %4u  %12u  %6u  %7u  ", (unsigned)sum.line, (unsigned)sum.instructions, (unsigned)sum.issue[0],
                      (unsigned)sum.issue[1]);
      target_print_source(ctx, b, sum.line);
      util_buf_byte(b, '\n');
   }
}

void agx_report(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out)
{
   struct cost all = {0}, of_unit[AGX_NUM_UNITS] = {{0}}, *one = UTIL_ARRAY(ctx, struct cost, len / 2 + 1);
   struct util_buf *b = &out->listing;
   struct agx_instr in;
   uint32_t next = 0, from = 0, line = 0, n = 0;

   for (size_t pc = 0; pc < len; pc += in.len) {
      target_print_lines(ctx, b, out, (uint32_t)pc, &next);
      agx_disassemble_one(code, len, pc, b);
      if (agx_decode(code + pc, len - pc, &in) || in.op == AGX_OP_trap) {
         in.len = in.len ? in.len : 2;
         continue;
      }
      const unsigned u = agx_info[in.op].unit;
      const struct agx_unit_info *unit = &agx_unit_info[u];
      line = line_at(out, pc, &from, line);
      one[n].line = line;
      if (unit->cost)
         util_buf_printf(b, "        # %s: issue %u, result after %u\n", unit->name, unit->cost, unit->latency);
      add(&all, unit);
      add(&of_unit[u], unit);
      add(&one[n++], unit);
   }
   util_buf_printf(b, "# unit: instructions, issue cycles\n");
   for (unsigned u = 0; u < AGX_NUM_UNITS; u++)
      if (of_unit[u].instructions)
         util_buf_printf(b, "# %s: %u, %u\n", agx_unit_info[u].name, (unsigned)of_unit[u].instructions,
                         (unsigned)of_unit[u].instructions * agx_unit_info[u].cost);
   util_buf_printf(b, "# simple operations take %u cycles, complex ones %u: the larger is est_cycles\n", (unsigned)all.issue[0],
                   (unsigned)all.issue[1]);
   if (out->num_lines)
      print_lines(ctx, one, n, b);
}
