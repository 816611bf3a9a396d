/* SPDX-License-Identifier: MIT */
/*
 * Lowering of a checked NV program to IR: flow control, calls, outputs. See nv_lower.h for the parts.
 *
 * Statements are visited in execution order with an explicit stack of open blocks and calls. Code that cannot be reached (behind
 * an unconditional BRK, CONT or RET, up to the end of the block) is skipped through the links of the tree.
 *
 * Calls are expanded in line; subroutines that call themselves are in nv_lower_recur.c. Where a subroutine (or the main program)
 * returns from its middle, a loop that never continues stands around its body and RET breaks out of it. A loop's counter lives
 * in an IR array; the header tests and decrements it, so that CONT goes to the header like the end of the body.
 * Complexity: linear in what is visited, which MAX_VISITS bounds.
 */
#include "frontend/nv/lower/nv_lower.h"

#include "ir/cfg.h"

/* Statements after expansion of calls, and IR values made of them. */
#define MAX_VISITS 1000000u
#define MAX_VALUES (1u << 24)

/* ---- blocks */

void nv_block_start(struct nv_lower *l, struct ir_block *b, bool reachable)
{
   struct util_span span = l->b.span;

   ir_block_append(l->s, b);
   l->b = ir_at_end(l->s, b);
   l->b.span = span;
   l->reachable = reachable;
}

/* Close the current block, if it is open. Returns whether the edge can be taken. */
bool nv_block_close(struct nv_lower *l, enum ir_term term, struct ir_block *to)
{
   struct ir_block *b = l->b.block;
   bool taken = l->reachable;

   l->reachable = false;
   if (b->term != IR_TERM_NONE)
      return false;
   b->term = (uint8_t)term;
   b->succ[0] = to;
   b->span = l->b.span;
   return taken;
}

/* IF cond; the then arm is current afterwards. */
static struct ir_block *open_if(struct nv_lower *l, struct ir_src cond, struct ir_block *else_or_merge, struct ir_block *merge)
{
   struct ir_block *b = l->b.block, *then = ir_block_new(l->s);

   b->term = IR_TERM_IF;
   b->cond = cond;
   b->succ[0] = then;
   b->succ[1] = else_or_merge;
   b->merge = merge;
   b->span = l->b.span;
   nv_block_start(l, then, true);
   return then;
}

struct ir_block *nv_open_loop(struct nv_lower *l, struct ir_block *exit)
{
   struct ir_block *b = l->b.block, *header = ir_block_new(l->s);

   b->term = IR_TERM_LOOP;
   b->succ[0] = header;
   b->merge = exit;
   b->span = l->b.span;
   nv_block_start(l, header, true);
   return header;
}

static struct nv_frame *push(struct nv_lower *l, struct nv_frame f)
{
   UTIL_PUSH(l->ctx, l->frames, l->num_frames, l->cap_frames, f);
   return &l->frames[l->num_frames - 1];
}

/* A jump that may depend on a test: IF test { jump } around it. The target is marked by the caller if this returns true. */
static bool jump(struct nv_lower *l, const struct nv_cc_test *t, enum ir_term term, struct ir_block *to)
{
   struct ir_block *merge;

   if (!t->present || t->rule == NV_CC_TR)
      return nv_block_close(l, term, to);
   if (t->rule == NV_CC_FL)
      return false;
   merge = ir_block_new(l->s);
   open_if(l, nv_test_any(l, t), merge, merge);
   nv_block_close(l, term, to);
   nv_block_start(l, merge, true);
   return true;
}

/* IF ... ENDIF: what is emitted between the two is the then arm. */
struct ir_block *nv_begin_if(struct nv_lower *l, struct ir_src cond)
{
   struct ir_block *merge = ir_block_new(l->s);

   open_if(l, cond, merge, merge);
   return merge;
}

