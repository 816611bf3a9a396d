/* SPDX-License-Identifier: MIT */
/*
 * Bits of the prover's values. Any sequence of `and`, `or` and `xor` of one half x with constants is (x & and) ^ xor, so all
 * equal sequences get one number. For some values it is known that certain bits are 0; from such bits and from sums follow
 * ranges of integers.
 */
#include "tests/agx-proof/agx_prove_priv.h"

struct bits {
   uint64_t base; /* 0 if all bits are constant */
   uint16_t and, xor;
};

/* Returns the bits of the half that are known to be 0. */
static uint16_t zeros_of(const struct prover *v, uint64_t half)
{
   const struct term *t = is_constant(half) ? NULL : terms_find(&v->terms, half);

   return is_constant(half) ? (uint16_t)~half : t ? t->zeros : 0;
}

static struct bits bits_of(const struct prover *v, uint64_t half)
{
   const struct term *t = is_constant(half) ? NULL : terms_find(&v->terms, half);

   if (is_constant(half))
      return (struct bits){0, 0, (uint16_t)half};
   return t && t->base ? (struct bits){t->base, t->and, t->xor} : (struct bits){half, (uint16_t)~zeros_of(v, half), 0};
}

static uint16_t apply(unsigned op, uint16_t a, uint16_t b)
{
   return op == AGX_OP_and ? a & b : op == AGX_OP_or ? a | b : a ^ b;
}

/* (base & and) ^ xor */
static uint64_t half_of(struct prover *v, struct bits b)
{
   const uint16_t all = b.base ? (uint16_t)~zeros_of(v, b.base) : 0;

   b.and &= all;
   if (!b.and)
      return b.xor;
   if (b.and == all && !b.xor)
      return b.base;
   const uint64_t id = mix(mix(31, b.base), (uint64_t)b.and << 16 | b.xor);
   struct term *t = terms_make(&v->terms, id);
   t->base = b.base;
   t->and = b.and;
   t->xor = b.xor;
   t->zeros = (uint16_t)~(b.and | b.xor);
   t->num_kids = 1;
   t->kid[0] = b.base;
   return id;
}

static uint64_t combine(struct prover *v, unsigned op, uint64_t x, uint64_t y)
{
   const struct bits a = bits_of(v, x), b = bits_of(v, y);

   if (!a.base || !b.base || a.base == b.base) { /* each bit of the base value gives 0, 1, itself or its inverse */
      const uint16_t of_0 = apply(op, a.xor, b.xor), of_1 = apply(op, a.and ^ a.xor, b.and ^ b.xor);
      return half_of(v, (struct bits){a.base ? a.base : b.base, of_0 ^ of_1, of_0});
   }
   const uint16_t zx = zeros_of(v, x), zy = zeros_of(v, y), zeros = op == AGX_OP_and ? zx | zy : zx & zy;
   if (zeros == 0xffff)
      return 0;
   const uint64_t id = mix(mix(mix(32, op), x < y ? x : y), x < y ? y : x);
   struct term *t = terms_make(&v->terms, id);
   t->zeros = zeros;
   t->num_kids = 2;
   t->kid[0] = x;
   t->kid[1] = y;
   return id;
}

static bool is_plain(const struct agx_ref *r)
{
   return !r->mods && (r->kind == AGX_IMM || (has_halves(r) && agx_ref_halves(r) <= 2));
}

/* Returns half k of an operand of up to 32 bits. */
static uint64_t operand_half(const struct prover *v, const struct agx_ref *r, const uint64_t *env, unsigned k)
{
   if (!has_halves(r))
      return r->value >> 16 * k & 0xffff;
   return k < agx_ref_halves(r) ? prove_half_of(v, r, env, k) : 0;
}

bool prove_bits(struct prover *v, const struct agx_instr *in, const uint64_t *env, uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];
   uint64_t half[2];

   if ((in->op != AGX_OP_and && in->op != AGX_OP_or && in->op != AGX_OP_xor) || !is_plain(a) || !is_plain(b) ||
       agx_ref_halves(d) > 2)
      return false;
   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      half[k] = combine(v, in->op, operand_half(v, a, env, k), operand_half(v, b, env, k));
   for (unsigned k = 0; k < agx_ref_halves(d); k++)
      out[(d->value + k) % AGX_HALVES] = half[k];
   return true;
}

void prove_note_zeros(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D], *x = &in->ref[AGX_C], *y = &in->ref[AGX_Y];

   for (unsigned k = 0; is_select(in) && is_plain(x) && is_plain(y) && k < agx_ref_halves(d); k++)
      terms_make(&v->terms, out[(d->value + k) % AGX_HALVES])->zeros =
         zeros_of(v, operand_half(v, x, env, k)) & zeros_of(v, operand_half(v, y, env, k));
}

bool prove_has_select(const struct prover *v, uint64_t half, unsigned depth)
{
   const struct term *t = is_constant(half) ? NULL : terms_find(&v->terms, half);
   bool has = t && t->select;

   for (unsigned k = 0; t && depth && !has && k < t->num_kids; k++)
      has = prove_has_select(v, t->kid[k], depth - 1);
   return has;
}

struct value_range prove_range(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   struct value_range range = {0, 0};

   for (unsigned k = 0; k < agx_ref_halves(r); k++)
      range.last |= (uint32_t)(uint16_t)~zeros_of(v, prove_half_of(v, r, env, k)) << 16 * k;
   const struct term *t = agx_ref_halves(r) == 2 ? terms_find(&v->terms, prove_word(v, r, env)) : NULL;
   return t && t->range.last && t->range.last <= range.last ? t->range : range;
}

static struct value_range of_integer(struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   exec_lanes buf;

   if (has_halves(r) && !prove_known(v, r, env))
      return prove_range(v, r, env);
   const uint32_t c = agx_sim_int(v->t, r, buf)[0];
   return (struct value_range){c, c};
}

/* Notes the ranges of sums and differences that do not overflow 32 bits. */
static void note_sum_range(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];
   const bool sub = in->op == AGX_OP_isub;

   if ((in->op != AGX_OP_iadd && !sub) || in->f[AGX_F_SAT] || in->f[AGX_F_SHIFT] > 4 || agx_ref_halves(d) != 2 ||
       !is_plain(a) || !is_plain(b))
      return;
   prove_set_registers(v, in, env);
   const struct value_range x = of_integer(v, a, env), y = of_integer(v, b, env);
   const uint64_t first = (uint64_t)y.first << in->f[AGX_F_SHIFT], last = (uint64_t)y.last << in->f[AGX_F_SHIFT];
   if (sub ? last <= x.first : x.last + last <= UINT32_MAX)
      terms_make(&v->terms, prove_word(v, d, out))->range =
          sub ? (struct value_range){x.first - (uint32_t)last, x.last - (uint32_t)first}
              : (struct value_range){x.first + (uint32_t)first, x.last + (uint32_t)last};
}

#define MOST_THREADS 1024 /* threads of a workgroup (docs/abi-agx.md) */

static void note_thread(struct prover *v, const struct agx_instr *in, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D];

   if (in->op == AGX_OP_get_sr && in->imm - AGX_SR_THREAD_X < 3 && agx_ref_halves(d) == 2)
      terms_make(&v->terms, prove_word(v, d, out))->range = (struct value_range){0, MOST_THREADS - 1};
}

void prove_note_range(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   note_sum_range(v, in, env, out);
   note_thread(v, in, out);
}
