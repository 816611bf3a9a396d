/* SPDX-License-Identifier: MIT */
/*
 * See agx_prove.h. Both programs are executed symbolically, side by side, along all paths that a lane can take. On each side a
 * half register holds the number of a value, and equal numbers stand for equal values. Numbers below 2^16 are the value
 * itself, so a condition on constants has one outcome, and a select with a known condition has one source. Any other number is
 * a hash of the operation and its operands; each loaded or interpolated value gets a new one. On each side a lane runs or
 * waits. Jumps on "none" have no effect that the lane can see (agx_violation.def: SKIP).
 *
 * Where paths meet, a value that differs between them gets a number that stands for both. Only paths with the same constants
 * are merged, up to MOST_KEYS of them. So loops end, those with a constant count after their last iteration. A phi is named
 * after its place. When the place is visited again, the numbers from the earlier visit are gone, because every value that
 * differs between visits is renamed.
 *
 * The outcome of a comparison is known after a branch on it (agx_facts.h). A select at first stands for both of its sources.
 * If the proof fails because of that, it starts again and splits the path at that select, one path for each outcome of its
 * condition.
 *
 * The stack belongs to the lane alone, so words at known places are values like those in registers. A lane whose samples are
 * killed has no further effect on them.
 *
 * One side may make more iterations of a loop than the other, if they end and do not affect waiting lanes (jump).
 *
 * A path on which both sides have become equal ends where the changed instruction cannot be reached again.
 *
 * The proof fails if anything but a register would depend on a value that differs, or if it takes too long.
 */
#include "tests/agx-proof/agx_prove.h"

#include "tests/agx-proof/agx_prove_priv.h"

#include <string.h>

#define MOST_KEYS 1024
#define MOST_STEPS 100000
#define MOST_ROUNDS 16 /* proofs, each with more split selects than the last */
#define MOST_NODES 16000

static bool fail(struct prover *v)
{
   v->failed = true;
   return false;
}

/* ---- merging paths ------------------------------------------------------------------------------------------------------- */

/* Hash of the constants in the first `halves` halves; half 0 holds the counter. */
static uint64_t key_of(const struct env *e, unsigned halves)
{
   uint64_t key = mix(e->runs[0], e->runs[1] | e->killed << 1);

   for (unsigned side = 0; side < 2; side++)
      for (unsigned h = 0; h < halves; h++)
         key = is_constant(e->v[side][h]) ? mix(key, (uint64_t)h << 16 | e->v[side][h]) : key;
   return key;
}

/* Notes that the phi stands for two values, so that the cause of a failed proof can be found. */
static void note_phi(struct prover *v, uint64_t phi, uint64_t x, uint64_t y)
{
   struct term *t = terms_make(&v->terms, phi);

   if (t->num_kids + 2 > TERM_KIDS)
      return;
   t->kid[t->num_kids++] = x;
   t->kid[t->num_kids++] = y;
}

/* Merges *e into the node. Returns false if the node still knows as much as before. */
static bool meet(struct prover *v, struct node *n, const struct env *e)
{
   const uint64_t place = mix(n->key, e->pc);
   bool changed = facts_meet(&n->env.facts, &e->facts);

   for (unsigned h = 0; h < NUM_HALVES; h++) {
      uint64_t *a = &n->env.v[0][h], *b = &n->env.v[1][h];
      if (*a == e->v[0][h] && *b == e->v[1][h])
         continue;
      const bool same = *a == *b && e->v[0][h] == e->v[1][h];
      const uint64_t x = mix(place, 2 * h), y = same ? x : mix(place, 2 * h + 1);
      changed |= *a != x || *b != y;
      note_phi(v, x, *a, e->v[0][h]);
      note_phi(v, y, *b, e->v[1][h]);
      *a = x;
      *b = y;
   }
   return changed;
}

