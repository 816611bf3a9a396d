/* SPDX-License-Identifier: MIT */
/* Rules about one instruction and its part, and about the end of the part. */
#include "backend-agx/check/agx_validate_priv.h"

#include "semantics/slots.h"

/* ---- permitted instructions ---------------------------------------------------------------------------------------------- */

static bool is_local(const struct agx_instr *in)
{
   return in->op == AGX_OP_local_load || in->op == AGX_OP_local_store || in->op == AGX_OP_local_atomic;
}

static bool is_of_part(const struct agx_code_map *m, const struct agx_instr *in)
{
   const unsigned flags = agx_info[in->op].flags;

   switch (m->k->part) {
   case AGX_CONTRACT_VERTEX: return !(flags & (AGX_FRAGMENT | AGX_PREAMBLE)) && in->op != AGX_OP_dfdx && in->op != AGX_OP_dfdy;
   case AGX_CONTRACT_MAIN:
   case AGX_CONTRACT_FRAGMENT: return !(flags & (AGX_VERTEX | AGX_PREAMBLE));
   case AGX_CONTRACT_COMPUTE: return !(flags & (AGX_FRAGMENT | AGX_VERTEX | AGX_PREAMBLE));
   case AGX_CONTRACT_PREAMBLE:
      return !(flags & (AGX_FRAGMENT | AGX_VERTEX | AGX_DRAIN | AGX_CROSS)) && in->op != AGX_OP_device_store &&
             in->op != AGX_OP_stack_adjust && in->op != AGX_OP_atomic && !is_local(in);
   default: return true;
   }
}

