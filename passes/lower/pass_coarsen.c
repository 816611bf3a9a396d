/* SPDX-License-Identifier: MIT */
/*
 * Thread coarsening (Magni, Dubach, O'Boyle, SC 2013) of workgroups with more invocations than the machine runs, or with
 * barriers and more invocations than it holds at one time: each invocation of the machine does the work of k invocations of
 * the program, its "copies". The machine runs M invocations (`invocations`, whole waves); number t executes t, t + M, t + 2M
 * ... of the program.
 *
 *    store A[id], 1                             store A[t], 1; store A[t + M], 1
 *    barrier                          ->        barrier
 *    x = load A[id ^ 1023]                      x0 = load A[t ^ 1023]; x1 = load A[t + M ^ 1023]
 *
 * Constructs (ifs and loops) with a barrier form the frame, which exists once. So does a construct that breaks out of a loop of
 * the frame or continues it. The code in between, up to a barrier or a branch of the frame, is a unit, with all constructs
 * inside it. A unit exists k times, one copy after the other, each with its own values and arrays. A value that another unit
 * reads is stored to an array of one element per copy, which the pass `ssa` turns into values again, with all phis that this
 * needs; constants and loads are repeated. Each copy gets its own position in the workgroup. If M does not divide the
 * workgroup, the last copy is in ifs.
 *
 *    together   All conditions of the frame are uniform in the workgroup (ir/divergence.h), so all copies take the same paths:
 *               the frame stays as it is. Uniform values of its own blocks exist once.
 *    apart      Otherwise copies may diverge: the pass cannot prove that all invocations or none reach a barrier, as GL
 *               demands, and some may have ended. Only the loops of the frame stay. Each copy has the number of the block where
 *               it continues (`at`), which guards its units. A loop ends when no copy continues at its header; a barrier
 *               synchronizes the copies that reach it.
 *
 *                  if (x > y) { A; barrier; B }   ->   at0 = x0 > y0 ? 1 : 2; at1 = x1 > y1 ? 1 : 2
 *                                                      if (at0 == 1) A0;  if (at1 == 1) A1;  if (at0 == 1 | at1 == 1) barrier
 *                                                      if (at0 == 1) { B0; at0 = 2 }  ...
 *
 * Exact: between barriers GL does not order invocations, and a subgroup stays together, because M is a number of whole waves.
 * The pass `ssa` has to run afterwards. Linear in the result. The frame is that of region-based compilers of OpenCL for CPUs
 * (pocl, Jaaskelainen et al., IJPP 2015).
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/divergence.h"
#include "ir/match.h"
#include "semantics/memory/group.h"

#define NONE UINT32_MAX

/* A unit begins after the phis of a block of the frame or after a barrier. It ends at a barrier (`stop`) or at the end of a
   block of the frame. */
struct unit {
   uint32_t run; /* the block of the frame in which it begins */
   uint32_t from, to;
   struct ir_instr *first, *stop; /* NULL if block `from` has no instructions of it, or if it does not end at a barrier */
   bool begins;                   /* it is the first one of its run */
};

struct loop {
   uint32_t header, merge;
   struct ir_block *new_header, *new_merge;
};

struct coarsen {
   struct ir_shader *s;
   struct ir_block **old;
   uint32_t copies, invocations;
   struct ir_divergence d;
   bool together;
   bool *frame; /* by block that ends in IF or LOOP: the construct is part of the frame */
   struct unit *unit;
   uint32_t num_units, cap_units;
   uint32_t *var;      /* by value: 1 + the first of its arrays, or 0 if no other unit reads it */
   uint32_t *array;    /* by array: the first of the arrays of the other copies */
   uint32_t at;        /* the first of the arrays that hold where copies continue */
   /* The copy in progress. */
   uint32_t copy, stamp;
   struct ir_value **map;
   uint32_t *known; /* by value: the stamp of the unit, or of the unit and copy, for which map[] is valid */
   struct ir_instr **phi;
   uint32_t num_phis, cap_phis;
   struct ir_src cond; /* at the end of the first copy */
   /* The result. */
   struct ir_builder b;
   struct ir_block **out, **block; /* in the new order; by old block: the new one of the frame, or of the copy of a unit */
   uint32_t num_out, cap_out;
   struct loop *loop;
   uint32_t num_loops, cap_loops;
};

