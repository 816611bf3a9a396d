/* SPDX-License-Identifier: MIT */
/*
 * See agx_prove.h. Both programs are executed on symbols along all ways that a lane can take, side by side: a half register holds the number of a
 * value on each side. Equal numbers stand for equal values. Numbers below 2^16 are the value itself, so a condition of constants has one
 * outcome, and a select of a known condition has one source. Any other number is a hash of the operation and its operands; what is loaded or
 * interpolated gets a new one each time. A lane runs or waits on each side; jumps on "none" do nothing that it sees (agx_violation.def: SKIP).
 *
 * Where ways meet, a value that differs between them gets a number that stands for both; a way that brings the same constants as another one meets
 * that alone, up to MOST_KEYS of them. So loops end, those with constant counts behind their last turn. A phi is named by its place: the
 * numbers that an earlier visit of the place made are gone where it is visited again, since what differs between visits is named anew.
 *
 * A way on which both sides have become equal ends where the instruction that differs does not come again.
 *
 * The proof fails where something but a register would depend on a value that differs, and where it takes too long.
 */
#include "tests/agx_prove.h"

#include "backend-agx/check/agx_validate_priv.h"
#include "backend-agx/sim/agx_sim_priv.h"
#include "util/rng.h"

#include <string.h>

#define MOST_KEYS 48
#define MOST_STEPS 100000
#define MOST_NODES 8000
#define IS_SYMBOL (UINT64_C(1) << 63)

/* A lane on both sides: where it is, whether it runs, the values of all halves. */
struct env {
   uint32_t pc;
   bool runs[2];
   uint64_t v[2][AGX_HALVES];
};

/* What is known where ways meet. */
struct node {
   struct node *next; /* of the same place */
   uint64_t key;
   struct env *env;
};

struct prover {
   struct util_ctx *ctx;
   const struct agx_code_map *m[2];
   const struct agx_sim_code *sim[2];
   uint32_t pc; /* of the instruction that differs */
   uint32_t last; /* the last instruction from which ways lead back to it, or itself */
   bool dropped;
   bool *meets; /* by instruction: ways meet in front of it */
   struct node **nodes; /* likewise */
   uint32_t num_nodes;
   struct env **work;
   uint32_t num_work, cap_work;
   struct agx_task *t;
   uint64_t uniform[AGX_UNIFORMS];
   uint64_t fresh, steps;
   bool failed;
};

static uint64_t mix(uint64_t a, uint64_t b) { return util_mix64(a * UINT64_C(0x9e3779b97f4a7c15) + b + 1) | IS_SYMBOL; }
static bool is_constant(uint64_t v) { return !(v & IS_SYMBOL); }
static bool is_register(const struct agx_ref *r) { return r->kind == AGX_REG16 || r->kind == AGX_REG32 || r->kind == AGX_REG64; }
static bool is_uniform(const struct agx_ref *r) { return r->kind == AGX_UNIFORM16 || r->kind == AGX_UNIFORM32 || r->kind == AGX_UNIFORM64; }

static bool fail(struct prover *v)
{
   v->failed = true;
   return false;
}

/* ---- values -------------------------------------------------------------------------------------------------------------- */

/* Half k of an operand that is a register or a uniform. */
static uint64_t half_of(const struct prover *v, const struct agx_ref *r, const uint64_t *env, unsigned k)
{
   return is_register(r) ? env[(r->value + k) % AGX_HALVES] : v->uniform[(r->value + k) % AGX_UNIFORMS];
}

static bool has_halves(const struct agx_ref *r) { return is_register(r) || is_uniform(r); }

static bool known(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   for (unsigned k = 0; has_halves(r) && k < agx_ref_halves(r); k++)
      if (!is_constant(half_of(v, r, env, k)))
         return false;
   return true;
}

