/* SPDX-License-Identifier: MIT */
/*
 * Tests codegen/ on a made-up machine (toy.h). Random programs with branches, loops and requests behave the same before and
 * after the insertion of waits, allocation and spilling, even with four registers. Parallel copies are tested exhaustively.
 * Other tests are for copies along an edge, and for the message when nothing fits.
 */
#include "codegen/copies.h"
#include "tests/unit/base/toy.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#define NO TOY_NO_UNIT

static struct toy_program *program(uint32_t num_blocks)
{
   struct toy_program *t = UTIL_NEW(&ctx, struct toy_program);
   cg_program_init(&t->p, &ctx, &toy_machine, sizeof(struct toy_instr), num_blocks);
   return t;
}

static struct cg_alloc_options options(unsigned num_units, bool spill)
{
   return (struct cg_alloc_options){.num_units = num_units,
                                    .spill_units = num_units,
                                    .last_attempt = true,
                                    .verify = true,
                                    .spill = spill ? &toy_spill_machine : NULL,
                                    .coalesce = true};
}

/* ---- random programs ----------------------------------------------------------------------------------------------------- */

#define MAX_BLOCKS 40
#define SINGLES 7
#define PAIRS 2

struct gen {
   struct toy_program *t;
   struct util_rng r;
   uint32_t single[SINGLES], pair[PAIRS]; /* first units of variables of one and of two units */
   uint32_t num_blocks, depth;
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
   return util_rng_below(&g->r, n);
}

/* Returns a unit of any variable. */
static uint32_t any_unit(struct gen *g)
{
   const uint32_t k = rnd(g, SINGLES + 2 * PAIRS);
   return k < SINGLES ? g->single[k] : g->pair[(k - SINGLES) / 2] + k % 2;
}

static struct cg_block *cur(struct gen *g)
{
   return &g->t->p.blocks[g->num_blocks - 1];
}

static uint32_t new_block(struct gen *g)
{
   ck_assert_uint_lt(g->num_blocks, MAX_BLOCKS);
   g->t->p.blocks[g->num_blocks].depth = g->depth;
   return g->num_blocks++;
}

/* A parallel copy between variables of one unit; some sources are numbers. */
static void random_copies(struct gen *g)
{
   struct cg_copy c[SINGLES];
   uint32_t n = 0;
   for (unsigned k = 0; k < SINGLES; k++)
      if (rnd(g, 2))
         c[n++] = (struct cg_copy){g->single[k], rnd(g, 5) ? g->single[rnd(g, SINGLES)] : CG_EXTERNAL + rnd(g, 1000)};
   toy_copies(&g->t->p, &cur(g)->tail, c, n);
}

static void random_operation(struct gen *g)
{
   struct cg_program *p = &g->t->p;
   struct cg_list *l = &cur(g)->body;
   const uint32_t dst = any_unit(g), src = any_unit(g), imm = rnd(g, 1000), from = rnd(g, PAIRS), to = rnd(g, PAIRS);
   switch (rnd(g, 10)) {
   case 0: toy_add(p, l, TOY_SET, dst, NO, NO, imm); break;
   case 1: toy_add(p, l, TOY_TEST, NO, src, NO, 0); break;
   case 2: toy_add(p, l, TOY_OUT, NO, src, NO, 0); break;
   case 3: toy_add_run(p, l, TOY_PAIR, g->pair[to], g->pair[from], 2, imm); break;
   case 4: toy_add_run(p, l, TOY_FETCH, g->pair[to], g->single[rnd(g, SINGLES)], 2, imm); break;
   case 5: toy_add(p, l, TOY_LOAD, dst, NO, NO, imm % 3); break;
   case 6: toy_add(p, l, TOY_STORE, NO, src, NO, imm % 3); break;
   default: toy_add(p, l, TOY_MIX, dst, src, any_unit(g), imm)->conditional = !rnd(g, 4);
   }
}

static void random_statements(struct gen *g, unsigned num);

