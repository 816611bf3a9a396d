/* SPDX-License-Identifier: MIT */
/*
 * Reads the text of a wave, one statement per line, runs the program and prints the results. Statements `mem`, `local` and
 * `stack` define the memory. A texture access returns its coordinates and the number of its texture, so that they appear in the
 * results.
 */
#include "backend-agx/sim/agx_run.h"
#include "codegen/sim/task_text.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_STACK 1024 /* words */

static const struct cg_lex_language language = {
    .chars = {CG_LEX_LETTERS_DIGITS, [' '] = CG_LEX_BLANK, ['\t'] = CG_LEX_BLANK, ['\r'] = CG_LEX_BLANK, [','] = CG_LEX_BLANK,
              ['#'] = CG_LEX_COMMENT, ['\n'] = CG_LEX_END, [';'] = CG_LEX_END},
    .bases = "x",
};

/* A register or one of its halves. */
struct place {
   char name[24]; /* for agx_machine_ops.registers() */
   uint32_t *value;
   unsigned count, lanes;
   char half; /* 'l', 'h', or 0 for the whole register */
};

struct run {
   struct cg_task_text text; /* must come first */
   struct agx_wave *t;
   struct place *print;
   uint32_t num_print, cap_print;
   uint32_t *stack;
   uint32_t stack_words;
};

/* ---- the wave ------------------------------------------------------------------------------------------------------------ */

static bool read_value(struct cg_lex *lx, uint32_t *v)
{
   struct cg_lex_decimal d;

   cg_lex_blanks(lx);
   const bool negative = cg_lex_eat(lx, '-');
   if (cg_lex_eat_word(lx, "inf")) {
      *v = 0x7f800000u | (negative ? 0x80000000u : 0);
   } else if (cg_lex_at_decimal(lx)) {
      if (!cg_lex_decimal(lx, &d))
         return cg_lex_error(lx, lx->p, "number too long");
      *v = num_u((float)(d.digits / d.scale)) | (negative ? 0x80000000u : 0);
   } else {
      if (cg_lex_integer(lx, v) != CG_LEX_NUMBER)
         return cg_lex_error(lx, lx->p, "number expected");
      *v = negative ? 0u - *v : *v;
   }
   return true;
}

/* Reads a register: its name, a number, and l or h for a half. */
static bool read_register(struct cg_lex *lx, struct run *r, struct place *p)
{
   cg_lex_blanks(lx);
   const char *at = lx->p;
   size_t n = cg_lex_name(lx);

   memset(p, 0, sizeof *p);
   if (n && n < sizeof p->name) {
      memcpy(p->name, at, n);
      if ((p->name[0] == 'r' || p->name[0] == 'u') && (p->name[n - 1] == 'l' || p->name[n - 1] == 'h')) {
         p->half = p->name[n - 1];
         p->name[n - 1] = 0;
      }
      const struct machine_registers m = agx_machine_ops.registers(r->t, !strcmp(p->name, "x")   ? "sr80"
                                                                         : !strcmp(p->name, "y") ? "sr81"
                                                                                                 : p->name);
      p->value = m.value;
      p->count = m.count;
      p->lanes = m.lanes;
   }
   return p->value || cg_lex_error(lx, at, "register expected");
}

static void set_half(uint32_t *w, char half, uint32_t v)
{
   *w = !half ? v : half == 'h' ? (*w & 0xffff) | v << 16 : (*w & 0xffff0000u) | (v & 0xffff);
}

/* Sets a register of lanes, the last value for all remaining lanes, or consecutive registers of the wave. */
static bool set_registers(struct cg_lex *lx, struct run *r)
{
   const char *at = lx->p;
   struct place p;
   uint32_t n;

   if (!read_register(lx, r, &p) || !cg_lex_eat(lx, '=') || !cg_task_values(&r->text, lx, &n))
      return cg_lex_error(lx, lx->p, "REGISTER = VALUES expected");
   if (n > (p.lanes > 1 ? EXEC_LANES : p.half ? 1 : p.count))
      return cg_lex_error(lx, at, "too many values");
   for (unsigned k = 0; k < (p.lanes > 1 ? EXEC_LANES : n); k++)
      set_half(&p.value[k], p.half, r->text.v[k < n ? k : n - 1]);
   return true;
}

