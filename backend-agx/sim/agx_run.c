/* SPDX-License-Identifier: MIT */
/*
 * Reads the task text, which has a statement a line, runs the program and prints the results. Memory is what `mem`, `local` and `stack`
 * statements name; a texture access returns its coordinates and the number of its texture, so that they are seen in the results.
 */
#include "backend-agx/sim/agx_run.h"
#include "codegen/lex.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_VALUES 4096
#define DEFAULT_BUDGET 1000000
#define DEFAULT_STACK 1024 /* words */

static const struct cg_lex_language language = {
    .chars = {CG_LEX_LETTERS_DIGITS, [' '] = CG_LEX_BLANK, ['\t'] = CG_LEX_BLANK, ['\r'] = CG_LEX_BLANK, [','] = CG_LEX_BLANK,
              ['#'] = CG_LEX_COMMENT, ['\n'] = CG_LEX_END, [';'] = CG_LEX_END},
    .bases = "x",
};

struct segment {
   uint64_t addr;
   uint32_t words;
   uint32_t *data, *before;
};

/* A register, or a half of it. */
struct place {
   char name[24]; /* as agx_machine_ops.registers() knows it */
   uint32_t *value;
   unsigned count, lanes;
   char half; /* 'l', 'h'; 0: all of it */
};

struct run {
   struct util_ctx *ctx;
   struct util_buf *out;
   struct agx_task *t;
   struct segment *seg;
   uint32_t num_seg, cap_seg;
   struct place *print;
   uint32_t num_print, cap_print;
   uint32_t *stack;
   uint32_t stack_words;
};

/* ---- the task ------------------------------------------------------------------------------------------------------------ */

static bool value(struct cg_lex *lx, uint32_t *v)
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

/* Values up to the end of the line. */
static bool values(struct cg_lex *lx, uint32_t *v, uint32_t max, uint32_t *n)
{
   *n = 0;
   while (!cg_lex_at_end(lx)) {
      if (*n == max)
         return cg_lex_error(lx, lx->p, "too many values");
      if (!value(lx, &v[(*n)++]))
         return false;
   }
   return *n > 0 || cg_lex_error(lx, lx->p, "value expected");
}

/* The register at the cursor: its name, a number behind it, and l or h. */
static bool place(struct cg_lex *lx, struct run *r, struct place *p)
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

/* Values for the lanes of a register, those after the last value have the last one; or for registers of the task in a row. */
static bool set_registers(struct cg_lex *lx, struct run *r, uint32_t *v)
{
   const char *at = lx->p;
   struct place p;
   uint32_t n;

   if (!place(lx, r, &p) || !cg_lex_eat(lx, '=') || !values(lx, v, MAX_VALUES, &n))
      return cg_lex_error(lx, lx->p, "REGISTER = VALUES expected");
   if (n > (p.lanes > 1 ? EXEC_LANES : p.half ? 1 : p.count))
      return cg_lex_error(lx, at, "too many values");
   for (unsigned k = 0; k < (p.lanes > 1 ? EXEC_LANES : n); k++)
      set_half(&p.value[k], p.half, v[k < n ? k : n - 1]);
   return true;
}

static bool memory(struct cg_lex *lx, struct run *r, uint64_t base, uint32_t *v)
{
   uint32_t addr, n;

   if (!value(lx, &addr) || !cg_lex_eat(lx, '=') || !values(lx, v, MAX_VALUES, &n))
      return cg_lex_error(lx, lx->p, "ADDRESS = WORDS expected");
   if (addr & 3)
      return cg_lex_error(lx, lx->p, "the address is not a multiple of 4");
   const struct segment s = {base + addr, n, UTIL_ARRAY(r->ctx, uint32_t, n), UTIL_ARRAY(r->ctx, uint32_t, n)};
   memcpy(s.data, v, n * sizeof *v);
   memcpy(s.before, v, n * sizeof *v);
   UTIL_PUSH(r->ctx, r->seg, r->num_seg, r->cap_seg, s);
   return true;
}

