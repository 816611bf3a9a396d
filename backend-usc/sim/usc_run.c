/* SPDX-License-Identifier: MIT */
/*
 * Reads the wave text, which has a statement per line, runs the program and prints the results. `mem` statements define memory.
 * A texture access returns its own data words, so the results show them.
 */
#include "backend-usc/sim/usc_run.h"
#include "backend-usc/sim/usc_sim.h"
#include "backend-usc/text/usc_lex.h"
#include "codegen/sim/task_text.h"

struct print_item {
   struct usc_opd first;
   uint32_t count;
};

struct run {
   struct cg_task_text text; /* has to be first */
   struct usc_wave *t;
   struct print_item *print;
   uint32_t num_print, cap_print;
   uint32_t *dc;
   const struct machine_once *once;
};

/* ---- the wave ------------------------------------------------------------------------------------------------------------ */

static bool value(struct cg_lex *lx, uint32_t *v)
{
   struct usc_tok t;
   if (!usc_lex_operand(lx, &t))
      return false;
   if (t.kind != TOK_NUM && t.kind != TOK_OFFSET && t.kind != TOK_FLOAT)
      return cg_lex_error(lx, t.at, "number expected");
   *v = t.kind == TOK_FLOAT ? t.num | (t.negative ? 0x80000000u : 0) : t.negative ? 0u - t.num : t.num;
   return true;
}

static void lanes(uint32_t reg[EXEC_LANES], const uint32_t *v, uint32_t n)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      reg[l] = v[l < n ? l : n - 1];
}

/* The values of a register of lanes, or NULL. */
static uint32_t *lane_reg(struct usc_wave *t, struct usc_opd o)
{
   const uint32_t n = o.index;
   switch (o.bank) {
   case USC_TEMP: return n < USC_NUM_TEMPS ? t->reg.r[n] : NULL;
   case USC_VTX: return n < USC_NUM_TEMPS ? t->reg.vi[n] : NULL;
   case USC_IDX: return t->reg.idx[n & 1];
   case USC_SPECIAL:
      if (n >= 32 && n < 36)
         return t->reg.o[n - 32];
      if (n >= 164 && n < 168)
         return t->reg.o[n - 160];
      if (n >= 36 && n < 44)
         return t->reg.i[n - 36];
      return n == USC_SR_BACK_FACE ? t->reg.back_face
             : n == USC_SR_X_P     ? t->reg.x
             : n == USC_SR_X_S     ? t->reg.xs
             : n == USC_SR_Y_P     ? t->reg.y
             : n == USC_SR_Y_S     ? t->reg.ys
                                   : NULL;
   default: return NULL;
   }
}

/* The registers of the wave from this one on, or NULL; *room gets their number. */
static uint32_t *task_reg(struct run *r, struct usc_opd o, uint32_t *room)
{
   struct usc_wave *t = r->t;
   uint32_t *bank = NULL, size = USC_NUM_CF, bits;
   switch (o.bank) {
   case USC_SHARED: bank = t->reg.sh, size = USC_NUM_SHARED; break;
   case USC_COEFF: bank = t->reg.cf; break;
   case USC_COEFFA: bank = t->reg.cfa; break;
   case USC_SPECIAL:
      bank = usc_constant_bits(o.index, &bits) ? NULL : t->reg.sr;
      size = 256;
      break;
   default: break;
   }
   if (!bank || o.index >= size)
      return NULL;
   *room = size - o.index;
   return bank + o.index;
}

/* Vertex outputs are not operands; voN is represented by register N of the bank USC_NONE. */
static bool output_name(struct cg_lex *lx, struct usc_opd *o)
{
   if (lx->end - lx->p < 3 || strncmp(lx->p, "vo", 2) != 0 || !cg_lex_is_digit(lx->p[2]))
      return false;
   lx->p += 2;
   uint32_t n;
   if (!usc_lex_number(lx, &n) || n >= USC_NUM_VO)
      return cg_lex_error(lx, lx->p, "there are 256 vertex outputs");
   *o = usc_opd(USC_NONE, n);
   return true;
}

