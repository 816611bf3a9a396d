/* SPDX-License-Identifier: MIT */
#include "tests/oracle/ours.h"

#include <math.h>
#include <stdio.h>

#include "backend-usc/sim/usc_harness.h"
#include "passes/pipeline/pipeline.h"
#include "tests/oracle/textures.h"
#include "util/rng.h"

const char *const oracle_level_name[ORACLE_LEVELS] = {"evaluator, ieee", "evaluator, usc", "USC code"};
const float oracle_fog[3] = {0.375f, -2, 6}, oracle_fog_color[4] = {0.25f, 0.75f, 0.5f, 1};

/* ---- undefined values */

static void add(struct oracle_program *p, const struct nv_instr *in)
{
   struct nv_program *q = p->poisoned;

   UTIL_PUSH(&p->ctx, q->instrs, q->num_instrs, q->cap_instrs, *in);
}

/* Parameter entries that are not in the program: garbage, and a factor of about 1. */
#define GARBAGE UINT32_MAX
#define NEAR_ONE (UINT32_MAX - 1)

static bool rounds_by_taste(unsigned op)
{
   return op == NV_OP_LRP || op == NV_OP_MAD || op == NV_OP_DP3 || op == NV_OP_DP4 || op == NV_OP_DPH || op == NV_OP_XPD ||
          op == NV_OP_POW || op == NV_OP_LIT;
}

/* Appends "MUL var.mask, var, factor". */
static void add_factor(struct oracle_program *p, const struct nv_instr *of, uint32_t factor)
{
   struct nv_instr in = {.op = NV_OP_MUL, .type = NV_TYPE_F, .dst = of->dst, .num_src = 2, .other = NV_NONE};

   in.src[0] = (struct nv_operand){
       .kind = NV_OPND_VAR, .type = NV_TYPE_F, .var = of->dst.var, .index = of->dst.index, .swz = {0, 1, 2, 3}};
   in.src[1] = (struct nv_operand){.kind = NV_OPND_VAR, .type = NV_TYPE_F, .var = factor, .swz = {0, 1, 2, 3}};
   add(p, &in);
}

/* Appends "MOV var.mask, poison". */
static void add_poison(struct oracle_program *p, uint32_t var, struct nv_index index, uint8_t mask, uint32_t poison)
{
   struct nv_instr in = {
       .op = NV_OP_MOV,
       .type = NV_TYPE_F,
       .dst = {.present = true, .var = var, .index = index, .mask = mask},
       .num_src = 1,
       .other = NV_NONE,
   };

   in.src[0] = (struct nv_operand){.kind = NV_OPND_VAR, .type = NV_TYPE_F, .var = poison, .swz = {0, 1, 2, 3}};
   add(p, &in);
}