/* Registers, or r0..r3. */
static bool print_list(struct cg_lex *lx, struct run *r)
{
   struct place p, last;

   while (!cg_lex_at_end(lx)) {
      if (!place(lx, r, &p))
         return false;
      last = p;
      if (cg_lex_eat_text(lx, "..") && !place(lx, r, &last))
         return false;
      if (last.value < p.value || last.lanes != p.lanes || last.half != p.half ||
          last.value >= p.value + (size_t)p.count * p.lanes)
         return cg_lex_error(lx, lx->p, "the range ends before it begins");
      const size_t letters = strspn(p.name, "abcdefghijklmnopqrstuvwxyz");
      const uint32_t first = (uint32_t)strtoul(p.name + letters, NULL, 10);
      for (uint32_t k = 0; p.value <= last.value; p.value += p.lanes, k++) {
         if (k)
            snprintf(p.name + letters, sizeof p.name - letters, "%u", (unsigned)(first + k));
         UTIL_PUSH(r->ctx, r->print, r->num_print, r->cap_print, p);
      }
   }
   return true;
}

static bool part(struct cg_lex *lx, struct run *r)
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

/* A number of the task as a whole. *found: it is one. */
static bool number(struct cg_lex *lx, struct run *r, bool *found)
{
   struct agx_task *t = r->t;
   static const char *const names[] = {"lanes", "helper", "samples", "halves", "budget", "stack", "shaded", "cover"};
   unsigned k = 0;
   uint32_t v;

   while (k < sizeof names / sizeof *names && !cg_lex_word(lx, names[k]))
      k++;
   *found = k < sizeof names / sizeof *names;
   if (!*found)
      return true;
   if (!cg_lex_eat(lx, '=') || !value(lx, &v))
      return cg_lex_error(lx, lx->p, "number expected");
   switch (k) {
   case 0: t->valid = t->exec = v; break;
   case 1: t->helper = v; break;
   case 2: t->samples = v > AGX_MAX_SAMPLES ? AGX_MAX_SAMPLES : v; break;
   case 3: t->halves = v; break;
   case 4: t->budget = v; break;
   case 5: r->stack_words = v > INT16_MAX ? INT16_MAX : v; break;
   case 6: t->shaded = (uint8_t)v; break;
   default: memset(t->pixel.cover, (int)(v & 15), sizeof t->pixel.cover); break;
   }
   return t->valid || cg_lex_error(lx, lx->p, "no lane");
}

static bool parse(struct run *r, const char *text, size_t len)
{
   struct cg_lex lexer = cg_lex_start(&language, text, len), *lx = &lexer;
   uint32_t *v = UTIL_ARRAY(r->ctx, uint32_t, MAX_VALUES);

   while (cg_lex_next_statement(lx)) {
      bool found = false;
      const bool ok = cg_lex_word(lx, "mem")     ? memory(lx, r, 0, v)
                      : cg_lex_word(lx, "local") ? memory(lx, r, AGX_LOCAL_ADDRESS, v)
                      : cg_lex_word(lx, "part")  ? part(lx, r)
                      : cg_lex_word(lx, "print") ? print_list(lx, r)
                                                 : number(lx, r, &found) && (found || set_registers(lx, r, v));
      if (ok && !cg_lex_at_end(lx))
         cg_lex_error(lx, lx->p, "end of the line expected");
      if (lx->err) {
         cg_lex_report(r->ctx, lx, DIAG_ID_sim_task);
         return false;
      }
   }
   return true;
}

/* ---- callbacks ------------------------------------------------------------------------------------------------------------ */

static uint32_t *at_address(const struct run *r, uint64_t addr)
{
   const uint64_t lane = addr >> 32 & 0xff, word = (uint32_t)addr / 4;

   if (addr >> 56 == AGX_STACK_ADDRESS(0) >> 56)
      return word < r->stack_words ? &r->stack[word * EXEC_LANES + lane] : NULL;
   for (uint32_t i = 0; i < r->num_seg; i++)
      if (addr >= r->seg[i].addr && (addr - r->seg[i].addr) / 4 < r->seg[i].words)
         return &r->seg[i].data[(addr - r->seg[i].addr) / 4];
   return NULL;
}

static bool load_word(void *user, uint64_t addr, uint32_t *v)
{
   const uint32_t *w = at_address(user, addr);
   *v = w ? *w : 0;
   return w;
}

static bool store_word(void *user, uint64_t addr, unsigned bytes, uint32_t v)
{
   uint32_t *w = at_address(user, addr);
   const unsigned shift = 8 * (unsigned)(addr & 3);
   const uint32_t mask = (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1) << shift;

   if (w)
      *w = (*w & ~mask) | (v << shift & mask);
   return w;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], uint32_t v[EXEC_LANES])
{
   return machine_load_words(load_word, user, lanes, addr, v);
}

