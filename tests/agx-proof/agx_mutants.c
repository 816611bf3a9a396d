/* SPDX-License-Identifier: MIT */
/*
 * Tests how well mutants of AGX code are found. agx_mutants N SEED FILE... compiles the programs and draws N mutants of their
 * machine code from the seed. Each must be found by the validator (backend-agx/check) or by comparing the simulated code with
 * the IR: first on four waves as in -verify-sim, then on many waves with directed inputs (agx_inputs.h). The unchanged program
 * must pass the same checks. -v prints each mutant.
 *
 * agx_mutants -at LEVEL BYTE FILE judges and prints mutants of the instruction at that byte, each several times; BYTE may be
 * "all".
 *
 * FILE may be a folder, which stands for all programs in it and below. A mutant that computes the same by a rule does not
 * count, and another one is drawn. Such rules exist for hints that the validator accepts, which only affect speed, and for a
 * wait or its slot and the target of a jump on "none", whose only effects the validator checks (agx_violation.def: WAIT,
 * SKIP). A mutant also does not count if agx_prove.c proves that it computes the same. Each mutant that is found by running
 * tests the proofs, because none may hold for it. All other mutants are missed and printed. A missed mutant is "asleep" if in
 * all waves it changed the machine as the original instruction does.
 */
#define _XOPEN_SOURCE 700 /* nftw() */

#include "backend-agx/check/agx_validate.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-agx/text/agx_text.h"
#include "semantics/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "passes/pipeline/pipeline.h"
#include "tests/agx-proof/agx_same.h"
#include "tests/tool/programs.h"
#include "tests/unit/common/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed_state;
#define ALL_BYTES UINT32_MAX
static bool verbose, all; /* with `all`, every mutation of an instruction is judged */
static const struct target_ops *target;

static uint32_t rnd(uint32_t n)
{
   seed_state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
   uint64_t z = seed_state;
   z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
   z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
   return (uint32_t)((z ^ z >> 31) % n);
}

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

struct subject {
   struct util_ctx ctx;
   const char *name;
   int level;
   char *text;
   uint8_t mask[SLOT_COUNT]; /* the outputs to compare */
   struct frontend_source source;
   struct pass_key key;
   struct ir_shader *s;
   const struct agx_program *p;
   struct mutable_code code;
   struct directed inputs;
   uint32_t size; /* number of IR instructions */
};

/* Compiles the program to IR and machine code. Returns false if AGX rejects it. */
__attribute__((noinline)) static bool compile(struct subject *u, size_t len)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_cube_grad | PASS_LOWER_point_size;
   const struct pass_options po = {.opt_level = u->level, .lower = lower};
   struct nvp4c_options o;
   struct target_output out = {0};

   if (setjmp(u->ctx.unwind))
      return false;
   u->ctx.unwind_set = true;
   u->ctx.no_warnings = true;
   u->ctx.text = u->text;
   u->ctx.text_len = len;
   const struct frontend_ops *ops = registry_frontend(NVP4C_LANG_AUTO, u->text, len);
   uint32_t *limits = UTIL_ARRAY(&u->ctx, uint32_t, ops->num_limits + 1u);
   for (unsigned k = 0; k < ops->num_limits; k++)
      limits[k] = ops->limits[k].value;
   u->source = (struct frontend_source){.ops = ops, .fshort = 32};
   u->source.tree = ops->parse(&u->ctx, u->text, len, limits);
   if (!u->source.tree)
      return false;
   nvp4c_options_init(&o, sizeof o);
   key_for_passes(&o.key, &u->source, target, &u->key);
   u->s = ops->lower(&u->ctx, u->source.tree, target->num(0), 32);
   if (!u->s)
      return false;
   pass_key_apply(u->s, &u->key);
   pass_run_pipeline(u->s, &po);
   const struct target_request q = {
       .num = target->num(0), .opt_level = (unsigned)u->level, .check = true, .max_code = 1 << 24, .max_scratch = 1 << 18};
   u->p = target->compile(&u->ctx, &q, u->s, &out);
   if (!u->p)
      return false;
   if (frontend_executes(&u->source))
      ops->written(u->source.tree, u->mask);
   else
      verify_stored(u->s, u->mask);
   directed_begin(&u->ctx, &u->inputs, u->s);
   ir_foreach_block (u->s, b)
      ir_foreach_instr (b, i)
         u->size++;
   u->size += u->s->num_blocks;
   return mutable_read(&u->ctx, u->p->code, u->p->len, &u->code);
}

