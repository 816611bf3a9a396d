/* SPDX-License-Identifier: MIT */
/*
 * Derivatives that the prover knows. The lanes of a quad are neighbouring pixels, so the position changes by 1 along one axis
 * and not along the other, and a value that is equal in all lanes does not change. After a divergent branch, a lane knows
 * nothing about its neighbours. So a derivative is computed only in a program without branches, before any select is split,
 * while all lanes hold the same symbols; the result is kept for later.
 */
#include "tests/agx-proof/agx_prove_priv.h"

enum { NOT_SEEN, UNKNOWN, NO_CHANGE, BY_1, BY_MINUS_1 };

static bool is_axis(const struct agx_instr *in)
{
   return in->op == AGX_OP_get_sr && (in->imm == AGX_SR_PIXEL_X || in->imm == AGX_SR_PIXEL_Y);
}

static uint8_t axis_of(const struct prover *v, uint64_t id)
{
   const struct term *t = terms_find(&v->terms, id);

   return t ? t->axis : 0;
}

/* Returns the axis if the operand is a 32-bit integer or float that is the position along it, possibly plus 0.5. */
static uint8_t operand_axis(const struct prover *v, const struct agx_ref *r, const uint64_t *env)
{
   return is_register(r) && !(r->mods & ~AGX_NEG) && agx_ref_halves(r) == 2 ? axis_of(v, prove_word(v, r, env)) : 0;
}

void prove_note_axis(struct prover *v, const struct agx_instr *in, const uint64_t *env, const uint64_t *out)
{
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A];
   uint8_t axis = 0;
   exec_lanes buf;

   if (is_axis(in) && agx_ref_halves(d) == 1) {
      terms_make(&v->terms, out[d->value % AGX_HALVES])->axis = 1 + (in->imm == AGX_SR_PIXEL_Y);
      return;
   }
   if (agx_ref_halves(d) != 2 || in->f[AGX_F_SAT])
      return;
   if (in->op == AGX_OP_convert && in->imm == AGX_CONV_U16_F && is_register(a) && !a->mods && agx_ref_halves(a) == 1)
      axis = axis_of(v, prove_half_of(v, a, env, 0));
   prove_set_registers(v, in, env);
   for (unsigned k = 0; in->op == AGX_OP_fadd32 && k < 2; k++) {
      const struct agx_ref *x = &in->ref[k ? AGX_B : AGX_A], *c = &in->ref[k ? AGX_A : AGX_B];
      if (!x->mods && prove_known(v, c, env) && agx_sim_float(v->t, c, buf)[0] == 0x3f000000)
         axis |= operand_axis(v, x, env);
   }
   if (axis)
      terms_make(&v->terms, prove_word(v, d, out))->axis = axis;
}

static uint8_t look(struct prover *v, const struct agx_instr *in, const uint64_t *env)
{
   const struct agx_ref *a = &in->ref[AGX_A];
   const uint8_t axis = operand_axis(v, a, env);
   exec_lanes buf;

   if (axis)
      return axis != 1 + (in->op == AGX_OP_dfdy) ? NO_CHANGE : a->mods ? BY_MINUS_1 : BY_1;
   if (!prove_known(v, a, env))
      return UNKNOWN;
   prove_set_registers(v, in, env);
   return (agx_sim_float(v->t, a, buf)[0] & 0x7f800000) != 0x7f800000 ? NO_CHANGE : UNKNOWN;
}

bool prove_gradient(struct prover *v, unsigned side, uint32_t pc, const uint64_t *env, uint64_t *out)
{
   static const uint16_t high[] = {[NO_CHANGE] = 0, [BY_1] = 0x3f80, [BY_MINUS_1] = 0xbf80};
   const struct agx_instr *in = &v->m[side]->in[pc];
   const struct agx_ref *d = &in->ref[AGX_D];
   uint8_t *kept = &v->gradient[pc];

   if ((in->op != AGX_OP_dfdx && in->op != AGX_OP_dfdy) || agx_ref_halves(d) != 2 || in->f[AGX_F_SAT])
      return false;
   const uint8_t known = v->uniform_ways ? look(v, in, env) : *kept;
   if (v->uniform_ways)
      *kept = *kept == NOT_SEEN || *kept == known ? known : UNKNOWN; /* for both sides */
   if (known <= UNKNOWN)
      return false;
   out[d->value % AGX_HALVES] = 0;
   out[(d->value + 1) % AGX_HALVES] = high[known];
   return true;
}
