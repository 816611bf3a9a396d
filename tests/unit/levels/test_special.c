/* SPDX-License-Identifier: MIT */
/*
 * Runs the tables in tests/special. They test every instruction with special operands (zeros, denormals, infinities, NaNs, the
 * largest and smallest integers, far shifts, divisions by zero), and their results were worked out from the documents. The head
 * of float.tsv describes the columns.
 *
 * Each row runs at all levels: in the reference evaluator, as lowered IR and after the exact passes under the number models,
 * and as machine code of both targets at -O0 and -O2 on their simulators (on AGX as far as its code generator supports it). The
 * operands are inputs (up to 32 cases in the lanes of one wave), parameters, or constants (all operands or one of them), which
 * constant folding sees. The documents derive condition codes and clamped results from the result, so each row also runs with
 * a condition code update and with each clamp that its instruction accepts. Instructions of many rows share a program.
 *
 * The suite fails if an instruction of nv_ops.def has no row for one of its data types or families of languages. Only the
 * instructions of geometry programs need no row, since they have no operands.
 *
 * Run in the root of the tree. usage: test_special [only this instruction]
 */
#include "backend-agx/agx_compile.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-usc/sim/usc_harness.h"
#include "backend-usc/usc_compile.h"
#include "ir/interp.h"
#include "ir/ir.h"
#include "semantics/sampler.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/exec_compare.h"
#include "tests/unit/common/special_table.h"
#include "tests/unit/common/suite.h"
#include "semantics/fpenv.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const num_m models[NUM_MODELS] = {&num_model_ieee, &num_model_usc_rne, &num_model_agx, &num_model_usc_rtz};
#define MAX_SLOTS 24

static unsigned long long compared[3], agx_left_out; /* by evaluator, IR, machine code */
static unsigned bad;
static const char *only;

/* ---------------------------------------------------------------------------------------------------- variants */

enum { V_PLAIN, V_CC, V_SAT, V_SSAT, NUM_VARIANTS };

static bool has_variant(const struct group *g, unsigned v)
{
   const struct nv_op_info *info = &nv_op_info[g->op];
   const uint8_t d = g->kind->dialect;

   if (v == V_PLAIN)
      return true;
   if (!g->single || info->out == NV_FMT_NONE || strstr(g->text, "SAT"))
      return false;
   if (d & NV_D_NV4)
      return v == V_CC ? info->cc : info->sat && g->result == NV_TYPE_F;
   if (v == V_CC)
      return (d & (NV_D_VP2 | NV_D_FPO)) &&
             (info->suffixes == NV_SFX_RHX || info->suffixes == NV_SFX_RH || info->suffixes == NV_SFX_CC);
   return v == V_SAT && info->sat && (d & (NV_D_FP | NV_D_VP3)) && info->suffixes != NV_SFX_NONE &&
          info->suffixes != NV_SFX_ADDR;
}

/* Clamps a result (2.X.4.2). NaN becomes 0 as docs/semantics.md defines; the document leaves it undefined. */
static struct value clamped(struct value v, num_m m, unsigned variant)
{
   if (variant < V_SAT || v.any)
      return v;
   if (v.nan || num_isnan(v.bits))
      v.bits = 0;
   else if (variant == V_SAT && v.bits >> 31)
      v.bits = 0;
   else if (num_f(v.bits & 0x7fffffff) > 1)
      v.bits = (v.bits & 0x80000000) | NUM_ONE;
   else if (m->flush_in && num_isdenorm(v.bits))
      v.bits &= 0x80000000;
   else
      return v;
   v.nan = false;
   v.approx = 0;
   v.is_float = true;
   return v;
}

/* Returns the flags of a result (2.X.4.3). */
static unsigned flags_of(const struct value *v, num_m m, enum nv_type type)
{
   uint32_t b = v->bits;

   if (type != NV_TYPE_F)
      return (b >> 31 ? FLAG_S : 0) | (b ? 0 : FLAG_Z) | v->flags;
   if (v->nan || num_isnan(b))
      return FLAG_S | FLAG_Z;
   if (!(b << 1) || (m->flush_in && num_isdenorm(b)))
      return FLAG_Z;
   return b >> 31 ? FLAG_S : 0;
}

