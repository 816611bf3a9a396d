/* SPDX-License-Identifier: MIT */
/*
 * Loop rotation: moves the test of a loop from its start to its end.
 *
 *    loop b1 merge=b4                               loop b1 merge=b4
 *    b1: %n = phi 8, %m                             b1: %n = phi 8, %m
 *        %c = ieq %n, 0; if %c b2 b3 merge=b3   ->      jump b3
 *    b2: break b4                                   b3: ...; %m = isub %n, 1
 *    b3: ...; %m = isub %n, 1; continue b1              %d = ieq %m, 0; if %d b2 b5 merge=b5
 *    b4:                                            b2: break b4
 *                                                   b5: continue b1
 *                                                   b4:
 *
 * The header must contain only the comparison, and the loop must have one back edge and must not leave an outer loop. If the
 * comparison is not known to fail the first time, but all lanes agree on its result, it is also computed before the loop, and
 * an if is put around the loop:
 *
 *       %e = ieq %0, 0; %f = inot %e; if %f b0' b4 merge=b4
 *    b0': loop b1 merge=b6; ...
 *    b6: jump b4
 *    b4: values of the header that are read after the loop are phis of their values before it and at its end
 *
 * The test is then next to the computation of its operand, and a backend can branch back on it. A value of the header that is
 * read after the loop is replaced by its value for the next iteration, which does not run: directly if the test is the only
 * exit, else through a phi. Linear for each loop; a run of the pass rotates at most MAX_LOOPS loops, and skips programs with so
 * many loops that this would make no difference.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/divergence.h"
#include "ir/interp.h"
#include "ir/match.h"
#include "ir/uses.h"

#define MAX_LOOPS 16  /* rotated loops in one run of the pass */
#define MANY_LOOPS 256

struct rotate {
   struct ir_shader *s;
   uint32_t **uses; /* by value, for values that existed at the start: its reads; counted for the first loop that may fit */
   uint32_t num_old;
   struct ir_block *pre, *header, *leave, *body, *back, *merge;
   struct ir_instr *cmp;
   uint32_t entry, around; /* sources of the header's phis: from outside, from the end of the body */
   uint32_t out;           /* position of the break among the sources of phis after the loop */
   bool guarded;           /* the comparison may hold the first time, so the loop needs an if around it */
};

static bool is_phi_here(const struct rotate *r, const struct ir_src *s)
{
   return s->val->def->op == IR_phi && s->val->def->block == r->header;
}

/* Gets the bits of an operand in the first iteration; returns false if they are not constant. */
static bool get_first_value(const struct rotate *r, const struct ir_src *s, uint32_t *v)
{
   struct ir_src at = is_phi_here(r, s) ? s->val->def->src[r->entry] : *s;
   uint32_t bits;

   if (!ir_is_const(at.val, &bits))
      return false;
   *v = ir_eval_mods(s, ir_eval_mods(&at, bits));
   return true;
}

/* True if the header holds only phis, constants and one comparison of them, followed by a break. */
static bool header_fits(struct rotate *r)
{
   struct ir_block *h = r->header;
   uint32_t v[3] = {0, 0, 0};

   if (h->term != IR_TERM_IF || h->succ[1] != h->merge || h->num_preds != 2)
      return false;
   r->leave = h->succ[0];
   r->body = h->merge;
   if (r->leave->term != IR_TERM_BREAK || r->leave->succ[0] != r->merge || r->leave->index + 1 != r->body->index ||
       r->body->num_preds != 1 || (r->body->first && r->body->first->op == IR_phi))
      return false;
   ir_foreach_instr (r->leave, i)
      if (i->op != IR_const)
         return false;
   r->cmp = NULL;
   ir_foreach_instr (h, i) {
      if (i->op == IR_phi || i->op == IR_const)
         continue;
      if (r->cmp || i->ndst != 1 || i->dst[0] != h->cond.val || i->nsrc > 3 || !ir_op_info[i->op].has_eval)
         return false;
      r->cmp = i;
   }
   if (!r->cmp || r->cmp->dst[0]->id >= r->num_old)
      return false;
   if (!*r->uses) {
      *r->uses = IR_SCRATCH(r->s, 0, uint32_t, r->num_old);
      ir_count_uses(r->s, *r->uses);
   }
   if (!ir_used_once(*r->uses, r->cmp->dst[0]))
      return false;
   for (uint32_t k = 0; k < r->cmp->nsrc; k++)
      if (!get_first_value(r, &r->cmp->src[k], &v[k])) {
         r->guarded = true;
         return true;
      }
   return !(ir_eval((enum ir_op)r->cmp->op, r->s->num, v) & 1);
}

