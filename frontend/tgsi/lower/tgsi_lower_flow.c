/* SPDX-License-Identifier: MIT */
/*
 * Lowering of control flow and effects: everything except calls. Unreachable code (after an unconditional BRK, CONT or RET, to
 * the end of the block) is skipped with the links of the tree.
 */
#include "ir/match.h"
#include "frontend/tgsi/lower/tgsi_lower.h"

#define PUSH_DEPTH 16 /* vectors: docs/semantics-tgsi.md */

/* ---- conditions */

struct ir_src tgsi_condition(struct tgsi_lower *l)
{
   const bool is_float = tgsi_src_type((enum tgsi_op)l->cur.in->op, 0) == 'F';

   return tgsi_is_true(&l->fe, tgsi_load(l, 0, 0), is_float);
}

/* ---- blocks of the source */

uint32_t tgsi_block_end(const struct tgsi_program *p, uint32_t i)
{
   uint32_t end = p->instrs[i].other;

   while (p->instrs[end].op == TGSI_OP_ELSE || p->instrs[end].op == TGSI_OP_CASE || p->instrs[end].op == TGSI_OP_DEFAULT)
      end = p->instrs[end].other;
   return end;
}

/*
 * The tests of all sections are computed at the SWITCH, with the values that the CASEs have there. DEFAULT, wherever it stands,
 * is entered if no CASE is. The tests are stored in the order of the labels, from the index of the SWITCH.
 */
void tgsi_switch_tests(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   const struct tgsi_program *p = l->p;
   struct ir_src value = tgsi_load(l, 0, 0), any = {0};

   for (uint32_t i = in->other; p->instrs[i].op != TGSI_OP_ENDSWITCH; i = p->instrs[i].other) {
      struct ir_src t;

      if (p->instrs[i].op != TGSI_OP_CASE)
         continue;
      tgsi_lower_begin(l, &p->instrs[i]);
      t = fe_op2(f, IR_ieq, value, tgsi_load(l, 0, 0));
      l->test[i] = t;
      any = any.val ? fe_op2(f, IR_ior, any, t) : t;
   }
   for (uint32_t i = in->other; p->instrs[i].op != TGSI_OP_ENDSWITCH; i = p->instrs[i].other)
      if (p->instrs[i].op == TGSI_OP_DEFAULT)
         l->test[i] = any.val ? fe_op1(f, IR_inot, any) : fe_bit(f, 1);
   tgsi_lower_begin(l, in);
}

struct ir_src tgsi_rep_count(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   struct ir_src x = tgsi_load(l, 0, 0), some = fe_op2(f, IR_fge, x, fe_imm(f, FE_ONE)), n = tgsi_lane_f2u(f, &x);

   return fe_sel(f, some, n, fe_imm(f, 0));
}

void tgsi_for_begin(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   struct ir_src r[4];

   for (unsigned c = 0; c < 3; c++)
      r[c] = fe_op1(f, IR_ffloor, tgsi_load(l, 0, c));
   r[3] = fe_imm(f, 0);
   tgsi_store(l, r);
}

void tgsi_for_step(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   const uint32_t reg = (uint32_t)tgsi_dst(l->p, in, 0)->index;
   struct ir_src r[2];

   r[0] = tgsi_register_get(l, TGSI_FILE_LOOP, reg, 0);
   r[0] = fe_op2(f, IR_fadd, r[0], tgsi_register_get(l, TGSI_FILE_LOOP, reg, 2));
   r[1] = tgsi_register_get(l, TGSI_FILE_LOOP, reg, 1);
   r[1] = fe_op2(f, IR_fadd, r[1], fe_imm(f, FE_MINUS_ONE));
   for (unsigned c = 0; c < 2; c++) {
      struct fe_index i = {reg, {0}};
      const uint32_t array = tgsi_register_array(l, tgsi_dst(l->p, in, 0), &i, c);

      if (array != FE_NONE)
         fe_array_store(f, array, i, r[c]);
   }
}

struct ir_src tgsi_for_again(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct ir_src zero = fe_imm(&l->fe, 0);

   return fe_op2(&l->fe, IR_flt, zero, tgsi_register_get(l, TGSI_FILE_LOOP, (uint32_t)tgsi_dst(l->p, in, 0)->index, 1));
}

/*
 * BGNFOR: x of the LOOP register advances by z, and y is the number of iterations that remain. The header updates them except
 * in the first iteration, so that CONT goes to the header as the end of the body does.
 */
