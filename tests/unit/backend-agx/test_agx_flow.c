/* SPDX-License-Identifier: MIT */
/*
 * Control flow of the AGX simulator. It tests every operation on the nesting counter with every small counter, and every small
 * nest of structured statements. The nests are made of these operations as docs/agx-encoding.md, "Control flow", says, with and
 * without the jumps that save time. A model of one lane, which knows only statements, predicts each lane.
 */
#include "backend-agx/sim/agx_sim.h"
#include "tests/unit/common/suite.h"
#include "util/ctx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct agx_wave *wave;

/* ---- operations --------------------------------------------------------------------------------------------------------- */

/* The table of the document: the counter afterwards. */
static uint32_t after(unsigned op, uint32_t v, uint32_t n, bool cond)
{
   switch (op) {
   case AGX_OP_if_icmp:
   case AGX_OP_if_fcmp:
      if (v != 0)
         return v + n;
      return cond ? 0 : 1;
   case AGX_OP_else_icmp:
   case AGX_OP_else_fcmp:
      if (v == 0)
         return n;
      if (v == 1)
         return cond ? 0 : 1;
      return v;
   case AGX_OP_while_icmp:
   case AGX_OP_while_fcmp:
      if (v < n)
         return cond ? 0 : n;
      return v;
   case AGX_OP_pop_exec: return v > n ? v - n : 0;
   case AGX_OP_push_exec: return v ? v + n : 0;
   default: return v;
   }
}

static struct agx_ref reg32(unsigned r)
{
   return (struct agx_ref){.kind = AGX_REG32, .value = 2 * r};
}
static struct agx_ref r0l(void)
{
   return (struct agx_ref){.kind = AGX_REG16};
}
static struct agx_ref number(uint32_t v)
{
   return (struct agx_ref){.kind = AGX_IMM, .value = v};
}

static size_t put(uint8_t *code, size_t at, const struct agx_instr *in)
{
   unsigned len;
   const char *err = agx_encode(in, code + at, &len);
   ck_assert_msg(!err, "%s: %s", agx_info[in->op].name, err);
   return at + len;
}

/* Lanes have counters 0..7 and the condition as bit 3 of their number; the upper half of r0 keeps its value. */
START_TEST(operations)
{
   static const uint16_t ops[] = {AGX_OP_if_icmp,    AGX_OP_if_fcmp,  AGX_OP_else_icmp, AGX_OP_else_fcmp,  AGX_OP_while_icmp,
                                  AGX_OP_while_fcmp, AGX_OP_pop_exec, AGX_OP_push_exec, AGX_OP_update_exec};
   for (unsigned k = 0; k < sizeof ops / sizeof *ops; k++)
      for (unsigned n = ops[k] == AGX_OP_push_exec; n < (ops[k] == AGX_OP_update_exec ? 1 : 4); n++) {
         const bool fl = ops[k] == AGX_OP_if_fcmp || ops[k] == AGX_OP_else_fcmp || ops[k] == AGX_OP_while_fcmp;
         struct agx_instr in = {.op = ops[k], .ref = {[AGX_D] = r0l()}};
         uint8_t code[16];
         struct util_ctx ctx;
         uint32_t exec = 0;
         util_ctx_init(&ctx, NULL, 0);
         in.f[AGX_F_NEST] = n;
         if (k < 6) { /* r1 is 1 (or 1.0) where the condition "it is not 0" holds */
            in.ref[AGX_A] = reg32(1);
            in.ref[AGX_B] = fl ? (struct agx_ref){.kind = AGX_MINIFLOAT} : number(0);
            in.f[AGX_F_COND] = fl ? AGX_FCC_GT : AGX_ICC_UGT;
         }
         const size_t len = put(code, 0, &in);
         agx_wave_init(wave, &num_model_agx, 0x7fffffff, 10);
         wave->exec = 0; /* inactive lanes execute it, too */
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            wave->reg.r[0][l] = 0xabcd0000u | (l & 7);
            wave->reg.r[1][l] = l & 8 ? NUM_ONE : 0;
         }
         ck_assert_int_eq(agx_sim_step(agx_sim_decode(&ctx, code, len), wave), EXEC_RUNNING);
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const uint32_t want = after(ops[k], l & 7, n, l & 8);
            ck_assert_msg(wave->reg.r[0][l] == (0xabcd0000u | want), "%s n %u, counter %u, condition %u: %08x",
                          agx_info[ops[k]].name, n, l & 7, l >> 3 & 1, wave->reg.r[0][l]);
            exec |= (uint32_t)(want == 0) << l;
         }
         ck_assert_uint_eq(wave->exec, exec & 0x7fffffff);
         util_ctx_finish(&ctx);
      }
}
END_TEST