static bool same_operand(const struct prover *v, const struct agx_ref *a, const struct agx_ref *b, const uint64_t *env)
{
   if (a->mods != b->mods || agx_ref_halves(a) != agx_ref_halves(b) || has_halves(a) != has_halves(b))
      return false;
   if (!has_halves(a))
      return a->kind == b->kind && a->value == b->value;
   for (unsigned k = 0; k < agx_ref_halves(a); k++)
      if (half_of(v, a, env, k) != half_of(v, b, env, k))
         return false;
   return true;
}

/* The constants of a lane as the simulator has registers; what is unknown is 0. */
static void set_registers(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   struct agx_task *t = v->t;

   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
      for (unsigned h = 0; is_register(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]); h++) {
         const unsigned half = (in->ref[k].value + h) % AGX_HALVES, shift = 16 * (half & 1);
         const uint32_t value = is_constant(env[half]) ? (uint32_t)env[half] : 0;
         t->reg.r[half / 2][0] = (t->reg.r[half / 2][0] & ~(0xffffu << shift)) | value << shift;
      }
}

static bool step(struct prover *v, unsigned side, uint32_t pc, const struct agx_instr *in, const uint64_t *env)
{
   struct agx_task *t = v->t;

   set_registers(v, in, env);
   t->pc = v->m[side]->at[pc];
   t->flight = (struct agx_flight){0};
   t->any_discarded = false;
   memset(t->discarded, 0, sizeof t->discarded);
   t->fault = NULL;
   return agx_sim_step(v->sim[side], t) == EXEC_RUNNING;
}

static void copy_ids(const struct prover *v, const struct agx_instr *in, const struct agx_ref *from, const uint64_t *env, uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];
   uint64_t id[8];

   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      id[k] = half_of(v, from, env, k);
   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      out[(d->value + k) % AGX_HALVES] = id[k];
}

/* The same in a lane whenever it has the same operands: planes and memory do not change while a program runs; it has no stores but to the stack. */
static bool is_pure(const struct agx_instr *in)
{
   if (in->op == AGX_OP_iter || in->op == AGX_OP_iterproj || in->op == AGX_OP_ldcf || in->op == AGX_OP_device_load)
      return true;
   return !(agx_info[in->op].flags & (AGX_ASYNC | AGX_STATE | AGX_CROSS | AGX_EFFECT | AGX_JUMP | AGX_LINK)) && in->op != AGX_OP_get_sr;
}

static bool can_copy(const struct agx_instr *in, const struct agx_ref *from)
{
   return has_halves(from) && !from->mods && agx_ref_halves(from) == agx_ref_halves(&in->ref[AGX_D]) && !in->f[AGX_F_SAT];
}

static uint64_t hash_operand(const struct prover *v, uint64_t h, const struct agx_ref *r, const uint64_t *env)
{
   h = mix(mix(h, r->kind), r->mods | (unsigned)r->count << 8);
   for (unsigned k = 0; has_halves(r) && k < agx_ref_halves(r); k++)
      h = mix(h, half_of(v, r, env, k));
   return has_halves(r) ? h : mix(h, r->value);
}

/* Is the operand 0, of any sign? */
static bool is_zero(const struct agx_ref *r)
{
   return (r->kind == AGX_IMM && !r->value) || (r->kind == AGX_MINIFLOAT && !(r->value & 0x7f));
}

/*
 * What a comparison says of values that nobody knows: none is below itself or a number without a sign below 0, and no magnitude, or one
 * with a sign before it, is on the other side of 0. -1: that is not known.
 */
static int says_anyway(const struct prover *v, const struct agx_instr *in, bool is_float, const uint64_t *env)
{
   const struct agx_ref *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];
   const unsigned cc = in->f[AGX_F_COND] & 7;
   const bool less = cc == (is_float ? AGX_FCC_LT : AGX_ICC_ULT), more = cc == (is_float ? AGX_FCC_GT : AGX_ICC_UGT);

   if (same_operand(v, a, b, env))
      return less || more || (!is_float && (cc == AGX_ICC_SLT || cc == AGX_ICC_SGT)) ? 0 : !is_float && cc == AGX_ICC_UEQ ? 1 : -1;
   if (!is_float)
      return (less && is_zero(b)) || (more && is_zero(a)) ? 0 : -1;
   if (is_zero(a) && ((less && b->mods == (AGX_ABS | AGX_NEG)) || (more && b->mods == AGX_ABS)))
      return 0;
   return is_zero(b) && ((less && a->mods == AGX_ABS) || (more && a->mods == (AGX_ABS | AGX_NEG))) ? 0 : -1;
}

