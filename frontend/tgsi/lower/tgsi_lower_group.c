/* SPDX-License-Identifier: MIT */
/* Lowering of instructions between the invocations of a subgroup, helpers, positions of samples, and the clock
   (docs/semantics-tgsi.md, "Between invocations"). */
#include "frontend/tgsi/lower/tgsi_lower.h"

typedef struct ir_src src; /* shorter signatures below */

/* An integer that the machine supplies to each invocation. */
static src of_invocation(struct tgsi_lower *l, unsigned slot)
{
   return fe_input(&l->fe, slot, 0, l->p->stage == TGSI_STAGE_FRAG ? INTERP_FLAT : INTERP_SMOOTH, (src){0});
}

/* v of the first active invocation where the condition holds, or 0. */
static src first(struct fe_lower *f, src v, src cond)
{
   const src s[2] = {fe_mov(f, v), cond};

   return ir_use(ir_emit(&f->b, IR_first, 32, 2, s, NULL)->dst[0]);
}

static src read_first(struct fe_lower *f, src v)
{
   const src all = fe_bit(f, 1);

   return first(f, v, all);
}

static src any(struct fe_lower *f, src cond)
{
   src one = fe_imm(f, 1), v = first(f, one, cond);

   return fe_op2(f, IR_ine, v, fe_imm(f, 0));
}

/* ---- loops until no invocation is left: `rest` is an IR array, and all invocations leave the loop together */

struct rounds {
   struct ir_block *header, *exit;
   uint32_t rest;
};

static struct rounds begin_rounds(struct fe_lower *f, src cond)
{
   struct rounds r = {.exit = ir_block_new(f->s), .rest = ir_array_new(f->s, 1, 32, "rest")};
   src one = fe_imm(f, 1);

   fe_array_set(f, r.rest, NULL, fe_sel(f, cond, one, fe_imm(f, 0)));
   r.header = fe_loop_start(f, r.exit);
   return r;
}

/* Returns true if the invocation is still left. */
static src is_left(struct fe_lower *f, const struct rounds *r)
{
   src rest = fe_array_get(f, r->rest, NULL);

   return fe_op2(f, IR_ine, rest, fe_imm(f, 0));
}

/* Ends a round, in which the invocations where `done` holds were served. */
static void end_round(struct fe_lower *f, const struct rounds *r, src done)
{
   src rest = fe_array_get(f, r->rest, NULL);

   fe_array_set(f, r->rest, NULL, fe_sel(f, done, fe_imm(f, 0), rest));
   fe_block_close(f, IR_TERM_CONTINUE, r->header);
   fe_block_start(f, r->exit, true);
}

/* Each round adds the bit of the first invocation that is left. */
static src ballot(struct tgsi_lower *l, src cond)
{
   struct fe_lower *f = &l->fe;
   const uint32_t mask = ir_array_new(f->s, 1, 32, "ballot");
   src one = fe_imm(f, 1), bit = fe_op2(f, IR_shl, one, of_invocation(l, SLOT_SUBGROUP_LANE)), b, sum;
   struct rounds r;

   fe_array_set(f, mask, NULL, fe_imm(f, 0));
   r = begin_rounds(f, cond);
   b = first(f, bit, is_left(f, &r));
   fe_jump(f, fe_op2(f, IR_ieq, b, fe_imm(f, 0)), IR_TERM_BREAK, r.exit);
   sum = fe_array_get(f, mask, NULL);
   fe_array_set(f, mask, NULL, fe_op2(f, IR_ior, sum, b));
   end_round(f, &r, fe_op2(f, IR_ieq, bit, b));
   return fe_array_get(f, mask, NULL);
}

/* Each round serves all invocations that read the same one. */
static void read_invocation(struct tgsi_lower *l, src r[4])
{
   struct fe_lower *f = &l->fe;
   const uint8_t mask = tgsi_lower_mask(l);
   src n = tgsi_load(l, 1, 0), lane = of_invocation(l, SLOT_SUBGROUP_LANE), v[4] = {{0}}, left, asked, same, is_it;
   uint32_t result[4];
   struct rounds rounds;

   n = fe_op2(f, IR_iand, n, fe_imm(f, 31));
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1) {
         v[c] = fe_mov(f, tgsi_load(l, 0, c));
         result[c] = ir_array_new(f->s, 1, 32, "read");
      }
   rounds = begin_rounds(f, fe_bit(f, 1));
   left = is_left(f, &rounds);
   fe_jump(f, fe_op1(f, IR_inot, any(f, left)), IR_TERM_BREAK, rounds.exit);
   asked = first(f, n, left);
   same = fe_op2(f, IR_ieq, n, asked);
   is_it = fe_op2(f, IR_ieq, lane, asked);
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1) {
         src old = fe_array_get(f, result[c], NULL), new = first(f, v[c], is_it);

         fe_array_set(f, result[c], NULL, fe_sel(f, same, new, old));
      }
   end_round(f, &rounds, same);
   for (unsigned c = 0; c < 4; c++)
      if (mask >> c & 1)
         r[c] = fe_array_get(f, result[c], NULL);
}

