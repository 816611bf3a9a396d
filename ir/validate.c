/* SPDX-License-Identifier: MIT */
/*
 * Checks every rule of ir.h and ops.def. A valid shader can be executed, printed and compiled without further checks. The
 * structure is checked first (everything else depends on it), then each instruction, then that definitions dominate uses.
 * Linear.
 */
#include "ir/cfg.h"
#include "semantics/memory/memory.h"

struct check {
   struct ir_shader *s;
   struct ir_block *block;
   struct ir_instr *instr;
   uint32_t position; /* position of the instruction in its block */
   struct util_span where;
};

static const char *fail(struct check *c, const char *text)
{
   struct util_ctx *ctx = c->s->ctx;

   c->where = c->instr ? c->instr->span : c->block ? c->block->span : UTIL_NO_SPAN;
   if (c->instr)
      return util_printf(ctx, "block %u, instruction %u (%s): %s", c->block->index, c->position,
                         c->instr->op < IR_OP_COUNT ? ir_op_info[c->instr->op].name : "?", text);
   if (c->block)
      return util_printf(ctx, "block %u: %s", c->block->index, text);
   return text;
}

/* ---- structure */

/* An if or a loop whose merge block has not been reached yet. */
struct open {
   struct ir_block *header;    /* the target of CONTINUE in a loop; NULL for an if */
   struct ir_block *otherwise; /* if: the else arm while the walk is in the then arm, otherwise NULL */
   struct ir_block *merge;
};

static bool in_order(const struct ir_shader *s, const struct ir_block *b)
{
   return b && b->index < s->num_blocks && s->blocks[b->index] == b;
}

static const char *check_term(struct check *c, struct open *open, uint32_t *depth, bool reachable)
{
   struct ir_shader *s = c->s;
   struct ir_block *b = c->block, *next = b->index + 1 < s->num_blocks ? s->blocks[b->index + 1] : NULL;
   struct open *top = *depth ? &open[*depth - 1] : NULL;

   if (b->term == IR_TERM_NONE || b->term > IR_TERM_RETURN)
      return fail(c, "no terminator");
   if (b->term == IR_TERM_RETURN)
      return next || *depth ? fail(c, "return is for the end of the last block") : NULL;
   if (!next)
      return fail(c, "the last block must return");
   for (unsigned n = 0; n < ir_num_succs(b); n++)
      if (!in_order(s, b->succ[n]))
         return fail(c, "the successor is not a block of the shader");

   if (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP) {
      if (!reachable)
         return fail(c, "an unreachable block must not end in if or loop");
      if (!in_order(s, b->merge) || b->merge->index <= b->index + 1)
         return fail(c, "the merge block must follow the body");
      if (b->succ[0] != next || (top && (next == top->merge || next == top->otherwise)))
         return fail(c, "the body must follow at once");
      if (top && b->merge->index >= (top->otherwise ? top->otherwise : top->merge)->index)
         return fail(c, "the merge block is outside of the construct around it");
      if (b->term == IR_TERM_LOOP) {
         open[(*depth)++] = (struct open){next, NULL, b->merge};
      } else {
         if (b->succ[1] != b->merge && (b->succ[1]->index <= next->index || b->succ[1]->index >= b->merge->index))
            return fail(c, "the else arm must lie between the then arm and the merge block");
         open[(*depth)++] = (struct open){NULL, b->succ[1] != b->merge ? b->succ[1] : NULL, b->merge};
      }
      return NULL;
   }

   bool ends = top && (next == top->merge || next == top->otherwise);
   bool found = false;
   if (b->term == IR_TERM_JUMP) {
      if (ends && top->header)
         return fail(c, "the body of a loop must end in continue or break");
      if (b->succ[0] != (ends ? top->merge : next))
         return fail(c, "jump goes to the next block or, at the end of an arm, to the merge block");
   } else {
      for (uint32_t n = *depth; n-- > 0 && !found;)
         found = open[n].header && b->succ[0] == (b->term == IR_TERM_BREAK ? open[n].merge : open[n].header);
      if (!found)
         return fail(c, b->term == IR_TERM_BREAK ? "break must go to the exit of a loop around it"
                                                 : "continue must go to the header of a loop around it");
      if (!ends)
         return fail(c, "code after break or continue");
   }
   if (ends) {
      if (next == top->otherwise)
         top->otherwise = NULL;
      else
         (*depth)--;
   }
   return NULL;
}