/* The outcome of a comparison; -1: it is not known. */
static int compared(struct prover *v, const struct agx_instr *in, bool is_float, const uint64_t *env)
{
   if (!known(v, &in->ref[AGX_A], env) || !known(v, &in->ref[AGX_B], env)) {
      const int says = says_anyway(v, in, is_float, env);
      return says < 0 ? -1 : says ^ (int)(in->f[AGX_F_COND] >> 3 & 1);
   }
   set_registers(v, in, env);
   return agx_sim_compare(v->t, in, is_float) & 1;
}

/* The source of a select that its condition takes; NULL: that is not known. */
static const struct agx_ref *taken(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const bool is_float = in->op == AGX_OP_fcmpsel;

   if (in->op != AGX_OP_icmpsel && !is_float)
      return NULL;
   if (same_operand(v, &in->ref[AGX_C], &in->ref[AGX_Y], env))
      return &in->ref[AGX_C];
   const int holds = compared(v, in, is_float, env);
   return holds < 0 ? NULL : &in->ref[holds ? AGX_C : AGX_Y];
}

/* What the instruction writes, on one side. fresh: a number that no execution of another instruction has. */
static void evaluate(struct prover *v, unsigned side, uint32_t pc, uint64_t fresh, const uint64_t *env, uint64_t *out)
{
   const struct agx_instr *in = &v->m[side]->in[pc];
   const struct agx_ref *d = &in->ref[AGX_D], *arm = taken(v, in, env);
   const bool pure = is_pure(in);
   bool constant = pure && !(agx_info[in->op].flags & AGX_ASYNC) && in->op != AGX_OP_ldcf && in->op != AGX_OP_iter && in->op != AGX_OP_iterproj;
   uint64_t h = mix(pure ? 0 : fresh, in->op);

   if (arm && can_copy(in, arm)) {
      copy_ids(v, in, arm, env, out);
      return;
   }
   if (in->op == AGX_OP_mov && can_copy(in, &in->ref[AGX_A])) {
      copy_ids(v, in, &in->ref[AGX_A], env, out);
      return;
   }
   for (unsigned k = 0; k <= AGX_F_IMM; k++)
      h = mix(h, k == AGX_F_SLOT ? 0 : agx_field_get(in, k));
   h = mix(h, d->kind);
   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++) {
      if (arm && arm != &in->ref[k])
         continue; /* the source alone: A and B decide nothing more */
      constant = constant && known(v, &in->ref[k], env);
      h = hash_operand(v, mix(h, arm ? 0 : k), &in->ref[k], env);
   }
   constant = constant && step(v, side, pc, in, env);
   const uint64_t *write = v->m[side]->touch[pc].write;
   for (unsigned half = 0; half < AGX_HALVES; half++)
      if (agx_has_bit(write, half))
         out[half] = constant ? v->t->reg.r[half / 2][0] >> 16 * (half & 1) & 0xffff : mix(h, half - d->value);
}

/* ---- where ways meet ----------------------------------------------------------------------------------------------------- */

/* halves: how many count, of which the first has the counter. */
static uint64_t key_of(const struct env *e, unsigned halves)
{
   uint64_t key = mix(e->runs[0], e->runs[1]);

   for (unsigned side = 0; side < 2; side++)
      for (unsigned h = 0; h < halves; h++)
         key = is_constant(e->v[side][h]) ? mix(key, (uint64_t)h << 16 | e->v[side][h]) : key;
   return key;
}

