/* SPDX-License-Identifier: MIT */
/*
 * Tests how well mistakes of the compiler in its treatment of memory are found. memory_mutants [-v] N SEED FILE... draws N
 * programs from the files and from the generator tests/gen/gen_memory.c, and compiles each for a target at a level. After a
 * pass it makes a mistake, selected by the seed, as a wrong pass might: it drops a fence, a barrier or a lock, moves an access
 * over one, replaces a load by an earlier one across a store or a fence, removes a store, or exchanges two conflicting
 * accesses. -verify-each=exec and -verify-sim must find it in their ordinary form, in several orders of waves. -v prints each
 * mutant. FILE may be a folder. The waves of generated programs race for a few words, so other changes of the order of
 * accesses may have no effect; there the only mutations are dropped fences and replaced loads.
 *
 * A mutant that computes the same by a rule (same() below) does not count, and another one is drawn.
 */
#define _XOPEN_SOURCE 700 /* nftw() */

#include "ir/build.h"
#include "semantics/fpenv.h"
#include "semantics/memory/memory.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/verify/verify.h"
#include "nvp4c/verify/verify_pass.h"
#include "passes/pipeline/pipeline.h"
#include "tests/gen/gen.h"
#include "tests/memory-proof/memory_same.h"
#include "tests/tool/programs.h"
#include "tests/unit/common/file.h"
#include "util/position.h"
#include "util/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORDERS 4     /* orders in -verify-each=exec, of four waves each */
#define SIM_TASKS 32 /* runs in -verify-sim, each in its own order */

/* ALTER is not a mutation: it changes the value of a store to see whether that has an effect. */
enum mutation { DROP, MOVE_UP, MOVE_DOWN, MERGE, REMOVE, SWAP, NUM_MUTATIONS, ALTER = NUM_MUTATIONS };
static const char *const mutation_name[NUM_MUTATIONS + 1] = {"a fence, barrier or lock is dropped",
                                                             "an access moves up over one",
                                                             "an access moves down over one",
                                                             "a load is taken for one before",
                                                             "a store is removed",
                                                             "two accesses change places",
                                                             ""};
enum verdict { NO_MUTANT, BY_VALIDATOR, BY_PASS, BY_SIM, MISSED, SAME, NUM_VERDICTS };

static bool verbose;
static struct util_rng random_state;
static unsigned below(unsigned n) { return util_rng_below(&random_state, n); }

/* ---- memory in the IR */

/* True if `i` may move before `to`, which precedes it in the block. */
static bool can_rise(const struct ir_instr *i, const struct ir_instr *to)
{
   for (const struct ir_instr *j = i->prev;; j = j->prev) {
      for (uint32_t n = 0; n < i->nsrc; n++)
         if (i->src[n].val->def == j)
            return false;
      if (j == to)
         return true;
   }
}

/* True if `i` may move after `to`, which follows it in the block. */
static bool can_sink(const struct ir_instr *i, const struct ir_instr *to)
{
   for (const struct ir_instr *j = i->next;; j = j->next) {
      for (uint32_t n = 0; n < j->nsrc; n++)
         if (j->src[n].val->def == i)
            return false;
      if (j == to)
         return true;
   }
}

static bool same_load(const struct ir_instr *a, const struct ir_instr *b)
{
   bool same = memory_is_load(a) && a->op == b->op && a->nsrc == b->nsrc && !memcmp(a->attr, b->attr, sizeof a->attr);

   for (uint32_t n = 0; same && n < a->nsrc; n++)
      same = a->src[n].val == b->src[n].val;
   return same;
}

/* Is `order` a fence of the access's space, a barrier or a lock? */
static bool may_order(const struct ir_instr *order, const struct ir_instr *access)
{
   return memory_is_order(order) && (order->op != IR_fence || order->attr[0] >> memory_space(access) & 1);
}

/* Does a fence or anything else between the two change the loaded value? */
static bool changes_between(const struct ir_instr *a, const struct ir_instr *b)
{
   for (const struct ir_instr *j = a->next; j != b; j = j->next)
      if (may_order(j, a) || ((memory_is_store(j) || memory_is_atomic(j)) && memory_same_object(j, a)))
         return true;
   return false;
}

/* ---- mutations */

struct site {
   struct ir_instr *i, *other;
};
struct sites {
   struct util_ctx *ctx;
   struct site *at;
   uint32_t num, cap;
   bool races;
};

