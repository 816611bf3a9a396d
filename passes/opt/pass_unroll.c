/* SPDX-License-Identifier: MIT */
/*
 * Fully unrolls loops with a small known number of iterations.
 *
 *    loop b1 merge=b4                                  %6 = load_param 0   (index=0)
 *    b1: %n = phi 2, %m; %i = phi 0, %j                %7 = fadd 0, %6
 *        %c = ieq %n, 0; if %c b2 b3 merge=b3     ->   %8 = load_param 1   (index=1)
 *    b2: break b4                                      %9 = fadd %7, %8
 *    b3: %s = ...; %m = isub %n, 1; continue b1
 *    b4:
 *
 * The loop must have one exit, an if that every iteration reaches, and one back edge. The test must follow from constants and
 * from phis of the header that start with constants; it is evaluated iteration by iteration until the loop exits. The same
 * lanes run the copies as ran the iterations, so convergent operations and side effects are copied too. Exact.
 *
 * Unrolling saves the counter, its test and the branches, and makes indices constant, which saves clamps and lets arrays become
 * values. It costs code: the copies of a loop may have MAX_OPS operations, twice as many if an index in the loop varies with
 * the iteration. A run unrolls at most MAX_LOOPS loops with MAX_TOTAL operations, and programs with more than MAX_VALUES values
 * keep their loops. Inner loops are unrolled first. Linear for each loop.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/interp.h"
#include "ir/match.h"

#define MAX_TRIPS 32
#define MAX_OPS 256
#define MAX_TOTAL 4096
#define MAX_LOOPS 32
#define MAX_VALUES 16384 /* size of program: in a longer one, a few loops are not worth the passes that would run again */
#define BRANCH 4 /* operations that an if or a loop in the body counts as */
#define MAX_LENGTH 2048 /* longest body that is considered */
#define MAX_SLICE 32    /* most instructions that the test may depend on */

struct unroll {
   struct ir_shader *s;
   struct ir_block *pre, *header, *merge, *back;
   struct ir_block *test, *leave;  /* the if, and the block after it that leaves the loop */
   struct ir_block *stay;          /* the other successor of the if */
   uint32_t entry, around;         /* sources of the header's phis: from outside, from the end of the body */
   uint32_t trips;                 /* complete iterations before the one that leaves */
   uint32_t num;                   /* number of instructions in the body; tmp of each is its number */
   struct ir_instr *phi[MAX_SLICE], *op[MAX_SLICE];
   uint32_t num_phis, num_ops;
   uint32_t *value;                /* by number: its value in the evaluated iteration */
   bool *seen;                     /* by number: true if it is in the slice */
   struct ir_value *(*map)[IR_MAX_DST]; /* by number: its results in the current copy */
};

static bool is_inside(const struct unroll *u, const struct ir_block *b)
{
   return b->index >= u->header->index && b->index < u->merge->index;
}

/* ---- the shape */

static bool fits(struct unroll *u)
{
   u->header = u->pre->succ[0];
   u->merge = u->pre->merge;
   if (u->header->num_preds != 2 || u->merge->num_preds != 1)
      return false;
   u->back = u->s->blocks[u->merge->index - 1];
   u->leave = u->merge->preds[0];
   if (u->back->term != IR_TERM_CONTINUE || u->back->succ[0] != u->header || u->leave->term != IR_TERM_BREAK ||
       u->leave->num_preds != 1)
      return false;
   u->around = u->header->preds[0] == u->back ? 0 : 1;
   u->entry = !u->around;
   u->test = u->leave->preds[0];
   if (u->header->preds[u->around] != u->back || u->test->term != IR_TERM_IF || u->test->merge == u->leave)
      return false;
   u->stay = u->test->succ[u->test->succ[0] == u->leave];
   /* Each iteration reaches the test: it is not inside another if or a loop. */
   const struct ir_block *b = u->header;
   while (b != u->test && b->index < u->merge->index)
      b = b->term == IR_TERM_IF || b->term == IR_TERM_LOOP ? b->merge : u->s->blocks[b->index + 1];
   return b == u->test;
}

