/* SPDX-License-Identifier: MIT */
/*
 * Tests the pass that splits a pre-shader off. Its choice is compared with all possible choices under costs made up for each
 * program. Programs must compute the same results with and without the pass. Other tests check rules that depend on answers of
 * the target; tests/ir/ tests the rules that do not.
 */
#include "ir/build.h"
#include "ir/cfg.h"
#include "ir/interp.h"
#include "passes/pass.h"
#include "passes/pipeline/pipeline.h"
#include "passes/lower/min_cut.h"
#include "passes/lower/preshader.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

/* ---- costs that are made up */

static unsigned cost_of[IR_OP_COUNT];
static uint32_t reads_of[IR_OP_COUNT]; /* a bit for each source that reads a parameter in place */
static uint32_t most_halves;
static struct preshader_costs costs;
static struct pass_context context = {.costs = &costs}, no_costs;

static unsigned cost(const struct ir_instr *i)
{
   return i->op == IR_const || i->op == IR_undef || (i->op == IR_load_param && !i->nsrc) ? 0 : cost_of[i->op];
}

static bool reads(const struct ir_instr *i, unsigned n)
{
   return reads_of[i->op] >> (n & 31) & 1;
}

static uint32_t max_halves(const struct ir_shader *s)
{
   (void)s;
   return most_halves;
}

static void make_up_costs(uint64_t seed)
{
   struct util_rng r;

   util_rng_init(&r, seed ^ 0xc057);
   for (unsigned op = 0; op < IR_OP_COUNT; op++) {
      cost_of[op] = util_rng_below(&r, 5);
      reads_of[op] = util_rng_chance(&r, 1, 2) ? UINT32_MAX : util_rng_u32(&r);
   }
   /* Ops that produce bits or halves of words read whole words. */
   reads_of[IR_ine] = reads_of[IR_unpack2h] = UINT32_MAX;
   most_halves = 1000;
   costs = (struct preshader_costs){.instr = cost,
                             .reads_param = reads,
                             .move = util_rng_below(&r, 4),
                             .bit = cost_of[IR_ine],
                             .half = cost_of[IR_unpack2h],
                             .max_halves = max_halves,
                             .textures = util_rng_chance(&r, 1, 2),
                             .same_machine = util_rng_chance(&r, 1, 2)};
}

/* ---- the choice */

enum { MAX_CHOICES = 9 };

/* A block of operations on parameters, followed by readers of them that cannot move. */
static struct ir_shader *small_program(uint64_t seed)
{
   static const uint8_t ops[] = {IR_fadd, IR_fmul, IR_frcp, IR_flt, IR_iand, IR_sel, IR_f2h, IR_h2f, IR_pack2h, IR_fmad};
   struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_FRAGMENT, &num_model_ieee);
   struct gen *g = UTIL_NEW(&ctx, struct gen);

   util_rng_init(&g->rng, seed);
   g->s = s;
   for (uint32_t k = 0; k < GEN_PARAMS; k++)
      UTIL_PUSH(&ctx, s->params, s->num_params, s->cap_params, (struct io_param){.cls = PARAM_LOCAL, .index = k});
   ir_block_append(s, ir_block_new(s));
   g->b = ir_at_end(s, s->blocks[0]);
   for (uint32_t k = 0; k < 3; k++)
      gen_add(g, ir_emit(&g->b, IR_load_param, 32, 0, NULL, (uint32_t[4]){k, k, k, 1})->dst[0]);
   const unsigned n = 1 + util_rng_below(&g->rng, MAX_CHOICES);
   for (unsigned k = 0; k < n; k++) {
      const enum ir_op op = (enum ir_op)ops[util_rng_below(&g->rng, sizeof ops)];
      const unsigned width = util_rng_chance(&g->rng, 1, 2) ? 32 : 1;
      struct ir_src src[3];
      for (unsigned j = 0; j < ir_op_info[op].min_src; j++) {
         const unsigned w = ir_kind_width(ir_src_kind(op, j));
         src[j] = gen_src(g, w ? w : width, ir_src_float(op, j));
      }
      gen_add(g, ir_emit(&g->b, op, width, ir_op_info[op].min_src, src, NULL)->dst[0]);
   }
   struct ir_src in = ir_use(ir_emit(&g->b, IR_load_input, 32, 0, NULL, (uint32_t[4]){SLOT_FOG, 0, 0, 0})->dst[0]);
   const unsigned total = g->num;
   for (unsigned k = 0; k < 3; k++) {
      struct ir_src v = ir_use(g->pool[total - 1 - util_rng_below(&g->rng, total < 6 ? total : 6)]);
      if (v.val->width == 16)
         v = ir_expr2(&g->b, IR_pack2h, v, ir_use(ir_emit(&g->b, IR_unpack2h, 16, 1, &in, (uint32_t[4]){0})->dst[0]));
      else if (v.val->width == 1)
         v = ir_expr3(&g->b, IR_sel, v, in, in);
      else if (util_rng_chance(&g->rng, 1, 2))
         v = ir_expr2(&g->b, IR_fadd, in, v);
      gen_output(g, k, v);
   }
   s->blocks[0]->term = IR_TERM_RETURN;
   ir_cfg_update(s);
   pass_cse(s);
   pass_dce(s);
   return s;
}