static void add(struct sites *s, struct ir_instr *i, struct ir_instr *other)
{
   const struct site at = {i, other};

   UTIL_PUSH(s->ctx, s->at, s->num, s->cap, at);
}

/* Collects the places of a mutation at or after an instruction in its block. */
static void find_sites(struct sites *s, enum mutation how, struct ir_instr *i)
{
   if ((how == DROP && (s->races ? i->op == IR_fence : memory_is_order(i))) || (how == REMOVE && memory_is_store(i)))
      add(s, i, NULL);
   for (struct ir_instr *j = i->next; j && how != DROP && how != REMOVE; j = j->next) {
      if ((how == MOVE_UP && memory_is_order(i) && memory_is_access(j) && can_rise(j, i)) ||
          (how == MERGE && same_load(i, j) && changes_between(i, j)))
         add(s, j, i);
      if (how == MOVE_DOWN && memory_is_access(i) && memory_is_order(j) && can_sink(i, j))
         add(s, i, j);
      if (how == SWAP && memory_is_access(i) && memory_is_access(j)) {
         if (memory_same_object(i, j) && !(memory_is_load(i) && memory_is_load(j)) && can_rise(j, i))
            add(s, j, i);
         return;
      }
   }
}

/* Changes all values that an instruction stores or loads. */
static void alter(struct ir_shader *s, struct ir_instr *i)
{
   struct ir_builder b = memory_is_load(i) ? ir_after(s, i) : ir_before(s, i);

   if (memory_is_load(i)) {
      const uint32_t num = s->num_values;
      struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, num + 4 * IR_MAX_DST);
      struct ir_instr *other[IR_MAX_DST];
      for (unsigned k = 0; k < i->ndst; k++) {
         const struct ir_src changed = ir_expr_imm(&b, IR_ixor, ir_use(i->dst[k]), 0x2b5c0001);
         other[k] = changed.val->def;
         map[i->dst[k]->id] = changed;
      }
      ir_replace_uses(s, map);
      for (unsigned k = 0; k < i->ndst; k++)
         other[k]->src[0] = ir_use(i->dst[k]);
      return;
   }
   for (uint32_t n = i->op == IR_image_store ? i->nsrc - 4 : 1; n < i->nsrc; n++)
      i->src[n] = ir_expr_imm(&b, IR_ixor, i->src[n], 0x2b5c0001);
}

static void apply(struct ir_shader *s, enum mutation how, const struct site *at)
{
   if (how == ALTER) {
      alter(s, at->i);
      return;
   }
   if (how == MERGE) {
      struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, s->num_values);
      for (unsigned k = 0; k < at->i->ndst; k++)
         map[at->i->dst[k]->id] = ir_use(at->other->dst[k]);
      ir_replace_uses(s, map);
   }
   ir_remove(at->i);
   if (how == MOVE_UP || how == SWAP) {
      struct ir_builder b = ir_before(s, at->other);
      ir_insert(&b, at->i);
   } else if (how == MOVE_DOWN) {
      struct ir_builder b = ir_after(s, at->other);
      ir_insert(&b, at->i);
   }
}

/* ---- compiles */

struct subject {
   struct util_ctx ctx;
   char name[128];
   const char *text;
   size_t len;
   const struct target_ops *target;
   int level;
   struct frontend_source source;
   struct pass_key key;
   struct verify_reads reads;
   struct ir_shader *s;
   struct verify_pass *exec[ORDERS];
   /* the mutant */
   bool wanted, races;
   enum mutation how;
   unsigned stage, at; /* the pass after which the mutant is made, or a later one; passes so far */
   struct ir_shader *before; /* the program without the mutant */
   uint32_t number[2];       /* indices of the instructions of the site in program order, or UINT32_MAX */
   const char *where, *difference;
   bool done, given; /* given: the site is number[0] */
   char what[400];
};

static unsigned line_of(struct subject *u, const struct ir_instr *i)
{
   uint32_t line, column;

   util_line_col(&u->ctx, i->span.off, &line, &column);
   return line;
}

static void describe(struct subject *u, const struct site *at)
{
   struct util_buf b;

   util_buf_init(&b, &u->ctx);
   util_buf_printf(&b, "%s, %s, -O%d, after %s: %s: line %u %s", u->name, u->target->name, u->level, u->where,
                   mutation_name[u->how], line_of(u, at->i), ir_op_info[at->i->op].name);
   if (at->other)
      util_buf_printf(&b, ", line %u %s", line_of(u, at->other), ir_op_info[at->other->op].name);
   snprintf(u->what, sizeof u->what, "%s", b.data);
}

