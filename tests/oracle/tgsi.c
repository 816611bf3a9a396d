/* SPDX-License-Identifier: MIT */
/*
 * Compares TGSI with a GL: draws with a GLSL program for each row of tgsi_rows.def, and runs the TGSI that the driver received
 * for it in the evaluator and as machine code, on the same inputs. Results are compared as bits: programs write integers, and
 * reinterpret the bits of attributes or flat varyings as their operands.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "semantics/fpenv.h"
#include "tests/oracle/tgsi_priv.h"

static const char *const stage_name[NUM_STAGES] = {"vertex", "fragment", "geometry"};
static const char *const stage_head[NUM_STAGES] = {"VERT", "FRAG", "GEOM"};
static const struct row rows[] = {
#define GLSL(stages, operands, result, of_what, bound, statement) {statement, operands, stages, #result[0], #of_what[0], bound},
#include "tests/oracle/tgsi_rows.def"
#undef GLSL
};
#define NUM_ROWS (sizeof rows / sizeof rows[0])

/* ---- comparison */

/* Returns the point of a pixel. Geometry programs also draw multiples of 8 rows above it. */
static unsigned origin_of(unsigned pixel)
{
   return pixel % POINTS;
}

static double scale_of(const struct work *w, unsigned pixel, uint32_t gl)
{
   const unsigned point = origin_of(pixel);
   double s = 1;

   if (w->row->of_what == 'R')
      return fabs((double)num_f(gl));
   for (unsigned k = 0; w->row->operands[k]; k++) {
      double max = 1;
      for (unsigned c = 0; c < 4; c++) {
         const double v = strchr("fgpuext", w->row->operands[k]) ? fabs((double)num_f(w->in[point][1 + k][c])) : 1;
         max = v > max ? v : max;
      }
      s *= max;
   }
   return s;
}

static double double_of(const uint32_t v[2])
{
   const uint64_t u = (uint64_t)v[1] << 32 | v[0];
   double d;

   memcpy(&d, &u, 8);
   return d;
}

/* Adds the error of a component. A double is counted at its first word. */
static void compare(const struct work *w, struct oracle_error *e, unsigned point, unsigned c, const uint32_t ours[4])
{
   const uint32_t *gl = w->gl[point];

   if (w->row->result == 'X') {
      e->compared++;
      if (ours[c] != gl[c])
         e->ulp = e->abs = INFINITY;
   } else if (w->row->result == 'F') {
      oracle_compare(e, ours[c], gl[c], scale_of(w, point, gl[c]));
   } else if (!(c & 1)) {
      const double a = double_of(ours + c), b = double_of(gl + c), d = fabs(a - b);
      e->compared++;
      if ((isnan(a) && isnan(b)) || a == b)
         return;
      e->abs = fmax(e->abs, isnan(d) ? INFINITY : d);
      e->ulp = fmax(e->ulp, isnan(d) || isinf(d) ? INFINITY : d / (fmax(fabs(b), 0x1p-1022) * 0x1p-52));
   }
}

static bool is_special(const struct work *w, unsigned pixel)
{
   return origin_of(pixel) >= POINTS / 2 && strchr("FD", w->row->result) &&
          strcspn(w->row->operands, "fd") < strlen(w->row->operands);
}