static bool fits(struct rotate *r, struct ir_block *loop)
{
   r->pre = loop;
   r->header = loop->succ[0];
   r->merge = loop->merge;
   if (r->merge->index >= r->s->num_blocks || !r->merge->index || !header_fits(r))
      return false;
   r->back = r->s->blocks[r->merge->index - 1];
   if (r->back->term != IR_TERM_CONTINUE || r->back->succ[0] != r->header)
      return false;
   r->around = r->header->preds[0] == r->back ? 0 : 1;
   if (r->header->preds[r->around] != r->back)
      return false; /* the end of the body is unreachable; another block goes back */
   r->entry = !r->around;
   for (r->out = 0; r->out < r->merge->num_preds && r->merge->preds[r->out] != r->leave; r->out++)
      ;
   return r->out < r->merge->num_preds;
}

/* True if no block of the loop leaves an outer one, so that all lanes that leave it go through its merge block. */
static bool leaves_only_itself(const struct rotate *r)
{
   for (uint32_t b = r->header->index; b < r->merge->index; b++) {
      const struct ir_block *blk = r->s->blocks[b];
      if (blk->term == IR_TERM_RETURN ||
          ((blk->term == IR_TERM_BREAK || blk->term == IR_TERM_CONTINUE) &&
           (blk->succ[0]->index > r->merge->index || blk->succ[0]->index < r->header->index)))
         return false;
   }
   return true;
}

/* The source to read at the end of the body instead of a value of the header: the value for the next iteration. */
static struct ir_src at_end(const struct rotate *r, struct ir_src s)
{
   if (!is_phi_here(r, &s))
      return s;
   return ir_compose(s, s.val->def->src[r->around]);
}

/* Replaces reads of the header's phis after the loop by map[tmp of the phi]. */
static void redirect(const struct rotate *r, const struct ir_src *map)
{
   const struct ir_shader *s = r->s;
   uint32_t low = UINT32_MAX, high = 0; /* range of the phis' numbers, which contains few other values */

   ir_foreach_phi (r->header, i) {
      low = i->dst[0]->id < low ? i->dst[0]->id : low;
      high = i->dst[0]->id > high ? i->dst[0]->id : high;
   }
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      struct ir_block *blk = s->blocks[b];
      ir_foreach_instr (blk, i)
         for (uint32_t k = 0; k < i->nsrc && (b >= r->merge->index || i->op == IR_phi); k++) {
            const uint32_t id = i->src[k].val->id, where = i->op == IR_phi ? blk->preds[k]->index : b;
            if (where >= r->merge->index && id >= low && id <= high && is_phi_here(r, &i->src[k]))
               i->src[k].val = map[i->src[k].val->def->tmp].val;
         }
      if (b >= r->merge->index && blk->term == IR_TERM_IF && is_phi_here(r, &blk->cond))
         blk->cond.val = map[blk->cond.val->def->tmp].val;
   }
}

/* ---- the if around a loop that may not run at all */

/* By value, for values that existed at the start: 1 unless all lanes are known to agree on it. */
static uint8_t *find_varying(struct ir_shader *s, uint32_t num)
{
   struct ir_divergence d = ir_divergence_find(s);
   uint8_t *varies = UTIL_ARRAY(s->ctx, uint8_t, num);

   memcpy(varies, d.varies, num);
   ir_divergence_free(&d);
   return varies;
}

/* True if all lanes agree on the comparison in the first iteration. */
static bool guard_is_uniform(const struct rotate *r, const uint8_t *varies)
{
   for (uint32_t k = 0; k < r->cmp->nsrc; k++) {
      const struct ir_src *s = &r->cmp->src[k];
      const struct ir_value *v = is_phi_here(r, s) ? s->val->def->src[r->entry].val : s->val;
      if (v->id >= r->num_old || varies[v->id])
         return false;
   }
   return true;
}

static struct ir_src at_start(const struct rotate *r, struct ir_src s)
{
   return is_phi_here(r, &s) ? ir_compose(s, s.val->def->src[r->entry]) : s;
}

/* Moves constants of the header and of the leaving block to before the loop, because neither block dominates the code after it
   any more. */
static void move_constants(const struct rotate *r)
{
   struct ir_block *const from[2] = {r->header, r->leave};
   struct ir_builder b = ir_at_end(r->s, r->pre);

   for (unsigned k = 0; k < 2; k++)
      ir_foreach_instr_safe (from[k], i)
         if (i->op == IR_const) {
            ir_remove(i);
            ir_insert(&b, i);
         }
}