static void keep(struct subject *u, const struct site *at)
{
   uint32_t n = 0;

   u->before = ir_clone(&u->ctx, u->s);
   u->number[0] = u->number[1] = UINT32_MAX;
   ir_foreach_block (u->s, b)
      ir_foreach_instr (b, i) {
         if (i == at->i || i == at->other)
            u->number[i == at->other] = n;
         n++;
      }
}

/* Called after each pass and lowering. */
static void mutate(struct subject *u, const char *where)
{
   struct sites sites = {.ctx = &u->ctx, .races = u->races};

   if (!u->wanted || u->done || u->at++ < u->stage)
      return;
   ir_foreach_block (u->s, b)
      ir_foreach_instr (b, i) {
         if (u->given && !u->number[0]--)
            add(&sites, i, NULL);
         if (!u->given)
            find_sites(&sites, u->how, i);
      }
   if (!sites.num)
      return;
   const struct site *at = &sites.at[u->given ? 0 : below(sites.num)];
   u->done = true;
   u->where = where;
   u->stage = u->at - 1;
   describe(u, at);
   keep(u, at);
   for (unsigned k = 0; k < ORDERS; k++)
      verify_pass_before(u->exec[k], u->s);
   apply(u->s, u->how, at);
   u->difference = ir_validate(u->s);
   for (unsigned k = 0; k < ORDERS && !u->difference; k++)
      u->difference = verify_pass_after(u->exec[k], u->s);
   if (u->difference)
      util_fail(&u->ctx, UTIL_MISMATCH); /* the rest need not run */
}

static void after_pass(void *user, const struct pass_info *p, struct ir_shader *s, bool progress)
{
   (void)s;
   (void)progress;
   mutate(user, p->name);
}

static void run_passes(struct subject *u)
{
   const struct pass_options po = {.opt_level = u->level, .exact_only = true, .lower = target_lowerings(u->target),
                                  .resident = u->target->resident ? u->target->resident(0) : 0,
                                  .most_invocations = u->target->most_invocations, .user = u, .after = after_pass};

   mutate(u, "the lowering");
   pass_run_pipeline(u->s, &po);
}

/* Returns false if the target rejects the program. */
static bool begin(struct subject *u)
{
   const struct frontend_ops *ops = registry_frontend(NVP4C_LANG_AUTO, u->text, u->len);
   const num_m num = u->target->num(u->target->cpu_features ? u->target->cpu_features[0] : 0);
   uint32_t *limits = UTIL_ARRAY(&u->ctx, uint32_t, ops->num_limits + 1u);
   struct nvp4c_options o;

   u->ctx.no_warnings = true;
   u->ctx.text = u->text;
   u->ctx.text_len = u->len;
   for (unsigned k = 0; k < ops->num_limits; k++)
      limits[k] = ops->limits[k].value;
   u->source = (struct frontend_source){.ops = ops, .fshort = 32};
   u->source.tree = ops->parse(&u->ctx, u->text, u->len, limits);
   u->s = u->source.tree && frontend_executes(&u->source) ? ops->lower(&u->ctx, u->source.tree, num, 32) : NULL;
   if (!u->s)
      return false;
   nvp4c_options_init(&o, sizeof o);
   key_for_passes(&o.key, &u->source, u->target, &u->key);
   u->key.state.sample_shading = pass_key_per_sample(u->s, &u->key.state);
   pass_key_apply(u->s, &u->key);
   verify_note_formats(&u->reads, &u->key);
   verify_note_reads(&u->reads, u->s);
   for (unsigned k = 0; k < ORDERS && u->wanted; k++)
      u->exec[k] = verify_pass_new(&u->ctx, &u->source, &u->key, 100 * k + 1, u->s);
   return true;
}

