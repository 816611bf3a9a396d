/* SPDX-License-Identifier: MIT */
/* The group's view: operations in flight, the stack, the life of values. Both ways of every jump are possible. */
#include "backend-agx/check/agx_validate_priv.h"

#include <string.h>

/* Bytes of the stack from `from` up to `to`. */
struct span {
   uint32_t from, to;
};

struct flight {
   uint64_t writes[AGX_SLOTS][AGX_HALVES / 64];
   struct span loads[AGX_SLOTS], stores[AGX_SLOTS];
   uint8_t pending[AGX_SLOTS]; /* the most that may be pending */
   uint8_t unfenced;           /* 1 if other threads of the group may not see a store to memory yet */
   int32_t stack;              /* words, or a very low number if it differs between paths */
};

struct group {
   struct agx_code_map *m;
   struct flight *in;
   bool *known, *queued;
   uint32_t *work, num_work;
};

static struct span join_spans(struct span a, struct span b)
{
   if (a.from == a.to)
      return b;
   if (b.from == b.to)
      return a;
   return (struct span){a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to};
}

static bool do_overlap(struct span a, struct span b)
{
   return a.from < b.to && b.from < a.to;
}

/* The bytes of the stack that an instruction reads or writes. */
static struct span stack_bytes(const struct agx_code_map *m, const struct agx_instr *in)
{
   const unsigned size = agx_format_info[in->f[AGX_F_FORMAT] & 15].bytes, mask = in->f[AGX_F_MASK] & 15;
   const struct agx_ref *b = &in->ref[AGX_B];

   if (b->kind != AGX_IMM || !mask)
      return (struct span){0, 4 * m->k->array_words};
   return (struct span){b->value + (uint32_t)__builtin_ctz(mask) * size,
                        b->value + (32 - (uint32_t)__builtin_clz(mask)) * size};
}

static bool is_stack(const struct agx_instr *in)
{
   return in->op == AGX_OP_stack_load || in->op == AGX_OP_stack_store;
}

/* ---- effects of instructions --------------------------------------------------------------------------------------------- */

static void apply_instr(const struct agx_code_map *m, uint32_t pc, struct flight *f)
{
   const struct agx_instr *in = &m->in[pc];
   const unsigned slot = in->f[AGX_F_SLOT] & 1;

   if (in->op == AGX_OP_wait) {
      memset(f->writes[slot], 0, sizeof f->writes[slot]);
      f->pending[slot] = 0;
      f->loads[slot] = f->stores[slot] = (struct span){0};
   } else if (agx_info[in->op].flags & AGX_ASYNC) {
      f->pending[slot] = (uint8_t)(f->pending[slot] + (f->pending[slot] <= AGX_MAX_PENDING));
      for (unsigned k = 0; k < AGX_HALVES / 64; k++)
         f->writes[slot][k] |= m->touch[pc].write[k];
      struct span *s = in->op == AGX_OP_stack_load ? f->loads : in->op == AGX_OP_stack_store ? f->stores : NULL;
      if (s)
         s[slot] = join_spans(s[slot], stack_bytes(m, in));
      f->unfenced |= in->op == AGX_OP_device_store;
   } else if (in->op == AGX_OP_memory_barrier) {
      f->unfenced = 0;
   } else if (in->op == AGX_OP_stack_adjust) {
      f->stack += (int32_t)in->imm;
   }
}

static bool merge_flight(struct flight *f, const struct flight *g)
{
   const struct flight old = *f;

   for (unsigned s = 0; s < AGX_SLOTS; s++) {
      for (unsigned k = 0; k < AGX_HALVES / 64; k++)
         f->writes[s][k] |= g->writes[s][k];
      f->loads[s] = join_spans(f->loads[s], g->loads[s]);
      f->stores[s] = join_spans(f->stores[s], g->stores[s]);
      f->pending[s] = f->pending[s] > g->pending[s] ? f->pending[s] : g->pending[s];
   }
   f->unfenced |= g->unfenced;
   f->stack = f->stack == g->stack ? f->stack : INT32_MIN / 2;
   return memcmp(&old, f, sizeof old) != 0;
}

static void reach(struct group *g, uint32_t pc, const struct flight *f)
{
   const bool is_new = !g->known[pc];

   if (is_new)
      g->in[pc] = *f;
   g->known[pc] = true;
   if ((is_new || merge_flight(&g->in[pc], f)) && !g->queued[pc]) {
      g->queued[pc] = true;
      g->work[g->num_work++] = pc;
   }
}

