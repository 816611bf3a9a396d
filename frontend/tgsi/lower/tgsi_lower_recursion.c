/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of TGSI that call themselves, as of those of NV_gpu_program4 (frontend/nv/lower/nv_lower_recursion.c explains
 * the scheme): a call from elsewhere becomes a loop around the basic blocks of all subroutines that it can reach, and a state
 * variable says which of them an instance executes next. REP has a counter for each open call; LOOP registers are registers of the
 * program, which the calls share.
 *
 * Complexity: linear in the text of these subroutines, for each call from elsewhere.
 */
#include "frontend/tgsi/lower/tgsi_lower.h"

struct tgsi_recursion {
   struct tgsi_lower *l;
   /* facts of the program, found once */
   bool *structured;       /* by IF, loop or SWITCH: the block stays structured */
   uint32_t *counter;      /* by REP: IR array of its counter; FE_NONE until it is used */
   uint32_t *expanded_for; /* by subroutine: number of the last call that it was expanded for */
   /* of the call that is being lowered */
   uint32_t call;          /* its number */
   bool *leader;           /* by instruction: it begins a basic block */
   uint32_t *block;        /* by leader: number of its block */
   uint32_t *subs, num_subs;
   uint32_t num_blocks;    /* also the state "return"; num_blocks + 1 is the state "ended" */
   uint32_t max_depth;     /* how many calls may be open within this one */
   uint32_t state, depth, stack; /* IR arrays */
};

/* ---- basic blocks */

/* A block is structured if it holds no CAL, no RET, and no BRK or CONT of a block around it. */
static void find_structured(struct tgsi_recursion *r)
{
   const struct tgsi_program *p = r->l->p;
   struct open {
      uint32_t start, reach; /* reach: 1 + the outermost block that is left or continued; 0: the subroutine is left */
   } *open = NULL;
   uint32_t depth = 0, cap = 0;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct tgsi_instr *in = &p->instrs[i];
      uint32_t reach = UINT32_MAX;

      if (tgsi_opens_block(in))
         UTIL_PUSH(r->l->fe.ctx, open, depth, cap, ((struct open){i, UINT32_MAX}));
      switch (in->op) {
      case TGSI_OP_ENDIF:
      case TGSI_OP_ENDLOOP:
      case TGSI_OP_ENDFOR:
      case TGSI_OP_ENDREP:
      case TGSI_OP_ENDSWITCH:
         depth--;
         reach = open[depth].reach;
         r->structured[open[depth].start] = reach > open[depth].start;
         break;
      case TGSI_OP_BRK:
      case TGSI_OP_BREAKC:
      case TGSI_OP_CONT: reach = in->other + 1; break;
      case TGSI_OP_CAL:
      case TGSI_OP_CALLNZ:
      case TGSI_OP_RET:
      case TGSI_OP_END: reach = 0; break;
      default: break;
      }
      if (depth > 0 && reach < open[depth - 1].reach)
         open[depth - 1].reach = reach;
   }
}

static bool is_structured(const struct tgsi_recursion *r, uint32_t i)
{
   return tgsi_opens_block(&r->l->p->instrs[i]) && r->structured[i];
}

/* An instruction at which control only passes: no block of its own. */
static bool is_label(const struct tgsi_instr *in)
{
   switch (in->op) {
   case TGSI_OP_ELSE:
   case TGSI_OP_ENDIF:
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT:
   case TGSI_OP_ENDSWITCH: return true;
   default: return false;
   }
}

static bool ends_loop(const struct tgsi_instr *in)
{
   return in->op == TGSI_OP_ENDLOOP || in->op == TGSI_OP_ENDFOR || in->op == TGSI_OP_ENDREP;
}

static bool ends_block(const struct tgsi_instr *in)
{
   switch (in->op) {
   case TGSI_OP_BRK:
   case TGSI_OP_BREAKC:
   case TGSI_OP_CONT:
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ:
   case TGSI_OP_RET:
   case TGSI_OP_END: return true;
   default: return tgsi_opens_block(in) || ends_loop(in) || is_label(in);
   }
}

static uint32_t callee(const struct tgsi_recursion *r, const struct tgsi_instr *in) { return r->l->p->instrs[in->other].sub; }

