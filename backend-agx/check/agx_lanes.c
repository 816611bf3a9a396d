/* SPDX-License-Identifier: MIT */
/*
 * The lane's view: all states that a lane may be in at each instruction, and the facts about registers, samples and outputs
 * that
 * hold on all paths through these states.
 */
#include "backend-agx/check/agx_validate_priv.h"

#include <string.h>

#define MOST 4096 /* higher counters are not nesting */

/* A lane runs or waits, and it has a counter. A counter of 0 makes the lane run only after the next operation on the
   counter. */
#define UNKNOWN INT32_MIN
struct state {
   int32_t counter; /* UNKNOWN if the program has not set it */
   bool runs;
};

struct node {
   struct state s;
   uint32_t pc, next; /* `next` is 1 + the next node of the same instruction, or 0 */
   bool queued;
   struct agx_lane_fact fact;
};

struct lanes {
   struct agx_code_map *m;
   struct node *node;
   uint32_t num, cap;
   uint32_t *first; /* by instruction: 1 + its first node, or 0 */
   uint32_t *work;
   uint32_t num_work, cap_work;
};

/* ---- states -------------------------------------------------------------------------------------------------------------- */

/* The possible successors of a state. */
struct outcome {
   struct state s[3];
   unsigned n;
};

static void add_outcome(struct outcome *o, int32_t counter, bool runs)
{
   if (o->n < 3)
      o->s[o->n++] = (struct state){counter, runs};
}

/* 1 or 0 if the condition always or never holds; -1 if it depends. */
static int constant_condition(const struct agx_instr *in)
{
   const struct agx_ref *a = &in->ref[AGX_A], *b = &in->ref[AGX_B];
   const unsigned cc = in->f[AGX_F_COND] & 7, inverted = in->f[AGX_F_COND] >> 3 & 1;

   if (in->op == AGX_OP_push_exec)
      return 1;
   if ((a->kind != AGX_IMM && a->kind != AGX_MINIFLOAT) || a->kind != b->kind || a->value != b->value)
      return -1;
   const bool floats = a->kind == AGX_MINIFLOAT;
   const bool equal =
       floats ? cc == AGX_FCC_EQ || cc == AGX_FCC_GE || cc == AGX_FCC_LE : cc == AGX_ICC_UEQ || cc == AGX_ICC_SEQ;
   return equal != inverted;
}

int32_t agx_counter_after(const struct agx_instr *in, int32_t v, bool holds)
{
   const int32_t n = (int32_t)in->f[AGX_F_NEST];

   switch (in->op) {
   case AGX_OP_update_exec: return v;
   case AGX_OP_pop_exec: return v > n ? v - n : 0;
   case AGX_OP_else_icmp:
   case AGX_OP_else_fcmp: return v == 0 ? n : v == 1 ? !holds : v;
   case AGX_OP_while_icmp:
   case AGX_OP_while_fcmp: return v >= n ? v : holds ? 0 : n;
   default: return v ? v + n : !holds;
   }
}

/* Does the operation test its condition in this state? */
static bool tests_condition(const struct agx_instr *in, struct state s)
{
   switch (in->op) {
   case AGX_OP_else_icmp:
   case AGX_OP_else_fcmp: return s.counter == 1;
   case AGX_OP_while_icmp:
   case AGX_OP_while_fcmp: return s.counter < (int32_t)in->f[AGX_F_NEST];
   case AGX_OP_if_icmp:
   case AGX_OP_if_fcmp: return s.counter == 0;
   default: return false;
   }
}

static void step_counter(const struct agx_instr *in, struct state s, struct outcome *o)
{
   const int always = constant_condition(in);

   for (int holds = 0; holds < 2; holds++) {
      if (always == !holds)
         continue;
      const int32_t v = agx_counter_after(in, s.counter, holds);
      if (!o->n || o->s[0].counter != v)
         add_outcome(o, v, v == 0);
   }
}