/* ---- verdicts ------------------------------------------------------------------------------------------------------------ */

enum verdict { NO_MUTANT, SAME, FOUND, ASLEEP, MISSED };
#define FEW_TASKS 4
#define ALL_TASKS 1024
#define ALL_BLOCKS 96 /* for compute programs, with up to 32 waves each */
#define IR_STEPS 1000000
#define DIRECTED_STEPS 50000

static enum agx_violation validate(struct subject *u, const struct agx_program *p, struct agx_finding *at)
{
   struct agx_contract k;

   agx_contract_of(p, false, &k);
   return agx_validate(&u->ctx, p->code, p->len, &k, at);
}

static const char ends[] = "it ends, the program does not";

/* Compares one wave or workgroup as -verify-sim does. Returns the difference, or NULL if the code computes what the IR does or
   if the IR does not end. */
static const char *compare_task(struct subject *u, const void *decoded, uint64_t seed)
{
   struct verify_wave base, ir, code;
   struct verify_count count = {0};
   const char *difference = NULL;

   directed_fill(&u->ctx, &u->inputs, &base, u->s, seed);
   base.mask = u->mask;
   verify_reset(&u->ctx, &ir, &base);
   directed_reset(&u->inputs, &ir, seed);
   const uint64_t steps = seed > FEW_TASKS ? DIRECTED_STEPS : IR_STEPS;
   ir.t.budget = steps;
   const enum exec_status end = verify_interpret(&u->ctx, u->s, &ir, seed);
   verify_reset(&u->ctx, &code, &base);
   directed_reset(&u->inputs, &code, seed);
   if (end == EXEC_BUDGET) { /* in that many loop iterations, the code takes at least one step each */
      code.t.budget = steps / (u->size + 1);
      return verify_run_code(&u->ctx, target, decoded, &code, seed) == EXEC_DONE ? ends : NULL;
   }
   if (end != EXEC_DONE)
      return NULL;
   code.t.budget = 256 * (steps - ir.t.budget + 4096); /* as in -verify-sim */
   if (verify_run_code(&u->ctx, target, decoded, &code, seed) != EXEC_DONE)
      return code.t.fault ? code.t.fault : "it does not end";
   return verify_equal(&u->ctx, &ir, &code, u->mask, &count, &difference) ? NULL : difference;
}

__attribute__((noinline)) static const char *compare(struct subject *u, const struct agx_program *p, unsigned waves)
{
   const char *difference = NULL;

   if (setjmp(u->ctx.unwind))
      return "it ends with an internal error";
   const void *decoded = target->decode(&u->ctx, p);
   for (unsigned k = 0; k < waves && !difference; k++) {
      const struct util_arena mark = u->ctx.arena;
      difference = compare_task(u, decoded, 1 + k);
      if (!difference)
         util_arena_release(&u->ctx, &mark);
   }
   return difference;
}

static void forget(struct subject *u, const struct util_arena *mark)
{
   util_arena_release(&u->ctx, mark);
   u->ctx.diags = NULL;
   u->ctx.diags_tail = &u->ctx.diags;
   u->ctx.num_errors = 0;
   u->ctx.status = UTIL_OK;
}

/* ---- mutations ----------------------------------------------------------------------------------------------------------- */

/* Changes the instruction. Returns false if the mutation does not apply to it. */
typedef bool (*mutation_fn)(struct mutable_code *c, uint32_t pc);

static bool is_register(const struct agx_ref *r)
{
   return r->kind == AGX_REG16 || r->kind == AGX_REG32 || r->kind == AGX_REG64;
}

static struct agx_ref *any_operand(struct agx_instr *in, bool (*is)(const struct agx_ref *))
{
   unsigned n = 0, pick[AGX_NUM_REFS];

   for (unsigned k = 0; k < AGX_NUM_REFS; k++)
      if (is(&in->ref[k]))
         pick[n++] = k;
   return n ? &in->ref[pick[rnd(n)]] : NULL;
}