/* Reads registers or ranges such as r0..r3. */
static bool print_list(struct cg_lex *lx, struct run *r)
{
   struct place p, last;

   while (!cg_lex_at_end(lx)) {
      if (!read_register(lx, r, &p))
         return false;
      last = p;
      if (cg_lex_eat_text(lx, "..") && !read_register(lx, r, &last))
         return false;
      if (last.value < p.value || last.lanes != p.lanes || last.half != p.half ||
          last.value >= p.value + (size_t)p.count * p.lanes)
         return cg_lex_error(lx, lx->p, "the range ends before it begins");
      const size_t letters = strspn(p.name, "abcdefghijklmnopqrstuvwxyz");
      const uint32_t first = (uint32_t)strtoul(p.name + letters, NULL, 10);
      for (uint32_t k = 0; p.value <= last.value; p.value += p.lanes, k++) {
         if (k)
            snprintf(p.name + letters, sizeof p.name - letters, "%u", (unsigned)(first + k));
         UTIL_PUSH(r->text.ctx, r->print, r->num_print, r->cap_print, p);
      }
   }
   return true;
}

static bool read_part(struct cg_lex *lx, struct run *r)
{
   static const char *const names[] = {
       [AGX_PART_ANY] = "any",   [AGX_PART_VERTEX] = "vertex",     [AGX_PART_FRAGMENT] = "fragment",
       [AGX_PART_MAIN] = "main", [AGX_PART_PREAMBLE] = "preamble", [AGX_PART_COMPUTE] = "compute"};

   cg_lex_eat(lx, '=');
   for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
      if (cg_lex_word(lx, names[k])) {
         r->t->part = (enum agx_part)k;
         return true;
      }
   return cg_lex_error(lx, lx->p, "any, vertex, fragment, main, preamble or compute expected");
}

/* Reads a number of the whole wave. Sets *found to false if the statement is another one. */
static bool read_number(struct cg_lex *lx, struct run *r, bool *found)
{
   struct agx_wave *t = r->t;
   static const char *const names[] = {"lanes", "helper", "samples", "halves", "budget", "stack", "shaded", "cover"};
   unsigned k = 0;
   uint32_t v;

   while (k < sizeof names / sizeof *names && !cg_lex_word(lx, names[k]))
      k++;
   *found = k < sizeof names / sizeof *names;
   if (!*found)
      return true;
   if (!cg_lex_eat(lx, '=') || !read_value(lx, &v))
      return cg_lex_error(lx, lx->p, "number expected");
   switch (k) {
   case 0: agx_wave_set_valid(t, v); break;
   case 1: t->helper = v; break;
   case 2: t->samples = v > AGX_MAX_SAMPLES ? AGX_MAX_SAMPLES : v; break;
   case 3: t->halves = v; break;
   case 4: t->budget = v; break;
   case 5: r->stack_words = v > INT16_MAX ? INT16_MAX : v; break;
   case 6: t->sample_loop = v != 0; memset(t->pixel.shaded, (int)(v & 255), sizeof t->pixel.shaded); break;
   default: lanes_splat(v & 15, t->pixel.cover); break;
   }
   return t->valid || cg_lex_error(lx, lx->p, "no lane");
}

static bool read_statement(struct cg_task_text *x, struct cg_lex *lx)
{
   struct run *r = (struct run *)x;
   bool found = false;

   return cg_lex_word(lx, "local")   ? cg_task_memory(x, lx, "local", AGX_LOCAL_ADDRESS)
          : cg_lex_word(lx, "part")  ? read_part(lx, r)
          : cg_lex_word(lx, "print") ? print_list(lx, r)
                                     : read_number(lx, r, &found) && (found || set_registers(lx, r));
}

/* ---- callbacks ----------------------------------------------------------------------------------------------------------- */

static uint32_t *stack_word(struct cg_task_text *x, uint64_t addr)
{
   const struct run *r = (const struct run *)x;
   const uint64_t lane = addr >> 32 & 0xff, word = (uint32_t)addr / 4;

   return addr >> 56 == AGX_STACK_ADDRESS(0) >> 56 && word < r->stack_words ? &r->stack[word * EXEC_LANES + lane] : NULL;
}

static const char *sample(void *user, num_m num, const struct machine_texture *x, uint32_t (*out)[EXEC_LANES])
{
   (void)user;
   (void)num;
   for (unsigned k = 0; k < x->dimensions && k < x->components; k++)
      memcpy(out[k], x->coordinate[k], sizeof(exec_lanes));
   if (x->components == 4)
      lanes_splat(x->image[0], out[3]);
   return NULL;
}

/* ---- results ------------------------------------------------------------------------------------------------------------- */

static void show(struct run *r, const struct place *p)
{
   util_buf_printf(r->text.out, "%s%.1s", p->name, p->half ? &p->half : "");
   cg_task_show(&r->text, p->lanes > 1 ? r->t->valid : 1, p->value, p->half == 'h' ? 16 : 0, p->half != 0);
}

