/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of TGSI that call themselves: a call from elsewhere becomes a loop around the basic blocks of all subroutines
 * that it can reach (frontend/common/fe_state.h). Blocks of the source without calls and jumps out of them stay structured. REP has a counter for each open call; LOOP registers are registers of the
 * program, which the calls share.
 *
 * Complexity: linear in the text of these subroutines, for each call from elsewhere.
 */
#include "frontend/common/fe_state.h"
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
   uint32_t num_blocks;    /* also the state "return" */
   struct fe_states states;
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

static void call(struct tgsi_recursion *r, const struct tgsi_instr *in, uint32_t next)
{
   const struct tgsi_sub *s = &r->l->p->subs[callee(r, in)];
   struct ir_src ok;

   fe_state_go(&r->states, next);
   if (r->states.max_depth == 0)
      return;
   ok = fe_state_may_call(&r->states);
   if (in->op == TGSI_OP_CALLNZ)
      ok = fe_op2(&r->l->fe, IR_iand, ok, tgsi_condition(r->l));
   fe_state_call(&r->states, ok, next, state_of(r, s, s->first));
}

/* To the section of a SWITCH that is entered. */
static void enter_section(struct tgsi_recursion *r, const struct tgsi_sub *s, const struct tgsi_instr *in)
{
   struct fe_lower *f = &r->l->fe;
   const struct tgsi_instr *instrs = r->l->p->instrs;
   uint32_t i = in->other;
   struct ir_src entered = fe_bit(f, 0), section, state;

   tgsi_switch_tests(r->l, in);
   section = fe_imm(f, state_of(r, s, tgsi_block_end(r->l->p, (uint32_t)(in - instrs))));
   for (; instrs[i].op != TGSI_OP_ENDSWITCH; i = instrs[i].other) {
      struct ir_src first = fe_op1(f, IR_inot, entered);

      first = fe_op2(f, IR_iand, first, r->l->test[i]);
      state = fe_imm(f, state_of(r, s, i));
      section = fe_sel(f, first, state, section);
      entered = fe_op2(f, IR_ior, entered, r->l->test[i]);
   }
   fe_array_set(f, r->states.state, NULL, section);
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
   case TGSI_OP_REP: fe_state_count(&r->states, &r->counter[begin], s->recursive, tgsi_rep_count(l), body, behind); break;
   case TGSI_OP_ENDREP: fe_state_count(&r->states, &r->counter[begin], s->recursive, (struct ir_src){0}, body, behind); break;
   case TGSI_OP_BGNFOR:
      tgsi_for_begin(l);
      fe_state_choose(&r->states, tgsi_for_again(l, in), body, behind);
      break;
   case TGSI_OP_ENDFOR:
      tgsi_for_step(l, &l->p->instrs[begin]);
      fe_state_choose(&r->states, tgsi_for_again(l, &l->p->instrs[begin]), body, behind);
      break;
   default: fe_state_go(&r->states, body); break;
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
   case TGSI_OP_UIF: fe_state_choose(&r->states, tgsi_condition(l), next, state_of(r, s, in->other + (p->instrs[in->other].op == TGSI_OP_ELSE))); break;
   case TGSI_OP_ELSE: fe_state_go(&r->states, state_of(r, s, in->other)); break;
   case TGSI_OP_SWITCH: enter_section(r, s, in); break;
   case TGSI_OP_BRK: fe_state_go(&r->states, state_of(r, s, tgsi_block_end(p, in->other) + 1)); break;
   case TGSI_OP_BREAKC: fe_state_choose(&r->states, tgsi_condition(l), state_of(r, s, tgsi_block_end(p, in->other) + 1), next); break;
   case TGSI_OP_CONT: fe_state_go(&r->states, state_of(r, s, tgsi_block_end(p, in->other))); break;
   case TGSI_OP_RET:
   case TGSI_OP_END: fe_state_go(&r->states, r->num_blocks); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: call(r, in, next); break;
   default:
      if (ends_loop(in) || (tgsi_opens_block(in) && in->op != TGSI_OP_SWITCH))
         begin_or_end_loop(r, s, i);
      else
         fe_state_go(&r->states, next);
      break;
   }
}

/* The basic block that begins with instruction i. */
static void emit_block(struct tgsi_recursion *r, const struct tgsi_sub *s, uint32_t i)
{
   struct tgsi_lower *l = r->l;
   struct ir_block *merge = fe_state_guard(&r->states, r->block[i]);
   uint32_t first = i;

   while (l->fe.flow.reachable && !l->failed) {
      if (i == s->end || (r->leader[i] && i > first)) {
         fe_state_go(&r->states, state_of(r, s, i));
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
   fe_states_init(&r->states, &l->fe, TGSI_MAX_CALLS);
   return r;
}

void tgsi_lower_recursion(struct tgsi_lower *l, uint32_t sub)
{
   const struct tgsi_program *p = l->p;
   struct tgsi_recursion *r = l->recursion ? l->recursion : (l->recursion = recursion_new(l));

   r->call++;
   find_blocks(r, sub);
   fe_states_begin(&r->states, state_of(r, &p->subs[sub], p->subs[sub].first), r->num_blocks, TGSI_MAX_CALLS - l->fe.flow.depth);
   for (uint32_t n = 0; n < r->num_subs; n++) {
      const struct tgsi_sub *s = &p->subs[r->subs[n]];

      for (uint32_t i = s->first; i < s->end && !l->failed; i++) {
         if (r->leader[i] && !is_label(&p->instrs[i]))
            emit_block(r, s, i);
         if (is_structured(r, i))
            i = tgsi_block_end(p, i);
      }
   }
   fe_states_end(&r->states);
}