static bool print_list(struct cg_lex *lx, struct run *r)
{
   while (!cg_lex_at_end(lx)) {
      struct print_item it = {.count = 1};
      if (!output_name(lx, &it.first) && (lx->err || !usc_lex_reg(lx, &it.first)))
         return false;
      if (it.first.idx || it.first.bank == USC_DC || it.first.bank == USC_VIRTUAL)
         return cg_lex_error(lx, lx->p, "register expected");
      if (lx->end - lx->p > 2 && lx->p[0] == '.' && lx->p[1] == '.') {
         struct usc_opd last;
         lx->p += 2;
         if (!output_name(lx, &last) && (lx->err || !usc_lex_reg(lx, &last)))
            return false;
         if (last.bank != it.first.bank || last.index < it.first.index || last.index - it.first.index > 4095)
            return cg_lex_error(lx, lx->p, "the range ends before its start");
         it.count = last.index - it.first.index + 1;
      }
      UTIL_PUSH(r->text.ctx, r->print, r->num_print, r->cap_print, it);
      cg_lex_eat(lx, ',');
   }
   return true;
}

static bool assignment(struct cg_lex *lx, struct run *r)
{
   uint32_t *const v = r->text.v;
   struct usc_wave *t = r->t;
   const struct {
      const char *name;
      uint32_t *mask;
   } masks[] = {{"lanes", &t->valid}, {"helper", &t->helper}, {"p0", &t->p0}, {"pe", &t->pe}};
   const char *at = lx->p;
   uint32_t n, one;
   for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++) {
      if (!cg_lex_word(lx, masks[i].name))
         continue;
      if (!cg_lex_eat(lx, '=') || !value(lx, masks[i].mask))
         return cg_lex_error(lx, lx->p, "mask expected");
      if (masks[i].mask == &t->valid && !t->valid)
         return cg_lex_error(lx, at, "no invocation");
      usc_wave_set_lanes(t, t->valid, masks[i].mask == &t->valid ? t->valid : t->pe);
      return true;
   }
   if (cg_lex_word(lx, "samples") || cg_lex_word(lx, "budget")) {
      const bool budget = *at == 'b';
      if (!cg_lex_eat(lx, '=') || !value(lx, &one))
         return cg_lex_error(lx, lx->p, "number expected");
      if (budget)
         t->budget = one;
      else
         t->samples = one > 32 ? 32 : one;
      return true;
   }
   if (cg_lex_word(lx, "breakpoint")) {
      t->flow.has_bp = true;
      return (cg_lex_eat(lx, '=') && value(lx, &t->flow.bp_return)) || cg_lex_error(lx, lx->p, "address expected");
   }
   if (cg_lex_word(lx, "dc")) {
      if (!cg_lex_eat(lx, '=') || !cg_task_values(&r->text, lx, &n))
         return cg_lex_error(lx, lx->p, "value expected");
      r->dc = UTIL_ARRAY(r->text.ctx, uint32_t, n);
      memcpy(r->dc, v, n * sizeof *v);
      t->reg.dc = r->dc;
      t->reg.num_dc = n;
      return true;
   }
   struct usc_opd o = {0};
   uint32_t *reg = NULL, room = 0;
   if (cg_lex_word(lx, "x"))
      reg = t->reg.x;
   else if (cg_lex_word(lx, "y"))
      reg = t->reg.y;
   else if (!usc_lex_reg(lx, &o))
      return false;
   if (!reg)
      reg = o.idx ? NULL : lane_reg(t, o);
   uint32_t *common = reg || o.idx ? NULL : task_reg(r, o, &room);
   if (!reg && !common)
      return cg_lex_error(lx, at, "this cannot be set");
   if (!cg_lex_eat(lx, '=') || !cg_task_values(&r->text, lx, &n))
      return cg_lex_error(lx, lx->p, "value expected");
   if (n > (reg ? EXEC_LANES : room))
      return cg_lex_error(lx, at, "too many values");
   if (reg)
      lanes(reg, v, n);
   else
      memcpy(common, v, n * sizeof *v);
   return true;
}

