/* SPDX-License-Identifier: MIT */
/* Spilling: see spill.h. */
#include "codegen/spill.h"

/* A spill temporary of the current instruction: a run of components of a spilled register. */
struct piece {
   uint32_t reg;           /* the spilled register */
   uint32_t unit, from;    /* first unit of the temporary, and the component of the register that it holds */
   uint32_t reads, writes; /* masks of the components that the instruction reads and writes */
};

/* A spill temporary that a request in flight uses. A register may have one in each of several requests. */
struct in_flight {
   struct piece piece;
   uint8_t counter;
};

struct spiller {
   struct cg_program *p;
   const struct cg_spill_machine *m;
   const uint8_t *spilled;
   uint32_t num_regs;    /* before this round: later registers are spill temporaries */
   uint32_t *first_word; /* by register: scratch word of component 0, + 1; 0 = none yet */
   uint32_t words;       /* taken so far */
   const struct cg_instr **remat; /* by register: what makes it anew, NULL = it lives in memory */
   uint8_t *num_defs;             /* by register: instructions that write it, 2 = several */
   const struct cg_instr *cur;    /* whose definitions are counted */

   struct in_flight *in_flight;
   uint32_t num_in_flight, cap_in_flight;
   struct piece *pieces; /* of the current instruction */
   uint32_t num_pieces, cap_pieces;
   struct cg_list out; /* the list with what was inserted */
   struct cg_insertion at;
};

static uint32_t bits_of(unsigned n, unsigned from)
{
   return (n >= 32 ? UINT32_MAX : (1u << n) - 1) << from;
}

/* The lowest run of consecutive bits, of at most `most`. */
static unsigned run_of(uint32_t mask, unsigned *from, unsigned most)
{
   unsigned n = 1;
   *from = (unsigned)__builtin_ctz(mask);
   while (*from + n < 32 && mask >> (*from + n) & 1 && n < most)
      n++;
   return n;
}

static bool is_spilled(const struct spiller *s, uint32_t unit, uint32_t *reg)
{
   if (unit >= s->p->num_units)
      return false;
   *reg = s->p->unit_reg[unit];
   return *reg < s->num_regs && s->spilled[*reg];
}

/* Number of the component that a unit is. */
static uint32_t component(const struct spiller *s, uint32_t unit)
{
   return unit - s->p->regs[s->p->unit_reg[unit]].unit;
}

static uint32_t new_temporary(struct spiller *s, unsigned size)
{
   const uint32_t unit = cg_reg_new(s->p, size);
   s->p->regs[s->p->num_regs - 1].no_spill = true;
   return unit;
}

static uint32_t word_of(struct spiller *s, uint32_t reg)
{
   if (!s->first_word[reg]) {
      s->first_word[reg] = s->words + 1;
      s->words += s->p->regs[reg].size;
   }
   return s->first_word[reg] - 1;
}

/* ---- values between registers and memory --------------------------------------------------------------------------------- */

/* Components from, from + 1 .. of a spilled register into a run of units. */
static void load(struct spiller *s, uint32_t reg, unsigned from, uint32_t unit, unsigned n)
{
   if (s->remat[reg])
      s->m->remat(&s->at, s->remat[reg], from, unit, n);
   else
      s->m->load(&s->at, word_of(s, reg) + from, unit, n);
}

static void load_piece(struct spiller *s, const struct piece *t)
{
   for (uint32_t mask = t->reads; mask;) {
      unsigned from, n = run_of(mask, &from, s->m->max_words);
      mask &= ~bits_of(n, from);
      load(s, t->reg, from, t->unit + from - t->from, n);
   }
}

static void store_piece(struct spiller *s, const struct piece *t)
{
   for (uint32_t mask = t->writes; mask;) {
      unsigned from, n = run_of(mask, &from, s->m->max_words);
      mask &= ~bits_of(n, from);
      s->m->store(&s->at, word_of(s, t->reg) + from, t->unit + from - t->from, n);
   }
}

/* ---- one instruction ------------------------------------------------------------------------------------------------------ */

static void piece_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct spiller *s = user;
   uint32_t reg, k = 0;
   if (!is_spilled(s, unit, &reg))
      return;
   while (k < s->num_pieces && s->pieces[k].reg != reg)
      k++;
   if (k == s->num_pieces)
      UTIL_PUSH(s->p->ctx, s->pieces, s->num_pieces, s->cap_pieces, (struct piece){.reg = reg});
   *(write ? &s->pieces[k].writes : &s->pieces[k].reads) |= bits_of(n, component(s, unit));
}

