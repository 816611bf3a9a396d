/* SPDX-License-Identifier: MIT */
/* Device memory, the stack, memory of the threadgroup, uniforms. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

typedef uint64_t addresses[EXEC_LANES];

/* An access: the addresses of the first element and the registers of the data. */
struct access {
   addresses at;
   uint32_t lanes;
   const struct agx_ref *data;
   unsigned format, mask;
};

static bool is_stack(unsigned op)
{
   return op == AGX_OP_stack_load || op == AGX_OP_stack_store;
}
static bool is_local(unsigned op)
{
   return op == AGX_OP_local_load || op == AGX_OP_local_store || op == AGX_OP_local_atomic;
}

/* ---- addresses ----------------------------------------------------------------------------------------------------------- */

/* The index, extended to 64 bits according to EXT. */
static void read_index(const struct agx_wave *t, const struct agx_instr *in, uint64_t v[EXEC_LANES])
{
   const struct agx_ref *r = &in->ref[AGX_B];
   const bool imm = r->kind == AGX_IMM, zero = in->f[AGX_F_EXT];
   exec_lanes buf;
   const uint32_t *w = agx_sim_int(t, r, buf);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t x = w[l], sign = x >> (imm ? 15 : 31) & 1;
      v[l] = zero || !sign ? x : x | UINT64_MAX << (imm ? 16 : 32);
   }
}

/* base + (index << shift) elements, aligned down to a multiple of the element. Packed formats index words. */
static void device_address(const struct agx_wave *t, const struct agx_instr *in, unsigned bytes, bool packed, addresses at)
{
   const uint32_t s = in->f[AGX_F_SHIFT], shift = packed ? 0 : s == 3 ? 2 : s;
   uint64_t base[EXEC_LANES];

   agx_sim_int64(t, &in->ref[AGX_A], base);
   read_index(t, in, at);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      at[l] = (base[l] & ~(uint64_t)(bytes - 1)) + (at[l] << shift) * bytes;
}

/* Addresses are bytes from the start of the stack. Returns false after a fault if a lane leaves it. */
static bool stack_address(struct agx_wave *t, const struct agx_instr *in, unsigned bytes, struct access *a)
{
   const unsigned last = 32u - (unsigned)__builtin_clz(a->mask);

   read_index(t, in, a->at);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      a->at[l] <<= in->f[AGX_F_SHIFT];
      if (a->lanes >> l & 1 && (a->at[l] > 4u * (uint32_t)t->stack || a->at[l] + bytes * last > 4u * (uint32_t)t->stack))
         return agx_sim_fault(t, "an access outside the stack");
      if (a->lanes >> l & 1 && a->at[l] % bytes)
         return agx_sim_fault(t, "an unaligned access to the stack");
      a->at[l] += AGX_STACK_ADDRESS(l);
   }
   return true;
}

static bool local_address(struct agx_wave *t, const struct agx_instr *in, unsigned bytes, addresses at)
{
   exec_lanes buf;
   const uint32_t *base = agx_sim_int(t, &in->ref[AGX_A], buf);

   if (in->ref[AGX_B].kind != AGX_IMM || in->ref[AGX_B].value)
      return agx_sim_fault(t, "an index into the memory of the threadgroup, whose unit is undocumented");
   for (unsigned l = 0; l < EXEC_LANES; l++)
      at[l] = AGX_LOCAL_ADDRESS + (base[l] & ~(bytes - 1));
   return true;
}

/* ---- loads and stores ---------------------------------------------------------------------------------------------------- */

static bool load_element(struct agx_wave *t, const struct access *a, unsigned k, unsigned bytes, exec_lanes v)
{
   addresses at, word;

   memset(v, 0, sizeof(exec_lanes));
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      at[l] = a->at[l] + (uint64_t)k * bytes;
      word[l] = at[l] & ~UINT64_C(3);
   }
   if (a->lanes && (!t->env.load || t->env.load(t->env.user, a->lanes, word, v)))
      return agx_sim_fault(t, "a load from an address without memory");
   for (unsigned l = 0; l < EXEC_LANES && bytes < 4; l++)
      v[l] = v[l] >> 8 * (at[l] & 3) & ((1u << 8 * bytes) - 1);
   return true;
}

static bool store_element(struct agx_wave *t, const struct access *a, unsigned k, unsigned bytes, const exec_lanes v)
{
   addresses at;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      at[l] = a->at[l] + (uint64_t)k * bytes;
   if (a->lanes && (!t->env.store || t->env.store(t->env.user, a->lanes, at, bytes, v)))
      return agx_sim_fault(t, "a store to an address without memory");
   return true;
}