static const char *check_structure(struct check *c)
{
   struct ir_shader *s = c->s;
   struct open *open = UTIL_ARRAY(s->ctx, struct open, (size_t)s->num_blocks + 1);
   bool *reached = UTIL_ARRAY(s->ctx, bool, (size_t)s->num_blocks + 1);
   uint32_t *seen = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks); /* number of predecessors met so far */
   uint32_t depth = 0;
   const char *err;

   if (!s->num_blocks)
      return "no blocks";
   for (uint32_t k = 0; k < s->num_blocks; k++)
      if (s->blocks[k]->index != k) {
         return "stale block index";
      }
   reached[0] = true;
   ir_foreach_block (s, b) {
      c->block = b;
      if ((err = check_term(c, open, &depth, reached[b->index])))
         return err;
      if (reached[b->index])
         for (unsigned n = 0; n < ir_num_succs(b); n++)
            reached[b->succ[n]->index] = true;
      else if (b->first)
         return fail(c, "an unreachable block has instructions");
   }
   /* The stored predecessors must be those that follow from the terminators. */
   ir_foreach_block (s, b)
      for (unsigned n = 0; reached[b->index] && n < ir_num_succs(b); n++) {
         struct ir_block *t = b->succ[n];
         uint32_t k = seen[t->index]++;
         c->block = t;
         if (k >= t->num_preds || t->preds[k] != b)
            return fail(c, "stale predecessors");
      }
   ir_foreach_block (s, b) {
      c->block = b;
      if (seen[b->index] != b->num_preds)
         return fail(c, "stale predecessors");
   }
   c->block = NULL;
   return NULL;
}

/* ---- instructions */

static bool is_in_range(const struct ir_instr *i, uint32_t at, uint32_t limit)
{
   if (!i->nsrc)
      return i->attr[at] < limit;
   return i->attr[3] && (uint64_t)i->attr[2] + i->attr[3] <= limit;
}

/* The slot must exist in programs of this stage. */
static const char *check_slot(struct check *c)
{
   const struct ir_instr *i = c->instr;
   const bool output = i->op == IR_store_output;
   char name[32];

   _Static_assert(IO_VERTEX == 1 << IR_STAGE_VERTEX && IO_FRAGMENT == 1 << IR_STAGE_FRAGMENT &&
                      IO_GEOMETRY == 1 << IR_STAGE_GEOMETRY && IO_COMPUTE == 1 << IR_STAGE_COMPUTE,
                  "io stage bits must follow enum ir_stage");
   if (i->attr[0] >= SLOT_COUNT || i->attr[1] > 3 || (!output && i->attr[2] >= INTERP_COUNT))
      return fail(c, "slot, component or interpolation out of range");
   if (!(io_slot_programs((enum io_slot)i->attr[0], output) >> c->s->stage & 1))
      return fail(c, util_printf(c->s->ctx, "%s is not an %s of %s programs",
                                 io_slot_name((enum io_slot)i->attr[0], name, sizeof name), output ? "output" : "input",
                                 ir_stage_name[c->s->stage]));
   if (!output && i->nsrc && c->s->stage != IR_STAGE_GEOMETRY)
      return fail(c, "only geometry programs have vertex numbers");
   return NULL;
}