/* In the older languages a condition code is LT EQ GT UN, which the programs show as 1.0, 2.0, 0.0, 3.0. */
static uint32_t flags_shown(const struct kind *k, unsigned flags)
{
   return k->dialect & NV_D_NV4 ? flags : num_u((float)(flags & 3));
}

/* ---------------------------------------------------------------------------------------------------- programs */

/*
 * The sources of operands. The passes know an operand in all but the first two sources; those others run only in the variants
 * and at the levels where that makes a difference.
 */
static const struct how {
   const char *name;
   bool inputs;
   uint8_t constants; /* mask of operands that are constants */
   bool same;         /* only cases in which a and b are equal; the text then names a twice */
   bool plain;        /* also run the evaluator, the IR as lowered and the machine code of -O0 */
   uint8_t variants;
} hows[] = {
   {"inputs", true, 0, false, true, 0xf},
   {"parameters", false, 0, false, true, 1 << V_PLAIN | 1 << V_CC},
   {"constants", false, 7, false, false, 0xf},
   {"constant a", false, 1, false, false, 1 << V_PLAIN | 1 << V_CC},
   {"constant b", false, 2, false, false, 1 << V_PLAIN | 1 << V_CC},
   {"constant c", false, 4, false, false, 1 << V_PLAIN | 1 << V_CC},
   {"a twice", false, 0, true, false, 1 << V_PLAIN | 1 << V_CC},
};
#define NUM_HOWS (sizeof hows / sizeof hows[0])

/* One instruction of a program: a group with the cases that it runs, either one uniform case or one case in each of up to 32
   lanes. */
struct slot {
   struct group *g;
   const struct vec_case *cases;
   unsigned n;
};

struct job {
   const struct kind *kind;
   unsigned variant, n;
   const struct how *how;
   struct slot slot[MAX_SLOTS];
   unsigned out[MAX_SLOTS], flags[MAX_SLOTS]; /* slots of results */
};

/* Writes the text of the instruction with its operands, the clamp and the condition code update. */
static void instruction(struct text *t, const struct slot *s, unsigned variant, unsigned number, char *const names_of[3],
                        bool behind)
{
   static const char *const nv[] = {"", ".CC0", ".SAT.CC1", ".SSAT"}, *const older[] = {"", "C", "_SAT", ""};
   const char *text = s->g->text, *bars = strstr(text, "||"), *end = text + strlen(text);
   const bool arb = !(s->g->kind->dialect & NV_D_NV4);
   size_t op = strcspn(text, " ");

   if (behind) {
      if (!bars)
         return;
      text = bars + 2;
      op = 0;
   } else if (bars) {
      end = bars;
   }
   for (const char *p = text; p < end; p++) {
      if (p == text + op && op)
         text_add(t, "%s", arb ? older[variant] : nv[variant]);
      if (*p == '@')
         text_add(t, "%u", number);
      else if (*p >= 'a' && *p <= 'c' && p > text && !isalnum((unsigned char)p[-1]) && p[-1] != '.' &&
               !isalnum((unsigned char)p[1]))
         text_add(t, "%s", names_of[*p - 'a']);
      else
         text_add(t, "%c", *p);
   }
   text_add(t, ";\n");
}

