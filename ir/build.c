/* SPDX-License-Identifier: MIT */
/* Creating and changing IR; see build.h. */
#include "ir/build.h"

#include "ir/cfg.h"

struct ir_shader *ir_shader_new(struct util_ctx *ctx, enum ir_stage stage, num_m num)
{
   struct ir_shader *s = UTIL_NEW(ctx, struct ir_shader);

   s->ctx = ctx;
   s->stage = stage;
   s->num = num;
   return s;
}

void *ir_scratch_raw(struct ir_shader *s, unsigned slot, size_t n, size_t size)
{
   size_t need = n * size;

   if (size && n > SIZE_MAX / 8 / size)
      util_fail(s->ctx, UTIL_LIMIT);
   if (need > s->scratch[slot].cap) {
      /* Allocate a quarter more than needed, because passes add values. */
      util_discard(s->ctx, s->scratch[slot].p, s->scratch[slot].cap);
      s->scratch[slot].cap = need + need / 4;
      s->scratch[slot].p = util_alloc(s->ctx, s->scratch[slot].cap);
   }
   return s->scratch[slot].p;
}

void *ir_scratch(struct ir_shader *s, unsigned slot, size_t n, size_t size)
{
   const size_t old = s->scratch[slot].cap;
   void *p = ir_scratch_raw(s, slot, n, size);

   /* A buffer that has just grown is already zero. */
   return s->scratch[slot].cap == old && n ? memset(p, 0, n * size) : p;
}

void ir_scratch_free(struct ir_shader *s)
{
   for (unsigned k = 0; k < IR_NUM_SCRATCH; k++) {
      util_discard(s->ctx, s->scratch[k].p, s->scratch[k].cap);
      s->scratch[k].p = NULL;
      s->scratch[k].cap = 0;
   }
}

struct ir_block *ir_block_new(struct ir_shader *s)
{
   struct ir_block *b = UTIL_NEW(s->ctx, struct ir_block);

   b->index = UINT32_MAX;
   b->span = UTIL_NO_SPAN;
   return b;
}

void ir_block_append(struct ir_shader *s, struct ir_block *b)
{
   b->index = s->num_blocks;
   UTIL_PUSH(s->ctx, s->blocks, s->num_blocks, s->cap_blocks, b);
}

uint32_t ir_array_new(struct ir_shader *s, uint32_t length, unsigned width, const char *name)
{
   UTIL_PUSH(s->ctx, s->arrays, s->num_arrays, s->cap_arrays,
             (struct ir_array){.length = length, .width = (uint8_t)width, .name = name});
   return s->num_arrays - 1;
}

uint32_t ir_array_component(struct ir_shader *s, uint32_t length, const char *name, unsigned comp)
{
   const uint32_t array = ir_array_new(s, length, 32, name);

   s->arrays[array].component = "xyzw"[comp];
   return array;
}

struct ir_builder ir_at_end(struct ir_shader *s, struct ir_block *b)
{
   return (struct ir_builder){.s = s, .block = b, .after = b->last, .span = UTIL_NO_SPAN};
}

struct ir_builder ir_before(struct ir_shader *s, struct ir_instr *i)
{
   return (struct ir_builder){.s = s, .block = i->block, .after = i->prev, .span = i->span, .invariant = i->invariant};
}

struct ir_builder ir_after(struct ir_shader *s, struct ir_instr *i)
{
   return (struct ir_builder){.s = s, .block = i->block, .after = i, .span = i->span, .invariant = i->invariant};
}

/* The capacity of a source list is the next power of two of its length, so that ir_add_src can tell when the list is full. */
static uint32_t src_capacity(uint32_t n)
{
   uint32_t cap = 1;

   while (cap < n)
      cap *= 2;
   return n ? cap : 0;
}

struct ir_chunk {
   struct ir_chunk *next;
   size_t size;
};

#define POOL_MIN 8192u
#define POOL_MAX ((size_t)1 << 18)

