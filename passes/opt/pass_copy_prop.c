/* SPDX-License-Identifier: MIT */
/*
 * Copy propagation and folding of float source modifiers into their readers.
 *
 *    %2 = mov -|%1|                        %3 = fadd %0, -|%1|
 *    %3 = fadd %0, %2            ->
 *    %5 = phi %4, %4                       uses of %5 read %4
 *
 * The source of a plain move is forwarded to all readers of the move; the source of a move with modifiers, to readers that
 * allow them. Modifiers flip and clear the sign bit and nothing else, in a move as in a source, so this is exact, also for NaN.
 * Dead code elimination removes the moves. Linear: definitions come before uses, except for phis of loop headers, which are
 * done last.
 */
#include "passes/pass.h"

#include "ir/cfg.h"

/* Replaces a source. While `to` is NULL, nothing is replaced yet and no value needs to be looked at. */
static bool forward(struct ir_src *src, const struct ir_src *to, bool mods_allowed)
{
   if (!to)
      return false;
   const struct ir_src *t = &to[src->val->id];

   if (!t->val || ((t->neg || t->abs) && !mods_allowed))
      return false;
   *src = ir_compose(*src, *t);
   return true;
}

/* The only value that a phi reads besides itself; NULL if it reads several. */
static struct ir_value *only_value(const struct ir_instr *phi)
{
   struct ir_value *v = NULL;

   for (uint32_t k = 0; k < phi->nsrc; k++) {
      if (phi->src[k].val == phi->dst[0] || phi->src[k].val == v)
         continue;
      if (v)
         return NULL;
      v = phi->src[k].val;
   }
   return v;
}

bool pass_copy_prop(struct ir_shader *s)
{
   if (!ir_may_have(s, IR_mov) && !ir_may_have(s, IR_phi))
      return false;
   const bool movs = ir_may_have(s, IR_mov);
   struct ir_src *to = NULL; /* by value: the source that its readers may read instead */
   bool progress = false;

   ir_foreach_block (s, b) {
      /* Until the first replacement, only possible copies are looked at. */
      for (struct ir_instr *i = b->first; i && (to || movs || i->op == IR_phi); i = ir_next(i)) {
         for (uint32_t k = 0; k < i->nsrc; k++)
            progress |= forward(&i->src[k], to, i->op != IR_phi && ir_src_float((enum ir_op)i->op, k));
         const struct ir_src copied = i->op == IR_mov   ? i->src[0]
                                      : i->op == IR_phi ? ir_use(only_value(i))
                                                        : (struct ir_src){0};
         if (copied.val) {
            to = to ? to : IR_SCRATCH(s, 0, struct ir_src, s->num_values);
            to[i->dst[0]->id] = copied;
         }
      }
      if (b->term == IR_TERM_IF)
         progress |= forward(&b->cond, to, false);
   }
   for (uint32_t n = 0; to && n < s->num_blocks; n++)
      if (ir_is_header(s->blocks[n]))
         ir_foreach_phi (s->blocks[n], i)
            for (uint32_t k = 0; k < i->nsrc; k++)
               progress |= forward(&i->src[k], to, false);
   return progress;
}