/* Compiles and checks the program. If that ends early, u->difference or the diagnostics give the reason. */
__attribute__((noinline)) static enum verdict compile(struct subject *u)
{
   struct target_request q = {.opt_level = (unsigned)u->level,
                              .features = u->target->cpu_features ? u->target->cpu_features[0] : 0,
                              .check = true,
                              .max_code = 1 << 24,
                              .max_scratch = 1 << 18};
   struct nvp4c_options o;
   struct nvp4c_verify result = {0};
   struct target_output out = {0};

   if (setjmp(u->ctx.unwind))
      return !u->done ? NO_MUTANT : u->difference ? BY_PASS : BY_VALIDATOR;
   u->ctx.unwind_set = true;
   if (!begin(u))
      return NO_MUTANT;
   run_passes(u);
   if (u->wanted && !u->done)
      return NO_MUTANT;
   nvp4c_options_init(&o, sizeof o);
   key_for_target(&o.key, &q.key);
   q.num = u->s->num;
   q.key.per_sample = u->key.state.sample_shading;
   void *program = u->target->compile(&u->ctx, &q, u->s, &out);
   if (!program)
      return u->wanted ? BY_VALIDATOR : NO_MUTANT;
   const struct verify_job job = {.source = &u->source,
                                  .exact = u->s,
                                  .final = u->s,
                                  .reads = &u->reads,
                                  .target = u->target,
                                  .program = program,
                                  .key = &u->key,
                                  .waves = SIM_TASKS,
                                  .seed = 1};
   verify_run(&u->ctx, &job, &result);
   return u->ctx.status == UTIL_OK ? MISSED : BY_SIM;
}

/* ---- mutants that compute the same */

static const struct ir_instr *nth(const struct ir_shader *s, uint32_t n)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (!n--)
            return i;
   return NULL;
}

/* Can the two atomics change places? Neither result is used, so the order does not matter. */
static bool commute(const struct ir_shader *s, const struct ir_instr *a, const struct ir_instr *b)
{
   static const unsigned ops = 1u << MEM_ADD | 1u << MEM_AND | 1u << MEM_OR | 1u << MEM_XOR | 1u << MEM_UMIN | 1u << MEM_UMAX |
                               1u << MEM_IMIN | 1u << MEM_IMAX;
   const unsigned at = memory_is_image(a) ? 3 : 2;

   return memory_is_atomic(a) && memory_is_atomic(b) && a->op == b->op && a->attr[at] == b->attr[at] &&
          ops >> a->attr[at] & 1 && !memory_is_used(s, a->dst[0]) && !memory_is_used(s, b->dst[0]);
}

/* Does the fence, barrier or lock separate the access from accesses of other waves to the same words? A lock and its release
   protect the accesses between them. While a wave sleeps at a lock, other waves reach the words of the program. */
static bool orders(const struct ir_instr *order, const struct ir_instr *access, const struct memory_seen *seen)
{
   if (order->op == IR_fence)
      return order->attr[0] >> memory_space(access) & 1;
   return seen->shared[0];
}

static enum verdict compile(struct subject *u);

/* True if a changed value of the store is found after the same pass. */
static bool is_seen(const struct subject *u, unsigned n)
{
   struct subject altered = {.target = u->target,
                             .level = u->level,
                             .text = u->text,
                             .len = u->len,
                             .wanted = true,
                             .how = ALTER,
                             .races = u->races,
                             .given = true,
                             .stage = u->stage,
                             .number = {u->number[n]}};
   util_ctx_init(&altered.ctx, NULL, 0);
   const enum verdict v = compile(&altered);
   util_ctx_finish(&altered.ctx);
   return v != MISSED;
}

/* Does anything between two instructions of a block order them with accesses of other waves? */
static bool has_order_between(const struct ir_instr *first, const struct ir_instr *second)
{
   for (const struct ir_instr *j = first->next; j != second; j = j->next)
      if (may_order(j, first))
         return true;
   return false;
}

/* Returns the reason why a mutant computes the same, derived from runs of the unchanged program, or NULL. */
__attribute__((noinline)) static const char *same(struct subject *u)
{
   if (setjmp(u->ctx.unwind))
      return NULL; /* too large to watch */
   const struct ir_instr *i = nth(u->before, u->number[0]),
                         *other = u->number[1] == UINT32_MAX ? NULL : nth(u->before, u->number[1]);
   struct memory_seen seen;

   memory_watch(&u->ctx, u->before, u->number[0], u->number[1], &seen);
   if (!seen.executed[0] || (other && !seen.executed[1]))
      return "no wave comes there, or to a word that is there";
   if (u->how == DROP && i->op == IR_barrier && !seen.several)
      return "blocks have one wave";
   if (u->how == DROP && i->op == IR_barrier && !seen.shared_across)
      return "no wave touches after it what another one touches before it, and one changes";
   if ((u->how == MOVE_UP || u->how == MOVE_DOWN) && !orders(other, i, &seen))
      return "the order is not of this access";
   if (u->how == SWAP && !seen.meet)
      return "the two never touch the same word";
   if (u->how == MERGE && !seen.differ && !has_order_between(other, i))
      return "the two always load the same";
   if (u->how == REMOVE && i->op == IR_mem_store && !seen.changes)
      return "it stores what is there";
   if (((u->how == REMOVE || (memory_is_load(i) && u->how != SWAP)) && !is_seen(u, 0)) ||
       (u->how == SWAP && memory_is_store(i) && memory_is_store(other) && !is_seen(u, 0) && !is_seen(u, 1)))
      return "nothing sees what is stored, or loaded";
   if (u->how == SWAP && commute(u->before, i, other))
      return "the two may be exchanged";
   return NULL;
}