/* ---- the frame ----------------------------------------------------------------------------------------------------------- */

static bool in_frame(const struct coarsen *c, const struct ir_block *b)
{
   const uint32_t a = c->d.around[b->index];

   return a == NONE || c->frame[a];
}

/* Adds the construct that ends block a, and those around it, to the frame. */
static void add_to_frame(struct coarsen *c, uint32_t a)
{
   for (; a != NONE && !c->frame[a]; a = c->d.around[a])
      c->frame[a] = true;
}

/* Adds the constructs around breaks and continues of loops of the frame. Outer loops come first, because an exit from one may
   leave inner loops, too. Unreachable blocks count as well, because they are copied. */
static void mark_exits(struct coarsen *c)
{
   const struct ir_shader *s = c->s;
   uint32_t *last = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks), *before = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);

   ir_foreach_block (s, b)
      if (b->term == IR_TERM_BREAK || b->term == IR_TERM_CONTINUE) {
         before[b->index] = last[b->succ[0]->index];
         last[b->succ[0]->index] = b->index;
      }
   ir_foreach_block (s, loop)
      for (unsigned k = 0; loop->term == IR_TERM_LOOP && c->frame[loop->index] && k < 2; k++)
         for (uint32_t b = last[(k ? loop->merge : loop->succ[0])->index]; b; b = before[b])
            add_to_frame(c, c->d.around[b]);
   util_discard(s->ctx, before, s->num_blocks * sizeof *before);
   util_discard(s->ctx, last, s->num_blocks * sizeof *last);
}

static void find_frame(struct coarsen *c)
{
   const struct ir_shader *s = c->s;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_barrier)
            add_to_frame(c, c->d.around[b->index]);
   mark_exits(c);
   c->together = true;
   ir_foreach_block (s, b)
      if (b->term == IR_TERM_IF && c->frame[b->index])
         c->together &= ir_src_is_uniform(&c->d, &b->cond, b->index);
}

static struct unit *add_unit(struct coarsen *c, uint32_t run, uint32_t from, struct ir_instr *first, bool begins)
{
   UTIL_PUSH(c->s->ctx, c->unit, c->num_units, c->cap_units, (struct unit){run, from, from, first, NULL, begins});
   return &c->unit[c->num_units - 1];
}

/* Gives every instruction the number of its unit. Phis of a block in which a run begins do not belong to a unit. */
static void find_units(struct coarsen *c)
{
   const struct ir_shader *s = c->s;
   uint32_t opened = NONE; /* the block that ends with a construct that is part of a unit */

   ir_foreach_block (s, b) {
      struct ir_instr *i = b->first;
      struct unit *u = c->num_units ? &c->unit[c->num_units - 1] : NULL;

      if (!in_frame(c, b)) {
         u->to = b->index;
      } else if (opened != NONE && s->blocks[opened]->merge == b) {
         u->to = b->index;
      } else {
         for (; i && i->op == IR_phi; i = i->next)
            i->tmp = NONE;
         u = add_unit(c, b->index, b->index, i, true);
      }
      for (; i; i = i->next) {
         i->tmp = c->num_units - 1;
         if (i->op != IR_barrier)
            continue;
         u->stop = i;
         u = add_unit(c, u->run, b->index, i->next, false);
      }
      if (in_frame(c, b))
         opened = (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP) && !c->frame[b->index] ? b->index : NONE;
   }
}