/* Splits what the instruction references of each register into runs, each with a temporary, and loads what it reads. */
static void make_temporaries(struct spiller *s)
{
   for (uint32_t k = 0; k < s->num_pieces; k++) {
      struct piece rest = s->pieces[k];
      unsigned from, n = run_of(rest.reads | rest.writes, &from, 32);
      const uint32_t run = bits_of(n, from);
      rest.reads &= ~run;
      rest.writes &= ~run;
      if (rest.reads | rest.writes)
         UTIL_PUSH(s->p->ctx, s->pieces, s->num_pieces, s->cap_pieces, rest);
      struct piece *t = &s->pieces[k];
      t->reads &= run;
      t->writes &= run;
      t->from = from;
      t->unit = new_temporary(s, n);
      load_piece(s, t);
   }
}

static uint32_t temporary_of(void *user, uint32_t unit)
{
   const struct spiller *s = user;
   const uint32_t reg = s->p->unit_reg[unit], k = component(s, unit);
   for (uint32_t i = 0; i < s->num_pieces; i++) {
      const struct piece *t = &s->pieces[i];
      if (t->reg == reg && (t->reads | t->writes) >> k & 1)
         return t->unit + k - t->from;
   }
   return unit;
}

static void rewrite_operation(struct spiller *s, struct cg_instr *i)
{
   for (uint32_t k = 0; k < s->num_pieces; k++)
      if (s->remat[s->pieces[k].reg] == i)
         return; /* made where it is read */
   const uint8_t counter = cg_request_of(s->p, i).counter;
   make_temporaries(s);
   if (s->num_pieces)
      s->m->replace(i, temporary_of, s);
   cg_push(s->p, &s->out, i);
   s->at.condition = s->m->condition(i);
   for (uint32_t k = 0; k < s->num_pieces; k++) {
      if (counter != CG_NO_COUNTER)
         UTIL_PUSH(s->p->ctx, s->in_flight, s->num_in_flight, s->cap_in_flight, (struct in_flight){s->pieces[k], counter});
      else
         store_piece(s, &s->pieces[k]);
   }
}

/* A wait ends every request of its counter: their temporaries live up to here, and stores of results follow it. */
static void rewrite_wait(struct spiller *s, struct cg_instr *i, uint8_t counter)
{
   struct cg_range *keep = NULL;
   uint32_t n = 0, cap = 0, remaining = 0, reg;
   for (uint32_t k = 0; k < i->num_keep; k++)
      if (!is_spilled(s, i->keep[k].unit, &reg))
         UTIL_PUSH(s->p->ctx, keep, n, cap, i->keep[k]);
   for (uint32_t k = 0; k < s->num_in_flight; k++) {
      const struct piece *t = &s->in_flight[k].piece;
      for (uint32_t m = s->in_flight[k].counter == counter ? t->reads | t->writes : 0; m; m &= m - 1)
         UTIL_PUSH(s->p->ctx, keep, n, cap, (struct cg_range){t->unit + (uint32_t)__builtin_ctz(m) - t->from, 1});
   }
   i->keep = keep;
   i->num_keep = n;
   cg_push(s->p, &s->out, i);
   for (uint32_t k = 0; k < s->num_in_flight; k++) {
      const struct in_flight *f = &s->in_flight[k];
      if (f->counter == counter)
         store_piece(s, &f->piece);
      else
         s->in_flight[remaining++] = *f;
   }
   s->num_in_flight = remaining;
}

/* ---- parallel copies ------------------------------------------------------------------------------------------------------ */

/* Copies of a parallel copy by where their sides are, and the words of those into memory. */
struct sorted_copies {
   struct cg_copy *moves, *loads, *stores;
   uint32_t num_moves, num_loads, num_stores;
   uint32_t *words; /* by store: where the value waits */
};

static void sort_copies(struct spiller *s, const struct cg_instr *i, struct sorted_copies *q)
{
   const size_t most = (size_t)i->num_copies + 1;
   uint32_t reg;
   q->moves = UTIL_ARRAY(s->p->ctx, struct cg_copy, most);
   q->loads = UTIL_ARRAY(s->p->ctx, struct cg_copy, most);
   q->stores = UTIL_ARRAY(s->p->ctx, struct cg_copy, most);
   q->words = UTIL_ARRAY(s->p->ctx, uint32_t, most);
   for (uint32_t k = 0; k < i->num_copies; k++) {
      const struct cg_copy *c = &i->copies[k];
      if (is_spilled(s, c->dst, &reg))
         q->stores[q->num_stores++] = *c;
      else if (is_spilled(s, c->src, &reg))
         q->loads[q->num_loads++] = *c;
      else
         q->moves[q->num_moves++] = *c;
   }
}