/* Returns the full cost of a choice: `chosen` has a bit for each instruction that is read as a result, by its number in tmp. */
struct choice {
   unsigned cost, halves;
};

enum { FIXED = 100, LEAF };

static struct choice evaluate(struct ir_shader *s, uint32_t chosen)
{
   struct choice r = {0, 0};
   bool *needed = UTIL_ARRAY(&ctx, bool, s->num_values), *in_register = UTIL_ARRAY(&ctx, bool, s->num_values);

   for (struct ir_instr *i = s->blocks[0]->last; i; i = i->prev) {
      if (i->ndst && !needed[i->dst[0]->id])
         continue;
      if (i->tmp < FIXED && chosen >> i->tmp & 1) {
         const unsigned w = i->dst[0]->width;
         r.halves += w == 16 ? 1 : 2;
         r.cost += w == 1 ? costs.bit : (w == 16 ? costs.half : 0) + (in_register[i->dst[0]->id] ? costs.move : 0);
         continue;
      }
      r.cost += cost(i);
      for (uint32_t k = 0; k < i->nsrc; k++) {
         needed[i->src[k].val->id] = true;
         in_register[i->src[k].val->id] |= !reads(i, k);
      }
   }
   return r;
}

/* Returns the same cost for a program after the split. */
static struct choice measure(struct ir_shader *s)
{
   struct choice r = {0, s->pre.halves};
   bool *in_register = UTIL_ARRAY(&ctx, bool, s->num_values), *word = UTIL_ARRAY(&ctx, bool, s->num_values);

   for (struct ir_instr *i = s->blocks[0]->last; i; i = i->prev)
      for (uint32_t k = 0; k < i->nsrc; k++)
         in_register[i->src[k].val->id] |= !reads(i, k);
   ir_foreach_instr (s->blocks[0], i) {
      r.cost += cost(i);
      if (!i->ndst)
         continue;
      const uint32_t v = i->dst[0]->id;
      word[v] = (i->op == IR_load_param && s->params[i->attr[0]].cls == PARAM_PRE) ||
                (i->op == IR_unpack2h && word[i->src[0].val->id]);
      r.cost += word[v] && in_register[v] ? costs.move : 0;
   }
   return r;
}