/* A block that a branch skips if the predicate is set. */
static void random_if(struct gen *g)
{
   struct cg_program *p = &g->t->p;
   const uint32_t head = g->num_blocks - 1;
   toy_add(p, &cur(g)->body, TOY_TEST, NO, any_unit(g), NO, 0);
   if (rnd(g, 2))
      random_copies(g);
   struct toy_instr *jump = toy_jump(p, &cur(g)->tail, 0, true);
   p->blocks[head].succ[0] = new_block(g);
   random_statements(g, 1 + rnd(g, 5));
   if (rnd(g, 2))
      random_copies(g);
   struct cg_block *arm = cur(g);
   const uint32_t behind = new_block(g);
   arm->succ[0] = p->blocks[head].succ[1] = behind;
   jump->base.label = cg_label(CG_AT_HEAD, behind);
}

/* A loop of one to three rounds. */
static void random_loop(struct gen *g)
{
   struct cg_program *p = &g->t->p;
   const uint32_t rounds = cg_reg_new(p, 1), before = g->num_blocks - 1;
   toy_add(p, &cur(g)->body, TOY_SET, rounds, NO, NO, (2u << rnd(g, 3)) - 1);
   g->depth++;
   const uint32_t first = new_block(g);
   p->blocks[before].succ[0] = first;
   random_statements(g, 1 + rnd(g, 5));
   toy_add(p, &cur(g)->body, TOY_HALVE, rounds, rounds, NO, 0);
   toy_add(p, &cur(g)->body, TOY_TEST, NO, rounds, NO, 0);
   random_copies(g);
   toy_jump(p, &cur(g)->tail, cg_label(CG_AT_HEAD, first), true);
   g->depth--;
   struct cg_block *end = cur(g);
   end->succ[0] = first;
   end->succ[1] = new_block(g);
}

static void random_statements(struct gen *g, unsigned num)
{
   for (unsigned k = 0; k < num; k++) {
      const uint32_t what = rnd(g, 12);
      if (what < 2 && g->num_blocks + 8 < MAX_BLOCKS && g->depth < 3) {
         if (what == 0)
            random_if(g);
         else
            random_loop(g);
      } else {
         random_operation(g);
      }
   }
}

/* The program of a seed, without waits. Every variable is set at the start and output at the end. */
static struct toy_program *random_program(uint64_t seed)
{
   struct gen g = {.t = program(MAX_BLOCKS)};
   struct cg_program *p = &g.t->p;
   util_rng_init(&g.r, seed);
   g.t->runs = seed & 1;
   new_block(&g);
   for (unsigned k = 0; k < SINGLES; k++)
      toy_add(p, &cur(&g)->body, TOY_SET, g.single[k] = cg_reg_new(p, 1), NO, NO, 100 + k);
   for (unsigned k = 0; k < PAIRS; k++) {
      g.pair[k] = cg_reg_new(p, 2);
      for (unsigned u = 0; u < 2; u++)
         toy_add(p, &cur(&g)->body, TOY_SET, g.pair[k] + u, NO, NO, 200 + 2 * k + u);
   }
   random_statements(&g, 8 + rnd(&g, 12));
   for (unsigned k = 0; k < SINGLES; k++)
      toy_add(p, &cur(&g)->body, TOY_OUT, NO, g.single[k], NO, 0);
   for (unsigned k = 0; k < 2 * PAIRS; k++)
      toy_add(p, &cur(&g)->body, TOY_OUT, NO, g.pair[k / 2] + k % 2, NO, 0);
   p->num_blocks = g.num_blocks;
   return g.t;
}

static void same(const struct toy_result *a, const struct toy_result *b, uint64_t seed, const char *what)
{
   ck_assert_msg(!a->endless && !b->endless, "seed %u: endless, %s", (unsigned)seed, what);
   ck_assert_msg(!b->violations, "seed %u: %u violations, %s", (unsigned)seed, b->violations, what);
   ck_assert_msg(a->trace == b->trace && a->outputs == b->outputs, "seed %u: another result, %s", (unsigned)seed, what);
}

/* Frees the memory of all earlier programs. */
static void start_over(void)
{
   teardown();
   util_ctx_init(&ctx, NULL, 0);
}