void nv_end_if(struct nv_lower *l, struct ir_block *merge)
{
   nv_block_close(l, IR_TERM_JUMP, merge);
   nv_block_start(l, merge, true);
}

/* ---- subroutines */

/* A RET that is not the last instruction needs something to break out of. */
static void find_returns(struct nv_lower *l)
{
   const struct nv_program *p = l->p;

   l->sub_loop = UTIL_ARRAY(l->ctx, bool, p->num_subs + 1);
   /* From the end: subroutines are in order of their first instruction, and may share text. */
   for (uint32_t i = p->num_instrs, s = p->num_subs, ret = NV_NONE; s > 0;) {
      if (p->subs[s - 1].first == i) {
         s--;
         l->sub_loop[s] = ret != NV_NONE && ret + 1 < p->subs[s].end;
      } else if (p->instrs[--i].op == NV_OP_RET) {
         ret = i;
      }
   }
   /* A call that is too deep ends a program of the older languages. */
   for (uint32_t s = 0; p->dialect & NV_D_ARB && s < p->num_subs; s++)
      if (p->subs[s].recursive || s >= p->call_depth)
         l->sub_loop[p->entry_sub] = true;
}

static void enter_sub(struct nv_lower *l, uint32_t sub, uint32_t ret, struct ir_block *test_merge)
{
   struct nv_frame f = {.kind = NV_FRAME_SUB, .test = test_merge != NULL, .test_merge = test_merge, .sub = sub, .ret = ret};

   f.up = l->top_sub;
   if (l->sub_loop[sub]) {
      f.merge = ir_block_new(l->s);
      nv_open_loop(l, f.merge);
   }
   l->top_sub = l->num_frames;
   push(l, f);
   l->depth++;
}

/* The end of a subroutine. Returns the instruction to go on with. */
static uint32_t leave_sub(struct nv_lower *l)
{
   struct nv_frame f = l->frames[--l->num_frames];

   if (f.merge) {
      bool end = nv_block_close(l, IR_TERM_BREAK, f.merge);

      nv_block_start(l, f.merge, end || f.merge_reached);
   }
   if (f.test) { /* the call itself stood in an IF */
      nv_block_close(l, IR_TERM_JUMP, f.test_merge);
      nv_block_start(l, f.test_merge, true);
   }
   l->top_sub = f.up;
   l->depth--;
   return f.ret;
}

/* In the older languages such a subroutine is expanded as well, down to the depth of the stack. */
static bool recurs(const struct nv_program *p, uint32_t sub)
{
   return p->subs[sub].recursive && !(p->dialect & NV_D_ARB);
}

static void lower_call(struct nv_lower *l, const struct nv_instr *in, uint32_t *pc)
{
   struct ir_block *merge = NULL;

   if (l->p->dialect & NV_D_ARB && l->depth - 1 >= l->p->call_depth) {
      l->frames[0].merge_reached |= jump(l, &in->cond, IR_TERM_BREAK, l->frames[0].merge);
      return;
   }
   /* The main program is on the frame stack, but not on the call stack. A call that is too deep is not taken. */
   if (l->depth - 1 >= l->p->call_depth || (in->cond.present && in->cond.rule == NV_CC_FL))
      return;
   if (in->cond.present && in->cond.rule != NV_CC_TR)
      merge = nv_begin_if(l, nv_test_any(l, &in->cond));
   if (recurs(l->p, in->callee)) {
      nv_lower_recursion(l, in->callee);
      if (merge)
         nv_end_if(l, merge);
      return;
   }
   enter_sub(l, in->callee, *pc, merge);
   *pc = l->p->subs[in->callee].first;
}

/* ---- blocks of the source */

static void lower_if(struct nv_lower *l, const struct nv_instr *in)
{
   bool has_else = l->p->instrs[in->other].op == NV_OP_ELSE;
   struct nv_frame f = {.kind = NV_FRAME_IF, .merge = ir_block_new(l->s), .merge_reached = !has_else};

   if (has_else)
      f.other = ir_block_new(l->s);
   open_if(l, nv_test_any(l, &in->cond), has_else ? f.other : f.merge, f.merge);
   push(l, f);
}