/* A path arrives where it may meet others. Returns false if it adds nothing new; else *e gets the merged knowledge. */
static bool arrive(struct prover *v, struct env *e)
{
   uint64_t key = key_of(e, NUM_HALVES);
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
      const bool apart = e->apart;
      if (!meet(v, n, e))
         return apart ? fail(v) : false;
      *e = n->env;
      e->apart = apart;
      return true;
   }
   if (v->num_nodes == MOST_NODES)
      return fail(v);
   if (v->num_nodes == v->made_nodes)
      UTIL_PUSH(v->ctx, v->node, v->made_nodes, v->cap_nodes, UTIL_NEW(v->ctx, struct node));
   n = v->node[v->num_nodes++];
   n->next = v->nodes[e->pc];
   n->key = key;
   n->env = *e;
   v->nodes[e->pc] = n;
   return true;
}

/* ---- one step ------------------------------------------------------------------------------------------------------------ */

static void blame(struct prover *v, uint64_t a, uint64_t b)
{
   for (uint32_t k = 0; k < v->num_blamed; k++)
      if (v->blamed[0][k] == a && v->blamed[1][k] == b)
         return;
   if (v->num_blamed == MOST_BLAMED || a == b)
      return;
   v->blamed[0][v->num_blamed] = a;
   v->blamed[1][v->num_blamed++] = b;
}

static bool same_halves(struct prover *v, const uint64_t *halves, const struct env *e)
{
   bool same = true;

   for (unsigned h = 0; h < AGX_HALVES; h++)
      if (agx_has_bit(halves, h) && e->v[0][h] != e->v[1][h]) {
         blame(v, e->v[0][h], e->v[1][h]);
         same = false;
      }
   return same;
}

/* Returns true if the instruction reads registers of other lanes, which may be waiting. */
static bool reads_others(const struct agx_instr *in)
{
   return agx_info[in->op].flags & AGX_CROSS || in->op == AGX_OP_texture_sample || in->op == AGX_OP_texture_load;
}

/* Returns the instruction that a side has at pc. */
static unsigned side_of(const struct prover *v, unsigned side, uint32_t pc)
{
   return side && pc == v->pc && !v->dropped;
}

static void later(struct prover *v, const struct env *e)
{
   if (v->num_work == v->num_envs)
      UTIL_PUSH(v->ctx, v->work, v->num_envs, v->cap_work, UTIL_NEW(v->ctx, struct env));
   *v->work[v->num_work++] = *e; /* the entries after num_work are free */
}

static bool has_condition(const struct agx_instr *in)
{
   return in->op != AGX_OP_push_exec && in->op != AGX_OP_pop_exec && in->op != AGX_OP_update_exec;
}

/* Blames the values of a condition that may differ between the sides. */
static void blame_condition(struct prover *v, const struct agx_instr *in, const struct env *e)
{
   for (unsigned k = AGX_A; k <= AGX_B && has_condition(in); k++)
      for (unsigned h = 0; has_halves(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]); h++)
         blame(v, prove_half_of(v, &in->ref[k], e->v[0], h), prove_half_of(v, &in->ref[k], e->v[1], h));
}

/* Splits the path by low bits of a value, one path for each value of them. */
static bool split_bits(struct prover *v, const struct env *e)
{
   const struct agx_instr *in = &v->m[0]->in[e->pc];
   const struct agx_ref *d = &in->ref[AGX_D];
   const uint32_t most = prove_few_bits(v, in, e->v[0]);

   if (!most || e->pc == v->pc || !e->runs[0] || !e->runs[1] || !same_halves(v, v->m[0]->touch[e->pc].read, e))
      return false;
   for (uint32_t value = 0; value <= most; value++) {
      struct env way = *e;
      for (unsigned side = 0; side < 2; side++)
         for (unsigned h = 0; h < agx_ref_halves(d); h++)
            way.v[side][(d->value + h) % AGX_HALVES] = h ? 0 : value;
      way.pc++;
      later(v, &way);
   }
   return true;
}

static void note_decided(struct prover *v, const struct agx_instr *in, unsigned side, struct env *e)
{
   for (unsigned k = AGX_A; k <= AGX_B; k++)
      for (unsigned h = 0; has_halves(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]); h++)
         e->decided[e->num_decided++ % MOST_DECIDED] = prove_half_of(v, &in->ref[k], e->v[side], h);
}