static void lower_for(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct ir_src again;
   struct ir_block *merge;
   uint32_t started;

   tgsi_for_begin(l);
   started = fe_counter_new(f, fe_imm(f, 0));
   fe_loop(f, FE_NONE);
   again = fe_array_get(f, started, NULL);
   merge = fe_guard_begin(f, fe_op2(f, IR_ine, again, fe_imm(f, 0)));
   tgsi_for_step(l, in);
   fe_guard_end(f, merge);
   fe_array_set(f, started, NULL, fe_imm(f, 1));
   again = tgsi_for_again(l, in);
   fe_break(f, fe_op1(f, IR_inot, again));
}

/* ---- fragments that end, vertices that are finished */

static void lower_kill(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct ir_src any = {0};
   unsigned done = 0;

   if (in->op != TGSI_OP_KILL_IF)
      any = fe_bit(f, 1);
   for (unsigned c = 0; in->op == TGSI_OP_KILL_IF && c < 4; c++) {
      const unsigned comp = tgsi_src(l->p, in, 0)->swz[c];
      struct ir_src t;

      if (done >> comp & 1)
         continue;
      done |= 1u << comp;
      t = tgsi_load(l, 0, c);
      t = fe_op2(f, IR_flt, t, fe_imm(f, 0));
      any = any.val ? fe_op2(f, IR_ior, any, t) : t;
   }
   ir_emit(&f->b, IR_kill, 1, 1, &any, NULL);
   tgsi_lower_killed(l, any);
}

static void emit_to(struct tgsi_lower *l, const struct tgsi_instr *in, unsigned stream)
{
   struct fe_lower *f = &l->fe;

   if (in->op == TGSI_OP_EMIT) {
      tgsi_outputs_emit(l);
      ir_emit(&f->b, IR_emit, 32, 0, NULL, (uint32_t[4]){stream});
   } else if (l->p->prim_out) { /* it has no effect on points */
      ir_emit(&f->b, IR_end_primitive, 32, 0, NULL, (uint32_t[4]){stream});
   }
}

/* A register may select the stream; numbers from EXEC_STREAMS on have no effect. */
static void lower_vertex(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;
   struct ir_src stream = in->num_src ? fe_mov(f, tgsi_load(l, 0, 0)) : fe_imm(f, 0);
   uint32_t bits;

   if (ir_src_const(&stream, &bits)) {
      if (bits < EXEC_STREAMS)
         emit_to(l, in, bits);
      return;
   }
   for (unsigned n = 0; n < EXEC_STREAMS; n++) {
      struct ir_block *merge = fe_guard_begin(f, fe_op2(f, IR_ieq, stream, fe_imm(f, n)));
      emit_to(l, in, n);
      fe_guard_end(f, merge);
   }
}

/* Extrapolates the input a along its derivatives. INTERP_OFFSET gives an offset from the centre, in pixels. INTERP_SAMPLE
   returns a itself if the pixel has one sample. */
static struct ir_src extrapolate(struct tgsi_lower *l, const struct tgsi_instr *in, struct ir_src a)
{
   struct fe_lower *f = &l->fe;
   const struct ir_src n = fe_input(f, SLOT_SAMPLE_ID, 1, INTERP_FLAT, (struct ir_src){0}), minus_half = fe_imm(f, 0xbf000000u);
   const bool sample = in->op == TGSI_OP_INTERP_SAMPLE;
   struct ir_src at[2], moved, one;

   for (unsigned k = 0; k < 2; k++) {
      at[k] = tgsi_load(l, 1, sample ? 0 : k);
      if (!sample)
         continue;
      at[k] = tgsi_sample_place(l, fe_mov(f, at[k]), n, k);
      at[k] = fe_op2(f, IR_fadd, at[k], minus_half);
   }
   moved = fe_op3(f, IR_fmad, at[0], fe_op1(f, IR_ddx, a), a);
   moved = fe_op3(f, IR_fmad, at[1], fe_op1(f, IR_ddy, a), moved);
   if (!sample)
      return moved;
   one = fe_op2(f, IR_ieq, n, fe_imm(f, 1));
   return fe_sel(f, one, a, moved);
}