/* Numbers the instructions that can move in tmp, and returns their number. */
static unsigned number(struct ir_shader *s)
{
   unsigned n = 0;

   ir_foreach_instr (s->blocks[0], i) {
      bool moves = i->ndst && i->op != IR_load_input;
      for (uint32_t k = 0; moves && k < i->nsrc; k++)
         moves = i->src[k].val->def->tmp != FIXED;
      i->tmp = !moves ? FIXED : i->op == IR_const || i->op == IR_undef || i->op == IR_load_param ? LEAF : n++;
   }
   return n;
}

static bool better(struct choice a, struct choice b)
{
   return a.cost < b.cost || (a.cost == b.cost && a.halves < b.halves);
}

static struct choice best(struct ir_shader *s, unsigned n, unsigned max_halves)
{
   struct choice found = evaluate(s, 0);

   for (uint32_t chosen = 1; chosen < 1u << n; chosen++) {
      const struct choice c = evaluate(s, chosen);
      if (c.halves <= max_halves && better(c, found))
         found = c;
   }
   return found;
}

/* The pass selects the cheapest of all sets of results; among equally cheap ones it selects one with the fewest halves. */
START_TEST(test_cheapest)
{
   unsigned cuts = 0;

   for (uint64_t seed = 0; seed < 600; seed++) {
      struct ir_shader *s = small_program(seed);
      make_up_costs(seed);
      const unsigned n = number(s);
      const struct choice want = best(s, n, UINT32_MAX);
      cuts += pass_preshader(s, &context);
      pass_dce(s);
      check_valid(s, "cut", seed);
      const struct choice got = measure(s);
      if (got.cost != want.cost || got.halves != want.halves)
         ck_abort_msg("seed %llu: cost %u with %u halves, %u with %u were possible:\n%s", (unsigned long long)seed, got.cost,
                      got.halves, want.cost, want.halves, print(s));
      util_ctx_finish(&ctx);
      setup();
   }
   ck_assert_uint_ge(cuts, 200);
}
END_TEST

/* With little room the results fit, and they save nearly as much as the best choice. */
START_TEST(test_little_room)
{
   unsigned saved = 0, possible = 0;

   for (uint64_t seed = 0; seed < 600; seed++) {
      struct ir_shader *s = small_program(seed);
      make_up_costs(seed);
      most_halves = 1 + (unsigned)(seed % 5);
      const unsigned n = number(s), without = evaluate(s, 0).cost;
      possible += without - best(s, n, most_halves).cost;
      pass_preshader(s, &context);
      pass_dce(s);
      check_valid(s, "cut", seed);
      ck_assert_uint_le(s->pre.halves, most_halves);
      ck_assert_uint_le(measure(s).cost, without);
      saved += without - measure(s).cost;
      util_ctx_finish(&ctx);
      setup();
   }
   ck_assert_msg(saved * 100 >= possible * 90, "%u of %u", saved, possible);
}
END_TEST

/* ---- what programs compute */

static const struct num_model *const models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx, &num_model_ieee};

static struct exec_wave *execute(struct ir_shader *s, uint64_t seed)
{
   struct exec_wave *t = gen_wave(&ctx, seed, s->num);

   ck_assert_int_eq(ir_interp_run(&ctx, s, t), EXEC_DONE);
   return t;
}

/* A clone is valid and has the same text as the original. Its text stays the same when all instructions of the original are
   replaced. */
static void check_clone(struct ir_shader *s, const char *text, uint64_t seed)
{
   struct ir_shader *clone = ir_clone(&ctx, s);

   for (struct ir_shader *of = s; of; of = of->pre.shader)
      ir_foreach_block (of, b) {
         b->term = IR_TERM_RETURN;
         ir_foreach_instr (b, i) {
            i->op = IR_undef;
            i->nsrc = 0;
            memset(i->attr, 255, sizeof i->attr);
            for (unsigned k = 0; k < i->ndst; k++)
               i->dst[k]->id = 0;
         }
      }
   check_valid(clone, "clone", seed);
   ck_assert_str_eq(print(clone), text);
}