/* The source of a copy into a unit. */
static void load_source(struct spiller *s, uint32_t src, uint32_t unit)
{
   uint32_t reg;
   if (is_spilled(s, src, &reg))
      load(s, reg, component(s, src), unit, 1);
   else
      s->m->copy(&s->at, unit, src);
}

/*
 * A parallel copy with spilled sides. Both registers and words may be permuted, so a value for memory waits in a word of its own
 * until all sources are read; sources in memory are read behind the copies between registers. There is one temporary at a time.
 * Everything is under the condition of the copy: the registers of lanes that it leaves out are not free.
 */
static void rewrite_copies(struct spiller *s, struct cg_instr *i)
{
   struct sorted_copies q = {0};
   s->at.condition = s->m->condition(i);
   sort_copies(s, i, &q);
   for (uint32_t k = 0; k < q.num_stores; k++) {
      const uint32_t unit = new_temporary(s, 1);
      UTIL_CHECK(s->p->ctx, s->p->regs[s->p->unit_reg[q.stores[k].dst]].size == 1);
      load_source(s, q.stores[k].src, unit);
      q.words[k] = s->words++;
      s->m->store(&s->at, q.words[k], unit, 1);
   }
   i->copies = q.moves;
   i->num_copies = q.num_moves;
   if (q.num_moves)
      cg_push(s->p, &s->out, i);
   for (uint32_t k = 0; k < q.num_loads; k++) {
      const uint32_t unit = new_temporary(s, 1);
      load_source(s, q.loads[k].src, unit);
      s->m->copy(&s->at, q.loads[k].dst, unit);
   }
   for (uint32_t k = 0; k < q.num_stores; k++) {
      const uint32_t unit = new_temporary(s, 1);
      s->m->load(&s->at, q.words[k], unit, 1);
      s->m->store(&s->at, word_of(s, s->p->unit_reg[q.stores[k].dst]), unit, 1);
   }
}

/* ---- the program ----------------------------------------------------------------------------------------------------------- */

static void rewrite(struct spiller *s, struct cg_instr *i)
{
   const uint8_t counter = i->kind == CG_COPIES ? CG_NO_COUNTER : s->m->wait_counter(i);
   s->at = (struct cg_insertion){.p = s->p, .out = &s->out, .span = i->span};
   if (counter != CG_NO_COUNTER) {
      rewrite_wait(s, i, counter);
      return;
   }
   s->num_pieces = 0;
   s->p->machine->refs(s->p, i, piece_ref, s);
   if (i->kind != CG_COPIES)
      rewrite_operation(s, i);
   else if (s->num_pieces)
      rewrite_copies(s, i);
   else
      cg_push(s->p, &s->out, i);
}

static void count_def(void *user, uint32_t unit, unsigned n, bool write)
{
   struct spiller *s = user;
   uint32_t reg;
   if (!write || !is_spilled(s, unit, &reg))
      return;
   if (s->num_defs[reg] < 2)
      s->num_defs[reg]++;
   s->remat[reg] = n == s->p->regs[reg].size ? s->cur : NULL;
}

/* Which registers are made anew where they are read. */
static void find_remats(struct spiller *s)
{
   for (uint32_t b = 0; b < s->p->num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         const struct cg_list *list = cg_list_of(&s->p->blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            s->cur = list->i[k];
            s->p->machine->refs(s->p, list->i[k], count_def, s);
         }
      }
   for (uint32_t r = 0; r < s->num_regs; r++)
      if (s->remat[r] && (s->num_defs[r] != 1 || s->remat[r]->kind != CG_OPERATION || !s->m->can_remat(s->remat[r])))
         s->remat[r] = NULL;
}

uint32_t cg_spill_round(struct cg_program *p, const struct cg_spill_machine *m, const uint8_t *spilled, uint32_t words)
{
   struct spiller s = {.p = p, .m = m, .spilled = spilled, .num_regs = p->num_regs, .words = words};
   s.first_word = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_regs + 1);
   s.remat = UTIL_ARRAY(p->ctx, const struct cg_instr *, (size_t)p->num_regs + 1);
   s.num_defs = UTIL_ARRAY(p->ctx, uint8_t, (size_t)p->num_regs + 1);
   find_remats(&s);
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         struct cg_list *list = cg_list_of(&p->blocks[b], l);
         s.out = (struct cg_list){0};
         for (uint32_t k = 0; k < list->n; k++)
            rewrite(&s, list->i[k]);
         *list = s.out;
      }
   return s.words;
}