/* The successors after an ordinary operation that writes r0l. */
static void step_write(const struct agx_instr *in, struct state s, struct outcome *o)
{
   if (in->op == AGX_OP_mov_imm16) {
      add_outcome(o, (int32_t)in->imm, true);
   } else if (in->ref[AGX_D].kind == AGX_REG16 && (in->op == AGX_OP_icmpsel || in->op == AGX_OP_fcmpsel)) {
      for (unsigned k = AGX_C; k <= AGX_Y; k++) {
         const struct agx_ref *r = &in->ref[k];
         add_outcome(o, r->kind == AGX_IMM ? (int32_t)r->value : r->kind == AGX_REG16 && !r->value ? s.counter : UNKNOWN, true);
      }
   } else if (in->op == AGX_OP_mov && in->ref[AGX_D].kind == AGX_REG16 && in->ref[AGX_A].kind == AGX_IMM) {
      add_outcome(o, (int32_t)in->ref[AGX_A].value, true);
   } else {
      add_outcome(o, UNKNOWN, true);
   }
}

/* ---- facts --------------------------------------------------------------------------------------------------------------- */

/* Copies may read undefined registers, because the operands of a phi may be undefined. */
static bool is_copy(const struct agx_instr *in)
{
   return in->op == AGX_OP_mov && in->ref[AGX_A].kind == in->ref[AGX_D].kind;
}

static void copy_defined(const struct agx_instr *in, uint64_t *defined)
{
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A];

   for (unsigned k = 0; k < agx_ref_halves(d); k++) {
      const bool has = agx_has_bit(defined, a->value + k);
      defined[(d->value + k) / 64] &= ~(UINT64_C(1) << (d->value + k) % 64);
      defined[(d->value + k) / 64] |= (uint64_t)has << (d->value + k) % 64;
   }
}

static void apply_samples(const struct agx_instr *in, struct agx_lane_fact *f)
{
   const bool kills = in->op == AGX_OP_sample_mask && in->ref[AGX_B].kind == AGX_IMM && !in->ref[AGX_B].value;

   if (!kills)
      f->samples = AGX_S_TESTED;
   else if (in->ref[AGX_A].kind == AGX_IMM && in->ref[AGX_A].value == 255)
      f->samples = AGX_S_KILLED;
}

static void apply_effects(const struct agx_instr *in, struct agx_lane_fact *f)
{
   switch (in->op) {
   case AGX_OP_wait_pix: f->waited |= (uint8_t)in->imm; break;
   case AGX_OP_sample_mask:
   case AGX_OP_zs_emit: apply_samples(in, f); break;
   case AGX_OP_st_tile: f->tile = true; break;
   case AGX_OP_st_var:
   case AGX_OP_st_var_final:
      f->any = true;
      if (in->ref[AGX_B].kind == AGX_IMM)
         agx_set_bits(f->stored, in->ref[AGX_B].value, 1, AGX_UVS_WORDS);
      f->final = in->op == AGX_OP_st_var_final ? 1 : f->final;
      break;
   case AGX_OP_no_var: f->final = 1; break;
   case AGX_OP_uniform_store:
      if (in->ref[AGX_B].kind == AGX_IMM)
         agx_set_bits(f->stored, in->ref[AGX_B].value, agx_operand_count(in, AGX_C), AGX_UNIFORMS);
      break;
   default: break;
   }
}

/* Updates the facts for a running lane. */
static void apply_instr(const struct agx_code_map *m, uint32_t pc, struct agx_lane_fact *f)
{
   const struct agx_touch *t = &m->touch[pc];

   if (is_copy(&m->in[pc])) {
      copy_defined(&m->in[pc], f->defined);
   } else {
      for (unsigned k = 0; k < AGX_HALVES / 64; k++)
         f->defined[k] = (f->defined[k] & ~t->write[k]) | t->defined[k];
   }
   apply_effects(&m->in[pc], f);
}

/* Merges the facts of two paths. Returns false if that changes nothing. */
static bool merge_facts(struct agx_lane_fact *f, const struct agx_lane_fact *g)
{
   const struct agx_lane_fact old = *f;

   for (unsigned k = 0; k < AGX_HALVES / 64; k++)
      f->defined[k] &= g->defined[k];
   for (unsigned k = 0; k < AGX_UNIFORMS / 64; k++)
      f->stored[k] &= g->stored[k];
   f->waited &= g->waited;
   f->samples |= g->samples;
   f->final |= g->final;
   f->tile |= g->tile;
   f->any |= g->any;
   return memcmp(&old, f, sizeof old) != 0;
}