/* Checks the rules for loads of pre-shader results. */
static const char *check_result(struct check *c)
{
   const struct ir_shader *s = c->s;
   const struct ir_instr *i = c->instr;
   const uint32_t first = i->attr[i->nsrc ? 2 : 0], count = i->nsrc ? i->attr[3] : 1;

   for (uint32_t e = first; e - first < count; e++) {
      if (s->params[e].cls != PARAM_PRE)
         continue;
      if (i->nsrc)
         return fail(c, "an index reaches results of the pre-shader");
      if (!s->pre.shader || s->params[e].index >= IR_MAX_HALVES || ir_pre_word(s, e, i->attr[1]) >= ir_pre_words(&s->pre))
         return fail(c, "the pre-shader has no such result");
   }
   return NULL;
}

/* True if a pre-shader may contain the op: it runs in one lane and has no inputs. */
static bool is_preshader_op(enum ir_op op)
{
   const unsigned flags = ir_op_info[op].flags;

   return op == IR_store_word || op == IR_tex || op == IR_load_param || op == IR_load_buffer ||
          (flags & IR_F_PURE && !(flags & (IR_F_CONVERGENT | IR_F_LOAD)));
}

/* The additional rules for a pre-shader. `words` is all false and records the words that it stores. */
static const char *check_preshader(struct check *c, uint32_t num, bool *words)
{
   struct ir_block *b = c->block = c->s->blocks[0];
   uint32_t stored = 0;

   if (c->s->num_blocks != 1 || c->s->num_arrays || c->s->pre.shader)
      return fail(c, "a pre-shader has one block and no arrays");
   ir_foreach_instr (b, i) {
      c->instr = i;
      if (!is_preshader_op((enum ir_op)i->op) || (i->op == IR_tex && exec_tex_is_implicit((enum exec_tex_op)i->attr[0])))
         return fail(c, "a pre-shader may not contain this op");
      c->position++;
      if (i->op != IR_store_word)
         continue;
      if (i->attr[0] >= num || words[i->attr[0]])
         return fail(c, "the word is stored twice or is not a result");
      words[i->attr[0]] = true;
      stored++;
   }
   c->instr = NULL;
   return stored < num ? fail(c, "a pre-shader must store each of its results") : NULL;
}

static const char *check_memory(struct check *c)
{
   const struct ir_instr *i = c->instr;
   const uint32_t *a = i->attr;

   if (i->op == IR_fence)
      return a[0] >> MEM_SPACE_COUNT ? fail(c, "no such spaces") : NULL;
   if (a[0] >= MEM_SPACE_COUNT)
      return fail(c, "no such space");
   if (a[1] >= (a[0] == MEM_SHARED ? MEM_SHARED_UNITS : a[0] == MEM_GLOBAL ? 1 : MEM_UNITS))
      return fail(c, "no such unit");
   if (a[0] == MEM_SHARED && c->s->stage != IR_STAGE_COMPUTE)
      return fail(c, "only compute programs share memory");
   if (i->op == IR_mem_load && a[2] >= MEM_CACHE_COUNT)
      return fail(c, "no such use of the cache");
   if (i->op == IR_mem_store_low && a[2] != 1 && a[2] != 2)
      return fail(c, "1 or 2 bytes");
   if (i->op == IR_mem_atomic && (a[2] >= MEM_ATOMIC_COUNT || (a[2] == MEM_CAS) != (i->nsrc == 3)))
      return fail(c, "wrong operation or number of sources");
   return NULL;
}

static const char *check_image(struct check *c)
{
   const struct ir_instr *i = c->instr;
   const uint32_t *a = i->attr;

   if (a[0] >= MEM_UNITS || a[1] >= TEX_TARGET_COUNT || exec_tex_info[a[1]].shadow)
      return fail(c, "unit or target out of range");
   if (i->op == IR_image_size)
      return NULL;
   if ((a[2] & ~IR_IMAGE_TILED) >= MEM_FORMAT_COUNT || (i->op == IR_image_atomic && a[3] >= MEM_ATOMIC_COUNT) ||
       (i->op == IR_image_load && a[3] >= MEM_CACHE_COUNT))
      return fail(c, "format or operation out of range");
   const unsigned values = i->op == IR_image_load ? 0 : i->op == IR_image_store ? 4 : a[3] == MEM_CAS ? 2 : 1;
   return i->nsrc != ir_image_coordinates((enum exec_tex_target)a[1]) + values ? fail(c, "wrong number of sources") : NULL;
}