/* Programs of all ops with arbitrary control flow compute the same bits after the split, after a round trip through text, and
   after the simplification that follows the split. */
START_TEST(test_same)
{
   unsigned cuts = 0;

   for (uint64_t seed = 0; seed < 500; seed++) {
      struct ir_shader *s = gen_shader(&ctx, seed, models[seed % 4], 200);
      make_up_costs(seed);
      if (seed & 4)
         most_halves = 1 + (unsigned)(seed / 8 % 40);
      pass_ssa(s);
      const struct exec_wave *want = execute(s, seed);
      cuts += pass_preshader(s, seed % 3 ? &context : &no_costs);
      check_valid(s, "cut", seed);
      if (!gen_same(want, execute(s, seed)))
         ck_abort_msg("seed %llu: the outputs have changed", (unsigned long long)seed);
      const char *text = print(s);
      struct ir_shader *again = ir_parse(&ctx, text, strlen(text), s->num);
      ck_assert_msg(again, "seed %llu: %s", (unsigned long long)seed, ctx.diags ? ctx.diags->message : "");
      ck_assert_str_eq(print(again), text);
      ck_assert(gen_same(want, execute(again, seed)));
      check_clone(s, text, seed);
      const struct pass_options opt = {.opt_level = 2, .exact_only = true, .costs = &preshader_plain_costs};
      s = gen_shader(&ctx, seed, models[seed % 4], 200);
      pass_run_pipeline(s, &opt);
      check_valid(s, "pipeline", seed);
      if (!gen_same(want, execute(s, seed)))
         ck_abort_msg("seed %llu: the outputs of the pipeline have changed", (unsigned long long)seed);
      util_ctx_finish(&ctx);
      setup();
   }
   ck_assert_uint_ge(cuts, 400);
}
END_TEST

/* ---- what the target says */

#define HEAD "nvp4c-ir 1\nstage fragment\nsource_ops 0\nparam 0 local 0\n"
#define LOCAL(c) "load_param entry=0 comp=" #c " first=0 count=1\n"
#define WORD(n) "load_param entry=1 comp=" #n " first=1 count=1\n"

static const char *cut(const char *before)
{
   struct ir_shader *s = must_parse(before);

   pass_preshader(s, &context);
   pass_dce(s);
   check_valid(s, "cut", 0);
   return print(s);
}

/* Each op costs 2, and everything else is free. */
static void plain_costs(void)
{
   for (unsigned op = 0; op < IR_OP_COUNT; op++) {
      cost_of[op] = 2;
      reads_of[op] = UINT32_MAX;
   }
   most_halves = 1000;
   costs = (struct preshader_costs){
       .instr = cost, .reads_param = reads, .max_halves = max_halves, .textures = true, .same_machine = true};
}

/* A move costs as much as an addition. An addition stays if it is alone and its reader needs a register; two additions move. */
START_TEST(test_move)
{
   static const char one[] =
       HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = fadd %0, %0\n   store_output %1 slot=color0 comp=0\n   return\n";

   plain_costs();
   ck_assert_ptr_nonnull(strstr(cut(one), "preshader halves=2"));
   costs.move = 2;
   ck_assert_ptr_nonnull(strstr(cut(one), "preshader halves=2")); /* store_output reads parameters */
   reads_of[IR_store_output] = 0;
   ck_assert_str_eq(cut(one), one);
   ck_assert_str_eq(cut(HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = fadd %0, %0\n   %2:32 = fmul %1, %1\n"
                                                                "   store_output %2 slot=color0 comp=0\n   return\n"),
                    HEAD
                    "param 1 pre 0\n\nblock 0:\n   %3:32 = " WORD(0) "   store_output %3 slot=color0 comp=0\n   return\n"
                                                                     "\npreshader halves=2\n\nblock 0:\n   %0:32 = " LOCAL(
                                                                         0) "   %1:32 = fadd %0, %0\n   %2:32 = fmul %1, %1\n"
                                                                            "   store_word %2 word=0\n   return\n");
}
END_TEST