static void build(struct text *t, struct job *j)
{
   const struct kind *k = j->kind;
   const bool nv = k->dialect & NV_D_NV4;
   unsigned in = 0, out = 0;
   char operand[MAX_SLOTS][3][32], *ptr[3];
   bool subroutines = false;

   t->n = 0;
   for (unsigned i = 0; i < j->n; i++)
      subroutines |= strstr(j->slot[i].g->text, "||") != NULL;
   text_add(t, "%sTEMP r, t, f, a, b, c;\n", k->head);
   if (subroutines)
      text_add(t, "main:\n");
   for (unsigned i = 0; i < j->n; i++) {
      const struct slot *s = &j->slot[i];
      unsigned used = special_operands(s->g->text);

      for (unsigned o = 0; o < 3; o++) {
         char *name = operand[i][o];

         ptr[o] = name;
         snprintf(name, 32, "%s[%u]", j->how->inputs ? k->in : "program.local", in);
         if (!(used >> o & 1))
            continue;
         in++;
         if (o == 1 && j->how->same) { /* its parameter remains, but nothing reads it */
            memcpy(name, operand[i][0], sizeof operand[i][0]);
            continue;
         }
         if (k->copies) {
            text_add(t, "MOV %c, %s;\n", "abc"[o], name);
            snprintf(name, 32, "%c", "abc"[o]);
         }
      }
      if (!s->g->single)
         text_add(t, "MOV r, 0.0;\n");
      instruction(t, s, j->variant, i, ptr, false);
      for (unsigned f = 0; f < (j->variant == V_CC || j->variant == V_SAT ? 2u : 1u); f++) {
         unsigned second = out >= k->num_out[0], number = out - (second ? k->num_out[0] : 0);

         out++;
         *(f ? &j->flags[i] : &j->out[i]) = k->out_slot[second] + number;
         if (f && nv) {
            unsigned r = j->variant == V_SAT;

            text_add(t, "MOV.U f, 0;\nOR.U f (SF%u), f, 1;\nOR.U f (EQ%u), f, 2;\nOR.U f (NAN%u), f, 2;\n", r, r, r);
            text_add(t, "OR.U f (OF%u), f, 4;\nOR.U f (CF%u), f, 8;\n", r, r);
         } else if (f && j->variant == V_CC) {
            text_add(t, "MOV f, 3.0;\nMOV f (LT), 1.0;\nMOV f (EQ), 2.0;\nMOV f (GT), 0.0;\n");
         } else if (f) {
            j->flags[i] = SLOT_COUNT; /* no condition code was updated */
            out--;
            break;
         }
         text_add(t, "MOV %s[%u], %s;\n", k->out[second], number, f ? "f" : "r");
      }
   }
   if (subroutines)
      text_add(t, "RET;\n");
   for (unsigned i = 0; i < j->n; i++) {
      for (unsigned o = 0; o < 3; o++)
         ptr[o] = operand[i][o];
      instruction(t, &j->slot[i], V_PLAIN, i, ptr, true);
   }
   text_add(t, "END\n");
}

/* ---------------------------------------------------------------------------------------------------- running them */

static uint32_t in_values[1][SLOT_COUNT][4][EXEC_LANES], out_values[SLOT_COUNT][4][EXEC_LANES], param_values[1024][4];
static struct exec_sampler sampler = {.seed = 1};

static void fill(const struct job *j)
{
   unsigned at = 0;

   memset(in_values, 0, sizeof in_values);
   for (unsigned l = 0; l < EXEC_LANES; l++) { /* pixel centres and a front face */
      in_values[0][SLOT_POSITION][0][l] = num_u((float)(l / 4 * 2 + (l & 1)) + 0.5f);
      in_values[0][SLOT_POSITION][1][l] = num_u((float)(l >> 1 & 1) + 0.5f);
      in_values[0][SLOT_FACING][0][l] = NUM_ONE;
   }
   for (unsigned i = 0; i < j->n; i++) {
      const struct slot *s = &j->slot[i];
      unsigned used = special_operands(s->g->text);

      for (unsigned o = 0; o < 3; o++) {
         if (!(used >> o & 1))
            continue;
         for (unsigned c = 0; c < 4; c++) {
            param_values[at][c] = s->cases[0].in[o][c];
            for (unsigned l = 0; l < EXEC_LANES && j->how->inputs; l++)
               in_values[0][j->kind->in_slot + at][c][l] = s->cases[l < s->n ? l : s->n - 1].in[o][c];
         }
         at++;
      }
   }
}