/* An input at another position in the pixel. */
static void lower_interp(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   const struct tgsi_operand *o = tgsi_src(l->p, in, 0);
   const uint32_t n = o->file == TGSI_FILE_IN && o->rel == TGSI_NONE && (uint32_t)o->index < l->p->num_regs[TGSI_FILE_IN]
                         ? l->p->decl_of[TGSI_FILE_IN][o->index] : TGSI_NONE;
   const unsigned declared = n == TGSI_NONE ? INTERP_FLAT : tgsi_input_interp(l, &l->p->decls[n]);
   const bool linear =
       declared == INTERP_NOPERSPECTIVE || declared == INTERP_NOPERSPECTIVE_CENTROID || declared == INTERP_NOPERSPECTIVE_SAMPLE;
   unsigned interp = linear ? INTERP_NOPERSPECTIVE : INTERP_SMOOTH;
   struct ir_src r[4] = {{0}};

   if (n == TGSI_NONE) {
      tgsi_unsupported(l, tgsi_op_info[in->op].name);
      return;
   }
   if (in->op == TGSI_OP_INTERP_CENTROID)
      interp = linear ? INTERP_NOPERSPECTIVE_CENTROID : INTERP_CENTROID;
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src a;

      if (!(tgsi_lower_mask(l) >> c & 1))
         continue;
      a = tgsi_input(l, (uint32_t)o->index, o->swz[c], (struct ir_src){0}, declared == INTERP_FLAT ? INTERP_FLAT : interp);
      if (o->abs)
         a = ir_abs(a);
      if (o->neg)
         a = ir_neg(a);
      r[c] = in->op == TGSI_OP_INTERP_CENTROID || declared == INTERP_FLAT ? a : extrapolate(l, in, a);
   }
   tgsi_store(l, r);
}