/* Splits the path at a select. Each new path comes here again and then knows the outcome. */
static bool split(struct prover *v, const struct env *e)
{
   for (unsigned side = 0; side < 2; side++) {
      const struct agx_instr *in = &v->m[side_of(v, side, e->pc)]->in[e->pc];
      if (!e->runs[side] || !is_select(in) || (side && e->pc == v->pc && v->dropped) ||
          prove_compared(v, in, &e->facts, e->v[side]) >= 0)
         continue;
      blame_condition(v, &v->m[0]->in[e->pc], e);
      for (unsigned holds = 0; holds < 2; holds++) {
         struct env way = *e;
         way.again = true;
         note_decided(v, in, side, &way);
         if (prove_learn(v, &way, in, side, holds))
            later(v, &way);
      }
      return true;
   }
   return false;
}

/* Returns true if all samples of the lane are killed on both sides. Later operations then have no effect on them
   (agx_sim_samples). */
static bool kills_all(const struct agx_instr *in, const struct prover *v, const struct env *e)
{
   bool all = in->ref[AGX_B].kind == AGX_IMM && !in->ref[AGX_B].value && e->runs[0] && e->runs[1] &&
              agx_ref_halves(&in->ref[AGX_A]) == 1;

   for (unsigned side = 0; side < 2 && all; side++)
      all = prove_half_of(v, &in->ref[AGX_A], e->v[side], 0) == 0xff;
   return all;
}

static bool is_stack_access(const struct agx_instr *in)
{
   return in->op == AGX_OP_stack_load || in->op == AGX_OP_stack_store;
}

/* Returns the first half in an env that a stack access touches, or 0 if that is unknown or the data is not 32-bit registers. */
static unsigned stack_place(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const struct agx_ref *b = &in->ref[AGX_B], *data = &in->ref[in->op == AGX_OP_stack_load ? AGX_D : AGX_C];
   const unsigned last = in->f[AGX_F_MASK] ? 32u - (unsigned)__builtin_clz(in->f[AGX_F_MASK]) : 4;
   exec_lanes buf;

   if (!prove_known(v, b, env) || in->f[AGX_F_FORMAT] != AGX_FORMAT_I32 || data->kind != AGX_REG32)
      return 0;
   prove_set_registers(v, in, env);
   const uint64_t at = (uint64_t)agx_sim_int(v->t, b, buf)[0] << in->f[AGX_F_SHIFT];
   return at % 4 || at / 4 + last > v->stack_words || at >> 15 ? 0 : AGX_HALVES + (unsigned)at / 2;
}

static void access_stack(const struct agx_instr *in, unsigned place, const uint64_t *env, uint64_t *out)
{
   const bool loads = in->op == AGX_OP_stack_load;
   const struct agx_ref *data = &in->ref[loads ? AGX_D : AGX_C];
   unsigned n = 0;

   for (unsigned k = 0; k < 4; k++)
      for (unsigned h = 0; in->f[AGX_F_MASK] >> k & 1 && h < 2; h++, n++) {
         const unsigned word = place + 2 * k + h, half = (data->value + n) % AGX_HALVES;
         out[loads ? half : word] = env[loads ? word : half];
      }
}

/* A stack access to an unknown place, which is the same on both sides. */
static bool access_somewhere(struct prover *v, const struct env *e, uint64_t fresh, struct env *out)
{
   const struct agx_touch *touch = &v->m[0]->touch[e->pc];
   const bool loads = v->m[0]->in[e->pc].op == AGX_OP_stack_load;
   bool same = true;

   if (e->runs[0] != e->runs[1] || !same_halves(v, touch->read, e))
      return fail(v);
   for (unsigned h = AGX_HALVES; h < NUM_HALVES; h++)
      same = same && e->v[0][h] == e->v[1][h];
   for (unsigned side = 0; side < 2 && e->runs[0]; side++)
      for (unsigned h = 0; h < NUM_HALVES; h++)
         if (loads ? h < AGX_HALVES && agx_has_bit(touch->write, h) : h >= AGX_HALVES)
            out->v[side][h] = mix(mix(fresh, h), (loads ? same : e->v[0][h] == e->v[1][h]) ? 2 : side);
   return true;
}