static bool matches(const struct value *v, uint32_t got, num_m m, bool loose)
{
   if (v->any || got == v->bits)
      return true;
   if (v->nan)
      return num_isnan(got);
   if (v->approx == 1 && !num_isnan(got)) {
      int64_t a = v->bits >> 31 ? -(int64_t)(v->bits & 0x7fffffff) : (int64_t)v->bits;
      int64_t b = got >> 31 ? -(int64_t)(got & 0x7fffffff) : (int64_t)got;
      return a - b <= 1 && b - a <= 1;
   }
   if (v->approx == 2)
      return num_f(got) - num_f(v->bits) <= 0x1p-22f && num_f(v->bits) - num_f(got) <= 0x1p-22f;
   return loose && v->is_float && num_equal_float(m, v->bits, got);
}

static void report_difference(const struct job *j, const struct slot *s, const struct vec_case *c, const char *level,
                              unsigned comp, const char *what, uint32_t got, uint32_t want)
{
   static unsigned last, times;
   const uint32_t *a = c->in[0], *b = c->in[1], *d = c->in[2];

   times = c->line == last ? times + 1 : 0;
   last = c->line;
   if (bad++ >= 1000 || times >= 3) /* print at most three messages for a row */
      return;
   fprintf(stderr, "%s:%u: %s: %s (variant %u, %s, %s) ", s->g->file, c->line, j->kind->name, s->g->text, j->variant,
           j->how->name, level);
   fprintf(stderr, "%c of %08x %08x %08x: %s 0x%08x (%g), expected 0x%08x (%g)\n", "xyzw"[comp], a[comp], b[comp], d[comp],
           what, got, (double)num_f(got), want, (double)num_f(want));
}

/* Compares the outputs of one executor. With `loose`, for passes and machine code, floats compare as in the verification. */
static void check_outputs(const struct job *j, const char *level, unsigned model, uint32_t killed, bool loose, unsigned which)
{
   const num_m m = models[model];

   for (unsigned i = 0; i < j->n; i++) {
      const struct slot *s = &j->slot[i];
      const bool coded = (j->variant == V_CC || j->variant == V_SAT) && j->flags[i] < SLOT_COUNT;

      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const struct vec_case *c = &s->cases[l < s->n ? l : s->n - 1];

         if (c->kills && (j->how->inputs || l < 4)) {
            compared[which]++;
            if ((killed >> l & 1) != c->want[0].m[model].bits)
               report_difference(j, s, c, level, 0, "killed", killed >> l & 1, c->want[0].m[model].bits);
            continue;
         }
         if (!j->how->inputs ? l > 0 : l > s->n && l % 8) /* of the lanes that repeat the last case, compare only some */
            continue;
         for (unsigned k = 0; k < 4; k++) {
            struct value v = clamped(c->want[k].m[model], m, j->variant);
            uint32_t got = out_values[j->out[i]][k][l];

            if (v.any)
               continue;
            compared[which]++;
            if (!matches(&v, got, m, loose))
               report_difference(j, s, c, level, k, "result", got, v.bits);
            if (!coded || (v.approx == 2 && num_f(v.bits & 0x7fffffff) <= 0x1p-22f)) /* the sign is not defined */
               continue;
            uint32_t want = flags_shown(j->kind, flags_of(&v, m, s->g->result));
            got = out_values[j->flags[i]][k][l];
            if (got != want)
               report_difference(j, s, c, level, k, "flags", got, want);
         }
      }
   }
}

static struct exec_wave new_wave(const struct job *j, num_m m, unsigned num_params)
{
   memset(out_values, 0, sizeof out_values);
   return (struct exec_wave){.num = m,
                             .valid = j->how->inputs ? ~0u : 0xf,
                             .budget = 10000000,
                             .in = in_values,
                             .param = (const uint32_t(*)[4])param_values,
                             .num_params = num_params,
                             .out = out_values,
                             .tex = exec_sampler_fn,
                             .tex_user = &sampler};
}

static void finished(const struct job *j, const char *level, enum exec_status st, const struct exec_wave *t, const char *text)
{
   ck_assert_msg(st == EXEC_DONE, "%s, %s: status %d: %s\n%s", level, j->how->name, (int)st, t->fault ? t->fault : "", text);
}

