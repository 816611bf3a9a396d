/* SPDX-License-Identifier: MIT */
/* The made-up machine, see toy.h. */
#include "tests/unit/base/toy.h"

#include <string.h>

#include "codegen/copies.h"
#include "codegen/spill.h"
#include "codegen/waits.h"
#include "util/rng.h"

#define MAX_STEPS 20000
#define MAX_IN_FLIGHT 256

static struct toy_instr *toy_of(const struct cg_instr *i)
{
   return (struct toy_instr *)i;
}

static bool is_request(const struct toy_instr *i)
{
   return i->base.kind == CG_OPERATION && (i->op == TOY_FETCH || i->op == TOY_LOAD || i->op == TOY_STORE);
}

/* ---- what codegen/ asks -------------------------------------------------------------------------------------------------- */

static void refs(const struct cg_program *p, const struct cg_instr *base, cg_ref_fn fn, void *user)
{
   const struct toy_instr *i = toy_of(base);
   if (base->kind == CG_COPIES) {
      for (uint32_t k = 0; k < base->num_copies; k++)
         if (base->copies[k].src < CG_EXTERNAL)
            fn(user, base->copies[k].src, 1, false);
      for (uint32_t k = 0; k < base->num_copies; k++)
         fn(user, base->copies[k].dst, 1, true);
      return;
   }
   for (uint32_t k = 0; base->kind == CG_OPERATION && k < base->num_keep; k++)
      fn(user, base->keep[k].unit, base->keep[k].n, false);
   for (unsigned k = 0; k < 2; k++)
      if (i->src[k] != TOY_NO_UNIT)
         fn(user, i->src[k], i->op == TOY_PAIR || i->op == TOY_PUT ? i->n : 1, false);
   if (i->conditional)
      fn(user, p->num_units, 1, false); /* the predicate */
   if (i->conditional && i->dst != TOY_NO_UNIT && i->op != TOY_GET) /* the old value of dst stays; it is never read for a GET */
      fn(user, i->dst, i->n, false);
   if (i->dst != TOY_NO_UNIT)
      fn(user, i->dst, i->n, true);
   if (i->op == TOY_TEST)
      fn(user, p->num_units, 1, true);
}

static bool early_writes(const struct cg_instr *i)
{
   return i->kind == CG_OPERATION && toy_of(i)->op == TOY_PAIR;
}

static struct cg_request request(const struct cg_instr *base)
{
   const struct toy_instr *i = toy_of(base);
   if (!is_request(i))
      return (struct cg_request){CG_NO_COUNTER, CG_NO_MEMORY};
   return (struct cg_request){i->counter, i->op == TOY_LOAD ? CG_LOAD : i->op == TOY_STORE ? CG_STORE : CG_NO_MEMORY};
}

const struct cg_machine toy_machine = {.refs = refs, .early_writes = early_writes, .request = request};

/* ---- making instructions ------------------------------------------------------------------------------------------------- */

static struct toy_instr *toy_new(struct cg_program *p, enum toy_op op)
{
   struct toy_instr *i = UTIL_NEW(p->ctx, struct toy_instr);
   i->op = (uint8_t)op;
   i->n = 1;
   i->dst = i->src[0] = i->src[1] = TOY_NO_UNIT;
   return i;
}

struct toy_instr *toy_add(struct cg_program *p, struct cg_list *l, enum toy_op op, uint32_t dst, uint32_t src0, uint32_t src1,
                          uint32_t imm)
{
   struct toy_instr *i = toy_new(p, op);
   i->dst = dst;
   i->src[0] = src0;
   i->src[1] = src1;
   i->imm = imm;
   i->counter = op == TOY_FETCH ? imm & 1 : 0;
   cg_push(p, l, &i->base);
   return i;
}

struct toy_instr *toy_add_run(struct cg_program *p, struct cg_list *l, enum toy_op op, uint32_t dst, uint32_t src0, unsigned n,
                              uint32_t imm)
{
   struct toy_instr *i = toy_add(p, l, op, dst, src0, TOY_NO_UNIT, imm);
   i->n = (uint8_t)n;
   return i;
}