/* pre = input words of the pre-shader. Its results are written to their registers. */
static bool preshader(struct cg_lex *lx, struct run *r, const char *at)
{
   const struct machine_once *once = r->once;
   uint32_t n;
   if (!once)
      return cg_lex_error(lx, at, "the program has no pre-shader");
   if (!cg_lex_eat(lx, '=') || !cg_task_values(&r->text, lx, &n))
      return cg_lex_error(lx, lx->p, "value expected");
   if (n != once->num_inputs)
      return cg_lex_error(lx, at,
                          n < once->num_inputs ? "the pre-shader reads more words" : "the pre-shader reads fewer words");
   uint32_t *results = UTIL_ARRAY(r->text.ctx, uint32_t, (size_t)once->num_results + 1);
   once->run(once->user, r->text.v, results);
   for (uint32_t k = 0; k < once->num_results; k++)
      if (once->reg[k] < USC_NUM_SHARED)
         r->t->reg.sh[once->reg[k]] = results[k];
   return true;
}

static bool statement(struct cg_task_text *x, struct cg_lex *lx)
{
   struct run *r = (struct run *)x;
   const char *at = lx->p;
   if (cg_lex_word(lx, "pre"))
      return preshader(lx, r, at);
   return cg_lex_word(lx, "print") ? print_list(lx, r) : assignment(lx, r);
}

/* ---- callbacks -------------------------------------------------------------------------------------------------------- */

static void emit(void *user, uint32_t mask, unsigned stream)
{
   struct run *r = user;
   util_buf_printf(r->text.out, "emit %u = 0x%08x\n", stream, (unsigned)mask);
}

static void cut(void *user, uint32_t mask, unsigned stream)
{
   struct run *r = user;
   util_buf_printf(r->text.out, "cut %u = 0x%08x\n", stream, (unsigned)mask);
}

static void tess(void *user, uint32_t mask, unsigned addr, const uint32_t v[EXEC_LANES])
{
   struct run *r = user;
   util_buf_printf(r->text.out, "tess %u =", addr);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (mask >> l & 1)
         util_buf_printf(r->text.out, " 0x%08x", (unsigned)v[l]);
   util_buf_byte(r->text.out, '\n');
}

static const char *sample(void *user, num_m num, const struct machine_texture *x, uint32_t (*out)[EXEC_LANES])
{
   (void)user;
   (void)num;
   for (unsigned k = 0; k < x->components && k < x->num_words; k++)
      memcpy(out[k], x->words[k], sizeof(exec_lanes));
   return NULL;
}

/* ---- results ------------------------------------------------------------------------------------------------------------- */

#define NO_NUMBER UINT32_MAX

static void show_lanes(struct run *r, const char *name, uint32_t n, const uint32_t *v, uint32_t mask)
{
   if (n == NO_NUMBER)
      util_buf_printf(r->text.out, "%s", name);
   else
      util_buf_printf(r->text.out, "%s%u", name, (unsigned)n);
   cg_task_show(&r->text, mask, v, 0, false);
}

static void show(struct run *r, struct usc_opd o)
{
   static const char *const names[USC_NUM_BANKS] = {"vo", "sr", "r", "vi", "cf", "sh", "cfa", "idx", "o"};
   const char *name = names[o.bank];
   uint32_t n = o.index, room;
   if (o.bank == USC_SPECIAL && ((n >= 32 && n < 36) || (n >= 164 && n < 168))) {
      name = "o";
      n -= n < 36 ? 32 : 160;
   } else if (o.bank == USC_SPECIAL && n >= 36 && n < 44) {
      name = "i";
      n -= 36;
   }
   const uint32_t *lane = o.bank == USC_NONE ? r->t->out.vo[n] : lane_reg(r->t, o);
   if (lane) {
      show_lanes(r, name, n, lane, r->t->valid);
      return;
   }
   const uint32_t *common = task_reg(r, o, &room);
   if (common)
      show_lanes(r, name, n, common, 1);
}