/* ---- nests -------------------------------------------------------------------------------------------------------------- */

enum kind { MARK, IF, IF_ELSE, LOOP, LOOP_CONTINUE, BREAK, CONTINUE, NUM_KINDS };
#define MAX_NODES 6
#define TIMES 3 /* a loop ends after at most so many iterations */

/* A statement; `next` links the children of a statement. BREAK and CONTINUE are in an IF of their own. */
struct node {
   enum kind kind;
   unsigned cond; /* bit of the number of the lane */
   int body, other, next;
};
struct nest {
   struct node node[MAX_NODES];
   int used, root;
};

/* All programs: each choice counts up like a digit. */
static struct {
   unsigned digit[64], size[64];
   unsigned at, used;
} choices;

static unsigned choose(unsigned n)
{
   if (choices.at == choices.used) {
      choices.digit[choices.used] = 0;
      choices.size[choices.used++] = n;
   }
   return choices.digit[choices.at++];
}

static bool next_choices(void)
{
   while (choices.used && choices.digit[choices.used - 1] + 1 == choices.size[choices.used - 1])
      choices.used--;
   if (choices.used)
      choices.digit[choices.used - 1]++;
   return choices.used;
}

/* A list of statements; the innermost loop has the kind `loop`. Returns the first statement, or -1 if there is none. */
static int make_list(struct nest *p, enum kind loop, int *left)
{
   if (*left == 0)
      return -1;
   const unsigned kinds = loop == LOOP_CONTINUE ? NUM_KINDS : loop == LOOP ? CONTINUE : BREAK;
   const unsigned k = choose(kinds + 1); /* 0 ends the list */
   if (!k)
      return -1;
   const int n = p->used++;
   struct node *s = &p->node[n];
   (*left)--;
   *s = (struct node){.kind = (enum kind)(k - 1), .cond = (unsigned)n % 5, .body = -1, .other = -1, .next = -1};
   if (s->kind >= IF && s->kind <= LOOP_CONTINUE)
      s->body = make_list(p, s->kind == LOOP || s->kind == LOOP_CONTINUE ? s->kind : loop, left);
   if (s->kind == IF_ELSE)
      s->other = make_list(p, loop, left);
   s->next = make_list(p, loop, left);
   return n;
}

/* ---- the model: one lane */

enum way { ON, BROKEN, CONTINUED };

static enum way run_list(const struct nest *p, int n, unsigned lane, uint32_t *trace)
{
   for (; n >= 0; n = p->node[n].next) {
      const struct node *s = &p->node[n];
      const bool cond = lane >> s->cond & 1;
      enum way w = ON;
      switch (s->kind) {
      case MARK: *trace = *trace * 7 + (uint32_t)n + 1; break;
      case IF: w = cond ? run_list(p, s->body, lane, trace) : ON; break;
      case IF_ELSE: w = run_list(p, cond ? s->body : s->other, lane, trace); break;
      case BREAK: w = cond ? BROKEN : ON; break;
      case CONTINUE: w = cond ? CONTINUED : ON; break;
      default:
         for (unsigned k = 0; k < TIMES && run_list(p, s->body, lane, trace) != BROKEN; k++)
            *trace = *trace * 7 + 6;
         break;
      }
      if (w != ON)
         return w;
   }
   return ON;
}