static void lower_else(struct nv_lower *l)
{
   struct nv_frame *f = &l->frames[l->num_frames - 1];

   f->merge_reached |= nv_block_close(l, IR_TERM_JUMP, f->merge);
   nv_block_start(l, f->other, true);
}

static void lower_endif(struct nv_lower *l)
{
   struct nv_frame f = l->frames[--l->num_frames];

   f.merge_reached |= nv_block_close(l, IR_TERM_JUMP, f.merge);
   nv_block_start(l, f.merge, f.merge_reached);
}

/*
 * The count is evaluated once, as an unsigned number with 0 for "not at all". Floats: floor(x) > 0 is x >= 1, and f2u truncates,
 * which is floor there; what does not fit 32 bits loops for ever in practice.
 */
struct ir_src nv_loop_count(struct nv_lower *l, const struct nv_instr *in)
{
   struct ir_src x = nv_load(l, 0, 0), zero = nv_f(l, 0), some;

   if (in->src[0].type == NV_TYPE_F) {
      some = nv_op(l, IR_fge, 2, x, nv_f(l, 0x3f800000u), x);
      x = nv_op(l, IR_sel, 3, some, nv_op(l, IR_f2u, 1, x, x, x), zero);
   } else if (in->src[0].type == NV_TYPE_S) {
      x = nv_op(l, IR_imax, 2, x, zero, x);
   }
   return l->p->loop_count == UINT32_MAX ? x : nv_op(l, IR_umin, 2, x, nv_f(l, l->p->loop_count), x);
}

/* The index of a LOOP as its text sees it, not below 0, and as it counts. */
static void store_index(struct nv_lower *l, uint32_t var, struct ir_src index)
{
   nv_temp_store(l, var, 0, nv_op(l, IR_imax, 2, index, nv_f(l, 0), index));
   nv_temp_store(l, var, 1, index);
}

static struct ir_src floor_int(struct nv_lower *l, struct ir_src x)
{
   x = nv_op(l, IR_ffloor, 1, x, x, x);
   return nv_op(l, IR_f2i, 1, x, x, x);
}

static void lower_rep(struct nv_lower *l, const struct nv_instr *in)
{
   struct nv_frame f = {.kind = NV_FRAME_REP, .merge = ir_block_new(l->s), .up = l->rep};
   uint32_t counter = NV_NONE;

   if (in->num_src) {
      struct ir_src n = nv_loop_count(l, in);

      counter = ir_array_new(l->s, 1, 32, util_printf(l->ctx, "count%u", l->s->num_arrays));
      ir_emit(&l->b, IR_array_store, 32, 1, &n, (uint32_t[4]){counter, 0});
   }
   if (in->op == NV_OP_LOOP) {
      store_index(l, in->index_var, floor_int(l, nv_load(l, 0, 1)));
      nv_temp_store(l, in->index_var, 2, floor_int(l, nv_load(l, 0, 2)));
   }
   f.other = nv_open_loop(l, f.merge);
   if (in->num_src) {
      struct ir_block *go = ir_block_new(l->s);
      struct ir_src n = ir_use(ir_emit(&l->b, IR_array_load, 32, 0, NULL, (uint32_t[4]){counter, 0})->dst[0]);

      open_if(l, nv_op(l, IR_ieq, 2, n, nv_f(l, 0), n), go, go);
      nv_block_close(l, IR_TERM_BREAK, f.merge);
      nv_block_start(l, go, true);
      n = nv_op(l, IR_isub, 2, n, nv_f(l, 1), n);
      ir_emit(&l->b, IR_array_store, 32, 1, &n, (uint32_t[4]){counter, 0});
      f.merge_reached = true;
   }
   l->rep = l->num_frames;
   push(l, f);
}