/* Prints the registers of a bank that have changed. */
static void show_changed(struct run *r, const char *bank, const struct agx_wave *was)
{
   struct place p = {.name = ""};
   const size_t letters = strlen(bank);

   for (unsigned n = 0;; n++) {
      memcpy(p.name, bank, letters);
      snprintf(p.name + letters, sizeof p.name - letters, "%u", n);
      const struct machine_registers m = agx_machine_ops.registers(r->t, p.name);
      if (!m.value)
         return;
      const uint32_t *before = (const uint32_t *)((const char *)was + ((const char *)m.value - (const char *)r->t));
      bool changed = false;
      for (unsigned l = 0; l < m.lanes; l++)
         changed |= (m.lanes == 1 || r->t->valid >> l & 1) && m.value[l] != before[l];
      p.value = m.value;
      p.lanes = m.lanes;
      if (changed)
         show(r, &p);
   }
}

static void show_results(struct run *r, const struct agx_wave *was)
{
   static const char *const banks[] = {"r", "u", "word", "tile"};
   struct agx_wave *t = r->t;

   for (uint32_t i = 0; i < r->num_print; i++)
      show(r, &r->print[i]);
   for (unsigned k = 0; k < sizeof banks / sizeof *banks && !r->num_print; k++)
      show_changed(r, banks[k], was);
   if (t->exec != was->exec)
      util_buf_printf(r->text.out, "exec = 0x%08x\n", (unsigned)t->exec);
   if (t->killed)
      util_buf_printf(r->text.out, "killed = 0x%08x\n", (unsigned)t->killed);
   if (t->out.depth_written)
      show(r, &(struct place){.name = "depth", .value = t->out.depth, .lanes = EXEC_LANES});
   if (t->out.stencil_written)
      show(r, &(struct place){.name = "stencil", .value = t->out.stencil, .lanes = EXEC_LANES});
   cg_task_show_memory(&r->text);
}

static void report_end(struct util_ctx *ctx, const struct agx_wave *t, enum exec_status s, const char *where)
{
   if (s == EXEC_BUDGET)
      util_diag(ctx, DIAG_ID_sim_budget, UTIL_NO_SPAN, "after %llu instructions%s", (unsigned long long)t->steps, where);
   else if (s == EXEC_FAULT)
      util_diag(ctx, DIAG_ID_sim_fault, UTIL_NO_SPAN, "byte %u%s: %s", (unsigned)t->fault_pc, where, t->fault);
}

/* Runs the preamble with one lane. The program starts with its uniforms and states. */
static bool run_preamble(struct util_ctx *ctx, const struct agx_run *job, struct agx_wave *t)
{
   struct agx_wave *pre = UTIL_NEW(ctx, struct agx_wave);

   agx_wave_init(pre, job->num, 1, t->budget);
   pre->part = AGX_PART_PREAMBLE;
   pre->env = t->env;
   memcpy(pre->reg.u, t->reg.u, sizeof pre->reg.u);
   const enum exec_status s = agx_sim_run(job->preamble, pre);
   report_end(ctx, pre, s, " of the preamble");
   memcpy(t->reg.u, pre->reg.u, sizeof t->reg.u);
   memcpy(t->reg.ts, pre->reg.ts, sizeof t->reg.ts);
   memcpy(t->reg.ss, pre->reg.ss, sizeof t->reg.ss);
   return s == EXEC_DONE;
}

void agx_run(struct util_ctx *ctx, const struct agx_run *job, struct util_buf *out)
{
   struct run r = {.text = {.ctx = ctx,
                            .out = out,
                            .language = &language,
                            .value = read_value,
                            .statement = read_statement,
                            .word = stack_word},
                   .t = UTIL_NEW(ctx, struct agx_wave),
                   .stack_words = DEFAULT_STACK};
   struct agx_wave *was = UTIL_NEW(ctx, struct agx_wave);

   agx_wave_init(r.t, job->num, 1, CG_TASK_BUDGET);
   if (!cg_task_parse(&r.text, job->task, job->task_len))
      return;
   r.stack = UTIL_ARRAY(ctx, uint32_t, (size_t)r.stack_words * EXEC_LANES + 1);
   r.t->stack_words = r.stack_words;
   r.t->env = (struct machine_env){.user = &r.text, .load = cg_task_load, .store = cg_task_store, .sample = sample};
   memcpy(was, r.t, sizeof *was);
   if (job->preamble && !run_preamble(ctx, job, r.t))
      return;
   const enum exec_status s = agx_sim_run(job->code, r.t);
   show_results(&r, was);
   report_end(ctx, r.t, s, "");
}
