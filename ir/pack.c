/* SPDX-License-Identifier: MIT */
/*
 * Instructions packed into bytes, while the code generator needs the memory or on their way to new memory; see build.h. A
 * number takes one byte for each 7 bits. Values and source positions are stored as differences from the previous ones, which
 * mostly fit in one byte.
 */
#include "ir/build.h"

#define MAX_BYTES 5 /* bytes of the longest number */

struct last {
   uint32_t dst, off, len;
};

/* ---- packing ------------------------------------------------------------------------------------------------------------- */

/* These functions write at `at` and return the end of what they wrote. */
static inline uint8_t *put(uint8_t *at, uint32_t v)
{
   for (; v > 127; v >>= 7)
      *at++ = (uint8_t)(v | 128);
   *at++ = (uint8_t)v;
   return at;
}

/* Small differences of either sign give small numbers. */
static inline uint8_t *put_difference(uint8_t *at, uint32_t to, uint32_t from)
{
   const uint32_t d = to - from;
   return put(at, d >> 31 ? ~(d << 1) : d << 1);
}

static inline uint8_t *put_src(uint8_t *at, const struct ir_src *src, uint32_t last)
{
   *at++ = (uint8_t)(src->neg | src->abs << 1);
   return put_difference(at, src->val->id, last);
}

static void make_room(struct ir_shader *s, size_t more)
{
   struct ir_packed *p = &s->packed;
   const size_t cap = p->cap + p->cap / 2 + more;

   if (p->cap - p->len >= more)
      return;
   p->data = util_resize(s->ctx, p->data, p->cap, cap);
   p->cap = cap;
}

static void put_instr(struct ir_shader *s, const struct ir_instr *i, struct last *last)
{
   const struct ir_op_info *info = &ir_op_info[i->op];

   make_room(s, 16 + (size_t)MAX_BYTES * (4 + IR_MAX_DST + 4) + (size_t)(MAX_BYTES + 1) * i->nsrc);
   uint8_t *at = put(s->packed.data + s->packed.len, i->op + 1u);
   *at++ = (uint8_t)(i->sat | i->invariant << 2);
   *at++ = i->ndst;
   for (unsigned k = 0; k < i->ndst; k++) {
      *at++ = i->dst[k]->width;
      at = put_difference(at, i->dst[k]->id, last->dst + 1);
      last->dst = i->dst[k]->id;
   }
   at = put(at, i->nsrc);
   for (unsigned k = 0; k < info->num_attrs; k++)
      at = put(at, i->attr[k]);
   at = put_difference(at, i->span.off, last->off);
   at = put_difference(at, i->span.len, last->len);
   last->off = i->span.off;
   last->len = i->span.len;
   for (uint32_t k = 0; k < i->nsrc; k++)
      at = put_src(at, &i->src[k], last->dst);
   s->packed.len = (size_t)(at - s->packed.data);
}

/* Reserves so much that the bytes get a chunk of the arena of their own, which grows in place. */
void ir_pack_reserve(struct ir_shader *s)
{
   make_room(s, 1 << 16);
}

bool ir_is_big(const struct ir_shader *s)
{
   return s->pool.total > (size_t)1 << 18;
}

void ir_pack(struct ir_shader *s)
{
   struct last last = {0};

   UTIL_CHECK(s->ctx, !s->packed.len);
   make_room(s, s->pool.total / 8 + 4096); /* usually enough */
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         put_instr(s, i, &last);
      make_room(s, 1 + 1 + MAX_BYTES);
      uint8_t *at = put(s->packed.data + s->packed.len, 0);
      if (b->term == IR_TERM_IF)
         at = put_src(at, &b->cond, last.dst);
      s->packed.len = (size_t)(at - s->packed.data);
      b->first = b->last = NULL;
      b->cond.val = NULL;
   }
   ir_pool_discard(s, &s->pool);
   s->pool = (struct ir_pool){0};
}

/* ---- unpacking ----------------------------------------------------------------------------------------------------------- */

/* Sources that were read before the instruction that defines them, mostly by phis. */
struct missing {
   struct ir_src *src;
   uint32_t id;
};