#define NUM_FACTORS 16
static void poison(struct oracle_program *p)
{
   const struct nv_program *a = p->ast;
   struct nv_program *q = UTIL_NEW(&p->ctx, struct nv_program);
   uint32_t n = p->num_params, cap = n, before[1024];

   if (a->num_subs != 1 || a->num_vars >= 1024 || a->jumps)
      return;
   for (uint32_t i = 0; i < a->num_instrs; i++)
      if (a->instrs[i].other != NV_NONE)
         return;
   *q = *a;
   p->poisoned = q;
   q->params = UTIL_ARRAY(&p->ctx, struct io_param, n ? n : 1);
   for (uint32_t i = 0; i < n; i++)
      q->params[i] = p->params[i];
   q->vars = UTIL_ARRAY(&p->ctx, struct nv_var, a->num_vars + 1 + NUM_FACTORS);
   memcpy(q->vars, a->vars, a->num_vars * sizeof *q->vars);
   q->cap_vars = q->num_vars = a->num_vars + 1 + NUM_FACTORS;
   /* Adds a poisoned entry before all new entries, then a copy of each relative array between two poisoned entries. */
   struct io_param bad = {.cls = PARAM_LOCAL, .index = GARBAGE}, factor = {.cls = PARAM_LOCAL, .index = NEAR_ONE};
   uint32_t bad_var = a->num_vars;
   q->vars[bad_var] = (struct nv_var){.cls = NV_PARAM, .type = NV_TYPE_F, .length = 1, .first = n};
   UTIL_PUSH(&p->ctx, q->params, n, cap, bad);
   for (uint32_t f = 0; f < NUM_FACTORS; f++) {
      q->vars[bad_var + 1 + f] = (struct nv_var){.cls = NV_PARAM, .type = NV_TYPE_F, .length = 1, .first = n};
      UTIL_PUSH(&p->ctx, q->params, n, cap, factor);
   }
   for (uint32_t v = 0; v < a->num_vars; v++) {
      struct nv_var *w = &q->vars[v];
      before[v] = 0;
      if (w->cls != NV_PARAM || !w->relative)
         continue;
      uint32_t first = w->first, length = w->length;
      w->first = n;
      w->length += 2;
      before[v] = 1;
      UTIL_PUSH(&p->ctx, q->params, n, cap, bad);
      for (uint32_t i = 0; i < length; i++) {
         struct io_param copy = q->params[first + i];
         UTIL_PUSH(&p->ctx, q->params, n, cap, copy);
      }
      UTIL_PUSH(&p->ctx, q->params, n, cap, bad);
   }
   p->poison = q->params + p->num_params;
   p->num_poison = n - p->num_params;

   q->instrs = NULL;
   q->num_instrs = q->cap_instrs = 0;
   for (uint32_t v = 0; v < a->num_vars; v++)
      for (uint32_t e = 0; a->vars[v].cls == NV_TEMP && e < a->vars[v].length; e++)
         add_poison(p, v, (struct nv_index){.present = a->vars[v].is_array, .offset = (int32_t)e}, 0xf, bad_var);
   for (uint32_t i = 0; i < a->num_instrs; i++) {
      struct nv_instr in = a->instrs[i];
      for (unsigned k = 0; k < in.num_src; k++)
         if (in.src[k].kind == NV_OPND_VAR && before[in.src[k].var])
            in.src[k].index.offset++;
      add(p, &in);
      if (in.dst.present && a->vars[in.dst.var].cls == NV_TEMP && rounds_by_taste(in.op))
         add_factor(p, &in, bad_var + 1 + i % NUM_FACTORS);
      uint8_t open = in.op == NV_OP_XPD ? 8 : in.op == NV_OP_SCS ? 12 : 0;
      if (in.dst.present && in.dst.mask & open)
         add_poison(p, in.dst.var, in.dst.index, in.dst.mask & open, bad_var);
   }
   q->subs = UTIL_NEW(&p->ctx, struct nv_sub);
   q->subs[0] = a->subs[0];
   q->subs[0].end = q->num_instrs;
}

static bool load(struct oracle_program *p, const char *text, size_t len)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower};

   p->ast = nv_parse(&p->ctx, text, len, &nv_default_limits);
   if (!p->ast)
      return false;
   nv_written_outputs(p->ast, p->written);
   for (uint32_t i = 0; i < p->ast->num_vars; i++) {
      const struct nv_var *v = &p->ast->vars[i];
      p->relative |= v->relative;
      for (uint32_t e = 0; v->cls == NV_ATTRIB && e < v->length; e++)
         if (v->slot + e <= SLOT_VATTR_LAST)
            p->attribs |= 1u << (v->slot + e - SLOT_VATTR);
   }
   for (unsigned u = 0; u < 32; u++)
      p->textures |= p->ast->unit_target[u] != TEX_TARGET_COUNT;

   struct ir_shader *s = nv_lower(&p->ctx, p->ast, &num_model_usc_rne, 32);
   if (!s)
      return true;
   p->params = s->params;
   p->num_params = s->num_params;
   poison(p);
   pass_run_pipeline(s, &po);
   struct usc_options opt = usc_default_options();
   struct usc_program *code = UTIL_NEW(&p->ctx, struct usc_program);
   opt.sched = USC_SCHED_FAST;
   opt.features |= USC_HAS_RNE; /* as the GLs round */
   if (usc_compile(&p->ctx, s, &opt, code))
      p->code = code;
   return true;
}

bool oracle_load(struct oracle_program *p, const char *text, size_t len)
{
   volatile bool ok = false;

   memset(p, 0, sizeof *p);
   util_ctx_init(&p->ctx, NULL, 0);
   p->ctx.text = text;
   p->ctx.text_len = len;
   if (setjmp(p->ctx.unwind) == 0) {
      p->ctx.unwind_set = true;
      ok = load(p, text, len);
   }
   for (const struct util_diag *d = p->ctx.diags; d; d = d->next)
      if (d->severity >= DIAG_ERROR) {
         snprintf(p->error, sizeof p->error, "%u:%u: %s", d->line, d->column, d->message);
         break;
      }
   if (!ok)
      p->ast = NULL;
   return ok;
}

void oracle_unload(struct oracle_program *p)
{
   util_ctx_finish(&p->ctx);
}