/* There is room for one word. The reciprocal of a reciprocal saves more than a sum. Of two results that save the same, the
   first one moves. */
START_TEST(test_room)
{
   plain_costs();
   most_halves = 3;
   ck_assert_str_eq(cut(HEAD "\nblock 0:\n   %0:32 = " LOCAL(
                        0) "   %1:32 = fadd %0, %0\n   %2:32 = frcp %0\n   %3:32 = frcp %2\n"
                           "   store_output %1 slot=color0 comp=0\n   store_output %3 slot=color0 comp=1\n   return\n"),
                    HEAD "param 1 pre 0\n\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = fadd %0, %0\n   %4:32 = " WORD(
                        0) "   store_output %1 slot=color0 comp=0\n   store_output %4 slot=color0 comp=1\n   return\n"
                           "\npreshader halves=2\n\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = frcp %0\n   %2:32 = frcp %1\n"
                                                                                    "   store_word %2 word=0\n   return\n");
   static const char equal[] = HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = frcp %0\n   %2:32 = frsq %0\n"
                                    "   store_output %1 slot=color0 comp=0\n   store_output %2 slot=color0 comp=1\n   return\n";
   const char *text = cut(equal);
   ck_assert(strstr(text, "frcp") > strstr(text, "preshader") && strstr(text, "frsq") < strstr(text, "preshader"));
   most_halves = 1;
   ck_assert_str_eq(cut(equal), equal);
}
END_TEST

/* The same sum counts eight times in a loop. */
START_TEST(test_loop_first)
{
   plain_costs();
   most_halves = 2;
   const char *text = cut(HEAD "\nblock 0:\n   %0:32 = " LOCAL(
       0) "   %1:32 = frcp %0\n   %2:32 = frcp %1\n   %3:32 = load_input slot=fog comp=0 interp=smooth\n"
          "   store_output %2 slot=color0 comp=0\n   loop b1 merge=b4\n"
          "block 1:\n   %4:32 = phi %3, %6\n   %5:32 = fmul %0, %0\n   %6:32 = fadd %4, %5\n   %7:1 = flt %6, %3\n   if %7 b2 "
          "b3 merge=b3\n"
          "block 2:\n   break b4\nblock 3:\n   continue b1\nblock 4:\n   store_output %6 slot=color0 comp=1\n   return\n");
   ck_assert(strstr(text, "fmul") > strstr(text, "preshader") && strstr(text, "frcp") < strstr(text, "preshader"));
}
END_TEST

/* A phi needs the condition of its if, and that condition costs 8. So the phi is read, although that takes a move and the phi
   itself costs less. */
START_TEST(test_phi_condition)
{
   plain_costs();
   costs.move = 4;
   costs.bit = 8;
   reads_of[IR_store_output] = 0;
   cost_of[IR_flt] = 100;
   const char *text = cut(HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = " LOCAL(
       1) "   %2:1 = flt %0, %1\n   if %2 b1 b2 merge=b2\n"
          "block 1:\n   jump b2\nblock 2:\n   %3:32 = phi %0, %1\n   store_output %3 slot=color0 comp=0\n   return\n");
   ck_assert(strstr(text, "sel") > strstr(text, "preshader halves=2") && !strstr(text, "phi"));
}
END_TEST

#define TEX "   %1:32, %2:32, %3:32, %4:32 = tex %0, %0 texop=lod target=1D unit=0 offset=0:0:0\n"