/* ---- the same nests in instructions */

struct emitter {
   uint8_t code[2048];
   size_t at;
   bool jumps;     /* the jumps that save time */
   unsigned loops; /* nesting depth */
};

static void emit(struct emitter *e, struct agx_instr in)
{
   e->at = put(e->code, e->at, &in);
}

static void emit_nest(struct emitter *e, unsigned op, unsigned n)
{
   struct agx_instr in = {.op = (uint16_t)op, .ref = {[AGX_D] = r0l()}};
   in.f[AGX_F_NEST] = n;
   if (op == AGX_OP_else_fcmp)
      in.ref[AGX_A] = in.ref[AGX_B] = (struct agx_ref){.kind = AGX_MINIFLOAT};
   emit(e, in);
}

/* if (r(8 + condition) != 0) */
static void emit_if(struct emitter *e, unsigned cond)
{
   struct agx_instr in = {.op = AGX_OP_if_icmp, .ref = {[AGX_D] = r0l(), [AGX_A] = reg32(8 + cond), [AGX_B] = number(0)}};
   in.f[AGX_F_NEST] = 1;
   in.f[AGX_F_COND] = AGX_ICC_UEQ | 8;
   emit(e, in);
}

static size_t emit_jump(struct emitter *e, unsigned op, size_t to)
{
   struct agx_instr in = {.op = (uint16_t)op};
   const size_t at = e->at;
   in.imm = (uint32_t)(to - at);
   emit(e, in);
   return at;
}

/* jmp_exec_none with a target that is not known yet. */
static size_t emit_skip(struct emitter *e)
{
   return e->jumps ? emit_jump(e, AGX_OP_jmp_exec_none, e->at) : 0;
}
static void patch(struct emitter *e, size_t jump)
{
   const size_t at = e->at;
   if (!e->jumps)
      return;
   e->at = jump;
   emit_jump(e, AGX_OP_jmp_exec_none, at);
   e->at = at;
}

static void emit_mark(struct emitter *e, uint32_t n)
{
   emit(e, (struct agx_instr){.op = AGX_OP_imadd, .ref = {reg32(4), reg32(4), number(7), number(n)}});
}

/* r0l = v in the running lanes, which then stop: break and continue. */
static void emit_leave(struct emitter *e, uint32_t v)
{
   struct agx_instr in = {.op = AGX_OP_mov_imm16, .ref = {[AGX_D] = r0l()}};
   in.imm = v;
   emit(e, in);
   emit_nest(e, AGX_OP_pop_exec, 0);
}

static void emit_list(struct emitter *e, const struct nest *p, int n, unsigned ifs, enum kind loop, bool nested);

/* ifs: number of ifs around this one inside of the innermost loop; nested: true inside of any construct. */
static void emit_loop(struct emitter *e, const struct nest *p, const struct node *s, bool nested)
{
   const unsigned levels = s->kind == LOOP ? 1 : 2, counter = 16 + e->loops;
   struct agx_instr zero = {.op = AGX_OP_mov_imm32, .ref = {[AGX_D] = reg32(counter)}};
   struct agx_instr last = {.op = AGX_OP_while_icmp,
                            .ref = {[AGX_D] = r0l(), [AGX_A] = reg32(counter), [AGX_B] = number(TIMES)}};

   if (nested || levels == 2)
      emit_nest(e, AGX_OP_push_exec, levels);
   emit(e, zero);
   const size_t top = e->at;
   e->loops++;
   emit_list(e, p, s->body, 0, s->kind, true);
   e->loops--;
   if (levels == 2) { /* lanes that continued run again */
      struct agx_instr again = {.op = AGX_OP_while_icmp, .ref = {[AGX_D] = r0l(), [AGX_A] = number(0), [AGX_B] = number(0)}};
      again.f[AGX_F_NEST] = 2;
      emit(e, again);
   }
   emit_mark(e, 6);
   emit(e, (struct agx_instr){.op = AGX_OP_iadd, .ref = {reg32(counter), reg32(counter), number(1)}});
   last.f[AGX_F_NEST] = levels;
   last.f[AGX_F_COND] = AGX_ICC_ULT;
   emit(e, last);
   emit_jump(e, AGX_OP_jmp_exec_any, top);
   emit_nest(e, AGX_OP_pop_exec, levels);
}

