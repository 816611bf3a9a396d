/* SPDX-License-Identifier: MIT */
/* See agx_paste.h. */
#include "backend-agx/agx_paste.h"

#include "ir/build.h"

/* `copy` maps values of the pre-shader to values of the program. */
static void paste_instr(struct ir_builder *b, const struct ir_instr *i, struct ir_value **copy)
{
   struct ir_src *src = UTIL_ARRAY(b->s->ctx, struct ir_src, (size_t)i->nsrc + 1);

   for (uint32_t k = 0; k < i->nsrc; k++) {
      src[k] = i->src[k];
      src[k].val = copy[src[k].val->id];
   }
   b->span = i->span;
   b->invariant = i->invariant;
   struct ir_instr *n = ir_emit(b, (enum ir_op)i->op, i->dst[0]->width, i->nsrc, src, i->attr);
   n->sat = i->sat;
   for (unsigned k = 0; k < i->ndst; k++)
      copy[i->dst[k]->id] = n->dst[k];
}

void agx_paste_preshader(struct ir_shader *s)
{
   struct ir_shader *pre = s->pre.shader;
   struct ir_value **copy = UTIL_ARRAY(s->ctx, struct ir_value *, (size_t)pre->num_values + 1);
   struct ir_src *word = UTIL_ARRAY(s->ctx, struct ir_src, (size_t)ir_pre_words(&s->pre) + 1);
   struct ir_block *first = s->blocks[0];
   struct ir_builder b = first->first ? ir_before(s, first->first) : ir_at_end(s, first);

   ir_foreach_instr (pre->blocks[0], i) {
      if (i->op != IR_store_word) {
         paste_instr(&b, i, copy);
         continue;
      }
      word[i->attr[0]] = i->src[0];
      word[i->attr[0]].val = copy[i->src[0].val->id];
   }
   struct ir_src *to = UTIL_ARRAY(s->ctx, struct ir_src, (size_t)s->num_values + 1);
   ir_foreach_block (s, blk)
      ir_foreach_instr (blk, i)
         if (i->op == IR_load_param && !i->nsrc && s->params[i->attr[0]].cls == PARAM_PRE)
            to[i->dst[0]->id] = word[ir_pre_word(s, i->attr[0], i->attr[1])];
   ir_replace_uses(s, to);
   s->pre = (struct ir_preshader){0};
}