/* Splits the part of the merge block after its phis into a block of its own, to which the merge block jumps. */
static struct ir_block *split_merge(const struct rotate *r)
{
   struct ir_block *m = r->merge, *after = ir_block_new(r->s);
   struct ir_builder b = {.s = r->s, .block = after};

   ir_foreach_instr_safe (m, i)
      if (i->op != IR_phi) {
         ir_remove(i);
         ir_insert(&b, i);
      }
   ir_end_like(after, m);
   ir_end_jump(m, after);
   return after;
}

/* Replaces reads of phis of the header and of the merge block after the loop by `map`, indexed by tmp. */
static void redirect_after(const struct rotate *r, struct ir_block *after, struct ir_value *const *map)
{
   const struct ir_shader *s = r->s;

   for (uint32_t k = 0; k <= s->num_blocks; k++) {
      struct ir_block *b = k < s->num_blocks ? s->blocks[k] : after;
      ir_foreach_instr (b, i)
         for (uint32_t n = 0; n < i->nsrc; n++) {
            const struct ir_instr *d = i->src[n].val->def;
            const uint32_t where = b == after ? UINT32_MAX : i->op == IR_phi ? b->preds[n]->index : b->index;
            if (where >= r->merge->index && d->op == IR_phi && (d->block == r->header || d->block == r->merge))
               i->src[n].val = map[d->tmp];
         }
      const struct ir_instr *d = b->term == IR_TERM_IF ? b->cond.val->def : NULL;
      if (d && b->index > r->merge->index && d->op == IR_phi && (d->block == r->header || d->block == r->merge))
         b->cond.val = map[d->tmp];
   }
}

/* Puts an if around the loop, which is then rotated. */
static void guard(struct rotate *r)
{
   struct ir_shader *s = r->s;
   struct ir_block *enter = ir_block_new(s), *after = split_merge(r);
   struct ir_builder b = ir_at_end(s, r->pre), in = {.s = s, .block = r->merge, .after = r->merge->last},
                     out = {.s = s, .block = after};
   uint32_t num = 0, n = 0;
   struct ir_src src[3];

   move_constants(r);
   b.after = r->pre->last;
   b.span = in.span = out.span = r->cmp->span;
   b.invariant = r->cmp->invariant;
   for (uint32_t k = 0; k < r->cmp->nsrc; k++)
      src[k] = at_start(r, r->cmp->src[k]);
   struct ir_value *first = ir_emit(&b, (enum ir_op)r->cmp->op, 1, r->cmp->nsrc, src, NULL)->dst[0];
   ir_foreach_phi (r->header, i)
      i->tmp = num++;
   for (struct ir_instr *i = r->merge->first; i; i = i->next)
      i->tmp = num++;
   struct ir_value **map = UTIL_ARRAY(s->ctx, struct ir_value *, (size_t)num + 1);
   /* sources of the phis after the if: without the loop, and from the loop */
   struct ir_src *phi = UTIL_ARRAY(s->ctx, struct ir_src, 2 * (size_t)num + 2);
   for (struct ir_instr *i = r->merge->first; i; i = i->next) {
      phi[2 * i->tmp] = at_start(r, i->src[r->out]);
      phi[2 * i->tmp + 1] = ir_use(i->dst[0]);
   }
   ir_foreach_phi (r->header, i) {
      struct ir_instr *end = ir_emit_phi(&in, i->dst[0]->width, r->merge->num_preds);
      for (uint32_t k = 0; k < r->merge->num_preds; k++)
         end->src[k] = ir_use(i->dst[0]);
      phi[2 * i->tmp] = i->src[r->entry];
      phi[2 * i->tmp + 1] = ir_use(end->dst[0]);
   }
   for (uint32_t k = 0; k < num; k++) {
      struct ir_instr *i = ir_emit_phi(&out, phi[2 * k + 1].val->width, 0);
      map[k] = i->dst[0];
   }
   redirect_after(r, after, map);
   for (struct ir_instr *i = after->first; n < num; i = i->next, n++)
      for (unsigned k = 0; k < 2; k++)
         ir_add_src(s, i, phi[2 * n + k]);
   util_discard(s->ctx, phi, (2 * (size_t)num + 2) * sizeof *phi);
   util_discard(s->ctx, map, ((size_t)num + 1) * sizeof *map);

   r->pre->term = IR_TERM_IF;
   r->pre->cond = ir_expr1(&b, IR_inot, ir_use(first));
   r->pre->succ[0] = enter;
   r->pre->succ[1] = r->pre->merge = after;
   enter->term = IR_TERM_LOOP;
   enter->span = r->pre->span;
   enter->succ[0] = r->header;
   enter->merge = r->merge;
   ir_block_append(s, enter);
   ir_block_append(s, after);
   const uint32_t pre = r->pre->index, merge = r->merge->index;
   memmove(&s->blocks[merge + 3], &s->blocks[merge + 1], (s->num_blocks - merge - 3) * sizeof *s->blocks);
   memmove(&s->blocks[pre + 2], &s->blocks[pre + 1], (merge - pre) * sizeof *s->blocks);
   s->blocks[pre + 1] = enter;
   s->blocks[merge + 2] = after;
   r->pre = enter;
   ir_cfg_update(s);
}