/* The stack of a lane is invisible to other lanes. The original program stays inside its stack, so it does not fault. */
static bool use_stack(struct prover *v, struct env *e)
{
   const struct agx_instr *in = &v->m[0]->in[e->pc];
   const uint64_t fresh = mix(v->fresh++, 5);
   struct env out = *e;
   unsigned place[2];

   for (unsigned side = 0; side < 2; side++)
      place[side] = e->runs[side] ? stack_place(v, in, e->v[side]) : AGX_HALVES;
   if (place[0] && place[1]) {
      for (unsigned side = 0; side < 2; side++)
         if (e->runs[side])
            access_stack(in, place[side], e->v[side], out.v[side]);
   } else if (!access_somewhere(v, e, fresh, &out))
      return false;
   *e = out;
   return true;
}

/* Returns true if both sides know the derivatives, whatever the neighbours hold. */
static bool knows_gradients(struct prover *v, const struct env *e)
{
   struct env out = *e;
   bool known = true;

   for (unsigned side = 0; side < 2 && known; side++)
      known = !e->runs[side] || (!(side && e->pc == v->pc && v->dropped) &&
                                 prove_gradient(v, side_of(v, side, e->pc), e->pc, e->v[side], out.v[side]));
   return known;
}

/* Executes an instruction that only changes registers. */
static bool execute(struct prover *v, struct env *e)
{
   const uint32_t pc = e->pc;
   const struct agx_instr *in = &v->m[0]->in[pc];
   const struct agx_touch *touch = &v->m[0]->touch[pc];
   const uint64_t fresh = mix(v->fresh++, 5);
   struct env out = *e;

   if (in->op == AGX_OP_wait || (in->op == AGX_OP_sample_mask && e->killed))
      return true;
   if (is_stack_access(in))
      return use_stack(v, e);
   if (reads_others(in) && !knows_gradients(v, e) && !same_halves(v, touch->read, e))
      return fail(v);
   if (agx_info[in->op].flags & (AGX_EFFECT | AGX_DRAIN | AGX_LINK) &&
       (e->runs[0] != e->runs[1] || (e->runs[0] && !same_halves(v, touch->read, e))))
      return fail(v);
   out.killed |= in->op == AGX_OP_sample_mask && kills_all(in, v, e);
   for (unsigned side = 0; side < 2; side++)
      if (e->runs[side] && !(side && pc == v->pc && v->dropped))
         prove_evaluate(v, side_of(v, side, pc), pc, fresh, &e->facts, e->v[side], out.v[side]);
   *e = out;
   return true;
}

static void count(struct env *e, unsigned side, const struct agx_instr *in, int holds)
{
   const int32_t c = agx_counter_after(in, (int32_t)e->v[side][0], holds);

   e->v[side][0] = (uint64_t)c & 0xffff;
   e->runs[side] = !c;
}

/* Follows the given outcome of the condition on each side. Returns false if that is impossible. */
static bool take(struct prover *v, struct env *e, const struct agx_instr *const in[2], const bool holds[2])
{
   for (unsigned side = 0; side < 2; side++)
      if (has_condition(in[side]) ? !prove_learn(v, e, in[side], side, holds[side]) : !holds[side])
         return false;
   for (unsigned side = 0; side < 2; side++)
      count(e, side, in[side], holds[side]);
   return true;
}

static void note_decisive(struct prover *v, uint64_t value)
{
   if (v->num_decisive < MOST_BLAMED)
      v->decisive[v->num_decisive++] = value;
}

/* Notes the values that the branch depends on. */
static void note_decision(struct prover *v, const struct agx_instr *in, const struct env *e)
{
   for (unsigned k = AGX_A; k <= AGX_B && has_condition(in); k++)
      for (unsigned h = 0; has_halves(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]); h++)
         note_decisive(v, prove_half_of(v, &in->ref[k], e->v[0], h));
}

/* An operation on the counter. Each possible outcome of its condition becomes a path, except that outcomes with the same effect
   on the counters share one, which learns nothing. */