/* The colour of a render target before this fragment. */
static void lower_fetch(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   const struct tgsi_operand *o = tgsi_src(l->p, in, 0);
   struct ir_src r[4] = {{0}};
   uint32_t slot;
   unsigned bit;

   if (!tgsi_result_slot(&l->p->decls[o->decl], (uint32_t)o->index, 0, &slot, &bit)) {
      tgsi_unsupported(l, tgsi_op_info[in->op].name);
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      if (tgsi_lower_mask(l) >> c & 1)
         r[c] = fe_input(&l->fe, SLOT_FETCHED + slot - SLOT_FRAG_COLOR, o->swz[c], INTERP_FLAT, (struct ir_src){0});
   tgsi_store(l, r);
}

/* ---- the stack of PUSHA and POPA, which subroutines share */

static struct ir_src stack_depth(struct tgsi_lower *l)
{
   struct ir_shader *s = l->fe.s;

   if (!l->stack.made) {
      l->stack.made = true;
      l->stack.depth = ir_array_new(s, 1, 32, "pushed");
      for (unsigned c = 0; c < 4; c++)
         l->stack.lane[c] = ir_array_component(s, PUSH_DEPTH, "stack0", c);
   }
   return fe_array_get(&l->fe, l->stack.depth, NULL);
}

static void lower_push(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   struct ir_src depth = stack_depth(l), v[4];
   struct ir_block *merge;

   for (unsigned c = 0; c < 4; c++)
      v[c] = fe_mov(f, tgsi_load(l, 0, c));
   merge = fe_guard_begin(f, fe_op2(f, IR_ult, depth, fe_imm(f, PUSH_DEPTH)));
   for (unsigned c = 0; c < 4; c++)
      fe_array_set(f, l->stack.lane[c], &depth, v[c]);
   fe_array_set(f, l->stack.depth, NULL, fe_op2(f, IR_iadd, depth, fe_imm(f, 1)));
   fe_guard_end(f, merge);
}

static void lower_pop(struct tgsi_lower *l)
{
   struct fe_lower *f = &l->fe;
   struct ir_src depth = stack_depth(l), zero = fe_imm(f, 0), some = fe_op2(f, IR_ine, depth, zero), r[4] = {{0}};

   depth = fe_op2(f, IR_isub, depth, fe_sel(f, some, fe_imm(f, 1), zero));
   fe_array_set(f, l->stack.depth, NULL, depth);
   for (unsigned c = 0; c < 4; c++)
      if (tgsi_lower_mask(l) >> c & 1) {
         r[c] = fe_array_get(f, l->stack.lane[c], &depth);
         r[c] = fe_sel(f, some, r[c], zero);
      }
   tgsi_store(l, r);
}

/* ---- the visit of instructions */

void tgsi_lower_begin(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   memset(&l->cur, 0, sizeof l->cur);
   l->cur.in = in;
   l->fe.first_value = l->fe.s->num_values;
   l->fe.b.span = in->span;
   l->fe.b.invariant = in->precise || l->invariant;
   l->fe.zero_wins = l->p->property[TGSI_PROPERTY_LEGACY_MATH_RULES].value && (tgsi_op_info[in->op].flags & TGSI_MULTIPLIES);
}

/* BRK, BREAKC, CONT, RET and END. A RET that is the last instruction of its subroutine needs no jump. */
static void lower_leave(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   struct fe_lower *f = &l->fe;

   switch (in->op) {
   case TGSI_OP_BRK: fe_break(f, (struct ir_src){0}); break;
   case TGSI_OP_BREAKC: fe_break(f, tgsi_condition(l)); break;
   case TGSI_OP_CONT: fe_continue(f, (struct ir_src){0}); break;
   default:
      if (fe_return_jumps(f))
         fe_return(f, (struct ir_src){0});
      break;
   }
}

static void lower_statement(struct tgsi_lower *l, const struct tgsi_instr *in)
{
   const struct tgsi_op_info *info = &tgsi_op_info[in->op];

   tgsi_lower_begin(l, in);
   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF: fe_if(&l->fe, tgsi_condition(l), l->p->instrs[in->other].op == TGSI_OP_ELSE); return;
   case TGSI_OP_BGNLOOP: fe_loop(&l->fe, FE_NONE); return;
   case TGSI_OP_REP: fe_loop(&l->fe, fe_counter_new(&l->fe, tgsi_rep_count(l))); return;
   case TGSI_OP_BGNFOR: lower_for(l, in); return;
   case TGSI_OP_SWITCH:
      tgsi_switch_tests(l, in);
      fe_switch(&l->fe);
      return;
   case TGSI_OP_BRK:
   case TGSI_OP_BREAKC:
   case TGSI_OP_CONT:
   case TGSI_OP_RET: lower_leave(l, in); return;
   case TGSI_OP_BGNSUB:
   case TGSI_OP_ENDSUB:
   case TGSI_OP_END:
   case TGSI_OP_NOP: return;
   case TGSI_OP_KILL:
   case TGSI_OP_KILL_IF:
   case TGSI_OP_DEMOTE: lower_kill(l, in); return;
   case TGSI_OP_EMIT:
   case TGSI_OP_ENDPRIM: lower_vertex(l, in); return;
   case TGSI_OP_READ_HELPER: tgsi_lower_read_helper(l); return;
   case TGSI_OP_CLOCK: tgsi_lower_clock(l); return;
   case TGSI_OP_FBFETCH: lower_fetch(l, in); return;
   case TGSI_OP_PUSHA: lower_push(l); return;
   case TGSI_OP_POPA: lower_pop(l); return;
   default: break;
   }
   if (info->kind == TGSI_TEX || info->kind == TGSI_VIEW)
      tgsi_lower_tex(l);
   else if (info->kind == TGSI_VOTE)
      tgsi_lower_vote(l);
   else if (info->kind == TGSI_MEMORY)
      tgsi_lower_memory(l);
   else if (info->kind == TGSI_INTERP)
      lower_interp(l, in);
   else if (info->kind == TGSI_FLOW || info->kind == TGSI_EFFECT)
      tgsi_unsupported(l, info->name);
   else if (info->kind >= TGSI_PAIR && info->kind <= TGSI_NARROW)
      tgsi_lower_int64(l);
   else
      tgsi_lower_alu(l);
}

void tgsi_lower_next(struct tgsi_lower *l, uint32_t *pc)
{
   const struct tgsi_program *p = l->p;
   const uint32_t at = (*pc)++;
   const struct tgsi_instr *in = &p->instrs[at];

   if (!fe_visit(&l->fe, in->span))
      return;
   switch (in->op) {
   case TGSI_OP_ELSE: fe_else(&l->fe); return;
   case TGSI_OP_ENDIF: fe_endif(&l->fe); return;
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP: fe_endloop(&l->fe); return;
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT: fe_case(&l->fe, l->test[at]); return;
   case TGSI_OP_ENDSWITCH: fe_endswitch(&l->fe); return;
   default: break;
   }
   if (l->fe.flow.reachable)
      lower_statement(l, in);
   else if (tgsi_opens_block(in))
      *pc = tgsi_block_end(p, at) + 1;
}
