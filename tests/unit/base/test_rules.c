/* SPDX-License-Identifier: MIT */
/*
 * Proves each row of passes/rules/rules.def. The test draws random programs that look like the left side, applies the row, and
 * computes both sides under every number model. The inputs are all pairs of special values, all pairs of sign- and
 * zero-extended bytes, all upper halves of a word, and random words. A row that never matches fails, and so does a wrong row:
 * the same test has to find mutants of the right sides and of the guards.
 */
#include <math.h>
#include <stdio.h>

#include "semantics/fpenv.h"
#include "tests/unit/base/rule_program.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

struct proof {
   const struct pass_rule *rule;
   num_m model;
   struct util_rng rng;
   struct rule_program before, after;
   unsigned fired;
   bool failed;
   char why[400];
};

/* ---- one comparison */

static bool same(const struct proof *p, const uint32_t in[RULE_INPUTS], uint32_t *a, uint32_t *b)
{
   const struct pass_rule *r = p->rule;
   double magnitude = 0, other = 0;

   if (r->when == RULE_EXACT) {
      *a = rule_run(&p->before, in, NULL);
      *b = rule_run(&p->after, in, NULL);
      return *a == *b;
   }
   *a = rule_run(&p->before, in, &magnitude);
   *b = rule_run(&p->after, in, &other);
   *a = num_flush_in(p->model, *a);
   *b = num_flush_in(p->model, *b);
   if (num_isnan(*a) || (r->tolerance > 0 && magnitude == INFINITY))
      return true; /* the rule does not promise to keep the bits */
   magnitude = fmax(magnitude, other < INFINITY ? other : 0);
   return fabs((double)num_f(*a) - num_f(*b)) <= r->tolerance * 0x1p-24 * magnitude || num_f(*a) == num_f(*b);
}

static void compare(struct proof *p, const uint32_t in[RULE_INPUTS])
{
   uint32_t a, b;

   if (p->failed || same(p, in, &a, &b))
      return;
   p->failed = true;
   snprintf(p->why, sizeof p->why, "rule %s, model %s, inputs %08x %08x %08x %08x: %08x, not %08x", p->rule->name,
            p->model->name, in[0], in[1], in[2], in[3], b, a);
}

/* ---- inputs */

/* A number in the domain of fast rules. */
static uint32_t everyday(struct util_rng *rng)
{
   const uint32_t r = util_rng_u32(rng);

   return r % 16 ? (r & 0x807fffff) | (127 - 5 + (r >> 24) % 10) << 23 : num_u((float)(int)(r >> 8 & 15) - 8);
}

static uint32_t random_word(struct util_rng *rng)
{
   const uint32_t r = util_rng_u32(rng);

   switch (util_rng_below(rng, 4)) {
   case 0: return rule_special[r % RULE_SPECIALS];
   case 1: return everyday(rng);
   case 2: return r >> r % 32;
   default: return r;
   }
}

/* True if the input may be given to the rule. */
static bool suits(const struct pass_rule *r, uint32_t v)
{
   const bool finite = (v & 0x7f800000) != 0x7f800000;

   return r->when == RULE_EXACT || (r->when == RULE_GL && (r->tolerance == 0 ? !num_isnan(v) : r->tolerance < 0 && finite));
}

static uint32_t draw(struct proof *p)
{
   uint32_t v = random_word(&p->rng);

   return suits(p->rule, v) ? v : everyday(&p->rng);
}

static void randomly(struct proof *p, unsigned times)
{
   for (unsigned n = 0; n < times && !p->failed; n++) {
      const uint32_t in[RULE_INPUTS] = {draw(p), draw(p), draw(p), draw(p)};
      compare(p, in);
   }
}

static void specials(struct proof *p)
{
   for (unsigned x = 0; x < RULE_SPECIALS; x++)
      for (unsigned y = 0; y < RULE_SPECIALS && !p->failed; y++) {
         const uint32_t in[RULE_INPUTS] = {rule_special[x], rule_special[y], draw(p), draw(p)};
         if (suits(p->rule, in[0]) && suits(p->rule, in[1]))
            compare(p, in);
      }
}

/* Sign- and zero-extended bytes, 384 of them. */
static uint32_t byte(unsigned n)
{
   return n < 256 ? n : 0xffffff80u + (n - 256);
}

