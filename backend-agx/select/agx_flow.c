/* SPDX-License-Identifier: MIT */
/* Control flow: see agx_flow.h. */
#include "backend-agx/select/agx_flow.h"

#include "backend-agx/select/operand/agx_cond.h"
#include "codegen/copies.h"
#include "ir/cfg.h"

#define INVERTED 8 /* bit of AGX_F_COND */

/* An if or a loop around the current block. */
struct construct {
   bool loop, has_continue;
   bool early_continue;                           /* a block other than the last one of the body goes back */
   bool skipped;                                  /* an if whose arm only leaves a loop: it has no level of its own */
   const struct ir_block *merge, *header, *other; /* other: the else arm, or NULL if there is none */
   struct agx_instr *push; /* the instruction that adds its levels to the counters of waiting lanes, or NULL */
   uint32_t levels;        /* what its end takes from the counters of waiting lanes */
   uint32_t count;         /* levels of this one and all constructs around it */
};

struct agx_flow {
   struct construct *open; /* innermost last */
   uint32_t num_open, cap_open;
   bool counts;    /* an instruction has used the counters of lanes */
   uint32_t *cost; /* by block: what all blocks before it cost a lane that runs them; one entry more than blocks */
};

static struct construct *innermost(struct agx_selection *c)
{
   return c->flow->num_open ? &c->flow->open[c->flow->num_open - 1] : NULL;
}

static uint32_t open_levels(struct agx_selection *c)
{
   const struct construct *k = innermost(c);
   return k ? k->count : 0;
}

static void push_construct(struct agx_selection *c, struct construct k)
{
   k.levels = k.skipped ? 0 : k.loop && k.early_continue ? 2 : 1;
   k.count = open_levels(c) + k.levels;
   UTIL_PUSH(c->ctx, c->flow->open, c->flow->num_open, c->flow->cap_open, k);
}

/* Finds the loop that lanes leave or continue by going to block `to`. */
static const struct construct *loop_of(struct agx_selection *c, const struct ir_block *to, bool is_break)
{
   for (uint32_t k = c->flow->num_open; k-- > 0;) {
      const struct construct *l = &c->flow->open[k];
      if (l->loop && (is_break ? l->merge : l->header) == to)
         return l;
   }
   util_bug(c->ctx, "AGX: a break or continue without a loop");
}