/* ---- the graph ----------------------------------------------------------------------------------------------------------- */

static void reach(struct lanes *l, uint32_t pc, struct state s, const struct agx_lane_fact *f)
{
   uint32_t n = l->first[pc];

   while (n && (l->node[n - 1].s.counter != s.counter || l->node[n - 1].s.runs != s.runs))
      n = l->node[n - 1].next;
   const bool is_new = !n;
   if (is_new) {
      struct node node = {.s = s, .pc = pc, .next = l->first[pc]};
      memcpy(&node.fact, f, sizeof *f);
      UTIL_PUSH(l->m->ctx, l->node, l->num, l->cap, node);
      n = l->first[pc] = l->num;
   }
   struct node *at = &l->node[n - 1];
   if ((is_new || merge_facts(&at->fact, f)) && !at->queued) {
      at->queued = true;
      UTIL_PUSH(l->m->ctx, l->work, l->num_work, l->cap_work, n - 1);
   }
}

static bool writes_counter(const struct agx_code_map *m, uint32_t pc)
{
   return m->touch[pc].write[0] & 1;
}

/* Does the program count waiting lanes? If not, r0l is an ordinary register. */
static bool counts_lanes(const struct agx_code_map *m)
{
   return m->flags & (AGX_EXEC | AGX_JUMP) || m->k->sample_loop;
}

static bool visit(struct lanes *l, const struct node *node)
{
   struct agx_code_map *m = l->m;
   const uint32_t pc = node->pc;
   const struct state s = node->s;
   const struct agx_instr *in = &m->in[pc];
   struct agx_lane_fact f;
   struct outcome o = {0};

   memcpy(&f, &node->fact, sizeof f);
   if (pc >= m->body || in->op == AGX_OP_stop)
      return true;
   if (agx_info[in->op].flags & AGX_EXEC) {
      if (s.counter == UNKNOWN)
         return agx_find(m, AGX_V_COUNTER, pc, 0);
      step_counter(in, s, &o);
   } else if (s.runs && writes_counter(m, pc) && counts_lanes(m)) {
      step_write(in, s, &o);
   } else {
      add_outcome(&o, s.counter, s.runs);
   }
   if (s.runs && !(agx_info[in->op].flags & AGX_EXEC))
      apply_instr(m, pc, &f);
   if (agx_has_target(in->op)) {
      const bool any = in->op == AGX_OP_jmp_exec_any;
      if (!s.runs || any)
         reach(l, m->target[pc], s, &f);
      if (s.runs && any)
         return true;
   }
   for (unsigned k = 0; k < o.n; k++) {
      if (o.s[k].counter > MOST)
         return agx_find(m, AGX_V_NEST, pc, -1);
      reach(l, pc + 1, o.s[k], &f);
   }
   return true;
}

static bool explore(struct lanes *l)
{
   struct agx_lane_fact f = {.samples = AGX_S_OPEN, .final = 2};

   memcpy(f.defined, l->m->k->live_in, sizeof f.defined);
   if (l->m->k->sample_loop)
      f.defined[0] |= 1;
   reach(l, 0, (struct state){l->m->k->sample_loop ? 0 : UNKNOWN, true}, &f);
   while (l->num_work) {
      const uint32_t n = l->work[--l->num_work];
      l->node[n].queued = false;
      const struct node copy = l->node[n];
      if (!visit(l, &copy))
         return false;
      util_work(l->m->ctx, 4);
   }
   return true;
}

/* ---- rules --------------------------------------------------------------------------------------------------------------- */

static bool check_registers(struct agx_code_map *m, const struct node *n)
{
   const struct agx_instr *in = &m->in[n->pc];
   const bool exec = agx_info[in->op].flags & AGX_EXEC;

   if (exec ? !tests_condition(in, n->s) : !n->s.runs || is_copy(in))
      return true;
   const int half = agx_first_without(m->touch[n->pc].read, n->fact.defined, AGX_HALVES / 64);
   return half < 0 || agx_find(m, AGX_V_UNDEFINED, n->pc, half);
}