/* There are enough registers, although some values have a fixed place or an alignment, so nothing is spilled. */
START_TEST(many_registers)
{
   for (uint64_t seed = 1; seed <= 300; seed++) {
      struct toy_program *t = random_program(seed);
      struct cg_alloc_options o = options(24, false);
      struct cg_assignment a;
      o.coalesce = seed & 2;
      t->p.regs[0].fixed = 5 + 1;
      t->p.regs[1].fixed = 9 + 1;
      o.reserved[0] = 1u << 5 | 1u << 9;
      t->p.regs[SINGLES].align = t->p.regs[SINGLES + 1].align = 2;
      const struct toy_result before = toy_run(&t->p, NULL, true);
      toy_insert_waits(&t->p, false);
      const struct toy_result waiting = toy_run(&t->p, NULL, false);
      same(&before, &waiting, seed, "with waits");
      ck_assert(cg_allocate(&t->p, &o, &a));
      ck_assert_int_eq(a.base[0], 5);
      ck_assert_int_eq(a.base[1], 9);
      for (uint32_t r = 2; r < t->p.num_regs; r++)
         for (int u = a.base[r]; u >= 0 && u < a.base[r] + t->p.regs[r].size; u++)
            ck_assert_msg(u != 5 && u != 9, "seed %u: register %u in a reserved place", (unsigned)seed, r);
      ck_assert_int_eq(a.base[SINGLES] % 2, 0);
      ck_assert_int_eq(a.base[SINGLES + 1] % 2, 0);
      ck_assert_uint_le(a.max_pressure, a.max_units);
      const struct toy_result after = toy_run(&t->p, &a, false);
      same(&before, &after, seed, "in registers");
      ck_assert_uint_eq(a.spilled.words, 0);
      start_over();
   }
}
END_TEST

/* On a machine with a limited range of scratch accesses, either all scratch words are in range or the program is unchanged. */
START_TEST(short_reach)
{
   unsigned near = 0, far = 0;
   struct cg_spill_machine machine = toy_spill_machine;
   machine.reach = 8;
   for (uint64_t seed = 1; seed <= 400; seed++) {
      struct toy_program *t = random_program(seed);
      struct cg_alloc_options o = options(4, true);
      struct cg_assignment a;
      o.spill = &machine;
      o.spill_all = seed & 2;
      const struct toy_result before = toy_run(&t->p, NULL, true);
      toy_insert_waits(&t->p, true);
      const bool ok = cg_allocate(&t->p, &o, &a);
      ck_assert_msg(ok == !a.spilled.too_far && ok == (a.spilled.words <= 8), "seed %u: %u words", (unsigned)seed,
                    a.spilled.words);
      const struct toy_result after = toy_run(&t->p, ok ? &a : NULL, false);
      same(&before, &after, seed, "with short reach");
      near += ok && a.spilled.words;
      far += !ok;
      start_over();
   }
   ck_assert_uint_gt(near, 50);
   ck_assert_uint_gt(far, 50);
}
END_TEST

/* With four registers, two requests may not be in flight at the same time if they need more, but one request may. */
START_TEST(four_registers)
{
   unsigned fits = 0, too_many_in_flight = 0;
   for (uint64_t seed = 1; seed <= 600; seed++) {
      bool after_each = seed % 3 == 0, ok = false;
      while (!ok) {
         struct toy_program *t = random_program(seed);
         struct cg_alloc_options o = options(4, true);
         struct cg_assignment a;
         o.spill_all = seed & 2;
         const struct toy_result before = toy_run(&t->p, NULL, true);
         toy_insert_waits(&t->p, after_each);
         ok = cg_allocate(&t->p, &o, &a);
         ck_assert_msg(ok || !after_each, "seed %u: no place", (unsigned)seed);
         if (ok) {
            ck_assert_uint_le(a.max_units, 4);
            const struct toy_result after = toy_run(&t->p, &a, false);
            same(&before, &after, seed, "spilled");
            fits += a.spilled.words > 0;
         } else {
            after_each = true;
            too_many_in_flight++;
         }
         start_over();
      }
   }
   ck_assert_uint_gt(fits, 500);
   ck_assert_uint_gt(too_many_in_flight, 20);
}
END_TEST