static void judge(struct oracle *o, struct work *w, enum oracle_level level, unsigned point, const uint32_t ours[4],
                  bool killed)
{
   struct oracle_error one = {0};
   const bool untouched = oracle_gl_untouched(w->gl[point]);

   if (untouched || killed) {
      if (untouched != killed && o->failed < 100)
         oracle_fail(o, "`%s`: %s: point %u is %s", w->row->statement, oracle_level_name[level], point,
                     killed ? "killed" : "not killed");
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      compare(w, &one, point, c, ours);
   if (!is_special(w, point)) {
      w->e[level].ulp = fmax(w->e[level].ulp, one.ulp);
      w->e[level].compared += one.compared;
   } else if (level == ORACLE_CODE) {
      w->special++;
      w->differ += one.ulp > w->row->bound;
   }
   if (one.ulp > w->row->bound && !w->example[0])
      snprintf(w->example, sizeof w->example, "%08x %08x %08x %08x, %08x: GL %08x %08x, ours %08x %08x",
               w->in[origin_of(point)][1][0], w->in[origin_of(point)][1][1], w->in[origin_of(point)][2][0],
               w->in[origin_of(point)][2][1], w->in[origin_of(point)][3][0], w->gl[point][0], w->gl[point][1], ours[0],
               ours[1]);
}

/* Runs all points at a level. */
static bool run_points(struct oracle *o, struct work *w, struct program *g, enum oracle_level level, struct wave *t)
{
   const unsigned step = texture_of(w->row) && !is_pixels(w->row) ? 4 : 1,
                  slot = w->stage == STAGE_V ? SLOT_ATTR : SLOT_FRAG_COLOR;
   bool ok = true;

   for (unsigned wave = 0; ok && wave < step * WAVES; wave++) {
      struct util_arena mark = g->ctx.arena;
      init_wave(t, w, wave, 0);
      ok = execute_wave(g, level, &t->o);
      for (unsigned l = 0; ok && l < EXEC_LANES; l += step) {
         const uint32_t(*out)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->o.out[slot],
               ours[4] = {out[0][l], out[1][l], out[2][l], out[3][l]};
         judge(o, w, level, point_of(w, wave, l), ours, t->o.t.killed >> l & 1);
      }
      util_arena_release(&g->ctx, &mark);
   }
   return ok;
}

/* Runs all primitives at a level and compares all pixels. */
static bool run_primitives(struct oracle *o, struct work *w, struct program *g, enum oracle_level level, struct wave *t)
{
   struct frame *f = UTIL_NEW(&g->ctx, struct frame);
   const unsigned step = texture_of(w->row) ? 4 : 1, waves = step * WAVES / (takes_lines(w->row) ? 2 : 1);
   bool ok = true;

   f->strips = has(w->row, "STRIP");
   for (unsigned n = 0; ok && n < waves * g->p->invocations; n++) {
      struct util_arena mark = g->ctx.arena;
      init_wave(t, w, n % waves, n / waves);
      t->o.t.emit = emit_vertex;
      t->o.t.end_primitive = end_primitive;
      t->o.t.emit_user = f;
      f->first = n % waves * EXEC_LANES * g->p->invocations + n / waves;
      memset(f->corners, 0, sizeof f->corners);
      ok = execute_wave(g, level, &t->o);
      util_arena_release(&g->ctx, &mark);
   }
   for (unsigned i = 0; ok && i < ORACLE_MAX_POINTS; i++)
      judge(o, w, level, i, f->pixel[i].value, !f->pixel[i].drawn);
   return ok;
}

/* Runs a row at all levels. Leaves through ctx.unwind if memory runs out. */
static bool run_levels(struct oracle *o, struct work *w, struct program *g, struct wave *t)
{
   bool ok = load_program(g, w->text);

   for (unsigned level = 0; ok && level < ORACLE_LEVELS; level++)
      ok = (w->stage == STAGE_G ? run_primitives : run_points)(o, w, g, (enum oracle_level)level, t);
   return ok;
}

static void run_ours(struct oracle *o, struct work *w)
{
   struct program *g = calloc(1, sizeof *g);
   struct wave *t = calloc(1, sizeof *t);
   volatile bool ok = false;
   num_fpenv env;

   util_ctx_init(&g->ctx, NULL, 0);
   g->ctx.text = w->text;
   g->ctx.text_len = strlen(w->text);
   g->ctx.no_warnings = true;
   num_fpenv_enter(&env);
   if (setjmp(g->ctx.unwind) == 0) {
      g->ctx.unwind_set = true;
      ok = run_levels(o, w, g, t);
   }
   num_fpenv_leave(&env);
   if (!ok)
      oracle_fail(o, "`%s`: %s\n%s", w->row->statement,
                  g->ctx.diags   ? g->ctx.diags->message
                  : t->o.t.fault ? t->o.t.fault
                                 : "it does not run",
                  w->text);
   util_ctx_finish(&g->ctx);
   free(t);
   free(g);
}

/* ---- the table */

/* Lists each instruction of the program once, except copies, and marks them as reached. */
static void find_instructions(const char *text, char *names, size_t size, bool *reached)
{
   size_t at = 0;

   names[0] = 0;
   for (const char *s = strstr(text, ": "); s; s = strstr(s + 2, ": ")) {
      const char *name = s + 2;
      for (unsigned op = 0; op < TGSI_OP_COUNT; op++) {
         const char *full = tgsi_op_info[op].name;
         const size_t m = strlen(full);
         if (strncmp(full, name, m) || (name[m] != ' ' && name[m] != '\n' && strncmp(name + m, "_SAT", 4)))
            continue;
         const bool plain = op == TGSI_OP_MOV || op == TGSI_OP_END;
         const char *before = strstr(names, full);
         const bool twice = before && (before[m] == ' ' || !before[m]) && (before == names || before[-1] == ' ');
         reached[op] = true;
         if (!plain && !twice)
            at += (size_t)snprintf(names + at, at < size ? size - at : 0, "%s%s", at ? " " : "", full);
      }
   }
}

/* Totals over the stages of a row. */
struct sum {
   double ulp[ORACLE_LEVELS];
   unsigned differ, special;
   char names[300];
};

static void check_row(struct oracle *o, const struct row *row, unsigned stage, bool *reached, struct sum *sum)
{
   struct work *w = calloc(1, sizeof *w);
   struct util_rng r;

   w->row = row;
   w->stage = stage;
   w->gl = calloc(ORACLE_MAX_POINTS, sizeof *w->gl);
   util_rng_init(&r, (uint64_t)(row - rows) * NUM_STAGES + stage + 1);
   for (unsigned i = 0; i < POINTS; i++) {
      float pos[4];
      oracle_gl_point_at(i, pos);
      for (unsigned c = 0; c < 4; c++)
         w->in[i][0][c] = num_u(c == 0 || c == 1 ? pos[c] / (ORACLE_GRID / 2) - 1 : c == 3 ? 1.0f : 0.0f);
      for (unsigned k = 0; row->operands[k]; k++)
         choose_operand(row->operands[k], &r, i >= POINTS / 2, w->in[i][1 + k]);
   }
   const unsigned failed = o->failed;
   if (!draw_row(o, w)) {
      oracle_fail(o, "`%s` (%s): %s %s", row->statement, stage_name[stage], o->gl.error, w->glsl.error);
   } else if (!(w->text = oracle_glsl_tgsi(&w->glsl, stage_head[stage]))) {
      oracle_fail(o, "`%s`: the driver did not print TGSI", row->statement);
   } else {
      find_instructions(w->text, sum->names, sizeof sum->names, reached);
      if (o->verbose)
         printf("%s\n", w->text);
      run_ours(o, w);
      for (unsigned k = 0; k < ORACLE_LEVELS; k++)
         sum->ulp[k] = fmax(sum->ulp[k], w->e[k].ulp);
      sum->differ += w->differ;
      sum->special += w->special;
      if (w->example[0] && o->verbose)
         printf("   %s\n", w->example);
      for (unsigned k = 0; k < ORACLE_LEVELS; k++)
         if (w->e[k].ulp > row->bound || !w->e[k].compared)
            oracle_fail(o, "`%s` (%s), %s: %g, bound %g", row->statement, stage_name[stage], oracle_level_name[k], w->e[k].ulp,
                        row->bound);
   }
   o->passed += o->failed == failed;
   oracle_glsl_end(&o->gl, &w->glsl);
   free(w->text);
   free(w->gl);
   free(w);
}

static void print_row(const struct oracle *o, const struct row *row, const struct sum *sum)
{
   char text[200];
   size_t n = 0;

   for (const char *s = row->statement; *s && n + 2 < sizeof text; s++) {
      if (*s == '|')
         text[n++] = '\\';
      text[n++] = *s;
   }
   text[n] = 0;
   oracle_table(o, "| `%s` | %s | %s%s%s | %.2g | %.2g | %.2g | %g%s | ", text, sum->names, row->stages & V ? "V" : "",
                row->stages & F ? "F" : "", row->stages & G ? "G" : "", sum->ulp[0], sum->ulp[1], sum->ulp[2], row->bound,
                row->of_what == 'S' ? " (sum)" : "");
   if (sum->special)
      oracle_table(o, "%u of %u |\n", sum->differ, sum->special);
   else
      oracle_table(o, "|\n");
}

void oracle_tgsi(struct oracle *o, const char *only)
{
   static bool reached[TGSI_OP_COUNT];
   unsigned n = 0;

   oracle_table(o, "| GLSL | TGSI | programs | evaluator, ieee | evaluator, usc | USC code | bound | special: differ |\n"
                   "|---|---|---|---|---|---|---|---|\n");
   for (unsigned i = 0; i < NUM_ROWS; i++) {
      struct sum sum = {.differ = 0};
      if (only && !strstr(rows[i].statement, only))
         continue;
      for (unsigned stage = 0; stage < NUM_STAGES; stage++)
         if (rows[i].stages >> stage & 1)
            check_row(o, &rows[i], stage, reached, &sum);
      print_row(o, &rows[i], &sum);
   }
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      n += reached[op];
   oracle_table(o, "\n%u instructions are reached:", n);
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      if (reached[op])
         oracle_table(o, " %s", tgsi_op_info[op].name);
   oracle_table(o, ".\n\n");
}
