/* SPDX-License-Identifier: MIT */
/* Values of the prover: the results of instructions and the meaning of conditions in a lane with some known registers. */
#include "tests/agx-proof/agx_prove_priv.h"

#include <string.h>

uint64_t prove_half_of(const struct prover *v, const struct agx_ref *r, const uint64_t *env, unsigned k)
{
   return is_register(r) ? env[(r->value + k) % AGX_HALVES] : v->uniform[(r->value + k) % AGX_UNIFORMS];
}

bool prove_known(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   for (unsigned k = 0; has_halves(r) && k < agx_ref_halves(r); k++)
      if (!is_constant(prove_half_of(v, r, env, k)))
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
      if (prove_half_of(v, a, env, k) != prove_half_of(v, b, env, k))
         return false;
   return true;
}

void prove_set_registers(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   struct agx_wave *t = v->t;

   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
      for (unsigned h = 0; is_register(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]); h++) {
         const unsigned half = (in->ref[k].value + h) % AGX_HALVES, shift = 16 * (half & 1);
         const uint32_t value = is_constant(env[half]) ? (uint32_t)env[half] : 0;
         t->reg.r[half / 2][0] = (t->reg.r[half / 2][0] & ~(0xffffu << shift)) | value << shift;
      }
}

static bool step(struct prover *v, unsigned side, uint32_t pc, const struct agx_instr *in, const uint64_t *env)
{
   struct agx_wave *t = v->t;

   prove_set_registers(v, in, env);
   t->pc = v->m[side]->at[pc];
   t->flight = (struct agx_flight){0};
   t->any_discarded = false;
   memset(t->discarded, 0, sizeof t->discarded);
   t->fault = NULL;
   return agx_sim_step(v->sim[side], t) == EXEC_RUNNING;
}

static void copy_ids(const struct prover *v, const struct agx_instr *in, const struct agx_ref *from, const uint64_t *env,
                     uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];
   uint64_t id[8];

   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      id[k] = prove_half_of(v, from, env, k);
   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      out[(d->value + k) % AGX_HALVES] = id[k];
}

/* Returns true if equal operands give equal results within a lane. Planes and memory do not change while a program runs,
   because its only stores are to the stack. */
static bool is_pure(const struct agx_instr *in)
{
   if (in->op == AGX_OP_iter || in->op == AGX_OP_iterproj || in->op == AGX_OP_ldcf || in->op == AGX_OP_device_load)
      return true;
   return !(agx_info[in->op].flags & (AGX_ASYNC | AGX_STATE | AGX_CROSS | AGX_EFFECT | AGX_JUMP | AGX_LINK)) &&
          (in->op != AGX_OP_get_sr || in->imm == AGX_SR_PIXEL_X || in->imm == AGX_SR_PIXEL_Y);
}

static bool can_copy(const struct agx_instr *in, const struct agx_ref *from)
{
   return has_halves(from) && !from->mods && agx_ref_halves(from) == agx_ref_halves(&in->ref[AGX_D]) && !in->f[AGX_F_SAT];
}

uint64_t prove_hash_operand(const struct prover *v, uint64_t h, const struct agx_ref *r, const uint64_t *env)
{
   h = mix(mix(h, r->kind), r->mods | (unsigned)r->count << 8);
   for (unsigned k = 0; has_halves(r) && k < agx_ref_halves(r); k++)
      h = mix(h, prove_half_of(v, r, env, k));
   return has_halves(r) ? h : mix(h, r->value);
}

/* Returns a number for all halves of a value together. */
static uint64_t whole_of(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   uint64_t id = mix(7, agx_ref_halves(r));

   for (unsigned k = 0; k < agx_ref_halves(r); k++)
      id = mix(id, prove_half_of(v, r, env, k));
   return id;
}

uint64_t prove_word(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   return mix(whole_of(v, r, env), 0);
}