static void bytes(struct proof *p)
{
   for (unsigned x = 0; x < 384; x++)
      for (unsigned y = 0; y < 384 && !p->failed; y++) {
         const uint32_t in[RULE_INPUTS] = {byte(x), byte(y), byte(util_rng_below(&p->rng, 384)), draw(p)};
         compare(p, in);
      }
}

static void upper_halves(struct proof *p)
{
   for (uint32_t x = 0; x < 65536 && !p->failed; x++) {
      uint32_t in[RULE_INPUTS] = {draw(p), draw(p), draw(p), draw(p)};
      const uint32_t v = x << 16 | (util_rng_u32(&p->rng) & 0xffff & (0u - (x & 1)));
      in[x >> 8 & 1] = suits(p->rule, v) ? v : everyday(&p->rng);
      compare(p, in);
   }
}

/* ---- one rule */

/* Draws a left side and applies the rule; returns false if it does not match. */
static bool fire(struct proof *p)
{
   static const uint8_t widths[] = {32, 32, 1, 16};
   struct ir_instr *root;
   struct pass_context context = {0};
   struct fold f = {0};

   struct ir_shader *s = rule_left_side(&ctx, p->rule, p->model, widths[util_rng_below(&p->rng, 4)], &p->rng, &root);
   if (!s)
      return false;
   struct ir_value *result = root->dst[0];
   struct ir_src src = ir_use(result);
   rule_compile(&p->before, s, &src);
   f = (struct fold){.s = s, .context = &context, .num_old = s->num_values};
   f.to = UTIL_ARRAY(&ctx, struct ir_src, s->num_values);
   if (!pass_rule_try(&f, p->rule, root))
      return false;
   if (f.to[result->id].val)
      src = f.to[result->id];
   const char *wrong = ir_validate(s);
   if (wrong) {
      p->failed = true;
      snprintf(p->why, sizeof p->why, "rule %s: %s", p->rule->name, wrong);
   }
   rule_compile(&p->after, s, &src);
   return true;
}

/* `thorough` left sides get all inputs, and the others get some. The number of tries is bounded, since the loop would not end
   for a rule with a guard that never holds. */
static void prove(struct proof *p, const struct pass_rule *r, num_m model, unsigned wanted, unsigned thorough)
{
   *p = (struct proof){.rule = r, .model = model};
   util_rng_init(&p->rng, (uint64_t)(r->name[0] * 31 + r->name[1]) + model->round);
   for (unsigned tries = 0; tries < 6000 && p->fired < wanted && !p->failed; tries++) {
      if (tries % 64 == 0) {
         util_ctx_finish(&ctx);
         setup();
      }
      if (!fire(p))
         continue;
      const bool all = p->fired++ < thorough;
      randomly(p, all ? 2000 : 150);
      if (all && r->when != RULE_FAST)
         specials(p);
      if (all)
         upper_halves(p);
      if (all && !rule_is_float(r->left))
         bytes(p);
   }
}

START_TEST(test_proof)
{
   struct proof p;
   unsigned fired = 0;
   const struct pass_rule *r = &pass_rule[_i];

   for (unsigned k = 0; k < TEST_MODELS; k++) {
      /* Integers are the same under all models, except for shift counts. */
      prove(&p, r, test_model(k), 24, k == 0 || rule_is_float(r->left) ? 1 + (k == 0) : 0);
      if (p.failed)
         ck_abort_msg("%s", p.why);
      fired += p.fired;
   }
   ck_assert_msg(fired, "rule %s never matches", r->name);
}
END_TEST

/* ---- mutants */

static const char *const guard_text[PASS_NUM_RULES] = {
#define RULE(name, when, tolerance, left, right, guard, why) #guard,
#include "passes/rules/rules.def"
#undef RULE
};

static bool always(const struct pass_rule_match *m)
{
   (void)m;
   return true;
}

/* The op that a slip of the pen turns this op into, or mov if there is none. */
static enum ir_op mistaken(unsigned op)
{
   static const uint8_t pairs[][2] = {
      {IR_iadd, IR_isub}, {IR_imul, IR_iadd},   {IR_shl, IR_ushr},  {IR_ishr, IR_ushr}, {IR_iand, IR_ior}, {IR_ixor, IR_ior},
      {IR_ilt, IR_ige},   {IR_ult, IR_uge},     {IR_ieq, IR_ine},   {IR_feq, IR_fne},   {IR_flt, IR_fge},  {IR_fadd, IR_fmul},
      {IR_imin, IR_imax}, {IR_umin, IR_umax},   {IR_fmin, IR_fmax}, {IR_frcp, IR_frsq}, {IR_ineg, IR_inot}, {IR_brev, IR_inot},
      {IR_udiv, IR_umod}, {IR_imad, IR_umadhi}, {IR_umulhi, IR_imul},
   };