/* The value of the counter of a lane that leaves to `to`. */
static uint32_t counter_of(struct agx_selection *c, const struct ir_block *to, bool is_break)
{
   const struct construct *l = loop_of(c, to, is_break);
   return (is_break ? l->levels : 1) + open_levels(c) - l->count;
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

static struct agx_ref counter(void)
{
   return (struct agx_ref){.kind = AGX_REG16, .value = 0};
}

/* Sets the counters of all lanes to 0 at the start, unless an earlier operation has used or set them. */
static void use_counter(struct agx_selection *c)
{
   if (!c->flow->counts && !c->mir->mask_half) /* in the loop over samples, r0l is already 0 */
      agx_push(c->mir, &c->mir->p.blocks[0].head, &(struct agx_instr){.op = AGX_OP_mov_imm16, .ref = {counter()}},
               UTIL_NO_SPAN);
   c->flow->counts = true;
}

static struct agx_instr *push_mask_op(struct agx_selection *c, struct cg_list *l, enum agx_op op, unsigned nest)
{
   use_counter(c);
   const struct agx_instr in = {.op = (uint16_t)op, .ref = {counter()}, .f = {[AGX_F_NEST] = nest}};
   return agx_push(c->mir, l, &in, c->span);
}

enum test { TEST_IF, TEST_ELSE, TEST_WHILE };

/* Appends a mask operation that tests a condition. */
static void push_test(struct agx_selection *c, struct cg_list *l, enum test test, struct agx_condition k, unsigned nest)
{
   static const uint16_t op[3][2] = {[TEST_IF] = {AGX_OP_if_icmp, AGX_OP_if_fcmp},
                                     [TEST_ELSE] = {AGX_OP_else_icmp, AGX_OP_else_fcmp},
                                     [TEST_WHILE] = {AGX_OP_while_icmp, AGX_OP_while_fcmp}};
   struct agx_instr *in = push_mask_op(c, l, (enum agx_op)op[test][k.is_float], nest);

   in->ref[AGX_A] = k.a;
   in->ref[AGX_B] = k.b;
   in->f[AGX_F_COND] = k.cc | (k.inverted ? INVERTED : 0);
}

static struct agx_condition opposite_of(struct agx_condition k)
{
   k.inverted = !k.inverted;
   return k;
}

/* Appends d = k ? choice[0] : choice[1] to the list. */
static void push_select(struct agx_selection *c, struct cg_list *l, struct agx_ref d, const struct agx_condition *k,
                        const struct agx_ref choice[2])
{
   struct agx_instr in = {.op = k->is_float ? AGX_OP_fcmpsel : AGX_OP_icmpsel, .ref = {d, k->a, k->b}};

   in.ref[AGX_C] = choice[k->inverted];
   in.ref[AGX_Y] = choice[!k->inverted];
   in.f[AGX_F_COND] = k->cc;
   agx_push(c->mir, l, &in, c->span);
}

static const struct agx_condition always = {
   .is_float = true, .cc = AGX_FCC_EQ, .a = {.kind = AGX_MINIFLOAT}, .b = {.kind = AGX_MINIFLOAT}};

static uint32_t phi_source(void *user, const struct ir_value *v)
{
   struct agx_selection *c = user;
   const struct agx_value *a = &c->val[v->id];

   if (a->kind == AGX_VALUE_CONST)
      return agx_external(c->mir, agx_imm(a->bits));
   return agx_is_virtual(a->operand.kind) ? a->operand.value : agx_external(c->mir, a->operand);
}

static uint32_t phi_result(void *user, const struct ir_value *v)
{
   const struct agx_selection *c = user;
   return v->def->tmp & AGX_NEEDED ? c->val[v->id].operand.value : CG_NONE;
}

/* Does an edge to the block copy values? */
static bool has_copies(const struct ir_block *to)
{
   ir_foreach_phi (to, i)
      if (i->tmp & AGX_NEEDED)
         return true;
   return false;
}

static void phi_copies(struct agx_selection *c, const struct ir_block *from, const struct ir_block *to,
                       const struct ir_block *at)
{
   static const struct cg_phi_operands operands = {phi_source, phi_result};
   struct agx_mir_instr *i;

   if (!has_copies(to))
      return;
   i = UTIL_NEW(c->ctx, struct agx_mir_instr);
   i->base.span = c->span;
   if (cg_edge_copies(&c->mir->p, from, to, &operands, c, &i->base))
      cg_push(&c->mir->p, &c->mir->p.blocks[at->index].tail, &i->base);
}

/* ---- jumps over code ----------------------------------------------------------------------------------------------------- */

#define ARM_COST 38    /* the least cost of an arm that is worth a jump if no lane runs it */
#define BREAK_COST 190 /* the same for a jump to the end of a loop at a break */

/* The number of instructions in the block, as Mesa counts them (observed: agx_opt_jmp_none.c). Those that wait for memory
   count more. A barrier is always jumped over, because its effect while no lane runs is unknown. */
static uint32_t cost_of_block(const struct ir_block *b)
{
   uint32_t n = 0;

   ir_foreach_instr (b, i) {
      if (!(i->tmp & AGX_NEEDED) || i->op == IR_const || i->op == IR_undef || i->op == IR_phi ||
          (i->op == IR_load_param && !i->nsrc) || (agx_is_condition(i) && !(i->tmp & AGX_AS_VALUE)))
         continue;
      n += i->op == IR_barrier                                                         ? BREAK_COST
           : i->op == IR_tex                                                           ? 50
           : i->op == IR_load_buffer || i->op == IR_load_param || i->op == IR_mem_load ? 10
                                                                                       : 1;
   }
   return n;
}

/* Do the blocks [from, to) cost at least this much? */
static bool costs_at_least(const struct agx_selection *c, uint32_t from, uint32_t to, uint32_t least)
{
   return from < to && c->flow->cost[to] - c->flow->cost[from] >= least;
}

#define MOST_LEVELS 3 /* the most levels that one instruction can add */

/* ---- start of ifs and loops ---------------------------------------------------------------------------------------------- */

/* If a loop starts at once inside a loop without continues, one instruction adds the levels of both. */
static void begin_loop(struct agx_selection *c, const struct ir_block *b)
{
   struct construct k = {.loop = true, .merge = b->merge, .header = b->succ[0]};

   for (uint32_t p = 0; p < k.header->num_preds; p++) {
      const struct ir_block *q = k.header->preds[p];
      if (q->term != IR_TERM_CONTINUE)
         continue;
      k.has_continue = true;
      k.early_continue |= q->index + 1 != k.merge->index;
   }
   phi_copies(c, b, b->succ[0], b);
   const struct construct *around = innermost(c);
   const bool nested = open_levels(c) != 0, joined = around && around->push && !around->has_continue && around->header == b;
   struct agx_instr *push = joined ? around->push : NULL;
   push_construct(c, k);
   const unsigned levels = innermost(c)->levels;
   if (!nested) /* no lane waits yet */
      return;
   if (!push || push->f[AGX_F_NEST] + levels > MOST_LEVELS)
      push = push_mask_op(c, &c->mir->p.blocks[b->index].tail, AGX_OP_push_exec, 0);
   push->f[AGX_F_NEST] += levels;
   innermost(c)->push = push;
}

/*
 * Can the block with the if do the work of the arm, which only leaves a loop? All lanes then execute the copies on the edge out
 * of the arm. These write phis of a block after the loop, which a lane that stays does not need; phis of a header are in use.
 */
static bool can_skip(const struct ir_block *b, const struct ir_block *arm)
{
   if (b->succ[1] != b->merge || !ir_only_exits(arm) || arm->index + 1 != b->merge->index)
      return false;
   return !has_copies(arm->succ[0]) || (arm->term == IR_TERM_BREAK && !has_copies(b->merge));
}

/* Makes the lanes for which the condition holds leave a loop. */
static void push_exit(struct agx_selection *c, const struct ir_block *b, const struct agx_condition *k)
{
   const struct ir_block *arm = b->succ[0], *to = arm->succ[0];
   const bool is_break = arm->term == IR_TERM_BREAK;
   struct cg_list *t = &c->mir->p.blocks[b->index].tail;
   const uint32_t value = counter_of(c, to, is_break);
   const struct construct *l = loop_of(c, to, is_break);

   ir_foreach_instr (arm, i) /* by ir_only_exits(), these are constants, which the copies may read */
      agx_set_const(c, i, i->op == IR_const ? i->attr[0] : 0);
   phi_copies(c, arm, to, b);
   if (value == 1) {
      push_test(c, t, TEST_WHILE, opposite_of(*k), 1);
   } else {
      struct agx_ref wait = agx_imm(value);
      if (value > 255) {
         wait = agx_new16(c);
         agx_emit(c, AGX_OP_mov_imm16, wait, agx_none(), agx_none(), agx_none())->imm = value;
      }
      c->flow->counts = true;
      push_select(c, t, counter(), k, (struct agx_ref[2]){wait, agx_imm(0)});
      push_mask_op(c, t, AGX_OP_update_exec, 0);
   }
   if (l == innermost(c) && costs_at_least(c, b->merge->index, l->merge->index, BREAK_COST))
      agx_push_jump(c->mir, t, AGX_OP_jmp_exec_none, cg_label(CG_AT_HEAD, l->merge->index), c->span);
}

/*
 * Tests the condition early. Spill code on the edges out of the block comes before the instruction that changes which lanes
 * run,
 * so that instruction must not read a register that may be in memory: it reads the outcome from a reserved half.
 */
static struct agx_condition push_early_test(struct agx_selection *c, struct cg_list *l, const struct agx_condition *k)
{
   const struct agx_ref half = {.kind = AGX_REG16, .value = agx_test_half(c->mir)};

   push_select(c, l, half, k, (struct agx_ref[2]){agx_imm(1), agx_imm(0)});
   return (struct agx_condition){.inverted = true, .cc = AGX_ICC_UEQ, .a = half, .b = agx_imm(0)};
}

static void begin_if(struct agx_selection *c, const struct ir_block *b)
{
   struct cg_list *t = &c->mir->p.blocks[b->index].tail;
   struct construct k = {.merge = b->merge, .other = b->succ[1] != b->merge ? b->succ[1] : NULL};
   struct agx_condition cond = agx_condition_of(c, b->cond.val);
   const struct ir_block *arm = b->succ[0];

   if (!k.other)
      phi_copies(c, b, b->merge, b);
   if (!c->mir->spills && can_skip(b, arm)) {
      k.skipped = true;
      c->mir->skipped[arm->index] = true;
      push_exit(c, b, &cond);
   } else {
      const uint32_t end = (k.other ? k.other : k.merge)->index;
      if (c->mir->spills)
         cond = push_early_test(c, t, &cond);
      push_test(c, t, TEST_IF, cond, 1);
      if (costs_at_least(c, arm->index, end, ARM_COST))
         agx_push_jump(c->mir, t, AGX_OP_jmp_exec_none, cg_label(CG_AT_HEAD, end), c->span);
   }
   push_construct(c, k);
}

/* ---- breaks and continues ------------------------------------------------------------------------------------------------ */

/* The next instruction after the block is a mask operation in any case, so the counter is enough. The normal end of a body
   needs no code. */
static void leave_loop(struct agx_selection *c, const struct ir_block *b)
{
   const struct ir_block *to = b->succ[0];
   const bool is_break = b->term == IR_TERM_BREAK;
   const struct construct *l = loop_of(c, to, is_break);
   const bool at_end = l == innermost(c) && b->index + 1 == l->merge->index;

   if (c->mir->skipped[b->index])
      return;
   phi_copies(c, b, to, b);
   if (at_end && (!is_break || !l->has_continue))
      return;
   struct agx_instr in = {.op = AGX_OP_mov_imm16, .ref = {counter()}, .imm = counter_of(c, to, is_break)};
   c->flow->counts = true;
   agx_push(c->mir, &c->mir->p.blocks[b->index].tail, &in, c->span);
}

/* ---- end of ifs and loops ------------------------------------------------------------------------------------------------ */

static void end_construct(struct agx_selection *c, struct cg_list *l, const struct construct *k)
{
   if (k->skipped)
      return;
   if (k->loop && k->has_continue) {
      if (k->early_continue)
         push_test(c, l, TEST_WHILE, always, 2);
      agx_push_jump(c->mir, l, AGX_OP_jmp_exec_any, cg_label(CG_AT_HEAD, k->header->index), c->span);
   }
   struct agx_instr *last = l->n && l->i[l->n - 1]->kind == CG_OPERATION ? &agx_mir_instr_of(l->i[l->n - 1])->in : NULL;
   if (last && last->op == AGX_OP_pop_exec && last->f[AGX_F_NEST] + k->levels <= MOST_LEVELS)
      last->f[AGX_F_NEST] += k->levels;
   else
      push_mask_op(c, l, AGX_OP_pop_exec, k->levels);
}

/* Switches from the first arm of an if to the second, which starts with block b. */
static void begin_other_arm(struct agx_selection *c, struct cg_list *l, const struct construct *k, uint32_t b)
{
   push_test(c, l, TEST_ELSE, always, 1);
   if (costs_at_least(c, b, k->merge->index, ARM_COST))
      agx_push_jump(c->mir, l, AGX_OP_jmp_exec_none, cg_label(CG_AT_HEAD, k->merge->index), c->span);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */

void agx_flow_init(struct agx_selection *c)
{
   const struct ir_shader *s = c->s;

   c->mir->skipped = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_blocks + 1);
   c->mir->all_run = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_blocks + 1);
   c->flow = UTIL_NEW(c->ctx, struct agx_flow);
   c->flow->cost = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   ir_foreach_block (s, b) {
      c->flow->cost[b->index + 1] = c->flow->cost[b->index] + cost_of_block(b);
      c->mir->uses_flow |= b->term == IR_TERM_IF || b->term == IR_TERM_LOOP;
      ir_foreach_phi (b, i)
         if (i->tmp & AGX_NEEDED)
            agx_new_result(c, i);
   }
}

void agx_begin_block(struct agx_selection *c, const struct ir_block *b)
{
   struct cg_list *head = &c->mir->p.blocks[b->index].head;

   for (; c->flow->num_open && innermost(c)->merge == b; c->flow->num_open--)
      end_construct(c, head, innermost(c));
   if (c->flow->num_open && innermost(c)->other == b)
      begin_other_arm(c, head, innermost(c), b->index);
   c->mir->all_run[b->index] = !c->flow->num_open;
}

void agx_end_block(struct agx_selection *c, const struct ir_block *b)
{
   c->span = b->span;
   switch (b->term) {
   case IR_TERM_JUMP: phi_copies(c, b, b->succ[0], b); break;
   case IR_TERM_LOOP: begin_loop(c, b); break;
   case IR_TERM_IF: begin_if(c, b); break;
   case IR_TERM_BREAK:
   case IR_TERM_CONTINUE: leave_loop(c, b); break;
   default: break;
   }
}