/* With five to nine registers, values are in registers for a part of their lives. Each read finds its value, and more registers
   need fewer moves. */
START_TEST(few_registers)
{
   unsigned moved[10] = {0};
   for (uint64_t seed = 1; seed <= 400; seed++)
      for (unsigned units = 5; units < 10; units++) {
         struct toy_program *t = random_program(seed);
         struct cg_alloc_options o = options(units, true);
         struct cg_assignment a;
         const struct toy_result before = toy_run(&t->p, NULL, true);
         toy_insert_waits(&t->p, true);
         ck_assert_msg(cg_allocate(&t->p, &o, &a), "seed %u: no place in %u", (unsigned)seed, units);
         ck_assert_uint_le(a.max_units, units);
         const struct toy_result after = toy_run(&t->p, &a, false);
         same(&before, &after, seed, "in few registers");
         moved[units] += a.spilled.loads + a.spilled.stores;
         start_over();
      }
   for (unsigned units = 6; units < 10; units++)
      ck_assert_uint_lt(moved[units], moved[units - 1]);
}
END_TEST

/* No wait is redundant: the interpreter notices a violation if any executed wait is removed. */
START_TEST(waits_are_needed)
{
   unsigned dropped = 0;
   for (uint64_t seed = 1; seed <= 150; seed++) {
      struct toy_program *t = random_program(seed);
      toy_insert_waits(&t->p, false);
      struct toy_result r = toy_run(&t->p, NULL, false);
      ck_assert_uint_eq(r.violations, 0);
      struct cg_list waits = {0};
      for (uint32_t b = 0; b < t->p.num_blocks; b++)
         for (uint32_t k = 0; k < t->p.blocks[b].body.n; k++) {
            struct toy_instr *i = (struct toy_instr *)t->p.blocks[b].body.i[k];
            if (i->op == TOY_WAIT && i->executed)
               cg_push(&t->p, &waits, &i->base);
         }
      for (uint32_t k = 0; k < waits.n; k++, dropped++) {
         struct toy_instr *i = (struct toy_instr *)waits.i[k];
         i->op = TOY_NOTHING;
         r = toy_run(&t->p, NULL, false);
         ck_assert_msg(r.violations > 0, "seed %u: wait %u", (unsigned)seed, k);
         i->op = TOY_WAIT;
      }
      start_over();
   }
   ck_assert_uint_gt(dropped, 500);
}
END_TEST

/* The interpreter and the checker both notice when two registers share one place, so the tests above can fail. (Registers of
   copies are left out, because the copies would be malformed.) */
START_TEST(wrong_places_are_noticed)
{
   unsigned wrong = 0;
   for (uint64_t seed = 1; seed <= 50; seed++) {
      struct toy_program *t = random_program(seed);
      struct cg_alloc_options o = options(24, false);
      struct cg_assignment a;
      toy_insert_waits(&t->p, false);
      ck_assert(cg_allocate(&t->p, &o, &a));
      const struct toy_result right = toy_run(&t->p, &a, false);
      struct util_span where;
      ck_assert(!cg_check_assignment(&t->p, &o, &a, &where));
      a.base[SINGLES] = a.base[SINGLES + 1];
      ck_assert(cg_check_assignment(&t->p, &o, &a, &where) != NULL);
      const struct toy_result r = toy_run(&t->p, &a, false);
      wrong += r.trace != right.trace || r.violations;
      start_over();
   }
   ck_assert_uint_eq(wrong, 50);
}
END_TEST

/* ---- parallel copies ----------------------------------------------------------------------------------------------------- */

#define SOURCES 6 /* of a register: four registers, a number, or no copy */

