/* SPDX-License-Identifier: MIT */
/* The report: the listing with costs, bounds, and the stall reason of each empty unit as comments. */
#include "backend-usc/schedule/usc_cost.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/text/usc_text.h"
#include "backend-usc/usc_compile.h"
#include "backend-usc/usc_describe.h"

static const char *const unit_name[2][USC_GROUP_UNITS] = {{"p0", "p1", "pck", "tst", "mov", "backend"},
                                                          {"mask", "shift1", "count", "logic", "shift2", "test"}};

/* Prints a line for each stall reason with the units that are empty because of it. */
static void print_empty_units(struct util_buf *b, const struct usc_group *g, const uint16_t *stalls)
{
   unsigned done = 0;
   if (g->kind == USC_CONTROL)
      return;
   for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
      if (g->op[u] || done >> u & 1)
         continue;
      util_buf_printf(b, "       # empty");
      for (unsigned q = u; q < USC_GROUP_UNITS; q++)
         if (!g->op[q] && stalls[q] == stalls[u]) {
            util_buf_printf(b, " %s", unit_name[g->kind == USC_BITWISE][q]);
            done |= 1u << q;
         }
      util_buf_printf(b, ": %s\n", usc_stall_text(stalls[u]));
   }
}

static void print_block(struct util_buf *b, uint32_t number, const struct usc_block *q)
{
   util_buf_printf(b, "# block %u: %u groups, at least %u", number, q->groups, q->bound);
   if (q->body_groups)
      util_buf_printf(b, "; scheduled part %u, list schedule %u, at least %u%s", q->body_groups, q->body_fast, q->body_bound,
                      q->optimal ? ", proved" : "");
   util_buf_printf(b, "\n");
}

/* Cost of a source line. */
struct line_cost {
   uint32_t groups, slots; /* of groups with this main line */
   uint32_t shared;        /* other groups that compute part of it */
   uint64_t executed;      /* issue slots, in all waves */
};

/* Costs by line. Each group counts for its main line, so that the sum is that of the program. */
static struct line_cost *count_line_costs(struct util_ctx *ctx, const struct usc_program *p, const struct target_output *out,
                                          uint32_t *last)
{
   uint32_t group = 0;
   *last = 0;
   for (uint32_t k = 0; k < out->num_lines; k++)
      *last = out->lines[k].line > *last ? out->lines[k].line : *last;
   struct line_cost *cost = UTIL_ARRAY(ctx, struct line_cost, (size_t)*last + 1);
   for (uint32_t k = 0; k < out->num_lines; k++) {
      struct line_cost *c = &cost[out->lines[k].line];
      if (!out->lines[k].main) {
         c->shared++;
         continue;
      }
      const uint32_t slots = usc_issue_slots(&p->prog.g[group]);
      c->groups++;
      c->slots += slots;
      c->executed += p->executed ? slots * p->executed[group] : 0;
      group++;
   }
   return cost;
}

/* Prints a table of the lines with code. */
static void print_lines(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p, const struct target_output *out)
{
   const double waves = p->executed ? (double)p->executed[p->prog.n] : 0;
   uint32_t last;
   const struct line_cost *cost = count_line_costs(ctx, p, out, &last);
   util_buf_printf(b, "# groups: those with this main line; shared: others that compute part of it%s\n",
                   waves > 0 ? "; executed: issue slots per wave, averaged over the verification" : "");
   util_buf_printf(b, "# line  groups   slots  shared%s\n", waves > 0 ? "   executed" : "");
   for (uint32_t line = 0; line <= last; line++) {
      if (!cost[line].groups && !cost[line].shared)
         continue;
      util_buf_printf(b, "# %4u %7u %7u %7u  ", line, cost[line].groups, cost[line].slots, cost[line].shared);
      if (waves > 0)
         util_buf_printf(b, "%9.2f  ", (double)cost[line].executed / waves);
      if (line)
         target_print_source(ctx, b, line);
      else
         util_buf_printf(b, "(no line)");
      util_buf_byte(b, '\n');
   }
}

void usc_print_report(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p, const struct target_output *out)
{
   static const char *const provenance_name[] = {"documented", "observed", "assumed"};
   const struct target_report *r = usc_describe(ctx, p);
   const struct usc_stats *st = &p->stats;
   static const uint16_t none[USC_GROUP_UNITS] = {0};
   uint32_t block = 0, line = 0;
   util_buf_printf(b, "# %u groups, at least %u; %u issue slots; %u slots with the latencies below if each block runs once\n",
                   st->groups, st->lower_bound, st->issue_slots, r->elapsed);
   if (out->once)
      util_buf_printf(b, "# the driver runs once per draw: %s\n", out->once);
#define COST(name, value, provenance, text)                                                                                    \
   util_buf_printf(b, "# %s = %u (%s): %s\n", #name, (unsigned)(value), provenance_name[USC_##provenance], text);
#include "backend-usc/schedule/usc_cost.def"
   for (uint32_t k = 0; k < r->num_premises; k++)
      util_buf_printf(b, "# assumption %s (groups: %u, the first is %u): %s\n", r->premises[k].id, r->premises[k].rows,
                      r->premises[k].first, r->premises[k].text);
   report_print_summary(b, r, target_main_lines(ctx, out, r), "group");
   for (uint32_t k = 0; k < p->prog.n; k++) {
      for (; p->blocks && block < st->blocks && p->blocks[block].first == k; block++)
         print_block(b, block, &p->blocks[block]);
      target_print_lines(ctx, b, out, p->code ? p->offsets[k] : k, &line);
      usc_print_group(ctx, b, &p->prog, k);
      util_buf_printf(b, "       # %u bytes, slots: %u, live: %u\n", p->code ? p->offsets[k + 1] - p->offsets[k] : 0,
                      usc_issue_slots(&p->prog.g[k]), r->rows[k].live);
      print_empty_units(b, &p->prog.g[k], k < p->num_stalls ? p->stalls[k] : none);
   }
   if (out->num_lines)
      print_lines(ctx, b, p, out);
}