/* Returns zeroed memory. */
static void *pool_take(struct ir_shader *s, size_t size)
{
   struct ir_pool *p = &s->pool;

   size = (size + 7) & ~(size_t)7;
   if ((size_t)(p->end - p->at) < size) {
      size_t want = p->total / 8 > POOL_MIN ? p->total / 8 : POOL_MIN;
      struct ir_chunk *c;

      want = want > POOL_MAX ? POOL_MAX : want > 2 * POOL_MIN && want < 3 * POOL_MIN ? 3 * POOL_MIN : want;
      want = want < size + sizeof *c ? size + sizeof *c : want;
      c = util_resize(s->ctx, NULL, 0, want);
      c->next = p->chunks;
      c->size = want;
      p->chunks = c;
      p->at = (uint8_t *)(c + 1);
      p->end = (uint8_t *)c + want;
      p->total += want;
   }
   p->at += size;
   return memset(p->at - size, 0, size); /* cleared here so that unused parts of a chunk are never touched */
}

/* Results and sources lie next to the instruction, because they are read together. */
struct ir_instr *ir_instr_bare(struct ir_shader *s, enum ir_op op, unsigned ndst, unsigned nsrc)
{
   uint32_t cap = ir_op_info[op].max_src == IR_ANY_SRC ? src_capacity(nsrc) : nsrc;
   struct ir_instr *i =
      pool_take(s, sizeof *i + ndst * sizeof(struct ir_value) + cap * sizeof(struct ir_src));

   i->op = (uint8_t)op;
   i->ndst = (uint8_t)ndst;
   for (unsigned n = 0; n < ndst; n++) {
      i->dst[n]->res = (uint8_t)n;
      i->dst[n]->def = i;
   }
   i->src = cap ? (struct ir_src *)(i->dst + ndst) : NULL;
   return i;
}

struct ir_instr *ir_instr_new(struct ir_shader *s, enum ir_op op, unsigned nsrc)
{
   ir_note_op(s, op);
   util_work(s->ctx, 12);
   return ir_instr_bare(s, op, ir_op_info[op].num_dst, nsrc);
}

/* Copies an instruction into no block. The copy has the same sources and its results have the same numbers. */
static struct ir_instr *copy_instr(struct ir_shader *s, const struct ir_instr *i)
{
   struct ir_instr *n = ir_instr_bare(s, (enum ir_op)i->op, i->ndst, i->nsrc);

   n->sat = i->sat;
   n->invariant = i->invariant;
   n->nsrc = i->nsrc;
   memcpy(n->attr, i->attr, sizeof n->attr);
   n->span = i->span;
   for (unsigned k = 0; k < i->ndst; k++) {
      n->dst[k]->id = i->dst[k]->id;
      n->dst[k]->width = i->dst[k]->width;
   }
   for (uint32_t k = 0; k < i->nsrc; k++)
      n->src[k] = i->src[k];
   return n;
}

void ir_pool_discard(struct ir_shader *s, const struct ir_pool *p)
{
   for (struct ir_chunk *c = p->chunks, *next; c; c = next) {
      next = c->next;
      util_discard(s->ctx, c, c->size);
   }
}

/* Copies the instructions and the terminator of a block. `value` maps the number of a value to its copy. */
static void clone_block(struct ir_shader *s, struct ir_block *to, const struct ir_block *from, struct ir_value **value)
{
   struct ir_builder at = ir_at_end(s, to);

   ir_foreach_instr (from, i) {
      struct ir_instr *n = copy_instr(s, i);

      for (unsigned k = 0; k < n->ndst; k++)
         value[n->dst[k]->id] = n->dst[k];
      ir_insert(&at, n);
   }
   to->term = from->term;
   to->cond = from->cond;
   to->span = from->span;
   for (unsigned n = 0; n < ir_num_succs(from); n++)
      to->succ[n] = s->blocks[from->succ[n]->index];
   to->merge = from->merge ? s->blocks[from->merge->index] : NULL;
   for (uint32_t n = 0; n < from->num_preds; n++)
      UTIL_PUSH(s->ctx, to->preds, to->num_preds, to->cap_preds, s->blocks[from->preds[n]->index]);
}

uint32_t ir_add_param(struct ir_shader *s, struct io_param param)
{
   UTIL_PUSH(s->ctx, s->params, s->num_params, s->cap_params, param);
   if (s->pre.shader) {
      s->pre.shader->params = s->params;
      s->pre.shader->num_params = s->num_params;
   }
   return s->num_params - 1;
}