struct toy_instr *toy_copies(struct cg_program *p, struct cg_list *l, const struct cg_copy *c, uint32_t n)
{
   struct toy_instr *i = toy_new(p, TOY_SET);
   i->base.kind = CG_COPIES;
   i->base.copies = UTIL_ARRAY(p->ctx, struct cg_copy, (size_t)n + 1);
   i->base.num_copies = n;
   for (uint32_t k = 0; k < n; k++)
      i->base.copies[k] = c[k];
   cg_push(p, l, &i->base);
   return i;
}

struct toy_instr *toy_jump(struct cg_program *p, struct cg_list *l, uint32_t label, bool conditional)
{
   struct toy_instr *i = toy_new(p, TOY_JUMP);
   i->base.kind = CG_BRANCH;
   i->base.label = label;
   i->conditional = conditional;
   cg_push(p, l, &i->base);
   return i;
}

/* ---- waits and spilling -------------------------------------------------------------------------------------------------- */

static struct cg_instr *make_wait(struct cg_program *p, unsigned counter)
{
   struct toy_instr *i = toy_new(p, TOY_WAIT);
   i->counter = (uint8_t)counter;
   return &i->base;
}

void toy_insert_waits(struct cg_program *p, bool after_each)
{
   const struct cg_wait_options o = {.num_counters = TOY_COUNTERS, .after_each = after_each, .make_wait = make_wait};
   cg_insert_waits(p, &o);
}

static void get_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   toy_add_run(at->p, at->out, TOY_GET, unit, TOY_NO_UNIT, n, word)->conditional = at->condition;
}

static void put_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   toy_add_run(at->p, at->out, TOY_PUT, TOY_NO_UNIT, unit, n, word)->conditional = at->condition;
}

static void copy(const struct cg_insertion *at, uint32_t dst, uint32_t src)
{
   toy_copies(at->p, at->out, &(struct cg_copy){dst, src}, 1)->conditional = at->condition;
}

static bool can_remat(const struct cg_instr *i)
{
   return toy_of(i)->op == TOY_SET;
}

static void remat(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n)
{
   UTIL_CHECK(at->p->ctx, from == 0 && n == 1);
   copy(at, unit, CG_EXTERNAL + toy_of(i)->imm);
}

static unsigned condition(const struct cg_instr *i)
{
   return toy_of(i)->conditional;
}

static uint8_t wait_counter(const struct cg_instr *i)
{
   return i->kind == CG_OPERATION && toy_of(i)->op == TOY_WAIT ? toy_of(i)->counter : CG_NO_COUNTER;
}

static void replace(struct cg_instr *base, uint32_t (*unit)(void *user, uint32_t u), void *user)
{
   struct toy_instr *i = toy_of(base);
   if (i->dst != TOY_NO_UNIT)
      i->dst = unit(user, i->dst);
   for (unsigned k = 0; k < 2; k++)
      if (i->src[k] != TOY_NO_UNIT)
         i->src[k] = unit(user, i->src[k]);
}

const struct cg_spill_machine toy_spill_machine = {
   .max_words = TOY_MAX_WORDS,
   .load = get_words,
   .store = put_words,
   .copy = copy,
   .can_remat = can_remat,
   .remat = remat,
   .condition = condition,
   .wait_counter = wait_counter,
   .replace = replace,
};

/* ---- the interpreter ----------------------------------------------------------------------------------------------------- */

struct machine {
   struct cg_program *p;
   const struct cg_assignment *a;
   uint32_t *reg, *scratch, num_words;
   uint32_t memory[TOY_MEMORY];
   bool predicate;
   const struct toy_instr *in_flight[MAX_IN_FLIGHT];
   unsigned num_in_flight;
   struct toy_result r;
};

static uint32_t place(const struct machine *m, uint32_t unit)
{
   if (!m->a)
      return unit;
   const int u = cg_unit_place(m->p, m->a, unit);
   UTIL_CHECK(m->p->ctx, u >= 0);
   return (uint32_t)u;
}

static bool within(const struct machine *m, uint32_t at, uint32_t unit, unsigned n)
{
   return unit != TOY_NO_UNIT && at >= place(m, unit) && at < place(m, unit) + n;
}