/* Calls fn for every source in the unit, and for those of phis on the edges at its end. */
typedef void (*use_fn)(struct coarsen *c, uint32_t unit, const struct ir_src *src);
static void visit_uses(struct coarsen *c, uint32_t n, use_fn fn)
{
   const struct unit *u = &c->unit[n];

   for (uint32_t k = u->from; k <= u->to; k++) {
      const struct ir_block *b = c->old[k];

      for (const struct ir_instr *i = k == u->from ? u->first : b->first; i && i != u->stop; i = i->next)
         for (uint32_t m = 0; m < i->nsrc; m++)
            fn(c, n, &i->src[m]);
      if (k == u->to && u->stop)
         return;
      if (b->term == IR_TERM_IF)
         fn(c, n, &b->cond);
      for (unsigned to = 0; to < ir_num_succs(b) && k == u->to; to++) {
         const uint32_t p = ir_pred_number(b->succ[to], b);

         if (p != NONE)
            ir_foreach_phi (b->succ[to], i)
               fn(c, n, &i->src[p]);
      }
   }
}

/* ---- values -------------------------------------------------------------------------------------------------------------- */

static bool is_leaf(const struct ir_value *v)
{
   return ir_is_leaf(v->def);
}

/* True if all copies share the value. */
static bool is_shared(const struct coarsen *c, const struct ir_value *v)
{
   return c->together && !c->d.varies[v->id] && !is_leaf(v) && in_frame(c, v->def->block);
}

/* Creates the arrays of a value or an array, one for each copy. Returns the first. */
static uint32_t new_arrays(struct coarsen *c, uint32_t length, unsigned width, uint32_t num)
{
   const uint32_t first = ir_array_new(c->s, length, width, NULL);

   while (--num)
      ir_array_new(c->s, length, width, NULL);
   return first;
}

static void find_variable(struct coarsen *c, uint32_t unit, const struct ir_src *src)
{
   const struct ir_value *v = src->val;

   if (v->def->tmp != unit && !is_leaf(v) && !c->var[v->id])
      c->var[v->id] = 1 + new_arrays(c, 1, v->width, is_shared(c, v) ? 1 : c->copies);
}

static void find_variables(struct coarsen *c)
{
   const uint32_t num = c->s->num_arrays;

   c->array = UTIL_ARRAY(c->s->ctx, uint32_t, (size_t)num + 1);
   for (uint32_t a = 0; a < num; a++) {
      const struct ir_array of = c->s->arrays[a];
      c->array[a] = c->s->num_arrays;
      for (uint32_t k = 1; k < c->copies; k++) {
         const uint32_t copy = ir_array_new(c->s, of.length, of.width, of.name);
         c->s->arrays[copy] = of;
      }
   }
   c->at = c->together ? 0 : new_arrays(c, 1, 32, c->copies);
   for (uint32_t n = 0; n < c->num_units; n++)
      visit_uses(c, n, find_variable);
   ir_foreach_block (c->s, b) /* phis of a run get values from other units, so they need arrays even if no unit reads them */
      if (in_frame(c, b) && b->first && b->first->op == IR_phi && b->first->tmp == NONE)
         ir_foreach_phi (b, i)
            if (!c->var[i->dst[0]->id])
               c->var[i->dst[0]->id] = 1 + new_arrays(c, 1, i->dst[0]->width, is_shared(c, i->dst[0]) ? 1 : c->copies);
}

static uint32_t array_of(const struct coarsen *c, const struct ir_value *v)
{
   return c->var[v->id] - 1 + (is_shared(c, v) ? 0 : c->copy);
}

static struct ir_src load(struct coarsen *c, uint32_t array, unsigned width)
{
   return ir_use(ir_emit(&c->b, IR_array_load, width, 0, NULL, (uint32_t[]){array, 0})->dst[0]);
}

static void store(struct coarsen *c, uint32_t array, struct ir_src value)
{
   ir_emit(&c->b, IR_array_store, 0, 1, &value, (uint32_t[]){array, 0});
}

static struct ir_src load_input(struct coarsen *c, unsigned slot, unsigned comp)
{
   return ir_use(ir_emit(&c->b, IR_load_input, 32, 0, NULL, (uint32_t[]){slot, comp, INTERP_FLAT})->dst[0]);
}