struct ir_shader *ir_clone(struct util_ctx *ctx, const struct ir_shader *s)
{
   struct ir_shader *c = UTIL_NEW(ctx, struct ir_shader);
   struct ir_value **value = UTIL_ARRAY(ctx, struct ir_value *, s->num_values);

   *c = (struct ir_shader){.ctx = ctx,
                           .stage = s->stage,
                           .num = s->num,
                           .num_values = s->num_values,
                           .num_source_ops = s->num_source_ops,
                           .prim_in = s->prim_in,
                           .prim_out = s->prim_out,
                           .vertices_out = s->vertices_out,
                           .invocations = s->invocations,
                           .shared_bytes = s->shared_bytes};
   memcpy(c->ops, s->ops, sizeof c->ops);
   memcpy(c->slots, s->slots, sizeof c->slots);
   memcpy(c->block, s->block, sizeof c->block);
   for (uint32_t k = 0; k < s->num_arrays; k++)
      UTIL_PUSH(ctx, c->arrays, c->num_arrays, c->cap_arrays, s->arrays[k]);
   for (uint32_t k = 0; k < s->num_params; k++)
      ir_add_param(c, s->params[k]);
   c->pre.halves = s->pre.halves;
   if (s->pre.shader)
      c->pre.shader = ir_clone(ctx, s->pre.shader);
   for (uint32_t k = 0; k < s->num_blocks; k++)
      ir_block_append(c, ir_block_new(c));
   ir_foreach_block (s, b)
      clone_block(c, c->blocks[b->index], b, value);
   /* Every value has its copy now, so the sources can be redirected. */
   ir_foreach_block (c, b) {
      if (b->term == IR_TERM_IF)
         b->cond.val = value[b->cond.val->id];
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            i->src[k].val = value[i->src[k].val->id];
   }
   util_discard(ctx, value, s->num_values * sizeof *value);
   return c;
}

struct ir_instr *ir_emit(struct ir_builder *b, enum ir_op op, unsigned width, unsigned nsrc, const struct ir_src *src,
                         const uint32_t *attr)
{
   struct ir_shader *s = b->s;
   const struct ir_op_info *info = &ir_op_info[op];

   UTIL_CHECK(s->ctx, nsrc >= info->min_src && (info->max_src == IR_ANY_SRC || nsrc <= info->max_src));
   struct ir_instr *i = ir_instr_new(s, op, nsrc);
   i->invariant = b->invariant;
   i->span = b->span;
   i->nsrc = nsrc;
   for (unsigned n = 0; n < nsrc; n++) {
      UTIL_CHECK(s->ctx, src[n].val);
      i->src[n] = src[n];
   }
   for (unsigned n = 0; n < info->num_attrs; n++)
      i->attr[n] = attr[n];
   ir_note_slot(s, i);
   for (unsigned n = 0; n < info->num_dst; n++) {
      unsigned w = ir_kind_width(info->dst[n]);

      i->dst[n]->id = s->num_values++;
      i->dst[n]->width = (uint8_t)(w ? w : width);
   }

   ir_insert(b, i);
   return i;
}

struct ir_instr *ir_emit_phi(struct ir_builder *b, unsigned width, uint32_t nsrc)
{
   struct ir_instr *i = ir_instr_new(b->s, IR_phi, nsrc);

   i->invariant = b->invariant;
   i->span = b->span;
   i->nsrc = nsrc;
   i->dst[0]->id = b->s->num_values++;
   i->dst[0]->width = (uint8_t)width;
   ir_insert(b, i);
   return i;
}

void ir_insert(struct ir_builder *b, struct ir_instr *i)
{
   i->block = b->block;
   i->prev = b->after;
   i->next = b->after ? b->after->next : b->block->first;
   *(i->prev ? &i->prev->next : &b->block->first) = i;
   *(i->next ? &i->next->prev : &b->block->last) = i;
   b->after = i;
}

static struct ir_value *op_n(struct ir_builder *b, enum ir_op op, unsigned n, const struct ir_src *src)
{
   unsigned width = 32;

   for (unsigned k = 0; k < n; k++)
      if (ir_src_kind(op, k) == 'X') {
         width = src[k].val->width;
         break;
      }
   return ir_emit(b, op, width, n, src, NULL)->dst[0];
}