static void lower_endrep(struct nv_lower *l, const struct nv_instr *in)
{
   struct nv_frame f = l->frames[--l->num_frames];

   if (in->op == NV_OP_ENDLOOP && l->reachable) {
      uint32_t var = l->p->instrs[in->other].index_var;
      struct ir_src index = nv_temp_load(l, var, 1);

      store_index(l, var, nv_op(l, IR_iadd, 2, index, nv_temp_load(l, var, 2), index));
   }
   nv_block_close(l, IR_TERM_CONTINUE, f.other);
   l->rep = f.up;
   nv_block_start(l, f.merge, f.merge_reached);
}

/* ---- statements with an effect of their own */

static void lower_kill(struct nv_lower *l, const struct nv_instr *in)
{
   const struct nv_operand *o = &in->src[0];
   struct ir_src any = {0};

   if (o->kind == NV_OPND_CC) {
      any = nv_test_any(l, &o->cc);
   } else if (o->type != NV_TYPE_U) { /* an unsigned component is never negative */
      unsigned done = 0;

      for (unsigned c = 0; c < 4; c++) {
         struct ir_src t, x;

         if (done >> o->swz[c] & 1)
            continue;
         done |= 1u << o->swz[c];
         x = nv_load(l, 0, c);
         t = nv_op(l, o->type == NV_TYPE_S ? IR_ilt : IR_flt, 2, x, nv_f(l, 0), x);
         any = any.val ? nv_op(l, IR_ior, 2, any, t, t) : t;
      }
   }
   if (any.val)
      ir_emit(&l->b, IR_kill, 1, 1, &any, NULL);
}

static void store_outputs(struct nv_lower *l)
{
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      for (unsigned c = 0; c < 4; c++)
         if (l->outputs[s] >> c & 1) {
            struct ir_src v = nv_result_load(l, s, c);

            ir_emit(&l->b, IR_store_output, 32, 1, &v, (uint32_t[4]){s, c});
         }
}

/* Options that put code behind the program. Their state stands behind the program's own parameters. */
static void add_state(struct nv_lower *l, const char *text)
{
   struct io_param e = {.cls = PARAM_STATE, .state = text};

   UTIL_PUSH(l->ctx, l->s->params, l->s->num_params, l->s->cap_params, e);
}

static bool has_fog(const struct nv_program *p)
{
   return p->stage == NV_FRAGMENT && (p->opt_fog_exp || p->opt_fog_exp2 || p->opt_fog_linear);
}

static bool has_fixed_position(const struct nv_program *p) { return p->stage == NV_VERTEX && p->opt_position_invariant; }

static void lower_position(struct nv_lower *l)
{
   uint32_t base = l->p->num_params;
   struct ir_src in[4], row[4], dot;

   l->b.invariant = true;
   for (unsigned c = 0; c < 4; c++)
      in[c] = nv_input(l, SLOT_VATTR, c, 0, (struct ir_src){0});
   for (unsigned i = 0; i < 4; i++) {
      for (unsigned c = 0; c < 4; c++)
         row[c] = nv_param_load(l, base + i, c);
      dot = nv_dot(l, row, in, 4);
      ir_emit(&l->b, IR_store_output, 32, 1, &dot, (uint32_t[4]){SLOT_POSITION, i});
   }
   l->b.invariant = false;
}