/* Sets *packed to the number of components of a packed format, or to 0 if each component is an element. */
static bool check_format(struct agx_wave *t, const struct access *a, unsigned *packed)
{
   const bool wide = a->data->kind == AGX_REG32;

   *packed = agx_format_info[a->format].packed;
   if (!agx_format_info[a->format].bytes)
      return agx_sim_fault(t, "an undocumented memory format");
   if (a->format == AGX_FORMAT_F16 && wide)
      return agx_sim_fault(t, "an access to f16 with 32-bit registers, which is undocumented");
   return true;
}

static bool load_all(struct agx_wave *t, const struct access *a)
{
   const unsigned bytes = agx_format_info[a->format].bytes;
   const bool wide = a->data->kind == AGX_REG32;
   unsigned packed, n = 0;
   exec_lanes word, v;

   if (!check_format(t, a, &packed))
      return false;
   for (unsigned k = 0; k < 4; k++) {
      if (!(a->mask >> k & 1))
         continue;
      if (!(packed && k) && !load_element(t, a, k, bytes, word))
         return false;
      for (unsigned l = 0; l < EXEC_LANES; l++)
         v[l] = agx_sim_unpack(t->num, a->format, k, wide, word[l]);
      const struct agx_ref d = agx_sim_component(a->data, n++);
      agx_sim_write(t, &d, a->lanes, v);
   }
   return true;
}

static bool store_all(struct agx_wave *t, const struct access *a)
{
   const unsigned bytes = agx_format_info[a->format].bytes;
   const bool wide = a->data->kind == AGX_REG32;
   unsigned packed, n = 0;
   exec_lanes in[4] = {{0}}, word;

   if (!check_format(t, a, &packed))
      return false;
   for (unsigned k = 0; k < 4; k++)
      if (a->mask >> k & 1) {
         exec_lanes buf;
         const struct agx_ref c = agx_sim_component(a->data, n++);
         memcpy(in[k], agx_sim_int(t, &c, buf), sizeof buf);
      }
   for (unsigned k = 0; k < (packed ? 1u : 4u); k++) {
      if (!(a->mask >> k & 1))
         continue;
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         const uint32_t v[4] = {in[0][l], in[1][l], in[2][l], in[3][l]};
         word[l] = agx_sim_pack(t->num, a->format, k, wide, v);
      }
      if (!store_element(t, a, k, bytes, word))
         return false;
   }
   return true;
}

bool agx_sim_memory(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const bool loads = in->op == AGX_OP_device_load || in->op == AGX_OP_stack_load || in->op == AGX_OP_local_load;
   const struct agx_format_info *f = &agx_format_info[in->f[AGX_F_FORMAT] & 15];
   struct access a = {
       .lanes = lanes, .data = &in->ref[loads ? AGX_D : AGX_C], .format = in->f[AGX_F_FORMAT] & 15, .mask = in->f[AGX_F_MASK]};

   if (!a.mask)
      return agx_sim_fault(t, "an access to memory without components");
   if (is_stack(in->op)) {
      if (!stack_address(t, in, f->bytes ? f->bytes : 1, &a))
         return false;
   } else if (is_local(in->op)) {
      if (!local_address(t, in, f->bytes ? f->bytes : 1, a.at))
         return false;
   } else {
      device_address(t, in, f->bytes ? f->bytes : 1, f->packed, a.at);
   }
   for (unsigned l = 0; l < EXEC_LANES && !loads && !is_stack(in->op); l++)
      a.lanes &= ~((uint32_t)agx_sim_is_helper(t, l) << l);
   return loads ? load_all(t, &a) : store_all(t, &a);
}

bool agx_sim_stack_adjust(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   (void)lanes;
   t->stack += (int32_t)s->in.imm;
   if (t->stack < 0 || t->stack > (t->stack_words ? (int32_t)t->stack_words : INT16_MAX))
      return agx_sim_fault(t, "a stack size below zero or above the limit");
   return true;
}

/* ---- atomics ------------------------------------------------------------------------------------------------------------- */