START_TEST(test_allowed)
{
   static const char tex[] = HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) TEX "   store_output %1 slot=color0 comp=0\n   return\n";
   static const char rcp[] = HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = frcp.inv %0\n   %2:32 = fadd.inv %1, %1\n"
                                  "   store_output.inv %2 slot=color0 comp=0\n   return\n";
   static const char sum[] = HEAD "\nblock 0:\n   %0:32 = " LOCAL(0) "   %1:32 = fadd.inv %0, %0\n"
                                  "   store_output.inv %1 slot=color0 comp=0\n   return\n";

   plain_costs();
   ck_assert_ptr_nonnull(strstr(cut(tex), "preshader"));
   ck_assert_ptr_nonnull(strstr(cut(rcp), "preshader"));
   costs.textures = costs.same_machine = false;
   ck_assert_str_eq(cut(tex), tex);
   ck_assert_str_eq(cut(rcp), rcp); /* approximations and their dependents may not reach a position */
   ck_assert_ptr_nonnull(strstr(cut(sum), "load_param.inv entry=1"));
}
END_TEST

/* ---- texts that are wrong */

#define ONE HEAD "param 1 pre 0\nblock 0:\n%0:32 = load_param entry=1 comp=0 first=1 count=1\nreturn\n"
#define PRE "preshader halves=2\nblock 0:\n"

START_TEST(test_wrong)
{
   static const struct {
      const char *text, *message;
   } t[] = {
       {ONE, "no such result"},
       {HEAD "param 1 pre 0\nblock 0:\n%0:32 = load_param entry=1 comp=1 first=1 count=1\nreturn\n" PRE
             "%0:32 = undef\nstore_word %0 word=0\nreturn\n",
        "no such result"},
       {HEAD "param 1 pre 4294967295\nblock 0:\n%0:32 = load_param entry=1 comp=1 first=1 count=1\nreturn\n" PRE
             "%0:32 = undef\nstore_word %0 word=0\nreturn\n",
        "no such result"},
       {HEAD "param 1 pre 0\nblock 0:\n%0:32 = undef\n%1:32 = load_param %0 entry=0 comp=0 first=0 count=2\nreturn\n" PRE
             "%0:32 = undef\nstore_word %0 word=0\nreturn\n",
        "an index reaches"},
       {ONE PRE "%0:32 = undef\nreturn\n", "must store each"},
       {ONE PRE "%0:32 = undef\nstore_word %0 word=0\nstore_word %0 word=0\nreturn\n", "stored twice"},
       {ONE PRE "%0:32 = undef\nstore_word %0 word=1\nreturn\n", "is not a result"},
       {ONE PRE "%0:32 = load_param entry=1 comp=0 first=1 count=1\nstore_word %0 word=0\nreturn\n", "no such result"},
       {ONE PRE "%0:32 = load_input slot=fog comp=0 interp=smooth\nstore_word %0 word=0\nreturn\n", "preshader"},
       {ONE PRE "%0:32 = undef\n%1:32 = ddx %0\nstore_word %1 word=0\nreturn\n", "a pre-shader may not contain this op"},
       {ONE PRE "%0:32 = clock\nstore_word %0 word=0\nreturn\n", "a pre-shader may not contain this op"},
       {ONE PRE "%0:32 = undef\n%1:32, %2:32, %3:32, %4:32 = tex %0 texop=sample target=1D unit=0 offset=0:0:0\nstore_word %1 "
                "word=0\nreturn\n",
        "a pre-shader may not contain this op"},
       {ONE PRE "%0:32 = undef\nstore_word %0 word=0\njump b1\nblock 1:\nreturn\n", "one block"},
       {ONE PRE, "no terminator"},
       {ONE "preshader halves=2\n", "no blocks"},
       {ONE "preshader halves=65537\nblock 0:\nreturn\n", "too many results"},
       {ONE PRE "%0:32 = undef\nstore_word %0 word=0\nreturn\n" PRE "return\n", "one pre-shader"},
       {ONE PRE "%5:32 = mov %0\nstore_word %5 word=0\nreturn\n", "nothing defines"},
       {HEAD "block 0:\n%0:32 = undef\nstore_word %0 word=0\nreturn\n", "only pre-shaders"},
       {"nvp4c-ir 1\nstage preshader\nblock 0:\nreturn\n", "no such name"},
       {HEAD "block 0:\n" PRE "return\n", "no terminator"},
   };

   for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++) {
      ck_assert_msg(!parse(t[k].text), "row %u is taken", k);
      bool said = false;
      for (const struct util_diag *d = ctx.diags; d; d = d->next)
         said |= strstr(d->message, t[k].message) != NULL;
      ck_assert_msg(said, "row %u: %s", k, ctx.diags->message);
   }
   must_parse(ONE PRE "%0:32 = undef\nstore_word %0 word=0\nreturn\n");
}
END_TEST

