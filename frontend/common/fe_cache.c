/* SPDX-License-Identifier: MIT */
/*
 * Lowering of any language: the value cache, and the constants, parameters, inputs and IR arrays that use it. Within a block
 * each constant, parameter or input is loaded once, unless another one takes its place in the table. The cache knows the value
 * of an IR array of one element: a load of it emits nothing, and a store is emitted only at the end of the block.
 */
#include "frontend/common/fe_lower.h"

/* True if v is a value of the open block; v may be NULL. */
static bool is_here(const struct fe_lower *f, const struct ir_value *v)
{
   return v && v->def->block == f->b.block;
}

struct ir_src fe_imm(struct fe_lower *f, uint32_t bits)
{
   struct ir_value **k = &f->cache.constant[(bits * 0x9e3779b1u) >> 27];

   if (!is_here(f, *k) || (*k)->def->attr[0] != bits)
      *k = ir_const(&f->b, 32, bits);
   return ir_use(*k);
}

/* A load whose first two attributes identify its cache entry. */
static struct ir_src load(struct fe_lower *f, struct ir_value **cache, enum ir_op op, const uint32_t attr[4])
{
   struct ir_value **k = &cache[(attr[0] * 4 + attr[1]) % FE_CACHED_LOADS];

   if (!is_here(f, *k) || (*k)->def->attr[0] != attr[0] || (*k)->def->attr[1] != attr[1] || (*k)->def->attr[2] != attr[2])
      *k = ir_emit(&f->b, op, 32, 0, NULL, attr)->dst[0];
   (*k)->def->invariant |= f->b.invariant;
   return ir_use(*k);
}

struct ir_src fe_param(struct fe_lower *f, uint32_t entry, unsigned comp)
{
   if (f->s->params[entry].cls == PARAM_CONST)
      return fe_imm(f, f->s->params[entry].value[comp]);
   return load(f, f->cache.param, IR_load_param, (uint32_t[4]){entry, comp, entry, 1});
}

struct ir_src fe_input(struct fe_lower *f, unsigned slot, unsigned comp, unsigned interp, struct ir_src vertex)
{
   const uint32_t attr[4] = {slot, comp, interp};

   if (vertex.val)
      return ir_use(ir_emit(&f->b, IR_load_input, 32, 1, &vertex, attr)->dst[0]);
   return load(f, f->cache.input, IR_load_input, attr);
}

struct ir_src fe_param_relative(struct fe_lower *f, uint32_t first, uint32_t length, struct fe_index i, unsigned comp)
{
   return ir_use(ir_emit(&f->b, IR_load_param, 32, 1, &i.reg, (uint32_t[4]){first + i.constant, comp, first, length})->dst[0]);
}

uint32_t fe_param_add_state(struct fe_lower *f, const char *state)
{
   return ir_add_param(f->s, (struct io_param){.cls = PARAM_STATE, .state = state});
}

/* ---- IR arrays */

/* The cache entry of an array, or NULL for arrays of several elements. */
static struct fe_cached_array *cached(struct fe_lower *f, uint32_t array)
{
   struct fe_cache *c = &f->cache;

   if (f->s->arrays[array].length != 1)
      return NULL;
   while (c->num_arrays <= array)
      UTIL_PUSH(f->ctx, c->array, c->num_arrays, c->cap_arrays, (struct fe_cached_array){0});
   return &c->array[array];
}

struct ir_src fe_array_load(struct fe_lower *f, uint32_t array, struct fe_index i)
{
   struct ir_value *v = fe_array_known(f, array);

   if (v)
      return ir_use(v);
   struct fe_cached_array *k = cached(f, array);
   v = ir_emit(&f->b, IR_array_load, f->s->arrays[array].width, i.reg.val ? 1 : 0, &i.reg, (uint32_t[4]){array, i.constant})
           ->dst[0];
   if (k)
      *k = (struct fe_cached_array){.block = f->b.block, .value = v};
   return ir_use(v);
}

void fe_array_store(struct fe_lower *f, uint32_t array, struct fe_index i, struct ir_src v)
{
   struct fe_cached_array *k = fe_array_known(f, array) ? &f->cache.array[array] : cached(f, array);

   if (!k) {
      const struct ir_src src[2] = {v, i.reg};
      ir_emit(&f->b, IR_array_store, f->s->arrays[array].width, i.reg.val ? 2 : 1, src, (uint32_t[4]){array, i.constant});
      return;
   }
   if (k->block != f->b.block || !k->stored)
      UTIL_PUSH(f->ctx, f->cache.stored, f->cache.num_stored, f->cache.cap_stored, array);
   *k = (struct fe_cached_array){f->b.block, v.val, f->b.span, true};
}

void fe_cache_write(struct fe_lower *f)
{
   struct fe_cache *c = &f->cache;
   const struct util_span span = f->b.span;

   for (uint32_t n = 0; n < c->num_stored; n++) {
      const uint32_t array = c->stored[n];
      const struct ir_src v = ir_use(c->array[array].value);
      f->b.span = c->array[array].span;
      ir_emit(&f->b, IR_array_store, f->s->arrays[array].width, 1, &v, (uint32_t[4]){array});
   }
   c->num_stored = 0;
   f->b.span = span;
}

struct ir_src fe_array_get(struct fe_lower *f, uint32_t array, const struct ir_src *index)
{
   return ir_use(ir_emit(&f->b, IR_array_load, 32, index ? 1 : 0, index, (uint32_t[4]){array, 0})->dst[0]);
}

void fe_array_set(struct fe_lower *f, uint32_t array, const struct ir_src *index, struct ir_src v)
{
   struct ir_src src[2] = {v, index ? *index : v};

   ir_emit(&f->b, IR_array_store, 32, index ? 2 : 1, src, (uint32_t[4]){array, 0});
}