/* Sets four registers, copies them as the digits of `code` say, and outputs them. */
static struct toy_program *copy_program(unsigned code, uint32_t v[4])
{
   struct toy_program *t = program(1);
   struct cg_copy c[4];
   uint32_t n = 0;
   for (unsigned k = 0; k < 4; k++)
      toy_add(&t->p, &t->p.blocks[0].body, TOY_SET, v[k] = cg_reg_new(&t->p, 1), NO, NO, 10 + k);
   for (unsigned k = 0; k < 4; k++, code /= SOURCES) {
      const unsigned src = code % SOURCES;
      if (src < 5)
         c[n++] = (struct cg_copy){v[k], src < 4 ? v[src] : CG_EXTERNAL + 77};
   }
   toy_copies(&t->p, &t->p.blocks[0].body, c, n);
   for (unsigned k = 0; k < 4; k++)
      toy_add(&t->p, &t->p.blocks[0].body, TOY_OUT, NO, v[k], NO, 0);
   return t;
}

START_TEST(copies_in_registers)
{
   for (unsigned code = 0; code < SOURCES * SOURCES * SOURCES * SOURCES; code++) {
      uint32_t v[4];
      struct toy_program *t = copy_program(code, v);
      struct cg_alloc_options o = options(4, false);
      struct cg_assignment a;
      const struct toy_result before = toy_run(&t->p, NULL, true);
      ck_assert(cg_allocate(&t->p, &o, &a));
      const struct toy_result after = toy_run(&t->p, &a, true);
      same(&before, &after, code, "in registers");
      start_over();
   }
}
END_TEST

/* Any subset of the registers may live in memory. Spill code uses one temporary at a time, so four units are enough. */
START_TEST(copies_in_memory)
{
   for (unsigned code = 0; code < SOURCES * SOURCES * SOURCES * SOURCES; code++)
      for (unsigned in_memory = 1; in_memory < 16; in_memory++) {
         uint32_t v[4];
         struct toy_program *t = copy_program(code, v);
         struct cg_alloc_options o = options(4, true);
         struct cg_assignment a;
         o.spill_all = true;
         for (unsigned k = 0; k < 4; k++)
            t->p.regs[t->p.unit_reg[v[k]]].no_spill = !(in_memory >> k & 1);
         const struct toy_result before = toy_run(&t->p, NULL, true);
         ck_assert(cg_allocate(&t->p, &o, &a));
         const struct toy_result after = toy_run(&t->p, &a, true);
         same(&before, &after, code, "in memory");
         start_over();
      }
}
END_TEST

/* Copies of consecutive units stay one step if the caller asks for that, even if some are numbers. */
START_TEST(copies_in_runs)
{
   for (unsigned runs = 0; runs < 2; runs++) {
      struct toy_program *t = program(1);
      struct cg_list *l = &t->p.blocks[0].body;
      const uint32_t a = cg_reg_new(&t->p, 2), b = cg_reg_new(&t->p, 2), c = cg_reg_new(&t->p, 2);
      struct cg_alloc_options o = options(8, false);
      struct cg_assignment as;
      struct cg_parcopy_step *st;
      for (unsigned k = 0; k < 2; k++)
         toy_add(&t->p, l, TOY_SET, a + k, NO, NO, k);
      const struct cg_copy copies[] = {{b, a}, {b + 1, a + 1}, {c, CG_EXTERNAL + 7}, {c + 1, CG_EXTERNAL + 8}};
      const struct cg_instr *i = &toy_copies(&t->p, l, copies, 4)->base;
      for (unsigned k = 0; k < 6; k++)
         toy_add(&t->p, l, TOY_OUT, NO, a + k, NO, 0);
      ck_assert(cg_allocate(&t->p, &o, &as));
      ck_assert_uint_eq(cg_sequence_copies(&t->p, &as, i, runs, &st), runs ? 2 : 4);
      for (unsigned k = 0; k < 2 && runs; k++)
         ck_assert_uint_eq(st[k].size, 2);
      ck_assert(!runs || st[1].src == CG_PARCOPY_EXTERNAL + 2);
      /* Copies into registers that are never referenced are dropped. */
      t->p.blocks[0].body.n = 0;
      ck_assert(cg_allocate(&t->p, &o, &as));
      ck_assert_uint_eq(cg_sequence_copies(&t->p, &as, i, runs, &st), 0);
   }
}
END_TEST