/* A component of the copy's position in the workgroup. The copy follows the first one by `offset` invocations. */
static struct ir_src copy_position(struct coarsen *c, unsigned comp)
{
   const uint32_t *size = c->s->block, offset = c->copy * c->invocations;
   uint32_t below = 1;

   for (unsigned k = 0; k < comp; k++)
      below *= size[k];
   bool last = true;
   for (unsigned k = comp + 1; k < 3; k++)
      last &= size[k] == 1;
   if (offset % (below * size[comp]) == 0)
      return load_input(c, SLOT_THREAD_ID, comp);
   if (offset % below == 0 && last)
      return ir_expr_imm(&c->b, IR_iadd, load_input(c, SLOT_THREAD_ID, comp), offset / below);
   struct ir_src n = ir_expr_imm(&c->b, IR_iadd, load_input(c, SLOT_THREAD_INDEX, 0), offset);
   if (below > 1)
      n = ir_expr_imm(&c->b, IR_udiv, n, below);
   return last ? n : ir_expr_imm(&c->b, IR_umod, n, size[comp]);
}

static struct ir_value *copy_leaf(struct coarsen *c, const struct ir_instr *i)
{
   if (c->copy && i->op == IR_load_input && i->attr[0] == SLOT_THREAD_ID && i->attr[1] < 3 && c->s->block[i->attr[1]] > 1)
      return copy_position(c, i->attr[1]).val;
   if (c->copy && i->op == IR_load_input && i->attr[0] == SLOT_THREAD_INDEX && !i->attr[1])
      return ir_expr_imm(&c->b, IR_iadd, load_input(c, SLOT_THREAD_INDEX, 0), c->copy * c->invocations).val;
   return ir_copy_leaf(&c->b, i);
}

/* The stamp of a value in the copy in progress. */
static uint32_t stamp_of(const struct coarsen *c, const struct ir_value *v)
{
   return is_shared(c, v) ? c->stamp : c->stamp + c->copy;
}
static void set_copy(struct coarsen *c, const struct ir_value *old, struct ir_value *v)
{
   c->map[old->id] = v;
   c->known[old->id] = stamp_of(c, old);
}
static struct ir_src copy_of(const struct coarsen *c, struct ir_src src)
{
   UTIL_CHECK(c->s->ctx, c->known[src.val->id] == stamp_of(c, src.val));
   src.val = c->map[src.val->id];
   return src;
}