static void add_sub(struct tgsi_recursion *r, uint32_t s)
{
   if (r->expanded_for[s] == r->call)
      return;
   r->expanded_for[s] = r->call;
   r->subs[r->num_subs++] = s;
}

/* Find the subroutines that can be reached, mostly callers in front of what they call, and their basic blocks. */
static void find_blocks(struct tgsi_recursion *r, uint32_t root)
{
   const struct tgsi_program *p = r->l->p;

   r->num_blocks = r->num_subs = 0;
   add_sub(r, root);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct tgsi_sub *s = &p->subs[r->subs[n]];
      bool leader = true;

      for (uint32_t i = s->first; i < s->end; i++) {
         const struct tgsi_instr *in = &p->instrs[i];

         r->leader[i] = leader || ends_loop(in);
         /* state_of() passes over labels. */
         if (r->leader[i] && !is_label(in))
            r->block[i] = r->num_blocks++;
         if (in->op == TGSI_OP_CAL || in->op == TGSI_OP_CALLNZ)
            add_sub(r, callee(r, in));
         leader = !is_structured(r, i) && ends_block(in);
         if (is_structured(r, i))
            i = tgsi_block_end(p, i);
      }
   }
}

/* The state in which instruction i of subroutine s is next. */
static uint32_t state_of(const struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i)
{
   const struct tgsi_program *p = r->l->p;

   while (i < s->end && is_label(&p->instrs[i]))
      i = p->instrs[i].op == TGSI_OP_ELSE ? p->instrs[i].other : i + 1;
   return i < s->end ? r->block[i] : r->num_blocks;
}

/* ---- code */

static struct ir_src imm(struct tgsi_recursion *r, uint32_t v) { return fe_imm(&r->l->fe, v); }

static struct ir_src op2(struct tgsi_recursion *r, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return fe_op2(&r->l->fe, op, a, b);
}

/* The constant is made behind the operand. */
static struct ir_src op_imm(struct tgsi_recursion *r, enum ir_op op, struct ir_src a, uint32_t b)
{
   return op2(r, op, a, imm(r, b));
}

static struct ir_src is_in_state(struct tgsi_recursion *r, uint32_t n)
{
   struct ir_src state = fe_array_get(&r->l->fe, r->state, NULL);

   return op_imm(r, IR_ieq, state, n);
}

static void go_to(struct tgsi_recursion *r, uint32_t state) { fe_array_set(&r->l->fe, r->state, NULL, imm(r, state)); }

static void choose(struct tgsi_recursion *r, struct ir_src test, uint32_t yes, uint32_t no)
{
   struct ir_src a = imm(r, yes), b = imm(r, no);

   fe_array_set(&r->l->fe, r->state, NULL, fe_sel(&r->l->fe, test, a, b));
}

static void call(struct tgsi_recursion *r, const struct tgsi_instr *in, uint32_t next)
{
   struct fe_lower *f = &r->l->fe;
   const struct tgsi_sub *s = &r->l->p->subs[callee(r, in)];
   struct ir_src depth, ok;
   struct ir_block *merge;

   go_to(r, next);
   if (r->max_depth == 0)
      return;
   depth = fe_array_get(f, r->depth, NULL);
   ok = op2(r, IR_ult, depth, imm(r, r->max_depth));
   if (in->op == TGSI_OP_CALLNZ)
      ok = op2(r, IR_iand, ok, tgsi_condition(r->l));
   merge = fe_guard_begin(f, ok);
   fe_array_set(f, r->stack, &depth, imm(r, next));
   fe_array_set(f, r->depth, NULL, op_imm(r, IR_iadd, depth, 1));
   go_to(r, state_of(r, s, s->first));
   fe_guard_end(f, merge);
}

/*
 * The counter of REP i. If its subroutine may be open more than once, each open call has a counter of its own. At the REP `n`
 * is the count; at the ENDREP n.val is NULL, and the counter is decremented.
 */