static struct ir_src fog_factor(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   uint32_t params = p->num_params + 1;
   struct ir_src z = nv_input(l, SLOT_FOG, 0, INTERP_SMOOTH, (struct ir_src){0}), t;

   if (p->opt_fog_linear) {
      t = nv_op(l, IR_fadd, 2, nv_param_load(l, params, 2), ir_neg(z), z);
      return nv_saturate(l, nv_op(l, IR_fmul, 2, t, nv_param_load(l, params, 3), t), NV_SAT_01);
   }
   /* The document's exp() in powers of 2: density times 1/ln 2, or times 1/sqrt(ln 2) where the product is squared. */
   t = nv_param_load(l, params, 0);
   t = nv_op(l, IR_fmul, 2, t, nv_f(l, p->opt_fog_exp ? 0x3fb8aa3bu : 0x3f99be61u), z);
   t = nv_op(l, IR_fmul, 2, t, z, z);
   if (p->opt_fog_exp2)
      t = nv_op(l, IR_fmul, 2, t, t, t);
   t = ir_neg(t);
   return nv_saturate(l, nv_op(l, IR_fexp2, 1, t, t, t), NV_SAT_01);
}

static void lower_fog(struct nv_lower *l)
{
   uint8_t mask = l->outputs[SLOT_FRAG_COLOR];
   struct ir_src f = {0};

   l->first_value = l->s->num_values;
   for (unsigned c = 0; c < 4; c++) {
      struct ir_src v, g;

      if (!(mask >> c & 1))
         continue;
      v = nv_result_load(l, SLOT_FRAG_COLOR, c);
      if (c < 3) {
         if (!f.val)
            f = fog_factor(l);
         v = nv_saturate(l, v, NV_SAT_01);
         g = nv_param_load(l, l->p->num_params, c);
         v = nv_op(l, IR_fmad, 3, f, v, nv_op(l, IR_fmad, 3, ir_neg(f), g, g));
      }
      ir_emit(&l->b, IR_store_output, 32, 1, &v, (uint32_t[4]){SLOT_FRAG_COLOR, c});
   }
   l->outputs[SLOT_FRAG_COLOR] = 0;
}

void nv_lower_statement(struct nv_lower *l, const struct nv_instr *in, uint32_t *pc)
{
   struct nv_frame *f;

   memset(l->cache, 0, sizeof l->cache);
   l->in = in;
   l->first_value = l->s->num_values;
   l->b.span = in->span;
   switch (in->op) {
   case NV_OP_IF: lower_if(l, in); break;
   case NV_OP_REP:
   case NV_OP_LOOP: lower_rep(l, in); break;
   case NV_OP_BRK:
      f = &l->frames[l->rep];
      f->merge_reached |= jump(l, &in->cond, IR_TERM_BREAK, f->merge);
      break;
   case NV_OP_CONT:
      f = &l->frames[l->rep];
      jump(l, &in->cond, IR_TERM_CONTINUE, f->other);
      break;
   case NV_OP_RET:
      f = &l->frames[l->top_sub];
      if (f->merge) /* else it is the last instruction */
         f->merge_reached |= jump(l, &in->cond, IR_TERM_BREAK, f->merge);
      break;
   case NV_OP_CAL: lower_call(l, in, pc); break;
   case NV_OP_KIL: lower_kill(l, in); break;
   case NV_OP_EMIT:
      store_outputs(l);
      ir_emit(&l->b, IR_emit, 32, 0, NULL, NULL);
      break;
   case NV_OP_ENDPRIM:
      if (l->p->prim_out != NV_PRIM_POINTS) /* no effect: NV_geometry_program4 2.14.6.3 */
         ir_emit(&l->b, IR_end_primitive, 32, 0, NULL, NULL);
      break;
   default:
      if (nv_op_info[in->op].shape == NV_SHAPE_TEX || nv_op_info[in->op].shape == NV_SHAPE_TXD)
         nv_lower_tex(l);
      else
         nv_lower_alu(l);
      break;
   }
}

/* The instruction that ends the block which begins with instruction i: an IF, a REP or a LOOP. */
uint32_t nv_block_end(const struct nv_program *p, uint32_t i)
{
   uint32_t end = p->instrs[i].other;

   return p->instrs[end].op == NV_OP_ELSE ? p->instrs[end].other : end;
}

