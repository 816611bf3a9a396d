/* SPDX-License-Identifier: MIT */
/* Decodes a program for the simulator: a step for each instruction, with everything that does not change between runs. */
#include "backend-agx/sim/agx_sim_priv.h"

static const agx_step_fn functions[AGX_NUM_OPS] = {
#define R(fn, id) [AGX_OP_##id] = agx_sim_##fn,
    /* integers, except those that is_integer() finds */
    R(sum, iadd) R(sum, isub) R(sum, imadd) R(sum, imsub) R(select, icmpsel) R(select, fcmpsel) R(special, get_sr)
    /* floats */
    R(float_op, fadd32) R(float_op, fmul32) R(float_op, fmadd32) R(half_op, fadd16) R(half_op, fmul16) R(half_op, fmadd16)
        R(float_op, floor) R(float_op, ceil) R(float_op, trunc) R(float_op, rint) R(float_op, rcp) R(float_op, rsqrt)
            R(float_op, rsqrt_special) R(float_op, log2) R(float_op, exp2) R(float_op, sin_pt_1) R(float_op, sin_pt_2)
                R(convert, convert)
    /* other lanes */
    R(gradient, dfdx) R(gradient, dfdy) R(shuffle, quad_shuffle) R(shuffle, quad_shuffle_xor) R(shuffle, quad_shuffle_up)
        R(shuffle, quad_shuffle_down) R(shuffle, quad_shuffle_rotate_up) R(shuffle, simd_shuffle) R(shuffle, simd_shuffle_xor)
            R(shuffle, simd_shuffle_up) R(shuffle, simd_shuffle_down) R(shuffle, simd_shuffle_rotate_up) R(reduce, quad_reduce)
                R(reduce, simd_reduce) R(reduce, quad_prefix) R(reduce, simd_prefix) R(ballot, icmp_quad_ballot)
                    R(ballot, icmp_ballot) R(ballot, fcmp_quad_ballot) R(ballot, fcmp_ballot)
    /* control flow */
    R(nest, update_exec) R(nest, push_exec) R(nest, pop_exec) R(nest, if_icmp) R(nest, else_icmp) R(nest, while_icmp)
        R(nest, if_fcmp) R(nest, else_fcmp) R(nest, while_fcmp) R(jump, jmp_exec_any) R(jump, jmp_exec_none) R(jump, call)
            R(jump, call_reg) R(jump, ret) R(wait, wait) R(wait, wait_pix) R(wait, signal_pix) R(barrier, threadgroup_barrier)
                R(barrier, memory_barrier) R(barrier, memory_barrier_2) R(barrier, memory_barrier_3)
                    R(barrier, device_barrier_1) R(barrier, device_barrier_2) R(barrier, image_barrier_1)
                        R(barrier, image_barrier_2) R(barrier, image_barrier_3) R(barrier, image_barrier_4)
                            R(barrier, flush_memory_to_texture) R(barrier, unknown_barrier_1) R(barrier, unknown_barrier_2)
    /* memory */
    R(memory, device_load) R(memory, device_store) R(memory, stack_load) R(memory, stack_store) R(memory, local_load)
        R(memory, local_store) R(stack_adjust, stack_adjust) R(atomic, atomic) R(atomic, local_atomic) R(uniform, uniform_store)
            R(state, tex_state_store) R(state, sampler_state_store) R(texture, texture_sample) R(texture, texture_load)
    /* varyings and pixels */
    R(output, st_var) R(output, st_var_final) R(output, no_var) R(iterate, iter) R(iterate, iterproj) R(iterate, ldcf)
        R(samples, sample_mask) R(samples, zs_emit) R(tile, st_tile) R(tile, ld_tile)
#undef R
};

/* Integer operations that only write D share one function and have no row above. */
static bool is_integer(unsigned op)
{
   const struct agx_row *d = agx_operand_row(op, AGX_D), *a = agx_operand_row(op, AGX_A);

   return !(agx_info[op].flags & ~AGX_SEXT) && d &&
          (d->kind == AGX_K_DST || d->kind == AGX_K_DST16 || d->kind == AGX_K_DST32) && (!a || a->kind == AGX_K_SRCI);
}

static void add_halves(uint64_t *set, unsigned first, unsigned count)
{
   for (unsigned h = first; h < first + count && h < AGX_HALVES; h++)
      set[h / 64] |= UINT64_C(1) << h % 64;
}

/* The halves of an operand, or 0 if it is not a register. */
static unsigned halves_of(const struct agx_instr *in, enum agx_refs ref)
{
   const struct agx_ref *r = &in->ref[ref];
   const unsigned n = agx_operand_count(in, ref);

   switch (r->kind) {
   case AGX_REG16: return n;
   case AGX_REG32: return 2 * n;
   case AGX_REG64: return 4;
   default: return 0;
   }
}

static void find_registers(struct agx_step *s)
{
   const struct agx_instr *in = &s->in;

   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      const unsigned n = halves_of(in, (enum agx_refs)k), first = in->ref[k].value;
      if (!n)
         continue;
      add_halves(k == AGX_D ? s->write : s->read, first, n);
      if (k != AGX_D && in->ref[k].hint == AGX_DISCARD)
         add_halves(s->discard, first, n);
      s->halves = (uint16_t)(first + n > s->halves ? first + n : s->halves);
   }
   if (s->flags & AGX_EXEC)
      add_halves(s->write, 0, 1), add_halves(s->read, 0, 1);
   if (s->flags & AGX_LINK)
      add_halves(s->write, 2, 2);
   for (unsigned k = 0; k < AGX_HALVES / 64; k++) {
      s->discard[k] &= ~s->write[k];
      s->discards |= s->discard[k] != 0;
   }
}

/* Returns the fault of a step that is invalid whatever the registers hold, or NULL. */
static const char *violation(const struct agx_step *s)
{
   const struct agx_instr *in = &s->in;

   if (in->op == AGX_OP_trap)
      return "trap";
   if (in->op == AGX_OP_stop)
      return NULL;
   if (!s->run)
      return "an instruction that the simulator does not support";
   if (in->f[AGX_F_KILL])
      return "ending helper lanes, which is undocumented";
   if (in->op == AGX_OP_bitop && (in->imm == 12 || in->imm == 3))
      return "a bit operation that depends only on B";
   if (s->halves > AGX_HALVES)
      return "a vector that extends beyond the last register";
   return NULL;
}

const struct agx_sim_code *agx_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len)
{
   struct agx_sim_code *c = UTIL_NEW(ctx, struct agx_sim_code);
   uint32_t *step_at = UTIL_ARRAY(ctx, uint32_t, len / 2 + 1), n = 0, cap = 0, pc = 0;
   struct agx_step *step = NULL;

   while (pc < len) {
      struct agx_step s = {.place = pc};
      c->at.error = agx_decode(code + pc, len - pc, &s.in);
      if (c->at.error)
         break;
      s.next = pc + s.in.len;
      s.flags = agx_info[s.in.op].flags;
      s.run = functions[s.in.op] ? functions[s.in.op] : is_integer(s.in.op) ? agx_sim_int_op : NULL;
      find_registers(&s);
      s.fault = violation(&s);
      c->flags |= s.flags;
      UTIL_PUSH(ctx, step, n, cap, s);
      step_at[pc / 2] = n;
      pc = s.next;
   }
   c->step = step;
   c->at.step_at = step_at;
   c->at.end = pc;
   c->at.shift = 1;
   return c;
}