/* Excludes instructions of unknown meaning, and calls, because the checks do not follow their paths. */
static bool is_known(const struct agx_instr *in)
{
   if (in->op == AGX_OP_bitop && (in->imm == 12 || in->imm == 3))
      return false;
   if (in->op == AGX_OP_call || in->op == AGX_OP_call_reg || in->op == AGX_OP_ret || in->op == AGX_OP_jmp_if_skipping_doorbell)
      return false;
   return !in->f[AGX_F_KILL] && !in->f[AGX_F_AUX];
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static bool check_align(struct agx_code_map *m, uint32_t pc, const struct agx_ref *r)
{
   const unsigned n = agx_ref_halves(r);
   unsigned align = 1;

   if (r->kind > AGX_REG64 || r->kind == AGX_REG64)
      return true; /* the decoder knows where pairs may be */
   while (align < n && align < 16)
      align *= 2;
   return r->value % align == 0 || agx_find(m, AGX_V_ALIGN, pc, (int)r->value);
}

static bool check_operands(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_contract *k = m->k;
   const struct agx_instr *in = &m->in[pc];

   for (unsigned j = 0; j < AGX_NUM_REFS; j++) {
      const struct agx_ref *r = &in->ref[j];
      const unsigned n = agx_ref_halves(r);
      if (r->kind >= AGX_REG16 && r->kind <= AGX_REG64) {
         if (r->value + n > k->halves)
            return agx_find(m, AGX_V_HALVES, pc, (int)r->value);
         if (!check_align(m, pc, r))
            return false;
      }
      if (r->kind >= AGX_UNIFORM16 && r->kind <= AGX_UNIFORM64)
         for (unsigned h = r->value; h < r->value + n; h++)
            if (h >= AGX_UNIFORMS || !agx_has_bit(k->uniforms, h))
               return agx_find(m, AGX_V_UNIFORM, pc, -1);
   }
   return true;
}

/* ---- inputs, states, special registers ----------------------------------------------------------------------------------- */

/* Does the instruction interpolate as the contract's entry for its coefficient register requires? */
static bool is_interpolated_as(const struct agx_instr *in, uint8_t cf)
{
   const unsigned interp = in->f[AGX_F_INTERP];
   const bool sample = interp == AGX_INTERP_SAMPLE || interp == AGX_INTERP_SAMPLE_REG;

   if (cf == AGX_CF_W || cf == AGX_CF_Z)
      return in->op == AGX_OP_iter;
   switch (cf - 1) {
   case INTERP_FLAT: return in->op == AGX_OP_ldcf;
   case INTERP_SMOOTH: return in->op == AGX_OP_iterproj && interp == AGX_INTERP_CENTER;
   case INTERP_CENTROID: return in->op == AGX_OP_iterproj && interp == AGX_INTERP_CENTROID;
   case INTERP_SAMPLE: return in->op == AGX_OP_iterproj && sample;
   case INTERP_NOPERSPECTIVE: return in->op == AGX_OP_iter && interp == AGX_INTERP_CENTER;
   case INTERP_NOPERSPECTIVE_CENTROID: return in->op == AGX_OP_iter && interp == AGX_INTERP_CENTROID;
   case INTERP_NOPERSPECTIVE_SAMPLE: return in->op == AGX_OP_iter && sample;
   default: return false;
   }
}

static bool check_coefficients(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_instr *in = &m->in[pc];
   const unsigned n = agx_operand_count(in, AGX_D) / (in->op == AGX_OP_ldcf ? 3 : 1);
   const struct agx_ref *a = &in->ref[AGX_A];

   if (a->kind != AGX_IMM)
      return true;
   for (unsigned c = a->value; c < a->value + n; c++)
      if (c >= AGX_CF_COUNT || !is_interpolated_as(in, m->k->cf[c]))
         return agx_find(m, AGX_V_COEFFICIENT, pc, -1);
   if (in->op == AGX_OP_iterproj && m->k->cf[in->ref[AGX_B].value & 255] != AGX_CF_W)
      return agx_find(m, AGX_V_COEFFICIENT, pc, -1);
   return true;
}

static bool check_states(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_ref *t = &m->in[pc].ref[AGX_T], *s = &m->in[pc].ref[AGX_S];

   if ((t->kind == AGX_IMM && (t->value > 255 || !agx_has_bit(m->k->ts, t->value))) ||
       (s->kind == AGX_IMM && (s->value > 255 || !agx_has_bit(m->k->ss, s->value))))
      return agx_find(m, AGX_V_STATE, pc, -1);
   return true;
}

static bool check_sreg(struct agx_code_map *m, uint32_t pc)
{
   static const uint8_t everywhere[] = {52, 53, 56, 57, 58, 59, 63}, fragments[] = {2, 14, 60, 62, 80, 81, 124};
   const uint32_t number = m->in[pc].imm;
   const bool block =
       /* positions in the workgroup and the grid */
       number <= 2 || (number >= 4 && number <= 6) || (number >= 48 && number <= 51);
   const bool fragment = m->k->part == AGX_CONTRACT_MAIN || m->k->part == AGX_CONTRACT_FRAGMENT;

   if (block && m->k->part == AGX_CONTRACT_COMPUTE)
      return true;
   for (unsigned k = 0; k < sizeof everywhere; k++)
      if (everywhere[k] == number || (fragment && fragments[k] == number))
         return true;
   return agx_find(m, AGX_V_SREG, pc, -1);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------------- */

static bool check_output(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_instr *in = &m->in[pc];
   const struct agx_ref *b = &in->ref[AGX_B];

   switch (in->op) {
   case AGX_OP_st_var:
   case AGX_OP_st_var_final: return b->kind != AGX_IMM || b->value < m->k->uvs_words || agx_find(m, AGX_V_OUTPUT_WORD, pc, -1);
   case AGX_OP_zs_emit:
   case AGX_OP_st_tile: return m->k->part != AGX_CONTRACT_MAIN || agx_find(m, AGX_V_TILE, pc, -1);
   case AGX_OP_uniform_store:
      for (unsigned h = b->value; b->kind == AGX_IMM && h < b->value + agx_operand_count(in, AGX_C); h++)
         if (h >= AGX_UNIFORMS || !agx_has_bit(m->k->stores, h))
            return agx_find(m, AGX_V_UNIFORM_STORE, pc, -1);
      return b->kind == AGX_IMM || agx_find(m, AGX_V_UNIFORM_STORE, pc, -1);
   default: return true;
   }
}

static bool check_one(struct agx_code_map *m, uint32_t pc)
{
   const struct agx_instr *in = &m->in[pc];

   if (!is_known(in))
      return agx_find(m, AGX_V_UNKNOWN, pc, -1);
   if (!is_of_part(m, in))
      return agx_find(m, AGX_V_PART, pc, -1);
   if (!check_operands(m, pc))
      return false;
   if (m->k->sample_loop && agx_has_bit(m->touch[pc].write, m->k->mask_half))
      return agx_find(m, AGX_V_RESERVED, pc, (int)m->k->mask_half);
   if (m->k->part == AGX_CONTRACT_ANY)
      return true;
   if ((in->op == AGX_OP_iter || in->op == AGX_OP_iterproj || in->op == AGX_OP_ldcf) && !check_coefficients(m, pc))
      return false;
   if (in->op == AGX_OP_get_sr && !check_sreg(m, pc))
      return false;
   return check_states(m, pc) && check_output(m, pc);
}

/* ---- the end ------------------------------------------------------------------------------------------------------------- */

static bool check_end(struct agx_code_map *m)
{
   const uint32_t traps = m->n - m->body;
   uint32_t stops = 0;

   for (uint32_t pc = 0; pc < m->body; pc++) {
      if (m->in[pc].op == AGX_OP_trap)
         return agx_find(m, AGX_V_END, pc, -1);
      stops += m->in[pc].op == AGX_OP_stop;
   }
   switch (m->k->part) {
   case AGX_CONTRACT_ANY: return true;
   case AGX_CONTRACT_MAIN: return (!stops && !traps) || agx_find(m, AGX_V_END, m->body, -1);
   default:
      return (stops == 1 && m->in[m->body - 1].op == AGX_OP_stop && traps == AGX_TRAPS) ||
             agx_find(m, AGX_V_END, m->body ? m->body - 1 : 0, -1);
   }
}

/* The declared number of halves must match the highest one in use. */
static bool check_declared(struct agx_code_map *m)
{
   unsigned most = m->k->least;

   for (unsigned h = 0; h < AGX_HALVES; h++) {
      bool used = (agx_has_bit(m->k->live_in, h) && h >= AGX_FIRST_ATTRIBUTE) || agx_has_bit(m->k->live_out, h);
      for (uint32_t pc = 0; pc < m->n && !used; pc++)
         used = agx_has_bit(m->touch[pc].touch, h);
      most = used && h + 1 > most ? h + 1 : most;
   }
   if (m->k->part == AGX_CONTRACT_ANY || most == m->k->halves)
      return true;
   return agx_find(m, most > m->k->halves ? AGX_V_HALVES : AGX_V_DECLARED, 0, (int)most - 1);
}

bool agx_check_instructions(struct agx_code_map *m)
{
   for (uint32_t pc = 0; pc < m->n; pc++)
      if (!check_one(m, pc))
         return false;
   return check_end(m) && check_declared(m);
}