/* Copies under the predicate with all operands in memory, as for a phi at the end of a loop that is left by a break. */
START_TEST(conditional_copies)
{
   for (unsigned taken = 0; taken < 2; taken++) {
      struct toy_program *t = program(3);
      struct cg_program *p = &t->p;
      const uint32_t x = cg_reg_new(p, 1), phi = cg_reg_new(p, 1), y = cg_reg_new(p, 1);
      struct cg_alloc_options o = options(2, true);
      struct cg_assignment a;
      o.spill_all = true;
      toy_add(p, &p->blocks[0].body, TOY_SET, x, NO, NO, taken);
      toy_add(p, &p->blocks[0].body, TOY_MIX, y, x, x, 5);
      toy_add(p, &p->blocks[0].body, TOY_TEST, NO, x, NO, 0);
      toy_copies(p, &p->blocks[0].tail, (struct cg_copy[]){{phi, y}}, 1)->conditional = true;
      toy_jump(p, &p->blocks[0].tail, cg_label(CG_AT_HEAD, 2), true);
      toy_copies(p, &p->blocks[1].tail, (struct cg_copy[]){{phi, x}}, 1);
      toy_add(p, &p->blocks[2].body, TOY_OUT, NO, phi, NO, 0);
      toy_add(p, &p->blocks[2].body, TOY_OUT, NO, y, NO, 0); /* gives the value and the phi different homes */
      p->blocks[0].succ[0] = 1;
      p->blocks[0].succ[1] = p->blocks[1].succ[0] = 2;
      const struct toy_result before = toy_run(p, NULL, true);
      ck_assert(cg_allocate(p, &o, &a));
      const struct toy_result after = toy_run(p, &a, true);
      same(&before, &after, taken, "under the predicate");
      ck_assert_uint_gt(p->blocks[0].tail.n, 2); /* all of the spill code is under the predicate, too */
      for (uint32_t k = 0; k < p->blocks[0].tail.n; k++)
         ck_assert(((struct toy_instr *)p->blocks[0].tail.i[k])->conditional);
   }
}
END_TEST

/* An instruction that writes a part of a register is not repeated in place of a load. An instruction that writes all of it is
   repeated, and needs no memory. */
START_TEST(rematerialisation)
{
   for (unsigned size = 1; size <= 2; size++) {
      struct toy_program *t = program(1);
      struct cg_list *l = &t->p.blocks[0].body;
      struct cg_alloc_options o = options(4, true);
      struct cg_assignment a;
      const uint32_t x = cg_reg_new(&t->p, size);
      o.spill_all = true;
      toy_add(&t->p, l, TOY_SET, x + size - 1, NO, NO, 5);
      toy_add(&t->p, l, TOY_OUT, NO, x + size - 1, NO, 0);
      const struct toy_result before = toy_run(&t->p, NULL, true);
      ck_assert(cg_allocate(&t->p, &o, &a));
      const struct toy_result after = toy_run(&t->p, &a, true);
      same(&before, &after, size, "made again");
      ck_assert_uint_eq(a.spilled.words, size == 1 ? 0 : 1);
   }
}
END_TEST

/* ---- copies along an edge ------------------------------------------------------------------------------------------------ */

/* unit[n] has the unit of value n of the IR, or NO for a number. */
static uint32_t edge_source(void *user, const struct ir_value *v)
{
   const uint32_t *unit = user;
   return unit[v->id] == NO ? CG_EXTERNAL + v->id : unit[v->id];
}

static uint32_t edge_result(void *user, const struct ir_value *v)
{
   const uint32_t *unit = user;
   return v->id == 7 ? CG_NONE : unit[v->id]; /* as if nothing read it */
}