   for (unsigned k = 0; k < sizeof pairs / sizeof *pairs; k++)
      for (unsigned n = 0; n < 2; n++)
         if (pairs[k][n] == op && (n == 0 || k == 0 || k == 2 || k >= 4))
            return (enum ir_op)pairs[k][!n];
   return IR_mov;
}

/* Writes mutant number n of a term into *copy, and copies the terms on the path to it. Returns false if there are fewer
   mutants. */
static bool mutate(struct util_ctx *c, const struct pass_rule *r, const struct pass_rule_node *n, unsigned *number,
                   struct pass_rule_node *copy)
{
   *copy = *n;
   if (n->kind == RULE_OP && mistaken(n->op) != IR_mov && (*number)-- == 0) {
      copy->op = (uint8_t)mistaken(n->op);
      return true;
   }
   if ((n->kind == RULE_BITS || n->kind == RULE_FLOAT) && (*number)-- == 0) {
      copy->bits ^= 1;
      copy->value += 1;
      return true;
   }
   if (n->kind == RULE_NEG && (*number)-- == 0) {
      *copy = *n->src[0];
      return true;
   }
   if (n->kind == RULE_OP && n->op == IR_sel && (*number)-- == 0) {
      copy->src[1] = n->src[2];
      copy->src[2] = n->src[1];
      return true;
   }
   for (unsigned k = 0; k < 3 && n->src[k]; k++) {
      struct pass_rule_node *sub = UTIL_NEW(c, struct pass_rule_node);
      if (mutate(c, r, n->src[k], number, sub)) {
         copy->src[k] = sub;
         return true;
      }
   }
   return false;
}

/* True if the test finds the mutant under some model. */
static bool is_found(const struct pass_rule *mutant)
{
   struct proof p;

   for (unsigned k = 0; k < TEST_MODELS; k++) {
      prove(&p, mutant, test_model(k), 200, 0);
      if (p.failed)
         return true;
   }
   return false;
}

START_TEST(test_mutants)
{
   const struct pass_rule *r = &pass_rule[_i];
   struct util_ctx own;
   struct pass_rule mutant = *r;
   struct pass_rule_node right;

   util_ctx_init(&own, NULL, 0);
   ck_assert(!setjmp(own.unwind));
   for (unsigned n = 0;; n++) {
      unsigned number = n;
      if (!mutate(&own, r, r->right, &number, &right))
         break;
      mutant.right = &right;
      ck_assert_msg(is_found(&mutant), "mutant %u of the right side of rule %s is not found", n, r->name);
   }
   mutant = *r;
   mutant.guard = always;
   /* Fast rules have guards against constants out of range, which the tolerances do not cover. */
   if (strcmp(guard_text[_i], "1") != 0 && strncmp(guard_text[_i], "CHEAP", 5) != 0 && r->when != RULE_FAST)
      ck_assert_msg(is_found(&mutant), "rule %s without its guard is not found to be wrong", r->name);
   util_ctx_finish(&own);
}
END_TEST

int main(int argc, char **argv)
{
   const int first = argc > 2 ? atoi(argv[1]) : 0, to = argc > 2 ? atoi(argv[2]) : PASS_NUM_RULES; /* those rows alone */
   const int end = to < PASS_NUM_RULES ? to : PASS_NUM_RULES;
   Suite *s = suite_create("rules");
   TCase *proof = tcase_create("proof"), *mutants = tcase_create("mutants");

   tcase_add_checked_fixture(proof, setup, teardown);
   tcase_add_loop_test(proof, test_proof, first, end);
   tcase_add_checked_fixture(mutants, setup, teardown);
   tcase_add_loop_test(mutants, test_mutants, first, end);
   tcase_set_timeout(proof, 0);
   tcase_set_timeout(mutants, 0);
   suite_add_tcase(s, proof);
   suite_add_tcase(s, mutants);
   return suite_run_status(s, CK_FORK);
}
