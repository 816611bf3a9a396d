/* SPDX-License-Identifier: MIT */
/* The instructions of a program: the registers that they access and the targets of jumps. */
#include "backend-agx/check/agx_validate_priv.h"

bool agx_find(struct agx_code_map *m, enum agx_violation v, uint32_t pc, int half)
{
   if (!m->found || pc < m->found_at) {
      m->found = v;
      m->found_at = pc;
      m->found_half = half;
   }
   return false;
}

bool agx_has_target(unsigned op)
{
   return op == AGX_OP_jmp_exec_any || op == AGX_OP_jmp_exec_none;
}

static bool is_register(unsigned kind)
{
   return kind == AGX_REG16 || kind == AGX_REG32 || kind == AGX_REG64;
}

/* The unused halves at the end of an operand: the upper half of a register that holds one 16-bit number. */
static unsigned padding_of(const struct agx_instr *in, unsigned ref)
{
   const struct agx_dim_info *dim = &agx_dim_info[in->f[AGX_F_DIM] & 15];
   const bool texture = in->op == AGX_OP_texture_sample || in->op == AGX_OP_texture_load || in->op == AGX_OP_image_load;

   if (texture && in->ref[ref].kind == AGX_REG32) {
      if (ref == AGX_A)
         return in->f[AGX_F_DIM] == AGX_DIM_2D_MS ||
                (dim->layer && !in->f[AGX_F_QUERY] && in->f[AGX_F_DIM] != AGX_DIM_2D_MS_ARRAY);
      return (ref == AGX_B && in->f[AGX_F_LOD] == AGX_LOD_GRAD_MIN) || (ref == AGX_C && in->f[AGX_F_OFFSET]);
   }
   return in->op == AGX_OP_zs_emit && ref == AGX_B && in->ref[ref].count == 2;
}

static void find_touch(const struct agx_instr *in, struct agx_touch *t)
{
   const unsigned flags = agx_info[in->op].flags;

   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      const struct agx_ref *r = &in->ref[k];
      const unsigned n = is_register(r->kind) ? agx_ref_halves(r) : 0;
      if (!n)
         continue;
      agx_set_bits(t->touch, r->value, n, AGX_HALVES);
      if (k != AGX_D) {
         agx_set_bits(t->read, r->value, n - padding_of(in, k), AGX_HALVES);
         continue;
      }
      if (flags & AGX_EXEC)
         continue;
      const bool result = in->op == AGX_OP_texture_sample || in->op == AGX_OP_texture_load || in->op == AGX_OP_image_load;
      const unsigned used = result && !in->f[AGX_F_SPARSE] ? (unsigned)__builtin_popcount(in->f[AGX_F_MASK] & 15) * n / 4 : n;
      agx_set_bits(t->write, r->value, n, AGX_HALVES);
      agx_set_bits(t->defined, r->value, used, AGX_HALVES);
   }
   if (flags & AGX_EXEC)
      agx_set_bits(t->touch, 0, 1, AGX_HALVES);
}

static bool find_targets(struct agx_code_map *m)
{
   for (uint32_t pc = 0; pc < m->n; pc++) {
      const struct agx_instr *in = &m->in[pc];
      if (!agx_has_target(in->op))
         continue;
      const int64_t to = (int64_t)m->at[pc] + (int32_t)in->imm;
      uint32_t lo = 0, hi = m->n;
      while (lo < hi) {
         const uint32_t mid = lo + (hi - lo) / 2;
         if ((int64_t)m->at[mid] < to)
            lo = mid + 1;
         else
            hi = mid;
      }
      if ((int64_t)m->at[lo] != to || (in->op == AGX_OP_jmp_exec_none && lo <= pc) || lo > m->body)
         return agx_find(m, AGX_V_TARGET, pc, -1);
      m->target[pc] = lo;
   }
   return true;
}

bool agx_map_code(struct agx_code_map *m, const uint8_t *code, size_t len)
{
   struct util_ctx *ctx = m->ctx;
   const size_t most = len / 2 + 2;

   m->in = UTIL_ARRAY(ctx, struct agx_instr, most);
   m->at = UTIL_ARRAY(ctx, uint32_t, most);
   m->target = UTIL_ARRAY(ctx, uint32_t, most);
   for (size_t at = 0; at < len; at += m->in[m->n++].len) {
      m->at[m->n] = (uint32_t)at;
      if (agx_decode(code + at, len - at, &m->in[m->n])) {
         m->in[m->n].len = 0;
         return agx_find(m, AGX_V_DECODE, m->n, -1);
      }
   }
   m->at[m->n] = (uint32_t)len;
   m->touch = UTIL_ARRAY(ctx, struct agx_touch, (size_t)m->n + 1);
   m->waiting = UTIL_ARRAY(ctx, bool, (size_t)m->n + 1);
   m->reached = UTIL_ARRAY(ctx, bool, (size_t)m->n + 1);
   m->deepest = UTIL_ARRAY(ctx, int32_t, (size_t)m->n + 1);
   m->counters = UTIL_ARRAY(ctx, uint64_t, (size_t)m->n + 1);
   m->body = m->n;
   while (m->body && m->in[m->body - 1].op == AGX_OP_trap)
      m->body--;
   for (uint32_t pc = 0; pc < m->n; pc++) {
      find_touch(&m->in[pc], &m->touch[pc]);
      m->flags |= agx_info[m->in[pc].op].flags;
      m->deepest[pc] = -1;
   }
   m->deepest[m->n] = -1;
   return find_targets(m);
}

bool agx_find_accesses(struct util_ctx *ctx, const uint8_t *code, size_t len, struct agx_access *a)
{
   struct agx_code_map m = {.ctx = ctx};

   if (!agx_map_code(&m, code, len))
      return false;
   *a = (struct agx_access){m.in, m.touch, m.at, m.target, m.n, m.body};
   return true;
}