static bool on_agx(struct util_ctx *ctx, const struct job *j, struct ir_shader *s, int level, const char *text)
{
   const struct agx_options opt = {.schedule = level > 0};
   struct exec_wave t = new_wave(j, &num_model_agx, s->num_params);
   struct agx_program p;

   if (agx_compile(ctx, s, &opt, &p)) {
      ck_assert_msg(ctx->status == UTIL_UNSUPPORTED, "agx: %s\n%s", ctx->diags ? ctx->diags->message : "?", text);
      return false;
   }
   enum exec_status st = agx_harness_run(ctx, agx_harness_decode(ctx, &p), &t);
   finished(j, "agx", st, &t, text);
   check_outputs(j, level ? "agx -O2" : "agx -O0", M_AGX, t.killed, true, 2);
   return true;
}

static void on_usc(struct util_ctx *ctx, const struct job *j, struct ir_shader *s, unsigned model, int level, const char *text)
{
   struct usc_options opt = usc_default_options();
   struct exec_wave t = new_wave(j, models[model], s->num_params);
   struct usc_wave *machine = UTIL_NEW(ctx, struct usc_wave);
   struct usc_program p;
   struct usc_harness harness;

   char name[32];

   opt.features = model == M_USC ? opt.features | USC_HAS_RNE : opt.features & ~(uint32_t)USC_HAS_RNE;
   opt.sched = level ? USC_SCHED_FAST : USC_SCHED_NONE;
   ck_assert_msg(usc_compile(ctx, s, &opt, &p), "usc: %s\n%s", ctx->diags ? ctx->diags->message : "?", text);
   usc_wave_setup(ctx, &harness, machine, &p, &t);
   enum exec_status st = usc_sim_run(usc_harness_code(ctx, &p), machine);
   t.fault = machine->fault;
   finished(j, "usc", st, &t, text);
   usc_wave_results(machine, &p, &t);
   snprintf(name, sizeof name, "%s -O%d", models[model]->name, level);
   check_outputs(j, name, model, t.killed, true, 2);
}

/* Turns parameters of the parsed program into constants. These can be NaNs, which no text can express. */
static void make_constants(struct nv_program *p, const struct job *j)
{
   bool known[1024];
   unsigned at = 0;

   for (unsigned i = 0; i < j->n; i++)
      for (unsigned o = 0; o < 3; o++)
         if (special_operands(j->slot[i].g->text) >> o & 1)
            known[at++] = j->how->constants >> o & 1;
   for (uint32_t i = 0; i < p->num_params; i++)
      if (p->params[i].cls == PARAM_LOCAL && known[p->params[i].index]) {
         memcpy(p->params[i].value, param_values[p->params[i].index], 16);
         p->params[i].cls = PARAM_CONST;
      }
}

static void machine_code(struct util_ctx *ctx, const struct job *j, const struct nv_program *p, unsigned model, bool *agx,
                         const char *text)
{
   const unsigned lower =
       PASS_LOWER_idiv | (model != M_AGX ? PASS_LOWER_fround : 0u) | (model != M_AGX ? PASS_LOWER_fetch : 0u);

   for (int level = j->how->plain || j->variant == V_PLAIN ? 0 : 2; level <= 2; level += 2) {
      const struct pass_options passes = {.opt_level = level, .exact_only = true, .lower = lower};
      struct ir_shader *s = nv_lower(ctx, p, models[model], j->kind->fshort);

      pass_run_pipeline(s, &passes);
      if (model != M_AGX)
         on_usc(ctx, j, s, model, level, text);
      else
         *agx = *agx && on_agx(ctx, j, s, level, text);
   }
}