static bool check_pixels(struct agx_code_map *m, const struct node *n)
{
   const struct agx_instr *in = &m->in[n->pc];
   const unsigned flags = agx_info[in->op].flags;
   const struct agx_lane_fact *f = &n->fact;
   const bool kills = in->op == AGX_OP_sample_mask && in->ref[AGX_B].kind == AGX_IMM && !in->ref[AGX_B].value;
   const uint8_t needs =
       kills ? 0 : (uint8_t)((flags & AGX_PIX_1 ? 1 : 0) | (flags & AGX_PIX_4 ? 4 : 0) | (flags & AGX_PIX_8 ? 8 : 0));

   if (needs & ~f->waited)
      return agx_find(m, AGX_V_PIXEL_WAIT, n->pc, -1);
   if (in->op != AGX_OP_sample_mask && in->op != AGX_OP_zs_emit)
      return true;
   if (f->tile)
      return agx_find(m, AGX_V_STORED, n->pc, -1);
   return !(f->samples & AGX_S_TESTED) || agx_find(m, AGX_V_TESTED, n->pc, -1);
}

static bool check_outputs(struct agx_code_map *m, const struct node *n)
{
   const struct agx_instr *in = &m->in[n->pc];

   if (in->op != AGX_OP_st_var && in->op != AGX_OP_st_var_final && in->op != AGX_OP_no_var)
      return true;
   if (n->fact.final & 1 || (in->op == AGX_OP_no_var && n->fact.any))
      return agx_find(m, AGX_V_OUTPUT_LATE, n->pc, -1);
   return true;
}

static bool uses_samples(const struct agx_code_map *m)
{
   for (uint32_t pc = 0; pc < m->n; pc++)
      if (m->in[pc].op == AGX_OP_sample_mask || m->in[pc].op == AGX_OP_zs_emit)
         return true;
   return false;
}

/* Checks the end of the part. */
static bool check_end(struct agx_code_map *m, const struct node *n, bool samples)
{
   const struct agx_contract *k = m->k;
   const struct agx_lane_fact *f = &n->fact;

   if (!n->s.runs || (n->s.counter != 0 && n->s.counter != UNKNOWN))
      return agx_find(m, AGX_V_STUCK, n->pc, 0);
   if (k->sample_loop && n->s.counter)
      return agx_find(m, AGX_V_RESERVED, n->pc, 0);
   if (k->part == AGX_CONTRACT_ANY)
      return true;
   const int half = agx_first_without(k->live_out, f->defined, AGX_HALVES / 64);
   if (half >= 0)
      return agx_find(m, AGX_V_EXPORT, n->pc, half);
   if (agx_first_without(k->stores, f->stored, AGX_UNIFORMS / 64) >= 0)
      return agx_find(m, k->part == AGX_CONTRACT_PREAMBLE ? AGX_V_UNIFORM_STORE : AGX_V_OUTPUT_MISSING, n->pc, -1);
   if (k->part == AGX_CONTRACT_VERTEX && f->final != 1)
      return agx_find(m, AGX_V_NO_FINAL, n->pc, -1);
   return !samples || !(f->samples & AGX_S_OPEN) || agx_find(m, AGX_V_UNTESTED, n->pc, -1);
}

static bool check_nodes(struct lanes *l)
{
   struct agx_code_map *m = l->m;
   const bool samples = uses_samples(m);

   for (uint32_t i = 0; i < l->num; i++) {
      const struct node *n = &l->node[i];
      m->reached[n->pc] = true;
      m->waiting[n->pc] |= !n->s.runs;
      const int32_t depth = n->s.runs || n->s.counter == UNKNOWN ? 0 : n->s.counter;
      m->deepest[n->pc] = depth > m->deepest[n->pc] ? depth : m->deepest[n->pc];
      if (depth)
         m->counters[n->pc] |= UINT64_C(1) << (depth < 63 ? depth : 63);
      if (n->pc >= m->body || m->in[n->pc].op == AGX_OP_stop)
         check_end(m, n, samples);
      else if (check_registers(m, n) && n->s.runs && check_pixels(m, n))
         check_outputs(m, n);
   }
   return !m->found;
}

bool agx_check_lanes(struct agx_code_map *m)
{
   struct lanes l = {.m = m, .first = UTIL_ARRAY(m->ctx, uint32_t, (size_t)m->n + 1)};

   return explore(&l) && check_nodes(&l);
}