static bool branch(struct prover *v, struct env *e)
{
   const struct agx_instr *const in[2] = {&v->m[0]->in[e->pc], &v->m[side_of(v, 1, e->pc)]->in[e->pc]};
   struct env way[4];
   bool same = in[0]->op == in[1]->op && in[0]->f[AGX_F_COND] == in[1]->f[AGX_F_COND];

   if (!is_constant(e->v[0][0]) || !is_constant(e->v[1][0])) {
      blame(v, e->v[0][0], e->v[1][0]);
      note_decisive(v, e->v[0][0]);
      return fail(v);
   }
   for (unsigned k = AGX_A; k <= AGX_B; k++)
      same = same && prove_hash_operand(v, 0, &in[0]->ref[k], e->v[0]) == prove_hash_operand(v, 0, &in[1]->ref[k], e->v[1]);
   unsigned ways = 0;
   for (unsigned n = 0; n < 4; n++) {
      const bool holds[2] = {n & 1, n >> 1};
      if (same && holds[0] != holds[1])
         continue;
      struct env *next = &way[ways];
      *next = *e;
      for (unsigned side = 0; has_condition(in[0]) && side < 2; side++)
         note_decided(v, in[side], side, next);
      if (!take(v, next, in, holds))
         continue;
      if (holds[0] != holds[1])
         blame_condition(v, in[0], e);
      unsigned k = 0;
      while (k < ways && (next->v[0][0] != way[k].v[0][0] || next->v[1][0] != way[k].v[1][0]))
         k++;
      if (k == ways) {
         ways++;
         continue;
      }
      way[k] = *e;
      for (unsigned side = 0; side < 2; side++)
         count(&way[k], side, in[side], holds[side]);
   }
   if (ways > 1)
      note_decision(v, in[0], e);
   for (unsigned k = 0; k < ways; k++) {
      way[k].pc++;
      if (k)
         later(v, &way[k]);
   }
   if (ways)
      *e = way[0];
   return ways; /* no path: the facts about the lane contradict each other */
}

/* Returns true if the instruction affects other lanes or depends on them, beyond registers and the counter. */
static bool is_for_others(const struct agx_instr *in)
{
   const unsigned flags = agx_info[in->op].flags;

   return flags & (AGX_JUMP | AGX_END | AGX_CROSS | AGX_DRAIN | AGX_LINK) || (flags & AGX_EFFECT && !(flags & AGX_EXEC)) ||
          reads_others(in);
}

/* Executes an operation on the counter on one side only. */
static bool branch_alone(struct prover *v, struct env *e, unsigned side, const struct agx_instr *in)
{
   if (!is_constant(e->v[side][0]))
      return fail(v);
   for (unsigned holds = 0; holds < 2; holds++) {
      struct env way = *e;
      if (has_condition(in) ? !prove_learn(v, &way, in, side, holds) : !holds)
         continue;
      count(&way, side, in, (int)holds);
      later(v, &way);
   }
   return false; /* this path ends */
}

/*
 * A jump whose target is one instruction later or earlier in the other program. One program then executes the instruction
 * between the targets and the other does not; after that both are at the same place. A wait has no effect on values, and the
 * validator finds a missing one (agx_violation.def: WAIT).
 */
static bool between(struct prover *v, struct env *e)
{
   const uint32_t a = v->m[0]->target[v->pc], b = v->m[1]->target[v->pc], least = a < b ? a : b;
   const struct agx_instr *in = &v->m[0]->in[least];
   const unsigned side = a != least;

   e->pc = least + 1;
   if (a + b == 2 * least + 1 && in->op == AGX_OP_wait)
      return true;
   if (a + b != 2 * least + 1 || is_for_others(in) || is_stack_access(in))
      return fail(v);
   if (agx_info[in->op].flags & AGX_EXEC)
      return branch_alone(v, e, side, in);
   const struct env before = *e;
   if (e->runs[side])
      prove_evaluate(v, 0, least, mix(v->fresh++, 5), &before.facts, before.v[side], e->v[side]);
   return true;
}

/* Returns true if a waiting lane is unchanged by another iteration from the target of the jump back to it. Nothing on that path
   may wake it, change its counter, or let it see other lanes or be seen by them. */