/* Constants are in the simulator's registers. Conditions with a sign treat 16-bit integers as other values. */
static struct fact_operand operand_of(const struct prover *v, const struct agx_ref *r, bool is_float, bool is_signed,
                                      const uint64_t *env)
{
   struct fact_operand o = {
       .constant = prove_known(v, r, env), .abs = is_float && r->mods & AGX_ABS, .neg = is_float && r->mods & AGX_NEG};
   struct agx_ref plain = *r;
   exec_lanes buf;

   plain.mods = 0;
   o.range = (struct value_range){0, UINT32_MAX};
   if (!o.constant && !is_float && has_halves(r) && (agx_ref_halves(r) == 2 || !is_signed))
      o.range = prove_range(v, r, env);
   if (!o.constant)
      o.id = mix(whole_of(v, r, env), is_float || agx_ref_halves(r) == 2 ? 0 : 1u + is_signed);
   else if (is_float)
      o.bits = agx_sim_float(v->t, r, buf)[0];
   else
      o.bits = is_signed ? agx_sim_signed(v->t, &plain, buf)[0] : agx_sim_int(v->t, &plain, buf)[0];
   return o;
}

static bool is_float_compare(const struct agx_instr *in)
{
   return in->op == AGX_OP_fcmpsel || in->op == AGX_OP_if_fcmp || in->op == AGX_OP_else_fcmp || in->op == AGX_OP_while_fcmp;
}

static struct comparison comparison_of(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const unsigned cc = in->f[AGX_F_COND];
   const bool is_float = is_float_compare(in);

   prove_set_registers(v, in, env);
   return (struct comparison){.is_float = is_float,
                              .cc = cc,
                              .a = operand_of(v, &in->ref[AGX_A], is_float, cc & 4, env),
                              .b = operand_of(v, &in->ref[AGX_B], is_float, cc & 4, env)};
}

int prove_compared(struct prover *v, const struct agx_instr *in, const struct facts *facts, const uint64_t *env)
{
   if (!prove_known(v, &in->ref[AGX_A], env) || !prove_known(v, &in->ref[AGX_B], env)) {
      const struct comparison c = comparison_of(v, in, env);
      return facts_say(facts, &v->terms, &c);
   }
   prove_set_registers(v, in, env);
   return agx_sim_compare(v->t, in, is_float_compare(in)) & 1;
}

static void replace(struct env *e, uint64_t old, uint64_t new)
{
   for (unsigned side = 0; side < 2; side++)
      for (unsigned h = 0; h < NUM_HALVES; h++)
         e->v[side][h] = e->v[side][h] == old ? new : e->v[side][h];
}

/* Equal floats have the same bits unless they are zeros. Denormals may compare as zeros. */
static bool same_bits(bool is_float, uint32_t bits)
{
   return !is_float || ((bits & 0x7f800000) && !num_isnan(bits));
}

/* Stores the constant in the registers of a variable operand that equals it. */
static void put_constant(const struct prover *v, struct env *e, const struct agx_ref *r, bool is_float, uint32_t bits,
                         const uint64_t *env)
{
   if (r->mods || !is_register(r) || agx_ref_halves(r) != 2 || !same_bits(is_float, bits))
      return;
   const uint64_t half[2] = {prove_half_of(v, r, env, 0), prove_half_of(v, r, env, 1)};
   for (unsigned k = 0; k < 2; k++)
      if (!is_constant(half[k]))
         replace(e, half[k], bits >> 16 * k & 0xffff);
}

bool prove_learn(struct prover *v, struct env *e, const struct agx_instr *in, unsigned side, bool holds)
{
   uint64_t env[AGX_HALVES];
   struct equality equal;

   memcpy(env, e->v[side], sizeof env);
   const int says = prove_compared(v, in, &e->facts, env);
   if (says >= 0)
      return says == (int)holds;
   const struct comparison c = comparison_of(v, in, env);
   if (!facts_learn(&e->facts, &v->terms, &c, holds, &equal))
      return false;
   if (equal.is)
      put_constant(v, e, &in->ref[c.a.constant ? AGX_B : AGX_A], c.is_float, equal.bits, env);
   return true;
}

/* Returns the source of a select that its condition selects, or NULL if that is unknown. */
static const struct agx_ref *taken(struct prover *v, const struct agx_instr *in, const struct facts *facts, const uint64_t *env)
{
   if (!is_select(in))
      return NULL;
   if (same_operand(v, &in->ref[AGX_C], &in->ref[AGX_Y], env))
      return &in->ref[AGX_C];
   const int holds = prove_compared(v, in, facts, env);
   return holds < 0 ? NULL : &in->ref[holds ? AGX_C : AGX_Y];
}