struct reader {
   struct ir_shader *s;
   const uint8_t *at;
   struct last last;
   struct ir_value **value; /* by number, NULL until the value is created */
   struct missing *missing;
   uint32_t num_missing, cap_missing;
};

static uint32_t get(struct reader *r)
{
   uint32_t v = 0;

   for (unsigned shift = 0;; shift += 7) {
      const uint8_t byte = *r->at++;
      v |= (uint32_t)(byte & 127) << shift;
      if (byte < 128)
         return v;
   }
}

static uint32_t get_difference(struct reader *r, uint32_t from)
{
   const uint32_t d = get(r);

   return from + (d & 1 ? ~(d >> 1) : d >> 1);
}

static void get_src(struct reader *r, struct ir_src *src)
{
   const uint8_t mods = *r->at++;
   const uint32_t id = get_difference(r, r->last.dst);

   *src = (struct ir_src){r->value[id], mods & 1, mods >> 1 & 1};
   if (!src->val)
      UTIL_PUSH(r->s->ctx, r->missing, r->num_missing, r->cap_missing, (struct missing){src, id});
}

static void get_instr(struct reader *r, enum ir_op op, struct ir_builder *at)
{
   const struct ir_op_info *info = &ir_op_info[op];
   const uint8_t bits = *r->at++, ndst = *r->at++;
   uint32_t id[IR_MAX_DST];
   uint8_t width[IR_MAX_DST];

   for (unsigned k = 0; k < ndst; k++) {
      width[k] = *r->at++;
      r->last.dst = id[k] = get_difference(r, r->last.dst + 1);
   }
   const uint32_t nsrc = get(r);
   struct ir_instr *i = ir_instr_bare(r->s, op, ndst, nsrc);
   i->sat = bits & 3;
   i->invariant = bits >> 2;
   i->nsrc = nsrc;
   for (unsigned k = 0; k < info->num_attrs; k++)
      i->attr[k] = get(r);
   i->span.off = r->last.off = get_difference(r, r->last.off);
   i->span.len = r->last.len = get_difference(r, r->last.len);
   for (unsigned k = 0; k < ndst; k++) {
      i->dst[k]->id = id[k];
      i->dst[k]->width = width[k];
      r->value[id[k]] = i->dst[k];
   }
   for (uint32_t k = 0; k < nsrc; k++)
      get_src(r, &i->src[k]);
   ir_insert(at, i);
}

void ir_unpack(struct ir_shader *s)
{
   struct reader r = {.s = s, .at = s->packed.data};
   const size_t num = (size_t)s->num_values + 1;

   if (!s->packed.len)
      return;
   r.value = UTIL_ARRAY(s->ctx, struct ir_value *, num);
   ir_foreach_block (s, b) {
      struct ir_builder at = {.s = s, .block = b};
      for (uint32_t op; (op = get(&r));)
         get_instr(&r, (enum ir_op)(op - 1), &at);
      if (b->term == IR_TERM_IF)
         get_src(&r, &b->cond);
   }
   for (uint32_t k = 0; k < r.num_missing; k++)
      r.missing[k].src->val = r.value[r.missing[k].id];
   util_discard(s->ctx, r.missing, r.cap_missing * sizeof *r.missing);
   util_discard(s->ctx, r.value, num * sizeof *r.value);
   util_discard(s->ctx, s->packed.data, s->packed.cap);
   s->packed = (struct ir_packed){0};
}

/* ---- compacting ---------------------------------------------------------------------------------------------------------- */

/* Packs and unpacks, because holding the old and the new memory at once would exceed the peak of many compiles. */
void ir_compact(struct ir_shader *s, const uint32_t *number, uint32_t num_values)
{
   memset(s->ops, 0, sizeof s->ops);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         ir_note_op(s, (enum ir_op)i->op);
         for (unsigned k = 0; k < i->ndst; k++)
            i->dst[k]->id = number[i->dst[k]->id];
      }
   s->num_values = num_values;
   ir_pack(s);
   ir_unpack(s);
}

void ir_compact_dense(struct ir_shader *s, uint32_t *stays)
{
   uint32_t n = 0;

   for (uint32_t v = 0; v < s->num_values; v++)
      if (stays[v])
         stays[v] = n++;
   ir_compact(s, stays, n);
}