static void count_loop(struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i, struct ir_src n, uint32_t body,
                       uint32_t behind)
{
   struct fe_lower *f = &r->l->fe;
   struct ir_src depth = {0}, *index = NULL;

   if (r->counter[i] == FE_NONE) {
      uint32_t length = s->recursive ? TGSI_MAX_CALLS + 1 : 1;

      r->counter[i] = ir_array_new(f->s, length, 32, util_printf(f->ctx, "count%u", f->s->num_arrays));
   }
   if (s->recursive) {
      depth = fe_array_get(f, r->depth, NULL);
      index = &depth;
   }
   if (!n.val) {
      n = fe_array_get(f, r->counter[i], index);
      n = op_imm(r, IR_isub, n, 1);
   }
   fe_array_set(f, r->counter[i], index, n);
   choose(r, op_imm(r, IR_ieq, n, 0), behind, body);
}

/* To the section of a SWITCH that is entered. */
static void enter_section(struct tgsi_recursion *r, const struct tgsi_sub *s, const struct tgsi_instr *in)
{
   struct fe_lower *f = &r->l->fe;
   const struct tgsi_instr *instrs = r->l->p->instrs;
   uint32_t i = in->other;
   struct ir_src entered = fe_bit(f, 0), section, state;

   tgsi_switch_tests(r->l, in);
   section = imm(r, state_of(r, s, tgsi_block_end(r->l->p, (uint32_t)(in - instrs))));
   for (; instrs[i].op != TGSI_OP_ENDSWITCH; i = instrs[i].other) {
      struct ir_src first = fe_op1(f, IR_inot, entered);

      first = op2(r, IR_iand, first, r->l->test[i]);
      state = imm(r, state_of(r, s, i));
      section = fe_sel(f, first, state, section);
      entered = op2(r, IR_ior, entered, r->l->test[i]);
   }
   fe_array_set(f, r->state, NULL, section);
}

/* A loop begins or ends: to its body or behind it. */
static void begin_or_end_loop(struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i)
{
   struct tgsi_lower *l = r->l;
   const struct tgsi_instr *in = &l->p->instrs[i];
   const bool ends = ends_loop(in);
   const uint32_t begin = ends ? in->other : i, end = ends ? i : in->other;
   const uint32_t body = state_of(r, s, begin + 1), behind = state_of(r, s, end + 1);

   switch (in->op) {
   case TGSI_OP_REP: count_loop(r, s, begin, tgsi_rep_count(l), body, behind); break;
   case TGSI_OP_ENDREP: count_loop(r, s, begin, (struct ir_src){0}, body, behind); break;
   case TGSI_OP_BGNFOR:
      tgsi_for_begin(l);
      choose(r, tgsi_for_again(l, in), body, behind);
      break;
   case TGSI_OP_ENDFOR:
      tgsi_for_step(l, &l->p->instrs[begin]);
      choose(r, tgsi_for_again(l, &l->p->instrs[begin]), body, behind);
      break;
   default: go_to(r, body); break;
   }
}

/* The instruction that ends a basic block decides which state is next. */
static void leave_block(struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i)
{
   struct tgsi_lower *l = r->l;
   const struct tgsi_program *p = l->p;
   const struct tgsi_instr *in = &p->instrs[i];
   const uint32_t next = state_of(r, s, i + 1);

   if (!tgsi_lower_visit(l, in))
      return;
   tgsi_lower_begin(l, in);
   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF: choose(r, tgsi_condition(l), next, state_of(r, s, in->other + (p->instrs[in->other].op == TGSI_OP_ELSE))); break;
   case TGSI_OP_ELSE: go_to(r, state_of(r, s, in->other)); break;
   case TGSI_OP_SWITCH: enter_section(r, s, in); break;
   case TGSI_OP_BRK: go_to(r, state_of(r, s, tgsi_block_end(p, in->other) + 1)); break;
   case TGSI_OP_BREAKC: choose(r, tgsi_condition(l), state_of(r, s, tgsi_block_end(p, in->other) + 1), next); break;
   case TGSI_OP_CONT: go_to(r, state_of(r, s, tgsi_block_end(p, in->other))); break;
   case TGSI_OP_RET:
   case TGSI_OP_END: go_to(r, r->num_blocks); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: call(r, in, next); break;
   default:
      if (ends_loop(in) || (tgsi_opens_block(in) && in->op != TGSI_OP_SWITCH))
         begin_or_end_loop(r, s, i);
      else
         go_to(r, next);
      break;
   }
}