/* ~0 or 0 in each lane. */
static src vote(struct tgsi_lower *l, unsigned c)
{
   struct fe_lower *f = &l->fe;
   const unsigned op = l->cur.in->op;
   src v = fe_mov(f, tgsi_load(l, 0, c)), t, yes = fe_imm(f, UINT32_MAX), zero = fe_imm(f, 0);

   if (op == TGSI_OP_VOTE_ANY)
      return fe_sel(f, any(f, fe_op2(f, IR_ine, v, zero)), yes, zero);
   t = op == TGSI_OP_VOTE_ALL ? zero : read_first(f, v);
   t = any(f, fe_op2(f, op == TGSI_OP_VOTE_ALL ? IR_ieq : IR_ine, v, t)); /* some invocation disagrees */
   return fe_sel(f, t, zero, yes);
}

void tgsi_lower_vote(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   const unsigned op = l->cur.in->op;
   const uint8_t mask = tgsi_lower_mask(l);
   src r[4] = {{0}};

   if (op == TGSI_OP_READ_INVOC) {
      read_invocation(l, r);
   } else if (op == TGSI_OP_BALLOT) {
      src x = tgsi_load(l, 0, 0);

      r[0] = ballot(l, fe_op2(f, IR_ine, x, fe_imm(f, 0)));
      r[1] = r[2] = r[3] = fe_imm(f, 0);
   } else {
      for (unsigned c = 0; c < 4; c++)
         if (mask >> c & 1)
            r[c] = op == TGSI_OP_READ_FIRST ? read_first(f, tgsi_load(l, 0, c)) : vote(l, c);
   }
   tgsi_store(l, r);
}

/* ---- helpers, positions of samples, the clock */

void tgsi_lower_killed(struct tgsi_lower *l, struct ir_src cond)
{
   struct fe_lower *f = &l->fe;
   src old;

   if (l->killed == FE_NONE)
      return;
   old = fe_array_get(f, l->killed, NULL);
   fe_array_set(f, l->killed, NULL, fe_sel(f, cond, fe_imm(f, 1), old));
}

void tgsi_lower_read_helper(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   src v = of_invocation(l, SLOT_HELPER), yes = fe_imm(f, UINT32_MAX), zero = fe_imm(f, 0), r[4];

   v = fe_op2(f, IR_ior, v, fe_array_get(f, l->killed, NULL));
   v = fe_op2(f, IR_ine, v, zero);
   r[0] = r[1] = r[2] = r[3] = fe_sel(f, v, yes, zero);
   tgsi_store(l, r);
}

/* passes/lower/key.h has the table of positions. */
struct ir_src tgsi_sample_place(struct tgsi_lower *l, struct ir_src id, struct ir_src n, unsigned comp)
{
   struct fe_lower *f = &l->fe;
   const struct ir_src none = {0}, three = fe_imm(f, 3), last = fe_op2(f, IR_isub, n, fe_imm(f, 1));
   struct ir_src at, shift, word;

   id = fe_op2(f, IR_iand, id, last);
   at = fe_op2(f, IR_iadd, n, id);
   at = fe_op2(f, IR_ushr, at, fe_imm(f, 2));
   word = fe_input(f, SLOT_SAMPLE_PLACES, 0, INTERP_FLAT, none);
   for (unsigned k = 1; k < 4; k++) {
      const struct ir_src other = fe_input(f, SLOT_SAMPLE_PLACES, k, INTERP_FLAT, none),
                          is = fe_op2(f, IR_ieq, at, fe_imm(f, k));
      word = fe_sel(f, is, other, word);
   }
   shift = fe_op2(f, IR_shl, fe_op2(f, IR_iand, id, three), three);
   if (comp)
      shift = fe_op2(f, IR_ior, shift, fe_imm(f, 4));
   word = fe_op2(f, IR_ushr, word, shift);
   word = fe_op1(f, IR_u2f, fe_op2(f, IR_iand, word, fe_imm(f, 15)));
   return fe_op2(f, IR_fmul, word, fe_imm(f, 0x3d800000u /* 1/16 */));
}

/* The machine's counter has 32 bits. The upper word counts how often the invocation saw it wrap around. */
void tgsi_lower_clock(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   src r[4], again;
   const src zero = fe_imm(f, 0), one = fe_imm(f, 1);

   if (l->clock == FE_NONE)
      l->clock = ir_array_new(f->s, 2, 32, "clock");
   r[0] = ir_use(ir_emit(&f->b, IR_clock, 32, 0, NULL, NULL)->dst[0]);
   again = fe_op2(f, IR_ult, r[0], fe_array_load(f, l->clock, (struct fe_index){0, {0}}));
   r[1] = fe_array_load(f, l->clock, (struct fe_index){1, {0}});
   r[1] = fe_op2(f, IR_iadd, r[1], fe_sel(f, again, one, zero));
   ir_emit(&f->b, IR_array_store, 32, 1, &r[0], (uint32_t[4]){l->clock, 0});
   ir_emit(&f->b, IR_array_store, 32, 1, &r[1], (uint32_t[4]){l->clock, 1});
   r[2] = r[3] = zero;
   tgsi_store(l, r);
}