static void execute(struct util_ctx *ctx, const struct job *j, const char *text, bool only_agx, bool *agx)
{
   struct nv_program *p;
   struct util_arena mark;
   char level[64];

   ctx->text = text;
   ctx->text_len = strlen(text);
   p = nv_parse(ctx, text, ctx->text_len, &nv_default_limits);
   ck_assert_msg(p, "%s (line %u)\n%s", ctx->diags ? ctx->diags->message : "no tree", ctx->diags ? ctx->diags->line : 0, text);
   /* The parameter list of the wave has locals by number and constants by value. */
   uint32_t by_number[1024][4];
   memcpy(by_number, param_values, sizeof by_number);
   make_constants(p, j);
   for (uint32_t i = 0; i < p->num_params; i++)
      memcpy(param_values[i], p->params[i].cls == PARAM_LOCAL ? by_number[p->params[i].index] : p->params[i].value, 16);

   for (unsigned m = j->how->inputs ? M_IEEE : M_USC; m < NUM_MODELS && !only_agx; m++) {
      static const struct pass_options passes = {.opt_level = 2, .exact_only = true};
      struct exec_wave t = new_wave(j, models[m], p->num_params);

      mark = ctx->arena;
      snprintf(level, sizeof level, "evaluator, %s", models[m]->name);
      if (j->how->plain) {
         finished(j, level, nv_eval_run(ctx, p, &t, j->kind->fshort), &t, text);
         check_outputs(j, level, m, t.killed, false, 0);
      }
      for (unsigned opt = !j->how->plain; opt < 2; opt++) {
         struct ir_shader *s = nv_lower(ctx, p, models[m], j->kind->fshort);

         if (opt)
            pass_run_pipeline(s, &passes);
         t = new_wave(j, models[m], p->num_params);
         snprintf(level, sizeof level, "IR%s, %s", opt ? " -O2" : "", models[m]->name);
         finished(j, level, ir_interp_run(ctx, s, &t), &t, text);
         check_outputs(j, level, m, t.killed, opt, 1);
      }
      util_arena_release(ctx, &mark);
   }
   mark = ctx->arena;
   if (!only_agx) {
      machine_code(ctx, j, p, M_USC, NULL, text);
      machine_code(ctx, j, p, M_USC_RTZ, NULL, text);
   }
   if (*agx)
      machine_code(ctx, j, p, M_AGX, agx, text);
   util_arena_release(ctx, &mark);
}

static bool run_text(struct job *j, const char *text, bool only_agx, bool agx)
{
   struct util_ctx ctx;
   volatile bool done = agx;
   bool ok = agx;

   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left: %s\n%s", ctx.diags ? ctx.diags->message : "?", text);
   ctx.unwind_set = true;
   ctx.no_warnings = true;
   fill(j);
   execute(&ctx, j, text, only_agx, &ok);
   done = ok;
   util_ctx_finish(&ctx);
   return done;
}

/* If AGX cannot compile a program of several instructions, each of them is compiled alone. */
static void run_job(struct job *j)
{
   static struct text t;
   bool agx = true;

   if (!j->n)
      return;
   build(&t, j);
   for (unsigned i = 0; i < j->n; i++)
      agx &= !j->slot[i].g->not_agx;
   if (run_text(j, t.s, false, agx))
      return;
   for (unsigned i = 0; i < j->n; i++) {
      struct job one = {.kind = j->kind, .variant = j->variant, .how = j->how, .n = 1};

      one.slot[0] = j->slot[i];
      if (!j->slot[i].g->not_agx) {
         build(&t, &one);
         if (run_text(&one, t.s, true, true))
            continue;
         j->slot[i].g->not_agx = true;
      }
      agx_left_out++;
   }
}

/* Adds a slot to the job, which runs when it is full. */
static void add_slot(struct job *j, struct group *g, const struct vec_case *cases, unsigned n)
{
   const struct kind *k = j->kind;
   unsigned in = 0, each = j->variant == V_CC || j->variant == V_SAT ? 2 : 1;
   bool alone = strstr(g->text, "KIL") != NULL;

   for (unsigned i = 0; i < j->n; i++)
      in += (unsigned)__builtin_popcount(special_operands(j->slot[i].g->text));
   in += (unsigned)__builtin_popcount(special_operands(g->text));
   if (alone || j->n == MAX_SLOTS || (j->n + 1) * each > k->num_out[0] + k->num_out[1] || (j->how->inputs && in > k->num_in)) {
      run_job(j);
      j->n = 0;
   }
   j->slot[j->n++] = (struct slot){g, cases, n};
   if (alone) {
      run_job(j);
      j->n = 0;
   }
}