struct ir_value *ir_op1(struct ir_builder *b, enum ir_op op, struct ir_src a0)
{
   return op_n(b, op, 1, &a0);
}

struct ir_value *ir_op2(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1)
{
   return op_n(b, op, 2, (struct ir_src[]){a0, a1});
}

struct ir_value *ir_op3(struct ir_builder *b, enum ir_op op, struct ir_src a0, struct ir_src a1, struct ir_src a2)
{
   return op_n(b, op, 3, (struct ir_src[]){a0, a1, a2});
}

struct ir_value *ir_const(struct ir_builder *b, unsigned width, uint32_t value)
{
   return ir_emit(b, IR_const, width, 0, NULL, &value)->dst[0];
}

struct ir_value *ir_copy_leaf(struct ir_builder *b, const struct ir_instr *leaf)
{
   struct ir_instr *i = ir_emit(b, (enum ir_op)leaf->op, leaf->dst[0]->width, 0, NULL, leaf->attr);

   i->span = leaf->span;
   return i->dst[0];
}

void ir_remove(struct ir_instr *i)
{
   *(i->prev ? &i->prev->next : &i->block->first) = i->next;
   *(i->next ? &i->next->prev : &i->block->last) = i->prev;
   i->prev = i->next = NULL;
}

void ir_append_all(struct ir_block *to, struct ir_block *b)
{
   if (!b->first)
      return;
   b->first->prev = to->last;
   *(to->last ? &to->last->next : &to->first) = b->first;
   to->last = b->last;
   b->first = b->last = NULL;
}

void ir_end_jump(struct ir_block *b, struct ir_block *to)
{
   b->term = IR_TERM_JUMP;
   b->cond = (struct ir_src){0};
   b->succ[0] = to;
   b->succ[1] = b->merge = NULL;
}

void ir_end_like(struct ir_block *b, const struct ir_block *other)
{
   b->term = other->term;
   b->cond = other->cond;
   b->succ[0] = other->succ[0];
   b->succ[1] = other->succ[1];
   b->merge = other->merge;
   b->span = other->span;
}

void ir_move_end(struct ir_block *to, struct ir_block *from)
{
   ir_end_like(to, from);
   from->term = IR_TERM_NONE;
   from->cond = (struct ir_src){0};
   from->succ[0] = from->succ[1] = from->merge = NULL;
}

struct ir_block *ir_split_after(struct ir_shader *s, struct ir_instr *i)
{
   struct ir_block *from = i->block, *rest = ir_block_new(s);
   struct ir_builder b = {.s = s, .block = rest};

   for (struct ir_instr *q = i->next, *next; q; q = next) {
      next = q->next;
      ir_remove(q);
      ir_insert(&b, q);
   }
   ir_move_end(rest, from);
   return rest;
}

void ir_add_src(struct ir_shader *s, struct ir_instr *i, struct ir_src src)
{
   if ((i->nsrc & (i->nsrc - 1)) == 0) {
      struct ir_src *p = UTIL_ARRAY(s->ctx, struct ir_src, src_capacity(i->nsrc + 1));

      for (uint32_t n = 0; n < i->nsrc; n++)
         p[n] = i->src[n];
      i->src = p;
   }
   i->src[i->nsrc++] = src;
}

void ir_replace_uses(struct ir_shader *s, const struct ir_src *map)
{
   struct ir_src *full = IR_SCRATCH(s, 4, struct ir_src, s->num_values);
   uint32_t *stack = IR_SCRATCH(s, 5, uint32_t, s->num_values), n = 0;

   /* Resolves the end of each chain first: push values until one is resolved or not replaced, then compose on the way back. */
   for (uint32_t v = 0; v < s->num_values; v++) {
      for (uint32_t k = v; map[k].val && !full[k].val && n < s->num_values; k = map[k].val->id)
         stack[n++] = k;
      while (n) {
         uint32_t k = stack[--n], to = map[k].val->id;
         full[k] = full[to].val ? ir_compose(map[k], full[to]) : map[k];
      }
   }
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            if (full[i->src[k].val->id].val)
               i->src[k] = ir_compose(i->src[k], full[i->src[k].val->id]);
      if (b->cond.val && full[b->cond.val->id].val)
         b->cond = ir_compose(b->cond, full[b->cond.val->id]);
   }
}