/* The basic block that begins with instruction i. */
static void emit_block(struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i)
{
   struct tgsi_lower *l = r->l;
   struct ir_block *merge = fe_guard_begin(&l->fe, is_in_state(r, r->block[i]));
   uint32_t first = i;

   while (l->fe.flow.reachable && !l->failed) {
      if (i == s->end || (r->leader[i] && i > first)) {
         go_to(r, state_of(r, s, i));
         break;
      }
      if (is_structured(r, i)) {
         uint32_t end = tgsi_block_end(l->p, i) + 1;

         while (i < end && !l->failed)
            tgsi_lower_next(l, &i);
         continue;
      }
      if (ends_block(&l->p->instrs[i])) {
         leave_block(r, s, i);
         break;
      }
      tgsi_lower_next(l, &i);
   }
   fe_guard_end(&l->fe, merge);
}

/* The state "return": back to the caller, or out of the loop. */
static void emit_return(struct tgsi_recursion *r)
{
   struct fe_lower *f = &r->l->fe;
   struct ir_src depth, state;
   struct ir_block *merge = fe_guard_begin(f, is_in_state(r, r->num_blocks)), *inner;

   go_to(r, r->num_blocks + 1);
   depth = fe_array_get(f, r->depth, NULL);
   inner = fe_guard_begin(f, op_imm(r, IR_ine, depth, 0));
   depth = op_imm(r, IR_isub, depth, 1);
   fe_array_set(f, r->depth, NULL, depth);
   state = fe_array_get(f, r->stack, &depth);
   fe_array_set(f, r->state, NULL, state);
   fe_guard_end(f, inner);
   fe_guard_end(f, merge);
}

static struct tgsi_recursion *recursion_new(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;
   struct util_ctx *ctx = l->fe.ctx;
   struct tgsi_recursion *r = UTIL_NEW(ctx, struct tgsi_recursion);

   r->l = l;
   r->structured = UTIL_ARRAY(ctx, bool, (size_t)p->num_instrs + 1);
   r->leader = UTIL_ARRAY(ctx, bool, (size_t)p->num_instrs + 1);
   r->block = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->counter = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_instrs + 1);
   r->expanded_for = UTIL_ARRAY(ctx, uint32_t, p->num_subs);
   r->subs = UTIL_ARRAY(ctx, uint32_t, p->num_subs);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      r->counter[i] = FE_NONE;
   find_structured(r);
   r->state = ir_array_new(l->fe.s, 1, 32, "state");
   r->depth = ir_array_new(l->fe.s, 1, 32, "depth");
   r->stack = ir_array_new(l->fe.s, TGSI_MAX_CALLS, 32, "stack");
   return r;
}

void tgsi_lower_recursion(struct tgsi_lower *l, uint32_t sub)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_program *p = l->p;
   struct tgsi_recursion *r = l->recursion ? l->recursion : (l->recursion = recursion_new(l));
   struct ir_block *exit = ir_block_new(f->s), *header, *merge;

   r->call++;
   r->max_depth = TGSI_MAX_CALLS - f->flow.depth;
   find_blocks(r, sub);
   go_to(r, state_of(r, &p->subs[sub], p->subs[sub].first));
   fe_array_set(f, r->depth, NULL, imm(r, 0));
   header = fe_loop_start(f, exit);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct tgsi_sub *s = &p->subs[r->subs[n]];

      for (uint32_t i = s->first; i < s->end && !l->failed; i++) {
         if (r->leader[i] && !is_label(&p->instrs[i]))
            emit_block(r, s, i);
         if (is_structured(r, i))
            i = tgsi_block_end(p, i);
      }
   }
   emit_return(r);
   merge = fe_guard_begin(f, is_in_state(r, r->num_blocks + 1));
   fe_block_close(f, IR_TERM_BREAK, exit);
   fe_block_start(f, merge, true);
   fe_block_close(f, IR_TERM_CONTINUE, header);
   fe_block_start(f, exit, true);
}