/* ---- draws */

static unsigned drawn[NUM_MUTATIONS][NUM_VERDICTS];

/* Checks that nothing is found in a program compiled one way, and then that a mutant of it is found. */
static enum verdict draw(const char *text, size_t len, const char *name, bool races)
{
   struct subject u = {.text = text,
                       .len = len,
                       .target = registry_target(below(2) ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC),
                       .level = (int)below(3),
                       .races = races};
   enum verdict v;

   snprintf(u.name, sizeof u.name, "%s", name);
   struct subject good = u;
   util_ctx_init(&good.ctx, NULL, 0);
   v = compile(&good);
   if (v == BY_SIM || v == BY_PASS) {
      printf("%s, %s, -O%d is wrong without a mutation: %s\n", name, u.target->name, u.level,
             good.ctx.diags ? good.ctx.diags->message : "?");
      exit(1);
   }
   util_ctx_finish(&good.ctx);
   if (v != MISSED)
      return NO_MUTANT;
   u.wanted = true;
   u.how = races ? (below(2) ? DROP : MERGE) : (enum mutation)below(NUM_MUTATIONS);
   u.stage = below(12 + 12 * (unsigned)u.level);
   util_ctx_init(&u.ctx, NULL, 0);
   v = compile(&u);
   if (v == MISSED && (u.difference = same(&u)))
      v = SAME;
   drawn[u.how][v]++;
   if (v == MISSED || (verbose && v != NO_MUTANT))
      printf("%s: %s (%s)\n",
             v == MISSED ? "MISSED"
             : v == SAME ? "the same"
                         : "found",
             u.what,
             u.difference  ? u.difference
             : u.ctx.diags ? u.ctx.diags->message
                           : "");
   util_ctx_finish(&u.ctx);
   return v;
}

static enum verdict draw_one(void)
{
   const unsigned n = below(num_files + num_files / 2 + 1);
   enum verdict v = NO_MUTANT;
   char name[40];

   if (n < num_files) {
      size_t len;
      char *text = file_read(file[n], &len);
      if (text)
         v = draw(text, len, file[n], false);
      free(text);
   } else {
      const unsigned seed = below(1u << 30);
      struct gen_text text = {0};
      gen_memory(seed, &text);
      snprintf(name, sizeof name, "gen_memory(%u)", seed);
      v = draw(text.data, text.len, name, true);
      gen_free(&text);
   }
   return v;
}

int main(int argc, char **argv)
{
   int first = 1;
   if (argc > 1 && !strcmp(argv[1], "-v"))
      verbose = true, first++;
   if (argc < first + 3) {
      fprintf(stderr, "usage: memory_mutants [-v] N SEED FILE...\n");
      return 2;
   }
   const unsigned count = (unsigned)atoi(argv[first]);
   unsigned mutants = 0, missed = 0;
   num_fpenv env;

   for (int k = first + 2; k < argc; k++)
      add_files(argv[k], " .tgsi ");
   util_rng_init(&random_state, (uint64_t)atoi(argv[first + 1]));
   num_fpenv_enter(&env);
   for (unsigned tries = 0; mutants < count && tries < 100 * count; tries++) {
      const enum verdict v = draw_one();
      mutants += v != NO_MUTANT && v != SAME;
      missed += v == MISSED;
   }
   num_fpenv_leave(&env);
   for (unsigned k = 0; k < NUM_MUTATIONS; k++)
      printf("%-36s by the compiler %4u, by -verify-each %4u, by -verify-sim %4u, missed %u; %u more compute the same\n",
             mutation_name[k], drawn[k][BY_VALIDATOR], drawn[k][BY_PASS], drawn[k][BY_SIM], drawn[k][MISSED], drawn[k][SAME]);
   printf("%u passed, %u failed\n", mutants - missed, missed);
   return missed || mutants < count;
}