/* False: the node knows no less. */
static bool meet(struct node *n, const struct env *e)
{
   const uint64_t place = mix(n->key, e->pc);
   bool changed = false;

   for (unsigned h = 0; h < AGX_HALVES; h++) {
      uint64_t *a = &n->env->v[0][h], *b = &n->env->v[1][h];
      if (*a == e->v[0][h] && *b == e->v[1][h])
         continue;
      const bool same = *a == *b && e->v[0][h] == e->v[1][h];
      const uint64_t x = mix(place, 2 * h), y = same ? x : mix(place, 2 * h + 1);
      changed |= *a != x || *b != y;
      *a = x;
      *b = y;
   }
   return changed;
}

/* The way arrives where others may: false if it brings nothing new; else *e is what is known now. */
static bool arrive(struct prover *v, struct env *e)
{
   uint64_t key = key_of(e, AGX_HALVES);
   struct node *n = v->nodes[e->pc];
   unsigned keys = 0;

   for (; n && n->key != key; n = n->next)
      keys++;
   if (!n && keys >= MOST_KEYS) {
      key = key_of(e, 1);
      for (n = v->nodes[e->pc]; n && n->key != key; n = n->next)
         ;
   }
   if (n) {
      if (!meet(n, e))
         return false;
      *e = *n->env;
      return true;
   }
   if (v->num_nodes++ > MOST_NODES)
      return fail(v);
   n = UTIL_NEW(v->ctx, struct node);
   *n = (struct node){.next = v->nodes[e->pc], .key = key, .env = UTIL_NEW(v->ctx, struct env)};
   *n->env = *e;
   v->nodes[e->pc] = n;
   return true;
}

/* ---- one step ------------------------------------------------------------------------------------------------------------ */

static bool reads_same(const struct agx_touch *t, const struct env *e)
{
   for (unsigned h = 0; h < AGX_HALVES; h++)
      if (agx_has_bit(t->read, h) && e->v[0][h] != e->v[1][h])
         return false;
   return true;
}

/* A lane reads registers of others there, also of those that wait. */
static bool reads_others(const struct agx_instr *in)
{
   return agx_info[in->op].flags & AGX_CROSS || in->op == AGX_OP_texture_sample || in->op == AGX_OP_texture_load;
}

/* The instruction that a side has there. */
static unsigned side_of(const struct prover *v, unsigned side, uint32_t pc)
{
   return side && pc == v->pc && !v->dropped;
}

/* What the lane does to its registers. */
static bool execute(struct prover *v, struct env *e)
{
   const uint32_t pc = e->pc;
   const struct agx_instr *in = &v->m[0]->in[pc];
   const struct agx_touch *touch = &v->m[0]->touch[pc];
   const uint64_t fresh = mix(v->fresh++, 5);
   struct env out = *e;

   if (reads_others(in) && !reads_same(touch, e))
      return fail(v);
   if (agx_info[in->op].flags & (AGX_EFFECT | AGX_DRAIN | AGX_LINK) && (e->runs[0] != e->runs[1] || (e->runs[0] && !reads_same(touch, e))))
      return fail(v);
   for (unsigned side = 0; side < 2; side++)
      if (e->runs[side] && !(side && pc == v->pc && v->dropped))
         evaluate(v, side_of(v, side, pc), pc, fresh, e->v[side], out.v[side]);
   *e = out;
   return true;
}

static void later(struct prover *v, const struct env *e)
{
   struct env *copy = UTIL_NEW(v->ctx, struct env);

   *copy = *e;
   UTIL_PUSH(v->ctx, v->work, v->num_work, v->cap_work, copy);
}

/* What the condition of an operation on the counter says on one side; -1: not known. */
static int outcome(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const bool is_float = in->op == AGX_OP_if_fcmp || in->op == AGX_OP_else_fcmp || in->op == AGX_OP_while_fcmp;

   if (in->op == AGX_OP_push_exec || in->op == AGX_OP_pop_exec || in->op == AGX_OP_update_exec)
      return 1;
   return compared(v, in, is_float, env);
}

static void count(struct env *e, unsigned side, const struct agx_instr *in, int holds)
{
   const int32_t c = agx_counter_after(in, (int32_t)e->v[side][0], holds);

   e->v[side][0] = (uint64_t)c & 0xffff;
   e->runs[side] = !c;
}