static bool is_idle_turn(const struct prover *v, const struct env *e, unsigned side)
{
   const int32_t begin = (int32_t)e->v[side][0];
   const uint32_t first = v->m[side_of(v, side, e->pc)]->target[e->pc], other = v->m[side_of(v, !side, e->pc)]->target[e->pc];
   int32_t counter = begin;

   if (!is_constant(e->v[side][0]) || first > e->pc)
      return false;
   for (uint32_t pc = first < other ? first : other; pc < e->pc; pc++) {
      const struct agx_instr *in = &v->m[side_of(v, side, pc)]->in[pc];
      if (is_for_others(in) && in->op != AGX_OP_wait && in->op != AGX_OP_jmp_exec_none && !is_stack_access(in))
         return false;
      if (!(agx_info[in->op].flags & AGX_EXEC) || pc < first)
         continue;
      const int32_t fails = agx_counter_after(in, counter, false);
      counter = agx_counter_after(in, counter, true);
      if (!counter || counter != fails)
         return false;
   }
   return counter == begin;
}

/*
 * A running lane jumps; a waiting lane goes with the others, either way. If the lane runs in one program and waits in the
 * other, the wave may make more iterations of the loop in the first program. All waiting lanes must be unaffected by them
 * (idle), and the running lane must leave the loop at last: a path that is "apart" may not meet an earlier one (follow).
 */
static bool jump(struct prover *v, struct env *e)
{
   const uint32_t pc = e->pc, to = v->m[0]->target[pc];
   const bool apart = e->runs[0] != e->runs[1];

   for (unsigned side = 0; side < 2; side++)
      if (!e->runs[side] && !is_idle_turn(v, e, side))
         v->busy[pc] = true;
   v->apart[pc] |= apart;
   if (v->busy[pc] && v->apart[pc])
      return fail(v);
   if (apart) {
      e->apart = true;
      e->pc = v->m[side_of(v, e->runs[1], pc)]->target[pc];
      return true;
   }
   if (!e->runs[0]) {
      struct env stays = *e;
      stays.pc++;
      later(v, &stays);
   }
   e->pc = to;
   return pc != v->pc || between(v, e);
}

static bool is_over(const struct prover *v, const struct env *e)
{
   return e->pc > v->last && e->runs[0] == e->runs[1] && !memcmp(e->v[0], e->v[1], sizeof e->v[0]);
}

static void follow(struct prover *v, struct env *e)
{
   const struct agx_code_map *m = v->m[0];

   while (!v->failed && !is_over(v, e) && (e->again || !v->meets[e->pc] || arrive(v, e))) {
      e->apart = e->apart && !(e->runs[0] && e->runs[1]); /* within an iteration the lane may wait on both sides for a while */
      const uint32_t pc = e->pc;
      const struct agx_instr *in = &m->in[pc];
      const unsigned flags = agx_info[in->op].flags;
      e->again = false;
      if (pc >= m->body || in->op == AGX_OP_stop) {
         v->failed |= !same_halves(v, m->k->live_out, e) || !e->runs[0] || !e->runs[1];
         return;
      }
      if (v->steps++ > MOST_STEPS)
         fail(v);
      else if (v->splits[pc] && (split(v, e) || split_bits(v, e)))
         return;
      else if (flags & AGX_EXEC && !branch(v, e))
         return;
      else if (flags & AGX_EXEC)
         continue;
      else if (in->op == AGX_OP_jmp_exec_any && !jump(v, e))
         return;
      else if (in->op == AGX_OP_jmp_exec_any)
         continue;
      else if (in->op == AGX_OP_jmp_exec_none || execute(v, e))
         e->pc++;
   }
}

/* ---- selects to split ---------------------------------------------------------------------------------------------------- */

#define MOST_VALUES 2000
#define AT_ONCE 2

#define SEEN_SIZE 8192 /* a power of two */
struct values {
   uint64_t seen[SEEN_SIZE]; /* by hash; 0 if free */
   uint64_t list[MOST_VALUES];
   uint32_t n;
};

static uint64_t *seen_place(struct values *s, uint64_t id)
{
   uint64_t at = util_mix64(id) % SEEN_SIZE;

   while (s->seen[at] && s->seen[at] != id)
      at = (at + 1) % SEEN_SIZE;
   return &s->seen[at];
}

static void add_value(struct values *s, uint64_t id)
{
   uint64_t *seen = seen_place(s, id);

   if (is_constant(id) || *seen || s->n == MOST_VALUES)
      return;
   *seen = id;
   s->list[s->n++] = id;
}