uint32_t prove_few_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const bool first = in->op == AGX_OP_and && prove_known(v, &in->ref[AGX_A], env);
   const struct agx_ref *mask = &in->ref[first ? AGX_A : AGX_B], *other = &in->ref[first ? AGX_B : AGX_A];
   exec_lanes buf;

   if (in->op != AGX_OP_and || !prove_known(v, mask, env) || prove_known(v, other, env))
      return 0;
   prove_set_registers(v, in, env);
   const uint32_t bits = agx_sim_int(v->t, mask, buf)[0];
   return bits & (bits + 1) || bits > MOST_BITS ? 0 : bits;
}

/* Two rules for sums: x - y compares as the negative of y - x, and the order of operands does not matter, because rounding is
   to nearest and comparisons ignore the sign of 0. */
static void note_sum(const struct prover *v, const struct agx_instr *in, const uint64_t *env, struct term *t)
{
   struct fact_operand o[2] = {operand_of(v, &in->ref[AGX_A], true, false, env),
                               operand_of(v, &in->ref[AGX_B], true, false, env)};

   for (unsigned k = 0; k < 2; k++) {
      if (o[k].abs)
         return;
      o[k].neg = o[k].constant ? o[k].bits >> 31 : o[k].neg;
      o[k].id = o[k].constant ? mix(11, o[k].bits & 0x7fffffff) : o[k].id;
   }
   const bool swap = o[0].id > o[1].id;
   t->alias_negative = o[swap].neg;
   t->alias = mix(mix(mix(12, o[swap].id), o[!swap].id), o[0].neg != o[1].neg);
}

static bool is_word(const struct agx_ref *r)
{
   return has_halves(r) && !r->mods && agx_ref_halves(r) == 2;
}

/* x & (x - 1) has one bit less than x, or is 0 like x. After 32 such steps every x is 0. Returns true if the result is 0. */
static bool clears_bit(struct prover *v, const struct agx_instr *in, const uint64_t *env, uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];

   for (unsigned k = 0; k < 2 && in->op == AGX_OP_and && agx_ref_halves(d) == 2; k++) {
      const struct agx_ref *x = &in->ref[k ? AGX_B : AGX_A], *y = &in->ref[k ? AGX_A : AGX_B];
      if (!is_word(x) || !is_word(y))
         continue;
      const uint64_t id = mix(whole_of(v, x, env), 0);
      const struct term *less = terms_find(&v->terms, mix(whole_of(v, y, env), 0)), *term = terms_find(&v->terms, id);
      const unsigned clear = 1u + (term ? term->clear : 0);
      if (!less || less->less != id)
         continue;
      if (clear < 32) {
         struct term *t = terms_make(&v->terms, mix(whole_of(v, d, out), 0));
         t->clear = (uint8_t)clear;
         return false;
      }
      for (unsigned h = 0; h < 2; h++)
         out[(d->value + h) % AGX_HALVES] = 0;
      return true;
   }
   return false;
}

/* Notes that a 32-bit value is x - 1. */
static void note_less(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];

   if (in->op == AGX_OP_isub && !in->f[AGX_F_SAT] && !in->f[AGX_F_SHIFT] && agx_ref_halves(d) == 2 && is_word(a) &&
       b->kind == AGX_IMM && b->value == 1 && !b->mods)
      terms_make(&v->terms, mix(whole_of(v, d, out), 0))->less = mix(whole_of(v, a, env), 0);
}

/* Notes that a float is another one with its sign inverted, so it compares as the negative. */
static void note_negative(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];

   if (in->op != AGX_OP_xor || agx_ref_halves(d) != 2)
      return;
   prove_set_registers(v, in, env);
   for (unsigned k = 0; k < 2; k++) {
      const struct agx_ref *x = &in->ref[k ? AGX_B : AGX_A], *mask = &in->ref[k ? AGX_A : AGX_B];
      exec_lanes buf;
      if (!is_word(x) || prove_known(v, x, env) || !prove_known(v, mask, env) || agx_sim_int(v->t, mask, buf)[0] != 0x80000000)
         continue;
      const uint64_t id = mix(whole_of(v, x, env), 0);
      const struct term *from = terms_find(&v->terms, id);
      const bool negative = from && from->alias && from->alias_negative;
      const uint64_t alias = terms_float(&v->terms, id);
      struct term *t = terms_make(&v->terms, mix(whole_of(v, d, out), 0));
      t->alias = alias;
      t->alias_negative = !negative;
   }
}