static void emit_list(struct emitter *e, const struct nest *p, int n, unsigned ifs, enum kind loop, bool nested)
{
   for (; n >= 0; n = p->node[n].next) {
      const struct node *s = &p->node[n];
      size_t skip;
      switch (s->kind) {
      case MARK: emit_mark(e, (uint32_t)n + 1); break;
      case LOOP:
      case LOOP_CONTINUE: emit_loop(e, p, s, nested); break;
      default:
         emit_if(e, s->cond);
         skip = emit_skip(e);
         if (s->kind == BREAK || s->kind == CONTINUE)
            emit_leave(e, ifs + 1 + (s->kind == BREAK && loop == LOOP_CONTINUE ? 2 : 1));
         else
            emit_list(e, p, s->body, ifs + 1, loop, true);
         patch(e, skip);
         if (s->kind == IF_ELSE) {
            emit_nest(e, AGX_OP_else_fcmp, 1);
            skip = emit_skip(e);
            emit_list(e, p, s->other, ifs + 1, loop, true);
            patch(e, skip);
         }
         emit_nest(e, AGX_OP_pop_exec, 1);
         break;
      }
   }
}

static void check_nest(struct util_ctx *ctx, const struct nest *p, bool jumps)
{
   static struct emitter e;

   e = (struct emitter){.jumps = jumps};
   emit(&e, (struct agx_instr){.op = AGX_OP_mov_imm16, .ref = {[AGX_D] = r0l()}});
   emit_list(&e, p, p->root, 0, MARK, false);
   agx_wave_start(wave, UINT32_MAX, 0);
   wave->budget = 100000;
   lanes_splat(0, wave->reg.r[4]);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 5; c++)
         wave->reg.r[8 + c][l] = l >> c & 1;
   wave->part = AGX_PART_MAIN; /* all lanes run at the end */
   const enum exec_status st = agx_sim_run(agx_sim_decode(ctx, e.code, e.at), wave);
   ck_assert_msg(st == EXEC_DONE, "%s", wave->fault ? wave->fault : "it does not end");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t trace = 0;
      run_list(p, p->root, l, &trace);
      ck_assert_msg(wave->reg.r[4][l] == trace, "lane %u: trace %08x, expected %08x", l, wave->reg.r[4][l], trace);
      ck_assert_uint_eq(wave->reg.r[0][l] & 0xffff, 0);
   }
}

/* All programs of up to four statements, and every fiftieth one of five. */
START_TEST(nests)
{
   unsigned programs = 0;
   struct util_ctx ctx;

   choices.used = 0;
   agx_wave_init(wave, &num_model_agx, UINT32_MAX, 0);
   util_ctx_init(&ctx, NULL, 0);
   do {
      struct nest p = {.used = 0};
      int left = _i;
      choices.at = 0;
      p.root = make_list(&p, MARK, &left);
      if (left)
         continue; /* smaller programs are already tested */
      if (programs++ % 50 && _i == MAX_NODES - 1)
         continue;
      check_nest(&ctx, &p, false);
      check_nest(&ctx, &p, true);
      if (programs % 128 == 0) {
         util_ctx_finish(&ctx);
         util_ctx_init(&ctx, NULL, 0);
      }
   } while (next_choices());
   printf("%u programs of %d statements\n", programs, _i);
   ck_assert_uint_gt(programs, 0);
   util_ctx_finish(&ctx);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("agx_flow");
   TCase *t = tcase_create("all");

   wave = calloc(1, sizeof *wave);
   tcase_set_timeout(t, 120);
   tcase_add_test(t, operations);
   tcase_add_loop_test(t, nests, 1, MAX_NODES);
   suite_add_tcase(s, t);
   const int r = suite_run(s);
   free(wave);
   return r;
}