static bool drop(struct mutable_code *c, uint32_t pc, bool is)
{
   if (is)
      c->dropped[pc] = true;
   return is;
}

static bool drop_wait(struct mutable_code *c, uint32_t pc) { return drop(c, pc, c->in[pc].op == AGX_OP_wait); }
static bool drop_pixel_wait(struct mutable_code *c, uint32_t pc) { return drop(c, pc, c->in[pc].op == AGX_OP_wait_pix); }
static bool other_slot(struct mutable_code *c, uint32_t pc)
{
   const bool is = c->in[pc].op == AGX_OP_wait || agx_info[c->in[pc].op].flags & AGX_ASYNC;
   c->in[pc].f[AGX_F_SLOT] ^= is;
   return is;
}

/* Changes the lowest bit of the register number of an ALU operand. A 16-bit operand becomes the other half, and a 32-bit one
   begins in the middle of a register. */
static bool off_by_half(struct mutable_code *c, uint32_t pc)
{
   const struct agx_ref *r = agx_info[c->in[pc].op].flags & AGX_EXEC ? NULL : any_operand(&c->in[pc], is_register);
   const struct agx_row *row = r ? agx_operand_row(c->in[pc].op, (enum agx_refs)(r - c->in[pc].ref)) : NULL;

   if (!row || row->kind < AGX_K_DST || row->kind > AGX_K_SRCX || row->kind == AGX_K_DST64 || r->kind == AGX_REG64)
      return false;
   c->flip[pc] = (uint8_t)(1 + row->p[0].pos);
   return true;
}

static bool is_uniform(const struct agx_ref *r)
{
   return r->kind == AGX_UNIFORM16 || r->kind == AGX_UNIFORM32 || r->kind == AGX_UNIFORM64;
}

static bool other_uniform(struct mutable_code *c, uint32_t pc)
{
   struct agx_ref *r = any_operand(&c->in[pc], is_uniform);
   const uint32_t step = r && r->kind == AGX_UNIFORM16 ? 1 : r && r->kind == AGX_UNIFORM64 ? 4 : 2;

   if (r)
      r->value += rnd(2) ? step : 0 - step;
   return r && r->value < AGX_UNIFORMS;
}

static bool other_nest(struct mutable_code *c, uint32_t pc)
{
   const unsigned op = c->in[pc].op;
   const bool is = agx_info[op].flags & AGX_EXEC && op != AGX_OP_update_exec;

   if (is)
      c->in[pc].f[AGX_F_NEST] = (c->in[pc].f[AGX_F_NEST] + 1 + rnd(3)) & 3;
   return is;
}

static bool other_target(struct mutable_code *c, uint32_t pc)
{
   const bool is = c->in[pc].op == AGX_OP_jmp_exec_any || c->in[pc].op == AGX_OP_jmp_exec_none;

   if (is)
      c->target[pc] += rnd(2) ? 1 : UINT32_MAX;
   return is && c->target[pc] <= c->n;
}

static bool swap_sources(struct mutable_code *c, uint32_t pc)
{
   struct agx_instr *in = &c->in[pc];
   const bool select = in->op == AGX_OP_icmpsel || in->op == AGX_OP_fcmpsel;
   struct agx_ref *a = &in->ref[select ? AGX_C : AGX_B], *b = &in->ref[select ? AGX_Y : AGX_C];

   if (!agx_operand_row(in->op, AGX_C) || agx_info[in->op].unit == AGX_U_NONE)
      return false;
   const struct agx_ref t = *a;
   *a = *b;
   *b = t;
   return true;
}

static bool other_final(struct mutable_code *c, uint32_t pc)
{
   struct agx_instr *in = &c->in[pc];

   if (in->op != AGX_OP_st_var && in->op != AGX_OP_st_var_final)
      return false;
   in->op = in->op == AGX_OP_st_var ? AGX_OP_st_var_final : AGX_OP_st_var;
   return true;
}

static bool other_stack(struct mutable_code *c, uint32_t pc)
{
   struct agx_instr *in = &c->in[pc];

   if (in->op == AGX_OP_stack_adjust)
      in->imm += rnd(2) ? 4 : 0u - 4;
   else if ((in->op == AGX_OP_stack_load || in->op == AGX_OP_stack_store) && in->ref[AGX_B].kind == AGX_IMM)
      in->ref[AGX_B].value += rnd(2) ? 2 : 0u - 2;
   else
      return false;
   return true;
}