/* An operation on the counter: each outcome that its condition may have is a way of its own. */
static bool branch(struct prover *v, struct env *e)
{
   const struct agx_instr *in[2] = {&v->m[0]->in[e->pc], &v->m[side_of(v, 1, e->pc)]->in[e->pc]};
   int says[2];
   bool same = in[0]->op == in[1]->op && in[0]->f[AGX_F_COND] == in[1]->f[AGX_F_COND];

   for (unsigned side = 0; side < 2; side++) {
      if (!is_constant(e->v[side][0]))
         return fail(v);
      says[side] = outcome(v, in[side], e->v[side]);
   }
   for (unsigned k = AGX_A; k <= AGX_B; k++)
      same = same && hash_operand(v, 0, &in[0]->ref[k], e->v[0]) == hash_operand(v, 0, &in[1]->ref[k], e->v[1]);
   const struct env before = *e;
   unsigned ways = 0;
   e->pc++;
   for (unsigned n = 0; n < 4; n++) {
      const int holds[2] = {n & 1, n >> 1};
      if ((says[0] >= 0 && says[0] != holds[0]) || (says[1] >= 0 && says[1] != holds[1]) || (same && holds[0] != holds[1]))
         continue;
      struct env next = before;
      next.pc++;
      for (unsigned side = 0; side < 2; side++)
         count(&next, side, in[side], holds[side]);
      if (ways && next.v[0][0] == e->v[0][0] && next.v[1][0] == e->v[1][0])
         continue;
      if (ways++)
         later(v, e);
      *e = next;
   }
   return ways || fail(v);
}

/*
 * A jump that goes one instruction further, or less far, in the other program: one of them executes the one between, the other does not.
 * Then both are behind it.
 */
static bool between(struct prover *v, struct env *e)
{
   const uint32_t a = v->m[0]->target[v->pc], b = v->m[1]->target[v->pc], least = a < b ? a : b;
   const unsigned flags = agx_info[v->m[0]->in[least].op].flags;

   if (a + b != 2 * least + 1 || flags & (AGX_EFFECT | AGX_EXEC | AGX_JUMP | AGX_CROSS | AGX_DRAIN | AGX_LINK))
      return fail(v);
   const struct env before = *e;
   const unsigned side = a != least;
   if (e->runs[side])
      evaluate(v, 0, least, mix(v->fresh++, 5), before.v[side], e->v[side]);
   e->pc = least + 1;
   return true;
}

/* A lane that runs jumps; one that waits goes with the others, either way. */
static bool jump(struct prover *v, struct env *e)
{
   const uint32_t to = v->m[0]->target[e->pc];
   const bool differs = e->pc == v->pc;

   if (e->runs[0] != e->runs[1])
      return fail(v);
   if (!e->runs[0]) {
      struct env stays = *e;
      stays.pc++;
      later(v, &stays);
   }
   e->pc = to;
   return !differs || between(v, e);
}

static bool is_over(const struct prover *v, const struct env *e)
{
   return e->pc > v->last && e->runs[0] == e->runs[1] && !memcmp(e->v[0], e->v[1], sizeof e->v[0]);
}

static void follow(struct prover *v, struct env *e)
{
   const struct agx_code_map *m = v->m[0];

   while (!v->failed && !is_over(v, e) && (!v->meets[e->pc] || arrive(v, e))) {
      const uint32_t pc = e->pc;
      const struct agx_instr *in = &m->in[pc];
      const unsigned flags = agx_info[in->op].flags;
      if (pc >= m->body || in->op == AGX_OP_stop) {
         for (unsigned h = 0; h < AGX_HALVES; h++)
            v->failed |= agx_has_bit(m->k->live_out, h) && e->v[0][h] != e->v[1][h];
         v->failed |= !e->runs[0] || !e->runs[1];
         return;
      }
      if (v->steps++ > MOST_STEPS)
         fail(v);
      else if (flags & AGX_EXEC)
         branch(v, e);
      else if (in->op == AGX_OP_jmp_exec_any)
         jump(v, e);
      else if (in->op == AGX_OP_jmp_exec_none || execute(v, e))
         e->pc++;
   }
}