START_TEST(edge_copies)
{
   static const char text[] =
       "nvp4c-ir 1\nstage fragment\n\n"
       "block 0:\n   %0:32 = load_input slot=tex0 comp=0 interp=smooth\n"
       "   %1:32 = load_input slot=tex0 comp=1 interp=smooth\n   %2:1 = ult %1, %0\n   %3:32 = const value=0x7\n"
       "   if %2 b1 b2 merge=b2\n"
       "block 1:\n   %4:32 = fadd %0, %1\n   jump b2\n"
       "block 2:\n   %5:32 = phi %3, %4\n   %6:32 = phi %1, %0\n   %7:32 = phi %0, %1\n"
       "   %8:32 = fadd %5, %6\n   %9:32 = fadd %8, %7\n   store_output %9 slot=color0 comp=0\n   return\n";
   const struct cg_phi_operands operands = {.source = edge_source, .result = edge_result};
   struct ir_shader *s = must_parse(text);
   struct toy_program *t = program(s->num_blocks);
   uint32_t unit[10];
   for (unsigned k = 0; k < 10; k++)
      unit[k] = k == 2 || k == 3 ? NO : cg_reg_new(&t->p, k == 5 || k == 4 ? 2 : 1);
   unit[6] = unit[1]; /* a phi; its source is already in its place */

   struct cg_instr i = {0};
   t->p.blocks[0].depth = 1;
   ck_assert(cg_edge_copies(&t->p, s->blocks[0], s->blocks[2], &operands, unit, &i));
   ck_assert_int_eq(i.kind, CG_COPIES);
   ck_assert_uint_eq(i.num_copies, 2); /* a number, for both units of %5 */
   for (unsigned k = 0; k < 2; k++) {
      ck_assert_uint_eq(i.copies[k].dst, unit[5] + k);
      ck_assert_uint_eq(i.copies[k].src, CG_EXTERNAL + 3 + k);
   }

   i = (struct cg_instr){0};
   ck_assert(cg_edge_copies(&t->p, s->blocks[1], s->blocks[2], &operands, unit, &i));
   ck_assert_uint_eq(i.num_copies, 3);
   for (unsigned k = 0; k < 2; k++) {
      ck_assert_uint_eq(i.copies[k].dst, unit[5] + k);
      ck_assert_uint_eq(i.copies[k].src, unit[4] + k);
   }
   ck_assert_uint_eq(i.copies[2].dst, unit[6]);
   ck_assert_uint_eq(i.copies[2].src, unit[0]);

   i = (struct cg_instr){0}; /* neither an edge nor a phi */
   ck_assert(!cg_edge_copies(&t->p, s->blocks[2], s->blocks[2], &operands, unit, &i));
   ck_assert(!cg_edge_copies(&t->p, s->blocks[0], s->blocks[1], &operands, unit, &i));
}
END_TEST

/* ---- when nothing fits --------------------------------------------------------------------------------------------------- */

START_TEST(culprit)
{
   for (unsigned what = 0; what < 4; what++) { /* of four units, with or without spilling */
      const bool request = what & 1, spill = what & 2;
      struct toy_program *t = program(1);
      struct cg_list *l = &t->p.blocks[0].body;
      const uint32_t x = cg_reg_new(&t->p, 3), y = cg_reg_new(&t->p, request ? 4 : 3), z = cg_reg_new(&t->p, 1);
      struct cg_alloc_options o = options(4, spill);
      struct cg_assignment a;
      for (unsigned k = 0; k < 3; k++)
         toy_add(&t->p, l, TOY_SET, x + k, NO, NO, k);
      toy_add(&t->p, l, TOY_SET, z, NO, NO, 1)->base.span = (struct util_span){7, 1};
      struct toy_instr *i =
          request ? toy_add_run(&t->p, l, TOY_FETCH, y, z, 4, 0) : toy_add_run(&t->p, l, TOY_PAIR, y, x, 3, 0);
      i->base.span = (struct util_span){40, 2};
      toy_insert_waits(&t->p, true);
      ck_assert(!cg_allocate(&t->p, &o, &a));
      ck_assert_uint_eq(a.culprit.off, 40);
      /* First one unit is read while four are in flight, then three are read while three are written. */
      ck_assert_uint_eq(a.culprit_demand, request ? 5 : 6);
   }
}
END_TEST

SUITE_MAIN("codegen", 60, setup, teardown, many_registers, four_registers, short_reach, few_registers, waits_are_needed,
           wrong_places_are_noticed, copies_in_registers, copies_in_memory, copies_in_runs, conditional_copies,
           rematerialisation, edge_copies, culprit)