/* Changes an immediate that names a word, coefficient, state or uniform. */
static bool other_name(struct mutable_code *c, uint32_t pc)
{
   struct agx_instr *in = &c->in[pc];

   switch (in->op) {
   case AGX_OP_st_var:
   case AGX_OP_st_var_final:
   case AGX_OP_uniform_store: in->ref[AGX_B].value ^= 1u << rnd(3); return true;
   case AGX_OP_iter:
   case AGX_OP_iterproj:
   case AGX_OP_ldcf: in->ref[AGX_A].value ^= 1u << rnd(3); return true;
   case AGX_OP_texture_sample:
   case AGX_OP_texture_load: in->ref[rnd(2) ? AGX_T : AGX_S].value ^= 1u << rnd(3); return true;
   case AGX_OP_get_sr: in->imm ^= 1u << rnd(3); return true;
   default: return false;
   }
}

static bool wrong_hint(struct mutable_code *c, uint32_t pc)
{
   struct agx_ref *r = agx_info[c->in[pc].op].flags & AGX_EXEC ? NULL : any_operand(&c->in[pc], is_register);

   if (!r)
      return false;
   r->hint = r->hint > AGX_PLAIN && rnd(2)          ? AGX_PLAIN
             : r->hint == AGX_CACHE                 ? AGX_DISCARD
             : r->hint == AGX_DISCARD               ? AGX_CACHE
             : r != &c->in[pc].ref[AGX_D] && rnd(2) ? AGX_DISCARD
                                                    : AGX_CACHE;
   return true;
}

static bool fewer_halves(struct mutable_code *c, uint32_t pc)
{
   (void)pc;
   c->halves--;
   return true;
}

/*
 * A mutation and its weight in the draw. If `speed` is set, mutants that the validator accepts compute the same. If `value` is
 * set, the mutation may change only which value is used, and a program need not show that: a select may never reach the case,
 * or a level may be clamped despite its bias. One in 50 of those may be missed, but none of the others.
 */
static const struct {
   const char *name;
   mutation_fn apply;
   uint8_t weight;
   bool speed, value;
} mutation_table[] = {
   {"wait dropped", drop_wait, 6, true, false},
   {"other slot", other_slot, 4, true, false},
   {"wrong hint", wrong_hint, 6, true, false},
   {"register off by a half", off_by_half, 12, false, true},
   {"uniform off by one", other_uniform, 4, false, true},
   {"levels of a mask operation", other_nest, 5, false, false},
   {"target of a jump", other_target, 4, false, true},
   {"sources exchanged", swap_sources, 3, false, true},
   {"the last output", other_final, 3, false, false},
   {"stack", other_stack, 3, false, false},
   {"what an immediate names", other_name, 4, false, true},
   {"pixel wait dropped", drop_pixel_wait, 2, false, false},
   {"one half declared less", fewer_halves, 1, false, false},
};
#define NUM_MUTATIONS (sizeof mutation_table / sizeof *mutation_table)

static unsigned wrong_proofs; /* proofs of mutants that were then found by running; programs that fail without a mutant */
static unsigned drawn[NUM_MUTATIONS], by_check[NUM_MUTATIONS], by_run[NUM_MUTATIONS], missed[NUM_MUTATIONS],
    same[NUM_MUTATIONS], asleep[NUM_MUTATIONS];

static unsigned draw_mutation(void)
{
   unsigned sum = 0, k = 0;

   for (unsigned i = 0; i < NUM_MUTATIONS; i++)
      sum += mutation_table[i].weight;
   for (unsigned v = rnd(sum); v >= mutation_table[k].weight; k++)
      v -= mutation_table[k].weight;
   return k;
}

/* ---- a mutant ------------------------------------------------------------------------------------------------------------ */


/* Called if the mutant computed the same in a few waves. Proofs are about values only, not about whether loops end (`ends`). */
static enum verdict look_closer(struct subject *u, const struct agx_program *p, const struct mutable_code *c, uint32_t pc)
{
   const unsigned waves = u->s->stage == IR_STAGE_COMPUTE ? ALL_BLOCKS : ALL_TASKS;
   const enum mutant_act act = mutant_act(&u->ctx, u->s, &u->inputs, u->p, &u->code, p, c, pc, waves);