/* ---- the cut of networks */

/* Compares the result with every cut of a small network. */
START_TEST(test_cut)
{
   for (uint64_t seed = 0; seed < 2000; seed++) {
      struct util_rng r;
      enum { NODES = 7, EDGES = 14 };
      uint32_t from[EDGES], to[EDGES];
      uint64_t room[EDGES], least = UINT64_MAX, sum = 0;

      util_rng_init(&r, seed);
      struct min_cut c = min_cut_new(&ctx, NODES);
      for (unsigned e = 0; e < EDGES; e++) {
         from[e] = util_rng_below(&r, NODES);
         to[e] = util_rng_below(&r, NODES);
         room[e] = util_rng_below(&r, 9);
         min_cut_edge(&c, from[e], to[e], room[e]);
      }
      ck_assert(min_cut_find(&c));
      ck_assert(min_cut_with_source(&c, CUT_SOURCE) && !min_cut_with_source(&c, CUT_SINK));
      for (unsigned e = 0; e < EDGES; e++)
         sum += min_cut_with_source(&c, from[e]) && !min_cut_with_source(&c, to[e]) ? room[e] : 0;
      for (uint32_t side = 0; side < 1u << NODES; side++) {
         uint64_t n = 0;
         if ((side & 3) != 1)
            continue;
         for (unsigned e = 0; e < EDGES; e++)
            n += (side >> from[e] & 1) && !(side >> to[e] & 1) ? room[e] : 0;
         least = n < least ? n : least;
      }
      ck_assert_uint_eq(sum, least);
      min_cut_free(&c);
   }
}
END_TEST

/* A chain of so many operations that a recursive walk would overflow the stack. */
START_TEST(test_long_chain)
{
   struct ir_shader *s = ir_shader_new(&ctx, IR_STAGE_FRAGMENT, &num_model_ieee);

   plain_costs();
   costs.move = 6; /* the third operation makes the move worthwhile */
   reads_of[IR_store_output] = 0;
   UTIL_PUSH(&ctx, s->params, s->num_params, s->cap_params, (struct io_param){.cls = PARAM_LOCAL});
   ir_block_append(s, ir_block_new(s));
   struct ir_builder b = ir_at_end(s, s->blocks[0]);
   struct ir_src v = ir_use(ir_emit(&b, IR_load_param, 32, 0, NULL, (uint32_t[4]){0, 0, 0, 1})->dst[0]), first = v;
   for (unsigned k = 0; k < 20000; k++)
      v = ir_expr2(&b, IR_fadd, v, first);
   ir_emit(&b, IR_store_output, 0, 1, &v, (uint32_t[4]){SLOT_FRAG_COLOR, 0, 0, 0});
   s->blocks[0]->term = IR_TERM_RETURN;
   ir_cfg_update(s);
   ck_assert(pass_preshader(s, &context));
   pass_dce(s);
   check_valid(s, "cut", 0);
   ck_assert_uint_eq(s->pre.halves, 2);
}
END_TEST

SUITE_MAIN("preshader", 200, setup, teardown, test_cheapest, test_little_room, test_same, test_move, test_room, test_loop_first,
           test_phi_condition, test_allowed, test_wrong, test_cut, test_long_chain)