/* Before a unit: loads a value of another unit that it reads. */
static void load_use(struct coarsen *c, uint32_t unit, const struct ir_src *src)
{
   const struct ir_value *v = src->val;

   if (v->def->tmp == unit || c->known[v->id] == stamp_of(c, v))
      return;
   set_copy(c, v, is_leaf(v) ? copy_leaf(c, v->def) : load(c, array_of(c, v), v->width).val);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */

static void place_block(struct coarsen *c, struct ir_block *b)
{
   UTIL_PUSH(c->s->ctx, c->out, c->num_out, c->cap_out, b);
   c->b.block = b;
   c->b.after = NULL;
}

static struct ir_block *new_of(struct coarsen *c, const struct ir_block *old)
{
   if (!c->block[old->index])
      c->block[old->index] = ir_block_new(c->s);
   return c->block[old->index];
}

/* Begins an if with one arm, which gets the next instructions. Returns the block after it. */
static struct ir_block *begin_if(struct coarsen *c, struct ir_src cond)
{
   struct ir_block *from = c->b.block, *then = ir_block_new(c->s), *merge = ir_block_new(c->s);

   ir_end_jump(from, then);
   from->term = IR_TERM_IF;
   from->cond = cond;
   from->succ[1] = from->merge = merge;
   from->span = c->b.span;
   place_block(c, then);
   return merge;
}
static void end_if(struct coarsen *c, struct ir_block *merge)
{
   ir_end_jump(c->b.block, merge);
   place_block(c, merge);
}

/* Ends the block like the old one, with the new blocks as successors. */
static void end_block(struct coarsen *c, const struct ir_block *old, struct ir_src cond)
{
   struct ir_block *b = c->b.block;

   ir_end_like(b, old);
   for (unsigned k = 0; k < ir_num_succs(old); k++)
      b->succ[k] = new_of(c, old->succ[k]);
   if (old->term == IR_TERM_IF || old->term == IR_TERM_LOOP)
      b->merge = new_of(c, old->merge);
   if (old->term == IR_TERM_IF)
      b->cond = cond;
}

/* ---- copies -------------------------------------------------------------------------------------------------------------- */

static void copy_instr(struct coarsen *c, const struct ir_instr *i)
{
   const bool phi = i->op == IR_phi, leaf = i->ndst == 1 && is_leaf(i->dst[0]),
              array = ir_op_info[i->op].flags & (IR_F_READ | IR_F_WRITE);
   struct ir_instr *n;

   if (c->copy && i->ndst && is_shared(c, i->dst[0]))
      return;
   c->b.span = i->span;
   c->b.invariant = i->invariant;
   if (leaf) {
      set_copy(c, i->dst[0], copy_leaf(c, i));
      return;
   }
   n = phi ? ir_emit_phi(&c->b, i->dst[0]->width, i->nsrc)
           : ir_emit(&c->b, (enum ir_op)i->op, i->ndst ? i->dst[0]->width : 0, i->nsrc, i->src, i->attr);
   n->sat = i->sat;
   if (array && c->copy)
      n->attr[0] = c->array[i->attr[0]] + c->copy - 1;
   for (uint32_t k = 0; k < i->nsrc; k++)
      n->src[k] = phi ? i->src[k] : copy_of(c, i->src[k]);
   if (phi)
      UTIL_PUSH(c->s->ctx, c->phi, c->num_phis, c->cap_phis, n);
   for (unsigned k = 0; k < i->ndst; k++)
      set_copy(c, i->dst[k], n->dst[k]);
   for (unsigned k = 0; k < i->ndst && !phi; k++)
      if (c->var[i->dst[k]->id])
         store(c, array_of(c, i->dst[k]), ir_use(n->dst[k]));
}

/* Stores the phis that other units read, before other instructions. */
static void store_phis(struct coarsen *c, const struct ir_block *b)
{
   ir_foreach_phi (b, i)
      if (c->var[i->dst[0]->id] && !(c->copy && is_shared(c, i->dst[0])))
         store(c, array_of(c, i->dst[0]), copy_of(c, ir_use(i->dst[0])));
}

static void copy_block(struct coarsen *c, const struct unit *u, const struct ir_block *b)
{
   const bool whole = b->index != u->from;
   bool phis = whole;

   for (const struct ir_instr *i = whole ? b->first : u->first; i && i != u->stop; i = i->next) {
      if (phis && i->op != IR_phi) {
         store_phis(c, b);
         phis = false;
      }
      copy_instr(c, i);
   }
   if (phis)
      store_phis(c, b);
}

/* At the end of the last unit of a run: stores the values of the phis after it, and where the copy continues. */
static void leave_run(struct coarsen *c, const struct ir_block *b)
{
   for (unsigned to = 0; to < ir_num_succs(b); to++) {
      const uint32_t p = ir_pred_number(b->succ[to], b);

      if (p != NONE)
         ir_foreach_phi (b->succ[to], i)
            if (!(c->copy && is_shared(c, i->dst[0])))
               store(c, array_of(c, i->dst[0]), copy_of(c, i->src[p]));
   }
   if (b->term == IR_TERM_IF && c->together && !c->copy)
      c->cond = copy_of(c, b->cond);
   if (c->together || b->term == IR_TERM_RETURN)
      return;
   struct ir_src next = ir_imm(&c->b, b->succ[0]->index);
   if (b->term == IR_TERM_IF) {
      const struct ir_src otherwise = ir_imm(&c->b, b->succ[1]->index);
      next = ir_expr3(&c->b, IR_sel, copy_of(c, b->cond), next, otherwise);
   }
   store(c, c->at + c->copy, next);
}

/* True if the last copy has fewer invocations than the machine runs. */
static bool is_partial(const struct coarsen *c)
{
   const uint32_t *size = c->s->block;

   return c->copy == c->copies - 1 && c->copies * c->invocations != size[0] * size[1] * size[2];
}
/* True in invocations of the last copy that are within the workgroup. */
static struct ir_src is_inside(struct coarsen *c)
{
   const uint32_t *size = c->s->block;

   return ir_expr_imm(&c->b, IR_ult, load_input(c, SLOT_THREAD_INDEX, 0),
                      size[0] * size[1] * size[2] - (c->copies - 1) * c->invocations);
}

/* True if the copy continues at the block. */
static struct ir_src is_at(struct coarsen *c, uint32_t copy, uint32_t block)
{
   return ir_expr_imm(&c->b, IR_ieq, load(c, c->at + copy, 32), block);
}
static struct ir_src any_at(struct coarsen *c, uint32_t block)
{
   struct ir_src any = is_at(c, 0, block);

   for (uint32_t k = 1; k < c->copies; k++)
      any = ir_expr2(&c->b, IR_ior, any, is_at(c, k, block));
   return any;
}

static void copy_unit(struct coarsen *c, uint32_t n)
{
   const struct unit *u = &c->unit[n];
   const struct ir_block *end = c->old[u->to];
   struct ir_block *merge = NULL;

   if (!c->together)
      merge = begin_if(c, is_at(c, c->copy, u->run));
   else if (is_partial(c))
      merge = begin_if(c, is_inside(c));
   visit_uses(c, n, load_use);
   c->num_phis = 0;
   for (uint32_t k = u->from; k <= u->to; k++)
      if (k != u->from)
         c->block[k] = NULL;
   for (uint32_t k = u->from; k <= u->to; k++) {
      if (k != u->from)
         place_block(c, new_of(c, c->old[k]));
      copy_block(c, u, c->old[k]);
      if (k != u->to)
         end_block(c, c->old[k], c->old[k]->term == IR_TERM_IF ? copy_of(c, c->old[k]->cond) : (struct ir_src){0});
   }
   for (uint32_t k = 0; k < c->num_phis; k++)
      for (uint32_t m = 0; m < c->phi[k]->nsrc; m++)
         c->phi[k]->src[m] = copy_of(c, c->phi[k]->src[m]);
   c->b.span = u->stop ? u->stop->span : end->span;
   if (!u->stop)
      leave_run(c, end);
   if (merge)
      end_if(c, merge);
}

/* ---- the frame again ----------------------------------------------------------------------------------------------------- */

static void close_loop(struct coarsen *c, const struct loop *loop)
{
   struct ir_block *const leave = begin_if(c, any_at(c, loop->header)), *const again = c->b.block;

   ir_end_jump(again, loop->new_header);
   again->term = IR_TERM_CONTINUE;
   place_block(c, leave);
   ir_end_jump(leave, loop->new_merge);
   leave->term = IR_TERM_BREAK;
   place_block(c, loop->new_merge);
}

static void enter_run(struct coarsen *c, const struct unit *u)
{
   if (c->together && u->run)
      place_block(c, new_of(c, c->old[u->run]));
   while (c->num_loops && c->loop[c->num_loops - 1].merge == u->run)
      close_loop(c, &c->loop[--c->num_loops]);
}

static void end_run(struct coarsen *c, const struct ir_block *b)
{
   if (c->together || b->term == IR_TERM_RETURN) {
      end_block(c, b, c->cond);
   } else if (b->term == IR_TERM_LOOP) {
      const struct loop loop = {b->succ[0]->index, b->merge->index, ir_block_new(c->s), ir_block_new(c->s)};

      UTIL_PUSH(c->s->ctx, c->loop, c->num_loops, c->cap_loops, loop);
      ir_end_like(c->b.block, b);
      c->b.block->succ[0] = loop.new_header;
      c->b.block->merge = loop.new_merge;
      place_block(c, loop.new_header);
   }
}

static void emit_barrier(struct coarsen *c, const struct unit *u)
{
   struct ir_block *merge = c->together ? NULL : begin_if(c, any_at(c, u->run));

   c->b.invariant = u->stop->invariant;
   ir_emit(&c->b, IR_barrier, 0, 0, NULL, NULL);
   if (merge)
      end_if(c, merge);
}

static void begin_program(struct coarsen *c)
{
   place_block(c, ir_block_new(c->s));
   for (c->copy = 0; c->copy < c->copies && !c->together; c->copy++) {
      struct ir_src first = ir_imm(&c->b, 0);

      if (is_partial(c)) {
         const struct ir_src none = ir_imm(&c->b, NONE);
         first = ir_expr3(&c->b, IR_sel, is_inside(c), first, none);
      }
      store(c, c->at + c->copy, first);
   }
}

static void make(struct coarsen *c)
{
   begin_program(c);
   for (uint32_t n = 0; n < c->num_units; n++) {
      const struct unit *u = &c->unit[n];

      if (u->begins)
         enter_run(c, u);
      c->stamp = 1 + n * c->copies;
      for (c->copy = 0; c->copy < c->copies; c->copy++)
         copy_unit(c, n);
      if (u->stop)
         emit_barrier(c, u);
      else
         end_run(c, c->old[u->to]);
   }
}

/* ---- the pass ------------------------------------------------------------------------------------------------------------ */

static bool has_barrier(const struct ir_shader *s)
{
   if (ir_may_have(s, IR_barrier))
      ir_foreach_block (s, b)
         ir_foreach_instr (b, i)
            if (i->op == IR_barrier)
               return true;
   return false;
}

bool pass_coarsen(struct ir_shader *s, struct pass_context *context)
{
   const uint32_t most = context->most_invocations, held = context->resident;
   const uint32_t resident = held && (!most || held < most) && has_barrier(s) ? held : most;
   const uint64_t invocations = (uint64_t)s->block[0] * s->block[1] * s->block[2];
   const struct ir_shader was = *s;
   struct coarsen c = {.s = s};

   if (s->stage != IR_STAGE_COMPUTE || !resident || invocations <= resident ||
       invocations > EXEC_WORKGROUP_WAVES * EXEC_LANES || s->invocations)
      return false;
   c.copies = (uint32_t)((invocations + resident - 1) / resident);
   c.invocations = ((uint32_t)invocations + c.copies - 1) / c.copies;
   c.invocations = (c.invocations + EXEC_LANES - 1) / EXEC_LANES * EXEC_LANES;
   c.d = ir_divergence_find(s);
   c.old = UTIL_ARRAY(s->ctx, struct ir_block *, s->num_blocks);
   memcpy(c.old, s->blocks, s->num_blocks * sizeof *c.old);
   c.frame = UTIL_ARRAY(s->ctx, bool, s->num_blocks);
   c.block = UTIL_ARRAY(s->ctx, struct ir_block *, s->num_blocks);
   c.var = UTIL_ARRAY(s->ctx, uint32_t, s->num_values);
   c.map = UTIL_ARRAY(s->ctx, struct ir_value *, s->num_values);
   c.known = UTIL_ARRAY(s->ctx, uint32_t, s->num_values);
   find_frame(&c);
   find_units(&c);
   find_variables(&c);
   c.b = ir_at_end(s, s->blocks[0]);
   make(&c);
   s->num_blocks = 0;
   for (uint32_t k = 0; k < c.num_out; k++)
      ir_block_append(s, c.out[k]);
   s->invocations = c.invocations;
   ir_remove_unreachable(s);
   c.d.s = &was; /* the program that it was computed for */
   ir_divergence_free(&c.d);
   return true;
}