/* A unit is read or written; it is a violation if a request in flight forbids that. */
static void touch(struct machine *m, uint32_t at, bool write)
{
   for (unsigned k = 0; k < m->num_in_flight; k++) {
      const struct toy_instr *i = m->in_flight[k];
      m->r.violations += within(m, at, i->dst, i->n) || (write && within(m, at, i->src[0], 1));
   }
}

static uint32_t get(struct machine *m, uint32_t unit, unsigned k)
{
   touch(m, place(m, unit) + k, false);
   return m->reg[place(m, unit) + k];
}

static void put(struct machine *m, uint32_t unit, unsigned k, uint32_t value)
{
   touch(m, place(m, unit) + k, true);
   m->reg[place(m, unit) + k] = value;
}

/* An operation under a false condition touches its operands all the same. */
static void touch_operands(struct machine *m, const struct toy_instr *i)
{
   if (i->base.kind != CG_OPERATION || i->op != TOY_MIX)
      return;
   for (unsigned k = 0; k < 2; k++)
      touch(m, place(m, i->src[k]), false);
   touch(m, place(m, i->dst), true);
}

static void finish_request(struct machine *m, const struct toy_instr *i)
{
   const uint32_t src = i->src[0] == TOY_NO_UNIT ? 0 : m->reg[place(m, i->src[0])];
   if (i->op == TOY_STORE)
      m->memory[i->imm % TOY_MEMORY] = src;
   for (unsigned k = 0; k < i->n && i->dst != TOY_NO_UNIT; k++)
      m->reg[place(m, i->dst) + k] = i->op == TOY_LOAD ? m->memory[i->imm % TOY_MEMORY] : util_mix32(src + 8 * i->imm + k);
}

static void start_request(struct machine *m, const struct toy_instr *i, bool sync)
{
   if (i->src[0] != TOY_NO_UNIT)
      get(m, i->src[0], 0);
   for (unsigned k = 0; k < m->num_in_flight; k++) {
      const struct toy_instr *f = m->in_flight[k];
      m->r.violations += f->counter == i->counter && (i->op == TOY_STORE || (i->op == TOY_LOAD && f->op == TOY_STORE));
   }
   for (unsigned k = 0; k < i->n && i->dst != TOY_NO_UNIT; k++)
      put(m, i->dst, k, 0xdeadbeef);
   if (sync) {
      finish_request(m, i);
      return;
   }
   UTIL_CHECK(m->p->ctx, m->num_in_flight < MAX_IN_FLIGHT);
   m->in_flight[m->num_in_flight++] = i;
}

static void finish_counter(struct machine *m, unsigned counter)
{
   unsigned n = 0;
   for (unsigned k = 0; k < m->num_in_flight; k++)
      if (m->in_flight[k]->counter == counter)
         finish_request(m, m->in_flight[k]);
      else
         m->in_flight[n++] = m->in_flight[k];
   m->num_in_flight = n;
}

/* Copies between virtual registers happen all at once. */
static void run_virtual_copies(struct machine *m, const struct cg_instr *i)
{
   uint32_t value[64];
   UTIL_CHECK(m->p->ctx, i->num_copies <= 64);
   for (uint32_t k = 0; k < i->num_copies; k++)
      value[k] = i->copies[k].src >= CG_EXTERNAL ? i->copies[k].src - CG_EXTERNAL : get(m, i->copies[k].src, 0);
   for (uint32_t k = 0; k < i->num_copies; k++)
      put(m, i->copies[k].dst, 0, value[k]);
}