static uint32_t store(void *user, uint32_t lanes, const uint64_t addr[EXEC_LANES], unsigned bytes, const uint32_t v[EXEC_LANES])
{
   return machine_store_words(store_word, user, lanes, addr, bytes, v);
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

/* ---- results -------------------------------------------------------------------------------------------------------------- */

static void show(struct run *r, const struct place *p)
{
   const uint32_t mask = p->lanes > 1 ? r->t->valid : 1;
   const unsigned lead = (unsigned)__builtin_ctz(mask), shift = p->half == 'h' ? 16 : 0;
   const uint32_t keep = p->half ? 0xffff : UINT32_MAX;
   bool same = true;

   for (unsigned l = 0; l < p->lanes; l++)
      same &= !(mask >> l & 1) || (p->value[l] >> shift & keep) == (p->value[lead] >> shift & keep);
   util_buf_printf(r->out, "%s%.1s =", p->name, p->half ? &p->half : "");
   for (unsigned l = lead; l < p->lanes; l++)
      if (l == lead || (!same && mask >> l & 1))
         util_buf_printf(r->out, p->half ? " 0x%04x" : " 0x%08x", (unsigned)(p->value[l] >> shift & keep));
   util_buf_byte(r->out, '\n');
}

/* The registers of a bank that are not as they were. */
static void show_changed(struct run *r, const char *bank, const struct agx_task *was)
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

static void results(struct run *r, const struct agx_task *was)
{
   static const char *const banks[] = {"r", "u", "word", "tile"};
   struct agx_task *t = r->t;

   for (uint32_t i = 0; i < r->num_print; i++)
      show(r, &r->print[i]);
   for (unsigned k = 0; k < sizeof banks / sizeof *banks && !r->num_print; k++)
      show_changed(r, banks[k], was);
   if (t->exec != was->exec)
      util_buf_printf(r->out, "exec = 0x%08x\n", (unsigned)t->exec);
   if (t->killed)
      util_buf_printf(r->out, "killed = 0x%08x\n", (unsigned)t->killed);
   if (t->out.depth_written)
      show(r, &(struct place){.name = "depth", .value = t->out.depth, .lanes = EXEC_LANES});
   if (t->out.stencil_written)
      show(r, &(struct place){.name = "stencil", .value = t->out.stencil, .lanes = EXEC_LANES});
   for (uint32_t s = 0; s < r->num_seg; s++)
      for (uint32_t k = 0; k < r->seg[s].words; k++)
         if (r->seg[s].data[k] != r->seg[s].before[k])
            util_buf_printf(r->out, "%s 0x%x = 0x%08x\n", r->seg[s].addr >> 56 ? "local" : "mem",
                            (unsigned)(r->seg[s].addr + 4 * k), (unsigned)r->seg[s].data[k]);
}

void agx_run(struct util_ctx *ctx, const struct agx_run *job, struct util_buf *out)
{
   struct run r = {.ctx = ctx, .out = out, .t = UTIL_NEW(ctx, struct agx_task), .stack_words = DEFAULT_STACK};
   struct agx_task *was = UTIL_NEW(ctx, struct agx_task);

   agx_task_init(r.t, job->num, 1, DEFAULT_BUDGET);
   if (!parse(&r, job->task, job->task_len))
      return;
   r.stack = UTIL_ARRAY(ctx, uint32_t, (size_t)r.stack_words * EXEC_LANES + 1);
   r.t->stack_words = r.stack_words;
   r.t->env = (struct machine_env){.user = &r, .load = load, .store = store, .sample = sample};
   memcpy(was, r.t, sizeof *was);
   const enum exec_status s = agx_sim_run(job->code, r.t);
   results(&r, was);
   if (s == EXEC_BUDGET)
      util_diag(ctx, DIAG_ID_sim_budget, UTIL_NO_SPAN, "after %llu instructions", (unsigned long long)r.t->steps);
   else if (s == EXEC_FAULT)
      util_diag(ctx, DIAG_ID_sim_fault, UTIL_NO_SPAN, "byte %u: %s", (unsigned)r.t->fault_pc, r.t->fault);
}