static const char *check_attrs(struct check *c)
{
   const struct ir_shader *s = c->s;
   const struct ir_instr *i = c->instr;
   const uint32_t *a = i->attr;

   switch (i->op) {
   case IR_const: return a[0] > ir_width_mask(i->dst[0]->width) ? fail(c, "the value is wider than the result") : NULL;
   case IR_unpack2h: return a[0] > 1 ? fail(c, "half must be 0 or 1") : NULL;
   case IR_load_input:
   case IR_store_output: return check_slot(c);
   case IR_load_param:
      if (a[1] > 3 || !is_in_range(i, 0, s->num_params))
         return fail(c, "parameter or component out of range");
      return check_result(c);
   case IR_store_word: return s->stage != IR_STAGE_PRE ? fail(c, "only pre-shaders store words") : NULL;
   case IR_load_buffer: return a[0] >= 16 || !is_in_range(i, 1, UINT32_MAX) ? fail(c, "buffer or word out of range") : NULL;
   case IR_array_load:
   case IR_array_store: {
      if (a[0] >= s->num_arrays)
         return fail(c, "no such array");
      bool store = i->op == IR_array_store;
      if (i->nsrc == 0u + store && a[1] >= s->arrays[a[0]].length)
         return fail(c, "index out of range");
      if ((store ? i->src[0].val : i->dst[0])->width != s->arrays[a[0]].width)
         return fail(c, "wrong width for the array");
      return NULL;
   }
   case IR_tex:
      if (a[0] >= TEX_OP_COUNT || a[1] >= TEX_TARGET_COUNT || ir_tex_unit(a[2]) >= 32 || a[2] >> IR_TEX_SAMPLER_SHIFT > 32 ||
          a[2] >> IR_TEX_SAMPLER_SHIFT == ir_tex_unit(a[2]) + 1 || a[3] > IR_TEX_ALL)
         return fail(c, "texture operation, target, unit or offset out of range");
      if ((a[1] == TEX_BUFFER || exec_tex_info[a[1]].samples) &&
          (a[0] == TEX_LEVEL || (a[0] != TEX_FETCH && !exec_tex_is_query((enum exec_tex_op)a[0]))))
         return fail(c, "buffer and multisample textures support only fetches and queries");
      if (a[3] >> IR_TEX_COMPONENT_SHIFT & 3 && a[0] != TEX_GATHER)
         return fail(c, "only a gather selects a component");
      if (a[0] == TEX_FETCH && (exec_tex_is_cube((enum exec_tex_target)a[1]) || exec_tex_info[a[1]].shadow))
         return fail(c, "texels of cube maps and shadow targets cannot be fetched");
      if (a[3] & IR_TEX_FLOAT_COORDS && (a[0] != TEX_FETCH || a[1] == TEX_BUFFER))
         return fail(c, "only fetches from non-buffer textures may have float coordinates");
      if (a[3] & IR_TEX_MOVED &&
          (a[3] & IR_TEX_OFFSETS || exec_tex_is_query((enum exec_tex_op)a[0]) || exec_tex_is_cube((enum exec_tex_target)a[1])))
         return fail(c, "a word of offsets excludes constant offsets, queries and cube maps");
      if (i->nsrc != ir_tex_srcs((enum exec_tex_op)a[0], (enum exec_tex_target)a[1]).total + (a[3] & IR_TEX_MOVED ? 1u : 0))
         return fail(c, "wrong number of sources");
      return NULL;
   case IR_mem_load:
   case IR_mem_store:
   case IR_mem_store_low:
   case IR_mem_atomic:
   case IR_mem_size:
   case IR_fence: return check_memory(c);
   case IR_image_load:
   case IR_image_store:
   case IR_image_atomic:
   case IR_image_size: return check_image(c);
   case IR_image_word: return a[0] >= MEM_UNITS || a[1] >= MEM_IMAGE_WORDS ? fail(c, "unit or word out of range") : NULL;
   case IR_mutex: return a[0] >= MEM_MUTEX_COUNT || a[1] >= MEM_LOCKS ? fail(c, "lock or operation out of range") : NULL;
   case IR_barrier: return s->stage != IR_STAGE_COMPUTE ? fail(c, "only compute programs have barriers") : NULL;
   case IR_emit:
   case IR_end_primitive:
      if (a[0] >= EXEC_STREAMS)
         return fail(c, "no such stream");
      return s->stage != IR_STAGE_GEOMETRY ? fail(c, "only geometry programs emit") : NULL;
   default: return NULL;
   }
}