/* Notes how a value was computed that is written to halves and is not a constant. */
static void note_terms(struct prover *v, uint32_t pc, const struct agx_instr *in, bool can_split, const uint64_t *env,
                       const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];
   struct term t = {.select = can_split ? pc + 1 : 0};

   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
      for (unsigned h = 0; has_halves(&in->ref[k]) && h < agx_ref_halves(&in->ref[k]) && t.num_kids < TERM_KIDS; h++)
         t.kid[t.num_kids++] = prove_half_of(v, &in->ref[k], env, h);
   for (unsigned k = 0; k < agx_ref_halves(d); k++) {
      t.id = out[(d->value + k) % AGX_HALVES];
      *terms_make(&v->terms, t.id) = t;
   }
   const bool arithmetic = in->op == AGX_OP_fadd32 || in->op == AGX_OP_fmul32 || in->op == AGX_OP_fmadd32;
   if (!arithmetic || in->f[AGX_F_SAT] || agx_ref_halves(d) != 2)
      return;
   struct term w = {.id = mix(whole_of(v, d, out), 0)};
   prove_set_registers(v, in, env);
   for (unsigned k = AGX_A; k <= (in->op == AGX_OP_fmadd32 ? AGX_C : AGX_B); k++) {
      struct fact_operand o = operand_of(v, &in->ref[k], true, false, env);
      if (!o.constant)
         w.floats[w.num_floats++] = terms_float(&v->terms, o.id);
   }
   if (in->op == AGX_OP_fadd32)
      note_sum(v, in, env, &w);
   *terms_make(&v->terms, w.id) = w;
   if (w.alias) {
      w.id = w.alias;
      w.alias = 0;
      *terms_make(&v->terms, w.id) = w;
   }
}

/* Notes low bits that no select decides. The proof then takes a path for each value of them. */
static void note_few_bits(struct prover *v, uint32_t pc, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];
   const uint64_t low = out[d->value % AGX_HALVES];

   if (prove_few_bits(v, in, env) && !is_constant(low) && !prove_has_select(v, low, SELECT_DEPTH))
      terms_make(&v->terms, low)->select = pc + 1;
}

void prove_evaluate(struct prover *v, unsigned side, uint32_t pc, uint64_t fresh, const struct facts *facts,
                    const uint64_t *env, uint64_t *out)
{
   const struct agx_instr *in = &v->m[side]->in[pc];
   const struct agx_ref *d = &in->ref[AGX_D], *arm = taken(v, in, facts, env);
   const bool pure = is_pure(in);
   bool constant = pure && !(agx_info[in->op].flags & AGX_ASYNC) && in->op != AGX_OP_get_sr && in->op != AGX_OP_ldcf &&
                   in->op != AGX_OP_iter && in->op != AGX_OP_iterproj;
   uint64_t h = mix(pure ? 0 : fresh, in->op);

   if (prove_gradient(v, side, pc, env, out))
      return;
   if (arm && can_copy(in, arm)) {
      copy_ids(v, in, arm, env, out);
      return;
   }
   if (arm && prove_known(v, arm, env)) {
      exec_lanes buf;
      prove_set_registers(v, in, env);
      const uint32_t bits = agx_sim_int(v->t, arm, buf)[0];
      for (unsigned k = 0; k < agx_ref_halves(d); k++)
         out[(d->value + k) % AGX_HALVES] = bits >> 16 * k & 0xffff;
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
         continue; /* this source alone: A and B decide nothing more */
      constant = constant && prove_known(v, &in->ref[k], env);
      h = prove_hash_operand(v, mix(h, arm ? 0 : k), &in->ref[k], env);
   }
   constant = constant && step(v, side, pc, in, env);
   if (!constant && prove_bits(v, in, env, out)) {
      clears_bit(v, in, env, out);
      note_negative(v, in, env, out);
      note_few_bits(v, pc, in, env, out);
      return;
   }
   const uint64_t *write = v->m[side]->touch[pc].write;
   for (unsigned half = 0; half < AGX_HALVES; half++)
      if (agx_has_bit(write, half))
         out[half] = constant ? v->t->reg.r[half / 2][0] >> 16 * (half & 1) & 0xffff : mix(h, half - d->value);
   if (constant)
      return;
   note_less(v, in, env, out);
   note_terms(v, pc, in, is_select(in) && !arm, env, out);
   prove_note_zeros(v, in, env, out);
   prove_note_range(v, in, env, out);
   prove_note_axis(v, in, env, out);
}