/* Counts the operations of a copy, and those of the last iteration up to the test; numbers the body. Returns false if it is too
   long, leaves an outer loop, or has another exit. */
static bool measure(struct unroll *u, uint32_t *ops, uint32_t *last, bool *indexed)
{
   *ops = *last = u->num = 0;
   *indexed = false;
   for (uint32_t k = u->header->index; k < u->merge->index; k++) {
      const struct ir_block *b = u->s->blocks[k];
      if ((b->term == IR_TERM_BREAK && b->succ[0]->index >= u->merge->index && b != u->leave) ||
          (b->term == IR_TERM_CONTINUE && b->succ[0]->index <= u->header->index && b != u->back) || b->term == IR_TERM_RETURN)
         return false;
      ir_foreach_instr (b, i) {
         if (u->num == MAX_LENGTH)
            return false;
         i->tmp = u->num++;
         const bool array = i->op == IR_array_load || i->op == IR_array_store;
         *ops += !ir_is_leaf(i) && i->op != IR_phi && i->op != IR_mov;
         *indexed |= ((ir_op_info[i->op].flags & IR_F_LOAD) && i->nsrc) || (array && i->nsrc > (i->op == IR_array_store));
      }
      if (b == u->test)
         *last = *ops;
      else if (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP)
         *ops += BRANCH;
   }
   return true;
}

/* ---- number of iterations */

/* True if the value follows from constants and phis of the header. Adds everything that it depends on to the slice, sources
   first. */
static bool follow(struct unroll *u, const struct ir_value *v)
{
   struct ir_instr *i = v->def;

   if (i->op == IR_const)
      return true;
   if (!is_inside(u, i->block))
      return false;
   if (u->seen[i->tmp])
      return true;
   u->seen[i->tmp] = true;
   if (i->op == IR_phi) {
      if (i->block != u->header || u->num_phis == MAX_SLICE)
         return false;
      u->phi[u->num_phis++] = i;
      return true;
   }
   if (!ir_op_info[i->op].has_eval || (ir_op_info[i->op].flags & IR_F_APPROX) || i->nsrc > 3)
      return false;
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (!follow(u, i->src[k].val))
         return false;
   if (u->num_ops == MAX_SLICE)
      return false;
   u->op[u->num_ops++] = i;
   return true;
}

static uint32_t value_of(const struct unroll *u, const struct ir_src *src)
{
   const struct ir_instr *i = src->val->def;

   return ir_eval_mods(src, i->op == IR_const ? i->attr[0] : u->value[i->tmp]);
}

/* Evaluates the test until it leaves the loop. Returns false if it is unknown or takes more than `max` iterations. */
static bool count(struct unroll *u, uint32_t max)
{
   uint32_t next[MAX_SLICE];

   if (!follow(u, u->test->cond.val))
      return false;
   for (uint32_t k = 0; k < u->num_phis; k++) {
      const struct ir_src *first = &u->phi[k]->src[u->entry];
      if (first->val->def->op != IR_const || !follow(u, u->phi[k]->src[u->around].val))
         return false;
      u->value[u->phi[k]->tmp] = value_of(u, first);
   }
   for (u->trips = 0; u->trips <= max; u->trips++) {
      for (uint32_t k = 0; k < u->num_ops; k++) {
         const struct ir_instr *i = u->op[k];
         uint32_t v[3] = {0, 0, 0};
         for (uint32_t n = 0; n < i->nsrc; n++)
            v[n] = value_of(u, &i->src[n]);
         u->value[i->tmp] = ir_eval_sat(u->s->num, (enum ir_sat)i->sat, ir_eval((enum ir_op)i->op, u->s->num, v)) &
                            ir_width_mask(i->dst[0]->width);
      }
      if ((value_of(u, &u->test->cond) & 1) == (u->test->succ[0] == u->leave))
         return true;
      for (uint32_t k = 0; k < u->num_phis; k++)
         next[k] = value_of(u, &u->phi[k]->src[u->around]);
      for (uint32_t k = 0; k < u->num_phis; k++)
         u->value[u->phi[k]->tmp] = next[k];
   }
   return false;
}