float oracle_number(uint64_t key)
{
   uint64_t h = util_mix64(key * 0x9e3779b97f4a7c15u + 1);
   uint32_t r = (uint32_t)h, kind = (uint32_t)(h >> 32) & 15;

   if (kind < 10) /* +-[2^-4, 2^3) */
      return num_f((r & 0x807fffff) | (123u + (uint32_t)(h >> 40) % 7) << 23);
   /* odd multiples of 1/8 in [-8, 8) */
   return (float)((int)(r % 128) - 64) * 0.125f + 0.0625f;
}

void oracle_param(const struct io_param *p, uint32_t seed, float v[4])
{
   uint64_t key = (uint64_t)seed << 32 | (uint64_t)p->cls << 24 | p->index << 2;

   if (p->cls == PARAM_CONST) {
      memcpy(v, p->value, 16);
      return;
   }
   if (p->cls == PARAM_STATE) {
      if (!strcmp(p->state, "state.fog.color")) {
         memcpy(v, oracle_fog_color, sizeof oracle_fog_color);
         return;
      }
      if (!strcmp(p->state, "state.fog.params")) {
         memcpy(v, oracle_fog, sizeof oracle_fog);
         v[3] = 1 / (oracle_fog[2] - oracle_fog[1]);
         return;
      }
      for (const char *s = p->state; *s; s++)
         key = util_mix64(key ^ (uint8_t)*s);
   }
   for (unsigned c = 0; c < 4; c++)
      v[c] = oracle_number(key + c);
}

void oracle_wave_init(struct oracle_wave *t, const struct oracle_program *p, uint32_t seed)
{
   memset(t, 0, sizeof *t);
   t->sampler.seed = ORACLE_TEXTURE_SEED;
   t->sampler.compare_taps = true; /* as a GL does */
   t->t.valid = ~0u;
   t->t.num_params = p->num_params < ORACLE_MAX_PARAMS ? p->num_params : ORACLE_MAX_PARAMS;
   for (unsigned i = 0; i < t->t.num_params; i++) {
      float v[4];
      oracle_param(&p->params[i], seed, v);
      memcpy(t->param[i], v, sizeof v);
   }
   t->t.tex = exec_sampler_fn;
   t->t.tex_user = &t->sampler;
}

static bool run(struct oracle_program *p, const struct nv_program *ast, enum oracle_level level, num_m num,
                struct oracle_wave *t)
{
   struct util_arena mark = p->ctx.arena;
   volatile enum exec_status st = EXEC_FAULT;

   t->t.num = num;
   t->t.budget = 10000000;
   t->t.helper = t->t.killed = 0;
   t->t.in = &t->in;
   t->t.out = t->out;
   t->t.out_taint = t->taint;
   t->t.param = (const uint32_t(*)[4])t->param;
   t->t.fault = NULL;
   memset(t->out, 0, sizeof t->out);
   memset(t->taint, 0, sizeof t->taint);
   if (setjmp(p->ctx.unwind) == 0) {
      if (level != ORACLE_CODE) {
         st = nv_eval_run(&p->ctx, ast, &t->t, 32);
      } else if (p->code) {
         struct usc_wave *u = UTIL_NEW(&p->ctx, struct usc_wave);
         struct usc_harness harness;
         usc_wave_setup(&p->ctx, &harness, u, p->code, &t->t);
         st = usc_sim_run(usc_harness_code(&p->ctx, p->code), u);
         t->t.fault = u->fault;
         if (st == EXEC_DONE)
            usc_wave_results(u, p->code, &t->t);
      }
   }
   util_arena_release(&p->ctx, &mark);
   if (st != EXEC_DONE)
      snprintf(p->error, sizeof p->error, "%s: %s", oracle_level_name[level],
               t->t.fault          ? t->t.fault
               : st == EXEC_BUDGET ? "out of steps"
                                   : "does not run");
   return st == EXEC_DONE;
}

bool oracle_run(struct oracle_program *p, enum oracle_level level, struct oracle_wave *t)
{
   return run(p, p->ast, level, level == ORACLE_IEEE ? &num_model_ieee : &num_model_usc_rne, t);
}

/* Adds -2^-18, 0 or 2^-18 of the value. */
static uint32_t nudge(uint32_t bits, uint32_t key)
{
   return num_u(num_f(bits) * (1 + ldexpf((float)(int)(util_mix32(key) % 3) - 1, -18)));
}