void nv_lower_next(struct nv_lower *l, uint32_t *pc)
{
   const struct nv_program *p = l->p;
   const struct nv_instr *in = &p->instrs[(*pc)++];

   if (++l->visits > MAX_VISITS || l->s->num_values > MAX_VALUES) {
      util_diag(l->ctx, DIAG_ID_program_too_big, in->span, "the program is too big with all calls expanded");
      l->failed = true;
      return;
   }
   l->b.span = in->span;
   if (in->op == NV_OP_ELSE)
      lower_else(l);
   else if (in->op == NV_OP_ENDIF)
      lower_endif(l);
   else if (in->op == NV_OP_ENDREP || in->op == NV_OP_ENDLOOP)
      lower_endrep(l, in);
   else if (l->reachable)
      nv_lower_statement(l, in, pc);
   else if (in->op == NV_OP_IF || in->op == NV_OP_REP || in->op == NV_OP_LOOP)
      *pc = nv_block_end(p, *pc - 1) + 1;
}

static void lower_program(struct nv_lower *l)
{
   const struct nv_program *p = l->p;
   uint32_t pc = p->subs[p->entry_sub].first;

   if (recurs(p, p->entry_sub)) {
      nv_lower_recursion(l, p->entry_sub);
      return;
   }
   enter_sub(l, p->entry_sub, 0, NULL);
   while (!l->failed) {
      if (pc < p->subs[l->frames[l->top_sub].sub].end) {
         nv_lower_next(l, &pc);
         continue;
      }
      pc = leave_sub(l);
      if (!l->num_frames)
         return;
   }
}

struct ir_shader *nv_lower(struct util_ctx *ctx, const struct nv_program *p, num_m num, unsigned fshort)
{
   static const uint8_t stage[] = {IR_STAGE_VERTEX, IR_STAGE_FRAGMENT, IR_STAGE_GEOMETRY};
   struct nv_lower *l = UTIL_NEW(ctx, struct nv_lower);
   struct ir_shader *s = ir_shader_new(ctx, (enum ir_stage)stage[p->stage], num);

   *l = (struct nv_lower){.ctx = ctx, .p = p, .s = s, .fshort = fshort, .rep = NV_NONE, .top_sub = NV_NONE};
   nv_written_outputs(p, l->outputs);
   for (uint32_t i = 0; i < p->num_params; i++)
      UTIL_PUSH(ctx, s->params, s->num_params, s->cap_params, p->params[i]);
   if (has_fixed_position(p)) {
      l->outputs[SLOT_POSITION] = 0; /* not the program's */
      for (unsigned i = 0; i < 4; i++)
         add_state(l, util_printf(ctx, "state.matrix.mvp.row[%u]", i));
   }
   if (has_fog(p)) {
      add_state(l, "state.fog.color");
      add_state(l, "state.fog.params");
   }
   s->num_source_ops = p->num_instrs;
   s->prim_in = p->prim_in;
   s->prim_out = p->prim_out;
   s->vertices_out = p->vertices_out;

   nv_block_start(l, ir_block_new(s), true);
   find_returns(l);
   nv_lower_prescan(l);
   nv_cc_start(l);
   if (p->jumps)
      nv_lower_jumps(l);
   else
      lower_program(l);
   if (l->failed)
      return NULL;
   if (l->reachable && p->stage != NV_GEOMETRY) {
      if (has_fog(p))
         lower_fog(l);
      store_outputs(l);
      if (has_fixed_position(p))
         lower_position(l);
   }
   nv_block_close(l, IR_TERM_RETURN, NULL);
   util_discard(ctx, l->known, l->cap_known * sizeof *l->known);
   util_discard(ctx, l->attrib, ((size_t)p->num_vars + 1) * sizeof *l->attrib);
   util_discard(ctx, l->temp, ((size_t)p->num_vars + 1) * sizeof *l->temp);
   util_discard(ctx, l, sizeof *l);
   ir_cfg_update(s);
   return s;
}
