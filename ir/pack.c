/* SPDX-License-Identifier: MIT */
/*
 * Instructions as bytes, while the code generator needs memory for its own: see build.h. A number takes a byte for each 7 bits; values
 * and places in the text are differences from those before, most of which take one.
 */
#include "ir/build.h"

#define MAX_BYTES 5 /* of a number */

struct last {
   uint32_t dst, off, len;
};

/* ---- packing ------------------------------------------------------------------------------------------------------------- */

static void put(struct ir_packed *p, uint32_t v)
{
   for (; v > 127; v >>= 7)
      p->data[p->len++] = (uint8_t)(v | 128);
   p->data[p->len++] = (uint8_t)v;
}

/* Small if the difference is, of either sign. */
static void put_difference(struct ir_packed *p, uint32_t to, uint32_t from)
{
   const uint32_t d = to - from;
   put(p, d >> 31 ? ~(d << 1) : d << 1);
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

static void put_src(struct ir_packed *p, const struct ir_src *src, uint32_t last)
{
   p->data[p->len++] = (uint8_t)(src->neg | src->abs << 1);
   put_difference(p, src->val->id, last);
}

static void put_instr(struct ir_shader *s, const struct ir_instr *i, struct last *last)
{
   const struct ir_op_info *info = &ir_op_info[i->op];
   struct ir_packed *p = &s->packed;

   make_room(s, 16 + (size_t)MAX_BYTES * (4 + IR_MAX_DST + 4) + (size_t)(MAX_BYTES + 1) * i->nsrc);
   put(p, i->op + 1u);
   p->data[p->len++] = (uint8_t)(i->sat | i->invariant << 2);
   p->data[p->len++] = i->ndst;
   for (unsigned k = 0; k < i->ndst; k++) {
      p->data[p->len++] = i->dst[k]->width;
      put_difference(p, i->dst[k]->id, last->dst + 1);
      last->dst = i->dst[k]->id;
   }
   put(p, i->nsrc);
   for (unsigned k = 0; k < info->num_attrs; k++)
      put(p, i->attr[k]);
   put_difference(p, i->span.off, last->off);
   put_difference(p, i->span.len, last->len);
   last->off = i->span.off;
   last->len = i->span.len;
   for (uint32_t k = 0; k < i->nsrc; k++)
      put_src(p, &i->src[k], last->dst);
}

/* So many that they lie in a chunk of their own, which stays what it is when it grows. */
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
   struct last last = {0, 0, 0};

   UTIL_CHECK(s->ctx, !s->packed.len);
   make_room(s, 4096);
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i)
         put_instr(s, i, &last);
      make_room(s, 1 + 1 + MAX_BYTES);
      put(&s->packed, 0);
      if (b->term == IR_TERM_IF)
         put_src(&s->packed, &b->cond, last.dst);
      b->first = b->last = NULL;
      b->cond.val = NULL;
   }
   ir_pool_discard(s, &s->pool);
   s->pool = (struct ir_pool){0};
}

/* ---- unpacking ----------------------------------------------------------------------------------------------------------- */

/* The bytes are read twice: when the instructions are made, and when all values are known for what they read. */
struct reader {
   struct ir_shader *s;
   const uint8_t *at;
   struct last last;
   struct ir_value **value; /* by number */
   bool fill;
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

static struct ir_src get_src(struct reader *r)
{
   const uint8_t mods = *r->at++;

   return (struct ir_src){r->value[get_difference(r, r->last.dst)], mods & 1, mods >> 1 & 1};
}

/* at: the instruction that was made before. */
static void get_instr(struct reader *r, enum ir_op op, struct ir_builder *at)
{
   const struct ir_op_info *info = &ir_op_info[op];
   const uint8_t bits = *r->at++, ndst = *r->at++;
   uint32_t id[IR_MAX_DST], attr[4] = {0};
   uint8_t width[IR_MAX_DST];
   struct util_span span;

   for (unsigned k = 0; k < ndst; k++) {
      width[k] = *r->at++;
      r->last.dst = id[k] = get_difference(r, r->last.dst + 1);
   }
   const uint32_t nsrc = get(r);
   for (unsigned k = 0; k < info->num_attrs; k++)
      attr[k] = get(r);
   span.off = r->last.off = get_difference(r, r->last.off);
   span.len = r->last.len = get_difference(r, r->last.len);
   struct ir_instr *i = r->fill ? at->after ? at->after->next : at->block->first : ir_instr_bare(r->s, op, ndst, nsrc);
   if (!r->fill) {
      i->sat = bits & 3;
      i->invariant = bits >> 2;
      i->nsrc = nsrc;
      memcpy(i->attr, attr, sizeof attr);
      i->span = span;
      for (unsigned k = 0; k < ndst; k++) {
         i->dst[k]->id = id[k];
         i->dst[k]->width = width[k];
         r->value[id[k]] = i->dst[k];
      }
      ir_insert(at, i);
   }
   at->after = i;
   for (uint32_t k = 0; k < nsrc; k++)
      i->src[k] = get_src(r);
}

static void read_all(struct reader *r)
{
   r->at = r->s->packed.data;
   r->last = (struct last){0, 0, 0};
   ir_foreach_block (r->s, b) {
      struct ir_builder at = {.s = r->s, .block = b};
      for (uint32_t op; (op = get(r));)
         get_instr(r, (enum ir_op)(op - 1), &at);
      if (b->term == IR_TERM_IF)
         b->cond = get_src(r);
   }
}

void ir_unpack(struct ir_shader *s)
{
   struct reader r = {.s = s, .value = NULL};

   if (!s->packed.len)
      return;
   r.value = UTIL_ARRAY(s->ctx, struct ir_value *, (size_t)s->num_values + 1);
   read_all(&r);
   r.fill = true;
   read_all(&r);
   util_discard(s->ctx, r.value, ((size_t)s->num_values + 1) * sizeof *r.value);
   util_discard(s->ctx, s->packed.data, s->packed.cap);
   s->packed = (struct ir_packed){0};
}