static void changed_lanes(struct run *r, struct usc_opd first, const uint32_t *was, const uint32_t *is, unsigned count)
{
   for (unsigned n = 0; n < count; n++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (r->t->valid >> l & 1 && was[n * EXEC_LANES + l] != is[n * EXEC_LANES + l]) {
            show(r, usc_opd((enum usc_bank)first.bank, first.index + n));
            break;
         }
}

static void changed_words(struct run *r, enum usc_bank bank, const uint32_t *was, const uint32_t *is, unsigned count)
{
   for (unsigned n = 0; n < count; n++)
      if (was[n] != is[n])
         show(r, usc_opd(bank, n));
}

static void results(struct run *r, const struct usc_wave *was)
{
   struct usc_wave *t = r->t;
   if (r->num_print) {
      for (uint32_t i = 0; i < r->num_print; i++)
         for (uint32_t k = 0; k < r->print[i].count; k++)
            show(r, usc_opd((enum usc_bank)r->print[i].first.bank, r->print[i].first.index + k));
   } else {
      changed_lanes(r, usc_r(0), was->reg.r[0], t->reg.r[0], USC_NUM_TEMPS);
      changed_lanes(r, usc_vi(0), was->reg.vi[0], t->reg.vi[0], USC_NUM_TEMPS);
      changed_lanes(r, usc_i(0), was->reg.i[0], t->reg.i[0], 8);
      changed_lanes(r, usc_o(0), was->reg.o[0], t->reg.o[0], 4);
      changed_lanes(r, usc_o(4), was->reg.o[4], t->reg.o[4], 4);
      changed_lanes(r, usc_idx(0), was->reg.idx[0], t->reg.idx[0], 2);
      changed_words(r, USC_SHARED, was->reg.sh, t->reg.sh, USC_NUM_SHARED);
      changed_words(r, USC_COEFF, was->reg.cf, t->reg.cf, USC_NUM_CF);
      changed_words(r, USC_COEFFA, was->reg.cfa, t->reg.cfa, USC_NUM_CF);
      changed_words(r, USC_SPECIAL, was->reg.sr, t->reg.sr, 256);
      changed_lanes(r, usc_none(), was->out.vo[0], t->out.vo[0], USC_NUM_VO);
   }
   const struct {
      const char *name;
      uint32_t was, is;
   } masks[] = {{"p0", was->p0 & t->valid, t->p0 & t->valid}, {"pe", was->pe, t->pe}, {"killed", 0, t->killed}};
   for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++)
      if (masks[i].was != masks[i].is)
         util_buf_printf(r->text.out, "%s = 0x%08x\n", masks[i].name, (unsigned)masks[i].is);
   if (t->out.depth_written)
      show_lanes(r, "depth", NO_NUMBER, t->out.depth, t->out.depth_written);
   cg_task_show_memory(&r->text);
}

void usc_run(struct util_ctx *ctx, const struct usc_run *job, struct util_buf *out)
{
   struct run r = {.text = {.ctx = ctx, .out = out, .language = &usc_language, .value = value, .statement = statement},
                   .t = UTIL_NEW(ctx, struct usc_wave),
                   .once = job->once};
   struct usc_wave *was = UTIL_NEW(ctx, struct usc_wave);
   usc_wave_init(r.t, job->num, 1, CG_TASK_BUDGET);
   r.t->out.vertex_words = job->limits->vertex_words;
   r.t->out.pixel_words = job->limits->pixel_words;
   if (!cg_task_parse(&r.text, job->task, job->task_len))
      return;
   r.t->env = (struct machine_env){
      .user = &r.text, .load = cg_task_load, .store = cg_task_store, .sample = sample, .emit = emit, .cut = cut, .tess = tess};
   memcpy(was, r.t, sizeof *was);
   enum exec_status s;
   do /* no other wave wakes this one, so it checks again */
      s = usc_sim_run(job->code, r.t);
   while (s == EXEC_BARRIER);
   results(&r, was);
   if (s == EXEC_BUDGET)
      util_diag(ctx, DIAG_ID_sim_budget, UTIL_NO_SPAN, "after %llu groups", (unsigned long long)r.t->groups);
   else if (s == EXEC_FAULT)
      util_diag(ctx, DIAG_ID_sim_fault, UTIL_NO_SPAN, "%s %u: %s", job->code->at.shift ? "byte" : "group",
                (unsigned)r.t->fault_pc, r.t->fault);
}