/* ---- the copies */

static struct ir_value *map_value(const struct unroll *u, struct ir_value *v)
{
   const struct ir_instr *i = v->def;

   return is_inside(u, i->block) ? u->map[i->tmp][v->res] : v;
}

/* Sets the phis of the header for the next copy. */
static void enter(struct unroll *u, bool first)
{
   uint32_t n = 0;

   ir_foreach_phi (u->header, i)
      n++;
   struct ir_value **next = UTIL_ARRAY(u->s->ctx, struct ir_value *, (size_t)n + 1);
   n = 0;
   ir_foreach_phi (u->header, i)
      next[n++] = first ? i->src[u->entry].val : map_value(u, i->src[u->around].val);
   n = 0;
   ir_foreach_phi (u->header, i)
      u->map[i->tmp][0] = next[n++];
   util_discard(u->s->ctx, next, ((size_t)n + 1) * sizeof *next);
}

static void copy_instr(const struct unroll *u, struct ir_block *to, const struct ir_instr *i)
{
   struct ir_builder b = ir_at_end(u->s, to);

   b.span = i->span;
   b.invariant = i->invariant;
   struct ir_instr *n = i->op == IR_phi
                            ? ir_emit_phi(&b, i->dst[0]->width, i->nsrc)
                            : ir_emit(&b, (enum ir_op)i->op, i->ndst ? i->dst[0]->width : 0, i->nsrc, i->src, i->attr);
   n->sat = i->sat;
   for (uint32_t k = 0; k < i->nsrc; k++)
      n->src[k] = i->src[k];
   for (unsigned k = 0; k < i->ndst; k++)
      u->map[i->tmp][k] = n->dst[k];
}

/* True if the block is part of a copy. The last copy ends with the test and the block that leaves. */
static bool is_copied(const struct unroll *u, const struct ir_block *b, bool last)
{
   return last ? b->index <= u->test->index || b == u->leave : b != u->leave;
}

/* Creates the terminator of a copy. `block` has the copies of blocks by number; the next iteration starts at `next`. */
static void copy_term(const struct unroll *u, struct ir_block *const *block, struct ir_block *to, const struct ir_block *b,
                      bool last, struct ir_block *next)
{
   struct ir_block **const target[3] = {&to->succ[0], &to->succ[1], &to->merge};

   ir_end_like(to, b);
   if (b == u->test || b == u->leave || b == u->back) {
      ir_end_jump(to, b == u->back    ? next
                      : b == u->leave ? u->merge
                                      : block[(last ? u->leave : u->stay)->index - u->header->index]);
      return;
   }
   for (unsigned k = 0; k < 3; k++)
      if (*target[k] && is_inside(u, *target[k]))
         *target[k] = block[(*target[k])->index - u->header->index];
   if (to->term == IR_TERM_IF)
      to->cond.val = map_value(u, to->cond.val);
}

static void copy_body(struct unroll *u, struct ir_block *const *block, bool last, struct ir_block *next)
{
   const uint32_t from = u->header->index, to = u->merge->index;

   for (uint32_t k = from; k < to; k++)
      if (is_copied(u, u->s->blocks[k], last))
         ir_foreach_instr (u->s->blocks[k], i)
            if (i->op != IR_phi || i->block != u->header)
               copy_instr(u, block[k - from], i);
   for (uint32_t k = from; k < to; k++) {
      const struct ir_block *b = u->s->blocks[k];
      if (!is_copied(u, b, last))
         continue;
      ir_foreach_instr (block[k - from], i)
         for (uint32_t n = 0; n < i->nsrc; n++)
            i->src[n].val = map_value(u, i->src[n].val);
      copy_term(u, block, block[k - from], b, last, next);
   }
}