static uint32_t combine(unsigned op, uint32_t old, uint32_t a, uint32_t b)
{
   const uint32_t so = old ^ SIM_SIGN, sa = a ^ SIM_SIGN;

   switch (op) {
   case AGX_ATOMIC_ADD: return old + a;
   case AGX_ATOMIC_SUB: return old - a;
   case AGX_ATOMIC_XCHG: return a;
   case AGX_ATOMIC_CMPXCHG: return old == b ? a : old;
   case AGX_ATOMIC_UMIN: return a < old ? a : old;
   case AGX_ATOMIC_SMIN: return sa < so ? a : old;
   case AGX_ATOMIC_UMAX: return a > old ? a : old;
   case AGX_ATOMIC_SMAX: return sa > so ? a : old;
   case AGX_ATOMIC_AND: return old & a;
   case AGX_ATOMIC_OR: return old | a;
   default: return old ^ a;
   }
}

/* Stores that other waves see without a barrier. */
static bool store_at_once(struct agx_wave *t, const struct access *a, const exec_lanes v)
{
   if (!t->env.store_now)
      return store_element(t, a, 0, 4, v);
   return !t->env.store_now(t->env.user, a->lanes, a->at, v) || agx_sim_fault(t, "a store to an address without memory");
}

/* Executes lanes in ascending order, including helpers: the machine suppresses only plain stores. */
bool agx_sim_atomic(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const struct agx_ref *c = &in->ref[AGX_C], *d = &in->ref[AGX_D],
                        second = agx_sim_component(c, in->f[AGX_F_OP] == AGX_ATOMIC_CMPXCHG);
   struct access a = {.lanes = 0};
   exec_lanes x, y, old = {0}, v;

   if (in->f[AGX_F_OP] > AGX_ATOMIC_XOR)
      return agx_sim_fault(t, "an undocumented atomic operation");
   if (in->op == AGX_OP_local_atomic) {
      if (!local_address(t, in, 4, a.at))
         return false;
   } else {
      device_address(t, in, 4, false, a.at);
   }
   memcpy(x, agx_sim_int(t, c, v), sizeof x);
   memcpy(y, agx_sim_int(t, &second, v), sizeof y);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      a.lanes = 1u << l & lanes;
      if (!a.lanes)
         continue;
      if (!load_element(t, &a, 0, 4, v))
         return false;
      old[l] = v[l];
      v[l] = combine(in->f[AGX_F_OP], old[l], x[l], y[l]);
      if (!store_at_once(t, &a, v))
         return false;
   }
   if (d->kind != AGX_NONE)
      agx_sim_write(t, d, lanes, old);
   return true;
}

/* ---- stores of preambles ------------------------------------------------------------------------------------------------- */

bool agx_sim_uniform(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const unsigned n = agx_operand_count(in, AGX_C);
   exec_lanes buf;

   if (lanes & (lanes - 1))
      return agx_sim_fault(t, "a store to uniforms from several lanes");
   if ((in->f[AGX_F_MASK] & (in->f[AGX_F_MASK] + 1)) || n == 3)
      return agx_sim_fault(t, "a store to uniforms that is not of 1, 2 or 4 halves");
   if (!lanes)
      return true;
   const unsigned l = (unsigned)__builtin_ctz(lanes);
   const uint32_t first = agx_sim_int(t, &in->ref[AGX_B], buf)[l];
   if (first >= AGX_UNIFORMS || first + n > AGX_UNIFORMS)
      return agx_sim_fault(t, "a store after the last uniform");
   for (unsigned k = 0; k < n; k++) {
      const struct agx_ref c = agx_sim_component(&in->ref[AGX_C], k);
      uint32_t *u = &t->reg.u[(first + k) / 2], v = agx_sim_int(t, &c, buf)[l];
      *u = (first + k) & 1 ? (*u & 0xffff) | v << 16 : (*u & 0xffff0000u) | (v & 0xffff);
   }
   return true;
}

bool agx_sim_state(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const bool sampler = in->op == AGX_OP_sampler_state_store;
   const struct agx_ref *u = &in->ref[AGX_U];
   uint32_t *state = sampler ? t->reg.ss[in->ref[AGX_S].value % AGX_STATES] : t->reg.ts[in->ref[AGX_T].value % AGX_STATES];
   exec_lanes buf;

   if (lanes & (lanes - 1))
      return agx_sim_fault(t, "a store to a state from several lanes");
   if (!lanes)
      return true;
   state[0] = agx_sim_int(t, &in->ref[AGX_B], buf)[__builtin_ctz(lanes)];
   state[1] = t->reg.u[u->value / 2];
   state[2] = t->reg.u[u->value / 2 + 1];
   state[3] = 1;
   return true;
}