/* First walk over an instruction: the checks that need no definitions of its sources. Enters its results into owner[]. */
static const char *check_instr(struct check *c, struct ir_value **owner, bool phis_over)
{
   const struct ir_shader *s = c->s;
   struct ir_instr *i = c->instr;

   if (i->op >= IR_OP_COUNT)
      return fail(c, "no such op");
   const struct ir_op_info *info = &ir_op_info[i->op];
   if (i->block != c->block || (i->next ? i->next->prev : c->block->last) != i)
      return fail(c, "broken list");
   if (i->ndst != info->num_dst || i->nsrc < info->min_src || (info->max_src != IR_ANY_SRC && i->nsrc > info->max_src))
      return fail(c, "wrong number of results or sources");
   if (i->sat > IR_SAT_11 || (i->sat && !(info->flags & IR_F_FRES)))
      return fail(c, "saturation");
   for (unsigned n = 0; n < i->ndst; n++) {
      struct ir_value *v = i->dst[n];
      unsigned w = ir_kind_width(info->dst[n]);
      if (!v || v->def != i || v->res != n || v->id >= s->num_values || owner[v->id])
         return fail(c, "the result is not a new value");
      if (w ? v->width != w : v->width != 1 && v->width != 16 && v->width != 32)
         return fail(c, "wrong width of the result");
      owner[v->id] = v;
   }
   if (i->op == IR_phi && (phis_over || i->nsrc != c->block->num_preds))
      return fail(c, phis_over ? "phis must come first" : "a phi needs one source for each predecessor");
   return NULL;
}

static const char *check_src(struct check *c, struct ir_value **owner, unsigned n)
{
   const struct ir_instr *i = c->instr;
   const struct ir_src *src = &i->src[n];
   enum ir_op op = (enum ir_op)i->op;
   char kind = ir_src_kind(op, n);
   unsigned width = ir_kind_width(kind);

   if (!src->val || src->val->id >= c->s->num_values || owner[src->val->id] != src->val)
      return fail(c, "nothing defines the source");
   if (kind == 'X') {
      /* All kinds X of a row have one width: that of the result if it is an X, otherwise that of the first source that is an
         X. */
      const char *first = strchr(ir_op_info[op].src, 'X');
      width = ir_op_info[op].dst[0] == 'X' ? i->dst[0]->width : i->src[first - ir_op_info[op].src].val->width;
   }
   if (src->val->width != width)
      return fail(c, "wrong width of a source");
   if ((src->neg || src->abs) && (!ir_src_float(op, n) || width == 1))
      return fail(c, "the op does not allow modifiers on this source");
   return NULL;
}