/* ---- the proof ----------------------------------------------------------------------------------------------------------- */

static void find_places(struct prover *v)
{
   const struct agx_code_map *m = v->m[0];

   v->meets = UTIL_ARRAY(v->ctx, bool, (size_t)m->n + 2);
   v->nodes = UTIL_ARRAY(v->ctx, struct node *, (size_t)m->n + 2);
   v->last = v->pc;
   for (uint32_t pc = 0; pc < m->n; pc++) {
      if (m->in[pc].op == AGX_OP_jmp_exec_any && pc > v->pc && m->target[pc] <= v->pc)
         v->last = pc;
      v->meets[pc + 1] |= (agx_info[m->in[pc].op].flags & AGX_EXEC) != 0;
      if (m->in[pc].op == AGX_OP_jmp_exec_any)
         v->meets[m->target[pc]] = v->meets[pc + 1] = v->meets[m->target[pc] + 1] = true;
   }
}

/* The bits of a uniform that is the same in all draws. */
static bool constant_uniform(const struct ir_shader *s, const struct agx_uniform *u, uint32_t *bits)
{
   const struct io_param *param = u->kind == AGX_UNI_PARAM && u->value < s->num_params ? &s->params[u->value] : NULL;

   *bits = param ? param->value[u->comp] : u->value;
   return u->kind == AGX_UNI_CONST || (param && param->cls == PARAM_CONST);
}

static void set_uniforms(struct prover *v, const struct ir_shader *s, const struct agx_program *p)
{
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      v->uniform[h] = mix(h, 3);
   for (uint32_t k = 0; k < p->num_uniforms; k++) {
      const struct agx_uniform *u = &p->uniforms[k];
      uint32_t bits;
      for (unsigned q = 0; constant_uniform(s, u, &bits) && q < 2; q++)
         v->uniform[u->half + q] = bits >> 16 * q & 0xffff;
   }
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      v->t->reg.u[h / 2] |= is_constant(v->uniform[h]) ? (uint32_t)v->uniform[h] << 16 * (h & 1) : 0;
}

static bool can_change(const struct agx_instr *in)
{
   const unsigned flags = agx_info[in->op].flags;

   return flags & AGX_EXEC || in->op == AGX_OP_jmp_exec_any || !(flags & (AGX_EFFECT | AGX_JUMP | AGX_CROSS | AGX_DRAIN | AGX_LINK));
}

bool agx_prove_same(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, const struct agx_program *q, bool dropped, uint32_t pc)
{
   struct agx_contract k;
   struct agx_code_map m = {.ctx = ctx, .k = &k}, n = {.ctx = ctx, .k = &k};

   agx_contract_of(p, false, &k);
   if (!agx_map_code(&m, p->code, p->len) || !agx_map_code(&n, q->code, q->len) || (!dropped && n.n != m.n))
      return false;
   if (!can_change(&m.in[pc]) || (!dropped && !can_change(&n.in[pc])))
      return false;
   struct prover v = {.ctx = ctx,
                      .m = {&m, &n},
                      .sim = {agx_sim_decode(ctx, p->code, p->len), agx_sim_decode(ctx, q->code, q->len)},
                      .pc = pc,
                      .dropped = dropped,
                      .t = UTIL_NEW(ctx, struct agx_task)};
   struct env *e = UTIL_NEW(ctx, struct env);
   agx_task_init(v.t, s->num, 1, UINT64_MAX);
   set_uniforms(&v, s, p);
   find_places(&v);
   *e = (struct env){.runs = {true, true}};
   for (unsigned h = 0; h < AGX_HALVES; h++)
      e->v[0][h] = e->v[1][h] = mix(h, 4);
   if (k.sample_loop)
      e->v[0][0] = e->v[1][0] = 0;
   later(&v, e);
   while (v.num_work && !v.failed)
      follow(&v, v.work[--v.num_work]);
   return !v.failed;
}