START_TEST(kind_of_program)
{
   const struct kind *k = &special_kinds[_i];
   num_fpenv env;

   num_fpenv_enter(&env);
   for (unsigned h = 0; h < NUM_HOWS; h++)
      for (unsigned v = 0; v < NUM_VARIANTS; v++) {
         const struct how *how = &hows[h];
         struct job j = {.kind = k, .variant = v, .how = how};

         for (unsigned i = 0; i < special_num_groups && (how->variants >> v & 1); i++) {
            struct group *g = &special_groups[i];
            const unsigned step = how->inputs ? EXEC_LANES : 1, used = special_operands(g->text);

            if (g->kind != k || !has_variant(g, v) ||
                !(how->same     ? g->same
                  : how->inputs ? g->lanes
                                : g->uniform) ||
                (only && strcmp(only, nv_op_info[g->op].name) != 0))
               continue;
            /* These run in one variant only: that with the condition code, if there is one. */
            if (!how->inputs && how->constants != 7 && v != (has_variant(g, V_CC) ? V_CC : V_PLAIN))
               continue;
            /* A single constant operand is tested only if other operands are not constant. */
            if (how->constants && how->constants != 7 && (!(used & how->constants) || !(used & ~how->constants)))
               continue;
            for (unsigned at = 0; at < g->n; at += step)
               add_slot(&j, g, &g->cases[at], g->n - at < step ? g->n - at : step);
         }
         run_job(&j);
      }
   num_fpenv_leave(&env);
   ck_assert_msg(bad == 0, "%u values are wrong", bad);
}
END_TEST

/* Every instruction has a row for each of its families of languages and each of its types. */
START_TEST(complete)
{
   static const char *const family_name[] = {"NV_gpu_program4", "the vertex languages", "the fragment languages"};
   static const char *const type_name[] = {"", ".F", ".S", ".U"};
   unsigned missing = 0;

   for (unsigned op = 0; op < NV_OP_COUNT; op++) {
      const struct nv_op_info *info = &nv_op_info[op];
      const bool in[3] = {(info->stages & 3) != 0, (info->dialects & (NV_D_VP | NV_D_VP2 | NV_D_VP3)) != 0,
                          (info->dialects & (NV_D_FP | NV_D_FPO | NV_D_FP2)) != 0};

      for (unsigned f = 0; f < 3; f++)
         for (unsigned type = NV_TYPE_NONE; type <= NV_TYPE_U && in[f]; type++) {
            bool has = f > 0 || info->types == NV_TYPES_NONE ? type == info->default_type
                       : type == NV_TYPE_F                   ? info->types & NV_TYPES_F
                                                             : type && info->types & NV_TYPES_I;

            if (has && !special_covered[op][f][type]) {
               fprintf(stderr, "no row: %s%s of %s\n", info->name, type_name[type], family_name[f]);
               missing++;
            }
         }
   }
   ck_assert_msg(missing == 0, "%u instructions without a row", missing);
}
END_TEST

int main(int argc, char **argv)
{
   Suite *s = suite_create("special");
   static char name[NUM_KINDS + 1][16];

   only = argc > 1 ? argv[1] : NULL;
   for (int k = 0; k <= (int)NUM_KINDS; k++) {
      snprintf(name[k], sizeof name[k], "kind-%d", k);
      TCase *c = tcase_create(k < (int)NUM_KINDS ? name[k] : "complete");
      tcase_set_timeout(c, 120);
      tcase_add_unchecked_fixture(c, special_load, special_unload);
      if (k < (int)NUM_KINDS)
         tcase_add_loop_test(c, kind_of_program, k, k + 1);
      else
         tcase_add_test(c, complete);
      suite_add_tcase(s, c);
   }
   int failed = suite_run_nofork(s);
   printf("special: %u rows, %llu values; compared: evaluator %llu, IR %llu, machine code %llu; %llu instructions not on AGX\n",
          special_num_rows, special_num_values, compared[0], compared[1], compared[2], agx_left_out);
   return failed;
}