/* Collects all values that the given ones depend on, nearest first. */
static void reach(struct prover *v, struct values *s, const uint64_t *from, uint32_t n)
{
   memset(s, 0, sizeof *s);
   for (uint32_t k = 0; k < n; k++)
      add_value(s, from[k]);
   for (uint32_t k = 0; k < s->n; k++) {
      const struct term *t = terms_find(&v->terms, s->list[k]);
      for (unsigned q = 0; t && q < t->num_kids; q++)
         add_value(s, t->kid[q]);
   }
}

/* Splits some of the selects that the values of *s depend on, without those that *without depends on if it is given. */
static unsigned split_some(struct prover *v, struct values *s, struct values *without)
{
   unsigned n = 0;

   for (uint32_t k = 0; k < s->n && n < AT_ONCE; k++) {
      const struct term *t = without && *seen_place(without, s->list[k]) ? NULL : terms_find(&v->terms, s->list[k]);
      if (t && t->select && !v->splits[t->select - 1]) {
         v->splits[t->select - 1] = true;
         n++;
      }
   }
   return n;
}

/*
 * Splits a few more instructions. If the proof failed on a value, these are the ones that only one side depends on, then other
 * near ones. Next come the values that decided the path on which it failed, latest first, and at last the values that
 * undecided branches depend on. Returns false if nothing is left to split.
 */
static bool split_more(struct prover *v)
{
   struct values *s = v->reached;
   const struct env *e = v->now;
   const uint32_t n = e->num_decided < MOST_DECIDED ? e->num_decided : MOST_DECIDED;
   uint64_t path[MOST_DECIDED];

   reach(v, &s[0], v->blamed[0], v->num_blamed);
   reach(v, &s[1], v->blamed[1], v->num_blamed);
   if (split_some(v, &s[0], &s[1]) + split_some(v, &s[1], &s[0]) || split_some(v, &s[0], NULL) + split_some(v, &s[1], NULL))
      return true;
   for (uint32_t k = 0; k < n; k++)
      path[k] = e->decided[(e->num_decided - 1 - k) % MOST_DECIDED];
   reach(v, &s[0], path, n);
   if (split_some(v, &s[0], NULL))
      return true;
   reach(v, &s[0], v->decisive, v->num_decisive);
   return split_some(v, &s[0], NULL);
}

/* ---- the proof ----------------------------------------------------------------------------------------------------------- */

static void find_places(struct prover *v)
{
   const struct agx_code_map *m = v->m[0];

   v->meets = UTIL_ARRAY(v->ctx, bool, (size_t)m->n + 2);
   v->nodes = UTIL_ARRAY(v->ctx, struct node *, (size_t)m->n + 2);
   v->splits = UTIL_ARRAY(v->ctx, bool, (size_t)m->n + 2);
   v->busy = UTIL_ARRAY(v->ctx, bool, (size_t)m->n + 2);
   v->apart = UTIL_ARRAY(v->ctx, bool, (size_t)m->n + 2);
   v->gradient = UTIL_ARRAY(v->ctx, uint8_t, (size_t)m->n + 2);
   v->uniform_ways = true;
   v->now = UTIL_NEW(v->ctx, struct env);
   v->last = v->pc;
   uint32_t adjusts = 0;
   for (uint32_t pc = 0; pc < m->n; pc++)
      if (m->in[pc].op == AGX_OP_stack_adjust && !adjusts++)
         v->stack_words = m->in[pc].imm < STACK_WORDS ? m->in[pc].imm : STACK_WORDS;
   v->stack_words = adjusts == 1 ? v->stack_words : 0;
   for (uint32_t pc = 0; pc < m->n; pc++) {
      v->uniform_ways = v->uniform_ways && !(agx_info[m->in[pc].op].flags & (AGX_EXEC | AGX_JUMP));
      if (m->in[pc].op == AGX_OP_jmp_exec_any && pc > v->pc && m->target[pc] <= v->pc)
         v->last = pc;
      v->meets[pc + 1] |= (agx_info[m->in[pc].op].flags & AGX_EXEC) != 0;
      if (m->in[pc].op == AGX_OP_jmp_exec_any)
         v->meets[m->target[pc]] = v->meets[pc + 1] = v->meets[m->target[pc] + 1] = true;
   }
}