static void explore(struct group *g)
{
   struct agx_code_map *m = g->m;
   struct flight f;

   memset(&f, 0, sizeof f);
   reach(g, 0, &f);
   while (g->num_work) {
      const uint32_t pc = g->work[--g->num_work];
      g->queued[pc] = false;
      if (pc >= m->body || m->in[pc].op == AGX_OP_stop)
         continue;
      f = g->in[pc];
      apply_instr(m, pc, &f);
      if (agx_has_target(m->in[pc].op))
         reach(g, m->target[pc], &f);
      reach(g, pc + 1, &f);
      util_work(m->ctx, 4);
   }
}

/* ---- rules --------------------------------------------------------------------------------------------------------------- */

static bool check_stack(struct agx_code_map *m, uint32_t pc, const struct flight *f)
{
   const struct agx_instr *in = &m->in[pc];
   const struct span s = stack_bytes(m, in);

   if (in->op == AGX_OP_stack_adjust) {
      const int32_t words = f->stack + (int32_t)in->imm;
      const bool whole = !words || words == (int32_t)m->k->stack_words || (m->k->part == AGX_CONTRACT_ANY && words > 0);
      return (whole && !m->waiting[pc]) || agx_find(m, AGX_V_STACK, pc, -1);
   }
   if (!is_stack(in))
      return true;
   if (f->stack <= 0 || (in->ref[AGX_B].kind == AGX_IMM && s.to > 4 * (uint32_t)f->stack))
      return agx_find(m, AGX_V_STACK, pc, -1);
   for (unsigned k = 0; k < AGX_SLOTS; k++)
      if (do_overlap(s, f->stores[k]) || (in->op == AGX_OP_stack_store && do_overlap(s, f->loads[k])))
         return agx_find(m, AGX_V_STACK_ORDER, pc, -1);
   return true;
}

static bool check_flight(struct agx_code_map *m, uint32_t pc, const struct flight *f)
{
   const struct agx_instr *in = &m->in[pc];
   const unsigned flags = agx_info[in->op].flags, slot = in->f[AGX_F_SLOT] & 1;

   if (flags & AGX_DRAIN && (f->pending[0] || f->pending[1]))
      return agx_find(m, AGX_V_BARRIER, pc, -1);
   if (in->op == AGX_OP_threadgroup_barrier && f->unfenced)
      return agx_find(m, AGX_V_FENCE, pc, -1);
   if (flags & AGX_ASYNC && f->pending[slot] >= AGX_MAX_PENDING)
      return agx_find(m, AGX_V_PENDING, pc, -1);
   for (unsigned s = 0; s < AGX_SLOTS; s++) {
      const int half = agx_first_common(m->touch[pc].touch, f->writes[s], AGX_HALVES / 64);
      if (half >= 0)
         return agx_find(m, AGX_V_WAIT, pc, half);
   }
   return check_stack(m, pc, f);
}

static bool check_end(struct agx_code_map *m, uint32_t pc, const struct flight *f)
{
   const bool goes_on = m->k->part == AGX_CONTRACT_MAIN;

   for (unsigned s = 0; s < AGX_SLOTS && goes_on; s++)
      for (unsigned half = 0; half < AGX_HALVES; half++)
         if (agx_has_bit(f->writes[s], half))
            return agx_find(m, AGX_V_EXPORT_WAIT, pc, (int)half);
   return !((m->k->sample_loop || m->k->own_loop) && f->stack) || agx_find(m, AGX_V_STACK, pc, -1);
}

bool agx_check_group(struct agx_code_map *m)
{
   struct util_ctx *ctx = m->ctx;
   const size_t n = (size_t)m->n + 1;
   struct group g = {.m = m,
                     .in = UTIL_ARRAY(ctx, struct flight, n),
                     .known = UTIL_ARRAY(ctx, bool, n),
                     .queued = UTIL_ARRAY(ctx, bool, n),
                     .work = UTIL_ARRAY(ctx, uint32_t, n)};

   explore(&g);
   for (uint32_t pc = 0; pc <= m->body; pc++) {
      if (!g.known[pc])
         continue;
      if (pc == m->body || m->in[pc].op == AGX_OP_stop)
         check_end(m, pc, &g.in[pc]);
      else
         check_flight(m, pc, &g.in[pc]);
   }
   return !m->found;
}

/* ---- hints --------------------------------------------------------------------------------------------------------------- */