bool oracle_run_perturbed(struct oracle_program *p, struct oracle_wave *t, uint32_t perturbation)
{
   struct oracle_jitter jitter = {.sampler = t->sampler, .perturbation = perturbation};
   uint32_t n = p->num_params;

   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4 && s != SLOT_POSITION; c++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            t->in[s][c][l] = nudge(t->in[s][c][l], perturbation * 977 + s * 131 + c * 31 + l / 4);
   for (unsigned e = 0; e < t->t.num_params; e++)
      for (unsigned c = 0; c < 4; c++)
         if (p->params[e].cls != PARAM_CONST)
            t->param[e][c] = nudge(t->param[e][c], perturbation * 499 + e * 17 + c);
   for (unsigned e = 0; p->poisoned && e < p->num_poison && n + e < ORACLE_MAX_PARAMS; e++) {
      const struct io_param *q = &p->poison[e];
      for (unsigned c = 0; c < 4; c++)
         t->param[n + e][c] =
             perturbation == 1 ? NUM_NAN
                               : num_u(ldexpf(oracle_number(perturbation * 100u + e * 8 + c), (int)(perturbation % 8 * 4) - 8));
      if (q->cls == PARAM_LOCAL && q->index == NEAR_ONE)
         for (unsigned c = 0; c < 4; c++)
            t->param[n + e][c] = NUM_ONE + util_mix32(perturbation * 733 + e * 19 + c) % 5 - 2;
      for (unsigned i = 0; i < n && (q->cls != PARAM_LOCAL || q->index < NEAR_ONE); i++) {
         const struct io_param *o = &p->params[i];
         if (o->cls == q->cls &&
             (q->cls == PARAM_STATE ? !strcmp(o->state, q->state) : q->cls != PARAM_CONST && o->index == q->index))
            memcpy(t->param[n + e], t->param[i], 16);
      }
      if (n + e + 1 > t->t.num_params)
         t->t.num_params = n + e + 1;
   }
   t->t.tex = oracle_jitter_fn;
   t->t.tex_user = &jitter;
   /* Simulates the arithmetic of another machine: products are rounded before they are added, and functions are off by one. */
   struct num_model other = num_model_ieee;
   other.mad_fused = perturbation & 1;
   other.noise_seed = perturbation;
   return run(p, p->poisoned ? p->poisoned : p->ast, ORACLE_IEEE, &other, t);
}

static float lot_of(const struct oracle_jitter *j, uint32_t lane_quad, uint32_t what, float size)
{
   uint32_t h = util_mix32(j->perturbation * 0x9e3779b1u + j->count * 0x85ebca6bu + lane_quad * 0xc2b2ae35u + what);

   return ((float)(h >> 8) / 8388608.0f - 1) * size;
}

void oracle_jitter_fn(void *user, num_m m, const struct exec_tex *given, exec_lanes out[4])
{
   struct oracle_jitter *j = user;
   struct exec_tex t = *given;
   uint32_t size[3];
   float texel = given->unit & 1 ? 1.0f / 256 : 1.0f / 64;
   bool cube = t.target == TEX_CUBE || t.target == TEX_SHADOWCUBE, rect = t.target == TEX_RECT || t.target == TEX_SHADOWRECT;

   exec_sampler_size(&j->sampler, t.unit, t.target, 0, size);
   if (t.op == TEX_SAMPLE) {
      t.op = TEX_BIAS;
      memset(t.lod, 0, sizeof t.lod);
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      for (unsigned a = 0; a < exec_tex_info[t.target].coords; a++) {
         float x = num_f(t.coord[a][l]);
         /* Equal within a quad, because of the derivatives; the level is perturbed separately. */
         x += lot_of(j, l / 4, 1 + a, cube ? fabsf(x) / 2048 : rect ? texel : texel / (float)(size[a] ? size[a] : 1));
         x *= 1 + lot_of(j, l / 4, 4 + a, 0x1p-20f);
         t.coord[a][l] = num_u(x);
      }
      if (t.op == TEX_BIAS || t.op == TEX_LOD)
         t.lod[l] = num_u(num_f(t.lod[l]) + lot_of(j, l / 4, 7, 1.0f / 16));
      t.ref[l] = num_u(num_f(t.ref[l]) + lot_of(j, l, 8, 0x1p-10f));
   }
   exec_sampler_fn(&j->sampler, m, &t, out);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if ((t.active >> l & 1) && (t.unit & 1))
            out[c][l] = num_u(num_f(out[c][l]) + lot_of(j, l, 9 + c, 1.0f / 256));
   j->count++;
}