   if (act != MUTANT_ACTS)
      return act == MUTANT_SAME ? SAME : ASLEEP;
   if (!compare(u, p, waves))
      return MISSED;
   const char *good = compare(u, u->p, waves);
   if (good) {
      printf("WRONG CODE of %s -O%d: %s\n", u->name, u->level, good);
      wrong_proofs++;
   }
   return FOUND;
}

#define MOST_DRAWS 12 /* a mutation has up to six outcomes */

/* With -at: the mutants of one mutation of one instruction that have been judged. */
static struct {
   uint64_t code[MOST_DRAWS];
   unsigned n;
} judged;

static bool is_judged(const struct agx_program *p)
{
   uint64_t h = p->stats.halves;

   for (size_t k = 0; k < p->len; k++)
      h = util_mix64(h + p->code[k]);
   for (unsigned k = 0; k < judged.n; k++)
      if (judged.code[k] == h)
         return true;
   judged.code[judged.n++] = h;
   return false;
}

static enum verdict judge(struct subject *u, unsigned how, const struct mutable_code *c, uint32_t pc)
{
   struct agx_program p = *u->p;
   struct agx_finding at;
   struct util_buf text;

   p.code = mutable_write(&u->ctx, c, &p.len);
   p.stats.halves = c->halves;
   if (!p.code || (p.len == u->p->len && !memcmp(p.code, u->p->code, p.len) && p.stats.halves == u->p->stats.halves))
      return NO_MUTANT;
   if (all && is_judged(&p))
      return NO_MUTANT;
   const enum agx_violation v = validate(u, &p, &at);
   const bool speed =
       !v && (mutation_table[how].speed || (mutation_table[how].apply == other_target && c->in[pc].op == AGX_OP_jmp_exec_none));
   const char *difference = v || speed ? NULL : compare(u, &p, FEW_TASKS);
   const enum verdict r = v || difference ? FOUND : speed ? SAME : look_closer(u, &p, c, pc);
   if (difference && difference != ends && mutant_act(&u->ctx, u->s, &u->inputs, u->p, &u->code, &p, c, pc, 0) == MUTANT_SAME) {
      printf("WRONG PROOF of %s, byte %u, %s: %s\n", u->name, u->code.at[pc], mutation_table[how].name, difference);
      wrong_proofs++;
   }
   by_check[how] += v != AGX_V_OK;
   by_run[how] += !v && r == FOUND;
   if (!verbose && r < ASLEEP)
      return r;
   util_buf_init(&text, &u->ctx);
   agx_print(&u->code.in[pc], &text);
   util_buf_printf(&text, " -> ");
   if (c->dropped[pc])
      util_buf_printf(&text, "nothing");
   else if (c->flip[pc])
      agx_disassemble_one(p.code, p.len, u->code.at[pc], &text);
   else
      agx_print(&c->in[pc], &text);
   printf("%s %s -O%d, byte %u, %s: %.*s: %s\n",
          r == MISSED   ? "MISSED"
          : r == SAME   ? "same"
          : r == ASLEEP ? "asleep"
                        : "found",
          u->name, u->level, u->code.at[pc], mutation_table[how].name, (int)text.len, text.data,
          v            ? agx_violation_name(v)
          : difference ? difference
                       : "");
   return r;
}

/* Applies the mutation to the first suitable one of `n` instructions from `first` on, wrapping around. */
static enum verdict mutate(struct subject *u, unsigned how, uint32_t first, uint32_t n)
{
   const struct util_arena mark = u->ctx.arena;
   enum verdict r = NO_MUTANT;
   struct mutable_code c;

   for (uint32_t k = 0; k < n; k++) {
      const uint32_t pc = (first + k) % u->code.n;
      mutable_copy(&u->ctx, &u->code, &c);
      c.halves = u->p->stats.halves;
      if (!mutation_table[how].apply(&c, pc))
         continue;
      r = judge(u, how, &c, pc);
      break;
   }
   drawn[how] += r >= FOUND;
   missed[how] += r >= ASLEEP;
   same[how] += r == SAME;
   asleep[how] += r == ASLEEP;
   forget(u, &mark);
   return r;
}