static void rotate(struct rotate *r)
{
   struct ir_shader *s = r->s;
   struct ir_block *end = ir_block_new(s);
   struct ir_builder b = ir_at_end(s, r->back);
   uint32_t num_phis = 0, n = 0;

   b.span = r->cmp->span;
   b.invariant = r->cmp->invariant;
   struct ir_src src[3];
   for (uint32_t k = 0; k < r->cmp->nsrc; k++)
      src[k] = at_end(r, r->cmp->src[k]);
   struct ir_src cond = ir_use(ir_emit(&b, (enum ir_op)r->cmp->op, 1, r->cmp->nsrc, src, NULL)->dst[0]);

   /* The break will be the last predecessor of the merge block. */
   ir_foreach_phi (r->merge, i) {
      struct ir_src last = at_end(r, i->src[r->out]);
      for (uint32_t k = r->out; k + 1 < i->nsrc; k++)
         i->src[k] = i->src[k + 1];
      i->src[i->nsrc - 1] = last;
   }
   ir_foreach_phi (r->header, i)
      i->tmp = num_phis++;
   struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, (size_t)num_phis + 1);
   struct ir_builder m = {.s = s, .block = r->merge, .span = r->cmp->span};
   ir_foreach_phi (r->header, i) {
      const struct ir_src next = i->src[r->around];
      if (r->merge->num_preds == 1) {
         map[i->tmp] = next;
         continue;
      }
      struct ir_instr *phi = ir_emit_phi(&m, i->dst[0]->width, r->merge->num_preds);
      for (uint32_t k = 0; k + 1 < r->merge->num_preds; k++)
         phi->src[k] = ir_use(i->dst[0]);
      phi->src[r->merge->num_preds - 1] = next;
      map[i->tmp] = ir_use(phi->dst[0]);
   }
   redirect(r, map);
   util_discard(s->ctx, map, ((size_t)num_phis + 1) * sizeof *map);

   ir_end_jump(r->header, r->body);
   r->back->term = IR_TERM_IF;
   r->back->cond = cond;
   r->back->succ[0] = r->leave;
   r->back->succ[1] = r->back->merge = end;
   end->term = IR_TERM_CONTINUE;
   end->succ[0] = r->header;
   end->span = r->back->span;
   /* The break moves to after the body, followed by the new block. */
   ir_block_append(s, end);
   struct ir_block **list = UTIL_ARRAY(s->ctx, struct ir_block *, s->num_blocks);
   for (uint32_t k = 0; k + 1 < s->num_blocks; k++) {
      if (s->blocks[k] == r->merge) {
         list[n++] = r->leave;
         list[n++] = end;
      }
      if (s->blocks[k] != r->leave)
         list[n++] = s->blocks[k];
   }
   for (uint32_t k = 0; k < n; k++)
      s->blocks[k] = list[k];
   util_discard(s->ctx, list, s->num_blocks * sizeof *list);
   ir_cfg_update(s);
}

bool pass_loop_rotate(struct ir_shader *s)
{
   unsigned tried = 0, loops = 0;
   bool progress = false;

   ir_foreach_block (s, b)
      loops += b->term == IR_TERM_LOOP;
   if (!loops || loops > MANY_LOOPS)
      return false;
   uint32_t *uses = NULL;
   const uint32_t num_old = s->num_values;
   uint8_t *varies = NULL;
   for (uint32_t k = 0; k < s->num_blocks && tried < MAX_LOOPS; k++) {
      struct rotate r = {.s = s, .uses = &uses, .num_old = num_old};
      if (s->blocks[k]->term == IR_TERM_LOOP && ir_reachable(s->blocks[k]) && fits(&r, s->blocks[k])) {
         tried++;
         if (!leaves_only_itself(&r))
            continue;
         if (r.guarded) {
            if (!varies)
               varies = find_varying(s, num_old);
            if (!guard_is_uniform(&r, varies))
               continue;
            guard(&r);
         }
         rotate(&r);
         progress = true;
      }
   }
   if (varies)
      util_discard(s->ctx, varies, num_old);
   return progress;
}