static bool has_hint(const struct agx_code_map *m, uint8_t hint)
{
   for (uint32_t pc = 0; pc < m->body; pc++)
      for (unsigned k = 0; k < AGX_NUM_REFS; k++)
         if (m->in[pc].ref[k].hint == hint)
            return true;
   return false;
}

/* Fills `live`: by instruction, the halves whose values are needed after it. Values of waiting lanes are not overwritten. */
static void find_life(const struct agx_code_map *m, uint64_t (*live)[AGX_HALVES / 64])
{
   bool changed = true;

   while (changed) {
      changed = false;
      for (uint32_t pc = m->body; pc-- > 0;) {
         uint64_t out[AGX_HALVES / 64], before[AGX_HALVES / 64];
         memcpy(out, pc + 1 == m->body ? m->k->live_out : live[m->n + 1 + pc + 1], sizeof out);
         for (unsigned k = 0; k < AGX_HALVES / 64 && agx_has_target(m->in[pc].op); k++)
            out[k] |= m->target[pc] == m->body ? m->k->live_out[k] : live[m->n + 1 + m->target[pc]][k];
         if (m->in[pc].op == AGX_OP_stop)
            memset(out, 0, sizeof out);
         for (unsigned k = 0; k < AGX_HALVES / 64; k++)
            before[k] = (out[k] & ~(m->waiting[pc] ? 0 : m->touch[pc].write[k])) | m->touch[pc].read[k] |
                        (k == 0 && agx_info[m->in[pc].op].flags & AGX_EXEC);
         changed |= memcmp(before, live[m->n + 1 + pc], sizeof before) != 0;
         memcpy(live[m->n + 1 + pc], before, sizeof before);
         memcpy(live[pc], out, sizeof out);
      }
      util_work(m->ctx, m->n);
   }
}

static bool ends_block(const struct agx_code_map *m, uint32_t pc)
{
   return agx_info[m->in[pc].op].flags & (AGX_EXEC | AGX_JUMP | AGX_END);
}

/* Does an ALU operation after this one, in its block, read one of the halves before it is written? */
static bool is_read_again(const struct agx_code_map *m, uint32_t pc, const bool *is_target, uint64_t *want)
{
   while (++pc < m->body && !is_target[pc]) {
      if (agx_info[m->in[pc].op].unit != AGX_U_NONE && agx_first_common(want, m->touch[pc].read, AGX_HALVES / 64) >= 0)
         return true;
      for (unsigned k = 0; k < AGX_HALVES / 64; k++)
         want[k] &= ~m->touch[pc].write[k];
      if (ends_block(m, pc))
         return false;
   }
   return false;
}

static void set_operand(const struct agx_ref *r, uint64_t *set)
{
   memset(set, 0, AGX_HALVES / 8);
   agx_set_bits(set, r->value, agx_ref_halves(r), AGX_HALVES);
}

bool agx_check_hints(struct agx_code_map *m)
{
   uint64_t(*live)[AGX_HALVES / 64], set[AGX_HALVES / 64];

   if (!has_hint(m, AGX_DISCARD) && !has_hint(m, AGX_CACHE))
      return true;
   live = (uint64_t(*)[AGX_HALVES / 64])UTIL_ARRAY(m->ctx, uint64_t, 2 * ((size_t)m->n + 1) * (AGX_HALVES / 64));
   bool *is_target = UTIL_ARRAY(m->ctx, bool, (size_t)m->n + 1);
   for (uint32_t pc = 0; pc < m->body; pc++)
      if (agx_has_target(m->in[pc].op))
         is_target[m->target[pc]] = true;
   find_life(m, live);
   for (uint32_t pc = 0; pc < m->body; pc++)
      for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
         const struct agx_ref *r = &m->in[pc].ref[k];
         if (r->hint != AGX_DISCARD && r->hint != AGX_CACHE)
            continue;
         set_operand(r, set);
         if (r->hint == AGX_CACHE && !is_read_again(m, pc, is_target, set))
            agx_find(m, AGX_V_CACHE, pc, (int)r->value);
         for (unsigned h = 0; h < AGX_HALVES / 64; h++)
            set[h] &= ~m->touch[pc].write[h];
         if (r->hint == AGX_DISCARD && (m->waiting[pc] || agx_first_common(set, live[pc], AGX_HALVES / 64) >= 0))
            agx_find(m, AGX_V_DISCARD, pc, (int)r->value);
      }
   return !m->found;
}