/* Gets the bits of a uniform that is the same in all draws. */
static bool constant_uniform(const struct ir_shader *s, const struct agx_uniform *u, uint32_t *bits)
{
   const struct io_param *param = u->kind == AGX_UNI_PARAM && u->value < s->num_params ? &s->params[u->value] : NULL;

   *bits = param ? param->value[u->comp] : u->value;
   return u->kind == AGX_UNI_CONST || (param && param->cls == PARAM_CONST);
}

/* The faces of a cube are squares, so the height equals the width. */
static bool is_cube_height(const struct agx_program *p, const struct agx_uniform *u)
{
   bool cube = false;

   for (uint32_t k = 0; k < p->num_textures; k++)
      cube |= p->textures[k].unit == u->value && exec_tex_is_cube((enum exec_tex_target)p->textures[k].target);
   return cube && u->kind == AGX_UNI_TEX_SIZE && u->comp == 1;
}

static void set_uniforms(struct prover *v, const struct ir_shader *s, const struct agx_program *p)
{
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      v->uniform[h] = mix(h, 3);
   for (uint32_t k = 0; k < p->num_uniforms; k++) {
      const struct agx_uniform *u = &p->uniforms[k];
      uint32_t bits;
      for (uint32_t w = 0; w < p->num_uniforms && is_cube_height(p, u); w++)
         for (unsigned q = 0;
              q < 2 && p->uniforms[w].kind == u->kind && p->uniforms[w].value == u->value && !p->uniforms[w].comp; q++)
            v->uniform[u->half + q] = mix(p->uniforms[w].half + q, 3);
      for (unsigned q = 0; constant_uniform(s, u, &bits) && q < 2; q++)
         v->uniform[u->half + q] = bits >> 16 * q & 0xffff;
   }
   for (unsigned h = 0; h < AGX_UNIFORMS; h++)
      v->t->reg.u[h / 2] |= is_constant(v->uniform[h]) ? (uint32_t)v->uniform[h] << 16 * (h & 1) : 0;
}

static bool can_change(const struct agx_instr *in)
{
   const unsigned flags = agx_info[in->op].flags;

   return flags & AGX_EXEC || in->op == AGX_OP_jmp_exec_any ||
          !(flags & (AGX_EFFECT | AGX_JUMP | AGX_CROSS | AGX_DRAIN | AGX_LINK));
}

/* Runs the proof from the start with the selects that are marked for splitting. */
static void prove(struct prover *v)
{
   struct env *e = v->now;

   terms_clear(&v->terms);
   memset(v->nodes, 0, (v->m[0]->n + 2) * sizeof *v->nodes);
   memset(v->busy, 0, v->m[0]->n + 2);
   memset(v->apart, 0, v->m[0]->n + 2);
   v->num_nodes = v->num_work = v->num_blamed = v->num_decisive = 0;
   v->steps = v->fresh = 0;
   v->failed = false;
   *e = (struct env){.runs = {true, true}};
   for (unsigned h = 0; h < NUM_HALVES; h++)
      e->v[0][h] = e->v[1][h] = mix(h, 4);
   if (v->m[0]->k->sample_loop)
      e->v[0][0] = e->v[1][0] = 0;
   later(v, e);
   while (v->num_work && !v->failed) {
      *e = *v->work[--v->num_work];
      follow(v, e);
   }
}

bool agx_prove_same(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, const struct agx_program *q,
                    bool dropped, uint32_t pc)
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
                      .t = UTIL_NEW(ctx, struct agx_wave)};
   agx_wave_init(v.t, s->num, 1, UINT64_MAX);
   set_uniforms(&v, s, p);
   find_places(&v);
   v.terms.ctx = ctx;
   v.reached = UTIL_ARRAY(ctx, struct values, 2);
   for (unsigned round = 0; round < MOST_ROUNDS; round++) {
      prove(&v);
      if (!v.failed)
         return true;
      if (!split_more(&v))
         return false;
      v.uniform_ways = false;
   }
   return false;
}