static unsigned mutate_all(struct subject *u, uint32_t pc)
{
   unsigned mutants = 0;

   for (unsigned how = 0; how < NUM_MUTATIONS; how++, judged.n = 0)
      for (unsigned k = 0; k < MOST_DRAWS; k++)
         mutants += mutate(u, how, pc, 1) >= FOUND;
   return mutants;
}

static void print_table(void)
{
   for (unsigned k = 0; k < NUM_MUTATIONS; k++)
      printf("%-38s %6u, by the validator %6u, by running %6u, missed asleep %u; %u more compute the same\n",
             mutation_table[k].name, drawn[k], by_check[k], by_run[k], asleep[k], same[k]);
}

/* Draws up to four mutants of one program, or with `at` all mutants of one instruction. */
static unsigned mutate_file(const char *name, int level, const uint32_t *at, unsigned most, unsigned *programs)
{
   struct subject *u = calloc(1, sizeof *u);
   unsigned mutants = 0;
   size_t len;

   u->name = name;
   u->text = file_read(name, &len);
   u->level = level;
   util_ctx_init(&u->ctx, NULL, 0);
   if (u->text && compile(u, len) && u->code.n) {
      ++*programs;
      for (uint32_t pc = 0; at && pc < u->code.n; pc++)
         mutants += *at == ALL_BYTES || u->code.at[pc] == *at ? mutate_all(u, pc) : 0;
      for (unsigned k = 0; !at && k < 4 && mutants < most; k++) {
         const unsigned how = draw_mutation();
         mutants += mutate(u, how, rnd(u->code.n), u->code.n) >= FOUND;
      }
   }
   util_ctx_finish(&u->ctx);
   free(u->text);
   free(u);
   return mutants;
}

/* Prints the totals. Returns true if enough mutants were found. */
static bool sum_up(unsigned mutants, unsigned count, unsigned programs)
{
   unsigned lost[2] = {0}, values = 0;

   print_table();
   for (unsigned k = 0; k < NUM_MUTATIONS; k++) {
      lost[mutation_table[k].value] += missed[k];
      values += mutation_table[k].value ? drawn[k] : 0;
   }
   printf("agx_mutants: %u programs, %u of %u mutants found, %u of %u of those that only change values\n", programs,
          mutants - lost[0] - lost[1], mutants, values - lost[1], values);
   const bool ok = !lost[0] && 50 * lost[1] <= values && mutants >= count && !wrong_proofs;
   /* A fiftieth of the mutants that only change values may be missed. */
   const unsigned failed = ok ? 0 : lost[0] + lost[1] ? lost[0] + lost[1] : 1;
   printf("%u passed, %u failed\n", mutants - failed, failed);
   return ok;
}

int main(int argc, char **argv)
{
   unsigned mutants = 0, programs = 0;
   num_fpenv env;
   bool ok;

   all = argc == 5 && !strcmp(argv[1], "-at");
   verbose = all || (argc > 1 && !strcmp(argv[1], "-v"));
   const int first = verbose ? 2 : 1;
   if (argc < first + 3) {
      fprintf(stderr, "usage: agx_mutants [-v] N SEED FILE...\n       agx_mutants -at LEVEL BYTE FILE\n");
      return 2;
   }
   for (int k = first + 2; k < argc; k++)
      add_files(argv[k], " .vp .fp .tgsi ");
   if (!num_files) {
      fprintf(stderr, "agx_mutants: no programs\n");
      return 2;
   }
   const unsigned number = (unsigned)atoi(argv[first]),
                  seed = strcmp(argv[first + 1], "all") ? (unsigned)atoi(argv[first + 1]) : ALL_BYTES;
   seed_state = all ? 1 : seed;
   target = registry_target(NVP4C_TARGET_AGX);
   num_fpenv_enter(&env);
   if (all)
      mutants = mutate_file(file[0], (int)number, &seed, 0, &programs);
   for (unsigned tries = 0; !all && mutants < number && tries < 100 * number; tries++) {
      const char *name = file[rnd(num_files)];
      const int level = (int)rnd(4);
      mutants += mutate_file(name, level, NULL, number - mutants, &programs);
   }
   num_fpenv_leave(&env);
   ok = sum_up(mutants, all ? 1 : number, programs);
   return !ok;
}