static const char *check_declarations(const struct ir_shader *s)
{
   uint64_t total = 0;

   if (s->stage > IR_STAGE_PRE)
      return "no such stage";
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      const struct ir_array *a = &s->arrays[k];
      total += a->length;
      if (!a->length || (a->width != 1 && a->width != 16 && a->width != 32))
         return util_printf(s->ctx, "array %u: length or width out of range", k);
   }
   if (total > IR_MAX_ARRAY_SCALARS)
      return "the arrays are too big";
   for (uint32_t k = 0; k < s->num_params; k++)
      if (s->params[k].cls >= PARAM_CLASS_COUNT || (s->params[k].cls == PARAM_STATE && !s->params[k].state))
         return util_printf(s->ctx, "parameter %u: class or name out of range", k);
   return NULL;
}

static const char *check_all(struct check *c)
{
   struct ir_shader *s = c->s;
   struct ir_value **owner = UTIL_ARRAY(s->ctx, struct ir_value *, s->num_values);
   bool *defined = UTIL_ARRAY(s->ctx, bool, s->num_values);
   const char *err;

   if ((err = check_declarations(s)) || (err = check_structure(c)))
      return err;

   ir_foreach_block (s, b) {
      bool phis_over = false;
      c->block = b;
      c->position = 0;
      if (b->first && b->first->prev)
         return fail(c, "broken list");
      ir_foreach_instr (b, i) {
         c->instr = i;
         if ((err = check_instr(c, owner, phis_over)))
            return err;
         phis_over |= i->op != IR_phi;
         c->position++;
      }
      c->instr = NULL;
   }

   struct ir_dom dom = ir_dom_tree(s);
   ir_foreach_block (s, b) {
      c->block = b;
      c->position = 0;
      ir_foreach_instr (b, i) {
         c->instr = i;
         for (uint32_t n = 0; n < i->nsrc; n++) {
            if ((err = check_src(c, owner, n)))
               return err;
            const struct ir_value *v = i->src[n].val;
            const struct ir_block *at = i->op == IR_phi ? b->preds[n] : b;
            if (!ir_dominates(&dom, v->def->block->index, at->index) || (i->op != IR_phi && !defined[v->id]))
               return fail(c, "a source is not defined on every path to its use");
         }
         for (unsigned n = 0; n < i->ndst; n++)
            defined[i->dst[n]->id] = true;
         if ((err = check_attrs(c)))
            return err;
         c->position++;
      }
      c->instr = NULL;
      if (b->term == IR_TERM_IF) {
         const struct ir_value *v = b->cond.val;
         if (!v || v->id >= s->num_values || owner[v->id] != v || v->width != 1 || b->cond.neg || b->cond.abs)
            return fail(c, "the condition must be a 1-bit value without modifiers");
         if (!ir_dominates(&dom, v->def->block->index, b->index))
            return fail(c, "the condition is not defined on every path to its use");
      }
   }
   return NULL;
}

/* A machine runs whole waves, and each of its invocations runs at least one invocation of the program. */
static const char *check_block(const struct ir_shader *s)
{
   const uint64_t all = (uint64_t)s->block[0] * s->block[1] * s->block[2];

   return s->invocations && (s->invocations % EXEC_LANES || s->invocations > all)
              ? "the machine cannot run so many invocations for a workgroup"
              : NULL;
}

const char *ir_check(struct ir_shader *s, struct util_span *where)
{
   struct check c = {.s = s, .where = UTIL_NO_SPAN};
   const char *err = s->stage == IR_STAGE_PRE ? "a pre-shader can only be part of another program" : check_all(&c);

   err = err ? err : check_block(s);

   if (!err && s->pre.shader) {
      const uint32_t num = ir_pre_words(&s->pre);
      c = (struct check){.s = s->pre.shader, .where = UTIL_NO_SPAN};
      err = c.s->stage != IR_STAGE_PRE ? "wrong stage of the pre-shader" : check_all(&c);
      if (!err)
         err = check_preshader(&c, num, UTIL_ARRAY(s->ctx, bool, num));
      err = err ? util_printf(s->ctx, "pre-shader: %s", err) : NULL;
   }
   *where = c.where;
   return err;
}

const char *ir_validate(struct ir_shader *s)
{
   struct util_span where;

   return ir_check(s, &where);
}