/* Redirects reads of the loop's values after the loop, and in phis of an outer loop, to the last copy. */
static void redirect(const struct unroll *u)
{
   for (uint32_t k = 0; k < u->s->num_blocks; k++) {
      struct ir_block *b = u->s->blocks[k];
      if (is_inside(u, b))
         continue;
      for (struct ir_instr *i = b->first; i && (i->op == IR_phi || k >= u->merge->index); i = i->next)
         for (uint32_t n = 0; n < i->nsrc; n++)
            i->src[n].val = map_value(u, i->src[n].val);
      if (b->term == IR_TERM_IF && k >= u->merge->index)
         b->cond.val = map_value(u, b->cond.val);
   }
}

static void unroll(struct unroll *u)
{
   struct ir_shader *s = u->s;
   const uint32_t from = u->header->index, len = u->merge->index - from, old = s->num_blocks;
   const size_t num = (size_t)len * (u->trips + 1);
   struct ir_block **block = UTIL_ARRAY(s->ctx, struct ir_block *, num);
   uint32_t copies = 0, n = from;

   for (size_t k = 0; k < num; k++)
      if (is_copied(u, s->blocks[from + k % len], k / len == u->trips)) {
         block[k] = ir_block_new(s);
         copies++;
      }
   for (uint32_t k = 0; k <= u->trips; k++) {
      const bool last = k == u->trips;
      enter(u, !k);
      copy_body(u, block + (size_t)k * len, last, last ? NULL : block[((size_t)k + 1) * len]);
   }
   redirect(u);
   ir_end_jump(u->pre, block[0]);
   while (s->num_blocks < old - len + copies)
      UTIL_PUSH(s->ctx, s->blocks, s->num_blocks, s->cap_blocks, NULL);
   memmove(s->blocks + from + copies, s->blocks + from + len, (old - from - len) * sizeof(struct ir_block *));
   for (size_t k = 0; k < num; k++)
      if (block[k])
         s->blocks[n++] = block[k];
   s->num_blocks = old - len + copies;
   ir_cfg_update(s);
   util_discard(s->ctx, block, num * sizeof *block);
}

/* Unrolls the loop that starts after block `pre` if possible and worth it. *left is the remaining budget of operations. */
static bool try_unroll(struct ir_shader *s, struct ir_block *pre, uint32_t *left)
{
   struct unroll u = {.s = s, .pre = pre};
   uint32_t ops, last;
   bool indexed, done = false;

   if (!fits(&u) || !measure(&u, &ops, &last, &indexed))
      return false;
   const uint32_t most = indexed ? 2 * MAX_OPS : MAX_OPS, may = most < *left ? most : *left;
   u.value = UTIL_ARRAY(s->ctx, uint32_t, u.num);
   u.seen = UTIL_ARRAY(s->ctx, bool, u.num);
   if (count(&u, MAX_TRIPS) && (uint64_t)ops * u.trips + last <= may) {
      u.map = util_alloc(s->ctx, (u.num + (size_t)1) * sizeof *u.map);
      unroll(&u);
      util_discard(s->ctx, u.map, (u.num + (size_t)1) * sizeof *u.map);
      *left -= ops * u.trips + last;
      done = true;
   }
   util_discard(s->ctx, u.value, u.num * sizeof *u.value);
   util_discard(s->ctx, u.seen, u.num * sizeof *u.seen);
   return done;
}

bool pass_unroll(struct ir_shader *s)
{
   uint32_t left = MAX_TOTAL, loops = 0;

   if (s->num_values > MAX_VALUES)
      return false;
   for (uint32_t k = s->num_blocks; k-- > 0 && loops < MAX_LOOPS;)
      if (s->blocks[k]->term == IR_TERM_LOOP && ir_reachable(s->blocks[k]))
         loops += try_unroll(s, s->blocks[k], &left);
   return loops;
}