/* Copies between physical registers are moves and swaps in order. */
static void run_copy_steps(struct machine *m, const struct cg_instr *i)
{
   struct cg_parcopy_step *st;
   const uint32_t n = cg_sequence_copies(m->p, m->a, i, ((struct toy_program *)m->p)->runs, &st);
   for (uint32_t k = 0; k < n; k++)
      for (unsigned u = 0; u < st[k].size; u++) {
         const uint32_t dst = st[k].dst + u, old = m->reg[dst];
         touch(m, dst, true);
         if (st[k].src >= CG_PARCOPY_EXTERNAL) {
            const struct cg_copy *from = &i->copies[st[k].src - CG_PARCOPY_EXTERNAL];
            m->reg[dst] = from->src - CG_EXTERNAL + dst - (uint32_t)cg_unit_place(m->p, m->a, from->dst);
            continue;
         }
         touch(m, st[k].src + u, st[k].kind == CG_PARCOPY_SWAP);
         m->reg[dst] = m->reg[st[k].src + u];
         if (st[k].kind == CG_PARCOPY_SWAP)
            m->reg[st[k].src + u] = old;
      }
}

static void run_operation(struct machine *m, const struct toy_instr *i, bool sync)
{
   switch (i->op) {
   case TOY_SET: put(m, i->dst, 0, i->imm); break;
   case TOY_MIX: put(m, i->dst, 0, 31 * get(m, i->src[0], 0) + get(m, i->src[1], 0) + i->imm); break;
   case TOY_HALVE: put(m, i->dst, 0, get(m, i->src[0], 0) / 2); break;
   case TOY_PAIR:
      for (unsigned k = 0; k < i->n; k++)
         put(m, i->dst, k, get(m, i->src[0], k) + i->imm);
      break;
   case TOY_TEST: m->predicate = get(m, i->src[0], 0) & 1; break;
   case TOY_OUT:
      m->r.trace = util_mix64(m->r.trace + get(m, i->src[0], 0));
      m->r.outputs++;
      break;
   case TOY_FETCH:
   case TOY_LOAD:
   case TOY_STORE: start_request(m, i, sync); break;
   case TOY_WAIT: finish_counter(m, i->counter); break;
   case TOY_GET:
      for (unsigned k = 0; k < i->n; k++)
         put(m, i->dst, k, m->scratch[i->imm + k]);
      break;
   case TOY_PUT:
      for (unsigned k = 0; k < i->n; k++)
         m->scratch[i->imm + k] = get(m, i->src[0], k);
      break;
   default: break;
   }
}

/* Returns true if a branch to *label was taken. */
static bool run_list(struct machine *m, const struct cg_list *l, bool sync, uint32_t *label)
{
   for (uint32_t k = 0; k < l->n; k++) {
      struct toy_instr *i = toy_of(l->i[k]);
      i->executed = true;
      if (i->conditional && !m->predicate) {
         touch_operands(m, i);
         continue;
      }
      if (i->base.kind == CG_BRANCH) {
         *label = i->base.label;
         return true;
      }
      if (i->base.kind == CG_COPIES) {
         if (m->a)
            run_copy_steps(m, &i->base);
         else
            run_virtual_copies(m, &i->base);
         continue;
      }
      run_operation(m, i, sync);
   }
   return false;
}

struct toy_result toy_run(struct cg_program *p, const struct cg_assignment *a, bool sync)
{
   const struct util_arena mark = p->ctx->arena;
   struct machine m = {.p = p, .a = a, .num_words = a ? a->spilled.words : 0};
   uint32_t steps = 0;
   m.reg = UTIL_ARRAY(p->ctx, uint32_t, p->num_units + CG_RA_MAX_UNITS);
   m.scratch = UTIL_ARRAY(p->ctx, uint32_t, (size_t)m.num_words + 1);
   for (uint32_t b = 0, label = cg_label(CG_AT_HEAD, 0); b < p->num_blocks && !m.r.endless;) {
      struct cg_block *blk = &p->blocks[b];
      bool jump = label % CG_NUM_ENTRIES == CG_AT_HEAD && run_list(&m, &blk->head, sync, &label);
      jump = jump || run_list(&m, &blk->body, sync, &label);
      m.r.violations += m.num_in_flight;
      m.num_in_flight = 0;
      jump = jump || run_list(&m, &blk->tail, sync, &label);
      if (!jump)
         label = cg_label(CG_AT_HEAD, b + 1);
      b = label / CG_NUM_ENTRIES;
      m.r.endless = ++steps == MAX_STEPS;
   }
   util_arena_release(p->ctx, &mark);
   return m.r;
}
