/* SPDX-License-Identifier: MIT */
/*
 * Lowering of subroutines of TGSI that are not expanded at their calls: the callbacks of frontend/common/fe_recursion.h, and
 * the instructions that end a basic block. REP has a counter for each open call. LOOP registers are registers of the program,
 * so the calls share them.
 */
#include "frontend/common/fe_recursion.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

static void call(struct tgsi_lower *l, const struct tgsi_instr *in, uint32_t next)
{
   struct fe_states *states = &l->recursion->states;
   struct ir_src ok;

   fe_state_go(states, next);
   if (states->max_depth == 0)
      return;
   ok = fe_state_may_call(states);
   if (in->op == TGSI_OP_CALLNZ)
      ok = fe_op2(&l->fe, IR_iand, ok, tgsi_condition(l));
   fe_state_call(states, ok, next, fe_recursion_entry(l->recursion, l->p->instrs[in->other].sub));
}

/* Goes to the section that a SWITCH enters. */
static void enter_section(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct fe_recursion *r = l->recursion;
   const struct tgsi_instr *instrs = l->p->instrs;
   uint32_t i = in->other;
   struct ir_src entered = fe_bit(f, 0), section, state;

   tgsi_switch_tests(l, in);
   section = fe_imm(f, fe_recursion_state(r, tgsi_block_end(l->p, (uint32_t)(in - instrs))));
   for (; instrs[i].op != TGSI_OP_ENDSWITCH; i = instrs[i].other) {
      struct ir_src first = fe_op1(f, IR_inot, entered);

      first = fe_op2(f, IR_iand, first, l->test[i]);
      state = fe_imm(f, fe_recursion_state(r, i));
      section = fe_sel(f, first, state, section);
      entered = fe_op2(f, IR_ior, entered, l->test[i]);
   }
   fe_array_set(f, r->states.state, NULL, section);
}

/* Goes from the start or end of a loop to its body, or past it. */
static void begin_or_end_loop(struct tgsi_lower *l, uint32_t i)
{
   struct fe_recursion *r = l->recursion;
   const struct tgsi_instr *in = &l->p->instrs[i];
   const bool ends = r->instrs[i].control == FE_LOOP_END, recursive = l->p->subs[r->sub].recursive;
   const uint32_t begin = ends ? in->other : i, end = ends ? i : in->other;
   const uint32_t body = fe_recursion_state(r, begin + 1), after = fe_recursion_state(r, end + 1);

   switch (in->op) {
   case TGSI_OP_REP: fe_state_count(&r->states, &r->counter[begin], recursive, tgsi_rep_count(l), body, after); break;
   case TGSI_OP_ENDREP: fe_state_count(&r->states, &r->counter[begin], recursive, (struct ir_src){0}, body, after); break;
   case TGSI_OP_BGNFOR:
      tgsi_for_begin(l);
      fe_state_choose(&r->states, tgsi_for_again(l, in), body, after);
      break;
   case TGSI_OP_ENDFOR:
      tgsi_for_step(l, &l->p->instrs[begin]);
      fe_state_choose(&r->states, tgsi_for_again(l, &l->p->instrs[begin]), body, after);
      break;
   default: fe_state_go(&r->states, body); break;
   }
}

/* The instruction that ends a basic block selects the next state. */
static void leave(void *user, uint32_t i)
{
   struct tgsi_lower *l = user;
   struct fe_recursion *r = l->recursion;
   struct fe_states *states = &r->states;
   const struct tgsi_instr *in = &l->p->instrs[i];
   const uint32_t next = fe_recursion_state(r, i + (r->instrs[i].control != FE_PASS));

   if (!fe_visit(&l->fe, in->span))
      return;
   tgsi_lower_begin(l, in);
   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF: fe_state_choose(states, tgsi_condition(l), next, fe_recursion_state(r, in->other + 1)); break;
   case TGSI_OP_SWITCH: enter_section(l, in); break;
   case TGSI_OP_BGNLOOP:
   case TGSI_OP_BGNFOR:
   case TGSI_OP_REP:
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP: begin_or_end_loop(l, i); break;
   case TGSI_OP_BRK: fe_state_go(states, fe_recursion_state(r, tgsi_block_end(l->p, in->other) + 1)); break;
   case TGSI_OP_BREAKC:
      fe_state_choose(states, tgsi_condition(l), fe_recursion_state(r, tgsi_block_end(l->p, in->other) + 1), next);
      break;
   case TGSI_OP_CONT: fe_state_go(states, fe_recursion_state(r, tgsi_block_end(l->p, in->other))); break;
   case TGSI_OP_RET:
   case TGSI_OP_END: fe_state_go(states, r->num_blocks); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: call(l, in, next); break;
   default: fe_state_go(states, next); break;
   }
}

static void next(void *user, uint32_t *pc) { tgsi_lower_next(user, pc); }

static struct fe_text_instr control_of(const struct tgsi_program *p, uint32_t i)
{
   const struct tgsi_instr *in = &p->instrs[i];

   if (tgsi_opens_block(in))
      return (struct fe_text_instr){FE_BEGIN, tgsi_block_end(p, i)};
   switch (in->op) {
   case TGSI_OP_ELSE: return (struct fe_text_instr){FE_PASS, in->other};
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT: return (struct fe_text_instr){FE_PASS, i + 1};
   case TGSI_OP_ENDIF:
   case TGSI_OP_ENDSWITCH: return (struct fe_text_instr){FE_PASS_END, i + 1};
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP: return (struct fe_text_instr){FE_LOOP_END, 0};
   case TGSI_OP_BRK:
   case TGSI_OP_BREAKC:
   case TGSI_OP_CONT: return (struct fe_text_instr){FE_LEAVE, in->other};
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: return (struct fe_text_instr){FE_CALL, p->instrs[in->other].sub};
   case TGSI_OP_RET:
   case TGSI_OP_END: return (struct fe_text_instr){FE_RETURN, 0};
   default: return (struct fe_text_instr){FE_PLAIN, 0};
   }
}

static struct fe_recursion *recursion_of(struct tgsi_lower *l)
{
   const struct tgsi_program *p = l->p;
   struct fe_recursion *r = l->recursion;

   if (r)
      return r;
   r = l->recursion = fe_recursion_new(&l->fe, p->num_instrs, p->num_subs, TGSI_MAX_CALLS);
   r->user = l;
   r->next = next;
   r->leave = leave;
   for (uint32_t i = 0; i < p->num_instrs; i++)
      r->instrs[i] = control_of(p, i);
   for (uint32_t i = 0; i < p->num_subs; i++)
      r->subs[i] = (struct fe_text_sub){p->subs[i].first, p->subs[i].end, false};
   return r;
}

bool tgsi_expands_too_far(struct tgsi_lower *l)
{
   return l->p->num_subs > 1 && fe_expands_too_far(recursion_of(l), 0, false);
}

void tgsi_lower_recursion(struct tgsi_lower *l, uint32_t sub)
{
   fe_recursion_call(recursion_of(l), sub);
}
